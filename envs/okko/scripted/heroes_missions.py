"""What events are worth to the Heroes: Mission Tiles, objectives, Personal Missions (chapters 22 and 23)."""

from __future__ import annotations

from ...core.kernel import compiled
from .. import ops
from ..rules.events import on_goal_tile, within_limit
from ..rules.figures import matches_foe
from ..rules.memoirs import worth
from ..rules.missions import open_mission
from ..state import (
    ALARM,
    E_ALARM,
    EVENT_TRIGGERS,
    GOAL_SOURCE,
    GOALS,
    HERO_MEMOIR,
    HEROES,
    MISSION_MEMOIR,
    MISSION_SOURCE,
    THE_HEROES,
    WOUND_SOURCE,
)
from . import heroes_style as style


@compiled
def step_worth(state, tables, mission, side):
    """What one step of a mission is worth to the Heroes: above 0 if it is theirs, below if it is the Oni's."""
    needs = int(tables.mission_needs[mission, side])
    if needs <= 0 or not open_mission(state, tables, mission):
        return 0.0
    if tables.mission_decides[mission] != 0:
        whole = style.DECISION
    else:
        whole = style.MISSION * worth(tables, MISSION_MEMOIR + mission)
    return (whole if side == THE_HEROES else -0.6 * whole) / needs


@compiled
def holds(state, tables, row, figure):
    """Whether a condition of a program holds; what cannot be told is taken for true."""
    if row[1] == ops.IF_ROUND:
        return state.turn + 1 >= row[2]
    if row[1] == ops.IF_ALARM:
        return state.alarm != 0
    if row[1] == ops.IF_BATTLE:
        return state.battle != 0
    if row[1] == ops.IF_WOUNDED:
        return figure >= 0 and state.damage[figure] > 0
    if row[1] == ops.IF_CLASS:
        return 0 <= figure < HEROES and tables.hero_class[figure] == row[2]
    if row[1] == ops.IF_HEROES:
        return state.alive.sum() >= row[2]
    return True


@compiled
def skipped(state, tables, row, figure):
    """Rows that are passed over after this one: blocks that are not carried out; of alternatives the first is."""
    if row[0] == ops.IF and not holds(state, tables, row, figure):
        return int(row[3])
    if row[0] == ops.JUMP:
        return int(row[1])
    if row[0] == ops.CHOOSE:
        return 1
    return int(row[2]) if row[0] == ops.OPTION else 0


@compiled
def progress_worth(state, tables, start, mission):
    """What the steps in a mission's program are worth."""
    total, i = 0.0, int(start)
    while i >= 0 and tables.code[i, 0] != ops.END:
        row = tables.code[i]
        if row[0] == ops.PROGRESS:
            total += row[2] * step_worth(state, tables, mission, int(row[1]))
        i += 1 + skipped(state, tables, row, -1)
    return total


@compiled
def event_worth(state, tables, event, hero, other):
    """What it is worth to the Heroes that an event happens once.

    Args:
        state, tables: records.
        event: its number.
        hero: whose event it is.
        other: the figure that ``foe`` of triggers is about, −1 nobody.
    """
    total = 0.0
    for i in range(EVENT_TRIGGERS):
        trigger = int(tables.event_triggers[event, i])
        if trigger < 0:
            break
        source = int(tables.trigger_source[trigger])
        if source < MISSION_SOURCE or source >= WOUND_SOURCE or state.live[source] == 0:
            continue
        row = tables.trigger[trigger]
        if not matches_foe(state, tables, row[2], other) or not within_limit(state, tables, trigger):
            continue
        if source < GOAL_SOURCE:
            total += progress_worth(state, tables, row[5], source - MISSION_SOURCE)
            continue
        bearer = (source - GOAL_SOURCE) // GOALS
        if (bearer == hero or row[1] != ops.OWN) and tables.investigation != 0:
            if on_goal_tile(state, tables, source):
                needs = tables.goal_needs[bearer, state.goal[bearer]]
                total += worth(tables, HERO_MEMOIR + bearer) / max(1, needs)
    return total


@compiled
def alarm_worth(state, tables):
    """What the alarm costs the Heroes, once: below 0."""
    if state.alarm != 0:
        return 0.0
    from_missions = event_worth(state, tables, E_ALARM, -1, -1)
    return from_missions - (worth(tables, ALARM) if tables.investigation != 0 else 0)
