"""Blocks about the board: Spaces with what stands and lies there, figures, Character cards of agents."""

from __future__ import annotations

from ..core.kernel import compiled
from . import state as st
from .blocks import LAYOUT
from .writing import copy, mark, saturate

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
    """Spaces and Tiles, tokens, doors."""
    n = int(tables.num_spaces)
    copy(state.reach, n, out, AT_REACH)
    copy(state.penalties, n, out, AT_PENALTIES)
    area, corrupted = out[AT_AREA : AT_AREA + n], out[AT_CORRUPTED : AT_CORRUPTED + n]
    for space in range(n):
        area[space] = 1 + tables.space_area[space]
        corrupted[space] = state.corrupted[tables.space_tile[space]]
        if tables.test_stat[space] >= 0:
            out[AT_DIFFICULTY + space] = saturate(int(tables.test_difficulty[space]))
            out[AT_TURNED + space] = state.passed[space] != 0
    copy(state.corrupted, int(tables.num_tiles), out, AT_CORRUPTION)
    if tables.corruption_on_space != 0:
        for tile in range(tables.num_tiles):
            if state.corruption_space[tile] >= 0:
                out[AT_TOKEN + int(state.corruption_space[tile])] = CORRUPTION_ON_SPACE
    for token in range(tables.num_tokens):
        if state.token_at[token] >= 0:
            write_token(state, tables, token, int(state.token_at[token]), out)
        out[AT_BEARER + token] = 1 + state.bearer[token]
    out[AT_TOKENS_LEFT] = state.tokens_left
    copy(state.closed, int(tables.num_doors), out, AT_CLOSED)


@compiled
def write_token(state, tables, token, space, out):
    """A token and the numbers that its upper side shows (B6)."""
    out[AT_TOKEN + space] = tables.token_kind[token]
    face = int(state.token_face[token])
    if face < 0:
        return
    turned = state.token_flipped[token] != 0
    first = 2 if turned and tables.token_kind[token] != st.COURTIER_TOKEN else 0
    out[AT_TURNED + space] = turned
    out[AT_DIFFICULTY + space] = saturate(int(tables.faces[face, first]))
    out[AT_CARDS + space] = saturate(int(tables.faces[face, first + 1]))


@compiled
def write_figures(state, tables, out):
    """Where figures stand and how they fare."""
    for figure in range(st.FIGURES):
        space = int(state.at[figure])
        if space >= 0:
            out[AT_PLACE + 2 * figure] = saturate(1 + int(tables.space_x[space]))
            out[AT_PLACE + 2 * figure + 1] = saturate(1 + int(tables.space_y[space]))
            out[AT_OCCUPANT + space] = 1 + figure
            if figure < st.COMPANION_FIGURE:
                out[AT_HEROES_AT + space] = 1 + figure
            elif figure < st.AGENT_FIGURE:
                out[AT_HEROES_AT + space] = st.COMPANION_FIGURE - 1 - figure
            else:
                out[AT_AGENTS_AT + space] = 1 + tables.figure_kind[figure]
    copy(state.damage, st.FIGURES, out, AT_DAMAGE)
    copy(state.lost, st.FIGURES, out, AT_LOST)
    copy(state.actions_left, st.FIGURES, out, AT_ACTIONS_LEFT)
    copy(state.acted, st.FIGURES, out, AT_ACTED)
    copy(state.condition.reshape(st.FIGURES * 4), st.FIGURES * 4, out, AT_CONDITION)
    copy(state.mods.reshape(st.FIGURES * st.NUM_STATS), st.FIGURES * st.NUM_STATS, out, AT_MODS)


@compiled
def write_kinds(state, out):
    """Character cards of agents."""
    copy(state.activated, st.KINDS, out, AT_ACTIVATED)
    copy(state.kind_mods.reshape(st.KINDS * st.NUM_STATS), st.KINDS * st.NUM_STATS, out, AT_KIND_MODS)
    copy(state.active_mods, st.NUM_STATS, out, AT_ACTIVE_MODS)
    mark(out, AT_ACTIVE_KIND, int(state.active_kind))
