"""Chapter 5, Council Votes: C35 to C38."""

from __future__ import annotations

import pytest
from rules.covenant.position import Table, action
from rules.covenant.scenes import bare, show
from rules.covenant.turns import commit, random_play, trick

from shugyo.envs.covenant import state as st

OFFERS = {action(f"OFFER {k}") for k in range(1, 31)}
NO_BONUS = "Magic Magic"


def begun(n: int, p: int = 0, **options) -> Table:
    """A game just begun, of which seat ``p`` is the first Protagonist."""
    table = Table(num_players=n, hands=None, **options)
    table.s.fighter[0] = table.s.first = table.s.seat = p
    table.s.stack[0] = st.STAKE_KIND, p
    return table


# ---- their number ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("before", "after"), [(28, 29), (29, 30), (30, 30)])
def test_c035_votes_above_thirty_are_lost(before, after):
    # A wins a trick: 1 vote.
    table = bare(hands=("2C 3C", "AD 3D"))
    table.s.votes[1] = before
    trick(table, "2C", "AD")
    assert table.s.votes[:2].tolist() == [0, after]


@pytest.mark.parametrize(("before", "after"), [(27, 29), (28, 30), (29, 30), (30, 30)])
def test_c035_votes_above_thirty_are_lost_on_becoming_antagonist(before, after):
    table = begun(3)
    table.s.votes[1] = before
    table.play("KIND Ambition", "SHEET 16", "VOLUNTEER")
    assert table.s.votes[1] == after


@pytest.mark.parametrize(("side", "price"), [(0, 2), (1, 1)])
def test_c035_nobody_owns_less_than_none(side, price):
    # A card costs P 2 votes, A 1 (C73): with one vote too few it cannot be bought, with just enough 0 remain.
    table = bare(leader=side)
    table.s.votes[side] = price - 1
    assert not table.can("BUY_CARD")
    table.s.votes[side] = price
    table.play("BUY_CARD")
    assert table.s.votes[side] == 0 and not table.can("BUY_CARD")


@pytest.mark.parametrize("votes", [1, 2, 29, 30])
def test_c035_offers_go_up_to_thirty(votes):
    table = bare(num_players=3).set_covenant(0, 1, 0, 0)
    table.s.votes[2] = votes
    table.play("CLAIM")
    assert table.decision == "BID_OPEN" and table.s.seat == 2
    assert table.legal() & OFFERS == {action(f"OFFER {k}") for k in range(1, votes + 1)}


# ---- where they come from -------------------------------------------------------------------------------------------
def test_c036_protagonist_and_council_gain_none():
    # P wins a trick, and then the conflict: nobody has more votes than before.
    table = bare(num_players=4, wins=(1, 0), hands=("AS AC AD", "2D 3D 4D"))
    table.s.votes[:4] = 4, 3, 2, 1
    trick(table, "AS", "2D")
    assert table.s.votes[:4].tolist() == [4, 3, 2, 1]
    trick(table, "AC", "3D")
    assert table.decision == "STAKE_KIND" and table.s.votes[:4].tolist() == [4, 3, 2, 1]


@pytest.mark.parametrize("n", [2, 3, 5])
def test_c036_new_votes_come_to_antagonists_only(n):
    # Whenever there are more votes than before, the only one who has more is the Antagonist of that moment.
    table = Table(num_players=n, hands=None, content={"covenant": {"fall": 6}})
    before, fighter, gains = None, None, 0
    for _ in random_play(table, 10 + n):
        votes = table.s.votes.astype(int).copy()
        if before is not None and votes.sum() > before.sum():
            gains += 1
            (winner,) = (votes > before).nonzero()[0]
            assert winner in (fighter, table.s.fighter[1])
            assert votes[winner] - before[winner] <= 2
        before, fighter = votes, int(table.s.fighter[1])
    # Each of the n conflicts of 4 seasons has an Antagonist; who is at 30 votes gains none.
    assert gains > 4 * n


@pytest.mark.parametrize("n", [3, 4, 5])
def test_c037_two_votes_for_a_volunteer(n):
    table = begun(n, p=1).play("KIND Ambition", "SHEET 16")
    table.play("PASS", "VOLUNTEER")
    volunteer = 3 % n
    assert table.s.votes[:n].tolist() == [7 if seat == volunteer else 5 for seat in range(n)]


def test_c037_two_votes_for_the_one_who_has_no_choice():
    table = begun(3).play("KIND Ambition", "SHEET 16", "PASS")
    assert table.legal() == {action("VOLUNTEER")}
    assert table.play("VOLUNTEER").s.votes[:3].tolist() == [5, 5, 7]


def test_c037_two_votes_for_a_rival():
    table = begun(4)
    table.s.value[:4, :4] = 1
    assert table.play("KIND Feud", "RIVAL 2", "SHEET 3").s.votes[:4].tolist() == [5, 5, 7, 5]


@pytest.mark.parametrize("mode", ["year", "conflict"])
def test_c037_two_votes_for_the_only_opponent(mode):
    table = Table(mode=mode, hands=None)
    p = int(table.s.fighter[0])
    if mode == "year":
        table.play("KIND Ambition", "SHEET 16")
    start = {"year": 5, "conflict": 0}[mode]
    assert table.s.votes[[p, 1 - p]].tolist() == [start, start + 2]


def test_c037_the_first_two_can_be_spent_at_once():
    # In mode conflict A has 2 votes after the deal, which buy 2 cards at 1 vote each (C73).
    table = Table(mode="conflict", hands=None).play("TYPE Vigor", "TYPE Vigor")
    table.play(f"CARD {next(n for n in names() if table.can(f'CARD {n}'))}", "BUY_CARD", "BUY_CARD")
    assert table.s.hand_size.tolist() == [6, 9] and table.s.votes.sum() == 0


def names() -> list[str]:
    return [rank + suit for suit in "CDHS" for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", *"JQKA")]


@pytest.mark.parametrize("fighters", [(0, 1), (1, 0)])
def test_c037_one_vote_for_each_trick_won_as_antagonist(fighters):
    # A wins two tricks and loses three: 2 votes, in defeat as well.
    a = fighters[1]
    table = bare(types=NO_BONUS, fighters=fighters, hands=("AS AC AH 2C 2S", "KD KC KH KS QD"))
    for of_p, of_a, votes in [("2C", "KD", 1), ("AS", "KC", 1), ("2S", "KH", 2), ("AC", "KS", 2), ("AH", "QD", 2)]:
        trick(table, of_p, of_a)
        assert table.s.votes[a] == votes and table.s.votes[1 - a] == 0
    assert table.decision == "STAKE_KIND"


def test_c037_a_vote_for_a_trick_won_by_a_tie_or_by_concession():
    table = bare(types=NO_BONUS, hands=("KC 2C 3C", "KD 2D 3D"))
    trick(table, "KC", "KD")
    assert table.s.votes[:2].tolist() == [0, 1]  # equal ranks: A wins (C60)
    commit(table, "2C", "3D").play("PASS", "CONCEDE")
    assert table.s.wins.tolist() == [0, 2] and table.s.votes[:2].tolist() == [0, 2]


def test_c037_no_vote_when_antagonist_concedes():
    table = bare(types=NO_BONUS, hands=("KC 2C", "KD 2D"))
    commit(table, "KC", "KD").play("PASS", "CONCEDE")
    assert table.s.wins.tolist() == [1, 0] and table.s.votes[:2].tolist() == [0, 0]


def test_c037_a_vote_for_the_trick_that_wins_the_conflict():
    table = bare(types=NO_BONUS, wins=(2, 2), hands=("KC 2C", "AD 2D"))
    trick(table, "KC", "AD")
    assert table.decision == "STAKE_KIND" and table.s.votes[:2].tolist() == [0, 1]


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_c038_five_votes_at_the_beginning(n):
    assert Table(num_players=n, hands=None).s.votes.tolist() == [5] * n + [0] * (5 - n)


def test_c038_so_that_there_can_be_bids_in_the_first_season():
    # A councillor of the first conflict can bid all 5.
    table = begun(3).play("KIND Ambition", "SHEET 16", "VOLUNTEER", "TYPE Vigor", "TYPE Vigor", "CLAIM")
    assert table.s.seat == 2 and table.legal() & OFFERS == {action(f"OFFER {k}") for k in (1, 2, 3, 4, 5)}


def test_c036_votes_paid_between_players_are_not_new():
    # The councillor pays the claimer 3 (C90): 10 votes before, 10 after.
    table = bare(num_players=3).set_covenant(0, 1, 0, 0)
    table.s.votes[:3] = 4, 0, 6
    table.play("CLAIM", "OFFER 3", "ACCEPT")
    assert table.s.votes[:3].tolist() == [7, 0, 3]


def test_c036_actions_bring_no_votes():
    # To restore and to aid changes no votes but the 5 that were paid: 7 − 5 = 2.
    table = show(bare(hands=("2C KC 4C", "3D 4D")).tracks(0, t0=(1, 0, 1)), "2C", "3D")
    table.s.votes[:2] = 7, 0
    table.play("RESTORE_BY_VOTES", "SHEET 0", "PASS", "CARD 4C")
    assert table.s.votes[:2].tolist() == [2, 0]
