"""Followers and Kami: how they join, act, pass to another Hero and go (chapter 11; 28.10).

The companion of Hero h is figure ``COMPANION_FIGURE + h``, whoever it is; its card is ``state.companion[h]``.
T_COMPANION is the activation of the companion FIGURE; STAGE is `BEGINNING`, `CHOOSING` or `RESTING`.
"""

from __future__ import annotations

from ...core.kernel import compiled
from ...core.stack import push
from .. import actions as act
from .. import ops
from ..state import (
    ACTIONS,
    COMPANION_FIGURE,
    COMPANION_SOURCE,
    E_ACTIVATION,
    E_JOIN,
    FIGURE,
    FOLLOWER_ACTION,
    FOLLOWER_SPACE,
    NUM_STATS,
    SETTING_UP,
    STAGE,
    THE_HEROES,
)
from .attack import any_target, begin_attack
from .events import emit
from .figures import clear_figure
from .missions import check_missions
from .moves import begin_move, can_move
from .sources import refresh_sources
from .spaces import adjacent, allowed, first_free_near, lift, put
from .stats import stat
from .tasks import pop_task, top
from .usable import can_use, has_space_beside, use

BEGINNING, CHOOSING, RESTING = range(3)


# ---- coming into play -----------------------------------------------------------------------------------------------
@compiled
def join(state, tables, companion, hero):
    """The card goes to the Hero's free slot (O110, B60) and its figure to the board.

    A Courtier's token becomes the figure where it lies (B75), unless an effect has brought it to a Space on which a
    Follower never stands (O56). For all others the Hero's seat is asked FOLLOWER_SPACE, with the task of whoever calls
    this on top.
    """
    figure = COMPANION_FIGURE + hero
    state.companion[hero] = companion
    state.face_down[hero] = 0
    clear_figure(state, figure)
    clue = int(tables.companion_clue[companion])
    token = int(tables.clue_token[clue]) if clue >= 0 else -1
    space = int(state.token_at[token]) if token >= 0 else -1
    if space >= 0:
        state.token_on[space] = -1
        state.token_at[token] = -1
    if space >= 0 and allowed(state, tables, figure, space):
        stand(state, tables, figure, space)
    else:
        push(state, FOLLOWER_SPACE, 1 + hero)


@compiled
def stand(state, tables, figure, space):
    """A companion stands on the board from now on. Who begins the game on it does not join (B4)."""
    put(state, figure, space)
    refresh_sources(state, tables)
    if state.phase != SETTING_UP:
        emit(state, tables, E_JOIN, figure, -1)


@compiled
def legal_follower_space(state, tables, mask):
    """O14, B62: free and allowed Spaces beside the Hero; without any, those of the nearest Area that has one (B5)."""
    hero = int(state.seat) - 1
    figure, at = COMPANION_FIGURE + hero, int(state.at[hero])
    beside = has_space_beside(state, tables, hero)
    area = -1
    if not beside:
        area = int(tables.space_area[first_free_near(state, tables, figure, at)])
    for space in range(tables.num_spaces):
        if allowed(state, tables, figure, space):
            if beside:
                mask[act.SPACE_NAME + space] = adjacent(state, tables, at, space)
            else:
                mask[act.SPACE_NAME + space] = tables.space_area[space] == area


@compiled
def play_follower_space(state, tables, action):
    """O14: the companion stands there."""
    stand(state, tables, COMPANION_FIGURE + int(state.seat) - 1, action - act.SPACE_NAME)


# ---- its activation -------------------------------------------------------------------------------------------------
@compiled
def advance_companion(state, tables):
    """O113, B15: as many Actions as the card says; then a Kami's token is turned face down or removed (O117)."""
    task = top(state)
    figure, stage = int(task[FIGURE]), int(task[STAGE])
    if state.at[figure] < 0 and stage != RESTING:
        task[STAGE] = RESTING
        check_missions(state, tables, THE_HEROES)  # B90: of the Action that was the last
    elif state.at[figure] < 0:
        leave_activation(state)
    elif stage == BEGINNING:
        task[STAGE] = CHOOSING
        state.acted[figure] = 1
        state.actions_left[figure] = stat(state, tables, figure, ACTIONS, 0, -1)
        state.active_mods[:] = 0
        emit(state, tables, E_ACTIVATION, figure, -1)
    elif stage == CHOOSING:
        waiting = int(state.task_count)
        check_missions(state, tables, THE_HEROES)  # B90
        if state.over != 0 or state.task_count != waiting or state.queue_size > 0:
            return
        if may_act(state, tables, figure):
            push(state, FOLLOWER_ACTION, 1 + figure - COMPANION_FIGURE)
        else:
            task[STAGE] = RESTING
    else:
        kami_rests(state, tables, figure - COMPANION_FIGURE)
        leave_activation(state)


@compiled
def leave_activation(state):
    """The activation is over; what was to last as long as it is gone."""
    state.active_mods[:] = 0
    pop_task(state)


@compiled
def kami_rests(state, tables, hero):
    """O117, B63: a face-up Kami is turned face down, one that is face down is removed. Followers stay as they are."""
    if state.companion[hero] < 0 or tables.companion_kami[state.companion[hero]] == 0:
        return
    if state.face_down[hero] == 0:
        state.face_down[hero] = 1
        return
    lift(state, COMPANION_FIGURE + hero)
    state.companion[hero] = -1
    state.face_down[hero] = 0
    clear_figure(state, COMPANION_FIGURE + hero)
    refresh_sources(state, tables)


@compiled
def own_talent(state, hero):
    """The source that is the talent of the Hero's companion."""
    return COMPANION_SOURCE + int(state.companion[hero])


@compiled
def may_act(state, tables, figure):
    """Whether the companion has an Action left, or a talent marked FREE."""
    return state.actions_left[figure] > 0 or can_use(
        state, tables, own_talent(state, figure - COMPANION_FIGURE), figure
    )


@compiled
def legal_follower_action(state, tables, mask):
    """B15: move, attack, use the talent, end."""
    figure = int(top(state)[FIGURE])
    mask[act.PASS] = 1
    mask[act.USE_TALENT] = can_use(state, tables, own_talent(state, figure - COMPANION_FIGURE), figure)
    if state.actions_left[figure] > 0:
        mask[act.MOVE] = can_move(state, tables, figure)
        mask[act.MELEE] = any_target(state, tables, figure, ops.MELEE)
        mask[act.RANGED_ATTACK] = any_target(state, tables, figure, ops.RANGED)


@compiled
def play_follower_action(state, tables, action):
    """B15, B21: the Action is spent, then carried out."""
    task = top(state)
    figure = int(task[FIGURE])
    if action == act.PASS:
        task[STAGE] = RESTING
    elif action == act.USE_TALENT:
        use(state, tables, own_talent(state, figure - COMPANION_FIGURE), figure)
    else:
        state.actions_left[figure] -= 1
        if action == act.MOVE:
            begin_move(state, tables, figure, -1, 1)
        else:
            kind = ops.MELEE if action == act.MELEE else ops.RANGED
            begin_attack(state, tables, figure, -1, kind, 0, 0, 0)


# ---- transfer -------------------------------------------------------------------------------------------------------
@compiled
def may_receive_follower(state, tables, giver, receiver):
    """O115, O118, B60, B61: a Follower, no Kami, to another Hero beside it whose slot is free."""
    companion = int(state.companion[giver])
    if companion < 0 or tables.companion_kami[companion] != 0 or receiver == giver:
        return False
    at, to = int(state.at[COMPANION_FIGURE + giver]), int(state.at[receiver])
    if at < 0 or to < 0 or state.alive[receiver] == 0 or state.companion[receiver] >= 0:
        return False
    return adjacent(state, tables, at, to)


@compiled
def transfer_follower(state, tables, giver, receiver):
    """B61: card and figure change their Hero, with damage, conditions and whether it has acted this round (B16)."""
    old, new = COMPANION_FIGURE + giver, COMPANION_FIGURE + receiver
    space = int(state.at[old])
    state.companion[receiver] = state.companion[giver]
    state.companion[giver] = -1
    state.face_down[receiver] = 0
    lift(state, old)
    clear_figure(state, new)
    state.damage[new] = state.damage[old]
    state.lost[new] = state.lost[old]
    state.acted[new] = state.acted[old]
    for i in range(4):
        state.condition[new, i] = state.condition[old, i]
    for i in range(NUM_STATS):
        state.mods[new, i] = state.mods[old, i]
    clear_figure(state, old)
    put(state, new, space)
    refresh_sources(state, tables)
