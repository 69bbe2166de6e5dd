"""Chapter 22: Mission Tiles, schemes, objectives (O218 to O223, A42, B89, B90, B92).

Effects only count (`progress`; Personal Missions: goals.py). Whether an Objective is completed is looked at by
`check_missions`, after every Action and in step 9 of the end phase.
"""

from __future__ import annotations

from ...core.kernel import compiled
from ..state import BLUE, BY_SCHEME, MISSION_MEMOIR, MISSIONS, RED, THE_HEROES, THE_ONI
from .battle import begin_battle
from .memoirs import add_memoir, close_game
from .sources import refresh_sources

MOST = 99
"""The most progress that content may ask for."""


@compiled
def open_mission(state, tables, mission):
    """B89: the mission is in this game and not completed."""
    return tables.mission_exists[mission] != 0 and state.completed[mission] == 0


@compiled
def progress(state, tables, mission, side, n):
    """B90: n steps of a mission for a side, as long as it is open (B89).

    Args:
        state, tables: records.
        mission: its number.
        side: THE_HEROES or THE_ONI.
        n: steps.
    """
    if open_mission(state, tables, mission):
        state.progress[mission, side] = min(MOST, int(state.progress[mission, side]) + n)


@compiled
def reached(state, tables, mission, side):
    """O219: what the side must do for the mission is done."""
    needs = tables.mission_needs[mission, side]
    return needs > 0 and state.progress[mission, side] >= needs


@compiled
def check_missions(state, tables, side):
    """B90: completes what is due, in the order of the scenario.

    Args:
        state, tables: records.
        side: whose turn it is, whom it counts for if both have done it; in step 9 the Oni.
    """
    for mission in range(MISSIONS):
        if state.over == 0 and open_mission(state, tables, mission):
            if reached(state, tables, mission, side):
                complete(state, tables, mission, side)
            elif reached(state, tables, mission, THE_ONI + THE_HEROES - side):
                complete(state, tables, mission, THE_ONI + THE_HEROES - side)


@compiled
def complete(state, tables, mission, side):
    """O220, B89: the side's Recollection is added and the mission over; A42, B92: what else completing it brings."""
    colour = RED if side == THE_ONI else BLUE
    state.completed[mission] = colour
    if tables.mission_size[mission] >= 0:
        add_memoir(state, tables, MISSION_MEMOIR + mission, colour)
    refresh_sources(state, tables)
    if tables.mission_decides[mission] != 0:
        close_game(state, tables, 1 + side)
    elif tables.mission_scheme[mission] != 0 and side == THE_ONI:
        begin_battle(state, tables, BY_SCHEME)
