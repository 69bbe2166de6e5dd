"""How many deals it takes, and whether there were enough."""

from __future__ import annotations

import math
from typing import NamedTuple

from scipy.special import ndtri

from ..intervals import LEVEL, Estimate, bounded_from_moments
from .matrix import Payoff

MARGIN = 0.02
"""The difference from the fair share that matters, unless told otherwise: 52 instead of 50 %."""
POWER = 0.8
"""How often a difference shall be told where there is one."""
LEAST = 30
"""Deals below which the deviation between them is not known well enough for advice or verdicts."""
MOST = 10**9
"""Deals beyond which nobody will go."""
TOLD, EQUAL, FEW = "told apart", "as good as equal", "too few games"
SHOWN = 5
"""Pairs that are named in the advice."""


class Verdict(NamedTuple):
    """What the games say of two players.

    Attributes:
        player: who did better, or as well.
        opponent: the other.
        share: of the player.
        fair: of equals.
        deals: on which they met.
        verdict: `TOLD`: the interval leaves the fair share out. `EQUAL`: it lies within the margin of it. `FEW`:
            neither, or fewer than `LEAST` deals.
        needed: deals, in all, that tell a difference of the margin in `POWER` of all cases.
    """

    player: str
    opponent: str
    share: Estimate
    fair: float
    deals: int
    verdict: str
    needed: int


def deals_to_tell(deviation: float, difference: float, power: float = POWER) -> int:
    """How many deals it takes to tell a share from the fair one by a 95 % interval.

    n = ((z₀.₉₇₅ + z_power)·σ/δ)², as for any mean that is nearly normal.

    Args:
        deviation: σ, standard deviation of the share between deals, as in `Payoff.deviation`.
        difference: δ > 0, of the true share from the fair one.
        power: how often that shall succeed, between ½ and 1.

    Raises:
        ValueError: a number is out of range.
    """
    if not (difference > 0 and 0.5 <= power < 1 and deviation >= 0):
        raise ValueError(f"deviation={deviation} ≥ 0, difference={difference} > 0 and ½ ≤ power={power} < 1 are wanted")
    return max(2, min(MOST, math.ceil(((_quantile() + float(ndtri(power))) * deviation / difference) ** 2)))


def difference_told(deviation: float, deals: int, power: float = POWER) -> float:
    """The difference that so many deals tell with this power: `deals_to_tell` the other way round."""
    if deals < 1:
        raise ValueError(f"deals={deals} must be at least 1")
    return (_quantile() + float(ndtri(power))) * deviation / math.sqrt(deals)


def deals_for_width(share: float, deviation: float, width: float, games: int = 2) -> int:
    """How many deals it takes until the 95 % interval of a share is no wider than this.

    Args:
        share: about what the share is.
        deviation: its standard deviation between deals.
        width: from end to end, between 0 and 1.
        games: on a deal.

    Raises:
        ValueError: a number is out of range, or more than a thousand million deals would be needed.
    """
    if not (0 <= share <= 1 and deviation >= 0 and 0 < width < 1 and games >= 1):
        raise ValueError(f"share={share}, deviation={deviation}, width={width}, games={games}: one is out of range")

    def too_wide(deals: int) -> bool:
        _, low, high = bounded_from_moments(deals, share, deviation**2, games)
        return high - low > width

    if too_wide(MOST):
        raise ValueError(f"an interval as narrow as {width} takes more than {MOST:,} deals; ask for a wider one")
    few, enough = 1, MOST
    while enough - few > 1:
        middle = (few + enough) // 2
        few, enough = (middle, enough) if too_wide(middle) else (few, middle)
    return enough


def verdicts(payoff: Payoff, margin: float = MARGIN) -> list[Verdict]:
    """What the games say of each two players who met, the closest first.

    Each verdict stands for itself: of twenty pairs of equals, one is told apart by chance.

    Args:
        payoff: of the players.
        margin: the difference from the fair share that matters.
    """
    found = []
    for one, player in enumerate(payoff.players):
        for other, opponent in enumerate(payoff.players):
            deals = int(payoff.deals[one, other])
            mean = payoff.share[one, other]
            if deals == 0 or (mean, other) <= (payoff.share[other, one], one):
                continue
            share = Estimate(float(mean), float(payoff.low[one, other]), float(payoff.high[one, other]))
            deviation = _deviation(payoff, one, other)
            found.append(
                Verdict(
                    player, opponent, share, payoff.fair, deals,
                    _verdict(share, payoff.fair, deals, margin), deals_to_tell(deviation, margin),
                )
            )  # fmt: skip
    return sorted(found, key=lambda one: abs(one.share.mean - one.fair))


def advice(payoff: Payoff, margin: float = MARGIN) -> list[str]:
    """Sentences: which players were told apart, which were not, and how many deals that would take.

    Args:
        payoff: of the players.
        margin: the difference from the fair share that matters.
    """
    found = verdicts(payoff, margin)
    if not found:
        return ["No two players met: nothing can be said of them."]
    by = {word: [one for one in found if one.verdict == word] for word in (TOLD, EQUAL, FEW)}
    points = f"{100 * margin:g} points"
    sentences = [
        f"Of {len(found)} pairs that met: {len(by[TOLD])} told apart, {len(by[EQUAL])} equal to within {points}, "
        f"{len(by[FEW])} with too few games to say."
    ]
    for one in by[FEW][:SHOWN]:
        told = f"{one.player} against {one.opponent}: {100 * one.share.mean:.1f} % "
        told += f"[{100 * one.share.low:.1f}, {100 * one.share.high:.1f}] after {one.deals:,} deals"
        if one.deals < LEAST:
            sentences.append(f"{told}: fewer than the {LEAST} that a verdict takes.")
        elif one.needed > one.deals:
            sentences.append(
                f"{told}: too few to tell; {one.needed:,} would tell a difference of {points} 4 times in 5."
            )
        else:
            sentences.append(f"{told}: a difference of {points} would probably have shown; more deals would settle it.")
    if len(by[FEW]) > SHOWN:
        sentences.append(f"The same is true of {len(by[FEW]) - SHOWN} more pairs that are not named here.")
    return sentences


def _verdict(share: Estimate, fair: float, deals: int, margin: float) -> str:
    if deals < LEAST:
        return FEW
    if not share.low <= fair <= share.high:
        return TOLD
    return EQUAL if fair - margin < share.low and share.high < fair + margin else FEW


def _deviation(payoff: Payoff, one: int, other: int) -> float:
    """Between deals; never less than if one game in all had gone otherwise, and the largest possible for one deal."""
    deals, games = int(payoff.deals[one, other]), int(payoff.games[one, other])
    return 0.5 if deals < 2 else max(float(payoff.deviation[one, other]), math.sqrt(deals) / games)


def _quantile() -> float:
    return float(ndtri(0.5 + LEVEL / 2))
