"""Invariants of Daimyo's Fall that hold at every step of long random play, and what must not leak to any seat."""

from __future__ import annotations

import numpy as np
import pytest
from games.batches import Play, check_views

from shugyo.envs.core import batch
from shugyo.envs.daimyo import state as st
from shugyo.envs.daimyo.game import GAME

SETTINGS = {
    **{f"{n}": {"num_players": n} for n in (2, 3, 4, 5)},
    "3-beginner": {"num_players": 3, "heroes": "beginner"},
    "4-nemesis": {"num_players": 4, "nemesis": True},
    "2-nemesis-expansions": {"num_players": 2, "nemesis": True, "expansions": (1, 2)},
    "5-everything": {"num_players": 5, "heroes": "beginner", "nemesis": True, "expansions": (1, 2)},
    "boss-rush": {"boss_rush": True},
    "boss-rush-expansions": {"boss_rush": True, "expansions": (1, 2)},
    "3-options": {"num_players": 3, "content": {"rules": {"R2": "first", "R6": "deck", "R16": "either"}}},
}
every_setting = pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS)


def begin(setting: dict, n: int, seed: int = 0) -> Play:
    """N games in which every decision is asked."""
    return Play(GAME, setting, n, seed, auto_forced=False)


def owned(s: np.ndarray) -> np.ndarray:
    """(N, seats, types) all cards of each seat."""
    return s["hand"] + s["deck"] + s["discard"] + s["field"].sum(2) + s["equipped"].sum(2)


def check_cards(play: Play, s: np.ndarray) -> None:
    """Cards are conserved by type over every zone, and all sizes tell the truth."""
    if len(s) == 0:
        return
    t, cards = play.t, np.arange(st.CARDS)
    for name in ("supply", "removed", "wound_cards", "hand", "deck", "discard", "field", "equipped", "shown"):
        assert (s[name] >= 0).all(), name
    lying = (s["pool"].reshape(len(s), -1, 1) == cards).sum(1) + (s["pile"].reshape(len(s), -1, 1) == cards).sum(1)
    total = s["supply"] + lying + s["removed"] + s["wound_cards"] + owned(s).sum(1)
    assert (total == t.card_copies + play.seats * t.card_starters).all()
    for deck in range(st.DECKS):
        assert (s["supply_size"][:, deck] == s["supply"][:, t.card_deck == deck].sum(1)).all()
    assert (s["pile_size"] == (s["pile"] >= 0).sum(2)).all()
    for zone in ("hand", "deck", "discard"):
        assert (s[f"{zone}_size"] == s[zone].sum(2)).all()
    assert (s["equipped_size"] == s["equipped"].sum((2, 3))).all()
    assert (s["shown"] <= s["hand"]).all()
    assert (owned(s)[:, play.seats :] == 0).all()


def check_characters(play: Play, s: np.ndarray) -> None:
    """Everybody is in one place; tokens and equipment only with ready heroes."""
    t, rows = play.t, np.arange(len(s))
    place, status, heroes = s["place"], s["status"], s["heroes"]
    assert (s["hero_deck_size"] == (place == st.HERO_DECK).sum(1)).all()
    assert (s["area_size"] == (place == st.AREA).sum(1)).all()
    pending = s["tasks"][rows, s["task_count"] - 1, st.KIND] == st.T_EXCHANGE  # a fourth hero has no slot yet
    for seat in range(play.seats):
        in_slots = np.sort(heroes[:, seat], axis=1)
        assert ((place == seat).sum(1) - pending * (s["seat"] == seat) <= (in_slots >= 0).sum(1)).all()
        for slot in range(st.HERO_SLOTS):
            c = heroes[:, seat, slot].astype(int)
            assert (place[rows, c][c >= 0] == seat).all()
            bare = s["equipped"][:, seat, slot].sum(1) == 0
            assert (bare | ((c >= 0) & (status[rows, c] == st.READY))).all()
        active = s["active"][:, seat]
        assert (place[rows, active][active >= 0] == seat).all()
        assert (status[rows, active][active >= 0] == st.READY).all()
    nemesis = s["nemesis"]
    kinds = t.character_kind[nemesis]
    assert ((nemesis < 0) | ((kinds == st.NEMESIS) & (place[rows, nemesis] == st.AREA))).all()
    assert (status[(place >= st.HERO_DECK) & (t.character_kind != st.NEMESIS)] == st.READY).all()


def check_numbers(play: Play, s: np.ndarray) -> None:
    """Resources, petals, tasks within their ranges."""
    for name in ("mon", "deployments", "trade_points", "discount", "petals", "hit_points", "deployed", "used"):
        assert (s[name] >= 0).all(), name
    assert (s["petals"] <= play.t.petals_start).all()
    assert (s["last_petal"] >= (s["petals"] == 0)).all()
    assert (s["task_count"] >= 1).all() and (s["task_count"] <= 10).all()
    assert (s["queue_size"] <= 16).all()
    assert (s["depth"] == 1).all()
    assert (s["turn_decisions"] <= play.t.turn_guard + 60).all()


def check_all(play: Play, s: np.ndarray) -> None:
    for check in (check_cards, check_characters, check_numbers):
        check(play, s)


def test_a_used_record_begins_as_a_fresh_one() -> None:
    """Set-up leaves nothing of the game before."""
    setting = {"num_players": 4, "nemesis": True, "expansions": (1, 2)}
    play, fresh = begin(setting, 20, seed=9), begin(setting, 20, seed=9)
    for _ in range(700):
        play.random_step()
    play.actions[:] = batch.RESET
    play.where[:] = True
    play.advance()
    assert play.states.tobytes() == fresh.states.tobytes()


@every_setting
def test_invariants_hold_at_every_step_of_random_games(setting: dict) -> None:
    """Cards, characters, numbers, masks; and every game ends."""
    play = begin(setting, 40)
    while True:
        check_all(play, play.states[play.where])
        assert (play.mask[play.where].sum(1) > 0).all()
        assert (play.mask[~play.where] == 0).all()
        if not play.random_step():
            break
    returns, score = np.zeros((2, play.n, play.seats), np.float32)
    batch.outcomes(play.states, play.tables, returns, score)
    assert (returns >= -1).all() and (returns <= 1).all() and returns.any()
    if play.seats > 1:
        assert np.allclose(returns.sum(1), 0, atol=1e-5)


@every_setting
def test_trap_g1_a_determinized_state_looks_the_same_to_the_seat(setting: dict) -> None:
    """Observation, mask and render of the seat stay; the sample is a sound state; only what redact keeps was read."""
    play = begin(setting, 10, seed=3)
    rng = np.random.default_rng(0)
    differing = 0
    while play.where.any():
        for _ in range(int(rng.integers(1, 90))):
            play.random_step()
        s = play.states[play.where].copy()
        if len(s) == 0:
            break
        for seat in range(play.seats):
            d = check_views(play, s, seat, int(rng.integers(len(s))))
            check_all(play, d)
            differing += (d["hand"] != s["hand"]).any((1, 2)).sum()
    assert differing > 0 or play.seats == 1


@every_setting
def test_a_determinized_game_can_be_played_to_its_end(setting: dict) -> None:
    """Sampled worlds are games like any other."""
    play = begin(setting, 8, seed=4)
    for _ in range(300):
        play.random_step()
    for seat in range(play.seats):
        other = begin(setting, 8, seed=4)
        other.states[:] = play.determinized(play.states, seat)
        other.mask[:] = other.masks(other.states)
        other.where = other.states["over"] == 0
        while other.random_step():
            check_cards(other, other.states[other.where])
