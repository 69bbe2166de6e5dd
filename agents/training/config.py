"""Settings of a training run: TOML, validated. Importing this loads no torch."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import reduce
from importlib import resources
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from ...envs import GAMES
from ...envs.core.content import Overlay, combine, read_overlay, set_path
from ...envs.core.explain import allowed, fields_at, nearest, type_at

Positive = Annotated[float, Meta(gt=0)]
Share = Annotated[float, Meta(ge=0, le=1)]
Weight = Annotated[float, Meta(ge=0)]
Count = Annotated[int, Meta(ge=1)]


CONFIG = "config.toml"
"""Name of the settings in the folder of a run."""


class ConfigError(ValueError):
    """Settings that no run can be made of."""


class Strict(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """Unknown keys are errors."""


class Budget(Strict, frozen=True, kw_only=True):
    """When a run is over; whatever comes first.

    Attributes:
        minutes: of training in all, resumed parts added up.
        steps: decisions of the learner.
    """

    minutes: Positive | None = None
    steps: Count | None = None


class Games(Strict, frozen=True, kw_only=True):
    """The games played at once.

    Attributes:
        num_envs: how many.
        point_reward: reward for each point by which the learner's lead over the others' mean grows, beside the return
            at the end; 0 for the return alone.
    """

    num_envs: Count
    point_reward: Weight


class Ppo(Strict, frozen=True, kw_only=True):
    """MaskablePPO's own settings.

    Attributes:
        hidden: widths of the layers that policy and value share.
        steps: decisions of each game between two updates.
        batch: decisions a gradient step.
        epochs: passes over the collected decisions an update.
        learning_rate, final_learning_rate: at the beginning and at the end of the budget, linear in between.
        gamma, gae_lambda: discount, and the advantage estimate's trade of bias for variance.
        clip: of the ratio of probabilities.
        entropy: weight of the entropy bonus.
        value: weight of the value's loss.
        max_grad_norm: gradients are cut to this length.
    """

    hidden: Annotated[list[Count], Meta(min_length=1)]
    steps: Annotated[int, Meta(ge=2)]
    batch: Annotated[int, Meta(ge=2)]
    epochs: Count
    learning_rate: Positive
    final_learning_rate: Weight
    gamma: Share
    gae_lambda: Share
    clip: Positive
    entropy: Weight
    value: Weight
    max_grad_norm: Positive


class Lessons(Strict, frozen=True, kw_only=True):
    """The first part of a run, in which the learner copies a teacher.

    Attributes:
        teacher: name of the player.
        share: of the budget; 0 for no lessons.
        drills: gradient steps an update on the teacher's games.
        games: of the teacher, played at once; a gradient step takes one decision of each.
        stray: share of random moves in them.
        learning_rate: at the beginning; falls to a fifth.
    """

    teacher: str
    share: Share
    drills: Annotated[int, Meta(ge=0)]
    games: Count
    stray: Share
    learning_rate: Positive


class Snapshots(Strict, frozen=True, kw_only=True):
    """Frozen copies of the learner among the opponents.

    Attributes:
        every_updates: how often one is taken.
        keep: most of them; the oldest go.
        on_duty: most that play at a time.
    """

    every_updates: Count
    keep: Count
    on_duty: Count


class Evaluation(Strict, frozen=True, kw_only=True):
    """Playing a small panel now and then.

    Attributes:
        every_minutes: how often.
        deals: each is played once with the learner in each seat.
        panel: names of the players.
    """

    every_minutes: Positive
    deals: Annotated[int, Meta(ge=2)]
    panel: list[str]


class TrainConfig(Strict, frozen=True, kw_only=True):
    """All settings of a run.

    Attributes:
        game: ``"covenant_v0"``.
        seat: what the learner plays: ``"each"`` seat in turn, an agent's name, or all seats of a side (``"heroes"``).
        seed: of games, players and network.
        threads: of torch and of the games.
        checkpoint_minutes: how often the state is written.
        options: of the game's environment.
        budget, games, lessons, ppo, snapshots, evaluation: see there.
        opponents: shares of the players in the other seats, ``snapshots`` among them.
    """

    game: str
    seat: str = "each"
    seed: Annotated[int, Meta(ge=0)]
    threads: Count
    checkpoint_minutes: Positive
    options: dict[str, Any]
    budget: Budget
    games: Games
    lessons: Lessons
    ppo: Ppo
    opponents: dict[str, Weight]
    snapshots: Snapshots
    evaluation: Evaluation


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
    """The settings that come with the suite."""
    name = game_id(game).rpartition("_v")[0]
    text = (resources.files(f"{__name__.rsplit('.', 3)[0]}.configs.training") / f"{name}.toml").read_text("utf-8")
    return tomllib.loads(text)


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
    values = {key: value for key, value in table.items() if not isinstance(value, dict) and value is not None}
    lines = [f"{_key(key)} = {json.dumps(value)}" for key, value in values.items()]
    text = (f"[{path}]\n" if path else "") + "\n".join(lines) + "\n"
    for key, value in table.items():
        if isinstance(value, dict):
            text += "\n" + _table(value, f"{path}.{_key(key)}" if path else _key(key))
    return text


def _key(key: str) -> str:
    return key if re.fullmatch(r"[\w-]+", key, re.ASCII) else json.dumps(key)
