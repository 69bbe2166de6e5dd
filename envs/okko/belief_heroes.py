"""What the Oni does not know of the Heroes: laid cards and Initiative cards until their reveal, Clue cards held.

Part of `belief`.
"""

from __future__ import annotations

import numpy as np

from ..core.kernel import compiled
from ..core.rng import SAMPLE, below
from ..core.stack import pop, push
from .knowledge import cards_to_come
from .rules.hero import ACTING
from .rules.tasks import pop_task
from .state import (
    CLUE_DECK,
    CLUE_DRAWS,
    CLUE_HELD,
    CLUES,
    COMPANION_FIGURE,
    COMPLICATION,
    COURTIER_SLOT,
    FIGURE,
    FOLLOWER_ACTION,
    HAND,
    HERO_ACTION,
    HERO_CARDS,
    HEROES,
    KIND,
    LEFT,
    PLANS,
    RIGHT,
    STAGE,
    T_HERO,
    WOUNDS,
    A,
)

# Indices of the random words of one sample
CLUES_AT = 64  # + how many have been drawn
PLANS_AT = 128  # + Hero
ORDER_AT = 192  # + position


# ---- Clue cards -----------------------------------------------------------------------------------------------------
@compiled
def hide_clues(state, tables, asking):
    """B99: the first of the cards that the Oni does not see are held, as many as there are; the rest is the deck.

    Args:
        state, tables: records.
        asking: from `asking_task`: the activation that goes on if nothing is asked of the Heroes because of a card.
    """
    held = cards_to_come(state, tables, asking)
    if asking >= 0:
        state.draws[CLUE_DRAWS] += held
        resume(state, asking)
    held += gather_clues(state)
    if asks_of_clue(state):
        state.tasks[state.task_count - 1, A] = first_joining(state, tables, 0)
        hold(state, state.tasks[state.task_count - 1, A])
        held -= 1
    for _ in range(held):
        hold(state, nth_clue(state, tables, 0))


@compiled
def sample_clues(state, tables, key):
    """B99: any of the cards that the Oni does not see, but no Complications, which are never held (B76)."""
    held = gather_clues(state)
    if asks_of_clue(state):
        count = 0
        while first_joining(state, tables, count) >= 0:
            count += 1
        clue = first_joining(state, tables, below(key, SAMPLE, CLUES_AT, count))
        state.tasks[state.task_count - 1, A] = clue
        hold(state, clue)
        held -= 1
    for i in range(held):
        count = 0
        while nth_clue(state, tables, count) >= 0:
            count += 1
        hold(state, nth_clue(state, tables, below(key, SAMPLE, CLUES_AT + 1 + i, count)))


@compiled
def resume(state, asking):
    """The question and all that goes on above the activation in that row are over; its next Action is asked."""
    pop(state)
    while state.task_count > asking + 1:
        pop_task(state)
    task = state.tasks[asking]
    seat = 1 + int(task[FIGURE]) % COMPANION_FIGURE
    if task[KIND] == T_HERO:
        task[STAGE] = ACTING
        push(state, HERO_ACTION, seat)
    else:
        push(state, FOLLOWER_ACTION, seat)


@compiled
def asks_of_clue(state):
    """Whether the team is asked about a Courtier's card, and the Oni sees it: outside of the Heroes' activations."""
    return state.depth > 0 and state.decision == COURTIER_SLOT


@compiled
def gather_clues(state):
    """Puts the cards that are held into the deck. Returns how many there were."""
    held = 0
    for clue in range(CLUES):
        if state.clue_place[clue] == CLUE_HELD:
            state.clue_place[clue] = CLUE_DECK
            held += 1
    return held


@compiled
def hold(state, clue):
    """The Heroes hold that card."""
    if clue >= 0:
        state.clue_place[clue] = CLUE_HELD


@compiled
def nth_clue(state, tables, n):
    """The n-th card of the deck that can be held, −1 if there is none."""
    for clue in range(CLUES):
        if state.clue_place[clue] == CLUE_DECK and tables.clue_kind[clue] != COMPLICATION:
            if n == 0:
                return clue
            n -= 1
    return -1


@compiled
def first_joining(state, tables, n):
    """B75: the n-th card of the deck of a Courtier who may become a Follower, −1 if there is none."""
    for clue in range(CLUES):
        companion = int(tables.clue_companion[clue])
        if state.clue_place[clue] == CLUE_DECK and companion >= 0 and state.companion_gone[companion] == 0:
            if n == 0:
                return clue
            n -= 1
    return -1


# ---- plans ----------------------------------------------------------------------------------------------------------
@compiled
def hide_plans(state, tables):
    """A40, B97: of the ways to lay as many cards on each side, each Hero has laid the first."""
    for hero in range(tables.num_heroes):
        left, right = take_up(state, hero)
        lay_plan(state, tables, hero, left, right, 0)


@compiled
def sample_plans(state, tables, key):
    """A40, B97: any of the ways to lay as many cards on each side; all are as likely."""
    for hero in range(tables.num_heroes):
        left, right = take_up(state, hero)
        ways = lay_plan(state, tables, hero, left, right, -1)
        if ways > 0:
            lay_plan(state, tables, hero, left, right, below(key, SAMPLE, PLANS_AT + hero, ways))


@compiled
def take_up(state, hero):
    """The Hero's laid cards go back to the hand. Returns how many lay to the left and to the right."""
    left, right = 0, 0
    for card in range(hero * HERO_CARDS, (hero + 1) * HERO_CARDS):
        left += state.card_place[card] == LEFT
        right += state.card_place[card] == RIGHT
        if state.card_place[card] == LEFT or state.card_place[card] == RIGHT:
            state.card_place[card] = HAND
    for wound in range(WOUNDS):
        if state.wound_owner[wound] == hero and state.wound_place[wound] == RIGHT:
            state.wound_place[wound] = HAND
            right += 1
    return left, right


@compiled
def lay_plan(state, tables, hero, left, right, n):
    """O30 to O33, A36: goes through the ways to lay so many cards of the hand; the n-th is laid (−1: none).

    An Action card comes first, to the left if any lies there; the second is another one, or a Wound to the right.

    Returns:
        How many ways there are, or −1 if one was laid.
    """
    side_1 = LEFT if left > 0 else RIGHT
    side_2 = RIGHT if right > 0 else LEFT
    ways = 0
    if left + right == 0:
        return 0
    for i in range(HERO_CARDS):
        if not fits_side(state, tables, hero, i, side_1):
            continue
        begin, end = (0, HERO_CARDS + WOUNDS) if left + right > 1 else (-1, 0)
        for j in range(begin, end):
            if j >= 0 and (j == i or (side_1 == side_2 and j < i) or not fits_side(state, tables, hero, j, side_2)):
                continue
            if ways == n:
                state.card_place[hero * HERO_CARDS + i] = side_1
                if j >= HERO_CARDS:
                    state.wound_place[j - HERO_CARDS] = RIGHT
                elif j >= 0:
                    state.card_place[hero * HERO_CARDS + j] = side_2
                return -1
            ways += 1
    return ways


@compiled
def fits_side(state, tables, hero, i, side):
    """O31 to O33, B10: card i of the Hero's hand can be laid there; 8 and more are Wounds, only to the right."""
    if i >= HERO_CARDS:
        wound = i - HERO_CARDS
        return side == RIGHT and state.wound_owner[wound] == hero and state.wound_place[wound] == HAND
    card = hero * HERO_CARDS + i
    bit = 1 if side == LEFT else 2
    return state.card_place[card] == HAND and tables.card_sides[card] & bit != 0


# ---- Initiative -----------------------------------------------------------------------------------------------------
@compiled
def hide_order(state, tables):
    """O40, A40: the Initiative cards that are not revealed lie in the order of the Heroes."""
    waiting = take_initiative(state, tables)
    for position in range(state.position, HEROES):
        if state.order[position] == UNKNOWN:
            place_initiative(state, waiting, position, 0)


@compiled
def sample_order(state, tables, key):
    """O40, A40: they lie in any order."""
    waiting = take_initiative(state, tables)
    for position in range(state.position, HEROES):
        if state.order[position] == UNKNOWN:
            count = 0
            for hero in range(HEROES):
                count += waiting[hero]
            place_initiative(state, waiting, position, below(key, SAMPLE, ORDER_AT + position, count))


UNKNOWN = 100
"""In ``order``, while it is being filled in: a card lies there."""


@compiled
def take_initiative(state, tables):
    """Marks the positions whose card is not revealed. Returns (HEROES,) whose cards may lie there: 1 or 0.

    As long as the team places them (phase PLANS) it may be any living Hero's; later it is known whose lie there.
    """
    waiting = np.zeros(HEROES, np.int64)
    if state.phase == PLANS:
        for hero in range(tables.num_heroes):
            waiting[hero] = state.alive[hero] != 0
    for position in range(state.position, HEROES):
        if state.order[position] >= 0:
            waiting[state.order[position]] = 1
            state.order[position] = UNKNOWN
    return waiting


@compiled
def place_initiative(state, waiting, position, n):
    """The n-th of the Heroes who wait has that position."""
    for hero in range(HEROES):
        if waiting[hero] != 0:
            if n == 0:
                state.order[position] = hero
                waiting[hero] = 0
                return
            n -= 1
