"""What an action is worth to a Hero (chapter 31 of RULES.md): each question to the module that knows.

The Heroes pursue goals (`heroes_goal`): each weighs what there is to be had, by the way to it, and does what serves the
best of it. `heroes_turn` are their activations, `heroes_plan` the cards, `heroes_items` Equipment, `heroes_clues` the
investigation, `heroes_fights` Attacks and dangers, `heroes_missions` and `heroes_programs` read what cards say, and
`heroes_answers` are the questions of programs. All weights are in `heroes_style`.
"""

from __future__ import annotations

import numpy as np

from ...core.kernel import compiled
from .. import actions as act
from .. import ops
from .. import state as st
from ..rules.program import whom
from ..rules.tasks import top
from ..rules.usable import talent_source
from .heroes_answers import (
    call_worth,
    companion_worth,
    foe_space_worth,
    may_worth,
    option_worth,
    target_figure_worth,
    token_space_worth,
)
from .heroes_clues import accuse_worth
from .heroes_goal import VIEW, consider
from .heroes_items import lasting_worth, place_item_worth, reorganise_worth, tastes
from .heroes_plan import card_worth, first_worth, item_worth, plan_worth, wishes
from .heroes_turn import action_worth, place_worth, push_worth, space_worth, talent_worth, target_worth


@compiled
def hero_view(state, tables, hero):
    """What has to be considered once for all actions of the pending decision (`heroes_goal`)."""
    figure = subject(state, tables, hero)
    return consider(state, tables, figure) if 0 <= figure < st.AGENT_FIGURE else np.zeros(VIEW)


@compiled
def subject(state, tables, hero):
    """Whose doing the pending decision is about; −1 where nothing has to be considered."""
    decision = state.decision
    if decision in (st.HERO_ACTION, st.PLAN_FIRST, st.PLAN_SECOND, st.TURN_UP):
        return hero
    if decision in (st.MOVE_SPACE, st.SNEAK_SPACE, st.FOLLOWER_ACTION):
        return int(top(state)[st.FIGURE])
    if decision == st.TARGET_SPACE and state.tasks[state.task_count - 1, st.KIND] == st.T_PROGRAM:
        row = tables.code[top(state)[st.STAGE]]
        if row[0] == ops.PLACE_FIGURE:
            return whom(top(state), row[2])
    return -1


@compiled
def worth_with(state, tables, hero, action, view):
    """Of a legal action at the pending decision, with its `hero_view`; 0 for doing nothing."""
    decision = state.decision
    if decision == st.HERO_ACTION or decision == st.FOLLOWER_ACTION:
        return action_worth(state, tables, int(top(state)[st.FIGURE]), action, view)
    if action >= act.SPACE_NAME:
        return worth_of_space(state, tables, hero, action - act.SPACE_NAME, view)
    if decision <= st.INITIATIVE:
        return worth_of_plan(state, tables, hero, action, view)
    if decision == st.ACCUSE:
        return accuse_worth(state, tables, action)
    if decision == st.PLACE_ITEM:
        return place_item_worth(state, tables, hero, action)
    if action == act.PASS:
        return 0.0
    if action == act.YES:
        return may_worth(state, tables) if decision == st.MAY else reorganise_worth(state, tables, hero)
    if action >= act.FIGURE_NAME:
        figure = action - act.FIGURE_NAME
        if decision == st.ATTACK_TARGET:
            return target_worth(state, tables, int(top(state)[st.FIGURE]), figure)
        return target_figure_worth(state, tables, figure)
    return worth_of_card(state, tables, hero, action)


@compiled
def worth_of_space(state, tables, hero, space, view):
    """MOVE_SPACE and other questions about Spaces."""
    decision = state.decision
    if decision == st.TEST_PLACE:
        return place_worth(state, tables, hero, int(top(state)[st.A]), space)
    if decision == st.PUSH_SPACE:
        return push_worth(state)
    if decision == st.TARGET_TOKEN:
        return token_space_worth(state, tables, space)
    figure = subject(state, tables, hero)
    if 0 <= figure < st.AGENT_FIGURE:
        return space_worth(state, tables, figure, space, view)
    if decision == st.TARGET_SPACE and tables.code[top(state)[st.STAGE], 0] == ops.MOVE_TOKEN:
        return token_space_worth(state, tables, space)
    return foe_space_worth(state, tables, space) if decision != st.FOLLOWER_SPACE else 0.0


@compiled
def worth_of_plan(state, tables, hero, action, view):
    """FOLLOWER_CARD, PLAN_FIRST, PLAN_SECOND, TURN_UP, INITIATIVE."""
    decision = state.decision
    if decision == st.FOLLOWER_CARD:
        return companion_worth(state, tables, hero, action - act.COMPANION_NAME)
    if decision == st.INITIATIVE:
        other = action - act.HERO_NAME
        return first_worth(state, tables, other, consider(state, tables, other))
    if decision == st.TURN_UP:
        if action == act.PASS:
            return 0.0
        wants = wishes(state, tables, hero, view)
        return 0.01 + item_worth(state, tables, hero, action - act.ITEM_NAME, wants)
    return plan_worth(state, tables, hero, action, view)


@compiled
def worth_of_card(state, tables, hero, action):
    """Cards, talents, options and receivers."""
    decision = state.decision
    if decision == st.OPTION:
        return option_worth(state, tables, action - act.OPTION_NAME)
    if decision == st.COURTIER_CALL:
        return call_worth(state, tables, hero, action - act.CLUE_NAME)
    if decision == st.COURTIER_SLOT:
        return 0.3
    if decision == st.TALENT:
        return talent_worth(state, tables, hero, talent_source(tables, hero, action - act.OWN_TALENT))
    if decision == st.CHEST_KEEP:
        return 0.01 + lasting_worth(state, tables, hero, action - act.ITEM_NAME)
    if decision == st.ITEM:
        item = action - act.ITEM_NAME
        if top(state)[st.A] == act.USE_ITEM:
            return talent_worth(state, tables, hero, st.ITEM_SOURCE + item)
        return 0.0 - lasting_worth(state, tables, hero, item)
    if decision == st.TARGET_CARD:
        if action >= act.COMPANION_NAME:
            return companion_worth(state, tables, hero, action - act.COMPANION_NAME)
        card = hero * st.HERO_CARDS + action - act.CARD_NAME
        wants = tastes(state, tables)
        right = card_worth(state, tables, hero, card, 0, wants)
        return max(right, card_worth(state, tables, hero, card, 1, wants))
    return 0.0
