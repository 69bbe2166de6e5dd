"""Attacks of agents: what one is worth, who can be attacked now or after a move."""

from __future__ import annotations

import numpy as np

from ...core.kernel import compiled
from .. import ops
from ..board.capacity import NEIGHBOURS
from ..rules.attack import attacking, defending
from ..rules.figures import printed
from ..rules.moves import is_swift
from ..rules.oni import figure_may_act
from ..rules.spaces import allowed, neighbour, sees
from ..rules.stats import action_dice, combat_dice, might_have, stat
from ..rules.ways import areas_in_reach, has
from ..state import (
    ACTIONS,
    AGENT_FIGURE,
    BLEEDING,
    DAMAGE,
    DEFENSE,
    E_HIT,
    EVENT_TRIGGERS,
    HEROES,
    HITS,
    KIND_SOURCE,
    NODE_SOURCE,
    NODES,
    RANGED,
    SPEED,
    STAMINA,
    TALENTS,
    THE_ONI,
    THRALL,
)
from . import oni_style as style
from .odds import hit_chance
from .oni_worth import harm_worth, life_worth, wound_worth

NO_AREA = np.uint64(0)


# ---- one Attack -----------------------------------------------------------------------------------------------------
@compiled
def attack_worth(state, tables, attacker, target, kind):
    """Of one Attack by an agent, as things stand: the chance that it succeeds times what a success brings.

    Args:
        state, tables: records.
        attacker: an agent.
        target: an opponent; whether it can be attacked is not looked at.
        kind: ops.MELEE or ops.RANGED.
    """
    when = attacking(kind)
    needed = stat(state, tables, target, DEFENSE, defending(kind), attacker)
    needed -= stat(state, tables, attacker, HITS, when, target)
    combat = combat_dice(state, tables, attacker, when, target)
    action = action_dice(state, tables, attacker, when, target)
    if combat + action <= 0:
        return 0.0
    damage = 1 + stat(state, tables, attacker, DAMAGE, when, target)
    gain = harm_worth(state, tables, target, max(0, damage)) + hit_extra(state, tables, attacker, target)
    value = hit_chance(tables, combat, action, needed) * gain
    if state.condition[attacker, BLEEDING] != 0:
        value -= life_worth(state, tables, attacker) / max(1, printed(state, tables, attacker, STAMINA))
    return value


@compiled
def hit_extra(state, tables, attacker, target):
    """What talents and positions of the tree add to a success: conditions and Wounds."""
    total = 0.0
    kind = int(tables.figure_kind[attacker])
    talents = KIND_SOURCE + kind * TALENTS
    nodes = NODE_SOURCE + (int(tables.kind_type[kind]) - THRALL) * NODES
    for i in range(EVENT_TRIGGERS):
        trigger = int(tables.event_triggers[E_HIT, i])
        if trigger < 0:
            break
        source, row = int(tables.trigger_source[trigger]), tables.trigger[trigger]
        if not (talents <= source < talents + TALENTS or nodes <= source < nodes + NODES) or state.live[source] == 0:
            continue
        if (row[4] > 0 and state.fired[trigger] >= row[4]) or (row[2] == ops.FOE_HERO and target >= HEROES):
            continue
        at = int(row[5])
        while tables.code[at, 0] != ops.END:
            op = tables.code[at, 0]
            if op == ops.CONDITION and state.condition[target, tables.code[at, 1]] == 0:
                total += style.CONDITIONS[int(tables.code[at, 1])]
            elif op == ops.DRAW_WOUND and target < HEROES:
                total += wound_worth(state, tables, target)
            at += 1
    return total


# ---- from where -----------------------------------------------------------------------------------------------------
@compiled
def best_from(state, tables, attacker, space, kind):
    """The worth of the best Attack of a kind (or of any) that an agent could make from a Space; 0 if there is none."""
    best = 0.0
    if kind != ops.RANGED:
        for i in range(NEIGHBOURS):
            beside = neighbour(state, tables, space, i)
            if beside >= 0:
                other = int(state.occupant[beside])
                if 0 <= other < AGENT_FIGURE and sees(state, tables, space, beside, -1):
                    best = max(best, attack_worth(state, tables, attacker, other, ops.MELEE))
    if kind != ops.MELEE and may_shoot(state, tables, attacker):
        for other in range(AGENT_FIGURE):
            there = int(state.at[other])
            if there >= 0 and sees(state, tables, space, there, THE_ONI):
                best = max(best, attack_worth(state, tables, attacker, other, ops.RANGED))
    return best


@compiled
def may_shoot(state, tables, attacker):
    """Whether an agent can attack from afar."""
    if not might_have(state, tables, attacker, RANGED):
        return False
    return stat(state, tables, attacker, RANGED, attacking(ops.RANGED), -1) > 0


@compiled
def reach_of(state, tables, figure):
    """The set of Areas in which a move of an agent can end (`ways`)."""
    speed = stat(state, tables, figure, SPEED, 0, -1)
    return areas_in_reach(state, tables, figure, speed, is_swift(state, tables, figure))


@compiled
def can_close_in(state, tables, figure, target, areas):
    """Whether an agent has a Space beside the target in the reach of one move."""
    there = int(state.at[target])
    for i in range(NEIGHBOURS):
        beside = neighbour(state, tables, there, i)
        if beside >= 0 and has(areas, tables.space_area[beside]) and allowed(state, tables, figure, beside):
            if sees(state, tables, beside, there, -1):
                return True
    return False


# ---- a figure's activation ------------------------------------------------------------------------------------------
@compiled
def plan_worth(state, tables, figure, actions):
    """What an agent can do to opponents with so many Actions: attack at once, or after a move."""
    if actions <= 0 or state.at[figure] < 0:
        return 0.0
    best = actions * best_from(state, tables, figure, int(state.at[figure]), ops.ANY_KIND)
    if actions > 1 and near_foes(state, tables, figure):
        areas = reach_of(state, tables, figure)
        shoots = may_shoot(state, tables, figure)
        for other in range(AGENT_FIGURE):
            if state.at[other] < 0:
                continue
            if can_close_in(state, tables, figure, other, areas):
                best = max(best, (actions - 1) * attack_worth(state, tables, figure, other, ops.MELEE))
            elif shoots and in_sight_of(state, tables, figure, other, areas):
                best = max(best, (actions - 1) * attack_worth(state, tables, figure, other, ops.RANGED))
    return best


@compiled
def near_foes(state, tables, figure):
    """Whether an opponent stands so near that an Attack after a move is worth thinking of."""
    here = int(tables.space_area[state.at[figure]])
    reach = 1 + stat(state, tables, figure, SPEED, 0, -1)
    if may_shoot(state, tables, figure):
        reach += 3
    for other in range(AGENT_FIGURE):
        if state.at[other] >= 0 and tables.area_distance[here, tables.space_area[state.at[other]]] <= reach:
            return True
    return False


@compiled
def in_sight_of(state, tables, figure, target, areas):
    """Whether an agent can go with one move to where it sees the target."""
    there = int(state.at[target])
    for space in range(tables.num_spaces):
        if tables.sight[space, there] != 0 and has(areas, tables.space_area[space]):
            if allowed(state, tables, figure, space) and sees(state, tables, space, there, THE_ONI):
                return True
    return False


@compiled
def kind_worth(state, tables, kind):
    """What all figures of a Character card that may still act can do to opponents, if it is activated now."""
    total = 0.0
    first = int(tables.kind_first[kind])
    for figure in range(first, first + int(tables.kind_count[kind])):
        if state.acted[figure] == 0 and figure_may_act(state, tables, figure):
            total += plan_worth(state, tables, figure, stat(state, tables, figure, ACTIONS, 0, -1))
    return total


@compiled
def kind_attacks(state, tables, kind):
    """How many Attacks figures of a Character card that have not acted can make in this activation."""
    total = 0
    first = int(tables.kind_first[kind])
    for figure in range(first, first + int(tables.kind_count[kind])):
        if state.acted[figure] != 0 or not figure_may_act(state, tables, figure):
            continue
        actions = stat(state, tables, figure, ACTIONS, 0, -1)
        if state.active_kind == kind and state.actions_left[figure] > 0:
            actions = int(state.actions_left[figure])
        if best_from(state, tables, figure, int(state.at[figure]), ops.ANY_KIND) > 0.0:
            total += actions
        elif plan_worth(state, tables, figure, actions) > 0.0:
            total += actions - 1
    return total
