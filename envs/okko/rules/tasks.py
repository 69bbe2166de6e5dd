"""The stack of tasks: what is being carried out, and what waits for it.

A task is a row ``(kind, stage, …)`` of ``state.tasks``. The one on top is carried on by `run.run` until it asks a
decision, starts another task or is done; so an Attack within a talent within an activation needs no recursion. What the
columns beyond STAGE mean is said at the top of the module that owns the kind of task.
"""

from __future__ import annotations

from ...core.kernel import compiled
from ..state import COUNT, FIGURE, KIND, STAGE, TASK_WIDTH


@compiled
def push_task(state, kind, figure):
    """Starts a task of that figure (−1: nobody); what was under way waits. Columns are −1, but STAGE and COUNT 0."""
    task = state.tasks[state.task_count]
    task[:] = -1
    task[KIND] = kind
    task[STAGE] = 0
    task[FIGURE] = figure
    task[COUNT] = 0
    state.task_count += 1


@compiled
def pop_task(state):
    """The task on top is done."""
    state.task_count -= 1
    for i in range(TASK_WIDTH):
        state.tasks[state.task_count, i] = 0


@compiled
def top(state):
    """The row of the task on top."""
    return state.tasks[state.task_count - 1]
