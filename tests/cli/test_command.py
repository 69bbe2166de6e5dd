"""The command as a whole: help, errors and exit statuses."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time

import pytest

from shugyo import cli
from shugyo.cli import COMMANDS, main

HEAVY = {"numba", "torch", "scipy", "matplotlib", "pygame", "gymnasium", "pettingzoo"}


def failure(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Runs a command that has to fail, and returns what it complains of."""
    assert main(words) == cli.FAILED
    out, err = capsys.readouterr()
    assert out == ""
    assert "Traceback" not in err
    (line,) = err.splitlines()
    assert line.startswith("error: ")
    return line


# ------------------------------------------------------------------------------------------------- help
@pytest.mark.parametrize("word", ["--help", "-h", "help"])
def test_overview_lists_all_commands(word: str, capsys: pytest.CaptureFixture[str]):
    assert main([word]) == 0
    out = capsys.readouterr().out
    assert all(re.search(rf"^  {name} ", out, re.M) for name in COMMANDS)
    assert "Examples:" in out


def test_without_a_command_the_overview_is_shown_and_nothing_succeeds(capsys: pytest.CaptureFixture[str]):
    assert main([]) == cli.FAILED
    assert "usage: shugyo COMMAND" in capsys.readouterr().out


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_a_command_shows_examples(name: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as end:
        main([name, "--help"])
    assert end.value.code == 0
    out = capsys.readouterr().out
    assert f"usage: shugyo {name}" in out
    assert re.search(rf"Examples:\n\s+shugyo {name}\b", out)


@pytest.mark.parametrize("words", [["--help"], *([name, "--help"] for name in COMMANDS)], ids=" ".join)
def test_help_loads_nothing_heavy_and_comes_at_once(words: list[str]):
    code = f"import sys, shugyo.cli\ntry: shugyo.cli.main({words!r})\nfinally: print(*sys.modules, file=sys.stderr)"
    took = []
    for _ in range(5):  # the best counts: other work on the machine only ever adds
        started = time.perf_counter()
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        took.append(time.perf_counter() - started)
        assert done.returncode == 0, done.stderr
        loaded = {module.partition(".")[0] for module in done.stderr.split()}
        assert not loaded & HEAVY
        if took[-1] < 1.0:
            return
    pytest.fail(f"took {took} s")


def test_version(capsys: pytest.CaptureFixture[str]):
    assert main(["--version"]) == 0
    assert re.fullmatch(r"shugyo \d+\.\d+\.\d+\n", capsys.readouterr().out)


# ------------------------------------------------------------------------------------------------- errors
@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("mach", "no command 'mach'; did you mean match?"),
        ("xyzzy", "there are envs, warmup"),
        ("match covenan random random", "no game 'covenan'; did you mean covenant_v0?"),
        ("match covenant random nobody", "no player 'nobody'; there are "),
        ("match covenant random", "takes two players, not 1"),
        ("match covenant random random random", "takes two players, not 3"),
        (
            "match covenant random random random --num-players 5",
            "takes two (the second then fills the other seats) or 5",
        ),
        (
            "match covenant random random --num-players 9",
            "num_players=9 is not possible; allowed: an integer from 2 to 5",
        ),
        ("match covenant random random --mode yeer", "mode='yeer' is not possible; allowed: one of"),
        ("match covenant random random --set rules.aid_valu=3", "--set: there is no rules.aid_valu; did you mean"),
        ("match covenant random random --set rules.aid_value", "write key.path=value"),
        ("match covenant random random --content nowhere", "nowhere: the content folder does not exist"),
        ("match covenant random random --pairs 0", "at least one deal"),
        ("match covenant random random --games 0", "at least one deal"),
        ("match covenant random random --pairs 3 --games 4", "give one of them"),
        ("match covenant random random --seed -1", "seed must be an integer >= 0"),
        ("match covenant random random --threads 0", "num_threads must be 1"),
        ("match covenant random random --replays games.txt", "named *.jsonl or *.jsonl.gz"),
        ("match covenant random ppo:nowhere", "there is no checkpoint at nowhere"),
        ("warmup chess", "no game 'chess'"),
        ("bench chess", "no game 'chess'"),
        ("demo --minutes 0", "must be more than 0"),
        ("replay nowhere.jsonl", "nowhere.jsonl: No such file or directory"),
        ("replay nowhere.txt", "named *.jsonl or *.jsonl.gz"),
        ("replay nowhere.jsonl --seat 0 --reveal", "give one of them"),
    ],
)
def test_errors_are_one_line_that_says_what_is_wrong(
    words: str, complaint: str, capsys: pytest.CaptureFixture[str], tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    assert complaint in failure(capsys, *words.split())
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("words", ["match", "match covenant random random --pairs many", "envs --frobnicate"])
def test_arguments_that_cannot_be_read(words: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as end:
        main(words.split())
    assert end.value.code == cli.FAILED
    assert "--help" in capsys.readouterr().err


def test_debugging_shows_where_an_error_came_up(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SHUGYO_DEBUG", "1")
    with pytest.raises(ValueError, match="no command"):
        main(["mach"])


def test_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    def run(name: str, rest: list[str]) -> int:
        raise ModuleNotFoundError("No module named 'scipy'", name="scipy.special")

    monkeypatch.setattr(cli, "run", run)
    assert "pip install 'shugyo[lab]'" in failure(capsys, "match")


def test_missing_module_of_no_extra_is_a_fault_of_ours(monkeypatch: pytest.MonkeyPatch):
    def run(name: str, rest: list[str]) -> int:
        raise ModuleNotFoundError("No module named 'shugyo.x'", name="shugyo.x")

    monkeypatch.setattr(cli, "run", run)
    with pytest.raises(ModuleNotFoundError):
        main(["match"])


def test_interrupt_ends_with_a_short_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    def run(name: str, rest: list[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "run", run)
    assert main(["match"]) == cli.INTERRUPTED == 130
    assert capsys.readouterr().err == "\nshugyo: stopped\n"


@pytest.mark.skipif(os.name != "posix", reason="needs a shell with pipes")
def test_a_reader_that_has_read_enough_is_no_error():
    command = (
        f'{sys.executable} -c \'import shugyo.cli as c; raise SystemExit(c.main(["envs", "--json"]))\' | head -c 1'
    )
    done = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("[", "")
