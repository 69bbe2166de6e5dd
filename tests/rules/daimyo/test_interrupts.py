"""Interrupts: D144; R10, R35 to R37; R15 and R59, what is hidden and what is known, since R36 stands on it."""

from __future__ import annotations

import pytest
from rules.daimyo.box import card, on, op, probe, skill
from rules.daimyo.position import Table

DRAW = op("draw")
LOOT = op("loot", deck="regalia")
EVENTS = {  # an action of seat 0's main phase that brings the event about
    "deploy": ("PLAY red3",),
    "loot": ("PLAY probe",),
    "start_duel": ("HERO_SKILL asa", "HERO emi"),
    "purchase": ("BUY red6",),
    "reveal": ("END_TURN",),
    "end_phase": ("END_TURN",),
}


def answer(event: str, *do: dict, **more) -> dict[str, dict]:
    """A reinforcement ``answer`` that interrupts the event."""
    interrupt = skill("interrupt", *(do or (DRAW,)), event=event, **more)
    return {"answer": card(interrupt, number=91, name="Answer")}


def asked(event: str, num_players: int = 2, do: tuple[dict, ...] = (), **more) -> Table:
    """Seat 0's main phase; seat 1 holds the answer to that event. asa can start duels; the probe loots."""
    heroes = {"asa": {"action": {"active": True, "do": [op("duel")]}}}
    table = probe(LOOT, num_players=num_players, reinforcements=answer(event, *do, **more), heroes=heroes)
    table.hand(0, "red3").hand(1, "answer").deck(1, "violet4").pool("samurai", "red6").hero_deck("haru")
    table.s.mon = 9
    return table


# ---- D144 -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("event", EVENTS)
def test_d144_an_interrupt_answers_the_action_that_it_names(event):
    table = asked(event).play(*EVENTS[event])
    assert table.decision == "INTERRUPT 1" and table.choices() == ["CARD answer", "PASS"]
    table.play("CARD answer")
    assert table.keys(table.s.hand[1]) == ["violet4"] and table.keys(table.s.discard[1]) == ["answer"]


@pytest.mark.parametrize("event", EVENTS)
def test_d144_and_no_other_action(event):
    # Deploying, buying, duelling and ending the turn: whatever is asked in between is not what the card answers.
    for other, names in EVENTS.items():
        if event not in ("reveal", "end_phase") or other not in ("reveal", "end_phase"):
            table = asked(event)
            table.s.deployments = 9
            happens = {other, "deploy"} if other == "loot" else {other}
            table.play(*names)
            assert (table.decision == "INTERRUPT 1") == (event in happens), other


def test_d144_it_may_be_left():
    table = asked("deploy").play("PLAY red3", "PASS")
    assert table.decision == "MAIN 0" and table.keys(table.s.hand[1]) == ["answer"]


# ---- who is asked ---------------------------------------------------------------------------------------------------
def test_r010_clockwise_from_the_actor_each_once():
    table = asked("deploy", num_players=4).turn_of(2).on_to("MAIN 2")
    for seat in (0, 1, 3):
        table.hand(seat, "answer answer")
    table.hand(2, "red3").play("PLAY red3")
    order = []
    while table.decision.startswith("INTERRUPT"):
        order.append(table.decision)
        table.play("CARD answer")
    assert order == ["INTERRUPT 3", "INTERRUPT 0", "INTERRUPT 1"]


def test_r010_every_event_is_asked_for():
    table = asked("deploy").hand(1, "answer")
    table.s.deployments = 2
    table.play("PLAY red3", "PASS", "PLAY probe")
    assert table.decision == "INTERRUPT 1"


def test_r010_of_equal_events_each():
    table = probe(LOOT, LOOT, reinforcements=answer("loot")).supply("regalia", "pot0 pot0").hand(1, "answer answer")
    asked_for = 0
    table.play("PLAY probe")
    while table.decision == "INTERRUPT 1":
        asked_for += 1
        table.play("CARD answer")
    assert asked_for == 2 and table.decision == "MAIN 0"


def test_r035_never_in_the_own_turn():
    table = asked("deploy").hand(0, "answer").play("PLAY red3", "PASS")
    assert table.decision == "MAIN 0"


def test_r035_nor_of_the_actor():
    # In seat 0's turn seat 1 loots; seat 2 is asked, and seat 0 and seat 1, who hold answers too, are not.
    table = probe(op("target", do=[LOOT]), num_players=3, reinforcements=answer("loot"))
    for seat in range(3):
        table.hand(seat, "answer")
    table.play("PLAY probe", "PLAYER 1")
    assert table.decision == "INTERRUPT 2"
    assert table.play("PASS").decision == "MAIN 0"


@pytest.mark.parametrize(
    ("hand", "deck", "is_asked"),
    [
        ("answer", "", True),
        ("red3", "answer", True),  # the deck may as well be the hand
        ("red3", "red3", False),
        ("", "answer", False),  # without a card in hand there is nothing to answer with
        ("mon", "", False),
    ],
)
def test_r036_asked_is_who_may_have_an_answer_in_hand(hand, deck, is_asked):
    table = probe(DRAW, num_players=2, reinforcements=answer("deploy")).hand(1, hand).deck(1, deck)
    table.discard(1, "answer").field(1, "answer").play("PLAY probe")
    assert (table.decision == "INTERRUPT 1") == is_asked
    if is_asked:
        assert table.choices() == (["CARD answer", "PASS"] if hand == "answer" else ["PASS"])


# ---- what it costs --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("cost", "pile"), [("discard", 0), ("return", 1)])
def test_r037_the_card_is_discarded_or_returned(cost, pile):
    table = asked("deploy", cost=cost).play("PLAY red3", "CARD answer")
    assert table.s.discard_size[1] == 1 - pile and table.s.pile_size[0] == pile


def test_r037_the_cost_is_an_event():
    heroes = {"emi": {"passive": [on("return", op("petals")), on("discard", op("petals", n=2))]}}
    table = probe(DRAW, reinforcements=answer("deploy", op("deployments"), cost="return"), heroes=heroes)
    assert table.hand(1, "answer").play("PLAY probe", "CARD answer").s.petals == 39


@pytest.mark.parametrize(("icon", "choices"), [("ninja", ["CARD answer", "PASS"]), ("samurai", ["PASS"])])
def test_r037_the_icon_asks_for_the_active_hero_of_who_interrupts(icon, choices):
    # emi, a ninja, is active at seat 1.
    table = asked("deploy", icon=icon).play("PLAY red3")
    assert table.decision == "INTERRUPT 1" and table.choices() == choices


def test_r037_in_no_duel_for_the_boosted_hero():
    # Seat 2 interrupts the duel of asa and emi; botan, a samurai, is active there, and then nobody.
    table = asked("start_duel", 3, (op("negate_duel"),), icon="samurai").hand(2, "answer")
    table.s.hand[1, table.card("answer")], table.s.hand_size[1] = 0, 0
    before = table.states.copy()
    table.play("HERO_SKILL asa", "HERO emi")
    assert table.decision == "INTERRUPT 2" and table.can("CARD answer")
    table.states[:] = before
    table.s.active[2] = -1
    assert not table.play("HERO_SKILL asa", "HERO emi").can("CARD answer")


def test_r037_without_an_active_hero_no_icon_fits():
    table = asked("deploy", icon="ninja")
    table.s.active[1] = -1
    assert table.play("PLAY red3").choices() == ["PASS"]


# ---- hidden and known -----------------------------------------------------------------------------------------------
def test_r015_how_hand_and_deck_divide_what_a_player_owns_is_hidden():
    tables = [probe(DRAW).hand(1, hand).deck(1, deck) for hand, deck in (("red3", "red6"), ("red6", "red3"))]
    assert tables[0].observation(0).tolist() == tables[1].observation(0).tolist()
    assert tables[0].observation(1).tolist() != tables[1].observation(1).tolist()


@pytest.mark.parametrize("zone", ["discard", "field", "hand"])
def test_r015_all_else_is_public(zone):
    # … and so is what is owned: another card in the hand is another card owned.
    tables = [getattr(probe(DRAW), zone)(1, key) for key in ("red3", "red6")]
    assert tables[0].observation(0).tolist() != tables[1].observation(0).tolist()


def test_r015_pools_piles_and_the_area_are_public():
    changes = (
        lambda table: table.pool("samurai", "red6"),
        lambda table: table.pile("ninja", "violet5"),
        lambda table: table.area("haru"),
        lambda table: table.hero(1, "gin"),
    )
    plain = probe(DRAW).observation(1).tolist()
    assert all(change(probe(DRAW)).observation(1).tolist() != plain for change in changes)


def test_r059_when_the_discard_pile_becomes_the_deck_the_hand_is_known():
    table = probe(DRAW).hand(0, "red6 red6").discard(0, "violet4 violet4").play("PLAY probe")
    shown = table.s.shown[0]
    assert table.keys(shown) == ["red6", "red6"]  # not the card drawn after it
    table.play("SELL red6")
    assert table.keys(table.s.shown[0]) == ["red6"]


def test_r059_before_that_nothing_is_known():
    table = probe(DRAW).hand(0, "red6 red6").deck(0, "violet4").play("PLAY probe")
    assert table.keys(table.s.shown[0]) == [] and table.s.hand_size[0] == 3


def test_r059_what_leaves_the_hand_in_the_open_is_known_to_be_gone():
    # One of two equal cards is known; after a sale perhaps none is.
    table = probe(DRAW).hand(0, "red6").discard(0, "red6").play("PLAY probe")
    assert table.keys(table.s.shown[0]) == ["red6"] and table.keys(table.s.hand[0]) == ["red6", "red6"]
    assert table.keys(table.play("SELL red6").s.shown[0]) == []
