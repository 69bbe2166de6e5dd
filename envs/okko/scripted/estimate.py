"""What a seat may expect of a game that is still running."""

from __future__ import annotations

import numpy as np

from ...core.kernel import compiled
from ...core.margins import margins
from ...core.verbs import MAX_SEATS
from ..rules.memoirs import outcome

LEAD = 6.0
"""The lead in points that is worth most of a return."""


@compiled
def estimate(state, tables, values):
    """The return that each seat may expect, from the present points.

    Args:
        state, tables: records.
        values: (S,) float32, overwritten for the seats in play.
    """
    score = np.zeros(MAX_SEATS, np.float32)
    outcome(state, tables, values, score)
    if state.over == 0:
        margins(tables, score, LEAD, values)
