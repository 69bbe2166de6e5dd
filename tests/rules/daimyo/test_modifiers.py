"""Chapter 15, modifiers and the actions of heroes: D184, D185; R45."""

from __future__ import annotations

import pytest
from rules.daimyo.box import op, probe, seated
from rules.daimyo.position import Table

from shugyo.envs.daimyo import state as st

MON = op("mon")


# ---- modifiers ------------------------------------------------------------------------------------------------------
def changed(table: Table, stat: str, active: str = "asa") -> int:
    """The number that seat 0's turn begins with, or of its next sale or purchase; that hero is and becomes active."""
    table.s.active[0] = table.character(active)
    table.deck(0, "mon " * 12).turn_of(0).on_to("ACTIVE 0").play(f"HERO {active}").on_to("MAIN 0")
    if stat == "hand_size":
        return int(table.s.hand_size[0])
    if stat in ("deployments", "trade_points", "mon"):
        return int(table.s[stat])
    table.s.mon = 20
    table.hand(0, "red6").pool("samurai", "red6").area("dai")
    name = {"sell": "SELL red6", "reinforcement_cost": "BUY red6", "hero_cost": "BUY_HERO dai"}[stat]
    return abs(20 - int(table.play(name).s.mon))


PLAIN = {
    "hand_size": 5,
    "deployments": 1,
    "trade_points": 0,
    "mon": 0,
    "sell": 3,
    "reinforcement_cost": 6,
    "hero_cost": 4,
}


@pytest.mark.parametrize("stat", PLAIN)
def test_d184_modifiers_change_a_number_as_long_as_their_source_is_in_play(stat):
    heroes = {"gin": {"modifiers": [{"stat": stat, "n": 2}]}}
    assert changed(seated(heroes=heroes), stat) == PLAIN[stat]
    assert changed(seated(heroes=heroes).hero(0, "gin"), stat) == PLAIN[stat] + 2
    assert changed(seated(heroes=heroes).hero(1, "gin"), stat) == PLAIN[stat]


@pytest.mark.parametrize("stat", PLAIN)
def test_d184_some_count_only_while_the_hero_is_active(stat):
    heroes = {"asa": {"modifiers": [{"stat": stat, "n": 2, "active": True}]}}
    assert changed(seated(heroes=heroes).hero(0, "gin"), stat, "asa") == PLAIN[stat] + 2
    assert changed(seated(heroes=heroes).hero(0, "gin"), stat, "gin") == PLAIN[stat]


def outcome(table: Table, defender: str) -> tuple[int, int]:
    """Statuses of asa and the defender after their duel."""
    table.play("PLAY probe", f"HERO {defender}")
    return table.status("asa"), table.status(defender)


@pytest.mark.parametrize("where", ["hero", "equipment", "nemesis", "story"])
@pytest.mark.parametrize(("atk", "result"), [(0, (1, 0)), (1, (1, 1)), (2, (0, 1))])
def test_d184_r045_atk_of_a_hero_of_her_equipment_and_of_what_is_for_all(where, atk, result):
    # 6 against 7.
    modifiers = [{"stat": "atk", "n": atk}]
    given: dict = {
        "hero": {"heroes": {"asa": {"modifiers": modifiers}}},
        "equipment": {"treasures": {"crown5": {"equip": {"modifiers": modifiers}}}},
        "nemesis": {"nemeses": {"oni": {"modifiers": modifiers}}, "nemesis": True},
        "story": {
            "stories": {"masks": {"faces": [{"title": "One", "modifiers": modifiers}, {"title": "Two"}]}},
            "expansions": (1,),
        },
    }[where]
    table = probe(op("duel"), **given).hero(1, "haru", active=True)
    if where == "equipment":
        table.equip(0, "asa", "crown5")
    if where == "nemesis":
        table.area("oni")
    assert outcome(table, "haru") == result


@pytest.mark.parametrize(("defense", "result"), [(1, (0, 1)), (2, (1, 1)), (3, (1, 0))])
def test_d184_r045_def_likewise(defense, result):
    # 6 against 4.
    heroes = {"emi": {"modifiers": [{"stat": "def", "n": defense}]}}
    assert outcome(probe(op("duel"), heroes=heroes), "emi") == result


def test_r045_atk_and_def_of_a_hero_are_for_her_alone():
    # dai, at asa's side, and gin, at emi's, with great numbers of their own: 6 against 4 as before.
    heroes = {"dai": {"modifiers": [{"stat": "atk", "n": -9}]}, "gin": {"modifiers": [{"stat": "def", "n": 9}]}}
    crown = {"crown5": {"equip": {"modifiers": [{"stat": "def", "n": 9}]}}}
    table = probe(op("duel"), heroes=heroes, treasures=crown).hero(0, "dai").hero(1, "gin").equip(1, "gin", "crown5")
    assert outcome(table, "emi") == (st.READY, st.EXHAUSTED)


def test_r045_all_others_add_up_over_the_ready_heroes_and_their_equipment():
    one = {"modifiers": [{"stat": "sell", "n": 1}]}
    crown = {"crown5": {"equip": one}}
    faces = [{"title": "One", **one}, {"title": "Two"}]
    given = {"nemeses": {"oni": one}, "nemesis": True, "stories": {"masks": {"faces": faces}}, "expansions": (1,)}
    table = seated(heroes={"asa": one, "dai": one, "gin": one}, treasures=crown, **given)
    table.hero(0, "dai").hero(0, "gin", status=st.EXHAUSTED).equip(0, "dai", "crown5").area("oni").hand(0, "red6")
    assert table.play("SELL red6").s.mon == 3 + 5  # asa, dai, the crown, oni, the story card; not gin


# ---- actions of heroes ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("status", "possible"), [(st.READY, True), (st.EXHAUSTED, False), (st.RAVAGED, False)])
def test_d185_she_must_be_ready(status, possible):
    table = seated(heroes={"gin": {"action": {"do": [MON]}}}).hero(0, "gin", status=status)
    assert table.can("HERO_SKILL gin") == possible


@pytest.mark.parametrize("must", [True, False])
def test_d185_and_active_where_it_says_so(must):
    table = seated(heroes={"gin": {"action": {"do": [MON], "active": must}}}).hero(0, "gin")
    assert table.can("HERO_SKILL gin") != must
    table.s.active[0] = table.character("gin")
    assert table.can("HERO_SKILL gin")


def test_d185_the_cost_must_be_paid_in_full():
    pays = {"mon": 1, "trade_points": 1, "discard": 2, "class": "ninja"}
    table = seated(heroes={"asa": {"action": {"pays": pays, "do": [MON]}}}).hand(0, "violet4 violet4 red3")
    table.s.mon = table.s.trade_points = 1
    assert table.can("HERO_SKILL asa")
    for field in ("mon", "trade_points"):
        table.s[field] = 0
        assert not table.can("HERO_SKILL asa")
        table.s[field] = 1
    table.s.hand[0, table.card("violet4")] = 1
    assert not table.can("HERO_SKILL asa")


@pytest.mark.parametrize("uses", [1, 3])
def test_d185_so_many_uses_a_turn(uses):
    table = seated(heroes={"asa": {"action": {"do": [MON], "uses": uses}}})
    table.play(*["HERO_SKILL asa"] * uses)
    assert not table.can("HERO_SKILL asa") and table.s.mon == uses
