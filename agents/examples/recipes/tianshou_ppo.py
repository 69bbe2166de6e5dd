# /// script
# requires-python = ">=3.11"
# dependencies = ["tianshou==2.0.1", "torch==2.13.0"]
# ///
"""Tianshou's PPO on the Gymnasium environment: the learner in one seat, drawn for each game, a random opponent inside.

Tianshou has multi-agent learning of its own (`PettingZooEnv`, `MultiAgentOnPolicyAlgorithm`). It is not used here: it
takes the observation that follows an action, which is the opponent's, for the next one of the same seat, and pays a
seat only what its own last move brought, so that whoever loses by the winner's move never hears of it. The Gymnasium
environment steps from one decision of the learner to its next one, so that both are right.
"""

# pyright: reportMissingImports=false

from __future__ import annotations

import sys
import time
from typing import Any

import gymnasium
import numpy as np
import torch
from tianshou.algorithm import PPO
from tianshou.algorithm.modelfree.reinforce import ProbabilisticActorPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OnPolicyTrainerParams
from torch import nn
from torch.distributions import Categorical

from shugyo.agents.examples.panel import GreedyPlayer, strength
from shugyo.envs import covenant_v0

OPTIONS = {"mode": "conflict"}
GAMES, EPOCHS, DECISIONS = 16, 8, 4000
HIDDEN = 256


class Masked(gymnasium.Wrapper):
    """Puts the mask beside the observation, where Tianshou hands it on to the actor; notes the returns of all games."""

    returns: list[float] = []

    def reset(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins a game."""
        observation, info = self.env.reset(**kwargs)
        return {"obs": observation, "mask": self._mask()}, info

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Plays up to the learner's next decision. A game cut off by a limit pays full returns: it is an end, too."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        if over := terminated or truncated:
            Masked.returns.append(float(reward))
        return {"obs": observation, "mask": self._mask()}, float(reward), over, False, info

    def _mask(self) -> np.ndarray:
        game: Any = self.unwrapped
        return game.action_masks()


class Actor(nn.Module):
    """Logits; those of illegal actions are the least numbers there are."""

    def __init__(self, trunk: nn.Module, actions: int) -> None:
        super().__init__()
        self.trunk, self.head = trunk, nn.Linear(HIDDEN, actions)

    def logits(self, observation: np.ndarray) -> torch.Tensor:
        """(B, D) → (B, A), not masked."""
        return self.head(self.trunk(torch.as_tensor(observation)))

    def forward(self, obs: Any, state: Any = None, info: Any = None) -> tuple[torch.Tensor, Any]:
        """A batch of observations with their masks → (B, A) masked."""
        logits = self.logits(obs.obs)
        return logits.masked_fill(~torch.as_tensor(obs.mask), torch.finfo(logits.dtype).min), state


class Critic(nn.Module):
    """Values. It looks at no mask, so that the empty one after the last move of a game does no harm."""

    def __init__(self, trunk: nn.Module) -> None:
        super().__init__()
        self.trunk, self.head = trunk, nn.Linear(HIDDEN, 1)

    def forward(self, obs: Any) -> torch.Tensor:
        """A batch of observations → (B, 1)."""
        return self.head(self.trunk(torch.as_tensor(obs.obs)))


def make_env() -> gymnasium.Env:
    """One game; an illegal action is an error, which stops the run."""
    return Masked(covenant_v0.gym_env(opponents="random", on_illegal="raise", **OPTIONS))


def main() -> None:
    """Trains for some epochs and plays against the random player."""
    torch.manual_seed(1)
    env: Any = make_env()
    size, actions = env.observation_space.shape[0], env.action_space.n
    trunk = nn.Sequential(nn.Linear(size, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN), nn.ReLU())
    actor = Actor(trunk, actions)
    policy = ProbabilisticActorPolicy(
        actor=actor,
        dist_fn=lambda logits: Categorical(logits=logits, validate_args=False),
        action_space=env.action_space,
        observation_space=env.observation_space,
        action_scaling=False,
        action_bound_method=None,
    )
    algorithm = PPO(
        policy=policy, critic=Critic(trunk), optim=AdamOptimizerFactory(lr=5e-4), gamma=1.0, max_grad_norm=0.5
    )
    games = DummyVectorEnv([make_env] * GAMES)
    games.seed(1)
    begin = time.process_time()

    def show(epoch: int, decisions: int) -> None:
        if Masked.returns:
            mean = np.mean(Masked.returns[-200:])
            print(f"epoch {epoch}: {decisions:,} decisions, {len(Masked.returns):,} games, mean return {mean:+.3f}")

    algorithm.run_training(
        OnPolicyTrainerParams(
            training_collector=Collector(algorithm, games, VectorReplayBuffer(2 * DECISIONS, GAMES)),
            max_epochs=EPOCHS,
            epoch_num_steps=DECISIONS,
            collection_step_num_env_steps=DECISIONS,
            batch_size=1000,
            update_step_num_repetitions=4,
            training_fn=show,
            show_progress=False,
            verbose=False,
        )
    )
    decisions = EPOCHS * DECISIONS
    speed = decisions / (time.process_time() - begin)
    show(EPOCHS, decisions)

    @torch.no_grad()
    def logits(observation: np.ndarray) -> np.ndarray:
        return actor.logits(observation).numpy()

    found = strength(covenant_v0.vector_env(500, **OPTIONS), GreedyPlayer("tianshou", logits))
    if not Masked.returns:
        sys.exit("recipe failed: no game was finished")
    print(
        f"recipe ok: tianshou {found}; trained on {decisions:,} decisions of {len(Masked.returns):,} games, "
        f"{speed:,.0f} decisions a second of CPU time"
    )


if __name__ == "__main__":
    main()
