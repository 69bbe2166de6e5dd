"""Ratings: the strength of players on one scale."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components
from scipy.special import expit

from ..intervals import Estimate
from .comparisons import Comparisons, check_sides, comparisons, interval

if TYPE_CHECKING:
    from ..tournaments.games import Games

POINTS = 400 / math.log(10)
"""Points for a factor of e in the odds, as in Elo's scale: 400 points are odds of ten to one."""
RESAMPLES = 1000


@dataclass(frozen=True)
class Ratings:
    """How strong players are. P players, R resamples.

    Attributes:
        players: P names.
        rating: (P,) points, with mean 0; NaN for who met nobody.
        low: (P,) lower ends of the 95 % intervals over deals; −inf for who finished ahead of nobody, and for all where
            there are fewer than two deals.
        high: (P,) upper ends; inf for whom nobody finished ahead of.
        resamples: (R, P) the ratings of each resample; R = 0 where there are fewer than two deals.
        groups: one group of all players if there is a way from everybody to everybody else by "finished ahead of, at
            least once or in a tie". Else several, the upper ones first: nobody ever finished ahead of a player of an
            upper group. The distance between groups is then only what the number of deals allows to say.
        deals: how many are behind it.
        games: how many.
        seed: of the resamples.
    """

    players: tuple[str, ...]
    rating: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    resamples: NDArray[np.float64]
    groups: tuple[tuple[str, ...], ...]
    deals: int
    games: int
    seed: int

    def difference(self, player: str, opponent: str) -> Estimate:
        """How many points a player is above another, with the 95 % interval.

        It is narrower than what the two intervals suggest, since both players were resampled on the same deals.

        Raises:
            ValueError: one of them is unknown.
        """
        one, other = (self._number(name) for name in (player, opponent))
        mean = float(self.rating[one] - self.rating[other])
        if not len(self.resamples):
            return Estimate(mean, -math.inf, math.inf)
        low, high = interval(self.resamples[:, one] - self.resamples[:, other], self.deals)
        return Estimate(mean, float(low), float(high))

    def _number(self, name: str) -> int:
        if name not in self.players:
            raise ValueError(f"there is no rating of {name!r}; there are {', '.join(self.players)}")
        return self.players.index(name)


def ratings(games: Games, table: int | None = None, *, resamples: int = RESAMPLES, seed: int = 0) -> Ratings:
    """Rates the players of a tournament.

    The model of games of two sides is that of Bradley and Terry ("Rank analysis of incomplete block designs", 1952): i
    beats j with the odds exp(θᵢ − θⱼ). That of more sides is Luce's and Plackett's (Luce, "Individual choice behavior",
    1959; Plackett, "The analysis of permutations", 1975), in which the next place always goes to i among those left
    with a chance in proportion to exp θᵢ. In it too i finishes ahead of j with the odds exp(θᵢ − θⱼ), whoever else
    plays, so that both are fitted to the same counts: every ranking is broken into all its pairs, which keeps the
    estimate consistent (Azari Soufiani et al., "Generalized method-of-moments for rank aggregation", 2013), gives ties
    their half, and makes a resample a sum of matrices. That its terms depend on each other does not matter to the
    intervals, which come from resampling whole deals.

    Counts are padded by one trial for each pair that met, of which each of the two wins half (`Comparisons.padded`).
    Ratings are thus finite for who won or lost everything too; read these as "at least" and "at most".

    A rating is worth what the seats were worth: it speaks of the player only if everybody sat everywhere equally often.

    Args:
        games: of a tournament. All seats of a side have the same player.
        table: only this table; None: all together.
        resamples: R.
        seed: of the resamples.

    Raises:
        ValueError: no games, no such table, sides of several players, or players who never met, not even by way of
            others.
    """
    check_sides(games)
    counted = comparisons(games, table)
    again = counted.resampled(resamples, seed) if counted.deals > 1 else None
    return ratings_of(counted, again, seed)


def ratings_of(counted: Comparisons, again: NDArray[np.float64] | None, seed: int) -> Ratings:
    """`ratings`, from counts.

    Args:
        counted: the counts.
        again: (R, P, P) resampled with the seed; None where there are fewer than two deals.
        seed: of the resamples.
    """
    playing = np.flatnonzero(counted.met.sum(axis=1))
    _check_linked(counted, playing)
    part = np.ix_(playing, playing)
    names, deals = counted.players, counted.deals
    rating, low, high = np.full((3, len(names)), np.nan)
    drawn = np.full((0 if again is None else len(again), len(names)), np.nan)
    rating[playing] = POINTS * _choix(counted.padded[part])
    low[playing], high[playing] = -math.inf, math.inf
    if again is not None:
        drawn[:, playing] = POINTS * fit(again[:, *part], rating[playing] / POINTS)
        low[playing], high[playing] = interval(drawn[:, playing], deals)
    high[playing[~counted.counts[part].any(axis=0)]] = math.inf
    low[playing[~counted.counts[part].any(axis=1)]] = -math.inf
    named = tuple(tuple(names[playing[one]] for one in group) for group in _groups(counted.counts[part]))
    return Ratings(names, rating, low, high, drawn, named, deals, counted.games, seed)


def fit(counts: NDArray[np.float64], start: ArrayLike = 0.0) -> NDArray[np.float64]:
    """The most likely Bradley–Terry strengths of many matrices at once, by Newton's method.

    It finds what `choix.ilsr_pairwise_dense` finds, which takes one matrix at a time.

    Args:
        counts: (…, P, P) how often the row beat the column. Everybody can be reached from everybody by wins.
        start: (P,) where to begin.

    Returns:
        (…, P) log strengths with mean 0.
    """
    size = counts.shape[-1]
    theta = np.zeros(counts.shape[:-1]) + np.asarray(start, np.float64)
    pairs, wins = counts + counts.swapaxes(-1, -2), counts.sum(axis=-1)
    for _ in range(100):
        chance = expit(theta[..., :, None] - theta[..., None, :])
        slope = wins - (pairs * chance).sum(axis=-1)
        weight = pairs * chance * (1 - chance)
        curve = np.einsum("...i,ij->...ij", weight.sum(axis=-1), np.eye(size)) - weight
        curve += weight.mean(axis=(-1, -2), keepdims=True)  # the mean is free: this keeps it where it is
        step = np.linalg.solve(curve, slope[..., None])[..., 0]
        largest = np.abs(step).max(axis=-1, keepdims=True)
        theta += step * np.minimum(1, 2 / np.maximum(largest, 1e-300))  # far out the curve is flat: no giant leaps
        if largest.max() < 1e-8:
            return theta - theta.mean(axis=-1, keepdims=True)
    raise RuntimeError("the ratings did not settle after 100 steps; are all players linked by wins?")


def expected_share(points: ArrayLike) -> NDArray[np.float64]:
    """The share of the comparisons of a player so many points above another: 0.64 for 100."""
    return expit(np.asarray(points, np.float64) / POINTS)


def _choix(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """(P,) log strengths with mean 0, by Luce spectral ranking (Maystre and Grossglauser, 2015)."""
    from choix import ilsr_pairwise_dense

    return np.asarray(ilsr_pairwise_dense(counts, max_iter=10_000))


def _check_linked(counted: Comparisons, playing: NDArray[np.int64]) -> None:
    if not playing.size:
        raise ValueError("no two different players met: there is nothing to rate; let others play against them")
    links = csr_array(counted.met[np.ix_(playing, playing)])
    parts, part = connected_components(links, directed=False)
    if parts > 1:
        names = [", ".join(counted.players[one] for one in playing[part == number]) for number in range(parts)]
        raise ValueError(
            f"these never met, not even by way of others: {' | '.join(names)}; they have no common scale: let one of "
            "each play against one of the others, or rate them apart (`among`)"
        )


def _groups(counts: NDArray[np.float64]) -> list[NDArray[np.int64]]:
    """Players linked by wins in both directions (Ford, "Solution of a ranking problem", 1957), upper groups first."""
    reach = np.eye(len(counts), dtype=np.bool_) | (counts > 0)
    for _ in range(len(counts).bit_length()):
        reach = reach @ reach
    first = (reach & reach.T).argmax(axis=1)  # of the group, by player
    return [np.flatnonzero(first == one) for one in sorted(set(first.tolist()), key=lambda one: -reach[one].sum())]
