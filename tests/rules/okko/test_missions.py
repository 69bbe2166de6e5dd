"""Chapters 22 and 23: O211, O218 to O220, O224, the rulings A42, B89, B90, B92, B93."""

from __future__ import annotations

import numpy as np
import pytest
from rules.okko.position_s import Table

from shugyo.envs.okko import state as st
from shugyo.envs.okko.rules import stages
from shugyo.envs.okko.rules.goals import count_goal
from shugyo.envs.okko.rules.missions import check_missions, progress
from shugyo.envs.okko.rules.sources import refresh_sources

HEROES, ONI = st.THE_HEROES, st.THE_ONI
FIRST, SECOND = 0, 1


def mission(stage: int = stages.HERO_TURN, needs: tuple[int, int] = (2, 3), **game) -> Table:
    """Two Mission Tiles, with medium Recollections."""
    table = Table(**game).at(stage, 2)
    for number in (FIRST, SECOND):
        table.t.mission_exists[number], table.t.mission_size[number] = 1, 1
        table.t.mission_needs[number] = needs
        table.t.memoir_size[st.MISSION_MEMOIR + number] = 1
    table.do(refresh_sources)
    return table


def count(table: Table, side: int, n: int, number: int = FIRST) -> Table:
    table.do(progress, number, side, n)
    return table


def check(table: Table, side: int = HEROES) -> Table:
    table.do(check_missions, side)
    return table


# ---- Mission Tiles --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("side", "n", "colour"), [(HEROES, 2, st.BLUE), (ONI, 3, st.RED)])
def test_o218_o219_o220_either_side_completes_it_in_its_own_way(side, n, colour):
    table = check(count(mission(), side, n - 1))
    assert table.s.completed[FIRST] == 0 and table.s.memoir[st.MISSION_MEMOIR] == 0
    check(count(table, side, 1))
    assert table.s.completed[FIRST] == colour and table.s.memoir[st.MISSION_MEMOIR] == colour
    assert table.s.completed[SECOND] == 0 and table.s.over == 0


@pytest.mark.parametrize("side", [HEROES, ONI])
def test_b090_it_is_completed_when_it_is_looked_at_whoever_acts(side):
    table = count(mission(), HEROES, 2)
    assert table.s.completed[FIRST] == 0
    assert check(table, side).s.completed[FIRST] == st.BLUE


@pytest.mark.parametrize(("side", "colour"), [(HEROES, st.BLUE), (ONI, st.RED)])
def test_b090_if_both_have_done_it_that_of_the_side_whose_turn_it_is_counts(side, colour):
    assert check(count(count(mission(), HEROES, 2), ONI, 3), side).s.completed[FIRST] == colour


def test_b090_in_step_9_the_onis_counts():
    table = count(count(mission(stages.LOOKING), HEROES, 2), ONI, 3).go()
    assert table.s.completed[FIRST] == st.RED


def test_b089_what_is_completed_is_over():
    table = check(count(mission(), HEROES, 2))
    assert table.s.live[st.MISSION_SOURCE] == 0 and table.s.live[st.MISSION_SOURCE + 1] == 1
    check(count(table, ONI, 3), ONI)
    assert table.s.completed[FIRST] == st.BLUE and table.s.progress[FIRST, ONI] == 0


def test_a_side_that_cannot_complete_it_does_not():
    table = check(count(mission(needs=(0, 3)), HEROES, 9))
    assert table.s.completed[FIRST] == 0


def test_o211_b089_programs_of_step_9_in_the_order_of_the_scenario():
    table = mission(stages.MISSION_TILES)
    table.t.mission_program[[FIRST, SECOND, 2]] = (10, 20, 30)  # 2 is not in this game
    started = []

    def note() -> None:
        started.append(int(table.s.tasks[table.s.task_count, st.SOURCE]) - st.MISSION_SOURCE)

    table.activated = note
    table.go()
    assert table.activations == ["program", "program"] and started == [FIRST, SECOND]


def test_b089_a_completed_one_has_no_program_in_step_9():
    table = check(count(mission(stages.MISSION_TILES), HEROES, 2))
    table.t.mission_program[[FIRST, SECOND]] = (10, 20)
    assert table.go().activations == ["program"]


def test_o211_what_step_9_brings_is_looked_at_in_it():
    table = mission(stages.MISSION_TILES)
    table.t.mission_program[FIRST] = 10
    table.activated = lambda: count(table, ONI, 3)
    assert table.go().s.completed[FIRST] == st.RED


# ---- schemes and objectives -----------------------------------------------------------------------------------------
@pytest.mark.parametrize(("side", "battle"), [(ONI, st.BY_SCHEME), (HEROES, st.NO_BATTLE)])
def test_o182_a042_b090_a_scheme_completed_by_the_oni_brings_it_with_nothing_frozen(side, battle):
    table = mission().hide(4, 0)
    table.t.mission_scheme[FIRST] = 1
    table.t.mission_size[FIRST] = -1
    check(count(table, side, 3), side)
    assert table.s.battle == battle and table.s.frozen == 0 and (table.s.memoir == 0).all()
    assert (table.s.at[16] == 7) == (battle == st.BY_SCHEME)


@pytest.mark.parametrize("side", [HEROES, ONI])
def test_o223_b092_an_objective_decides_a_scenario_without_investigation(side):
    table = mission(investigation=False)
    table.t.mission_decides[FIRST] = 1
    table.s.memoir[st.ALARM] = st.BLUE if side == ONI else st.RED  # Recollections do not decide
    check(count(table, side, 3), side)
    assert table.s.over == 1 and table.s.winner == 1 + side and table.s.truncated == 0


def test_b084_nothing_is_looked_at_after_the_end():
    table = mission(investigation=False)
    table.t.mission_decides[FIRST] = 1
    check(count(count(table, HEROES, 2), HEROES, 2, SECOND))
    assert list(table.s.completed[:2]) == [st.BLUE, 0]


# ---- Personal Missions ----------------------------------------------------------------------------------------------
def goal(needs: int) -> Table:
    table = Table().at(stages.HERO_TURN)
    table.s.goal[:] = 2
    table.t.goal_needs[0, 2] = needs
    table.do(refresh_sources)
    return table


def test_o224_b093_fulfilled_when_it_has_happened_so_often_and_for_good():
    table = goal(3)
    source = st.GOAL_SOURCE + 2
    table.do(count_goal, 0, 2)
    assert table.s.goal_done[0] == 0 and table.s.live[source] == 1
    table.do(count_goal, 0, 1)
    assert table.s.goal_done[0] == 1 and table.s.live[source] == 0 and table.s.goal_done[1] == 0
    table.do(count_goal, 0, 1)
    assert table.s.goal_count[0] == 3


def test_o224_nothing_is_counted_for_the_dead():
    table = goal(1).kill(0)
    table.do(count_goal, 0, 1)
    assert np.count_nonzero(table.s.goal_done) == 0


@pytest.mark.parametrize("goal", range(4))
def test_o225_of_the_missions_on_the_card_one_is_the_heros(goal):
    table = Table().set_up()
    table.s.goal[0] = goal
    table.do(refresh_sources)
    first = st.GOAL_SOURCE
    assert [int(live) for live in table.s.live[first : first + st.GOALS]] == [int(one == goal) for one in range(4)]
