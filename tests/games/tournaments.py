"""Simulated tournaments of players whose strength is known."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtr

from shugyo.benchmarks.tournaments.games import Games


def simulated(
    strength: Sequence[float],
    deals: int,
    rng: np.random.Generator,
    *,
    lineups: Sequence[Sequence[int]] | None = None,
    cards: float = 0.3,
    taste: float = 0.3,
    bonus: NDArray[np.float64] | None = None,
    first: int = 0,
) -> Games:
    """Every lineup plays every deal in all rotations; the best performance is first.

    A performance is the strength plus luck, which is Gumbel-distributed and independent between the players of a game.
    Each game by itself thus follows the models of Luce, Plackett, Bradley and Terry exactly: i is ahead of j with the
    odds exp(strength i − strength j). Between the games of a deal, those of other pairs included, luck is shared.

    Args:
        strength: (P,) log odds.
        deals: how many.
        rng: of all luck.
        lineups: (L, S) who plays; all pairs if not given.
        cards: the part of the luck that stays with the seat of a deal.
        taste: the part that a player has on all seats of a deal; 0 where a lineup has copies of a player.
        bonus: (P, P) antisymmetric, added to the log odds of the row against the column; for pairs.
        first: number of the first deal.
    """
    sat = np.array(list(combinations(range(len(strength)), 2)) if lineups is None else lineups)
    seats = sat.shape[1]
    rotated = np.stack([np.roll(sat, turn, axis=1) for turn in range(seats)], axis=1).reshape(-1, seats)
    shape = (deals, len(rotated), seats)
    luck = np.sqrt(cards) * rng.standard_normal((deals, 1, seats))
    luck = luck + np.sqrt(taste) * rng.standard_normal((deals, len(strength)))[:, rotated]
    luck = luck + np.sqrt(1 - cards - taste) * rng.standard_normal(shape)
    performance = np.asarray(strength)[rotated] - np.log(-np.log(ndtr(luck)))
    if bonus is not None:
        performance = performance + bonus[rotated, rotated[:, ::-1]] / 2
    return played(
        rotated=np.broadcast_to(rotated, shape).reshape(-1, seats),
        performance=performance.reshape(-1, seats),
        deal=np.repeat(np.arange(first, first + deals), len(rotated)),
        players=len(strength),
    )


def played(rotated: ArrayLike, performance: ArrayLike, deal: ArrayLike, players: int) -> Games:
    """Games of one table by what each seat, its own side, performed: (G, S) players and numbers, (G,) deals."""
    player, points = np.array(rotated, np.int64), np.array(performance, np.float64)
    count, seats = player.shape
    better = (points[:, None, :] > points[:, :, None]).sum(axis=2)
    equal = (points[:, None, :] == points[:, :, None]).sum(axis=2)
    return Games(
        players=tuple("ABCDEFGHIJ"[:players]),
        tables=(f"{seats} seats",),
        table=np.zeros(count, np.int64),
        deal=np.array(deal, np.int64),
        player=player,
        side=np.broadcast_to(np.arange(seats), (count, seats)).copy(),
        share=np.where(better == 0, 1 / equal, 0.0),
        rank=1 + better + (equal - 1) / 2,
        score=points,
        length=np.full(count, 10, np.int64),
        truncated=np.zeros(count, np.bool_),
    )
