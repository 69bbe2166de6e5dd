"""The four Traits at work: Vigor, Influence, Craft, Insight (C64–C71, P8, P9, P12)."""

import pytest
from rules.covenant.position import Table, card, cards
from rules.covenant.scenes import bare, close, discarded, ids, show, value

from shugyo.envs.covenant import state as st

# ---- Vigor ----------------------------------------------------------------------------------------------------------


def vigor(hand="9C 4C 3C 2C KD", points=2, **given) -> Table:
    """P leads the nine of clubs against the ten of diamonds and has so many points of Vigor."""
    table = bare(hands=(hand, "10D 2H"), **given).tracks(0, t0=(points, 0, 0))
    return show(table, "9C", "10D")


def test_c064_vigor_adds_chosen_clubs():
    table = vigor().play("TRAIT_POINT", "CARD 4C", "CARD 3C", "PASS")
    assert value(table, 0) == 16  # 9 + 4 + 3
    assert value(table, 1) == 10
    assert table.hand(0) == set(cards("2C KD"))  # nobody has to play all of them
    assert table.track(0, 0) == (2, 0, 1)
    assert table.s.seat == 1


def test_c064_all_clubs_may_be_played():
    table = vigor().play("TRAIT_POINT", "CARD 2C", "CARD 4C", "CARD 3C")
    assert value(table, 0) == 18  # 9 + 2 + 4 + 3


def test_c064_decides_the_trick():
    table = vigor().play("TRAIT_POINT", "CARD 2C", "PASS")
    close(table)
    assert table.s.wins.tolist() == [1, 0]  # 9 + 2 = 11 against 10


def test_c064_several_uses_add_up():
    table = vigor().play("TRAIT_POINT", "CARD 4C", "PASS", "PASS", "TRAIT_POINT", "CARD 2C", "PASS")
    assert value(table, 0) == 15  # 9 + 4 + 2
    assert table.track(0, 0) == (2, 0, 2)


@pytest.mark.parametrize("own", ["9D", "9H", "9S"])
def test_c064_needs_a_club_as_trick_card(own):
    table = bare(hands=(f"{own} 4C", "10D 2H")).tracks(0, t0=(2, 0, 0))
    show(table, own, "10D")
    assert not table.can("TRAIT_POINT")


def test_c065_at_least_one_club_is_played():
    table = vigor().play("TRAIT_POINT")
    assert table.decision == "SELECT_VIGOR" and table.s.seat == 0
    assert not table.can("PASS")
    assert table.play("CARD 4C").can("PASS")


def test_c065_only_clubs_of_the_own_hand_can_be_chosen():
    table = vigor().play("TRAIT_POINT")
    assert table.legal() == ids("CARD 4C", "CARD 3C", "CARD 2C")


def test_c065_without_a_club_in_hand_vigor_cannot_be_used():
    assert not vigor(hand="9C KD").can("TRAIT_POINT")  # the nine lies on the table


@pytest.mark.parametrize(
    ("types", "expected"),
    [
        ("Vigor Influence", 22),  # 16 + 3 × 2
        ("Vigor Vigor", 28),  # 16 + 3 × 4
        ("Influence Insight", 16),  # no bonus
    ],
)
def test_c065_each_club_brings_its_own_type_bonus(types, expected):
    table = vigor(types=types).play("TRAIT_POINT", "CARD 4C", "CARD 3C", "PASS")
    assert value(table, 0) == expected  # three clubs, 9 + 4 + 3 = 16


def test_c065_current_suit_makes_a_club():
    table = bare(hands=("9C 4D 3C", "10D 2H"), types="Vigor Craft").tracks(0, t0=(2, 0, 0))
    table.s.suit[card("4D")] = st.CLUBS
    table.s.suit[card("3C")] = st.HEARTS
    table.refresh()
    show(table, "9C", "10D").play("TRAIT_POINT")
    assert table.legal() == ids("CARD 4D")
    table.play("CARD 4D")
    assert value(table, 0) == 17  # (9 + 2) + (4 + 2), by Vigor and not twice


def test_c065_opponent_cannot_act_before_the_choice_is_done():
    table = vigor().play("TRAIT_POINT", "CARD 4C")
    assert table.s.seat == 0 and table.decision == "SELECT_VIGOR"
    assert table.play("PASS").s.seat == 1


# ---- Influence ------------------------------------------------------------------------------------------------------


def influence(hand="9H AS 2C KD 3H", points=2, **given) -> Table:
    """P leads the nine of hearts against the ten of diamonds and has so many points of Influence."""
    table = bare(hands=(hand, "10D 2H"), **given).tracks(0, t2=(points, 0, 0))
    return show(table, "9H", "10D")


def test_c066_influence_plays_aiding_cards_of_any_suit():
    table = influence().play("TRAIT_POINT")
    assert table.legal() == ids("CARD AS", "CARD 2C", "CARD KD", "CARD 3H")
    table.play("CARD AS", "CARD 2C", "CARD KD", "PASS")
    assert value(table, 0) == 15  # 9 + 3 × 2: their ranks do not matter
    assert table.cards_in(st.AIDING + 0) == set(cards("AS 2C KD"))
    assert table.hand(0) == {card("3H")} and table.track(0, 2) == (2, 0, 1)


def test_c066_aiding_cards_have_no_type_bonus():
    table = influence(types="Insight Vigor").play("TRAIT_POINT", "CARD AS", "CARD 2C", "PASS")
    assert value(table, 0) == 13  # 9 + 2 × 2, although spades and clubs were named


def test_c066_at_least_one_card_is_played():
    table = influence().play("TRAIT_POINT")
    assert table.decision == "SELECT_AID" and not table.can("PASS")
    assert table.play("CARD 2C").can("PASS")


def test_c066_not_with_an_empty_hand():
    assert not influence(hand="9H").can("TRAIT_POINT")
    assert influence(hand="9H 2C").can("TRAIT_POINT")


def test_c066_needs_a_heart_as_trick_card():
    table = bare(hands=("9S 2C", "10D")).tracks(0, t2=(2, 0, 0))
    assert not show(table, "9S", "10D").can("TRAIT_POINT")


# ---- choosing ends by itself ----------------------------------------------------------------------------------------


def test_p8_choosing_for_vigor_ends_with_the_last_club():
    table = vigor(hand="9C 4C 3C KD").play("TRAIT_POINT", "CARD 4C", "CARD 3C")
    assert (table.decision, table.s.seat) == ("WINDOW", 1)


def test_p8_choosing_for_influence_ends_with_the_last_card():
    table = influence(hand="9H 4C 3D").play("TRAIT_POINT", "CARD 4C")
    assert (table.decision, table.s.seat) == ("SELECT_AID", 0)
    assert (table.play("CARD 3D").decision, table.s.seat) == ("WINDOW", 1)


def test_p8_choosing_for_an_item_ends_with_the_last_card_of_the_suit():
    table = bare(hands=("9C 4D 3D 2S", "10D 2H")).tracks(0, t9=(1, 0, 0))
    show(table, "9C", "10D").play("ITEM_USE", "CARD 4D")
    assert (table.decision, table.s.seat) == ("SELECT_ITEM", 0)
    assert (table.play("CARD 3D").decision, table.s.seat) == ("WINDOW", 1)


# ---- Craft ----------------------------------------------------------------------------------------------------------


def craft(p="9D", a="KS", **given) -> Table:
    """P leads ``p`` against ``a``; each has a spare card and three points of Craft."""
    table = bare(hands=(f"{p} 2C 3C", f"{a} 2H 3H"), **given)
    table.tracks(0, t1=(3, 0, 0)).tracks(1, t1=(3, 0, 0))
    return show(table, p, a)


def test_c067_craft_waits_for_the_winner():
    table = craft().play("TRAIT_POINT")
    assert (table.decision, table.s.seat) == ("WINDOW", 1)
    assert table.cards_in(st.TRICK + 0) == {card("9D")} and table.hand(0) == set(cards("2C 3C"))
    assert table.track(0, 1) == (3, 0, 1)
    table.play("PASS", "PASS")
    assert (table.decision, table.s.seat) == ("CRAFT_TAKE", 0)


def test_c067_takes_the_winning_card():
    table = craft().play("TRAIT_POINT", "PASS", "PASS", "TAKE_WINNING")
    assert table.hand(0) == set(cards("2C 3C KS"))  # 13 against 9: the king of spades won
    assert discarded(table) == {card("9D")}
    assert table.s.wins.tolist() == [0, 1]  # the trick itself stays as it was


def test_c067_takes_the_losing_card():
    table = craft().play("TRAIT_POINT", "PASS", "PASS", "TAKE_LOSING")
    assert table.hand(0) == set(cards("2C 3C 9D"))
    assert discarded(table) == {card("KS")}


def test_c067_card_taken_keeps_its_current_suit():
    table = craft()
    table.s.suit[card("KS")] = st.HEARTS
    table.play("TRAIT_POINT", "PASS", "PASS", "TAKE_WINNING")
    assert table.block(0, "hand")[st.HEARTS][card("KS")] == 1
    assert table.block(0, "hand")[st.SPADES][card("KS")] == 0


def test_c067_needs_a_diamond_as_trick_card():
    assert not craft(p="9C").can("TRAIT_POINT")


def test_c067_nobody_is_asked_without_an_announcement():
    table = close(craft())
    assert table.decision == "COMMIT"


def test_c068_no_more_than_two_announcements_by_one_fighter():
    table = craft(a="KD").play("TRAIT_POINT", "PASS")
    assert table.can("TRAIT_POINT")
    table.play("TRAIT_POINT")
    assert table.s.seat == 1 and not table.can("TRAIT_POINT")  # A has a diamond and the points
    table.play("PASS")
    assert table.s.seat == 0 and not table.can("TRAIT_POINT")


def test_c068_no_more_than_two_announcements_by_both_together():
    table = craft(a="KD").play("TRAIT_POINT")
    assert table.can("TRAIT_POINT")
    table.play("TRAIT_POINT")
    assert table.s.seat == 0 and not table.can("TRAIT_POINT")
    table.play("PASS")
    assert table.s.seat == 1 and not table.can("TRAIT_POINT")


def test_c068_limit_is_one_of_the_trick():
    table = bare(hands=("9D 8D 3C", "KS 2H 3H")).tracks(0, t1=(3, 0, 0))
    show(table, "9D", "KS").play("TRAIT_POINT", "PASS", "TRAIT_POINT", "PASS", "PASS", "PASS", "PASS")
    show(table, "8D", "2H").play("PASS")
    assert table.s.seat == 0 and table.can("TRAIT_POINT")


def test_c069_earlier_announcement_chooses_first():
    table = craft(p="KD", a="9D").play("PASS", "TRAIT_POINT", "TRAIT_POINT", "PASS", "PASS")
    assert (table.decision, table.s.seat) == ("CRAFT_TAKE", 1)  # A announced first, though P leads and has won
    table.play("TAKE_WINNING")
    assert (table.decision, table.s.seat) == ("CRAFT_TAKE", 0)
    assert table.legal() == ids("TAKE_LOSING", "PASS")
    table.play("TAKE_LOSING")
    assert card("KD") in table.hand(1) and card("9D") in table.hand(0)


def test_c069_protagonist_chooses_first_after_announcing_first():
    table = craft(p="9D", a="KD").play("TRAIT_POINT", "TRAIT_POINT", "PASS", "PASS")
    assert (table.decision, table.s.seat) == ("CRAFT_TAKE", 0)
    table.play("TAKE_LOSING")
    assert table.s.seat == 1 and table.legal() == ids("TAKE_WINNING", "PASS")


def test_c070_announcer_may_decline():
    table = craft(p="9D", a="KD").play("TRAIT_POINT", "TRAIT_POINT", "PASS", "PASS", "PASS")
    assert table.s.seat == 1 and table.legal() == ids("TAKE_WINNING", "TAKE_LOSING", "PASS")
    table.play("PASS")
    assert discarded(table) == set(cards("9D KD"))


def test_c070_one_fighter_may_get_both_by_two_uses():
    table = craft().play("TRAIT_POINT", "PASS", "TRAIT_POINT", "PASS", "PASS", "TAKE_LOSING")
    assert (table.decision, table.s.seat) == ("CRAFT_TAKE", 0)
    assert table.legal() == ids("TAKE_WINNING", "PASS")
    table.play("TAKE_WINNING")
    assert table.hand(0) == set(cards("2C 3C 9D KS")) and discarded(table) == set()


def test_c070_one_use_takes_one_card():
    table = craft().play("TRAIT_POINT", "PASS", "PASS", "TAKE_LOSING")
    assert table.decision == "COMMIT" and card("KS") not in table.hand(0)


def test_c070_other_cards_of_the_trick_cannot_be_taken():
    table = bare(hands=("9D 2C 3C 4S", "KS 2H 3D 5D")).tracks(0, t1=(1, 0, 0), t11=(1, 0, 0))
    table.tracks(1, t9=(1, 0, 0))
    show(table, "9D", "KS").play("TRAIT_POINT", "ITEM_USE", "CARD 3D", "PASS")  # A strikes the nine of diamonds
    table.play("CARD 2C", "CARD 2H", "ITEM_USE", "CARD 4S", "PASS", "PASS")
    assert table.decision == "CRAFT_TAKE"
    assert table.legal() == ids("TAKE_WINNING", "TAKE_LOSING", "PASS")
    table.play("TAKE_WINNING")
    assert table.hand(0) == set(cards("3C KS"))  # A won by 13 + 2 − 4 = 11 to 9 + 2 − 3 = 8
    assert discarded(table) == set(cards("9D 2C 2H 3D 4S"))


def test_c070_vigor_cards_cannot_be_taken():
    table = bare(hands=("9D 2H", "8C 4C 3S")).tracks(0, t1=(1, 0, 0)).tracks(1, t0=(1, 0, 0))
    show(table, "9D", "8C").play("TRAIT_POINT", "TRAIT_POINT", "CARD 4C", "PASS", "PASS", "TAKE_WINNING")
    assert table.hand(0) == set(cards("2H 8C")) and discarded(table) == set(cards("9D 4C"))


def test_p9_winning_card_after_a_swap_lies_on_the_winners_side():
    table = craft(p="2D", a="KS")
    table.s.votes[0] = 10
    table.play("TRAIT_POINT", "PASS", "SWAP", "PASS", "PASS")
    table.play("TAKE_WINNING")
    assert table.s.wins.tolist() == [1, 0]  # the king lay before P
    assert table.hand(0) == set(cards("2C 3C KS")) and discarded(table) == {card("2D")}


def test_p9_losing_card_after_a_swap_lies_on_the_losers_side():
    table = craft(p="2D", a="KS")
    table.s.votes[0] = 10
    table.play("TRAIT_POINT", "PASS", "SWAP", "PASS", "PASS", "TAKE_LOSING")
    assert table.hand(0) == set(cards("2C 3C 2D")) and discarded(table) == {card("KS")}


@pytest.mark.parametrize(("wins", "p"), [((2, 0), "AD"), ((0, 2), "9D"), ((2, 2), "9D")])
def test_p12_craft_is_asked_for_in_the_last_trick(wins, p):
    table = craft(p=p, wins=wins).play("TRAIT_POINT", "PASS", "PASS")
    assert (table.decision, table.s.seat) == ("CRAFT_TAKE", 0)
    assert table.legal() == ids("TAKE_WINNING", "TAKE_LOSING", "PASS")
    table.play("PASS")
    assert table.decision != "COMMIT" and table.s.wins.tolist() == [0, 0]  # the conflict is over: the next begins


# ---- Insight --------------------------------------------------------------------------------------------------------


def insight(p="9S 2C 3D", a="KH 4H 5H 6H", **given) -> Table:
    """P leads the nine of spades against the king of hearts, with a point of Insight."""
    return show(bare(hands=(p, a), **given).tracks(0, t3=(1, 0, 0)), "9S", "KH")


def test_c071_takes_a_card_and_gives_any_other():
    table = insight().play("TRAIT_POINT")
    (taken,) = table.hand(0) - set(cards("2C 3D"))
    assert taken in cards("4H 5H 6H") and table.hand(1) == set(cards("4H 5H 6H")) - {taken}
    assert (table.decision, table.s.seat) == ("GIVE_BACK", 0)
    assert table.legal() == {93 + card("2C"), 93 + card("3D"), 93 + taken}
    table.play("CARD 2C")
    assert table.hand(0) == {card("3D"), taken}
    assert table.hand(1) == set(cards("4H 5H 6H 2C")) - {taken}
    assert (table.decision, table.s.seat) == ("WINDOW", 1)
    assert table.track(0, 3) == (1, 0, 1)


def test_c071_same_card_may_be_given_back():
    table = insight(a="KH 4H").play("TRAIT_POINT", "CARD 4H")
    assert table.hand(0) == set(cards("2C 3D")) and table.hand(1) == {card("4H")}


def test_c071_without_another_card_it_can_only_be_given_back():
    table = insight(p="9S", a="KH 4H").play("TRAIT_POINT")
    assert table.legal() == ids("CARD 4H")
    assert table.play("CARD 4H").hand(1) == {card("4H")}


def test_c071_card_is_taken_at_random():
    taken = set()
    for seed in range(40):
        table = insight(seed=seed).play("TRAIT_POINT")
        taken |= table.hand(0) - set(cards("2C 3D"))
    assert taken == set(cards("4H 5H 6H"))  # each of the three comes up, and the card on the table never does


def test_c071_not_against_an_empty_hand():
    assert not insight(a="KH").can("TRAIT_POINT")
    assert insight(a="KH 4H").can("TRAIT_POINT")


def test_c071_needs_a_spade_as_trick_card():
    table = bare(hands=("9C 2D", "KH 4H")).tracks(0, t3=(1, 0, 0))
    assert not show(table, "9C", "KH").can("TRAIT_POINT")


def test_c071_cards_keep_their_current_suits():
    table = bare(hands=("9S 2C", "KH 4H")).tracks(0, t3=(1, 0, 0))
    table.s.suit[cards("2C 4H")] = st.DIAMONDS, st.SPADES
    table.refresh()
    show(table, "9S", "KH").play("TRAIT_POINT")
    assert table.block(0, "hand")[st.SPADES][card("4H")] == 1
    table.play("CARD 2C")
    assert table.block(1, "hand")[st.DIAMONDS][card("2C")] == 1


def test_c071_antagonist_takes_from_the_protagonist():
    table = bare(hands=("KH 4H", "9S 2C")).tracks(1, t3=(1, 0, 0))
    show(table, "KH", "9S").play("PASS", "TRAIT_POINT", "CARD 2C")
    assert table.hand(0) == {card("2C")} and table.hand(1) == {card("4H")}
