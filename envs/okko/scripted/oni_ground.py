"""Where agents should stand: near the Heroes, in their way, beside what they need, out of danger."""

from __future__ import annotations

from ...core.kernel import compiled
from .. import ops
from ..board.capacity import NEIGHBOURS
from ..rules.figures import printed
from ..rules.missions import open_mission
from ..rules.spaces import adjacent, allowed, foes_in_area, neighbour
from ..rules.ways import has
from ..state import (
    AGENT_FIGURE,
    CHEST,
    COURTIER_TOKEN,
    DEFENSE,
    DEMON,
    EVIDENCE,
    HEROES,
    MIGHT,
    NO_BATTLE,
    PARCHMENT,
    SPEED,
    STAMINA,
    TEST_TOKEN,
    THE_HEROES,
    THE_ONI,
    THRALL,
    TOKENS,
)
from . import oni_style as style
from .oni_fight import best_from, reach_of
from .oni_worth import life_worth, program_steps, wounds_held

FAR = 20


# ---- distances, by Areas --------------------------------------------------------------------------------------------
@compiled
def area_steps(tables, a, b):
    """Areas from one to another, FAR if there is no way."""
    steps = int(tables.area_distance[a, b])
    return steps if steps >= 0 else FAR


@compiled
def hero_distance(state, tables, area):
    """Areas to the nearest Hero."""
    least = FAR
    for hero in range(HEROES):
        if state.at[hero] >= 0:
            least = min(least, area_steps(tables, area, int(tables.space_area[state.at[hero]])))
    return least


@compiled
def prey_distance(state, tables, area):
    """Areas to the nearest opponent, who counts as nearer the more Wounds and Damage there are."""
    least = 1.0 * FAR
    for other in range(AGENT_FIGURE):
        space = int(state.at[other])
        if space < 0:
            continue
        steps = 1.0 * area_steps(tables, area, int(tables.space_area[space]))
        if other < HEROES:
            steps -= wounds_held(state, other) + state.damage[other] / max(1, printed(state, tables, other, STAMINA))
        else:
            steps += 2.0
        least = min(least, steps)
    return least


# ---- what the Heroes need -------------------------------------------------------------------------------------------
@compiled
def token_need(state, tables, token):
    """How much the Heroes want a token: 1 for a Clue token that can give clues, a Test token; less for a Chest."""
    if token < 0 or state.token_at[token] < 0:
        return 0.0
    kind = int(tables.token_kind[token])
    if kind == CHEST:
        return 0.3
    if kind == TEST_TOKEN:
        return test_need(state, tables, int(state.token_at[token]))
    if state.battle != NO_BATTLE:
        return 0.0
    if kind in (EVIDENCE, PARCHMENT):
        return 1.0
    return 1.0 if kind == COURTIER_TOKEN and state.token_flipped[token] == 0 else 0.0


@compiled
def test_need(state, tables, space):
    """How much the Heroes want the Test of a Space: by the steps of a mission that it brings."""
    if tables.test_stat[space] < 0 or state.passed[space] != 0:
        return 0.0
    mission = int(tables.test_mission[space])
    if mission < 0:
        return 0.6
    if not open_mission(state, tables, mission):
        return 0.0
    return min(2.0, max(0.2, -program_steps(state, tables, mission, int(tables.test_program[space]))))


@compiled
def need_distance(state, tables, area):
    """Areas to the nearest thing that the Heroes need."""
    least = FAR
    for token in range(TOKENS):
        if token < tables.num_tokens and token_need(state, tables, token) >= 0.5:
            least = min(least, area_steps(tables, area, int(tables.space_area[state.token_at[token]])))
    for space in range(tables.num_spaces):
        if test_need(state, tables, space) > 0.0:
            least = min(least, area_steps(tables, area, int(tables.space_area[space])))
    return least


@compiled
def guard_worth(state, tables, space):
    """To stand on a Space because of a Test there or of tokens beside it; more, the nearer Heroes are."""
    need = 0.0
    if tables.test_stat[space] >= 0:
        need = style.GUARD_TEST * test_need(state, tables, space)
    for i in range(NEIGHBOURS):
        beside = neighbour(state, tables, space, i)
        if beside >= 0 and state.token_on[beside] >= 0:
            need += style.GUARD_TOKEN * token_need(state, tables, int(state.token_on[beside]))
    if need == 0.0:
        return 0.0
    return need / (1.0 + 0.3 * hero_distance(state, tables, int(tables.space_area[space])))


# ---- danger ---------------------------------------------------------------------------------------------------------
@compiled
def danger(state, tables, figure, space):
    """The part of an agent's life that Heroes could take before it acts again, if it stood on a Space; roughly."""
    area, harm = int(tables.space_area[space]), 0.0
    kind = int(tables.figure_kind[figure])
    defense = printed(state, tables, figure, DEFENSE) + state.mods[figure, DEFENSE] + state.kind_mods[kind, DEFENSE]
    for hero in range(HEROES):
        here = int(state.at[hero])
        if here < 0:
            continue
        attacks = attacks_of(state, tables, hero, here, area, space)
        if attacks <= 0:
            continue
        hits = 0.8 * printed(state, tables, hero, MIGHT) + 1.4 * (1.5 + state.mods[hero, MIGHT])
        chance = max(0.05, min(0.95, 0.55 + 0.22 * (hits - defense)))
        harm += attacks * chance * (0.6 if state.acted[hero] != 0 else 1.0)
    left = max(1, printed(state, tables, figure, STAMINA) - state.damage[figure])
    return min(1.0, harm / left)


@compiled
def attacks_of(state, tables, hero, here, area, space):
    """How many Attacks on a figure on that Space a Hero could make in one activation."""
    steps = area_steps(tables, int(tables.space_area[here]), area)
    if steps == 0:
        return 3 if adjacent(state, tables, here, space) else 2
    speed = max(1, printed(state, tables, hero, SPEED) + state.mods[hero, SPEED])
    if foes_in_area(state, tables, int(tables.space_area[here]), THE_HEROES) > 0:
        return 3 - 1 - (steps - 1 + speed - 1) // speed
    return 3 - (steps + speed - 1) // speed


# ---- all together ---------------------------------------------------------------------------------------------------
@compiled
def stand_worth(state, tables, figure, space, actions):
    """For an agent to stand on a Space, with so many Actions left to attack from there."""
    area = int(tables.space_area[space])
    demon = tables.kind_rank[tables.figure_kind[figure]] == DEMON
    prey = prey_distance(state, tables, area)
    value = 0.0 - style.HUNT * prey if demon else guard_worth(state, tables, space) - style.NEARNESS * prey
    attack = best_from(state, tables, figure, space, ops.ANY_KIND)
    value += attack * (actions if actions > 0 else style.THREAT)
    if foes_in_area(state, tables, area, THE_ONI) > 0:
        value += style.CONTEST
    if tables.kind_type[tables.figure_kind[figure]] == THRALL and state.alarm == 0:
        value -= style.STRAY * (state.corrupted[tables.space_tile[space]] == 0)
    life = life_worth(state, tables, figure)
    if life >= style.FEARFUL:
        value -= (style.DEMON_FEAR if demon else style.FEAR) * life * danger(state, tables, figure, space)
    return value


@compiled
def best_move(state, tables, figure, actions):
    """The worth of the best Space that one move can reach, with so many Actions left after it."""
    best = -1e6
    areas = reach_of(state, tables, figure)
    for space in range(tables.num_spaces):
        if has(areas, tables.space_area[space]) and allowed(state, tables, figure, space):
            best = max(best, stand_worth(state, tables, figure, space, actions))
    return best
