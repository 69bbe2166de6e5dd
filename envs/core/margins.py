"""Chances to win out of leads: what the games' estimates have in common."""

from __future__ import annotations

import math

from .kernel import compiled

LAST_TURN = 0.1
"""The share of a whole game's chance that the very last moment still holds."""


@compiled
def spread(left):
    """How far leads may yet move: as those of a random walk by the root of the time.

    Args:
        left: share of the game that is still to come, 0 … 1.
    """
    return math.sqrt(max(0.0, left) + LAST_TURN)


@compiled
def margins(tables, worth, scale, values):
    """Turns what each seat has, in points, into the return that it may expect.

    A seat's value is the mean over the seats of the other sides of tanh(lead / ``scale``), the logistic model of a
    duel: at a lead of one scale the chances are 88 to 12. Sums to zero where all sides are single seats. That is what
    a return by places is made of: place p of n gives 1 − 2 (p − 1) / (n − 1), the mean of won and lost duels.

    Args:
        tables: record.
        worth: (S,) float32, points or whatever stands for them.
        scale: the lead that is worth tanh(1) = 0.76 of a return.
        values: (S,) float32, overwritten for the seats in play.
    """
    n = tables.num_seats
    for seat in range(n):
        values[seat] = 0.0
    for seat in range(n):
        for other in range(seat):
            if tables.side[other] != tables.side[seat]:
                value = math.tanh((worth[seat] - worth[other]) / scale)
                values[seat] += value
                values[other] -= value
    for seat in range(n):
        count = 0
        for other in range(n):
            count += tables.side[other] != tables.side[seat]
        values[seat] /= max(1, count)
