from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import numpy as np
import pytest
from rich.console import Console

from shugyo.agents.checkpoint import CheckpointError, digest, find, part, read, read_header, write
from shugyo.agents.learned import PpoPlayer
from shugyo.agents.registry import make_player
from shugyo.agents.training.callbacks import Learning
from shugyo.agents.training.config import ConfigError, settings_of, settle, shipped, to_toml
from shugyo.agents.training.evaluation import stand, won
from shugyo.agents.training.ppo import SeatPPO
from shugyo.agents.training.run import Run
from shugyo.agents.training.tables import learner_seats
from shugyo.agents.training.train import train
from shugyo.envs import covenant_v0, okko_v0


def quietly(config, folder, **more):
    return train(config, folder, console=Console(file=io.StringIO()), **more)


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


def rows(folder: Path) -> list[dict]:
    return [json.loads(line) for line in (folder / "progress.jsonl").read_text("utf-8").splitlines()]


# ------------------------------------------------------------------------------------------------- one run
def test_a_run_leaves_a_player_settings_and_logs(tiny, tmp_path):
    result = quietly(tiny, tmp_path / "a" / "b")
    folder = result.folder
    assert result.steps == 512 and not result.interrupted
    assert result.standings["random"]["games"] == 8
    assert set(contents(folder)) == {"checkpoint.safetensors", "player.safetensors", "config.toml", "progress.jsonl"}
    assert len(list((folder / "tensorboard").iterdir())) == 1
    assert settle(settings_of(folder)) == tiny
    assert [row["steps"] for row in rows(folder)] == [128, 256, 384, 512, 512]
    assert {"time/decisions_per_second", "games/capped", "rollout/ep_rew_mean"} <= set(rows(folder)[1])
    for row in rows(folder)[:4]:
        shares = [row[f"time/share_{what}"] for what in ("games", "opponents", "learner")]
        assert sum(shares) == pytest.approx(1, abs=1e-5) and min(shares) > 0
    assert "strength/random_share" in rows(folder)[-1]


def test_both_files_of_a_run_play_alike(tiny, tmp_path):
    quietly(tiny, tmp_path)
    games = covenant_v0.vector_env(16, mode="conflict")
    played = [
        games.play_out([make_player(f"ppo:{path}"), "random"], 1, seed=2).returns
        for path in (tmp_path, tmp_path / "checkpoint.safetensors", tmp_path / "player.safetensors")
    ]
    assert (played[0] == played[1]).all() and (played[0] == played[2]).all()
    assert read_header(tmp_path / "player.safetensors")["kind"] == "player"
    assert all(name.startswith("policy.") for name in read(tmp_path / "player.safetensors")[1])


def test_equal_seeds_give_equal_players(tiny, tmp_path):
    weights = []
    for name in ("a", "b"):
        quietly(tiny, tmp_path / name)
        weights.append(digest(part(read(tmp_path / name / "checkpoint.safetensors")[1], "policy.")))
    assert weights[0] == weights[1]


# ------------------------------------------------------------------------------------------------- several tables
YEARS = {
    "options": {"mode": "year", "max_turns": 1},
    "games": {"num_envs": 7},
    "tables": [{"options": {"num_players": 2}, "share": 2}, {"options": {"num_players": 4}}],
}


@pytest.fixture
def years(tiny):
    """Settings of a run at two tables."""
    return settle(msgspec.to_builtins(tiny), YEARS)


def test_one_run_at_two_tables_makes_one_player_for_both_and_for_no_other(years, tmp_path):
    out = io.StringIO()
    result = train(years, tmp_path, console=Console(file=out))
    assert "covenant_v0: 7 games of 2 kinds, the network on cpu" in out.getvalue()
    header = read_header(result.folder / "player.safetensors")
    assert header["games"] == [{"num_players": n, "mode": "year"} for n in (2, 4)]
    assert "options" not in header["game"] and len(header["agents"][1]) == 4
    assert settle(settings_of(tmp_path)) == years
    for seats in (2, 4):
        games = covenant_v0.vector_env(4, num_players=seats, max_turns=1)
        games.play_out([make_player(f"ppo:{tmp_path}")] + ["random"] * (seats - 1), 1, seed=3)
    with pytest.raises(CheckpointError, match=r"num_players=3, mode='year' here; .* --option num_players=2"):
        covenant_v0.vector_env(1, num_players=3).play_out([make_player(f"ppo:{tmp_path}")] * 3, 1, seed=3)


def test_a_run_at_two_tables_is_resumed_with_its_games_and_not_at_others(years, tmp_path, changed):
    quietly(years, tmp_path)
    saved = read(tmp_path / "checkpoint.safetensors", ("games.",))[1]
    run = Run(years, tmp_path)
    run.restore()
    for number, part_of in enumerate(run.env.parts):
        assert (part_of._episode == saved[f"games.{number}.episode"].numpy()).all()
    assert [part_of.num_games for part_of in run.env.parts] == [5, 2]
    assert quietly(changed(years, "budget", steps=600), tmp_path, resume=True).steps >= 600
    one = msgspec.structs.replace(years, tables=years.tables[:1])
    with pytest.raises(CheckpointError, match="was trained at 2 tables, the settings have 1"):
        quietly(one, tmp_path, resume=True)


# ------------------------------------------------------------------------------------------------- nothing is lost
def test_a_folder_with_a_run_is_not_written_over(tiny, tmp_path):
    quietly(tiny, tmp_path)
    before = contents(tmp_path)
    with pytest.raises(ConfigError, match="holds a run already: resume it, or choose another folder"):
        quietly(tiny, tmp_path)
    assert contents(tmp_path) == before


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("league.json", "holds a league already: resume it, or choose another folder"),
        ("config.toml", r"holds a config\.toml but no checkpoint, .* move that file away, or choose another folder"),
    ],
)
def test_a_folder_with_something_else_is_not_written_over(tiny, tmp_path, name, message):
    (tmp_path / name).write_text("mine")
    with pytest.raises(ConfigError, match=message):
        quietly(tiny, tmp_path)
    assert contents(tmp_path) == {name: b"mine"}


@pytest.mark.parametrize("name", ["nobody", "ppo:nowhere"])
def test_a_wrong_name_in_the_panel_is_refused_before_the_first_game(tiny, tmp_path, changed, name):
    with pytest.raises(ConfigError, match=rf"training settings: evaluation\.panel: .*{name.removeprefix('ppo:')}"):
        quietly(changed(tiny, "evaluation", panel=["random", "snapshots", "rivals", name]), tmp_path)
    assert not contents(tmp_path)


def test_a_player_of_another_game_in_the_panel_is_refused_before_the_first_game(tiny, tmp_path, changed):
    other = tmp_path / "other.safetensors"
    header, tensors = read(find("covenant-conflict"))
    write(other, header | {"game": header["game"] | {"env_id": "daimyo_v0"}}, tensors)
    with pytest.raises(ConfigError, match=r"training settings: evaluation\.panel: .*daimyo_v0"):
        quietly(changed(tiny, "evaluation", panel=[f"ppo:{other}"]), tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_refused_run_leaves_no_folders_behind(tiny, tmp_path, changed):
    wrong = changed(tiny, "evaluation", panel=["nobody"])
    mine = tmp_path / "mine"
    mine.mkdir()
    for folder in (mine, tmp_path / "runs" / "new"):
        with pytest.raises(ConfigError):
            quietly(wrong, folder)
    assert [path.name for path in tmp_path.iterdir()] == ["mine"], "who had a folder keeps it"


def test_a_run_that_is_killed_before_its_first_update_can_be_resumed(tiny, tmp_path, monkeypatch):
    def killed(model):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(SeatPPO, "train", killed)
        with pytest.raises(KeyboardInterrupt):
            quietly(tiny, tmp_path / "killed")
    resumed, whole = quietly(tiny, tmp_path / "killed", resume=True), quietly(tiny, tmp_path / "whole")
    assert resumed.steps == whole.steps == 512
    weights = [digest(read(folder / "player.safetensors")[1]) for folder in (resumed.folder, whole.folder)]
    assert weights[0] == weights[1]


def test_what_was_learned_is_kept_if_the_last_evaluation_fails(tiny, tmp_path, monkeypatch):
    def fail(learning):
        raise RuntimeError("a player breaks down")

    with monkeypatch.context() as patch:
        patch.setattr(Learning, "evaluate", fail)
        with pytest.raises(RuntimeError, match="breaks down"):
            quietly(tiny, tmp_path)
    training = read_header(tmp_path / "checkpoint.safetensors")["training"]
    assert training["steps"] == 512 and training["standings"] == {}
    quietly(tiny, tmp_path, resume=True)
    training = read_header(tmp_path / "checkpoint.safetensors")["training"]
    assert training["steps"] == 512 and training["standings"]["random"]["games"] == 8


def test_a_folder_that_cannot_be_written_is_named(tiny, tmp_path):
    (tmp_path / "file").write_text("mine")
    with pytest.raises(OSError, match="file"):
        quietly(tiny, tmp_path / "file" / "run")
    assert (tmp_path / "file").read_text() == "mine"


def test_nothing_to_resume_is_said(tiny, tmp_path):
    with pytest.raises(CheckpointError, match="there is no checkpoint at"):
        quietly(tiny, tmp_path, resume=True)
    assert not contents(tmp_path)


@pytest.mark.parametrize("keep", [0, 1000, -100])
def test_a_damaged_checkpoint_is_refused_and_stays(tiny, tmp_path, keep):
    quietly(tiny, tmp_path)
    path = tmp_path / "checkpoint.safetensors"
    path.write_bytes(path.read_bytes()[:keep])
    before = contents(tmp_path)
    with pytest.raises(CheckpointError, match="cut short"):
        quietly(tiny, tmp_path, resume=True)
    assert contents(tmp_path) == before


def test_a_run_of_other_rules_or_another_network_is_not_resumed(tiny, tmp_path, changed):
    quietly(tiny, tmp_path)
    other = msgspec.structs.replace(tiny, options={**tiny.options, "content": {"rules": {"aid_value": 5}}})
    with pytest.raises(CheckpointError, match="rules_hash"):
        quietly(other, tmp_path, resume=True)
    with pytest.raises(CheckpointError, match=r"hidden layers \[16\], the settings say \[8\]"):
        quietly(changed(tiny, "ppo", hidden=[8]), tmp_path, resume=True)
    (tmp_path / "player.safetensors").replace(tmp_path / "checkpoint.safetensors")
    with pytest.raises(CheckpointError, match="holds a player and no state of training"):
        quietly(tiny, tmp_path, resume=True)


# ------------------------------------------------------------------------------------------------- going on
def test_a_restored_run_is_as_it_was(tiny, tmp_path, changed):
    quietly(tiny, tmp_path)
    first = Run(tiny, tmp_path)
    first.restore()
    numbers = (np.random.get_state()[1].copy(), np.random.get_state()[2])  # noqa: NPY002
    second = Run(tiny, tmp_path)
    second.restore()
    assert first.model.num_timesteps == second.model.num_timesteps == 512
    assert first.pool.describe() == second.pool.describe() and len(first.pool.snapshots) == 3
    assert (np.random.get_state()[1] == numbers[0]).all() and np.random.get_state()[2] == numbers[1]  # noqa: NPY002
    assert digest(second._state()) == digest(
        read(tmp_path / "checkpoint.safetensors", ("optimizer.", "pool.", "random.", "games."))[1]
    )
    assert second.env.parts[0]._episode.sum() > 0
    quietly(changed(tiny, "budget", steps=640), tmp_path, resume=True)
    assert [row["steps"] for row in rows(tmp_path)][-2:] == [640, 640]
    assert read_header(tmp_path / "checkpoint.safetensors")["training"]["pool"]["taken"] == second.pool.taken


def test_progress_goes_on_from_the_checkpoint_and_tells_no_decision_twice(tiny, tmp_path, changed):
    quietly(tiny, tmp_path)
    lines = (tmp_path / "progress.jsonl").read_text("utf-8")
    beyond = "".join(json.dumps({"steps": steps, "minutes": 1}) + "\n" for steps in (640, 768))
    (tmp_path / "progress.jsonl").write_text(lines + beyond + '{"steps": 896, "min', "utf-8")  # killed while writing
    quietly(changed(tiny, "budget", steps=768), tmp_path, resume=True)
    assert [row["steps"] for row in rows(tmp_path)] == [128, 256, 384, 512, 512, 640, 768, 768]
    assert (tmp_path / "progress.jsonl").read_text("utf-8").startswith(lines)


def test_a_fresh_run_begins_a_new_progress_file(tiny, tmp_path):
    (tmp_path / "progress.jsonl").write_text('{"steps": 128, "minutes": 1}\n', "utf-8")
    quietly(tiny, tmp_path)
    assert [row["steps"] for row in rows(tmp_path)] == [128, 256, 384, 512, 512]


def test_another_number_of_games_begins_them_anew(tiny, tmp_path, changed):
    quietly(tiny, tmp_path)
    more = changed(changed(tiny, "games", num_envs=4), "budget", steps=600)
    assert quietly(more, tmp_path, resume=True).steps >= 600


RUN = """
import sys
from pathlib import Path
from shugyo.agents.training.config import read_file, settle
from shugyo.agents.training.train import train
result = train(settle(read_file(Path(sys.argv[1]))), sys.argv[2], resume=len(sys.argv) > 3)
print("interrupted" if result.interrupted else "done", result.steps)
"""


def begin(config, folder: Path, settings: Path, *resume: str) -> subprocess.Popen:
    settings.write_text(to_toml(config), "utf-8")
    command = [sys.executable, "-c", RUN, str(settings), str(folder), *resume]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_for(path: Path, process: subprocess.Popen) -> None:
    for _ in range(1200):
        if path.exists() or process.poll() is not None:
            return
        time.sleep(0.1)


@pytest.fixture
def lasting(tiny, changed):
    """Settings of a run that goes on until it is stopped, with a checkpoint every tenth of a second."""
    return msgspec.structs.replace(changed(tiny, "budget", steps=10**9), checkpoint_minutes=1 / 600)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_run_that_is_asked_to_stop_keeps_its_checkpoint_and_goes_on_later(lasting, tmp_path, changed, number):
    folder = tmp_path / "run"
    process = begin(lasting, folder, tmp_path / "settings.toml")
    wait_for(folder / "checkpoint.safetensors", process)
    process.send_signal(number)
    told, complaints = process.communicate(timeout=120)
    assert process.returncode == 0, complaints
    assert told.startswith("interrupted")
    header = read_header(folder / "checkpoint.safetensors")
    steps = header["training"]["steps"]
    assert steps == int(told.split()[1])
    process = begin(changed(lasting, "budget", steps=steps + 300), folder, tmp_path / "settings.toml", "resume")
    told, complaints = process.communicate(timeout=300)
    assert told.startswith("done"), complaints
    assert steps + 300 <= int(told.split()[1]) < steps + 600


@pytest.mark.slow
def test_trap_f2_a_killed_run_is_resumed_with_the_same_pool(lasting, tmp_path):
    folder = tmp_path / "run"
    process = begin(lasting, folder, tmp_path / "settings.toml")
    wait_for(folder / "checkpoint.safetensors", process)
    time.sleep(3)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    header, tensors = read(folder / "checkpoint.safetensors")
    run = Run(lasting, folder)
    run.restore()
    assert run.pool.describe() == header["training"]["pool"]
    assert run.pool.taken > 0
    assert digest(run.pool.tensors()) == digest(part(tensors, "pool."))
    assert run.model.num_timesteps == header["training"]["steps"] > 0


# ------------------------------------------------------------------------------------------------- strength
def test_a_shared_first_place_counts_in_parts():
    returns = np.array([[1, -1, 0], [0.5, 0.5, -1], [0, 0, 0]], np.float32)
    assert won(returns, 0, np.arange(3)).tolist() == [1, 0.5, 1 / 3]
    against_two = np.array([[1, -1, -1], [-1, 1, 1], [0, 0, 0]], np.float32)
    assert won(against_two, 0, np.array([0, 1, 1])).tolist() == [1, 0, 0.5], "a side of two counts once"
    assert won(against_two, 2, np.array([0, 1, 1])).tolist() == [0, 1, 0.5]


def test_equal_players_stand_even_and_the_deals_are_paired():
    games = covenant_v0.vector_env(200, mode="conflict")
    standing = stand(games, make_player("random"), "random", 1)
    assert standing.games == 400 and standing.share == 0.5, "the same game twice, with the seats swapped"
    assert stand(games, make_player("random"), "random", 1) == standing


# ------------------------------------------------------------------------------------------------- one side
OKKO = {
    "options": {"num_heroes": 2, "scenario": "vigil", "max_turns": 2},
    "budget": {"minutes": None, "steps": 64},
    "games": {"num_envs": 4},
    "lessons": {"drills": 1, "games": 8},
    "ppo": {"hidden": [8], "steps": 8, "batch": 16, "epochs": 1},
    "evaluation": {"every_minutes": 100, "deals": 2, "panel": ["random"]},
}


def test_a_side_is_whoever_plays_it_at_each_table():
    tables = [{"options": {"num_heroes": count, "scenario": "investigation"}} for count in (1, 3)]
    config = settle(shipped("okko"), OKKO, {"seat": "heroes", "tables": tables})
    specs = [okko_v0.vector_env(1, **options).game_spec for options in config.table_options]
    assert [learner_seats(spec, config) for spec in specs] == [(1,), (1, 2, 3)]
    of_one = msgspec.structs.replace(config, seat="hero_2")
    assert learner_seats(specs[1], of_one) == (3,)
    with pytest.raises(
        ConfigError, match="seat = 'hero_2' is not possible at a table of 2 seats; allowed: each, oni_0, hero_0"
    ):
        learner_seats(specs[0], of_one)


@pytest.mark.parametrize(("seat", "own", "other"), [("oni_0", (0,), "hero_"), ("heroes", (1, 2), "oni_0")])
def test_trap_f7_either_side_of_okko_is_trained_and_keeps_to_its_side(seat, own, other, tmp_path):
    result = quietly(settle(shipped("okko"), OKKO, {"seat": seat}), tmp_path)
    assert result.standings["random"]["games"] == 2, "each deal once, on the own side"
    assert read_header(tmp_path / "player.safetensors")["seat"] == seat
    games = okko_v0.vector_env(2, **OKKO["options"])
    player = PpoPlayer(tmp_path)
    games.play_out([player if s in own else "random" for s in range(3)], 1, seed=1)
    with pytest.raises(CheckpointError, match=f"was trained to play {seat} and cannot play {other}"):
        games.play_out([player] * 3, 1, seed=1)


def test_copies_of_a_learner_cannot_play_the_other_side(tmp_path):
    with pytest.raises(
        ConfigError, match=r"opponents.snapshots = 0.5: copies of a learner of heroes cannot play oni_0"
    ):
        quietly(settle(shipped("okko"), OKKO, {"opponents": {"snapshots": 0.5}}), tmp_path)
    with pytest.raises(
        ConfigError, match="seat = 'hero' is not possible; allowed: each, oni_0, hero_0, hero_1, heroes"
    ):
        quietly(settle(shipped("okko"), OKKO, {"seat": "hero"}), tmp_path)


@pytest.mark.slow
def test_a_minute_of_training_beats_random(tiny, tmp_path):
    overlay = {
        "options": {"mode": "year"},
        "budget": {"minutes": None, "steps": 150_000},
        "games": {"num_envs": 64},
        "lessons": {"share": 0},
        "ppo": {
            "hidden": [128],
            "steps": 64,
            "batch": 1024,
            "epochs": 3,
            "learning_rate": 1e-3,
            "final_learning_rate": 1e-4,
            "entropy": 0.01,
        },
        "opponents": {"random": 1.0, "snapshots": 0.0},
        "evaluation": {"deals": 100},
    }
    config = settle(msgspec.to_builtins(tiny), overlay)
    result = quietly(config, tmp_path)
    assert result.standings["random"]["low"] > 0.6
    games = covenant_v0.vector_env(100)
    assert stand(games, PpoPlayer(tmp_path), "random", 7).low > 0.6


def test_a_run_without_anything_left_to_do_says_so(tiny, tmp_path):
    quietly(tiny, tmp_path)
    with pytest.raises(ConfigError, match=r"has used up its budget: .* 512 decisions; .* give more by --minutes or"):
        quietly(tiny, tmp_path, resume=True)
