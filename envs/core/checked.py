"""The one wrapper of ``env()``."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import Any

from pettingzoo.utils.wrappers import BaseWrapper

from .aec import AecEnv, Observation
from .batch import FOUL


class CheckedEnv(BaseWrapper[str, Observation, int]):
    """Checks the order of calls, and that actions are integers, in range and legal.

    Args:
        env: the bare environment.
    """

    def __init__(self, env: AecEnv) -> None:
        super().__init__(env)
        self.raw = env
        self._num_actions = env.game_spec.num_actions
        self._terminate = env.options.on_illegal == "terminate"

    def step(self, action: int | None) -> None:
        """As `AecEnv.step`, checked.

        Raises:
            ResetNeeded: there is no game to step.
            TypeError: the action is not an integer.
            IllegalActionError: it is not legal, and the option ``on_illegal`` is ``"raise"``; nothing has changed.
        """
        raw = self.raw
        if raw.seed is None:
            raw._need_reset()
        if action is not None and not raw._over:
            action = operator.index(action)
            if not (0 <= action < self._num_actions and raw._mask[action]):
                if not self._terminate:
                    raise raw._slots.illegal_action(0, raw.agent_selection, action)
                action = FOUL
        raw.step(action)

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """As `AecEnv.last`."""
        if self.raw.seed is None:
            self.raw._need_reset()
        return self.raw.last(observe)

    def observe(self, agent: str) -> Observation:
        """As `AecEnv.observe`."""
        self.raw._need_reset()
        return self.raw.observe(agent)

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:  # type: ignore[override]
        """The agents to act, one after the other, until the game is over and all are done.

        Raises:
            ResetNeeded: there is no game.
            RuntimeError: the loop asks for the next agent without a ``step`` or ``reset`` in between.
        """
        self.raw._need_reset()
        return self._each_agent(max_iter)

    def _each_agent(self, max_iter: int) -> Iterator[str]:
        raw = self.raw
        moves = -1
        while raw.agents and max_iter > 0:
            if raw._moves == moves:
                raise RuntimeError("call step() or reset() before the next agent of agent_iter()")
            moves = raw._moves
            max_iter -= 1
            yield raw.agent_selection
