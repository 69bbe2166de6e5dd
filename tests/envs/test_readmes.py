"""The documentation says what the code does: tables are current, every Python block runs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from shugyo.benchmarks.tables import sections, updated

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted(path.parent.name for path in ROOT.glob("envs/*/README.md"))


def blocks(path: Path) -> list[str]:
    """Python blocks of a Markdown file."""
    return re.findall(r"```python\n(.*?)```", path.read_text(encoding="utf-8"), re.S)


@pytest.mark.parametrize("game", GAMES)
def test_generated_tables_are_current(game: str) -> None:
    """Otherwise: make docs."""
    text = (ROOT / "envs" / game / "README.md").read_text(encoding="utf-8")
    assert updated(text, sections(game)) == text


@pytest.mark.parametrize("path", ["README.md", *(f"envs/{game}/README.md" for game in GAMES)])
def test_trap_e5_python_blocks_run(path: str) -> None:
    """All blocks of a page, in order, each in a process state of its own."""
    found = blocks(ROOT / path)
    assert found
    script = "\n".join(f"exec({block!r}, {{'__name__': '__main__'}})" for block in found)
    result = subprocess.run([sys.executable, "-W", "error", "-c", script], capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, result.stderr


def test_action_families_cover_every_id_once() -> None:
    """The table in the README leaves no id out."""
    from shugyo.envs.covenant.game import GAME
    from shugyo.envs.covenant.words import ACTION_FAMILIES

    end = 0
    for first, count, name, _ in ACTION_FAMILIES:
        assert first == end, name
        end += count
    assert end == GAME.num_actions == 145
