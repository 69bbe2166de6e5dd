"""Chapter 17, Accusations (O176 to O181, A6, A7, A8, B77 to B79): stage ACCUSING of T_ROUND.

Column A of T_ROUND: bits of the types accused in this end phase, NATURE and IDENTITY.
"""

from __future__ import annotations

from ...core.kernel import compiled
from ...core.stack import push
from .. import actions as act
from ..state import (
    ACCUSE,
    BLUE,
    BY_UNMASKING,
    BY_WRONG,
    CLUES,
    COURTIER_CLUE,
    DISHONORABLE,
    EMBARRASSING,
    NO_BATTLE,
    ONI_CLUE,
    RED,
    STAGE,
    UNMASKED,
    A,
)
from .battle import begin_battle
from .corruption import RED_ROUND, red_placed, round_in_play
from .figures import team_seat
from .memoirs import add_memoir
from .sources import refresh_sources
from .stages import ANSWERING
from .tasks import top

NATURE, IDENTITY = 1, 2
MOST_WRONG = DISHONORABLE - EMBARRASSING + 1


@compiled
def advance_accusations(state, tables, task):
    """O176, A7: the team is asked as long as it may accuse, twice at most: once for each type."""
    for clue in range(CLUES):
        if can_accuse(state, tables, clue):
            push(state, ACCUSE, team_seat(state))
            return
    task[STAGE] = ANSWERING


@compiled
def can_accuse(state, tables, clue):
    """O180, B77, B80: an Oni or a Courtier who may be named now.

    Cleared by a card or not, but not named before; of a type that has not been found out and not been accused in this
    end phase; and not after the Final Battle has begun.
    """
    if tables.investigation == 0 or state.battle != NO_BATTLE or state.accused[clue] != 0:
        return False
    done = int(top(state)[A])
    if tables.clue_kind[clue] == ONI_CLUE:
        return done & NATURE == 0 and state.nature_known == 0
    return tables.clue_kind[clue] == COURTIER_CLUE and done & IDENTITY == 0


@compiled
def obliged(state, tables):
    """O153, O181, A6: at the end of the round of the red token the team cannot pass before it has accused."""
    return round_in_play(state) == RED_ROUND and top(state)[A] == 0 and red_placed(state, tables)


@compiled
def legal_accuse(state, tables, mask):
    """O176: whom the team may name; none, unless an Accusation is compulsory."""
    mask[act.PASS] = not obliged(state, tables)
    for clue in range(CLUES):
        if can_accuse(state, tables, clue):
            mask[act.CLUE_NAME + clue] = 1


@compiled
def play_accuse(state, tables, action):
    """O177 to O180: a right nature brings its Clue card, a right identity unmasks the Oni, a wrong one is recorded."""
    task = top(state)
    if action == act.PASS:
        task[STAGE] = ANSWERING
        return
    clue = action - act.CLUE_NAME
    task[A] = int(task[A]) | (NATURE if tables.clue_kind[clue] == ONI_CLUE else IDENTITY)
    if clue == state.nature:
        state.accused[clue] = 2
        state.nature_known = 1
        refresh_sources(state, tables)
    elif clue == state.identity:
        state.accused[clue] = 2
        add_memoir(state, tables, UNMASKED, BLUE)
        begin_battle(state, tables, BY_UNMASKING)
    else:
        accuse_wrongly(state, tables, clue)


@compiled
def accuse_wrongly(state, tables, clue):
    """O179, O180, A7, B79: one more wrong Accusation, whatever its type; the third begins the Final Battle."""
    state.accused[clue] = 1
    add_memoir(state, tables, EMBARRASSING + int(state.wrong), RED)
    state.wrong += 1
    if state.wrong == MOST_WRONG:
        begin_battle(state, tables, BY_WRONG)
