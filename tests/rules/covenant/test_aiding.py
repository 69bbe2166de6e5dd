"""Aiding cards (C72, P16)."""

import pytest
from rules.covenant.position import Table, card
from rules.covenant.scenes import bare, close, ids, show, value

from shugyo.envs.covenant import state as st


def window(p="9C AS 2C", a="KS 2H 3H", **given) -> Table:
    """P leads the nine of clubs against the king of spades."""
    return show(bare(hands=(p, a), **given), "9C", "KS")


@pytest.mark.parametrize("aiding", ["2C", "7D", "KH", "AS"])
def test_c072_any_card_aids_by_two(aiding):
    table = window(p=f"9C {aiding}", types="Vigor Insight").play(f"CARD {aiding}")
    assert value(table, 0) == 13  # 9 + 2 for the naming of Vigor + 2, whatever the Aiding card is
    assert table.cards_in(st.AIDING + 0) == {card(aiding)} and table.hand(0) == set()


def test_c072_aiding_costs_nothing():
    table = window()
    table.s.votes[0] = 5
    table.tracks(0, t0=(1, 0, 0)).play("CARD AS")
    assert table.s.votes[0] == 5 and table.track(0, 0) == (1, 0, 0)


def test_c072_one_free_aiding_card_in_a_trick():
    table = window().play("CARD AS", "PASS")
    assert table.s.seat == 0 and table.hand(0) == {card("2C")}
    assert table.legal() == ids("PASS")


def test_c072_both_fighters_have_one():
    table = window().play("CARD AS")
    assert {93 + card("2H"), 93 + card("3H")} <= table.legal()
    table.play("CARD 3H")
    assert (value(table, 0), value(table, 1)) == (11, 15)  # 9 + 2 and 13 + 2


def test_c072_next_trick_brings_another():
    table = bare(hands=("9C 8C AS 2C", "KS QS 2H"))
    show(table, "9C", "KS").play("CARD AS", "PASS", "PASS")
    show(table, "8C", "QS").play("PASS")
    assert table.s.seat == 0 and table.can("CARD 2C")


def test_c072_only_cards_of_the_own_hand():
    table = window()
    assert table.legal() == ids("PASS", "CARD AS", "CARD 2C")


def test_c072_not_without_a_card():
    assert window(p="9C").legal() == ids("PASS")


def test_c072_counts_for_the_trick():
    table = show(bare(hands=("9C AS", "10S 2H")), "9C", "10S").play("CARD AS")
    assert close(table).s.wins.tolist() == [1, 0]  # 9 + 2 = 11 against 10


def test_c072_influence_leaves_the_free_aiding_card():
    table = bare(hands=("9H 2C 3C 4C", "KS 2H")).tracks(0, t2=(2, 0, 0))
    show(table, "9H", "KS").play("TRAIT_POINT", "CARD 2C", "PASS", "PASS")
    assert table.can("CARD 3C")
    table.play("CARD 3C", "PASS")
    assert value(table, 0) == 13  # 9 + 2 by Influence + 2 for the free one
    assert not table.can("CARD 4C") and table.can("TRAIT_POINT")


def test_c072_free_aiding_card_leaves_influence():
    table = bare(hands=("9H 2C 3C 4C", "KS 2H")).tracks(0, t2=(1, 0, 0))
    show(table, "9H", "KS").play("CARD 2C", "PASS", "TRAIT_POINT", "CARD 3C", "CARD 4C")
    assert value(table, 0) == 15  # 9 + 3 × 2


def test_c072_antagonist_leads_and_aids():
    table = show(bare(hands=("9C AS", "KS 2H"), leader=1), "9C", "KS").play("CARD 2H", "CARD AS")
    assert (value(table, 0), value(table, 1)) == (11, 15)


def test_p16_aiding_cards_are_seen_by_everybody():
    table = window(num_players=4).play("CARD AS", "CARD 3H")
    of_p, of_a = {card("AS")}, {card("3H")}
    for seat, expected in enumerate([(of_p, of_a), (of_a, of_p), (of_p, of_a), (of_p, of_a)]):  # own side first; or P
        seen = table.block(seat, "aiding")
        assert (set(seen[0].nonzero()[0].tolist()), set(seen[1].nonzero()[0].tolist())) == expected
