"""What happens between updates: snapshots, evaluation, checkpoints, the progress line, and stopping."""

from __future__ import annotations

import math
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn
from stable_baselines3.common.callbacks import BaseCallback

from .alarm import CollapseAlarm
from .evaluation import Deals, Standing, minima, play_panel
from .pool import SNAPSHOTS
from .ppo import ENDLESS
from .run import Run
from .settings import ConfigError
from .tables import make_games


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
    """Adds a copy of the learner to the pool every so many updates, and warns if it loses to one of the last.

    Args:
        run: the run.
        console: gets the warning.
    """

    def __init__(self, run: Run, console: Console) -> None:
        super().__init__()
        self._run, self._console, self._updates = run, console, 0
        deals = run.config.alarm.deals
        # Copies of a learner that has not learned all seats cannot play it on even terms.
        meets_itself = deals > 0 and run.config.seat == "each"
        self._alarm = CollapseAlarm(run.config.alarm, make_deals(run, deals)) if meets_itself else None

    def _on_rollout_start(self) -> None:
        if self._updates and self._updates % self._run.config.snapshots.every_updates == 0:
            self.take()
        self._updates += 1

    def _on_step(self) -> bool:
        return True

    def take(self) -> None:
        """Takes a snapshot; before that the learner plays the earlier ones."""
        run = self._run
        if self._alarm is not None and run.pool.snapshots:
            duels = self._alarm.duels(run.player, run.pool.snapshots, run.pool.taken)
            lost = [duel for duel in duels if self._alarm.lost(duel)]
            run.model.logger.record("alarm/share", min(duel.share for duel in duels))
            run.model.logger.record("alarm/lost", len(lost))
            for duel in lost:
                self._console.print(
                    f"[bold]warning[/bold]: the learner has become weaker. After {run.model.num_timesteps:,} decisions "
                    f"it wins {duel.share:.1%} (at most {duel.high:.1%}) of its duels with its own snapshot "
                    f"{duel.number}. A smaller ppo.learning_rate, or more snapshots among the opponents, may help.",
                    highlight=False,
                    soft_wrap=True,
                )
        run.pool.take_snapshot(run.model.policy, run.model.num_timesteps)


class EvaluationCallback(BaseCallback):
    """Plays the panel now and then, and at the end.

    Args:
        run: the run.
        console: gets one line each time.

    Raises:
        ConfigError: the panel holds snapshots that cannot play the learner's opponents.
    """

    def __init__(self, run: Run, console: Console) -> None:
        super().__init__()
        self._run, self._console = run, console
        if SNAPSHOTS in run.config.evaluation.panel and run.config.seat != "each":
            raise ConfigError(
                f"training settings: evaluation.panel holds {SNAPSHOTS!r}, but copies of a learner of "
                f"{run.config.seat} alone cannot be its opponents; leave them out"
            )
        self._tables = make_deals(run, run.config.evaluation.deals)
        self._timer = Timer(run.config.evaluation.every_minutes, run.clock.minutes())

    def evaluate(self) -> list[Standing]:
        """Plays the panel, and logs."""
        run = self._run
        standings = play_panel(run.config.evaluation.panel, self._tables, run.player, run.pool)
        for standing in standings:
            for key in ("share", "low", "high", "lead"):
                run.model.logger.record(f"strength/{standing.opponent}_{key}", getattr(standing, key))
            for name, share in standing.by_role.items():
                run.model.logger.record(f"strength/{standing.opponent}_share_{name}", share)
        for key, share in minima(standings).items():
            run.model.logger.record(f"strength/{key}", share)
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
    """Writes a checkpoint now and then, and ends the run when its budget is used up or somebody asks for it.

    Attributes:
        until: minutes on the run's clock at which to end all the same, but not before one update.
    """

    def __init__(self, run: Run, interrupt: Interrupt) -> None:
        super().__init__()
        self._run, self._interrupt = run, interrupt
        self.until = math.inf
        self._rollouts = 0
        self._timer = Timer(run.config.checkpoint_minutes, run.clock.minutes())
        self._over = False

    def _on_training_start(self) -> None:
        self._rollouts = 0

    def _on_rollout_start(self) -> None:
        if self._timer.due(self._run.clock.minutes()):
            self._run.save()
        minutes = self._run.clock.minutes()
        enough = self._rollouts > 0 and minutes >= self.until
        self._over = enough or self._run.clock.used(self._run.model.num_timesteps) >= 1
        self._rollouts += 1

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
        self._began = (0.0, 0.0)

    def _on_training_start(self) -> None:
        self._run.clock.start()
        self._steps, self._minutes = self._run.model.num_timesteps, self._run.clock.minutes()
        self._began = (self._run.clock.used(self._steps), self._minutes)
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
        self._record_games()
        words = self.words()
        self._bar.update(self._task, completed=self._run.clock.used(self._steps), description=words)

    def words(self) -> str:
        """What the line says now; logs the speed since the last time."""
        steps, minutes = self._run.model.num_timesteps, self._run.clock.minutes()
        speed = (steps - self._steps) / max(1e-9, minutes - self._minutes) / 60
        self._steps, self._minutes = steps, minutes
        self._run.model.logger.record("time/decisions_per_second", speed)
        left = remaining(self._began, (self._run.clock.used(steps), minutes))
        words = [f"{steps:,} decisions, {speed:,.0f} a second", f"{as_time(left)} left"]
        if self._run.standings:
            name, standing = min(self._run.standings.items(), key=lambda item: item[1]["share"])
            words.append(f"won at least {standing['share']:.1%} ({name})")
        return ", ".join(words)

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


def remaining(before: tuple[float, float], now: tuple[float, float]) -> float:
    """Minutes until the budget is used up if it goes on as since ``before``.

    Args:
        before, now: the used part of the budget, 0 … 1, and the minutes.
    """
    used = now[0] - before[0]
    return (1 - now[0]) * (now[1] - before[1]) / used if used > 0 else math.inf


def as_time(minutes: float) -> str:
    """``"1:02:03"``, or ``"2:03"`` below an hour."""
    if not math.isfinite(minutes):
        return "?"
    hours, seconds = divmod(round(60 * minutes), 3600)
    return f"{hours}:{seconds // 60:02}:{seconds % 60:02}" if hours else f"{seconds // 60}:{seconds % 60:02}"


def make_deals(run: Run, count: int) -> list[Deals]:
    """So many games at each table of a run, to be evaluated on."""
    return [Deals(make_games(run.config, count, table.number), table.seats) for table in run.tables]


class Learning:
    """A run with all that happens between its updates; it may go on in several pieces.

    Args:
        run: the run, begun.
        interrupt: says when somebody asks to stop.
        console: for what is to be read.
    """

    def __init__(self, run: Run, interrupt: Interrupt, console: Console) -> None:
        self._run = run
        self._evaluation, self._progress = EvaluationCallback(run, console), ProgressCallback(run, console)
        self._keeping = CheckpointCallback(run, interrupt)
        self._callbacks = [self._progress, SnapshotCallback(run, console), self._evaluation, self._keeping]

    def learn(self, until: float = math.inf) -> None:
        """Trains until the budget is used up, somebody asks to stop, or the run's clock shows ``until`` minutes."""
        run, steps = self._run, self._run.config.budget.steps
        self._keeping.until = until
        try:
            run.model.learn(
                ENDLESS if steps is None else max(0, steps - run.model.num_timesteps),
                self._callbacks,
                reset_num_timesteps=False,
            )
        finally:
            self._progress.close()

    def evaluate(self) -> None:
        """Plays the panel, and logs it in a line of its own."""
        self._evaluation.evaluate()
        self._run.model.logger.dump(self._run.model.num_timesteps)
