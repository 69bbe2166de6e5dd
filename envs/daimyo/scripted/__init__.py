"""The scripted players of Daimyo's Fall.

heuristic
    Gives every legal action a worth and takes the best one. Deploying is worth the bonuses and what the program of the
    card says; buying, what the card costs and its victory points; whatever moves a loot condition of the active hero
    on is worth more the nearer that is. It boosts a duel with the cheapest card that turns it, sells starting cards
    that it does not need, and ends its turn when nothing has a worth left. It knows no card by name: it reads costs,
    points and programs, so it plays content that it has never seen.

It reads nothing but what `redact` keeps for its seat, and answers any pending decision with a legal action.
"""

from __future__ import annotations

from ...core.kernel import compiled
from .. import actions as act
from .heuristic import heuristic

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
    return heuristic(state, tables, seat, key)
