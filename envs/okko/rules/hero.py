"""A Hero's activation (chapter 4; 28.3).

T_HERO is the activation of the Hero FIGURE. STAGE: `BEGINNING`, `CALLING` Courtiers, `STARTING`, `ACTING`, `CLOSING`,
`CLOSED`. While a question after HERO_ACTION is open, A is the action chosen, and B the item that is to be transferred.
hero_actions.py says what is legal.
"""

from __future__ import annotations

from ...core.kernel import compiled
from ...core.stack import push
from .. import actions as act
from .. import ops
from ..state import (
    ACTIONS,
    CLUE_HELD,
    CLUE_PLAYED,
    CLUE_SOURCE,
    CLUES,
    COMPANION_FIGURE,
    COURTIER_CALL,
    COURTIER_CLUE,
    E_ACTIVATION,
    E_TAKE,
    FIGURE,
    HERO_ACTION,
    ITEM,
    ITEM_SOURCE,
    RECEIVER,
    STAGE,
    T_COMPANION,
    TEST_PLACE,
    THE_HEROES,
    A,
    B,
)
from .attack import begin_attack
from .attribute_tests import begin_tile_test, begin_token_test, remove_token
from .companion import transfer_follower
from .events import emit
from .hero_actions import can_go_on
from .items import begin_receiving, begin_reorganising, discard_item
from .missions import check_missions
from .moves import begin_move
from .program import push_program
from .stats import stat
from .tasks import pop_task, push_task, top
from .usable import begin_talent, use

BEGINNING, CALLING, STARTING, ACTING, CLOSING, CLOSED = range(6)


@compiled
def advance_hero(state, tables):
    """O40 to O45, B13, B14, B20: Courtiers, Actions, then the Follower; a Hero eliminated in it acts no more."""
    task = top(state)
    hero, stage = int(task[FIGURE]), int(task[STAGE])
    if stage == CLOSED:
        state.active_mods[:] = 0
        pop_task(state)
    elif state.alive[hero] == 0:
        task[STAGE] = CLOSED
        check_missions(state, tables, THE_HEROES)  # B90: of the Action that was the last
    elif stage == BEGINNING:
        task[STAGE] = CALLING
        state.active_mods[:] = 0
        state.discarded_item[hero] = 0
        state.actions_left[hero] = stat(state, tables, hero, ACTIONS, 0, -1)  # O41
    elif stage == CALLING:
        if holds_clues(state):
            push(state, COURTIER_CALL, 1 + hero)
        else:
            task[STAGE] = STARTING
    elif stage == STARTING:
        task[STAGE] = ACTING
        emit(state, tables, E_ACTIVATION, hero, -1)
    elif stage == ACTING:
        waiting = int(state.task_count)
        check_missions(state, tables, THE_HEROES)  # B90
        if state.over != 0 or state.task_count != waiting or state.queue_size > 0:
            return
        if can_go_on(state, tables, hero):
            push(state, HERO_ACTION, 1 + hero)
        else:
            task[STAGE] = CLOSING
    else:
        close_activation(state, task, hero)


@compiled
def close_activation(state, task, hero):
    """O44, O45: Actions left are lost. O113, B16: the Follower or Kami acts, unless it has in this round."""
    task[STAGE] = CLOSED
    state.acted[hero] = 1
    state.actions_left[hero] = 0
    state.active_mods[:] = 0
    companion = COMPANION_FIGURE + hero
    if state.companion[hero] >= 0 and state.at[companion] >= 0 and state.acted[companion] == 0:
        push_task(state, T_COMPANION, companion)


# ---- COURTIER_CALL --------------------------------------------------------------------------------------------------
@compiled
def holds_clues(state):
    """Whether the team holds any Clue card; how many it holds is known to all (B99)."""
    for clue in range(CLUES):
        if state.clue_place[clue] == CLUE_HELD:
            return True
    return False


@compiled
def legal_courtier_call(state, tables, mask):
    """O171, B13: a Courtier's card that the team holds, or none."""
    mask[act.PASS] = 1
    for clue in range(CLUES):
        if state.clue_place[clue] == CLUE_HELD and tables.clue_kind[clue] == COURTIER_CLUE:
            mask[act.CLUE_NAME + clue] = tables.clue_program[clue] >= 0


@compiled
def play_courtier_call(state, tables, action):
    """O171, B13: the card's effect, then the Hero may play another. The Courtier stays cleared."""
    task = top(state)
    if action == act.PASS:
        task[STAGE] = STARTING
        return
    clue = action - act.CLUE_NAME
    state.clue_place[clue] = CLUE_PLAYED
    push_program(state, tables.clue_program[clue], CLUE_SOURCE + clue, int(task[FIGURE]), -1)


# ---- HERO_ACTION ----------------------------------------------------------------------------------------------------
@compiled
def play_hero_action(state, tables, action):
    """O42, O43, B21: the Action is spent, then carried out; some ask what with first.

    Talents and items that are used cost what they say (`usable.use`), and the free discard nothing.
    """
    task = top(state)
    hero = int(task[FIGURE])
    task[A] = action
    if action == act.PASS:
        task[STAGE] = CLOSING
    elif action == act.USE_TALENT:
        begin_talent(state, tables, hero)
    elif action == act.USE_ITEM or action == act.DISCARD_ITEM:
        push(state, ITEM, 1 + hero)
    else:
        state.actions_left[hero] -= 1
        if action == act.MOVE:
            begin_move(state, tables, hero, -1, 1)
        elif action == act.MELEE:
            begin_attack(state, tables, hero, -1, ops.MELEE, 0, 0, 0)
        elif action == act.RANGED_ATTACK:
            begin_attack(state, tables, hero, -1, ops.RANGED, 0, 0, 0)
        elif action == act.REORGANISE_ITEMS:
            begin_reorganising(state, tables, hero)
        elif action == act.GIVE_ITEM:
            push(state, ITEM, 1 + hero)
        elif action == act.GIVE_FOLLOWER:
            push(state, RECEIVER, 1 + hero)
        else:
            push(state, TEST_PLACE, 1 + hero)


@compiled
def play_test_place(state, tables, action):
    """The Test of the token or Tile (O82, O83, O166, O213), or the object is taken (B91)."""
    task = top(state)
    hero, what, space = int(task[FIGURE]), int(task[A]), action - act.SPACE_NAME
    if what == act.TRY_TEST:
        begin_tile_test(state, tables, hero, space)
    elif what == act.TAKE_OBJECT:
        token = int(state.token_on[space])
        remove_token(state, token)
        state.bearer[token] = hero
        emit(state, tables, E_TAKE, hero, -1)
    else:
        begin_token_test(state, tables, hero, space)


@compiled
def play_item(state, tables, action):
    """The card is used (B48), discarded (O96, B53: once in an activation), or to be transferred to somebody (O98)."""
    task = top(state)
    hero, what, item = int(task[FIGURE]), int(task[A]), action - act.ITEM_NAME
    if what == act.USE_ITEM:
        use(state, tables, ITEM_SOURCE + item, hero)
    elif what == act.GIVE_ITEM:
        task[B] = item
        push(state, RECEIVER, 1 + hero)
    else:
        state.discarded_item[hero] = 1
        discard_item(state, tables, item)


@compiled
def play_receiver(state, tables, action):
    """O98, B49, B50: that Hero gets the card and places it; O115: or the Follower."""
    task = top(state)
    hero, receiver = int(task[FIGURE]), action - act.HERO_NAME
    if task[A] == act.GIVE_FOLLOWER:
        transfer_follower(state, tables, hero, receiver)
    else:
        begin_receiving(state, tables, receiver, int(task[B]))
