"""Which hero to make the active one: whose loot conditions the hand can meet."""

from __future__ import annotations

from ...core.kernel import compiled
from ..rules.events import concerns
from ..state import (
    E_DEPLOY,
    E_DISCARD,
    E_MON,
    E_PURCHASE,
    E_SELL,
    MON,
    ON_DISCARD,
    SOURCE_TRIGGERS,
)
from .worth import LOOT_WORTH

UNKNOWN_CHANCE = 0.35  # of meeting a condition that the hand does not tell about


@compiled
def active_worth(state, tables, seat, c):
    """The worth of a hero's loot conditions, each times the chance that this hand meets it."""
    total = 0.01 * tables.character_cost[c]
    for i in range(SOURCE_TRIGGERS):
        t = tables.source_triggers[c, i]
        if t >= 0 and tables.trigger_loot[t] != 0:
            total += LOOT_WORTH * chance(state, tables, seat, c, t)
    return total


@compiled
def chance(state, tables, seat, c, t):
    """How likely it is that the condition is met this turn."""
    event, wanted = tables.trigger_event[t], max(1, tables.trigger_nth[t])
    if event in (E_MON, E_PURCHASE):
        have = 1.0
        for k in range(tables.num_cards):
            if tables.card_kind[k] == MON:
                have += state.hand[seat, k] * tables.card_bonus[k, 1]
        return min(1.0, have / (wanted if event == E_MON else 3.0 * wanted))
    if event not in (E_DEPLOY, E_SELL, E_DISCARD):
        return UNKNOWN_CHANCE
    have = 0.0
    for k in range(tables.num_cards):
        if state.hand[seat, k] > 0 and tables.card_kind[k] != MON and concerns(tables, t, k):
            if event == E_DEPLOY:
                have += state.hand[seat, k]
            elif event == E_SELL:
                have += state.hand[seat, k] if tables.card_sell[k] >= 0 else 0
            elif tables.card_program[k, ON_DISCARD] >= 0 and tables.card_icon[k, ON_DISCARD] in (
                -1,
                tables.character_class[c],
            ):
                have += state.hand[seat, k]
    if event == E_DISCARD:
        have += tables.character_pays[c, 2]
    return min(1.0, have / wanted)
