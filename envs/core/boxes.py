"""Plain text in boxes: how the games draw their states.

::

    ┌─ title ────────────────────────────────────────────────────── remark ─┐
    │ a row of one panel                                                    │
    ├─ title ───────────────────────────┬─ title ───────────────────────────┤
    │ a row of two panels               │ level with each other             │
    └────────────────────────────────────────────────────────────── legend ─┘
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

HALF = 47  # columns of text in one of two panels side by side
FULL = 2 * HALF + 2  # … in one panel across
LABEL = 11  # columns of the labels on the left


@dataclass(frozen=True)
class Panel:
    """Lines under a title, with a remark at the right end of the title's line."""

    title: str
    lines: list[str]
    remark: str = ""


def draw(rows: Sequence[tuple[Panel, ...]], legend: str = "") -> str:
    """Rows of one or two panels as boxes that share their borders, 99 columns wide.

    Args:
        rows: from the top; lines that are too long are cut.
        legend: stands at the right end of the bottom line.
    """
    out, above = [], 1
    for i, row in enumerate(rows):
        out.append(_border(above, len(row), "┌├"[i > 0], "┐┤"[i > 0], row))
        width = FULL if len(row) == 1 else HALF
        for k in range(max(len(panel.lines) for panel in row)):
            cells = [(panel.lines[k] if k < len(panel.lines) else "").ljust(width)[:width] for panel in row]
            out.append("│ " + "│ ".join(cells) + "│")
        above = len(row)
    out.append(_border(above, 1, "└", "┘", (Panel("", [], legend),)))
    return "\n".join(out)


def _border(above: int, below: int, left: str, right: str, row: tuple[Panel, ...]) -> str:
    """The line above a row, with its titles; ``above`` and ``below`` count panels."""
    line = list(left + "─" * (FULL + 1) + right)
    line[HALF + 2] = "─┴┬┼"[above - 1 + 2 * (below - 1)]
    for place, panel in enumerate(row):
        if panel.title:
            start = 2 + place * (HALF + 2)
            line[start : start + len(panel.title) + 2] = f" {panel.title} "
        if panel.remark:
            start = FULL - len(panel.remark) - 1
            line[start : start + len(panel.remark) + 2] = f" {panel.remark} "
    return "".join(line)


def entry(label: str, text: str, width: int = FULL) -> list[str]:
    """A labelled text, wrapped; nothing if there is no text."""
    return textwrap.wrap(label.ljust(LABEL) + text, width - 1, subsequent_indent=" " * LABEL) if text else []
