"""Purchases: what is for sale, what it is worth, and whether it takes the mon of the hand."""

from __future__ import annotations

from ...core.kernel import compiled
from .. import actions as act
from ..rules.heroes import modifier
from ..rules.main import can_act, price
from ..state import (
    ACTION,
    AREA,
    CHARACTER_SOURCE,
    E_PURCHASE,
    HERO,
    HERO_COST,
    HERO_SLOTS,
    MON,
    POOL,
    REINFORCEMENT_COST,
)
from .programs import program_worth
from .worth import hero_quality, interest, is_starter, quality, time_left


@compiled
def purchase_worth(state, tables, seat, style, action):
    """BUY, BUY_TOP, BUY_HERO."""
    if action < act.PLAY:
        cls = action - act.BUY_TOP
        return bought_worth(state, tables, seat, style, int(state.pile[cls, state.pile_size[cls] - 1]))
    if action < act.CARD:
        return bought_worth(state, tables, seat, style, action - act.BUY)
    return bought_hero_worth(state, tables, seat, style, action - act.BUY_HERO)


@compiled
def bought_worth(state, tables, seat, style, k):
    """A reinforcement; those that one begins with are sold, not bought."""
    if is_starter(tables, k):
        return interest(state, tables, seat, style, E_PURCHASE, k) - 0.5
    return quality(state, tables, style, k) + interest(state, tables, seat, style, E_PURCHASE, k)


@compiled
def bought_hero_worth(state, tables, seat, style, c):
    """A hero: in a free slot, or instead of the worst one."""
    gain = hero_quality(state, tables, style, c)
    gain += interest(state, tables, seat, style, E_PURCHASE, CHARACTER_SOURCE + c)
    least = 1e9
    for slot in range(HERO_SLOTS):
        own = int(state.heroes[seat, slot])
        if own < 0:
            return gain + style.hero * time_left(state, tables)
        least = min(least, hero_quality(state, tables, style, own))
    return gain - least - 0.5


@compiled
def outlook(state, tables, seat, style):
    """The best of what can only be paid with mon cards of the hand."""
    purse, best = int(state.mon), 0.0
    for k in range(tables.num_cards):
        if tables.card_kind[k] == MON:
            purse += state.hand[seat, k] * tables.card_bonus[k, 1]
    change = modifier(state, tables, seat, REINFORCEMENT_COST)
    for cls in range(2):
        for i in range(POOL + 1):
            if i < POOL:
                k = int(state.pool[cls, i])
            else:
                k = int(state.pile[cls, state.pile_size[cls] - 1]) if state.pile_size[cls] > 0 else -1
            if k >= 0 and state.mon < price(state, tables, tables.card_cost[k], change) <= purse:
                best = max(best, bought_worth(state, tables, seat, style, k))
    if state.area_size > 0:
        change = modifier(state, tables, seat, HERO_COST)
        for c in range(tables.num_characters):
            if state.place[c] == AREA and tables.character_kind[c] == HERO:
                if state.mon < price(state, tables, tables.character_cost[c], change) <= purse:
                    best = max(best, bought_hero_worth(state, tables, seat, style, c))
    for slot in range(HERO_SLOTS):
        c = int(state.heroes[seat, slot])
        if c >= 0 and state.mon < tables.character_pays[c, 0] <= purse and could_act(state, tables, seat, c):
            best = max(best, hero_skill_worth(state, tables, seat, style, c))
    return best


@compiled
def could_act(state, tables, seat, c):
    """Whether a hero's skill lacks nothing but mon."""
    mon = state.mon
    state.mon = tables.character_pays[c, 0]
    possible = can_act(state, tables, seat, c)
    state.mon = mon
    return possible


@compiled
def hero_skill_worth(state, tables, seat, style, c):
    """The skill of an own hero, less what it costs beside the mon; hand cards are paid by its program."""
    pays = tables.character_pays[c]
    gain = program_worth(state, tables, seat, style, tables.character_program[c, ACTION], -1)
    return gain - 0.5 * pays[0] - 0.4 * pays[1] - 1.0 * pays[3]
