from __future__ import annotations

from functools import partial

import numpy as np
import torch
from games import LANTERNS

from shugyo.agents.checkpoint import digest
from shugyo.agents.network import build_policy, weights_of
from shugyo.agents.training.pool import OpponentPool
from shugyo.envs.core.players import find_player

SPEC = LANTERNS.vector_env({}, 1, "same_step", 1, False).game_spec


def make_pool(mixture: dict[str, float], **more) -> OpponentPool:
    players = {name: partial(find_player, LANTERNS.game, name) for name in mixture if name != "snapshots"}
    return OpponentPool([SPEC], players, mixture, seed=1, hidden=(8,), **more)


def draw(pool: OpponentPool, games: int = 3000) -> np.ndarray:
    return pool.draw(0, np.arange(games), np.zeros(games, np.int64), 3)


def shift(policy) -> None:
    """Changes all weights."""
    with torch.no_grad():
        for value in policy.parameters():
            value.add_(torch.randn_like(value))


def test_draws_follow_the_mixture():
    pool = make_pool({"random": 1.0, "greedy": 3.0, "snapshots": 4.0})
    assert abs((draw(pool) == 1).mean() - 0.75) < 0.03, "without snapshots the others share their part"
    pool.take_snapshot(build_policy(SPEC, (8,)), 0)
    share = np.bincount(draw(pool).ravel(), minlength=3) / draw(pool).size
    assert np.abs(share - [0.125, 0.375, 0.5]).max() < 0.03


def test_draws_depend_on_slot_episode_and_seat_alone():
    pool = make_pool({"random": 1.0, "greedy": 1.0})
    slots = np.arange(50)
    whole = pool.draw(0, slots, slots * 0 + 4, 3)
    assert (pool.draw(0, slots[::-1], slots * 0 + 4, 3) == whole[::-1]).all()
    assert (pool.draw(0, slots, slots * 0 + 5, 3) != whole).any()


def test_trap_f2_a_snapshot_does_not_follow_the_learner():
    pool, learner = make_pool({"snapshots": 1.0, "random": 0.0}), build_policy(SPEC, (8,))
    taken = pool.take_snapshot(learner, 100)
    before = digest(weights_of(learner))
    assert taken.digest == before
    shift(learner)
    assert digest(weights_of(taken.policy)) == before != digest(weights_of(learner))


def test_only_the_newest_snapshots_are_kept_and_numbers_are_never_used_again():
    pool, learner = make_pool({"snapshots": 1.0, "random": 1.0}, keep=3, on_duty=2), build_policy(SPEC, (8,))
    duties = set()
    for steps in range(30):
        taken = pool.take_snapshot(learner, steps)
        assert taken.number == steps
        assert pool.on_duty[-1] == steps and len(pool.on_duty) <= 2
        duties.update(steps - number for number in pool.on_duty)
    assert [snapshot.number for snapshot in pool.snapshots] == [27, 28, 29]
    assert duties == {0, 1, 2}, "in time all of them play"
    assert set(draw(pool).ravel()) == {0, *(1 + number for number in pool.on_duty)}


def test_a_restored_pool_is_the_same_pool():
    mixture = {"snapshots": 1.0, "random": 1.0}
    pool, learner, other = make_pool(mixture, keep=4), build_policy(SPEC, (8,)), make_pool(mixture, keep=4)
    for steps in range(6):
        pool.take_snapshot(learner, steps)
        shift(learner)
    other.restore(pool.describe(), pool.tensors(), "here")
    assert other.describe() == pool.describe()
    assert (draw(other) == draw(pool)).all()
    assert other.take_snapshot(learner, 6).number == 6
