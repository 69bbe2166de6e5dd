"""The end of a conflict (C99–C101)."""

import pytest
from rules.covenant.position import card
from rules.covenant.scenes import bare, close, give_up, known, last_of_season, show

from shugyo.envs.covenant import state as st


@pytest.mark.parametrize(
    ("wins", "loser", "over"),
    [
        ((0, 0), 1, False),
        ((1, 1), 1, False),
        ((2, 1), 0, False),
        ((2, 1), 1, True),
        ((2, 2), 0, True),
        ((0, 2), 0, True),
    ],
)
def test_c099_third_trick_ends_the_conflict(wins, loser, over):
    table = bare(wins=wins, hands=("9C 8C", "9D 8D"))
    give_up(table, loser)
    assert (table.decision != "COMMIT") == over
    if not over:
        assert table.s.wins.tolist() == [wins[0] + loser, wins[1] + 1 - loser]


def test_c099_craft_and_clearing_come_before_the_end():
    table = last_of_season(bare(wins=(2, 0), hands=("KD 2C", "9S 2H"))).tracks(0, t1=(1, 0, 0))
    show(table, "KD", "9S").play("TRAIT_POINT", "PASS", "PASS")
    assert table.decision == "CRAFT_TAKE"
    assert table.cards_in(st.HAND + 0) == {card("2C")} and table.s.renown[0] == 0
    table.play("TAKE_LOSING")
    assert table.decision == "MEETING"


def test_c099_hands_are_discarded():
    table = last_of_season(bare(wins=(2, 2), hands=("KD 2C 3C", "9S 2H")))
    close(show(table, "KD", "9S"))
    assert table.decision == "MEETING"
    assert table.hand(0) == table.hand(1) == set()
    assert not table.block(0, "seat_hand").any() and not table.block(0, "hand").any()
    assert known(table, 0, 0) == known(table, 0, 1) == set()
    assert table.block(0, "piles").sum() == 52  # in the piles, from which C13 takes them


def test_c099_nothing_is_kept_for_the_next_conflict():
    table = bare(wins=(2, 2), hands=("KD 2C 3C", "9S 2H"))
    close(show(table, "KD", "9S")).play("KIND Stewardship", "RESOURCE 0", "TYPE Magic", "TYPE Magic")
    assert table.decision == "COMMIT"
    assert len(table.hand(0)) == len(table.hand(1)) == 7
    assert table.block(0, "piles").tolist() == [52 - 14, 0]


def test_c099_hands_of_a_conceded_last_trick_are_discarded():
    table = last_of_season(bare(wins=(2, 2), hands=("KD 2C 3C", "9S 2H"), deck="AH"))
    give_up(table, 0)
    assert table.hand(0) == table.hand(1) == set()


def test_c100_what_is_spent_or_harmed_stays_so():
    table = bare(wins=(2, 2), num_players=3)
    tracks = {"t0": (3, 1, 2), "t4": (1, 1, 0), "t8": (1, 0, 1), "t12": (1, 0, 1), "t3": (2, 0, 0)}
    for seat in range(3):
        table.tracks(seat, **tracks)
    table.set_covenant(0, 3, 1, 2).set_covenant(4, 2, 0, 1)
    give_up(table, 1)
    assert table.decision == "STAKE_KIND"  # of the second conflict
    for seat in range(3):
        assert {name: table.track(seat, int(name[1:])) for name in tracks} == tracks
    assert table.covenant(0) == (3, 1, 2) and table.covenant(4) == (2, 0, 1)


def test_c101_stake_is_settled_at_the_end_and_not_before():
    table = bare(wins=(1, 0), hands=("9C 8C 7C", "9D 8D 7D")).tracks(0, t0=(2, 0, 0))
    table.s.stake, table.s.stake_what = st.KIND_AMBITION, 0
    give_up(table, 1)
    assert table.s.wins[0] == 2 and table.track(0, 0) == (2, 0, 0) and table.s.renown[0] == 0
    give_up(table, 1)
    assert table.track(0, 0) == (3, 0, 0) and table.s.renown[0] == 1


def test_c101_craft_of_the_last_trick_comes_before_the_stake():
    table = bare(wins=(2, 0), hands=("KD 2C", "9S 2H")).tracks(0, t1=(1, 0, 0), t0=(2, 0, 0))
    table.s.stake, table.s.stake_what = st.KIND_AMBITION, 0
    show(table, "KD", "9S").play("TRAIT_POINT", "PASS", "PASS")
    assert table.track(0, 0) == (2, 0, 0)
    table.play("PASS")
    assert table.track(0, 0) == (3, 0, 0)


def test_c101_stake_is_settled_before_the_meeting():
    table = last_of_season(bare(wins=(2, 2)).tracks(0, t0=(2, 0, 0)))
    table.s.stake, table.s.stake_what = st.KIND_AMBITION, 0
    give_up(table, 1)
    assert table.decision == "MEETING" and table.track(0, 0) == (3, 0, 0)
