"""Names of single things in a game: figures, cards, Spaces, tokens, sources of effects. For words and rendering.

Copies of a card and figures of a kind are told apart by a number, so that no two things have the same name.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from . import state as st
from .names import decoded

STAT_NAMES = ("SPEED", "MIGHT", "MIGHT", "DEFENSE", "GUILE")
TOKEN_NAMES = ("", "Evidence", "Courtier", "Parchment", "Chest", "Test", "Objective")
SLOT_NAMES = ("right hand", "left hand", "both hands", "Clothing", "Supplies")
CONDITION_WORDS = ("Bleeding", "Poisoned", "Stunned", "Amputee")
MEMOIR_NAMES = (
    "The Oni was Unmasked",
    "The Oni was Defeated!",
    "The Oni Escaped",
    "The Alarm Was Raised!",
    "Embarrassing Accusation",
    "Defamatory Accusation",
    "Dishonorable Accusation",
)


def name_in(names: Any, number: int, noun: str) -> str:
    """The name in a row of the tables, with its number among those of the same name.

    Args:
        names: a field of the tables with names, (N, NAME) uint8.
        number: the row.
        noun: what it is called with its number if the row is empty.
    """
    name = decoded(names[number])
    if not name:
        return f"{noun} {number}"
    alike = np.flatnonzero((names == names[number]).all(1))
    return name if len(alike) == 1 else f"{name} ({np.searchsorted(alike, number) + 1})"


def seat_name(tables: Any, seat: int) -> str:
    """``"the Oni"``, or the name of the seat's Hero."""
    return "the Oni" if seat == st.ONI_SEAT else hero_name(tables, seat - 1)


def hero_name(tables: Any, hero: int) -> str:
    """A Hero."""
    return name_in(tables.hero_name, hero, "Hero")


def card_name(tables: Any, card: int) -> str:
    """An Action card."""
    return name_in(tables.card_name, card, "card")


def wound_name(tables: Any, wound: int) -> str:
    """A Wound."""
    return name_in(tables.wound_name, wound, "Wound")


def item_name(tables: Any, item: int) -> str:
    """An Equipment card."""
    return name_in(tables.item_name, item, "item")


def event_name(tables: Any, event: int) -> str:
    """An Event card."""
    return name_in(tables.event_name, event, "Event")


def clue_name(tables: Any, clue: int) -> str:
    """A Clue card."""
    return name_in(tables.clue_name, clue, "Clue card")


def companion_name(tables: Any, companion: int) -> str:
    """A Follower, Kami, or Courtier who has become a Follower."""
    return name_in(tables.companion_name, companion, "companion")


def kind_name(tables: Any, kind: int) -> str:
    """A Character card of agents."""
    return name_in(tables.kind_name, kind, "kind")


def node_name(tables: Any, node: int) -> str:
    """A position of a tree: tree · NODES + position."""
    return name_in(tables.node_name, node, "position")


def mission_name(tables: Any, mission: int) -> str:
    """A mission."""
    return name_in(tables.mission_name, mission, "mission")


def tile_name(tables: Any, tile: int) -> str:
    """A Tile, as it is printed on it."""
    return name_in(tables.tile_name, tile, "Tile")


def space_name(tables: Any, space: int) -> str:
    """A Space, such as ``"gate.a1"``."""
    return name_in(tables.space_name, space, "Space")


def figure_name(state: Any, tables: Any, figure: int) -> str:
    """A figure: ``"Okko"``, ``"Tikku, with Okko"``, ``"Ashigaru 3"``."""
    if figure < st.COMPANION_FIGURE:
        return hero_name(tables, figure)
    if figure < st.AGENT_FIGURE:
        hero = figure - st.COMPANION_FIGURE
        companion = int(state.companion[hero])
        name = "companion" if companion < 0 else companion_name(tables, companion)
        return f"{name}, with {hero_name(tables, hero)}"
    kind = int(tables.figure_kind[figure])
    if kind < 0 or tables.kind_count[kind] == 0:
        return f"figure {figure}"
    name = kind_name(tables, kind)
    return name if tables.kind_count[kind] == 1 else f"{name} {figure - tables.kind_first[kind] + 1}"


def talent_name(state: Any, tables: Any, figure: int, i: int) -> str:
    """Talent i of a figure, as `actions.OWN_TALENT` counts them."""
    if i < st.TALENTS and (figure < st.HEROES or figure >= st.AGENT_FIGURE):
        owner = figure if figure < st.HEROES else st.HEROES + max(0, int(tables.figure_kind[figure]))
        return name_in(tables.talent_name, owner * st.TALENTS + i, "natural talent")
    if st.TALENTS <= i < st.TALENTS + st.HERO_CARDS and figure < st.HEROES:
        return card_name(tables, figure * st.HERO_CARDS + i - st.TALENTS)
    return f"talent {i}"


def token_words(state: Any, tables: Any, token: int) -> str:
    """What a token is, with the numbers of the side that is up: ``"Evidence 3/1"``, ``"Lady Aoi 3/2"``."""
    kind = int(tables.token_kind[token])
    words = TOKEN_NAMES[kind]
    if kind == st.COURTIER_TOKEN and tables.token_clue[token] >= 0:
        words = clue_name(tables, int(tables.token_clue[token]))
    face, turned = int(state.token_face[token]), bool(state.token_flipped[token])
    if kind == st.COURTIER_TOKEN and turned:
        return f"{words}, interrogated"
    if face < 0:
        return words
    difficulty, cards = tables.faces[face, 2 * turned : 2 * turned + 2]
    return f"{words} {difficulty}/{cards}"


def lies_at(state: Any, tables: Any, space: int) -> str:
    """What can be used at a Space: its token, or its Test; empty if there is nothing."""
    token = int(state.token_on[space])
    if token >= 0 and tables.token_kind[token] != st.TEST_TOKEN:
        return token_words(state, tables, token)
    if tables.test_stat[space] < 0 or tables.test_difficulty[space] == 0:
        return ""
    return f"{STAT_NAMES[tables.test_stat[space]]} Test of {tables.test_difficulty[space]}"


def source_name(state: Any, tables: Any, source: int) -> str:
    """Whose modifiers, answers or program it is; empty for −1."""
    if source < 0:
        return ""
    if source < st.CARD_SOURCE:
        return name_in(tables.talent_name, source, "natural talent")
    if source < st.ITEM_SOURCE:
        return card_name(tables, source - st.CARD_SOURCE)
    if source < st.COMPANION_SOURCE:
        return item_name(tables, source - st.ITEM_SOURCE)
    if source < st.KIND_SOURCE:
        return companion_name(tables, source - st.COMPANION_SOURCE)
    if source < st.NODE_SOURCE:
        return name_in(tables.talent_name, st.HEROES * st.TALENTS + source - st.KIND_SOURCE, "natural talent")
    if source < st.CLUE_SOURCE:
        return node_name(tables, source - st.NODE_SOURCE)
    if source < st.MISSION_SOURCE:
        return clue_name(tables, source - st.CLUE_SOURCE)
    if source < st.GOAL_SOURCE:
        return mission_name(tables, source - st.MISSION_SOURCE)
    if source < st.WOUND_SOURCE:
        return f"Personal Mission of {hero_name(tables, (source - st.GOAL_SOURCE) // st.GOALS)}"
    return wound_name(tables, source - st.WOUND_SOURCE)
