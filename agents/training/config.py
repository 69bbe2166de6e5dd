"""Settings of training runs as TOML: found, laid over each other, validated, written. Importing this loads no torch."""

from __future__ import annotations

import json
import math
import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import reduce
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import msgspec

from ...envs import GAMES
from ...envs.core.content import Overlay, combine, read_overlay, set_path
from ...envs.core.explain import allowed, fields_at, nearest, type_at
from ...envs.core.files import stems
from .settings import ConfigError, TrainConfig

CONFIG = "config.toml"
"""Name of the settings in the folder of a run."""


# ---- reading --------------------------------------------------------------------------------------------------------
def game_id(name: str) -> str:
    """``"covenant"`` and ``"covenant_v0"`` both mean the latter.

    Raises:
        ConfigError: there is no such game.
    """
    for game in GAMES:
        if name in (game, game.rpartition("_v")[0]):
            return game
    raise ConfigError(f"there is no game {name!r}; there are {', '.join(GAMES)}")


def shipped(game: str) -> dict[str, Any]:
    """The settings that come with the suite for a game: those of a quick run."""
    return _read_shipped(game_id(game).rpartition("_v")[0])


def shipped_names() -> list[str]:
    """Names of all settings that come with the suite; a game's own are called like the game."""
    return stems(_shipped_folder(), ".toml")


def settings_named(name: str) -> dict[str, Any]:
    """Settings by a name, laid over the shipped ones of their game.

    Args:
        name: a game's, one of `shipped_names`, or the path of a TOML file, which says its ``game`` and need only hold
            what differs.

    Raises:
        ConfigError: there are none of that name, or they cannot be read.
    """
    if name in GAMES:
        return shipped(name)
    if name in shipped_names():
        given, place = _read_shipped(name), name
    elif name.endswith(".toml") or Path(name).is_file():
        given, place = read_file(Path(name)), name
    else:
        remedy = f"{nearest(name, shipped_names())} (a file of your own: give its path, ending in .toml)"
        raise ConfigError(f"there are no training settings {name!r}; {remedy}")
    if "game" not in given:
        raise ConfigError(f"{place} does not say its game; add a line such as: game = {GAMES[0]!r}")
    return combine(shipped(given["game"]), given)


def _shipped_folder() -> Traversable:
    return resources.files(f"{__name__.rsplit('.', 3)[0]}.configs.train")


def _read_shipped(name: str) -> dict[str, Any]:
    return tomllib.loads((_shipped_folder() / f"{name}.toml").read_text("utf-8"))


def read_file(path: Path) -> dict[str, Any]:
    """Settings from a TOML file, to be laid over others.

    Raises:
        ConfigError: it is not to be read, or no TOML.
    """
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise ConfigError(f"cannot read {path}: {error.strerror}") from None
    except ValueError as error:
        raise ConfigError(f"{path} is not TOML: {error}") from None


def settings_of(folder: str | os.PathLike[str]) -> dict[str, Any]:
    """The settings of an earlier run, to be laid under others.

    Raises:
        ConfigError: the folder holds none.
    """
    return read_file(Path(folder) / CONFIG)


def settle(*layers: Mapping[str, Any]) -> TrainConfig:
    """Validated settings from tables laid over each other, the last one on top.

    Raises:
        ConfigError: it names the setting and what is allowed.
    """
    values = reduce(combine, layers, {})
    try:
        config = msgspec.convert(values, TrainConfig)
    except msgspec.ValidationError as error:
        raise ConfigError(_explained(str(error), values)) from None
    if config.budget.minutes is None and config.budget.steps is None:
        raise ConfigError("a run needs an end: set budget.minutes or budget.steps")
    if not any(config.opponents.values()):
        raise ConfigError("training settings: opponents: nobody has a share; give somebody one, such as random = 1")
    if config.league is not None and not config.sides:
        raise ConfigError("training settings: league.turn_minutes is for a run of two sides: set sides too")
    for number, table in enumerate(config.tables):
        if "content" in table.options:
            raise ConfigError(
                f"training settings: tables.{number}.options.content is not possible: one network plays one set of "
                "rules; put it into [options]"
            )
    game, options = game_id(config.game), config.options
    if options.get("content"):  # read once, so that a resumed run has the same
        options = {**options, "content": dict(read_overlay(game.rpartition("_v")[0], options["content"]))}
    return msgspec.structs.replace(config, game=game, options=options)


def assign(config: Mapping[str, Any], assignments: Sequence[str]) -> dict[str, Any]:
    """Settings with ``key.path=value`` texts laid over.

    A path that begins with a setting of the run (``ppo.batch=2048``) changes that, any other is content of the game
    (``rules.hand_size=5``).

    Raises:
        ConfigError, ContentError: a text is no such assignment.
    """
    result = dict(config)
    content: Mapping[str, Any] = Overlay([])
    for text in assignments:
        if text.partition("=")[0].partition(".")[0].strip() in TrainConfig.__struct_fields__:
            result = combine(result, set_path({}, text))
        else:
            content = set_path(content, text)
    if content:
        given = result.get("options", {}).get("content")
        game = game_id(result["game"]).rpartition("_v")[0]
        merged = combine(read_overlay(game, given), content) if given else dict(content)
        result = combine(result, {"options": {"content": merged}})
    return result


def _explained(message: str, values: Mapping[str, Any]) -> str:
    """The library's message in our words."""
    found = re.search(r" - at `\$\.?([^`]*)`", message)
    path = re.findall(r"\w+", found[1]) if found else []
    where = ".".join(path)
    if found and found[1].endswith("[...]"):  # the library leaves the key of a dict open
        return f"training settings: {where} = {_at(values, path)!r}: {message.partition(' - ')[0]}"
    if unknown := re.search(r"unknown field `(\w+)`", message):
        known = fields_at(TrainConfig, path)
        return f"training settings: there is no {where + '.' * bool(where)}{unknown[1]}; {nearest(unknown[1], known)}"
    if missing := re.search(r"missing required field `(\w+)`", message):
        return f"training settings: {where + '.' * bool(where)}{missing[1]} is missing"
    right = allowed(type_at(TrainConfig, path))
    return f"training settings: {where} = {_at(values, path)!r} is not possible; allowed: {right}"


def _at(values: Mapping[str, Any], path: Sequence[str]) -> Any:
    """What was given at a path."""
    value: Any = values
    for key in path:
        value = value[int(key)] if isinstance(value, list) else value[key]
    return value


# ---- writing --------------------------------------------------------------------------------------------------------
def to_toml(config: TrainConfig) -> str:
    """The settings as TOML; what is None is left out."""
    return _table(msgspec.to_builtins(config), "")


def _table(table: Mapping[str, Any], path: str) -> str:
    lines = [
        f"{_key(key)} = {_value(value)}"
        for key, value in table.items()
        if not isinstance(value, dict) and value is not None
    ]
    text = (f"[{path}]\n" if path else "") + "\n".join(lines) + "\n"
    for key, value in table.items():
        if isinstance(value, dict):
            text += "\n" + _table(value, f"{path}.{_key(key)}" if path else _key(key))
    return text


def _value(value: Any) -> str:
    """One value; tables within arrays are written inline."""
    if isinstance(value, dict):
        pairs = [f"{_key(key)} = {_value(inner)}" for key, inner in value.items() if inner is not None]
        return f"{{{', '.join(pairs)}}}"
    if isinstance(value, list):
        return f"[{', '.join(_value(inner) for inner in value)}]"
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)  # inf and nan, as TOML writes them, too
    return json.dumps(value)


def _key(key: str) -> str:
    return key if re.fullmatch(r"[\w-]+", key, re.ASCII) else json.dumps(key)
