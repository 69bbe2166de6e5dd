"""The same numbers as OpenSpiel, where it is installed."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest

from shugyo.benchmarks.ratings.population import alpha_rank, alpha_rank_roles, nash_average

REASON = "OpenSpiel is not installed; pip install 'shugyo[peers]' brings it"


@pytest.fixture(scope="module")
def alpharank() -> ModuleType:
    return pytest.importorskip("open_spiel.python.egt.alpharank", reason=REASON)


def lottery(rng: np.random.Generator, size: int) -> np.ndarray:
    share = rng.random((size, size))
    return (1 + share - share.T) / 2


@pytest.mark.parametrize(("alpha", "population"), [(0.5, 50), (3.0, 10), (20.0, 4)])
def test_alpha_rank_of_one_population(alpharank: ModuleType, alpha: float, population: int):
    rng = np.random.default_rng(0)
    for size in (2, 3, 6):
        share = lottery(rng, size)
        wanted = alpharank.compute([share], m=population, alpha=alpha)[2]
        assert alpha_rank(share, alpha=alpha, size=population) == pytest.approx(wanted, rel=1e-6, abs=1e-12)


@pytest.mark.parametrize(("alpha", "population"), [(0.5, 50), (3.0, 10), (20.0, 4)])
def test_alpha_rank_of_two_populations(alpharank: ModuleType, alpha: float, population: int):
    rng = np.random.default_rng(1)
    for rows, columns in ((2, 2), (3, 4), (5, 2)):
        share = rng.random((rows, columns))
        wanted = alpharank.compute([share, 1 - share], m=population, alpha=alpha)[2].reshape(rows, columns)
        found = alpha_rank_roles(share, alpha=alpha, size=population)
        assert found == pytest.approx(wanted, rel=1e-6, abs=1e-12)


def test_nash_averaging_cannot_be_exploited():
    pyspiel = pytest.importorskip("pyspiel", reason=REASON)
    exploitability = pytest.importorskip("open_spiel.python.algorithms.exploitability", reason=REASON)
    policy = pytest.importorskip("open_spiel.python.policy", reason=REASON)
    rng = np.random.default_rng(2)
    for size in (2, 3, 6):
        matrix = rng.standard_normal((size, size))
        matrix -= matrix.T
        game = pyspiel.convert_to_turn_based(pyspiel.create_matrix_game(matrix.tolist(), (-matrix).tolist()))
        table = policy.TabularPolicy(game)
        table.action_probability_array[:] = nash_average(matrix).mass
        assert exploitability.nash_conv(game, table) == pytest.approx(0, abs=1e-6)


def test_nash_averaging_is_that_of_open_spiel():
    pyspiel = pytest.importorskip("pyspiel", reason=REASON)
    pytest.importorskip("cvxpy", reason="OpenSpiel's Nash averaging needs cvxpy, which is not installed")
    averaging = pytest.importorskip("open_spiel.python.algorithms.nash_averaging", reason=REASON)
    rng = np.random.default_rng(3)
    for size in (2, 3, 6):
        matrix = np.round(rng.standard_normal((size, size)), 3)
        matrix -= matrix.T
        mass, skill = averaging.nash_averaging(pyspiel.create_matrix_game(matrix.tolist(), (-matrix).tolist()))
        found = nash_average(matrix)
        assert found.mass == pytest.approx(mass.ravel(), abs=1e-3)
        assert found.skill == pytest.approx(skill.ravel(), abs=1e-3)
