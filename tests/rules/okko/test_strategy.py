"""Chapters 3, 4 and 13 as far as they belong to no one figure: O26 to O40, O138 to O141, and the rulings on them.

Plans, techniques, summoning, the reveal, and whose turn it is.
"""

from __future__ import annotations

import numpy as np
import pytest
from rules.okko.position_s import (
    ASHIGARU,
    BAKEMONO,
    NINJA,
    ONI_A,
    SAMURAI,
    TECHNIQUE_ONLY,
    WEAKNESS,
    Table,
)

from shugyo.envs.okko import state as st
from shugyo.envs.okko.rules import stages, summon
from shugyo.envs.okko.rules.round import advance_round

FIRST_ASHIGARU, THE_SAMURAI, FIRST_NINJA, THE_BAKEMONO = 8, 12, 13, 15


def planning(heroes: int = 2, **rules: int) -> Table:
    """The plans of round 1 are about to be made."""
    table = Table(heroes, **rules).at(stages.FIRST_CARD)
    table.s.tasks[0, st.FIGURE] = -1
    return table


def summoning(*events: int, heroes: int = 2, **rules: int) -> Table:
    """The Oni may summon and has these Event cards."""
    return Table(heroes, **rules).at(stages.SUMMONING).hand(*events)


def laying(*events: int, heroes: int = 2) -> Table:
    """The Oni may lay techniques and has these Event cards."""
    return Table(heroes).at(stages.LAYING).hand(*events)


# ---- the order of the phase -----------------------------------------------------------------------------------------
def test_o026_o027_o028_the_steps_of_the_strategy_phase():
    table = Table().at(stages.CORRUPTING, number=2).hand(0, 1).stand(FIRST_NINJA, 20)
    asked, phases = [], []
    table.go()
    while not table.activations:
        asked.append(table.decision)
        phases.append(int(table.s.phase))
        table.play(table.choices()[0])
    assert asked == [
        "CORRUPTION_TILE 0", "ENHANCEMENT 0", "SUMMON 0", "PLAN_FIRST 1", "PLAN_SECOND 1", "PLAN_FIRST 2",
        "PLAN_SECOND 2", "INITIATIVE 1", "INITIATIVE 1", "TECHNIQUE 0",
    ]  # fmt: skip
    assert phases == [st.OPEN_STEP] * 3 + [st.PLANS] * 6 + [st.TECHNIQUES]


def test_o029_heroes_plan_in_seat_order_and_the_dead_do_not():
    table = planning(heroes=3).kill(1).go()
    assert table.decision == "PLAN_FIRST 1"
    assert table.play("LEFT 0", "PASS").decision == "PLAN_FIRST 3"


# ---- what is laid ---------------------------------------------------------------------------------------------------
def test_o030_the_first_card_is_an_action_card():
    table = planning().wounds(0, st.HAND, 4).go()
    assert all(name.startswith(("LEFT ", "RIGHT ")) for name in table.choices())


def test_o031_left_or_right():
    table = planning().go().play("LEFT 2", "RIGHT 3", "RIGHT 2", "PASS")
    assert table.s.card_place[2] == st.LEFT and table.s.card_place[3] == st.RIGHT
    assert table.s.card_place[8 + 2] == st.RIGHT and np.count_nonzero(table.s.card_place[:16] == st.HAND) == 13


def test_o032_o107_cards_with_one_side_are_laid_on_that_side_only():
    choices = planning().go().choices()
    assert f"LEFT {WEAKNESS}" in choices and f"RIGHT {WEAKNESS}" not in choices
    assert f"RIGHT {TECHNIQUE_ONLY}" in choices and f"LEFT {TECHNIQUE_ONLY}" not in choices
    assert len(choices) == 14


def test_a036_o033_the_second_card_is_an_action_card_a_wound_or_none():
    table = planning().wounds(0, st.HAND, 4).wounds(0, st.DISCARDED, 5).wounds(1, st.HAND, 6).go().play("LEFT 0")
    choices = table.choices()
    assert "LEFT 0" not in choices and "LEFT 1" in choices and "RIGHT 1" in choices and "PASS" in choices
    assert [name for name in choices if name.startswith("WOUND")] == ["WOUND 4"]


def test_b010_a_wound_is_laid_to_the_right_and_no_third_card():
    table = planning().wounds(0, st.HAND, 4).go().play("LEFT 0", "WOUND 4")
    assert table.s.wound_place[4] == st.RIGHT and table.decision == "PLAN_FIRST 2"


def test_b009_o034_a022_one_card_of_the_hand_slots_is_turned_up():
    table = planning()
    slots = {0: st.RIGHT_HAND, 1: st.LEFT_HAND, 2: st.CLOTHING, 3: st.SUPPLIES}
    for item, slot in slots.items():
        table.s.item_owner[item], table.s.item_slot[item] = 0, slot
    table.s.item_owner[4], table.s.item_slot[4] = 1, st.BOTH_HANDS
    table.t.item_classes[:] = 1
    table.go().play("LEFT 0", "PASS")
    assert table.decision == "TURN_UP 1" and table.choices() == ["PASS", "ITEM 0", "ITEM 1"]
    table.play("ITEM 1", "LEFT 0", "PASS")
    assert table.s.live[st.ITEM_SOURCE + 1] == 1 and table.s.live[st.ITEM_SOURCE] == 0
    assert table.choices() == ["PASS", "ITEM 4"]
    table.play("PASS")
    assert list(table.s.turned_up) == [1, -1, -1, -1]


def test_o035_o002_the_team_places_the_living_one_at_a_time():
    table = Table(heroes=3).at(stages.STACKING).kill(0).go()
    assert table.decision == "INITIATIVE 2" and table.choices() == ["HERO 1", "HERO 2"]
    table.play("HERO 2")
    assert table.choices() == ["HERO 1"]
    table.play("HERO 1")
    assert list(table.s.order) == [2, 1, -1, -1]


# ---- techniques of the Oni ------------------------------------------------------------------------------------------
def test_o036_b011_an_event_is_laid_beside_a_card_with_a_figure_on_the_board():
    table = laying(3, 7).stand(FIRST_NINJA, 20).go()
    assert table.decision == "TECHNIQUE 0" and table.choices() == ["PASS", "EVENT 3", "EVENT 7"]
    table.play("EVENT 7")
    assert table.choices() == [f"KIND {NINJA}"]
    table.play(f"KIND {NINJA}")
    assert table.s.event_place[7] == st.EVENT_LAID and table.s.event_kind[7] == NINJA and table.s.hand_size == 1


def test_b011_the_card_of_the_oni_itself_included():
    assert laying(3).stand(16, 20).go().play("EVENT 3").choices() == [f"KIND {ONI_A}"]


def test_b011_without_a_figure_on_the_board_it_is_not_asked():
    table = laying(3, 7).go()
    assert table.decision == "ACCUSE 1" and table.s.hand_size == 2  # nobody was placed, so that nobody acts


@pytest.mark.parametrize("living", [1, 2, 3])
def test_o037_a013_o209_as_many_as_living_heroes_and_several_beside_one_card(living):
    table = laying(0, 1, 2, 3, 4, heroes=3).stand(FIRST_NINJA, 20)
    for hero in range(living, 3):
        table.kill(hero)
    table.go()
    for event in range(living):
        table.play(f"EVENT {event}", f"KIND {NINJA}")
    assert not table.decision.startswith("TECHNIQUE")
    assert list(table.s.event_kind[:5]) == [NINJA] * living + [-1] * (5 - living)


def test_o036_the_oni_may_stop():
    assert laying(0, 1).stand(FIRST_NINJA, 20).go().play("PASS").s.hand_size == 2


# ---- the reveal -----------------------------------------------------------------------------------------------------
def revealing(heroes: int = 2, **rules: int) -> Table:
    """All is laid; the activation phase begins. The order of activation is empty, so that nobody acts."""
    return Table(heroes, **rules).at(stages.REVEALING, phase=st.TECHNIQUES)


def revealed(table: Table) -> Table:
    """Does that one stage."""
    table.do(advance_round)
    return table


def test_o039_o100_techniques_of_heroes_change_their_attributes():
    table = revealing()
    table.s.card_place[[1, 2]] = st.RIGHT
    table.t.card_stat[1, [st.SPEED, st.GUILE]] = (1, -2)
    table.t.card_stat[2, [st.SPEED, st.DEFENSE]] = (2, 1)
    revealed(table)
    assert list(table.s.mods[0, [st.SPEED, st.GUILE, st.DEFENSE]]) == [3, -2, 1]
    assert (table.s.mods[1:] == 0).all() and table.s.phase == st.ACTIVATIONS


def test_o101_a023_bonus_and_penalty_of_might_are_kept_apart():
    table = revealing()
    table.s.card_place[[1, 2]] = st.RIGHT
    table.t.card_stat[1, st.MIGHT], table.t.card_stat[2, st.MIGHT_DOWN] = 2, 3
    revealed(table)
    assert table.s.mods[0, st.MIGHT] == 2 and table.s.mods[0, st.MIGHT_DOWN] == 3


def test_o031_on_the_left_only_the_talent_works():
    table = revealing()
    table.s.card_place[1], table.s.card_place[2] = st.LEFT, st.RIGHT
    table.t.card_stat[1, st.SPEED] = 1
    revealed(table)
    assert table.s.mods[0, st.SPEED] == 0
    assert table.s.live[st.CARD_SOURCE + 1] == 1 and table.s.live[st.CARD_SOURCE + 2] == 0


def test_b010_the_penalties_of_a_laid_wound_work_those_of_others_do_not():
    table = revealing().wounds(0, st.RIGHT, 4).wounds(0, st.HAND, 5)
    table.t.wound_stat[[4, 5], st.SPEED] = -1
    assert revealed(table).s.mods[0, st.SPEED] == -1


def test_o130_a013_techniques_of_agents_are_for_all_figures_of_the_card_and_add_up():
    table = revealing().hand(5)
    for event in (3, 7):
        table.s.event_place[event], table.s.event_kind[event] = st.EVENT_LAID, NINJA
        table.t.event_stat[event, [st.DEFENSE, st.MIGHT]] = (1, 2)
    table.t.event_stat[5, st.DEFENSE] = 4
    revealed(table)
    assert list(table.s.kind_mods[NINJA, [st.DEFENSE, st.MIGHT]]) == [2, 4]
    assert (table.s.kind_mods[[ASHIGARU, SAMURAI, BAKEMONO]] == 0).all()


@pytest.mark.parametrize(("damage", "left"), [(2, 0), (3, 0), (5, 2)])
def test_a035_o107_the_weakness_heals_as_many_as_stamina_when_revealed(damage, left):
    table = revealing()
    table.s.card_place[WEAKNESS] = st.LEFT
    table.s.damage[:2] = damage
    revealed(table)
    assert list(table.s.damage[:2]) == [left, damage]


def test_a035_by_the_option_not_yet():
    table = revealing(weakness_at_end=1)
    table.s.card_place[WEAKNESS] = st.LEFT
    table.s.damage[0] = 5
    assert revealed(table).s.damage[0] == 5


def test_o039_the_round_is_announced_after_the_reveal():
    assert revealed(revealing().listen(st.E_ROUND)).heard() == ["round"]


# ---- whose turn it is -----------------------------------------------------------------------------------------------
def acting(*order: int, heroes: int = 3) -> Table:
    """The activation phase, with that order."""
    table = Table(heroes).at(stages.HERO_TURN)
    table.s.order[: len(order)] = order
    return table


def test_o193_the_end_phase_begins_after_the_last_turn_of_the_oni():
    table, phases = acting(1, 0, heroes=2), []
    table.activated = lambda: phases.append(int(table.s.phase))
    assert table.go().activations == ["hero 1", "oni", "hero 0", "oni"]
    assert phases == [st.ACTIVATIONS] * 4 and table.s.phase == st.END_PHASE


def test_o040_o046_o050_heroes_in_the_order_laid_and_the_oni_after_each():
    table = acting(2, 0, 1).go()
    assert table.activations == ["hero 2", "oni", "hero 0", "oni", "hero 1", "oni"]


@pytest.mark.parametrize("heroes", [1, 2, 3, 4])
def test_o050_a015_one_activation_of_the_oni_for_each_hero(heroes):
    assert acting(*range(heroes), heroes=heroes).go().activations.count("oni") == heroes


def test_b020_a_hero_eliminated_before_the_own_turn_is_passed_over_and_the_onis_turn_too():
    table = acting(2, 0, 1)
    table.activated = lambda: table.kill(0) if table.activations == ["hero 2", "oni"] else None
    assert table.go().activations == ["hero 2", "oni", "hero 1", "oni"]


def test_b020_after_a_hero_eliminated_in_the_own_turn_the_oni_follows():
    table = acting(2, 0, 1)
    table.activated = lambda: table.kill(2) if table.activations == ["hero 2"] else None
    assert table.go().activations == ["hero 2", "oni", "hero 0", "oni", "hero 1", "oni"]


def test_o209_in_the_next_round_the_oni_has_an_activation_less():
    table = Table(heroes=3).start()
    table.on_to("ACCUSE 1").activations.clear()
    table.kill(0).on_to("PLAN_FIRST 2").on_to("ACCUSE 2")
    assert table.activations.count("oni") == 2 and "hero 0" not in table.activations


# ---- summoning ------------------------------------------------------------------------------------------------------
def test_a014_b068_two_events_are_discarded_for_up_to_two_figures_of_one_kind():
    table = summoning(3, 5, 7, heroes=3).listen(st.E_SUMMON).go()
    table.play(f"KIND {ASHIGARU}")
    assert table.decision == "SUMMON_COST 0" and table.choices() == ["EVENT 3", "EVENT 5", "EVENT 7"]
    table.play("EVENT 5", "EVENT 3")
    assert table.s.hand_size == 1 and list(table.s.event_place[[3, 5, 7]]) == [st.EVENT_DISCARD] * 2 + [st.EVENT_HAND]
    assert table.choices() == ["SPACE 4", "SPACE 10"]  # no stop before the first
    table.play("SPACE 10")
    assert table.choices() == ["PASS", "SPACE 4"]
    table.play("SPACE 4")
    assert list(table.s.at[[8, 9, 10]]) == [10, 4, -1] and table.heard() == ["summon"] * 2
    assert table.decision == "PLAN_FIRST 1"


def test_b068_the_oni_may_stop_after_the_first():
    table = summoning(3, 5, heroes=3).go().play(f"KIND {ASHIGARU}", "EVENT 3", "EVENT 5", "SPACE 4", "PASS")
    assert list(table.s.at[[8, 9]]) == [4, -1] and table.decision == "PLAN_FIRST 1"


def test_a014_as_often_as_it_can_pay():
    table = summoning(0, 1, 2, 3, heroes=3).go()
    table.play(f"KIND {ASHIGARU}", "EVENT 0", "EVENT 1", "SPACE 4", "SPACE 10")
    assert table.decision == "SUMMON 0" and table.choices() == ["PASS", f"KIND {NINJA}", f"KIND {BAKEMONO}"]
    table.play(f"KIND {NINJA}", "EVENT 2", "EVENT 3", "SPACE 22", "PASS")
    assert table.decision == "PLAN_FIRST 1" and table.s.at[FIRST_NINJA] == 22


def test_b068_who_cannot_pay_is_not_asked():
    assert summoning(3).go().decision == "PLAN_FIRST 1"


def test_o139_figures_come_to_reinforcement_spaces_of_their_type():
    table = summoning(0, 1, heroes=4).go().play(f"KIND {NINJA}", "EVENT 0", "EVENT 1")
    assert table.choices() == ["SPACE 16", "SPACE 22"]


@pytest.mark.parametrize(("heroes", "spaces"), [(1, [4]), (2, [4]), (3, [4, 10]), (4, [4, 10])])
def test_o140_spaces_marked_3_only_with_three_or_more_heroes(heroes, spaces):
    table = summoning(0, 1, heroes=heroes).go().play(f"KIND {ASHIGARU}", "EVENT 0", "EVENT 1")
    assert table.choices() == [f"SPACE {space}" for space in spaces]


def test_b066_the_heroes_of_the_start_count():
    table = summoning(0, 1, heroes=3).kill(0).kill(1).go().play(f"KIND {ASHIGARU}", "EVENT 0", "EVENT 1")
    assert "SPACE 10" in table.choices()


def test_o141_b067_any_kind_of_which_a_figure_is_left_but_never_an_oni():
    table = summoning(0, 1).stand(THE_BAKEMONO, 20).stand(FIRST_ASHIGARU, 21).go()
    assert table.choices() == ["PASS", f"KIND {ASHIGARU}", f"KIND {SAMURAI}", f"KIND {NINJA}"]


def test_o139_a_taken_space_is_none():
    assert summoning(0, 1).stand(FIRST_ASHIGARU, 4).stand(FIRST_NINJA, 16).go().decision == "PLAN_FIRST 1"


def test_o148_a_position_of_the_tree_brings_more_figures():
    table = summoning(0, 1, heroes=3)
    table.t.summon_figures = 1
    table.t.modifier[0] = (st.SUMMONED, 1, 0, 0, 0, 0)
    table.t.modifier_source[0] = st.NODE_SOURCE
    table.t.stat_modifiers[st.SUMMONED, 0] = 0
    table.s.node[0, 0] = 1
    table.s.live[st.NODE_SOURCE] = 1
    table.hand(0, 1, 2, 3).go().play(f"KIND {ASHIGARU}", "EVENT 0", "EVENT 1", "SPACE 4", "SPACE 10")
    table.play(f"KIND {NINJA}", "EVENT 2", "EVENT 3", "SPACE 16")
    assert list(table.s.at[[8, 9]]) == [4, 10]
    assert list(table.s.at[[FIRST_NINJA, FIRST_NINJA + 1]]) == [16, -1]  # of the other type


def test_b069_who_comes_again_is_unharmed_and_may_act_in_the_round():
    table = summoning(0, 1)
    table.s.damage[8], table.s.condition[8, 1], table.s.lost[8], table.s.acted[8] = 1, 2, 1, 1
    table.go().play(f"KIND {ASHIGARU}", "EVENT 0", "EVENT 1", "SPACE 4")
    assert table.s.damage[8] == table.s.condition[8, 1] == table.s.lost[8] == table.s.acted[8] == 0


def test_an_effect_summons_without_cost():
    table = summoning(0).at(stages.LAYING, phase=st.TECHNIQUES).hand(0)
    table.do(summon.begin_free_summon, st.CREATURE, 1)
    table.go()
    assert table.decision == "SUMMON 0" and table.choices() == ["PASS", f"KIND {NINJA}", f"KIND {BAKEMONO}"]
    table.play(f"KIND {NINJA}", "SPACE 16")
    assert table.s.hand_size == 1 and table.decision == "TECHNIQUE 0"


@pytest.mark.parametrize(("how", "frozen"), [(st.NO_BATTLE, 0), (st.BY_WRONG, 0), (st.BY_UNMASKING, 1)])
def test_o138_o189_a012_for_events_agents_come_in_the_final_battle_too(how, frozen):
    table = summoning(0, 1)
    table.s.battle, table.s.frozen = how, frozen
    table.go().play(f"KIND {NINJA}", "EVENT 0", "EVENT 1", "SPACE 16")
    assert table.s.at[FIRST_NINJA] == 16 and table.s.hand_size == 0
    assert (table.s.event_place[:2] == st.EVENT_DISCARD).all()


def test_o129_o130_laid_beside_a_card_an_events_technique_works_and_its_special_effect_does_not():
    table = laying(3).stand(FIRST_NINJA, 20)
    table.t.event_stat[3, st.DEFENSE], table.t.event_program[3] = 2, 1  # a program stands there
    table.go().play("EVENT 3", f"KIND {NINJA}").go()
    assert table.s.kind_mods[NINJA, st.DEFENSE] == 2 and "program" not in table.activations
