"""Each system of Okko Chronicles is met in play: a silent branch is a broken one (rules/okko/census.py counts)."""

from __future__ import annotations

import pytest
from rules.okko.census import Census

NEAR = {"heroes": ["watch.b2", "watch.b3", "watch.a3", "watch.a4"]}
OPTIONS = {"rules": {"A1": "any", "A5": "space", "A8": "all", "A9": "final_battle", "A31": "oni", "A35": "end"}}
SETTINGS = {
    "initiation-2": {"scenario": "initiation", "num_heroes": 2},
    "vigil-2": {"scenario": "vigil", "num_heroes": 2},
    "investigation-4": {"scenario": "investigation", "num_heroes": 4},
    "investigation-2": {"scenario": "investigation", "num_heroes": 2},
    "masks-4": {"scenario": "masks", "num_heroes": 4},
    "options": {"num_heroes": 2, "content": OPTIONS},
    # beside a prohibited Tile with thralls, and with an Objective token, which no shipped scenario has
    "at the archive": {
        "num_heroes": 3,
        "content": {"scenarios": {"investigation": {"objects": ["watch.a1"], "map": {"things": NEAR}}}},
    },
}
PATIENT = {"investigation-2", "masks-4"}
RARE = {
    "random": {
        "the Oni appears in round 8", "a scheme is complete", "the Oni is eliminated", "the Oni escapes",
        "the way to escape opens", "a Hero is eliminated", "an Objective of the Heroes", "a Test is passed",
        "LOST_TALENT", "a condition: amputee", "a talent is lost", "an Action: escape",
    },
    "fierce": {"LOST_TALENT", "a condition: amputee", "a talent is lost", "the Oni is eliminated"},
    "heuristic": {
        "a third wrong Accusation", "the last round passes", "a scheme is complete", "LOST_TALENT", "TALENT",
        "an object is carried", "an Action: take an object", "an Action: give an item", "an Action: give a Follower",
        "RECEIVER", "an Action: discard an item", "an Action: reorganise", "the Oni appears in round 8",
    },
}  # fmt: skip
"""What a player meets so seldom that some dozens of games may do without it."""


@pytest.mark.slow
@pytest.mark.parametrize("player", RARE)
def test_census_of_what_happens_in_games(player: str) -> None:
    census = Census()
    for name, setting in SETTINGS.items():
        census.play(setting, player, 40, patient=name in PATIENT)
    assert census.never() <= RARE[player]
