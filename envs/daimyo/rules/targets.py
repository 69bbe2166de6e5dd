"""The choices that effect programs ask for: who may be chosen, and what is done with it."""

from __future__ import annotations

from ...core.kernel import compiled
from ...core.stack import push
from .. import actions as act
from .. import ops
from ..state import (
    ACTOR,
    AIM,
    CHARACTER_SOURCE,
    COUNT,
    DECK,
    E_CLEANSE,
    E_EXHAUST,
    E_RECOVER,
    E_REFRESH,
    EXHAUSTED,
    FIELD_CARD,
    FIELD_HERO,
    HAND_CARD,
    HERO_SLOTS,
    LEFT,
    MAY,
    MON,
    POOL_CARD,
    RAVAGED,
    READY,
    REINFORCEMENTS,
    SEND_HERO,
    STAGE,
    TARGET_PLAYER,
    TREASURES,
    WHO,
    WHO_ASKS,
)
from .events import emit
from .heroes import exhaust_hero, join, return_card, slot_of, to_area, vacate
from .turn import legal_pool
from .zones import discard_card, fill_pool, loot, refresh_pool, take_from_pool, to_discard


# ---- what fits ------------------------------------------------------------------------------------------------------
@compiled
def fits(tables, row, k):
    """Whether a hand card answers kind and class of DISCARD_CARDS or RETURN_CARDS; mon cards cannot be returned."""
    if tables.card_kind[k] == MON and row[0] == ops.RETURN_CARDS:
        return False
    return row[2] in (0, tables.card_kind[k]) and row[3] in (-1, tables.card_class[k])


@compiled
def hand_fits(state, tables, row, who):
    """Whether the hand holds such a card."""
    for k in range(tables.num_cards):
        if state.hand[who, k] > 0 and fits(tables, row, k):
            return True
    return False


@compiled
def can_take(state, tables, row):
    """Whether the pools hold a card for TAKE."""
    for cls in range(2):
        if row[2] < 0 or row[2] == cls:
            for k in state.pool[cls]:
                if k >= 0 and tables.card_cost[k] <= row[3]:
                    return True
    return False


@compiled
def has_area_hero(state, tables):
    """Whether a hero, not only the nemesis, lies in the area."""
    return state.area_size > (state.nemesis >= 0)


@compiled
def aimed(task, whose, seat):
    """Whether `whose` of an instruction takes in that seat."""
    if whose == ops.SELF:
        return seat == task[WHO]
    if whose == ops.OTHERS:
        return seat != task[WHO]
    return whose == ops.ANYBODY or seat == task[ACTOR]


@compiled
def copy_for(state, row, seat, k):
    """The status of the copy of a deployed card that the instruction takes, −1 if there is none."""
    field = state.field[seat]
    op = row[0]
    if op == ops.EXHAUST_FIELD:
        if field[READY, k] > 0:
            return READY
        return EXHAUSTED if row[4] != 0 and field[EXHAUSTED, k] > 0 else -1
    if op == ops.RECOVER_FIELD:
        if field[EXHAUSTED, k] > 0:
            return EXHAUSTED
        return RAVAGED if field[RAVAGED, k] > 0 else -1
    if field[RAVAGED, k] > 0:
        return RAVAGED
    return EXHAUSTED if field[EXHAUSTED, k] > 0 else READY if field[READY, k] > 0 else -1


@compiled
def hero_fits(state, row, c):
    """Whether the instruction can exhaust, ravage or recover this hero."""
    if row[0] == ops.RECOVER_FIELD:
        return state.status[c] != READY
    return state.status[c] == READY or (row[4] != 0 and state.status[c] == EXHAUSTED)


@compiled
def whose_of(row):
    """CLEANSE_FIELD has its `whose` one column before the others, having no `what`."""
    return row[2] if row[0] == ops.CLEANSE_FIELD else row[3]


@compiled
def is_hero_op(row):
    """Whether the instruction is about heroes."""
    return row[0] != ops.CLEANSE_FIELD and row[2] == ops.HERO_TARGET


@compiled
def seat_has_target(state, tables, row, seat):
    """Whether a seat has a card deployed that the instruction can take."""
    for k in range(tables.num_cards):
        if copy_for(state, row, seat, k) >= 0:
            return True
    return False


@compiled
def ask_field(state, tables, task, row):
    """Asks for the next target of EXHAUST, RECOVER or CLEANSE: the hero, or the player and then the card."""
    who = task[WHO]
    if is_hero_op(row):
        for seat in range(tables.num_seats):
            if aimed(task, row[3], seat):
                for slot in range(HERO_SLOTS):
                    c = int(state.heroes[seat, slot])
                    if c >= 0 and hero_fits(state, row, c):
                        push(state, FIELD_HERO, who)
                        return True
        return False
    if task[AIM] >= 0:
        push(state, FIELD_CARD, who)
        return True
    for seat in range(tables.num_seats):
        if aimed(task, whose_of(row), seat) and seat_has_target(state, tables, row, seat):
            push(state, TARGET_PLAYER, who)
            return True
    return False


# ---- masks ----------------------------------------------------------------------------------------------------------
@compiled
def legal_choice(state, tables, mask):
    """The mask of a decision that a program asks."""
    task = state.tasks[state.task_count - 1]
    row = tables.code[task[STAGE]]
    decision, seat = state.decision, state.seat
    if decision == HAND_CARD:
        mask[act.PASS] = row[4] != 0
        for k in range(tables.num_cards):
            if state.hand[seat, k] > 0:
                mask[act.CARD + k] = fits(tables, row, k)
    elif decision == MAY:
        mask[act.PASS] = 1
        mask[act.YES] = 1
    elif decision == TARGET_PLAYER:
        for j in range(tables.num_seats):
            s = (seat + j) % tables.num_seats
            if row[0] == ops.TARGET:
                mask[act.PLAYER + j] = j > 0
            elif aimed(task, whose_of(row), s):
                mask[act.PLAYER + j] = seat_has_target(state, tables, row, s)
    elif decision == FIELD_CARD:
        for k in range(tables.num_cards):
            mask[act.CARD + k] = copy_for(state, row, task[AIM], k) >= 0
    elif decision == POOL_CARD:
        legal_pool(state, tables, mask, row[2], row[3])
    elif decision == DECK:
        for cls in range(2):
            if row[0] == ops.LOOT:
                mask[act.DECK_NAME + TREASURES + cls] = state.supply_size[TREASURES + cls] > 0
            else:
                mask[act.DECK_NAME + REINFORCEMENTS + cls] = 1
    else:
        legal_heroes(state, tables, mask, task, row)


@compiled
def legal_heroes(state, tables, mask, task, row):
    """FIELD_HERO: whom the instruction can take; SEND_HERO: the own heroes."""
    for seat in range(tables.num_seats):
        for slot in range(HERO_SLOTS):
            c = int(state.heroes[seat, slot])
            if c >= 0:
                if state.decision == SEND_HERO:
                    mask[act.HERO_NAME + c] = seat == state.seat
                elif aimed(task, row[3], seat):
                    mask[act.HERO_NAME + c] = hero_fits(state, row, c)


# ---- answers --------------------------------------------------------------------------------------------------------
@compiled
def play_choice(state, tables, decision, action):
    """Carries out what was chosen."""
    task = state.tasks[state.task_count - 1]
    row = tables.code[task[STAGE]]
    who = int(task[WHO])
    if decision == HAND_CARD:
        play_hand_card(state, tables, task, row, who, action)
    elif decision == MAY:
        task[STAGE] += 1 if action == act.YES else 1 + row[1]
    elif decision == TARGET_PLAYER:
        seat = (who + action - act.PLAYER) % tables.num_seats
        if row[0] == ops.TARGET:
            task[WHO] = seat
            task[STAGE] += 1
        else:
            task[AIM] = seat
    elif decision == FIELD_CARD:
        play_field_card(state, tables, task, row, action - act.CARD)
    elif decision == FIELD_HERO:
        play_field_hero(state, tables, task, row, action - act.HERO_NAME)
    elif decision == POOL_CARD:
        k = action - act.CARD
        fill_pool(state, tables, take_from_pool(state, tables, k))
        to_discard(state, who, k)
        done_once(task)
    elif decision == DECK:
        play_deck(state, tables, task, row, who, action - act.DECK_NAME)
    elif decision == SEND_HERO:  # the instruction is over already
        c = action - act.HERO_NAME
        to_area(state, tables, vacate(state, tables, who, slot_of(state, who, c)))
        task[COUNT] = 1
    else:
        state.area_size -= 1
        task[COUNT] = 1
        join(state, tables, who, action - act.HERO_NAME)


@compiled
def done_once(task):
    """One of n is done."""
    task[LEFT] -= 1
    task[COUNT] += 1


@compiled
def play_hand_card(state, tables, task, row, who, action):
    """DISCARD_CARDS, RETURN_CARDS: one card, or enough."""
    if action == act.PASS:
        task[LEFT] = 0
        return
    done_once(task)
    if row[0] == ops.DISCARD_CARDS:
        discard_card(state, tables, who, action - act.CARD)
    else:
        return_card(state, tables, who, action - act.CARD)


@compiled
def play_field_card(state, tables, task, row, k):
    """EXHAUST_FIELD, RECOVER_FIELD, CLEANSE_FIELD of a deployed card."""
    seat = int(task[AIM])
    status = copy_for(state, row, seat, k)
    field = state.field[seat]
    field[status, k] -= 1
    task[AIM] = -1
    done_once(task)
    if row[0] == ops.EXHAUST_FIELD:
        field[RAVAGED if row[4] != 0 else EXHAUSTED, k] += 1
        emit(state, tables, E_EXHAUST, task[WHO_ASKS], k, 1)
    elif row[0] == ops.RECOVER_FIELD:
        field[status - 1, k] += 1
        if status == EXHAUSTED:
            emit(state, tables, E_RECOVER, seat, k, 1)
    else:
        to_discard(state, seat, k)
        emit(state, tables, E_CLEANSE, task[WHO_ASKS], k, 1)


@compiled
def play_field_hero(state, tables, task, row, c):
    """EXHAUST_FIELD, RECOVER_FIELD of a hero."""
    done_once(task)
    if row[0] == ops.EXHAUST_FIELD:
        exhaust_hero(state, tables, c, RAVAGED if row[4] != 0 else EXHAUSTED, task[WHO_ASKS])
        return
    state.status[c] -= 1
    if state.status[c] == READY:
        emit(state, tables, E_RECOVER, state.place[c], CHARACTER_SOURCE + c, 1)


@compiled
def play_deck(state, tables, task, row, who, deck):
    """LOOT from, or REFRESH of, the chosen class."""
    if row[0] == ops.LOOT:
        task[COUNT] = loot(state, tables, who, deck)
    else:
        refresh_pool(state, tables, deck)
        emit(state, tables, E_REFRESH, task[WHO_ASKS], -1, 1)
    task[STAGE] += 1
