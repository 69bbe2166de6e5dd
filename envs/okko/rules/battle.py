"""Chapter 18: the Final Battle and round 8 (O182 to O192, A8, A10 to A12, A42, B79 to B84)."""

from __future__ import annotations

from ...core.kernel import compiled
from ...core.stack import push
from .. import actions as act
from ..state import (
    BLUE,
    BY_UNMASKING,
    DEFEATED,
    E_BATTLE,
    ESCAPED,
    NO_BATTLE,
    ONI_SEAT,
    RED,
    STAGE,
    T_SUMMON,
    TARGET_SPACE,
    THE_HEROES,
    THE_ONI,
)
from .events import emit
from .memoirs import add_memoir, close_game, higher, points
from .sources import refresh_sources
from .spaces import free, put
from .tasks import pop_task, push_task

APPEARANCE = 9
"""Stage of T_SUMMON in which the Oni is asked where its own figure comes to the board (B81); others: summon.py."""


@compiled
def oni_figure(state, tables):
    """O183: the figure of the Oni that its Clue card names, −1 without an investigation."""
    if state.nature < 0:
        return -1
    return int(tables.kind_first[tables.clue_oni[state.nature]])


@compiled
def begin_battle(state, tables, how):
    """O182, O183, A12: the Final Battle begins; the Oni takes the place of its Courtier's token.

    Only a right Accusation freezes the track. If the token is not on the board, the Oni is asked for a Space (B81).

    Args:
        state, tables: records.
        how: BY_UNMASKING, BY_WRONG, BY_ROUND or BY_SCHEME.
    """
    if tables.investigation == 0 or state.battle != NO_BATTLE or state.over != 0:
        return
    state.battle = how
    if how == BY_UNMASKING:
        state.frozen = 1
    space = take_courtier(state, tables)
    if space >= 0:
        appear(state, tables, space)
    else:
        push_task(state, T_SUMMON, oni_figure(state, tables))
        state.tasks[state.task_count - 1, STAGE] = APPEARANCE


@compiled
def take_courtier(state, tables):
    """O183: the token of the Oni's Courtier leaves the board. Returns its Space, −1 if it was not there (B81)."""
    token = int(tables.clue_token[state.identity])
    if token < 0 or state.token_at[token] < 0:
        return -1
    space = int(state.token_at[token])
    state.token_at[token] = -1
    state.token_on[space] = -1
    return space


@compiled
def appear(state, tables, space):
    """O128, B83: the Oni's figure comes to the board, without damage."""
    figure = oni_figure(state, tables)
    put(state, figure, space)
    refresh_sources(state, tables)
    emit(state, tables, E_BATTLE, -1, -1)


@compiled
def advance_appearance(state, tables):
    """B81: asks the Oni for its Space; T_SUMMON in stage APPEARANCE is on top."""
    push(state, TARGET_SPACE, ONI_SEAT)


@compiled
def legal_appearance(state, tables, mask):
    """B81: a free Space on a corrupted Tile; if there is none, any free Space."""
    found = 0
    for space in range(tables.num_spaces):
        if state.corrupted[tables.space_tile[space]] != 0 and free(state, tables, space):
            mask[act.SPACE_NAME + space] = 1
            found += 1
    if found == 0:
        for space in range(tables.num_spaces):
            if free(state, tables, space):
                mask[act.SPACE_NAME + space] = 1


@compiled
def play_appearance(state, tables, action):
    """B81: the Oni comes to the Space that it chose."""
    pop_task(state)
    appear(state, tables, action - act.SPACE_NAME)


@compiled
def end_battle(state, tables, escaped):
    """O184 to O186, O227, A10, A11, B84, B92: the Oni is destroyed, or has escaped; the game is over.

    Args:
        state, tables: records.
        escaped: whether it escaped; also if no Hero is left, or the last round has passed. Without an investigation
            the Oni's side has won then, and the Heroes' otherwise.
    """
    if state.over != 0:
        return
    if tables.investigation == 0:
        close_game(state, tables, 1 + THE_ONI if escaped else 1 + THE_HEROES)
        return
    if escaped:
        add_memoir(state, tables, ESCAPED, RED)
    else:
        add_memoir(state, tables, DEFEATED, BLUE)
    winner = higher(tables, points(state, tables, THE_HEROES), points(state, tables, THE_ONI), escaped)
    close_game(state, tables, winner)
