"""What the tests of the environments play: every game, with the options that make a difference to the shells."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from shugyo.envs.core.aec import AecEnv
from shugyo.envs.core.checked import CheckedEnv
from shugyo.envs.core.gym_env import GymEnv
from shugyo.envs.core.module import GameModule
from shugyo.envs.core.vector import VectorEnv

LANTERNS = GameModule("games.toy")
COVENANT = GameModule("shugyo.envs.covenant.game")
DAIMYO = GameModule("shugyo.envs.daimyo.game")
OKKO = GameModule("shugyo.envs.okko.game")


@dataclass(frozen=True)
class Case:
    """A game with some options."""

    name: str
    module: GameModule
    options: dict[str, Any] = field(default_factory=dict)

    def env(self, **more: Any) -> CheckedEnv:
        return self.module.env(self.options | more)

    def raw_env(self, **more: Any) -> AecEnv:
        return self.module.raw_env(self.options | more)

    def gym_env(self, opponents: Any = "random", seat: Any = None, **more: Any) -> GymEnv:
        return self.module.gym_env(self.options | more, opponents, seat)

    def vector_env(
        self, num_envs: int, autoreset: Any = "same_step", num_threads: int = 1, copy: bool = False, **more: Any
    ) -> VectorEnv:
        return self.module.vector_env(self.options | more, num_envs, autoreset, num_threads, copy)

    def __str__(self) -> str:
        return self.name


CASES = [
    Case("lanterns-2", LANTERNS, {"num_players": 2, "observation_dtype": "int8"}),
    Case("lanterns-3", LANTERNS, {"num_players": 3}),
    Case("lanterns-3-all-asked", LANTERNS, {"num_players": 3, "auto_forced": False}),
    Case("lanterns-5-teams", LANTERNS, {"num_players": 5, "teams": True}),
    Case("covenant-2", COVENANT, {"num_players": 2, "observation_dtype": "int8"}),
    Case("covenant-3", COVENANT, {"num_players": 3}),
    Case("covenant-5", COVENANT, {"num_players": 5}),
    Case("covenant-conflict", COVENANT, {"mode": "conflict"}),
    Case("covenant-mini", COVENANT, {"mode": "mini"}),
    Case("daimyo-3", DAIMYO, {"num_players": 3, "max_turns": 8}),
    Case("daimyo-2", DAIMYO, {"num_players": 2, "max_turns": 12, "observation_dtype": "int8"}),
    Case("daimyo-4-nemesis", DAIMYO, {"num_players": 4, "max_turns": 6, "nemesis": True, "expansions": (1, 2)}),
    Case("daimyo-3-beginner", DAIMYO, {"num_players": 3, "max_turns": 6, "heroes": "beginner", "auto_forced": False}),
    Case("daimyo-boss-rush", DAIMYO, {"boss_rush": True, "max_turns": 15}),
    Case("okko-3", OKKO, {"num_heroes": 2, "max_turns": 4}),
    Case("okko-5", OKKO, {"num_heroes": 4, "max_turns": 3, "observation_dtype": "int8"}),
    Case("okko-2-initiation", OKKO, {"num_heroes": 1, "scenario": "initiation", "max_turns": 4}),
    Case("okko-4-masks", OKKO, {"num_heroes": 3, "scenario": "masks", "max_turns": 3, "auto_forced": False}),
]
ONE_EACH = [
    next(case for case in CASES if case.name == name) for name in ("lanterns-3", "covenant-3", "daimyo-3", "okko-3")
]
"""One case of each game, for what takes long."""


def pick(mask: np.ndarray, rng: np.random.Generator) -> int:
    """A random legal action."""
    return int(rng.choice(np.flatnonzero(mask)))


def play(env: AecEnv | CheckedEnv, rng: np.random.Generator, steps: int | None = None) -> list[tuple]:
    """Plays on, at most so many steps; what was seen of each, dead steps included."""
    seen = []
    for agent in env.agent_iter():
        if steps is not None and len(seen) == steps:
            break
        observation, reward, terminated, truncated, info = env.last()
        over = terminated or truncated
        action = None if over else pick(observation["action_mask"], rng)
        digest = env.unwrapped.state_digest()
        score = info["score"]
        seen.append((agent, observation["observation"].tobytes(), reward, terminated, truncated, action, score, digest))
        env.step(action)
    return seen
