"""Chapter 1, players and roles: C1 to C5."""

from __future__ import annotations

import pytest
from rules.covenant.position import Table
from rules.covenant.scenes import bare, show
from rules.covenant.turns import random_play, trick

from shugyo.envs.core.options import OptionError
from shugyo.envs.covenant import state as st


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_c001_two_to_five_players(n):
    table = Table(num_players=n, hands=None)
    assert table.block(0, "seat_present").sum() == n
    assert table.block(0, "players").tolist() == [int(n == k) for k in (2, 3, 4, 5)]
    assert len(table.result()[0]) == n


@pytest.mark.parametrize("n", [0, 1, 6])
def test_c001_not_one_player_and_not_six(n):
    with pytest.raises(OptionError):
        Table(num_players=n, hands=None)


@pytest.mark.parametrize("p", [0, 1, 2, 3, 4])
def test_c001_the_next_seat_is_the_one_to_the_left(p):
    # Five seats in a circle: left of P sit P + 1, P + 2, ... and after seat 4 comes seat 0. The last cannot decline.
    table = Table(num_players=5, hands=None)
    table.s.fighter[0] = table.s.first = table.s.seat = p
    table.s.stack[0] = st.STAKE_KIND, p
    table.play("KIND Stewardship", "RESOURCE 0")
    asked = []
    while table.decision == "VOLUNTEER":
        asked.append(int(table.s.seat))
        table.play("PASS" if len(asked) < 4 else "VOLUNTEER")
    assert asked == [(p + k) % 5 for k in (1, 2, 3, 4)]


@pytest.mark.parametrize(("p", "steps", "rival"), [(0, 1, 1), (1, 2, 0), (2, 1, 0), (2, 2, 1)])
def test_c001_rivals_are_counted_round_the_circle(p, steps, rival):
    table = Table(num_players=3, hands=None)
    table.s.fighter[0] = table.s.first = table.s.seat = p
    table.s.stack[0] = st.STAKE_KIND, p
    table.play("KIND Feud", f"RIVAL {steps}")
    table.play(f"SHEET {min(table.legal()) - 41}")
    assert table.s.fighter.tolist() == [p, rival]


@pytest.mark.parametrize("n", [2, 3, 5])
def test_c002_every_player_has_one_mage(n):
    # C102: the four Traits of a mage are worth 3, 2, 2, 1; a seat without a player has no mage.
    value = Table(num_players=n, hands=None).s.value
    for seat in range(5):
        assert sorted(value[seat, :4].tolist()) == ([1, 2, 2, 3] if seat < n else [0, 0, 0, 0])
        assert value[seat, 4:].sum() == (3 if seat < n else 0)


def test_c002_nobody_is_game_master():
    # With a game master one seat would never be Protagonist.
    table = Table(num_players=3, hands=None)
    protagonists = set()
    for _ in random_play(table, 1):
        if table.s.turn > 0:
            break
        protagonists.add(int(table.s.fighter[0]))
    assert protagonists - {-1} == {0, 1, 2}  # −1: between conflicts


def test_c003_protagonist_begins_and_antagonist_stands_against():
    table = Table(num_players=3, hands=None)
    p = int(table.s.seat)
    assert table.s.fighter.tolist() == [p, -1]
    volunteer = (p + 1) % 3
    table.play("KIND Stewardship", "RESOURCE 0", "VOLUNTEER")
    assert table.s.fighter.tolist() == [p, volunteer]
    # Roles as everybody sees them, from P's chair: P, A, Council.
    assert table.block(p, "seat_role")[:3].tolist() == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]


def test_c003_roles_end_with_the_conflict():
    # Seat 2 is P and wins the third trick. The next conflict is begun by seat 0, and nobody stands against it yet.
    table = bare(num_players=3, fighters=(2, 1), wins=(2, 0), hands=("AS 2C", "KS 3C"))
    table.s.first = 2
    trick(table, "AS", "KS")
    assert table.decision == "STAKE_KIND" and table.s.seat == 0
    assert table.s.fighter.tolist() == [0, -1]
    assert table.block(0, "seat_role")[2, 0] == 0 and table.block(0, "seat_role")[:, 1].sum() == 0


def test_c003_roles_last_from_trick_to_trick():
    table = bare(num_players=3, fighters=(2, 1), wins=(1, 0), hands=("AS 2C", "KS 3C"))
    trick(table, "AS", "KS")
    assert table.decision == "COMMIT" and table.s.fighter.tolist() == [2, 1]


@pytest.mark.parametrize("n", [3, 4, 5])
def test_c004_council_is_asked_about_bids_only(n):
    # Who fights is known from the naming of the types on; before that, and at the meeting, all are asked as players.
    as_players = {"VOLUNTEER", "MEETING"}
    table = Table(num_players=n, hands=None, content={"covenant": {"start": [6, 6, 6, 6], "fall": 6}})
    asked = set()
    for _ in random_play(table, n):
        if int(table.s.seat) not in table.s.fighter.tolist() and table.decision not in as_players:
            asked.add(table.decision)
    assert asked == {"BID_OPEN", "BID_ANSWER"}


def test_c004_council_holds_no_cards():
    table = Table(num_players=4, fighters=(3, 1), hands=("AS KS QS", "2C 3C"))
    for councillor in (0, 2):
        assert table.block(councillor, "hand").sum() == 0
    assert table.block(3, "hand").sum() == 3 and table.block(1, "hand").sum() == 2
    # Cards in hand by seat, counted from the observer: seats 0, 1, 2, 3.
    assert table.block(0, "seat_hand")[:4].tolist() == [0, 2, 0, 3]


@pytest.mark.parametrize("fighters", [(2, 0), (0, 2), (1, 2)])
def test_c005_both_use_their_own_mage(fighters):
    p, a = fighters
    bystander = 3 - p - a
    table = bare(num_players=3, fighters=fighters, hands=("9C 4C 3C", "10C 5C 6C"))
    table.tracks(p, t0=(1, 0, 0)).tracks(a, t0=(2, 0, 0)).tracks(bystander, t0=(5, 0, 0))
    show(table, "9C", "10C").play("TRAIT_POINT", "CARD 4C", "PASS")
    assert [table.track(seat, 0) for seat in (p, a, bystander)] == [(1, 0, 1), (2, 0, 0), (5, 0, 0)]
    table.play("TRAIT_POINT", "CARD 5C", "PASS")
    assert [table.track(seat, 0) for seat in (p, a, bystander)] == [(1, 0, 1), (2, 0, 1), (5, 0, 0)]
    # P's one point is spent, and nobody else's sheet helps; A has a second one.
    assert table.s.seat == p and not table.can("TRAIT_POINT")
    table.play("PASS")
    assert table.s.seat == a and table.can("TRAIT_POINT")
