"""An activation of the Oni: one Character card after each Hero's (chapter 4; A15, A16, A29; 28.3).

T_ONI is one activation:

====== ===============================================================================================================
STAGE  `CARD` choose it, `FIGURES` choose who acts next, `ACTING` the figure acts, `EVENT_ONLY` no card could be
       activated, `ENDED`
FIGURE the figure that acts, −1 none
OTHER  the kind whose Character card is activated, −1 none
B      the Event whose Special Effect was played last and that is still to be discarded, −1 none
====== ===============================================================================================================
"""

from __future__ import annotations

from ...core.kernel import compiled
from ...core.stack import push
from .. import actions as act
from .. import ops
from ..state import (
    ACTIONS,
    DEMON,
    E_ACTIVATION,
    EVENT,
    EVENT_DISCARD,
    EVENT_HAND,
    EVENT_LAID,
    EVENTS,
    FIGURE,
    KINDS,
    ONI_ACTION,
    ONI_CARD,
    ONI_FIGURE,
    ONI_SEAT,
    OTHER,
    STAGE,
    THE_ONI,
    THRALL,
    B,
)
from .attack import any_target, begin_attack
from .battle import end_battle
from .events import emit
from .missions import check_missions
from .moves import begin_move, can_move
from .program import push_program
from .round_end import draw_events
from .stats import stat
from .tasks import pop_task, top
from .usable import begin_talent, has_talent

CARD, FIGURES, ACTING, EVENT_ONLY, ENDED = range(5)


# ---- who can act ----------------------------------------------------------------------------------------------------
@compiled
def figure_may_act(state, tables, figure):
    """O123, O125, O157, A29: on the board; a thrall only on a corrupted Tile, unless the alarm has been raised."""
    if state.at[figure] < 0:
        return False
    if tables.kind_type[tables.figure_kind[figure]] != THRALL or state.alarm != 0:
        return True
    return state.corrupted[tables.space_tile[state.at[figure]]] != 0


@compiled
def can_activate(state, tables, kind):
    """A15: no Activation token, and at least one figure that may act."""
    if state.activated[kind] != 0:
        return False
    first = int(tables.kind_first[kind])
    for figure in range(first, first + int(tables.kind_count[kind])):
        if figure_may_act(state, tables, figure):
            return True
    return False


@compiled
def any_card(state, tables):
    """Whether a Character card can be activated."""
    for kind in range(KINDS):
        if can_activate(state, tables, kind):
            return True
    return False


@compiled
def can_choose(state, tables, figure):
    """B17: a figure of the activated card that has not acted in this activation and may act."""
    return state.acted[figure] == 0 and figure_may_act(state, tables, figure)


@compiled
def any_figure(state, tables, kind):
    """Whether a figure of the activated card may still act."""
    first = int(tables.kind_first[kind])
    for figure in range(first, first + int(tables.kind_count[kind])):
        if can_choose(state, tables, figure):
            return True
    return False


@compiled
def may_play_event(state):
    """O49: one Event in an activation, as long as the hand holds one."""
    return state.event_played == 0 and state.hand_size > 0


# ---- the activation -------------------------------------------------------------------------------------------------
@compiled
def advance_oni(state, tables):
    """O46 to O51, A15, A16: a card, its figures one by one, an Event; or a card drawn where none can be activated."""
    task = top(state)
    settle_event(state, task)
    stage = task[STAGE]
    waiting = int(state.task_count)
    check_missions(state, tables, THE_ONI)  # B90
    if state.over != 0 or state.task_count != waiting or state.queue_size > 0:
        return
    if stage == CARD:
        begin_activation(state, tables, task)
    elif stage == FIGURES:
        if any_figure(state, tables, int(task[OTHER])) or may_play_event(state):  # B18
            push(state, ONI_FIGURE, ONI_SEAT)
        else:
            task[STAGE] = ENDED
    elif stage == ACTING:
        figure = int(task[FIGURE])
        if state.at[figure] >= 0 and state.actions_left[figure] > 0:
            push(state, ONI_ACTION, ONI_SEAT)
        else:
            done_with_figure(state, task)
    elif stage == EVENT_ONLY and may_play_event(state):
        push(state, EVENT, ONI_SEAT)
    else:
        state.active_kind = -1
        state.active_mods[:] = 0
        pop_task(state)


@compiled
def begin_activation(state, tables, task):
    """A15: the Oni must activate a card if one can be; O51: else it draws an Event and may play one."""
    state.event_played = 0
    state.active_kind = -1
    state.active_mods[:] = 0
    if any_card(state, tables):
        push(state, ONI_CARD, ONI_SEAT)
    else:
        task[STAGE] = EVENT_ONLY
        draw_events(state, tables, 1)


@compiled
def done_with_figure(state, task):
    """B17: what Actions the figure has left are lost."""
    figure = int(task[FIGURE])
    state.actions_left[figure] = 0
    task[FIGURE] = -1
    task[STAGE] = FIGURES


# ---- ONI_CARD, ONI_FIGURE -------------------------------------------------------------------------------------------
@compiled
def legal_oni_card(state, tables, mask):
    """A15: the Character cards that can be activated."""
    for kind in range(KINDS):
        mask[act.KIND_NAME + kind] = can_activate(state, tables, kind)


@compiled
def play_oni_card(state, tables, action):
    """O46: the card gets an Activation token. It is activated once a round, so none of its figures has acted yet."""
    task = top(state)
    kind = action - act.KIND_NAME
    task[OTHER] = kind
    task[STAGE] = FIGURES
    state.activated[kind] = 1
    state.active_kind = kind


@compiled
def legal_oni_figure(state, tables, mask):
    """O48, B17, B18: a figure that may act, an Event, the end."""
    kind = int(top(state)[OTHER])
    mask[act.PASS] = 1
    mask[act.PLAY_EVENT] = may_play_event(state)
    first = int(tables.kind_first[kind])
    for figure in range(first, first + int(tables.kind_count[kind])):
        mask[act.FIGURE_NAME + figure] = can_choose(state, tables, figure)


@compiled
def play_oni_figure(state, tables, action):
    """O47, O121, A16: the figure chosen has as many Actions as its ACTIONS."""
    task = top(state)
    if action == act.PASS:
        task[STAGE] = ENDED
    elif action == act.PLAY_EVENT:
        push(state, EVENT, ONI_SEAT)
    else:
        figure = action - act.FIGURE_NAME
        task[FIGURE] = figure
        task[STAGE] = ACTING
        state.acted[figure] = 1
        state.actions_left[figure] = stat(state, tables, figure, ACTIONS, 0, -1)
        emit(state, tables, E_ACTIVATION, figure, -1)


# ---- ONI_ACTION -----------------------------------------------------------------------------------------------------
@compiled
def legal_oni_action(state, tables, mask):
    """O47, B58: move, attack, use a talent, escape (O186, A11), play an Event (B18), or be done with this figure."""
    figure = int(top(state)[FIGURE])
    mask[act.PASS] = 1
    mask[act.MOVE] = can_move(state, tables, figure)
    mask[act.MELEE] = any_target(state, tables, figure, ops.MELEE)
    mask[act.RANGED_ATTACK] = any_target(state, tables, figure, ops.RANGED)
    mask[act.USE_TALENT] = has_talent(state, tables, figure)
    mask[act.PLAY_EVENT] = may_play_event(state)
    demon = tables.kind_rank[tables.figure_kind[figure]] == DEMON
    mask[act.ESCAPE] = demon and state.escape_open != 0


@compiled
def play_oni_action(state, tables, action):
    """B21: the Action is spent, then carried out; an Event costs none."""
    task = top(state)
    figure = int(task[FIGURE])
    if action == act.PASS:
        done_with_figure(state, task)
    elif action == act.PLAY_EVENT:
        push(state, EVENT, ONI_SEAT)
    elif action == act.USE_TALENT:
        begin_talent(state, tables, figure)
    else:
        state.actions_left[figure] -= 1
        if action == act.MOVE:
            begin_move(state, tables, figure, -1, 1)
        elif action == act.ESCAPE:
            end_battle(state, tables, True)
        else:
            kind = ops.MELEE if action == act.MELEE else ops.RANGED
            begin_attack(state, tables, figure, -1, kind, 0, 0, 0)


# ---- EVENT ----------------------------------------------------------------------------------------------------------
@compiled
def legal_event(state, tables, mask):
    """O49: an Event card of the hand, whatever its effect can do (B19); none only if no card was activated (O51)."""
    mask[act.PASS] = top(state)[OTHER] < 0
    for event in range(EVENTS):
        mask[act.EVENT_NAME + event] = state.event_place[event] == EVENT_HAND


@compiled
def play_event(state, tables, action):
    """O132, O133: its Special Effect is carried out at once; while it is, the card lies beside no Character card."""
    task = top(state)
    state.event_played = 1
    if action == act.PASS:
        return
    event = action - act.EVENT_NAME
    state.event_place[event] = EVENT_LAID
    state.event_kind[event] = -1
    state.hand_size -= 1
    task[B] = event
    push_program(state, tables.event_program[event], -1, -1, -1)


@compiled
def settle_event(state, task):
    """O135: afterwards the card goes to the discard pile."""
    if task[B] >= 0:
        state.event_place[task[B]] = EVENT_DISCARD
        task[B] = -1
