"""How procedures, programs that wait and questions follow each other: EFFECTS.md (*Triggers*), O162, B28, B43, B90."""

from __future__ import annotations

import pytest
from rules.okko.position_p import ASHIGARU, BLANK, HIT, NINJA, NOBURO, OKKO, RULES, Game

from shugyo.envs.core.content import Content, Overlay, shipped
from shugyo.envs.okko import actions as act
from shugyo.envs.okko import ops
from shugyo.envs.okko import state as st
from shugyo.envs.okko.compile import program
from shugyo.envs.okko.rules import companion, hero, stages
from shugyo.envs.okko.scenarios import OkkoContent

TALENT = st.HERO_SOURCE + OKKO * st.TALENTS
ASKS = 'may = true, do = [{ op = "heal" }]'


class Course(Game):
    """A Hero's activation in a round, carried on by `run` itself; decisions are answered as in a game."""

    def __init__(self, figure: int = OKKO) -> None:
        super().__init__()
        s = self.state
        s.phase, s.position = st.ACTIVATIONS, st.HEROES
        s.card_place[: 2 * st.HERO_CARDS] = st.HAND
        s.order[:2] = OKKO, NOBURO
        self.tables.wounds_to_eliminate = 3
        self.stand(OKKO, 0).stand(NOBURO, 12)
        self.push(st.T_ROUND, -1, stages.ONI_TURN)
        self.push(st.T_HERO, OKKO, hero.ACTING)
        s.actions_left[OKKO] = 3

    def push(self, kind: int, figure: int, stage: int) -> None:
        """A task is under way."""
        RULES.tasks.push_task(self.state, kind, figure)
        self.state.tasks[self.state.task_count - 1, st.STAGE] = stage

    def run(self) -> Course:
        RULES.run.run(self.state, self.tables)
        return self

    def under_way(self, kind: int) -> bool:
        """Whether a task of that kind is on the stack."""
        return bool((self.state.tasks[: self.state.task_count, st.KIND] == kind).any())


def attack(game: Course, *faces: int) -> Course:
    """Okko attacks the thrall beside him with three Combat dice."""
    game.tables.kind_stat[0, st.DEFENSE] = 2
    game.stand(ASHIGARU, 1).dice(*faces)
    RULES.attack.begin_attack(game.state, game.tables, OKKO, ASHIGARU, ops.MELEE, 0, 0, 0)
    return game.run()


# ---- when programs run ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("event", ["attack", "roll"])
def test_what_answers_an_attack_or_its_roll_runs_before_it_goes_on(event: str):
    game = Course()
    game.answers(TALENT, f'event = "{event}", {ASKS}')
    attack(game, HIT, HIT, BLANK)
    assert game.asked == "MAY" and game.under_way(st.T_ATTACK)
    assert game.damage(ASHIGARU) == 0


@pytest.mark.parametrize("event", ["hit", "harmed"])
def test_what_answers_a_hit_or_its_damage_runs_when_the_attack_has_ended(event: str):
    game = Course()
    game.answers(TALENT, f'event = "{event}", whose = "any", {ASKS}')
    game.tables.die_push[ops.COMBAT_DIE, BLANK] = 1
    attack(game, HIT, HIT, BLANK)
    assert game.asked == "PUSH_SPACE" and game.damage(ASHIGARU) == 1
    RULES.attack.play_push_space(game.state, game.tables, act.PASS)
    game.state.depth = 0
    game.run()
    assert game.asked == "MAY" and not game.under_way(st.T_ATTACK)


def test_o162_b028_what_answers_a_failed_sneak_test_runs_when_the_hero_has_been_caught():
    game = Course()
    game.tables.tile_prohibited[1] = 9
    game.answers(TALENT, f'event = "fail", {ASKS}')
    game.stand(OKKO, 3).dice(*[5] * 9)
    RULES.moves.begin_move(game.state, game.tables, OKKO, 1, 1)
    game.run()
    assert game.asked == "MOVE_SPACE"
    game.answer(act.SPACE_NAME + 4)
    assert game.asked == "MAY" and game.state.at[OKKO] == 4
    assert not game.under_way(st.T_MOVE)


# ---- missions -------------------------------------------------------------------------------------------------------
def with_mission(game: Course) -> Course:
    """An Objective that both sides have reached at once."""
    game.tables.mission_exists[0] = 1
    game.tables.mission_needs[0] = 1, 1
    game.state.progress[0] = 1, 1
    return game


@pytest.mark.parametrize("alive", [True, False])
def test_b090_the_last_action_of_a_hero_who_dies_of_it_counts_for_the_heroes(alive: bool):
    game = with_mission(Course())
    game.stand(NINJA, 5)
    if not alive:
        RULES.harm.eliminate(game.state, game.tables, OKKO, -1)
    game.run()
    assert game.state.completed[0] == st.BLUE


def test_b090_so_does_that_of_a_companion():
    game = with_mission(Course())
    game.stand(NINJA, 5).stand(st.COMPANION_FIGURE, 1)
    game.state.companion[OKKO] = 0
    game.state.tasks[1, st.STAGE] = hero.CLOSED
    game.push(st.T_COMPANION, st.COMPANION_FIGURE, companion.CHOOSING)
    RULES.harm.eliminate(game.state, game.tables, st.COMPANION_FIGURE, -1)
    game.run()
    assert game.state.completed[0] == st.BLUE


# ---- tokens on the move ---------------------------------------------------------------------------------------------
def chest(game: Game) -> Game:
    """A Chest with two Penalty tokens on Space 13."""
    s, t = game.state, game.tables
    t.num_tokens, t.token_kind[0] = 1, st.CHEST
    s.token_at[0], s.token_on[13], s.penalties[13] = 13, 0, 2
    return game.play('{ op = "token", kind = "chest", n = 1 }', -1)


def test_b043_penalty_tokens_go_with_the_chest():
    game = chest(Game())
    game.answer(act.SPACE_NAME + 13).answer(act.SPACE_NAME + 9)
    assert game.state.penalties[9] == 2 and game.state.penalties.sum() == 2


def test_b032_no_token_is_put_where_it_would_close_a_test():
    game = Game()
    game.tables.test_stat[9] = st.MIGHT
    chest(game).answer(act.SPACE_NAME + 13)
    assert 8 in game.spaces()
    assert 9 not in game.spaces()


# ---- E5 -------------------------------------------------------------------------------------------------------------
def test_e005_o133_dark_influence_moves_courtiers_while_other_figures_are_activated():
    """The Oni activates its thralls, who are Samurai here, and plays it: two Areas, then one more if it likes."""
    game = Course()
    t, s = game.tables, game.state
    t.num_tokens, t.token_kind[0], s.token_at[0], s.token_on[2] = 1, st.COURTIER_TOKEN, 2, 0
    game.stand(ASHIGARU, 3).state.corrupted[0] = 1
    effect = Content("okko", shipped("okko"), Overlay([])).convert(OkkoContent).events["dark_influence"].do
    t.event_program[5], s.event_place[5], s.hand_size = game.code(program(effect)), st.EVENT_HAND, 1
    s.task_count = 1  # the Hero's turn is over, the Oni's comes
    game.run().answer(act.KIND_NAME).answer(act.PLAY_EVENT).answer(act.EVENT_NAME + 5)
    assert game.asked == "TARGET_TOKEN" and s.seat == st.ONI_SEAT and game.spaces() == {2}
    game.answer(act.SPACE_NAME + 2)
    assert game.asked == "TARGET_SPACE" and {4, 10, 11} < game.spaces() and not {0, 2, 3, 12} & game.spaces()
    game.answer(act.SPACE_NAME + 10)
    assert s.token_on[10] == 0 and s.token_on[2] == -1 and game.asked == "MAY"
    game.answer(act.PASS)
    assert game.asked == "ONI_FIGURE" and game.figures() == {ASHIGARU} and s.event_place[5] == st.EVENT_DISCARD
