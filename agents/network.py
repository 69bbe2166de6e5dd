"""The network of a learned player: what MaskablePPO trains and what a finished player asks.

::

    (B, D) int8 observation → × scale → hidden layers with ReLU → A logits ( + trust at the advised action)
                                                               └→ one value

A network may be *advised*: it is told what another player would do here, and begins as somebody who nearly always
follows. What it learns is where to do something else (residual learning: Silver, Allen, Tenenbaum and Kaelbling,
"Residual Policy Learning", 2018). The advice stands behind the observation, see `with_advice`.
"""

from __future__ import annotations

from collections.abc import Callable
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

from ..envs.core.game import GameSpec, Player

ILLEGAL = -1e8
"""Logit of an illegal action, as MaskablePPO's distributions have it."""
LOGIT_LIMIT = 1e4
"""A legal action's logit never comes near `ILLEGAL`."""
ADVICE, BASE = 2, 128
"""An advised action's number takes so many int8 entries, the digits of this base."""
TRUST = 4.5
"""What the advised action's logit has more than others' at first: it has nine tenths of the probability among ten."""
Advisor = Callable[[], Player]
"""Makes somebody who advises a network; whoever plays by the network has one of its own."""


class Trunk(BaseFeaturesExtractor):
    """Scales the int8 entries and runs the hidden layers that policy and value share.

    Args:
        observation_space: int8 box of the observation, (D,), and what stands behind it.
        scales: (D,) factors of the observation's entries; what stands behind them is not looked at.
        hidden: widths of the layers.
    """

    scales: torch.Tensor

    def __init__(self, observation_space: spaces.Box, scales: NDArray[np.float32], hidden: tuple[int, ...]) -> None:
        super().__init__(observation_space, hidden[-1])
        self.register_buffer("scales", torch.from_numpy(np.array(scales, np.float32)))
        widths = (len(scales), *hidden)
        first, *others = [nn.Linear(a, b) for a, b in pairwise(widths)]
        self.first, self.others = first, nn.ModuleList(others)

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """(B, D …) float32 integers → (B, hidden[-1])."""
        observations = observations[:, : len(self.scales)]
        # Scaling the weights instead of the observations saves a pass over the far larger array.
        weight = self.first.weight * self.scales
        if self.training and observations.device.type == "cpu":
            hidden = sparse_product(observations, weight) + self.first.bias
        else:
            hidden = functional.linear(observations, weight, self.first.bias)
        hidden = hidden.relu()
        for layer in self.others:
            hidden = layer(hidden).relu()
        return hidden


def sparse_product(observations: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """(B, D) and (H, D) → (B, H), their product from the entries that are not zero.

    Observations are mostly zero, 91 to 97 % of them in the games here. With its gradient this is five to seven times as
    fast as the dense product (benchmarks/README.md).
    """
    rows, columns = observations.nonzero(as_tuple=True)
    starts = torch.searchsorted(rows, torch.arange(len(observations)))
    table = weight.t().contiguous()
    return functional.embedding_bag(
        columns, table, starts, mode="sum", per_sample_weights=observations[rows, columns].to(table.dtype)
    )


class SeatPolicy(MaskableActorCriticPolicy):
    """The policy that MaskablePPO trains, its logits kept within `LOGIT_LIMIT`.

    Args:
        advisor: makes the player whose advice the observations carry; None: they carry none.
        arguments, named: of MaskableActorCriticPolicy.
    """

    def __init__(self, *arguments: Any, advisor: Advisor | None = None, **named: Any) -> None:
        self.advisor = advisor
        super().__init__(*arguments, **named)

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        if self.advisor is not None:
            self.trust = nn.Linear(self.features_dim, 1)  # how much the advice counts depends on the position
            nn.init.zeros_(self.trust.weight)
            nn.init.constant_(self.trust.bias, TRUST)
            rate: Any = {"lr": lr_schedule(1)}  # Optimizer's signature does not have it, all its kinds do
            self.optimizer = self.optimizer_class(self.parameters(), **rate, **self.optimizer_kwargs)

    def logits(self, observations: torch.Tensor) -> torch.Tensor:
        """(B, D …) int8 → (B, A) float32, not masked."""
        return self._unmasked(self.extract_features(observations), observations)

    def forward(
        self, obs: torch.Tensor, deterministic: bool = False, action_masks: Any = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """(B, D) → actions (B,), values (B, 1), log-probabilities (B,)."""
        features = self.extract_features(obs)
        logits = self._masked(features, obs, action_masks)
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
        logits = self._masked(features, obs, action_masks)
        log_p = logits.log_softmax(dim=1)
        entropy = -(logits.softmax(dim=1) * log_p).sum(dim=1)  # an illegal action's share is 0 and its logarithm finite
        return self._values(features), log_p.gather(1, actions.long()[:, None]).flatten(), entropy

    def _unmasked(self, features: Any, observations: torch.Tensor) -> torch.Tensor:
        """(B, A) logits."""
        logits = self.action_net(self.mlp_extractor.forward_actor(features))
        if self.advisor is not None:
            high, low = observations[:, -ADVICE:].long().unbind(dim=1)
            logits = logits.scatter_add(1, (BASE * high + low)[:, None], self.trust(features))
        return logits.clamp(-LOGIT_LIMIT, LOGIT_LIMIT)

    def _masked(self, features: Any, observations: torch.Tensor, masks: Any) -> torch.Tensor:
        """(B, A) logits, those of illegal actions out of reach."""
        logits = self._unmasked(features, observations)
        if masks is None:
            return logits
        legal = torch.as_tensor(masks, device=logits.device).bool().reshape(logits.shape)
        return logits.masked_fill(~legal, ILLEGAL)

    def _values(self, features: Any) -> torch.Tensor:
        return self.value_net(self.mlp_extractor.forward_critic(features))

    def get_distribution(self, obs: Any, action_masks: Any = None) -> MaskableDistribution:
        """Of the actions, for `MaskablePPO.predict`."""
        distribution = self.action_dist.proba_distribution(action_logits=self.logits(obs))
        if action_masks is not None:
            distribution.apply_masking(action_masks)
        return distribution


def scales_of(spec: GameSpec) -> NDArray[np.float32]:
    """(D,) factors of a game's observation entries."""
    return np.concatenate(
        [np.full(view.slice.stop - view.slice.start, view.scale) for view in spec.layout.values()], dtype=np.float32
    )


def with_advice(observation: NDArray[np.int8], advice: NDArray[np.int32]) -> NDArray[np.int8]:
    """(B, D) observations and (B,) advised actions → (B, D + 2): the actions' numbers in base 128 behind them."""
    return np.concatenate([observation, np.stack(np.divmod(advice, BASE), axis=1).astype(np.int8)], axis=1)


def observation_box(spec: GameSpec, advised: bool = False) -> spaces.Box:
    """The space of a game's flat int8 observations, with the advice behind them if there is any."""
    views = spec.layout.values()
    sizes = [view.slice.stop - view.slice.start for view in views]
    low, high = (np.repeat([getattr(view, end) for view in views], sizes).astype(np.int8) for end in ("low", "high"))
    if advised:
        low, high = np.pad(low, (0, ADVICE)), np.pad(high, (0, ADVICE), constant_values=BASE - 1)
    return spaces.Box(low, high, dtype=np.int8)


def weights_of(policy: SeatPolicy) -> dict[str, torch.Tensor]:
    """All weights by name, each once: Stable-Baselines3 lists the shared trunk under two more names."""
    doubles = ("pi_features_extractor.", "vf_features_extractor.")
    return {name: value for name, value in policy.state_dict().items() if not name.startswith(doubles)}


def policy_arguments(
    scales: NDArray[np.float32], hidden: tuple[int, ...], advisor: Advisor | None = None
) -> dict[str, Any]:
    """``policy_kwargs`` of MaskablePPO."""
    return {
        "advisor": advisor,
        "net_arch": {"pi": [], "vf": []},
        "features_extractor_class": Trunk,
        "features_extractor_kwargs": {"scales": scales, "hidden": hidden},
        "optimizer_kwargs": {"eps": 1e-5, "fused": True},  # one pass over the weights; eps as MaskablePPO's own
    }


def build_policy(spec: GameSpec, hidden: tuple[int, ...], advisor: Advisor | None = None) -> SeatPolicy:
    """An untrained policy for a game, in evaluation mode."""
    policy = SeatPolicy(
        observation_box(spec, advised=advisor is not None),
        spaces.Discrete(spec.num_actions),
        lambda _: 0.0,
        **policy_arguments(scales_of(spec), hidden, advisor),
    )
    policy.set_training_mode(False)
    return policy
