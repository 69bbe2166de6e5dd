"""Small compiled helpers that write entries of an observation."""

from __future__ import annotations

from ..core.kernel import compiled


@compiled
def saturate(x):
    """An integer that fits int8, on both sides alike."""
    return min(127, max(-127, x))


@compiled
def mark(out, at, i):
    """A one at entry i of a one-hot block; none if i is below 0."""
    if i >= 0:
        out[at + i] = 1


@compiled
def copy(row, n, out, at):
    """Copies n small numbers."""
    target = out[at : at + n]
    for i in range(n):
        target[i] = row[i]
