"""Games of covenant, watched: who wins from which place, how long they last, whether the covenant falls.

All seats are played by the same player, so that a share of wins tells of places and rules and not of players. Which
games: see `watching`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..envs.covenant.game import GAME
from .watching import Progress, Running, Seen, in_parts

LOOK = 8
"""Decisions of a game between two looks at the score; who leads in between only is not seen."""
AT_ONCE = 1000
"""Games played at once by a thread."""


@dataclass(frozen=True)
class Watched(Seen):
    """What was seen of N games of S seats; the score is Renown less the price of Blame, in one conflict the tricks won.

    Attributes:
        rounds: (N,) int64, seasons completed; 1 in the modes of one conflict.
        conflicts: (N,) int64, conflicts begun: the turns of the game.
        position: (N, S) int64, place in the order of the first season, 0 the first Protagonist.
        fallen: (N,) bool, the covenant fell.
        blame: (N, S) int64, at the end.
    """

    rounds: NDArray[np.int64]
    conflicts: NDArray[np.int64]
    position: NDArray[np.int64]
    fallen: NDArray[np.bool_]
    blame: NDArray[np.int64]


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
        options: of covenant.
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
    states, s = running.slots.states, running.slots.num_seats
    position = (np.arange(s)[None, :] - states["first"][:, None]) % s
    while not states["over"].all():
        running.play_on(LOOK)
        running.look()
    return Watched(
        **running.seen(),
        rounds=np.maximum(states["turn"], 1),
        conflicts=states["conflict"].copy(),
        position=position,
        fallen=states["fallen"] != 0,
        blame=states["blame"][:, :s].astype(np.int64),
    )
