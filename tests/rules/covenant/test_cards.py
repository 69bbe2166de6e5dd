"""Chapter 2, cards: C6 to C14."""

from __future__ import annotations

import pytest
from rules.covenant.position import Table, action, card, cards
from rules.covenant.scenes import bare, show
from rules.covenant.turns import commit, trick, values

from shugyo.envs.covenant import state as st

NO_BONUS = "Magic Magic"  # no suit counts more (C45), and Magic is 0 in a bare position
RANKS = {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10, "J": 11, "Q": 12, "K": 13, "A": 14}
SUITS = "CDHS"


def dealt(seed: int) -> Table:
    """A conflict just dealt."""
    return Table(mode="conflict", hands=None, seed=seed).play("TYPE Vigor", "TYPE Craft")


def to_be_drawn(table: Table) -> list[int]:
    start, size = int(table.s.deck_next), int(table.s.deck_size)
    return table.s.deck[start : start + size].tolist()


# ---- deck, ranks, suits ---------------------------------------------------------------------------------------------
def test_c006_deck_of_52_different_cards():
    # 7 + 7 cards in the hands and 52 − 14 = 38 in the deck; together every card of four suits and 13 ranks, once.
    table = dealt(0)
    places = [*table.hand(0), *table.hand(1), *to_be_drawn(table)]
    assert len(places) == 52
    assert set(places) == {card(rank + suit) for suit in SUITS for rank in RANKS}


@pytest.mark.parametrize("suit", SUITS)
def test_c007_printed_ranks(suit):
    for text, rank in RANKS.items():
        other = "2D" if suit == "C" else "2C"
        table = bare(types=NO_BONUS, hands=(text + suit, other))
        assert values(show(table, text + suit, other)) == [rank, 2]


@pytest.mark.parametrize(("low", "high"), [("10", "J"), ("J", "Q"), ("Q", "K"), ("K", "A"), ("2", "A"), ("9", "10")])
def test_c007_the_higher_rank_wins(low, high):
    for hands, winner in (((f"{high}C 3H", f"{low}D 3S"), 0), ((f"{low}C 3H", f"{high}D 3S"), 1)):
        table = bare(types=NO_BONUS, hands=hands)
        trick(table, *(hand.split()[0] for hand in hands))
        assert table.s.wins.tolist() == [1 - winner, winner]


def test_c008_face_cards_are_jack_queen_king():
    table = bare(hands=("10S JS QH KD AC JC 2C", "2D")).tracks(0, t0=(1, 0, 1))
    table.play("RESTORE_BY_FACE")
    # The card and the use may be asked for in either order.
    if table.decision == "RESTORE":
        table.play("SHEET 0")
    assert table.decision == "FACE_CARD"
    assert table.legal() == {action(f"CARD {text}") for text in ("JS", "QH", "KD", "JC")}


def test_c008_the_ace_is_no_face_card():
    table = bare(hands=("10S AC AD AH AS 2C", "2D")).tracks(0, t0=(1, 0, 1))
    assert not table.can("RESTORE_BY_FACE")
    assert bare(hands=("10S AC JD", "2D")).tracks(0, t0=(1, 0, 1)).can("RESTORE_BY_FACE")


@pytest.mark.parametrize(("suit", "trait"), [("C", 0), ("D", 1), ("H", 2), ("S", 3)])
def test_c009_suits_and_traits(suit, trait):
    # P has a club in hand (for Vigor) and A a card (for Insight), so that the suit alone decides.
    table = bare(types=NO_BONUS, hands=(f"9{suit} 4C", "2D 3D"))
    show(table, f"9{suit}", "2D")
    for t in range(4):
        table.tracks(0, t0=(0, 0, 0), t1=(0, 0, 0), t2=(0, 0, 0), t3=(0, 0, 0)).tracks(0, **{f"t{t}": (1, 0, 0)})
        assert table.can("TRAIT_POINT") == (t == trait)
    table.tracks(0, t0=(1, 0, 0), t1=(1, 0, 0), t2=(1, 0, 0), t3=(1, 0, 0)).play("TRAIT_POINT")
    decision = {0: "SELECT_VIGOR", 1: "WINDOW", 2: "SELECT_AID", 3: "GIVE_BACK"}
    assert table.decision == decision[trait]
    assert [table.track(0, t)[2] for t in range(4)] == [int(t == trait) for t in range(4)]


@pytest.mark.parametrize(("resource", "suit"), [(0, "C"), (1, "D"), (2, "H"), (3, "S")])
def test_c010_suits_and_covenant_resources(resource, suit):
    top = "KS" if suit != "S" else "KH"
    table = bare(types="Magic Vigor", hands=("2C 3C", "2D 3D"), deck=top).set_covenant(resource, 1, 0, 0)
    table.play("CLAIM", f"RESOURCE {resource}")
    assert card(top) in table.hand(0)
    assert table.s.suit[card(top)] == SUITS.index(suit)
    # Own hand as its owner sees it: 52 flags for each current suit.
    assert table.block(0, "hand")[SUITS.index(suit), card(top)] == 1


@pytest.mark.parametrize("top", ["KC", "KD", "KH", "KS"])
def test_c010_essences_have_no_suit(top):
    table = bare(types="Magic Vigor", hands=("2C 3C", "2D 3D"), deck=top).set_covenant(4, 1, 0, 0)
    table.play("CLAIM", "RESOURCE 4")
    assert card(top) in table.hand(0) and table.s.suit[card(top)] == SUITS.index(top[-1])


# ---- the current suit -----------------------------------------------------------------------------------------------
def as_club(table: Table, text: str) -> Table:
    """P's Companion of the card's suit makes it a club."""
    k = 4 + SUITS.index(text[-1])
    table.tracks(0, **{f"t{k}": (1, 0, 0)})
    return table.play(f"COMPANION_USE {text[-1]}", f"CARD {text}", "SUIT C")


def test_c011_begins_as_the_printed_suit():
    assert dealt(5).s.suit.tolist() == [0] * 13 + [1] * 13 + [2] * 13 + [3] * 13


def test_c011_a_changed_trick_card_opens_the_trait_of_its_current_suit():
    table = bare(types=NO_BONUS, hands=("9S 4C", "KH 5C")).tracks(0, t0=(1, 0, 0))
    show(table, "9S", "KH")
    assert not table.can("TRAIT_POINT")  # a spade: Insight, which P has not
    as_club(table, "9S").play("PASS")
    assert table.can("TRAIT_POINT")  # a club: Vigor
    assert table.play("TRAIT_POINT").decision == "SELECT_VIGOR"


def test_c011_the_printed_suit_counts_no_longer():
    table = bare(types=NO_BONUS, hands=("9C 4C", "KH 5C")).tracks(0, t0=(1, 0, 0), t4=(1, 0, 0))
    show(table, "9C", "KH")
    assert table.can("TRAIT_POINT")
    table.play("COMPANION_USE C", "CARD 9C", "SUIT D", "PASS")
    assert not table.can("TRAIT_POINT")  # a diamond now, and P has no Craft


def test_c011_type_bonus_looks_at_the_current_suit():
    # Vigor and Influence: clubs and hearts +2. A spade of 9 is worth 9, as a club 11; the club of A as a diamond 10.
    table = bare(types="Vigor Influence", hands=("9S 4C", "10C 5C")).tracks(1, t4=(1, 0, 0))
    assert values(show(table, "9S", "10C")) == [9, 12]
    assert values(as_club(table, "9S")) == [11, 12]
    assert values(table.play("COMPANION_USE C", "CARD 10C", "SUIT D")) == [11, 10]


def test_c011_vigor_looks_at_the_current_suit_in_hand():
    # The ten of hearts has become a club (Servants, C96), the four of clubs a heart: Vigor takes the ten, not the four.
    table = bare(types=NO_BONUS, hands=("9C 4C", "KH 5C"), deck="10H").tracks(0, t0=(1, 0, 0), t4=(1, 0, 0))
    table.set_covenant(0, 1, 0, 0)
    table.play("CLAIM", "RESOURCE 0", "COMPANION_USE C", "CARD 4C", "SUIT H")
    show(table, "9C", "KH").play("TRAIT_POINT")
    assert table.legal() == {action("CARD 10H")}
    assert values(table.play("CARD 10H")) == [19, 13]


def test_c011_item_looks_at_the_current_suit_of_both_cards():
    # A's Item fits spades. P's spade has become a club: nothing to strike, though A holds a spade. When the club Item
    # strikes instead, the card to play must be a club now.
    table = bare(types=NO_BONUS, hands=("9S 4H", "KH 5C 6S")).tracks(1, t11=(1, 0, 0))
    show(table, "9S", "KH").play("PASS")
    assert table.can("ITEM_USE")
    table = bare(types=NO_BONUS, hands=("9S 4H", "KH 5C 6S")).tracks(1, t11=(1, 0, 0))
    as_club(show(table, "9S", "KH"), "9S")
    assert not table.can("ITEM_USE")
    assert table.tracks(1, t11=(0, 0, 0), t8=(1, 0, 0)).can("ITEM_USE")
    assert table.play("ITEM_USE").legal() == {action("CARD 5C")}


def test_c011_companion_looks_at_the_current_suit():
    # 9S is a club now: the club Companion reaches it, the spade Companion does not.
    table = bare(hands=("9S 4H", "KH 5C"))
    as_club(table, "9S").tracks(0, t7=(1, 0, 0))
    assert not table.can("COMPANION_USE S")
    table.tracks(0, t4=(1, 0, 0)).play("COMPANION_USE C")
    assert table.legal() == {action("CARD 9S")}


def test_c012_a_changed_suit_lasts_from_hand_to_table_and_ends_in_the_discard_pile():
    table = bare(types="Vigor Vigor", hands=("9S 4H", "KH 5C"))
    as_club(table, "9S")
    show(table, "9S", "KH")
    assert table.s.suit[card("9S")] == st.CLUBS and values(table) == [13, 13]  # 9 + 4
    table.play("PASS", "PASS")
    assert table.s.zone[card("9S")] == st.DISCARD and table.s.suit[card("9S")] == st.SPADES


def test_c012_a_changed_suit_lasts_over_several_tricks():
    table = bare(types="Vigor Vigor", hands=("9S 4H AS", "KH 5C 2D"))
    as_club(table, "9S")
    trick(table, "AS", "2D")
    assert card("9S") in table.hand(0) and table.s.suit[card("9S")] == st.CLUBS
    assert values(show(table, "9S", "KH")) == [13, 13]


def test_c012_lasts_on_a_card_taken_by_craft():
    # The taken card never reaches the discard pile; the other one does.
    table = bare(types=NO_BONUS, hands=("9S 4H", "KH 5C")).tracks(0, t1=(1, 0, 0), t7=(1, 0, 0))
    table.play("COMPANION_USE S", "CARD 9S", "SUIT D")
    show(table, "9S", "KH").play("TRAIT_POINT", "PASS", "PASS", "TAKE_LOSING")
    assert card("9S") in table.hand(0) and table.s.suit[card("9S")] == st.DIAMONDS


def test_c012_lasts_on_a_card_that_insight_moves():
    table = bare(types=NO_BONUS, hands=("9S 4H", "KH 5C")).tracks(0, t3=(1, 0, 0), t6=(1, 0, 0))
    table.play("COMPANION_USE H", "CARD 4H", "SUIT C")
    show(table, "9S", "KH").play("TRAIT_POINT", "CARD 4H")
    assert table.hand(1) == {card("4H")} and table.s.suit[card("4H")] == st.CLUBS


def test_c012_ends_with_a_discarded_face_card():
    table = bare(hands=("9S QH", "KH 5C")).tracks(0, t0=(1, 0, 1))
    as_club(table, "QH").play("RESTORE_BY_FACE")
    table.play(*(["CARD QH", "SHEET 0"] if table.decision == "FACE_CARD" else ["SHEET 0", "CARD QH"]))
    assert table.s.zone[card("QH")] == st.DISCARD and table.s.suit[card("QH")] == st.HEARTS


def test_c012_ends_for_a_conceded_hand():
    # P concedes: the committed 9S and the hand, all of them turned to clubs, are thrown away.
    table = bare(hands=("9S 4S", "KH 5C"), deck="2H 3H")
    table.tracks(0, t7=(2, 0, 0))
    table.play("COMPANION_USE S", "CARD 9S", "SUIT C", "COMPANION_USE S", "CARD 4S", "SUIT C")
    commit(table, "9S", "KH").play("CONCEDE")
    for text in ("9S", "4S"):
        assert table.s.zone[card(text)] == st.BURIED and table.s.suit[card(text)] == st.SPADES


def test_c012_ends_when_the_next_conflict_is_dealt():
    table = bare(hands=("9S 4H", "2H 5C"), wins=(2, 0))
    as_club(table, "4H")
    trick(table, "9S", "2H")
    table.play("KIND Ambition", "SHEET 0", "TYPE Vigor", "TYPE Vigor")
    assert table.s.suit.tolist() == [c // 13 for c in range(52)]


# ---- shuffling and drawing ------------------------------------------------------------------------------------------
def test_c013_all_52_cards_come_back_for_the_next_conflict():
    # The conflict leaves cards in both hands, in the deck and in the discard pile, seen and unseen. The ace of spades
    # is worth 14 + 4 and cannot lose the third trick.
    table = bare(types="Insight Insight", hands=("9S AS 5H", "2H 5C 6C"), wins=(1, 0))
    commit(table, "9S", "2H").play("PASS", "CONCEDE")
    show(table, "AS", text_of(min(table.hand(1)))).play("PASS")
    assert all(table.cards_in(zone) for zone in (st.BURIED, st.DECK, st.HAND, st.HAND + 1, st.TRICK, st.TRICK + 1))
    table.play("PASS", "KIND Ambition", "SHEET 0", "TYPE Vigor", "TYPE Vigor")
    assert len(table.hand(0)) == len(table.hand(1)) == 7
    assert sorted([*table.hand(0), *table.hand(1), *to_be_drawn(table)]) == list(range(52))


def text_of(c: int) -> str:
    return list(RANKS)[c % 13] + SUITS[c // 13]


def test_c013_each_conflict_has_a_new_order():
    # Two conflicts of one game, and the first of another game.
    table = Table(hands=None, seed=1).play("KIND Ambition", "SHEET 16", "TYPE Vigor", "TYPE Vigor")
    first = table.s.deck.tolist()
    table.s.wins[:] = 2, 2
    trick(table, text_of(min(table.hand(0))), text_of(min(table.hand(1))))
    table.play("KIND Ambition", "SHEET 16", "TYPE Vigor", "TYPE Vigor")
    second = table.s.deck.tolist()
    other = Table(hands=None, seed=2).play("KIND Ambition", "SHEET 16", "TYPE Vigor", "TYPE Vigor").s.deck.tolist()
    assert sorted(first) == sorted(second) == sorted(other) == list(range(52))
    assert first != second and first != other and second != other
    # A shuffle leaves one card in its place on average.
    assert sum(a == b for a, b in zip(first, second, strict=True)) < 10


def test_c013_every_card_is_dealt_with_equal_chance():
    # P holds 7 of 52 cards: in 400 deals each card 400 · 7 / 52 = 53.8 times, with a deviation of about 6.8.
    # Bounds: more than four deviations either way.
    counts = [0] * 52
    for seed in range(400):
        for c in dealt(seed).hand(0):
            counts[c] += 1
    assert sum(counts) == 2800
    assert min(counts) >= 25 and max(counts) <= 83


def test_c013_both_draw_from_one_deck():
    table = bare(hands=("9S 4H", "2H 5C"), deck="10H JD")
    table.s.votes[:2] = 2, 1
    table.play("BUY_CARD", "CARD 9S", "BUY_CARD")
    assert card("10H") in table.hand(0) and card("JD") in table.hand(1)
    assert table.s.deck_size == 52 - 4 - 2


def test_c014_an_empty_deck_is_made_anew_from_the_discard_pile():
    # 52 − 4 = 48 cards lie in the discard pile; P draws one of them and 47 are the new deck.
    table = bare(hands=("9S 4H", "2H 5C"), only=True)
    table.s.votes[0] = 2
    pile = table.cards_in(st.DISCARD)
    assert len(pile) == 48 and table.s.deck_size == 0
    table.play("BUY_CARD")
    drawn = table.hand(0) - set(cards("9S 4H"))
    assert len(drawn) == 1 and drawn < pile
    assert table.cards_in(st.DECK) == pile - drawn == set(to_be_drawn(table))
    assert not table.cards_in(st.DISCARD)
    assert table.hand(1) == set(cards("2H 5C"))


def test_c014_cards_discarded_unseen_are_shuffled_too():
    table = bare(hands=("9S 4H", "2H 5C"), only=True)
    table.s.votes[0] = 2
    table.s.zone[table.s.zone == st.DISCARD] = st.BURIED
    table.play("BUY_CARD")
    assert len(table.hand(0)) == 3
    assert not table.cards_in(st.BURIED) and table.s.deck_size == 47


def test_c014_not_before_a_draw_finds_the_deck_empty():
    # The last card of the deck is drawn, and nothing is shuffled yet: 52 − 5 cards stay in the discard pile.
    table = bare(hands=("9S 4H", "2H 5C"), deck="10H", only=True)
    table.s.votes[0] = 4
    table.play("BUY_CARD")
    assert table.hand(0) == set(cards("9S 4H 10H"))
    assert table.s.deck_size == 0 and len(table.cards_in(st.DISCARD)) == 47
    table.play("BUY_CARD")
    assert table.s.deck_size == 46 and not table.cards_in(st.DISCARD)


def test_c014_the_cards_on_the_table_are_not_shuffled_in():
    # In the window both trick cards lie on the table: 52 − 2 − 2 = 48 cards to shuffle, one of which is drawn.
    table = show(bare(hands=("9S 4H", "2H 5C"), only=True), "9S", "2H")
    table.s.votes[0] = 2
    table.play("BUY_CARD")
    assert table.s.trick_card.tolist() == cards("9S 2H")
    assert table.s.deck_size == 47


def test_c014_the_pile_is_shuffled():
    # 48 possible cards in 60 games: one and the same card would mean no shuffle.
    drawn = set()
    for seed in range(60):
        table = bare(hands=("9S 4H", "2H 5C"), only=True, seed=seed)
        table.s.votes[0] = 2
        drawn |= table.play("BUY_CARD").hand(0)
    assert len(drawn) >= 20


EVERYTHING = [rank + suit for suit in SUITS for rank in RANKS]


@pytest.mark.parametrize("cards_left", [0, 1])
def test_c014_no_card_left_no_action_that_only_draws(cards_left):
    # All 52 cards are in the hands (or all but one, which lies in the discard pile).
    hands = " ".join(EVERYTHING[: 26 - cards_left]), " ".join(EVERYTHING[26:])
    table = bare(hands=hands, only=True).set_covenant(0, 1, 0, 0)
    table.s.votes[:2] = 10
    assert len(table.cards_in(st.DISCARD)) == cards_left
    for _ in range(2):
        assert table.can("BUY_CARD") == table.can("CLAIM") == (cards_left == 1)
        table.play(f"CARD {EVERYTHING[0] if table.s.acting == 0 else EVERYTHING[26]}")
    table.play("PASS", "PASS")
    assert table.decision == "WINDOW"
    assert table.can("BUY_CARD") == table.can("CLAIM") == (cards_left == 1)


def test_c014_other_actions_stay_open_when_no_card_is_left():
    # To concede draws too, but not only: all 26 cards are thrown away first, so that 26 can be drawn.
    table = bare(hands=(" ".join(EVERYTHING[:26]), " ".join(EVERYTHING[26:])), only=True)
    commit(table, EVERYTHING[0], EVERYTHING[26])
    assert table.can("CONCEDE")
    table.play("CONCEDE")
    assert table.s.wins.tolist() == [0, 1] and len(table.hand(0)) == 26
