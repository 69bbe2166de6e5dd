"""Promises that the text of the project can be held to, read off its files without running them."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import jupytext
import pytest

ROOT = Path(__file__).resolve().parents[1]
LIBRARY = ("envs", "agents", "benchmarks", "configs", "cli")

# A folder that exists on one machine only. A web address or a longer path that goes on with such a word is none.
MACHINE_PATH = re.compile(r"(?<![\w.~}/-])/(?:work|root|tmp|mnt|opt|home|Users)(?:/|(?![\w-]))|\b[A-Z]:\\Users\b")
# Where packages are fetched from is the affair of who installs.
REGISTRY = re.compile(
    r"\bpypi\.org|\bpythonhosted\.org|\banaconda\.(?:org|com)|\bnpmjs\.(?:org|com)|\bdownload\.pytorch\.org|"
    r"\bproxy\.golang\.org|\bcrates\.io|\bdeb\.debian\.org",
    re.IGNORECASE,
)

# Where a file below envs/ may use a random generator other than the words in a game's record: {path: why}.
OTHER_RANDOMNESS: dict[str, str] = {}

MASKLESS = {"EvalCallback", "evaluate_policy"}
UNSAFE_LOADERS = {
    "pickle.load",
    "pickle.loads",
    "pickle.Unpickler",
    "cloudpickle.load",
    "cloudpickle.loads",
    "dill.load",
    "dill.loads",
    "joblib.load",
    "shelve.open",
    "marshal.load",
    "marshal.loads",
}


@cache
def project_files() -> tuple[Path, ...]:
    """All files that are tracked, or would be with the next `git add`."""
    listing = ("git", "ls-files", "--cached", "--others", "--exclude-standard", "-z")
    try:
        names = subprocess.run(listing, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("needs git and a checkout: only they know which files belong to the project")
    return tuple(ROOT / name for name in names.split("\0") if name and (ROOT / name).is_file())


def texts() -> Iterator[tuple[str, str]]:
    """Each text file's path in the project and its content."""
    for file in project_files():
        try:
            yield file.relative_to(ROOT).as_posix(), file.read_text("utf-8")
        except UnicodeDecodeError:
            continue  # a picture or an archive


def lines_with(pattern: re.Pattern[str]) -> list[str]:
    """`path:line: text` of all lines in which the pattern is found."""
    return [
        f"{name}:{number}: {line.strip()[:120]}"
        for name, text in texts()
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]


def modules(*folders: str) -> Iterator[tuple[str, ast.Module]]:
    """Path and syntax tree of each Python file of the project below the folders."""
    for file in project_files():
        name = file.relative_to(ROOT)
        if file.suffix == ".py" and name.parts[0] in folders:
            yield name.as_posix(), ast.parse(file.read_text("utf-8"))


def names_used(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and full dotted name of each import and of each use of something imported, aliases resolved."""
    aliases: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for item in node.names:
                bound = item.asname or item.name.partition(".")[0]
                aliases[bound] = item.name if item.asname else bound
                yield node.lineno, item.name
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for item in node.names:
                aliases[item.asname or item.name] = f"{node.module}.{item.name}"
                yield node.lineno, f"{node.module}.{item.name}"
    for node in ast.walk(tree):
        parts: list[str] = []
        inner: ast.AST = node
        while isinstance(inner, ast.Attribute):
            parts.append(inner.attr)
            inner = inner.value
        if isinstance(inner, ast.Name) and inner.id in aliases:
            yield inner.lineno, ".".join([aliases[inner.id], *reversed(parts)])


# ------------------------------------------------------------------------------------------------- what is written
def test_no_file_names_a_path_of_one_machine():
    assert not lines_with(MACHINE_PATH)


def test_no_file_names_a_package_registry():
    assert not lines_with(REGISTRY)


def test_notebooks_hold_the_code_of_the_scripts_they_are_written_from():
    scripts = sorted((ROOT / "notebooks").glob("*.py"))
    assert scripts
    for script in scripts:
        written = script.with_suffix(".ipynb")
        assert written.exists(), f"`make notebooks` writes {written.name}"
        cells, copies = ([(c.cell_type, c.source) for c in jupytext.read(file).cells] for file in (script, written))
        assert cells == copies, f"{written.name} is older than {script.name}: run `make notebooks`"


# ------------------------------------------------------------------------------------------------- what is used
def test_trap_a5_no_evaluation_that_ignores_action_masks():
    # Stable-Baselines3's own evaluation does not pass masks on; sb3-contrib has functions of the same names that do.
    found = [
        f"{name}:{line}: {used}"
        for name, tree in modules(*LIBRARY, "tests", "notebooks")
        for line, used in names_used(tree)
        if used.startswith("stable_baselines3.") and MASKLESS & set(used.split("."))
    ]
    prose = lines_with(re.compile(r"from stable_baselines3\b.*\bimport\b.*\b(?:EvalCallback|evaluate_policy)\b"))
    assert not found + prose


def test_trap_c4_games_draw_all_randomness_from_the_words_in_the_record():
    # NumPy's and Python's generators keep a state of their own, and compiled code a second one beside it: a game drawn
    # from them is not reproduced by its record.
    found = {
        f"{name}:{line}: {used}"
        for name, tree in modules("envs")
        if name not in OTHER_RANDOMNESS
        for line, used in names_used(tree)
        if re.match(r"(?:numpy\.)?random\b", used)
    }
    assert not found


def test_every_exception_for_other_randomness_is_still_needed():
    assert not set(OTHER_RANDOMNESS) - {name for name, _ in modules("envs")}


def test_trap_c5_nothing_is_loaded_by_unpickling():
    # Unpickling runs code that the file brings along, and it breaks between versions of Python.
    found = [
        f"{name}:{line}: {used}"
        for name, tree in modules(*LIBRARY)
        for line, used in names_used(tree)
        if used in UNSAFE_LOADERS
    ]
    for name, tree in modules(*LIBRARY):
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            given = {word.arg: ast.unparse(word.value) for word in node.keywords}
            call = ast.unparse(node.func)
            if given.get("allow_pickle") == "True" or (call == "torch.load" and given.get("weights_only") != "True"):
                found.append(f"{name}:{node.lineno}: {ast.unparse(node)}")
    assert not found


# ------------------------------------------------------------------------------------------------- the tests' own eyes
@pytest.mark.parametrize(
    ("code", "used"),
    [
        ("import numpy as np\nx = np.random.rand()", "numpy.random.rand"),
        ("from numpy import random as r\nr.rand()", "numpy.random.rand"),
        ("import numpy.random", "numpy.random"),
        ("import random", "random"),
        ("from random import choice", "random.choice"),
        (
            "import stable_baselines3.common.callbacks as c\nc.EvalCallback()",
            "stable_baselines3.common.callbacks.EvalCallback",
        ),
        ("import pickle as p\nf = p.load", "pickle.load"),
    ],
)
def test_names_used_sees_through_aliases(code: str, used: str):
    assert used in {name for _, name in names_used(ast.parse(code))}


@pytest.mark.parametrize("folder", ["root", "tmp", "home", "Users"])
def test_machine_path_pattern(folder: str):
    assert MACHINE_PATH.search(f"see /{folder}/x")
    assert MACHINE_PATH.search(f'"/{folder}"')
    assert not MACHINE_PATH.search(f"https://example.org/{folder}/x")
    assert not MACHINE_PATH.search(f"leaf/{folder} and ./{folder} and /{folder}-like")
