"""Boards drawn for the rules of the ground."""

from __future__ import annotations

import msgspec

from shugyo.envs.core.content import Content, Overlay
from shugyo.envs.okko.board import Palace, build, read_sides
from shugyo.envs.okko.board.records import ScenarioMap, Tile

HALL = """
+---+---+---+---+
|a1  a2 :b1  b2 |
+       :       +
|a3  a4 :b3  b4 |
+.......+.......+
|c1  c2 :d1  d2t|
+       :       +
|c3  c4 :d3  d4 |
+---+---+---+---+
"""
LANE = """
+---+---+---+---+
|a1 :b1 :c1 :d1 |
+   :   :   :   +
|a2 :b2 :c2 :d2 |
+   :   :   :   +
|a3 :b3 :c3t:d3 |
+   :   :   :   +
|   :   :   :   |
+---+---+---+---+
"""
"""Areas in a row: a | b | c | d."""


def palace(layout: str, pieces: dict[str, str | dict], closed: list | None = None, **tiles: str | dict) -> Palace:
    """A palace of drawn tiles.

    Args:
        layout: as in MAPS.md.
        pieces: ``{letter: tile}`` or how the tile lies.
        closed: pairs of Areas.
        **tiles: drawings, or sides.
    """
    drawn = {
        key: {"front": {"name": key, **({"drawing": side} if isinstance(side, str) else side)}}
        for key, side in tiles.items()
    }
    for side in drawn.values():
        side["front"]["drawing"] = side["front"]["drawing"].lstrip("\n")
    first = next(iter(tiles))
    where = {
        "layout": layout.lstrip("\n"),
        "pieces": {key: {"tile": piece} if isinstance(piece, str) else piece for key, piece in pieces.items()},
        "closed": closed or [],
        "things": {"heroes": [first + ".a1"]},
    }
    content = Content("okko", {"tiles": drawn, "map": where}, Overlay([]))
    sides = read_sides(msgspec.convert(drawn, dict[str, Tile]), {}, content.place)
    return build(sides, "test", msgspec.convert(where, ScenarioMap), content.place)


def one_tile(drawing: str | dict) -> Palace:
    """A board of one Tile, called ``x``."""
    return palace("TTTT\n" * 4, {"T": "x"}, x=drawing)


def room(doors: str = "", line: bool = False) -> str:
    """A Tile of one Area, or of two with a white line between them, and doorways in the middle of some sides.

    The Spaces are a1 … a9, or a1 … a6 on the left and b1 … b6 on the right::

        a1 a2 a3 a4      a1 a2 : b1 b2
        a5       a6      a3    :    b3
        a7       a8      a4    :    b4
        a9               a5 a6 : b5 b6

    Args:
        doors: of ``t``, ``b``, ``l``, ``r``: top, bottom, left, right.
        line: whether there are two Areas.
    """
    rows = [["a1", "a2", "a3", "a4"], ["a5", "", "", "a6"], ["a7", "", "", "a8"], ["a9", "", "", ""]]
    if line:
        rows = [["a1", "a2", "b1", "b2"], ["a3", "", "", "b3"], ["a4", "", "", "b4"], ["a5", "a6", "b5", "b6"]]
    middle = ":" if line else " "
    top, bottom = ("+---+=======+---+" if side in doors else "+---+---+---+---+" for side in "tb")
    lines = [top]
    for n, row in enumerate(rows):
        left, right = ("=" if side in doors and n in (1, 2) else "|" for side in "lr")
        one, two, three, four = (f"{name:3}" for name in row)
        lines.append(f"{left}{one} {two}{middle}{three} {four}{right}")
        if n < 3:
            lines.append("+       " + middle + "       +")
    return "\n".join([*lines, bottom, ""])
