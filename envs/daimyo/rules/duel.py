"""Duels between two heroes, and with a nemesis (RB Duels, Nemesis Battle; R9, R16, R17, R19, R20, R23)."""

from __future__ import annotations

from ...core.kernel import compiled
from ...core.stack import push
from .. import actions as act
from ..state import (
    AIM,
    ATK,
    BOOST,
    COUNT,
    DEF,
    DUEL_TARGET,
    E_ATTACKED,
    E_START_DUEL,
    E_WIN_DUEL,
    EXHAUSTED,
    FORCED_WIN,
    HERO_SLOTS,
    MON,
    NEGATED,
    NEMESIS_DECK,
    ON_DUEL,
    PARTY,
    READY,
    STAGE,
    THE_NEMESIS,
    TREASURES,
    WHO_ASKS,
)
from .domain import defeat, wound
from .events import emit
from .heroes import exhaust_hero, fight_modifier
from .tasks import pop_task, push_program
from .zones import discard_card, from_supply

# stages of a duel
TARGETING, OPENING, ATTACKING, DEFENDING, RESOLVING = range(5)


@compiled
def advance_duel(state, tables):
    """Carries a duel on by one stage."""
    task = state.tasks[state.task_count - 1]
    stage, attacker = int(task[STAGE]), int(task[WHO_ASKS])
    if stage == TARGETING:
        find_target(state, tables, task, attacker)
    elif stage == OPENING:
        task[STAGE] = ATTACKING
        emit(state, tables, E_START_DUEL, attacker, -1, 1)
        if state.defender != THE_NEMESIS:
            emit(state, tables, E_ATTACKED, state.defender, -1, 1)
    elif stage == RESOLVING or decided(state):
        pop_task(state)
        resolve_duel(state, tables)
    elif stage == ATTACKING:
        if state.hand_size[attacker] > 0:
            push(state, BOOST, attacker)
        else:
            no_boost(state, tables, task)
    elif state.defender == THE_NEMESIS:
        ask_nemesis_deck(state, tables, task)
    elif state.hand_size[state.defender] > 0:
        push(state, BOOST, state.defender)
    else:
        no_boost(state, tables, task)


# ---- who fights whom ------------------------------------------------------------------------------------------------
@compiled
def find_target(state, tables, task, attacker):
    """Only active heroes, or if no other player has one, any (R19); in Boss Rush only the nemesis.

    What was triggered before the duel has run by now, and may have cost the attacker the active hero.
    """
    if state.active[attacker] < 0:
        pop_task(state)
        return
    if task[PARTY] == THE_NEMESIS or tables.boss_rush != 0:
        if state.nemesis >= 0 and state.status[state.nemesis] == READY:
            open_duel(state, task, attacker, THE_NEMESIS, state.nemesis)
        else:
            pop_task(state)
        return
    for seat in range(tables.num_seats):
        for slot in range(HERO_SLOTS):
            if seat != attacker and state.heroes[seat, slot] >= 0:
                push(state, DUEL_TARGET, attacker)
                return
    pop_task(state)


@compiled
def legal_duel_target(state, tables, mask):
    """DUEL_TARGET."""
    found = False
    for seat in range(tables.num_seats):
        if seat != state.seat and state.active[seat] >= 0:
            mask[act.HERO_NAME + state.active[seat]] = 1
            found = True
    if found:
        return
    for seat in range(tables.num_seats):
        for slot in range(HERO_SLOTS):
            c = int(state.heroes[seat, slot])
            if seat != state.seat and c >= 0:
                mask[act.HERO_NAME + c] = 1


@compiled
def open_duel(state, task, attacker, defender, c):
    """The duelists stand; the skill that started the duel may have given the attacker a bonus."""
    state.attacker = attacker
    state.defender = defender
    state.duelist[:] = -1
    state.boost[:] = 0
    state.forced[:] = 0
    state.duelist[attacker] = state.active[attacker]
    state.duelist[defender] = c
    state.boost[attacker] = max(0, task[AIM])
    state.duel_winner = -1
    task[STAGE] = OPENING


@compiled
def play_duel_target(state, c):
    """The attacker has chosen."""
    task = state.tasks[state.task_count - 1]
    open_duel(state, task, state.seat, int(state.place[c]), c)


# ---- boosts ---------------------------------------------------------------------------------------------------------
@compiled
def decided(state):
    """A (duel) skill or an interrupt has ended the duel."""
    if state.forced[state.attacker] != 0:
        return True
    return state.forced[state.defender] != 0


@compiled
def no_boost(state, tables, task):
    """R16: after a pass of the attacker the defender may still boost (flowchart); after one of the defender it ends."""
    if task[STAGE] == ATTACKING and (tables.both_boost != 0 or state.defender == THE_NEMESIS):  # R23: she boosts anyway
        task[STAGE] = DEFENDING
    else:
        task[STAGE] = RESOLVING


@compiled
def legal_boost(state, tables, mask):
    """BOOST, BATTLE_BOOST: any hand card but mon (R9), or none."""
    mask[act.PASS] = 1
    for k in range(tables.num_cards):
        if state.hand[state.seat, k] > 0 and tables.card_kind[k] != MON:
            mask[act.CARD + k] = 1


@compiled
def play_boost(state, tables, action):
    """Duel sequence 2 and 3."""
    task = state.tasks[state.task_count - 1]
    if action == act.PASS:
        no_boost(state, tables, task)
        return
    task[STAGE] = DEFENDING if task[STAGE] == ATTACKING else ATTACKING
    boost_with(state, tables, state.seat, action - act.CARD, state.seat)


@compiled
def boost_with(state, tables, seat, k, party):
    """Terminology, Boost: the card is discarded, its purchase cost added, its (duel) skills carried out (R17)."""
    state.boost[party] += tables.card_cost[k]
    push_duel_skill(state, tables, seat, k, party)
    discard_card(state, tables, seat, k)


@compiled
def push_duel_skill(state, tables, seat, k, party):
    """The (duel) skills of a card that boosts the party's hero."""
    if tables.card_program[k, ON_DUEL] >= 0:
        push_program(state, tables.card_program[k, ON_DUEL], seat, k, seat)
        state.tasks[state.task_count - 1, PARTY] = party


@compiled
def ask_nemesis_deck(state, tables, task):
    """R23: the nemesis boosts once, by a treasure deck that the attacker chooses; then she does nothing."""
    if task[COUNT] == 0 and can_boost_nemesis(state):
        push(state, NEMESIS_DECK, task[WHO_ASKS])
    else:
        no_boost(state, tables, task)


@compiled
def can_boost_nemesis(state):
    """Whether a treasure deck of a class holds a card."""
    return state.supply_size[TREASURES] + state.supply_size[TREASURES + 1] > 0


@compiled
def legal_nemesis_deck(state, tables, mask):
    """NEMESIS_DECK."""
    for cls in range(2):
        mask[act.DECK_NAME + TREASURES + cls] = state.supply_size[TREASURES + cls] > 0


@compiled
def boost_nemesis(state, tables, deck):
    """Nemesis battle 2: the top card is removed from the game, its cost added to her DEF (R9)."""
    k = from_supply(state, tables, deck)
    state.removed[k] += 1
    state.boost[THE_NEMESIS] += tables.card_cost[k]


@compiled
def play_nemesis_deck(state, tables, deck):
    """In a duel."""
    task = state.tasks[state.task_count - 1]
    boost_nemesis(state, tables, deck)
    task[COUNT] = 1
    task[STAGE] = ATTACKING


# ---- the result -----------------------------------------------------------------------------------------------------
@compiled
def attack_value(state, tables, seat):
    """ATK of the party's hero."""
    c = int(state.duelist[seat])
    return tables.character_cost[c] + fight_modifier(state, tables, c, ATK) + state.boost[seat]


@compiled
def defense_value(state, tables, party):
    """DEF of the party's hero, or of the nemesis."""
    c = int(state.duelist[party])
    if party == THE_NEMESIS:
        return tables.character_def[c] + state.boost[party]
    return tables.character_def[c] + fight_modifier(state, tables, c, DEF) + state.boost[party]


@compiled
def resolve_duel(state, tables):
    """The higher value wins; a tie exhausts both; a negated duel has no result."""
    a, d = state.attacker, state.defender
    state.attacker = -1
    if state.forced[a] == NEGATED or state.forced[d] == NEGATED:
        return
    margin = attack_value(state, tables, a) - defense_value(state, tables, d)
    if state.forced[a] == FORCED_WIN:
        margin = 1
    elif state.forced[d] == FORCED_WIN:
        margin = -1
    if margin <= 0:
        exhaust_duelist(state, tables, a, exhauster(a, d, margin))
    if d == THE_NEMESIS:
        beat_nemesis(state, tables, a, margin)
    elif margin >= 0:
        exhaust_duelist(state, tables, d, a)
    if margin != 0:
        winner = a if margin > 0 else d
        state.duel_winner = winner
        if winner != THE_NEMESIS:
            emit(state, tables, E_WIN_DUEL, winner, -1, 1)


@compiled
def exhaust_duelist(state, tables, seat, actor):
    """The hero who has lost is exhausted, if she is still with the player she fought for (R72)."""
    c = int(state.duelist[seat])
    if state.place[c] == seat:
        exhaust_hero(state, tables, c, EXHAUSTED, actor)


@compiled
def exhauster(a, d, margin):
    """Whose event the attacker's exhaustion is: the winner's, on a tie the attacker's; nobody's for a nemesis."""
    if margin == 0:
        return a
    return -1 if d == THE_NEMESIS else d


@compiled
def beat_nemesis(state, tables, a, margin):
    """A single duel won against the nemesis: a wound; in Boss Rush she becomes exhausted, on a tie too."""
    if tables.boss_rush != 0:
        if margin >= 0 and state.status[state.nemesis] == READY:
            state.status[state.nemesis] = EXHAUSTED
    elif margin > 0:
        wound(state, tables, a)
        if state.hit_points == 0:
            defeat(state, tables)
