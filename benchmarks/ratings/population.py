"""Who survives in a population in which players meet each other: α-rank and Nash averaging.

Both judge a player by whom it beats among those who matter, so that weak players, or many copies of one, do not change
the picture. Both can turn on a hair: who is a little below one half against the best may vanish. Their intervals over
deals show it, and wide ones are an honest answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.linalg import null_space
from scipy.optimize import linprog, minimize

from .comparisons import Comparisons, by_role, comparisons, interval
from .strength import POINTS

if TYPE_CHECKING:
    from ..tournaments.games import Games

ALPHA, POPULATION, RESAMPLES = 100.0, 50, 200
RAREST = 1e-60
"""The least chance of a mutant to take over that is told from never."""
ZERO = 1e-6
"""Chances below are zero; the linear program is no more exact."""


class Band(NamedTuple):
    """Figures of players, with 95 % intervals over deals. (P,) each."""

    value: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]


class Nash(NamedTuple):
    """Nash averaging. (P,) each.

    Attributes:
        mass: the part of each player in the equilibrium.
        skill: what each player gets against the equilibrium, in the units of the matrix: 0 at most, and 0 for all of
            its members.
    """

    mass: NDArray[np.float64]
    skill: NDArray[np.float64]


@dataclass(frozen=True)
class Population:
    """What populations of the players come to. P players.

    Attributes:
        players: P names.
        alpha_rank: the part of each player in the long run.
        nash: the part of each player in the equilibrium.
        skill: points of each player below the equilibrium.
        deals: how many are behind it.
        seed: of the resamples.
    """

    players: tuple[str, ...]
    alpha_rank: Band
    nash: Band
    skill: Band
    deals: int
    seed: int


@dataclass(frozen=True)
class RolePopulation:
    """What two populations come to, one for each side. P players.

    Attributes:
        players: P names.
        roles: what the sides are called.
        share: (P, P) how often the row on the first side finished ahead of the column on the second, ties half; NaN
            where they do not play these sides.
        profiles: (P, P) part of the time that the first population consists of the row and the second of the column.
        first: the part of each player in the first population; NaN for who does not play that side.
        second: that in the second.
        deals: how many are behind it.
        seed: of the resamples.
    """

    players: tuple[str, ...]
    roles: tuple[str, str]
    share: NDArray[np.float64]
    profiles: NDArray[np.float64]
    first: Band
    second: Band
    deals: int
    seed: int


def population(games: Games, table: int | None = None, *, resamples: int = RESAMPLES, seed: int = 0) -> Population:
    """α-rank and Nash averaging of the players of a tournament.

    α-rank takes the shares of comparisons (½ for equals, whatever the number of sides), Nash averaging their log odds;
    both from counts padded by one trial for each pair (`Comparisons.padded`).

    Args:
        games: of a tournament in which every two players met.
        table: only this table; None: all together.
        resamples: over deals, for the intervals.
        seed: of the resamples.

    Raises:
        ValueError: no games, no such table, fewer than two deals, or players who never met.
    """
    counted = comparisons(games, table)
    _check_complete(counted, np.triu(np.ones(counted.met.shape, np.bool_), 1))
    again = counted.resampled(resamples, seed)
    drawn = [nash_average(log_odds(counts)) for counts in again]
    exact = nash_average(log_odds(counted.padded))
    return Population(
        counted.players,
        _band(lambda counts: alpha_rank(shares(counts)), counted, again),
        Band(exact.mass, *interval(np.array([one.mass for one in drawn]), counted.deals)),
        Band(POINTS * exact.skill, *interval(POINTS * np.array([one.skill for one in drawn]), counted.deals)),
        counted.deals,
        seed,
    )


def role_population(
    games: Games, roles: Sequence[str], table: int | None = None, *, resamples: int = RESAMPLES, seed: int = 0
) -> RolePopulation:
    """α-rank of two populations, one for each side, such as Oni and Heroes.

    Args:
        games: of a tournament of two sides in which everybody who played the one met everybody who played the other.
        roles: what the two sides are called.
        table: only this table; None: all together.
        resamples: over deals, for the intervals.
        seed: of the resamples.

    Raises:
        ValueError: no games, no such table, more than two sides, fewer than two deals, or players who never met so.
    """
    if len(roles) != 2:
        raise ValueError(f"two populations need two roles, not {len(roles)}: {', '.join(roles)}")
    counted = comparisons(by_role(games, roles), table)
    size = len(games.players)
    rows, columns = (np.flatnonzero(side.any(axis=1)) for side in (counted.met[:size], counted.met[size:]))
    block = np.zeros((2 * size, 2 * size), np.bool_)
    block[np.ix_(rows, size + columns)] = True
    _check_complete(counted, block)
    again = counted.resampled(resamples, seed)

    def profiles(counts: NDArray[np.float64]) -> NDArray[np.float64]:
        return alpha_rank_roles(shares(counts)[np.ix_(rows, size + columns)])

    def part(players: NDArray[np.intp], axis: int) -> Band:
        band = _band(lambda counts: profiles(counts).sum(axis=axis), counted, again)
        return Band(*(_placed(values, (size,), np.nan, players) for values in band))

    share = shares(counted.counts)[np.ix_(rows, size + columns)]
    return RolePopulation(
        games.players,
        (roles[0], roles[1]),
        _placed(share, (size, size), np.nan, rows, columns),
        _placed(profiles(counted.padded), (size, size), 0.0, rows, columns),
        part(rows, 1),
        part(columns, 0),
        counted.deals,
        seed,
    )


def _placed(
    values: NDArray[np.float64], shape: tuple[int, ...], other: float, *places: NDArray[np.intp]
) -> NDArray[np.float64]:
    """Values of some players among all. ``places``: their numbers, by axis; ``other``: what the rest has."""
    whole = np.full(shape, other)
    whole[np.ix_(*places)] = values
    return whole


# ------------------------------------------------------------------------------------------------------------- α-rank
def alpha_rank(share: NDArray[np.float64], *, alpha: float = ALPHA, size: int = POPULATION) -> NDArray[np.float64]:
    """α-rank of one population (Omidshafiei et al., "α-Rank: multi-agent evaluation by evolution", 2019).

    A population of ``size`` members plays one strategy. Now and then one member tries another, r instead of s, drawn
    evenly; with the chance (1 − e⁻ᵘ)/(1 − e⁻ˢⁱᶻᵉ·ᵘ), u = α·(what r gets from s − what s gets from r), the whole
    population ends with r. The result is how long each strategy is played in the long run. It is the model of local
    selection, OpenSpiel's default.

    Args:
        share: (P, P) what the row gets from the column; the diagonal does not matter.
        alpha: how strictly the better is copied, α. The default lets a lead of 51 : 49 decide.
        size: of the population, at least 2.

    Returns:
        (P,) with sum 1.
    """
    lead = share - share.T
    np.fill_diagonal(lead, 0)
    rates = fixation(alpha * lead.T, size) / max(1, len(share) - 1)  # (from, to)
    return stationary(rates)


def alpha_rank_roles(
    share: NDArray[np.float64], *, alpha: float = ALPHA, size: int = POPULATION
) -> NDArray[np.float64]:
    """α-rank of two populations that play each other for a constant sum.

    As `alpha_rank`, but a mutant of one population is compared with its own fellows: u = α·(what the new profile gives
    this population − what the old one does).

    Args:
        share: (P, Q) what the row's population gets; the column's gets the rest.
        alpha, size: as there; both populations have this size.

    Returns:
        (P, Q) how long the first population plays the row and the second the column, with sum 1.
    """
    rows, columns = share.shape
    rates = np.zeros((rows, columns, rows, columns))
    for column in range(columns):
        gain = share[None, :, column] - share[:, None, column]
        rates[:, column, :, column] = fixation(alpha * gain, size)
    for row in range(rows):
        gain = share[row, :, None] - share[row, None, :]
        rates[row, :, row, :] += fixation(alpha * gain, size)
    count = rows * columns
    return stationary(rates.reshape(count, count) / max(1, rows + columns - 2)).reshape(rows, columns)


def fixation(gain: ArrayLike, size: int) -> NDArray[np.float64]:
    """The chance that one mutant takes over: (1 − e⁻ᵘ)/(1 − e⁻ˢⁱᶻᵉ·ᵘ), 1/size for u = 0, and never below `RAREST`.

    Args:
        gain: (…) u, of either sign and any size.
        size: of the population, at least 2.
    """
    if size < 2:
        raise ValueError(f"a population has at least 2 members, not {size}")
    u = np.asarray(gain, np.float64)
    flat, amount = np.abs(u) < 1e-12, np.maximum(np.abs(u), 1e-12)
    ratio = np.expm1(-amount) / np.expm1(-size * amount)
    chance = np.where(u > 0, ratio, np.exp(-(size - 1) * amount) * ratio)  # one formula, written so as not to overflow
    return np.maximum(RAREST, np.where(flat, 1 / size, chance))


def stationary(rates: NDArray[np.float64]) -> NDArray[np.float64]:
    """The long run of a Markov chain, by eliminating states without a subtraction, exact also where rates are tiny.

    The algorithm is that of Grassmann, Taksar and Heyman ("Regenerative analysis and steady state distributions for
    Markov chains", 1985).

    Args:
        rates: (N, N) from row to column, ≥ 0, every state reachable from every other; the diagonal does not matter.

    Returns:
        (N,) with sum 1.
    """
    left = rates.copy()
    np.fill_diagonal(left, 0)
    for last in range(len(left) - 1, 0, -1):
        left[:last, last] /= left[last, :last].sum()
        left[:last, :last] += np.outer(left[:last, last], left[last, :last])
    long = np.ones(1)
    for state in range(1, len(left)):
        long = np.append(long, long @ left[:state, state])
        long /= long.sum()
    return long


# ----------------------------------------------------------------------------------------------------- Nash averaging
def nash_average(matrix: NDArray[np.float64]) -> Nash:
    """Nash averaging (Balduzzi et al., "Re-evaluating evaluation", 2018).

    The matrix is played as a game of zero sum in which both choose a player. Of its equilibria the one of greatest
    entropy is unique; a player's skill is what it gets against it. Copies of a player share its part.

    Args:
        matrix: (P, P) antisymmetric, such as `log_odds`.

    Raises:
        ValueError: it is not antisymmetric, or a cell is not a number.
    """
    if not (np.isfinite(matrix).all() and np.allclose(matrix, -matrix.T)):
        raise ValueError("Nash averaging needs a matrix in which each cell is the negative of its mirror image")
    mass = max_entropy_equilibrium(matrix)
    return Nash(mass, np.minimum(0, matrix @ mass))


def max_entropy_equilibrium(matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    """The symmetric equilibrium of greatest entropy of an antisymmetric matrix: (P,) with sum 1.

    A linear program for each player finds an equilibrium with as much of that player as any has. Where they all are the
    same it is the only one; else entropy is maximised from their mean, in which all who appear in any equilibrium do.
    """
    count = len(matrix)
    game = matrix / max(1e-300, np.abs(matrix).max(initial=0))
    corners = []
    for player in range(count):
        found = linprog(-np.eye(count)[player], A_ub=game, b_ub=np.zeros(count), A_eq=np.ones((1, count)), b_eq=[1.0])
        if found.x is None:
            raise RuntimeError(f"no equilibrium was found: {found.message}")
        corners.append(found.x)
        if player == 0 and _only(game, found.x):
            break
    mean = np.mean(corners, axis=0)
    if np.abs(corners - mean).max() > ZERO:
        mean = _spread(game, mean)
    mean = np.where(mean > ZERO, mean, 0)
    return mean / mean.sum()


def log_odds(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """(P, P) log odds of the row against the column; 0 on the diagonal. ``counts``: (P, P), padded."""
    logs = np.log(np.where(np.eye(len(counts)) > 0, 1, counts))
    return logs - logs.T


def shares(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """(…, P, P) the row's share of the comparisons with the column; ½ where they never met."""
    total = counts + counts.swapaxes(-1, -2)
    return np.where(total > 0, counts / np.where(total > 0, total, 1), 0.5)


def _only(game: NDArray[np.float64], mass: NDArray[np.float64]) -> bool:
    """Whether an equilibrium is the only one: who has no part in it loses to it, and its members fix each other."""
    members = mass > ZERO
    if ((game @ mass)[~members] > -ZERO).any():
        return False
    return np.linalg.matrix_rank(game[np.ix_(members, members)], tol=ZERO) == members.sum() - 1


def _spread(game: NDArray[np.float64], start: NDArray[np.float64]) -> NDArray[np.float64]:
    """The equilibrium of greatest entropy. ``start``: one in which all who appear in any equilibrium appear.

    Against each other these get exactly 0 in every equilibrium (Goldman and Tucker, "Theory of linear programming",
    1956), so that only directions are searched which leave that as it is.
    """
    members = np.flatnonzero(start > ZERO)
    inside, outside = game[np.ix_(members, members)], np.delete(game[:, members], members, axis=0)
    free = null_space(np.vstack([inside, np.ones((1, len(members)))]), rcond=ZERO)

    def mass(way: NDArray[np.float64]) -> NDArray[np.float64]:
        return start[members] + free @ way

    def certainty(way: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        logs = np.log(np.maximum(mass(way), 1e-300))
        return float(mass(way) @ logs), free.T @ (logs + 1)

    bounds = [
        {"type": "ineq", "fun": lambda way: mass(way), "jac": lambda way: free},
        {"type": "ineq", "fun": lambda way: -outside @ mass(way), "jac": lambda way: -outside @ free},
    ]
    found = minimize(
        certainty, np.zeros(free.shape[1]), jac=True, method="SLSQP", constraints=bounds, options={"ftol": 1e-12}
    )
    if not found.success:
        raise RuntimeError(f"the equilibrium of greatest entropy was not found: {found.message}")
    whole = np.zeros(len(game))
    whole[members] = mass(found.x)
    return whole


# --------------------------------------------------------------------------------------------------------------- parts
def _band(
    figure: Callable[[NDArray[np.float64]], NDArray[np.float64]], counted: Comparisons, again: NDArray[np.float64]
) -> Band:
    """A figure of the counts, with the interval from the resampled ones."""
    return Band(figure(counted.padded), *interval(np.array([figure(counts) for counts in again]), counted.deals))


def _check_complete(counted: Comparisons, wanted: NDArray[np.bool_]) -> None:
    """``wanted``: (P, P) who must have met whom."""
    missing = np.argwhere(wanted & (counted.met == 0))
    if len(missing):
        pairs = "; ".join(f"{counted.players[a]} and {counted.players[b]}" for a, b in missing.tolist()[:3])
        more = f"; and {len(missing) - 3} more" if len(missing) > 3 else ""
        raise ValueError(
            f"a population needs all pairs, and these never met: {pairs}{more}; play them, or leave some out (`among`)"
        )
