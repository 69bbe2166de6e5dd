"""Chapter 13: summoning (O138 to O141, A14, B66 to B68).

Columns of T_SUMMON: A the kind, LEFT_TO_DO how many cards are still to be discarded or figures to be placed, COUNT how
many figures have been placed; B 1 if an effect summons without cost, C and D its type and number of figures. In stage
APPEARANCE it is the Oni itself that comes (battle.py).
"""

from __future__ import annotations

from ...core.kernel import compiled
from ...core.stack import push
from .. import actions as act
from ..state import (
    COUNT,
    DEMON,
    E_SUMMON,
    EVENT_DISCARD,
    EVENT_HAND,
    EVENTS,
    KINDS,
    LEFT_TO_DO,
    NODE_SOURCE,
    NODES,
    ONI_SEAT,
    STAGE,
    STAT_MODIFIERS,
    SUMMON,
    SUMMON_COST,
    SUMMON_SPACE,
    SUMMONED,
    T_SUMMON,
    THRALL,
    A,
    B,
    C,
    D,
)
from .battle import APPEARANCE, advance_appearance
from .events import emit
from .figures import clear_figure
from .sources import refresh_sources
from .spaces import free, put
from .tasks import pop_task, push_task, top

# stages of T_SUMMON, besides APPEARANCE
NAMING, PAYING, PLACING, LEAVING = range(4)


@compiled
def begin_summoning(state, tables):
    """A14, O189: in its open step the Oni may summon, as often as it can pay."""
    push_task(state, T_SUMMON, -1)
    top(state)[B] = 0


@compiled
def begin_free_summon(state, tables, kind_type, n):
    """EFFECTS.md, ``summon``: up to n figures of one kind of that type (−1: of any), without cost."""
    push_task(state, T_SUMMON, -1)
    task = top(state)
    task[B] = 1
    task[C] = kind_type
    task[D] = n


@compiled
def advance_summon(state, tables):
    """B68: the kind is named, the cost discarded card by card, the figures placed one by one."""
    task = top(state)
    stage = int(task[STAGE])
    if stage == APPEARANCE:
        advance_appearance(state, tables)
    elif stage == NAMING:
        task[STAGE] = LEAVING
        for kind in range(KINDS):
            if can_summon(state, tables, kind):
                push(state, SUMMON, ONI_SEAT)
                return
    elif stage == PAYING:
        if task[LEFT_TO_DO] > 0:
            push(state, SUMMON_COST, ONI_SEAT)
        else:
            task[STAGE] = PLACING
            task[LEFT_TO_DO] = summoned_figures(state, tables, task)
    elif stage == PLACING and task[LEFT_TO_DO] > 0 and can_place(state, tables, int(task[A])):
        push(state, SUMMON_SPACE, ONI_SEAT)
    elif stage == PLACING and task[B] == 0:
        task[STAGE] = NAMING
    else:
        pop_task(state)


@compiled
def summoned_figures(state, tables, task):
    """A14: how many figures come at most; positions of the tree of their type may raise it.

    They are looked up here since `stats.stat` counts what figures on the board bear, and these are not there yet.
    """
    if task[B] != 0:
        return int(task[D])
    figures = int(tables.summon_figures)
    first = NODE_SOURCE + (int(tables.kind_type[task[A]]) - THRALL) * NODES
    for i in range(STAT_MODIFIERS):
        modifier = int(tables.stat_modifiers[SUMMONED, i])
        if modifier < 0:
            break
        source = int(tables.modifier_source[modifier])
        if first <= source < first + NODES and state.live[source] != 0:
            figures += int(tables.modifier[modifier, 1])
    return max(1, figures)


@compiled
def spare_figure(state, tables, kind):
    """O141: the first figure of the kind that is not on the board, −1 if all are."""
    first = tables.kind_first[kind]
    for figure in range(first, first + tables.kind_count[kind]):
        if state.at[figure] < 0:
            return int(figure)
    return -1


@compiled
def can_reinforce(state, tables, kind, space):
    """O139, O140, B66: a free reinforcement Space of the kind's type whose mark counts with so many Heroes.

    The kinds of reinforcement Spaces bear the numbers of the types of agents (``board.palace``).
    """
    return (
        tables.space_kind[space] == tables.kind_type[kind]
        and tables.space_mark[space] <= tables.num_heroes
        and free(state, tables, space)
    )


@compiled
def can_place(state, tables, kind):
    """O141: a figure of the kind is left, and a Space for it."""
    if spare_figure(state, tables, kind) < 0:
        return False
    for space in range(tables.num_spaces):
        if can_reinforce(state, tables, kind, space):
            return True
    return False


@compiled
def can_summon(state, tables, kind):
    """B67, B68: a kind in the game, never an Oni, of which a figure can be placed, for whoever can pay."""
    task = top(state)
    if tables.kind_count[kind] == 0 or tables.kind_rank[kind] == DEMON:
        return False
    if task[B] == 0:
        affordable = state.hand_size >= tables.summon_cost
    else:
        affordable = task[C] < 0 or task[C] == tables.kind_type[kind]
    return affordable and can_place(state, tables, kind)


@compiled
def legal_summon(state, tables, mask):
    """A14, B67: a kind that can be summoned, or none."""
    mask[act.PASS] = 1
    for kind in range(KINDS):
        if can_summon(state, tables, kind):
            mask[act.KIND_NAME + kind] = 1


@compiled
def play_summon(state, tables, action):
    """B68: names the kind; the cost comes next."""
    task = top(state)
    if action != act.PASS:
        task[A] = action - act.KIND_NAME
        task[COUNT] = 0
        task[STAGE] = PAYING
        task[LEFT_TO_DO] = 0 if task[B] != 0 else tables.summon_cost


@compiled
def mark_events(state, mask):
    """O36, A14: the Event cards of the Oni's hand."""
    for event in range(EVENTS):
        if state.event_place[event] == EVENT_HAND:
            mask[act.EVENT_NAME + event] = 1


@compiled
def legal_summon_cost(state, tables, mask):
    """B68: any Event card of the hand."""
    mark_events(state, mask)


@compiled
def play_summon_cost(state, tables, action):
    """A14, B12: the Event card is discarded, before all eyes."""
    state.event_place[action - act.EVENT_NAME] = EVENT_DISCARD
    state.hand_size -= 1
    top(state)[LEFT_TO_DO] -= 1


@compiled
def legal_summon_space(state, tables, mask):
    """O139, O140, B68: a reinforcement Space; after the first figure the Oni may stop."""
    task = top(state)
    if task[COUNT] > 0:
        mask[act.PASS] = 1
    for space in range(tables.num_spaces):
        if can_reinforce(state, tables, int(task[A]), space):
            mask[act.SPACE_NAME + space] = 1


@compiled
def play_summon_space(state, tables, action):
    """O138, O139: a figure comes to the board; it may act in the same round."""
    task = top(state)
    if action == act.PASS:
        task[LEFT_TO_DO] = 0
        return
    task[LEFT_TO_DO] -= 1
    task[COUNT] += 1
    figure = spare_figure(state, tables, int(task[A]))
    clear_figure(state, figure)  # B69
    put(state, figure, action - act.SPACE_NAME)
    refresh_sources(state, tables)
    emit(state, tables, E_SUMMON, figure, -1)
