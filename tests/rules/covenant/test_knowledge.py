"""Who knows what (P13–P15, P19–P22): observations of fighters and Council, and the worlds sampled from them."""

import numpy as np
import pytest
from rules.covenant.position import Table, card, cards
from rules.covenant.scenes import (
    bare,
    close,
    counts,
    discarded,
    give_up,
    known,
    last_of_season,
    seen_discards,
    show,
    strip,
)

from shugyo.envs.core import batch
from shugyo.envs.covenant import state as st

EVERYBODY = 0b111


def three(p="9S 2C 3D", a="KH 4H 5H", **given) -> Table:
    """Seats 0 and 1 fight, seat 2 looks on."""
    return bare(num_players=3, hands=(p, a), **given)


def make_known(table: Table, text: str, seats: int = EVERYBODY) -> Table:
    """Lets seats (bits) know whose possession cards are in, as after a Craft that took them."""
    table.s.known[cards(text)] |= seats
    return table


# ---- P13: certain cards ---------------------------------------------------------------------------------------------


def test_p13_nobody_knows_the_cards_of_a_fresh_hand():
    table = three()
    assert known(table, 0, 0) == set(cards("9S 2C 3D")) and known(table, 1, 1) == set(cards("KH 4H 5H"))
    assert known(table, 0, 1) == known(table, 1, 0) == known(table, 2, 0) == known(table, 2, 1) == set()


def test_p13_fighters_know_the_cards_of_an_insight():
    table = show(three().tracks(0, t3=(1, 0, 0)), "9S", "KH").play("TRAIT_POINT")
    (taken,) = table.hand(0) - set(cards("2C 3D"))
    assert known(table, 1, 0) == {taken}  # A sees what is missing
    table.play("CARD 2C")
    assert known(table, 1, 0) == {taken}
    assert known(table, 0, 1) == {card("2C")}  # P knows what was given, and nothing else
    assert known(table, 2, 0) == known(table, 2, 1) == set()  # the Council neither


def test_p13_fighters_know_a_card_that_insight_gave_back():
    table = show(three().tracks(0, t3=(1, 0, 0)), "9S", "KH").play("TRAIT_POINT")
    (taken,) = table.hand(0) - set(cards("2C 3D"))
    table._advance(93 + taken)
    assert known(table, 0, 1) == {taken} and known(table, 1, 0) == set()
    assert known(table, 2, 0) == known(table, 2, 1) == set()


def test_p13_a_known_card_stays_known_while_it_is_committed():
    table = show(three().tracks(0, t3=(1, 0, 0)), "9S", "KH").play("TRAIT_POINT", "CARD 2C", "PASS", "PASS")
    assert table.s.wins.tolist() == [0, 1]  # 9 against 13
    table.play("CARD 2C")
    assert known(table, 0, 1) == {card("2C")}  # in hand or committed: P cannot tell
    assert not table.block(0, "trick_card")[1].any()


def test_p13_card_taken_by_craft_is_known_to_all():
    table = show(three(p="9D 2C 3D").tracks(0, t1=(1, 0, 0)), "9D", "KH")
    table.play("TRAIT_POINT", "PASS", "PASS", "TAKE_WINNING")
    assert known(table, 1, 0) == known(table, 2, 0) == {card("KH")}
    table.play("CARD 4H", "CARD KH")
    assert known(table, 1, 0) == known(table, 2, 0) == {card("KH")}  # face down or not


def test_p13_companion_in_hand_shows_suits_and_no_card():
    table = three(p="9C 2C 3D").tracks(0, t4=(1, 0, 0)).play("COMPANION_USE C", "CARD 9C")
    for seat in (1, 2):
        assert table.block(seat, "companion_suit").tolist() == [1, 0, 0, 0]
    table.play("SUIT H")
    for seat in (1, 2):
        assert known(table, seat, 0) == set()
        assert counts(table, seat, 0) == [0, 0, 1, 0]


def test_p13_a_conceded_card_makes_the_winners_cards_uncertain():
    table = make_known(three(), "2C").play("CARD 9S", "CARD KH", "PASS")
    assert known(table, 1, 0) == known(table, 2, 0) == {card("2C")}
    table.play("CONCEDE")
    # P has won, and the card that P had committed is gone unseen. It might have been the two of clubs.
    assert known(table, 1, 0) == known(table, 2, 0) == set()
    assert known(table, 0, 0) == set(cards("2C 3D"))


def test_p13_a_conceded_hand_is_gone():
    table = make_known(three(deck="AC AD AH AS"), "2C 9S").play("CARD 9S", "CARD KH", "CONCEDE")
    assert known(table, 1, 0) == known(table, 2, 0) == set()
    assert known(table, 0, 0) == set(cards("AC AD AH"))


def test_p13_insight_makes_the_councils_cards_uncertain():
    table = make_known(make_known(three(), "4H"), "2C").tracks(0, t3=(1, 0, 0))
    show(table, "9S", "KH")
    assert known(table, 2, 0) == {card("2C")} and known(table, 2, 1) == {card("4H")}
    table.play("TRAIT_POINT")
    assert known(table, 2, 1) == set()  # the four of hearts may have been taken
    (taken,) = table.hand(0) - set(cards("2C 3D"))
    table.play("CARD 3D")
    assert known(table, 2, 0) == set()  # the two of clubs may have been given
    assert known(table, 1, 0) == {card("2C"), taken}  # A has seen that it was not


def test_p13_victim_of_an_insight_sees_what_comes():
    table = show(make_known(three(), "2C 3D", seats=0b010).tracks(0, t3=(1, 0, 0)), "9S", "KH").play("TRAIT_POINT")
    (taken,) = table.hand(0) - set(cards("2C 3D"))
    table.play("CARD 3D")
    assert known(table, 1, 0) == {card("2C"), taken}


# ---- P14, P19, P20: counts of unseen cards --------------------------------------------------------------------------


def counted(p="5H 6H 2C 3D", a="KS 4H 7D", of_p=(0, 0, 0, 0), of_a=(0, 0, 0, 0), **given) -> Table:
    """It is publicly known how many unseen cards of each suit P and A hold at least."""
    table = three(p, a, **given)
    table.s.unseen_suits[0], table.s.unseen_suits[1] = of_p, of_a
    return table


def test_p14_claims_are_counted_till_the_cards_are_revealed():
    table = three(p="5C 2D", a="KS 4H 7D 3H", deck="9S 8S").set_covenant(2, 2, 0, 0)
    table.play("CLAIM", "RESOURCE 2", "CLAIM", "RESOURCE 2")
    assert counts(table, 2, 0) == [0, 0, 2, 0]
    table.play("CARD 9S", "CARD KS")
    assert counts(table, 2, 0) == [0, 0, 2, 0]  # face down it is still an unseen heart
    table.play("PASS", "PASS")
    assert counts(table, 2, 0) == [0, 0, 1, 0]
    table.play("CARD 8S")
    assert counts(table, 1, 0) == counts(table, 2, 0) == [0, 0, 0, 0]  # as an Aiding card


def test_p14_both_fighters_have_counts_of_their_own():
    table = counted(of_p=(0, 0, 2, 0), of_a=(0, 0, 1, 0))
    show(table, "5H", "4H")
    assert counts(table, 2, 0) == [0, 0, 1, 0] and counts(table, 2, 1) == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("shown", "left"), [("5H", [1, 1, 1, 1]), ("2C", [0, 1, 2, 1]), ("3D", [1, 0, 2, 1]), ("9S", [1, 1, 2, 0])]
)
def test_p19_reveal_lowers_the_count_of_its_suit(shown, left):
    table = counted(p="5H 6H 2C 3D 9S", of_p=(1, 1, 2, 1))
    show(table, shown, "KS")
    assert counts(table, 1, 0) == counts(table, 2, 0) == left


def test_p19_any_unseen_card_of_the_suit_lowers_it():
    table = three(p="5H 2D", a="KH 4H", deck="9S").set_covenant(2, 2, 0, 0).play("CLAIM", "RESOURCE 2")
    show(table, "5H", "KH")
    assert counts(table, 2, 0) == [0, 0, 0, 0]  # nobody can tell that the Claimed card is still in hand


def test_p19_looks_at_the_current_suit():
    table = counted(p="5H 2C", of_p=(1, 0, 0, 1))
    table.s.suit[card("5H")] = st.SPADES
    table.refresh()
    show(table, "5H", "KS")
    assert counts(table, 2, 0) == [1, 0, 0, 0]


def test_p19_never_below_nought():
    table = show(counted(of_p=(1, 0, 0, 0)), "5H", "4H")
    assert counts(table, 2, 0) == [1, 0, 0, 0] and counts(table, 2, 1) == [0, 0, 0, 0]


def test_p19_card_that_everybody_knows_lowers_nothing():
    table = make_known(counted(of_p=(0, 0, 1, 0)), "5H")
    show(table, "5H", "KS")
    assert counts(table, 2, 0) == [0, 0, 1, 0]


def test_p19_card_that_only_one_opponent_knows_is_unseen():
    table = make_known(counted(of_p=(0, 0, 1, 0)), "5H", seats=0b010)
    show(table, "5H", "KS")
    assert counts(table, 2, 0) == [0, 0, 0, 0]


def test_p19_cards_played_in_the_window_are_revealed():
    table = counted(p="5H 2C 3C JC", a="9D 4H 7H 8S", of_p=(3, 0, 0, 0), of_a=(0, 0, 2, 0))
    table.tracks(0, t0=(1, 0, 1)).tracks(1, t10=(1, 0, 0))
    show(table, "5H", "9D")
    table.play("CARD 2C", "ITEM_USE", "CARD 4H", "PASS")  # P aids, A strikes the heart before P
    assert counts(table, 2, 0) == [2, 0, 0, 0] and counts(table, 2, 1) == [0, 0, 1, 0]
    table.play("RESTORE_BY_FACE", "CARD JC", "SHEET 0")
    assert counts(table, 2, 0) == [1, 0, 0, 0]  # thrown away openly


def test_p19_vigor_cards_are_revealed():
    table = counted(p="5C 2C 3C 4C", of_p=(3, 0, 0, 0)).tracks(0, t0=(1, 0, 0))
    show(table, "5C", "KS").play("TRAIT_POINT", "CARD 2C")
    assert counts(table, 2, 0) == [1, 0, 0, 0]  # the trick card, one Vigor card
    table.play("CARD 4C")
    assert counts(table, 2, 0) == [0, 0, 0, 0]


def test_p20_conceded_card_of_the_winner_lowers_every_count():
    table = counted(of_p=(2, 0, 1, 3), of_a=(1, 2, 3, 0)).play("CARD 5H", "CARD KS", "PASS", "CONCEDE")
    assert counts(table, 2, 0) == [1, 0, 0, 2]
    assert counts(table, 2, 1) == [0, 0, 0, 0]  # the whole hand of the loser is gone


def test_p20_the_same_when_the_protagonist_concedes():
    table = counted(of_p=(2, 0, 1, 3), of_a=(1, 2, 3, 0)).play("CARD 5H", "CARD KS", "CONCEDE")
    assert counts(table, 2, 0) == [0, 0, 0, 0]
    assert counts(table, 2, 1) == [0, 1, 2, 0]


def test_p20_insight_lowers_every_count_on_either_side():
    table = counted(p="9S 2C 3D 5H", a="KH 4H 5D 7D", of_p=(1, 2, 0, 1), of_a=(0, 2, 1, 1)).tracks(0, t3=(1, 0, 0))
    show(table, "9S", "KH")
    # The reveal has taken the spade from P's counts and the heart from A's (P19).
    assert counts(table, 2, 0) == [1, 2, 0, 0] and counts(table, 2, 1) == [0, 2, 0, 1]
    table.play("TRAIT_POINT")
    assert counts(table, 2, 1) == [0, 1, 0, 0]  # one card was taken from A
    table.play("CARD 2C")
    assert counts(table, 2, 0) == [0, 1, 0, 0]  # one was given by P
    assert counts(table, 2, 1) == [0, 1, 0, 0]


def test_p20_nothing_is_left_to_count_after_a_conflict():
    table = last_of_season(counted(of_p=(2, 0, 1, 3), of_a=(1, 2, 3, 0), wins=(2, 2)))
    close(show(table, "5H", "KS"))
    assert table.decision == "MEETING"
    assert counts(table, 2, 0) == counts(table, 2, 1) == [0, 0, 0, 0]
    assert all(known(table, seat, side) == set() for seat in range(3) for side in range(2))


# ---- P21: Companions ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "after"), [((2, 1, 1, 0), [1, 1, 2, 0]), ((0, 0, 0, 0), [0, 0, 1, 0])])
def test_p21_companion_moves_one_card_between_the_counts(before, after):
    table = counted(of_p=before, p="9C 2C 5H").tracks(0, t4=(1, 0, 0))
    table.play("COMPANION_USE C", "CARD 2C", "SUIT H")
    assert counts(table, 1, 0) == counts(table, 2, 0) == after


def test_p21_other_seats_forget_the_cards_of_the_old_suit():
    table = make_known(counted(p="9C 2C 5H 6D"), "9C 5H").tracks(0, t4=(1, 0, 0))
    table.play("COMPANION_USE C", "CARD 2C", "SUIT H")
    for seat in (1, 2):
        assert known(table, seat, 0) == {card("5H")}  # the nine of clubs may be a heart now
    assert known(table, 0, 0) == set(cards("9C 2C 5H 6D"))


def test_p21_cards_of_the_opponent_stay_known():
    table = make_known(counted(p="9C 2C 5H 6D", a="KS 4C 7D"), "4C").tracks(0, t4=(1, 0, 0))
    table.play("COMPANION_USE C", "CARD 2C", "SUIT H")
    assert known(table, 0, 1) == known(table, 2, 1) == {card("4C")}


def test_p21_looks_at_current_suits():
    table = make_known(counted(p="9C 2C 5H"), "9C 5H")
    table.s.suit[cards("9C 5H")] = st.HEARTS, st.CLUBS
    table.refresh()
    table.tracks(0, t4=(1, 0, 0)).play("COMPANION_USE C", "CARD 2C", "SUIT S")
    assert known(table, 2, 0) == {card("9C")}  # a heart; the five of hearts was a club


def test_p21_trick_card_is_changed_before_all_eyes():
    table = make_known(counted(p="9C 2C 5H", of_p=(2, 0, 0, 0)), "2C").tracks(0, t4=(1, 0, 0))
    show(table, "9C", "KS")
    assert counts(table, 2, 0) == [1, 0, 0, 0]
    table.play("COMPANION_USE C", "CARD 9C", "SUIT H")
    assert counts(table, 2, 0) == [1, 0, 0, 0]  # P21 is about hand cards
    assert known(table, 2, 0) == {card("2C")}


# ---- P22: reshuffles ------------------------------------------------------------------------------------------------


def test_p22_reshuffled_cards_are_unknown():
    table = strip(three())
    for text in ("AC", "AD", "AH"):
        table.s.zone[card(text)], table.s.known[card(text)] = st.DISCARD, EVERYBODY
    table.s.discard_size = 3
    assert seen_discards(table, 1) == set(cards("AC AD AH"))
    table.s.votes[0] = 2
    table.play("BUY_CARD")
    (bought,) = table.hand(0) - set(cards("9S 2C 3D"))
    assert bought in cards("AC AD AH") and discarded(table) == set()
    for seat in range(3):
        assert seen_discards(table, seat) == set()
    assert known(table, 1, 0) == known(table, 2, 0) == set()  # nobody but P knows which one was drawn
    assert known(table, 0, 0) == set(cards("9S 2C 3D")) | {bought}
    assert not table.s.known[[c for c in cards("AC AD AH") if c != bought]].any()


def test_p22_own_cards_thrown_away_are_unknown_after_a_reshuffle():
    table = strip(three()).play("CARD 9S", "CARD KH", "CONCEDE")
    # The deck is made of 2C 3D 9S KH, and P draws three of them; the one left is in the deck and nobody knows it.
    (left,) = set(cards("2C 3D 9S KH")) - table.hand(0)
    assert table.s.zone[left] == st.DECK and table.s.known[left] == 0
    assert known(table, 1, 0) == set()


# ---- P15: sampled worlds --------------------------------------------------------------------------------------------


def sampled(table: Table, seat: int, times: int = 60) -> np.ndarray:
    """Worlds that are consistent with what a seat knows."""
    worlds = np.repeat(table.states, times)
    keys = np.arange(1, times + 1, dtype=np.uint64)
    batch.determinize_seats(worlds, table.tables, np.full(times, seat, np.int32), keys)
    return worlds


def observed(worlds: np.ndarray, table: Table, seat: int) -> np.ndarray:
    """What the seat sees in each of them."""
    out = np.zeros((len(worlds), table.observation(seat).size), np.int8)
    batch.observe_seats(worlds, table.tables, np.full(len(worlds), seat, np.int32), out)
    return out


def mid_game() -> Table:
    """Seat 2 knows two hand cards, two counts and a discard; one card has another suit."""
    table = three(p="9C 4C 5H 6S 8D", a="KD 2H 3S 10S")
    make_known(table, "4C KD")
    table.s.suit[card("4C")] = st.HEARTS
    table.s.suit[card("5H")] = st.SPADES
    table.refresh()
    table.s.unseen_suits[0] = 1, 0, 0, 2
    table.s.unseen_suits[1] = 0, 0, 1, 0
    table.s.zone[card("AS")], table.s.known[card("AS")] = st.DISCARD, EVERYBODY
    table.s.zone[card("AH")] = st.BURIED
    order = [c for c in range(52) if table.s.zone[c] == st.DECK]
    table.s.deck[: len(order)] = order
    table.s.deck_size, table.s.discard_size = len(order), 2
    return table


def test_p15_council_samples_agree_with_its_knowledge():
    table = mid_game()
    hands = set()
    for world in sampled(table, 2):
        of_p, of_a = (np.flatnonzero(world.zone == st.HAND + side) for side in (0, 1))
        assert (len(of_p), len(of_a)) == (5, 4)
        assert card("4C") in of_p and world.suit[card("4C")] == st.HEARTS  # known, with its current suit
        assert card("KD") in of_a
        unseen = [int(world.suit[c]) for c in of_p if c != card("4C")]
        assert unseen.count(st.CLUBS) >= 1 and unseen.count(st.SPADES) >= 2
        assert [int(world.suit[c]) for c in of_a].count(st.HEARTS) >= 1
        assert world.zone[card("AS")] == st.DISCARD
        assert (world.zone == st.BURIED).sum() == 1
        deck = world.deck[world.deck_next : world.deck_next + world.deck_size].tolist()
        assert sorted(deck) == np.flatnonzero(world.zone == st.DECK).tolist()
        hands.add(tuple(of_p))
    assert len(hands) > 30  # 47 cards may be there: the same hand is dealt twice by a rare chance only


def test_p15_fighters_samples_agree_with_their_own_cards():
    table = mid_game()
    others = set()
    for world in sampled(table, 0):
        assert set(np.flatnonzero(world.zone == st.HAND + 0)) == set(cards("9C 4C 5H 6S 8D"))
        assert world.suit[cards("4C 5H")].tolist() == [st.HEARTS, st.SPADES]
        of_a = np.flatnonzero(world.zone == st.HAND + 1)
        assert len(of_a) == 4 and card("KD") in of_a
        assert [int(world.suit[c]) for c in of_a].count(st.HEARTS) >= 1
        others.add(tuple(of_a))
    assert len(others) > 30


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_p15_observer_sees_the_same_in_every_sample(seat):
    table = mid_game().play("CARD 9C")
    seen = observed(sampled(table, seat), table, seat)
    assert (seen == table.observation(seat)).all()


def test_p15_known_card_may_be_the_one_face_down():
    table = make_known(three(p="9S 2C 3D"), "2C").play("CARD 9S")
    zones = set()
    for world in sampled(table, 2):
        assert world.zone[card("2C")] in (st.HAND + 0, st.TRICK + 0)
        zones.add(int(world.zone[card("2C")]))
    assert zones == {st.HAND + 0, st.TRICK + 0}  # the Council cannot tell that the nine lies there


def test_p15_after_an_insight_the_fighters_agree_with_it():
    table = show(three().tracks(0, t3=(1, 0, 0)), "9S", "KH").play("TRAIT_POINT", "CARD 2C")
    (taken,) = table.hand(0) - {card("3D")}
    for world in sampled(table, 0, 20):
        assert world.zone[card("2C")] == st.HAND + 1
    for world in sampled(table, 1, 20):
        assert world.zone[taken] == st.HAND + 0
    assert any(world.zone[taken] != st.HAND + 0 for world in sampled(table, 2))


def test_p15_next_card_of_the_deck_is_open():
    table = three(deck="AC AD AH")
    nexts = {int(world.deck[world.deck_next]) for world in sampled(table, 0)}
    assert len(nexts) > 10
    assert not nexts & set(cards("9S 2C 3D"))


def test_p13_hand_of_a_new_conflict_is_unknown():
    table = make_known(three(wins=(2, 2), p="9S 2C 3D"), "2C 4H")
    give_up(table, 1)
    assert table.decision == "STAKE_KIND"
    assert all(known(table, seat, side) == set() for seat in range(3) for side in range(2))


def test_p20_with_two_players_insight_hides_nothing():
    # A holds two hearts counted by C98 and a diamond. P takes a card by Insight. Both see which: only its own suit can
    # fall, and none if it is not a counted one (the card is random: work it out from what P then holds).
    table = Table(types="Craft Craft", hands=("KS 2S", "9C 4D 5H 6H")).tracks(0, t3=(1, 0, 0))
    table.s.unseen_suits[1] = [0, 0, 2, 0]
    table.play("CARD KS", "CARD 9C", "PASS", "PASS", "TRAIT_POINT")
    taken = (table.hand(0) - set(cards("2S"))).pop()
    expected = [0, 0, 2 - int(taken // 13 == 2), 0]
    assert table.s.unseen_suits[1].tolist() == expected


def test_p21_cards_that_all_knew_are_counted_from_then_on():
    # 9C is known to all, one more club is counted. A Companion turns one of them into a heart: a club stays.
    table = Table(hands=("9C 2C 5D", "KD 3C")).tracks(0, t4=(1, 0, 0))
    table.s.known[card("9C")] = 3
    table.s.unseen_suits[0] = [1, 0, 0, 0]
    table.play("COMPANION_USE C", "CARD 2C", "SUIT H")
    # k + c - 1 = 1 + 1 - 1 clubs are certain, and one heart.
    assert table.s.unseen_suits[0].tolist() == [1, 0, 1, 0]


@pytest.mark.parametrize("third", ["3C", "3D"])
def test_p8_others_do_not_see_whether_a_choice_is_left(third):
    # P plays 2C by Vigor with 3C or 3D left: asked for more in one case, the window goes on in the other.
    table = Table(types="Craft Craft", hands=(f"9C 2C {third}", "KD 4C")).tracks(0, t0=(1, 0, 0))
    table.play("CARD 9C", "CARD KD", "PASS", "PASS", "TRAIT_POINT")
    assert table.decision == "SELECT_VIGOR"
    names = list(st.DECISIONS)
    assert table.block(1, "decision")[names.index("WINDOW")] == 1
    assert table.block(0, "decision")[names.index("SELECT_VIGOR")] == 1
