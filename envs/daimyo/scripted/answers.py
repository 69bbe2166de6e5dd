"""All decisions but the main phase: which card, which hero, which player, yes or no."""

from __future__ import annotations

from ...core.kernel import compiled
from .. import actions as act
from .. import ops
from ..rules.duel import attack_value, defense_value
from ..rules.standing import victory_points
from ..state import (
    ACTIVE,
    AIM,
    BATTLE_BOOST,
    BATTLE_FOR,
    BOOST,
    DUEL_TARGET,
    E_DISCARD,
    E_RETURN,
    E_START_DUEL,
    END_REFRESH,
    EQUIP,
    EXCHANGE,
    FIELD_CARD,
    FIELD_HERO,
    HAND_CARD,
    INTERRUPT,
    MAY,
    MON,
    MOVE,
    NEMESIS_DECK,
    ON_INTERRUPT,
    OPTION,
    SEND_BACK,
    SEND_HERO,
    SOURCE,
    STAGE,
    TARGET_PLAYER,
    TRADE_CARD,
    WOUND_CARD,
)
from .fights import boost_gain, missing
from .hero_choice import active_worth
from .programs import program_worth
from .turn import treasure_worth, wound_worth
from .worth import deck_mean, deploy_worth, hero_quality, interest, is_treasure, quality

MON_KEPT = 3  # of a hand of nothing but mon


# ---- a card ---------------------------------------------------------------------------------------------------------
@compiled
def card_worth(state, tables, seat, style, decision, k):
    """CARD k at any decision but the main phase."""
    if decision == MOVE:
        return move_worth(state, tables, seat, style, k)
    if decision in (BOOST, BATTLE_BOOST):
        return boost_worth(state, tables, seat, style, k)
    if decision == END_REFRESH:
        return -1.0
    if decision == INTERRUPT:
        return interrupt_worth(state, tables, seat, style, k)
    if decision == TRADE_CARD:
        return -treasure_worth(state, tables, style, tables.card_vp[k], tables.card_cost[k])
    if decision == WOUND_CARD:
        return wound_worth(state, tables, k)
    task = state.tasks[state.task_count - 1]
    row = tables.code[task[STAGE]]
    if decision == HAND_CARD:
        event = E_DISCARD if row[0] == ops.DISCARD_CARDS else E_RETURN
        loss = quality(state, tables, style, k) * (0.4 if event == E_DISCARD else 1.0)
        return interest(state, tables, seat, style, event, k) - loss
    if decision == FIELD_CARD and task[AIM] == seat and row[0] == ops.EXHAUST_FIELD:
        return -quality(state, tables, style, k)
    return quality(state, tables, style, k)


@compiled
def move_worth(state, tables, seat, style, k):
    """A card is put away if the hand holds a better one for the last deployment; mon and what chains are kept.

    A hand of nothing but mon has found nothing to buy and leaves no room for other cards: some of it goes.
    """
    if tables.card_kind[k] == MON and state.hand[seat, k] == state.hand_size[seat] and state.hand[seat, k] > MON_KEPT:
        return 0.5
    if tables.card_kind[k] == MON or tables.card_bonus[k, 2] > 0:
        return -1.0
    if tables.boss_rush != 0 and is_treasure(tables, k):
        return -1.0
    if state.hand[seat, k] > 1:
        return 0.5
    own = last_worth(tables, style, k)
    for other in range(tables.num_cards):
        if other != k and state.hand[seat, other] > 0 and tables.card_bonus[other, 2] == 0:
            if tables.card_kind[other] != MON and last_worth(tables, style, other) >= own:
                return 0.5
    return -1.0


@compiled
def last_worth(tables, style, k):
    """What a card is worth that is deployed last."""
    return deploy_worth(tables, style, k) + 0.3 * tables.card_cost[k]


@compiled
def boost_worth(state, tables, seat, style, k):
    """The cheapest card that turns the fight; none if it is won already, or cannot be turned."""
    party = int(state.battle_for[seat]) if state.decision == BATTLE_BOOST else seat
    lacking = missing(state, tables, seat)
    if lacking <= 0 or boost_gain(state, tables, party, k) < lacking:
        return -1.0
    return 20.0 - quality(state, tables, style, k) - 0.1 * deploy_worth(tables, style, k)


@compiled
def interrupt_worth(state, tables, seat, style, k):
    """Its program, less the card; the duel of an attacker is stopped by the one who would lose it."""
    event = state.tasks[state.task_count - 1, SOURCE]
    if event == E_START_DUEL:
        if state.attacker < 0 or state.defender != seat:
            return -1.0
        return attack_value(state, tables, state.attacker) - defense_value(state, tables, seat) + 1.0
    loss = quality(state, tables, style, k) if tables.card_interrupt_returns[k] != 0 else 1.0
    return program_worth(state, tables, seat, style, tables.card_program[k, ON_INTERRUPT], -1) - loss


# ---- a hero ---------------------------------------------------------------------------------------------------------
@compiled
def hero_worth(state, tables, seat, style, decision, c):
    """HERO_NAME c at any decision."""
    if decision == ACTIVE:
        return active_worth(state, tables, seat, style, c)
    if decision == DUEL_TARGET:
        return -1.0 * tables.character_def[c]
    if decision == EQUIP:
        return 1.0 + (state.active[seat] == c)
    if decision in (SEND_HERO, EXCHANGE, SEND_BACK):
        return -hero_quality(state, tables, style, c)
    if decision == FIELD_HERO:
        task = state.tasks[state.task_count - 1]
        value = hero_quality(state, tables, style, c)
        for s in range(tables.num_seats):
            value += 2.0 * (state.active[s] == c)
        own = state.place[c] == seat
        bad = tables.code[task[STAGE], 0] == ops.EXHAUST_FIELD
        return value if own != bad else -value
    return hero_quality(state, tables, style, c)


# ---- all the rest ---------------------------------------------------------------------------------------------------
@compiled
def other_worth(state, tables, seat, style, decision, action):
    """Yes, options, players, decks."""
    task = state.tasks[state.task_count - 1]
    at = int(task[STAGE])
    if decision == MAY:
        return program_worth(state, tables, seat, style, at + 1, at + 1 + tables.code[at, 1]) + 0.1
    if decision == OPTION:
        at += 1
        for _ in range(action - act.OPTION_NAME):
            at += 1 + tables.code[at, 2]
        return program_worth(state, tables, seat, style, at + 1, at + 1 + tables.code[at, 2])
    if decision == TARGET_PLAYER:
        other = (seat + action - act.PLAYER) % tables.num_seats
        if other == seat:
            return -1000.0 if tables.code[at, 0] == ops.EXHAUST_FIELD else 1000.0
        return 1.0 * victory_points(state, tables, other)
    if decision == BATTLE_FOR:
        return 1.0 * (action == act.PLAYER)
    deck = action - act.DECK_NAME
    if decision == NEMESIS_DECK:
        return -deck_mean(state, tables, deck, tables.card_cost)
    if tables.code[at, 0] == ops.LOOT:
        return deck_mean(state, tables, deck, tables.card_vp)
    return 1.0 * state.supply_size[deck]  # REFRESH
