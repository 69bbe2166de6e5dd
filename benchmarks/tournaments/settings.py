"""What a tournament is: its settings, read from TOML."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from ...envs.core.explain import nearest
from ..names import find_game, read_named

Count = Annotated[int, Meta(ge=1)]
BLOCK = 20
"""Deals of a block unless the settings say otherwise."""


class TournamentError(ValueError):
    """A tournament that cannot be played as it is asked for."""


class TableSettings(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """One way to play the game.

    Attributes:
        title: what stands over its results.
        options: of the game.
        players: who plays here, if not those of the tournament.
        sides: in a game with roles, who plays which side, such as ``{"oni_0": […], "heroes": […]}``; left out,
            everybody plays every side.
        deals: of a pair, if not those of the tournament.
        lineups: whether all line-ups of as many different players as there are seats play as well.
    """

    title: str
    options: dict[str, Any] = {}
    players: list[str] | None = None
    sides: dict[str, list[str]] = {}
    deals: Count | None = None
    lineups: bool = False


class Settings(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """A tournament.

    Attributes:
        title: the question that it answers.
        game: ``"covenant_v0"``; `read_settings` also takes ``"covenant"``.
        seed: of the deals and of the players' chance.
        deals: that a pair plays, each in all seatings; rounded up to whole blocks.
        block: deals that are played, written down and counted as one.
        players: by name, such as ``"heuristic"`` or ``"ppo:runs/first"``.
        limits: the most deals of a pair or line-up in which this player is, for players that take long.
        tables: what is played.
    """

    title: str
    game: str
    seed: Annotated[int, Meta(ge=0)]
    deals: Count = 1000
    block: Count = BLOCK
    players: list[str] = []
    limits: dict[str, Count] = {}
    tables: Annotated[list[TableSettings], Meta(min_length=1)]


def read_settings(name: str) -> Settings:
    """A tournament by the path of its file, or by its name if it comes with the suite.

    Raises:
        TournamentError: there is none, or its settings are not as they should be.
    """
    given = read_named("tournaments", "tournament", name, TournamentError)
    try:
        settings = msgspec.convert(given, Settings)
        return _checked(msgspec.structs.replace(settings, game=find_game(settings.game).env_id))
    except ValueError as error:  # also what is not of these types
        raise TournamentError(f"tournament {name}: {error}") from None


def _checked(settings: Settings) -> Settings:
    """Refuses what contradicts itself; what the game says to it `tasks.fixtures_of` finds out."""
    titles = [table.title for table in settings.tables]
    if twice := _doubled(titles):
        raise TournamentError(f"two tables are called {twice!r}; give each a title of its own")
    everybody: list[str] = []
    for table in settings.tables:
        lists = {"players": settings.players if table.players is None else table.players, **table.sides}
        if table.sides and table.players is not None:
            raise TournamentError(f"table {table.title!r}: give players, or sides with the players of each; not both")
        for what, names in lists.items():
            if twice := _doubled(names):
                raise TournamentError(f"table {table.title!r}: {what} names {twice!r} twice")
            everybody += names
    for name in settings.limits:
        if name not in everybody:
            raise TournamentError(f"limits names {name!r}, who does not play; {nearest(name, sorted(set(everybody)))}")
    return settings


def _doubled(names: Sequence[str]) -> str:
    """The first name that comes twice; empty if none does."""
    return next((name for number, name in enumerate(names) if name in names[:number]), "")
