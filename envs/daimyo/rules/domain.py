"""The hero area and the nemesis: revealing, sending back, defeating (hero cap, nemesis system, Boss Rush)."""

from __future__ import annotations

from ...core.kernel import compiled
from ..state import (
    AREA,
    BEATEN,
    CARDS,
    CHARACTER_SOURCE,
    E_BEATEN,
    E_REVEAL,
    HERO,
    NEMESIS,
    READY,
    REVEAL,
    REVEAL_QUEUED,
    REWARD,
    REWARD_QUEUED,
)
from .events import emit, enqueue
from .heroes import draw_character, leave_deck, to_area, to_hero_deck
from .tasks import next_seat, push_battle
from .zones import lose_petals, remove_petals


@compiled
def area_has_room(state, tables):
    """Hero cap: as many heroes as players; a nemesis counts as one."""
    return state.area_size < tables.num_seats


@compiled
def reveal_hero(state, tables):
    """End phase: the top card of the hero deck comes to the area, its petals fall. One nemesis at a time (R21)."""
    c = draw_character(state, tables, HERO if state.nemesis >= 0 else 0)
    if c < 0:
        return
    leave_deck(state, c, AREA)
    to_area(state, tables, c)
    remove_petals(state, tables, state.current, tables.character_petals[c])
    emit(state, tables, E_REVEAL, state.current, CHARACTER_SOURCE + c, 1)
    if tables.character_kind[c] == NEMESIS:
        meet_nemesis(state, tables, c)
        if tables.boss_rush == 0:
            push_battle(state, state.current)


@compiled
def send_off(state, tables, c):
    """Purchase: a hero that is given away goes to the hero area, or if that is full into the hero deck."""
    if area_has_room(state, tables):
        to_area(state, tables, c)
    else:
        to_hero_deck(state, c)


@compiled
def meet_nemesis(state, tables, c):
    """Nemesis system: her hit points are marked (R24), her reveal skill runs."""
    state.nemesis = c
    state.wounds[:] = 0
    if tables.boss_rush != 0:
        state.hit_points = tables.character_boss_hit_points[c]
    else:
        state.hit_points = tables.num_seats + tables.character_extra_hit[c]
    if tables.character_program[c, REVEAL] >= 0:
        enqueue(state, REVEAL_QUEUED + c, state.current, state.current, CHARACTER_SOURCE + c, 1)


@compiled
def wound(state, tables, seat):
    """Nemesis battle 3: a won duel takes one hit point."""
    if state.hit_points > 0:
        state.hit_points -= 1
    state.wounds[seat] += 1


@compiled
def defeat(state, tables):
    """The nemesis is defeated: she leaves the field; who wounded her gets the reward (R22: in seat order)."""
    c = state.nemesis
    state.place[c] = BEATEN
    state.status[c] = READY
    state.nemesis = -1
    state.area_size -= 1
    state.beaten += 1
    state.hit_points = 0
    first = -1
    seat = state.current
    for _ in range(tables.num_seats):
        if state.wounds[seat] > 0 or tables.boss_rush != 0:
            if first < 0:
                first = seat
            if tables.character_program[c, REWARD] >= 0:
                enqueue(state, REWARD_QUEUED + c, seat, seat, CHARACTER_SOURCE + c, 1)
        seat = next_seat(tables, seat)
    state.wounds[:] = 0
    if tables.boss_rush != 0:
        regain(state, tables, c)
    if first >= 0:
        emit(state, tables, E_BEATEN, first, CHARACTER_SOURCE + c, 1)


@compiled
def regain(state, tables, c):
    """R29: petals come back; the treasures under the nemesis go to their decks; all beaten: the game ends."""
    state.petals = min(tables.petals_start, state.petals + tables.character_boss_hit_points[c])
    for k in range(CARDS):
        if state.wound_cards[k] > 0:
            state.supply[k] += state.wound_cards[k]
            state.supply_size[tables.card_deck[k]] += state.wound_cards[k]
            state.wound_cards[k] = 0
    if state.hero_deck_size == 0:
        state.over = 1


@compiled
def nemesis_attacks(state, tables):
    """Boss Rush, Flow of the game: after the player's turn her petals fall, unless she is exhausted."""
    c = state.nemesis
    if c >= 0 and state.status[c] == READY:
        lose_petals(state, tables, tables.character_petals[c])
