"""How commands end, and what they say of errors."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable

FAILED, INTERRUPTED = 2, 130
EXTRAS = {
    "scipy": "lab",
    "statsmodels": "lab",
    "optuna": "lab",
    "torch": "train",
    "stable_baselines3": "train",
    "sb3_contrib": "train",
    "safetensors": "train",
    "tensorboard": "train",
    "matplotlib": "lab",
    "jinja2": "lab",
    "markupsafe": "lab",
    "choix": "lab",
    "openskill": "lab",
    "ray": "dist",
    "pyspiel": "peers",
}
"""What is not part of the base install, and the extra that brings it."""


def run_command(work: Callable[[], int | None], stopped: str = "stopped") -> int:
    """Runs a command; what goes wrong is told on stderr, in words.

    Args:
        work: the command; it may return an exit status.
        stopped: what Ctrl-C is answered with.

    Returns:
        The exit status: that of ``work``, or 0; `FAILED` if something was not as it has to be, `INTERRUPTED` after
        Ctrl-C.
    """
    try:
        return work() or 0
    except KeyboardInterrupt:
        print(stopped, file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # whoever read our output has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (ValueError, OSError, MemoryError, ModuleNotFoundError) as error:
        message = explain(error)
        if message is None or os.environ.get("SHUGYO_DEBUG", "0") != "0":
            raise
        print(f"error: {message}", file=sys.stderr)
        return FAILED


def explain(error: Exception) -> str | None:
    """An error in words, with what to do about it; None for a fault of ours, which needs its traceback."""
    if isinstance(error, ModuleNotFoundError):
        missing = (error.name or "").partition(".")[0]
        if missing not in EXTRAS:
            return None
        return f"this needs {missing}, which is not installed; pip install 'shugyo[{EXTRAS[missing]}]' brings it"
    if isinstance(error, OSError) and error.filename is not None:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        remedy = "make room there" if full else "check the name, and that it may be read or written"
        return f"{error.filename}: {error.strerror}; {remedy}"
    return str(error) or type(error).__name__
