"""The buffers of N games and the kernel calls on them: what all environments are shells around."""

from __future__ import annotations

import hashlib
import warnings
from contextlib import AbstractContextManager, nullcontext
from typing import Any, ClassVar

import numba
import numpy as np
from numpy.typing import NDArray

from .batch import (
    RESET,
    advance,
    advance_parallel,
    determinize_seats,
    legal_masks,
    observe_seats,
    outcomes,
    redact_seats,
    to_float,
)
from .game import Game
from .progress import notice_if_slow
from .rng import slot_key, slot_keys

SMALL_BATCH = 512
"""Below so many slots, threads of numba's ``workqueue`` layer cost more than they bring."""


class IllegalActionError(ValueError):
    """An action that the rules do not allow here."""


class Slots:
    """N games of one kind, in buffers that every call overwrites.

    A kernel is compiled anew for each combination of argument types, so all arrays that reach one are made here, once,
    with fixed types. N slots, S seats, D observation entries, A actions.

    Attributes:
        states: (N,) state records.
        tables: (1,) tables record.
        keys: (N,) uint64 slot keys.
        episodes: (N,) int64.
        obs: (N, D) int8, what the seat to act knows.
        mask: (N, A) int8, its legal actions; zeros where the game is over.
        out: (N, 4) int8: seat to act, terminated, truncated, ended.
        rewards, returns, score, standing: (N, S) float32; returns and score only where a game ended; standing, the
            current score, only with ``shaping`` or ``keep_score``.
        final_obs: (N, S, D) int8, what each seat knew when the slot's last game ended.
    """

    _started: ClassVar[set[tuple[str, str]]] = set()

    def __init__(
        self,
        game: Game,
        tables: np.ndarray,
        num_slots: int,
        *,
        autoreset: bool,
        shaping: bool,
        keep_score: bool = False,
        num_threads: int = 1,
    ) -> None:
        self.game = game
        self.tables = tables.copy()
        self.num_slots, self.num_seats = num_slots, int(tables[0]["num_seats"])
        self.num_threads = num_threads
        n, s, d, a = num_slots, self.num_seats, game.layout.size, game.num_actions
        self.states = np.zeros(n, game.state_type)
        self.keys = np.zeros(n, np.uint64)
        self.episodes = np.zeros(n, np.int64)
        self.actions = np.zeros(n, np.int32)
        self.everywhere = np.ones(n, np.bool_)
        self.flags = np.array([autoreset, shaping, keep_score], np.int32)
        self.out = np.zeros((n, 4), np.int8)
        self.sums = np.zeros((5, n, s), np.float32)
        self.rewards, self.returns, self.score, self.standing, _ = self.sums
        self.obs = np.zeros((n, d), np.int8)
        self.mask = np.zeros((n, a), np.int8)
        self.final_obs = np.zeros((n, s, d), np.int8)
        self.scales = game.layout.scales(tables[0])

    # ---- playing ----------------------------------------------------------------------------------------------------
    def begin(self, seed: Any) -> None:
        """Starts episode 0 of a seed in all slots. ``seed``: as for `slot_keys`."""
        self.keys[:], self.episodes[:] = slot_keys(seed, self.num_slots), 0
        self.restart(self.everywhere)

    def begin_next(self, where: NDArray[np.bool_]) -> None:
        """Starts the next episode in the slots of ``where``, (N,) bool."""
        self.episodes[where] += 1
        self.restart(where)

    def set_game(self, seed: int, slot: int, episode: int) -> None:
        """Starts, in a single slot, the game that a slot of a larger batch plays in its given episode."""
        self.keys[:], self.episodes[:] = slot_key(seed, slot), episode
        self.restart(self.everywhere)

    def restart(self, where: NDArray[np.bool_]) -> None:
        """Starts the current episode of the slots of ``where``, (N,) bool."""
        self.actions[where] = RESET
        with self.first_call("the rules" if self.num_threads == 1 else "the rules, for several threads"):
            self.advance(self.actions, where)

    def first_call(self, what: str) -> AbstractContextManager[None]:
        """Around a call that may have to compile: says so if it takes long, once a game and process."""
        if (self.game.env_id, what) in self._started:
            return nullcontext()
        self._started.add((self.game.env_id, what))
        return notice_if_slow(f"shugyo: compiling {what} of {self.game.env_id} for this machine; kept for next time")

    def advance(self, actions: NDArray[np.int32], where: NDArray[np.bool_]) -> None:
        """Plays one action a slot.

        Args:
            actions: (N,) int32, C-contiguous; legal, or one of the codes of `batch`.
            where: (N,) bool, C-contiguous; the other slots stay as they are.
        """
        if self.num_threads == 1:
            advance(*self.arguments(actions, where))
        else:
            self._advance_on_threads(self.arguments(actions, where))

    def arguments(self, actions: NDArray[np.int32], where: NDArray[np.bool_]) -> tuple:
        """Those of the kernel `advance`."""
        buffers = (self.flags, self.out, self.sums, self.obs, self.mask, self.final_obs)
        return (self.states, self.tables, self.keys, self.episodes, actions, where, *buffers)

    def _advance_on_threads(self, arguments: tuple) -> None:
        before = numba.get_num_threads()
        numba.set_num_threads(self.num_threads)
        try:
            advance_parallel(*arguments)
        finally:
            numba.set_num_threads(before)
        if self.num_slots < SMALL_BATCH and _layer_is_slow():
            self.num_threads = 1

    def refresh(self) -> None:
        """Brings everything that follows from the states up to date after these were replaced."""
        self.out[:, 0] = self.states["seat"]
        self.out[:, 1:] = 0
        legal_masks(self.states, self.tables, self.mask)
        self.obs[:] = self.observe(self.states["seat"])
        self.rewards[:] = 0
        outcomes(self.states, self.tables, self.returns, self.standing)
        self.returns[:] = 0
        self.score[:] = 0

    # ---- looking ----------------------------------------------------------------------------------------------------
    def observe(self, seats: Any) -> NDArray[np.int8]:
        """What chosen seats know. ``seats``: (N,) integers; returns a new (N, D) int8 array."""
        out = np.empty_like(self.obs)
        observe_seats(self.states, self.tables, np.asarray(seats).astype(np.int32), out)
        return out

    def scaled(self, obs: NDArray[np.int8], out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """int8 observations as float32 in [−1, 1]; both (…, D) and C-contiguous. Without ``out`` in a new array."""
        if out is None:
            out = np.empty(obs.shape, np.float32)
        width = self.scales.shape[0]
        to_float(obs.reshape(-1, width), self.scales, out.reshape(-1, width))
        return out

    def redacted(self, rows: NDArray[np.int64]) -> np.ndarray:
        """Copies of chosen slots' states, (B,), each redacted for its seat to act."""
        states = self.states[rows]
        redact_seats(states, self.tables, states["seat"].astype(np.int32))
        return states

    def determinize(self, seats: NDArray[np.int32], keys: NDArray[np.uint64]) -> None:
        """Replaces what each slot's given seat does not know by a sample, in place. Both: (N,)."""
        with self.first_call("sampling of hidden things"):
            determinize_seats(self.states, self.tables, seats, keys)
        self.refresh()

    def digest(self, slot: int) -> str:
        """32 hex digits that tell a slot's state from any other."""
        return state_digest(self.states[slot])

    def action_name(self, slot: int, action: int) -> str:
        """An action in words, as far as it has any."""
        if not 0 <= action < self.game.num_actions:
            return f"action {action} (there are 0 … {self.game.num_actions - 1})"
        return f"action {action} ({self.game.action_name(self.states[slot], self.tables[0], action)})"

    def illegal_action(self, slot: int, agent: str, action: int) -> IllegalActionError:
        """The error for an illegal action of the seat to act."""
        legal = np.flatnonzero(self.mask[slot])
        decision = self.game.decisions[self.states[slot]["decision"]]
        if not legal.size:
            problem = "the game is over: reset the slot, or leave it out of `where`"
        else:
            problem = f"decision {decision} has {legal.size} legal actions, the first is {legal[0]}"
        return IllegalActionError(f"slot {slot}, {agent}: {self.action_name(slot, action)} is not legal; {problem}")

    # ---- keeping ----------------------------------------------------------------------------------------------------
    def snapshot(self) -> dict[str, np.ndarray]:
        """All that is needed to play on from here."""
        return {"states": self.states.copy(), "keys": self.keys.copy(), "episodes": self.episodes.copy()}

    def restore(self, snapshot: dict[str, np.ndarray]) -> None:
        """Goes back to a `snapshot`."""
        self.states[:], self.keys[:], self.episodes[:] = (snapshot[k] for k in ("states", "keys", "episodes"))
        self.refresh()


def state_digest(state: Any) -> str:
    """32 hex digits over the bytes of one state record."""
    return hashlib.blake2b(state.tobytes(), digest_size=16).hexdigest()


def check_threads(num_threads: int) -> None:
    """Raises ValueError if this machine cannot run so many threads; prefers OpenMP where the user chose no layer."""
    config: Any = numba.config
    most = config.NUMBA_NUM_THREADS
    if isinstance(num_threads, bool) or not isinstance(num_threads, int) or not 1 <= num_threads <= most:
        raise ValueError(f"num_threads must be 1 … {most} on this machine (NUMBA_NUM_THREADS), not {num_threads!r}")
    if num_threads > 1 and config.THREADING_LAYER_PRIORITY == ["tbb", "omp", "workqueue"]:  # numba's default
        config.THREADING_LAYER_PRIORITY = ["omp", "tbb", "workqueue"]


def _layer_is_slow() -> bool:
    if numba.threading_layer() != "workqueue":
        return False
    warnings.warn(
        "shugyo: numba runs on its 'workqueue' threads, which are slow to start; batches under "
        f"{SMALL_BATCH} slots run on one thread. Installing OpenMP (libgomp) or tbb makes more threads worthwhile.",
        RuntimeWarning,
        stacklevel=6,
    )
    return True
