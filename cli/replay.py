"""Shows recorded games, and checks that they still play as they did.

The whole file is checked before anything is shown. A file of several games is listed, unless it is said what to show.
`shugyo match --replays FILE` records games.

Examples:
  shugyo replay runs/games.jsonl.gz
  shugyo replay runs/games.jsonl.gz --game 3 --step
  shugyo replay runs/games.jsonl.gz --game 3 --seat 1
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from rich.console import Console
from rich.table import Table
from tyro.conf import Positional, arg

from .games import find_game, unless

if TYPE_CHECKING:
    from ..envs.core.replay import Replay


@dataclass(kw_only=True)
class Args:
    """Arguments of ``shugyo replay``."""

    file: Positional[Annotated[Path, arg(metavar="FILE")]]
    """A file of replays, *.jsonl or *.jsonl.gz."""

    game: Annotated[int | None, unless("N")] = None
    """Which game of the file to show, from 1."""

    seat: Annotated[str | None, unless("SEAT")] = None
    """Show what this seat sees: a number from 0, or an agent's name. Without it the public view is shown."""

    reveal: bool = False
    """Show everything, hidden cards included."""

    step: bool = False
    """Wait for Enter after each picture; q and Enter stops."""


def run(args: Args) -> None:
    """Checks the file and shows a game of it, or the list of its games."""
    from ..envs.core.replay import read_replays

    if args.seat is not None and args.reveal:
        raise ValueError("--seat shows what one seat sees and --reveal all there is; give one of them")
    replays = read_replays(args.file)
    if not replays:
        raise ValueError(f"{args.file}: there is no game in the file")
    if args.game is not None and not 1 <= args.game <= len(replays):
        raise ValueError(f"--game {args.game}: the file has the games 1 … {len(replays)}")
    if len(replays) > 1 and args.game is None and args.seat is None and not (args.reveal or args.step):
        show_list(replays)
        return
    replay = replays[(args.game or 1) - 1]
    show_game(replay, args, None if args.seat is None else _seat(replay, args.seat))


def show_list(replays: list[Replay]) -> None:
    """Prints a line for each game."""
    table = Table(title=f"{len(replays)} games, all of which play as recorded", title_justify="left")
    for name in ("game", "id", "seed", "slot", "decisions", "ended", "returns", "score"):
        table.add_column(name, justify="left" if name in ("id", "ended") else "right")
    for number, replay in enumerate(replays, 1):
        table.add_row(
            str(number),
            replay.env_id,
            str(replay.seed),
            str(replay.slot),
            str(len(replay.actions)),
            _ending(replay),
            " ".join(f"{value:+.2f}" for value in replay.returns),
            " ".join(f"{value:g}" for value in replay.score),
        )
    Console(highlight=False).print(table)
    print("--game N shows one of them")


def _seat(replay: Replay, given: str) -> int:
    """The seat that is meant.

    Raises:
        OptionError: there is none of that name or number.
    """
    from ..envs.core.options import parse_options
    from ..envs.core.sides import seats_named
    from ..envs.core.spec import make_spec

    game = find_game(replay.env_id)
    spec = make_spec(game, parse_options(game.options_type, game.env_id, dict(replay.options)))
    return seats_named(spec, int(given) if given.isdecimal() else given)[0]


def show_game(replay: Replay, args: Args, seat: int | None) -> None:
    """Prints a game picture by picture."""
    from ..envs.core.replay import replay_frames

    print(f"{replay.env_id}, seed {replay.seed}, slot {replay.slot}: {len(replay.actions)} decisions")
    for number, frame in enumerate(replay_frames(replay, seat=seat, reveal=args.reveal), 1):
        print(f"\n──── picture {number} " + "─" * 60)
        print(frame)
        if args.step and _wants_to_stop():
            return
    returns = ", ".join(f"seat {seat} {value:+.2f}" for seat, value in enumerate(replay.returns))
    print(f"\nended {_ending(replay)}; returns: {returns}" if replay.over else "\nthe game was broken off here")


def _ending(replay: Replay) -> str:
    if not replay.over:
        return "not yet"
    return "by a limit" if replay.truncated else "by the rules"


def _wants_to_stop() -> bool:
    """Waits for a line on stdin; the end of the input stops, too."""
    sys.stdout.flush()
    line = sys.stdin.readline()
    return not line or line.strip().lower() == "q"
