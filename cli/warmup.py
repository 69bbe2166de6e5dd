"""Compiles the games for this machine and keeps the machine code, so that later starts take no time.

Examples:
  shugyo warmup
  shugyo warmup covenant --quiet
"""

from __future__ import annotations

import io
import sys
import time
from collections import deque
from contextlib import redirect_stderr
from dataclasses import dataclass
from typing import Annotated

from tyro.conf import Positional, arg

from .games import find_games


@dataclass(kw_only=True)
class Args:
    """Arguments of ``shugyo warmup``."""

    games: Positional[Annotated[tuple[str, ...], arg(metavar="[GAME …]", help_behavior_hint="")]] = ()
    """Which games; all of them if left out."""

    quiet: bool = False
    """Print nothing."""


def run(args: Args) -> None:
    """Compiles what is not compiled yet."""
    from ..benchmarks.warmup import compile_game
    from ..envs.core.kernel import CACHE

    games = find_games(args.games)
    if args.quiet:
        with redirect_stderr(io.StringIO()):  # the games tell there when they compile
            for game in games:
                deque(compile_game(game), maxlen=0)
        return
    for game in games:
        started = time.perf_counter()
        for what in compile_game(game):
            print(f"{game.env_id}: {time.perf_counter() - started:5.1f} s  {what}", file=sys.stderr, flush=True)
        print(f"{game.env_id}: ready after {time.perf_counter() - started:.1f} s")
    if not CACHE:
        print("the machine code is not kept: no folder can be written; NUMBA_CACHE_DIR names one", file=sys.stderr)
