"""Positions of random games on the shipped content, for the tests of what seats see.

`seen(setting)` plays some games, without playing forced decisions for the seats, and keeps records at which each kind
of decision was pending. Hidden things are changed by hand in the tests themselves.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
from games.batches import Play

from shugyo.envs.core import batch
from shugyo.envs.okko import state as st
from shugyo.envs.okko.game import GAME

SETTINGS = {
    "investigation-1": {"num_heroes": 1},
    "investigation-3": {"num_heroes": 3},
    "masks-4-oni-picks-token-on-space": {
        "scenario": "masks",
        "num_heroes": 4,
        "content": {"rules": {"A31": "oni", "A5": "space"}},
    },
    "vigil-2": {"scenario": "vigil", "num_heroes": 2},
}
GAMES, KEPT = 40, 40


class Seen:
    """Records of random games.

    Attributes:
        play: whose tables hold.
        at: ``{decision: (n,) records}`` at which it was pending, for all decisions that came up.
        some: (n,) records from all over the games.
    """

    def __init__(self, setting: dict, games: int = GAMES) -> None:
        self.play = Play(GAME, setting, games, seed=5, auto_forced=False)
        at: dict[int, list] = {}
        met: Counter[int] = Counter()
        some = []
        rng = np.random.default_rng(2)
        while self.play.where.any():
            states = self.play.states
            for i in np.flatnonzero(self.play.where):
                decision = int(states["decision"][i])
                kept = at.setdefault(decision, [])
                met[decision] += 1
                place = rng.integers(met[decision])  # of all that are met each is as likely to be kept
                if len(kept) < KEPT:
                    kept.append(states[i : i + 1].copy())
                elif place < KEPT:
                    kept[place] = states[i : i + 1].copy()
            if self.play.count % 23 == 0:
                some.append(states[self.play.where][:3].copy())
            self.play.random_step()
        self.at = {decision: np.concatenate(kept) for decision, kept in at.items()}
        self.some = np.concatenate(some)
        self.over = self.play.states.copy()

    @property
    def t(self):
        """The tables."""
        return self.play.t

    @property
    def seats(self) -> range:
        """All seats."""
        return range(self.play.seats)


@cache
def seen(name: str) -> Seen:
    """The records of a setting."""
    return Seen(SETTINGS[name])


def worlds(play: Play, state: np.ndarray, seat: int, times: int) -> np.ndarray:
    """(times,) samples that agree with what the seat knows of one record (1,)."""
    states = np.repeat(state, times)
    keys = np.arange(1, times + 1, dtype=np.uint64)
    batch.determinize_seats(states, play.tables, np.full(times, seat, np.int32), keys)
    return states


def parts(play: Play, states: np.ndarray, seat: int) -> dict[str, np.ndarray]:
    """The blocks that a seat sees, each (N, …)."""
    out = play.observation(states, seat)
    views = GAME.layout.view(play.t).items()
    return {name: out[:, view.slice].reshape(len(states), *view.shape) for name, view in views}


def secret_plans(states: np.ndarray) -> np.ndarray:
    """(N,) whether laid cards lie face down."""
    return (states["phase"] == st.PLANS) | (states["phase"] == st.TECHNIQUES)
