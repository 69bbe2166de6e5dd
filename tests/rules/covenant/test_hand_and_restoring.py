"""Buying cards, restoring, Item, Companion, Swap, conceding and clearing (C73–C81, P3, P11)."""

import pytest
from rules.covenant.position import Table, card, cards
from rules.covenant.scenes import (
    bare,
    close,
    discarded,
    give_up,
    ids,
    known,
    seen_discards,
    show,
    strip,
    value,
)

from shugyo.envs.covenant import state as st


def rich(votes: int, hands=("9C 4C 3C", "KS 5C 2D"), **given) -> Table:
    """Both fighters own so many votes."""
    table = bare(hands=hands, **given)
    table.s.votes[:2] = votes
    return table


# ---- buy a card -----------------------------------------------------------------------------------------------------


def test_c073_protagonist_pays_two_votes():
    table = rich(3, deck="KH").play("BUY_CARD")
    assert table.s.votes.tolist()[:2] == [1, 3]
    assert table.hand(0) == set(cards("9C 4C 3C KH"))
    assert (table.decision, table.s.seat) == ("COMMIT", 0)  # preparing goes on
    assert not table.can("BUY_CARD")  # one vote is too little


def test_c073_antagonist_pays_one_vote():
    table = rich(1, leader=1, deck="KH AH").play("BUY_CARD")
    assert table.s.votes.tolist()[:2] == [1, 0]
    assert table.hand(1) == set(cards("KS 5C 2D KH"))
    assert not table.can("BUY_CARD")


@pytest.mark.parametrize(("votes", "of_p", "of_a"), [(0, False, False), (1, False, True), (2, True, True)])
def test_c073_prices_are_limits(votes, of_p, of_a):
    table = rich(votes)
    assert table.can("BUY_CARD") == of_p
    assert table.play("CARD 9C").can("BUY_CARD") == of_a


def test_c073_in_the_window_too():
    table = show(rich(2, deck="KH"), "9C", "KS").play("BUY_CARD")
    assert table.hand(0) == set(cards("4C 3C KH")) and table.s.votes[0] == 0
    assert (table.decision, table.s.seat) == ("WINDOW", 1)


def test_c073_may_be_repeated():
    table = rich(6, deck="KH AH QH").play("BUY_CARD", "BUY_CARD", "BUY_CARD")
    assert table.hand(0) >= set(cards("KH AH QH")) and table.s.votes[0] == 0


@pytest.mark.parametrize("bought", ["KC", "KD", "KH", "KS"])
def test_c073_card_keeps_its_suit(bought):
    table = rich(2, hands=("9C 4C", "2D 3D"), deck=bought).play("BUY_CARD")
    assert table.block(0, "hand")[card(bought) // 13][card(bought)] == 1


def test_c073_not_without_a_card_to_draw():
    assert not strip(rich(5)).can("BUY_CARD")
    assert strip(rich(5), keep="KH").can("BUY_CARD")


def test_c073_only_the_buyer_sees_the_card():
    table = rich(2, num_players=3, deck="KH").play("BUY_CARD")
    assert card("KH") in known(table, 0, 0)
    assert known(table, 1, 0) == set() and known(table, 2, 0) == set()
    assert table.block(2, "seat_hand").tolist() == [0, 4, 3, 0, 0]  # itself, P with four cards, A with three


# ---- restore --------------------------------------------------------------------------------------------------------


def test_c074_five_votes_restore_one_use():
    table = rich(6).tracks(0, t0=(2, 0, 2), t13=(1, 0, 1), t5=(2, 1, 1), t8=(1, 1, 0), t2=(3, 0, 0))
    table.play("RESTORE_BY_VOTES")
    assert table.legal() == ids("SHEET 0", "SHEET 5", "SHEET 13")  # the tracks with a used point
    table.play("SHEET 5")
    assert table.track(0, 5) == (2, 1, 0)  # the Harm stays
    assert table.track(0, 0) == (2, 0, 2) and table.track(0, 13) == (1, 0, 1)
    assert table.s.votes.tolist()[:2] == [1, 6]
    assert (table.decision, table.s.seat) == ("COMMIT", 0)


def test_c074_one_use_only():
    table = rich(5).tracks(0, t0=(2, 0, 2)).play("RESTORE_BY_VOTES", "SHEET 0")
    assert table.track(0, 0) == (2, 0, 1)


@pytest.mark.parametrize(("votes", "possible"), [(4, False), (5, True)])
def test_c074_price_is_five(votes, possible):
    assert rich(votes).tracks(0, t0=(1, 0, 1)).can("RESTORE_BY_VOTES") == possible


def test_c074_antagonist_pays_five_too():
    table = rich(5, leader=1).tracks(1, t3=(1, 0, 1)).play("RESTORE_BY_VOTES", "SHEET 3")
    assert table.s.votes.tolist()[:2] == [5, 0] and table.track(1, 3) == (1, 0, 0)
    assert not rich(4, leader=1).tracks(1, t3=(1, 0, 1)).can("RESTORE_BY_VOTES")


def test_c074_needs_an_own_track_with_a_used_point():
    table = rich(30).tracks(0, t0=(2, 1, 0), t4=(1, 1, 0)).tracks(1, t0=(2, 0, 2))
    assert not table.can("RESTORE_BY_VOTES")


def test_c074_in_the_window_too():
    table = show(rich(5).tracks(0, t0=(1, 0, 1)), "9C", "KS").play("RESTORE_BY_VOTES", "SHEET 0")
    assert table.track(0, 0) == (1, 0, 0) and table.s.votes[0] == 0
    assert (table.decision, table.s.seat) == ("WINDOW", 1)


@pytest.mark.parametrize("face", ["JC", "QD", "KH", "JS"])
def test_c075_face_card_restores_one_use(face):
    table = bare(hands=(f"9C 10C AC {face}", "2D 3D")).tracks(0, t0=(2, 0, 2), t4=(1, 0, 0))
    table.play("RESTORE_BY_FACE")
    assert table.legal() == {93 + card(face)}  # neither the ten nor the ace
    table.play(f"CARD {face}")
    assert table.legal() == ids("SHEET 0")
    table.play("SHEET 0")
    assert table.track(0, 0) == (2, 0, 1)
    assert table.cards_in(st.DISCARD) == {card(face)} and table.hand(0) == set(cards("9C 10C AC"))
    assert (table.decision, table.s.seat) == ("COMMIT", 0)


def test_c075_not_without_a_face_card():
    assert not bare(hands=("10C AC", "KD QD")).tracks(0, t0=(1, 0, 1)).can("RESTORE_BY_FACE")


def test_c075_not_without_a_used_point():
    table = bare(hands=("KC QC", "2D 3D")).tracks(0, t0=(2, 1, 0)).tracks(1, t0=(1, 0, 1))
    assert not table.can("RESTORE_BY_FACE")


def test_c075_costs_no_votes():
    table = bare(hands=("KC QC", "2D 3D")).tracks(0, t0=(1, 0, 1))
    table.play("RESTORE_BY_FACE", "CARD KC", "SHEET 0")
    assert table.s.votes.tolist()[:2] == [0, 0] and table.track(0, 0) == (1, 0, 0)


def test_c075_card_is_laid_open():
    table = bare(hands=("KC QC", "2D 3D"), num_players=3).tracks(0, t0=(1, 0, 1))
    table.play("RESTORE_BY_FACE", "CARD KC", "SHEET 0")
    assert seen_discards(table, 1) == seen_discards(table, 2) == {card("KC")}


def test_c075_trick_card_is_not_in_hand():
    table = show(bare(hands=("KC 2C", "2D 3D")).tracks(0, t0=(1, 0, 1)), "KC", "2D")
    assert not table.can("RESTORE_BY_FACE")


@pytest.mark.parametrize(("hand", "possible"), [("KC", False), ("KC 2C", True), ("KC QC", True)])
def test_c076_last_card_is_kept_while_preparing(hand, possible):
    table = bare(hands=(hand, "2D 3D")).tracks(0, t0=(2, 0, 2))
    assert table.can("RESTORE_BY_FACE") == possible


def test_c076_second_of_two_face_cards_must_stay():
    table = bare(hands=("KC QC", "2D 3D")).tracks(0, t0=(2, 0, 2)).play("RESTORE_BY_FACE", "CARD QC", "SHEET 0")
    assert table.legal() == ids("CARD KC")


def test_c076_in_the_window_the_last_card_may_go():
    table = bare(hands=("2C KC", "2D 3D")).tracks(0, t0=(1, 0, 1))
    show(table, "2C", "2D").play("RESTORE_BY_FACE", "CARD KC", "SHEET 0")
    assert table.hand(0) == set() and table.track(0, 0) == (1, 0, 0)
    assert (table.decision, table.s.seat) == ("WINDOW", 1)


# ---- Item -----------------------------------------------------------------------------------------------------------


def item(a="KS 5C 4C 2D", types="Vigor Magic", **tracks) -> Table:
    """A's turn: P has led the nine of clubs, A the king of spades."""
    table = bare(hands=("9C 3C", a), types=types).tracks(1, **(tracks or {"t8": (1, 0, 0)}))
    return show(table, "9C", "KS").play("PASS")


def test_c077_item_takes_cards_off_the_opponents_trick_card():
    table = item().play("ITEM_USE")
    assert table.legal() == ids("CARD 5C", "CARD 4C")  # clubs only, at least one
    table.play("CARD 5C")
    assert table.can("PASS")
    table.play("CARD 4C")
    assert value(table, 0) == -2  # (9 + 2) − (5 + 2) − (4 + 2): bonuses count, and nothing stops at 0
    assert value(table, 1) == 13
    assert table.track(1, 8) == (1, 0, 1) and table.hand(1) == {card("2D")}
    assert (table.decision, table.s.seat) == ("WINDOW", 0)


def test_c077_choosing_may_stop_after_one():
    table = item(types="Magic Magic").play("ITEM_USE", "CARD 4C", "PASS")
    assert value(table, 0) == 5 and card("5C") in table.hand(1)  # 9 − 4


@pytest.mark.parametrize("track", range(8, 12))
def test_c077_item_must_fit_the_opponents_trick_card(track):
    table = item(a="KS 5C 4D 4H 4S", **{f"t{track}": (1, 0, 0)})
    assert table.can("ITEM_USE") == (track == 8)  # the Vigor Item against a club


def test_c077_looks_at_the_current_suit():
    table = item(a="KS 5C 4H", t8=(1, 0, 0), t10=(1, 0, 0))
    table.s.suit[card("9C")] = st.HEARTS
    table.play("ITEM_USE")
    assert table.legal() == ids("CARD 4H")
    table.play("CARD 4H")
    assert table.track(1, 10) == (1, 0, 1) and table.track(1, 8) == (1, 0, 0)
    assert value(table, 0) == 5  # 9 − 4, no bonus on hearts


def test_c077_over_use_when_no_point_is_free():
    table = item(t8=(1, 0, 1))
    assert not table.can("ITEM_USE")
    table.play("ITEM_OVERUSE", "CARD 5C", "PASS")
    assert table.track(1, 8) == (1, 1, 0) and value(table, 0) == 4  # 11 − 7


@pytest.mark.parametrize(("track", "use", "overuse"), [((2, 0, 1), True, False), ((1, 1, 0), False, False)])
def test_c077_means_of_an_item(track, use, overuse):
    table = item(t8=track)
    assert (table.can("ITEM_USE"), table.can("ITEM_OVERUSE")) == (use, overuse)


def test_c077_strikes_but_does_not_stay_in_hand():
    table = close(item().play("ITEM_USE", "CARD 5C", "PASS"))
    assert table.s.wins.tolist() == [0, 1]  # 11 − 7 = 4 against 13
    assert set(cards("9C KS 5C")) == discarded(table)


def test_c077_not_while_preparing():
    assert not bare(hands=("9C 3C", "KS 5C")).tracks(0, t11=(1, 0, 0), t8=(1, 0, 0)).can("ITEM_USE")


@pytest.mark.parametrize(("hand", "possible"), [("KS 2D", False), ("KS 2C", True)])
def test_p3_item_needs_a_card_of_the_struck_suit(hand, possible):
    assert item(a=hand, t8=(1, 0, 0)).can("ITEM_USE") == possible
    assert item(a=hand, t8=(1, 0, 1)).can("ITEM_OVERUSE") == possible


# ---- Companion ------------------------------------------------------------------------------------------------------


def test_c078_companion_changes_a_hand_card_while_preparing():
    table = bare(hands=("9C 5D 4C", "2D 3C")).tracks(0, t4=(1, 0, 0)).play("COMPANION_USE C")
    assert table.legal() == ids("CARD 9C", "CARD 4C")
    table.play("CARD 9C")
    assert table.legal() == ids("SUIT D", "SUIT H", "SUIT S")  # another suit than its own
    table.play("SUIT H")
    assert table.s.suit[card("9C")] == st.HEARTS and table.s.suit[card("4C")] == st.CLUBS
    assert table.track(0, 4) == (1, 0, 1)
    assert (table.decision, table.s.seat) == ("COMMIT", 0)


def test_c078_companion_changes_the_own_trick_card_in_the_window():
    table = bare(hands=("9C 5D", "2D 3C"), types="Influence Craft").tracks(0, t4=(1, 0, 0), t2=(1, 0, 0), t0=(1, 0, 0))
    show(table, "9C", "2D").play("COMPANION_USE C")
    assert table.legal() == ids("CARD 9C")
    table.play("CARD 9C", "SUIT H", "PASS")
    assert value(table, 0) == 11  # 9 + 2: it is a heart now
    table.play("TRAIT_POINT", "CARD 5D")
    assert value(table, 0) == 13 and table.track(0, 2) == (1, 0, 1)  # by Influence, + 2


def test_c078_hand_card_may_be_changed_in_the_window():
    table = bare(hands=("9C 5D", "2D 3C")).tracks(0, t5=(1, 0, 0), t0=(1, 0, 0))
    show(table, "9C", "2D")
    assert not table.can("TRAIT_POINT")  # no club in hand
    table.play("COMPANION_USE D", "CARD 5D", "SUIT C", "PASS", "TRAIT_POINT", "CARD 5D")
    assert value(table, 0) == 14  # 9 + 5


def test_c078_choice_between_hand_and_trick_card():
    table = bare(hands=("9C 5C", "2D 3C")).tracks(0, t4=(1, 0, 0))
    assert show(table, "9C", "2D").play("COMPANION_USE C").legal() == ids("CARD 9C", "CARD 5C")


@pytest.mark.parametrize("suit", "CDHS")
def test_c078_companion_needs_a_card_of_its_suit(suit):
    table = bare(hands=("9C 5D", "2H 3S")).tracks(0, t4=(1, 0, 0), t5=(1, 0, 0), t6=(1, 0, 0), t7=(1, 0, 0))
    assert table.can(f"COMPANION_USE {suit}") == (suit in "CD")


def test_c078_companion_of_a_suit_serves_that_suit_only():
    table = bare(hands=("9C 5D", "2H 3S")).tracks(0, t4=(1, 0, 0))
    assert table.can("COMPANION_USE C") and not table.can("COMPANION_USE D")


def test_c078_looks_at_the_current_suit():
    table = bare(hands=("9C 5D", "2H 3S")).tracks(0, t6=(1, 0, 0))
    table.s.suit[card("9C")] = st.HEARTS
    table.refresh()
    table.play("COMPANION_USE H")
    assert table.legal() == ids("CARD 9C")
    table.play("CARD 9C")
    assert table.legal() == ids("SUIT C", "SUIT D", "SUIT S")


def test_c078_never_a_card_of_the_opponent():
    table = bare(hands=("9C 5D", "2H 3S")).tracks(0, t6=(1, 0, 0), t7=(1, 0, 0))
    show(table, "9C", "2H")
    assert not table.can("COMPANION_USE H")  # A's trick card
    assert not table.can("COMPANION_USE S")  # A's hand


def test_c078_follower_cannot_reach_the_face_down_card():
    table = bare(hands=("9C 5D", "2H 3S")).tracks(1, t4=(1, 0, 0)).play("CARD 9C")
    assert table.s.seat == 1 and not table.can("COMPANION_USE C")


def test_c078_over_use_when_no_point_is_free():
    table = bare(hands=("9C 5C", "2H 3S")).tracks(0, t4=(1, 0, 0))
    assert not table.can("COMPANION_OVERUSE C")
    table.play("COMPANION_USE C", "CARD 9C", "SUIT S")
    assert not table.can("COMPANION_USE C")
    table.play("COMPANION_OVERUSE C", "CARD 5C", "SUIT S")
    assert table.track(0, 4) == (1, 1, 0)
    assert table.s.suit[cards("9C 5C")].tolist() == [st.SPADES, st.SPADES]


# ---- Swap -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("votes", "possible"), [(9, False), (10, True)])
def test_c079_swap_costs_ten_votes(votes, possible):
    table = show(rich(votes), "9C", "KS")
    assert table.can("SWAP") == possible


def test_c079_swap_is_paid_by_the_one_who_swaps():
    table = show(rich(12), "9C", "KS").play("SWAP")
    assert table.s.votes.tolist()[:2] == [2, 12]
    assert (table.decision, table.s.seat) == ("WINDOW", 1)
    assert table.play("SWAP").s.votes.tolist()[:2] == [2, 2]


def test_c079_not_while_preparing():
    assert not rich(30).can("SWAP")
    assert not rich(30).play("CARD 9C").can("SWAP")


def test_c079_trick_cards_change_places():
    table = show(rich(10), "9C", "KS").play("SWAP")
    assert table.cards_in(st.TRICK + 0) == {card("KS")} and table.cards_in(st.TRICK + 1) == {card("9C")}
    assert (value(table, 0), value(table, 1)) == (13, 9)
    assert close(table).s.wins.tolist() == [1, 0]


def test_c079_everything_before_the_fighters_changes_places():
    table = bare(hands=("9C 4C 3S", "10S 2D 5D"), types="Vigor Insight")
    table.tracks(0, t0=(1, 0, 0), t11=(1, 0, 0))
    table.s.votes[1] = 10
    show(table, "9C", "10S").play("TRAIT_POINT", "CARD 4C", "CARD 2D", "ITEM_USE", "CARD 3S")
    # P: (9 + 2) + (4 + 2) = 17. A: (10 + 2) + 2 − (3 + 2) = 9.
    assert (value(table, 0), value(table, 1)) == (17, 9)
    table.play("SWAP")
    assert (value(table, 0), value(table, 1)) == (9, 17)
    assert table.cards_in(st.VIGOR_CARD + 1) == {card("4C")} and table.cards_in(st.VIGOR_CARD + 0) == set()
    assert table.cards_in(st.AIDING + 0) == {card("2D")} and table.cards_in(st.AIDING + 1) == set()
    assert table.cards_in(st.ITEM_CARD + 0) == {card("3S")} and table.cards_in(st.ITEM_CARD + 1) == set()
    assert close(table).s.wins.tolist() == [0, 1]


def test_c079_own_trick_card_is_the_one_in_front():
    table = rich(10, hands=("9C 4C", "5H 2D")).tracks(0, t0=(1, 0, 0), t2=(1, 0, 0))
    show(table, "9C", "5H").play("SWAP", "PASS", "TRAIT_POINT")
    assert table.decision == "SELECT_AID"  # Influence: the five of hearts lies before P
    table.play("CARD 4C")
    assert value(table, 0) == 7 and table.track(0, 2) == (1, 0, 1) and table.track(0, 0) == (1, 0, 0)


def test_c079_changed_suits_stay_on_the_cards():
    table = rich(10, hands=("9C 4C", "5H 2D"), types="Insight Magic").tracks(0, t4=(1, 0, 0))
    show(table, "9C", "5H").play("COMPANION_USE C", "CARD 9C", "SUIT S", "SWAP")
    assert table.s.suit[card("9C")] == st.SPADES
    assert value(table, 1) == 11  # 9 + 2, as a spade


def test_c079_magic_bonus_stays_on_the_card():
    table = rich(10, hands=("9C 4C", "5H 2D"), types="Magic Vigor")
    table.s.magic[:2] = 3, 1
    show(table, "9C", "5H")
    assert (value(table, 0), value(table, 1)) == (14, 6)  # 9 + 2 + 3 and 5 + 1
    table.play("SWAP")
    assert (value(table, 0), value(table, 1)) == (6, 14)


def test_c079_free_aiding_card_stays_with_the_person():
    table = rich(10, hands=("9C 4C 3C", "5H 2D"))
    show(table, "9C", "5H").play("CARD 4C", "SWAP")
    assert not table.can("CARD 3C")  # P has played it, although the card lies before A now
    assert table.play("PASS").can("CARD 2D")


def test_c079_announced_craft_stays_with_the_person():
    table = rich(10, hands=("9D 4C", "5H 2D")).tracks(0, t1=(1, 0, 0))
    show(table, "9D", "5H").play("TRAIT_POINT", "SWAP", "PASS", "PASS")
    assert (table.decision, table.s.seat) == ("CRAFT_TAKE", 0)
    table.play("TAKE_WINNING")
    assert table.hand(0) == set(cards("4C 9D"))  # A won with the nine that P had committed


def test_c079_ban_stays_with_the_person():
    table = rich(10, num_players=3).set_covenant(0, 3, 0, 0)
    table.s.votes[2] = 5
    show(table, "9C", "KS").play("CLAIM", "OFFER 5", "ACCEPT", "SWAP")
    assert table.s.seat == 0 and not table.can("CLAIM")
    assert table.play("PASS").can("CLAIM")


# ---- concede and clear ----------------------------------------------------------------------------------------------


def test_c080_conceding_leader_gets_a_new_hand():
    table = bare(hands=("9C 4C 3C", "KS 5C 2D"), deck="AH AD AC AS").play("CARD 9C", "CARD KS", "CONCEDE")
    assert table.s.wins.tolist() == [0, 1]
    assert table.hand(0) == set(cards("AH AD AC"))  # two thrown away, three drawn
    assert table.hand(1) == set(cards("5C 2D"))  # the winner keeps theirs
    assert (table.decision, table.s.seat) == ("COMMIT", 1)  # and leads


def test_c080_conceding_follower_gets_a_new_hand():
    table = bare(hands=("9C 4C 3C", "KS 5C 2D"), deck="AH AD AC AS")
    table.play("CARD 9C", "CARD KS", "PASS", "CONCEDE")
    assert table.s.wins.tolist() == [1, 0]
    assert table.hand(1) == set(cards("AH AD AC")) and table.hand(0) == set(cards("4C 3C"))


def test_c080_one_card_for_the_committed_one():
    table = bare(hands=("9C", "KS 5C 2D"), deck="AH AD").play("CARD 9C", "CARD KS", "CONCEDE")
    assert table.hand(0) == {card("AH")}


def test_c080_only_while_the_cards_are_hidden():
    table = bare(hands=("9C 4C 3C", "KS 5C 2D"))
    assert not table.can("CONCEDE")
    assert not table.play("CARD 9C").can("CONCEDE")
    assert table.play("CARD KS").legal() == ids("PASS", "CONCEDE")
    table.play("PASS", "PASS")
    assert table.decision == "WINDOW" and not table.can("CONCEDE")


def test_c080_neither_card_is_shown():
    table = bare(hands=("9C 4C 3C", "KS 5C 2D"), num_players=3).play("CARD 9C", "CARD KS", "CONCEDE")
    assert not seen_discards(table, 2)
    assert card("KS") not in seen_discards(table, 0) and card("9C") not in seen_discards(table, 1)


def test_c081_trick_is_cleared_openly():
    table = bare(hands=("9C 4C 3S 7C", "KS 2D 5C"), num_players=3).tracks(0, t0=(1, 0, 0), t11=(1, 0, 0))
    show(table, "9C", "KS").play("TRAIT_POINT", "CARD 4C", "PASS", "CARD 2D", "ITEM_USE", "CARD 3S", "PASS", "PASS")
    gone = set(cards("9C KS 4C 2D 3S"))
    assert table.cards_in(st.DISCARD) == gone
    assert [seen_discards(table, seat) for seat in range(3)] == [gone] * 3
    assert table.block(2, "piles").tolist() == [52 - 7, 5]


def test_c081_concession_is_cleared_unseen():
    table = bare(hands=("9C 4C 3C", "KS 5C 2D"), num_players=3).play("CARD 9C", "CARD KS", "CONCEDE")
    assert discarded(table) == set(cards("9C 4C 3C KS"))
    assert seen_discards(table, 2) == set()
    assert not seen_discards(table, 1) & set(cards("9C 4C 3C"))
    assert card("KS") not in seen_discards(table, 0)
    assert table.block(2, "piles").tolist() == [52 - 6 - 3, 4]  # but how many there are is public


def test_p11_draws_of_a_concession_come_after_its_discards():
    table = strip(bare(hands=("9C 4C 3C", "KS 5C 2D"))).play("CARD 9C", "CARD KS", "CONCEDE")
    # Nothing is left but the four discards 9C KS 4C 3C, which are shuffled: three of them come back.
    assert len(table.hand(0)) == 3 and table.hand(0) < set(cards("9C KS 4C 3C"))
    assert table.hand(1) == set(cards("5C 2D"))


def test_p11_draw_for_an_empty_hand_comes_after_the_clearing():
    table = strip(bare(hands=("9C", "5D")), keep="AS")
    close(show(table, "9C", "5D"))
    assert table.s.wins.tolist() == [1, 0]
    assert table.hand(0) == {card("AS")}  # P leads and draws first
    assert len(table.hand(1)) == 1 and table.hand(1) < set(cards("9C 5D"))  # then A, from the reshuffled trick


@pytest.mark.parametrize(("p", "a", "of_p", "of_a"), [("9C", "5D", "AS", "KH"), ("5C", "9D", "KH", "AS")])
def test_p11_leader_draws_first(p, a, of_p, of_a):
    table = close(show(bare(hands=(p, a), deck="AS KH"), p, a))
    assert (table.hand(0), table.hand(1)) == ({card(of_p)}, {card(of_a)})


def test_c080_conceded_trick_is_won_like_any_other():
    table = give_up(bare(hands=("9C 4C", "KS 5C")), 0)
    assert table.s.votes.tolist()[:2] == [0, 1]  # the vote of C37
