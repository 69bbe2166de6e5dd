"""What the time of a training run is spent on."""

from __future__ import annotations

import time

GAMES, OPPONENTS, LEARNER, OTHER = "games", "opponents", "learner", "other"
COUNTED = (GAMES, OPPONENTS, LEARNER)


class TimeSheet:
    """Books wall-clock time under one heading at a time, from `turn_to` to `turn_to`.

    ``"games"`` is stepping the games and all that the vec env does around it, ``"opponents"`` the decisions of the
    other seats, ``"learner"`` its network at play and its updates, lessons included, and ``"other"`` evaluation,
    snapshots and files.
    """

    def __init__(self) -> None:
        self._seconds: dict[str, float] = dict.fromkeys((*COUNTED, OTHER), 0.0)
        self._now, self._since = OTHER, time.perf_counter()

    def turn_to(self, what: str) -> None:
        """Ends the heading that runs, and begins another."""
        now = time.perf_counter()
        self._seconds[self._now] += now - self._since
        self._now, self._since = what, now

    def shares(self) -> dict[str, float]:
        """Shares of games, opponents and learner in the time of these three, 0 … 1, since the last call."""
        self.turn_to(self._now)
        total = sum(self._seconds[what] for what in COUNTED)
        shares = {what: self._seconds[what] / total if total else 0.0 for what in COUNTED}
        self._seconds = dict.fromkeys(self._seconds, 0.0)
        return shares
