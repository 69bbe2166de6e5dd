"""The scripted players of Okko Chronicles.

heuristic
    Gives every legal action a worth and takes the best one: as the Oni see `oni`, as a Hero `heroes`.

They know no card by name: they read values and programs, and so play content that they have never seen. They read
nothing but what `redact` keeps for their seat, change nothing in the record, and answer any pending decision with a
legal action.
"""

from __future__ import annotations

import numpy as np

from ...core.kernel import compiled
from .. import actions as act
from ..rules.run import legal
from .pick import best_action

SCRIPTED = ("heuristic",)


@compiled
def policy(state, tables, seat, kind, key):
    """The action of a scripted player for the pending decision.

    Args:
        state, tables: records.
        seat: who is to act.
        kind: 1 heuristic.
        key: uint64, breaks ties.
    """
    if state.over != 0:
        return act.PASS  # nothing is asked any more
    mask = np.zeros(act.NUM_ACTIONS, np.int8)
    legal(state, tables, mask)
    return best_action(state, tables, seat, mask, key)
