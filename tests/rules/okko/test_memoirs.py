"""Chapter 24, Tikku's Memoirs: O226 to O230, the rulings A8 to A10, A39, B92, B94, B95, B102, and example E2."""

from __future__ import annotations

import numpy as np
import pytest
from rules.okko.position_s import Table

from shugyo.envs.okko import state as st
from shugyo.envs.okko.rules import stages
from shugyo.envs.okko.rules.battle import begin_battle, end_battle
from shugyo.envs.okko.rules.harm import eliminate
from shugyo.envs.okko.rules.memoirs import add_memoir, outcome, points

LARGE, MEDIUM, SMALL = range(3)
ROWS = [st.UNMASKED, st.ALARM, st.EMBARRASSING, st.MISSION_MEMOIR, st.MISSION_MEMOIR + 1]


def playing(heroes: int = 2, **rules: int) -> Table:
    return Table(heroes, **rules).at(stages.HERO_TURN).hide(4, 0)


def recorded(blue=(), red=(), **rules: int) -> Table:
    """Recollections of these sizes."""
    table = playing(**rules)
    for row, (size, colour) in enumerate([(size, st.BLUE) for size in blue] + [(size, st.RED) for size in red]):
        table.t.memoir_size[ROWS[row]] = size
        table.s.memoir[ROWS[row]] = colour
    return table


def ended(table: Table, escaped: bool) -> Table:
    """The Final Battle ends so; its Recollections are large, unless the position says otherwise."""
    table.do(end_battle, escaped)
    return table


def results(table: Table) -> tuple[list[float], list[float]]:
    """Returns and score of the seats in play."""
    returns, score = np.full(5, 7, np.float32), np.full(5, 7, np.float32)
    table.do(outcome, returns, score)
    seats = 1 + int(table.t.num_heroes)
    assert (returns[seats:] == 7).all() and (score[seats:] == 7).all()
    return [float(value) for value in returns[:seats]], [float(value) for value in score[:seats]]


# ---- points ---------------------------------------------------------------------------------------------------------
def test_e002_o230_points():
    table = recorded(blue=[LARGE, MEDIUM, SMALL], red=[MEDIUM, SMALL])
    assert table.do(points, st.THE_HEROES) == 7 and table.do(points, st.THE_ONI) == 3


def test_b104_points_are_content():
    table = recorded(blue=[LARGE], red=[MEDIUM])
    table.t.points[:] = (6, 5, 1)
    assert table.do(points, st.THE_HEROES) == 6 and table.do(points, st.THE_ONI) == 5


def test_b094_o235_each_is_added_once_and_on_one_side():
    table = playing()
    table.do(add_memoir, st.ALARM, st.RED)
    table.do(add_memoir, st.ALARM, st.BLUE)
    assert table.s.memoir[st.ALARM] == st.RED and np.count_nonzero(table.s.memoir) == 1


def test_o228_each_eliminated_hero_adds_a_red_one():
    table = playing(heroes=3)
    table.do(eliminate, 1, -1)
    assert list(table.s.memoir[st.HERO_MEMOIR : st.HERO_MEMOIR + 3]) == [0, st.RED, 0]
    assert table.do(points, st.THE_ONI) == 1


def test_o224_a_fulfilled_mission_of_a_hero_in_play_is_added_at_the_end():
    table = playing()
    table.s.goal_done[1] = 1
    ended(table, escaped=True)
    assert list(table.s.memoir[st.HERO_MEMOIR : st.HERO_MEMOIR + 2]) == [0, st.BLUE]


def test_b095_it_counts_before_the_end_already_and_once():
    table = playing()
    table.s.goal_done[1] = 1
    assert table.do(points, st.THE_HEROES) == 1
    ended(table, escaped=True)
    assert table.do(points, st.THE_HEROES) == 1


def test_a039_who_fulfilled_it_and_was_eliminated_leaves_the_red_one_only():
    table = playing()
    table.s.goal_done[1] = 1
    table.do(eliminate, 1, -1)
    ended(table, escaped=False)
    assert table.s.memoir[st.HERO_MEMOIR + 1] == st.RED
    assert table.do(points, st.THE_HEROES) == 4 and table.do(points, st.THE_ONI) == 1  # Defeated!


# ---- who wins -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("blue", "red", "winner"),
    [([LARGE], [], 1 + st.THE_ONI), ([LARGE, SMALL], [], 1 + st.THE_HEROES), ([LARGE, SMALL], [SMALL, SMALL], 2)],
)
def test_o229_the_higher_sum_wins_whoever_won_the_battle(blue, red, winner):
    table = recorded(blue, red)
    table.t.memoir_size[st.ESCAPED] = LARGE
    table.t.tie_to_battle = 1
    assert ended(table, escaped=True).s.winner == winner


@pytest.mark.parametrize(("escaped", "winner"), [(False, 1 + st.THE_HEROES), (True, 1 + st.THE_ONI)])
def test_a009_a_tie_is_a_draw_or_goes_to_who_won_the_battle(escaped, winner):
    sides = {"blue": [LARGE]} if escaped else {"red": [LARGE]}
    drawn = ended(recorded(**sides), escaped)
    assert drawn.s.winner == 3 and results(drawn)[0] == [0, 0, 0]
    assert ended(recorded(**sides, tie_to_battle=1), escaped).s.winner == winner


def test_b095_returns_and_score():
    table = ended(recorded(blue=[SMALL], red=[MEDIUM], heroes=3), escaped=False)
    assert results(table) == ([-1, 1, 1, 1], [2, 5, 5, 5])
    table = ended(recorded(blue=[SMALL], red=[MEDIUM], heroes=1), escaped=True)
    assert results(table) == ([1, -1], [6, 1])


def test_b095_the_score_at_any_time():
    assert results(recorded(blue=[SMALL], red=[MEDIUM])) == ([0, 0, 0], [2, 1, 1])


# ---- round 8 --------------------------------------------------------------------------------------------------------
def test_a008_after_round_8s_appearance_all_others_are_added_as_ever():
    table = playing()
    table.s.goal_done[0] = 1
    table.do(begin_battle, st.BY_ROUND)
    table.do(add_memoir, st.ALARM, st.RED)
    ended(table, escaped=False)
    assert table.s.memoir[st.ALARM] == st.RED and table.s.memoir[st.DEFEATED] == st.BLUE
    assert table.s.memoir[st.HERO_MEMOIR] == st.BLUE and table.s.memoir[st.UNMASKED] == 0


def test_a008_by_the_option_none_is():
    table = recorded(red=[SMALL], round8_blocks_all=1)
    table.s.goal_done[0] = 1
    table.do(begin_battle, st.BY_ROUND)
    table.do(add_memoir, st.ALARM, st.RED)
    ended(table, escaped=False)
    assert np.count_nonzero(table.s.memoir) == 1 and results(table) == ([1, -1, -1], [1, 0, 0])


@pytest.mark.parametrize("how", [st.BY_UNMASKING, st.BY_WRONG, st.BY_SCHEME])
def test_a008_the_option_is_for_round_8_only(how):
    table = playing(round8_blocks_all=1)
    table.do(begin_battle, how)
    assert ended(table, escaped=False).s.memoir[st.DEFEATED] == st.BLUE


# ---- limits, and scenarios without investigation --------------------------------------------------------------------
def test_b102_cut_off_by_the_number_of_decisions_the_game_is_scored_like_after_the_last_round():
    table = recorded(blue=[SMALL])
    table.s.over = table.s.truncated = 1
    assert results(table) == ([1, -1, -1], [4, 1, 1])


def test_b102_unless_the_heroes_have_more_all_the_same():
    table = recorded(blue=[LARGE, SMALL])
    table.s.over = table.s.truncated = 1
    assert results(table) == ([-1, 1, 1], [4, 5, 5])


@pytest.mark.parametrize("cut_off", ["round", "decisions", "no Hero"])
def test_b092_without_an_investigation_the_onis_side_wins_at_the_limit_and_without_heroes(cut_off):
    table = Table(investigation=False).at(stages.CLOSING, 12)
    table.s.memoir[st.MISSION_MEMOIR] = st.BLUE  # does not decide
    if cut_off == "round":
        table.go()
    elif cut_off == "decisions":
        table.s.over = table.s.truncated = 1
    else:
        table.do(eliminate, 0, -1)
        table.do(eliminate, 1, -1)
    assert results(table)[0] == [1, -1, -1] and table.s.memoir[st.ESCAPED] == 0
