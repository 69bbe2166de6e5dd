"""How strong what has been trained is, whatever library trained it.

It needs neither torch nor Stable-Baselines3, so that it goes with every other library.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ...envs.core.game import Batch, GameSpec, Player
from ...envs.core.sides import places_of, side_numbers, wins
from ...envs.core.vector import VectorEnv
from ..intervals import wilson
from ..masks import check_masks

Logits = Callable[[NDArray[Any]], NDArray[Any]]


class GreedyPlayer:
    """Takes the most likely of the legal actions.

    Args:
        name: how results list it.
        logits: (B, D) observations → (B, A) logits of all actions, not masked.
        observation_dtype: what ``logits`` is given: ``"float32"`` in [−1, 1], or the ``"int8"`` entries behind it.
    """

    needs: set[Literal["observation", "state"]] = {"observation"}

    def __init__(self, name: str, logits: Logits, observation_dtype: str = "float32") -> None:
        self.name, self.logits, self.observation_dtype = name, logits, observation_dtype

    def start(self, game: GameSpec, seed: int) -> None:
        """Nothing is kept from game to game."""

    def act(self, batch: Batch) -> NDArray[np.int32]:
        """(B,) legal actions.

        Raises:
            EmptyMaskError: a row has no legal action.
        """
        legal = check_masks(batch.mask) != 0
        assert batch.observation is not None  # it is among `needs`
        return np.where(legal, self.logits(batch.observation), -np.inf).argmax(axis=1).astype(np.int32)


@dataclass(frozen=True)
class Strength:
    """Share of games won against ``opponent``, in each place at the table and on average.

    Attributes:
        opponent: who has all other seats.
        share: mean over the places; a shared first place counts in parts.
        low, high: 95 % interval of ``share``, a deal as one trial.
        games: how many were played.
        by_place: the share by agent; in a game with roles by side.
    """

    opponent: str
    share: float
    low: float
    high: float
    games: int
    by_place: dict[str, float]

    def __str__(self) -> str:
        places = ", ".join(f"{place} {share:.1%}" for place, share in self.by_place.items())
        return (
            f"{self.share:.1%} of {self.games:,} games against {self.opponent} won "
            f"(95 % interval {self.low:.1%} to {self.high:.1%}; {places})"
        )


def strength(games: VectorEnv, player: Player, opponent: str = "random", seed: int = 0) -> Strength:
    """Plays the same deals with the player in every place at the table, one after the other.

    Args:
        games: N deals; what runs there is given up.
        player: the player in question.
        opponent: name of the player in all other seats.
        seed: of the deals, and of the players' chance.
    """
    spec = games.game_spec
    side, places = side_numbers(spec), places_of(spec)
    shares = np.zeros((len(places), games.num_envs))
    for number, place in enumerate(places):
        policies = [player if seat in place.seats else opponent for seat in range(games.num_seats)]
        shares[number] = wins(games.play_out(policies, 1, seed).returns[:, 0], side)[:, place.seats[0]]
    share = float(shares.mean())
    low, high = wilson(share, games.num_envs)
    by_place = dict(zip((place.name for place in places), shares.mean(axis=1).tolist(), strict=True))
    return Strength(opponent, share, low, high, shares.size, by_place)
