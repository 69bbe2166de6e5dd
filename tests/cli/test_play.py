from __future__ import annotations

import io
from pathlib import Path

import pytest

from shugyo.cli import FAILED, main

MINI = ("play", "covenant", "--mode", "mini", "--opponents", "random", "--seed", "3")


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_a_game_is_played_to_its_end(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    typed(monkeypatch, *["1"] * 100)
    assert main(MINI) == 0
    out = capsys.readouterr().out
    assert "you can\n    1  " in out
    assert "the game is over; returns: player_0 " in out


@pytest.mark.parametrize("lines", [["q"], ["nonsense", "0", "99", "-1", "q"], []])
def test_it_asks_until_it_understands_and_stops_when_told(
    lines: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    typed(monkeypatch, *lines)
    assert main([*MINI, "--seat", "1"]) == 0
    out = capsys.readouterr().out
    assert out.count(", or q: ") == max(1, len(lines))
    assert out.endswith("\nstopped\n")


def test_the_game_is_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    path = str(tmp_path / "mine.jsonl")
    typed(monkeypatch, "1", "q")
    assert main([*MINI, "--replays", path]) == 0
    capsys.readouterr()
    assert main(["replay", path, "--seat", "0"]) == 0
    assert "the game was broken off here" in capsys.readouterr().out


def test_a_seat_that_the_game_does_not_have(capsys: pytest.CaptureFixture[str]):
    assert main([*MINI, "--seat", "2"]) == FAILED
    assert "seat=2 is not possible; allowed: 0 … 1, player_0, player_1" in capsys.readouterr().err


def test_what_is_printed_on_a_card_can_be_asked(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    typed(monkeypatch, "? shizuka", "? nobody", "what", "q")
    assert main(["play", "daimyo", "--num-players", "2", "--opponents", "random", "--seed", "3"]) == 0
    out = capsys.readouterr().out
    assert "Shizuka: samurai reinforcement; cost 4" in out and "negate the duel" in out
    assert "no card has 'nobody' in its name" in out and "'what' is none of the numbers" in out
