"""Each RULES.md is complete: every rule stands there once, is tested by name, and the tables at its end say so."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from shugyo.benchmarks import docs

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Book:
    """What a game's rules should hold.

    Attributes:
        game: its name.
        origins: marks of which every rule bears at least one.
        series: how many rules there are of a series that is numbered from 1.
    """

    game: str
    origins: frozenset[str]
    series: dict[str, int] = field(hash=False)


BOOKS = [
    Book("covenant", frozenset({"seed", "found", "ruling"}), {"C": 119, "M": 5, "P": 30, "W": 2}),
    Book(
        "daimyo",
        frozenset({"rulebook", "ruling", "design", "preview", "inferred"}),
        {"D": 188, "R": 76, "W": 5, "K": 17},
    ),
    Book(
        "okko",
        frozenset({"rulebook", "ruling", "inferred", "public", "design"}),
        {"O": 257, "A": 42, "B": 104, "E": 15, "W": 6},
    ),
]


@pytest.fixture(scope="module", params=BOOKS, ids=lambda book: book.game)
def book(request: pytest.FixtureRequest) -> Book:
    return request.param


@pytest.fixture(scope="module")
def found(book: Book) -> docs.Survey:
    return docs.survey(book.game, ROOT)


def test_every_rule_stands_once(book, found):
    counts = Counter(rule.id for rule in found.rules)
    assert not [rule for rule, times in counts.items() if times > 1]
    assert set(counts) == {f"{kind}{n}" for kind, last in book.series.items() for n in range(1, last + 1)}


def test_every_rule_names_its_origin(book, found):
    assert not [rule.id for rule in found.rules if not book.origins.intersection(rule.tags)]
    assert not [rule.id for rule in found.rules if set(rule.tags) - book.origins - {"definition"}]


def test_every_rule_has_a_test(found):
    assert not [rule.id for rule in found.rules if "definition" not in rule.tags and rule.id not in found.tests]


def test_tests_name_existing_rules(found):
    rules = {rule.id for rule in found.rules}
    kinds = {rule.rstrip("0123456789") for rule in rules}
    named = {rule for rule in found.tests if rule.rstrip("0123456789") in kinds}
    assert not {rule: found.tests[rule] for rule in named - rules}


def test_tables_are_current(found):
    current = docs.with_table(found) == found.text
    assert current, "run `make docs`"


def test_check_agrees(book):
    assert docs.problems(book.game, ROOT) == []
