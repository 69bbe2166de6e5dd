"""Chapter 17, Accusations: O176 to O181, and the rulings on them: A6 to A8, B77 to B80."""

from __future__ import annotations

import pytest
from rules.okko.position_s import COURTIERS, ONI_CLUES, Table

from shugyo.envs.okko import state as st
from shugyo.envs.okko.rules import stages

NATURE, IDENTITY = "CLUE 4", "CLUE 0"  # the right ones below; wrong are 5 and 1, 2


def accusing(number: int = 2, red: bool = False, wrong: int = 0, **rules: int) -> Table:
    """Accusations of a round are due; the Oni is clue 4 behind Courtier 0."""
    table = Table(**rules).at(stages.APPEARING, number).hide(4, 0)
    table.s.wrong = wrong
    table.s.corrupted[2] = 2 if red else 0
    return table


def clear(table: Table, clue: int, place: int = st.CLUE_HELD) -> Table:
    """A card that the Heroes have drawn."""
    table.s.clue_place[clue] = place
    return table


# ---- who may be named -----------------------------------------------------------------------------------------------
def test_o176_an_oni_a_courtier_or_none_and_the_team_is_asked():
    table = accusing().kill(0).go()
    assert table.decision == "ACCUSE 2"
    assert table.choices() == ["PASS", *(f"CLUE {clue}" for clue in (*COURTIERS, *ONI_CLUES))]


@pytest.mark.parametrize("place", [st.CLUE_HELD, st.CLUE_PLAYED, st.CLUE_JOINED])
def test_b077_who_was_cleared_by_a_card_can_be_named_all_the_same(place):
    table = clear(clear(accusing(), 1, place), 5).go()
    assert table.choices() == ["PASS", *(f"CLUE {clue}" for clue in (*COURTIERS, *ONI_CLUES))]


@pytest.mark.parametrize("name", ["CLUE 1", "CLUE 5"])
def test_b077_o170_o174_naming_who_was_cleared_is_wrong(name):
    table = clear(clear(accusing(wrong=2), 1), 5).go().play(name)
    assert (table.s.wrong, table.s.battle) == (3, st.BY_WRONG)


def test_b077_who_was_named_wrongly_cannot_be_named_again():
    table = accusing()
    table.s.accused[[2, 5]] = 1
    assert table.go().choices() == ["PASS", IDENTITY, "CLUE 1", NATURE]


def test_b077_a_nature_found_out_is_not_named_again():
    table = accusing().go().play(NATURE)
    assert table.choices() == ["PASS", "CLUE 0", "CLUE 1", "CLUE 2"]
    table = accusing()
    table.s.nature_known, table.s.accused[4] = 1, 2
    assert table.go().choices() == ["PASS", "CLUE 0", "CLUE 1", "CLUE 2"]


def test_b007_without_an_investigation_nobody_is_accused():
    table = Table(investigation=False).at(stages.APPEARING, 4)
    table.s.corrupted[2] = 2
    assert not table.go().decision.startswith("ACCUSE")


# ---- right ones -----------------------------------------------------------------------------------------------------
def test_o177_a_right_nature_is_found_out_and_the_game_goes_on():
    table = accusing().go().play(NATURE)
    assert table.s.nature_known == 1 and table.s.accused[4] == 2 and table.s.wrong == 0
    assert table.s.battle == st.NO_BATTLE and table.decision == "ACCUSE 1"


def test_o178_a_right_identity_unmasks_the_oni_and_begins_the_battle():
    table = accusing().go().play(IDENTITY)
    assert table.s.memoir[st.UNMASKED] == st.BLUE and table.s.battle == st.BY_UNMASKING
    assert table.s.at[16] == 7 and table.s.accused[0] == 2


def test_b078_it_ends_the_accusations_of_that_round():
    assert not accusing().go().play(IDENTITY).decision.startswith("ACCUSE")


# ---- wrong ones -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["CLUE 1", "CLUE 5"])
@pytest.mark.parametrize(("wrong", "row"), [(0, st.EMBARRASSING), (1, st.DEFAMATORY), (2, st.DISHONORABLE)])
def test_o179_a007_wrong_ones_are_counted_together(name, wrong, row):
    table = accusing(wrong=wrong).go().play(name)
    assert table.s.wrong == wrong + 1 and table.s.accused[int(name[5:])] == 1
    assert table.s.memoir[row] == st.RED and table.s.memoir[st.EMBARRASSING : st.DISHONORABLE + 1].sum() == st.RED


@pytest.mark.parametrize("name", ["CLUE 1", "CLUE 5"])
def test_o180_b079_the_third_wrong_one_begins_the_battle_without_unmasking(name):
    table = accusing(wrong=2).go().play(name)
    assert table.s.battle == st.BY_WRONG and table.s.memoir[st.UNMASKED] == 0 and table.s.frozen == 0
    assert table.s.at[16] == 7 and not table.decision.startswith("ACCUSE")


def test_b080_no_accusations_after_the_battle_has_begun():
    table = accusing()
    table.s.battle = st.BY_SCHEME
    assert not table.go().decision.startswith("ACCUSE")


# ---- how many -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("first", "second"), [("CLUE 5", "CLUE 1"), ("CLUE 1", "CLUE 5")])
def test_a007_two_of_different_types_in_either_order(first, second):
    table = accusing().go().play(first)
    types = {"CLUE 5": {"CLUE 0", "CLUE 1", "CLUE 2"}, "CLUE 1": {"CLUE 4", "CLUE 5"}}
    assert set(table.choices()) == types[first] | {"PASS"}
    assert not table.play(second).decision.startswith("ACCUSE")


def test_a007_in_the_next_round_again():
    table = accusing().go().play("CLUE 5", "CLUE 1")
    table.on_to("ACCUSE 1")
    assert table.choices() == ["PASS", "CLUE 0", "CLUE 2", "CLUE 4"] and table.s.turn == 2


# ---- the compulsory one ---------------------------------------------------------------------------------------------
def test_o181_a006_after_the_red_token_the_heroes_cannot_pass():
    assert "PASS" not in accusing(4, red=True).go().choices()


@pytest.mark.parametrize("name", ["CLUE 5", "CLUE 1", NATURE])
def test_a006_one_of_either_type_is_enough(name):
    assert "PASS" in accusing(4, red=True).go().play(name).choices()


def test_a006_only_at_the_end_of_that_round():
    assert "PASS" in accusing(5, red=True).go().choices()


def test_a006_not_if_the_red_token_was_not_placed():
    assert "PASS" in accusing(4, red=False).go().choices()


def test_a006_not_once_the_battle_has_begun():
    table = accusing(4, red=True)
    table.s.battle = st.BY_WRONG
    assert not table.go().decision.startswith("ACCUSE")


# ---- round 8 --------------------------------------------------------------------------------------------------------
def test_a008_there_is_no_accusation_in_round_8():
    table = accusing(8).go()
    assert not table.decision.startswith("ACCUSE") and table.s.battle == st.BY_ROUND
