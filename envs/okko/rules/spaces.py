"""Spaces, Areas and Tiles: what is free, adjacent, in sight (chapters 5 and 21; B22 to B26)."""

from __future__ import annotations

import numpy as np

from ...core.kernel import compiled
from ..board.capacity import AREAS, LINKS, NEIGHBOURS, WORDS
from ..state import AGENT_FIGURE
from .figures import after_opponents, first_opponent, side_of

NOTHING = np.uint64(0)
ONE = np.uint64(1)


# ---- where figures stand --------------------------------------------------------------------------------------------
@compiled
def lift(state, figure):
    """The figure leaves the board."""
    space = int(state.at[figure])
    if space >= 0:
        state.occupant[space] = -1
        state.at[figure] = -1


@compiled
def put(state, figure, space):
    """O54: the figure stands on that Space from now on, and no longer where it stood."""
    lift(state, figure)
    state.at[figure] = space
    state.occupant[space] = figure


@compiled
def area_of(state, tables, figure):
    """O53: the Area in which a figure stands, −1 off the board."""
    space = int(state.at[figure])
    return int(tables.space_area[space]) if space >= 0 else -1


@compiled
def tile_of(state, tables, figure):
    """O52: the Tile on which a figure stands, −1 off the board."""
    space = int(state.at[figure])
    return int(tables.space_tile[space]) if space >= 0 else -1


@compiled
def foes_in_area(state, tables, area, side):
    """O63, O231: how many opponents of a side stand in an Area."""
    count = 0
    first = int(tables.area_first[area])
    for i in range(first, first + int(tables.area_size[area])):
        other = int(state.occupant[tables.area_spaces[i]])
        count += other >= 0 and side_of(other) != side
    return count


# ---- free Spaces ----------------------------------------------------------------------------------------------------
@compiled
def free(state, tables, space):
    """B26, O66, O234: no figure stands there and no token lies there; with ``rules.A5`` no Corruption token either."""
    if state.occupant[space] >= 0 or state.token_on[space] >= 0:
        return False
    return tables.corruption_on_space == 0 or state.corruption_space[tables.space_tile[space]] != space


@compiled
def allowed(state, tables, figure, space):
    """B26, O56: it is free, and the figure may stand there: Heroes and companions never on reinforcement Spaces."""
    return (figure >= AGENT_FIGURE or tables.space_mark[space] == 0) and free(state, tables, space)


@compiled
def has_room(state, tables, figure, area):
    """A18: whether there is a Space in the Area on which the figure could end a move."""
    first = int(tables.area_first[area])
    for i in range(first, first + int(tables.area_size[area])):
        if allowed(state, tables, figure, int(tables.area_spaces[i])):
            return True
    return False


@compiled
def first_free_near(state, tables, figure, space):
    """B5: the nearest Space that is free and allowed for the figure.

    First come those adjacent to ``space``, then those of its Area, then those of the nearest Area; of equals the lowest
    number. Distances between Areas are those of the beginning, with the doors as they stood then.

    Returns:
        The Space, −1 if there is none on the board.
    """
    best = -1
    for i in range(NEIGHBOURS):
        other = neighbour(state, tables, space, i)
        if other >= 0 and (best < 0 or other < best) and allowed(state, tables, figure, other):
            best = other
    if best >= 0:
        return best
    here, least = int(tables.space_area[space]), AREAS + 1
    for other in range(tables.num_spaces):
        far = int(tables.area_distance[here, tables.space_area[other]])
        if far < 0:
            far = AREAS
        if far < least and allowed(state, tables, figure, other):
            best, least = other, far
    return best


# ---- next to each other ---------------------------------------------------------------------------------------------
@compiled
def neighbour(state, tables, space, i):
    """B23, O217: the i-th Space adjacent to this one, −1 if there is none or a closed door is between."""
    other = int(tables.space_near[space, i])
    if other < 0:
        return -1
    door = int(tables.space_near_door[space, i])
    return -1 if door >= 0 and state.closed[door] != 0 else other


@compiled
def adjacent(state, tables, a, b):
    """B23, O58, A27: whether two Spaces are adjacent; no Space is adjacent to itself."""
    for i in range(NEIGHBOURS):
        if tables.space_near[a, i] == b:
            return neighbour(state, tables, a, i) >= 0
    return False


@compiled
def way_out(state, tables, area, i):
    """B25, A26: the i-th Area adjacent to this one, −1 if there is none or a closed door is between."""
    other = int(tables.area_near[area, i])
    if other < 0:
        return -1
    door = int(tables.area_near_door[area, i])
    return -1 if door >= 0 and state.closed[door] != 0 else other


@compiled
def door_of_tile(tables, tile, i):
    """The i-th of the Areas' ways out, counted over all Areas: its door, if it leads out of that Tile; else −1."""
    area = i // LINKS
    return int(tables.area_near_door[area, i % LINKS]) if tables.area_tile[area] == tile else -1


@compiled
def has_closed_door(state, tables, tile):
    """Whether a door on the border of the Tile or inside it is closed; −1 is no Tile."""
    for i in range(tables.num_areas * LINKS):
        door = door_of_tile(tables, tile, i)
        if door >= 0 and state.closed[door] != 0:
            return True
    return False


@compiled
def open_doors(state, tables, tile):
    """A26: all doors on the border of the Tile and inside it are open from now on; −1 is no Tile."""
    for i in range(tables.num_areas * LINKS):
        door = door_of_tile(tables, tile, i)
        if door >= 0:
            state.closed[door] = 0


# ---- in sight -------------------------------------------------------------------------------------------------------
@compiled
def sees(state, tables, a, b, side):
    """O59, B24: whether there is a line of sight between two Spaces.

    Args:
        state, tables: records.
        a, b: Spaces.
        side: −1: only walls and closed doors interrupt it; else opponents of that side do too (O70, O71), those at its
            ends excepted.
    """
    if tables.sight[a, b] == 0:
        return False
    doors = tables.sight_doors[a, b]
    if doors != NOTHING:
        for door in range(tables.num_doors):
            if state.closed[door] != 0 and (doors >> np.uint64(door)) & ONE != NOTHING:
                return False
    return side < 0 or not in_the_way(state, tables, a, b, side)


@compiled
def in_the_way(state, tables, a, b, side):
    """O70, B24: whether an opponent of that side stands between the two Spaces, on the line."""
    line = tables.sight_spaces[a, b]
    some = False
    for word in range(WORDS):
        some = some or line[word] != NOTHING
    if not some:
        return False
    for figure in range(first_opponent(side), after_opponents(side)):
        space = int(state.at[figure])
        if space >= 0 and (line[space // 64] >> np.uint64(space % 64)) & ONE != NOTHING:
            return True
    return False
