from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace

import pytest
from markupsafe import Markup

from shugyo.benchmarks.pages.page import Figure, Page, Section, Table, html_of
from shugyo.benchmarks.pages.study_page import Measure, Study, study_page


def section(page: Page, title: str) -> Section:
    (found,) = [one for one in page.sections if title in one.title]
    return found


def figures(part: Section) -> list[Figure]:
    return [one for one in part.parts if isinstance(one, Figure)]


def effect(figure: str, player: str, estimate: float, p: float, factor: str = "f", level: str = "2") -> SimpleNamespace:
    return SimpleNamespace(
        factor=factor, level=level, figure=figure, player=player, estimate=estimate, low=estimate - 0.1,
        high=estimate + 0.1, p=p, baseline=1.0, value=1 + estimate,
    )  # fmt: skip


def verdict(figure: str, words: str, factor: str = "f", level: str = "2") -> SimpleNamespace:
    return SimpleNamespace(factor=factor, level=level, figure=figure, verdict=words)


@pytest.fixture
def small(study: Study) -> Study:
    """One change, two figures, two strengths: wins move, rounds do not."""
    return replace(
        study,
        measures=[
            Measure("seat: 1", "wins of the first", "seat", "first", "× fair", fair=1.0),
            Measure("rounds", "rounds of a game", "rounds", "rounds", "rounds"),
        ],
        factors=[SimpleNamespace(name="f", baseline="1", levels=["2"])],
        effects=[
            effect("seat: 1", "greedy", 0.3, 0.001), effect("seat: 1", "heuristic", 0.2, 0.01),
            effect("rounds", "greedy", 0.05, 0.6), effect("rounds", "heuristic", -0.05, float("nan")),
        ],
        across=[verdict("seat: 1", "holds"), verdict("rounds", "too few games to tell")],
        values=[],
        lengths={},
    )  # fmt: skip


def test_says_how_much_is_behind_it(study: Study, balance: Page):
    counts = [
        ("36,000", "games"),
        ("8", "changes"),
        ("7", "figures"),
        ("2", "strengths of play"),
        ("12.4 min", "of play"),
    ]
    assert balance.facts == counts
    assert balance.answer == study.answer
    html = html_of(balance)
    assert str(Markup.escape(study.correction)) in html
    assert study.advice[0] in html
    assert all(factor.name in html for factor in study.factors)


def test_what_moved_is_drawn_and_the_rest_is_in_tables(small: Study):
    page = study_page(small)
    changes = section(page, "What do the changes do")
    assert [one.title for one in figures(changes)] == ["Wins of the first"]
    assert changes.finding == "1 figure of 2 moved. The others are in the tables only."
    drawing = figures(changes)[0].drawing
    assert {"f, from 1 to …", "2", "no change", "+0.300"} <= set(drawing.wide.replace("<", ">").split(">"))
    shown, rest = [part for part in section(page, "What holds").parts if isinstance(part, Table)][1:]
    assert (shown.fold, rest.fold) == ("", "1 comparison in which no effect was shown")
    assert shown.rows[0][1:3] == ["holds", ("+0.300", "[+0.200, +0.400] p 0.001")]
    assert rest.rows[0][3] == ("−0.050", "[−0.150, +0.050] p –")


def test_if_nothing_moved_the_first_figure_is_drawn(small: Study):
    page = study_page(replace(small, across=[verdict("seat: 1", "too few games to tell")]))
    changes = section(page, "What do the changes do")
    assert changes.finding == "No figure was shown to move."
    assert [one.title for one in figures(changes)] == ["Wins of the first"]
    assert section(page, "What holds").finding == "An effect was shown in 0 of 1 comparison."


def test_filled_marks_are_those_that_were_shown(small: Study):
    def hollow(effects: list[SimpleNamespace]) -> int:
        (figure,) = figures(section(study_page(replace(small, effects=effects)), "What do the changes do"))
        return figure.drawing.wide.count("fill:var(--surface)")

    assert hollow([effect("seat: 1", "greedy", 0.3, 0.049), effect("seat: 1", "heuristic", 0.2, 0.01)]) == 0
    assert hollow([effect("seat: 1", "greedy", 0.3, 0.051), effect("seat: 1", "heuristic", 0.2, 0.01)]) == 1
    assert hollow([effect("seat: 1", "greedy", 0.3, 0.051), effect("seat: 1", "heuristic", 0.2, float("nan"))]) == 2


def test_what_is_off_fair_is_told_for_whom(small: Study):
    def finding(p: float, q: float, second: float = 0.2) -> str:
        given = ("greedy", 0.2, p), ("heuristic", second, q)
        effects = [effect("seat: 1", who, size, one, "", "as it is") for who, size, one in given]
        return section(study_page(replace(small, effects=effects)), "Is it fair, by seat?").finding

    assert finding(0.01, 0.01) == "Shown to be off fair: first."
    assert finding(0.01, 0.9) == "Only for some players: first."
    assert finding(0.9, 0.9) == "Nothing was shown to be off fair."
    assert finding(0.01, 0.01, -0.2) == "Depends on the players, who point in opposite directions: first."
    assert finding(0.01, 0.9, -0.2) == "Only for some players: first."  # what is not shown points nowhere


def test_fair_figures_show_values_and_not_differences(small: Study):
    effects = [effect("seat: 1", who, 0.2, 0.01, "", point) for who in small.players for point in ("two", "four")]
    found = section(study_page(replace(small, effects=effects, factors=[])), "Is it fair")
    assert found.finding == "Shown to be off fair: two: first, four: first."
    words = figures(found)[0].drawing.wide
    assert "two: first, greedy 1.20 [1.10, 1.30], shown" in words


def test_the_game_as_it_is_stands_in_numbers(balance: Page):
    (table,) = section(balance, "as it is").parts
    assert isinstance(table, Table)
    rounds, draws = table.rows[-2:]
    assert rounds[:3] == ["rounds of a game", "rounds", ("14.2", "[14.0, 14.4]")]
    assert draws[:3] == ["games without a single winner", "of games", ("2.1%", "[1.9, 2.3]")]
    assert "median 1" in figures(section(balance, "How long"))[0].drawing.wide


def test_all_numbers_lie_beside_the_page(study: Study, balance: Page):
    data = {table.name: table for table in balance.data}
    assert set(data) == {"effects", "verdicts", "figures", "lengths"}
    assert data["effects"].rows == len(study.effects)
    assert list(data["effects"].columns["p"]) == [one.p for one in study.effects]
    assert sum(data["lengths"].columns["games"]) == 4000


def test_one_strength_of_players_is_warned_of(small: Study):
    effects = [one for one in small.effects if one.player == "greedy"]
    page = study_page(replace(small, players=["greedy"], effects=effects))
    assert "players of one strength" in str(page.warnings)
    assert study_page(small).warnings == []
    assert html_of(page).count("The shape tells") == 0


def test_what_cannot_be_shown_is_refused(small: Study):
    with pytest.raises(ValueError, match=r"figures \['rounds'\] are in the results"):
        replace(small, measures=small.measures[:1])
    with pytest.raises(ValueError, match="1 to 4 strengths of players, not 5"):
        replace(small, players=list("abcde"))


def test_hostile_names_are_only_names(make_study: Callable[..., Study]):
    evil = "<script>"
    html = html_of(study_page(make_study({"question": evil, "answer": evil, "design": evil, "advice": [evil]})))
    assert html.count(evil) == 0
    assert html.count("&lt;script&gt;") >= 4
