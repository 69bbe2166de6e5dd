"""How a player in training stands against a panel: the same deals with the player in each seat."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...envs.core.game import Player
from ...envs.core.sides import side_numbers, wins
from ...envs.core.vector import VectorEnv


@dataclass(frozen=True)
class Standing:
    """Share of games won against one opponent, who has all other seats; a shared first place counts in parts.

    Attributes:
        opponent: its name.
        share: mean over deals of the mean over seats.
        low, high: 95 % interval.
        lead: mean of own score minus the mean of the other sides.
        games: deals × rounds.
        capped: share of games that ended by a limit.
    """

    opponent: str
    share: float
    low: float
    high: float
    lead: float
    games: int
    capped: float


def won(returns: NDArray[np.float32], seat: int, side: NDArray[np.int64]) -> NDArray[np.float64]:
    """(N,) part of the first place that a seat's side has. ``returns``: (N, S); ``side``: (S,), of the seats."""
    return wins(returns, side)[:, seat]


def stand(
    games: VectorEnv, player: Player, opponent: str | Player, seed: int, own: tuple[int, ...] | None = None
) -> Standing:
    """Plays the first game of every slot once with the player in each seat, or once in the seats that are its own.

    Args:
        games: N deals; what runs there is given up.
        player: the player in question.
        opponent: sits in all other seats.
        seed: of the deals and of the players' chance.
        own: seats of one side that the player has together; None: each seat in turn.
    """
    side = side_numbers(games.game_spec)
    rounds = [(seat,) for seat in range(games.num_seats)] if own is None else [own]
    shares, lead, capped = np.zeros((len(rounds), games.num_envs)), 0.0, 0.0
    for number, seats in enumerate(rounds):
        policies = [player if seat in seats else opponent for seat in range(games.num_seats)]
        played = games.play_out(policies, 1, seed)
        shares[number] = won(played.returns[:, 0], seats[0], side)
        score = played.score[:, 0]
        others = score[:, side != side[seats[0]]]
        lead += float((score[:, seats[0]] - others.mean(axis=1)).mean()) / len(rounds) if others.size else 0.0
        capped += float(played.truncated.mean()) / len(rounds)
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
