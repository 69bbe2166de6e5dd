"""A small tournament, and changes of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from games.small import SMALL

from shugyo.benchmarks.tournaments.games import Games, games_of
from shugyo.benchmarks.tournaments.ledger import Ledger, read_ledger
from shugyo.benchmarks.tournaments.run import play_tournament
from shugyo.benchmarks.tournaments.settings import Settings, read_settings
from shugyo.benchmarks.tournaments.tasks import Fixture, fixtures_of
from shugyo.benchmarks.tournaments.workers import Alone, Crew


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., str]:
    """Writes settings that differ from `SMALL` in some places; returns the path."""

    def write(*changes: tuple[str, str]) -> str:
        text = SMALL
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        path = tmp_path / "small.toml"
        path.write_text(text, "utf-8")
        return str(path)

    return write


@pytest.fixture
def small(write: Callable[..., str]) -> Settings:
    return read_settings(write())


@pytest.fixture
def fixtures(small: Settings) -> list[Fixture]:
    return fixtures_of(small)


@pytest.fixture
def play() -> Callable[..., bool]:
    """Plays fixtures into a file."""

    def play(fixtures: list[Fixture], path: Path, crew: Crew | None = None, **more: object) -> bool:
        ledger = Ledger(path, [fixture.head for fixture in fixtures])
        return play_tournament(fixtures, ledger, crew or Alone(), **more)  # type: ignore[arg-type]

    return play


@pytest.fixture
def games(small: Settings, fixtures: list[Fixture], play: Callable[..., bool], tmp_path: Path) -> Games:
    """The games of the small tournament."""
    play(fixtures, tmp_path / "games.jsonl")
    return games_of(read_ledger(tmp_path / "games.jsonl"), fixtures, [table.title for table in small.tables])


@pytest.fixture
def contents() -> Callable[[Path], dict]:
    """What a file says of each game, whoever played it, when and in which order."""

    def contents(path: Path) -> dict:
        blocks = read_ledger(path).blocks
        return {
            (match, number): (block.returns, block.score, block.lengths, block.truncated)
            for match, played in blocks.items()
            for number, block in played.items()
        }

    return contents
