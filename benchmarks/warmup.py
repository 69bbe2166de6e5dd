"""Compiling all that a game's environments, players and benchmarks may call."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..envs.core.batch import sample_actions
from ..envs.core.game import Game
from ..envs.core.options import parse_options
from ..envs.core.players import find_player, make_batch, scripted_names
from ..envs.core.vector import VectorEnv
from .machine import MAX_THREADS

GAMES = 8


def compile_game(game: Game) -> Iterator[str]:
    """Calls every kernel for a game, so that numba compiles it or finds it in its cache.

    Yields:
        What has become ready.
    """
    options = parse_options(game.options_type, game.env_id, {"observation_dtype": "float32"})
    env = VectorEnv(game, options, GAMES)
    obs, _ = env.reset(seed=0)
    actions = np.zeros(GAMES, np.int32)
    sample_actions(obs["action_mask"], np.uint64(0), 0, actions)
    env.step(actions)
    yield "environments"
    rows = np.arange(GAMES)
    env.slots.redacted(rows)
    player = find_player(game, scripted_names(game)[-1])
    player.start(env.game_spec, 0)
    player.act(make_batch(env.slots, rows, player, np.ones(GAMES, np.bool_)))
    yield "scripted players"
    env.slots.determinize(env.seat.astype(np.int32), np.zeros(GAMES, np.uint64))
    yield "sampling of what is hidden, saving, loading"
    env.play_out("random", 1)
    yield "playing out"
    if MAX_THREADS > 1:
        VectorEnv(game, options, GAMES, num_threads=2).reset(seed=0)
        yield "environments on several threads"
