from __future__ import annotations

import numpy as np
import pytest
from games.tournaments import played, simulated

from shugyo.benchmarks.intervals import bounded_from_moments
from shugyo.benchmarks.ratings import advice as module
from shugyo.benchmarks.ratings.advice import EQUAL, FEW, TOLD, deals_for_width, deals_to_tell, difference_told, verdicts
from shugyo.benchmarks.ratings.matrix import payoff


def test_a_coin_takes_as_many_deals_as_textbooks_say():
    assert deals_to_tell(0.5, 0.05) == 785
    assert deals_to_tell(0.5, 0.05, power=0.9) == 1051
    assert difference_told(0.5, 785) == pytest.approx(0.05, abs=1e-4)


def test_so_many_deals_tell_a_difference_as_often_as_promised():
    strength, share = [0.4, 0.0], 1 / (1 + np.exp(-0.4))
    rng = np.random.default_rng(0)
    large = payoff(simulated(strength, 20_000, rng))
    deals = deals_to_tell(large.deviation[0, 1], share - 0.5)
    told = [payoff(simulated(strength, deals, rng)).low[0, 1] > 0.5 for _ in range(400)]
    assert 0.74 <= np.mean(told) <= 0.86


@pytest.mark.parametrize("share", [0.5, 0.9, 1.0])
def test_so_many_deals_bring_an_interval_under_the_width(share: float):
    deviation = np.sqrt(share * (1 - share) / 2)
    needed = deals_for_width(share, deviation, 0.05)
    widths = [np.ptp(bounded_from_moments(deals, share, deviation**2, 2)[1:]) for deals in (needed - 1, needed)]
    assert widths[1] <= 0.05 < widths[0]


def test_numbers_out_of_range_are_refused():
    with pytest.raises(ValueError, match="difference=0 > 0"):
        deals_to_tell(0.5, 0)
    with pytest.raises(ValueError, match="width=0"):
        deals_for_width(0.5, 0.5, 0)
    with pytest.raises(ValueError, match="ask for a wider one"):
        deals_for_width(0.5, 0.5, 1e-6)
    with pytest.raises(ValueError, match="deals=0"):
        difference_told(0.5, 0)


def test_verdicts_say_who_is_better_who_is_equal_and_where_games_are_missing():
    rng = np.random.default_rng(1)
    found = {one.opponent + one.player: one for one in verdicts(payoff(simulated([0.0, 0.03, -1.5], 200, rng)))}
    assert found["CA"].verdict == found["CB"].verdict == TOLD and len(found) == 3
    close = found.get("AB") or found["BA"]
    assert close.verdict == FEW and close.needed > close.deals == 200
    even = verdicts(payoff(played([[0, 1], [1, 0]] * 100, [[1, 0]] * 200, np.repeat(np.arange(100), 2), 2)))
    assert [one.verdict for one in even] == [EQUAL]
    assert [one.verdict for one in verdicts(payoff(simulated([3.0, -3.0], 29, rng)))] == [FEW]


def test_the_closest_pairs_come_first_and_every_pair_comes_once():
    found = verdicts(payoff(simulated([1.2, 0.4, 0.0, -0.9], 100, np.random.default_rng(2))))
    gaps = [abs(one.share.mean - one.fair) for one in found]
    assert gaps == sorted(gaps) and len(gaps) == len({frozenset((one.player, one.opponent)) for one in found}) == 6
    assert all(one.share.mean >= 0.5 for one in found)


def test_a_tie_of_a_pair_is_told_once():
    found = verdicts(payoff(played([[0, 1], [1, 0]], [[1, 0]] * 2, [0, 0], 2)))
    assert [(one.player, one.opponent, one.verdict) for one in found] == [("A", "B", FEW)]


def test_advice_in_words():
    rng = np.random.default_rng(3)
    told = module.advice(payoff(simulated([0.0, 0.0, -1.5], 100, rng)))
    assert told[0].startswith("Of 3 pairs that met: 2 told apart, 0 equal to within 2 points, 1 with too few games")
    assert len(told) == 2 and "after 100 deals: too few to tell;" in told[1] and "4 times in 5" in told[1]
    few = module.advice(payoff(simulated([0.0] * 5, 10, rng)))
    assert "after 10 deals: fewer than the 30 that a verdict takes" in few[1]
    assert few[-1].startswith("The same is true of 5 more pairs")
    assert module.advice(payoff(played([[0, 0]], [[1, 0]], [0], 2))) == [
        "No two players met: nothing can be said of them."
    ]
