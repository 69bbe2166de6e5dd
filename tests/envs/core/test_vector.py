"""The vector environments, over all games."""

from __future__ import annotations

import copy
import pickle

import numba
import numpy as np
import pytest
from games import CASES, ONE_EACH, Case, pick
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode

from shugyo.envs.core.engine import IllegalActionError, state_digest
from shugyo.envs.core.options import OptionError
from shugyo.envs.core.players import ScriptedPlayer, scripted_names
from shugyo.envs.core.sides import sides_of
from shugyo.envs.core.vector import VectorEnv

every_case = pytest.mark.parametrize("case", CASES, ids=str)
each_game = pytest.mark.parametrize("case", ONE_EACH, ids=str)
N = 8


def random_actions(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """One legal action a row, 0 where there is none."""
    return np.array([pick(mask, rng) if mask.any() else 0 for mask in masks])


def advance(venv: VectorEnv, steps: int, seed: int = 0) -> None:
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        venv.step(random_actions(venv.slots.mask, rng), venv.slots.mask.any(axis=1))


def digests(venv: VectorEnv) -> list[str]:
    return [state_digest(state) for state in venv.states]


# ------------------------------------------------------------------------------------------------- what it gives
@every_case
def test_shapes_types_and_spaces(case: Case):
    venv = case.vector_env(N)
    observations, infos = venv.reset(seed=1)
    s, d = venv.num_seats, venv.single_observation_space["observation"].shape[0]
    rng = np.random.default_rng(1)
    for _ in range(200):
        actions = random_actions(observations["action_mask"], rng)
        observations, rewards, terminated, truncated, infos = venv.step(actions)
        assert venv.observation_space.contains(observations)
        assert (rewards.shape, rewards.dtype) == ((N, s), np.float32)
        for flags in (terminated, truncated, infos["ended"]):
            assert (flags.shape, flags.dtype) == ((N,), np.bool_)
        assert np.array_equal(infos["ended"], terminated | truncated)
        assert not (terminated & truncated).any()
        assert np.array_equal(rewards, infos["returns"])
        assert infos["score"].shape == (N, s)
        assert not infos["returns"][~infos["ended"]].any()
        assert not infos["score"][~infos["ended"]].any()
        assert infos["final_obs"].shape == (infos["ended"].sum(), s, d)
        assert infos["final_obs"].dtype == observations["observation"].dtype
        assert venv.seat.shape == (N,)
        assert (venv.seat < s).all()


@every_case
def test_trap_a1_no_running_game_has_an_empty_mask(case: Case):
    venv = case.vector_env(256, observation_dtype="int8")
    venv.reset(seed=5)
    for step in range(100):
        advance(venv, 1, step)
        assert venv.slots.mask.any(axis=1).all()


@each_game
def test_arrays_are_reused_unless_copies_are_asked_for(case: Case):
    for own in (False, True):
        venv = case.vector_env(N, copy=own)
        first, infos = venv.reset(seed=1)
        before = {key: array.copy() for key, array in (first | infos).items()}
        advance(venv, 30)
        same = all(np.array_equal(array, before[key]) for key, array in (first | infos).items())
        assert same == own


@each_game
def test_arguments_that_make_no_sense(case: Case):
    for wrong in ({"num_envs": 0}, {"num_envs": 1.5}, {"num_envs": 2, "autoreset": "next_step"}):
        with pytest.raises(OptionError):
            case.vector_env(**wrong)
    for threads in (0, 10_000, 1.5, True):
        with pytest.raises(ValueError, match="num_threads must be 1 …"):
            case.vector_env(2, num_threads=threads)
    venv = case.vector_env(2)
    for call in (lambda: venv.step([0, 0]), venv.save):
        with pytest.raises(ResetNeeded):
            call()
    for seed in ([1], [1, -2], [1, 2.5], "ab", -1):
        with pytest.raises(ValueError, match="seed must be an integer"):
            venv.reset(seed=seed)
    venv.reset(seed=1)
    with pytest.raises(ValueError, match=r"shape \(2,\)"):
        venv.step([0])
    with pytest.raises(ValueError, match=r"shape \(2,\)"):
        venv.unchecked_step([0, 0, 0])
    with pytest.raises(ValueError, match=r"where must be \(2,\) bool"):
        venv.step([0, 0], where=[1, 0])
    with pytest.raises(TypeError, match="integers"):
        venv.step([0.0, 0.0])


# ------------------------------------------------------------------------------------------------- stepping
@every_case
def test_slots_outside_where_stay_as_they_are(case: Case):
    venv = case.vector_env(N)
    venv.reset(seed=2)
    advance(venv, 5)
    before, masks, seen = digests(venv), venv.slots.mask.copy(), venv.slots.obs.copy()
    where = np.arange(N) % 2 == 0
    actions = np.where(where, random_actions(masks, np.random.default_rng(0)), -7)
    _, rewards, terminated, truncated, infos = venv.step(actions, where)
    after = digests(venv)
    assert [after[i] == before[i] for i in range(N)] == [not played for played in where]
    assert np.array_equal(venv.slots.mask[~where], masks[~where])
    assert np.array_equal(venv.slots.obs[~where], seen[~where])
    for array in (rewards, terminated, truncated, infos["ended"]):
        assert not array[~where].any()


@every_case
def test_trap_a3_the_whole_batch_is_checked_before_any_slot_moves(case: Case):
    venv = case.vector_env(N)
    venv.reset(seed=3)
    advance(venv, 4)
    before, legal = digests(venv), random_actions(venv.slots.mask, np.random.default_rng(0))
    agent = venv.game_spec.agents[venv.seat[5]]
    illegal = int(np.flatnonzero(venv.slots.mask[5] == 0)[0])
    for action in (illegal, -1, -2, 2**32 + int(legal[5]), 10**6):
        actions = legal.copy()
        actions[5] = action
        with pytest.raises(IllegalActionError, match=rf"slot 5, {agent}: action {action} \(.+\) is not legal"):
            venv.step(actions)
        assert digests(venv) == before
    venv.step(legal)
    assert all(now != then for now, then in zip(digests(venv), before, strict=True))


@every_case
def test_unchecked_step_does_the_same(case: Case):
    checked, unchecked = case.vector_env(N), case.vector_env(N)
    checked.reset(seed=4)
    unchecked.reset(seed=4)
    rng = np.random.default_rng(0)
    for _ in range(50):
        actions = random_actions(checked.slots.mask, rng)
        checked.step(actions.astype(np.uint16))
        unchecked.unchecked_step(actions.astype(np.int32))
        assert digests(checked) == digests(unchecked)


@every_case
def test_trap_b5_fouls_end_their_own_games_only(case: Case):
    venv = case.vector_env(N, "disabled", on_illegal="terminate")
    venv.reset(seed=3)
    actions = random_actions(venv.slots.mask, np.random.default_rng(0))
    offenders = venv.seat.copy()
    for slot in (1, 6):
        actions[slot] = int(np.flatnonzero(venv.slots.mask[slot] == 0)[0]) if slot == 1 else -5
    _, rewards, terminated, truncated, infos = venv.step(actions)
    assert np.flatnonzero(terminated).tolist() == [1, 6] == np.flatnonzero(infos["ended"]).tolist()
    assert not truncated.any()
    for slot in (1, 6):
        assert rewards[slot, offenders[slot]] == -1
        assert rewards[slot].max() > 0 or venv.num_seats == 1
    with pytest.raises(IllegalActionError, match="the game is over"):
        venv.step(actions)


# ------------------------------------------------------------------------------------------------- the end of a game
@every_case
def test_trap_f1_same_step_autoreset(case: Case):
    venv, alone = case.vector_env(N), case.vector_env(N, "disabled", copy=True)
    assert venv.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert alone.metadata["autoreset_mode"] is AutoresetMode.DISABLED
    observations, _ = venv.reset(seed=6)
    alone.reset(seed=6)
    rng, ended = np.random.default_rng(0), 0
    while ended < 12:
        actions = random_actions(observations["action_mask"], rng)
        observations, *rest, infos = venv.step(actions)
        _, *rest_alone, infos_alone = alone.step(actions)
        for array, other in zip(rest, rest_alone, strict=True):
            assert np.array_equal(array, other)
        for key in ("ended", "returns", "score", "final_obs"):
            assert np.array_equal(infos[key], infos_alone[key])
        done = infos["ended"].copy()
        ended += done.sum()
        assert not alone.slots.mask[done].any(), "a finished game has no legal action"
        if done.any():
            for row, slot in enumerate(np.flatnonzero(done)):
                seat = alone.seat[slot]
                assert np.array_equal(infos["final_obs"][row, seat], alone._report()[0]["observation"][slot])
            alone.reset(options={"reset_mask": done})
        assert digests(venv) == digests(alone), "flags, observation and mask speak of different states"
        assert np.array_equal(observations["action_mask"], alone.slots.mask)


@every_case
def test_trap_f8_random_games_end(case: Case):
    result = case.vector_env(64, observation_dtype="int8").play_out("random", 4, seed=1)
    assert result.lengths.max() < 20_000
    assert not result.truncated.any() or "max_turns" in case.options  # cut short to be quick


@pytest.mark.slow
@each_game
def test_trap_f8_a_hundred_thousand_random_games_end(case: Case):
    result = case.vector_env(1000, observation_dtype="int8").play_out("random", 100, seed=2)
    assert result.lengths.all()
    assert not result.truncated.any() or "max_turns" in case.options


# ------------------------------------------------------------------------------------------------- seeds
@every_case
def test_trap_c3_neighbouring_seeds_share_no_opening(case: Case):
    openings = [state_bytes(case, seed) for seed in (0, 1, 2)]
    assert len(set().union(*openings)) == sum(len(each) for each in openings)


def state_bytes(case: Case, seed: int, n: int = 16) -> set[bytes]:
    venv = case.vector_env(n)
    venv.reset(seed=seed)
    states = venv.states.copy()
    return {state.tobytes() for state in states}


@each_game
def test_trap_c2_a_thousand_seeds_deal_differently(case: Case):
    venv = case.vector_env(1000)
    venv.reset(seed=list(range(1000)))
    for _ in range(20):  # some games deal late
        venv.step(venv.slots.mask.argmax(axis=1))
    states = venv.states.copy()
    states["key"] = 0
    assert len({state.tobytes() for state in states}) >= 990


@each_game
def test_a_sequence_of_seeds(case: Case):
    venv = case.vector_env(4)
    venv.reset(seed=np.array([5, 7, 5, 2**70], dtype=object))
    first = digests(venv)
    assert first[0] == first[2] != first[1]
    venv.reset(seed=[0, 0, 0, 0])
    advance(venv, 1)
    venv.reset()
    assert len(set(digests(venv))) == 1, "equal entries go on with equal episodes"
    assert digests(venv)[0] != first[0]
    one = case.vector_env(1)
    one.reset(seed=7)
    assert digests(one)[0] == first[1]


@each_game
def test_reset_goes_on_with_the_next_episodes(case: Case):
    venv, other = case.vector_env(N), case.vector_env(N)
    venv.reset(seed=1)
    advance(venv, 3)
    venv.reset()
    other.reset(seed=1)
    assert (venv.slots.episodes == 1).all()
    assert all(a != b for a, b in zip(digests(venv), digests(other), strict=True))
    some = np.arange(N) < 3
    before = digests(venv)
    venv.reset(options={"reset_mask": some, "unknown": 0})
    assert venv.slots.episodes.tolist() == [2] * 3 + [1] * (N - 3)
    assert digests(venv)[3:] == before[3:]
    with pytest.raises(ValueError, match="reset_mask"):
        venv.reset(seed=1, options={"reset_mask": some})


@every_case
def test_trap_c2_results_depend_neither_on_threads_nor_on_the_number_of_slots(case: Case):
    threads = min(2, numba.config.NUMBA_NUM_THREADS)
    few, many, threaded = case.vector_env(2), case.vector_env(64), case.vector_env(64, num_threads=threads)
    for venv in (few, many, threaded):
        venv.reset(seed=9)
    rng = np.random.default_rng(0)
    before = numba.get_num_threads()
    for _ in range(60):
        actions = random_actions(many.slots.mask, rng)
        few.step(actions[:2])
        expected = many.step(actions)
        found = threaded.step(actions)
        for mine, theirs in zip(expected[1:4], found[1:4], strict=True):
            assert np.array_equal(mine, theirs)
    assert digests(many) == digests(threaded)
    assert digests(few) == digests(many)[:2]
    assert np.array_equal(many.slots.obs, threaded.slots.obs)
    assert numba.get_num_threads() == before


# ------------------------------------------------------------------------------------------------- keeping
@every_case
@pytest.mark.parametrize("how", ["save", "pickle", "deepcopy"])
def test_trap_c1_saved_batches_go_on_bit_identically(case: Case, how: str):
    venv = case.vector_env(N, copy=True, reward_shaping="score")
    venv.reset(seed=8)
    advance(venv, 25)
    if how == "save":
        other = case.vector_env(N, copy=True, reward_shaping="score")
        observations, _ = other.load(venv.save())
        assert np.array_equal(observations["observation"], venv._report()[0]["observation"])
    else:
        other = copy.deepcopy(venv) if how == "deepcopy" else pickle.loads(pickle.dumps(venv))
    assert digests(other) == digests(venv)
    rng = np.random.default_rng(3)
    for _ in range(60):
        actions = random_actions(venv.slots.mask, rng)
        mine, theirs = venv.step(actions), other.step(actions)
        for here, there in zip(mine[1:4], theirs[1:4], strict=True):
            assert np.array_equal(here, there)
        assert np.array_equal(mine[0]["observation"], theirs[0]["observation"])
    assert digests(other) == digests(venv)


# ------------------------------------------------------------------------------------------------- playing out
@each_game
def test_play_out_plays_fixed_games_to_their_ends(case: Case):
    venv = case.vector_env(N)
    name = scripted_names(venv.game)[-1]
    for policy in ("random", name, ScriptedPlayer(venv.game, name)):
        result = venv.play_out(policy, 3, seed=4)
        assert result.returns.shape == result.score.shape == (N, 3, venv.num_seats)
        assert result.lengths.shape == result.truncated.shape == (N, 3)
        assert (result.lengths > 0).all()
        first = [side.seats[0] for side in sides_of(venv.game_spec)]
        assert np.allclose(result.returns[..., first].sum(axis=2), 0, atol=1e-6), "zero-sum over the sides"
        advance_first = case.vector_env(N)
        advance_first.reset(seed=4)
        advance(advance_first, 17)
        again = advance_first.play_out(policy, 3)
        assert np.array_equal(again.returns, result.returns), "it matters what had been played before"
        wider = case.vector_env(2 * N).play_out(policy, 2, seed=4)
        assert np.array_equal(wider.lengths[:N], result.lengths[:, :2]), "it matters which other games are played"
    with pytest.raises(ResetNeeded):
        venv.step(np.zeros(N, int))
    venv.reset(seed=1)
    advance(venv, 30)
    for wrong in (["random"], "nobody"):
        with pytest.raises(ValueError, match=r"policy must be one player|has no player 'nobody'"):
            venv.play_out(wrong, 1)
    with pytest.raises(ValueError, match="episodes"):
        venv.play_out("random", 0)


@each_game
def test_play_out_with_threads_gives_the_same(case: Case):
    threads = min(2, numba.config.NUMBA_NUM_THREADS)
    one = case.vector_env(33).play_out("random", 2, seed=1)
    two = case.vector_env(33, num_threads=threads).play_out("random", 2, seed=1)
    for name in ("returns", "score", "lengths", "truncated"):
        assert np.array_equal(getattr(one, name), getattr(two, name))


@each_game
def test_play_out_names_the_player_that_cheats(case: Case):
    class Cheat(ScriptedPlayer):
        def act(self, batch):
            return np.full(len(batch.slot), -1, np.int32)

    venv = case.vector_env(2)
    cheat = Cheat(venv.game, "random")
    cheat.name = "cheat"
    with pytest.raises(IllegalActionError, match="player cheat"):
        venv.play_out(cheat, 1)
