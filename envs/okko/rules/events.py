"""Events, and the programs that answer them (EFFECTS.md, *Triggers*; B56, B57).

`emit` looks through the triggers that ask for the event and queues those that answer: the source works, whose event it
is, the type of the figure, the limit. Personal Missions are counted at once, for what ends the game can fulfil them. A
row of the queue is (trigger, figure that bears it, other figure, figure of the event), −1 for nobody. Where an event
has no figure, such as ``round``, it is everybody's.
"""

from __future__ import annotations

from ...core.kernel import compiled
from .. import ops
from ..state import (
    E_ATTACK,
    E_ATTACKED,
    E_ELIMINATE,
    E_HARMED,
    E_HIT,
    E_ROLL,
    EVENT_TRIGGERS,
    GOAL_SOURCE,
    GOALS,
    KIND,
    QUEUE,
    T_ONI,
    THE_HEROES,
    THE_ONI,
    WOUND_SOURCE,
    B,
    D,
)
from .figures import matches_foe, seat_of, side_of
from .goals import count_goal
from .program import LIMIT_COLUMN, MAY_COLUMN, count_use, push_program
from .sources import after_many, bearer_of, bears, first_of_many, has_many
from .tasks import top

ANY_TILE = -1
"""In ``tables.goal_tile``: it does not matter where the Hero stands."""


# ---- who answers ----------------------------------------------------------------------------------------------------
@compiled
def emit(state, tables, event, figure, other):
    """Something happened; who answers is put in line (B57): first the side that acts, then the other, then missions.

    Args:
        state, tables: records.
        event: its number.
        figure: the figure whose event it is, −1 for none.
        other: the other figure of the event, −1 for none.
    """
    if state.over != 0 or not is_awaited(state, tables, event):
        return
    if acting_side(state) == THE_ONI:
        offer_to_agents(state, tables, event, figure, other)
        offer_to_heroes(state, tables, event, figure, other)
    else:
        offer_to_heroes(state, tables, event, figure, other)
        offer_to_agents(state, tables, event, figure, other)
    for i in range(EVENT_TRIGGERS):
        trigger = int(tables.event_triggers[event, i])
        if trigger < 0:
            return
        source = int(tables.trigger_source[trigger])
        if state.live[source] != 0 and not has_many(source) and bearer_of(state, tables, source) < 0:
            offer(state, tables, trigger, -1, figure, other)


@compiled
def is_awaited(state, tables, event):
    """Whether a source that works has a trigger for the event: a quick no to most."""
    for i in range(EVENT_TRIGGERS):
        trigger = int(tables.event_triggers[event, i])
        if trigger < 0:
            return False
        if state.live[tables.trigger_source[trigger]] != 0:
            return True
    return False


@compiled
def acting_side(state):
    """B57: the side whose activation goes on; beyond activations the Heroes, who begin them (O40)."""
    for i in range(state.task_count):
        if state.tasks[i, KIND] == T_ONI:
            return THE_ONI
    return THE_HEROES


@compiled
def offer_to_heroes(state, tables, event, figure, other):
    """B57: by seat, and within a seat by the number of the card."""
    seats = seats_that_bear(state, tables, event)
    for seat in range(1, 1 + tables.num_heroes):
        if (seats >> seat) & 1 == 0:
            continue
        for i in range(EVENT_TRIGGERS):
            trigger = int(tables.event_triggers[event, i])
            if trigger < 0:
                break
            bearer = one_bearer(state, tables, trigger, THE_HEROES)
            if bearer >= 0 and seat_of(bearer) == seat:
                offer(state, tables, trigger, bearer, figure, other)


@compiled
def seats_that_bear(state, tables, event):
    """Bits of the Heroes' seats with a bearer of a trigger for the event: most have none."""
    seats = 0
    for i in range(EVENT_TRIGGERS):
        trigger = int(tables.event_triggers[event, i])
        if trigger < 0:
            break
        bearer = one_bearer(state, tables, trigger, THE_HEROES)
        if bearer >= 0:
            seats |= 1 << seat_of(bearer)
    return seats


@compiled
def one_bearer(state, tables, trigger, side):
    """The figure of that side that alone bears the trigger's source, if that works; else −1."""
    source = int(tables.trigger_source[trigger])
    if state.live[source] == 0 or has_many(source):
        return -1
    bearer = bearer_of(state, tables, source)
    return bearer if bearer >= 0 and side_of(bearer) == side else -1


@compiled
def offer_to_agents(state, tables, event, figure, other):
    """B57: by the number of the card; a talent of a kind, or a position of a tree, for each figure that bears it."""
    for i in range(EVENT_TRIGGERS):
        trigger = int(tables.event_triggers[event, i])
        if trigger < 0:
            return
        source = int(tables.trigger_source[trigger])
        if state.live[source] != 0 and has_many(source):
            for bearer in range(first_of_many(tables, source), after_many(tables, source)):
                if bears(state, tables, source, bearer):
                    offer(state, tables, trigger, bearer, figure, other)
        else:
            bearer = one_bearer(state, tables, trigger, THE_ONI)
            if bearer >= 0:
                offer(state, tables, trigger, bearer, figure, other)


@compiled
def offer(state, tables, trigger, bearer, figure, other):
    """A bearer looks at an event; if its trigger answers, it is queued, or counted for a Personal Mission."""
    if not answers(state, tables, trigger, bearer, figure, other):
        return
    source = int(tables.trigger_source[trigger])
    if GOAL_SOURCE <= source < WOUND_SOURCE:
        if on_goal_tile(state, tables, source):
            count_goal(state, tables, bearer, 1)
    elif state.queue_size < QUEUE:
        row = state.queue[state.queue_size]
        row[0] = trigger
        row[1] = bearer
        row[2] = other
        row[3] = figure
        state.queue_size += 1


@compiled
def answers(state, tables, trigger, bearer, figure, other):
    """Whether a trigger that works answers the event: ``whose``, ``foe`` and ``limit`` (EFFECTS.md)."""
    event, whose, foe = tables.trigger[trigger, 0], tables.trigger[trigger, 1], tables.trigger[trigger, 2]
    if figure >= 0 and bearer >= 0:
        if whose == ops.OWN and figure != bearer:
            return False
        if whose == ops.FRIEND and side_of(figure) != side_of(bearer):
            return False
        if whose == ops.FOE and side_of(figure) == side_of(bearer):
            return False
    if not matches_foe(state, tables, foe, other if has_other(event) else figure):
        return False
    return within_limit(state, tables, trigger)


@compiled
def has_other(event):
    """Whether ``foe`` of a trigger asks for the type of the event's other figure, not of its own."""
    return event in (E_ATTACK, E_ATTACKED, E_ROLL, E_HIT, E_ELIMINATE)


@compiled
def within_limit(state, tables, trigger):
    """Whether the trigger may still be carried out in this round."""
    limit = tables.trigger[trigger, LIMIT_COLUMN]
    return limit == 0 or state.fired[trigger] < limit


@compiled
def on_goal_tile(state, tables, source):
    """Whether the Hero stands on the Tile that the Personal Mission names, if it names one."""
    hero, goal = (source - GOAL_SOURCE) // GOALS, (source - GOAL_SOURCE) % GOALS
    tile = tables.goal_tile[hero, goal]
    return tile == ANY_TILE or (state.at[hero] >= 0 and tables.space_tile[state.at[hero]] == tile)


# ---- working the queue off ------------------------------------------------------------------------------------------
@compiled
def start_queued(state, tables):
    """Starts the program that has waited longest, if its limit still allows it.

    B56: who has been eliminated by what harmed it answers that no more.
    """
    row = state.queue[0]
    trigger, bearer, other, figure = int(row[0]), int(row[1]), int(row[2]), int(row[3])
    drop_first(state)
    if not within_limit(state, tables, trigger):
        return
    if tables.trigger[trigger, 0] == E_HARMED and bearer >= 0 and state.at[bearer] < 0:
        return
    push_program(state, tables.trigger[trigger, 5], tables.trigger_source[trigger], bearer, other)
    task = top(state)
    task[D] = trigger
    if bearer < 0 and figure >= 0:
        task[B] = seat_of(figure)  # of a mission: whose event it is makes the choices
    if tables.trigger[trigger, MAY_COLUMN] == 0:
        count_use(state, tables, trigger)


@compiled
def drop_first(state):
    """The queue moves up."""
    last = state.queue_size - 1
    for i in range(last):
        for j in range(4):
            state.queue[i, j] = state.queue[i + 1, j]
    for j in range(4):
        state.queue[last, j] = 0
    state.queue_size = last
