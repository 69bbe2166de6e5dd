"""N games at once, one kernel call a step: for training, measuring and rollouts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as GymVectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from . import save
from .batch import FOUL, first_illegal
from .engine import Slots, check_threads
from .game import Game, GameSpec, Player
from .options import CommonOptions, OptionError
from .playing import PlayedOut, play_out
from .rng import fresh_seed
from .spaces import masked_space, metadata
from .spec import make_spec

AUTORESET = {"same_step": AutoresetMode.SAME_STEP, "disabled": AutoresetMode.DISABLED}
Step = tuple[dict[str, NDArray[Any]], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class VectorEnv(GymVectorEnv[dict[str, NDArray[Any]], ArrayLike, NDArray[Any]]):
    """N games in N slots, each waiting for an action of its own seat to act.

    Shapes: N slots, S seats, D observation entries, A actions. All arrays that `reset`, `step` and the attributes give
    are overwritten by the next call, unless ``copy`` is on; ``final_obs`` never is.

    Args:
        game: the game.
        options: its options.
        num_envs: N.
        autoreset: ``"same_step"``: a slot whose game ends begins its next episode in the same step, and the step
            returns the new game's first observation beside the old one's reward and flags. ``"disabled"``: it rests,
            with an all-zero mask, until it is reset (``reset(options={"reset_mask": (N,) bool})``).
        num_threads: how many threads share the slots; results do not depend on it.
        copy: give arrays of the caller's own instead of the reused buffers.

    Attributes:
        game_spec: the game with its options settled.
        num_seats: S.
        seat: (N,) int8, the seat to act by slot.
        seed: that of the last `reset`.
        played: (N,) int32, the actions of the last step, `FOUL` where one was illegal.
    """

    def __init__(
        self,
        game: Game,
        options: CommonOptions,
        num_envs: int,
        *,
        autoreset: Literal["same_step", "disabled"] = "same_step",
        num_threads: int = 1,
        copy: bool = False,
    ) -> None:
        if isinstance(num_envs, bool) or not isinstance(num_envs, (int, np.integer)) or num_envs < 1:
            raise OptionError(f"num_envs must be an integer >= 1, not {num_envs!r}")
        if autoreset not in AUTORESET:
            raise OptionError(f"autoreset must be 'same_step' or 'disabled', not {autoreset!r}")
        check_threads(num_threads)
        self.game, self.options = game, options
        self.game_spec: GameSpec = make_spec(game, options)
        self.num_envs, self.num_seats, self.num_threads = int(num_envs), self.game_spec.num_seats, num_threads
        self.autoreset, self.copy = autoreset, copy
        self.render_mode = options.render_mode
        self.metadata = metadata(game, autoreset_mode=AUTORESET[autoreset])
        self.single_observation_space = masked_space(game, self.game_spec)
        self.single_action_space = Discrete(game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.seed: int | list[int] | None = None
        self.slots = Slots(
            game,
            self.game_spec.tables,
            self.num_envs,
            autoreset=autoreset == "same_step",
            shaping=options.reward_shaping is not None,
            num_threads=num_threads,
        )
        self._float = options.observation_dtype == "float32"
        self._float_obs = np.zeros(self.slots.obs.shape if self._float else 0, np.float32)
        self.seat = self.slots.out[:, 0]
        self._terminated, self._truncated, self._ended = (self.slots.out[:, i].view(np.bool_) for i in (1, 2, 3))
        self.played: NDArray[np.int32] = self.slots.actions
        self._ready = False

    # ---- playing ----------------------------------------------------------------------------------------------------
    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Starts games.

        Args:
            seed: an integer: slot i plays episode 0, 1, … of hash(seed, i). N integers: slot i plays what slot 0 of
                a batch with seed[i] would. None: each slot's next episode.
            options: ``{"reset_mask": (N,) bool}``, without a seed, starts only those slots; other keys are ignored.

        Returns:
            Observations and infos, as from `step`.
        """
        given = (options or {}).get("reset_mask")
        if seed is None and self.seed is not None:
            self.slots.begin_next(self._where(given))
        elif given is not None:
            raise ValueError("reset_mask goes with the next episodes of a seed: give the seed to a reset of all slots")
        else:
            seed = fresh_seed() if seed is None else seed
            self.slots.begin(seed)
            self.seed = int(seed) if isinstance(seed, (int, np.integer)) else [int(s) for s in seed]
        self._ready = True
        obs, _, _, _, infos = self._report()
        return obs, infos

    def step(self, actions: ArrayLike, where: ArrayLike | None = None) -> Step:
        """Plays one action in each slot. All are checked before any slot moves.

        Args:
            actions: (N,) integers.
            where: (N,) bool: the other slots stay as they are and get reward 0.

        Returns:
            ``{"observation": (N, D), "action_mask": (N, A) int8}`` of the seats to act, rewards (N, S) float32,
            terminated (N,) bool, truncated (N,) bool, and infos: ``"ended"`` (N,) bool, ``"returns"`` and ``"score"``
            (N, S) float32, 0 where nothing ended, and ``"final_obs"`` (k, S, D), what all seats of the k ended slots
            knew at the end, in the order of the slots.

        Raises:
            IllegalActionError: an action is not legal, and the option ``on_illegal`` is ``"raise"``.
        """
        self._need_reset()
        where = self._where(where)
        given = self._shaped(actions)
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions must be integers, not {given.dtype}")
        if given.dtype != np.int32:  # a cast would wrap around and make a wild number look legal
            given = np.clip(given, -1, self.game.num_actions).astype(np.int32)
        given = np.ascontiguousarray(given)
        if first_illegal(self.slots.mask, given, where) >= 0:
            given = self._with_fouls(given, where, np.asarray(actions))
        return self._advance(given, where)

    def unchecked_step(self, actions: ArrayLike, where: ArrayLike | None = None) -> Step:
        """`step` for actions that are known to be legal; anything else breaks the game or the process."""
        self._need_reset()
        return self._advance(np.ascontiguousarray(self._shaped(actions), np.int32), self._where(where))

    def play_out(
        self, policy: str | Player | Sequence[str | Player], episodes: int, seed: int | None = None
    ) -> PlayedOut:
        """Plays the games (slot, episode) with episode = 0 … ``episodes`` − 1 of all slots to their ends.

        Since it is settled beforehand which games are played, short ones are not favoured. `reset` before the next
        `step`.

        Args:
            policy: ``"random"``, a scripted player's name or a Player; or one for each seat.
            episodes: how many games each slot plays.
            seed: the seed of the games and of scripted players; None for the last one.
        """
        if seed is not None or self.seed is None:
            self.reset(seed=seed)
        self._ready = False
        return play_out(self.slots, self.game_spec, policy, episodes)

    # ---- keeping ----------------------------------------------------------------------------------------------------
    @property
    def states(self) -> np.ndarray:
        """(N,) state records of the running games."""
        return self.slots.states

    def save(self) -> bytes:
        """All running games, to be read by `load` of a vector env with the same rules, options and N."""
        self._need_reset()
        return save.pack(self.game_spec, "vector", self.slots.snapshot(), {"seed": self.seed})

    def load(self, data: bytes) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Goes on with saved games; returns observations and infos, as `reset` does.

        Raises:
            SaveError: not a save of this game, these rules, options and N, or damaged; nothing changes then.
        """
        snapshot, progress = save.unpack(data, self.game_spec, "vector", self.slots.snapshot())
        self.slots.restore(snapshot)
        self.seed, self._ready = progress["seed"], True
        obs, _, _, _, infos = self._report()
        return obs, infos

    def __reduce__(self) -> tuple:
        arguments = (self.game, self.options, self.num_envs, self.autoreset, self.num_threads, self.copy)
        return _restored, arguments, self.save() if self._ready else b""

    def __setstate__(self, data: bytes) -> None:
        if data:
            self.load(data)

    def render(self) -> tuple[str, ...] | None:  # type: ignore[override]
        """The public view of each slot, as text; ``"human"`` prints them."""
        if self.render_mode is None:
            return None
        self._need_reset()
        texts = tuple(self.game.render(state, self.slots.tables[0], None, False) for state in self.slots.states)
        if self.render_mode == "ansi":
            return texts
        print("\n\n".join(texts), flush=True)
        return None

    # ---- inner workings ---------------------------------------------------------------------------------------------
    def _advance(self, actions: NDArray[np.int32], where: NDArray[np.bool_]) -> Step:
        self.played = actions
        self.slots.advance(actions, where)
        return self._report()

    def _report(self) -> Step:
        slots = self.slots
        final = slots.final_obs[np.flatnonzero(self._ended)]
        infos = {
            "ended": self._ended,
            "returns": slots.returns,
            "score": slots.score,
            "final_obs": slots.scaled(final) if self._float else final,
        }
        observation = slots.scaled(slots.obs, self._float_obs) if self._float else slots.obs
        obs = {"observation": observation, "action_mask": slots.mask}
        if not self.copy:
            return obs, slots.rewards, self._terminated, self._truncated, infos
        obs, infos = ({key: array.copy() for key, array in group.items()} for group in (obs, infos))
        return obs, slots.rewards.copy(), self._terminated.copy(), self._truncated.copy(), infos

    def _shaped(self, actions: ArrayLike) -> NDArray[Any]:
        given = np.asarray(actions)
        if given.shape != (self.num_envs,):
            raise ValueError(f"actions must have shape ({self.num_envs},), not {given.shape}")
        return given

    def _where(self, where: ArrayLike | None) -> NDArray[np.bool_]:
        if where is None:
            return self.slots.everywhere
        given = np.ascontiguousarray(where)
        if given.dtype != np.bool_ or given.shape != (self.num_envs,):
            raise ValueError(f"where must be ({self.num_envs},) bool, not {given.shape} {given.dtype}")
        return given

    def _with_fouls(self, actions: NDArray[np.int32], where: NDArray[np.bool_], given: NDArray[Any]) -> Any:
        """The actions with `FOUL` for each illegal one; an error if that is not what the options want."""
        mask = self.slots.mask
        known = (actions >= 0) & (actions < self.game.num_actions)
        illegal = where & ~(known & (mask[np.arange(self.num_envs), np.where(known, actions, 0)] != 0))
        refused = illegal if self.options.on_illegal == "raise" else illegal & ~mask.any(axis=1)
        if refused.any():
            slot = int(np.argmax(refused))
            raise self.slots.illegal_action(slot, self.game_spec.agents[self.seat[slot]], int(given[slot]))
        return np.where(illegal, np.int32(FOUL), actions)

    def _need_reset(self) -> None:
        if not self._ready:
            raise ResetNeeded("call reset() first")


def _restored(
    game: Game, options: CommonOptions, num_envs: int, autoreset: Any, num_threads: int, copy: bool
) -> VectorEnv:
    return VectorEnv(game, options, num_envs, autoreset=autoreset, num_threads=num_threads, copy=copy)
