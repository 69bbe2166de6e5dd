"""Lessons: the first part of a run, in which the learner copies a scripted teacher before it learns by itself.

The learner plays its games as always, and at each of its decisions the teacher says what it would have done. An update
then draws the policy towards the teacher's action and the value towards the return. As the learner's own moves decide
which positions come up, it also learns what to do after its own mistakes (DAgger: Ross, Gordon and Bagnell, "A reduction
of imitation learning and structured prediction to no-regret online learning", 2011).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from ...envs.core.game import Player
from ...envs.core.players import make_batch
from ...envs.core.vector import VectorEnv
from .config import Lessons

if TYPE_CHECKING:
    from .ppo import SeatPPO


class Teacher:
    """Says what it would do where the learner is to act, and lets the learner study that.

    Args:
        player: the teacher.
        settings: of the lessons.
        games: the learner's games; T decisions of N slots are studied at a time.
        seed: of the teacher and of the order of study.
    """

    def __init__(self, player: Player, settings: Lessons, games: VectorEnv, seed: int) -> None:
        self.player, self.settings = player, settings
        self._everywhere = np.arange(games.num_envs)
        self._first = np.zeros(games.num_envs, np.bool_)
        self._advice: list[NDArray[np.int32]] = []
        self._random = np.random.default_rng(seed)
        player.start(games.game_spec, seed)

    def ask(self, games: VectorEnv) -> None:
        """Notes the teacher's action for the learner's pending decision in every slot."""
        batch = make_batch(games.slots, self._everywhere, self.player, self._first)
        self._advice.append(self.player.act(batch).copy())

    def study(self, model: SeatPPO) -> None:
        """One update from the collected decisions."""
        buffer, policy = model.rollout_buffer, model.policy
        advice = np.stack(self._advice[-buffer.observations.shape[0] :]).reshape(-1)
        self._advice.clear()
        observations = buffer.observations.reshape(len(advice), -1)
        masks = buffer.action_masks.reshape(len(advice), -1)  # type: ignore[attr-defined]
        returns = torch.from_numpy(buffer.returns.reshape(-1))
        for group in policy.optimizer.param_groups:
            group["lr"] = self.settings.learning_rate
        policy.set_training_mode(True)
        agreed, losses = [], []
        for _ in range(self.settings.epochs):
            for rows in np.array_split(self._random.permutation(len(advice)), max(1, len(advice) // model.batch_size)):
                wanted = torch.from_numpy(advice[rows]).long()
                values, log_prob, _ = policy.evaluate_actions(
                    torch.from_numpy(observations[rows]).float(), wanted, action_masks=masks[rows]
                )
                loss = functional.mse_loss(values.flatten(), returns[torch.from_numpy(rows)])
                loss = model.vf_coef * loss - log_prob.mean()
                policy.optimizer.zero_grad()
                loss.backward()
                torch.nn.utils.clip_grad_norm_(policy.parameters(), model.max_grad_norm)
                policy.optimizer.step()
                losses.append(loss.item())
                agreed.append(log_prob.detach().exp().mean().item())
        model._n_updates += self.settings.epochs
        model.logger.record("lessons/loss", float(np.mean(losses)))
        model.logger.record("lessons/agreement", float(np.mean(agreed)))
