"""Chapter 19, the end of the round: O193 to O212, the rulings A20, A35, A37, B63, B65, B85 to B88, and example E1."""

from __future__ import annotations

import numpy as np
import pytest
from rules.okko.position_s import TECHNIQUE_ONLY, WEAKNESS, Table

from shugyo.envs.okko import state as st
from shugyo.envs.okko.rules import round_end, stages
from shugyo.envs.okko.rules.round import advance_round
from shugyo.envs.okko.rules.sources import refresh_sources

ALL_CARDS = slice(0, 8)  # of Hero 0


def ending(stage: int = stages.DISCARDING, heroes: int = 2, number: int = 2, **rules: int) -> Table:
    """A step of the end phase begins; the Oni holds nothing, all Event cards are in the deck."""
    return Table(heroes, **rules).at(stage, number, st.END_PHASE).hand()


def step(table: Table, times: int = 1) -> Table:
    """Only so many stages."""
    for _ in range(times):
        table.do(advance_round)
    return table


def in_hand(table: Table, hero: int) -> int:
    """Wounds in the Hero's hand."""
    return int(np.count_nonzero((table.s.wound_owner == hero) & (table.s.wound_place == st.HAND)))


# ---- the order ------------------------------------------------------------------------------------------------------
def test_o194_the_steps_in_their_order():
    order = [
        stages.APPEARING, stages.ACCUSING, stages.ANSWERING, stages.REORGANISING, stages.DISCARDING, stages.WOUNDING,
        stages.RECOVERING, stages.FALLING, stages.NEW_HANDS, stages.FALLING_AGAIN, stages.ONI_CARDS,
        stages.MISSION_TILES, stages.LOOKING, stages.CLOSING, stages.CORRUPTING,
    ]  # fmt: skip
    table = ending(stages.APPEARING, investigation=False)
    passed = [stages.APPEARING]
    while passed[-1] != stages.CORRUPTING:
        step(table)
        if table.s.tasks[0, st.STAGE] != passed[-1]:
            passed.append(int(table.s.tasks[0, st.STAGE]))
    assert passed == order


def test_the_end_is_announced_after_accusations():
    table = ending(stages.APPEARING).listen(st.E_END).go()
    assert table.decision == "ACCUSE 1" and table.heard() == []
    assert table.play("PASS").heard() == ["end"]


# ---- step 3 ---------------------------------------------------------------------------------------------------------
def test_o195_each_living_hero_with_a_card_may_reorganise_without_an_action():
    table = ending(stages.ANSWERING, heroes=4).kill(2)
    table.t.item_classes[:] = 1
    table.t.hero_supplies[:] = 2
    for item, hero in enumerate((0, 2, 3)):
        table.s.item_owner[item], table.s.item_slot[item] = hero, st.SUPPLIES
    table.go()
    assert table.decision == "REORGANISE 1" and table.choices() == ["PASS", "YES"]
    assert table.play("PASS").decision == "REORGANISE 4"
    assert table.play("YES").decision == "PLACE_ITEM 4"
    table.play("SLOT 0")
    assert table.s.item_slot[2] == st.RIGHT_HAND and not table.decision.startswith("REORGANISE")


# ---- step 4 ---------------------------------------------------------------------------------------------------------
def test_o196_laid_cards_and_the_wound_go_to_the_discard_pile():
    table = ending().wounds(0, st.RIGHT, 4).wounds(1, st.HAND, 5)
    table.s.card_place[[1, 8 + 2]] = st.LEFT, st.RIGHT
    step(table)
    assert list(table.s.card_place[[1, 10]]) == [st.DISCARDED] * 2 and table.s.wound_place[4] == st.DISCARDED
    assert np.count_nonzero(table.s.card_place == st.HAND) == 14 and table.s.wound_place[5] == st.HAND


def test_o212_talents_work_on_though_their_cards_are_discarded():
    table = ending()
    table.s.phase = st.ACTIVATIONS
    table.s.card_place[1] = st.LEFT
    table.do(refresh_sources)
    table.s.phase = st.END_PHASE
    step(table)
    table.do(refresh_sources)
    assert table.s.card_place[1] == st.DISCARDED and table.s.live[st.CARD_SOURCE + 1] == 1


def test_o212_techniques_work_until_the_round_is_closed():
    table = ending()
    table.s.mods[0, st.SPEED], table.s.kind_mods[2, st.DEFENSE], table.s.turned_up[0] = 2, 1, 3
    while table.s.tasks[0, st.STAGE] != stages.CLOSING:
        step(table)
    assert table.s.mods[0, st.SPEED] == 2 and table.s.kind_mods[2, st.DEFENSE] == 1 and table.s.turned_up[0] == 3
    step(table)
    assert table.s.mods[0, st.SPEED] == table.s.kind_mods[2, st.DEFENSE] == 0 and table.s.turned_up[0] == -1


@pytest.mark.parametrize(("option", "damage", "wounds"), [(0, 1, 1), (1, 1, 0)])
def test_a035_by_the_option_the_weakness_heals_before_damage_becomes_wounds(option, damage, wounds):
    table = ending(weakness_at_end=option)
    table.s.card_place[WEAKNESS] = st.LEFT
    table.s.damage[0] = 4
    step(table, 2)
    assert table.s.damage[0] == damage and in_hand(table, 0) == wounds


# ---- step 5 ---------------------------------------------------------------------------------------------------------
def test_e001_o197_wounds():
    table = ending(stages.WOUNDING)
    table.s.damage[0] = 5
    step(table)
    assert table.s.damage[0] == 2 and in_hand(table, 0) == 1


@pytest.mark.parametrize(("damage", "left", "wounds"), [(2, 2, 0), (3, 0, 1), (6, 3, 1), (9, 6, 1)])
def test_o197_o198_stamina_tokens_for_one_wound_and_no_more(damage, left, wounds):
    table = ending(stages.WOUNDING)
    table.s.damage[1] = damage
    step(table)
    assert table.s.damage[1] == left and in_hand(table, 1) == wounds and in_hand(table, 0) == 0


def test_o197_wounds_come_at_random_from_those_in_the_deck():
    drawn = set()
    for key in range(40):
        table = ending(stages.WOUNDING, key=key).wounds(1, st.DISCARDED, *range(4, 16))
        table.s.damage[0] = 3
        step(table)
        drawn |= set(np.flatnonzero(table.s.wound_owner == 0))
    assert drawn == {0, 1, 2, 3}


def test_o197_an_empty_deck_gives_none():
    table = ending(stages.WOUNDING).wounds(1, st.DISCARDED, *range(16))
    table.s.damage[0] = 4
    step(table)
    assert in_hand(table, 0) == 0 and table.s.damage[0] == 1


# ---- step 6 ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("condition", [st.BLEEDING, st.POISONED, st.STUNNED])
def test_o200_a020_b088_a_condition_lasts_its_round_and_the_next_on_all_figures(condition):
    table = ending(stages.RECOVERING)
    for figure in (0, st.COMPANION_FIGURE, 13):
        table.s.condition[figure, condition] = 2
    step(table)
    assert list(table.s.condition[[0, 4, 13], condition]) == [1, 1, 1]
    table.s.tasks[0, st.STAGE] = stages.RECOVERING
    step(table)
    assert (table.s.condition == 0).all()


def test_o205_a020_amputee_stays():
    table = ending(stages.RECOVERING)
    table.s.condition[0, st.AMPUTEE] = 2
    assert step(table).s.condition[0, st.AMPUTEE] == 2


# ---- step 7 ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("wounds", "alive"), [(2, 1), (3, 0), (4, 0)])
def test_o206_three_wounds_in_hand_eliminate(wounds, alive):
    table = step(ending(stages.FALLING).wounds(0, st.HAND, *range(wounds)))
    assert table.s.alive[0] == alive and table.s.alive[1] == 1


def test_o206_played_and_discarded_wounds_do_not_count():
    assert step(ending(stages.FALLING).wounds(0, st.HAND, 0, 1).wounds(0, st.DISCARDED, 2, 3)).s.alive[0] == 1


def test_b104_the_number_of_wounds_is_content():
    assert step(ending(stages.FALLING, wounds_to_eliminate=2).wounds(0, st.HAND, 0, 1)).s.alive[0] == 0


def test_o208_o107_without_action_cards_in_hand_the_discard_pile_comes_back_wounds_included():
    table = ending(stages.NEW_HANDS).wounds(0, st.DISCARDED, 1).wounds(0, st.HAND, 2)
    table.s.card_place[ALL_CARDS] = st.DISCARDED
    step(table)
    assert (table.s.card_place[ALL_CARDS] == st.HAND).all() and in_hand(table, 0) == 2


def test_o208_not_with_a_card_left():
    table = ending(stages.NEW_HANDS).wounds(0, st.DISCARDED, 1)
    table.s.card_place[ALL_CARDS] = st.DISCARDED
    table.s.card_place[TECHNIQUE_ONLY] = st.HAND
    step(table)
    assert np.count_nonzero(table.s.card_place[ALL_CARDS] == st.HAND) == 1 and in_hand(table, 0) == 0


def test_o108_the_weakness_is_laid_once_in_every_pass_through_the_hand():
    """It is an Action card: as long as it is in the hand, no card comes back, and laying it is the only choice."""
    table = ending(stages.NEW_HANDS)
    table.s.card_place[ALL_CARDS] = st.DISCARDED
    table.s.card_place[WEAKNESS] = st.HAND
    table.on_to("PLAN_FIRST 1")
    assert table.choices() == [f"LEFT {WEAKNESS}"]
    table.play(f"LEFT {WEAKNESS}").on_to("PLAN_FIRST 1")
    assert (table.s.card_place[ALL_CARDS] == st.HAND).all()


def test_o207_a_wound_is_no_action_card():
    """Nobody can lay one first, and with nothing but Wounds in hand the discard pile comes back."""
    table = ending(stages.NEW_HANDS).wounds(0, st.HAND, 1, 2)
    table.s.card_place[ALL_CARDS] = st.DISCARDED
    table.s.card_place[TECHNIQUE_ONLY] = st.HAND
    assert table.on_to("PLAN_FIRST 1").choices() == [f"RIGHT {TECHNIQUE_ONLY}"]
    table.s.card_place[TECHNIQUE_ONLY] = st.DISCARDED
    table.s.tasks[0, st.STAGE] = stages.NEW_HANDS
    step(table)
    assert (table.s.card_place[ALL_CARDS] == st.HAND).all() and in_hand(table, 0) == 2


def test_a037_three_wounds_after_taking_back_eliminate():
    table = ending(stages.FALLING).wounds(0, st.DISCARDED, 0, 1).wounds(0, st.HAND, 2)
    table.s.card_place[ALL_CARDS] = st.DISCARDED
    step(table, 2)
    assert table.s.alive[0] == 1
    assert step(table).s.alive[0] == 0


def test_o194_a_hero_is_eliminated_before_the_new_hand_though_it_would_come_later():
    table = ending(stages.WOUNDING).wounds(0, st.HAND, 0, 1)
    table.s.damage[0] = 3
    step(table, 2)
    assert table.s.alive[0] == 1 and in_hand(table, 0) == 3  # conditions come first
    assert step(table).s.alive[0] == 0


def test_b085_each_step_for_all_heroes_before_the_next():
    table = ending(stages.WOUNDING, heroes=3)
    table.s.damage[:3] = 3
    step(table)
    assert [in_hand(table, hero) for hero in range(3)] == [1, 1, 1] and list(table.s.damage[:3]) == [0, 0, 0]


@pytest.mark.parametrize(("held", "alive"), [(0, 1), (1, 1), (2, 0)])
def test_a037_b086_a_wound_drawn_by_an_effect_eliminates_at_once(held, alive):
    table = ending(stages.HERO_TURN).wounds(0, st.HAND, *range(held))
    table.do(round_end.draw_wound, 0)
    assert table.s.alive[0] == alive


def test_o198_b086_it_is_the_one_of_the_round_and_the_damage_stays():
    table = ending(stages.WOUNDING)
    table.do(round_end.draw_wound, 0)
    table.do(round_end.draw_wound, 0)
    table.s.damage[:2] = 4
    step(table)
    assert [in_hand(table, hero) for hero in (0, 1)] == [1, 1] and list(table.s.damage[:2]) == [4, 1]


def test_o198_after_the_round_the_next_wound_can_be_drawn():
    table = ending(stages.WOUNDING)
    table.do(round_end.draw_wound, 0)
    table.on_to("PLAN_FIRST 1")
    assert not table.s.wounded.any()
    table.do(round_end.draw_wound, 0)
    assert in_hand(table, 0) == 2


def test_b087_wounds_and_cards_of_the_dead_do_not_come_back():
    table = step(ending(stages.FALLING).wounds(0, st.HAND, 0, 1, 2), 2)
    assert (table.s.card_place[ALL_CARDS] == st.NOWHERE).all()
    assert not any(table.do(round_end.in_wound_deck, wound) for wound in range(3))


# ---- step 8 ---------------------------------------------------------------------------------------------------------
def test_o136_o210_techniques_are_discarded_and_two_cards_drawn():
    table = ending(stages.ONI_CARDS).hand(5)
    table.s.event_place[3], table.s.event_kind[3] = st.EVENT_LAID, 2
    step(table)
    assert table.s.event_place[3] == st.EVENT_DISCARD and table.s.event_kind[3] == -1
    assert table.s.hand_size == 3 == np.count_nonzero(table.s.event_place == st.EVENT_HAND)


def test_b104_how_many_are_drawn_is_content():
    assert step(ending(stages.ONI_CARDS, events_drawn=5)).s.hand_size == 5


def test_o137_an_empty_deck_is_made_of_the_discard_pile():
    table = ending(stages.ONI_CARDS).hand(*range(8))
    table.s.event_place[8:12] = st.EVENT_DISCARD
    table.s.event_place[11] = st.EVENT_DECK
    step(table)
    assert table.s.hand_size == 10 and table.s.event_place[11] == st.EVENT_HAND
    assert list(np.sort(table.s.event_place[8:11])) == [st.EVENT_DECK, st.EVENT_DECK, st.EVENT_HAND]


def test_b065_with_both_empty_nothing_is_drawn():
    assert step(ending(stages.ONI_CARDS).hand(*range(12))).s.hand_size == 12


def test_o025_o210_events_come_at_random():
    drawn = {tuple(np.flatnonzero(step(ending(stages.ONI_CARDS, key=key)).s.event_place == 2)) for key in range(30)}
    assert len(drawn) > 15 and {event for pair in drawn for event in pair} == set(range(12))


# ---- closing --------------------------------------------------------------------------------------------------------
def kami(acted: int, face_down: int = 0, is_kami: int = 1) -> Table:
    """Hero 0 has a Kami; the round is closed."""
    table = ending(stages.CLOSING).stand(st.COMPANION_FIGURE, 3)
    table.s.companion[0] = 5
    table.t.companion_kami[5] = is_kami
    table.s.acted[st.COMPANION_FIGURE], table.s.face_down[0] = acted, face_down
    return step(table)


def test_b063_a_kami_that_came_too_late_to_act_is_turned_face_down():
    assert kami(acted=0).s.face_down[0] == 1


def test_b063_one_that_has_acted_turns_by_its_own_activation_only():
    assert kami(acted=1).s.face_down[0] == 0


def test_b063_a_follower_is_never_turned():
    assert kami(acted=0, is_kami=0).s.face_down[0] == 0


def test_o211_b020_what_lasts_for_a_round_is_over_with_it():
    table = ending(stages.CLOSING)
    table.s.order[:2], table.s.position = (1, 0), 2
    table.s.activated[:3] = table.s.used[5] = table.s.acted[0] = table.s.discarded_item[0] = table.s.fired[3] = 1
    step(table)
    assert table.s.turn == 2 and list(table.s.order) == [-1] * 4 and table.s.position == 0
    assert not table.s.activated.any() and not table.s.used.any() and not table.s.acted.any()
    assert not table.s.discarded_item.any() and not table.s.fired.any()
