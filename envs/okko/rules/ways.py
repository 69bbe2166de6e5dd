"""Ways from Area to Area: where a move may end, and which way it takes (chapter 6; A17 to A19, B25, B27, B28).

Sets of Areas are uint64: Area a is bit a.
"""

from __future__ import annotations

import numpy as np

from ...core.kernel import compiled
from ..board.capacity import LINKS
from ..state import HEROES
from .figures import after_opponents, first_opponent, side_of
from .spaces import has_room, way_out

NO_AREA = np.uint64(0)
ONE = np.uint64(1)
NO_WAY = 99


@compiled
def contested(state, tables, side):
    """O62, O63: the set of Areas in which an opponent of that side stands."""
    areas = NO_AREA
    for figure in range(first_opponent(side), after_opponents(side)):
        space = int(state.at[figure])
        if space >= 0:
            areas |= ONE << np.uint64(tables.space_area[space])
    return areas


@compiled
def has(areas, area):
    """Whether an Area is in the set."""
    return (areas >> np.uint64(area)) & ONE != NO_AREA


@compiled
def enters_prohibited(tables, a, b):
    """O160: whether a step from Area a to Area b enters a prohibited Tile."""
    tile = tables.area_tile[b]
    return tables.tile_prohibited[tile] > 0 and tables.area_tile[a] != tile


@compiled
def any_prohibited(tables):
    """O160: whether any Tile of the board is prohibited."""
    for tile in range(tables.num_tiles):
        if tables.tile_prohibited[tile] > 0:
            return True
    return False


@compiled
def may_step(state, tables, figure, a, b):
    """B28: a Hero enters a prohibited Tile only where there is room to be caught; all other steps are open."""
    return figure >= HEROES or not enters_prohibited(tables, a, b) or has_room(state, tables, figure, b)


@compiled
def areas_in_reach(state, tables, figure, areas, swift):
    """O60 to O64, A17, A19: the Areas in which a move of that many Areas may end, its own included.

    Whether there is a free Space in them is another question (A18).

    Args:
        state, tables: records.
        figure: who moves.
        areas: how many Areas it may enter.
        swift: 1 if opponents do not stop it.
    """
    start = int(tables.space_area[state.at[figure]])
    if areas <= 0:
        return ONE << np.uint64(start)
    stops = NO_AREA if swift != 0 else contested(state, tables, side_of(figure))
    steps = 1 if has(stops, start) else areas
    return spread(state, tables, figure, start, steps, stops, True)


@compiled
def spread(state, tables, figure, start, steps, stops, sneaking):
    """The Areas to which ways of at most so many steps lead.

    Args:
        state, tables: records.
        figure: who moves.
        start: the Area in which it stands.
        steps: the most Areas it may enter.
        stops: the set of Areas that end a move.
        sneaking: whether a way may enter prohibited Tiles.
    """
    reached = ONE << np.uint64(start)
    edge = reached
    for _ in range(steps):
        before = reached
        for a in range(tables.num_areas):
            if has(edge, a):
                for i in range(LINKS):
                    b = int(tables.area_near[a, i])
                    if b < 0:
                        break
                    if has(reached, b) or way_out(state, tables, a, i) < 0:
                        continue
                    if may_step(state, tables, figure, a, b) if sneaking else not enters_prohibited(tables, a, b):
                        reached |= ONE << np.uint64(b)
        edge = reached & ~before & ~stops
        if edge == NO_AREA:
            break
    return reached


@compiled
def next_prohibited(state, tables, figure, areas, swift, goal, passed):
    """B27, A30: where the way to an Area enters a prohibited Tile for the next time.

    Args:
        state, tables: records.
        figure, areas, swift: as of `areas_in_reach`.
        goal: the Area in which the move ends.
        passed: how many such entries of the way have been made.

    Returns:
        The Area entered, −1 if there are no more.
    """
    start = int(tables.space_area[state.at[figure]])
    if goal == start or areas <= 0 or not any_prohibited(tables):
        return -1
    stops = NO_AREA if swift != 0 else contested(state, tables, side_of(figure))
    steps = 1 if has(stops, start) else min(areas, int(tables.num_areas))
    if has(spread(state, tables, figure, start, steps, stops, False), goal):
        return -1  # a way without any entry costs least
    cost = costs(state, tables, figure, goal, steps, stops)
    left = 1
    for k in range(2, steps + 1):
        if cost[k, start] < cost[left, start]:
            left = k
    if cost[left, start] >= NO_WAY:
        return -1
    area = start
    while left > 0:
        after = next_area(state, tables, figure, area, cost, left, stops)
        if enters_prohibited(tables, area, after):
            if passed == 0:
                return after
            passed -= 1
        area, left = after, left - 1
    return -1


@compiled
def costs(state, tables, figure, goal, steps, stops):
    """B27: ``[k, a]``: the fewest entries into prohibited Tiles on a way of k Areas from Area a to the goal.

    Args:
        state, tables: records.
        figure: who moves.
        goal: the Area in which the move ends.
        steps: the most Areas it may enter.
        stops: the set of Areas that end a move.

    Returns:
        (steps + 1, Areas) int64, NO_WAY where there is none.
    """
    cost = np.full((steps + 1, tables.num_areas), NO_WAY, np.int64)
    cost[0, goal] = 0
    for k in range(1, steps + 1):
        for a in range(tables.num_areas):
            for i in range(LINKS):
                if tables.area_near[a, i] < 0:
                    break
                b = way_out(state, tables, a, i)
                if b >= 0:
                    least = step_cost(state, tables, figure, a, b, cost, k, stops)
                    cost[k, a] = min(cost[k, a], least)
    return cost


@compiled
def step_cost(state, tables, figure, a, b, cost, k, stops):
    """The `costs` of a way of k Areas that goes from Area a to b first."""
    if cost[k - 1, b] >= NO_WAY or (k > 1 and has(stops, b)) or not may_step(state, tables, figure, a, b):
        return NO_WAY
    return int(cost[k - 1, b]) + (1 if enters_prohibited(tables, a, b) else 0)


@compiled
def next_area(state, tables, figure, area, cost, k, stops):
    """B27: the lowest Area to which a best way of k more Areas can go."""
    best = -1
    for i in range(LINKS):
        b = way_out(state, tables, area, i)
        if b >= 0 and (best < 0 or b < best):
            if step_cost(state, tables, figure, area, b, cost, k, stops) == cost[k, area]:
                best = b
    return best
