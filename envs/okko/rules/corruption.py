"""Chapter 14: the Corruption track, by rounds (O142 to O155, A1 to A5, A12, B70 to B72).

Answers are kept in the row of T_ROUND: A is the Tile whose token is moved, −1 if one is placed; B the Tile it goes to.
"""

from __future__ import annotations

from ...core.kernel import compiled
from ...core.stack import push
from .. import actions as act
from ..state import (
    CORRUPTION_SPACE,
    CORRUPTION_TILE,
    CORRUPTION_TOKEN,
    CREATURE,
    E_CORRUPT,
    ENHANCEMENT,
    NODES,
    ONI_SEAT,
    THRALL,
    A,
    B,
)
from .events import emit
from .sources import refresh_sources
from .spaces import free
from .tasks import top

CORRUPTION_TOKENS = 4
RED_ROUND = 4  # the red token is the one that is placed in this round
LAST_ROUND = 8  # the track's last: then there are no tokens left
LAST_ENHANCEMENT = 7


@compiled
def round_in_play(state):
    """A2: the round that the Time token shows, from 1."""
    return int(state.turn) + 1


# ---- Corruption tokens ----------------------------------------------------------------------------------------------
@compiled
def begin_corruption(state, tables):
    """O143, O144, O146, O154, A12: what the round says of Corruption tokens is asked, if it can be done."""
    if state.frozen != 0:
        return
    number = round_in_play(state)
    top(state)[A] = -1
    if number > LAST_ROUND or (number % 2 == 1 and number > 1):
        for tile in range(tables.num_tiles):
            if can_leave(state, tables, tile):
                push(state, CORRUPTION_TOKEN, ONI_SEAT)
                return
    elif number % 2 == 0 and state.tokens_left > 0:
        for tile in range(tables.num_tiles):
            if can_take(state, tables, tile):
                push(state, CORRUPTION_TILE, ONI_SEAT)
                return


@compiled
def can_take(state, tables, tile):
    """B70, B71: a Tile that can get a token: any without one (A5, ``space``: with a free Space)."""
    if state.corrupted[tile] != 0:
        return False
    if tables.corruption_on_space == 0:
        return True
    for space in range(tables.num_spaces):
        if tables.space_tile[space] == tile and free(state, tables, space):
            return True
    return False


@compiled
def can_move(state, tables, origin, tile):
    """A1: the token of a Tile can go to that one: adjacent, or by the option anywhere in rounds 3, 5 and 7."""
    near = tables.tile_adjacent[origin, tile] != 0
    anywhere = tables.corruption_anywhere != 0 and round_in_play(state) <= LAST_ROUND
    return (near or anywhere) and can_take(state, tables, tile)


@compiled
def can_leave(state, tables, tile):
    """O144: a Tile with a token that can be moved."""
    if state.corrupted[tile] == 0:
        return False
    for other in range(tables.num_tiles):
        if can_move(state, tables, tile, other):
            return True
    return False


@compiled
def legal_corruption_token(state, tables, mask):
    """O144: a Tile whose token is moved, or none."""
    mask[act.PASS] = 1
    for tile in range(tables.num_tiles):
        if can_leave(state, tables, tile):
            mask[act.TILE_NAME + tile] = 1


@compiled
def play_corruption_token(state, tables, action):
    """O144: names the token; where it goes is asked next."""
    if action != act.PASS:
        top(state)[A] = action - act.TILE_NAME
        push(state, CORRUPTION_TILE, ONI_SEAT)


@compiled
def legal_corruption_tile(state, tables, mask):
    """O146, A1, B70: a Tile without token; after a token was named, one that this token can reach."""
    origin = int(top(state)[A])
    for tile in range(tables.num_tiles):
        if origin < 0:
            mask[act.TILE_NAME + tile] = can_take(state, tables, tile)
        else:
            mask[act.TILE_NAME + tile] = can_move(state, tables, origin, tile)


@compiled
def play_corruption_tile(state, tables, action):
    """O146: the token goes there (A5, ``space``: its Space is asked next)."""
    top(state)[B] = action - act.TILE_NAME
    if tables.corruption_on_space != 0:
        push(state, CORRUPTION_SPACE, ONI_SEAT)
    else:
        lay_token(state, tables, int(top(state)[A]), action - act.TILE_NAME, -1)


@compiled
def legal_corruption_space(state, tables, mask):
    """A5, ``space``: a free Space of the Tile."""
    tile = int(top(state)[B])
    for space in range(tables.num_spaces):
        if tables.space_tile[space] == tile and free(state, tables, space):
            mask[act.SPACE_NAME + space] = 1


@compiled
def play_corruption_space(state, tables, action):
    """A5, ``space``: the token lies there."""
    task = top(state)
    lay_token(state, tables, int(task[A]), int(task[B]), action - act.SPACE_NAME)


@compiled
def lay_token(state, tables, origin, tile, space):
    """O146, O153: a token comes from the track (red in round 4) or from another Tile.

    Args:
        state, tables: records.
        origin: Tile that it leaves, −1 for the track.
        tile: where it goes.
        space: where it lies with ``rules.A5`` = ``space``, else −1.
    """
    if origin < 0:
        state.tokens_left -= 1
        state.corrupted[tile] = 2 if round_in_play(state) == RED_ROUND else 1
    else:
        state.corrupted[tile] = state.corrupted[origin]
        state.corrupted[origin] = 0
        state.corruption_space[origin] = -1
    state.corruption_space[tile] = space
    refresh_sources(state, tables)
    emit(state, tables, E_CORRUPT, -1, -1)


@compiled
def red_placed(state, tables):
    """O153: the red token lies on the board."""
    for tile in range(tables.num_tiles):
        if state.corrupted[tile] == 2:
            return True
    return False


# ---- Enhancement tokens ---------------------------------------------------------------------------------------------
@compiled
def due_tree(state):
    """O145, O147, A3: the tree of the round: 0 the thralls' in odd rounds, 1 the creatures' in even ones; −1 none."""
    number = round_in_play(state)
    if number > LAST_ENHANCEMENT:
        return -1
    return 0 if number % 2 == 1 else CREATURE - THRALL


@compiled
def can_enhance(state, tables, tree, node):
    """O149, O151, A4: a position of the round's column, still empty, linked to the one taken in the column before."""
    column = (round_in_play(state) + 1) // 2
    if tables.node_column[tree, node] != column:
        return False
    linked = column == 1
    for other in range(NODES):
        if state.node[tree, other] != 0:
            if tables.node_column[tree, other] == column:
                return False
            if tables.node_column[tree, other] == column - 1 and tables.node_from[tree, node] >> other & 1:
                linked = True
    return linked


@compiled
def begin_enhancement(state, tables):
    """O145, O147, A12, B72: the round's Enhancement token must be placed, if there is a position for it."""
    tree = due_tree(state)
    if state.frozen != 0 or tree < 0:
        return
    for node in range(NODES):
        if can_enhance(state, tables, tree, node):
            push(state, ENHANCEMENT, ONI_SEAT)
            return


@compiled
def legal_enhancement(state, tables, mask):
    """O151, A4: the positions that can be taken."""
    tree = due_tree(state)
    for node in range(NODES):
        if can_enhance(state, tables, tree, node):
            mask[act.NODE_NAME + tree * NODES + node] = 1


@compiled
def play_enhancement(state, tables, action):
    """O148, O150: the token lies there for the rest of the game, and its benefit works at once."""
    number = action - act.NODE_NAME
    state.node[number // NODES, number % NODES] = 1
    refresh_sources(state, tables)
