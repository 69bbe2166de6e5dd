"""Personal Missions: counting what they ask for (O224, B93)."""

from __future__ import annotations

from ...core.kernel import compiled
from .sources import refresh_sources

MOST = 99
"""The most that is counted."""


@compiled
def count_goal(state, tables, hero, n):
    """O224, B93: what the Hero's Personal Mission asks for has happened n times more; fulfilled once for good."""
    if state.alive[hero] == 0 or state.goal_done[hero] != 0:
        return
    state.goal_count[hero] = min(MOST, int(state.goal_count[hero]) + n)
    if state.goal_count[hero] >= tables.goal_needs[hero, state.goal[hero]]:
        state.goal_done[hero] = 1
        refresh_sources(state, tables)
