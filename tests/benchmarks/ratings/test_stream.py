from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from games.tournaments import played, simulated
from openskill.models import PlackettLuce

from shugyo.benchmarks.ratings.stream import stream

FOUR = [[0, 1, 2, 3]]


def test_one_game_moves_the_beliefs_as_openskill_says():
    model = PlackettLuce(tau=0.0)
    teams = [[model.rating()] for _ in range(4)]
    wanted = [team[0] for team in model.rate(teams, ranks=[2, 1, 3.5, 3.5])]
    found = stream(played(FOUR, [[3, 4, 1, 1]], [0], 4))
    assert found.after.tolist() == [0, 1]
    assert found.mu[0].tolist() == [25] * 4 and found.sigma[0] == pytest.approx(25 / 3)
    assert found.mu[1] == pytest.approx([one.mu for one in wanted])
    assert found.sigma[1] == pytest.approx([one.sigma for one in wanted])
    assert found.safe == pytest.approx([one.mu - 3 * one.sigma for one in wanted])


def test_order_of_strength_is_found():
    found = stream(simulated([1.0, 0.4, -0.2, -1.2], 40, np.random.default_rng(0), lineups=FOUR), every=50)
    assert found.after.tolist() == [0, 50, 100, 150, 160]
    assert (np.diff(found.mu[-1]) < 0).all()
    assert (np.diff(found.sigma, axis=0) < 0).all()


def test_copies_of_a_player_move_it_by_their_mean():
    one, two = (played([seats], [[4, 3, 2, 1]], [0], 2) for seats in ([0, 1, 1, 1], [0, 1, 2, 3]))
    two = replace(two, players=("A", "B", "C", "D"))
    copies, apart = stream(one), stream(two)
    assert copies.mu[1, 0] == pytest.approx(apart.mu[1, 0])
    assert copies.mu[1, 1] == pytest.approx(apart.mu[1, 1:].mean())


def test_a_side_counts_as_one_whatever_its_size():
    team = replace(played([[0, 1, 1]], [[2, 1, 1]], [0], 2), side=np.array([[0, 1, 1]]), rank=np.array([[1, 2, 2]]))
    assert stream(team).mu[1] == pytest.approx(stream(played([[0, 1]], [[2, 1]], [0], 2)).mu[1])


def test_a_game_among_copies_tells_nothing():
    found = stream(played([[0, 0]], [[1, 0]], [0], 2))
    assert found.mu[1].tolist() == found.mu[0].tolist() and found.sigma[1].tolist() == found.sigma[0].tolist()


def test_players_that_change_are_followed():
    rng = np.random.default_rng(1)
    before, after = simulated([1.5, 0.0], 150, rng), simulated([-1.5, 0.0], 100, rng)
    games = played(
        *(np.concatenate([getattr(part, n) for part in (before, after)]) for n in ("player", "score", "deal")), 2
    )
    rigid, agile = stream(games), stream(games, drift=25 / 30)
    assert agile.mu[-1, 0] < agile.mu[-1, 1]
    assert agile.mu[-1, 0] < rigid.mu[-1, 0]
    assert agile.sigma[-1, 0] > rigid.sigma[-1, 0]


def test_numbers_out_of_range_are_refused():
    with pytest.raises(ValueError, match="every=0"):
        stream(played([[0, 1]], [[1, 0]], [0], 2), every=0)
    with pytest.raises(ValueError, match="drift=-1"):
        stream(played([[0, 1]], [[1, 0]], [0], 2), drift=-1)
