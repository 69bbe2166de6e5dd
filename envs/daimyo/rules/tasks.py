"""The stack of tasks: what is being carried out, and what waits for it (D-rules on the order of effects).

A task is a row ``(kind, stage, …)`` of ``state.tasks``. The one on top is carried on by `run.run` until it asks a
decision, starts another task or is done; so a duel within a skill within a turn needs no recursion. ``STAGE`` of a
program is its next instruction.
"""

from __future__ import annotations

from ...core.kernel import compiled
from ..state import (
    ACTOR,
    AIM,
    COUNT,
    KIND,
    LEFT,
    PARTY,
    SOURCE,
    STAGE,
    T_BATTLE,
    T_DUEL,
    T_PROGRAM,
    TASK_WIDTH,
    WHO,
    WHO_ASKS,
)


@compiled
def push_task(state, kind, seat):
    """Starts a task of ``seat``; what was under way waits."""
    task = state.tasks[state.task_count]
    task[KIND] = kind
    task[STAGE] = 0
    task[WHO_ASKS] = seat
    task[WHO] = seat
    task[SOURCE] = -1
    task[COUNT] = 0
    task[LEFT] = -1
    task[ACTOR] = seat
    task[PARTY] = -1
    task[AIM] = -1
    state.task_count += 1


@compiled
def pop_task(state):
    """The task on top is done."""
    state.task_count -= 1
    for i in range(TASK_WIDTH):
        state.tasks[state.task_count, i] = 0


@compiled
def fighting(state):
    """Whether a duel or a common battle is under way: there is only one at a time."""
    for i in range(state.task_count):
        if state.tasks[i, KIND] == T_DUEL or state.tasks[i, KIND] == T_BATTLE:
            return True
    return False


@compiled
def push_battle(state, seat):
    """The common battle comes at once; if a fight is under way, when the turn is taken up again."""
    later = fighting(state)
    push_task(state, T_BATTLE, seat)
    if later:
        for column in range(TASK_WIDTH):
            battle = state.tasks[state.task_count - 1, column]
            for i in range(state.task_count - 1, 1, -1):
                state.tasks[i, column] = state.tasks[i - 1, column]
            state.tasks[1, column] = battle


@compiled
def push_program(state, start, controller, source, actor):
    """Starts the program at that instruction."""
    push_task(state, T_PROGRAM, controller)
    task = state.tasks[state.task_count - 1]
    task[STAGE] = start
    task[SOURCE] = source
    task[ACTOR] = actor


@compiled
def next_seat(tables, seat):
    """Clockwise."""
    return seat + 1 if seat + 1 < tables.num_seats else 0
