"""Set-up (RB Setup, The Domain; R2, R3, R6, R7, R21, R24, R28–R30)."""

from __future__ import annotations

import numpy as np

from ...core.kernel import compiled
from ...core.rng import below
from ...core.stack import push
from .. import actions as act
from ..state import (
    AREA,
    CARDS,
    CHARACTERS,
    FIRST_PLAYER,
    GONE,
    HERO,
    HERO_DECK,
    HERO_SLOTS,
    NEMESES,
    NEMESIS,
    NINJA,
    SAMURAI,
    STAGE,
    START_HERO,
    STORIES,
    T_SETUP,
    T_TURN,
)
from .domain import meet_nemesis
from .heroes import draw_character, leave_deck, seat_hero, to_area
from .tasks import pop_task, push_task
from .zones import fill_pool, lose_petals


@compiled
def blank(state):
    """Zeroes all, and −1 where nothing is."""
    state.decisions = 0
    state.turn = 0
    state.over = 0
    state.truncated = 0
    state.foul = 0
    state.depth = 0
    state.stack[:, :] = 0
    state.seat = 0
    state.decision = 0
    state.turn_decisions = 0
    state.last_petal = 0
    state.supply_size[:] = 0
    state.pool[:, :] = -1
    state.pile[:, :] = -1
    state.pile_size[:] = 0
    state.removed[:] = 0
    state.status[:] = 0
    state.used[:] = 0
    state.heroes[:, :] = -1
    state.active[:] = -1
    state.hero_deck_size = 0
    state.area_size = 0
    state.returned[:] = 0
    state.nemesis = -1
    state.hit_points = 0
    state.wounds[:] = 0
    state.wound_cards[:] = 0
    state.fought = 0
    state.hero_bought = 0
    state.beaten = 0
    state.hand[:, :] = 0
    state.deck[:, :] = 0
    state.discard[:, :] = 0
    state.field[:, :, :] = 0
    state.equipped[:, :, :] = 0
    state.equipped_size[:] = 0
    state.shown[:, :] = 0
    state.hand_size[:] = 0
    state.deck_size[:] = 0
    state.discard_size[:] = 0
    state.story_face[:] = -1


@compiled
def blank_turn(state):
    """What a turn and its duels are blank of."""
    state.mon = 0
    state.deployments = 0
    state.trade_points = 0
    state.discount = 0
    state.deployed[:] = 0
    state.seen[:] = 0
    state.attacker = -1
    state.defender = -1
    state.duelist[:] = -1
    state.boost[:] = 0
    state.forced[:] = 0
    state.duel_winner = -1
    state.battle_for[:] = -1
    state.battle_card[:] = -1
    state.tasks[:, :] = 0
    state.task_count = 0
    state.queue[:, :] = 0
    state.queue_size = 0
    state.draws[:] = 0
    state.deck_draws[:] = 0
    state.hero_draws = 0


@compiled
def set_up(state, tables, key):
    """Everything up to the first decision; with beginners' heroes these are chosen first (R28)."""
    blank(state)
    blank_turn(state)
    state.key = np.uint64(key)
    state.first = below(state.key, FIRST_PLAYER, 0, tables.num_seats)
    state.current = state.first
    state.petals = tables.petals_start
    for story in range(STORIES):
        state.story_face[story] = 0 if tables.stories[story] != 0 else -1
    lay_out_domain(state, tables)
    sort_characters(state, tables)
    push_task(state, T_SETUP, state.first)
    if tables.beginner != 0:
        return
    for seat in range(tables.num_seats):
        s = (state.first + seat) % tables.num_seats
        for slot in range(HERO_SLOTS if tables.boss_rush != 0 else 1):
            c = draw_hero(state, tables)
            if c >= 0:
                seat_hero(state, s, slot, c)
    begin(state, tables)


@compiled
def lay_out_domain(state, tables):
    """The Domain: decks, pools; the starting decks of ten cards."""
    for k in range(CARDS):
        state.supply[k] = tables.card_copies[k]
        if tables.card_copies[k] > 0:
            state.supply_size[tables.card_deck[k]] += tables.card_copies[k]
        n = tables.card_starters[k]
        for seat in range(tables.num_seats):
            state.deck[seat, k] = n
            state.deck_size[seat] += n
    fill_pool(state, tables, SAMURAI)
    fill_pool(state, tables, NINJA)


@compiled
def sort_characters(state, tables):
    """The hero deck; of the nemeses so many as the variant takes, by chance (R24)."""
    count = 0
    for c in range(CHARACTERS):
        state.place[c] = tables.character_place[c]
        count += state.place[c] == HERO_DECK and tables.character_kind[c] == NEMESIS
        state.hero_deck_size += state.place[c] == HERO_DECK
    wanted = 5 if tables.boss_rush != 0 else tables.nemeses_in_deck
    i = 0
    while count > wanted:
        n = below(state.key, NEMESES, i, count)
        for c in range(CHARACTERS):
            if state.place[c] == HERO_DECK and tables.character_kind[c] == NEMESIS:
                if n == 0:
                    leave_deck(state, c, GONE)
                    break
                n -= 1
        count -= 1
        i += 1


@compiled
def draw_hero(state, tables):
    """A random hero leaves the deck, nemeses being shuffled back (R21); −1 if there is none."""
    c = draw_character(state, tables, HERO)
    if c >= 0:
        leave_deck(state, c, AREA)
    return c


@compiled
def legal_start_hero(state, tables, mask):
    """R28: the six of the beginners' variant that are left."""
    for c in range(tables.num_characters):
        if tables.character_beginner[c] != 0 and state.place[c] >= tables.num_seats and state.place[c] != GONE:
            mask[act.HERO_NAME + c] = 1


@compiled
def advance_setup(state, tables):
    """R28: the last player chooses first."""
    task = state.tasks[state.task_count - 1]
    n = tables.num_seats
    if task[STAGE] < n:
        push(state, START_HERO, (state.first + n - 1 - task[STAGE]) % n)
    else:
        begin(state, tables)


@compiled
def play_start_hero(state, tables, c):
    """R28: if the undead form is taken, the living one leaves the hero deck."""
    if state.place[c] == HERO_DECK:
        leave_deck(state, c, AREA)
    seat_hero(state, state.seat, 0, c)
    for other in range(tables.num_characters):
        if tables.character_other_form[other] == c and state.place[other] == HERO_DECK:
            leave_deck(state, other, GONE)
    state.tasks[state.task_count - 1, STAGE] += 1


@compiled
def begin(state, tables):
    """The first hero is revealed, the petals of all face-up heroes fall (R3), the first turn begins."""
    pop_task(state)
    if tables.boss_rush != 0:
        for c in range(tables.num_characters):  # R29: no heroes but the three
            if state.place[c] == HERO_DECK and tables.character_kind[c] == HERO:
                leave_deck(state, c, GONE)
    c = draw_character(state, tables, NEMESIS if tables.boss_rush != 0 else HERO)
    petals = 0
    if c >= 0:
        leave_deck(state, c, AREA)
        to_area(state, tables, c)
        petals = tables.character_petals[c]
    if tables.boss_rush == 0:
        for seat in range(tables.num_seats):
            petals += tables.character_petals[state.heroes[seat, 0]]
    push_task(state, T_TURN, state.first)
    lose_petals(state, tables, petals)
    if tables.boss_rush != 0 and c >= 0:
        meet_nemesis(state, tables, c)
