"""Redacted records and sampled worlds of Daimyo's Fall: what must be in them, and how likely it is."""

from __future__ import annotations

from collections import Counter
from math import comb, sqrt

import numpy as np
import pytest
from rules.daimyo.box import card, op, seated, skill, small
from rules.daimyo.position import Table

from shugyo.envs.core import batch
from shugyo.envs.daimyo import state as st
from shugyo.envs.daimyo.actions import NUM_ACTIONS

MANY = 600


def redacted(table: Table, seat: int) -> np.ndarray:
    """(1,) the record as far as the seat knows it."""
    states = table.states.copy()
    batch.redact_seats(states, table.tables, np.array([seat], np.int32))
    return states


def worlds(table: Table, seat: int, times: int = MANY, of: np.ndarray | None = None) -> np.ndarray:
    """(times,) records that agree with what the seat knows."""
    states = np.repeat(table.states if of is None else of, times)
    keys = np.arange(1, times + 1, dtype=np.uint64)
    batch.determinize_seats(states, table.tables, np.full(times, seat, np.int32), keys)
    return states


def masks(table: Table, states: np.ndarray) -> np.ndarray:
    """(N, A) masks of the seats to act."""
    out = np.zeros((len(states), NUM_ACTIONS), np.int8)
    batch.legal_masks(states, table.tables, out)
    return out


def holds(table: Table, states: np.ndarray, seat: int, key: str) -> np.ndarray:
    """(N,) copies of a card in the hand of a seat."""
    return states["hand"][:, seat, table.card(key)]


def check_consistent(table: Table, seat: int) -> np.ndarray:
    """Samples from the record and from its redaction are the same, and their redaction is it again; the samples."""
    r = redacted(table, seat)
    samples = worlds(table, seat)
    assert samples.tobytes() == worlds(table, seat, of=r).tobytes()
    batch.redact_seats(again := r.copy(), table.tables, np.array([seat], np.int32))
    assert again.tobytes() == r.tobytes()
    batch.redact_seats(back := samples.copy(), table.tables, np.full(MANY, seat, np.int32))
    assert all(row.tobytes() == r.tobytes() for row in back)
    assert (samples["hand"].sum(2) == samples["hand_size"]).all() and (samples["hand"] >= 0).all()
    assert (samples["deck"].sum(2) == samples["deck_size"]).all() and (samples["deck"] >= 0).all()
    return samples


# ---- hands ----------------------------------------------------------------------------------------------------------
def test_redacted_cards_lie_in_the_deck_but_for_the_known_ones():
    table = seated(3).hand(1, "red3 red3 crown5").deck(1, "mon red3").hand(2, "mon").hand(0, "orb7").deck(0, "mon")
    table.s.shown[1, table.card("red3")] = 1
    r = redacted(table, 0)[0]
    assert table.keys(r.hand[1]) == ["red3"] and table.keys(r.deck[1]) == ["crown5", "mon", "red3", "red3"]
    assert (r.hand_size[1], r.deck_size[1]) == (3, 2)
    assert table.keys(r.deck[2]) == ["mon"] and r.hand_size[2] == 1
    assert table.keys(r.hand[0]) == ["orb7"] and table.keys(r.deck[0]) == ["mon"]
    assert r.key == 0


def test_sampled_hands_keep_what_is_known():
    table = seated(3).hand(1, "red3 red3 crown5").deck(1, "mon red3").hand(2, "mon red6").hand(0, "orb7")
    table.s.shown[1, table.card("red3")] = 1
    samples = check_consistent(table, 0)
    assert (holds(table, samples, 1, "red3") >= 1).all()
    assert (samples["hand"][:, 2] == table.s.hand[2]).all()  # no other card is left that could be there
    assert (samples["hand"][:, 0] == table.s.hand[0]).all() and (samples["deck"][:, 0] == table.s.deck[0]).all()
    assert ((samples["hand"] + samples["deck"]) == table.s.hand + table.s.deck).all()


def test_sampled_hands_are_random_draws():
    # 4 of 9 cards, 3 of which are red3: hypergeometric.
    table = seated().hand(1, "red3 mon mon mon").deck(1, "red3 red3 mon violet4 violet4")
    counts = Counter(holds(table, worlds(table, 0, 2000), 1, "red3").tolist())
    for n in range(4):
        p = comb(3, n) * comb(6, 4 - n) / comb(9, 4)
        assert abs(counts[n] / 2000 - p) < 4.5 * sqrt(p * (1 - p) / 2000), n


def test_hands_of_several_seats_are_independent():
    table = seated(3)
    for seat in (1, 2):
        table.hand(seat, "red3").deck(seat, "mon")
    samples = worlds(table, 0, 2000)
    both = Counter(zip(*(holds(table, samples, seat, "red3").tolist() for seat in (1, 2)), strict=True))
    assert len(both) == 4 and min(both.values()) > 400  # 500 each expected


def test_each_sample_goes_on_with_random_words_of_its_own():
    table = seated().deck(0, "red3 red6 violet4 violet5 mon")
    samples = worlds(table, 0, 50)
    assert len(set(samples["key"].tolist())) == 50
    assert not (samples["key"] == table.s.key).any()


def test_a_single_seat_knows_all_but_the_random_words():
    table = Table(boss_rush=True, bare=False)
    known = redacted(table, 0)
    samples = worlds(table, 0, 20)
    for states in (known, samples):
        states["key"] = table.s.key
        assert all(row.tobytes() == table.states.tobytes() for row in states)


# ---- decisions that prove something ---------------------------------------------------------------------------------
def discards(**fields) -> Table:
    """Seat 1, with one treasure and one regalia among twelve cards, has to discard."""
    do = op("each", do=[op("discard", **fields)])
    table = seated(3, reinforcements={"probe": card(skill("deploy", do))}).hand(0, "probe").deck(0, "mon mon")
    table.hand(1, "crown5 mon").deck(1, "red3 red3 red3 red6 red6 mon mon mon mon orb7").play("PLAY probe")
    assert table.decision == "HAND_CARD 1"
    return table


@pytest.mark.parametrize("optional", [False, True])
def test_who_is_asked_for_a_treasure_has_one(optional):
    table = discards(kind="treasure", optional=optional)
    samples = check_consistent(table, 0)
    assert (holds(table, samples, 1, "crown5") == 1).all()
    assert (masks(table, samples).sum(1) >= 1).all()
    beside = samples["hand"][:, 1].sum(0) > 0
    assert table.keys(beside) == ["crown5", "mon", "orb7", "red3", "red6"]  # the other card may be any
    assert (worlds(table, 1)["hand"][:, 1] == table.s.hand[1]).all()


def test_a_proven_card_makes_others_of_its_kind_no_likelier():
    # 3 of 6 cards, 2 of which are treasures: both with 4 of 20 hands, none with 4, which are out.
    do = op("each", do=[op("discard", kind="treasure")])
    table = seated(reinforcements={"probe": card(skill("deploy", do))}).hand(0, "probe")
    table.hand(1, "crown5 mon mon").deck(1, "crown5 mon mon").play("PLAY probe")
    both = holds(table, worlds(table, 0, 2000), 1, "crown5") == 2
    assert abs(both.mean() - 0.25) < 4.5 * sqrt(0.25 * 0.75 / 2000)


def test_who_is_asked_for_any_card_may_hold_any():
    table = discards()
    samples = check_consistent(table, 2)
    assert 0 < (holds(table, samples, 1, "crown5") == 1).mean() < 0.5  # 1 in 6


def test_two_kinds_that_fit_both_occur():
    table = discards(class_="samurai")  # crown5, red3, red6
    samples = check_consistent(table, 0)
    crown = holds(table, samples, 1, "crown5")
    assert (samples["hand"][:, 1, [table.card(key) for key in ("red3", "red6", "crown5")]].sum(1) >= 1).all()
    assert set(crown.tolist()) == {0, 1}


def test_who_pays_cards_for_a_skill_has_them_all():
    pays = {"discard": 2, "kind": "treasure"}
    table = seated(heroes={"asa": {"action": {"pays": pays, "do": [op("mon")]}}})
    table.hand(0, "crown5 lamp4 mon").deck(0, "red3 red3 red3 red3 mon mon mon mon moth2").play("HERO_SKILL asa")
    assert table.decision == "HAND_CARD 0"
    treasures = [table.card(key) for key in ("crown5", "lamp4", "moth2")]
    samples = check_consistent(table, 1)
    held = samples["hand"][:, 0, treasures]
    assert (held.sum(1) >= 2).all() and (held.sum(0) > 0).all()
    table.play("CARD crown5")
    assert (check_consistent(table, 1)["hand"][:, 0, treasures].sum(1) >= 1).all()


def test_who_trades_has_something_to_trade():
    table = seated().hand(0, "crown5 mon").deck(0, "red3 red3 red3 mon mon mon lamp4 orb7")
    table.s.trade_points = 1
    table.play("TRADE samurai")
    assert table.decision == "TRADE_CARD 0"
    assert (holds(table, check_consistent(table, 1), 0, "crown5") == 1).all()  # a ninja's treasure would cost 2


# ---- the common battle ----------------------------------------------------------------------------------------------
def battle(hands=("red3 red6", "violet4 violet5", "crown5"), decks="mon", **given) -> Table:
    """Three players choose their boosts against the oni (DEF 5), seat 0 first; only seats 0 and 1 fight."""
    table = small(3, nemesis=True, rules={"hand_size": 1}, **given)
    for seat, hero in enumerate(("asa", "emi", "botan")):
        table.hero(seat, hero, active=seat < 2).hand(seat, hands[seat]).deck(seat, decks)
    table.supply("samurai_treasures", "").supply("ninja_treasures", "").pool("samurai", "red3").hero_deck("oni")
    table.play("END_TURN")
    while table.decision.startswith("MOVE"):
        table.play("PASS")
    assert table.decision.startswith("BATTLE_FOR")
    return table


def test_secret_boosts_are_sampled_among_the_legal_ones():
    table = battle().play("PLAYER 0", "CARD red3", "PLAYER 0", "PASS")
    assert table.decision == "BATTLE_FOR 2"
    samples = check_consistent(table, 2)
    for seat in (0, 1):
        assert Counter(samples["battle_for"][:, seat].tolist()).keys() == {0, 1}
        chosen = samples["battle_card"][:, seat]
        held = np.take_along_axis(samples["hand"][:, seat], np.maximum(chosen, 0)[:, None].astype(int), 1)[:, 0]
        assert ((chosen == -1) | (held > 0)).all()
        assert (table.t.card_kind[chosen[chosen >= 0]] != st.MON).all()
        assert len(set(chosen.tolist())) == 3  # either card or none
    assert (samples["battle_for"][:, 2] == -1).all() and (samples["battle_card"][:, 2] == -1).all()


def test_own_boost_stays_as_it_is():
    table = battle().play("PLAYER 1", "CARD red3")
    samples = check_consistent(table, 0)
    assert (samples["battle_for"][:, 0] == 1).all() and (samples["battle_card"][:, 0] == table.card("red3")).all()
    assert (samples["battle_for"][:, 1:] == -1).all()


def test_a_half_made_choice_begins_anew_in_a_sample():
    table = battle().play("PLAYER 1")
    assert table.decision == "BATTLE_BOOST 0"
    samples = check_consistent(table, 1)
    assert (samples["decision"] == st.BATTLE_FOR).all() and (samples["seat"] == 0).all()
    assert masks(table, samples).any(1).all()
    assert samples.tobytes() == worlds(battle(), 1).tobytes()  # as if nothing had been chosen
    assert (check_consistent(table, 0)["decision"] == st.BATTLE_BOOST).all()


def test_a_seat_without_cards_has_chosen_nothing():
    table = battle(hands=("", "violet4", "crown5"), decks="")
    assert table.decision == "BATTLE_FOR 1"  # seat 0 holds no card
    table.play("PLAYER 0", "PASS")
    assert (check_consistent(table, 2)["battle_for"][:, 0] == -1).all()


# ---- nemeses --------------------------------------------------------------------------------------------------------
def test_sampled_nemeses_are_as_many_as_there_are():
    table = Table(bare=False, num_players=2, nemesis=True)
    kinds = table.t.character_kind == st.NEMESIS
    assert (redacted(table, 0)[0].place[kinds] == st.UNKNOWN).all()
    samples = check_consistent(table, 0)
    inside = samples["place"][:, kinds] == st.HERO_DECK
    assert (inside.sum(1) == 3).all() and (inside | (samples["place"][:, kinds] == st.GONE)).all()
    assert (abs(inside.mean(0) - 0.6) < 4.5 * sqrt(0.24 / MANY)).all()
    assert (samples["place"][:, ~kinds] == table.s.place[~kinds]).all()


def test_nemeses_that_have_been_seen_stay_where_they_are():
    table = Table(bare=False, num_players=2, nemesis=True)
    kinds = np.flatnonzero(table.t.character_kind == st.NEMESIS)
    in_deck = [c for c in kinds if table.s.place[c] == st.HERO_DECK]
    table.s.place[in_deck[0]], table.s.hero_deck_size = st.BEATEN, table.s.hero_deck_size - 1
    samples = check_consistent(table, 1)
    assert (samples["place"][:, in_deck[0]] == st.BEATEN).all()
    assert ((samples["place"][:, kinds] == st.HERO_DECK).sum(1) == 2).all()


def test_when_all_nemeses_of_the_game_are_out_nothing_is_sampled():
    table = Table(bare=False, num_players=2, nemesis=True)
    for c in np.flatnonzero((table.t.character_kind == st.NEMESIS) & (table.s.place == st.HERO_DECK)):
        table.s.place[c], table.s.hero_deck_size = st.BEATEN, table.s.hero_deck_size - 1
    assert (check_consistent(table, 0)["place"] == table.s.place).all()
    assert (redacted(table, 0)[0].place == table.s.place).all()
