"""Chapter 2, setting up: O10 to O25, and the rulings on it: A2, A31, B2 to B7."""

from __future__ import annotations

import numpy as np
import pytest
from rules.okko.position_s import COMPLICATION, COURTIERS, ONI_CLUES, Table

from shugyo.envs.okko import state as st
from shugyo.envs.okko.rules import setup

KEYS = range(20)
FIRST_COMPANION = st.COMPANION_FIGURE


def followers(table: Table, choices: dict[int, list[int]]) -> Table:
    """Which Follower cards are open to which Hero."""
    for hero, cards in choices.items():
        table.t.hero_chooses[hero, cards] = 1
    return table


# ---- Heroes ---------------------------------------------------------------------------------------------------------
def test_o010_eight_action_cards_in_hand():
    table = Table(heroes=2).set_up()
    assert (table.s.card_place[:16] == st.HAND).all() and (table.s.card_place[16:] == st.NOWHERE).all()
    assert list(table.s.alive) == [1, 1, 0, 0]


def test_o011_b2_starting_equipment_lies_in_its_slots_and_is_not_turned_up():
    table = Table()
    table.t.item_exists[:4] = 1
    table.t.item_owner[:3], table.t.item_slot[:3] = (0, 0, 1), (st.RIGHT_HAND, st.SUPPLIES, st.CLOTHING)
    table.set_up()
    assert list(table.s.item_owner[:5]) == [0, 0, 1, st.IN_DECK, st.ABSENT]
    assert list(table.s.item_slot[:4]) == [st.RIGHT_HAND, st.SUPPLIES, st.CLOTHING, -1]
    assert list(table.s.turned_up) == [-1] * 4


def test_o012_o019_figures_begin_on_the_spaces_of_the_scenario():
    table = Table(heroes=3)
    table.t.figure_start[8] = 20
    table.set_up()
    assert list(table.s.at[:4]) == [0, 1, 2, -1] and table.s.at[8] == 20
    assert table.s.occupant[20] == 8 and table.s.occupant[1] == 1
    assert (table.s.at[9:] == -1).all()


def test_o013_b4_each_hero_chooses_a_follower_in_seat_order_and_none_twice():
    table = followers(Table(), {0: [3, 4], 1: [3, 4]}).start()
    assert table.decision == "FOLLOWER_CARD 1" and table.choices() == ["COMPANION 3", "COMPANION 4"]
    table.play("COMPANION 4")
    assert table.decision == "FOLLOWER_SPACE 1"
    table.play("SPACE 2")
    assert table.decision == "FOLLOWER_CARD 2" and table.choices() == ["COMPANION 3"]


def test_o013_who_starts_without_a_follower_is_not_asked():
    assert followers(Table(), {1: [3]}).start().decision == "FOLLOWER_CARD 2"


def test_o014_its_token_goes_beside_the_hero_whatever_the_area():
    table = followers(Table(heroes=1), {0: [3]})
    table.t.figure_start[0] = 12  # the first Space of Tile 2
    table.start().play("COMPANION 3")
    assert table.choices() == ["SPACE 11", "SPACE 13"]
    table.play("SPACE 11")
    assert table.s.at[FIRST_COMPANION] == 11 and table.s.companion[0] == 3


@pytest.mark.parametrize(("face", "goal"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 3)])
def test_b003_the_die_tells_no_hit_a_hit_push_reroll(face, goal):
    assert Table().do(setup.rolled_goal, face) == goal


def test_o015_with_an_investigation_each_hero_rolls():
    rolled = {(int(t.s.goal[0]), int(t.s.goal[1])) for t in (Table(key=key).set_up() for key in KEYS)}
    assert {goal for goal, _ in rolled} == {0, 1, 2, 3}
    assert any(one != other for one, other in rolled)


def test_o016_without_an_investigation_each_has_the_first_mission():
    assert all((Table(investigation=False, key=key).set_up().s.goal == 0).all() for key in KEYS)


# ---- the board ------------------------------------------------------------------------------------------------------
def test_o017_doors_are_closed_as_the_scenario_says():
    table = Table()
    table.t.door_closed[1] = 1
    assert list(table.set_up().s.closed[:3]) == [0, 1, 0]


def with_evidence(key: int) -> Table:
    """Two Evidence tokens on the board, three in the box; one Chest of one."""
    table = Table(key=key)
    t = table.t
    t.num_tokens = 6
    t.token_kind[3:6], t.token_start[3:6] = (st.EVIDENCE, st.EVIDENCE, st.CHEST), (13, 14, 15)
    t.face_kind[[4, 5, 9]], t.face_kind[7] = st.EVIDENCE, st.CHEST
    return table.set_up()


def test_o020_a_random_token_of_the_kind_lies_on_each_space_and_none_is_put_back():
    drawn = [tuple(int(face) for face in with_evidence(key).s.token_face[3:6]) for key in KEYS]
    assert {face for faces in drawn for face in faces[:2]} == {4, 5, 9}
    assert all(first != second and chest == 7 for first, second, chest in drawn)


def test_o019_tokens_lie_where_the_scenario_puts_them():
    table = with_evidence(1)
    assert list(table.s.token_at[:6]) == [7, 8, 9, 13, 14, 15]
    assert table.s.token_on[13] == 3 and table.s.token_on[12] == -1
    assert list(table.s.token_face[:3]) == [0, 1, 2]  # a Courtier's numbers are the Courtier's own


def test_o021_a002_the_track_at_the_start():
    table = Table().set_up()
    assert table.s.tokens_left == 4 and (table.s.corrupted == 0).all() and (table.s.node == 0).all()
    assert table.s.turn == 0


# ---- the Oni --------------------------------------------------------------------------------------------------------
def test_o022_a031_nature_and_identity_are_set_aside_at_random():
    games = [Table(key=key).set_up().s for key in range(40)]
    assert {int(s.nature) for s in games} == set(ONI_CLUES) and {int(s.identity) for s in games} == set(COURTIERS)
    assert all(s.clue_place[s.nature] == s.clue_place[s.identity] == st.CLUE_SECRET for s in games)


def test_a031_by_the_option_the_oni_chooses_the_courtier_first_of_all():
    table = followers(Table(oni_picks=1), {0: [3]}).start()
    assert table.decision == "COURTIER 0" and table.choices() == ["CLUE 0", "CLUE 1", "CLUE 2"]
    table.play("CLUE 1")
    assert table.s.identity == 1 and table.s.clue_place[1] == st.CLUE_SECRET
    assert table.decision == "FOLLOWER_CARD 1"


def test_o024_the_clue_deck():
    s = Table().set_up().s
    deck = set(np.flatnonzero(s.clue_place == st.CLUE_DECK))
    assert deck == {*COURTIERS, *ONI_CLUES, COMPLICATION} - {int(s.nature), int(s.identity)}
    assert np.count_nonzero(s.clue_place) == 6


@pytest.mark.parametrize("heroes", [1, 2, 3, 4])
def test_o025_the_oni_draws_as_many_events_as_there_are_heroes(heroes):
    s = Table(heroes=heroes).set_up().s
    assert s.hand_size == heroes == np.count_nonzero(s.event_place == st.EVENT_HAND)
    assert np.count_nonzero(s.event_place == st.EVENT_DECK) == 12 - heroes


def test_o127_no_oni_is_on_the_board():
    s = Table().set_up().s
    assert (s.at[[16, 17]] == -1).all()


def test_b007_without_an_investigation_there_are_no_clue_cards():
    s = Table(investigation=False).set_up().s
    assert (s.clue_place == 0).all() and s.nature == s.identity == -1


# ---- the record -----------------------------------------------------------------------------------------------------
def test_a_game_does_not_depend_on_what_the_record_held():
    clean, dirty = Table().set_up(), Table()
    for name in st.STATE.names:
        if not name.startswith("gap"):
            dirty.s[name] = 5
    dirty.set_up()
    for name in st.STATE.names:
        if not name.startswith("gap"):
            np.testing.assert_array_equal(clean.s[name], dirty.s[name], err_msg=name)
