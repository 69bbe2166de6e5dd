"""One game at a time of a compiled engine, with everything that the record holds at hand."""

from __future__ import annotations

from typing import Any

import numpy as np

from shugyo.envs.core import batch
from shugyo.envs.core.engine import Slots
from shugyo.envs.core.game import Game


class OneGame:
    """One game at a time of the compiled engine.

    Args:
        game: which.
        tables: (1,) record, its options settled.
    """

    def __init__(self, game: Game, tables: np.ndarray) -> None:
        self.slots = Slots(game, tables, 1, autoreset=False, shaping=False, keep_score=True)
        self.fields = {name: self.slots.states[name] for name in game.state_type.names}  # views into the record
        self._kinds, self._keys = np.zeros(1, np.int32), np.zeros(1, np.uint64)
        self._chosen = np.zeros(1, np.int32)

    # ---- playing ----------------------------------------------------------------------------------------------------
    def begin(self, seed: int) -> None:
        """Starts a game."""
        self.slots.begin(seed)

    def step(self, action: int) -> None:
        """Plays a legal action."""
        self.slots.actions[0] = action
        self.slots.advance(self.slots.actions, self.slots.everywhere)

    def choose(self, kind: int, key: int) -> int:
        """The action of a built-in player for the seat to act; kind 0 plays at random."""
        self._kinds[0], self._keys[0] = kind, key
        slots = self.slots
        batch.choose(slots.states, slots.tables, self._kinds, self._keys, slots.mask, self._chosen)
        return int(self._chosen[0])

    # ---- reading ----------------------------------------------------------------------------------------------------
    def get(self, name: str) -> Any:
        """A field of the record as plain integers or lists."""
        return self.fields[name][0].tolist()

    def legal(self) -> list[int]:
        """Legal action ids in ascending order."""
        return np.flatnonzero(self.slots.mask[0]).tolist()

    def score(self) -> list[float]:
        """Plain score by seat."""
        return self.slots.standing[0].tolist()

    def returns(self) -> list[float]:
        """Returns by seat, zeros while the game runs."""
        return self.slots.returns[0].tolist()

    def rewards(self) -> list[float]:
        """Rewards of the last step by seat."""
        return self.slots.rewards[0].tolist()
