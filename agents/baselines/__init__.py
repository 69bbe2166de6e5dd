"""Trained players that come with the suite, such as ``ppo:covenant-year``: each a file, and a card that tells of it."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from ...envs.core.files import stems

SUFFIX = ".safetensors"


def baseline_names() -> list[str]:
    """The shipped players, without the ``ppo:``."""
    return stems(resources.files(__name__), SUFFIX)


def baseline_file(name: str) -> Path | None:
    """The file of a shipped player; None if there is no such player."""
    if name not in baseline_names():
        return None
    return Path(str(resources.files(__name__) / f"{name}{SUFFIX}"))
