"""Events and what they set off: loot conditions, passive skills, interrupts (D-rules on triggers; EFFECTS.md)."""

from __future__ import annotations

from ...core.kernel import compiled
from ..state import (
    CHARACTER_SOURCE,
    CHARACTERS,
    E_ATTACKED,
    E_START_DUEL,
    E_WIN_DUEL,
    GONE,
    HERO,
    HERO_KIND,
    HERO_SLOTS,
    QUEUE,
    READY,
    REVEAL,
    REVEAL_QUEUED,
    REWARD,
    REWARD_QUEUED,
    SOURCE,
    SOURCE_TRIGGERS,
    STORIES,
    T_POLL,
)
from .tasks import next_seat, push_program, push_task


@compiled
def emit(state, tables, event, actor, about, times):
    """Something happened ``times`` times, one after the other (R33).

    Args:
        state, tables: records.
        event: number of the event.
        actor: seat whose event it is.
        about: card, 64 + character, or −1.
        times: how often.
    """
    for _ in range(times):
        emit_one(state, tables, event, actor, about)


@compiled
def emit_one(state, tables, event, actor, about):
    """One event: whoever answers it is put in line, in the order of R40."""
    bit = 1 << event
    owner = actor
    for _ in range(tables.num_seats):
        for slot in range(HERO_SLOTS):
            c = int(state.heroes[owner, slot])
            if c >= 0 and tables.source_events[c] & bit and state.status[c] == READY:
                offer(state, tables, event, c, owner, actor, about)
        owner = next_seat(tables, owner)
    c = state.nemesis
    if c >= 0 and tables.source_events[c] & bit and state.status[c] == READY:
        offer(state, tables, event, c, actor, actor, about)
    for story in range(STORIES):
        face = state.story_face[story]
        if face >= 0 and tables.source_events[CHARACTERS + 2 * story + face] & bit:
            offer(state, tables, event, CHARACTERS + 2 * story + face, actor, actor, about)
    if tables.interrupt_events & bit and tables.num_seats > 1:
        enqueue(state, -1 - event, actor, actor, about, 1)


@compiled
def offer(state, tables, event, source, owner, actor, about):
    """One source looks at an event; its triggers that answer it are queued. Who attacks causes that one is attacked."""
    cause = state.attacker if event == E_ATTACKED else actor
    for i in range(SOURCE_TRIGGERS):
        t = tables.source_triggers[source, i]
        if t < 0:
            return
        if tables.trigger_event[t] != event or not answers(state, tables, t, source, owner, actor, about):
            continue
        before = int(state.seen[t])
        state.seen[t] = min(127, before + 1)
        nth, limit = tables.trigger_nth[t], tables.trigger_limit[t]
        if before + 1 == nth or (nth == 0 and (limit == 0 or before < limit)):
            enqueue(state, t, owner, cause, about, 1)


@compiled
def answers(state, tables, t, source, owner, actor, about):
    """Whether the trigger answers this event: whose it is, for a loot condition R18, and what it is about."""
    others = tables.trigger_others[t]
    if (others == 0 and owner != actor) or (others == 1 and owner == actor):
        return False
    if tables.trigger_loot[t] != 0:
        event = tables.trigger_event[t]
        anytime = owner != actor or event in (E_START_DUEL, E_ATTACKED, E_WIN_DUEL)
        if state.active[owner] != source or (owner != state.current and not anytime):
            return False
    return concerns(tables, t, about)


@compiled
def concerns(tables, t, about):
    """Whether class and kind of a trigger take that card or character; −1: the event is about nothing."""
    kind, cls = tables.trigger_kind[t], tables.trigger_class[t]
    if kind == 0 and cls < 0:
        return True
    if about < 0:
        return False
    if about >= CHARACTER_SOURCE:
        c = about - CHARACTER_SOURCE
        if kind != 0 and (kind != HERO_KIND or tables.character_kind[c] != HERO):
            return False
        return cls in (-1, tables.character_class[c])
    return (kind in (0, tables.card_kind[about])) and cls in (-1, tables.card_class[about])


@compiled
def enqueue(state, what, owner, actor, about, times):
    """Queues a program or a poll; what equals the last program in line is counted, not repeated."""
    if what >= 0 and state.queue_size > 0:
        row = state.queue[state.queue_size - 1]
        if row[0] == what and row[1] == owner and row[2] == actor and row[3] == about:
            row[4] += times
            return
    if state.queue_size < QUEUE:
        row = state.queue[state.queue_size]
        row[0] = what
        row[1] = owner
        row[2] = actor
        row[3] = about
        row[4] = times
        state.queue_size += 1


@compiled
def start_queued(state, tables):
    """Starts what has waited longest."""
    row = state.queue[0]
    what, owner, actor = int(row[0]), int(row[1]), int(row[2])
    row[4] -= 1
    if row[4] == 0:
        drop_first(state)
    if what < 0:
        push_task(state, T_POLL, actor)
        state.tasks[state.task_count - 1, SOURCE] = -1 - what  # the event
    elif what >= REWARD_QUEUED:
        c = what - REWARD_QUEUED
        push_program(state, tables.character_program[c, REWARD], owner, CHARACTER_SOURCE + c, actor)
    elif what >= REVEAL_QUEUED:
        c = what - REVEAL_QUEUED
        push_program(state, tables.character_program[c, REVEAL], owner, CHARACTER_SOURCE + c, actor)
    else:
        if tables.trigger_event[what] == E_ATTACKED:
            actor = state.attacker  # the event is the defending player's, the doing the attacker's
        source = int(tables.trigger_source[what])
        if source < CHARACTERS and state.place[source] == GONE and tables.character_other_form[source] >= 0:
            source = tables.character_other_form[source]  # she has changed since (R53)
        push_program(state, tables.trigger_program[what], owner, CHARACTER_SOURCE + source, actor)


@compiled
def drop_first(state):
    """The queue moves up."""
    last = state.queue_size - 1
    for i in range(last):
        for j in range(5):
            state.queue[i, j] = state.queue[i + 1, j]
    for j in range(5):
        state.queue[last, j] = 0
    state.queue_size = last
