from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from shugyo.benchmarks.intervals import Estimate
from shugyo.benchmarks.pages.page import Figure, Page, Section, Table, html_of, write_page
from shugyo.benchmarks.pages.tournament_page import Tournament, tournament_page

Make = Callable[..., Tournament]
Minima = Callable[..., list[SimpleNamespace]]


def section(page: Page, title: str) -> Section:
    (found,) = [one for one in page.sections if title in one.title]
    return found


def payoff(players: list[str], share: list[list[float]], half: float = 0.04, deals: int = 500) -> SimpleNamespace:
    middle = np.array(share)
    return SimpleNamespace(
        players=players, share=middle, low=middle - half, high=middle + half, fair=0.5,
        deals=np.full(middle.shape, deals),
    )  # fmt: skip


@pytest.fixture
def three(make_tournament: Make) -> Tournament:
    """a, b and c with ratings 0 < 1 < 2 in this order, at one table."""
    return make_tournament(players=["a", "b", "c"], strength=[-0.5, 0, 0.5], tables={"2 seats": 2}, deals=150)


@pytest.mark.parametrize(
    ("against", "words"),
    [
        ((0.8, 0.7), "<code>c</code> is the strongest of 3 players: against its hardest opponent, <code>b</code>, it "
         "takes 70.0% [66.0, 74.0] of the wins."),
        ((0.8, 0.53), "<code>c</code> has the highest rating, but too few games were played to tell it from "
         "<code>b</code> (53.0% [49.0, 57.0])."),
        ((0.51, 0.53), "from <code>b</code> (53.0% [49.0, 57.0]) or <code>a</code> (51.0% [47.0, 55.0])."),
        ((0.4, 0.53), "<code>c</code> has the highest rating, yet <code>a</code> beats it: against that player it only "
         "takes 40.0% [36.0, 44.0] of the wins."),
        ((np.nan, 0.7), "<code>c</code> has the highest rating and beats everybody whom it met: against its hardest "
         "opponent, <code>b</code>, it takes 70.0% [66.0, 74.0] of the wins. It never met <code>a</code>."),
        ((np.nan, 0.53), "to tell it from <code>b</code> (53.0% [49.0, 57.0]). It never met <code>a</code>."),
        ((np.nan, np.nan), "<code>c</code> met nobody else."),
    ],
)  # fmt: skip
def test_the_answer_says_how_sure_it_is(three: Tournament, against: tuple[float, float], words: str, minima: Minima):
    a, b = against
    found = payoff(["a", "b", "c"], [[np.nan, 0.4, 1 - a], [0.6, np.nan, 1 - b], [a, b, np.nan]])
    page = tournament_page(replace(three, payoff=found, minima=minima(found)))
    assert words in str(page.answer)
    assert str(page.answer) in html_of(page)


def test_says_how_much_is_behind_it(tournament: Tournament, cup: Page):
    assert cup.facts == [("10,000", "games"), ("300", "deals"), ("5", "players"), ("12.4 min", "of play")]
    assert cup.warnings == []
    assert [one.name for one in cup.data] == ["ratings", "payoff", "games"]
    assert tournament.advice[0] in html_of(cup)


def test_players_stand_in_the_order_of_their_ratings(three: Tournament):
    (table,) = [part for part in section(tournament_page(three), "How strong").parts if isinstance(part, Table)]
    assert [row[1] for row in table.rows] == ["<code>c</code>", "<code>b</code>", "<code>a</code>"]
    share, low, high = (getattr(three.payoff, what)[2] for what in ("share", "low", "high"))
    least = table.rows[0][3]
    assert least == (f"{100 * share[1]:.1f}%", f"[{100 * low[1]:.1f}, {100 * high[1]:.1f}]")
    assert table.rows[0][4] == "<code>b</code>"


def test_a_better_seat_is_found_and_an_equal_one_is_not(make_tournament: Make):
    def words(bonus: float) -> str:
        made = make_tournament(players=["a", "b"], strength=[0, 0], tables={"4 seats": 4}, deals=400, seat_bonus=bonus)
        return section(tournament_page(made), "where one sits").finding

    assert words(0) == "4 seats: no place can be told from the fair 25%."
    assert words(0.5).startswith("4 seats: seat 1 takes 3")
    assert words(0.5).endswith("where 25% would be fair.")


def test_places_may_have_names(three: Tournament):
    html = html_of(tournament_page(replace(three, places=[["the Oni", "the Heroes"]])))
    assert "the Heroes" in html
    assert html.count("seat 1") == 0
    with pytest.raises(ValueError, match="table '2 seats' has 2 sides, and 1 names are given for them"):
        tournament_page(replace(three, places=[["the Oni"]]))


def test_several_tables_are_compared_and_one_is_not(cup: Page, three: Tournament):
    (table,) = section(cup, "every table").parts
    assert isinstance(table, Table)
    assert list(table.head) == ["player", "2 seats (fair 50%)", "3 seats (fair 33%)", "5 seats (fair 20%)"]
    assert len([part for part in section(cup, "Who beats whom").parts if isinstance(part, Table)]) == 3
    assert not [one for one in tournament_page(three).sections if "every table" in one.title]


def test_circles_are_shown_with_their_intervals(cup: Page, three: Tournament):
    found = section(cup, "ladder")
    assert found.finding == (
        "One scale of strength explains 94.0% [90.0, 97.0] of the differences in results. Chance accounts for the rest "
        "(p 0.310). No circle of three players is shown among 10 triples that met."
    )
    (table,) = found.parts
    assert isinstance(table, Table)
    way, first, *_, sure = table.rows[0]
    assert str(way).endswith("<code>ismcts:200</code> → <code>heuristic</code>")
    assert (first, sure) == (("55.0%", "[51.0, 59.0]"), "no")
    assert not [one for one in tournament_page(three).sections if "ladder" in one.title]


def test_a_circle_beyond_chance_is_told(three: Tournament):
    round_ = SimpleNamespace(explained=Estimate(np.nan, 0, 1), p_value=0.001, cycles=[], sure=1, triples=1)
    page = tournament_page(replace(three, intransitivity=round_))
    assert section(page, "ladder").finding == (
        "The rest is more than chance (p 0.001). Circles of three players, each beating the next, that are beyond "
        "chance: 1."
    )


def test_without_three_who_met_there_is_no_talk_of_circles(three: Tournament):
    none = SimpleNamespace(explained=Estimate(0.97, 0.9, 0.99), p_value=np.nan, cycles=[], sure=0, triples=0)
    assert section(tournament_page(replace(three, intransitivity=none)), "ladder").finding == (
        "One scale of strength explains 97.0% [90.0, 99.0] of the differences in results. No three players have all "
        "met each other, so that no circle of three can be seen."
    )


def test_shares_by_player_do_not_depend_on_whom_one_met_most(make_tournament: Make):
    made = make_tournament(
        players=["weak", "good", "best"], strength=[-3, 0, 0.8], tables={"two": 2, "three": 3}, deals=150
    )
    games = made.games
    rare = (games.player == 2).any(axis=1) & (games.player == 0).any(axis=1) & (games.deal % 150 >= 30)
    page = tournament_page(replace(made, games=games.select(~rare)))
    (table,) = section(page, "every table").parts
    assert isinstance(table, Table)
    share = {str(row[0]): [float(cell[0].rstrip("%")) for cell in row[1:]] for row in table.rows}
    assert all(best > good for best, good in zip(share["<code>best</code>"], share["<code>good</code>"], strict=True))
    assert "each counting the same" in table.caption
    assert section(page, "every table").finding == ""


def test_who_met_others_than_the_rest_is_told(make_tournament: Make):
    made = make_tournament(players=["a", "b", "c"], strength=[0, 0, 0], tables={"two": 2, "three": 3}, deals=20)
    payoffs = {"two": payoff(["a", "b", "c"], [[0.5] * 3] * 3), "three": payoff(["a", "b", "c"], [[0.5] * 3] * 3)}
    np.fill_diagonal(payoffs["two"].deals, 0)
    np.fill_diagonal(payoffs["three"].deals, 0)

    def finding() -> str:
        return section(tournament_page(replace(made, payoffs=payoffs)), "every table").finding

    assert finding() == ""
    payoffs["three"].deals[2, :] = payoffs["three"].deals[:, 2] = 0  # c was not at that table at all
    assert finding() == ""
    payoffs["two"].deals[0, 2] = payoffs["two"].deals[2, 0] = 0
    assert "not everybody met everybody" in finding()


def test_says_whether_shares_are_wins(three: Tournament, minima: Minima):
    found = payoff(["a", "b", "c"], [[np.nan, 0.4, 0.2], [0.6, np.nan, 0.3], [0.8, 0.7, np.nan]])
    page = tournament_page(replace(three, payoff=found, minima=minima(found), ahead=True))
    assert "it finishes ahead in 70.0% [66.0, 74.0] of the games" in str(page.answer)
    assert "finished ahead of the column’s, ties half" in html_of(page)
    assert html_of(tournament_page(three)).count("finished ahead of the column’s") == 0


def test_warns_of_what_cannot_be_trusted(three: Tournament):
    truncated = np.arange(three.games.deal.size) % 10 == 0
    ratings = SimpleNamespace(
        players=["a", "b", "c"], rating=np.array([0.0, 1, 2]), low=np.array([-np.inf, 0, 0]), high=np.array([1.0, 2, 9])
    )
    few = payoff(["a", "b", "c"], [[0.5] * 3] * 3, deals=29)
    page = tournament_page(replace(three, games=replace(three.games, truncated=truncated), ratings=ratings, payoff=few))
    assert [str(warning) for warning in page.warnings] == [
        "Some pairs met on only 29 deals. Trust no interval below 30.",
        "10.0% of the games were ended by a limit and not by the rules.",
        "Nothing bounds the rating of <code>a</code>: no win or no loss was seen.",
    ]


def test_rules_are_not_mixed(three: Tournament):
    rules = {"one": "aaaa", "two": "bbbb"}
    with pytest.raises(ValueError, match=r"2 rules hashes \(aaaa, bbbb\)"):
        replace(three, provenance=replace(three.provenance, rules=rules))
    with pytest.raises(ValueError, match="0 rules hashes"):
        replace(three, provenance=replace(three.provenance, rules={}))


def test_players_are_the_same_everywhere(three: Tournament):
    with pytest.raises(ValueError, match=r"payoff: its players are \['b', 'a', 'c'\]"):
        replace(three, payoff=payoff(["b", "a", "c"], [[0.5] * 3] * 3))


def test_hostile_names_are_only_names(make_tournament: Make, tmp_path: Path):
    names = ["<img src=x onerror=alert(1)>", "a\x00$x_1$,\"'\n", "=1+1"]
    made = make_tournament(players=names, strength=[-1, 0, 1], tables={"</table>": 2}, deals=5)
    html = write_page(tournament_page(made), tmp_path / "a.html").read_text("utf-8")
    assert html.count("<img") == 0
    assert html.count("\x00") == 0
    assert "&lt;/table&gt;" in html
    assert all(isinstance(part, (Figure, Table)) for part in section(tournament_page(made), "Who beats").parts)


def test_one_deal_is_enough_for_a_page(make_tournament: Make):
    page = tournament_page(make_tournament(players=["a", "b"], strength=[0, 0], tables={"2 seats": 2}, deals=1))
    assert "too few games" in str(page.answer)
    assert page.warnings


@pytest.mark.slow
def test_pages_are_small_and_fast(tournament: Tournament, make_tournament: Make, tmp_path: Path):
    write_page(tournament_page(tournament), tmp_path / "warm.html")
    start = time.process_time()
    write_page(tournament_page(tournament), tmp_path / "five.html")
    assert time.process_time() - start < 3
    names = [f"ppo:runs/of/mine/number/{number}" for number in range(20)]
    many = make_tournament(players=names, strength=list(np.linspace(-1, 1, 20)), deals=10)
    assert write_page(tournament_page(many), tmp_path / "many.html").stat().st_size < 2_000_000
