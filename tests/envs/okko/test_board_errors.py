"""Maps that are refused: what the message names."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import shugyo.envs
from shugyo.envs.core.content import DICT, Content, ContentError, Overlay, merge, read_overlay, shipped
from shugyo.envs.okko.board import build, capacity, read_sides
from shugyo.envs.okko.board.records import ScenarioMap, Tile

MAPS = (Path(shugyo.envs.__file__).parent / "okko" / "MAPS.md").read_text("utf-8")
EXAMPLE = re.findall(r"```toml\n(.*?)```", MAPS, re.DOTALL)[0]
ROOM = """
+---+=======+---+
|a1  a2  a3  a4 |
+               +
=a5          a6 =
=               =
=            a7 =
+               +
|a8          a9 |
+---+=======+---+
""".lstrip()
FULL = """
+---------------+
|a1  a2  a3  a4 |
+               +
=a5  a6  a7  a8 =
=...............=
=b1  b2  b3  b4 =
+               +
|b5  b6  b7  b8 |
+---------------+
""".lstrip()
COMB = """
+---+---+---+---+
|a1 =b1 =a2 =c1 |
+   +===+   +===+
|a3  a4  a5  a6 =
+   +===+   +===+
|a7 =d1 =a8 =e1 =
+===+---+===+---+
|f1 |g1 =h1 |i1 |
+---+---+---+---+
""".lstrip()
ROOMS = """
+===+===+===+===+
=a1 =b1 =c1 =d1 =
+===+===+===+===+
=e1 =f1 =g1 =h1 =
+===+===+===+===+
=i1 =j1 =k1 =l1 =
+===+===+===+===+
=m1 =n1 =o1 =p1 =
+===+===+===+===+
""".lstrip()


class Scenario(msgspec.Struct):
    map: ScenarioMap


class Maps(msgspec.Struct):
    tiles: dict[str, Tile]
    corridors: dict[str, Tile]
    scenarios: dict[str, Scenario]


def load(data: dict[str, Any], overlay: Overlay | None = None) -> None:
    content = Content("okko", data, overlay or Overlay([(DICT, data)]))
    maps = content.convert(Maps)
    sides = read_sides(maps.tiles, maps.corridors, content.place)
    for name, scenario in maps.scenarios.items():
        build(sides, name, scenario.map, content.place)


def refused(data: dict[str, Any]) -> str:
    with pytest.raises(ContentError) as error:
        load(data)
    return str(error.value)


def example() -> dict[str, Any]:
    return tomllib.loads(EXAMPLE)


def test_the_example_is_not_refused():
    load(example())


# ---- one side -------------------------------------------------------------------------------------------------------
TILE = "tiles.tea_house.front.drawing"
DRAWINGS = [
    ("|a1  a2  a3  a4t|\n", "", "there are 8 lines", ""),
    ("|a1  a2  a3  a4t|", "|a1  a2  a3  a4t", "the line has 16 characters", ", line 2"),
    ("|a1  a2  a3  a4t|", "|a1  a2  a3  a4t||", "the line has 18 characters", ", line 2"),
    ("b4 =c2", "b4 ~c2", "'~' is no edge of a square", ", line 6, column 13"),
    ("+...........+---+", "+...........+-.-+", "'-.-' is no edge of a square", ", line 3, column 14"),
    ("+...........+---+", "+...*.......+---+", "'*' is no corner", ", line 3, column 5"),
    ("a3  a4t", "a3  a4+", "'a4+' is no square", ", line 2, column 14"),
    ("a1  a2  a3", "a1   2  a3", "' 2 ' is no square", ", line 2, column 6"),
    ("a1  a2  a3", "a1  a0  a3", "'a0 ' is no square", ", line 2, column 6"),
    ("b5  b6  b7", "b5  b1  b7", "b1 is there twice", ", line 8, column 6"),
    ("+...........+---+", "+...     ...+---+", "areas a and b are not divided", ", line 4, column 2"),
    ("=b1      b2 |", "=b1 :   |b2 |", "this floor belongs to no area", ", line 4, column 6"),
    ("=           +   =", "=...........+   =", "area b is in two parts", ", line 6, column 2"),
    ("=b1      b2 ", "=b1  c4  b2 ", "areas b and c are not divided", ", line 4, column 6"),
    ("=b3  ### b4 =c2 =", "=b3  ### b4 =c2  ", "the rim is open here", ", line 6, column 17"),
    ("=b3  ### b4 =c2 =", "=b3  ### b4 =c2 :", "the rim is open here", ", line 6, column 17"),
    ("b3  ### b4", "b3 =### b4", "the door leads to a solid square", ", line 6, column 5"),
    ("=b3  ### b4 =c2 =\n", "=### ### b4 =c2 =\n", "the door leads to a solid square", ", line 6, column 1"),
    ("|b5  b6  b7", "|b5 =b6  b7", "the door has area b on both sides", ", line 8, column 5"),
    ("|b5  b6  b7", "|b5 :b6  b7", "the white line has area b on both sides", ", line 8, column 5"),
    ("c1!", "c1 ", "interactions.c1 is no interaction space", None),
    ("c2 =", "c2!=", "interaction space c2 has no name", ", line 6, column 14"),
    ("|b5  b6  b7 :c3C|", "|b5  b6  b7 :d3C|", "areas c and d are not divided", ", line 8, column 14"),
]


@pytest.mark.parametrize(("old", "new", "thing", "spot"), DRAWINGS)
def test_a_drawing_is_refused(old: str, new: str, thing: str, spot: str | None):
    data = example()
    side = data["tiles"]["tea_house"]["front"]
    assert side["drawing"].count(old) == 1
    side["drawing"] = side["drawing"].replace(old, new)
    path = "tiles.tea_house.front" if spot is None else TILE + spot
    assert refused(data).startswith(f"{DICT}: {path}: {thing}")


def test_an_area_without_a_space_for_heroes_is_refused():
    data = example()
    side = data["corridors"]["footpath"]["front"]
    side["drawing"] = side["drawing"].replace("b1 ", "b1t").replace("b2 ", "b2c")
    assert "corridors.footpath.front.drawing: area b has reinforcement spaces only" in refused(data)


def test_a_solid_tile_is_refused():
    data = example()
    rows = "+---+---+---+---+\n|###|###|###|###|\n"
    data["tiles"]["tea_house"]["front"]["drawing"] = 4 * rows + rows[:18]
    assert "all squares are solid" in refused(data)


def test_sides_of_one_name_are_refused():
    data = example()
    data["tiles"]["tea_house"]["back"] = {"name": "Footpath", "drawing": ROOM}
    thing = "corridors.footpath.front: name = 'Footpath' is also that of tiles.tea_house.back"
    assert thing in refused(data)


def test_keys_of_tiles_are_checked():
    data = example()
    data["tiles"]["footpath"] = {"front": {"name": "Room", "drawing": ROOM}}
    assert "corridors.footpath: footpath is also a key of tiles" in refused(data)
    data = example()
    data["tiles"]["Room"] = {"front": {"name": "Room", "drawing": ROOM}}
    assert "tiles.Room: 'Room' cannot stand in the name of a space" in refused(data)


# ---- a scenario -----------------------------------------------------------------------------------------------------
def layout(old: str, new: str) -> Callable[[dict[str, Any]], None]:
    def change(map_: dict[str, Any]) -> None:
        assert old in map_["layout"]
        map_["layout"] = map_["layout"].replace(old, new, 1)

    return change


def setting(*path: str | int, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(map_: dict[str, Any]) -> None:
        for step in path[:-1]:
            map_ = map_[step]
        map_[path[-1]] = value

    return change


SCENARIO = [
    (setting("layout", value=""), "layout: the layout is empty"),
    (layout("....HHHH", "...HHHH"), "layout, line 2: the line has 8 characters"),
    (layout("....HHHH", "...?HHHH"), "layout, line 1, column 4: '?' is no square"),
    (layout("....HHHH", "...gHHHH"), "layout, line 1, column 4: there is no piece g"),
    (layout("ffffHHHH", "fffHHHHH"), "layout, line 1, column 4: H is not drawn as 4 lines of 4 letters"),  # overlap
    (layout("ffffHHHH", "fff.HHHH"), "layout, line 2, column 1: f is not drawn as 2 lines of 4 letters"),
    (layout("....HHHH", "f...HHHH"), "layout, line 1, column 1: f is not drawn as 2 lines of 4 letters"),
    (layout("HHHH\n....HHHH", "HHHH\nf...HHHH"), "layout, line 2, column 1: f is not drawn as 2 lines of 4 letters"),
    (setting("pieces", "f", "turn", value=90), "layout, line 2, column 1: f is not drawn as 4 lines of 2 letters"),
    (setting("pieces", "f", "tile", value="footpth"), "pieces.f: there is no tile or corridor footpth; did you mean"),
    (setting("pieces", "f", "side", value="back"), "pieces.f: footpath has no back"),
    (setting("pieces", "f", "turn", value=45), "pieces.f.turn = 45 is not possible; allowed: 0, 90, 180 or 270"),
    (setting("pieces", "g", value={"tile": "footpath"}), "pieces: g is not in the layout"),
    (setting("closed", value=[["tea_house.b", "tea_house.d"]]), "closed[0]: there is no area tea_house.d on this map"),
    (setting("closed", value=[["tea_house.a", "tea_house.c"]]), "closed[0]: there is no door between tea_house.a and"),
    (setting("closed", value=[["tea_house.a", "tea_house.b"]]), "closed[0]: there is no door between tea_house.a and"),
    (setting("closed", value=[["tea_house.a"]]), "closed[0] = ['tea_house.a'] is not possible"),
    (setting("things", "heroes", value=["tea_house.a9"]), "things.heroes: there is no space tea_house.a9 on this map"),
    (setting("things", "heroes", value=["a9"]), "things.heroes[0] = 'a9' is not possible; allowed: a space such as"),
    (setting("things", "heroes", value=[]), "things.heroes = [] is not possible; allowed: an array of 1 to 4"),
    (setting("things", "heroes", value=["tea_house.a4"]), "things.heroes: tea_house.a4 is a reinforcement space"),
    (
        setting("things", "figures", "yurei", value=["tea_house.b7"]),
        "things.figures.yurei: tea_house.b7 is already taken by figures.ashigaru",
    ),
    (setting("things", "chests", value=["tea_house.c1"]), "things.chests: tea_house.c1 is already taken by courtiers"),
]


@pytest.mark.parametrize(("change", "thing"), SCENARIO)
def test_a_map_is_refused(change: Callable[[dict[str, Any]], None], thing: str):
    data = example()
    change(data["scenarios"]["tea"]["map"])
    assert f"{DICT}: scenarios.tea.map.{thing}" in refused(data)


def test_a_tile_lies_once():
    data = example()
    map_ = data["scenarios"]["tea"]["map"]
    map_["layout"] = "....HHHH....\nffffHHHHgggg\nffffHHHHgggg\n....HHHH....\n"
    map_["pieces"]["g"] = {"tile": "footpath"}
    assert "scenarios.tea.map.pieces.g: footpath already lies as f" in refused(data)


@pytest.mark.parametrize(
    ("turn", "thing"),
    [
        (0, "line 2, column 4: the doorway at the right side of footpath (f, Footpath) meets a wall of tea_house (H,"),
        (180, "line 2, column 4: the doorway at the right side of footpath (f, Footpath) meets a wall of tea_house"),
    ],
)
def test_a_doorway_that_meets_a_wall_is_refused(turn: int, thing: str):
    data = example()
    side = data["tiles"]["tea_house"]["front"]
    side["drawing"] = "\n".join(f"|{line[1:-1]}|" if line[0] == "=" else line for line in side["drawing"].splitlines())
    data["scenarios"]["tea"]["map"]["pieces"]["H"]["turn"] = turn
    assert f"scenarios.tea.map.layout, {thing}" in refused(data)


def test_a_doorway_below_a_wall_is_refused():
    data = example()
    data["scenarios"]["tea"]["map"] |= {
        "layout": "ffff\nffff\nHHHH\nHHHH\nHHHH\nHHHH\n",
        "closed": [],
    }
    data["scenarios"]["tea"]["map"]["pieces"]["H"]["turn"] = 0
    thing = "line 3, column 2: the doorway at the upper side of tea_house (H, Tea House) meets a wall of footpath (f,"
    assert thing in refused(data)


def test_areas_that_nobody_can_reach_are_refused():
    data = example()
    data["scenarios"]["tea"]["map"]["layout"] = ".....HHHH\nffff.HHHH\nffff.HHHH\n.....HHHH\n"
    thing = "layout: nobody can get from tea_house.a to footpath.a, even with all doors open"
    assert f"scenarios.tea.map.{thing}" in refused(data)


# ---- too much -------------------------------------------------------------------------------------------------------
def crowded(drawing: str, count: int, table: str = "tiles") -> dict[str, Any]:
    """A row of tiles of one drawing."""
    rows = 4 if table == "tiles" else 2
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:count]
    line = "".join(4 * letter for letter in letters) + "\n"
    data: dict[str, Any] = {"tiles": {}, "corridors": {}, "scenarios": {}}
    for number in range(count):
        data[table][f"room{number}"] = {"front": {"name": f"Room {number}", "drawing": drawing}}
    pieces = {letter: {"tile": f"room{number}"} for number, letter in enumerate(letters)}
    data["scenarios"]["row"] = {"map": {"layout": rows * line, "pieces": pieces, "things": {"heroes": ["room0.a1"]}}}
    return data


@pytest.mark.parametrize(
    ("drawing", "count", "thing"),
    [
        (ROOM, capacity.TILES + 1, f"pieces: there are {capacity.TILES + 1} tiles; allowed: at most {capacity.TILES}"),
        (ROOMS, 5, f"there are 80 areas; allowed: at most {capacity.AREAS}"),
        (FULL, 13, f"there are 208 spaces; allowed: at most {capacity.SPACES}"),
        (ROOMS, 2, f"there are 52 doors; allowed: at most {capacity.DOORS}"),
    ],
)
def test_more_than_a_board_holds_is_refused(drawing: str, count: int, thing: str):
    assert thing in refused(crowded(drawing, count))


def test_more_ways_out_of_an_area_than_a_board_holds_are_refused():
    data = crowded(ROOM, 2)
    comb = COMB.replace("|i1 |", "=i1 |").replace("|g1 =", "=g1 =")
    data["tiles"]["room0"]["front"]["drawing"] = comb
    assert "area room0.a has 13 ways out; allowed: at most 12" in refused(data)


def test_a_full_board_is_not_refused():
    load(crowded(ROOM, capacity.TILES))


# ---- where it stands ------------------------------------------------------------------------------------------------
def test_the_error_names_the_users_file(tmp_path: Path):
    text = '[tiles.gate.front]\ndrawing = "+"\n'
    (tmp_path / "tiles.toml").write_text(text, "utf-8")
    overlay = read_overlay("okko", tmp_path)
    data = merge(shipped("okko"), overlay, DICT)
    with pytest.raises(ContentError) as error:
        load(data, overlay)
    place = str(tmp_path / "tiles.toml")
    assert str(error.value) == (
        f"{place}: tiles.gate.front.drawing: there are 1 lines; the drawing of a tile of 4 by 4 squares has 9"
    )
