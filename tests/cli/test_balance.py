"""`shugyo balance`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from shugyo.cli import FAILED, main

STUDY = """
title = "Aid"
question = "Does the first Protagonist gain from stronger aid?"
game = "covenant"
options = { mode = "conflict" }
seed = 3
games = 200
players = ["greedy", "heuristic"]
figures = ["seat", "decisions"]

[[factors]]
key = "rules.aid_value"
levels = [0, 6]
range = [0, 6]

[tune]
trials = 4
games = 60
blocks = 2
finalists = 2
second = ["random"]

[[tune.targets]]
figure = "seat: 1"
value = 0.5
within = 0.2
"""


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch):
    """A terminal in which no cell is folded."""
    monkeypatch.setenv("COLUMNS", "200")


@pytest.fixture
def study(tmp_path: Path) -> Path:
    (tmp_path / "aid.toml").write_text(STUDY, "utf-8")
    return tmp_path / "aid.toml"


def test_a_study_is_printed_and_written(study: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    out = tmp_path / "out"
    assert main(["balance", str(study), "--out", str(out)]) == 0
    said = capsys.readouterr().out
    for words in (
        "Does the first Protagonist gain", "rules.aid_value = 0", "wins of place 1", "holds", "1,200 games at 3 points",
        "(deals: greedy 200, heuristic 200); seed 3, rules ", "Holm", f"written: {out / 'results.json'}",
    ):  # fmt: skip
        assert words in said, words
    data = json.loads((out / "results.json").read_text("utf-8"))
    assert data["provenance"]["command"] == f"shugyo balance {study} --out {out}"
    assert data["answer"] in said
    assert main(["balance", str(study), "--out", str(out), "--threads", "2"]) == 0  # from the ledger
    assert len((out / "ledger.jsonl").read_text("utf-8").splitlines()) == 6


def test_another_number_of_games(study: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["balance", str(study), "--out", str(tmp_path / "out"), "--games", "30"]) == 0
    assert "180 games at 3 points" in capsys.readouterr().out


def test_tuning_is_printed_and_written(study: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    out = tmp_path / "out"
    assert main(["balance", "tune", str(study), "--out", str(out)]) == 0
    said = capsys.readouterr().out
    assert "rules.aid_value: 2 → " in said
    assert "random (not in the search)" in said
    assert "on held-out deals" in said
    data = json.loads((out / "tuning.json").read_text("utf-8"))
    assert data["command"] == f"shugyo balance tune {study} --out {out}"
    assert {check["player"] for check in data["checks"]} == {"greedy", "heuristic", "random"}


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("", "which study? There are covenant_conflict, "),
        ("tune", "which study?"),
        ("one two", "which study?"),
        ("daimyo_heros", "there is no study 'daimyo_heros'"),
        ("covenant_fall --games 3", "at least 20 deals, not 3"),
        ("covenant_fall --threads 0", "num_threads must be 1"),
        ("tune covenant_fall", "nothing to tune"),
    ],
)
def test_errors_are_one_line(words: str, complaint: str, capsys: pytest.CaptureFixture[str], tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["balance", *words.split()]) == FAILED
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("error: ")
    assert complaint in line
