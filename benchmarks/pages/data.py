"""The data of a page as CSV: a folder beside it, one file for each kind of thing."""

from __future__ import annotations

import csv
import gzip
import io
import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ...envs.core.files import write_whole

if TYPE_CHECKING:
    from ..tournaments.games import Games

PACKED_FROM = 20_000
"""Rows from which on a file is compressed; pandas, R and DuckDB read ``.csv.gz`` as they read ``.csv``."""


@dataclass(frozen=True)
class Data:
    """A table of data.

    Attributes:
        name: of the file, without its ending.
        about: what a row is, in one sentence.
        columns: by name, all of one length. None, NaN and infinity become empty entries.
    """

    name: str
    about: str
    columns: Mapping[str, Sequence[Any] | NDArray[Any]]

    @property
    def rows(self) -> int:
        """How many there are."""
        return len(next(iter(self.columns.values())))

    @property
    def file(self) -> str:
        """Name of the file."""
        return f"{self.name}.csv" + (".gz" if self.rows >= PACKED_FROM else "")

    def text(self) -> str:
        """The table as CSV, with a head."""
        out = io.StringIO()
        table = csv.writer(out, lineterminator="\n")
        table.writerow(self.columns)
        table.writerows(zip(*map(_entries, self.columns.values()), strict=True))
        return out.getvalue()


def folder_of(page: str | os.PathLike[str]) -> Path:
    """Where the data of a page lies: ``reports/cup-data`` for ``reports/cup.html``."""
    page = Path(page)
    return page.with_name(f"{page.stem}-data")


def write_data(tables: Sequence[Data], folder: Path) -> None:
    """Writes the files, each whole or not at all; what else lies there stays.

    Args:
        tables: with different names.
        folder: is made if it is missing.

    Raises:
        OSError: a file cannot be written.
    """
    if tables:
        folder.mkdir(exist_ok=True)
    for table in tables:
        content = table.text().encode("utf-8", "replace")
        packed = table.file.endswith(".gz")
        write_whole(folder / table.file, gzip.compress(content, 6, mtime=0) if packed else content)


def games_data(games: Games) -> Data:
    """A row for each seat of each game, so that every number of a tournament's page can be counted again.

    Args:
        games: of the tournament.
    """
    game, seat = np.nonzero(games.player >= 0)
    players, tables = np.array(games.players, object), np.array(games.tables, object)
    return Data(
        "games",
        "a seat of a game; share is its side's part of the first place",
        {
            "game": game,
            "table": tables[games.table[game]],
            "deal": games.deal[game],
            "seat": seat,
            "side": games.side[game, seat],
            "player": players[games.player[game, seat]],
            "share": games.share[game, seat],
            "rank": games.rank[game, seat],
            "score": games.score[game, seat],
            "decisions": games.length[game],
            "ended_by_limit": games.truncated[game].astype(np.int64),
        },
    )


def _entries(column: Sequence[Any] | NDArray[Any]) -> list[Any]:
    values = np.asarray(column)
    if values.dtype.kind == "f":
        return [value if known else None for value, known in zip(values.tolist(), np.isfinite(values), strict=True)]
    return [None if isinstance(value, float) and not math.isfinite(value) else value for value in list(column)]
