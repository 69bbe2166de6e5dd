from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from games.tournaments import played, simulated

from shugyo.benchmarks.ratings.comparisons import among, by_role, check_sides, comparisons, games_of_table, interval
from shugyo.benchmarks.tournaments.games import Games

PAIR = [[0, 1], [1, 0]]


def three_sided() -> Games:
    """A, B and C in one game; A first, B and C tie."""
    return played([[0, 1, 2]], [[3.0, 1.0, 1.0]], [0], 3)


def hero_game(heroes: tuple[int, int]) -> Games:
    """A as the Oni wins against two Heroes."""
    game = played([[0, *heroes]], [[1.0, 0.0, 0.0]], [4], 3)
    return replace(game, side=np.array([[0, 1, 1]]), rank=np.array([[1.0, 2.0, 2.0]]))


def test_a_win_is_one_and_a_tie_is_half():
    counted = comparisons(played(PAIR * 2, [[1, 0], [1, 0], [2, 2], [0, 1]], [7, 7, 9, 9], 2))
    assert counted.counts.tolist() == [[0, 2.5], [1.5, 0]]
    assert counted.met.tolist() == [[0, 2], [2, 0]]
    assert counted.by_deal.toarray()[:, 1].tolist() == [1, 1.5]
    assert (counted.deals, counted.games) == (2, 4)


def test_a_deal_on_which_all_was_lost_is_a_meeting():
    counted = comparisons(played(PAIR, [[1, 0], [0, 1]], [0, 0], 2))
    assert counted.counts.tolist() == [[0, 2], [0, 0]]
    assert counted.met.tolist() == [[0, 1], [1, 0]]


def test_every_side_has_one_comparison_a_game():
    assert comparisons(three_sided()).counts.tolist() == [[0, 0.5, 0.5], [0, 0, 0.25], [0, 0.25, 0]]


def test_a_side_counts_once_whatever_its_size():
    assert comparisons(hero_game((1, 1))).counts.tolist() == [[0, 1, 0], [0, 0, 0], [0, 0, 0]]
    assert comparisons(hero_game((1, 2))).counts.tolist() == [[0, 0.5, 0.5], [0, 0, 0], [0, 0, 0]]


def test_seats_of_one_player_are_not_compared():
    counted = comparisons(played([[0, 1, 1]], [[2, 3, 1]], [0], 2))
    assert counted.counts.tolist() == [[0, 0.5], [0.5, 0]]


def test_seats_beyond_the_table_do_not_count():
    game = three_sided()
    beyond = {
        name: np.pad(getattr(game, name), ((0, 0), (0, 1)), constant_values=value)
        for name, value in {"player": -1, "side": -1, "share": np.nan, "rank": np.nan, "score": np.nan}.items()
    }
    assert (comparisons(replace(game, **beyond)).counts == comparisons(game).counts).all()


def test_who_won_all_is_padded_by_half_a_deal_and_who_never_met_by_nothing():
    counted = comparisons(played(PAIR * 2, [[1, 0], [0, 1], [1, 0], [0, 1]], [0, 0, 1, 1], 3))
    assert counted.padded.tolist() == [[0, 5, 0], [1, 0, 0], [0, 0, 0]]


def test_padding_is_half_a_game_where_games_are_independent_and_half_a_deal_where_they_agree():
    rng = np.random.default_rng(0)
    apart = rng.random((4000, 1)) < 0.7  # A's results, two games a deal; it sits first and then second
    agree = np.repeat(rng.random(2000) < 0.7, 2)[:, None]
    for won, games in ((apart, 1), (agree, 2)):
        points = np.where(np.arange(4000)[:, None] % 2 == [0, 1], won, ~won)
        counted = comparisons(played(PAIR * 2000, points, np.repeat(np.arange(2000), 2), 2))
        assert counted.counts[0, 1] == won.sum()
        assert counted.padded - counted.counts == pytest.approx(games / 2 * (1 - np.eye(2)), rel=0.06)


def test_resamples_scatter_like_the_mean_over_deals():
    games = simulated([0.5, 0.0], 60, np.random.default_rng(0), taste=0.5)
    counted = comparisons(games)
    again = counted.resampled(20_000, seed=1)
    share = again[:, 0, 1] / (again[:, 0, 1] + again[:, 1, 0])
    by_deal = counted.by_deal.toarray()[:, 1] / 2
    assert share.mean() == pytest.approx(by_deal.mean(), abs=0.005)
    assert share.std() == pytest.approx(by_deal.std(ddof=1) / np.sqrt(60), rel=0.04)


def test_repeating_the_games_of_a_deal_tells_nothing_new():
    games = simulated([0.5, 0.0, 0.2], 40, np.random.default_rng(0))
    twice = games.select(np.repeat(np.arange(len(games)), 2))
    once, again = (comparisons(some).resampled(50, seed=3) for some in (games, twice))
    assert np.allclose(2 * once, again)


def test_resamples_depend_on_the_seed_alone(monkeypatch: pytest.MonkeyPatch):
    counted = comparisons(simulated([0.5, 0.0], 30, np.random.default_rng(0)))
    first = counted.resampled(50, seed=3)
    assert (first == counted.resampled(50, seed=3)).all()
    assert (first != counted.resampled(50, seed=4)).any()
    monkeypatch.setattr("shugyo.benchmarks.ratings.comparisons.AT_ONCE", 100)
    assert (first == counted.resampled(50, seed=3)).all()


def test_one_deal_cannot_be_resampled():
    with pytest.raises(ValueError, match="at least 2 deals, and there are 1"):
        comparisons(played(PAIR, [[1, 0], [0, 1]], [0, 0], 2)).resampled(200, seed=0)


def test_intervals_of_few_deals_are_wider():
    drawn = np.random.default_rng(0).standard_normal(100_000)
    many, few = interval(drawn, 10_000), interval(drawn, 5)
    assert many == pytest.approx((-1.96, 1.96), abs=0.03)
    assert few == pytest.approx((-2.78, 2.78), abs=0.06)  # Student's quantile of 4 degrees of freedom


def test_roles_become_players():
    split = by_role(hero_game((1, 1)), ("Oni", "Heroes"))
    assert split.players == ("A as Oni", "B as Oni", "C as Oni", "A as Heroes", "B as Heroes", "C as Heroes")
    assert comparisons(split).counts[0, 4] == comparisons(split).counts.sum() == 1
    with pytest.raises(ValueError, match="2 sides, and 1 are named: Oni"):
        by_role(hero_game((1, 1)), ("Oni",))


def test_games_among_some_of_the_players():
    games = simulated([0.0, 0.0, 3.0], 10, np.random.default_rng(0))
    part = among(games, ["C", "A"])
    assert part.players == ("C", "A") and len(part) == 20
    assert comparisons(part).counts[0, 1] == comparisons(games).counts[2, 0]
    wide = replace(part, player=np.pad(part.player, ((0, 0), (0, 1)), constant_values=-1))
    assert (among(wide, ["A"]).player == -1).all() and len(among(wide, ["A", "C"])) == 20
    with pytest.raises(ValueError, match="unknown: Z; there are A, B, C"):
        among(games, ["A", "Z"])


def test_players_who_share_a_side_are_named():
    check_sides(hero_game((1, 1)))
    with pytest.raises(ValueError, match=r"deal 4 .* several of A, B, C share a side"):
        check_sides(hero_game((1, 2)))


def test_only_games_with_opponents():
    games = three_sided()
    with pytest.raises(ValueError, match="no table 1"):
        games_of_table(games, 1)
    with pytest.raises(ValueError, match="no finished games of 3 seats"):
        games_of_table(games.select([False]), 0)
    with pytest.raises(ValueError, match="one side"):
        comparisons(replace(games, side=np.zeros_like(games.side)))
