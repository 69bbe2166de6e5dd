"""Precise points about votes, dealing, passing, forced decisions and content (P7, P10, P17, P23, P24, P29)."""

import numpy as np
import pytest
from rules.covenant.position import Table
from rules.covenant.scenes import bare, give_up, ids, last_of_season, show, value

from shugyo.envs.core.content import ContentError

# ---- votes ----------------------------------------------------------------------------------------------------------


def ledger(table: Table) -> dict[str, int]:
    """What the record says of votes."""
    s = table.s
    owned, minted, spent, lost = s.votes.sum(), s.votes_minted, s.votes_paid, s.votes_lost
    return {"owned": int(owned), "minted": int(minted), "spent": int(spent), "lost": int(lost)}


def change(table: Table, before: dict[str, int]) -> dict[str, int]:
    """How the ledger has changed since."""
    return {key: number - before[key] for key, number in ledger(table).items()}


@pytest.mark.parametrize(("num_players", "seed"), [(2, 0), (3, 1), (4, 2), (5, 3)])
def test_p7_votes_balance_through_a_year(num_players, seed):
    table, rng = Table(hands=None, num_players=num_players, seed=seed), np.random.default_rng(seed)
    moved = set()
    while not table.s.over and table.s.decisions < 600:
        table._advance(int(rng.choice(sorted(table.legal()))))
        now = ledger(table)
        assert now["owned"] == 5 * num_players + now["minted"] - now["spent"] - now["lost"]
        assert table.s.votes.min() >= 0 and table.s.votes.max() <= 30
        moved |= {key for key in ("minted", "spent") if now[key]}
    assert moved == {"minted", "spent"}


def test_p7_votes_of_a_won_trick_are_minted():
    table = bare()
    before = ledger(table)
    give_up(table, 0)
    assert change(table, before) == {"owned": 1, "minted": 1, "spent": 0, "lost": 0}


def test_p7_votes_lost_at_the_cap_are_counted():
    table = bare()
    table.s.votes[1] = 30
    before = ledger(table)
    give_up(table, 0)
    assert change(table, before) == {"owned": 0, "minted": 1, "spent": 0, "lost": 1}


@pytest.mark.parametrize(("votes", "owned", "lost"), [(27, 2, 0), (29, 1, 1), (30, 0, 2)])
def test_p7_votes_lost_on_becoming_antagonist_are_counted(votes, owned, lost):
    table = bare(hands=None)
    p = int(table.s.seat)
    table.s.votes[1 - p] = votes
    before = ledger(table)
    table.play("KIND Ambition", "SHEET 0")
    assert change(table, before) == {"owned": owned, "minted": 2, "spent": 0, "lost": lost}


def test_p7_prices_are_spent():
    table = show(bare(hands=("9C 4C", "KS 5C")).tracks(0, t0=(1, 0, 1)), "9C", "KS")
    table.s.votes[:2] = 20, 20
    before = ledger(table)
    table.play("BUY_CARD")
    assert change(table, before) == {"owned": -2, "minted": 0, "spent": 2, "lost": 0}
    table.play("BUY_CARD")
    assert change(table, before) == {"owned": -3, "minted": 0, "spent": 3, "lost": 0}  # A pays one
    table.play("RESTORE_BY_VOTES", "SHEET 0")
    assert change(table, before) == {"owned": -8, "minted": 0, "spent": 8, "lost": 0}
    table.play("SWAP")
    assert change(table, before) == {"owned": -18, "minted": 0, "spent": 18, "lost": 0}


def test_p7_price_of_mending_is_spent():
    table = give_up(last_of_season(bare(wins=(2, 2))).set_covenant(0, 2, 1, 0), 1)
    table.s.votes[1] = 5
    before = ledger(table)
    table.play("RESOURCE 0")
    assert change(table, before) == {"owned": -3, "minted": 0, "spent": 3, "lost": 0}


@pytest.mark.parametrize("answers", [["ACCEPT"], ["OFFER 4", "ACCEPT"]])
def test_p7_what_players_pay_each_other_is_not_spent(answers):
    table = bare(num_players=3).set_covenant(0, 2, 0, 0)
    table.s.votes[:3] = 6, 0, 6
    before = ledger(table)
    table.play("CLAIM", "OFFER 3", *answers)
    assert table.s.votes[0] != 6
    assert change(table, before) == {"owned": 0, "minted": 0, "spent": 0, "lost": 0}


# ---- dealing --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hand_size", [3, 7])
@pytest.mark.parametrize("seed", range(3))
def test_p10_cards_are_dealt_one_by_one_from_the_protagonist(hand_size, seed):
    table = bare(hands=None, seed=seed, content={"rules": {"hand_size": hand_size}})
    table.play("KIND Ambition", "SHEET 0", "TYPE Vigor", "TYPE Craft")
    top = table.s.deck[: 2 * hand_size].tolist()  # the deck in the order in which it was shuffled
    assert table.hand(0) == set(top[0::2]) and table.hand(1) == set(top[1::2])
    assert len(set(top)) == 2 * hand_size


# ---- passing and forced decisions -----------------------------------------------------------------------------------


def test_p23_any_action_returns_the_passes_to_nought():
    table = show(bare(hands=("9C 4C", "KS 5C")), "9C", "KS").play("PASS", "CARD 5C", "PASS")
    assert (table.decision, table.s.seat) == ("WINDOW", 1)  # pass, action, pass: not two in a row
    assert table.play("PASS").s.wins.tolist() == [0, 1]


@pytest.mark.parametrize(
    "complete",
    [
        ["BUY_CARD"],
        ["RESTORE_BY_VOTES", "SHEET 0"],
        ["RESTORE_BY_FACE", "CARD KC", "SHEET 0"],
        ["COMPANION_USE C", "CARD KC", "SUIT H"],
        ["TRAIT_POINT", "CARD KC", "PASS"],
        ["ITEM_USE", "CARD 3D"],
        ["SWAP"],
        ["CLAIM", "RESOURCE 0"],
    ],
)
def test_p23_actions_of_every_kind_do(complete):
    table = bare(hands=("2D 4D", "9H KC 3D")).tracks(1, t0=(1, 0, 1), t4=(1, 0, 0), t2=(2, 0, 0), t9=(1, 0, 0))
    table.set_covenant(0, 1, 0, 0)
    table.s.votes[1] = 30
    show(table, "2D", "9H").play("PASS", *complete)
    assert (table.decision, table.s.seat) == ("WINDOW", 0)
    table.play("PASS")
    assert (table.decision, table.s.seat) == ("WINDOW", 1)


def test_p24_single_legal_action_is_played_by_the_engine():
    table = bare(hands=("9C", "KS"), auto_forced=True).play("CARD 9C")
    assert table.decision == "CONCEDE"  # A had only one card to commit
    assert table.s.committed.tolist() == [1, 1]


def test_p24_not_with_auto_forced_off():
    table = bare(hands=("9C", "KS"), auto_forced=False).play("CARD 9C")
    assert (table.decision, table.s.seat) == ("COMMIT", 1) and table.legal() == ids("CARD KS")


def test_p24_a_choice_is_never_played():
    table = bare(hands=("9C", "KS QS"), auto_forced=True).play("CARD 9C")
    assert (table.decision, table.s.seat) == ("COMMIT", 1) and table.legal() == ids("CARD KS", "CARD QS")


def test_p24_a_chain_of_forced_decisions():
    table = bare(hands=("KS", "9C"), auto_forced=True).play("CARD KS", "PASS", "PASS")
    # In the window both can do nothing but pass; P wins with 13 to 9 and leads again; each draws a card and has nothing
    # else to commit. The next choice is whether P concedes.
    assert (table.decision, table.s.seat) == ("CONCEDE", 0)
    assert table.s.wins.tolist() == [1, 0]


# ---- the guard and the numbers --------------------------------------------------------------------------------------


@pytest.mark.parametrize("num_players", [2, 5])
def test_p17_guard_of_twenty_thousand_decisions(num_players):
    assert Table(num_players=num_players).tables[0].max_decisions == 20_000


def test_p17_guard_ends_the_game():
    table = bare(hands=("9C 4C", "KS 5C"))
    table.s.decisions = 20_000 - 2
    table.play("CARD 9C")
    assert not table.s.over
    table.play("CARD KS")
    assert table.s.over and table.s.truncated


def declared(**rules) -> Table:
    """A game with other rule options, at the first commit."""
    table = Table(hands=None, content={"rules": rules})
    p = int(table.s.seat)
    table.tracks(p, t0=(1, 0, 0))
    return table.play("KIND Ambition", "SHEET 0", "TYPE Magic", "TYPE Magic")


@pytest.mark.parametrize("size", [1, 6, 26])
def test_p29_hand_size(size):
    table = declared(hand_size=size)
    assert len(table.hand(0)) == len(table.hand(1)) == size


@pytest.mark.parametrize("needed", [1, 2, 4])
def test_p29_tricks_to_win(needed):
    table = declared(tricks_to_win=needed)
    for won in range(1, needed + 1):
        assert table.decision == "COMMIT"
        give_up(table, 1)
        assert won == needed or table.s.wins.tolist() == [won, 0]
    assert table.decision == "STAKE_KIND"


@pytest.mark.parametrize("worth", [0, 1, 5])
def test_p29_aid_value(worth):
    table = bare(hands=("9H AS 2C 3C", "KS 5C"), content={"rules": {"aid_value": worth}}).tracks(0, t2=(1, 0, 0))
    show(table, "9H", "KS").play("CARD AS", "PASS", "TRAIT_POINT", "CARD 2C", "CARD 3C")
    assert value(table, 0) == 9 + 3 * worth


@pytest.mark.parametrize(("seasons", "over"), [(1, 1), (2, 0)])
def test_p29_seasons(seasons, over):
    table = last_of_season(bare(wins=(2, 2), content={"rules": {"seasons": seasons}}))
    assert give_up(table, 1).play("PASS", "PASS").s.over == over


def test_p29_shipped_numbers_of_the_four():
    assert Table().content["rules"] == {"hand_size": 7, "tricks_to_win": 3, "aid_value": 2, "seasons": 4}


def test_p29_prices_are_content():
    table = bare(hands=("9C 4C", "KS 5C"), content={"votes": {"price_card": 4, "price_card_antagonist": 3}})
    table.s.votes[:2] = 4, 3
    table.play("BUY_CARD", "CARD 9C", "BUY_CARD")
    assert table.s.votes.tolist()[:2] == [0, 0]


@pytest.mark.parametrize(
    "content",
    [
        {"votes": {"limit": 31}},
        {"votes": {"start": 31}},
        {"votes": {"limit": 10, "start": 11}},
        {"rules": {"hand_size": 27}},  # 54 cards
        {"rules": {"hand_size": 0}},
        {"rules": {"tricks_to_win": 0}},
        {"rules": {"seasons": 0}},
        {"rules": {"tricks": 3}},  # no such option
        {"mage": {"trait_limit": 128}},
        {"mage": {"trait_values": [6, 2, 2, 1]}},  # above the limit of C21
        {"covenant": {"start": [2, 2, 3, 7]}},  # above the limit of C33
    ],
)
def test_p29_numbers_stay_within_what_the_state_can_hold(content):
    with pytest.raises(ContentError):
        Table(content=content)


def test_p29_votes_stay_within_another_cap():
    table = bare(content={"votes": {"limit": 6, "start": 5}})
    table.s.votes[1] = 6
    assert give_up(table, 0).s.votes[1] == 6
