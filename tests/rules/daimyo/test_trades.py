"""Chapter 10, Trades: D86 to D92; R25, R34."""

from __future__ import annotations

import pytest
from rules.daimyo.box import on, op, seated, small
from rules.daimyo.position import Table

TRADES = ("TRADE samurai", "TRADE ninja", "TRADE regalia")


def holding(keys: str, points: int, **given) -> Table:
    """Seat 0 in its main phase with this hand and so many trade points; asa, a samurai, is its active hero."""
    table = seated(**given).hand(0, keys)
    table.s.trade_points = points
    return table


def offers(table: Table) -> dict[str, list[str]]:
    """What can be traded for what: ``{"samurai": ["lamp4"]}``."""
    before = table.states.copy()
    found = {}
    for trade in TRADES:
        if table.can(trade):
            table.play(trade)
            assert table.decision == "TRADE_CARD 0"
            found[trade.split()[1]] = [name.removeprefix("CARD ") for name in table.choices()]
            table.states[:] = before
    return found


# ---- what it takes --------------------------------------------------------------------------------------------------
def test_d086_trade_points_pay_for_the_trade_of_a_treasure_of_the_hand():
    table = holding("crown5", 1).supply("samurai_treasures", "rag1")
    table.play("TRADE samurai", "CARD crown5")
    assert table.s.trade_points == 0 and table.keys(table.s.hand[0]) == []
    assert table.keys(table.s.discard[0]) == ["rag1"]


def test_d086_no_trade_without_points():
    assert offers(holding("crown5 lamp4 orb7", 0)) == {}


def test_d086_only_treasures_of_the_hand_are_traded():
    # A reinforcement in the hand, treasures everywhere else.
    table = holding("red6", 9).deck(0, "crown5").discard(0, "lamp4").field(0, "orb7").equip(0, "asa", "crown5")
    assert offers(table) == {}


def test_d086_as_many_trades_as_points():
    table = holding("crown5 lamp4", 2).supply("samurai_treasures", "rag1").supply("ninja_treasures", "moth2")
    table.play("TRADE samurai", "CARD crown5", "TRADE ninja", "CARD lamp4")
    assert table.keys(table.s.discard[0]) == ["moth2", "rag1"] and table.s.trade_points == 0


@pytest.mark.parametrize("seed", range(6))
def test_d087_the_new_treasure_is_drawn_before_the_old_one_goes_back(seed):
    # With the old one in the deck the draw would be one of two cards.
    table = holding("lamp4", 1, seed=seed).supply("ninja_treasures", "moth2")
    table.play("TRADE ninja", "CARD lamp4")
    assert table.keys(table.s.discard[0]) == ["moth2"]
    assert table.s.supply[table.card("moth2")] == 0 and table.s.supply[table.card("lamp4")] == 1


def test_d087_the_old_treasure_goes_back_to_the_deck_that_it_came_from():
    table = holding("lamp4", 2).supply("samurai_treasures", "crown5 rag1").supply("ninja_treasures", "moth2")
    table.play("TRADE samurai", "CARD lamp4")
    assert table.s.supply_size.tolist()[2:4] == [1, 2]
    assert table.s.supply[table.card("lamp4")] == 1
    assert table.keys(table.s.discard[0])[0] in ("crown5", "rag1")


# ---- the three prices -----------------------------------------------------------------------------------------------
def test_d088_one_point_for_a_treasure_of_the_same_class():
    assert offers(holding("crown5 lamp4 rag1", 1)) == {"samurai": ["crown5", "rag1"], "ninja": ["lamp4"]}
    assert offers(holding("crown5", 1)) == {"samurai": ["crown5"]}
    assert holding("lamp4", 2).play("TRADE ninja", "CARD lamp4").s.trade_points == 1


def test_d089_two_points_for_a_treasure_of_the_other_class():
    both = ["crown5", "lamp4"]
    assert offers(holding("crown5 lamp4", 2)) == {"samurai": both, "ninja": both}
    table = holding("lamp4", 2).supply("samurai_treasures", "crown5")
    table.play("TRADE samurai", "CARD lamp4")
    assert table.s.trade_points == 0 and table.keys(table.s.discard[0]) == ["crown5"]


def test_d090_three_points_for_regalia():
    # Worth victory points are crown (2) and lamp (3), not rag and moth.
    table = holding("crown5 rag1 lamp4 moth2", 3).supply("regalia", "pot0")
    assert offers(table)["regalia"] == ["crown5", "lamp4"]
    table.play("TRADE regalia", "CARD lamp4")
    assert table.s.trade_points == 0 and table.keys(table.s.discard[0]) == ["pot0"]
    assert table.s.supply[table.card("lamp4")] == 3  # the two of the deck, and this one


def test_d090_no_regalia_for_two_points_or_for_worthless_treasures():
    assert "regalia" not in offers(holding("crown5 lamp4", 2))
    assert "regalia" not in offers(holding("rag1 moth2", 3))


# ---- what a trade is not --------------------------------------------------------------------------------------------
def test_d091_a_trade_is_neither_a_return_nor_a_sale():
    # asa would draw a card at each return and at each sale; crown sells for 3 mon.
    passive = [on("return", op("draw")), on("sell", op("draw")), on("gain_mon", op("draw"))]
    table = holding("crown5", 1, heroes={"asa": {"passive": passive}}).deck(0, "red3 red3")
    table.play("TRADE samurai", "CARD crown5")
    assert table.s.hand_size[0] == 0 and table.s.mon == 0 and table.s.returned[0] == 0


def test_d091_a_trade_is_called_trade():
    table = holding("crown5", 1, heroes={"asa": {"passive": [on("trade", op("draw"))]}}).deck(0, "red3 red3")
    table.play("TRADE samurai", "CARD crown5")
    assert table.keys(table.s.hand[0]) == ["red3"]


def test_d092_trade_points_add_up():
    given = {"red3": {"trade_points": 2, "deployments": 1}, "violet4": {"trade_points": 1}}
    table = holding("red3 violet4 lamp4", 0, reinforcements=given)
    assert table.play("PLAY red3").s.trade_points == 2
    assert table.play("PLAY violet4").s.trade_points == 3
    assert "regalia" in offers(table)


def test_d092_unspent_trade_points_are_lost_at_the_end_of_the_turn():
    table = holding("lamp4", 3).play("END_TURN").on_to("MAIN 1")
    assert table.s.trade_points == 0
    table.play("END_TURN").on_to("MAIN 0")
    assert table.keys(table.s.hand[0]) == ["lamp4"]
    assert table.s.trade_points == 0 and offers(table) == {}


# ---- rulings --------------------------------------------------------------------------------------------------------
def test_r025_regalia_can_be_traded_for_regalia_only():
    # orb is worth 4 VP, pot nothing.
    table = holding("orb7 pot0", 3).supply("regalia", "orb7")
    assert offers(table) == {"regalia": ["orb7"]}
    table.play("TRADE regalia", "CARD orb7")
    assert table.keys(table.s.discard[0]) == ["orb7"] and table.s.supply_size[4] == 1


@pytest.mark.parametrize("wanted", ["samurai", "ninja", "regalia"])
def test_r025_no_trade_for_a_card_of_an_empty_deck(wanted):
    deck = wanted if wanted == "regalia" else f"{wanted}_treasures"
    table = holding("crown5 lamp4", 3)
    assert wanted in offers(table)
    table.supply(deck, "")
    assert set(offers(table)) == {"samurai", "ninja", "regalia"} - {wanted}


def test_r025_a_trade_is_no_discard():
    table = holding("crown5", 1, heroes={"asa": {"passive": [on("discard", op("draw"))]}}).deck(0, "red3")
    table.play("TRADE samurai", "CARD crown5")
    assert table.s.hand_size[0] == 0


def test_r025_prices_are_options():
    rules = {"trade_costs": [2, 4, 5]}
    assert offers(holding("crown5", 1, rules=rules)) == {}
    assert set(offers(holding("crown5", 2, rules=rules))) == {"samurai"}
    assert set(offers(holding("crown5", 4, rules=rules))) == {"samurai", "ninja"}
    table = holding("crown5", 5, rules=rules)
    assert set(offers(table)) == {"samurai", "ninja", "regalia"}
    assert table.play("TRADE ninja", "CARD crown5").s.trade_points == 1


def test_r034_trading_is_not_looting():
    loot = {"loot": [on("loot", op("draw"))], "passive": [on("loot", op("draw"), whose="any")]}
    table = holding("crown5", 3, heroes={"asa": loot}).deck(0, "red3 red3")
    table.play("TRADE regalia", "CARD crown5")
    assert table.s.hand_size[0] == 0


@pytest.mark.parametrize("do", ["take", "gain_hero"])
def test_r034_taking_is_not_purchasing(do):
    table = small(
        reinforcements={"violet4": {"skills": [{"on": "deploy", "do": [op(do)]}]}},
        heroes={"asa": {"passive": [on("purchase", op("draw"))]}},
    )
    table.hero(0, "asa", active=True).hand(0, "violet4").deck(0, "red3").pool("samurai", "red6").area("emi")
    table.play("PLAY violet4", {"take": "CARD red6", "gain_hero": "HERO emi"}[do])
    assert table.decision == "MAIN 0" and table.s.hand_size[0] == 0
    assert table.keys(table.s.discard[0]) == (["red6"] if do == "take" else [])
    assert table.heroes_of(0) == (["asa"] if do == "take" else ["asa", "emi"])
