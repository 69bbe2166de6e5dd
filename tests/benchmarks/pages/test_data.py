from __future__ import annotations

import csv
import gzip
import io
from pathlib import Path

import numpy as np
import pytest

from shugyo.benchmarks.pages.data import PACKED_FROM, Data, folder_of, games_data, write_data
from shugyo.benchmarks.tournaments.games import Games


def test_entries_come_back_as_they_were(tmp_path: Path):
    names = ['a,"b"', "two\nlines", "é将"]
    write_data(
        [Data("t", "a thing", {"name": names, "x": np.array([0.1, np.nan, np.inf]), "n": [1, 2, None]})], tmp_path / "d"
    )
    with open(tmp_path / "d" / "t.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["name"] for row in rows] == names
    assert [row["x"] for row in rows] == ["0.1", "", ""]
    assert [row["n"] for row in rows] == ["1", "2", ""]


def test_columns_of_different_length_are_refused():
    with pytest.raises(ValueError, match="shorter"):
        Data("t", "", {"a": [1, 2], "b": [1]}).text()


def test_large_tables_are_packed_the_same_each_time(tmp_path: Path):
    table = Data("t", "", {"n": np.arange(PACKED_FROM)})
    assert table.file == "t.csv.gz"
    write_data([table], tmp_path)
    first = (tmp_path / "t.csv.gz").read_bytes()
    write_data([table], tmp_path)
    assert (tmp_path / "t.csv.gz").read_bytes() == first
    assert gzip.decompress(first).decode() == table.text()
    assert Data("t", "", {"n": np.arange(PACKED_FROM - 1)}).file == "t.csv"


def test_a_folder_stands_beside_its_page():
    assert folder_of("reports/cup.html") == Path("reports/cup-data")


def test_every_seat_of_every_game_is_there(games: Games):
    rows = list(csv.DictReader(io.StringIO(games_data(games).text())))
    assert len(rows) == (games.player >= 0).sum()
    wins = {name: sum(float(row["share"]) for row in rows if row["player"] == name) for name in games.players}
    for number, name in enumerate(games.players):
        assert wins[name] == pytest.approx(games.share[games.player == number].sum())
    assert {row["table"] for row in rows} == set(games.tables)
