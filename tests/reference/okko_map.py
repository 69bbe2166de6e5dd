"""Maps of the Okko Chronicles reference: drawn Tiles, and what follows from the drawing by plain geometry.

Corners of squares have even coordinates and middles odd ones, x to the right and y down, so that all is exact. Spaces
and Areas go by their names, ``"gate.a1"`` and ``"gate.a"``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

OPEN, LINE, DOOR, WALL = "open", "line", "door", "wall"
SOLID = "###"
EDGES = {" ": OPEN, ":": LINE, ".": LINE, "=": DOOR, "|": WALL, "-": WALL}
STRENGTH = [OPEN, LINE, DOOR, WALL]
REINFORCEMENT = {"t": ("thrall", 1), "T": ("thrall", 3), "c": ("creature", 1), "C": ("creature", 3)}

Point = tuple[int, int]
Edge = tuple[Point, Point]
"""The two ends, the smaller first."""


@dataclass
class Square:
    """A square of floor.

    Attributes:
        tile: key of the Tile it belongs to.
        area: name of its Area; of scenery found by spreading from its neighbours.
        space: name of the Space in its middle, empty for scenery.
        kind: ``thrall`` or ``creature`` on a reinforcement Space.
        mark: 1 or 3 there (O140).
    """

    tile: str
    area: str = ""
    space: str = ""
    kind: str = ""
    mark: int = 0


@dataclass
class Map:
    """The palace of a scenario (B22).

    Attributes:
        tiles: keys of the Tiles in the order in which the layout shows them.
        prohibited: ``{tile: Difficulty}`` of prohibited Tiles.
        squares: ``{middle: floor}``.
        edges: ``{edge: kind}``.
        doors: the edges of each Door.
    """

    tiles: list[str] = field(default_factory=list)
    prohibited: dict[str, int] = field(default_factory=dict)
    squares: dict[Point, Square] = field(default_factory=dict)
    edges: dict[Edge, str] = field(default_factory=dict)
    doors: list[list[Edge]] = field(default_factory=list)

    @cached_property
    def at(self) -> dict[str, Point]:
        """Where the middle of each Space is."""
        return {square.space: middle for middle, square in self.squares.items() if square.space}

    @cached_property
    def areas(self) -> list[str]:
        """All Areas, by number (B27): in the order of the Tiles, within a Tile by letter."""
        names = {square.area for square in self.squares.values()}
        return sorted(names, key=lambda name: (self.tiles.index(name.partition(".")[0]), name))

    def square(self, space: str) -> Square:
        """The square whose middle a Space is."""
        return self.squares[self.at[space]]

    def spaces(self, area: str) -> list[str]:
        """The Spaces of an Area."""
        return self._spaces[area]

    @cached_property
    def _spaces(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {area: [] for area in self.areas}
        for square in self.squares.values():
            found[square.area] += [square.space] if square.space else []
        return found

    def door_of(self, edge: Edge) -> int:
        """The Door that an edge belongs to, −1 for none."""
        return self._door_of.get(edge, -1)

    @cached_property
    def _door_of(self) -> dict[Edge, int]:
        return {edge: door for door, edges in enumerate(self.doors) for edge in edges}

    # ---- B25: Areas and Tiles ----------------------------------------------------------------------------------------
    @cached_property
    def ways(self) -> dict[str, set[tuple[str, int]]]:
        """``{area: (adjacent Area, Door between or −1)}`` as if all Doors were open."""
        result: dict[str, set[tuple[str, int]]] = defaultdict(set)
        for edge, kind in self.edges.items():
            one, other = (self.squares.get(middle) for middle in beside(edge))
            if one and other and one.area != other.area and kind != WALL:
                result[one.area].add((other.area, self.door_of(edge)))
                result[other.area].add((one.area, self.door_of(edge)))
        return result

    def next_areas(self, area: str, closed: set[int]) -> set[str]:
        """B25, A26: the Areas adjacent to one."""
        return {other for other, door in self.ways[area] if door not in closed}

    @cached_property
    def touching(self) -> set[tuple[str, str]]:
        """B25: the pairs of Tiles that touch along an edge; solid squares belong to their Tiles too."""
        pairs = set()
        for edge in self.edges:
            one, other = (self.ground.get(middle) for middle in beside(edge))
            if one and other and one != other:
                pairs |= {(one, other), (other, one)}
        return pairs

    @cached_property
    def ground(self) -> dict[Point, str]:
        """The Tile of every square, solid or not."""
        return dict(self._ground)

    _ground: dict[Point, str] = field(default_factory=dict)

    # ---- B23: adjacent Spaces ----------------------------------------------------------------------------------------
    def adjacent(self, one: str, other: str, closed: set[int]) -> bool:
        """B23, O217."""
        (x, y), (u, v) = self.at[one], self.at[other]
        if max(abs(x - u), abs(y - v)) != 2:
            return False
        middle = (x + u) // 2, (y + v) // 2
        if x != u and y != v:
            return not any(self.edges[edge] in (WALL, DOOR) for edge in edges_at(middle) if edge in self.edges)
        edge = edge_through(middle)
        return self.edges[edge] != WALL and self.door_of(edge) not in closed

    def neighbours(self, space: str, closed: set[int]) -> set[str]:
        """The Spaces adjacent to one."""
        x, y = self.at[space]
        around = [(x + 2 * i, y + 2 * j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
        names = [self.squares[middle].space for middle in around if middle in self.squares]
        return {name for name in names if name and name != space and self.adjacent(space, name, closed)}

    # ---- B24: lines of sight -----------------------------------------------------------------------------------------
    def line(self, one: str, other: str) -> tuple[bool, set[int], set[str]]:
        """What the straight line between two Spaces meets.

        Returns:
            Whether it meets a wall; the Doors it meets; the Spaces, but for the two, through whose squares it passes.
        """
        if (one, other) not in self._lines:
            a, b = self.at[one], self.at[other]
            met = {edge for edge in self._near(a, b) if touches(a, b, edge)}
            doors = {self.door_of(edge) for edge in met if self.edges[edge] == DOOR}
            walled = any(self.edges[edge] == WALL for edge in met)
            left, right, top, bottom = rectangle(a, b)
            within = [s for s, (x, y) in self.at.items() if left <= x <= right and top <= y <= bottom]
            passed = {space for space in within if passes_through(a, b, self.at[space])}
            self._lines[one, other] = walled, doors, passed - {one, other}
        return self._lines[one, other]

    _lines: dict[tuple[str, str], tuple[bool, set[int], set[str]]] = field(default_factory=dict)

    @cached_property
    def _barriers(self) -> list[Edge]:
        return [edge for edge, kind in self.edges.items() if kind in (WALL, DOOR)]

    def _near(self, a: Point, b: Point) -> Iterator[Edge]:
        """Walls and Doors that reach into the rectangle that the line is the diagonal of."""
        left, right, top, bottom = rectangle(a, b)
        for edge in self._barriers:
            (x, y), (u, v) = edge
            if u >= left and x <= right and v >= top and y <= bottom:
                yield edge

    def sees(self, one: str, other: str, closed: set[int], blocking: Iterable[str] = ()) -> bool:
        """O59, B24: line of sight, which the Spaces of ``blocking`` figures interrupt (not the two ends)."""
        walled, doors, passed = self.line(one, other)
        return not walled and not doors & closed and not passed & set(blocking)

    def distance(self, one: str, other: str) -> int:
        """B40: the square of the straight distance between the middles."""
        (x, y), (u, v) = self.at[one], self.at[other]
        return (x - u) ** 2 + (y - v) ** 2


# ---- geometry -------------------------------------------------------------------------------------------------------
def rectangle(a: Point, b: Point) -> tuple[int, int, int, int]:
    """Left, right, top and bottom of the rectangle that the line from a to b is the diagonal of."""
    return min(a[0], b[0]), max(a[0], b[0]), min(a[1], b[1]), max(a[1], b[1])


def edge_between(p: Point, q: Point) -> Edge:
    """The edge with these ends."""
    return (p, q) if p < q else (q, p)


def edge_through(point: Point) -> Edge:
    """The edge whose middle a point is."""
    x, y = point
    return ((x - 1, y), (x + 1, y)) if x % 2 else ((x, y - 1), (x, y + 1))


def edges_at(corner: Point) -> list[Edge]:
    """The four edges that end in a corner."""
    x, y = corner
    return [edge_between(corner, end) for end in ((x - 2, y), (x + 2, y), (x, y - 2), (x, y + 2))]


def beside(edge: Edge) -> tuple[Point, Point]:
    """The middles of the two squares beside an edge."""
    (x, y), (u, _) = edge
    return ((x - 1, y + 1), (x + 1, y + 1)) if x == u else ((x + 1, y - 1), (x + 1, y + 1))


def touches(a: Point, b: Point, edge: Edge) -> bool:
    """Whether the line from a to b, middles of squares, crosses or touches the edge, ends included."""
    (x, y), (u, v) = edge
    if x == u:  # upright
        if a[0] == b[0]:
            return False
        t = Fraction(x - a[0], b[0] - a[0])
        return 0 <= t <= 1 and y <= a[1] + t * (b[1] - a[1]) <= v
    if a[1] == b[1]:
        return False
    t = Fraction(y - a[1], b[1] - a[1])
    return 0 <= t <= 1 and x <= a[0] + t * (b[0] - a[0]) <= u


def passes_through(a: Point, b: Point, middle: Point) -> bool:
    """Whether the line from a to b passes through the inside of the square with that middle."""
    first, last = Fraction(0), Fraction(1)
    for axis in (0, 1):
        low, high, start, step = middle[axis] - 1, middle[axis] + 1, a[axis], b[axis] - a[axis]
        if step == 0:
            if not low < start < high:
                return False
            continue
        enter, leave = sorted((Fraction(low - start, step), Fraction(high - start, step)))
        first, last = max(first, enter), min(last, leave)
    return first < last


# ---- reading --------------------------------------------------------------------------------------------------------
def read_map(content: dict, scenario: str) -> Map:
    """The map of a scenario, from the content as plain data (MAPS.md)."""
    record = content["scenarios"][scenario]["map"]
    rows = record["layout"].split()
    result = Map()
    drawn: dict[Edge, list[str]] = defaultdict(list)
    for letter in dict.fromkeys("".join(rows).replace(".", "")):
        piece = record["pieces"][letter]
        table = "tiles" if piece["tile"] in content["tiles"] else "corridors"
        side = content[table][piece["tile"]][piece.get("side", "front")]
        result.tiles.append(piece["tile"])
        if side.get("prohibited", 0):
            result.prohibited[piece["tile"]] = side["prohibited"]
        covered = [(2 * x, 2 * y) for y, row in enumerate(rows) for x, at in enumerate(row) if at == letter]
        corner = min(x for x, _ in covered), min(y for _, y in covered)
        lay(result, drawn, piece["tile"], side["drawing"].strip("\n").split("\n"), piece.get("turn", 0), corner)
    for edge, kinds in drawn.items():
        alone = len(kinds) == 1 and any(middle not in result._ground for middle in beside(edge))
        result.edges[edge] = WALL if alone else max(kinds, key=STRENGTH.index)
        if any(middle in result._ground and middle not in result.squares for middle in beside(edge)):
            result.edges[edge] = WALL  # around solid squares
    spread_areas(result)
    result.doors = find_doors(result)
    return result


def lay(result: Map, drawn: dict[Edge, list[str]], tile: str, lines: list[str], turn: int, corner: Point) -> None:
    """Puts a drawn Tile on the map, turned clockwise."""
    height, width = len(lines) - 1, (len(lines[0]) - 1) // 2

    def placed(point: Point) -> Point:
        (x, y), h, w = point, height, width
        for _ in range(turn // 90):
            x, y, h, w = h - y, x, w, h
        return x + corner[0], y + corner[1]

    for y in range(height + 1):
        for x in range(width + 1):
            if y % 2 and x % 2:  # a square: its middle
                text = lines[y][2 * x - 1 : 2 * x + 2]
                result._ground[placed((x, y))] = tile
                if text != SOLID:
                    result.squares[placed((x, y))] = read_square(tile, text)
            elif y % 2 or x % 2:
                first, last = edge_through((x, y))
                drawn[edge_between(placed(first), placed(last))].append(EDGES[lines[y][2 * x]])


def read_square(tile: str, text: str) -> Square:
    """The three characters of a square."""
    name, mark = text[:2].strip(), text[2]
    if not name:
        return Square(tile)
    kind, number = REINFORCEMENT.get(mark, ("", 0))
    return Square(tile, f"{tile}.{name[0]}", f"{tile}.{name}", kind, number)


def spread_areas(result: Map) -> None:
    """Scenery belongs to the Area it is open to."""
    waiting = [middle for middle, square in result.squares.items() if square.area]
    while waiting:
        x, y = waiting.pop()
        for step in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            other = result.squares.get((2 * step[0] - x, 2 * step[1] - y))
            if other and not other.area and result.edges[edge_through(step)] == OPEN:
                other.area = result.squares[x, y].area
                waiting.append((2 * step[0] - x, 2 * step[1] - y))
    assert all(square.area for square in result.squares.values())


def find_doors(result: Map) -> list[list[Edge]]:
    """B22: doorways in line between the same two Tiles are one Door, unless a wall or doorway ends between them."""
    doors: list[list[Edge]] = []
    for edge in sorted(edge for edge, kind in result.edges.items() if kind == DOOR):
        (x, y), (u, v) = edge
        before = edge_between((2 * x - u, 2 * y - v), (x, y))
        tiles = [result.ground[middle] for middle in beside(edge)]
        joined = [door for door in doors if before in door]
        crossing = [other for other in edges_at((x, y)) if other not in (before, edge)]
        if (
            joined
            and [result.ground[middle] for middle in beside(before)] == tiles
            and not any(result.edges.get(other) in (WALL, DOOR) for other in crossing)
        ):
            joined[0].append(edge)
        else:
            doors.append([edge])
    return doors
