"""How procedures, programs that wait and questions follow each other: EFFECTS.md (*Triggers*), O162, B28, B43, B90."""

from __future__ import annotations

import pytest
from rules.okko.position_p import ASHIGARU, BLANK, HIT, NINJA, NOBURO, OKKO, Game, rules

from shugyo.envs.okko import actions as act
from shugyo.envs.okko import ops
from shugyo.envs.okko import state as st
from shugyo.envs.okko.rules import companion, hero, stages

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
        rules("tasks").push_task(self.state, kind, figure)
        self.state.tasks[self.state.task_count - 1, st.STAGE] = stage

    def run(self) -> Course:
        rules("run").run(self.state, self.tables)
        return self

    def under_way(self, kind: int) -> bool:
        """Whether a task of that kind is on the stack."""
        return bool((self.state.tasks[: self.state.task_count, st.KIND] == kind).any())


def attack(game: Course, *faces: int) -> Course:
    """Okko attacks the thrall beside him with three Combat dice."""
    game.tables.kind_stat[0, st.DEFENSE] = 2
    game.stand(ASHIGARU, 1).dice(*faces)
    rules("attack").begin_attack(game.state, game.tables, OKKO, ASHIGARU, ops.MELEE, 0, 0, 0)
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
    rules("attack").play_push_space(game.state, game.tables, act.PASS)
    game.state.depth = 0
    game.run()
    assert game.asked == "MAY" and not game.under_way(st.T_ATTACK)


def test_o162_b028_what_answers_a_failed_sneak_test_runs_when_the_hero_has_been_caught():
    game = Course()
    game.tables.tile_prohibited[1] = 9
    game.answers(TALENT, f'event = "fail", {ASKS}')
    game.stand(OKKO, 3).dice(*[5] * 9)
    rules("moves").begin_move(game.state, game.tables, OKKO, 1, 1)
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
        rules("harm").eliminate(game.state, game.tables, OKKO, -1)
    game.run()
    assert game.state.completed[0] == st.BLUE


def test_b090_so_does_that_of_a_companion():
    game = with_mission(Course())
    game.stand(NINJA, 5).stand(st.COMPANION_FIGURE, 1)
    game.state.companion[OKKO] = 0
    game.state.tasks[1, st.STAGE] = hero.CLOSED
    game.push(st.T_COMPANION, st.COMPANION_FIGURE, companion.CHOOSING)
    rules("harm").eliminate(game.state, game.tables, st.COMPANION_FIGURE, -1)
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
