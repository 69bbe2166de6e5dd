"""An interval for shares of wins that needs no library: training and the examples print it."""

from __future__ import annotations

import math


def wilson(share: float, trials: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share (1927), honest near 0 and 1.

    With a deal as one trial it is, if anything, too wide: `shugyo match` counts more exactly.
    """
    z = 1.96
    centre = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    return max(0.0, centre - half), min(1.0, centre + half)
