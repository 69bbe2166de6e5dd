from __future__ import annotations

import numpy as np
import pytest
from games.tournaments import played, simulated

from shugyo.benchmarks.ratings.cycles import intransitivity
from shugyo.benchmarks.ratings.strength import POINTS, expected_share, fit


def ring(size: int, odds: float) -> np.ndarray:
    """(P, P) bonus by which A beats B, B beats C and C beats A."""
    bonus = np.zeros((size, size))
    for one in range(3):
        bonus[one, (one + 1) % 3] += odds
        bonus[(one + 1) % 3, one] -= odds
    return bonus


def test_planted_cycle_is_found():
    games = simulated([0.0, 0.0, 0.0, 0.8, -0.8], 200, np.random.default_rng(0), bonus=ring(5, 0.6))
    found = intransitivity(games)
    assert found.sure == 1 and found.triples == 10
    first = found.cycles[0]
    assert first.sure and "".join(first.players) in ("ABC", "BCA", "CAB")
    assert first.share == pytest.approx([expected_share(0.6 * POINTS)] * 3, abs=0.07)
    assert all(0.5 < low < share < high for low, share, high in zip(first.low, first.share, first.high, strict=True))
    assert found.p_value < 0.01 and found.explained.high < 1


def test_the_way_round_is_told():
    games = simulated([0.0, 0.0, 0.0], 200, np.random.default_rng(1), bonus=-ring(3, 0.8))
    assert "".join(intransitivity(games).cycles[0].players) in ("ACB", "CBA", "BAC")


@pytest.mark.parametrize("strength", [[0.0] * 5, [0.9, 0.5, 0.0, -0.5, -0.9]], ids=["equals", "ladder"])
def test_none_is_found_beyond_chance_where_there_is_none(strength: list[float]):
    rng, contradicted, circles = np.random.default_rng(2), [], []
    for number in range(150):
        found = intransitivity(simulated(strength, 60, rng), resamples=300, seed=number)
        contradicted.append(found.p_value < 0.05)
        circles.append(found.sure > 0)
    assert 0.01 <= np.mean(contradicted) <= 0.09
    assert np.mean(circles) <= 0.05


def test_a_ladder_explains_everything():
    found = intransitivity(simulated([0.9, 0.5, 0.0, -0.5, -0.9], 400, np.random.default_rng(3)))
    assert found.explained.mean > 0.97 and found.explained.high > 0.999
    assert found.p_value > 0.05 and found.sure == 0


def test_part_explained_is_covered_as_often_as_promised():
    strength, bonus = np.array([0.6, 0.0, 0.0, -0.6]), ring(4, 0.5)
    share = expected_share(POINTS * (strength[:, None] - strength + bonus))
    ladder = fit(share - 0.5 * np.eye(4))
    rest = share - expected_share(POINTS * (ladder[:, None] - ladder))
    truth = 1 - (rest**2).sum() / ((share - 0.5) ** 2).sum()
    rng, held = np.random.default_rng(4), []
    for number in range(150):
        found = intransitivity(simulated(strength.tolist(), 150, rng, bonus=bonus), resamples=300, seed=number)
        held.append(found.explained.low <= truth <= found.explained.high)
    assert 0.3 < truth < 0.9
    assert 0.9 <= np.mean(held) <= 1


def test_equals_have_nothing_to_explain():
    games = played([[0, 1], [1, 2], [2, 0]] * 30, [[1, 1]] * 90, np.repeat(np.arange(30), 3), 3)
    found = intransitivity(games)
    assert np.isnan(found.explained.mean) and found.cycles == () and found.p_value > 0.05


def test_without_a_ring_nothing_can_contradict_the_ratings():
    found = intransitivity(simulated([0.5, 0.0, -0.5], 30, np.random.default_rng(5), lineups=[[0, 1], [1, 2]]))
    assert np.isnan(found.explained.mean) and found.p_value == 1
    assert (found.cycles, found.triples) == ((), 0)


def test_one_deal_is_refused():
    with pytest.raises(ValueError, match="at least 2 deals"):
        intransitivity(played([[0, 1], [1, 2], [2, 0]], [[1, 0]] * 3, [0, 0, 0], 3))
