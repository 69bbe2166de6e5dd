"""One side of a tile: from text to squares, edges and areas. MAPS.md shows how it is drawn."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...core.explain import nearest
from .grid import DOOR, HEIGHT, LINE, OPEN, WALL, WIDTH, Edge, Edges, Square, edges, inside, spot_of
from .records import Side, Tile
from .where import Place, Where

TILE = (4, 4)
CORRIDOR = (2, 4)
"""Rows and columns of squares."""

SPACE = re.compile(r"[a-z][1-9][ !tTcC]")
FLOOR, SOLID = "   ", "###"
LEFT = {" ": OPEN, ":": LINE, "=": DOOR, "|": WALL}
ABOVE = {3 * character: kind for character, kind in {" ": OPEN, ".": LINE, "=": DOOR, "-": WALL}.items()}
CORNERS = " .:=-|+"
REINFORCEMENT = "tTcC"
ACTIVE = "!"


@dataclass(frozen=True)
class Sketch:
    """One side of a tile or corridor, H by W squares.

    Attributes:
        record: what it was read from.
        names: (H, W) str, name of the space on each square (``"a1"``), empty where there is none.
        marks: (H, W) str, what kind of space it is: one of ``" !tTcC"``, empty where there is none.
        areas: (H, W) str, letter of the area, empty on solid squares.
        above: (H + 1, W) int8, level edges as drawn.
        left: (H, W + 1) int8, upright edges as drawn.
    """

    record: Side
    names: NDArray[np.str_]
    marks: NDArray[np.str_]
    areas: NDArray[np.str_]
    above: Edges
    left: Edges

    def turned(self, degrees: int) -> Sketch:
        """The same side, turned clockwise by a multiple of 90 degrees."""
        sketch = self
        for _ in range(degrees // 90):
            names, marks, areas = (np.rot90(a, -1) for a in (sketch.names, sketch.marks, sketch.areas))
            sketch = Sketch(self.record, names, marks, areas, np.rot90(sketch.left, -1), np.rot90(sketch.above, -1))
        return sketch


Sides = dict[tuple[str, str], Sketch]
"""``{(key of the tile or corridor, "front" or "back"): sketch}``"""


def read_sides(tiles: Mapping[str, Tile], corridors: Mapping[str, Tile], place: Place) -> Sides:
    """Reads all tiles and corridors.

    Args:
        tiles, corridors: the content's tables of these names.
        place: ``Content.place``, for errors.

    Raises:
        ContentError: a side that no board can be made of.
    """
    sides: Sides = {}
    named: dict[str, str] = {}
    for table, entries, size in (("tiles", tiles, TILE), ("corridors", corridors, CORRIDOR)):
        for key, tile in entries.items():
            entry = Where(f"{table}.{key}", place)
            if not re.fullmatch(r"[a-z0-9_]+", key):
                raise entry.wrong(f"{key!r} cannot stand in the name of a space", "use small letters, digits and _")
            if (key, "front") in sides:
                raise entry.wrong(f"{key} is also a key of tiles", "give the corridor another")
            for side, record in (("front", tile.front), ("back", tile.back)):
                where = entry.below(side)
                if record is None:
                    continue
                if record.name in named:
                    thing = f"name = {record.name!r} is also that of {named[record.name]}"
                    raise where.wrong(thing, "give each side a name of its own")
                named[record.name] = where.path
                sides[key, side] = read_side(record, size, where)
    return sides


def read_side(record: Side, size: tuple[int, int], where: Where) -> Sketch:
    """Reads one side.

    Args:
        record: the entry.
        size: rows and columns of squares.
        where: where the entry stands.

    Raises:
        ContentError: a drawing that no board can be made of.
    """
    drawing = where.below("drawing")
    names, marks, above, left = _characters(record.drawing, size, drawing)
    solid = marks == "#"
    marks[solid] = ""
    _check_names(names, drawing)
    areas = _areas(names, solid, above, left, drawing)
    sketch = Sketch(record, names, marks, areas, above, left)
    for edge in edges(above, left):
        _check_edge(edge, areas, drawing)
    for letter in np.unique(areas[areas != ""]):
        of_area = marks[(areas == letter) & (names != "")]
        if np.isin(of_area, list(REINFORCEMENT)).all():
            raise drawing.wrong(
                f"area {letter} has reinforcement spaces only, so that no Hero could ever stop there",
                "give it a normal space too",
            )
    _check_interactions(sketch, where)
    return sketch


# ---- characters -----------------------------------------------------------------------------------------------------
def _characters(
    text: str, size: tuple[int, int], where: Where
) -> tuple[NDArray[np.str_], NDArray[np.str_], Edges, Edges]:
    """Names, marks ("#" on solid squares) and edges; refuses what does not have the form of a drawing."""
    height, width = size
    lines = text.splitlines()
    many, long = HEIGHT * height + 1, WIDTH * width + 1
    if len(lines) != many:
        what = f"a {'tile' if size == TILE else 'corridor'} of {height} by {width} squares"
        raise where.wrong(f"there are {len(lines)} lines", f"the drawing of {what} has {many}")
    for number, line in enumerate(lines, 1):
        if len(line) != long:
            raise where.wrong(f"the line has {len(line)} characters", f"each line has {long}", number)
    names, marks = np.full(size, "", "<U2"), np.full(size, "", "<U1")
    above, left = np.zeros((height + 1, width), np.int8), np.zeros((height, width + 1), np.int8)
    for r in range(height + 1):
        for c in range(width + 1):
            line, column = HEIGHT * r, WIDTH * c
            corner = lines[line][column]
            if corner not in CORNERS:
                raise where.wrong(f"{corner!r} is no corner", f"one of {CORNERS!r}", line + 1, column + 1)
            if c < width:
                above[r, c] = _edge(lines[line][column + 1 : column + WIDTH], ABOVE, where, line + 1, column + 2)
            if r < height:
                left[r, c] = _edge(lines[line + 1][column], LEFT, where, line + 2, column + 1)
            if r < height and c < width:
                square = lines[line + 1][column + 1 : column + WIDTH]
                names[r, c], marks[r, c] = _square(square, where, *spot_of((r, c)))
    return names, marks, above, left


def _edge(text: str, kinds: dict[str, int], where: Where, line: int, column: int) -> int:
    if text not in kinds:
        remedy = " ".join(repr(kind) for kind in kinds) + ": open, white line, door or wall"
        raise where.wrong(f"{text!r} is no edge of a square", remedy, line, column)
    return kinds[text]


def _square(text: str, where: Where, line: int, column: int) -> tuple[str, str]:
    """Name and mark of what is on a square."""
    if text == FLOOR:
        return "", ""
    if text == SOLID:
        return "", "#"
    if not SPACE.fullmatch(text):
        remedy = (
            "a space is an area's letter, a digit from 1, and a blank, !, t, T, c or C; or '   ' floor, '###' solid"
        )
        raise where.wrong(f"{text!r} is no square", remedy, line, column)
    return text[:2], text[2]


# ---- areas ----------------------------------------------------------------------------------------------------------
def _areas(
    names: NDArray[np.str_], solid: NDArray[np.bool_], above: Edges, left: Edges, where: Where
) -> NDArray[np.str_]:
    """(H, W) str, the letter of the area to which each square belongs."""
    areas = np.full(names.shape, "", "<U1")
    if solid.all():
        raise where.wrong("all squares are solid", "draw some spaces")
    for square in np.ndindex(names.shape):
        if solid[square] or areas[square]:
            continue
        part = _flood(square, solid, above, left)
        named = [one for one in part if names[one]]
        if not named:
            remedy = "draw a space there, open a side of it, or fill it with ###"
            raise where.wrong("this floor belongs to no area", remedy, *spot_of(square))
        letters = {str(names[one])[0]: one for one in reversed(named)}
        if len(letters) > 1:
            (first, _), (second, at) = sorted(letters.items(), key=lambda item: item[1])[:2]
            remedy = "draw a white line or a wall between them"
            raise where.wrong(f"areas {first} and {second} are not divided", remedy, *spot_of(at))
        (letter,) = letters
        if (areas == letter).any():
            thing = f"area {letter} is in two parts"
            raise where.wrong(thing, "join them, or give one another letter", *spot_of(named[0]))
        for one in part:
            areas[one] = letter
    return areas


def _flood(start: Square, solid: NDArray[np.bool_], above: Edges, left: Edges) -> list[Square]:
    """The squares that open edges join to a square, in reading order."""
    found, todo = {start}, [start]
    while todo:
        r, c = todo.pop()
        ways = (
            ((r - 1, c), above[r, c]),
            ((r + 1, c), above[r + 1, c]),
            ((r, c - 1), left[r, c]),
            ((r, c + 1), left[r, c + 1]),
        )
        for square, kind in ways:
            if kind == OPEN and inside(square, solid.shape) and not solid[square] and square not in found:
                found.add(square)
                todo.append(square)
    return sorted(found)


# ---- checks ---------------------------------------------------------------------------------------------------------
def _check_names(names: NDArray[np.str_], where: Where) -> None:
    seen: set[str] = set()
    for square in np.ndindex(names.shape):
        name = str(names[square])
        if name and name in seen:
            raise where.wrong(f"{name} is there twice", "give each space a number of its own", *spot_of(square))
        seen.add(name)


def _check_edge(edge: Edge, areas: NDArray[np.str_], where: Where) -> None:
    """The rim is closed, and doors and white lines lie between two areas."""
    sides = [str(areas[square]) for square in (edge.before, edge.after) if inside(square, areas.shape)]
    if len(sides) < 2 and edge.kind not in (WALL, DOOR):
        raise where.wrong("the rim is open here", "the rim of a tile is walls and doors", *edge.spot)
    if edge.kind == DOOR and "" in sides:
        raise where.wrong("the door leads to a solid square", "draw floor there, or a wall here", *edge.spot)
    if len(sides) == 2 and edge.kind in (LINE, DOOR) and sides[0] == sides[1]:
        what = "white line" if edge.kind == LINE else "door"
        if sides[0]:
            thing = f"the {what} has area {sides[0]} on both sides"
            raise where.wrong(thing, "leave it out, or close off the rest of the area", *edge.spot)


def _check_interactions(sketch: Sketch, where: Where) -> None:
    drawn = {str(name) for name in sketch.names[sketch.marks == ACTIVE]}
    given = set(sketch.record.interactions)
    for name in sorted(given - drawn):
        known = sorted(drawn)
        remedy = nearest(name, known) if known else "mark a space with ! in the drawing"
        raise where.wrong(f"interactions.{name} is no interaction space", remedy)
    for name in sorted(drawn - given):
        (square,) = np.argwhere(sketch.names == name).tolist()
        line, column = spot_of((square[0], square[1]))
        remedy = f'add {name} = "..." to interactions'
        raise where.below("drawing").wrong(f"interaction space {name} has no name", remedy, line, column)
