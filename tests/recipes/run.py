"""Runs the recipes of agents/examples/recipes, each in an environment of its own: `make test-recipes`.

::

    .recipes/NAME/       virtual environment with what the recipe's header asks for, and this project
    .recipes/NAME.log    what pip and the recipe said

A recipe passes if it exits with 0 and its last line begins with ``recipe ok:``. Needs nothing but Python's own library.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import shlex
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RECIPES = ROOT / "agents" / "examples" / "recipes"
ENVIRONMENTS = ROOT / ".recipes"
OK = "recipe ok:"
SECONDS = 1200
"""How long a recipe may take, without its installation."""


def names() -> list[str]:
    """All recipes there are."""
    return sorted(file.stem for file in RECIPES.glob("*.py") if file.stem != "__init__")


def needs(name: str) -> list[str]:
    """What a recipe's header asks for: its ``dependencies``, written as PEP 723 has it."""
    text = (RECIPES / f"{name}.py").read_text("utf-8")
    block = re.search(r"^# /// script$\n((?:^#(?:| .*)$\n)+?)^# ///$", text, re.MULTILINE)
    if block is None:
        raise SystemExit(f"{name}.py has no header `# /// script … # ///` that says what it needs")
    return tomllib.loads(re.sub(r"^# ?", "", block[1], flags=re.MULTILINE))["dependencies"]


def packages(wanted: list[str], torch: str) -> list[str]:
    """pip's arguments. ``torch``: the build to take where torch is wanted, options for pip among it."""
    others = [one for one in wanted if not re.match(r"torch\b", one)]
    return (shlex.split(torch) if len(others) < len(wanted) else []) + others


def install(name: str, arguments: list[str], log: Path) -> Path:
    """A virtual environment's Python; made anew only when the recipe or the project wants other packages."""
    folder = ENVIRONMENTS / name
    ready, python = folder / ".ready", folder / "bin" / "python"
    digest = hashlib.sha256(repr(arguments).encode() + (ROOT / "pyproject.toml").read_bytes()).hexdigest()
    if not ready.exists() or ready.read_text("utf-8") != digest:
        with log.open("w", encoding="utf-8") as out:
            for command in (
                [sys.executable, "-m", "venv", "--clear", folder],
                [python, "-m", "pip", "install", *arguments, "--editable", ROOT],
            ):
                if subprocess.run(command, stdout=out, stderr=subprocess.STDOUT).returncode:
                    raise SystemExit(f"{name}: its environment could not be made; see {log}")
        ready.write_text(digest, encoding="utf-8")
    return python


def verdict(code: int, output: str) -> tuple[bool, str]:
    """Whether a recipe passed, and in which words."""
    last = output.strip().rpartition("\n")[2]
    if code == 0 and last.startswith(OK):
        return True, last
    return False, f"exit status {code}, last line: {last or 'none'}"


def run(name: str, python: Path, log: Path, seconds: float = SECONDS) -> tuple[bool, str]:
    """Runs a recipe in an empty folder; whether it passed, and in which words."""
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as empty, log.open("a", encoding="utf-8") as errors:
        try:
            done = subprocess.run(
                [python, "-P", RECIPES / f"{name}.py"],
                cwd=empty,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                timeout=seconds,
            )
        except subprocess.TimeoutExpired:
            return False, f"not done after {seconds:,.0f} s"
        errors.write(done.stdout)
    passed, words = verdict(done.returncode, done.stdout)
    return passed, f"{words} ({time.monotonic() - begin:.0f} s)"


def main() -> None:
    """Runs the named recipes, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help=f"of {', '.join(names())}; default: all")
    parser.add_argument("--torch", default="torch", help="the build of torch, and options for pip")
    given = parser.parse_args()
    if unknown := set(given.names) - set(names()):
        parser.error(f"no recipe is called {', '.join(sorted(unknown))}; there are {', '.join(names())}")
    ENVIRONMENTS.mkdir(exist_ok=True)
    failed = []
    for name in given.names or names():
        log = ENVIRONMENTS / f"{name}.log"
        print(f"{name}: installing and running, log in {log.relative_to(ROOT)}", flush=True)
        passed, words = run(name, install(name, packages(needs(name), given.torch), log), log)
        print(f"{name}: {words}", flush=True)
        if not passed:
            failed.append(name)
    if failed:
        sys.exit(f"recipes failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
