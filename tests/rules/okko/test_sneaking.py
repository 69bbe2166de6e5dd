"""Chapter 16, Sneaking: O159 to O163; A30, B28 to B31, B39; E8."""

from __future__ import annotations

import pytest
from rules.okko.boards_g import palace, room
from rules.okko.position_g import BLANK, HIT, Game

from shugyo.envs.okko import ops
from shugyo.envs.okko import state as st

ROW = {"A": "home", "B": "vault", "C": "garden"}
TWO, NOTHING = 4, 0
"""Faces of a Test die."""


@pytest.fixture
def game() -> Game:
    """Home, a prohibited vault of Difficulty 2, a garden, one behind the other; a Space of the vault:

    vault.a1 has two neighbours, a2 and a5; the vault's thralls begin away from it.
    """
    board = palace(
        "AAAABBBBCCCC\n" * 4, ROW, home=room("r"), vault={"drawing": room("lr"), "prohibited": 2}, garden=room("l")
    )
    return Game(board).stand("setsuka", "home.a1")


def thralls(game: Game, *spaces: str) -> Game:
    for n, space in enumerate(spaces):
        game.stand(f"ashigaru {n}", f"vault.{space}")
    return game


def failed(game: Game, to: str = "vault.a1", areas: int = -1) -> Game:
    """Setsuka, SPEED 3, moves and rolls 2 + 2."""
    return game.dice(TWO, TWO).move("setsuka", to, areas=areas)


# ---- the Test -------------------------------------------------------------------------------------------------------
def test_o159_heroes_may_enter_prohibited_tiles(game):
    assert "vault.a1" in game.reach("setsuka", 1)


def test_o160_entering_one_by_an_action_demands_its_direct_speed_test(game):
    game.move("setsuka")
    game.s.depth = 0
    game.ask("moves.play_move_space", 301 + game.space("vault.a1"))
    game.step()  # the Sneak Test is begun
    row = game.s.tasks[game.s.task_count - 1]
    assert row[st.KIND] == st.T_TEST
    assert (row[st.A], row[st.B], row[st.C], row[st.OTHER]) == (st.SPEED, 2, 1, -1)
    assert row[st.D] == 1 << ops.TESTING | 1 << ops.SNEAKING


def test_o160_it_costs_no_action_of_its_own(game):
    game.s.actions_left[game.figure("setsuka")] = 2
    game.dice(TWO, NOTHING).move("setsuka", "vault.a1")
    assert game.s.actions_left[game.figure("setsuka")] == 2


def test_o161_after_a_success_the_hero_goes_on_as_if_nothing_had_been(game):
    thralls(game, "a8").dice(TWO, 2).move("setsuka", "vault.a2")  # 2 + 1, at most SPEED 3
    assert game.where("setsuka") == "vault.a2"
    assert ("sneak", "setsuka", "") in game.events
    assert ("move", "setsuka", "") in game.events
    assert game.decision == ""


def test_o161_a030_the_test_is_made_once_for_each_entry(game):
    game.dice(NOTHING, NOTHING).move("setsuka", "garden.a1")  # through the vault: one Test, two dice
    assert game.where("setsuka") == "garden.a1"
    assert game.s.dice[st.THE_HEROES] == 2


def test_a030_who_moves_within_the_tile_or_out_of_it_does_not_sneak(game):
    game.stand("setsuka", "vault.a1").move("setsuka", "vault.a9").move("setsuka", "home.a1")
    assert game.s.dice[st.THE_HEROES] == 0


def test_a030_two_prohibited_tiles_are_two_entries():
    vaults = [{"drawing": room("lr"), "prohibited": 2}, {"drawing": room("l"), "prohibited": 3}]
    board = palace("AAAABBBBCCCC\n" * 4, ROW, home=room("r"), vault=vaults[0], garden=vaults[1])
    game = Game(board).stand("setsuka", "home.a1")
    game.dice(NOTHING, NOTHING, NOTHING, TWO, NOTHING).move("setsuka", "garden.a1")
    assert game.s.dice[st.THE_HEROES] == 2 + 3
    assert [event for event in game.events if event[0] == "sneak"] == [("sneak", "setsuka", "")] * 2
    assert game.where("setsuka") == "garden.a1"


def test_o160_stealth_is_added_to_speed(game):
    game.talent("setsuka", st.STEALTH, 1).dice(TWO, TWO)
    # 2 + 2 is at most 3 + 1; such a Test cannot be failed, so that no die is rolled (B44)
    game.move("setsuka", "vault.a1")
    assert game.s.dice[st.THE_HEROES] == 0
    assert game.ask("stats.test_value", "setsuka", st.SPEED, 0) == 3
    assert game.ask("stats.test_value", "setsuka", st.SPEED, 1 << ops.SNEAKING) == 4


def test_b029_followers_and_kami_do_not_sneak(game):
    game.stand("okko's", "home.a2").move("okko's", "vault.a1")
    assert (game.where("okko's"), game.s.dice[st.THE_HEROES]) == ("vault.a1", 0)


def test_b029_a_hero_moved_by_no_action_does_not_sneak(game):
    game.move("setsuka", "vault.a1", areas=1, by_action=0)
    assert (game.where("setsuka"), game.s.dice[st.THE_HEROES]) == ("vault.a1", 0)


def test_b029_agents_do_not_sneak(game):
    game.stand("ninja 0", "garden.a1").move("ninja 0", "vault.a1")
    assert (game.where("ninja 0"), game.s.dice.tolist()) == ("vault.a1", [0, 0])


# ---- a failure ------------------------------------------------------------------------------------------------------
def test_a030_after_a_failure_the_move_ends(game):
    failed(game, "garden.a1")
    assert game.decision == "SNEAK_SPACE 4"
    assert game.choices() == [f"vault.a{n}" for n in range(1, 10)]
    game.choose("vault.a9")
    assert (game.where("setsuka"), game.decision) == ("vault.a9", "")
    assert ("sneak", "setsuka", "") not in game.events


def test_b028_the_hero_stops_on_the_chosen_space_if_it_lies_in_the_area_entered(game):
    failed(game, "vault.a3")
    assert game.where("setsuka") == "vault.a3"


def test_b028_else_on_a_free_and_allowed_one_of_that_area():
    drawing = room("lr").replace("a9 ", "a9t")
    vault = {"drawing": drawing, "prohibited": 2}
    game = Game(palace("AAAABBBBCCCC\n" * 4, ROW, home=room("r"), vault=vault, garden=room("l")))
    game.stand("setsuka", "home.a1").token(0, "vault.a1")
    assert failed(game, "garden.a1").choices() == [f"vault.a{n}" for n in range(2, 9)]


def test_b030_the_hero_goes_on_with_the_actions_left(game):
    game.s.actions_left[game.figure("setsuka")] = 2
    failed(thralls(game, "a2")).dice(BLANK, BLANK).choose("ashigaru 0")
    assert (game.where("setsuka"), game.decision) == ("vault.a1", "")
    assert game.s.actions_left[game.figure("setsuka")] == 2


def test_e008_three_thralls_are_moved_and_the_two_beside_the_hero_attack():
    vault = {"drawing": room("lr", line=True), "prohibited": 2}  # vault.a1 has two neighbours, a2 and a3
    board = palace("AAAABBBBCCCC\n" * 4, ROW, home=room("r"), vault=vault, garden=room("l"))
    game = thralls(Game(board).stand("setsuka", "home.a1"), "b1", "b3", "b6")
    failed(game).choose("ashigaru 0", "vault.a2", "ashigaru 2", "vault.a3")
    assert (game.decision, game.choices()) == ("SURROUND_FIGURE 0", ["ashigaru 1"])
    game.choose("ashigaru 1")
    assert game.choices() == ["vault.a4", "vault.a5", "vault.a6"]  # of the Hero's Area
    game.choose("vault.a4")
    assert [game.where(f"ashigaru {n}") for n in range(3)] == ["vault.a2", "vault.a4", "vault.a3"]
    assert (game.decision, game.choices()) == ("SURROUND_ATTACK 0", ["ashigaru 0", "ashigaru 2"])
    game.dice(*4 * [BLANK]).choose("ashigaru 0", "ashigaru 2")
    assert [event[1] for event in game.events if event[0] == "attack"] == ["ashigaru 0", "ashigaru 2"]
    assert game.decision == ""


def test_b031_who_comes_to_the_area_alone_does_not_attack_and_who_finds_no_space_stays():
    vault = {"drawing": room("lr", line=True), "prohibited": 2}
    board = palace("AAAABBBBCCCC\n" * 4, ROW, home=room("r"), vault=vault, garden=room("l"))
    game = thralls(Game(board).stand("setsuka", "home.a1"), "b1", "b3")
    for n, space in enumerate(("a2", "a3", "a4", "a6")):
        game.token(n, f"vault.{space}")
    failed(game).choose("ashigaru 1")
    assert game.choices() == ["vault.a5"]
    game.choose("vault.a5")
    assert (game.decision, game.where("ashigaru 0")) == ("", "vault.b1")
    assert not [event for event in game.events if event[0] == "attack"]


def test_b031_o162_in_one_area_the_others_stay(game):
    thralls(game, "a6", "a8", "a9")
    failed(game)
    assert game.decision == "SURROUND_FIGURE 0"
    assert game.choices() == ["ashigaru 0", "ashigaru 1", "ashigaru 2"]
    game.choose("ashigaru 0")
    assert game.decision == "SURROUND_SPACE 0"
    assert game.choices() == ["vault.a2", "vault.a5"]
    game.choose("vault.a2", "ashigaru 2")
    assert game.choices() == ["vault.a5"]
    game.choose("vault.a5")
    assert game.decision == "SURROUND_ATTACK 0"
    assert game.choices() == ["ashigaru 0", "ashigaru 2"]
    game.t.hero_stat[game.figure("setsuka"), st.DEFENSE] = 2
    game.dice(HIT, HIT, HIT, BLANK).choose("ashigaru 2")  # a success
    assert game.choices() == ["ashigaru 0"]
    game.choose("ashigaru 0")  # a failure
    assert game.decision == ""
    assert (game.where("ashigaru 0"), game.where("ashigaru 2")) == ("vault.a2", "vault.a5")
    assert game.where("ashigaru 1") == "vault.a8"
    assert game.s.damage[game.figure("setsuka")] == 1


def test_o162_all_thralls_of_the_tile_come_and_only_they(game):
    thralls(game, "a8").stand("samurai 0", "vault.a9").stand("hiroji", "vault.a6")
    game.stand("ninja 0", "vault.a4").stand("ashigaru 9", "garden.a1")
    assert failed(game).choices() == ["ashigaru 0", "samurai 0", "hiroji"]


def test_a030_corrupted_or_not_and_without_alarm_or_activation_token(game):
    thralls(game, "a2")
    failed(game).dice(BLANK, BLANK).choose("ashigaru 0")
    assert game.s.alarm == 0
    assert not game.s.activated.any()
    assert not game.s.acted.any()


def test_o163_those_adjacent_attack_once_each(game):
    thralls(game, "a2", "a5")
    failed(game).dice(BLANK, BLANK, BLANK, BLANK).choose("ashigaru 1", "ashigaru 0")
    assert [event for event in game.events if event[0] == "attack"] == [
        ("attack", "ashigaru 1", "setsuka"),
        ("attack", "ashigaru 0", "setsuka"),
    ]
    assert game.decision == ""


def test_b031_those_already_adjacent_stay(game):
    thralls(game, "a2", "a8")
    assert failed(game).choices() == ["ashigaru 1"]


def test_b031_thralls_come_without_regard_to_speed_areas_and_opponents(game):
    thralls(game, "a8").stand("okko", "vault.a6").stand("noburo", "vault.a3")
    game.s.condition[game.figure("ashigaru 0"), st.STUNNED] = 2
    failed(game).choose("ashigaru 0")
    assert game.choices() == ["vault.a2", "vault.a5"]


def test_b031_a_thrall_may_be_called_to_a_space_of_another_tile(game):
    thralls(game, "a8")  # vault.a5 is the vault's door square, home.a6 the one on the other side
    failed(game, "vault.a5").choose("ashigaru 0")
    assert "home.a6" in game.choices()
    game.choose("home.a6")
    assert game.choices() == ["ashigaru 0"]  # it attacks though it has left the Tile


def test_b031_each_must_attack_if_it_still_is_adjacent(game):
    thralls(game, "a2", "a5")
    failed(game)
    assert game.decision == "SURROUND_ATTACK 0"
    assert "PASS" not in game.choices()
    game.stand("ashigaru 0", "vault.a8")
    assert game.choices() == ["ashigaru 1"]


def test_a030_they_attack_with_their_current_dice(game):
    thralls(game, "a2")
    game.s.kind_mods[0, st.MIGHT] = 1  # a technique: one Action die
    failed(game).dice(BLANK, BLANK, BLANK).choose("ashigaru 0")
    assert game.s.dice[st.THE_ONI] == 3


def test_b039_a_bleeding_thrall_is_harmed_by_its_attack(game):
    thralls(game, "a2")
    game.s.condition[game.figure("ashigaru 0"), st.BLEEDING] = 1
    failed(game).dice(BLANK, BLANK).choose("ashigaru 0")
    assert game.where("ashigaru 0") == ""  # STAMINA 1


def test_a025_a_pushed_hero_does_not_sneak(game):
    game.stand("setsuka", "home.a6").stand("ashigaru 0", "home.a4").dice(4, HIT)  # a6 is beside the vault's a5
    game.t.hero_stat[game.figure("setsuka"), st.DEFENSE] = 9
    game.attack("ashigaru 0", "setsuka")
    assert "vault.a5" in game.choices()
    game.choose("vault.a5")
    assert game.where("setsuka") == "vault.a5"
    assert game.s.dice[st.THE_HEROES] == 0


def test_o163_a_hero_who_is_gone_is_attacked_no_more(game):
    thralls(game, "a2", "a5")
    failed(game)
    game.s.at[game.figure("setsuka")] = -1
    game.s.depth = 0
    assert game.run().s.task_count == 0
