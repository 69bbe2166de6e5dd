"""The scripted players of Okko Chronicles: none yet besides the random one, which every game has."""

from __future__ import annotations

import numpy as np

from ...core.kernel import compiled
from ...core.rng import below
from ..actions import NUM_ACTIONS
from ..rules.run import legal

SCRIPTED: tuple[str, ...] = ()


@compiled
def policy(state, tables, seat, kind, key):
    """A random legal action.

    Args:
        state, tables: records.
        seat: who is to act.
        kind: which player.
        key: uint64, the only source of chance.
    """
    mask = np.zeros(NUM_ACTIONS, np.int8)
    legal(state, tables, mask)
    count = 0
    for action in range(NUM_ACTIONS):
        count += mask[action]
    n = below(key, 0, 0, count)
    for action in range(NUM_ACTIONS):
        if mask[action] != 0:
            if n == 0:
                return action
            n -= 1
    return 0
