"""What the words of the rules mean, chapters 1, 7, 11, 22, 24, 25: who is who, which dice, allies, tokens, colours."""

from __future__ import annotations

import pytest
from rules.okko.boards_g import HALL, LANE, one_tile
from rules.okko.position_g import HIT, TEST, Game
from rules.okko.position_s import Table

from shugyo.envs.okko import ops
from shugyo.envs.okko import state as st
from shugyo.envs.okko.game import agents
from shugyo.envs.okko.rules import stages
from shugyo.envs.okko.rules.battle import begin_battle, end_battle
from shugyo.envs.okko.rules.corruption import lay_token
from shugyo.envs.okko.rules.harm import eliminate
from shugyo.envs.okko.rules.memoirs import add_memoir, outcome
from shugyo.envs.okko.rules.missions import check_missions, progress

SWORD = 5


@pytest.fixture
def hall() -> Game:
    return Game(one_tile(HALL))


def returns(table: Table) -> list[float]:
    """What the seats in play get."""
    got, score = ([0.0] * 5, [0.0] * 5)
    table.do(outcome, got, score)
    return got[: 1 + int(table.t.num_heroes)]


# ---- who plays, and for what ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(("escaped", "oni"), [(True, 1), (False, -1)])
def test_o001_one_seat_is_the_oni_and_all_heroes_win_or_lose_together(escaped, oni):
    table = Table(heroes=3).at(stages.HERO_TURN).hide(4, 0)
    assert agents(table.t) == ["oni_0", "hero_0", "hero_1", "hero_2"]
    table.do(eliminate, 1, -1)  # a red Recollection of one point; the battle's are worth 4
    table.do(end_battle, escaped)
    assert returns(table) == [oni, -oni, -oni, -oni]  # the dead Hero shares it


def test_o003_nature_and_identity_are_looked_for():
    """Of the two secrets one is an Oni, the other a Courtier; both can be named, and so can the innocent."""
    table = Table().at(stages.APPEARING, 2)
    assert table.t.clue_kind[table.s.nature] == st.ONI_CLUE and table.t.clue_kind[table.s.identity] == st.COURTIER_CLUE
    named = table.go().choices()
    assert {f"CLUE {table.s.nature}", f"CLUE {table.s.identity}"} < set(named) and len(named) == 1 + 3 + 2


@pytest.mark.parametrize("investigation", [True, False])
def test_o004_what_ends_a_scenario_with_and_without_an_investigation(investigation):
    """A Mission Tile never ends an investigation, the Final Battle does; without one the objective ends the game."""
    table = Table(investigation=investigation).at(stages.HERO_TURN)
    table.t.mission_exists[0], table.t.mission_needs[0] = 1, (2, 2)
    table.t.mission_decides[0] = not investigation
    table.do(progress, 0, st.THE_HEROES, 2)
    table.do(check_missions, st.THE_HEROES)
    assert table.s.completed[0] == st.BLUE and table.s.over == (not investigation)
    if investigation:
        table.do(begin_battle, st.BY_WRONG)
        assert table.s.over == 0
        table.do(end_battle, False)
        assert table.s.over == 1


# ---- dice -----------------------------------------------------------------------------------------------------------
def test_o009_combat_dice_for_attacks_action_dice_for_what_enhances_them_test_dice_for_tests(hall):
    hall.stand("okko", "x.a1").stand("ninja 0", "x.a2")
    hall.dice(*[0] * 3).attack("okko", "ninja 0")
    assert hall.rolled == [ops.COMBAT_DIE] * 3  # his MIGHT
    hall.s.mods[0, st.MIGHT] = 2
    hall.dice(*[0] * 5).attack("okko", "ninja 0")
    assert hall.rolled[3:] == [ops.COMBAT_DIE] * 3 + [ops.ACTION_DIE] * 2  # the Combat dice first
    hall.dice(*[0] * 4).ask("attribute_tests.begin_test", "okko", -1, st.SPEED, 4, 1, 1 << ops.TESTING)
    hall.run()
    assert hall.rolled[8:] == [ops.TEST_DIE] * 4 and TEST[0] == 0


@pytest.mark.parametrize("turned_up", [False, True])
def test_o095_a_card_that_works_gives_its_effect_a_bonus_to_might_as_action_dice(hall, turned_up):
    hall.stand("okko", "x.a1").stand("ninja 0", "x.a2").modifier(st.ITEM_SOURCE + SWORD, st.MIGHT, 2)
    hall.s.item_owner[SWORD], hall.s.item_slot[SWORD], hall.t.item_classes[SWORD] = 0, st.RIGHT_HAND, 1
    hall.s.turned_up[0] = SWORD if turned_up else -1
    hall.ask("sources.refresh_sources")
    hall.dice(*[HIT] * 5).attack("okko", "ninja 0")
    assert hall.rolled == [ops.COMBAT_DIE] * 3 + [ops.ACTION_DIE] * (2 if turned_up else 0)


# ---- Followers ------------------------------------------------------------------------------------------------------
def test_o111_o173_followers_are_figures_on_the_board_and_allies_of_all_heroes(hall):
    hall.stand("okko", "x.a1").stand("noburo", "x.a4").stand("okko's", "x.a2").stand("ashigaru 0", "x.a3")
    attacks = [(one, other) for one in ("okko", "noburo", "ashigaru 0") for other in ("okko's", "ashigaru 0")]
    can = [pair for pair in attacks if hall.ask("attack.can_attack", pair[0], ops.MELEE, pair[1])]
    assert can == [("okko", "ashigaru 0"), ("noburo", "ashigaru 0"), ("ashigaru 0", "okko's")]


def test_o111_any_hero_crosses_an_area_full_of_followers_no_agent_does():
    lane = Game(one_tile(LANE)).stand("noburo", "x.a1")
    for hero, space in (("okko", "x.b1"), ("noshin", "x.b2"), ("setsuka", "x.b3")):
        lane.stand(f"{hero}'s", space)
    assert lane.areas("noburo", 2) == ["x.a", "x.c"]
    assert lane.stand("ninja 0", "x.a2").areas("ninja 0", 2) == ["x.a"]


# ---- corruption and conditions --------------------------------------------------------------------------------------
def test_o233_a_tile_with_a_corruption_token_is_corrupted_red_or_not(hall):
    """So thralls there may be activated, and what holds on corrupted Tiles does."""
    hall.stand("ashigaru 0", "x.a1").talent("ashigaru 0", st.DEFENSE, 2, when=ops.ON_CORRUPTED)
    defense = {}
    for token in (0, 1, 2):
        hall.s.corrupted[0] = token
        acts = bool(hall.ask("oni.figure_may_act", "ashigaru 0"))
        defense[token] = acts, hall.ask("stats.stat", "ashigaru 0", st.DEFENSE, 0, -1)
    assert defense == {0: (False, 3), 1: (True, 5), 2: (True, 5)}


def test_o233_a_tile_is_corrupted_from_when_a_token_comes_until_it_goes():
    table = Table().at(stages.CORRUPTING, 2)
    table.do(lay_token, -1, 2, -1)
    assert list(table.s.corrupted[:4]) == [0, 0, 1, 0]
    table.do(lay_token, 2, 3, -1)
    assert list(table.s.corrupted[:4]) == [0, 0, 0, 1]


def test_o199_a021_o253_a_condition_is_a_token_of_one_figure_and_there_are_enough_for_all(hall):
    """Its worse side is up first; five Ashigaru can all be Poisoned, though a box has four tokens."""
    figures = [hall.stand(f"ashigaru {n}", space).figure(f"ashigaru {n}") for n, space in enumerate(SPACES)]
    task = hall.s.tasks[0]
    for figure in figures[:5]:
        task[:], hall.s.task_count = 0, 1
        task[[st.KIND, st.FIGURE]] = st.T_PROGRAM, figure
        hall.t.code[1] = ops.CONDITION, st.POISONED, ops.SELF, 0, 0, 0
        task[st.STAGE] = 1
        hall.ask("interpreter.run_program")
    hall.s.task_count = 0
    assert hall.s.condition[figures].tolist() == [[0, 2, 0, 0]] * 5 + [[0, 0, 0, 0]]
    values = [hall.ask("stats.stat", figure, st.DEFENSE, 0, -1) for figure in figures]
    assert values == [3 - 2] * 5 + [3]


SPACES = ("x.a1", "x.a2", "x.a3", "x.a4", "x.b1", "x.b2")


# ---- the Memoirs ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("colour", "winner"), [(st.BLUE, st.THE_HEROES), (st.RED, st.THE_ONI)])
def test_o226_blue_recollections_are_the_heroes_red_ones_the_onis_and_they_decide(colour, winner):
    """The Oni escapes, which is 4 red points; two large Recollections of 4 more turn that or settle it."""
    table = Table().at(stages.HERO_TURN).hide(4, 0)
    table.t.memoir_size[[st.UNMASKED, st.ALARM]] = 0
    table.do(add_memoir, st.UNMASKED, colour)
    table.do(add_memoir, st.ALARM, colour)
    table.do(end_battle, True)
    assert table.s.winner == 1 + winner


@pytest.mark.parametrize("how", [st.BY_WRONG, st.BY_ROUND, st.BY_SCHEME])
def test_o188_objectives_that_are_open_go_on_in_the_final_battle(how):
    table = Table().at(stages.HERO_TURN, 8).hide(4, 0)
    table.t.mission_exists[0], table.t.mission_needs[0], table.t.mission_size[0] = 1, (2, 2), 1
    table.do(begin_battle, how)
    table.do(progress, 0, st.THE_HEROES, 2)
    table.do(check_missions, st.THE_ONI)
    assert table.s.completed[0] == table.s.memoir[st.MISSION_MEMOIR] == st.BLUE and table.s.over == 0


def test_o192_after_round_8_what_is_recorded_is_limited():
    """By default "The Oni was Unmasked" is withheld, by the option all; before round 8 nothing is."""
    recorded = {}
    for blocks in (0, 1):
        table = Table(round8_blocks_all=blocks).at(stages.APPEARING, 8).hide(4, 0)
        table.do(add_memoir, st.EMBARRASSING, st.RED)
        table.on_to("PLAN_FIRST 1")
        table.do(add_memoir, st.ALARM, st.RED)
        recorded[blocks] = [row for row in range(st.MEMOIRS) if table.s.memoir[row]]
    assert recorded == {0: [st.ALARM, st.EMBARRASSING], 1: [st.EMBARRASSING]}


# ---- clues ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("clue", [1, 5])
def test_o164_a_card_that_was_drawn_tells_what_or_who_the_oni_is_not(clue):
    table = Table().at(stages.APPEARING, 2).hide(4, 0)
    table.s.clue_place[clue] = st.CLUE_HELD
    assert table.go().play(f"CLUE {clue}").s.accused[clue] == 1  # wrongly
