"""The main job, small: train a player, and tell from paired matches how strong it is."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..agents.training.config import settle, shipped
from ..agents.training.train import train
from ..envs.core.game import Game
from ..envs.core.options import parse_options
from ..envs.core.players import scripted_names
from .strength import match_of, play_match
from .summary import Line, Summary, as_data, summarize

SEED = 2**41
"""Of the deals that are played at the end: none that the learner or its teacher have seen."""


@dataclass(frozen=True)
class Standing:
    """How the trained player did against one opponent.

    Attributes:
        opponent: its name.
        summary: of the match.
        data: the match as data that JSON can hold.
        line: how the trained player did.
    """

    opponent: str
    summary: Summary
    data: dict[str, Any]
    line: Line


@dataclass(frozen=True)
class Demo:
    """What a demo came to.

    Attributes:
        env_id: the game.
        minutes: of training.
        decisions: that the learner took in them.
        interrupted: somebody stopped the training; nothing was measured then.
        standings: one for each scripted player, the weakest first.
        curve: by opponent, (minutes, mean return) in the course of the training.
    """

    env_id: str
    minutes: float
    decisions: int
    interrupted: bool
    standings: list[Standing]
    curve: dict[str, list[tuple[float, float]]]

    @property
    def hardest(self) -> Standing:
        """The opponent against which the player did worst: what its strength is judged by."""
        return min(self.standings, key=lambda standing: standing.line.win_share.mean)


def run_demo(
    game: Game, folder: Path, *, minutes: float, deals: int, note: Callable[[str], None], **settings: Any
) -> Demo:
    """Trains a player from the shipped settings and plays it against the scripted players.

    Args:
        game: the game.
        folder: of the training run; must not hold one.
        minutes: of training.
        deals: of each match.
        note: called with what comes next.
        **settings: laid over the shipped settings of the training.
    """
    config = settle(
        shipped(game.env_id),
        {"budget": {"minutes": minutes}, "evaluation": {"every_minutes": minutes / 3, "deals": 50}},
        {"evaluation": {"panel": scripted_names(game)[-1:]}},  # the matches below play all of them
        settings,
    )
    note(f"{game.env_id}: training for {minutes:g} minutes")
    result = train(config, folder)
    standings = []
    for name in () if result.interrupted else scripted_names(game):
        note(f"{game.env_id}: playing {name}")
        options = parse_options(game.options_type, game.env_id, config.options)
        match, number = match_of(game, options, f"ppo:{folder}", name, config.seat, deals, SEED)
        played = play_match(match)
        summary = summarize(match, played)
        standings.append(Standing(name, summary, as_data(match, played, summary), summary.players[number]))
    curve = _curve(folder / "progress.jsonl")
    return Demo(game.env_id, result.minutes, result.steps, result.interrupted, standings, curve)


def _curve(path: Path) -> dict[str, list[tuple[float, float]]]:
    """Mean returns of the games during training, by opponent."""
    prefix, curve = "games/return_against_", {}
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        for key, value in row.items():
            if key.startswith(prefix):
                curve.setdefault(key.removeprefix(prefix), []).append((row["minutes"], value))
    return curve
