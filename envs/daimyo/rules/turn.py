"""A player's turn: starting phase, main phase, end phase, and the end of the round (RB Turn Structure)."""

from __future__ import annotations

from ...core.kernel import compiled
from ...core.stack import push
from .. import actions as act
from ..state import (
    ACTIVE,
    CARDS,
    CHARACTER_SOURCE,
    DEPLOYMENTS,
    E_END,
    E_MAIN,
    E_RECOVER,
    END_REFRESH,
    EXHAUSTED,
    HAND_SIZE,
    HERO_SLOTS,
    MAIN,
    MON_START,
    MOVE,
    POOL,
    RAVAGED,
    READY,
    STAGE,
    T_TURN,
    TRADE_POINTS,
)
from .domain import area_has_room, nemesis_attacks, reveal_hero
from .events import emit
from .heroes import modifier
from .tasks import next_seat, pop_task, push_task
from .zones import clean_up, draw, fill_pool, gain_mon, leave_hand, on_pile, take_from_pool, to_discard

# stages of a turn
BEGIN, MOVING, CHOOSING, RECOVERING, ACTING, ENDING, REVEALING, REFRESHING, CLOSING = range(9)


@compiled
def advance_turn(state, tables):
    """Carries a turn on by one stage."""
    task = state.tasks[state.task_count - 1]
    stage, seat = int(task[STAGE]), state.current
    if stage == BEGIN:
        begin_turn(state)
        clean_up(state, seat)
        task[STAGE] = MOVING
    elif stage == MOVING:
        if state.hand_size[seat] > 0:
            push(state, MOVE, seat)
        else:
            moved(state, tables)
    elif stage == CHOOSING:
        if has_ready_hero(state, seat):
            push(state, ACTIVE, seat)
        else:
            task[STAGE] = RECOVERING
    elif stage == RECOVERING:
        recover_all(state, tables, seat)
        begin_main(state, tables, seat)
        task[STAGE] = ACTING
    elif stage == ACTING:
        push(state, MAIN, seat)
    else:
        advance_end(state, tables, stage, seat)


# ---- I. starting phase ----------------------------------------------------------------------------------------------
@compiled
def begin_turn(state):
    """What counts within a turn begins anew."""
    state.turn_decisions = 0
    state.mon = 0
    state.deployments = 0
    state.trade_points = 0
    state.discount = 0
    state.deployed[:] = 0
    state.seen[:] = 0
    state.used[:] = 0
    state.fought = 0
    state.hero_bought = 0
    state.duel_winner = -1


@compiled
def legal_hand(state, tables, mask):
    """MOVE: any card of the hand, or enough."""
    mask[act.PASS] = 1
    for k in range(tables.num_cards):
        if state.hand[state.seat, k] > 0:
            mask[act.CARD + k] = 1


@compiled
def move_card(state, seat, k):
    """Starting phase 2: to the discard pile, which is no discard."""
    leave_hand(state, seat, k)
    to_discard(state, seat, k)


@compiled
def moved(state, tables):
    """Starting phase 3: the hand is filled up. The token is taken off for the choice of 4."""
    refill_hand(state, tables, state.current)
    state.active[state.current] = -1
    state.tasks[state.task_count - 1, STAGE] = CHOOSING


@compiled
def refill_hand(state, tables, seat):
    """Draws until the hand is full; no loot condition looks at it."""
    full = max(1, tables.hand_size + modifier(state, tables, seat, HAND_SIZE))
    while state.hand_size[seat] < full:
        if not draw(state, tables, seat):
            return


@compiled
def has_ready_hero(state, seat):
    """Whether an active hero can be chosen."""
    for slot in range(HERO_SLOTS):
        c = int(state.heroes[seat, slot])
        if c >= 0 and state.status[c] == READY:
            return True
    return False


@compiled
def legal_ready_heroes(state, mask):
    """ACTIVE, EQUIP: the seat's heroes that are not exhausted."""
    for slot in range(HERO_SLOTS):
        c = int(state.heroes[state.seat, slot])
        if c >= 0 and state.status[c] == READY:
            mask[act.HERO_NAME + c] = 1


@compiled
def choose_active(state, c):
    """Starting phase 4."""
    state.active[state.current] = c
    state.tasks[state.task_count - 1, STAGE] = RECOVERING


@compiled
def recover_all(state, tables, seat):
    """Starting phase 5: exhausted things recover, ravaged ones become exhausted. The active hero is chosen already."""
    field = state.field[seat]
    for k in range(CARDS):
        back = int(field[EXHAUSTED, k])
        if back > 0 or field[RAVAGED, k] > 0:
            field[READY, k] += back
            field[EXHAUSTED, k] = field[RAVAGED, k]
            field[RAVAGED, k] = 0
            emit(state, tables, E_RECOVER, seat, k, back)
    for slot in range(HERO_SLOTS):
        c = int(state.heroes[seat, slot])
        if c >= 0 and state.status[c] > READY:
            state.status[c] -= 1
            if state.status[c] == READY:
                emit(state, tables, E_RECOVER, seat, CHARACTER_SOURCE + c, 1)
    if tables.boss_rush != 0 and state.nemesis >= 0 and state.status[state.nemesis] > READY:
        state.status[state.nemesis] -= 1


@compiled
def begin_main(state, tables, seat):
    """Round overview 2: one deployment, no trade points; and what modifiers add."""
    state.deployments = max(0, tables.base_deployments + modifier(state, tables, seat, DEPLOYMENTS))
    state.trade_points = max(0, modifier(state, tables, seat, TRADE_POINTS))
    gain_mon(state, tables, seat, modifier(state, tables, seat, MON_START))
    emit(state, tables, E_MAIN, seat, -1, 1)


# ---- III. end phase -------------------------------------------------------------------------------------------------
@compiled
def end_main(state):
    """The player decides to end the turn."""
    state.tasks[state.task_count - 1, STAGE] = ENDING


@compiled
def advance_end(state, tables, stage, seat):
    """Contextual effects; a hero is revealed (R2: not in round 1); the refresh of a reinforcement; the next turn."""
    task = state.tasks[state.task_count - 1]
    task[STAGE] = stage + 1
    if stage == ENDING:
        emit(state, tables, E_END, seat, -1, 1)
    elif stage == REVEALING:
        if (state.turn >= tables.first_reveal_round or tables.boss_rush != 0) and area_has_room(state, tables):
            reveal_hero(state, tables)
    elif stage == REFRESHING:
        for cls in range(2):
            for i in range(POOL):
                if state.pool[cls, i] >= 0:
                    push(state, END_REFRESH, seat)
                    return
    else:
        pop_task(state)
        close_turn(state, tables, seat)


@compiled
def legal_end_refresh(state, tables, mask):
    """End phase: one reinforcement of the pools, or none."""
    mask[act.PASS] = 1
    legal_pool(state, tables, mask, -1, 127)


@compiled
def legal_pool(state, tables, mask, cls, cost):
    """Cards of the pools, of a class or any (−1), that cost at most so much."""
    for own in range(2):
        if cls < 0 or cls == own:
            for i in range(POOL):
                k = int(state.pool[own, i])
                if k >= 0 and tables.card_cost[k] <= cost:
                    mask[act.CARD + k] = 1


@compiled
def play_end_refresh(state, tables, k):
    """R4: it goes to its class's discard pile."""
    cls = take_from_pool(state, tables, k)
    on_pile(state, cls, k)
    fill_pool(state, tables, cls)


@compiled
def close_turn(state, tables, seat):
    """Boss Rush: the nemesis attacks. Then the next player's turn; the game ends with the round of the last petal."""
    if tables.boss_rush != 0:
        nemesis_attacks(state, tables)
    state.current = next_seat(tables, seat)
    if state.current == state.first:
        state.turn += 1
        if state.last_petal != 0:
            state.over = 1
    if state.over == 0:
        push_task(state, T_TURN, state.current)
