"""Trains a player for a few minutes, plays it against the scripted players and tells how strong it has become.

Results lie in a new folder below runs/demo: report.html, results.json and the trained player.

Examples:
  shugyo demo
  shugyo demo covenant --minutes 10 --pairs 1000
"""

from __future__ import annotations

import sys
import time
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from rich.console import Console
from rich.table import Table
from tyro.conf import Positional, arg

from .games import find_games

if TYPE_CHECKING:
    from ..benchmarks.demo import Demo


@dataclass(kw_only=True)
class Args:
    """Arguments of ``shugyo demo``."""

    games: Positional[Annotated[tuple[str, ...], arg(metavar="[GAME …]", help_behavior_hint="")]] = ()
    """Which games; all of them if left out."""

    minutes: float = 3.0
    """Minutes of training, shared by the games."""

    pairs: Annotated[int, arg(aliases=["--deals"], metavar="N")] = 300
    """Deals to play against each scripted player, each from every seat."""

    out: Annotated[Path, arg(metavar="FOLDER")] = Path("runs/demo")
    """Where the new folder is made."""


def run(args: Args) -> int:
    """Runs the demo, writes its files and prints its table."""
    from ..benchmarks.demo import run_demo
    from ..benchmarks.report import page
    from ..benchmarks.results import check_writable, write_json
    from ..benchmarks.warmup import compile_game
    from ..envs.core.files import write_whole

    if args.minutes <= 0 or args.pairs < 1:
        raise ValueError("--minutes and --pairs must be more than 0")
    folder = args.out / time.strftime("%Y%m%d-%H%M%S")
    results, report = check_writable(folder / "results.json"), check_writable(folder / "report.html")
    games, demos = find_games(args.games), []
    for game in games:
        _note(f"{game.env_id}: compiling for this machine, unless that was done before")
        deque(compile_game(game), maxlen=0)
        minutes = args.minutes / len(games)
        demo = run_demo(game, folder / game.name, minutes=minutes, deals=args.pairs, note=_note)
        if demo.interrupted:
            raise KeyboardInterrupt
        demos.append(demo)
    write_json(results, [standing.data for demo in demos for standing in demo.standings])
    write_whole(report, page(demos, f"shugyo demo --minutes {args.minutes:g} --pairs {args.pairs}"))
    for demo in demos:
        show(demo, folder)
    print(f"\nthe report: {report}\nthe numbers: {results}")
    return 0


def show(demo: Demo, folder: Path) -> None:
    """Prints how strong a player has become."""
    fair = demo.standings[0].summary.fair_share
    title = f"{demo.env_id}: {demo.minutes:.1f} minutes of training, {demo.decisions:,} decisions"
    table = Table(title=title, title_justify="left")
    table.add_column("against")
    for name in ("games", "win share [95 %]", "return [95 %]", "limit"):
        table.add_column(name, justify="right", no_wrap=True)
    for standing in demo.standings:
        share, returns, _ = standing.line
        table.add_row(
            standing.opponent,
            str(standing.data["games"]),
            f"{share.mean:.1%} [{share.low:.1%}, {share.high:.1%}]",
            f"{returns.mean:+.2f} [{returns.low:+.2f}, {returns.high:+.2f}]",
            f"{standing.summary.truncated:.1%}",
        )
    console, hardest = Console(highlight=False), demo.hardest
    console.print(table)
    console.print(
        f"equal players win {fair:.0%}; against the hardest of them, {hardest.opponent}, it wins "
        f"{hardest.line.win_share.mean:.1%}"
    )
    console.print(f"the player: ppo:{folder / demo.env_id.rsplit('_v', 1)[0]}", soft_wrap=True)


def _note(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
