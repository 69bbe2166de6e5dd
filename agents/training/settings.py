"""What may be set in a training run. Importing this loads no torch."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ...envs.core.content import combine

Positive = Annotated[float, Meta(gt=0)]
Share = Annotated[float, Meta(ge=0, le=1)]
Weight = Annotated[float, Meta(ge=0)]
Count = Annotated[int, Meta(ge=1)]


class ConfigError(ValueError):
    """Settings that no run can be made of."""


class Strict(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """Unknown keys are errors."""


class Budget(Strict, frozen=True, kw_only=True):
    """When a run is over; whatever comes first.

    Attributes:
        minutes: of training in all, resumed parts added up.
        steps: decisions of the learner.
    """

    minutes: Positive | None = None
    steps: Count | None = None


class Games(Strict, frozen=True, kw_only=True):
    """The games played at once.

    Attributes:
        num_envs: how many.
        point_reward: reward for each point by which the learner's lead over the others' mean grows, beside the return
            at the end; 0 for the return alone.
        alike: share of the games in which one opponent has all other seats, as in the evaluation; elsewhere each seat
            draws its own.
    """

    num_envs: Count
    point_reward: Weight
    alike: Share = 0.0


class TableOf(Strict, frozen=True, kw_only=True):
    """One of several kinds of games that are played at once.

    Attributes:
        options: of the game's environment, laid over those of the run; content belongs to the run's.
        share: of the games, as a weight among the tables.
    """

    options: dict[str, Any] = {}
    share: Positive = 1.0


class Ppo(Strict, frozen=True, kw_only=True):
    """MaskablePPO's own settings.

    Attributes:
        hidden: widths of the layers that policy and value share.
        advisor: name of a player that the learner is told the action of; it begins as somebody who nearly always does
            the same, and learns where not to. ``""`` for none.
        steps: decisions of each game between two updates.
        batch: decisions a gradient step.
        epochs: passes over the collected decisions an update.
        learning_rate, final_learning_rate: at the beginning and at the end of the budget, linear in between.
        gamma, gae_lambda: discount, and the advantage estimate's trade of bias for variance.
        clip: of the ratio of probabilities.
        entropy: weight of the entropy bonus.
        value: weight of the value's loss.
        max_grad_norm: gradients are cut to this length.
    """

    hidden: Annotated[list[Count], Meta(min_length=1)]
    advisor: str = ""
    steps: Annotated[int, Meta(ge=2)]
    batch: Annotated[int, Meta(ge=2)]
    epochs: Count
    learning_rate: Positive
    final_learning_rate: Weight
    gamma: Share
    gae_lambda: Share
    clip: Positive
    entropy: Weight
    value: Weight
    max_grad_norm: Positive


class Lessons(Strict, frozen=True, kw_only=True):
    """The first part of a run, in which the learner copies a teacher.

    Attributes:
        teacher: name of the player.
        share: of the budget; 0 for no lessons.
        drills: gradient steps an update on the teacher's games.
        games: of the teacher, played at once; a gradient step takes one decision of each.
        stray: share of random moves in them.
        learning_rate: at the beginning; falls to a fifth.
    """

    teacher: str
    share: Share
    drills: Annotated[int, Meta(ge=0)]
    games: Count
    stray: Share
    learning_rate: Positive


class Snapshots(Strict, frozen=True, kw_only=True):
    """Frozen copies of the learner among the opponents.

    Attributes:
        every_updates: how often one is taken.
        keep: most of them; the oldest go.
        on_duty: most that play at a time.
        priority: how much more often those play that the learner loses to: the weight is (1 − win share) to this
            power; 0 for equal ones.
    """

    every_updates: Count
    keep: Count
    on_duty: Count
    priority: Weight


class Evaluation(Strict, frozen=True, kw_only=True):
    """Playing a small panel now and then.

    Attributes:
        every_minutes: how often.
        deals: each is played once with the learner in each seat.
        panel: names of the players; ``snapshots`` and ``rivals`` are all that are kept, in turn.
    """

    every_minutes: Positive
    deals: Annotated[int, Meta(ge=2)]
    panel: list[str]


class Alarm(Strict, frozen=True, kw_only=True):
    """A warning if the learner loses to its own last snapshots.

    Attributes:
        share: of duels lost to one of them, above which there is a warning; the 95 % interval must say so, too.
        last: how many snapshots the learner plays each time one is taken.
        deals: of these games; each is played once with the learner in each seat. 0 for no alarm.
    """

    share: Annotated[float, Meta(ge=0.5, le=1)]
    last: Count
    deals: Annotated[int, Meta(ge=0)]


class League(Strict, frozen=True, kw_only=True):
    """Training the sides of a game against each other.

    Attributes:
        turn_minutes: how long one side trains before the next one does.
    """

    turn_minutes: Positive


class TrainConfig(Strict, frozen=True, kw_only=True):
    """All settings of a run.

    Attributes:
        game: ``"covenant_v0"``.
        seat: what the learner plays: ``"each"`` seat in turn, an agent's name, or all seats of a side (``"heroes"``).
        sides: train these two sides in turn, each against the other's frozen learners, instead of ``seat``.
        seed: of games, players and network.
        threads: of torch and of the games.
        device: where the learner's network is trained: ``"cpu"``, ``"cuda"``, or ``"auto"``: cuda where torch sees one.
            Everybody else's runs on the CPU.
        checkpoint_minutes: how often the state is written.
        options: of the game's environment.
        tables: kinds of games that differ in their options; none: all games have the options of the run.
        budget, games, lessons, ppo, snapshots, alarm, evaluation, league: see there.
        opponents: shares of the players in the other seats, ``snapshots`` and ``rivals`` among them.
    """

    game: str
    seat: str = "each"
    sides: list[str] = []
    seed: Annotated[int, Meta(ge=0)]
    threads: Count
    device: Literal["auto", "cpu", "cuda"] = "auto"
    checkpoint_minutes: Positive
    options: dict[str, Any]
    tables: list[TableOf] = []
    budget: Budget
    games: Games
    lessons: Lessons
    ppo: Ppo
    opponents: dict[str, Weight]
    snapshots: Snapshots
    alarm: Alarm
    evaluation: Evaluation
    league: League | None = None

    @property
    def table_options(self) -> list[dict[str, Any]]:
        """The options of the environment at each table; at least one."""
        return [combine(self.options, table.options) for table in self.tables] or [self.options]

    def split(self, count: int) -> list[int]:
        """So many games divided among the tables by their shares; each gets at least one.

        Raises:
            ConfigError: there are more tables than games.
        """
        weights = [table.share for table in self.tables] or [1.0]
        if count < len(weights):
            raise ConfigError(f"training settings: {count} games are too few for {len(weights)} tables")
        exact = [count * weight / sum(weights) for weight in weights]
        parts = [max(1, int(share)) for share in exact]
        while sum(parts) < count:
            parts[max(range(len(parts)), key=lambda number: exact[number] - parts[number])] += 1
        while sum(parts) > count:
            several = [number for number, part in enumerate(parts) if part > 1]
            parts[max(several, key=lambda number: parts[number] - exact[number])] -= 1
        return parts
