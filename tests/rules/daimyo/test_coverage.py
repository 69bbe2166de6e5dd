"""RULES.md is complete: every rule stands there once, is tested by name, and the tables at its end say so."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from shugyo.benchmarks import docs

ROOT = Path(__file__).resolve().parents[3]
ORIGINS = {"rulebook", "ruling", "design", "preview", "inferred"}
RULES = {"D": 188, "R": 76, "W": 5, "K": 17}  # how many there are of each series, numbered from 1


@pytest.fixture(scope="module")
def found() -> docs.Survey:
    return docs.survey("daimyo", ROOT)


def test_every_rule_stands_once(found):
    counts = Counter(rule.id for rule in found.rules)
    assert [rule.id for rule in found.rules] == [
        f"{kind}{n}" for kind, last in RULES.items() for n in range(1, last + 1)
    ]
    assert not [rule for rule, times in counts.items() if times > 1]


def test_every_rule_names_its_origin(found):
    assert not [rule.id for rule in found.rules if not ORIGINS.intersection(rule.tags)]
    assert not [rule.id for rule in found.rules if set(rule.tags) - ORIGINS - {"definition"}]


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


def test_check_agrees():
    assert docs.problems("daimyo", ROOT) == []
