"""The scripted players of covenant.

greedy
    Draws what it can and plays high. It Claims every covenant resource that is free but never Harms one, spends all its
    votes on cards and commits its highest card. While it is losing a trick it uses whatever it has: Trait, Item, Aiding
    card. It never concedes, always volunteers, and fights for Stewardship. A yardstick: it stays as it is.

heuristic
    Weighs what a play costs against what it gains, one action ahead. A trick that can be won is won by the cheapest
    set of cards and tracks, out of reach of an Aiding card in reply where that can be had; otherwise it passes. It
    commits its strongest card if that should win; if not it throws its worst one, and mostly concedes the trick for a
    fresh hand. Its votes go into mending the covenant, which is Renown, and into cards only beyond that. It Harms the
    covenant for cards as far as it would not expect to lose by the fall, and bids only where votes are plentiful or
    the fall is near. Stewardship pays best of the stakes, so it fights for that while it can; volunteering always pays.

Both read nothing but what `redact` keeps for their seat, and answer any pending decision with a legal action.
"""

from __future__ import annotations

from ...core.kernel import compiled
from .. import actions as act
from .greedy import greedy
from .heuristic import heuristic

SCRIPTED = ("greedy", "heuristic")


@compiled
def policy(state, tables, seat, kind, key):
    """The action of a scripted player for the pending decision.

    Args:
        state, tables: records.
        seat: who is to act.
        kind: 1 greedy, 2 heuristic.
        key: uint64, breaks ties.
    """
    if state.over != 0:
        return act.PASS  # nothing is asked any more, and the table is bare
    if kind == 1:
        return greedy(state, tables, seat)
    return heuristic(state, tables, seat, key)
