"""The finished games of a tournament as arrays: what ratings, matrices and pages are computed from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...envs.core.game import GameSpec
from ...envs.core.sides import sides_of, wins
from .ledger import Block, Written
from .tasks import Fixture, settled


@dataclass(frozen=True)
class Games:
    """Finished games of a tournament. G games, at most S seats, P players, T tables.

    Attributes:
        players: P names.
        tables: T short descriptions of what was played ("2 seats", "4 seats", "two Heroes").
        table: (G,) int64, number of the table.
        deal: (G,) int64, the deal, the unit of all statistics: games of one deal are not independent. Unique over the
            tournament; the same deal of the same table has the same number for all pairs of players (paired across
            pairs).
        player: (G, S) int64, who sat there, by number; −1 beyond the table's seats.
        side: (G, S) int64, number of the seat's side (in covenant and daimyo the seat itself; in okko 0 the Oni, 1 all
            Heroes); −1 beyond.
        share: (G, S) float64, the seat's part of the first place: 1 for who won alone, 1/m for each of m winners, 0
            else (a side counts as one; every seat of it has the side's share); NaN beyond.
        rank: (G, S) float64, 1 the best, ties averaged; by sides; NaN beyond.
        score: (G, S) float64, plain score; NaN beyond.
        length: (G,) int64, decisions.
        truncated: (G,) bool, ended by a limit.
    """

    players: tuple[str, ...]
    tables: tuple[str, ...]
    table: NDArray[np.int64]
    deal: NDArray[np.int64]
    player: NDArray[np.int64]
    side: NDArray[np.int64]
    share: NDArray[np.float64]
    rank: NDArray[np.float64]
    score: NDArray[np.float64]
    length: NDArray[np.int64]
    truncated: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.table)

    @property
    def fair(self) -> NDArray[np.float64]:
        """(G,) the share of equals: 1 / number of sides."""
        return 1 / (1 + self.side.max(axis=1, initial=0))

    def select(self, which: ArrayLike) -> Games:
        """Some of the games. ``which``: (G,) bool, or indices; players, tables and deals keep their numbers."""
        chosen = np.asarray(which)
        arrays = {one.name: getattr(self, one.name) for one in fields(self) if one.name not in ("players", "tables")}
        return replace(self, **{name: values[chosen] for name, values in arrays.items()})


def games_of(written: Written, fixtures: Sequence[Fixture], tables: Sequence[str]) -> Games:
    """The games of a file that belong to a tournament.

    Args:
        written: the file; what is of other matches, or beyond the blocks that were asked for, does not count.
        fixtures: of the tournament.
        tables: what each table is called.
    """
    players = tuple(sorted({name for fixture in fixtures for name in fixture.players}))
    most, first = 1, {}  # the deals of a table follow those of the tables before it
    for number in range(len(tables)):
        first[number] = most - 1
        most += max((one.blocks * one.deals for one in fixtures if one.table == number), default=0)
    seats = max((len(fixture.head.seats[0]) for fixture in fixtures), default=0)
    parts = [
        _block(block, fixture, players, first[fixture.table], seats)
        for fixture in fixtures
        for number, block in sorted(written.blocks.get(fixture.head.match, {}).items())
        if number < fixture.blocks
    ]
    names = [one.name for one in fields(Games)][2:]
    empty = _nothing(seats)
    return Games(players, tuple(tables), *(np.concatenate([empty[n], *(part[n] for part in parts)]) for n in names))


def _nothing(seats: int) -> dict[str, NDArray[Any]]:
    whole, real = np.zeros(0, np.int64), np.zeros((0, seats))
    by_seat = np.zeros((0, seats), np.int64)
    return {
        "table": whole, "deal": whole, "player": by_seat, "side": by_seat, "share": real, "rank": real, "score": real,
        "length": whole, "truncated": np.zeros(0, np.bool_),
    }  # fmt: skip


def _block(block: Block, fixture: Fixture, players: Sequence[str], first: int, most: int) -> dict[str, NDArray[Any]]:
    """The arrays of the games of one block.

    Args:
        block: what was played.
        fixture: by whom.
        players: all names.
        first: number of the table's first deal.
        most: S of the tournament.
    """
    _, _, spec = settled(fixture.env_id, fixture.options)
    side = _sides(spec)
    sitting = np.array([players.index(name) for name in fixture.players])[np.array(fixture.head.seats)]
    rounds, seats = sitting.shape
    games = fixture.deals * rounds
    returns = np.array(block.returns, np.float32).reshape(games, seats)
    deals = first + block.block * fixture.deals + np.arange(fixture.deals)

    def wide(values: NDArray[Any], beyond: float) -> NDArray[Any]:
        return np.pad(values, ((0, 0), (0, most - seats)), constant_values=beyond)

    return {
        "table": np.full(games, fixture.table, np.int64),
        "deal": np.repeat(deals, rounds).astype(np.int64),
        "player": wide(np.tile(sitting, (fixture.deals, 1)).astype(np.int64), -1),
        "side": wide(np.tile(side, (games, 1)), -1),
        "share": wide(wins(returns, side), np.nan),
        "rank": wide(_ranks(returns, side), np.nan),
        "score": wide(np.array(block.score, np.float32).reshape(games, seats).astype(np.float64), np.nan),
        "length": np.array(block.lengths, np.int64),
        "truncated": np.isin(np.arange(games), block.truncated),
    }


def _sides(spec: GameSpec) -> NDArray[np.int64]:
    """(S,) each seat's side, numbered 0, 1, … in the order of their first seats."""
    numbers = np.zeros(spec.num_seats, np.int64)
    for number, side in enumerate(sides_of(spec)):
        numbers[list(side.seats)] = number
    return numbers


def _ranks(returns: NDArray[np.float32], side: NDArray[np.int64]) -> NDArray[np.float64]:
    """(G, S) place of each seat's side among the sides, 1 the best, ties averaged. ``returns``: (G, S)."""
    of_side = returns[:, np.unique(side, return_index=True)[1]]
    better = (of_side[:, None, :] > returns[:, :, None]).sum(axis=2)
    equal = (of_side[:, None, :] == returns[:, :, None]).sum(axis=2)
    return 1 + better + (equal - 1) / 2
