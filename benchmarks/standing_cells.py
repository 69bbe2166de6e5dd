"""Cells of the strength tables: what is played, and the ledger of what came out."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import msgspec
import numpy as np
from msgspec import Meta

from ..envs.core.explain import nearest
from ..envs.core.game import GameSpec
from ..envs.core.options import OptionError, parse_options
from ..envs.core.sides import has_roles, places_of, seats_named, side_numbers, wins
from ..envs.core.spec import make_spec
from .intervals import Estimate, bounded_from_moments
from .journal import Journal
from .names import find_game, read_named, shipped_names, stamped
from .results import versions
from .strength import Match, match_of, play_match
from .tournaments.tasks import settled

BLOCK = 500
"""Deals that players without search play between two looks at the ledger."""
SEARCHES = ("ismcts", "flat")
"""Kinds of players that take seconds a game."""

Share = Annotated[float, Meta(ge=0, le=1)]
Count = Annotated[int, Meta(ge=1)]


class SheetError(ValueError):
    """A file of strength tables that cannot be used."""


class Rows(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """One table: players down, opponents across.

    Attributes:
        title: over the table.
        options: of the game.
        side: what the players play: ``"each"`` seat in turn; in a game with roles also one of its sides, such as
            ``"oni_0"`` or ``"heroes"``.
        players: the rows.
        against: the columns.
        bars: by player and opponent of this table, the share of wins that its interval shall lie above; or the name of
            another player of the table, than whom it shall win more against the same opponent.
    """

    title: str
    options: dict[str, Any] = {}
    side: str = "each"
    players: list[str]
    against: list[str]
    bars: dict[str, dict[str, Share | str]] = {}


class Sheet(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """A file of tables of one game.

    Attributes:
        game: ``"covenant_v0"``; `read_sheets` also takes ``"covenant"``.
        seed: of the deals; no player was trained or tuned on them.
        deals: of a cell, each played from every seat or once on the given side.
        minutes: most time for a cell with a search.
        least: fewest deals of a cell with a search.
        block: deals of a search between two looks at the interval.
        tables: what is played.
    """

    game: str
    seed: Annotated[int, Meta(ge=0)]
    deals: Count = 1000
    minutes: Annotated[float, Meta(gt=0)] = 20.0
    least: Count = 100
    block: Count = 20
    tables: list[Rows]

    def cells(self) -> Iterator[Cell]:
        """All cells, in the order of the tables."""
        for rows in self.tables:
            yield from self.cells_of(rows)

    def cells_of(self, rows: Rows) -> Iterator[Cell]:
        """The cells of one table; nobody plays against itself, save as one side against the other."""
        options = json.dumps(rows.options, sort_keys=True)
        for player in rows.players:
            for opponent in rows.against:
                if opponent != player or rows.side != "each":
                    bar = rows.bars.get(player, {}).get(opponent)
                    yield Cell(self.game, options, rows.side, player, opponent, self.seed, bar)


@dataclass(frozen=True)
class Cell:
    """One player against one opponent.

    Attributes:
        env_id: the game.
        options: of the game, as JSON.
        side: what the player plays.
        player, opponent: by name.
        seed: of the deals.
        bar: its share of wins shall lie above, or above the share that this player has; None: no bar.
    """

    env_id: str
    options: str
    side: str
    player: str
    opponent: str
    seed: int
    bar: float | str | None = None

    def __str__(self) -> str:
        place = "" if self.side == "each" else f" as {self.side}"
        return f"{self.env_id} {self.options}: {self.player}{place} against {self.opponent}"

    @property
    def searches(self) -> bool:
        """Whether one of the two searches."""
        return any(name.partition(":")[0] in SEARCHES for name in (self.player, self.opponent))

    @property
    def surpassed(self) -> Cell | None:
        """The cell that it shall win more than, if its bar is a player."""
        return replace(self, player=self.bar, bar=None) if isinstance(self.bar, str) else None

    @property
    def key(self) -> str:
        """What its results stand under in a ledger."""
        _, _, spec = settled(self.env_id, self.options)
        players = [stamped(self.player), stamped(self.opponent)]
        return json.dumps([self.env_id, self.options, spec.rules_hash, self.side, *players, self.seed])

    def match(self, block: int = 0, deals: int = 1) -> tuple[Match, int]:
        """A block of it, which has deals of its own, and the number of the player in it."""
        game, options, _ = settled(self.env_id, self.options)
        return match_of(game, options, self.player, self.opponent, self.side, deals, self.seed + 1000 * block)


class Entry(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A block of a cell, as a line of the ledger.

    Attributes:
        key: of the cell.
        block: its number, from 0.
        deals, games: how many.
        total, squares: sums over the deals of the player's win share and of its square.
        seconds: that it took.
        versions: of the libraries.
    """

    key: str
    block: int
    deals: int
    games: int
    total: float
    squares: float
    seconds: float
    versions: dict[str, str]


@dataclass(frozen=True)
class Known:
    """What is known of a cell.

    Attributes:
        blocks, deals, games: played so far.
        total, squares: sums over the deals of the player's win share and of its square.
        seconds: that it took.
    """

    blocks: int = 0
    deals: int = 0
    games: int = 0
    total: float = 0.0
    squares: float = 0.0
    seconds: float = 0.0

    def plus(self, entry: Entry) -> Known:
        """What is known after another block."""
        return Known(
            self.blocks + 1,
            self.deals + entry.deals,
            self.games + entry.games,
            self.total + entry.total,
            self.squares + entry.squares,
            self.seconds + entry.seconds,
        )

    @property
    def estimate(self) -> Estimate:
        """Win share with its 95 % interval; nothing known is 0 to 1."""
        if self.deals < 2:
            return Estimate(self.total / max(1, self.deals), 0.0, 1.0)
        mean = self.total / self.deals
        variance = max(0.0, self.squares - self.deals * mean * mean) / (self.deals - 1)
        return bounded_from_moments(self.deals, mean, variance, self.games // self.deals)

    def leaves(self, bar: float | str | None) -> bool:
        """Whether the interval lies on one side of a bar that is a share; otherwise it never does."""
        return isinstance(bar, float) and not self.estimate.low <= bar <= self.estimate.high

    def verdict(self, bar: float | Known) -> str:
        """Whether a bar holds: the share, or its difference from another's, with its 95 % interval.

        The two intervals of a difference are taken for independent; as both have the same deals, that errs, if it does,
        on the side of "open".
        """
        share, low, high = self.estimate
        if self.deals == 0 or (isinstance(bar, Known) and bar.deals == 0):
            return "not played"
        if isinstance(bar, Known):
            other, ahead = bar.estimate, share - bar.estimate.mean
            low, high = (
                ahead - math.hypot(share - low, other.high - other.mean),
                ahead + math.hypot(high - share, other.mean - other.low),
            )
            bar = 0.0
        return "holds" if low > bar else "does not hold" if high < bar else "open"


class Ledger(Journal):
    """Results of cells in a file, one JSON line a block: the sums, not the games. ``path``: may be missing.

    Raises:
        LedgerError: a line is no result.
    """

    def __init__(self, path: Path) -> None:
        self._known: dict[str, Known] = {}
        super().__init__(path, lambda line: self._take(msgspec.json.decode(line, type=Entry)))

    def known(self, cell: Cell) -> Known:
        """What is known of a cell."""
        return self._known.get(cell.key, Known())

    def add(self, entry: Entry) -> None:
        """Appends a block and makes sure that it is on the disk."""
        self.append([msgspec.json.encode(entry)])
        self._take(entry)

    def _take(self, entry: Entry) -> None:
        old = self._known.get(entry.key, Known())
        if entry.block != old.blocks:
            raise ValueError("blocks are missing or doubled")
        self._known[entry.key] = old.plus(entry)


def play_block(cell: Cell, block: int, deals: int, threads: int) -> Entry:
    """Plays a block of a cell.

    Args:
        cell: who plays what.
        block: its number, from 0.
        deals: how many.
        threads: for the games.
    """
    begun = time.monotonic()
    match, number = cell.match(block, deals)
    played = play_match(match, num_threads=threads)
    side = side_numbers(match.spec)
    weights = (match.seats == number) / np.array([(side == one).sum() for one in side])  # a side counts once
    shares = (wins(played.returns, side) * weights).sum(axis=(1, 2)) / weights.sum()
    return Entry(
        cell.key,
        block,
        deals,
        games=deals * len(match.seats),
        total=float(shares.sum()),
        squares=float((shares**2).sum()),
        seconds=round(time.monotonic() - begun, 1),
        versions=versions("torch"),
    )


def read_sheets(names: Sequence[str]) -> list[Sheet]:
    """Files of tables by name or path; all that are shipped if no name is given.

    Raises:
        SheetError: there is no such file, it is not as it should be, or it asks for what the game does not have.
    """
    sheets = []
    for name in names or shipped_names("strength"):
        given = read_named("strength", "sheet of strength tables", name, SheetError)
        try:
            sheets.append(_checked(msgspec.convert(given, Sheet)))
        except ValueError as error:  # also what is not of these types
            raise SheetError(f"strength tables {name}: {error}") from None
    return sheets


def _checked(sheet: Sheet) -> Sheet:
    """The sheet with its game's whole name.

    Raises:
        ValueError: there is no such game; a SheetError if it does not have what a table asks for.
    """
    game = find_game(sheet.game)
    for rows in sheet.tables:
        try:
            _check_bars(rows)
            _check_side(make_spec(game, parse_options(game.options_type, game.env_id, rows.options)), rows.side)
        except ValueError as error:
            raise SheetError(f"table {rows.title!r}: {error}") from None
    return msgspec.structs.replace(sheet, game=game.env_id)


def _check_bars(rows: Rows) -> None:
    for player, bars in rows.bars.items():
        if player not in rows.players:
            raise SheetError(f"a bar is set for {player!r}, which is not in players; {nearest(player, rows.players)}")
        others = [name for name in rows.against if name != player or rows.side != "each"]
        for opponent, bar in bars.items():
            if opponent not in others:
                raise SheetError(
                    f"a bar is set for {player!r} against {opponent!r}, which it does not play; "
                    f"{nearest(opponent, others)}"
                )
            better = [name for name in rows.players if name != player and (name != opponent or rows.side != "each")]
            if isinstance(bar, str) and bar not in better:
                raise SheetError(
                    f"{player!r} is to be better against {opponent!r} than {bar!r}, whose row has no such cell; "
                    f"{nearest(bar, better)}"
                )


def _check_side(spec: GameSpec, side: str) -> None:
    if side == "each":
        return
    places = places_of(spec) if has_roles(spec) else []
    try:
        known = seats_named(spec, side) in [place.seats for place in places]
    except OptionError:
        known = False
    if not known:
        possible = ", ".join(f'"{name}"' for name in ("each", *(place.name for place in places)))
        raise SheetError(f'side = "{side}" is not possible in {spec.env_id} with these options; allowed: {possible}')
