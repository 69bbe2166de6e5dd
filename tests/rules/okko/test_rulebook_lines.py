"""Each line of the rulebook went into a rule or is out of scope for a stated reason, and each rule said to be the
rulebook's has a line to stand on. The checks themselves are tested with daimyo's rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from shugyo.benchmarks import docs

ROOT = Path(__file__).resolve().parents[3]
RULEBOOK = ROOT.parent / "shared" / "rulebooks" / "okko_chronicles.txt"  # not ours to ship


@pytest.fixture(scope="module")
def found() -> docs.Survey:
    return docs.survey("okko", ROOT)


@pytest.mark.skipif(not RULEBOOK.exists(), reason="the rulebook does not lie beside this checkout")
def test_mapping_covers_the_rulebook_as_it_is(found):
    assert docs.source_problems(found.lines, RULEBOOK.read_text(encoding="utf-8")) == []


def test_mapping_names_existing_rules_and_reasons(found):
    assert found.lines
    assert docs.line_problems(found.lines, found.rules) == []


def test_every_rule_of_the_rulebook_has_a_line(found):
    named = {rule for line in found.lines for rule in line.rules}
    assert not [rule.id for rule in found.rules if "rulebook" in rule.tags and rule.id not in named]


def test_lines_stand_in_order(found):
    numbers = [line.number for line in found.lines]
    assert numbers == sorted(numbers)
