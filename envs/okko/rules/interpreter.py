"""The interpreter of effect programs (EFFECTS.md): carries out instructions until one asks a decision or starts a task.

`run_program` reads the instruction at STAGE of the task on top. One that needs a choice asks it and stays where it is;
the answer (`choices`) does the work and goes on. What does not fit the position does nothing. `program` describes the
columns of the task.
"""

from __future__ import annotations

from ...core.kernel import compiled
from ...core.stack import push
from .. import ops
from ..state import (
    COUNT,
    FIGURE,
    FIGURES,
    LEFT_TO_DO,
    MAY,
    OPTION,
    STAGE,
    TARGET_FIGURE,
    A,
    B,
)
from .attribute_tests import begin_test
from .effects_on_cards import run_on_cards
from .effects_on_figures import run_on_figures
from .program import next_row
from .seen import counted, fits, holds, is_hero
from .tasks import pop_task


@compiled
def run_program(state, tables):
    """Carries the program on top on until it asks, starts another task, or ends."""
    here = state.task_count - 1
    task = state.tasks[here]
    while state.depth == 0 and state.task_count == here + 1 and state.over == 0:
        row = tables.code[task[STAGE]]
        op = row[0]
        if op == ops.END:
            pop_task(state)
        elif op <= ops.END_EACH:
            run_loops(state, tables, task, row)
        elif op <= ops.MORE_ACTIONS:
            run_on_figures(state, tables, task, row)
        elif op == ops.TEST_NOW:
            run_test(state, tables, task, row)
        elif ops.IF <= op <= ops.COUNT_UP:
            run_flow(state, tables, task, row)
        else:
            run_on_cards(state, tables, task, row)


@compiled
def run_loops(state, tables, task, row):
    """``target`` and ``each``. They do not stand in each other, so that A says where a loop has come to."""
    op = row[0]
    if op == ops.TARGET:
        if first_that_fits(state, tables, task, row, 0) >= 0:
            push(state, TARGET_FIGURE, task[B])
        else:
            pass_over_target(task, row)
    elif op == ops.END_TARGET:
        next_row(task)
    else:
        loop = row if op == ops.EACH else tables.code[task[STAGE] - row[1]]
        figure = first_that_fits(state, tables, task, loop, 0 if op == ops.EACH else int(task[A]) + 1)
        if op == ops.EACH:
            task[STAGE] += 1 if figure >= 0 else 1 + loop[5]
        else:
            task[STAGE] += 1 - loop[5] if figure >= 0 else 1
        task[LEFT_TO_DO] = -1
        if figure >= 0:
            task[A] = figure


@compiled
def pass_over_target(task, row):
    """Nobody is chosen: the block is not carried out, and the register is 0."""
    task[A] = -1
    task[COUNT] = 0
    task[STAGE] += 1 + row[5]
    task[LEFT_TO_DO] = -1


@compiled
def first_that_fits(state, tables, task, row, start):
    """The first figure from ``start`` on that TARGET or EACH takes in, −1 if there is none."""
    for figure in range(start, FIGURES):
        if fits(state, tables, task, row, figure):
            return figure
    return -1


@compiled
def run_test(state, tables, task, row):
    """``test``: the Test's task tells COUNT whether it was passed. Who cannot make one goes on behind both blocks."""
    hero = int(task[FIGURE])
    if task[LEFT_TO_DO] < 0:
        if not is_hero(state, hero):
            task[STAGE] += 1 + row[5]
            return
        task[LEFT_TO_DO] = 1
        task[COUNT] = 0
        begin_test(state, tables, hero, -1, row[1], row[2], row[3], 1 << ops.TESTING)
        return
    passed = task[COUNT] != 0
    next_row(task)
    if not passed:
        task[STAGE] += row[4]


@compiled
def run_flow(state, tables, task, row):
    """Conditions, jumps, questions, the register."""
    op = row[0]
    if op == ops.MAY:
        push(state, MAY, task[B])
    elif op == ops.CHOOSE:
        push(state, OPTION, task[B])
    else:
        next_row(task)
        if op == ops.IF:
            if not holds(state, tables, task, row[1], row[2]):
                task[STAGE] += row[3]
        elif op == ops.JUMP:
            task[STAGE] += row[1]
        elif op == ops.OPTION:  # the block before it has ended
            task[STAGE] += row[2]
        else:
            task[COUNT] = counted(state, tables, task, row[1])
