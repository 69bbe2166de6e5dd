"""The Oni's open step: Corruption tokens, positions of the trees, summoning."""

from __future__ import annotations

from ...core.kernel import compiled
from .. import ops
from ..rules.corruption import can_move
from ..rules.summon import can_place, can_reinforce, spare_figure
from ..state import (
    ACTIONS,
    AGENT_FIGURE,
    DAMAGE,
    DEFENSE,
    DEMON,
    E_CORRUPT,
    E_ELIMINATED,
    E_SUMMON,
    EVENT_HAND,
    FIGURES,
    GHOSTLY,
    HITS,
    KIND_SOURCE,
    KINDS,
    LIEUTENANT,
    MIGHT,
    MODIFIERS,
    NODE_SOURCE,
    NODES,
    RANGED,
    SPEED,
    STAMINA,
    SUMMONED,
    SWAP_DICE,
    TALENTS,
    THRALL,
    TRIGGERS,
)
from . import oni_style as style
from .odds import hit_chance
from .oni_ground import guard_worth, hero_distance, prey_distance
from .oni_worth import event_steps, living

TYPICAL_DEFENSE = 4


# ---- Corruption tokens ----------------------------------------------------------------------------------------------
@compiled
def tile_worth(state, tables, tile):
    """Of a Corruption token on a Tile: thralls there that it wakes, and Spaces where more can come, near Heroes."""
    value = 0.0
    for figure in range(AGENT_FIGURE, FIGURES):
        space = int(state.at[figure])
        if space >= 0 and tables.space_tile[space] == tile:
            steps = hero_distance(state, tables, int(tables.space_area[space]))
            wakes = tables.kind_type[tables.figure_kind[figure]] == THRALL and state.alarm == 0
            value += (1.0 if wakes else 0.3) * style.CORRUPTION * 2.0 / (1.0 + 0.5 * steps)
    for space in range(tables.num_spaces):
        if tables.space_tile[space] == tile and tables.space_kind[space] == THRALL:
            if tables.space_mark[space] <= tables.num_heroes:
                steps = hero_distance(state, tables, int(tables.space_area[space]))
                value += 0.4 * style.CORRUPTION * 2.0 / (1.0 + 0.5 * steps)
    return value


@compiled
def token_worth(state, tables, tile):
    """Of moving the Corruption token of a Tile, to the best Tile it can reach."""
    best = -1e6
    for other in range(tables.num_tiles):
        if can_move(state, tables, tile, other):
            best = max(best, tile_worth(state, tables, other))
    return best - tile_worth(state, tables, tile) + event_steps(state, tables, E_CORRUPT, -1)


# ---- the trees ------------------------------------------------------------------------------------------------------
@compiled
def modifier_worth(state, tables, which, n, tree):
    """Of a stat changed for good for all agents of a type: armour for many, reinforcements for who can pay."""
    if which in (MIGHT, HITS):
        return 1.0 * n
    if which in (DAMAGE, ACTIONS, SWAP_DICE):
        return 1.6 * n
    if which == DEFENSE:
        return min(1.6, 0.25 * of_type(state, tables, tree + THRALL)) * n
    if which == SUMMONED:
        return 0.3 * min(5, (state.event_place == EVENT_HAND).sum()) * n
    if which == RANGED:
        return 0.5 + 0.2 * living(state)
    return 0.9 if which == GHOSTLY else 0.4 * n


@compiled
def of_type(state, tables, kind_type):
    """How many agents of a type are on the board."""
    count = 0
    for figure in range(AGENT_FIGURE, FIGURES):
        count += state.at[figure] >= 0 and tables.figure_type[figure] == kind_type
    return count


@compiled
def position_worth(state, tables, number):
    """Of a position by itself."""
    value = 0.0
    for m in range(MODIFIERS):
        if tables.modifier_source[m] == NODE_SOURCE + number and tables.modifier[m, 1] != 0:
            whole = 1.0 if tables.modifier[m, 3] in (ops.ALWAYS, ops.ATTACKING, ops.DEFENDING) else 0.7
            which, n = int(tables.modifier[m, 0]), int(tables.modifier[m, 1])
            value += whole * modifier_worth(state, tables, which, n, number // NODES)
    for t in range(TRIGGERS):
        if tables.trigger_source[t] == NODE_SOURCE + number and tables.trigger[t, 5] > 0:
            value += 0.8
    return value


@compiled
def enhancement_worth(state, tables, number):
    """Of a position and the best one behind it."""
    tree, node = number // NODES, number % NODES
    ahead = 0.0
    for other in range(NODES):
        after = tables.node_column[tree, other] == tables.node_column[tree, node] + 1
        if after and (tables.node_from[tree, other] >> node) & 1 != 0:
            ahead = max(ahead, position_worth(state, tables, tree * NODES + other))
    return position_worth(state, tables, number) + 0.7 * ahead


# ---- summoning ------------------------------------------------------------------------------------------------------
@compiled
def summoned_worth(state, tables, kind, space):
    """Of a figure of a kind that comes to a Space."""
    figure = spare_figure(state, tables, kind)
    if figure < 0:
        return 0.0
    stats = tables.kind_stat[kind]
    area = int(tables.space_area[space])
    strike = 0.75 * hit_chance(tables, int(stats[MIGHT]), kind_bonus(tables, kind), TYPICAL_DEFENSE)
    steps, speed = hero_distance(state, tables, area), max(1, int(stats[SPEED]))
    if steps <= speed:
        share = stats[ACTIONS] - 0.7
    elif steps <= 2 * speed:
        share = 0.6 * stats[ACTIONS] - 0.3
    else:
        share = 0.3
    thrall = tables.kind_type[kind] == THRALL
    if thrall and state.alarm == 0 and state.corrupted[tables.space_tile[space]] == 0:
        share *= 0.2
    share *= 1.0 + 0.25 * (stats[STAMINA] - 1)  # it lives longer
    sturdy = 0.15 * (stats[DEFENSE] - 3) + 0.2 * (stats[STAMINA] - 1)
    value = style.SUMMONED_FIGURE + 2.0 * strike * share + sturdy + event_steps(state, tables, E_SUMMON, figure)
    value += style.LOSS * event_steps(state, tables, E_ELIMINATED, figure) / max(1.0, 0.5 * stats[STAMINA])
    return value + 0.5 * guard_worth(state, tables, space) - 0.05 * prey_distance(state, tables, area)


@compiled
def kind_bonus(tables, kind):
    """Action dice, roughly, that the talents of a kind are worth."""
    value = 0
    for m in range(MODIFIERS):
        source = tables.modifier_source[m] - KIND_SOURCE - kind * TALENTS
        if 0 <= source < TALENTS and tables.modifier[m, 1] > 0:
            which = tables.modifier[m, 0]
            value += which in (MIGHT, HITS, DAMAGE)
    return value


@compiled
def summon_worth(state, tables, kind, n):
    """Of up to n figures of a kind that come to the best Spaces there are."""
    best, second, count = 0.0, 0.0, 0
    for space in range(tables.num_spaces):
        if can_reinforce(state, tables, kind, space):
            value = summoned_worth(state, tables, kind, space)
            count += 1
            if value > best:
                best, second = value, best
            elif value > second:
                second = value
    spare = 0
    for figure in range(int(tables.kind_first[kind]), int(tables.kind_first[kind] + tables.kind_count[kind])):
        spare += state.at[figure] < 0
    n = min(n, min(spare, count))
    if n <= 0:
        return 0.0
    value = best + (n - 1) * second
    return value * slots(state, tables, kind)


@compiled
def slots(state, tables, kind):
    """How likely the kind is activated: few Heroes give the Oni few activations."""
    others = 0
    for other in range(KINDS):
        if other == kind or tables.kind_count[other] == 0:
            continue
        first = int(tables.kind_first[other])
        here = False
        for figure in range(first, first + int(tables.kind_count[other])):
            here = here or state.at[figure] >= 0
        others += here
    return min(1.0, 0.4 + 0.6 * living(state) / (1.0 + others))


@compiled
def free_summon_worth(state, tables, kind_type, n):
    """Of summoning without cost, of the best kind of a type (−1: of any)."""
    best = 0.0
    for kind in range(KINDS):
        if tables.kind_count[kind] == 0 or tables.kind_rank[kind] == DEMON:
            continue
        if (kind_type < 0 or tables.kind_type[kind] == kind_type) and can_place(state, tables, kind):
            best = max(best, summon_worth(state, tables, kind, n))
    return best


@compiled
def figures_summoned(state, tables, kind):
    """How many figures come for the price: more by positions of the tree of their type."""
    figures = int(tables.summon_figures)
    first = NODE_SOURCE + (int(tables.kind_type[kind]) - THRALL) * NODES
    for m in range(MODIFIERS):
        if tables.modifier[m, 0] == SUMMONED and first <= tables.modifier_source[m] < first + NODES:
            if state.live[tables.modifier_source[m]] != 0:
                figures += int(tables.modifier[m, 1])
    return max(1, figures) if tables.kind_rank[kind] != LIEUTENANT else 1
