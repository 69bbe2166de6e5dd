"""Chapter 14, the Corruption track: O142 to O155, the rulings A1 to A5, A12, B70 to B72, and example E7."""

from __future__ import annotations

import pytest
from rules.okko.position_s import Table

from shugyo.envs.okko import state as st
from shugyo.envs.okko.rules import stages
from shugyo.envs.okko.rules.battle import begin_battle


def opening(number: int, *corrupted: int, left: int | None = None, **rules: int) -> Table:
    """The open step of a round begins; these Tiles have a Corruption token."""
    table = Table(**rules).at(stages.CORRUPTING, number).hand()
    table.s.corrupted[list(corrupted)] = 1
    table.s.tokens_left = 4 - len(corrupted) if left is None else left
    return table


def enhancing(number: int, thralls=(), creatures=(), **rules: int) -> Table:
    """The Enhancement of a round is due; these positions have been taken."""
    table = Table(**rules).at(stages.ENHANCING, number).hand()
    table.s.node[0, list(thralls)] = 1
    table.s.node[1, list(creatures)] = 1
    return table


# ---- Corruption tokens ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("number", range(1, 13))
def test_o142_o143_o144_o146_o154_what_each_round_says_of_corruption_tokens(number):
    table = opening(number, 1, left=1 if number <= 8 else 0).go()
    if number in (2, 4, 6, 8):
        assert table.decision == "CORRUPTION_TILE 0"
    elif number in (3, 5, 7, 9, 10, 11, 12):
        assert table.decision == "CORRUPTION_TOKEN 0"
    else:
        assert not table.decision.startswith("CORRUPTION")


def test_o146_b070_b071_any_tile_without_a_token():
    table = opening(6, 0, 2).go()
    assert table.choices() == ["TILE 1", "TILE 3"]
    table.play("TILE 3")
    assert list(table.s.corrupted[:4]) == [1, 0, 1, 1] and table.s.tokens_left == 1


def test_o144_o154_it_may_be_left_where_it_is():
    table = opening(3, 0).go()
    assert table.choices() == ["PASS", "TILE 0"]
    assert list(table.play("PASS").s.corrupted[:4]) == [1, 0, 0, 0]


@pytest.mark.parametrize("number", [3, 7, 9, 12])
def test_a001_to_an_adjacent_tile(number):
    table = opening(number, 1, 3).go().play("TILE 1")
    assert table.choices() == ["TILE 0", "TILE 2"]
    table.play("TILE 0")
    assert list(table.s.corrupted[:4]) == [1, 0, 0, 1] and table.s.tokens_left == 2


@pytest.mark.parametrize(("number", "tiles"), [(3, ["TILE 1", "TILE 2", "TILE 3"]), (9, ["TILE 1"])])
def test_a001_any_by_the_option_up_to_round_8(number, tiles):
    table = opening(number, 0, corruption_anywhere=1).go()
    table.play("TILE 0")
    assert table.choices() == tiles


def test_a001_a_token_between_tokens_cannot_move():
    table = opening(3, 0, 1, 2).go()
    assert table.choices() == ["PASS", "TILE 2"]


def test_b070_where_no_tile_is_left_nothing_is_asked():
    assert not opening(5, 0, 1, 2, 3, left=0).go().decision.startswith("CORRUPTION")
    assert not opening(8, 0, 1, 2, 3, left=1).go().decision.startswith("CORRUPTION")


def test_o144_without_a_token_on_the_board_none_moves():
    assert not opening(3).go().decision.startswith("CORRUPTION")


@pytest.mark.parametrize(("number", "side"), [(2, 1), (4, 2), (6, 1), (8, 1)])
def test_o153_the_red_token_is_that_of_round_4(number, side):
    assert opening(number, 0).go().play("TILE 2").s.corrupted[2] == side


def test_o153_the_red_token_stays_red_when_moved():
    table = opening(5, 1)
    table.s.corrupted[1] = 2
    table.go().play("TILE 1", "TILE 2")
    assert list(table.s.corrupted[:4]) == [0, 0, 2, 0]


def test_events_answer_a_token_placed_or_moved():
    assert opening(2).listen(st.E_CORRUPT).go().play("TILE 2").heard() == ["corrupt"]
    assert opening(3, 0).listen(st.E_CORRUPT).go().play("TILE 0", "TILE 1").heard() == ["corrupt"]


def test_a005_a_token_marks_its_tile_and_lies_on_no_space():
    table = opening(2).go().play("TILE 2")
    assert (table.s.corruption_space == -1).all() and not table.decision.startswith("CORRUPTION")


def test_a005_by_the_option_it_lies_on_a_free_space():
    table = opening(2, corruption_on_space=1).go().play("TILE 1")
    assert table.decision == "CORRUPTION_SPACE 0"
    assert table.choices() == ["SPACE 6", "SPACE 10", "SPACE 11"]  # Courtiers on 7 to 9
    table.play("SPACE 6")
    assert table.s.corruption_space[1] == 6


def test_a005_by_the_option_a_moved_token_goes_to_a_space_of_the_new_tile():
    table = opening(3, 2, corruption_on_space=1)
    table.s.corruption_space[2] = 13
    table.go().play("TILE 2", "TILE 3", "SPACE 20")
    assert list(table.s.corruption_space[:4]) == [-1, -1, -1, 20] and list(table.s.corrupted[:4]) == [0, 0, 0, 1]


def test_a005_by_the_option_a_full_tile_gets_none():
    table = opening(2, corruption_on_space=1)
    for i in range(6):
        table.stand(8 + i, 12 + i)
    assert table.go().choices() == ["TILE 0", "TILE 1", "TILE 3"]


# ---- Enhancement tokens ---------------------------------------------------------------------------------------------
TAKEN = {  # what has been taken before each round, and what can be taken then: the middle branch, then the first
    1: ((), (), ["NODE 0"]),
    2: ((0,), (), ["NODE 16"]),
    3: ((0,), (0,), ["NODE 1"]),
    4: ((0, 1), (0,), ["NODE 17", "NODE 18", "NODE 19"]),
    5: ((0, 1), (0, 2), ["NODE 2", "NODE 3", "NODE 4"]),
    6: ((0, 1, 2), (0, 2), ["NODE 21"]),
    7: ((0, 1, 2), (0, 2, 5), ["NODE 5"]),
}


@pytest.mark.parametrize("number", TAKEN)
def test_o145_o147_o151_a003_a004_where_the_enhancement_of_each_round_goes(number):
    thralls, creatures, choices = TAKEN[number]
    table = enhancing(number, thralls, creatures).go()
    assert table.decision == "ENHANCEMENT 0" and table.choices() == choices


@pytest.mark.parametrize("number", range(8, 13))
def test_a003_from_round_8_on_there_are_none(number):
    assert enhancing(number, (0, 1, 2, 5), (0, 2, 5)).go().decision != "ENHANCEMENT 0"


def test_o148_b072_it_works_at_once():
    table = enhancing(2).go().play("NODE 16")
    assert table.s.live[st.NODE_SOURCE + st.NODES] == 1 and table.s.live[st.NODE_SOURCE] == 0


def test_o149_o150_one_token_in_each_column_and_for_good():
    table = enhancing(5, (0, 1, 3), (0, 2)).go()
    assert table.decision != "ENHANCEMENT 0" and list(table.s.node[0, :5]) == [1, 1, 0, 1, 0]


def test_a004_content_may_link_positions_otherwise():
    table = enhancing(7, (0, 1, 2), (0, 2, 5))
    table.t.node_from[0, 6] |= 1 << 2
    assert table.go().choices() == ["NODE 5", "NODE 6"]


def test_e007_trees_in_round_5():
    table = opening(5, 0, 2)
    table.s.node[0, [0, 1]] = table.s.node[1, [0, 2]] = 1  # the creatures' token of round 4: the middle branch
    table.go()
    assert table.decision == "CORRUPTION_TOKEN 0" and "PASS" in table.choices()
    table.play("PASS")
    assert table.choices() == ["NODE 2", "NODE 3", "NODE 4"]
    table.play("NODE 2")  # the upper branch
    table.s.turn, table.s.depth, table.s.tasks[0, st.STAGE] = 5, 0, stages.ENHANCING
    assert table.go().choices() == ["NODE 21"]
    table.play("NODE 21")
    table.s.turn, table.s.depth, table.s.tasks[0, st.STAGE] = 6, 0, stages.ENHANCING
    assert table.go().choices() == ["NODE 5"]
    table.play("NODE 5")
    assert table.s.node[0].sum() == 4 and table.s.node[1].sum() == 3


# ---- freezing -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("number", range(1, 10))
def test_o155_a012_frozen_the_track_brings_nothing_new(number):
    table = opening(number, 0)
    table.s.frozen = 1
    assert table.go().decision == "PLAN_FIRST 1"
    assert list(table.s.corrupted[:2]) == [1, 0]


def test_o155_o190_enhancements_work_on_in_the_final_battle():
    table = enhancing(2, (0,))
    table.do(begin_battle, st.BY_UNMASKING)
    assert table.s.frozen == 1 and table.s.live[st.NODE_SOURCE] == 1
