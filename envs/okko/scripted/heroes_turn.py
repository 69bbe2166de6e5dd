"""A Hero's activation: Actions, where to move, whom to attack, what to use; and the companion's."""

from __future__ import annotations

from ...core.kernel import compiled
from .. import actions as act
from .. import ops
from ..rules.hero_actions import place_fits
from ..rules.moves import is_swift
from ..rules.spaces import adjacent
from ..rules.stats import stat
from ..rules.tasks import top
from ..rules.usable import can_use, talent_source
from ..state import (
    COMPANION_SOURCE,
    FIGURE,
    HERO_CARDS,
    HEROES,
    ITEM_SOURCE,
    ITEMS,
    SOURCE,
    SPEED,
    TALENTS,
)
from . import heroes_style as style
from .ground import FAR, field_from
from .heroes_fights import attack_worth, best_attack
from .heroes_goal import (
    ACTS,
    BACK,
    DANGER,
    MOVES,
    SKIN,
    SNEAKS,
    WHAT,
    WORTH,
    after_way,
    in_position,
    prices,
    test_worth,
    token_worth,
)
from .heroes_programs import program_worth

UNIQUE, FREE = 2, 3  # `source_cost`
REST = 0.02  # what anything has to be worth to be done
NEVER = -5.0


# ---- HERO_ACTION, FOLLOWER_ACTION -----------------------------------------------------------------------------------
@compiled
def action_worth(state, tables, figure, action, view):
    """HERO_ACTION, FOLLOWER_ACTION: what a figure does next; the end of the activation is worth 0."""
    if action == act.PASS:
        return 0.0
    if action == act.MOVE:
        return move_worth(state, tables, figure, view) - REST
    if action == act.MELEE:
        return best_attack(state, tables, figure, ops.MELEE) - REST
    if action == act.RANGED_ATTACK:
        return best_attack(state, tables, figure, ops.RANGED) - REST
    if action == act.USE_TALENT:
        return best_talent(state, tables, figure) - REST
    if action == act.USE_ITEM:
        return best_item(state, tables, figure) - REST
    if act.INVESTIGATE <= action <= act.TRY_TEST or action == act.TAKE_OBJECT:
        return best_place(state, tables, figure, action) - REST
    return NEVER


@compiled
def best_place(state, tables, hero, action):
    """INVESTIGATE, OPEN_CHEST, TRY_TEST, TAKE_OBJECT: the best Space for it."""
    most = 0.0
    for space in range(tables.num_spaces):
        if state.token_on[space] < 0 and tables.test_stat[space] < 0:
            continue
        if place_fits(state, tables, hero, action, space):
            most = max(most, place_worth(state, tables, hero, action, space))
    return most


@compiled
def place_worth(state, tables, hero, action, space):
    """TEST_PLACE: what the Action is worth there."""
    if action == act.TRY_TEST:
        return test_worth(state, tables, hero, space)
    _, worth = token_worth(state, tables, hero, space, prices(state, tables, hero))
    return worth


@compiled
def best_talent(state, tables, figure):
    """USE_TALENT: the best of those that can be used."""
    if figure >= HEROES:
        return talent_worth(state, tables, figure, COMPANION_SOURCE + int(state.companion[figure - HEROES]))
    most = NEVER
    for i in range(TALENTS + HERO_CARDS):
        source = talent_source(tables, figure, i)
        if can_use(state, tables, source, figure):
            most = max(most, talent_worth(state, tables, figure, source))
    return most


@compiled
def talent_worth(state, tables, figure, source):
    """A talent or an item with an action: its program, less what it might cost."""
    return program_worth(state, tables, int(tables.source_action[source]), 1 << 15, figure, -1)


@compiled
def best_item(state, tables, hero):
    """USE_ITEM: the best of those that can be used."""
    most = NEVER
    for item in range(ITEMS):
        if state.item_owner[item] == hero and can_use(state, tables, ITEM_SOURCE + item, hero):
            most = max(most, talent_worth(state, tables, hero, ITEM_SOURCE + item))
    return most


# ---- moves ----------------------------------------------------------------------------------------------------------
@compiled
def move_worth(state, tables, figure, view):
    """MOVE: the best Area that can be reached, if it is better than to stay."""
    speed, swift = stat(state, tables, figure, SPEED, 0, -1), is_swift(state, tables, figure)
    field = field_from(state, tables, figure, speed, swift, int(view[SNEAKS]))
    here = int(tables.space_area[state.at[figure]])
    left = int(view[ACTS]) - 1
    fear, most, stay = danger_cost(state, view, figure, here), NEVER, 0.0
    if view[MOVES] > 0 and view[BACK + here] < FAR:
        stay = after_way(view[WORTH], max(1.0, view[BACK + here]), left)
    for area in range(tables.num_areas):
        if field[area] > 1 or (area == here and view[BACK + here] > 0):
            continue
        goal = 0.0
        if view[MOVES] > 0 and view[BACK + area] < FAR:
            goal = after_way(view[WORTH], view[BACK + area], left)
        most = max(most, goal - danger_cost(state, view, figure, area))
    if most <= stay - fear + REST:
        return NEVER
    return most + fear if view[MOVES] == 0 else style.PATIENCE * most + fear


@compiled
def danger_cost(state, view, figure, area):
    """What the agents are expected to cost a figure that ends its activation in an Area."""
    share = 1.0 if state.actions_left[figure] <= 1 else 0.35
    return share * view[SKIN] * view[DANGER + area]


@compiled
def space_worth(state, tables, figure, space, view):
    """MOVE_SPACE: to end on a Space."""
    area = int(tables.space_area[space])
    value = 0.0 - danger_cost(state, view, figure, area)
    what = int(view[WHAT])
    if what > 0 and in_position(state, tables, view, space):
        value += after_way(view[WORTH], 0, view[ACTS])
    elif what > 0 and view[BACK + area] < FAR:
        value += after_way(view[WORTH], max(1.0, view[BACK + area]), view[ACTS])
    tile = tables.space_tile[space]
    if tables.tile_prohibited[tile] != 0 and view[SNEAKS] == 0 and tile != tables.space_tile[state.at[figure]]:
        value -= style.SNEAK_RISK
    return value


# ---- ATTACK_TARGET, TALENT, ITEM, RECEIVER --------------------------------------------------------------------------
@compiled
def target_worth(state, tables, figure, target):
    """ATTACK_TARGET: the Attack that is being made, on that agent."""
    kind = int(top(state)[SOURCE])
    if kind == ops.ANY_KIND:
        kind = ops.MELEE if adjacent(state, tables, int(state.at[figure]), int(state.at[target])) else ops.RANGED
    return attack_worth(state, tables, figure, target, kind)


@compiled
def push_worth(state):
    """PUSH_SPACE: an agent is pushed away where nobody wants to attack it any more."""
    figure = int(top(state)[FIGURE])
    if figure < 0 or figure >= 2 * HEROES:
        return 0.0
    return 0.05 if state.actions_left[figure] <= 0 else -0.05
