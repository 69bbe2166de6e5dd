"""Invariants of Okko Chronicles that hold at every step of random play, and what random play brings about."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from games.batches import Play
from rules.okko.invariants import check_all

from shugyo.envs.core import batch
from shugyo.envs.okko import actions as act
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
    while True:
        running = play.where.copy()
        assert (play.mask[running].sum(1) > 0).all()
        assert (play.mask[~running] == 0).all()
        check_all(play, play.states[running])
        before = play.states["decisions"].copy()
        if not play.random_step():
            break
        assert (play.states["decisions"] - before == running).all()
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
LIKED = {
    act.MELEE: 8, act.RANGED_ATTACK: 8, act.INVESTIGATE: 5, act.OPEN_CHEST: 5, act.TRY_TEST: 5, act.USE_TALENT: 3,
    act.ESCAPE: 50, act.PASS: 0.1, act.GIVE_ITEM: 0.1, act.REORGANISE_ITEMS: 0.02, act.DISCARD_ITEM: 0.02,
}  # fmt: skip
"""How much likelier than others an action is in fierce play."""


def fierce_step(play: Play, rng: np.random.Generator, patient: bool) -> None:
    """Random actions, but rather Attacks and Tests than others; patient Heroes rather do not accuse."""
    likes = np.zeros(play.mask.shape)
    for action, weight in LIKED.items():
        likes[:, action] = np.log(weight)
    if patient:
        likes[play.states["decision"] == st.ACCUSE, act.PASS] = 6
    likes += rng.gumbel(size=likes.shape)
    likes[play.mask == 0] = -np.inf
    play.actions[:] = likes.argmax(1)
    play.advance()


@pytest.mark.parametrize("name", ["initiation-2", "vigil-2", "investigation-4", "masks-4", "options"])
def test_invariants_hold_in_fierce_games(name: str) -> None:
    """Where Heroes, Followers and the Oni fall, and the Oni escapes."""
    play, rng = begin(SETTINGS[name], 12, seed=2), np.random.default_rng(6)
    while play.where.any():
        check_all(play, play.states[play.where])
        fierce_step(play, rng, patient=False)
    check_ends(play)


RARE = {st.SNEAK_SPACE, st.SURROUND_FIGURE, st.SURROUND_SPACE, st.SURROUND_ATTACK}
"""Decisions that follow a failed Sneak Test: prohibited Tiles lie far from where the Heroes begin."""


def test_census_of_what_happens_in_fierce_games() -> None:
    """Each system of the game is met: a silent branch is a broken one."""
    count: Counter[str] = Counter()
    for name, patient in (
        ("initiation-2", False), ("vigil-2", False), ("investigation-4", False), ("investigation-2", True),
        ("masks-4", True), ("options", False),
    ):  # fmt: skip
        play, rng = Play(GAME, SETTINGS[name], 40, seed=8), np.random.default_rng(9)
        while play.where.any():
            old, running = play.states.copy(), play.where.copy()
            fierce_step(play, rng, patient)
            take_census(old[running], play.states[running], count)
    never = [name for name in BEGINNINGS if count[name] < 5]
    assert not never, (never, count)
    unasked = [name for i, name in enumerate(st.DECISIONS) if i not in RARE and count[name] == 0]
    assert not unasked


BEGINNINGS = {
    "the alarm is raised": lambda s: s["alarm"] != 0,
    "a wrong Accusation": lambda s: s["wrong"],
    "the nature is found out": lambda s: s["nature_known"],
    "the Oni is unmasked": lambda s: s["battle"] == st.BY_UNMASKING,
    "a third wrong Accusation": lambda s: s["battle"] == st.BY_WRONG,
    "the Oni appears in round 8": lambda s: s["battle"] == st.BY_ROUND,
    "a scheme is complete": lambda s: s["battle"] == st.BY_SCHEME,
    "the Oni escapes": lambda s: (s["memoir"][:, st.ESCAPED] != 0) & (s["truncated"] == 0),
    "a Hero is eliminated": lambda s: s["memoir"][:, st.HERO_MEMOIR :] == st.RED,
    "a Wound is drawn": lambda s: s["wound_owner"] >= 0,
    "an Action card is discarded": lambda s: s["card_place"] == st.DISCARDED,
    "an Objective of the Heroes": lambda s: s["completed"] == st.BLUE,
    "an Objective of the Oni": lambda s: s["completed"] == st.RED,
    "a Personal Mission": lambda s: s["goal_done"],
    "a Test is passed": lambda s: s["passed"],
    "a Penalty token": lambda s: s["penalties"] > 0,
    "a Clue card is held": lambda s: s["clue_place"] == st.CLUE_HELD,
    "a Courtier joins": lambda s: s["clue_place"] == st.CLUE_JOINED,
    "a Courtier's card is played": lambda s: s["clue_place"] == st.CLUE_PLAYED,
    "a Complication": lambda s: s["clue_place"] == st.CLUE_OUT,
    "a token is turned over": lambda s: s["token_flipped"],
    "a companion is lost": lambda s: s["companion"] < 0,
    "an agent is eliminated": lambda s: s["at"][:, st.AGENT_FIGURE :] < 0,
    "a Kami is turned face down": lambda s: s["face_down"],
    "a UNIQUE ACTION": lambda s: s["used"],
    "a condition": lambda s: (s["condition"] > 0).any(1),
    "a talent is lost": lambda s: s["lost"] > 0,
    "an Equipment card is got": lambda s: s["item_owner"] >= 0,
    "an Enhancement": lambda s: s["node"] > 0,
    "the red Corruption token": lambda s: s["corrupted"] == 2,
}
"""What is noted whenever it begins to be so of a record."""


def take_census(old: np.ndarray, new: np.ndarray, count: Counter[str]) -> None:
    """Counts what has begun between two records of each game, and what was asked."""
    for name, holds in BEGINNINGS.items():
        before, after = np.int64(holds(old)), np.int64(holds(new))
        count[name] += int(np.maximum(after - before, 0).sum())
    for decision, times in zip(*np.unique(old["decision"], return_counts=True), strict=True):
        count[st.DECISIONS[decision]] += int(times)


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
