"""Claiming a covenant resource, and the auction that may prevent it (C82–C95, P4, P18, P26, W2)."""

import pytest
from rules.covenant.position import Table, card, cards
from rules.covenant.scenes import bare, close, ids, show, strip

HANDS = ("9C 4C 3C", "KS 5C 2D")


def covenant(num_players=3, votes=(0, 0, 0), servants=(3, 0, 0), **given) -> Table:
    """Seats 0 and 1 fight, the covenant owns Servants and nothing else, and the seats own so many votes."""
    table = bare(num_players=num_players, **{"hands": HANDS, "deck": "KH AH QH", **given}).set_covenant(0, *servants)
    table.s.votes[: len(votes)] = votes
    return table


def owned(table: Table) -> list[int]:
    """Votes of the seats in play."""
    return table.s.votes.tolist()[: table.num_players]


# ---- announcing -----------------------------------------------------------------------------------------------------


def test_c082_claim_draws_a_card_there_and_then():
    table = covenant(num_players=2, votes=(4, 4)).play("CLAIM", "RESOURCE 0")
    assert table.hand(0) == set(cards("9C 4C 3C KH"))  # the top card of the deck
    assert table.hand(1) == set(cards("KS 5C 2D"))
    assert (table.decision, table.s.seat) == ("COMMIT", 0)  # still preparing
    assert owned(table) == [4, 4] and not table.s.spent.any()  # and it does nothing else


def test_c082_in_the_window_too():
    table = show(covenant(num_players=2), "9C", "KS").play("PASS", "CLAIM", "RESOURCE 0")
    assert table.hand(1) == set(cards("5C 2D KH"))
    assert (table.decision, table.s.seat) == ("WINDOW", 0)


def test_c083_announcement_names_no_resource():
    table = covenant(votes=(0, 0, 3)).set_covenant(1, 3, 0, 0).play("CLAIM")
    assert (table.decision, table.s.seat) == ("BID_OPEN", 2)  # the haggling comes first
    assert not table.legal() & ids(*(f"RESOURCE {r}" for r in range(5)))
    table.play("PASS")
    assert (table.decision, table.s.seat) == ("CLAIM_WHAT", 0)
    assert table.legal() == ids("RESOURCE 0", "RESOURCE 1")


def test_c083_needs_a_card_to_draw():
    assert not strip(covenant()).can("CLAIM")
    assert strip(covenant(), keep="KH").can("CLAIM")


def test_c083_discards_can_be_drawn():
    assert covenant(deck="", only=True).can("CLAIM")  # the deck is empty, the discard pile is not


@pytest.mark.parametrize(
    ("servants", "usable"),
    [
        ((0, 0, 0), False),
        ((1, 0, 0), True),  # a free point
        ((1, 0, 1), True),  # over-use
        ((2, 2, 0), False),
        ((2, 1, 0), True),
        ((2, 1, 1), True),
    ],
)
def test_c083_needs_a_usable_resource(servants, usable):
    assert covenant(servants=servants).can("CLAIM") == usable


def test_c083_needs_no_vote():
    assert covenant(votes=(0, 0, 0)).can("CLAIM")


@pytest.mark.parametrize(
    ("types", "possible"),
    [("Vigor Craft", False), ("Magic Craft", True), ("Vigor Magic", True), ("Magic Magic", True)],
)
def test_p4_essences_are_usable_in_a_magic_contest_only(types, possible):
    table = covenant(servants=(0, 0, 0), types=types).set_covenant(4, 2, 0, 0)
    assert table.can("CLAIM") == possible


# ---- who bids -------------------------------------------------------------------------------------------------------


def test_c084_with_two_players_nobody_can_prevent_it():
    table = covenant(num_players=2, votes=(9, 9)).play("CLAIM")
    assert (table.decision, table.s.seat) == ("CLAIM_WHAT", 0)


def test_c084_the_other_fighter_may_not_bid():
    table = covenant(votes=(9, 9, 0)).play("CLAIM")
    assert (table.decision, table.s.seat) == ("CLAIM_WHAT", 0)


def asked(table: Table) -> list[int]:
    """Seats that are asked for an opening bid, if all decline."""
    seats = []
    while table.decision == "BID_OPEN":
        seats.append(int(table.s.seat))
        table.play("PASS")
    assert table.decision == "CLAIM_WHAT"
    return seats


@pytest.mark.parametrize(("leader", "expected"), [(0, [2, 4, 0]), (1, [4, 0, 2])])
def test_c085_council_is_asked_from_the_claimers_left(leader, expected):
    # P sits on seat 1, A on seat 3.
    table = covenant(num_players=5, votes=(5, 5, 5, 5, 5), fighters=(1, 3), leader=leader).play("CLAIM")
    assert asked(table) == expected


@pytest.mark.parametrize(
    ("votes", "expected"), [((5, 5, 0, 5, 5), [4, 0]), ((0, 5, 0, 5, 1), [4]), ((0, 5, 0, 5, 0), [])]
)
def test_c085_who_has_no_votes_is_passed_over(votes, expected):
    table = covenant(num_players=5, votes=votes, fighters=(1, 3)).play("CLAIM")
    assert asked(table) == expected


def test_c085_first_who_bids_is_the_only_bidder():
    table = covenant(num_players=5, votes=(5, 5, 5, 5, 5), fighters=(1, 3)).play("CLAIM", "PASS", "OFFER 1")
    assert (table.decision, table.s.seat) == ("BID_ANSWER", 1)  # seat 4 has bid; seat 0 is not asked
    table.play("OFFER 2")
    assert (table.decision, table.s.seat) == ("BID_ANSWER", 4)
    table.play("ACCEPT")
    assert owned(table) == [5, 3, 5, 5, 7]
    assert (table.decision, table.s.seat) == ("CLAIM_WHAT", 1)  # nobody else may still prevent it


# ---- offers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("votes", [1, 4, 30])
def test_c086_first_offer_is_one_vote_or_more(votes):
    table = covenant(votes=(0, 0, votes)).play("CLAIM")
    assert table.legal() == ids("PASS", *(f"OFFER {n}" for n in range(1, votes + 1)))


def test_c087_claimer_answers_first_then_in_turn():
    table = covenant(votes=(9, 0, 9)).play("CLAIM", "OFFER 3")
    assert (table.decision, table.s.seat) == ("BID_ANSWER", 0)
    assert table.legal() == ids("ACCEPT", *(f"OFFER {n}" for n in range(4, 10)))
    table.play("OFFER 5")
    assert (table.decision, table.s.seat) == ("BID_ANSWER", 2)
    assert table.legal() == ids("ACCEPT", *(f"OFFER {n}" for n in range(6, 10)))
    table.play("OFFER 6")
    assert (table.decision, table.s.seat) == ("BID_ANSWER", 0)
    assert table.legal() == ids("ACCEPT", *(f"OFFER {n}" for n in range(7, 10)))


def test_c088_claimer_who_cannot_go_higher_accepts():
    table = covenant(votes=(3, 0, 9)).play("CLAIM", "OFFER 3")
    assert table.legal() == ids("ACCEPT")


def test_c088_claimer_may_go_to_the_last_vote():
    table = covenant(votes=(4, 0, 9)).play("CLAIM", "OFFER 3")
    assert table.legal() == ids("ACCEPT", "OFFER 4")


def test_c088_bidder_who_cannot_go_higher_accepts():
    table = covenant(votes=(9, 0, 3)).play("CLAIM", "OFFER 2", "OFFER 3")
    assert (table.decision, table.s.seat) == ("BID_ANSWER", 2)
    assert table.legal() == ids("ACCEPT")


def test_c088_bidder_may_not_offer_more_than_owned():
    table = covenant(votes=(30, 0, 5)).play("CLAIM", "OFFER 1", "OFFER 2")
    assert table.legal() == ids("ACCEPT", "OFFER 3", "OFFER 4", "OFFER 5")


def test_c089_only_the_accepted_offer_is_paid():
    table = covenant(votes=(9, 7, 9)).play("CLAIM")
    for offer in ("OFFER 2", "OFFER 4", "OFFER 5"):
        table.play(offer)
        assert owned(table) == [9, 7, 9]  # nothing moves before an acceptance
    table.play("ACCEPT")
    assert owned(table) == [14, 7, 4]  # the bidder's five, and neither the two nor the claimer's four


def test_c090_accepting_claimer_takes_the_votes_and_claims_nothing():
    table = covenant(votes=(1, 1, 4)).play("CLAIM", "OFFER 4", "ACCEPT")
    assert owned(table) == [5, 1, 0]
    assert table.covenant(0) == (3, 0, 0)
    assert table.hand(0) == set(cards("9C 4C 3C"))
    assert (table.decision, table.s.seat) == ("COMMIT", 0)


def test_c091_accepting_bidder_takes_the_votes_and_the_claim_goes_on():
    table = covenant(votes=(5, 1, 4)).play("CLAIM", "OFFER 1", "OFFER 3", "ACCEPT")
    assert owned(table) == [2, 1, 7]
    assert (table.decision, table.s.seat) == ("CLAIM_WHAT", 0)
    table.play("RESOURCE 0")
    assert table.covenant(0) == (3, 0, 1) and card("KH") in table.hand(0)
    assert table.can("CLAIM")  # no ban follows


def test_c092_without_a_bid_the_claim_is_free():
    table = covenant(votes=(5, 1, 4)).play("CLAIM", "PASS", "RESOURCE 0")
    assert owned(table) == [5, 1, 4]
    assert table.covenant(0) == (3, 0, 1) and card("KH") in table.hand(0)


# ---- the ban --------------------------------------------------------------------------------------------------------


def bought_off(**given) -> Table:
    """P has been bought off while preparing."""
    return covenant(votes=(2, 0, 4), **given).play("CLAIM", "OFFER 4", "ACCEPT")


def test_c093_ban_holds_for_both_steps_of_the_trick():
    table = bought_off()
    assert not table.can("CLAIM")
    show(table, "9C", "KS")
    assert table.s.seat == 0 and not table.can("CLAIM")


def test_c093_ban_from_the_window_holds_till_the_end_of_the_trick():
    table = show(covenant(votes=(2, 0, 4)), "9C", "KS").play("CLAIM", "OFFER 4", "ACCEPT", "PASS")
    assert table.s.seat == 0 and not table.can("CLAIM")


def test_c093_ban_covers_harming():
    table = bought_off(servants=(2, 0, 2))
    assert not table.can("CLAIM")


def test_c093_other_fighter_may_claim():
    table = bought_off().play("CARD 9C")
    assert table.s.seat == 1 and table.can("CLAIM")


def test_c093_next_trick_lifts_the_ban():
    table = close(show(bought_off(), "9C", "KS"))
    assert table.s.wins.tolist() == [0, 1] and table.s.seat == 1
    table.play("CARD 5C")
    assert table.s.seat == 0 and table.can("CLAIM")


def test_c093_a_concession_lifts_the_ban_too():
    table = bought_off().play("CARD 9C", "CARD KS", "PASS", "CONCEDE")
    assert table.s.seat == 0 and table.can("CLAIM")


def test_c093_everything_else_stays_open():
    assert bought_off().can("BUY_CARD")


def test_c093_ban_is_public():
    table = bought_off()
    assert table.block(2, "seat_banned").tolist() == [0, 1, 0, 0, 0]  # seat 0 is the second from there


# ---- choosing the resource ------------------------------------------------------------------------------------------


def test_c094_each_resource_is_looked_at_by_itself():
    table = covenant(num_players=2, servants=(2, 0, 0)).set_covenant(1, 2, 0, 2).set_covenant(2, 2, 2, 0)
    table.set_covenant(4, 1, 0, 0)
    table.play("CLAIM")
    # Servants are free and Coffers all Claimed; Relations are wholly Harmed, Archives are 0; Essences: a Magic contest.
    assert table.legal() == ids("RESOURCE 0", "RESOURCE 1", "RESOURCE 4")
    table.play("RESOURCE 1")
    assert table.covenant(1) == (2, 1, 1)  # Harmed, although Servants were free


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((3, 0, 0), (3, 0, 1)),
        ((3, 1, 1), (3, 1, 2)),  # Claimed: 3 − 1 − 1 is free
        ((3, 1, 2), (3, 2, 1)),  # Harmed: nothing is free, a Claimed point becomes a Harmed one
        ((1, 0, 1), (1, 1, 0)),
    ],
)
def test_c094_claimed_if_free_harmed_if_not(before, after):
    table = covenant(num_players=2, servants=before).play("CLAIM", "RESOURCE 0")
    assert table.covenant(0) == after
    assert card("KH") in table.hand(0)  # a card either way


def test_c094_a_choice_must_be_made():
    table = covenant(num_players=2).play("CLAIM")
    assert table.legal() == ids("RESOURCE 0")


def test_c094_antagonist_claims_too():
    table = covenant(num_players=2, leader=1).play("CLAIM", "RESOURCE 0")
    assert table.covenant(0) == (3, 0, 1) and card("KH") in table.hand(1)


def test_c095_several_claims_in_one_trick():
    table = covenant(num_players=2, servants=(2, 0, 0))
    table.play("CLAIM", "RESOURCE 0", "CLAIM", "RESOURCE 0", "CLAIM", "RESOURCE 0")
    assert table.covenant(0) == (2, 1, 1)  # two Claims and a Harm
    assert table.hand(0) == set(cards("9C 4C 3C KH AH QH"))


def test_c095_every_claim_has_its_auction():
    table = covenant(votes=(3, 0, 3)).play("CLAIM", "PASS", "RESOURCE 0", "CLAIM")
    assert (table.decision, table.s.seat) == ("BID_OPEN", 2)
    table.play("OFFER 1", "OFFER 2", "ACCEPT", "RESOURCE 0", "CLAIM")
    assert (table.decision, table.s.seat) == ("BID_OPEN", 2)  # who bid before may bid again


# ---- precise points and the example ---------------------------------------------------------------------------------


def test_p18_claimer_is_capped_and_the_surplus_is_lost():
    table = covenant(votes=(28, 0, 5)).play("CLAIM", "OFFER 5", "ACCEPT")
    assert owned(table) == [30, 0, 0]  # 28 + 5 = 33


def test_p18_bidder_is_capped_and_the_surplus_is_lost():
    lost = int(covenant().s.votes_lost)
    table = covenant(votes=(10, 0, 29)).play("CLAIM", "OFFER 1", "OFFER 4", "ACCEPT")
    assert owned(table) == [6, 0, 30]  # 29 + 4 = 33: three are lost
    assert table.s.votes_lost == lost + 3


def test_p26_turn_goes_to_the_opponent_after_a_claim_that_was_bought_off():
    table = show(covenant(votes=(2, 0, 4)), "9C", "KS").play("CLAIM", "OFFER 1", "ACCEPT")
    assert (table.decision, table.s.seat) == ("WINDOW", 1)


def test_p26_it_is_no_pass():
    table = show(covenant(votes=(0, 2, 4)), "9C", "KS").play("PASS", "CLAIM", "OFFER 1", "ACCEPT", "PASS")
    assert (table.decision, table.s.seat) == ("WINDOW", 1)  # one pass, then the Claim, then one pass


def test_w2_an_auction():
    table = covenant(votes=(4, 0, 6)).play("CLAIM", "OFFER 2", "OFFER 3", "OFFER 4")
    assert table.s.seat == 0 and table.legal() == ids("ACCEPT")  # five would be needed, there are four
    table.play("ACCEPT")
    assert owned(table) == [8, 0, 2]
    assert not table.can("CLAIM")
    assert table.covenant(0) == (3, 0, 0) and table.hand(0) == set(cards("9C 4C 3C"))


@pytest.mark.parametrize(("moves", "claimer"), [(("CLAIM",), 0), (("PASS", "CLAIM"), 1)])
def test_c085_the_councillor_who_is_asked_sees_who_claims(moves, claimer):
    # P (seat 0) or A (seat 1) Claims in the window; seat 2 is asked, and nobody has bid yet.
    table = Table(num_players=3, hands=("9C 2C", "KD 3C")).play("CARD 9C", "CARD KD", "PASS", "PASS", *moves)
    assert table.decision == "BID_OPEN" and table.s.seat == 2
    relative = (claimer - 2) % 3
    assert table.block(2, "claimer").tolist() == [int(k == relative) for k in range(5)]
    assert table.block(2, "bidder").tolist() == [0] * 5
