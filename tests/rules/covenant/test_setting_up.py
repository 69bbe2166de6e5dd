"""Chapter 6, setting up a conflict: C39 to C51, and the forced position of C49."""

from __future__ import annotations

import itertools

import pytest
from rules.covenant.position import TYPES, Table, action, card, cards
from rules.covenant.scenes import bare, show
from rules.covenant.turns import commit, trick, values

from shugyo.envs.covenant import state as st

NO_BONUS = "Magic Magic"
SUITS = "CDHS"
NAMES = {action(f"TYPE {name}") for name in TYPES}
ALL_CARDS = [rank + suit for suit in SUITS for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", *"JQKA")]
PAYMENTS = ["TRAIT_POINT", "TRAIT_ASSET", "TRAIT_OVERUSE", "TRAIT_HARM"]


def all_but(text: str) -> str:
    """All cards that are not in ``text``."""
    return " ".join(c for c in ALL_CARDS if c not in text.split())


def named(first: str, second: str, **options) -> Table:
    """A conflict just dealt, with the types that P and A have named."""
    return Table(mode="conflict", hands=None, **options).play(f"TYPE {first}", f"TYPE {second}")


# ---- stake and types ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", range(6))
def test_c039_protagonist_declares_the_stake(seed):
    table = Table(num_players=3, hands=None, seed=seed)
    p = int(table.s.fighter[0])
    assert table.decision == "STAKE_KIND" and table.s.seat == p
    table.play("KIND Stewardship")
    assert table.decision == "STEWARDSHIP" and table.s.seat == p
    table.play("RESOURCE 3")
    assert (table.s.stake, table.s.stake_what) == (st.KIND_STEWARDSHIP, 3)


@pytest.mark.parametrize("p_wins", [True, False])
def test_c039_the_stake_comes_true_if_protagonist_wins(p_wins):
    # An Ambition for the Item of Craft, and in another conflict the Coffers.
    of_p, of_a = ("AS", "KS") if p_wins else ("KS", "AS")
    table = bare(wins=(2, 2), hands=(of_p, of_a)).tracks(0, t9=(1, 0, 0))
    table.s.stake, table.s.stake_what = st.KIND_AMBITION, 9
    trick(table, of_p, of_a)
    assert table.track(0, 9) == ((2, 0, 0) if p_wins else (1, 0, 0))
    table = bare(wins=(2, 2), hands=(of_p, of_a)).set_covenant(1, 2, 0, 0)
    table.s.stake, table.s.stake_what = st.KIND_STEWARDSHIP, 1
    trick(table, of_p, of_a)
    assert table.covenant(1) == ((3, 0, 0) if p_wins else (2, 0, 0))


def test_c040_protagonist_names_first_and_antagonist_hears_it():
    table = Table(num_players=3, hands=None)
    p = int(table.s.seat)
    table.play("KIND Ambition", "SHEET 16", "VOLUNTEER")
    a = int(table.s.fighter[1])
    assert table.decision == "TYPE" and table.s.seat == p and table.legal() == NAMES
    table.play("TYPE Influence")
    assert table.decision == "TYPE" and table.s.seat == a and table.legal() == NAMES
    assert table.block(a, "types").tolist() == [[0, 0, 1, 0, 0], [0] * 5]
    table.play("TYPE Insight")
    assert table.s.types.tolist() == [2, 3]
    assert table.block(p, "types").tolist() == [[0, 0, 1, 0, 0], [0, 0, 0, 1, 0]]


@pytest.mark.parametrize("name", TYPES)
def test_c040_the_second_may_be_the_same(name):
    assert named(name, name).s.types.tolist() == [TYPES.index(name)] * 2


@pytest.mark.parametrize("pair", list(itertools.product(TYPES[:4], repeat=2)))
def test_c040_types_are_labels_without_a_further_effect(pair):
    # Whatever Traits are named, the same actions are open.
    table = bare(types=" ".join(pair), hands=("9C 4C KD", "10H 5S")).set_covenant(0, 1, 0, 0)
    table.s.votes[:2] = 10
    for k in range(16):
        table.tracks(0, **{f"t{k}": (1, 0, 0)})
    show(table, "9C", "10H")
    names = ["PASS", "CLAIM", "BUY_CARD", "SWAP", "TRAIT_POINT", "TRAIT_ASSET", "COMPANION_USE C", "COMPANION_USE D"]
    assert table.legal() == {action(name) for name in [*names, "CARD 4C", "CARD KD"]}


def test_c041_types_are_named_before_the_deal():
    table = Table(mode="conflict", hands=None)
    assert table.decision == "TYPE" and table.s.hand_size.tolist() == [0, 0]
    table.play("TYPE Vigor")
    assert table.decision == "TYPE" and table.s.hand_size.tolist() == [0, 0]
    assert not table.hand(0) and not table.hand(1)
    table.play("TYPE Craft")
    assert table.decision == "COMMIT" and table.s.hand_size.tolist() == [7, 7]


def test_c041_no_card_is_known_when_types_are_named():
    # Two games with different decks look alike to the one who names.
    first, second = (Table(mode="conflict", hands=None, seed=seed) for seed in (0, 0))
    second.s.key = 12345
    for name in ("TYPE Vigor", "TYPE Craft"):
        seat = int(first.s.seat)
        assert first.observation(seat).tolist() == second.observation(seat).tolist()
        first.play(name), second.play(name)
    assert first.hand(0) != second.hand(0)  # they were different decks indeed


# ---- bonuses --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("pair", list(itertools.product(TYPES, repeat=2)))
def test_c042_c043_two_more_for_each_naming(pair):
    # A suit has 2 for each of the two names that is its Trait: 0, 2 or 4. It counts for both fighters. P shows the ten
    # and A the five of the suit.
    for i, suit in enumerate(SUITS):
        bonus = 2 * (pair[0] == TYPES[i]) + 2 * (pair[1] == TYPES[i])
        table = bare(types=" ".join(pair), hands=(f"10{suit} 2C", f"5{suit} 3C"))
        assert values(show(table, f"10{suit}", f"5{suit}")) == [10 + bonus, 5 + bonus]


def test_c042_counts_for_every_card_of_the_suit_that_is_played():
    # Vigor and Craft are named. P: 9C + 4C + 3C = 11 + 6 + 5 = 22. A strikes with the five of clubs, 22 − 7 = 15, and
    # shows a spade: 10, without a bonus.
    table = bare(types="Vigor Craft", hands=("9C 4C 3C", "10S 5C"))
    table.tracks(0, t0=(1, 0, 0)).tracks(1, t8=(1, 0, 0))
    show(table, "9C", "10S").play("TRAIT_POINT", "CARD 4C", "CARD 3C")
    assert values(table) == [22, 10]
    table.play("ITEM_USE", "CARD 5C")
    assert values(table) == [15, 10]


def test_c042_counts_in_every_trick_of_the_conflict_but_not_in_the_next():
    table = bare(types="Vigor Craft", hands=("9C 8C 7C", "2H 3H 4H"))
    for of_p, of_a, value in (("9C", "2H", 11), ("8C", "3H", 10), ("7C", "4H", 9)):
        show(table, of_p, of_a)
        assert values(table)[0] == value
        table.play("PASS", "PASS")
    # P has won three tricks; in the next conflict other Traits are named.
    table.play("KIND Ambition", "SHEET 0", "TYPE Insight", "TYPE Insight")
    assert table.s.types.tolist() == [3, 3]
    hand = [next(c for c in ALL_CARDS if card(c) in table.hand(side)) for side in (0, 1)]
    show(table, *hand)
    expected = [card(c) % 13 + 2 + (4 if c[-1] == "S" else 0) for c in hand]
    assert values(table) == expected


def test_c043_four_for_a_trait_named_twice():
    # Vigor cards too: 9 + 4 and 3 + 4 make 20.
    table = bare(types="Vigor Vigor", hands=("9C 3C", "KD 5D")).tracks(0, t0=(1, 0, 0))
    show(table, "9C", "KD").play("TRAIT_POINT", "CARD 3C")
    assert values(table) == [20, 13]


# ---- Magic ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("types", "contest"), [
    ("Magic Vigor", True), ("Vigor Magic", True), ("Magic Magic", True), ("Vigor Craft", False),
    ("Insight Insight", False),
])  # fmt: skip
def test_c044_a_magic_contest_is_one_with_magic_named(types, contest):
    # Essences can be taken in a Magic contest only (C97).
    table = bare(types=types).set_covenant(0, 1, 0, 0).set_covenant(4, 1, 0, 0).play("CLAIM")
    assert table.can("RESOURCE 0")
    assert table.can("RESOURCE 4") == contest


@pytest.mark.parametrize("side", [0, 1])
def test_c044_either_fighter_may_name_magic(side):
    table = Table(mode="conflict", hands=None)
    if side:
        table.play("TYPE Vigor")
    assert table.can("TYPE Magic")
    table.play("TYPE Magic")
    assert table.s.types[side] == 4


@pytest.mark.parametrize(("types", "times"), [
    ("Vigor Craft", 0), ("Magic Craft", 1), ("Vigor Magic", 1), ("Magic Magic", 2),
])  # fmt: skip
def test_c045_own_rating_for_each_naming_of_magic(types, times):
    # P has Magic 3, A Magic 1. A spade and a heart have no other bonus here.
    table = bare(types=types, hands=("9S 2S", "8H 3H"))
    table.s.magic[:2] = 3, 1
    assert values(show(table, "9S", "8H")) == [9 + 3 * times, 8 + 1 * times]


@pytest.mark.parametrize("suit", SUITS)
def test_c045_naming_magic_helps_no_suit(suit):
    table = bare(types="Magic Magic", hands=(f"9{suit} 2{suit}", f"8{suit} 3{suit}"))
    assert values(show(table, f"9{suit}", f"8{suit}")) == [9, 8]


def test_c045_the_rating_is_that_of_the_fighters_seat():
    table = bare(num_players=4, types="Magic Craft", fighters=(2, 1), hands=("9S 2S", "8H 3H"))
    table.s.magic[:4] = 3, 2, 1, 3
    assert values(show(table, "9S", "8H")) == [10, 10]


def test_c045_the_bonus_stays_with_the_card_in_a_swap():
    # 9 + 3 lies before P, 4 + 1 before A; after the Swap it is the other way round.
    table = bare(types="Magic Craft", hands=("9S 2S", "4H 3H"))
    table.s.magic[:2], table.s.votes[0] = (3, 1), 10
    show(table, "9S", "4H")
    assert values(table) == [12, 5]
    assert values(table.play("SWAP")) == [5, 12]
    assert values(table.play("PASS")) == [5, 12]


def test_c045_raises_trick_cards_only():
    # Magic 3: 9 + 3, and the Vigor card of 4 brings 4; an Item card of 5 takes off 5.
    table = bare(types="Magic Craft", hands=("9C 4C", "8S 5C")).tracks(0, t0=(1, 0, 0)).tracks(1, t8=(1, 0, 0))
    table.s.magic[:2] = 3, 2
    show(table, "9C", "8S").play("TRAIT_POINT", "CARD 4C")
    assert values(table) == [16, 10]
    assert values(table.play("ITEM_USE", "CARD 5C")) == [11, 10]


def test_c045_decides_a_trick():
    # 8 + 2 against 9 + 0.
    table = bare(types="Magic Craft", hands=("8S 2S", "9H 3H"))
    table.s.magic[0] = 2
    assert trick(table, "8S", "9H").s.wins.tolist() == [1, 0]


# ---- cards, number of tricks ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("size", [7, 6, 8])
def test_c046_each_fighter_is_dealt_seven(size):
    options = {} if size == 7 else {"content": {"rules": {"hand_size": size}}}
    table = named("Vigor", "Craft", **options)
    assert len(table.hand(0)) == len(table.hand(1)) == size
    assert table.s.hand_size.tolist() == [size, size] and table.s.deck_size == 52 - 2 * size


@pytest.mark.parametrize(("wins", "p_wins", "over"), [
    ((0, 0), True, False), ((1, 0), True, False), ((2, 0), True, True), ((2, 1), True, True), ((2, 2), True, True),
    ((0, 0), False, False), ((0, 1), False, False), ((0, 2), False, True), ((1, 2), False, True), ((2, 2), False, True),
    ((2, 0), False, False), ((2, 1), False, False), ((0, 2), True, False), ((1, 2), True, False),
])  # fmt: skip
def test_c047_three_tricks_win_the_conflict(wins, p_wins, over):
    of_p, of_a = ("AS", "KS") if p_wins else ("KS", "AS")
    table = bare(mode="conflict", wins=wins, hands=(f"{of_p} 2C", f"{of_a} 3C"))
    trick(table, of_p, of_a)
    assert table.s.over == over
    if over:
        assert table.result()[0] == ([1, -1] if p_wins else [-1, 1])
    else:
        assert table.decision == "COMMIT"
        assert table.s.wins.tolist() == ([wins[0] + 1, wins[1]] if p_wins else [wins[0], wins[1] + 1])


def test_c047_at_most_five_tricks():
    # Each wins two, then the fifth ends it.
    table = bare(mode="conflict", types=NO_BONUS, hands=("AS 2S AC 2C AH 9D", "KS 3S KC 3C KH 8D"))
    for i, (of_p, of_a) in enumerate([("AS", "KS"), ("2S", "3S"), ("AC", "KC"), ("2C", "3C"), ("AH", "KH")]):
        assert not table.s.over, i
        trick(table, of_p, of_a)
    assert table.s.over and table.result()[0] == [1, -1]


def test_c048_hands_are_not_filled_up():
    # 5 + 5 cards are dealt; whoever wins, each trick takes one card from each hand and none from the deck of 42.
    table = bare(types=NO_BONUS, hands=("AS 2S AC 2C AH", "KS 3S KC 3C KH"))
    for i, (of_p, of_a) in enumerate([("AS", "KS"), ("2S", "3S"), ("AC", "KC"), ("2C", "3C")]):
        trick(table, of_p, of_a)
        assert table.s.hand_size.tolist() == [4 - i, 4 - i] and table.s.deck_size == 42


# ---- a hand without a card ------------------------------------------------------------------------------------------
def test_c049_without_a_card_one_is_drawn_the_leader_first():
    # A wins the first trick and leads: A draws the ten, then P the jack.
    table = bare(hands=("9S", "KH"), deck="10H JD QC")
    trick(table, "9S", "KH")
    assert table.s.leader == 1 and table.decision == "COMMIT" and table.s.seat == 1
    assert table.hand(1) == {card("10H")} and table.hand(0) == {card("JD")}
    assert table.s.deck_size == 52 - 2 - 2


def test_c049_the_same_when_protagonist_leads():
    table = bare(hands=("KH", "9S"), deck="10H JD QC")
    trick(table, "KH", "9S")
    assert table.hand(0) == {card("10H")} and table.hand(1) == {card("JD")}


def test_c049_only_who_has_none_draws():
    table = bare(hands=("9S", "KH 2C"), deck="10H JD")
    trick(table, "9S", "KH")
    assert table.hand(0) == {card("10H")} and table.hand(1) == {card("2C")}
    table = bare(hands=("9S 2D", "KH 2C"), deck="10H JD")
    trick(table, "9S", "KH")
    assert table.hand(0) == {card("2D")} and table.hand(1) == {card("2C")}


def test_c049_the_draw_is_free():
    table = bare(hands=("9S", "KH"), deck="10H JD")
    table.s.votes[:2] = 3, 4
    trick(table, "9S", "KH")
    assert table.s.votes[:2].tolist() == [3, 5]  # A's 1 vote for the trick (C37), nothing paid


def test_c049_not_within_a_trick():
    # Hands are empty from the commitment on, and stay so until the next trick begins.
    table = show(bare(hands=("9S", "KH"), deck="10H JD"), "9S", "KH")
    assert table.s.hand_size.tolist() == [0, 0] and table.s.deck_size == 50


def test_c049_the_draw_reshuffles_the_discard_pile():
    # The deck is empty: 50 cards lie in the discard pile when the next trick begins (C14), and both draw one.
    table = bare(hands=("9S", "KH"), only=True)
    trick(table, "9S", "KH")
    assert table.s.hand_size.tolist() == [1, 1] and table.s.deck_size == 50
    assert not table.cards_in(st.DISCARD)


def forced(side: int, mode: str = "conflict") -> Table:
    """The forced position: ``side`` holds all cards but the ace of clubs, which is the other fighter's last.

    P leads. Both commit, ``side`` a two of diamonds, and ``side`` uses Craft twice.
    """
    many = all_but("AC")
    table = bare(mode=mode, types=NO_BONUS, hands=(many, "AC") if side == 0 else ("AC", many))
    assert table.s.deck_size == 0 and not table.cards_in(st.DISCARD)
    table.tracks(side, t1=(2, 0, 0))
    show(table, *(("2D", "AC") if side == 0 else ("AC", "2D")))
    table.play(*["PASS"] * side, "TRAIT_POINT", "PASS", "TRAIT_POINT", "PASS", "PASS")
    assert table.decision == "CRAFT_TAKE" and table.s.seat == side
    return table.play("TAKE_WINNING")


def test_c049_forced_position_antagonist_has_no_card():
    # The ace wins the first trick for A: 0:1, and A gets 1 vote. Both cards are P's, and there is nothing to draw. A
    # loses the next trick at once, and the one after, and the third: 3:1. P gains no votes.
    table = forced(0)
    assert len(table.hand(0)) == 51 and not table.s.over
    table.play("TAKE_LOSING")
    assert table.s.over and table.result()[0] == [1, -1]
    assert table.s.wins.tolist() == [3, 1]
    assert table.s.votes.tolist()[:2] == [0, 1]


def test_c049_forced_position_protagonist_has_no_card():
    # The ace wins the first trick for P: 1:0. Then A wins three on the spot, with 1 vote for each.
    table = forced(1)
    table.play("TAKE_LOSING")
    assert table.s.over and table.result()[0] == [-1, 1]
    assert table.s.wins.tolist() == [1, 3]
    assert table.s.votes.tolist()[:2] == [0, 3]


def test_c049_forced_position_one_card_declined_is_one_to_draw():
    # P takes the ace only. The two of diamonds is discarded, so that A, who leads, draws it and plays on.
    table = forced(0).play("PASS")
    assert table.s.wins.tolist() == [0, 1] and table.decision == "COMMIT" and table.s.seat == 1
    assert table.hand(1) == {card("2D")} and len(table.hand(0)) == 51


@pytest.mark.parametrize("side", [0, 1])
def test_c049_forced_position_settles_the_conflict_in_a_year(side):
    # The winner has 1 Renown: by an Ambition (C108), or by winning as A (C111). All 52 cards are dealt anew.
    table = forced(side, mode="year")
    table.s.stake, table.s.stake_what = st.KIND_AMBITION, 4
    table.play("TAKE_LOSING")
    assert table.decision == "STAKE_KIND" and table.s.seat == 1
    assert table.s.renown.tolist()[:2] == [1 - side, side]
    assert table.track(0, 4)[0] == 1 - side
    table.play("KIND Ambition", "SHEET 0", "TYPE Vigor", "TYPE Vigor")
    assert table.s.hand_size.tolist() == [7, 7]


NO_RESHUFFLE = {"deck": {"reshuffle": False}}


@pytest.mark.parametrize("leader_wins", [0, 1])
def test_c049_the_last_card_is_the_leaders(leader_wins):
    # One card is left in the deck and nothing is made anew. Both hands are empty: the winner of the first trick leads,
    # draws the five and the other loses on the spot: 1:0 and then 2:0 and 3:0.
    hands = ("9C", "8C") if leader_wins == 0 else ("8C", "9C")
    table = bare(mode="conflict", types=NO_BONUS, hands=hands, deck="5H", only=True, content=NO_RESHUFFLE)
    trick(table, *hands)
    assert table.s.over
    assert table.s.wins.tolist() == ([3, 0] if leader_wins == 0 else [0, 3])
    assert table.s.votes.tolist()[:2] == ([0, 0] if leader_wins == 0 else [0, 3])


def test_c049_antagonist_wins_if_neither_has_a_card():
    # P wins the first trick, 1:0. Then no hand and no deck: A wins the next three, 1 vote each.
    table = bare(mode="conflict", types=NO_BONUS, hands=("9C", "8C"), only=True, content=NO_RESHUFFLE)
    trick(table, "9C", "8C")
    assert table.s.over and table.result()[0] == [-1, 1]
    assert table.s.wins.tolist() == [1, 3] and table.s.votes.tolist()[:2] == [0, 3]


def test_c049_who_has_a_card_plays_on_while_the_deck_is_empty():
    # No draw is needed, so that an empty deck hurts nobody.
    table = bare(mode="conflict", types=NO_BONUS, hands=("9C 2C", "8C 3C"), only=True, content=NO_RESHUFFLE)
    trick(table, "9C", "8C")
    assert table.decision == "COMMIT" and table.s.wins.tolist() == [1, 0]
    assert trick(table, "2C", "3C").s.wins.tolist()[1] >= 1


# ---- the trick card and the payments --------------------------------------------------------------------------------
def test_c050_the_committed_card_opens_its_trait():
    table = bare(types=NO_BONUS, hands=("9H 4C", "KS 5D")).tracks(0, t0=(1, 0, 0), t2=(1, 0, 0))
    show(table, "9H", "KS")
    assert table.play("TRAIT_POINT").decision == "SELECT_AID"  # Influence, though a club is in hand
    assert table.play("CARD 4C").track(0, 2) == (1, 0, 1)


def test_c050_its_current_suit_at_that_moment():
    # P can pay for Influence only. The nine of clubs opens nothing, as a heart it opens Influence; a second Companion
    # makes it a spade, and it opens nothing again.
    table = bare(types=NO_BONUS, hands=("9C 4C", "KS 5D")).tracks(0, t2=(1, 0, 0), t4=(1, 0, 0), t6=(1, 0, 0))
    show(table, "9C", "KS")
    assert not table.can("TRAIT_POINT")
    table.play("COMPANION_USE C", "CARD 9C", "SUIT H", "PASS")
    assert table.can("TRAIT_POINT")
    table.play("COMPANION_USE H", "CARD 9C", "SUIT S", "PASS")
    assert not table.can("TRAIT_POINT")


def test_c050_after_a_swap_it_is_the_card_in_front():
    # P has Insight only and a club; A's spade lies before P after the Swap. A's Insight works no longer.
    table = bare(types=NO_BONUS, hands=("9C 4C", "KS 5D")).tracks(0, t3=(1, 0, 0)).tracks(1, t3=(1, 0, 0))
    table.s.votes[0] = 10
    show(table, "9C", "KS")
    assert not table.can("TRAIT_POINT")
    table.play("SWAP")
    assert not table.can("TRAIT_POINT")  # A's turn, and a club lies before A now
    table.play("PASS")
    assert table.can("TRAIT_POINT")
    assert table.play("TRAIT_POINT").decision == "GIVE_BACK"


def test_c050_a_use_already_made_stands_when_the_suit_changes():
    # Vigor adds the four: 13. As a heart the nine is as much, the four still lies there, and Influence is open; as
    # Aiding card the three brings 2.
    table = bare(types=NO_BONUS, hands=("9C 4C 3C", "KS 5D")).tracks(0, t0=(2, 0, 0), t2=(1, 0, 0), t4=(1, 0, 0))
    show(table, "9C", "KS").play("TRAIT_POINT", "CARD 4C", "PASS", "PASS")
    assert values(table) == [13, 13]
    table.play("COMPANION_USE C", "CARD 9C", "SUIT H")
    assert values(table) == [13, 13]
    table.play("PASS", "TRAIT_POINT")
    assert table.decision == "SELECT_AID"
    assert values(table.play("CARD 3C")) == [15, 13]
    assert table.track(0, 0) == (2, 0, 1) and table.track(0, 2) == (1, 0, 1)


@pytest.mark.parametrize(("payment", "before", "after"), [
    ("TRAIT_POINT", {0: (2, 0, 1)}, {0: (2, 0, 2)}),
    ("TRAIT_ASSET", {0: (1, 0, 1), 12: (1, 0, 0)}, {0: (1, 0, 1), 12: (1, 0, 1)}),
    ("TRAIT_OVERUSE", {0: (2, 0, 2)}, {0: (2, 1, 1)}),
    ("TRAIT_HARM", {0: (1, 0, 1), 3: (2, 0, 0)}, {0: (1, 0, 1), 3: (2, 1, 0)}),
])  # fmt: skip
def test_c051_four_ways_to_pay(payment, before, after):
    # P's club against a spade. The use is the same in all four cases: 9 + 4 = 13.
    table = bare(types=NO_BONUS, hands=("9C 4C", "KS 5D"))
    table.tracks(0, **{f"t{k}": track for k, track in before.items()})
    show(table, "9C", "KS").play(payment, "CARD 4C")
    assert values(table) == [13, 13]
    assert {k: table.track(0, k) for k in after} == after
    assert sum(int(table.s.spent[0, k] + table.s.harm[0, k]) for k in range(16) if k not in after) == 0


def test_c051_nothing_to_pay_with_no_use():
    table = show(bare(types=NO_BONUS, hands=("9C 4C", "KS 5D")), "9C", "KS")
    table.tracks(0, t0=(2, 2, 0), t3=(2, 2, 0), t12=(1, 0, 1), t13=(1, 0, 0))
    assert not any(table.can(payment) for payment in PAYMENTS)


def test_c051_as_often_as_the_means_allow():
    # One trick, five uses with a club each: 1 point, 1 Asset, 1 over-use, 2 opposed Harms (Insight 2). Nothing is left.
    table = bare(types=NO_BONUS, hands=("9C 2C 3C 4C 5C 6C 7C", "KS 5D"))
    table.tracks(0, t0=(1, 0, 0), t12=(1, 0, 0), t3=(2, 0, 0))
    show(table, "9C", "KS")
    payments = ["TRAIT_POINT", "TRAIT_ASSET", "TRAIT_HARM", "TRAIT_HARM", "TRAIT_OVERUSE"]
    for payment, club in zip(payments, ("2C", "3C", "4C", "5C", "6C"), strict=True):
        table.play(payment, f"CARD {club}", "PASS", "PASS")
    assert values(table) == [9 + 2 + 3 + 4 + 5 + 6, 13]
    assert [table.track(0, k) for k in (0, 3, 12)] == [(1, 1, 0), (2, 2, 0), (1, 0, 1)]
    assert not any(table.can(payment) for payment in PAYMENTS)


def test_c051_other_traits_have_no_limit_in_a_trick_either():
    # Influence three times, one Aiding card each: 9 + 3 · 2.
    table = bare(types=NO_BONUS, hands=("9H 2C 3D 4S 5H", "KS 5D")).tracks(0, t2=(3, 0, 0))
    show(table, "9H", "KS")
    for text in ("2C", "3D", "4S"):
        table.play("TRAIT_POINT", f"CARD {text}", "PASS", "PASS")
    assert values(table) == [15, 13]
    # Insight three times.
    table = bare(types=NO_BONUS, hands=("9S 2C", "KS 5D")).tracks(0, t3=(3, 0, 0))
    show(table, "9S", "KS")
    for text in ("2C", "5D", "2C"):
        table.play("TRAIT_POINT", f"CARD {text}", "PASS")
    assert table.track(0, 3) == (3, 0, 3) and table.hand(0) == {card("5D")} and table.hand(1) == {card("2C")}


def test_c051_an_asset_pays_while_points_are_free():
    # The four ways are alternatives: the Asset may go first.
    table = bare(types=NO_BONUS, hands=("9C 4C", "KS 5D")).tracks(0, t0=(1, 0, 0), t12=(1, 0, 0))
    show(table, "9C", "KS").play("TRAIT_ASSET", "CARD 4C")
    assert table.track(0, 0) == (1, 0, 0) and table.track(0, 12) == (1, 0, 1)


def test_c050_the_suit_of_the_moment_counts_for_the_struck_card():
    # An Item looks at the card now before the opponent: after P's Swap that is P's old club.
    table = bare(types=NO_BONUS, hands=("9C 4C", "KS 5D")).tracks(0, t8=(1, 0, 0))
    table.s.votes[0] = 10
    show(table, "9C", "KS")
    assert not table.can("ITEM_USE")
    table.play("SWAP", "PASS")
    assert table.can("ITEM_USE")
    assert values(table.play("ITEM_USE", "CARD 4C")) == [13, 9 - 4]


def test_c048_c055_a_conceded_hand_is_the_exception():
    # C80: three cards in hand after committing are thrown away, four are drawn.
    table = bare(hands=("9C 4C 5C 6C", "KS 5D 6D 7D"), deck="2H 3H 4H 5H 6H")
    commit(table, "9C", "KS").play("CONCEDE")
    assert table.hand(0) == set(cards("2H 3H 4H 5H")) and len(table.hand(1)) == 3
