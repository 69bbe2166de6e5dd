"""Chapter 4 and 28.3, a Hero's activation: Actions, Courtiers, talents (O41 to O45, O103 to O105, B13 to B21, B58)."""

from __future__ import annotations

import pytest
from rules.okko.position_a import Position

from shugyo.envs.okko import actions as act
from shugyo.envs.okko import ops
from shugyo.envs.okko import state as st
from shugyo.envs.okko.rules.usable import ACTION, FREE, UNIQUE_ACTION

ALARM = (ops.RAISE_ALARM,)
HEAL = (ops.HEAL, 1, ops.SELF)
HURT = (ops.DAMAGE_BY, 1, ops.SELF)
TALENT = st.HERO_SOURCE
CARD = st.CARD_SOURCE


def acting(position: Position | None = None) -> Position:
    """Hero 0 is asked for an Action."""
    return (position or Position()).start(st.T_HERO, 0)


# ---- Actions --------------------------------------------------------------------------------------------------------
def test_o041_o042_o043_three_actions_of_any_kind_again_and_again():
    p = acting()
    for left in (2, 1, 0):
        assert p.asked() == "HERO_ACTION" and p.s.seat == 1
        p.play(act.MOVE)
        assert p.s.actions_left[0] == left
        assert p.task()[st.FIGURE] == 0 and p.task()[st.A] == 1  # a move by an Action (B29)
        p.done(st.T_MOVE)
    assert p.asked() == "" and p.s.task_count == 0  # B14: over by itself
    assert p.s.acted[0] == 1


@pytest.mark.parametrize(("action", "task"), [(act.MOVE, st.T_MOVE), (act.MELEE, st.T_ATTACK)])
def test_b021_the_action_is_spent_before_anything_of_it_is_done_and_not_given_back(action, task):
    p = acting(Position().stand(8, 6))
    p.play(action)
    assert p.doing() == task and p.s.actions_left[0] == 2
    assert p.done(task).s.actions_left[0] == 2  # though nobody moved or was attacked


def test_b021_a_test_that_fails_has_cost_its_action():
    p = Position().token(0, st.EVIDENCE, 6, (9, 1, 9, 1)).dice(lambda shown: sum(shown[:9]) > 3)
    acting(p).play(act.INVESTIGATE, act.SPACE_NAME + 6)
    assert p.s.actions_left[0] == 2 and p.s.token_flipped[0] == 0 and p.asked() == "HERO_ACTION"


def test_o041_something_may_say_otherwise():
    p = Position()
    p.s.mods[0, st.ACTIONS] = 2
    assert acting(p).s.actions_left[0] == 5


def test_o044_the_hero_may_end_at_any_time_and_loses_what_is_left():
    p = acting().play(act.MOVE).done(st.T_MOVE).play(act.PASS)
    assert p.s.task_count == 0 and p.s.actions_left[0] == 0 and p.s.acted[0] == 1


def test_o042_b58_alone_in_a_hall_a_hero_can_only_move():
    p = Position(heroes=1)
    assert acting(p).choices() == {act.PASS, act.MOVE}


@pytest.mark.parametrize(
    ("set_up", "action"),
    [
        (lambda p: p.stand(8, 6), act.MELEE),
        (lambda p: p.token(0, st.EVIDENCE, 6), act.INVESTIGATE),
        (lambda p: p.token(0, st.PARCHMENT, 6), act.INVESTIGATE),
        (lambda p: p.token(0, st.COURTIER_TOKEN, 6), act.INVESTIGATE),
        (lambda p: p.token(0, st.CHEST, 6), act.OPEN_CHEST),
        (lambda p: p.token(0, st.OBJECT_TOKEN, 6), act.TAKE_OBJECT),
    ],
)
def test_o042_a33_what_lies_or_stands_beside_the_hero_opens_an_action(set_up, action):
    near, far = Position(heroes=1), Position("aaaaaa aaaaaa aaaaaa", heroes=1)
    set_up(near)
    set_up(far)
    far.stand(0, 17)
    assert acting(near).choices() == {act.PASS, act.MOVE, action}
    assert acting(far).choices() == {act.PASS, act.MOVE}


def test_o068_the_attack_is_one_of_that_kind_whose_target_is_asked_for():
    p = acting(Position().stand(8, 6)).play(act.MELEE)
    assert p.doing() == st.T_ATTACK and p.task()[st.FIGURE] == 0 and p.s.actions_left[0] == 2


def test_o070_a_ranged_attack_needs_an_ability():
    p = Position(heroes=1).stand(8, 11)
    assert act.RANGED_ATTACK not in acting(p).choices()
    p = Position(heroes=1).stand(8, 11)
    p.s.mods[0, st.RANGED] = 1
    assert act.RANGED_ATTACK in acting(p).choices()


def test_b091_an_object_is_taken_for_an_action():
    p = acting(Position(heroes=1).token(0, st.OBJECT_TOKEN, 6).token(1, st.OBJECT_TOKEN, 7)).play(act.TAKE_OBJECT)
    assert p.asked() == "TEST_PLACE" and p.spaces() == {6, 7}
    p.play(act.SPACE_NAME + 7)
    assert p.s.bearer[1] == 0 and p.s.token_at[1] == -1 and p.s.token_on[7] == -1
    assert p.s.bearer[0] == -1 and p.s.token_on[6] == 0
    assert p.s.actions_left[0] == 2 and p.asked() == "HERO_ACTION"


def test_b090_missions_are_looked_at_after_every_action():
    p = acting()
    p.t.mission_exists[0], p.t.mission_needs[0, 0], p.t.mission_size[0] = 1, 2, 1
    p.s.progress[0, 0] = 2
    p.play(act.MOVE).done(st.T_MOVE)
    assert p.s.completed[0] == st.BLUE and p.asked() == "HERO_ACTION"


# ---- beginning and end ----------------------------------------------------------------------------------------------
def test_b013_courtiers_are_called_before_anything_else_one_by_one():
    p = Position().clue(0, st.COURTIER_CLUE, st.CLUE_HELD, program=True)
    p.clue(1, st.ONI_CLUE, st.CLUE_HELD).clue(2, st.COURTIER_CLUE, st.CLUE_HELD, program=True)
    p.clue(3, st.COURTIER_CLUE, st.CLUE_DECK, program=True)
    acting(p)
    assert p.asked() == "COURTIER_CALL" and p.events == []
    assert p.choices() == {act.PASS, act.CLUE_NAME, act.CLUE_NAME + 2}
    p.play(act.CLUE_NAME + 2)
    assert p.doing() == st.T_PROGRAM and p.task()[st.FIGURE] == 0 and p.task()[st.SOURCE] == st.CLUE_SOURCE + 2
    p.done(st.T_PROGRAM)
    assert p.s.clue_place[2] == st.CLUE_PLAYED and p.choices() == {act.PASS, act.CLUE_NAME}
    p.play(act.PASS)
    assert p.asked() == "HERO_ACTION" and p.events == [("activation", 0)]


def test_b013_no_courtier_is_called_without_clue_cards_or_later():
    p = acting(Position().clue(0, st.COURTIER_CLUE, st.CLUE_DECK, program=True))
    assert p.asked() == "HERO_ACTION"
    p.s.clue_place[0] = st.CLUE_HELD
    assert p.play(act.MOVE).done(st.T_MOVE).asked() == "HERO_ACTION"


def test_b013_who_is_asked_does_not_tell_what_the_team_holds():
    p = acting(Position().clue(0, st.ONI_CLUE, st.CLUE_HELD))
    assert p.asked() == "COURTIER_CALL" and p.choices() == {act.PASS}


def test_b020_a_hero_eliminated_in_the_own_activation_acts_no_more():
    p = acting(Position().follower(3, 0, 6)).play(act.MOVE)
    p.s.alive[0] = 0
    p.done(st.T_MOVE)
    assert p.s.task_count == 0 and p.asked() == ""


def test_o045_o113_the_follower_acts_when_its_hero_has_done():
    p = acting(Position().follower(3, 0, 6)).play(act.PASS)
    assert p.asked() == "FOLLOWER_ACTION" and p.s.acted[st.COMPANION_FIGURE] == 1
    assert p.events == [("activation", 0), ("activation", st.COMPANION_FIGURE)]
    p.play(act.PASS)
    assert p.s.task_count == 0


def test_b016_no_follower_acts_twice_in_a_round():
    p = Position().follower(3, 0, 6)
    p.s.acted[st.COMPANION_FIGURE] = 1
    assert acting(p).play(act.PASS).s.task_count == 0


# ---- talents --------------------------------------------------------------------------------------------------------
def test_o103_a_talent_marked_action_is_used_as_often_as_it_is_paid():
    p = acting(Position().action(TALENT, ACTION, HURT))
    for left in (2, 1, 0):
        p.play(act.USE_TALENT)
        assert p.s.actions_left[0] == left and p.task()[st.SOURCE] == TALENT
        p.done(st.T_PROGRAM)
    assert p.s.task_count == 0


def test_o104_b059_a_unique_action_once_a_round_counted_for_the_card():
    p = Position().action(TALENT, UNIQUE_ACTION, HURT).action(TALENT + 1, UNIQUE_ACTION, HURT)
    acting(p).play(act.USE_TALENT)
    assert p.asked() == "TALENT" and p.choices() == {act.OWN_TALENT, act.OWN_TALENT + 1}
    p.play(act.OWN_TALENT + 1).done(st.T_PROGRAM)
    assert p.s.used[TALENT + 1] == 1 and p.s.actions_left[0] == 2
    p.play(act.USE_TALENT)  # one is left: it is used
    assert p.task()[st.SOURCE] == TALENT
    p.done(st.T_PROGRAM)
    assert act.USE_TALENT not in p.choices()


def test_o031_o105_a_talent_is_there_if_its_card_was_laid_to_the_left():
    p = Position().action(CARD + 5, ACTION, HURT)
    p.s.card_place[5] = st.RIGHT
    assert act.USE_TALENT not in acting(p).choices()
    p = Position().action(CARD + 5, ACTION, HURT)
    p.s.card_place[5] = st.LEFT
    assert acting(p).play(act.USE_TALENT).task()[st.SOURCE] == CARD + 5


def test_o205_a_talent_that_was_lost_cannot_be_used():
    p = Position().action(TALENT + 1, ACTION, HURT)
    p.s.lost[0] = 0b10
    assert act.USE_TALENT not in acting(p).choices()


@pytest.mark.parametrize("damage", [0, 1])
def test_b058_healing_needs_somebody_who_is_hurt(damage):
    p = Position().action(TALENT, ACTION, HEAL)
    p.s.damage[0] = damage
    assert (act.USE_TALENT in acting(p).choices()) == (damage > 0)


@pytest.mark.parametrize("damage", [0, 1])
def test_b058_a_target_counts_only_if_the_block_does_something_to_it(damage):
    target = (ops.TARGET, ops.FRIEND, ops.ADJACENT, ops.ANY_FOE, 0, 2)
    p = Position().action(TALENT, ACTION, target, (ops.HEAL, 1, ops.CHOSEN), (ops.END_TARGET,))
    p.s.damage[1] = damage
    assert (act.USE_TALENT in acting(p).choices()) == (damage > 0)


@pytest.mark.parametrize(
    ("whose", "where", "foe", "usable"),
    [
        (ops.FOE, ops.ADJACENT, ops.ANY_FOE, False),
        (ops.FOE, ops.IN_AREA, ops.ANY_FOE, False),
        (ops.FOE, ops.ON_TILE, ops.ANY_FOE, True),
        (ops.FOE, ops.IN_SIGHT, ops.ANY_FOE, True),
        (ops.FOE, ops.ANYWHERE, ops.FOE_THRALL, True),
        (ops.FOE, ops.ANYWHERE, ops.FOE_CREATURE, False),
        (ops.FRIEND, ops.ANYWHERE, ops.FOE_THRALL, False),
        (ops.FRIEND, ops.ON_SELF, ops.ANY_FOE, True),
    ],
)
def test_b058_a_target_needs_somebody_of_that_sort_there(whose, where, foe, usable):
    block = ((ops.TARGET, whose, where, foe, 0, 2), (ops.DAMAGE_BY, 1, ops.CHOSEN), (ops.END_TARGET,))
    p = Position("aaabbb", heroes=1).stand(8, 5).action(TALENT, ACTION, *block)
    assert (act.USE_TALENT in acting(p).choices()) == usable


@pytest.mark.parametrize(
    ("row", "set_up"),
    [
        ((ops.CURE, st.STUNNED, ops.SELF), lambda s: s.condition.__setitem__((0, st.STUNNED), 1)),
        ((ops.DRAW_CLUES, 1), lambda s: s.clue_place.__setitem__(4, st.CLUE_DECK)),
        ((ops.DRAW_ITEMS, 1, 1), lambda s: s.item_owner.__setitem__(4, st.IN_DISCARD)),
        ((ops.DRAW_EVENTS, 1), lambda s: s.event_place.__setitem__(4, st.EVENT_DISCARD)),
        ((ops.RECALL, 1), lambda s: s.card_place.__setitem__(4, st.DISCARDED)),
        ((ops.ATTACK_NOW, ops.MELEE, 0, 0, 0), lambda s: (s.at.__setitem__(8, 6), s.occupant.__setitem__(6, 8))),
    ],
)
def test_b058_what_an_instruction_needs(row, set_up):
    without, with_it = (Position().action(TALENT, ACTION, row) for _ in range(2))
    set_up(with_it.s)
    assert act.USE_TALENT not in acting(without).choices()
    assert act.USE_TALENT in acting(with_it).choices()


def test_b058_an_alarm_is_raised_once():
    p = Position().action(TALENT, ACTION, ALARM)
    assert act.USE_TALENT in acting(p).choices()
    p.s.alarm = 1
    assert act.USE_TALENT not in p.choices()


def test_b014_b048_a_free_effect_keeps_the_activation_open_till_it_is_used():
    p = Position().item(0, st.CLOTHING, 0, st.CLOTHING).action(st.ITEM_SOURCE, FREE, HURT)
    acting(p)
    p.s.actions_left[0] = 1
    p.play(act.MOVE).done(st.T_MOVE)
    assert p.choices() == {act.PASS, act.USE_ITEM, act.DISCARD_ITEM}
    p.play(act.USE_ITEM)
    assert p.asked() == "ITEM" and p.choices() == {act.ITEM_NAME}
    p.play(act.ITEM_NAME)
    assert p.task()[st.SOURCE] == st.ITEM_SOURCE and p.s.actions_left[0] == 0
    assert p.done(st.T_PROGRAM).s.task_count == 0


def test_o134_what_lasts_for_the_activation_ends_with_it():
    p = acting(Position().follower(3, 0, 6))
    p.s.active_mods[st.SPEED] = 1
    p.play(act.PASS)
    assert p.asked() == "FOLLOWER_ACTION" and not p.s.active_mods.any()
    p.s.active_mods[st.SPEED] = 1
    assert not p.play(act.PASS).s.active_mods.any()
