"""Heroes and nemeses: where they are, their statuses, numbers that modifiers change, and Setsuko's two forms."""

from __future__ import annotations

from ...core.kernel import compiled
from ...core.rng import below
from ..state import (
    AREA,
    ASIDE,
    CARDS,
    CHARACTER_SOURCE,
    CHARACTERS,
    E_EXHAUST,
    E_RETURN,
    GONE,
    HERO_DECK,
    HERO_SLOTS,
    HEROES,
    KIND,
    MAX_SEATS,
    READY,
    REGALIUM,
    SOURCE,
    STORIES,
    T_EXCHANGE,
    T_PROGRAM,
    TREASURE,
)
from .events import emit
from .tasks import push_task
from .zones import give_to_domain, leave_hand, to_discard


# ---- places ---------------------------------------------------------------------------------------------------------
@compiled
def slot_of(state, seat, c):
    """The slot of a hero of the seat, −1 if she is not there."""
    for slot in range(HERO_SLOTS):
        if state.heroes[seat, slot] == c:
            return slot
    return -1


@compiled
def draw_character(state, tables, kind):
    """A random character of the hero deck, of one kind or of any (0); −1 if there is none. She stays where she is.

    Drawing another card after one that is shuffled back is the same as drawing among the others (R21).
    """
    count = 0
    for c in range(tables.num_characters):
        count += state.place[c] == HERO_DECK and (kind == 0 or tables.character_kind[c] == kind)
    if count == 0:
        return -1
    n = below(state.key, HEROES, state.hero_draws, count)
    state.hero_draws += 1
    for c in range(tables.num_characters):
        if state.place[c] == HERO_DECK and (kind == 0 or tables.character_kind[c] == kind):
            if n == 0:
                return c
            n -= 1
    return -1


@compiled
def leave_deck(state, c, place):
    """A character of the hero deck goes elsewhere."""
    state.place[c] = place
    state.hero_deck_size -= 1


@compiled
def to_hero_deck(state, c):
    """A character is shuffled into the hero deck."""
    state.place[c] = HERO_DECK
    state.status[c] = READY
    state.hero_deck_size += 1


@compiled
def to_area(state, tables, c):
    """A hero comes to the hero area; beyond its limit, only an instruction on a card puts her (hero cap)."""
    state.place[c] = AREA
    state.status[c] = READY
    state.area_size += 1


@compiled
def seat_hero(state, seat, slot, c):
    """A hero takes a slot of a seat."""
    state.heroes[seat, slot] = c
    state.place[c] = seat
    state.status[c] = READY


@compiled
def join(state, tables, seat, c):
    """Purchase: a hero, no longer in the area, joins a seat; with three there, one of the four has to go (R26)."""
    slot = slot_of(state, seat, -1)
    if slot >= 0:
        seat_hero(state, seat, slot, c)
        return
    state.place[c] = seat
    push_task(state, T_EXCHANGE, seat)
    state.tasks[state.task_count - 1, SOURCE] = c


@compiled
def vacate(state, tables, seat, slot):
    """R26: a hero leaves her slot, without token and equipment. Returns who goes: for an undead form the living one.

    R75: the undead form takes no part in the hero deck, so she is set aside and her living form goes in her place.
    """
    unequip(state, seat, slot)
    c = int(state.heroes[seat, slot])
    if state.active[seat] == c:
        state.active[seat] = -1
    state.heroes[seat, slot] = -1
    for living in range(tables.num_characters):
        if tables.character_other_form[living] == c:
            state.place[c] = ASIDE
            state.status[c] = READY
            return living
    return c


@compiled
def unequip(state, seat, slot):
    """Terminology, Equip: the hero's equipment goes to the discard pile."""
    if state.equipped_size[seat] == 0:
        return
    for k in range(CARDS):
        while state.equipped[seat, slot, k] > 0:
            state.equipped[seat, slot, k] -= 1
            state.equipped_size[seat] -= 1
            to_discard(state, seat, k)


# ---- statuses -------------------------------------------------------------------------------------------------------
@compiled
def exhaust_hero(state, tables, c, status, actor):
    """Terminology, Exhaust and Ravaged: the token and the equipment go. ``actor``: whose event it is, −1 none's."""
    seat = int(state.place[c])
    if seat >= tables.num_seats or state.status[c] >= status:
        return
    slot = slot_of(state, seat, c)
    unequip(state, seat, slot)
    if state.active[seat] == c:
        state.active[seat] = -1
    state.status[c] = status
    if actor >= 0:
        emit(state, tables, E_EXHAUST, actor, CHARACTER_SOURCE + c, 1)


# ---- modifiers ------------------------------------------------------------------------------------------------------
@compiled
def shared_modifier(state, tables, stat):
    """What the nemesis and the story cards change for everybody."""
    n = 0
    c = state.nemesis
    if c >= 0 and state.status[c] == READY:
        n += tables.source_stat[c, 0, stat]
    for story in range(STORIES):
        face = state.story_face[story]
        if face >= 0:
            n += tables.source_stat[CHARACTERS + 2 * story + face, 0, stat]
    return n


@compiled
def own_modifier(state, tables, seat, slot, stat):
    """What a hero and her equipment change."""
    c = int(state.heroes[seat, slot])
    n = tables.source_stat[c, 0, stat]
    if state.active[seat] == c:
        n += tables.source_stat[c, 1, stat]
    if state.equipped_size[seat] > 0:
        for k in range(CARDS):
            n += state.equipped[seat, slot, k] * tables.card_stat[k, stat]
    return n


@compiled
def modifier(state, tables, seat, stat):
    """What is changed of a number of a seat, by its ready heroes, the nemesis and the story cards."""
    n = shared_modifier(state, tables, stat)
    for slot in range(HERO_SLOTS):
        c = int(state.heroes[seat, slot])
        if c >= 0 and state.status[c] == READY:
            n += own_modifier(state, tables, seat, slot, stat)
    return n


@compiled
def fight_modifier(state, tables, c, stat):
    """What is changed of ATK or DEF of a seat's hero: by herself, her equipment, the nemesis and the story cards."""
    n = shared_modifier(state, tables, stat)
    seat = int(state.place[c])
    if seat < tables.num_seats and state.status[c] == READY:  # D44
        slot = slot_of(state, seat, c)
        if slot >= 0:
            n += own_modifier(state, tables, seat, slot, stat)
    return n


@compiled
def active_class(state, tables, seat):
    """The class of the active hero, −1 without one."""
    c = state.active[seat]
    return tables.character_class[c] if c >= 0 else -1


@compiled
def icon_fits(state, tables, seat, icon):
    """Active heroes and reinforcement skills: no icon, or that of the active hero's class."""
    return icon < 0 or icon == active_class(state, tables, seat)


# ---- returning treasures, and Setsuko -------------------------------------------------------------------------------
@compiled
def return_card(state, tables, seat, k):
    """A hand card is returned to the domain (R5)."""
    leave_hand(state, seat, k)
    give_to_domain(state, tables, k)
    returned(state, tables, seat, k)


@compiled
def returned(state, tables, seat, k):
    """The event, and R1: the owner's count of returned treasures, and Setsuko's change of form."""
    emit(state, tables, E_RETURN, seat, k, 1)
    if tables.card_kind[k] == TREASURE or tables.card_kind[k] == REGALIUM:
        state.returned[seat] += 1
        for slot in range(HERO_SLOTS):
            c = int(state.heroes[seat, slot])
            if c >= 0 and tables.character_other_form[c] >= 0:
                if state.returned[seat] >= tables.treasures_for_setsuko or tables.card_changes_setsuko[k] != 0:
                    change_form(state, tables, seat, slot)


@compiled
def change_form(state, tables, seat, slot):
    """R1: the other form takes the hero's place, keeping her state, her fight and her programs."""
    old = int(state.heroes[seat, slot])
    new = tables.character_other_form[old]
    if state.place[new] != ASIDE:
        return
    state.heroes[seat, slot] = new
    state.place[new] = seat
    state.status[new] = state.status[old]
    state.used[new] = state.used[old]
    state.place[old] = GONE
    state.status[old] = READY
    state.used[old] = 0
    if state.active[seat] == old:
        state.active[seat] = new
    for party in range(MAX_SEATS + 1):
        if state.duelist[party] == old:
            state.duelist[party] = new
    for i in range(state.task_count):
        if state.tasks[i, KIND] == T_PROGRAM and state.tasks[i, SOURCE] == CHARACTER_SOURCE + old:
            state.tasks[i, SOURCE] = CHARACTER_SOURCE + new
