"""The common battle with a nemesis (RB Nemesis Battle; R22, R24)."""

from __future__ import annotations

from ...core.kernel import compiled
from ...core.stack import push
from .. import actions as act
from ..state import (
    BATTLE_BOOST,
    BATTLE_FOR,
    E_WIN_DUEL,
    FORCED_WIN,
    LEFT,
    MOVE,
    NEGATED,
    NEMESIS_DECK,
    STAGE,
    THE_NEMESIS,
)
from .domain import defeat, wound
from .duel import attack_value, can_boost_nemesis, defense_value, exhaust_duelist, push_duel_skill
from .events import emit
from .tasks import pop_task
from .turn import refill_hand
from .zones import discard_card

# stages of the battle
MOVING, MUSTERING, CHOOSING, BOOSTING, REVEALING, ANSWERING, RESOLVING = range(7)


@compiled
def advance_battle(state, tables):
    """Carries the battle on by one stage; LEFT numbers the seats in turn order from the player in turn."""
    task = state.tasks[state.task_count - 1]
    if task[LEFT] < 0:
        task[LEFT] = 0
    stage = int(task[STAGE])
    seat = (state.current + task[LEFT]) % tables.num_seats
    if stage == MUSTERING:
        muster(state, tables, task)
    elif stage == REVEALING:
        task[STAGE] = ANSWERING
        reveal_boosts(state, tables)
    elif stage == ANSWERING:
        task[STAGE] = RESOLVING
        if can_boost_nemesis(state):
            push(state, NEMESIS_DECK, state.current)
    elif stage == RESOLVING:
        pop_task(state)
        resolve_battle(state, tables)
    elif task[LEFT] == tables.num_seats:
        task[LEFT] = 0
        task[STAGE] = MUSTERING if stage == MOVING else REVEALING
    elif stage == BOOSTING:
        push(state, BATTLE_BOOST, seat)
    elif state.hand_size[seat] > 0:
        push(state, MOVE if stage == MOVING else BATTLE_FOR, seat)
    else:
        battle_moved(state, tables, seat)


@compiled
def battle_moved(state, tables, seat):
    """MOVING: the hand is filled up as in the starting phase; a seat without cards chooses no boost. The next seat."""
    task = state.tasks[state.task_count - 1]
    task[LEFT] += 1
    if task[STAGE] == MOVING:
        refill_hand(state, tables, seat)


@compiled
def muster(state, tables, task):
    """Who has an active hero must engage; if nobody has, the nemesis stays."""
    found = False
    state.attacker = -1
    state.boost[:] = 0
    state.forced[:] = 0
    state.duelist[:] = -1
    for seat in range(tables.num_seats):
        state.duelist[seat] = state.active[seat]
        found = found or state.active[seat] >= 0
    if not found:
        pop_task(state)
        return
    state.duelist[THE_NEMESIS] = state.nemesis
    task[STAGE] = CHOOSING


@compiled
def legal_battle_for(state, tables, mask):
    """BATTLE_FOR: whose hero would be boosted, the own or another's."""
    for j in range(tables.num_seats):
        mask[act.PLAYER + j] = state.duelist[(state.seat + j) % tables.num_seats] >= 0


@compiled
def play_battle_for(state, tables, action):
    """Kept hidden."""
    state.battle_for[state.seat] = (state.seat + action - act.PLAYER) % tables.num_seats
    state.tasks[state.task_count - 1, STAGE] = BOOSTING


@compiled
def play_battle_boost(state, action):
    """Kept hidden, and in the hand, until all have chosen."""
    task = state.tasks[state.task_count - 1]
    if action != act.PASS:
        state.battle_card[state.seat] = action - act.CARD
    task[STAGE] = CHOOSING
    task[LEFT] += 1


@compiled
def reveal_boosts(state, tables):
    """Nemesis battle 1: all chosen cards are discarded together; then their (duel) skills work, in seat order (R39)."""
    n = tables.num_seats
    for j in range(n):
        seat = (state.current + j) % n
        if state.battle_card[seat] >= 0:
            state.boost[state.battle_for[seat]] += tables.card_cost[state.battle_card[seat]]
            discard_card(state, tables, seat, int(state.battle_card[seat]))
    for j in range(n):
        seat = (state.current + n - 1 - j) % n  # the first in order comes to lie on top
        if state.battle_card[seat] >= 0:
            push_duel_skill(state, tables, seat, int(state.battle_card[seat]), int(state.battle_for[seat]))
    state.battle_card[:] = -1
    state.battle_for[:] = -1


@compiled
def resolve_battle(state, tables):
    """Nemesis battle 3: ATK must exceed DEF (R22); who loses is exhausted; rewards if she is defeated."""
    seat = state.current
    for _ in range(tables.num_seats):
        if state.duelist[seat] >= 0 and state.forced[seat] != NEGATED:
            won = attack_value(state, tables, seat) > defense_value(state, tables, THE_NEMESIS)
            if won or state.forced[seat] == FORCED_WIN:
                wound(state, tables, seat)
                emit(state, tables, E_WIN_DUEL, seat, -1, 1)
            else:
                exhaust_duelist(state, tables, seat, -1)
        seat = seat + 1 if seat + 1 < tables.num_seats else 0
    state.duel_winner = -1
    if state.hit_points == 0:
        defeat(state, tables)
