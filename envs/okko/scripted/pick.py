"""The best of the legal actions."""

from __future__ import annotations

from ...core.kernel import compiled
from ...core.rng import below
from ..actions import NUM_ACTIONS
from ..state import ONI_SEAT
from .heroes import hero_worth
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
    for action in range(NUM_ACTIONS):
        if mask[action] == 0:
            continue
        value = oni_worth(state, tables, action) if seat == ONI_SEAT else hero_worth(state, tables, seat - 1, action)
        if value > top:
            best, top, ties = action, value, 1
        elif value == top:
            ties += 1
            if below(key, 0, ties, ties) == 0:
                best = action
    return best
