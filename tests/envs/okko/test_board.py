"""The board: what a hand-drawn map becomes, and the maps that are shipped."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import shugyo.envs
from shugyo.envs.core.content import Content, Overlay, shipped
from shugyo.envs.okko.board import Palace, build, capacity, draw, legend, read_sides
from shugyo.envs.okko.board.drawing import Sides
from shugyo.envs.okko.board.palace import CREATURE, INTERACTION, NORMAL, THRALL
from shugyo.envs.okko.board.records import ScenarioMap, Tile

MAPS = (Path(shugyo.envs.__file__).parent / "okko" / "MAPS.md").read_text("utf-8")
BLOCKS = dict(re.findall(r"```(\w+)\n(.*?)```", MAPS, re.DOTALL))
TWO_DOORS = """
+---+---+---+---+
|a1  a2 =b1  b2 |
+       |       +
|a3  a4 |b3  b4 |
+       |       +
|a5  a6 =b5  b6 |
+       |       +
|a7  a8 |b7  b8 |
+---+---+---+---+
""".lstrip()
SCENARIOS = ("initiation", "investigation")
FRONTS = """
AAAA....BBBB....CCCC
AAAAiiiiBBBBjjjjCCCC
AAAAiiiiBBBBjjjjCCCC
AAAA....BBBB....CCCC
.kk......ll......mm.
.kk......ll......mm.
.kk......ll......mm.
.kk......ll......mm.
DDDDEEEEFFFFGGGGHHHH
DDDDEEEEFFFFGGGGHHHH
DDDDEEEEFFFFGGGGHHHH
DDDDEEEEFFFFGGGGHHHH
""".lstrip()


class Scenario(msgspec.Struct):
    map: ScenarioMap


class Maps(msgspec.Struct):
    """The part of the content that boards are made of."""

    tiles: dict[str, Tile]
    corridors: dict[str, Tile]
    scenarios: dict[str, Scenario]


def converted(data: dict[str, Any]) -> tuple[Content, Maps]:
    content = Content("okko", data, Overlay([]))
    return content, content.convert(Maps)


def palace_of(data: dict[str, Any], scenario: str) -> Palace:
    content, maps = converted(data)
    return build(
        read_sides(maps.tiles, maps.corridors, content.place), scenario, maps.scenarios[scenario].map, content.place
    )


def shipped_sides() -> Sides:
    content, maps = converted(shipped("okko"))
    return read_sides(maps.tiles, maps.corridors, content.place)


@pytest.fixture(scope="module")
def tea() -> Palace:
    """The map that MAPS.md shows."""
    return palace_of(tomllib.loads(BLOCKS["toml"]), "tea")


@pytest.fixture(scope="module", params=SCENARIOS)
def palace(request: pytest.FixtureRequest) -> Palace:
    return palace_of(shipped("okko"), request.param)


# ---- by name, so that what is expected can be read ------------------------------------------------------------------
def neighbours(palace: Palace, name: str) -> dict[str, int]:
    """{neighbour: door or -1}"""
    board, space = palace.board, palace.spaces.index(name)
    pairs = zip(board.space_near[space], board.space_near_door[space], strict=True)
    return {palace.spaces[other]: int(door) for other, door in pairs if other >= 0}


def ways(palace: Palace, name: str) -> list[tuple[str, int]]:
    board, area = palace.board, palace.areas.index(name)
    pairs = zip(board.area_near[area], board.area_near_door[area], strict=True)
    return [(palace.areas[other], int(door)) for other, door in pairs if other >= 0]


def sight(palace: Palace, one: str, other: str) -> tuple[bool, set[str], set[int]]:
    """Whether it is possible, the spaces in the way, and the doors."""
    board = palace.board
    pair = palace.spaces.index(one), palace.spaces.index(other)
    spaces = {name for s, name in enumerate(palace.spaces) if int(board.sight_spaces[pair][s // 64]) >> (s % 64) & 1}
    doors = {d for d in range(capacity.DOORS) if int(board.sight_doors[pair]) >> d & 1}
    return bool(board.sight[pair]), spaces, doors


# ---- the map of MAPS.md ---------------------------------------------------------------------------------------------
# The Tea House as it lies, turned clockwise by 90 degrees, right of the footpath; columns 0 to 7:
#      0    1    2    3    4    5    6    7
#  0                       b5   b3   b1 : a1
#  1   a1   a2 : b1      = b6  ###      : a2
#  2   a3   a4 :      b2 = b7   b4   b2 : a3
#  3                       c3   c2   c1 | a4        b7|c3 is a white line, b4|c2 a door, b2|c1 a wall
WHERE = {
    "footpath.a1": (0, 1), "footpath.a2": (1, 1), "footpath.b1": (2, 1),
    "footpath.a3": (0, 2), "footpath.a4": (1, 2), "footpath.b2": (3, 2),
    "tea_house.b5": (4, 0), "tea_house.b3": (5, 0), "tea_house.b1": (6, 0), "tea_house.a1": (7, 0),
    "tea_house.b6": (4, 1), "tea_house.a2": (7, 1),
    "tea_house.b7": (4, 2), "tea_house.b4": (5, 2), "tea_house.b2": (6, 2), "tea_house.a3": (7, 2),
    "tea_house.c3": (4, 3), "tea_house.c2": (5, 3), "tea_house.c1": (6, 3), "tea_house.a4": (7, 3),
}  # fmt: skip
FOOTPATH_DOOR, TEA_DOOR = 0, 1
"""Doors in reading order."""


def test_spaces_areas_and_tiles_stand_where_they_were_drawn(tea: Palace):
    board = tea.board
    assert tea.tiles == ("Tea House", "Footpath")
    assert tea.areas == ("tea_house.a", "tea_house.b", "tea_house.c", "footpath.a", "footpath.b")
    assert list(tea.spaces) == sorted(WHERE, key=lambda name: (name.startswith("foot"), name))
    assert (board.num_spaces, board.num_areas, board.num_tiles, board.num_doors) == (20, 5, 2, 2)
    for space, name in enumerate(tea.spaces):
        assert (board.space_x[space], board.space_y[space]) == WHERE[name], name
        assert tea.areas[board.space_area[space]] == name[:-1]
        assert board.space_tile[space] == name.startswith("foot")
    assert board.area_tile[:5].tolist() == [0, 0, 0, 1, 1]
    assert board.tile_prohibited[:2].tolist() == [2, 0]
    assert not board.tile_mission.any()
    assert np.argwhere(board.tile_adjacent).tolist() == [[0, 1], [1, 0]]


def test_kinds_and_marks(tea: Palace):
    board = tea.board
    special = {
        name: (int(board.space_kind[space]), int(board.space_mark[space]))
        for space, name in enumerate(tea.spaces)
        if board.space_kind[space] != NORMAL
    }
    expected = {"tea_house.a4": (THRALL, 1), "tea_house.c1": (INTERACTION, 0), "tea_house.c3": (CREATURE, 3)}
    assert special == expected
    assert tea.interactions == {tea.spaces.index("tea_house.c1"): "Tea Kettle"}


def test_areas_are_adjacent_over_white_lines_and_through_doors(tea: Palace):
    assert ways(tea, "tea_house.a") == [("tea_house.b", -1)]
    assert ways(tea, "tea_house.b") == [
        ("tea_house.a", -1),
        ("tea_house.c", -1),
        ("tea_house.c", TEA_DOOR),
        ("footpath.b", FOOTPATH_DOOR),
    ]
    assert ways(tea, "footpath.a") == [("footpath.b", -1)]
    distance = tea.board.area_distance[:5, :5]
    assert distance.tolist() == [[0, 1, 2, 3, 2], [1, 0, 1, 2, 1], [2, 1, 0, 3, 2], [3, 2, 3, 0, 1], [2, 1, 2, 1, 0]]


def test_a_closed_door_is_closed_and_lengthens_ways(tea: Palace):
    assert np.flatnonzero(tea.board.door_closed).tolist() == [TEA_DOOR]
    data = tomllib.loads(BLOCKS["toml"])
    data["scenarios"]["tea"]["map"]["closed"] = [["footpath.b", "tea_house.b"]]
    board = palace_of(data, "tea").board
    assert np.flatnonzero(board.door_closed).tolist() == [FOOTPATH_DOOR]
    assert board.area_distance[:5, :5].tolist() == [
        [0, 1, 2, -1, -1],
        [1, 0, 1, -1, -1],
        [2, 1, 0, -1, -1],
        [-1, -1, -1, 0, 1],
        [-1, -1, -1, 1, 0],
    ]


def test_all_doors_between_two_areas_are_closed_together():
    data = shipped("okko")
    data["tiles"]["room"] = {"front": {"name": "Room", "drawing": TWO_DOORS}}
    plan = {"layout": 4 * "RRRR\n", "pieces": {"R": {"tile": "room"}}, "things": {"heroes": ["room.a1"]}}
    data["scenarios"]["room"] = {"map": plan}
    assert not palace_of(data, "room").board.door_closed.any()
    plan["closed"] = [["room.b", "room.a"]]
    palace = palace_of(data, "room")
    assert ways(palace, "room.a") == [("room.b", 0), ("room.b", 1)]
    assert np.flatnonzero(palace.board.door_closed).tolist() == [0, 1]


def test_neighbours_of_the_tea_house(tea: Palace):
    def near(name: str) -> dict[str, int]:
        return {other.removeprefix("tea_house."): door for other, door in neighbours(tea, f"tea_house.{name}").items()}

    assert near("a2") == {"a1": -1, "a3": -1, "b1": -1, "b2": -1}  # diagonals over a white line
    assert near("a3") == {"a2": -1, "b2": -1, "a4": -1}  # the wall beside c1 ends in the corner of b2 and a4
    assert near("a4") == {"a3": -1}
    assert near("b3") == {"b1": -1, "b5": -1}  # the corners of the pillar
    assert near("b4") == {"b2": -1, "b7": -1, "c2": TEA_DOOR}
    assert near("b7") == {"b4": -1, "b6": -1, "c3": -1, "footpath.b2": FOOTPATH_DOOR}
    assert near("c2") == {"b4": TEA_DOOR, "c1": -1, "c3": -1}
    assert near("b2") == {"a2": -1, "a3": -1, "b4": -1}
    assert near("b6") == {"b5": -1, "b7": -1}  # beyond its door there is floor, on which nobody stands


def test_lines_of_sight_in_the_tea_house(tea: Palace):
    assert sight(tea, "tea_house.a1", "tea_house.b2") == (True, {"tea_house.a2"}, set())
    assert sight(tea, "tea_house.b1", "tea_house.b7") == (False, set(), set())
    assert sight(tea, "footpath.a3", "tea_house.b4") == (
        True,
        {"footpath.a4", "footpath.b2", "tea_house.b7"},
        {FOOTPATH_DOOR},
    )
    assert sight(tea, "footpath.b2", "tea_house.b6") == (True, set(), {FOOTPATH_DOOR})  # no melee, but a clear shot
    assert sight(tea, "tea_house.b4", "tea_house.c3") == (True, set(), {TEA_DOOR})  # past the end of the door
    assert not sight(tea, "tea_house.b2", "tea_house.a4")[0]  # past the end of a wall
    assert sight(tea, "tea_house.a4", "tea_house.a1") == (True, {"tea_house.a2", "tea_house.a3"}, set())


def test_things_stand_where_the_scenario_says(tea: Palace):
    def names(spaces: tuple[int, ...]) -> list[str]:
        return [tea.spaces[space] for space in spaces]

    standing = tea.standing
    assert names(standing.heroes) == ["footpath.a1", "footpath.a3"]
    assert {key: names(spaces) for key, spaces in standing.figures.items()} == {
        "ashigaru": ["tea_house.b1", "tea_house.b7"]
    }
    assert names(standing.courtiers) == ["tea_house.c1"]
    assert names(standing.chests) == ["tea_house.a1"]
    assert standing.evidence == standing.parchments == ()


def test_maps_md_shows_the_map_and_the_capacities(tea: Palace):
    assert BLOCKS["text"] == f"{draw(tea)}\n{legend(tea)}\n"
    size = capacity
    limits = f"{size.TILES} tiles, {size.AREAS} areas, {size.SPACES} spaces, {size.DOORS} doors, and {size.LINKS} ways"
    assert limits in " ".join(MAPS.split())


def test_drawing_shows_figures_and_doors(tea: Palace):
    text = draw(tea, {tea.standing.heroes[0]: "Okko", tea.standing.heroes[1]: "N"}, np.zeros(capacity.DOORS, bool))
    assert "|Okk a2 :b1 " in text
    assert "|N   a4 :" in text
    assert "=xxx" not in text and "...=====" not in text and "...====+" in text


def test_each_cell_has_a_door_of_its_own():
    data = shipped("okko")
    column = "CCCC\n" * 4 + "GGGG\n" * 4
    pieces = {"C": {"tile": "cells", "side": "back"}, "G": {"tile": "gate"}}
    closed = [["cells.a", "cells.c"]]
    plan = {"layout": column, "pieces": pieces, "closed": closed, "things": {"heroes": ["gate.a1"]}}
    data["scenarios"]["prison"] = {"map": plan}
    palace = palace_of(data, "prison")
    assert ways(palace, "cells.a") == [("cells.b", 0), ("cells.c", 1), ("cells.d", 2), ("gate.a", 3)]
    assert np.flatnonzero(palace.board.door_closed).tolist() == [1]
    assert palace.board.tile_mission[:2].tolist() == [True, False]
    assert palace.board.tile_prohibited[:2].tolist() == [2, 0]


# ---- turning --------------------------------------------------------------------------------------------------------
def relations(palace: Palace) -> dict[str, Any]:
    """All that does not change when the whole table is turned, by name."""
    board, names = palace.board, palace.spaces
    doors: dict[int, frozenset[str]] = {-1: frozenset()}  # a door is known by the areas that it joins
    for door in range(board.num_doors):
        doors[door] = frozenset(name for name in palace.areas if door in {way[1] for way in ways(palace, name)})
    pairs = [(one, other) for one in names for other in names]
    seen = {pair: sight(palace, *pair) for pair in pairs}
    return {
        "near": {one: {other: doors[door] for other, door in neighbours(palace, one).items()} for one in names},
        "ways": {name: {(other, doors[door]) for other, door in ways(palace, name)} for name in palace.areas},
        "sight": {
            pair: (free, spaces, {doors[door] for door in through}) for pair, (free, spaces, through) in seen.items()
        },
        "kind": {name: (int(board.space_kind[s]), int(board.space_mark[s])) for s, name in enumerate(names)},
        "tiles": {frozenset(palace.tiles[tile] for tile in pair) for pair in np.argwhere(board.tile_adjacent).tolist()},
    }


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_turning_the_whole_table_changes_nothing(turns: int):
    data = shipped("okko")
    before = relations(palace_of(data, "initiation"))
    map_ = data["scenarios"]["initiation"]["map"]
    squares = np.rot90(np.array([list(line) for line in map_["layout"].splitlines()]), -turns)
    map_["layout"] = "\n".join("".join(line) for line in squares.tolist())
    for piece in map_["pieces"].values():
        piece["turn"] = (piece.get("turn", 0) + 90 * turns) % 360
    assert relations(palace_of(data, "initiation")) == before


def test_a_quarter_turn_is_clockwise():
    gate = shipped_sides()["gate", "front"]
    turned = gate.turned(90)
    assert gate.names[0].tolist() == ["a1", "a2", "a3", "a4"]
    assert turned.names[:, 3].tolist() == ["a1", "a2", "a3", "a4"]
    assert turned.left[:, 3].tolist() == gate.above[1].tolist()
    assert gate.turned(270).names[::-1, 0].tolist() == ["a1", "a2", "a3", "a4"]
    assert (turned.turned(270).above == gate.above).all()


# ---- the shipped maps -----------------------------------------------------------------------------------------------
def test_the_palace_has_all_its_cardboard():
    _, maps = converted(shipped("okko"))
    assert len(maps.tiles) == 8 and len(maps.corridors) == 5
    sides = shipped_sides()
    assert len(sides) == 26
    for (key, _), sketch in sides.items():
        spaces, areas = (sketch.names != "").sum(), len(np.unique(sketch.areas[sketch.areas != ""]))
        assert (10 <= spaces <= 14 and 2 <= areas <= 4) if key in maps.tiles else spaces <= 8, key
    names = [sketch.record.name for sketch in sides.values()]
    assert sorted(name.split()[0] for name in names if re.match(r"M\d", name)) == ["M1", "M2", "M3", "M4"]
    assert 4 <= sum(sketch.record.prohibited > 0 for sketch in sides.values()) <= 5


def test_shipped_maps_hold_together(palace: Palace):
    board = palace.board
    n, areas = board.num_spaces, board.num_areas
    assert (board.area_distance[:areas, :areas] >= 0).all()
    assert (np.diff(board.space_area[:n]) >= 0).all() and (np.diff(board.area_tile[:areas]) >= 0).all()
    assert not board.sight[n:].any() and not board.sight[:, n:].any()
    marks = Counter(board.space_mark[: board.num_spaces].tolist())
    assert marks[1] and marks[3]
    for one, row in enumerate(board.space_near[:n]):
        for other, door in zip(row.tolist(), board.space_near_door[one].tolist(), strict=True):
            if other < 0:
                continue
            assert one in board.space_near[other]
            dx, dy = abs(board.space_x[one] - board.space_x[other]), abs(board.space_y[one] - board.space_y[other])
            straight = dx + dy == 1
            assert straight or (dx == dy == 1 and door == -1), "nobody fights diagonally through a doorway"
            if board.space_tile[one] != board.space_tile[other]:
                assert straight and door >= 0
            assert board.sight[one, other] and not board.sight_spaces[one, other].any()
            assert int(board.sight_doors[one, other]) == (0 if door < 0 else 1 << door)


def test_the_whole_palace_fits_on_one_board():
    content, maps = converted(shipped("okko"))
    keys = dict(zip("ABCDEFGH", maps.tiles, strict=True)) | dict(zip("ijklm", maps.corridors, strict=True))
    pieces = {letter: {"tile": key, "turn": 90 if letter in "klm" else 0} for letter, key in keys.items()}
    plan = {"layout": FRONTS, "pieces": pieces, "things": {"heroes": ["gate.a1"]}}
    palace = build(shipped_sides(), "all", msgspec.convert(plan, ScenarioMap), content.place)
    assert palace.board.num_tiles == 13
    assert (palace.board.area_distance[: palace.board.num_areas, : palace.board.num_areas] >= 0).all()
    assert set(range(13)) == set(palace.board.space_tile[: palace.board.num_spaces].tolist())
