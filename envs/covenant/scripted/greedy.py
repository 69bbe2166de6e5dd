"""The greedy player: draws what it can and plays high; see the package."""

from __future__ import annotations

from ...core.kernel import compiled
from .. import actions as act
from ..rules.cards import bonus, is_face
from ..rules.claim import usable
from ..rules.conflict import can_feud, can_feud_in, can_grow, can_tend, stake_possible
from ..rules.moves import trait_ready, wanted_suit
from ..rules.sheets import free
from ..rules.trick import trick_winner
from ..state import (
    AMBITION,
    ASSET,
    BID_OPEN,
    CARDS,
    CLAIM_WHAT,
    COMMIT,
    COMPANION_CARD,
    COMPANION_SUIT,
    CONCEDE,
    CRAFT,
    CRAFT_TAKE,
    FACE_CARD,
    FEUD_TRAIT,
    GIVE_BACK,
    HAND,
    INSIGHT,
    ITEM,
    KIND_AMBITION,
    KIND_FEUD,
    KIND_STEWARDSHIP,
    MAGIC_SHEET,
    MEETING,
    RESOURCES,
    RESTORE,
    RIVAL,
    SELECT_AID,
    SELECT_ITEM,
    SELECT_VIGOR,
    STAKE_KIND,
    STEWARDSHIP,
    SUITS,
    TRACKS,
    TYPE,
    VOLUNTEER,
    WINDOW,
)
from .common import best_card, can_take, extreme, unclaimed


@compiled
def greedy(state, tables, seat):
    """The yardstick; also answers for the heuristic player where there is little to weigh."""
    decision, side = state.decision, state.acting
    if decision in (COMMIT, WINDOW):
        return greedy_move(state, tables, seat, side)
    if SELECT_VIGOR <= decision <= SELECT_ITEM:
        if state.selected >= 1 and trick_winner(state, tables) == side:
            return act.PASS
        if decision != SELECT_AID:
            return act.CARD + extreme(state, tables, side, wanted_suit(state), 1)
        return act.CARD + extreme(state, tables, side, -1, -1)
    if decision == COMPANION_CARD:
        if state.revealed != 0 and state.suit[state.trick_card[side]] == state.pending_suit:
            return act.CARD + state.trick_card[side]
        return act.CARD + extreme(state, tables, side, state.pending_suit, 1)
    if decision == GIVE_BACK:
        return act.CARD + extreme(state, tables, side, -1, -1)
    if decision == CRAFT_TAKE:
        return best_card(state)
    if decision == MEETING:
        for r in range(RESOURCES):
            if state.covenant_harm[r] > 0 and state.votes[seat] >= tables.price_mend:
                return act.RESOURCE + r
    if decision == VOLUNTEER:
        return act.VOLUNTEER_NOW
    if decision in (CONCEDE, BID_OPEN, MEETING):
        return act.PASS
    return greedy_choice(state, tables, seat)


@compiled
def greedy_move(state, tables, seat, side):
    """Draw, then commit the highest card, or in the window use the first thing that helps."""
    if can_take(state, side):
        return act.CLAIM
    if state.votes[seat] >= tables.price_card[side] and state.deck_size > 0:
        return act.BUY_CARD
    if state.decision == COMMIT:
        return act.CARD + extreme(state, tables, side, -1, 1)
    value, harm, spent = state.value[seat], state.harm[seat], state.spent[seat]
    own, struck = state.suit[state.trick_card[side]], state.suit[state.trick_card[1 - side]]
    losing = trick_winner(state, tables) != side
    if trait_ready(state, tables, side, own) and (losing or own in (CRAFT, INSIGHT)):
        if free(value, harm, spent, own) >= 1:
            return act.TRAIT_POINT
        if free(value, harm, spent, ASSET + own) >= 1:
            return act.TRAIT_ASSET
    if losing and state.held[side, struck] >= 1 and free(value, harm, spent, ITEM + struck) >= 1:
        return act.ITEM_USE
    if losing and state.aided[side] == 0 and state.hand_size[side] >= 1:
        return act.CARD + extreme(state, tables, side, -1, -1)
    return act.PASS


@compiled
def greedy_choice(state, tables, seat):
    """The first of the things to be chosen, counted from the one it likes best; else it accepts."""
    decision = state.decision
    if decision == STAKE_KIND:
        if stake_possible(state, tables, KIND_STEWARDSHIP):
            return act.KIND + KIND_STEWARDSHIP
        return act.KIND + (KIND_AMBITION if stake_possible(state, tables, KIND_AMBITION) else KIND_FEUD)
    if decision in (TYPE, COMPANION_SUIT, CLAIM_WHAT):
        best, top = -1, -1
        for s in range(RESOURCES):
            if decision == TYPE:
                good = state.value[seat, s] if s < SUITS else -1
            elif decision == COMPANION_SUIT:
                good = bonus(state, tables, s) if s < SUITS and s != state.pending_suit else -1
            else:
                good = bonus(state, tables, s) + 1000 * unclaimed(state, s) if usable(state, s) else -1
            if good > top:
                best, top = s, good
        return best + (act.TYPE_NAME if decision == TYPE else act.RESOURCE if decision == CLAIM_WHAT else act.SUIT)
    if decision == STEWARDSHIP:
        for r in range(RESOURCES):
            if can_tend(state, tables, r):
                return act.RESOURCE + r
    if decision == RIVAL:
        for j in range(1, tables.num_seats):
            if can_feud(state, seat, (seat + j) % tables.num_seats):
                return act.RIVAL_NAME + j - 1
    for k in range(MAGIC_SHEET, -1, -1):
        if decision == AMBITION and can_grow(state, tables, seat, k):
            return act.SHEET + k
        if decision == RESTORE and k < TRACKS and state.spent[seat, k] >= 1:
            return act.SHEET + k
        if decision == FEUD_TRAIT and k < SUITS and can_feud_in(state, seat, state.rival, k):
            return act.SHEET + k
    for c in range(CARDS):
        if decision == FACE_CARD and is_face(c) and state.zone[c] == HAND + state.acting:
            return act.CARD + c
    return act.ACCEPT
