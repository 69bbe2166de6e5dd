from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from games import COVENANT

from shugyo.agents.training.lessons import Teacher
from shugyo.agents.training.ppo import Clock, SeatPPO
from shugyo.agents.training.settings import Budget, Lessons
from shugyo.envs.core.players import find_player, make_batch

LESSONS = Lessons(teacher="heuristic", share=0.5, drills=20, games=64, stray=0.1, learning_rate=3e-3)


@pytest.fixture
def learner(make_env, tiny, changed):
    """A learner of conflicts with a teacher, and 1,000 decisions to take."""
    config = changed(tiny, "lessons", share=LESSONS.share)
    env = make_env(num_envs=8, module=COVENANT)
    clock = Clock(Budget(steps=1_000))
    clock.start()
    model = SeatPPO(config, env, clock)
    drills = make_env(num_envs=LESSONS.games, module=COVENANT).parts[0].games
    table = replace(env.parts[0].table, drills=drills)
    env.teacher = Teacher([table], partial(find_player, COVENANT.game, LESSONS.teacher), LESSONS, seed=1)
    return model


def test_the_teacher_says_what_it_would_do_in_the_learners_place(learner):
    env = learner.get_env()
    env.reset()
    games, everywhere = env.parts[0].games, np.arange(env.num_envs)
    env.teacher.ask()
    advice = env.teacher._advice[-1]
    assert (games.slots.mask[everywhere, advice] == 1).all()
    # The heuristic player hardly rolls dice: another one, asked the same, mostly says the same.
    other = find_player(games.game, "heuristic")
    other.start(games.game_spec, 99)
    again = other.act(make_batch(games.slots, everywhere, other, np.zeros(env.num_envs, np.bool_)))
    assert (again == advice).mean() > 0.5


def test_lessons_draw_the_learner_to_the_teacher(learner):
    teacher = learner.get_env().teacher
    learner.policy.set_training_mode(True)
    before = np.mean([teacher._drill(learner) for _ in range(5)])
    for _ in range(300):
        teacher._drill(learner)
    after = np.mean([teacher._drill(learner) for _ in range(5)])
    assert after > before + 0.15


def test_own_games_are_studied_with_advice_for_each_decision(learner):
    learner.learn(2 * learner.n_steps * learner.n_envs)
    assert learner.get_env().teacher is not None
    assert learner._n_updates == 2
    assert learner.get_env().teacher._advice == []


def test_the_teacher_is_dismissed_when_its_share_is_used_up(learner):
    learner.learn(600)  # of 1,000; the teacher has half of them
    assert learner.get_env().teacher is None
    updates = learner._n_updates
    learner.learn(learner.n_steps * learner.n_envs, reset_num_timesteps=False)
    assert learner._n_updates == updates + learner.n_epochs


def test_games_of_the_drills_go_astray_now_and_then(learner):
    teacher = learner.get_env().teacher
    learner.policy.set_training_mode(True)
    moved = 0
    for _ in range(20):
        (drills,) = teacher._drills
        advice = drills.desk.advise(drills.games)
        teacher._drill(learner)
        moved += int((drills.games.played != advice).sum())
    assert 0 < moved < 20 * LESSONS.games * 0.3


def test_lessons_at_two_tables_are_of_both(make_env, tiny, changed):
    tables = [({"num_players": 2}, 3), ({"num_players": 3}, 5)]
    env = make_env(module=COVENANT, mode="year", tables=tables)
    drills = make_env(module=COVENANT, mode="year", tables=[(options, 4 * slots) for options, slots in tables])
    taught = [
        replace(part.table, drills=other.games, seats=seats)
        for part, other, seats in zip(env.parts, drills.parts, [None, (1,)], strict=True)
    ]
    clock = Clock(Budget(steps=1_000))
    clock.start()
    model = SeatPPO(changed(tiny, "lessons", share=0.5), env, clock)
    env.teacher = Teacher(taught, partial(find_player, COVENANT.game, "heuristic"), LESSONS, seed=1)
    env.reset()
    env.teacher.ask()
    advice = env.teacher._advice.pop()
    assert env.action_masks()[np.arange(8), advice].all(), "one answer for each slot, in the order of the slots"
    studied = []
    step = env.teacher._step
    env.teacher._step = lambda model, obs, *rest: studied.append(len(obs)) or step(model, obs, *rest)
    for _ in range(6):
        at_work = 12 + int((drills.parts[1].games.seat == 1).sum())
        env.teacher._drill(model)
        assert studied[-1] == at_work, "all of the first table, and the learner's seat of the second"
    model.learn(2 * model.n_steps * model.n_envs)
    assert env.teacher._advice == [] and model._n_updates == 2
