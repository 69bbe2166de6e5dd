from __future__ import annotations

import re
from xml.etree import ElementTree

import matplotlib
import pytest

from shugyo.benchmarks.pages.canvas import (
    INKS,
    NARROW,
    SHAPES,
    WIDE,
    Canvas,
    drawn,
    plain,
    settled,
    shortened,
    text_width,
)

HOSTILE = '<b>$x_1$ --> & "q" \' </svg> 将軍 \N{ROCKET}'


def sketch(width: float = 100) -> Canvas:
    canvas = Canvas(width, 60)
    canvas.text(10, 20, HOSTILE, "muted", bold=True, anchor="end")
    canvas.line([0, 50], [20, 20], dashed=True)
    canvas.box(1.25, 2, 3, 4, "better", 0.45)
    for number, shape in enumerate(SHAPES):
        canvas.mark(20 * number, 40, shape, "worse", filled=number % 2 == 0)
    return canvas


def draw(width: float = 100, title: str = "t", description: str = "d") -> str:
    with settled():
        return sketch(width).svg(title, description)


def test_is_plain_svg_in_the_colours_of_the_page():
    text = draw(100, "a title <", "a description &")
    root = ElementTree.fromstring(text)
    assert {element.tag for element in root.iter()} == {"svg", "title", "desc", "path", "text"}
    assert root.findtext("title") == "a title <"
    assert root.findtext("desc") == "a description &"
    assert root.attrib["role"] == "img"
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert root.attrib["aria-labelledby"].split() == ids
    assert not re.search(r"#\d{6}|font-family|http|clip", text)
    assert set(re.findall(r"var\(--(\w+)\)", text)) <= set(INKS)


def test_writes_text_as_it_is():
    root = ElementTree.fromstring(draw())
    written = root.find("text")
    assert written is not None
    assert written.text == HOSTILE
    assert "text-anchor:end" in written.attrib["style"]
    assert "var(--muted)" in written.attrib["style"]


def test_is_drawn_where_it_belongs():
    root = ElementTree.fromstring(draw())
    (box,) = [one.attrib["d"] for one in root.iter("path") if "opacity:0.45" in one.attrib["style"]]
    corners = {(float(x), float(y)) for x, y in re.findall(r"([\d.]+) ([\d.]+)", box)}
    assert corners == {(1.2, 2), (4.2, 2), (4.2, 6), (1.2, 6)}
    assert (root.attrib["width"], root.attrib["height"], root.attrib["viewBox"]) == ("100", "60", "0 0 100 60")


def test_the_same_calls_give_the_same_bytes_whatever_the_user_prefers():
    first = drawn(sketch, "t", "d")
    with matplotlib.rc_context({"font.size": 40, "svg.fonttype": "path", "text.usetex": True, "savefig.dpi": 7}):
        assert hash(drawn(sketch, "t", "d")) == hash(first)
        assert matplotlib.rcParams["font.size"] == 40


def test_two_figures_share_no_id():
    drawing = drawn(sketch, "t", "d")
    wide, narrow = (re.findall(r'id="(\w+)"', text) for text in drawing)
    assert len({*wide, *narrow}) == 4
    assert (f'width="{WIDE}"' in drawing.wide, f'width="{NARROW}"' in drawing.narrow) == (True, True)
    other = re.findall(r'id="(\w+)"', draw(101))
    assert not {*wide, *narrow} & set(other)


def test_control_characters_are_shown_as_unknown():
    assert plain("a\x00b\x1b\ud800\u202ec d") == "a\ufffdb\ufffd\ufffd\ufffdc d"
    with settled():
        canvas = Canvas(10, 10)
        canvas.text(0, 0, "a\x00\ud800")
        root = ElementTree.fromstring(canvas.svg("\x01", ""))
    assert (root.findtext("title"), root.findtext("text")) == ("\ufffd", "a\ufffd\ufffd")


@pytest.mark.parametrize("width", [60, 100, 1000])
def test_names_are_cut_to_fit_and_stay_apart(width: float):
    names = ["x", "ppo:/a/long/path/one/model", "ppo:/a/long/path/two/model", "x", "ppo:/a/long/path/2wo/model"]
    short = shortened(names, width)
    assert len(set(short)) == 4
    assert short[0] == short[3] == "x"
    assert all(text_width(one) <= width for one in short)
    assert (short == names) == (width == 1000)


def test_a_notebook_shows_it_in_the_colours_of_the_page():
    shown = drawn(lambda width: Canvas(width, 10), "title", "description")._repr_html_()
    assert "--better:#2c55a0;" in shown and "--surface:#fdfdfb;" in shown and shown.count("<svg") == 1
