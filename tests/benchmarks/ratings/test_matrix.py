from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from games.tournaments import played, simulated
from statsmodels.stats.proportion import proportion_confint

from shugyo.benchmarks.intervals import bounded_estimate, bounded_from_moments
from shugyo.benchmarks.ratings.matrix import Payoff, ahead, minimum, payoff
from shugyo.benchmarks.tournaments.games import Games

OFF = ~np.eye(4, dtype=np.bool_)
STRENGTH = np.array([0.9, 0.2, -0.3, -0.8])
TRUE = 1 / (1 + np.exp(STRENGTH[None, :] - STRENGTH[:, None]))


def join(*parts: Games) -> Games:
    """Games at several tables, one after the other, with deals of their own."""
    seats = max(part.player.shape[1] for part in parts)

    def wide(part: Games, name: str) -> np.ndarray:
        values = getattr(part, name)
        missing = -1 if values.dtype == np.int64 else np.nan
        return np.pad(values, ((0, 0), (0, seats - values.shape[1])), constant_values=missing)

    together = {
        name: np.concatenate([wide(part, name) for part in parts])
        for name in ("player", "side", "share", "rank", "score")
    }
    flat = {name: np.concatenate([getattr(part, name) for part in parts]) for name in ("deal", "length", "truncated")}
    table = np.repeat(np.arange(len(parts)), [len(part) for part in parts])
    return replace(parts[0], tables=tuple(part.tables[0] for part in parts), table=table, **together, **flat)


def test_a_share_is_the_mean_over_the_deals():
    found = payoff(played([[0, 1], [1, 0]] * 2, [[1, 0], [0, 1], [1, 0], [1, 1]], [5, 5, 8, 8], 3))
    low, high = bounded_estimate([1, 0.75], 0, 1, 2)[1:]
    assert found.share[:2, :2] == pytest.approx(np.array([[np.nan, 0.875], [0.125, np.nan]]), nan_ok=True)
    assert (found.low[0, 1], found.high[0, 1]) == pytest.approx((low, high))
    assert (found.low[1, 0], found.high[1, 0]) == pytest.approx((1 - high, 1 - low))
    assert found.deviation[0, 1] == pytest.approx(np.std([1, 0.75], ddof=1))
    assert (found.deals[0, 1], found.games[0, 1], found.fair) == (2, 4, 0.5)


def test_who_never_met_has_no_share():
    found = payoff(played([[0, 1], [1, 0]], [[1, 0], [0, 1]], [0, 0], 3))
    assert np.isnan(found.share[2]).all() and np.isnan(found.share[:, 2]).all() and np.isnan(np.diag(found.share)).all()
    assert found.deals[2].sum() == found.games[2].sum() == 0


def test_one_deal_tells_nothing():
    found = payoff(played([[0, 1], [1, 0]], [[1, 0], [0, 1]], [0, 0], 2))
    assert (found.share[0, 1], found.low[0, 1], found.high[0, 1]) == (1, 0, 1)
    assert np.isnan(found.deviation[0, 1])


def test_in_games_of_two_sides_ahead_is_the_share_of_the_wins():
    games = simulated(STRENGTH, 30, np.random.default_rng(0))
    first, second = payoff(games), ahead(games)
    for name in ("share", "low", "high", "deals", "games"):
        assert np.allclose(getattr(first, name), getattr(second, name), equal_nan=True)


def test_four_seats_have_a_quarter_and_comparisons_a_half():
    # One A against three B: A comes in second each time.
    games = played([[0, 1, 1, 1], [1, 0, 1, 1]], [[3, 4, 2, 1], [4, 3, 2, 1]], [0, 0], 2)
    first, second = payoff(games), ahead(games)
    assert (first.share[0, 1], first.share[1, 0], first.fair) == pytest.approx((0, 1 / 3, 0.25))
    assert (second.share[0, 1], second.share[1, 0], second.fair) == pytest.approx((2 / 3, 1 / 3, 0.5))


def test_tables_of_different_size_are_not_mixed_up():
    rng = np.random.default_rng(0)
    small = simulated([0.4, 0.0, -0.4], 20, rng)
    large = simulated([0.4, 0.0, -0.4], 20, rng, lineups=[[0, 1, 2]], first=20)
    both = join(small, large)
    assert payoff(both).fair == pytest.approx(0.5 / 2 + 1 / 3 / 2)
    assert payoff(both, 1).fair == pytest.approx(1 / 3)
    assert np.allclose(payoff(both, 0).share, payoff(small).share, equal_nan=True)
    unequal = both.select((both.table == 1) | ~(both.player == 2).any(axis=1))
    with pytest.raises(ValueError, match="33% of the wins in some pairs and 42% in others"):
        payoff(unequal)
    assert ahead(unequal).fair == 0.5


def test_one_against_itself_has_half_about_as_often_as_promised():
    rng, held = np.random.default_rng(1), []
    for _ in range(400):
        found = payoff(simulated([0.0, 0.0], 60, rng, cards=0.3, taste=0.3))
        held.append(found.low[0, 1] <= 0.5 <= found.high[0, 1])
    assert 0.92 <= np.mean(held) <= 0.98


def test_intervals_hold_the_truth_as_often_as_they_say_and_intervals_over_games_do_not():
    rng, held, naive = np.random.default_rng(2), [], []
    for _ in range(150):
        games = simulated(STRENGTH, 80, rng, cards=0.1, taste=0.8)
        found = payoff(games)
        held.append((found.low <= TRUE) & (found.high >= TRUE))
        low, high = proportion_confint(found.share[OFF] * 160, np.full(12, 160), method="wilson")
        naive.append((low <= TRUE[OFF]) & (high >= TRUE[OFF]))
    assert 0.93 <= np.mean(held, axis=0)[OFF].mean() <= 0.97
    assert np.mean(naive) < 0.92


def test_minimum_names_the_hardest_opponent():
    games = simulated(STRENGTH, 300, np.random.default_rng(3))
    found = minimum(payoff(games))
    assert [(one.player, one.opponent) for one in found] == [("A", "B"), ("B", "A"), ("C", "A"), ("D", "A")]
    assert found[0].share.mean == pytest.approx(TRUE[0, 1], abs=0.06)
    assert [one.deals for one in found] == [300] * 4


def test_minimum_leaves_out_who_met_nobody():
    games = played([[0, 1], [1, 0]], [[1, 0], [0, 1]], [0, 0], 3)
    assert [one.player for one in minimum(payoff(games))] == ["A", "B"]


def test_the_minimum_over_equals_is_not_taken_for_a_weakness():
    # The least of several shares of equals lies below one half; its interval has to know.
    rng, held, own = np.random.default_rng(4), [], []
    for _ in range(150):
        found = payoff(simulated([0.0] * 8, 60, rng, taste=0.0))
        for player, one in enumerate(minimum(found)):
            held.append(one.share.low <= 0.5 <= one.share.high)
            worst = found.players.index(one.opponent)
            own.append(found.low[player, worst] <= 0.5 <= found.high[player, worst])
    assert np.mean(held) >= 0.9 > np.mean(own)


def against(*shares: float, deals: int = 400) -> Payoff:
    """A's shares against B, C, …, each known from so many deals of two games."""
    count = len(shares) + 1
    share, low, high = np.full((3, count, count), np.nan)
    met = np.zeros((count, count), np.int64)
    for other, one in enumerate(shares, 1):
        share[0, other], low[0, other], high[0, other] = bounded_from_moments(deals, one, one * (1 - one) / 2, 2)
        met[0, other] = deals
    return Payoff(tuple("ABCD"[:count]), share, low, high, share, met, 2 * met, 0.5)


def test_the_least_share_has_the_interval_of_the_pair_where_one_is_clearly_the_worst():
    found = against(0.73, 0.785, 0.95)
    assert found.low[0, 2] < found.high[0, 1]  # intervals that overlap may still belong to different shares
    (least,) = minimum(found)
    assert least.share == (found.share[0, 1], found.low[0, 1], found.high[0, 1])


def test_the_least_share_is_no_greater_than_any_other():
    found = against(0.73, 0.75)
    (least,) = minimum(found)
    assert least.share.low == found.low[0, 1]
    once, both = (bounded_from_moments(400, 0.73, 0.73 * 0.27 / 2, 2).high, least.share.high)
    assert once < both < found.high[0, 2]  # two candidates: widened, yet below what the better one may have
    assert both - 0.73 == pytest.approx((once - 0.73) * 2.248 / 1.966, rel=0.02)  # Student's quantiles, 399 degrees
    assert minimum(against(0.73, 0.73 + 1e-9, 0.75))[0].share.high > both


def test_the_interval_of_the_least_share_holds_it_as_often_as_it_says():
    rng, held = np.random.default_rng(6), []
    strength = np.array([0.5, 0.0, 0.0, -0.2, -1.5])
    true = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    np.fill_diagonal(true, 1)
    for _ in range(150):
        found = minimum(payoff(simulated(strength, 60, rng, taste=0.0)))
        held.append([one.share.low <= least <= one.share.high for one, least in zip(found, true.min(1), strict=True)])
    assert np.mean(held, axis=0).min() >= 0.9


def test_share_and_mirror_image_sum_to_one():
    found: Payoff = ahead(simulated(STRENGTH, 20, np.random.default_rng(5), lineups=[[0, 1, 2, 3]]))
    assert np.allclose((found.share + found.share.T)[OFF], 1)
