"""Trains a player, and keeps all that is needed to go on with it.

The folder of a run holds checkpoint.safetensors (play it as ppo:FOLDER), player.safetensors (the policy alone),
config.toml, progress.jsonl and tensorboard/. Ctrl-C stops after the current step and writes the checkpoint; --resume
goes on from it.

--set changes a setting of the training (ppo.batch=4096, opponents.random=0.1) or a number of the game's content
(rules.hand_size=5).

Examples:
  shugyo train covenant
  shugyo train covenant --minutes 5 --out runs/first
  shugyo train --resume runs/first --minutes 10
  shugyo train covenant --num-players 3 --seed 7 --set ppo.learning_rate=3e-4 --set opponents.heuristic=0.8
  shugyo train okko --seat oni_0 --option num_heroes=2
  shugyo train covenant --mode conflict --steps 1000000 --num-envs 256 --config my_settings.toml
  tensorboard --logdir runs
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from rich.console import Console
from rich.table import Table
from tyro.conf import Positional, arg

from .games import GameOptions, find_game, named_options, unless

if TYPE_CHECKING:
    from ..agents.training.config import TrainConfig
    from ..agents.training.train import TrainResult

INTERRUPTED = 130


@dataclass(kw_only=True)
class Args(GameOptions):
    """Arguments of ``shugyo train``."""

    game: Positional[Annotated[str | None, arg(metavar="[GAME]", help_behavior_hint="")]] = None
    """The game, such as covenant; may be left out with --resume."""

    minutes: Annotated[float | None, unless("M")] = None
    """When the run ends; the settings say 20. A resumed run counts what it did before."""

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

    config: Annotated[Path | None, unless("FILE")] = None
    """A TOML file with settings that differ from the shipped ones."""

    seed: Annotated[int | None, unless("N")] = None
    """Of games, players and network."""


def run(args: Args) -> int:
    """Trains, and tells what came of it."""
    if args.resume is None and args.game is None:
        raise ValueError("which game? `shugyo train covenant`, or --resume FOLDER")
    if args.resume is not None and args.out is not None:
        raise ValueError("--resume goes on in its own folder; leave --out away")
    config = settings(args)
    from ..agents.training.train import train

    name = f"{config.game.rpartition('_v')[0]}-{time.strftime('%Y%m%d-%H%M%S')}"
    folder = args.resume or args.out or Path("runs") / name
    result = train(config, folder, resume=args.resume is not None)
    show(config, result)
    return INTERRUPTED if result.interrupted else 0


def settings(args: Args) -> TrainConfig:
    """The shipped settings or those of the run to be resumed, overlaid by what was given.

    Raises:
        ConfigError: a setting is unknown or wrong.
        ContentError: content of the game is.
    """
    from ..agents.training.config import assign, read_file, settings_of, settle, shipped
    from ..envs.core.content import combine, read_overlay

    base = settings_of(args.resume) if args.resume is not None else shipped(str(args.game))
    if args.game is not None and find_game(args.game).env_id != base["game"]:
        raise ValueError(f"{args.resume} is a run of {base['game']}, not of {args.game}")
    given: dict[str, Any] = {"options": {}, "budget": {}, "games": {}}
    given["options"] |= named_options(args)
    for section, key in (("games", "num_envs"), ("budget", "minutes")):
        if (value := getattr(args, key)) is not None:
            given[section][key] = value
    if args.content is not None:
        given["options"]["content"] = dict(read_overlay(find_game(base["game"]).name, args.content))
    if args.steps is not None:
        given["budget"] = {"minutes": args.minutes, "steps": args.steps}
    for key in ("seed", "seat"):
        if (value := getattr(args, key)) is not None:
            given[key] = value
    overlay = read_file(args.config) if args.config is not None else {}
    return settle(assign(combine(combine(base, overlay), given), args.assignments))


def show(config: TrainConfig, result: TrainResult) -> None:
    """Prints how the run ended."""
    console = Console(highlight=False)
    if result.interrupted:
        console.print(f"stopped; go on with: shugyo train --resume {result.folder}", soft_wrap=True)
        return
    title = f"{config.game}: {result.minutes:.1f} minutes of training, {result.steps:,} decisions"
    table = Table(title=title, title_justify="left")
    table.add_column("against")
    for column in ("games", "win share [95 %]"):
        table.add_column(column, justify="right", no_wrap=True)
    for name, standing in result.standings.items():
        words = f"{standing['share']:.1%} [{standing['low']:.1%}, {standing['high']:.1%}]"
        table.add_row(name, str(standing["games"]), words)
    console.print(table)
    game = config.game.rpartition("_v")[0]
    flags = "".join(f" --option '{key}={msgspec.json.encode(value).decode()}'" for key, value in config.options.items())
    players = f"ppo:{result.folder} heuristic"
    if config.seat != "each" and game == "okko":
        own, other = ("oni", "hero") if config.seat.startswith("oni") else ("hero", "oni")
        players = f"--{own}-player ppo:{result.folder} --{other}-player heuristic"
    console.print(f"measure it: shugyo match {game} {players}{flags}", soft_wrap=True)
