"""Who knows what (D117, R15, R24, R31, R36): what a seat sees, and what must make no difference to it."""

from __future__ import annotations

from copy import deepcopy

import numpy as np
import pytest
from rules.daimyo.box import card, on, op, seated, skill, small
from rules.daimyo.position import Table

from shugyo.envs.core import batch
from shugyo.envs.daimyo import state as st
from shugyo.envs.daimyo.game import GAME


def seen(table: Table, seat: int) -> np.ndarray:
    """The observation of a seat."""
    out = np.zeros((1, GAME.layout.size), np.int8)
    batch.observe_seats(table.states, table.tables, np.array([seat], np.int32), out)
    return out[0]


def block(table: Table, seat: int, name: str) -> np.ndarray:
    """One block of it, in its shape."""
    view = GAME.layout.view(table.t)[name]
    return seen(table, seat)[view.slice].reshape(view.shape)


def cards(table: Table, counts: np.ndarray) -> str:
    """Cards by type as sorted keys: ``"red3 red3 violet4"``."""
    return " ".join(table.keys(counts))


def decision(table: Table, seat: int) -> str:
    """The pending decision as the seat sees it."""
    return st.DECISIONS[int(np.flatnonzero(block(table, seat, "decision"))[0])]


def redacted(table: Table, seat: int) -> np.ndarray:
    """What is left of the record."""
    states = table.states.copy()
    batch.redact_seats(states, table.tables, np.array([seat], np.int32))
    return states


def alike(a: Table, b: Table, seat: int) -> bool:
    """Whether the seat can tell nothing that is different, neither by observation nor by what it may do."""
    same = bool((seen(a, seat) == seen(b, seat)).all())
    assert same == (redacted(a, seat).tobytes() == redacted(b, seat).tobytes())
    if same and seat == a.s.seat:
        assert a.legal() == b.legal()
    return same


def dealt(table: Table, seat: int, hand: str, deck: str) -> Table:
    """The same table, the seat's cards being divided otherwise."""
    other = deepcopy(table)
    other.s.hand[seat], other.s.deck[seat], other.s.hand_size[seat], other.s.deck_size[seat] = 0, 0, 0, 0
    return other.hand(seat, hand).deck(seat, deck)


# ---- hands and decks ------------------------------------------------------------------------------------------------
def test_r015_how_anothers_cards_are_divided_is_hidden():
    table = seated(3).hand(1, "red3 red6").deck(1, "violet4 crown5 crown5").hand(2, "mon").deck(2, "mon red3")
    other = dealt(table, 1, "crown5 violet4", "red3 red6 crown5")
    assert alike(table, other, 0) and alike(table, other, 2)
    assert not alike(table, other, 1)


def test_r015_own_hand_and_own_deck_are_known():
    table = seated().hand(0, "red3 mon").deck(0, "red3 crown5 orb7")
    assert cards(table, block(table, 0, "hand")) == "mon red3"
    assert cards(table, block(table, 0, "hidden")[0] - block(table, 0, "hand")) == "crown5 orb7 red3"
    assert redacted(table, 0)[0].deck[0].tolist() == table.s.deck[0].tolist()


def test_r015_what_somebody_owns_is_public():
    table = seated().hand(1, "red3 lamp4").deck(1, "mon").discard(1, "moth2").field(1, "red6", st.EXHAUSTED)
    assert cards(table, block(table, 0, "hidden")[1]) == "lamp4 mon red3"
    assert cards(table, block(table, 0, "discard")[1]) == "moth2"
    assert cards(table, block(table, 0, "field")[1, st.EXHAUSTED]) == "red6"
    assert block(table, 0, "sizes")[:, 1].tolist() == [2, 1, 1]


def test_r015_a_bought_card_is_seen_until_it_may_have_been_drawn():
    table = seated().pool("samurai", "red6").deck(0, "mon")
    table.s.mon = 6
    table.play("BUY red6")
    assert cards(table, block(table, 1, "discard")[1]) == "red6"
    assert cards(table, block(table, 1, "hidden")[1]) == "mon"


def test_r015_one_who_shuffles_the_discard_pile_shows_the_hand():
    draws = card(skill("deploy", op("draw", n=2)))
    table = seated(reinforcements={"probe": draws}).hand(0, "probe red3 crown5").discard(0, "violet4 violet5 mon")
    assert not block(table, 1, "shown").any()
    table.play("PLAY probe")
    assert table.s.hand_size[0] == 4
    assert cards(table, block(table, 1, "shown")[1]) == "crown5 red3"  # all else was in the pile or on the field
    assert cards(table, block(table, 1, "hidden")[1]) == "crown5 mon red3 violet4 violet5"


def test_r015_a_known_card_that_leaves_the_hand_is_known_no_more():
    table = seated().hand(0, "red3 red3 moth2").deck(0, "mon")
    table.s.shown[0, table.card("red3")] = 2
    table.play("SELL red3")
    assert cards(table, block(table, 1, "shown")[1]) == "red3"
    table.play("SELL moth2")
    assert cards(table, block(table, 1, "shown")[1]) == "red3"


def test_r015_known_cards_make_a_difference():
    table = seated().hand(1, "red3 red6").deck(1, "violet4 violet5")
    table.s.shown[1, table.card("red3")] = 1
    assert alike(table, dealt(table, 1, "red3 violet4", "red6 violet5"), 0)
    blind = deepcopy(table)
    blind.s.shown[:] = 0
    assert not alike(table, blind, 0)


def test_r015_the_next_card_is_not_known_to_anybody():
    table = seated().deck(0, "red3 violet4").deck(1, "mon red6")
    other = deepcopy(table)
    other.s.key = np.uint64(12345)
    assert alike(table, other, 0) and alike(table, other, 1)


def test_r031_which_card_lies_on_top_of_a_domain_deck_is_not_known():
    table = seated().supply("ninja_treasures", "lamp4 moth2 moth2").supply("regalia", "orb7 pot0")
    for deck in ("samurai_reinforcements", "ninja_reinforcements", "samurai_treasures"):
        table.supply(deck, "")
    assert cards(table, block(table, 0, "supply")) == "lamp4 moth2 moth2 orb7 pot0"
    assert block(table, 0, "deck_sizes").tolist() == [0, 0, 0, 3, 2]
    other = deepcopy(table)
    other.s.key = np.uint64(99)
    assert alike(table, other, 0)


def test_r015_what_another_must_discard_is_not_seen_before_it_is_done():
    table = seated(3, reinforcements={"probe": card(skill("deploy", op("each", do=[op("discard")])))})
    table.hand(0, "probe").hand(1, "red3 red6").deck(1, "violet4").hand(2, "mon").play("PLAY probe")
    other = dealt(table, 1, "violet4 red6", "red3")
    assert table.decision == "HAND_CARD 1"
    assert alike(table, other, 0) and alike(table, other, 2)
    assert decision(table, 0) == decision(table, 1) == "HAND_CARD"
    assert block(table, 0, "asked").tolist() == [0, 1, 0, 0, 0]
    assert block(table, 2, "asked").tolist() == [0, 0, 1, 0, 0]


# ---- interrupts -----------------------------------------------------------------------------------------------------
def test_r036_whether_the_interrupt_is_in_the_hand_does_not_show():
    parry = card(skill("interrupt", op("draw"), event="purchase"))
    table = seated(3, reinforcements={"probe": parry}).pool("samurai", "red3")
    table.s.mon = 9
    table.hand(1, "red6").deck(1, "probe")
    other = dealt(table, 1, "probe", "red6")
    table.play("BUY red3")
    other.play("BUY red3")
    assert table.decision == other.decision == "INTERRUPT 1"
    assert alike(table, other, 0) and alike(table, other, 2)
    table.play("PASS")
    other.play("PASS")
    assert table.decision == other.decision == "MAIN 0"
    assert alike(table, other, 0) and alike(table, other, 2) and not alike(table, other, 1)


# ---- secret boosts --------------------------------------------------------------------------------------------------
def battle(hands=("red3 red6", "violet4 violet5", "red3"), **given) -> Table:
    """Three players choose their boosts against the oni (DEF 5); seat 0 comes first."""
    table = small(3, nemesis=True, **given)
    for seat, hero in enumerate(("asa", "emi", "botan")):
        table.hero(seat, hero, active=True).hand(seat, hands[seat])
    table.supply("samurai_treasures", "").supply("ninja_treasures", "").pool("samurai", "red3").hero_deck("oni")
    table.play("END_TURN", "PASS", "PASS", "PASS")
    assert table.decision == "BATTLE_FOR 0"
    return table


@pytest.mark.parametrize("others", [("PLAYER 0", "CARD red6"), ("PLAYER 1", "CARD red3"), ("PLAYER 2", "PASS")])
def test_d117_what_has_been_chosen_stays_hidden(others):
    table, other = battle().play("PLAYER 0", "CARD red3"), battle().play(*others)
    assert table.decision == other.decision == "BATTLE_FOR 1"
    assert alike(table, other, 1) and alike(table, other, 2)
    assert not alike(table, other, 0)
    assert not block(table, 1, "battle_for").any() and not block(table, 1, "battle_card").any()


def test_d117_one_knows_ones_own_choice():
    table = battle().play("PLAYER 2", "CARD red6")
    assert block(table, 0, "battle_for")[0].tolist() == [0, 0, 1, 0, 0]
    assert cards(table, block(table, 0, "battle_card")) == "red6"


def test_d117_whether_another_has_half_chosen_does_not_show():
    table, other = battle(), battle().play("PLAYER 1")
    assert (table.decision, other.decision) == ("BATTLE_FOR 0", "BATTLE_BOOST 0")
    assert alike(table, other, 1) and alike(table, other, 2)
    assert decision(other, 1) == "BATTLE_FOR" and decision(other, 0) == "BATTLE_BOOST"


def test_d117_the_card_is_still_among_those_in_hand_or_deck():
    table = battle().play("PLAYER 0", "CARD red3")
    assert cards(table, block(table, 1, "hidden")[2]) == "red3 red6"
    assert block(table, 1, "sizes")[0, 2] == 2


def test_d117_all_is_open_once_all_have_chosen():
    probe = card(skill("duel", op("may", do=[op("boost", n=1)])), cost=3)
    table = battle(hands=("red3 probe", "violet4", "red3"), reinforcements={"probe": probe})
    table.play("PLAYER 1", "CARD probe", "PLAYER 2", "CARD violet4", "PLAYER 0", "PASS")
    assert table.decision == "MAY 0"  # all cards have been discarded together, the first (duel) skill asks
    assert [cards(table, table.s.discard[seat]) for seat in range(3)] == ["probe", "violet4", ""]
    for seat in range(3):
        assert cards(table, block(table, seat, "battle_card")) == ""
    assert block(table, 2, "boost").tolist() == [0, 4, 3, 0, 0, 0]


# ---- which nemeses are in the hero deck -----------------------------------------------------------------------------
def variant(*in_deck: str) -> Table:
    """A game of the nemesis variant with these of its five nemeses in the hero deck, and no hero there."""
    table = small(nemesis=True)
    for c in range(table.t.num_characters):
        if table.t.character_kind[c] == st.NEMESIS:
            table.s.place[c] = st.GONE
        elif table.s.place[c] == st.HERO_DECK:
            table.s.place[c] = st.AREA
    for key in in_deck:
        table.s.place[table.character(key)] = st.HERO_DECK
    table.s.hero_deck_size = len(in_deck)
    return table


def deck_of(table: Table) -> dict[str, int]:
    """Who is in the hero deck, as seat 0 sees it: 2 surely, 1 perhaps."""
    row = block(table, 0, "hero_deck")
    return {table.characters[c]: int(row[c]) for c in np.flatnonzero(row)}


def test_r024_which_nemeses_are_in_the_deck_is_hidden():
    table, other = variant("oni", "nue", "tengu"), variant("oni", "yurei", "kappa")
    assert alike(table, other, 0) and alike(table, other, 1)
    assert deck_of(table) == {"oni": 1, "nue": 1, "tengu": 1, "yurei": 1, "kappa": 1}


def test_r024_a_nemesis_that_has_been_seen_was_in():
    table = variant("nue", "tengu").area("oni")
    assert deck_of(table) == {"nue": 1, "tengu": 1, "yurei": 1, "kappa": 1}
    assert block(table, 0, "area")[table.character("oni")] == 3
    beaten = variant("nue", "tengu")
    beaten.s.place[beaten.character("oni")] = st.BEATEN
    assert deck_of(beaten) == deck_of(table)
    assert block(beaten, 0, "defeated")[beaten.character("oni")] == 1


def test_r024_when_all_are_out_no_other_can_come():
    assert deck_of(variant()) == {}


def test_r024_heroes_of_the_deck_are_known_for_none_lies_elsewhere():
    table = variant("oni")
    c = table.character("chiyo")
    table.s.place[c] = st.HERO_DECK
    table.s.hero_deck_size += 1
    assert deck_of(table) == {"chiyo": 2, "oni": 1, "nue": 1, "tengu": 1, "yurei": 1, "kappa": 1}


def test_r024_in_boss_rush_all_five_are_in_and_known_to_be():
    table = Table(boss_rush=True)
    row = block(table, 0, "hero_deck")
    assert row[table.t.character_kind == st.NEMESIS].tolist() == [2] * 5


# ---- what is public -------------------------------------------------------------------------------------------------
def test_r015_what_a_trigger_has_counted_is_public():
    hero = {"passive": [on("sell", op("mon"), nth=2)]}
    table = seated(heroes={"asa": hero}).hand(0, "red3 red3 red3").play("SELL red3")
    trigger = table.t.source_triggers[table.character("asa"), 0]
    assert block(table, 1, "seen")[trigger] == block(table, 0, "seen")[trigger] == 1
    table.play("SELL red3")
    assert block(table, 1, "seen")[trigger] == 2
