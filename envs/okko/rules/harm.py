"""Damage, and what eliminates (O78, O80, O114, O206, A11, A39, B41, B42, B64, B69, B84, B87)."""

from __future__ import annotations

from ...core.kernel import compiled
from ..state import (
    CLUE_PLAYED,
    COMPANION_FIGURE,
    DEMON,
    DISCARDED,
    E_ELIMINATE,
    E_ELIMINATED,
    E_HARMED,
    HERO_CARDS,
    HERO_MEMOIR,
    HEROES,
    IN_DISCARD,
    ITEMS,
    NO_BATTLE,
    NOWHERE,
    RED,
    STAMINA,
    TOKENS,
    WOUNDS,
)
from .battle import end_battle
from .events import emit
from .figures import clear_figure, is_agent, kind_of, printed
from .memoirs import add_memoir
from .sources import refresh_sources
from .spaces import first_free_near, lift

MOST_DAMAGE = 99
"""The most Damage tokens that are counted on a figure."""


@compiled
def harm(state, tables, figure, n, causer):
    """O77, O78, O80, O114, B41, B42: n Damage tokens at once; agents and companions are eliminated at their STAMINA.

    Args:
        state, tables: records.
        figure: who gets them; nothing happens off the board.
        n: how many; nothing happens for less than 1.
        causer: the figure that causes it, −1 none.
    """
    if n <= 0 or state.at[figure] < 0:
        return
    state.damage[figure] = min(MOST_DAMAGE, int(state.damage[figure]) + n)
    emit(state, tables, E_HARMED, figure, causer)
    if figure >= HEROES and state.damage[figure] >= printed(state, tables, figure, STAMINA):
        eliminate(state, tables, figure, causer)


@compiled
def eliminate(state, tables, figure, causer):
    """O78, O114, O206: the figure is out; its own talents still answer that.

    The end of the Oni, or of the last Hero, ends the game (A11, B84).

    Args:
        state, tables: records.
        figure: who is eliminated; nothing happens off the board.
        causer: the figure that causes it, −1 none.
    """
    if state.at[figure] < 0:
        return
    if causer >= 0:
        emit(state, tables, E_ELIMINATE, causer, figure)
    emit(state, tables, E_ELIMINATED, figure, causer)
    if is_agent(figure):
        leave_board(state, figure)
        refresh_sources(state, tables)
        if tables.kind_rank[kind_of(tables, figure)] == DEMON:
            end_battle(state, tables, False)
    elif figure < COMPANION_FIGURE:
        eliminate_hero(state, tables, figure)
    else:
        remove_companion(state, tables, figure - COMPANION_FIGURE)
        refresh_sources(state, tables)


@compiled
def leave_board(state, figure):
    """B69: the figure leaves the board, and nothing stays on it."""
    lift(state, figure)
    clear_figure(state, figure)


@compiled
def eliminate_hero(state, tables, hero):
    """O206, O228, A11, A39, B87: what a Hero leaves behind; in the Final Battle it opens the escape (O186)."""
    space = int(state.at[hero])
    state.alive[hero] = 0
    remove_companion(state, tables, hero)
    drop_cards(state, hero)
    leave_board(state, hero)
    drop_objects(state, tables, hero, space)
    add_memoir(state, tables, HERO_MEMOIR + hero, RED)
    if state.battle != NO_BATTLE:
        state.escape_open = 1
    refresh_sources(state, tables)
    for other in range(HEROES):
        if state.alive[other] != 0:
            return
    end_battle(state, tables, True)


@compiled
def drop_cards(state, hero):
    """B87: Equipment to the discard pile; Action cards out of the game, and Wounds, which stay with who has died."""
    for item in range(ITEMS):
        if state.item_owner[item] == hero:
            state.item_owner[item] = IN_DISCARD
            state.item_slot[item] = -1
    state.turned_up[hero] = -1
    for card in range(hero * HERO_CARDS, (hero + 1) * HERO_CARDS):
        state.card_place[card] = NOWHERE
    for wound in range(WOUNDS):
        if state.wound_owner[wound] == hero:
            state.wound_place[wound] = DISCARDED


@compiled
def drop_objects(state, tables, hero, space):
    """B87: Objective tokens that the Hero carried, to the Space where the Hero stood; further ones beside it."""
    for token in range(TOKENS):
        if state.bearer[token] == hero:
            state.bearer[token] = -1
            if state.token_on[space] >= 0:
                space = first_free_near(state, tables, hero, space)
            if space < 0:
                return
            state.token_at[token] = space
            state.token_on[space] = token


@compiled
def remove_companion(state, tables, hero):
    """O114, B64: the card leaves the Follower slot, and the figure the board.

    A Kami may come again, a Courtier's card goes to the Courtiers' discard pile, all others are out of the game.
    """
    card = int(state.companion[hero])
    if card < 0:
        return
    leave_board(state, COMPANION_FIGURE + hero)
    state.companion[hero] = -1
    state.face_down[hero] = 0
    if tables.companion_kami[card] == 0:
        state.companion_gone[card] = 1
    if tables.companion_clue[card] >= 0:
        state.clue_place[tables.companion_clue[card]] = CLUE_PLAYED
