"""Hidden information: what a seat does not know is blotted out (`redact`) or filled in (`determinize`).

=================  ==================================================================================================
hidden from        what
=================  ==================================================================================================
all                the random words; what is under closed Chests (B6, B100), as far as their upper sides leave it open
the Heroes         nature and identity (B98), hence which Clue cards are in the deck; how the Event cards that are
                   nowhere to be seen are divided into deck, hand and techniques that lie face down
the Oni            the cards laid in this strategy phase (B97), of which it knows how many lie on each side of each
                   Hero; Initiative cards not yet revealed; how the Clue cards that it does not see are divided into
                   deck and those that the Heroes hold (B99); the number of decisions so far, some of which are secret
=================  ==================================================================================================

All else lies open, and a face-down deck has no order that could be known. What could be remembered from before a deck
was made anew of its discard pile is forgotten.

`redact` leaves a record that could be played on: of all ways to fill in what is hidden it has the first, which does not
depend on the true one; only ``nature`` and ``identity`` are −1, so that nobody takes them for the true ones. Questions
that the seat must not know of are answered as `knowledge` says. `determinize` redacts first and then reads nothing but
what is left, so that ``determinize(s) == determinize(redact(s))`` holds by construction. The parts are in
`belief_oni` (what the Heroes do not know) and `belief_heroes` (what the Oni does not know).
"""

from __future__ import annotations

import numpy as np

from ..core.kernel import compiled
from ..core.rng import SAMPLE, below, word
from .belief_heroes import hide_clues, hide_order, hide_plans, sample_clues, sample_order, sample_plans
from .belief_oni import hide_events, hide_secrets, sample_events, sample_secrets
from .knowledge import asking_task, plans_hidden
from .state import CHEST, ONI_SEAT, TOKENS

# Indices of the random words of one sample; those of the parts: 64 and more
NEW_KEY = 0
CHESTS_AT = 1  # + token


@compiled
def redact(state, tables, seat):
    """Blots out, in place, what ``seat`` does not know."""
    state.key = np.uint64(0)
    state.decisions = 0
    settle_chests(state, tables, state.key, False)
    if seat == ONI_SEAT:
        hide_clues(state, tables, asking_task(state, seat))
        if plans_hidden(state, seat):
            hide_plans(state, tables)
        hide_order(state, tables)
    else:
        hide_secrets(state, tables, seat)
        hide_events(state, tables, seat)


@compiled
def determinize(state, tables, seat, key):
    """Fills in what ``seat`` does not know, at random among what agrees with what it knows.

    Args:
        state, tables: records; ``state`` is changed in place.
        seat: the observer, whose observation, mask and render stay as they are.
        key: uint64; the sampled game goes on with random words of this key.
    """
    redact(state, tables, seat)
    state.key = word(key, SAMPLE, NEW_KEY)
    settle_chests(state, tables, key, True)
    if seat == ONI_SEAT:
        sample_clues(state, tables, key)
        if plans_hidden(state, seat):
            sample_plans(state, tables, key)
        sample_order(state, tables, key)
    else:
        sample_secrets(state, tables, seat, key)
        sample_events(state, tables, seat, key)


# ---- Chests ---------------------------------------------------------------------------------------------------------
@compiled
def settle_chests(state, tables, key, at_random):
    """B6: gives each closed Chest one of those of the box with its upper side that no other is: the first, or any."""
    taken = np.zeros(TOKENS, np.int8)
    for token in range(tables.num_tokens):
        if tables.token_kind[token] == CHEST and state.token_at[token] < 0 and state.token_face[token] >= 0:
            taken[state.token_face[token]] = 1  # opened before all eyes
    for token in range(tables.num_tokens):
        face = int(state.token_face[token])
        if tables.token_kind[token] != CHEST or state.token_at[token] < 0 or face < 0:
            continue
        n = 0
        if at_random:
            count = 0
            for other in range(TOKENS):
                count += taken[other] == 0 and looks_alike(tables, face, other)
            n = below(key, SAMPLE, CHESTS_AT + token, count)
        for other in range(TOKENS):
            if taken[other] == 0 and looks_alike(tables, face, other):
                if n == 0:
                    state.token_face[token] = other
                    taken[other] = 1
                    break
                n -= 1


@compiled
def looks_alike(tables, face, other):
    """B6: the other row is a Chest's, too, with the same numbers on its upper side."""
    return (
        tables.face_kind[other] == CHEST
        and tables.faces[other, 0] == tables.faces[face, 0]
        and tables.faces[other, 1] == tables.faces[face, 1]
    )
