"""`shugyo match`, `shugyo replay` and the small commands."""

from __future__ import annotations

import csv
import errno
import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from shugyo.benchmarks import strength
from shugyo.cli import FAILED, main
from shugyo.cli import match as command

QUICK = ("match", "covenant", "random", "random", "--mode", "conflict")


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all that a match can write."""
    folder = tmp_path_factory.mktemp("match")
    files = (
        "--out",
        folder / "new" / "out.json",
        "--csv",
        folder / "games.csv",
        "--replays",
        folder / "games.jsonl.gz",
    )
    assert main([*QUICK, "--pairs", "6", "--seed", "5", *map(str, files)]) == 0
    return folder


# ------------------------------------------------------------------------------------------------- match
def test_match_prints_players_seats_and_intervals(capsys: pytest.CaptureFixture[str]):
    assert main([*QUICK, "--games", "7", "--set", "rules.aid_value=3"]) == 0
    out = capsys.readouterr().out
    assert "4 deals × 2 seatings" in out
    assert "8 games of" in out
    for word in ("A  random", "B  random", "player_0", "player_1", "win share [95 %]", "ties", "ended by a limit"):
        assert word in out


@pytest.mark.parametrize("columns", ["80", "60", "20"])
def test_names_give_way_and_numbers_never(
    columns: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    from shugyo.benchmarks.summary import summarize
    from shugyo.cli.match import show
    from shugyo.envs import covenant_v0
    from shugyo.envs.core.players import ScriptedPlayer

    long = ScriptedPlayer(covenant_v0.GAME, "random")
    long.name = "ppo:runs/covenant-20261130-135131"
    options = covenant_v0.GAME.options_type(mode="conflict")
    match = strength.Match(covenant_v0.GAME, options, (long, "heuristic"), 10, 3)
    played = strength.play_match(match)
    summary = summarize(match, played)
    monkeypatch.setenv("COLUMNS", columns)
    show(match, played, summary)
    out = capsys.readouterr().out
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in out.splitlines() if line.startswith("│")]
    share, returns, _ = summary.players[0]
    assert f"{share.mean:.1%} [{share.low:.1%}, {share.high:.1%}]" in rows[0]
    assert f"{returns.mean:+.2f} [{returns.low:+.2f}, {returns.high:+.2f}]" in rows[0]
    assert long.name in "".join(row[0] for row in rows if len(row) == 4)
    assert "…" not in out
    if columns == "80":
        assert max(map(len, out.splitlines())) <= 80


def test_results_tell_all_that_is_needed_to_repeat_them(recorded: Path):
    data = json.loads((recorded / "new" / "out.json").read_text("utf-8"))
    assert data["env_id"] == "covenant_v0"
    assert data["options"]["mode"] == "conflict"
    assert len(data["rules_hash"]) == 32
    assert (data["seed"], data["deals"], data["games"], data["seats"]) == (5, 6, 12, [[0, 1], [1, 0]])
    assert {"python", "shugyo", "numpy", "numba"} <= set(data["versions"])
    assert [result["player"] for result in data["results"]] == ["random", "random"]
    for result in data["results"]:
        assert set(result["by_seat"]) == {"player_0", "player_1"}
        for line in (result, *result["by_seat"].values()):
            share = line["win_share"]
            assert 0 <= share["low"] <= share["mean"] <= share["high"] <= 1


def test_the_same_match_gives_the_same_files(recorded: Path, tmp_path: Path):
    for threads in ("1", "2"):
        words = [*QUICK, "--pairs", "6", "--seed", "5", "--out", str(tmp_path / "out.json"), "--threads", threads]
        assert main(words) == 0
        assert (tmp_path / "out.json").read_bytes() == (recorded / "new" / "out.json").read_bytes()


def test_csv_has_a_row_for_each_game_and_seat(recorded: Path):
    with (recorded / "games.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 6 * 2 * 2
    assert {row["agent"] for row in rows} == {"player_0", "player_1"}
    assert sum(float(row["win_share"]) for row in rows) == 12


@pytest.mark.parametrize("option", ["--out", "--csv", "--replays"])
def test_place_that_cannot_be_written_is_told_before_the_work(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def play(*args: object, **more: object) -> None:
        raise AssertionError("the work has begun")

    monkeypatch.setattr(strength, "play_match", play)
    (tmp_path / "file").write_text("mine")
    (tmp_path / "folder.jsonl").mkdir()
    for path, why in (("file/x.jsonl", "a part of its path is a file"), ("folder.jsonl", "it is a folder")):
        assert main([*QUICK, option, str(tmp_path / path)]) == FAILED
        err = capsys.readouterr().err
        assert f"{path}: cannot be written ({why})" in err
        assert "Traceback" not in err
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "folder.jsonl"]


@pytest.mark.parametrize("option", ["--out", "--csv", "--replays"])
def test_a_full_disk_takes_nothing_but_the_file(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def refuse(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    path = tmp_path / "games.jsonl"
    monkeypatch.setattr(os, "fsync", refuse)
    assert main([*QUICK, "--pairs", "1", option, str(path)]) == FAILED
    told = capsys.readouterr()
    assert "A  random" in told.out and "written" not in told.out
    assert told.err.startswith(f"error: {path}: No space left on device") and told.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_reader_who_has_gone_does_not_take_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def gone(*_: object) -> None:
        raise OSError("nobody reads")

    monkeypatch.setattr(command, "show", gone)
    assert main([*QUICK, "--pairs", "1", "--out", str(tmp_path / "out.json")]) == FAILED
    assert json.loads((tmp_path / "out.json").read_text("utf-8"))["deals"] == 1


def test_nothing_is_half_written_when_a_match_is_broken_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def play(*args: object, **more: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(strength, "play_match", play)
    assert main([*QUICK, "--out", str(tmp_path / "out.json")]) == 130
    assert not list(tmp_path.iterdir())


# ------------------------------------------------------------------------------------------------- replay
def test_replays_are_listed(recorded: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["replay", str(recorded / "games.jsonl.gz")]) == 0
    out = capsys.readouterr().out
    assert "12 games" in out
    assert "--game N" in out


@pytest.mark.parametrize("view", [[], ["--seat", "1"], ["--reveal"]])
def test_replay_is_shown_to_its_end(view: list[str], recorded: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["replay", str(recorded / "games.jsonl.gz"), "--game", "2", *view]) == 0
    out = capsys.readouterr().out
    assert "picture 1 " in out
    assert "ended by the rules" in out


def test_stepping_stops_when_asked(recorded: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    answers = iter(["\n", "q\n"])
    monkeypatch.setattr("sys.stdin.readline", lambda: next(answers), raising=False)
    assert main(["replay", str(recorded / "games.jsonl.gz"), "--game", "1", "--reveal", "--step"]) == 0
    out = capsys.readouterr().out
    assert "picture 2 " in out
    assert "picture 3 " not in out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--game", "13"), "the file has the games 1 … 12"),
        (("--game", "1", "--seat", "2"), "allowed: 0 … 1, player_0, player_1"),
    ],
)
def test_what_a_replay_does_not_have(
    words: tuple[str, ...], complaint: str, recorded: Path, capsys: pytest.CaptureFixture[str]
):
    assert main(["replay", str(recorded / "games.jsonl.gz"), *words]) == FAILED
    assert complaint in capsys.readouterr().err


def test_damaged_replays_are_refused(recorded: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    whole = (recorded / "games.jsonl.gz").read_bytes()
    lines = gzip.decompress(whole).splitlines(keepends=True)
    line = json.loads(lines[0])
    line["actions"][-1], line["actions"][-2] = line["actions"][-2], line["actions"][-1]
    flipped = bytearray(whole)
    flipped[len(whole) // 2] ^= 0xFF
    damaged = {
        "cut.jsonl.gz": whole[: len(whole) // 2],
        "flipped.jsonl.gz": bytes(flipped),
        "text.jsonl.gz": b"no replay",
        "half.jsonl": lines[0][:100],
        "other.jsonl": json.dumps(line).encode(),
        "empty.jsonl": b"",
    }
    for name, data in damaged.items():
        (tmp_path / name).write_bytes(data)
        assert main(["replay", str(tmp_path / name)]) == FAILED, name
        out, err = capsys.readouterr()
        assert out == ""
        assert name in err
        assert "Traceback" not in err


# ------------------------------------------------------------------------------------------------- envs, warmup
def test_envs_are_listed(capsys: pytest.CaptureFixture[str]):
    assert main(["envs", "covenant"]) == 0
    out = capsys.readouterr().out
    for word in ("covenant_v0", "2 to 5", "conflict, mini, year", "num_players", "observation_dtype", "rules "):
        assert word in out


def test_envs_as_json(capsys: pytest.CaptureFixture[str]):
    from shugyo.envs import covenant_v0

    assert main(["envs", "--json"]) == 0
    game, *_ = json.loads(capsys.readouterr().out)
    assert game["env_id"] == "covenant_v0"
    assert game["rules_hash"] == covenant_v0.rules_hash()
    assert game["num_actions"] == covenant_v0.GAME.num_actions
    assert {option["name"]: option["default"] for option in game["options"]}["mode"] == "year"


def test_quiet_warmup_says_nothing(capfd: pytest.CaptureFixture[str]):
    assert main(["warmup", "covenant", "--quiet"]) == 0
    assert capfd.readouterr() == ("", "")


def test_any_option_of_a_game(capsys: pytest.CaptureFixture[str]):
    options = ["--option", "nemesis=true", "--option", "expansions=[1, 2]", "--option", "max_turns=2", "--pairs", "1"]
    assert main(["match", "daimyo", "heuristic", "random", "--num-players", "3", *options]) == 0
    assert "heuristic" in capsys.readouterr().out
    assert main(["match", "daimyo", "heuristic", "random", "--option", "nemesis"]) != 0
    assert "write KEY=VALUE" in capsys.readouterr().err
    assert main(["envs", "daimyo"]) == 0
    out = capsys.readouterr().out
    assert "boss_rush" in out and "covenant" not in out


@pytest.mark.parametrize("twice", [["--mode", "conflict", "--option", "mode=year"], ["--option", "mode=year"] * 2])
def test_an_option_is_said_once(twice: list[str], capsys: pytest.CaptureFixture[str]):
    assert main(["match", "covenant", "random", "random", *twice]) == 2
    assert "mode is given already" in capsys.readouterr().err


def test_a_terminal_that_knows_ascii_only_is_written_to():
    words = ["match", "covenant", "random", "random", "--pairs", "2"]
    code = f"import sys; from shugyo.cli import main; sys.exit(main({words}))"
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | {"PYTHONIOENCODING": "ascii"}, capture_output=True, text=True
    )
    assert done.returncode == 0 and "random" in done.stdout, done.stderr


def test_sides_of_okko(capsys: pytest.CaptureFixture[str]):
    few = ["--option", "num_heroes=2", "--option", "scenario=vigil", "--option", "max_turns=2", "--pairs", "2"]
    assert main(["match", "okko", "--oni-player", "heuristic", "--hero-player", "random", *few]) == 0
    out = capsys.readouterr().out
    assert "2 deals × 1 seating" in out and "by side" in out and "heroes" in out
    assert main(["match", "okko", "heuristic", "random", *few]) == 0
    assert "2 deals × 2 seatings" in capsys.readouterr().out
    assert main(["match", "okko", "heuristic", "random", "random", *few]) == 0
    out = capsys.readouterr().out
    assert "hero_0" in out and "hero_1" in out and "2 deals × 1 seating" in out
    for wrong, words in (
        (["okko", "--oni-player", "random"], "--hero-player is missing"),
        (["okko", "random", "--oni-player", "random", "--hero-player", "random"], "not both"),
        (["covenant", "--oni-player", "random", "--hero-player", "random"], "neither Oni nor Heroes"),
        (["okko", "random", "random", "random", "random", *few], "takes 2 players, one for each side, or 3"),
    ):
        assert main(["match", *wrong]) != 0
        assert words in " ".join(capsys.readouterr().err.split())
