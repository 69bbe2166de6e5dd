"""Chapter 9 and 28.8, Equipment: where cards lie, how they come and go (O89 to O98, B46 to B55, O214, O215)."""

from __future__ import annotations

import pytest
from rules.okko.position_a import LAY, RECEIVE, Position

from shugyo.envs.okko import actions as act
from shugyo.envs.okko import ops
from shugyo.envs.okko import state as st
from shugyo.envs.okko.rules.usable import ACTION

RIGHT, LEFT, BOTH, CLOTHING, SUPPLIES = range(5)
HAND = RIGHT  # the kind of a card for one hand
SAMURAI, RONIN = 1, 2  # bits of classes; Hero 0 is a samurai here, Hero 1 a ronin
ITEM = act.ITEM_NAME


def slot(number: int) -> int:
    return act.SLOT + number


def acting(p: Position) -> Position:
    return p.start(st.T_HERO, 0)


def receiving(p: Position, item: int = 0) -> Position:
    """Hero 0 gets a card."""
    return p.start(RECEIVE, 0, item)


# ---- where a card may lie -------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("kind", "slots"),
    [
        (HAND, {RIGHT, LEFT, SUPPLIES}),
        (BOTH, {BOTH, SUPPLIES}),
        (CLOTHING, {CLOTHING, SUPPLIES}),
        (SUPPLIES, {SUPPLIES}),
    ],
)
def test_o090_o091_a_card_lies_where_it_says_or_in_supplies(kind, slots):
    p = receiving(Position().item(0, kind, 1, SUPPLIES))
    assert p.asked() == "PLACE_ITEM" and p.s.seat == 1 and p.slots() == slots
    assert act.PASS in p.choices()  # B49: or it is discarded


@pytest.mark.parametrize("kind", [HAND, BOTH, CLOTHING])
def test_o093_a_card_of_another_class_can_only_be_carried(kind):
    assert receiving(Position().item(0, kind, 1, SUPPLIES, RONIN)).slots() == {SUPPLIES}


def test_o089_supplies_have_as_many_places_as_the_character_card_says():
    p = Position().item(0, SUPPLIES, 1, SUPPLIES).item(1, SUPPLIES, 0, SUPPLIES)
    assert receiving(p).slots() == {SUPPLIES}
    p = Position().item(0, SUPPLIES, 1, SUPPLIES).item(1, SUPPLIES, 0, SUPPLIES)
    p.t.hero_supplies[0] = 1
    assert receiving(p).slots() == set()


# ---- receiving ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("kind", "place", "left"),
    [
        (HAND, RIGHT, {2, 4}),
        (HAND, LEFT, {1, 4}),
        (BOTH, BOTH, {4}),
        (CLOTHING, CLOTHING, {1, 2}),
    ],
)
def test_b049_what_lay_there_is_discarded(kind, place, left):
    p = (
        Position()
        .item(0, kind, 1, SUPPLIES)
        .item(1, HAND, 0, RIGHT)
        .item(2, HAND, 0, LEFT)
        .item(4, CLOTHING, 0, CLOTHING)
    )
    receiving(p).play(slot(place))
    assert p.s.item_owner[0] == 0 and p.s.item_slot[0] == place
    assert {i for i in (1, 2, 4) if p.s.item_owner[i] == 0} == left
    assert all(p.s.item_owner[i] == st.IN_DISCARD for i in {1, 2, 4} - left)


@pytest.mark.parametrize("hand", [RIGHT, LEFT])
def test_b049_o090_a_two_handed_card_gives_way_to_one_for_a_hand(hand):
    p = receiving(Position().item(0, HAND, 1, SUPPLIES).item(1, BOTH, 0, BOTH)).play(slot(hand))
    assert p.s.item_owner[1] == st.IN_DISCARD and p.s.item_slot[0] == hand


def test_b049_where_supplies_are_full_the_new_card_takes_the_place_of_one_of_them():
    p = Position().item(0, HAND, 1, SUPPLIES).item(1, SUPPLIES, 0, SUPPLIES).item(2, SUPPLIES, 0, SUPPLIES)
    receiving(p.item(3, HAND, 0, RIGHT))
    assert p.choices() == {act.PASS, slot(RIGHT), slot(LEFT), ITEM + 1, ITEM + 2}
    p.play(ITEM + 2)
    assert p.s.item_slot[0] == SUPPLIES and p.s.item_owner[2] == st.IN_DISCARD and p.s.item_owner[1] == 0


def test_b049_the_new_card_may_be_discarded():
    p = receiving(Position().item(0, HAND, 1, SUPPLIES)).play(act.PASS)
    assert p.s.item_owner[0] == st.IN_DISCARD and p.events == [] and p.s.task_count == 0


def test_o034_b052_a_card_that_comes_to_a_hand_is_face_down_one_in_clothing_works():
    p = receiving(Position().item(0, HAND, 1, SUPPLIES).item(1, HAND, 0, LEFT)).play(slot(RIGHT))
    assert p.s.turned_up[0] == -1 and p.s.live[st.ITEM_SOURCE] == 0
    p = receiving(Position().item(0, CLOTHING, 1, SUPPLIES)).play(slot(CLOTHING))
    assert p.s.live[st.ITEM_SOURCE] == 1 and p.events == [("item", 0)]


def test_b049_the_card_turned_up_stops_working_when_it_is_driven_out():
    p = Position().item(0, HAND, 1, SUPPLIES).item(1, HAND, 0, RIGHT)
    p.s.turned_up[0] = 1
    receiving(p).play(slot(RIGHT))
    assert p.s.turned_up[0] == -1 and p.s.live[st.ITEM_SOURCE + 1] == 0


# ---- transfer -------------------------------------------------------------------------------------------------------
def test_o098_b050_one_card_out_of_supplies_to_an_adjacent_hero_who_places_it():
    p = Position(heroes=3).item(0, HAND, 0, SUPPLIES).item(1, HAND, 0, RIGHT).item(2, CLOTHING, 0, SUPPLIES)
    acting(p).play(act.GIVE_ITEM)  # Hero 1 stands beside Hero 0, Hero 2 does not
    assert p.asked() == "ITEM" and p.choices() == {ITEM, ITEM + 2} and p.s.actions_left[0] == 2
    p.play(ITEM + 2)
    assert p.asked() == "RECEIVER" and p.choices() == {act.HERO_NAME + 1}
    p.play(act.HERO_NAME + 1)
    assert p.asked() == "PLACE_ITEM" and p.s.seat == 2
    p.play(slot(CLOTHING))
    assert p.s.item_owner[2] == 1 and p.s.item_slot[2] == CLOTHING and p.events[-1] == ("item", 1)
    assert p.asked() == "HERO_ACTION" and p.s.seat == 1


def test_o098_without_a_card_in_supplies_or_a_hero_beside_nothing_is_transferred():
    assert act.GIVE_ITEM not in acting(Position().item(0, HAND, 0, RIGHT)).choices()
    assert act.GIVE_ITEM not in acting(Position().item(0, HAND, 0, SUPPLIES).stand(1, 5)).choices()
    assert act.GIVE_ITEM in acting(Position().item(0, HAND, 0, SUPPLIES)).choices()


# ---- discarding and using -------------------------------------------------------------------------------------------
def test_o096_b053_one_card_of_any_slot_is_discarded_for_free_in_an_activation():
    p = Position().item(0, CLOTHING, 0, CLOTHING).item(1, HAND, 0, LEFT).item(2, HAND, 1, RIGHT)
    acting(p).play(act.DISCARD_ITEM)
    assert p.choices() == {ITEM, ITEM + 1}
    p.play(ITEM)
    assert p.s.item_owner[0] == st.IN_DISCARD and p.s.live[st.ITEM_SOURCE] == 0
    assert p.s.actions_left[0] == 3 and act.DISCARD_ITEM not in p.choices()
    p.play(act.PASS)
    assert act.DISCARD_ITEM in acting(p).choices()  # the next activation


def test_b048_only_what_works_can_be_used():
    p = Position().action(st.ITEM_SOURCE, ACTION, (ops.DAMAGE_BY, 1, ops.SELF))
    p.item(0, HAND, 0, RIGHT).item(1, HAND, 0, LEFT)
    assert act.USE_ITEM not in acting(p).choices()
    p = Position().action(st.ITEM_SOURCE, ACTION, (ops.DAMAGE_BY, 1, ops.SELF))
    p.item(0, HAND, 0, RIGHT).item(1, HAND, 0, LEFT)
    p.s.turned_up[0] = 0
    acting(p).play(act.USE_ITEM, ITEM)
    assert p.s.actions_left[0] == 2 and p.doing() == st.T_PROGRAM and p.task()[st.SOURCE] == st.ITEM_SOURCE


@pytest.mark.parametrize(("classes", "usable"), [(SAMURAI, True), (RONIN, False)])
def test_b047_a_card_that_works_in_supplies_is_used_by_its_classes_only(classes, usable):
    p = Position().action(st.ITEM_SOURCE, ACTION, (ops.DAMAGE_BY, 1, ops.SELF)).item(0, SUPPLIES, 0, SUPPLIES, classes)
    assert (act.USE_ITEM in acting(p).choices()) == usable


# ---- reorganising ---------------------------------------------------------------------------------------------------
def noburo(supplies: int = 2) -> Position:
    """E14: the Naginata in both hands, Wakisashi and Inro in Supplies."""
    p = Position().item(0, BOTH, 0, BOTH).item(1, HAND, 0, SUPPLIES).item(2, HAND, 0, SUPPLIES)
    p.t.hero_supplies[0] = supplies
    return p


def test_e14_o097_noburo_reorganises_with_one_action():
    p = acting(noburo()).play(act.REORGANISE_ITEMS)
    assert p.asked() == "PLACE_ITEM" and p.slots() == {BOTH, SUPPLIES} and act.PASS not in p.choices()
    p.play(slot(SUPPLIES))
    assert p.slots() == {RIGHT, LEFT, SUPPLIES}
    p.play(slot(RIGHT))
    assert p.slots() == {LEFT, SUPPLIES}
    p.play(slot(LEFT))
    assert list(p.s.item_slot[:3]) == [SUPPLIES, RIGHT, LEFT]
    assert p.asked() == "HERO_ACTION" and p.s.actions_left[0] == 2 and p.events == [("activation", 0)]


def test_b051_a_place_is_open_only_if_all_cards_in_hand_will_find_one():
    p = noburo(supplies=2).item(3, SUPPLIES, 0, SUPPLIES)
    p.s.item_slot[1] = LEFT  # a position with three cards that need Supplies if the Naginata goes there
    p.s.item_slot[0] = SUPPLIES
    p.s.item_slot[2] = RIGHT
    p.start(LAY, 0)
    assert p.slots() == {SUPPLIES}  # the Naginata in the hands would leave three cards for two places
    p.play(slot(SUPPLIES))
    assert p.slots() == {RIGHT, LEFT}  # the last place is the card's that lies nowhere else
    p.play(slot(LEFT))
    assert p.slots() == {RIGHT}
    p.play(slot(RIGHT))
    assert p.slots() == {SUPPLIES}
    p.play(slot(SUPPLIES))
    assert p.s.task_count == 0 and (p.s.item_owner[:4] == 0).all()


def test_b051_a_card_of_another_class_needs_a_place_in_supplies():
    p = Position().item(0, HAND, 0, RIGHT).item(1, HAND, 0, SUPPLIES, RONIN)
    p.t.hero_supplies[0] = 1
    assert p.start(LAY, 0).slots() == {RIGHT, LEFT}


def test_b051_clothing_is_one_slot():
    p = Position().item(0, HAND, 0, RIGHT).item(1, CLOTHING, 0, CLOTHING).item(2, CLOTHING, 0, SUPPLIES)
    p.t.hero_supplies[0] = 1
    p.start(LAY, 0)
    assert p.slots() == {RIGHT, LEFT}  # the one place in Supplies is for one of the two
    assert p.play(slot(RIGHT)).slots() == {CLOTHING, SUPPLIES}
    assert p.play(slot(SUPPLIES)).slots() == {CLOTHING}


def test_b051_b055_a_two_handed_card_needs_both_hands_or_a_place_in_supplies():
    p = Position().item(0, SUPPLIES, 0, SUPPLIES).item(1, BOTH, 0, BOTH)
    p.t.hero_supplies[0] = 1
    p.start(LAY, 0)
    assert p.slots() == {SUPPLIES} and p.play(slot(SUPPLIES)).slots() == {BOTH}
    p = Position().item(0, HAND, 0, RIGHT).item(1, HAND, 0, LEFT).item(2, BOTH, 0, SUPPLIES)
    p.t.hero_supplies[0] = 1
    p.start(LAY, 0)
    assert p.slots() == {RIGHT, LEFT} and p.play(slot(LEFT)).slots() == {RIGHT}
    assert p.play(slot(RIGHT)).slots() == {SUPPLIES}


@pytest.mark.parametrize(("place", "up"), [(LEFT, 0), (SUPPLIES, -1)])
def test_b052_the_card_turned_up_stays_so_in_a_hand_and_stops_working_elsewhere(place, up):
    p = Position().item(0, HAND, 0, RIGHT)
    p.s.turned_up[0] = 0
    p.start(LAY, 0).play(slot(place))
    assert p.s.turned_up[0] == up and p.s.live[st.ITEM_SOURCE] == (up == 0)


def test_o097_without_equipment_there_is_nothing_to_reorganise():
    assert act.REORGANISE_ITEMS not in acting(Position().item(0, HAND, 1, RIGHT)).choices()


# ---- drawing --------------------------------------------------------------------------------------------------------
def drawing(n: int, keep: int, deck: int, discard: int = 0) -> Position:
    p = Position()
    for item in range(deck + discard):
        p.item(item, SUPPLIES, st.IN_DECK if item < deck else st.IN_DISCARD)
    return p.start(st.T_ITEMS, 0, n, keep)


def test_o214_o215_fewer_than_may_be_kept_can_be_kept():
    p = drawing(3, 2, deck=4)
    assert p.asked() == "CHEST_KEEP" and p.s.seat == 1
    first = min(p.named(ITEM, st.ITEMS))
    p.play(ITEM + first, slot(SUPPLIES), act.PASS)
    assert p.s.task_count == 0 and p.s.item_owner[first] == 0
    assert (p.s.item_owner == st.IN_DISCARD).sum() == 2 and (p.s.item_owner == st.IN_DECK).sum() == 1
    assert not (p.s.item_owner == st.DRAWN).any() and p.events == [("item", 0)]


def test_o214_a_card_that_is_kept_may_then_be_discarded_and_was_still_the_choice():
    p = drawing(2, 1, deck=2)
    p.play(ITEM, act.PASS)
    assert p.s.task_count == 0 and (p.s.item_owner[:2] == st.IN_DISCARD).all() and p.events == []


def test_b054_an_empty_deck_is_made_of_the_discard_pile():
    p = drawing(3, 1, deck=1, discard=4)
    assert len(p.named(ITEM, st.ITEMS)) == 3 and 0 in p.named(ITEM, st.ITEMS)
    assert (p.s.item_owner == st.IN_DECK).sum() == 2 and not (p.s.item_owner == st.IN_DISCARD).any()


def test_b054_if_both_are_empty_fewer_are_drawn():
    assert drawing(5, 3, deck=1, discard=1).named(ITEM, st.ITEMS) == {0, 1}
    assert drawing(5, 3, deck=0).s.task_count == 0


def test_b100_every_card_of_the_deck_can_come_first():
    first = set()
    for key in range(60):
        p = Position()
        for item in range(4):
            p.item(item, SUPPLIES, st.IN_DECK)
        p.s.key = key
        first |= p.start(st.T_ITEMS, 0, 1, 1).named(ITEM, st.ITEMS)
        assert p.s.draws[st.ITEM_DRAWS] == 1  # the next card has a random word of its own
    assert first == {0, 1, 2, 3}
