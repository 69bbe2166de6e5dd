"""Chapters 5 and 21, the board and its doors: O52 to O59, O216, O217; A26, A27, B5, B22 to B26."""

from __future__ import annotations

import numpy as np
import pytest
from rules.okko.boards_g import HALL, LANE, one_tile, palace, room
from rules.okko.position_g import Game

from shugyo.envs.okko import state as st
from shugyo.envs.okko.board.palace import CREATURE, INTERACTION, NORMAL, THRALL

WALL_DRAWING = """
+---+---+---+---+
|a1  a2  a3  a4 |
+   +---+       +
|a5  a6  a7  a8 |
+...............+
|b1! b2t b3c b4T|
+               +
|b5  b6  b7  b8C|
+---+---+---+---+
"""
WALLS = {"drawing": WALL_DRAWING, "interactions": {"b1": "Bell"}}
"""A wall between x.a2 and x.a6."""
FOUR = "HHHHVVVV\n" * 4 + "KKKKGGGG\n" * 4
SQUARE = {"H": "home", "V": "vault", "K": "kitchen", "G": "garden"}


@pytest.fixture
def walls() -> Game:
    return Game(one_tile(WALLS))


@pytest.fixture
def hall() -> Game:
    return Game(one_tile(HALL))


@pytest.fixture
def doors() -> Game:
    """Two rooms with a doorway two squares wide: one.a6 and one.a8 on this side, two.a5 and two.a7 on that one."""
    return Game(palace("AAAABBBB\n" * 4, {"A": "one", "B": "two"}, one=room("r"), two=room("l")))


def beside(game: Game, space: str) -> set[str]:
    """The Spaces adjacent to one, without the Tile's name."""
    return {other.split(".")[1] for other in game.board.spaces if game.ask("spaces.adjacent", space, other)}


def sees(game: Game, a: str, b: str, side: int = -1) -> bool:
    there = game.ask("spaces.sees", a, b, side)
    assert there == game.ask("spaces.sees", b, a, side)
    return bool(there)


# ---- Tiles, Areas, Spaces -------------------------------------------------------------------------------------------
def test_o052_the_board_is_made_of_tiles_and_corridors_alike():
    game = Game(palace("AAAABBBB\n" * 4, {"A": "one", "B": "two"}, one=room("r"), two=room("l")))
    game.stand("okko", "one.a1").stand("noburo", "two.a1")
    tiles = [game.ask("spaces.tile_of", figure) for figure in ("okko", "noburo", "noshin")]
    assert tiles == [0, 1, -1]


def test_o053_white_lines_bound_areas_and_are_crossed_and_walls_are_not(walls):
    walls.stand("okko", "x.a1").stand("noburo", "x.b1")
    assert walls.ask("spaces.area_of", "okko") != walls.ask("spaces.area_of", "noburo")
    assert walls.areas("okko", 1) == ["x.a", "x.b"]
    assert walls.ask("spaces.adjacent", "x.a5", "x.b1")
    assert not walls.ask("spaces.adjacent", "x.a2", "x.a6")


def test_o054_at_most_one_figure_stands_on_a_space(hall):
    hall.stand("okko", "x.a1")
    assert not hall.ask("spaces.free", "x.a1")
    hall.stand("okko", "x.b1")
    assert hall.ask("spaces.free", "x.a1")
    assert hall.s.occupant[hall.space("x.b1")] == hall.figure("okko")
    assert (hall.s.occupant >= 0).sum() == 1


def test_o055_spaces_are_normal_or_for_interaction_or_for_one_type_of_reinforcements(walls):
    kinds = {name: int(walls.t.space_kind[walls.space(f"x.{name}")]) for name in ("a1", "b1", "b2", "b3", "b4", "b8")}
    assert kinds == {"a1": NORMAL, "b1": INTERACTION, "b2": THRALL, "b3": CREATURE, "b4": THRALL, "b8": CREATURE}


@pytest.mark.parametrize("figure", ["okko", "okko's"])
def test_o056_heroes_and_companions_never_stand_on_a_reinforcement_space(walls, figure):
    allowed = {
        name for name in ("b1", "b2", "b3", "b4", "b5", "b8") if walls.ask("spaces.allowed", figure, f"x.{name}")
    }
    assert allowed == {"b1", "b5"}


@pytest.mark.parametrize("figure", ["ashigaru 0", "ninja 0", "oni"])
def test_o056_agents_stand_on_those_of_either_type(walls, figure):
    assert all(walls.ask("spaces.allowed", figure, f"x.{name}") for name in ("b1", "b2", "b3", "b4", "b8"))


def test_o057_the_edge_of_a_tile_is_a_wall_but_for_doors(doors):
    assert not doors.ask("spaces.adjacent", "one.a4", "two.a1")
    assert not sees(doors, "one.a4", "two.a1")
    assert doors.ask("spaces.adjacent", "one.a6", "two.a5")


# ---- adjacent -------------------------------------------------------------------------------------------------------
INSIDE = """
+---+---+---+---+
|a1  a2 :b1  b2 |
+       +   +   +
|a3  a4 =b3  b4 |
+       +   +   +
|a5  a6 =b5  b6 |
+---+---+---+---+
|c1  c2  c3  c4 |
+---+---+---+---+
"""


def test_o057_o216_a_door_may_stand_inside_a_tile_between_two_of_its_areas():
    game = Game(one_tile(INSIDE.replace("+---+---+---+---+\n|c1", "+---+---+===+===+\n|c1")))
    assert beside(game, "x.a4") == {"a1", "a2", "a3", "a5", "a6", "b3"}
    assert beside(game, "x.b5") == {"b3", "b4", "b6", "a6", "c3"}
    game.s.closed[:] = 1
    assert beside(game, "x.a4") == {"a1", "a2", "a3", "a5", "a6"} and beside(game, "x.c3") == {"c2", "c4"}


def test_o058_b023_straight_and_diagonal_neighbours_are_adjacent_over_white_lines_too(hall):
    assert beside(hall, "x.a4") == {"a1", "a2", "a3", "b1", "b3", "c1", "c2", "d1"}


def test_o058_b023_nothing_is_adjacent_through_a_wall_or_around_its_end(walls):
    assert beside(walls, "x.a2") == {"a1", "a3"}
    assert beside(walls, "x.a6") == {"a5", "a7", "b1", "b2", "b3"}


def test_b023_a027_through_a_doorway_only_straight_neighbours_are_adjacent(doors):
    assert doors.ask("spaces.adjacent", "one.a6", "two.a5")
    assert doors.ask("spaces.adjacent", "one.a8", "two.a7")
    assert not doors.ask("spaces.adjacent", "one.a6", "two.a7")
    assert not doors.ask("spaces.adjacent", "one.a8", "two.a5")


def test_b023_no_space_is_adjacent_to_itself(hall):
    assert not hall.ask("spaces.adjacent", "x.a1", "x.a1")


def test_b025_areas_are_adjacent_where_squares_share_an_open_edge_even_without_spaces():
    game = Game(one_tile(LANE))  # the floor below the Spaces joins the Areas as well
    near = {int(area) for area in game.t.area_near[game.area("x.b")] if area >= 0}
    assert near == {game.area("x.a"), game.area("x.c")}


def test_b025_tiles_are_adjacent_if_they_touch_door_or_not():
    game = Game(palace(FOUR, SQUARE, home=room("r"), vault=room("lb"), kitchen=room("r"), garden=room("tl")))
    tiles = {name: number for number, name in enumerate(game.board.tiles)}
    touching = {
        (a, b) for a in tiles for b in tiles if a < b and game.t.tile_adjacent[tiles[a], tiles[b]]
    }  # the corners of home and garden only meet
    assert touching == {("home", "vault"), ("home", "kitchen"), ("garden", "vault"), ("garden", "kitchen")}
    near = {int(area) for area in game.t.area_near[game.area("home.a")] if area >= 0}
    assert near == {game.area("vault.a")}  # no door leads to the kitchen


# ---- in sight -------------------------------------------------------------------------------------------------------
def test_o059_b024_a_wall_interrupts_what_crosses_or_touches_it(walls):
    assert not sees(walls, "x.a2", "x.a6")  # crossed
    assert not sees(walls, "x.a1", "x.a6")  # its end is touched
    assert sees(walls, "x.a1", "x.a5")
    assert sees(walls, "x.a1", "x.a4")


def test_o059_scenery_does_not_matter(doors):
    assert sees(doors, "one.a5", "one.a6")  # over two squares of floor where nobody stands


def test_b024_a_figure_blocks_whose_square_the_line_passes_through(hall):
    hall.stand("ninja 0", "x.a4")
    assert not sees(hall, "x.a1", "x.d1", st.THE_HEROES)
    assert not sees(hall, "x.a1", "x.d4", st.THE_HEROES)


def test_b024_not_one_whose_corner_it_touches(hall):
    hall.stand("ninja 0", "x.a2").stand("ninja 1", "x.a3")
    assert sees(hall, "x.a1", "x.d1", st.THE_HEROES)


def test_b024_the_ends_do_not_block(hall):
    hall.stand("okko", "x.a1").stand("ninja 0", "x.b1").stand("ninja 1", "x.b2")
    assert sees(hall, "x.a1", "x.b1", st.THE_HEROES)
    assert not sees(hall, "x.a1", "x.b2", st.THE_HEROES)


def test_o059_no_figure_interrupts_the_plain_line_of_sight(hall):
    hall.stand("ninja 0", "x.a2").stand("okko", "x.b1")
    assert sees(hall, "x.a1", "x.b2", -1)


def test_o071_each_side_is_blocked_by_its_opponents_only(hall):
    hall.stand("okko", "x.a2")
    assert sees(hall, "x.a1", "x.b2", st.THE_HEROES)
    assert not sees(hall, "x.a1", "x.b2", st.THE_ONI)


def test_b024_sets_of_spaces_hold_the_last_of_many():
    board = palace("AAAABBBBCCCCDDDDEEEE\n" * 4, dict(zip("ABCDE", "abcde", strict=True)), **{
        name: HALL.replace("|a3", "=a3").replace("|c1", "=c1").replace("b4 |", "b4 =").replace("d2t|", "d2t=")
        for name in "abcde"
    })  # fmt: skip
    game = Game(board)  # 80 Spaces: more than one word of a set
    assert sees(game, "e.a3", "e.b4", st.THE_HEROES)
    game.stand("ninja 0", "e.a4")
    assert game.space("e.a4") >= 64
    assert not sees(game, "e.a3", "e.b4", st.THE_HEROES)


# ---- free Spaces ----------------------------------------------------------------------------------------------------
def test_b026_o234_a_space_is_free_without_figure_and_token(hall):
    hall.stand("ninja 0", "x.a1").token(3, "x.a2", st.CHEST)
    free = [name for name in ("x.a1", "x.a2", "x.a3") if hall.ask("spaces.free", name)]
    assert free == ["x.a3"]


def test_b026_b005_beside_the_hero_first(hall):
    hall.stand("okko", "x.a1")
    assert hall.ask("spaces.first_free_near", "okko's", "x.a1") == hall.space("x.a2")


def test_b005_then_in_the_same_area_then_in_the_nearest_one():
    game = Game(one_tile(LANE))
    game.stand("okko", "x.d1").token(0, "x.d2").token(1, "x.c1").token(2, "x.c2")
    assert game.ask("spaces.first_free_near", "okko's", "x.d1") == game.space("x.d3")
    game.token(3, "x.d3")
    assert game.ask("spaces.first_free_near", "okko's", "x.d1") == game.space("x.b1")  # x.c3 is not allowed
    for n, name in enumerate(("x.a1", "x.a2", "x.a3", "x.b1", "x.b2", "x.b3"), 4):
        game.token(n, name)
    assert game.ask("spaces.first_free_near", "okko's", "x.d1") == -1
    assert game.ask("spaces.first_free_near", "ninja 0", "x.d1") == game.space("x.c3")


# ---- doors ----------------------------------------------------------------------------------------------------------
def test_o216_b022_doorways_in_line_are_one_door(doors):
    assert doors.board.board.num_doors == 1


def test_o217_a026_an_open_door_hinders_nothing(doors):
    doors.stand("okko", "one.a6")
    assert doors.areas("okko", 1) == ["one.a", "two.a"]
    assert sees(doors, "one.a5", "two.a6")


def test_o217_a026_a_closed_door_is_like_a_wall(doors):
    doors.s.closed[0] = 1
    doors.stand("okko", "one.a6").stand("ninja 0", "two.a5")
    assert not doors.ask("spaces.adjacent", "one.a6", "two.a5")
    assert not sees(doors, "one.a5", "two.a6")
    assert doors.areas("okko", 3) == ["one.a"]
    assert not doors.ask("attack.can_attack", "okko", 0, "ninja 0")


def test_a026_doors_are_open_unless_the_scenario_closes_them():
    rooms = {"one": room("r"), "two": room("l")}
    layout, pieces = "AAAABBBB\n" * 4, {"A": "one", "B": "two"}
    assert Game(palace(layout, pieces, **rooms)).s.closed.sum() == 0
    shut = Game(palace(layout, pieces, closed=[["one.a", "two.a"]], **rooms))
    assert np.flatnonzero(shut.s.closed).tolist() == [0]
