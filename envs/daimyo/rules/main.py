"""The main phase: every action of it (RB Turn Structure II, Trades; Boss Rush, Defeating a nemesis)."""

from __future__ import annotations

from ...core.kernel import compiled
from ...core.stack import push
from .. import actions as act
from ..state import (
    ACTION,
    AREA,
    CHARACTER_SOURCE,
    E_DEPLOY,
    E_PURCHASE,
    E_SELL,
    E_TRADE,
    EXHAUSTED,
    HERO,
    HERO_COST,
    HERO_SLOTS,
    LEFT,
    MON,
    ON_DEPLOY,
    ON_DISCARD,
    ON_EQUIP,
    ON_RETURN,
    PARTY,
    POOL,
    READY,
    REINFORCEMENT_COST,
    SELL,
    SEND_BACK,
    SOURCE,
    T_DUEL,
    T_EQUIP,
    THE_NEMESIS,
    TRADE_CARD,
    TREASURE,
    TREASURES,
    WOUND_CARD,
)
from .domain import area_has_room, defeat, reveal_hero, send_off
from .events import emit
from .heroes import (
    exhaust_hero,
    icon_fits,
    join,
    modifier,
    return_card,
    returned,
    slot_of,
    to_hero_deck,
    vacate,
)
from .tasks import push_program, push_task
from .turn import end_main
from .zones import (
    discard_card,
    draw_extra,
    fill_pool,
    from_supply,
    gain_mon,
    give_to_domain,
    leave_hand,
    off_pile,
    remove_petals,
    take_from_pool,
    to_discard,
    to_supply,
)


@compiled
def legal_main(state, tables, mask):
    """MAIN: what the player in turn may do."""
    mask[act.END_TURN] = 1
    if state.turn_decisions >= tables.turn_guard:  # R13
        return
    seat = state.current
    treasures = legal_hand_actions(state, tables, mask, seat)
    legal_purchases(state, tables, mask, seat)
    if treasures:
        legal_trades(state, tables, mask, seat)
        if tables.boss_rush != 0 and state.nemesis >= 0:
            mask[act.WOUND] = 1
    if state.trade_points >= tables.send_back_cost and tables.boss_rush == 0:
        if state.area_size > (state.nemesis >= 0):
            mask[act.SEND_BACK_HERO] = 1
    if state.nemesis >= 0 and tables.boss_rush == 0 and state.fought == 0 and state.active[seat] >= 0:
        mask[act.NEMESIS_DUEL] = 1
    for slot in range(HERO_SLOTS):
        c = int(state.heroes[seat, slot])
        if c >= 0:
            mask[act.HERO_SKILL + c] = can_act(state, tables, seat, c)
            mask[act.HERO_NAME + c] = may_give_up(state, tables)


# ---- cards of the hand ----------------------------------------------------------------------------------------------
@compiled
def legal_hand_actions(state, tables, mask, seat):
    """Deploy, spend, sell, and skills from the hand. Returns whether the hand holds a treasure or regalia."""
    treasures = False
    for k in range(tables.num_cards):
        if state.hand[seat, k] <= 0:
            continue
        kind = tables.card_kind[k]
        mask[act.PLAY + k] = kind == MON or state.deployments > 0
        if kind == MON:
            continue
        treasures = treasures or kind >= TREASURE
        mask[act.SELL_CARD + k] = tables.card_sell[k] >= 0
        if tables.card_program[k, ON_DISCARD] >= 0:
            mask[act.DISCARD_SKILL + k] = icon_fits(state, tables, seat, tables.card_icon[k, ON_DISCARD])
        if tables.card_program[k, ON_RETURN] >= 0:
            mask[act.RETURN_SKILL + k] = icon_fits(state, tables, seat, tables.card_icon[k, ON_RETURN])
    return treasures


@compiled
def play_card(state, tables, k):
    """Mon cards are spent: to the discard pile, which is no discard. All others are deployed."""
    seat = state.current
    if tables.card_kind[k] != MON:
        deploy(state, tables, seat, k)
        return
    leave_hand(state, seat, k)
    to_discard(state, seat, k)
    gain_mon(state, tables, seat, tables.card_bonus[k, 1])


@compiled
def deploy(state, tables, seat, k):
    """DEPLOY: the bonuses at once, then equipping, then the skills; a treasure takes its petals away."""
    state.deployments -= 1
    leave_hand(state, seat, k)
    state.field[seat, READY, k] += 1
    state.deployed[tables.card_class[k]] += 1
    if tables.card_program[k, ON_DEPLOY] >= 0:
        push_program(state, tables.card_program[k, ON_DEPLOY], seat, k, seat)
    if tables.card_program[k, ON_EQUIP] >= 0 and icon_fits(state, tables, seat, tables.card_icon[k, ON_EQUIP]):
        push_task(state, T_EQUIP, seat)
        state.tasks[state.task_count - 1, SOURCE] = k
    draw_extra(state, tables, seat, tables.card_bonus[k, 0])
    gain_mon(state, tables, seat, tables.card_bonus[k, 1])
    state.deployments += tables.card_bonus[k, 2]
    state.trade_points += tables.card_bonus[k, 3]
    remove_petals(state, tables, seat, tables.card_petals[k])
    emit(state, tables, E_DEPLOY, seat, k, 1)


@compiled
def sell(state, tables, k):
    """SELL: its value in mon; R5: to the domain."""
    seat = state.current
    leave_hand(state, seat, k)
    give_to_domain(state, tables, k)
    emit(state, tables, E_SELL, seat, k, 1)
    gain_mon(state, tables, seat, max(0, tables.card_sell[k] + modifier(state, tables, seat, SELL)))


@compiled
def use_hand_skill(state, tables, k, timing):
    """Reinforcement card anatomy 5: the card itself is the cost, then its skill."""
    seat = state.current
    push_program(state, tables.card_program[k, timing], seat, k, seat)
    if timing == ON_DISCARD:
        discard_card(state, tables, seat, k)
    else:
        return_card(state, tables, seat, k)


# ---- purchases ------------------------------------------------------------------------------------------------------
@compiled
def price(state, tables, cost, change):
    """A cost after discounts, which leave 1 mon to be paid (R46)."""
    return max(min(1, cost), cost - state.discount + change)


@compiled
def legal_purchases(state, tables, mask, seat):
    """PURCHASE: from the pools, the tops of the discard piles, the hero area."""
    change = modifier(state, tables, seat, REINFORCEMENT_COST)
    for cls in range(2):
        for i in range(POOL):
            k = int(state.pool[cls, i])
            if k >= 0 and price(state, tables, tables.card_cost[k], change) <= state.mon:
                mask[act.BUY + k] = 1
        if state.pile_size[cls] > 0:
            k = int(state.pile[cls, state.pile_size[cls] - 1])
            mask[act.BUY_TOP + cls] = price(state, tables, tables.card_cost[k], change) <= state.mon
    if state.area_size > 0:
        change = modifier(state, tables, seat, HERO_COST)
        for c in range(tables.num_characters):
            if state.place[c] == AREA and tables.character_kind[c] == HERO:
                mask[act.BUY_HERO + c] = price(state, tables, tables.character_cost[c], change) <= state.mon


@compiled
def buy(state, tables, k):
    """A card of the pools; a new one of its class is revealed in its place."""
    seat = state.current
    state.mon -= price(state, tables, tables.card_cost[k], modifier(state, tables, seat, REINFORCEMENT_COST))
    cls = take_from_pool(state, tables, k)
    fill_pool(state, tables, cls)
    bought(state, tables, seat, k)


@compiled
def buy_top(state, tables, cls):
    """The top card of a discard pile of the domain."""
    seat = state.current
    k = off_pile(state, cls)
    state.mon -= price(state, tables, tables.card_cost[k], modifier(state, tables, seat, REINFORCEMENT_COST))
    bought(state, tables, seat, k)


@compiled
def bought(state, tables, seat, k):
    """A purchased reinforcement goes to the buyer's discard pile."""
    to_discard(state, seat, k)
    emit(state, tables, E_PURCHASE, seat, k, 1)


@compiled
def buy_hero(state, tables, c):
    """A purchased hero joins the others, inactive."""
    seat = state.current
    state.mon -= price(state, tables, tables.character_cost[c], modifier(state, tables, seat, HERO_COST))
    state.area_size -= 1
    state.hero_bought = 1
    emit(state, tables, E_PURCHASE, seat, CHARACTER_SOURCE + c, 1)
    join(state, tables, seat, c)


@compiled
def may_give_up(state, tables):
    """R26: a player who has bought a hero this turn (by option: any) may do without others; not in Boss Rush."""
    return tables.boss_rush == 0 and (state.hero_bought != 0 or tables.give_up_any_time != 0)


@compiled
def give_up(state, tables, c):
    """R26: the hero goes where a fourth hero goes."""
    send_off(state, tables, vacate(state, tables, state.current, slot_of(state, state.current, c)))


# ---- trades ---------------------------------------------------------------------------------------------------------
@compiled
def tradeable(state, tables, k, wanted):
    """Trades, R25: whether the trade points allow this treasure for the deck: 0 samurai, 1 ninja, 2 regalia."""
    kind = tables.card_kind[k]
    if wanted == 2:
        return kind >= TREASURE and tables.card_vp[k] >= 1 and state.trade_points >= tables.trade_cost[2]
    if kind != TREASURE:
        return False
    return state.trade_points >= tables.trade_cost[0 if tables.card_class[k] == wanted else 1]


@compiled
def legal_trades(state, tables, mask, seat):
    """What may be wanted for some treasure of the hand."""
    if state.trade_points <= 0:
        return
    for wanted in range(3):
        if state.supply_size[TREASURES + wanted] > 0:
            for k in range(tables.num_cards):
                if state.hand[seat, k] > 0 and tradeable(state, tables, k, wanted):
                    mask[act.TRADE + wanted] = 1
                    break


@compiled
def begin_trade(state, wanted):
    """The wanted deck is kept with the turn until the treasure is chosen."""
    state.tasks[state.task_count - 1, LEFT] = wanted
    push(state, TRADE_CARD, state.current)


@compiled
def legal_trade_card(state, tables, mask):
    """TRADE_CARD."""
    wanted = state.tasks[state.task_count - 1, LEFT]
    for k in range(tables.num_cards):
        if state.hand[state.seat, k] > 0 and tradeable(state, tables, k, wanted):
            mask[act.CARD + k] = 1


@compiled
def trade(state, tables, k):
    """R25: set aside, the new one drawn, the old one shuffled back; no return, no sale, no discard."""
    seat = state.current
    wanted = int(state.tasks[state.task_count - 1, LEFT])
    state.tasks[state.task_count - 1, LEFT] = -1
    cost = 2 if wanted == 2 else 0 if tables.card_class[k] == wanted else 1
    state.trade_points -= tables.trade_cost[cost]
    leave_hand(state, seat, k)
    to_discard(state, seat, from_supply(state, tables, TREASURES + wanted))
    to_supply(state, tables, k)
    emit(state, tables, E_TRADE, seat, k, 1)


# ---- heroes of the area, hero skills, the nemesis -------------------------------------------------------------------
@compiled
def legal_area_heroes(state, tables, mask):
    """SEND_BACK, AREA_HERO: heroes that lie in the area."""
    for c in range(tables.num_characters):
        if state.place[c] == AREA and tables.character_kind[c] == HERO:
            mask[act.HERO_NAME + c] = 1


@compiled
def send_back(state, tables, c):
    """Hero cap: for two trade points a hero is shuffled back and a new one revealed."""
    state.trade_points -= tables.send_back_cost
    state.area_size -= 1
    to_hero_deck(state, c)
    if area_has_room(state, tables):
        reveal_hero(state, tables)


@compiled
def can_act(state, tables, seat, c):
    """Hero card anatomy 5: her skill can be paid in full (R14), and not beyond its uses."""
    if tables.character_program[c, ACTION] < 0 or state.status[c] != READY or state.used[c] >= tables.character_uses[c]:
        return False
    if tables.character_must_be_active[c] != 0 and state.active[seat] != c:
        return False
    pays = tables.character_pays[c]
    if state.mon < pays[0] or state.trade_points < pays[1]:
        return False
    if pays[2] == 0:
        return True
    kind, cls, fitting = tables.character_pays_kind[c, 0], tables.character_pays_kind[c, 1], 0
    for k in range(tables.num_cards):
        if state.hand[seat, k] > 0 and kind in (0, tables.card_kind[k]) and cls in (-1, tables.card_class[k]):
            fitting += state.hand[seat, k]
    return fitting >= pays[2]


@compiled
def use_hero_skill(state, tables, c):
    """Mon, trade points and her own exhaustion are paid here, hand cards by the first instruction of the program."""
    seat = state.current
    state.used[c] += 1
    state.mon -= tables.character_pays[c, 0]
    state.trade_points -= tables.character_pays[c, 1]
    push_program(state, tables.character_program[c, ACTION], seat, CHARACTER_SOURCE + c, seat)
    if tables.character_pays[c, 3] != 0:
        exhaust_hero(state, tables, c, EXHAUSTED, -1)


@compiled
def legal_wound_card(state, tables, mask):
    """WOUND_CARD: a treasure or regalia of the hand."""
    for k in range(tables.num_cards):
        if state.hand[state.seat, k] > 0 and tables.card_kind[k] >= TREASURE:
            mask[act.CARD + k] = 1


@compiled
def inflict(state, tables, k):
    """R29: a treasure is returned under the nemesis; its VP are wounds."""
    seat = state.current
    leave_hand(state, seat, k)
    state.wound_cards[k] += 1
    returned(state, tables, seat, k)
    state.hit_points -= tables.card_vp[k]
    if state.hit_points <= 0:
        defeat(state, tables)


@compiled
def duel_nemesis(state):
    """R23: once a turn."""
    state.fought = 1
    push_task(state, T_DUEL, state.current)
    state.tasks[state.task_count - 1, PARTY] = THE_NEMESIS


@compiled
def play_main(state, tables, action):
    """Dispatches an action of the main phase."""
    if action == act.END_TURN:
        end_main(state)
    elif action < act.SEND_BACK_HERO:
        begin_trade(state, action - act.TRADE)
    elif action == act.SEND_BACK_HERO:
        push(state, SEND_BACK, state.current)
    elif action == act.NEMESIS_DUEL:
        duel_nemesis(state)
    elif action == act.WOUND:
        push(state, WOUND_CARD, state.current)
    elif action < act.PLAY:
        buy_top(state, tables, action - act.BUY_TOP)
    elif action < act.SELL_CARD:
        play_card(state, tables, action - act.PLAY)
    elif action < act.DISCARD_SKILL:
        sell(state, tables, action - act.SELL_CARD)
    elif action < act.RETURN_SKILL:
        use_hand_skill(state, tables, action - act.DISCARD_SKILL, ON_DISCARD)
    elif action < act.BUY:
        use_hand_skill(state, tables, action - act.RETURN_SKILL, ON_RETURN)
    elif action < act.CARD:
        buy(state, tables, action - act.BUY)
    elif action < act.HERO_SKILL:
        buy_hero(state, tables, action - act.BUY_HERO)
    elif action >= act.HERO_NAME:
        give_up(state, tables, action - act.HERO_NAME)
    else:
        use_hero_skill(state, tables, action - act.HERO_SKILL)
