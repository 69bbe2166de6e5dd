"""Trains a player, and keeps all that is needed to go on with it.

The folder of a run holds checkpoint.safetensors (play it as ppo:FOLDER), player.safetensors (the policy alone),
config.toml, progress.jsonl and tensorboard/. Ctrl-C stops after the current step and writes the checkpoint; --resume
goes on from it.

CONFIG is the name of a game, for a quick run; the name of other settings that come with the suite, such as
covenant-year; or the path of a TOML file, which need only say its game and what differs from that game's settings.
--set changes a setting of the training (ppo.batch=4096, opponents.random=0.1) or a number of the game's content
(rules.hand_size=5).

Examples:
  shugyo train covenant
  shugyo train covenant-year --out runs/year
  shugyo train my_settings.toml --minutes 5
  shugyo train --resume runs/year --minutes 10
  shugyo train covenant --num-players 3 --seed 7 --set ppo.learning_rate=3e-4 --set opponents.heuristic=0.8
  shugyo train okko --seat oni_0 --option num_heroes=2
  tensorboard --logdir runs
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from rich.console import Console
from rich.table import Table
from tyro.conf import Positional, arg

from ..benchmarks.faults import INTERRUPTED
from .games import GameOptions, find_game, named_options, unless

if TYPE_CHECKING:
    from ..agents.training.settings import TrainConfig
    from ..agents.training.train import TrainResult

WIDE = 1000
"""Columns that are enough for any table."""


@dataclass(kw_only=True)
class Args(GameOptions):
    """Arguments of ``shugyo train``."""

    config: Positional[Annotated[str | None, arg(metavar="[CONFIG]", help_behavior_hint="")]] = None
    """A game, the name of settings, or a TOML file; left out with --resume."""

    minutes: Annotated[float | None, unless("M")] = None
    """When the run ends, instead of what the settings say. A resumed run counts what it did before."""

    steps: Annotated[int | None, unless("N")] = None
    """End after so many decisions of the learner instead, or, with --minutes, whichever comes first."""

    out: Annotated[Path | None, unless("FOLDER")] = None
    """Folder of the run; by default a new one below runs/."""

    resume: Annotated[Path | None, unless("FOLDER")] = None
    """Go on with the run in this folder."""

    num_envs: Annotated[int | None, unless("N")] = None
    """Games played at once."""

    seat: Annotated[str | None, unless("SEAT")] = None
    """What the learner plays: each (seat in turn), an agent's name such as oni_0, or heroes for all of them."""

    seed: Annotated[int | None, unless("N")] = None
    """Of games, players and network."""


def run(args: Args) -> int:
    """Trains, and tells what came of it."""
    if args.resume is not None and args.out is not None:
        raise ValueError("--resume goes on in its own folder; leave --out away")
    config = settings(args)
    name = f"{config.game.rpartition('_v')[0]}-{time.strftime('%Y%m%d-%H%M%S')}"
    folder = args.resume or args.out or Path("runs") / name
    if config.sides:
        from ..agents.training.league import side_settings, train_league

        league = train_league(config, folder, resume=args.resume is not None)
        for side, result in league.sides.items():
            show(side_settings(config, side), result, folder)
        return INTERRUPTED if league.interrupted else 0
    from ..agents.training.train import train

    result = train(config, folder, resume=args.resume is not None)
    show(config, result, folder)
    return INTERRUPTED if result.interrupted else 0


def settings(args: Args) -> TrainConfig:
    """The shipped settings or those of the run to be resumed, overlaid by what was given.

    Raises:
        ConfigError: a setting is unknown or wrong.
        ContentError: content of the game is.
        ValueError: arguments that contradict each other.
    """
    from ..agents.training.config import assign, settings_named, settings_of, settle, shipped_names
    from ..envs.core.content import combine, read_overlay

    if args.resume is not None and args.config is not None:
        raise ValueError(f"--resume goes on with the settings of its folder; leave {args.config} away, or use --set")
    if args.resume is not None:
        base = settings_of(args.resume)
    elif args.config is not None:
        base = settings_named(args.config)
    else:
        raise ValueError(f"which settings? There are {', '.join(shipped_names())}; or give a file, or --resume FOLDER")
    named = named_options(args)
    given: dict[str, Any] = {"options": dict(named), "budget": {}, "games": {}}
    if args.num_envs is not None:
        given["games"]["num_envs"] = args.num_envs
    if args.content is not None:
        game = find_game(base["game"]).name
        given["options"]["content"] = dict(read_overlay(game, args.content))
    if args.minutes is not None or args.steps is not None:
        given["budget"] = {"minutes": args.minutes, "steps": args.steps}
    for key in ("seed", "seat"):
        if (value := getattr(args, key)) is not None:
            given[key] = value
    config = settle(assign(combine(base, given), args.assignments))
    refuse_what_tables_set(config, named)
    if args.seat is not None and config.sides:
        raise ValueError(f"these settings train {' and '.join(config.sides)} in turn; leave --seat away")
    return config


def refuse_what_tables_set(config: TrainConfig, options: Mapping[str, Any]) -> None:
    """Refuses options of the command line that tables of the settings have of their own: they would do nothing there.

    Raises:
        ValueError: there is such an option.
    """
    for name in options:
        if any(name in table.options for table in config.tables):
            raise ValueError(f"{name} is set by the tables of these settings; for one kind of games: --set 'tables=[]'")


def show(config: TrainConfig, result: TrainResult, folder: Path) -> None:
    """Prints how a run ended, and how to go on with it: ``folder`` is what to resume."""
    console = Console(highlight=False)
    if result.interrupted:
        words = shlex.join(["shugyo", "train", "--resume", str(folder)])
        console.print(f"stopped; go on with: {words}", soft_wrap=True)
        return
    told = f"{config.game}: {result.minutes:.1f} minutes of training, {result.steps:,} decisions"
    console.print(told, soft_wrap=True)
    table = Table()
    table.add_column("against", no_wrap=True)
    for column in ("games", "win share [95 %]"):
        table.add_column(column, justify="right", no_wrap=True)
    for name, standing in result.standings.items():
        words = f"{standing['share']:.1%} [{standing['low']:.1%}, {standing['high']:.1%}]"
        table.add_row(name, str(standing["games"]), words)
    whole = console.measure(table, options=console.options.update(width=WIDE)).maximum
    console.width = max(console.width, whole)  # a terminal that is too narrow wraps the lines; no number is cut
    console.print(table)
    game = config.game.rpartition("_v")[0]
    options = config.table_options[0]
    flags = [
        word
        for key, value in options.items()
        if key not in ("content", "observation_dtype")
        for word in ("--option", f"{key}={msgspec.json.encode(value).decode()}")
    ]
    flags += [word for path, value in leaves(options.get("content") or {}) for word in ("--set", f"{path}={value}")]
    players = [f"ppo:{result.folder}", "heuristic"]
    if config.seat != "each" and game == "okko":
        own, other = ("oni", "hero") if config.seat.startswith("oni") else ("hero", "oni")
        players = [f"--{own}-player", players[0], f"--{other}-player", players[1]]
    console.print(f"measure it: {shlex.join(['shugyo', 'match', game, *players, *flags])}", soft_wrap=True)


def leaves(content: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    """What an overlay of content sets: key paths, and values as TOML."""
    for key, value in content.items():
        here = f"{path}.{key}" if path else key
        if isinstance(value, Mapping):
            yield from leaves(value, here)
        else:
            yield here, msgspec.json.encode(value).decode()
