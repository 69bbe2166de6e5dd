"""Chapter 7, activated skills: D76, and the rulings on costs and counting: R14, R41, R65."""

from __future__ import annotations

import pytest
from rules.daimyo.position import Table, made

from shugyo.envs.daimyo import state as st

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


# ---- costs and effects ----------------------------------------------------------------------------------------------
def test_d76_activated_skill_pays_its_cost_and_is_carried_out():
    table = acting([{"op": "deployments", "n": 3}], pays={"mon": 2, "trade_points": 1, "discard": 1}).hand(0, "okiku")
    table.s.mon, table.s.trade_points = 5, 4
    table.play("HERO_SKILL hero", "CARD okiku")
    assert (table.s.mon, table.s.trade_points, table.s.deployments) == (3, 3, 1 + 3)
    assert table.keys(table.s.discard[0]) == ["okiku"] and table.decision == "MAIN 0"


def test_d76_she_may_be_the_cost_herself():
    table = acting(MON, pays={"exhaust": True}).play("HERO_SKILL hero")
    assert table.s.mon == 1 and table.status("hero") == st.EXHAUSTED and table.active(0) is None
    assert not table.can("HERO_SKILL hero")


@pytest.mark.parametrize("owner", [0, 1])
def test_d76_only_the_own_heroes_are_activated(owner):
    table = Table(num_players=2, content=made(heroes={"hero": {"action": {"do": MON}}})).hero(owner, "hero")
    assert table.can("HERO_SKILL hero") == (owner == 0)


@pytest.mark.parametrize(("uses", "times"), [(1, 1), (3, 3)])
def test_r41_uses_begin_anew_with_each_turn(uses, times):
    table = acting(MON, uses=uses)
    for turn in range(2):
        assert table.play(*["HERO_SKILL hero"] * times).s.mon == times, turn
        assert not table.can("HERO_SKILL hero")
        table.on_to("MAIN 1").on_to("MAIN 0")


@pytest.mark.parametrize("rule", [{"nth": 2}, {"limit": 1}])
def test_r41_what_triggers_have_seen_too(rule):
    table = with_hero(passive=[{"event": "gain_mon", "whose": "any", "do": [{"op": "trade_points"}], **rule}])
    for _ in range(2):
        table.hand(0, "mon mon mon").play("PLAY mon")
        assert table.s.trade_points == (0 if "nth" in rule else 1)
        table.play("PLAY mon", "PLAY mon")
        assert table.s.trade_points == 1
        table.on_to("MAIN 1").on_to("ACTIVE 0").on_to("MAIN 0")
        table.s.hand[0], table.s.hand_size[0] = 0, 0


def test_r41_in_the_turn_of_another_player_as_well():
    """The second of two mon, one in each turn, is the first of its turn."""
    hero = {"passive": [{"event": "sell", "whose": "others", "nth": 2, "do": [{"op": "draw"}]}]}
    table = Table(num_players=3, content=made(heroes={"hero": hero})).hero(2, "hero").deck(2, "mon mon mon")
    table.hand(0, "okiku").play("SELL okiku").on_to("MAIN 1").hand(1, "okiku okiku").play("SELL okiku")
    assert table.s.hand_size[2] == 0
    assert table.play("SELL okiku").s.hand_size[2] == 1


@pytest.mark.parametrize(
    ("pays", "have", "possible"),
    [
        ({"mon": 2}, {"mon": 1}, False),
        ({"mon": 2}, {"mon": 2}, True),
        ({"trade_points": 2}, {"trade_points": 1}, False),
        ({"trade_points": 2}, {"trade_points": 2}, True),
        ({"discard": 2}, {"hand": "okiku"}, False),
        ({"discard": 2}, {"hand": "okiku mon"}, True),
        ({"discard": 1, "class": "samurai"}, {"hand": "okiku mon"}, False),
        ({"discard": 1, "class": "samurai"}, {"hand": "okiku shichi"}, True),
        ({"discard": 1, "kind": "treasure"}, {"hand": "okiku tea_bowl"}, False),
        ({"discard": 1, "kind": "treasure"}, {"hand": "okiku izanami"}, True),
        ({"mon": 1, "discard": 1}, {"mon": 1}, False),
    ],
)
def test_r14_a_cost_must_be_paid_in_full(pays, have, possible):
    table = acting([{"op": "deployments"}], pays=pays).hand(0, have.get("hand", ""))
    table.s.mon, table.s.trade_points = have.get("mon", 0), have.get("trade_points", 0)
    assert table.can("HERO_SKILL hero") == possible


@pytest.mark.parametrize(
    "instruction",
    [
        {"op": "discard", "n": 2},
        {"op": "return"},
        {"op": "exhaust"},
        {"op": "recover"},
        {"op": "cleanse", "whose": "others"},
        {"op": "take"},
        {"op": "gain_hero"},
        {"op": "duel"},
        {"op": "draw", "n": 2},
        {"op": "exhaust", "what": "hero"},
        {"op": "loot", "deck": "own"},
    ],
)
def test_r14_a_mandatory_skill_that_can_do_nothing_does_nothing(instruction):
    table = with_maid(skills=deploy(instruction, {"op": "mon"}))
    before = table.s.supply.copy()
    table.play("PLAY maid")
    assert table.decision == "MAIN 0" and table.s.mon == 1
    assert table.keys(table.s.field[0, st.READY]) == ["maid"]
    assert table.s.hand_size[0] == table.s.discard_size[0] == 0 and (table.s.supply == before).all()


def test_r14_it_does_as_much_as_it_can():
    table = with_maid(skills=deploy({"op": "discard", "n": 3}, {"op": "mon"})).hand(0, "okiku mon")
    table.play("PLAY maid", "CARD okiku", "CARD mon")
    assert table.decision == "MAIN 0" and table.s.mon == 1 and table.s.discard_size[0] == 2


def test_r65_mon_trade_points_exhaustion_then_discards():
    table = acting(MON, pays={"mon": 2, "trade_points": 1, "discard": 2, "exhaust": True}).hand(0, "okiku okiku hiroko")
    table.s.mon, table.s.trade_points = 2, 1
    table.play("HERO_SKILL hero")
    assert table.decision == "HAND_CARD 0" and not table.can("PASS")
    assert (table.s.mon, table.s.trade_points, table.status("hero")) == (0, 0, st.EXHAUSTED)
    table.play("CARD okiku")
    assert table.s.mon == 0 and table.decision == "HAND_CARD 0"
    table.play("CARD hiroko")
    assert table.s.mon == 1 and table.keys(table.s.discard[0]) == ["hiroko", "okiku"]


def test_r65_only_the_discards_are_events():
    passive = [{"event": event, "do": [{"op": op}]} for event, op in (("exhaust", "deployments"), ("discard", "mon"))]
    pays = {"discard": 2, "exhaust": True}
    heroes = {"hero": {"action": {"do": [{"op": "trade_points"}], "pays": pays}}, "watcher": {"passive": passive}}
    table = Table(num_players=2, content=made(heroes=heroes)).hero(0, "hero").hero(0, "watcher").hand(0, "okiku okiku")
    table.play("HERO_SKILL hero", "CARD okiku", "CARD okiku")
    assert (table.s.mon, table.s.deployments, table.s.trade_points) == (2, 1, 1)
