"""Clue cards: drawing them, and what each does when it is drawn (chapter 17; 28.13).

T_CLUES is one drawing by the Hero FIGURE: LEFT_TO_DO cards are still to be drawn, COUNT were drawn; A is the Courtier's
card that the team is asked about. STAGE is `DRAWING`, or `JOINING` after the team was asked.
"""

from __future__ import annotations

from ...core.kernel import compiled
from ...core.rng import below
from ...core.stack import push
from .. import actions as act
from ..state import (
    CLUE_DECK,
    CLUE_DRAWS,
    CLUE_HELD,
    CLUE_JOINED,
    CLUE_OUT,
    CLUE_SOURCE,
    CLUES,
    COMPLICATION,
    COUNT,
    COURTIER_CLUE,
    COURTIER_SLOT,
    E_CLUE,
    FIGURE,
    LEFT_TO_DO,
    STAGE,
    T_CLUES,
    A,
)
from .companion import join
from .events import emit
from .figures import team_seat
from .program import push_program
from .tasks import pop_task, push_task, top

DRAWING, JOINING = range(2)


@compiled
def begin_clues(state, tables, hero, n):
    """O167: the Hero draws n Clue cards."""
    push_task(state, T_CLUES, hero)
    task = top(state)
    task[STAGE] = DRAWING
    task[LEFT_TO_DO] = n


@compiled
def clues_in_deck(state):
    """How many Clue cards are left to be drawn."""
    count = 0
    for clue in range(CLUES):
        if state.clue_place[clue] == CLUE_DECK:
            count += 1
    return count


@compiled
def draw_clue(state):
    """A card of the deck at random; −1 if none is left (A32)."""
    cards = clues_in_deck(state)
    if cards == 0:
        return -1
    nth = int(below(state.key, CLUE_DRAWS, state.draws[CLUE_DRAWS], cards))
    state.draws[CLUE_DRAWS] += 1
    for clue in range(CLUES):
        if state.clue_place[clue] == CLUE_DECK:
            if nth == 0:
                return clue
            nth -= 1
    return -1


@compiled
def advance_clues(state, tables):
    """B74: the next card is drawn and dealt with; after the last the triggers of the cards drawn."""
    task = top(state)
    hero = int(task[FIGURE])
    task[STAGE] = DRAWING
    clue = -1
    if task[LEFT_TO_DO] > 0 and state.alive[hero] != 0:
        clue = draw_clue(state)
    if clue < 0:
        drawn = int(task[COUNT])
        pop_task(state)
        for _ in range(drawn):
            emit(state, tables, E_CLUE, hero, -1)
        return
    task[LEFT_TO_DO] -= 1
    task[COUNT] += 1
    if tables.clue_kind[clue] == COMPLICATION:  # O175, B76
        state.clue_place[clue] = CLUE_OUT
        if tables.clue_program[clue] >= 0:
            push_program(state, tables.clue_program[clue], CLUE_SOURCE + clue, hero, -1)
        return
    state.clue_place[clue] = CLUE_HELD  # O170, O171, O174
    if tables.clue_kind[clue] == COURTIER_CLUE and can_join(state, tables, clue):
        task[STAGE] = JOINING
        task[A] = clue
        push(state, COURTIER_SLOT, team_seat(state))


@compiled
def can_join(state, tables, clue):
    """O172, B75: whether that Courtier may become a Follower, and a living Hero has a free slot."""
    companion = int(tables.clue_companion[clue])
    if companion < 0 or state.companion_gone[companion] != 0:
        return False
    for hero in range(tables.num_heroes):
        if state.alive[hero] != 0 and state.companion[hero] < 0:
            return True
    return False


@compiled
def legal_courtier_slot(state, tables, mask):
    """B75: a Hero with a free slot, or the card is kept."""
    mask[act.PASS] = 1
    for hero in range(tables.num_heroes):
        if state.alive[hero] != 0 and state.companion[hero] < 0:
            mask[act.HERO_NAME + hero] = 1


@compiled
def play_courtier_slot(state, tables, action):
    """B75: the Courtier becomes a Follower; the card is no longer one to be played. Or it is kept (O171)."""
    task = top(state)
    clue = int(task[A])
    task[A] = -1
    if action != act.PASS:
        state.clue_place[clue] = CLUE_JOINED
        join(state, tables, tables.clue_companion[clue], action - act.HERO_NAME)
