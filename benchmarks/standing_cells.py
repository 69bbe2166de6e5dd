"""Cells of the strength tables: what is played, and the ledger of what came out."""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import time
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Annotated, Any

import msgspec
import numpy as np
from msgspec import Meta

from ..envs.core.game import Game, GameSpec
from ..envs.core.options import parse_options
from ..envs.core.sides import side_numbers, wins
from ..envs.core.spec import make_spec
from .intervals import Estimate, bounded_from_moments
from .results import versions
from .strength import match_of, play_match

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
        side: what the players play: ``"each"`` seat in turn, an agent's name or a side of several.
        players: the rows.
        against: the columns.
        bars: by player and opponent, the share of wins that its interval shall lie above.
    """

    title: str
    options: dict[str, Any] = {}
    side: str = "each"
    players: list[str]
    against: list[str]
    bars: dict[str, dict[str, Share]] = {}


class Sheet(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """A file of tables of one game.

    Attributes:
        game: ``"covenant_v0"``.
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
        """All cells, in the order of the tables; nobody plays against itself."""
        for rows in self.tables:
            for player in rows.players:
                for opponent in rows.against:
                    if opponent != player:
                        bar = rows.bars.get(player, {}).get(opponent)
                        yield Cell(self.game, _frozen(rows.options), rows.side, player, opponent, self.seed, bar)


@dataclass(frozen=True)
class Cell:
    """One player against one opponent.

    Attributes:
        env_id: the game.
        options: of the game, as JSON.
        side: what the player plays.
        player, opponent: by name.
        seed: of the deals.
        bar: its share of wins shall lie above; None: no bar.
    """

    env_id: str
    options: str
    side: str
    player: str
    opponent: str
    seed: int
    bar: float | None = None

    def __str__(self) -> str:
        place = "" if self.side == "each" else f" as {self.side}"
        return f"{self.env_id} {self.options}: {self.player}{place} against {self.opponent}"

    @property
    def searches(self) -> bool:
        """Whether one of the two searches."""
        return any(name.partition(":")[0] in SEARCHES for name in (self.player, self.opponent))

    @cached_property
    def game(self) -> Game:
        """The game itself."""
        return importlib.import_module(f"..envs.{self.env_id}", __package__).GAME

    @cached_property
    def spec(self) -> GameSpec:
        """The game with its options settled."""
        return make_spec(self.game, self.parsed)

    @property
    def parsed(self) -> Any:
        """The options as the game takes them."""
        return parse_options(self.game.options_type, self.env_id, json.loads(self.options))

    @property
    def key(self) -> str:
        """What its results stand under in a ledger."""
        players = [stamped(self.player), stamped(self.opponent)]
        return json.dumps([self.env_id, self.options, self.spec.rules_hash, self.side, *players, self.seed])


def stamped(name: str) -> str:
    """A player's name; of a trained one with a digest of its file, so that results of older weights do not count."""
    kind, _, path = name.partition(":")
    if kind != "ppo":
        return name
    from ..agents.checkpoint import CheckpointError, find

    try:
        return f"{name} {hashlib.blake2b(find(path).read_bytes(), digest_size=6).hexdigest()}"
    except CheckpointError:
        return f"{name} missing"


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

    def plus(self, block: dict[str, Any]) -> Known:
        """What is known after another block, see `play_block`."""
        return Known(
            self.blocks + 1,
            self.deals + block["deals"],
            self.games + block["games"],
            self.total + block["total"],
            self.squares + block["squares"],
            self.seconds + block["seconds"],
        )

    @property
    def estimate(self) -> Estimate:
        """Win share with its 95 % interval; nothing known is 0 to 1."""
        if self.deals < 2:
            return Estimate(self.total / max(1, self.deals), 0.0, 1.0)
        mean = self.total / self.deals
        variance = max(0.0, self.squares - self.deals * mean * mean) / (self.deals - 1)
        return bounded_from_moments(self.deals, mean, variance, self.games // self.deals)

    def leaves(self, bar: float | None) -> bool:
        """Whether the interval lies on one side of a bar; without a bar it never does."""
        return bar is not None and not self.estimate.low <= bar <= self.estimate.high


class Ledger:
    """Results of cells in a file, one JSON line a block. ``path``: may be missing.

    Raises:
        SheetError: a line is no result.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._known: dict[str, Known] = {}
        text = path.read_text("utf-8") if path.is_file() else ""
        for number, line in enumerate(text.splitlines(), 1):
            try:
                self._take(json.loads(line))
            except (ValueError, KeyError, TypeError):
                raise SheetError(f"{path}, line {number} is no result; take the line out and go on") from None

    def known(self, cell: Cell) -> Known:
        """What is known of a cell."""
        return self._known.get(cell.key, Known())

    def add(self, cell: Cell, block: dict[str, Any]) -> None:
        """Appends a block and makes sure that it is on the disk."""
        entry = {"key": cell.key, **block, "versions": versions("torch")}
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")
            file.flush()
            os.fsync(file.fileno())
        self._take(entry)

    def _take(self, entry: dict[str, Any]) -> None:
        old = self._known.get(entry["key"], Known())
        if entry["block"] != old.blocks:
            raise ValueError("blocks are missing or doubled")
        self._known[entry["key"]] = old.plus(entry)


def play_block(cell: Cell, block: int, deals: int, threads: int) -> dict[str, Any]:
    """Plays a block of a cell: deals of its own, whatever the blocks before it were.

    Args:
        cell: who plays what.
        block: its number, from 0.
        deals: how many.
        threads: for the games.

    Returns:
        The ledger's entry, save key and versions.
    """
    begun = time.monotonic()
    seed = cell.seed + 1000 * block
    match, number = match_of(cell.game, cell.parsed, cell.player, cell.opponent, cell.side, deals, seed)
    played = play_match(match, num_threads=threads)
    side = side_numbers(match.spec)
    weights = (match.seats == number) / np.array([(side == one).sum() for one in side])  # a side counts once
    shares = (wins(played.returns, side) * weights).sum(axis=(1, 2)) / weights.sum()
    return {
        "block": block,
        "deals": deals,
        "games": deals * len(match.seats),
        "total": float(shares.sum()),
        "squares": float((shares**2).sum()),
        "seconds": round(time.monotonic() - begun, 1),
    }


def read_sheets(names: Sequence[str]) -> list[Sheet]:
    """Files of tables by name or path; all that are shipped if no name is given.

    Raises:
        SheetError: there is no such file, or it is not as it should be.
    """
    folder = resources.files(f"{__name__.rsplit('.', 2)[0]}.configs.strength")
    shipped = sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))
    sheets = []
    for name in names or shipped:
        path = Path(name)
        if name not in shipped and not path.is_file():
            raise SheetError(f"there are no strength tables {name!r}; there are {', '.join(shipped)}, or give a path")
        text = (folder / f"{name}.toml").read_text("utf-8") if name in shipped else path.read_text("utf-8")
        try:
            sheets.append(msgspec.convert(tomllib.loads(text), Sheet))
        except (msgspec.ValidationError, tomllib.TOMLDecodeError) as error:
            raise SheetError(f"strength tables {name}: {error}") from None
    return sheets


def _frozen(options: dict[str, Any]) -> str:
    return json.dumps(options, sort_keys=True)
