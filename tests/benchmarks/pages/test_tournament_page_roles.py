"""Pages of tournaments of two sides that differ, such as the Oni and the Heroes of okko."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from shugyo.benchmarks.pages.page import Page, Section, Table, html_of
from shugyo.benchmarks.pages.tournament_page import Tournament, tournament_page
from shugyo.benchmarks.tournaments.games import Games
from shugyo.benchmarks.tournaments.ledger import Written
from shugyo.benchmarks.tournaments.report import write_report
from shugyo.benchmarks.tournaments.settings import read_settings
from shugyo.benchmarks.tournaments.tasks import fixtures_of

TITLE = "Who would play each side in the end?"


def band(*value: float) -> SimpleNamespace:
    values = np.array(value)
    return SimpleNamespace(value=values, low=values - 0.05, high=values + 0.05)


@pytest.fixture
def sides() -> SimpleNamespace:
    """a and c play the Oni, b and c the Heroes; c stays as the Oni, b as the Heroes."""
    profiles, share = np.zeros((3, 3)), np.full((3, 3), np.nan)
    profiles[2, 1], profiles[2, 2], profiles[0, 1] = 0.7, 0.2, 0.1
    share[2, 1] = 0.625
    return SimpleNamespace(
        players=("a", "b", "c"), roles=("Oni", "Heroes"), share=share, profiles=profiles,
        first=band(0.1, np.nan, 0.9), second=band(np.nan, 0.8, 0.2),
    )  # fmt: skip


def sections(page: Page) -> list[Section]:
    return [one for one in page.sections if one.title == TITLE]


def test_each_side_has_a_population(make_tournament: Callable[..., Tournament], sides: SimpleNamespace):
    made = make_tournament(players=["a", "b", "c"], strength=[0, 0, 0], tables={"one": 2}, deals=20)
    page = tournament_page(replace(made, populations=sides))
    (found,) = sections(page)
    assert found.finding == (
        "The most lasting pair, 70% of the time: <code>c</code> as Oni, <code>b</code> as Heroes. There Oni finishes "
        "ahead in 62.5%."
    )
    (table,) = found.parts
    assert isinstance(table, Table)
    assert list(table.head) == ["player", "as Oni", "as Heroes"]
    assert [row[0] for row in table.rows] == ["<code>c</code>", "<code>b</code>", "<code>a</code>"]
    assert table.rows[0][1:] == [("90%", "[85, 95]"), ("20%", "[15, 25]")]
    assert table.rows[1][1] == ("–", "")
    assert TITLE in html_of(page)
    assert not sections(tournament_page(made))


OKKO = """
title = "Which side?"
game = "okko"
seed = 5
deals = 200
block = 20
players = ["heuristic", "random"]
[[tables]]
title = "Two Heroes"
options = { num_heroes = 2 }
"""


def okko(which: slice = slice(None)) -> Games:
    """200 deals, each of heuristic and random as the Oni against each of them as two Heroes; heuristic is better."""
    lineup = np.array([[0, 0, 0], [0, 1, 1], [1, 0, 0], [1, 1, 1]])[which]
    player = np.tile(lineup, (200, 1))
    chance = 0.5 + 0.4 * (player[:, 1] - player[:, 0])
    won = np.random.default_rng(3).random(len(player)) < chance
    share = np.stack([won, ~won, ~won], axis=1).astype(np.float64)
    return Games(
        players=("heuristic", "random"), tables=("Two Heroes",), table=np.zeros(len(player), np.int64),
        deal=np.repeat(np.arange(200), len(lineup)), player=player, side=np.tile([0, 1, 1], (len(player), 1)),
        share=share, rank=2 - share, score=share, length=np.full(len(player), 90),
        truncated=np.zeros(len(player), np.bool_),
    )  # fmt: skip


@pytest.mark.parametrize(("which", "told"), [(slice(None), True), (slice(1, 4), False)])
def test_the_report_of_a_game_with_roles_tells_who_stays_on_each_side(which: slice, told: bool, tmp_path: Path):
    (tmp_path / "okko.toml").write_text(OKKO, "utf-8")
    settings = read_settings(str(tmp_path / "okko.toml"))
    page = write_report(tmp_path, settings, fixtures_of(settings), okko(which), Written(), "the command")
    assert page is not None
    html = page.read_text("utf-8")
    assert "Which side?" in html
    assert "<code>the command</code>" in html
    assert "As Oni, <code>heuristic as Oni</code> has the highest rating of" in html
    assert "As Heroes, <code>heuristic as Heroes</code> has the highest rating of" in html
    assert (TITLE in html) == told  # who never met on these sides cannot be told apart
    assert ("<code>heuristic</code> as Oni, <code>heuristic</code> as Heroes" in html) == told


def test_nobody_is_listed_on_a_side_that_it_never_had(tmp_path: Path):
    (tmp_path / "okko.toml").write_text(OKKO, "utf-8")
    settings = read_settings(str(tmp_path / "okko.toml"))
    page = write_report(tmp_path, settings, fixtures_of(settings), okko(slice(0, 2)), Written())
    assert page is not None
    html = page.read_text("utf-8")
    assert "heuristic as Oni" in html and "random as Heroes" in html
    assert html.count("random as Oni") == 0
    assert html.count("pytest") == 0  # who makes a page from Python is not taken for a command line
    assert "has the highest rating of 1 player:" in html


def test_ratings_that_overlap_are_not_told_apart(make_tournament: Callable[..., Tournament]):
    made = make_tournament(players=["a as X", "b as X", "c as Y"], strength=[0, 0.5, 0], tables={"one": 2}, deals=20)
    games = made.games
    part = games.select(((games.player == 2) == (games.side == 1)).all(axis=1))  # c has the second side
    rating = np.array([10.0, 40, 0])
    for half, doubt in ((5, ""), (20, ", not told from that of <code>a as X</code>,")):
        ratings = SimpleNamespace(players=games.players, rating=rating, low=rating - half, high=rating + half)
        page = tournament_page(replace(made, games=part, ratings=ratings, places=[["X", "Y"]]))
        assert f"As X, <code>b as X</code> has the highest rating of 2 players{doubt}: against" in str(page.answer)
