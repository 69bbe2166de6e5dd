"""Chapter 7, the main phase: D59 to D65, D69, D72 to D75, the worked example W2; the rulings R5, R27, R33, R62.

Purchases, D66 to D71, have a file of their own, and so have the activated skills of heroes, D76.
"""

from __future__ import annotations

import pytest
from rules.daimyo.position import Table, made

from shugyo.envs.daimyo import state as st

MON = [{"op": "mon"}]
HAND_SKILLS = [{"on": "discard", "do": MON}, {"on": "return", "do": MON}]


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


# ---- actions in any order -------------------------------------------------------------------------------------------
def test_d59_as_many_actions_as_wished_in_any_order():
    maid = {"cost": 2, "sell": 2, "deployments": 1}
    hero = {"action": {"do": MON, "uses": 2}}
    table = Table(num_players=2, content=made(heroes={"hero": hero}, reinforcements={"maid": maid})).hero(0, "hero")
    table.pool("samurai", "maid maid maid").hand(0, "maid maid maid maid mon mon")
    table.play("HERO_SKILL hero", "PLAY mon", "BUY maid", "PLAY maid", "SELL maid", "PLAY mon", "HERO_SKILL hero")
    assert table.s.mon == 1 + 1 - 2 + 2 + 1 + 1
    table.play("BUY maid", "PLAY maid", "SELL maid", "BUY maid", "BUY_TOP samurai")
    assert table.s.mon == 4 - 2 + 2 - 2 - 2 and table.s.deployments == 1
    assert table.keys(table.s.field[0, st.READY]) == ["maid"] * 2 and table.s.hand_size[0] == 0
    assert table.keys(table.s.discard[0]) == ["maid"] * 4 + ["mon"] * 2


def test_d59_the_turn_can_be_ended_at_any_time():
    table = Table(num_players=2).hand(0, "mon shichi shizuka")
    for name in ("PLAY mon", "PLAY shichi", "PLAY shizuka"):
        assert table.can("END_TURN")
        table.play(name)
    assert table.can("END_TURN")


@pytest.mark.parametrize("players", [2, 4])
def test_d60_one_deployment_no_trade_points_no_mon(players):
    table = Table(num_players=players)
    for seat in range(players):
        table.s.mon, table.s.deployments, table.s.trade_points = 7, 5, 6  # what the player before had left
        table.turn_of(seat)
        assert (table.s.mon, table.s.deployments, table.s.trade_points) == (0, 1, 0)


# ---- deploying ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("extra", "left"), [(0, 0), (1, 1), (3, 3)])
def test_d61_deploying_takes_one_deployment(extra, left):
    table = with_maid(deployments=extra).hand(0, "hiroko izanami tea_bowl").play("PLAY maid")
    assert table.s.deployments == left
    for key in ("hiroko", "izanami", "tea_bowl"):
        assert table.can(f"PLAY {key}") == (left > 0)


def test_d61_deployments_of_a_skill_are_added_too():
    table = with_maid(deployments=1, skills=deploy({"op": "deployments", "n": 2})).play("PLAY maid")
    assert table.s.deployments == 1 - 1 + 1 + 2


def test_w2_shichi_first():
    table = Table(num_players=2).hand(0, "shichi shizuka").play("PLAY shichi", "PLAY shizuka")
    assert table.keys(table.s.field[0, st.READY]) == ["shichi", "shizuka"] and table.s.mon == 2


def test_w2_shizuka_first():
    table = Table(num_players=2).hand(0, "shichi shizuka").play("PLAY shizuka")
    assert (table.s.mon, table.s.deployments) == (2, 0) and not table.can("PLAY shichi")


def test_d62_bonuses_come_before_the_skills():
    table = with_maid(draw=1, skills=deploy({"op": "discard"}, {"op": "if", "done": 1, "do": MON}))
    table.deck(0, "okiku").play("PLAY maid")  # the hand is empty but for what her bonus draws
    assert table.choices() == ["CARD okiku"]
    assert table.play("CARD okiku").s.mon == 1


def test_d62_several_skills_in_their_order():
    skills = deploy({"op": "discard", "n": 9}) + deploy({"op": "if", "hand_empty": True, "do": MON})
    table = with_maid(skills=skills).hand(0, "okiku").play("PLAY maid", "CARD okiku")
    assert table.s.mon == 1


@pytest.mark.parametrize("may", [True, False])
def test_d63_skills_are_mandatory_unless_they_say_may(may):
    table = with_maid(skills=deploy({"op": "discard"}, may=may)).hand(0, "okiku").play("PLAY maid")
    if may:
        assert table.decision == "MAY 0" and table.choices() == ["PASS", "YES"]
        assert table.play("PASS").decision == "MAIN 0" and table.s.hand_size[0] == 1
    else:
        assert table.decision == "HAND_CARD 0" and table.choices() == ["CARD okiku"]


def test_d63_yes_carries_it_out():
    table = with_maid(skills=deploy({"op": "mon", "n": 4}, may=True)).play("PLAY maid", "YES")
    assert table.s.mon == 4 and table.decision == "MAIN 0"


def test_d64_a_card_in_the_field_does_nothing_more():
    skills = deploy({"op": "mon", "n": 4}) + [{"on": "interrupt", "event": "deploy", "do": [{"op": "draw"}]}]
    table = with_maid(mon=1, skills=skills).play("PLAY maid")
    assert table.s.mon == 5 and table.choices() == ["END_TURN"]
    table.on_to("MAIN 1").hand(1, "shizuka").play("PLAY shizuka")
    assert table.decision == "MAIN 1"  # an interrupt is used from the hand
    table.s.field[0, st.EXHAUSTED], table.s.field[0, st.READY] = table.s.field[0, st.READY].copy(), 0
    assert table.on_to("MAIN 0").s.mon == 0 and table.s.field[0, st.READY].sum() == 1  # it recovered: no deployment


@pytest.mark.parametrize("kind", ["reinforcements", "treasures", "regalia"])
def test_d65_deployed_card_is_not_sold_returned_or_discarded(kind):
    hero = {"action": {"uses": 2, "do": [{"op": "discard"}, {"op": "return"}, {"op": "mon"}]}}
    content = made(heroes={"hero": hero}, **{kind: {"maid": {"skills": HAND_SKILLS}}})
    table = Table(num_players=2, content=content).hero(0, "hero").hand(0, "maid")
    assert {"SELL maid", "DISCARD_SKILL maid", "RETURN_SKILL maid"} < set(table.choices())
    table.play("PLAY maid")
    assert not [name for name in table.choices() if name.endswith("maid")]
    table.play("HERO_SKILL hero")  # finds nothing to discard or return
    assert table.s.mon == 1 and table.keys(table.s.field[0, st.READY]) == ["maid"]


def test_d65_only_effects_on_a_field_move_it():
    table = acting([{"op": "cleanse"}]).field(0, "hiroko").play("HERO_SKILL hero", "PLAYER 0", "CARD hiroko")
    assert table.keys(table.s.discard[0]) == ["hiroko"] and not table.s.field[0].any()


@pytest.mark.parametrize("kind", ["treasures", "regalia"])
def test_r27_deployed_card_cannot_be_traded(kind):
    table = Table(num_players=2, content=made(**{kind: {"relic": {"vp": 2}}})).hand(0, "relic")
    table.s.trade_points = 5
    assert table.can("TRADE regalia")
    assert not [name for name in table.play("PLAY relic").choices() if name.startswith("TRADE")]


def test_r27_what_is_left_to_the_player_is_done_then_or_never():
    skills = deploy({"op": "discard", "n": 2, "optional": True}, {"op": "if", "done": 1, "do": MON})
    table = with_maid(skills=skills).hand(0, "okiku okiku").play("PLAY maid", "CARD okiku", "PASS")
    assert table.s.mon == 1 and table.s.hand_size[0] == 1
    assert table.choices() == ["END_TURN", "SELL okiku"]


def test_r62_bonuses_then_petals_then_equipping_then_skills():
    relic = {"draw": 1, "mon": 2, "deployments": 3, "trade_points": 4, "petals": 2}
    relic |= {"equip": {"modifiers": [{"stat": "atk", "n": 1}]}, "skills": deploy(*MON, may=True)}
    table = Table(num_players=2, content=made(treasures={"relic": relic})).hero(0, "ran").hand(0, "relic")
    table.deck(0, "okiku").play("PLAY relic")
    s = table.s
    assert (s.hand_size[0], s.mon, s.deployments, s.trade_points) == (1, 2, 3, 4)
    assert table.decision == "EQUIP 0" and s.petals == 40 - 2
    assert table.play("HERO ran").decision == "MAY 0"
    assert table.play("YES").s.mon == 3 and s.equipped_size[0] == 1


def test_r62_events_tell_the_order_draw_mon_petals_deploy():
    gains = {"draw": "mon", "gain_mon": "deployments", "petals": "trade_points", "deploy": "discount"}
    passive = [{"event": event, "limit": 1, "do": [{"op": "may", "do": [{"op": op}]}]} for event, op in gains.items()]
    heroes = {"one": {"passive": passive[:3]}, "two": {"passive": passive[3:]}}
    content = made(heroes=heroes, treasures={"relic": {"draw": 1, "mon": 1, "petals": 1}})
    table = Table(num_players=2, content=content).hero(0, "one").hero(0, "two").hand(0, "relic").deck(0, "okiku")
    table.play("PLAY relic")
    order = []
    before = (1, 0, 0, 0)  # the bonus of the card is there
    while table.decision == "MAY 0":
        table.play("YES")
        after = (int(table.s.mon), int(table.s.deployments), int(table.s.trade_points), int(table.s.discount))
        order += [op for op, old, new in zip(gains.values(), before, after, strict=True) if new > old]
        before = after
    assert order == ["mon", "deployments", "trade_points", "discount"]


# ---- mon ------------------------------------------------------------------------------------------------------------
def test_d69_mon_of_all_sources_add_up():
    table = acting([{"op": "mon", "n": 3}]).hand(0, "mon mon shizuka hiroko")
    sums, sale = [], table.fact("hiroko", "sell")
    for name in ("PLAY mon", "PLAY shizuka", "SELL hiroko", "HERO_SKILL hero", "PLAY mon"):
        sums.append(int(table.play(name).s.mon))
    assert sums == [1, 1 + 2, 3 + sale, 6 + sale, 7 + sale]


def test_d69_what_is_not_spent_is_lost():
    table = Table(num_players=2).hand(0, "mon mon").pool("samurai", "hiroko").play("PLAY mon", "PLAY mon")
    table.on_to("MAIN 1")
    assert table.s.mon == 0
    assert table.on_to("MAIN 0").s.mon == 0


@pytest.mark.parametrize("source", ["card", "bonus", "sale", "effect", "modifier"])
def test_r33_every_single_mon_is_an_event(source):
    hero = {"passive": [{"event": "gain_mon", "nth": 3, "do": [{"op": "trade_points"}]}], "action": {"do": [*MON]}}
    hero["action"]["do"] = [{"op": "mon", "n": 3}]
    hero["modifiers"] = [{"stat": "mon", "n": 3 if source == "modifier" else 0}]
    cards = {"maid": {"mon": 3, "sell": 3}}
    table = Table(num_players=2, content=made(heroes={"hero": hero}, reinforcements=cards)).hero(0, "hero", active=True)
    table.hand(0, "maid mon mon mon")
    if source == "modifier":
        table.turn_of(0).on_to("MAIN 0")
    else:
        names = {"card": ["PLAY mon"] * 3, "bonus": ["PLAY maid"], "sale": ["SELL maid"], "effect": ["HERO_SKILL hero"]}
        assert table.s.trade_points == 0
        table.play(*names[source])
    assert (table.s.mon, table.s.trade_points) == (3, 1)


def test_r33_the_third_and_not_the_second():
    hero = {"passive": [{"event": "gain_mon", "nth": 3, "do": [{"op": "trade_points"}]}]}
    table = with_hero(**hero).hand(0, "shizuka mon mon").play("PLAY shizuka")
    assert table.s.trade_points == 0
    assert table.play("PLAY mon").s.trade_points == 1
    assert table.play("PLAY mon").s.trade_points == 1


# ---- selling --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("kind", ["reinforcements", "treasures", "regalia"])
@pytest.mark.parametrize("value", [0, 1, 5])
def test_d72_selling_gives_the_sell_value(kind, value):
    table = Table(num_players=2, content=made(**{kind: {"maid": {"sell": value, "mon": 9}}})).hand(0, "maid maid")
    table.play("SELL maid")
    assert table.s.mon == value and table.s.deployments == 1
    assert table.keys(table.s.hand[0]) == ["maid"] and table.s.discard_size[0] == 0


@pytest.mark.parametrize("kind", ["reinforcements", "treasures", "regalia"])
def test_d73_a_dash_cannot_be_sold(kind):
    table = Table(num_players=2, content=made(**{kind: {"maid": {"sell": "-"}}})).hand(0, "maid")
    assert not table.can("SELL maid") and table.can("PLAY maid")


def test_d74_sold_reinforcements_go_to_the_pile_of_their_class():
    table = Table(num_players=2).hand(0, "hiroko katsu shichi").play("SELL hiroko", "SELL katsu", "SELL shichi")
    assert table.keys_of_pile("samurai") == ["hiroko", "shichi"] and table.keys_of_pile("ninja") == ["katsu"]


@pytest.mark.parametrize("name", ["SELL relic", "RETURN_SKILL relic"])
@pytest.mark.parametrize(
    ("kind", "cls", "deck"), [("treasures", "samurai", 2), ("treasures", "ninja", 3), ("regalia", None, 4)]
)
def test_r5_treasures_are_shuffled_into_their_own_deck(name, kind, cls, deck):
    relic = {"skills": HAND_SKILLS, **({"class": cls} if cls else {})}
    table = Table(num_players=2, content=made(**{kind: {"relic": relic}})).hand(0, "relic")
    sizes, copies = table.s.supply_size.tolist(), int(table.s.supply[table.card("relic")])
    table.play(name)
    sizes[deck] += 1
    assert table.s.supply_size.tolist() == sizes and table.s.supply[table.card("relic")] == copies + 1
    assert table.s.pile_size.tolist() == [0, 0] and table.s.discard_size[0] == 0


@pytest.mark.parametrize("name", ["SELL hiroko", "HERO_SKILL hero"])
def test_r5_reinforcements_to_the_top_of_their_pile(name):
    table = acting([{"op": "return"}]).hand(0, "hiroko").pile("samurai", "shichi").play(name)
    if name == "HERO_SKILL hero":
        table.play("CARD hiroko")
    assert table.keys_of_pile("samurai") == ["shichi", "hiroko"]


# ---- skills from the hand -------------------------------------------------------------------------------------------
def test_d75_the_card_is_the_cost_and_then_its_program_is_carried_out():
    do = [{"op": "if", "hand_empty": True, "do": [{"op": "mon", "n": 2}]}]
    skills = [{"on": "discard", "do": do}, {"on": "return", "do": do}]
    table = with_maid(skills=skills).play("DISCARD_SKILL maid")
    assert table.s.mon == 2 and table.keys(table.s.discard[0]) == ["maid"]  # the hand was empty already
    table = with_maid(skills=skills).play("RETURN_SKILL maid")
    assert table.s.mon == 2 and table.keys_of_pile("samurai") == ["maid"] and table.s.discard_size[0] == 0
    assert table.s.deployments == 1


@pytest.mark.parametrize("on", ["discard", "return"])
def test_d75_it_is_discarded_or_returned_by_event(on):
    hero = {"passive": [{"event": on, "do": [{"op": "trade_points"}]}]}
    maid = {"skills": [{"on": on, "do": MON}]}
    table = Table(num_players=2, content=made(heroes={"hero": hero}, reinforcements={"maid": maid}))
    table.hero(0, "hero").hand(0, "maid").play(f"{on.upper()}_SKILL maid")
    assert (table.s.mon, table.s.trade_points) == (1, 1)


def test_d75_a_card_without_such_a_skill_has_none():
    assert with_maid(skills=deploy(*MON)).choices() == ["END_TURN", "PLAY maid", "SELL maid"]
