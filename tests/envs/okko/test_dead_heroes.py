"""What users of other suites ran into when agents die before the game is over: eliminated Heroes of Okko Chronicles.

Heroes of STAMINA 1 whom a single Wound eliminates fall soon, in any order.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from games import OKKO, pick
from games.batches import Play

from shugyo.envs.core import batch
from shugyo.envs.okko import state as st
from shugyo.envs.okko.game import GAME

HEROES = ("okko", "noburo", "noshin", "setsuka")
FRAIL = {
    "num_heroes": 4,
    "content": {"rules": {"wounds_to_eliminate": 1}, "heroes": {hero: {"stamina": 1} for hero in HEROES}},
}


@pytest.fixture(scope="module")
def ended() -> list:
    """AEC environments whose games have just ended, with different numbers of Heroes eliminated."""
    found = {}
    for seed in range(40):
        env, rng = OKKO.raw_env(FRAIL), np.random.default_rng(seed)
        env.reset(seed=seed)
        while not any(env.terminations.values()) and not any(env.truncations.values()):
            assert env.agents == env.possible_agents  # whoever has been eliminated
            env.step(pick(env.infos[env.agent_selection]["action_mask"], rng))
        fallen = 4 - int(env._slots.states[0]["alive"].sum())
        found.setdefault(fallen, env)
        if 4 in found and len(found) > 3:
            return list(found.values())
    raise AssertionError(f"only so many were eliminated: {set(found)}")


def test_trap_b3_a_hero_who_was_eliminated_ends_like_all_others(ended):
    """Only None is taken after the end, from each agent once; before it None is refused."""
    env = OKKO.raw_env(FRAIL)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="is alive"):
        env.step(None)
    for env in ended:
        env = env.clone()
        returns = []
        with pytest.raises(ValueError, match="when an agent is dead, the only valid action is None"):
            env.step(0)
        for agent in env.agent_iter():
            _, reward, terminated, truncated, _ = env.last()
            assert terminated != truncated
            returns.append((agent, reward))
            env.step(None)
        assert [agent for agent, _ in returns] == env.possible_agents and env.agents == []
        oni, *heroes = [reward for _, reward in returns]
        assert heroes == [-oni] * 4  # B87: the dead get the team's return


def test_trap_b4_the_dead_are_never_asked_again_and_the_living_activated_once_a_round():
    play = Play(GAME, FRAIL, 60, seed=3, auto_forced=False)
    rounds: list[list[int]] = [[] for _ in range(play.n)]
    fallen: Counter[int] = Counter()
    while True:
        for i in np.flatnonzero(play.where):
            s = play.states[i]
            seat = int(s["seat"])
            assert seat == st.ONI_SEAT or s["alive"][seat - 1], st.DECISIONS[s["decision"]]
            if s["decision"] == st.TECHNIQUE:  # O35: the order holds who lives, each once
                assert sorted(s["order"][s["order"] >= 0]) == np.flatnonzero(s["alive"]).tolist()
            if s["decision"] == st.HERO_ACTION and rounds[i][-1:] != [seat - 1]:
                rounds[i].append(seat - 1)
        old = play.states.copy()
        if not play.random_step():
            break
        for i in np.flatnonzero((old["turn"] != play.states["turn"]) & (play.states["over"] == 0)):
            order = old[i]["order"][old[i]["order"] >= 0].tolist()
            assert [hero for hero in order if hero in rounds[i]] == rounds[i]  # nobody twice, in their order
            assert set(np.flatnonzero(play.states[i]["alive"])) <= set(rounds[i])
            rounds[i].clear()
        fallen.update((old["alive"].sum(1) - play.states["alive"].sum(1)).tolist())
    assert fallen[1] > 40  # one by one, so that the others went on
    returns, score = np.zeros((2, play.n, play.seats), np.float32)
    batch.outcomes(play.states, play.tables, returns, score)
    assert (returns[:, 1:] == -returns[:, :1]).all()
