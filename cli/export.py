"""Writes the player of a training run as a small file to pass on: the policy alone, with 16-bit weights.

The file says for which game and rules it is, and how it was trained. It plays as ppo:FILE.

Examples:
  shugyo export runs/first first.safetensors
  shugyo export runs/sides/oni_0 oni.safetensors --full
  shugyo match covenant ppo:first.safetensors heuristic
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from tyro.conf import Positional, arg


@dataclass(kw_only=True)
class Args:
    """Arguments of ``shugyo export``."""

    run: Positional[Annotated[Path, arg(metavar="RUN")]]
    """Folder of a training run, or its checkpoint."""

    file: Positional[Annotated[Path, arg(metavar="FILE")]]
    """The file to write; an older one is replaced."""

    full: bool = False
    """Keep the weights at 32 bits; the file is twice as large."""


def run(args: Args) -> None:
    """Writes the file."""
    from ..agents.checkpoint import export_player
    from ..benchmarks.results import check_writable

    check_writable(args.file)
    export_player(args.run, args.file, half=not args.full)
    print(f"written: {args.file}, {args.file.stat().st_size / 1e6:.2f} MB; it plays as ppo:{args.file}")
