"""Pages of measured tables: bars and whether they hold, Markdown between markers, the options of such commands."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..envs.core.content import read_overlay, set_path
from ..envs.core.files import write_whole
from .results import check_writable

BEGIN, END = "<!-- measured:begin -->", "<!-- measured:end -->"


class Verdict(NamedTuple):
    """A bar, what was measured, and whether it holds."""

    bar: str
    row: str
    measured: str
    holds: bool


def quantiles(values: np.ndarray, *percent: float) -> tuple[float, ...]:
    """Quantiles that are values of the sample."""
    return tuple(float(q) for q in np.percentile(values, percent, method="inverted_cdf"))


# ---- Markdown -------------------------------------------------------------------------------------------------------
def table(heads: list[str], lines: list[list[str]]) -> list[str]:
    """Markdown rows; all but the first column to the right."""
    return [f"| {' | '.join(line)} |" for line in (heads, ["---", *["---:"] * (len(heads) - 1)], *lines)]


def bar_table(judged: list[Verdict]) -> list[str]:
    """Each bar: in how many rows it holds, and where it does not."""
    lines = []
    for bar in dict.fromkeys(verdict.bar for verdict in judged):
        all_rows = [verdict for verdict in judged if verdict.bar == bar]
        missed = [f"{verdict.row}: {verdict.measured}" for verdict in all_rows if not verdict.holds]
        lines.append([bar, f"{len(all_rows) - len(missed)} of {len(all_rows)}", "; ".join(missed) or "–"])
    return table(["bar", "rows in which it holds", "where it does not"], lines)


def joined(parts: list[str]) -> str:
    """Headings, paragraphs and rows of tables as one text, with empty lines where they belong."""
    return "\n".join(line if line.startswith("|") else f"\n{line}\n" for line in parts).replace("\n\n\n", "\n\n")


def has_markers(path: Path) -> bool:
    """Whether a file has the two markers, once each and in order."""
    text = path.read_text("utf-8") if path.is_file() else ""
    return text.count(BEGIN) == text.count(END) == 1 and text.index(BEGIN) < text.index(END)


def write_between(path: Path, text: str) -> None:
    """Puts a text between the markers of a file."""
    before, rest = path.read_text("utf-8").split(BEGIN)
    write_whole(path, f"{before}{BEGIN}\n{text}\n{END}{rest.split(END)[1]}")


# ---- the command line -----------------------------------------------------------------------------------------------
def parser_of(name: str, doc: str | None, seed: int) -> argparse.ArgumentParser:
    """A parser with the options that all such commands have: seed, threads, content, files to write.

    Args:
        name: of the module.
        doc: its docstring; what follows the first paragraph comes after the options.
        seed: default of ``--seed``.
    """
    head, _, rest = (doc or "").partition("\n\n")
    parser = argparse.ArgumentParser(
        f"python -m shugyo.benchmarks.{name}", description=head, epilog=rest,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=seed, help=f"which games; default {seed}")
    parser.add_argument("--threads", type=int, default=1, help="threads; the figures do not depend on it")
    parser.add_argument("--content", type=Path, metavar="FOLDER", help="a folder of TOML files to lay over the content")
    parser.add_argument(
        "--set", action="append", default=[], metavar="KEY=VALUE", help="change a number of the content"
    )
    parser.add_argument("--out", type=Path, help="write all figures here, as JSON")
    parser.add_argument("--page", type=Path, help="write the tables between the markers of this file")
    return parser


def check_arguments(parser: argparse.ArgumentParser, args: argparse.Namespace, narrowing: tuple[str, ...]) -> None:
    """Ends the command if the numbers make no sense, or the page cannot be written as it should.

    Args:
        parser: says what is wrong.
        args: parsed.
        narrowing: options besides ``--content`` and ``--set`` with which no page is made, such as ``--only``.
    """
    if args.games < 1 or args.threads < 1:
        parser.error("--games and --threads must be 1 or more")
    options = [*narrowing, "--content", "--set"]
    if args.page is not None and any(getattr(args, option[2:]) for option in options):
        parser.error(f"--page holds the shipped set whole: leave out {', '.join(options[:-1])} and {options[-1]}")
    if args.page is not None and not has_markers(args.page):
        parser.error(f"{args.page}: needs the lines {BEGIN} and {END}; the tables go between them")


def content_of(args: argparse.Namespace, game: str) -> dict[str, Any]:
    """What ``--content`` and ``--set`` lay over the content of a game; makes sure that the files can be written."""
    for path in (args.out, args.page):
        if path is not None:
            check_writable(path)
    overlay = read_overlay(game, args.content)
    for assignment in args.set:
        overlay = set_path(overlay, assignment)
    return {"content": overlay} if overlay else {}


def content_words(args: argparse.Namespace) -> list[str]:
    """The part of the command that names the content."""
    named = [f"--content {args.content}"] if args.content else []
    return [*named, *(f"--set {assignment}" for assignment in args.set)]
