"""Chances to win out of leads: what the games' estimates have in common."""

from __future__ import annotations

import math

from .kernel import compiled


@compiled
def margins(tables, worth, scale, values):
    """Turns what each seat has, in points, into the return that it may expect.

    A seat's value is the mean over the seats of the other sides of tanh(lead / ``scale``), the logistic model of a
    duel: at a lead of one scale the chances are 88 to 12. Sums to zero where all sides are single seats.

    Args:
        tables: record.
        worth: (S,) float32, points or whatever stands for them.
        scale: the lead that is worth tanh(1) = 0.76 of a return.
        values: (S,) float32, overwritten for the seats in play.
    """
    for seat in range(tables.num_seats):
        total, count = 0.0, 0
        for other in range(tables.num_seats):
            if tables.side[other] != tables.side[seat]:
                total += math.tanh((worth[seat] - worth[other]) / scale)
                count += 1
        values[seat] = total / max(1, count)
