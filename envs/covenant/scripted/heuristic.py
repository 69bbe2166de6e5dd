"""The heuristic player: its decisions, from naming a type to conceding; see the package."""

from __future__ import annotations

import numpy as np

from ...core.kernel import compiled
from ...core.rng import below
from .. import actions as act
from ..rules.cards import bonus
from ..rules.moves import wanted_suit
from ..rules.sheets import free
from ..state import (
    ASSET,
    BID_OPEN,
    CARDS,
    CLAIM_WHAT,
    COMMIT,
    COMPANION_SUIT,
    CONCEDE,
    HAND,
    INFLUENCE,
    MAGIC_TYPE,
    MEETING,
    MODE_YEAR,
    SELECT_AID,
    SELECT_ITEM,
    SELECT_VIGOR,
    SUITS,
    TYPE,
    VIGOR,
    WINDOW,
)
from .common import can_take, extreme, worth
from .commons import bid, claim_what, may_harm, mend
from .greedy import greedy
from .tactics import DEAR, conversion, payment, scheme, window

GOAL = 13  # a card of this strength should win its trick …
VIGOR_FEAR = 1  # … or this much more, and half a club's bonus, if the opponent can use Vigor
HOPELESS = 11  # a trick with a card below this strength is conceded
MENDINGS = 3  # votes are kept for so many


@compiled
def heuristic(state, tables, seat, key):
    """Weighs cost and gain; see the module's docstring."""
    decision, side = state.decision, state.acting
    if decision == COMMIT:
        return prepare(state, tables, seat, side)
    if decision == CONCEDE:
        mine = strength(state, tables, seat, side, state.trick_card[side])
        lost_anyway = state.wins[1 - side] == tables.tricks_to_win - 1
        return act.CONCEDE_TRICK if mine < HOPELESS and not lost_anyway and refill(state, side) else act.PASS
    if decision == WINDOW:
        return window(state, tables, seat, side)
    if SELECT_VIGOR <= decision <= SELECT_ITEM:
        own = np.int64(state.suit[state.trick_card[side]])
        _, action = scheme(state, tables, seat, side, own, 2 if decision == SELECT_ITEM else 1)
        if action >= act.CARD or state.selected >= 1:
            return action
        return act.CARD + extreme(state, tables, side, -1 if decision == SELECT_AID else wanted_suit(state), -1)
    if decision == COMPANION_SUIT and state.revealed != 0:
        _, suit = conversion(state, tables, seat, side)
        if suit >= 0 and suit != state.pending_suit:
            return act.SUIT + suit
    if decision == CLAIM_WHAT:
        return act.RESOURCE + claim_what(state, tables, seat)
    if decision == TYPE:
        return act.TYPE_NAME + name_type(state, tables, seat, key)
    if decision == BID_OPEN and state.votes[seat] >= 1:
        return bid(state, tables, seat)
    if decision == MEETING:
        return mend(state, tables, seat)
    return greedy(state, tables, seat)


@compiled
def name_type(state, tables, seat, key):
    """The Trait in which it has most more uses than the opponent, or Magic where its own is higher."""
    rival = state.fighter[0] + state.fighter[1] - seat
    start = below(key, 0, 0, SUITS)
    best, top = 0, -1e9
    for i in range(SUITS):
        t = (start + i) % SUITS
        lead = free(state.value[seat], state.harm[seat], state.spent[seat], t) + state.value[seat, ASSET + t]
        lead -= free(state.value[rival], state.harm[rival], state.spent[rival], t) + state.value[rival, ASSET + t]
        if lead > top:
            best, top = t, 1.0 * lead
    return MAGIC_TYPE if 2 * (state.magic[seat] - state.magic[rival]) > top else best


@compiled
def prepare(state, tables, seat, side):
    """Claim, buy with what need not be kept, then commit the strongest card if it should win, else the worst."""
    if can_take(state, side):
        return act.CLAIM
    if state.banned[side] == 0 and state.deck_size > 0 and may_harm(state, tables, seat):
        return act.CLAIM
    reserve = MENDINGS * tables.price_mend if tables.mode == MODE_YEAR else 0
    if state.deck_size > 0 and state.votes[seat] - tables.price_card[side] >= reserve:
        return act.BUY_CARD
    rival, best, top = state.fighter[1 - side], -1, 0.0
    goal = GOAL
    if free(state.value[rival], state.harm[rival], state.spent[rival], VIGOR) + state.value[rival, ASSET] >= 1:
        goal += VIGOR_FEAR + bonus(state, tables, VIGOR) // 2
    for c in range(CARDS):
        if state.zone[c] == HAND + side:
            mine = strength(state, tables, seat, side, c)
            if best < 0 or mine > top:
                best, top = c, mine
    if top < goal and state.wins[1 - side] < tables.tricks_to_win - 1:
        best = extreme(state, tables, side, -1, -1)
    return act.CARD + best


@compiled
def strength(state, tables, seat, side, card):
    """What a trick card is worth with the Magic and the Trait that come with it."""
    suit, rival = np.int64(state.suit[card]), state.fighter[1 - side]
    times = (state.types[0] == MAGIC_TYPE) + (state.types[1] == MAGIC_TYPE)
    total = worth(state, tables, card) + times * (state.magic[seat] - state.magic[rival]) + 0.0
    cost, _ = payment(state, tables, seat, suit, -1)
    if cost >= DEAR:
        return total
    if suit == VIGOR:
        clubs = 0
        for c in range(CARDS):
            if c != card and state.zone[c] == HAND + side and state.suit[c] == VIGOR:
                clubs += worth(state, tables, c)
        return total + min(14.0, clubs / 2)
    if suit == INFLUENCE:
        return total + 1
    return total + (2 if state.wins[1 - side] < tables.tricks_to_win - 1 else 0)  # Craft, Insight: for later tricks


@compiled
def refill(state, side):
    """Conceding would bring a whole new hand."""
    return state.deck_size > state.hand_size[side]
