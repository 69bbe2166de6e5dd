"""Lessons: the first part of a run, in which the learner copies a scripted teacher before it learns by itself.

Two kinds take turns. *Drills*: the teacher plays many games in all seats, now and then with a random move, and the
learner is drawn to what the teacher does at each decision. *Own games*: the learner plays as always, the teacher says
what it would have done, and the learner is drawn to that, and its value to the return. As its own moves decide which
positions come up there, it also learns what to do after its own mistakes (DAgger: Ross, Gordon and Bagnell,
"A reduction of imitation learning and structured prediction to no-regret online learning", 2011).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from ...envs.core.game import Player
from ...envs.core.players import introduce, make_batch
from ...envs.core.vector import VectorEnv
from .config import Lessons

if TYPE_CHECKING:
    from .ppo import SeatPPO


class Teacher:
    """Says what it would do, and lets the learner study that.

    Args:
        player: the teacher.
        settings: of the lessons.
        own: the learner's games.
        drills: games of the same kind for the teacher to play.
        seed: of the teacher, its games and the order of study.
        seats: what the learner plays: the teacher's other decisions are not studied; None: all are.
    """

    def __init__(
        self,
        player: Player,
        settings: Lessons,
        own: VectorEnv,
        drills: VectorEnv,
        seed: int,
        seats: tuple[int, ...] | None = None,
    ) -> None:
        self._seats = tuple(range(own.num_seats)) if seats is None else seats
        self.player, self.settings, self.drills = player, settings, drills
        self._advice: list[NDArray[np.int32]] = []
        self._random = np.random.default_rng(seed)
        introduce(player, own.game_spec, seed, 0)
        drills.reset(seed=seed)

    def ask(self, games: VectorEnv) -> None:
        """Notes the teacher's action for the learner's pending decision in every slot."""
        self._advice.append(self._advise(games))

    def teach(self, model: SeatPPO, used: float) -> None:
        """One update: drills, then the decisions just collected.

        Args:
            model: the learner, its rollout buffer full.
            used: how much of the lessons' time is over, 0 … 1; the learning rate falls to a fifth by then, and the last
                tenth has no drills, so that the value is right when the teacher leaves.
        """
        model.policy.set_training_mode(True)
        for group in model.policy.optimizer.param_groups:
            group["lr"] = self.settings.learning_rate * (1 - 0.8 * min(1.0, used))
        drilled = [self._drill(model) for _ in range(self.settings.drills if used < 0.9 else 0)]
        studied = self._study_own_games(model)
        model._n_updates += 1
        if drilled:
            model.logger.record("lessons/agreement_drills", float(np.mean(drilled)))
        model.logger.record("lessons/agreement_own_games", float(np.mean(studied)))

    def _advise(self, games: VectorEnv) -> NDArray[np.int32]:
        everywhere = np.arange(games.num_envs)
        return self.player.act(
            make_batch(games.slots, everywhere, self.player, np.zeros(games.num_envs, np.bool_))
        ).copy()

    def _drill(self, model: SeatPPO) -> float:
        """One decision in each of the teacher's games, one gradient step on them; returns the agreement."""
        slots = self.drills.slots
        advice = self._advise(self.drills)
        rows = np.isin(self.drills.seat, self._seats)
        agreement = 1.0
        if rows.any():
            agreement = self._step(model, slots.obs[rows], advice[rows], slots.mask[rows], None)
        stray = self._random.random(len(advice)) < self.settings.stray
        moves = advice
        if stray.any():
            weights = slots.mask[stray] * self._random.random((int(stray.sum()), slots.mask.shape[1]))
            moves = advice.copy()
            moves[stray] = weights.argmax(axis=1)
        self.drills.unchecked_step(moves)
        return agreement

    def _study_own_games(self, model: SeatPPO) -> list[float]:
        buffer = model.rollout_buffer
        advice = np.stack(self._advice[-buffer.observations.shape[0] :]).reshape(-1)
        self._advice.clear()
        observations = buffer.observations.reshape(len(advice), -1)
        masks = buffer.action_masks.reshape(len(advice), -1)  # type: ignore[attr-defined]
        returns = torch.from_numpy(buffer.returns.reshape(-1))
        order = self._random.permutation(len(advice))
        return [
            self._step(model, observations[rows], advice[rows], masks[rows], returns[torch.from_numpy(rows)])
            for rows in np.array_split(order, max(1, len(advice) // int(model.batch_size or 1)))
        ]

    def _step(
        self, model: SeatPPO, obs: NDArray[Any], advice: NDArray[np.int32], mask: NDArray[Any], returns: Any
    ) -> float:
        """One gradient step; returns the mean probability of the teacher's actions."""
        policy = model.policy
        wanted = torch.from_numpy(advice).long()
        seen, allowed = torch.from_numpy(obs).float(), torch.from_numpy(mask)
        values, log_prob, entropy = policy.evaluate_actions(seen, wanted, action_masks=allowed)
        assert entropy is not None
        loss = -log_prob.mean() - model.ent_coef * entropy.mean()  # nothing is ruled out: it is to be improved on
        if returns is not None:
            loss = loss + model.vf_coef * functional.mse_loss(values.flatten(), returns)
        policy.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(policy.parameters(), model.max_grad_norm)
        policy.optimizer.step()
        return float(log_prob.detach().exp().mean())
