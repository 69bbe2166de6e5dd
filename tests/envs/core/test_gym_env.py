"""The single-seat Gymnasium environments, over all games."""

from __future__ import annotations

import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from games import CASES, ONE_EACH, Case, pick
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from shugyo.envs.core.engine import IllegalActionError
from shugyo.envs.core.gym_env import GymEnv
from shugyo.envs.core.options import OptionError
from shugyo.envs.core.players import SCRIPTED_SOMEWHERE, ScriptedPlayer, scripted_names

every_case = pytest.mark.parametrize("case", CASES, ids=str)
each_game = pytest.mark.parametrize("case", ONE_EACH, ids=str)


def episode(env: GymEnv, rng: np.random.Generator, seed: int | None = None) -> list[tuple]:
    """Plays one game; what was seen at each step."""
    observation, info = env.reset(seed=seed)
    seen = [(observation.tobytes(), info["seat"], info["action_mask"].tobytes())]
    over = False
    while not over:
        observation, reward, terminated, truncated, info = env.step(pick(env.action_masks(), rng))
        over = terminated or truncated
        seen.append((observation.tobytes(), reward, terminated, truncated, info["seat"], info["score"]))
    return seen


@every_case
@pytest.mark.parametrize("seat", [0, None])
def test_trap_b6_passes_the_checkers(case: Case, seat: int | None):
    check_env(case.gym_env(seat=seat), skip_render_check=True)
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    checker.check_env(case.gym_env(seat=seat))


def test_trap_e4_registered_and_made_by_name(capsys: pytest.CaptureFixture[str]):
    env = gymnasium.make("shugyo.envs:shugyo/Covenant-v0", num_players=3, opponents="random", render_mode="ansi")
    check_env(env.unwrapped)
    assert isinstance(env.unwrapped, GymEnv)
    capsys.readouterr()


ASYNC = """
import gymnasium, numpy as np
if __name__ == "__main__":
    envs = gymnasium.make_vec(
        "shugyo.envs:shugyo/Covenant-v0", num_envs=2, vectorization_mode="async", vector_kwargs={"context": "spawn"},
        num_players=2, observation_dtype="int8",
    )
    observations, infos = envs.reset(seed=1)
    for _ in range(30):
        actions = np.array([np.flatnonzero(mask)[0] for mask in infos["action_mask"]])
        observations, rewards, terminated, truncated, infos = envs.step(actions)
    assert envs.observation_space.contains(observations)
    envs.close()
    print("played")
"""


@pytest.mark.slow
def test_trap_e4_async_vector_env_under_spawn(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(ASYNC)
    done = subprocess.run([sys.executable, script], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.stdout.endswith("played\n"), done.stderr


# ------------------------------------------------------------------------------------------------- episodes
@every_case
def test_the_learner_gets_its_seats_return(case: Case):
    env = case.gym_env(on_illegal="raise")
    rng, seats = np.random.default_rng(0), set()
    for number in range(12):
        seen = episode(env, rng, seed=3 if number == 0 else None)
        (seat,) = env.learners
        seats.add(seat)
        assert all(step[-2] == seat for step in seen[1:])
        assert sum(step[1] for step in seen[1:]) == pytest.approx(float(env._slots.returns[0, seat]))
        assert not env.action_masks().any()
        with pytest.raises(ResetNeeded):
            env.step(0)
    if env._slots.num_seats < 4:
        assert seats == set(range(env._slots.num_seats)), "seat=None draws every seat"


@each_game
def test_trap_c2_the_seed_settles_deals_seats_and_opponents(case: Case):
    first, second = (case.gym_env(scripted_names(case.module.game)[-1]) for _ in range(2))
    for seed in (5, None, None):
        runs = [episode(env, np.random.default_rng(1), seed) for env in (first, second)]
        assert runs[0] == runs[1]
    assert episode(first, np.random.default_rng(1), 5) != episode(first, np.random.default_rng(1), 6)


@each_game
def test_trap_c2_opponents_do_not_change_the_deal(case: Case):
    firsts = []
    for opponents in ("random", scripted_names(case.module.game)[-1]):
        env = case.gym_env(opponents, seat=0)
        env.reset(seed=4)
        states = env._slots.states.copy()
        firsts.append(states["key"][0])
    assert firsts[0] == firsts[1]


@every_case
def test_arrays_are_never_reused(case: Case):
    env = case.gym_env(seat=0)
    kept = [env.reset(seed=1)]
    for seed in range(2, 6):
        observation, *_, info = env.step(pick(env.action_masks(), np.random.default_rng(seed)))
        kept.append((observation, info))
        if not env.action_masks().any():
            break
    arrays = [array for observation, info in kept for array in (observation, info["action_mask"])]
    for number, array in enumerate(arrays):
        assert not any(np.shares_memory(array, other) for other in arrays[:number])


# ------------------------------------------------------------------------------------------------- arguments
@each_game
def test_seat_by_number_and_by_name(case: Case):
    names = case.raw_env().possible_agents
    for seat, name in enumerate(names):
        for given in (seat, np.int64(seat), name):
            env = case.gym_env(seat=given)
            assert env.reset(seed=1)[1]["seat"] == seat
    for wrong in (len(names), -1, "nobody", "players", True):
        with pytest.raises(OptionError, match="seat="):
            case.gym_env(seat=wrong)


def test_a_team_as_the_learner():
    case = next(case for case in CASES if case.options.get("teams"))
    env = case.gym_env(seat="guests", on_illegal="raise")
    for _ in range(3):
        seen = episode(env, np.random.default_rng(0))
        assert env.learners == (1, 2, 3, 4)
        assert {step[-2] for step in seen[1:]} == {1, 2, 3, 4}
        assert sum(step[1] for step in seen[1:]) == float(env._slots.returns[0, 1])
    with pytest.raises(OptionError, match="seat='players'"):
        case.gym_env(seat="players")
    assert case.gym_env(seat="lords")._wanted == (0,)


@each_game
def test_opponents_by_name_by_object_and_by_seat(case: Case):
    game, names = case.module.game, case.raw_env().possible_agents
    player = ScriptedPlayer(game, "random")
    for opponents in ("random", player, ["random", player, "random"]):
        episode(case.gym_env(opponents, seat=1), np.random.default_rng(0), seed=1)
    with pytest.raises(ValueError, match=f"one player, or {len(names)} of them"):
        case.gym_env(["random"])
    with pytest.raises(ValueError, match="has no player 'nobody'; there are"):
        case.gym_env("nobody")


@each_game
def test_an_opponent_that_cannot_play_the_game_is_refused_when_the_environment_is_made(case: Case):
    class Stranger(ScriptedPlayer):
        def start(self, game, seed):
            raise ValueError("I do not know this game")

    game = case.module.game
    with pytest.raises(ValueError, match="I do not know this game"):
        case.gym_env(Stranger(game, "random"))
    for name in set(SCRIPTED_SOMEWHERE) - set(scripted_names(game)):  # of other games, by their entry points
        with pytest.raises(ValueError, match=f"has no player '{name}'; there are random|is not a game of the suite"):
            case.gym_env(name)


@each_game
def test_an_opponent_that_cheats_is_named(case: Case):
    class Cheat(ScriptedPlayer):
        def act(self, batch):
            return np.full(len(batch.slot), 10_000, np.int32)

    cheat = Cheat(case.module.game, "random")
    cheat.name = "cheat"
    with pytest.raises(IllegalActionError, match="opponent cheat"):
        episode(case.gym_env(cheat), np.random.default_rng(0), seed=1)


@every_case
def test_trap_b5_illegal_actions(case: Case):
    env = case.gym_env(seat=0)
    env.reset(seed=1)
    illegal = int(np.flatnonzero(~env.action_masks())[0])
    _, reward, terminated, truncated, _ = env.step(illegal)
    assert (reward, terminated, truncated) == (-1, True, False)
    env = case.gym_env(seat=0, on_illegal="raise")
    env.reset(seed=1)
    for action in (illegal, -1, 10**9):
        with pytest.raises(IllegalActionError):
            env.step(action)
    with pytest.raises(TypeError):
        env.step(0.5)


@each_game
def test_pictures_are_the_learners(case: Case):
    env = case.gym_env(seat=1, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == env.game.render(env._slots.states[0], env._slots.tables[0], 1, False)
    assert env.render() != env.game.render(env._slots.states[0], env._slots.tables[0], None, True)
