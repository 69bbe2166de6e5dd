from __future__ import annotations

import numpy as np
import pytest
from games.tournaments import played, simulated

from shugyo.benchmarks.ratings.comparisons import among
from shugyo.benchmarks.ratings.population import (
    alpha_rank,
    alpha_rank_roles,
    fixation,
    log_odds,
    max_entropy_equilibrium,
    nash_average,
    population,
    role_population,
    shares,
    stationary,
)
from shugyo.benchmarks.ratings.strength import POINTS

ROCK_PAPER_SCISSORS = np.array([[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]])


# ------------------------------------------------------------------------------------------------------------- α-rank
@pytest.mark.parametrize("gain", [-3.0, -0.1, 1e-9, 0.2, 2.0])
def test_a_mutant_takes_over_as_in_a_birth_and_death_process(gain: float):
    size = 7
    wanted = 1 / sum(np.exp(-gain * step) for step in range(size))
    assert fixation(gain, size) == pytest.approx(wanted, rel=1e-6)


def test_extreme_gains_neither_overflow_nor_vanish():
    found = fixation([-1e6, 0.0, 1e6], 50)
    assert found.tolist() == [1e-60, 1 / 50, 1.0]
    with pytest.raises(ValueError, match="at least 2 members"):
        fixation(0.1, 1)


def test_long_run_of_a_chain():
    rates = np.random.default_rng(0).random((6, 6)) / 6
    found, chain = stationary(rates), rates - np.diag(np.diag(rates))
    assert found.sum() == pytest.approx(1)
    assert found @ (chain - np.diag(chain.sum(axis=1))) == pytest.approx(np.zeros(6))


def test_long_run_is_exact_where_rates_are_tiny():
    assert stationary(np.array([[0, 1e-60], [1e-20, 0]])) == pytest.approx([1, 1e-40], rel=1e-12)


def test_in_a_circle_everybody_survives_and_on_a_ladder_the_best():
    circle = (1 + 0.4 * ROCK_PAPER_SCISSORS) / 2
    assert alpha_rank(circle) == pytest.approx(np.full(3, 1 / 3))
    ladder = np.array([[0.5, 0.6, 0.9], [0.4, 0.5, 0.7], [0.1, 0.3, 0.5]])
    assert alpha_rank(ladder) == pytest.approx([1, 0, 0], abs=1e-6)


def test_without_selection_everybody_is_there_equally_often():
    share = np.random.default_rng(1).random((5, 5))
    assert alpha_rank(share, alpha=0.0) == pytest.approx(np.full(5, 0.2))
    assert alpha_rank_roles(share, alpha=0.0) == pytest.approx(np.full((5, 5), 0.04))


def test_the_diagonal_of_the_matrix_does_not_matter():
    share = np.array([[np.nan, 0.6], [0.4, np.nan]])
    assert alpha_rank(share, alpha=1.0).sum() == pytest.approx(1)


def test_two_populations_settle_where_neither_gains_by_a_change():
    # The first row is best against every column, and then the second column is best.
    share = np.array([[0.8, 0.6, 0.7], [0.5, 0.4, 0.3]])
    assert alpha_rank_roles(share)[0] == pytest.approx([0, 1, 0], abs=1e-6)
    pennies = np.array([[0.9, 0.1], [0.1, 0.9]])
    assert alpha_rank_roles(pennies) == pytest.approx(np.full((2, 2), 0.25))


# ----------------------------------------------------------------------------------------------------- Nash averaging
def test_in_a_circle_everybody_is_in_the_equilibrium():
    found = nash_average(ROCK_PAPER_SCISSORS)
    assert found.mass == pytest.approx(np.full(3, 1 / 3))
    assert found.skill == pytest.approx(np.zeros(3), abs=1e-9)


def test_unequal_circles_are_weighed():
    # Who wins rarely but high: the part of each is the edge between the other two.
    edges = np.array([[0, -1.0, 2.0], [1.0, 0, -3.0], [-2.0, 3.0, 0]])
    assert nash_average(edges).mass == pytest.approx([3 / 6, 2 / 6, 1 / 6])


def test_on_a_ladder_only_the_best_is_and_skill_is_the_distance_to_it():
    strength = np.array([1.0, 0.2, -0.5])
    found = nash_average(strength[:, None] - strength)
    assert found.mass == pytest.approx([1, 0, 0], abs=1e-9)
    assert found.skill == pytest.approx(strength - 1)


def test_copies_of_a_player_share_its_part_and_change_nothing_else():
    twice = [0, 1, 2, 2, 2]
    found = nash_average(ROCK_PAPER_SCISSORS[np.ix_(twice, twice)])
    assert found.mass == pytest.approx([1 / 3, 1 / 3, 1 / 9, 1 / 9, 1 / 9], abs=1e-5)
    assert found.skill == pytest.approx(np.zeros(5), abs=1e-6)


def test_of_many_equilibria_the_one_of_greatest_entropy():
    # A and B are equal and beat the rest. C is beaten by A only: mixes with much of B leave room for C up to a limit.
    equal = np.zeros((4, 4))
    assert max_entropy_equilibrium(equal) == pytest.approx(np.full(4, 0.25))
    limited = np.array(
        [[0, 0, 1.0], [0, 0, -1.0], [-1.0, 1.0, 0]]
    )  # C beats B, A beats C: all mixes of A and B with A ≥ B
    assert max_entropy_equilibrium(limited) == pytest.approx([0.5, 0.5, 0], abs=1e-5)
    tighter = np.array([[0, 0, 1.0], [0, 0, -3.0], [-1.0, 3.0, 0]])  # with A ≥ 3 B
    assert max_entropy_equilibrium(tighter) == pytest.approx([0.75, 0.25, 0], abs=1e-5)


def test_equilibria_of_random_games_cannot_be_beaten():
    rng = np.random.default_rng(2)
    for size in (2, 3, 6, 11):
        for _ in range(5):
            game = rng.standard_normal((size, size))
            game -= game.T
            mass = max_entropy_equilibrium(game)
            assert mass.sum() == pytest.approx(1) and (mass >= 0).all() and (game @ mass).max() < 1e-6


def test_matrices_of_another_kind_are_refused():
    with pytest.raises(ValueError, match="negative of its mirror image"):
        nash_average(np.ones((2, 2)))
    with pytest.raises(ValueError, match="negative of its mirror image"):
        nash_average(np.array([[0, np.nan], [np.nan, 0]]))


def test_odds_and_shares_of_counts():
    counts = np.array([[0.0, 30.0], [10.0, 0.0]])
    assert log_odds(counts) == pytest.approx(np.log(3) * np.array([[0, 1], [-1, 0]]))
    assert shares(counts).tolist() == [[0.5, 0.75], [0.25, 0.5]]


# -------------------------------------------------------------------------------------------------------- tournaments
def test_the_strongest_takes_it_all_and_the_intervals_agree():
    found = population(simulated([0.8, 0.0, -0.8], 200, np.random.default_rng(3)), resamples=100)
    assert found.alpha_rank.value[0] > 0.999 and found.alpha_rank.low[0] > 0.999
    assert found.nash.low.tolist() == [1, 0, 0] == found.nash.high.tolist()
    assert found.skill.low[1] < -0.8 * POINTS < found.skill.high[1] < 0


def test_what_chance_decides_has_wide_intervals_about_as_often_as_promised():
    rng, wide = np.random.default_rng(4), []
    for number in range(20):
        found = population(simulated([0.0, 0.0, -0.8], 60, rng), resamples=60, seed=number)
        assert found.alpha_rank.value.sum() == pytest.approx(1) == found.nash.value.sum()
        wide.append([(band.high - band.low)[:2].min() > 0.9 for band in (found.alpha_rank, found.nash)])
    assert np.mean(wide, axis=0).min() >= 0.8


def test_the_same_seed_gives_the_same_population():
    games = simulated([0.1, 0.0, -0.1], 50, np.random.default_rng(5))
    first, second, third = (population(games, resamples=50, seed=seed) for seed in (1, 1, 2))
    assert (first.skill.low == second.skill.low).all() and (first.skill.low != third.skill.low).any()


def test_players_who_never_met_are_named():
    games = simulated([0.0, 0.0, 0.0], 10, np.random.default_rng(6), lineups=[[0, 1], [1, 2]])
    with pytest.raises(ValueError, match="never met: A and C"):
        population(games)
    assert population(among(games, ["A", "B"]), resamples=20).players == ("A", "B")


def test_roles_have_populations_of_their_own():
    # A is good on the first side only, B on the second; the first side has an advantage.
    rng = np.random.default_rng(7)
    lineup = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    sat = np.tile(lineup, (600, 1))
    edge = 0.5 + np.where(sat[:, 0] == 0, 0.6, 0) - np.where(sat[:, 1] == 1, 0.6, 0)
    won = rng.random(2400) < 1 / (1 + np.exp(-edge))
    games = played(sat, np.stack([won, ~won], axis=1), np.repeat(np.arange(600), 4), 2)
    found = role_population(games, ("Oni", "Heroes"), resamples=100)
    assert found.profiles[0, 1] > 0.99 and found.first.low[0] > 0.9 and found.second.low[1] > 0.9
    assert found.share == pytest.approx(1 / (1 + np.exp(-np.array([[1.1, 0.5], [0.5, -0.1]]))), abs=0.06)
    assert found.share[0, 1] == pytest.approx(won[(sat == [0, 1]).all(axis=1)].mean())
    with pytest.raises(ValueError, match="never met: A as Oni and A as Heroes"):
        role_population(games.select((sat != [0, 0]).any(axis=1)), ("Oni", "Heroes"))
    with pytest.raises(ValueError, match="two roles, not 3"):
        role_population(games, ("a", "b", "c"))


def test_who_plays_one_side_only_has_a_part_there_only():
    # As in the test before, with C, the weakest, on the second side only, and A nowhere but on the first.
    rng = np.random.default_rng(8)
    sat = np.tile([[0, 1], [0, 2], [1, 1], [1, 2]], (400, 1))
    edge = np.where(sat[:, 0] == 0, 0.6, 0) - np.where(sat[:, 1] == 1, 0.6, 0)
    won = rng.random(1600) < 1 / (1 + np.exp(-edge))
    games = played(sat, np.stack([won, ~won], axis=1), np.repeat(np.arange(400), 4), 3)
    found = role_population(games, ("Oni", "Heroes"), resamples=50)
    assert found.profiles[0, 1] > 0.99 and found.profiles.sum() == pytest.approx(1)
    assert np.isnan(found.first.value).tolist() == [False, False, True] == np.isnan(found.first.low).tolist()
    assert np.isnan(found.second.value).tolist() == [True, False, False]
    assert found.first.low[0] > 0.9 and np.isnan(found.share[0, 0]) and found.share[0, 2] > 0.5
