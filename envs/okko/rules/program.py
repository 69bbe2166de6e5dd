"""Programs of effects: how one begins, and the two questions that any of them can ask (EFFECTS.md, *Programs*).

`interpreter` carries them out, `choices` asks for figures, Spaces and cards. It is apart from this module since what it
carries out (Tests, Clue cards, Equipment) begins programs itself.

T_PROGRAM is one program that is carried out:

========== ===========================================================================================================
STAGE      the instruction that comes next: a row of ``tables.code``
FIGURE     self, the bearer; −1 nobody: Events, missions
OTHER      the other figure of the event, −1 nobody
SOURCE     what the program belongs to, −1 nothing
COUNT      the register
LEFT_TO_DO what is left of the instruction at STAGE, or was chosen for it already; −1 where it has not begun
A          target: the figure chosen or visited last, −1 nobody
B          seat of the controller
C          mission, −1 none
D          trigger that it answers with, −1 none
E          where the program begins
========== ===========================================================================================================
"""

from __future__ import annotations

from ...core.kernel import compiled
from .. import actions as act
from .. import ops
from ..state import (
    COUNT,
    FIGURE,
    GOAL_SOURCE,
    LEFT_TO_DO,
    MISSION_SOURCE,
    ONI_SEAT,
    OTHER,
    SOURCE,
    STAGE,
    T_PROGRAM,
    A,
    B,
    C,
    D,
    E,
)
from .figures import seat_of
from .tasks import push_task, top

MAY_COLUMN, LIMIT_COLUMN = 3, 4  # of a row of ``tables.trigger``


@compiled
def push_program(state, start, source, figure, other):
    """A program begins; what goes on waits for its end. The player of the bearer makes its choices, else the Oni.

    Args:
        state: record.
        start: row of ``tables.code``; −1: there is no program, and nothing happens.
        source: what it belongs to, −1 nothing.
        figure: the bearer; of a Courtier's or Complication's card its Hero, of an Event −1.
        other: the event's other figure, −1 nobody.
    """
    if start < 0:
        return
    push_task(state, T_PROGRAM, figure)
    task = top(state)
    task[STAGE] = start
    task[OTHER] = other
    task[SOURCE] = source
    task[B] = seat_of(figure) if figure >= 0 else ONI_SEAT
    if MISSION_SOURCE <= source < GOAL_SOURCE:
        task[C] = source - MISSION_SOURCE
    task[E] = start


@compiled
def whom(task, which):
    """The figure that an instruction works on: SELF, OTHER or CHOSEN; −1 if there is none."""
    if which == ops.SELF:
        return int(task[FIGURE])
    return int(task[OTHER]) if which == ops.OTHER else int(task[A])


@compiled
def amount(task, n):
    """A number of an instruction, or the register for `AS_COUNTED`."""
    return int(task[COUNT]) if n == ops.AS_COUNTED else int(n)


@compiled
def next_row(task):
    """The instruction is done: the one after it comes next."""
    task[STAGE] += 1
    task[LEFT_TO_DO] = -1


# ---- MAY ------------------------------------------------------------------------------------------------------------
@compiled
def legal_may(state, tables, mask):
    """B56: yes or no."""
    mask[act.PASS] = 1
    mask[act.YES] = 1


@compiled
def play_may(state, tables, action):
    """B56: without a yes the block is passed over; an answer to an event counts for its limit when it is given."""
    task = top(state)
    at = int(task[STAGE])
    next_row(task)
    if action != act.YES:
        task[STAGE] += tables.code[at, 1]
        return
    trigger = int(task[D])
    if trigger >= 0 and at == task[E] and tables.trigger[trigger, MAY_COLUMN] != 0:
        count_use(state, tables, trigger)


@compiled
def count_use(state, tables, trigger):
    """An answer is given: one less of those that its limit allows in this round."""
    if tables.trigger[trigger, LIMIT_COLUMN] > 0:
        state.fired[trigger] = min(99, int(state.fired[trigger]) + 1)


# ---- OPTION ---------------------------------------------------------------------------------------------------------
@compiled
def legal_option(state, tables, mask):
    """EFFECTS.md, ``choose``: each of the blocks."""
    for i in range(tables.code[top(state)[STAGE], 1]):
        mask[act.OPTION_NAME + i] = 1


@compiled
def play_option(state, tables, action):
    """The block chosen comes next; where it ends stands the head of the next one, which leads behind the last."""
    task = top(state)
    at = int(task[STAGE]) + 1
    for _ in range(action - act.OPTION_NAME):
        at += 1 + int(tables.code[at, 1])
    task[STAGE] = at + 1
    task[LEFT_TO_DO] = -1
