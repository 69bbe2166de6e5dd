"""The scripted players, and how players are found and asked."""

from __future__ import annotations

import numpy as np
import pytest
from games import CASES, ONE_EACH, Case

from shugyo.envs.core.engine import Slots
from shugyo.envs.core.game import Batch
from shugyo.envs.core.players import (
    ScriptedPlayer,
    find_player,
    make_batch,
    scripted_names,
    seat_players,
    start_players,
)

every_case = pytest.mark.parametrize("case", CASES, ids=str)
each_game = pytest.mark.parametrize("case", ONE_EACH, ids=str)


def some_slots(case: Case, n: int = 16) -> Slots:
    venv = case.vector_env(n)
    venv.reset(seed=1)
    for step in range(3):
        venv.step(np.array([np.flatnonzero(mask)[step % mask.sum()] for mask in venv.slots.mask]))
    return venv.slots


def batch_of(slots: Slots, player: ScriptedPlayer, rows: np.ndarray) -> Batch:
    return make_batch(slots, rows, player, np.zeros(len(rows), np.bool_))


@every_case
def test_scripted_players_are_legal_and_do_not_mind_the_order_of_rows(case: Case):
    spec = case.raw_env().game_spec
    for name in scripted_names(case.module.game):
        slots = some_slots(case)
        actions = []
        for rows in (np.arange(16), np.random.default_rng(0).permutation(16)):
            player = ScriptedPlayer(case.module.game, name)
            player.start(spec, 7)
            by_slot = np.empty(16, np.int32)
            by_slot[rows] = player.act(batch_of(slots, player, rows))
            actions.append(by_slot)
        assert np.array_equal(*actions)
        assert slots.mask[np.arange(16), actions[0]].all()
        alone = ScriptedPlayer(case.module.game, name)
        alone.start(spec, 7)
        assert alone.act(batch_of(slots, alone, np.array([11]))) == actions[0][11], "other rows matter"


@each_game
def test_randomness_differs_by_seed_slot_and_decision(case: Case):
    spec, slots = case.raw_env().game_spec, some_slots(case, 1)
    slots.mask[:] = 1
    seats, rows = np.zeros(200, np.int32), np.arange(200, dtype=np.int32)
    wide = Batch(None, np.repeat(slots.mask, 200, 0), seats, rows, np.zeros(200, np.bool_), None)
    player = ScriptedPlayer(case.module.game, "random")
    player.start(spec, 1)
    first, second = player.act(wide), player.act(wide)
    player.start(spec, 2)
    other = player.act(wide)
    for a, b in ((first, second), (first, other)):
        assert (a != b).mean() > 0.5
    player.start(spec, 1)
    assert np.array_equal(player.act(wide), first)
    assert len(set(first.tolist())) > spec.num_actions / 2


@every_case
def test_trap_g1_a_players_states_are_redacted(case: Case):
    slots = some_slots(case)
    before = slots.states.tobytes()

    class Looker(ScriptedPlayer):
        needs = {"state", "observation"}
        observation_dtype = "float32"

        def __init__(self):
            pass

    batch = batch_of(slots, Looker(), np.arange(16))
    assert not batch.states["key"].any()
    assert slots.states.tobytes() == before
    assert batch.observation.dtype == np.float32
    assert np.array_equal(batch.observation, slots.scaled(slots.obs))
    assert np.array_equal(batch.seat, slots.states["seat"])
    assert batch.mask.any(axis=1).all()
    assert not np.shares_memory(batch.mask, slots.mask)


@each_game
def test_names(case: Case):
    game = case.module.game
    player = ScriptedPlayer(game, "random")
    assert find_player(game, player) is player
    assert find_player(game, "random").name == "random"
    seats = seat_players(game, ["random", player, "random"])
    assert seats[0] is seats[2] is not seats[1] is player
    with pytest.raises(ValueError, match=r"has no player 'nobody'; there are .*random"):
        find_player(game, "nobody")


@each_game
def test_other_names_come_from_entry_points(case: Case, monkeypatch: pytest.MonkeyPatch):
    from importlib.metadata import EntryPoint, EntryPoints

    from shugyo.envs.core import players

    mine = EntryPoint("mine", "test_players:made", "shugyo.players")
    monkeypatch.setattr(EntryPoint, "load", lambda self: lambda name: ("made", name))
    monkeypatch.setattr(players, "entry_points", lambda group: EntryPoints([mine]))
    assert find_player(case.module.game, "mine:some/path") == ("made", "mine:some/path")


@each_game
def test_players_start_once_each(case: Case):
    started = []

    class Counted(ScriptedPlayer):
        def start(self, game, seed):
            started.append((self, seed))

    one, two = (Counted(case.module.game, "random") for _ in range(2))
    slots = some_slots(case, 2)
    start_players([one, two, one], case.raw_env().game_spec, slots)
    assert [player for player, _ in started] == [one, two]
    assert started[0][1] != started[1][1]
    assert not {seed for _, seed in started} & set(slots.keys.tolist())
