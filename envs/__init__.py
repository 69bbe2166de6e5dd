"""The games and their environments: ``from shugyo.envs import covenant_v0``.

Importing this registers the Gymnasium ids, and loads no game and no compiler.
"""

from __future__ import annotations

import importlib
from types import ModuleType

import gymnasium

GAMES = ("covenant_v0", "daimyo_v0", "okko_v0")
"""The modules of the games that this version has."""

for _name in GAMES:
    _game, _, _version = _name.partition("_")
    gymnasium.register(f"shugyo/{_game.capitalize()}-{_version}", entry_point=f"{__name__}.{_name}:gym_env")


def __getattr__(name: str) -> ModuleType:
    if name in GAMES:
        return importlib.import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *GAMES])
