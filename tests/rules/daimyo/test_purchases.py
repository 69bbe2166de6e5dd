"""Chapter 7, purchases: D66 to D68, D70, D71, and the rulings on them and on heroes who go: R26, R34, R61."""

from __future__ import annotations

import pytest
from rules.daimyo.position import Table, made

from shugyo.envs.daimyo import state as st

THREE = ("one", "two", "three")
FOUR = (*THREE, "four")


def heroes(**first) -> dict:
    """Four heroes for 4 mon each, who show 2 petals; the first one has these fields too."""
    return {key: {"atk": 4, "petals": 2, **(first if key == "one" else {})} for key in FOUR}


def with_three(players: int = 2, status: int = st.READY, **first) -> Table:
    """A player with three heroes, the first one active, and mon for a fourth in the area."""
    table = Table(num_players=players, content=made(heroes=heroes(**first))).area("four")
    for key in THREE:
        table.hero(0, key, active=key == "one" and status == st.READY, status=status)
    table.s.mon = 4
    return table


# ---- reinforcements -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("mon", "possible"), [(3, False), (4, True), (6, True)])
def test_d66_the_price_is_paid_in_mon(mon, possible):
    table = Table(num_players=2, content=made(reinforcements={"maid": {"cost": 4, "sell": 1}})).pool("samurai", "maid")
    table.s.mon = mon
    assert table.can("BUY maid") == possible
    if possible:
        table.play("BUY maid")
        assert table.s.mon == mon - 4 and table.keys(table.s.discard[0]) == ["maid"]


@pytest.mark.parametrize(("cls", "bought", "new"), [("samurai", "shichi", "hiroko"), ("ninja", "katsu", "michiko")])
def test_d66_a_new_card_of_the_class_is_revealed_at_once(cls, bought, new):
    table = (
        Table(num_players=2).pool("samurai", "shizuka shichi shizuka shizuka").pool("ninja", "okiku katsu okiku okiku")
    )
    table.supply("samurai_reinforcements", "hiroko").supply("ninja_reinforcements", "michiko")
    other = table.s.pool[0 if cls == "ninja" else 1].copy()
    table.s.mon = 20
    table.play(f"BUY {bought}")
    own = [table.cards[k] for k in table.s.pool[0 if cls == "samurai" else 1]]
    assert own[1] == new and own[0] == own[2] == own[3]
    assert (table.s.pool[0 if cls == "ninja" else 1] == other).all()
    assert table.can(f"BUY {new}")


def test_d66_of_equal_cards_one_is_taken():
    table = Table(num_players=2).pool("samurai", "hiroko hiroko hiroko hiroko").supply("samurai_reinforcements", "")
    table.s.mon = 20
    assert (table.play("BUY hiroko").s.pool[0] >= 0).sum() == 3


@pytest.mark.parametrize("cls", ["samurai", "ninja"])
def test_d67_top_card_of_either_pile(cls):
    maids = {"below": {"class": cls, "cost": 1}, "top": {"class": cls, "cost": 4}}
    table = Table(num_players=2, content=made(reinforcements=maids)).pile(cls, "below top").pool("ninja", "michiko")
    table.s.mon = 3
    assert not table.can(f"BUY_TOP {cls}")  # the one below would be cheap enough
    table.s.mon = 5
    pools = table.s.pool.copy()
    table.play(f"BUY_TOP {cls}")
    assert table.s.mon == 1 and table.keys(table.s.discard[0]) == ["top"]
    assert table.keys_of_pile(cls) == ["below"] and (table.s.pool == pools).all()
    table.play(f"BUY_TOP {cls}")
    assert table.s.mon == 0 and table.keys(table.s.discard[0]) == ["below", "top"]


def test_d67_a_card_just_sold_is_the_top_card():
    table = Table(num_players=2, content=made(reinforcements={"maid": {"cost": 3, "sell": 3}})).hand(0, "maid")
    assert table.play("SELL maid", "BUY_TOP samurai").s.mon == 0
    assert not table.can("BUY_TOP samurai") and table.keys(table.s.discard[0]) == ["maid"]


# ---- heroes ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("mon", "possible"), [(3, False), (4, True)])
def test_d68_heroes_of_the_area_for_their_price(mon, possible):
    table = Table(num_players=2, content=made(heroes=heroes())).area("one", "two").hero(1, "three")
    table.s.mon = mon
    buys = [name for name in table.choices() if name.startswith("BUY")]
    assert buys == (["BUY_HERO one", "BUY_HERO two"] if possible else [])
    if possible:
        table.play("BUY_HERO two")
        assert table.s.mon == 0 and table.in_area() == ["one"] and table.heroes_of(0) == ["two"]


def test_d70_a_bought_hero_joins_the_others_and_is_not_active():
    table = Table(num_players=2, content=made(heroes=heroes())).hero(0, "one", active=True).area("two")
    table.s.mon = 4
    table.play("BUY_HERO two")
    assert table.heroes_of(0) == ["one", "two"] and table.active(0) == "one" and table.status("two") == st.READY


def test_d70_her_passive_skills_work_at_once():
    content = made(heroes=heroes(passive=[{"event": "sell", "do": [{"op": "deployments"}]}]))
    table = Table(num_players=2, content=content).area("one").hand(0, "okiku")
    table.s.mon = 4
    assert table.play("BUY_HERO one", "SELL okiku").s.deployments == 2


@pytest.mark.parametrize("gone", FOUR)
def test_d71_r26_with_a_fourth_any_of_the_four_goes_to_the_area(gone):
    table = with_three().play("BUY_HERO four")
    assert table.decision == "EXCHANGE 0" and table.choices() == sorted(f"HERO {key}" for key in FOUR)
    table.play(f"HERO {gone}")
    assert table.decision == "MAIN 0" and table.s.mon == 0
    assert sorted(table.heroes_of(0)) == sorted(key for key in FOUR if key != gone)
    assert table.in_area() == [gone] and table.s.area_size == 1


@pytest.mark.parametrize("gone", ["two", "four"])
def test_d71_into_the_deck_if_the_area_is_full(gone):
    """With two players two heroes fill it: the one who is bought leaves two behind."""
    table = with_three().area("ran", "komatsu").hero_deck()
    table.play("BUY_HERO four", f"HERO {gone}")
    assert table.in_area() == ["komatsu", "ran"]
    assert table.s.place[table.character(gone)] == st.HERO_DECK and table.s.hero_deck_size == 1


def test_d71_the_place_of_the_bought_hero_is_free():
    table = with_three().area("ran").hero_deck().play("BUY_HERO four", "HERO two")
    assert table.in_area() == ["ran", "two"] and table.s.hero_deck_size == 0


def test_d71_there_is_no_exchange_below_three():
    table = Table(num_players=2, content=made(heroes=heroes())).hero(0, "one").hero(0, "two").area("four")
    table.s.mon = 4
    assert table.play("BUY_HERO four").decision == "MAIN 0"
    assert table.heroes_of(0) == ["one", "two", "four"]


# ---- heroes who go --------------------------------------------------------------------------------------------------
def test_r26_who_goes_removes_no_petals_and_loses_token_and_equipment():
    table = with_three().equip(0, "one", "izanami")
    petals = table.s.petals
    table.play("BUY_HERO four", "HERO one")
    assert table.s.petals == petals and table.active(0) is None
    assert table.keys(table.s.discard[0]) == ["izanami"] and table.s.equipped_size[0] == 0


def test_r26_the_others_keep_theirs():
    table = with_three().equip(0, "three", "izanami").play("BUY_HERO four", "HERO two")
    assert table.active(0) == "one" and table.s.equipped_size[0] == 1 and table.s.discard_size[0] == 0


def test_r26_an_exhausted_hero_who_goes_is_ready_again():
    table = with_three(status=st.EXHAUSTED).play("BUY_HERO four", "HERO two")
    assert table.status("two") == st.READY and table.status("one") == st.EXHAUSTED


def test_r26_after_a_purchase_heroes_may_be_given_up_down_to_none():
    table = with_three(3).hero_deck().equip(0, "one", "izanami")
    petals = table.s.petals
    table.play("BUY_HERO four", "HERO two")  # the exchange
    assert table.in_area() == ["two"]
    table.play("HERO four", "HERO one", "HERO three")
    assert table.heroes_of(0) == [] and table.active(0) is None and table.s.petals == petals
    assert table.in_area() == ["four", "one", "two"]  # the last found the area full
    assert table.s.place[table.character("three")] == st.HERO_DECK and table.s.hero_deck_size == 1
    assert table.keys(table.s.discard[0]) == ["izanami"]
    assert table.turn_of(0).on_to("MAIN 0").active(0) is None


def may_give_up(table: Table) -> bool:
    return table.can("HERO one")


@pytest.mark.parametrize(("reading", "any_time"), [("with_purchase", False), ("any_time", True)])
def test_r26_in_a_turn_with_a_purchase_of_a_hero_or_in_any(reading, any_time):
    content = made(heroes=heroes(action={"do": [{"op": "gain_hero"}]}), rules={"R26": reading})
    table = Table(num_players=2, content=content).hero(0, "one").hero(1, "ran").area("two").pool("samurai", "hiroko")
    assert may_give_up(table) == any_time
    table.s.mon = table.fact("hiroko", "cost")
    assert may_give_up(table.play("BUY hiroko")) == any_time  # no hero
    assert may_give_up(table.play("HERO_SKILL one", "HERO two")) == any_time  # no purchase: R34
    table.area("three").s.mon = 4
    assert may_give_up(table.play("BUY_HERO three"))
    assert [name for name in table.choices() if name.startswith("HERO ")] == ["HERO one", "HERO three", "HERO two"]
    assert may_give_up(table.on_to("MAIN 1").on_to("MAIN 0")) == any_time  # another turn


def test_r26_by_default_with_a_purchase():
    assert not may_give_up(with_three())


def test_r26_one_may_buy_back_whom_one_gave_up():
    table = with_three()
    table.s.mon = 8
    table.play("BUY_HERO four", "HERO two", "HERO three", "BUY_HERO three")
    assert sorted(table.heroes_of(0)) == ["four", "one", "three"] and table.s.mon == 0


def test_r26_the_place_of_a_bought_hero_is_filled_only_by_later_reveals():
    table = Table(num_players=2, content=made(heroes=heroes())).area("one").hero_deck("two").pool("samurai", "hiroko")
    table.s.mon = 4
    assert table.play("BUY_HERO one").in_area() == []
    assert table.play("END_TURN").in_area() == ["two"]


@pytest.mark.parametrize("gone", FOUR)
def test_r61_a_hero_gained_with_three_is_handled_as_a_purchase(gone):
    table = with_three(action={"do": [{"op": "gain_hero"}, {"op": "trade_points"}]})
    table.play("HERO_SKILL one", "HERO four")
    assert table.decision == "EXCHANGE 0" and table.choices() == sorted(f"HERO {key}" for key in FOUR)
    table.play(f"HERO {gone}")
    assert table.in_area() == [gone] and len(table.heroes_of(0)) == 3
    assert table.s.mon == 4 and table.s.trade_points == 1  # for nothing; and the program went on


def test_r61_with_fewer_she_just_joins():
    content = made(heroes=heroes(action={"do": [{"op": "gain_hero"}]}))
    table = (
        Table(num_players=2, content=content).hero(0, "one", active=True).area("two").play("HERO_SKILL one", "HERO two")
    )
    assert table.decision == "MAIN 0" and table.heroes_of(0) == ["one", "two"] and table.active(0) == "one"


# ---- what is no purchase --------------------------------------------------------------------------------------------
BUYER = {"passive": [{"event": "purchase", "do": [{"op": "trade_points"}]}]}


def test_r34_purchases_are_events():
    table = Table(num_players=2, content=made(heroes={"buyer": BUYER})).hero(0, "buyer").pool("samurai", "hiroko")
    table.pile("ninja", "katsu").area("ran").s.mon = 30
    for points, name in enumerate(["BUY hiroko", "BUY_TOP ninja", "BUY_HERO ran"], start=1):
        assert table.play(name).s.trade_points == points


@pytest.mark.parametrize("op", ["take", "gain_hero"])
def test_r34_taking_and_gaining_are_not(op):
    content = made(heroes={"buyer": BUYER, "taker": {"action": {"do": [{"op": op}]}}})
    table = Table(num_players=2, content=content).hero(0, "buyer").hero(0, "taker").pool("samurai", "hiroko")
    table.area("ran").play("HERO_SKILL taker", "CARD hiroko" if op == "take" else "HERO ran")
    assert table.s.trade_points == 0
    assert "hiroko" in table.keys(table.s.discard[0]) or "ran" in table.heroes_of(0)


@pytest.mark.parametrize("looting", [True, False])
def test_r34_trading_for_a_treasure_is_not_looting_it(looting):
    watcher = {"passive": [{"event": "loot", "do": [{"op": "mon"}]}]}
    looter = {"action": {"do": [{"op": "loot", "deck": "samurai"}]}}
    table = Table(num_players=2, content=made(heroes={"watcher": watcher, "looter": looter})).hero(0, "watcher")
    table.hero(0, "looter").hand(0, "izanami").s.trade_points = 1
    table.play(*(["HERO_SKILL looter"] if looting else ["TRADE samurai", "CARD izanami"]))
    assert table.s.discard_size[0] == 1 and table.s.mon == int(looting)
