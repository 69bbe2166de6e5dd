"""Covenant resources: Claim, auction, Harm, and the card drawn for it (C82–C98, C117)."""

from __future__ import annotations

from ...core.kernel import compiled
from ...core.stack import pop, push, replace
from .. import actions as act
from ..state import BID_ANSWER, BID_OPEN, CLAIM_WHAT, ESSENCES, RESOURCES
from .cards import can_draw, change_suit, draw
from .conflict import is_magic_contest
from .sheets import can_overuse, free, overuse, transfer_votes, use
from .trick import action_done


@compiled
def usable(state, r):
    """C83, C94, C97: can be Claimed or, with all of it Claimed, Harmed; Essences in Magic contests only."""
    if r == ESSENCES and not is_magic_contest(state):
        return False
    value, harm, spent = state.covenant_value, state.covenant_harm, state.covenant_spent
    return free(value, harm, spent, r) >= 1 or can_overuse(value, harm, spent, r)


@compiled
def can_claim(state, tables):
    """C83."""
    if state.banned[state.acting] != 0 or not can_draw(state, tables):
        return False
    for r in range(RESOURCES):
        if usable(state, r):
            return True
    return False


@compiled
def play_claim(state, tables):
    """C83–C85: a Claim is announced; councillors may bid."""
    state.asked = 0
    state.bidder = -1
    state.offer = 0
    push(state, BID_OPEN, state.fighter[state.acting])
    ask_next_bidder(state, tables)


@compiled
def ask_next_bidder(state, tables):
    """C84, C85, C92: the next councillor who holds votes, from the left of the claimer; without one it is free."""
    claimer = state.fighter[state.acting]
    while state.asked < tables.num_seats - 1:
        state.asked += 1
        seat = (claimer + state.asked) % tables.num_seats
        if seat != state.fighter[1 - state.acting] and state.votes[seat] >= 1:
            replace(state, BID_OPEN, seat)
            return
    replace(state, CLAIM_WHAT, claimer)


@compiled
def legal_bid(state, tables, mask):
    """C86–C88: BID_OPEN or BID_ANSWER; an offer tops the standing one and is covered by the own votes."""
    if state.decision == BID_OPEN:
        mask[act.PASS] = 1
    else:
        mask[act.ACCEPT] = 1
    for votes in range(state.offer + 1, state.votes[state.seat] + 1):
        mask[act.OFFER + votes] = 1


@compiled
def play_bid_open(state, tables, action):
    """C85: the first who bids is the bidder."""
    if action == act.PASS:
        ask_next_bidder(state, tables)
        return
    state.bidder = state.seat
    state.offer = action - act.OFFER
    state.offer_by_claimer = 0
    replace(state, BID_ANSWER, state.fighter[state.acting])


@compiled
def play_bid_answer(state, tables, action):
    """C87, C89–C91, C93: accept the standing offer, or make a higher one."""
    claimer = state.fighter[state.acting]
    if action != act.ACCEPT:
        state.offer = action - act.OFFER
        state.offer_by_claimer = 1 - state.offer_by_claimer
        replace(state, BID_ANSWER, claimer if state.offer_by_claimer == 0 else state.bidder)
    elif state.offer_by_claimer != 0:
        transfer_votes(state, tables, claimer, state.bidder, state.offer)
        close_auction(state)
        replace(state, CLAIM_WHAT, claimer)
    else:
        transfer_votes(state, tables, state.bidder, claimer, state.offer)
        close_auction(state)
        state.banned[state.acting] = 1
        pop(state)
        action_done(state)


@compiled
def close_auction(state):
    """Nothing of the auction is pending any more."""
    state.asked = 0
    state.bidder = -1
    state.offer = 0
    state.offer_by_claimer = 0


@compiled
def legal_claim_what(state, tables, mask):
    """C94, C97."""
    for r in range(RESOURCES):
        mask[act.RESOURCE + r] = usable(state, r)


@compiled
def play_claim_what(state, tables, r):
    """C82, C94, C96–C98, C117: Claim or Harm, then draw; the card takes the suit of the resource."""
    side = state.acting
    if free(state.covenant_value, state.covenant_harm, state.covenant_spent, r) >= 1:
        use(state.covenant_spent, r)
    else:
        overuse(state.covenant_harm, state.covenant_spent, r)
        state.blame[state.fighter[side]] += 1
    card = draw(state, tables, side)
    if r != ESSENCES:
        change_suit(state, card, r)
        state.unseen_suits[side, r] += 1
    close_auction(state)
    pop(state)
    action_done(state)
