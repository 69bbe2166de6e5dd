"""What the estimate makes of a position: fair, bounded, exact at the end, in the order of what is good, and telling."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
from games.estimates import check_estimates, check_random_games, opening, random_games, values_of

from shugyo.benchmarks.estimates import Setting, collect, error, estimated, plain
from shugyo.envs.daimyo.game import GAME
from shugyo.envs.daimyo.state import REINFORCEMENT

SETUPS = [
    *({"num_players": n} for n in (2, 3, 4, 5)),
    {"num_players": 4, "nemesis": True, "expansions": (1, 2)},
    {"num_players": 3, "heroes": "beginner"},
    {"boss_rush": True},
]
each_setup = pytest.mark.parametrize("options", SETUPS, ids=str)


@each_setup
def test_random_games(options):
    check_random_games(GAME, {**options, "max_turns": 12}, n=4, look=60)


def test_random_games_to_their_ends():
    check_random_games(GAME, {"num_players": 2}, n=4, look=200)


@pytest.mark.nojit
@each_setup
def test_first_decisions(options):
    for tables, states, returns in islice(random_games(GAME, options, 1, 3), 4):
        check_estimates(tables, states, returns)


# ---------------------------------------------------------------------------------------------- worked positions
class Position:
    """The opening of a game, to be changed."""

    def __init__(self, **options) -> None:
        self.tables, self.states = opening(GAME, options or {"num_players": 2})
        self.t, self.s = self.tables[0], self.states[0]

    @property
    def value(self) -> float:
        """What the first seat may expect."""
        return float(values_of(self.tables, self.states)[0, 0])

    def give(self, card: int, n: int = 1, seat: int = 0) -> Position:
        self.s["discard"][seat, card] += n
        self.s["discard_size"][seat] += n
        return self

    def let_fall(self, petals: int) -> Position:
        self.s["petals"] -= petals
        return self

    def best(self, column: str) -> int:
        """The reinforcement with most in a column of the tables."""
        return int(np.argmax(np.where(self.t["card_kind"] == REINFORCEMENT, self.t[column], -1)))

    def points(self) -> int:
        """A card with a victory point or more, and with the least of anything else."""
        return int(np.argmin(np.where(self.t["card_vp"] > 0, self.t["card_cost"] + self.t["card_bonus"].sum(1), 99)))


def in_order(*values: float) -> bool:
    return list(values) == sorted(set(values))


def test_victory_points_count_the_more_the_later_it_is():
    card = Position().points()
    assert in_order(
        Position().give(card, 3, seat=1).value,
        Position().give(card, 1, seat=1).value,
        Position().value,
        Position().give(card, 1).value,
        Position().give(card, 3).value,
    )
    gains = [Position().let_fall(n).give(card, 3).value - Position().let_fall(n).value for n in (0, 20, 40)]
    assert in_order(0.0, *gains)


def test_a_good_deck_is_worth_something():
    card = Position().best("card_cost")
    assert Position().give(card, seat=1).value < Position().value < Position().give(card).value


def test_of_two_cards_of_one_price_the_more_useful_one_is_better():
    def with_card(name):
        position = Position()
        names = [bytes(letters).rstrip(b"\0").decode() for letters in position.t["card_name"]]
        card = names.index(name)
        assert (position.t["card_cost"][card], position.t["card_vp"][card]) == (5, 0)
        return position.give(card).value

    assert with_card("Suzume, Snare of Iga") < with_card("Tomoko Asai")  # two mon; a mon and a card to draw


def test_boss_rush_is_about_nemeses_and_petals():
    def rush(beaten, fallen):
        position = Position(boss_rush=True).let_fall(fallen)
        position.s["beaten"] = beaten
        return position.value

    assert in_order(*(rush(beaten, 10) for beaten in range(5)))
    assert in_order(*(rush(2, fallen) for fallen in (45, 30, 10)))
    assert rush(2, 49) > 2 * 2 / 6 - 1  # what has been won is kept


def test_a_wounded_nemesis_is_nearly_a_beaten_one():
    def rush(left):
        position = Position(boss_rush=True)
        nemesis = int(np.flatnonzero(position.t["character_boss_hit_points"] > 1)[0])
        position.s["nemesis"], position.s["hit_points"] = nemesis, left
        return position.value, int(position.t["character_boss_hit_points"][nemesis])

    _, full = rush(1)
    assert rush(1)[0] > rush(full)[0]


# ---------------------------------------------------------------------------------------------- prediction
@pytest.mark.parametrize(
    ("options", "look", "most"),
    [({"num_players": 2}, 40, 0.55), ({"num_players": 4}, 80, 0.55), ({"boss_rush": True}, 15, 0.65)],
    ids=str,
)
def test_it_predicts(options, look, most):
    """In the middle half of 200 games: better than always 0 by what `most` says, and better than the plain score."""
    found = collect(GAME, Setting(options, look), 200, 5)
    middle = (found.stage == 1) | (found.stage == 2)
    returns = found.returns[middle]
    told = error(estimated(found)[middle], returns)
    assert told < most * error(np.zeros_like(returns), returns)
    assert told < error(plain(found, 12.0)[middle], returns)
