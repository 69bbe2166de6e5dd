"""What a Hero is up to: the goal of most worth for the way it takes, found afresh at each question.

A *view* is an array of float64: what `consider` found out for one figure; the columns are named below.
"""

from __future__ import annotations

import numpy as np

from ...core.kernel import compiled
from .. import ops
from ..board.capacity import AREAS, NEIGHBOURS
from ..rules.attack import attacking
from ..rules.figures import kind_of
from ..rules.missions import open_mission
from ..rules.moves import is_swift
from ..rules.spaces import adjacent, allowed, neighbour, sees
from ..rules.stats import might_have, stat, test_value
from ..rules.ways import NO_AREA, ONE
from ..state import (
    ACTIVATIONS,
    AGENT_FIGURE,
    CHEST,
    COURTIER_TOKEN,
    DEFENSE,
    E_CLUE,
    E_ITEM,
    E_OPEN,
    E_PASS,
    EVIDENCE,
    FIGURES,
    GUILE,
    HEROES,
    NO_BATTLE,
    OBJECT_TOKEN,
    PARCHMENT,
    POISONED,
    RANGED,
    SPEED,
    TEST_TOKEN,
    THE_HEROES,
    THRALL,
    TOKENS,
)
from . import heroes_style as style
from .ground import FAR, field_from, moves_beside, moves_to, spread
from .heroes_clues import clue_worth, is_late, suspicion, token_tries
from .heroes_fights import attack_worth, hurt, threats
from .heroes_missions import event_worth, progress_worth
from .heroes_programs import program_worth

# ---- columns of a view ----------------------------------------------------------------------------------------------
WORTH, WHAT, WHERE, MOVES, SNEAKS, SKIN, LIKED, ACTS, AFAR = range(9)  # LIKED: WORTH after the way; ACTS: Actions left
BACK = 9  # + Area: moves from there to the goal
DANGER = BACK + AREAS  # + Area: Damage tokens to be expected
VIEW = DANGER + AREAS
# ---- WHAT -----------------------------------------------------------------------------------------------------------
NOTHING, CLUES, A_CHEST, A_TEST, A_FOE, AN_OBJECT, A_SUSPECT, COMPANY = range(8)


# ---- what there is to be had ----------------------------------------------------------------------------------------
@compiled
def prices(state, tables, hero):
    """What is the same for all Clue tokens: (the Hero's value in the Tests, a card's worth, a success's worth)."""
    value = test_value(state, tables, hero, GUILE, 1 << ops.INVESTIGATING)
    card = clue_worth(state, tables) + event_worth(state, tables, E_CLUE, hero, -1)
    return value, card, event_worth(state, tables, E_PASS, hero, -1)


@compiled
def investigation_worth(state, tables, space, price):
    """One Action of an Investigation Test at the Clue token on a Space; ``price`` from `prices`."""
    token = int(state.token_on[space])
    row, second = int(state.token_face[token]), state.token_flipped[token] != 0
    if second and tables.token_kind[token] == COURTIER_TOKEN:
        return 0.0
    side = 2 if second else 0
    tries = token_tries(state, tables, space, int(tables.faces[row, side]), price[0], 1)
    return (tables.faces[row, side + 1] * price[1] + price[2]) / tries


@compiled
def likely_kept(tables, row):
    """B6: how many cards of a Chest are kept, at most 2: the mean of all Chests that look like it."""
    total, count = 0.0, 0
    for other in range(TOKENS):
        same = tables.faces[other, 0] == tables.faces[row, 0] and tables.faces[other, 1] == tables.faces[row, 1]
        if tables.face_kind[other] == CHEST and same:
            total += max(1, min(2, int(tables.faces[other, 2])))
            count += 1
    return total / max(1, count)


@compiled
def chest_worth(state, tables, hero, space):
    """One Action of the Test of a Chest."""
    row = int(state.token_face[state.token_on[space]])
    tries = token_tries(state, tables, space, int(tables.faces[row, 0]), test_value(state, tables, hero, SPEED, 0), 0)
    gain = likely_kept(tables, row) * (style.ITEM_KEPT + event_worth(state, tables, E_ITEM, hero, -1))
    return (gain + event_worth(state, tables, E_OPEN, hero, -1) + event_worth(state, tables, E_PASS, hero, -1)) / tries


@compiled
def test_worth(state, tables, hero, space):
    """One Action of the Test on a Space; 0 where there is none left."""
    if tables.test_stat[space] < 0 or state.passed[space] != 0:
        return 0.0
    mission = int(tables.test_mission[space])
    if mission >= 0 and not open_mission(state, tables, mission):
        return 0.0
    value = test_value(state, tables, hero, int(tables.test_stat[space]), 0)
    direct = int(tables.test_direct[space])
    tries = token_tries(state, tables, space, int(tables.test_difficulty[space]), value, direct)
    start = int(tables.test_program[space])
    gain = program_worth(state, tables, start, 1 << 15, hero, -1) + event_worth(state, tables, E_PASS, hero, -1)
    if mission >= 0 and start >= 0:
        gain += progress_worth(state, tables, start, mission)
    return gain / tries


@compiled
def token_worth(state, tables, hero, space, price):
    """WHAT lies on a Space and what an Action for it is worth: (WHAT, worth)."""
    kind = tables.token_kind[state.token_on[space]]
    if kind in (EVIDENCE, PARCHMENT, COURTIER_TOKEN):
        return CLUES, investigation_worth(state, tables, space, price)
    if kind == CHEST:
        return A_CHEST, chest_worth(state, tables, hero, space)
    if kind == OBJECT_TOKEN:
        return AN_OBJECT, 0.5
    return A_TEST, test_worth(state, tables, hero, space)


@compiled
def others_beside(state, tables, hero, space):
    """How many other living Heroes stand beside a Space, or on it."""
    count = 0
    for other in range(HEROES):
        if other != hero and state.alive[other] != 0 and state.at[other] >= 0:
            count += state.at[other] == space or adjacent(state, tables, space, int(state.at[other]))
    return count


# ---- the goal -------------------------------------------------------------------------------------------------------
@compiled
def after_way(worth, moves, actions):
    """What is left of a goal's worth: after the way to it, with Actions that can be spent at it or only next round."""
    spent = actions - moves
    if spent < 1:
        return worth * style.PATIENCE**moves * style.NEXT_ROUND
    return worth * style.PATIENCE**moves * (1.0 + style.AGAIN * min(2, spent - 1))


@compiled
def actions_to_come(state, tables, figure):
    """Actions that a figure has left in this activation, or before it begins."""
    left = int(state.actions_left[figure])
    return left if left > 0 or state.phase == ACTIVATIONS else int(tables.hero_actions)


@compiled
def propose(view, what, where, worth, safe, sneaky, risk):
    """A goal is taken if it is worth more after its way than the best so far.

    Args:
        view: written.
        what, where: its kind and Space.
        worth: of one Action spent at it.
        safe, sneaky: moves to it without and with Sneak Tests.
        risk: what the Sneak Tests may cost.
    """
    if worth <= 0.0:
        return
    for sneaks in range(2):
        moves = sneaky if sneaks == 1 else safe
        if moves >= FAR or (sneaks == 1 and sneaky >= safe):
            continue
        liked = after_way(worth, moves, view[ACTS]) - (risk if sneaks == 1 else 0.0)
        if liked > view[LIKED]:
            view[LIKED], view[WORTH], view[WHAT], view[WHERE] = liked, worth, what, where
            view[MOVES], view[SNEAKS] = moves, sneaks


@compiled
def sneak_risk(state, tables, space):
    """What being caught on the Tile of a Space costs: by the thralls there."""
    tile = tables.space_tile[space]
    if tables.tile_prohibited[tile] == 0:
        return style.SNEAK_RISK
    thralls = 0.3
    for foe in range(AGENT_FIGURE, FIGURES):
        if state.at[foe] >= 0 and tables.space_tile[state.at[foe]] == tile:
            thralls += tables.kind_type[kind_of(tables, foe)] == THRALL
    return style.SNEAK_RISK * thralls


@compiled
def look_at_spaces(state, tables, hero, view, safe, sneaky):
    """Clue tokens, Chests, Tests and objects, and whom the Heroes suspect."""
    price = prices(state, tables, hero)
    for space in range(tables.num_spaces):
        token = int(state.token_on[space])
        if token < 0 and tables.test_stat[space] < 0:
            continue
        risk = sneak_risk(state, tables, space)
        if token < 0 or (tables.token_kind[token] != TEST_TOKEN and tables.test_stat[space] >= 0):
            worth = test_worth(state, tables, hero, space)
            a, b = moves_to(state, tables, hero, safe, space), moves_to(state, tables, hero, sneaky, space)
            propose(view, A_TEST, space, worth, a, b, risk)
        if token < 0:
            continue
        what, worth = token_worth(state, tables, hero, space, price)
        a, b = moves_beside(state, tables, hero, safe, space), moves_beside(state, tables, hero, sneaky, space)
        worth *= 0.6 ** others_beside(state, tables, hero, space)
        propose(view, what, space, worth, a, b, risk)
        if tables.token_kind[token] == COURTIER_TOKEN and state.battle == NO_BATTLE:
            chance = suspicion(state, tables, int(tables.token_clue[token]))
            if chance >= (style.LATE if is_late(state, tables) else style.SURE):
                far = 0.3 if min(a, b) == 0 else 1.0  # who is there may do something else
                propose(view, A_SUSPECT, space, style.SUSPECT * chance * far, a, b, risk)


@compiled
def alike(state, tables, a, b):
    """Whether two agents on the board are the same to fight: of one kind, in one state, both awake or asleep."""
    if kind_of(tables, a) != kind_of(tables, b) or state.damage[a] != state.damage[b]:
        return False
    if state.mods[a, DEFENSE] != state.mods[b, DEFENSE] or state.condition[a, POISONED] != state.condition[b, POISONED]:
        return False
    corrupted = state.corrupted[tables.space_tile[state.at[a]]] != 0
    return corrupted == (state.corrupted[tables.space_tile[state.at[b]]] != 0)


@compiled
def look_at_foes(state, tables, figure, view, safe, sneaky):
    """Agents to fight."""
    last, melee, from_afar = -1, 0.0, 0.0
    for foe in range(AGENT_FIGURE, FIGURES):
        space = int(state.at[foe])
        if space < 0:
            continue
        a, b = moves_beside(state, tables, figure, safe, space), moves_beside(state, tables, figure, sneaky, space)
        if min(a, b) >= FAR and view[AFAR] == 0:
            continue
        if last < 0 or not alike(state, tables, foe, last):
            melee = attack_worth(state, tables, figure, foe, ops.MELEE)
            from_afar = attack_worth(state, tables, figure, foe, ops.RANGED) if view[AFAR] > 0 else 0.0
        last, worth = foe, melee
        if view[AFAR] > 0:
            if from_afar > 0.8 * worth and from_afar > 0.0:
                if sees(state, tables, int(state.at[figure]), space, THE_HEROES):
                    worth, a, b = max(worth, from_afar), 0, 0
        propose(view, A_FOE, space, worth, a, b, sneak_risk(state, tables, space))


@compiled
def in_position(state, tables, view, space):
    """Whether the figure of a view could act for its goal on that Space."""
    what, where = int(view[WHAT]), int(view[WHERE])
    if what == A_TEST and state.token_on[where] < 0:
        return space == where
    if what == A_TEST and tables.token_kind[state.token_on[where]] != TEST_TOKEN:
        return space == where
    if adjacent(state, tables, space, where):
        return True
    if what == A_FOE and view[AFAR] > 0:
        return sees(state, tables, space, where, THE_HEROES)
    return False


@compiled
def areas_in_position(state, tables, figure, what, where):
    """The Areas in which the figure could stand to act for its goal, by `in_position` (melee): uint64."""
    areas = NO_AREA
    if what == A_TEST and not adjacent_goal(state, tables, where):
        return ONE << np.uint64(tables.space_area[where])
    for i in range(NEIGHBOURS):
        space = neighbour(state, tables, where, i)
        if space >= 0 and (allowed(state, tables, figure, space) or state.at[figure] == space):
            areas |= ONE << np.uint64(tables.space_area[space])
    return areas


@compiled
def adjacent_goal(state, tables, where):
    """Whether the Test there is one of a token, made from beside it."""
    token = int(state.token_on[where])
    return token >= 0 and tables.token_kind[token] == TEST_TOKEN


@compiled
def consider(state, tables, figure):
    """What a Hero or companion on the board is up to, and where it would be in danger.

    Returns:
        (VIEW,) float64.
    """
    view = np.zeros(VIEW)
    view[BACK : BACK + AREAS] = FAR
    if state.at[figure] < 0:
        return view
    view[ACTS] = actions_to_come(state, tables, figure)
    speed, swift = stat(state, tables, figure, SPEED, 0, -1), is_swift(state, tables, figure)
    safe = field_from(state, tables, figure, speed, swift, 0)
    sneaky = field_from(state, tables, figure, speed, swift, 1)
    view[DANGER : DANGER + AREAS] = threats(state, tables, figure)
    view[SKIN] = hurt(state, figure)
    if might_have(state, tables, figure, RANGED):
        view[AFAR] = stat(state, tables, figure, RANGED, attacking(ops.RANGED), -1)
    look_at_foes(state, tables, figure, view, safe, sneaky)
    if figure < HEROES:
        look_at_spaces(state, tables, figure, view, safe, sneaky)
    else:
        keep_company(state, tables, figure, view, safe, sneaky)
    if view[WHAT] != NOTHING:
        what, where = int(view[WHAT]), int(view[WHERE])
        seeds = areas_in_position(state, tables, figure, what, where)
        back = spread(state, tables, figure, seeds, max(1, speed), swift, 1, int(view[SNEAKS]))
        for area in range(tables.num_areas):
            view[BACK + area] = back[area]
    return view


@compiled
def keep_company(state, tables, figure, view, safe, sneaky):
    """A companion without a foe stays beside its Hero."""
    space = int(state.at[figure - HEROES])
    if space >= 0:
        a, b = moves_beside(state, tables, figure, safe, space), moves_beside(state, tables, figure, sneaky, space)
        propose(view, COMPANY, space, 0.15, a, b, 0.0)
