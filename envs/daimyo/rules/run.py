"""The verbs that move a game: `reset`, `legal` and `step`. They only dispatch to the rules."""

from __future__ import annotations

from ...core.kernel import compiled
from ...core.stack import pop
from .. import actions as act
from ..state import (
    ACTIVE,
    AREA_HERO,
    BATTLE_BOOST,
    BATTLE_FOR,
    BOOST,
    DUEL_TARGET,
    END_REFRESH,
    EQUIP,
    EXCHANGE,
    INTERRUPT,
    KIND,
    MAIN,
    MOVE,
    OPTION,
    SEND_BACK,
    START_HERO,
    T_BATTLE,
    T_DUEL,
    T_EQUIP,
    T_EXCHANGE,
    T_POLL,
    T_PROGRAM,
    T_TURN,
    TRADE_CARD,
    WOUND_CARD,
)
from .battle import advance_battle, battle_moved, legal_battle_for, play_battle_boost, play_battle_for
from .duel import (
    advance_duel,
    boost_nemesis,
    legal_boost,
    legal_duel_target,
    legal_nemesis_deck,
    play_boost,
    play_duel_target,
    play_nemesis_deck,
)
from .events import start_queued
from .exchange import advance_equip, ask_exchange, legal_exchange, play_equip, play_exchange
from .interrupts import advance_poll, legal_interrupt, play_interrupt
from .main import (
    inflict,
    legal_area_heroes,
    legal_main,
    legal_trade_card,
    legal_wound_card,
    play_main,
    send_back,
    trade,
)
from .program import legal_option, play_option, run_program
from .setup import advance_setup, legal_start_hero, play_start_hero, set_up
from .targets import legal_choice, play_choice
from .turn import (
    advance_turn,
    choose_active,
    legal_end_refresh,
    legal_hand,
    legal_ready_heroes,
    move_card,
    moved,
    play_end_refresh,
)


@compiled
def reset(state, tables, key):
    """A new game, up to its first decision."""
    set_up(state, tables, key)
    run(state, tables)


@compiled
def run(state, tables):
    """Carries on whatever is on top of the tasks until somebody is asked or the game is over.

    Triggered programs begin only where no program, exchange, equipping or poll is on top: they wait for the end of
    what triggered them, and run in the order in which they were triggered (EFFECTS.md).
    """
    while state.over == 0 and state.depth == 0:
        kind = state.tasks[state.task_count - 1, KIND]
        if kind == T_PROGRAM:
            run_program(state, tables)
        elif kind == T_EQUIP:
            advance_equip(state)
        elif kind == T_EXCHANGE:
            ask_exchange(state)
        elif kind == T_POLL:
            advance_poll(state, tables)
        elif state.queue_size > 0:
            start_queued(state, tables)
        elif kind == T_TURN:
            advance_turn(state, tables)
        elif kind == T_DUEL:
            advance_duel(state, tables)
        elif kind == T_BATTLE:
            advance_battle(state, tables)
        else:
            advance_setup(state, tables)


@compiled
def legal(state, tables, mask):
    """The mask of the pending decision."""
    mask[:] = 0
    decision = state.decision
    if decision == MAIN:
        legal_main(state, tables, mask)
        return
    if decision == MOVE:
        legal_hand(state, tables, mask)
    elif decision in (BOOST, BATTLE_BOOST):
        legal_boost(state, tables, mask)
    elif decision == END_REFRESH:
        legal_end_refresh(state, tables, mask)
    elif decision == ACTIVE:
        legal_ready_heroes(state, mask)
    elif decision == EQUIP:
        mask[act.PASS] = 1
        legal_ready_heroes(state, mask)
    elif decision == INTERRUPT:
        legal_interrupt(state, tables, mask)
    elif decision == OPTION:
        legal_option(state, tables, mask)
    elif decision in (AREA_HERO, SEND_BACK):
        legal_area_heroes(state, tables, mask)
    elif INTERRUPT < decision < BATTLE_FOR:
        legal_choice(state, tables, mask)
    else:
        legal_rare(state, tables, mask, decision)
    if mask[act.PASS] != 0 and state.turn_decisions >= tables.turn_guard:  # R13
        mask[:] = 0
        mask[act.PASS] = 1


@compiled
def legal_rare(state, tables, mask, decision):
    """What is seldom asked."""
    if decision == START_HERO:
        legal_start_hero(state, tables, mask)
    elif decision == TRADE_CARD:
        legal_trade_card(state, tables, mask)
    elif decision == WOUND_CARD:
        legal_wound_card(state, tables, mask)
    elif decision == EXCHANGE:
        legal_exchange(state, mask)
    elif decision == DUEL_TARGET:
        legal_duel_target(state, tables, mask)
    elif decision == BATTLE_FOR:
        legal_battle_for(state, tables, mask)
    else:
        legal_nemesis_deck(state, tables, mask)


@compiled
def step(state, tables, action):
    """One atomic decision; runs on to the next one."""
    state.turn_decisions += 1
    decision = state.decision
    pop(state)
    if decision == MAIN:
        play_main(state, tables, action)
    elif decision == MOVE:
        play_move(state, tables, action)
    elif decision == BOOST:
        play_boost(state, tables, action)
    elif decision == END_REFRESH:
        if action != act.PASS:
            play_end_refresh(state, tables, action - act.CARD)
    elif decision == ACTIVE:
        choose_active(state, action - act.HERO_NAME)
    elif decision == EQUIP:
        play_equip(state, action)
    elif decision == INTERRUPT:
        play_interrupt(state, tables, action)
    elif decision == OPTION:
        play_option(state, tables, action - act.OPTION_NAME)
    elif INTERRUPT < decision < BATTLE_FOR:
        play_choice(state, tables, decision, action)
    else:
        play_rare(state, tables, decision, action)
    run(state, tables)


@compiled
def play_rare(state, tables, decision, action):
    """What is seldom asked."""
    if decision == START_HERO:
        play_start_hero(state, tables, action - act.HERO_NAME)
    elif decision == TRADE_CARD:
        trade(state, tables, action - act.CARD)
    elif decision == SEND_BACK:
        send_back(state, tables, action - act.HERO_NAME)
    elif decision == WOUND_CARD:
        inflict(state, tables, action - act.CARD)
    elif decision == EXCHANGE:
        play_exchange(state, tables, action - act.HERO_NAME)
    elif decision == DUEL_TARGET:
        play_duel_target(state, action - act.HERO_NAME)
    elif decision == BATTLE_FOR:
        play_battle_for(state, tables, action)
    elif decision == BATTLE_BOOST:
        play_battle_boost(state, action)
    elif state.tasks[state.task_count - 1, KIND] == T_BATTLE:
        boost_nemesis(state, tables, action - act.DECK_NAME)
    else:
        play_nemesis_deck(state, tables, action - act.DECK_NAME)


@compiled
def play_move(state, tables, action):
    """MOVE, in a starting phase or before the common battle."""
    if action != act.PASS:
        move_card(state, state.seat, action - act.CARD)
    elif state.tasks[state.task_count - 1, KIND] == T_BATTLE:
        battle_moved(state, tables, state.seat)
    else:
        moved(state, tables)
