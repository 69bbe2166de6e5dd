"""What a study found: as data, as files, and in a sentence."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from ...envs.core.files import write_whole
from ..results import write_json
from .effects import DEPENDS, HOLDS, OPEN, PARTLY, SIZE, Across, Row, Value
from .figures import group_of, in_words

FORMAT = 1


@dataclass(frozen=True)
class Provenance:
    """How results came about.

    Attributes:
        command: that makes them again.
        env_id, options, rules_hash: the game as it is in the study.
        points: label and rules hash of each point.
        seed: of the deals.
        games: deals a point, by player.
        total: games in all.
        seconds: that playing them took.
        versions: of Python and libraries.
        date: UTC, of the evaluation.
    """

    command: str
    env_id: str
    options: dict[str, Any]
    rules_hash: str
    points: list[tuple[str, str]]
    seed: int
    games: dict[str, int]
    total: int
    seconds: float
    versions: dict[str, str]
    date: str


@dataclass(frozen=True)
class Varied:
    """What a study varied, for people.

    Attributes:
        name: a key path, an option, or "way to play"; of an interaction joined by ×.
        levels: besides the baseline.
        baseline: what they are compared with.
    """

    name: str
    levels: list[str]
    baseline: str


@dataclass(frozen=True)
class Results:
    """What a study found.

    Attributes:
        title, question: of the study.
        design: how levels were put together.
        answer: in a sentence or two.
        factors: what was varied.
        rows: effects, by question and player; those with an empty factor are held against fair.
        across: by question, whether it holds across the players; in the order of the rows.
        values: figures of every point and player.
        lengths: number of games by rounds, by point and player.
        provenance: how they came about.
    """

    title: str
    question: str
    design: str
    answer: str
    factors: list[Varied]
    rows: list[Row]
    across: list[Across]
    values: list[Value]
    lengths: dict[tuple[str, str], dict[int, int]]
    provenance: Provenance

    @property
    def players(self) -> list[str]:
        """Who played, the weaker first."""
        return list(self.provenance.games)

    def rows_of(self, across: Across) -> list[Row]:
        """The rows behind a verdict, one a player."""
        key = across.factor, across.level, across.figure
        return [row for row in self.rows if (row.factor, row.level, row.figure) == key]


# ---- in words -------------------------------------------------------------------------------------------------------
MOST = 3
"""Effects that a sentence names; tables have them all."""


def answer_of(rows: Sequence[Row], across: Sequence[Across]) -> str:
    """The answer of a study in a few sentences, the surest first."""
    players = len(rows) // max(1, len(across))
    who = " / ".join(row.player for row in rows[:players])
    own = {id(one): rows[players * number : players * (number + 1)] for number, one in enumerate(across)}

    def size(one: Across) -> float:
        return max(abs(row.estimate) for row in own[id(one)]) / (one.margin or 1.0)

    sentences = []
    for verdicts, begin in (
        ((HOLDS, SIZE), "For players of every strength"),
        ((DEPENDS,), "Only for some players, or differently"),
        ((PARTLY,), "Shown for some players only, and not contradicted by the others"),
    ):
        found = sorted((one for one in across if one.verdict in verdicts), key=size, reverse=True)
        if found:
            named = "; ".join(_phrase(own[id(one)]) for one in found[:MOST])
            more = f"; and {len(found) - MOST} more" if len(found) > MOST else ""
            sentences.append(f"{begin} ({who}): {named}{more}.")
    if not sentences:
        sentences.append("No effect was shown.")
    return " ".join([*sentences, *advice_of(across)])


def advice_of(across: Sequence[Across]) -> list[str]:
    """What to say of comparisons for which too few games were played; nothing if there are none."""
    unsure = [one for one in across if one.verdict == OPEN]
    if not unsure:
        return []
    needed = max(one.needed for one in unsure)
    return [
        f"Of {len(across)} comparisons, too few games were played for {len(unsure)} to tell whether there is an effect "
        f"that matters{f'; about {needed:,} deals a point would tell' if needed else ''}."
    ]


def _phrase(rows: Sequence[Row]) -> str:
    what = in_words(rows[0].figure)
    change = f"{rows[0].factor} = {rows[0].level}: " if rows[0].factor else _way(rows[0].level)
    base = f" instead of {_texts([row.baseline for row in rows], rows[0])}" if rows[0].factor else ""
    return f"{change}{what} {_texts([row.value for row in rows], rows[0])}{base}"


def _texts(values: Sequence[float], like: Row) -> str:
    """Values by player with their unit once: ``1.12 / 1.3 × fair``."""
    unit = group_of(like.figure).unit
    return f"{' / '.join(figure_text(value, like).removesuffix(unit).strip() for value in values)} {unit}"


def _way(level: str) -> str:
    return "" if level == "as it is" else f"{level}: "


def figure_text(value: float, like: Row | Value | Across) -> str:
    """A figure's value for people, such as ``1.12 × fair`` or ``34.0 % of games``."""
    group = group_of(like.figure)
    if not math.isfinite(value):
        return "–"
    if group.share:
        return f"{value:.1%} {group.unit}"
    return f"{value:.3g} {group.unit}"


# ---- as files -------------------------------------------------------------------------------------------------------
def as_data(results: Results) -> dict[str, Any]:
    """All of it as JSON can hold it; what is not known is None."""
    data = asdict(results)
    data["lengths"] = [
        {"point": point, "player": player, "rounds": counts} for (point, player), counts in results.lengths.items()
    ]
    return finite({"format": FORMAT, "kind": "balance study", **data})


def finite(data: Any) -> Any:
    """Data in which numbers that JSON cannot hold are None."""
    if isinstance(data, dict):
        return {key: finite(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [finite(value) for value in data]
    return None if isinstance(data, float) and not math.isfinite(data) else data


def csv_text(items: Iterable[Any], kind: type) -> str:
    """Dataclasses as a table with a line each.

    Args:
        items: all of one kind.
        kind: which; its fields are the columns.
    """
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    names = [field.name for field in fields(kind)]
    table.writerow(names)
    for item in items:
        table.writerow([getattr(item, name) for name in names])
    return out.getvalue()


def write_files(results: Results, folder: Path) -> list[Path]:
    """Writes results.json, effects.csv, verdicts.csv and figures.csv; each appears whole or not at all.

    Returns:
        The files.
    """
    write_json(folder / "results.json", as_data(results))
    for name, items, kind in (
        ("effects.csv", results.rows, Row),
        ("verdicts.csv", results.across, Across),
        ("figures.csv", results.values, Value),
    ):
        write_whole(folder / name, csv_text(items, kind))
    return [folder / name for name in ("results.json", "effects.csv", "verdicts.csv", "figures.csv")]
