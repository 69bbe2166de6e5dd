"""What commands have in common: naming a game and its options, and waiting in company."""

from __future__ import annotations

import time
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from tyro.conf import UseAppendAction, arg

if TYPE_CHECKING:
    from ..envs.core.game import Game
    from ..envs.core.options import CommonOptions

PATIENCE = 2.0
"""Seconds after which a progress bar appears."""


def unless(metavar: str, **more: Any) -> Any:
    """What stands in the help of an argument that may be left out; ``more`` as for ``tyro.conf.arg``."""
    return arg(metavar=metavar, help_behavior_hint="", **more)


@dataclass(kw_only=True)
class GameOptions:
    """Options of a game that most commands take."""

    num_players: Annotated[int | None, unless("N")] = None
    """Seats, in games that have the choice."""

    mode: Annotated[str | None, unless("NAME")] = None
    """Mode, in games that have several."""

    option: Annotated[tuple[str, ...], UseAppendAction, arg(metavar="KEY=VALUE")] = ()
    """Any option of the game, such as nemesis=true, boss_rush=true or expansions=[1,2]; `shugyo envs` lists them."""

    content: Annotated[Path | None, unless("FOLDER")] = None
    """A folder of TOML files to lay over the shipped content."""

    assignments: Annotated[tuple[str, ...], UseAppendAction, arg(name="set", metavar="KEY=VALUE")] = ()
    """One number of the content, such as rules.aid_value=3; it goes over --content."""


def find_game(name: str) -> Game:
    """A game by its id, or by its name without the version.

    Raises:
        ValueError: there is none.
    """
    from ..benchmarks import names

    return names.find_game(name)


def find_games(names: tuple[str, ...]) -> list[Game]:
    """Games by their names; all of them if there is no name."""
    from .. import envs

    return [find_game(name) for name in names or envs.GAMES]


def options_of(game: Game, given: GameOptions, **more: Any) -> CommonOptions:
    """Checked options of a game.

    Args:
        game: the game.
        given: from the command line.
        **more: further options.

    Raises:
        OptionError: an option that the game does not have, or a value that it does not take.
        ContentError: content that cannot be read or does not fit.
    """
    from ..envs.core.content import read_overlay, set_path
    from ..envs.core.options import parse_options

    options = {**named_options(given), **{name: value for name, value in more.items() if value is not None}}
    overlay = read_overlay(game.name, given.content)
    for assignment in given.assignments:
        overlay = set_path(overlay, assignment)
    if overlay:
        options["content"] = overlay
    return parse_options(game.options_type, game.env_id, options)


def named_options(given: GameOptions) -> dict[str, Any]:
    """What the command line says of a game's options, the content apart.

    Raises:
        ValueError: ``--option`` is not KEY=VALUE, names what has an argument of its own, or what is given already.
    """
    options = {"num_players": given.num_players, "mode": given.mode}
    for text in given.option:
        key, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not key.isidentifier():
            raise ValueError(f"--option {text!r}: write KEY=VALUE, such as nemesis=true")
        if key == "content":
            raise ValueError("--option content: use --content FOLDER or --set KEY=VALUE")
        if options.get(key) is not None:
            raise ValueError(f"--option {text}: {key} is given already, as {options[key]}; say it once")
        options[key] = plain_value(value)
    return {name: value for name, value in options.items() if value is not None}


def plain_value(text: str) -> Any:
    """A TOML value; what is none is taken as text."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


@contextmanager
def progress_bar(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on stderr, for whoever waits longer than a moment.

    Args:
        what: stands before the bar.
        total: where it ends.

    Yields:
        What to call with how far the work is.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    patience_ends = time.monotonic() + PATIENCE
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task(what, total=total)

    def show(done: int) -> None:
        bar.update(task, completed=done)
        if time.monotonic() > patience_ends and not bar.live.is_started:
            bar.start()

    try:
        yield show
    finally:
        if bar.live.is_started:
            bar.stop()
