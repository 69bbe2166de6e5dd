"""Who knows what (chapter 28.17), in one place for observation, belief and rendering.

A seat is 0 for the Oni, 1 + h for a Hero, and −1 for somebody who knows only what all know. No function here calls
another, so that each is there for compiled code and, by the name with an underscore, for plain Python.

Two questions are put to the Heroes because of Clue cards that the Oni does not see: COURTIER_CALL and COURTIER_SLOT
(chapter 31, 16 and 26). Who is no Hero sees the question that would be pending if there were nothing to ask: the next
Action of whoever is active, all Clue cards drawn. And who is not the Oni sees no Event card chosen for a technique
before it lies.
"""

from __future__ import annotations

from ..core.kernel import compiled
from .state import (
    CLUE_DECK,
    CLUES,
    COMPLICATION,
    COURTIER_CALL,
    COURTIER_SLOT,
    FOLLOWER_ACTION,
    HERO_ACTION,
    KIND,
    LEFT_TO_DO,
    NO_BATTLE,
    ONI_CLUE,
    ONI_SEAT,
    PLANS,
    T_COMPANION,
    T_HERO,
    T_ONI,
    TECHNIQUE,
    TECHNIQUE_CARD,
    TECHNIQUES,
)


def _plans_hidden(state, seat):
    """B96, B97, A40: whether the seat does not know which cards the Heroes have laid."""
    return seat <= ONI_SEAT and (state.phase == PLANS or state.phase == TECHNIQUES)


def _techniques_hidden(state, seat):
    """B98: whether the seat does not know which Event cards lie as techniques; how many and where is known to all."""
    return seat != ONI_SEAT and state.phase == TECHNIQUES


def _secret_known(state, seat, kind):
    """O23, O177, B98: whether the seat knows the secret card of that kind: the nature (ONI_CLUE) or the identity."""
    return seat == ONI_SEAT or state.battle != NO_BATTLE or (kind == ONI_CLUE and state.nature_known != 0)


def _asking_task(state, seat):
    """Row of the activation whose next Action the seat takes for what is asked; −1 if it sees what is asked."""
    if seat > ONI_SEAT or state.depth == 0 or state.over != 0:
        return -1
    if state.decision != COURTIER_CALL and state.decision != COURTIER_SLOT:
        return -1
    for i in range(state.task_count - 1, -1, -1):
        if state.tasks[i, KIND] == T_HERO or state.tasks[i, KIND] == T_COMPANION:
            return i
        if state.tasks[i, KIND] == T_ONI:
            return -1
    return -1


def _seen_decision(state, seat, asking):
    """The decision that the seat sees; ``asking`` from `asking_task`."""
    if asking >= 0:
        return HERO_ACTION if state.tasks[asking, KIND] == T_HERO else FOLLOWER_ACTION
    if seat != ONI_SEAT and state.decision == TECHNIQUE_CARD:
        return TECHNIQUE
    return int(state.decision)


def _cards_to_come(state, tables, asking):
    """Clue cards that are still to be drawn where the seat takes them for drawn: none of them a Complication."""
    if asking < 0 or state.decision != COURTIER_SLOT:
        return 0
    left = 0
    for clue in range(CLUES):
        left += state.clue_place[clue] == CLUE_DECK and tables.clue_kind[clue] != COMPLICATION
    return min(int(state.tasks[state.task_count - 1, LEFT_TO_DO]), left)


plans_hidden = compiled(_plans_hidden)
techniques_hidden = compiled(_techniques_hidden)
secret_known = compiled(_secret_known)
asking_task = compiled(_asking_task)
seen_decision = compiled(_seen_decision)
cards_to_come = compiled(_cards_to_come)
