"""What a seat may be told of the others' decisions.

An action is told only if the seat could read it off the table, as far as samples show: what it sees afterwards must
differ from what it would see after any other action, in the game as it is and in samples of what the seat takes to be
possible. In those samples the others hold other cards, so that *laid a card or passed* does not become *laid the ace*.
Where a sample leaves the other no choice and the engine would have played the same for it, nothing is told either: that
somebody had a choice may be a secret, too.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...envs.core.batch import determinize_seats, legal_masks, redact_seats
from ...envs.core.engine import Slots
from ...envs.core.game import Game
from ...envs.core.rng import SAMPLE, python_word

WORLDS = 256
"""Samples of what is hidden. One that disagrees is enough to keep an action back.

All that disagree may be missed: with probability (1 − p)^WORLDS, where the seat would give p to them together. So what
is told is true in any case, and that the seat could have read it off the table is an estimate: with 256 samples a doubt
of 2 % is passed over less than once in a hundred times.
"""
CHANCES = 4
"""Courses of chance by which it is found out what chance decides, and so proves nothing of the action."""
ROWS = 256
"""Games that are stepped in one call."""


class Teller:
    """Finds out what a seat may be told.

    Args:
        game: the game.
        tables: (1,) tables record.
    """

    def __init__(self, game: Game, tables: np.ndarray) -> None:
        self.game, self.tables = game, tables.copy()
        self._slots = Slots(game, tables, ROWS, autoreset=False, shaping=False)

    def words(self, state: Any, action: int, seat: int) -> str | None:
        """An action in words, as a seat may be told it.

        Args:
            state: the record before the action.
            action: what its seat to act did.
            seat: who is told.

        Returns:
            The words, or None if the seat does not know of the action.
        """
        seen = self._views(_copies(state, 1), seat)
        name = self.game.action_name(state, self.tables[0], action)
        if seat == state["seat"]:
            return name
        known = self.game.action_name(seen[0], self.tables[0], action)  # says no more than the seat knows …
        if not set(known.split()) <= set(name.split()):  # … but of what is blotted out it may say what is not so
            return None
        return known if self.is_plain(state, action, seat) else None

    def is_plain(self, state: Any, action: int, seat: int) -> bool:
        """Whether ``seat`` sees by the table alone, in all samples, which action was taken. Arguments: see `words`."""
        real = _copies(state, CHANCES)
        real["key"][1:] = _words(CHANCES - 1, 1)
        after = _bytes(self._after(real, np.full(CHANCES, action), seat))
        by_chance = (after != after[0]).any(axis=0)
        worlds = np.concatenate([_copies(state, 1), self._worlds(state, seat)])
        mask = np.zeros((len(worlds), self.game.num_actions), np.int8)
        legal_masks(worlds, self.tables, mask)
        which, actions = np.nonzero(mask)
        views = _bytes(self._after(_raw(worlds)[which].view(worlds.dtype), actions, seat))
        own = np.repeat(after[:1], len(worlds), axis=0)  # by world: what the seat would see after the action
        views[:, by_chance] = own[:, by_chance] = 0
        same = actions == action
        own[which[same]] = views[same]
        like = (views == own[which]).all(axis=1)
        forced = (mask.sum(axis=1) == 1) & bool(self.tables[0]["auto_forced"])
        return not (like & (~same | forced[which])).any()

    def _worlds(self, state: Any, seat: int) -> np.ndarray:
        """(n,) samples of what the seat takes to be possible, no two alike; n <= WORLDS."""
        worlds = _copies(state, WORLDS)
        with self._slots.first_call("sampling of hidden things"):
            determinize_seats(worlds, self.tables, np.full(WORLDS, seat, np.int32), _words(WORLDS, 2))
        worlds["key"] = worlds["key"][0]  # chance is the same in all, so that those with the same cards are alike
        first = {world.tobytes(): number for number, world in reversed(list(enumerate(worlds)))}
        return worlds[sorted(first.values())]

    def _after(self, states: np.ndarray, actions: NDArray[np.integer], seat: int) -> np.ndarray:
        """What the seat sees after an action in each state. ``states``: (n,); ``actions``: (n,)."""
        slots, after = self._slots, np.empty_like(states)
        for start in range(0, len(states), ROWS):
            part = slice(start, min(start + ROWS, len(states)))
            size = part.stop - part.start
            _raw(slots.states)[:size], slots.actions[:size] = _raw(states)[part], actions[part]
            slots.advance(slots.actions, np.arange(ROWS) < size)
            _raw(after)[part] = _raw(slots.states)[:size]
        return self._views(after, seat)

    def _views(self, states: np.ndarray, seat: int) -> np.ndarray:
        """Redacts in place, and forgets how many decisions there were: forced ones among them may be secret."""
        redact_seats(states, self.tables, np.full(len(states), seat, np.int32))
        states["decisions"] = 0
        return states


def _copies(state: Any, number: int) -> np.ndarray:
    """(number,) copies of a record."""
    copies = np.zeros(number, state.dtype)
    copies[:] = state
    return copies


def _raw(states: np.ndarray) -> np.ndarray:
    """(n,) the same records, copied much faster than field by field."""
    return states.view(f"V{states.itemsize}")


def _bytes(states: np.ndarray) -> NDArray[np.uint8]:
    """(n, size) the bytes of (n,) records."""
    return np.ascontiguousarray(states).view(np.uint8).reshape(len(states), -1)


def _words(number: int, index: int) -> NDArray[np.uint64]:
    """(number,) random words, always the same ones."""
    return np.array([python_word(index, SAMPLE, k) for k in range(number)], np.uint64)
