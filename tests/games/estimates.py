"""What holds for the estimates of all games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from shugyo.benchmarks.estimates import estimates
from shugyo.envs.core.batch import RANDOM, play
from shugyo.envs.core.game import Game
from shugyo.envs.core.options import parse_options
from shugyo.envs.core.rng import slot_keys


def random_games(
    game: Game, options: dict[str, Any], n: int, look: int
) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Random games to their ends, looked at after the first decision and then each ``look`` decisions.

    Yields:
        (1,) tables, (n,) states and (n, S) returns, which are those of the games that are over.
    """
    tables, _ = game.build_tables(parse_options(game.options_type, game.env_id, options))
    seats = int(tables[0]["num_seats"])
    states = np.zeros(n, game.state_type)
    states["over"] = 1  # and `play` begins episode 0
    keys, episodes, played = slot_keys(11, n), np.full(n, -1, np.int64), np.zeros(n, np.int64)
    mask, kinds = np.zeros((n, game.num_actions), np.int8), np.full((n, seats), RANDOM, np.int32)
    returns, score = np.zeros((2, n, seats), np.float32)
    player_keys = np.arange(1, seats + 1, dtype=np.uint64)
    budget = 1
    while budget == 1 or not states["over"].all():
        begin = int(budget == 1)
        play(states, tables, keys, episodes, kinds, player_keys, budget, begin, mask, returns, score, played)
        yield tables, states, returns
        budget = look


def opening(game: Game, options: dict[str, Any]) -> tuple[np.ndarray, np.ndarray]:
    """(1,) tables and the (1,) state of a game after its first decision."""
    tables, states, _ = next(random_games(game, options, 1, 2))
    return tables, states


def values_of(tables: np.ndarray, states: np.ndarray) -> np.ndarray:
    """(N, S) float32, the estimates."""
    values = np.full((len(states), int(tables[0]["num_seats"])), 9, np.float32)
    estimates(states, tables, values)
    return values


def check_estimates(tables: np.ndarray, states: np.ndarray, returns: np.ndarray) -> None:
    """In [−1, 1], equal within a side and zero-sum over sides; the returns once a game is over; no state is changed."""
    before = states.tobytes()
    values = values_of(tables, states)
    assert states.tobytes() == before
    over = states["over"] != 0
    assert np.array_equal(values[over], returns[over])
    assert (np.abs(values) <= 1).all()
    side = tables[0]["side"][: values.shape[1]]
    by_side = np.stack([values[:, side == one][:, 0] for one in range(side.max() + 1)], axis=1)
    assert np.array_equal(values, by_side[:, side])
    if by_side.shape[1] > 1:
        assert np.abs(by_side.sum(axis=1)).max() < 1e-5


def check_random_games(game: Game, options: dict[str, Any], n: int = 8, look: int = 25) -> None:
    """`check_estimates` all the way through random games."""
    seen = 0
    for tables, states, returns in random_games(game, options, n, look):
        check_estimates(tables, states, returns)
        seen += int((states["over"] == 0).sum())
    assert seen >= n
    foul = states.copy()
    foul["foul"] = 1
    if int(tables[0]["num_seats"]) > 1:
        assert (values_of(tables, foul)[:, 0] == -1).all()
