"""Chapter 7, the course of a trick: C52 to C60; and the worked example W1 of chapter 14."""

from __future__ import annotations

import pytest
from rules.covenant.position import Table, action, card, cards
from rules.covenant.scenes import bare, show
from rules.covenant.turns import commit, trick, values

from shugyo.envs.covenant import state as st

NO_BONUS = "Magic Magic"
SUITS = "CDHS"
WINDOW_ONLY = ["TRAIT_POINT", "TRAIT_ASSET", "TRAIT_OVERUSE", "TRAIT_HARM", "ITEM_USE", "ITEM_OVERUSE", "SWAP"]


def names(*texts: str) -> set[int]:
    return {action(text) for text in texts}


def rich(**position) -> Table:
    """Both fighters have all that an action may need: all tracks (2, 0, 1), Assets (1, 0, 0), 20 votes, Servants."""
    table = bare(types=NO_BONUS, **position).set_covenant(0, 2, 0, 0)
    for seat in (0, 1):
        table.tracks(seat, **{f"t{k}": (2, 0, 1) for k in range(12)}, **{f"t{k}": (1, 0, 0) for k in range(12, 16)})
    table.s.votes[:2] = 20
    return table


# ---- leading --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", range(4))
def test_c052_protagonist_leads_the_first_trick(seed):
    table = Table(mode="conflict", hands=None, seed=seed).play("TYPE Vigor", "TYPE Craft")
    p, a = table.s.fighter.tolist()
    assert table.decision == "COMMIT" and table.s.seat == p
    assert table.block(a, "seat_leads")[:2].tolist() == [0, 1]


def test_c052_protagonist_leads_the_first_trick_whoever_won_the_last_of_the_conflict_before():
    # A (seat 1) has won the conflict; seat 1 is the next P and seat 0 the next A. The same with P as winner.
    for hands in (("KS 2C", "AS 3C"), ("AS 2C", "KS 3C")):
        table = bare(wins=(2, 2), hands=hands)
        trick(table, *(hand.split()[0] for hand in hands))
        table.play("KIND Ambition", "SHEET 0", "TYPE Vigor", "TYPE Vigor")
        assert table.s.fighter.tolist() == [1, 0]
        assert table.decision == "COMMIT" and table.s.seat == 1 and table.s.leader == 0


@pytest.mark.parametrize("leader", [0, 1])
@pytest.mark.parametrize("winner", [0, 1])
def test_c052_the_winner_leads_the_next(leader, winner):
    of_p, of_a = ("AS", "KS") if winner == 0 else ("KS", "AS")
    table = bare(leader=leader, hands=(f"{of_p} 2C", f"{of_a} 3C"))
    assert table.s.seat == leader
    trick(table, of_p, of_a)
    assert table.s.leader == winner and table.decision == "COMMIT" and table.s.seat == winner


@pytest.mark.parametrize("loser", [0, 1])
def test_c052_the_winner_by_concession_leads_the_next(loser):
    table = commit(bare(hands=("AS 2C", "KS 3C")), "AS", "KS")
    table.play(*["PASS"] * loser, "CONCEDE")
    assert table.s.leader == 1 - loser and table.s.seat == 1 - loser


# ---- step 1: prepare and commit -------------------------------------------------------------------------------------
@pytest.mark.parametrize("leader", [0, 1])
def test_c053_the_leader_prepares_and_commits_then_the_follower(leader):
    table = rich(leader=leader, hands=("9C KC 4C", "8D KD 3D"))
    first, second = leader, 1 - leader
    of = ["9C", "8D"]
    assert table.decision == "COMMIT" and table.s.seat == first
    for action_name in ("BUY_CARD", "BUY_CARD"):
        table.play(action_name)
        assert table.decision == "COMMIT" and table.s.seat == first  # as many actions as one likes
    table.play(f"CARD {of[first]}")
    assert table.decision == "COMMIT" and table.s.seat == second
    table.play("BUY_CARD", f"CARD {of[second]}")
    assert table.decision == "CONCEDE" and table.s.seat == first


def test_c053_prep_actions_of_chapter_9():
    # Buy, both ways of restoring, Companions for the suits in hand, Claim; and to commit a card. Nothing else: all
    # that must know a suit on the table is for the window, and the Swap moves what lies there.
    table = rich(hands=("9C KC 4H", "8D KD 3D"))
    expected = names("BUY_CARD", "RESTORE_BY_VOTES", "RESTORE_BY_FACE", "COMPANION_USE C", "COMPANION_USE H", "CLAIM")
    assert table.legal() == expected | names("CARD 9C", "CARD KC", "CARD 4H")


def test_c053_the_same_for_the_follower_who_sees_a_card_lying_there():
    table = rich(hands=("9C KC 4H", "8D KD 3S")).play("CARD 9C")
    expected = names("BUY_CARD", "RESTORE_BY_VOTES", "RESTORE_BY_FACE", "COMPANION_USE D", "COMPANION_USE S", "CLAIM")
    assert table.legal() == expected | names("CARD 8D", "CARD KD", "CARD 3S")
    assert not any(table.can(name) for name in WINDOW_ONLY)


def test_c053_who_prepares_must_commit_in_the_end():
    table = bare(hands=("9C 4C", "8D 3D"))
    assert table.legal() == names("CARD 9C", "CARD 4C")
    assert not table.can("PASS") and not table.can("CONCEDE")


def test_c053_several_different_actions_in_one_preparation():
    table = rich(hands=("9C KC 4H", "8D KD 3D"), deck="10S JH")
    table.play("BUY_CARD", "COMPANION_USE H", "CARD 4H", "SUIT C", "RESTORE_BY_VOTES", "SHEET 0", "RESTORE_BY_FACE")
    table.play(*(["CARD KC", "SHEET 1"] if table.decision == "FACE_CARD" else ["SHEET 1", "CARD KC"]))
    table.play("CLAIM", "RESOURCE 0")
    assert table.decision == "COMMIT" and table.s.seat == 0
    # 20 − 2 (card) − 5 (restored) votes; KC discarded, 10S bought, JH Claimed.
    assert table.s.votes[0] == 13 and table.hand(0) == set(cards("9C 4H 10S JH"))
    assert (table.track(0, 0), table.track(0, 1), table.track(0, 6)) == ((2, 0, 0), (2, 0, 0), (2, 0, 2))


def test_c054_to_commit_is_to_lay_a_hand_card_face_down():
    table = bare(num_players=3, hands=("9C 4C 3S", "8D 3D"))
    assert table.legal() == names("CARD 9C", "CARD 4C", "CARD 3S")
    table.play("CARD 4C")
    assert table.hand(0) == set(cards("9C 3S")) and table.s.trick_card[0] == card("4C")
    # P sees the own card; A and the Council only that one lies there.
    for seat in (0, 1, 2):
        shown = table.block(seat, "trick_card")
        lying = table.block(seat, "face_down")
        own_first = 0 if seat in (0, 2) else 1  # own side, then the other; the Council: P, then A
        assert lying[own_first] == 1 and lying[1 - own_first] == 0
        assert shown.sum() == int(seat == 0)
    assert table.block(0, "trick_card")[0, card("4C")] == 1


def test_c054_one_card_each():
    table = commit(bare(hands=("9C 4C 3S", "8D 3D")), "9C", "8D")
    assert table.s.trick_card.tolist() == cards("9C 8D") and table.s.hand_size.tolist() == [2, 1]
    assert table.legal() == names("PASS", "CONCEDE")  # no second card


# ---- step 2: concession ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize("leader", [0, 1])
def test_c055_the_leader_is_asked_first_and_then_the_follower(leader):
    table = commit(bare(leader=leader, hands=("9C 4C", "8D 3D")), "9C", "8D")
    assert table.decision == "CONCEDE" and table.s.seat == leader and table.legal() == names("PASS", "CONCEDE")
    table.play("PASS")
    assert table.decision == "CONCEDE" and table.s.seat == 1 - leader and table.legal() == names("PASS", "CONCEDE")
    table.play("CONCEDE")
    wins = [0, 0]
    wins[leader] = 1
    assert table.decision == "COMMIT" and table.s.wins.tolist() == wins


@pytest.mark.parametrize("leader", [0, 1])
def test_c055_the_follower_is_not_asked_if_the_leader_concedes(leader):
    table = commit(bare(leader=leader, hands=("9C 4C", "8D 3D")), "9C", "8D").play("CONCEDE")
    wins = [1, 1]
    wins[leader] = 0
    assert table.decision == "COMMIT" and table.s.wins.tolist() == wins


def test_c055_only_while_both_cards_are_hidden():
    table = bare(hands=("9C 4C", "8D 3D"))
    assert not table.can("CONCEDE")
    table.play("CARD 9C")
    assert table.decision == "COMMIT" and not table.can("CONCEDE")
    table.play("CARD 8D")
    assert table.can("CONCEDE") and table.s.revealed == 0
    table.play("PASS", "PASS")
    assert table.decision == "WINDOW" and not table.can("CONCEDE")
    table.play("PASS")
    assert table.decision == "WINDOW" and not table.can("CONCEDE")


# ---- step 3: reveal -------------------------------------------------------------------------------------------------
def test_c056_both_cards_are_turned_up_for_all_to_see():
    table = commit(bare(num_players=3, hands=("9C 4C", "8D 3D")), "9C", "8D").play("PASS")
    assert table.block(2, "trick_card").sum() == 0  # one has fought on, the other is still to decide
    table.play("PASS")
    for seat, own in ((0, "9C"), (1, "8D"), (2, "9C")):
        other = "8D" if own == "9C" else "9C"
        shown = table.block(seat, "trick_card")
        assert shown[0, card(own)] == 1 and shown[1, card(other)] == 1 and shown.sum() == 2
        assert table.block(seat, "face_down").tolist() == [0, 0]


def test_c056_bonuses_count_from_the_reveal_on():
    # Vigor named once, Magic once: 9 + 2 + 1 and 8 + 3. Nothing counts before.
    table = bare(types="Vigor Magic", hands=("9C 4C", "8D 3D"))
    table.s.magic[:2] = 1, 3
    commit(table, "9C", "8D")
    for seat in (0, 1):
        assert table.block(seat, "magic_bonus").tolist() == [0, 0]
    assert table.s.magic_bonus.tolist() == [0, 0]
    table.play("PASS", "PASS")
    assert values(table) == [12, 11] and table.block(0, "magic_bonus").tolist() == [1, 3]


def test_c056_nothing_is_shown_after_a_concession():
    table = commit(bare(num_players=3, hands=("9C 4C", "8D 3D")), "9C", "8D").play("CONCEDE")
    assert table.block(2, "trick_card").sum() == 0 and table.block(2, "discards").sum() == 0
    assert table.block(0, "discards")[card("8D")] == 0  # P never learns A's card


# ---- step 4: the action window --------------------------------------------------------------------------------------
@pytest.mark.parametrize("leader", [0, 1])
def test_c057_the_leader_begins_and_turns_alternate(leader):
    table = rich(leader=leader, hands=("9C KC 4C", "8D KD 3D"))
    show(table, "9C", "8D")
    for turn in range(6):
        assert table.decision == "WINDOW" and table.s.seat == (leader + turn) % 2
        table.play("BUY_CARD")


def test_c057_a_turn_is_one_complete_action():
    # The restoring asks for a track and the Companion for a card and a suit; A has no turn before each is complete.
    table = show(rich(hands=("9C 4H", "8D 3D")), "9C", "8D")
    table.play("RESTORE_BY_VOTES")
    assert table.s.seat == 0
    table.play("SHEET 3")
    assert table.decision == "WINDOW" and table.s.seat == 1
    table.play("PASS", "COMPANION_USE H")
    assert table.s.seat == 0
    table.play("CARD 4H")
    assert table.s.seat == 0
    table.play("SUIT S")
    assert table.decision == "WINDOW" and table.s.seat == 1


def test_c057_all_window_actions_of_chapter_9():
    # P's trick card is a club, A's a diamond: Vigor with its payments (Insight etc. cannot be had), the diamond Item,
    # Companions for 9C itself and the hand, and every hand card as Aiding card.
    table = show(rich(hands=("9C 4C KH 5D", "8D 3D")), "9C", "8D")
    table.tracks(0, t0=(1, 0, 1), t9=(1, 0, 1), t6=(1, 0, 1))
    expected = names("PASS", "BUY_CARD", "RESTORE_BY_VOTES", "RESTORE_BY_FACE", "SWAP", "CLAIM")
    expected |= names("TRAIT_ASSET", "TRAIT_OVERUSE", "TRAIT_HARM", "ITEM_OVERUSE")
    expected |= names("COMPANION_USE C", "COMPANION_USE D", "COMPANION_OVERUSE H")
    assert table.legal() == expected | names("CARD 4C", "CARD KH", "CARD 5D")
    table.tracks(0, t0=(1, 0, 0), t9=(1, 0, 0))
    expected -= names("TRAIT_OVERUSE", "TRAIT_HARM", "ITEM_OVERUSE")
    assert table.legal() == expected | names("TRAIT_POINT", "ITEM_USE", "CARD 4C", "CARD KH", "CARD 5D")


def test_c057_who_has_passed_may_act_again():
    table = rich(hands=("9C KC 4C", "8D KD 3D"))
    show(table, "9C", "8D").play("PASS", "CARD 3D")
    assert table.s.seat == 0 and table.can("CARD 4C") and table.can("BUY_CARD")
    table.play("CARD 4C")
    assert values(table) == [11, 10]


def test_c057_two_passes_in_a_row_close_the_window():
    # P passes, A acts, P passes: not two in a row. A passes as well: closed.
    table = show(bare(hands=("9C 4C", "8D 3D")), "9C", "8D")
    table.play("PASS", "CARD 3D", "PASS")
    assert table.decision == "WINDOW" and table.s.seat == 1 and table.s.wins.tolist() == [0, 0]
    table.play("PASS")
    assert table.decision == "COMMIT" and sum(table.s.wins.tolist()) == 1


def test_c057_passes_with_actions_between_them_do_not_add_up():
    table = rich(hands=("9C KC 4C", "8D KD 3D"))
    show(table, "9C", "8D")
    for _ in range(3):
        table.play("PASS", "BUY_CARD")
        assert table.decision == "WINDOW"
    for _ in range(2):
        table.play("BUY_CARD", "PASS")
        assert table.decision == "WINDOW"
    assert table.play("PASS").decision == "COMMIT"


def test_c057_one_pass_is_seen():
    table = show(bare(num_players=3, hands=("9C 4C", "8D 3D")), "9C", "8D")
    assert [table.block(seat, "passed")[0] for seat in range(3)] == [0, 0, 0]
    table.play("PASS")
    assert [table.block(seat, "passed")[0] for seat in range(3)] == [1, 1, 1]
    table.play("CARD 3D")
    assert [table.block(seat, "passed")[0] for seat in range(3)] == [0, 0, 0]


# ---- step 5: resolve ------------------------------------------------------------------------------------------------
def test_c058_the_whole_sum():
    # Vigor and Magic are named: clubs + 2, Magic once. P has Magic 3, A 1.
    table = bare(types="Vigor Magic", hands=("9C 4C 3C 2D 5H 6H", "KH 7C 2S 3S 4D"))
    table.s.magic[:2] = 3, 1
    table.tracks(0, t0=(1, 0, 0), t10=(1, 0, 0)).tracks(1, t2=(1, 0, 0), t8=(1, 0, 0))
    show(table, "9C", "KH")
    p, a = 9 + 2 + 3, 13 + 0 + 1
    assert values(table) == [p, a] == [14, 14]
    table.play("TRAIT_POINT", "CARD 4C", "CARD 3C")  # two Vigor cards with their bonus
    p += (4 + 2) + (3 + 2)
    assert values(table) == [p, a] == [25, 14]
    table.play("ITEM_USE", "CARD 7C")  # A's Item card against the club, with its bonus
    p -= 7 + 2
    assert values(table) == [p, a] == [16, 14]
    table.play("CARD 2D")  # P's Aiding card
    p += 2
    table.play("TRAIT_POINT", "CARD 2S", "CARD 3S", "PASS")  # two Aiding cards of A's Influence
    a += 2 * 2
    assert values(table) == [p, a] == [18, 18]
    table.play("ITEM_USE", "CARD 5H", "CARD 6H")  # P's Item cards against the heart: no bonus
    a -= 5 + 6
    table.play("CARD 4D")  # A's free Aiding card
    a += 2
    assert values(table) == [p, a] == [18, 9]
    table.play("PASS", "PASS")
    assert table.s.wins.tolist() == [1, 0]


@pytest.mark.parametrize(("hands", "types", "winner"), [
    (("10S 2C", "9H 3C"), NO_BONUS, 0),
    (("9S 2C", "10H 3C"), NO_BONUS, 1),
    (("9S 2C", "10H 3C"), "Insight Insight", 0),  # 9 + 4 > 10
    (("9S 2C", "10H 3C"), "Influence Insight", 1),  # 9 + 2 < 10 + 2
    (("10S 2C", "9H 3C"), "Influence Vigor", 1),  # 10 < 9 + 2
    (("2S 2C", "AH 3C"), "Insight Insight", 1),  # 2 + 4 < 14: no suit is trumps
])  # fmt: skip
def test_c058_the_higher_value_wins(hands, types, winner):
    table = bare(types=types, hands=hands)
    trick(table, *(hand.split()[0] for hand in hands))
    assert table.s.wins.tolist() == [1 - winner, winner]


def test_c058_no_suit_can_be_demanded():
    # P has led; A holds every suit and may commit any card.
    table = bare(types=NO_BONUS, hands=("9C 4C", "8C 3D 7H 6S")).play("CARD 9C")
    assert table.legal() == names("CARD 8C", "CARD 3D", "CARD 7H", "CARD 6S")


def test_c058_bonuses_follow_the_suits_that_cards_have_now():
    # Influence named twice. The nine of clubs becomes a heart: 9 + 4 = 13 > 12.
    table = bare(types="Influence Influence", hands=("9C 4C", "QS 3D")).tracks(0, t4=(1, 0, 0))
    show(table, "9C", "QS")
    assert values(table) == [9, 12]
    table.play("COMPANION_USE C", "CARD 9C", "SUIT H")
    assert values(table) == [13, 12]
    table.play("PASS", "PASS")
    assert table.s.wins.tolist() == [1, 0]


def test_c058_a_changed_hand_card_brings_the_bonus_of_its_new_suit():
    # Vigor named twice: the five of diamonds, made a club in hand, adds 5 + 4.
    table = bare(types="Vigor Vigor", hands=("9C 5D", "QS 3D")).tracks(0, t0=(1, 0, 0), t5=(1, 0, 0))
    table.play("COMPANION_USE D", "CARD 5D", "SUIT C")
    show(table, "9C", "QS").play("TRAIT_POINT", "CARD 5D")
    assert values(table) == [9 + 4 + 5 + 4, 12]


@pytest.mark.parametrize("of_aid", ["2D", "AD", "KC"])
def test_c058_an_aiding_card_counts_two_whatever_it_is(of_aid):
    table = show(bare(types="Vigor Craft", hands=(f"9S {of_aid}", "QS 3D")), "9S", "QS")
    assert values(table.play(f"CARD {of_aid}")) == [11, 12]


def test_c059_a_value_may_be_negative():
    # A strikes the two of clubs with king and queen: 2 − 13 − 12 = −23.
    table = bare(types=NO_BONUS, hands=("2C 4C", "2S KC QC")).tracks(1, t8=(1, 0, 0))
    show(table, "2C", "2S").play("PASS", "ITEM_USE", "CARD KC", "CARD QC")
    assert values(table) == [-23, 2]
    assert table.play("PASS", "PASS").s.wins.tolist() == [0, 1]


def test_c059_negative_values_are_compared_as_they_are():
    # P: 2 − 12 = −10. A: 3 − 14 = −11. With a lower bound of 0 the three would win by its rank; so the two wins.
    table = bare(types=NO_BONUS, hands=("2C AD", "3D QC")).tracks(0, t9=(1, 0, 0)).tracks(1, t8=(1, 0, 0))
    show(table, "2C", "3D").play("ITEM_USE", "CARD AD", "ITEM_USE", "CARD QC")
    assert values(table) == [-10, -11]
    assert table.play("PASS", "PASS").s.wins.tolist() == [1, 0]


def test_c059_no_upper_bound():
    # All thirteen clubs with Vigor named twice: 2 + … + 14 = 104, and 13 · 4 = 52 more, against a 3: P wins.
    clubs = [f"{rank}C" for rank in ("3", "4", "5", "6", "7", "8", "9", "10", *"JQKA")]
    table = bare(types="Vigor Vigor", hands=(" ".join(["2C", *clubs]), "3S 2D")).tracks(0, t0=(1, 0, 0))
    show(table, "2C", "3S").play("TRAIT_POINT", *(f"CARD {c}" for c in clubs))
    assert table.s.vigor_rank[0] == (104 - 2) + 12 * 4
    assert table.play("PASS", "PASS").s.wins.tolist() == [1, 0]


def test_c059_no_lower_bound():
    # A strikes the two with all other clubs: 2 + 4 − (104 − 2 + 12 · 4) = −144, and loses nothing by the depth of it.
    clubs = [f"{rank}C" for rank in ("3", "4", "5", "6", "7", "8", "9", "10", *"JQKA")]
    table = bare(types="Vigor Vigor", hands=("2C 2D", " ".join(["3S", *clubs]))).tracks(1, t8=(1, 0, 0))
    show(table, "2C", "3S").play("PASS", "ITEM_USE", *(f"CARD {c}" for c in clubs))
    assert table.s.item_rank[0] == 150
    assert table.play("PASS", "PASS").s.wins.tolist() == [0, 1]


# ---- ties and what follows ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("types", "of_p", "of_a", "winner"), [
    (NO_BONUS, "9C", "9D", 1),  # equal ranks: A
    (NO_BONUS, "AC", "AD", 1),
    ("Vigor Magic", "9C", "JD", 1),  # 9 + 2 = 11: the jack is the higher card
    ("Craft Magic", "JC", "9D", 0),  # 11 = 9 + 2
    ("Vigor Vigor", "9C", "KD", 1),  # 9 + 4 = 13
    ("Craft Craft", "KC", "9D", 0),
])  # fmt: skip
@pytest.mark.parametrize("leader", [0, 1])
def test_c060_equal_values(types, of_p, of_a, winner, leader):
    table = bare(types=types, leader=leader, hands=(f"{of_p} 2S", f"{of_a} 3S"))
    show(table, of_p, of_a)
    assert values(table)[0] == values(table)[1]
    assert table.play("PASS", "PASS").s.wins.tolist() == [1 - winner, winner]


def test_c060_the_printed_rank_of_the_card_now_in_front():
    # 9 + 2 against 11. After P's Swap the jack lies before P, with which P wins the tie.
    table = bare(types="Vigor Magic", hands=("9C 2S", "JD 3S"))
    table.s.votes[0] = 10
    show(table, "9C", "JD").play("SWAP")
    assert values(table) == [11, 11]
    assert table.play("PASS", "PASS").s.wins.tolist() == [1, 0]


def test_c060_only_the_trick_cards_rank_counts_in_a_tie():
    # P: 5 + 8 (Vigor card) = 13, A: king, 13. Five against thirteen: A wins, whatever P's other card.
    table = bare(types=NO_BONUS, hands=("5C 8C", "KD 3S")).tracks(0, t0=(1, 0, 0))
    show(table, "5C", "KD").play("TRAIT_POINT", "CARD 8C")
    assert values(table) == [13, 13]
    assert table.play("PASS", "PASS").s.wins.tolist() == [0, 1]


def test_c060_craft_then_clearing_then_votes_and_end():
    # A wins the third trick with the diamond king and has announced Craft. While A chooses, the cards still lie there,
    # the vote of C37 is not yet gained and the conflict is not yet over. Then 1 vote, and the end.
    table = bare(mode="conflict", types=NO_BONUS, wins=(0, 2), hands=("9C 2S", "KD 3S")).tracks(1, t1=(1, 0, 0))
    show(table, "9C", "KD").play("PASS", "TRAIT_POINT", "PASS", "PASS")
    assert table.decision == "CRAFT_TAKE" and table.s.seat == 1 and not table.s.over
    assert table.s.trick_card.tolist() == cards("9C KD") and table.s.votes[1] == 0
    assert table.s.winner == 1
    table.play("TAKE_WINNING")
    assert table.s.over and table.s.votes[1] == 1 and table.result()[0] == [-1, 1]


def test_c060_the_table_is_cleared_after_a_trick():
    # Every card of the trick lies open in the discard pile; nothing is before the fighters.
    table = bare(num_players=3, types=NO_BONUS, hands=("9C 4C 2D 6S", "KS 5C 3S")).tracks(0, t0=(1, 0, 0))
    table.tracks(1, t8=(1, 0, 0))
    show(table, "9C", "KS")
    table.play("TRAIT_POINT", "CARD 4C", "ITEM_USE", "CARD 5C", "CARD 2D", "PASS", "PASS")
    played = set(cards("9C KS 4C 5C 2D"))
    assert table.decision == "COMMIT"
    assert table.cards_in(st.DISCARD) == played
    assert set(table.block(2, "discards").nonzero()[0].tolist()) == played
    assert table.s.trick_card.tolist() == [-1, -1] and table.s.revealed == 0
    for block in ("trick_card", "aiding", "aiding_count", "vigor", "items", "magic_bonus"):
        assert table.block(2, block).sum() == 0


def test_c060_a_new_trick_begins_from_nought():
    # The free Aiding card, the value of Vigor cards and the struck ranks do not go over into the next trick.
    table = bare(types=NO_BONUS, hands=("9C 4C 2D 6S", "KS 5C 3S 2H")).tracks(0, t0=(1, 0, 0)).tracks(1, t8=(1, 0, 0))
    show(table, "9C", "KS")
    table.play("TRAIT_POINT", "CARD 4C", "ITEM_USE", "CARD 5C", "CARD 2D", "PASS", "PASS")
    # 9 + 4 − 5 + 2 = 10 against 13: A leads. P has 6S, A 3S and 2H.
    assert table.s.wins.tolist() == [0, 1]
    show(table, "6S", "3S")
    assert values(table) == [6, 3]
    assert table.can("CARD 2H")


# ---- worked example -------------------------------------------------------------------------------------------------
def test_w1_a_trick():
    table = bare(types="Vigor Influence", hands=("9C 4C 3C", "KS 5C 2D"))
    table.tracks(0, t0=(1, 0, 0)).tracks(1, t8=(1, 0, 0))
    show(table, "9C", "KS")
    assert values(table) == [11, 13]
    table.play("TRAIT_POINT", "CARD 4C", "CARD 3C")
    assert values(table) == [22, 13]
    table.play("ITEM_USE", "CARD 5C")
    assert values(table) == [15, 13]
    table.play("PASS", "CARD 2D")
    assert values(table) == [15, 15]
    table.play("PASS", "PASS")
    assert table.s.wins.tolist() == [0, 1] and table.s.votes[:2].tolist() == [0, 1]
    assert table.track(0, 0) == (1, 0, 1) and table.track(1, 8) == (1, 0, 1)
