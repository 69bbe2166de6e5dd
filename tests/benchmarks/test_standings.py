"""The strength tables: cells, their ledger, and the page."""

import argparse
import json
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest

from shugyo.agents.checkpoint import identities, write
from shugyo.agents.network import build_policy, weights_of
from shugyo.benchmarks import standings
from shugyo.benchmarks.intervals import bounded_estimate, bounded_from_moments
from shugyo.benchmarks.journal import LedgerError
from shugyo.benchmarks.measured import BEGIN, END
from shugyo.benchmarks.standing_cells import Cell, Entry, Known, Ledger, Sheet, SheetError, play_block, read_sheets
from shugyo.benchmarks.standing_page import page_of
from shugyo.benchmarks.strength import Match, play_match
from shugyo.benchmarks.summary import summarize
from shugyo.benchmarks.tournaments.tasks import settled
from shugyo.envs import okko_v0

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
    game, options, _ = settled(CELL.env_id, CELL.options)
    match = Match(game, options, ("greedy", "random"), 25, 7)
    share = summarize(match, play_match(match)).players[0].win_share.mean
    assert block.total / 25 == pytest.approx(share)
    assert block.games == 50


def test_blocks_have_deals_of_their_own():
    assert play_block(CELL, 0, 25, 1).squares != play_block(CELL, 1, 25, 1).squares


def test_of_a_fair_duel_both_players_have_the_same_share_between_them():
    there = play_block(Cell("covenant_v0", CELL.options, "each", "greedy", "heuristic", 7), 0, 40, 1)
    back = play_block(Cell("covenant_v0", CELL.options, "each", "heuristic", "greedy", 7), 0, 40, 1)
    assert 0.2 < there.total / 40 < 0.8
    assert abs(there.total + back.total - 40) < 12  # other chance for the players, the same deals


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
        ledger.add(play_block(CELL, 0, 10, 1))
    parts = Ledger(tmp_path / "parts.jsonl")
    for ledger in (whole, parts):
        ledger.add(play_block(CELL, ledger.known(CELL).blocks, 10, 1))
    assert whole.known(CELL).estimate == parts.known(CELL).estimate
    assert parts.known(CELL).deals == 20


def test_results_of_other_rules_do_not_count(tmp_path):
    path = tmp_path / "results.jsonl"
    ledger = Ledger(path)
    ledger.add(play_block(CELL, 0, 10, 1))
    entry = json.loads(path.read_text("utf-8"))
    entry["key"] = entry["key"].replace(settled(CELL.env_id, CELL.options)[2].rules_hash, "0" * 32)
    path.write_text(json.dumps(entry) + "\n", "utf-8")
    assert Ledger(path).known(CELL) == Known()


def test_a_damaged_line_is_named(tmp_path):
    path = tmp_path / "results.jsonl"
    for line, complaint in (("{}", "required field `key`"), (entry_line(block=1), "blocks are missing or doubled")):
        path.write_text(line + "\n", "utf-8")
        with pytest.raises(LedgerError, match=rf"line 1 is damaged \(.*{complaint}"):
            Ledger(path)


def test_a_last_line_without_its_end_is_dropped_and_played_again(tmp_path):
    path = tmp_path / "results.jsonl"
    path.write_text(f"{entry_line(block=0)}\n{entry_line(block=1)}", "utf-8")
    ledger = Ledger(path)
    assert ledger.notes == [f"{path}: the last line was not written to its end and is dropped"]
    assert ledger.known(CELL).deals == 10
    ledger.add(play_block(CELL, 1, 20, 1))
    assert (Ledger(path).notes, Ledger(path).known(CELL).deals) == ([], 30)


def entry_line(block: int) -> str:
    """A line of 10 deals of `CELL`."""
    return msgspec.json.encode(Entry(CELL.key, block, 10, 20, 9.0, 8.5, 0.1, {"python": "3.11"})).decode()


@pytest.mark.parametrize(("bar", "leaves"), [(None, False), (0.5, True), (0.9, False), (0.999, True)])
def test_a_search_stops_once_the_interval_has_left_the_bar(bar, leaves):
    known = Known(blocks=1, deals=100, games=200, total=90.0, squares=88.0)
    assert known.leaves(bar) == leaves


@pytest.mark.parametrize(
    ("player", "deals", "total", "seconds", "stops"),
    [
        ("greedy", 999, 900, 9e9, False),  # without a search neither bar nor clock counts
        ("greedy", 1000, 500, 0, True),
        ("flat:9", 99, 99, 59, False),  # a verdict counts after the least number of deals
        ("flat:9", 100, 99, 59, True),
        ("flat:9", 100, 50, 59, False),
        ("flat:9", 20, 10, 60, True),
        ("flat:9", 1000, 500, 0, True),
    ],
)
def test_a_cell_stops_with_its_deals_its_verdict_or_its_time(player, deals, total, seconds, stops):
    (sheet,) = read_sheets(["covenant"])
    args = argparse.Namespace(deals=None, minutes=1.0)
    known = Known(blocks=1, deals=deals, games=2 * deals, total=total, squares=total, seconds=seconds)
    assert standings.enough(known, sheet, replace(CELL, player=player), args) == stops


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


# ------------------------------------------------------------------------------------------------- what is refused
def test_unknown_tables_are_refused():
    with pytest.raises(SheetError, match="there are covenant, daimyo, okko"):
        read_sheets(["shogi"])


def changed(tmp_path: Path, *changes: tuple[str, str]) -> str:
    """The path of tables that differ from `SHEET` in some places."""
    text = SHEET
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = tmp_path / "changed.toml"
    path.write_text(text, "utf-8")
    return str(path)


def okko(tmp_path: Path, side: str, heroes: int = 2) -> str:
    """The path of tables of okko."""
    return changed(
        tmp_path,
        ("covenant_v0", "okko_v0"),
        ('num_players = 2, mode = "conflict"', f"num_heroes = {heroes}"),
        ("[[tables]]", f'[[tables]]\nside = "{side}"'),
    )


@pytest.mark.parametrize("side", ["player_0", "frob", "player_7", ""])
def test_a_game_without_roles_has_no_sides(side, tmp_path):
    path = changed(tmp_path, ("[[tables]]", f'[[tables]]\nside = "{side}"'))
    with pytest.raises(SheetError, match=f'table \'One conflict\': side = "{side}" .* allowed: "each"$'):
        read_sheets([path])


@pytest.mark.parametrize("side", ["frob", "hero_0", "hero_2"])
def test_a_side_is_all_that_play_together(side, tmp_path):
    with pytest.raises(SheetError, match=f'\'One conflict\': side = "{side}" .*: "each", "oni_0", "heroes"$'):
        read_sheets([okko(tmp_path, side)])


@pytest.mark.parametrize(
    ("side", "heroes"), [("each", 2), ("oni_0", 2), ("heroes", 2), ("heroes", 1), ("hero_0", 1), ("oni_0", 4)]
)
def test_sides_of_a_game_with_roles(side, heroes, tmp_path):
    (sheet,) = read_sheets([okko(tmp_path, side, heroes)])
    assert {cell.side for cell in sheet.cells()} == {side}


@pytest.mark.parametrize(
    ("bars", "complaint"),
    [
        ("heuristic = { random = 0.5 }", "'heuristic', which is not in players"),
        ("greedy = { randon = 0.5 }", "'greedy' against 'randon', which it does not play; did you mean random"),
        ("random = { random = 0.5 }", "'random' against 'random', which it does not play"),
    ],
)
def test_a_bar_that_no_cell_has_is_refused(bars, complaint, tmp_path):
    with pytest.raises(SheetError, match=f"table 'One conflict': a bar is set for {complaint}"):
        read_sheets([changed(tmp_path, ("greedy = { random = 0.5 }", bars))])


@pytest.mark.parametrize("other", ["heuristik", "greedy", "random"])
def test_a_bar_that_is_no_other_player_of_the_table_is_refused(other, tmp_path):
    players = ('["greedy", "random"]', '["greedy", "heuristic", "random"]')
    with pytest.raises(SheetError, match=f"to be better against 'random' than '{other}', whose row .*heuristic"):
        read_sheets([changed(tmp_path, players, ("{ random = 0.5 }", f'{{ random = "{other}" }}'))])


def known_of(share: float, deals: int) -> Known:
    """Of deals that were won or lost, each played once."""
    return Known(1, deals, deals, share * deals, share * deals)


@pytest.mark.parametrize(
    ("share", "bar", "verdict"),
    [
        (0.60, 0.5, "holds"), (0.52, 0.5, "open"), (0.40, 0.5, "does not hold"),  # ± 3 points
        (0.60, known_of(0.54, 1000), "holds"),  # the difference is known to ± 4.3 points
        (0.60, known_of(0.57, 1000), "open"), (0.54, known_of(0.60, 1000), "does not hold"),
        (0.60, known_of(0.5, 20), "open"), (0.60, Known(), "not played"),
    ],
)  # fmt: skip
def test_verdicts_by_hand(share, bar, verdict):
    assert known_of(share, 1000).verdict(bar) == verdict
    assert Known().verdict(bar) == "not played"


def test_a_bar_that_is_a_player_is_told_with_its_share(tmp_path):
    players = ('["greedy", "random"]', '["greedy", "heuristic"]')
    (sheet,) = read_sheets([changed(tmp_path, players, ("{ random = 0.5 }", '{ random = "heuristic" }'))])
    cell, other = sheet.cells()
    assert (cell.surpassed, other.surpassed) == (other, None)
    ledger = Ledger(tmp_path / "results.jsonl")
    assert "| `heuristic` | – | not played |" in page_of([sheet], ledger)
    for one in (cell, other):
        ledger.add(play_block(one, 0, 25, 1))
    share = ledger.known(other).estimate.mean
    assert f"| `heuristic`, {share:.1%} | " in page_of([sheet], ledger)


def test_a_player_meets_itself_as_the_other_side_only(tmp_path):
    (sheet,) = read_sheets([okko(tmp_path, "oni_0")])
    met = [(cell.player, cell.opponent) for cell in sheet.cells()]
    assert met == [("greedy", "random"), ("random", "random")]
    (sheet,) = read_sheets([changed(tmp_path, ("deals", "deals"))])
    assert [(cell.player, cell.opponent) for cell in sheet.cells()] == [("greedy", "random")]


def test_the_version_of_a_game_may_be_left_out(tmp_path):
    (short,) = read_sheets([changed(tmp_path, ("covenant_v0", "covenant"))])
    assert next(short.cells()) == CELL
    with pytest.raises(SheetError, match="there is no game 'covenan'; did you mean covenant_v0"):
        read_sheets([changed(tmp_path, ("covenant_v0", "covenan"))])


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (("seed = 7", 'seed = "x"'), "Expected `int`, got `str`"),
        (("seed = 7", "seed ="), "Invalid value"),
        (('"conflict"', '"conflct"'), "table 'One conflict': covenant_v0: mode='conflct' is not possible"),
        (("num_players", "num_seats"), "table 'One conflict': covenant_v0 has no option 'num_seats'"),
        (('"greedy", "random"', '"greedy", "randy"'), "covenant_v0 has no player 'randy'"),
        (('"greedy", "random"', '"greedy", "ismcts:9,prior=rusher"'), "covenant_v0 has no player 'rusher'"),
        (('"greedy", "random"', '"greedy", "ppo"'), "'ppo' needs the path"),
        (('"greedy", "random"', '"greedy", "ppo:FILE"'), "is no safetensors file"),
    ],
)
def test_what_cannot_be_played_is_told_before_the_first_game(change, complaint, tmp_path, monkeypatch, capsys):
    damaged = tmp_path / "damaged"
    damaged.write_bytes(b"no weights")
    monkeypatch.setattr(standings, "play_block", None)
    old, new = change
    path = changed(tmp_path, (old, new.replace("FILE", str(damaged))))
    assert standings.main([path, "--results", str(tmp_path / "results.jsonl")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("error: ")
    assert complaint in err


def test_a_trained_player_of_one_side_is_refused_on_the_other_before_the_first_game(tmp_path, monkeypatch, capsys):
    file = tmp_path / "oni.safetensors"
    spec = okko_v0.vector_env(1, num_heroes=2).game_spec
    weights = {f"policy.{name}": value for name, value in weights_of(build_policy(spec, (2,))).items()}
    header = {"kind": "player", **identities([spec]), "seat": "oni_0", "network": {"hidden": [2]}}
    write(file, header, weights)
    monkeypatch.setattr(standings, "play_block", None)
    sheet = tmp_path / "sheet.toml"
    for side, refused in (("heroes", True), ("oni_0", False)):
        sheet.write_text(
            f"""game = "okko"\nseed = 7\ndeals = 2\nminutes = 1\n[[tables]]\ntitle = "One"\nside = "{side}"
options = {{ num_heroes = 2 }}\nplayers = ["ppo:{file}"]\nagainst = ["random"]\n""",
            "utf-8",
        )
        arguments = [str(sheet), "--results", str(tmp_path / "results.jsonl")]
        if refused:
            assert standings.main(arguments) == 2
            assert "was trained to play oni_0 and cannot play hero_0" in capsys.readouterr().err
        else:
            with pytest.raises(TypeError):  # it comes as far as `play_block`
                standings.main(arguments)


def test_faults_of_the_command_line_are_told_in_words(sheet, tmp_path, capsys):
    broken, folder = tmp_path / "broken.jsonl", tmp_path / "folder"
    broken.write_text("[1]\n", "utf-8")
    folder.mkdir()
    results = ["--results", str(tmp_path / "results.jsonl")]
    for arguments, complaint in (
        (["shogi", *results], "there is no sheet of strength tables 'shogi'"),
        ([str(sheet), *results, "--threads", "9999"], "num_threads must be 1 "),
        ([str(sheet), "--results", str(broken)], "line 1 is damaged"),
        ([str(sheet), "--results", str(folder)], "it is a folder"),
    ):
        assert standings.main(arguments) == 2
        assert capsys.readouterr().err.startswith("error: ")
        assert standings.main(arguments) == 2
        assert complaint in capsys.readouterr().err
    for option, value, complaint in (
        ("--deals", "x", "must be a whole number above 0, not 'x'"),
        ("--deals", "1.5", "must be a whole number above 0"),
        ("--minutes", "nan", "must be a number above 0"),
        ("--threads", "0", "must be a whole number above 0"),
    ):
        with pytest.raises(SystemExit):
            standings.main([str(sheet), option, value])
        assert complaint in capsys.readouterr().err


# ------------------------------------------------------------------------------------------------- breaking off
@pytest.fixture
def page(tmp_path):
    path = tmp_path / "page.md"
    path.write_text(f"# Page\n{BEGIN}\n{END}\n", "utf-8")
    return path


def test_a_player_that_does_not_exist_yet_is_left_out(tmp_path, page, capsys):
    path = changed(
        tmp_path,
        ('["greedy", "random"]', '["ppo:none/yet", "greedy"]'),
        ('against = ["random"]', 'against = ["random", "ppo:none/yet"]'),
    )
    results = tmp_path / "results.jsonl"
    assert standings.main([path, "--results", str(results), "--page", str(page)]) == 0
    assert capsys.readouterr().err.count("left out: there is no checkpoint at none/yet") == 1
    assert len(results.read_text("utf-8").splitlines()) == 1
    lines = page.read_text("utf-8").splitlines()
    assert "| `ppo:none/yet` | – | – |" in lines
    assert any(line.startswith("| `greedy` | ") and line.endswith("60 games | – |") for line in lines)


@pytest.mark.parametrize(("error", "status"), [(KeyboardInterrupt, 130), (OSError, 2)])
def test_whoever_breaks_off_has_the_page_of_what_is_known(error, status, tmp_path, page, monkeypatch):
    path = changed(tmp_path, ('"greedy", "random"', '"greedy", "heuristic"'))
    results, played = tmp_path / "results.jsonl", []

    def play(cell, *more):
        if played:
            raise error
        played.append(cell)
        return play_block(cell, *more)

    monkeypatch.setattr(standings, "play_block", play)
    assert standings.main([path, "--results", str(results), "--page", str(page)]) == status
    assert Ledger(results).known(played[0]).deals == 30
    lines = page.read_text("utf-8").splitlines()
    assert any(line.startswith("| `greedy` | ") and line.endswith("60 games |") for line in lines)
    assert "| `heuristic` | – |" in lines
