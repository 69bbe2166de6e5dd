"""The scripted players of Daimyo's Fall.

rusher
    The heuristic with other weights: it likes petals to fall, and so deploys treasures, reveals heroes and sends them
    back, and it buys points and heroes early instead of cards that would pay later. Its games are shorter.
heuristic
    Gives every legal action a worth and takes the best one. It plays cards that bring deployments before all others
    and the best of those that bring none last; buys, sells and saves its mon by what a card is still good for and how
    many points it counts; whatever moves a loot condition of the active hero on is worth more the nearer that is. It
    trades treasures for what their decks hold on average, boosts a fight with the cheapest card that turns it, and
    thinks less of cards and more of points the fewer petals are left.

They know no card by name: they read costs, points and programs, and so play content that they have never seen. They
read nothing but what `redact` keeps for their seat, and answer any pending decision with a legal action.
"""

from __future__ import annotations

from ...core.kernel import compiled
from .. import actions as act
from .player import best_action
from .style import HEURISTIC, RUSHER

SCRIPTED = ("rusher", "heuristic")  # the weakest first


@compiled
def policy(state, tables, seat, kind, key):
    """The action of a scripted player for the pending decision.

    Args:
        state, tables: records.
        seat: who is to act.
        kind: 1 rusher, 2 heuristic.
        key: uint64, breaks ties.
    """
    if state.over != 0:
        return act.PASS  # nothing is asked any more
    return best_action(state, tables, seat, RUSHER if kind == 1 else HEURISTIC, key)
