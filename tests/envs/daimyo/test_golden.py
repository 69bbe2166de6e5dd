"""Golden playthroughs: one game per variant and number of players, recorded move by move (tests/games/golden.py)."""

from __future__ import annotations

import pytest
from games.golden import check_playthrough

from shugyo.envs import daimyo_v0

SETTINGS = {
    **{f"players-{n}": {"num_players": n} for n in (2, 3, 4, 5)},
    "beginner-3": {"num_players": 3, "heroes": "beginner"},
    "nemesis-2": {"num_players": 2, "nemesis": True},
    "expansions-3": {"num_players": 3, "nemesis": True, "expansions": [1, 2], "auto_forced": False},
    "boss-rush": {"boss_rush": True},
}
STEPS = 400  # decisions of a playthrough; uncompiled, a whole game would take minutes


@pytest.mark.nojit
@pytest.mark.parametrize("name", SETTINGS)
def test_trap_e6_playthrough_is_as_recorded(name: str) -> None:
    """Move by move, up to the returns or the last recorded decision."""
    check_playthrough(daimyo_v0, name, SETTINGS[name], STEPS)
