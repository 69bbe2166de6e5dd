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
def copy_rows(rows, out, at):
    """Copies a field of two dimensions."""
    target = out[at : at + rows.size]
    for i in range(rows.size):
        target[i] = rows.flat[i]
