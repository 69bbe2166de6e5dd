"""Chapter 15, how programs run and what content is refused: D151 to D153, D172 to D178, D186 to D188."""

from __future__ import annotations

import msgspec
import pytest
from rules.daimyo.box import card, content, on, op, probe, seated, skill, story
from rules.daimyo.position import Table

from shugyo.envs.core.content import ContentError
from shugyo.envs.daimyo import state as st
from shugyo.envs.daimyo.cards import DaimyoContent
from shugyo.envs.daimyo.wording import card_text

DRAW, MON, PETAL = op("draw"), op("mon"), op("petals")


# ---- programs -------------------------------------------------------------------------------------------------------
def test_d151_in_order_and_on_after_what_cannot_be_done():
    # Nothing to discard, nobody to recover; then the card is drawn, and only then can one be discarded.
    do = (op("discard"), op("recover"), DRAW, op("discard"), MON)
    table = probe(*do).deck(0, "red3").play("PLAY probe")
    assert table.decision == "HAND_CARD 0" and table.choices() == ["CARD red3"] and table.s.mon == 0
    assert table.play("CARD red3").s.mon == 1


def test_d152_controller_affected_player_and_actor():
    # Seat 1 deploys; emi's owner, seat 0, controls the answer, which affects the actor, who chooses.
    passive = [on("deploy", op("target", who="actor", do=[op("discard")]), DRAW, whose="others")]
    table = seated(heroes={"asa": {"passive": passive}}).deck(0, "red6").turn_of(1).on_to("MAIN 1")
    table.hand(1, "red3 violet4").play("PLAY red3")
    assert table.decision == "HAND_CARD 1" and table.choices() == ["CARD violet4"]
    table.play("CARD violet4")
    assert table.s.hand_size[:2].tolist() == [1, 0] and table.keys(table.s.discard[1]) == ["violet4"]


@pytest.mark.parametrize("wanted", [0, 1, 2, 3])
def test_d153_count_is_what_was_done_last(wanted):
    table = probe(op("discard", n=3, optional=True), op("mon", n="count"), op("draw", n="count"))
    table.hand(0, "red3 red3 red3").deck(0, "red6 red6 red6").play("PLAY probe")
    table.play(*["CARD red3"] * wanted, *["PASS"] * (wanted < 3))
    assert table.s.mon == wanted and table.s.hand_size[0] == 3


def test_d172_may():
    for answer, mon in (("YES", 2), ("PASS", 0)):
        table = probe(op("may", do=[op("mon", n=2)]), PETAL).play("PLAY probe")
        assert table.decision == "MAY 0" and table.choices() == ["PASS", "YES"]
        table.play(answer)
        assert table.s.mon == mon and table.s.petals == 39  # what follows is done in any case


def test_d172_the_affected_player_is_asked():
    table = probe(op("target", do=[op("may", do=[DRAW])])).deck(1, "red3").play("PLAY probe", "PLAYER 1")
    assert table.decision == "MAY 1" and table.play("YES").s.hand_size[1] == 1


def fulfilled_at(table: Table) -> bool:
    """Whether the probe of `asking` finds its condition fulfilled."""
    table.play("PLAY probe")
    assert table.s.mon in (1, 2)
    return table.s.mon == 1


def asking(*before: dict, **condition) -> Table:
    """The probe gives 1 mon if the condition holds and 2 mon if it does not."""
    return probe(*before, op("if", **condition, do=[MON], otherwise=[op("mon", n=2)]))


def test_d173_if_done():
    for cards, fulfilled in (("red3", False), ("red3 red3", True), ("red3 red3 red3", True)):
        table = asking(op("discard", n=3, class_="samurai"), done=2).hand(0, cards).play("PLAY probe")
        while table.decision == "HAND_CARD 0":
            table.play("CARD red3")
        assert (table.s.mon == 1) == fulfilled


@pytest.mark.parametrize(("hero", "fulfilled"), [("asa", True), ("gin", False), (None, False)])
def test_d173_if_class(hero, fulfilled):
    table = asking(class_="samurai").hero(0, "gin")
    table.s.active[0] = table.character(hero) if hero else -1
    assert fulfilled_at(table) == fulfilled


@pytest.mark.parametrize(("hand", "fulfilled"), [("", True), ("mon", False)])
def test_d173_if_hand_empty(hand, fulfilled):
    assert fulfilled_at(asking(hand_empty=True).hand(0, hand)) == fulfilled


@pytest.mark.parametrize(("more", "fulfilled"), [((), False), (("gin",), True), (("gin", "dai"), True)])
def test_d173_if_heroes(more, fulfilled):
    table = asking(heroes=2)
    for key in more:
        table.hero(0, key, status=st.EXHAUSTED)
    assert fulfilled_at(table) == fulfilled


@pytest.mark.parametrize(("petals", "fulfilled"), [(21, False), (20, True), (3, True)])
def test_d173_if_petals(petals, fulfilled):
    table = asking(petals_at_most=20)
    table.s.petals = petals
    assert fulfilled_at(table) == fulfilled


@pytest.mark.parametrize(("hand", "fulfilled"), [("crown5 red3", False), ("crown5 orb7", True), ("lamp4 lamp4", True)])
def test_d173_if_treasures_in_hand(hand, fulfilled):
    assert fulfilled_at(asking(treasures_in_hand=2).hand(0, hand)) == fulfilled


@pytest.mark.parametrize(("before", "fulfilled"), [((), False), (("PLAY violet4",), True)])
def test_d173_if_deployed(before, fulfilled):
    table = asking(deployed=2).hand(0, "violet4")
    table.s.deployments = 2
    assert fulfilled_at(table.play(*before)) == fulfilled


@pytest.mark.parametrize(("defender", "fulfilled"), [("emi", True), ("haru", False)])
def test_d173_if_won(defender, fulfilled):
    table = asking(op("duel"), won=True).hero(1, defender if defender != "emi" else "gin", active=defender != "emi")
    table.play("PLAY probe", f"HERO {defender}")
    assert (table.s.mon == 1) == fulfilled


CHOICE = op(
    "choose",
    options=[{"do": [MON]}, {"do": [op("mon", n=2)], "icon": "samurai"}, {"do": [op("mon", n=3)], "icon": "ninja"}],
)


@pytest.mark.parametrize(
    ("hero", "open_options"), [("asa", ["OPTION 0", "OPTION 1"]), ("gin", ["OPTION 0", "OPTION 2"])]
)
def test_d174_choose_among_the_blocks_that_are_open(hero, open_options):
    table = probe(CHOICE, PETAL).hero(0, "gin")
    table.s.active[0] = table.character(hero)
    table.play("PLAY probe")
    assert table.choices() == open_options
    table.play(open_options[1])
    assert table.s.mon == int(open_options[1][-1]) + 1 and table.s.petals == 39


def test_d174_one_open_block_is_taken_and_with_none_nothing_happens():
    table = probe(CHOICE)
    table.s.active[0] = -1
    assert table.play("PLAY probe").s.mon == 1
    closed = op("choose", options=[{"do": [MON], "icon": "ninja"}, {"do": [op("mon", n=2)], "icon": "ninja"}])
    table = probe(closed, PETAL).play("PLAY probe")
    assert table.decision == "MAIN 0" and table.s.mon == 0 and table.s.petals == 39


@pytest.mark.parametrize(("who", "order"), [("others", [2, 0]), ("all", [1, 2, 0])])
def test_d175_each_in_turn_order_after_the_controller(who, order):
    do = [op("each", who=who, do=[op("discard")]), PETAL]
    table = seated(3, reinforcements={"probe": card(skill("deploy", *do))}).turn_of(1).on_to("MAIN 1")
    for seat in range(3):
        table.hand(seat, "red3")
    table.hand(1, "probe").play("PLAY probe")
    asked = []
    while table.decision.startswith("HAND_CARD"):
        asked.append(table.s.seat)
        table.play("CARD red3")
    assert asked == order and table.s.petals == 44


def test_d176_target_a_chosen_player_or_the_actor():
    table = probe(op("target", do=[DRAW]), DRAW, num_players=3)
    for seat in range(3):
        table.deck(seat, "red3 red3")
    table.play("PLAY probe")
    assert table.decision == "TARGET_PLAYER 0" and table.choices() == ["PLAYER 1", "PLAYER 2"]
    assert table.play("PLAYER 2").s.hand_size[:3].tolist() == [1, 0, 1]  # then the controller draws again
    passive = [on("sell", op("target", who="actor", do=[op("discard")]), whose="others")]
    table = seated(3, heroes={"botan": {"passive": passive}}).hand(0, "red3 red6").play("SELL red3")
    assert table.decision == "HAND_CARD 0"


@pytest.mark.parametrize(
    ("what", "counts"),
    [
        ("samurai_deployed", 2),  # the probe itself and red3
        ("ninja_deployed", 1),
        ("heroes", 3),
        ("treasures_in_hand", 2),
        ("exhausted_enemies", 2),
    ],
)
def test_d177_count(what, counts):
    table = probe(op("count", what=what), op("mon", n="count"), num_players=3).hero(0, "gin")
    table.hero(0, "dai", status=st.EXHAUSTED).hero(1, "haru", status=st.EXHAUSTED).hero(2, "chiyo", status=st.RAVAGED)
    table.hand(0, "red3 violet4 crown5 orb7").hand(1, "crown5")
    table.s.deployments = 3
    assert table.play("PLAY red3", "PLAY violet4", "PLAY probe").s.mon == counts


def test_d177_done_keeps_the_register():
    table = probe(op("discard"), op("count", what="done"), op("mon", n="count")).hand(0, "red3")
    assert table.play("PLAY probe", "CARD red3").s.mon == 1


# ---- story cards ----------------------------------------------------------------------------------------------------
def test_d178_flip_turns_the_story_card_over():
    modifiers = ([{"stat": "sell", "n": 1}], [{"stat": "sell", "n": 3}])
    table = story(on("deploy", op("flip")), modifiers=modifiers).hand(0, "red3 red3 red3")
    assert table.play("SELL red3").s.mon == 1 + 1
    assert table.play("PLAY red3").s.story_face[0] == 1
    assert table.play("SELL red3").s.mon == 2 + 1 + 3


def test_d178_bring_shuffles_its_heroes_into_the_hero_deck():
    table = story(on("deploy", op("bring"))).hand(0, "red3")
    hanae = table.character("hanae")
    assert table.s.place[hanae] == st.ASIDE
    size = int(table.s.hero_deck_size)
    table.play("PLAY red3")
    assert table.s.place[hanae] == st.HERO_DECK and table.s.hero_deck_size == size + 1


# ---- content --------------------------------------------------------------------------------------------------------
def text_of(*do: dict) -> str:
    """The text of a reinforcement that does this when it is deployed."""
    made = Table(num_players=2, content=content(reinforcements={"probe": card(skill("deploy", *do))})).content
    return card_text(msgspec.convert(made, DaimyoContent), "probe")


def test_d186_the_text_follows_the_program():
    texts = [text_of(op("draw", n=2)), text_of(op("draw", n=3)), text_of(op("mon", n=2)), text_of(MON, DRAW)]
    assert len(set(texts)) == 4
    assert "2" in texts[0] and "3" in texts[1] and "draw" in texts[0].lower() and "mon" in texts[2].lower()


REFUSED = {
    "outside a (duel) skill": [op("boost")],
    "no register": [op("mon", n="count")],
    "no duel before": [op("if", won=True, do=[MON])],
    "no actor": [op("target", who="actor", do=[MON])],
    "no hero's program": [op("return_self")],
    "no story card": [op("flip")],
    "nested": [op("each", do=[op("target", do=[DRAW])])],
    "an empty block": [op("may", do=[])],
    "two conditions": [op("if", heroes=1, hand_empty=True, do=[MON])],
}


@pytest.mark.parametrize("why", REFUSED)
def test_d187_what_cannot_be_carried_out_is_refused(why):
    with pytest.raises(ContentError, match="probe"):
        probe(*REFUSED[why])


def test_d187_triggers_that_go_round_are_refused():
    # Each draw would discard, and each discard draw; with a limit it ends.
    passive = [on("draw", op("discard")), on("discard", DRAW)]
    with pytest.raises(ContentError, match="without end"):
        seated(heroes={"asa": {"passive": passive}})
    passive[0]["limit"] = 1
    assert seated(heroes={"asa": {"passive": passive}}).decision == "MAIN 0"


@pytest.mark.parametrize("table", ["reinforcements", "treasures", "regalia", "heroes", "nemeses"])
def test_d188_any_entry_can_be_replaced(table):
    key = {"reinforcements": "hiroko", "treasures": "izanami", "regalia": "tea_bowl", "heroes": "aiko"}.get(table)
    key = key or next(iter(Table(num_players=2).content[table]))
    field = "petals" if table in ("heroes", "nemeses") else "vp"
    changed_content = Table(num_players=2, content={table: {key: {field: 7}}}).content
    assert changed_content[table][key][field] == 7


def test_d188_and_every_number_of_the_rules():
    rules = {"hand_size": 7, "deployments": 3, "petals": [50, 11, 45, 50, 50], "send_back_cost": 1}
    table = seated(rules=rules).area("gin").deck(0, "red3 " * 9)
    assert table.s.petals == 11
    table.turn_of(0).on_to("MAIN 0")
    assert table.s.hand_size[0] == 7 and table.s.deployments == 3
    table.s.trade_points = 1
    assert table.can("SEND_BACK")
