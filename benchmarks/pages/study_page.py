"""The page of a balance study: what a change does, how surely, and for whom."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from markupsafe import Markup

from ..intervals import LEVEL, Estimate
from . import figures
from .data import Data
from .figures import LOOKS, Dots, Row
from .inputs import Across, Effect, Factor, Value
from .page import Figure, Page, Prose, Provenance, Section, Table
from .words import NONE, Cell, Unit, chance, code, count, duration, estimate_cell, unit_of

PLOTS = 12
"""The most figures of one kind; all numbers are in the tables."""


@dataclass(frozen=True)
class Measure:
    """A figure that a study looks at.

    Attributes:
        name: as the results have it.
        words: what is measured, for people: ``"wins of seats that begin with Aiko"``.
        group: figures of one group are shown together.
        label: tells it from the others of its group: ``"Aiko"``.
        unit: of its values, such as ``"× fair"`` or ``"decisions"``.
        share: whether values are parts of 1, to be written as percent.
        fair: what it is in a fair game; None if that cannot be said.
    """

    name: str
    words: str
    group: str
    label: str
    unit: str
    share: bool = False
    fair: float | None = None


@dataclass(frozen=True)
class Study:
    """What a study's page is made of.

    Attributes:
        title: its name.
        question: what was asked.
        answer: in a few sentences.
        game: id of the environment.
        design: how levels were put together, in words.
        factors: what was changed.
        players: who played, the weaker first.
        measures: what was looked at.
        effects: by comparison and player; those with an empty factor are held against fair.
        across: whether they hold for all players, by comparison.
        shown: verdicts that name an effect; the others say that none was shown.
        meanings: what each verdict says.
        values: the figures at every point.
        lengths: number of games by rounds, by point and player.
        reference: the point that is the game as it is.
        games: how many were played.
        correction: how p-values were corrected, in a sentence.
        advice: sentences on how many games it takes.
        provenance: how it came about.
    """

    title: str
    question: str
    answer: str
    game: str
    design: str
    factors: Sequence[Factor]
    players: Sequence[str]
    measures: Sequence[Measure]
    effects: Sequence[Effect]
    across: Sequence[Across]
    shown: Sequence[str]
    meanings: Mapping[str, str]
    values: Sequence[Value]
    reference: str
    games: int
    correction: str
    provenance: Provenance
    lengths: Mapping[tuple[str, str], Mapping[int, int]] = field(default_factory=dict)
    advice: Sequence[str] = ()

    def __post_init__(self) -> None:
        known = {measure.name for measure in self.measures}
        missing = sorted({one.figure for one in (*self.effects, *self.across, *self.values)} - known)
        if missing:
            raise ValueError(f"figures {missing} are in the results and not among the measures of the study; add them")
        if not 1 <= len(self.players) <= len(LOOKS):
            raise ValueError(f"a page shows 1 to {len(LOOKS)} strengths of players, not {len(self.players)}")

    @cached_property
    def of(self) -> dict[str, Measure]:
        """The measures by name."""
        return {measure.name: measure for measure in self.measures}

    @cached_property
    def by_player(self) -> dict[tuple[str, str, str], dict[str, Effect]]:
        """By factor, level and figure, and then by player."""
        found: dict[tuple[str, str, str], dict[str, Effect]] = {}
        for effect in self.effects:
            found.setdefault((effect.factor, effect.level, effect.figure), {})[effect.player] = effect
        return found


def study_page(study: Study) -> Page:
    """The page of a study; `write_page` writes it."""
    facts = [
        (f"{study.games:,}", "games"),
        (f"{sum(len(factor.levels) for factor in study.factors):,}", "changes"),
        (f"{len(study.measures):,}", "figures"),
        (f"{len(study.players)}", "strengths of play" if len(study.players) > 1 else "strength of play"),
        (duration(study.provenance.seconds), "of play"),
    ]
    sections = [*_effects(study), *_fair(study), _verdicts(study), *_values(study), *_lengths(study), _design(study)]
    return Page(
        kind=f"Balance study · {study.game}",
        title=study.title,
        question=study.question,
        answer=study.answer,
        warnings=_warnings(study),
        facts=facts,
        sections=sections,
        provenance=study.provenance,
        data=_data(study),
    )


# ------------------------------------------------------------------------------------------------------------ sections
def _verdicts(study: Study) -> Section:
    """What was shown, and for whom; the comparisons that showed nothing are folded."""
    if not study.across:
        return Section("What holds, and for whom?", "Nothing was compared.", [])
    counts = Counter(one.verdict for one in study.across)
    met = [verdict for verdict in dict.fromkeys([*study.shown, *study.meanings, *counts]) if counts[verdict]]
    rows: list[list[str | Cell]] = [
        [Cell(verdict, study.meanings.get(verdict, "")), f"{counts[verdict]:,}"] for verdict in met
    ]
    parts: list[Prose | Figure | Table] = [Table(["verdict", "comparisons"], rows, stacked=True)]
    shown = [one for one in study.across if one.verdict in study.shown]
    rest = [one for one in study.across if one.verdict not in study.shown]
    caption = "Differences with 95 % intervals, not widened for the many comparisons; p is corrected for them."
    if shown:
        parts.append(Table(*_effect_table(study, shown), words=(0, 1), caption=caption, stacked=True))
    if rest:
        fold = f"{count(len(rest), 'comparison')} in which no effect was shown"
        parts.append(Table(*_effect_table(study, rest), words=(0, 1), fold=fold, caption=caption, stacked=True))
    words = f"An effect was shown in {len(shown)} of {count(len(study.across), 'comparison')}."
    return Section("What holds, and for whom?", words, parts)


def _fair(study: Study) -> list[Section]:
    """Figures that can be off without a comparison."""
    sections = []
    for group in dict.fromkeys(measure.group for measure in study.measures):
        measures = [one for one in study.measures if one.group == group and one.fair is not None]
        names = {one.name for one in measures}
        points = list(dict.fromkeys(key[1] for key in study.by_player if not key[0] and key[2] in names))
        if not points:
            continue
        rows: list[Row] = []
        for point in points:
            keys = {one.label: ("", point, one.name) for one in measures}
            rows += [Row(point)] if len(points) > 1 else []
            rows += [
                _row(study, key, label, measures[0].fair or 0) for label, key in keys.items() if key in study.by_player
            ]
        unit = unit_of(measures[0].unit, _ends(rows), measures[0].share)
        plot = Dots(rows, unit, measures[0].fair or 0, "fair", _series(study))
        figure = Figure(
            figures.dots(plot, f"{_capital(group)} and what is fair", _described(study, plot)), _caption(study)
        )
        sections.append(Section(f"Is it fair, by {group}?", _off(rows, measures[0].fair or 0), [figure]))
    return sections


def _effects(study: Study) -> list[Section]:
    """What the changes do: a figure for each measure that moved, or for the first if none did."""
    varied = [one for one in study.measures if any(key[0] and key[2] == one.name for key in study.by_player)]
    if not varied:
        return []
    moved = {one.figure for one in study.across if one.factor and one.verdict in study.shown}
    drawn = [one for one in varied if one.name in moved] or varied[:1]
    parts: list[Prose | Figure | Table] = []
    base = {factor.name: factor.baseline for factor in study.factors}
    for measure in drawn[:PLOTS]:
        rows: list[Row] = []
        keys = [key for key in study.by_player if key[0] and key[2] == measure.name]
        for factor in dict.fromkeys(key[0] for key in keys):
            head = f"{factor}, from {base[factor]} to …" if factor in base else factor
            rows += [Row(head), *(_row(study, key, key[1]) for key in keys if key[0] == factor)]
        plot = Dots(rows, _change_unit(measure, _ends(rows)), 0, "no change", _series(study))
        drawing = figures.dots(plot, f"Effects on {measure.words}", _described(study, plot))
        parts.append(Figure(drawing, _caption(study, "the game as it is"), _capital(measure.words)))
    words = f"{count(len(moved), 'figure')} of {len(varied)} moved." if moved else "No figure was shown to move."
    if len(drawn) > PLOTS:
        words += f" The first {PLOTS} are drawn; the tables have them all."
    elif moved and len(moved) < len(varied):
        words += " The others are in the tables only."
    return [Section("What do the changes do?", words, parts)]


def _values(study: Study) -> list[Section]:
    """The game as it is, in numbers."""
    found = {(one.figure, one.player): one for one in study.values if one.point == study.reference}
    rows = []
    for measure in study.measures:
        line = [found.get((measure.name, player)) for player in study.players]
        if any(line):
            unit = unit_of(measure.unit, [one.value for one in line if one], measure.share)
            cells = [estimate_cell(unit, one.value, one.low, one.high) if one else Cell(NONE) for one in line]
            rows.append([measure.words, measure.unit, *cells])
    if not rows:
        return []
    head = ["figure", "unit", *map(code, study.players)]
    table = Table(head, rows, words=(0, 1), caption="Every figure with its 95 % interval over deals, by who plays.")
    return [Section("What is the game like as it is?", "", [table])]


def _lengths(study: Study) -> list[Section]:
    groups = [
        (player, np.repeat(list(rounds), list(rounds.values())))
        for (point, player), rounds in study.lengths.items()
        if point == study.reference and rounds
    ]
    if not groups:
        return []
    figure = Figure(
        figures.histograms(groups, "rounds of a game"), "The game as it is, by who plays. The line is the median."
    )
    return [Section("How long do games last?", "", [figure])]


def _design(study: Study) -> Section:
    rows = [[code(factor.name), factor.baseline, ", ".join(factor.levels)] for factor in study.factors]
    parts: list[Prose | Figure | Table] = [Prose(study.correction), *map(Prose, study.advice)]
    if rows:
        parts.insert(0, Table(["what is changed", "as it is", "changed to"], rows, words=(0, 1, 2)))
    return Section("What was done?", f"{study.design} All changes are played on the same deals.", parts)


# --------------------------------------------------------------------------------------------------------------- parts
def _effect_table(study: Study, across: Sequence[Across]) -> tuple[list[str], list[list[str | Cell]]]:
    rows: list[list[str | Cell]] = []
    for one in across:
        measure, effects = study.of[one.figure], study.by_player.get((one.factor, one.level, one.figure), {})
        change = f"{one.level}, against fair"
        if one.factor:
            change = Markup("{} = {}").format(code(one.factor), one.level)
        unit = _change_unit(measure, [end for effect in effects.values() for end in (effect.low, effect.high)])
        cells = [_effect_cell(unit, effects.get(player)) for player in study.players]
        words = (
            measure.words
            if measure.unit in measure.words
            else f"{measure.words}, {_unit_words(measure)}".replace("× ", "×\N{NO-BREAK SPACE}")
        )
        rows.append([Cell(change, words), one.verdict, *cells])
    return ["change and figure", "verdict", *map(code, study.players)], rows


def _effect_cell(unit: Unit, effect: Effect | None) -> Cell:
    if effect is None:
        return Cell(NONE)
    main, interval = estimate_cell(unit, effect.estimate, effect.low, effect.high)
    return Cell(main, f"{interval} p {chance(effect.p)}")


def _row(study: Study, key: tuple[str, str, str], label: str, start: float = 0.0) -> Row:
    """A row of a dot plot; ``start`` is added to the differences."""
    effects = [study.by_player[key].get(player) for player in study.players]
    marks = [
        Estimate(*(start + value for value in (one.estimate, one.low, one.high)))
        if one and math.isfinite(one.estimate)
        else None
        for one in effects
    ]
    return Row(label, marks, [one is not None and one.p < 1 - LEVEL for one in effects])


def _off(rows: Sequence[Row], fair: float) -> str:
    """What was shown to be off fair, and for whom."""
    everybody, some, opposite, heading = [], [], [], ""
    for row in rows:
        heading = heading if row.marks else f"{row.label}: "
        ways = {mark.mean > fair for mark, solid in zip(row.marks, row.solid, strict=True) if mark and solid}
        if ways:
            (opposite if len(ways) > 1 else everybody if all(row.solid) else some).append(heading + row.label)
    words = [f"Shown to be off fair: {', '.join(everybody)}."] if everybody else []
    words += [f"Only for some players: {', '.join(some)}."] if some else []
    words += [f"Depends on the players, who point in opposite directions: {', '.join(opposite)}."] if opposite else []
    return " ".join(words) or "Nothing was shown to be off fair."


def _described(study: Study, plot: Dots) -> str:
    words, heading = [], ""
    for row in plot.rows:
        heading = heading if row.marks else f"{row.label}: "
        for player, mark, solid in zip(study.players, row.marks, row.solid, strict=False):
            if mark:
                words.append(f"{heading}{row.label}, {player} {plot.unit.estimate(*mark)}{', shown' if solid else ''}")
    return f"{'; '.join(words)}. In {plot.unit.name}."


def _series(study: Study) -> Sequence[str]:
    return study.players if len(study.players) > 1 else ("",)


def _ends(rows: Sequence[Row]) -> list[float]:
    return [value for row in rows for mark in row.marks if mark for value in mark]


def _change_unit(measure: Measure, values: Sequence[float]) -> Unit:
    return unit_of(f"difference, {_unit_words(measure)}", values, measure.share, signed=True)


def _unit_words(measure: Measure) -> str:
    """Of differences."""
    return f"percentage points {measure.unit}" if measure.share else measure.unit


def _caption(study: Study, against: str = "") -> str:
    what = f"The difference from {against}" if against else "Figures of the game"
    who = f"The shape tells who plays: {' or '.join(study.players)}. " if len(study.players) > 1 else ""
    tested = "difference" if against else "difference from fair"
    return (
        f"{what}, with 95 % intervals over deals. {who}A filled mark: the {tested} is shown beyond chance, all "
        "comparisons of the study considered. A hollow one may be chance."
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _warnings(study: Study) -> list[str]:
    if len(study.players) < 2:
        return ["Only players of one strength played: nothing here tells whether it holds for others."]
    return []


def _data(study: Study) -> list[Data]:
    effects = ("factor", "level", "figure", "player", "estimate", "low", "high", "p", "baseline", "value")
    lengths = [(*key, rounds, games) for key, counts in study.lengths.items() for rounds, games in counts.items()]
    tables = [
        _table("effects", "a comparison among players of one strength, with its corrected p", study.effects, effects),
        _table("verdicts", "a comparison over all strengths", study.across, ("factor", "level", "figure", "verdict")),
        _table(
            "figures",
            "a figure at a point of the study",
            study.values,
            ("point", "figure", "player", "value", "low", "high"),
        ),
    ]
    if lengths:
        point, player, rounds, games = map(list, zip(*lengths, strict=True))
        columns = {"point": point, "player": player, "rounds": rounds, "games": games}
        tables.append(Data("lengths", "how many games took so many rounds", columns))
    return tables


def _table(name: str, about: str, items: Sequence[object], columns: Sequence[str]) -> Data:
    return Data(name, about, {column: [getattr(item, column) for item in items] for column in columns})
