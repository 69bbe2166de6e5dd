"""A map as text, with all that stands on it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from .grid import DOOR, HEIGHT, LINE, OPEN, WALL, WIDTH, edges, inside
from .palace import Palace

LEVEL = {OPEN: "   ", LINE: "...", DOOR: "===", WALL: "---"}
UPRIGHT = {OPEN: " ", LINE: ":", DOOR: "=", WALL: "|"}
CLOSED = "x"
SOLID = "###"


def draw(palace: Palace, figures: Mapping[int, str] | None = None, closed: NDArray[np.bool_] | None = None) -> str:
    """Draws a palace as its tiles are drawn, the letter of each tile in its upper left corner.

    Args:
        palace: the map.
        figures: ``{space: text}`` of up to three characters, shown in place of the name of the space.
        closed: (DOORS,) bool, the doors that are closed; those of the start if it is left out.

    Returns:
        Lines without blanks at their ends.
    """
    plan, links = palace.plan, palace.links
    closed = palace.board.door_closed if closed is None else closed
    rows, columns = plan.tile.shape
    canvas = [[" "] * (WIDTH * columns + 1) for _ in range(HEIGHT * rows + 1)]

    def write(line: int, column: int, text: str) -> None:
        canvas[line][column : column + len(text)] = text

    for edge in edges(plan.above, plan.left):
        text = (UPRIGHT if edge.upright else LEVEL)[edge.kind]
        door = int((links.door_left if edge.upright else links.door_above)[edge.row, edge.column])
        if door >= 0 and closed[door]:
            text = CLOSED * len(text)
        line, column = edge.spot
        write(line - 1, column - 1, text)
    for row, column in np.ndindex(rows + 1, columns + 1):
        write(HEIGHT * row, WIDTH * column, _corner(palace, row, column))
    for row, column in np.argwhere(plan.solid).tolist():
        write(HEIGHT * row + 1, WIDTH * column + 1, SOLID)
    for space, (row, column) in enumerate(links.squares):
        text = plan.names[row, column] + plan.marks[row, column]
        if figures and space in figures:
            text = f"{figures[space]:3.3}"
        write(HEIGHT * row + 1, WIDTH * column + 1, text)
    for piece in plan.pieces:
        write(HEIGHT * piece.row, WIDTH * piece.column, piece.letter)
    return "\n".join("".join(line).rstrip() for line in canvas)


def legend(palace: Palace) -> str:
    """One line for each tile: its letter, key and name, and whether it is prohibited or a mission tile."""
    lines = []
    for number, piece in enumerate(palace.plan.pieces):
        notes = []
        if palace.board.tile_prohibited[number]:
            notes.append(f"prohibited {palace.board.tile_prohibited[number]}")
        if palace.board.tile_mission[number]:
            notes.append("mission")
        here = [space for space in palace.interactions if palace.board.space_tile[space] == number]
        notes += [f"{palace.spaces[space].partition('.')[2]} {palace.interactions[space]}" for space in here]
        lines.append(f"{piece.letter} {piece.key}: {', '.join([palace.tiles[number], *notes])}")
    return "\n".join(lines)


def _corner(palace: Palace, row: int, column: int) -> str:
    """A post where walls or doors end, the middle of a doorway, or a piece of a white line."""
    plan = palace.plan
    level = [int(plan.above[row, c]) for c in (column - 1, column) if inside((row, c), plan.above.shape)]
    upright = [int(plan.left[r, column]) for r in (row - 1, row) if inside((r, column), plan.left.shape)]
    kinds = {*level, *upright}
    if kinds <= {OPEN}:
        return " "
    if WALL not in kinds and DOOR in kinds:
        return "="
    if kinds <= {OPEN, LINE}:
        return "." if LINE in level else ":"
    return "+"
