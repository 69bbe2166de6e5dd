"""Ratings of a stream of games: a belief about each player, moved by every game as it comes in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from .comparisons import check_sides

if TYPE_CHECKING:
    from openskill.models import PlackettLuce
    from openskill.models.weng_lin.plackett_luce import PlackettLuceRating

    from ..tournaments.games import Games


@dataclass(frozen=True)
class Stream:
    """Beliefs about players after a number of games. P players, K points in time.

    Attributes:
        players: P names.
        after: (K,) int64, how many games had been seen; 0 is the first.
        mu: (K, P) what is believed of the strength, on openskill's scale (25 at first).
        sigma: (K, P) the standard deviation of that belief (25/3 at first).
    """

    players: tuple[str, ...]
    after: NDArray[np.int64]
    mu: NDArray[np.float64]
    sigma: NDArray[np.float64]

    @property
    def safe(self) -> NDArray[np.float64]:
        """(P,) what a player is worth at the end at the very least, μ − 3σ: the usual order of a ladder."""
        return self.mu[-1] - 3 * self.sigma[-1]


def stream(games: Games, *, drift: float = 0.0, every: int = 1000) -> Stream:
    """Rates players game by game, in the order of the games.

    It is the online Plackett–Luce model of Weng and Lin ("A Bayesian approximation method for online ranking", 2011,
    algorithm 4) as openskill has it. Every side counts as one, whatever its size, and equal ranks are ties. A player
    on several sides gets the mean of what each of them would have made of it.

    σ takes games for independent, which games of one deal are not, and the result depends on the order. Use this where
    games come one after another and players change (a league, a training); for a finished tournament use `ratings`.

    Args:
        games: in the order in which they are seen. All seats of a side have the same player.
        drift: how much σ² grows from game to game (its root, openskill's τ); 0 for players that do not change,
            25/300 is usual for people.
        every: after how many games the beliefs are written down; at the end they always are.

    Raises:
        ValueError: ``every`` < 1, ``drift`` < 0, or sides of several players.
    """
    from openskill.models import PlackettLuce

    if every < 1 or drift < 0:
        raise ValueError(f"every={every} must be at least 1, and drift={drift} not negative")
    check_sides(games)
    model = PlackettLuce(tau=drift)
    beliefs = [model.rating() for _ in games.players]
    after, mu, sigma = [0], [[one.mu for one in beliefs]], [[one.sigma for one in beliefs]]
    for first in range(0, len(games), every):
        part = games.select(np.arange(first, min(first + every, len(games))))
        for seats in zip(part.player.tolist(), part.side.tolist(), part.rank.tolist(), strict=True):
            _see(model, beliefs, *seats)
        after.append(first + len(part))
        mu.append([one.mu for one in beliefs])
        sigma.append([one.sigma for one in beliefs])
    return Stream(games.players, np.array(after), np.array(mu), np.array(sigma))


def _see(
    model: PlackettLuce, beliefs: list[PlackettLuceRating], player: list[int], side: list[int], rank: list[float]
) -> None:
    """Moves the beliefs by one game, given by seat."""
    of_side = {where: (who, place) for who, where, place in zip(player, side, rank, strict=True) if where >= 0}
    who, places = [who for who, _ in of_side.values()], [place for _, place in of_side.values()]
    if len(set(who)) < 2:
        return  # copies of one player tell nothing of it
    teams = [[model.rating(mu=beliefs[one].mu, sigma=beliefs[one].sigma)] for one in who]
    moved = [team[0] for team in model.rate(teams, ranks=places)]
    for one in set(who):
        own = [belief for belief, other in zip(moved, who, strict=True) if other == one]
        beliefs[one].mu = sum(belief.mu for belief in own) / len(own)
        beliefs[one].sigma = sum(belief.sigma for belief in own) / len(own)
