"""Searching players: ``ismcts:400``, ``flat:50``."""

from __future__ import annotations

import importlib
import math
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from itertools import pairwise
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from ...envs import GAMES
from ...envs.core.batch import decision_keys
from ...envs.core.game import Batch, Game, GameSpec
from ...envs.core.players import scripted_names
from ...envs.core.progress import notice_if_slow
from ...envs.core.rng import SEARCH, fold, python_word
from ...envs.core.verbs import MAX_SEATS
from ..masks import check_masks
from .compiled.kernels import AT, FLAT, search
from .compiled.tree import NODE
from .options import how_to_search, parse_name, settle

CALL = 20_000
"""Decisions simulated in one kernel call, so that an interrupt gets through now and then."""
TIMED_CALL = 500
"""The same where time is short."""


class SearchPlayer:
    """Looks ahead, in games that it makes up to fit what its seat knows.

    ``ismcts`` is information-set Monte Carlo tree search with one tree, that of the seat to act (single-observer
    ISMCTS of Cowling, Powley and Whitehouse, 2012): every simulation fills in hidden things anew, and in each node
    whoever acts there chooses by its own results (max-n). It plays the action with most visits.

    ``flat:N`` shares N random playouts to the end of the game evenly over the legal actions, each from hidden things
    filled in anew, and plays the action of the best mean. It is a yardstick that strengths are measured against, and
    depends on the rules alone, neither on a scripted player nor on an estimate: whoever changes what it does gives it
    a new name.

    The states that it is given are redacted, and its random words are its own: what it plays depends neither on what
    is hidden nor on other rows, their order or the number of threads, and no game's chance depends on it.

    Args:
        name: see `options.parse_name`.
        game: the game, if it is none of the suite.

    Raises:
        ValueError: a name that means nothing.
    """

    observation_dtype = "int8"
    _compiled: ClassVar[set[str]] = set()

    def __init__(self, name: str, game: Game | None = None) -> None:
        self.name = name
        self.needs: set[Literal["observation", "state"]] = {"state"}
        self._given, self._game = parse_name(name), game

    def start(self, game: GameSpec, seed: int) -> None:
        """Forgets earlier decisions.

        Args:
            game: which game.
            seed: an integer >= 0.

        Raises:
            ValueError: the game has no scripted player of the name that was given for ``rollout`` or ``prior``.
        """
        found = self._game
        if found is None and game.env_id in GAMES:
            found = importlib.import_module(f"...envs.{game.env_id}", __package__).GAME
        scripted = ("random",) if found is None else scripted_names(found)
        self.options = settle(self.name, self._given, game.env_id, scripted)
        self._how = how_to_search(self.options, scripted)
        self._env_id, self._tables = game.env_id, game.tables.copy()
        self._tables["auto_forced"] = 1  # a decision without a choice is none in the tree either
        self._key = np.uint64(python_word(fold(seed), SEARCH, 0))
        self._decided = np.zeros((0, MAX_SEATS), np.int64)
        self._workers: list[_Worker] = []

    def act(self, batch: Batch) -> NDArray[np.int32]:
        """(B,) legal actions."""
        visits, values = self.search(batch)
        best = visits > 0 if self._how["algorithm"][0] == FLAT else visits == visits.max(axis=1, keepdims=True)
        return np.where(best, values, -np.inf).argmax(axis=1).astype(np.int32)

    def search(self, batch: Batch) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """What the search makes of each action; counts as a decision, so asking again takes other random words.

        Args:
            batch: B rows with states.

        Returns:
            Both (B, A): how many simulations began with the action, and their mean return for the seat to act, −1 … 1
            (NaN where there were none).
        """
        if batch.states is None:
            raise ValueError(f"player {self.name} searches from states, and was given none")
        rows, actions = check_masks(batch.mask).shape
        keys = self._row_keys(batch)
        states, mask = np.ascontiguousarray(batch.states), np.ascontiguousarray(batch.mask)
        visits, totals = np.zeros((rows, actions), np.int64), np.zeros((rows, actions), np.float64)
        count = max(1, min(self.options.threads, rows))
        while len(self._workers) < count:
            self._workers.append(_Worker(self._tables, self._how, states.dtype, actions, self.options))
        cuts = [rows * t // count for t in range(count + 1)]
        parts = [slice(*ends) for ends in pairwise(cuts)]
        stop = threading.Event()

        def run(worker: _Worker, part: slice) -> None:
            worker.run(states[part], mask[part], keys[part], visits[part], totals[part], stop)

        with self._first_call():
            if count == 1:
                run(self._workers[0], parts[0])
            else:
                with ThreadPoolExecutor(count) as threads:
                    try:
                        list(threads.map(run, self._workers, parts))
                    finally:
                        stop.set()
        with np.errstate(invalid="ignore"):
            return visits, (totals / visits).astype(np.float32)

    def _row_keys(self, batch: Batch) -> NDArray[np.uint64]:
        """(B,) random words: by slot, seat and how often the player has decided there."""
        missing = int(batch.slot.max(initial=-1)) + 1 - len(self._decided)
        if missing > 0:
            self._decided = np.pad(self._decided, ((0, missing), (0, 0)))
        keys = np.empty(len(batch.slot), np.uint64)
        decision_keys(self._key, batch.slot, batch.seat, self._decided, keys)
        return keys

    def _first_call(self) -> AbstractContextManager[None]:
        if self._env_id in self._compiled:
            return nullcontext()
        self._compiled.add(self._env_id)
        return notice_if_slow(f"shugyo: compiling the search of {self._env_id} for this machine; kept for next time")


def search_values(player: SearchPlayer, batch: Batch) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """What a started player makes of the legal actions: for hints to people, and for a closer look.

    Args:
        player: has been started.
        batch: B rows.

    Returns:
        ``visits`` and ``values``, as from `SearchPlayer.search`.
    """
    return player.search(batch)


class _Worker:
    """Searches rows in one thread, with buffers of its own."""

    def __init__(self, tables: np.ndarray, how: np.ndarray, state_type: np.dtype, actions: int, options: Any) -> None:
        self._tables, self._how = tables, how
        self._seconds = getattr(options, "time", None)
        self._at = np.zeros(1, AT)
        self._at["most"] = CALL if self._seconds is None else TIMED_CALL
        self._game, self._free = np.zeros(1, state_type), np.zeros(actions, np.int8)
        self._tree = np.zeros(1, NODE)

    def run(
        self,
        states: np.ndarray,
        mask: NDArray[np.int8],
        keys: NDArray[np.uint64],
        visits: NDArray[np.int64],
        totals: NDArray[np.float64],
        stop: threading.Event,
    ) -> None:
        """Searches all rows, as the kernel `search` does; gives up when ``stop`` is set."""
        at, count = self._at[0], len(states)
        spans = [(0, count)] if self._seconds is None else [(row, row + 1) for row in range(count)]
        for first, last in spans:
            at.row, at.last, at.done = first, last, 0
            end, begun = time.monotonic() + (self._seconds or math.inf), False
            while at.row < at.last and not (begun and (time.monotonic() >= end or stop.is_set())):
                begun = True  # a row without a single simulation has no answer
                self._make_room()
                search(
                    states, self._tables, mask, keys, self._how, self._at, self._tree, self._game, self._free,
                    visits, totals,
                )  # fmt: skip

    def _make_room(self) -> None:
        """Each simulation of a call plays a decision at least, and adds a node at most; so does each of a later row."""
        at, how = self._at[0], self._how[0]
        needed = min((int(at.nodes) if at.done else 1) + int(at.most), int(how.simulations) + 1)
        if needed > len(self._tree):
            grown = np.zeros(max(needed, min(2 * len(self._tree), int(how.simulations) + 1)), NODE)
            grown[: len(self._tree)] = self._tree
            self._tree = grown
