"""How a game of Okko Chronicles looks, as plain text in boxes.

::

    ┌─ okko · round and phase ────────────────────────────────────────────── viewer ─┐
    │ alarm, battle, points, Recollections, missions                                │
    ├─ the palace ──────────────────────────────────────────────────────────────────┤
    │ map with figures and tokens              Tiles, marks of figures and tokens   │
    ├─ Heroes, two in a row ────────────────┬───────────────────────────────────────┤
    │ figure, cards, Equipment, companion   │                                       │
    ├─ the Oni ─────────────────────────────┴───────────────────────────────────────┤
    │ hand, techniques, trees, agents that are hurt                                 │
    ├─ Clue cards ──────────────────────────────────────────────────────────────────┤
    ├─ the pending decision, or the end ────────────────────────────────────────────┤
    └───────────────────────────────────────────────────────────────────────────────┘

A viewer is shown what that seat knows and nothing else: every line reads only what `redact` keeps for the seat.
`render_cards` draws the panels of Heroes, Oni and Clue cards, `marks` says how figures and tokens are marked.
"""

from __future__ import annotations

import textwrap
from itertools import zip_longest
from typing import Any

import numpy as np

from ..core.boxes import FULL, HALF, Panel, draw, entry
from . import knowledge, naming
from . import state as st
from .marks import MARKS, figure_marks, kind_mark, token_marks
from .picture import draw_map, tile_letter
from .render_cards import View, clues_panel, hero_panel, oni_panel
from .words import DECISION_WORDS, occasion

PHASES = ("setting up", "the Oni's open step", "plans", "techniques", "activations", "end phase")
BATTLES = ("", "the Oni was unmasked", "after the third wrong Accusation", "round 8", "the scheme is complete")
ROLLING = 2  # stage of T_ATTACK in which the dice are rolled next (rules/attack.py)
SIDE_BY_SIDE = 60  # columns of a map that leave room for its legend


def render(state: Any, tables: Any, viewer: int | None = None, reveal: bool = False) -> str:
    """The state as text of 99 columns.

    Args:
        state: the record, or one redacted for ``viewer``.
        tables: the content.
        viewer: a seat, or None for what everybody knows.
        reveal: shows all cards, whoever looks.
    """
    seats = int(tables.num_seats)
    if viewer is not None and not 0 <= viewer < seats:
        raise ValueError(f"viewer {viewer}: this game has the seats 0 … {seats - 1}")
    view = View(-1 if viewer is None else int(viewer), reveal)
    rows: list[tuple[Panel, ...]] = [(_header(state, tables, view),), (_palace(state, tables),)]
    heroes = int(tables.num_heroes)
    for hero in range(0, heroes, 2):
        pair = range(hero, min(hero + 2, heroes))
        rows.append(tuple(hero_panel(state, tables, h, view, HALF if len(pair) == 2 else FULL) for h in pair))
    rows.append((oni_panel(state, tables, view),))
    if tables.investigation:
        rows.append((clues_panel(state, tables, view),))
    return draw([*rows, (_end(state, tables) if state.over else _decision(state, tables, view),)], MARKS)


# ---- the game -------------------------------------------------------------------------------------------------------
def _header(state: Any, tables: Any, view: View) -> Panel:
    """Round and phase, what has been achieved."""
    title = "okko · " + (f"round {state.turn + 1}, {PHASES[state.phase]}" if not state.over else "the end")
    looking = "public view" if view.seat < 0 else f"as {naming.seat_name(tables, view.seat)} sees it"
    notes = ["the alarm has been raised"] * bool(state.alarm)
    if state.battle:
        notes.append(f"the Final Battle goes on: {BATTLES[state.battle]}")
    notes += ["the Oni may escape"] * bool(state.escape_open)
    lines = entry("now", ", ".join(notes)) + entry("order", _order(state, tables, view))
    blue, red = (_recollections(state, tables, colour) for colour in (st.BLUE, st.RED))
    lines += entry("Heroes", blue) + entry("Oni", red)
    for mission in np.flatnonzero(tables.mission_exists):
        lines += entry("mission", _mission(state, tables, int(mission)))
    return Panel(title, lines or ["nothing yet is told in the Memoirs"], "all cards open" if view.reveal else looking)


def _order(state: Any, tables: Any, view: View) -> str:
    """The order of activation, as far as the viewer knows it; ✓ who has had the turn."""
    found = []
    for position, hero in enumerate(state.order):
        if hero >= 0:
            known = view.reveal or view.seat > st.ONI_SEAT or position < state.position
            found.append(
                (naming.hero_name(tables, int(hero)) if known else "?") + " ✓" * (position + 1 < int(state.position))
            )
    return " · ".join(found)


def _recollections(state: Any, tables: Any, colour: int) -> str:
    """The Recollections of a colour with their points."""
    found = []
    for row in np.flatnonzero(state.memoir == colour):
        if row < st.MISSION_MEMOIR:
            name = naming.MEMOIR_NAMES[row]
        elif row < st.HERO_MEMOIR:
            name = naming.mission_name(tables, int(row) - st.MISSION_MEMOIR)
        else:
            hero = naming.hero_name(tables, int(row) - st.HERO_MEMOIR)
            name = f"{hero} {'fulfilled the Personal Mission' if colour == st.BLUE else 'was eliminated'}"
        size = int(tables.memoir_size[row])
        found.append(f"{name} ({tables.points[size] if size >= 0 else 0})")
    return ", ".join(found)


def _mission(state: Any, tables: Any, mission: int) -> str:
    """How far a mission is."""
    name = naming.mission_name(tables, mission)
    if state.completed[mission]:
        return f"{name}, completed by the {('Heroes', 'Oni')[state.completed[mission] - st.BLUE]}"
    sides = []
    for side, word in ((st.THE_HEROES, "Heroes"), (st.THE_ONI, "Oni")):
        if needs := int(tables.mission_needs[mission, side]):
            sides.append(f"{word} {state.progress[mission, side]} of {needs}")
    return ", ".join([name, *sides])


# ---- the palace -----------------------------------------------------------------------------------------------------
def _palace(state: Any, tables: Any) -> Panel:
    """The map and what the marks on it mean."""
    drawn = draw_map(tables, {**token_marks(state, tables), **figure_marks(state, tables)})
    width = max(map(len, drawn)) + 3
    room = FULL - (0 if width > SIDE_BY_SIDE else width)
    legend = [part for line in _legend(state, tables) for part in textwrap.wrap(line, room, subsequent_indent="   ")]
    if width > SIDE_BY_SIDE:
        return Panel("the palace", drawn + legend)
    return Panel("the palace", [a.ljust(width) + b for a, b in zip_longest(drawn, legend, fillvalue="")])


def _legend(state: Any, tables: Any) -> list[str]:
    """Tiles, agents and tokens, a line each."""
    lines = []
    for tile in range(tables.num_tiles):
        notes = [naming.tile_name(tables, tile)]
        if state.corrupted[tile]:
            notes.append("corrupted" + " (red)" * int(state.corrupted[tile] == 2))
        if tables.tile_prohibited[tile]:
            notes.append(f"prohibited {tables.tile_prohibited[tile]}")
        lines.append(f"{tile_letter(tables, tile)}  {', '.join(notes)}")
    for kind in np.flatnonzero(tables.kind_count):
        first = int(tables.kind_first[kind])
        there = int((state.at[first : first + tables.kind_count[kind]] >= 0).sum())
        if there:
            lines.append(f"{kind_mark(tables, int(kind))} {naming.kind_name(tables, int(kind))} ×{there}")
    for space, mark in token_marks(state, tables).items():
        words = naming.lies_at(state, tables, space)
        penalties = f", {state.penalties[space]} Penalty" if state.penalties[space] else ""
        lines.append(f"{mark} {words}, {naming.space_name(tables, space)}{penalties}")
    return lines


# ---- what is going on -----------------------------------------------------------------------------------------------
def _decision(state: Any, tables: Any, view: View) -> Panel:
    """Who decides what, as far as the viewer may know it."""
    asking = -1 if view.reveal else knowledge._asking_task(state, view.seat)
    seat, decision = int(state.seat), int(state.decision)
    why = occasion(state, tables)
    if asking >= 0:
        seat, why = 1 + int(state.tasks[asking, st.FIGURE]) % st.HEROES, ""
    if not view.reveal:
        decision = knowledge._seen_decision(state, view.seat, asking)
    lines = [f"{naming.seat_name(tables, seat)} {DECISION_WORDS[decision]}" + f" ({why})" * bool(why)]
    if asking < 0:
        lines += entry("Attack", _attack(state, tables))
    return Panel("to decide", lines)


def _attack(state: Any, tables: Any) -> str:
    """The innermost Attack that goes on; empty if there is none, or its target is still to be chosen."""
    for task in state.tasks[: state.task_count][::-1]:
        if task[st.KIND] == st.T_ATTACK and task[st.OTHER] >= 0:
            names = [naming.figure_name(state, tables, int(task[column])) for column in (st.FIGURE, st.OTHER)]
            rolled = f", {task[st.COUNT]} hits" if task[st.STAGE] > ROLLING else ""
            return f"{names[0]} against {names[1]}{rolled}"
    return ""


def _end(state: Any, tables: Any) -> Panel:
    """Who has won."""
    if state.foul:
        return Panel("the end", [f"{naming.seat_name(tables, int(state.foul) - 1)} forfeits by an illegal action"])
    words = {1 + st.THE_HEROES: "the Heroes have won", 1 + st.THE_ONI: "the Oni has won"}
    return Panel("the end" + ", by a limit" * bool(state.truncated), [words.get(int(state.winner), "a draw")])
