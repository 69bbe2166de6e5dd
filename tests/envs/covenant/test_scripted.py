"""The scripted players of covenant: legal, honest about what they see, repeatable, and as strong as they claim."""

from __future__ import annotations

import numpy as np
import pytest

from shugyo.envs.core import batch
from shugyo.envs.core.options import parse_options
from shugyo.envs.core.rng import slot_keys
from shugyo.envs.covenant import state as st
from shugyo.envs.covenant.actions import NUM_ACTIONS
from shugyo.envs.covenant.content import CovenantOptions, build_tables
from shugyo.envs.covenant.game import GAME
from shugyo.envs.covenant.scripted import SCRIPTED

RANDOM, GREEDY, HEURISTIC = 0, 1, 2
SETUPS = [
    *({"num_players": n} for n in (2, 3, 4, 5)),
    {"mode": "conflict"},
    {"mode": "mini"},
    {"auto_forced": False},
    {"num_players": 3, "content": {"conflict": {"craft_limit": 0}, "rules": {"aid_value": 0}, "covenant": {"fall": 6}}},
]
each_setup = pytest.mark.parametrize("options", SETUPS, ids=str)


class Games:
    """N games at their beginnings; equal seeds give equal deals."""

    def __init__(self, n: int, seed: int, **options):
        self.tables = build_tables(parse_options(CovenantOptions, "covenant_v0", options))[0]
        self.n, self.seats = n, int(self.tables[0].num_seats)
        self.states = np.zeros(n, st.STATE)
        self.keys, self.episodes = slot_keys(seed, n), np.zeros(n, np.int64)
        self.mask = np.zeros((n, NUM_ACTIONS), np.int8)
        self.advance(np.full(n, batch.RESET, np.int32), np.ones(n, np.bool_))

    def advance(self, actions: np.ndarray, where: np.ndarray) -> None:
        n, s, d = self.n, self.seats, GAME.layout.size
        batch.advance(
            self.states, self.tables, self.keys, self.episodes, actions, where, np.zeros(3, np.int32),
            np.zeros((n, 4), np.int8), np.zeros((5, n, s), np.float32), np.zeros((n, d), np.int8), self.mask,
            np.zeros((n, s, d), np.int8),
        )  # fmt: skip

    def choose(self, states: np.ndarray, kinds: np.ndarray, keys: np.ndarray) -> np.ndarray:
        actions = np.full(len(states), -9, np.int32)
        batch.choose(states, self.tables, kinds.astype(np.int32), keys, self.mask.copy(), actions)
        return actions

    def play_out(self, kinds: np.ndarray) -> np.ndarray:
        """Plays all games to their ends; (N, S) returns."""
        returns, score = np.zeros((2, self.n, self.seats), np.float32)
        player_keys = np.arange(1, self.seats + 1, dtype=np.uint64)
        batch.play(
            self.states, self.tables, self.keys, self.episodes, kinds.astype(np.int32), player_keys, 20_001, 0,
            self.mask, returns, score, np.zeros(self.n, np.int64),
        )  # fmt: skip
        assert self.states["over"].all()
        return returns


def win_share(kind: int, others: int, deals: int, seed: int = 11, **options) -> float:
    """Share of first places (ties split) of one player among ``others``, each deal played from every seat."""
    share, seats = 0.0, Games(1, 0, **options).seats
    for seat in range(seats):
        kinds = np.full((deals, seats), others)
        kinds[:, seat] = kind
        returns = Games(deals, seed, **options).play_out(kinds)
        first = returns == returns.max(axis=1, keepdims=True)
        share += (first / first.sum(axis=1, keepdims=True))[:, seat].mean() / seats
    return share


def test_names():
    assert GAME.scripted == SCRIPTED == ("greedy", "heuristic")


# ---------------------------------------------------------------------------------------- every position on the way
@each_setup
@pytest.mark.parametrize("mover", [RANDOM, GREEDY, HEURISTIC, None], ids=["random", "greedy", "heuristic", "mixed"])
def test_actions_are_legal_blind_to_secrets_and_repeatable(options, mover):
    """Whoever brought the position about: both players are asked for an action in it, on the record and redacted."""
    games = Games(12, 3, **options)
    rng = np.random.default_rng(4)
    for _ in range(20_001):
        running = games.states["over"] == 0
        if not running.any():
            break
        keys = rng.integers(0, 2**64, games.n, np.uint64)
        redacted = games.states.copy()
        batch.redact_seats(redacted, games.tables, redacted["seat"].astype(np.int32))
        chosen = {}
        for kind in (GREEDY, HEURISTIC):
            kinds = np.full(games.n, kind)
            before = games.states.tobytes()
            actions = games.choose(games.states, kinds, keys)
            assert games.states.tobytes() == before
            legal = games.mask[np.arange(games.n), actions] == 1
            for i in np.flatnonzero(running & ~legal):
                pytest.fail(f"{SCRIPTED[kind - 1]}: {actions[i]} at {st.DECISIONS[games.states['decision'][i]]}")
            assert np.array_equal(actions[running], games.choose(redacted, kinds, keys)[running])
            assert np.array_equal(actions[running], games.choose(games.states, kinds, keys)[running])
            chosen[kind] = actions
        chosen[RANDOM] = games.choose(games.states, np.zeros(games.n), keys)
        pick = rng.integers(0, 3, games.n) if mover is None else np.full(games.n, mover)
        moves = np.choose(pick, [chosen[RANDOM], chosen[GREEDY], chosen[HEURISTIC]]).astype(np.int32)
        games.advance(moves, running)
    assert games.states["over"].all()


@each_setup
def test_a_game_plays_the_same_again(options):
    kinds = np.random.default_rng(5).integers(0, 3, (20, Games(1, 0, **options).seats))
    first, second = Games(20, 6, **options), Games(20, 6, **options)
    assert np.array_equal(first.play_out(kinds), second.play_out(kinds))
    assert first.states.tobytes() == second.states.tobytes()


# ------------------------------------------------------------------------------------------------------- strength
def test_strength_at_a_glance():
    assert win_share(HEURISTIC, RANDOM, 300) >= 0.95
    assert win_share(HEURISTIC, GREEDY, 300) >= 0.65
    assert win_share(GREEDY, RANDOM, 300) >= 0.90


@pytest.mark.slow
def test_strength_of_two():
    assert win_share(HEURISTIC, RANDOM, 1_000) >= 0.98
    assert win_share(HEURISTIC, GREEDY, 1_000) >= 0.75
    assert win_share(GREEDY, RANDOM, 1_000) >= 0.90


@pytest.mark.slow
def test_strength_in_a_single_conflict():
    assert win_share(HEURISTIC, GREEDY, 2_000, mode="conflict") > 0.55
    assert win_share(HEURISTIC, RANDOM, 2_000, mode="conflict") >= 0.90


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5])
def test_strength_among_more(players):
    assert win_share(HEURISTIC, GREEDY, 400, num_players=players) > 1.5 / players
    assert win_share(HEURISTIC, RANDOM, 400, num_players=players) >= 0.90
