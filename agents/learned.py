"""Players that were trained, from their checkpoints."""

from __future__ import annotations

import os
from functools import partial
from typing import Any, Literal

import numpy as np
import torch
from numpy.typing import NDArray

from .. import envs
from ..envs.core.batch import decision_keys
from ..envs.core.game import Batch, GameSpec, Player
from ..envs.core.options import OptionError
from ..envs.core.players import PlayerError, actions_of, find_player, introduce
from ..envs.core.rng import LEARNER, fold, python_word
from ..envs.core.sides import role, seats_named
from ..envs.core.verbs import MAX_SEATS
from .checkpoint import CheckpointError, Tensors, check_identity, find, part, read
from .masks import check_masks
from .network import SeatPolicy, build_policy, weights_of, with_advice

CHUNK = 32
"""Rows of one network call: always so many, so that a row's logits do not depend on how many others come with it."""


def advice_of(player: Player, batch: Batch) -> NDArray[np.int32]:
    """(B,) what somebody would do.

    Raises:
        PlayerError: it gave something else than B actions.
    """
    advice = actions_of(player, batch)
    if (advice < 0).any():
        raise PlayerError(f"player {player.name} advises an action that there is not")
    return advice


def check_advisor(player: Player) -> None:
    """Refuses who cannot advise a network.

    Raises:
        ValueError: it is a trained player, without whose file nobody could play by the network; or it wants scaled
            observations, and not the int8 ones that the network has.
    """
    if isinstance(player, PolicyPlayer):
        raise ValueError(
            f"{player.name} cannot advise: a player would need its file; take a scripted player or a search"
        )
    if "observation" in player.needs and player.observation_dtype != "int8":
        raise ValueError(f"{player.name} cannot advise: it needs scaled observations, and a network has int8 ones")


class PolicyPlayer:
    """A player that asks a policy network.

    Args:
        name: how results list it.
        policy: the network; it may go on being trained.
        sample: draw from the policy's distribution; otherwise take the most likely action.
        exact: make each row's action independent of the other rows down to the last bit, at some cost in speed.
    """

    observation_dtype = "int8"

    def __init__(self, name: str, policy: SeatPolicy, *, sample: bool = True, exact: bool = True) -> None:
        self.name, self.policy, self.sample, self.exact = name, policy, sample, exact
        self._ask(policy.advisor and policy.advisor())

    def _ask(self, advisor: Player | None) -> None:
        """Has the policy advised by somebody, and is given what that player looks at."""
        self.advisor = advisor
        self.needs: set[Literal["observation", "state"]] = {"observation", *(advisor.needs if advisor else ())}

    def start(self, game: GameSpec, seed: int) -> None:
        """Forgets earlier decisions. ``seed``: an integer >= 0."""
        self._key = np.uint64(python_word(fold(seed), LEARNER, 0))
        self._decided = np.zeros((0, MAX_SEATS), np.int64)
        if self.advisor is not None:
            introduce(self.advisor, game, seed, 0)

    def act(self, batch: Batch) -> NDArray[np.int32]:
        """(B,) legal actions.

        Raises:
            EmptyMaskError: a row has no legal action.
        """
        mask = check_masks(batch.mask) != 0
        observation = batch.observation
        if self.advisor is not None:
            assert observation is not None
            observation = with_advice(observation, advice_of(self.advisor, batch))
        logits = np.where(mask, self._logits(observation), -np.inf)
        if not self.sample:
            return logits.argmax(axis=1).astype(np.int32)
        weights = np.exp(logits - logits.max(axis=1, keepdims=True), dtype=np.float64).cumsum(axis=1)
        drawn = self._uniform(batch)[:, None] * weights[:, -1:]
        return (weights <= drawn).sum(axis=1).astype(np.int32)

    def _logits(self, observation: Any) -> NDArray[np.float32]:
        """(B, A) logits, not masked."""
        rows = len(observation)
        given = torch.from_numpy(observation).to(self.policy.device)
        with torch.no_grad():
            if not self.exact:
                return self.policy.logits(given).cpu().numpy()
            chunks = torch.zeros((-(-rows // CHUNK) * CHUNK, given.shape[1]), dtype=given.dtype, device=given.device)
            chunks[:rows] = given
            return torch.cat([self.policy.logits(chunk) for chunk in chunks.split(CHUNK)])[:rows].cpu().numpy()

    def _uniform(self, batch: Batch) -> NDArray[np.float64]:
        """(B,) numbers in [0, 1), keyed by seed, slot, seat and how often it has decided there."""
        missing = int(batch.slot.max(initial=-1)) + 1 - len(self._decided)
        if missing > 0:
            self._decided = np.pad(self._decided, ((0, missing), (0, 0)))
        words = np.empty(len(batch.slot), np.uint64)
        decision_keys(self._key, batch.slot, batch.seat, self._decided, words)
        return (words >> np.uint64(11)) * np.float64(2.0**-53)


class PpoPlayer(PolicyPlayer):
    """A trained player from a file.

    Args:
        path: a checkpoint file, or the folder of a training run.
        sample: draw from the policy's distribution; otherwise take the most likely action.

    Raises:
        CheckpointError: there is no checkpoint, it cannot be read, or its weights are not finite. Whether it fits the
            game is checked at `start`.
    """

    policy: SeatPolicy

    def __init__(self, path: str | os.PathLike[str], *, sample: bool = False) -> None:
        self.path = find(path)
        self.header, tensors = read(self.path, ("policy.",))
        self._weights = part(tensors, "policy.")
        check_finite(self._weights, str(self.path))
        self.name, self.sample, self.exact = f"ppo:{os.fspath(path)}", sample, True
        self._ask(None)

    def start(self, game: GameSpec, seed: int) -> None:
        """Builds the network for the game.

        Raises:
            CheckpointError: the checkpoint belongs to another game, other rules, another layout or other options, or
                it is advised by somebody who is not there.
        """
        check_identity(self.header, game, self.path)
        self._agents, seat = game.agents, self.header.get("seat", "each")
        try:
            trained = range(game.num_seats) if seat == "each" else seats_named(game, seat)
        except OptionError as error:
            raise CheckpointError(f"{self.path} is of a player for a seat that is not there: {error}") from None
        self._roles = {role(game.agents[index]) for index in trained}
        network = self.header["network"]
        advisor = partial(self._find_advisor, game, network["advisor"]) if network.get("advisor") else None
        self.policy = build_policy(game, tuple(network["hidden"]), advisor)
        self._ask(advisor and advisor())
        load_weights(self.policy, self._weights, str(self.path))
        super().start(game, seed)

    def _find_advisor(self, game: GameSpec, name: str) -> Player:
        try:
            if name.startswith("ppo:"):  # before it is opened: it might be this file
                raise ValueError("a trained player cannot advise")
            player = find_player(getattr(envs, game.env_id).GAME, name)
            check_advisor(player)
        except ValueError as error:
            raise CheckpointError(f"{self.path} is advised by {name!r}: {error}") from None
        return player

    def act(self, batch: Batch) -> NDArray[np.int32]:
        """(B,) legal actions.

        Raises:
            CheckpointError: it was trained for another role than it is asked to play.
        """
        for seat in np.unique(batch.seat).tolist():
            if role(agent := self._agents[seat]) not in self._roles:
                raise CheckpointError(
                    f"{self.name} was trained to play {self.header['seat']} and cannot play {agent}; "
                    "let it play its own side (in a match: --oni-player, --hero-player)"
                )
        return super().act(batch)


def load_weights(policy: SeatPolicy, weights: Tensors, source: str) -> None:
    """Puts weights into a policy, which keeps its own precision and device.

    Raises:
        CheckpointError: they are not the weights of such a network, or not finite.
    """
    here = {name: tuple(value.shape) for name, value in weights_of(policy).items()}
    there = {name: tuple(value.shape) for name, value in weights.items()}
    if differing := sorted(name for name in here | there if here.get(name) != there.get(name)):
        raise CheckpointError(f"{source} holds the weights of another network: {', '.join(differing)} differ")
    check_finite(weights, source)
    policy.load_state_dict(weights, strict=False)


def check_finite(weights: Tensors, source: str) -> None:
    """Refuses weights with which nobody can play.

    Raises:
        CheckpointError: some are infinite or not a number.
    """
    if bad := sorted(name for name, value in weights.items() if not value.isfinite().all()):
        raise CheckpointError(f"{source} holds weights that are not finite: {', '.join(bad)}")
