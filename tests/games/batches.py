"""N games in step, with everything in plain sight: what the tests of invariants and of scripted players drive."""

from __future__ import annotations

from typing import Any

import numpy as np

from shugyo.envs.core import batch
from shugyo.envs.core.game import Game
from shugyo.envs.core.options import parse_options
from shugyo.envs.core.rng import slot_keys


class Play:
    """N games at their beginnings; equal seeds give equal deals.

    Args:
        game: which.
        setting: its options.
        n: how many.
        seed: of the batch.
        **more: further options.
    """

    def __init__(self, game: Game, setting: dict[str, Any], n: int, seed: int = 0, **more: Any) -> None:
        self.game = game
        self.tables, _ = game.build_tables(parse_options(game.options_type, game.env_id, {**setting, **more}))
        self.t = self.tables[0]
        self.n, self.seats = n, int(self.t.num_seats)
        self.states = np.zeros(n, game.state_type)
        self.keys, self.episodes = slot_keys(seed, n), np.zeros(n, np.int64)
        self.mask = np.zeros((n, game.num_actions), np.int8)
        self.actions = np.full(n, batch.RESET, np.int32)
        self.where = np.ones(n, np.bool_)
        self.out = np.zeros((n, 4), np.int8)
        self.sums = np.zeros((5, n, self.seats), np.float32)
        self.obs = np.zeros((n, game.layout.size), np.int8)
        self.final = np.zeros((n, self.seats, game.layout.size), np.int8)
        self.count = 0
        self.advance()

    def advance(self) -> None:
        """Plays ``actions`` where ``where`` says; then ``where`` holds the games that still run."""
        batch.advance(
            self.states, self.tables, self.keys, self.episodes, self.actions, self.where, np.zeros(3, np.int32),
            self.out, self.sums, self.obs, self.mask, self.final,
        )  # fmt: skip
        self.where = self.states["over"] == 0

    def random_step(self) -> bool:
        """One random action in every game that still runs; False when none does."""
        if not self.where.any():
            return False
        batch.sample_actions(self.mask, np.uint64(7), self.count, self.actions)
        self.count += 1
        self.advance()
        return True

    def choose(self, states: np.ndarray, kinds: np.ndarray, keys: np.ndarray) -> np.ndarray:
        """What scripted players (0 random) would play; −9 where a game is over."""
        actions = np.full(len(states), -9, np.int32)
        batch.choose(states, self.tables, kinds.astype(np.int32), keys, self.mask.copy(), actions)
        return actions

    def play_out(self, kinds: np.ndarray) -> np.ndarray:
        """Plays all games to their ends by scripted players, ``kinds`` (N, S); (N, S) returns."""
        returns, score = np.zeros((2, self.n, self.seats), np.float32)
        player_keys = np.arange(1, self.seats + 1, dtype=np.uint64)
        most = int(self.t.max_decisions) + 1
        batch.play(
            self.states, self.tables, self.keys, self.episodes, kinds.astype(np.int32), player_keys, most, 0,
            self.mask, returns, score, np.zeros(self.n, np.int64),
        )  # fmt: skip
        assert self.states["over"].all()
        return returns

    # ---- what a seat sees -------------------------------------------------------------------------------------------
    def observation(self, states: np.ndarray, seat: int) -> np.ndarray:
        """int8 observations of one seat in a batch of records."""
        out = np.zeros((len(states), self.game.layout.size), np.int8)
        batch.observe_seats(states, self.tables, np.full(len(states), seat, np.int32), out)
        return out

    def masks(self, states: np.ndarray) -> np.ndarray:
        """Masks of the seats to act."""
        out = np.zeros((len(states), self.game.num_actions), np.int8)
        batch.legal_masks(states, self.tables, out)
        return out

    def redacted(self, states: np.ndarray, seat: int) -> np.ndarray:
        """Redacted copies."""
        copy = states.copy()
        batch.redact_seats(copy, self.tables, np.full(len(states), seat, np.int32))
        return copy

    def determinized(self, states: np.ndarray, seat: int, key: int = 5) -> np.ndarray:
        """Determinized copies."""
        copy = states.copy()
        keys = np.arange(len(states), dtype=np.uint64) + np.uint64(1000 * key)
        batch.determinize_seats(copy, self.tables, np.full(len(states), seat, np.int32), keys)
        return copy


def check_views(play: Play, states: np.ndarray, seat: int, row: int) -> np.ndarray:
    """Trap G1: the seat cannot tell a determinized or redacted record from the true one; determinized copies.

    Args:
        play: whose tables hold.
        states: records of games that run.
        seat: the seat.
        row: the record that is rendered, too.
    """
    d, r = play.determinized(states, seat), play.redacted(states, seat)
    assert play.determinized(r, seat).tobytes() == d.tobytes()
    assert play.redacted(r, seat).tobytes() == r.tobytes()
    assert play.redacted(d, seat).tobytes() == r.tobytes()
    seen = play.observation(states, seat)
    assert (play.observation(d, seat) == seen).all()
    assert (play.observation(r, seat) == seen).all()
    acting = states["seat"] == seat
    assert (play.masks(d)[acting] == play.masks(states)[acting]).all()
    assert (play.masks(d).sum(1) > 0).all()  # the pending decision stays answerable
    render = play.game.render
    assert len({render(x[row], play.t, seat, False) for x in (states, d, r)}) == 1
    assert len({render(x[row], play.t, None, False) for x in (states, d)}) == 1
    return d


def win_share(game: Game, kind: int, others: int, deals: int, seed: int = 11, **options: Any) -> float:
    """Share of first places (ties split) of one player among ``others``, each deal played from every seat."""
    share, seats = 0.0, Play(game, options, 1).seats
    for seat in range(seats):
        kinds = np.full((deals, seats), others)
        kinds[:, seat] = kind
        returns = Play(game, options, deals, seed).play_out(kinds)
        first = returns == returns.max(axis=1, keepdims=True)
        share += (first / first.sum(axis=1, keepdims=True))[:, seat].mean() / seats
    return share


def check_players_on_the_way(game: Game, options: dict[str, Any], mover: int | None, n: int = 12) -> None:
    """All scripted players are asked in every position of some games: legal, blind to secrets, repeatable.

    Args:
        game, options: which game.
        mover: the kind that brings the positions about, None for a mixture.
        n: games.
    """
    play = Play(game, options, n, 3)
    rng = np.random.default_rng(4)
    kinds = range(1, len(game.scripted) + 1)
    while (running := play.states["over"] == 0).any():
        keys = rng.integers(0, 2**64, n, np.uint64)
        hidden = play.states.copy()
        batch.redact_seats(hidden, play.tables, hidden["seat"].astype(np.int32))
        chosen = [play.choose(play.states, np.zeros(n), keys)]
        for kind in kinds:
            every = np.full(n, kind)
            before = play.states.tobytes()
            actions = play.choose(play.states, every, keys)
            assert play.states.tobytes() == before
            legal = play.mask[np.arange(n), actions] == 1
            for i in np.flatnonzero(running & ~legal):
                where = game.decisions[play.states["decision"][i]]
                raise AssertionError(f"{game.scripted[kind - 1]}: {actions[i]} at {where}")
            assert np.array_equal(actions[running], play.choose(hidden, every, keys)[running])
            assert np.array_equal(actions[running], play.choose(play.states, every, keys)[running])
            chosen.append(actions)
        pick = rng.integers(0, len(chosen), n) if mover is None else np.full(n, mover)
        play.actions[:] = np.choose(pick, chosen)
        play.where = running
        play.advance()
    assert play.states["over"].all()
