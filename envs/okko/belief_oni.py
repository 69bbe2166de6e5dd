"""What the Heroes do not know of the Oni: its nature and identity, its hand, its techniques until their reveal (B98).

Part of `belief`.
"""

from __future__ import annotations

import numpy as np

from ..core.kernel import compiled
from ..core.rng import SAMPLE, below
from .knowledge import secret_known, techniques_hidden
from .state import (
    CLUE_DECK,
    CLUE_SECRET,
    CLUES,
    COURTIER_CLUE,
    EVENT_DECK,
    EVENT_HAND,
    EVENT_LAID,
    EVENTS,
    KINDS,
    ONI_CLUE,
    TECHNIQUE,
    TECHNIQUE_CARD,
    A,
)

# Indices of the random words of one sample
SECRETS_AT = 64  # + kind of clue
TECHNIQUES_AT = 128  # + how many have been drawn
HAND_AT = 192  # likewise


# ---- nature and identity --------------------------------------------------------------------------------------------
@compiled
def hide_secrets(state, tables, seat):
    """B98: the first card that may be the secret one takes its place, and nobody knows what the true one is."""
    for kind in (ONI_CLUE, COURTIER_CLUE):
        if not secret_known(state, seat, kind) and shuffle_in(state, tables, kind):
            state.clue_place[candidate(state, tables, kind, 0)] = CLUE_SECRET
    if not secret_known(state, seat, ONI_CLUE):
        state.nature = -1
    if not secret_known(state, seat, COURTIER_CLUE):
        state.identity = -1


@compiled
def sample_secrets(state, tables, seat, key):
    """O22, A31: any Oni and any Courtier who are neither cleared nor wrongly accused; all are as likely."""
    for kind in (ONI_CLUE, COURTIER_CLUE):
        if secret_known(state, seat, kind) or not shuffle_in(state, tables, kind):
            continue
        clue = candidate(state, tables, kind, below(key, SAMPLE, SECRETS_AT + kind, candidates(state, tables, kind)))
        state.clue_place[clue] = CLUE_SECRET
        if kind == ONI_CLUE:
            state.nature = clue
        else:
            state.identity = clue


@compiled
def shuffle_in(state, tables, kind):
    """Puts the secret card of that kind into the deck. Returns whether there is one: not before it is chosen (A31)."""
    for clue in range(CLUES):
        if tables.clue_kind[clue] == kind and state.clue_place[clue] == CLUE_SECRET:
            state.clue_place[clue] = CLUE_DECK
            return True
    return False


@compiled
def may_be_secret(state, tables, kind, clue):
    """O170, O174, B77: the card of that kind has not been drawn, and has not been named wrongly."""
    return tables.clue_kind[clue] == kind and state.clue_place[clue] == CLUE_DECK and state.accused[clue] == 0


@compiled
def candidates(state, tables, kind):
    """How many cards may be the secret one."""
    count = 0
    for clue in range(CLUES):
        count += may_be_secret(state, tables, kind, clue)
    return count


@compiled
def candidate(state, tables, kind, n):
    """The n-th of them."""
    for clue in range(CLUES):
        if may_be_secret(state, tables, kind, clue):
            if n == 0:
                return clue
            n -= 1
    return -1


# ---- Event cards ----------------------------------------------------------------------------------------------------
@compiled
def hide_events(state, tables, seat):
    """B98: the first of the cards that are nowhere to be seen lie as techniques, the next are the Oni's hand.

    An Event card chosen for a technique goes back to the hand: nothing has been chosen yet.
    """
    if techniques_hidden(state, seat):
        state.tasks[0, A] = -1
        if state.depth > 0 and state.decision == TECHNIQUE_CARD:
            state.decision = TECHNIQUE
            state.stack[state.depth - 1, 0] = TECHNIQUE
    laid = gather(state, seat)
    for kind in range(KINDS):
        for _ in range(laid[kind]):
            lay_technique(state, 0, kind)
    for _ in range(state.hand_size):
        take_in_hand(state, 0)


@compiled
def sample_events(state, tables, seat, key):
    """B98: any of them, in the numbers that are known."""
    laid = gather(state, seat)
    drawn = 0
    for kind in range(KINDS):
        for _ in range(laid[kind]):
            lay_technique(state, below(key, SAMPLE, TECHNIQUES_AT + drawn, in_deck(state)), kind)
            drawn += 1
    for i in range(state.hand_size):
        take_in_hand(state, below(key, SAMPLE, HAND_AT + i, in_deck(state)))


@compiled
def gather(state, seat):
    """Puts hand and hidden techniques into the deck. Returns (KINDS,) how many lay beside each Character card."""
    laid = np.zeros(KINDS, np.int64)
    hidden = techniques_hidden(state, seat)
    for event in range(EVENTS):
        place = int(state.event_place[event])
        if place == EVENT_HAND:
            state.event_place[event] = EVENT_DECK
        elif hidden and place == EVENT_LAID and state.event_kind[event] >= 0:
            laid[state.event_kind[event]] += 1
            state.event_place[event] = EVENT_DECK
            state.event_kind[event] = -1
    return laid


@compiled
def in_deck(state):
    """How many cards the Event deck holds at the moment."""
    count = 0
    for event in range(EVENTS):
        count += state.event_place[event] == EVENT_DECK
    return count


@compiled
def nth_event(state, n):
    """The n-th card of the Event deck, −1 if there is none."""
    for event in range(EVENTS):
        if state.event_place[event] == EVENT_DECK:
            if n == 0:
                return event
            n -= 1
    return -1


@compiled
def lay_technique(state, n, kind):
    """The n-th card of the deck lies beside that Character card."""
    event = nth_event(state, n)
    if event >= 0:
        state.event_place[event] = EVENT_LAID
        state.event_kind[event] = kind


@compiled
def take_in_hand(state, n):
    """The n-th card of the deck is in the Oni's hand."""
    event = nth_event(state, n)
    if event >= 0:
        state.event_place[event] = EVENT_HAND
