"""The tiles of a scenario, laid on one grid."""

from __future__ import annotations

import string
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...core.content import ContentError
from ...core.explain import nearest
from .capacity import TILES
from .drawing import Sides, Sketch
from .grid import DOOR, OPEN, WALL, Edge, Edges
from .records import Piece, ScenarioMap
from .where import Where

OUTSIDE = "."
UNSEEN = -1


@dataclass(frozen=True)
class Laid:
    """A tile or corridor that lies on the table.

    Attributes:
        letter: its letter in the layout.
        key: its key in the content.
        sketch: the side that is up, turned.
        row, column: where its top left square lies.
    """

    letter: str
    key: str
    sketch: Sketch
    row: int
    column: int


@dataclass(frozen=True)
class Plan:
    """A palace of H by W squares.

    Attributes:
        pieces: the tiles, in the order in which the layout shows their letters.
        tile: (H, W) int16, the piece on each square, -1 outside.
        names, marks, areas: (H, W) str, as in `Sketch`; empty outside.
        above: (H + 1, W) int8, level edges. A doorway to the outside is a wall.
        left: (H, W + 1) int8, upright edges.
    """

    pieces: tuple[Laid, ...]
    tile: NDArray[np.int16]
    names: NDArray[np.str_]
    marks: NDArray[np.str_]
    areas: NDArray[np.str_]
    above: Edges
    left: Edges

    @property
    def solid(self) -> NDArray[np.bool_]:
        """(H, W) bool, the squares that nothing passes; outside is none of them."""
        return (self.tile >= 0) & (self.areas == "")


def lay(sides: Sides, record: ScenarioMap, where: Where) -> Plan:
    """Lays the tiles of a scenario.

    Args:
        sides: all tiles and corridors.
        record: the scenario's map.
        where: where it stands.

    Raises:
        ContentError: tiles that do not lie as they should.
    """
    layout = where.below("layout")
    squares = _squares(record.layout, layout)
    letters = _letters(squares, record.pieces, where)
    if len(letters) > TILES:
        raise where.below("pieces").wrong(f"there are {len(letters)} tiles", f"allowed: at most {TILES}")
    pieces = tuple(_piece(letter, squares, sides, record.pieces, where) for letter in letters)
    _check_once(pieces, where)

    tile = np.full(squares.shape, -1, np.int16)
    names, marks, areas = (np.full(squares.shape, "", kind) for kind in ("<U2", "<U1", "<U1"))
    for number, piece in enumerate(pieces):
        rows, columns = piece.sketch.names.shape
        here = np.s_[piece.row : piece.row + rows, piece.column : piece.column + columns]
        tile[here] = number
        names[here], marks[here], areas[here] = piece.sketch.names, piece.sketch.marks, piece.sketch.areas
    above = _joined(pieces, tile, upright=False, layout=layout)
    left = _joined(pieces, tile, upright=True, layout=layout)
    return Plan(pieces, tile, names, marks, areas, above, left)


# ---- the layout -----------------------------------------------------------------------------------------------------
def _squares(text: str, where: Where) -> NDArray[np.str_]:
    """(H, W) str, the characters of the layout."""
    lines = text.splitlines()
    if not lines or not lines[0]:
        raise where.wrong("the layout is empty", "draw each tile with 4 by 4 letters")
    for number, line in enumerate(lines, 1):
        if len(line) != len(lines[0]):
            raise where.wrong(f"the line has {len(line)} characters", f"the first one has {len(lines[0])}", number)
        for column, character in enumerate(line, 1):
            if character != OUTSIDE and character not in string.ascii_letters:
                remedy = "letters are tiles, dots lie outside"
                raise where.wrong(f"{character!r} is no square", remedy, number, column)
    return np.array([list(line) for line in lines])


def _letters(squares: NDArray[np.str_], pieces: dict[str, Piece], where: Where) -> list[str]:
    """The letters of the layout in reading order; each is a piece, and each piece is there."""
    letters = [letter for letter in dict.fromkeys(squares.ravel().tolist()) if letter != OUTSIDE]
    for letter in letters:
        if letter not in pieces:
            row, column = np.argwhere(squares == letter)[0].tolist()
            thing = f"there is no piece {letter}"
            remedy = f'write {letter} = {{ tile = "..." }} in pieces'
            raise where.below("layout").wrong(thing, remedy, row + 1, column + 1)
    for key in pieces:
        if key not in letters:
            remedy = "a piece has the letter that shows it in the layout"
            raise where.below("pieces").wrong(f"{key} is not in the layout", remedy)
    return letters


def _piece(letter: str, squares: NDArray[np.str_], sides: Sides, pieces: dict[str, Piece], where: Where) -> Laid:
    """The piece of a letter, which covers just the squares that it should."""
    piece, entry = pieces[letter], where.below("pieces", letter)
    keys = sorted({key for key, _ in sides})
    if piece.tile not in keys:
        raise entry.wrong(f"there is no tile or corridor {piece.tile}", nearest(piece.tile, keys))
    if (piece.tile, piece.side) not in sides:
        raise entry.wrong(f"{piece.tile} has no {piece.side}", "lay its front, or draw the back")
    sketch = sides[piece.tile, piece.side].turned(piece.turn)
    (rows, columns), covered = sketch.names.shape, np.argwhere(squares == letter)
    row, column = covered.min(0).tolist()
    block = squares[row : row + rows, column : column + columns] == letter
    if block.shape != (rows, columns) or not block.all() or len(covered) != block.size:
        thing = f"{letter} is not drawn as {rows} lines of {columns} letters, which {piece.tile} needs here"
        remedy = "a tile covers all its squares, no two overlap, and turning a corridor by 90 degrees sets it upright"
        raise where.below("layout").wrong(thing, remedy, row + 1, column + 1)
    return Laid(letter, piece.tile, sketch, row, column)


def _check_once(pieces: tuple[Laid, ...], where: Where) -> None:
    """Front and back of a tile cannot be used at the same time."""
    letters: dict[str, str] = {}
    for piece in pieces:
        if piece.key in letters:
            thing = f"{piece.key} already lies as {letters[piece.key]}"
            raise where.below("pieces", piece.letter).wrong(thing, "each tile is there once, with one of its sides")
        letters[piece.key] = piece.letter


# ---- where tiles meet -----------------------------------------------------------------------------------------------
def _joined(pieces: tuple[Laid, ...], tile: NDArray[np.int16], *, upright: bool, layout: Where) -> Edges:
    """The edges of the palace: those of each tile, and at the rim what both tiles, or only one, say of it.

    Returns:
        (H + 1, W) int8, or upright (H, W + 1).
    """
    down, right = (0, 1) if upright else (1, 0)
    before = np.full((tile.shape[0] + down, tile.shape[1] + right), UNSEEN, np.int8)  # as seen from above, or the left
    after = before.copy()
    for piece in pieces:
        edges = piece.sketch.left if upright else piece.sketch.above
        rows, columns = piece.sketch.names.shape
        after[piece.row : piece.row + rows, piece.column : piece.column + columns] = edges[:rows, :columns]
        corner = piece.row + down, piece.column + right
        before[corner[0] : corner[0] + rows, corner[1] : corner[1] + columns] = edges[down:, right:]
    meet = (before != UNSEEN) & (after != UNSEEN)
    for row, column in np.argwhere(meet & (before != after)).tolist():
        raise _misfit(Edge(DOOR, row, column, upright), before[row, column] == DOOR, pieces, tile, layout)
    nowhere = (before == UNSEEN) & (after == UNSEEN)
    return np.where(meet, before, np.where(nowhere, OPEN, WALL)).astype(np.int8)


def _misfit(
    edge: Edge, door_before: bool, pieces: tuple[Laid, ...], tile: NDArray[np.int16], layout: Where
) -> ContentError:
    """The error for a doorway that meets a wall."""
    squares = (edge.before, edge.after) if door_before else (edge.after, edge.before)
    door, wall = (pieces[int(tile[square])] for square in squares)
    side = ("right" if edge.upright else "lower") if door_before else ("left" if edge.upright else "upper")
    row, column = squares[0]
    thing = (
        f"the doorway at the {side} side of {door.key} ({door.letter}, {door.sketch.record.name}) "
        f"meets a wall of {wall.key} ({wall.letter}, {wall.sketch.record.name})"
    )
    return layout.wrong(thing, "turn or move one of them, or lay its other side", row + 1, column + 1)
