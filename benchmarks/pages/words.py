"""Numbers and names in words, the same on the whole page."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from markupsafe import Markup

from .canvas import plain

NONE = "–"
"""Where there is no number."""


class Unit(NamedTuple):
    """How numbers of one kind are written.

    Attributes:
        name: of the kind, as an axis has it: ``"share of the wins"``.
        scale: what a number is multiplied with.
        digits: after the point.
        sign: follows a number: ``"%"``.
        signed: whether a plus is written.
    """

    name: str
    scale: float = 1.0
    digits: int = 1
    sign: str = ""
    signed: bool = False

    def text(self, value: float, digits: int | None = None) -> str:
        """A number with its sign; a dash if there is none."""
        return self._number(value, digits) + self.sign if math.isfinite(value) else NONE

    def interval(self, low: float, high: float) -> str:
        """``"[67.2, 75.4]"``; if nothing is known, it says so."""
        if math.isnan(low) or math.isnan(high) or (math.isinf(low) and math.isinf(high)):
            return "[unknown]"
        return f"[{self._number(low)}, {self._number(high)}]"

    def estimate(self, mean: float, low: float, high: float) -> str:
        """``"71.3% [67.2, 75.4]"``."""
        return f"{self.text(mean)} {self.interval(low, high)}" if math.isfinite(mean) else NONE

    def _number(self, value: float, digits: int | None = None) -> str:
        if math.isinf(value):
            return "∞" if value > 0 else "−∞"
        digits = self.digits if digits is None else digits
        rounded = round(value * self.scale, digits) + 0.0  # −0 becomes 0
        plus = "+" if self.signed and rounded > 0 else ""
        return f"{plus}{rounded:,.{digits}f}".replace("-", "−")


SHARE = Unit("share of the wins", 100, 1, "%")
PARTS = Unit("part", 100, 0, "%")
POINTS = Unit("percentage points above or below", 100, 1, "", signed=True)
RATING = Unit("rating, in points", 1, 0, "", signed=True)
LONG = 28
"""Letters from which on a name is broken into lines."""


class Cell(NamedTuple):
    """An entry of a table.

    Attributes:
        main: what is read first.
        note: its interval or the like, in a smaller hand.
    """

    main: str
    note: str = ""


def estimate_cell(unit: Unit, mean: float, low: float, high: float) -> Cell:
    """An estimate as an entry."""
    return Cell(unit.text(mean), unit.interval(low, high)) if math.isfinite(mean) else Cell(NONE)


def code(name: str) -> Markup:
    """A name as it is typed."""
    name = plain(name)
    return Markup('<code class="long">{}</code>' if len(name) > LONG else "<code>{}</code>").format(name)


def unit_of(name: str, values: Iterable[float], share: bool = False, signed: bool = False) -> Unit:
    """A unit with as many digits as numbers of this size need: three that count, at most three after the point.

    Args:
        name: of the unit.
        values: that will be written.
        share: whether they are parts of 1, to be written as percent.
        signed: whether they are changes.
    """
    if share:
        return Unit(name, 100, 1, "" if signed else "%", signed)
    most = max((abs(value) for value in values if math.isfinite(value)), default=1.0) or 1.0
    return Unit(name, 1, min(3, max(0, 2 - math.floor(math.log10(most)))), "", signed)


def count(number: int, what: str, many: str | None = None) -> str:
    """``"1 game"``, ``"12,400 games"``."""
    return f"{number:,} {what if number == 1 else many or what + 's'}"


def listed(names: Sequence[str], word: str = "and") -> Markup:
    """``"a, b and c"``; what is not marked up is escaped."""
    *first, last = (Markup.escape(name) for name in names)
    return Markup(", ").join(first) + Markup(" {} ").format(word) + last if first else last


def chance(p: float) -> str:
    """A p-value."""
    if not math.isfinite(p):
        return NONE
    return "<0.001" if p < 0.001 else f"{p:.3f}"


def duration(seconds: float) -> str:
    """``"42 s"``, ``"3.5 min"``, ``"2.1 h"``."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.1f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
