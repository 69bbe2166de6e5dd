"""The year of the covenant: set-up, seasons, the Council Meeting, the end (C102–C106, C113–C116)."""

from __future__ import annotations

from ...core.kernel import compiled
from ...core.rng import below, shuffle
from ...core.stack import pop, push, replace
from .. import actions as act
from ..state import (
    ANTAGONIST,
    ASSET,
    COMPANION,
    FIRST_PLAYER,
    ITEM,
    MEETING,
    MODE_CONFLICT,
    MODE_YEAR,
    PROTAGONIST,
    RESOURCES,
    TRACKS,
    TRAIT,
    TRAIT_ORDER,
    TYPE,
)
from .cards import gather
from .conflict import begin_conflict, settle_stake
from .sheets import mint_votes, pay_votes


# ---- set-up ---------------------------------------------------------------------------------------------------------
@compiled
def set_up(state, tables):
    """C102–C104, C38: sheets, votes, first player. The record is zero but for its key."""
    for seat in range(tables.num_seats):
        make_mage(state, tables, seat)
        state.votes[seat] = tables.votes_start
    for r in range(RESOURCES):
        state.covenant_value[r] = tables.covenant_start[r]
    if tables.random_first != 0:
        state.first = below(state.key, FIRST_PLAYER, 0, tables.num_seats)
    clear_table(state)
    gather(state, tables)


@compiled
def make_mage(state, tables, seat):
    """C102: four Traits in random order; the first ones come with a Companion, an Item, an Asset."""
    order = state.deck  # scratch until the first shuffle
    for t in range(4):
        order[t] = t
    shuffle(order, 4, state.key, TRAIT_ORDER, seat * 4)
    for place in range(4):
        t = order[place]
        state.value[seat, TRAIT + t] = tables.trait_values[place]
        state.value[seat, COMPANION + t] = tables.companion_values[place]
        state.value[seat, ITEM + t] = tables.item_values[place]
        state.value[seat, ASSET + t] = tables.asset_values[place]
    state.magic[seat] = tables.magic_start


@compiled
def clear_table(state):
    """Nothing lies on the table and nothing is pending."""
    state.trick_card[:] = -1
    state.committed[:] = 0
    state.revealed = 0
    state.magic_bonus[:] = 0
    state.aiding[:] = 0
    state.vigor_rank[:] = 0
    state.item_rank[:] = 0
    state.aided[:] = 0
    state.banned[:] = 0
    state.craft[:] = -1
    state.craft_done = 0
    state.winner = -1
    state.passes = 0
    state.acting = 0
    state.selected = 0
    state.pending_card = -1
    state.pending_suit = -1
    state.bidder = -1
    state.offer = 0
    state.offer_by_claimer = 0


@compiled
def begin_single_conflict(state, tables):
    """Modes ``conflict`` and ``mini`` (M-rules): no stake, no volunteers."""
    state.conflict = 1
    state.fighter[PROTAGONIST] = state.first
    state.fighter[ANTAGONIST] = 1 - state.first
    state.stake = -1
    state.stake_what = -1
    state.rival = -1
    mint_votes(state, tables, state.fighter[ANTAGONIST], tables.votes_opposing)
    for k in range(2):
        state.types[k] = tables.fixed_types[k]
    if tables.mode == MODE_CONFLICT:
        push(state, TYPE, state.first)


# ---- the course of the year -----------------------------------------------------------------------------------------
@compiled
def end_conflict(state, tables, winner):
    """C99, C100, C101: the stake is settled, hands are put away; then the next conflict, or the meeting."""
    clear_table(state)
    gather(state, tables)
    if tables.mode != MODE_YEAR:
        state.over = 1
        return
    settle_stake(state, tables, winner)
    state.conflicts_over += 1
    if state.conflicts_over < tables.num_seats:  # C105: each player is P once a season
        begin_conflict(state, tables, (state.first + state.conflicts_over) % tables.num_seats)
    else:
        begin_meeting(state)


@compiled
def begin_meeting(state):
    """C106, C113, C114: everything spent or Claimed comes back; Harm stays."""
    state.spent[:, :] = 0
    state.covenant_spent[:] = 0
    state.fighter[:] = -1
    state.stake = -1
    state.stake_what = -1
    state.rival = -1
    state.types[:] = -1
    state.wins[:] = 0
    state.asked = 0
    push(state, MEETING, state.first)


@compiled
def legal_meeting(state, tables, mask):
    """C115: mend for votes, or stop."""
    mask[act.PASS] = 1
    if state.votes[state.seat] >= tables.price_mend:
        for r in range(RESOURCES):
            mask[act.RESOURCE + r] = state.covenant_harm[r] > 0
        for k in range(TRACKS):
            mask[act.SHEET + k] = state.harm[state.seat, k] > 0


@compiled
def play_meeting(state, tables, action):
    """C115: a covenant resource (which earns Renown) or an own track; PASS hands on to the next in seat order."""
    if action == act.PASS:
        state.asked += 1
        if state.asked < tables.num_seats:
            replace(state, MEETING, (state.seat + 1) % tables.num_seats)
        else:
            pop(state)
            end_meeting(state, tables)
        return
    pay_votes(state, state.seat, tables.price_mend)
    if action >= act.RESOURCE:
        state.covenant_harm[action - act.RESOURCE] -= 1
        state.renown[state.seat] += tables.renown_mend
    else:
        state.harm[state.seat, action - act.SHEET] -= 1


@compiled
def end_meeting(state, tables):
    """C116, C105, C106: the covenant falls, or the year ends, or the next player opens the next season."""
    state.asked = 0
    lost = 0
    for r in range(RESOURCES):
        lost += state.covenant_value[r] >= 1 and state.covenant_harm[r] == state.covenant_value[r]
    if lost >= tables.covenant_fall:
        state.fallen = 1
    state.turn += 1
    if state.fallen != 0 or state.turn >= tables.seasons:
        state.over = 1
        return
    state.first = (state.first + 1) % tables.num_seats
    state.conflicts_over = 0
    if state.turn < tables.max_turns:
        begin_conflict(state, tables, state.first)
