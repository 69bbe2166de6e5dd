"""Games of daimyo, watched: how long they last, who wins with which hero, which cards are used.

All seats are played by the same player, so that a share of wins tells of heroes, seats and cards and not of players.
Game d of seed s is what slot d of a vector env plays first after ``reset(seed=s)``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..envs.daimyo.game import GAME
from ..envs.daimyo.state import START_HERO
from .watching import Progress, Running, Seen, in_parts

LOOK = 8
"""Decisions of a game between two looks at what is owned. A card bought and gone again in between is not seen."""
AT_ONCE = 1000
"""Games played at once by a thread."""


@dataclass(frozen=True)
class Watched(Seen):
    """What was seen of N games of S seats; cards and characters by their numbers.

    The score is in victory points, in Boss Rush nemeses beaten + petals left / 50; the limit is that of R13.

    Attributes:
        rounds: (N,) int64, rounds completed.
        position: (N, S) int64, place in the turn order, 0 the first player.
        hero: (N, S) int64, the hero that the seat began with (Boss Rush: the first of three).
        gained: (N, S, CARDS) bool, bought, looted or otherwise come by.
        played: (N, S, CARDS) bool, lay in the field or was worn.
        kept: (N, S, CARDS) int8, owned at the end.
        heroes: (N, S, 3) int64, at the end, −1 none.
        beaten: (N,) int64, nemeses defeated.
        revealed: (N,) int64, nemeses that have appeared.
    """

    rounds: NDArray[np.int64]
    position: NDArray[np.int64]
    hero: NDArray[np.int64]
    gained: NDArray[np.bool_]
    played: NDArray[np.bool_]
    kept: NDArray[np.int8]
    heroes: NDArray[np.int64]
    beaten: NDArray[np.int64]
    revealed: NDArray[np.int64]


def watch(
    options: Mapping[str, Any],
    player: str,
    games: int,
    seed: int,
    *,
    num_threads: int = 1,
    progress: Progress | None = None,
) -> Watched:
    """Plays games and watches them; the result does not depend on the number of threads.

    Args:
        options: of daimyo.
        player: by name, for all seats.
        games, seed, num_threads, progress: as for `in_parts`.

    Raises:
        ValueError: no such player, no games.
        OptionError, ContentError: wrong options.
    """
    return in_parts(
        _watch, GAME, options, [player], games, seed, at_once=AT_ONCE, num_threads=num_threads, progress=progress
    )


def _watch(running: Running) -> Watched:
    slots = running.slots
    states, n, s = slots.states, slots.num_slots, slots.num_seats
    while (states["decision"] == START_HERO).any():  # of the beginners' game
        running.play_on(1)
    hero = states["heroes"][:, :s, 0].astype(np.int64)
    starters = slots.tables[0]["card_starters"]
    gained, played = (np.zeros((n, s, len(starters)), np.bool_) for _ in range(2))
    while not states["over"].all():
        running.play_on(LOOK)
        running.look()
        owned, laid = owned_cards(states, s)
        gained |= owned > starters
        played |= laid > 0
    return Watched(
        **running.seen(),
        rounds=states["turn"].copy(),
        position=(np.arange(s)[None, :] - states["first"][:, None]) % s,
        hero=hero,
        gained=gained,
        played=played,
        kept=owned_cards(states, s)[0],
        heroes=states["heroes"][:, :s].astype(np.int64),
        beaten=states["beaten"].copy(),
        revealed=states["beaten"] + (states["nemesis"] >= 0),
    )


def owned_cards(states: np.ndarray, num_seats: int) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Both (N, S, CARDS) int8: cards in deck, hand, discard pile and field, worn ones included; those laid or worn."""
    apart = states["hand"] + states["deck"] + states["discard"]
    placed = states["field"].sum(axis=2, dtype=np.int8) + states["equipped"].sum(axis=2, dtype=np.int8)
    return (apart + placed)[:, :num_seats], placed[:, :num_seats]
