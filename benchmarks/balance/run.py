"""Makes a balance study from its settings to its files."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from ...envs.core.game import Player
from ...envs.core.players import find_player, introduce
from ...envs.core.sides import role
from ..results import versions
from ..watching import Progress
from .designs import Design, Point, design_of
from .effects import Asked, Value, answer_all, value_of
from .figures import Sums, chosen, group_of
from .playing import LEDGER, Ledger, Table, cell_of
from .results import Provenance, Results, Varied, answer_of, write_files
from .settings import Base, Playing, Study, StudyError


def total_games(study: Study, design: Design) -> int:
    """How many games a study plays."""
    return len(design.points) * sum(study.games_of(playing) for playing in study.playing)


def run_study(
    base: Base, design: Design, folder: Path, command: str, *, num_threads: int = 1, progress: Progress | None = None
) -> tuple[Results, list[Path]]:
    """Plays what of a study has not been played yet, evaluates it and writes its files.

    Args:
        base: the game of the study, with its settings.
        design: from `design_of`.
        folder: for the ledger and the files; made if it is missing.
        command: that makes the same study.
        num_threads: for the games; the results do not depend on it.
        progress: called with the number of games finished so far.

    Returns:
        The results, and the files that were written.

    Raises:
        LedgerError: the folder holds games of other rules, or a damaged ledger.
        ResultsError: the folder cannot be written.
    """
    table = Table(Ledger(folder / LEDGER, base.spec.rules_hash), num_threads, progress)
    measured = measure(base, design, table)
    results = evaluate(base, design, measured, command, table.seconds)
    return results, [*write_files(results, folder), _write_page(results, folder)]


def measure(base: Base, design: Design, table: Table) -> dict[str, dict[int, Sums]]:
    """Sums by player and number of the point."""
    study, wanted = base.study, wanted_of(base.study)

    def play(point: Point, playing: Playing) -> Sums:
        cell = cell_of(base, point, playing, study.seed, study.games_of(playing), wanted)
        return table.sums(cell, point.label)

    return {playing.name: {point.number: play(point, playing) for point in design.points} for playing in study.playing}


def wanted_of(study: Study) -> list[str]:
    """All groups and figures that a study or one of its factors names."""
    return [*study.figures, *(name for factor in study.factors for name in factor.figures)]


def evaluate(base: Base, design: Design, measured: dict[str, dict[int, Sums]], command: str, seconds: float) -> Results:
    """What the games of a study say.

    Args:
        base, design: the study.
        measured: from `measure`.
        command: that makes the same study.
        seconds: that playing took.
    """
    study = base.study
    measured, names = aligned(measured, wanted_of(study))
    rows, across = answer_all(questions(study, design, names, met(measured)), measured, study.margin)
    labels = {point.number: point.label for point in design.points}
    values: list[Value] = [
        value_of(labels[number], player, sums, f)
        for player, points in measured.items()
        for number, sums in points.items()
        for f in range(len(names))
    ]
    lengths = {
        (labels[number], player): dict(sorted(sums.lengths.items()))
        for player, points in measured.items()
        for number, sums in points.items()
    }
    provenance = Provenance(
        command=command,
        env_id=study.game,
        options=study.options,
        rules_hash=base.spec.rules_hash,
        points=[(point.label, point.rules_hash) for point in design.points],
        seed=study.seed,
        games={playing.name: study.games_of(playing) for playing in study.playing},
        total=total_games(study, design),
        seconds=round(seconds, 1),
        versions=versions("scipy", "statsmodels", "torch"),
        date=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    heads = study.title, study.question, study.design, answer_of(rows, across)
    return Results(*heads, varied(design), rows, across, values, lengths, provenance)


def varied(design: Design) -> list[Varied]:
    """What a design varies, in the order of its comparisons."""
    found: dict[str, Varied] = {}
    for one in design.comparisons:
        found.setdefault(one.factor, Varied(one.factor, [], one.reference)).levels.append(one.level)
    return list(found.values())


def aligned(measured: dict[str, dict[int, Sums]], wanted: list[str]) -> tuple[dict[str, dict[int, Sums]], list[str]]:
    """The same sums with the same figures in the same order, those that are wanted.

    Returns:
        The sums and the names of the figures.
    """
    everything = dict.fromkeys(name for points in measured.values() for sums in points.values() for name in sums.names)
    names = chosen(list(everything), wanted)
    return {
        player: {number: sums.picked(names) for number, sums in points.items()} for player, points in measured.items()
    }, names


def met(measured: dict[str, dict[int, Sums]]) -> dict[int, list[str]]:
    """The figures that anything was counted for, by number of the point."""
    return {
        number: [
            name for f, name in enumerate(sums.names) if any(points[number].weights[f] for points in measured.values())
        ]
        for number, sums in next(iter(measured.values())).items()
    }


def questions(study: Study, design: Design, names: list[str], there: Mapping[int, list[str]]) -> list[Asked]:
    """What a study asks of its figures.

    Win shares are held against fair in the game as it is and in other ways to play it, but not at changed content: what
    a change does is told by its comparison. Where there are only two seats or sides, the second is the mirror of the
    first and not asked for; nor is a win share where nobody has played for it, as of the third of two seats.

    Args:
        study, design: the study.
        names: of the figures.
        there: the figures that anything was counted for, by number of the point.
    """
    shares = [name for name in chosen(names, study.figures) if group_of(name).fair]
    asked = [
        Asked("", point.label, name, {point.number: 1.0})
        for point in design.points
        if point.ways_only
        for name in shares
        if name in there[point.number] and not _mirrors(name, there[point.number])
    ]
    for comparison in design.comparisons:
        own = [name for f in comparison.factors for name in study.factors[f].figures] or study.figures
        points = [there[number] for number, weight in comparison.weights.items() if weight]
        asked += [
            Asked(comparison.factor, comparison.level, name, comparison.weights, comparison.baseline)
            for name in chosen(names, own)
            if not group_of(name).fair or all(name in one for one in points)
            if not all(_mirrors(name, one) for one in points)
        ]
    return asked


def _mirrors(name: str, there: list[str]) -> bool:
    group = name.partition(":")[0]
    alike = [one for one in there if one.partition(":")[0] == group]
    return group in ("seat", "side") and len(alike) == 2 and name == alike[1]


def _write_page(results: Results, folder: Path) -> Path:
    """Writes the page that people read."""
    from ..pages.page import write_page
    from ..pages.study_page import study_page
    from .page import study_of

    return write_page(study_page(study_of(results)), folder / "index.html")


def make(study: Study) -> tuple[Base, Design]:
    """The game of a study and its design, once everybody is known to play at all of its points.

    Raises:
        StudyError, OptionError, ContentError: settings that do not go together.
    """
    base = Base(study)
    design = design_of(base)
    _check_points(base, design)
    return base, design


def _check_points(base: Base, design: Design) -> None:
    """Starts everybody at every point: a trained player is bound to the rules, options and seats that it has learnt."""
    found: dict[str, Player] = {}
    for point in design.points[1:]:  # that of the game as it is was checked with the settings
        spec = base.spec_of(point.levels)
        roles = dict.fromkeys(role(agent) for agent in spec.agents)
        for name in dict.fromkeys(playing.of_role(one) for playing in base.study.playing for one in roles):
            if name not in found:
                found[name] = find_player(base.game, name)
            try:
                introduce(found[name], spec, base.study.seed, 0)
            except ValueError as error:
                raise StudyError(f"point {point.label!r}: {error}; leave the player or the point out") from None
