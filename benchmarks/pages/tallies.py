"""Shares of the wins in parts of a tournament: by table, by place, by player and place."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..intervals import Estimate, bounded_estimate

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
    where, side, share = where[rows], games.side[rows], games.share[rows]
    size = np.stack([(side == one).sum(axis=1) for one in range(side.max() + 1)], axis=1)
    weight = where / np.take_along_axis(size, np.maximum(side, 0), axis=1)
    deals, deal = np.unique(games.deal[rows], return_inverse=True)
    won = np.bincount(deal, (weight * np.where(where, share, 0)).sum(axis=1))
    of = np.bincount(deal, weight.sum(axis=1))
    each = max(1, round(rows.size / deals.size))
    return Tally(bounded_estimate(np.clip(won / of, 0, 1), 0, 1, each), int(rows.size), int(deals.size))


def fair_share(games: Games) -> float:
    """What equals have, for games of one table."""
    return float(games.fair[0])
