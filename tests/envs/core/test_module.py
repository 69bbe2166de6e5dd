"""The modules that users import: what they offer, and that their cards tell the truth."""

from __future__ import annotations

import importlib
import inspect
import re

import gymnasium
import msgspec
import pytest

import shugyo.envs
from shugyo.envs.core.aec import AecEnv
from shugyo.envs.core.checked import CheckedEnv
from shugyo.envs.core.gym_env import GymEnv
from shugyo.envs.core.options import OptionError
from shugyo.envs.core.vector import VectorEnv

every_module = pytest.mark.parametrize("name", shugyo.envs.GAMES)


@every_module
def test_what_a_module_offers(name: str):
    module = getattr(shugyo.envs, name)
    assert module is importlib.import_module(f"shugyo.envs.{name}")
    assert name in dir(shugyo.envs)
    raw = module.raw_env()
    assert isinstance(raw, AecEnv)
    assert isinstance(module.env(), CheckedEnv)
    assert isinstance(module.vector_env(2, autoreset="disabled", copy=True), VectorEnv)
    assert isinstance(module.gym_env(opponents="random", seat=0), GymEnv)
    assert module.observation_layout() == dict(raw.game_spec.layout)
    assert module.rules_hash() == raw.game_spec.rules_hash
    assert module.GAME.env_id == name == str(raw)
    with pytest.raises(AttributeError):
        module.nothing  # noqa: B018
    with pytest.raises(AttributeError):
        shugyo.envs.chess_v6  # noqa: B018


@every_module
def test_options_have_the_same_names_everywhere(name: str):
    module = importlib.import_module(f"shugyo.envs.{name}")
    assert module.Options.__optional_keys__ == set(module.GAME.options_type.__struct_fields__)
    for function in (module.env, module.raw_env, module.vector_env, module.gym_env, module.rules_hash):
        arguments = {"num_envs": 1} if function is module.vector_env else {}
        with pytest.raises(OptionError, match="has no option 'colour'"):
            function(**arguments, colour=1)


@every_module
def test_the_card_tells_the_truth(name: str):
    module = importlib.import_module(f"shugyo.envs.{name}")
    card, game = module.__doc__, module.GAME
    assert f"``Discrete({game.num_actions})``" in card
    assert f"``({game.layout.size},)``" in card
    assert re.search(r"Version history: .*v0", card)
    assert "RULES.md" in card


@every_module
def test_gymnasium_ids(name: str):
    game, _, version = name.partition("_")
    env = gymnasium.make(f"shugyo/{game.capitalize()}-{version}", disable_env_checker=True)
    assert isinstance(env.unwrapped, GymEnv)


@every_module
def test_the_rules_hash_is_of_rules_and_content_only(name: str):
    module = importlib.import_module(f"shugyo.envs.{name}")
    assert module.rules_hash(observation_dtype="int8", max_turns=3, auto_forced=False) == module.rules_hash()


def test_the_rules_hash_of_covenant_follows_the_content():
    from shugyo.envs import covenant_v0

    default = covenant_v0.rules_hash()
    assert covenant_v0.rules_hash(num_players=5) == default
    assert covenant_v0.rules_hash(content={"rules": {"hand_size": 6}}) != default


def test_specs_hold_plain_options():
    from shugyo.envs import covenant_v0

    spec = covenant_v0.raw_env(num_players=3).game_spec
    assert msgspec.json.decode(msgspec.json.encode(spec.options)) == spec.options
    assert spec.options["num_players"] == spec.num_seats == 3
    assert inspect.signature(covenant_v0.env).parameters.keys() == {"options"}
