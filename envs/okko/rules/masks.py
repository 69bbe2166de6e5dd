"""What may be answered: the mask of each decision (RULES.md, chapter 31). It only dispatches to the chapters."""

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
    hero_actions,
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
def legal(state, tables, mask):
    """The mask of the pending decision.

    Args:
        state, tables: records.
        mask: (NUM_ACTIONS,) int8, overwritten.
    """
    mask[:] = 0
    decision = state.decision
    if decision <= st.SUMMON_SPACE:
        legal_before_plans(state, tables, mask, decision)
    elif decision <= st.TECHNIQUE_CARD:
        legal_plan(state, tables, mask, decision)
    elif decision <= st.COURTIER_SLOT:
        legal_of_hero(state, tables, mask, decision)
    elif decision <= st.EVENT:
        legal_of_figures(state, tables, mask, decision)
    else:
        legal_else(state, tables, mask, decision)


@compiled
def legal_before_plans(state, tables, mask, decision):
    """0 to 9: setting up, and the Oni's open step."""
    if decision == st.COURTIER:
        setup.legal_courtier(state, tables, mask)
    elif decision == st.FOLLOWER_CARD:
        setup.legal_follower_card(state, tables, mask)
    elif decision == st.FOLLOWER_SPACE:
        companion.legal_follower_space(state, tables, mask)
    elif decision == st.CORRUPTION_TOKEN:
        corruption.legal_corruption_token(state, tables, mask)
    elif decision == st.CORRUPTION_TILE:
        corruption.legal_corruption_tile(state, tables, mask)
    elif decision == st.CORRUPTION_SPACE:
        corruption.legal_corruption_space(state, tables, mask)
    elif decision == st.ENHANCEMENT:
        corruption.legal_enhancement(state, tables, mask)
    elif decision == st.SUMMON:
        summon.legal_summon(state, tables, mask)
    elif decision == st.SUMMON_COST:
        summon.legal_summon_cost(state, tables, mask)
    else:
        summon.legal_summon_space(state, tables, mask)


@compiled
def legal_plan(state, tables, mask, decision):
    """10 to 15: the Heroes' plans and the Oni's techniques."""
    if decision == st.PLAN_FIRST:
        strategy.legal_plan_first(state, tables, mask)
    elif decision == st.PLAN_SECOND:
        strategy.legal_plan_second(state, tables, mask)
    elif decision == st.TURN_UP:
        strategy.legal_turn_up(state, tables, mask)
    elif decision == st.INITIATIVE:
        strategy.legal_initiative(state, tables, mask)
    elif decision == st.TECHNIQUE:
        strategy.legal_technique(state, tables, mask)
    else:
        strategy.legal_technique_card(state, tables, mask)


@compiled
def legal_of_hero(state, tables, mask, decision):
    """16 to 26: a Hero's activation; moves, Attacks and talents are the Oni's too."""
    if decision == st.HERO_ACTION:
        hero_actions.legal_hero_action(state, tables, mask)
    elif decision == st.MOVE_SPACE:
        moves.legal_move_space(state, tables, mask)
    elif decision == st.ATTACK_TARGET:
        attack.legal_attack_target(state, tables, mask)
    elif decision == st.COURTIER_CALL:
        hero.legal_courtier_call(state, tables, mask)
    elif decision == st.TEST_PLACE:
        hero_actions.legal_test_place(state, tables, mask)
    elif decision == st.TALENT:
        usable.legal_talent(state, tables, mask)
    elif decision == st.ITEM:
        hero_actions.legal_item(state, tables, mask)
    elif decision == st.RECEIVER:
        hero_actions.legal_receiver(state, tables, mask)
    elif decision == st.PLACE_ITEM:
        items.legal_place_item(state, tables, mask)
    elif decision == st.CHEST_KEEP:
        items.legal_chest_keep(state, tables, mask)
    else:
        clues.legal_courtier_slot(state, tables, mask)


@compiled
def legal_of_figures(state, tables, mask, decision):
    """27 to 36: a failed Sneak, pushing, companions, and the Oni's activation."""
    if decision == st.ONI_ACTION:
        oni.legal_oni_action(state, tables, mask)
    elif decision == st.ONI_FIGURE:
        oni.legal_oni_figure(state, tables, mask)
    elif decision == st.ONI_CARD:
        oni.legal_oni_card(state, tables, mask)
    elif decision == st.EVENT:
        oni.legal_event(state, tables, mask)
    elif decision == st.FOLLOWER_ACTION:
        companion.legal_follower_action(state, tables, mask)
    elif decision == st.PUSH_SPACE:
        attack.legal_push_space(state, tables, mask)
    elif decision == st.SNEAK_SPACE:
        sneaking.legal_sneak_space(state, tables, mask)
    elif decision == st.SURROUND_FIGURE:
        surround.legal_surround_figure(state, tables, mask)
    elif decision == st.SURROUND_SPACE:
        surround.legal_surround_space(state, tables, mask)
    else:
        surround.legal_surround_attack(state, tables, mask)


@compiled
def legal_else(state, tables, mask, decision):
    """37 to 46: the end of the round, and what programs ask."""
    if decision == st.ACCUSE:
        accuse.legal_accuse(state, tables, mask)
    elif decision == st.REORGANISE:
        round_end.legal_reorganise(state, tables, mask)
    elif decision == st.LOST_TALENT:
        choices.legal_lost_talent(state, tables, mask)
    elif decision == st.MAY:
        program.legal_may(state, tables, mask)
    elif decision == st.OPTION:
        program.legal_option(state, tables, mask)
    elif decision == st.TARGET_FIGURE:
        choices.legal_target_figure(state, tables, mask)
    elif decision == st.TARGET_SPACE:
        choices.legal_target_space(state, tables, mask)
    elif decision == st.TARGET_TILE:
        choices.legal_target_tile(state, tables, mask)
    elif decision == st.TARGET_TOKEN:
        choices.legal_target_token(state, tables, mask)
    else:
        choices.legal_target_card(state, tables, mask)
