from __future__ import annotations

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from shugyo.benchmarks.intervals import Estimate
from shugyo.benchmarks.pages import figures
from shugyo.benchmarks.pages.canvas import NARROW, WIDE, text_width
from shugyo.benchmarks.pages.figures import Dots, Row
from shugyo.benchmarks.pages.words import SHARE, Unit

PLAIN = Unit("points")
LONG = [f"ppo:/somewhere/far/away/in/a/folder/number/{number}.safetensors" for number in range(3)]


def texts(svg: str) -> list[str]:
    return [one.text or "" for one in ElementTree.fromstring(svg).iter("text")]


def points(path: str) -> np.ndarray:
    return np.array(re.findall(r"(-?[\d.]+) (-?[\d.]+)", path), float)


def circles(svg: str) -> list[tuple[float, float, bool]]:
    """Centre, and whether it is filled."""
    found = []
    for one in ElementTree.fromstring(svg).iter("path"):
        if " C " in one.attrib["d"]:
            corner = points(one.attrib["d"])
            x, y = (corner.min(axis=0) + corner.max(axis=0)) / 2
            found.append((x, y, "fill:var(--surface)" not in one.attrib["style"]))
    return found


def intervals(svg: str) -> list[tuple[float, float]]:
    lines = [one for one in ElementTree.fromstring(svg).iter("path") if "stroke-width:2" in one.attrib["style"]]
    return [tuple(points(one.attrib["d"])[:, 0]) for one in lines]


def test_ratings_stand_in_order_and_to_scale():
    rating, half = np.array([-100.0, 200, 15]), np.array([10.0, 40, 30])
    svg = figures.ratings(["a", "b", "c"], rating, rating - half, rating + half).wide
    assert [text for text in texts(svg) if text in ("a", "b", "c")] == ["b", "c", "a"]
    found = circles(svg)
    assert [filled for *_, filled in found] == [True, False, True]  # c cannot be told from the mean
    x = np.array([one for one, *_ in found])
    scale = (x[0] - x[2]) / 300
    assert x[1] == pytest.approx(x[2] + 115 * scale, abs=0.2)
    for (low, high), middle, width in zip(intervals(svg), x, (40, 30, 10), strict=True):
        assert (middle - low, high - middle) == pytest.approx((width * scale, width * scale), abs=0.2)
    assert {"+200", "[+160, +240]", "mean of the field"} <= set(texts(svg))


def test_what_nothing_is_known_of_reaches_the_edge_and_says_so():
    svg = figures.ratings(["a", "b"], [10, -10], [-np.inf, -20], [np.inf, 0]).wide
    (low, high), (other, _) = intervals(svg)
    assert low < other
    assert high > circles(svg)[0][0]
    assert "[unknown]" in texts(svg)


def test_shares_are_told_from_what_is_fair_for_them():
    rows = [("seat 1", Estimate(0.30, 0.27, 0.33)), ("seat 2", Estimate(0.24, 0.20, 0.28))]
    drawing = figures.shares([("4 seats", rows, 0.25), ("2 seats", [("seat 1", Estimate(0.3, 0.25, 0.35))], 0.5)], "t")
    found = circles(drawing.wide)
    assert [filled for *_, filled in found] == [True, False, True]
    assert found[2][0] < found[1][0] < found[0][0]  # −20, −1 and +5 points
    assert {"4 seats, fair 25%", "30.0%", "[27.0, 33.0]", "fair"} <= set(texts(drawing.wide))
    assert "2 seats, seat 1: 30.0% [25.0, 35.0], fair is 50%" in drawing.narrow


def test_series_differ_in_shape_as_well_as_in_colour():
    names = ["a", "b", "c", "d"]
    plot = Dots([Row("x", [Estimate(1, 0, 2)] * 4, [True] * 4)], PLAIN, 0, "none", names)
    svg = figures.dots(plot, "t", "d").wide
    marks = [one for one in ElementTree.fromstring(svg).iter("path") if "stroke-width:1.5" in one.attrib["style"]]
    looks = {(one.attrib["d"].count(" "), one.attrib["style"]) for one in marks}
    assert len(marks) == 8  # with those of the legend
    assert len({style for _, style in looks}) == 4
    assert len(looks) == 4
    assert set(names) <= set(texts(svg))
    with pytest.raises(ValueError, match="at most 4 series apart, not 5"):
        figures.dots(Dots([], PLAIN, 0, "none", [*names, "e"]), "t", "d")


def test_a_matrix_tells_in_numbers_what_it_colours():
    share = np.array([[np.nan, 0.7, 0.52], [0.3, np.nan, np.nan], [0.48, np.nan, np.nan]])
    svg = figures.matrix(["a", "b", "c"], share, share - 0.05, share + 0.05, 0.5, "t").wide
    root = ElementTree.fromstring(svg)
    bold = {one.text for one in root.iter("text") if "font-weight" in one.attrib["style"]}
    assert bold == {"70", "30"}
    assert {"52", "48", "65–75", "43–53"} <= set(texts(svg))
    assert (texts(svg).count("–"), texts(svg).count("·")) == (2, 3)
    depth = {}
    for one in root.iter("path"):
        ink = re.search(r"fill:var\(--(better|worse)\);opacity:([\d.]+)", one.attrib["style"])
        assert ink
        depth.setdefault(ink[1], []).append(float(ink[2]))
    assert depth == {"better": [0.224, 0.058], "worse": [0.224, 0.058]}
    assert "a against b 70.0% [65.0, 75.0]" in root.findtext("desc", "")


def test_a_matrix_of_many_has_no_intervals_and_scrolls_on_a_telephone():
    many = 20
    share = np.full((many, many), 0.625)
    drawing = figures.matrix([f"player {n}" for n in range(many)], share, share - 0.1, share + 0.1, 0.5, "t")
    assert not any("–" in text for text in texts(drawing.wide))
    assert texts(drawing.wide).count("62") == many * (many - 1)
    assert float(ElementTree.fromstring(drawing.wide).attrib["width"]) <= WIDE
    assert float(ElementTree.fromstring(drawing.narrow).attrib["width"]) > NARROW


def test_a_histogram_is_as_high_as_it_counts():
    svg = figures.histograms([("two", [3, 3, 3, 3, 5]), ("four", [4, 4])], "decisions").wide
    bars = [
        points(one.attrib["d"]) for one in ElementTree.fromstring(svg).iter("path") if "opacity" in one.attrib["style"]
    ]
    boxes = [(bar[:, 0].min(), np.ptp(bar[:, 1])) for bar in bars]
    assert [height for _, height in boxes] == pytest.approx([56, 14, 56], abs=0.1)
    assert boxes[0][0] < boxes[2][0] < boxes[1][0]
    assert {"two", "four", "median 3", "median 4", "decisions"} <= set(texts(svg))


def test_numbers_far_apart_share_bins():
    svg = figures.histograms([("x", np.r_[np.zeros(5), 1e5])], "decisions").narrow
    assert svg.count("opacity") == 2


@pytest.mark.parametrize("width", ["wide", "narrow"])
def test_nothing_leaves_the_sheet(width: str):
    values = np.array([1234.0, 0, -1234])
    share = np.full((3, 3), 0.55)
    estimate = Estimate(0.5, 0.1, 0.9)
    drawings = [
        figures.ratings(LONG, values, values - 99, values + 99),
        figures.matrix(LONG, share, share - 0.1, share + 0.1, 0.5, "t"),
        figures.histograms([(name, [1, 2]) for name in LONG], "decisions in a game"),
        figures.shares([(LONG[0], [(name, estimate) for name in LONG], 0.5)], "t"),
        figures.dots(
            Dots([Row(LONG[0]), Row(LONG[1], [estimate] * 3, [True] * 3)], SHARE, 0.1, "meaning", LONG), "t", "d"
        ),
    ]
    for drawing in drawings:
        root = ElementTree.fromstring(getattr(drawing, width))
        for one in root.iter("text"):
            style = one.attrib["style"]
            size = float(re.findall(r"font-size:([\d.]+)px", style)[0])
            wide = text_width(one.text or "", size, "font-weight" in style)
            start = {"start": 0, "middle": 0.5, "end": 1}[re.findall(r"text-anchor:(\w+)", style)[0]]
            left = float(one.attrib["x"]) - start * wide
            assert left > -1, one.text
            assert left + wide < float(root.attrib["width"]) + 1, one.text


def test_one_value_on_the_reference_can_be_drawn():
    plot = Dots([Row("x", [Estimate(0.5, 0.5, 0.5)], [False])], SHARE, 0.5, "fair")
    ((x, _, filled),) = circles(figures.dots(plot, "t", "d").wide)
    assert np.isfinite(x)
    assert not filled
