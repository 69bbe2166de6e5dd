"""How fast the games are.

All figures are decisions a second under random legal play; picking the action is always part of the work. Decisions
that the engine plays by itself, because there is no choice, are not counted.

==================  ===================================================================================================
row                 what runs
==================  ===================================================================================================
kernel              rules and legal actions alone: no observations, no Python
vector, int8        ``vector_env(1024)`` with int8 observations and masks, ``step`` with its checks
vector, unchecked   the same through ``unchecked_step``
vector, float32     the same as the first with float32 observations, the default
AEC, NumPy pick     the documented loop on ``env()`` with int8 observations, a pick by ``np.flatnonzero(mask)``
AEC, space.sample   the same with ``action_space(agent).sample(mask)``
==================  ===================================================================================================

Rows on two threads follow. The CPU time beside the wall time tells a busy neighbour from bad scaling.
"""

from __future__ import annotations

import statistics
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from .. import envs
from ..envs.core.batch import RANDOM, play, sample_actions
from ..envs.core.game import Game
from .machine import MAX_THREADS
from .startup import measure_startup
from .warmup import compile_game

NUM_ENVS = 1024
LUMP = 100
"""Decisions a slot plays in one call of the kernel row."""
GOALS = {
    "covenant_v0": {"kernel": 5e6, "vector, int8": 1.5e6, "AEC, NumPy pick": 60e3},
    "daimyo_v0": {"kernel": 3e6, "vector, int8": 1e6, "AEC, NumPy pick": 60e3},
    "okko_v0": {"kernel": 1.5e6, "vector, int8": 0.5e6, "AEC, NumPy pick": 60e3},
}
"""What one core of a machine that nobody else uses is to reach."""


@dataclass(frozen=True)
class Effort:
    """How long to measure.

    Attributes:
        warm: steps before the clock starts.
        seconds: of one run, at least.
        runs: the median of so many counts.
        games: random games that are played to tell their length.
        training: minutes.
    """

    warm: int
    seconds: float
    runs: int
    games: int
    training: float


FULL = Effort(warm=1000, seconds=5.0, runs=5, games=20_000, training=1.5)
QUICK = Effort(warm=20, seconds=0.1, runs=3, games=500, training=0.05)


@dataclass(frozen=True)
class Rate:
    """A measured speed.

    Attributes:
        name: of the row.
        threads: that were allowed.
        per_second: decisions a second of wall time, the median of the runs.
        runs: all of them.
        cpu: CPU seconds for each second of wall time.
    """

    name: str
    threads: int
    per_second: float
    runs: list[float]
    cpu: float


def measure(name: str, threads: int, work: Callable[[], int], effort: Effort) -> Rate:
    """Times a piece of work, again and again.

    Args:
        name, threads: for the result.
        work: does a little and returns how many decisions that were; warm.
        effort: how long.
    """
    runs, wall, cpu = [], 0.0, 0.0
    for _ in range(effort.runs):
        count, began, cpu_began = 0, time.perf_counter(), time.process_time()
        while (took := time.perf_counter() - began) < effort.seconds:
            count += work()
        runs.append(count / took)
        wall, cpu = wall + took, cpu + time.process_time() - cpu_began
    return Rate(name, threads, statistics.median(runs), runs, cpu / wall)


def rates(game: Game, effort: Effort) -> Iterator[Rate]:
    """Measures a game, row by row."""
    most = min(2, MAX_THREADS)
    yield measure("kernel", 1, _kernel(game, 1, effort), effort)
    yield measure("vector, int8", 1, _vector(game, effort), effort)
    yield measure("vector, unchecked", 1, _vector(game, effort, checked=False), effort)
    yield measure("vector, float32", 1, _vector(game, effort, dtype="float32"), effort)
    yield measure("AEC, NumPy pick", 1, _aec(game, effort, sample=False), effort)
    yield measure("AEC, space.sample", 1, _aec(game, effort, sample=True), effort)
    if most > 1:
        yield measure("kernel", most, _kernel(game, most, effort), effort)
        yield measure("vector, int8", most, _vector(game, effort, threads=most), effort)


def report(game: Game, effort: Effort, note: Callable[[str], None]) -> dict[str, Any]:
    """Everything about a game's speed, as data that JSON can hold.

    Args:
        game: the game.
        effort: how long to measure.
        note: called with what is measured next.
    """
    note(f"{game.env_id}: compiling")
    deque(compile_game(game), maxlen=0)
    note(f"{game.env_id}: random games")
    lengths = random_games(game, effort)
    rows = []
    note(f"{game.env_id}: speed")
    for rate in rates(game, effort):
        rows.append({**asdict(rate), "goal": GOALS.get(game.env_id, {}).get(rate.name) if rate.threads == 1 else None})
        note(f"{game.env_id}: {rate.name}, {rate.threads} thread(s): {rate.per_second:,.0f}")
    note(f"{game.env_id}: training")
    try:
        from .training import measure_training

        rows.append({**asdict(measure_training(game, effort)), "goal": None})
    except ImportError as error:
        note(f"{game.env_id}: no training, {error}")
    note(f"{game.env_id}: start in fresh processes")
    return {
        "env_id": game.env_id,
        "rules_hash": _module(game).rules_hash(),
        "bytes_per_step": bytes_per_step(game),
        "random_games": lengths,
        "rates": rows,
        "startup": measure_startup(game.env_id),
    }


def random_games(game: Game, effort: Effort) -> dict[str, float]:
    """What random games are like: their length, and how many are ended by a limit (it should be none)."""
    env = _module(game).vector_env(min(NUM_ENVS, effort.games))
    played = env.play_out("random", -(-effort.games // env.num_envs), seed=0)
    return {
        "games": played.lengths.size,
        "mean_decisions": float(played.lengths.mean()),
        "longest": int(played.lengths.max()),
        "ended_by_limit": float(played.truncated.mean()),
    }


def bytes_per_step(game: Game) -> int:
    """Bytes that a step has to touch at least: the state, the int8 observation and the mask."""
    return game.state_type.itemsize + game.layout.size + game.num_actions


# ---- the rows -------------------------------------------------------------------------------------------------------
def _module(game: Game) -> Any:
    return getattr(envs, game.env_id)


def _kernel(game: Game, threads: int, effort: Effort) -> Callable[[], int]:
    env = _module(game).vector_env(NUM_ENVS, observation_dtype="int8")
    env.reset(seed=0)
    slots = env.slots
    kinds = np.full((NUM_ENVS, slots.num_seats), RANDOM, np.int32)
    keys = np.arange(slots.num_seats, dtype=np.uint64)
    played = np.zeros(NUM_ENVS, np.int64)
    cuts = [NUM_ENVS * t // threads for t in range(threads + 1)]
    parts = [slice(start, stop) for start, stop in pairwise(cuts)]
    pool = ThreadPoolExecutor(threads)

    def lump(part: slice, budget: int) -> None:
        play(
            slots.states[part],
            slots.tables,
            slots.keys[part],
            slots.episodes[part],
            kinds[part],
            keys,
            budget,
            1,
            slots.mask[part],
            slots.returns[part],
            slots.score[part],
            played[part],
        )

    def work(budget: int = LUMP) -> int:
        if threads == 1:
            lump(parts[0], budget)
        else:
            list(pool.map(lump, parts, [budget] * threads))
        return NUM_ENVS * budget

    work(effort.warm)
    return work


def _vector(
    game: Game, effort: Effort, *, dtype: str = "int8", threads: int = 1, checked: bool = True
) -> Callable[[], int]:
    env = _module(game).vector_env(NUM_ENVS, observation_dtype=dtype, num_threads=threads)
    obs, _ = env.reset(seed=0)
    mask, actions, key = obs["action_mask"], np.zeros(NUM_ENVS, np.int32), np.uint64(0)
    step = env.step if checked else env.unchecked_step
    count = 0

    def work(steps: int = 10) -> int:
        nonlocal count
        for _ in range(steps):
            sample_actions(mask, key, count, actions)
            step(actions)
            count += 1
        return NUM_ENVS * steps

    work(effort.warm)
    return work


def _aec(game: Game, effort: Effort, *, sample: bool) -> Callable[[], int]:
    env = _module(game).env(observation_dtype="int8")
    random, seed = np.random.default_rng(0).random, 0

    def work() -> int:
        nonlocal seed
        env.reset(seed=seed)
        seed += 1
        count = 0
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = observation["action_mask"]
            if sample:
                env.step(env.action_space(agent).sample(mask))
            else:
                legal = np.flatnonzero(mask)
                env.step(legal[int(random() * len(legal))])
            count += 1
        return count

    done = 0
    while done < effort.warm:
        done += work()
    return work
