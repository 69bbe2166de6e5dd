"""How fast training is: decisions of the learner a second, playing and learning together."""

from __future__ import annotations

import io
import json
import statistics
import tempfile
import time
from pathlib import Path

from rich.console import Console

from ..envs.core.game import Game
from .speed import QUICK, Effort, Rate


def measure_training(game: Game, effort: Effort) -> Rate:
    """Trains for a while from the shipped settings, without evaluation, in a folder that goes away.

    Args:
        game: the game.
        effort: how long.

    Raises:
        ImportError: the libraries for training are not installed.
    """
    from ..agents.training.config import settle, shipped
    from ..agents.training.train import train

    short = {"budget": {"minutes": effort.training}, "evaluation": {"every_minutes": 1000, "panel": []}}
    small = {"ppo": {"steps": 8}, "games": {"num_envs": 64}} if effort == QUICK else {}
    config = settle(shipped(game.env_id), short, small)
    with tempfile.TemporaryDirectory() as folder:
        began, cpu_began = time.perf_counter(), time.process_time()
        train(config, folder, console=Console(file=io.StringIO()))
        cpu = (time.process_time() - cpu_began) / (time.perf_counter() - began)
        rows = [json.loads(line) for line in (Path(folder) / "progress.jsonl").read_text("utf-8").splitlines()]
    runs = [row["time/decisions_per_second"] for row in rows if "time/decisions_per_second" in row]
    runs = runs[1:] or runs  # the first one has not learned yet
    return Rate("training", config.threads, statistics.median(runs), runs, cpu)
