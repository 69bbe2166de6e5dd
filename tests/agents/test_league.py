from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import msgspec
import numpy as np
import pytest
from games import LANTERNS
from msgspec.structs import replace
from rich.console import Console

from shugyo import envs
from shugyo.agents import checkpoint
from shugyo.agents.checkpoint import CheckpointError, digest, read, read_header
from shugyo.agents.learned import PpoPlayer
from shugyo.agents.network import weights_of
from shugyo.agents.training import league as league_module
from shugyo.agents.training.callbacks import Interrupt, Learning
from shugyo.agents.training.config import settings_of, settle, shipped
from shugyo.agents.training.league import LEAGUE, League, train_league
from shugyo.agents.training.ppo import SeatPPO
from shugyo.agents.training.run import DivergedError
from shugyo.agents.training.settings import ConfigError, TrainConfig

SIDES = ["lord_0", "guests"]
A_STEP = 8
"""Decisions of one step, of which a turn that is broken off loses one."""
AN_UPDATE = 16 * A_STEP
"""Decisions of one update with the settings `tiny`."""


def as_lanterns(config: TrainConfig) -> TrainConfig:
    """The toy game, one lord against two guests; a turn is one update."""
    overlay = {
        "options": {"mode": None, "num_players": 3, "teams": True},
        "budget": {"minutes": None, "steps": 8 * AN_UPDATE},
        "lessons": {"share": 0},
        "opponents": {"random": 0.5, "rivals": 0.5, "snapshots": 0},
        "snapshots": {"every_updates": 1000, "keep": 3, "on_duty": 2},
        "evaluation": {"panel": ["random", "rivals"]},
        "sides": SIDES,
        "league": {"turn_minutes": 1e-9},
    }
    settled = settle(msgspec.to_builtins(config), overlay)
    return replace(settled, game="lanterns_v0", options={"num_players": 3, "teams": True})


def play_lanterns() -> None:
    """Makes the toy game one of the suite's."""
    envs.lanterns_v0 = SimpleNamespace(
        vector_env=lambda num_envs, **options: LANTERNS.vector_env(options, num_envs, "same_step", 1, False)
    )


@pytest.fixture
def lanterns(tiny, monkeypatch) -> TrainConfig:
    monkeypatch.setattr(envs, "lanterns_v0", None, raising=False)  # taken back after the test
    play_lanterns()
    return as_lanterns(tiny)


def quiet() -> Console:
    return Console(file=io.StringIO())


def opened(config, folder: Path, resume=False) -> League:
    return League(config, folder, Interrupt(), quiet(), resume=resume)


def state(league: League) -> dict:
    """All that matters of a league."""
    return {
        "turn": league.turn,
        **{
            side: (
                run.model.num_timesteps,
                digest(weights_of(run.model.policy)),
                run.pool.describe(),
                digest(run._state()),
            )
            for side, run in league.runs.items()
        },
    }


# ------------------------------------------------------------------------------------------------- one league
def test_the_sides_train_in_turn_and_meet_each_others_frozen_learners(lanterns, tmp_path):
    result = train_league(lanterns, tmp_path / "a" / "b", console=quiet())
    assert list(result.sides) == SIDES and not result.interrupted
    for side, other in (SIDES, SIDES[::-1]):
        one = result.sides[side]
        assert one.steps == 4 * AN_UPDATE + 3 * A_STEP, "half of the budget"
        assert one.standings["random"]["by_role"].keys() == {side.partition("_")[0].rstrip("s")}, side
        assert one.standings["rivals"]["games"] == lanterns.evaluation.deals
        header = read_header(one.checkpoint)
        assert header["seat"] == side
        rivals = header["training"]["pool"]["rivals"]
        assert rivals["taken"] == 4
        assert [entry["steps"] for entry in rivals["snapshots"]] == [
            2 * (AN_UPDATE + A_STEP),
            3 * (AN_UPDATE + A_STEP),
            one.steps,
        ]
        final = read(result.sides[other].checkpoint, ("policy.",))[1]
        assert rivals["snapshots"][-1]["digest"] == digest({n.removeprefix("policy."): v for n, v in final.items()})
        rows = (one.folder / "progress.jsonl").read_text("utf-8")
        assert "games/return_against_rivals" in rows and "games/return_against_snapshots" not in rows
    assert json.loads((result.folder / LEAGUE).read_text("utf-8"))["number"] == 8
    assert settings_of(result.folder)["sides"] == SIDES, "config.toml is there for resuming"


def test_a_turn_lasts_as_long_as_the_settings_say(lanterns, tmp_path):
    seconds = 1.5
    config = replace(
        lanterns,
        league=replace(lanterns.league, turn_minutes=seconds / 60),
        budget=replace(lanterns.budget, steps=10**9),
    )
    league = opened(config, tmp_path)
    lord, guests = league.runs.values()
    league.play_turn()
    assert lord.clock.minutes() >= seconds / 60 and lord.model.num_timesteps > AN_UPDATE
    assert guests.model.num_timesteps == 0 and guests.clock.minutes() == 0
    before = lord.clock.minutes()
    league.play_turn()
    assert lord.clock.minutes() == before, "the clock of the side that waits stands still"
    assert guests.model.num_timesteps > AN_UPDATE
    league.close()


def test_a_side_goes_on_in_the_games_that_it_left(lanterns, tmp_path):
    league = opened(lanterns, tmp_path)
    lord = league.runs["lord_0"]
    league.play_turn()
    league.play_turn()
    left, seen = lord.env.save(), []
    restore, step = lord.env.restore, lord.env.step_async

    def restoring(saved):
        assert all((saved[name] == left[name]).all() for name in left), "nothing has moved since"
        return restore(saved)

    def stepping(actions):
        seen.append((lord.model._last_obs == lord.env._observations()).all())
        step(actions)

    lord.env.restore, lord.env.step_async = restoring, stepping
    league.play_turn()
    assert len(seen) == AN_UPDATE / A_STEP + 1 and all(seen), "the learner sees the games as they stand"
    assert any((lord.env.save()[name] != left[name]).any() for name in left)
    league.close()


def test_each_side_plays_from_its_own_folder(lanterns, tmp_path):
    folder = train_league(lanterns, tmp_path, console=quiet()).folder
    games = LANTERNS.vector_env({"num_players": 3, "teams": True}, 4, "same_step", 1, False)
    lord, guests = PpoPlayer(folder / "lord_0"), PpoPlayer(folder / "guests")
    games.play_out([lord, guests, guests], 1, seed=1)
    with pytest.raises(CheckpointError, match="was trained to play lord_0 and cannot play guest_0"):
        games.play_out([lord, lord, guests], 1, seed=1)


# ------------------------------------------------------------------------------------------------- going on
class Killed(BaseException):
    """Stands for kill −9: nothing of the process runs after it."""


@pytest.mark.parametrize("survives", range(1, 16))
def test_trap_f2_a_league_that_dies_after_any_of_its_writes_goes_on_with_the_same_pools(
    lanterns, tmp_path, monkeypatch, survives
):
    (tmp_path / "killed").mkdir()
    league, count = opened(lanterns, tmp_path / "killed"), 0

    def counting(write):
        def guarded(*arguments):
            nonlocal count
            if count == survives:
                raise Killed
            count += 1
            write(*arguments)

        return guarded

    before = {module: module.write_whole for module in (checkpoint, league_module)}
    for module in before:
        monkeypatch.setattr(module, "write_whole", counting(module.write_whole))
    with pytest.raises(Killed):
        play_turns(league, 4)
    league.close()
    for module, write in before.items():
        monkeypatch.setattr(module, "write_whole", write)
    again = opened(lanterns, tmp_path / "killed", resume=True)
    assert_sound(again)
    reached = [run.model.num_timesteps for run in again.runs.values()]
    for _ in range(3):
        again.play_turn()
        assert_sound(again)
    assert all(
        now >= then for now, then in zip((r.model.num_timesteps for r in again.runs.values()), reached, strict=True)
    )
    again.close()


def play_turns(league: League, turns: int) -> None:
    for _ in range(turns):
        league.play_turn()


def assert_sound(league: League) -> None:
    """Rivals are the other side at the ends of its turns: every turn once, none twice."""
    for side, run in league.runs.items():
        other = league.runs[next(name for name in SIDES if name != side)]
        steps = [rival.steps for rival in run.pool.rivals]
        assert steps == sorted(set(steps))
        assert all(rival.digest == digest(weights_of(rival.policy)) for rival in run.pool.rivals)
        turns = (league.turn.number + (side == SIDES[1])) // 2  # how many turns the other side has ended
        assert run.pool.rivals_taken in (turns, turns + 1)
        assert other.model.num_timesteps >= max(steps, default=0)


def test_what_is_resumed_is_as_it_was(lanterns, tmp_path):
    league = opened(lanterns, tmp_path)
    for _ in range(5):
        league.play_turn()
    league.close()
    again = opened(lanterns, tmp_path, resume=True)
    there, here = state(league), state(again)
    assert there["turn"] == here["turn"]
    for side in SIDES:
        assert there[side][:3] == here[side][:3]
        slots = np.arange(300)
        draws = [one.runs[side].pool.draw(0, slots, slots * 0, 3) for one in (league, again)]
        assert (draws[0] == draws[1]).all()
    again.close()


@pytest.mark.slow
def test_trap_f2_a_league_that_is_killed_goes_on(lanterns, tmp_path):
    tests = Path(__file__).resolve().parent.parent
    config = replace(lanterns, budget=replace(lanterns.budget, steps=10**9), checkpoint_minutes=1 / 600)
    settings = tmp_path / "settings.json"
    settings.write_bytes(msgspec.json.encode(config))
    script = (
        "import importlib.util, sys\n"
        f"sys.path.insert(0, {str(tests)!r})\n"
        f"spec = importlib.util.spec_from_file_location('test_league', {str(Path(__file__).resolve())!r})\n"
        "module = importlib.util.module_from_spec(spec)\n"
        "spec.loader.exec_module(module)\n"
        "module.play_lanterns()\n"
        "config = module.msgspec.json.decode(open(sys.argv[1], 'rb').read(), type=module.TrainConfig)\n"
        "module.train_league(config, sys.argv[2])\n"
    )
    folder = tmp_path / "league"
    process = subprocess.Popen([sys.executable, "-c", script, str(settings), str(folder)], stderr=subprocess.PIPE)
    for _ in range(1200):
        if process.poll() is not None or ((folder / LEAGUE).exists() and turn_of(folder) >= 5):
            break
        time.sleep(0.1)
    os.kill(process.pid, signal.SIGKILL)
    _, complaints = process.communicate()
    assert process.returncode == -signal.SIGKILL, complaints.decode()
    league = opened(config, folder, resume=True)
    assert league.turn.number >= 5
    assert_sound(league)
    for side, run in league.runs.items():
        header, tensors = read(folder / side / "checkpoint.safetensors")
        assert run.pool.describe() == header["training"]["pool"]
        assert run.model.num_timesteps == header["training"]["steps"] > 0
        assert tensors.keys() >= {f"pool.{name}" for name in run.pool.tensors()}
    number = league.turn.number
    league.play_turn()
    assert league.turn.number == number + 1
    league.close()


def turn_of(folder: Path) -> int:
    return json.loads((folder / LEAGUE).read_text("utf-8"))["number"]


def test_who_asks_to_stop_finds_checkpoints_of_the_running_turn(lanterns, tmp_path):
    league = opened(replace(lanterns, budget=replace(lanterns.budget, steps=10**9)), tmp_path)
    league.play_turn()
    league._interrupt.asked = True
    league.play_turn()
    assert league.over() and league.turn.number == 1, "the turn is not over"
    league.close()
    again = opened(lanterns, tmp_path, resume=True)
    assert again.turn.number == 1
    again.close()


# ------------------------------------------------------------------------------------------------- refusals
def test_a_league_is_not_written_over_and_not_resumed_from_nothing(lanterns, tmp_path):
    with pytest.raises(CheckpointError, match="there is no league at"):
        train_league(lanterns, tmp_path, resume=True, console=quiet())
    train_league(lanterns, tmp_path, console=quiet())
    with pytest.raises(ConfigError, match="holds a league already: resume it, or choose another folder"):
        train_league(lanterns, tmp_path, console=quiet())
    with pytest.raises(CheckpointError, match=r"is of a league of \['lord_0', 'guests'\], the settings say"):
        train_league(replace(lanterns, sides=SIDES[::-1]), tmp_path, resume=True, console=quiet())
    (tmp_path / LEAGUE).write_text("{")
    with pytest.raises(CheckpointError, match="is damaged"):
        train_league(lanterns, tmp_path, resume=True, console=quiet())


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("checkpoint.safetensors", "holds a run already: resume it, or choose another folder"),
        ("config.toml", r"holds a config\.toml but no checkpoint"),
        ("guests/checkpoint.safetensors", "guests holds a run already"),
    ],
)
def test_a_league_does_not_write_over_a_run(lanterns, tmp_path, name, message):
    (tmp_path / "guests").mkdir()
    (tmp_path / name).write_text("mine")
    with pytest.raises(ConfigError, match=message):
        train_league(lanterns, tmp_path, console=quiet())
    assert [file.name for file in tmp_path.rglob("*") if file.is_file()] == [(tmp_path / name).name]
    assert (tmp_path / name).read_text() == "mine"


def test_a_league_is_saved_before_its_evaluation(lanterns, tmp_path, monkeypatch):
    def fail(learning):
        raise RuntimeError("a player breaks down")

    monkeypatch.setattr(Learning, "evaluate", fail)
    league = opened(lanterns, tmp_path)
    with pytest.raises(RuntimeError, match="breaks down"):
        league.finish()
    league.close()
    assert read_header(tmp_path / "lord_0" / "checkpoint.safetensors")["seat"] == "lord_0"


def test_a_side_that_has_diverged_does_not_replace_its_last_good_checkpoint(lanterns, tmp_path, monkeypatch):
    league = opened(replace(lanterns, league=replace(lanterns.league, turn_minutes=0.05)), tmp_path)
    lord = league.runs["lord_0"]
    lord.env.reset()
    lord.save()
    before = (tmp_path / "lord_0" / "checkpoint.safetensors").read_bytes()
    monkeypatch.setattr(SeatPPO, "train", lambda model: model.policy.action_net.weight.data.fill_(np.nan))
    with pytest.raises(DivergedError, match=r"the last good checkpoint is kept at .*lord_0/checkpoint\.safetensors"):
        league.play_turn()
    league.close()
    assert (tmp_path / "lord_0" / "checkpoint.safetensors").read_bytes() == before
    assert not league.runs["guests"].pool.rivals


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"sides": ["lord_0"]}, r"sides = \['lord_0'\]: a league has two different sides"),
        ({"sides": ["guests", "guests"]}, "a league has two different sides"),
        ({"sides": ["lord_0", "guest_0"]}, "two sides that have all of lord_0, guest_0, guest_1 between them"),
        ({"sides": ["lord_0", "heroes"]}, "seat = 'heroes' is not possible; allowed: each, lord_0"),
        ({"league": None}, "a league needs league.turn_minutes"),
        ({"opponents": {"snapshots": 1.0}}, "copies of a learner of lord_0 cannot play guest_0; set it to 0"),
    ],
)
def test_what_makes_no_league_is_refused(lanterns, tmp_path, values, message):
    with pytest.raises(ConfigError, match=message):
        train_league(replace(lanterns, **values), tmp_path, console=quiet())
    assert not (tmp_path / LEAGUE).exists()


def test_snapshots_of_one_side_cannot_stand_in_its_panel(lanterns, tmp_path):
    config = replace(lanterns, evaluation=replace(lanterns.evaluation, panel=["snapshots"]))
    with pytest.raises(ConfigError, match=r"evaluation.panel holds 'snapshots', but copies of a learner of lord_0"):
        train_league(config, tmp_path, console=quiet())


def test_a_game_in_which_all_seats_play_alike_has_no_league(tmp_path):
    sides = {"sides": ["player_0", "player_1"], "league": {"turn_minutes": 1}, "options": {"mode": "conflict"}}
    with pytest.raises(ConfigError, match="in covenant_v0 all seats play alike"):
        train_league(settle(shipped("covenant"), sides), tmp_path, console=quiet())
