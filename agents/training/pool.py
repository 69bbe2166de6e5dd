"""The pool of opponents: scripted players and frozen snapshots of the learner."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from ...envs.core.game import Batch, GameSpec, Player
from ...envs.core.players import actions_of, introduce
from ...envs.core.rng import LEARNER, fold, python_word
from ...envs.core.sides import side_numbers
from ..checkpoint import Tensors, digest
from ..learned import PolicyPlayer, load_weights
from ..network import SeatPolicy, build_policy, weights_of

SNAPSHOTS = "snapshots"
"""The entry of the mixture that stands for all snapshots together."""


@dataclass(frozen=True)
class Snapshot:
    """A frozen copy of the learner.

    Attributes:
        number: counts from 0, never used again.
        steps: the learner's decisions when it was taken.
        digest: of its weights.
        policy: the network, its own.
    """

    number: int
    steps: int
    digest: str
    policy: SeatPolicy

    @property
    def name(self) -> str:
        """How logs list it."""
        return f"snapshot {self.number}"


class OpponentPool:
    """Who may sit in the seats that the learner does not have, and who does in which game.

    Members have fixed numbers: the scripted players 0 … K − 1, snapshot j number K + j. At any time at most ``on_duty``
    snapshots play, the newest and others drawn anew each time one is taken: few at once make large batches, and over
    time all of them play.

    Args:
        spec: the game.
        scripted: the scripted players.
        mixture: share of each in the draws: by player's name, and `SNAPSHOTS` for the snapshots together. While there
            is no snapshot yet, the others share its part; if there is no other, the first player fills in.
        seed: of all draws and of the players.
        hidden: widths of the learner's network.
        keep: most snapshots kept; the oldest go.
        on_duty: most snapshots that play at a time.
    """

    def __init__(
        self,
        specs: Sequence[GameSpec],
        scripted: Mapping[str, Callable[[], Player]],
        mixture: Mapping[str, float],
        *,
        seed: int,
        hidden: tuple[int, ...],
        keep: int = 8,
        on_duty: int = 2,
    ) -> None:
        self.specs, self.hidden, self.keep, self.most_on_duty = specs, hidden, keep, on_duty
        self.scripted = dict(scripted)
        self.mixture = dict(mixture)
        self.snapshots: list[Snapshot] = []
        self.taken = 0
        self._seed = seed
        self._key = python_word(fold(seed), LEARNER, 1)
        self._players: dict[int, list[Player]] = {}
        for number, make in enumerate(self.scripted.values()):
            self._seat(number, make)
        self._choose_duty()

    # ---- draws ------------------------------------------------------------------------------------------------------
    def draw(self, table: int, slots: NDArray[np.int64], episodes: NDArray[np.int64], seats: int) -> NDArray[np.int32]:
        """Members for new games: a function of slot, episode and seat, and of the pool as it is.

        Args:
            slots, episodes: (k,).
            seats: S.

        Returns:
            (k, S) int32 numbers of members.
        """
        sides = side_numbers(self.specs[table])[:seats].tolist()  # a side of several has one player in all its seats
        games = [
            python_word(self._key, slot, episode)
            for slot, episode in zip(slots.tolist(), episodes.tolist(), strict=True)
        ]
        drawn = np.array([[python_word(game, 0, side) * 2.0**-64 for side in sides] for game in games])
        return self._numbers[np.searchsorted(self._shares, drawn, side="right")]

    def plays(self, members: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Which of the members still play."""
        return np.isin(members, list(self._players))

    def act(self, table: int, member: int, batch: Batch) -> NDArray[np.int32]:
        """(B,) actions of one member."""
        return actions_of(self._players[member][table], batch)

    def player(self, table: int, member: int) -> Player:
        """The member itself."""
        return self._players[member][table]

    def note(self, members: NDArray[np.int32], value: float) -> None:
        """A game has ended."""

    def name(self, member: int) -> str:
        """What logs call it; all snapshots have one name."""
        return [*self.scripted, SNAPSHOTS][min(member, len(self.scripted))]

    # ---- snapshots --------------------------------------------------------------------------------------------------
    def take_snapshot(self, policy: SeatPolicy, steps: int) -> Snapshot:
        """Adds a copy of the learner as it is now."""
        weights = {name: tensor.detach().clone() for name, tensor in weights_of(policy).items()}
        return self._add(weights, steps, self.taken)

    def describe(self) -> dict:
        """The pool's composition, as plain data for the header of a checkpoint."""
        kept = [{"number": s.number, "steps": s.steps, "digest": s.digest} for s in self.snapshots]
        return {"taken": self.taken, "snapshots": kept, "on_duty": self.on_duty}

    def tensors(self) -> Tensors:
        """Weights of all snapshots, for a checkpoint."""
        return {f"{s.number}.{name}": value for s in self.snapshots for name, value in weights_of(s.policy).items()}

    def restore(self, described: Mapping, tensors: Tensors, source: str) -> None:
        """Takes over the snapshots of a checkpoint: what `describe` and `tensors` gave.

        Raises:
            CheckpointError: the weights do not fit.
        """
        self.snapshots, self.taken = [], 0
        for entry in described["snapshots"]:
            prefix = f"{entry['number']}."
            weights = {n.removeprefix(prefix): value for n, value in tensors.items() if n.startswith(prefix)}
            self._add(weights, entry["steps"], entry["number"], source)
        self.taken = described["taken"]
        self._choose_duty()

    def _add(self, weights: Tensors, steps: int, number: int, source: str = "the learner") -> Snapshot:
        policy = build_policy(self.specs[0], self.hidden)
        load_weights(policy, weights, source)
        policy.requires_grad_(False)
        taken = Snapshot(number, steps, digest(weights_of(policy)), policy)
        self.snapshots = [*self.snapshots, taken][-self.keep :]
        self.taken = number + 1
        self._choose_duty()
        return taken

    @property
    def on_duty(self) -> list[int]:
        """Numbers of the snapshots that play now."""
        return [number - len(self.scripted) for number in sorted(self._players) if number >= len(self.scripted)]

    def _choose_duty(self) -> None:
        """Draws the snapshots that play from now on, and brings the shares of all members up to date."""
        count = min(self.most_on_duty, len(self.snapshots))
        older = sorted(self.snapshots[:-1], key=lambda s: python_word(self._key, self.taken, s.number))
        chosen = [*self.snapshots[-1:], *older][:count]
        for number in [number for number in self._players if number >= len(self.scripted)]:
            if number - len(self.scripted) not in [snapshot.number for snapshot in chosen]:
                del self._players[number]
        for snapshot in chosen:
            number = len(self.scripted) + snapshot.number
            if number not in self._players:
                self._seat(number, partial(PolicyPlayer, snapshot.name, snapshot.policy, exact=False))
        self._weigh()

    def _seat(self, number: int, make: Callable[[], Player]) -> None:
        self._players[number] = [make() for _ in self.specs]
        for spec, player in zip(self.specs, self._players[number], strict=True):
            introduce(player, spec, self._key, number)

    def _weigh(self) -> None:
        names = list(self.scripted)
        weights = []
        for number in sorted(self._players):
            if number < len(names):
                weights.append(self.mixture.get(names[number], 0.0))
            else:
                weights.append(self.mixture.get(SNAPSHOTS, 0.0) / len(self.on_duty))
        shares = np.cumsum(weights if sum(weights) > 0 else [1.0] + [0.0] * (len(weights) - 1))
        self._shares = shares / shares[-1]
        self._numbers = np.array(sorted(self._players), np.int32)
