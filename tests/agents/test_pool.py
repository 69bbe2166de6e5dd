from __future__ import annotations

import io
import json
import os
from functools import partial
from pathlib import Path

import numpy as np
import pytest
import torch
from games import COVENANT, LANTERNS
from msgspec.structs import replace
from rich.console import Console

from shugyo.agents.checkpoint import CheckpointError, digest
from shugyo.agents.network import build_policy, weights_of
from shugyo.agents.training.pool import OpponentPool
from shugyo.agents.training.priority import MEMORY, PRIOR, Lineage
from shugyo.agents.training.train import train
from shugyo.envs.core.game import Batch
from shugyo.envs.core.players import find_player


def spec_of(**options):
    return LANTERNS.vector_env(options, 1, "same_step", 1, False).game_spec


SPEC = spec_of()
TEAMS = spec_of(num_players=3, teams=True)  # lord_0, guest_0, guest_1


def make_pool(mixture: dict[str, float], specs=(SPEC,), **more) -> OpponentPool:
    names = [name for name in mixture if name not in ("snapshots", "rivals")]
    players = {name: partial(find_player, LANTERNS.game, name) for name in names}
    return OpponentPool(specs, players, mixture, **{"seed": 1, "hidden": (8,), **more})


def draw(pool: OpponentPool, games: int = 3000, table: int = 0) -> np.ndarray:
    return pool.draw(table, np.arange(games), np.zeros(games, np.int64), pool.specs[table].num_seats)


def shift(policy) -> None:
    """Changes all weights."""
    with torch.no_grad():
        for value in policy.parameters():
            value.add_(torch.randn_like(value))


def learner():
    return build_policy(SPEC, (8,))


def note(pool: OpponentPool, member: int, *values: float) -> None:
    for value in values:
        pool.note(np.array([-1, member, member], np.int32), value)


# ------------------------------------------------------------------------------------------------- draws
def test_draws_follow_the_mixture():
    pool = make_pool({"random": 1.0, "greedy": 3.0, "snapshots": 4.0})
    assert abs((draw(pool) == 1).mean() - 0.75) < 0.03, "without snapshots the others share their part"
    pool.take_snapshot(learner(), 0)
    share = np.bincount(draw(pool).ravel(), minlength=3) / draw(pool).size
    assert np.abs(share - [0.125, 0.375, 0.5]).max() < 0.03


def test_in_so_many_games_one_member_has_all_seats():
    mixture = {"random": 1.0, "greedy": 1.0}
    for alike in (0.0, 0.5, 1.0):
        drawn = draw(make_pool(mixture, alike=alike))
        by_chance = 0.5 ** (drawn.shape[1] - 1)
        assert abs((drawn == drawn[:, :1]).all(axis=1).mean() - (alike + (1 - alike) * by_chance)) < 0.03
        assert abs((drawn == 1).mean() - 0.5) < 0.03, "the mixture stays what it is"


def test_draws_depend_on_table_slot_episode_and_seat_alone():
    pool = make_pool({"random": 1.0, "greedy": 1.0}, (SPEC, SPEC))
    slots = np.arange(50)
    whole = pool.draw(0, slots, slots * 0 + 4, 3)
    assert (pool.draw(0, slots[::-1], slots * 0 + 4, 3) == whole[::-1]).all()
    assert (pool.draw(0, slots, slots * 0 + 5, 3) != whole).any()
    assert (pool.draw(1, slots, slots * 0 + 4, 3) != whole).any()
    assert pool.draw(0, slots[:0], slots[:0], 3).shape == (0, 3)


def test_each_table_has_players_of_its_own():
    pool = make_pool({"greedy": 1.0, "snapshots": 1.0}, (SPEC, spec_of(num_players=2)))
    pool.take_snapshot(learner(), 0)
    for member in (0, 1):
        assert pool.player(0, member) is not pool.player(1, member)
    assert draw(pool, 10, 0).shape == (10, 3) and draw(pool, 10, 1).shape == (10, 2)
    assert pool.player(0, 1).policy is pool.player(1, 1).policy, "one network plays all tables"


def test_tables_of_different_sizes_are_refused():
    other = COVENANT.vector_env({"mode": "conflict"}, 1, "same_step", 1, False).game_spec
    with pytest.raises(ValueError, match="same sizes of observation and action"):
        make_pool({"random": 1.0}, (SPEC, other))


def test_names_of_members():
    pool = make_pool({"random": 1.0, "greedy": 1.0}, (TEAMS,), roles={"lord"})
    pool.take_snapshot(learner(), 0)
    pool.add_rival(weights_of(learner()), 0)
    assert [pool.name(member) for member in range(6)] == [
        "random",
        "greedy",
        "snapshots",
        "rivals",
        "snapshots",
        "rivals",
    ]


class SlowPlayer:
    """Stands for a player that searches: it looks at states, and counts how often it is asked."""

    name, needs, observation_dtype = "slow:9", {"state"}, "int8"

    def __init__(self) -> None:
        self.asked = 0

    def start(self, game, seed):
        self.game = game

    def act(self, batch):
        assert batch.observation is None
        assert (batch.states["key"] == 0).all(), "the states are redacted"
        self.asked += len(batch.slot)
        return batch.mask.argmax(axis=1).astype(np.int32)


def test_a_slow_player_gets_the_few_seats_that_its_share_says(make_env):
    slow = SlowPlayer()
    makers = {"greedy": partial(find_player, LANTERNS.game, "greedy"), "slow:9": lambda: slow}
    pool = OpponentPool([SPEC], makers, {"greedy": 0.9, "slow:9": 0.1}, seed=1, hidden=(8,))
    assert pool.player(0, 1) is slow and slow.game.env_id == SPEC.env_id
    env = make_env(64, num_players=3, mixture={"greedy": 0.9, "coin": 0.1})
    env.pool._players[1], env.pool._kinds[1] = [slow], -1
    env.reset()
    decisions = 0
    for _ in range(60):
        decisions += env.num_envs
        env.step(env.action_masks().argmax(axis=1))
    assert 0.05 < slow.asked / (2 * decisions) < 0.2, "two opponents for each decision of the learner"


# ------------------------------------------------------------------------------------------------- trap F2
def test_trap_f2_a_snapshot_does_not_change_with_ten_further_updates_of_the_learner(make_env):
    pool, policy = make_pool({"snapshots": 1.0, "random": 0.0}), learner()
    pool.take_snapshot(policy, 100)
    pool.add_rival(weights_of(policy), 100)
    before = digest(weights_of(policy))
    optimizer, ones = torch.optim.Adam(policy.parameters(), 0.01), torch.ones((4, *policy.observation_space.shape))
    for _ in range(10):
        optimizer.zero_grad()
        policy.logits(ones).square().sum().backward()
        optimizer.step()
    for kept in (pool.snapshots[0], pool.rivals[0]):
        assert digest(weights_of(kept.policy)) == kept.digest == before != digest(weights_of(policy))


@pytest.mark.parametrize("seats", [2, 3])
def test_trap_f2_opponents_and_learner_meet_in_every_seat(make_env, seats):
    env = make_env(8, num_players=seats, mixture={"random": 1.0, "greedy": 1.0, "snapshots": 2.0})
    for step in range(3):
        env.pool.take_snapshot(build_policy(env.pool.specs[0], (8,)), step)
    env.reset()
    met = {member: np.zeros(seats, int) for member in (0, 1, *(2 + 2 * n for n in env.pool.on_duty))}
    for _ in range(300):
        for info in env.step(env.action_masks().argmax(axis=1))[3]:
            for seat, member in enumerate(info.get("opponents", ())):
                if member >= 0:
                    met[member][seat] += 1
    for member, counts in met.items():
        assert counts.min() > 0.5 * counts.mean() > 10, (env.pool.name(member), counts)


def test_trap_f2_snapshots_and_rivals_only_sit_in_the_roles_that_they_have_learned():
    mixture = {"random": 1.0, "snapshots": 1.0, "rivals": 1.0}
    pools = {roles: make_pool(mixture, (TEAMS,), roles=roles) for roles in (("lord",), ("guest",))}
    for pool in pools.values():
        pool.take_snapshot(learner(), 0)
        pool.add_rival(weights_of(learner()), 0)
    snapshots, rivals = 1, 2
    drawn = draw(pools["lord",])
    assert set(drawn[:, 0]) == {0, snapshots}
    assert set(drawn[:, 1:].ravel()) == {0, rivals}
    assert (drawn[:, 1] == drawn[:, 2]).all(), "the guests are one side"
    drawn = draw(pools["guest",])
    assert set(drawn[:, 0]) == {0, rivals}
    assert set(drawn[:, 1:].ravel()) == {0, snapshots}


def test_trap_f2_a_restored_pool_is_the_same_pool():
    mixture = {"snapshots": 1.0, "rivals": 1.0, "random": 1.0}
    more = {"specs": (TEAMS, TEAMS), "keep": 5, "on_duty": 3, "priority": 2.0, "roles": {"guest"}}
    pool, policy, other = make_pool(mixture, **more), learner(), make_pool(mixture, **more)
    other.take_snapshot(policy, 77)  # what it had is forgotten
    rng = np.random.default_rng(0)
    for steps in range(9):
        pool.take_snapshot(policy, steps)
        pool.add_rival(weights_of(policy), steps)
        shift(policy)
        for members in draw(pool, 40):
            pool.note(members, rng.uniform(-1, 1))
    described = json.loads(json.dumps(pool.describe()))
    other.restore(described, pool.tensors(), "here")
    assert other.describe() == pool.describe() and digest(other.tensors()) == digest(pool.tensors())
    assert {s.games for s in other.snapshots} != {PRIOR}, "statistics are kept"
    for _ in range(4):
        assert all((draw(other, 500, table) == draw(pool, 500, table)).all() for table in (0, 1))
        assert (other.plays(np.arange(60)) == pool.plays(np.arange(60))).all()
        for one in (pool, other):
            note(one, 1 + 2 * one.on_duty[0], 1.0, -1.0)
            one.take_snapshot(policy, 9)
            one.add_rival(weights_of(policy), 9)
    assert other.describe() == pool.describe()


MEMORY_IN_USE = Path("/proc/self/statm")


@pytest.mark.slow
@pytest.mark.skipif(not MEMORY_IN_USE.exists(), reason="this system does not tell how much memory a process has")
def test_trap_f2_memory_stays_flat_over_a_thousand_snapshots():
    torch.set_num_threads(1)  # as in a run
    pool = make_pool({"snapshots": 1.0, "random": 1.0}, hidden=(64, 64))
    policy, sizes, seats = build_policy(SPEC, (64, 64)), [], []
    for steps in range(1000):
        pool.take_snapshot(policy, steps)
        pool.act(0, 1 + 2 * steps, batch_of(pool, 256))
        if steps >= 200 and steps % 100 == 0:
            sizes.append(int(MEMORY_IN_USE.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE"))
        seats.append(len(pool._players))
    weights = sum(value.nbytes for value in weights_of(policy).values())
    assert max(sizes) - sizes[0] < 800 * weights / 10, "far less than 800 snapshots weigh"
    assert max(seats) == 3, "who is not on duty has no player: draws cost what those on duty cost"


def batch_of(pool: OpponentPool, rows: int):
    size = pool.snapshots[0].policy.observation_space.shape[0]
    zeros = np.zeros(rows, np.int32)
    mask = np.ones((rows, SPEC.num_actions), np.int8)
    return Batch(np.zeros((rows, size), np.int8), mask, zeros, np.arange(rows, dtype=np.int32), zeros == 1, None)


# ------------------------------------------------------------------------------------------------- snapshots
def test_only_the_newest_snapshots_are_kept_and_numbers_are_never_used_again():
    pool = make_pool({"snapshots": 1.0, "random": 1.0}, keep=3, on_duty=2)
    policy, duties = learner(), set()
    for steps in range(30):
        taken = pool.take_snapshot(policy, steps)
        assert taken.number == steps
        assert pool.on_duty[-1] == steps and len(pool.on_duty) <= 2
        duties.update(steps - number for number in pool.on_duty)
    assert [snapshot.number for snapshot in pool.snapshots] == [27, 28, 29]
    assert duties == {0, 1, 2}, "in time all of them play"
    assert set(draw(pool).ravel()) == {0, *(1 + 2 * number for number in pool.on_duty)}


def test_rivals_of_another_network_are_refused():
    pool = make_pool({"rivals": 1.0, "random": 1.0})
    with pytest.raises(CheckpointError, match="the rival holds the weights of another network"):
        pool.add_rival(weights_of(build_policy(SPEC, (16,))), 0)
    assert pool.rivals == []


# ------------------------------------------------------------------------------------------------- priorities
def test_results_count_for_every_frozen_opponent_of_the_game_and_for_nobody_else():
    pool = make_pool({"snapshots": 1.0, "random": 1.0}, keep=2, on_duty=2)
    for steps in range(3):
        pool.take_snapshot(learner(), steps)
    pool.note(np.array([-1, 3, 5], np.int32), 1.0)  # snapshots 1 and 2
    pool.note(np.array([3, -1, 0], np.int32), -1.0)  # snapshot 1 and a scripted player
    pool.note(np.array([1, -1, 0], np.int32), -1.0)  # snapshot 0 has gone
    first, second = pool.snapshots
    assert (first.games, second.games) == (PRIOR + 2, PRIOR + 1)
    assert first.win_share == pytest.approx((PRIOR / 2 + 1) / (PRIOR + 2))
    assert second.win_share == pytest.approx((PRIOR / 2 + 1) / (PRIOR + 1))


def test_one_opponent_in_several_seats_counts_once():
    pool = make_pool({"snapshots": 1.0, "random": 1.0})
    pool.take_snapshot(learner(), 0)
    note(pool, 1, 0.0)
    assert pool.snapshots[0].games == PRIOR + 1


def test_old_results_fade():
    pool = make_pool({"snapshots": 1.0, "random": 1.0})
    pool.take_snapshot(learner(), 0)
    note(pool, 1, *[1.0] * 5 * MEMORY)
    assert pool.snapshots[0].win_share > 0.99
    note(pool, 1, *[-1.0] * MEMORY)
    assert pool.snapshots[0].win_share < 0.4


@pytest.mark.parametrize("on_duty", [2, 4, 8])
@pytest.mark.parametrize("priority", [0.0, 1.0, 3.0])
def test_older_snapshots_play_by_how_much_the_learner_loses_to_them(on_duty, priority):
    lineage = Lineage(learner, key=5, keep=6, on_duty=on_duty, priority=priority)
    weights, policy = weights_of(learner()), learner()
    lost, played, rounds = np.array([0.1, 0.3, 0.3, 0.5, 0.9]), np.zeros(5), 1500
    lineage._build = lambda: policy  # one network for all: this is about the tickets
    for _ in range(6):
        lineage.add(weights, 0, "here")
    for snapshot, share in zip(lineage.kept, lost, strict=False):
        snapshot.win_share = 1 - share
    for turn in range(rounds):
        lineage.taken = turn
        lineage._give_tickets()
        assert lineage.tickets[5] == 1, "the newest always plays"
        assert len(lineage.tickets) <= on_duty
        older = np.array([lineage.tickets.get(number, 0) for number in range(5)])
        played += older / older.sum()
    expected = lost**priority / (lost**priority).sum()
    assert np.abs(played / rounds - expected).max() < 0.04
    assert lineage.weights(lineage.kept[:5]) == pytest.approx(expected)


def test_somebody_plays_even_if_the_learner_beats_everybody():
    pool = make_pool({"snapshots": 1.0, "random": 0.0}, priority=4.0)
    for steps in range(3):
        for snapshot in pool.snapshots:
            snapshot.win_share = 1.0
        pool.take_snapshot(learner(), steps)
    assert len(pool.on_duty) == 2


def test_results_reach_the_pool_once_a_game(make_env):
    env = make_env(16, num_players=3, mixture={"random": 1.0, "snapshots": 1.0})
    snapshot = env.pool.take_snapshot(build_policy(env.pool.specs[0], (8,)), 0)
    env.reset()
    expected = []
    for _ in range(40):
        for info in env.step(env.action_masks().argmax(axis=1))[3]:
            if 1 in info.get("opponents", ()):
                expected.append((info["episode"]["r"] + 1) / 2)
    assert len(expected) > 50
    assert snapshot.games == PRIOR + len(expected)
    assert snapshot.win_share == pytest.approx((PRIOR / 2 + sum(expected)) / (PRIOR + len(expected)))


def test_a_trained_player_stands_in_the_mixture_by_its_path(tiny, changed, tmp_path):
    console = Console(file=io.StringIO())
    train(tiny, tmp_path / "first", console=console)
    name = f"ppo:{tmp_path / 'first'}"
    config = changed(tiny, "evaluation", panel=["random", name])
    config = replace(config, opponents={name: 1.0})
    result = train(config, tmp_path / "second", console=console)
    assert set(result.standings) == {"random", name}
    row = (tmp_path / "second" / "progress.jsonl").read_text("utf-8")
    assert f"games/return_against_{name}" in row
