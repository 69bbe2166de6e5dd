"""MaskablePPO whose schedules follow a budget of minutes or decisions."""

from __future__ import annotations

import math
import time
from typing import Any

import torch
from sb3_contrib import MaskablePPO

from ..network import SeatPolicy, policy_arguments, scales_of
from .config import Budget, Ppo, TrainConfig
from .vec_env import SeatVecEnv

ENDLESS = 2**62


class Clock:
    """How much of a run's budget is used up. It stands still until `start`.

    Args:
        budget: minutes and decisions that the run may take.
        minutes_before: what earlier parts of a resumed run have taken.
    """

    def __init__(self, budget: Budget, minutes_before: float = 0.0) -> None:
        self.budget = budget
        self._before, self._started = minutes_before, math.inf

    def start(self) -> None:
        """Lets the clock run."""
        self._started = time.monotonic()

    def minutes(self) -> float:
        """Minutes of training so far, earlier parts included."""
        return self._before + max(0.0, time.monotonic() - self._started) / 60

    def used(self, steps: int) -> float:
        """The used part of the budget, 0 … 1."""
        shares = [0.0]
        if self.budget.minutes is not None:
            shares.append(self.minutes() / self.budget.minutes)
        if self.budget.steps is not None:
            shares.append(steps / self.budget.steps)
        return min(1.0, max(shares))


class SeatPPO(MaskablePPO):
    """MaskablePPO on a `SeatVecEnv`.

    Args:
        config: the settings of the run.
        env: the games.
        clock: says how far the run is.
    """

    policy: SeatPolicy  # type: ignore[assignment]

    def __init__(self, config: TrainConfig, env: SeatVecEnv, clock: Clock) -> None:
        self.clock = clock
        self.lessons_share = config.lessons.share
        super().__init__(SeatPolicy, env, seed=config.seed % 2**32, device="cpu", **_arguments(config.ppo, env))

    def collect_rollouts(self, *arguments: Any, **named: Any) -> bool:
        """Plays the games; the small batches of the network gain nothing from several threads."""
        threads = torch.get_num_threads()
        torch.set_num_threads(1)
        try:
            return super().collect_rollouts(*arguments, **named)
        finally:
            torch.set_num_threads(threads)

    def train(self) -> None:
        """One update: from the teacher while the lessons last, by PPO afterwards."""
        if self.env.teacher is not None:  # type: ignore[union-attr]
            used = self.clock.used(self.num_timesteps) / self.lessons_share
            self.env.teacher.teach(self, used)  # type: ignore[union-attr]
            self.end_lessons_in_time()
        else:
            super().train()

    def end_lessons_in_time(self) -> None:
        """Dismisses the teacher once its share of the budget is used up."""
        if self.clock.used(self.num_timesteps) >= self.lessons_share:
            self.env.teacher = None  # type: ignore[union-attr]

    def _update_current_progress_remaining(self, num_timesteps: int, total_timesteps: int) -> None:
        self._current_progress_remaining = 1.0 - self.clock.used(num_timesteps)


def _arguments(ppo: Ppo, env: SeatVecEnv) -> dict[str, Any]:
    """Settings as MaskablePPO's keyword arguments."""
    first, last = ppo.learning_rate, ppo.final_learning_rate
    return {
        "learning_rate": lambda remaining: last + (first - last) * remaining,
        "n_steps": ppo.steps,
        "batch_size": ppo.batch,
        "n_epochs": ppo.epochs,
        "gamma": ppo.gamma,
        "gae_lambda": ppo.gae_lambda,
        "clip_range": ppo.clip,
        "ent_coef": ppo.entropy,
        "vf_coef": ppo.value,
        "max_grad_norm": ppo.max_grad_norm,
        "policy_kwargs": policy_arguments(scales_of(env.games.game_spec), tuple(ppo.hidden)),
    }
