"""What a seat may expect of a game that is still running.

In a year: Renown, as it counts by the time that is left, the votes and tracks that will bring more, Blame if the
covenant may fall, and the conflict that is being fought. In a single conflict that is all there is.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...core.batch import results
from ...core.kernel import compiled
from ...core.margins import margins, spread
from ...core.verbs import MAX_SEATS
from ..rules.trick import trick_value, trick_winner
from ..state import MODE_CONFLICT, MODE_YEAR, PROTAGONIST, TRACKS
from .commons import until_fall

CLOSE = 3.0  # a trick led by so much is half-way between even and safe


class Weights(NamedTuple):
    """What counts, in leads of 1, where tanh(1) is the return that is expected with one game's time ahead.

    Attributes:
        renown: a point of Renown.
        votes: a vote.
        means: a point of a track that is not Harmed.
        uses: … and not spent.
        blame: a point of Blame, with the fall at hand; less by parts for each Harm that it takes.
        tricks: a trick won of the running conflict, for each Renown that is fought for.
        ahead: to win the trick as it lies, likewise.
        margin: … by much.
        cards: a hand card.
    """

    renown: float
    votes: float
    means: float
    uses: float
    blame: float
    tricks: float
    ahead: float
    margin: float
    cards: float


# By `python -m shugyo.benchmarks.estimates covenant --games 1000 --seed 7 --fit`: 63,973 positions of 4,000 games of a
# year with 2 to 5 players, 8,204 and 4,141 of 1,000 games of the other modes; rounded.
YEAR = Weights(0.2, 0.033, 0.04, 0.009, 0.2, 0.05, 0.0, 0.055, 0.014)
CONFLICT = Weights(0.0, 0.3, 0.025, 0.005, 0.0, 0.44, 0.19, 0.115, 0.235)
MINI = Weights(0.0, 0.0, 0.0, 0.42, 0.0, 0.0, 0.25, 0.86, 0.0)


@compiled
def estimate(state, tables, values):
    """The return that each seat may expect; once the game is over the one it has.

    Args:
        state, tables: records.
        values: (S,) float32, overwritten for the seats in play.
    """
    if state.over != 0:
        results(state, tables, values, np.zeros(MAX_SEATS, np.float32))
    elif tables.mode == MODE_YEAR:
        judge(state, tables, YEAR, values)
    elif tables.mode == MODE_CONFLICT:
        judge(state, tables, CONFLICT, values)
    else:
        judge(state, tables, MINI, values)


@compiled
def judge(state, tables, weights, values):
    """`estimate` of a running game by any `Weights`."""
    worth_of = np.zeros(MAX_SEATS, np.float32)
    year = tables.mode == MODE_YEAR
    danger = 1.0 / (1.0 + until_fall(state, tables, -1)) if year else 0.0
    for seat in range(tables.num_seats):
        means, spent = 0, 0
        for k in range(TRACKS):
            means += np.int64(state.value[seat, k]) - state.harm[seat, k]
            spent += state.spent[seat, k]
        total = weights.votes * state.votes[seat] + weights.means * means + weights.uses * (means - spent)
        if year:
            total += weights.renown * state.renown[seat] - weights.blame * danger * state.blame[seat]
        worth_of[seat] = total
    if state.fighter[0] >= 0 and state.fighter[1] >= 0:
        for side in range(2):
            worth_of[state.fighter[side]] += fighting(state, tables, weights, side)
    margins(tables, worth_of, spread(time_left(state, tables)) if year else 1.0, values)


@compiled
def time_left(state, tables):
    """The share of the year that is still to come."""
    seasons = min(tables.seasons, tables.max_turns)
    return 1.0 - (state.turn + state.conflicts_over / tables.num_seats) / seasons


@compiled
def fighting(state, tables, weights, side):
    """What a fighter has won and holds in the running conflict."""
    prize = 1.0
    if tables.mode == MODE_YEAR:
        prize *= tables.renown_stake[state.stake] if side == PROTAGONIST else tables.renown_opposing
    total = weights.tricks * prize * state.wins[side] + weights.cards * state.hand_size[side]
    if state.trick_card[0] >= 0 and state.trick_card[1] >= 0:
        lead = 1.0 * (trick_value(state, tables, side) - trick_value(state, tables, 1 - side))
        total += prize * weights.ahead * (trick_winner(state, tables) == side)
        total += prize * weights.margin * lead / (CLOSE + abs(lead))
    return total
