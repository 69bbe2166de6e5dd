"""Chapter 6, Movement: O60 to O67; A17 to A19, B27, B28, B32, B33; E9 to E12."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from rules.okko.boards_g import LANE, one_tile, palace, room
from rules.okko.position_g import Game

from shugyo.envs.okko import state as st


@pytest.fixture
def lane() -> Game:
    """Areas in a row, a | b | c | d, three Spaces each; x.c3 is a reinforcement Space."""
    return Game(one_tile(LANE))


def spaces(*areas: str) -> list[str]:
    """The Spaces of those Areas of the lane that a Hero may stand on."""
    return [f"x.{area}{n}" for area in areas for n in (1, 2, 3) if (area, n) != ("c", 3)]


# ---- how far --------------------------------------------------------------------------------------------------------
def test_o060_e009_noshin_with_speed_2_goes_up_to_two_areas_and_takes_any_free_space_of_the_last(lane):
    lane.stand("noshin", "x.a1").move("noshin")
    assert lane.decision == "MOVE_SPACE 3"
    assert lane.choices() == [*spaces("a")[1:], *spaces("b", "c")]
    lane.choose("x.c2")
    assert lane.where("noshin") == "x.c2"
    assert lane.s.occupant[lane.space("x.a1")] == -1
    assert lane.events == [("move", "noshin", "")]


def test_o061_e010_noshin_takes_any_other_free_space_of_his_area(lane):
    lane.stand("noshin", "x.a1").stand("okko", "x.a3")
    assert lane.reach("noshin", 0) == ["x.a2"]
    lane.move("noshin", "x.a2")
    assert lane.where("noshin") == "x.a2"


def test_o062_who_begins_in_an_area_with_an_opponent_ends_the_move_in_the_next(lane):
    lane.stand("setsuka", "x.a1").stand("ashigaru 0", "x.a3")
    assert lane.areas("setsuka", 3) == ["x.a", "x.b"]
    lane.ask("harm.eliminate", "ashigaru 0", -1)
    assert lane.areas("setsuka", 3) == ["x.a", "x.b", "x.c", "x.d"]


def test_o063_e011_noshin_may_enter_an_area_with_an_opponent_and_ends_there(lane):
    lane.stand("noshin", "x.a1").stand("ninja 0", "x.b2")
    assert lane.reach("noshin", 2) == ["x.a2", "x.a3", "x.b1", "x.b3"]


def test_o063_thralls_are_opponents_of_heroes_corrupted_or_not(lane):
    lane.stand("noshin", "x.a1").stand("ashigaru 0", "x.b2")
    assert lane.areas("noshin", 2) == ["x.a", "x.b"]
    lane.corrupt("x")
    assert lane.areas("noshin", 2) == ["x.a", "x.b"]


def test_o063_heroes_stop_agents(lane):
    lane.stand("ninja 0", "x.d1").stand("okko", "x.c1")
    assert lane.areas("ninja 0", 3) == ["x.c", "x.d"]


def test_o064_an_area_full_of_friends_can_be_crossed_but_not_ended_in(lane):
    lane.stand("noshin", "x.a1").stand("okko", "x.b1").stand("noburo", "x.b2").stand("okko's", "x.b3")
    assert lane.areas("noshin", 1) == ["x.a"]
    assert lane.areas("noshin", 2) == ["x.a", "x.c"]


def test_o064_an_area_with_an_opponent_is_never_crossed_though_it_has_free_spaces(lane):
    lane.stand("noshin", "x.a1").stand("okko", "x.b1").stand("ninja 0", "x.b2")
    assert lane.areas("noshin", 9) == ["x.a", "x.b"]


def test_o064_e012_a_full_area_of_opponents_stops_noshin_and_lets_their_friend_the_ninja_pass(lane):
    lane.stand("noshin", "x.a1")
    for n in range(3):
        lane.stand(f"ashigaru {n}", f"x.b{n + 1}")
    assert lane.areas("noshin", 2) == ["x.a"]
    lane.stand("ninja 0", "x.c1")
    assert lane.areas("ninja 0", 3) == ["x.a", "x.c", "x.d"]  # into Noshin's Area, across that of its friends


def test_o065_where_opponents_stand_limits_no_choice_of_a_free_space(lane):
    lane.stand("noshin", "x.a1").stand("ninja 0", "x.b1").stand("ninja 1", "x.b2")
    assert lane.reach("noshin", 1) == ["x.a2", "x.a3", "x.b3"]


def test_o066_no_move_ends_on_a_token(lane):
    lane.stand("noshin", "x.a1").token(0, "x.a2").token(1, "x.b3", st.CHEST)
    assert lane.reach("noshin", 1) == ["x.a3", "x.b1", "x.b2"]


@pytest.mark.parametrize("kind", [st.EVIDENCE, st.COURTIER_TOKEN, st.PARCHMENT, st.TEST_TOKEN, st.OBJECT_TOKEN])
def test_o066_b026_tokens_of_all_kinds_take_a_space(lane, kind):
    lane.stand("noshin", "x.a1").stand("okko", "x.a2").token(0, "x.a3", kind)
    assert lane.reach("noshin", 0) == []


def test_o066_a005_a_corruption_token_takes_a_space_with_the_option_only(lane):
    lane.stand("noshin", "x.a1").corrupt("x")
    lane.s.corruption_space[0] = lane.space("x.a2")
    assert lane.reach("noshin", 0) == ["x.a2", "x.a3"]
    lane.t.corruption_on_space = 1
    assert lane.reach("noshin", 0) == ["x.a3"]


def test_o067_companions_move_as_heroes_do_and_are_the_agents_opponents(lane):
    lane.stand("okko's", "x.a1").stand("ninja 0", "x.c2")
    assert lane.reach("okko's", 3) == ["x.a2", "x.a3", *spaces("b"), "x.c1"]  # stopped in c; never on c3
    lane.stand("ninja 0", "x.d1").stand("okko's", "x.c1")
    assert lane.areas("ninja 0", 3) == ["x.c", "x.d"]
    lane.move("okko's")
    assert lane.decision == "MOVE_SPACE 1"


# ---- rulings --------------------------------------------------------------------------------------------------------
def test_a017_nobody_stops_in_a_full_area(lane):
    for n, figure in enumerate(("ninja 1", "ninja 2", "bakemono")):
        lane.stand(figure, f"x.b{n + 1}")
    lane.stand("ninja 0", "x.a1").move("ninja 0")
    assert not set(lane.choices()) & set(spaces("b"))


def test_a018_o056_heroes_cross_reinforcement_spaces_and_never_stop_there(lane):
    lane.stand("setsuka", "x.b1").stand("okko", "x.c1").stand("noburo", "x.c2")
    assert lane.areas("setsuka", 1) == ["x.a", "x.b"]  # the only free Space of c is the reinforcement Space
    assert lane.areas("setsuka", 2) == ["x.a", "x.b", "x.d"]
    lane.stand("okko's", "x.b2")
    assert "x.c" not in lane.areas("okko's", 2)


def test_a018_agents_stop_on_reinforcement_spaces_of_either_kind(lane):
    lane.stand("ninja 0", "x.d1").stand("samurai 0", "x.d2")
    assert "x.c3" in lane.reach("ninja 0", 1)
    assert "x.c3" in lane.reach("samurai 0", 1)


def test_a018_a_move_that_would_have_to_end_where_no_space_is_allowed_is_not_legal(lane):
    lane.stand("noshin", "x.b1").stand("ninja 0", "x.c1").stand("okko", "x.c2")
    assert "x.c" not in lane.areas("noshin", 2)


def test_a019_with_speed_0_a_figure_moves_within_its_area(lane):
    lane.stand("noshin", "x.a1")
    lane.s.condition[lane.figure("noshin"), st.STUNNED] = 2  # SPEED 2 − 2
    assert lane.move("noshin").choices() == ["x.a2", "x.a3"]


def test_a019_less_than_0_counts_as_0(lane):
    lane.stand("noshin", "x.a1")
    lane.s.mods[lane.figure("noshin"), st.SPEED] = -5
    assert lane.ask("stats.stat", "noshin", st.SPEED, 0, -1) == 0


def test_a019_leaving_an_area_with_an_opponent_takes_speed_1(lane):
    lane.stand("noshin", "x.a1").stand("ninja 0", "x.a2")
    assert lane.areas("noshin", 0) == ["x.a"]
    assert lane.areas("noshin", 1) == ["x.a", "x.b"]


def test_b032_a_move_by_an_effect_follows_the_same_rules_and_is_no_move_by_an_action(lane):
    lane.stand("noshin", "x.a1").stand("ninja 0", "x.b1").move("noshin", areas=1, by_action=0)
    assert lane.choices() == ["x.a2", "x.a3", "x.b2", "x.b3"]
    lane.choose("x.b2")
    assert (lane.where("noshin"), lane.events) == ("x.b2", [])


def test_b032_the_seat_that_a_program_names_chooses(lane):
    lane.stand("noshin", "x.a1")
    lane.ask("moves.begin_move", "noshin", 1, 0)
    lane.s.tasks[0, st.SOURCE] = st.ONI_SEAT
    assert lane.run().decision == "MOVE_SPACE 0"


def test_b033_to_stay_is_no_move(lane):
    lane.stand("noshin", "x.a1")
    assert "x.a1" not in lane.reach("noshin", 2)


def test_b033_who_can_go_nowhere_cannot_move(lane):
    lane.stand("noshin", "x.a1").stand("okko", "x.a2").stand("noburo", "x.a3")
    assert lane.ask("moves.can_move", "noshin")
    lane.s.mods[lane.figure("noshin"), st.SPEED] = -2
    assert not lane.ask("moves.can_move", "noshin")
    assert lane.move("noshin").decision == ""
    assert not lane.ask("moves.can_move", "setsuka")  # not on the board


def test_o060_whether_a_figure_can_move_agrees_with_where_it_can_go(lane):
    lane.stand("noshin", "x.a1").stand("okko", "x.a2").stand("noburo", "x.a3").stand("ninja 0", "x.b1")
    assert lane.ask("moves.can_move", "noshin")
    lane.token(0, "x.b2").token(1, "x.b3")
    assert not lane.ask("moves.can_move", "noshin")
    assert lane.reach("noshin", 2) == []


def test_o064_opponents_do_not_stop_who_is_swift(lane):
    lane.stand("setsuka", "x.a1").stand("ninja 0", "x.a2").stand("ninja 1", "x.b1").stand("ninja 2", "x.c1")
    lane.talent("setsuka", st.SWIFT)
    assert {name[:-1] for name in lane.move("setsuka").choices()} == {"x.a", "x.b", "x.c", "x.d"}


def test_o217_a026_a_closed_door_blocks_the_way_until_it_opens():
    board = palace(
        "AAAABBBB\n" * 4, {"A": "one", "B": "two"}, closed=[["one.a", "two.a"]], one=room("r"), two=room("l")
    )
    game = Game(board).stand("okko", "one.a1")
    assert game.areas("okko", 2) == ["one.a"]
    game.s.closed[:] = 0
    assert game.areas("okko", 2) == ["one.a", "two.a"]


# ---- the way --------------------------------------------------------------------------------------------------------
SQUARE = {"H": "home", "V": "vault", "K": "kitchen", "G": "garden"}
DETOUR = "HHHHVVVV\n" * 4 + "KKKKGGGG\n" * 4


DIVIDED = """
+---+=======+---+
|a1  a2  a3  a4 |
+...............+
|b1          b2 =
+               +
|b3          b4 =
+               +
|b5             |
+---+---+---+---+
"""


def detour(kitchen: str = room("tr")) -> Game:
    """From home to the garden through the vault, which is prohibited, or through the kitchen."""
    board = palace(
        DETOUR,
        SQUARE,
        home=room("rb"),
        vault={"drawing": room("lb"), "prohibited": 2},
        kitchen=kitchen,
        garden=room("tl"),
    )
    return Game(board).stand("okko", "home.a1")


def entry(game: Game, areas: int, to: str, passed: int = 0) -> int:
    return game.ask("ways.next_prohibited", "okko", areas, 0, to, passed)


def test_b027_the_way_with_the_fewest_prohibited_tiles_is_taken():
    game = detour()
    assert entry(game, 2, "garden.a") == -1  # through the kitchen
    assert entry(game, 2, "vault.a") == game.area("vault.a")
    game.stand("ninja 0", "kitchen.a1")  # nobody crosses the kitchen now
    assert entry(game, 2, "garden.a") == game.area("vault.a")
    assert entry(game, 2, "garden.a", passed=1) == -1


def test_b027_even_if_it_has_more_areas():
    game = detour(DIVIDED)  # home – kitchen.a – kitchen.b – garden
    assert entry(game, 2, "garden.a") == game.area("vault.a")
    assert entry(game, 3, "garden.a") == -1


def test_b027_then_the_lowest_areas_are_taken():
    two = {"drawing": room("lb"), "prohibited": 2}, {"drawing": room("tr"), "prohibited": 3}
    game = Game(palace(DETOUR, SQUARE, home=room("rb"), vault=two[0], kitchen=two[1], garden=room("tl")))
    game.stand("okko", "home.a1")
    assert entry(game, 2, "garden.a") == min(game.area("vault.a"), game.area("kitchen.a"))


MESH = {side: room("tblr").replace("a9 ", "   ") for side in "pqrs"}
LINED = {side: room("tblr", line=True) for side in "pqrs"}
GRID = "PPPPQQQQ\n" * 4 + "RRRRSSSS\n" * 4


@pytest.mark.parametrize("seed", range(6))
def test_b027_the_way_is_the_best_of_all_there_are(seed):
    rng = np.random.default_rng(seed)
    tiles = {
        side: {"drawing": (MESH if rng.random() < 0.4 else LINED)[side], "prohibited": int(rng.integers(0, 2))}
        for side in "pqrs"
    }
    game = Game(palace(GRID, dict(zip("PQRS", "pqrs", strict=True)), **tiles)).stand("okko", "p.a1")
    for n, space in enumerate(rng.choice([s for s in game.board.spaces if s != "p.a1"], 3, replace=False)):
        game.stand(f"ninja {n}", str(space))
    for areas in (1, 2, 3, 4):
        for goal in game.areas("okko", areas):
            assert entry(game, areas, goal) == best_entry(game, areas, game.area(goal)), (areas, goal)


def best_entry(game: Game, areas: int, goal: int) -> int:
    """The first entry into a prohibited Tile on the best way of B27, found by looking at all ways."""
    t, start = game.t, game.ask("spaces.area_of", "okko")
    foes = {int(t.space_area[at]) for at in game.s.at[st.AGENT_FIGURE :] if at >= 0}
    ways = [(start,)]
    for way in ways:
        if way[-1] != goal and len(way) <= (1 if start in foes else areas) and (way == (start,) or way[-1] not in foes):
            ways += [(*way, int(area)) for area in t.area_near[way[-1]] if area >= 0 and area not in way]
    best = min(
        (len(entries), len(way), way, entries)
        for way in ways
        if way[-1] == goal
        for entries in [
            [b for a, b in pairwise(way) if t.area_tile[a] != t.area_tile[b] and t.tile_prohibited[t.area_tile[b]]]
        ]
    )
    return best[3][0] if best[3] else -1


def test_b028_a_hero_enters_a_prohibited_tile_only_where_there_is_room_to_be_caught():
    row = {"A": "home", "B": "vault", "C": "garden"}
    board = palace(
        "AAAABBBBCCCC\n" * 4, row, home=room("r"), vault={"drawing": room("lr"), "prohibited": 2}, garden=room("l")
    )
    game = Game(board).stand("okko", "home.a1")
    assert game.areas("okko", 2) == ["garden.a", "home.a", "vault.a"]
    for n in range(1, 10):
        game.token(n, f"vault.a{n}")
    assert game.areas("okko", 2) == ["home.a"]
    game.stand("ninja 0", "garden.a1")  # who does not sneak crosses it all the same
    assert game.areas("ninja 0", 2) == ["garden.a", "home.a"]
    game.stand("okko's", "home.a2")  # B29: nor do Followers
    assert game.areas("okko's", 1) == ["home.a"]  # the vault is full
    game.s.occupant[game.s.at[game.figure("ninja 0")]] = -1
    game.s.at[game.figure("ninja 0")] = -1
    assert game.areas("okko's", 2) == ["garden.a", "home.a"]
