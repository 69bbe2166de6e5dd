"""Compiles the games for this machine and keeps the machine code, so that later starts take no time.

Examples:
  shugyo warmup
  shugyo warmup covenant --quiet
"""

from __future__ import annotations

import sys
import time
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

    for game in find_games(args.games):
        started = time.perf_counter()
        for what in compile_game(game):
            if not args.quiet:
                took = time.perf_counter() - started
                print(f"{game.env_id}: {took:5.1f} s  {what}", file=sys.stderr, flush=True)
        if not args.quiet:
            print(f"{game.env_id}: ready after {time.perf_counter() - started:.1f} s")
    if not CACHE and not args.quiet:
        print("the machine code is not kept: no folder can be written; NUMBA_CACHE_DIR names one", file=sys.stderr)
