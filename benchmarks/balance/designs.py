"""Designs: which points a study plays, and which comparisons of points answer its question.

A point is the game at one level of each factor; point 0 is the game as it is. A comparison is a weighted sum of a
figure over points whose weights add up to 0, so that every design is evaluated in the same way, deal by deal:

* one at a time: each level of each factor alone, against point 0;
* full factorial: all levels together, that of the game as it is among them. A level is compared with the latter in the
  mean over all levels of the other factors; for two factors also how much the difference that one makes depends on the
  other (their interaction);
* Latin hypercube: points spread over the ranges of all factors at once (McKay, Beckman and Conover, 1979). The weights
  are those of least squares for a linear model of all factors, and a comparison is what going from the least to the
  greatest value does in it. What is not linear is not seen.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .settings import Base, Factor, StudyError

LIMIT = 500
"""The most points of a study; more are a slip of the pen."""


@dataclass(frozen=True)
class Point:
    """The game at one level of each factor.

    Attributes:
        number: 0 is the game as it is.
        levels: by number of the factor; factors that are not named stay as they are.
        label: for people.
        options: of the game.
        rules_hash: of its rules.
        ways_only: whether it differs from the game as it is in options alone: another way to play, not another content.
    """

    number: int
    levels: Mapping[int, Any]
    label: str
    options: Mapping[str, Any]
    rules_hash: str
    ways_only: bool


@dataclass(frozen=True)
class Comparison:
    """A weighted sum over points.

    Attributes:
        factor, level: what is compared, for people; of an interaction joined by ×.
        reference: with what.
        weights: by number of the point; they add up to 0.
        factors: numbers of the factors.
        baseline: weights of what a figure is at the reference; they add up to 1.
    """

    factor: str
    level: str
    reference: str
    weights: Mapping[int, float]
    factors: tuple[int, ...]
    baseline: Mapping[int, float] = field(default_factory=lambda: {0: 1.0})


@dataclass(frozen=True)
class Design:
    """What is played and compared."""

    points: list[Point]
    comparisons: list[Comparison]


def design_of(base: Base) -> Design:
    """The design of a study.

    Raises:
        StudyError: a level that does not change anything, or too many points.
        OptionError, ContentError: levels that the game refuses.
    """
    makers = {"one at a time": _one_at_a_time, "full factorial": _full_factorial, "latin hypercube": _latin_hypercube}
    return makers[base.study.design](base)


def levels_of(base: Base, factor: Factor) -> list[Any]:
    """The levels of a factor, that of the game as it is left out.

    Raises:
        StudyError: there is no other level, or a multiple of what is no number.
    """
    value = base.value(factor)
    levels: list[Any] = []
    for level in (*factor.levels, *factor.ways, *(_multiple(factor, value, times) for times in factor.times)):
        if level != value and level not in levels:
            levels.append(level)
    if not levels:
        raise StudyError(f"factor {factor.name}: no level differs from what the game has, {value!r}; give others")
    return levels


def _multiple(factor: Factor, value: Any, times: float) -> Any:
    if isinstance(value, list):
        return [_multiple(factor, one, times) for one in value]
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise StudyError(f"factor {factor.name}: there are no multiples of {value!r}; give levels")
    return round(value * times) if isinstance(value, int) else value * times


# ---- points ---------------------------------------------------------------------------------------------------------
def make_point(base: Base, number: int, levels: Mapping[int, Any]) -> Point:
    """A point of a study.

    Raises:
        OptionError, ContentError: the game refuses it.
    """
    factors = base.study.factors
    parts = [shown(level) if factors[n].ways else f"{factors[n].name} = {shown(level)}" for n, level in levels.items()]
    label = ", ".join(parts) or "as it is"
    ways_only = not any(factors[n].key for n in levels)
    return Point(number, dict(levels), label, base.options_of(levels), base.spec_of(levels).rules_hash, ways_only)


def shown(level: Any) -> str:
    """A level for people."""
    if isinstance(level, dict):
        return ", ".join(
            value if isinstance(value, str) else f"{name} {shown(value)}" for name, value in level.items()
        )  # words speak for themselves
    return level if isinstance(level, str) else json.dumps(level)


def _checked_count(count: int) -> None:
    if count > LIMIT:
        raise StudyError(f"the design has {count} points, and at most {LIMIT} are played; take fewer factors or levels")


# ---- one at a time --------------------------------------------------------------------------------------------------
def _one_at_a_time(base: Base) -> Design:
    points, comparisons = [make_point(base, 0, {})], []
    for number, factor in enumerate(base.study.factors):
        reference = shown(base.value(factor))
        for level in levels_of(base, factor):
            points.append(make_point(base, len(points), {number: level}))
            weights = {0: -1.0, points[-1].number: 1.0}
            comparisons.append(Comparison(factor.name, shown(level), reference, weights, (number,)))
    _checked_count(len(points))
    return Design(points, comparisons)


# ---- full factorial -------------------------------------------------------------------------------------------------
def _full_factorial(base: Base) -> Design:
    factors = base.study.factors
    values = [base.value(factor) for factor in factors]
    grids = [[value, *levels_of(base, factor)] for factor, value in zip(factors, values, strict=True)]
    _checked_count(int(np.prod([len(grid) for grid in grids])))
    cells = list(product(*(range(len(grid)) for grid in grids)))  # the first is the game as it is
    points = [
        make_point(base, number, {f: grids[f][place] for f, place in enumerate(cell) if place})
        for number, cell in enumerate(cells)
    ]
    comparisons = []
    for f, factor in enumerate(factors):
        for place in range(1, len(grids[f])):
            weights = _contrast(cells, {f: place})
            names = shown(grids[f][place]), shown(values[f])
            below = {number: -weight for number, weight in weights.items() if weight < 0}
            comparisons.append(Comparison(factor.name, *names, weights, (f,), below))
    for f, g in combinations(range(len(factors)), 2):
        for places in product(range(1, len(grids[f])), range(1, len(grids[g]))):
            weights = _contrast(cells, {f: places[0], g: places[1]})
            level = f"{shown(grids[f][places[0]])} × {shown(grids[g][places[1]])}"
            reference = f"{shown(values[f])} × {shown(values[g])}"
            comparisons.append(Comparison(f"{factors[f].name} × {factors[g].name}", level, reference, weights, (f, g)))
    return Design(points, comparisons)


def _contrast(cells: list[tuple[int, ...]], places: Mapping[int, int]) -> dict[int, float]:
    """Of factors at a place against place 0: the product of their differences, in the mean over all other factors."""
    weights: dict[int, float] = {}
    for number, cell in enumerate(cells):
        if all(cell[f] in (0, place) for f, place in places.items()):
            weights[number] = float(np.prod([1.0 if cell[f] else -1.0 for f in places]))
    each = sum(weight > 0 for weight in weights.values()) / 2 ** (len(places) - 1)
    return {number: weight / each for number, weight in weights.items()}


# ---- Latin hypercube ------------------------------------------------------------------------------------------------
def _latin_hypercube(base: Base) -> Design:
    from scipy.stats.qmc import LatinHypercube

    study = base.study
    count = int(study.points or 0)
    if not study.factors or count < len(study.factors) + 2:
        raise StudyError(
            f"a Latin hypercube of {len(study.factors)} factors needs at least one factor, and two points more than "
            f"factors, not {count}"
        )
    _checked_count(count)
    unit = LatinHypercube(d=len(study.factors), rng=np.random.default_rng(study.seed)).random(count)
    scales = [_scale(base, factor) for factor in study.factors]
    points = [make_point(base, 0, {})]
    places = np.zeros((count + 1, len(scales)))
    for row, shares in enumerate(unit, 1):
        levels = {f: scale.level(share) for f, (scale, share) in enumerate(zip(scales, shares, strict=True))}
        points.append(make_point(base, row, levels))
        places[row] = [scale.place(levels[f]) for f, scale in enumerate(scales)]
    return Design(points, _slopes(study.factors, scales, places[1:]))


@dataclass(frozen=True)
class _Scale:
    """Values of a factor from least to greatest."""

    low: float
    high: float
    whole: bool

    def level(self, share: float) -> float | int:
        """The value at a share of the way; whole numbers have equal parts of it."""
        if self.whole:
            return int(self.low) + min(int(share * (self.high - self.low + 1)), int(self.high - self.low))
        return self.low + share * (self.high - self.low)

    def place(self, level: Any) -> float:
        """From −1/2, the least value, to 1/2, the greatest."""
        return (level - self.low) / (self.high - self.low) - 0.5


def _scale(base: Base, factor: Factor) -> _Scale:
    value = base.value(factor)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise StudyError(f"factor {factor.name}: a Latin hypercube varies numbers, not {value!r}; take another design")
    values = factor.range or [value, *levels_of(base, factor)]
    low, high = min(values), max(values)
    return _Scale(float(low), float(high), isinstance(value, int))


def _slopes(factors: list[Factor], scales: list[_Scale], places: NDArray[np.float64]) -> list[Comparison]:
    """Weights of least squares: row f of the pseudo-inverse gives the slope of factor f, here over its whole range."""
    model = np.column_stack([np.ones(len(places)), places])
    if np.linalg.matrix_rank(model) < model.shape[1]:
        raise StudyError("the points cannot tell the factors apart; give more points or wider ranges")
    inverse = np.linalg.pinv(model)
    found = []
    for f, (factor, scale) in enumerate(zip(factors, scales, strict=True)):
        low, high = (int(end) if scale.whole else end for end in (scale.low, scale.high))
        weights, least = (
            {number: float(weight) for number, weight in enumerate(row, 1)}
            for row in (inverse[1 + f], inverse[0] - inverse[1 + f] / 2)
        )
        found.append(Comparison(factor.name, shown(high), shown(low), weights, (f,), least))
    return found
