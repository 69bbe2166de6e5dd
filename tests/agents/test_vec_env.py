from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from games import COVENANT

from shugyo.agents.checkpoint import CheckpointError
from shugyo.agents.masks import EmptyMaskError
from shugyo.agents.network import build_policy
from shugyo.agents.training.seated import SeatedGames
from shugyo.agents.training.vec_env import SeatVecEnv
from shugyo.envs.core.engine import IllegalActionError


def random_actions(env: SeatVecEnv, rng: np.random.Generator) -> np.ndarray:
    return np.argmax(env.action_masks() * rng.random((env.num_envs, env.action_space.n)), axis=1)


class Witness:
    """Notes what the games themselves say, beside what the learner is told: who moved, and what each seat got."""

    def __init__(self, part: SeatedGames) -> None:
        self.ends: list[tuple[int, int, int, np.ndarray]] = []  # slot, learner's seat, last to move, returns
        self._part = part
        for name in ("step", "unchecked_step"):  # the latter after scripted players have gone on by themselves
            setattr(part.games, name, partial(self.step, getattr(part.games, name)))

    def step(self, step, actions, where=None):
        movers, seats = self._part.games.seat.copy(), self._part.learner_seat.copy()
        result = step(actions, where)
        infos = result[4]
        for slot in np.flatnonzero(infos["ended"]):
            self.ends.append((slot, seats[slot], movers[slot], infos["returns"][slot].copy()))
        return result


def run(env: SeatVecEnv, steps: int):
    """(slot, reward, done, info) of all transitions, in order."""
    rng = np.random.default_rng(2)
    env.reset()
    for _ in range(steps):
        _, rewards, dones, infos = env.step(random_actions(env, rng))
        yield from zip(range(env.num_envs), rewards.tolist(), dones.tolist(), infos, strict=True)


# ------------------------------------------------------------------------------------------------- B1
@pytest.mark.parametrize("seats", [2, 3])
def test_trap_b1_every_trajectory_ends_with_the_learners_own_return_whoever_moved_last(make_env, seats):
    env = make_env(num_players=seats)
    witness = Witness(env.parts[0])
    told = [(slot, reward) for slot, reward, done, _ in run(env, 120) if done]
    assert len(told) == len(witness.ends) > 200
    own = {True: [], False: []}
    for slot in range(env.num_envs):
        truth = [(returns[seat], mover == seat) for where, seat, mover, returns in witness.ends if where == slot]
        assert [reward for where, reward in told if where == slot] == pytest.approx([value for value, _ in truth])
        for value, by_learner in truth:
            own[by_learner].append(value)
    for by_learner, values in own.items():  # all four cases have come up
        assert {1.0, -1.0} <= set(np.round(values, 6)), by_learner


@pytest.mark.parametrize("seats", [2, 3])
def test_trap_b1_nothing_is_paid_before_the_end(make_env, seats):
    env = make_env(num_players=seats)
    assert not any(reward for _, reward, done, _ in run(env, 60) if not done)


@pytest.mark.parametrize("seats", [2, 3])
def test_trap_b1_what_follows_is_a_decision_of_the_learners_own_seat(make_env, seats):
    env = make_env(num_players=seats)
    rng = np.random.default_rng(0)
    obs = env.reset()
    for _ in range(60):
        assert (env.parts[0].games.seat == env.parts[0].learner_seat).all()
        assert (obs == env.parts[0].games.slots.observe(env.parts[0].learner_seat)).all()
        obs, _, dones, infos = env.step(random_actions(env, rng))
        for slot in np.flatnonzero(dones):
            assert infos[slot]["terminal_observation"].shape == obs[slot].shape
            assert (infos[slot]["terminal_observation"] != obs[slot]).any()


def test_the_learner_takes_all_seats_in_turn(make_env):
    env = make_env(num_players=3)
    seats: dict[int, list[int]] = {slot: [] for slot in range(env.num_envs)}
    for slot, _, done, info in run(env, 60):
        if done:
            seats[slot].append(info["seat"])
    for slot, taken in seats.items():
        assert taken == [(slot + episode) % 3 for episode in range(len(taken))]


def test_trap_f8_a_capped_game_is_terminal_and_nothing_is_bootstrapped(make_env):
    env = make_env(num_players=3, max_turns=1)
    ends = [(reward, info) for _, reward, done, info in run(env, 40) if done]
    assert ends and all(info["capped"] for _, info in ends)
    assert not any("TimeLimit.truncated" in info for _, info in ends)
    assert any(reward for reward, _ in ends), "a capped game pays its full return"


def test_games_in_which_the_learner_never_acts_are_not_told_of(make_env):
    env = make_env(num_players=3, max_decisions=1)
    witness = Witness(env.parts[0])
    told = [info["seat"] for _, _, done, info in run(env, 20) if done]
    assert len(witness.ends) > 2 * len(told) > 0
    assert {seat for _, seat, _, _ in witness.ends} == {0, 1, 2}
    assert set(told) == {0}, "seat 0 moves first, and then the game is over"


def test_point_reward_adds_up_to_the_final_lead(make_env):
    env = make_env(num_players=3, point_reward=0.25)
    leads: dict[int, list[float]] = {slot: [] for slot in range(env.num_envs)}
    games = env.parts[0].games

    def noting(step, actions, where=None):
        seats = env.parts[0].learner_seat.copy()
        result = step(actions, where)
        for slot in np.flatnonzero(result[4]["ended"]):
            score, seat = result[4]["score"][slot], seats[slot]
            lead = score[seat] - np.delete(score, seat).mean()
            leads[slot].append(result[4]["returns"][slot][seat] + 0.25 * lead)
        return result

    games.step, games.unchecked_step = partial(noting, games.step), partial(noting, games.unchecked_step)
    sums = {slot: [0.0] for slot in range(env.num_envs)}
    for slot, reward, done, _ in run(env, 60):
        sums[slot][-1] += reward
        if done:
            sums[slot].append(0.0)
    for slot, paid in sums.items():
        assert paid[:-1] == pytest.approx(leads[slot], abs=1e-5)


# ------------------------------------------------------------------------------------------------- masks
def test_trap_a2_an_empty_mask_is_an_error_that_says_so(make_env):
    env = make_env()
    env.reset()
    env.parts[0].games.slots.mask[3] = 0
    with pytest.raises(EmptyMaskError, match="no action is legal in row 3 of 16"):
        env.action_masks()
    with pytest.raises(EmptyMaskError):
        env.env_method("action_masks")


def test_trap_a3_an_illegal_action_never_reaches_the_game(make_env):
    env = make_env()
    env.reset()
    actions = random_actions(env, np.random.default_rng(0))
    actions[5] = int(np.argmin(env.action_masks()[5]))
    before = env.parts[0].games.states.copy()
    with pytest.raises(IllegalActionError, match="slot 5, player_"):
        env.step(actions)
    assert (env.parts[0].games.states == before).all()


def test_trap_a6_masks_come_out_of_the_games_own_buffer(make_env):
    env = make_env()
    env.reset()
    assert np.shares_memory(env.action_masks(), env.parts[0].games.slots.mask)


@pytest.mark.slow
def test_trap_a6_masks_cost_little_beside_the_step(make_env):
    import time

    def rate(masks: bool) -> float:
        env = make_env(128, module=COVENANT)
        rng = np.random.default_rng(0)
        env.reset()
        spent = 0.0
        for _ in range(150):
            actions = random_actions(env, rng)
            began = time.thread_time()
            if masks:
                np.stack(env.env_method("action_masks"))  # as sb3-contrib asks for them
            env.step(actions)
            spent += time.thread_time() - began
        return 1 / spent

    shares = [rate(True) / rate(False) for _ in range(5)]
    assert max(shares) >= 0.95, shares


# ------------------------------------------------------------------------------------------------- F1, keeping
def test_trap_f1_observation_mask_and_flags_are_of_one_moment(make_env):
    env = make_env()
    assert str(env.parts[0].games.metadata["autoreset_mode"].name) == "SAME_STEP"
    rng = np.random.default_rng(1)
    obs = env.reset()
    for _ in range(30):
        kept = obs.copy()
        actions = random_actions(env, rng)
        assert (np.take_along_axis(env.action_masks(), actions[:, None], 1)).all()
        following, _, dones, _ = env.step(actions)
        assert (obs == kept).all(), "what was given before is not written over"
        assert (env.parts[0].games.states["over"] == 0).all()
        assert dones.dtype == np.bool_
        obs = following


def test_saved_games_go_on_where_they_stood(make_env):
    env, other = make_env(num_players=3), make_env(num_players=3)
    for _ in run(env, 25):
        pass
    saved = env.save()
    other.restore(saved)
    assert (other.reset() == env.parts[0].games.slots.obs).all()
    assert (other.parts[0].learner_seat == env.parts[0].learner_seat).all()
    assert (other.parts[0].games.states == env.parts[0].games.states).all()
    _, _, dones, _ = other.step(random_actions(other, np.random.default_rng(9)))
    assert not dones.all()


def test_equal_seeds_give_equal_games_and_others_do_not(make_env):
    first, same, other = (make_env(seed=seed).reset() for seed in (1, 1, 2))
    assert (first == same).all()
    assert (first != other).any()


# ------------------------------------------------------------------------------------------------- all seats of a side
def test_a_learner_of_all_seats_of_a_side(make_env):
    env = make_env(num_players=4, teams=True, seats=(1, 2, 3))
    witness = Witness(env.parts[0])
    ended, decided = [], set()
    for _, reward, done, info in run(env, 60):
        decided |= set(env.parts[0].games.seat.tolist())
        if done:
            ended.append((reward, info))
    assert decided == {1, 2, 3}, "the learner is asked for all of them, and for nobody else"
    assert len(ended) == len(witness.ends) > 20
    assert sorted(reward for reward, _ in ended) == pytest.approx(sorted(end[3][1] for end in witness.ends))
    for _, info in ended:
        assert info["seat"] == 1
        assert info["opponents"][0] >= 0 and (info["opponents"][1:] == -1).all()


def test_a_side_of_several_has_one_opponent_in_all_its_seats(make_env):
    env = make_env(num_players=4, teams=True, seats=(0,), mixture={"random": 0.5, "coin": 0.5})
    drawn = [info["opponents"][1:] for _, _, done, info in run(env, 60) if done]
    assert {len(set(members.tolist())) for members in drawn} == {1}
    assert len({int(members[0]) for members in drawn}) == 2, "another one from game to game"


def test_games_of_a_side_are_kept_and_taken_up_again(make_env):
    env, other = (make_env(num_players=4, teams=True, seats=(1, 2, 3)) for _ in range(2))
    list(run(env, 7))
    other.restore(env.save())
    assert (other.reset() == env.parts[0].games.slots.obs).all()
    assert (
        (other.parts[0].own == env.parts[0].own).all()
        and other.parts[0].own[:, 1:].all()
        and not other.parts[0].own[:, 0].any()
    )


# ------------------------------------------------------------------------------------------------- several tables
TWO = [({"num_players": 2}, 8), ({"num_players": 3}, 11)]


def test_trap_b1_at_tables_of_different_seat_counts_every_trajectory_ends_with_its_own_return(make_env):
    env = make_env(tables=TWO)
    assert env.offsets.tolist() == [0, 8, 19] and env.num_envs == 19
    witnesses = [Witness(part) for part in env.parts]
    told = [(slot, reward, info) for slot, reward, done, info in run(env, 120) if done]
    for number, witness in enumerate(witnesses):
        seats = TWO[number][0]["num_players"]
        last_moves = set()
        for local in range(TWO[number][1]):
            slot = env.offsets[number] + local
            mine = [(reward, info) for where, reward, info in told if where == slot]
            truth = [end for end in witness.ends if end[0] == local]
            assert [reward for reward, _ in mine] == pytest.approx([end[3][end[1]] for end in truth])
            assert [info["seat"] for _, info in mine] == [end[1] for end in truth]
            assert {info["table"] for _, info in mine} == {number}
            assert {len(info["opponents"]) for _, info in mine} == {seats}
            last_moves |= {(seat == mover, round(float(returns[seat]))) for _, seat, mover, returns in truth}
        assert {(own, end) for own in (True, False) for end in (1, -1)} <= last_moves, "all four cases have come up"
    assert sum(len(witness.ends) for witness in witnesses) == len(told) > 200


def test_trap_f1_after_the_automatic_reset_no_observation_is_of_the_game_before(make_env):
    env = make_env(tables=TWO)
    rng = np.random.default_rng(3)
    obs, ended = env.reset(), 0
    for _ in range(60):
        seen = [part.games.slots.observe(part.learner_seat) for part in env.parts]
        assert (obs == np.concatenate(seen)).all(), "each row shows the running game to the seat that is to act"
        masks = np.concatenate([part.games.slots.mask for part in env.parts])
        assert (env.action_masks() == masks).all()
        obs, _, dones, infos = env.step(random_actions(env, rng))
        for slot in np.flatnonzero(dones):
            assert obs[slot][0] == 0, "the new game is in its first round"
            assert infos[slot]["terminal_observation"][0] == 3, "the last one has had all three"
            ended += 1
    assert ended > 100


def test_trap_a2_an_empty_mask_is_found_at_every_table(make_env):
    env = make_env(tables=TWO)
    env.reset()
    env.parts[1].games.slots.mask[4] = 0
    with pytest.raises(EmptyMaskError, match="no action is legal in row 12 of 19"):
        env.env_method("action_masks")


def test_the_pool_is_told_of_each_finished_game_in_which_the_learner_acted(make_env):
    env = make_env(tables=TWO, max_decisions=2)  # so that the third seat never acts
    noted = []
    env.pool.note = lambda members, value: noted.append((members.tolist(), value))
    told = [info for _, _, done, info in run(env, 40) if done]
    assert len(told) > 100
    assert sorted(noted) == sorted((info["opponents"].tolist(), info["episode"]["r"]) for info in told)
    assert {members[2] for members, _ in noted if len(members) == 3} == {0}, "never the learner's own seat"
    assert all(members.count(-1) == 1 for members, _ in noted)


def test_whoever_leaves_the_pool_is_replaced_in_the_running_games(make_env):
    env = make_env(tables=TWO, mixture={"random": 1.0, "snapshots": 1.0})
    learner = build_policy(env.game_spec, (8,))
    env.pool.take_snapshot(learner, 0)
    rng = np.random.default_rng(0)
    env.reset()
    left = 0
    for _ in range(12):
        before = [part.opponents.copy() for part in env.parts]
        env.pool.take_snapshot(learner, 0)
        env.step(random_actions(env, rng))
        for part, members in zip(env.parts, before, strict=True):
            others = ~part.own
            assert env.pool.plays(part.opponents[others]).all()
            left += int((~env.pool.plays(members[others])).sum())
    assert left > 10


def test_equal_tables_play_different_deals(make_env):
    obs = make_env(tables=[({}, 8), ({}, 8)]).reset()
    assert (obs[:8] != obs[8:]).any()


def test_games_of_several_tables_are_kept_unless_their_number_changes(make_env):
    env, other = make_env(tables=TWO), make_env(tables=TWO)
    list(run(env, 9))
    assert other.restore(env.save())
    assert (other.reset() == np.concatenate([part.games.slots.obs for part in env.parts])).all()
    fewer = make_env(tables=[TWO[0], ({"num_players": 3}, 10)])
    assert not fewer.restore(env.save())
    assert (fewer.reset()[:8] == make_env(tables=TWO).reset()[:8]).all(), "they begin anew"


def test_tables_of_other_rules_are_refused(make_env):
    with pytest.raises(
        CheckpointError, match=r"table 1 is of another game than table 0: rules_hash is '\w+', '\w+' at"
    ):
        make_env(module=COVENANT, tables=[({}, 2), ({"content": {"rules": {"aid_value": 3}}}, 2)])


def test_the_time_is_booked_on_games_and_opponents(make_env):
    env = make_env(tables=TWO)
    list(run(env, 5))
    shares = env.timesheet.shares()
    assert sum(shares.values()) == pytest.approx(1)
    assert min(shares.values()) > 0, shares
    assert sum(env.timesheet.shares().values()) in (0, pytest.approx(1)), "each span is told once"
