"""Many games as a Stable-Baselines3 `VecEnv`: the learner has a seat or a side in each, the others are played inside.

One step of the learner spans everything up to its next decision. What happens to a slot in the meantime::

    learner acts → opponents act, again and again → learner's next decision          reward: its own, summed up
    learner acts → … → game over → next episode → opponents act … → first decision   reward: up to the end; done

so that the last transition of every game carries the learner's own return, whoever made the last move, and the
observation that follows is always one of the learner's own decisions.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from gymnasium import Wrapper, spaces
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from ...envs.core.players import make_batch
from ...envs.core.vector import VectorEnv
from ..masks import check_masks
from ..network import observation_box
from .lessons import Teacher
from .pool import OpponentPool

SHAPING = 0.01
"""What the environment's ``reward_shaping="score"`` gives for a point of lead."""


class SeatVecEnv(VecEnv):
    """N games; in each the learner has one seat, in turn over all seats from episode to episode, or always the same.

    ``infos[i]`` of a slot whose game has just ended holds ``"terminal_observation"``, ``"episode"`` (``"r"`` the
    learner's plain return, ``"l"`` its decisions), ``"seat"`` (of several the first), ``"opponents"`` (members of the
    pool by seat, −1 at the learner's own) and ``"capped"`` (the game reached a limit: for the learner an end like any
    other, so nothing is bootstrapped).

    Args:
        games: a vector env with int8 observations that begins the next episode by itself.
        pool: plays the other seats.
        seed: of the games.
        point_reward: reward for each point by which the learner's lead grows, beside the return at the end; needs
            games with ``reward_shaping="score"``.
        seats: what the learner has in every game, seats of one side; None: one seat in turn.

    Attributes:
        learner_seat: (N,) int64, the learner's seat, of several the first.
        own: (N, S) bool, the learner's seats.
        teacher: asked at each of the learner's decisions, while the lessons last.
    """

    def __init__(
        self,
        games: VectorEnv,
        pool: OpponentPool,
        *,
        seed: int,
        point_reward: float = 0.0,
        seats: tuple[int, ...] | None = None,
    ) -> None:
        if games.options.observation_dtype != "int8" or games.autoreset != "same_step":
            raise ValueError("training needs games with observation_dtype='int8' and autoreset='same_step'")
        if (games.options.reward_shaping is not None) != (point_reward != 0):
            raise ValueError("point_reward and the games' reward_shaping='score' go together")
        self.games, self.pool = games, pool
        self._seed, self._point_factor = seed, point_reward / SHAPING
        self.render_mode = None
        n, s = games.num_envs, games.num_seats
        self._seats = seats
        self.learner_seat = np.zeros(n, np.int64)
        self.own = np.zeros((n, s), np.bool_)
        self.opponents = np.zeros((n, s), np.int32)
        self._episode = np.zeros(n, np.int64)
        self._begun = np.zeros((n, s), np.bool_)
        self._length = np.zeros(n, np.int64)
        self._in_play = np.zeros(n, np.bool_)  # the learner has acted in the running game
        self._reward = np.zeros(n, np.float32)
        self._done = np.zeros(n, np.bool_)
        self._infos: list[dict[str, Any]] = []
        self._restored = False
        self.teacher: Teacher | None = None
        super().__init__(n, observation_box(games.game_spec), spaces.Discrete(games.game_spec.num_actions))

    # ---- VecEnv -----------------------------------------------------------------------------------------------------
    def reset(self) -> NDArray[np.int8]:
        """Begins the first episode of all slots; after `restore`, goes on with the restored games instead."""
        if not self._restored:
            self.games.reset(seed=self._seed)
            self._episode[:] = 0
            self._begin(np.arange(self.num_envs))
            self._play_opponents()
        self._restored = False
        return self._observations()

    def step_async(self, actions: NDArray[Any]) -> None:
        """Keeps the learner's actions, (N,)."""
        self._actions = np.asarray(actions)
        if self.teacher is not None:
            self.teacher.ask(self.games)

    def step_wait(self) -> tuple[NDArray[np.int8], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Plays on to the learner's next decision in every slot."""
        self._reward[:] = 0
        self._done[:] = False
        self._infos = [{} for _ in range(self.num_envs)]
        self._in_play[:] = True
        self._length += 1
        self._advance(self._actions, None)
        self._play_opponents()
        return self._observations(), self._reward.copy(), self._done.copy(), self._infos

    def action_masks(self) -> NDArray[np.bool_]:
        """(N, A) masks of the learner's pending decisions, out of the same buffer as the observations.

        Raises:
            EmptyMaskError: a row has no legal action.
        """
        return check_masks(self.games.slots.mask.view(np.bool_))

    def close(self) -> None:
        """Nothing to close."""

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> Any:
        """A method that gives one entry a slot; `action_masks` is the one that MaskablePPO asks for.

        MaskablePPO stacks the masks and then reshapes them to (N, A). All slots' masks as one entry come out the same,
        and stacking N rows costs ten times as much as the masks themselves.
        """
        results = getattr(self, method_name)(*args, **kwargs)
        if method_name == "action_masks" and indices is None:
            return [results]
        return results if indices is None else [results[i] for i in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The attribute, which all slots share."""
        return [getattr(self, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Sets the attribute, which all slots share."""
        setattr(self, attr_name, value)

    def env_is_wrapped(self, wrapper_class: type[Wrapper], indices: Any = None) -> list[bool]:
        """No slot is wrapped."""
        return [False] * len(list(self._get_indices(indices)))

    def _get_indices(self, indices: Any) -> Iterable[int]:
        if indices is None:
            return range(self.num_envs)
        return [indices] if isinstance(indices, int) else indices

    # ---- keeping ----------------------------------------------------------------------------------------------------
    def save(self) -> dict[str, NDArray[Any]]:
        """All that is needed to go on with the running games."""
        return {
            "games": np.frombuffer(self.games.save(), np.uint8),
            "episode": self._episode.copy(),
            "learner_seat": self.learner_seat.copy(),
            "opponents": self.opponents.copy(),
            "begun": self._begun.copy(),
            "length": self._length.copy(),
        }

    def restore(self, saved: dict[str, NDArray[Any]]) -> None:
        """Goes on with saved games; the next `reset` gives their observations.

        Raises:
            SaveError: they are games of another kind or number.
        """
        self.games.load(saved["games"].tobytes())
        self._episode[:], self.learner_seat[:] = saved["episode"], saved["learner_seat"]
        self.opponents[:], self._begun[:], self._length[:] = saved["opponents"], saved["begun"], saved["length"]
        self._mark_own(np.arange(self.num_envs))
        self._play_opponents()
        self._restored = True

    # ---- inner workings ---------------------------------------------------------------------------------------------
    def _observations(self) -> NDArray[np.int8]:
        return self.games.slots.obs.copy()

    def _begin(self, slots: NDArray[np.int64]) -> None:
        """Seats everybody for the episodes that have just begun. ``slots``: (k,)."""
        turn = (slots + self._episode[slots]) % self.games.num_seats
        self.learner_seat[slots] = turn if self._seats is None else self._seats[0]
        self._mark_own(slots)
        self.opponents[slots] = self.pool.draw(slots, self._episode[slots], self.games.num_seats)
        self._begun[slots] = False
        self._in_play[slots] = False
        self._length[slots] = 0

    def _mark_own(self, slots: NDArray[np.int64]) -> None:
        self.own[slots] = False
        if self._seats is None:
            self.own[slots, self.learner_seat[slots]] = True
        else:
            self.own[:, list(self._seats)] = True

    def _play_opponents(self) -> None:
        """Plays the other seats until the learner is to act in every slot."""
        games, slots = self.games, np.arange(self.num_envs)
        actions = np.zeros(self.num_envs, np.int32)
        while (others := ~self.own[slots, games.seat]).any():
            rows = np.flatnonzero(others)
            seats = games.seat[rows]
            members = self._members(rows, seats)
            first = ~self._begun[rows, seats]
            self._begun[rows, seats] = True
            for member in np.unique(members):
                of = members == member
                batch = make_batch(games.slots, rows[of], self.pool.player(member), first[of])
                actions[rows[of]] = self.pool.act(member, batch)
            self._advance(actions, others)

    def _members(self, rows: NDArray[np.int64], seats: NDArray[Any]) -> NDArray[np.int32]:
        """Who plays the given seats; whoever has left the pool is replaced in the running game."""
        gone = ~self.pool.plays(self.opponents[rows, seats])
        if gone.any():
            drawn = self.pool.draw(rows[gone], self._episode[rows[gone]], self.games.num_seats)
            self.opponents[rows[gone], seats[gone]] = drawn[np.arange(len(drawn)), seats[gone]]
        return self.opponents[rows, seats]

    def _advance(self, actions: NDArray[Any], where: NDArray[np.bool_] | None) -> None:
        """One action in each slot of ``where``; an illegal one raises. Books rewards and ends."""
        _, rewards, _, truncated, infos = self.games.step(actions, where)
        own = rewards[np.arange(self.num_envs), self.learner_seat]
        if self._point_factor:
            final = infos["returns"][np.arange(self.num_envs), self.learner_seat]
            own = final + self._point_factor * (own - final)
        self._reward += np.where(self._in_play, own, 0)
        if infos["ended"].any():
            ended = np.flatnonzero(infos["ended"])
            self._close(ended, infos, truncated)
            self._episode[ended] += 1
            self._begin(ended)

    def _close(self, ended: NDArray[np.int64], infos: dict[str, Any], truncated: NDArray[np.bool_]) -> None:
        """Books the games that have just ended, save those in which the learner never acted."""
        for k, slot in enumerate(ended):
            if not self._in_play[slot]:
                continue
            seat = self.learner_seat[slot]
            self._done[slot] = True
            self._infos[slot] = {
                "terminal_observation": infos["final_obs"][k, seat],
                "episode": {"r": float(infos["returns"][slot, seat]), "l": int(self._length[slot])},
                "seat": int(seat),
                "opponents": np.where(self.own[slot], -1, self.opponents[slot]),
                "capped": bool(truncated[slot]),
            }
