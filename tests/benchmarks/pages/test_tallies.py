from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from shugyo.benchmarks.pages.tallies import fair_share, tally
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
