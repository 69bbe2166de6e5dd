from __future__ import annotations

import math

import pytest
from markupsafe import Markup

from shugyo.benchmarks.pages.words import (
    POINTS,
    RATING,
    SHARE,
    Cell,
    chance,
    code,
    count,
    duration,
    estimate_cell,
    listed,
    unit_of,
)  # fmt: skip


def test_numbers_carry_their_units():
    assert SHARE.estimate(0.7134, 0.672, 0.754) == "71.3% [67.2, 75.4]"
    assert RATING.estimate(142.4, -3.2, 1180) == "+142 [−3, +1,180]"
    assert POINTS.text(-0.0001) == "0.0"
    assert SHARE.text(0.25, 0) == "25%"
    assert SHARE.estimate(math.nan, 0, 1) == "–"
    assert estimate_cell(SHARE, 0.5, -math.inf, math.inf) == Cell("50.0%", "[unknown]")
    assert RATING.interval(-math.inf, 120) == "[−∞, +120]"
    assert estimate_cell(SHARE, math.nan, 0, 1) == Cell("–")


@pytest.mark.parametrize(
    ("values", "text"),
    [([1234.5, 3], "1,234"), ([14.23], "14.2"), ([1.178, -0.3], "1.18"), ([0.012], "0.012"), ([], "–")],
)
def test_units_have_the_digits_that_their_numbers_need(values: list[float], text: str):
    unit = unit_of("rounds", [*values, math.nan])
    assert unit.text(values[0] if values else math.nan) == text


def test_parts_are_written_as_percent_and_their_changes_as_points():
    assert unit_of("of games", [0.02], share=True).text(0.02) == "2.0%"
    assert unit_of("of games", [0.02], share=True, signed=True).text(0.02) == "+2.0"


def test_names_are_marked_and_escaped():
    assert code("<a>") == Markup("<code>&lt;a&gt;</code>")
    assert code("x" * 40).startswith('<code class="long">')
    assert listed(["<", code("b"), "c"], "or") == Markup("&lt;, <code>b</code> or c")
    assert listed(["a"]) == "a"


def test_small_words():
    assert (count(1, "game"), count(2000, "game"), count(2, "match", "matches")) == (
        "1 game",
        "2,000 games",
        "2 matches",
    )
    assert (chance(0.0002), chance(0.0421), chance(math.nan)) == ("<0.001", "0.042", "–")
    assert (duration(42), duration(210), duration(7560)) == ("42 s", "3.5 min", "2.1 h")
