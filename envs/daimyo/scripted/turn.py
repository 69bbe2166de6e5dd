"""The main phase: what to do first, and what at all."""

from __future__ import annotations

from ...core.kernel import compiled
from .. import actions as act
from ..rules.main import tradeable
from ..state import (
    E_DEPLOY,
    E_DISCARD,
    E_DRAW,
    E_MON,
    E_PETALS,
    E_RETURN,
    E_SELL,
    E_TRADE,
    MON,
    ON_DEPLOY,
    ON_DISCARD,
    ON_RETURN,
    TREASURES,
)
from .fights import NEMESIS_BOOST, best_boost
from .programs import program_worth
from .purchase import hero_skill_worth, outlook, purchase_worth
from .worth import (
    deck_mean,
    deploy_worth,
    interest,
    is_treasure,
    petal_worth,
    points,
    quality,
    time_left,
)

# Stages: what is worth anything comes before all of a lower stage.
STEP = 50.0
BUYING, USING, DEPLOYING, TRADING, CHAINING, WOUNDING = 0.0, STEP, 2 * STEP, 3 * STEP, 4 * STEP, 5 * STEP


@compiled
def is_spending(tables, action):
    """Whether a mon card is spent by it."""
    return act.PLAY <= action < act.SELL_CARD and tables.card_kind[action - act.PLAY] == MON


@compiled
def stage_of(tables, action):
    """The stage of an action of the main phase but spending."""
    if act.PLAY <= action < act.SELL_CARD:
        return CHAINING if tables.card_bonus[action - act.PLAY, 2] > 0 else DEPLOYING
    if act.SELL_CARD <= action < act.BUY or action >= act.HERO_SKILL or action == act.NEMESIS_DUEL:
        return USING
    if act.TRADE <= action < act.SEND_BACK_HERO:
        return TRADING
    return WOUNDING if action == act.WOUND else BUYING


@compiled
def main_worth(state, tables, seat, style, action):
    """Of an action of the main phase but spending, lifted to its stage; 0 for ending the turn."""
    value = plain_worth(state, tables, seat, style, action)
    return stage_of(tables, action) + value if value > 0.0 else value


@compiled
def spend_worth(state, tables, seat, style):
    """Of spending a mon card."""
    return max(outlook(state, tables, seat, style), interest(state, tables, seat, style, E_MON, -1))


@compiled
def plain_worth(state, tables, seat, style, action):
    """Of an action of the main phase but spending, by itself."""
    if action == act.END_TURN:
        return 0.0
    if act.PLAY <= action < act.SELL_CARD:
        return play_worth(state, tables, seat, style, action - act.PLAY)
    if act.SELL_CARD <= action < act.BUY:
        return hand_skill_worth(state, tables, seat, style, action)
    if act.BUY <= action < act.CARD or act.BUY_TOP <= action < act.PLAY or act.BUY_HERO <= action < act.HERO_SKILL:
        return purchase_worth(state, tables, seat, style, action)
    if act.TRADE <= action < act.SEND_BACK_HERO:
        return trade_worth(state, tables, seat, style, action - act.TRADE)
    if action >= act.HERO_NAME:
        return -5.0  # a hero given up
    if action >= act.HERO_SKILL:
        return hero_skill_worth(state, tables, seat, style, action - act.HERO_SKILL)
    if action == act.WOUND:
        return best_wound(state, tables, seat)
    if action == act.NEMESIS_DUEL:
        c = state.active[seat]
        margin = tables.character_cost[c] + best_boost(state, tables, seat) - tables.character_def[state.nemesis]
        return 3.0 if margin > NEMESIS_BOOST else -1.0
    return petal_worth(state, tables, seat, style, 1)  # SEND_BACK_HERO


# ---- cards of the hand ----------------------------------------------------------------------------------------------
@compiled
def play_worth(state, tables, seat, style, k):
    """Deploying: cards that bring deployments chain; the last deployment goes to the best of the others."""
    bonus = tables.card_bonus[k]
    value = 1.0 + deploy_worth(tables, style, k) + interest(state, tables, seat, style, E_DEPLOY, k)
    value += bonus[0] * interest(state, tables, seat, style, E_DRAW, -1)
    value += bonus[1] * interest(state, tables, seat, style, E_MON, -1)
    if tables.card_petals[k] > 0:
        value += petal_worth(state, tables, seat, style, tables.card_petals[k])
        value += interest(state, tables, seat, style, E_PETALS, -1)
    start = tables.card_program[k, ON_DEPLOY]
    if start >= 0:
        value += program_worth(state, tables, seat, style, start, -1)
    if state.deployments > 1:
        value += bonus[0]
    return value


@compiled
def hand_skill_worth(state, tables, seat, style, action):
    """SELL_CARD, DISCARD_SKILL, RETURN_SKILL."""
    if action < act.DISCARD_SKILL:
        k = action - act.SELL_CARD
        value = interest(state, tables, seat, style, E_SELL, k) - quality(state, tables, style, k)
        return value + style.proceeds * tables.card_sell[k]
    if action < act.RETURN_SKILL:
        k = action - act.DISCARD_SKILL
        value = program_worth(state, tables, seat, style, tables.card_program[k, ON_DISCARD], -1)
        return value - 0.5 + interest(state, tables, seat, style, E_DISCARD, k)
    k = action - act.RETURN_SKILL
    value = program_worth(state, tables, seat, style, tables.card_program[k, ON_RETURN], -1)
    return value - quality(state, tables, style, k) + interest(state, tables, seat, style, E_RETURN, k)


# ---- treasures ------------------------------------------------------------------------------------------------------
@compiled
def trade_worth(state, tables, seat, style, wanted):
    """What the deck holds on average against the worst treasure that may be given for it."""
    least = 1e9
    for k in range(tables.num_cards):
        if state.hand[seat, k] > 0 and tradeable(state, tables, k, wanted):
            least = min(least, treasure_worth(state, tables, style, tables.card_vp[k], tables.card_cost[k]))
    deck = TREASURES + wanted
    mean = deck_mean(state, tables, deck, tables.card_vp)
    gain = treasure_worth(state, tables, style, mean, deck_mean(state, tables, deck, tables.card_cost)) - least
    return gain - style.trade + interest(state, tables, seat, style, E_TRADE, -1)


@compiled
def treasure_worth(state, tables, style, vp, cost):
    """Of a treasure with so many points and such a cost."""
    return style.point * vp + style.engine * time_left(state, tables) * cost


@compiled
def wound_worth(state, tables, k):
    """A treasure returned against the nemesis: its points, if they are not wasted; the blow that ends it is best."""
    vp, left = points(tables, k), state.hit_points
    return vp - 0.5 if vp < left else 10.0 - 0.3 * vp


@compiled
def best_wound(state, tables, seat):
    """The best of the hand."""
    best = 0.0
    for k in range(tables.num_cards):
        if state.hand[seat, k] > 0 and is_treasure(tables, k):
            best = max(best, wound_worth(state, tables, k))
    return best
