"""Invariants of Okko Chronicles that hold at every step of random play, and what random play brings about."""

from __future__ import annotations

import numpy as np
import pytest
from games.batches import Play
from rules.okko.census import fierce
from rules.okko.invariants import Watch

from shugyo.envs.core import batch
from shugyo.envs.okko import state as st
from shugyo.envs.okko.game import GAME
from shugyo.envs.okko.rules.memoirs import DRAW

SETTINGS = {
    **{f"initiation-{n}": {"scenario": "initiation", "num_heroes": n} for n in (1, 2)},
    **{f"vigil-{n}": {"scenario": "vigil", "num_heroes": n} for n in (1, 2)},
    **{f"investigation-{n}": {"scenario": "investigation", "num_heroes": n} for n in (1, 2, 3, 4)},
    **{f"masks-{n}": {"scenario": "masks", "num_heroes": n} for n in (1, 2, 3, 4)},
    "options": {
        "num_heroes": 2,
        "content": {
            "rules": {"A1": "any", "A5": "space", "A8": "all", "A9": "final_battle", "A31": "oni", "A35": "end"}
        },
    },
}
every_setting = pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS)


def begin(setting: dict, n: int, seed: int = 0) -> Play:
    """N games in which every decision is asked."""
    return Play(GAME, setting, n, seed, auto_forced=False)


@every_setting
def test_invariants_hold_at_every_step_of_random_games(setting: dict) -> None:
    """Board, figures, cards, secrets, seats, masks, points; and every game ends by its last round."""
    play = begin(setting, 20)
    watch = Watch(play)
    while True:
        running = play.where.copy()
        assert (play.mask[running].sum(1) > 0).all()
        assert (play.mask[~running] == 0).all()
        watch.see(play.states[running])
        before = play.states["decisions"].copy()
        if not play.random_step():
            break
        assert (play.states["decisions"] - before == running).all()
    watch.check()
    check_ends(play)


def check_ends(play: Play) -> None:
    """A9, A10, B92, B95, B102: how the games have ended agrees with what they return."""
    s, t = play.states, play.t
    returns, score = np.zeros((2, play.n, play.seats), np.float32)
    batch.outcomes(s, play.tables, returns, score)
    winner = s["winner"]
    assert ((winner >= 1) & (winner <= DRAW)).all()
    assert (s["truncated"] == (s["turn"] == t.max_turns)).all()
    assert (returns[:, 0] == np.select([winner == 1 + st.THE_ONI, winner == 1 + st.THE_HEROES], [1, -1], 0)).all()
    assert (returns[:, 1:] == -returns[:, :1]).all()
    if t.investigation:
        oni, heroes = score[:, 0], score[:, 1]
        assert (winner[heroes > oni] == 1 + st.THE_HEROES).all()
        assert (winner[heroes < oni] == 1 + st.THE_ONI).all()
        assert (s["battle"] != st.NO_BATTLE).all()  # A8: in round 8 at the latest


# ---- games in which more happens ------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["initiation-2", "vigil-2", "investigation-4", "masks-4", "options"])
def test_invariants_hold_in_fierce_games(name: str) -> None:
    """Where Heroes, Followers and the Oni fall, and the Oni escapes."""
    play, rng = begin(SETTINGS[name], 12, seed=2), np.random.default_rng(6)
    watch = Watch(play)
    while play.where.any():
        watch.see(play.states[play.where])
        play.actions[:] = fierce(play, rng, patient=False)
        play.advance()
    watch.check()
    check_ends(play)


def test_a_used_record_begins_as_a_fresh_one() -> None:
    """Set-up leaves nothing of the game before."""
    setting = {"scenario": "masks", "num_heroes": 4}
    play, fresh = begin(setting, 20, seed=9), begin(setting, 20, seed=9)
    for _ in range(500):
        play.random_step()
    play.actions[:] = batch.RESET
    play.where[:] = True
    play.advance()
    assert play.states.tobytes() == fresh.states.tobytes()
