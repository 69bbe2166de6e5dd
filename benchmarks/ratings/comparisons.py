"""Who finished ahead of whom, counted by deal, and what chance could have made of the counts.

A game of n sides is n·(n − 1)/2 comparisons, one for each two sides. Finishing ahead counts 1, a tie ½. A comparison
has the weight 1/(n − 1): each side has one a game, however many others there are, so that tables of many seats do not
outweigh those of two, and the share of comparisons that a side wins is (return + 1)/2 where returns are linear in the
rank. A side of several seats counts once: of k seats each has a k-th. Two seats of one player are not compared.

The unit of resampling is the **deal with all its games**, at all seatings and of all pairs of players: games that share
their cards are not independent, and players who met on the same deals are compared on the same deals in each resample.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.special import ndtr, stdtrit

from ..intervals import LEVEL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..tournaments.games import Games

AT_ONCE = 1 << 22
"""Drawn deals that are held in memory at a time."""


@dataclass(frozen=True)
class Comparisons:
    """Counts by deal. D deals, P players.

    Attributes:
        players: P names.
        by_deal: (D, P·P) sparse float64, indices sorted; column i·P + j: how often i finished ahead of j, ties half.
            Zeros are kept where two met.
        games: how many games are behind it.
    """

    players: tuple[str, ...]
    by_deal: csr_array
    games: int

    @property
    def deals(self) -> int:
        """D."""
        return len(self.by_deal.indptr) - 1

    @cached_property
    def counts(self) -> NDArray[np.float64]:
        """(P, P) how often the row finished ahead of the column, over all deals."""
        return np.asarray(self.by_deal.sum(axis=0)).reshape(self._square)

    @cached_property
    def met(self) -> NDArray[np.int64]:
        """(P, P) on how many deals row and column met."""
        return np.bincount(self.by_deal.indices, minlength=self._square[0] ** 2).reshape(self._square)

    @cached_property
    def of_a_trial(self) -> NDArray[np.float64]:
        """(P, P) how many comparisons of two players tell as much as one independent trial; 0 where they never met.

        It is one where the games of a deal are as good as independent, and all comparisons of a deal where they always
        agree: as in `shugyo.benchmarks.intervals.bounded_estimate`, there are as many trials as would scatter like the
        deals do, and as many as deals where one player won everything.
        """
        count = self._square[0]
        mirror = self.by_deal[:, np.arange(count * count).reshape(count, count).T.ravel()]
        mirror.sort_indices()
        cell, share = self.by_deal.indices, self.by_deal.data / (self.by_deal.data + mirror.data)
        met, total = self.met.ravel(), (self.counts + self.counts.T).ravel()
        mean = np.bincount(cell, share, count * count) / np.maximum(1, met)
        squares = np.bincount(cell, (share - mean[cell]) ** 2, count * count)
        spread = mean * (1 - mean)
        variance = np.where(met > 1, squares / np.maximum(1, met - 1), spread)
        error = np.maximum(variance / np.maximum(1, met), 1 / np.maximum(1, total) ** 2)
        trials = np.where(spread > 0, spread / error, met)
        return (total / np.maximum(trials, 1e-300) * (met > 0)).reshape(self._square)

    @property
    def padded(self) -> NDArray[np.float64]:
        """(P, P) the counts with one trial more, shared by each two players who met.

        Half a win to each is what keeps the log odds of a share finite, and nearly free of bias (Haldane, "The
        estimation and significance of the logarithm of a ratio of frequencies", 1956; Anscombe, "On estimating binomial
        response relations", 1956).
        """
        return self.counts + self.of_a_trial / 2

    def resampled(self, resamples: int, seed: int) -> NDArray[np.float64]:
        """(R, P, P) counts as they could have come out: bootstrap over deals, padded at random.

        D − 1 of the D deals are drawn with replacement and weighted by D/(D − 1), which makes the variance of a mean
        the unbiased one (Rao and Wu, "Resampling inference with complex survey data", 1988). What pads the counts has
        the distribution Gamma(½) in units of a trial, with the ½ of `padded` as its mean: pairs of which one won all
        then have the width of Jeffreys' interval for a share instead of none (Brown, Cai and DasGupta, "Interval
        estimation for a binomial proportion", 2001); elsewhere it is lost in the scatter of the deals.

        Args:
            resamples: R.
            seed: of the draws; the same seed gives the same counts.

        Raises:
            ValueError: there are fewer than two deals or two resamples.
        """
        if resamples < 2:
            raise ValueError(f"intervals need resamples, some hundreds of them, and not {resamples}")
        if self.deals < 2:
            raise ValueError(f"intervals need at least 2 deals, and there are {self.deals}; play more")
        rng = np.random.default_rng(seed)
        parts, drawn = [], self.deals - 1
        for first in range(0, resamples, size := max(1, AT_ONCE // drawn)):
            rows = min(size, resamples - first)
            picks = rng.integers(self.deals, size=(rows, drawn)) + self.deals * np.arange(rows)[:, None]
            times = np.bincount(picks.ravel(), minlength=rows * self.deals).reshape(rows, self.deals)
            parts.append(times @ self.by_deal)
        counts = np.concatenate(parts).reshape(resamples, *self._square) * (self.deals / drawn)
        return counts + self.of_a_trial * rng.gamma(0.5, size=counts.shape)

    @property
    def _square(self) -> tuple[int, int]:
        return len(self.players), len(self.players)


def comparisons(games: Games, table: int | None = None) -> Comparisons:
    """Counts who finished ahead of whom.

    Args:
        games: of a tournament.
        table: count only this table; None: all.

    Raises:
        ValueError: no such table, or no games.
    """
    games = games_of_table(games, table)
    count = len(games.players)
    deals, deal = np.unique(games.deal, return_inverse=True)
    seat_weight, others = side_weights(games), 1 / games.fair - 1
    rows, columns, values = [], [], []
    for s, t in combinations(range(games.player.shape[1]), 2):
        one, other = games.player[:, s], games.player[:, t]
        met = np.flatnonzero((np.minimum(one, other) >= 0) & (games.side[:, s] != games.side[:, t]) & (one != other))
        one, other, ranks = one[met], other[met], games.rank[met]
        ahead = (1 + np.sign(ranks[:, t] - ranks[:, s])) / 2
        weight = seat_weight[met, s] * seat_weight[met, t] / others[met]
        rows += [deal[met], deal[met]]
        columns += [one * count + other, other * count + one]
        values += [weight * ahead, weight * (1 - ahead)]
    place = np.concatenate(rows), np.concatenate(columns)
    by_deal = csr_array((np.concatenate(values), place), shape=(len(deals), count * count))
    by_deal.sum_duplicates()  # zeros stay: they say who met
    return Comparisons(games.players, by_deal, len(games))


def by_role(games: Games, roles: Sequence[str]) -> Games:
    """The same games with a player for each role that a player had: "a as Oni", "a as Heroes".

    Where sides differ in what they are, this keeps apart what a player is worth on each of them, and what the sides
    are worth themselves.

    Args:
        games: of a tournament.
        roles: what the sides are called, in the order of their numbers; all sides of the games.

    Raises:
        ValueError: a side has no name.
    """
    if len(games) and games.side.max() >= len(roles):
        raise ValueError(f"the games have {games.side.max() + 1} sides, and {len(roles)} are named: {', '.join(roles)}")
    names = tuple(f"{player} as {role}" for role in roles for player in games.players)
    split = np.where(games.player >= 0, games.player + len(games.players) * games.side, -1)
    return replace(games, players=names, player=split)


def among(games: Games, players: Sequence[str]) -> Games:
    """The games in which only these players sat, with no others in the list of players.

    Raises:
        ValueError: one of them is unknown.
    """
    unknown = [name for name in players if name not in games.players]
    if unknown:
        raise ValueError(f"unknown: {', '.join(unknown)}; there are {', '.join(games.players)}")
    number = np.full(len(games.players) + 1, -1)  # the last is for the seats beyond the table, −1
    number[[games.players.index(name) for name in players]] = np.arange(len(players))
    part = games.select(((number[games.player] >= 0) | (games.player < 0)).all(axis=1))
    return replace(part, players=tuple(players), player=number[part.player])


def games_of_table(games: Games, table: int | None) -> Games:
    """The games of one table, or all.

    Raises:
        ValueError: no such table, or no games.
    """
    if table is not None:
        if not 0 <= table < len(games.tables):
            raise ValueError(f"there is no table {table}; there are 0 … {len(games.tables) - 1}: {games.tables}")
        games = games.select(games.table == table)
    if len(games) == 0:
        raise ValueError("there are no finished games" + ("" if table is None else f" of {games.tables[table]}"))
    if games.fair.max() == 1:
        raise ValueError("games of one side have no opponents to be compared with; compare scores instead")
    return games


def check_sides(games: Games) -> None:
    """Sees to it that all seats of a side have the same player.

    Raises:
        ValueError: a side has several.
    """
    mixed = (games.side[:, :, None] == games.side[:, None, :]) & (games.side[:, :, None] >= 0)
    mixed &= games.player[:, :, None] != games.player[:, None, :]
    if mixed.any():
        game = games.select(mixed.any(axis=(1, 2)))
        names = sorted({games.players[one] for one in game.player[0] if one >= 0})
        raise ValueError(
            f"on deal {game.deal[0]} ({games.tables[game.table[0]]}) several of {', '.join(names)} share a side, and a "
            "side's result rates nobody on it; rate games whose sides are of one player each"
        )


def side_weights(games: Games) -> NDArray[np.float64]:
    """(G, S) 1 / number of seats on the seat's side; 0 beyond the table's seats."""
    size = (games.side[:, :, None] == games.side[:, None, :]).sum(axis=2)
    return np.where(games.side >= 0, 1 / size, 0)


def interval(resamples: NDArray[np.float64], deals: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Ends of the 95 % interval of each figure: the quantiles of its resamples, a little further out.

    How far is told by Student's quantile for the number of deals, as for a mean (the expanded percentile interval:
    Hesterberg, "What teachers should know about the bootstrap", 2015).

    Args:
        resamples: (R, …) figures computed from each of `Comparisons.resampled`.
        deals: how many deals were resampled.
    """
    tail = ndtr(stdtrit(deals - 1, (1 - LEVEL) / 2))
    low, high = np.quantile(resamples, [tail, 1 - tail], axis=0)
    return low, high
