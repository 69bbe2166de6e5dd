"""Plays a tournament: many players against each other, on the same deals and from all seats, on all cores or machines.

CONFIG is the name of a tournament that comes with the suite, or the path of a TOML file: the game, its players and the
tables at which they meet. Every two players meet; at more than two seats one plays against copies of the other, both
ways round; in okko everybody who plays the Oni meets everybody who plays the Heroes.

All games are kept in FOLDER/games.jsonl as they are finished. Whoever breaks off, by Ctrl-C, --minutes or worse, goes
on with the same command; nothing is played or counted twice, and the results depend neither on how often that happened
nor on the number of processes or machines.

Examples:
  shugyo tournament covenant
  shugyo tournament covenant --deals 50 --minutes 2
  shugyo tournament my_tournament.toml --out results/mine --processes 8
  shugyo tournament my_tournament.toml --out results/mine --ray auto
"""

from __future__ import annotations

import os
import shlex
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from rich.console import Console
from rich.table import Table
from tyro.conf import Positional, arg

from ..benchmarks.faults import INTERRUPTED
from .games import PATIENCE, unless

if TYPE_CHECKING:
    from ..benchmarks.intervals import Estimate
    from ..benchmarks.tournaments.games import Games
    from ..benchmarks.tournaments.run import Standing
    from ..benchmarks.tournaments.settings import Settings
    from ..benchmarks.tournaments.tasks import Fixture
    from ..benchmarks.tournaments.workers import Crew

NAME = 12
"""Width that a column keeps however narrow the terminal is."""
LINE_EVERY = 30.0
"""Seconds between two lines on how far it is, where there is no terminal to show a bar."""


@dataclass(kw_only=True)
class Args:
    """Arguments of ``shugyo tournament``."""

    config: Positional[Annotated[str, arg(metavar="CONFIG")]]
    """A tournament that comes with the suite, or a TOML file."""

    processes: Annotated[int | None, unless("N")] = None
    """Processes that play; as many as there are cores if left out."""

    ray: Annotated[str | None, unless("ADDRESS")] = None
    """Play on the machines of this Ray cluster instead: auto, HOST:6379 or ray://HOST:10001."""

    out: Annotated[Path | None, unless("FOLDER")] = None
    """Where the games are kept and the page is written; by default a folder below results/."""

    deals: Annotated[int | None, unless("N")] = None
    """Deals of a pair, instead of what the settings say; the limits of slow players hold all the same."""

    minutes: Annotated[float | None, unless("M")] = None
    """Begin nothing new after so many minutes."""


def run(args: Args) -> int:
    """Plays what is missing, prints what came out and writes the page."""
    from ..benchmarks.tournaments.hold import hold
    from ..benchmarks.tournaments.settings import read_settings

    _check(args)
    notes = Console(stderr=True, highlight=False, markup=False, soft_wrap=True)
    settings = read_settings(args.config)
    folder = args.out or Path("results") / f"tournament-{Path(args.config).stem}"
    with _progress(notes) as progress:
        held = hold(
            settings, folder, deals=args.deals, crew=_crew(args), minutes=args.minutes, progress=progress,
            command=_command(args, folder),
        )  # fmt: skip
    for note in held.notes:
        notes.print(f"note: {note}")
    _show(held.games, settings, held.fixtures)
    out = Console(highlight=False, markup=False, soft_wrap=True)
    out.print(f"written: {held.ledger}")
    if held.page is not None:
        out.print(f"written: {held.page}")
    if not held.whole:
        out.print(f"stopped before the end; go on with the same command: shugyo tournament {args.config} …")
    return 0 if held.whole or args.minutes is not None else INTERRUPTED


def _command(args: Args, folder: Path) -> str:
    """The command that makes the same again; who plays and for how long changes nothing."""
    deals = [] if args.deals is None else ["--deals", str(args.deals)]
    return shlex.join(["shugyo", "tournament", args.config, *deals, "--out", str(folder)])


def _check(args: Args) -> None:
    if args.processes is not None and args.ray is not None:
        raise ValueError("--processes are of this machine, --ray plays on a cluster; give one of them")
    for name, least in (("processes", 1), ("deals", 1)):
        if (value := getattr(args, name)) is not None and value < least:
            raise ValueError(f"--{name} must be at least {least}, not {value}")
    if args.minutes is not None and not args.minutes > 0:
        raise ValueError(f"--minutes must be above 0, not {args.minutes:g}")


def _crew(args: Args) -> Crew:
    """Whoever plays."""
    from ..benchmarks.tournaments.workers import Alone, Processes

    if args.ray is not None:
        from ..benchmarks.tournaments.cluster import Cluster

        return Cluster(args.ray)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    processes = args.processes or cores
    return Alone() if processes == 1 else Processes(processes)


# ---- how far it is --------------------------------------------------------------------------------------------------
@contextmanager
def _progress(console: Console) -> Iterator[Callable[[Standing], None]]:
    """A bar with the time that is left, for whoever waits longer than a moment; a line now and then in a log."""
    from rich.progress import BarColumn, Progress, TextColumn

    bar = Progress(BarColumn(), TextColumn("{task.description}"), console=console, transient=True)
    task = bar.add_task("", total=1)
    due = time.monotonic() + (PATIENCE if console.is_terminal else LINE_EVERY)

    def show(standing: Standing) -> None:
        nonlocal due
        bar.update(task, description=in_words(standing), completed=standing.done, total=max(1, standing.total))
        if time.monotonic() < due:
            return
        if not console.is_terminal:
            due = time.monotonic() + LINE_EVERY
            console.print(in_words(standing))
        elif not bar.live.is_started:
            bar.start()

    try:
        yield show
    finally:
        if bar.live.is_started:
            bar.stop()


def in_words(standing: Standing) -> str:
    """How far it is, such as ``"1,200 of 6,000 games, 0:03:20 left"``."""
    games = f"{standing.done:,} of {standing.total:,} games"
    if standing.seconds is None:
        return games
    minutes, seconds = divmod(round(standing.seconds), 60)
    return f"{games}, {minutes // 60}:{minutes % 60:02}:{seconds:02} left"


# ---- what came out --------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Meeting:
    """How one player did against another.

    Attributes:
        share: of the wins, with its 95 % interval over the deals.
        deals: that they played.
        fair: the share of equals.
    """

    share: Estimate
    deals: int
    fair: float


def meeting(games: Games, one: int, other: int, roles: bool) -> Meeting | None:
    """The games in which one player had a side alone, and another had all other sides; None if there are none.

    Args:
        games: of one table.
        one, other: numbers of players.
        roles: whether only the games count in which the one had the first side.
    """
    import numpy as np

    from ..benchmarks.intervals import bounded_estimate

    if not len(games):
        return None
    first = np.unique(games.side[0], return_index=True)[1]
    first = first[games.side[0, first] >= 0]  # a seat of each side
    owner, share = games.player[:, first], games.share[:, first]
    if roles:
        which = (owner[:, 0] == one) & (owner[:, 1:] == other).all(axis=1)
        own = share[:, 0]
    else:
        which = ((owner == one).sum(axis=1) == 1) & ((owner == other).sum(axis=1) == len(first) - 1)
        own = np.where(owner == one, share, 0).sum(axis=1)
    if (one == other and not roles) or not which.any():
        return None
    _, deal = np.unique(games.deal[which], return_inverse=True)
    count = np.bincount(deal)
    by_deal = np.bincount(deal, weights=own[which]) / count
    return Meeting(bounded_estimate(by_deal, 0, 1, int(count[0])), len(count), 1 / len(first))


def _show(games: Games, settings: Settings, fixtures: Sequence[Fixture]) -> None:
    """Prints a matrix for each table."""
    console = Console(highlight=False)
    for number, table in enumerate(settings.tables):
        here = [fixture for fixture in fixtures if fixture.table == number]
        _show_table(games.select(games.table == number), table.title, here, console)
    rules = ", ".join(sorted({fixture.rules_hash for fixture in fixtures}))
    console.print(f"{len(games):,} games; seed {settings.seed}, rules {rules}", soft_wrap=True)


def _show_table(games: Games, title: str, fixtures: Sequence[Fixture], console: Console) -> None:
    """Prints the win shares of rows against columns, and how well they are known."""
    pairs, roles = [fixture.players for fixture in fixtures if len(fixture.players) == 2], fixtures[0].fixed
    everybody = {name for pair in pairs for name in pair}
    rows, columns = (sorted({pair[place] for pair in pairs} if roles else everybody) for place in (0, 1))
    number = games.players.index
    found = {(a, b): meeting(games, number(a), number(b), roles) for a in rows for b in columns}
    table = Table(title=title, title_justify="left")
    table.add_column("win share [95 %]" + (" as the first side" if roles else ""), overflow="fold", min_width=NAME)
    for column in columns:
        table.add_column(f"against {column}", justify="right", overflow="fold", min_width=NAME)
    for row in rows:
        table.add_row(row, *(_cell(found[row, column]) for column in columns))
    console.width = max(console.width, (NAME + 3) * (len(columns) + 1) + 1)
    console.print(table)
    for line in verdicts({pair: found[pair] for pair in pairs}, roles):
        console.print(line, soft_wrap=True)
    console.print()


def _cell(met: Meeting | None) -> str:
    """A cell of two lines: the share, and its interval."""
    if met is None:
        return "–"
    share, low, high = met.share
    return f"{share:.1%}\n[{100 * low:.0f}, {100 * high:.0f}]"


def verdicts(found: Mapping[tuple[str, ...], Meeting | None], roles: bool) -> list[str]:
    """What to keep in mind about a matrix, in words: what is fair, where it rests on little, where it says nothing.

    Args:
        found: the meetings by pair.
        roles: whether equals need not have equal shares.
    """
    known = {pair: met for pair, met in found.items() if met is not None}
    if not known:
        return ["nothing was played yet"]
    pair, least = min(known.items(), key=lambda item: item[1].deals)
    lines = [f"a fair share is {least.fair:.1%}; the fewest deals are {least.deals:,}: {' against '.join(pair)}"]
    if not roles:
        open_ = [pair for pair, met in known.items() if met.share.low <= met.fair <= met.share.high]
        if open_:
            lines.append(f"too few games to tell apart: {'; '.join(' against '.join(pair) for pair in open_)}")
    if missing := [pair for pair, met in found.items() if met is None]:
        lines.append(f"not played yet: {'; '.join(' against '.join(pair) for pair in missing)}")
    return lines
