"""A tournament of scripted players is nearly as fast as the kernel that plays them."""

import time

import msgspec
import numpy as np
import pytest
from games.small import CONFLICT

from shugyo.benchmarks.tournaments.ledger import Block
from shugyo.benchmarks.tournaments.settings import read_settings
from shugyo.benchmarks.tournaments.tasks import Task, fixtures_of, play_task, settled
from shugyo.envs.core.batch import play
from shugyo.envs.core.engine import Slots
from shugyo.envs.core.rng import slot_keys

GOAL = 0.7
"""Decisions a second of a task, as a share of those of the kernel."""
ROUNDS = 5


@pytest.mark.slow
def test_a_task_of_scripted_players_reaches_most_of_the_kernel(write, capsys):
    """Covenant's year at two seats, heuristic against greedy; by CPU time, the best of some rounds each, in turn."""
    fixture = fixtures_of(
        read_settings(
            write(
                (CONFLICT, "options = { num_players = 2 }"),
                ('"random", "greedy"', '"greedy"'),
                ("block = 10", ""),
            )
        )
    )[0]
    kernel = fused(fixture)
    kernel()
    play_task(Task(fixture, (0,)))
    rates: dict[str, list[float]] = {"kernel": [], "task": []}
    for turn in range(ROUNDS):
        begun = time.process_time()
        decisions = kernel()
        rates["kernel"].append(decisions / (time.process_time() - begun))
        begun = time.process_time()
        done = play_task(Task(fixture, tuple(range(20 * turn, 20 * turn + 20))))
        took = time.process_time() - begun
        decisions = sum(sum(msgspec.json.decode(line, type=Block).lengths) for line in done.lines.values())
        rates["task"].append(decisions / took)
    share = max(rates["task"]) / max(rates["kernel"])
    with capsys.disabled():
        print(f"\n{max(rates['task']):,.0f} of {max(rates['kernel']):,.0f} decisions/s: {share:.0%}")
    assert share >= GOAL


def fused(fixture):
    """The kernel that plays scripted players against each other, on 1,024 games; a call gives its decisions."""
    game, _, spec = settled(fixture.env_id, fixture.options)
    slots = Slots(game, spec.tables, 1024, autoreset=False, shaping=False)
    slots.keys[:] = slot_keys(0, 1024)
    slots.restart(slots.everywhere)
    names = ("random", *game.scripted)
    kinds = np.tile(np.array([names.index(name) for name in fixture.players], np.int32), (1024, 1))
    keys, played = np.arange(2, dtype=np.uint64), np.zeros(1024, np.int64)

    def lump() -> int:
        played[:] = 0
        play(
            slots.states, slots.tables, slots.keys, slots.episodes, kinds, keys, 300, 1, slots.mask, slots.returns,
            slots.score, played,
        )  # fmt: skip
        return int(played.sum())

    return lump
