"""Paying for a Trait: Assets and opposed Harm (C61–C63)."""

import pytest
from rules.covenant.position import Table, card
from rules.covenant.scenes import bare, close, give_up, last_of_season, show, value

TRICK_CARDS = ["9C", "9D", "9H", "9S"]


def with_used_vigor(**given) -> Table:
    """P's trick card is the nine of clubs, A's the five of diamonds; P has no free point of Vigor."""
    table = bare(hands=("9C 4C 3C", "5D 2H"), **given)
    table.tracks(0, t0=(1, 0, 1))
    return table


def test_c061_asset_gives_one_more_use_with_the_effect_of_a_point():
    table = with_used_vigor().tracks(0, t12=(1, 0, 0))
    show(table, "9C", "5D")
    assert not table.can("TRAIT_POINT")
    table.play("TRAIT_ASSET", "CARD 4C", "PASS")
    assert value(table, 0) == 13  # 9 + 4, as by a point of Vigor
    assert table.track(0, 12) == (1, 0, 1)  # the Asset is spent …
    assert table.track(0, 0) == (1, 0, 1)  # … and the Trait as it was


def test_c061_asset_gives_no_second_use():
    table = with_used_vigor().tracks(0, t12=(1, 0, 0))
    show(table, "9C", "5D").play("TRAIT_ASSET", "CARD 4C", "PASS", "PASS")
    assert table.s.seat == 0 and card("3C") in table.hand(0)  # a club is left, only the means are not
    assert not table.can("TRAIT_ASSET")


@pytest.mark.parametrize("asset", range(4))
@pytest.mark.parametrize("suit", range(4))
def test_c061_asset_serves_its_own_trait_only(suit, asset):
    own = TRICK_CARDS[suit]
    table = bare(hands=(f"{own} 4C", "KH 2H")).tracks(0, **{f"t{12 + asset}": (1, 0, 0)})
    show(table, own, "KH")
    assert table.can("TRAIT_ASSET") == (suit == asset)


def test_c061_asset_may_be_used_while_points_are_free():
    table = bare(hands=("9C 4C", "5D 2H")).tracks(0, t0=(2, 0, 0), t12=(1, 0, 0))
    show(table, "9C", "5D")
    assert table.can("TRAIT_POINT")
    table.play("TRAIT_ASSET", "CARD 4C")
    assert table.track(0, 0) == (2, 0, 0) and table.track(0, 12) == (1, 0, 1)


def test_c061_asset_of_the_opponent_is_of_no_use():
    table = with_used_vigor().tracks(1, t12=(1, 0, 0))
    show(table, "9C", "5D")
    assert not table.can("TRAIT_ASSET")


def test_c062_used_asset_comes_back_when_restored():
    table = bare(hands=("9C 4C KH", "5D 2H")).tracks(0, t12=(1, 0, 1))
    show(table, "9C", "5D")
    assert not table.can("TRAIT_ASSET")
    table.play("RESTORE_BY_FACE", "CARD KH", "SHEET 12", "PASS")
    assert table.track(0, 12) == (1, 0, 0)
    assert table.can("TRAIT_ASSET")


def test_c062_used_asset_does_not_come_back_with_the_next_trick():
    table = bare(hands=("9C 4C 3C", "5D 2H")).tracks(0, t12=(1, 0, 0))
    show(table, "9C", "5D").play("TRAIT_ASSET", "CARD 4C", "PASS", "PASS", "PASS")
    assert table.s.wins.tolist() == [1, 0]
    assert table.track(0, 12) == (1, 0, 1)


def test_c062_used_asset_comes_back_at_the_meeting():
    table = last_of_season(bare(wins=(2, 2)).tracks(0, t12=(1, 0, 1)).tracks(1, t15=(1, 0, 1)))
    give_up(table, 1)
    assert table.decision == "MEETING"
    assert table.track(0, 12) == (1, 0, 0) and table.track(1, 15) == (1, 0, 0)


def test_c062_used_asset_does_not_come_back_between_conflicts_of_a_season():
    table = bare(wins=(2, 2), num_players=3).tracks(0, t12=(1, 0, 1))
    give_up(table, 1)
    assert table.s.wins.tolist() == [0, 0] and table.decision != "MEETING"  # the next conflict
    assert table.track(0, 12) == (1, 0, 1)


def test_c063_harm_in_the_opponents_trait_pays_for_a_use():
    table = with_used_vigor().tracks(0, t1=(2, 0, 0)).tracks(1, t0=(2, 0, 0), t1=(2, 0, 0))
    show(table, "9C", "5D").play("TRAIT_HARM", "CARD 4C", "PASS")
    assert value(table, 0) == 13  # 9 + 4
    assert table.track(0, 1) == (2, 1, 0)  # the Harm is taken in Craft, the Trait of the five of diamonds
    assert table.track(0, 0) == (1, 0, 1)  # Vigor itself costs nothing
    assert table.track(1, 0) == (2, 0, 0) and table.track(1, 1) == (2, 0, 0)  # the opponent is not touched


def test_c063_antagonist_may_use_opposed_harm_too():
    table = bare(hands=("9C 4C", "5H 2D")).tracks(1, t2=(1, 0, 1), t0=(1, 0, 0))
    show(table, "9C", "5H").play("PASS", "TRAIT_HARM", "CARD 2D")
    assert value(table, 1) == 7  # 5 + 2 for an Aiding card by Influence
    assert table.track(1, 0) == (1, 1, 0) and table.track(1, 2) == (1, 0, 1)


def test_c063_not_while_the_own_trait_has_a_free_point():
    table = bare(hands=("9C 4C", "5D 2H")).tracks(0, t0=(2, 0, 1), t1=(2, 0, 0))
    show(table, "9C", "5D")
    assert table.can("TRAIT_POINT") and not table.can("TRAIT_HARM")


def test_c063_not_if_both_trick_cards_are_of_one_suit():
    table = bare(hands=("9C 4C", "5C 2H")).tracks(0, t0=(2, 0, 2), t1=(2, 0, 0))
    show(table, "9C", "5C")
    assert table.can("TRAIT_OVERUSE") and not table.can("TRAIT_HARM")


@pytest.mark.parametrize(("opposed", "possible"), [((2, 2, 0), False), ((2, 1, 1), True), ((0, 0, 0), False)])
def test_c063_not_in_a_trait_that_is_wholly_harmed(opposed, possible):
    table = with_used_vigor().tracks(0, t1=opposed)
    show(table, "9C", "5D")
    assert table.can("TRAIT_HARM") == possible


def test_c063_each_harm_pays_for_a_single_use():
    table = with_used_vigor().tracks(0, t1=(1, 0, 0))
    show(table, "9C", "5D").play("TRAIT_HARM", "CARD 4C", "PASS", "PASS")
    assert table.track(0, 1) == (1, 1, 0) and card("3C") in table.hand(0)
    assert not table.can("TRAIT_HARM")  # Craft is wholly Harmed now, and the use is used up


def test_c063_looks_at_current_suits():
    table = with_used_vigor().tracks(0, t1=(1, 0, 0), t2=(1, 0, 0))
    show(table, "9C", "5D")
    table.s.suit[card("5D")] = 2  # the five of diamonds is a heart now
    table.play("TRAIT_HARM", "CARD 4C", "PASS")
    assert table.track(0, 1) == (1, 0, 0) and table.track(0, 2) == (1, 1, 0)


def test_c063_same_current_suit_rules_it_out():
    table = with_used_vigor().tracks(0, t1=(1, 0, 0))
    show(table, "9C", "5D")
    table.s.suit[card("5D")] = 0
    assert not table.can("TRAIT_HARM")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((2, 0, 1), (2, 1, 1)),  # 1 + 1 is not above 2: a free point is lost
        ((2, 0, 2), (2, 1, 1)),  # 1 + 2 would be above 2: a used one is lost
        ((3, 1, 2), (3, 2, 1)),  # 2 + 2 would be above 3
        ((1, 0, 0), (1, 1, 0)),
    ],
)
def test_p1_opposed_harm_is_suffered_by_c28(before, after):
    table = with_used_vigor().tracks(0, t1=before)
    show(table, "9C", "5D").play("TRAIT_HARM")
    assert table.track(0, 1) == after


@pytest.mark.parametrize(("own", "possible"), [((0, 0, 0), False), ((1, 1, 0), True), ((1, 0, 1), True)])
def test_p2_opposed_harm_needs_a_trait_of_value_one(own, possible):
    table = bare(hands=("9C 4C", "5D 2H")).tracks(0, t0=own, t1=(2, 0, 0))
    show(table, "9C", "5D")
    assert table.can("TRAIT_HARM") == possible


def test_c063_use_by_harm_counts_for_the_trick():
    table = bare(hands=("9C 4C", "QD 2H")).tracks(0, t0=(1, 1, 0), t1=(1, 0, 0))
    show(table, "9C", "QD").play("TRAIT_HARM", "CARD 4C")
    close(table)
    assert table.s.wins.tolist() == [1, 0]  # 9 + 4 = 13 against 12
