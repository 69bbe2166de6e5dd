"""Areas, doors and neighbours of a palace."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .capacity import AREAS, DOORS, LINKS, SPACES
from .grid import DOOR, LINE, OPEN, WALL, Edge, Edges, Square, edges, inside, walled
from .layout import Plan
from .where import Where

NONE = -1
AROUND = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""Row and column steps to the squares around one, clockwise from above."""


@dataclass(frozen=True)
class Links:
    """What of a palace has a number, and what is joined with what.

    Attributes:
        areas: names, ``"gate.a"``, in the order of tile and letter.
        spaces: names, ``"gate.a1"``, in the order of tile, letter and digit.
        area: (H, W) int16, number of each square's area; -1 where it is solid, and outside.
        squares: the square of each space.
        above, left: the edges, solid squares having walls all around.
        door_above, door_left: number of the door in each edge, -1 where there is none.
        ways: ``{(area, other area, door or -1)}``, both ways round.
    """

    areas: tuple[str, ...]
    spaces: tuple[str, ...]
    area: NDArray[np.int16]
    squares: tuple[Square, ...]
    above: Edges
    left: Edges
    door_above: NDArray[np.int16]
    door_left: NDArray[np.int16]
    ways: frozenset[tuple[int, int, int]]

    @property
    def num_doors(self) -> int:
        """How many doors there are."""
        return 1 + max(int(self.door_above.max()), int(self.door_left.max()))


def link(plan: Plan, where: Where) -> Links:
    """Numbers areas, spaces and doors, and finds what is joined.

    Args:
        plan: the palace.
        where: where the scenario's map stands.

    Raises:
        ContentError: more of something than a board can hold, or an area that cannot be reached.
    """
    area_names, area = _areas(plan)
    space_names, squares = _spaces(plan)
    door_above, door_left = _doors(plan)
    above, left = walled(plan.above, plan.left, plan.solid)
    ways = frozenset(_ways(area, plan, door_above, door_left))
    links = Links(area_names, space_names, area, squares, above, left, door_above, door_left, ways)
    _check_capacity(links, where)
    _check_reachable(links, where)
    return links


# ---- numbers --------------------------------------------------------------------------------------------------------
def _areas(plan: Plan) -> tuple[tuple[str, ...], NDArray[np.int16]]:
    names: list[str] = []
    area = np.full(plan.tile.shape, NONE, np.int16)
    for number, piece in enumerate(plan.pieces):
        letters = piece.sketch.areas
        for letter in np.unique(letters[letters != ""]):
            area[(plan.tile == number) & (plan.areas == letter)] = len(names)
            names.append(f"{piece.key}.{letter}")
    return tuple(names), area


def _spaces(plan: Plan) -> tuple[tuple[str, ...], tuple[Square, ...]]:
    drawn = [(int(plan.tile[r, c]), str(plan.names[r, c]), (int(r), int(c))) for r, c in np.argwhere(plan.names != "")]
    drawn.sort()
    return tuple(f"{plan.pieces[tile].key}.{name}" for tile, name, _ in drawn), tuple(square for *_, square in drawn)


def _doors(plan: Plan) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Doorways in line are one door, unless a wall or another doorway ends between them, as at the rim of a tile.

    Doors are numbered in reading order.
    """
    leaves = sorted(
        (edge for edge in edges(plan.above, plan.left) if edge.kind == DOOR),
        key=lambda edge: (edge.row, edge.column, edge.upright),
    )
    number: dict[Edge, int] = {}
    count = 0
    for edge in leaves:
        row, column = (edge.row - 1, edge.column) if edge.upright else (edge.row, edge.column - 1)
        neighbour = Edge(DOOR, row, column, edge.upright)
        if neighbour in number and not _post(plan, edge):
            number[edge] = number[neighbour]
        else:
            number[edge] = count
            count += 1
    above, left = np.full(plan.above.shape, NONE, np.int16), np.full(plan.left.shape, NONE, np.int16)
    for edge, door in number.items():
        (left if edge.upright else above)[edge.row, edge.column] = door
    return above, left


def _post(plan: Plan, edge: Edge) -> bool:
    """Whether a wall or doorway ends, square to this edge, where it begins."""
    row, column = edge.after
    if edge.upright:
        across = plan.above[row, column - 1], plan.above[row, column]
    else:
        across = plan.left[row - 1, column], plan.left[row, column]
    return any(kind in (DOOR, WALL) for kind in across)


def _ways(
    area: NDArray[np.int16], plan: Plan, door_above: NDArray[np.int16], door_left: NDArray[np.int16]
) -> Iterator[tuple[int, int, int]]:
    for edge in edges(plan.above, plan.left):
        if edge.kind in (LINE, DOOR) and inside(edge.before, area.shape) and inside(edge.after, area.shape):
            one, other = int(area[edge.before]), int(area[edge.after])
            if one >= 0 and other >= 0:
                door = int((door_left if edge.upright else door_above)[edge.row, edge.column])
                yield one, other, door
                yield other, one, door


# ---- neighbours -----------------------------------------------------------------------------------------------------
def neighbours(links: Links) -> list[list[tuple[int, int]]]:
    """(neighbour, door or -1) of each space: those that a figure there can fight hand to hand.

    Straight steps go over white lines and through doorways. Diagonal ones go past a corner that no wall and no doorway
    touches.
    """
    number = {square: space for space, square in enumerate(links.squares)}
    found: list[list[tuple[int, int]]] = []
    for row, column in links.squares:
        found.append([])
        for down, right in AROUND:
            other = number.get((row + down, column + right))
            if other is None:
                continue
            if down and right:
                if _corner_is_free(links, row + max(down, 0), column + max(right, 0)):
                    found[-1].append((other, NONE))
                continue
            where = row + max(down, 0), column + max(right, 0)
            kinds, doors = (links.above, links.door_above) if down else (links.left, links.door_left)
            if kinds[where] != WALL:
                found[-1].append((other, int(doors[where])))
    return found


def _corner_is_free(links: Links, row: int, column: int) -> bool:
    """Whether the four edges that meet in the upper left corner of a square are open, or white lines."""
    four = (
        links.above[row, column - 1],
        links.above[row, column],
        links.left[row - 1, column],
        links.left[row, column],
    )
    return all(kind in (OPEN, LINE) for kind in four)


def distances(links: Links, closed: NDArray[np.bool_]) -> NDArray[np.int8]:
    """(areas, areas) int8, moves from area to area; -1 where closed doors leave no way."""
    count = len(links.areas)
    far = np.full((count, count), NONE, np.int8)
    out: list[list[int]] = [[] for _ in range(count)]
    for one, other, door in links.ways:
        if door == NONE or not closed[door]:
            out[one].append(other)
    for start in range(count):
        far[start, start] = 0
        edge, step = [start], 0
        while edge:
            step += 1
            edge = [other for other in {other for one in edge for other in out[one]} if far[start, other] == NONE]
            far[start, edge] = step
    return far


# ---- checks ---------------------------------------------------------------------------------------------------------
def _check_capacity(links: Links, where: Where) -> None:
    counts = (
        ("areas", len(links.areas), AREAS),
        ("spaces", len(links.spaces), SPACES),
        ("doors", links.num_doors, DOORS),
    )
    for what, count, most in counts:
        if count > most:
            raise where.wrong(f"there are {count} {what}", f"allowed: at most {most}; lay fewer tiles")
    for number, name in enumerate(links.areas):
        count = sum(one == number for one, _, _ in links.ways)
        if count > LINKS:
            raise where.wrong(f"area {name} has {count} ways out", f"allowed: at most {LINKS}")


def _check_reachable(links: Links, where: Where) -> None:
    """Each area can be reached when all doors are open."""
    far = distances(links, np.zeros(DOORS, bool))
    for number in np.flatnonzero(far[0] == NONE).tolist():
        thing = f"nobody can get from {links.areas[0]} to {links.areas[number]}, even with all doors open"
        raise where.below("layout").wrong(thing, "let doorways meet between their tiles")
