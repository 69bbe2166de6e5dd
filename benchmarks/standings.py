"""How strong the players are: the tables of STRENGTH.md, cell by cell.

    python -m shugyo.benchmarks.standings --threads 2                     # all of configs/strength, hours
    python -m shugyo.benchmarks.standings covenant --minutes 1            # one file, at most a minute a cell
    python -m shugyo.benchmarks.standings --only 'ppo:*' --deals 200      # some players

What is to be played stands in configs/strength/*.toml. Results are appended to a file, block by block, under a key of
game, options, rules hash, players, side and seed; whoever breaks off goes on later, and nothing is played twice. The
page is written from that file, also when somebody breaks off. A trained player that does not exist yet is left out.

A cell of players without search has a fixed number of deals. A search takes seconds a game, so its cells stop as soon
as the interval has left the bar, at the earliest after ``least`` deals, at the latest after the minutes allowed; its
interval then says how much is known.
"""

from __future__ import annotations

import argparse
import fnmatch
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from ..envs.core.engine import check_threads
from .faults import run_command
from .measured import has_markers, write_between
from .names import missing
from .results import check_writable
from .standing_cells import BLOCK, Cell, Known, Ledger, Sheet, play_block, read_sheets
from .standing_page import page_of
from .tournaments.tasks import look_up_table

RESULTS = Path("benchmarks/standings.jsonl")


def main(arguments: Sequence[str] | None = None) -> int:
    """The command.

    Args:
        arguments: of the command line; those of the process if left out.

    Returns:
        0; 2 if something was not as it has to be, 130 if it was interrupted: what was played until then is kept.
    """
    args = _parser().parse_args(arguments)
    console = Console(stderr=True, highlight=False, markup=False)
    return run_command(lambda: _run(args, console), "stopped; what was played is kept")


def _run(args: argparse.Namespace, console: Console) -> None:
    check_threads(args.threads)
    sheets = read_sheets(args.sheets)
    ledger = Ledger(check_writable(args.results))
    for note in ledger.notes:
        console.print(f"note: {note}", soft_wrap=True)
    if args.page is not None:
        check_writable(args.page)
    chosen = [
        (sheet, cell)
        for sheet in sheets
        for cell in sheet.cells()
        if args.only is None or fnmatch.fnmatch(cell.player, args.only)
    ]
    names = dict.fromkeys(name for _, cell in chosen for name in (cell.player, cell.opponent))
    absent = {name: why for name in names if (why := missing(name))}
    for why in absent.values():
        console.print(f"left out: {why}", soft_wrap=True)
    cells = [(sheet, cell) for sheet, cell in chosen if not absent.keys() & {cell.player, cell.opponent}]
    lacking = {cell for sheet, cell in cells if not enough(ledger.known(cell), sheet, cell, args)}
    for sheet in sheets:
        for rows in sheet.tables:
            look_up_table(rows.title, [cell.match()[0] for cell in sheet.cells_of(rows) if cell in lacking])
    try:
        with _bar(console) as bar:
            task = bar.add_task("", total=len(cells))
            for sheet, cell in cells:
                bar.update(task, description=str(cell))
                fill(ledger, sheet, cell, args, console)
                bar.advance(task)
    finally:  # whoever breaks off has the page of what is known
        if args.page is not None:
            write_between(args.page, page_of(sheets, ledger))
    if args.page is None:
        sys.stdout.write(page_of(sheets, ledger) + "\n")


def enough(known: Known, sheet: Sheet, cell: Cell, args: argparse.Namespace) -> bool:
    """Whether a cell has all its deals or, with a search, a verdict on its bar, or no time left.

    Args:
        known: of the cell.
        sheet, cell: what to play.
        args: ``deals`` and ``minutes`` of the command line.
    """
    if known.deals >= (args.deals or sheet.deals):
        return True
    verdict = known.deals >= sheet.least and known.leaves(cell.bar)
    return cell.searches and (verdict or known.seconds >= 60 * (args.minutes or sheet.minutes))


def fill(ledger: Ledger, sheet: Sheet, cell: Cell, args: argparse.Namespace, console: Console) -> None:
    """Plays a cell until enough is known.

    Args:
        ledger: holds what was played before, and receives the rest.
        sheet, cell: what to play.
        args: ``deals``, ``minutes`` and ``threads`` of the command line.
        console: gets a line when the cell is done.
    """
    while not enough(known := ledger.known(cell), sheet, cell, args):
        size = min(sheet.block if cell.searches else BLOCK, (args.deals or sheet.deals) - known.deals)
        ledger.add(play_block(cell, known.blocks, size, args.threads))
    share, low, high = known.estimate
    console.print(f"{cell}: {share:.1%} [{low:.1%}, {high:.1%}], {known.deals} deals, {known.seconds:.0f} s")


def _bar(console: Console) -> Progress:
    columns = (BarColumn(), TextColumn("{task.completed}/{task.total}"), TimeElapsedColumn())
    return Progress(
        *columns, TextColumn("{task.description}"), console=console, transient=True, disable=not console.is_terminal
    )


def _parser() -> argparse.ArgumentParser:
    head, _, rest = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(
        "python -m shugyo.benchmarks.standings", description=head, epilog=rest,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("sheets", nargs="*", help="names of files in configs/strength, or paths; all if left out")
    parser.add_argument("--only", metavar="PATTERN", help="only cells of players that fit, such as 'ppo:*'")
    parser.add_argument("--deals", type=_positive(int), help="deals a cell, instead of what the files say")
    parser.add_argument("--minutes", type=_positive(float), help="most minutes a cell of a search")
    parser.add_argument("--threads", type=_positive(int), default=1, help="threads; the figures do not depend on it")
    parser.add_argument("--results", type=Path, default=RESULTS, help=f"where results are kept; default {RESULTS}")
    parser.add_argument("--page", type=_page, help="write the tables between the markers of this file")
    return parser


def _positive(kind: Callable[[str], float]) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            value = kind(text)
        except ValueError:
            value = 0
        if not value > 0:  # NaN is not
            what = "a whole number" if kind is int else "a number"
            raise argparse.ArgumentTypeError(f"must be {what} above 0, not {text!r}")
        return value

    return read


def _page(text: str) -> Path:
    if not has_markers(Path(text)):
        raise argparse.ArgumentTypeError(
            f"{text} needs the two lines <!-- measured:begin --> and <!-- measured:end -->"
        )
    return Path(text)


if __name__ == "__main__":
    raise SystemExit(main())
