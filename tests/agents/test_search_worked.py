"""Positions small enough to be worked out by hand: games that are written down as trees."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from shugyo.agents.search.compiled.kernels import AT, TREE, search
from shugyo.agents.search.compiled.tree import NODE
from shugyo.agents.search.options import TreeOptions, how_to_search
from shugyo.envs.core.kernel import compiled
from shugyo.envs.core.rng import SAMPLE, SEARCH, python_word
from shugyo.envs.core.stack import pop, push, replace
from shugyo.envs.core.verbs import COMMON_STATE, COMMON_TABLES, MAX_SEATS, Verbs, record_type, register

pytestmark = pytest.mark.nojit

POSITIONS, ACTIONS = 12, 3
VERSION = hashlib.blake2b(Path(__file__).read_bytes(), digest_size=4).hexdigest()  # as in games.toy
STATE = record_type(COMMON_STATE + [("place", "i8"), ("coin", "i8"), (f"version_{VERSION}", "i8")])
TABLES = record_type(
    COMMON_TABLES
    + [
        ("mover", "i8", (POSITIONS,)),
        ("then", "i8", (POSITIONS, ACTIONS)),  # where an action leads, 0: there is no such action
        ("needs", "i8", (POSITIONS, ACTIONS)),  # the side of the coin that makes it legal, −1: both
        ("worth", "f4", (POSITIONS, MAX_SEATS)),  # of a position where no action is left, and as an estimate of others
    ]
)
HIDDEN = -1


@compiled
def _reset(state, tables, key):
    state.key = key
    state.place = 0
    state.coin = 0
    state.over = 0
    push(state, 0, tables.mover[0])


@compiled
def _legal(state, tables, mask):
    for a in range(ACTIONS):
        possible = tables.needs[state.place, a] == -1 or tables.needs[state.place, a] == state.coin
        mask[a] = 1 if tables.then[state.place, a] > 0 and possible else 0


@compiled
def _step(state, tables, action):
    state.place = tables.then[state.place, action]
    more = 0
    for a in range(ACTIONS):
        more += tables.then[state.place, a]
    if more > 0:
        replace(state, 0, tables.mover[state.place])
    else:
        pop(state)
        state.over = 1


@compiled
def _observe(state, tables, seat, out):
    out[0] = state.place


@compiled
def _redact(state, tables, seat):
    state.key = 0
    if seat != 0:
        state.coin = HIDDEN


@compiled
def _determinize(state, tables, seat, key):
    _redact(state, tables, seat)
    if state.coin == HIDDEN:
        state.coin = np.int64(key >> np.uint64(63))


@compiled
def _outcome(state, tables, returns, score):
    for seat in range(tables.num_seats):
        returns[seat] = tables.worth[state.place, seat]


@compiled
def _policy(state, tables, seat, kind, key):
    """The last action that is legal."""
    found = 0
    for a in range(ACTIONS):
        if tables.then[state.place, a] > 0:
            if tables.needs[state.place, a] == -1 or tables.needs[state.place, a] == state.coin:
                found = a
    return found


@compiled
def _estimate(state, tables, values):
    for seat in range(tables.num_seats):
        values[seat] = tables.worth[state.place, seat]


register(STATE, Verbs(_reset, _legal, _step, _observe, _redact, _determinize, _outcome, _policy, _estimate))


class Found(NamedTuple):
    """What a search made of a position."""

    visits: list[int]
    values: list[float]
    tree: np.ndarray


def look(positions: dict, seats: int, simulations: int, *, algorithm: int = TREE, key: int = 1, **options) -> Found:
    """Searches at position 0.

    Args:
        positions: number → (mover, {action: next position, or (next position, side of the coin)}) or, of an end, the
            returns; a third entry of the first form is what an estimate says.
        seats: how many.
        simulations: how many.
        algorithm: TREE or FLAT.
        key: the random word of the row.
        **options: of `TreeOptions`.
    """
    tables, states = np.zeros(1, TABLES), np.zeros(1, STATE)
    row = tables[0]
    row.num_seats, row.max_turns, row.max_decisions, row.auto_forced = seats, 99, 99, 1
    row.side[:seats], row.needs[:] = np.arange(seats), -1
    for place, what in positions.items():
        if isinstance(what[-1], (int, float)):
            row.worth[place, :seats] = what
            continue
        row.mover[place] = what[0]
        for action, target in what[1].items():
            row.then[place, action], row.needs[place, action] = target if isinstance(target, tuple) else (target, -1)
        if len(what) > 2:
            row.worth[place, :seats] = what[2]
    states["depth"], states["stack"][0, 0] = 1, (0, positions[0][0])
    states["seat"] = positions[0][0]
    how = how_to_search(TreeOptions(simulations=simulations, **options), ("random", "last"))
    how["algorithm"] = algorithm
    at, tree = np.zeros(1, AT), np.zeros(simulations + 1, NODE)
    at["last"], at["most"] = 1, 10**9
    mask = (row.then[0] > 0).astype(np.int8)[None]
    visits, totals = np.zeros((1, ACTIONS), np.int64), np.zeros((1, ACTIONS))
    search(
        states, tables, mask, np.array([key], np.uint64), how, at, tree, np.zeros(1, STATE), mask[0].copy(),
        visits, totals,
    )  # fmt: skip
    assert visits.sum() == simulations
    tree = tree[: 1 + np.flatnonzero(tree["visits"]).max()]
    return Found(visits[0].tolist(), (totals[0] / np.maximum(1, visits[0])).tolist(), tree)


def best(found: Found) -> int:
    return int(np.argmax(found.visits))


# ------------------------------------------------------------------------------------------------- whose value
TWICE = {
    0: (0, {0: 1, 1: 2}),
    1: (0, {0: 3, 1: 4}),  # seat 0 moves again
    2: (0.2, -0.2),
    3: (1, -1),
    4: (-1, 1),
}


def test_trap_f5_a_seat_that_moves_twice_chooses_for_itself_both_times():
    found = look(TWICE, 2, 200)
    assert best(found) == 0, "a search that changes the sign with each move plays 1"
    assert found.values[0] > 0.7
    assert abs(found.values[1] - 0.2) < 1e-6


def test_trap_f5_an_opponent_that_moves_twice_chooses_against():
    positions = {0: (0, {0: 1, 1: 2}), 1: (1, {0: 3, 1: 4}), 2: (-0.2, 0.2), 3: (1, {0: 5, 1: 6}), 4: (1, -1)}
    found = look(positions | {5: (-1, 1), 6: (1, -1)}, 2, 400)
    assert best(found) == 1
    assert found.values[0] < -0.5


MAX_N = {
    0: (0, {0: 1, 1: 2, 2: 3}),
    1: (1, {0: 4, 1: 5}),  # seat 1 gains with seat 0; against it, it would lose
    2: (0, 0, 0),
    3: (2, {0: 6, 1: 7}),  # seat 2 gains at the cost of seat 0
    4: (1, 0, -1),
    5: (-1, -1, 1),
    6: (-1, 0, 1),
    7: (1, 0, -1),
}


def test_trap_f5_three_seats_each_for_itself():
    found = look(MAX_N, 3, 600)
    assert best(found) == 0, "where all are against seat 0, the best move is 1"
    assert found.values[0] > 0.7
    assert found.values[2] < -0.2


@pytest.mark.parametrize("mover", [0, 1, 2])
def test_trap_f5_the_value_is_that_of_the_seat_to_act(mover: int):
    worth = [[1, 0, -1], [0, 0, 0]]
    turned = {1 + i: tuple(float(x) for x in np.roll(worth[i], mover)) for i in range(2)}
    found = look({0: (mover, {0: 1, 1: 2}), **turned}, 3, 50)
    assert best(found) == 0
    assert found.values[:2] == [1, 0]


# ------------------------------------------------------------------------------------------------- what is hidden
ASKED = {
    0: (1, {0: 1, 1: 2}),
    1: (0, {0: (3, 0), 1: (4, 1), 2: 5}),  # seat 0 knows the coin, by which one of its first two actions is legal
    2: (0, 0),
    3: (-0.5, 0.5),
    4: (1, -1),
    5: (0, 0),
}


def coins(simulations: int, key: int = 1) -> list[int]:
    """What the search must have supposed, by simulation."""
    return [python_word(key, SEARCH, number) >> 63 for number in range(simulations)]


def test_counts_of_availability_follow_the_coin():
    simulations = 400
    found = look(ASKED | {2: (1, -1)}, 2, simulations)  # so that seat 1 mostly comes here
    first = int(np.flatnonzero((found.tree["parent"] == 0) & (found.tree["action"] == 0))[1])  # [0]: the root itself
    children = {int(one["action"]): one for one in found.tree[1:] if one["parent"] == first}
    assert set(children) == {0, 1, 2}
    visits = int(found.tree[first]["visits"]) - 1  # of the position below, as it is not searched on the first one
    available = {action: int(one["available"]) for action, one in children.items()}
    assert visits - 4 <= available[2] <= visits, "legal whatever the coin shows"
    assert visits - 8 <= available[0] + available[1] <= visits, "either one or the other"
    share = np.mean(coins(simulations))
    assert abs(available[1] / visits - share) < 0.1
    assert all(one["visits"] <= one["available"] for one in children.values())
    assert children[1]["visits"] > 0.8 * available[1], "seat 0 takes what pays, where it may"
    assert children[0]["visits"] < 0.3 * available[0]


def test_what_depends_on_the_coin_is_valued_at_its_mean():
    found = look(ASKED, 2, 2000)
    assert best(found) == 1
    assert abs(found.values[0] + np.mean(coins(2000))) < 0.15


def test_the_seat_that_knows_the_coin_does_not_guess():
    positions = {0: (0, {0: 1, 1: 2}), 1: (0, {0: (3, 0), 1: (4, 1), 2: 5}), 2: (0.5, -0.5), 5: (0, 0)}
    found = look(positions | {3: (1, -1), 4: (-1, 1)}, 2, 200)
    assert not (found.tree["parent"] > 0)[found.tree["action"] == 1].any(), "the coin shows 0"
    assert best(found) == 0


# ------------------------------------------------------------------------------------------------- options
def test_a_search_without_depth_estimates_at_once():
    positions = {0: (0, {0: 1, 1: 2}), 1: (0, {0: 3, 1: 4}, (0.9, -0.9)), 2: (0.5, -0.5), 3: (-1, 1), 4: (-1, 1)}
    assert look(positions, 2, 2, depth=0).values[0] == pytest.approx(0.9)
    assert look(positions, 2, 2, depth=1).values[0] == -1
    assert best(look(positions, 2, 200, depth=0)) == 1


def test_rollouts_are_played_by_whom_they_say():
    assert look(TWICE, 2, 2, rollout="last").values[0] == -1
    assert {look(TWICE, 2, 2, key=key).values[0] for key in range(20)} == {-1, 1}


def test_the_prior_is_tried_first_and_alone_where_nothing_widens():
    found = look(TWICE, 2, 50, prior="last", widening=1, alpha=0)
    assert found.visits == [0, 50, 0]
    assert [look(TWICE, 2, 1, prior="last", key=key).visits for key in range(9)] == [[0, 1, 0]] * 9
    assert {best(look(TWICE, 2, 1, key=key)) for key in range(20)} == {0, 1}


def test_a_node_widens_with_its_visits():
    wide = {0: (0, {0: 1, 1: 2, 2: 3}), 1: (0, 0), 2: (0, 0), 3: (0, 0)}
    tried = [sum(n > 0 for n in look(wide, 2, count, widening=0.5, alpha=0.5).visits) for count in (1, 5, 6, 17, 18)]
    assert tried == [1, 1, 2, 2, 3], "more than one from 4 visits on, more than two from 16 on"


def test_the_bonus_of_the_prior_fades():
    few, many = (look(TWICE, 2, count, prior="last", bias=5, c=0.3) for count in (20, 2000))
    assert (best(few), best(many)) == (1, 0)


def test_a_sample_is_keyed_by_the_number_of_the_simulation():
    assert len(set(coins(50))) == 2
    assert coins(50, 1) != coins(50, 2)
    assert SEARCH > SAMPLE
