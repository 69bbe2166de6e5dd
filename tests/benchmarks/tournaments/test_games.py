"""Finished games as arrays."""

import numpy as np
import pytest
from games.small import CONFLICT

from shugyo.benchmarks.strength import play_match
from shugyo.benchmarks.summary import summarize
from shugyo.benchmarks.tournaments.games import Games, games_of
from shugyo.benchmarks.tournaments.ledger import Written, read_ledger
from shugyo.benchmarks.tournaments.settings import read_settings
from shugyo.benchmarks.tournaments.tasks import fixtures_of

TWO_TABLES = f"""{CONFLICT}
[[tables]]
title = "Three seats"
options = {{ num_players = 3, max_turns = 2 }}
lineups = true
deals = 15"""


@pytest.fixture
def mixed(write, play, tmp_path) -> Games:
    """Games at tables of two and of three seats."""
    settings = read_settings(write((CONFLICT, TWO_TABLES)))
    fixtures, path = fixtures_of(settings), tmp_path / "games.jsonl"
    play(fixtures, path)
    return games_of(read_ledger(path), fixtures, [table.title for table in settings.tables])


def test_shapes_and_types(mixed):
    count = 3 * 30 * 2 + 7 * 20 * 3
    assert mixed.players == ("greedy", "heuristic", "random")
    assert mixed.tables == ("One conflict", "Three seats")
    assert len(mixed) == count
    for name, dtype in {
        "table": "int64", "deal": "int64", "player": "int64", "side": "int64", "share": "float64", "rank": "float64",
        "score": "float64", "length": "int64", "truncated": "bool",
    }.items():  # fmt: skip
        values = getattr(mixed, name)
        assert values.dtype == dtype
        by_seat = name in ("player", "side", "share", "rank", "score")
        assert values.shape == ((count, 3) if by_seat else (count,))


def test_beyond_the_seats_of_a_table_there_is_nothing(mixed):
    two = mixed.table == 0
    assert (mixed.player[two, 2] == -1).all()
    assert (mixed.side[two, 2] == -1).all()
    assert all(np.isnan(getattr(mixed, name)[two, 2]).all() for name in ("share", "rank", "score"))
    assert (mixed.player[~two] >= 0).all()
    assert not np.isnan(mixed.rank[~two]).any()
    assert np.array_equal(np.unique(mixed.fair), [1 / 3, 1 / 2])
    assert (mixed.fair[two] == 1 / 2).all()


def test_first_places_are_shared_out_and_ranks_add_up(mixed):
    assert np.nansum(mixed.share, axis=1) == pytest.approx(1)
    seats = (mixed.side >= 0).sum(axis=1)
    assert np.nansum(mixed.rank, axis=1) == pytest.approx(seats * (seats + 1) / 2)
    best = np.nanmin(mixed.rank, axis=1, keepdims=True)
    assert np.array_equal(mixed.share > 0, mixed.rank == best)
    assert ((mixed.share > 0) & (mixed.share < 1)).any()  # there are ties among them


def test_a_deal_of_a_table_has_one_number_for_all_who_play_it(mixed):
    for number, deals in ((0, range(30)), (1, range(30, 50))):
        here = mixed.select(mixed.table == number)
        for pair in np.unique(np.sort(here.player, axis=1), axis=0):
            met = here.select((np.sort(here.player, axis=1) == pair).all(axis=1))
            assert np.unique(met.deal).tolist() == list(deals)


def test_the_numbers_are_those_of_the_match(games, fixtures):
    fixture = fixtures[0]
    played = play_match(fixture.match(1))
    here = games.select((games.player < 2).all(axis=1) & (games.deal >= 10) & (games.deal < 20))
    assert np.array_equal(here.score, played.score.reshape(20, 2))
    assert np.array_equal(here.length, played.lengths.ravel())
    summary = summarize(fixture.match(1), played)
    assert here.share[here.player == 0].mean() == pytest.approx(summary.players[0].win_share.mean)


def test_a_side_counts_as_one(write, play, tmp_path):
    """Made by hand: the kernels of okko take their time to compile."""
    from shugyo.benchmarks.tournaments.ledger import Block

    path = write(
        ('"covenant"', '"okko"'), (CONFLICT, "options = { num_heroes = 2 }"), ('"random", "greedy",', '"random",')
    )
    fixtures = fixtures_of(read_settings(path))
    written = Written(heads={fixture.head.match: fixture.head for fixture in fixtures})
    by_deal = [[1, -1, -1], [-1, 1, 1], [0, 0, 0]] + [[1, -1, -1]] * 7
    flat = [value for returns in by_deal for value in returns]
    written.take(Block(fixtures[1].head.match, 2, flat, flat, [3] * 10, [1], 0.0))
    games = games_of(written, fixtures, ["Two Heroes"])
    assert len(games) == 10
    assert (games.side == [0, 1, 1]).all()
    assert (games.player == [games.players.index(fixtures[1].players[side]) for side in (0, 1, 1)]).all()
    assert games.share[:3].tolist() == [[1, 0, 0], [0, 1, 1], [0.5, 0.5, 0.5]]
    assert games.rank[:3].tolist() == [[1, 2, 2], [2, 1, 1], [1.5, 1.5, 1.5]]
    assert games.deal.tolist() == list(range(20, 30))
    assert games.truncated.tolist() == [False, True] + [False] * 8
    assert (games.fair == 1 / 2).all()


def test_what_was_not_asked_for_does_not_count(small, play, tmp_path):
    path = tmp_path / "games.jsonl"
    play(fixtures_of(small, 30), path)
    fewer = games_of(read_ledger(path), fixtures_of(small, 10), ["One conflict"])
    assert len(fewer) == 3 * 10 * 2


def test_no_games_are_no_trouble(fixtures):
    games = games_of(Written(), fixtures, ["One conflict"])
    assert len(games) == 0
    assert games.player.shape == (0, 2)
    assert games.fair.shape == (0,)
