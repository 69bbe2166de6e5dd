"""`shugyo tournament`."""

from __future__ import annotations

from pathlib import Path

import pytest
from games.small import SMALL

from shugyo import cli
from shugyo.benchmarks.tournaments.ledger import read_ledger
from shugyo.cli import FAILED, main
from shugyo.cli.tournament import Meeting, in_words, verdicts


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The path of a small tournament."""
    monkeypatch.setitem(cli.COMMANDS, "tournament", "play many players against each other")
    path = tmp_path / "small.toml"
    path.write_text(SMALL.replace("[[tables]]", "[limits]\nheuristic = 10\n[[tables]]"), "utf-8")
    return str(path)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "out"


def command(config: str, folder: Path, *more: str) -> int:
    return main(["tournament", config, "--processes", "1", "--out", str(folder), *more])


def complaint(capsys: pytest.CaptureFixture[str]) -> str:
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("error: ")
    return err


def test_it_prints_who_is_how_strong_and_how_well_that_is_known(config, folder, capsys):
    assert command(config, folder) == 0
    out = capsys.readouterr().out
    rows = [line for line in out.splitlines() if line.startswith("│")]
    assert [row.split("│")[1].strip() for row in rows[::2]] == ["greedy", "heuristic", "random"]
    shares = [[cell.strip() for cell in row.split("│")[2:5]] for row in rows[::2]]
    assert [shares[number][number] for number in range(3)] == ["–"] * 3
    assert float(shares[0][2].rstrip("%")) + float(shares[2][0].rstrip("%")) == pytest.approx(100)
    assert float(shares[0][2].rstrip("%")) > 80
    assert "One conflict" in out
    assert "a fair share is 50.0%; the fewest deals are 10: greedy against heuristic" in out
    assert "100 games; seed 5, rules " in out
    assert f"written: {folder / 'games.jsonl'}" in out
    assert len(read_ledger(folder / "games.jsonl").blocks) == 3
    page = (folder / "index.html").read_text("utf-8")
    assert f"<code>shugyo tournament {config} --out {folder}</code>" in page


def test_a_second_time_gives_the_same_without_playing(config, folder, capsys, monkeypatch):
    assert command(config, folder) == 0
    first = capsys.readouterr().out
    monkeypatch.setattr("shugyo.benchmarks.tournaments.workers.play_task", None)
    assert command(config, folder) == 0
    assert capsys.readouterr().out == first


def test_fewer_deals_for_a_quick_look(config, folder, capsys):
    assert command(config, folder, "--deals", "1") == 0
    assert "60 games; seed 5" in capsys.readouterr().out


def test_out_of_time_it_says_how_to_go_on(config, folder, capsys):
    assert command(config, folder, "--minutes", "1e-9") == 0
    out = capsys.readouterr().out
    assert "nothing was played yet" in out
    assert f"go on with the same command: shugyo tournament {config}" in out


def test_ctrl_c_shows_what_is_known(config, folder, capsys, monkeypatch):
    from shugyo.benchmarks.tournaments import workers

    play, count = workers.play_task, []

    def impatient(task):
        count.append(task)
        if len(count) == 2:
            raise KeyboardInterrupt
        return play(task)

    monkeypatch.setattr(workers, "play_task", impatient)
    assert command(config, folder) == 130
    out = capsys.readouterr().out
    assert "20 games; seed 5" in out
    assert "not played yet: greedy against random; heuristic against random" in out
    assert "go on with the same command" in out


def test_without_out_the_games_lie_below_results(config, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["tournament", config, "--processes", "1", "--deals", "10"]) == 0
    assert (tmp_path / "results" / "tournament-small" / "games.jsonl").is_file()


def test_what_was_dropped_is_told(config, folder, capsys):
    assert command(config, folder) == 0
    first = capsys.readouterr().out
    file = folder / "games.jsonl"
    file.write_bytes(file.read_bytes()[:-20])
    assert command(config, folder) == 0
    out, err = capsys.readouterr()
    assert out == first
    assert err == f"note: {file}: the last line was not written to its end and is dropped\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--processes", "2", "--ray", "auto"], "give one of them"),
        (["--processes", "0"], "--processes must be at least 1, not 0"),
        (["--deals", "0"], "--deals must be at least 1, not 0"),
        (["--minutes", "0"], "--minutes must be above 0, not 0"),
        (["--minutes", "nan"], "--minutes must be above 0, not nan"),
    ],
)
def test_faults_of_the_command_line_are_told_in_words(words, said, config, folder, capsys):
    assert main(["tournament", config, "--out", str(folder), *words]) == FAILED
    assert said in complaint(capsys)
    assert not folder.exists()


def test_a_damaged_file_and_an_unknown_tournament_are_told_in_words(config, folder, capsys):
    folder.mkdir()
    (folder / "games.jsonl").write_text("{}\n", "utf-8")
    assert command(config, folder) == FAILED
    assert "games.jsonl, line 1 is damaged" in complaint(capsys)
    assert command("shogi", folder) == FAILED
    assert "there is no tournament 'shogi'" in complaint(capsys)


@pytest.mark.parametrize(
    ("done", "total", "seconds", "words"),
    [(0, 60, None, "0 of 60 games"), (1200, 6000, 3799.6, "1,200 of 6,000 games, 1:03:20 left")],
)
def test_how_far_it_is_in_words(done, total, seconds, words):
    from shugyo.benchmarks.tournaments.run import Standing

    assert in_words(Standing(done, total, seconds)) == words


def test_where_it_rests_on_little_is_said():
    from shugyo.benchmarks.intervals import Estimate

    found = {
        ("a", "b"): Meeting(Estimate(0.6, 0.45, 0.75), 40, 0.5),
        ("a", "c"): Meeting(Estimate(0.6, 0.55, 0.65), 900, 0.5),
        ("b", "c"): None,
    }
    assert verdicts(found, roles=False) == [
        "a fair share is 50.0%; the fewest deals are 40: a against b",
        "too few games to tell apart: a against b",
        "not played yet: b against c",
    ]
    assert len(verdicts(found, roles=True)) == 2
