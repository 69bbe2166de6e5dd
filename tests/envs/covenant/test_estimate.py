"""What the estimate makes of a position: fair, bounded, exact at the end, in the order of what is good, and telling."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
from games.estimates import check_estimates, check_random_games, opening, random_games, values_of

from shugyo.benchmarks.estimates import Setting, collect, error, estimated, plain
from shugyo.envs.covenant.game import GAME
from shugyo.envs.covenant.state import CLUBS

SETUPS = [*({"num_players": n} for n in (2, 3, 4, 5)), {"mode": "conflict"}, {"mode": "mini"}]
each_setup = pytest.mark.parametrize("options", SETUPS, ids=str)


@each_setup
def test_random_games(options):
    check_random_games(GAME, options, look=5 if "mode" in options else 60)


def test_a_game_that_is_cut_off():
    check_random_games(GAME, {"num_players": 3, "max_turns": 2}, look=60)


@pytest.mark.nojit
@each_setup
def test_first_decisions(options):
    for tables, states, returns in islice(random_games(GAME, options, 2, 3), 4):
        check_estimates(tables, states, returns)


# ---------------------------------------------------------------------------------------------- worked positions
def value(options, seat=0, **fields) -> float:
    """A seat's value at the opening of a game in which some fields are changed: arrays from their first entries."""
    tables, states = opening(GAME, options)
    for name, given in fields.items():
        if np.ndim(given) == 0:
            states[name] = given
        else:
            states[name][0, : len(given)] = given
    return float(values_of(tables, states)[0, seat])


@pytest.mark.parametrize("n", [2, 5])
def test_renown_counts_the_more_the_later_it_is(n):
    def with_lead(lead, season):
        return value({"num_players": n}, renown=[4 + lead, *[4] * (n - 1)], turn=season, votes=[5] * n)

    for season in range(4):
        leads = [with_lead(lead, season) for lead in (-3, -1, 0, 1, 3)]
        assert leads == sorted(set(leads))
    gains = [with_lead(2, season) - with_lead(0, season) for season in range(4)]
    assert gains == sorted(set(gains))


def test_votes_are_better_than_none_and_worse_than_as_much_renown():
    base = value({}, renown=[3, 3], votes=[5, 5])
    assert base < value({}, renown=[3, 3], votes=[8, 5]) < value({}, renown=[6, 3], votes=[5, 5])


def test_blame_matters_with_the_covenant_about_to_fall():
    def blamed(blame, harm):
        return value({}, renown=[3, 3], blame=[blame, 0], covenant_value=[2] * 5, covenant_harm=harm)

    safe, shaken, falling = [0] * 5, [2, 1, 0, 0, 0], [2, 2, 2, 0, 0]
    losses = [blamed(0, harm) - blamed(3, harm) for harm in (safe, shaken, falling)]
    assert 0 < losses[0] < losses[1] < losses[2]


def test_harm_to_a_mage_is_bad_for_it():
    hurt, whole = [1, *[0] * 15], [0] * 16
    assert value({}, harm=[hurt, whole]) < value({}, harm=[whole, whole]) < value({}, harm=[whole, hurt])


def test_tricks_of_the_running_conflict():
    def won(own, other):
        return value({"mode": "conflict"}, fighter=[0, 1], wins=[own, other])

    order = [won(0, 2), won(0, 1), won(1, 1), won(1, 0), won(2, 0)]
    assert order == sorted(set(order))


def test_a_trick_that_is_led_is_as_good_as_the_lead():
    def lying(own, other):  # ranks of clubs, of which each counts two more by the type named (M3)
        cards = [13 * CLUBS + own - 2, 13 * CLUBS + other - 2]
        return value({"mode": "mini"}, trick_card=cards, committed=[1, 1])

    assert lying(2, 4) < lying(2, 3) < lying(3, 2) < lying(4, 2)


# ---------------------------------------------------------------------------------------------- prediction
@pytest.mark.parametrize(
    ("options", "most"), [({"num_players": 2}, 0.9), ({"num_players": 4}, 0.8), ({"mode": "conflict"}, 0.75)], ids=str
)
def test_it_predicts(options, most):
    """In the middle half of 200 games: better than always 0 by what `most` says, and better than the plain score."""
    found = collect(GAME, Setting(options, 5 if "mode" in options else 30), 200, 5)
    middle = (found.stage == 1) | (found.stage == 2)
    returns = found.returns[middle]
    told = error(estimated(found)[middle], returns)
    assert told < most * error(np.zeros_like(returns), returns)
    assert told < error(plain(found, 4.0)[middle], returns)
