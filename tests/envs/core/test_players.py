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
    assert len(set(first.tolist())) > min(200, spec.num_actions) / 2


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


class Snoop:
    """Keeps what it is told, and spoils what it can."""

    name, observation_dtype = "snoop", "int8"

    def __init__(self, answer=None):
        self.needs, self.answer, self.seeds = set(), answer, []

    def start(self, game, seed):
        self.seeds.append(seed)
        game.tables["max_turns"], game.options["auto_forced"] = 1, False

    def act(self, batch):
        first = batch.mask.argmax(axis=1)
        return first if self.answer is None else self.answer(first)


def unmixed(word: int) -> int:
    """Undoes one finalizer of SplitMix64."""

    def undo(z: int, shift: int) -> int:
        result = z
        for _ in range(64 // shift + 1):
            result = z ^ (result >> shift)
        return result

    z = undo(word, 31) * pow(0x94D049BB133111EB, -1, 2**64) % 2**64
    z = undo(z, 27) * pow(0xBF58476D1CE4E5B9, -1, 2**64) % 2**64
    return undo(z, 30)


def test_trap_g1_a_players_seed_does_not_lead_to_the_games():
    from shugyo.envs.core.rng import GOLDEN, PLAYER, python_word, slot_keys

    venv, snoop = CASES[0].vector_env(2), Snoop()
    venv.play_out([snoop, *["random"] * (venv.num_seats - 1)], 1, seed=5)

    def base_of(seed: int, index: int) -> int:
        stream = (unmixed(seed) - GOLDEN * (index + 1)) % 2**64
        return (unmixed(stream) - GOLDEN * (PLAYER + 1)) % 2**64

    assert base_of(python_word(77, PLAYER, 3), 3) == 77, "word can be undone, which is why it makes no players' seeds"
    found = {base_of(snoop.seeds[0], index) for index in range(64)}
    assert not found & {int(key) for key in slot_keys(5, 2)}


def test_a_player_cannot_change_the_game_through_what_it_is_told():
    plain, spoiled = (CASES[0].vector_env(4) for _ in range(2))
    others = ["random"] * (plain.num_seats - 1)
    before = plain.game_spec.tables.tobytes(), dict(plain.game_spec.options)
    one = spoiled.play_out([Snoop(), *others], 1, seed=5)
    assert (spoiled.game_spec.tables.tobytes(), dict(spoiled.game_spec.options)) == before
    assert not one.truncated.any()


@pytest.mark.parametrize(
    "answer",
    [
        lambda a: a.astype(float),
        lambda a: [str(x) for x in a],
        lambda a: a[:1],
        lambda a: 0,
        lambda a: None,
        lambda a: a[:, None],
        lambda a: a.astype(np.int64) + 2**32,
        lambda a: a * 0 - 2,
    ],
    ids=["floats", "strings", "short", "scalar", "none", "2-D", "wrapping", "codes"],
)
def test_answers_that_are_no_actions_are_refused_with_the_players_name(answer):
    venv = CASES[0].vector_env(3)
    with pytest.raises(ValueError, match="snoop"):
        venv.play_out([Snoop(answer), *["random"] * (venv.num_seats - 1)], 1, seed=5)
