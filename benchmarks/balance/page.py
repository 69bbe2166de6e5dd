"""What the page of a study shows, made of its results."""

from __future__ import annotations

from datetime import datetime

from ..pages.page import Provenance
from ..pages.study_page import Measure, Study
from .effects import DEPENDS, HOLDS, PARTLY, SIZE, VERDICTS
from .figures import group_of, in_words
from .results import Results, advice_of

CORRECTION = (
    "p-values are corrected for all comparisons of the study by Holm's method: the chance that a study without any "
    "effect names even one is at most 5 %, however the comparisons depend on each other."
)


def study_of(results: Results) -> Study:
    """The results of a study as its page takes them."""
    made = results.provenance
    deals = ", ".join(f"{player} {games:,}" for player, games in made.games.items())
    return Study(
        title=results.title,
        question=results.question,
        answer=results.answer,
        game=made.env_id,
        design=results.design,
        factors=results.factors,
        players=results.players,
        measures=[measure_of(name) for name in dict.fromkeys(value.figure for value in results.values)],
        effects=results.rows,
        across=results.across,
        shown=[HOLDS, SIZE, DEPENDS, PARTLY],
        meanings=VERDICTS,
        values=results.values,
        reference=made.points[0][0],
        games=made.total,
        correction=CORRECTION,
        lengths=results.lengths,
        advice=advice_of(results.across),
        provenance=Provenance(
            commands=[made.command],
            rules=dict(made.points),
            seeds={"deals": made.seed},
            versions=made.versions,
            date=datetime.fromisoformat(made.date),
            seconds=made.seconds,
            design={"options": str(made.options), "deals of each point": deals},
        ),
    )


def measure_of(figure: str) -> Measure:
    """A figure as a page shows it."""
    name, _, thing = figure.partition(":")
    group = group_of(figure)
    fair = 1.0 if group.fair else None
    label = f"place {thing.strip()}" if name == "seat" else thing.strip() or name
    return Measure(figure, in_words(figure), name, label, group.unit, share=group.share, fair=fair)
