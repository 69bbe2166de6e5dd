"""Pictures of positions for narrow terminals: panels that stand side by side are put below each other."""

from __future__ import annotations

import re
import textwrap

from ...envs.core.boxes import FULL, HALF, LABEL

SIDE = "│"
TEXT = 16  # columns that a text needs at least
MIDDLE = HALF + 2  # column of the line between two panels


def narrow(picture: str, width: int) -> str:
    """A picture drawn by `boxes.draw` in lines of at most ``width`` columns; as it is if it fits.

    Args:
        picture: the game's.
        width: columns; at least half a picture is needed.
    """
    lines = picture.split("\n")
    if width >= max(map(len, lines)) or not all(len(line) == FULL + 3 for line in lines):
        return picture
    width = max(width, HALF + 4)
    out: list[str] = []
    panels: list[list[str]] = []  # those of the row, each with its title first
    for line in lines:
        if line[0] == SIDE:
            parts = [line[1:MIDDLE], line[MIDDLE + 1 : -1]] if len(panels) == 2 else [line[1:-1]]
            for panel, part in zip(panels, parts, strict=True):
                panel.append(part.rstrip())
            continue
        out += [part for panel in panels for part in _panel(panel, width)]
        border = line[1:-1]
        panels = [[border[: MIDDLE - 1]], [border[MIDDLE:]]] if line[MIDDLE] in "┬┼" else [[border]]
    legend = panels[0][0].strip("─")
    out += [_title(panels[0][0], width)] if len(legend) + 2 < width else _wrapped(legend, width)
    return "\n".join(out)


def _panel(panel: list[str], width: int) -> list[str]:
    """A panel with its title, without the empty lines that made it as long as its neighbour."""
    while len(panel) > 1 and not panel[-1]:
        panel.pop()
    return [_title(panel[0], width), *(part for line in panel[1:] for part in _wrapped(line, width))]


def _title(border: str, width: int) -> str:
    """A border with what stands in it, as long as the width allows."""
    words = [word for word in (part.strip() for part in border.replace("┴", "─").split("─")) if word]
    start = f"─ {words[0]} " if words else ""
    end = f" {words[-1]} ─" if len(words) > 1 else ""
    return start + "─" * max(0, width - len(start) - len(end)) + end


def _wrapped(line: str, width: int) -> list[str]:
    """A line of a panel in as many as it needs; they begin where its last column does."""
    if len(line) <= width:
        return [line]
    columns = [gap.end() for gap in re.finditer(r"\s{2,}(?=\S)", line[: width - TEXT])]
    indent = columns[-1] if columns else LABEL + 1
    return textwrap.wrap(line, width, subsequent_indent=" " * indent, replace_whitespace=False)
