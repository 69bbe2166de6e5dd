"""Hidden information: what a seat does not know is blotted out (`redact`) or filled in (`determinize`).

Hidden from a seat are the random words; how the cards of another seat are divided among hand and deck, beyond those
that are known to be in the hand (`shown`); the boosts of the common battle that others have chosen in secret; and
which nemeses lie in the hero deck. All else lies open, and a face-down deck has no order that could be known.

`determinize` redacts first and then reads nothing but what is left, so that
``determinize(s) == determinize(redact(s))`` holds by construction.
"""

from __future__ import annotations

import numpy as np

from ..core.kernel import compiled
from ..core.rng import SAMPLE, below, word
from .rules.battle import CHOOSING
from .rules.main import tradeable
from .rules.targets import fits
from .state import (
    ACTION,
    BATTLE_BOOST,
    BATTLE_FOR,
    CARDS,
    CHARACTER_SOURCE,
    CHARACTERS,
    GONE,
    HAND_CARD,
    HERO_DECK,
    LEFT,
    MON,
    NEMESIS,
    SOURCE,
    STAGE,
    TRADE_CARD,
    UNKNOWN,
)

# Indices of the random words of one sample
NEW_KEY = 0
NEMESES_AT = 1  # + character
BOOSTS_AT = 64  # + 2 · seat
HANDS_AT = 256  # + DEAL · seat
AGAIN_AT = 4096  # + DEAL · attempt
DEAL = 256
ATTEMPTS = 32  # deals of a hand that must hold certain cards, before it is made to


# ---- redact ---------------------------------------------------------------------------------------------------------
@compiled
def redact(state, tables, seat):
    """Blots out, in place, what ``seat`` does not know.

    Another seat's cards are all in its deck but those known to be in its hand; the sizes of both stay as they are.
    A nemesis that may or may not be in the hero deck has the place UNKNOWN. Secret boosts are not chosen, and whoever
    is choosing one has not begun. The key is 0.
    """
    state.key = np.uint64(0)
    hide_boosts(state, tables, seat)
    for s in range(tables.num_seats):
        if s != seat:
            cover(state, s)
    inside, outside = uncertain_nemeses(state, tables)
    if inside > 0 and outside > 0:
        for c in range(CHARACTERS):
            if never_seen(state, tables, c):
                state.place[c] = UNKNOWN


@compiled
def cover(state, s):
    """Lays a seat's cards into its deck, but those that all know to be in the hand."""
    for k in range(CARDS):
        owned = int(state.hand[s, k]) + int(state.deck[s, k])
        known = int(state.shown[s, k])
        state.hand[s, k] = known
        state.deck[s, k] = owned - known


@compiled
def choosing(state):
    """Whether the boosts of the common battle are being chosen, in secret."""
    return state.depth > 0 and state.decision in (BATTLE_FOR, BATTLE_BOOST)


@compiled
def half_chosen(state, seat):
    """Whether a seat other than ``seat`` has just chosen in secret whom to boost, but not yet what with."""
    return choosing(state) and state.decision == BATTLE_BOOST and state.seat != seat


@compiled
def hide_boosts(state, tables, seat):
    """Takes back what the others have chosen: who has chosen at all follows from the turn order."""
    if not choosing(state):
        return
    for s in range(tables.num_seats):
        if s != seat:
            state.battle_for[s] = -1
            state.battle_card[s] = -1
    if half_chosen(state, seat):
        state.decision = BATTLE_FOR
        state.stack[state.depth - 1, 0] = BATTLE_FOR
        state.tasks[state.task_count - 1, STAGE] = CHOOSING
        state.turn_decisions -= 1
        state.decisions -= 1


@compiled
def never_seen(state, tables, c):
    """Whether this is a nemesis of the set-up that has not been revealed yet."""
    if tables.character_kind[c] != NEMESIS or tables.character_place[c] != HERO_DECK:
        return False
    return state.place[c] in (HERO_DECK, GONE)


@compiled
def uncertain_nemeses(state, tables):
    """How many nemeses that nobody has seen are in the hero deck, and how many were left out at set-up.

    If both are more than 0, nobody knows which are which. In a redacted record they are no longer counted.
    """
    inside, outside = 0, 0
    for c in range(CHARACTERS):
        if never_seen(state, tables, c):
            inside += state.place[c] == HERO_DECK
            outside += state.place[c] == GONE
    return inside, outside


# ---- determinize ----------------------------------------------------------------------------------------------------
@compiled
def determinize(state, tables, seat, key):
    """Fills in what ``seat`` does not know, at random among what agrees with what it knows.

    Args:
        state, tables: records; ``state`` is changed in place.
        seat: the observer, whose observation, mask and render stay as they are.
        key: uint64; the sampled game goes on with random words of this key.
    """
    redact(state, tables, seat)
    state.key = word(key, SAMPLE, NEW_KEY)
    sample_nemeses(state, key)
    anything = np.ones(CARDS, np.int8)
    for s in range(tables.num_seats):
        if s != seat:
            deal(state, s, anything, missing(state, s), key, HANDS_AT + DEAL * s)
    if state.depth > 0 and state.seat != seat:
        make_answerable(state, tables, anything, key)
    if choosing(state):
        sample_boosts(state, tables, seat, key)


@compiled
def sample_nemeses(state, key):
    """Which of the nemeses that nobody has seen are in the hero deck; how many is known from its size."""
    inside, unknown = state.hero_deck_size, 0
    for c in range(CHARACTERS):
        inside -= state.place[c] == HERO_DECK
        unknown += state.place[c] == UNKNOWN
    for c in range(CHARACTERS):
        if state.place[c] == UNKNOWN:
            drawn = below(key, SAMPLE, NEMESES_AT + c, unknown) < inside
            state.place[c] = HERO_DECK if drawn else GONE
            inside -= drawn
            unknown -= 1


@compiled
def missing(state, s):
    """Cards that the hand of a seat is short of."""
    n = state.hand_size[s]
    for k in range(CARDS):
        n -= state.hand[s, k]
    return n


@compiled
def deal(state, s, wanted, n, key, index):
    """Moves n random cards of the wanted types from a seat's deck to its hand, or as many as there are."""
    for i in range(n):
        total = 0
        for k in range(CARDS):
            total += int(state.deck[s, k]) * int(wanted[k])
        if total == 0:
            return
        place = below(key, SAMPLE, index + i, total)
        for k in range(CARDS):
            place -= int(state.deck[s, k]) * int(wanted[k])
            if place < 0:
                state.deck[s, k] -= 1
                state.hand[s, k] += 1
                break


# ---- a decision that proves something of the hand -------------------------------------------------------------------
@compiled
def make_answerable(state, tables, anything, key):
    """Deals the asked seat's hand anew until it can answer what it is asked, if only cards of the hand do."""
    s = state.seat
    fitting = np.zeros(CARDS, np.int8)
    needed = cards_needed(state, tables, fitting)
    for attempt in range(ATTEMPTS):
        if fitting_cards(state, s, fitting) >= needed:
            return
        cover(state, s)
        deal(state, s, anything, missing(state, s), key, AGAIN_AT + DEAL * attempt)
    cover(state, s)
    index = AGAIN_AT + DEAL * ATTEMPTS
    deal(state, s, fitting, needed - fitting_cards(state, s, fitting), key, index)
    deal(state, s, anything, missing(state, s), key, index + DEAL)


@compiled
def cards_needed(state, tables, fitting):
    """How many fitting cards the asked seat must hold; marks in ``fitting`` the types that the decision accepts.

    Nobody is asked for a card without holding one. Who gives cards as the cost of a hero's skill can pay it in full
    (R14).
    """
    task = state.tasks[state.task_count - 1]
    if state.decision == TRADE_CARD:
        for k in range(tables.num_cards):
            fitting[k] = tradeable(state, tables, k, task[LEFT])
        return 1
    if state.decision != HAND_CARD:
        return 0
    row = tables.code[task[STAGE]]
    for k in range(tables.num_cards):
        fitting[k] = fits(tables, row, k)
    c = int(task[SOURCE]) - CHARACTER_SOURCE
    if 0 <= c < CHARACTERS and tables.character_pays[c, 2] > 0 and task[STAGE] == tables.character_program[c, ACTION]:
        return int(task[LEFT])
    return 1


@compiled
def fitting_cards(state, s, fitting):
    """Cards of the hand that are marked."""
    n = 0
    for k in range(CARDS):
        n += int(state.hand[s, k]) * int(fitting[k])
    return n


# ---- the common battle ----------------------------------------------------------------------------------------------
@compiled
def sample_boosts(state, tables, seat, key):
    """The secret choices of those who came before the seat that is asked: any of their legal ones."""
    for i in range(state.tasks[state.task_count - 1, LEFT]):
        s = (state.current + i) % tables.num_seats
        if s != seat and state.hand_size[s] > 0:
            state.battle_for[s] = random_duelist(state, tables, key, BOOSTS_AT + 2 * s)
            state.battle_card[s] = random_boost(state, tables, s, key, BOOSTS_AT + 2 * s + 1)


@compiled
def random_duelist(state, tables, key, index):
    """A seat whose hero fights."""
    count = 0
    for s in range(tables.num_seats):
        count += state.duelist[s] >= 0
    n = below(key, SAMPLE, index, count)
    for s in range(tables.num_seats):
        n -= state.duelist[s] >= 0
        if n < 0:
            return s
    return -1


@compiled
def random_boost(state, tables, s, key, index):
    """A type of card in the hand that can boost (R9), or none (−1)."""
    count = 1
    for k in range(CARDS):
        count += state.hand[s, k] > 0 and tables.card_kind[k] > MON
    n = below(key, SAMPLE, index, count) - 1
    for k in range(CARDS):
        if state.hand[s, k] > 0 and tables.card_kind[k] > MON:
            if n == 0:
                return k
            n -= 1
    return -1
