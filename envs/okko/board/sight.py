"""Lines of sight, by exact geometry on whole numbers.

Coordinates are doubled: the middle of square (x, y) is the point (2x + 1, 2y + 1), the corners of squares have even
coordinates. A line of sight is the segment between the middles of two squares.

* A wall or door is a closed segment between two corners: a line that so much as touches its end is interrupted.
* A space lies in the way when the line runs through the inside of its square, not when it touches its corner only.

A line never runs along a wall, because its ends are odd and walls are even. So it meets the straight line through a
level wall in one point, just when its ends lie above and below; and that point is on the wall just when the wall's two
ends do not lie on the same side of the line of sight. The side on which a point lies is the sign of a cross product.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .capacity import WORDS
from .grid import DOOR, WALL
from .links import Links

Numbers = NDArray[np.int32]
Bits = NDArray[np.uint64]


@dataclass(frozen=True)
class Sight:
    """What lies between each two of S spaces.

    Attributes:
        possible: (S, S) bool, no wall is in between. A space sees itself.
        spaces: (S, S, WORDS) uint64, set of the spaces in between; empty where sight is not possible.
        doors: (S, S) uint64, set of the doors in between; likewise.
    """

    possible: NDArray[np.bool_]
    spaces: Bits
    doors: Bits


@dataclass(frozen=True)
class Lines:
    """P lines of sight: from (x, y) to (x + dx, y + dy), each (P,) int32, in doubled coordinates."""

    x: Numbers
    y: Numbers
    dx: Numbers
    dy: Numbers

    def side(self, x: int, y: int) -> Numbers:
        """(P,) int32, positive, negative or 0: on which side of each line a point lies."""
        return (x - self.x) * self.dy - (y - self.y) * self.dx

    def touch_level(self, x: int, y: int) -> NDArray[np.bool_]:
        """(P,) bool, whether each line meets the edge from (x, y) to (x + 2, y), its ends included."""
        crosses = (self.y < y) != (self.y + self.dy < y)
        return crosses & (self.side(x, y) * self.side(x + 2, y) <= 0)

    def touch_upright(self, x: int, y: int) -> NDArray[np.bool_]:
        """(P,) bool, whether each line meets the edge from (x, y) to (x, y + 2), its ends included."""
        crosses = (self.x < x) != (self.x + self.dx < x)
        return crosses & (self.side(x, y) * self.side(x, y + 2) <= 0)

    def enter(self, x: int, y: int) -> NDArray[np.bool_]:
        """(P,) bool, whether each line runs through the inside of the square around (x, y).

        It does unless a straight line divides the two: one along a side of the square, or one along the line of sight,
        from which the square reaches |dx| + |dy| to either side.
        """
        return (
            (np.minimum(self.x, self.x + self.dx) < x + 1)
            & (np.maximum(self.x, self.x + self.dx) > x - 1)
            & (np.minimum(self.y, self.y + self.dy) < y + 1)
            & (np.maximum(self.y, self.y + self.dy) > y - 1)
            & (np.abs(self.side(x, y)) < np.abs(self.dx) + np.abs(self.dy))
        )


def look(links: Links) -> Sight:
    """Lines of sight between all spaces."""
    count = len(links.squares)
    middle = 2 * np.array(links.squares, np.int32) + 1
    y, x = middle.T
    one, other = np.triu_indices(count, 1)  # each pair once: what lies between is the same both ways
    lines = Lines(x[one], y[one], x[other] - x[one], y[other] - y[one])

    free = np.ones(len(one), bool)
    doors = np.zeros(len(one), np.uint64)
    kinds = ((links.above, links.door_above, lines.touch_level), (links.left, links.door_left, lines.touch_upright))
    for edges, number, touch in kinds:
        for row, column in np.argwhere(edges == WALL).tolist():
            free &= ~touch(2 * column, 2 * row)
        for row, column in np.argwhere(edges == DOOR).tolist():
            doors |= touch(2 * column, 2 * row).astype(np.uint64) << np.uint64(number[row, column])
    spaces = np.zeros((len(one), WORDS), np.uint64)
    for space in range(count):
        there = lines.enter(int(x[space]), int(y[space])) & (one != space) & (other != space)
        spaces[:, space // 64] |= there.astype(np.uint64) << np.uint64(space % 64)
    doors[~free] = 0
    spaces[~free] = 0

    sight = Sight(
        np.eye(count, dtype=bool), np.zeros((count, count, WORDS), np.uint64), np.zeros((count, count), np.uint64)
    )
    for here, there in ((one, other), (other, one)):
        sight.possible[here, there] = free
        sight.spaces[here, there] = spaces
        sight.doors[here, there] = doors
    return sight
