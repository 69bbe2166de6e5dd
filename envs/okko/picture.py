"""The map of a game as text: cut into Tiles for the tables, and put together again with all that stands on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from .board import Palace, draw
from .board.grid import HEIGHT, WIDTH


def cut_map(tables: Any, palace: Palace) -> None:
    """Fills the fields of the tables that hold the drawing of a palace, doors as they are at the start."""
    lines = draw(palace).split("\n")
    for tile, piece in enumerate(palace.plan.pieces):
        rows, columns = piece.sketch.names.shape
        tables.tile_x[tile], tables.tile_y[tile] = piece.column, piece.row
        for i in range(HEIGHT * rows + 1):
            first = WIDTH * piece.column
            text = lines[HEIGHT * piece.row + i][first : first + WIDTH * columns + 1].ljust(WIDTH * columns + 1)
            tables.tile_picture[tile, i, : len(text)] = np.frombuffer(text.encode(), np.uint8)


def draw_map(tables: Any, marks: Mapping[int, str]) -> list[str]:
    """The lines of the map, without blanks at their ends.

    Args:
        tables: the content.
        marks: ``{space: text}`` of up to three characters, shown in place of the name of the Space.
    """
    n, spaces = int(tables.num_tiles), int(tables.num_spaces)
    height, width = tables.tile_picture.shape[1:]
    lines = HEIGHT * max(tables.tile_y[:n].max(initial=0), tables.space_y[:spaces].max(initial=0)) + height
    columns = WIDTH * max(tables.tile_x[:n].max(initial=0), tables.space_x[:spaces].max(initial=0)) + width
    canvas = np.full((lines, columns), " ")
    for tile in range(n):
        picture = tables.tile_picture[tile]
        there = canvas[HEIGHT * tables.tile_y[tile] :, WIDTH * tables.tile_x[tile] :][:height, :width]
        there[picture > 0] = [chr(code) for code in picture[picture > 0]]
    for space, text in marks.items():
        line, column = HEIGHT * int(tables.space_y[space]) + 1, WIDTH * int(tables.space_x[space]) + 1
        canvas[line, column : column + WIDTH - 1] = list(f"{text:3.3}")
    drawn = [str("".join(line)).rstrip() for line in canvas]
    while drawn and not drawn[-1]:
        drawn.pop()
    return drawn


def tile_letter(tables: Any, tile: int) -> str:
    """The letter that stands in the upper left corner of a Tile."""
    return chr(tables.tile_picture[tile, 0, 0])
