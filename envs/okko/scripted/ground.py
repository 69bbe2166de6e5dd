"""How many Actions away things are, by the rules of movement (chapter 6): for both sides, and without a word written.

A *field* is an array over Areas: how many moves of one Action a figure needs to end in each, 0 where it stands and
`FAR` where it cannot come as the board is now. Of Spaces it is asked by `moves_to` and `moves_beside`.
"""

from __future__ import annotations

import numpy as np

from ...core.kernel import compiled
from ..board.capacity import AREAS, LINKS, NEIGHBOURS
from ..rules.figures import side_of
from ..rules.spaces import allowed, area_of, has_room, neighbour, way_out
from ..rules.ways import NO_AREA, ONE, contested, enters_prohibited
from ..state import HEROES

FAR = 99
MOST_MOVES = 12  # a field is not followed farther


@compiled
def step_masks(state, tables, figure, back, sneak):
    """For each Area the set of those one step away from it, as `rules.ways` has them.

    Args:
        state, tables: records.
        figure: who moves; only Heroes sneak.
        back: 1 for the Areas from which one comes to it.
        sneak: 0 if no step may enter a prohibited Tile.

    Returns:
        (AREAS,) uint64: sets of Areas.
    """
    masks = np.zeros(AREAS, np.uint64)
    for a in range(tables.num_areas):
        for i in range(LINKS):
            if tables.area_near[a, i] < 0:
                break
            b = way_out(state, tables, a, i)
            if b < 0:
                continue
            if figure < HEROES and enters_prohibited(tables, a, b):
                if sneak == 0 or not has_room(state, tables, figure, b):
                    continue  # B28
            if back != 0:
                masks[b] |= ONE << np.uint64(a)
            else:
                masks[a] |= ONE << np.uint64(b)
    return masks


@compiled
def beyond(masks, areas, count):
    """The set of Areas one step from any of a set."""
    found = NO_AREA
    for a in range(count):
        if (areas >> np.uint64(a)) & ONE != NO_AREA:
            found |= masks[a]
    return found


@compiled
def with_room(state, tables, figure, areas):
    """A18: those of a set of Areas in which the figure could stop, or stands."""
    roomy, own = NO_AREA, area_of(state, tables, figure)
    for a in range(tables.num_areas):
        if (areas >> np.uint64(a)) & ONE != NO_AREA and (a == own or has_room(state, tables, figure, a)):
            roomy |= ONE << np.uint64(a)
    return roomy


@compiled
def one_move(masks, edge, stops, speed, back, count):
    """The Areas that one move reaches from any of a set; with ``back`` those from which one comes to it."""
    found = beyond(masks, edge, count)
    onward = found & ~stops if back != 0 else beyond(masks, edge & ~stops, count) & ~stops
    for _ in range(speed - 1):  # O62, O63: opponents stop a move where it enters and where it begins
        after = beyond(masks, onward, count)
        if back != 0:
            after &= ~stops
        fresh = after & ~found
        if fresh == NO_AREA:
            break
        found |= fresh
        onward = fresh & ~stops
    return found


@compiled
def spread(state, tables, figure, seeds, speed, swift, back, sneak):
    """The field of a set of Areas: how many moves from any of them, or with ``back`` to any of them.

    Args:
        state, tables: records.
        figure: who moves; it need not stand in the set.
        seeds: uint64, the set of Areas with 0 moves.
        speed: Areas that one move may enter.
        swift: 1 if opponents do not stop it.
        back: 1 to measure the way to the set.
        sneak: 0 if no step may enter a prohibited Tile (Heroes only).

    Returns:
        (AREAS,) int64.
    """
    field = np.full(AREAS, FAR, np.int64)
    count = int(tables.num_areas)
    reached, edge = seeds, seeds
    for a in range(count):
        if (seeds >> np.uint64(a)) & ONE != NO_AREA:
            field[a] = 0
    if speed <= 0:
        return field
    masks = step_masks(state, tables, figure, back, sneak)
    stops = NO_AREA if swift != 0 else contested(state, tables, side_of(figure))
    for moves in range(1, MOST_MOVES):
        found = one_move(masks, edge, stops, speed, back, count) & ~reached
        fresh = with_room(state, tables, figure, found)
        if fresh == NO_AREA:
            break
        for a in range(count):
            if (fresh >> np.uint64(a)) & ONE != NO_AREA:
                field[a] = moves
        reached |= fresh
        edge = fresh
    return field


@compiled
def field_from(state, tables, figure, speed, swift, sneak):
    """The field of where a figure on the board stands; arguments as of `spread`."""
    seeds = ONE << np.uint64(tables.space_area[state.at[figure]])
    return spread(state, tables, figure, seeds, speed, swift, 0, sneak)


@compiled
def moves_to(state, tables, figure, field, space):
    """Moves that a figure needs to end on a Space; ``field`` is its `field_from`. `FAR` if it may not stop there."""
    if state.at[figure] == space:
        return 0
    if not allowed(state, tables, figure, space):
        return FAR
    return max(1, int(field[tables.space_area[space]]))


@compiled
def moves_beside(state, tables, figure, field, space):
    """Moves that a figure needs to end on a Space adjacent to another, as `moves_to`."""
    least = FAR
    for i in range(NEIGHBOURS):
        beside = neighbour(state, tables, space, i)
        if beside >= 0:
            least = min(least, moves_to(state, tables, figure, field, beside))
    return least
