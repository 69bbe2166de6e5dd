"""Replays: recorded, written, read, verified, shown."""

from __future__ import annotations

import gzip
import json
from itertools import pairwise

import msgspec
import numpy as np
import pytest
from games import CASES, ONE_EACH, Case, pick, play

from shugyo.envs.core.replay import (
    Recorder,
    Replay,
    ReplayError,
    make_replay,
    read_replays,
    replay_frames,
    verify_replay,
    write_replays,
)

every_case = pytest.mark.parametrize("case", CASES, ids=str)
each_game = pytest.mark.parametrize("case", ONE_EACH, ids=str)


def a_replay(case: Case, seed: int = 1, **options) -> Replay:
    env = case.env(**options)
    env.reset(seed=seed)
    play(env, np.random.default_rng(seed))
    return env.unwrapped.replay()


@every_case
def test_what_an_env_played_is_written_read_and_verified(case: Case, tmp_path):
    replays = [a_replay(case, seed) for seed in (1, 2)]
    for name in ("games.jsonl", "games.jsonl.gz"):
        write_replays(tmp_path / name, replays)
        assert read_replays(tmp_path / name, game=case.module.game) == replays
    assert [file.name for file in sorted(tmp_path.iterdir())] == ["games.jsonl", "games.jsonl.gz"]
    assert all(replay.over for replay in replays)


@every_case
@pytest.mark.parametrize("seed", [4, [4, 5, 4]])
def test_what_a_vector_env_played(case: Case, seed):
    venv = case.vector_env(3, observation_dtype="int8")
    venv.reset(seed=seed)
    recorder, rng, ended = Recorder(venv), np.random.default_rng(0), []
    while len(recorder.replays) < 5:
        where = rng.random(3) < 0.8
        actions = np.array([pick(mask, rng) for mask in venv.slots.mask])
        _, rewards, *_, infos = recorder.step(actions, where)
        ended += rewards[infos["ended"]].tolist()
    assert [replay.returns for replay in recorder.replays] == ended
    for replay in recorder.replays:
        verify_replay(replay, case.module.game)


@each_game
def test_a_game_that_a_foul_ended(case: Case):
    env = case.env(on_illegal="terminate")
    env.reset(seed=1)
    play(env, np.random.default_rng(0), 3)
    env.step(-1)
    replay = env.unwrapped.replay()
    assert replay.actions[-1] == -2
    assert replay.returns == list(env.rewards.values())
    verify_replay(replay, case.module.game)


@every_case
def test_a_running_game_and_limits(case: Case):
    env = case.env(max_decisions=40)
    env.reset(seed=1)
    play(env, np.random.default_rng(0), 2)
    assert not env.unwrapped.replay().over
    verify_replay(env.unwrapped.replay(), case.module.game)
    loaded = case.env(max_decisions=40)
    loaded.load(env.save())
    assert loaded.unwrapped.replay() == env.unwrapped.replay()
    play(env, np.random.default_rng(0))
    verify_replay(env.unwrapped.replay(), case.module.game)


# ------------------------------------------------------------------------------------------------- errors
@each_game
def test_errors_name_file_line_and_step(case: Case, tmp_path):
    good, path = a_replay(case), tmp_path / "games.jsonl"
    last = len(good.actions)
    changes = {
        rf"line 2: step {last}: returns was": {"returns": [0.25] * len(good.returns)},
        r"line 2: step 0: the state is not what it was": {"seed": good.seed + 1},
        rf"line 2: step {last}: the state is not what it was": {"digests": [*good.digests[:-1], "0" * 32]},
        r"line 2: step 2: action .* is not legal": {"actions": [*good.actions[:2], 10_000, *good.actions[3:]]},
        r"line 2: played under rules 00, here they are": {"rules_hash": "00"},
        r"line 2: its options are not possible here: .* no option 'colour'": {"options": {"colour": 1}},
        r"line 2: a game of chess_v6, not of": {"env_id": "chess_v6"},
        r"line 2: the replay has format 2; this version reads format 1": {"format": 2},
    }
    for message, change in changes.items():
        write_replays(path, [good, msgspec.structs.replace(good, **change)])
        with pytest.raises(ReplayError, match=f"games.jsonl, {message}"):
            read_replays(path, game=case.module.game)
        assert len(read_replays(path, verify=False)) == 2
    for line in ("{}", "nonsense", json.dumps({"seed": 1})):
        path.write_text(line + "\n")
        with pytest.raises(ReplayError, match=r"games.jsonl, line 1: "):
            read_replays(path)


@each_game
def test_files_that_are_cut_short_or_misnamed(case: Case, tmp_path):
    path = tmp_path / "games.jsonl.gz"
    write_replays(path, [a_replay(case)])
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(ReplayError, match="damaged or cut short"):
        read_replays(path)
    for name in ("games.json", "games.gz"):
        with pytest.raises(ValueError, match=r"is named \*.jsonl"):
            write_replays(tmp_path / name, [])
        with pytest.raises(ValueError, match=r"is named \*.jsonl"):
            read_replays(tmp_path / name)


def test_a_write_that_fails_leaves_the_old_file(tmp_path):
    replay, path = a_replay(CASES[1]), tmp_path / "games.jsonl"
    write_replays(path, [replay])

    def failing():
        yield replay
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        write_replays(path, failing())
    assert [file.name for file in tmp_path.iterdir()] == ["games.jsonl"]
    assert read_replays(path, game=CASES[1].module.game) == [replay]


def test_the_same_games_give_the_same_file(tmp_path):
    for name in ("a.jsonl.gz", "b.jsonl.gz"):
        write_replays(tmp_path / name, [a_replay(CASES[1])])
    a, b = ((tmp_path / f"{name}.jsonl.gz").read_bytes() for name in "ab")
    assert a == b
    assert json.loads(gzip.decompress(a))["env_id"] == "lanterns_v0"


def test_a_game_of_the_package_is_found_by_its_name(tmp_path):
    replay = a_replay(ONE_EACH[1])
    verify_replay(replay)
    with pytest.raises(ReplayError, match="there is no game lanterns_v0"):
        verify_replay(a_replay(ONE_EACH[0]))


# ------------------------------------------------------------------------------------------------- pictures
@every_case
def test_frames(case: Case):
    replay, game = a_replay(case, max_decisions=60), case.module.game
    everything = list(replay_frames(replay, reveal=True, game=game))
    assert len(everything) == len(replay.actions) + 1
    public = list(replay_frames(replay, game=game))
    assert all(before != after for before, after in pairwise(public))
    assert 1 < len(public) <= len(everything)


def test_trap_g1_frames_of_a_seat_do_not_tell_whether_others_were_asked():
    # Whether a seat that has looked at the deck is asked, depends in lanterns on the hand it has; with auto_forced off
    # the last lantern is asked for, and the other seats' pictures stay the same.
    case = CASES[1]
    quiet, asked = a_replay(case, seed=3), None
    options = case.module.options(case.options | {"auto_forced": False})
    env = case.env(auto_forced=False)
    env.reset(seed=3)
    wanted = iter(quiet.actions)
    for _ in env.agent_iter():
        legal = env.legal_actions(env.agent_selection)
        if not legal:
            env.step(None)
        else:
            env.step(legal[0] if len(legal) == 1 else next(wanted))
    asked = make_replay(case.module.game, options, seed=3, actions=env.unwrapped.actions)
    assert len(asked.actions) > len(quiet.actions)
    for seat in range(3):
        frames = [list(dict.fromkeys(replay_frames(each, seat=seat, game=case.module.game))) for each in (quiet, asked)]
        assert set(frames[0]) <= set(frames[1])
