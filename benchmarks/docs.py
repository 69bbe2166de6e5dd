"""The coverage table of each game's rules: who implements a rule, and what tests it.

`envs/<game>/RULES.md` numbers the rules of a game, one paragraph a rule, each headed `**C49** [ruling] …`. Code cites
a rule in a docstring or comment, as C49 or as a range C64–C66; a test carries it in its name, as `test_c049_…`,
`test_c064_c065_…` or `test_p5_…`. This module gathers the three and writes the table between the markers at the end
of RULES.md, so that a rule without a test, or a table behind the code, is noticed.

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
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ..envs.core.files import write_whole

ROOT = Path(__file__).resolve().parents[1]
BEGIN, END = "<!-- coverage:begin -->", "<!-- coverage:end -->"

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


class Survey(NamedTuple):
    """What is known of one game's rules."""

    path: Path  # of RULES.md
    text: str  # of RULES.md
    rules: list[Rule]  # in the order of the text, repetitions included
    cited: dict[str, list[str]]  # rule id: the functions or modules that cite it, below the game's folder
    tests: dict[str, list[str]]  # id in a test's name, of a rule or not: the names of the tests


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


def games(root: Path = ROOT) -> list[str]:
    """The games that have a RULES.md."""
    return sorted(path.parent.name for path in root.glob("envs/*/RULES.md"))


def survey(game: str, root: Path = ROOT) -> Survey:
    """Reads a game's rules, code and rule tests."""
    folder = root / "envs" / game
    text = (folder / "RULES.md").read_text(encoding="utf-8")
    tests = tests_by_rule(root / "tests" / "rules" / game)
    return Survey(folder / "RULES.md", text, parse_rules(text), citations(folder), tests)


def with_table(found: Survey) -> str:
    """The text of a RULES.md with its coverage table brought up to date.

    Raises:
        ValueError: The two markers around the table are not there.
    """
    before, begin, rest = found.text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end) or END in before or BEGIN in rest or END in after:
        raise ValueError(f"{found.path} must hold {BEGIN} and, after it, {END}, each once")
    rows = ["| rule | source | departs | cited by | tests |", "|---|---|---|---|---|"]
    for rule in found.rules:
        names = (", ".join(f"`{name}`" for name in where.get(rule.id, ())) for where in (found.cited, found.tests))
        cells = (rule.id, ", ".join(rule.tags), rule.departs.replace("|", r"\|"), *names)
        rows.append(f"| {' | '.join(cell or '–' for cell in cells)} |")
    return "\n".join([before + BEGIN, "", *rows, "", END + after])


def problems(game: str, root: Path = ROOT) -> list[str]:
    """What is amiss with a game's rules, one sentence each; empty if all is well."""
    found = survey(game, root)
    counts = Counter(rule.id for rule in found.rules)
    prefixes = {rule.rstrip("0123456789") for rule in counts}
    strays = [rule for rule in found.tests if rule not in counts and rule.rstrip("0123456789") in prefixes]
    amiss = [f"rule {rule} stands {n} times in RULES.md" for rule, n in counts.items() if n > 1]
    amiss += [f"rule {r.id} has no test" for r in found.rules if "definition" not in r.tags and r.id not in found.tests]
    amiss += [f"{', '.join(found.tests[rule])}: there is no rule {rule}" for rule in sorted(strays)]
    if with_table(found) != found.text:
        amiss.append("the coverage table is out of date: run python -m shugyo.benchmarks.docs")
    return amiss


def write_table(game: str, root: Path = ROOT) -> bool:
    """Brings a game's coverage table up to date, in one move; returns whether that changed anything."""
    found = survey(game, root)
    if (text := with_table(found)) == found.text:
        return False
    write_whole(found.path, text)
    return True


def main(arguments: list[str] | None = None) -> int:
    """Runs the command line; returns its exit status."""
    parser = argparse.ArgumentParser("python -m shugyo.benchmarks.docs", description="Coverage tables of the rules.")
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
            print(f"{game}: coverage table rewritten")
        amiss += [f"{game}: {problem}" for problem in problems(game)]
    print("\n".join(amiss) or "every rule has a test, every table is current")
    return int(options.check and bool(amiss))


if __name__ == "__main__":
    sys.exit(main())
