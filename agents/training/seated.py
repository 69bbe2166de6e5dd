"""The games of one table: the learner has a seat or a side in each, the others are played inside.

One step of the learner spans everything up to its next decision. What happens to a slot in the meantime::

    learner acts → opponents act, again and again → learner's next decision          reward: its own, summed up
    learner acts → … → game over → next episode → opponents act … → first decision   reward: up to the end; done

so that the last transition of every game carries the learner's own return, whoever made the last move, and the
observation that follows is always one of the learner's own decisions.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...envs.core.batch import LOOK
from ...envs.core.players import make_batch
from ...envs.core.playing import play_on
from ...envs.core.vector import Step
from .pool import OpponentPool
from .tables import Table
from .timesheet import GAMES, OPPONENTS, TimeSheet

SHAPING = 0.01
"""What the environment's ``reward_shaping="score"`` gives for a point of lead."""


class SeatedGames:
    """N games; in each the learner has one seat, in turn over all seats from episode to episode, or always the same.

    Args:
        table: whose games they are: int8 observations, and the next episode begins by itself.
        pool: plays the other seats, and is told how the games end.
        point_reward: reward for each point by which the learner's lead grows, beside the return at the end; needs
            games with ``reward_shaping="score"``.
        timesheet: its time is booked here.

    Attributes:
        games: the table's.
        learner_seat: (N,) int64, the learner's seat, of several the first.
        own: (N, S) bool, the learner's seats.
        opponents: (N, S) int32, members of the pool; the learner's own seats do not count.
    """

    def __init__(self, table: Table, pool: OpponentPool, *, point_reward: float, timesheet: TimeSheet) -> None:
        games = table.games
        if games.options.observation_dtype != "int8" or games.autoreset != "same_step":
            raise ValueError("training needs games with observation_dtype='int8' and autoreset='same_step'")
        if (games.options.reward_shaping is not None) != (point_reward != 0):
            raise ValueError("point_reward and the games' reward_shaping='score' go together")
        self.table, self.games, self.pool, self._timesheet = table, games, pool, timesheet
        self._point_factor = point_reward / SHAPING
        n, s = games.num_envs, games.num_seats
        self.num_games, self._everywhere = n, np.arange(n)
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
        self._keys = pool.keys(table.number, s)
        self._played = np.zeros(n, np.int64)
        self._look = np.full(n, LOOK, np.int32)

    @property
    def observations(self) -> NDArray[np.int8]:
        """(N, D) of the learner's pending decisions; overwritten by the next step."""
        return self.games.slots.obs

    @property
    def masks(self) -> NDArray[np.bool_]:
        """(N, A) of the same decisions, out of the games' own buffer."""
        return self.games.slots.mask.view(np.bool_)

    def begin(self, seed: int) -> None:
        """Begins the first episode of all slots."""
        self.games.reset(seed=seed)
        self._episode[:] = 0
        self._begin(self._everywhere)
        self._play_opponents()

    def step(self, actions: NDArray[Any]) -> tuple[NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Plays on to the learner's next decision in every slot.

        Args:
            actions: (N,), the learner's.

        Returns:
            Rewards (N,), dones (N,) and N infos, see `SeatVecEnv`; the arrays are overwritten by the next step.
        """
        self._reward[:] = 0
        self._done[:] = False
        self._infos = [{} for _ in range(self.num_games)]
        self._in_play[:] = True
        self._length += 1
        self._book(self.games.step(actions))
        self._play_opponents()
        return self._reward, self._done, self._infos

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
        """Goes on with saved games.

        Raises:
            SaveError: they are games of another kind or number.
        """
        self.games.load(saved["games"].tobytes())
        self._episode[:], self.learner_seat[:] = saved["episode"], saved["learner_seat"]
        self.opponents[:], self._begun[:], self._length[:] = saved["opponents"], saved["begun"], saved["length"]
        self._mark_own(self._everywhere)
        self._play_opponents()

    # ---- inner workings ---------------------------------------------------------------------------------------------
    def _begin(self, slots: NDArray[np.int64]) -> None:
        """Seats everybody for the episodes that have just begun. ``slots``: (k,)."""
        turn = (slots + self._episode[slots]) % self.games.num_seats
        self.learner_seat[slots] = turn if self.table.seats is None else self.table.seats[0]
        self._mark_own(slots)
        self.opponents[slots] = self._draw(slots)
        self._begun[slots] = False
        self._in_play[slots] = False
        self._length[slots] = 0

    def _mark_own(self, slots: NDArray[np.int64]) -> None:
        self.own[slots] = False
        if self.table.seats is None:
            self.own[slots, self.learner_seat[slots]] = True
        else:
            self.own[:, list(self.table.seats)] = True

    def _play_opponents(self) -> None:
        """Plays the other seats until the learner is to act in every slot."""
        games = self.games
        actions = np.zeros(self.num_games, np.int32)
        self._replace_who_left()
        while (others := ~self.own[self._everywhere, games.seat]).any():
            if self._play_scripted(others):
                continue
            rows = np.flatnonzero(others)
            seats = games.seat[rows]
            self._timesheet.turn_to(OPPONENTS)
            members = self.opponents[rows, seats]
            first = ~self._begun[rows, seats]
            self._begun[rows, seats] = True
            for member in np.unique(members):
                of = members == member
                batch = make_batch(games.slots, rows[of], self.pool.player(self.table.number, member), first[of])
                actions[rows[of]] = self.pool.act(self.table.number, member, batch)
            self._timesheet.turn_to(GAMES)
            self._book(self.games.step(actions, others))

    def _play_scripted(self, others: NDArray[np.bool_]) -> bool:
        """Where a scripted player is to act, plays on inside the kernel until somebody else is; says whether any was.

        In a game of five seats there are dozens of such decisions between two of the learner's.
        """
        kinds = np.where(self.own, -1, self.pool.kinds(self.opponents))
        where = others & (kinds[self._everywhere, self.games.seat] >= 0)
        if not where.any():
            return False
        self._timesheet.turn_to(OPPONENTS)
        play_on(self.games.slots, slice(None), kinds, self._keys, self._played)
        self._timesheet.turn_to(GAMES)
        self._book(self.games.unchecked_step(self._look, where))
        return True

    def _draw(self, slots: NDArray[np.int64]) -> NDArray[np.int32]:
        """(k, S) members of the pool for the games that run in some slots."""
        return self.pool.draw(self.table.number, slots, self._episode[slots], self.games.num_seats)

    def _replace_who_left(self) -> None:
        """Whoever has left the pool is replaced in the running game."""
        gone = ~self.own & ~self.pool.plays(self.opponents)
        slots = np.flatnonzero(gone.any(axis=1))
        if slots.size:
            self.opponents[slots] = np.where(gone[slots], self._draw(slots), self.opponents[slots])

    def _book(self, stepped: Step) -> None:
        """Books rewards and ends of a step of the games."""
        _, rewards, _, truncated, infos = stepped
        own = rewards[self._everywhere, self.learner_seat]
        if self._point_factor:
            final = infos["returns"][self._everywhere, self.learner_seat]
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
            members = np.where(self.own[slot], -1, self.opponents[slot])
            value = float(infos["returns"][slot, seat])
            self.pool.note(members, value)
            self._done[slot] = True
            self._infos[slot] = {
                "terminal_observation": infos["final_obs"][k, seat],
                "episode": {"r": value, "l": int(self._length[slot])},
                "table": self.table.number,
                "seat": int(seat),
                "opponents": members,
                "capped": bool(truncated[slot]),
            }
