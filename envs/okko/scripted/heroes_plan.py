"""The Heroes' plans: which cards to lay on which side, what to turn up, who acts first (chapter 3)."""

from __future__ import annotations

import numpy as np

from ...core.kernel import compiled
from .. import actions as act
from ..rules.stats import stat
from ..state import (
    ACTIONS,
    AGENT_FIGURE,
    CARD_SOURCE,
    DAMAGE,
    DEFENSE,
    FIGURES,
    GHOSTLY,
    GUILE,
    HAND,
    HERO_CARDS,
    HITS,
    ITEM_SOURCE,
    LEGENDARY,
    MIGHT,
    MIGHT_DOWN,
    NUM_STATS,
    PUSH,
    RANGED,
    SPEED,
    STAMINA,
    STEALTH,
    SWAP_DICE,
    SWIFT,
    WOUNDS,
)
from . import heroes_style as style
from .heroes_fights import wounds_in_hand
from .heroes_goal import A_CHEST, A_FOE, A_SUSPECT, A_TEST, CLUES, DANGER, LIKED, MOVES, SKIN, WHAT, WHERE, WORTH
from .heroes_programs import source_worth, technique_worth


# ---- what is wanted this round --------------------------------------------------------------------------------------
@compiled
def ghosts_about(state, tables):
    """Whether an agent on the board is hurt by legendary sources only."""
    for foe in range(AGENT_FIGURE, FIGURES):
        if state.at[foe] >= 0 and stat(state, tables, foe, GHOSTLY, 0, -1) > 0:
            return True
    return False


@compiled
def wishes(state, tables, hero, view):
    """What one more of each stat is worth to a Hero this round: (NUM_STATS,) float64."""
    wants = np.zeros(NUM_STATS)
    what, liked = int(view[WHAT]), min(3.0, view[LIKED])
    danger = view[DANGER + int(tables.space_area[state.at[hero]])] if state.at[hero] >= 0 else 0.0
    near = 1.0 if view[MOVES] <= 2 else 0.3
    fight = 0.1 + 0.1 * min(2.0, danger) + (near * liked if what == A_FOE else 0.0)
    if what == A_SUSPECT and view[MOVES] <= 1:
        fight += 0.05
    wants[MIGHT], wants[HITS], wants[DAMAGE] = 0.3 * fight, 0.3 * fight, 0.5 * fight
    wants[RANGED] = (0.4 if what == A_FOE and view[MOVES] > 0 else 0.1) * fight
    wants[LEGENDARY] = 0.15 * fight if ghosts_about(state, tables) else 0.0
    wants[SWAP_DICE], wants[PUSH] = 0.4 * fight, 0.02
    wants[GUILE] = 0.03 + (0.5 * near * liked if what == CLUES else 0.0)
    wants[SPEED] = 0.03 + 0.05 * min(4.0, view[MOVES])
    wants[SWIFT], wants[STEALTH] = 0.05, 0.03
    if what == A_CHEST:
        wants[SPEED] += 0.4 * near * liked
    elif what == A_TEST:
        wants[int(tables.test_stat[int(view[WHERE])])] += 0.4 * near * liked
    wants[DEFENSE] = 0.04 + 0.3 * view[SKIN] * min(4.0, danger)
    wants[ACTIONS] = 0.4
    wants[MIGHT_DOWN] = 0.0 - wants[MIGHT]
    return wants


# ---- PLAN_FIRST, PLAN_SECOND ----------------------------------------------------------------------------------------
@compiled
def card_worth(state, tables, hero, card, left, wants):
    """An Action card laid to the left for its talent, or to the right for its technique."""
    if left == 0:
        return technique_worth(tables.card_stat[card], wants)
    value = source_worth(state, tables, CARD_SOURCE + card, hero, wants)
    if tables.card_weakness[card] != 0:
        healed = min(int(tables.hero_stat[hero, STAMINA]), int(state.damage[hero]))
        value += healed * 1.3 * style.HURT[min(3, wounds_in_hand(state, hero))] - 0.15
    return value


@compiled
def cards_in_hand(state, hero):
    """How many Action cards the Hero has in hand."""
    n = 0
    for card in range(hero * HERO_CARDS, (hero + 1) * HERO_CARDS):
        n += state.card_place[card] == HAND
    return n


@compiled
def wounds_of(state, hero):
    """How many Wounds the Hero has, wherever they lie."""
    n = 0
    for wound in range(WOUNDS):
        n += state.wound_owner[wound] == hero and state.wound_place[wound] != 0
    return n


@compiled
def empties_hand(state, hero):
    """What it costs to lay the last Action card: the Wounds come back with the others (O208)."""
    if cards_in_hand(state, hero) > 1 or wounds_of(state, hero) < 3:
        return 0.0
    return style.LAST_HAND


@compiled
def plan_worth(state, tables, hero, action, view):
    """PLAN_FIRST, PLAN_SECOND."""
    second = action == act.PASS or action >= act.WOUND_NAME
    if action == act.PASS:
        return 0.0
    wants = wishes(state, tables, hero, view)
    if second:
        wound = action - act.WOUND_NAME
        held = min(3, wounds_in_hand(state, hero))
        return style.WOUND_LAID[held] + technique_worth(tables.wound_stat[wound], wants)
    if action >= act.PLAN_RIGHT:
        value = card_worth(state, tables, hero, hero * HERO_CARDS + action - act.PLAN_RIGHT, 0, wants)
    else:
        value = card_worth(state, tables, hero, hero * HERO_CARDS + action - act.PLAN_LEFT, 1, wants)
    saved = style.SAVED if tables.investigation != 0 and state.battle == 0 else 0.0
    return value - style.SECOND - saved - empties_hand(state, hero)


# ---- TURN_UP, INITIATIVE --------------------------------------------------------------------------------------------
@compiled
def item_worth(state, tables, hero, item, wants):
    """What an Equipment card that works is worth to a Hero; 0 if it is not of the class."""
    if (tables.item_classes[item] >> tables.hero_class[hero]) & 1 == 0:
        return 0.0
    return source_worth(state, tables, ITEM_SOURCE + item, hero, wants)


@compiled
def first_worth(state, tables, hero, view):
    """INITIATIVE: who has something at hand, or is in danger, acts first."""
    here = view[DANGER + int(tables.space_area[state.at[hero]])] if state.at[hero] >= 0 else 0.0
    return view[WORTH] * style.PATIENCE ** (2.0 * view[MOVES]) + 0.3 * view[SKIN] * here
