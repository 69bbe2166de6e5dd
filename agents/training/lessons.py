"""Lessons: the first part of a run, in which the learner copies a scripted teacher before it learns by itself.

Two kinds take turns. *Drills*: the teacher plays many games in all seats, now and then with a random move, and the
learner is drawn to what the teacher does at each decision. *Own games*: the learner plays as always, the teacher says
what it would have done, and the learner is drawn to that, and its value to the return. As its own moves decide which
positions come up there, it also learns what to do after its own mistakes (DAgger: Ross, Gordon and Bagnell,
"A reduction of imitation learning and structured prediction to no-regret online learning", 2011).

An advised learner has no drills: it begins by doing what it is told, is held to that in its own games, and learns what
they are worth.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from ...envs.core.game import Player
from ...envs.core.players import introduce, make_batch
from ...envs.core.vector import VectorEnv
from ..learned import advice_of
from .settings import Lessons
from .tables import Table, table_seed

if TYPE_CHECKING:
    from .ppo import SeatPPO


LAST = 0.8
"""The part of the lessons after which there are no more drills."""


class Teacher:
    """Says what it would do, and lets the learner study that.

    Args:
        tables: the games. Of the teacher's own, the drills, the decisions at seats that the learner plays are studied;
            tables may be without.
        make_player: makes the teacher, once for each table.
        settings: of the lessons.
        seed: of the teacher, its games and the order of study.
    """

    def __init__(
        self, tables: Sequence[Table], make_player: Callable[[], Player], settings: Lessons, seed: int
    ) -> None:
        self.settings = settings
        self._desks = [Desk(table, make_player(), table_seed(seed, table.number)) for table in tables]
        self._advice: list[NDArray[np.int32]] = []
        self._random = np.random.default_rng(seed)
        self._drills = [_Drills(desk) for desk in self._desks if desk.table.drills is not None]
        for drills in self._drills:
            drills.games.reset(seed=table_seed(seed, drills.desk.table.number))

    def ask(self) -> None:
        """Notes the teacher's action for the learner's pending decision in every slot of all tables."""
        self._advice.append(np.concatenate([desk.advise(desk.table.games) for desk in self._desks]))

    def teach(self, model: SeatPPO, used: float) -> None:
        """One update: drills, then the decisions just collected.

        Args:
            model: the learner, its rollout buffer full.
            used: how much of the lessons' time is over, 0 … 1; the learning rate falls to a fifth by then, and the last
                fifth has no drills but goes over the own games as often as PPO does, so that the value is right when
                the teacher leaves; so it is all the time if there are no drills.
        """
        model.policy.set_training_mode(True)
        for group in model.policy.optimizer.param_groups:
            group["lr"] = self.settings.learning_rate * (1 - 0.8 * min(1.0, used))
        drilling = used < LAST and bool(self._drills)
        drilled = [self._drill(model) for _ in range(self.settings.drills if drilling else 0)]
        studied = self._study_own_games(model, 1 if drilling else model.n_epochs)
        model._n_updates += 1
        if drilled:
            model.logger.record("lessons/agreement_drills", float(np.mean(drilled)))
        model.logger.record("lessons/agreement_own_games", float(np.mean(studied)))

    def _drill(self, model: SeatPPO) -> float:
        """One decision in each of the teacher's games, one gradient step on them; returns the agreement."""
        advice = [drills.desk.advise(drills.games) for drills in self._drills]
        rows = [np.isin(drills.games.seat, drills.desk.seats) for drills in self._drills]
        agreement = 1.0
        if any(chosen.any() for chosen in rows):
            slots = [drills.games.slots for drills in self._drills]
            agreement = self._step(
                model,
                np.concatenate([one.obs[chosen] for one, chosen in zip(slots, rows, strict=True)]),
                np.concatenate([one[chosen] for one, chosen in zip(advice, rows, strict=True)]),
                np.concatenate([one.mask[chosen] for one, chosen in zip(slots, rows, strict=True)]),
                None,
            )
        for drills, wise in zip(self._drills, advice, strict=True):
            drills.games.unchecked_step(self._astray(wise, drills.games.slots.mask))
        return agreement

    def _astray(self, advice: NDArray[np.int32], mask: NDArray[np.int8]) -> NDArray[np.int32]:
        """The teacher's moves, (N,), some of them replaced by random ones."""
        stray = self._random.random(len(advice)) < self.settings.stray
        if not stray.any():
            return advice
        weights = mask[stray] * self._random.random((int(stray.sum()), mask.shape[1]))
        moves = advice.copy()
        moves[stray] = weights.argmax(axis=1)
        return moves

    def _study_own_games(self, model: SeatPPO, passes: int) -> list[float]:
        buffer = model.rollout_buffer
        advice = np.stack(self._advice[-buffer.observations.shape[0] :]).reshape(-1)
        self._advice.clear()
        observations = buffer.observations.reshape(len(advice), -1)
        masks = buffer.action_masks.reshape(len(advice), -1)  # type: ignore[attr-defined]
        returns = torch.from_numpy(buffer.returns.reshape(-1))
        steps = max(1, len(advice) // int(model.batch_size or 1))
        orders = [np.array_split(self._random.permutation(len(advice)), steps) for _ in range(passes)]
        return [
            self._step(model, observations[rows], advice[rows], masks[rows], returns[torch.from_numpy(rows)])
            for rows in chain(*orders)
        ]

    def _step(
        self, model: SeatPPO, obs: NDArray[Any], advice: NDArray[np.int32], mask: NDArray[Any], returns: Any
    ) -> float:
        """One gradient step; returns the mean probability of the teacher's actions."""
        policy = model.policy
        wanted, seen, allowed = (torch.from_numpy(array).to(policy.device) for array in (advice, obs, mask))
        values, log_prob, entropy = policy.evaluate_actions(seen.float(), wanted.long(), action_masks=allowed)
        assert entropy is not None
        loss = -log_prob.mean() - model.ent_coef * entropy.mean()  # nothing is ruled out: it is to be improved on
        if returns is not None:
            loss = loss + model.vf_coef * functional.mse_loss(values.flatten(), returns.to(policy.device))
        policy.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(policy.parameters(), model.max_grad_norm)
        policy.optimizer.step()
        return float(log_prob.detach().exp().mean())


class _Drills:
    """The teacher's own games at a table."""

    def __init__(self, desk: Desk) -> None:
        assert desk.table.drills is not None
        self.desk, self.games = desk, desk.table.drills


class Desk:
    """Somebody who is asked at one table.

    Args:
        table: whose games it looks at.
        player: says what it would do.
        seed: of the player's chance.
    """

    def __init__(self, table: Table, player: Player, seed: int) -> None:
        self.table, self.player = table, player
        self.seats = tuple(range(table.games.num_seats)) if table.seats is None else table.seats
        self._asked: dict[int, NDArray[np.int64]] = {}  # the episode in which each seat was last asked, by games
        introduce(player, table.spec, seed, 0)

    def advise(self, games: VectorEnv) -> NDArray[np.int32]:
        """(N,) what the player would do in each of the games.

        Raises:
            PlayerError: something that is no action.
        """
        if id(games) not in self._asked:
            self._asked[id(games)] = np.full((games.num_envs, games.num_seats), -1)
        asked, everywhere = self._asked[id(games)], np.arange(games.num_envs)
        first = asked[everywhere, games.seat] != games.slots.episodes
        asked[everywhere, games.seat] = games.slots.episodes
        return advice_of(self.player, make_batch(games.slots, everywhere, self.player, first))
