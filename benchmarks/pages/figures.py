"""The figures of the pages: each answers one question, in a width for desks and one for telephones.

Estimates are dots with their intervals on one axis, next to their numbers; what belongs together is compared along one
line. Who plays is told by shape as well as by colour, and a colour never tells what is not also written.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from matplotlib.ticker import MaxNLocator
from numpy.typing import ArrayLike, NDArray

from ..intervals import Estimate
from .canvas import SIZE, Canvas, Drawing, drawn, shortened, text_width
from .words import NONE, POINTS, RATING, SHARE, Cell, Unit, estimate_cell

SMALL = 11.5
"""Pixels of what stands at the edge: ticks, legends, intervals."""
LINE, GAP, LABELS = 18, 12, 215
"""Heights of a line and of the room between rows, and the most width of labels beside a plot."""
LOOKS = (("square", "muted"), ("circle", "better"), ("diamond", "ink"), ("triangle", "worse"))
"""Shape and ink by series."""
ALONE = LOOKS[1]
EDGE = 20
"""Room at the ends of an axis, for half of a tick's number."""
DEEPEST = 0.5
"""Opacity of the strongest colour behind a number, so that it can be read."""
CROWD = 10
"""Players from which on a matrix has no room for intervals."""


@dataclass(frozen=True)
class Row:
    """A line of a dot plot.

    Attributes:
        label: in front of it.
        marks: by series; None where a series has nothing there. An empty row is a heading.
        solid: by series, whether the dot is filled; as a rule: told from the reference.
        texts: by series, what stands beside it; nothing: the numbers of the marks.
    """

    label: str
    marks: Sequence[Estimate | None] = ()
    solid: Sequence[bool] = ()
    texts: Sequence[Cell] = ()


@dataclass(frozen=True)
class Dots:
    """A dot plot.

    Attributes:
        rows: from above.
        unit: of the numbers beside the dots.
        reference: the value to compare with.
        meaning: what that value is, in a word or two.
        series: names of what has a mark in each row, at most four; one needs no legend.
        bounds: what no value can leave.
        axis: unit of the ticks; None: that of the numbers.
    """

    rows: Sequence[Row]
    unit: Unit
    reference: float
    meaning: str
    series: Sequence[str] = ("",)
    bounds: tuple[float, float] = (-math.inf, math.inf)


def ratings(players: Sequence[str], rating: ArrayLike, low: ArrayLike, high: ArrayLike) -> Drawing:
    """Players with their ratings, the strongest above.

    Args:
        players: P names.
        rating, low, high: (P,) with the ends of the intervals; an end may be infinite. NaN: not rated.
    """
    values = [Estimate(*map(float, one)) for one in zip(*map(np.asarray, (rating, low, high)), strict=True)]
    order = np.argsort([-value.mean for value in values], kind="stable").tolist()
    rows = [
        Row(str(players[one]), [None if math.isnan(values[one].mean) else values[one]], [_apart(values[one], 0)])
        for one in order
    ]
    words = "; ".join(f"{row.label} {RATING.estimate(*row.marks[0])}" for row in rows if row.marks[0])
    return dots(Dots(rows, RATING, 0, "mean of the field"), "Ratings of the players with 95 % intervals", words)


def shares(groups: Sequence[tuple[str, Sequence[tuple[str, Estimate]], float]], title: str) -> Drawing:
    """Shares of the wins, as points above or below the share of equals; beside them the shares themselves.

    Args:
        groups: a heading, what is compared under it, each with its share from 0 to 1, and the share of equals.
        title: for who cannot see the figure.
    """
    lines, words = [], []
    for heading, rows, fair in groups:
        lines.append(Row(f"{heading}, fair {SHARE.text(fair, 0)}"))
        for label, share in rows:
            apart = Estimate(*(value - fair for value in share))
            lines.append(Row(label, [apart], [_apart(share, fair)], [estimate_cell(SHARE, *share)]))
            words.append(f"{heading}, {label}: {SHARE.estimate(*share)}, fair is {SHARE.text(fair, 0)}")
    return dots(Dots(lines, POINTS, 0, "fair"), title, "; ".join(words) + ".")


def dots(plot: Dots, title: str, description: str) -> Drawing:
    """Estimates with their intervals along one axis.

    Args:
        plot: what is drawn.
        title, description: for who cannot see it.
    """
    if len(plot.series) > len(LOOKS):
        raise ValueError(f"a dot plot tells at most {len(LOOKS)} series apart, not {len(plot.series)}")
    return drawn(lambda width: _dots(plot, width), title, description)


def matrix(
    players: Sequence[str], share: ArrayLike, low: ArrayLike, high: ArrayLike, fair: float, title: str
) -> Drawing:
    """Who beats whom: the share of the wins of the row's player against the column's.

    Args:
        players: P names, as a rule the strongest first.
        share, low, high: (P, P) with the ends of the intervals; NaN where two never met.
        fair: the share of equals.
        title: for who cannot see the figure.
    """
    cells = np.stack([np.asarray(one, np.float64) for one in (share, low, high)], axis=-1)
    pairs = [
        f"{players[a]} against {players[b]} {SHARE.estimate(*cells[a, b])}"
        for a, b in np.ndindex(*cells.shape[:2])
        if a < b and np.isfinite(cells[a, b, 0])
    ]
    return drawn(lambda width: _matrix(players, cells, fair, width), title, "; ".join(pairs) + ".")


def histograms(values: Sequence[tuple[str, ArrayLike]], what: str) -> Drawing:
    """How whole numbers are distributed, one plot under the other on one axis.

    Args:
        values: a label and (N,) numbers >= 0 for each plot; none is empty.
        what: the numbers are, for the axis.
    """
    groups = [(label, np.asarray(numbers, np.float64)) for label, numbers in values]
    words = "; ".join(
        f"{label}: median {np.median(n):,.0f}, from {n.min():,.0f} to {n.max():,.0f}" for label, n in groups
    )
    return drawn(lambda width: _histograms(groups, what, width), f"Distribution of {what}", words + ".")


# ----------------------------------------------------------------------------------------------------------- dot plots
@dataclass(frozen=True)
class _Scale:
    """Values to pixels."""

    left: float
    right: float
    low: float
    high: float

    def __call__(self, value: float) -> float:
        part = (value - self.low) / (self.high - self.low)
        return self.left + min(1.0, max(0.0, part)) * (self.right - self.left)

    def ticks(self, whole: bool = False) -> NDArray[np.float64]:
        """Round numbers on the axis; ``whole``: without a fraction."""
        room = max(2, int((self.right - self.left) / 52))
        finder = MaxNLocator(room, steps=[1, 2, 2.5, 5, 10], integer=whole)
        ticks = np.asarray(finder.tick_values(self.low, self.high), np.float64)
        slack = 1e-9 * (self.high - self.low)
        return ticks[(ticks >= self.low - slack) & (ticks <= self.high + slack)]


def _dots(plot: Dots, width: int) -> Canvas:
    """Beside each other in a wide figure: labels, dots, numbers; in a narrow one dots below label and numbers."""
    wide, many = width >= 600, len(plot.series)
    texts = [_texts(row, plot.unit) for row in plot.rows]
    notes = max((text_width(cell.note, SMALL) for line in texts for cell in line), default=0) + 6
    numbers = max((text_width(cell.main) for line in texts for cell in line), default=0) + notes + 12
    room = LABELS if wide else width - (numbers if many == 1 else 0)
    short = iter(shortened([row.label for row in plot.rows if row.marks], room, bold=True))
    heads = iter(shortened([row.label for row in plot.rows if not row.marks], width, bold=True))
    labels = [next(short if row.marks else heads) for row in plot.rows]
    named = [text_width(label) for label, row in zip(labels, plot.rows, strict=True) if row.marks]
    left = max(named, default=0) + 8 if wide else 0
    right = width - numbers if wide else width
    heights = [_height(row, many, wide) for row in plot.rows]
    top = 28 + _legend_height(plot.series)
    bottom = top + sum(heights)
    canvas = Canvas(width, bottom + 44)
    _legend(canvas, plot.series)
    scale = _scale(plot, left + EDGE, right - EDGE)
    _axis(canvas, scale, plot, _lanes(plot.rows, heights, top, many * LINE, wide), bottom)
    y = top
    for row, label, cells, height in zip(plot.rows, labels, texts, heights, strict=True):
        if not row.marks:
            canvas.text(0, y + height - LINE / 2 - 2, label, bold=True)
        else:
            first = y + GAP / 2 + LINE / 2
            canvas.text(0, first + (many - 1) * LINE / 2 if wide else first, label)
            for series, (mark, cell) in enumerate(zip(row.marks, cells, strict=True)):
                line = first + series * LINE + (0 if wide else LINE)
                if mark is not None:
                    _mark(canvas, scale, line, mark, LOOKS[series] if many > 1 else ALONE, row.solid[series])
                if wide or many == 1:
                    canvas.text(width - notes, line if wide else first, cell.main, anchor="end")
                    canvas.text(width, line if wide else first, cell.note, "muted", SMALL, "end")
        y += height
    return canvas


def _texts(row: Row, unit: Unit) -> Sequence[Cell]:
    return row.texts or [estimate_cell(unit, *mark) if mark else Cell(NONE) for mark in row.marks]


def _height(row: Row, many: int, wide: bool) -> float:
    if not row.marks:
        return LINE + GAP
    return GAP + LINE * (many + (0 if wide else 1))


def _lanes(
    rows: Sequence[Row], heights: Sequence[float], top: float, dots: float, wide: bool
) -> list[tuple[float, float]]:
    """Where the grid is: it leaves headings alone, and in a narrow figure all words."""
    lanes: list[tuple[float, float]] = []
    for row, end, height in zip(rows, top + np.cumsum(heights), heights, strict=True):
        if not row.marks:
            continue
        start = end - height if wide else end - GAP / 2 - dots
        if wide and lanes and lanes[-1][1] == start:
            lanes[-1] = (lanes[-1][0], end)
        else:
            lanes.append((start, end if wide else end - 2))
    return lanes


def _scale(plot: Dots, left: float, right: float) -> _Scale:
    values = [end for row in plot.rows for mark in row.marks if mark for end in mark if math.isfinite(end)]
    low, high = min([plot.reference, *values]), max([plot.reference, *values])
    pad = 0.05 * (high - low) or 0.5 / plot.unit.scale
    return _Scale(left, right, max(plot.bounds[0], low - pad), min(plot.bounds[1], high + pad))


def _axis(canvas: Canvas, scale: _Scale, plot: Dots, lanes: Sequence[tuple[float, float]], bottom: float) -> None:
    """The grid below everything, the reference, ticks, and what the numbers are."""
    ticks = scale.ticks()
    digits = _digits(ticks * plot.unit.scale)
    for tick in ticks:
        x = scale(tick)
        for lane in lanes:
            canvas.line([x, x], lane, "line")
        canvas.text(x, bottom + 13, plot.unit.text(tick, digits), "muted", SMALL, "middle")
    x = scale(plot.reference)
    for lane in lanes:
        canvas.line([x, x], lane, "ink", 1, dashed=True)
    _inside(canvas, x, 14 + _legend_height(plot.series), plot.meaning, "ink")
    _inside(canvas, (scale.left + scale.right) / 2, bottom + 33, plot.unit.name, "muted")


def _mark(canvas: Canvas, scale: _Scale, y: float, mark: Estimate, look: tuple[str, str], solid: bool) -> None:
    shape, ink = look
    low, high = (scale(scale.low if math.isnan(end) else end) for end in (mark.low, mark.high))
    canvas.line([low, high], [y, y], ink, 2)
    canvas.mark(scale(mark.mean), y, shape, ink, solid)


def _legend_height(series: Sequence[str]) -> float:
    return 0 if len(series) == 1 else 24


def _legend(canvas: Canvas, series: Sequence[str]) -> None:
    if len(series) == 1:
        return
    x = 6.0
    room = (canvas.width - 30 * len(series)) / len(series)
    for name, (shape, ink) in zip(shortened(series, room, SMALL), LOOKS, strict=False):
        canvas.mark(x, 9, shape, ink)
        canvas.text(x + 11, 9, name, "muted", SMALL)
        x += text_width(name, SMALL) + 32


def _inside(canvas: Canvas, x: float, y: float, text: str, ink: str) -> None:
    """Centred text, moved so far that it stays on the sheet."""
    half = text_width(text, SMALL) / 2
    canvas.text(min(max(x, half), canvas.width - half), y, text, ink, SMALL, "middle")


def _apart(mark: Estimate, value: float) -> bool:
    return not mark.low <= value <= mark.high


def _digits(ticks: NDArray[np.float64]) -> int:
    """Fewest digits after the point that tell ticks exactly."""
    return next((n for n in range(4) if np.allclose(np.round(ticks, n), ticks, atol=1e-9)), 4)


# -------------------------------------------------------------------------------------------- matrices and histograms
def _matrix(players: Sequence[str], cells: NDArray[np.float64], fair: float, width: int) -> Canvas:
    """Players are numbered from above; columns have the numbers."""
    many, wide = len(players), width >= 600
    crowd = many >= CROWD
    labels = shortened(players, LABELS if wide else 104)
    first = text_width(f"{many}", SMALL) + 8
    left = first + max(map(text_width, labels)) + 12
    side = min(112.0, max((width - left) / many, 29.0 if crowd else 38.0))
    height = 29.0 if crowd else 44.0
    canvas = Canvas(max(width, left + many * side), 26 + many * height + 2)
    for row, label in enumerate(labels):
        y = 26 + (row + 0.5) * height
        canvas.text(first - 8, y, f"{row + 1}", "muted", SMALL, "end")
        canvas.text(first, y, label)
        canvas.text(left + (row + 0.5) * side, 12, f"{row + 1}", "muted", SMALL, "middle")
        for column in range(many):
            x = left + column * side
            _cell(canvas, (x, 26 + row * height, side, height), cells[row, column], fair, row == column, crowd)
    return canvas


def _cell(
    canvas: Canvas, place: tuple[float, float, float, float], cell: NDArray[np.float64], fair: float, own: bool,
    crowd: bool,
) -> None:  # fmt: skip
    x, y, width, height = place
    share, low, high = map(float, cell)
    middle = x + width / 2
    if own or not math.isfinite(share):
        canvas.text(middle, y + height / 2, "·" if own else "–", "muted", anchor="middle")
        return
    depth = (share - fair) / (1 - fair if share > fair else fair)
    ink = "better" if depth > 0 else "worse"
    canvas.box(x + 1, y + 1, width - 2, height - 2, ink, round(0.04 + (DEEPEST - 0.04) * abs(depth), 3))
    bold = not low <= fair <= high
    size = SMALL if crowd else SIZE
    canvas.text(middle, y + height / 2 - (0 if crowd else 8), f"{100 * share:.0f}", "ink", size, "middle", bold)
    if not crowd:
        canvas.text(middle, y + height / 2 + 9, f"{100 * low:.0f}–{100 * high:.0f}", "ink", 10, "middle")


def _histograms(groups: Sequence[tuple[str, NDArray[np.float64]]], what: str, width: int) -> Canvas:
    tall, head = 56.0, 26.0
    canvas = Canvas(width, len(groups) * (tall + head) + 44)
    everything = np.concatenate([numbers for _, numbers in groups])
    edges = _edges(everything, 48 if width >= 600 else 30)
    scale = _Scale(6, width - 6, float(edges[0]), float(edges[-1]))
    for number, (label, numbers) in enumerate(groups):
        bottom = (number + 1) * (tall + head)
        counts, _ = np.histogram(numbers, edges)
        for (one, two), size in zip(pairwise(edges), counts / counts.max(), strict=True):
            if size > 0:
                x = scale(one)
                canvas.box(x + 0.5, bottom - size * tall, max(scale(two) - x - 1, 0.5), size * tall, "better", 0.55)
        canvas.line([6, width - 6], [bottom, bottom], "line")
        median = float(np.median(numbers))
        middle = scale(median)
        canvas.line([middle, middle], [bottom - tall - 2, bottom], "ink", 1.5)
        canvas.text(0, bottom - tall - 12, shortened([label], width - 110)[0])
        canvas.text(width, bottom - tall - 12, f"median {median:,.0f}", "muted", SMALL, "end")
    end = len(groups) * (tall + head)
    for tick in scale.ticks(whole=True):
        canvas.text(scale(tick), end + 13, f"{tick:,.0f}", "muted", SMALL, "middle")
    _inside(canvas, width / 2, end + 33, what, "muted")
    return canvas


def _edges(numbers: NDArray[np.float64], most: int) -> NDArray[np.float64]:
    """Bounds of bins of equal whole width from the least to the greatest number."""
    low, high = float(numbers.min()), float(numbers.max())
    step = max(1, math.ceil((high - low + 1) / most))
    bins = math.ceil((high - low + 1) / step)
    return low - 0.5 + step * np.arange(bins + 1, dtype=np.float64)
