"""How a player in training stands against a panel: the same deals with the player in each seat."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...envs.core.game import Player
from ...envs.core.vector import VectorEnv


@dataclass(frozen=True)
class Standing:
    """Share of games won against one opponent, who has all other seats; a shared first place counts in parts.

    Attributes:
        opponent: its name.
        share: mean over deals of the mean over seats.
        low, high: 95 % interval of the mean over deals.
        lead: mean of own score minus the others' mean.
        games: deals × seats.
        capped: share of games that ended by a limit.
    """

    opponent: str
    share: float
    low: float
    high: float
    lead: float
    games: int
    capped: float


def won(returns: NDArray[np.float32], seat: int) -> NDArray[np.float64]:
    """(N,) part of the first place that a seat has. ``returns``: (N, S)."""
    first = returns == returns.max(axis=1, keepdims=True)
    return first[:, seat] / first.sum(axis=1)


def stand(games: VectorEnv, player: Player, opponent: str | Player, seed: int) -> Standing:
    """Plays the first game of every slot once with the player in each seat.

    Args:
        games: N deals; what runs there is given up.
        player: the player in question.
        opponent: sits in all other seats.
        seed: of the deals and of the players' chance.
    """
    seats = games.num_seats
    shares, lead, capped = np.zeros((seats, games.num_envs)), 0.0, 0.0
    for seat in range(seats):
        policies: list[str | Player] = [opponent] * seats
        policies[seat] = player
        played = games.play_out(policies, 1, seed)
        shares[seat] = won(played.returns[:, 0], seat)
        score = played.score[:, 0]
        lead += float((score[:, seat] - np.delete(score, seat, axis=1).mean(axis=1)).mean()) / seats
        capped += float(played.truncated.mean()) / seats
    by_deal = shares.mean(axis=0)
    margin = 1.96 * by_deal.std(ddof=1) / np.sqrt(len(by_deal))
    mean = float(by_deal.mean())
    name = opponent if isinstance(opponent, str) else opponent.name
    low, high = max(0.0, mean - margin), min(1.0, mean + margin)
    return Standing(name, mean, float(low), float(high), lead, shares.size, capped)
