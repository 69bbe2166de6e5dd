"""Plays the points of a study with players of each strength, and keeps what was summed up in a ledger.

All points play the same deals, and the players' own chance is keyed by deal and seat: what differs between two points
comes from the change and from what followed from it. The tables of changed content reach the kernels as an argument, so
that nothing is compiled anew.
"""

from __future__ import annotations

import importlib
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ...envs.core.options import parse_options
from ...envs.core.spec import make_spec
from ..journal import Journal, LedgerError
from ..names import find_game, stamped
from ..results import check_writable, versions
from ..watching import Progress
from .designs import Point
from .figures import CARDS, TALLIES, Sums, summed
from .settings import Base, Playing

LEDGER = "ledger.jsonl"
FORMAT = 1
"""Raised when what is counted changes; older entries are then played again."""
WATCHERS = {
    "covenant": ("year_play", ["player"]),
    "daimyo": ("card_play", ["player"]),
    "okko": ("scenario_play", ["oni", "hero"]),
}
"""By game: the module that watches it, and the roles that it asks players for."""
DIGITS = 6
"""Of sums in the ledger: shares of a win are thirds, quarters and fifths."""


@dataclass(frozen=True)
class Cell:
    """One point played by players of one strength.

    Attributes:
        env_id: the game.
        options: of the game.
        rules_hash: of its rules at this point.
        playing: who plays.
        seed: of the deals.
        games: how many deals.
        wanted: groups and figures of cards that are counted.
    """

    env_id: str
    options: Mapping[str, Any]
    rules_hash: str
    playing: Playing
    seed: int
    games: int
    wanted: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """What its results stand under in a ledger."""
        options = {key: value for key, value in self.options.items() if key != "content"}
        who = {role: stamped(name) for role, name in (self.playing.roles or {"all": self.playing.all}).items()}
        parts = [FORMAT, self.env_id, options, self.rules_hash, who, self.seed, self.games, sorted(self.wanted)]
        return json.dumps(parts, sort_keys=True)


def cell_of(base: Base, point: Point, playing: Playing, seed: int, games: int, wanted: Sequence[str]) -> Cell:
    """A point of a study, to be played.

    Args:
        base: the game of the study.
        point: which point.
        playing: who plays.
        seed, games: which deals.
        wanted: figures; those of cards are counted only if they are asked for.
    """
    cards = tuple(sorted(name for name in wanted if name.partition(":")[0] in CARDS))
    return Cell(base.study.game, point.options, point.rules_hash, playing, seed, games, cards)


# ---- the ledger -----------------------------------------------------------------------------------------------------
class Ledger(Journal):
    """What was summed up of cells, one JSON line each, so that a study that was broken off goes on.

    Args:
        path: may be missing.
        rules_hash: of the game as it is in the study.

    Raises:
        LedgerError: a line is no entry, or was written for a game of other rules.
        ResultsError: the file cannot be written.
    """

    def __init__(self, path: Path, rules_hash: str) -> None:
        self.rules_hash = rules_hash
        self._known: dict[str, dict[str, Any]] = {}
        super().__init__(check_writable(path), self._take)
        if other := {entry["base"] for entry in self._known.values()} - {rules_hash}:
            raise LedgerError(
                f"{path} holds games of a study of rules {other.pop()}, and this one is of rules {rules_hash}: "
                f"they must not be mixed; name another folder with --out, or move the file away"
            )

    def _take(self, line: bytes) -> None:
        entry = json.loads(line)
        if not isinstance(entry, dict) or not {"base", "key"} <= entry.keys():
            raise ValueError("it is no entry")
        self._known[entry["key"]] = entry

    def __len__(self) -> int:
        """How many cells are known."""
        return len(self._known)

    def find(self, cell: Cell) -> Sums | None:
        """What is known of a cell."""
        entry = self._known.get(cell.key)
        return None if entry is None else _sums(entry)

    def seconds(self, cell: Cell) -> float:
        """How long a known cell took."""
        return self._known[cell.key]["seconds"]

    def add(self, cell: Cell, label: str, sums: Sums, seconds: float) -> None:
        """Appends a cell and makes sure that it is on the disk."""
        entry = {
            "key": cell.key, "base": self.rules_hash, "point": label, "player": cell.playing.name,
            "rules_hash": cell.rules_hash, "seed": cell.seed, "seconds": round(seconds, 2),
            "versions": versions("scipy", "torch"), **_entry(sums),
        }  # fmt: skip
        line = json.dumps(entry).encode()
        self.append([line])
        self._take(line)


def _entry(sums: Sums) -> dict[str, Any]:
    return {
        "games": sums.games,
        "figures": sums.names,
        "fair": [None if np.isnan(fair) else fair for fair in sums.fair.tolist()],
        "total": np.round(sums.total, DIGITS).T.tolist(),
        "weight": np.round(sums.weight, DIGITS).T.tolist(),
        "lengths": list(sums.lengths.items()),
    }


def _sums(entry: Mapping[str, Any]) -> Sums:
    fair = np.array([np.nan if fair is None else fair for fair in entry["fair"]])
    total, weight = (np.array(entry[name], np.float64).T for name in ("total", "weight"))
    return Sums(entry["figures"], total, weight, fair, entry["games"], dict(map(tuple, entry["lengths"])))


# ---- playing --------------------------------------------------------------------------------------------------------
def play_cell(cell: Cell, *, num_threads: int = 1, progress: Progress | None = None) -> Sums:
    """Plays the games of a cell and sums them up; the result does not depend on the number of threads.

    Args:
        cell: what is played.
        num_threads: how many threads to use.
        progress: called with the number of games finished so far.
    """
    game = find_game(cell.env_id)
    tables = make_spec(game, parse_options(game.options_type, game.env_id, dict(cell.options))).tables[0]
    module, roles = WATCHERS[game.name]
    watch = importlib.import_module(f"..{module}", __package__).watch
    players = [cell.playing.of_role(role) for role in roles]
    seen = watch(cell.options, *players, cell.games, cell.seed, num_threads=num_threads, progress=progress)
    return summed(TALLIES[game.name](seen, tables, cell.wanted), seen.rounds)


class Table:
    """Plays cells, or takes them from the ledger.

    Args:
        ledger: of the study.
        num_threads: for the games.
        progress: called with the number of games finished so far, those of the ledger included.

    Attributes:
        played, known: games played now, and taken from the ledger.
        seconds: that the games took, whenever they were played.
    """

    def __init__(self, ledger: Ledger, num_threads: int, progress: Progress | None = None) -> None:
        self._ledger, self._num_threads, self._progress = ledger, num_threads, progress
        self.played = self.known = 0
        self.seconds = 0.0

    def sums(self, cell: Cell, label: str) -> Sums:
        """The figures of a cell.

        Args:
            cell: what is to be played.
            label: of the point, for the reader of the ledger.
        """
        found = self._ledger.find(cell)
        if found is None:
            begun, before = time.monotonic(), self.played + self.known
            played = play_cell(cell, num_threads=self._num_threads, progress=lambda done: self._tell(before + done))
            self._ledger.add(cell, label, played, time.monotonic() - begun)
            found = self._ledger.find(cell)
            assert found is not None
            self.played += cell.games
        else:
            self.known += cell.games
        self.seconds += self._ledger.seconds(cell)
        self._tell(self.played + self.known)
        return found

    def _tell(self, done: int) -> None:
        if self._progress is not None:
            self._progress(done)
