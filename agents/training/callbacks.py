"""What happens between updates: snapshots, evaluation, checkpoints, the progress line, and stopping."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn
from stable_baselines3.common.callbacks import BaseCallback

from .evaluation import Standing, stand
from .run import Run
from .tables import make_games

EVALUATION_SEED = 2**40
"""Evaluation deals are those of one fixed seed, far from what anybody trains with."""


class Interrupt:
    """Whether somebody asked the run to stop."""

    def __init__(self) -> None:
        self.asked = False

    @contextmanager
    def listening(self) -> Iterator[Interrupt]:
        """Ctrl-C and SIGTERM ask the run to stop; a second one breaks it off."""
        before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

        def ask(number: int, frame: Any) -> None:
            self.asked = True
            for each, handler in before.items():
                signal.signal(each, handler)

        try:
            for number in before:
                signal.signal(number, ask)
        except ValueError:  # not the main thread: signals are somebody else's affair
            before = {}
        try:
            yield self
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


class Timer:
    """Says when something is due again. ``minutes``: the interval; ``now``: minutes at the start."""

    def __init__(self, minutes: float, now: float) -> None:
        self._interval, self._last = minutes, now

    def due(self, now: float) -> bool:
        """Whether the interval has gone by; starts the next one if so."""
        if now - self._last < self._interval:
            return False
        self._last = now
        return True


class SnapshotCallback(BaseCallback):
    """Adds a copy of the learner to the pool every so many updates."""

    def __init__(self, run: Run) -> None:
        super().__init__()
        self._run, self._updates = run, 0

    def _on_rollout_start(self) -> None:
        if self._updates and self._updates % self._run.config.snapshots.every_updates == 0:
            self._run.pool.take_snapshot(self._run.model.policy, self._run.model.num_timesteps)
        self._updates += 1

    def _on_step(self) -> bool:
        return True


class EvaluationCallback(BaseCallback):
    """Plays the panel now and then, and at the end.

    Args:
        run: the run.
        console: gets one line each time.
    """

    def __init__(self, run: Run, console: Console) -> None:
        super().__init__()
        self._run, self._console = run, console
        self._games = make_games(run.config, run.config.evaluation.deals)
        self._timer = Timer(run.config.evaluation.every_minutes, run.clock.minutes())

    def evaluate(self) -> list[Standing]:
        """Plays the panel, and logs."""
        run = self._run
        standings = [
            stand(self._games, run.player, name, EVALUATION_SEED, run.tables[0].seats)
            for name in run.config.evaluation.panel
        ]
        for standing in standings:
            for key in ("share", "low", "high", "lead"):
                run.model.logger.record(f"strength/{standing.opponent}_{key}", getattr(standing, key))
        run.standings = {standing.opponent: asdict(standing) for standing in standings}
        words = ", ".join(f"{s.opponent} {s.share:.1%} [{s.low:.1%}, {s.high:.1%}] by {s.lead:+.1f}" for s in standings)
        self._console.print(
            f"{run.clock.minutes():6.1f} min  {run.model.num_timesteps:>11,} decisions  wins against {words}",
            highlight=False,
            soft_wrap=True,
        )
        return standings

    def _on_rollout_start(self) -> None:
        over = self._run.clock.used(self._run.model.num_timesteps) >= 1  # then there is an evaluation all the same
        if not over and self._timer.due(self._run.clock.minutes()):
            self.evaluate()

    def _on_step(self) -> bool:
        return True


class CheckpointCallback(BaseCallback):
    """Writes a checkpoint now and then, and ends the run when its budget is used up or somebody asks for it."""

    def __init__(self, run: Run, interrupt: Interrupt) -> None:
        super().__init__()
        self._run, self._interrupt = run, interrupt
        self._timer = Timer(run.config.checkpoint_minutes, run.clock.minutes())
        self._over = False

    def _on_rollout_start(self) -> None:
        if self._timer.due(self._run.clock.minutes()):
            self._run.save()
        self._over = self._run.clock.used(self._run.model.num_timesteps) >= 1

    def _on_step(self) -> bool:
        return not (self._over or self._interrupt.asked)


class ProgressCallback(BaseCallback):
    """A line on the terminal, and what the finished games tell in the logs.

    Args:
        run: the run.
        console: where the line is drawn.
    """

    def __init__(self, run: Run, console: Console) -> None:
        super().__init__()
        self._run = run
        columns = (BarColumn(), TaskProgressColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
        self._bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
        self._task = self._bar.add_task("", total=1.0)
        self._ended: list[dict[str, Any]] = []
        self._steps, self._minutes = 0, 0.0

    def _on_training_start(self) -> None:
        self._run.clock.start()
        self._steps, self._minutes = self._run.model.num_timesteps, self._run.clock.minutes()
        self._bar.start()

    def _on_training_end(self) -> None:
        self.close()

    def close(self) -> None:
        """Takes the line off the terminal."""
        self._bar.stop()

    def _on_step(self) -> bool:
        self._ended += [info for info in self.locals["infos"] if "episode" in info]
        return True

    def _on_rollout_end(self) -> None:
        steps, minutes = self._run.model.num_timesteps, self._run.clock.minutes()
        speed = (steps - self._steps) / max(1e-9, minutes - self._minutes) / 60
        self._steps, self._minutes = steps, minutes
        self.logger.record("time/decisions_per_second", speed)
        self._record_games()
        words = f"{steps:,} decisions, {speed:,.0f} a second"
        self._bar.update(self._task, completed=self._run.clock.used(steps), description=words)

    def _record_games(self) -> None:
        """Mean return by opponent, and how many games a limit ended."""
        pool = self._run.pool
        by_name: dict[str, list[float]] = {}
        for info in self._ended:
            for other in info["opponents"]:
                if other >= 0:  # not the learner itself
                    by_name.setdefault(pool.name(other), []).append(info["episode"]["r"])
        for name, returns in by_name.items():
            self.logger.record(f"games/return_against_{name}", np.mean(returns))
        if self._ended:
            self.logger.record("games/capped", np.mean([info["capped"] for info in self._ended]))
            self.logger.record("games/ended", len(self._ended))
        self._ended = []
