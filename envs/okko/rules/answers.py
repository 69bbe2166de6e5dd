"""What an answer does: each decision played (RULES.md, chapter 31). It only dispatches to the chapters."""

from __future__ import annotations

from ...core.kernel import compiled
from .. import state as st
from . import (
    accuse,
    attack,
    choices,
    clues,
    companion,
    corruption,
    hero,
    items,
    moves,
    oni,
    program,
    round_end,
    setup,
    sneaking,
    strategy,
    summon,
    surround,
    usable,
)


@compiled
def play(state, tables, decision, action):
    """Carries out the answer to a decision that has just been taken off the stack.

    Args:
        state, tables: records.
        decision: which.
        action: a legal answer.
    """
    if decision <= st.SUMMON_SPACE:
        play_before_plans(state, tables, decision, action)
    elif decision <= st.TECHNIQUE_CARD:
        play_plan(state, tables, decision, action)
    elif decision <= st.COURTIER_SLOT:
        play_of_hero(state, tables, decision, action)
    elif decision <= st.EVENT:
        play_of_figures(state, tables, decision, action)
    else:
        play_else(state, tables, decision, action)


@compiled
def play_before_plans(state, tables, decision, action):
    """0 to 9: setting up, and the Oni's open step."""
    if decision == st.COURTIER:
        setup.play_courtier(state, tables, action)
    elif decision == st.FOLLOWER_CARD:
        setup.play_follower_card(state, tables, action)
    elif decision == st.FOLLOWER_SPACE:
        companion.play_follower_space(state, tables, action)
    elif decision == st.CORRUPTION_TOKEN:
        corruption.play_corruption_token(state, tables, action)
    elif decision == st.CORRUPTION_TILE:
        corruption.play_corruption_tile(state, tables, action)
    elif decision == st.CORRUPTION_SPACE:
        corruption.play_corruption_space(state, tables, action)
    elif decision == st.ENHANCEMENT:
        corruption.play_enhancement(state, tables, action)
    elif decision == st.SUMMON:
        summon.play_summon(state, tables, action)
    elif decision == st.SUMMON_COST:
        summon.play_summon_cost(state, tables, action)
    else:
        summon.play_summon_space(state, tables, action)


@compiled
def play_plan(state, tables, decision, action):
    """10 to 15: the Heroes' plans and the Oni's techniques."""
    if decision == st.PLAN_FIRST:
        strategy.play_plan_first(state, tables, action)
    elif decision == st.PLAN_SECOND:
        strategy.play_plan_second(state, tables, action)
    elif decision == st.TURN_UP:
        strategy.play_turn_up(state, tables, action)
    elif decision == st.INITIATIVE:
        strategy.play_initiative(state, tables, action)
    elif decision == st.TECHNIQUE:
        strategy.play_technique(state, tables, action)
    else:
        strategy.play_technique_card(state, tables, action)


@compiled
def play_of_hero(state, tables, decision, action):
    """16 to 26: a Hero's activation; moves, Attacks and talents are the Oni's too."""
    if decision == st.HERO_ACTION:
        hero.play_hero_action(state, tables, action)
    elif decision == st.MOVE_SPACE:
        moves.play_move_space(state, tables, action)
    elif decision == st.ATTACK_TARGET:
        attack.play_attack_target(state, tables, action)
    elif decision == st.COURTIER_CALL:
        hero.play_courtier_call(state, tables, action)
    elif decision == st.TEST_PLACE:
        hero.play_test_place(state, tables, action)
    elif decision == st.TALENT:
        usable.play_talent(state, tables, action)
    elif decision == st.ITEM:
        hero.play_item(state, tables, action)
    elif decision == st.RECEIVER:
        hero.play_receiver(state, tables, action)
    elif decision == st.PLACE_ITEM:
        items.play_place_item(state, tables, action)
    elif decision == st.CHEST_KEEP:
        items.play_chest_keep(state, tables, action)
    else:
        clues.play_courtier_slot(state, tables, action)


@compiled
def play_of_figures(state, tables, decision, action):
    """27 to 36: a failed Sneak, pushing, companions, and the Oni's activation."""
    if decision == st.ONI_ACTION:
        oni.play_oni_action(state, tables, action)
    elif decision == st.ONI_FIGURE:
        oni.play_oni_figure(state, tables, action)
    elif decision == st.ONI_CARD:
        oni.play_oni_card(state, tables, action)
    elif decision == st.EVENT:
        oni.play_event(state, tables, action)
    elif decision == st.FOLLOWER_ACTION:
        companion.play_follower_action(state, tables, action)
    elif decision == st.PUSH_SPACE:
        attack.play_push_space(state, tables, action)
    elif decision == st.SNEAK_SPACE:
        sneaking.play_sneak_space(state, tables, action)
    elif decision == st.SURROUND_FIGURE:
        surround.play_surround_figure(state, tables, action)
    elif decision == st.SURROUND_SPACE:
        surround.play_surround_space(state, tables, action)
    else:
        surround.play_surround_attack(state, tables, action)


@compiled
def play_else(state, tables, decision, action):
    """37 to 46: the end of the round, and what programs ask."""
    if decision == st.ACCUSE:
        accuse.play_accuse(state, tables, action)
    elif decision == st.REORGANISE:
        round_end.play_reorganise(state, tables, action)
    elif decision == st.LOST_TALENT:
        choices.play_lost_talent(state, tables, action)
    elif decision == st.MAY:
        program.play_may(state, tables, action)
    elif decision == st.OPTION:
        program.play_option(state, tables, action)
    elif decision == st.TARGET_FIGURE:
        choices.play_target_figure(state, tables, action)
    elif decision == st.TARGET_SPACE:
        choices.play_target_space(state, tables, action)
    elif decision == st.TARGET_TILE:
        choices.play_target_tile(state, tables, action)
    elif decision == st.TARGET_TOKEN:
        choices.play_target_token(state, tables, action)
    else:
        choices.play_target_card(state, tables, action)
