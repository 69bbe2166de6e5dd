"""Equipment: what to keep, where to lay it, when to lay it anew (chapter 9)."""

from __future__ import annotations

import numpy as np

from ...core.kernel import compiled
from .. import actions as act
from ..rules.items import of_class
from ..rules.tasks import top
from ..state import (
    BOTH_HANDS,
    CLOTHING,
    DAMAGE,
    DEFENSE,
    GUILE,
    HITS,
    ITEMS,
    LEFT_HAND,
    LEGENDARY,
    MIGHT,
    MIGHT_DOWN,
    NUM_STATS,
    RANGED,
    RIGHT_HAND,
    SPEED,
    STEALTH,
    SUPPLIES,
    SWAP_DICE,
    SWIFT,
    A,
)
from .heroes_plan import ghosts_about, item_worth


@compiled
def tastes(state, tables):
    """What one more of each stat is worth on an Equipment card, whatever comes: (NUM_STATS,) float64."""
    wants = np.zeros(NUM_STATS)
    wants[MIGHT], wants[MIGHT_DOWN], wants[HITS], wants[DAMAGE] = 0.3, -0.3, 0.3, 0.5
    wants[DEFENSE], wants[GUILE], wants[SPEED], wants[STEALTH] = 0.25, 0.25, 0.2, 0.05
    wants[RANGED], wants[LEGENDARY], wants[SWAP_DICE], wants[SWIFT] = 0.2, 0.1, 0.4, 0.1
    if tables.investigation == 0:
        wants[GUILE] = 0.05
    if ghosts_about(state, tables):
        wants[LEGENDARY] = 0.5
    return wants


@compiled
def lasting_worth(state, tables, hero, item):
    """What an Equipment card is worth to a Hero for the rest of the game."""
    if not of_class(tables, hero, item):
        return 0.0
    return 0.05 + item_worth(state, tables, hero, item, tastes(state, tables))


@compiled
def better_held(state, tables, hero, item, kind):
    """How many cards of that kind the Hero has that are better than this one (of equals the lower number)."""
    mine, count = lasting_worth(state, tables, hero, item), 0
    for other in range(ITEMS):
        if other != item and state.item_owner[other] == hero and tables.item_kind[other] == kind:
            if of_class(tables, hero, other):
                worth = lasting_worth(state, tables, hero, other)
                count += worth > mine or (worth == mine and other < item)
    return count


@compiled
def works_in(state, tables, hero, item):
    """The slot in which a card ought to lie, of all that the Hero has: RIGHT_HAND stands for either hand."""
    if not of_class(tables, hero, item):
        return SUPPLIES
    kind = int(tables.item_kind[item])
    if kind == SUPPLIES or better_held(state, tables, hero, item, kind) >= (2 if kind == RIGHT_HAND else 1):
        return SUPPLIES
    if kind == BOTH_HANDS and better_held(state, tables, hero, item, RIGHT_HAND) > 0:
        return SUPPLIES
    if kind == RIGHT_HAND:
        for other in range(ITEMS):
            if state.item_owner[other] == hero and tables.item_kind[other] == BOTH_HANDS:
                if of_class(tables, hero, other) and works_both(state, tables, hero, other):
                    return SUPPLIES
    return kind


@compiled
def works_both(state, tables, hero, item):
    """Whether a two-handed card is better than all that could be held in one hand."""
    return better_held(state, tables, hero, item, RIGHT_HAND) + better_held(state, tables, hero, item, BOTH_HANDS) == 0


@compiled
def place_item_worth(state, tables, hero, action):
    """PLACE_ITEM: where it ought to lie; Supplies otherwise; what has to give way is worth its loss."""
    item = int(top(state)[A])
    mine = lasting_worth(state, tables, hero, item)
    if action == act.PASS:
        return 0.0
    if action >= act.ITEM_NAME:
        return mine - lasting_worth(state, tables, hero, action - act.ITEM_NAME)
    slot, best = action - act.SLOT, works_in(state, tables, hero, item)
    loss = 0.0
    for other in range(ITEMS):
        if other != item and state.item_owner[other] == hero and slot != SUPPLIES:
            lies = state.item_slot[other]
            hands = lies in (RIGHT_HAND, LEFT_HAND, BOTH_HANDS) and slot != CLOTHING
            if lies == slot or (hands and (lies == BOTH_HANDS or slot == BOTH_HANDS)):
                loss += lasting_worth(state, tables, hero, other)
    if slot == best or (best == RIGHT_HAND and slot == LEFT_HAND):
        return 1.0 + mine - loss
    return 0.1 + 0.3 * mine - loss if slot == SUPPLIES else 0.05 + 0.2 * mine - loss


@compiled
def reorganise_worth(state, tables, hero):
    """REORGANISE: above 0 if a card does not lie where it ought to."""
    for item in range(ITEMS):
        if state.item_owner[item] == hero:
            best, slot = works_in(state, tables, hero, item), int(state.item_slot[item])
            if best != slot and not (best == RIGHT_HAND and slot == LEFT_HAND) and best != SUPPLIES:
                return 1.0
    return -1.0
