"""How long a user waits for the first step, with an empty cache and with a full one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from typing import Any

SCRIPT = """
import json, sys, time
t0 = time.perf_counter()
import shugyo.envs
t1 = time.perf_counter()
import importlib
module = importlib.import_module("shugyo.envs." + sys.argv[1])
t2 = time.perf_counter()
env = module.vector_env(64, observation_dtype="int8")
obs, _ = env.reset(seed=0)
env.step(obs["action_mask"].argmax(axis=1))
print(json.dumps({"import": t1 - t0, "first_step": time.perf_counter() - t2}))
"""


def measure_startup(env_id: str) -> dict[str, Any]:
    """Starts fresh processes on a cache of their own.

    Args:
        env_id: the game.

    Returns:
        Seconds: ``import`` of ``shugyo.envs``, ``cold`` and ``warm``, each from the call of ``vector_env`` to the first
        returned step, with an empty cache and with the one that this filled.
    """
    with tempfile.TemporaryDirectory() as folder:
        cold, warm, again = (_run(env_id, folder) for _ in range(3))
    return {
        "import": min(run["import"] for run in (cold, warm, again)),
        "cold": cold["first_step"],
        "warm": min(warm["first_step"], again["first_step"]),
    }


def _run(env_id: str, cache: str) -> dict[str, float]:
    environment = os.environ | {"NUMBA_CACHE_DIR": cache, "SHUGYO_KERNEL_CACHE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, env_id], env=environment, cwd=cache, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise RuntimeError(f"the start of {env_id} failed in a fresh process:\n{done.stderr}")
    return json.loads(done.stdout)
