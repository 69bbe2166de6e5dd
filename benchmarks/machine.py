"""The machine under a measurement. What it is called is nobody's business and not among the facts."""

from __future__ import annotations

import os
import platform
import time
from pathlib import Path
from typing import Any

import numba
import numpy as np

from .results import versions

MAX_THREADS = int(numba.config.NUMBA_NUM_THREADS)  # type: ignore[attr-defined]
"""Threads that kernels may use here."""
COPIED = 1 << 26
"""Bytes, more than any cache holds."""


def facts() -> dict[str, Any]:
    """CPU, threads and versions."""
    return {
        "cpu": _cpu_name(),
        "architecture": platform.machine(),
        "system": platform.system(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "numba_threads": MAX_THREADS,
        "versions": versions("llvmlite", "torch", "stable-baselines3", "sb3-contrib", "open-spiel", "pgx", "jax"),
    }


def copy_speed(seconds: float = 0.5) -> float:
    """Bytes a second that one core copies from memory to memory, the median of some rounds.

    Args:
        seconds: for all rounds together.
    """
    source, target = np.ones(COPIED, np.int8), np.zeros(COPIED, np.int8)
    rounds, end = [], time.perf_counter() + seconds
    while time.perf_counter() < end or len(rounds) < 3:
        started = time.perf_counter()
        np.copyto(target, source)
        rounds.append(COPIED / (time.perf_counter() - started))
    return float(np.median(rounds))


def _cpu_name() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass  # not Linux
    return platform.processor() or "unknown"
