"""The best of the legal actions."""

from __future__ import annotations

import numpy as np

from ...core.kernel import compiled
from ...core.rng import below
from ..actions import NUM_ACTIONS
from ..state import ONI_SEAT
from .heroes import hero_view, worth_with
from .heroes_goal import VIEW
from .oni import oni_worth


@compiled
def best_action(state, tables, seat, mask, key):
    """The legal action of the highest worth; ties are broken by chance.

    Args:
        state, tables: records.
        seat: who is to act.
        mask: (NUM_ACTIONS,) int8, of the pending decision.
        key: uint64, the only source of chance.
    """
    best, top, ties = -1, -1e9, 0
    hero = seat - 1
    view = hero_view(state, tables, hero) if seat != ONI_SEAT else np.zeros(VIEW)
    for action in range(NUM_ACTIONS):
        if mask[action] == 0:
            continue
        if seat == ONI_SEAT:
            value = oni_worth(state, tables, action)
        else:
            value = worth_with(state, tables, hero, action, view)
        if value > top:
            best, top, ties = action, value, 1
        elif value == top:
            ties += 1
            if below(key, 0, ties, ties) == 0:
                best = action
    return best
