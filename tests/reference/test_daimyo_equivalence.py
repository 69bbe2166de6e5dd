"""The compiled engine of Daimyo's Fall and the plain reference play the same game.

Both are given the same actions and the same random words. After every step all that lies on the table and all that is
counted must agree, and the legal actions, the score and, at the end, the returns.

The normal run plays a few games of each set-up; the slow run plays all, and looks at what occurred in them: agreement
on what never happens would prove nothing.
"""

from __future__ import annotations

from collections import Counter

import pytest

from shugyo.envs.daimyo.game import GAME
from shugyo.envs.daimyo.state import EVENT_NAMES

from .daimyo import Setup
from .daimyo_effects import Effects
from .daimyo_random_content import random_content
from .daimyo_setups import CASES, EVERYTHING, Case, Sampler
from .sampling import BuiltIn

TABLES = [
    Setup(2, nemesis=True, expansions=(1, 2)),
    Setup(3, nemesis=True, expansions=(2,)),
    Setup(4, nemesis=True, beginner=True),
    Setup(5, expansions=(1, 2)),
    Setup(1, boss_rush=True, expansions=(1, 2)),
]
"""How random content is played."""

each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
INSTRUCTIONS = {name.removeprefix("do_") for name in vars(Effects) if name.startswith("do_")}


def sampled(case, games):
    pair = case.lockstep()
    for game in range(games):
        pair.play(game, Sampler(f"{case.name} {game}", case.setup.players))
    return pair.seen


def by_built_in_players(case, games):
    pair = case.lockstep()
    for game in range(games):
        pair.play(10_000 + game, BuiltIn(f"{case.name} {game}", case.setup.players, len(GAME.scripted)))


@each_case
def test_random_games(case):
    sampled(case, 1)


@each_case
def test_scripted_games(case):
    by_built_in_players(case, 1)


@pytest.mark.slow
def test_all_random_games_and_what_occurs_in_them():
    seen = Counter()
    for case in CASES:
        seen += sampled(case, case.games)
    wanted = EVERYTHING | set(EVENT_NAMES) | {("op", name) for name in INSTRUCTIONS}
    assert not {name: seen[name] for name in wanted if seen[name] < 20}


@pytest.mark.slow
@each_case
def test_all_scripted_games(case):
    by_built_in_players(case, case.games // 8)  # they are long: about a thousand decisions


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 20))])
def test_random_content(seed):
    content = random_content(seed)
    assert sum(map(len, content.values())) > 35, "most of what was drawn has been refused"
    for setup in TABLES:
        sampled(Case(f"random {seed} {setup}", setup, 1, content), 1)
