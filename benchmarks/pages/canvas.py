"""A sheet to draw on, in pixels, that becomes inline SVG whose colours and fonts are those of the page.

Matplotlib draws. Its colours stand for names here (`INKS`), which the page gives a value for light, for dark and for
print; text stays text. Nothing has an id that could clash with another figure, and the same calls give the same bytes.
"""

from __future__ import annotations

import hashlib
import io
import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from importlib.resources import files
from typing import Any, Literal, NamedTuple
from xml.etree import ElementTree

import matplotlib
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.patches import Circle, Patch, Polygon, Rectangle
from matplotlib.text import Text
from matplotlib.textpath import text_to_path

WIDE, NARROW = 720, 340
"""Widths in pixels for a desk and for a telephone."""
SIZE = 13.0
"""Of text, in pixels."""
INKS = {name: f"#00000{n}" for n, name in enumerate(("ink", "muted", "line", "better", "worse", "surface"), start=1)}
"""Names of colours, each a variable of the page, and what stands for them while matplotlib draws."""
SHAPES = ("circle", "square", "triangle", "diamond")
SETTINGS: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "shugyo",
    "text.parse_math": False,
    "text.usetex": False,
}
LACKING = r"Glyph \d+ .* missing from font|Matplotlib currently does not support"
"""How warnings of letters begin that the measuring font does not have."""
EMPTY = dict.fromkeys(("Date", "Creator", "Format", "Type"))
ANCHORS: dict[str, Literal["left", "center", "right"]] = {"start": "left", "middle": "center", "end": "right"}
NUMBER = re.compile(r"-?\d+\.\d+")
SPACE = "{http://www.w3.org/2000/svg}"


class Drawing(NamedTuple):
    """One figure in two widths, of which the page shows the one that fits.

    Attributes:
        wide: an SVG element, about `WIDE` pixels.
        narrow: the same for `NARROW` pixels.
    """

    wide: str
    narrow: str

    def _repr_html_(self) -> str:
        """How a notebook shows it: in the page's colours by day."""
        sheet = files(__name__.rpartition(".")[0]).joinpath("page.css").read_text("utf-8")
        colours = "".join(f"--{ink}:{re.findall(rf'--{ink}: (#[0-9a-f]+);', sheet)[0]};" for ink in INKS)
        style = f"{colours}background:var(--surface);max-width:{WIDE}px;font-family:sans-serif"
        return f'<div style="{style}">{self.wide}</div>'


def drawn(draw: Callable[[int], Canvas], title: str, description: str) -> Drawing:
    """A figure in both widths.

    Args:
        draw: gets the width in pixels.
        title: what is shown.
        description: what one sees there, for who cannot.
    """
    with settled():
        return Drawing(*(draw(width).svg(title, description) for width in (WIDE, NARROW)))


class Canvas:
    """A sheet; x goes right and y down from the upper left corner. Draw on it while matplotlib is `settled`.

    Args:
        width, height: in pixels.
    """

    def __init__(self, width: float, height: float):
        self.width, self.height = width, height
        self._figure = Figure(figsize=(width / 72, height / 72), dpi=72, frameon=False)
        self._axes = self._figure.add_axes((0, 0, 1, 1), frameon=False)
        self._axes.set(xlim=(0, width), ylim=(height, 0))
        self._axes.axis("off")

    def text(
        self, x: float, y: float, text: str, ink: str = "ink", size: float = SIZE, anchor: str = "start",
        bold: bool = False,
    ) -> None:  # fmt: skip
        """Writes a line whose *middle* is at height y; ``anchor`` tells which part of it is at x."""
        self._axes.add_artist(
            Text(
                x, y + 0.35 * size, plain(text), color=INKS[ink], fontsize=size, horizontalalignment=ANCHORS[anchor],
                verticalalignment="baseline", fontweight=700 if bold else 400, parse_math=False, zorder=4,
            )
        )  # fmt: skip

    def line(
        self, x: Sequence[float], y: Sequence[float], ink: str = "line", width: float = 1, dashed: bool = False
    ) -> None:
        """Joins points."""
        style = (0, (3, 3)) if dashed else "solid"
        self._axes.add_artist(Line2D(x, y, color=INKS[ink], linewidth=width, linestyle=style, clip_on=False, zorder=2))

    def box(self, x: float, y: float, width: float, height: float, ink: str, opacity: float = 1) -> None:
        """Fills a rectangle with upper left corner (x, y)."""
        self._patch(Rectangle((x, y), width, height, facecolor=INKS[ink], edgecolor="none", alpha=opacity, zorder=1))

    def mark(self, x: float, y: float, shape: str, ink: str, filled: bool = True, radius: float = 4.5) -> None:
        """Draws one of `SHAPES`; a hollow one is an outline."""
        r = radius
        corners = {
            "square": [(-r, -r), (r, -r), (r, r), (-r, r)],
            "triangle": [(0, -1.2 * r), (1.15 * r, 0.9 * r), (-1.15 * r, 0.9 * r)],
            "diamond": [(0, -1.3 * r), (1.3 * r, 0), (0, 1.3 * r), (-1.3 * r, 0)],
        }
        look = {"facecolor": INKS[ink if filled else "surface"], "edgecolor": INKS[ink], "linewidth": 1.5, "zorder": 3}
        if shape == "circle":
            self._patch(Circle((x, y), r, **look))
        else:
            self._patch(Polygon([(x + right, y + down) for right, down in corners[shape]], closed=True, **look))

    def svg(self, title: str, description: str) -> str:
        """The sheet as an SVG element."""
        out = io.BytesIO()
        FigureCanvasSVG(self._figure).print_svg(out, metadata=EMPTY)
        return _inline(out.getvalue(), plain(title), plain(description))

    def _patch(self, patch: Patch) -> None:
        patch.set_clip_on(False)
        self._axes.add_artist(patch)


@lru_cache(maxsize=10_000)
def text_width(text: str, size: float = SIZE, bold: bool = False) -> float:
    """Pixels that a line may take; fonts of pages are seldom as broad as the one that is measured."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=LACKING)
        font = FontProperties(family="DejaVu Sans", size=size, weight=700 if bold else 400)
        return float(text_to_path.get_text_width_height_descent(plain(text), font, False)[0])


def shortened(names: Sequence[str], width: float, size: float = SIZE, bold: bool = False) -> list[str]:
    """Names that fit into a width, cut in the middle; different ones stay so.

    Args:
        names: any.
        width: in pixels.
        size, bold: of the text.
    """
    short: dict[str, str] = {}
    for number, name in enumerate(names, start=1):
        tail = ""
        while name not in short:
            cut = _cut(plain(name), tail, width, size, bold)
            if cut in short.values():
                tail = f" #{number}"
            else:
                short[name] = cut
    return [short[name] for name in names]


def plain(text: str) -> str:
    """A text without what no document may hold: control characters and halves of characters."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)


def _cut(name: str, tail: str, width: float, size: float, bold: bool) -> str:
    keep = len(name)
    cut = name + tail
    while text_width(cut, size, bold) > width and keep > 2:
        keep -= 1
        cut = f"{name[: (keep + 1) // 2]}…{name[len(name) - keep // 2 :]}{tail}"
    return cut


@contextmanager
def settled() -> Iterator[None]:
    """While it lasts, neither a user's style sheet nor letters that the measuring font lacks make a difference."""
    with warnings.catch_warnings(), matplotlib.rc_context():
        warnings.filterwarnings("ignore", message=LACKING)
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(SETTINGS)
        yield


def _inline(document: bytes, title: str, description: str) -> str:
    """Keeps of matplotlib's document the shapes and texts, and names its colours."""
    root = ElementTree.fromstring(document)
    box = root.attrib["viewBox"].split()
    digest = hashlib.sha256(document + f"{title}\0{description}".encode()).hexdigest()[:12]
    names = f"t{digest} d{digest}"
    svg = ElementTree.Element(
        "svg", {"viewBox": " ".join(box), "width": box[2], "height": box[3], "role": "img", "aria-labelledby": names}
    )
    for tag, text in (("title", title), ("desc", description)):
        ElementTree.SubElement(svg, tag, {"id": f"{tag[0]}{digest}"}).text = text
    for element in root.iter():
        style = element.attrib.get("style", "")
        if element.tag == f"{SPACE}text":
            place = {key: _rounded(element.attrib[key]) for key in ("x", "y")}
            ElementTree.SubElement(svg, "text", {**place, "style": _themed(style)}).text = element.text
        elif element.tag == f"{SPACE}path" and style != "fill: none":  # that one is the frame of the sheet
            path = _rounded(" ".join(element.attrib["d"].split()))
            ElementTree.SubElement(svg, "path", {"d": path, "style": _themed(style)})
    return ElementTree.tostring(svg, encoding="unicode", short_empty_elements=True)


def _themed(style: str) -> str:
    """A style with the page's colours and font."""
    kept = [part for part in style.split("; ") if not part.startswith(("font-family", "stroke-dashoffset"))]
    text = ";".join(part.replace(": ", ":") for part in kept)
    for name, colour in INKS.items():
        text = text.replace(colour, f"var(--{name})")
    return text


def _rounded(text: str) -> str:
    return NUMBER.sub(lambda found: f"{float(found[0]):.1f}".removesuffix(".0"), text)
