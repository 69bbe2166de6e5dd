"""Chapter 18, the Final Battle and round 8: O182 to O192, the rulings A8, A10 to A12, A42, B79 to B84, and O128."""

from __future__ import annotations

import pytest
from rules.okko.position_s import Table

from shugyo.envs.okko import state as st
from shugyo.envs.okko.rules import stages
from shugyo.envs.okko.rules.battle import begin_battle, end_battle
from shugyo.envs.okko.rules.harm import eliminate

ONI = 16  # the figure that clue 4 names
WAYS = [st.BY_UNMASKING, st.BY_WRONG, st.BY_ROUND, st.BY_SCHEME]


def hidden(stage: int = stages.HERO_TURN, number: int = 2, **rules: int) -> Table:
    """The Oni is clue 4 behind Courtier 0, whose token lies on Space 7."""
    return Table(**rules).at(stage, number).hide(4, 0)


def battling(how: int = st.BY_WRONG, heroes: int = 2, **rules: int) -> Table:
    """The Final Battle goes on."""
    table = hidden(heroes=heroes, **rules)
    table.do(begin_battle, how)
    return table


# ---- how it begins --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("how", WAYS)
def test_o183_o128_the_oni_takes_the_place_of_its_courtiers_token(how):
    table = battling(how)
    assert table.s.at[ONI] == 7 and table.s.occupant[7] == ONI
    assert table.s.token_at[0] == -1 and table.s.token_on[7] == -1
    assert table.s.at[17] == -1 and list(table.s.token_at[1:3]) == [8, 9]
    assert table.s.battle == how


@pytest.mark.parametrize(("how", "frozen"), list(zip(WAYS, [1, 0, 0, 0], strict=True)))
def test_a012_only_a_right_accusation_freezes_the_track(how, frozen):
    assert battling(how).s.frozen == frozen


@pytest.mark.parametrize("how", WAYS[1:])
def test_o128_only_a_right_accusation_earns_unmasked(how):
    assert battling(how).s.memoir[st.UNMASKED] == 0


def test_b083_the_oni_comes_without_damage_and_its_talents_work():
    table = battling()
    assert table.s.damage[ONI] == 0 and table.s.live[st.KIND_SOURCE + 4 * st.TALENTS] == 1


def test_events_answer_the_beginning_of_the_battle():
    table = hidden().listen(st.E_BATTLE)
    table.do(begin_battle, st.BY_WRONG)
    assert table.heard() == ["battle"]


def test_it_begins_once():
    table = battling(st.BY_WRONG)
    table.do(begin_battle, st.BY_UNMASKING)
    assert table.s.battle == st.BY_WRONG and table.s.frozen == 0


def test_b007_without_an_investigation_there_is_none():
    table = Table(investigation=False).at(stages.APPEARING, 8)
    table.go()
    assert table.s.battle == st.NO_BATTLE


@pytest.mark.parametrize(("known", "live"), [(0, 0), (1, 1)])
def test_o187_the_penalty_of_a_nature_found_out_holds_in_the_battle(known, live):
    table = hidden()
    table.s.nature_known = known
    assert table.s.live[st.CLUE_SOURCE + 4] == 0
    table.do(begin_battle, st.BY_UNMASKING)
    assert table.s.live[st.CLUE_SOURCE + 4] == live and table.s.live[st.CLUE_SOURCE + 5] == 0


# ---- B81 ------------------------------------------------------------------------------------------------------------
def without_token(*corrupted: int) -> Table:
    table = hidden()
    table.s.token_on[7] = table.s.token_at[0] = -1
    table.s.corrupted[list(corrupted)] = 1
    table.do(begin_battle, st.BY_WRONG)
    return table.go()


def test_b081_without_the_token_the_oni_chooses_a_space_on_a_corrupted_tile():
    table = without_token(0, 3).listen(st.E_BATTLE)
    assert table.decision == "TARGET_SPACE 0"
    assert table.choices() == [f"SPACE {space}" for space in (2, 3, 4, 5, *range(18, 24))]  # Heroes on 0 and 1
    table.play("SPACE 20")
    assert table.s.at[ONI] == 20 and table.heard() == ["battle"] and table.s.task_count == 1


def test_b081_without_a_corrupted_tile_anywhere():
    taken = {0, 1, 8, 9}
    assert without_token().choices() == [f"SPACE {space}" for space in range(24) if space not in taken]


# ---- round 8 --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("number", "how"), [(7, st.NO_BATTLE), (8, st.BY_ROUND), (9, st.NO_BATTLE)])
def test_o182_o191_a008_the_oni_appears_at_the_beginning_of_the_end_phase_of_round_8(number, how):
    table = hidden(stages.APPEARING, number).go()
    assert table.s.battle == how and (table.s.at[ONI] == 7) == (how == st.BY_ROUND)


def test_o191_not_if_the_battle_has_begun_before():
    table = battling(st.BY_WRONG)
    table.s.tasks[0, st.STAGE], table.s.turn = stages.APPEARING, 7
    assert table.go().s.battle == st.BY_WRONG


def test_b082_the_rest_of_the_end_phase_follows():
    table = hidden(stages.APPEARING, 8)
    table.s.damage[0] = 3
    table.on_to("PLAN_FIRST 1")
    assert table.s.turn == 8 and table.s.damage[0] == 0 and 0 in table.s.wound_owner


# ---- how it ends ----------------------------------------------------------------------------------------------------
def test_o184_o185_o227_the_oni_is_eliminated():
    table = battling()
    table.do(eliminate, ONI, 0)
    assert table.s.over == 1 and table.s.memoir[st.DEFEATED] == st.BLUE and table.s.memoir[st.ESCAPED] == 0
    assert table.s.winner == 1 + st.THE_HEROES


def test_o186_o227_the_oni_escapes():
    table = battling()
    table.do(end_battle, True)
    assert table.s.over == 1 and table.s.memoir[st.ESCAPED] == st.RED and table.s.memoir[st.DEFEATED] == 0
    assert table.s.winner == 1 + st.THE_ONI


def test_o186_a011_a_hero_eliminated_in_the_battle_opens_the_escape():
    table = battling()
    assert table.s.escape_open == 0
    table.do(eliminate, 0, -1)
    assert table.s.escape_open == 1 and table.s.over == 0


def test_a011_one_eliminated_before_does_not():
    table = hidden()
    table.do(eliminate, 0, -1)
    table.do(begin_battle, st.BY_WRONG)
    assert table.s.escape_open == 0


def test_b082_one_eliminated_in_the_end_phase_in_which_it_begins_does():
    table = hidden(stages.APPEARING, 8).wounds(1, st.HAND, 4, 5, 6)
    assert table.go().s.escape_open == 1


@pytest.mark.parametrize("battle", [False, True])
def test_a011_b084_without_heroes_the_oni_escapes_at_once(battle):
    table = battling() if battle else hidden()
    table.do(eliminate, 0, -1)
    table.do(eliminate, 1, -1)
    assert table.s.over == 1 and table.s.memoir[st.ESCAPED] == st.RED and table.s.winner == 1 + st.THE_ONI


def test_b084_nothing_more_of_the_round_is_played():
    table = hidden(stages.WOUNDING, 2).wounds(0, st.HAND, 1, 2, 3).wounds(1, st.HAND, 4, 5, 6).hand()
    table.s.card_place[:16] = st.DISCARDED
    table.go()
    assert table.s.over == 1 and table.s.hand_size == 0 and table.s.turn == 1


# ---- the last round -------------------------------------------------------------------------------------------------
def test_a010_b102_after_round_12_the_oni_counts_as_escaped_and_the_game_is_cut_off():
    table = hidden(stages.CLOSING, 12).go()
    assert table.s.over == table.s.truncated == 1 and table.s.turn == 12
    assert table.s.memoir[st.ESCAPED] == st.RED and table.s.winner == 1 + st.THE_ONI


def test_a010_not_after_round_11():
    table = hidden(stages.CLOSING, 11)
    assert table.go().s.over == 0 and table.s.turn == 11


def test_b104_the_last_round_is_content():
    assert hidden(stages.CLOSING, 3, max_turns=3).go().s.over == 1


def test_a010_open_objectives_count_for_nobody():
    table = hidden(stages.CLOSING, 12)
    table.t.mission_exists[0] = 1
    table.t.mission_needs[0], table.s.progress[0] = (3, 3), (2, 2)
    table.go()
    assert table.s.completed[0] == 0 and table.s.memoir[st.MISSION_MEMOIR] == 0
