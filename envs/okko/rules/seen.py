"""What a program sees of the position: which figures fit, what a condition or a count finds (EFFECTS.md, *Programs*).

Where self is nobody (Events, missions), all is seen from the Oni's side, and only ``anywhere`` holds.
"""

from __future__ import annotations

from ...core.kernel import compiled
from .. import ops
from ..state import COMPANION_FIGURE, COUNT, EVENT_HAND, EVENTS, FIGURE, FIGURES, HEROES, NO_BATTLE, THE_ONI
from .figures import matches_foe, side_of
from .spaces import adjacent, sees


@compiled
def is_hero(state, figure):
    """Whether it is a Hero who is in play."""
    return 0 <= figure < HEROES and state.alive[figure] != 0 and state.at[figure] >= 0


@compiled
def hero_of(state, figure):
    """Who draws cards for a figure: a Hero in play, or a companion's; −1 for all others."""
    hero = figure % COMPANION_FIGURE if figure < 2 * COMPANION_FIGURE else -1
    return hero if figure >= 0 and is_hero(state, hero) else -1


@compiled
def on_side(task, whose, figure):
    """Whether the figure is a friend of self (self included) or an opponent, as asked."""
    side = side_of(task[FIGURE]) if task[FIGURE] >= 0 else THE_ONI
    if whose == ops.FRIEND:
        return side_of(figure) == side
    return whose == ops.ANYBODY or side_of(figure) != side


@compiled
def within(state, tables, figure, where, space):
    """Whether a Space lies, seen from a figure on the board, on it, beside it, in its Area or Tile, or in its sight."""
    if where == ops.ANYWHERE:
        return True
    if figure < 0 or state.at[figure] < 0:
        return False
    here = int(state.at[figure])
    if where == ops.ON_SELF:
        return here == space
    if where == ops.ADJACENT:
        return adjacent(state, tables, here, space)
    if where == ops.IN_AREA:
        return tables.space_area[here] == tables.space_area[space]
    if where == ops.ON_TILE:
        return tables.space_tile[here] == tables.space_tile[space]
    return sees(state, tables, here, space, -1)


@compiled
def fits(state, tables, task, row, figure):
    """Whether TARGET or EACH takes in that figure: it is on the board, whose it is, where it stands, what it is."""
    space = int(state.at[figure])
    return (
        space >= 0
        and on_side(task, row[1], figure)
        and within(state, tables, int(task[FIGURE]), row[2], space)
        and matches_foe(state, tables, row[3], figure)
    )


@compiled
def adjacent_figures(state, tables, figure, of_foes):
    """How many opponents of a figure, or else friends, are adjacent to it; none of a figure off the board."""
    if figure < 0 or state.at[figure] < 0:
        return 0
    count = 0
    for other in range(FIGURES):
        space = int(state.at[other])
        if space >= 0 and adjacent(state, tables, int(state.at[figure]), space):
            count += (side_of(other) != side_of(figure)) == of_foes
    return count


@compiled
def living_heroes(state):
    """How many Heroes live."""
    count = 0
    for hero in range(HEROES):
        count += state.alive[hero] != 0
    return count


@compiled
def holds(state, tables, task, condition, n):
    """The condition of an ``if``."""
    figure = int(task[FIGURE])
    if condition == ops.IF_DONE:
        return task[COUNT] >= n
    if condition == ops.IF_ROUND:
        return state.turn + 1 >= n
    if condition == ops.IF_ALARM:
        return state.alarm != 0
    if condition == ops.IF_BATTLE:
        return state.battle != NO_BATTLE
    if condition == ops.IF_HEROES:
        return living_heroes(state) >= n
    if condition == ops.IF_ADJACENT_FOES:
        return adjacent_figures(state, tables, figure, True) >= n
    if figure < 0:
        return False
    if condition == ops.IF_WOUNDED:
        return state.damage[figure] > 0
    if condition == ops.IF_CLASS:
        return figure < HEROES and tables.hero_class[figure] == n
    if state.at[figure] < 0:
        return False
    if condition == ops.IF_CORRUPTED:
        return state.corrupted[tables.space_tile[state.at[figure]]] != 0
    return adjacent_figures(state, tables, figure, False) == 0  # IF_ALONE


@compiled
def counted(state, tables, task, what):
    """What ``count`` sets the register to."""
    figure = int(task[FIGURE])
    if what == ops.COUNT_ADJACENT_FOES:
        return adjacent_figures(state, tables, figure, True)
    if what == ops.COUNT_ADJACENT_FRIENDS:
        return adjacent_figures(state, tables, figure, False)
    if what == ops.COUNT_DAMAGE:
        return int(state.damage[figure]) if figure >= 0 else 0
    if what == ops.COUNT_HEROES:
        return living_heroes(state)
    count = 0
    if what == ops.COUNT_EVENTS:
        for event in range(EVENTS):
            count += state.event_place[event] == EVENT_HAND
        return count
    for tile in range(tables.num_tiles):
        count += state.corrupted[tile] != 0
    return count
