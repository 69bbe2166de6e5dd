"""The pool of opponents: players by name, snapshots of the learner, and rivals, which are learners of other roles."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...envs.core.game import Batch, GameSpec, Player
from ...envs.core.players import ScriptedPlayer, actions_of, introduce
from ...envs.core.rng import LEARNER, fold, python_word
from ...envs.core.sides import role, side_numbers
from ..checkpoint import Tensors, part
from ..learned import PolicyPlayer
from ..network import Advisor, SeatPolicy, build_policy, observation_box, weights_of
from .priority import Lineage, Snapshot, unit

SNAPSHOTS = "snapshots"
"""The entry of the mixture that stands for all snapshots together."""
RIVALS = "rivals"
"""The entry that stands for all frozen learners of the other roles."""
FROZEN = (SNAPSHOTS, RIVALS)
RIVAL = "rival."
DRAWS, TABLES, LINEAGES, SCRIPTED = 0, 1, 2, 3
"""Purposes of the pool's random words."""


class OpponentPool:
    """Who may sit in the seats that the learner does not have, and who does in which game.

    Members have fixed numbers: the players by name 0 … K − 1, snapshot j K + 2 j, rival j K + 2 j + 1. Of snapshots and
    rivals at most ``on_duty`` each play at a time, the newest and others drawn anew each time one is taken: few at once
    make large batches, and over time all of them play. Who troubles the learner is drawn more often, see `Lineage`.

    Snapshots sit only in seats of a role that the learner plays, rivals only in the others.

    Args:
        specs: the tables: kinds of games with the same sizes of observation and action. One network plays all of them;
            a player gets to know one game, so there is one of each for each table.
        scripted: makers of the players by name: scripted, searching or trained ones.
        mixture: share of each in the draws: by player's name, `SNAPSHOTS` and `RIVALS` for all of those together.
            Where there is none of them to play, the others share their part; if there is no other, the first player
            fills in.
        seed: of all draws and of the players.
        hidden: widths of the learner's network, and of the rivals'.
        advisor: makes who advises the learner and the rivals; None: they are not advised.
        keep: most snapshots kept, and most rivals; the oldest go.
        on_duty: most snapshots that play at a time, and most rivals.
        priority: exponent of the weights; 0 for equal ones.
        alike: share of the games in which all seats have the same member.
        roles: what the learner plays (``{"oni"}``); None: every role there is.

    Raises:
        ValueError: the tables differ in their sizes.
    """

    def __init__(
        self,
        specs: Sequence[GameSpec],
        scripted: Mapping[str, Callable[[], Player]],
        mixture: Mapping[str, float],
        *,
        seed: int,
        hidden: tuple[int, ...],
        advisor: Advisor | None = None,
        keep: int = 8,
        on_duty: int = 2,
        priority: float = 0.0,
        alike: float = 0.0,
        roles: Collection[str] | None = None,
    ) -> None:
        sizes = {(observation_box(spec).shape, spec.num_actions) for spec in specs}
        if len(sizes) != 1:
            raise ValueError(f"all tables need the same sizes of observation and action, not {sorted(sizes)}")
        self.specs, self.hidden = list(specs), hidden
        self.scripted, self.mixture = tuple(scripted), dict(mixture)
        self._key, self._alike = python_word(fold(seed), LEARNER, 1), alike
        self._sides = [side_numbers(spec) for spec in specs]
        self._familiar = [np.array([roles is None or role(agent) in roles for agent in spec.agents]) for spec in specs]
        self._own, self._rivals = (
            Lineage(
                lambda: build_policy(self.specs[0], self.hidden, advisor),
                key=python_word(self._key, LINEAGES, which),
                keep=keep,
                on_duty=on_duty,
                priority=priority,
            )
            for which in (0, 1)
        )
        self._players: dict[int, list[Player]] = {}
        for number, make in enumerate(scripted.values()):
            self._seat(number, make)
        seated = [self._players[number][0] for number in range(len(self.scripted))]
        self._kinds = np.array([one.kind if isinstance(one, ScriptedPlayer) else -1 for one in seated], np.int32)
        self._bring_up_to_date()

    # ---- draws ------------------------------------------------------------------------------------------------------
    def draw(self, table: int, slots: NDArray[np.int64], episodes: NDArray[np.int64], seats: int) -> NDArray[np.int32]:
        """Members for new games: a function of table, slot, episode and seat, and of the pool as it is.

        Args:
            table: which of the tables.
            slots, episodes: (k,).
            seats: S.

        Returns:
            (k, S) int32 numbers of members.
        """
        key = python_word(python_word(self._key, DRAWS, table), 0, 0)
        sides = self._sides[table][:seats].tolist()  # a side of several has one player in all its seats
        games = [
            python_word(key, slot, episode) for slot, episode in zip(slots.tolist(), episodes.tolist(), strict=True)
        ]
        drawn = np.array([[unit(game, 0, side) for side in sides] for game in games]).reshape(len(games), seats)
        if self._alike > 0:
            alike = np.array([unit(game, 1, 0) < self._alike for game in games])
            drawn[alike] = drawn[alike, :1]
        members = np.empty(drawn.shape, np.int32)
        for familiar, (numbers, ends) in self._duty.items():
            columns = self._familiar[table][:seats] == familiar
            members[:, columns] = numbers[np.searchsorted(ends, drawn[:, columns], side="right")]
        return members

    def plays(self, members: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Which of the members still play."""
        return np.isin(members, list(self._players))

    def kinds(self, members: NDArray[np.int32]) -> NDArray[np.int32]:
        """The policy kinds of members that the game brings along, −1 for all others."""
        named = members < len(self._kinds)
        return np.where(named, self._kinds[np.where(named, members, 0)], np.int32(-1))

    def keys(self, table: int, seats: int) -> NDArray[np.uint64]:
        """(S,) words that the chance of the game's own players at a table follows from, where a kernel plays them."""
        key = python_word(self._key, SCRIPTED, table)
        return np.array([python_word(key, 0, seat) for seat in range(seats)], np.uint64)

    def act(self, table: int, member: int, batch: Batch) -> NDArray[np.int32]:
        """(B,) actions of one member at one table."""
        return actions_of(self._players[member][table], batch)

    def player(self, table: int, member: int) -> Player:
        """The member itself, as it sits at one table."""
        return self._players[member][table]

    def name(self, member: int) -> str:
        """What logs call it; all snapshots have one name, and all rivals."""
        named = len(self.scripted)
        return self.scripted[member] if member < named else FROZEN[(member - named) % 2]

    def note(self, members: NDArray[np.int32], value: float) -> None:
        """Counts a finished game in which the learner acted.

        Args:
            members: (S,) who sat where, −1 in the learner's own seats.
            value: the learner's plain return, −1 … 1.
        """
        for member in set(members.tolist()):
            if member >= len(self.scripted):
                lineage, number = self._place(member)
                if (snapshot := lineage.find(number)) is not None:
                    snapshot.note(value)

    # ---- snapshots and rivals ---------------------------------------------------------------------------------------
    @property
    def snapshots(self) -> list[Snapshot]:
        """The learner's snapshots, the oldest first."""
        return self._own.kept

    @property
    def rivals(self) -> list[Snapshot]:
        """The rivals, the oldest first."""
        return self._rivals.kept

    @property
    def taken(self) -> int:
        """How many snapshots there have been."""
        return self._own.taken

    @property
    def rivals_taken(self) -> int:
        """How many rivals there have been."""
        return self._rivals.taken

    @property
    def on_duty(self) -> list[int]:
        """Numbers of the snapshots that play now."""
        return sorted(self._own.tickets)

    @property
    def rivals_on_duty(self) -> list[int]:
        """Numbers of the rivals that play now."""
        return sorted(self._rivals.tickets)

    def take_snapshot(self, policy: SeatPolicy, steps: int) -> Snapshot:
        """Adds a copy of the learner as it is now."""
        taken = self._own.add(weights_of(policy), steps, "the learner")
        self._bring_up_to_date()
        return taken

    def add_rival(self, weights: Tensors, steps: int) -> Snapshot:
        """Adds a copy of the other side's learner.

        Args:
            weights: of its policy, see `weights_of`.
            steps: its decisions so far.

        Raises:
            CheckpointError: its network is not one like the learner's.
        """
        added = self._rivals.add(weights, steps, "the rival")
        self._bring_up_to_date()
        return added

    # ---- keeping ----------------------------------------------------------------------------------------------------
    def describe(self) -> dict[str, Any]:
        """The pool's composition and statistics, as plain data for the header of a checkpoint."""
        return {**self._own.describe(), RIVALS: self._rivals.describe()}

    def tensors(self) -> Tensors:
        """Weights of all snapshots and rivals, for a checkpoint."""
        rivals = {f"{RIVAL}{name}": value for name, value in self._rivals.tensors().items()}
        return self._own.tensors() | rivals

    def restore(self, described: Mapping[str, Any], tensors: Tensors, source: str) -> None:
        """Takes over the snapshots and rivals of a checkpoint: what `describe` and `tensors` gave.

        Raises:
            CheckpointError: the weights do not fit.
        """
        for number in [number for number in self._players if number >= len(self.scripted)]:
            del self._players[number]
        self._own.restore(described, tensors, source)
        self._rivals.restore(described[RIVALS], part(tensors, RIVAL), source)
        self._bring_up_to_date()

    # ---- inner workings ---------------------------------------------------------------------------------------------
    def _number(self, lineage: Lineage, number: int) -> int:
        return len(self.scripted) + 2 * number + (lineage is self._rivals)

    def _place(self, member: int) -> tuple[Lineage, int]:
        number, which = divmod(member - len(self.scripted), 2)
        return (self._own, self._rivals)[which], number

    def _seat(self, member: int, make: Callable[[], Player]) -> None:
        """One player for each table, introduced to its game."""
        players = [make() for _ in self.specs]
        for table, (player, spec) in enumerate(zip(players, self.specs, strict=True)):
            introduce(player, spec, python_word(self._key, TABLES, table), member)
        self._players[member] = players

    def _bring_up_to_date(self) -> None:
        """Seats who holds a ticket, lets the others go, and settles all shares."""
        lineages = (self._own, self._rivals)
        playing = {self._number(lineage, number): lineage for lineage in lineages for number in lineage.tickets}
        for member in [m for m in self._players if m >= len(self.scripted) and m not in playing]:
            del self._players[member]
        for member, lineage in playing.items():
            if member not in self._players:
                snapshot = lineage.find(self._place(member)[1])
                assert snapshot is not None  # a ticket holder is kept
                self._seat(member, lambda s=snapshot: PolicyPlayer(s.name, s.policy, exact=False))
        self._duty = {
            familiar: self._shares(lineage, self.mixture.get(name, 0.0))
            for familiar, lineage, name in ((True, self._own, SNAPSHOTS), (False, self._rivals, RIVALS))
        }

    def _shares(self, lineage: Lineage, share: float) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
        """Members who may sit in one kind of seats, and the cumulated shares."""
        numbers = list(range(len(self.scripted)))
        weights = [self.mixture.get(name, 0.0) for name in self.scripted]
        total = sum(lineage.tickets.values())
        for number, tickets in lineage.tickets.items():
            numbers.append(self._number(lineage, number))
            weights.append(share * tickets / total)
        ends = np.cumsum(weights if sum(weights) > 0 else [1.0] + [0.0] * (len(weights) - 1))
        return np.array(numbers, np.int32), ends / ends[-1]
