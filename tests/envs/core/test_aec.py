"""The PettingZoo environments, over all games."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from games import CASES, ONE_EACH, Case, pick, play
from gymnasium.error import ResetNeeded
from pettingzoo.test import api_test, render_test, seed_test

from shugyo.envs.core.engine import IllegalActionError

every_case = pytest.mark.parametrize("case", CASES, ids=str)
each_game = pytest.mark.parametrize("case", ONE_EACH, ids=str)
# Exactly these two, which PettingZoo sends for every Dict observation space of a game that it does not know.
not_an_array = pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
not_a_box = pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning")


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def in_mid_game(case: Case, steps: int = 6, seed: int = 3, **options):
    env = case.env(**options)
    env.reset(seed=seed)
    length = len(play(env.clone(), rng(seed))) - len(env.agents)
    play(env, rng(seed), min(steps, length - 1))
    assert not any(env.terminations.values())
    return env


# ------------------------------------------------------------------------------------------------- PettingZoo's own
@not_an_array
@not_a_box
@every_case
@pytest.mark.parametrize("dtype", ["int8", "float32"])
def test_trap_b7_passes_api_test(case: Case, dtype: str):
    api_test(case.env(observation_dtype=dtype), num_cycles=200)


@not_an_array
@not_a_box
@every_case
@pytest.mark.parametrize("shaping", [None, "score"])
def test_trap_b7_passes_api_test_when_limits_end_games(case: Case, shaping: str | None):
    api_test(case.env(max_decisions=9, reward_shaping=shaping), num_cycles=50)


@every_case
def test_trap_b7_passes_seed_test(case: Case):
    seed_test(case.env, num_cycles=100)


@each_game
def test_trap_b7_passes_render_test(case: Case):
    render_test(case.env)


# ------------------------------------------------------------------------------------------------- masks
@every_case
def test_trap_a1_only_who_is_to_act_has_a_mask_and_it_is_never_empty(case: Case):
    env = case.env()
    for seed in range(3):
        env.reset(seed=seed)
        for agent in env.agent_iter():
            over = env.terminations[agent] or env.truncations[agent]
            for other in env.agents:
                mask = env.observe(other)["action_mask"]
                assert mask.any() == (other == agent and not over)
                assert mask.dtype == np.int8
                assert np.array_equal(mask, env.infos[other]["action_mask"])
                assert env.legal_actions(other) == np.flatnonzero(mask).tolist()
            env.step(None if over else pick(env.observe(agent)["action_mask"], rng(seed)))


@every_case
def test_observations_lie_in_their_space_and_belong_to_the_caller(case: Case):
    env = in_mid_game(case)
    for agent in env.agents:
        first, second = env.observe(agent), env.observe(agent)
        assert env.observation_space(agent).contains(first)
        for key, array in first.items():
            array[:] = 7
            assert not np.shares_memory(array, second[key])
            assert np.array_equal(second[key], env.observe(agent)[key])
    assert env.observation_space(agent) is env.observation_space(agent)


# ------------------------------------------------------------------------------------------------- order of calls
@each_game
def test_every_call_before_reset_says_so(case: Case):
    env = case.env()
    for call in (env.last, env.agent_iter, env.save, env.state_digest):
        with pytest.raises(ResetNeeded):
            call()
    for name in ("step", "legal_actions", "action_name"):
        with pytest.raises(ResetNeeded):
            getattr(env, name)(0)


@each_game
def test_agent_iter_wants_a_step_between_two_agents(case: Case):
    env = case.env()
    env.reset(seed=0)
    with pytest.raises(RuntimeError, match=r"step\(\) or reset\(\)"):
        for _ in env.agent_iter():
            pass
    assert len(play(env, rng(), 2)) == 2
    assert len([env.step(env.legal_actions(agent)[0]) for agent in env.agent_iter(max_iter=3)]) == 3


@every_case
def test_trap_b3_dead_steps(case: Case):
    env = in_mid_game(case)
    with pytest.raises(ValueError, match=r"is alive: step\(None\)"):
        env.step(None)
    seats = env.possible_agents[:]
    while not any((*env.terminations.values(), *env.truncations.values())):
        env.step(pick(env.last()[0]["action_mask"], rng()))
    assert env.agents == seats, "nobody leaves before the end"
    with pytest.raises(ValueError, match="when an agent is dead, the only valid action is None"):
        env.step(0)
    dead = []
    for agent in env.agent_iter():
        dead.append(agent)
        env.step(None)
    assert dead == seats
    with pytest.raises(ResetNeeded):
        env.step(None)


# ------------------------------------------------------------------------------------------------- rewards
@every_case
@pytest.mark.parametrize("shaping", [None, "score"])
def test_trap_b2_rewards_through_last_add_up(case: Case, shaping: str | None):
    env = case.env(reward_shaping=shaping)
    for seed in range(10):
        env.reset(seed=seed)
        start = [info["score"] for info in env.infos.values()]
        through_last = dict.fromkeys(env.possible_agents, 0.0)
        through_rewards = dict.fromkeys(env.possible_agents, 0.0)
        picks = rng(seed)
        for agent in env.agent_iter():
            _, reward, terminated, truncated, _ = env.last()
            through_last[agent] += reward
            env.step(None if terminated or truncated else pick(env.last()[0]["action_mask"], picks))
            for other, paid in env.rewards.items():
                through_rewards[other] += paid
        sides = env.unwrapped.game_spec.tables[0]["side"]
        total = {int(side): paid for side, paid in zip(sides, through_last.values(), strict=False)}
        assert through_last == pytest.approx(through_rewards)
        replay = env.unwrapped.replay()
        if shaping is None:
            assert sum(total.values()) == pytest.approx(0, abs=1e-6) or len(total) == 1
            assert list(through_last.values()) == replay.returns
        else:
            gained = [end - begin for end, begin in zip(replay.score, start, strict=True)]
            assert list(through_last.values()) == pytest.approx(shaped(replay.returns, gained, sides), abs=1e-4)


def shaped(returns: list[float], score: list[float], sides: np.ndarray) -> list[float]:
    """Returns plus the shaping of the whole game, in which the scores grew by so much."""
    result = []
    for seat, own in enumerate(returns):
        others = [other for other in range(len(returns)) if sides[other] != sides[seat]]
        mean = float(np.mean([score[other] for other in others])) if others else 0.0
        result.append(own + 0.01 * (score[seat] - mean))
    return result


@every_case
@pytest.mark.parametrize("limit", [{"max_turns": 1}, {"max_decisions": 2}], ids=str)
def test_trap_f8_a_game_cut_off_is_truncated_for_all_and_pays(case: Case, limit: dict[str, int]):
    if "max_turns" in limit and case.options.get("mode") in ("conflict", "mini"):
        pytest.skip("the game has one round only")
    env = case.env(**limit)
    for seed in range(5):
        env.reset(seed=seed)
        while not any(env.truncations.values()):
            assert not any(env.terminations.values()), "the game ended by itself"
            env.step(pick(env.last()[0]["action_mask"], rng()))
        assert all(env.truncations.values())
        assert not any(env.terminations.values())
        assert list(env.rewards.values()) == env.unwrapped.replay().returns


# ------------------------------------------------------------------------------------------------- illegal actions
def illegal(env) -> int:
    return int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])


@every_case
def test_an_illegal_action_raises_and_changes_nothing(case: Case):
    env = in_mid_game(case)
    before, actor = env.state_digest(), env.agent_selection
    for action in (illegal(env), -1, -2, 10**9, np.int64(2**40), np.uint8(255)):
        with pytest.raises(IllegalActionError, match=f"{actor}: action {action}"):
            env.step(action)
    for action in (0.0, "0", np.float32(1), [0]):
        with pytest.raises(TypeError):
            env.step(action)
    assert (env.state_digest(), env.agent_selection) == (before, actor)
    env.step(np.int32(env.legal_actions(actor)[0]))
    assert env.state_digest() != before


@every_case
@pytest.mark.parametrize("shaping", [None, "score"])
def test_trap_b5_an_illegal_action_may_end_the_game(case: Case, shaping: str | None):
    env = in_mid_game(case, on_illegal="terminate", reward_shaping=shaping)
    offender = env.possible_agents.index(env.agent_selection)
    env.step(illegal(env))
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    sides = env.unwrapped.game_spec.tables[0]["side"][: len(env.possible_agents)]
    for side, reward in zip(sides, env.rewards.values(), strict=True):
        assert reward == (-1 if side == sides[offender] else pytest.approx(1 / (len(set(sides)) - 1)))
    for _ in env.agent_iter():
        env.step(None)
    env.reset(seed=3)
    fresh = case.env()
    fresh.reset(seed=3)
    assert env.state_digest() == fresh.state_digest()
    assert not any(env.terminations.values())


# ------------------------------------------------------------------------------------------------- copies
def copies(env):
    raw = env.unwrapped
    loaded = type(raw)(raw.game, raw.options)
    loaded.load(raw.save())
    return {
        "clone": raw.clone(),
        "deepcopy": copy.deepcopy(raw),
        "pickle": pickle.loads(pickle.dumps(raw)),
        "load": loaded,
        "deepcopy of env": copy.deepcopy(env),
        "pickle of env": pickle.loads(pickle.dumps(env)),
    }


@every_case
@pytest.mark.parametrize("steps", [0, 1, 9])
def test_trap_c1_copies_go_on_bit_identically(case: Case, steps: int):
    env = in_mid_game(case, steps, reward_shaping="score")
    before = env.state_digest()
    others = copies(env)
    played = {name: play(other, rng(1)) for name, other in others.items()}
    assert env.state_digest() == before, "a copy shares something with the original"
    rest = play(env, rng(1))
    for name, same in played.items():
        assert same == rest, name
    for other in others.values():
        other.reset()
        env.reset(seed=3)
        env.reset()
        assert other.unwrapped.state_digest() == env.state_digest(), "the next episode is another"


@each_game
def test_trap_c1_copies_among_dead_steps_and_before_reset(case: Case):
    env = case.env()
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env)), env.clone()):
        other.reset(seed=3)
    env.reset(seed=3)
    while not any((*env.terminations.values(), *env.truncations.values())):
        env.step(pick(env.last()[0]["action_mask"], rng()))
    env.step(None)
    for name, other in copies(env).items():
        assert other.agents == env.agents == env.possible_agents[1:], name
        assert play(other, rng()) == play(env.clone(), rng()), name


# ------------------------------------------------------------------------------------------------- seeds
@every_case
def test_the_same_games_as_slot_0_of_a_vector_env(case: Case):
    env, venv = case.env(observation_dtype="int8"), case.vector_env(4, observation_dtype="int8")
    observations, infos = venv.reset(seed=11)
    env.reset(seed=11)
    picks = rng()
    for _ in range(400):
        assert env.unwrapped.possible_agents[venv.seat[0]] == env.agent_selection
        seen = env.last()[0]
        assert np.array_equal(seen["observation"], observations["observation"][0])
        assert np.array_equal(seen["action_mask"], observations["action_mask"][0])
        actions = np.array([pick(mask, picks) for mask in observations["action_mask"]])
        env.step(actions[0])
        observations, rewards, *_, infos = venv.step(actions)
        assert list(env.rewards.values()) == rewards[0].tolist()
        if infos["ended"][0]:
            env.reset()
            assert env.episode == venv.slots.episodes[0]


@each_game
def test_reset_ignores_options_and_remembers_nothing(case: Case):
    env, other = case.env(), case.env()
    env.reset(seed=1)
    play(env, rng())
    env.reset(seed=5, options={"unknown": 1})
    other.reset(seed=5)
    assert env.state_digest() == other.state_digest(), "the record holds something of the game before"
    env.reset()
    assert env.state_digest() != other.state_digest()
    for seed in (-1, 1.5, True, "1"):
        with pytest.raises(ValueError, match="seed must be an integer >= 0"):
            env.reset(seed=seed)


# ------------------------------------------------------------------------------------------------- hidden information
@every_case
def test_trap_g1_determinize_is_not_noticed_by_the_seat(case: Case):
    for steps in (0, 5, 14):
        env = in_mid_game(case, steps, seed=steps)
        for agent in env.possible_agents:
            worlds = [env.clone() for _ in range(4)]
            for seed, world in enumerate(worlds):
                world.determinize(agent, seed=seed // 2)
                for key, array in env.observe(agent).items():
                    assert np.array_equal(array, world.observe(agent)[key])
                assert world.legal_actions(agent) == env.legal_actions(agent)
                assert world.render_for(agent) == env.unwrapped.render_for(agent)
                assert world.infos[agent]["score"] == env.infos[agent]["score"]
            digests = [world.state_digest() for world in worlds]
            assert digests[0] == digests[1] != digests[2] == digests[3]
            assert play(worlds[0], rng(1)), "the sampled world cannot be played to its end"
            with pytest.raises(ValueError, match="determinize"):
                worlds[0].replay()


@each_game
def test_words_and_pictures(case: Case):
    env = in_mid_game(case, render_mode="ansi")
    names = [env.action_name(action) for action in env.legal_actions(env.agent_selection)]
    assert all(names)
    assert len(set(names)) == len(names)
    views = {env.render(), env.unwrapped.render(reveal=True)} | {env.render_for(agent) for agent in env.agents}
    assert len(views) == 2 + len(env.agents)
    assert len(env.state_digest()) == 32


@each_game
def test_human_prints_every_step(case: Case, capsys: pytest.CaptureFixture[str]):
    env = case.env(render_mode="human")
    env.reset(seed=1)
    first = capsys.readouterr().out
    assert env.render() is None
    assert capsys.readouterr().out == first != ""
    env.step(env.legal_actions(env.agent_selection)[0])
    assert capsys.readouterr().out not in ("", first)
