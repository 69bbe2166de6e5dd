"""What a seat sees: the function that writes it, and its first blocks. `blocks` lists them all, with their meaning.

The other parts are `observed_board`, `observed_cards` and `observed_tasks`. Only what `knowledge` grants the seat is
written: all Heroes see the same (B96), each with the own seat marked.

Left out: what the rules derive from other entries (which sources work; Attributes as they count now); programs below
the one that is carried out, and which answers wait in line (but how many); what Evidence and Parchment tokens have on
their other side (it goes with the upper one, B6); the ways of the map beyond Areas (they are the scenario's, as are
printed values). What happened earlier is told only as far as the table shows it: not who took which way, nor which
cards lay in a discard pile before it became a deck.
"""

from __future__ import annotations

import numpy as np

from ..core.kernel import compiled
from . import state as st
from .blocks import LAYOUT
from .knowledge import asking_task, cards_to_come, seen_decision
from .observed_board import write_board, write_figures, write_kinds
from .observed_cards import write_action_cards, write_clues, write_events, write_heroes, write_items
from .observed_tasks import write_tasks
from .rules.memoirs import points
from .writing import copy_rows, saturate

SIZE = LAYOUT.size
_at = LAYOUT.offset
AT_DECISION, AT_ASKED, AT_SEAT, AT_HEROES, AT_ALIVE = (
    _at[name] for name in ("decision", "asked", "seat", "heroes", "alive")
)
AT_ROUND, AT_PHASE, AT_FLAGS, AT_BATTLE = (_at[name] for name in ("round", "phase", "flags", "battle"))
AT_POINTS, AT_MEMOIR, AT_PROGRESS, AT_COMPLETED = (_at[name] for name in ("points", "memoir", "progress", "completed"))
AT_NODE, AT_DECKS = _at["node"], _at["decks"]

__all__ = ["LAYOUT", "SIZE", "observe"]


@compiled
def observe(state, tables, seat, out):
    """Writes the observation of ``seat``. ``out``: (SIZE,) int8."""
    out[:] = 0
    asking = asking_task(state, seat)
    to_come = cards_to_come(state, tables, asking)
    write_course(state, tables, seat, asking, out)
    write_decks(state, tables, to_come, out)
    write_board(state, tables, out)
    write_figures(state, tables, out)
    write_kinds(state, out)
    write_action_cards(state, seat, out)
    write_items(state, tables, out)
    write_heroes(state, tables, seat, out)
    write_events(state, tables, seat, out)
    write_clues(state, tables, seat, to_come, out)
    write_tasks(state, tables, seat, asking, out)


@compiled
def write_course(state, tables, seat, asking, out):
    """Who is asked what, when; what has been achieved."""
    if state.over == 0 and state.depth > 0:
        out[AT_DECISION + seen_decision(state, seat, asking)] = 1
        asked = int(state.seat)
        if asking >= 0:
            asked = 1 + int(state.tasks[asking, st.FIGURE]) % st.HEROES
        out[AT_ASKED + asked] = 1
    out[AT_SEAT + seat] = 1
    out[AT_HEROES + tables.num_heroes - 1] = 1
    for hero in range(st.HEROES):
        out[AT_ALIVE + hero] = state.alive[hero]
    out[AT_ROUND] = saturate(int(state.turn))
    out[AT_PHASE + state.phase] = 1
    out[AT_FLAGS] = tables.investigation != 0
    out[AT_FLAGS + 1] = state.alarm != 0
    out[AT_FLAGS + 2] = state.frozen != 0
    out[AT_FLAGS + 3] = state.escape_open != 0
    out[AT_BATTLE + state.battle] = 1
    out[AT_POINTS] = saturate(points(state, tables, st.THE_HEROES))
    out[AT_POINTS + 1] = saturate(points(state, tables, st.THE_ONI))
    for row in range(st.MEMOIRS):
        out[AT_MEMOIR + row] = state.memoir[row]
    for mission in range(st.MISSIONS):
        out[AT_COMPLETED + mission] = state.completed[mission]
    copy_rows(state.progress, out, AT_PROGRESS)
    copy_rows(state.node, out, AT_NODE)


@compiled
def write_decks(state, tables, to_come, out):
    """How many cards are left in each deck; ``to_come``: Clue cards that the seat takes for drawn."""
    events, clues, items, wounds = np.int8(0), np.int8(0), np.int8(0), np.int8(0)  # narrow: many are counted at a time
    for event in range(st.EVENTS):
        events = np.int8(events + (state.event_place[event] == st.EVENT_DECK))
    for clue in range(st.CLUES):
        clues = np.int8(clues + (state.clue_place[clue] == st.CLUE_DECK))
    for item in range(st.ITEMS):
        items = np.int8(items + (state.item_owner[item] == st.IN_DECK))
    for wound in range(st.WOUNDS):
        wounds = np.int8(wounds + ((tables.wound_exists[wound] != 0) & (state.wound_owner[wound] < 0)))
    out[AT_DECKS] = events
    out[AT_DECKS + 1] = clues - to_come
    out[AT_DECKS + 2] = items
    out[AT_DECKS + 3] = wounds
