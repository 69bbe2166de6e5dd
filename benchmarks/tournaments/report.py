"""The page of a tournament: its games, rated, as one HTML file with the data beside it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from ...envs.core.sides import has_roles, sides_of
from ..pages.page import Provenance, write_page
from ..pages.tournament_page import Tournament, tournament_page
from ..ratings import advice, cycles, matrix, population, strength
from ..ratings.comparisons import among, by_role
from ..ratings.population import Band, RolePopulation
from ..results import versions
from .games import Games
from .ledger import Written
from .settings import Settings
from .tasks import Fixture, settled

PAGE = "index.html"


def write_report(
    folder: Path, settings: Settings, fixtures: list[Fixture], games: Games, written: Written, command: str = ""
) -> Path | None:
    """Writes the page.

    Args:
        folder: where it is to lie.
        settings: of the tournament.
        fixtures: what was to be played.
        games: what was played.
        written: the ledger that they come from.
        command: that does the same again; nothing: the page names none.

    Returns:
        The page, None as long as some players that are to meet have not met on two deals: there is nothing to rate yet.
    """
    specs = [settled(fixture.env_id, fixture.options)[2] for fixture in fixtures]
    roles = [_spoken(side.name) for side in sides_of(specs[0])] if has_roles(specs[0]) else []
    try:
        found = _tournament(settings, fixtures, games, written, roles, [command] if command else [])
    except ValueError:
        if all(len(written.blocks.get(fixture.head.match, {})) == fixture.blocks for fixture in fixtures):
            raise
        return None
    path = folder / PAGE
    write_page(tournament_page(found), path)
    return path


def _tournament(
    settings: Settings, fixtures: list[Fixture], games: Games, written: Written, roles: list[str], commands: list[str]
) -> Tournament:
    several = len(games.tables) > 1
    masses, populations = _populations(games, roles)
    if roles:
        games = by_role(games, roles)
        sat = np.unique(games.player[games.player >= 0])  # nobody is listed on a side that it never had
        games = among(games, [games.players[one] for one in sat])
    payoff = matrix.ahead(games) if several else matrix.payoff(games)
    return Tournament(
        title=settings.title,
        question=settings.title,
        game=fixtures[0].env_id,
        games=games,
        payoff=payoff,
        ratings=strength.ratings(games),
        minima=matrix.minimum(payoff),
        provenance=Provenance(
            commands=commands,
            rules={fixture.env_id: fixture.rules_hash for fixture in fixtures},
            seeds={"deals": settings.seed},
            versions=versions("torch"),
            date=datetime.now(UTC),
            seconds=written.seconds,
        ),
        ahead=several,
        places=[roles] * len(games.tables) if roles else (),
        payoffs={name: matrix.payoff(games, number) for number, name in enumerate(games.tables)} if several else {},
        intransitivity=cycles.intransitivity(games),
        masses=masses,
        populations=populations,
        advice=advice.advice(payoff),
    )


def _spoken(side: str) -> str:
    """``"Oni"`` for ``"oni_0"``, ``"Heroes"`` for ``"heroes"``: how people call a side."""
    return side.removesuffix("_0").capitalize()


def _populations(games: Games, roles: list[str]) -> tuple[dict[str, Band], RolePopulation | None]:
    """What players come to in a population of all, or, where there are roles, in one for each side.

    Nothing where some never met, as where a player sits at some of the tables only: there is no telling then.
    """
    try:
        if len(roles) == 2:
            return {}, population.role_population(games, roles)
        if not roles:
            found = population.population(games)
            return {"α-rank": found.alpha_rank, "Nash average": found.nash}, None
    except ValueError:
        pass
    return {}, None
