"""Which hero to make the active one: whose loot conditions this hand can meet."""

from __future__ import annotations

from ...core.kernel import compiled
from .. import ops
from ..rules.events import concerns
from ..state import (
    ACTION,
    DEPLOYMENTS,
    E_CLEANSE,
    E_DEPLOY,
    E_DISCARD,
    E_DRAW,
    E_EXHAUST,
    E_MON,
    E_PETALS,
    E_PURCHASE,
    E_RECOVER,
    E_REFRESH,
    E_RETURN,
    E_REVEAL,
    E_SELL,
    E_START_DUEL,
    E_TRADE,
    HERO_SLOTS,
    MON,
    MON_START,
    ON_DEPLOY,
    ON_DISCARD,
    ON_RETURN,
    SOURCE_TRIGGERS,
)
from .worth import is_treasure

UNKNOWN_CHANCE = 0.3  # of meeting a condition that the hand does not tell about


@compiled
def active_worth(state, tables, seat, style, c):
    """A hero's loot conditions, each times the chance that this hand meets it, and what she does as the active one."""
    total = 0.01 * tables.character_cost[c]
    total += 1.5 * tables.source_stat[c, 1, DEPLOYMENTS] + tables.source_stat[c, 1, MON_START]
    plays = deployable(state, tables, seat, c)
    for i in range(SOURCE_TRIGGERS):
        t = tables.source_triggers[c, i]
        if t >= 0 and tables.trigger_loot[t] != 0:
            total += style.loot * chance(state, tables, seat, c, t, plays)
    for k in range(tables.num_cards):
        if state.hand[seat, k] > 0 and tables.card_program[k, ON_DEPLOY] >= 0:
            row = tables.code[tables.card_program[k, ON_DEPLOY]]
            total += 0.7 * (row[0] == ops.ICON and row[1] == tables.character_class[c])
    return total


@compiled
def deployable(state, tables, seat, c):
    """How many cards of the hand can be deployed, one after the other."""
    n = 1.0 + tables.source_stat[c, 1, DEPLOYMENTS]
    for k in range(tables.num_cards):
        if state.hand[seat, k] > 0:
            n += state.hand[seat, k] * tables.card_bonus[k, 2]
    return n


@compiled
def chance(state, tables, seat, c, t, plays):
    """How likely it is that the condition is met this turn: so many events against those that it asks for."""
    event, wanted = tables.trigger_event[t], max(1, tables.trigger_nth[t])
    if tables.trigger_others[t] == 1:
        return UNKNOWN_CHANCE
    if event == E_REVEAL:
        return 0.8 if tables.boss_rush == 0 else 0.0
    have, cards = 0.0, 0.0
    for k in range(tables.num_cards):
        n = state.hand[seat, k]
        if n > 0:
            one = by_card(tables, c, t, event, k)
            have += n * one
            cards += n * (one > 0.0 and tables.card_kind[k] != MON)
    if event in (E_SELL, E_DISCARD, E_RETURN):
        have = max(0.0, have - plays)  # the others will be deployed
    elif cards > plays:
        have *= plays / cards
    if event == E_MON:
        have += tables.source_stat[c, 1, MON_START]
    elif event == E_PETALS and tables.boss_rush == 0:
        have += 0.7  # a hero is revealed in the end phase
    elif event == E_PURCHASE:
        have /= 4.0
    for slot in range(HERO_SLOTS):
        own = int(state.heroes[seat, slot])
        if own >= 0 and (own == c or tables.character_must_be_active[own] == 0):
            have += tables.character_uses[own] * program_events(tables, c, event, tables.character_program[own, ACTION])
            have += 1.0 * (event == E_DISCARD) * tables.character_uses[own] * tables.character_pays[own, 2]
    return min(1.0, have / wanted)


@compiled
def by_card(tables, c, t, event, k):
    """How many such events a card of the hand can bring about."""
    bonus = tables.card_bonus[k]
    if event in (E_MON, E_PURCHASE):
        return 1.0 * bonus[1]
    if tables.card_kind[k] == MON:
        return 0.0
    if event == E_DEPLOY:
        return 1.0 * concerns(tables, t, k)
    if event == E_SELL:
        return 1.0 * (tables.card_sell[k] >= 0 and concerns(tables, t, k))
    n = 0.0
    if event == E_DRAW:
        n = 1.0 * bonus[0]
    elif event == E_TRADE:
        n = 0.5 * bonus[3] + 0.5 * is_treasure(tables, k)
    elif event == E_PETALS:
        n = 1.0 * tables.card_petals[k]
    elif (event == E_DISCARD and skill_open(tables, c, k, ON_DISCARD)) or (
        event == E_RETURN and skill_open(tables, c, k, ON_RETURN)
    ):
        n = 1.0 * concerns(tables, t, k)
    for timing in (ON_DEPLOY, ON_DISCARD):
        n = max(n, program_events(tables, c, event, tables.card_program[k, timing]))
    return n


@compiled
def skill_open(tables, c, k, timing):
    """Whether the card has such a skill that the class of the hero allows."""
    return tables.card_program[k, timing] >= 0 and tables.card_icon[k, timing] in (-1, tables.character_class[c])


@compiled
def program_events(tables, c, event, start):
    """How many such events a program brings about under this active hero."""
    if event == E_DISCARD:
        op = ops.DISCARD_CARDS
    elif event == E_RETURN:
        op = ops.RETURN_CARDS
    elif event == E_DRAW:
        op = ops.DRAW
    elif event == E_MON:
        op = ops.GAIN_MON
    elif event == E_EXHAUST:
        op = ops.EXHAUST_FIELD
    elif event == E_RECOVER:
        op = ops.RECOVER_FIELD
    elif event == E_CLEANSE:
        op = ops.CLEANSE_FIELD
    elif event == E_REFRESH:
        op = ops.REFRESH
    elif event == E_PETALS:
        op = ops.REMOVE_PETALS
    elif event == E_START_DUEL:
        op = ops.DUEL
    else:
        return 0.0
    total, at = 0.0, start
    while at >= 0 and tables.code[at, 0] != ops.END:
        row = tables.code[at]
        at += 1
        if row[0] == op:
            total += 1.0 if op in (ops.DUEL, ops.REFRESH) else max(1, row[1])
        elif row[0] == ops.ICON and row[1] >= 0 and row[1] != tables.character_class[c]:
            at += row[2]
    return total
