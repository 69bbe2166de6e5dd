"""The alarm (chapter 15; A28, B73)."""

from __future__ import annotations

from ...core.kernel import compiled
from ..state import ALARM, E_ALARM, RED, THE_HEROES, THRALL
from .events import emit
from .figures import side_of, type_of
from .memoirs import add_memoir
from .spaces import tile_of


@compiled
def raise_alarm(state, tables, figure):
    """O157, O158, B73: the alarm is raised, once in a game; its Recollection is added.

    Args:
        state, tables: records.
        figure: who raises it, −1 nobody.
    """
    if state.alarm == 0:
        state.alarm = 1
        add_memoir(state, tables, ALARM, RED)
        emit(state, tables, E_ALARM, figure, -1)


@compiled
def alarming(state, tables, attacker, target):
    """O152, O156, A28: a Hero or companion declares an Attack on a Mortal Thrall whose own Tile is not corrupted."""
    if side_of(attacker) != THE_HEROES or side_of(target) == THE_HEROES or type_of(tables, target) != THRALL:
        return False
    return state.corrupted[tile_of(state, tables, target)] == 0
