"""The same seed plays the same game: in any process, compiled or not, today and after the next change."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from games import CASES, ONE_EACH, Case, play

GOLDEN = Path(__file__).with_name("golden.json")
TOYS = [case for case in CASES if case.name.startswith("lanterns")]
TESTS = Path(__file__).resolve().parents[2]


def playthrough(case: Case, steps: int = 150) -> str:
    """Digest of all that the agents see in one random game."""
    env = case.env(observation_dtype="int8")
    env.reset(seed=20)
    rng = np.random.default_rng(20)
    digest = hashlib.blake2b(digest_size=16)
    for agent, observation, reward, terminated, truncated, action, score, _ in play(env, rng, steps):
        digest.update(observation + repr((agent, reward, terminated, truncated, action, score)).encode())
    return digest.hexdigest()


@pytest.mark.nojit
@pytest.mark.parametrize("case", TOYS, ids=str)
def test_trap_e6_golden_playthroughs_of_the_toy_game(case: Case):
    # A change here is a change of the shells; each game has its own playthroughs in tests/envs/GAME/test_golden.py.
    # `PYTHONPATH=tests python tests/envs/core/test_determinism.py` writes the file anew.
    assert playthrough(case) == json.loads(GOLDEN.read_text())[case.name]


@pytest.mark.parametrize("case", ONE_EACH, ids=str)
def test_trap_c2_other_processes_play_the_same(case: Case):
    code = f"from games import CASES; import test_determinism as t; print(t.playthrough(CASES[{CASES.index(case)}]))"
    played = {playthrough(case)}
    for hash_seed in ("0", "1234"):
        path = os.pathsep.join([str(TESTS), str(Path(__file__).parent)])
        environment = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": path}
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True, timeout=300
        )
        played.add(done.stdout.strip())
    assert len(played) == 1


if __name__ == "__main__":
    GOLDEN.write_text(json.dumps({case.name: playthrough(case) for case in TOYS}, indent=2) + "\n")
