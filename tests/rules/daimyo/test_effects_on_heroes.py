"""Chapter 15, what instructions about duels and heroes do, and discounts: D166 to D171; R72."""

from __future__ import annotations

import pytest
from rules.daimyo.box import by_another, card, counted, on, op, probe, seated, skill
from rules.daimyo.position import Table

from shugyo.envs.daimyo import state as st


# ---- duels ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("atk", "status"), [(0, st.READY), (2, st.EXHAUSTED)])
def test_d166_a_duel_with_atk_added(atk, status):
    # asa's 6 against haru's 7.
    table = probe(op("duel", atk=atk)).hero(1, "haru", active=True).play("PLAY probe", "HERO haru")
    assert table.status("haru") == status


def test_d166_the_affected_player_starts_it():
    table = by_another(op("duel"), num_players=3).play("PLAY probe", "PLAYER 1")
    assert table.decision == "DUEL_TARGET 1" and table.choices() == ["HERO asa", "HERO botan"]


def test_d166_without_a_target_nothing_happens():
    table = probe(op("duel"), op("mon"))
    table.s.heroes[1], table.s.active[1], table.s.place[table.character("emi")] = -1, -1, st.GONE
    table.play("PLAY probe")
    assert table.decision == "MAIN 0" and table.s.mon == 1 and table.status("asa") == st.READY


def exhausted(table: Table) -> list[str]:
    return [key for key in table.characters if table.status(key) == st.EXHAUSTED]


@pytest.mark.parametrize(("n", "losers"), [(1, ["dai"]), (2, ["dai", "haru"]), (3, ["haru"])])
def test_d167_boost_adds_to_the_attacker_who_was_boosted(n, losers):
    # 4, the price of 1 and n against 7.
    knack = {"knack": card(skill("duel", op("boost", n=n)), cost=1, number=91, name="Knack")}
    table = probe(op("duel"), reinforcements=knack).hero(0, "dai", active=True).hero(1, "haru", active=True)
    table.hand(0, "knack").play("PLAY probe", "HERO haru", "CARD knack")
    assert exhausted(table) == losers


@pytest.mark.parametrize(("n", "losers"), [(1, ["asa", "emi"]), (2, ["asa"])])
def test_d167_or_to_the_defender(n, losers):
    # 6 against 4, the price of 1 and n.
    knack = {"knack": card(skill("duel", op("boost", n=n)), cost=1, number=91, name="Knack")}
    table = probe(op("duel"), reinforcements=knack).hand(1, "knack").play("PLAY probe", "HERO emi", "CARD knack")
    assert exhausted(table) == losers


def test_r072_a_duelist_who_is_exhausted_fights_to_the_end():
    # emi's owner answers the attack by exhausting asa, whose 6 beats 4 all the same.
    heroes = {"emi": {"passive": [on("attacked", op("exhaust", what="hero"))]}}
    table = probe(op("duel"), op("if", won=True, do=[op("mon", n=3)]), heroes=heroes)
    table.play("PLAY probe", "HERO emi", "HERO asa")
    assert exhausted(table) == ["asa", "emi"] and table.s.mon == 3


def test_r072_a_duelist_who_goes_away_fights_to_the_end():
    heroes = {"asa": {"passive": [on("start_duel", op("return_self"))]}}
    table = probe(op("duel"), op("if", won=True, do=[op("mon", n=3)]), heroes=heroes).play("PLAY probe", "HERO emi")
    assert exhausted(table) == ["emi"] and table.s.mon == 3
    assert table.s.place[table.character("asa")] == st.HERO_DECK


# ---- heroes ---------------------------------------------------------------------------------------------------------
def test_d168_send_hero():
    table = counted(op("send_hero")).hero(0, "gin").area("haru", "dai").play("PLAY probe")
    assert table.decision == "SEND_HERO 0" and table.choices() == ["HERO asa", "HERO gin"]
    table.play("HERO asa")
    assert table.in_area() == ["asa", "dai", "haru"] and table.heroes_of(0) == ["gin"]
    assert table.active(0) is None and table.s.mon == 1


def test_d168_the_affected_player_chooses():
    table = by_another(op("send_hero")).play("PLAY probe", "PLAYER 1")
    assert table.decision == "SEND_HERO 1" and table.choices() == ["HERO emi"]


def test_d168_who_has_no_hero_sends_none():
    table = counted(op("send_hero"))
    table.s.heroes[0], table.s.active[0], table.s.place[table.character("asa")] = -1, -1, st.GONE
    assert table.play("PLAY probe").decision == "MAIN 0" and table.s.mon == 0


def test_d169_gain_hero():
    table = counted(op("gain_hero"), nemesis=True).area("haru", "oni").play("PLAY probe")
    assert table.decision == "AREA_HERO 0" and table.choices() == ["HERO haru"]
    table.play("HERO haru")
    assert table.heroes_of(0) == ["asa", "haru"] and table.in_area() == ["oni"] and table.s.mon == 1
    assert table.active(0) == "asa"


def test_d169_an_area_without_heroes():
    table = counted(op("gain_hero"), nemesis=True).area("oni").play("PLAY probe")
    assert table.decision == "MAIN 0" and table.s.mon == 0


def test_d170_return_self_and_exhaust_self():
    for name, heroes, status in (("return_self", ["gin"], st.READY), ("exhaust_self", ["asa", "gin"], st.EXHAUSTED)):
        table = seated(heroes={"asa": {"action": {"do": [op(name)]}}}).hero(0, "gin").play("HERO_SKILL asa")
        assert table.heroes_of(0) == heroes and table.active(0) is None and table.status("asa") == status
        assert (table.s.place[table.character("asa")] == st.HERO_DECK) == (name == "return_self")


def test_d171_discount_lowers_every_price_of_the_turn():
    table = probe(op("discount", n=2), heroes={"gin": {"atk": 8}}).pool("samurai", "red3 red6").area("gin")
    table.pile("ninja", "violet4").play("PLAY probe")
    table.s.mon = 6
    assert table.play("BUY red6").s.mon == 2
    assert table.play("BUY_TOP ninja").s.mon == 0
    table.s.mon = 6
    assert table.play("BUY_HERO gin").s.mon == 0


def test_d171_only_of_this_turn():
    table = probe(op("discount", n=2)).pool("samurai", "red3 red3 red3 red3").play("PLAY probe", "END_TURN", "PASS")
    table.on_to("MAIN 1")
    table.s.mon = 2
    assert not table.can("BUY red3")
