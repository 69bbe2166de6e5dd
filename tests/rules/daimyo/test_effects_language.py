"""Chapter 15, the language of effects, what single instructions do: D154 to D165; R42, R66, R71."""

from __future__ import annotations

import pytest
from rules.daimyo.box import by_another, card, counted, on, op, probe, seated, skill
from rules.daimyo.position import Table

from shugyo.envs.daimyo import state as st

DRAW = op("draw")


# ---- draw, resources ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("deck", "drawn"), [("red3 red3 red3 red3", 3), ("red3 red3", 2), ("", 0)])
def test_d154_draw_as_long_as_there_are_cards(deck, drawn):
    table = probe(op("draw", n=3)).deck(0, deck).play("PLAY probe")
    assert table.s.hand_size[0] == drawn


def test_d154_each_draw_is_an_event():
    heroes = {"asa": {"passive": [on("draw", op("petals"))]}}
    table = probe(op("draw", n=3), heroes=heroes).deck(0, "red3 red3 red3 red3").play("PLAY probe")
    assert table.s.petals == 37


def test_d154_the_affected_player_draws():
    table = by_another(op("draw", n=2)).deck(0, "red3 red3").deck(1, "red6 red6").play("PLAY probe", "PLAYER 1")
    assert table.s.hand_size[:2].tolist() == [0, 2]


@pytest.mark.parametrize("resource", ["mon", "deployments", "trade_points"])
def test_d155_resources_add_to_the_turn_of_the_player_in_turn(resource):
    table = probe(op(resource, n=3))
    before = int(table.s[resource])
    table.play("PLAY probe")
    assert table.s[resource] == before + 3 - (resource == "deployments")  # one was spent on the probe
    table = by_another(op(resource, n=3))
    before = int(table.s[resource])
    table.play("PLAY probe", "PLAYER 1")
    assert table.s[resource] == before - (resource == "deployments")


# ---- hand cards -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("given", "choices"),
    [
        ({}, ["CARD crown5", "CARD lamp4", "CARD mon", "CARD orb7", "CARD red3", "CARD violet4"]),
        ({"kind": "reinforcement"}, ["CARD red3", "CARD violet4"]),
        ({"kind": "treasure"}, ["CARD crown5", "CARD lamp4"]),
        ({"kind": "regalia"}, ["CARD orb7"]),
        ({"class_": "ninja"}, ["CARD lamp4", "CARD violet4"]),
        ({"kind": "treasure", "class_": "samurai"}, ["CARD crown5"]),
    ],
)
@pytest.mark.parametrize("name", ["discard", "return"])
def test_d156_d157_cards_of_the_kind_and_class_asked_for(name, given, choices):
    table = probe(op(name, **given)).hand(0, "crown5 lamp4 mon orb7 red3 violet4").play("PLAY probe")
    # Mon cards are discarded where nothing else is asked for, and never returned.
    assert table.choices() == [choice for choice in choices if (name, choice) != ("return", "CARD mon")]


@pytest.mark.parametrize("name", ["discard", "return"])
def test_d156_d157_one_by_one_and_fewer_where_there_are_no_more(name):
    table = counted(op(name, n=3, class_="samurai")).hand(0, "red3 red6 violet4").play("PLAY probe")
    assert table.choices() == ["CARD red3", "CARD red6"]  # PASS is not possible
    assert table.play("CARD red6").choices() == ["CARD red3"]
    table.play("CARD red3")
    assert table.decision == "MAIN 0" and table.s.mon == 2
    assert table.keys(table.s.hand[0]) == ["violet4"]


@pytest.mark.parametrize("name", ["discard", "return"])
@pytest.mark.parametrize("done", [0, 1, 2])
def test_d156_d157_optional_as_many_as_wished(name, done):
    table = counted(op(name, n=2, optional=True)).hand(0, "red3 red3 red3").play("PLAY probe")
    table.play(*["CARD red3"] * done)
    if done < 2:
        table.play("PASS")
    assert table.decision == "MAIN 0" and table.s.mon == done and table.s.hand_size[0] == 3 - done


def test_d156_the_affected_player_chooses():
    table = by_another(op("discard")).hand(0, "red3").hand(1, "red6 violet4").play("PLAY probe", "PLAYER 1")
    assert table.decision == "HAND_CARD 1" and table.choices() == ["CARD red6", "CARD violet4"]


def test_d157_reinforcements_go_on_top_of_their_pile_and_treasures_into_their_deck():
    table = probe(op("return", n=3)).hand(0, "red3 lamp4 orb7").pile("samurai", "red6")
    table.supply("ninja_treasures", "").supply("regalia", "").play("PLAY probe", "CARD red3", "CARD lamp4", "CARD orb7")
    assert table.s.pile[0, :2].tolist() == [table.card("red6"), table.card("red3")]
    assert table.s.supply_size.tolist()[3:] == [1, 1]


# ---- loot -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("deck", "hero", "looted"),
    [
        ("samurai", "asa", "crown5"),
        ("ninja", "asa", "lamp4"),
        ("regalia", "asa", "orb7"),
        ("own", "asa", "crown5"),
        ("own", "gin", "lamp4"),
        ("other", "asa", "lamp4"),
        ("other", "gin", "crown5"),
        ("own", None, None),
        ("other", None, None),
        ("samurai", None, "crown5"),
    ],
)
def test_d158_which_deck_is_looted(deck, hero, looted):
    table = counted(op("loot", deck=deck)).supply("samurai_treasures", "crown5").supply("ninja_treasures", "lamp4")
    table.supply("regalia", "orb7").hero(0, "gin")
    table.s.active[0] = table.character(hero) if hero else -1
    table.play("PLAY probe")
    assert table.keys(table.s.discard[0]) == ([looted] if looted else []) and table.s.mon == (looted is not None)


@pytest.mark.parametrize("chosen", ["samurai", "ninja"])
def test_d158_a_deck_may_be_chosen(chosen):
    table = probe(op("loot", deck="choice")).supply("samurai_treasures", "crown5").supply("ninja_treasures", "lamp4")
    table.play("PLAY probe")
    assert table.choices() == ["DECK ninja_treasures", "DECK samurai_treasures"]
    table.play(f"DECK {chosen}_treasures")
    assert table.keys(table.s.discard[0]) == [{"samurai": "crown5", "ninja": "lamp4"}[chosen]]


def test_d158_among_those_that_hold_a_card():
    table = counted(op("loot", deck="choice")).supply("samurai_treasures", "").play("PLAY probe")
    assert table.choices() == ["DECK ninja_treasures"]
    table = counted(op("loot", deck="choice")).supply("samurai_treasures", "").supply("ninja_treasures", "")
    table.play("PLAY probe")
    assert table.decision == "MAIN 0" and table.s.mon == 0


def test_r066_a_skill_loots_whoever_is_active():
    # gin's loot condition would be for ninja; the skill loots samurai, without any active hero.
    table = probe(op("loot", deck="samurai")).supply("samurai_treasures", "crown5")
    table.s.active[0] = -1
    assert table.keys(table.play("PLAY probe").s.discard[0]) == ["crown5"]


def test_r066_it_is_looting():
    heroes = {"asa": {"passive": [on("loot", op("petals"))]}}
    assert probe(op("loot", deck="regalia"), heroes=heroes).play("PLAY probe").s.petals == 39


# ---- exhaust, recover, cleanse --------------------------------------------------------------------------------------
def fielded(do: dict) -> Table:
    """Three seats, each with a ready and an exhausted reinforcement and two heroes, of whom one is exhausted."""
    table = counted(do, num_players=3)
    for seat, hero in enumerate(("dai", "gin", "haru")):
        table.field(seat, "red3").field(seat, "violet4", st.EXHAUSTED).hero(seat, hero, status=st.EXHAUSTED)
    return table.play("PLAY probe")


WHOSE = [("self", [0]), ("others", [1, 2]), ("anybody", [0, 1, 2])]


@pytest.mark.parametrize(("whose", "seats"), WHOSE)
def test_d159_ready_cards_of_the_seats_that_whose_names(whose, seats):
    table = fielded(op("exhaust", whose=whose))
    assert table.decision == "TARGET_PLAYER 0" and table.choices() == [f"PLAYER {seat}" for seat in seats]
    table.play(f"PLAYER {seats[-1]}")
    assert table.choices() == ["CARD probe", "CARD red3"][seats[-1] > 0 :]
    table.play("CARD red3")
    assert table.s.field[seats[-1], st.EXHAUSTED, table.card("red3")] == 1 and table.s.mon == 1


@pytest.mark.parametrize(("whose", "seats"), WHOSE)
def test_d159_ready_heroes_of_the_seats_that_whose_names(whose, seats):
    table = fielded(op("exhaust", whose=whose, what="hero"))
    ready = ["asa", "emi", "botan"]
    assert table.choices() == sorted(f"HERO {ready[seat]}" for seat in seats)
    table.play(f"HERO {ready[seats[0]]}")
    assert table.status(ready[seats[0]]) == st.EXHAUSTED and table.active(seats[0]) is None


def test_d159_one_by_one_as_long_as_there_are_any():
    table = fielded(op("exhaust", n=5)).play("PLAYER 1", "CARD red3")
    assert table.choices() == ["PLAYER 2"]
    assert table.play("PLAYER 2", "CARD red3").decision == "MAIN 0" and table.s.mon == 2


def test_d159_the_event_is_the_controllers():
    # Seat 1 chooses; seat 0, whose card it is, has caused it.
    passive = {"passive": [on("exhaust", op("petals"))]}
    table = by_another(op("exhaust", whose="self"), heroes={"asa": passive}).field(1, "red3")
    assert table.play("PLAY probe", "PLAYER 1", "PLAYER 0", "CARD red3").s.petals == 39


def test_d159_whose_actor():
    exhaust = skill("interrupt", op("exhaust", whose="actor"), event="deploy")
    reinforcements = {"answer": card(exhaust, number=91, name="Answer")}
    table = seated(3, reinforcements=reinforcements).hand(0, "red3").hand(1, "answer").field(2, "red3")
    assert table.play("PLAY red3", "CARD answer").choices() == ["PLAYER 2"]  # seat 0, two places on from seat 1
    assert table.play("PLAYER 2", "CARD red3").s.field[0, st.EXHAUSTED, table.card("red3")] == 1


@pytest.mark.parametrize(("key", "status"), [("red3", st.READY), ("violet4", st.EXHAUSTED)])
def test_d160_ravage_takes_exhausted_cards_too(key, status):
    table = fielded(op("exhaust", ravage=True)).play("PLAYER 1")
    assert table.choices() == ["CARD red3", "CARD violet4"]
    table.play(f"CARD {key}")
    assert table.s.field[1, :, table.card(key)].tolist() == [0, 0, 1]


def test_d160_ravage_takes_exhausted_heroes_too():
    table = fielded(op("exhaust", what="hero", ravage=True, n=2))
    assert table.choices() == ["HERO botan", "HERO emi", "HERO gin", "HERO haru"]
    table.play("HERO gin")
    assert table.status("gin") == st.RAVAGED and table.choices() == ["HERO botan", "HERO emi", "HERO haru"]


@pytest.mark.parametrize(("whose", "seats"), WHOSE)
def test_d161_recover_chooses_among_exhausted_and_ravaged(whose, seats):
    assert fielded(op("recover", whose=whose)).choices() == [f"PLAYER {seat}" for seat in seats]
    table = fielded(op("recover", whose=whose, what="hero"))
    assert table.choices() == sorted(f"HERO {('dai', 'gin', 'haru')[seat]}" for seat in seats)
    table.play(table.choices()[0])
    assert table.s.mon == 1


def test_d161_a_card_that_recovers_is_ready():
    table = fielded(op("recover")).play("PLAYER 0")
    assert table.choices() == ["CARD violet4"]
    assert table.play("CARD violet4").s.field[0, :, table.card("violet4")].tolist() == [1, 0, 0]


@pytest.mark.parametrize(("whose", "seats"), WHOSE)
def test_d162_cleansed_cards_go_to_their_owners(whose, seats):
    table = fielded(op("cleanse", whose=whose))
    assert table.choices() == [f"PLAYER {seat}" for seat in seats]
    table.play(f"PLAYER {seats[-1]}", "CARD violet4")
    assert table.keys(table.s.discard[seats[-1]]) == ["violet4"] and table.s.mon == 1


def test_d162_it_is_an_event_of_the_controller():
    passive = {"asa": {"passive": [on("cleanse", op("petals"))]}}
    table = by_another(op("cleanse"), heroes=passive).field(1, "red3").play("PLAY probe", "PLAYER 1")
    assert table.decision == "TARGET_PLAYER 1"
    assert table.play("PLAYER 0", "CARD red3").s.petals == 39


# ---- the domain -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("given", "choices"),
    [
        ({}, ["CARD red3", "CARD red6", "CARD violet4", "CARD violet5"]),
        ({"class_": "ninja"}, ["CARD violet4", "CARD violet5"]),
        ({"cost": 4}, ["CARD red3", "CARD violet4"]),
        ({"class_": "samurai", "cost": 5}, ["CARD red3"]),
    ],
)
def test_d163_take_a_reinforcement_of_class_and_price(given, choices):
    table = probe(op("take", **given)).pool("samurai", "red3 red6").pool("ninja", "violet4 violet5").play("PLAY probe")
    assert table.decision == "POOL_CARD 0" and table.choices() == choices


def test_d163_it_goes_to_the_discard_pile_and_the_place_is_refilled():
    table = (
        counted(op("take", n=2)).pool("samurai", "red3 red3 red3 red3").supply("samurai_reinforcements", "red6 red6")
    )
    table.play("PLAY probe", "CARD red3")
    assert table.choices() == ["CARD red3", "CARD red6"]
    table.play("CARD red6")
    assert table.keys(table.s.discard[0]) == ["red3", "red6"] and table.s.mon == 2
    assert sorted(table.cards[k] for k in table.s.pool[0]) == ["red3", "red3", "red3", "red6"]


@pytest.mark.parametrize("given", [{"class_": "ninja"}, {"cost": 2}])
def test_d163_nothing_fits(given):
    table = counted(op("take", **given)).pool("samurai", "red3").play("PLAY probe")
    assert table.decision == "MAIN 0" and table.s.mon == 0


@pytest.mark.parametrize(("what", "names"), [("samurai", ()), ("choice", ("DECK samurai_reinforcements",))])
def test_d164_refresh_of_a_class_named_or_chosen(what, names):
    passive = {"asa": {"passive": [on("refresh", op("petals"))]}}
    table = probe(op("refresh", what=what), heroes=passive).pool("samurai", "red3").pool("ninja", "violet4")
    table.pile("samurai", "red3").supply("samurai_reinforcements", "").play("PLAY probe")
    if names:
        assert table.choices() == ["DECK ninja_reinforcements", "DECK samurai_reinforcements"]
    table.play(*names)
    assert sorted(table.s.pool[0].tolist())[:2] == [-1, -1] and table.s.pile_size[0] == 0
    assert table.s.pool[1, 0] == table.card("violet4") and table.s.petals == 39


def test_d164_refresh_of_the_heroes():
    passive = {"asa": {"passive": [on("refresh", op("petals", n=5))]}}
    table = probe(op("refresh", what="heroes"), heroes=passive).hero_deck("gin").play("PLAY probe")
    assert table.in_area() == ["gin"] and table.s.petals == 40 - 1 - 5


def test_d165_petals_are_removed_and_put_back():
    assert probe(op("petals", n=3)).play("PLAY probe").s.petals == 37
    table = probe(op("restore_petals", n=2))
    table.s.petals = 30
    assert table.play("PLAY probe").s.petals == 32


def test_d165_no_more_than_there_are():
    table = probe(op("petals", n=3), heroes={"asa": {"passive": [on("petals", op("mon"))]}})
    table.s.petals = 2
    table.play("PLAY probe")
    assert table.s.petals == 0 and table.s.last_petal == 1 and table.s.mon == 2


@pytest.mark.parametrize(("left", "after"), [(30, 39), (35, 40), (40, 40)])
def test_r042_petals_never_exceed_the_number_of_the_beginning(left, after):
    table = probe(op("restore_petals", n=9))
    table.s.petals = left
    assert table.play("PLAY probe").s.petals == after


def test_r042_the_last_petal_has_fallen_all_the_same():
    table = probe(op("petals"), op("restore_petals", n=5)).pool("samurai", "red3")
    table.s.petals = 1
    table.play("PLAY probe")
    assert table.s.petals == 5
    assert table.play("END_TURN").on_to("MAIN 1").play("END_TURN", "PASS").decision == "OVER"


@pytest.mark.parametrize("cause", ["effect", "deployment", "reveal"])
def test_r071_petals_are_an_event_of_the_player_in_turn_or_the_controller_one_for_each(cause):
    heroes = {key: {"passive": [on("petals", DRAW)], "petals": 2} for key in ("asa", "emi", "gin")}
    treasures = {"crown5": {"petals": 2}}
    table = probe(op("petals", n=2), heroes=heroes, treasures=treasures).hand(0, "crown5").pool("samurai", "red3")
    for seat in range(2):
        table.deck(seat, "red3 red3 red3 red3")
    table.hero_deck("gin").play({"effect": "PLAY probe", "deployment": "PLAY crown5", "reveal": "END_TURN"}[cause])
    played = 1 if cause != "reveal" else 0
    assert table.s.hand_size[:2].tolist() == [2 - played + 2, 0]
    assert table.s.petals == 38
