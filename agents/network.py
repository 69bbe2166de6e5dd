"""The network of a learned player: what MaskablePPO trains and what a finished player asks.

::

    (B, D) int8 observation → × scale → hidden layers with ReLU → A logits
                                                               └→ one value
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib.common.maskable.distributions import MaskableDistribution
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn
from torch.nn import functional

from ..envs.core.game import GameSpec

HALF = torch.backends.cpu.get_cpu_capability() == "AVX512" and torch.ops.mkldnn._is_mkldnn_bf16_supported()
"""Whether products in bfloat16 are the faster ones on this processor; they are used while training."""
ILLEGAL = -1e8
"""Logit of an illegal action, as MaskablePPO's distributions have it."""
LOGIT_LIMIT = 1e4
"""A legal action's logit never comes near `ILLEGAL`."""


class Trunk(BaseFeaturesExtractor):
    """Scales the int8 entries and runs the hidden layers that policy and value share.

    Args:
        observation_space: (D,) int8 box.
        scales: (D,) factors of the entries.
        hidden: widths of the layers.
    """

    scales: torch.Tensor

    def __init__(self, observation_space: spaces.Box, scales: NDArray[np.float32], hidden: tuple[int, ...]) -> None:
        super().__init__(observation_space, hidden[-1])
        self.register_buffer("scales", torch.from_numpy(np.array(scales, np.float32)))
        widths = (observation_space.shape[0], *hidden)
        first, *others = [nn.Linear(a, b) for a, b in pairwise(widths)]
        self.first, self.others = first, nn.ModuleList(others)

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """(B, D) float32 integers → (B, hidden[-1])."""
        # Scaling the weights instead of the observations saves a pass over the far larger array.
        weight = self.first.weight * self.scales
        if self.training and HALF and observations.device.type == "cpu":
            # Most of the work of an update; int8 entries are exact in bfloat16.
            hidden = functional.linear(observations.bfloat16(), weight.bfloat16()).float() + self.first.bias
        else:
            hidden = functional.linear(observations, weight, self.first.bias)
        hidden = hidden.relu()
        for layer in self.others:
            hidden = layer(hidden).relu()
        return hidden


class SeatPolicy(MaskableActorCriticPolicy):
    """The policy that MaskablePPO trains, its logits kept within `LOGIT_LIMIT`."""

    def logits(self, observations: torch.Tensor) -> torch.Tensor:
        """(B, D) int8 → (B, A) float32, not masked."""
        features = self.extract_features(observations)
        return self._limited(self.mlp_extractor.forward_actor(features))  # type: ignore[arg-type]

    def forward(
        self, obs: torch.Tensor, deterministic: bool = False, action_masks: Any = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """(B, D) → actions (B,), values (B, 1), log-probabilities (B,)."""
        features = self.extract_features(obs)
        logits = self._masked(features, action_masks)
        actions = logits.argmax(dim=1) if deterministic else torch.multinomial(logits.softmax(dim=1), 1).flatten()
        return actions, self._values(features), logits.log_softmax(dim=1).gather(1, actions[:, None]).flatten()

    def evaluate_actions(
        self, obs: torch.Tensor, actions: torch.Tensor, action_masks: Any = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """(B, D) and (B,) → values (B, 1), log-probabilities (B,), entropies (B,).

        As MaskablePPO's, of which the distribution's checks and its three passes over all actions took a quarter of the
        time of an update.
        """
        features = self.extract_features(obs)
        logits = self._masked(features, action_masks)
        log_p = logits.log_softmax(dim=1)
        entropy = -(logits.softmax(dim=1) * log_p).sum(dim=1)  # an illegal action's share is 0 and its logarithm finite
        return self._values(features), log_p.gather(1, actions.long()[:, None]).flatten(), entropy

    def _masked(self, features: Any, masks: Any) -> torch.Tensor:
        """(B, A) logits, those of illegal actions out of reach."""
        logits = self._limited(self.mlp_extractor.forward_actor(features))
        if masks is None:
            return logits
        legal = torch.as_tensor(masks, device=logits.device).bool().reshape(logits.shape)
        return logits.masked_fill(~legal, ILLEGAL)

    def _values(self, features: Any) -> torch.Tensor:
        return self.value_net(self.mlp_extractor.forward_critic(features))

    def _limited(self, latent: torch.Tensor) -> torch.Tensor:
        return self.action_net(latent).clamp(-LOGIT_LIMIT, LOGIT_LIMIT)

    def _get_action_dist_from_latent(self, latent_pi: torch.Tensor) -> MaskableDistribution:
        return self.action_dist.proba_distribution(action_logits=self._limited(latent_pi))


def scales_of(spec: GameSpec) -> NDArray[np.float32]:
    """(D,) factors of a game's observation entries."""
    return np.concatenate(
        [np.full(view.slice.stop - view.slice.start, view.scale) for view in spec.layout.values()], dtype=np.float32
    )


def observation_box(spec: GameSpec) -> spaces.Box:
    """The space of a game's flat int8 observations."""
    views = spec.layout.values()
    sizes = [view.slice.stop - view.slice.start for view in views]
    low, high = (np.repeat([getattr(view, end) for view in views], sizes).astype(np.int8) for end in ("low", "high"))
    return spaces.Box(low, high, dtype=np.int8)


def weights_of(policy: SeatPolicy) -> dict[str, torch.Tensor]:
    """All weights by name, each once: Stable-Baselines3 lists the shared trunk under two more names."""
    doubles = ("pi_features_extractor.", "vf_features_extractor.")
    return {name: value for name, value in policy.state_dict().items() if not name.startswith(doubles)}


def policy_arguments(scales: NDArray[np.float32], hidden: tuple[int, ...]) -> dict[str, Any]:
    """``policy_kwargs`` of MaskablePPO."""
    return {
        "net_arch": {"pi": [], "vf": []},
        "features_extractor_class": Trunk,
        "features_extractor_kwargs": {"scales": scales, "hidden": hidden},
        "optimizer_kwargs": {"eps": 1e-5, "fused": True},  # one pass over the weights; eps as MaskablePPO's own
    }


def build_policy(spec: GameSpec, hidden: tuple[int, ...]) -> SeatPolicy:
    """An untrained policy for a game, in evaluation mode."""
    policy = SeatPolicy(
        observation_box(spec),
        spaces.Discrete(spec.num_actions),
        lambda _: 0.0,
        **policy_arguments(scales_of(spec), hidden),
    )
    policy.set_training_mode(False)
    return policy
