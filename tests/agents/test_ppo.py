from __future__ import annotations

import numpy as np
import pytest
import torch
from games import COVENANT
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.distributions import MaskableCategorical
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from shugyo import envs
from shugyo.agents.checkpoint import digest
from shugyo.agents.masks import EmptyMaskError
from shugyo.agents.network import SeatPolicy, build_policy, policy_arguments, scales_of, weights_of
from shugyo.agents.training.ppo import Clock, SeatPPO, choose_device
from shugyo.agents.training.settings import Budget, ConfigError
from shugyo.envs import GAMES, covenant_v0, okko_v0

SPEC = covenant_v0.vector_env(1).game_spec


# ------------------------------------------------------------------------------------------------- distributions
def random_masks(rows: int, rng: np.random.Generator, actions: int = SPEC.num_actions) -> torch.Tensor:
    masks = torch.from_numpy(rng.random((rows, actions)) < rng.uniform(0.01, 0.9, (rows, 1)))
    masks[torch.arange(rows), torch.from_numpy(rng.integers(0, actions, rows))] = True
    return masks


def test_trap_a4_the_masked_distribution_holds_at_the_largest_action_count_with_large_logits():
    most = max(getattr(envs, game).GAME.num_actions for game in GAMES)
    assert most > SPEC.num_actions
    rng = np.random.default_rng(0)
    torch.manual_seed(0)
    for _ in range(8):
        logits = 20 * torch.randn(1000, most)
        masks = random_masks(1000, rng, most)
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
    with pytest.raises(RuntimeError, match="nan"):
        policy(obs, action_masks=torch.ones(2, SPEC.num_actions))


# ------------------------------------------------------------------------------------------------- learning
def test_trap_b6_plain_maskable_ppo_learns_2048_steps(make_env):
    env = make_env(num_players=3)
    arguments = policy_arguments(scales_of(env.game_spec), (16,))
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
    games, steps, illegal = learner.get_env().parts[0].games, 0, 0
    step = games.step

    def counting(actions, where=None):
        nonlocal steps, illegal
        rows = np.arange(games.num_envs) if where is None else np.flatnonzero(where)
        steps += rows.size
        illegal += int((games.slots.mask[rows, np.asarray(actions)[rows]] == 0).sum())
        return step(actions, where)

    games.step = counting
    learner.learn(2048)
    assert steps >= 2048 and illegal == 0


def test_trap_a2_a_rollout_stops_at_an_empty_mask(learner):
    games = learner.get_env().parts[0].games
    step, left = games.step, 40

    def emptying(actions, where=None):
        nonlocal left
        result = step(actions, where)
        left -= 1
        if left < 0:
            games.slots.mask[games.seat == learner.get_env().parts[0].learner_seat] = 0
        return result

    games.step = emptying
    with pytest.raises(EmptyMaskError, match="no action is legal in row"):
        learner.learn(2048)
    assert learner.num_timesteps < 2048


def test_trap_a5_the_learner_does_not_predict_without_a_mask(learner):
    env = learner.get_env()
    obs = env.reset()
    with pytest.raises(EmptyMaskError, match="a decision needs its action mask, and none was given"):
        learner.predict(obs)
    masks = env.action_masks()
    actions, _ = learner.predict(obs, action_masks=masks)
    assert masks[np.arange(env.num_envs), actions].all()
    one, _ = learner.predict(obs[0], action_masks=masks[0], deterministic=True)
    assert masks[0, one]
    with pytest.raises(EmptyMaskError, match="row 0 of 1"):
        learner.predict(obs[0], action_masks=np.zeros_like(masks[0]))


def test_the_budget_drives_the_learning_rate(learner, tiny):
    learner.learn(1280)
    assert learner._current_progress_remaining == pytest.approx(1 - 1280 / 10_000)
    first, last = tiny.ppo.learning_rate, tiny.ppo.final_learning_rate
    assert learner.lr_schedule(0.25) == pytest.approx(last + (first - last) * 0.25)


def test_a_clock_counts_what_was_used_before():
    clock = Clock(Budget(minutes=10, steps=1000), minutes_before=5)
    assert clock.minutes() == 5 and clock.used(0) == 0.5 and clock.used(800) == 0.8 and clock.used(5000) == 1


def test_the_network_scales_the_entries_of_all_tables_into_range(make_env, tiny):
    env = make_env(module=COVENANT, mode="year", tables=[({"num_players": seats}, 4) for seats in (2, 5, 3)])
    scales = SeatPPO(tiny, env, Clock(Budget(steps=10))).policy.features_extractor.scales.numpy()
    at = env.game_spec.layout["conflicts_over"].slice
    assert scales[at] == pytest.approx(1 / 5)
    assert (scales <= scales_of(env.game_spec)).all()


# ------------------------------------------------------------------------------------------------- devices
def test_a_device_that_torch_does_not_see_is_refused_and_auto_does_without(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(
        ConfigError, match=r"device = 'cuda' is not possible: torch .* sees no such device here; choose"
    ):
        choose_device("cuda")
    assert choose_device("auto") == choose_device("cpu") == torch.device("cpu")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    assert choose_device("auto") == choose_device("cuda") == torch.device("cuda")
    assert choose_device("cpu") == torch.device("cpu")


# ------------------------------------------------------------------------------------- the policy's own distribution
def test_evaluating_and_acting_agree_with_maskable_ppos_own_distribution():
    games = covenant_v0.vector_env(32, observation_dtype="int8")
    games.reset(seed=3)
    obs, masks = torch.from_numpy(games.slots.obs.copy()), games.slots.mask.copy()
    torch.manual_seed(0)
    policy = build_policy(games.game_spec, (16,))
    with torch.no_grad():
        policy.action_net.weight.mul_(300.0)  # far from uniform
    actions, values, log_prob = policy(obs, action_masks=masks)
    assert masks[np.arange(32), actions.numpy()].all()
    reference = MaskableActorCriticPolicy.evaluate_actions(policy, obs.float(), actions, action_masks=masks)
    for own, theirs in zip(policy.evaluate_actions(obs.float(), actions, masks), reference, strict=True):
        torch.testing.assert_close(own, theirs, rtol=1e-4, atol=1e-5)
    torch.testing.assert_close(log_prob, reference[1], rtol=1e-4, atol=1e-5)
    torch.testing.assert_close(values, reference[0], rtol=1e-4, atol=1e-5)
    best = policy(obs, deterministic=True, action_masks=masks)[0]
    assert (best == policy.get_distribution(obs.float(), masks).mode()).all()


def test_acting_draws_each_action_as_often_as_its_probability_says():
    games = covenant_v0.vector_env(1, observation_dtype="int8")
    games.reset(seed=3)
    obs, masks = torch.from_numpy(games.slots.obs.repeat(4000, axis=0)), games.slots.mask.repeat(4000, axis=0)
    torch.manual_seed(0)
    policy = build_policy(games.game_spec, (16,))
    with torch.no_grad():
        actions, _, log_prob = policy(obs, action_masks=masks)
    counts = torch.bincount(actions, minlength=games.game_spec.num_actions)
    for action in actions.unique():
        p = float(log_prob[actions == action][0].exp())
        assert abs(int(counts[action]) - 4000 * p) < 5 * (4000 * p * (1 - p)) ** 0.5 + 1


# ------------------------------------------------------------------------------------------------- roles
def test_trap_f7_logits_of_the_other_role_get_no_gradient():
    games = okko_v0.vector_env(16, num_heroes=2, scenario="vigil", observation_dtype="int8")
    spec, rng = games.game_spec, np.random.default_rng(0)
    games.reset(seed=1)
    seen, masks, seats = [], [], []
    for _ in range(60):
        seen.append(games.slots.obs.copy())
        masks.append(games.slots.mask.copy())
        seats.append(games.seat.copy())
        games.step(np.argmax(games.slots.mask * rng.random(games.slots.mask.shape), axis=1))
    obs, mask = np.concatenate(seen), np.concatenate(masks)
    hero = np.concatenate(seats) > 0
    foreign = mask[~hero].any(axis=0) & ~mask[hero].any(axis=0)
    assert foreign.sum() > 5 and hero.sum() > 100, "the Oni has actions that no Hero ever has"
    torch.manual_seed(0)
    policy = build_policy(spec, (16,))
    wanted = torch.from_numpy(np.argmax(mask[hero] * rng.random(mask[hero].shape), axis=1))
    values, log_prob, entropy = policy.evaluate_actions(
        torch.from_numpy(obs[hero]).float(), wanted, action_masks=torch.from_numpy(mask[hero])
    )
    (values.pow(2).mean() - log_prob.mean() - entropy.mean()).backward()
    for gradient in (policy.action_net.weight.grad, policy.action_net.bias.grad):
        by_action = gradient.reshape(spec.num_actions, -1).abs().sum(dim=1).numpy()
        # The distribution's normalizer runs over all logits; what it adds cancels, save for rounding.
        assert by_action[foreign].max() < 1e-8 * by_action.max()
        assert by_action[mask[hero].any(axis=0)].min() > 1e-6 * by_action.max(), "all others do learn"
