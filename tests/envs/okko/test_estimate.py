"""What the estimate makes of a position: fair, bounded, exact at the end, in the order of what is good, and telling."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
from games.estimates import check_estimates, check_random_games, opening, random_games, values_of

from shugyo.benchmarks.estimates import Setting, collect, error, estimated, plain
from shugyo.envs.okko.game import GAME
from shugyo.envs.okko.state import (
    ALARM,
    BLUE,
    BY_UNMASKING,
    DEFAMATORY,
    DISHONORABLE,
    EMBARRASSING,
    HAND,
    HERO_MEMOIR,
    MISSION_MEMOIR,
    RED,
    STAMINA,
    THE_HEROES,
    THE_ONI,
    UNMASKED,
)

ROWS = [
    *({"scenario": scenario, "num_heroes": n} for scenario in ("initiation", "vigil") for n in (1, 2)),
    *({"scenario": scenario, "num_heroes": n} for scenario in ("investigation", "masks") for n in (1, 2, 3, 4)),
]
each_row = pytest.mark.parametrize("options", ROWS, ids=str)


@each_row
def test_random_games(options):
    check_random_games(GAME, {**options, "max_turns": 5}, n=4, look=50)


def test_random_games_to_their_ends():
    check_random_games(GAME, {"num_heroes": 2}, n=4, look=100)


@pytest.mark.nojit
@pytest.mark.parametrize("options", [ROWS[0], ROWS[5], ROWS[-1]], ids=str)
def test_first_decisions(options):
    for tables, states, returns in islice(random_games(GAME, options, 1, 3), 4):
        check_estimates(tables, states, returns)


# ---------------------------------------------------------------------------------------------- worked positions
class Position:
    """The opening of a game, to be changed; `oni` is what the Oni may expect."""

    def __init__(self, scenario: str = "investigation", num_heroes: int = 2) -> None:
        self.tables, self.states = opening(GAME, {"scenario": scenario, "num_heroes": num_heroes})
        self.t, self.s = self.tables[0], self.states[0]

    @property
    def oni(self) -> float:
        return float(values_of(self.tables, self.states)[0, 0])

    def battle(self) -> Position:
        self.s["battle"], self.s["memoir"][UNMASKED] = BY_UNMASKING, BLUE
        return self

    def recollections(self, colour: int, *rows: int) -> Position:
        self.s["memoir"][list(rows)] = colour
        return self

    def wound(self, hero: int, n: int) -> Position:
        for _ in range(n):
            card = int(np.flatnonzero(self.t["wound_exists"] & (self.s["wound_owner"] < 0))[0])
            self.s["wound_owner"][card], self.s["wound_place"][card] = hero, HAND
        return self

    def hit_oni(self, share: float) -> Position:
        kind = int(self.t["clue_oni"][self.s["nature"]])
        self.s["damage"][self.t["kind_first"][kind]] = round(share * int(self.t["kind_stat"][kind, STAMINA]))
        return self

    def progress(self, side: int, n: int) -> Position:
        mission = int(np.flatnonzero(self.t["mission_exists"])[0])
        self.s["progress"][mission, side] = n
        return self


def in_order(*values: float) -> bool:
    return list(values) == sorted(set(values))


def test_points_before_the_battle():
    red = [Position().recollections(RED, *rows).oni for rows in ([], [EMBARRASSING], [EMBARRASSING, ALARM])]
    blue = Position().recollections(BLUE, MISSION_MEMOIR).oni
    assert in_order(blue, *red)


def test_progress_of_a_mission_is_a_part_of_its_points():
    assert in_order(
        Position().recollections(BLUE, MISSION_MEMOIR).oni,
        Position().progress(THE_HEROES, 3).oni,
        Position().progress(THE_HEROES, 1).oni,
        Position().oni,
        Position().progress(THE_ONI, 2).oni,
        Position().progress(THE_ONI, 4).oni,
        Position().recollections(RED, MISSION_MEMOIR).oni,
    )


def test_the_final_battle_is_about_the_onis_life_and_that_of_the_heroes():
    assert in_order(*(Position().battle().hit_oni(share).oni for share in (0.9, 0.5, 0.0)))
    assert in_order(*(Position().battle().wound(0, n).oni for n in (0, 1, 2)))


def test_one_hero_close_to_death_is_worse_than_two_who_are_hurt():
    assert Position().battle().wound(0, 2).oni > Position().battle().wound(0, 1).wound(1, 1).oni


def test_a_fallen_hero_opens_the_escape():
    fallen, open_too = (Position().battle().recollections(RED, HERO_MEMOIR) for _ in range(2))
    for position in (fallen, open_too):
        position.s["alive"][0] = 0
    open_too.s["escape_open"] = 1
    assert Position().battle().oni < fallen.oni < open_too.oni


def test_the_battle_does_not_matter_to_who_is_too_far_behind():
    """The Heroes lead by more than the escape is worth: escape or not, they win; and likewise the Oni."""
    swing = []
    for rows, colour in ((0, 0), (1, BLUE), (1, RED)):
        values = []
        for share, opened in ((0.0, 1), (0.9, 0)):
            position = Position().battle().hit_oni(share)
            if rows:
                mine = [MISSION_MEMOIR, *range(MISSION_MEMOIR + 1, MISSION_MEMOIR + 3), HERO_MEMOIR, HERO_MEMOIR + 1]
                reds = [EMBARRASSING, DEFAMATORY, DISHONORABLE, ALARM, *mine]
                position.t["memoir_size"][mine + reds] = 0  # large ones
                position.recollections(colour, *(mine if colour == BLUE else reds))
            position.s["escape_open"] = opened
            values.append(position.oni)
        swing.append(values)
    (good, bad), behind, ahead = swing
    assert good - bad > 0.5
    assert max(behind) < -0.95
    assert min(ahead) > 0.95


def test_a_race_for_the_objective():
    def race(oni, heroes):
        return Position("initiation").progress(THE_ONI, oni).progress(THE_HEROES, heroes).oni

    assert in_order(race(0, 9), race(0, 5), race(0, 0), race(5, 0), race(8, 0))
    assert race(4, 4) > race(4, 8)
    assert Position("initiation").wound(0, 2).oni > Position("initiation").oni


# ---------------------------------------------------------------------------------------------- prediction
@pytest.mark.parametrize(
    ("options", "look", "most"),
    [
        (ROWS[1], 14, 0.9),
        pytest.param({"scenario": "masks", "num_heroes": 3}, 35, 0.9, marks=pytest.mark.slow),
        pytest.param({"scenario": "investigation", "num_heroes": 4}, 45, 0.95, marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_it_predicts(options, look, most):
    """In the middle half of 200 games: better than always 0 by what `most` says, and better than the plain score."""
    found = collect(GAME, Setting(options, look), 200, 5)
    middle = (found.stage == 1) | (found.stage == 2)
    returns = found.returns[middle]
    told = error(estimated(found)[middle], returns)
    assert told < most * error(np.zeros_like(returns), returns)
    assert told < error(plain(found, 6.0)[middle], returns)
