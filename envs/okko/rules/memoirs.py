"""Chapter 24: Recollections, points and who wins (O226 to O230, A8 to A10, A39, B92 to B95)."""

from __future__ import annotations

from ...core.kernel import compiled
from ..state import BLUE, BY_ROUND, ESCAPED, HERO_MEMOIR, MEMOIRS, RED, THE_HEROES, THE_ONI

DRAW = 3
"""`winner` of a drawn game."""


@compiled
def withheld(state, tables):
    """A8, ``all``: after the Oni's appearance in round 8 no Recollection is added."""
    return tables.round8_blocks_all != 0 and state.battle == BY_ROUND


@compiled
def add_memoir(state, tables, row, colour):
    """O226, B94: a Recollection is added, on one side, once at most (A8: unless it is withheld).

    Args:
        state, tables: records.
        row: row of `memoir`.
        colour: BLUE or RED.
    """
    if state.memoir[row] == 0 and not withheld(state, tables):
        state.memoir[row] = colour


@compiled
def worth(tables, row):
    """O230: the points of a Recollection by its size; 0 for a row without one."""
    size = tables.memoir_size[row]
    return int(tables.points[size]) if size >= 0 else 0


@compiled
def points(state, tables, side):
    """O229, B95: the points of a side, at any time.

    Personal Missions that living Heroes have fulfilled count for the Heroes already (A39: of no others).
    """
    colour = RED if side == THE_ONI else BLUE
    total = 0
    for row in range(MEMOIRS):
        if state.memoir[row] == colour:
            total += worth(tables, row)
    if side == THE_HEROES and not withheld(state, tables):
        for h in range(tables.num_heroes):
            if in_play_and_fulfilled(state, h) and state.memoir[HERO_MEMOIR + h] == 0:
                total += worth(tables, HERO_MEMOIR + h)
    return total


@compiled
def in_play_and_fulfilled(state, hero):
    """O224, A39: the Hero lives and has fulfilled the Personal Mission."""
    return state.alive[hero] != 0 and state.goal_done[hero] != 0


@compiled
def higher(tables, heroes, oni, escaped):
    """O229, A9: 1 + the side with more points; a tie is a draw, or goes to the side that won the Final Battle.

    Args:
        tables: record.
        heroes, oni: points of the two sides.
        escaped: whether the Oni escaped.
    """
    if heroes != oni:
        return 1 + THE_HEROES if heroes > oni else 1 + THE_ONI
    if tables.tie_to_battle != 0:
        return 1 + THE_ONI if escaped else 1 + THE_HEROES
    return DRAW


@compiled
def close_game(state, tables, winner):
    """A10, B84: the game ends at once; living Heroes add their Personal Missions (O224)."""
    if state.over != 0:
        return
    for h in range(tables.num_heroes):
        if in_play_and_fulfilled(state, h):
            add_memoir(state, tables, HERO_MEMOIR + h, BLUE)
    state.winner = winner
    state.over = 1


@compiled
def outcome(state, tables, returns, score):
    """B95: points at any time; +1 for the winning side, −1 for the other, 0 for a draw or as long as nobody has won.

    A game that ends from outside, by the limit of decisions, is scored as one whose last round has passed (B102): the
    Oni has escaped (A10), or has won a scenario without investigation (B92).

    Args:
        state, tables: records.
        returns, score: (S,) float32, overwritten for the seats in play: the Oni, then the Heroes.
    """
    heroes = points(state, tables, THE_HEROES)
    oni = points(state, tables, THE_ONI)
    winner = int(state.winner)
    if state.over != 0 and winner == 0 and state.foul == 0:  # a foul ends the game, and nobody escapes by it
        winner = 1 + THE_ONI
        if tables.investigation != 0:
            if state.memoir[ESCAPED] == 0 and not withheld(state, tables):
                oni += worth(tables, ESCAPED)
            winner = higher(tables, heroes, oni, True)
    value = 0.0
    if winner == 1 + THE_ONI:
        value = 1.0
    elif winner == 1 + THE_HEROES:
        value = -1.0
    score[0] = oni
    returns[0] = value
    for h in range(tables.num_heroes):
        score[1 + h] = heroes
        returns[1 + h] = 0.0 - value  # not -0.0
