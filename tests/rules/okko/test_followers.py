"""Chapter 11 and 28.10, Followers and Kami: how they come, act, pass on and go (O110 to O118, B60 to B64)."""

from __future__ import annotations

import pytest
from rules.okko.position_a import JOIN, RULES, Position

from shugyo.envs.okko import actions as act
from shugyo.envs.okko import ops
from shugyo.envs.okko import state as st
from shugyo.envs.okko.rules.usable import ACTION, UNIQUE_ACTION

HIS = st.COMPANION_FIGURE  # the figure of Hero 0's companion
TALENT = st.COMPANION_SOURCE + 3
HURT = (ops.DAMAGE_BY, 1, ops.SELF)


def acting(p: Position) -> Position:
    """The companion of Hero 0 is activated."""
    return p.start(st.T_COMPANION, HIS)


# ---- coming into play -----------------------------------------------------------------------------------------------
def test_o014_a_follower_stands_beside_its_hero_in_the_same_area_or_another():
    p = Position("aabb aabb", heroes=1).stand(0, 1).token(0, st.CHEST, 5).card(3)
    p.start(JOIN, 3, 0)
    assert p.asked() == "FOLLOWER_SPACE" and p.s.seat == 1 and p.spaces() == {0, 2, 4, 6}
    p.play(act.SPACE_NAME + 6)
    assert p.s.companion[0] == 3 and p.s.at[HIS] == 6 and p.s.occupant[6] == HIS
    assert p.s.live[TALENT] == 1 and p.events == [("join", HIS)]


def test_o056_never_on_a_reinforcement_space():
    p = Position("aaa", heroes=1).stand(0, 1).card(3)
    p.t.space_mark[2] = 1
    assert p.start(JOIN, 3, 0).spaces() == {0}


def test_b005_without_a_space_beside_the_hero_any_of_the_own_area_then_of_the_nearest():
    p = Position("aaaabb", heroes=1).stand(0, 0).stand(8, 1).card(3)
    assert p.start(JOIN, 3, 0).spaces() == {2, 3}
    p = Position("aaaabb", heroes=1).stand(0, 0).stand(8, 1).stand(9, 2).stand(10, 3).card(3)
    assert p.start(JOIN, 3, 0).spaces() == {4, 5}


def test_a21_nothing_is_left_of_a_companion_before():
    p = Position(heroes=1).card(3)
    p.s.damage[HIS], p.s.acted[HIS], p.s.condition[HIS, st.POISONED], p.s.lost[HIS] = 1, 1, 2, 1
    p.s.mods[HIS, st.SPEED] = 1
    p.start(JOIN, 3, 0).play(act.SPACE_NAME + 1)
    assert p.s.damage[HIS] == p.s.acted[HIS] == p.s.lost[HIS] == 0
    assert not p.s.condition[HIS].any() and not p.s.mods[HIS].any()


# ---- acting ---------------------------------------------------------------------------------------------------------
def test_o113_as_many_actions_as_the_card_says():
    p = acting(Position().follower(3, 0, 6, actions=2))
    for left in (1, 0):
        assert p.asked() == "FOLLOWER_ACTION" and p.s.seat == 1
        p.play(act.MOVE)
        assert p.s.actions_left[HIS] == left and p.task()[st.FIGURE] == HIS
        p.done(st.T_MOVE)
    assert p.s.task_count == 0 and p.s.companion[0] == 3 and p.s.face_down[0] == 0


def test_b015_a_follower_moves_and_attacks_and_makes_no_tests():
    p = Position().follower(3, 0, 6).stand(8, 7).token(0, st.CHEST, 2).token(1, st.EVIDENCE, 8)
    assert acting(p).choices() == {act.PASS, act.MOVE, act.MELEE}
    p.play(act.MELEE)
    assert p.doing() == st.T_ATTACK and p.task()[st.FIGURE] == HIS


def test_b015_its_talent_if_it_is_marked_action():
    p = acting(Position().follower(3, 0, 6, actions=2).action(TALENT, ACTION, HURT))
    assert act.USE_TALENT in p.choices()
    p.play(act.USE_TALENT)
    assert p.task()[st.FIGURE] == HIS and p.task()[st.SOURCE] == TALENT and p.s.actions_left[HIS] == 1
    assert act.USE_TALENT in p.done(st.T_PROGRAM).choices()


def test_o104_b015_a_unique_action_once_a_round():
    p = acting(Position().follower(3, 0, 6, actions=2).action(TALENT, UNIQUE_ACTION, HURT))
    assert act.USE_TALENT not in p.play(act.USE_TALENT).done(st.T_PROGRAM).choices()


def test_o114_one_that_is_eliminated_acts_no_more():
    p = acting(Position().follower(3, 0, 6, actions=2)).play(act.MOVE)
    p.s.at[HIS], p.s.occupant[6], p.s.companion[0] = -1, -1, -1
    assert p.done(st.T_MOVE).s.task_count == 0


def test_b090_missions_are_looked_at_after_its_actions():
    p = acting(Position().follower(3, 0, 6, actions=2))
    p.t.mission_exists[0], p.t.mission_needs[0, 0], p.t.mission_size[0] = 1, 1, 1
    p.s.progress[0, 0] = 1
    assert p.play(act.MOVE).done(st.T_MOVE).s.completed[0] == st.BLUE


# ---- Kami -----------------------------------------------------------------------------------------------------------
def test_o117_a_kami_is_turned_face_down_then_removed():
    p = acting(Position().follower(3, 0, 6, kami=True)).play(act.PASS)
    assert p.s.face_down[0] == 1 and p.s.companion[0] == 3 and p.s.at[HIS] == 6
    p.s.acted[HIS] = 0
    acting(p).play(act.PASS)
    assert p.s.companion[0] == -1 and p.s.at[HIS] == -1 and p.s.occupant[6] == -1 and p.s.face_down[0] == 0
    assert p.s.live[TALENT] == 0 and p.s.companion_gone[3] == 0  # B64: it may be summoned again


@pytest.mark.parametrize(
    ("case", "usable"),
    [("", True), ("slot taken", False), ("all in play", False), ("no space", False)],
)
def test_b060_b062_when_a_kami_can_be_summoned(case, usable):
    p = Position("aaaaa").action(st.HERO_SOURCE, ACTION, (ops.SUMMON_KAMI,)).card(3, kami=True)
    p.stand(1, 3)
    if case == "slot taken":
        p.follower(4, 0, 4)
    elif case == "all in play":
        p.follower(3, 1, 4, kami=True)
    elif case == "no space":
        p.stand(8, 1)
    assert (act.USE_TALENT in p.start(st.T_HERO, 0).choices()) == usable


@pytest.mark.parametrize("second", ["a Kami", "another's Follower", "a Courtier"])
def test_o110_a_hero_has_one_follower_or_kami_at_most(second):
    p = Position("aaaaaaa", heroes=1).follower(3, 0, 1)
    if second == "a Kami":
        p.action(st.HERO_SOURCE, ACTION, (ops.SUMMON_KAMI,)).card(4, kami=True)
        assert act.USE_TALENT not in p.start(st.T_HERO, 0).choices()
    elif second == "a Courtier":
        p.clue(0, st.COURTIER_CLUE, joins=5).start(st.T_CLUES, 0, 1)
        assert p.asked() == "" and p.s.clue_place[0] == st.CLUE_HELD  # nobody is asked whom the Courtier follows
    else:
        p.s.alive[1] = 1
        p.stand(1, 4).follower(5, 1, 3)
        p.stand(0, 2)
        assert act.GIVE_FOLLOWER not in p.start(st.T_HERO, 1).choices()
    assert p.s.companion[0] == 3


def test_o116_a_kami_that_is_summoned_comes_face_up_beside_its_hero():
    p = Position("aaaaaaa", heroes=1).stand(0, 1).action(st.HERO_SOURCE, ACTION, (ops.SUMMON_KAMI,)).card(3, kami=True)
    p.s.face_down[0] = 1  # of the one before
    p.start(st.T_HERO, 0).play(act.USE_TALENT)
    RULES.carry_on(p.s, p.t)
    RULES.answer(p.s, p.t, act.COMPANION_NAME + 3)
    assert p.asked() == "FOLLOWER_SPACE" and p.spaces() == {0, 2}
    RULES.answer(p.s, p.t, act.SPACE_NAME + 2)
    assert p.s.companion[0] == 3 and p.s.face_down[0] == 0 and p.s.at[HIS] == 2


# ---- transfer -------------------------------------------------------------------------------------------------------
def test_o115_a38_b61_a_follower_passes_with_its_card_damage_and_conditions():
    p = Position("aaaaaaa").stand(1, 4).follower(3, 0, 5)  # far from its own Hero, beside the other
    p.s.damage[HIS], p.s.condition[HIS, st.STUNNED], p.s.acted[HIS] = 1, 2, 1
    p.start(st.T_HERO, 0).play(act.GIVE_FOLLOWER)
    assert p.asked() == "RECEIVER" and p.choices() == {act.HERO_NAME + 1} and p.s.actions_left[0] == 2
    p.play(act.HERO_NAME + 1)
    assert p.s.companion[0] == -1 and p.s.companion[1] == 3
    assert p.s.at[HIS] == -1 and p.s.at[HIS + 1] == 5 and p.s.occupant[5] == HIS + 1
    assert p.s.damage[HIS + 1] == 1 and p.s.condition[HIS + 1, st.STUNNED] == 2 and p.s.damage[HIS] == 0
    assert p.s.acted[HIS + 1] == 1  # B16: it does not act twice in a round
    assert p.s.live[TALENT] == 1 and p.asked() == "HERO_ACTION"


def test_b016_one_that_was_given_away_in_time_acts_with_its_new_hero():
    p = Position("aaaaaaa").stand(1, 4).follower(3, 0, 5)
    p.start(st.T_HERO, 0).play(act.GIVE_FOLLOWER, act.HERO_NAME + 1, act.PASS)
    assert p.s.task_count == 0  # Hero 0 has none any more
    p.start(st.T_HERO, 1).play(act.PASS)
    assert p.asked() == "FOLLOWER_ACTION" and p.s.seat == 2


@pytest.mark.parametrize("case", ["a Kami", "slot taken", "not beside it", "none"])
def test_o118_b60_b61_when_no_follower_can_be_transferred(case):
    p = Position("aaaaaaa").stand(1, 4)
    if case != "none":
        p.follower(3, 0, 2 if case == "not beside it" else 5, kami=case == "a Kami")
    if case == "slot taken":
        p.follower(4, 1, 6)
    assert act.GIVE_FOLLOWER not in p.start(st.T_HERO, 0).choices()
