"""The compiled engine of covenant and the plain reference play the same game.

Both are given the same actions, and the chance outcomes of the first are handed to the second. After every step all
that is public and all that is hidden must agree, and the legal actions, the score and, at the end, the returns.

The normal run plays about a quarter of the games of each set-up; the slow run plays all, and counts what occurred in
them: agreement on what never happens would prove nothing.
"""

from __future__ import annotations

import pytest

from shugyo.envs.covenant.game import GAME

from .choosers import Sampler
from .lockstep import Lockstep
from .sampling import BuiltIn, EveryLine
from .setups import SETUPS, Setup

each_setup = pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup.name)
scripted_setups = [setup for setup in SETUPS if setup.scripted]
each_scripted_setup = pytest.mark.parametrize("setup", scripted_setups, ids=lambda setup: setup.name)
needs_scripted = pytest.mark.skipif(not GAME.scripted, reason="covenant has no scripted players yet")


def sampled(setup: Setup, games: int) -> Lockstep:
    pair = setup.lockstep()
    for game in range(games):
        pair.play(game, Sampler(f"{setup.name} {game}", setup.players))
    return pair


def by_built_in_players(setup: Setup, games: int) -> None:
    pair = setup.lockstep()
    for game in range(games):
        pair.play(10_000 + game, BuiltIn(f"{setup.name} {game}", setup.players, len(GAME.scripted)))


def too_rare(setup: Setup, pair: Lockstep, wanted: int) -> dict:
    return {name: pair.seen[name] for name in sorted(setup.expected(), key=str) if pair.seen[name] < wanted}


def quarter(games: int) -> int:
    return (games + 3) // 4


def test_size():
    assert sum(setup.games for setup in SETUPS) >= 2000
    assert sum(setup.scripted for setup in SETUPS) >= 500
    assert {(setup.mode, setup.players) for setup in SETUPS} >= {("year", n) for n in (2, 3, 4, 5)}


@each_setup
def test_random_games(setup):
    pair = sampled(setup, quarter(setup.games))
    assert not too_rare(setup, pair, setup.at_least[1])


@needs_scripted
@each_scripted_setup
def test_scripted_games(setup):
    by_built_in_players(setup, quarter(setup.scripted))


@pytest.mark.slow
@each_setup
def test_all_random_games(setup):
    pair = sampled(setup, setup.games)
    assert not too_rare(setup, pair, setup.at_least[0])


@needs_scripted
@pytest.mark.slow
@each_scripted_setup
def test_all_scripted_games(setup):
    by_built_in_players(setup, setup.scripted)


@pytest.mark.parametrize(
    ("name", "deal"),
    [("mini-1", 1), *(pytest.param(*case, marks=pytest.mark.slow) for case in (("mini-1", 0), ("mini-2", 1)))],
)
def test_every_line_of_play_of_a_mini_deal(name, deal):
    pair = next(setup for setup in SETUPS if setup.name == name).lockstep()
    line, lines = EveryLine(), 0
    while not line.done:
        pair.play(deal, line)
        line.advance()
        lines += 1
    assert lines > 100
