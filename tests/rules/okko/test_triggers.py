"""Programs and triggers: what they do on the table, which triggers answer an event, in which order (EFFECTS.md)."""

from __future__ import annotations

import pytest
from rules.okko.position_p import (
    ASHIGARU,
    NINJA,
    NINJAS,
    NOBURO,
    OKKO,
    ONI,
    RULES,
    SECOND_ASHIGARU,
    SECOND_NINJA,
    Game,
    ended,
)

from shugyo.envs.okko import actions as act
from shugyo.envs.okko import state as st

DAMAGE_TARGET = 'do = [{ op = "damage", whom = "target" }]'


@pytest.fixture
def game() -> Game:
    """Okko on 0 with Noburo beside him; an Ashigaru on 2, a Ninja on 10."""
    return Game().stand(OKKO, 0).stand(NOBURO, 1).stand(ASHIGARU, 2).stand(NINJA, 10)


# ---- the table ------------------------------------------------------------------------------------------------------
def test_token_is_moved_to_a_free_space_within_so_many_areas(game: Game):
    s, t = game.state, game.tables
    t.num_tokens = 2
    t.token_kind[:2] = st.COURTIER_TOKEN, st.CHEST
    s.token_at[:2] = 12, 13
    s.token_on[[12, 13]] = 0, 1
    game.play('{ op = "token", kind = "courtier", n = 1 }', -1)
    assert game.asked == "TARGET_TOKEN" and game.spaces() == {12}
    game.answer(act.SPACE_NAME + 12)
    assert game.asked == "TARGET_SPACE" and game.spaces() == {6, 7, 3, 8, 9, 14, 15}
    game.answer(act.SPACE_NAME + 9)
    assert s.token_at[0] == 9 and s.token_on[9] == 0 and s.token_on[12] == -1 and ended(game)


def test_b032_no_token_is_moved_to_the_space_of_a_test(game: Game):
    t, s = game.tables, game.state
    t.num_tokens, t.token_kind[0], s.token_at[0], s.token_on[12] = 1, st.CHEST, 12, 0
    t.test_stat[7] = st.GUILE
    game.play('{ op = "token", kind = "chest", n = 1 }', -1).answer(act.SPACE_NAME + 12)
    assert game.asked == "TARGET_SPACE" and game.spaces() == {3, 6, 8, 9, 13, 14, 15}  # not 7


def test_corrupt_moves_a_token_to_a_tile_without_one(game: Game):
    game.state.corrupted[0] = 2
    game.play('{ op = "corrupt" }', OKKO)
    assert game.asked == "TARGET_TILE" and game.state.seat == st.ONI_SEAT and game.legal() == {act.TILE_NAME}
    game.answer(act.TILE_NAME)
    assert game.legal() == {act.TILE_NAME + 1}
    game.answer(act.TILE_NAME + 1)
    assert list(game.state.corrupted[:2]) == [0, 2] and ended(game)


def test_a005_corrupt_asks_for_a_space_with_that_option(game: Game):
    game.tables.corruption_on_space = 1
    game.state.corrupted[0], game.state.corruption_space[0] = 1, 3
    game.play('{ op = "corrupt" }', OKKO).answer(act.TILE_NAME).answer(act.TILE_NAME + 1)
    assert game.asked == "TARGET_SPACE" and game.spaces() == {4, 5, 11, 16, 17}
    game.answer(act.SPACE_NAME + 11)
    assert list(game.state.corruption_space[:2]) == [-1, 11] and ended(game)


def test_a012_corrupt_does_nothing_once_frozen(game: Game):
    game.state.corrupted[0], game.state.frozen = 1, 1
    assert ended(game.play('{ op = "corrupt" }', OKKO))


def test_summon_brings_a_figure_of_the_type_without_cost(game: Game):
    game.play('{ op = "summon", type = "creature", n = 1 }', OKKO)
    assert game.asked == "SUMMON" and game.state.seat == st.ONI_SEAT
    game.answer(act.KIND_NAME + NINJAS).answer(act.SPACE_NAME + 16)
    assert game.state.at[SECOND_NINJA] == 16 and ended(game)


def test_b073_the_alarm_is_raised(game: Game):
    game.play('{ op = "alarm" }', NINJA)
    assert game.state.alarm == 1


def test_progress_counts_for_the_mission_whose_program_it_is(game: Game):
    game.tables.mission_exists[2] = 1
    game.play('{ op = "progress", side = "oni", n = 3 }', -1, source=st.MISSION_SOURCE + 2)
    assert list(game.state.progress[2]) == [0, 3]


# ---- triggers -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("whose", "answering"),
    [("own", {OKKO}), ("friend", {OKKO, NOBURO}), ("foe", {ASHIGARU}), ("any", {OKKO, NOBURO, ASHIGARU})],
)
def test_whose_event_is_answered(game: Game, whose: str, answering: set[int]):
    game.answers(st.HERO_SOURCE, f'event = "move", whose = "{whose}", do = [{{ op = "actions" }}]')
    for figure in (OKKO, NOBURO, ASHIGARU):
        before = int(game.state.actions_left[OKKO])
        game.emit("move", figure).run()
        assert (game.state.actions_left[OKKO] > before) == (figure in answering)


def test_an_event_of_nobody_is_everybodys(game: Game):
    game.answers(st.HERO_SOURCE, 'event = "round", do = [{ op = "actions" }]')
    game.emit("round").run()
    assert game.state.actions_left[OKKO] == 1


def test_foe_asks_for_the_other_figure_or_else_the_own(game: Game):
    game.answers(st.HERO_SOURCE, 'event = "hit", foe = "creature", do = [{ op = "actions" }]')
    game.answers(st.HERO_SOURCE, 'event = "summon", whose = "any", foe = "creature", do = [{ op = "actions", n = 3 }]')
    game.emit("hit", OKKO, ASHIGARU).emit("summon", ASHIGARU).run()
    assert game.state.actions_left[OKKO] == 0
    game.emit("hit", OKKO, NINJA).run()
    assert game.state.actions_left[OKKO] == 1
    game.emit("summon", NINJA).run()
    assert game.state.actions_left[OKKO] == 4


def test_a_source_that_does_not_work_answers_nothing(game: Game):
    game.answers(st.CARD_SOURCE, 'event = "move", do = [{ op = "actions" }]')
    game.state.live[st.CARD_SOURCE] = 0
    game.emit("move", OKKO)
    assert game.state.queue_size == 0


def test_each_figure_of_a_kind_bears_its_talent(game: Game):
    game.stand(SECOND_ASHIGARU, 4)
    game.answers(st.KIND_SOURCE, 'event = "alarm", whose = "any", do = [{ op = "actions" }]')
    game.emit("alarm", OKKO).run()
    assert list(game.state.actions_left[8:12]) == [1, 1, 0, 0]


def test_b072_a_position_of_a_tree_is_for_all_agents_of_its_type(game: Game):
    game.answers(st.NODE_SOURCE + st.NODES, 'event = "round", do = [{ op = "actions" }]')  # the creatures' tree
    game.stand(ONI, 3)
    game.state.live[st.NODE_SOURCE + st.NODES] = 1
    game.emit("round").run()
    assert list(game.state.actions_left[8:14]) == [0, 0, 0, 1, 0, 1]


def test_a_mission_is_borne_by_nobody_and_hears_all(game: Game):
    game.tables.mission_exists[0] = 1
    game.answers(st.MISSION_SOURCE, 'event = "open", do = [{ op = "progress", side = "heroes", n = 2 }]')
    game.emit("open", NOBURO).run()
    assert game.state.progress[0, st.THE_HEROES] == 2


def test_a_mission_asks_whose_event_it_is(game: Game):
    game.answers(st.MISSION_SOURCE, f'event = "open", do = [{{ op = "target", whose = "any", {DAMAGE_TARGET} }}]')
    game.emit("open", NOBURO).run()
    assert game.state.seat == 2


@pytest.mark.parametrize("limit", [1, 2])
def test_a_limit_counts_in_a_round(game: Game, limit: int):
    game.answers(st.HERO_SOURCE, f'event = "move", limit = {limit}, do = [{{ op = "actions" }}]')
    for _ in range(3):
        game.emit("move", OKKO)  # all before the first is carried out
    game.run()
    assert game.state.actions_left[OKKO] == limit
    game.state.fired[:] = 0  # the next round
    game.emit("move", OKKO).run()
    assert game.state.actions_left[OKKO] == limit + 1


def test_b056_may_asks_and_only_a_yes_counts_for_the_limit(game: Game):
    game.answers(st.HERO_SOURCE, 'event = "move", may = true, limit = 1, do = [{ op = "actions" }]')
    game.emit("move", OKKO).run()
    assert game.asked == "MAY" and game.state.seat == 1
    game.answer(act.PASS)
    game.emit("move", OKKO).run().answer(act.YES)
    assert game.state.actions_left[OKKO] == 1
    game.emit("move", OKKO).run()
    assert game.asked == ""


def test_a_question_within_the_answer_does_not_count_again(game: Game):
    inner = '{ op = "may", do = [{ op = "actions" }] }'
    game.answers(st.HERO_SOURCE, f'event = "move", may = true, limit = 2, do = [{inner}]')
    for _ in range(2):
        game.emit("move", OKKO).run().answer(act.YES).answer(act.YES)
    assert game.state.actions_left[OKKO] == 2


@pytest.mark.parametrize("oni_acts", [True, False])
def test_b057_the_side_that_acts_answers_first_then_by_seat_and_card(game: Game, oni_acts: bool):
    sources = [st.KIND_SOURCE, st.ITEM_SOURCE, st.CARD_SOURCE + 8, st.HERO_SOURCE, st.MISSION_SOURCE]
    game.state.item_owner[0] = OKKO
    for source in sorted(sources):  # as content numbers them
        game.answers(source, 'event = "round", do = [{ op = "actions" }]')
    if oni_acts:
        RULES.tasks.push_task(game.state, st.T_ONI, -1)
    game.emit("round")
    bearers = [int(game.tables.trigger_source[game.state.queue[i, 0]]) for i in range(game.state.queue_size)]
    heroes = [st.HERO_SOURCE, st.ITEM_SOURCE, st.CARD_SOURCE + 8]
    agents = [st.KIND_SOURCE]
    expected = agents + heroes if oni_acts else heroes + agents
    assert bearers == [*expected, st.MISSION_SOURCE]


def test_answers_wait_for_the_program_that_goes_on(game: Game):
    game.answers(st.HERO_SOURCE, 'event = "harmed", do = [{ op = "heal" }]')
    game.play('{ op = "damage", n = 2 }, { op = "if", wounded = true, do = [{ op = "actions" }] }', OKKO)
    assert (game.damage(OKKO), game.state.actions_left[OKKO]) == (1, 1)


# ---- Personal Missions ----------------------------------------------------------------------------------------------
def test_o224_a_personal_mission_counts_its_event(game: Game):
    game.tables.goal_needs[NOBURO, 0] = 2
    game.answers(st.GOAL_SOURCE + st.GOALS, 'event = "eliminate", foe = "creature", do = []')
    game.emit("eliminate", NOBURO, ASHIGARU).emit("eliminate", OKKO, NINJA).emit("eliminate", NOBURO, NINJA)
    assert (game.state.goal_count[NOBURO], game.state.goal_done[NOBURO]) == (1, 0)
    game.emit("eliminate", NOBURO, NINJA)
    assert game.state.goal_done[NOBURO] == 1 and game.state.queue_size == 0


def test_a_personal_mission_may_ask_where_the_hero_stands(game: Game):
    game.tables.goal_needs[NOBURO, 0], game.tables.goal_tile[NOBURO, 0] = 5, 1
    game.answers(st.GOAL_SOURCE + st.GOALS, 'event = "open", do = []')
    game.emit("open", NOBURO)
    assert game.state.goal_count[NOBURO] == 0
    game.stand(NOBURO, 5).emit("open", NOBURO)
    assert game.state.goal_count[NOBURO] == 1
