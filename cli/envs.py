"""Lists the games of this version: their ids, sizes and options.

Examples:
  shugyo envs
  shugyo envs daimyo
  shugyo envs --json
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from rich.console import Console
from rich.table import Table
from tyro.conf import Positional, arg

from .games import find_games

if TYPE_CHECKING:
    from ..envs.core.game import Game


@dataclass(kw_only=True)
class Args:
    """Arguments of ``shugyo envs``."""

    games: Positional[Annotated[tuple[str, ...], arg(metavar="[GAME …]", help_behavior_hint="")]] = ()
    """Which games; all of them if left out."""

    json: bool = False
    """Print JSON instead of tables."""


def run(args: Args) -> None:
    """Prints the list."""
    games = [describe(game) for game in find_games(args.games)]
    if args.json:
        print(json.dumps(games, indent=2, ensure_ascii=False))
    else:
        show(games)


def describe(game: Game) -> dict[str, Any]:
    """What there is to know of a game before one plays it, as data that JSON can hold."""
    from ..envs.core.explain import allowed, type_at
    from ..envs.core.options import CommonOptions, parse_options
    from ..envs.core.players import scripted_names
    from ..envs.core.spec import make_spec

    spec = make_spec(game, parse_options(game.options_type, game.env_id, {}))
    common = set(CommonOptions.__struct_fields__)
    options = [
        {
            "name": field.name,
            "default": msgspec.to_builtins(field.default),
            "allowed": allowed(type_at(game.options_type, [field.name])),
            "common": field.name in common,
        }
        for field in msgspec.structs.fields(game.options_type)
    ]
    allowed_by_name = {option["name"]: option["allowed"] for option in options}
    return {
        "env_id": game.env_id,
        "seats": allowed_by_name.get("num_players", str(spec.num_seats))
        .removeprefix("an integer from ")
        .removesuffix(" or None"),
        "modes": allowed_by_name.get("mode", "").removeprefix("one of ").replace('"', ""),
        "observation_size": game.layout.size,
        "num_actions": game.num_actions,
        "state_bytes": game.state_type.itemsize,
        "decisions": len(game.decisions),
        "players": list(scripted_names(game)),
        "rules_hash": spec.rules_hash,
        "options": options,
    }


def show(games: list[dict[str, Any]]) -> None:
    """Prints the list as tables."""
    console = Console(highlight=False)
    table = Table(title="games", title_justify="left")
    for name in ("id", "seats", "modes"):
        table.add_column(name)
    for name in ("observation", "actions", "state"):
        table.add_column(name, justify="right")
    for game in games:
        sizes = (str(game[name]) for name in ("observation_size", "num_actions"))
        table.add_row(game["env_id"], game["seats"], game["modes"], *sizes, f"{game['state_bytes']} B")
    console.print(table)
    for game in games:
        console.print(f"{game['env_id']}: players {', '.join(game['players'])}; rules {game['rules_hash']}")
    table = Table(title="options", title_justify="left")
    for name in ("game", "option", "default", "allowed"):
        table.add_column(name)
    for game in games:
        for option in game["options"]:
            if not option["common"]:
                table.add_row(game["env_id"], option["name"], repr(option["default"]), option["allowed"])
    for option in games[0]["options"]:
        if option["common"]:
            table.add_row("all", option["name"], repr(option["default"]), option["allowed"])
    console.print(table)
