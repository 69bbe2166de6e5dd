"""Makes a balance study: what a change of a game does to it, and whether that holds for players of every strength.

STUDY is the name of a study that comes with the suite, or a TOML file: it names what is varied (any number of the
content, any option), who plays (players of two strengths at least), which figures are looked at, and how many deals are
played; all variants play the same ones. `shugyo balance` alone lists the studies.

The folder of a study holds a ledger of all that was played: a study that was broken off goes on where it was.

With tune before it, values are searched that bring figures to the targets of the study's table [tune]; what is found is
checked on other deals, and with players that the search has not seen.

Examples:
  shugyo balance daimyo_heroes
  shugyo balance first_seat_covenant --games 500 --threads 2
  shugyo balance my_study.toml --out runs/mine
  shugyo balance tune my_study.toml
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from rich.console import Console
from rich.table import Table
from tyro.conf import Positional, arg

from .games import progress_bar, unless

if TYPE_CHECKING:
    from ..benchmarks.balance.designs import Design
    from ..benchmarks.balance.effects import Across, Row
    from ..benchmarks.balance.results import Results
    from ..benchmarks.balance.settings import Base, Study
    from ..benchmarks.balance.tune import Tuned

TUNE = "tune"
MOST = 40
"""Lines of a table on the screen; the files have them all."""


@dataclass(kw_only=True)
class Args:
    """Arguments of ``shugyo balance``."""

    words: Positional[Annotated[tuple[str, ...], arg(metavar="[tune] STUDY", help_behavior_hint="")]] = ()
    """Name of a study or TOML file; with "tune" before it, values are searched."""

    games: Annotated[int | None, unless("N")] = None
    """Deals of each variant and player, instead of what the study says."""

    threads: int = 1
    """Threads; the results do not depend on it."""

    out: Annotated[Path | None, unless("FOLDER")] = None
    """Folder of the ledger and the results; by default runs/balance/STUDY."""


def run(args: Args) -> None:
    """Makes the study, prints what it found and writes the files."""
    from ..benchmarks.balance.run import make
    from ..benchmarks.balance.settings import read_study
    from ..benchmarks.names import shipped_names
    from ..envs.core.engine import check_threads

    tuning, names = args.words[:1] == (TUNE,), args.words[args.words[:1] == (TUNE,) :]
    if len(names) != 1:
        raise ValueError(f"which study? There are {', '.join(shipped_names('balance'))}; or give one TOML file")
    check_threads(args.threads)
    study = read_study(names[0], args.games)
    folder = args.out or Path("runs") / "balance" / Path(names[0]).stem
    if tuning:
        _tune(args, study, names[0], folder)
    else:
        _study(args, *make(study), names[0], folder)


def _command(args: Args, name: str, folder: Path, *words: str) -> str:
    """The command that makes the same again."""
    games = [] if args.games is None else [f"--games {args.games}"]
    return " ".join(["shugyo balance", *words, name, *games, f"--out {folder}"])


# ---- a study --------------------------------------------------------------------------------------------------------
def _study(args: Args, base: Base, design: Design, name: str, folder: Path) -> None:
    from ..benchmarks.balance.run import run_study, total_games

    with progress_bar(f"{base.study.game}: games", total_games(base.study, design)) as progress:
        results, files = run_study(
            base, design, folder, _command(args, name, folder), num_threads=args.threads, progress=progress
        )
    show(results)
    _tell_files([*files, folder])


def show(results: Results) -> None:
    """Prints a study: question, answer, table of what was shown, and how it came about."""
    from ..benchmarks.balance.effects import NONE, OPEN
    from ..envs.core.phrases import count

    console = Console(highlight=False)
    console.print(f"{results.title}\n{results.question}\n\n{results.answer}\n", soft_wrap=True, markup=False)
    shown = [one for one in results.across if one.verdict not in (NONE, OPEN)]
    if shown:
        console.print(_effects(results, shown[:MOST]))
        if len(shown) > MOST:
            console.print(f"… and {len(shown) - MOST} more in effects.csv")
    verdicts = Counter(one.verdict for one in results.across)
    told = "; ".join(f"{number} {verdict}" for verdict, number in verdicts.items())
    made = results.provenance
    deals = ", ".join(f"{player} {games}" for player, games in made.games.items())
    console.print(
        f"{count(len(results.across), 'comparison')}: {told}. Intervals are 95 % each by itself; p-values behind the "
        f"verdicts are corrected for all comparisons (Holm).\n"
        f"{made.total:,} games at {count(len(made.points), 'point')} (deals: {deals}); seed {made.seed}, rules "
        f"{made.rules_hash}",
        soft_wrap=True,
    )


def _effects(results: Results, shown: list[Across]) -> Table:
    from ..benchmarks.balance.figures import in_words

    table = Table(title="what was shown", title_justify="left")
    table.add_column("change", overflow="fold", min_width=12)
    table.add_column("figure", overflow="fold", min_width=12)
    for player in results.players:
        table.add_column(f"{player} [95 %]", justify="right")
    table.add_column("across the players", overflow="fold", min_width=12)
    for one in shown:
        rows = results.rows_of(one)
        change = f"{one.factor} = {one.level}" if one.factor else f"{one.level}, against fair"
        table.add_row(change, in_words(one.figure), *(_cell(row) for row in rows), one.verdict)
    return table


def _cell(row: Row) -> str:
    from ..benchmarks.balance.figures import group_of

    if group_of(row.figure).share:
        ends = f"{100 * row.estimate:+.1f} [{100 * row.low:+.1f}, {100 * row.high:+.1f}] points"
    else:
        ends = f"{row.estimate:+.2f} [{row.low:+.2f}, {row.high:+.2f}]"
    return f"{ends}{'' if row.shown else ' (not shown)'}"


# ---- tuning ---------------------------------------------------------------------------------------------------------
def _tune(args: Args, study: Study, name: str, folder: Path) -> None:
    from ..benchmarks.balance.settings import Base
    from ..benchmarks.balance.tune import Search, most_games, write_tuned

    with progress_bar(f"{study.game}: games at most", most_games(study)) as progress:
        search = Search(Base(study), folder, num_threads=args.threads, progress=progress)
        tuned = search.run(_command(args, name, folder, TUNE))
    show_tuned(tuned)
    _tell_files([write_tuned(tuned, folder)])


def show_tuned(tuned: Tuned) -> None:
    """Prints what a search found."""
    from ..envs.core.phrases import count

    console = Console(highlight=False)
    console.print(f"{tuned.title}\n{tuned.question}\n", soft_wrap=True, markup=False)
    for factor, (old, new) in tuned.values.items():
        console.print(f"  {factor}: {old} → {new}", markup=False)
    table = Table(title="on held-out deals", title_justify="left")
    for head in ("players", "figure", "target", "as it is [95 %]", "tuned [95 %]", ""):
        table.add_column(head, overflow="fold")
    for check in tuned.checks:
        before, after = (f"{v.value:.3f} [{v.low:.3f}, {v.high:.3f}]" for v in (check.before, check.after))
        who = check.player if check.searched else f"{check.player} (not in the search)"
        table.add_row(who, check.figure, f"{check.target:g} ± {check.within:g}", before, after, check.verdict)
    console.print(table)
    said = "reached with all players" if tuned.reached else "not shown to be reached with all players"
    console.print(
        f"The targets are {said}. {count(tuned.trials, 'trial')}: {tuned.pruned} fell behind, {tuned.refused} refused "
        f"by the game; {tuned.games:,} games; seed {tuned.seed}, rules {tuned.rules_hash} → {tuned.tuned_hash}",
        soft_wrap=True,
    )
    if tuned.words:
        console.print(f"to play it: {' '.join(tuned.words)}", markup=False, soft_wrap=True)


def _tell_files(files: list[Path]) -> None:
    for path in files:
        Console().print(f"written: {path}", highlight=False, soft_wrap=True)
