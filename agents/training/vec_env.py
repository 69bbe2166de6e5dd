"""All games of a run as one Stable-Baselines3 `VecEnv`, the tables' slots one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

import numpy as np
from gymnasium import Wrapper, spaces
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from ...envs.core.game import GameSpec
from ..checkpoint import identities
from ..masks import check_masks
from ..network import Advisor, observation_box, with_advice
from .lessons import Desk, Teacher
from .pool import OpponentPool
from .seated import SeatedGames
from .tables import Table, table_seed
from .timesheet import GAMES, LEARNER, OTHER, TimeSheet


class SeatVecEnv(VecEnv):
    """The games of all tables, N together, as the learner meets them: see `SeatedGames`.

    ``infos[i]`` of a slot whose game has just ended holds ``"terminal_observation"`` (without advice), ``"episode"``
    (``"r"`` the learner's plain return, ``"l"`` its decisions), ``"table"``, ``"seat"`` (of several the first),
    ``"opponents"`` (members of the pool by seat, −1 at the learner's own) and ``"capped"`` (the game reached a limit:
    for the learner an end like any other, so nothing is bootstrapped).

    Args:
        tables: kinds of games, alike in observations and actions.
        pool: plays the other seats.
        seed: of the games.
        point_reward: reward for each point by which the learner's lead grows, beside the return at the end; needs
            games with ``reward_shaping="score"``.
        advisor: makes a player whose action stands behind each of the learner's observations; None: nobody's does.

    Attributes:
        parts: the games by table; those of part t are the slots ``offsets[t]`` … ``offsets[t + 1] − 1``.
        offsets: (T + 1,).
        teacher: asked at each of the learner's decisions, while the lessons last.
        timesheet: what the time is spent on.

    Raises:
        CheckpointError: the tables differ in more than their options.
    """

    def __init__(
        self,
        tables: Sequence[Table],
        pool: OpponentPool,
        *,
        seed: int,
        point_reward: float = 0.0,
        advisor: Advisor | None = None,
    ) -> None:
        identities([table.spec for table in tables])
        self.timesheet = TimeSheet()
        self.parts = [SeatedGames(table, pool, point_reward=point_reward, timesheet=self.timesheet) for table in tables]
        self.offsets = np.cumsum([0] + [part.num_games for part in self.parts])
        self.pool, self._seed = pool, seed
        self.render_mode = None
        self.teacher: Teacher | None = None
        self._advisors = (
            []
            if advisor is None
            else [Desk(part.table, advisor(), table_seed(seed, part.table.number)) for part in self.parts]
        )
        self._restored = False
        spec = self.game_spec
        super().__init__(
            int(self.offsets[-1]), observation_box(spec, advised=advisor is not None), spaces.Discrete(spec.num_actions)
        )

    @property
    def game_spec(self) -> GameSpec:
        """The game of the first table; the others have the same observations and actions."""
        return self.parts[0].games.game_spec

    # ---- VecEnv -----------------------------------------------------------------------------------------------------
    def reset(self) -> NDArray[np.int8]:
        """Begins the first episode of all slots; after `restore`, goes on with the restored games instead."""
        if not self._restored:
            for part in self.parts:
                part.begin(table_seed(self._seed, part.table.number))
        self._restored = False
        self.timesheet.turn_to(OTHER)
        return self._observations()

    def step_async(self, actions: NDArray[Any]) -> None:
        """Keeps the learner's actions, (N,)."""
        self._actions = np.asarray(actions)
        if self.teacher is not None:
            self.teacher.ask()

    def step_wait(self) -> tuple[NDArray[np.int8], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Plays on to the learner's next decision in every slot."""
        self.timesheet.turn_to(GAMES)
        stepped = [
            part.step(self._actions[begin:end])
            for part, begin, end in zip(self.parts, self.offsets, self.offsets[1:], strict=False)
        ]
        rewards, dones, infos = zip(*stepped, strict=True)
        result = self._observations(), np.concatenate(rewards), np.concatenate(dones), list(chain(*infos))
        self.timesheet.turn_to(LEARNER)
        return result

    def action_masks(self) -> NDArray[np.bool_]:
        """(N, A) masks of the learner's pending decisions; with one table out of the games' own buffer.

        Raises:
            EmptyMaskError: a row has no legal action.
        """
        masks = [part.masks for part in self.parts]
        return check_masks(masks[0] if len(masks) == 1 else np.concatenate(masks))

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
        """All that is needed to go on with the running games; names begin with the table's number."""
        return {f"{part.table.number}.{name}": value for part in self.parts for name, value in part.save().items()}

    def restore(self, saved: dict[str, NDArray[Any]]) -> bool:
        """Goes on with saved games; the next `reset` gives their observations.

        Returns:
            Whether it does: if there are other numbers of games now, nothing happens.

        Raises:
            SaveError: they are games of another kind.
        """
        counts = [len(saved.get(f"{part.table.number}.episode", ())) for part in self.parts]
        if counts != [part.num_games for part in self.parts]:
            return False
        for part in self.parts:
            prefix = f"{part.table.number}."
            part.restore({name.removeprefix(prefix): v for name, v in saved.items() if name.startswith(prefix)})
        self.timesheet.turn_to(OTHER)
        self._restored = True
        return True

    def _observations(self) -> NDArray[np.int8]:
        """(N, D …), an array of the caller's own."""
        observations = [part.observations for part in self.parts]
        if self._advisors:
            self.timesheet.turn_to(GAMES)
            advice = [desk.advise(desk.table.games) for desk in self._advisors]
            observations = [with_advice(*pair) for pair in zip(observations, advice, strict=True)]
        return np.concatenate(observations)
