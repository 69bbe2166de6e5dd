"""After a failed Sneak Test: the Mortal Thralls of the Tile come and attack (O162, O163, A30, B31).

T_SURROUND is about the Hero FIGURE:

========== ===========================================================================================================
STAGE      `CALLING`, `PLACING`, `STRIKING`, `FIGHTING`
OTHER      the thrall chosen
A          the Tile
C, D, E    bits of the thralls that were on the Tile and may still attack: `SHARE` agents in each column
========== ===========================================================================================================
"""

from __future__ import annotations

from ...core.kernel import compiled
from ...core.stack import push
from .. import actions as act
from .. import ops
from ..board.capacity import NEIGHBOURS
from ..state import (
    AGENT_FIGURE,
    FIGURE,
    FIGURES,
    ONI_SEAT,
    OTHER,
    STAGE,
    SURROUND_ATTACK,
    SURROUND_FIGURE,
    SURROUND_SPACE,
    T_SURROUND,
    THRALL,
    A,
    C,
    E,
)
from .attack import begin_attack, can_attack
from .figures import type_of
from .spaces import adjacent, allowed, has_room, neighbour, put
from .tasks import pop_task, push_task, top

CALLING, PLACING, STRIKING, FIGHTING = range(4)
SHARE = 11


# ---- which thralls --------------------------------------------------------------------------------------------------
@compiled
def begin_surround(state, tables, hero, tile):
    """O162, A30: all Mortal Thralls on that Tile, corrupted or not, close in on the Hero. No alarm, no activation."""
    push_task(state, T_SURROUND, hero)
    task = top(state)
    task[A] = tile
    for column in range(C, E + 1):
        task[column] = 0
    for figure in range(AGENT_FIGURE, FIGURES):
        if state.at[figure] >= 0 and tables.space_tile[state.at[figure]] == tile:
            if type_of(tables, figure) == THRALL:
                n = figure - AGENT_FIGURE
                task[C + n // SHARE] |= 1 << (n % SHARE)


@compiled
def waits(state, figure):
    """Whether the thrall was on the Tile, is on the board and may still attack."""
    n = figure - AGENT_FIGURE
    return (top(state)[C + n // SHARE] >> (n % SHARE)) & 1 != 0 and state.at[figure] >= 0


@compiled
def room_beside(state, tables):
    """B31: whether a Space adjacent to the Hero is free."""
    for i in range(NEIGHBOURS):
        space = neighbour(state, tables, int(state.at[top(state)[FIGURE]]), i)
        if space >= 0 and allowed(state, tables, AGENT_FIGURE, space):
            return True
    return False


@compiled
def can_come(state, tables, figure, beside):
    """B31: a thrall of the Tile that is not adjacent to the Hero, with a Space that it can be moved to.

    Args:
        state, tables: records.
        figure: the thrall.
        beside: `room_beside`; without it those come who are not in the Hero's Area, if there is room in that.
    """
    task = top(state)
    if not waits(state, figure) or tables.space_tile[state.at[figure]] != task[A]:
        return False
    hero_at, at = int(state.at[task[FIGURE]]), int(state.at[figure])
    if beside:
        return not adjacent(state, tables, hero_at, at)
    area = int(tables.space_area[hero_at])
    near = adjacent(state, tables, hero_at, at) or tables.space_area[at] == area
    return not near and has_room(state, tables, figure, area)


@compiled
def can_strike(state, tables, figure):
    """O163, B31, B36: a thrall that is adjacent to the Hero, has not attacked, and can."""
    return waits(state, figure) and can_attack(state, tables, figure, ops.MELEE, int(top(state)[FIGURE]))


# ---- the task -------------------------------------------------------------------------------------------------------
@compiled
def advance_surround(state, tables):
    """B31: one thrall after the other comes, as long as there are Spaces; then each that is beside the Hero attacks."""
    task = top(state)
    hero, stage = int(task[FIGURE]), int(task[STAGE])
    if state.at[hero] < 0:
        pop_task(state)
    elif stage == CALLING:
        if any_comes(state, tables):
            task[STAGE] = PLACING
            push(state, SURROUND_FIGURE, ONI_SEAT)
        else:
            task[STAGE] = STRIKING
    elif stage == PLACING:
        task[STAGE] = CALLING
        push(state, SURROUND_SPACE, ONI_SEAT)
    elif stage == STRIKING:
        if any_strikes(state, tables):
            task[STAGE] = FIGHTING
            push(state, SURROUND_ATTACK, ONI_SEAT)
        else:
            pop_task(state)
    else:
        task[STAGE] = STRIKING
        begin_attack(state, tables, int(task[OTHER]), hero, ops.MELEE, 0, 0, 0)


@compiled
def any_comes(state, tables):
    """B31: whether there are a thrall that can come and a Space for it."""
    beside = room_beside(state, tables)
    for figure in range(AGENT_FIGURE, FIGURES):
        if can_come(state, tables, figure, beside):
            return True
    return False


@compiled
def any_strikes(state, tables):
    """O163: whether a thrall has still to attack."""
    for figure in range(AGENT_FIGURE, FIGURES):
        if can_strike(state, tables, figure):
            return True
    return False


# ---- its decisions --------------------------------------------------------------------------------------------------
@compiled
def legal_surround_figure(state, tables, mask):
    """SURROUND_FIGURE, B31: a thrall of the Tile that can come."""
    beside = room_beside(state, tables)
    for figure in range(AGENT_FIGURE, FIGURES):
        mask[act.FIGURE_NAME + figure] = can_come(state, tables, figure, beside)


@compiled
def play_surround_figure(state, tables, action):
    """SURROUND_FIGURE: that one comes."""
    top(state)[OTHER] = action - act.FIGURE_NAME


@compiled
def legal_surround_space(state, tables, mask):
    """SURROUND_SPACE, B31: a free Space adjacent to the Hero, whatever lies between; else one of the Hero's Area."""
    task = top(state)
    hero_at, beside = int(state.at[task[FIGURE]]), room_beside(state, tables)
    for space in range(tables.num_spaces):
        if allowed(state, tables, int(task[OTHER]), space):
            if beside:
                mask[act.SPACE_NAME + space] = adjacent(state, tables, hero_at, space)
            else:
                mask[act.SPACE_NAME + space] = tables.space_area[space] == tables.space_area[hero_at]


@compiled
def play_surround_space(state, tables, action):
    """SURROUND_SPACE: there it stands. Who has found no Space beside the Hero does not attack (E8)."""
    task = top(state)
    figure, space = int(task[OTHER]), action - act.SPACE_NAME
    put(state, figure, space)
    if not adjacent(state, tables, int(state.at[task[FIGURE]]), space):
        strike_off(task, figure)


@compiled
def strike_off(task, figure):
    """That one attacks no more."""
    n = figure - AGENT_FIGURE
    task[C + n // SHARE] &= ~(1 << (n % SHARE))


@compiled
def legal_surround_attack(state, tables, mask):
    """SURROUND_ATTACK, O163: one that is adjacent and has not attacked."""
    for figure in range(AGENT_FIGURE, FIGURES):
        mask[act.FIGURE_NAME + figure] = can_strike(state, tables, figure)


@compiled
def play_surround_attack(state, tables, action):
    """SURROUND_ATTACK: it attacks, and not again."""
    task = top(state)
    task[OTHER] = action - act.FIGURE_NAME
    strike_off(task, action - act.FIGURE_NAME)
