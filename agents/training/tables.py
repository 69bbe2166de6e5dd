"""The tables of a run: the kinds of games that one learner plays at once, such as covenant for 2, 3, 4 and 5 seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ... import envs
from ...envs.core.game import GameSpec
from ...envs.core.options import OptionError
from ...envs.core.rng import LEARNER, fold, python_word
from ...envs.core.sides import role, seats_named, sides_of
from ...envs.core.vector import VectorEnv
from ..checkpoint import CheckpointError, identities
from .pool import SNAPSHOTS
from .settings import ConfigError, TrainConfig


@dataclass(frozen=True)
class Table:
    """Games of one kind.

    Attributes:
        number: counts from 0.
        options: of its environment.
        games: those that the learner plays.
        drills: those that the teacher plays; None without lessons, or if the learner is advised.
        seats: what the learner plays in every game; None: each seat in turn.
    """

    number: int
    options: Mapping[str, Any]
    games: VectorEnv
    drills: VectorEnv | None = None
    seats: tuple[int, ...] | None = None

    @property
    def spec(self) -> GameSpec:
        """Its game with the options settled."""
        return self.games.game_spec


def make_tables(config: TrainConfig) -> list[Table]:
    """The tables of a run, with the games divided among them.

    Raises:
        ConfigError: too few games, a seat that a table does not have, or tables that no single network can play.
        OptionError, ContentError: options of a table that its game does not take.
    """
    shaping = "score" if config.games.point_reward else None
    played = config.split(config.games.num_envs)
    drills = config.lessons.share > 0 and not config.ppo.advisor
    drilled = config.split(config.lessons.games) if drills else [0] * len(played)
    tables = []
    for number, options in enumerate(config.table_options):
        games = make_games(config, played[number], number, reward_shaping=shaping)
        drills = make_games(config, drilled[number], number) if drilled[number] else None
        tables.append(Table(number, options, games, drills, learner_seats(games.game_spec, config)))
    try:
        identities([table.spec for table in tables])
    except CheckpointError as error:
        raise ConfigError(f"training settings: tables: {error}") from None
    return tables


def make_games(config: TrainConfig, num_envs: int, table: int = 0, **more: Any) -> VectorEnv:
    """The run's game at one of its tables, with int8 observations and so many slots."""
    module = getattr(envs, config.game)
    return module.vector_env(num_envs, **{**config.table_options[table], "observation_dtype": "int8", **more})


def table_seed(seed: int, table: int) -> int:
    """The seed of a table's games: no two tables play the same deals."""
    return seed if table == 0 else python_word(fold(seed), LEARNER, 1 + table)


def learner_seats(spec: GameSpec, config: TrainConfig) -> tuple[int, ...] | None:
    """What the learner plays in every game; None: each seat in turn.

    Raises:
        ConfigError: the game has no such seat, or copies of the learner would play what it never learns.
    """
    if config.seat == "each":
        return None
    try:
        seats = seats_named(spec, config.seat)
    except OptionError:
        known = ", ".join(dict.fromkeys(["each", *spec.agents, *(side.name for side in sides_of(spec))]))
        where = f" at a table of {len(spec.agents)} seats" if config.tables else ""
        raise ConfigError(
            f"training settings: seat = {config.seat!r} is not possible{where}; allowed: {known}"
        ) from None
    roles = {role(spec.agents[seat]) for seat in seats}
    strangers = [agent for seat, agent in enumerate(spec.agents) if seat not in seats and role(agent) not in roles]
    if strangers and config.opponents.get(SNAPSHOTS, 0) > 0:
        raise ConfigError(
            f"training settings: opponents.{SNAPSHOTS} = {config.opponents[SNAPSHOTS]}: copies of a learner of "
            f"{config.seat} cannot play {strangers[0]}; set it to 0"
        )
    return seats


def learner_roles(table: Table) -> set[str] | None:
    """The roles that the learner plays; None: all of them."""
    if table.seats is None:
        return None
    return {role(table.spec.agents[seat]) for seat in table.seats}
