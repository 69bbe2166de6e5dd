"""Where something stands in the content, for errors that lead to it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from ...core.content import ContentError

Place = Callable[..., str]
"""``Content.place``: what file, or dict, the user set one of the given key paths in."""


@dataclass(frozen=True)
class Where:
    """An entry of the content.

    Attributes:
        path: its key path, ``"tiles.gate.front"``, ``"scenarios.initiation.map.closed[0]"``.
        place: tells the file.
    """

    path: str
    place: Place

    def below(self, *keys: str) -> Where:
        """A part of the entry."""
        return Where(".".join((self.path, *keys)), self.place)

    def wrong(self, thing: str, remedy: str, line: int | None = None, column: int | None = None) -> ContentError:
        """The error for what stands here.

        Args:
            thing: what is wrong.
            remedy: what would be right.
            line, column: where in a drawing; its first line and the first character of a line are 1.
        """
        spot = self.path
        if line is not None:
            spot += f", line {line}"
        if column is not None:
            spot += f", column {column}"
        keys = re.sub(r"\[(\d+)\]", r".\1", self.path)
        return ContentError(f"{spot}: {thing}", self.place(keys), remedy)
