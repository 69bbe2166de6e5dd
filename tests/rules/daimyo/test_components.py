"""Chapter 1, components and cards: D1 to D19."""

from __future__ import annotations

from random import Random

import pytest
from rules.daimyo.position import Table, made

from shugyo.envs.core.content import ContentError
from shugyo.envs.daimyo import state as st

LOOT = {deck: [{"op": "loot", "deck": deck}] for deck in ("samurai", "ninja", "regalia", "own", "other", "choice")}
HAND_SKILLS = [
    {"on": "discard", "do": [{"op": "mon", "n": 2}]},
    {"on": "return", "do": [{"op": "mon", "n": 3}]},
    {"on": "duel", "do": [{"op": "boost", "n": 4}]},
]


def on_sale(deck: str, **hero) -> dict:
    """A hero who loots whenever her player sells."""
    return made(heroes={"looter": {"loot": [{"event": "sell", "do": LOOT[deck]}], **hero}})


# ---- what is in the box ---------------------------------------------------------------------------------------------
def test_d1_what_the_box_holds():
    content = Table(num_players=5).content
    tables = ("reinforcements", "treasures", "regalia")
    copies = {table: sum(card["copies"] for card in content[table].values()) for table in tables}
    assert copies == {"reinforcements": 138, "treasures": 48, "regalia": 13}
    assert [len(content[table]) for table in ("heroes", "nemeses", "stories")] == [23, 5, 2]
    assert max(content["rules"]["petals"]) == 50


def test_d1_the_record_has_room_for_the_whole_box():
    assert st.CARDS >= 1 + 18 + 24 + 13 and st.CHARACTERS >= 23 + 5 and st.STORIES == 2


def test_d1_twenty_mon_are_enough_for_five_players():
    table = Table(bare=False, num_players=5)
    assert sum(int(table.s[zone][:, table.card("mon")].sum()) for zone in ("deck", "hand")) == 20


def test_d2_copies_of_the_reinforcements():
    copies = {key: card["copies"] for key, card in Table().content["reinforcements"].items()}
    assert len(copies) == 18
    assert copies.pop("tae_masamune") == copies.pop("okiku") == 21
    assert set(copies.values()) == {6}


def test_d3_a_character_is_in_one_place_at_a_time():
    table, random, moved = Table(bare=False, num_players=4, nemesis=True, expansions=(1, 2)), Random(3), set()
    for _ in range(400):
        table.play(random.choice(table.choices()))
        held = {int(c): seat for seat in range(table.num_players) for c in table.s.heroes[seat] if c >= 0}
        assert len(held) == sum(len(table.heroes_of(seat)) for seat in range(table.num_players))  # nobody has another's
        seated = {c: int(table.s.place[c]) for c in range(len(table.characters)) if table.s.place[c] < st.HERO_DECK}
        if table.decision.split()[0] != "EXCHANGE":
            assert held == seated
        assert (table.s.place == st.HERO_DECK).sum() == table.s.hero_deck_size
        assert (table.s.place == st.AREA).sum() == table.s.area_size
        moved.add(tuple(table.s.place))
    assert len(moved) > 3


def test_d3_a_bought_hero_is_no_longer_to_be_had():
    table = Table(num_players=2).area("ran", "komatsu")
    table.s.mon = 20
    table.play("BUY_HERO ran")
    assert table.in_area() == ["komatsu"] and table.heroes_of(0) == ["ran"]
    assert table.can("BUY_HERO komatsu") and not table.can("BUY_HERO ran")


def test_d4_everything_but_mon_and_regalia_has_one_of_two_classes():
    content = Table().content
    for kind in ("heroes", "reinforcements", "treasures", "nemeses"):
        assert {entry["class"] for entry in content[kind].values()} == {"samurai", "ninja"}
    for kind in ("mon", "regalia"):
        assert not [key for key, entry in content[kind].items() if entry.get("class")]


@pytest.mark.parametrize("table", ["heroes", "reinforcements", "treasures", "nemeses"])
def test_d4_there_is_no_third_class(table):
    with pytest.raises(ContentError, match="class"):
        Table(content=made(**{table: {"stranger": {"class": "monk"}}}))


# ---- heroes ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("mon", "possible"), [(5, False), (6, True), (7, True)])
def test_d5_atk_is_the_price(mon, possible):
    table = Table(num_players=2, content=made(heroes={"maid": {"atk": 6, "def": 3}})).area("maid")
    table.s.mon = mon
    assert table.can("BUY_HERO maid") == possible
    if possible:
        assert table.play("BUY_HERO maid").s.mon == mon - 6


@pytest.mark.parametrize(("atk", "defense", "winner"), [(6, 5, 0), (5, 6, 1), (6, 6, -1)])
def test_d5_price_attacks_and_sell_value_defends(atk, defense, winner):
    content = made(
        heroes={"attacker": {"atk": atk, "def": 1}, "defender": {"atk": 20, "def": defense}},
        reinforcements={"challenge": {"skills": [{"on": "deploy", "do": [{"op": "duel"}]}]}},
    )
    table = Table(num_players=2, content=content).hero(0, "attacker", active=True).hero(1, "defender", active=True)
    table.hand(0, "challenge").play("PLAY challenge", "HERO defender")
    assert table.s.duel_winner == winner
    assert [table.status("attacker"), table.status("defender")] == [int(winner != 0), int(winner != 1)]


def test_d6_heroes_cannot_be_sold():
    table = Table(num_players=2).hero(0, "ran", active=True).hero(0, "komatsu").hand(0, "hiroko")
    assert [name for name in table.choices() if name.startswith("SELL")] == ["SELL hiroko"]


def test_d7_vp_of_heroes_count_for_the_player_who_has_them():
    heroes = {name: {"vp": vp} for name, vp in {"one": 1, "two": 2, "four": 4, "eight": 8}.items()}
    table = Table(num_players=2, content=made(heroes=heroes)).area("eight")
    table.hero(0, "one", active=True).hero(0, "two").hero(1, "four", status=st.EXHAUSTED)
    assert table.result()[1] == [3, 4]


@pytest.mark.parametrize("deck", ["samurai", "ninja", "regalia"])
def test_d8_fitting_action_loots_the_top_card_of_the_named_deck(deck):
    named = "regalia" if deck == "regalia" else f"{deck}_treasures"
    prize = {"samurai_treasures": "izanami", "ninja_treasures": "ogawa", "regalia": "tea_bowl"}[named]
    table = Table(num_players=2, content=on_sale(deck), expansions=(1, 2)).hero(0, "looter", active=True)
    table.supply(named, prize).hand(0, "hiroko shizuka").play("SELL hiroko")
    assert table.keys(table.s.discard[0]) == [prize] and table.keys(table.s.hand[0]) == ["shizuka"]
    assert table.s.supply[table.card(prize)] == 0


def test_d8_other_actions_do_not_loot():
    table = Table(num_players=2, content=on_sale("samurai")).hero(0, "looter", active=True)
    table.hand(0, "shizuka mon").play("PLAY mon", "PLAY shizuka")
    assert table.keys(table.s.discard[0]) == ["mon"]


def test_d8_what_others_do_is_not_what_the_player_does():
    table = Table(num_players=2, content=on_sale("samurai")).hero(1, "looter", active=True)
    table.hand(0, "hiroko").play("SELL hiroko")
    assert table.s.discard_size.sum() == 0


@pytest.mark.parametrize("active", [True, False])
def test_d9_loot_conditions_of_the_active_hero_only(active):
    table = Table(num_players=2, content=on_sale("samurai")).hero(0, "looter", active=active)
    table.hero(0, "ran", active=not active).hand(0, "hiroko").play("SELL hiroko")
    assert table.s.discard_size[0] == int(active)


@pytest.mark.parametrize("active", [True, False])
def test_d10_passive_skills_work_while_inactive(active):
    maid = {"passive": [{"event": "sell", "do": [{"op": "mon", "n": 5}]}]}
    table = Table(num_players=2, content=made(heroes={"maid": maid})).hero(0, "maid", active=active)
    assert table.hand(0, "hiroko").play("SELL hiroko").s.mon == table.fact("hiroko", "sell") + 5


@pytest.mark.parametrize("demands", [True, False])
def test_d10_activated_skill_may_demand_that_she_is_active(demands):
    maid = {"action": {"active": demands, "do": [{"op": "mon"}]}}
    table = Table(num_players=2, content=made(heroes={"maid": maid})).hero(0, "ran", active=True).hero(0, "maid")
    assert table.can("HERO_SKILL maid") == (not demands)
    table.s.active[0] = table.character("maid")
    assert table.can("HERO_SKILL maid")


@pytest.mark.parametrize(("demands", "active", "deployments"), [(False, False, 3), (True, False, 1), (True, True, 3)])
def test_d10_so_do_the_numbers_she_changes(demands, active, deployments):
    maid = {"modifiers": [{"stat": "deployments", "n": 2, "active": demands}]}
    table = Table(num_players=2, content=made(heroes={"maid": maid, "other": {}})).hero(0, "maid").hero(0, "other")
    table.turn_of(0).play("HERO maid" if active else "HERO other")
    assert table.s.deployments == deployments


@pytest.mark.parametrize("petals", [0, 3])
def test_d11_petals_of_a_revealed_hero_fall(petals):
    table = Table(num_players=2, content=made(heroes={"maid": {"petals": petals}})).hero_deck("maid")
    before = table.s.petals
    table.play("END_TURN")
    assert table.in_area() == ["maid"] and table.s.petals == before - petals


# ---- reinforcements -------------------------------------------------------------------------------------------------
def test_d12_what_a_reinforcement_has():
    maid = {
        "class": "ninja",
        "cost": 7,
        "sell": 4,
        "vp": 2,
        "mon": 1,
        "skills": [{"on": "deploy", "do": [{"op": "mon"}]}],
    }
    table = Table(num_players=2, content=made(reinforcements={"maid": maid})).pool("ninja", "maid").hand(0, "maid maid")
    table.play("SELL maid", "PLAY maid")
    assert table.s.mon == 4 + (1 + 1)  # its sell value; its bonus and its skill
    table.s.mon = 7
    assert table.play("BUY maid").s.mon == 0  # its price
    assert table.s.deployed[:2].tolist() == [0, 1]  # its class
    assert table.result()[1] == [2 + 2, 0]  # one in the field, one in the discard pile


@pytest.mark.parametrize("wrong", [{"vp": -1}, {"cost": -1}, {"sell": -1}, {"sell": "x"}, {"mon": -1}, {"draw": -1}])
def test_d12_none_of_its_numbers_is_negative(wrong):
    with pytest.raises(ContentError, match=next(iter(wrong))):
        Table(content=made(reinforcements={"maid": wrong}))


@pytest.mark.parametrize("sell", [0, "-"])
def test_d12_zeros_and_the_dash_are_possible(sell):
    table = Table(num_players=2, content=made(reinforcements={"maid": {"sell": sell, "vp": 0}})).hand(0, "maid")
    assert table.result()[1] == [0, 0]
    assert table.can("SELL maid") == (sell == 0)


@pytest.mark.parametrize(
    ("bonus", "gained"),
    [
        ({}, (0, 0, 0, 0)),
        ({"draw": 2}, (2, 0, 0, 0)),
        ({"mon": 2}, (0, 2, 0, 0)),
        ({"deployments": 2}, (0, 0, 2, 0)),
        ({"trade_points": 2}, (0, 0, 0, 2)),
        ({"draw": 1, "mon": 2, "deployments": 3, "trade_points": 4}, (1, 2, 3, 4)),
    ],
)
def test_d13_bonuses(bonus, gained):
    table = Table(num_players=2, content=made(reinforcements={"maid": bonus})).deck(0, "okiku okiku okiku okiku")
    s = table.hand(0, "maid").play("PLAY maid").s
    assert (s.hand_size[0], s.mon, s.deployments, s.trade_points) == gained
    assert s.deck_size[0] == 4 - gained[0] and s.hand_size[1] == 0


# ---- treasures ------------------------------------------------------------------------------------------------------
def test_d14_each_treasure_is_there_twice():
    table = Table(bare=False, num_players=2, expansions=(1, 2))
    treasures = table.content["treasures"]
    assert {card["copies"] for card in treasures.values()} == {2}
    assert [int(table.s.supply[table.card(key)]) for key in treasures] == [2] * len(treasures)


def test_d15_treasures_cannot_be_bought():
    table = Table(num_players=2).pool("samurai", "hiroko shichi").pool("ninja", "katsu").pile("ninja", "okiku")
    table.s.mon = 100
    assert [name for name in table.choices() if name.startswith("BUY")] == [
        *("BUY hiroko", "BUY katsu", "BUY shichi", "BUY_TOP ninja")
    ]


@pytest.mark.parametrize("way", ["loot", "trade"])
def test_d15_they_come_by_looting_and_trading(way):
    table = Table(num_players=2, content=on_sale("samurai", **{"class": "samurai"})).hero(0, "looter", active=True)
    table.supply("samurai_treasures", "mask_of_renewal").hand(0, "hiroko izanami")
    if way == "loot":
        table.play("SELL hiroko")
    else:
        table.s.trade_points = 1
        table.play("TRADE samurai", "CARD izanami")
    assert table.keys(table.s.discard[0]) == ["mask_of_renewal"]


def test_d15_treasures_given_back_are_in_no_pool():
    """What is sold or returned is back in a face-down deck, from which no action and no instruction takes."""
    take = {"action": {"do": [{"op": "take"}]}}
    table = (
        Table(num_players=2, content=made(heroes={"taker": take}, treasures={"relic": {}}))
        .hero(0, "taker")
        .hand(0, "relic")
    )
    table.pool("samurai", "hiroko shichi").play("SELL relic", "HERO_SKILL taker")
    assert table.choices() == ["CARD hiroko", "CARD shichi"]


@pytest.mark.parametrize("kind", ["reinforcements", "treasures", "regalia"])
def test_d16_treasures_work_as_reinforcements_do(kind):
    content = made(**{kind: {"maid": {"cost": 6, "sell": 4, "mon": 5, "skills": HAND_SKILLS}}})
    table = Table(num_players=2, content=content).hand(0, "maid maid maid maid")
    assert table.play("SELL maid").s.mon == 4
    assert table.play("DISCARD_SKILL maid").s.mon == 4 + 2 and table.keys(table.s.discard[0]) == ["maid"]
    assert table.play("RETURN_SKILL maid").s.mon == 6 + 3 and table.s.discard_size[0] == 1
    assert table.play("PLAY maid").s.mon == 9 + 5 and table.s.deployments == 0
    assert table.keys(table.s.field[0, st.READY]) == ["maid"]
    assert not table.hand(0, "maid").can("PLAY maid")


@pytest.mark.parametrize("kind", ["reinforcements", "treasures", "regalia"])
def test_d16_they_boost_as_reinforcements_do(kind):
    content = made(**{kind: {"maid": {"cost": 6, "skills": HAND_SKILLS}}}, heroes={"challenger": {"atk": 1}})
    content["heroes"]["challenger"]["action"] = {"do": [{"op": "duel"}]}
    table = Table(num_players=2, content=content).hero(0, "challenger", active=True).hero(1, "ran", active=True)
    table.hand(0, "maid").play("HERO_SKILL challenger", "HERO ran", "CARD maid")
    assert table.s.boost[0] == 6 + 4
    assert table.keys(table.s.discard[0]) == ["maid"]


@pytest.mark.parametrize("kind", ["treasures", "regalia"])
@pytest.mark.parametrize("petals", [0, 2])
def test_d17_petals_of_a_deployed_treasure_fall(kind, petals):
    table = Table(num_players=2, content=made(**{kind: {"relic": {"petals": petals}}})).hand(0, "relic relic")
    before = table.s.petals
    assert table.play("SELL relic").s.petals == before  # only when it is deployed
    assert table.play("PLAY relic").s.petals == before - petals


def test_d18_mon_card_is_spent_without_deployment_and_discard():
    maid = {"passive": [{"event": "discard", "do": [{"op": "draw"}]}]}
    table = Table(num_players=2, content=made(heroes={"maid": maid})).hero(0, "maid", active=True)
    table.hand(0, "mon mon").deck(0, "okiku").play("PLAY mon")
    assert (table.s.mon, table.s.deployments) == (1, 1)
    assert table.keys(table.s.discard[0]) == table.keys(table.s.hand[0]) == ["mon"]  # nothing drawn
    table.s.deployments = 0
    assert table.play("PLAY mon").s.mon == 2


def test_d18_mon_cards_are_not_sold():
    assert Table(num_players=2).hand(0, "mon").choices() == ["END_TURN", "PLAY mon"]


@pytest.mark.parametrize(("deck", "regalia"), [("samurai", 0), ("own", 0), ("other", 0), ("regalia", 1)])
def test_d19_regalia_are_looted_only_where_the_condition_says_so(deck, regalia):
    table = Table(num_players=2, content=on_sale(deck)).hero(0, "looter", active=True).hand(0, "hiroko")
    table.play("SELL hiroko")
    looted = table.keys(table.s.discard[0])
    assert len(looted) == 1 and (looted[0] in table.content["regalia"]) == bool(regalia)


def test_d19_looting_by_choice_does_not_offer_them():
    table = Table(num_players=2, content=on_sale("choice")).hero(0, "looter", active=True).hand(0, "hiroko")
    assert table.play("SELL hiroko").choices() == ["DECK ninja_treasures", "DECK samurai_treasures"]


def test_d19_only_a_few_heroes_name_them():
    heroes = Table().content["heroes"].values()
    few = [hero for hero in heroes if any("'regalia'" in str(trigger["do"]) for trigger in hero["loot"])]
    assert 0 < len(few) < len(heroes) / 2


def test_d19_regalia_are_traded_for():
    table = Table(num_players=2).hand(0, "izanami").supply("regalia", "tea_bowl")
    table.s.trade_points = 3
    assert table.play("TRADE regalia", "CARD izanami").keys(table.s.discard[0]) == ["tea_bowl"]
