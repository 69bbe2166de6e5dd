"""Files that are only ever appended to, so that what was played is never lost and never played twice."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from ..envs.core.files import append_whole


class LedgerError(ValueError):
    """A file of games that is damaged, or of other rules."""


class Journal:
    """A file that is only ever appended to, line by line.

    A last line without its end, as a kill leaves it, is not taken, and gone once something is appended.

    Args:
        path: may be missing.
        take: called with each line.

    Attributes:
        notes: what whoever plays should know of it.

    Raises:
        LedgerError: ``take`` refused a line, with a ValueError.
    """

    def __init__(self, path: Path, take: Callable[[bytes], None]) -> None:
        self.path = path
        data = path.read_bytes() if path.is_file() else b""
        *lines, rest = data.split(b"\n")
        for number, line in enumerate(lines, 1):
            try:
                take(line)
            except ValueError as error:  # msgspec's are such
                raise LedgerError(
                    f"{path}, line {number} is damaged ({error}); take it out and go on: what is missing is played "
                    "again"
                ) from None
        self._size, self._cut = len(data) - len(rest), bool(rest)
        self.notes = [f"{path}: the last line was not written to its end and is dropped"] if rest else []

    def append(self, lines: Iterable[bytes]) -> None:
        """Appends lines and makes sure that they are on the disk."""
        if self._cut:
            with self.path.open("r+b") as file:
                file.truncate(self._size)
            self._cut = False
        append_whole(self.path, b"".join(line + b"\n" for line in lines))
