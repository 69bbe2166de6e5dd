"""Searching players at the games: legal, honest about what they see, and the same whatever should not matter."""

from __future__ import annotations

import signal
import threading
import time
from dataclasses import replace

import numpy as np
import pytest
from games import COVENANT, LANTERNS

from shugyo.agents.masks import EmptyMaskError
from shugyo.agents.search import player as player_module
from shugyo.agents.search.compiled.kernels import search
from shugyo.agents.search.player import SearchPlayer, search_values
from shugyo.benchmarks.strength import Match, play_match
from shugyo.benchmarks.summary import summarize
from shugyo.envs.core.game import Batch
from shugyo.envs.core.kernel import UNCOMPILED
from shugyo.envs.core.options import parse_options
from shugyo.envs.core.players import ScriptedPlayer, find_player, make_batch
from shugyo.envs.core.vector import VectorEnv

GAMES = {
    "lanterns-3": (LANTERNS, {"num_players": 3}),
    "lanterns-4-teams": (LANTERNS, {"num_players": 4, "teams": True}),
    "lanterns-2-all-asked": (LANTERNS, {"num_players": 2, "auto_forced": False}),
    "covenant-conflict": (COVENANT, {"mode": "conflict"}),
}
NAMES = ("ismcts:12,depth=none,rollout=random", "ismcts:12,depth=2,prior=greedy,widening=1,bias=1", "flat:12")
each_game = pytest.mark.parametrize("which", GAMES)
each_name = pytest.mark.parametrize("name", NAMES)


def games(which: str, n: int = 8) -> VectorEnv:
    module, options = GAMES[which]
    return module.vector_env({"observation_dtype": "int8", **options}, n, "same_step", 1, False)


def begun(which: str, n: int = 8, steps: int = 3) -> VectorEnv:
    """Games some random decisions in."""
    venv = games(which, n)
    venv.reset(seed=1)
    rng = np.random.default_rng(0)
    for _ in range(steps):
        venv.step(np.array([rng.choice(np.flatnonzero(mask)) for mask in venv.slots.mask]))
    return venv


def started(venv: VectorEnv, name: str, seed: int = 7) -> SearchPlayer:
    player = SearchPlayer(name, venv.game)
    player.start(venv.game_spec, seed)
    return player


def batch_of(venv: VectorEnv, player: SearchPlayer, rows: np.ndarray | None = None) -> Batch:
    rows = np.arange(venv.num_envs) if rows is None else rows
    return make_batch(venv.slots, rows, player, np.zeros(len(rows), np.bool_))


# ------------------------------------------------------------------------------------------------- whole games
@each_game
@each_name
def test_whole_games_are_played_legally_one_after_another(which: str, name: str):
    venv = games(which, 3)
    policies = [SearchPlayer(name, venv.game), *["random"] * (venv.num_seats - 1)]
    played = venv.play_out(policies, 2, seed=1)  # an illegal action is an error
    assert np.abs(played.returns).max() <= 1
    again = venv.play_out([SearchPlayer(name, venv.game), *["random"] * (venv.num_seats - 1)], 2, seed=1)
    assert np.array_equal(played.returns, again.returns)


def test_one_player_in_all_seats():
    venv = games("lanterns-3", 4)
    assert not venv.play_out(SearchPlayer("ismcts:8", venv.game), 1, seed=2).truncated.any()


# ------------------------------------------------------------------------------------------------- what it tells
@each_game
@each_name
def test_values_of_legal_actions(which: str, name: str):
    venv = begun(which)
    player = started(venv, name)
    batch = batch_of(venv, player)
    visits, values = search_values(player, batch)
    legal = batch.mask == 1
    assert visits.dtype == np.int64
    assert values.dtype == np.float32
    assert (visits.sum(axis=1) == 12).all()
    assert not visits[~legal].any()
    assert np.array_equal(np.isnan(values), visits == 0)
    assert (np.abs(values[visits > 0]) <= 1).all()


def test_the_action_is_that_of_most_visits_or_of_the_best_mean():
    venv = begun("covenant-conflict", 32)
    for name in NAMES:
        visits, values = started(venv, name).search(batch_of(venv, started(venv, name)))
        actions = started(venv, name).act(batch_of(venv, started(venv, name)))
        for row, action in enumerate(actions):
            tried = np.flatnonzero(visits[row])
            order = [(0 if name.startswith("flat") else visits[row, a], values[row, a]) for a in tried]
            assert order[tried.tolist().index(action)] == max(order)


def test_flat_shares_its_playouts_evenly():
    venv = begun("covenant-conflict", 32)
    player = started(venv, "flat:50")
    batch = batch_of(venv, player)
    visits, _ = player.search(batch)
    for row in range(32):
        shares = visits[row][batch.mask[row] == 1]
        assert shares.max() - shares.min() <= 1
    left = {tuple(np.flatnonzero(visits[row] == visits[row].max()) - batch.mask[row].argmax()) for row in range(32)}
    assert len(left) > 3, "who gets one more is drawn"


# ------------------------------------------------------------------------------------------------- what it depends on
@each_game
@each_name
def test_an_action_depends_neither_on_order_nor_on_other_rows_nor_on_threads(which: str, name: str):
    venv = begun(which)
    alone = batch_of(venv, started(venv, name), np.array([5]))
    expected = started(venv, name).search(batch_of(venv, started(venv, name)))
    order = np.random.default_rng(1).permutation(8)
    turned = started(venv, name).search(batch_of(venv, started(venv, name), order))
    single = started(venv, name).search(alone)
    threaded = started(venv, f"{name},threads=3").search(batch_of(venv, started(venv, name)))
    for whole, by_order, one, by_thread in zip(expected, turned, single, threaded, strict=True):
        assert np.array_equal(whole[order], by_order, equal_nan=True)
        assert np.array_equal(whole[5:6], one, equal_nan=True)
        assert np.array_equal(whole, by_thread, equal_nan=True)


@each_name
def test_it_does_not_matter_how_a_search_is_cut_into_calls(name: str, monkeypatch: pytest.MonkeyPatch):
    venv = begun("covenant-conflict")
    name = name.replace("12", "60")
    whole = started(venv, name).search(batch_of(venv, started(venv, name)))
    monkeypatch.setattr(player_module, "CALL", 7)
    for one, other in zip(whole, started(venv, name).search(batch_of(venv, started(venv, name))), strict=True):
        assert np.array_equal(one, other, equal_nan=True)


def test_seed_slot_and_number_of_decisions_matter():
    venv = begun("covenant-conflict", 1)
    batch = batch_of(venv, started(venv, "flat:40"), np.zeros(12, np.int64))
    batch = replace(batch, slot=np.arange(12, dtype=np.int32))
    player = started(venv, "flat:40")
    first, second = player.search(batch)[1], player.search(batch)[1]
    other = started(venv, "flat:40", 8).search(batch)[1]
    legal = batch.mask == 1
    for a, b in ((first, second), (first, other), (first, np.roll(first, 1, axis=0))):
        assert (a[legal] != b[legal]).mean() > 0.3
    player.start(venv.game_spec, 7)
    assert np.array_equal(player.search(batch)[1], first, equal_nan=True)


@each_game
@each_name
def test_trap_g1_search_sees_what_its_seat_sees(which: str, name: str):
    venv = begun(which, 16)
    hidden = batch_of(venv, started(venv, name))
    assert hidden.states is not None
    plain = replace(hidden, states=venv.slots.states.copy())
    assert plain.states.tobytes() != hidden.states.tobytes()
    seen, blind = started(venv, name).search(plain), started(venv, name).search(hidden)
    assert np.array_equal(seen[0], blind[0])
    assert np.array_equal(seen[1], blind[1], equal_nan=True)


class Canary(ScriptedPlayer):
    """Would love to know what the others hold: lays what just beats them, or else what `coin` lays."""

    def __init__(self) -> None:
        super().__init__(LANTERNS.game, "coin")
        self.name, self.peeped = "canary", 0

    def act(self, batch):
        actions = super().act(batch)
        for row, state in enumerate(batch.states):
            for other in range(3):
                if other == batch.seat[row]:
                    continue
                held = np.flatnonzero(state["hand"][other])
                better = [a for a in np.flatnonzero(batch.mask[row]) if held.size and held.max() < a < 5]
                if better:
                    self.peeped += 1
                    actions[row] = better[0]
        return actions


def test_trap_g1_a_player_that_peeps_gains_nothing():
    venv = games("lanterns-3", 40)
    canary, searcher = Canary(), SearchPlayer("ismcts:8", LANTERNS.game)
    cheating = venv.play_out([canary, searcher, "random"], 1, seed=3)
    assert canary.peeped == 0
    honest = venv.play_out(
        [find_player(LANTERNS.game, "coin"), SearchPlayer("ismcts:8", LANTERNS.game), "random"], 1, seed=3
    )
    assert np.array_equal(cheating.returns, honest.returns)
    venv.reset(seed=3)
    canary.act(replace(batch_of(venv, started(venv, "ismcts:8")), states=venv.slots.states.copy()))
    assert canary.peeped > 0, "with the true records it would"


class Pondering(ScriptedPlayer):
    """Searches, and then plays something else."""

    def __init__(self, name: str) -> None:
        super().__init__(COVENANT.game, "greedy")
        self.search = SearchPlayer(name)

    def start(self, game, seed):
        super().start(game, seed)
        self.search.start(game, seed)

    def act(self, batch):
        before = batch.states.tobytes(), batch.mask.tobytes()
        self.search.act(batch)
        assert (batch.states.tobytes(), batch.mask.tobytes()) == before, "a search changes what it is given"
        return super().act(batch)


def test_trap_g1_the_chance_of_the_game_does_not_depend_on_the_search():
    results = []
    for player in (
        find_player(COVENANT.game, "greedy"),
        Pondering("ismcts:5"),
        Pondering("ismcts:30"),
        Pondering("flat:9"),
    ):
        venv = games("covenant-conflict", 6)
        played = venv.play_out([player, "random"], 1, seed=4)
        results.append((played.score.tolist(), played.lengths.tolist(), venv.states.tobytes()))
    assert results[1:] == results[:1] * 3


@pytest.mark.skipif(UNCOMPILED, reason="about compiled code")
def test_trap_d6_the_kernel_is_compiled_once_for_each_game():
    for which in GAMES:
        for name in (*NAMES, "flat:3,threads=2", "ismcts:time=0.001"):
            venv = begun(which, 4)
            batch = batch_of(venv, started(venv, name), np.arange(3))
            started(venv, name).search(replace(batch, mask=np.asfortranarray(batch.mask)))
    of_states = [signature[0] for signature in search.signatures]
    assert len(set(of_states)) == len(of_states) >= 2


# ------------------------------------------------------------------------------------------------- time and trouble
def test_a_limit_of_time_is_kept():
    venv = begun("covenant-conflict", 2)
    batch = batch_of(venv, started(venv, "flat:1"))
    started(venv, "ismcts:1").search(batch)  # compiled by now
    counts = []
    for seconds in (0.02, 0.2):
        player = started(venv, f"ismcts:time={seconds},rollout=random,depth=none")
        start = time.monotonic()
        visits, _ = player.search(batch)
        taken = time.monotonic() - start
        assert 2 * seconds <= taken < 2 * seconds + 2, "seconds for each of two decisions"
        counts.append(visits.sum(axis=1).min())
    assert counts[1] > counts[0] >= 1


@each_game
def test_time_that_is_up_at_once_still_gives_a_legal_action(which):
    venv = begun(which)
    player = started(venv, "ismcts:time=1e-9,rollout=random,depth=0,prior=none")
    actions = player.act(batch_of(venv, player))
    assert venv.slots.mask[np.arange(venv.num_envs), actions].all()


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="needs a signal for one thread")
@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupt_gets_through(threads: int):
    venv = begun("covenant-conflict", 4)
    player = started(venv, f"ismcts:10000000,threads={threads}")
    started(venv, "ismcts:1").search(batch_of(venv, player))  # compiled by now
    timer = threading.Timer(0.2, signal.pthread_kill, (threading.main_thread().ident, signal.SIGINT))
    start = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        player.search(batch_of(venv, player))
    assert time.monotonic() - start < 20, "a search of minutes"
    timer.join()


@pytest.mark.parametrize("name", ["ismcts:4", "flat:4"])
def test_what_cannot_be_searched_is_refused(name: str):
    venv = begun("covenant-conflict", 2)
    player = started(venv, name)
    batch = batch_of(venv, player)
    with pytest.raises(EmptyMaskError, match="row 1"):
        player.act(replace(batch, mask=batch.mask * np.array([[1], [0]], np.int8)))
    with pytest.raises(ValueError, match=f"player {name} searches from states"):
        player.act(replace(batch, states=None))
    assert player.act(batch_of(venv, player, np.zeros(0, np.int64))).shape == (0,)


# ------------------------------------------------------------------------------------------------- strength
def share(player: str, opponent: str, deals: int, **options) -> tuple[float, float]:
    """Mean win share, and the lower end of its interval."""
    game = COVENANT.game
    players = [SearchPlayer(one) if ":" in one else one for one in (player, opponent)]
    match = Match(game, parse_options(game.options_type, game.env_id, options), players, deals, 5)
    estimate = summarize(match, play_match(match)).players[0].win_share
    return estimate.mean, estimate.low


def test_strength_at_a_glance():
    assert share("flat:50", "random", 25, mode="conflict")[0] > 0.8
    assert share("ismcts:50", "random", 25, mode="conflict")[0] > 0.8


@pytest.mark.slow
def test_more_simulations_are_not_weaker():
    assert share("ismcts:100", "ismcts:10", 60, mode="conflict")[0] >= 0.5


@pytest.mark.slow
def test_strength_in_covenant():
    assert share("ismcts:100", "heuristic", 100, mode="conflict")[1] > 0.5
    assert share("ismcts:30", "random", 20)[0] >= 0.9
