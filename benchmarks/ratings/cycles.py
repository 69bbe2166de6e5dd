"""Whether strength is a ladder: how much of the results one scale explains, and who beats each other in a circle."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

from ..intervals import LEVEL, Estimate
from .comparisons import Comparisons, check_sides, comparisons, interval
from .population import shares
from .strength import RESAMPLES, Ratings, expected_share, ratings_of

if TYPE_CHECKING:
    from ..tournaments.games import Games

SHOWN = 5
"""Cycles that are told."""


@dataclass(frozen=True)
class Cycle:
    """Three players, each of whom finished ahead of the next more often than not, and the last of the first.

    Intervals hold at 95 % for all triples of the panel together (Bonferroni), since the strongest is picked from them.

    Attributes:
        players: three names.
        share: of the comparisons that each of the three wins against the next; equals have ½.
        low: three lower ends.
        high: three upper ends.
        sure: all three lower ends lie above ½: a circle beyond what chance draws. Each of the three is tested, so that
            the circle as a whole needs no further correction (Berger, "Multiparameter hypothesis testing and acceptance
            sampling", 1982).
    """

    players: tuple[str, str, str]
    share: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    sure: bool


@dataclass(frozen=True)
class Intransitivity:
    """How far one scale falls short.

    Attributes:
        explained: the part of the differences in results that ratings explain, from 0 to 1, freed of the part that is
            mere scatter; NaN where the results differ no more than by scatter, or where nothing could contradict the
            ratings since no three players met each other in a ring.
        p_value: how often scatter alone would contradict the ratings as strongly as the results do; 1 where nothing
            could. Below 0.05 there is more than one scale.
        cycles: the strongest ones by their weakest link, at most `SHOWN`; all that are sure are true at 95 %.
        sure: how many cycles are sure, shown or not.
        triples: how many triples met each other.
        deals: how many are behind it.
        seed: of the resamples.
    """

    explained: Estimate
    p_value: float
    cycles: tuple[Cycle, ...]
    sure: int
    triples: int
    deals: int
    seed: int


def intransitivity(
    games: Games, table: int | None = None, *, resamples: int = RESAMPLES, seed: int = 0
) -> Intransitivity:
    """Compares the results of all pairs with what the ratings expect, and looks for circles.

    The part explained is one minus the sum over pairs of (share − expected share)², by the sum of (share − ½)²: a
    ladder and what is left of it, as in the decomposition of Balduzzi et al. ("Re-evaluating evaluation", 2018), but on
    shares, which are not torn apart by pairs of which one won nearly all. Both sums are freed of the scatter that the
    resamples show, which else would pass for intransitivity. The p-value compares the sum of the squared standardised
    residuals with the same of the resamples around their mean (a centred bootstrap, as for a χ² test of fit).

    Args:
        games: of a tournament. All seats of a side have the same player.
        table: only this table; None: all together.
        resamples: over deals.
        seed: of the resamples.

    Raises:
        ValueError: as `ratings`, or fewer than two deals.
    """
    check_sides(games)
    counted = comparisons(games, table)
    again = counted.resampled(resamples, seed)
    rated = ratings_of(counted, again, seed)
    found, drawn = shares(counted.padded), shares(again)
    explained, p_value = _fit(counted, rated, found, drawn)
    cycles, triples = _cycles(counted, found, drawn)
    sure = sum(cycle.sure for cycle in cycles)
    return Intransitivity(explained, p_value, tuple(cycles[:SHOWN]), sure, triples, counted.deals, seed)


def _fit(
    counted: Comparisons, rated: Ratings, found: NDArray[np.float64], drawn: NDArray[np.float64]
) -> tuple[Estimate, float]:
    """What the ratings explain, and the p-value of the rest. ``found``, ``drawn``: (P, P) and (R, P, P) shares."""
    one, other = np.nonzero(np.triu(counted.met))
    if len(one) < np.isfinite(rated.rating).sum():  # no ring: the ratings reproduce everything
        return Estimate(math.nan, math.nan, math.nan), 1.0
    rest = found[one, other] - expected_share(rated.rating[one] - rated.rating[other])
    rests = drawn[:, one, other] - expected_share(rated.resamples[:, one] - rated.resamples[:, other])
    found, scatter = found[one, other] - 0.5, drawn[:, one, other] - 0.5
    deviation = np.maximum(rests.std(axis=0), 1e-9)  # a pair off every ring has no residual
    around = ((rests - rests.mean(axis=0)) / deviation) ** 2
    beyond = (around.sum(axis=1) >= ((rest / deviation) ** 2).sum()).sum()
    p_value = float((1 + beyond) / (1 + len(rests)))

    noise, noise_left = scatter.var(axis=0).sum(), rests.var(axis=0).sum()
    total, left = (found**2).sum() - noise, (rest**2).sum() - noise_left
    totals, lefts = (scatter**2).sum(axis=1) - 2 * noise, (rests**2).sum(axis=1) - 2 * noise_left  # they scatter twice
    if total <= 0:
        return Estimate(math.nan, math.nan, math.nan), p_value
    part = np.clip(1 - lefts / np.where(totals > 0, totals, np.inf), 0, 1)
    low, high = interval(np.where(totals > 0, part, 0), counted.deals)
    return Estimate(float(np.clip(1 - left / total, 0, 1)), float(low), float(high)), p_value


def _cycles(counted: Comparisons, found: NDArray[np.float64], drawn: NDArray[np.float64]) -> tuple[list[Cycle], int]:
    """All cycles, the one with the strongest weakest link first; and how many triples met."""
    count = len(counted.players)
    triples = np.array(list(combinations(range(count), 3)), np.int64).reshape(-1, 3)
    triples = triples[(counted.met[triples, np.roll(triples, -1, axis=1)] > 0).all(axis=1)]
    if not len(triples):
        return [], 0
    both = np.concatenate([triples, triples[:, ::-1]])  # a triple can be gone round in two ways
    links = found[both, np.roll(both, -1, axis=1)]
    weakest = links.min(axis=1)
    chosen = np.flatnonzero(weakest > 0.5)
    deviation = drawn.std(axis=0)
    cycles = []
    for number in chosen[np.argsort(-weakest[chosen], kind="stable")].tolist():
        players, following = both[number], np.roll(both[number], -1)
        deals = counted.met[players, following]
        reach = -stdtrit(np.maximum(1, deals - 1), (1 - LEVEL) / 2 / len(triples)) * deviation[players, following]
        low, high = np.maximum(0, links[number] - reach), np.minimum(1, links[number] + reach)
        a, b, c = (counted.players[one] for one in players)
        numbers = (tuple(one.tolist()) for one in (links[number], low, high))
        cycles.append(Cycle((a, b, c), *numbers, sure=bool((low > 0.5).all())))
    return cycles, len(triples)
