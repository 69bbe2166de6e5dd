"""A tournament in one call."""

import pytest

from shugyo.benchmarks.tournaments.hold import hold
from shugyo.benchmarks.tournaments.settings import TournamentError, read_settings
from shugyo.benchmarks.tournaments.workers import Alone


class Counting(Alone):
    """Counts what it plays, and how often it is sent home."""

    def __init__(self):
        super().__init__()
        self.tasks = self.closed = 0

    def submit(self, task):
        self.tasks += 1
        super().submit(task)

    def close(self):
        self.closed += 1
        super().close()


def test_it_plays_what_is_missing_and_writes_the_page(small, tmp_path):
    seen = []
    first = hold(small, tmp_path / "new", minutes=1e-9)
    assert (first.whole, len(first.games), first.page) == (False, 0, None)
    held = hold(small, tmp_path / "new", progress=seen.append, command="my script")
    assert (held.whole, len(held.games), held.notes) == (True, 180, [])
    assert seen[-1].done == 180
    assert held.ledger == tmp_path / "new" / "games.jsonl"
    assert held.page is not None
    assert "<code>my script</code>" in held.page.read_text("utf-8")
    crew = Counting()
    again = hold(small, tmp_path / "new", crew=crew)
    assert (again.whole, len(again.games), crew.tasks) == (True, 180, 0)
    assert crew.closed


def test_deals_and_notes(small, tmp_path):
    assert len(hold(small, tmp_path, deals=10).games) == 60
    file = tmp_path / "games.jsonl"
    file.write_bytes(file.read_bytes()[:-20])
    held = hold(small, tmp_path, deals=10)
    assert len(held.games) == 60
    (note,) = held.notes
    assert "was not written to its end" in note


def test_the_crew_is_closed_when_somebody_cannot_play(write, tmp_path):
    crew = Counting()
    with pytest.raises(TournamentError, match="table 'One conflict'"):
        hold(read_settings(write(('"random", "greedy"', '"nobody", "greedy"'))), tmp_path, crew=crew)
    assert (crew.tasks, crew.closed) == (0, 1)
