"""What figures, Wounds and steps of missions are worth to the Oni (weights: `oni_style`)."""

from __future__ import annotations

from ...core.kernel import compiled
from .. import ops
from ..rules.figures import matches_foe, printed
from ..state import (
    DEMON,
    E_ELIMINATED,
    EVENT_TRIGGERS,
    HAND,
    HEROES,
    LIEUTENANT,
    MISSION_SOURCE,
    MISSIONS,
    NO_BATTLE,
    RIGHT,
    STAMINA,
    TECHNIQUES,
    THE_ONI,
    WOUNDS,
)
from . import oni_style as style


# ---- opponents ------------------------------------------------------------------------------------------------------
@compiled
def wounds_held(state, hero):
    """Wounds in a Hero's hand; before the reveal those laid too, which the Oni does not know from them (A40)."""
    count = 0
    for wound in range(WOUNDS):
        if state.wound_owner[wound] == hero:
            place = state.wound_place[wound]
            count += place == HAND or (place == RIGHT and state.phase == TECHNIQUES)
    return count


@compiled
def wound_worth(state, tables, hero):
    """Of the next Wound that the Hero draws."""
    held = wounds_held(state, hero)
    value = style.WOUND * (1.0 + style.NEXT_WOUND * held)
    if held + 1 >= tables.wounds_to_eliminate:
        value += event_steps(state, tables, E_ELIMINATED, hero)
        if state.battle != NO_BATTLE:
            value += style.LAST_WOUND
        if tables.investigation == 0:
            value += style.LAST_WOUND
    return value


@compiled
def part(damage, stamina):
    """How much of a Wound's worth so many Damage tokens have: the last ones before it count most."""
    x = min(1.0, damage / stamina)
    return 0.5 * x + 0.5 * x * x + style.SPARE_TOKEN * max(0.0, min(1.0, damage / stamina - 1.0))


@compiled
def harm_worth(state, tables, figure, n):
    """Of n Damage tokens more on an opponent."""
    stamina = max(1, printed(state, tables, figure, STAMINA))
    before = int(state.damage[figure])
    if figure >= HEROES:
        return style.COMPANION * (min(n, stamina - before) / stamina)
    return wound_worth(state, tables, figure) * (part(before + n, stamina) - part(before, stamina))


# ---- agents ---------------------------------------------------------------------------------------------------------
@compiled
def life_worth(state, tables, figure):
    """What the Oni would lose with an agent: the figure, and steps of missions that the Heroes gain by it."""
    rank = tables.kind_rank[tables.figure_kind[figure]]
    value = style.DEMON if rank == DEMON else style.LIEUTENANT if rank == LIEUTENANT else style.MINION
    return value - event_steps(state, tables, E_ELIMINATED, figure)


@compiled
def heal_worth(state, tables, figure, n):
    """Of up to n Damage tokens less on an agent."""
    stamina = max(1, printed(state, tables, figure, STAMINA))
    return life_worth(state, tables, figure) * (min(n, int(state.damage[figure])) / stamina)


# ---- missions -------------------------------------------------------------------------------------------------------
@compiled
def step_worth(state, tables, mission, side, n):
    """To the Oni, of n steps of a mission for a side; the last ones count most."""
    needs = tables.mission_needs[mission, side]
    if tables.mission_exists[mission] == 0 or state.completed[mission] != 0 or needs <= 0:
        return 0.0
    whole = style.DECISION if tables.mission_decides[mission] != 0 else style.MISSION
    if tables.mission_size[mission] < 0 and tables.mission_decides[mission] == 0:
        whole *= 0.1
    done = state.progress[mission, side] / needs
    value = whole * min(1.0 - done, n / needs) * (0.6 + 0.8 * done)
    return value if side == THE_ONI else -value


@compiled
def event_steps(state, tables, event, figure):
    """To the Oni, of the steps of missions that answer an event.

    Args:
        state, tables: records.
        event: its number.
        figure: whom it is about: whose event it is, of E_ELIMINATED who is eliminated; −1 nobody.
    """
    total = 0.0
    for i in range(EVENT_TRIGGERS):
        trigger = int(tables.event_triggers[event, i])
        if trigger < 0:
            break
        mission = int(tables.trigger_source[trigger]) - MISSION_SOURCE
        if mission < 0 or mission >= MISSIONS or state.live[mission + MISSION_SOURCE] == 0:
            continue
        row = tables.trigger[trigger]
        if (row[4] > 0 and state.fired[trigger] >= row[4]) or not matches_foe(state, tables, int(row[2]), figure):
            continue
        total += program_steps(state, tables, mission, int(row[5]))
    return total


@compiled
def program_steps(state, tables, mission, at):
    """To the Oni, of the steps in a mission's program; of alternatives the first that holds by the living Heroes."""
    total = 0.0
    while at >= 0 and tables.code[at, 0] != ops.END:
        row = tables.code[at]
        at += 1
        if row[0] == ops.PROGRESS:
            total += step_worth(state, tables, mission, int(row[1]), int(row[2]))
        elif row[0] == ops.JUMP:
            at += row[1]
        elif row[0] == ops.IF and row[1] == ops.IF_HEROES and living(state) < row[2]:
            at += row[3]
    return total


@compiled
def living(state):
    """How many Heroes live."""
    count = 0
    for hero in range(HEROES):
        count += state.alive[hero] != 0
    return count
