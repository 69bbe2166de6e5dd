"""A conflict's stake, Antagonist and types, and the settling (C39–C45, C99–C101, C107–C112)."""

from __future__ import annotations

from ...core.kernel import compiled
from ...core.stack import push, replace
from .. import actions as act
from ..state import (
    AMBITION,
    ANTAGONIST,
    FEUD_TRAIT,
    KIND_AMBITION,
    KIND_FEUD,
    KIND_STEWARDSHIP,
    MAGIC_SHEET,
    MAGIC_TYPE,
    NO_STAKE,
    PROTAGONIST,
    RESOURCES,
    RIVAL,
    STAKE_KIND,
    STEWARDSHIP,
    TRACKS,
    TYPE,
    VOLUNTEER,
)
from .sheets import mint_votes, suffer


@compiled
def begin_conflict(state, tables, protagonist):
    """C3, C105: the next conflict; P is asked for a stake if one is possible."""
    state.conflict += 1
    state.shuffles = 0
    state.picks = 0
    state.fighter[PROTAGONIST] = protagonist
    state.fighter[ANTAGONIST] = -1
    state.stake = -1
    state.stake_what = -1
    state.rival = -1
    state.types[:] = -1
    state.wins[:] = 0
    state.leader = PROTAGONIST
    for kind in range(3):
        if stake_possible(state, tables, kind):
            push(state, STAKE_KIND, protagonist)
            return
    state.stake = NO_STAKE  # every number is at its limit
    push(state, STAKE_KIND, protagonist)
    choose_antagonist(state, tables)


# ---- stakes ---------------------------------------------------------------------------------------------------------
@compiled
def stake_possible(state, tables, kind):
    """C107: whether P can choose a stake of that kind."""
    me = state.fighter[PROTAGONIST]
    if kind == KIND_AMBITION:
        for k in range(TRACKS + 1):
            if can_grow(state, tables, me, k):
                return True
    elif kind == KIND_STEWARDSHIP:
        for r in range(RESOURCES):
            if can_tend(state, tables, r):
                return True
    else:
        for other in range(tables.num_seats):
            if can_feud(state, me, other):
                return True
    return False


@compiled
def can_grow(state, tables, seat, k):
    """C108: the track, or Magic (16), is below its limit (C21, C31)."""
    value = state.magic[seat] if k == MAGIC_SHEET else state.value[seat, k]
    return value < tables.track_limit[k]


@compiled
def can_tend(state, tables, r):
    """C109: the resource has a Harm to remove, or room to grow (C33)."""
    return state.covenant_harm[r] > 0 or state.covenant_value[r] < tables.covenant_limit


@compiled
def can_feud_in(state, me, other, trait):
    """C110: both sides can still be Harmed in that Trait."""
    return (
        me != other
        and state.harm[me, trait] < state.value[me, trait]
        and state.harm[other, trait] < state.value[other, trait]
    )


@compiled
def can_feud(state, me, other):
    """C110: there is a Trait for a Feud with ``other``."""
    for trait in range(4):
        if can_feud_in(state, me, other, trait):
            return True
    return False


@compiled
def legal_stake(state, tables, mask):
    """C107–C110: the decisions STAKE_KIND, AMBITION, STEWARDSHIP, RIVAL, FEUD_TRAIT."""
    me = state.seat
    if state.decision == STAKE_KIND:
        for kind in range(3):
            mask[act.KIND + kind] = stake_possible(state, tables, kind)
    elif state.decision == AMBITION:
        for k in range(TRACKS + 1):
            mask[act.SHEET + k] = can_grow(state, tables, me, k)
    elif state.decision == STEWARDSHIP:
        for r in range(RESOURCES):
            mask[act.RESOURCE + r] = can_tend(state, tables, r)
    elif state.decision == RIVAL:
        for j in range(1, tables.num_seats):
            mask[act.RIVAL_NAME + j - 1] = can_feud(state, me, (me + j) % tables.num_seats)
    else:
        for trait in range(4):
            mask[act.SHEET + trait] = can_feud_in(state, me, state.rival, trait)


@compiled
def play_stake(state, tables, action):
    """C107–C110: P states what is at stake, one choice at a time."""
    me = state.seat
    if state.decision == STAKE_KIND:
        state.stake = action - act.KIND
        if state.stake == KIND_AMBITION:
            replace(state, AMBITION, me)
        elif state.stake == KIND_STEWARDSHIP:
            replace(state, STEWARDSHIP, me)
        else:
            replace(state, RIVAL, me)
    elif state.decision == RIVAL:
        state.rival = (me + action - act.RIVAL_NAME + 1) % tables.num_seats
        replace(state, FEUD_TRAIT, me)
    else:
        state.stake_what = action - (act.RESOURCE if state.decision == STEWARDSHIP else act.SHEET)
        choose_antagonist(state, tables)


# ---- the Antagonist -------------------------------------------------------------------------------------------------
@compiled
def choose_antagonist(state, tables):
    """C112: the rival of a Feud, the only other player, or whoever volunteers first from the left of P."""
    me = state.fighter[PROTAGONIST]
    if state.stake == KIND_FEUD:
        become_antagonist(state, tables, state.rival)
    elif tables.num_seats == 2:
        become_antagonist(state, tables, 1 - me)
    else:
        state.asked = 0
        replace(state, VOLUNTEER, (me + 1) % tables.num_seats)


@compiled
def legal_volunteer(state, tables, mask):
    """C112: the last one asked must oppose."""
    mask[act.VOLUNTEER_NOW] = 1
    mask[act.PASS] = state.asked < tables.num_seats - 2


@compiled
def play_volunteer(state, tables, action):
    """C112."""
    if action == act.VOLUNTEER_NOW:
        become_antagonist(state, tables, state.seat)
    else:
        state.asked += 1
        replace(state, VOLUNTEER, (state.seat + 1) % tables.num_seats)


@compiled
def become_antagonist(state, tables, seat):
    """C37: votes for opposing. Then P names the first type (C40)."""
    state.asked = 0
    state.fighter[ANTAGONIST] = seat
    mint_votes(state, tables, seat, tables.votes_opposing)
    replace(state, TYPE, state.fighter[PROTAGONIST])


@compiled
def legal_type(state, tables, mask):
    """C40, C44: one of the four Traits, or Magic; the second may equal the first."""
    mask[act.TYPE_NAME : act.TYPE_NAME + MAGIC_TYPE + 1] = 1


@compiled
def is_magic_contest(state):
    """C44."""
    return state.types[0] == MAGIC_TYPE or state.types[1] == MAGIC_TYPE


# ---- the end --------------------------------------------------------------------------------------------------------
@compiled
def settle_stake(state, tables, winner):
    """C101, C108–C111: what the conflict changes."""
    p = state.fighter[PROTAGONIST]
    what = state.stake_what
    if winner == ANTAGONIST:
        state.renown[state.fighter[ANTAGONIST]] += tables.renown_opposing
        if state.stake == KIND_FEUD:
            suffer(state.value[p], state.harm[p], state.spent[p], what)
        return
    state.renown[p] += tables.renown_stake[state.stake]
    if state.stake == KIND_AMBITION:
        if what == MAGIC_SHEET:
            state.magic[p] += 1
        else:
            state.value[p, what] += 1
    elif state.stake == KIND_STEWARDSHIP:
        if state.covenant_harm[what] > 0:
            state.covenant_harm[what] -= 1
        else:
            state.covenant_value[what] += 1
    elif state.stake == KIND_FEUD:
        suffer(state.value[state.rival], state.harm[state.rival], state.spent[state.rival], what)
