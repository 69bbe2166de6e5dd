"""A league: the two sides of an asymmetric game train in turn, each against the frozen learners of the other.

::

    FOLDER/config.toml    the settings, as they were settled
           league.json    whose turn it is
           oni_0/         a run like any other, of that side
           heroes/

A turn ends in this order: the side's own checkpoint, the checkpoint of the other with the new rival in it, league.json.
A league that was killed in between closes the same turn again when it is resumed; a rival that the other side has
already is not added twice.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from msgspec.structs import replace
from rich.console import Console

from ...envs.core.files import write_whole
from ...envs.core.sides import has_roles
from ..checkpoint import CHECKPOINT, CheckpointError, digest
from ..network import weights_of
from .callbacks import Interrupt, Learning, make_deals
from .config import CONFIG, to_toml
from .run import LEAGUE, Run, check_vacant, made_folder
from .settings import Budget, ConfigError, TrainConfig
from .train import TrainResult


@dataclass(frozen=True)
class LeagueResult:
    """What a league has come to.

    Attributes:
        folder: of the league.
        sides: results by side; each has a folder of its own, which plays as ``ppo:FOLDER/SIDE``.
        interrupted: somebody asked it to stop; it can be resumed.
    """

    folder: Path
    sides: Mapping[str, TrainResult]
    interrupted: bool


@dataclass(frozen=True)
class Turn:
    """Whose turn it is.

    Attributes:
        number: counts from 0; the sides alternate.
        began: minutes on the side's own clock when it did.
    """

    number: int = 0
    began: float = 0.0


class League:
    """The runs of two sides, and whose turn it is.

    Args:
        config: the settings, with ``sides`` and ``league``; the sides share the budget in equal parts.
        folder: of the league; must exist.
        interrupt: says when somebody asks to stop.
        console: for what is to be read.
        resume: go on from what the folder holds.

    Attributes:
        runs: by side, in the order of their turns.
        turn: the one that is being played.

    Raises:
        ConfigError: the settings make no league.
        CheckpointError: what is to be resumed is missing, damaged or of another league.
    """

    def __init__(
        self, config: TrainConfig, folder: Path, interrupt: Interrupt, console: Console, *, resume: bool
    ) -> None:
        self._sides, self._turn_minutes = _settled(config)
        self._file, self._interrupt, self._console = folder / LEAGUE, interrupt, console
        self.turn = _read(self._file, self._sides) if resume else Turn()
        self.runs: dict[str, Run] = {}
        for side in self._sides:
            (folder / side).mkdir(exist_ok=True)
            self.runs[side] = Run(side_settings(config, side), folder / side)
        self._check_sides()
        if resume:
            self._restore()
        self._learning = {side: Learning(run, interrupt, console) for side, run in self.runs.items()}
        self._write()
        write_whole(folder / CONFIG, to_toml(config))
        for run in self.runs.values():
            run.env.reset()  # the other side's turn may end, and save this one, before its own first one
            run.begin()

    @property
    def side(self) -> str:
        """Whose turn it is."""
        return self._sides[self.turn.number % 2]

    def over(self) -> bool:
        """Whether both sides have used up their budgets, or somebody has asked to stop."""
        return self._interrupt.asked or all(_used_up(run) for run in self.runs.values())

    def play_turn(self) -> None:
        """Trains the side whose turn it is, makes it a rival of the other, and passes the turn on."""
        run, until = self.runs[self.side], self.turn.began + self._turn_minutes
        if not _used_up(run) and run.clock.minutes() < until:
            _rejoin(run)
            try:
                with run.divergence_told():
                    self._learning[self.side].learn(until)
            finally:
                run.clock.stop()
            run.save()
        if not self._interrupt.asked:
            self._close_turn()

    def finish(self) -> None:
        """Evaluates and saves both sides."""
        for side, run in self.runs.items():
            self._console.print(f"{side}:", highlight=False)
            run.save()  # whatever goes wrong in the evaluation, nothing is lost
            self._learning[side].evaluate()
            run.save()

    def close(self) -> None:
        """Closes the logs."""
        for run in self.runs.values():
            with suppress(Exception):
                run.close()

    # ---- inner workings ---------------------------------------------------------------------------------------------
    def _close_turn(self) -> None:
        number = self.turn.number + 1
        own, other = self.runs[self.side], self.runs[self._sides[number % 2]]
        weights = weights_of(own.model.policy)
        if not other.pool.rivals or other.pool.rivals[-1].digest != digest(weights):
            other.pool.add_rival(weights, own.model.num_timesteps)
            other.save()
        self.turn = Turn(number, other.clock.minutes())
        self._write()

    def _check_sides(self) -> None:
        """Refuses sides that are no opponents, that leave seats to nobody, or that play alike."""
        spec = next(iter(self.runs.values())).tables[0].spec
        if not has_roles(spec):
            raise ConfigError(
                f"training settings: sides = {self._sides}: in {spec.env_id} all seats play alike, and a learner of "
                "each seat plays its own snapshots; leave sides out"
            )
        for tables in zip(*(make_deals(run, 1) for run in self.runs.values()), strict=True):
            agents = tables[0].games.game_spec.agents
            if sorted(seat for table in tables for seat in table.own or ()) != list(range(len(agents))):
                raise ConfigError(
                    f"training settings: sides = {self._sides}: a league needs two sides that have all of "
                    f"{', '.join(agents)} between them"
                )

    def _restore(self) -> None:
        """Takes the runs up; before the end of the first turn there need not be checkpoints yet."""
        for run in self.runs.values():
            if self.turn.number > 0 or (run.folder / CHECKPOINT).exists():
                run.restore()

    def _write(self) -> None:
        write_whole(self._file, json.dumps({"sides": self._sides, **asdict(self.turn)}) + "\n")


def train_league(
    config: TrainConfig, folder: str | os.PathLike[str], *, resume: bool = False, console: Console | None = None
) -> LeagueResult:
    """Trains the sides of an asymmetric game against each other, in turn.

    Ctrl-C or SIGTERM ends the league after the current step with its checkpoints written; a killed one is resumed from
    the last of them.

    Args:
        config: the settings, with ``sides`` and ``league``.
        folder: of the league; made if it does not exist.
        resume: go on from what the folder holds; the budget counts what was done before.
        console: for what is to be read; standard error if left out.

    Raises:
        ConfigError: the folder holds a league or a run already and ``resume`` is off, or the settings make none.
        DivergedError: a learner's weights are no longer finite; the last good checkpoints are kept.
        CheckpointError: what is to be resumed is missing, damaged or of another game.
        OSError: the folder cannot be written.
    """
    folder, console = Path(folder), console or Console(stderr=True)
    if not resume:
        for place in (folder, *(folder / side for side in config.sides)):
            check_vacant(place)
    interrupt = Interrupt()
    with made_folder(folder):
        league = League(config, folder, interrupt, console, resume=resume)
    with interrupt.listening():
        try:
            while not league.over():
                league.play_turn()
            if not interrupt.asked:
                league.finish()
        finally:
            league.close()
    return LeagueResult(
        folder, {side: _result(run, interrupt.asked) for side, run in league.runs.items()}, interrupt.asked
    )


def side_settings(config: TrainConfig, side: str) -> TrainConfig:
    """The settings of one side's run: its seats, and half of the budget."""
    minutes, steps = config.budget.minutes, config.budget.steps
    half = Budget(minutes=minutes and minutes / 2, steps=steps and (steps + 1) // 2)
    return replace(config, seat=side, sides=[], league=None, budget=half)


def _settled(config: TrainConfig) -> tuple[list[str], float]:
    """The two sides, and the minutes of a turn."""
    if len(set(config.sides)) != 2 or len(config.sides) != 2:
        raise ConfigError(f"training settings: sides = {config.sides}: a league has two different sides")
    if config.league is None:
        raise ConfigError("training settings: a league needs league.turn_minutes, how long one side trains at a time")
    return config.sides, config.league.turn_minutes


def _read(file: Path, sides: list[str]) -> Turn:
    """Whose turn it was."""
    try:
        there = json.loads(file.read_text("utf-8"))
        turn, before = Turn(int(there["number"]), float(there["began"])), there["sides"]
    except FileNotFoundError:
        raise CheckpointError(f"there is no league at {file}") from None
    except (ValueError, KeyError, TypeError) as error:
        raise CheckpointError(f"{file} is damaged: {error!r}") from None
    if before != sides:
        raise CheckpointError(f"{file} is of a league of {before}, the settings say {sides}")
    return turn


def _used_up(run: Run) -> bool:
    return run.clock.used(run.model.num_timesteps) >= 1


def _rejoin(run: Run) -> None:
    """Lets a run learn again: Stable-Baselines3 loses the last step of a rollout that was broken off."""
    run.env.restore(run.env.save())
    run.model._last_obs = None  # then it asks for the observations of the games as they stand


def _result(run: Run, interrupted: bool) -> TrainResult:
    return TrainResult(
        run.folder, run.folder / CHECKPOINT, run.model.num_timesteps, run.clock.minutes(), run.standings, interrupted
    )
