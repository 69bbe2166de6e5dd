"""Invariants of covenant that hold at every step of long random play, and what must not leak to any seat."""

from __future__ import annotations

import numpy as np
import pytest
from games.batches import Play, check_views

from shugyo.envs.core import batch
from shugyo.envs.covenant import state as st
from shugyo.envs.covenant.actions import CARD
from shugyo.envs.covenant.game import GAME

RICH = {"votes": {"start": 20}, "covenant": {"start": [5, 5, 5, 5]}, "mage": {"trait_values": [4, 3, 3, 2]}}
SETTINGS = [
    *({"num_players": n} for n in (2, 3, 4, 5)),
    *({"num_players": n, "content": RICH} for n in (2, 3, 5)),
    {"mode": "conflict"},
    {"mode": "mini"},
    {"mode": "mini", "content": {"rules": {"tricks_to_win": 2}}},
]
IDS = [f"{s.get('mode', 'year')}-{s.get('num_players', 2)}{'-changed' if 'content' in s else ''}" for s in SETTINGS]
every_setting = pytest.mark.parametrize("setting", SETTINGS, ids=IDS)


def begin(setting: dict, n: int, seed: int = 0) -> Play:
    """N games in which every decision is asked."""
    return Play(GAME, setting, n, seed, auto_forced=False)


def check_cards(play: Play, s: np.ndarray) -> None:
    """Every card is in one place, and all counts of cards tell the truth."""
    zone, suit = s["zone"], s["suit"]
    in_deck = play.t.in_deck != 0
    assert ((zone == st.OUT) == ~in_deck).all()
    assert (zone != st.UNKNOWN).all()
    assert (s["deck_size"] == (zone == st.DECK).sum(1)).all()
    assert (s["discard_size"] == ((zone == st.DISCARD) | (zone == st.BURIED)).sum(1)).all()
    printed = np.arange(52) // 13
    resting = np.isin(zone, (st.DECK, st.DISCARD, st.BURIED, st.OUT))
    assert (suit == printed)[resting].all()  # C12
    assert (s["known"][zone == st.DECK] == 0).all()
    for side in (0, 1):
        hand = zone == st.HAND + side
        assert (s["hand_size"][:, side] == hand.sum(1)).all()
        for k in range(4):
            assert (s["held"][:, side, k] == (hand & (suit == k)).sum(1)).all()
        assert (s["aiding"][:, side] == (zone == st.AIDING + side).sum(1)).all()
        lying = zone == st.TRICK + side
        assert (lying.sum(1) == s["committed"][:, side]).all()
        has = s["committed"][:, side] != 0
        assert (s["trick_card"][has, side] == lying[has].argmax(1)).all()
        assert (s["trick_card"][~has, side] == -1).all()
    dealt = s["deck_next"] > 0
    for i in np.flatnonzero(dealt)[:50]:
        order = s["deck"][i][s["deck_next"][i] : s["deck_next"][i] + s["deck_size"][i]]
        assert set(order.tolist()) == set(np.flatnonzero(zone[i] == st.DECK).tolist())


def check_sheets(play: Play, s: np.ndarray) -> None:
    """Tracks within their limits, votes in balance."""
    n = play.seats
    limit = play.t.track_limit
    for v, h, used, top in (
        (s["value"], s["harm"], s["spent"], limit[:16]),
        (s["covenant_value"], s["covenant_harm"], s["covenant_spent"], play.t.covenant_limit),
    ):
        assert (h >= 0).all() and (used >= 0).all() and (v - h - used >= 0).all() and (v <= top).all()
    assert (s["harm"][:, :, st.ASSET :] == 0).all()  # C26
    assert (s["magic"] >= 0).all() and (s["magic"] <= limit[16]).all()
    votes = s["votes"]
    assert (votes >= 0).all() and (votes <= 30).all()  # C35
    start = n * int(play.t.votes_start)
    assert (votes.sum(1) == start + s["votes_minted"] - s["votes_paid"] - s["votes_lost"]).all()
    for field in ("votes", "renown", "blame", "magic", "value", "harm", "spent"):
        assert (s[field][:, n:] == 0).all()


def check_knowledge(play: Play, s: np.ndarray) -> None:
    """Public counts are true lower bounds for every seat; owners know their cards."""
    zone, suit, known = s["zone"], s["suit"], s["known"]
    everyone = (1 << play.seats) - 1
    assert (known <= everyone).all()
    face_up = (zone == st.DISCARD) | ((zone >= st.AIDING) & (zone < st.OUT))
    face_up |= ((zone == st.TRICK) | (zone == st.TRICK + 1)) & (s["revealed"] != 0)[:, None]
    assert (known[face_up] == everyone).all()
    fighting = s["fighter"][:, 1] >= 0
    for side in (0, 1):
        owned = (zone == st.HAND + side) | ((zone == st.TRICK + side) & (s["revealed"] == 0)[:, None])
        for seat in range(play.seats):
            bit = (known >> seat) & 1
            is_owner = fighting & (s["fighter"][:, side] == seat)
            assert (bit[owned & is_owner[:, None]] == 1).all()
            unseen = owned & (bit == 0) & ~is_owner[:, None]
            for k in range(4):
                enough = (unseen & (suit == k)).sum(1) >= s["unseen_suits"][:, side, k]
                assert enough[fighting & ~is_owner].all()


@every_setting
def test_invariants_hold_at_every_step_of_random_games(setting: dict) -> None:
    """Cards, sheets, votes, knowledge, masks; and every game ends."""
    play = begin(setting, 200)
    steps = 0
    while True:
        running = play.states[play.where]
        for check in (check_cards, check_sheets, check_knowledge):
            check(play, running)
        assert (play.mask[play.where].sum(1) > 0).all()
        assert (play.mask[~play.where] == 0).all()
        steps += 1
        assert steps < 20_000
        if not play.random_step():
            break
    assert (play.states["truncated"] == 0).all()
    returns = np.sort(play.sums[1], axis=1)
    assert np.allclose(returns.sum(1), 0, atol=1e-5)
    assert (returns >= -1).all() and (returns <= 1).all()
    if play.seats == 2:
        assert np.isin(returns[:, 1], (0, 1)).all()  # 0: shared (C118)


@every_setting
def test_trap_g1_a_determinized_state_looks_the_same_to_the_seat(setting: dict) -> None:
    """Observation, mask and render of the seat stay; the sample is a sound state; only what redact keeps was read."""
    play = begin(setting, 24, seed=3)
    rng = np.random.default_rng(0)
    differing = 0
    while play.where.any():
        for _ in range(int(rng.integers(1, 17 if play.t.mode == st.MODE_YEAR else 3))):
            play.random_step()
        s = play.states[play.where].copy()
        if len(s) == 0:
            break
        for seat in range(play.seats):
            d = check_views(play, s, seat, int(rng.integers(len(s))))
            check_cards(play, d)
            check_sheets(play, d)
            check_knowledge(play, d)
            differing += (d["zone"] != s["zone"]).any(1).sum()
    assert differing > 0


@every_setting
def test_a_determinized_game_can_be_played_to_its_end(setting: dict) -> None:
    """Sampled worlds are games like any other."""
    play = begin(setting, 60, seed=4)
    for _ in range(40):
        play.random_step()
    for seat in range(play.seats):
        other = begin(setting, 60, seed=4)
        other.states[:] = play.determinized(play.states, seat)
        other.where = other.states["over"] == 0
        batch.legal_masks(other.states, other.tables, other.mask)
        while other.random_step():
            check_cards(other, other.states[other.where])
            check_knowledge(other, other.states[other.where])


def relabel(states: np.ndarray, a: int, b: int) -> np.ndarray:
    """Copies in which cards a and b (of one printed suit) have changed places."""
    out = states.copy()
    for field in ("zone", "suit", "known"):
        out[field][:, [a, b]] = states[field][:, [b, a]]
    for field in ("deck", "trick_card", "pending_card"):
        original = states[field]
        out[field] = np.where(original == a, b, np.where(original == b, a, original))
    return out


@pytest.mark.parametrize(
    "setting", [SETTINGS[0], SETTINGS[1], SETTINGS[5], SETTINGS[7]], ids=["2", "3", "3-changed", "conflict"]
)
def test_trap_g1_what_happens_to_hidden_cards_does_not_show(setting: dict) -> None:
    """Two hidden cards change places and all play on alike: as long as both stay hidden from a seat, it sees the same.

    This follows knowledge through time: public counts and known cards may depend only on what the seat could see.
    """
    compared = 0
    for trial in range(40):
        rng = np.random.default_rng(trial)
        play = begin(setting, 24, seed=100 + trial)
        for _ in range(int(rng.integers(20, 120))):
            play.random_step()
        twin = begin(setting, 24, seed=100 + trial)
        suit = int(rng.integers(4))
        a, b = (13 * suit + rng.choice(13, 2, replace=False)).tolist()
        twin.states[:] = relabel(play.states, a, b)
        seat = int(rng.integers(play.seats))
        for _ in range(25):
            hidden = ((play.states["known"][:, [a, b]] >> seat) & 1 == 0).all(1)
            same = np.array(
                [x.tobytes() == y.tobytes() for x, y in zip(relabel(play.states, a, b), twin.states, strict=True)]
            )
            alive = hidden & same & (play.states["over"] == 0)
            seen = play.observation(play.states[alive], seat)
            assert (seen == play.observation(twin.states[alive], seat)).all()
            compared += int(alive.sum())
            batch.legal_masks(twin.states, twin.tables, twin.mask)
            if not play.random_step():
                break
            swap = {CARD + a: CARD + b, CARD + b: CARD + a}
            twin.actions[:] = [swap.get(int(x), int(x)) for x in play.actions]
            legal = twin.mask[np.arange(24), twin.actions] != 0
            twin.where = (twin.states["over"] == 0) & legal & same
            twin.advance()
    assert compared > 1_000
