"""Movement (chapter 6; B27, B32, B33): where a figure can go, and how it says so. The move itself: sneaking.py.

T_MOVE is one move of the figure FIGURE:

========== ===========================================================================================================
STAGE      `CHOOSING`, `GOING`, `TESTED`, `CAUGHT`, `ARRIVING`
OTHER      the Space on which it is to end, −1 before it is chosen
SOURCE     the seat that chooses: the figure's; a program writes its controller's after `begin_move`
COUNT      1 if the last Sneak Test was passed
LEFT_TO_DO how many Areas it may enter
A          1 if it is a move by an Action
B          Sneak Tests passed on the way
C          1 if opponents do not stop it
D          the Area of the last Sneak Test
E          1 if that has failed
========== ===========================================================================================================
"""

from __future__ import annotations

from ...core.kernel import compiled
from .. import actions as act
from ..state import LEFT_TO_DO, OTHER, SOURCE, SPEED, SWIFT, T_MOVE, A, B, C, E
from .figures import seat_of
from .spaces import allowed, has_room
from .stats import NOTHING, stat
from .tasks import push_task, top
from .ways import areas_in_reach, has

CHOOSING, GOING, TESTED, CAUGHT, ARRIVING = range(5)


@compiled
def is_swift(state, tables, figure):
    """EFFECTS.md: 1 if opponents do not stop its moves, 0 otherwise."""
    return 1 if stat(state, tables, figure, SWIFT, NOTHING, -1) > 0 else 0


@compiled
def can_move(state, tables, figure):
    """B33, A18: whether a move of its SPEED could end anywhere but where the figure stands."""
    if state.at[figure] < 0:
        return False
    if has_room(state, tables, figure, int(tables.space_area[state.at[figure]])):
        return True  # O61
    speed = stat(state, tables, figure, SPEED, NOTHING, -1)
    if speed == 0:
        return False  # A19
    areas = areas_in_reach(state, tables, figure, speed, is_swift(state, tables, figure))
    for area in range(tables.num_areas):
        if has(areas, area) and has_room(state, tables, figure, area):
            return True
    return False


@compiled
def mark_reach(state, tables, figure, areas, swift):
    """O60, O61, O65, O66: marks in ``state.reach`` the Spaces on which a move may end.

    Args:
        state, tables: records.
        figure: who moves; it is on the board.
        areas: how many Areas it may enter.
        swift: 1 if opponents do not stop it.

    Returns:
        How many Spaces there are.
    """
    state.reach[:] = 0
    reached = areas_in_reach(state, tables, figure, areas, swift)
    count = 0
    for area in range(tables.num_areas):
        if has(reached, area):
            count += mark_area(state, tables, figure, area)
    return count


@compiled
def mark_area(state, tables, figure, area):
    """Marks in ``state.reach`` the free and allowed Spaces of an Area. Returns how many there are."""
    count = 0
    first = int(tables.area_first[area])
    for i in range(first, first + int(tables.area_size[area])):
        space = int(tables.area_spaces[i])
        if allowed(state, tables, figure, space):
            state.reach[space] = 1
            count += 1
    return count


@compiled
def begin_move(state, tables, figure, areas, by_action):
    """O60, B32: the figure moves, by the rules of this chapter; nothing happens if it can go nowhere.

    Args:
        state, tables: records.
        figure: who moves.
        areas: how many Areas it may enter at most, −1 for its SPEED.
        by_action: 1 if an Action is spent for it, or for the talent or card that grants it (B29).
    """
    if areas < 0:
        areas = stat(state, tables, figure, SPEED, NOTHING, -1)
    push_task(state, T_MOVE, figure)
    task = top(state)
    task[SOURCE] = seat_of(figure)
    task[LEFT_TO_DO] = areas
    task[A] = by_action
    task[B] = 0
    task[C] = is_swift(state, tables, figure)
    task[E] = 0


@compiled
def mask_reach(state, tables, mask):
    """The Spaces that are marked in ``state.reach`` may be chosen."""
    for space in range(tables.num_spaces):
        mask[act.SPACE_NAME + space] = state.reach[space]


@compiled
def chosen(state, action):
    """The Space that was chosen among those marked; the marks go."""
    state.reach[:] = 0
    return action - act.SPACE_NAME


@compiled
def legal_move_space(state, tables, mask):
    """MOVE_SPACE, B27: a move is chosen by its last Space."""
    mask_reach(state, tables, mask)


@compiled
def play_move_space(state, tables, action):
    """MOVE_SPACE: that is where the move is to end."""
    top(state)[OTHER] = chosen(state, action)
