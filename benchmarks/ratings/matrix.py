"""Who did how well against whom."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

from ..intervals import LEVEL, Estimate, bounded_from_moments
from .comparisons import games_of_table, side_weights

if TYPE_CHECKING:
    from ..tournaments.games import Games

Values = Callable[["Games", int, int], NDArray[np.float64]]
"""From games and two seats: (G,) what the first seat gets for having met the second, from 0 to 1."""


@dataclass(frozen=True)
class Payoff:
    """How players did against each other. P players.

    Attributes:
        players: P names.
        share: (P, P) the row's share where it met the column; NaN where they never met, and on the diagonal.
        low: (P, P) lower ends of the 95 % intervals over deals; 0 where there is only one deal.
        high: (P, P) upper ends; 1 where there is only one deal.
        deviation: (P, P) standard deviation between deals; NaN where there are fewer than two.
        deals: (P, P) int64, on how many deals they met.
        games: (P, P) int64, in how many games.
        fair: the share of equals.
    """

    players: tuple[str, ...]
    share: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    deviation: NDArray[np.float64]
    deals: NDArray[np.int64]
    games: NDArray[np.int64]
    fair: float


class Minimum(NamedTuple):
    """How a player does against whom it does worst against.

    Attributes:
        player: the name.
        opponent: the one with the least share against it.
        share: that share, with the interval of the least share. Where one opponent is clearly the worst, it is that of
            the two; see `minimum`.
        deals: on which the two met.
    """

    player: str
    opponent: str
    share: Estimate
    deals: int


def payoff(games: Games, table: int | None = None) -> Payoff:
    """The row's share of the first place in the games in which it met the column.

    A deal gives one value, the mean over the meetings on it: each two sides of a game are a meeting. In games of two
    sides equals have ½, and a share and its mirror image sum to 1; in games of n sides equals have 1/n. Intervals are
    those of `shugyo.benchmarks.intervals.bounded_estimate`.

    Args:
        games: of a tournament.
        table: only this table; None: all of them, each deal counting once.

    Raises:
        ValueError: no such table, no games, or pairs that differ in their fair share since they met at different
            tables.
    """
    games = games_of_table(games, table)
    found, fair = _payoff(games, lambda some, s, _: some.share[:, s])
    known = fair[found.deals > 0]
    if known.size and not np.allclose(known, known[0], rtol=0, atol=1e-9):
        raise ValueError(
            f"equals would have {known.min():.0%} of the wins in some pairs and {known.max():.0%} in others, since not "
            "all pairs met equally often at all tables; take one table, or `ahead`, whose fair share is always one half"
        )
    return replace(found, fair=float(known.mean())) if known.size else found


def ahead(games: Games, table: int | None = None) -> Payoff:
    """How often the row finished ahead of the column, ties half.

    Equals have ½ in games of any number of sides, and a share and its mirror image sum to 1. In games of two sides it
    is the share of the wins; in others it is (return + 1)/2 where returns are linear in the rank. Deals and intervals
    are as in `payoff`.

    Args:
        games: of a tournament.
        table: only this table; None: all of them, each deal counting once.

    Raises:
        ValueError: no such table, or no games.
    """
    games = games_of_table(games, table)
    return _payoff(games, lambda some, s, t: (1 + np.sign(some.rank[:, t] - some.rank[:, s])) / 2)[0]


def minimum(payoff: Payoff) -> list[Minimum]:
    """The least share of each player over the panel, by player; who met nobody is left out.

    The least share is at most the share against anybody and at least the lowest that any of them may be. So the low end
    is the least of the low ends, and the high end the least of the high ends: of those opponents who cannot be told
    from the worst (by the difference of the two, from both intervals: Zou and Donner, "Construction of confidence
    limits about effect measures", 2008). If these are k, one of their high ends falls short k times as often as a
    single one; they are therefore widened by Bonferroni's rule.
    """
    found = []
    for one, name in enumerate(payoff.players):
        met = np.flatnonzero(payoff.deals[one])
        if met.size:
            worst = met[np.argmin(payoff.share[one, met])]
            least, high = float(payoff.share[one, worst]), float(payoff.high[one, worst])
            apart = np.hypot(payoff.share[one, met] - payoff.low[one, met], high - least)
            close = met[payoff.share[one, met] - least <= apart]
            highs = [
                _widened(float(payoff.share[one, o]), float(payoff.high[one, o]), int(payoff.deals[one, o]), close.size)
                for o in close
            ]
            share = Estimate(least, float(payoff.low[one, met].min()), min(highs))
            found.append(Minimum(name, payoff.players[worst], share, int(payoff.deals[one, worst])))
    return found


def _widened(share: float, high: float, deals: int, intervals: int) -> float:
    """The high end of a Wilson interval that is to hold together with others.

    It is where (high − share)² = pull · high · (1 − high), and the pull goes with the square of Student's quantile.

    Args:
        share, high: the share and the end as it is for one interval.
        deals: behind it.
        intervals: how many there are.
    """
    if intervals == 1 or not share < high < 1:
        return high
    once, together = stdtrit(deals - 1, 1 - (1 - LEVEL) / 2 / np.array([1, intervals]))
    pull = float(together / once * (high - share)) ** 2 / (high * (1 - high))
    return min(1.0, (share + pull / 2 + math.sqrt(pull * (share * (1 - share) + pull / 4))) / (1 + pull))


def _payoff(games: Games, values: Values) -> tuple[Payoff, NDArray[np.float64]]:
    """The shares, with ½ as the fair one, and (P, P) what is fair in each pair."""
    count, weights, number = len(games.players), side_weights(games), np.arange(len(games))
    deal = np.unique(games.deal, return_inverse=True)[1]
    cells, of_game, of_deal, weight, value, even = [], [], [], [], [], []
    for s, t in permutations(range(games.player.shape[1]), 2):
        one, other = games.player[:, s], games.player[:, t]
        met = (np.minimum(one, other) >= 0) & (games.side[:, s] != games.side[:, t]) & (one != other)
        cells.append((one * count + other)[met])
        of_game.append(number[met])
        of_deal.append(deal[met])
        weight.append((weights[:, s] * weights[:, t])[met])
        value.append(values(games, s, t)[met])
        even.append(games.fair[met])
    cell, heavy, size = np.concatenate(cells), np.concatenate(weight), count * count
    keys, place = np.unique(np.concatenate(of_deal) * size + cell, return_inverse=True)
    total = np.bincount(place, heavy)
    by_deal = np.bincount(place, heavy * np.concatenate(value)) / total
    fair_by_deal = np.bincount(place, heavy * np.concatenate(even)) / total
    played = np.unique(np.concatenate(of_game) * size + cell) % size

    def square(one: NDArray[np.float64]) -> NDArray[np.float64]:
        return one.reshape(count, count)

    where = keys % size
    met_on = np.bincount(where, minlength=size)
    with np.errstate(invalid="ignore", divide="ignore"):  # cells of pairs that never met become NaN
        mean = np.bincount(where, by_deal, size) / met_on
        fair = np.bincount(where, fair_by_deal, size) / met_on
        variance = np.bincount(where, (by_deal - mean[where]) ** 2, size) / np.where(met_on > 1, met_on - 1, np.nan)
    in_games = np.bincount(played, minlength=size)
    low, high = np.full((2, size), np.nan)
    for one in np.flatnonzero(met_on):
        each = max(1, round(in_games[one] / met_on[one]))
        spread = float(np.nan_to_num(variance[one]))
        _, low[one], high[one] = bounded_from_moments(int(met_on[one]), float(mean[one]), spread, each)
    found = Payoff(
        games.players,
        square(mean),
        square(low),
        square(high),
        square(np.sqrt(variance)),
        met_on.reshape(count, count),
        in_games.reshape(count, count),
        fair=0.5,
    )
    return found, square(fair)
