"""Saves: what is refused, and that nothing changes then. That they go on bit-identically: test_aec and test_vector."""

from __future__ import annotations

import json

import numpy as np
import pytest
from games import CASES, ONE_EACH, Case, play

from shugyo.envs.core.save import CHECKSUM, SaveError, _checksum

each_game = pytest.mark.parametrize("case", ONE_EACH, ids=str)
POT = {"rules": {"pot": [5, 5, 5]}}


def saved(case: Case, **options) -> bytes:
    env = case.env(**options)
    env.reset(seed=1)
    play(env, np.random.default_rng(0), 4)
    return env.save()


def refuses(env, data: bytes, message: str) -> None:
    env.reset(seed=2)
    before = env.unwrapped.save()
    with pytest.raises(SaveError, match=message):
        env.load(data)
    assert env.unwrapped.save() == before


@each_game
def test_trap_c5_damaged_bytes(case: Case):
    data, env = saved(case), case.env()
    rng = np.random.default_rng(0)
    for end in (0, 3, 8, 20, len(data) // 2, len(data) - 1):
        refuses(env, data[:end], "not a save|damaged or cut short|format")
    for place in rng.integers(8, len(data), 30):
        damaged = bytearray(data)
        damaged[place] ^= 1 << rng.integers(8)
        refuses(env, bytes(damaged), "damaged or cut short")
    refuses(env, data + b"\0", "damaged")
    refuses(env, b"PK" + data, "not a save")
    refuses(env, "text", "a save is bytes, not str")
    refuses(env, data[:6] + b"\x09\x00" + data[8:], "format 9; this version reads format 1")


@each_game
def test_other_games_kinds_options_and_rules(case: Case):
    env, data = case.env(), saved(case)
    other = next(each for each in CASES if each.module is not case.module)
    refuses(env, saved(other), f"the game differs: the save is of '{other.module.game.env_id}'")
    venv = case.vector_env(1)
    venv.reset(seed=1)
    refuses(env, venv.save(), "the kind of environment differs")
    limit = case.options.get("max_turns")
    refuses(env, saved(case, max_turns=2), f"the options differ: the save has max_turns=2, here {limit}")
    seats = next(name for name in case.options if name.startswith("num_"))
    here = case.options[seats]
    refuses(env, saved(case, **{seats: here - 1}), f"the options differ: the save has {seats}={here - 1}, here {here}")
    header_end = 12 + int.from_bytes(data[8:12], "little")
    header = json.loads(data[12:header_end])
    header["rules_hash"] = "0" * 32
    text = json.dumps(header).encode()
    forged = data[:8] + len(text).to_bytes(4, "little") + text + data[header_end:-CHECKSUM]
    refuses(env, forged + _checksum(forged), "the rules or the content differ")


def test_other_content():
    case = CASES[1]
    refuses(case.env(), saved(case, content=POT), "the rules or the content differ")
    data = saved(case, content=POT)
    case.env(content={"rules": {"pot": [5, 5, 5]}}).load(data)


@each_game
def test_another_number_of_slots(case: Case):
    two, three = case.vector_env(2), case.vector_env(3)
    two.reset(seed=1)
    three.reset(seed=1)
    before = three.save()
    with pytest.raises(SaveError, match="the arrays differ"):
        three.load(two.save())
    assert three.save() == before


@each_game
def test_how_it_looks_does_not_matter(case: Case):
    data = saved(case, observation_dtype="int8", on_illegal="raise")
    env = case.env(observation_dtype="float32", on_illegal="terminate", render_mode="ansi")
    env.load(data)
    assert env.render()
    assert env.last()[0]["observation"].dtype == np.float32
