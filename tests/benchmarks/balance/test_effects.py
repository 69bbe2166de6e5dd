"""Effects against known truth: simulated games in which it is known what changes what."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from shugyo.benchmarks.balance.effects import (
    DEPENDS,
    HOLDS,
    NONE,
    OPEN,
    PARTLY,
    SIZE,
    Asked,
    Row,
    against_fair,
    answer_all,
    effect_of,
    holm,
    interaction,
    needed_games,
    value_of,
    verdict_of,
)
from shugyo.benchmarks.balance.figures import Sums, Tally, bunch_starts, summed, win_tallies

SEATS, HEROES = 4, 12
FIGURES = [f"hero: {h}" for h in range(HEROES)] + [f"seat: {s + 1}" for s in range(SEATS)]


def games_of(
    deals: np.random.Generator, chance: np.random.Generator, games: int, strength: Any, points: int, repeat: float
) -> list[Sums]:
    """Sums of the points of a study: each seat wins in proportion to the strength of its hero.

    Args:
        deals: who begins with which hero: the same at all points.
        chance: who wins.
        games: a point.
        strength: (points, HEROES).
        points: how many.
        repeat: how often a game goes at a point as it went at point 0, which is what pairing gains from.
    """
    hero = np.argsort(deals.random((games, HEROES)), axis=1)[:, :SEATS]
    luck = deals.random(games)
    found = []
    for point in range(points):
        again = deals.random(games) < repeat
        draw = np.where(again, luck, chance.random(games))
        weights = np.asarray(strength)[point][hero]
        winner = (draw[:, None] > np.cumsum(weights / weights.sum(axis=1, keepdims=True), axis=1)).sum(axis=1)
        share = (winner[:, None] == np.arange(SEATS)).astype(float)
        tallies = win_tallies("hero", {str(h): hero == h for h in range(HEROES)}, share, 1 / SEATS)
        seats = {str(s + 1): np.tile(np.arange(SEATS) == s, (games, 1)) for s in range(SEATS)}
        found.append(summed(tallies | win_tallies("seat", seats, share, 1 / SEATS), np.full(games, 7)))
    return found


def study(seed: int, strengths: list[Any], games: int = 400, points: int = 3, repeat: float = 0.5) -> tuple:
    """Rows and verdicts of a simulated study, one array of strengths for each of its players."""
    measured = {}
    for player, strength in enumerate(strengths):
        deals, chance = np.random.default_rng([seed, 0]), np.random.default_rng([seed, 1 + player])
        sums = games_of(deals, chance, games, strength, points, repeat)
        measured[f"player {player}"] = dict(enumerate(sums))
    asked = [Asked("", "as it is", figure, {0: 1.0}) for figure in FIGURES]
    asked += [
        Asked("a number", str(point), figure, {0: -1.0, point: 1.0}, {0: 1.0})
        for point in range(1, points)
        for figure in FIGURES
    ]
    return answer_all(asked, measured, lambda figure, value: 0.15)


EQUAL = np.ones((3, HEROES))


@pytest.fixture(autouse=True)
def no_collection(monkeypatch: pytest.MonkeyPatch):
    """Statsmodels collects garbage at each correction, which takes longer than a simulated study."""
    monkeypatch.setattr("gc.collect", lambda: 0)


# ------------------------------------------------------------------------------------------------- no effect
def test_a_symmetric_set_gives_false_alarms_at_no_more_than_the_nominal_rate():
    alarms = sum(any(row.shown for row in study(seed, [EQUAL, EQUAL], games=300)[0]) for seed in range(200))
    assert alarms <= 19  # 5 % are 10, and Holm's method stays below; more than 19 would come once in two hundred times
    assert alarms >= 1  # and the correction does not make the tests blind


def test_intervals_hold_the_truth_at_about_the_nominal_rate():
    inside = [row.low <= 0 <= row.high for seed in range(60) for row in study(seed, [EQUAL])[0]]
    assert 0.935 <= np.mean(inside) <= 0.965


def test_without_a_correction_a_study_would_raise_false_alarms():
    found = 0
    for seed in range(20):
        measured = {"p": dict(enumerate(games_of(*map(np.random.default_rng, (seed, seed + 99)), 400, EQUAL, 3, 0.5)))}
        asked = [Asked("", "", figure, {0: 1.0}) for figure in FIGURES]
        effects = [against_fair(measured["p"][0], f) for f in range(len(asked))]
        found += any(effect.p < 0.05 for effect in effects)
    assert found > 5


def test_the_disagreement_of_players_is_tested_at_the_nominal_rate():
    wrong = Counter()
    for seed in range(400):
        for count in (2, 3):
            deals = [np.random.default_rng([seed, 0]) for _ in range(count)]
            sums = [games_of(d, np.random.default_rng([seed, p]), 300, EQUAL, 1, 0.5)[0] for p, d in enumerate(deals)]
            wrong[count] += interaction([effect_of([(1.0, one)], 0) for one in sums]) < 0.05
    assert all(8 <= wrong[count] <= 34 for count in (2, 3)), wrong  # 5 % are 20


# ------------------------------------------------------------------------------------------------- a planted effect
def test_a_planted_hero_is_found_and_nothing_else():
    planted = EQUAL.copy()
    planted[:, 4] = 1.7
    others = 0
    for seed in range(20):
        rows, across = study(seed, [planted, planted], games=2000)
        verdicts = {(one.factor, one.figure): one.verdict for one in across}
        assert verdicts["", "hero: 4"] == HOLDS
        changes = [row for row in rows if row.factor]
        others += any(row.shown for row in changes)
        row = next(row for row in rows if row.figure == "hero: 4" and not row.factor)
        assert row.estimate == pytest.approx(0.447, abs=0.2)
        assert (row.baseline, row.fair, row.value) == (1.0, 0.25, pytest.approx(1 + row.estimate))
    assert others <= 4


def test_a_planted_change_is_found_at_its_level_only():
    changed = EQUAL.copy()
    changed[2, 7] = 1.8
    rows, across = study(1, [changed, changed], games=2000)
    verdicts = {(one.level, one.figure): one.verdict for one in across if one.factor}
    assert verdicts["2", "hero: 7"] == HOLDS
    assert verdicts["1", "hero: 7"] in (NONE, OPEN)
    assert not any(row.shown for row in rows if row.level == "1")


def test_the_same_deals_make_intervals_narrower():
    def width(repeat: float) -> float:
        rows, _ = study(3, [EQUAL], games=2000, repeat=repeat)
        return float(np.mean([row.high - row.low for row in rows if row.factor]))

    assert width(0.9) < 0.6 * width(0.0)


@pytest.mark.parametrize(
    ("first", "second", "verdicts"),
    [
        (2.5, 2.5, {HOLDS}),
        (1.5, 4.0, {SIZE}),
        (1.0, 3.0, {DEPENDS}),
        (0.3, 3.0, {DEPENDS}),
        (1.0, 1.0, {NONE}),
    ],
)
def test_whether_an_effect_holds_for_players_of_every_strength(first: float, second: float, verdicts: set[str]):
    strengths = [EQUAL.copy(), EQUAL.copy()]
    strengths[0][:, 2], strengths[1][:, 2] = first, second
    _, across = study(5, strengths, games=6000)
    found = next(one for one in across if one.figure == "hero: 2" and not one.factor)
    assert found.verdict in verdicts


# ------------------------------------------------------------------------------------------------- by hand
def row(estimate: float, half: float, p: float) -> Row:
    ends = estimate, estimate - half, estimate + half, p
    return Row("f", "1", "seat: 1", "p", *ends, 1.0, 1 + estimate, 0.5, 100)


@pytest.mark.parametrize(
    ("rows", "p", "verdict"),
    [
        ([row(0.2, 0.1, 0.01), row(0.3, 0.1, 0.01)], 0.5, HOLDS),
        ([row(0.2, 0.1, 0.01), row(0.6, 0.1, 0.01)], 0.01, SIZE),
        ([row(0.2, 0.1, 0.01), row(-0.2, 0.1, 0.01)], 0.01, DEPENDS),
        ([row(0.3, 0.1, 0.01), row(0.0, 0.05, 0.9)], 0.01, DEPENDS),
        ([row(0.2, 0.1, 0.01), row(0.1, 0.15, 0.4)], 0.5, PARTLY),
        ([row(0.2, 0.1, 0.01), row(-0.1, 0.15, 0.4)], 0.5, OPEN),
        ([row(0.02, 0.05, 0.4), row(-0.02, 0.05, 0.4)], 0.5, NONE),
        ([row(0.02, 0.05, 0.4), row(0.08, 0.05, 0.2)], 0.5, OPEN),
        ([row(0.02, 0.05, 0.4), row(0.0, np.inf, np.nan)], np.nan, OPEN),
    ],
)
def test_verdicts_by_hand(rows: list[Row], p: float, verdict: str):
    assert verdict_of(rows, p, 0.1) == verdict


def test_holm_by_hand():
    assert holm([0.01, np.nan, 0.03, 0.02]) == pytest.approx([0.03, np.nan, 0.04, 0.04], nan_ok=True)
    assert np.isnan(holm([np.nan])).all()


def sums_of(total: list[float], weight: list[float], name: str = "rounds", fair: float = np.nan) -> Sums:
    tally = Tally(np.array(total, float), np.array(weight, float), fair)
    return summed({name: tally}, np.full(len(total), 3))


def test_a_difference_by_hand():
    before, after = sums_of([1, 2, 3, 4], [1, 1, 1, 1]), sums_of([2, 2, 4, 6], [1, 1, 1, 1])
    effect = effect_of([(-1.0, before), (1.0, after)], 0)
    assert effect.estimate == 1.0
    from scipy import stats

    by_scipy = stats.ttest_rel([2, 2, 4, 6], [1, 2, 3, 4])
    assert effect.p == pytest.approx(by_scipy.pvalue)
    assert (effect.low, effect.high) == pytest.approx(tuple(by_scipy.confidence_interval()))


def test_what_never_changes_leaves_room_for_one_game():
    alike = sums_of([1.0] * 50, [1.0] * 50)
    effect = effect_of([(-1.0, alike), (1.0, alike)], 0)
    assert effect.estimate == 0
    assert effect.p == 1
    assert 0 < effect.high < 2.1 / 50


def test_what_hardly_occurs_is_not_tested():
    rare = sums_of([1.0, *[0.0] * 49], [1.0, *[0.0] * 49])
    assert np.isnan(effect_of([(1.0, rare)], 0).p)
    never = effect_of([(1.0, sums_of([0.0] * 50, [0.0] * 50))], 0)
    assert np.isnan(never.estimate) and np.isnan(never.p)


def test_shares_keep_to_their_bounds():
    always = value_of("as it is", "p", sums_of([2.0] * 50, [1.0] * 50, "seat: 1", 0.5), 0)
    assert (always.value, always.high) == (2.0, 2.0)
    assert 1.8 < always.low < 2.0
    never = value_of("as it is", "p", sums_of([0.0] * 50, [1.0] * 50, "draws"), 0)
    assert (never.value, never.low) == (0.0, 0.0)
    assert 0 < never.high < 0.1


def test_where_nothing_ever_happens_each_game_counts():
    # Twenty games a bunch. Rule of three: none of n leaves room for 3/n on one side, and for 3.84/n on both.
    def drawn(draws: int) -> Any:
        games = np.zeros(4000)
        games[:draws] = 1
        sums = summed({"draws": Tally(games, np.ones(4000))}, np.full(4000, 7))
        return value_of("as it is", "p", sums, 0)

    assert drawn(0).high == pytest.approx(3.84 / 4000, rel=0.01)
    assert drawn(0).high < drawn(1).high < drawn(3).high
    assert drawn(4000).low == pytest.approx(1 - 3.84 / 4000, rel=0.01)
    thrice = summed({"bought: x": Tally(np.zeros(400), np.full(400, 3.0))}, np.full(400, 7))
    assert value_of("as it is", "p", thrice, 0).high == pytest.approx(3.84 / 400, rel=0.02)  # three seats are one game
    seldom = summed({"seat: 1": Tally(np.zeros(400), np.arange(400) < 8, 0.5)}, np.full(400, 7))
    assert value_of("as it is", "p", seldom, 0).high > 2 * 3 / 10  # eight games, however many were without it


def test_as_many_games_as_are_said_to_be_needed_tell():
    told = 0
    for seed in range(10):
        _, across = study(seed, [EQUAL], games=400)
        unsure = [one for one in across if one.verdict == OPEN]
        assert all(one.needed > 400 for one in unsure)
        games = max(one.needed for one in unsure)
        _, across = study(seed + 100, [EQUAL], games=games, points=1)
        told += all(one.verdict != OPEN for one in across if not one.factor)
    assert told >= 8
    assert needed_games([row(0.0, 0.1, 0.5)], 0.2, 1) == 100
    assert needed_games([row(0.0, 0.2, 0.5)], 0.1, 1) == 1600


def test_bunches_are_as_even_as_can_be():
    assert bunch_starts(7).tolist() == list(range(7))
    sizes = np.diff([*bunch_starts(1234), 1234])
    assert set(sizes.tolist()) == {6, 7}
