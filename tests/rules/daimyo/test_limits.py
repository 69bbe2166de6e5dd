"""Where counting stops: the rulings R13, on games and turns without end, and R46, on modified numbers."""

from __future__ import annotations

import pytest
from rules.daimyo.position import Table, made

MON = [{"op": "mon"}]


def deploy(*do, **skill) -> list[dict]:
    """The skills of a card that has one when it is deployed."""
    return [{"on": "deploy", "do": list(do), **skill}]


def with_maid(**maid) -> Table:
    """A player with that reinforcement in the hand, and nothing else."""
    return Table(num_players=2, content=made(reinforcements={"maid": maid})).hand(0, "maid")


def with_hero(**hero) -> Table:
    """A player whose active hero she is."""
    return Table(num_players=2, content=made(heroes={"hero": hero})).hero(0, "hero", active=True)


def acting(do, **action) -> Table:
    """… with that skill to be activated."""
    return with_hero(action={"do": do, **action})


# ---- modified numbers -----------------------------------------------------------------------------------------------
def test_r46_no_price_is_lowered_below_one():
    hero = {"modifiers": [{"stat": "reinforcement_cost", "n": -9}, {"stat": "hero_cost", "n": -9}]}
    content = made(heroes={"hero": hero, "cheap": {"atk": 2}}, reinforcements={"maid": {"cost": 4}})
    table = Table(num_players=2, content=content).hero(0, "hero").pool("samurai", "maid").area("cheap")
    assert not table.can("BUY maid") and not table.can("BUY_HERO cheap")
    table.s.mon = 2
    assert table.play("BUY maid").s.mon == 1
    assert table.play("BUY_HERO cheap").s.mon == 0


def test_r46_what_is_printed_as_nought_costs_nothing():
    content = made(heroes={"hero": {}}, reinforcements={"maid": {"cost": 0}})
    table = Table(num_players=2, content=content).hero(0, "hero").pool("samurai", "maid")
    assert table.play("BUY maid").s.mon == 0


def test_r46_no_sale_below_nought():
    content = made(heroes={"hero": {"modifiers": [{"stat": "sell", "n": -3}]}}, reinforcements={"maid": {"sell": 2}})
    table = Table(num_players=2, content=content).hero(0, "hero").hand(0, "maid mon").play("PLAY mon", "SELL maid")
    assert table.s.mon == 1


def test_r46_nothing_that_a_turn_begins_with_below_nought():
    modifiers = [{"stat": stat, "n": -9} for stat in ("deployments", "trade_points", "mon")]
    table = with_hero(modifiers=modifiers).turn_of(0).on_to("MAIN 0")
    assert (table.s.deployments, table.s.trade_points, table.s.mon) == (0, 0, 0)


@pytest.mark.parametrize(("change", "size"), [(-9, 1), (-4, 1), (-3, 2), (2, 7)])
def test_r46_no_hand_size_below_one(change, size):
    table = with_hero(modifiers=[{"stat": "hand_size", "n": change}]).deck(0, " ".join(["okiku"] * 9)).turn_of(0)
    assert table.on_to("MAIN 0").s.hand_size[0] == size


# ---- turns and games without end ------------------------------------------------------------------------------------
@pytest.mark.parametrize(("made_so_far", "ends"), [(199, False), (200, True)])
def test_r13_after_200_decisions_a_turn_can_only_be_ended(made_so_far, ends):
    table = acting(MON).hand(0, "mon hiroko").pool("samurai", "okiku").area("ran")
    table.s.mon, table.s.trade_points, table.s.turn_decisions = 20, 3, made_so_far
    assert (table.choices() == ["END_TURN"]) == ends


def test_r13_and_wherever_one_may_stop_one_stops():
    table = with_maid(skills=deploy({"op": "discard", "n": 9, "optional": True})).hand(0, "okiku okiku okiku")
    table.s.turn_decisions = 198
    table.play("PLAY maid")
    assert table.decision == "HAND_CARD 0" and table.choices() == ["CARD okiku", "PASS"]
    assert table.play("CARD okiku").choices() == ["PASS"]
    assert table.play("PASS").choices() == ["END_TURN"]


def test_r13_the_next_turn_begins_anew():
    table = Table(num_players=2).pool("samurai", "hiroko").hand(1, "mon")
    table.s.turn_decisions = 200
    table.play("END_TURN")
    assert table.choices() == ["PASS"]
    assert table.on_to("MAIN 1").can("PLAY mon")


def test_r13_the_number_is_a_rule():
    table = Table(num_players=2, content={"rules": {"turn_guard": 30}}).hand(0, "mon")
    table.s.turn_decisions = 30
    assert table.choices() == ["END_TURN"]


@pytest.mark.parametrize(("rules", "rounds"), [({}, 40), ({"max_turns": 3}, 3)])
def test_r13_a_game_is_cut_off_after_forty_rounds(rules, rounds):
    table = Table(num_players=2, content=made(heroes={"lady": {"vp": 1}}, rules=rules)).hero(1, "lady").hero_deck()
    table.s.turn = rounds - 1
    table.play("END_TURN").on_to("MAIN 1")
    assert not table.s.over
    table.play("END_TURN")
    assert table.s.turn == rounds and table.s.over and table.s.truncated
    assert table.result() == ([-1, 1], [0, 1])  # scored as it stands


def test_r13_a_game_that_ends_then_is_not_cut_off():
    table = Table(num_players=2).hero_deck()
    table.s.turn, table.s.last_petal, table.s.petals = 38, 1, 0
    table.play("END_TURN").on_to("MAIN 1").play("END_TURN")
    assert table.s.over and not table.s.truncated
