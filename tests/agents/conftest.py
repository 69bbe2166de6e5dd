from __future__ import annotations

from functools import partial

import msgspec
import pytest
from games import COVENANT, LANTERNS

from shugyo.agents.training.config import TrainConfig, settle, shipped
from shugyo.agents.training.pool import OpponentPool
from shugyo.agents.training.tables import Table
from shugyo.agents.training.vec_env import SeatVecEnv
from shugyo.envs.core.players import find_player

TINY = {
    "seed": 3,
    "threads": 1,
    "options": {"mode": "conflict"},
    "budget": {"minutes": None, "steps": 512},
    "games": {"num_envs": 8},
    "lessons": {"drills": 2, "games": 16},
    "ppo": {"hidden": [16], "steps": 16, "batch": 64, "epochs": 1},
    "opponents": {"random": 0.5, "snapshots": 0.5, "greedy": 0, "heuristic": 0},
    "snapshots": {"every_updates": 1, "keep": 3},
    "evaluation": {"every_minutes": 100, "deals": 4, "panel": ["random"]},
}


@pytest.fixture
def tiny() -> TrainConfig:
    """Settings of a run of a second."""
    return settle(shipped("covenant"), TINY)


@pytest.fixture
def changed():
    """(config, section, **values) → the config with some values of a section replaced."""

    def change(config: TrainConfig, section: str, **values) -> TrainConfig:
        part = msgspec.structs.replace(getattr(config, section), **values)
        return msgspec.structs.replace(config, **{section: part})

    return change


@pytest.fixture
def make_env():
    """Builds a small SeatVecEnv of the toy game, or of covenant's conflict; ``tables``: options and slots of each."""

    def build(
        num_envs=16, *, module=LANTERNS, point_reward=0.0, mixture=None, seed=5, seats=None, tables=None, **options
    ) -> SeatVecEnv:
        given = {"observation_dtype": "int8", "reward_shaping": "score" if point_reward else None, **options}
        if module is COVENANT:
            given.setdefault("mode", "conflict")
        made = []
        for number, (own, slots) in enumerate(tables or [({}, num_envs)]):
            games = module.vector_env({**given, **own}, slots, "same_step", 1, False)
            made.append(Table(number, own, games, seats=seats))
        mixture = mixture or {"random": 1.0}
        players = {name: partial(find_player, module.game, name) for name in mixture if name != "snapshots"}
        pool = OpponentPool([table.spec for table in made], players, mixture, seed=seed, hidden=(8,))
        return SeatVecEnv(made, pool, seed=seed, point_reward=point_reward)

    return build
