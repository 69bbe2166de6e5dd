"""The palace: tiles drawn as text become the arrays that the rules read. MAPS.md tells how to draw.

`drawing` reads one side of a tile, `layout` puts the tiles of a scenario together, `links` finds areas, doors and
neighbours, `sight` the lines of sight, `palace` makes all of it one `Board`, and `printing` draws it.
"""

from .drawing import read_sides
from .palace import Board, Palace, build
from .printing import draw, legend

__all__ = ["Board", "Palace", "build", "draw", "legend", "read_sides"]
