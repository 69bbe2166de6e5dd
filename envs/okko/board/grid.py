"""Squares, and the edges between them: what tiles and whole palaces are drawn on.

A grid of H by W squares has (H + 1) by W level edges, ``above[r, c]`` over square (r, c), and H by (W + 1) upright
ones, ``left[r, c]`` to the left of it::

    +---+---+      above[0, 0] above[0, 1]
    |   |   |      left[0, 0] (0, 0) left[0, 1] (0, 1) left[0, 2]
    +---+---+      above[1, 0] above[1, 1]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

OPEN, LINE, DOOR, WALL = range(4)
"""What an edge is: nothing, the white line between two areas, a doorway, a wall."""
WIDTH, HEIGHT = 4, 2  # characters from one square to the next in a drawing

Square = tuple[int, int]
Edges = NDArray[np.int8]


class Edge(NamedTuple):
    """One edge.

    Attributes:
        kind: OPEN, LINE, DOOR or WALL.
        row, column: of the square below it, or to the right of it.
        upright: whether it stands left of that square, rather than above it.
    """

    kind: int
    row: int
    column: int
    upright: bool

    @property
    def before(self) -> Square:
        """The square above it, or to the left of it; it may lie outside the grid."""
        return (self.row, self.column - 1) if self.upright else (self.row - 1, self.column)

    @property
    def after(self) -> Square:
        """The square below it, or to the right of it; it may lie outside the grid."""
        return self.row, self.column

    @property
    def spot(self) -> tuple[int, int]:
        """Line and column of its first character in a drawing of the grid."""
        line, column = spot_of(self.after)
        return (line, column - 1) if self.upright else (line - 1, column)


def spot_of(square: Square) -> tuple[int, int]:
    """Line and column of the first character of a square in a drawing; the first ones are 1."""
    return HEIGHT * square[0] + 2, WIDTH * square[1] + 2


def edges(above: Edges, left: Edges) -> Iterator[Edge]:
    """All edges of a grid, the level ones first, each kind row by row."""
    for (row, column), kind in np.ndenumerate(above):
        yield Edge(int(kind), row, column, False)
    for (row, column), kind in np.ndenumerate(left):
        yield Edge(int(kind), row, column, True)


def inside(square: Square, shape: tuple[int, ...]) -> bool:
    """Whether a grid of this shape has the square."""
    return 0 <= square[0] < shape[0] and 0 <= square[1] < shape[1]


def walled(above: Edges, left: Edges, solid: NDArray[np.bool_]) -> tuple[Edges, Edges]:
    """The edges with a wall on each side of each solid square.

    Returns:
        above (H + 1, W) and left (H, W + 1), copies.
    """
    above, left = above.copy(), left.copy()
    above[:-1][solid] = above[1:][solid] = WALL
    left[:, :-1][solid] = left[:, 1:][solid] = WALL
    return above, left
