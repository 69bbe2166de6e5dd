from __future__ import annotations

import json
import time
from dataclasses import replace
from pathlib import Path

import pytest

from shugyo.benchmarks import machine, peers, speed
from shugyo.cli import main
from shugyo.envs import covenant_v0

GAME = covenant_v0.GAME
TINY = replace(speed.QUICK, warm=1, seconds=0.01, runs=1, games=50)


def test_rates_are_work_by_time():
    def work() -> int:
        time.sleep(0.01)
        return 100

    rate = speed.measure("sleep", 1, work, replace(TINY, seconds=0.1, runs=3))
    assert rate.per_second == sorted(rate.runs)[1]
    assert 100 < rate.per_second <= 10_000
    assert rate.cpu < 0.9


def test_random_games_end_by_the_rules():
    lengths = speed.random_games(GAME, TINY)
    assert lengths["games"] == 50
    assert lengths["ended_by_limit"] == 0
    assert 20 < lengths["mean_decisions"] < lengths["longest"]


def test_bytes_of_a_step():
    assert speed.bytes_per_step(GAME) == GAME.state_type.itemsize + GAME.layout.size + GAME.num_actions


def test_facts_of_the_machine_do_not_name_it():
    import platform

    facts = machine.facts()
    assert facts["cores"] >= 1
    assert "numba" in facts["versions"]
    assert platform.node() not in json.loads(json.dumps(facts)).values()
    assert machine.copy_speed(0.01) > 1e7


def test_trap_e2_peers_that_are_not_installed_say_so(monkeypatch: pytest.MonkeyPatch):
    def missing(effort: speed.Effort) -> object:
        raise ImportError("No module named 'thing'")

    for suite in ("_open_spiel", "_pettingzoo", "_pgx"):
        monkeypatch.setattr(peers, suite, missing)
    found = list(peers.peers(TINY))
    assert [peer.name for peer in found] == ["open_spiel", "pettingzoo", "pgx"]
    assert all(peer.per_second is None and "'thing'" in peer.reason for peer in found)


def test_open_spiel_is_timed_where_it_is_installed(monkeypatch: pytest.MonkeyPatch):
    pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    monkeypatch.setattr(peers, "OPEN_SPIEL", ("leduc_poker",))
    monkeypatch.setattr(peers, "UNIFORM_CHANCE", ("skat",))
    assert all((peer.per_second or 0) > 100 for peer in peers._open_spiel(TINY))


@pytest.mark.slow
def test_bench_runs_and_writes_its_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["bench", "covenant", "--quick", "--json", str(tmp_path / "speed.json")]) == 0
    out = capsys.readouterr().out
    for word in ("kernel", "vector, int8", "AEC, NumPy pick", "copy limit", "ended by a limit", "empty cache"):
        assert word in out
    (game,) = json.loads((tmp_path / "speed.json").read_text("utf-8"))["games"]
    assert game["rules_hash"] == covenant_v0.rules_hash()
    assert all(rate["per_second"] > 0 for rate in game["rates"])
    assert game["startup"]["warm"] < game["startup"]["cold"]


@pytest.mark.slow
def test_warmup_leaves_nothing_to_compile():
    import subprocess
    import sys

    code = (
        "from shugyo.benchmarks.warmup import compile_game\nfrom shugyo.envs import covenant_v0\n"
        "from shugyo.envs.core.kernel import KERNELS\nfor _ in compile_game(covenant_v0.GAME): pass\n"
        "print([kernel.__name__ for kernel in KERNELS if not kernel.signatures])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "[]\n", done.stdout + done.stderr
