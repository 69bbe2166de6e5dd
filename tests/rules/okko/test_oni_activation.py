"""Chapter 4 and 28.3, the Oni activates: cards, figures, Events, escape (O46 to O51, A11, A15, A16, A29, B17)."""

from __future__ import annotations

import pytest
from rules.okko.position_a import ASHIGARU, DEMON, FIGURES_OF, NINJA, RULES, Position

from shugyo.envs.okko import actions as act
from shugyo.envs.okko import ops
from shugyo.envs.okko import state as st
from shugyo.envs.okko.rules.usable import ACTION, UNIQUE_ACTION

HALL = "aaaAAA aaaAAA"  # Tile 0 on the left, Tile 1 on the right; Heroes on 0 and 1
FIRST, SECOND, THIRD = FIGURES_OF[ASHIGARU]
NINJA_1, NINJA_2 = FIGURES_OF[NINJA]
THE_ONI_ITSELF = FIGURES_OF[DEMON][0]
TALENT = st.KIND_SOURCE + NINJA * st.TALENTS
HURT = (ops.DAMAGE_BY, 1, ops.SELF)


def turn(p: Position) -> Position:
    """The Oni's activation."""
    return p.start(st.T_ONI, -1)


def ninja(*spaces: int, events: int = 0) -> Position:
    """Ninja on those Spaces, and so many Events in hand."""
    p = Position(HALL)
    for figure, space in zip((NINJA_1, NINJA_2), spaces, strict=False):
        p.stand(figure, space)
    for event in range(events):
        p.event(event)
    return p


def card(kind: int) -> int:
    return act.KIND_NAME + kind


def figure(number: int) -> int:
    return act.FIGURE_NAME + number


# ---- which card -----------------------------------------------------------------------------------------------------
def test_o046_a15_a_card_without_an_activation_token_is_activated_and_gets_one():
    p = turn(ninja(5, 11).stand(FIRST, 9).stand(THE_ONI_ITSELF, 10))
    assert p.asked() == "ONI_CARD" and p.s.seat == 0
    assert p.choices() == {card(NINJA), card(DEMON)}  # it must; the thrall's Tile is not corrupted
    p.play(card(NINJA))
    assert p.s.activated[NINJA] == 1 and p.s.active_kind == NINJA
    p.play(act.PASS)
    assert p.s.task_count == 0 and p.s.active_kind == -1
    assert turn(p).choices() == {card(DEMON)}


@pytest.mark.parametrize(
    ("case", "choices"),
    [("", {card(NINJA)}), ("corrupted", {card(NINJA), card(ASHIGARU)}), ("alarm", {card(NINJA), card(ASHIGARU)})],
)
def test_o123_o125_o157_thralls_need_a_corrupted_tile_or_the_alarm(case, choices):
    p = ninja(5).stand(FIRST, 4)
    p.s.corrupted[1], p.s.alarm = case == "corrupted", case == "alarm"
    assert turn(p).choices() == choices


def test_a29_only_the_thralls_on_a_corrupted_tile_act():
    p = ninja().stand(FIRST, 4).stand(SECOND, 8)
    p.s.corrupted[1] = 1
    turn(p).play(card(ASHIGARU))
    assert p.named(act.FIGURE_NAME, st.FIGURES) == {FIRST}


def test_a29_a_thrall_that_left_the_corrupted_tile_goes_on():
    p = ninja().stand(FIRST, 4)
    p.s.corrupted[1] = 1
    turn(p).play(card(ASHIGARU), figure(FIRST), act.MOVE)
    p.stand(FIRST, 8).done(st.T_MOVE)
    assert p.asked() == "ONI_ACTION" and p.s.actions_left[FIRST] == 1


@pytest.mark.parametrize("hand", [0, 1])
def test_o051_a15_if_no_card_can_be_activated_an_event_is_drawn_and_may_be_played(hand):
    p = ninja(events=hand).stand(FIRST, 4).event(5, st.EVENT_DECK)
    turn(p)
    assert p.s.event_place[5] == st.EVENT_HAND and p.asked() == "EVENT"
    assert p.choices() == {act.PASS, act.EVENT_NAME + 5} | {act.EVENT_NAME + i for i in range(hand)}
    p.play(act.EVENT_NAME + 5)
    assert p.doing() == st.T_PROGRAM and p.s.active_kind == -1 and p.s.hand_size == hand
    p.done(st.T_PROGRAM)
    assert p.s.event_place[5] == st.EVENT_DISCARD and p.s.task_count == 0


def test_o051_the_card_drawn_may_be_kept():
    p = turn(ninja().event(5, st.EVENT_DECK)).play(act.PASS)
    assert p.s.event_place[5] == st.EVENT_HAND and p.s.hand_size == 1 and p.s.task_count == 0


def test_b065_with_nothing_to_draw_the_turn_is_over():
    assert turn(ninja()).s.task_count == 0


# ---- its figures ----------------------------------------------------------------------------------------------------
def test_o047_o048_a16_each_figure_has_all_its_actions_one_after_the_other():
    p = turn(ninja(5, 11)).play(card(NINJA))
    assert p.asked() == "ONI_FIGURE" and p.choices() == {act.PASS, figure(NINJA_1), figure(NINJA_2)}
    for one, rest in ((NINJA_2, {act.PASS, figure(NINJA_1)}), (NINJA_1, set())):
        p.play(figure(one))
        assert p.events[-1] == ("activation", one)
        for left in (1, 0):
            assert p.asked() == "ONI_ACTION"
            p.play(act.MOVE)
            assert p.task()[st.FIGURE] == one and p.s.actions_left[one] == left
            p.done(st.T_MOVE)
        if rest:
            assert p.choices() == rest
    assert p.s.task_count == 0


def test_b017_a_figure_left_is_done_and_acts_no_more():
    p = turn(ninja(5, 11)).play(card(NINJA), figure(NINJA_1), act.MOVE).done(st.T_MOVE).play(act.PASS)
    assert p.choices() == {act.PASS, figure(NINJA_2)} and p.s.actions_left[NINJA_1] == 0


def test_b017_one_that_comes_during_the_activation_may_act():
    p = turn(ninja(5)).play(card(NINJA), figure(NINJA_1), act.MOVE)
    p.stand(NINJA_2, 11).done(st.T_MOVE).play(act.PASS)
    assert p.choices() == {act.PASS, figure(NINJA_2)}


def test_o048_the_oni_may_let_them_all_stand():
    assert turn(ninja(5, 11)).play(card(NINJA), act.PASS).s.task_count == 0


def test_b039_a_figure_that_is_eliminated_in_its_activation_is_done():
    p = turn(ninja(2, 11)).play(card(NINJA), figure(NINJA_1), act.MELEE)
    assert p.doing() == st.T_ATTACK
    p.s.at[NINJA_1], p.s.occupant[2] = -1, -1
    assert p.done(st.T_ATTACK).choices() == {act.PASS, figure(NINJA_2)}


def test_o047_b058_a_figure_moves_and_attacks_and_that_is_all():
    p = turn(ninja(2).token(0, st.CHEST, 3).token(1, st.EVIDENCE, 9)).play(card(NINJA), figure(NINJA_1))
    assert p.choices() == {act.PASS, act.MOVE, act.MELEE}
    p = turn(ninja(5)).play(card(NINJA), figure(NINJA_1))
    assert p.choices() == {act.PASS, act.MOVE}


def test_o131_actions_change_by_techniques():
    p = ninja(5)
    p.s.kind_mods[NINJA, st.ACTIONS] = 1
    assert turn(p).play(card(NINJA), figure(NINJA_1)).s.actions_left[NINJA_1] == 3


def test_o122_talents_of_the_kind_that_cost_an_action():
    p = turn(ninja(5).action(TALENT, ACTION, HURT).action(TALENT + 2, ACTION, HURT)).play(card(NINJA), figure(NINJA_1))
    p.play(act.USE_TALENT)
    assert p.asked() == "TALENT" and p.s.seat == 0 and p.choices() == {act.OWN_TALENT, act.OWN_TALENT + 2}
    p.play(act.OWN_TALENT + 2)
    assert p.task()[st.SOURCE] == TALENT + 2 and p.task()[st.FIGURE] == NINJA_1 and p.s.actions_left[NINJA_1] == 1


def test_o205_a_figure_cannot_use_the_talent_that_it_has_lost_another_can():
    p = ninja(5, 11).action(TALENT + 1, ACTION, HURT)
    p.s.lost[NINJA_1] = 0b10
    turn(p).play(card(NINJA), figure(NINJA_1))
    assert act.USE_TALENT not in p.choices()
    assert act.USE_TALENT in p.play(act.PASS, figure(NINJA_2)).choices()


def test_b059_a_unique_action_is_counted_for_the_card():
    p = turn(ninja(5, 11).action(TALENT, UNIQUE_ACTION, HURT)).play(card(NINJA), figure(NINJA_1), act.USE_TALENT)
    p.done(st.T_PROGRAM).play(act.PASS, figure(NINJA_2))
    assert act.USE_TALENT not in p.choices()


# ---- Events ---------------------------------------------------------------------------------------------------------
def test_o049_b018_one_event_before_between_or_after_the_figures():
    for before in ([], [figure(NINJA_1)], [figure(NINJA_1), act.PASS]):
        p = turn(ninja(5, events=2)).play(card(NINJA), *before, act.PLAY_EVENT)
        assert p.asked() == "EVENT" and p.choices() == {act.EVENT_NAME, act.EVENT_NAME + 1}
        p.play(act.EVENT_NAME + 1)
        assert p.doing() == st.T_PROGRAM and p.task()[st.FIGURE] == -1 and p.task()[st.B] == 0
        assert p.s.active_kind == NINJA and p.s.hand_size == 1
        p.done(st.T_PROGRAM)
        assert p.s.event_place[1] == st.EVENT_DISCARD
        while p.asked():
            assert act.PLAY_EVENT not in p.choices()
            p.play(act.PASS)


def test_o049_the_next_activation_has_an_event_of_its_own():
    p = turn(ninja(5, events=2).stand(THE_ONI_ITSELF, 10)).play(card(NINJA), act.PLAY_EVENT, act.EVENT_NAME)
    p.done(st.T_PROGRAM).play(act.PASS)
    assert act.PLAY_EVENT in turn(p).play(card(DEMON)).choices()


def test_b018_an_event_between_two_actions_of_a_figure_costs_none():
    p = turn(ninja(5, events=1)).play(card(NINJA), figure(NINJA_1), act.MOVE).done(st.T_MOVE)
    p.play(act.PLAY_EVENT, act.EVENT_NAME).done(st.T_PROGRAM)
    assert p.asked() == "ONI_ACTION" and p.s.actions_left[NINJA_1] == 1


def test_b018_while_the_oni_holds_an_event_its_activation_ends_only_when_it_says_so():
    p = turn(ninja(5, events=1)).play(card(NINJA), figure(NINJA_1), act.PASS)
    assert p.asked() == "ONI_FIGURE" and p.choices() == {act.PASS, act.PLAY_EVENT}
    assert p.play(act.PASS).s.task_count == 0
    assert turn(ninja(5)).play(card(NINJA), figure(NINJA_1), act.PASS).s.task_count == 0


def test_o135_while_its_effect_lasts_the_card_is_not_yet_in_the_discard_pile():
    p = turn(ninja(5, events=1)).play(card(NINJA), act.PLAY_EVENT, act.EVENT_NAME)
    assert p.s.event_place[0] not in (st.EVENT_DISCARD, st.EVENT_DECK, st.EVENT_HAND)


def test_o134_what_an_event_changes_for_the_card_ends_with_the_activation():
    p = turn(ninja(5, events=1)).play(card(NINJA), act.PLAY_EVENT, act.EVENT_NAME)
    p.s.active_mods[st.SWAP_DICE] = 1
    p.done(st.T_PROGRAM)
    assert p.s.active_mods[st.SWAP_DICE] == 1
    assert not p.play(act.PASS).s.active_mods.any()


# ---- escape ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("kind", [DEMON, NINJA])
@pytest.mark.parametrize("is_open", [0, 1])
def test_o186_a11_the_onis_own_figure_may_escape_once_the_way_is_open(kind, is_open):
    p = ninja(5).stand(THE_ONI_ITSELF, 10)
    p.s.battle, p.s.escape_open = st.BY_UNMASKING, is_open
    turn(p).play(card(kind), figure(FIGURES_OF[kind][0]))
    assert (act.ESCAPE in p.choices()) == (kind == DEMON and is_open == 1)


def test_o186_an_escape_ends_the_game():
    p = ninja().stand(THE_ONI_ITSELF, 10)
    p.s.battle, p.s.escape_open = st.BY_UNMASKING, 1
    turn(p).play(card(DEMON), figure(THE_ONI_ITSELF), act.ESCAPE)
    assert p.s.over == 1 and p.s.memoir[st.ESCAPED] == st.RED and p.s.memoir[st.DEFEATED] == 0


def test_b090_missions_are_looked_at_after_every_action_for_the_oni():
    p = turn(ninja(5)).play(card(NINJA), figure(NINJA_1), act.MOVE)
    p.t.mission_exists[0], p.t.mission_size[0] = 1, 1
    p.t.mission_needs[0], p.s.progress[0] = (1, 1), (1, 1)
    assert p.done(st.T_MOVE).s.completed[0] == st.RED  # both have done it; it is the Oni's turn


# ---- Special Effects ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("actions", [1, 3])
def test_o121_as_many_actions_as_the_card_says(actions):
    p = ninja(5)
    p.t.kind_stat[NINJA, st.ACTIONS] = actions
    turn(p).play(card(NINJA), figure(NINJA_1))
    assert p.s.actions_left[NINJA_1] == actions


def test_o129_o132_o133_played_its_special_effect_is_carried_out_at_once_and_the_technique_is_not():
    p = ninja(5, events=1)
    p.t.event_stat[0, st.DEFENSE] = 2
    turn(p).play(card(NINJA), act.PLAY_EVENT, act.EVENT_NAME)
    assert p.doing() == st.T_PROGRAM and p.task()[st.FIGURE] == -1  # nobody's: the activated card need not concern it
    assert p.s.kind_mods[NINJA, st.DEFENSE] == p.s.active_mods[st.DEFENSE] == 0
    p.done(st.T_PROGRAM)
    assert p.asked() == "ONI_FIGURE" and p.s.event_place[0] == st.EVENT_DISCARD


def test_b019_an_event_may_be_played_though_it_can_do_nothing():
    """No card can be activated, so that what is said of the activated card's figures does nothing."""
    p = Position(HALL).stand(FIRST, 9).event(0)  # a thrall on a Tile that is not corrupted
    p.t.event_program[0] = p.program((ops.CHANGE_STAT, st.SWAP_DICE, 1, ops.CHOSEN, ops.TILL_ACTIVATION))
    turn(p)
    assert p.asked() == "EVENT" and act.EVENT_NAME in p.choices()
    p.play(act.EVENT_NAME)
    RULES.interpreter.run_program(p.s, p.t)
    assert RULES.stats.stat(p.s, p.t, FIRST, st.SWAP_DICE, 0, -1) == 0
