"""The tables of a game's README that come from code: observation blocks, actions, decisions, sizes.

A game whose content is cards has a module ``listing`` with tables of them besides.

``python -m shugyo.benchmarks.tables`` writes them between their markers, ``--check`` tells what is out of date.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import re
import sys
from pathlib import Path
from typing import Any

from ..envs.core.files import write_whole

ROOT = Path(__file__).resolve().parents[1]


def observation_table(game: Any, tables: Any) -> list[str]:
    """Markdown rows of the observation blocks, under the default options."""
    rows = ["| entries | block | shape | range | scale | meaning |", "|---|---|---|---|---|---|"]
    for name, block in game.layout.view(tables).items():
        first, last = block.slice.start, block.slice.stop - 1
        entries = str(first) if first == last else f"{first}–{last}"
        shape = " × ".join(map(str, block.shape))
        cells = (entries, f"`{name}`", shape, f"{block.low} … {block.high}", f"{block.scale:.4g}", block.meaning)
        rows.append(f"| {' | '.join(cells)} |")
    return rows


def action_table(families: Any) -> list[str]:
    """Markdown rows of the action ids."""
    rows = ["| ids | action | meaning |", "|---|---|---|"]
    for first, count, name, meaning in families:
        ids = str(first) if count == 1 else f"{first}–{first + count - 1}"
        rows.append(f"| {ids} | `{name}` | {meaning} |")
    return rows


def decision_table(game: Any, words: Any) -> list[str]:
    """Markdown rows of the decision kinds."""
    rows = ["| no. | decision | the seat to act … |", "|---|---|---|"]
    return rows + [f"| {k} | `{name}` | {words[k]} |" for k, name in enumerate(game.decisions)]


def size_table(game: Any) -> list[str]:
    """Markdown rows of the numbers that newcomers look for."""
    return [
        "| | |",
        "|---|---|",
        f"| observation | `({game.layout.size},)` float32 or int8 |",
        f"| actions | `Discrete({game.num_actions})` with an exact mask |",
        f"| record of one game | {game.state_type.itemsize} bytes |",
        f"| kinds of decisions | {len(game.decisions)} |",
        f"| scripted players | {', '.join(('random', *game.scripted))} |",
        f"| rules version | {game.rules_version} |",
    ]


def sections(name: str) -> dict[str, list[str]]:
    """Each generated section of the README of a game, by marker name."""
    game = importlib.import_module(f"..envs.{name}.game", __package__).GAME
    words = importlib.import_module(f"..envs.{name}.words", __package__)
    tables, content = game.build_tables(game.options_type())
    listing = importlib.util.find_spec(f"..envs.{name}.listing", __package__)
    return {
        "sizes": size_table(game),
        "observation": observation_table(game, tables[0]),
        "actions": action_table(words.ACTION_FAMILIES),
        "decisions": decision_table(game, words.DECISION_WORDS),
        **(importlib.import_module(listing.name).sections(content) if listing else {}),
    }


def updated(text: str, parts: dict[str, list[str]]) -> str:
    """The README's text with each section brought up to date.

    Raises:
        ValueError: the markers of a section are missing.
    """
    for name, rows in parts.items():
        pattern = re.compile(rf"(<!-- {name}:begin -->\n).*?(<!-- {name}:end -->)", re.S)
        if not pattern.search(text):
            raise ValueError(f"the README needs <!-- {name}:begin --> and <!-- {name}:end -->")
        body = "".join(f"{row}\n" for row in rows)
        text = pattern.sub(lambda found, body=body: found[1] + body + found[2], text)
    return text


def main(arguments: list[str] | None = None) -> int:
    """Runs the command line; returns its exit status."""
    parser = argparse.ArgumentParser("python -m shugyo.benchmarks.tables", description="Tables of the READMEs.")
    parser.add_argument("--check", action="store_true", help="change nothing; exit status 1 if a table is out of date")
    options = parser.parse_args(arguments)
    stale = []
    for path in sorted(ROOT.glob("envs/*/README.md")):
        text = path.read_text(encoding="utf-8")
        new = updated(text, sections(path.parent.name))
        if new != text:
            stale.append(path.parent.name)
            if not options.check:
                write_whole(path, new)
    print(f"out of date: {', '.join(stale)}" if stale else "every table is current")
    return int(options.check and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
