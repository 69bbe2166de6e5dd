"""Cards: deck, hands, discards, and who knows what of them (C6–C14, C81, C98, P-rules on knowledge).

``state.known[card]`` holds one bit a seat: that seat knows in whose possession the card is (hand or face-down trick
card alike), or that it is in the discard pile. ``state.unseen_suits`` is the public side of it. Both change by what
a seat could see, never by what only the engine knows.
"""

from __future__ import annotations

import numpy as np

from ...core.kernel import compiled
from ...core.rng import below, shuffle
from ..state import (
    BURIED,
    CARDS,
    DECK,
    DISCARD,
    HAND,
    INSIGHT_PICK,
    OUT,
    SHUFFLE,
    SUITS,
    TRICK,
)


@compiled
def rank(card):
    """C7: printed rank, 2 … 14."""
    return card % 13 + 2


@compiled
def is_face(card):
    """C8: jack, queen or king."""
    return 9 <= card % 13 <= 11


@compiled
def everyone(tables):
    """Bits of all seats in play."""
    return (1 << tables.num_seats) - 1


@compiled
def gather(state, tables):
    """C13: between conflicts all cards lie together, unshuffled; nobody knows anything of their order."""
    state.deck_size = 0
    for c in range(CARDS):
        state.zone[c] = DECK if tables.in_deck[c] != 0 else OUT
        state.deck_size += tables.in_deck[c]
        state.suit[c] = c // 13
    state.known[:] = 0
    state.deck[:] = 0
    state.deck_next = 0
    state.discard_size = 0
    state.hand_size[:] = 0
    state.held[:, :] = 0
    state.unseen_suits[:, :] = 0


@compiled
def shuffle_into_deck(state, zone_a, zone_b):
    """C13, C14: the cards of two zones become the draw deck, in an order fixed now."""
    count = 0
    for c in range(CARDS):
        if state.zone[c] == zone_a or state.zone[c] == zone_b:
            state.zone[c] = DECK
            state.known[c] = 0
            state.deck[count] = c
            count += 1
    shuffle(state.deck, count, state.key, SHUFFLE, (state.conflict * 128 + state.shuffles) * 64)
    state.shuffles += 1
    state.deck_next = 0
    state.deck_size = count
    state.discard_size = 0


@compiled
def can_draw(state, tables):
    """C14: whether the deck holds a card, or the discard pile can form a new one."""
    return state.deck_size > 0 or (tables.reshuffle != 0 and state.discard_size > 0)


@compiled
def draw(state, tables, side):
    """C14: the top card, unseen by others, into the hand of ``side``; returns it. Only where `can_draw`."""
    if state.deck_size == 0:
        shuffle_into_deck(state, DISCARD, BURIED)
    card = int(state.deck[state.deck_next])
    state.deck_next += 1
    state.deck_size -= 1
    to_hand(state, card, side, 1 << state.fighter[side])
    return card


@compiled
def to_hand(state, card, side, known):
    """Puts a card into a hand; ``known`` holds the bits of the seats that know it."""
    state.zone[card] = HAND + side
    state.known[card] = known
    state.hand_size[side] += 1
    state.held[side, state.suit[card]] += 1


@compiled
def from_hand(state, card, zone):
    """Takes a card out of the hand it is in, to another zone."""
    side = int(state.zone[card]) - HAND
    state.hand_size[side] -= 1
    state.held[side, state.suit[card]] -= 1
    state.zone[card] = zone


@compiled
def change_suit(state, card, suit):
    """C11: a new current suit."""
    side = int(state.zone[card]) - HAND
    if side == 0 or side == 1:
        state.held[side, state.suit[card]] -= 1
        state.held[side, suit] += 1
    state.suit[card] = suit


@compiled
def reveal(state, tables, card, side):
    """A card of ``side`` is seen by all. If it was not known before, it may be one counted in C98."""
    if state.known[card] != everyone(tables):
        suit = state.suit[card]
        state.unseen_suits[side, suit] = max(0, state.unseen_suits[side, suit] - 1)
        state.known[card] = everyone(tables)


@compiled
def leaves_unseen(state, side):
    """One card of ``side`` went away unseen: it may have been one of any suit (C98 counts are lower bounds)."""
    for s in range(SUITS):
        state.unseen_suits[side, s] = max(0, state.unseen_suits[side, s] - 1)


@compiled
def forget(state, side, kept):
    """Only the seats of the bits ``kept`` go on knowing what cards ``side`` possesses."""
    for c in range(CARDS):
        if state.zone[c] == HAND + side or (state.zone[c] == TRICK + side and state.revealed == 0):
            state.known[c] &= np.uint8(kept)


@compiled
def discard(state, tables, card):
    """C81, C12: face up onto the discard pile, with its printed suit again."""
    state.discard_size += 1
    state.zone[card] = DISCARD
    state.suit[card] = card // 13
    state.known[card] = everyone(tables)


@compiled
def bury(state, card):
    """C81, C12: unseen onto the discard pile. Whoever knew the card of its owner knows that it lies there."""
    state.discard_size += 1
    state.zone[card] = BURIED
    state.suit[card] = card // 13


@compiled
def pick(state, tables, side):
    """C71: a random card of that hand (mode ``mini``: the one that came first in the deck)."""
    if tables.random_insight == 0:
        for i in range(CARDS):
            if state.zone[state.deck[i]] == HAND + side:
                return int(state.deck[i])
    n = below(state.key, INSIGHT_PICK, state.conflict * 128 + state.picks, state.hand_size[side])
    state.picks += 1
    for c in range(CARDS):
        if state.zone[c] == HAND + side:
            if n == 0:
                return c
            n -= 1
    return -1


@compiled
def times_named(state, kind):
    """C40, C43: how often a type was named in this conflict."""
    return int(state.types[0] == kind) + int(state.types[1] == kind)


@compiled
def bonus(state, tables, suit):
    """C42, C43: type bonus of a card of that current suit."""
    return tables.type_bonus * times_named(state, suit)
