from __future__ import annotations

import math
import time
from dataclasses import replace

import choix
import numpy as np
import pytest
from games.tournaments import played, simulated

from shugyo.benchmarks.ratings.comparisons import comparisons
from shugyo.benchmarks.ratings.strength import POINTS, expected_share, fit, ratings

STRENGTH = np.array([0.8, 0.3, 0.0, -0.4, -0.7])
RING = [[0, 1, 2, 3], [1, 2, 3, 4], [2, 3, 4, 0], [3, 4, 0, 1], [4, 0, 1, 2]]


def test_points_are_those_of_elo():
    assert expected_share([0, 100, 400, -400]) == pytest.approx([0.5, 0.640, 10 / 11, 1 / 11], abs=1e-3)


def test_ratings_are_those_of_choix_on_the_padded_counts():
    games = simulated(STRENGTH, 50, np.random.default_rng(0))
    found = ratings(games, resamples=2)
    assert found.rating == pytest.approx(POINTS * choix.ilsr_pairwise_dense(comparisons(games).padded))
    assert found.rating.mean() == pytest.approx(0)
    assert (found.deals, found.games) == (50, 1000)


@pytest.mark.parametrize("spread", [0.5, 3.0, 6.0])
def test_many_matrices_are_fitted_as_choix_fits_one(spread: float):
    rng = np.random.default_rng(1)
    strength = rng.normal(0, spread, 7)
    chance = expected_share(POINTS * (strength[:, None] - strength))
    counts = rng.binomial(300, np.triu(chance, 1), size=(5, 7, 7))
    counts = np.triu(counts, 1) + (np.triu(300 - counts, 1)).swapaxes(-1, -2) + 0.5 * (1 - np.eye(7))
    one_by_one = [choix.ilsr_pairwise_dense(one, max_iter=10_000) for one in counts]
    assert fit(counts) == pytest.approx(np.array(one_by_one), abs=1e-6)


def test_ties_count_half():
    decided = played([[0, 1], [1, 0]] * 10, [[1, 0], [1, 0]] * 10, np.repeat(np.arange(10), 2), 2)
    tied = replace(decided, rank=np.full((20, 2), 1.5), share=np.full((20, 2), 0.5))
    assert ratings(decided).rating == pytest.approx([0, 0])
    assert ratings(tied).rating == pytest.approx([0, 0])
    rng = np.random.default_rng(2)
    games = simulated([0.7, 0.0], 4000, rng)
    often = rng.random(len(games)) < 0.5
    some = replace(games, rank=np.where(often[:, None], 1.5, games.rank))
    wins = (1 + expected_share(0.7 * POINTS) * 2) / 4  # half of the games are ties
    assert np.ptp(ratings(some, resamples=2).rating) == pytest.approx(POINTS * np.log(wins / (1 - wins)), abs=12)


def test_games_of_four_are_rated_as_by_maximum_likelihood():
    games = simulated(STRENGTH, 200, np.random.default_rng(3), lineups=RING, cards=0, taste=0)
    orders = [tuple(players[np.argsort(rank)]) for players, rank in zip(games.player, games.rank, strict=True)]
    exact = POINTS * choix.ilsr_rankings(5, orders)
    found = ratings(games)
    assert np.abs(found.rating - exact).max() < (found.high - found.low).min() / 4


@pytest.mark.parametrize(("lineups", "deals"), [(None, 80), (RING, 40)], ids=["two sides", "four sides"])
def test_intervals_hold_the_truth_as_often_as_they_say_and_intervals_over_games_do_not(lineups, deals: int):
    rng, held, apart, naive = np.random.default_rng(4), [], [], []
    truth = POINTS * (STRENGTH - STRENGTH.mean())
    for number in range(160):
        games = simulated(STRENGTH, deals, rng, lineups=lineups, cards=0.1, taste=0.7)
        found = ratings(games, resamples=300, seed=number)
        held.append((found.low <= truth) & (truth <= found.high))
        low, high = found.difference("B", "C")[1:]
        apart.append(low <= truth[1] - truth[2] <= high)
        if number < 60:
            found = ratings(replace(games, deal=np.arange(len(games))), resamples=300)
            naive.append((found.low <= truth) & (truth <= found.high))
    assert 0.93 <= np.mean(held) <= 0.97
    assert 0.91 <= np.mean(apart) <= 0.99
    assert np.mean(naive) < 0.85


def test_few_deals_of_many_independent_games_are_not_drawn_together():
    # Padded by more than a trial, the ratings would be too close to each other for intervals this narrow.
    rng, held, found = np.random.default_rng(15), [], []
    truth = POINTS * (STRENGTH - STRENGTH.mean())
    for number in range(160):
        one = ratings(simulated(STRENGTH, 12, rng, lineups=RING, cards=0, taste=0), resamples=300, seed=number)
        held.append((one.low <= truth) & (truth <= one.high))
        found.append(one.rating)
    assert np.mean(found, axis=0) == pytest.approx(truth, abs=5)
    assert 0.92 <= np.mean(held) <= 0.98


def test_a_player_against_itself_is_told_apart_as_seldom_as_promised():
    rng, told = np.random.default_rng(5), []
    for number in range(200):
        found = ratings(simulated([0.5, 0.5, -1.0], 50, rng), resamples=300, seed=number)
        low, high = found.difference("A", "B")[1:]
        told.append(not low <= 0 <= high)
    assert 0.02 <= np.mean(told) <= 0.09


def test_differences_on_the_same_deals_are_surer_than_the_two_ratings():
    found = ratings(simulated([0.3, 0.0, -0.3], 200, np.random.default_rng(6)))
    low, high = found.difference("A", "C")[1:]
    assert high - low < (found.high - found.low)[[0, 2]].sum()
    with pytest.raises(ValueError, match="no rating of 'Z'; there are A, B, C"):
        found.difference("A", "Z")


@pytest.mark.parametrize("deals", [20, 200])
def test_who_won_everything_has_a_rating_without_an_upper_end(deals: int):
    games = simulated([40.0, 0.0, 0.0, -40.0], deals, np.random.default_rng(7))
    found = ratings(games)
    assert found.groups == (("A",), ("B", "C"), ("D",))
    assert np.isfinite(found.rating).all() and found.high[0] == math.inf and found.low[3] == -math.inf
    assert np.isfinite(found.low[:3]).all() and np.isfinite(found.high[1:]).all()


def test_more_won_games_without_a_loss_prove_more():
    few, many = (ratings(simulated([40.0, 0.0], deals, np.random.default_rng(8))) for deals in (20, 200))
    # Of 20 deals all won, Jeffreys' interval for the share begins at 88.3 %; of 200 at 98.8 %.
    for found, share in ((few, 0.883), (many, 0.988)):
        assert expected_share(found.difference("A", "B").low) == pytest.approx(share, abs=0.02)
    assert many.rating[0] > few.rating[0]


def test_everybody_linked_by_wins_is_one_group():
    assert ratings(simulated(STRENGTH, 50, np.random.default_rng(9))).groups == (("A", "B", "C", "D", "E"),)


def test_one_deal_gives_ratings_and_no_certainty():
    found = ratings(played([[0, 1], [1, 0]] * 2, [[1, 0], [0, 1], [1, 0], [1, 0]], [0] * 4, 2))
    assert found.rating[0] > 0 > found.rating[1]
    assert found.low.tolist() == [-math.inf] * 2 and found.high.tolist() == [math.inf] * 2
    assert found.difference("A", "B")[1:] == (-math.inf, math.inf)


def test_who_played_nobody_has_no_rating():
    found = ratings(replace(simulated([0.5, 0.0], 20, np.random.default_rng(10)), players=("A", "B", "C")))
    assert np.isnan(found.rating).tolist() == np.isnan(found.low).tolist() == [False, False, True]
    assert found.groups == (("A", "B"),)


def test_players_without_common_opponents_are_named():
    games = simulated([0.0] * 4, 20, np.random.default_rng(11), lineups=[[0, 1], [2, 3]])
    with pytest.raises(ValueError, match=r"never met, not even by way of others: A, B \| C, D"):
        ratings(games)
    with pytest.raises(ValueError, match="nothing to rate"):
        ratings(played([[0, 0]], [[1, 0]], [0], 2))


def test_sides_of_several_players_are_refused():
    games = played([[0, 1, 2]], [[1, 0, 0]], [0], 3)
    with pytest.raises(ValueError, match="share a side"):
        ratings(replace(games, side=np.array([[0, 1, 1]])))


def test_a_table_is_rated_by_itself():
    games = simulated(STRENGTH, 40, np.random.default_rng(12))
    other = replace(games, tables=("two", "more"), table=(games.deal >= 20).astype(np.int64))
    found = ratings(other, 1, resamples=20)
    assert found.deals == 20
    assert (found.rating == ratings(games.select(games.deal >= 20), resamples=20).rating).all()


def test_the_same_seed_gives_the_same_intervals():
    games = simulated(STRENGTH, 40, np.random.default_rng(13))
    first, second, third = (ratings(games, seed=seed) for seed in (1, 1, 2))
    assert (first.low == second.low).all() and (first.low != third.low).any()
    assert first.low == pytest.approx(third.low, abs=12)


def test_a_hundred_thousand_games_take_seconds():
    games = simulated(np.linspace(-1, 1, 8), 1786, np.random.default_rng(14))
    start = time.process_time()
    found = ratings(games, resamples=200)
    assert found.games > 100_000 and len(found.resamples) == 200
    assert time.process_time() - start < 5
