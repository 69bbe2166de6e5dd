"""Frozen policies of one learner: which are kept, how the learner in training fares against them, and which play.

Those that trouble the learner play more often: prioritised fictitious self-play (Vinyals et al., "Grandmaster level in
StarCraft II using multi-agent reinforcement learning", Nature 575, 2019), weight ``(1 − win share) ** priority``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...envs.core.rng import python_word
from ..checkpoint import Tensors, digest, part
from ..learned import load_weights
from ..network import SeatPolicy, weights_of

PRIOR = 10
"""So many games, half of them won, are taken for played against a new snapshot."""
MEMORY = 1000
"""The running mean reaches about so many games back: the learner of long ago was another one."""


def unit(key: int, purpose: int, index: int) -> float:
    """A random number in [0, 1); arguments as for `word`."""
    return (python_word(key, purpose, index) >> 11) * 2.0**-53


@dataclass
class Snapshot:
    """A frozen policy.

    Attributes:
        number: counts from 0, never used again.
        steps: its learner's decisions when it was taken.
        digest: of its weights.
        policy: the network, its own.
        win_share: running mean of (return + 1) / 2 of the learner in training, in games with this snapshot: 0 … 1.
        games: how many games that is, `PRIOR` included, at most `MEMORY`.
    """

    number: int
    steps: int
    digest: str
    policy: SeatPolicy
    win_share: float = 0.5
    games: int = PRIOR

    @property
    def name(self) -> str:
        """How logs list it."""
        return f"snapshot {self.number}"

    def note(self, value: float) -> None:
        """Counts a game in which the learner's return was ``value``, −1 … 1."""
        self.games = min(self.games + 1, MEMORY)
        self.win_share += ((value + 1) / 2 - self.win_share) / self.games


class Lineage:
    """Frozen policies in the order in which they were taken.

    Each time one is added, ``on_duty`` tickets are given out anew. The newest gets one. The others go to the older ones
    by systematic sampling: an expected number in proportion to the weight, and never one more or less than that. So
    the draws keep to the weights whether few or all of the snapshots play at a time.

    Args:
        build: makes a network for a snapshot.
        key: of the draws.
        keep: most snapshots kept; the oldest go.
        on_duty: most that play at a time.
        priority: exponent of the weights; 0 for equal ones.

    Attributes:
        kept: the snapshots.
        taken: how many there have been.
        tickets: those that play now, by number, and their parts in the draws.
    """

    def __init__(
        self, build: Callable[[], SeatPolicy], *, key: int, keep: int, on_duty: int, priority: float = 0.0
    ) -> None:
        self._build, self._key = build, key
        self._keep, self._on_duty, self._priority = keep, on_duty, priority
        self.kept: list[Snapshot] = []
        self.taken = 0
        self.tickets: dict[int, int] = {}

    def add(self, weights: Tensors, steps: int, source: str) -> Snapshot:
        """Adds a policy with a copy of the weights, and gives the tickets out anew.

        Raises:
            CheckpointError: they are not the weights of such a network.
        """
        added = self._freeze(weights, steps, self.taken, source)
        self.kept = [*self.kept, added][-self._keep :]
        self.taken += 1
        self._give_tickets()
        return added

    def find(self, number: int) -> Snapshot | None:
        """The snapshot of that number, if it is still kept."""
        return next((snapshot for snapshot in self.kept if snapshot.number == number), None)

    def weights(self, snapshots: list[Snapshot]) -> NDArray[np.float64]:
        """(n,) parts of the given snapshots in the draws, which add up to 1."""
        lost = np.array([1.0 - snapshot.win_share for snapshot in snapshots])
        weights = lost**self._priority
        return weights / weights.sum() if weights.sum() > 0 else np.full(len(lost), 1 / len(lost))

    # ---- keeping ----------------------------------------------------------------------------------------------------
    def describe(self) -> dict[str, Any]:
        """All but the weights, as plain data."""
        kept = [
            {"number": s.number, "steps": s.steps, "digest": s.digest, "win_share": s.win_share, "games": s.games}
            for s in self.kept
        ]
        return {"taken": self.taken, "snapshots": kept, "on_duty": [list(pair) for pair in self.tickets.items()]}

    def tensors(self) -> Tensors:
        """Weights of all snapshots, ``<number>.<name>``."""
        return {f"{s.number}.{name}": value for s in self.kept for name, value in weights_of(s.policy).items()}

    def restore(self, described: Mapping[str, Any], tensors: Tensors, source: str) -> None:
        """Takes over what `describe` and `tensors` gave.

        Raises:
            CheckpointError: the weights do not fit.
        """
        kept = []
        for entry in described["snapshots"][-self._keep :]:
            weights = part(tensors, f"{entry['number']}.")
            snapshot = self._freeze(weights, entry["steps"], entry["number"], source)
            snapshot.win_share, snapshot.games = entry["win_share"], entry["games"]
            kept.append(snapshot)
        self.kept, self.taken = kept, described["taken"]
        self.tickets = {number: tickets for number, tickets in described["on_duty"] if self.find(number) is not None}

    def _freeze(self, weights: Tensors, steps: int, number: int, source: str) -> Snapshot:
        policy = self._build()
        load_weights(policy, weights, source)
        policy.requires_grad_(False)
        return Snapshot(number, steps, digest(weights_of(policy)), policy)

    def _give_tickets(self) -> None:
        *older, newest = self.kept
        self.tickets = {}
        if count := min(self._on_duty - 1, len(older)):
            ends = np.cumsum(self.weights(older)) * count
            drawn = np.searchsorted(ends, unit(self._key, self.taken, 0) + np.arange(count), side="right")
            for place in np.minimum(drawn, len(older) - 1).tolist():  # the last end may come out a little too small
                number = older[place].number
                self.tickets[number] = self.tickets.get(number, 0) + 1
        self.tickets[newest.number] = 1
