"""The card drawn by a Claim (C96–C98)."""

import pytest
from rules.covenant.position import Table, card, cards
from rules.covenant.scenes import bare, counts, ids, known, show, value

from shugyo.envs.covenant import state as st


def claimed(resource: int, drawn: str, hands=("9C 4C", "KS 5C"), **given) -> Table:
    """P has Claimed a resource and drawn that card."""
    table = bare(**{"hands": hands, "deck": drawn, **given}).set_covenant(resource, 2, 0, 0)
    return table.play("CLAIM", f"RESOURCE {resource}")


@pytest.mark.parametrize(
    ("resource", "drawn", "suit"),
    [(0, "9S", st.CLUBS), (1, "9S", st.DIAMONDS), (2, "9S", st.HEARTS), (3, "9H", st.SPADES), (2, "9H", st.HEARTS)],
)
def test_c096_drawn_card_takes_the_suit_of_the_resource(resource, drawn, suit):
    table = claimed(resource, drawn)
    assert card(drawn) in table.hand(0)
    assert table.block(0, "hand")[:, card(drawn)].tolist() == [int(k == suit) for k in range(4)]


def test_c096_it_is_one_as_a_vigor_card():
    table = claimed(0, "9S", types="Vigor Magic").tracks(0, t0=(1, 0, 0))
    show(table, "4C", "KS").play("TRAIT_POINT", "CARD 9S", "PASS")
    assert value(table, 0) == 17  # (4 + 2) + (9 + 2)


def test_c096_it_is_one_as_a_trick_card():
    table = claimed(2, "9S", types="Influence Insight").tracks(0, t2=(1, 0, 0), t3=(1, 0, 0))
    show(table, "9S", "5C")
    assert value(table, 0) == 11  # 9 + 2 for hearts; and the spade it was would have the same …
    table.play("TRAIT_POINT")
    assert table.decision == "SELECT_AID"  # … but not Influence


def test_c096_it_is_one_for_type_bonuses():
    table = claimed(2, "9S", types="Insight Magic")
    show(table, "9S", "5C")
    assert value(table, 0) == 9  # no spade any more


def test_c096_it_is_one_for_an_item():
    table = claimed(0, "9S", hands=("9D 4D", "KC 5C")).tracks(0, t8=(1, 0, 0))
    show(table, "9D", "KC").play("ITEM_USE", "CARD 9S")
    assert value(table, 1) == 4  # 13 − 9


def test_c096_harmed_resource_gives_its_suit_too():
    table = bare(hands=("9C 4C", "KS 5C"), deck="9S").set_covenant(1, 1, 0, 1).play("CLAIM", "RESOURCE 1")
    assert table.covenant(1) == (1, 1, 0)
    assert table.block(0, "hand")[st.DIAMONDS][card("9S")] == 1


@pytest.mark.parametrize("types", ["Magic Vigor", "Vigor Magic"])
@pytest.mark.parametrize("drawn", ["9C", "9D", "9H", "9S"])
def test_c097_card_drawn_for_essences_stays_what_it_is(types, drawn):
    table = claimed(4, drawn, hands=("2C 4C", "KS 5C"), types=types)
    assert table.covenant(4) == (2, 0, 1)
    assert table.block(0, "hand")[card(drawn) // 13][card(drawn)] == 1


@pytest.mark.parametrize(("types", "possible"), [("Vigor Craft", False), ("Vigor Magic", True), ("Magic Craft", True)])
def test_c097_essences_in_a_magic_contest_only(types, possible):
    table = bare(types=types).set_covenant(0, 2, 0, 0).set_covenant(4, 2, 0, 0).play("CLAIM")
    assert table.legal() == ids("RESOURCE 0", *(["RESOURCE 4"] if possible else []))


@pytest.mark.parametrize(("resource", "public"), [(0, [1, 0, 0, 0]), (1, [0, 1, 0, 0]), (2, [0, 0, 1, 0])])
def test_c098_suit_is_public_and_the_card_is_not(resource, public):
    table = claimed(resource, "9S", num_players=3)
    for seat in (1, 2):
        assert known(table, seat, 0) == set()
        assert counts(table, seat, 0) == public and counts(table, seat, 1) == [0, 0, 0, 0]
    assert card("9S") in known(table, 0, 0)


def test_c098_antagonist_counts_for_their_own_side():
    table = bare(num_players=3, leader=1, deck="9S").set_covenant(3, 2, 0, 0).play("CLAIM", "RESOURCE 3")
    assert counts(table, 0, 1) == [0, 0, 0, 1] and counts(table, 0, 0) == [0, 0, 0, 0]
    assert known(table, 0, 1) == known(table, 2, 1) == set()


def test_c098_two_claims_are_two_cards():
    table = claimed(2, "9S 8S").play("CLAIM", "RESOURCE 2")
    assert counts(table, 1, 0) == [0, 0, 2, 0]
    assert table.hand(0) == set(cards("9C 4C 9S 8S"))


def test_c098_essences_say_nothing_about_the_suit():
    table = claimed(4, "9S", num_players=3)
    assert counts(table, 1, 0) == counts(table, 2, 0) == [0, 0, 0, 0]
    assert known(table, 1, 0) == set()
