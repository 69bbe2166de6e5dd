"""Lines of sight against a second reckoning, which walks along each line in fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import floor

import msgspec
import numpy as np
import pytest

from shugyo.envs.core.content import Content, Overlay, shipped
from shugyo.envs.okko.board import build, read_sides
from shugyo.envs.okko.board.grid import DOOR, LINE, OPEN, WALL, walled
from shugyo.envs.okko.board.links import Links
from shugyo.envs.okko.board.records import ScenarioMap, Tile
from shugyo.envs.okko.board.sight import look

HALF = Fraction(1, 2)
Square = tuple[int, int]


def edges_at(links: Links, x: Fraction, y: Fraction) -> set[tuple[int, int]]:
    """(kind, door) of all edges that hold a point; corners of squares have whole coordinates."""
    level: list[Square] = []
    upright: list[Square] = []
    if y.denominator == 1:
        level = [(int(y), c) for c in ({int(x), int(x) - 1} if x.denominator == 1 else {floor(x)})]
    if x.denominator == 1:
        upright = [(r, int(x)) for r in ({int(y), int(y) - 1} if y.denominator == 1 else {floor(y)})]
    return {
        (int(kinds[at]), int(doors[at]))
        for places, kinds, doors in (
            (level, links.above, links.door_above),
            (upright, links.left, links.door_left),
        )
        for at in places
        if 0 <= at[0] < kinds.shape[0] and 0 <= at[1] < kinds.shape[1]
    }


def walk(links: Links, here: Square, there: Square) -> tuple[bool, set[Square], set[int]]:
    """Whether no wall is met, and the squares and doors between two squares."""
    y, x = here[0] + HALF, here[1] + HALF
    down, right = there[0] - here[0], there[1] - here[1]
    stops = {Fraction(0), Fraction(1)}
    for start, way in ((y, down), (x, right)):
        if way:
            first, last = sorted((floor(start), floor(start + way)))
            stops |= {(line - start) / way for line in range(first + 1, last + 1)}
    met: set[tuple[int, int]] = set()
    for stop in stops:
        met |= edges_at(links, x + stop * right, y + stop * down)
    middles = [(one + other) / 2 for one, other in pairwise(sorted(stops))]
    squares = {(floor(y + middle * down), floor(x + middle * right)) for middle in middles} - {here, there}
    kinds = {kind for kind, _ in met}
    if WALL in kinds:
        return False, set(), set()
    return True, squares, {door for kind, door in met if kind == DOOR}


def compare(links: Links, every: int = 1) -> int:
    """Compares the lines from every so many spaces to all others; returns how many are free."""
    sight = look(links)
    number = {square: space for space, square in enumerate(links.squares)}
    free = 0
    for here, one in list(number.items())[::every]:
        for there, other in number.items():
            if one == other:
                continue
            possible, squares, doors = walk(links, here, there)
            spaces = [0] * sight.spaces.shape[2]
            for square in squares & number.keys():
                spaces[number[square] // 64] |= 1 << (number[square] % 64)
            assert sight.possible[one, other] == possible, (here, there)
            assert sight.spaces[one, other].tolist() == spaces, (here, there)
            assert int(sight.doors[one, other]) == sum(1 << door for door in doors), (here, there)
            free += possible
    assert (sight.possible == sight.possible.T).all()
    assert (sight.spaces == sight.spaces.transpose(1, 0, 2)).all()
    assert (sight.doors == sight.doors.T).all()
    return free


def random_links(seed: int, rows: int, columns: int) -> Links:
    """Squares with edges of all kinds, each doorway a door of its own."""
    rng = np.random.default_rng(seed)
    odds = [0.55, 0.15, 0.12, 0.18]
    above, left = (
        rng.choice([OPEN, LINE, DOOR, WALL], size, p=odds).astype(np.int8)
        for size in ((rows + 1, columns), (rows, columns + 1))
    )
    above, left = walled(above, left, rng.random((rows, columns)) < 0.06)
    doors: list[np.ndarray] = []
    count = 0
    for kinds in (above, left):
        number = np.full(kinds.shape, -1, np.int16)
        number[kinds == DOOR] = np.arange(count, count + (kinds == DOOR).sum())
        doors.append(number)
        count += (kinds == DOOR).sum()
    assert count <= 64
    squares = [square for square in np.ndindex(rows, columns) if rng.random() < 0.7]
    return Links(
        areas=(),
        spaces=(),
        area=np.zeros((rows, columns), np.int16),
        squares=tuple((int(row), int(column)) for row, column in squares),
        above=above,
        left=left,
        door_above=doors[0],
        door_left=doors[1],
        ways=frozenset(),
    )


@pytest.mark.parametrize("seed", range(12))
def test_a27_sight_on_random_maps(seed: int):
    links = random_links(seed, 3 + seed % 4, 7 - seed % 4)
    assert compare(links) > 0


@pytest.mark.parametrize(("scenario", "every"), [("initiation", 1), ("investigation", 9)])
def test_a27_sight_on_the_shipped_maps(scenario: str, every: int):
    content = Content("okko", shipped("okko"), Overlay([]))
    tiles, corridors = (msgspec.convert(content.data[table], dict[str, Tile]) for table in ("tiles", "corridors"))
    record = msgspec.convert(content.data["scenarios"][scenario]["map"], ScenarioMap)
    palace = build(read_sides(tiles, corridors, content.place), scenario, record, content.place)
    board, n = palace.board, palace.board.num_spaces
    assert compare(palace.links, every) == board.sight[:n:every].sum() - len(range(0, n, every))  # a space sees itself
    assert (board.sight[:n, :n] == look(palace.links).possible).all()
