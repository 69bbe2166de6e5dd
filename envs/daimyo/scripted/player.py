"""A worth for every legal action; the best one is taken. See the package."""

from __future__ import annotations

import numpy as np

from ...core.kernel import compiled
from ...core.rng import below
from .. import actions as act
from ..rules.run import legal
from ..state import MAIN
from .answers import card_worth, hero_worth, other_worth
from .turn import BUYING, STEP, is_spending, main_worth, spend_worth, stage_of

WORDS = act.NUM_ACTIONS // 8  # of eight actions each, most of them empty


@compiled
def best_action(state, tables, seat, style, key):
    """The legal action of highest worth; ties are broken by chance."""
    mask = np.zeros(act.NUM_ACTIONS, np.int8)
    legal(state, tables, mask)
    words = mask.view(np.uint64)
    best, top, ties, spending = -1, -1e9, 0, -1
    for i in range(WORDS):
        if words[i] == 0:
            continue
        for action in range(8 * i, 8 * i + 8):
            if mask[action] == 0:
                continue
            if state.decision == MAIN:
                if is_spending(tables, action):
                    spending = action  # looked at last, and seldom, since that takes longest
                    continue
                if top >= stage_of(tables, action) + STEP:
                    continue
            value = worth(state, tables, seat, style, action)
            if value > top:
                best, top, ties = action, value, 1
            elif value == top:
                ties += 1
                if below(key, 0, ties, ties) == 0:
                    best = action
    if spending >= 0 and top < BUYING + STEP and spend_worth(state, tables, seat, style) > top:
        return spending
    return best


@compiled
def worth(state, tables, seat, style, action):
    """Of an action at the pending decision; 0 for doing nothing."""
    decision = state.decision
    if decision == MAIN:
        return main_worth(state, tables, seat, style, action)
    if action == act.PASS:
        return 0.0
    if act.CARD <= action < act.BUY_HERO:
        return card_worth(state, tables, seat, style, decision, action - act.CARD)
    if action >= act.HERO_NAME:
        return hero_worth(state, tables, seat, style, decision, action - act.HERO_NAME)
    return other_worth(state, tables, seat, style, decision, action)
