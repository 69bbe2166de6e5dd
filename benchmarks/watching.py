"""Games that are watched while scripted players play them: many at once, in parts that threads share.

Game d of seed s is what slot d of a vector env plays first after ``reset(seed=s)``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from typing import Any, TypeVar

import numpy as np

from ..envs.core.engine import Slots
from ..envs.core.game import Game
from ..envs.core.players import scripted_names
from ..envs.core.playing import play_on
from ..envs.core.rng import PLAYER, fold, python_word, slot_key

Progress = Callable[[int], None]
W = TypeVar("W")


class Running:
    """Games under way.

    Args:
        game: the game.
        tables: (1,) of its rules and content.
        games: the numbers of the games.
        seed: which, an integer >= 0.
        kinds: policy kind of each seat.

    Attributes:
        slots: the games as they stand.
        decisions: (N,) int64, decisions played so far that were a choice.
    """

    def __init__(self, game: Game, tables: np.ndarray, games: range, seed: int, kinds: Sequence[int]):
        self.slots = Slots(game, tables, len(games), autoreset=False, shaping=False)
        self.slots.keys[:] = [slot_key(seed, number) for number in games]
        self.slots.restart(self.slots.everywhere)
        self.decisions = np.zeros(len(games), np.int64)
        self._kinds = np.tile(np.array(kinds, np.int32), (len(games), 1))
        chance = python_word(fold(seed), PLAYER, 0)
        self._keys = np.array([python_word(chance, PLAYER, seat) for seat in range(len(kinds))], np.uint64)

    def play_on(self, budget: int) -> None:
        """Plays each game on by at most so many decisions."""
        play_on(self.slots, slice(None), self._kinds, self._keys, self.decisions, budget)


def kind_of(game: Game, player: str) -> int:
    """The policy kind of a scripted player.

    Raises:
        ValueError: the game has none of that name.
    """
    names = scripted_names(game)
    if player not in names:
        raise ValueError(f"{game.env_id} has no scripted player {player!r}; there are {', '.join(names)}")
    return names.index(player)


def in_parts(
    watch: Callable[[range], W], games: int, at_once: int, num_threads: int, progress: Progress | None = None
) -> W:
    """Watches games part by part, and puts what was seen together.

    Args:
        watch: watches the games of these numbers; returns a dataclass of arrays, their first axis the games.
        games: how many, at least 1.
        at_once: games of a part.
        num_threads: parts watched at the same time; the result does not depend on it.
        progress: called with the number of games finished so far.

    Raises:
        ValueError: no games.
    """
    if games < 1:
        raise ValueError(f"games must be an integer >= 1, not {games!r}")
    parts = [range(first, min(first + at_once, games)) for first in range(0, games, at_once)]
    found: list[Any] = []
    done = 0
    with ThreadPoolExecutor(num_threads) as pool:
        for part, seen in zip(parts, pool.map(watch, parts), strict=True):
            found.append(seen)
            done += len(part)
            if progress is not None:
                progress(done)
    names = [field.name for field in fields(found[0])]
    return type(found[0])(**{name: np.concatenate([getattr(part, name) for part in found]) for name in names})
