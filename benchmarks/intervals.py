"""Intervals for results whose unit is the deal: the games on one deal are not independent of each other."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import stdtrit

LEVEL = 0.95


class Estimate(NamedTuple):
    """A mean and the ends of its 95 % interval."""

    mean: float
    low: float
    high: float


def mean_estimate(by_deal: ArrayLike) -> Estimate:
    """Student's interval for a mean.

    Args:
        by_deal: (P,) one value a deal.
    """
    values = np.asarray(by_deal, np.float64)
    mean = float(values.mean())
    if values.size < 2:
        return Estimate(mean, -math.inf, math.inf)
    half = _quantile(values.size) * float(values.std(ddof=1)) / math.sqrt(values.size)
    return Estimate(mean, mean - half, mean + half)


def bounded_estimate(by_deal: ArrayLike, low: float, high: float, games: int) -> Estimate:
    """An interval for the mean of bounded values, honest also near the bounds.

    It is Wilson's interval for a share, with the *effective* number of trials: as many independent trials as would
    scatter like the deals do (Korn and Graubard, "Confidence intervals for proportions with small expected number of
    positive counts estimated from survey data", 1998). Twenty deals of which all were won thus leave room for doubt. It
    is never narrower than if a single game had gone otherwise.

    Args:
        by_deal: (P,) one value a deal, each from ``low`` to ``high``.
        low, high: the bounds.
        games: how many games are behind each value.
    """
    values = (np.asarray(by_deal, np.float64) - low) / (high - low)
    variance = float(values.var(ddof=1)) if values.size > 1 else 0.0
    estimate = bounded_from_moments(values.size, float(values.mean()), variance, games)
    return Estimate(*(low + value * (high - low) for value in estimate))


def bounded_from_moments(count: int, share: float, variance: float, games: int) -> Estimate:
    """`bounded_estimate` for values from 0 to 1 of which only the moments are known.

    Args:
        count: how many values.
        share: their mean.
        variance: theirs, with ``count`` − 1 degrees of freedom.
        games: how many games are behind each value.
    """
    if count < 2:
        return Estimate(share, 0.0, 1.0)
    spread, one_game = share * (1 - share), 1 / (games * count)
    error = max(variance / count, one_game**2)
    trials = spread / error if spread > 0 else float(count)
    pull = _quantile(count) ** 2 / trials
    middle = (share + pull / 2) / (1 + pull)
    half = math.sqrt(pull * (spread + pull / 4)) / (1 + pull)
    return Estimate(share, max(0.0, middle - half), min(1.0, middle + half))


def _quantile(count: int) -> float:
    """Student's quantile for a two-sided interval from ``count`` values."""
    return float(stdtrit(count - 1, 0.5 + LEVEL / 2))
