"""The collapse alarm: whether the learner still beats what it was a while ago."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...envs.core.game import Player
from ..intervals import wilson
from ..learned import PolicyPlayer
from .evaluation import Deals, stand
from .priority import Snapshot
from .settings import Alarm

ALARM_SEED = 2**41
"""The deals are far from what anybody trains or is evaluated with."""


@dataclass(frozen=True)
class Duel:
    """How the learner stands against one snapshot.

    Attributes:
        number: the snapshot's.
        share: of the duels won, 0.5 among equals whatever the number of seats, see `duel_share`.
        high: upper end of its 95 % interval.
    """

    number: int
    share: float
    high: float


class CollapseAlarm:
    """Plays the learner against its last snapshots.

    Args:
        settings: when to warn.
        tables: where they meet; the learner must play every seat.
    """

    def __init__(self, settings: Alarm, tables: Sequence[Deals]) -> None:
        self._settings, self._tables = settings, tables

    def duels(self, learner: Player, snapshots: Sequence[Snapshot], seed: int) -> list[Duel]:
        """Results against the last of the snapshots, each on the same deals.

        Args:
            learner: plays its most likely actions, as the snapshots do.
            snapshots: the oldest first.
            seed: chooses the deals.
        """
        duels = []
        for snapshot in snapshots[-self._settings.last :]:
            other = PolicyPlayer(snapshot.name, snapshot.policy, sample=False, exact=False)
            standings = [stand(table.games, learner, other, ALARM_SEED + seed) for table in self._tables]
            shares = [duel_share(one.share, one.places) for one in standings]
            share = float(np.mean(shares))
            duels.append(Duel(snapshot.number, share, wilson(share, sum(one.deals for one in standings))[1]))
        return duels

    def lost(self, duel: Duel) -> bool:
        """Whether the learner has lost more than it may, and not by mere chance."""
        return 1 - duel.share > self._settings.share and duel.high < 0.5


def duel_share(share: float, places: int) -> float:
    """What a share of the games against several copies of one opponent comes to in duels with it.

    By Luce's choice axiom (1959) somebody of strength a wins a / (a + n − 1) of the games against n − 1 of strength 1,
    and a / (a + 1) against one of them.

    Args:
        share: of the games won, 0 … 1.
        places: n, among which a game is decided.
    """
    strength = share * (places - 1)
    return strength / (strength + 1 - share)
