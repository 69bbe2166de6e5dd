"""Each line of the rulebook went into a rule or is out of scope for a stated reason, and each rule said to be the
rulebook's has a line to stand on."""

from __future__ import annotations

from pathlib import Path

import pytest

from shugyo.benchmarks import docs

ROOT = Path(__file__).resolve().parents[3]
RULEBOOK = ROOT.parent / "shared" / "rulebooks" / "daimyos_fall.txt"  # not ours to ship
RULES = [docs.Rule("D1", ("rulebook",), ""), docs.Rule("R1", ("ruling",), "")]


@pytest.fixture(scope="module")
def found() -> docs.Survey:
    return docs.survey("daimyo", ROOT)


def mapped(number: int, text: str, *rules: str, out: str = "", heading: bool = False) -> docs.Line:
    return docs.Line(number, docs.digest(text), rules, out, heading)


# ------------------------------------------------------------------------------------------------- the mapping
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


# ------------------------------------------------------------------------------------------------- the check itself
def test_a_mapping_that_fits_has_no_problems():
    lines = [
        mapped(1, "Title", heading=True),
        mapped(3, "A rule.", "D1", "R1"),
        mapped(4, "A verse.", out="flavour text"),
    ]
    assert docs.source_problems(lines, "Title\n\n  A rule. \nA verse.") == []
    assert docs.line_problems(lines, RULES) == []


def test_an_unmapped_line_is_found():
    assert docs.source_problems([mapped(1, "One", "D1")], "One\nTwo") == ["line 2 is not mapped"]


def test_a_changed_line_is_found():
    assert docs.source_problems([mapped(1, "One", "D1")], "Only one") == ["line 1 has changed"]


def test_a_line_that_is_gone_is_found():
    assert docs.source_problems([mapped(1, "One", "D1"), mapped(2, "Two", "D1")], "One") == [
        "line 2 is mapped and empty"
    ]


def test_an_unknown_rule_is_found():
    assert docs.line_problems([mapped(1, "One", "D1", "D2")], RULES) == ["line 1: there is no rule D2"]


@pytest.mark.parametrize("line", [mapped(7, "x"), mapped(7, "x", "D1", out="why"), mapped(7, "x", "D1", heading=True)])
def test_a_line_goes_to_exactly_one_place(line: docs.Line):
    assert docs.line_problems([line], RULES) == ["line 7 must have rules, or a reason to be out, or be a heading"]


def test_a_line_mapped_twice_is_found():
    assert docs.line_problems([mapped(1, "One", "D1"), mapped(1, "One", "R1")], RULES) == ["line 1 is mapped 2 times"]
