"""Trap E5: every block of code in README.md and every notebook runs, with the wheel, away from the checkout.

Commands run one after the other in a folder of their block, shortened by their own options so that each takes seconds.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from test_packaging import ROOT, TOP_FOLDERS, run, wheel  # noqa: F401

README = (ROOT / "README.md").read_text("utf-8")

SECONDS = 600
"""That one command may take."""

LEFT_OUT = {
    "make demo": "fills an environment of its own and trains for minutes; tests/benchmarks/test_demo.py runs it small",
    "make test": "is how this test is run",
    "pip install .": "asks the package index; the wheel of these tests is installed without it",
    "pip install .[lab]": "asks the package index",
    "pip install .[train]": "asks the package index",
    "shugyo bench": "measures for minutes; tests/benchmarks/test_speed.py runs it small",
}
"""Commands that do not run here, and why."""

SHORTER = {
    "--minutes": "0.05",
    "--pairs": "2",
}
"""Options that say how much, by what they are given instead."""

LESS = {
    "shugyo warmup": "covenant",
    "shugyo match": "--pairs 2",
    "shugyo train": "--minutes 0.05",
    "shugyo tournament": "--deals 2 --minutes 0.1",
    "shugyo exploit": "--minutes 0.05 --pairs 2",
    "shugyo balance": "--games 20",
}
"""What is added to commands that say nothing of how much."""

TYPED = {"shugyo play": "q\n"}
"""What the user types."""

BEFORE = {
    "shugyo replay games.jsonl.gz": "shugyo match covenant random random --pairs 1 --replays games.jsonl.gz",
}
"""What has to be done before a command, because the README takes a file for granted."""


class Block(NamedTuple):
    """A block of code.

    Attributes:
        line: where it begins.
        python: whether it is Python; else lines of a shell.
        lines: of it, without the indent.
    """

    line: int
    python: bool
    lines: list[str]


def blocks(text: str) -> Iterator[Block]:
    """The blocks of code in a text: fenced, or indented by four blanks."""
    lines = [*text.splitlines(), ""]
    start, fence = 0, ""
    for number, line in enumerate(lines):
        if fence:
            if line == "```":
                yield Block(start + 1, fence == "python", lines[start:number])
                fence = ""
        elif line.startswith("```"):
            start, fence = number + 1, line.removeprefix("```") or "text"
        elif line.startswith("    ") and not lines[number - 1].startswith("    "):
            start = number
        elif lines[number - 1].startswith("    ") and not line.startswith("    "):
            yield Block(start + 1, False, [one[4:] for one in lines[start:number]])


def commands(block: Block) -> list[str]:
    """The commands of a block, without what is said of them; none if it is a picture of folders."""
    if all(re.match(r"\w+/", line) for line in block.lines):
        return []
    return [re.split(r"\s+#\s", line)[0].strip() for line in block.lines]


def starts_with(command: str, options: dict[str, str]) -> str | None:
    """The value whose key a command begins with, word by word."""
    return next((value for key, value in options.items() if f"{command} ".startswith(f"{key} ")), None)


def shortened(command: str) -> list[str]:
    """The words of a command that takes seconds instead of minutes."""
    words = shlex.split(command)
    for place, word in enumerate(words[:-1]):
        words[place + 1] = SHORTER.get(word, words[place + 1])
    added = shlex.split(starts_with(command, LESS) or "")
    return words if set(added) & set(words) else words + added


ALL = list(blocks(README))
SHELL = [block for block in ALL if not block.python and commands(block)]
PYTHON = [block for block in ALL if block.python]
NOTEBOOKS = sorted(ROOT.glob("notebooks/*.py"))


# ------------------------------------------------------------------------------------------------- what stands there
def test_all_code_of_the_readme_is_found():
    assert len(PYTHON) == README.count("```python") > 2
    written = {line.strip() for line in README.splitlines() if line.startswith("    shugyo ")}
    found = {line.strip() for block in SHELL for line in block.lines}
    assert written and written <= found


def test_what_is_left_out_or_changed_stands_in_the_readme():
    known = [command for block in SHELL for command in commands(block)]
    assert set(LEFT_OUT) <= set(known)
    for table in (LESS, TYPED, BEFORE):
        unused = [key for key in table if not any(f"{command} ".startswith(f"{key} ") for command in known)]
        assert not unused, "no such command in README.md any more"
    assert set(SHORTER) <= {word for command in known for word in command.split()}


def test_there_are_notebooks():
    assert len(NOTEBOOKS) == 5


def test_blocks_are_told_apart():
    text = "Words\n\n    make x\n    shugyo y   # why\n\n```python\nimport z\n```\n    envs/   folder\n"
    assert list(blocks(text)) == [
        Block(3, False, ["make x", "shugyo y   # why"]),
        Block(7, True, ["import z"]),
        Block(9, False, ["envs/   folder"]),
    ]
    assert [commands(block) for block in blocks(text) if not block.python] == [["make x", "shugyo y"], []]
    assert shortened("shugyo train covenant --minutes 20 --out runs/x") == [
        *("shugyo", "train", "covenant", "--minutes", "0.05", "--out", "runs/x")
    ]
    assert shortened("shugyo balance x") == ["shugyo", "balance", "x", "--games", "20"]


# ------------------------------------------------------------------------------------------------- that it runs
@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:  # noqa: F811
    """The `bin` of a fresh environment that holds the wheel; all it depends on is looked up in that of the tests."""
    folder = tmp_path_factory.mktemp("installed")
    run(sys.executable, "-m", "venv", "--without-pip", folder / "env", cwd=folder)
    python = folder / "env" / "bin" / "python"
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", "--no-compile")
    run(*pip, wheel, cwd=folder)
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site, mine = (Path(run(one, "-c", where, cwd=folder).stdout.strip()) for one in (python, sys.executable))
    # A folder named in a .pth file is searched after the environment's own, and its own .pth files, the checkout's
    # among them, are not read.
    (site / "dependencies.pth").write_text(f"{mine}\n", "utf-8")
    imported = "import shugyo.envs, shugyo.cli; print(shugyo.envs.__file__)"
    found = run(python, "-c", imported, cwd=folder, PYTHONPATH="").stdout
    assert Path(found.strip()).is_relative_to(site)
    _take_kernels_along(site / "shugyo")
    return python.parent


def _take_kernels_along(site: Path) -> None:
    """Copies machine code that the checkout has compiled: it depends on the sources, which are the same, and not on
    where they lie. numba compares their times, too.
    """
    for file in site.rglob("*.py"):
        original = ROOT / file.relative_to(site)
        if original.read_bytes() == file.read_bytes():
            shutil.copystat(original, file)
    for top in TOP_FOLDERS:
        for code in (ROOT / top).rglob("__pycache__/*.nb[ic]"):
            target = site / code.relative_to(ROOT)
            target.parent.mkdir(exist_ok=True)
            shutil.copy2(code, target)


def execute(words: list[str], installed: Path, folder: Path, typed: str = "") -> None:
    """Runs a program of the fresh environment; fails with what it printed if it fails."""
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "NUMBA_CACHE_DIR")}
    environment |= {"PATH": f"{installed}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "120"}
    program = installed / words[0]
    assert program.exists(), f"{' '.join(words)}: {words[0]} is no program of the wheel; run it, or say why not"
    done = subprocess.run(
        [program, *words[1:]], cwd=folder, env=environment, input=typed, capture_output=True, text=True, timeout=SECONDS
    )
    assert done.returncode == 0, f"{' '.join(words)} exited with {done.returncode}\n{done.stdout}\n{done.stderr}"


def execute_lines(lines: list[str], installed: Path, folder: Path) -> None:
    """Runs commands one after the other."""
    for command in lines:
        if command in LEFT_OUT:
            continue
        if (before := starts_with(command, BEFORE)) is not None:
            execute(shlex.split(before), installed, folder)
        execute(shortened(command), installed, folder, starts_with(command, TYPED) or "")


@pytest.mark.slow
@pytest.mark.xdist_group("wheel")
@pytest.mark.parametrize("block", PYTHON, ids=lambda block: f"line {block.line}")
def test_trap_e5_python_of_the_readme_runs(block: Block, installed: Path, tmp_path: Path):
    (tmp_path / "block.py").write_text("\n".join(block.lines), "utf-8")
    execute(["python", "block.py"], installed, tmp_path)


@pytest.mark.slow
@pytest.mark.xdist_group("wheel")
@pytest.mark.parametrize("block", SHELL, ids=lambda block: f"line {block.line}")
def test_trap_e5_commands_of_the_readme_run(block: Block, installed: Path, tmp_path: Path):
    execute_lines(commands(block), installed, tmp_path)


@pytest.mark.slow
@pytest.mark.xdist_group("wheel")
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_trap_e5_notebooks_run(notebook: Path, installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    # As scripts: `make notebooks` runs them as notebooks, with the checkout.
    shutil.copy(notebook, tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    execute(["python", notebook.name], installed, tmp_path)


@pytest.mark.slow
@pytest.mark.xdist_group("wheel")
@pytest.mark.parametrize(
    "line",
    ["shugyo match covenant heuristic nobody", "shugyo envs --nothing", "shugo envs", "python -c 'import nothing_'"],
)
def test_wrong_commands_are_noticed(line: str, installed: Path, tmp_path: Path):
    with pytest.raises(AssertionError, match=r"exited with|no program of the wheel"):
        execute_lines([line], installed, tmp_path)
