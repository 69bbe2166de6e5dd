from __future__ import annotations

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.distributions import MaskableCategorical

from shugyo.agents.checkpoint import digest
from shugyo.agents.network import SeatPolicy, build_policy, policy_arguments, scales_of, weights_of
from shugyo.agents.training.config import Budget
from shugyo.agents.training.ppo import Clock, SeatPPO
from shugyo.envs import covenant_v0

SPEC = covenant_v0.vector_env(1).game_spec


# ------------------------------------------------------------------------------------------------- distributions
def random_masks(rows: int, rng: np.random.Generator) -> torch.Tensor:
    masks = torch.from_numpy(rng.random((rows, SPEC.num_actions)) < rng.uniform(0.01, 0.9, (rows, 1)))
    masks[torch.arange(rows), torch.from_numpy(rng.integers(0, SPEC.num_actions, rows))] = True
    return masks


def test_trap_a4_the_masked_distribution_holds_at_145_actions_with_large_logits():
    rng = np.random.default_rng(0)
    torch.manual_seed(0)
    for _ in range(20):
        logits = 20 * torch.randn(1000, SPEC.num_actions)
        masks = random_masks(1000, rng)
        chances = MaskableCategorical(logits=logits, masks=masks)
        drawn = chances.sample()
        assert masks[torch.arange(1000), drawn].all()
        assert torch.isfinite(chances.log_prob(drawn)).all() and torch.isfinite(chances.entropy()).all()


@pytest.mark.parametrize("size", [1e6, 1e9, 1e12])
def test_trap_a3_no_weights_make_a_masked_action_win(size):
    torch.manual_seed(1)
    policy = build_policy(SPEC, (16,))
    with torch.no_grad():
        policy.action_net.bias.fill_(-size)
        policy.action_net.bias[::2] = size
    masks = random_masks(500, np.random.default_rng(2))
    masks[:, ::2] &= ~masks[:, 1::2].any(dim=1, keepdim=True)  # where there is a choice, only the hated ones are legal
    obs = torch.zeros((500, policy.observation_space.shape[0]), dtype=torch.int8)
    for deterministic in (False, True):
        actions, _, log_prob = policy(obs, deterministic=deterministic, action_masks=masks)
        assert masks[torch.arange(500), actions].all()
        assert torch.isfinite(log_prob).all()


def test_trap_a3_weights_that_are_no_numbers_are_an_error():
    policy = build_policy(SPEC, (16,))
    with torch.no_grad():
        policy.action_net.bias[3] = torch.nan
    obs = torch.zeros((2, policy.observation_space.shape[0]), dtype=torch.int8)
    with pytest.raises(ValueError, match="nan"):
        policy(obs, action_masks=torch.ones(2, SPEC.num_actions))


# ------------------------------------------------------------------------------------------------- learning
def test_trap_b6_plain_maskable_ppo_learns_2048_steps(make_env):
    env = make_env(num_players=3)
    arguments = policy_arguments(scales_of(env.games.game_spec), (16,))
    model = MaskablePPO(SeatPolicy, env, n_steps=64, batch_size=256, n_epochs=2, policy_kwargs=arguments, device="cpu")
    before = digest(weights_of(model.policy))
    model.learn(2048)
    assert model.num_timesteps == 2048
    assert digest(weights_of(model.policy)) != before


@pytest.fixture
def learner(make_env, tiny):
    env = make_env(num_players=2, mixture={"random": 1.0, "snapshots": 1.0})
    clock = Clock(Budget(steps=10_000))
    clock.start()
    return SeatPPO(tiny, env, clock)


def test_trap_f2_a_snapshot_is_the_same_after_ten_updates(learner):
    pool = learner.get_env().pool
    pool.hidden = (16,)
    taken = pool.take_snapshot(learner.policy, 0)
    learner.learn(10 * learner.n_steps * learner.n_envs)
    assert learner._n_updates == 10
    assert digest(weights_of(taken.policy)) == taken.digest != digest(weights_of(learner.policy))


def test_trap_a3_training_never_plays_an_illegal_action(learner):
    games, steps, illegal = learner.get_env().games, 0, 0
    step = games.step

    def counting(actions, where=None):
        nonlocal steps, illegal
        rows = np.arange(games.num_envs) if where is None else np.flatnonzero(where)
        steps += rows.size
        illegal += int((games.slots.mask[rows, np.asarray(actions)[rows]] == 0).sum())
        return step(actions, where)

    games.step = counting
    learner.learn(2048)
    assert steps > 4000 and illegal == 0


def test_the_budget_drives_the_learning_rate(learner, tiny):
    learner.learn(1280)
    assert learner._current_progress_remaining == pytest.approx(1 - 1280 / 10_000)
    first, last = tiny.ppo.learning_rate, tiny.ppo.final_learning_rate
    assert learner.lr_schedule(0.25) == pytest.approx(last + (first - last) * 0.25)


def test_a_clock_counts_what_was_used_before():
    clock = Clock(Budget(minutes=10, steps=1000), minutes_before=5)
    assert clock.minutes() == 5 and clock.used(0) == 0.5 and clock.used(800) == 0.8 and clock.used(5000) == 1
