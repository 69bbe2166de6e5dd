"""Equipment: where cards may lie, how they are drawn, received, laid anew and discarded (chapters 9 and 20; 28.8).

T_ITEMS is one dealing with Equipment by the Hero FIGURE:

========== ===========================================================================================================
STAGE      `KEEPING` choose what is kept of the cards drawn; `PLACING` a card was received; `LAYING` all are laid anew
COUNT      cards that the Hero has got so far, for the triggers of `item`
LEFT_TO_DO `KEEPING`: how many more may be kept
A          the card that is to be placed, −1 none
B          1 if the card in A is one of those drawn: the choice goes on afterwards
========== ===========================================================================================================

A card that its Hero holds and has not laid yet has slot −1.
"""

from __future__ import annotations

from ...core.kernel import compiled
from ...core.rng import below
from ...core.stack import push
from .. import actions as act
from ..state import (
    ABSENT,
    BOTH_HANDS,
    CHEST_KEEP,
    CLOTHING,
    COUNT,
    DRAWN,
    E_ITEM,
    FIGURE,
    IN_DECK,
    IN_DISCARD,
    ITEM_DRAWS,
    ITEMS,
    LEFT_HAND,
    LEFT_TO_DO,
    PLACE_ITEM,
    RIGHT_HAND,
    STAGE,
    SUPPLIES,
    T_ITEMS,
    A,
    B,
)
from .events import emit
from .sources import refresh_sources
from .tasks import pop_task, push_task, top

KEEPING, PLACING, LAYING = range(3)


# ---- where a card may lie -------------------------------------------------------------------------------------------
@compiled
def of_class(tables, hero, item):
    """O93: whether the Hero's class is one of the card's."""
    return tables.item_classes[item] >> tables.hero_class[hero] & 1 != 0


@compiled
def may_lie(tables, hero, item, slot):
    """Whether a card may lie in such a slot of the Hero, taken or not (O90, O91, O93)."""
    if slot == SUPPLIES:
        return True
    kind = tables.item_kind[item]
    if not of_class(tables, hero, item):
        return False
    if kind == RIGHT_HAND:
        return slot in (RIGHT_HAND, LEFT_HAND)
    return kind != SUPPLIES and kind == slot


@compiled
def in_slot(state, hero, slot):
    """How many cards of the Hero lie in that slot."""
    count = 0
    for item in range(ITEMS):
        if state.item_owner[item] == hero and state.item_slot[item] == slot:
            count += 1
    return count


@compiled
def free_hands(state, hero):
    """How many of the two places of the hands are empty (O90, B55)."""
    if in_slot(state, hero, BOTH_HANDS) > 0:
        return 0
    return 2 - in_slot(state, hero, RIGHT_HAND) - in_slot(state, hero, LEFT_HAND)


@compiled
def slot_empty(state, tables, hero, slot):
    """Whether a card can be laid in that slot without driving out another (O89, O90)."""
    if slot == SUPPLIES:
        return in_slot(state, hero, SUPPLIES) < tables.hero_supplies[hero]
    if slot == CLOTHING:
        return in_slot(state, hero, CLOTHING) == 0
    if slot == BOTH_HANDS:
        return free_hands(state, hero) == 2
    return in_slot(state, hero, slot) + in_slot(state, hero, BOTH_HANDS) == 0


@compiled
def has_item(state, hero):
    """Whether the Hero has any Equipment card."""
    for item in range(ITEMS):
        if state.item_owner[item] == hero:
            return True
    return False


@compiled
def rest_fits(state, tables, hero):
    """B51: whether each card that the Hero has not laid yet will find a place among those still empty."""
    clothes, singles, doubles, only_supplies = 0, 0, 0, 0
    for item in range(ITEMS):
        if state.item_owner[item] == hero and state.item_slot[item] < 0:
            kind = tables.item_kind[item]
            if kind == SUPPLIES or not of_class(tables, hero, item):
                only_supplies += 1
            elif kind == CLOTHING:
                clothes += 1
            elif kind == BOTH_HANDS:
                doubles += 1
            else:
                singles += 1
    hands = free_hands(state, hero)
    over = max(0, singles - hands) + doubles
    if hands == 2 and doubles > 0:
        over = min(over, singles + doubles - 1)
    over += only_supplies + max(0, clothes - (1 - in_slot(state, hero, CLOTHING)))
    return over <= tables.hero_supplies[hero] - in_slot(state, hero, SUPPLIES)


# ---- deck and discard pile ------------------------------------------------------------------------------------------
@compiled
def count_owned(state, owner):
    """How many cards are at that place (`IN_DECK`, `IN_DISCARD`, `DRAWN`) or with that Hero."""
    count = 0
    for item in range(ITEMS):
        if state.item_owner[item] == owner:
            count += 1
    return count


@compiled
def draw_item(state):
    """O214, B54: the top card of the deck to those being looked at; an empty deck is first made of the discard pile.

    Returns:
        Whether there was a card.
    """
    cards = count_owned(state, IN_DECK)
    if cards == 0:
        for item in range(ITEMS):
            if state.item_owner[item] == IN_DISCARD:
                state.item_owner[item] = IN_DECK
                cards += 1
    if cards == 0:
        return False
    nth = int(below(state.key, ITEM_DRAWS, state.draws[ITEM_DRAWS], cards))
    state.draws[ITEM_DRAWS] += 1
    for item in range(ITEMS):
        if state.item_owner[item] == IN_DECK:
            if nth == 0:
                state.item_owner[item] = DRAWN
                return True
            nth -= 1
    return False


@compiled
def discard_item(state, tables, item):
    """A card of a Hero, or one that was drawn, goes to the discard pile; it stops working at once (O96, B49, B53)."""
    owner = int(state.item_owner[item])
    if owner == ABSENT:
        return
    if owner >= 0 and state.turned_up[owner] == item:
        state.turned_up[owner] = -1
    state.item_owner[item] = IN_DISCARD
    state.item_slot[item] = -1
    refresh_sources(state, tables)


# ---- beginning ------------------------------------------------------------------------------------------------------
@compiled
def draw_items(state, tables, hero, n, keep):
    """O214: the Hero looks at n cards of the deck and may keep so many of them (of a Chest, or by an effect)."""
    for _ in range(n):
        if not draw_item(state):
            break
    push_task(state, T_ITEMS, hero)
    task = top(state)
    task[STAGE] = KEEPING
    task[LEFT_TO_DO] = keep


@compiled
def begin_receiving(state, tables, hero, item):
    """B49, B50: the Hero gets that card from another, and places it at once."""
    giver = int(state.item_owner[item])
    if giver >= 0 and state.turned_up[giver] == item:
        state.turned_up[giver] = -1
    state.item_owner[item] = hero
    state.item_slot[item] = -1
    refresh_sources(state, tables)
    push_task(state, T_ITEMS, hero)
    task = top(state)
    task[STAGE] = PLACING
    task[A] = item


@compiled
def begin_reorganising(state, tables, hero):
    """O97, O195, B51: all cards of the Hero are taken up, to be laid down again one by one."""
    for item in range(ITEMS):
        if state.item_owner[item] == hero:
            state.item_slot[item] = -1
    push_task(state, T_ITEMS, hero)
    top(state)[STAGE] = LAYING


# ---- going on -------------------------------------------------------------------------------------------------------
@compiled
def advance_items(state, tables):
    """Asks for the next card that is to be kept or placed, or ends (B49, B51, O214)."""
    task = top(state)
    hero = int(task[FIGURE])
    if task[STAGE] == KEEPING:
        if task[LEFT_TO_DO] > 0 and count_owned(state, DRAWN) > 0 and state.alive[hero] != 0:
            push(state, CHEST_KEEP, 1 + hero)
        else:
            end_items(state, tables)
    elif task[STAGE] == PLACING:
        if task[A] >= 0:
            push(state, PLACE_ITEM, 1 + hero)
        elif task[B] == 1:
            task[STAGE] = KEEPING
        else:
            end_items(state, tables)
    else:
        task[A] = first_in_hand(state, hero)
        if task[A] >= 0:
            push(state, PLACE_ITEM, 1 + hero)
        else:
            all_laid(state, tables, hero)


@compiled
def first_in_hand(state, hero):
    """B51: the card with the lowest number that the Hero has not laid yet, −1 if all lie."""
    for item in range(ITEMS):
        if state.item_owner[item] == hero and state.item_slot[item] < 0:
            return item
    return -1


@compiled
def all_laid(state, tables, hero):
    """B52: a card that was turned up still is if it lies in a Hand slot again."""
    item = int(state.turned_up[hero])
    if item >= 0 and state.item_slot[item] > BOTH_HANDS:
        state.turned_up[hero] = -1
    pop_task(state)
    refresh_sources(state, tables)


@compiled
def end_items(state, tables):
    """What was drawn and not kept is discarded (O215); the Hero has got the others."""
    task = top(state)
    hero, got = int(task[FIGURE]), int(task[COUNT])
    if task[STAGE] == KEEPING:
        for item in range(ITEMS):
            if state.item_owner[item] == DRAWN:
                discard_item(state, tables, item)
    pop_task(state)
    for _ in range(got):
        emit(state, tables, E_ITEM, hero, -1)


# ---- CHEST_KEEP -----------------------------------------------------------------------------------------------------
@compiled
def legal_chest_keep(state, tables, mask):
    """O214: one of the cards drawn, or no more."""
    mask[act.PASS] = 1
    for item in range(ITEMS):
        if state.item_owner[item] == DRAWN:
            mask[act.ITEM_NAME + item] = 1


@compiled
def play_chest_keep(state, tables, action):
    """The card chosen is placed next (B49); without one the rest is discarded (O215)."""
    task = top(state)
    if action == act.PASS:
        task[LEFT_TO_DO] = 0
        return
    item = action - act.ITEM_NAME
    state.item_owner[item] = task[FIGURE]
    state.item_slot[item] = -1
    task[LEFT_TO_DO] -= 1
    task[STAGE] = PLACING
    task[A] = item
    task[B] = 1


# ---- PLACE_ITEM -----------------------------------------------------------------------------------------------------
@compiled
def legal_place_item(state, tables, mask):
    """The places of the card in question.

    B49, of a card received: any slot where it may lie, or the discard pile; where Supplies are full, the place of one
    of the cards there, by its name. B51, of a card laid anew: an empty slot, if all others will find one too.
    """
    task = top(state)
    hero, item = int(task[FIGURE]), int(task[A])
    received = task[STAGE] == PLACING
    mask[act.PASS] = received
    for slot in range(SUPPLIES + 1):
        if not may_lie(tables, hero, item, slot):
            continue
        if slot_empty(state, tables, hero, slot):
            if received:
                mask[act.SLOT + slot] = 1
            else:
                state.item_slot[item] = slot
                mask[act.SLOT + slot] = rest_fits(state, tables, hero)
                state.item_slot[item] = -1
        elif received and slot != SUPPLIES:
            mask[act.SLOT + slot] = 1
    if received and not slot_empty(state, tables, hero, SUPPLIES):
        for other in range(ITEMS):
            if state.item_owner[other] == hero and state.item_slot[other] == SUPPLIES:
                mask[act.ITEM_NAME + other] = 1


@compiled
def play_place_item(state, tables, action):
    """The card is laid; what lay there is discarded (B49), face down if it is a Hand slot (B52)."""
    task = top(state)
    hero, item = int(task[FIGURE]), int(task[A])
    task[A] = -1
    if task[STAGE] == LAYING:
        state.item_slot[item] = action - act.SLOT
        return
    if action == act.PASS:
        discard_item(state, tables, item)
        return
    task[COUNT] += 1
    if action >= act.ITEM_NAME:
        discard_item(state, tables, action - act.ITEM_NAME)
        state.item_slot[item] = SUPPLIES
    else:
        slot = action - act.SLOT
        make_room(state, tables, hero, slot)
        state.item_slot[item] = slot
    refresh_sources(state, tables)


@compiled
def make_room(state, tables, hero, slot):
    """B49: the cards that lie in that slot, or in a hand that it needs, are discarded. Never in Supplies."""
    for item in range(ITEMS):
        if state.item_owner[item] == hero and 0 <= state.item_slot[item] < SUPPLIES:
            old = int(state.item_slot[item])
            both = slot == BOTH_HANDS and old != CLOTHING
            if old == slot or both or (old == BOTH_HANDS and slot != CLOTHING and slot != SUPPLIES):
                discard_item(state, tables, item)
