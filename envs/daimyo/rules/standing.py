"""Score, places and returns (RB V – End of the game; R12; Boss Rush)."""

from __future__ import annotations

from ...core.kernel import compiled
from ..state import EXHAUSTED, HERO_SLOTS, RAVAGED, READY, TREASURE


@compiled
def outcome(state, tables, returns, score):
    """Plain score at any time, and the returns that the present standing is worth.

    Args:
        state, tables: records.
        returns: (S,) float32: place mapped linearly to [+1, −1], ties averaged; in Boss Rush
            2 · (nemeses beaten + petals left / 50) / 6 − 1.
        score: (S,) float32: victory points; in Boss Rush nemeses beaten + petals left / 50.
    """
    n = tables.num_seats
    if tables.boss_rush != 0:
        score[0] = state.beaten + state.petals / tables.petals_start
        returns[0] = 2.0 * score[0] / 6.0 - 1.0
        return
    for s in range(n):
        score[s] = victory_points(state, tables, s)
    for s in range(n):
        better, equal = 0, 0
        own = treasures(state, tables, s)
        for other in range(n):
            theirs = treasures(state, tables, other) if score[other] == score[s] else 0
            better += score[other] > score[s] or (score[other] == score[s] and theirs > own)
            equal += score[other] == score[s] and theirs == own
        returns[s] = 1.0 - 2.0 * (better + (equal - 1) / 2) / (n - 1)  # ``equal`` counts s itself


@compiled
def owned(state, seat, k):
    """Cards of a type in deck, hand, discard pile, field, equipment included."""
    field = state.field[seat]
    n = int(state.deck[seat, k]) + int(state.hand[seat, k]) + int(state.discard[seat, k])
    n += int(field[READY, k]) + int(field[EXHAUSTED, k]) + int(field[RAVAGED, k])
    if state.equipped_size[seat] > 0:
        for slot in range(HERO_SLOTS):
            n += int(state.equipped[seat, slot, k])
    return n


@compiled
def victory_points(state, tables, seat):
    """VP of all cards and heroes of a seat."""
    points = 0
    for k in range(tables.num_cards):
        if tables.card_vp[k] != 0:
            points += owned(state, seat, k) * tables.card_vp[k]
    for slot in range(HERO_SLOTS):
        c = int(state.heroes[seat, slot])
        if c >= 0:
            points += tables.character_vp[c]
    return points


@compiled
def treasures(state, tables, seat):
    """Treasure cards of a seat, regalia among them: what breaks a tie."""
    n = 0
    for k in range(tables.num_cards):
        if tables.card_kind[k] >= TREASURE:
            n += owned(state, seat, k)
    return n
