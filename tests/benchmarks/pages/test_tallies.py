from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from shugyo.benchmarks.pages.tallies import fair_share, tally, tally_by_opponent
from shugyo.benchmarks.tournaments.games import Games


def party(won: Sequence[float], deal: Sequence[int]) -> Games:
    """Player 0 alone against two seats of player 1 that win together, with a fourth seat that is not there."""
    share = np.array([[part, 1 - part, 1 - part, np.nan] for part in won])
    like = np.ones((len(won), 1))
    here = np.where(np.isnan(share), np.nan, 1.0)
    return Games(
        players=["oni", "heroes"], tables=["all"], table=np.zeros(len(won), np.int64), deal=np.array(deal),
        player=(like * [0, 1, 1, -1]).astype(np.int64), side=(like * [0, 1, 1, -1]).astype(np.int64), share=share,
        rank=here, score=here, length=np.full(len(won), 5), truncated=np.zeros(len(won), bool),
    )  # fmt: skip


def test_a_side_counts_once():
    games = party([1, 0, 0.5, 0.5], [0, 0, 1, 1])
    assert fair_share(games) == 0.5
    everybody = tally(games, games.player >= 0)
    assert everybody
    assert everybody.share.mean == pytest.approx(0.5)
    heroes = tally(games, games.player == 1)
    assert heroes
    assert heroes.share.mean == pytest.approx(0.5)
    assert (heroes.games, heroes.deals) == (4, 2)


def test_the_deal_is_the_unit():
    won = np.random.default_rng(0).integers(0, 2, 200).astype(float)
    alone = tally(party(won, range(200)), party(won, range(200)).side == 0)
    twice = party(np.repeat(won, 2), np.repeat(np.arange(200), 2))
    again = tally(twice, twice.side == 0)
    assert alone
    assert again
    assert again.share == pytest.approx(alone.share, abs=1e-3)  # the same games played again tell nothing new
    assert alone.share.low < alone.share.mean < alone.share.high


def test_nobody_has_no_share():
    games = party([1], [0])
    assert tally(games, games.player == 7) is None


def duels(*meetings: tuple[int, int, list[float]]) -> Games:
    """Games of two seats: (first, second, the first's share by deal)."""
    rows = [(one, other, deal, part) for one, other, parts in meetings for deal, part in enumerate(parts)]
    player = np.array([row[:2] for row in rows])
    share = np.array([[row[3], 1 - row[3]] for row in rows])
    return Games(
        players=["a", "b", "c"], tables=["all"], table=np.zeros(len(rows), np.int64),
        deal=np.array([row[2] for row in rows]), player=player, side=np.tile([0, 1], (len(rows), 1)), share=share,
        rank=2 - share, score=share, length=np.full(len(rows), 5), truncated=np.zeros(len(rows), bool),
    )  # fmt: skip


def test_who_meets_the_weak_more_often_is_no_better_for_it():
    # a loses to b and has met c, whom everybody beats, on many deals; b has met c on few.
    games = duels((0, 1, [0.0] * 10), (0, 2, [1.0] * 90), (1, 2, [1.0] * 10))
    first, second = (tally_by_opponent(games, games.player == one) for one in (0, 1))
    assert first and second
    assert (first.share.mean, second.share.mean) == (0.5, 1.0)
    plain = tally(games, games.player == 0)
    assert plain and plain.share.mean > 0.9
    assert (first.games, first.deals, second.games) == (100, 90, 20)


def test_with_one_opponent_it_is_the_plain_share():
    won = np.random.default_rng(1).random(60).round().tolist()
    games = duels((0, 1, won))
    plain, equal = tally(games, games.player == 0), tally_by_opponent(games, games.player == 0)
    assert plain and equal
    assert equal.share == pytest.approx(plain.share, abs=1e-12)
    assert equal[1:] == plain[1:]


def test_over_opponents_the_deal_is_the_unit():
    won = np.random.default_rng(2).random(80).round().tolist()
    lost = [1 - one for one in won]
    one, twice, against = (
        tally_by_opponent(games, games.player == 0)
        for games in (duels((0, 1, won)), duels((0, 1, won), (0, 2, won)), duels((0, 1, won), (0, 2, lost)))
    )
    assert one and twice and against
    assert twice.share == pytest.approx(one.share, abs=1e-3)  # the same again tells nothing new
    assert against.share.high - against.share.low < 0.2 * (one.share.high - one.share.low)  # they cancel on each deal


def test_the_interval_over_opponents_holds_the_truth_about_as_often_as_it_says():
    rng, held = np.random.default_rng(3), []
    for _ in range(400):
        games = duels((0, 1, rng.binomial(1, 0.3, 40).astype(float)), (0, 2, rng.binomial(1, 0.8, 160).astype(float)))
        found = tally_by_opponent(games, games.player == 0)
        assert found
        held.append(found.share.low <= 0.55 <= found.share.high)
    assert 0.92 <= np.mean(held) <= 0.98


def test_alone_there_is_no_opponent():
    games = duels((0, 0, [0.5]))
    assert tally_by_opponent(games, games.player == 0) is None
