"""What cards, heroes, treasure decks and progress towards loot are worth, in mon, roughly."""

from __future__ import annotations

from ...core.kernel import compiled
from ..rules.events import concerns
from ..rules.standing import victory_points
from ..state import (
    MON,
    REINFORCEMENT,
    SOURCE_TRIGGERS,
    TREASURE,
)

UNKNOWN = -2  # what an event is about, where it is not known beforehand


# ---- the game --------------------------------------------------------------------------------------------------------
@compiled
def time_left(state, tables):
    """The share of the game that is still to come, by the petals; alone they come back, and there is always time."""
    if tables.boss_rush != 0:
        return 1.0
    return state.petals / tables.petals_start


@compiled
def lead(state, tables, seat):
    """1 for a seat ahead of all others, −1 for one behind, 0 for a tie."""
    own, best = victory_points(state, tables, seat), 0
    for other in range(tables.num_seats):
        if other != seat:
            best = max(best, victory_points(state, tables, other))
    return 1.0 * (own > best) - 1.0 * (own < best)


@compiled
def petal_worth(state, tables, seat, style, n):
    """Of n petals that fall: whoever is ahead likes it; alone they are what one lives on."""
    if n == 0:
        return 0.0
    if tables.boss_rush != 0:
        return -0.5 * n
    return n * (style.petal + style.lead * lead(state, tables, seat))


@compiled
def deck_mean(state, tables, deck, values):
    """The mean over the cards left in a domain deck of what ``values`` say of each; 0 for an empty one."""
    total = 0.0
    for k in range(tables.num_cards):
        if tables.card_deck[k] == deck:
            total += state.supply[k] * values[k]
    return total / max(1, state.supply_size[deck])


# ---- cards and heroes ------------------------------------------------------------------------------------------------
@compiled
def deploy_worth(tables, style, k):
    """The bonuses of a card."""
    bonus = tables.card_bonus[k]
    return 1.5 * bonus[0] + bonus[1] + 2.5 * bonus[2] + style.trade_point * bonus[3]


@compiled
def points(tables, k):
    """Victory points of a card as far as they count: alone, only those of treasures harm a nemesis."""
    if tables.boss_rush != 0 and tables.card_kind[k] < TREASURE:
        return 0
    return tables.card_vp[k]


@compiled
def quality(state, tables, style, k):
    """How good it is to own a card: its points, and for the time that is left what it costs and gives."""
    if tables.card_kind[k] == MON:
        return 1.0
    use = style.engine * tables.card_cost[k] + style.bonus * deploy_worth(tables, style, k)
    return style.point * points(tables, k) + time_left(state, tables) * (use - style.junk)


@compiled
def hero_quality(state, tables, style, c):
    """How good it is to own a hero."""
    strength = 0.4 * tables.character_cost[c] + 0.2 * tables.character_def[c]
    return style.point * tables.character_vp[c] + time_left(state, tables) * strength


@compiled
def is_treasure(tables, k):
    """Treasure or regalia."""
    return tables.card_kind[k] >= TREASURE


@compiled
def is_starter(tables, k):
    """A reinforcement of the starting decks without points: better gone."""
    return tables.card_kind[k] == REINFORCEMENT and tables.card_starters[k] > 0 and tables.card_vp[k] == 0


# ---- loot -----------------------------------------------------------------------------------------------------------
@compiled
def interest(state, tables, seat, style, event, about):
    """What one such event brings the active hero nearer to looting."""
    c = state.active[seat]
    if c < 0 or seat != state.current or not (tables.source_events[c] >> event) & 1:
        return 0.0
    total = 0.0
    for i in range(SOURCE_TRIGGERS):
        t = tables.source_triggers[c, i]
        if t < 0:
            break
        if tables.trigger_event[t] == event and tables.trigger_loot[t] != 0 and tables.trigger_others[t] != 1:
            if about == UNKNOWN or concerns(tables, t, about):
                total += still_worth(state, tables, style, t)
    return total


@compiled
def still_worth(state, tables, style, t):
    """A loot condition's worth for its next event: shared among those that are still missing."""
    seen, nth, limit = int(state.seen[t]), tables.trigger_nth[t], tables.trigger_limit[t]
    if nth > 0:
        return style.loot / (nth - seen) if seen < nth else 0.0
    return style.loot if limit == 0 or seen < limit else 0.0
