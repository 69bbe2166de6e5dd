"""Hidden information: what a seat does not know is blotted out (`redact`) or filled in (`determinize`).

`determinize` redacts first and then reads nothing but what is left, so that
``determinize(s) == determinize(redact(s))`` holds by construction.
"""

from __future__ import annotations

import numpy as np

from ..core.kernel import compiled
from ..core.rng import SAMPLE, below, shuffle, word
from .rules.cards import is_face
from .state import (
    BURIED,
    CARDS,
    COMPANION_CARD,
    COMPANION_SUIT,
    DECK,
    DISCARD,
    FACE_CARD,
    HAND,
    OUT,
    SELECT_ITEM,
    SELECT_VIGOR,
    SUITS,
    TRICK,
    UNKNOWN,
    VIGOR,
)


@compiled
def redact(state, tables, seat):
    """Blots out, in place, what ``seat`` does not know.

    A card it cannot place gets the zone UNKNOWN, its printed suit and nobody's knowledge. A card it knows another
    fighter to possess lies in that fighter's hand, even if it is the one lying face down. Order of the deck, hand cards
    by suit of others, their face-down and pending cards, and the key are fixed values.
    """
    bit = 1 << seat
    state.key = np.uint64(0)
    state.deck[:] = 0
    state.deck_next = 0
    hidden = state.revealed == 0
    for side in range(2):
        if state.fighter[side] != seat:
            state.held[side, :] = 0
            if hidden and state.committed[side] != 0:
                state.trick_card[side] = -1
            if state.acting == side:
                state.pending_card = -1
    for c in range(CARDS):
        zone = state.zone[c]
        if zone == OUT:
            continue
        if (state.known[c] & bit) == 0 and (zone <= DISCARD or zone == BURIED or zone < TRICK + 2):
            state.zone[c] = UNKNOWN
            state.suit[c] = c // 13
            state.known[c] = 0
        elif hidden and (zone == TRICK or zone == TRICK + 1) and state.fighter[zone - TRICK] != seat:
            state.zone[c] = HAND + zone - TRICK


@compiled
def determinize(state, tables, seat, key):
    """Fills in what ``seat`` does not know, at random among what agrees with what it knows.

    Args:
        state, tables: records; ``state`` is changed in place.
        seat: the observer, whose observation, mask and render stay as they are.
        key: uint64; the sampled game goes on with random words of this key.
    """
    redact(state, tables, seat)
    state.key = word(key, SAMPLE, 0)
    unknown = np.empty(CARDS, np.int8)
    count = 0
    for c in range(CARDS):
        if state.zone[c] == UNKNOWN:
            unknown[count] = c
            count += 1
    shuffle(unknown, count, key, SAMPLE, 64)
    for side in range(2):
        if state.fighter[side] >= 0 and state.fighter[side] != seat:
            count = fill_possession(state, side, unknown, count, key)
    for i in range(count):  # the deck, and what is left was buried
        card = unknown[i]
        state.zone[card] = DECK if i < state.deck_size else BURIED
    for side in range(2):
        if state.fighter[side] >= 0 and state.fighter[side] != seat:
            settle_possession(state, side, key)
    order_deck(state, tables, key)


@compiled
def fill_possession(state, side, unknown, count, key):
    """Deals unknown cards to a fighter until hand and face-down card are complete; returns how many are left.

    Some slots have a suit: those of the public counts of C98, and one more if a pending announcement proves a suit that
    is not there yet. If it proves a face card, a random slot gets one.
    """
    missing = state.hand_size[side]
    if state.committed[side] != 0 and state.revealed == 0:
        missing += 1
    for c in range(CARDS):
        missing -= state.zone[c] == HAND + side
    suit, face = announced(state, side)
    if face and not holds_face(state, side):
        bring(unknown, count, count - 1 - below(key, SAMPLE, 8 + side, missing), -1)
    if suit >= 0 and (state.unseen_suits[side, suit] > 0 or holds(state, side, suit)):
        suit = -1
    for s in range(SUITS):
        for _ in range(state.unseen_suits[side, s]):
            count -= 1
            missing -= 1
            give(state, side, unknown[count])
            state.suit[unknown[count]] = s
    if suit >= 0:
        bring(unknown, count, count - 1, suit)
        count -= 1
        missing -= 1
        give(state, side, unknown[count])
        state.suit[unknown[count]] = suit
    for _ in range(missing):
        count -= 1
        give(state, side, unknown[count])
    return count


@compiled
def give(state, side, card):
    """A sampled card is in the fighter's hand; its owner alone knows it."""
    state.zone[card] = HAND + side
    state.known[card] = 1 << state.fighter[side]


@compiled
def announced(state, side):
    """What the pending decision of another fighter proves: a suit that must be held (−1: none), a face card."""
    if state.acting != side or state.over != 0:
        return -1, False
    decision = state.decision
    if decision == SELECT_VIGOR:  # or it would have ended by itself
        return VIGOR, False
    if decision == SELECT_ITEM:
        return np.int64(state.suit[state.trick_card[1 - side]]), False
    if decision in (COMPANION_CARD, COMPANION_SUIT):
        suit = np.int64(state.pending_suit)
        if state.revealed != 0 and state.suit[state.trick_card[side]] == suit:
            return -1, False
        return suit, False
    return -1, decision == FACE_CARD


@compiled
def holds(state, side, suit):
    """Whether the hand, as far as filled in, has a card of that current suit."""
    for c in range(CARDS):
        if state.zone[c] == HAND + side and state.suit[c] == suit:
            return True
    return False


@compiled
def holds_face(state, side):
    """Whether the hand, as far as filled in, has a face card."""
    for c in range(CARDS):
        if state.zone[c] == HAND + side and is_face(c):
            return True
    return False


@compiled
def bring(unknown, count, slot, suit):
    """Swaps a card of that printed suit (−1: a face card) of ``unknown[:count]`` into a slot, if there is one."""
    for i in range(count):
        card = unknown[i]
        if (suit >= 0 and card // 13 == suit) or (suit < 0 and is_face(card)):
            unknown[i], unknown[slot] = unknown[slot], unknown[i]
            return


@compiled
def settle_possession(state, side, key):
    """Which of the fighter's cards lies face down, which one a Companion will change, and hand cards by suit."""
    if state.committed[side] != 0 and state.revealed == 0:
        card = choose(state, side, -1, key, 1 + side)
        state.zone[card] = TRICK + side
        state.trick_card[side] = card
    for c in range(CARDS):
        if state.zone[c] == HAND + side:
            state.held[side, state.suit[c]] += 1
    if state.decision == COMPANION_SUIT and state.acting == side:
        card = choose(state, side, state.pending_suit, key, 3)
        state.pending_card = card if card >= 0 else state.trick_card[side]


@compiled
def choose(state, side, suit, key, index):
    """A random hand card (of that current suit unless −1); −1 if there is none."""
    count = 0
    for c in range(CARDS):
        count += state.zone[c] == HAND + side and (suit < 0 or state.suit[c] == suit)
    if count == 0:
        return -1
    n = below(key, SAMPLE, index, count)
    for c in range(CARDS):
        if state.zone[c] == HAND + side and (suit < 0 or state.suit[c] == suit):
            if n == 0:
                return c
            n -= 1
    return -1


@compiled
def order_deck(state, tables, key):
    """A random order: cards of the deck last, all others before them (mode ``mini`` reads the whole order)."""
    front = 0
    for c in range(CARDS):
        if state.zone[c] != DECK and state.zone[c] != OUT:
            state.deck[front] = c
            front += 1
    shuffle(state.deck, front, key, SAMPLE, 256)
    back = front
    for c in range(CARDS):
        if state.zone[c] == DECK:
            state.deck[back] = c
            back += 1
    shuffle(state.deck[front:], back - front, key, SAMPLE, 512)
    state.deck_next = front
