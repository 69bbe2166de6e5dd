"""Playing a tournament: by one process or several, to the end or not."""

import os
import signal
import subprocess
import sys
import time
from multiprocessing import active_children

import pytest

from shugyo.benchmarks.tournaments.ledger import Ledger, read_ledger
from shugyo.benchmarks.tournaments.run import Schedule, Standing, play_tournament
from shugyo.benchmarks.tournaments.settings import TournamentError, read_settings
from shugyo.benchmarks.tournaments.tasks import Task, fixtures_of
from shugyo.benchmarks.tournaments.workers import Alone, Processes

SLOW = ('"random", "greedy"', '"random", "flat:60"')
"""A change of the small tournament that makes it last for some seconds."""


@pytest.fixture
def ledger(fixtures, tmp_path):
    return Ledger(tmp_path / "games.jsonl", [fixture.head for fixture in fixtures])


# ------------------------------------------------------------------------------------------------- what comes next
def drain(schedule: Schedule) -> list[Task]:
    tasks = []
    while (task := schedule.next()) is not None:
        tasks.append(task)
    return tasks


def test_everybody_gets_a_turn_before_anybody_gets_a_second(fixtures, ledger):
    tasks = drain(Schedule(fixtures, ledger, 1))
    assert [task.fixture for task in tasks] == fixtures * 3
    assert [task.blocks for task in tasks] == [(0,)] * 3 + [(1,)] * 3 + [(2,)] * 3


def test_blocks_that_take_no_time_come_in_lumps_but_the_last_ones_are_shared_out(small, ledger):
    fixtures = fixtures_of(small, 1000)[:1]
    schedule = Schedule(fixtures, ledger, 2)
    first = schedule.next()
    assert first is not None
    schedule.played(first, 0.1)
    counts = [len(task.blocks) for task in drain(schedule)]
    assert counts[0] == 20  # two seconds
    assert counts[-3:] == [2, 1, 1]
    assert sum(counts) == 99


def test_how_far_it_is(fixtures, ledger):
    schedule = Schedule(fixtures, ledger, 2)
    assert schedule.standing() == Standing(0, 180, None)
    task = schedule.next()
    assert task is not None
    assert schedule.standing() == Standing(0, 180, None)
    schedule.played(task, 3.0)
    assert schedule.standing() == Standing(20, 180, pytest.approx(8 * 3.0 / 2))


# ------------------------------------------------------------------------------------------------- playing
def test_progress_counts_games(fixtures, ledger):
    seen: list[Standing] = []
    assert play_tournament(fixtures, ledger, Alone(), progress=seen.append)
    done = [standing.done for standing in seen]
    assert done[:4] == [0, 20, 40, 60]  # a block of each pair, and then perhaps several
    assert done == sorted(set(done))
    assert seen[-1] == Standing(180, 180, 0.0)


def test_after_the_minutes_nothing_new_is_begun(fixtures, ledger, play):
    assert not play(fixtures, ledger.path, minutes=1e-9)
    assert read_ledger(ledger.path).blocks == {}
    assert play(fixtures, ledger.path, minutes=1.0)


def test_ctrl_c_keeps_what_was_played(fixtures, ledger, play, contents, tmp_path):
    class Impatient(Alone):
        """Somebody presses Ctrl-C while the fourth task is being played."""

        played = 0

        def collect(self, *, waiting: bool = True):
            if waiting and self.played == 3:
                raise KeyboardInterrupt
            self.played += waiting
            return super().collect(waiting=waiting)

    assert not play_tournament(fixtures, ledger, Impatient())
    assert len(contents(ledger.path)) == 3
    assert play(fixtures, ledger.path)
    play(fixtures, tmp_path / "whole.jsonl")
    assert contents(ledger.path) == contents(tmp_path / "whole.jsonl")


def test_a_player_that_fails_is_named_and_the_rest_is_kept(fixtures, ledger, contents, monkeypatch):
    from shugyo.benchmarks.tournaments import tasks

    def fail(match):
        raise ValueError("no idea")

    class Failing(Alone):
        played = 0

        def collect(self, *, waiting: bool = True):
            if self.played == 2:
                monkeypatch.setattr(tasks, "play_match", fail)
            self.played += 1
            return super().collect(waiting=waiting)

    with pytest.raises(TournamentError, match="covenant_v0: heuristic against random: no idea"):
        play_tournament(fixtures, ledger, Failing())
    assert len(contents(ledger.path)) == 2


# ------------------------------------------------------------------------------------------------- several processes
@pytest.mark.slow
def test_the_numbers_do_not_depend_on_the_number_of_processes(write, play, contents, tmp_path):
    fixtures = fixtures_of(read_settings(write(('"random", "greedy"', '"ppo:covenant-conflict", "flat:5"'))))
    assert play(fixtures, tmp_path / "one.jsonl", Alone())
    assert play(fixtures, tmp_path / "two.jsonl", Processes(2))
    assert contents(tmp_path / "two.jsonl") == contents(tmp_path / "one.jsonl")
    assert read_ledger(tmp_path / "two.jsonl").runs[0].how == "2 processes"


@pytest.mark.slow
def test_what_a_dead_worker_was_playing_is_played_again(fixtures, play, contents, tmp_path):
    class Haunted(Processes):
        """One of its workers is killed after the first results."""

        killed = False

        def collect(self, *, waiting: bool = True):
            results = super().collect(waiting=waiting)
            if results and not self.killed:
                self.killed = True
                victim = next(iter(set(active_children()) - self._others))
                assert victim.pid is not None
                os.kill(victim.pid, signal.SIGKILL)
                victim.join()
            return results

    crew = Haunted(2)
    assert play(fixtures, tmp_path / "haunted.jsonl", crew)
    assert crew.killed
    play(fixtures, tmp_path / "whole.jsonl")
    assert contents(tmp_path / "haunted.jsonl") == contents(tmp_path / "whole.jsonl")
    assert set(active_children()) <= crew._others


@pytest.mark.slow
def test_workers_that_die_again_and_again_are_given_up(monkeypatch):
    monkeypatch.setattr("shugyo.benchmarks.tournaments.workers.play_task", os._exit)
    crew = Processes(1)
    try:
        crew.submit(7)  # type: ignore[arg-type]  # the exit status
        with pytest.raises(TournamentError, match="die again and again"):
            crew.collect()
    finally:
        crew.close()


COMMAND = """
import sys
import shugyo.cli as cli
cli.COMMANDS.setdefault("tournament", "")
sys.exit(cli.main(sys.argv[1:]))
"""


@pytest.mark.slow
@pytest.mark.parametrize(("sign", "status"), [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, 130)])
def test_what_was_broken_off_is_gone_on_with(sign, status, write, play, contents, tmp_path):
    """By kill -9 of the process itself, or by Ctrl-C, which all of them get."""
    path, folder = write(SLOW, ("deals = 30", "deals = 200")), tmp_path / "killed"
    command = [sys.executable, "-c", COMMAND, "tournament", path, "--processes", "2", "--out", str(folder)]
    killed = subprocess.Popen(command, start_new_session=True, stdout=subprocess.DEVNULL)
    try:
        file, patience = folder / "games.jsonl", time.monotonic() + 300  # a busy machine
        while not file.is_file() or file.read_bytes().count(b'"kind":"block"') < 8:
            assert killed.poll() is None, "it was over before it could be killed"
            assert time.monotonic() < patience
            time.sleep(0.02)
        if sign == signal.SIGINT:
            os.killpg(killed.pid, sign)
        else:
            killed.kill()
        assert killed.wait(120) == status
    finally:
        killed.kill()
        killed.wait()
    patience = time.monotonic() + 30
    while in_group(killed.pid):  # its workers notice, and leave
        assert time.monotonic() < patience
        time.sleep(0.1)
    fixtures = fixtures_of(read_settings(path))
    left = len(contents(file))
    assert 8 <= left < 60
    assert subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode == 0
    assert len(read_ledger(file).runs) == 2
    play(fixtures, tmp_path / "whole.jsonl")
    assert contents(file) == contents(tmp_path / "whole.jsonl")


def in_group(group: int) -> bool:
    """Whether a process of that group lives."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
