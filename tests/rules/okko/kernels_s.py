"""The procedures of the strategy phase, of the end of a round and of the ends of the game, as entry points for tests.

Turns of Heroes and of the Oni, and programs, are left out: `carry_on` stops at them.
"""

from __future__ import annotations

from shugyo.envs.core.kernel import kernel
from shugyo.envs.core.stack import pop
from shugyo.envs.okko import state as st
from shugyo.envs.okko.rules import (
    accuse,
    battle,
    companion,
    corruption,
    items,
    memoirs,
    missions,
    round_end,
    setup,
    strategy,
    summon,
)
from shugyo.envs.okko.rules.goals import count_goal
from shugyo.envs.okko.rules.harm import eliminate
from shugyo.envs.okko.rules.round import advance_round
from shugyo.envs.okko.rules.sources import refresh_sources


@kernel
def set_up(state, tables, key):
    """A new game."""
    setup.set_up(state, tables, key)


@kernel
def carry_on(state, tables):
    """Until somebody is asked, the game is over, or a procedure's turn comes that is left out here."""
    while state.over == 0 and state.depth == 0:
        kind = state.tasks[state.task_count - 1, st.KIND]
        if kind == st.T_ROUND:
            advance_round(state, tables)
        elif kind == st.T_SETUP:
            setup.advance_setup(state, tables)
        elif kind == st.T_SUMMON:
            summon.advance_summon(state, tables)
        elif kind == st.T_ITEMS:
            items.advance_items(state, tables)
        else:
            return


@kernel
def legal(state, tables, mask):
    """The mask of the decision asked."""
    mask[:] = 0
    asked = state.decision
    if asked == st.COURTIER:
        setup.legal_courtier(state, tables, mask)
    elif asked == st.FOLLOWER_CARD:
        setup.legal_follower_card(state, tables, mask)
    elif asked == st.FOLLOWER_SPACE:
        companion.legal_follower_space(state, tables, mask)
    elif asked == st.CORRUPTION_TOKEN:
        corruption.legal_corruption_token(state, tables, mask)
    elif asked == st.CORRUPTION_TILE:
        corruption.legal_corruption_tile(state, tables, mask)
    elif asked == st.CORRUPTION_SPACE:
        corruption.legal_corruption_space(state, tables, mask)
    elif asked == st.ENHANCEMENT:
        corruption.legal_enhancement(state, tables, mask)
    elif asked == st.SUMMON:
        summon.legal_summon(state, tables, mask)
    elif asked == st.SUMMON_COST:
        summon.legal_summon_cost(state, tables, mask)
    elif asked == st.SUMMON_SPACE:
        summon.legal_summon_space(state, tables, mask)
    elif asked == st.PLAN_FIRST:
        strategy.legal_plan_first(state, tables, mask)
    elif asked == st.PLAN_SECOND:
        strategy.legal_plan_second(state, tables, mask)
    elif asked == st.TURN_UP:
        strategy.legal_turn_up(state, tables, mask)
    elif asked == st.INITIATIVE:
        strategy.legal_initiative(state, tables, mask)
    elif asked == st.TECHNIQUE:
        strategy.legal_technique(state, tables, mask)
    elif asked == st.TECHNIQUE_CARD:
        strategy.legal_technique_card(state, tables, mask)
    elif asked == st.ACCUSE:
        accuse.legal_accuse(state, tables, mask)
    elif asked == st.REORGANISE:
        round_end.legal_reorganise(state, tables, mask)
    elif asked == st.PLACE_ITEM:
        items.legal_place_item(state, tables, mask)
    elif asked == st.TARGET_SPACE:
        battle.legal_appearance(state, tables, mask)


@kernel
def answer(state, tables, action):
    """One answer."""
    asked = state.decision
    pop(state)
    if asked == st.COURTIER:
        setup.play_courtier(state, tables, action)
    elif asked == st.FOLLOWER_CARD:
        setup.play_follower_card(state, tables, action)
    elif asked == st.FOLLOWER_SPACE:
        companion.play_follower_space(state, tables, action)
    elif asked == st.CORRUPTION_TOKEN:
        corruption.play_corruption_token(state, tables, action)
    elif asked == st.CORRUPTION_TILE:
        corruption.play_corruption_tile(state, tables, action)
    elif asked == st.CORRUPTION_SPACE:
        corruption.play_corruption_space(state, tables, action)
    elif asked == st.ENHANCEMENT:
        corruption.play_enhancement(state, tables, action)
    elif asked == st.SUMMON:
        summon.play_summon(state, tables, action)
    elif asked == st.SUMMON_COST:
        summon.play_summon_cost(state, tables, action)
    elif asked == st.SUMMON_SPACE:
        summon.play_summon_space(state, tables, action)
    elif asked == st.PLAN_FIRST:
        strategy.play_plan_first(state, tables, action)
    elif asked == st.PLAN_SECOND:
        strategy.play_plan_second(state, tables, action)
    elif asked == st.TURN_UP:
        strategy.play_turn_up(state, tables, action)
    elif asked == st.INITIATIVE:
        strategy.play_initiative(state, tables, action)
    elif asked == st.TECHNIQUE:
        strategy.play_technique(state, tables, action)
    elif asked == st.TECHNIQUE_CARD:
        strategy.play_technique_card(state, tables, action)
    elif asked == st.ACCUSE:
        accuse.play_accuse(state, tables, action)
    elif asked == st.REORGANISE:
        round_end.play_reorganise(state, tables, action)
    elif asked == st.PLACE_ITEM:
        items.play_place_item(state, tables, action)
    elif asked == st.TARGET_SPACE:
        battle.play_appearance(state, tables, action)


CALLED = [
    advance_round, refresh_sources, setup.rolled_goal, summon.begin_free_summon, battle.begin_battle, battle.end_battle,
    eliminate, missions.progress, missions.check_missions, count_goal, round_end.draw_wound, round_end.in_wound_deck,
    memoirs.add_memoir, memoirs.points,
]  # fmt: skip
"""What tests call by itself, in the order of `do_one`."""


@kernel
def do_one(which, state, tables, a, b, c):
    """Calls one of `CALLED` with the arguments that it takes. Returns what it says, else 0."""
    if which == 0:
        advance_round(state, tables)
    elif which == 1:
        refresh_sources(state, tables)
    elif which == 2:
        return setup.rolled_goal(tables, a)
    elif which == 3:
        summon.begin_free_summon(state, tables, a, b)
    elif which == 4:
        battle.begin_battle(state, tables, a)
    elif which == 5:
        battle.end_battle(state, tables, a != 0)
    elif which == 6:
        eliminate(state, tables, a, b)
    elif which == 7:
        missions.progress(state, tables, a, b, c)
    elif which == 8:
        missions.check_missions(state, tables, a)
    elif which == 9:
        count_goal(state, tables, a, b)
    elif which == 10:
        round_end.draw_wound(state, tables, a)
    elif which == 11:
        return int(round_end.in_wound_deck(state, tables, a))
    elif which == 12:
        memoirs.add_memoir(state, tables, a, b)
    else:
        return memoirs.points(state, tables, a)
    return 0


@kernel
def outcome(state, tables, returns, score):
    """Writes the returns and the score."""
    memoirs.outcome(state, tables, returns, score)


# ---- the table ------------------------------------------------------------------------------------------------------
