"""What cards, heroes, programs and progress towards loot are worth to the scripted player, in mon, roughly."""

from __future__ import annotations

from ...core.kernel import compiled
from .. import ops
from ..rules.events import concerns
from ..state import (
    MON,
    REINFORCEMENT,
    SOURCE_TRIGGERS,
    TREASURE,
)

LOOT_WORTH = 6.0
POINT = 1.5  # a victory point


@compiled
def program_worth(state, tables, seat, start, end):
    """The instructions of a program from ``start`` on (to ``end``, or its END if that is −1), each at a flat worth."""
    total, at = 0.0, start
    while at != end and tables.code[at, 0] != ops.END:
        op, n = tables.code[at, 0], 1.0 * max(1, tables.code[at, 1])
        if op == ops.LOOT:
            total += LOOT_WORTH
        elif op == ops.DRAW:
            total += 1.5 * n
        elif op in (ops.GAIN_MON, ops.DISCOUNT, ops.DEPLOY_MORE, ops.TRADE_MORE):
            total += n
        elif op == ops.DISCARD_CARDS or op == ops.RETURN_CARDS:
            total -= 0.7 * n
        elif op == ops.EXHAUST_FIELD:
            total += -1.0 if tables.code[at, 3] == ops.SELF else 1.0
        elif op in (ops.RECOVER_FIELD, ops.CLEANSE_FIELD, ops.REFRESH, ops.BOOST_BY):
            total += 0.5
        elif op in (ops.TAKE, ops.GAIN_HERO, ops.WIN_DUEL):
            total += 3.0
        elif op == ops.DUEL:
            total += 1.0
        elif op in (ops.SEND, ops.LEAVE, ops.TIRE):
            total -= 2.0
        at += 1
    return total


@compiled
def deploy_worth(tables, k):
    """The bonuses of a card."""
    bonus = tables.card_bonus[k]
    return 1.5 * bonus[0] + bonus[1] + 2.5 * bonus[2] + 0.7 * bonus[3]


@compiled
def quality(tables, k):
    """How good it is to own a card: a mon 1, all others by cost and points."""
    if tables.card_kind[k] == MON:
        return 1.0
    return 0.6 * tables.card_cost[k] + POINT * tables.card_vp[k]


@compiled
def hero_quality(tables, c):
    """How good it is to own a hero."""
    return POINT * tables.character_vp[c] + 0.4 * tables.character_cost[c] + 0.2 * tables.character_def[c]


@compiled
def interest(state, tables, seat, event, about):
    """What one such event brings the active hero nearer to looting."""
    c = state.active[seat]
    if c < 0 or seat != state.current or not (tables.source_events[c] >> event) & 1:
        return 0.0
    total = 0.0
    for i in range(SOURCE_TRIGGERS):
        t = tables.source_triggers[c, i]
        if t >= 0 and tables.trigger_event[t] == event and tables.trigger_loot[t] != 0:
            if tables.trigger_others[t] == 0 and concerns(tables, t, about):
                total += still_worth(state, tables, t)
    return total


@compiled
def still_worth(state, tables, t):
    """A loot condition's worth for its next event: shared among those that are still missing."""
    seen, nth, limit = int(state.seen[t]), tables.trigger_nth[t], tables.trigger_limit[t]
    if nth > 0:
        return LOOT_WORTH / (nth - seen) if seen < nth else 0.0
    return LOOT_WORTH if limit == 0 or seen < limit else 0.0


@compiled
def is_treasure(tables, k):
    """Treasure or regalia."""
    return tables.card_kind[k] >= TREASURE


@compiled
def is_starter(tables, k):
    """A reinforcement of the starting decks without points: better gone."""
    return tables.card_kind[k] == REINFORCEMENT and tables.card_starters[k] > 0 and tables.card_vp[k] == 0
