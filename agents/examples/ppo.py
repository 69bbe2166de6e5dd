"""Masked PPO in one file: one network plays all seats of many games against itself.

In a game of turns the decision after mine is somebody else's. So each decision waits, as the *pending* one of its
(slot, seat), until the same seat decides again or the game ends; only then is it known what became of it::

    slot 3     seat 0 decides   seat 1 decides   seat 1 decides   seat 0 decides   game over
    seat 0     row 7  ─────────────────────────────────────────▶  row 10  ───────▶ own return, nothing bootstrapped
    seat 1                      row 8  ────────▶ row 9  ─────────────────────────▶ own return, nothing bootstrapped

Rewards go to the pending row of their own seat, and advantages follow the arrows: no value and no reward of one seat
reaches another's trajectory.

Run it as ``python agents/examples/ppo.py`` or ``python -m shugyo.agents.examples.ppo``; it needs ``.[train]``.
PPO is Schulman et al., "Proximal policy optimization algorithms", 2017; advantages are Schulman et al.,
"High-dimensional continuous control using generalized advantage estimation", 2016.
"""

# It also runs as a script, so it imports the installed package, whose mapping a static checker does not see.
# pyright: reportMissingImports=false

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
import torch
import tyro
from numpy.typing import NDArray
from torch import nn
from torch.distributions import Categorical
from torch.nn import functional

from shugyo import envs
from shugyo.agents.examples.panel import GreedyPlayer, Strength, strength
from shugyo.agents.masks import check_masks
from shugyo.agents.training.config import game_id

POSITIVE = ("minutes", "num_envs", "steps", "epochs", "batch", "learning_rate", "threads", "deals")
OPEN, ENDED = -1, -2  # instead of the row of the seat's next decision: not known yet; there was none, the game ended
Act = Callable[[NDArray[np.int8], NDArray[np.bool_]], tuple[NDArray[Any], NDArray[Any], NDArray[Any]]]


@dataclass(frozen=True)
class Args:
    """What to train on, and how."""

    game: str = "covenant_v0"
    """covenant_v0, daimyo_v0 or okko_v0; covenant and so on will do."""
    options: dict[str, bool | int | str] = field(default_factory=dict)
    """Options of the environment, such as: mode conflict."""
    minutes: float = 2.0
    """Time of training; compiling and evaluation come on top."""
    seed: int = 1
    num_envs: int = 256
    """Games at once."""
    steps: int = 64
    """Decisions of each game between two updates."""
    hidden: tuple[int, ...] = (256, 256)
    """Widths of the layers that policy and value share."""
    epochs: int = 3
    batch: int = 2048
    """Decisions a gradient step."""
    learning_rate: float = 1e-3
    """At the beginning; it falls to 0 over the minutes."""
    gamma: float = 1.0
    """Games end by themselves, so that nothing needs to be discounted."""
    gae_lambda: float = 0.95
    clip: float = 0.2
    entropy: float = 0.01
    value: float = 0.5
    max_grad_norm: float = 0.5
    threads: int = 1
    """Of torch."""
    deals: int = 500
    """Of the evaluation at the end; each is played once with the network in each seat."""
    panel: tuple[str, ...] = ("random", "heuristic")
    """Whom it is evaluated against: share of games won against each."""

    def check(self) -> None:
        """Refuses numbers with which nothing can be trained.

        Raises:
            ValueError: it names the argument.
        """
        for name in POSITIVE:
            if not (value := getattr(self, name)) > 0:  # in these words it refuses NaN, too
                raise ValueError(f"--{name.replace('_', '-')} {value}: must be more than 0")
        if min(self.hidden, default=0) < 1:
            raise ValueError(f"--hidden {self.hidden}: give the width of each layer, at least of one")


class Net(nn.Module):
    """(B, D) int8 observations → (B, A) logits, not masked, and (B,) values."""

    scales: torch.Tensor

    def __init__(self, games: Any, hidden: tuple[int, ...]) -> None:
        super().__init__()
        views = games.game_spec.layout.values()
        scales = [torch.full((view.slice.stop - view.slice.start,), view.scale) for view in views]
        self.register_buffer("scales", torch.cat(scales).float())
        layers = [nn.Linear(a, b) for a, b in pairwise((len(self.scales), *hidden))]
        self.trunk = nn.Sequential(*(module for layer in layers for module in (layer, nn.ReLU())))
        self.policy, self.value = nn.Linear(hidden[-1], games.game_spec.num_actions), nn.Linear(hidden[-1], 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)  # the first policy is close to uniform

    def forward(self, obs: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """(B, D) int8 → (B, A), (B,)."""
        latent = self.trunk(obs * self.scales)
        return self.policy(latent), self.value(latent).squeeze(1)


def masked(logits: torch.Tensor, mask: torch.Tensor) -> Categorical:
    """The distribution over legal actions; all others have probability 0. ``mask``: (B, A) bool, no row empty."""
    # The least number there is, not −∞, whose product with 0 would make the entropy NaN.
    return Categorical(logits=logits.masked_fill(~mask, torch.finfo(logits.dtype).min), validate_args=False)


class Collector:
    """Plays all seats of all games and books every decision with what became of it.

    Rows of all buffers, of which each has N entries, one a slot::

        0 … S−1      what is still pending from the last `collect`, seat s in row s (`OPEN` where there is nothing)
        S … S+T−1    the decisions of this `collect`, one step of all games a row

    Args:
        games: N games of S seats, int8 observations, which begin their next episodes by themselves.
        steps: T.
        seed: of the games.

    Attributes:
        obs, mask, action, log_prob, value: (S+T, N, …) the decisions.
        reward: (S+T, N) what the seat got from its decision to its next one, or to the end of the game.
        next_row: (S+T, N) row of the seat's next decision, `ENDED` or `OPEN`.
        seat: (S+T, N) who decided.
        finished: games that have ended so far.
    """

    def __init__(self, games: Any, steps: int, seed: int) -> None:
        self.games, self.num_seats = games, games.num_seats
        self._now, _ = games.reset(seed=seed)
        shape = (games.num_seats + steps, games.num_envs)
        self.obs, self.mask = (
            np.zeros((*shape, self._now[key].shape[1]), kind)
            for key, kind in (("observation", np.int8), ("action_mask", np.bool_))
        )
        self.action, self.seat, self.next_row = (np.zeros(shape, np.int64) for _ in range(3))
        self.log_prob, self.value, self.reward = (np.zeros(shape, np.float32) for _ in range(3))
        self.pending = np.full((games.num_envs, games.num_seats), OPEN)  # row of each seat's last decision, if any
        self.finished = 0

    def collect(self, act: Act) -> None:
        """Plays T steps. ``act``: (N, D) int8, (N, A) bool → actions, their log-probabilities, values, each (N,)."""
        slots = np.arange(self.games.num_envs)
        self._carry()
        for row in range(self.num_seats, len(self.action)):
            seat = self.games.seat.astype(np.int64)
            self.obs[row], self.mask[row], self.seat[row] = self._now["observation"], self._now["action_mask"], seat
            before = self.pending[slots, seat]
            again = np.flatnonzero(before != OPEN)
            self.next_row[before[again], again] = row
            self.pending[slots, seat] = row
            self.action[row], self.log_prob[row], self.value[row] = act(self.obs[row], check_masks(self.mask[row]))
            self._now, rewards, _, _, infos = self.games.step(self.action[row])
            self._book(rewards, infos["ended"])

    def advantages(self, gamma: float, gae_lambda: float) -> NDArray[np.float32]:
        """(S+T, N) generalized advantage estimates, along each seat's own decisions; 0 where still open."""
        result, slots = np.zeros_like(self.value), np.arange(self.value.shape[1])
        for row in reversed(range(len(result))):
            after = self.next_row[row]
            goes_on = after >= 0
            value, advantage = (np.where(goes_on, array[after, slots], 0) for array in (self.value, result))
            estimate = self.reward[row] + gamma * (value + gae_lambda * advantage) - self.value[row]
            result[row] = np.where(after != OPEN, estimate, 0)
        return result

    def _carry(self) -> None:
        """Moves what is pending into the first S rows and empties the others."""
        slot, seat = np.nonzero(self.pending != OPEN)
        row = self.pending[slot, seat]
        for array in (self.obs, self.mask, self.action, self.log_prob, self.value, self.reward, self.seat):
            array[seat, slot] = array[row, slot]
        self.reward[self.num_seats :] = 0
        self.next_row[:] = OPEN
        self.pending[slot, seat] = seat

    def _book(self, rewards: NDArray[np.float32], ended: NDArray[np.bool_]) -> None:
        """Gives each seat's reward to its pending decision, and closes those of the games that have just ended.

        A game cut off by a limit pays full returns: for the learner it is an end like any other.
        """
        slot, seat = np.nonzero(self.pending != OPEN)
        self.reward[self.pending[slot, seat], slot] += rewards[slot, seat]
        if ended.any():
            slot, seat = np.nonzero((self.pending != OPEN) & ended[:, None])
            self.next_row[self.pending[slot, seat], slot] = ENDED
            self.pending[slot, seat] = OPEN
            self.finished += int(ended.sum())


class Trainer:
    """The network, its games and its optimizer.

    Raises:
        ValueError: an argument is wrong; it is named.
    """

    def __init__(self, args: Args) -> None:
        args.check()
        torch.manual_seed(args.seed)
        torch.set_num_threads(args.threads)
        self.args, self.module = args, getattr(envs, game_id(args.game))
        self.games = self.module.vector_env(args.num_envs, observation_dtype="int8", **args.options)
        self.net = Net(self.games, args.hidden)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=args.learning_rate, eps=1e-5)
        self.collector = Collector(self.games, args.steps, args.seed)

    @torch.no_grad()
    def act(self, obs: NDArray[np.int8], mask: NDArray[np.bool_]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Draws an action a row from the policy: (N,) actions, log-probabilities, values."""
        logits, value = self.net(torch.from_numpy(obs))
        policy = masked(logits, torch.from_numpy(mask))
        action = policy.sample()
        return action.numpy(), policy.log_prob(action).numpy(), value.numpy()

    def update(self) -> dict[str, float]:
        """One update on the decisions of which it is known what became of them; mean losses.

        Raises:
            FloatingPointError: a loss is not finite.
        """
        args, book = self.args, self.collector
        advantage = book.advantages(args.gamma, args.gae_lambda)
        known = book.next_row != OPEN
        names = ("obs", "mask", "action", "log_prob", "value")
        data = {name: torch.from_numpy(getattr(book, name)[known]) for name in names}
        data["advantage"] = torch.from_numpy(advantage[known])
        data["target"] = data["advantage"] + data["value"]
        losses: list[dict[str, float]] = []
        for _ in range(args.epochs):
            for rows in torch.randperm(len(data["target"])).split(args.batch):
                loss, parts = self._loss({name: values[rows] for name, values in data.items()})
                self.optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.net.parameters(), args.max_grad_norm)
                self.optimizer.step()
                losses.append({name: part.item() for name, part in parts.items()} | {"loss": loss.item()})
        means = {name: float(np.mean([one[name] for one in losses])) for name in losses[0]}
        if not np.isfinite(list(means.values())).all():
            raise FloatingPointError(f"a loss is not finite: {means}; try a lower --learning-rate")
        return means

    def _loss(self, data: dict[str, torch.Tensor]) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
        args = self.args
        logits, value = self.net(data["obs"])
        policy = masked(logits, data["mask"])
        ratio = (policy.log_prob(data["action"]) - data["log_prob"]).exp()
        advantage = data["advantage"]
        advantage = (advantage - advantage.mean()) / (advantage.std(correction=0) + 1e-8)
        gain = torch.min(ratio * advantage, ratio.clamp(1 - args.clip, 1 + args.clip) * advantage).mean()
        parts = {
            "policy": -gain,
            "value": functional.mse_loss(value, data["target"]),
            "entropy": policy.entropy().mean(),
        }
        return parts["policy"] + args.value * parts["value"] - args.entropy * parts["entropy"], parts

    def train(self) -> dict[str, float]:
        """Plays and learns in turn until the time is over; the last losses, decisions, games and decisions a second."""
        args, begin, shown, decisions = self.args, time.monotonic(), 0.0, 0
        while True:
            self.collector.collect(self.act)
            used = (time.monotonic() - begin) / (60 * args.minutes)
            self.optimizer.param_groups[0]["lr"] = args.learning_rate * max(0.0, 1 - used)
            losses = self.update()
            decisions += args.steps * args.num_envs
            elapsed = time.monotonic() - begin
            over = elapsed >= 60 * args.minutes
            if over or elapsed - shown >= 5:
                shown = elapsed
                print(
                    f"{elapsed:6.1f} s  {decisions:9,} decisions  {decisions / elapsed:8,.0f}/s  "
                    f"{self.collector.finished:7,} games  "
                    + "  ".join(f"{name} {value:+.4f}" for name, value in losses.items()),
                    flush=True,
                )
            if over:
                games = self.collector.finished
                return losses | {"decisions": decisions, "games": games, "per_second": decisions / elapsed}

    def evaluate(self, deals: int) -> list[Strength]:
        """The most likely action against each of the panel, on the same deals in every seat.

        Raises:
            ValueError: somebody of the panel is unknown, or cannot play these games.
        """

        @torch.no_grad()
        def logits(obs: NDArray[np.int8]) -> NDArray[np.float32]:
            return self.net(torch.from_numpy(obs))[0].numpy()

        games = self.module.vector_env(deals, observation_dtype="int8", **self.args.options)
        player = GreedyPlayer("example", logits, "int8")
        return [strength(games, player, opponent, self.args.seed + 1) for opponent in self.args.panel]


def main(args: Args) -> int:
    """Trains and evaluates; the exit status, 2 if an argument is wrong."""
    try:
        trainer = Trainer(args)
        trainer.evaluate(deals=1)  # who cannot play is found out now, and not after the training
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    trainer.train()
    for standing in trainer.evaluate(args.deals):
        print(standing)
    return 0


if __name__ == "__main__":
    sys.exit(main(tyro.cli(Args, description=__doc__)))
