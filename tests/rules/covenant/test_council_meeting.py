"""The Council Meeting (C113–C116, P5, P27)."""

import pytest
from rules.covenant.position import Table
from rules.covenant.scenes import bare, give_up, ids, last_of_season


def before_meeting(num_players=3, **given) -> Table:
    """One conceded trick before the Council Meeting of the first season."""
    return last_of_season(bare(num_players=num_players, wins=(2, 2), **given))


def meeting(table: Table) -> Table:
    """A concedes, and the Council meets."""
    give_up(table, 1)
    assert table.decision == "MEETING"
    return table


def everybody_passes(table: Table) -> Table:
    """Nobody mends any more."""
    while table.decision == "MEETING" and not table.s.over:
        table.play("PASS")
    return table


def test_c113_spent_points_return_on_all_sheets():
    table = before_meeting()
    for seat in range(3):
        table.tracks(seat, t0=(3, 1, 2), t5=(2, 0, 1), t10=(1, 0, 1), t15=(1, 0, 1), t2=(2, 2, 0))
    meeting(table)
    for seat in range(3):
        assert table.track(seat, 0) == (3, 1, 0)  # the Harm does not go
        assert [table.track(seat, k) for k in (5, 10, 15, 2)] == [(2, 0, 0), (1, 0, 0), (1, 0, 0), (2, 2, 0)]


def test_c113_they_return_at_the_meeting_and_not_earlier():
    table = bare(num_players=3, wins=(2, 2)).tracks(2, t0=(3, 0, 2))
    give_up(table, 1)
    assert table.decision == "STAKE_KIND" and table.track(2, 0) == (3, 0, 2)


def test_c114_claimed_points_return_and_harm_remains():
    table = before_meeting().set_covenant(0, 3, 1, 2).set_covenant(3, 2, 2, 0).set_covenant(4, 2, 0, 2)
    meeting(table)
    assert [table.covenant(r) for r in (0, 3, 4)] == [(3, 1, 0), (2, 2, 0), (2, 0, 0)]


@pytest.mark.parametrize("fighters", [(0, 1), (2, 0)])
def test_c115_players_are_asked_from_the_first_player_of_the_season(fighters):
    table = before_meeting(num_players=4, fighters=fighters)
    first = (fighters[0] + 1) % 4  # so that the P of the fourth conflict is the last in order
    meeting(table)
    for k in range(4):
        assert (table.decision, table.s.seat) == ("MEETING", (first + k) % 4)
        table.play("PASS")
    assert table.decision != "MEETING"


def prepared() -> Table:
    """The meeting of three players; seat 1 begins. The covenant and seats 1 and 2 have Harm."""
    table = before_meeting().set_covenant(0, 3, 3, 0).set_covenant(2, 2, 1, 1).set_covenant(4, 2, 0, 0)
    table.tracks(1, t1=(2, 1, 0), t4=(1, 1, 0), t0=(3, 0, 3)).tracks(2, t3=(2, 2, 0))
    meeting(table)
    assert table.s.seat == 1
    return table


def test_c115_what_can_be_mended():
    table = prepared()
    table.s.votes[1] = 30
    # Harmed resources and own Harmed tracks; not seat 2's Insight.
    assert table.legal() == ids("PASS", "RESOURCE 0", "RESOURCE 2", "SHEET 1", "SHEET 4")


def test_c115_mending_the_covenant_costs_three_votes_and_gives_one_renown():
    table = prepared()
    table.s.votes[1] = 7
    table.play("RESOURCE 0")
    assert table.covenant(0) == (3, 2, 0)
    assert table.s.votes[1] == 4 and table.s.renown.tolist()[:3] == [1, 1, 0]  # seat 0 has won as P for 1


def test_c115_mending_an_own_track_gives_no_renown():
    table = prepared()
    table.s.votes[1] = 7
    table.play("SHEET 4")
    assert table.track(1, 4) == (1, 0, 0)
    assert table.s.votes[1] == 4 and table.s.renown[1] == 0


def test_c115_as_often_as_they_wish_and_can():
    table = prepared()
    table.s.votes[1] = 11
    table.play("RESOURCE 0", "SHEET 1")
    assert table.s.seat == 1
    table.play("RESOURCE 0")
    assert table.covenant(0) == (3, 1, 0) and table.s.votes[1] == 2 and table.s.renown[1] == 2
    assert table.s.seat == 1 and table.legal() == ids("PASS")  # two votes are too little
    assert table.play("PASS").s.seat == 2


def test_c115_who_has_stopped_is_not_asked_again():
    table = prepared()
    table.s.votes[:3] = 30
    table.play("PASS", "RESOURCE 0")
    assert table.s.seat == 2
    assert table.play("PASS").s.seat == 0
    assert table.play("PASS").decision != "MEETING"


@pytest.mark.parametrize(("votes", "harmed", "possible"), [(2, True, False), (3, True, True), (30, False, False)])
def test_p27_who_cannot_mend_can_only_pass(votes, harmed, possible):
    table = before_meeting().set_covenant(0, 3, int(harmed), 0)
    meeting(table)
    table.s.votes[1] = votes
    assert table.legal() == (ids("PASS", "RESOURCE 0") if possible else ids("PASS"))


def test_p27_magic_and_whole_tracks_need_no_mending():
    table = before_meeting().tracks(1, t0=(3, 0, 0), t12=(1, 0, 1))
    meeting(table)
    table.s.votes[1], table.s.magic[1] = 30, 1
    assert table.legal() == ids("PASS")


@pytest.mark.parametrize(
    ("harmed", "falls"),
    [
        ([(2, 2), (2, 2), (2, 1), (2, 1), (2, 0)], False),
        ([(2, 2), (2, 2), (2, 2), (2, 1), (2, 0)], True),
        ([(1, 1), (6, 6), (2, 2), (3, 3), (2, 2)], True),
        ([(2, 0), (3, 3), (2, 0), (3, 3), (1, 1)], True),
    ],
)
def test_c116_covenant_falls_with_three_wholly_harmed_resources(harmed, falls):
    table = before_meeting()
    for r, (v, h) in enumerate(harmed):
        table.set_covenant(r, v, h, 0)
    everybody_passes(meeting(table))
    assert (table.s.over, table.s.fallen) == (int(falls), int(falls))
    if not falls:
        assert table.decision == "STAKE_KIND" and table.s.turn == 1


def test_c116_mending_comes_first():
    table = before_meeting()
    for r in range(3):
        table.set_covenant(r, 2, 2, 0)
    meeting(table)
    table.s.votes[0] = 3  # seat 0 is asked last
    table.play("PASS", "PASS", "RESOURCE 1", "PASS")
    assert not table.s.over and table.decision == "STAKE_KIND"


def test_c116_nothing_falls_before_the_meeting_is_over():
    table = bare(num_players=3, wins=(2, 2))
    for r in range(5):
        table.set_covenant(r, 2, 2, 0)
    table.set_covenant(0, 2, 1, 0)  # so that a Stewardship is among the stakes
    give_up(table, 1)
    assert not table.s.over and table.decision == "STAKE_KIND"  # the second conflict of the season


@pytest.mark.parametrize(("season", "over"), [(0, 0), (2, 0), (3, 1)])
def test_c116_year_ends_with_the_meeting_of_the_last_season(season, over):
    table = before_meeting()
    table.s.turn = season
    meeting(table)
    assert not table.s.over
    everybody_passes(table)
    assert table.s.over == over and not table.s.truncated and not table.s.fallen


def test_c116_covenant_may_fall_in_the_last_meeting_too():
    table = before_meeting()
    table.s.turn = 3
    for r in range(3):
        table.set_covenant(r, 2, 2, 0)
    everybody_passes(meeting(table))
    assert table.s.over and table.s.fallen


@pytest.mark.parametrize(("worthless", "falls"), [(3, False), (2, True), (0, True)])
def test_p5_resources_of_value_nought_do_not_count(worthless, falls):
    table = before_meeting()
    for r in range(5):
        table.set_covenant(r, 2, 2, 0)
    for r in range(worthless):
        table.set_covenant(r, 0, 0, 0)  # H equals V here too; three or five others remain
    everybody_passes(meeting(table))
    assert table.s.over == int(falls)  # 5 − 3 = 2 are too few, 5 − 2 = 3 are enough


def test_p5_a_covenant_without_value_stands():
    table = everybody_passes(meeting(before_meeting()))
    assert not table.s.over and not table.s.fallen
