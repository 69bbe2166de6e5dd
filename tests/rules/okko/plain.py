"""The rules of okko as plain Python, for positions made by hand: nothing is compiled, and chance may be put in place.

`Rules` has a copy of each module of the rules whose functions, and all that they call, run uncompiled. It answers
decisions and carries tasks on as `run.py` does; a test that is about one procedure names the kinds of tasks that are
left to it.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Collection
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from shugyo.envs.core.rng import python_word
from shugyo.envs.okko import actions as act
from shugyo.envs.okko import state as st

RULES, CORE = "shugyo.envs.okko.rules.", "shugyo.envs.core."


NOTHING_IN = (
    "area_near", "area_near_door", "clue_companion", "clue_oni", "clue_program", "clue_token", "companion_clue",
    "event_program", "event_triggers", "figure_kind", "figure_start", "goal_tile", "memoir_size", "mission_program",
    "mission_size", "source_action", "space_near", "space_near_door", "stat_modifiers", "test_mission", "test_program",
    "test_stat", "tile_mission", "token_clue",
)  # fmt: skip
"""Columns of the tables in which −1 is nothing."""


class Scope:
    """A module: its attributes are what its functions see."""


def below(key: Any, purpose: int, index: int, n: int) -> int:
    """A random number below n, in plain integers."""
    return (python_word(int(key), int(purpose), int(index)) >> 32) * int(n) >> 32


class Rules:
    """The modules of the rules, as attributes: ``Rules().harm.eliminate(state, tables, figure, -1)``.

    Args:
        **stand_ins: functions, by the names of those that they take the place of, such as ``roll``.
    """

    def __init__(self, **stand_ins: Callable):
        self._stand_ins = {"below": below, **stand_ins}
        self._scopes: dict[str, Scope] = {}

    def __getattr__(self, module: str) -> Any:
        return self._scope(RULES + module)

    def _scope(self, name: str) -> Scope:
        if name not in self._scopes:
            scope = self._scopes[name] = Scope()
            scope.__dict__.update(
                {key: self._plain(value) for key, value in vars(importlib.import_module(name)).items()}
            )
        return self._scopes[name]

    def _plain(self, value: Any) -> Any:
        if isinstance(value, ModuleType) and value.__name__.startswith((RULES, CORE)):
            return self._scope(value.__name__)
        function = getattr(value, "py_func", value)
        if not isinstance(function, FunctionType) or not function.__module__.startswith("shugyo.envs"):
            return value
        if function.__name__ in self._stand_ins:
            return self._stand_ins[function.__name__]
        scope = self._scope(function.__module__).__dict__
        return FunctionType(function.__code__, scope, function.__name__, function.__defaults__, function.__closure__)

    def records(self) -> tuple[Any, Any]:
        """State and tables of a game in which there is nothing."""
        state, tables = np.zeros(1, st.STATE)[0], np.zeros(1, st.TABLES)[0]
        for name in NOTHING_IN:
            tables[name] = -1
        self.setup.blank(state)
        self.setup.blank_board(state)
        return state, tables

    def do(self, function: Any, state: Any, tables: Any, *given: Any) -> Any:
        """Calls a function of the rules, imported from them, with what it takes of the records and these arguments."""
        plain = self._plain(function)
        names = plain.__code__.co_varnames[: plain.__code__.co_argcount]
        records = [record for name, record in (("state", state), ("tables", tables)) if name in names]
        return plain(*records, *given)

    # ---- a game -----------------------------------------------------------------------------------------------------
    def legal(self, state: Any, tables: Any) -> list[int]:
        """The legal actions of who is asked."""
        assert state.depth == 1, "nobody is asked"
        mask = np.zeros(act.NUM_ACTIONS, np.int8)
        self.masks.legal(state, tables, mask)
        assert set(mask) <= {0, 1}
        return [int(action) for action in np.flatnonzero(mask)]

    def answer(self, state: Any, tables: Any, action: int) -> None:
        """Who is asked answers."""
        decision = int(state.decision)
        self._scope(CORE + "stack").pop(state)  # type: ignore[attr-defined]
        self.answers.play(state, tables, decision, action)

    def carry_on(self, state: Any, tables: Any, leave: Collection[int] = (), queue: str = "answer") -> None:
        """Until somebody is asked, the game or all tasks are over, or a task is on top that is left to the test.

        Args:
            state, tables: records.
            leave: kinds of tasks.
            queue: what becomes of triggers that are put in line: ``answer``, ``wait`` for ever, or ``stop`` all.
        """
        for _ in range(10_000):
            if state.over or state.depth:
                return
            kind, stage = 0, 0
            if state.task_count:
                kind, stage = (int(state.tasks[state.task_count - 1, column]) for column in (st.KIND, st.STAGE))
            if state.queue_size and queue == "stop":
                return
            if kind == st.T_PROGRAM and kind not in leave:
                self.interpreter.run_program(state, tables)
            elif state.queue_size and queue == "answer" and (kind == 0 or self.run.lets_answer(kind, stage)):
                self.events.start_queued(state, tables)
            elif kind == 0 or kind in leave:
                return
            else:
                self.run.advance(state, tables, kind)
        raise AssertionError("it does not end")
