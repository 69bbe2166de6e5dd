"""How a player in training stands against a panel: the same deals with the player in each seat."""

from __future__ import annotations

import math
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
        low, high: 95 % interval.
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
    mean = float(by_deal.mean())
    name = opponent if isinstance(opponent, str) else opponent.name
    low, high = wilson(mean, len(by_deal))
    return Standing(name, mean, low, high, lead, shares.size, capped)


def wilson(share: float, trials: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share (1927), honest near 0 and 1.

    With a deal as one trial it is, if anything, too wide: `shugyo match` counts more exactly.
    """
    z = 1.96
    centre = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    return max(0.0, centre - half), min(1.0, centre + half)
