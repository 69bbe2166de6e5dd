from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from markupsafe import Markup

from shugyo.benchmarks.pages.canvas import Drawing
from shugyo.benchmarks.pages.data import Data
from shugyo.benchmarks.pages.page import Figure, Page, Prose, Provenance, Section, Table, html_of, write_page
from shugyo.benchmarks.pages.study_page import Study, study_page
from shugyo.benchmarks.pages.tournament_page import Tournament, tournament_page
from shugyo.benchmarks.pages.words import Cell
from shugyo.envs.core import files

EVIL = "<script>alert('x')</script>\"&"
VOID = {"meta", "br", "hr", "img", "link", "input"}


class Reader(HTMLParser):
    """Looks whether elements close in order, and gathers what might reach out of the page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            assert not name.startswith("on")
            if name in ("href", "src", "xlink:href"):
                self.links.append(value or "")
            if name == "id":
                self.ids.append(value or "")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture
def origin(tournament: Tournament) -> Provenance:
    return tournament.provenance


@pytest.fixture
def page(origin: Provenance) -> Page:
    """All that a page can hold, hostile wherever text goes."""
    table = Table([EVIL, "n"], [[EVIL, Cell(EVIL, EVIL)]], caption=EVIL, fold=EVIL)
    drawing = Drawing('<svg id="wide"></svg>', '<svg id="narrow"></svg>')
    section = Section(EVIL, EVIL, [Prose(EVIL), Prose(Markup("<em>kept</em>")), Figure(drawing, EVIL, EVIL), table])
    named = {EVIL: EVIL}
    return Page(
        EVIL, EVIL, EVIL, EVIL, [EVIL], [(EVIL, EVIL)], [section, Section("plain", "", [replace(table, fold="")])],
        replace(origin, commands=[EVIL], rules=named, versions=named, seeds={EVIL: 3}, machine=EVIL, design=named),
        [Data("numbers", EVIL, {"n": [1]})],
    )  # fmt: skip


def test_whatever_is_written_is_escaped(page: Page):
    html = html_of(page, "folder")
    read = Reader(html)
    assert "script" not in read.tags
    assert html.count("<script") == 0
    assert html.count("alert(") > 20
    assert "<em>kept</em>" in html


@pytest.mark.parametrize("kind", ["page", "tournament", "study"])
def test_is_whole_and_needs_nothing_beside_it(kind: str, page: Page, cup: Page, balance: Page, tmp_path: Path):
    whole = {"page": page, "tournament": cup, "study": balance}[kind]
    path = write_page(whole, tmp_path / "a b.html")
    html = path.read_text("utf-8")
    read = Reader(html)
    assert read.open == []
    assert len(set(read.ids)) == len(read.ids)
    assert set(read.links) == {f"a%20b-data/{table.file}" for table in whole.data}
    assert not re.search(r"https?:|url\(|@import|javascript", html)
    assert "default-src 'none'" in html
    folder = tmp_path / "a b-data"
    assert sorted(tmp_path.iterdir()) == [folder, path]
    assert {file.name for file in folder.iterdir()} == {table.file for table in whole.data}


def test_says_how_it_came_about(cup: Page):
    html = html_of(cup)
    origin = cup.provenance
    for what in (
        *origin.commands,
        *origin.rules.values(),
        *origin.versions.values(),
        "12.4 min",
        "2026-05-04 12:30 UTC",
    ):
        assert what in html
    assert re.search(r"Seed of the deals</dt><dd>7<", html)


def test_the_same_page_has_the_same_bytes(
    tournament: Tournament, study: Study, cup: Page, balance: Page, tmp_path: Path
):
    def written(page: Page) -> dict[str, str]:
        write_page(page, tmp_path / "page.html")
        found = [file for file in sorted(tmp_path.rglob("*")) if file.is_file()]
        return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in found}

    for page, again in (
        (tournament_page(tournament), tournament_page(tournament)),
        (study_page(study), study_page(study)),
    ):
        assert written(page) == written(again)


def test_is_made_for_light_dark_telephone_and_paper(page: Page):
    html = html_of(page)
    for rule in ("prefers-color-scheme: dark", "max-width: 44rem", "@media print", "width=device-width"):
        assert rule in html
    assert html.index('<svg id="wide">') < html.index('<svg id="narrow">')


def test_a_failure_leaves_the_old_page(page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "a.html"
    path.write_text("old")

    def full(old: str, new: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        write_page(page, path)
    assert path.read_text() == "old"
    assert [file for file in tmp_path.rglob("*") if file.is_file()] == [path]


def test_halves_of_characters_do_not_stop_it(page: Page, tmp_path: Path):
    html = write_page(replace(page, answer="a\ud800b"), tmp_path / "a.html").read_text("utf-8")
    assert "a?b" in html
