"""Shares of the wins in parts of a tournament: by table, by place, by player and place."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..intervals import Estimate, bounded_estimate, bounded_from_moments

if TYPE_CHECKING:
    from ..tournaments.games import Games


class Tally(NamedTuple):
    """A share of the wins.

    Attributes:
        share: with its 95 % interval over the deals.
        games: behind it.
        deals: behind it.
    """

    share: Estimate
    games: int
    deals: int


def tally(games: Games, where: NDArray[np.bool_]) -> Tally | None:
    """The mean share of the wins in some seats. A side counts once, whatever its size.

    Args:
        games: of a tournament.
        where: (G, S) the seats in question.

    Returns:
        Nothing if there are no such seats.
    """
    rows = np.flatnonzero(where.any(axis=1))
    if rows.size == 0:
        return None
    deals, by_deal = _by_deal(games, where, rows)
    each = max(1, round(rows.size / deals.size))
    return Tally(bounded_estimate(by_deal, 0, 1, each), int(rows.size), int(deals.size))


def tally_by_opponent(games: Games, where: NDArray[np.bool_]) -> Tally | None:
    """The mean over opponents of the share of the wins against each, as if all had been met equally often.

    Games on one deal are not independent, against whomever they are. So the error of the mean is summed up by deal,
    over all opponents, before it is squared; Student's quantile is that of the opponent met on the fewest deals.

    Args:
        games: of one table.
        where: (G, S) the seats of one player, all or some of them.

    Returns:
        Nothing if nobody else was in those games.
    """
    present = np.asarray(where.any(axis=1))
    others = np.unique(games.player[present[:, None] & ~where])
    own = np.unique(games.player[where])
    found = []
    for other in others[(others >= 0) & ~np.isin(others, own)]:
        rows = np.flatnonzero(present & (games.player == other).any(axis=1))
        found.append((rows, *_by_deal(games, where, rows)))
    if not found:
        return None
    played, together = (np.unique(np.concatenate([one[part] for one in found])) for part in (0, 1))
    error = np.zeros(together.size)
    for _, deals, by_deal in found:
        error[np.searchsorted(together, deals)] += (by_deal - by_deal.mean()) / deals.size / len(found)
    least, each = min((deals.size, rows.size / deals.size) for rows, deals, _ in found)
    variance = least * float((error**2).sum()) * least / max(1, least - 1)
    mean = float(np.mean([by_deal.mean() for *_, by_deal in found]))
    share = bounded_from_moments(least, mean, variance, max(1, round(each * len(found))))
    return Tally(share, int(played.size), int(together.size))


def _by_deal(
    games: Games, where: NDArray[np.bool_], rows: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The deals of some games, and the mean share of the wins on each in some seats of them."""
    where, side, share = where[rows], games.side[rows], games.share[rows]
    size = np.stack([(side == one).sum(axis=1) for one in range(side.max() + 1)], axis=1)
    weight = where / np.take_along_axis(size, np.maximum(side, 0), axis=1)
    deals, deal = np.unique(games.deal[rows], return_inverse=True)
    won = np.bincount(deal, (weight * np.where(where, share, 0)).sum(axis=1))
    of = np.bincount(deal, weight.sum(axis=1))
    return deals, np.clip(won / of, 0, 1)


def fair_share(games: Games) -> float:
    """What equals have, for games of one table."""
    return float(games.fair[0])
