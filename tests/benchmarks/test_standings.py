"""The strength tables: cells, their ledger, and the page."""

import json
from pathlib import Path

import numpy as np
import pytest

from shugyo.benchmarks import standings
from shugyo.benchmarks.intervals import bounded_estimate, bounded_from_moments
from shugyo.benchmarks.measured import BEGIN, END
from shugyo.benchmarks.standing_cells import Cell, Known, Ledger, Sheet, SheetError, play_block, read_sheets
from shugyo.benchmarks.strength import Match, play_match
from shugyo.benchmarks.summary import summarize

SHEET = """
game = "covenant_v0"
seed = 7
deals = 30
[[tables]]
title = "One conflict"
options = { num_players = 2, mode = "conflict" }
players = ["greedy", "random"]
against = ["random"]
bars = { greedy = { random = 0.5 } }
"""
CELL = Cell("covenant_v0", '{"mode": "conflict", "num_players": 2}', "each", "greedy", "random", 7, 0.5)


@pytest.fixture
def sheet(tmp_path):
    path = tmp_path / "small.toml"
    path.write_text(SHEET, "utf-8")
    return path


def test_moments_give_the_interval_of_the_values():
    values = np.array([1.0, 0.5, 0.5, 0.0, 1.0, 1.0])
    of_moments = bounded_from_moments(6, values.mean(), values.var(ddof=1), 2)
    assert bounded_estimate(values, 0, 1, 2) == pytest.approx(of_moments)


def test_a_block_is_the_match_of_its_seed():
    block = play_block(CELL, 0, 25, 1)
    match = Match(CELL.game, CELL.parsed, ("greedy", "random"), 25, 7)
    share = summarize(match, play_match(match)).players[0].win_share.mean
    assert block["total"] / 25 == pytest.approx(share)
    assert block["games"] == 50


def test_blocks_have_deals_of_their_own():
    assert play_block(CELL, 0, 25, 1)["squares"] != play_block(CELL, 1, 25, 1)["squares"]


def test_of_a_fair_duel_both_players_have_the_same_share_between_them():
    there = play_block(Cell("covenant_v0", CELL.options, "each", "greedy", "heuristic", 7), 0, 40, 1)
    back = play_block(Cell("covenant_v0", CELL.options, "each", "heuristic", "greedy", 7), 0, 40, 1)
    assert 0.2 < there["total"] / 40 < 0.8
    assert abs(there["total"] + back["total"] - 40) < 12  # other chance for the players, the same deals


def test_what_was_played_is_not_played_again(sheet, tmp_path, capsys, monkeypatch):
    results, page = tmp_path / "results.jsonl", tmp_path / "page.md"
    page.write_text(f"# Page\n{BEGIN}\n{END}\n", "utf-8")
    arguments = [str(sheet), "--results", str(results), "--page", str(page)]
    assert standings.main(arguments) == 0
    first = page.read_text("utf-8")
    assert "greedy` against `random`, One conflict | 50% |" in first
    assert "| `random` | – |" in first  # nobody plays against itself
    monkeypatch.setattr(standings, "play_block", None)
    assert standings.main(arguments) == 0
    assert page.read_text("utf-8") == first


def test_a_broken_off_cell_is_finished_later(tmp_path):
    whole, parts = Ledger(tmp_path / "whole.jsonl"), Ledger(tmp_path / "parts.jsonl")
    for ledger in (whole, parts):
        ledger.add(CELL, play_block(CELL, 0, 10, 1))
    parts = Ledger(tmp_path / "parts.jsonl")
    for ledger in (whole, parts):
        ledger.add(CELL, play_block(CELL, ledger.known(CELL).blocks, 10, 1))
    assert whole.known(CELL).estimate == parts.known(CELL).estimate
    assert parts.known(CELL).deals == 20


def test_results_of_other_rules_do_not_count(tmp_path):
    path = tmp_path / "results.jsonl"
    ledger = Ledger(path)
    ledger.add(CELL, play_block(CELL, 0, 10, 1))
    entry = json.loads(path.read_text("utf-8"))
    entry["key"] = entry["key"].replace(CELL.spec.rules_hash, "0" * 32)
    path.write_text(json.dumps(entry) + "\n", "utf-8")
    assert Ledger(path).known(CELL) == Known()


def test_a_damaged_line_is_named(tmp_path):
    path = tmp_path / "results.jsonl"
    path.write_text("{}\n", "utf-8")
    with pytest.raises(SheetError, match="line 1 is no result"):
        Ledger(path)


@pytest.mark.parametrize(("bar", "leaves"), [(None, False), (0.5, True), (0.9, False), (0.999, True)])
def test_a_search_stops_once_the_interval_has_left_the_bar(bar, leaves):
    known = Known(blocks=1, deals=100, games=200, total=90.0, squares=88.0)
    assert known.leaves(bar) == leaves


def test_all_shipped_tables_are_of_games_and_options_that_exist():
    for sheet in read_sheets([]):
        assert isinstance(sheet, Sheet)
        for cell in sheet.cells():
            assert cell.key


PUBLISHED = Path(standings.__file__).parent / "standings.jsonl"


def published_cells() -> list[Cell]:
    """A sample of what is published: trained players and searches against random."""
    ledger = Ledger(PUBLISHED)
    cells = [cell for sheet in read_sheets([]) for cell in sheet.cells()]
    return [
        cell
        for cell in cells
        if cell.opponent == "random" and ":" in cell.player and cell.env_id != "okko_v0" and ledger.known(cell).deals
    ]


@pytest.mark.slow
@pytest.mark.parametrize("cell", published_cells(), ids=str)
def test_published_strength_comes_out_again(cell):
    published = Ledger(PUBLISHED).known(cell).estimate
    block = play_block(cell, 90, 10 if cell.searches else 100, 1)
    share, low, high = Known().plus(block).estimate
    assert low <= published.high and published.low <= high, f"{share} is not {published}"


def test_unknown_tables_are_refused():
    with pytest.raises(SheetError, match="there are covenant, daimyo, okko"):
        read_sheets(["shogi"])
