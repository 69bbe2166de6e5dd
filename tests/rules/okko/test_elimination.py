"""Damage and what eliminates: O78, O80, O114, O186, O206, O228; A11, A39, B42, B64, B69, B83, B84, B87."""

from __future__ import annotations

import pytest
from rules.okko.boards_g import HALL, one_tile
from rules.okko.position_g import Game

from shugyo.envs.okko import state as st


@pytest.fixture
def hall() -> Game:
    return Game(one_tile(HALL)).stand("okko", "x.a1").stand("noburo", "x.a2")


def harm(game: Game, figure: str, n: int = 1, causer: str = "") -> Game:
    game.ask("harm.harm", figure, n, causer or -1)
    return game


def eliminate(game: Game, figure: str, causer: str = "") -> Game:
    game.ask("harm.eliminate", figure, causer or -1)
    return game


# ---- damage ---------------------------------------------------------------------------------------------------------
def test_o078_an_agent_is_eliminated_when_its_damage_reaches_its_stamina(hall):
    hall.stand("samurai 0", "x.b1")
    harm(hall, "samurai 0", 1, "okko")
    assert (hall.where("samurai 0"), hall.s.damage[hall.figure("samurai 0")]) == ("x.b1", 1)
    harm(hall, "samurai 0", 1, "okko")
    assert hall.where("samurai 0") == ""
    assert hall.events[-2:] == [("eliminate", "okko", "samurai 0"), ("eliminated", "samurai 0", "okko")]


def test_o080_damage_stays_with_a_hero_and_does_nothing(hall):
    harm(hall, "okko", 7)
    assert (hall.where("okko"), hall.s.damage[0], hall.s.alive[0]) == ("x.a1", 7, 1)
    assert hall.events == [("harmed", "okko", "")]


def test_b042_all_damage_of_one_effect_is_placed_together(hall):
    harm(hall.stand("bakemono", "x.b1"), "bakemono", 9)
    assert [event for event, *_ in hall.events] == ["harmed", "eliminated"]
    assert hall.s.damage[hall.figure("bakemono")] == 0


def test_b041_nothing_happens_for_no_damage_and_off_the_board(hall):
    harm(hall, "okko", 0)
    harm(hall, "ninja 0", 3)
    assert (hall.events, hall.s.damage.sum()) == ([], 0)


# ---- agents and companions ------------------------------------------------------------------------------------------
def test_b069_an_eliminated_agent_leaves_without_damage_conditions_and_lost_talents(hall):
    ninja = hall.stand("ninja 0", "x.b1").figure("ninja 0")
    hall.s.condition[ninja] = 1
    hall.s.lost[ninja], hall.s.mods[ninja, st.SPEED], hall.s.actions_left[ninja] = 1, 2, 2
    eliminate(hall, "ninja 0", "okko")
    assert (hall.where("ninja 0"), hall.s.occupant[hall.space("x.b1")]) == ("", -1)
    assert not hall.s.condition[ninja].any()
    assert (hall.s.lost[ninja], hall.s.mods[ninja].any(), hall.s.actions_left[ninja]) == (0, False, 0)


def test_o122_its_talents_end_with_the_last_of_its_kind(hall):
    hall.stand("ninja 0", "x.b1").stand("ninja 1", "x.b2")
    source = st.KIND_SOURCE + st.TALENTS * int(hall.t.figure_kind[hall.figure("ninja 0")])
    eliminate(hall, "ninja 0")
    assert hall.s.live[source]
    eliminate(hall, "ninja 1")
    assert not hall.s.live[source]


def test_o114_b064_an_eliminated_followers_card_is_out_of_the_game_and_the_slot_free(hall):
    hall.stand("okko's", "x.b1")
    harm(hall, "okko's", 2, "")
    assert hall.where("okko's") == ""
    assert (hall.s.companion[0], hall.s.companion_gone[0]) == (-1, 1)


def test_b064_a_kami_may_come_again(hall):
    hall.t.companion_kami[0] = 1
    hall.stand("okko's", "x.b1").s.face_down[0] = 1
    eliminate(hall, "okko's")
    assert (hall.s.companion[0], hall.s.companion_gone[0], hall.s.face_down[0]) == (-1, 0, 0)


def test_b064_a_courtiers_card_goes_to_the_courtiers_discard_pile(hall):
    hall.t.companion_clue[0] = 7
    hall.s.clue_place[7] = st.CLUE_JOINED
    eliminate(hall.stand("okko's", "x.b1"), "okko's")
    assert hall.s.clue_place[7] == st.CLUE_PLAYED


def test_b084_a011_when_the_oni_is_eliminated_the_game_ends(hall):
    hall.s.battle = st.BY_UNMASKING
    harm(hall.stand("oni", "x.b1"), "oni", 8, "okko")
    assert (hall.s.over, hall.s.memoir[st.DEFEATED], hall.s.memoir[st.ESCAPED]) == (1, st.BLUE, 0)


# ---- Heroes ---------------------------------------------------------------------------------------------------------
def test_o206_b087_an_eliminated_hero_and_companion_leave_the_board(hall):
    hall.stand("okko's", "x.b1")
    eliminate(hall, "okko")
    assert (hall.where("okko"), hall.where("okko's"), hall.s.alive[0]) == ("", "", 0)
    assert (hall.s.companion[0], hall.s.companion_gone[0]) == (-1, 1)
    assert [event for event, *_ in hall.events] == ["eliminated"]


def test_b087_equipment_is_discarded_and_cards_and_wounds_go_out_of_the_game(hall):
    hall.s.item_owner[[4, 5]], hall.s.item_slot[[4, 5]], hall.s.turned_up[0] = (0, 1), st.RIGHT_HAND, 4
    hall.s.card_place[:16] = st.HAND
    hall.s.wound_owner[[2, 3]], hall.s.wound_place[[2, 3]] = (0, 1), st.HAND
    eliminate(hall, "okko")
    assert (hall.s.item_owner[4], hall.s.item_owner[5], hall.s.turned_up[0]) == (st.IN_DISCARD, 1, -1)
    assert (hall.s.card_place[:8] == st.NOWHERE).all()
    assert (hall.s.card_place[8:16] == st.HAND).all()
    assert hall.s.wound_place[2] not in (st.HAND, st.NOWHERE)  # neither held nor in the deck
    assert hall.s.wound_place[3] == st.HAND


def test_b087_objective_tokens_fall_where_the_hero_stood_further_ones_beside(hall):
    hall.s.bearer[[6, 7, 8]] = 0, 0, 1
    eliminate(hall, "okko")
    assert hall.s.bearer[[6, 7, 8]].tolist() == [-1, -1, 1]
    assert (hall.s.token_at[6], hall.s.token_on[hall.space("x.a1")]) == (hall.space("x.a1"), 6)
    assert (hall.s.token_at[7], hall.s.token_on[hall.space("x.a3")]) == (hall.space("x.a3"), 7)


def test_o228_a039_a_red_recollection_is_added_whether_or_not_the_mission_was_fulfilled(hall):
    hall.s.goal_done[0] = 1
    eliminate(hall, "okko")
    assert hall.s.memoir[st.HERO_MEMOIR] == st.RED


def test_o186_a011_an_elimination_in_the_final_battle_opens_the_escape(hall):
    eliminate(hall, "okko")
    assert hall.s.escape_open == 0
    hall.s.battle = st.BY_ROUND
    eliminate(hall, "noburo")
    assert hall.s.escape_open == 1


def test_a011_b084_if_no_hero_is_left_the_oni_escapes_at_once_before_the_battle_too(hall):
    hall.s.alive[2:] = 0
    eliminate(hall, "okko")
    assert hall.s.over == 0
    eliminate(hall, "noburo")
    assert (hall.s.over, hall.s.memoir[st.ESCAPED]) == (1, st.RED)


def test_b092_without_an_investigation_the_onis_side_has_won_then(hall):
    hall.t.investigation, hall.s.alive[1:] = 0, 0
    eliminate(hall, "okko")
    assert (hall.s.over, hall.s.winner) == (1, 1 + st.THE_ONI)


def test_o206_nobody_is_eliminated_twice(hall):
    eliminate(eliminate(hall, "okko"), "okko")
    assert [event for event, *_ in hall.events] == ["eliminated"]
