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

from ..envs.core.game import GameSpec
from ..envs.core.options import parse_options
from ..envs.core.sides import wins
from ..envs.core.spec import make_spec
from ..envs.covenant.game import GAME
from .watching import Progress, Running, in_parts

LOOK = 8
"""Decisions of a game between two looks at the score; who leads in between only is not seen."""
AT_ONCE = 1000
"""Games played at once by a thread."""


@dataclass(frozen=True)
class Watched:
    """What was seen of N games of S seats.

    Attributes:
        share: (N, S) float64, of the first place: 1 for who won alone, 1/m for each of m winners.
        score: (N, S) float32, Renown less the price of Blame; in one conflict the tricks won.
        rounds: (N,) int64, seasons completed; 1 in the modes of one conflict.
        conflicts: (N,) int64, conflicts begun: the turns of the game.
        decisions: (N,) int64, decisions that were a choice.
        truncated: (N,) bool, ended by a limit.
        position: (N, S) int64, place in the order of the first season, 0 the first Protagonist.
        fallen: (N,) bool, the covenant fell.
        blame: (N, S) int64, at the end.
        lead_changes: (N,) int64, how often somebody else than before was alone in front by score.
    """

    share: NDArray[np.float64]
    score: NDArray[np.float32]
    rounds: NDArray[np.int64]
    conflicts: NDArray[np.int64]
    decisions: NDArray[np.int64]
    truncated: NDArray[np.bool_]
    position: NDArray[np.int64]
    fallen: NDArray[np.bool_]
    blame: NDArray[np.int64]
    lead_changes: NDArray[np.int64]


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
        games: how many, at least 1.
        seed: which, an integer >= 0.
        num_threads: how many threads to use.
        progress: called with the number of games finished so far.

    Raises:
        ValueError: no such player, no games.
        OptionError, ContentError: wrong options.
    """
    spec = make_spec(GAME, parse_options(GAME.options_type, GAME.env_id, dict(options)))
    return in_parts(lambda part: _watch_part(spec, player, part, seed), games, AT_ONCE, num_threads, progress)


def _watch_part(spec: GameSpec, player: str, games: range, seed: int) -> Watched:
    running = Running(GAME, spec, games, seed, [player] * spec.num_seats)
    states, s = running.slots.states, spec.num_seats
    position = (np.arange(s)[None, :] - states["first"][:, None]) % s
    while not states["over"].all():
        running.play_on(LOOK)
        running.look()
    return Watched(
        share=wins(running.returns),
        score=running.score.copy(),
        rounds=np.maximum(states["turn"], 1),
        conflicts=states["conflict"].copy(),
        decisions=running.decisions,
        truncated=states["truncated"] != 0,
        position=position,
        fallen=states["fallen"] != 0,
        blame=states["blame"][:, :s].astype(np.int64),
        lead_changes=running.lead_changes,
    )
