# /// script
# requires-python = ">=3.11"
# dependencies = ["ray[rllib]==2.60.0", "torch==2.13.0"]
# ///
"""RLlib's PPO on the PettingZoo environment: one masked module plays both seats of covenant's conflict.

RLlib's own `PettingZooEnv` drives the environment. It hands the agent to act what it has gained since its last
decision, and all agents their returns at the end, so that both seats' episodes end with their own return; `Ends` looks
whether that is so. `MaskedModule` is what RLlib lacks: a module for the observations that PettingZoo's convention
gives, ``{"observation", "action_mask"}``.
"""

# pyright: reportMissingImports=false

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np
import ray
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.callbacks.callbacks import RLlibCallback
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis import ValueFunctionAPI
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch import TorchRLModule
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.tune.registry import register_env
from torch import nn

from shugyo.agents.examples.panel import GreedyPlayer, strength
from shugyo.envs import covenant_v0

OPTIONS = {"mode": "conflict"}
ITERATIONS, DECISIONS = 8, 4000
HIDDEN = 256


class MaskedModule(TorchRLModule, ValueFunctionAPI):
    """Policy and value on a shared trunk; illegal actions get the least logit there is."""

    def setup(self) -> None:
        """Builds the layers from the spaces that RLlib has set."""
        size, actions = self.observation_space["observation"].shape[0], self.action_space.n
        self.trunk = nn.Sequential(nn.Linear(size, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN), nn.ReLU())
        self.policy, self.value = nn.Linear(HIDDEN, actions), nn.Linear(HIDDEN, 1)

    def logits(self, observation: torch.Tensor) -> torch.Tensor:
        """(B, D) → (B, A), not masked."""
        return self.policy(self.trunk(observation))

    def _forward(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        # RLlib appends a row to every episode that has ended, with the last observation; its mask is empty. Such a row
        # is not learned from, and with a finite logit it does no harm either.
        logits = self.logits(batch[Columns.OBS]["observation"])
        illegal = batch[Columns.OBS]["action_mask"] == 0
        return {Columns.ACTION_DIST_INPUTS: logits.masked_fill(illegal, torch.finfo(logits.dtype).min)}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> torch.Tensor:
        """(B,) values."""
        return self.value(self.trunk(batch[Columns.OBS]["observation"])).squeeze(-1)


class Ends(RLlibCallback):
    """Counts finished games and looks at what their seats were paid."""

    games = 0

    def on_episode_end(self, *, episode: Any, **kwargs: Any) -> None:
        """Both seats have got their own return: one +1, one −1, or twice 0."""
        returns = sorted(one.get_return() for one in episode.agent_episodes.values())
        if returns not in ([-1.0, 1.0], [0.0, 0.0]):
            raise RuntimeError(f"the seats of a game were paid {returns}")
        Ends.games += 1


def build() -> Any:
    """The algorithm: everything in this process, so that an illegal action (an error of the environment) stops it."""
    register_env("covenant", lambda _: PettingZooEnv(covenant_v0.env(**OPTIONS)))
    spaces = covenant_v0.env(**OPTIONS)
    agent = spaces.possible_agents[0]
    module = RLModuleSpec(
        module_class=MaskedModule,
        observation_space=spaces.observation_space(agent),
        action_space=spaces.action_space(agent),
    )
    config = (
        PPOConfig()
        .environment("covenant", disable_env_checking=True)  # the check steps without looking at the mask
        .env_runners(num_env_runners=0, num_envs_per_env_runner=16)
        .multi_agent(policies={"both"}, policy_mapping_fn=lambda agent, episode, **kwargs: "both")
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={"both": module}))
        .callbacks(Ends)
        .training(
            lr=5e-4,
            gamma=1.0,
            lambda_=0.95,
            train_batch_size_per_learner=DECISIONS,
            minibatch_size=1000,
            num_epochs=4,
            entropy_coeff=0.01,
            use_kl_loss=False,
        )
        .debugging(seed=1, log_level="ERROR")
    )
    return config.build_algo()


def main() -> None:
    """Trains for some iterations and plays against the random player."""
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    algorithm = build()
    begin, decisions = time.process_time(), 0
    for iteration in range(1, ITERATIONS + 1):
        runners = algorithm.train()["env_runners"]
        decisions = int(runners["num_env_steps_sampled_lifetime"])
        print(
            f"iteration {iteration}: {decisions:,} decisions, {Ends.games:,} games, mean returns by seat "
            + str({agent: round(float(mean), 3) for agent, mean in runners["agent_episode_returns_mean"].items()}),
            flush=True,
        )
    speed = decisions / (time.process_time() - begin)
    module = algorithm.get_module("both")

    @torch.no_grad()
    def logits(observation: np.ndarray) -> np.ndarray:
        return module.logits(torch.from_numpy(observation)).numpy()

    found = strength(covenant_v0.vector_env(500, **OPTIONS), GreedyPlayer("rllib", logits))
    algorithm.stop()
    ray.shutdown()
    if not Ends.games:
        sys.exit("recipe failed: no game was finished")
    print(
        f"recipe ok: rllib {found}; trained on {decisions:,} decisions of {Ends.games:,} games, "
        f"{speed:,.0f} decisions a second of CPU time"
    )


if __name__ == "__main__":
    main()
