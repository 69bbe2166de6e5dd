"""A whole tournament in one call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ..results import check_writable
from .games import Games, games_of
from .ledger import Ledger, read_ledger
from .report import write_report
from .run import Standing, play_tournament
from .settings import Settings
from .tasks import Fixture, fixtures_of, look_up
from .workers import Alone, Crew

FILE = "games.jsonl"
"""Where in the folder of a tournament its games are kept."""


@dataclass(frozen=True)
class Held:
    """A tournament, as far as it was played.

    Attributes:
        games: all that were played, now or before.
        fixtures: what was to be played.
        whole: whether all was played.
        notes: what there is to say about the file of games, such as a line that was lost.
        ledger: that file.
        page: None as long as some players that are to meet have not met on two deals.
    """

    games: Games
    fixtures: list[Fixture]
    whole: bool
    notes: list[str]
    ledger: Path
    page: Path | None


def hold(
    settings: Settings,
    folder: Path,
    *,
    deals: int | None = None,
    crew: Crew | None = None,
    minutes: float | None = None,
    progress: Callable[[Standing], None] | None = None,
    command: str = "",
) -> Held:
    """Plays what a tournament still lacks, keeps the games, and writes its page.

    Args:
        settings: from `read_settings`.
        folder: for the games and the page; made if it is missing. What lies there already is not played again.
        deals: of a pair, instead of what the settings say; players' limits hold all the same.
        crew: plays, and is closed in the end; None: this process alone.
        minutes: after which nothing new is begun.
        progress: called whenever games came back.
        command: that does the same again, for the page; nothing: the page names none.

    Raises:
        TournamentError: the settings do not fit the game, somebody cannot play, or the file holds other games.
        ResultsError: the folder cannot be written.
    """
    crew = crew or Alone()
    try:
        fixtures = fixtures_of(settings, deals)
        ledger = Ledger(check_writable(folder / FILE), [fixture.head for fixture in fixtures])
        look_up(fixtures, settings.tables)
        whole = play_tournament(fixtures, ledger, crew, minutes=minutes, progress=progress or (lambda standing: None))
    finally:
        crew.close()
    written = read_ledger(ledger.path)
    games = games_of(written, fixtures, [table.title for table in settings.tables])
    page = write_report(folder, settings, fixtures, games, written, command)
    return Held(games, fixtures, whole, list(ledger.notes), ledger.path, page)
