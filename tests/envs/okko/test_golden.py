"""Golden playthroughs: one game per scenario and number of Heroes, recorded move by move (tests/games/golden.py)."""

from __future__ import annotations

import pytest
from games.golden import check_playthrough

from shugyo.envs import okko_v0

SETTINGS = {
    **{f"investigation-{n}": {"num_heroes": n} for n in (1, 2, 3, 4)},
    "masks-2": {"scenario": "masks", "num_heroes": 2, "auto_forced": False},
    "masks-4": {"scenario": "masks", "num_heroes": 4, "content": {"rules": {"A31": "oni"}}},
    "initiation-1": {"scenario": "initiation", "num_heroes": 1},
    "vigil-2": {"scenario": "vigil", "num_heroes": 2},
}
STEPS = 300  # decisions of a playthrough; uncompiled, a whole game would take minutes


@pytest.mark.nojit
@pytest.mark.parametrize("name", SETTINGS)
def test_trap_e6_playthrough_is_as_recorded(name: str) -> None:
    """Move by move, up to the returns or the last recorded decision."""
    check_playthrough(okko_v0, name, SETTINGS[name], STEPS)
