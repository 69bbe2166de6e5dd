"""Blocks about the board: Spaces with what stands and lies there, figures, Character cards of agents."""

from __future__ import annotations

from ..core.kernel import compiled
from . import state as st
from .blocks import LAYOUT
from .writing import copy_rows, mark, saturate

_at = LAYOUT.offset
AT_OCCUPANT, AT_HEROES_AT, AT_AGENTS_AT, AT_AREA = (
    _at[name] for name in ("occupant", "heroes_at", "agents_at", "area")
)
AT_TOKEN, AT_DIFFICULTY, AT_CARDS, AT_TURNED = (_at[name] for name in ("token", "difficulty", "cards", "turned"))
AT_PENALTIES, AT_CORRUPTED, AT_REACH = (_at[name] for name in ("penalties", "corrupted", "reach"))
AT_CORRUPTION, AT_TOKENS_LEFT, AT_CLOSED, AT_BEARER = (
    _at[name] for name in ("corruption", "tokens_left", "closed", "bearer")
)
AT_PLACE, AT_DAMAGE, AT_CONDITION, AT_LOST = (_at[name] for name in ("place", "damage", "condition", "lost"))
AT_MODS, AT_ACTIONS_LEFT, AT_ACTED = (_at[name] for name in ("mods", "actions_left", "acted"))
AT_KIND_MODS, AT_ACTIVE_MODS, AT_ACTIVATED, AT_ACTIVE_KIND = (
    _at[name] for name in ("kind_mods", "active_mods", "activated", "active_kind")
)
CORRUPTION_ON_SPACE = 7  # in the block ``token``


@compiled
def write_board(state, tables, out):
    """Spaces and Tiles, tokens, doors. Plain loops over whole fields: the compiler takes many entries at a time."""
    for space in range(st.SPACES):
        out[AT_OCCUPANT + space] = 1 + state.occupant[space]
        out[AT_PENALTIES + space] = state.penalties[space]
        out[AT_REACH + space] = state.reach[space]
        out[AT_DIFFICULTY + space] = tables.test_difficulty[space]  # 0 where there is no Test
        out[AT_TURNED + space] = (tables.test_stat[space] >= 0) & (state.passed[space] != 0)
    for space in range(tables.num_spaces):
        out[AT_AREA + space] = 1 + tables.space_area[space]
    for tile in range(tables.num_tiles):
        if state.corrupted[tile] != 0:
            write_corruption(state, tables, tile, out)
    if tables.corruption_on_space != 0:
        for tile in range(tables.num_tiles):
            if state.corruption_space[tile] >= 0:
                out[AT_TOKEN + int(state.corruption_space[tile])] = CORRUPTION_ON_SPACE
    for token in range(tables.num_tokens):
        if state.token_at[token] >= 0:
            write_token(state, tables, token, int(state.token_at[token]), out)
    for token in range(st.TOKENS):
        out[AT_BEARER + token] = 1 + state.bearer[token]
    for door in range(st.DOORS):
        out[AT_CLOSED + door] = state.closed[door]
    out[AT_TOKENS_LEFT] = state.tokens_left


@compiled
def write_corruption(state, tables, tile, out):
    """A corrupted Tile, and its Spaces."""
    corrupted = state.corrupted[tile]
    out[AT_CORRUPTION + tile] = corrupted
    for space in range(tables.num_spaces):
        out[AT_CORRUPTED + space] |= corrupted if tables.space_tile[space] == tile else 0


@compiled
def write_token(state, tables, token, space, out):
    """A token and the numbers that its upper side shows (B6)."""
    kind = tables.token_kind[token]
    out[AT_TOKEN + space] = kind
    face = int(state.token_face[token])
    if face < 0:
        return
    turned = state.token_flipped[token] != 0
    first = 2 if turned and kind != st.COURTIER_TOKEN else 0
    out[AT_TURNED + space] = turned
    out[AT_DIFFICULTY + space] = tables.faces[face, first]
    out[AT_CARDS + space] = tables.faces[face, first + 1]


@compiled
def write_figures(state, tables, out):
    """Where figures stand and how they fare."""
    for figure in range(st.FIGURES):
        space = int(state.at[figure])
        if space >= 0:
            out[AT_PLACE + 2 * figure] = saturate(1 + int(tables.space_x[space]))
            out[AT_PLACE + 2 * figure + 1] = saturate(1 + int(tables.space_y[space]))
            if figure < st.COMPANION_FIGURE:
                out[AT_HEROES_AT + space] = 1 + figure
            elif figure < st.AGENT_FIGURE:
                out[AT_HEROES_AT + space] = st.COMPANION_FIGURE - 1 - figure
            else:
                out[AT_AGENTS_AT + space] = 1 + tables.figure_kind[figure]
    for figure in range(st.FIGURES):
        out[AT_DAMAGE + figure] = state.damage[figure]
        out[AT_LOST + figure] = state.lost[figure]
        out[AT_ACTIONS_LEFT + figure] = state.actions_left[figure]
        out[AT_ACTED + figure] = state.acted[figure]
    copy_rows(state.condition, out, AT_CONDITION)
    copy_rows(state.mods, out, AT_MODS)


@compiled
def write_kinds(state, out):
    """Character cards of agents."""
    for kind in range(st.KINDS):
        out[AT_ACTIVATED + kind] = state.activated[kind]
    copy_rows(state.kind_mods, out, AT_KIND_MODS)
    for stat in range(st.NUM_STATS):
        out[AT_ACTIVE_MODS + stat] = state.active_mods[stat]
    mark(out, AT_ACTIVE_KIND, int(state.active_kind))
