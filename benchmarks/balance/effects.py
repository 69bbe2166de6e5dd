"""Effects: how far figures are from fair, and what comparisons of points come to, with intervals and corrected tests.

All figures are ratios of sums over games, so that the error of each is, to first order, the mean over bunches of deals
of ``(total − value · weight) / mean weight`` (the linearisation of a ratio estimator: Cochran, "Sampling Techniques",
1977, ch. 6). A comparison of points is a weighted sum of figures, and its error the same sum of their errors, bunch by
bunch: as all points play the same deals, what comes from the deals cancels. Intervals and tests are Student's, with as
many degrees of freedom as the errors have; none is narrower than if a single game had gone otherwise. Shares that are
held against fair have Wilson's interval and test instead, which stay honest where wins are few.

**Many comparisons.** A study makes hundreds of comparisons, of which one in twenty would look like an effect by chance.
The p-values of a study are therefore corrected together by Holm's method (1979, by statsmodels): the chance that a
study without any effect names even one is at most 5 %, however the comparisons depend on each other. They do: they
share the game as it is, and shares of seats and heroes add up. Benjamini and Hochberg's method would find more, but
lets a twentieth of what is named be false, and rests on a positive dependence that shares which add up do not have.
Intervals are not widened: each is a 95 % interval by itself.

**Across strengths.** For each comparison, Hotelling's T² on the errors of the players bunch by bunch tests whether the
effect is the same for all (with two players: a paired t-test of the difference); also corrected by Holm's method, among
themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..intervals import LEVEL, bounded_from_moments
from .figures import Sums, group_of

ALPHA = 1 - LEVEL
FEWEST = 20
"""Bunches in which a figure has to occur to be tested; with fewer, its error is not known well enough."""
LEAST = 0.1
"""Wins, or other events, below which there were none: parts of a win are a fifth and more."""

HOLDS = "holds"
SIZE = "holds, its size differs"
PARTLY = "shown for some, not contradicted by others"
DEPENDS = "depends on the players"
NONE = "no effect that matters"
OPEN = "too few games to tell"
VERDICTS = {
    HOLDS: "shown for players of every strength, in the same direction, and of sizes that may be equal",
    SIZE: "shown for players of every strength, in the same direction, and of different size",
    PARTLY: "shown for some players; the others point the same way, and too few games tell whether they differ",
    DEPENDS: "shown for some players, and others are shown to differ",
    NONE: "for players of every strength the whole interval lies within the difference that matters",
    OPEN: "not shown, and the intervals reach beyond the difference that matters",
}


class Effect(NamedTuple):
    """An estimate and how it may be off.

    Attributes:
        estimate, low, high: with a 95 % interval.
        p: two-sided, not corrected; NaN if there is too little to test.
        errors: (B,) by bunch; their mean is the error of the estimate, to first order.
    """

    estimate: float
    low: float
    high: float
    p: float
    errors: NDArray[np.float64]


@dataclass(frozen=True)
class Row:
    """One effect on one figure among players of one strength.

    Attributes:
        factor: what is varied; empty where the game as it is, or another way to play, is held against fair.
        level: of the factor; of such a row the point.
        figure: see `figures`.
        player: who plays.
        estimate, low, high: the difference, with its 95 % interval.
        p: corrected for all comparisons of the study (Holm); NaN if there was too little to test.
        baseline: what the figure is compared with: its value at the reference level, or 1, the fair share.
        value: the figure itself at this level.
        fair: share of wins that 1 stands for; NaN for figures that are no share of wins.
        games: played at each point.
    """

    factor: str
    level: str
    figure: str
    player: str
    estimate: float
    low: float
    high: float
    p: float
    baseline: float
    value: float
    fair: float
    games: int

    @property
    def shown(self) -> bool:
        """Whether the effect is shown, all comparisons considered."""
        return self.p < ALPHA


@dataclass(frozen=True)
class Across:
    """Whether an effect is there for players of every strength.

    Attributes:
        factor, level, figure: as in `Row`.
        verdict: one of `VERDICTS`.
        p: that the effect is the same for all, corrected (Holm); NaN if there was too little to test.
        margin: the smallest difference that matters.
        needed: deals a point that should tell, where there were too few (see `needed_games`); else 0.
    """

    factor: str
    level: str
    figure: str
    verdict: str
    p: float
    margin: float
    needed: int


@dataclass(frozen=True)
class Value:
    """A figure at a point, with its 95 % interval.

    Attributes:
        point: its label.
        figure, player, fair: as in `Row`.
        value, low, high: the figure.
        games: played.
    """

    point: str
    figure: str
    player: str
    value: float
    low: float
    high: float
    fair: float
    games: int


# ---- one figure -----------------------------------------------------------------------------------------------------
def effect_of(parts: Sequence[tuple[float, Sums]], f: int) -> Effect:
    """A weighted sum of one figure over points.

    Args:
        parts: (weight, sums of the point), all with the same figures and bunches.
        f: which figure.
    """
    errors = sum((weight * sums.errors[:, f] for weight, sums in parts), np.zeros(len(parts[0][1].total)))
    estimate = float(sum(weight * sums.values[f] for weight, sums in parts))
    enough = all(sums.bunches[f] >= min(FEWEST, len(errors)) for _, sums in parts)
    if not np.isfinite(estimate) or len(errors) < 2:
        return Effect(estimate, -np.inf, np.inf, np.nan, errors)
    from scipy.special import stdtr, stdtrit

    one_game, freedom = max(abs(weight) / sums.weights[f] for weight, sums in parts), freedom_of(errors)
    deviation = max(float(errors.std(ddof=1) / np.sqrt(len(errors))), float(one_game))
    half = float(stdtrit(freedom, 0.5 + LEVEL / 2)) * deviation
    p = 2 * float(stdtr(freedom, -abs(estimate) / deviation)) if enough else np.nan
    return Effect(estimate, estimate - half, estimate + half, p, errors)


def freedom_of(errors: NDArray[np.float64]) -> float:
    """Degrees of freedom of the variance of errors: as many as a normal sample would have whose variance is as unsure.

    That is 2 · mean² / variance of the squared errors' mean (Satterthwaite, 1946), at most one less than there are.
    Errors of which few are not 0, as those of a hero who seldom appears, know their own variance badly.

    Args:
        errors: (B,) with mean 0.
    """
    squares = errors**2
    scatter = float(squares.var(ddof=1))
    most = float(len(errors) - 1)
    return most if scatter == 0 else min(most, max(1.0, 2 * len(errors) * float(squares.mean()) ** 2 / scatter))


def share_of(sums: Sums, f: int) -> tuple[Effect, float] | None:
    """A figure that is a share, with an interval that keeps to its bounds (`intervals.bounded_estimate`).

    Args:
        sums: of a point.
        f: which figure.

    Returns:
        The figure, with p of its difference from 1, the fair share (a score test, with as many trials as would scatter
        like the deals do: from few wins, fewer are not surer; where all or none were won, as many as there were games);
        and the greatest value that it can have. None if the figure is no share, or nothing was counted.
    """
    fair, plain = float(sums.fair[f]), effect_of([(1.0, sums)], f)
    if not (np.isfinite(fair) or group_of(sums.names[f]).share) or not np.isfinite(plain.estimate + plain.low):
        return None
    most, count = 1 / fair if np.isfinite(fair) else 1.0, len(plain.errors)
    share, games = min(1.0, plain.estimate / most), max(1, int(sums.weights[f]) // count)
    variance = float(plain.errors.var(ddof=1)) / most**2
    if min(share, 1 - share) * sums.weights[f] < LEAST:  # nothing scatters, so each game is a trial and not each bunch
        share, variance, count, games = float(round(share)), 0.0, min(sums.games, int(sums.weights[f])), 1
    _, low, high = bounded_from_moments(count, share, variance, games)
    p = np.nan
    if np.isfinite(fair) and np.isfinite(plain.p):
        from scipy.special import stdtr

        spread, error = share * (1 - share), max(variance / count, 1 / (games * count) ** 2)
        trials = spread / error if spread > 0 else float(count)
        p = 2 * float(stdtr(count - 1, -abs(share - fair) / np.sqrt(fair * (1 - fair) / trials)))
    return Effect(plain.estimate, low * most, high * most, p, plain.errors), most


def against_fair(sums: Sums, f: int) -> Effect:
    """How far a share of wins is from 1, the fair one."""
    found = share_of(sums, f)
    if found is None:
        return effect_of([(1.0, sums)], f)._replace(p=np.nan)
    estimate, low, high, p, errors = found[0]
    return Effect(estimate - 1, low - 1, high - 1, p, errors)


def value_of(point: str, player: str, sums: Sums, f: int) -> Value:
    """A figure at a point; the interval of a share keeps to its bounds."""
    found = share_of(sums, f)
    effect = effect_of([(1.0, sums)], f) if found is None else found[0]
    ends = effect.estimate, effect.low, effect.high, float(sums.fair[f])
    return Value(point, sums.names[f], player, *ends, sums.games)


# ---- all of a study -------------------------------------------------------------------------------------------------
class Asked(NamedTuple):
    """A question to one figure: a weighted sum over points, or one point against fair.

    Attributes:
        factor, level: as in `Row`.
        figure: which.
        weights: by number of the point.
        baseline: weights of what it is compared with; None for fair, which is 1.
    """

    factor: str
    level: str
    figure: str
    weights: Mapping[int, float]
    baseline: Mapping[int, float] | None = None


def answer_all(
    asked: Sequence[Asked],
    measured: Mapping[str, Mapping[int, Sums]],
    margin: Any,
) -> tuple[list[Row], list[Across]]:
    """Effects of all comparisons for all players, corrected together, and whether they hold across the players.

    Args:
        asked: the comparisons.
        measured: sums by player and point, all with the figures asked for.
        margin: (figure, value) → the smallest difference that matters.
    """
    by_question = [[_effect(question, points) for points in measured.values()] for question in asked]
    rows = [
        _row(question, player, effect, measured[player])
        for question, effects in zip(asked, by_question, strict=True)
        for player, effect in zip(measured, effects, strict=True)
    ]
    corrected = holm([effect.p for effects in by_question for effect in effects])
    rows = [_with_p(row, p) for row, p in zip(rows, corrected, strict=True)]
    same = holm([interaction(effects) for effects in by_question])
    across, players, tests = [], len(measured), sum(np.isfinite(p) for p in corrected)
    for number, (question, p) in enumerate(zip(asked, same, strict=True)):
        own = rows[players * number : players * (number + 1)]
        matters = margin(question.figure, own[-1].baseline)
        verdict = verdict_of(own, p, matters)
        needed = needed_games(own, matters, tests) if verdict == OPEN else 0
        across.append(Across(question.factor, question.level, question.figure, verdict, p, matters, needed))
    return rows, across


def _effect(question: Asked, points: Mapping[int, Sums]) -> Effect:
    parts = [(weight, points[number]) for number, weight in question.weights.items()]
    f = parts[0][1].names.index(question.figure)
    return against_fair(parts[0][1], f) if question.baseline is None else effect_of(parts, f)


def _row(question: Asked, player: str, effect: Effect, points: Mapping[int, Sums]) -> Row:
    used = [points[number] for number in question.weights]
    f, baseline = used[0].names.index(question.figure), 1.0
    if question.baseline is not None:
        baseline = float(sum(weight * points[number].values[f] for number, weight in question.baseline.items()))
    fair, games = float(used[-1].fair[f]), min(sums.games for sums in used)
    ends = effect.estimate, effect.low, effect.high, effect.p, baseline, baseline + effect.estimate, fair, games
    return Row(question.factor, question.level, question.figure, player, *ends)


def _with_p(row: Row, p: float) -> Row:
    return Row(**{**vars(row), "p": p})


def holm(p_values: Sequence[float]) -> list[float]:
    """p-values corrected by Holm's method; NaN stays, and does not count."""
    p = np.asarray(p_values, np.float64)
    tested = np.isfinite(p)
    if tested.any():
        from statsmodels.stats.multitest import multipletests

        p[tested] = multipletests(p[tested], ALPHA, method="holm")[1]
    return p.tolist()


def interaction(effects: Sequence[Effect]) -> float:
    """The p-value of Hotelling's test that an effect is the same for all players; NaN if there is too little to test.

    Players that played the same deals are compared bunch by bunch, others as independent.
    """
    if len(effects) < 2 or not all(np.isfinite(effect.p) for effect in effects):
        return float("nan")
    from scipy.special import fdtrc

    sizes = [len(effect.errors) for effect in effects]
    if len(set(sizes)) == 1:
        covariance = np.cov(np.stack([effect.errors for effect in effects])) / sizes[0]
    else:
        covariance = np.diag([float(effect.errors.var(ddof=1)) / len(effect.errors) for effect in effects])
    difference = np.eye(len(effects))[1:] - np.eye(len(effects))[0]  # each against the first
    gap = difference @ np.array([effect.estimate for effect in effects])
    spread = difference @ covariance @ difference.T
    if not gap.any():
        return 1.0
    if np.linalg.matrix_rank(spread) < len(gap):
        return float("nan")
    squared, freedom, q = float(gap @ np.linalg.solve(spread, gap)), min(sizes) - 1, len(gap)
    if freedom < q:
        return float("nan")
    return float(fdtrc(q, freedom - q + 1, squared * (freedom - q + 1) / (freedom * q)))


def verdict_of(rows: Sequence[Row], p: float, margin: float) -> str:
    """Whether an effect holds, see `VERDICTS`.

    Args:
        rows: of the players.
        p: of the interaction, corrected.
        margin: the smallest difference that matters.
    """
    shown = [row for row in rows if row.shown]
    differs, signs = p < ALPHA, {np.sign(row.estimate) for row in rows}
    if shown and len({np.sign(row.estimate) for row in shown}) > 1:
        return DEPENDS
    if shown and len(shown) == len(rows):
        return SIZE if differs else HOLDS
    if shown:
        return DEPENDS if differs else PARTLY if len(signs - {0.0}) == 1 else OPEN
    return NONE if all(-margin <= row.low and row.high <= margin for row in rows) else OPEN


def needed_games(rows: Sequence[Row], margin: float, tests: int) -> int:
    """Deals a point that tell whether there is an effect that matters, judged by how much deals differed; rounded up.

    They are so many that the widest interval, corrected for all tests (Bonferroni), reaches no further than half the
    margin to either side: it then either leaves 0 out or lies within the margin.

    Args:
        rows: of the players.
        margin: the smallest difference that matters.
        tests: of the study.
    """
    from scipy.special import ndtri

    half = max((row.high - row.low) / 2 for row in rows)
    if not np.isfinite(half) or margin <= 0:
        return 0
    wider = ndtri(ALPHA / 2 / max(1, tests)) / ndtri(ALPHA / 2)
    games = max(row.games for row in rows) * (2 * half * wider / margin) ** 2
    digits = 10 ** max(0, int(np.floor(np.log10(max(games, 1)))) - 1)
    return int(np.ceil(games / digits) * digits)
