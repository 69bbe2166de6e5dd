"""Measures the scenarios of okko by play among scripted players, and tells whether they keep to their bars.

    python -m shugyo.benchmarks.scenarios                     # a quick look: 1 000 games a row
    python -m shugyo.benchmarks.scenarios --games 2000 --threads 2 --page envs/okko/BALANCE.md
    python -m shugyo.benchmarks.scenarios --only masks --only "vigil 1" --set kinds.samurai.might=3
    python -m shugyo.benchmarks.scenarios --oni random --games 200

A row is a scenario and a number of Heroes that it allows: "masks 3". Both sides are played by the same player; unless
--player, --oni or --heroes names others, each row is also played by that player against random ones, with a quarter
of the games for each side. Intervals are 95 %: Wilson's, the unit being the game.
The page that --page names gets the tables between its markers; --out keeps all figures as JSON.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.progress import Progress

from ..envs.core.content import ContentError
from ..envs.core.explain import nearest
from ..envs.core.options import parse_options
from ..envs.core.players import scripted_names
from ..envs.core.spec import make_spec
from ..envs.okko.content import OkkoOptions, load
from ..envs.okko.game import GAME
from .measured import Verdict, check_arguments, content_of, content_words, parser_of, write_between
from .results import ResultsError, write_json
from .scenario_figures import Figures, Strength, figures, strength_verdicts, use_verdicts, verdicts, wins
from .scenario_play import HEROES_WIN, ONI_WINS, Watched, watch
from .scenario_tables import page

SEED = 3_000_000
"""Of the published figures; the scenarios are tuned on seeds up to a million."""
PLAYER = "heuristic"
RANDOM = "random"


# ---- rows -----------------------------------------------------------------------------------------------------------
def rows_of(content: dict[str, Any], only: Sequence[str] = ()) -> dict[str, dict[str, Any]]:
    """``{name: options}`` of the rows: each scenario with each number of Heroes that it allows.

    Args:
        content: the option ``content``, or nothing.
        only: scenarios ("masks") or rows ("masks 3"); all if there are none.

    Raises:
        ValueError: no scenario and no row is called that.
        ContentError: wrong content.
    """
    options = parse_options(OkkoOptions, GAME.env_id, dict(content))
    scenarios = load(options).data["scenarios"]
    found = {
        f"{key} {count}": {"scenario": key, "num_heroes": int(count), **content}
        for key, scenario in scenarios.items()
        for count in sorted(scenario["heroes"])
    }
    for name in only:
        if name not in found and name not in scenarios:
            raise ValueError(f"--only names {name!r}, which is no scenario and no row; {nearest(name, [*scenarios])}")
    return {row: o for row, o in found.items() if not only or row in only or o["scenario"] in only}


# ---- the command ----------------------------------------------------------------------------------------------------
def arguments(given: list[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = parser_of("scenarios", __doc__, SEED)
    players = scripted_names(GAME)
    parser.add_argument("--games", type=int, default=1000, help="games of a row; default 1000")
    parser.add_argument("--only", action="append", metavar="ROW", help="only this scenario, or this row; repeatable")
    parser.add_argument("--player", choices=players, help=f"who plays both sides; default {PLAYER}")
    parser.add_argument("--oni", choices=players, help="who plays the Oni")
    parser.add_argument("--heroes", choices=players, help="who plays the Heroes")
    args = parser.parse_args(given)
    check_arguments(parser, args, ("--only", "--player", "--oni", "--heroes"))
    return args


def command_of(args: argparse.Namespace) -> str:
    """The command that makes the same figures again: all that they depend on."""
    parts = [f"python -m shugyo.benchmarks.scenarios --games {args.games} --seed {args.seed}"]
    parts += [f'--only "{row}"' for row in args.only or ()]
    parts += [f"--{name} {getattr(args, name)}" for name in ("player", "oni", "heroes") if getattr(args, name)]
    return " ".join([*parts, *content_words(args)])


class Measuring:
    """Plays the rows, and shows how far it is.

    Args:
        args: the command line.
    """

    def __init__(self, args: argparse.Namespace):
        self._args = args
        self.players = args.oni or args.player or PLAYER, args.heroes or args.player or PLAYER
        self.rows: dict[str, Figures] = {}
        self.strengths: dict[str, Strength] = {}
        self.judged: list[Verdict] = []
        self.rules_hash = ""

    def measure(self, row: str, options: dict[str, Any]) -> None:
        """Plays one row and sums it up."""
        spec = make_spec(GAME, parse_options(GAME.options_type, GAME.env_id, options))
        self.rules_hash = spec.rules_hash
        found = self.rows[row] = figures(self._watch(row, options, *self.players, self._args.games), spec.tables[0])
        self.judged += verdicts(row, found)
        if not (self._args.player or self._args.oni or self._args.heroes):
            few = max(1, self._args.games // 4)
            oni = wins(self._watch(f"{row}, random Heroes", options, PLAYER, RANDOM, few), ONI_WINS)
            heroes = wins(self._watch(f"{row}, random Oni", options, RANDOM, PLAYER, few), HEROES_WIN)
            self.strengths[row] = Strength(oni, heroes)
            self.judged += strength_verdicts(row, PLAYER, self.strengths[row])

    def _watch(self, words: str, options: dict[str, Any], oni: str, heroes: str, games: int) -> Watched:
        with Progress(console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task(words, total=games)
            return watch(
                options, oni, heroes, games, self._args.seed, num_threads=self._args.threads,
                progress=lambda done: bar.update(task, completed=done),
            )  # fmt: skip


def main(given: list[str] | None = None) -> int:
    """Plays, prints the tables, and writes the files.

    Returns:
        0 if all bars hold, 1 if one is missed.
    """
    args = arguments(given)
    rows = rows_of(content_of(args, GAME.name), args.only or ())
    started = time.perf_counter()
    measuring = Measuring(args)
    for row, options in rows.items():
        measuring.measure(row, options)
    judged = [*measuring.judged, *use_verdicts(measuring.rows)]
    command = command_of(args)
    facts = f"Oni {measuring.players[0]}, Heroes {measuring.players[1]}; rules {measuring.rules_hash}"
    text = page(measuring.rows, measuring.strengths, judged, command, facts)
    print(text)
    print(f"{time.perf_counter() - started:.0f} s", file=sys.stderr)
    if args.page is not None:
        write_between(args.page, text)
    if args.out is not None:
        strengths = measuring.strengths
        data = [
            {"row": row, **found._asdict(), "against_random": strengths[row]._asdict() if row in strengths else None}
            for row, found in measuring.rows.items()
        ]
        players = {"oni": measuring.players[0], "heroes": measuring.players[1]}
        write_json(
            args.out,
            {"command": command, "rules_hash": measuring.rules_hash, "seed": args.seed, **players, "rows": data},
        )
    return 0 if all(verdict.holds for verdict in judged) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (ContentError, ResultsError, ValueError) as error:
        print(f"scenarios: {error}", file=sys.stderr)
        sys.exit(2)
