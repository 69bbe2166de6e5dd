"""Telling a user why nothing seems to happen."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def notice_if_slow(message: str, after: float = 1.5) -> Iterator[None]:
    """Prints one line on stderr if the block has not ended in time.

    Args:
        message: the line.
        after: seconds.
    """
    timer = threading.Timer(after, print, (message,), {"file": sys.stderr, "flush": True})
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
