"""Moves as they are made, and Sneaking on the way (chapters 6 and 16; A30, B27 to B30). The task: moves.py.

The figure stands where it began until it arrives or is caught, so that the Sneak Test is made from there. The Test is
a Test like any other, with all that answers Tests; after a success `sneak` is answered too.
"""

from __future__ import annotations

from ...core.kernel import compiled
from ...core.stack import push
from .. import ops
from ..state import (
    COUNT,
    E_MOVE,
    E_SNEAK,
    FIGURE,
    HEROES,
    LEFT_TO_DO,
    MOVE_SPACE,
    OTHER,
    SNEAK_SPACE,
    SOURCE,
    SPEED,
    STAGE,
    A,
    B,
    C,
    D,
    E,
)
from .attribute_tests import begin_test
from .events import emit
from .moves import ARRIVING, CAUGHT, CHOOSING, GOING, TESTED, chosen, mark_area, mark_reach, mask_reach
from .spaces import allowed, put
from .surround import begin_surround
from .tasks import pop_task, top
from .ways import next_prohibited


@compiled
def advance_move(state, tables):
    """O60, O160: the last Space is chosen; a Hero sneaks where the way enters prohibited Tiles; the figure arrives."""
    task = top(state)
    figure, stage = int(task[FIGURE]), int(task[STAGE])
    if state.at[figure] < 0:
        pop_task(state)
    elif stage == CHOOSING:
        task[STAGE] = GOING
        if mark_reach(state, tables, figure, int(task[LEFT_TO_DO]), int(task[C])) > 0:
            push(state, MOVE_SPACE, int(task[SOURCE]))
        else:
            pop_task(state)
    elif stage == GOING:
        go_on(state, tables, task)
    elif stage == TESTED:
        hear_result(state, tables, task)
    elif stage == CAUGHT:
        task[STAGE] = ARRIVING
        caught(state, tables, task)
    else:
        arrive(state, tables, task)


@compiled
def go_on(state, tables, task):
    """A30, B29: up to the next prohibited Tile, if a Hero enters one by an Action; else to the end of the way."""
    figure, area = int(task[FIGURE]), -1
    if figure < HEROES and task[A] != 0:
        goal = int(tables.space_area[task[OTHER]])
        area = next_prohibited(state, tables, figure, int(task[LEFT_TO_DO]), int(task[C]), goal, int(task[B]))
    if area < 0:
        task[STAGE] = ARRIVING
        return
    task[STAGE] = TESTED
    task[D] = area
    difficulty = tables.tile_prohibited[tables.area_tile[area]]
    begin_test(state, tables, figure, -1, SPEED, difficulty, 1, 1 << ops.TESTING | 1 << ops.SNEAKING)


@compiled
def hear_result(state, tables, task):
    """O161, O162: after a success the Hero goes on as if nothing had been; after a failure the move ends."""
    if task[COUNT] != 0:
        task[STAGE] = GOING
        task[B] += 1
        emit(state, tables, E_SNEAK, int(task[FIGURE]), -1)
    else:
        task[STAGE] = CAUGHT
        task[E] = 1


@compiled
def caught(state, tables, task):
    """B28: the Hero stops in the Area entered: on the chosen Space if it lies there, else on one of the own choice."""
    if tables.space_area[task[OTHER]] == task[D]:
        return
    task[OTHER] = -1
    state.reach[:] = 0
    if mark_area(state, tables, int(task[FIGURE]), int(task[D])) > 0:
        push(state, SNEAK_SPACE, int(task[SOURCE]))


@compiled
def legal_sneak_space(state, tables, mask):
    """SNEAK_SPACE, B28: a free and allowed Space of the Area entered."""
    mask_reach(state, tables, mask)


@compiled
def play_sneak_space(state, tables, action):
    """SNEAK_SPACE: that is where the Hero was caught."""
    top(state)[OTHER] = chosen(state, action)


@compiled
def arrive(state, tables, task):
    """O60, O162: the figure stands on its last Space; a Hero who was caught is surrounded then.

    If an answer to a Test has filled the Space in the meantime, the figure stays where it was.
    """
    figure, space, by_action, failed = int(task[FIGURE]), int(task[OTHER]), int(task[A]), int(task[E])
    tile = int(tables.area_tile[task[D]]) if failed != 0 else -1
    pop_task(state)
    if space >= 0 and allowed(state, tables, figure, space):
        put(state, figure, space)
        if by_action != 0:
            emit(state, tables, E_MOVE, figure, -1)
    if failed != 0:
        begin_surround(state, tables, figure, tile)
