"""Sheets: tracks of mages and of the covenant, Council Votes (C15–C38).

A track is one index into three rows: value V, Harm H, spent S, with free = V − H − S (C20). The same functions serve a
mage (``state.value[seat]`` …) and the covenant (``state.covenant_value`` …).
"""

from __future__ import annotations

from ...core.kernel import compiled
from ..state import TRACKS


@compiled
def free(value, harm, spent, k):
    """C20: the uses of track ``k`` that are left."""
    return value[k] - harm[k] - spent[k]


@compiled
def can_overuse(value, harm, spent, k):
    """C25: every point is used up, and one of the used points can become a Harmed one (so never at value 0: C27)."""
    return value[k] - harm[k] - spent[k] == 0 and spent[k] >= 1


@compiled
def use(spent, k):
    """C20: one free point is spent."""
    spent[k] += 1


@compiled
def overuse(harm, spent, k):
    """C25: a used point becomes a Harmed point."""
    spent[k] -= 1
    harm[k] += 1


@compiled
def suffer(value, harm, spent, k):
    """C28: one Harm, taken from a free point first, otherwise from a used one; nothing if all is Harmed (C119)."""
    if harm[k] < value[k]:
        harm[k] += 1
        if spent[k] + harm[k] > value[k]:
            spent[k] -= 1


@compiled
def restorable(state, seat):
    """C29: whether any own track has a used point."""
    for k in range(TRACKS):
        if state.spent[seat, k] >= 1:
            return True
    return False


@compiled
def gain_votes(state, tables, seat, votes):
    """C35: votes above the limit are lost."""
    kept = min(votes, tables.votes_limit - state.votes[seat])
    state.votes[seat] += kept
    state.votes_lost += votes - kept


@compiled
def mint_votes(state, tables, seat, votes):
    """C36: new votes, for opposing."""
    state.votes_minted += votes
    gain_votes(state, tables, seat, votes)


@compiled
def pay_votes(state, seat, votes):
    """Votes that leave the game as the price of an action."""
    state.votes[seat] -= votes
    state.votes_paid += votes


@compiled
def transfer_votes(state, tables, giver, taker, votes):
    """C89: the accepted offer goes from its maker to the accepter."""
    state.votes[giver] -= votes
    gain_votes(state, tables, taker, votes)
