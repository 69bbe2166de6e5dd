"""The heuristic player and the covenant: Claims, Harm, the fall, bids and mending."""

from __future__ import annotations

import numpy as np

from ...core.kernel import compiled
from .. import actions as act
from ..rules.cards import bonus
from ..rules.claim import usable
from ..state import ESSENCES, RESOURCES, VIGOR
from .common import unclaimed
from .tactics import DEAR, payment

PLENTY = 15  # votes from which a bid can be afforded
RISK = 1.5  # how many Harms a rival is trusted not to inflict, for each one still missing to the fall


@compiled
def until_fall(state, tables, extra):
    """Fewest Harms that would still bring the covenant down, after one more of resource ``extra`` (−1: none)."""
    total, taken = 0, 0
    for _ in range(tables.covenant_fall):
        best, least = -1, 1000
        for r in range(RESOURCES):
            left = np.int64(state.covenant_value[r]) - state.covenant_harm[r] - (r == extra)
            if state.covenant_value[r] >= 1 and (taken >> r) & 1 == 0 and left < least:
                best, least = r, left
        if best < 0:
            return 1000
        taken |= 1 << best
        total += least
    return total


@compiled
def fall_lead(state, tables, seat, more):
    """Own score less the best other one, were the covenant to fall now with ``more`` own Blame."""
    best = -1000
    for other in range(tables.num_seats):
        if other != seat:
            best = max(best, state.renown[other] - tables.blame_price * state.blame[other])
    return state.renown[seat] - tables.blame_price * (state.blame[seat] + more) - best


@compiled
def least_harm(state):
    """The resource that can best bear a Harm, −1 if none can be Harmed."""
    best, top = -1, -1
    for r in range(RESOURCES):
        left = np.int64(state.covenant_value[r]) - state.covenant_harm[r]
        if usable(state, r) and not unclaimed(state, r) and left > top:
            best, top = r, left
    return best


@compiled
def may_harm(state, tables, seat):
    """Whether a Harm can be risked: it would not lose by the fall, even if rivals shared in bringing it about."""
    r = least_harm(state)
    if r < 0:
        return False
    trust = RISK * tables.blame_price * until_fall(state, tables, r) / (tables.num_seats - 1)
    return fall_lead(state, tables, seat, 1) + trust > 0


@compiled
def claim_what(state, tables, seat):
    """A free resource, by type bonus and best for Vigor; otherwise the one that can best bear a Harm."""
    best, top = least_harm(state), -1
    for r in range(RESOURCES):
        if unclaimed(state, r):
            good = 0
            if r != ESSENCES:
                cost, _ = payment(state, tables, seat, r, -1)
                good = 1 + bonus(state, tables, r) + 3 * (r == VIGOR and cost < DEAR)
            if good > top:
                best, top = r, good
    return best


@compiled
def bid(state, tables, seat):
    """One vote, if votes are plentiful and the claimer is not behind, or if the Claim may bring a fall that loses."""
    harmless = False
    for r in range(RESOURCES):
        harmless |= unclaimed(state, r)
    if not harmless and until_fall(state, tables, -1) <= 1 and fall_lead(state, tables, seat, 0) <= 0:
        return act.OFFER + 1
    if state.votes[seat] >= PLENTY and state.renown[state.fighter[state.acting]] >= state.renown[seat]:
        return act.OFFER + 1
    return act.PASS


@compiled
def mend(state, tables, seat):
    """Mend the covenant as long as the votes last, but not where the fall is won by letting it happen."""
    good = fall_lead(state, tables, seat, 0) > 0
    best, top = -1, -1
    for r in range(RESOURCES):
        if state.votes[seat] >= tables.price_mend and state.covenant_harm[r] > 0:
            whole = state.covenant_harm[r] == state.covenant_value[r]
            value = whole != good  # a wholly Harmed one first if the fall must be averted, last if not
            if value > top and not (whole and good and until_fall(state, tables, -1) <= 0):
                best, top = r, np.int64(value)
    return act.PASS if best < 0 else act.RESOURCE + best
