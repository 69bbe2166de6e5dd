"""Prints the map of a scenario: Areas, doors, kinds of Spaces, tokens, where everybody begins, and a legend.

Without a scenario it lists those there are.

Examples:
  shugyo map okko
  shugyo map okko investigation
  shugyo map okko masks --num-heroes 2
  shugyo map okko tea_garden --content mine
"""

from __future__ import annotations

import importlib
import importlib.util
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from rich.console import Console
from rich.table import Table
from tyro.conf import Positional, UseAppendAction, arg

from .games import GameOptions, find_game, options_of, unless

if TYPE_CHECKING:
    from ..envs.core.game import Game


@dataclass(kw_only=True)
class Args:
    """Arguments of ``shugyo map``."""

    game: Positional[Annotated[str, arg(metavar="GAME")]]
    """The game, such as okko."""

    scenario: Positional[Annotated[str, arg(metavar="[SCENARIO]", help_behavior_hint="")]] = ""
    """Key of a scenario, such as investigation; a list of all if left out."""

    num_heroes: Annotated[int | None, unless("N")] = None
    """With so many Heroes; by default the most that the scenario is for."""

    content: Annotated[Path | None, unless("FOLDER")] = None
    """A folder of TOML files to lay over the shipped content."""

    assignments: Annotated[tuple[str, ...], UseAppendAction, arg(name="set", metavar="KEY=VALUE")] = ()
    """One value of the content; it goes over --content."""


def run(args: Args) -> None:
    """Prints the map, or the list."""
    game = find_game(args.game)
    maps = maps_of(game)
    given = GameOptions(content=args.content, assignments=args.assignments)
    plain = options_of(game, given)
    listed = maps.scenarios(plain)
    if not args.scenario:
        if args.num_heroes is not None:
            raise ValueError("--num-heroes needs a scenario: shugyo map " + game.name + " SCENARIO --num-heroes N")
        show_list(listed)
        return
    if args.scenario not in [one.key for one in listed]:
        raise ValueError(f"there is no scenario {args.scenario!r}; there are {', '.join(one.key for one in listed)}")
    number = maps.most_heroes(plain, args.scenario) if args.num_heroes is None else args.num_heroes
    print(maps.map_text(options_of(game, given, scenario=args.scenario, num_heroes=number)))


def maps_of(game: Game) -> Any:
    """The module that tells a game's maps.

    Raises:
        ValueError: the game has none.
    """
    package = f"{__package__.rpartition('.')[0]}.envs"  # type: ignore[union-attr]
    name = f"{package}.{game.name}.maps"
    if importlib.util.find_spec(name) is None:
        from .. import envs

        with_maps = [one.rsplit("_v", 1)[0] for one in envs.GAMES]
        with_maps = [one for one in with_maps if importlib.util.find_spec(f"{package}.{one}.maps")]
        raise ValueError(f"{game.env_id} has no maps; {', '.join(with_maps)} has")
    return importlib.import_module(name)


def show_list(listed: list[Any]) -> None:
    """Prints the scenarios as a table."""
    table = Table(title="scenarios", title_justify="left")
    for head in ("scenario", "name", "for", "investigation"):
        table.add_column(head)
    for one in listed:
        table.add_row(one.key, one.name, one.heroes, "yes" if one.investigation else "no")
    Console(highlight=False).print(table)
