"""What a seat may expect of a game that is still running.

Victory points, as they count by the petals that are left, and what will bring more: heroes, and a deck of costly and
useful cards. In Boss Rush, where one player has the whole return, how many of the nemeses that are left will be beaten.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ...core.batch import results
from ...core.kernel import compiled
from ...core.margins import margins, spread
from ...core.verbs import MAX_SEATS
from ..rules.standing import owned
from ..state import HERO_SLOTS
from .style import HEURISTIC
from .worth import deploy_worth, time_left

NEMESES = 5
"""Those of a Boss Rush; its return is one for 5 of them beaten and all petals left."""


class Weights(NamedTuple):
    """What counts, in leads of 1, where tanh(1) is the return that is expected with one game's time ahead.

    Attributes:
        points: a victory point.
        cost: one mon of the cost of a card.
        use: one mon of what a card of the deck gives when it is deployed, on the average.
        heroes: a point of ATK, or two of DEF, of an own hero.
        turn: to be to play yet in this round.
    """

    points: float
    cost: float
    use: float
    heroes: float
    turn: float


class Rush(NamedTuple):
    """What counts in Boss Rush, by halves of log-odds.

    Attributes:
        start: to be there.
        petals: all petals.
        beaten: a nemesis beaten.
        wounded: the present one wounded, by parts.
        cost, use, heroes: as in `Weights`.
    """

    start: float
    petals: float
    beaten: float
    wounded: float
    cost: float
    use: float
    heroes: float


# By `python -m shugyo.benchmarks.estimates daimyo --games 500 --seed 7 --fit`: 30,210 positions of 2,500 games of 2 to
# 5 players, 7,117 of 500 games of Boss Rush; rounded.
DUEL = Weights(0.0545, 0.002, 0.43, 0.0065, 0.11)
RUSH = Rush(-4.25, 2.9, 0.14, 0.6, 0.008, 0.6, 0.03)


@compiled
def estimate(state, tables, values):
    """The return that each seat may expect; once the game is over the one it has.

    Args:
        state, tables: records.
        values: (S,) float32, overwritten for the seats in play.
    """
    if state.over != 0:
        results(state, tables, values, np.zeros(MAX_SEATS, np.float32))
    elif tables.boss_rush != 0:
        judge_rush(state, tables, RUSH, values)
    else:
        judge(state, tables, DUEL, values)


@compiled
def judge(state, tables, weights, values):
    """`estimate` of a running game of several players by any `Weights`."""
    worth = np.zeros(MAX_SEATS, np.float32)
    turn = (state.current - state.first) % tables.num_seats
    for seat in range(tables.num_seats):
        points, cost, use = deck(state, tables, seat)
        more, strength = party(state, tables, seat)
        total = weights.points * (points + more) + weights.cost * cost + weights.use * use + weights.heroes * strength
        to_come = (seat - state.first) % tables.num_seats >= turn
        worth[seat] = total + weights.turn * to_come
    margins(tables, worth, spread(time_left(state, tables)), values)


@compiled
def judge_rush(state, tables, weights, values):
    """`estimate` of a running Boss Rush by any `Rush`: the share of what could still be won that will be."""
    _, cost, use = deck(state, tables, 0)
    _, strength = party(state, tables, 0)
    petals = state.petals / tables.petals_start
    wounded = 0.0
    if state.nemesis >= 0:
        wounded = 1.0 - state.hit_points / max(1, tables.character_boss_hit_points[state.nemesis])
    chance = weights.start + weights.petals * petals + weights.beaten * state.beaten + weights.wounded * wounded
    chance += weights.cost * cost + weights.use * use + weights.heroes * strength
    more = (NEMESES - state.beaten + petals) * 0.5 * (1.0 + math.tanh(chance))
    values[0] = 2.0 * (state.beaten + more) / (NEMESES + 1) - 1.0


@compiled
def deck(state, tables, seat):
    """All cards of a seat: victory points, what they cost, and what one gives when it is deployed on the average."""
    points, cost, use, size = 0, 0, 0.0, 0
    for k in range(tables.num_cards):
        n = owned(state, seat, k)
        if n > 0:
            points += n * tables.card_vp[k]
            cost += n * tables.card_cost[k]
            use += n * deploy_worth(tables, HEURISTIC, k)
            size += n
    return points, cost, use / max(1, size)


@compiled
def party(state, tables, seat):
    """The heroes of a seat: victory points, strength."""
    points, strength = 0, 0.0
    for slot in range(HERO_SLOTS):
        c = int(state.heroes[seat, slot])
        if c >= 0:
            points += tables.character_vp[c]
            strength += tables.character_cost[c] + 0.5 * tables.character_def[c]
    return points, strength
