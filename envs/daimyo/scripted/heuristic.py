"""The heuristic player: a worth for every legal action; see the package."""

from __future__ import annotations

import numpy as np

from ...core.kernel import compiled
from ...core.rng import below
from .. import actions as act
from .. import ops
from ..rules.duel import attack_value, defense_value
from ..rules.run import legal
from ..rules.standing import victory_points
from ..state import (
    ACTIVE,
    AIM,
    BATTLE_BOOST,
    BATTLE_FOR,
    BOOST,
    CHARACTER_SOURCE,
    DUEL_TARGET,
    E_DEPLOY,
    E_DISCARD,
    E_MON,
    E_PURCHASE,
    E_RETURN,
    E_SELL,
    E_TRADE,
    END_REFRESH,
    EQUIP,
    EXCHANGE,
    FIELD_CARD,
    FIELD_HERO,
    HAND_CARD,
    INTERRUPT,
    MAIN,
    MAY,
    MON,
    MOVE,
    ON_DEPLOY,
    ON_DISCARD,
    ON_DUEL,
    ON_INTERRUPT,
    ON_RETURN,
    OPTION,
    SEND_HERO,
    STAGE,
    TARGET_PLAYER,
    THE_NEMESIS,
    TRADE_CARD,
)
from .hero_choice import active_worth
from .worth import (
    deploy_worth,
    hero_quality,
    interest,
    is_starter,
    is_treasure,
    program_worth,
    quality,
)

NEMESIS_BOOST = 4  # what a removed treasure may add to a nemesis


@compiled
def heuristic(state, tables, seat, key):
    """The legal action of highest worth; ties are broken by chance."""
    mask = np.zeros(act.NUM_ACTIONS, np.int8)
    legal(state, tables, mask)
    best, top, ties = -1, -1e9, 0
    for action in range(act.NUM_ACTIONS):
        if mask[action] != 0:
            value = worth(state, tables, seat, action)
            if value > top:
                best, top, ties = action, value, 1
            elif value == top:
                ties += 1
                if below(key, 0, ties, ties) == 0:
                    best = action
    return best


@compiled
def worth(state, tables, seat, action):
    """Of an action at the pending decision; 0 for doing nothing."""
    decision = state.decision
    if decision == MAIN:
        return main_worth(state, tables, seat, action)
    if act.CARD <= action < act.BUY_HERO:
        return card_worth(state, tables, seat, decision, action - act.CARD)
    if action >= act.HERO_NAME:
        return hero_worth(state, tables, seat, decision, action - act.HERO_NAME)
    if action == act.PASS:
        return 0.0
    return other_worth(state, tables, seat, decision, action)


# ---- the main phase -------------------------------------------------------------------------------------------------
@compiled
def main_worth(state, tables, seat, action):
    """Deploying comes first, then skills, then mon, purchases, sales."""
    if action == act.END_TURN:
        return 0.0
    if act.PLAY <= action < act.SELL_CARD:
        k = action - act.PLAY
        if tables.card_kind[k] == MON:
            return 1.2 + interest(state, tables, seat, E_MON, -1)
        value = 8.0 + deploy_worth(tables, k) + interest(state, tables, seat, E_DEPLOY, k)
        if tables.card_program[k, ON_DEPLOY] >= 0:
            value += program_worth(state, tables, seat, tables.card_program[k, ON_DEPLOY], -1)
        return value
    if act.SELL_CARD <= action < act.DISCARD_SKILL:
        k = action - act.SELL_CARD
        value = interest(state, tables, seat, E_SELL, k) - quality(tables, k) + tables.card_sell[k]
        return value + (1.5 if is_starter(tables, k) and state.turn > 3 else 0.0)
    if act.DISCARD_SKILL <= action < act.RETURN_SKILL:
        k = action - act.DISCARD_SKILL
        value = program_worth(state, tables, seat, tables.card_program[k, ON_DISCARD], -1)
        return value - 0.5 + interest(state, tables, seat, E_DISCARD, k)
    if act.RETURN_SKILL <= action < act.BUY:
        k = action - act.RETURN_SKILL
        value = program_worth(state, tables, seat, tables.card_program[k, ON_RETURN], -1)
        return value - quality(tables, k) + interest(state, tables, seat, E_RETURN, k)
    if action >= act.HERO_NAME:
        return -5.0  # a hero given up
    if action >= act.HERO_SKILL:
        c = action - act.HERO_SKILL
        pays = tables.character_pays[c]
        gain = program_worth(state, tables, seat, tables.character_program[c, 0], -1) + 1.0
        if pays[2] > 0:
            gain += interest(state, tables, seat, E_DISCARD, -1)
        return gain - 0.7 * pays[0] - 0.5 * pays[1] - 1.0 * pays[3]
    return purchase_worth(state, tables, seat, action)


@compiled
def purchase_worth(state, tables, seat, action):
    """Purchases, trades, the nemesis."""
    if act.BUY <= action < act.CARD:
        return bought_worth(state, tables, seat, action - act.BUY)
    if act.BUY_TOP <= action < act.PLAY:
        cls = action - act.BUY_TOP
        return bought_worth(state, tables, seat, int(state.pile[cls, state.pile_size[cls] - 1]))
    if act.BUY_HERO <= action < act.HERO_SKILL:
        c = action - act.BUY_HERO
        gain = hero_quality(tables, c) + interest(state, tables, seat, E_PURCHASE, CHARACTER_SOURCE + c)
        for slot in range(3):
            if state.heroes[seat, slot] < 0:
                return gain - 1.0
        return gain - worst_hero(state, tables, seat) - 2.0
    if act.TRADE <= action < act.SEND_BACK_HERO:
        return 0.5 + (action == act.TRADE + 2) + interest(state, tables, seat, E_TRADE, -1)
    if action == act.WOUND:
        return 20.0
    if action == act.NEMESIS_DUEL:
        c = state.active[seat]
        margin = tables.character_cost[c] + best_boost(state, tables, seat) - tables.character_def[state.nemesis]
        return 3.0 if margin > NEMESIS_BOOST else -1.0
    return 0.3  # SEND_BACK_HERO: new heroes to choose from, and petals fall


@compiled
def bought_worth(state, tables, seat, k):
    """A reinforcement is worth more while there is time to use it; starting cards are not wanted."""
    if is_starter(tables, k):
        return interest(state, tables, seat, E_PURCHASE, k) - 0.5
    return quality(tables, k) - 1.0 + 0.3 * deploy_worth(tables, k) + interest(state, tables, seat, E_PURCHASE, k)


@compiled
def worst_hero(state, tables, seat):
    """The least quality among the own heroes."""
    least = 1e9
    for slot in range(3):
        c = int(state.heroes[seat, slot])
        if c >= 0:
            least = min(least, hero_quality(tables, c))
    return least


# ---- choosing a card ------------------------------------------------------------------------------------------------
@compiled
def card_worth(state, tables, seat, decision, k):
    """CARD k at any decision but the main phase."""
    if decision == MOVE:
        keep = deploy_worth(tables, k) + 0.3 * tables.card_cost[k] + (1.2 if tables.card_kind[k] == MON else 0.0)
        return 1.0 - keep
    if decision in (BOOST, BATTLE_BOOST):
        return boost_worth(state, tables, seat, k)
    if decision == INTERRUPT:
        return program_worth(state, tables, seat, tables.card_program[k, ON_INTERRUPT], -1) - 1.0
    if decision == TRADE_CARD:
        return -1.0 * tables.card_vp[k]
    if decision == END_REFRESH:
        return -1.0
    task = state.tasks[state.task_count - 1]
    row = tables.code[task[STAGE]]
    if decision == HAND_CARD:
        event = E_DISCARD if row[0] == ops.DISCARD_CARDS else E_RETURN
        loss = 0.4 * quality(tables, k) if event == E_DISCARD else quality(tables, k)
        return interest(state, tables, seat, event, k) - loss - (0.0 if is_treasure(tables, k) else 0.1)
    if decision == FIELD_CARD:
        own = task[AIM] == seat
        bad = row[0] == ops.EXHAUST_FIELD
        return quality(tables, k) * (-1.0 if own and bad else 1.0)
    if is_treasure(tables, k):  # WOUND_CARD
        return 1.0 * tables.card_vp[k]
    return quality(tables, k)


@compiled
def boost_worth(state, tables, seat, k):
    """The cheapest card that turns the fight; none if it is won already, or cannot be turned."""
    gain = tables.card_cost[k]
    if tables.card_program[k, ON_DUEL] >= 0:
        gain += int(4.0 * program_worth(state, tables, seat, tables.card_program[k, ON_DUEL], -1))
    if state.decision == BATTLE_BOOST:
        party = int(state.battle_for[seat])
        missing = defense_value(state, tables, THE_NEMESIS) + NEMESIS_BOOST + 1 - attack_value(state, tables, party)
    elif seat == state.attacker:
        missing = defense_value(state, tables, state.defender) + 1 - attack_value(state, tables, seat)
        if state.defender == THE_NEMESIS:
            missing += NEMESIS_BOOST
    else:
        missing = attack_value(state, tables, state.attacker) + 1 - defense_value(state, tables, seat)
    if missing <= 0 or gain < missing:
        return -1.0
    return 20.0 - quality(tables, k)


@compiled
def best_boost(state, tables, seat):
    """The highest cost of a card in hand."""
    most = 0
    for k in range(tables.num_cards):
        if state.hand[seat, k] > 0 and tables.card_kind[k] != MON:
            most = max(most, tables.card_cost[k])
    return most


# ---- choosing a hero ------------------------------------------------------------------------------------------------
@compiled
def hero_worth(state, tables, seat, decision, c):
    """HERO_NAME c at any decision."""
    if decision == ACTIVE:
        return active_worth(state, tables, seat, c)
    if decision == DUEL_TARGET:
        return -1.0 * tables.character_def[c]
    if decision == EQUIP:
        return 1.0 + (state.active[seat] == c)
    if decision in (SEND_HERO, EXCHANGE):
        return -hero_quality(tables, c)
    if decision == FIELD_HERO:
        task = state.tasks[state.task_count - 1]
        bad = tables.code[task[STAGE], 0] == ops.EXHAUST_FIELD
        value = hero_quality(tables, c)
        for s in range(tables.num_seats):
            value += 2.0 * (state.active[s] == c)
        return value * (-1.0 if bad and state.place[c] == seat else 1.0)
    return hero_quality(tables, c)


# ---- all the rest ---------------------------------------------------------------------------------------------------
@compiled
def other_worth(state, tables, seat, decision, action):
    """Yes, options, players, decks."""
    task = state.tasks[state.task_count - 1]
    at = int(task[STAGE])
    if decision == MAY:
        return program_worth(state, tables, seat, at + 1, at + 1 + tables.code[at, 1]) + 0.1
    if decision == OPTION:
        at += 1
        for _ in range(action - act.OPTION_NAME):
            at += 1 + tables.code[at, 2]
        return program_worth(state, tables, seat, at + 1, at + 1 + tables.code[at, 2])
    if decision == TARGET_PLAYER:
        other = (seat + action - act.PLAYER) % tables.num_seats
        points = 1.0 * victory_points(state, tables, other)
        bad = tables.code[at, 0] == ops.EXHAUST_FIELD
        return -1000.0 if other == seat and bad else points
    if decision == BATTLE_FOR:
        other = (seat + action - act.PLAYER) % tables.num_seats
        return 1.0 if other == seat else 0.0
    return 1.0 * state.supply_size[action - act.DECK_NAME]  # DECK, NEMESIS_DECK: the larger one
