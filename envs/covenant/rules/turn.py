"""The three verbs that move a game: they only dispatch to the rules."""

from __future__ import annotations

import numpy as np

from ...core.kernel import compiled
from .. import actions as act
from ..state import (
    BID_ANSWER,
    BID_OPEN,
    CLAIM_WHAT,
    COMMIT,
    CONCEDE,
    CRAFT_TAKE,
    FEUD_TRAIT,
    GIVE_BACK,
    MODE_MINI,
    MODE_YEAR,
    TYPE,
    VOLUNTEER,
    WINDOW,
)
from .claim import legal_bid, legal_claim_what, play_bid_answer, play_bid_open, play_claim_what
from .conflict import begin_conflict, legal_stake, legal_type, legal_volunteer, play_stake, play_volunteer
from .moves import legal_detail, legal_moves, play_detail, play_move
from .trick import deal, legal_craft, play_concede, play_craft, play_type
from .year import begin_single_conflict, legal_meeting, play_meeting, set_up


@compiled
def reset(state, tables, key):
    """C102–C104; in the modes of a single conflict, up to its first decision."""
    blank(state)
    state.key = np.uint64(key)
    set_up(state, tables)
    if tables.mode == MODE_YEAR:
        begin_conflict(state, tables, state.first)
    else:
        begin_single_conflict(state, tables)
        if tables.mode == MODE_MINI:
            deal(state, tables)


@compiled
def blank(state):
    """Zeroes what set-up does not write."""
    state.decisions = 0
    state.turn = 0
    state.over = 0
    state.truncated = 0
    state.foul = 0
    state.depth = 0
    state.stack[:, :] = 0
    state.first = 0
    state.conflicts_over = 0
    state.conflict = 0
    state.fallen = 0
    state.votes[:] = 0
    state.renown[:] = 0
    state.blame[:] = 0
    state.magic[:] = 0
    state.value[:, :] = 0
    state.harm[:, :] = 0
    state.spent[:, :] = 0
    state.votes_minted = 0
    state.votes_paid = 0
    state.votes_lost = 0
    state.covenant_harm[:] = 0
    state.covenant_spent[:] = 0
    state.asked = 0
    state.wins[:] = 0
    state.leader = 0
    state.shuffles = 0
    state.picks = 0


@compiled
def legal(state, tables, mask):
    """The mask of the pending decision."""
    mask[:] = 0
    decision = state.decision
    if decision in (COMMIT, WINDOW):
        legal_moves(state, tables, mask)
    elif WINDOW < decision <= GIVE_BACK:
        legal_detail(state, tables, mask)
    elif decision == CONCEDE:
        mask[act.PASS] = 1
        mask[act.CONCEDE_TRICK] = 1
    elif decision <= FEUD_TRAIT:
        legal_stake(state, tables, mask)
    elif decision == VOLUNTEER:
        legal_volunteer(state, tables, mask)
    elif decision == TYPE:
        legal_type(state, tables, mask)
    elif decision <= BID_ANSWER:
        legal_bid(state, tables, mask)
    elif decision == CLAIM_WHAT:
        legal_claim_what(state, tables, mask)
    elif decision == CRAFT_TAKE:
        legal_craft(state, tables, mask)
    else:
        legal_meeting(state, tables, mask)


@compiled
def step(state, tables, action):
    """One atomic decision."""
    decision = state.decision
    if decision in (COMMIT, WINDOW):
        play_move(state, tables, action)
    elif WINDOW < decision <= GIVE_BACK:
        play_detail(state, tables, action)
    elif decision == CONCEDE:
        play_concede(state, tables, action)
    elif decision <= FEUD_TRAIT:
        play_stake(state, tables, action)
    elif decision == VOLUNTEER:
        play_volunteer(state, tables, action)
    elif decision == TYPE:
        play_type(state, tables, action)
    elif decision == BID_OPEN:
        play_bid_open(state, tables, action)
    elif decision == BID_ANSWER:
        play_bid_answer(state, tables, action)
    elif decision == CLAIM_WHAT:
        play_claim_what(state, tables, action - act.RESOURCE)
    elif decision == CRAFT_TAKE:
        play_craft(state, tables, action)
    else:
        play_meeting(state, tables, action)
