"""MaskablePPO whose schedules follow a budget of minutes or decisions."""

from __future__ import annotations

import math
import time
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO

from ..masks import check_masks
from ..network import Advisor, SeatPolicy, policy_arguments, scales_of
from .settings import Budget, ConfigError, Ppo, TrainConfig
from .timesheet import LEARNER, OTHER
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

    def stop(self) -> None:
        """Halts the clock until the next `start`."""
        self._before, self._started = self.minutes(), math.inf

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
        advisor: of the policy; whose advice the games' observations carry.
    """

    policy: SeatPolicy  # type: ignore[assignment]

    def __init__(self, config: TrainConfig, env: SeatVecEnv, clock: Clock, advisor: Advisor | None = None) -> None:
        self.clock = clock
        self.lessons_share = config.lessons.share
        device = choose_device(config.device)
        super().__init__(
            SeatPolicy, env, seed=config.seed % 2**32, device=device, **_arguments(config.ppo, env, advisor)
        )

    def collect_rollouts(self, *arguments: Any, **named: Any) -> bool:
        """Plays the games; the small batches of the network gain nothing from several threads."""
        threads, timesheet = torch.get_num_threads(), self.env.timesheet  # type: ignore[union-attr]
        torch.set_num_threads(1)
        try:
            complete = super().collect_rollouts(*arguments, **named)
        finally:
            torch.set_num_threads(threads)
            timesheet.turn_to(OTHER)
        if complete:
            for what, share in timesheet.shares().items():  # of this rollout and the update before it
                self.logger.record(f"time/share_{what}", share)
        return complete

    def train(self) -> None:
        """One update: from the teacher while the lessons last, by PPO afterwards."""
        timesheet = self.env.timesheet  # type: ignore[union-attr]
        timesheet.turn_to(LEARNER)
        self._update()
        timesheet.turn_to(OTHER)

    def predict(self, observation: Any, *arguments: Any, action_masks: Any = None, **named: Any) -> Any:
        """As MaskablePPO's, but never without masks, (B, A) or (A,).

        Raises:
            EmptyMaskError: there is no mask, or a row of it is empty.
        """
        check_masks(None if action_masks is None else np.atleast_2d(action_masks))
        return super().predict(observation, *arguments, action_masks=action_masks, **named)

    def _update(self) -> None:
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


def choose_device(name: str) -> torch.device:
    """Where the learner's network is trained.

    Args:
        name: ``"cpu"``, ``"cuda"``, or ``"auto"``: cuda where torch sees one.

    Raises:
        ConfigError: cuda is asked for and torch does not see any.
    """
    seen = torch.cuda.is_available()
    if name == "cuda" and not seen:
        raise ConfigError(
            f"training settings: device = 'cuda' is not possible: torch {torch.__version__} sees no such device here; "
            "choose 'cpu' or 'auto', or install a build of torch for it"
        )
    return torch.device("cuda" if seen and name != "cpu" else "cpu")


def _arguments(ppo: Ppo, env: SeatVecEnv, advisor: Advisor | None) -> dict[str, Any]:
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
        "policy_kwargs": policy_arguments(_scales(env), tuple(ppo.hidden), advisor),
    }


def _scales(env: SeatVecEnv) -> NDArray[np.float32]:
    """(D,) factors that keep the entries of every table within −1 … 1: the smallest of each."""
    return np.minimum.reduce([scales_of(part.games.game_spec) for part in env.parts])
