"""Duels and battles: the chance to win one, and which card turns it."""

from __future__ import annotations

from ...core.kernel import compiled
from .. import ops
from ..rules.duel import attack_value, defense_value
from ..rules.heroes import fight_modifier
from ..state import (
    ATK,
    BATTLE_BOOST,
    DEF,
    HERO_SLOTS,
    MON,
    ON_DUEL,
    READY,
    THE_NEMESIS,
    TREASURES,
)

BOOST_OF_OTHERS = 4  # what a defender with cards in hand may add
NEMESIS_BOOST = 6  # what a removed treasure may add to a nemesis
SPARE_TREASURES = 8  # so many are needed against nemeses; each duel removes one from the game
NO_DUEL = -99  # there is nobody to fight


@compiled
def duel_chance(state, tables, seat, bonus):
    """How likely the active hero wins a duel against the weakest of those whom she may challenge."""
    c = state.active[seat]
    if c < 0:
        return 0.0
    margin = tables.character_cost[c] + fight_modifier(state, tables, c, ATK) + bonus - weakest(state, tables, seat)
    if margin < NO_DUEL // 2:
        return 0.0
    if margin > BOOST_OF_OTHERS:
        return 1.0
    return 0.7 if margin + best_boost(state, tables, seat) > BOOST_OF_OTHERS else 0.2


@compiled
def weakest(state, tables, seat):
    """The least DEF among the heroes whom a seat may challenge: active ones, or if there are none, any."""
    if tables.boss_rush != 0:
        if state.nemesis < 0 or state.status[state.nemesis] != READY:
            return -NO_DUEL
        if state.supply_size[TREASURES] + state.supply_size[TREASURES + 1] < SPARE_TREASURES:
            return -NO_DUEL
        return tables.character_def[state.nemesis] + NEMESIS_BOOST - BOOST_OF_OTHERS
    active, least = False, -NO_DUEL
    for other in range(tables.num_seats):
        for slot in range(HERO_SLOTS):
            c = int(state.heroes[other, slot])
            if other == seat or c < 0 or (active and state.active[other] != c):
                continue
            value = tables.character_def[c] + fight_modifier(state, tables, c, DEF)
            value -= BOOST_OF_OTHERS if state.hand_size[other] == 0 else 0
            if state.active[other] == c and not active:
                active, least = True, value
            least = min(least, value)
    return least


@compiled
def best_boost(state, tables, seat):
    """The highest cost of a card in hand."""
    most = 0
    for k in range(tables.num_cards):
        if state.hand[seat, k] > 0 and tables.card_kind[k] != MON:
            most = max(most, tables.card_cost[k])
    return most


@compiled
def boost_gain(state, tables, party, k):
    """What a card adds to the party's hero, by its cost and by its (duel) skills; 99 if these end the duel."""
    gain, at = tables.card_cost[k], tables.card_program[k, ON_DUEL]
    c = int(state.duelist[party])
    cls = tables.character_class[c] if c >= 0 else -1
    while at >= 0 and tables.code[at, 0] != ops.END:
        row = tables.code[at]
        at += 1
        if row[0] == ops.BOOST_BY:
            gain += row[1]
        elif row[0] == ops.WIN_DUEL or row[0] == ops.NEGATE_DUEL:
            return 99
        elif row[0] == ops.ICON or row[0] == ops.OPTION_ROW:
            at += row[2] if row[1] >= 0 and row[1] != cls else 0
        elif row[0] == ops.JUMP:
            at += row[1]
    return gain


@compiled
def missing(state, tables, seat):
    """How much the own side still lacks to win; a seat that defends a tie would lose its hero too."""
    if state.decision == BATTLE_BOOST:
        party = int(state.battle_for[seat])
        return defense_value(state, tables, THE_NEMESIS) + NEMESIS_BOOST + 1 - attack_value(state, tables, party)
    if seat != state.attacker:
        return attack_value(state, tables, state.attacker) + 1 - defense_value(state, tables, seat)
    lacking = defense_value(state, tables, state.defender) + 1 - attack_value(state, tables, seat)
    if state.defender == THE_NEMESIS and state.boost[THE_NEMESIS] == 0:
        lacking += NEMESIS_BOOST
    return lacking
