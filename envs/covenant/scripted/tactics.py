"""The heuristic player in a trick: what a play costs, and how a trick is won most cheaply.

Costs are in a unit of their own: a worthless card costs 0.6. The numbers were settled by playing variants against each
other.
"""

from __future__ import annotations

import numpy as np

from ...core.kernel import compiled
from .. import actions as act
from ..rules.cards import bonus, rank
from ..rules.moves import trait_ready
from ..rules.sheets import can_overuse, free
from ..rules.trick import trick_value, trick_winner
from ..state import ANTAGONIST, ASSET, CARDS, COMPANION, CRAFT, HAND, INFLUENCE, INSIGHT, ITEM, MODE_YEAR, SUITS, VIGOR
from .common import extreme, worth

NEVER = 1e6  # the cost of what cannot, or should not, be done
DEAR = 20.0  # … of a Harm to an own track that may decide a conflict
CHEAP = 0.8  # … of one after which nothing comes
KEEP_INSIGHT = 10  # with a worst card above this worth, Insight has little to gain
KEEP_CRAFT = 8  # the lowest rank worth taking back


@compiled
def overuse_price(state, tables):
    """What a lasting Harm to an own track costs: little when nothing comes after, much if it may decide a conflict."""
    if tables.mode != MODE_YEAR:
        return CHEAP
    last_season = state.turn >= min(tables.seasons, tables.max_turns) - 1
    if last_season and state.conflicts_over == tables.num_seats - 1:
        return CHEAP
    return DEAR if max(state.wins[0], state.wins[1]) == tables.tricks_to_win - 1 else NEVER


@compiled
def price(state, tables, seat, k):
    """Cost of a use of an own track (`NEVER`: no), and whether it is an over-use."""
    value, harm, spent = state.value[seat], state.harm[seat], state.spent[seat]
    if free(value, harm, spent, k) >= 1:  # in the season's last conflict it will come back at once
        return 0.3 if tables.mode != MODE_YEAR or state.conflicts_over == tables.num_seats - 1 else 4.0, False
    if k < ASSET and can_overuse(value, harm, spent, k):
        return overuse_price(state, tables), True
    return NEVER, False


@compiled
def payment(state, tables, seat, trait, struck):
    """The cheapest way to pay for a Trait (C51): cost, action. ``struck``: suit of the opponent's card, −1: unknown."""
    value, harm = state.value[seat], state.harm[seat]
    cost, _ = price(state, tables, seat, ASSET + trait)
    if cost < NEVER:
        return cost, act.TRAIT_ASSET
    cost, over = price(state, tables, seat, trait)
    if over or cost < NEVER:
        return cost, act.TRAIT_OVERUSE if over else act.TRAIT_POINT
    if struck >= 0 and struck != trait and value[trait] >= 1 and harm[struck] < value[struck]:
        return overuse_price(state, tables), act.TRAIT_HARM
    return NEVER, act.PASS


@compiled
def keep(state, tables, card):
    """What a hand card is worth for later tricks."""
    return 0.6 + 0.2 * max(0, worth(state, tables, card) - 9)


@compiled
def cover(state, tables, side, suit, need, used):
    """Hand cards (of a suit at their worth, or, with −1, of any as Aiding cards) that gain ``need``.

    The cheapest card that is enough, otherwise the best one and so on. ``used`` has a bit for each card not to take.

    Returns:
        what is still missing, the cost, the first card (−1 if there is none), ``used`` with the cards taken.
    """
    cost, first = 0.0, -1
    while need > 0:
        best, best_gain, best_cost = -1, 0, 0.0
        for c in range(CARDS):
            if state.zone[c] == HAND + side and (suit < 0 or state.suit[c] == suit) and (used >> c) & 1 == 0:
                gain = worth(state, tables, c) if suit >= 0 else tables.aid_value
                loss = keep(state, tables, c)
                shown, best_shown = min(gain, need), min(best_gain, need)
                if best < 0 or shown > best_shown or (shown == best_shown and loss < best_cost):
                    best, best_gain, best_cost = c, gain, loss
        if best < 0:
            break
        used |= 1 << best
        cost += best_cost
        need -= best_gain
        if first < 0:
            first = best
    return need, cost, first, used


@compiled
def plan(state, tables, seat, side, own, need, stage):
    """The cheapest way to gain ``need`` by a free Aiding card, the Item, and Vigor or Influence.

    Args:
        own: suit of the own trick card, as it is or as a Companion would make it.
        stage: 0 in the window, 1 while cards for the Trait are chosen, 2 while cards for the Item are.

    Returns:
        the cost (`NEVER` if there is no way) and the first action.
    """
    struck = np.int64(state.suit[state.trick_card[1 - side]])
    trait_cost, trait_action = 0.0, act.PASS
    if stage == 0:
        trait_cost, trait_action = payment(state, tables, seat, own, struck)
    if stage == 2 or (own != VIGOR and own != INFLUENCE):
        trait_cost = NEVER
    item_cost, over = 0.0, False
    if stage != 2:
        item_cost, over = price(state, tables, seat, ITEM + struck)
    best, action = NEVER, act.PASS
    aid = extreme(state, tables, side, -1, -1) if state.aided[side] == 0 else -1
    for way in range(1, 8):  # bits: Trait, Item, Aiding card
        if way & 4 != 0 and aid < 0:
            continue
        missing, cost, used, first, card = need, 0.0, 0, act.PASS, 0
        if way & 4 != 0:
            missing, cost, used = need - tables.aid_value, keep(state, tables, aid), 1 << aid
            first = act.CARD + aid if stage == 0 else act.PASS
        if way & 2 != 0:
            missing, more, card, used = cover(state, tables, side, struck, missing, used)
            cost += item_cost + more
            if stage != 1:
                first = act.CARD + card if stage == 2 else act.ITEM_OVERUSE if over else act.ITEM_USE
        if way & 1 != 0 and card >= 0:
            missing, more, card, used = cover(state, tables, side, own if own == VIGOR else -1, missing, used)
            cost += trait_cost + more
            first = trait_action if stage == 0 else act.CARD + card
        if card >= 0 and missing <= 0 and cost < best:
            best, action = cost, first
    return best, action


@compiled
def scheme(state, tables, seat, side, own, stage):
    """`plan` for winning the trick, beyond the reach of an Aiding card in reply if that can be done."""
    mine, other = state.trick_card[side], state.trick_card[1 - side]
    need = trick_value(state, tables, 1 - side) - trick_value(state, tables, side)
    need += bonus(state, tables, state.suit[mine]) - bonus(state, tables, own)
    need += rank(mine) < rank(other) or (rank(mine) == rank(other) and side != ANTAGONIST)  # C60
    reply = tables.aid_value if state.aided[1 - side] == 0 and state.hand_size[1 - side] >= 1 else 0
    for target in (need + reply, need):
        if target <= 0:
            return 0.0, act.PASS
        cost, action = plan(state, tables, seat, side, own, target, stage)
        if cost < NEVER:
            return cost, action
    return NEVER, act.PASS


@compiled
def conversion(state, tables, seat, side):
    """The suit that a Companion should give the own trick card (−1: none), and what winning costs then."""
    own, best, suit = np.int64(state.suit[state.trick_card[side]]), NEVER, -1
    for s in range(SUITS):
        if s != own:
            cost, _ = scheme(state, tables, seat, side, s, 0)
            if cost < best:
                best, suit = cost, s
    return best, suit


@compiled
def window(state, tables, seat, side):
    """Insight whenever it gains a card; win what can be won; announce Craft; pass."""
    other = 1 - side
    own, struck = np.int64(state.suit[state.trick_card[side]]), np.int64(state.suit[state.trick_card[other]])
    cost, pay = payment(state, tables, seat, own, struck)
    low = extreme(state, tables, side, -1, -1)
    if (
        own == INSIGHT
        and cost < DEAR
        and state.hand_size[other] >= 1
        and low >= 0
        and worth(state, tables, low) <= KEEP_INSIGHT
    ):
        return pay
    losing = trick_winner(state, tables) != side
    if losing:
        best, action = scheme(state, tables, seat, side, own, 0)
        change, _ = conversion(state, tables, seat, side)
        once, over = price(state, tables, seat, COMPANION + own)
        if change + once < best:
            best, action = change + once, own + (act.COMPANION_OVERUSE if over else act.COMPANION_USE)
        if best < NEVER:
            return action
    if own == CRAFT and cost < DEAR and trait_ready(state, tables, side, CRAFT):
        a, b = rank(state.trick_card[side]), rank(state.trick_card[other])
        goes_on = state.wins[other if losing else side] < tables.tricks_to_win - 1
        if goes_on and (max(a, b) if state.craft[0] < 0 else min(a, b)) >= KEEP_CRAFT:
            return pay
    return act.PASS
