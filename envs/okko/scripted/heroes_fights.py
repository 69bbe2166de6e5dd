"""Fights as the scripted Heroes see them: what an Attack is worth, and where opponents could hurt them."""

from __future__ import annotations

import numpy as np

from ...core.kernel import compiled
from .. import ops
from ..board.capacity import AREAS
from ..rules.alarm import alarming
from ..rules.attack import attacking, can_attack, defending, is_hurt
from ..rules.figures import kind_of, printed, type_of
from ..rules.spaces import adjacent, tile_of
from ..rules.stats import action_dice, combat_dice, stat
from ..state import (
    ACTIONS,
    AGENT_FIGURE,
    DAMAGE,
    DEFENSE,
    DEMON,
    E_ELIMINATE,
    E_ELIMINATED,
    E_HIT,
    FIGURES,
    HAND,
    HEROES,
    HITS,
    LIEUTENANT,
    NO_BATTLE,
    RANGED,
    SPEED,
    STAMINA,
    THRALL,
    WOUNDS,
)
from . import heroes_style as style
from .heroes_missions import alarm_worth, event_worth
from .odds import hit_chance


# ---- Attacks of the Heroes ------------------------------------------------------------------------------------------
@compiled
def strike_chance(state, tables, attacker, target, kind):
    """The chance that an Attack of that kind succeeds, wherever the two stand."""
    when = attacking(kind)
    combat = combat_dice(state, tables, attacker, when, target)
    action = action_dice(state, tables, attacker, when, target)
    needed = stat(state, tables, target, DEFENSE, defending(kind), attacker)
    return hit_chance(tables, combat, action, needed - stat(state, tables, attacker, HITS, when, target))


@compiled
def strike_damage(state, tables, attacker, target, kind):
    """Damage tokens of an Attack that succeeds; 0 if it cannot hurt the target."""
    if not is_hurt(state, tables, attacker, target, kind):
        return 0
    return max(0, 1 + stat(state, tables, attacker, DAMAGE, attacking(kind), target))


@compiled
def awake(state, tables, foe):
    """O123: whether the Oni can activate that agent where it stands."""
    if type_of(tables, foe) != THRALL or state.alarm != 0:
        return True
    return state.corrupted[tile_of(state, tables, foe)] != 0


@compiled
def kill_worth(state, tables, hero, foe):
    """What the elimination of an agent on the board is worth to the Heroes."""
    rank = tables.kind_rank[kind_of(tables, foe)]
    if rank == DEMON:
        return style.ONI
    value = style.LIEUTENANT if rank == LIEUTENANT else style.MINION
    if not awake(state, tables, foe):
        value = style.ASLEEP
    value += event_worth(state, tables, E_ELIMINATE, hero, foe)  # Personal Missions
    return value + event_worth(state, tables, E_ELIMINATED, foe, foe)


@compiled
def alarm_cost(state, tables):
    """What raising the alarm costs, with the thralls that it wakes."""
    if state.alarm != 0:
        return 0.0
    cost = 0.0 - alarm_worth(state, tables)
    for foe in range(AGENT_FIGURE, FIGURES):
        if state.at[foe] >= 0 and not awake(state, tables, foe):
            cost += style.ALARM_PER_THRALL
    return cost


@compiled
def attack_worth(state, tables, attacker, foe, kind):
    """What an Attack of a Hero or companion on an agent is worth; it need not be in reach."""
    damage = strike_damage(state, tables, attacker, foe, kind)
    left = max(1, int(printed(state, tables, foe, STAMINA)) - int(state.damage[foe]))
    hero = attacker % HEROES
    value = kill_worth(state, tables, hero, foe) * min(1.0, damage / left)
    if attacker < HEROES:
        value += event_worth(state, tables, E_HIT, hero, foe)
    value *= strike_chance(state, tables, attacker, foe, kind)
    if alarming(state, tables, attacker, foe):
        value -= alarm_cost(state, tables)
    return value


@compiled
def best_attack(state, tables, attacker, kind):
    """The most that an Attack of that kind is worth now; 0 if none is worth anything."""
    most = 0.0
    for foe in range(AGENT_FIGURE, FIGURES):
        if state.at[foe] >= 0 and can_attack(state, tables, attacker, kind, foe):
            most = max(most, attack_worth(state, tables, attacker, foe, kind))
    return most


# ---- dangers --------------------------------------------------------------------------------------------------------
@compiled
def wounds_in_hand(state, hero):
    """How many Wounds the Hero has in hand."""
    n = 0
    for wound in range(WOUNDS):
        n += state.wound_owner[wound] == hero and state.wound_place[wound] == HAND
    return n


@compiled
def hurt(state, hero):
    """What a Damage token costs a Hero."""
    if hero >= HEROES:
        return 0.2
    value = style.HURT[min(3, wounds_in_hand(state, hero))]
    if state.battle == NO_BATTLE:
        return value
    return value * style.BATTLE * 0.5 ** max(0, int(state.turn) + 1 - style.BATTLE_ROUND)


@compiled
def threats(state, tables, figure):
    """What the agents could do to a figure before the round is over, by where it stands.

    Args:
        state, tables: records.
        figure: a Hero or companion on the board.

    Returns:
        (AREAS,) float64: Damage tokens to be expected.
    """
    danger = np.zeros(AREAS)
    kind, ranged, reach, actions, chance = -1, False, 1, 0, 0.0
    for foe in range(AGENT_FIGURE, FIGURES):
        if state.at[foe] < 0 or not awake(state, tables, foe) or state.activated[kind_of(tables, foe)] != 0:
            continue
        if kind_of(tables, foe) != kind:  # all of a kind are taken to be like the first
            kind = kind_of(tables, foe)
            ranged = stat(state, tables, foe, RANGED, attacking(ops.RANGED), figure) > 0
            how = ops.RANGED if ranged else ops.MELEE
            chance = strike_chance(state, tables, foe, figure, how) * strike_damage(state, tables, foe, figure, how)
            reach = max(1, stat(state, tables, foe, SPEED, 0, -1)) + (2 if ranged else 0)
            actions = stat(state, tables, foe, ACTIONS, 0, -1)
        add_threat(state, tables, danger, figure, foe, ranged, reach, actions, chance)
    return danger


@compiled
def add_threat(state, tables, danger, figure, foe, ranged, reach, actions, chance):
    """Adds one agent to `threats`: its Actions less its moves, times the damage of one Attack."""
    here = int(tables.space_area[state.at[foe]])
    beside = adjacent(state, tables, int(state.at[foe]), int(state.at[figure]))
    for area in range(tables.num_areas):
        far = int(tables.area_distance[here, area])
        if far < 0:
            continue
        moves = (far + reach - 1) // reach
        if far == 0 and not beside and not ranged:
            moves = 1
        if moves < actions:
            danger[area] += style.NOTICED * chance * (actions - moves)
