"""What the scripted players look at."""

from __future__ import annotations

from ...core.kernel import compiled
from .. import actions as act
from ..rules.cards import bonus, rank
from ..rules.conflict import is_magic_contest
from ..rules.sheets import free
from ..state import CARDS, ESSENCES, HAND, RESOURCES


@compiled
def worth(state, tables, card):
    """Rank and type bonus of a card."""
    return rank(card) + bonus(state, tables, state.suit[card])


@compiled
def extreme(state, tables, side, suit, sign):
    """The hand card of highest (``sign`` 1) or lowest (−1) worth, of one suit or of any (−1); −1 if there is none."""
    best = -1
    for c in range(CARDS):
        if state.zone[c] == HAND + side and (suit < 0 or state.suit[c] == suit):
            if best < 0 or sign * (worth(state, tables, c) - worth(state, tables, best)) > 0:
                best = c
    return best


@compiled
def unclaimed(state, r):
    """A Claim of this resource would Harm nothing."""
    return free(state.covenant_value, state.covenant_harm, state.covenant_spent, r) >= 1 and (
        r != ESSENCES or is_magic_contest(state)
    )


@compiled
def can_take(state, side):
    """A Claim is legal for certain, and need not Harm anything."""
    for r in range(RESOURCES):
        if unclaimed(state, r):
            return state.banned[side] == 0 and state.deck_size > 0
    return False


@compiled
def best_card(state):
    """Craft: the trick card of higher rank that is still there."""
    won, lost = state.trick_card[state.winner], state.trick_card[1 - state.winner]
    if won < 0 and lost < 0:
        return act.PASS
    return act.TAKE_WINNING if won >= 0 and (lost < 0 or rank(won) >= rank(lost)) else act.TAKE_LOSING
