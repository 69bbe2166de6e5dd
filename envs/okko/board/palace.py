"""A scenario's map as the arrays that the rules read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...core.explain import nearest
from .capacity import AREAS, DOORS, LINKS, NEIGHBOURS, SPACES, TILES, WORDS
from .drawing import ACTIVE, Sides
from .layout import Plan, lay
from .links import NONE, Links, distances, link, neighbours
from .records import ScenarioMap, Things
from .sight import look
from .where import Place, Where

NORMAL, INTERACTION, THRALL, CREATURE = range(4)
"""Kinds of spaces; the last two are the reinforcement spaces."""
KINDS = {
    " ": (NORMAL, 0),
    "!": (INTERACTION, 0),
    "t": (THRALL, 1),
    "T": (THRALL, 3),
    "c": (CREATURE, 1),
    "C": (CREATURE, 3),
}
"""``{mark: (kind, least number of Heroes for a reinforcement)}``"""
MISSION = re.compile(r"M[1-9][0-9]?\b")


@dataclass(frozen=True, eq=False)
class Board:
    """What the rules read of a map. Rows beyond the counts are 0; numbers of what does not exist are -1.

    Areas are numbered in the order of their tiles, spaces in that of their areas, doors in reading order.

    The neighbours of a target to which an attacker can push it are those of `space_near` whose squared distance
    (x - x')² + (y - y')² from the attacker is greater than the target's.

    Attributes:
        num_spaces, num_areas, num_tiles, num_doors: how many there are.
        space_x, space_y: (SPACES,) int16, column and row of the square that the space is the middle of.
        space_area: (SPACES,) int16.
        space_tile: (SPACES,) int16.
        space_kind: (SPACES,) int8, NORMAL, INTERACTION, or THRALL or CREATURE for reinforcement spaces.
        space_mark: (SPACES,) int8, the +1 or +3 of a reinforcement space, else 0.
        space_near: (SPACES, NEIGHBOURS) int16, the spaces next to it, on which it can be fought hand to hand; then -1.
        space_near_door: (SPACES, NEIGHBOURS) int8, the door that lies between, -1 for none.
        area_tile: (AREAS,) int16.
        area_near: (AREAS, LINKS) int16, the areas that one can move to; then -1. One that can be reached in several
            ways is there as often.
        area_near_door: (AREAS, LINKS) int8, the door that leads there, -1 where a white line is crossed.
        area_distance: (AREAS, AREAS) int8, moves from area to area as the doors stand at the start; -1 for no way.
        tile_prohibited: (TILES,) int8, difficulty of the Direct SPEED test, 0 for none.
        tile_mission: (TILES,) bool.
        tile_adjacent: (TILES, TILES) bool, the two touch along the side of at least one square.
        door_closed: (DOORS,) bool, closed at the start.
        sight: (SPACES, SPACES) bool, no wall lies between the two; symmetric, true for a space and itself.
        sight_spaces: (SPACES, SPACES, WORDS) uint64, the spaces whose occupants stand in the way: space s is bit s % 64
            of word s // 64. Never the two themselves.
        sight_doors: (SPACES, SPACES) uint64, the doors that, if closed, stand in the way: door d is bit d.
    """

    num_spaces: int
    num_areas: int
    num_tiles: int
    num_doors: int
    space_x: NDArray[np.int16]
    space_y: NDArray[np.int16]
    space_area: NDArray[np.int16]
    space_tile: NDArray[np.int16]
    space_kind: NDArray[np.int8]
    space_mark: NDArray[np.int8]
    space_near: NDArray[np.int16]
    space_near_door: NDArray[np.int8]
    area_tile: NDArray[np.int16]
    area_near: NDArray[np.int16]
    area_near_door: NDArray[np.int8]
    area_distance: NDArray[np.int8]
    tile_prohibited: NDArray[np.int8]
    tile_mission: NDArray[np.bool_]
    tile_adjacent: NDArray[np.bool_]
    door_closed: NDArray[np.bool_]
    sight: NDArray[np.bool_]
    sight_spaces: NDArray[np.uint64]
    sight_doors: NDArray[np.uint64]


@dataclass(frozen=True)
class Standing:
    """What stands where when the game begins, as numbers of spaces; the attributes are those of `Things`."""

    heroes: tuple[int, ...]
    figures: dict[str, tuple[int, ...]]
    courtiers: tuple[int, ...]
    evidence: tuple[int, ...]
    parchments: tuple[int, ...]
    chests: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Palace:
    """A scenario's map.

    Attributes:
        board: for the rules.
        standing: what stands where.
        spaces: names, ``"gate.a1"``.
        areas: names, ``"gate.a"``.
        tiles: what is printed on the tiles, ``"Great Gate"``.
        interactions: ``{space: what is there}`` of all interaction spaces.
        plan, links: for printing.
    """

    board: Board
    standing: Standing
    spaces: tuple[str, ...]
    areas: tuple[str, ...]
    tiles: tuple[str, ...]
    interactions: dict[int, str]
    plan: Plan
    links: Links


def build(sides: Sides, scenario: str, record: ScenarioMap, place: Place) -> Palace:
    """Builds the map of a scenario.

    Args:
        sides: from `read_sides`.
        scenario: its key.
        record: its map.
        place: ``Content.place``, for errors.

    Raises:
        ContentError: a map that cannot be played on.
    """
    where = Where(f"scenarios.{scenario}.map", place)
    plan = lay(sides, record, where)
    links = link(plan, where)
    closed = _closed(links, record.closed, where)
    board = _board(plan, links, closed)
    return Palace(
        board=board,
        standing=_standing(record.things, links, board, where.below("things")),
        spaces=links.spaces,
        areas=links.areas,
        tiles=tuple(piece.sketch.record.name for piece in plan.pieces),
        interactions=dict(_interactions(plan, links)),
        plan=plan,
        links=links,
    )


# ---- the arrays -----------------------------------------------------------------------------------------------------
def _board(plan: Plan, links: Links, closed: NDArray[np.bool_]) -> Board:
    rows, columns = np.array(links.squares).T
    kinds, marks = zip(*(KINDS[str(mark)] for mark in plan.marks[rows, columns]), strict=True)
    near = neighbours(links)
    ways = [sorted((other, door) for area, other, door in links.ways if area == one) for one in range(len(links.areas))]
    records = [piece.sketch.record for piece in plan.pieces]
    sight = look(links)
    return Board(
        num_spaces=len(links.spaces),
        num_areas=len(links.areas),
        num_tiles=len(plan.pieces),
        num_doors=links.num_doors,
        space_x=_padded(columns, (SPACES,), np.int16),
        space_y=_padded(rows, (SPACES,), np.int16),
        space_area=_padded(links.area[rows, columns], (SPACES,), np.int16),
        space_tile=_padded(plan.tile[rows, columns], (SPACES,), np.int16),
        space_kind=_padded(kinds, (SPACES,), np.int8),
        space_mark=_padded(marks, (SPACES,), np.int8),
        space_near=_table(near, 0, (SPACES, NEIGHBOURS), np.int16),
        space_near_door=_table(near, 1, (SPACES, NEIGHBOURS), np.int8),
        area_tile=_padded([_tile_of(area, plan, links) for area in range(len(links.areas))], (AREAS,), np.int16),
        area_near=_table(ways, 0, (AREAS, LINKS), np.int16),
        area_near_door=_table(ways, 1, (AREAS, LINKS), np.int8),
        area_distance=_padded(distances(links, closed), (AREAS, AREAS), np.int8),
        tile_prohibited=_padded([record.prohibited for record in records], (TILES,), np.int8),
        tile_mission=_padded([bool(MISSION.match(record.name)) for record in records], (TILES,), np.bool_),
        tile_adjacent=_touching(plan),
        door_closed=closed,
        sight=_padded(sight.possible, (SPACES, SPACES), np.bool_),
        sight_spaces=_padded(sight.spaces, (SPACES, SPACES, WORDS), np.uint64),
        sight_doors=_padded(sight.doors, (SPACES, SPACES), np.uint64),
    )


def _padded(values: object, shape: tuple[int, ...], kind: type) -> NDArray:
    """Values in the corner of a larger array of zeros."""
    values = np.asarray(values)
    array = np.zeros(shape, kind)
    array[tuple(slice(length) for length in values.shape)] = values
    return array


def _table(rows: Sequence[Sequence[tuple[int, int]]], part: int, shape: tuple[int, int], kind: type) -> NDArray:
    """One part of each pair in rows of different lengths, filled up with -1."""
    array = np.full(shape, NONE, kind)
    for number, row in enumerate(rows):
        array[number, : len(row)] = [pair[part] for pair in row]
    return array


def _tile_of(area: int, plan: Plan, links: Links) -> int:
    return int(plan.tile[links.area == area][0])


def _touching(plan: Plan) -> NDArray[np.bool_]:
    adjacent = np.zeros((TILES, TILES), bool)
    for one, other in ((plan.tile[1:], plan.tile[:-1]), (plan.tile[:, 1:], plan.tile[:, :-1])):
        meet = (one != other) & (one >= 0) & (other >= 0)
        adjacent[one[meet], other[meet]] = adjacent[other[meet], one[meet]] = True
    return adjacent


def _interactions(plan: Plan, links: Links) -> Iterator[tuple[int, str]]:
    for space, (row, column) in enumerate(links.squares):
        if plan.marks[row, column] == ACTIVE:
            record = plan.pieces[int(plan.tile[row, column])].sketch.record
            yield space, record.interactions[str(plan.names[row, column])]


# ---- what the scenario says of areas and spaces ---------------------------------------------------------------------
def _closed(links: Links, pairs: list[list[str]], where: Where) -> NDArray[np.bool_]:
    """(DOORS,) bool: the doors between each pair of areas are closed."""
    closed = np.zeros(DOORS, bool)
    for number, names in enumerate(pairs):
        entry = where.below(f"closed[{number}]")
        for name in names:
            if name not in links.areas:
                raise entry.wrong(f"there is no area {name} on this map", nearest(name, links.areas))
        one, other = (links.areas.index(name) for name in names)
        doors = [door for door in range(links.num_doors) if (one, other, door) in links.ways]
        if not doors:
            raise entry.wrong(f"there is no door between {names[0]} and {names[1]}", "name two areas that a door joins")
        closed[doors] = True
    return closed


def _standing(things: Things, links: Links, board: Board, where: Where) -> Standing:
    number = {name: space for space, name in enumerate(links.spaces)}
    taken: dict[str, str] = {}

    def found(key: str, names: list[str]) -> tuple[int, ...]:
        for name in names:
            if name not in number:
                raise where.below(key).wrong(f"there is no space {name} on this map", nearest(name, links.spaces))
            if name in taken:
                thing = f"{name} is already taken by {taken[name]}"
                raise where.below(key).wrong(thing, "one thing stands on a space")
            taken[name] = key
        return tuple(number[name] for name in names)

    standing = Standing(
        heroes=found("heroes", things.heroes),
        figures={key: found(f"figures.{key}", names) for key, names in things.figures.items()},
        courtiers=found("courtiers", things.courtiers),
        evidence=found("evidence", things.evidence),
        parchments=found("parchments", things.parchments),
        chests=found("chests", things.chests),
    )
    for hero in standing.heroes:
        if board.space_mark[hero]:
            thing = f"{links.spaces[hero]} is a reinforcement space"
            raise where.below("heroes").wrong(thing, "Heroes never stand on one; choose another space")
    return standing
