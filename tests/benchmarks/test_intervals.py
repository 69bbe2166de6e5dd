from __future__ import annotations

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from shugyo.benchmarks.intervals import bounded_estimate, mean_estimate


def test_mean_has_students_interval():
    values = [1.0, 2.0, 4.0, 8.0]
    low, high = stats.t.interval(0.95, 3, np.mean(values), stats.sem(values))
    assert mean_estimate(values) == pytest.approx((3.75, low, high))


def test_one_deal_tells_nothing_of_the_mean():
    assert mean_estimate([3.0]) == (3.0, -np.inf, np.inf)
    assert bounded_estimate([1.0], -1, 1, 2) == (1.0, -1.0, 1.0)


def test_independent_wins_have_wilsons_interval():
    # Student's quantile instead of the normal one, hence a little wider.
    low, high = proportion_confint(1200, 2000, method="wilson")
    found = bounded_estimate(np.repeat([1, 0], [1200, 800]), 0, 1, 1)
    assert found == pytest.approx((0.6, low, high), abs=2e-4)
    assert found.low < low < high < found.high


def test_bounds_only_scale():
    by_deal = np.array([0.0, 0.5, 1.0, 1.0, 0.5])
    plain, scaled = bounded_estimate(by_deal, 0, 1, 2), bounded_estimate(2 * by_deal - 1, -1, 1, 2)
    assert np.array(scaled) == pytest.approx(2 * np.array(plain) - 1)


def test_all_won_leaves_room_for_doubt():
    mean, low, high = bounded_estimate(np.ones(20), 0, 1, 2)
    assert mean == high == 1
    assert 0.8 < low < 0.85


def test_deals_that_always_come_out_even_are_as_uncertain_as_one_game():
    mean, low, high = bounded_estimate(np.full(100, 0.5), 0, 1, 2)
    assert (low + high) / 2 == pytest.approx(mean) == 0.5
    assert high - low == pytest.approx(2 * 1.98 / 200, rel=0.01)


def test_far_from_the_bounds_it_is_students_interval():
    by_deal = np.random.default_rng(0).choice([0.0, 0.5, 1.0], 500, p=[0.1, 0.8, 0.1])
    assert bounded_estimate(by_deal, 0, 1, 2) == pytest.approx(mean_estimate(by_deal), abs=2e-4)


def test_scatter_between_deals_widens_the_interval():
    calm, wild = np.tile([0.5, 0.5], 100), np.tile([0.0, 1.0], 100)
    assert np.ptp(bounded_estimate(wild, 0, 1, 2)) > np.ptp(bounded_estimate(calm, 0, 1, 2))


@pytest.mark.parametrize("share", [0.5, 0.9, 0.98])
@pytest.mark.parametrize("deals", [20, 200])
def test_intervals_hold_the_truth_as_often_as_they_say(share: float, deals: int):
    # Two games on a deal whose chance of winning varies from deal to deal.
    rng = np.random.default_rng(deals)
    held = 0
    for _ in range(500):
        chance = rng.beta(3 * share, 3 * (1 - share), deals)
        found = bounded_estimate(rng.binomial(2, chance) / 2, 0, 1, 2)
        held += found.low <= share <= found.high
    assert 0.92 <= held / 500 <= 1
