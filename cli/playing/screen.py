"""The person's screen: the position, what happened, the moves. Plain text where the output is no terminal."""

from __future__ import annotations

import io
import sys
import textwrap
from collections.abc import Iterable, Sequence
from itertools import groupby

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from ...envs.core.boxes import FULL
from .grouping import Family, reading_order
from .narrow import narrow

FEW = 12
"""Moves of a family that are shown where there are more than `MANY` in all."""
MANY = 40
NUMBER = 7
"""Columns of a move's number and the gap behind it."""
WHO = 10
"""Columns of the names at the left of what happened."""


class Screen:
    """Writes to stdout and reads from stdin."""

    def __init__(self) -> None:
        self.console = Console(highlight=False, emoji=False, markup=False)
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # bytes that are no text are no move either, and no reason to stop

    @property
    def width(self) -> int:
        """Columns that are written to: those of the terminal, or of a picture if it has more."""
        return min(self.console.width, FULL + 3)

    def ask(self, prompt: str) -> str | None:
        """A line from the person, without spaces around it; None at the end of the input."""
        self.console.print(Text(prompt, "bold"), end="")
        self.console.file.flush()
        line = sys.stdin.readline()
        if not line or not sys.stdin.isatty():
            self.console.print(Text(line.strip()))  # nobody has seen it typed
        return line.strip() if line else None

    def say(self, text: str, style: str = "") -> None:
        """Prints lines, wrapped at the width."""
        self.console.print(Text(text, style), width=self.width)

    def position(self, picture: str) -> None:
        """A position, in a form that fits the width."""
        self.console.print()
        self.console.print(Rule(style="dim"), width=self.width)
        self.console.print(Text(narrow(picture, self.width)), soft_wrap=True)

    def happened(self, title: str, told: Sequence[tuple[str, str]]) -> None:
        """What was done, as (who, what) in order; who does several things in a row has a paragraph."""
        if not told:
            return
        self.say(f"\n{title}", "dim")
        paragraphs: list[tuple[str, list[str]]] = []
        for who, what in told:
            if not paragraphs or paragraphs[-1][0] != who:
                paragraphs.append((who, []))
            paragraphs[-1][1].append(what)
        for who, what in paragraphs:
            label = f"  {who:{WHO}}"
            often = [(words, len(list(same))) for words, same in groupby(what)]
            whole = "; ".join(f"{words} ×{times}" if times > 1 else words for words, times in often)
            lines = textwrap.wrap(whole, max(20, self.width - len(label) - 1))
            text = Text(label, "bold")
            text.append(f"\n{' ' * len(label)}".join(lines), "not bold")
            self.console.print(text, soft_wrap=True)

    def question(self, title: str) -> None:
        """Who decides what."""
        self.say(f"\n{title}", "bold")

    def moves(self, families: Sequence[Family], *, whole: bool) -> None:
        """Numbered moves, family by family.

        Args:
            families: of all moves.
            whole: show all of them, however many.
        """
        order = reading_order(families)
        number = {index: place for place, index in enumerate(order, 1)}
        hidden = False
        for family in families:
            shown = family.moves if whole or len(order) <= MANY else family.moves[:FEW]
            left = len(family.moves) - len(shown)
            if family.title:
                self.say(f"  {family.title}", "cyan")
            self._columns((number[index], words) for index, words in shown)
            if left:
                last = number[family.moves[-1][0]]
                self.say(f"      … and {left} more, up to {last}", "dim")
            hidden |= left > 0
        if hidden:
            self.say("  m shows all moves; a part of a name finds some", "dim")

    def found(self, families: Sequence[Family], names: Sequence[str], indices: Iterable[int]) -> None:
        """The moves of these indices, with the numbers that they have among all."""
        number = {index: place for place, index in enumerate(reading_order(families), 1)}
        self._columns(sorted((number[index], names[index]) for index in indices))

    def _columns(self, moves: Iterable[tuple[int, str]]) -> None:
        """Numbered moves in as many columns as the width allows, read downwards."""
        moves = list(moves)
        widest = max((len(words) for _, words in moves), default=0)
        across = max(1, (self.width - 1) // (widest + NUMBER))
        down = -(-len(moves) // across)
        for row in range(down):
            line = Text()
            for number, words in moves[row::down]:
                line.append(f"{'':{line.cell_len and -line.cell_len % (widest + NUMBER)}}{number:5}", "bold")
                line.append(f"  {words}")
            self.console.print(line, soft_wrap=True)
