"""Push and alarm: O79, O152, O156 to O158; A25, A28, B40, B41."""

from __future__ import annotations

import pytest
from rules.okko.boards_g import HALL, one_tile, palace, room
from rules.okko.position_g import BLANK, HIT, HIT_AND_PUSH, Game

from shugyo.envs.okko import ops
from shugyo.envs.okko import state as st


@pytest.fixture
def hall() -> Game:
    return Game(one_tile(HALL))


# ---- push -----------------------------------------------------------------------------------------------------------
def pushed(game: Game, target: str = "bakemono") -> Game:
    return game.dice(HIT_AND_PUSH, BLANK, BLANK).attack("okko", target)


def test_o079_after_a_push_symbol_the_attacker_may_push_the_target_away(hall):
    hall.stand("okko", "x.a1").stand("bakemono", "x.a2")
    assert pushed(hall).decision == "PUSH_SPACE 1"
    assert hall.choices() == ["PASS", "x.a4", "x.b1", "x.b3"]  # not x.a3, which is as near as x.a2
    hall.choose("x.b3")
    assert hall.where("bakemono") == "x.b3"
    assert ("move", "bakemono", "") not in hall.events


def test_o079_without_the_symbol_nobody_is_pushed(hall):
    hall.stand("okko", "x.a1").stand("bakemono", "x.a2").dice(HIT, HIT, BLANK).attack("okko", "bakemono")
    assert hall.decision == ""


def test_o079_who_is_eliminated_is_not_pushed(hall):
    hall.stand("okko", "x.a1").stand("ashigaru 0", "x.a2").dice(HIT_AND_PUSH, HIT, HIT).attack("okko", "ashigaru 0")
    assert (hall.where("ashigaru 0"), hall.decision) == ("", "")


def test_a025_push_needs_no_damage_and_may_be_declined(hall):
    hall.stand("okko", "x.a1").stand("bakemono", "x.a2")
    pushed(hall)
    assert hall.s.damage[hall.figure("bakemono")] == 0
    hall.choose("PASS")
    assert hall.where("bakemono") == "x.a2"


def test_a025_ranged_attacks_push_too(hall):
    hall.talent("okko", st.RANGED).stand("okko", "x.a1").stand("bakemono", "x.b1")
    hall.dice(HIT_AND_PUSH, BLANK, BLANK).attack("okko", "bakemono", kind=ops.RANGED)
    assert hall.choices() == ["PASS", "x.b2", "x.b3", "x.b4"]


def test_a025_only_to_free_spaces_farther_away_and_never_through_walls_or_closed_doors():
    game = Game(palace("AAAABBBB\n" * 4, {"A": "one", "B": "two"}, one=room("r"), two=room("l")))
    game.stand("okko", "one.a4").stand("bakemono", "one.a6")
    assert pushed(game).choices() == ["PASS", "one.a8", "two.a5"]
    game.choose("PASS").stand("ninja 0", "one.a8")
    assert pushed(game).choices() == ["PASS", "two.a5"]
    game.choose("PASS")
    game.s.closed[0] = 1
    assert pushed(game).decision == ""


def test_b040_farther_compares_straight_distances(hall):
    hall.stand("okko", "x.a1").stand("bakemono", "x.a4")  # diagonal: squared distance 2
    assert pushed(hall).choices() == ["PASS", "x.b1", "x.b3", "x.c1", "x.c2", "x.d1"]


def test_b040_heroes_are_never_pushed_to_reinforcement_spaces(hall):
    hall.stand("okko", "x.d1").stand("ninja 0", "x.a4")
    hall.s.mods[0, st.DEFENSE] = 9
    hall.dice(HIT_AND_PUSH, BLANK).attack("ninja 0", "okko")
    assert hall.choices() == ["PASS", "x.b4", "x.c4", "x.d3", "x.d4"]
    hall.choose("PASS").stand("ninja 0", "x.a1").stand("okko", "x.a4").stand("bakemono", "x.d1")
    assert pushed(hall).choices() == ["PASS", "x.b4", "x.c4", "x.d2", "x.d3", "x.d4"]


def test_a025_a_talent_pushes_without_a_symbol(hall):
    hall.stand("okko", "x.a1").stand("bakemono", "x.a2").talent("okko", st.PUSH)
    hall.dice(BLANK, BLANK, BLANK).attack("okko", "bakemono")
    assert hall.decision == "PUSH_SPACE 1"


# ---- the alarm ------------------------------------------------------------------------------------------------------
def test_o156_a028_declaring_an_attack_on_a_thrall_outside_corruption_raises_the_alarm_hit_or_miss(hall):
    hall.stand("okko", "x.a1").stand("ashigaru 0", "x.a2").dice(BLANK, BLANK, BLANK).attack("okko", "ashigaru 0")
    assert hall.s.alarm == 1
    assert hall.events[0] == ("alarm", "okko", "")


def test_o158_its_recollection_is_added_once(hall):
    hall.stand("okko", "x.a1").stand("samurai 0", "x.a2")
    for _ in range(2):
        hall.dice(BLANK, BLANK, BLANK).attack("okko", "samurai 0")
    assert hall.s.memoir[st.ALARM] == st.RED
    assert [event for event, *_ in hall.events].count("alarm") == 1


def test_o152_on_a_corrupted_tile_thralls_are_attacked_without_alarm(hall):
    hall.corrupt("x").stand("okko", "x.a1").stand("ashigaru 0", "x.a2")
    hall.dice(BLANK, BLANK, BLANK).attack("okko", "ashigaru 0")
    assert hall.s.alarm == 0


def test_a028_the_tile_of_the_thrall_counts_not_that_of_the_attacker():
    game = Game(palace("AAAABBBB\n" * 4, {"A": "one", "B": "two"}, one=room("r"), two=room("l")))
    game.corrupt("one").stand("okko", "one.a6").stand("ashigaru 0", "two.a5")
    game.dice(BLANK, BLANK, BLANK).attack("okko", "ashigaru 0")
    assert game.s.alarm == 1


def test_a028_companions_raise_it_and_attacks_on_creatures_or_by_agents_do_not(hall):
    hall.stand("okko", "x.a1").stand("ninja 0", "x.a2").dice(*[BLANK] * 3).attack("okko", "ninja 0")
    hall.stand("ashigaru 0", "x.a3").dice(BLANK, BLANK).attack("ashigaru 0", "okko")
    assert hall.s.alarm == 0
    hall.stand("okko's", "x.c1").dice(BLANK, BLANK).attack("okko's", "ashigaru 0")
    assert hall.s.alarm == 1


def test_b041_damage_that_is_no_attacks_raises_no_alarm_and_pushes_nobody(hall):
    hall.stand("samurai 0", "x.a2")
    hall.ask("harm.harm", "samurai 0", 1, 0)
    assert (hall.s.alarm, hall.decision, hall.events) == (0, "", [("harmed", "samurai 0", "okko")])
