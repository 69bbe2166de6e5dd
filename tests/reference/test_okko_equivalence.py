"""The compiled engine of Okko Chronicles and the plain reference say the same of the same positions.

Positions come from random games and are shaken by hand. Attacks, Tests and draws are carried out with the same random
words; programs of talents and missions do not run in what is compared, their modifiers are plain numbers for the
reference. The normal run looks at a few hundred positions, the slow one at thousands, and at what occurred in them:
agreement on what never happens would prove nothing.
"""

from __future__ import annotations

from collections import Counter

import pytest

from .okko_ground import Ground
from .okko_rounds import (
    CORRUPTION_SPACE,
    CORRUPTION_TILE,
    CORRUPTION_TOKEN,
    ENHANCEMENT,
    HERO_ACTION,
    MOVE_SPACE,
    REORGANISE,
    SNEAK_SPACE,
    SURROUND_FIGURE,
    SURROUND_SPACE,
    TEST_PLACE,
    Rounds,
)

SETTINGS = [
    ("investigation", 4, {}),
    ("masks", 4, {"A5": "space", "A8": "all", "A35": "end"}),
    ("masks", 2, {"A1": "any", "A9": "final_battle"}),
    ("investigation", 1, {"A5": "space", "A1": "any"}),
    ("vigil", 2, {}),
    ("initiation", 2, {"A35": "end"}),
]
"""Scenario, number of Heroes, rule options."""

CHOICES = (MOVE_SPACE, SNEAK_SPACE, SURROUND_FIGURE, SURROUND_SPACE, TEST_PLACE)
"""Decisions of games whose choices are compared."""

pytestmark = pytest.mark.xdist_group("okko equivalence")  # whose entry points take a minute to compile

each_setting = pytest.mark.parametrize(("scenario", "heroes", "rules"), SETTINGS, ids=lambda value: str(value))


def look(scenario, heroes, rules, games, mean):
    """Positions of some games, each looked at from all sides.

    Args:
        scenario, heroes, rules: of the game.
        games: how many.
        mean: how many states there are to each that is looked at.
    """
    pair = Ground(scenario, heroes, **rules)
    for game in range(games):
        for state in pair.states(game):
            if pair.rng.random() < 1 / mean:
                pair.prohibit(0.6)
                shaken = pair.shaken(state)
                pair.compare_moves(shaken)
                pair.compare_board(shaken, 30)
                pair.compare_stats(shaken)
                pair.compare_attacks(shaken, 12)
                pair.compare_tests(shaken)
    return pair.seen


def follow(scenario, heroes, rules, games):
    """The track, the ends of rounds, the Memoirs and some of the choices of a number of games."""
    pair = Rounds(scenario, heroes, **rules)
    for game in range(games):
        pair.track = None
        pair.prohibit(game % 3 / 2)
        freeze = game % 5 == 4
        for state in pair.states(game):
            asked, legal = int(state["decision"][0]), pair.game.legal()
            if asked >= CORRUPTION_TOKEN:
                pair.follow_track(state, legal)
            if asked in CHOICES:
                pair.compare_choices(state, legal)
            if asked == HERO_ACTION and pair.rng.random() < 0.1:
                pair.arm(state)
            if asked == REORGANISE:
                pair.compare_round_end(state)
                state["frozen"] = freeze and state["turn"][0] > 2
            if pair.still[0]["investigation"] and pair.rng.random() < 1 / 20:
                pair.compare_memoirs(state)
    return pair.seen


@each_setting
def test_positions(scenario, heroes, rules):
    look(scenario, heroes, rules, 1, 40 if heroes == 4 else 15)


@each_setting
def test_rounds(scenario, heroes, rules):
    follow(scenario, heroes, rules, 4)


@pytest.mark.slow
def test_many_positions_and_what_occurs_in_them():
    seen = Counter()
    for scenario, heroes, rules in SETTINGS:
        seen += look(scenario, heroes, rules, 5 if heroes == 4 else 15, 10)
    wanted = {"moves", "sneaking ways", "entries twice", "sight", "no sight", "melee", "ranged", "no attack", "success"}
    wanted |= {"failure", "elimination", "push", "alarm", "passed", "failed", "passed without a roll"}
    assert not {name: seen[name] for name in wanted if seen[name] < 20}


@pytest.mark.slow
def test_many_rounds_and_what_occurs_in_them():
    seen = Counter()
    for setting in SETTINGS:
        seen += follow(*setting, 40)
    asked = (CORRUPTION_TOKEN, CORRUPTION_TILE, CORRUPTION_SPACE, ENHANCEMENT, *CHOICES)
    wanted = {f"asked {decision}" for decision in asked} | {"ends of rounds", "eliminated", "all eliminated", "Kami"}
    wanted |= {"winner heroes", "winner oni", "winner draw", "Personal Missions", "Test from afar"}
    wanted |= {"eliminated with follower", "eliminated with courtier", "eliminated with kami"}
    assert not {name: seen[name] for name in wanted if seen[name] < 5}


@pytest.mark.slow
@each_setting
def test_every_pair_of_spaces(scenario, heroes, rules):
    pair = Ground(scenario, heroes, **rules)
    pair.game.begin(0)
    pair.compare_every_line(pair.shaken(pair.game.slots.states))
