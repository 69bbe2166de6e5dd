"""What an action is worth to the Oni.

Each kind of decision is weighed by itself, in the measure of `oni_style`; nothing is looked ahead but the Actions that
are left to a figure. `oni_worth` of figures and missions, `oni_fight` of Attacks, `oni_ground` of places, `oni_events`
of cards; `oni_track` is its open step, `oni_turn` an activation, `oni_answers` all else that it is asked.
"""

from __future__ import annotations

from ...core.kernel import compiled
from .. import actions as act
from ..rules.tasks import top
from ..state import (
    ATTACK_TARGET,
    CORRUPTION_TILE,
    CORRUPTION_TOKEN,
    COURTIER,
    ENHANCEMENT,
    EVENT,
    EVENT_HAND,
    EVENTS,
    FIGURE,
    MAY,
    MOVE_SPACE,
    ONI_ACTION,
    ONI_CARD,
    ONI_FIGURE,
    OPTION,
    PUSH_SPACE,
    SUMMON,
    SUMMON_COST,
    SUMMON_SPACE,
    SURROUND_ATTACK,
    SURROUND_FIGURE,
    TALENT,
    TARGET_CARD,
    TARGET_FIGURE,
    TARGET_SPACE,
    TARGET_TILE,
    TARGET_TOKEN,
    TECHNIQUE,
    TECHNIQUE_CARD,
    A,
    B,
    D,
)
from .oni_answers import (
    discard_worth,
    may_worth,
    option_worth,
    push_worth,
    surround_worth,
    target_figure_worth,
    target_space_worth,
    target_tile_worth,
    token_worth_at,
)
from .oni_events import best_technique, keep_worth, technique_worth
from .oni_ground import hero_distance
from .oni_track import (
    enhancement_worth,
    figures_summoned,
    summon_worth,
    summoned_worth,
    tile_worth,
    token_worth,
)
from .oni_turn import action_worth, card_worth, event_worth, figure_worth, move_worth, talent_worth, target_worth


@compiled
def oni_worth(state, tables, action):
    """Of a legal action at the pending decision; 0 for doing nothing."""
    decision = state.decision
    if decision in (ONI_CARD, ONI_FIGURE, ONI_ACTION, MOVE_SPACE, ATTACK_TARGET, EVENT, TALENT):
        return turn_worth(state, tables, decision, action)
    if decision <= TECHNIQUE_CARD:
        return strategy_worth(state, tables, decision, action)
    return answer_worth(state, tables, decision, action)


@compiled
def turn_worth(state, tables, decision, action):
    """Decisions of an activation."""
    if decision == ONI_CARD:
        return card_worth(state, tables, action - act.KIND_NAME)
    if decision == ONI_FIGURE:
        return figure_worth(state, tables, action)
    if decision == ONI_ACTION:
        return action_worth(state, tables, action)
    if decision == MOVE_SPACE:
        return move_worth(state, tables, action - act.SPACE_NAME)
    if decision == ATTACK_TARGET:
        return target_worth(state, tables, action - act.FIGURE_NAME)
    if decision == TALENT:
        return talent_worth(state, tables, int(top(state)[FIGURE]), action - act.OWN_TALENT)
    return event_worth(state, tables, action)


@compiled
def strategy_worth(state, tables, decision, action):
    """Decisions of the strategy phase."""
    if decision == CORRUPTION_TOKEN:
        return 0.0 if action == act.PASS else token_worth(state, tables, action - act.TILE_NAME)
    if decision == CORRUPTION_TILE:
        return tile_worth(state, tables, action - act.TILE_NAME)
    if decision == ENHANCEMENT:
        return enhancement_worth(state, tables, action - act.NODE_NAME)
    if decision == SUMMON:
        return 0.0 if action == act.PASS else summon_gain(state, tables, action - act.KIND_NAME)
    if decision == SUMMON_COST:
        return discard_worth(state, tables, action - act.EVENT_NAME)
    if decision == SUMMON_SPACE:
        if action == act.PASS:
            return 0.1
        return summoned_worth(state, tables, int(top(state)[A]), action - act.SPACE_NAME)
    if decision == TECHNIQUE:
        if action == act.PASS:
            return 0.0
        event = action - act.EVENT_NAME
        return best_technique(state, tables, event) - keep_worth(state, tables, event)
    if decision == TECHNIQUE_CARD:
        return technique_worth(state, tables, int(top(state)[A]), action - act.KIND_NAME)
    if decision == COURTIER:
        token = int(tables.clue_token[action - act.CLUE_NAME])
        space = int(tables.token_start[token]) if token >= 0 else -1
        return 1.0 * hero_distance(state, tables, int(tables.space_area[space])) if space >= 0 else 0.0
    return 0.0


@compiled
def summon_gain(state, tables, kind):
    """SUMMON: what comes, less the two cheapest cards if it has a price."""
    task = top(state)
    if task[B] != 0:
        return 0.1 + summon_worth(state, tables, kind, int(task[D]))
    first, second = 1e6, 1e6
    for event in range(EVENTS):
        if state.event_place[event] == EVENT_HAND:
            value = keep_worth(state, tables, event)
            if value < first:
                first, second = value, first
            else:
                second = min(second, value)
    price = first + second * (tables.summon_cost - 1)
    return summon_worth(state, tables, kind, figures_summoned(state, tables, kind)) - price


@compiled
def answer_worth(state, tables, decision, action):
    """What programs and Attacks ask."""
    if decision == TARGET_FIGURE:
        return target_figure_worth(state, tables, action)
    if decision == TARGET_SPACE:
        return target_space_worth(state, tables, action)
    if decision == TARGET_TILE:
        return target_tile_worth(state, tables, action - act.TILE_NAME)
    if decision == TARGET_TOKEN:
        return token_worth_at(state, tables, action - act.SPACE_NAME)
    if decision == TARGET_CARD:
        return discard_worth(state, tables, action - act.EVENT_NAME)
    if decision == MAY:
        return may_worth(state, tables, action)
    if decision == OPTION:
        return option_worth(state, tables, action - act.OPTION_NAME)
    if decision == PUSH_SPACE:
        return push_worth(state, tables, action)
    if decision in (SURROUND_FIGURE, SURROUND_ATTACK):
        return surround_worth(state, tables, action - act.FIGURE_NAME)
    return 0.0  # LOST_TALENT, SURROUND_SPACE, CORRUPTION_SPACE: one is as good as another
