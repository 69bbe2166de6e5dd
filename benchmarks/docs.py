"""The generated tables of each game's rules: who implements a rule and what tests it, and where its source went.

`envs/<game>/RULES.md` numbers the rules of a game, one paragraph a rule, each headed `**C49** [ruling] …`. Code cites
a rule in a docstring or comment, as C49 or as a range C64–C66; a test carries it in its name, as `test_c049_…`,
`test_c064_c065_…` or `test_p5_…`. This module gathers the three and writes the table between the markers at the end
of RULES.md, so that a rule without a test, or a table behind the code, is noticed.

A game made from a rulebook says besides where each line of that book went: `tests/rules/<game>/rulebook_lines.toml`
names the lines by number and digest, since the book is no part of the project, and maps them to rules, or to the reason
why they are out of scope. From it comes a second table, between markers of its own.

    python -m shugyo.benchmarks.docs            # rewrite the tables
    python -m shugyo.benchmarks.docs --check    # change nothing; exit status 1 if anything is amiss

It works on a checkout of the repository, since an installed package has no tests beside it.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
import tokenize
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from ..envs.core.files import write_whole

ROOT = Path(__file__).resolve().parents[1]
BEGIN, END = "<!-- coverage:begin -->", "<!-- coverage:end -->"
LINES_BEGIN, LINES_END = "<!-- lines:begin -->", "<!-- lines:end -->"
LINES_FILE = "rulebook_lines.toml"

_RULE = re.compile(r"^\*\*([A-Z]+\d+)\*\*((?: \[[^\]]+\])*) (.*?)(?=\n\s*\n|\n\*\*[A-Z]+\d+\*\*|\Z)", re.M | re.S)
_DEPARTS = re.compile(r"\(departs: ([^)]+)\)")
_CITED = re.compile(r"\b([A-Z]+)(\d+)(?:(?:[–-]|\.\.)\1(\d+))?\b")  # C49, C64-C66, C64–C66, C64..C66
_LEADING = re.compile(r"test((?:_[a-z]+\d+)+)(?=_|$)")  # test_c064_c065_…, test_m2_…
_PADDED = re.compile(r"_([a-z]+\d{3})(?=_|$)")  # test_swap_c079: three digits are no accident


class Rule(NamedTuple):
    """One numbered rule. A rule tagged `definition` leaves nothing for a test to assert."""

    id: str
    tags: tuple[str, ...]
    departs: str


class Line(NamedTuple):
    """Where one line of a game's rulebook went: exactly one of rules, out and heading says it."""

    number: int  # from 1, empty lines counted
    digest: str
    rules: tuple[str, ...]
    out: str  # why it is out of scope
    heading: bool


class Survey(NamedTuple):
    """What is known of one game's rules."""

    path: Path  # of RULES.md
    text: str  # of RULES.md
    rules: list[Rule]  # in the order of the text, repetitions included
    cited: dict[str, list[str]]  # rule id: the functions or modules that cite it, below the game's folder
    tests: dict[str, list[str]]  # id in a test's name, of a rule or not: the names of the tests
    lines: list[Line]  # of the rulebook; empty for a game without such a mapping


def parse_rules(text: str) -> list[Rule]:
    """The rules in the text of a RULES.md; each runs from its head to the next empty line."""
    rules = []
    for name, tags, body in _RULE.findall(text.split(BEGIN)[0]):
        departs = "; ".join(_DEPARTS.findall(" ".join(body.split())))
        rules.append(Rule(name, tuple(re.findall(r"\[([^\]]+)\]", tags)), departs))
    return rules


def ids_in_text(text: str) -> Iterator[str]:
    """The rule ids a piece of prose cites, ranges spelled out."""
    for prefix, first, last in _CITED.findall(text):
        yield from (f"{prefix}{n}" for n in range(int(first), int(last or first) + 1))


def ids_in_test_name(name: str) -> set[str]:
    """The rule ids in a test's name: those it begins with, and any with three digits."""
    leading = _LEADING.match(name)
    named = "_".join([leading[1] if leading else "", *_PADDED.findall(name)])
    return {f"{prefix.upper()}{int(number)}" for prefix, number in re.findall(r"([a-z]+)(\d+)", named)}


def _prose(path: Path, module: str) -> Iterator[tuple[str, str]]:
    """Each docstring and comment of a file, with the dotted name of the innermost function or class around it."""
    spans: list[tuple[int, int, str]] = []

    def walk(node: ast.AST, name: str) -> Iterator[tuple[str, str]]:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            name = f"{name}.{node.name}"
            spans.append((min([node.lineno, *(d.lineno for d in node.decorator_list)]), node.end_lineno or 0, name))
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield name, node.value.value
        for child in ast.iter_child_nodes(node):
            yield from walk(child, name)

    yield from walk(ast.parse(path.read_bytes()), module)
    with tokenize.open(path) as file:
        for token in tokenize.generate_tokens(file.readline):
            if token.type == tokenize.COMMENT:
                around = [span for span in spans if span[0] <= token.start[0] <= span[1]]
                yield max(around, default=(0, 0, module))[2], token.string


def citations(folder: Path) -> dict[str, list[str]]:
    """For each rule id cited below `folder`, the functions that cite it."""
    cited: defaultdict[str, set[str]] = defaultdict(set)
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(folder).with_suffix("").parts
        for name, text in _prose(path, ".".join(parts[:-1] if parts[-1] == "__init__" else parts) or folder.name):
            for rule in ids_in_text(text):
                cited[rule].add(name)
    return {rule: sorted(names) for rule, names in cited.items()}


def tests_by_rule(folder: Path) -> dict[str, list[str]]:
    """For each rule id in the name of a test function in `folder`, the names of those tests."""
    tests: defaultdict[str, set[str]] = defaultdict(set)
    for path in sorted(folder.glob("test_*.py")):
        for name in re.findall(r"^ *def (test_\w+)", path.read_text(encoding="utf-8"), re.M):
            for rule in ids_in_test_name(name):
                tests[rule].add(name)
    return {rule: sorted(names) for rule, names in tests.items()}


def digest(line: str) -> str:
    """Names a line of a rulebook without repeating it; blanks at its ends do not count."""
    return blake2b(line.strip().encode(), digest_size=4).hexdigest()


def rulebook_lines(path: Path) -> list[Line]:
    """The mapping of a rulebook's lines; none if there is no such file."""
    if not path.exists():
        return []
    entries = tomllib.loads(path.read_text(encoding="utf-8"))["lines"]
    return [
        Line(int(n), e["digest"], tuple(e.get("rules", ())), e.get("out", ""), e.get("kind") == "heading")
        for n, e in entries.items()
    ]


def line_problems(lines: list[Line], rules: list[Rule]) -> list[str]:
    """What is amiss with a mapping of lines in itself, one sentence each."""
    known = {rule.id for rule in rules}
    amiss = [f"line {n} is mapped {k} times" for n, k in Counter(line.number for line in lines).items() if k > 1]
    for line in lines:
        amiss += [f"line {line.number}: there is no rule {rule}" for rule in line.rules if rule not in known]
        if bool(line.rules) + bool(line.out) + line.heading != 1:
            amiss.append(f"line {line.number} must have rules, or a reason to be out, or be a heading")
    return amiss


def source_problems(lines: list[Line], book: str) -> list[str]:
    """Where a mapping of lines and the text of the rulebook differ, one sentence each."""
    mapped = {line.number: line.digest for line in lines}
    found = {n: digest(text) for n, text in enumerate(book.splitlines(), 1) if text.strip()}
    amiss = [f"line {n} is not mapped" for n in found if n not in mapped]
    amiss += [f"line {n} is mapped and empty" for n in mapped if n not in found]
    return amiss + [f"line {n} has changed" for n in found if n in mapped and found[n] != mapped[n]]


def games(root: Path = ROOT) -> list[str]:
    """The games that have a RULES.md."""
    return sorted(path.parent.name for path in root.glob("envs/*/RULES.md"))


def survey(game: str, root: Path = ROOT) -> Survey:
    """Reads a game's rules, code and rule tests."""
    folder, tests = root / "envs" / game, root / "tests" / "rules" / game
    text = (folder / "RULES.md").read_text(encoding="utf-8")
    lines = rulebook_lines(tests / LINES_FILE)
    return Survey(folder / "RULES.md", text, parse_rules(text), citations(folder), tests_by_rule(tests), lines)


def _coverage_rows(found: Survey) -> Iterator[str]:
    yield from ("| rule | source | departs | cited by | tests |", "|---|---|---|---|---|")
    for rule in found.rules:
        names = (", ".join(f"`{name}`" for name in where.get(rule.id, ())) for where in (found.cited, found.tests))
        cells = (rule.id, ", ".join(rule.tags), rule.departs.replace("|", r"\|"), *names)
        yield f"| {' | '.join(cell or '–' for cell in cells)} |"


def _line_rows(lines: list[Line]) -> Iterator[str]:
    yield from ("| line | digest | rules, or why it is out |", "|---|---|---|")
    for line in lines:
        if not line.heading:
            yield f"| {line.number} | `{line.digest}` | {', '.join(line.rules) or line.out} |"


def _spliced(text: str, path: Path, begin: str, end: str, rows: Iterator[str]) -> str:
    before, opened, rest = text.partition(begin)
    _, closed, after = rest.partition(end)
    if not (opened and closed) or end in before or begin in rest or end in after:
        raise ValueError(f"{path} must hold {begin} and, after it, {end}, each once")
    return "\n".join([before + begin, "", *rows, "", end + after])


def with_table(found: Survey) -> str:
    """The text of a RULES.md with its tables brought up to date.

    Raises:
        ValueError: The two markers around a table are not there.
    """
    text = _spliced(found.text, found.path, BEGIN, END, _coverage_rows(found))
    if found.lines:
        text = _spliced(text, found.path, LINES_BEGIN, LINES_END, _line_rows(found.lines))
    return text


def problems(game: str, root: Path = ROOT) -> list[str]:
    """What is amiss with a game's rules, one sentence each; empty if all is well."""
    found = survey(game, root)
    counts = Counter(rule.id for rule in found.rules)
    prefixes = {rule.rstrip("0123456789") for rule in counts}
    strays = [rule for rule in found.tests if rule not in counts and rule.rstrip("0123456789") in prefixes]
    amiss = [f"rule {rule} stands {n} times in RULES.md" for rule, n in counts.items() if n > 1]
    amiss += [f"rule {r.id} has no test" for r in found.rules if "definition" not in r.tags and r.id not in found.tests]
    amiss += [f"{', '.join(found.tests[rule])}: there is no rule {rule}" for rule in sorted(strays)]
    amiss += line_problems(found.lines, found.rules)
    if with_table(found) != found.text:
        amiss.append("a generated table is out of date: run python -m shugyo.benchmarks.docs")
    return amiss


def write_table(game: str, root: Path = ROOT) -> bool:
    """Brings a game's tables up to date, in one move; returns whether that changed anything."""
    found = survey(game, root)
    if (text := with_table(found)) == found.text:
        return False
    write_whole(found.path, text)
    return True


def main(arguments: list[str] | None = None) -> int:
    """Runs the command line; returns its exit status."""
    parser = argparse.ArgumentParser("python -m shugyo.benchmarks.docs", description="Tables in the rules.")
    parser.add_argument("games", nargs="*", help="names of games (default: all that have a RULES.md)")
    parser.add_argument("--check", action="store_true", help="change nothing; list what is amiss, exit status 1 if any")
    options = parser.parse_args(arguments)
    if not (ROOT / "tests").is_dir():
        parser.error(f"{ROOT} has no folder tests/: the tables are made in a checkout of the repository")
    known = games()
    if unknown := set(options.games) - set(known):
        parser.error(f"no RULES.md for {', '.join(sorted(unknown))}; there is one for {', '.join(known)}")
    amiss = []
    for game in options.games or known:
        if not options.check and write_table(game):
            print(f"{game}: tables rewritten")
        amiss += [f"{game}: {problem}" for problem in problems(game)]
    print("\n".join(amiss) or "every rule has a test, every table is current")
    return int(options.check and bool(amiss))


if __name__ == "__main__":
    sys.exit(main())
