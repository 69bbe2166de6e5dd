"""Score, places and returns (C117, C118, M-rules)."""

from __future__ import annotations

from ...core.kernel import compiled
from ..state import MODE_YEAR


@compiled
def outcome(state, tables, returns, score):
    """Plain score at any time, and the returns that the present standing is worth.

    Args:
        state, tables: records.
        returns: (S,) float32: place mapped linearly to [+1, −1], ties averaged.
        score: (S,) float32: Renown, less the price of Blame after a fall; in the modes of one conflict, tricks won.
    """
    n = tables.num_seats
    for s in range(n):
        score[s] = plain_score(state, tables, s)
    for s in range(n):
        better, equal = 0, 0
        for other in range(n):
            order = compare(state, tables, score, other, s)
            better += order > 0
            equal += order == 0
        place = better + (equal - 1) / 2  # ``equal`` counts s itself
        returns[s] = 1.0 - 2.0 * place / (n - 1)


@compiled
def plain_score(state, tables, seat):
    """C118."""
    if tables.mode != MODE_YEAR:
        return state.wins[0] if state.fighter[0] == seat else state.wins[1]
    if state.fallen != 0:
        return state.renown[seat] - tables.blame_price * state.blame[seat]
    return state.renown[seat]


@compiled
def compare(state, tables, score, a, b):
    """C118: positive if seat ``a`` stands before ``b``: by score, then fewer Blame, then more votes."""
    if score[a] != score[b]:
        return 1 if score[a] > score[b] else -1
    if tables.mode != MODE_YEAR:
        return 0
    if state.blame[a] != state.blame[b]:
        return 1 if state.blame[a] < state.blame[b] else -1
    if state.votes[a] != state.votes[b]:
        return 1 if state.votes[a] > state.votes[b] else -1
    return 0
