"""Plays what a tournament still lacks, and keeps it."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from ..results import versions
from .ledger import Ledger, Run
from .tasks import Fixture, Task
from .workers import Crew

LUMP = 2.0
"""Seconds that a task is to take, where its blocks are short: what it costs to hand it over is then little."""


@dataclass(frozen=True)
class Standing:
    """How far a tournament is.

    Attributes:
        done, total: games.
        seconds: until the end, as far as one can tell; None before anything is known.
    """

    done: int
    total: int
    seconds: float | None


@dataclass
class _Rest:
    """What is left of a fixture.

    Attributes:
        fixture: which.
        blocks: their numbers.
        flying: how many blocks are being played.
        pace: seconds a block, as the last task had it; None before the first.
    """

    fixture: Fixture
    blocks: deque[int]
    flying: int = 0
    pace: float | None = None


@dataclass
class Schedule:
    """What is still to be played, in turn, so that whoever breaks off has about as much of everything.

    Args:
        fixtures: of the tournament.
        ledger: knows what was played.
        size: tasks that are played at once.
    """

    fixtures: Sequence[Fixture]
    ledger: Ledger
    size: int
    _rest: dict[str, _Rest] = field(init=False)

    def __post_init__(self) -> None:
        self._rest = {}
        for fixture in self.fixtures:
            known = self.ledger.known(fixture.head.match)
            left = deque(block for block in range(fixture.blocks) if block not in known)
            self._rest[fixture.head.match] = _Rest(fixture, left)
        self._turn = deque(self._rest.values())

    def next(self) -> Task | None:
        """The next task; None if there is none."""
        for _ in range(len(self._turn)):
            rest = self._turn[0]
            self._turn.rotate(-1)
            if not rest.blocks:
                continue
            few = -(-len(rest.blocks) // self.size)  # the last ones are shared out
            count = 1 if rest.pace is None else max(1, min(few, int(LUMP / max(rest.pace, 1e-9))))
            blocks = tuple(rest.blocks.popleft() for _ in range(count))
            rest.flying += count
            return Task(rest.fixture, blocks)
        return None

    def played(self, task: Task, seconds: float) -> None:
        """A task came back. ``seconds``: that its games took."""
        rest = self._rest[task.fixture.head.match]
        rest.flying -= len(task.blocks)
        rest.pace = seconds / len(task.blocks)

    def standing(self) -> Standing:
        """How far it is; what was never played is taken to be as slow as the rest on the average."""
        paces = [rest.pace for rest in self._rest.values() if rest.pace is not None]
        unknown = sum(paces) / len(paces) if paces else None
        done = total = 0
        seconds = 0.0
        for rest in self._rest.values():
            left = len(rest.blocks) + rest.flying
            games = rest.fixture.head.games
            total += rest.fixture.blocks * games
            done += (rest.fixture.blocks - left) * games
            pace = rest.pace if rest.pace is not None else unknown
            seconds += left * (pace or 0.0)
        return Standing(done, total, None if unknown is None else seconds / self.size)


def play_tournament(
    fixtures: Sequence[Fixture],
    ledger: Ledger,
    crew: Crew,
    *,
    minutes: float | None = None,
    progress: Callable[[Standing], None] = lambda standing: None,
) -> bool:
    """Plays what is not in the ledger yet.

    Args:
        fixtures: what is to be played.
        ledger: holds what was played before, and receives the rest as it comes back.
        crew: plays; it is closed in the end.
        minutes: after which nothing new is begun.
        progress: called whenever something came back.

    Returns:
        Whether all is played; False if it was stopped by Ctrl-C or the clock. What was played is kept.

    Raises:
        TournamentError: a player failed, or workers die again and again.
        OSError: the ledger cannot be written.
    """
    schedule = Schedule(fixtures, ledger, crew.size)
    end = None if minutes is None else time.monotonic() + 60 * minutes
    if schedule.standing().done < schedule.standing().total:
        ledger.begin(Run(datetime.now(UTC).isoformat(timespec="seconds"), crew.how, versions("torch")))
    flying = 0

    def take(waiting: bool) -> int:
        results = crew.collect(waiting=waiting)
        for played, done in results:
            ledger.add(played.fixture.head.match, done.lines)
            schedule.played(played, done.seconds)
        progress(schedule.standing())
        return len(results)

    try:
        progress(schedule.standing())
        while True:
            while flying < crew.room and (end is None or time.monotonic() < end) and (task := schedule.next()):
                crew.submit(task)
                flying += 1
            if not flying:
                break
            flying -= take(True)
    except KeyboardInterrupt:
        take(False)
    finally:
        crew.close()
    standing = schedule.standing()
    return standing.done == standing.total
