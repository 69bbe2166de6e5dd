"""How a player in training stands against a panel: the same deals with the player in each seat, at every table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...envs.core.game import Batch, GameSpec, Player
from ...envs.core.sides import has_roles, places_of, role, side_numbers, sides_of, wins
from ...envs.core.vector import VectorEnv
from ..intervals import wilson
from ..learned import PolicyPlayer
from .pool import FROZEN, SNAPSHOTS, OpponentPool
from .priority import Snapshot

EVALUATION_SEED = 2**40
"""Evaluation deals are those of one fixed seed, far from what anybody trains with."""


class Deals(NamedTuple):
    """Games of one kind to be evaluated on.

    Attributes:
        games: as many slots as deals.
        own: seats of one side that the player has together; None: each place in turn.
    """

    games: VectorEnv
    own: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Standing:
    """Share of games won against one opponent, who has all other seats; a shared first place counts in parts.

    Attributes:
        opponent: its name.
        share: mean over deals of the mean over places.
        low, high: 95 % interval.
        lead: mean of own score minus the mean of the other sides.
        games: deals × rounds.
        capped: share of games that ended by a limit.
        deals: how many.
        places: among how many sides a game is decided; equals win one in so many. 0 for several tables together.
        by_role: share in each role that the player had, in a game with roles.
    """

    opponent: str
    share: float
    low: float
    high: float
    lead: float
    games: int
    capped: float
    deals: int
    places: int
    by_role: dict[str, float]


def won(returns: NDArray[np.float32], seat: int, side: NDArray[np.int64]) -> NDArray[np.float64]:
    """(N,) part of the first place that a seat's side has. ``returns``: (N, S); ``side``: (S,), of the seats."""
    return wins(returns, side)[:, seat]


def stand(
    games: VectorEnv, player: Player, opponent: str | Player, seed: int, own: tuple[int, ...] | None = None
) -> Standing:
    """Plays the first game of every slot once with the player in each place, or once in the seats that are its own.

    A place is a seat; in a game with roles it is a side.

    Args:
        games: N deals; what runs there is given up.
        player: the player in question.
        opponent: sits in all other seats.
        seed: of the deals and of the players' chance.
        own: seats of one side that the player has together; None: each place in turn.
    """
    spec = games.game_spec
    side = side_numbers(spec)
    rounds = [place.seats for place in places_of(spec)] if own is None else [own]
    shares, lead, capped = np.zeros((len(rounds), games.num_envs)), 0.0, 0.0
    by_role: dict[str, list[float]] = {}
    for number, seats in enumerate(rounds):
        policies = [player if seat in seats else opponent for seat in range(games.num_seats)]
        played = games.play_out(policies, 1, seed)
        shares[number] = won(played.returns[:, 0], seats[0], side)
        by_role.setdefault(role(spec.agents[seats[0]]), []).append(float(shares[number].mean()))
        score = played.score[:, 0]
        others = score[:, side != side[seats[0]]]
        lead += float((score[:, seats[0]] - others.mean(axis=1)).mean()) / len(rounds) if others.size else 0.0
        capped += float(played.truncated.mean()) / len(rounds)
    by_deal = shares.mean(axis=0)
    mean = float(by_deal.mean())
    low, high = wilson(mean, len(by_deal))
    return Standing(
        opponent=opponent if isinstance(opponent, str) else opponent.name,
        share=mean,
        low=low,
        high=high,
        lead=lead,
        games=shares.size,
        capped=capped,
        deals=len(by_deal),
        places=len(sides_of(spec)),
        by_role={name: float(np.mean(each)) for name, each in by_role.items()} if has_roles(spec) else {},
    )


def together(standings: Sequence[Standing]) -> Standing:
    """One standing from those of several tables against the same opponent: each table counts the same."""
    if len(standings) == 1:
        return standings[0]
    share, lead, capped = (float(np.mean([getattr(s, key) for s in standings])) for key in ("share", "lead", "capped"))
    deals, games = sum(s.deals for s in standings), sum(s.games for s in standings)
    low, high = wilson(share, deals)
    roles = dict.fromkeys(name for s in standings for name in s.by_role)
    by_role = {name: float(np.mean([s.by_role[name] for s in standings if name in s.by_role])) for name in roles}
    return Standing(standings[0].opponent, share, low, high, lead, games, capped, deals, 0, by_role)


# ---- the panel ------------------------------------------------------------------------------------------------------
class InTurn:
    """Frozen policies as one player: each of n has every n-th slot.

    So all of them are met on every evaluation, at the price of one, and a deal has the same opponent in each round.

    Args:
        name: how results list it.
        snapshots: at least one; each plays its most likely actions.
    """

    observation_dtype = "int8"

    def __init__(self, name: str, snapshots: Sequence[Snapshot]) -> None:
        self.name = name
        self._players = [PolicyPlayer(s.name, s.policy, sample=False, exact=False) for s in snapshots]
        self.needs = self._players[0].needs

    def start(self, game: GameSpec, seed: int) -> None:
        """Starts each of them."""
        for player in self._players:
            player.start(game, seed)

    def act(self, batch: Batch) -> NDArray[np.int32]:
        """(B,) legal actions."""
        assert batch.observation is not None
        actions = np.zeros(len(batch.slot), np.int32)
        for turn, player in enumerate(self._players):
            rows = np.flatnonzero(batch.slot % len(self._players) == turn)
            if rows.size:
                part = Batch(
                    batch.observation[rows],
                    batch.mask[rows],
                    batch.seat[rows],
                    batch.slot[rows],
                    batch.first[rows],
                    None if batch.states is None else batch.states[rows],
                )
                actions[rows] = player.act(part)
        return actions


def play_panel(
    names: Sequence[str], tables: Sequence[Deals], player: Player, pool: OpponentPool, seed: int = EVALUATION_SEED
) -> list[Standing]:
    """Standings against a panel.

    Args:
        names: of the opponents, as in a match. ``"snapshots"`` and ``"rivals"`` are all that the pool keeps, in turn;
            they are left out as long as there are none.
        tables: where they meet; each counts the same.
        player: the player in question.
        pool: of the run.
        seed: of the deals, the same against each opponent.
    """
    standings = []
    for name in names:
        opponent: str | Player = name
        if name in FROZEN:
            snapshots = pool.snapshots if name == SNAPSHOTS else pool.rivals
            if not snapshots:
                continue
            opponent = InTurn(name, snapshots)
        standings.append(together([stand(table.games, player, opponent, seed, table.own) for table in tables]))
    return standings


def minima(standings: Sequence[Standing]) -> dict[str, float]:
    """The least share over a panel: ``"minimum"``, and ``"minimum_<role>"`` for each role that was played."""
    if not standings:
        return {}
    roles = dict.fromkeys(name for s in standings for name in s.by_role)
    least = {f"minimum_{name}": min(s.by_role[name] for s in standings if name in s.by_role) for name in roles}
    return {"minimum": min(s.share for s in standings), **least}
