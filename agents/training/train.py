"""`train`: one run from its settings to its checkpoint."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from ...envs.core.phrases import count
from ..checkpoint import CHECKPOINT
from .callbacks import Interrupt, Learning
from .run import Run, check_vacant, made_folder
from .settings import ConfigError, TrainConfig


@dataclass(frozen=True)
class TrainResult:
    """What a run has come to.

    Attributes:
        folder: of the run.
        checkpoint: the file that plays as ``ppo:PATH``; the folder does, too.
        steps: decisions of the learner.
        minutes: of training, resumed parts added up.
        standings: the last evaluation, by opponent: ``share`` of games won with ``low`` and ``high``, ``games``.
        interrupted: somebody asked it to stop; it can be resumed.
    """

    folder: Path
    checkpoint: Path
    steps: int
    minutes: float
    standings: Mapping[str, Mapping[str, Any]]
    interrupted: bool


def train(
    config: TrainConfig, folder: str | os.PathLike[str], *, resume: bool = False, console: Console | None = None
) -> TrainResult:
    """Trains a player.

    Ctrl-C or SIGTERM ends the run after the current step with its checkpoint written.

    Args:
        config: the settings.
        folder: of the run; made if it does not exist.
        resume: go on from the checkpoint in the folder; the budget counts what was done before.
        console: for what is to be read; standard error if left out.

    Raises:
        ConfigError: the folder holds a run or a league already and ``resume`` is off, or the settings do not fit.
        DivergedError: the learner's weights are no longer finite; the last good checkpoint is kept.
        CheckpointError: the checkpoint to resume from is missing, damaged or of another game.
        OSError: the folder cannot be written.
    """
    folder = Path(folder)
    console = console or Console(stderr=True)
    if not resume:
        check_vacant(folder)
    with made_folder(folder):
        run = Run(config, folder)
        if resume:
            run.restore()
            refuse_used_up(run)
        run.begin()
    console.print(
        f"{config.game}: {count(run.env.num_envs, 'game')} of {count(len(run.tables), 'kind')}, the network on "
        f"{run.model.device.type}",
        highlight=False,
        soft_wrap=True,
    )
    with Interrupt().listening() as interrupt:
        try:
            learning = Learning(run, interrupt, console)
            with run.divergence_told():
                learning.learn()
            run.save()  # before the evaluation: whatever goes wrong there, what was learned is not lost
            if not interrupt.asked:
                learning.evaluate()
                run.save()  # now with the standings
        finally:
            with suppress(Exception):
                run.close()
    return TrainResult(
        folder,
        folder / CHECKPOINT,
        run.model.num_timesteps,
        run.clock.minutes(),
        run.standings,
        interrupt.asked,
    )


def refuse_used_up(run: Run) -> None:
    """Refuses to go on where nothing is left to do.

    Raises:
        ConfigError: the budget is used up, and the last evaluation was played.
    """
    steps, minutes = run.model.num_timesteps, run.clock.minutes()
    if run.clock.used(steps) >= 1 and run.standings:
        raise ConfigError(
            f"{run.folder} has used up its budget: {minutes:.1f} minutes, {steps:,} decisions; what was done before "
            "counts, so give more by --minutes or --steps"
        )
