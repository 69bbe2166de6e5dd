"""Golden playthroughs: one game per mode and number of players, recorded move by move (tests/games/golden.py)."""

from __future__ import annotations

import pytest
from games.golden import check_playthrough

from shugyo.envs import covenant_v0

SETTINGS = {
    **{f"year-{n}": {"num_players": n} for n in (2, 3, 4, 5)},
    "conflict-2": {"mode": "conflict"},
    "mini-2": {"mode": "mini", "auto_forced": False},
}


@pytest.mark.nojit
@pytest.mark.parametrize("name", SETTINGS)
def test_trap_e6_playthrough_is_as_recorded(name: str) -> None:
    """Move by move, up to the returns."""
    check_playthrough(covenant_v0, name, SETTINGS[name])
