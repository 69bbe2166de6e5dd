"""Corners where rules meet: exhausted duelists, simultaneous boosts, Setsuko in a fight, loot that is not lost."""

from __future__ import annotations

from rules.daimyo.position import Table, made

from shugyo.envs.daimyo import state as st

DUEL = {"do": [{"op": "duel"}]}
NO_HELP = {"rules": {"R26": "any_time"}}


def test_d44_an_exhausted_hero_fights_without_her_own_modifiers():
    guard = {"atk": 4, "def": 5, "modifiers": [{"stat": "def", "n": 3}]}
    heroes = {"asa": {"atk": 6, "action": DUEL}, "guard": guard}
    for status, winner in ((st.EXHAUSTED, 0), (st.READY, 1)):
        table = Table(num_players=2, content=made(heroes=heroes)).hero(0, "asa", active=True)
        table.hero(1, "guard", status=status)  # nobody else has an active hero: any may be attacked (R19)
        table.play("HERO_SKILL asa", "HERO guard")
        assert table.s.duel_winner == winner


def test_r039_boosts_of_the_common_battle_are_discarded_together():
    thief = {"cost": 2, "skills": [{"on": "duel", "do": [{"op": "each", "do": [{"op": "discard"}]}]}]}
    heroes = {"asa": {"atk": 6}, "emi": {"atk": 6}}
    nemeses = {"ogre": {"def": 8, "extra_hit": True}}
    content = made(reinforcements={"thief": thief, "six": {"cost": 6}}, heroes=heroes, nemeses=nemeses)
    table = Table(num_players=2, nemesis=True, content=content).hero_deck("ogre")
    table.hero(0, "asa", active=True).hero(1, "emi", active=True).hand(0, "thief").hand(1, "six")
    table.supply("samurai_treasures", "").supply("ninja_treasures", "")
    table.play("END_TURN", "PASS", "PASS")
    table.play("PLAYER 0", "CARD thief", "PLAYER 0", "CARD six")
    assert table.s.wounds[:2].tolist() == [0, 1]  # 6 + 2 against 8 is a tie, 6 + 6 wins


def test_r053_setsuko_changes_form_in_a_duel_and_loses_it_all_the_same():
    back = {"cost": 1, "skills": [{"on": "duel", "do": [{"op": "return", "kind": "treasure"}]}]}
    heroes = {"asa": {"atk": 20, "action": DUEL}}
    table = Table(num_players=2, content=made(reinforcements={"back": back}, heroes=heroes)).hero(0, "asa", active=True)
    table.hero(1, "setsuko_soul_ablaze", active=True).hand(1, "back izanami")
    table.play("HERO_SKILL asa", "HERO setsuko_soul_ablaze", "CARD back", "CARD izanami")
    assert table.heroes_of(1) == ["setsuko_revenant_despair"] and table.decision.startswith("MAIN")
    assert table.status("setsuko_revenant_despair") == st.EXHAUSTED and table.active(1) is None


def test_r075_the_undead_form_never_lies_in_the_hero_deck():
    table = Table(num_players=2, content=NO_HELP).hero(0, "setsuko_revenant_despair", active=True)
    living, undead = table.character("setsuko_soul_ablaze"), table.character("setsuko_revenant_despair")
    table.s.place[living] = st.GONE
    table.s.hero_deck_size = int((table.s.place == st.HERO_DECK).sum())
    table.area("ran", "komatsu").play("HERO setsuko_revenant_despair")
    assert table.s.place[undead] == st.ASIDE and table.s.place[living] == st.HERO_DECK
    assert table.s.hero_deck_size == (table.s.place == st.HERO_DECK).sum()


def test_r060_no_hero_is_revealed_into_an_area_that_stays_full():
    table = Table(num_players=2).hero(0, "aiko", active=True).area("ran", "komatsu", "amba")
    table.s.trade_points, petals = 2, int(table.s.petals)
    table.play("SEND_BACK", "HERO amba")
    assert table.in_area() == ["komatsu", "ran"] and table.s.petals == petals


def test_r016_either_a_nemesis_is_boosted_even_so():
    content = made(nemeses={"ogre": {"def": 5}}, heroes={"asa": {"atk": 6}}, rules={"R16": "either"})
    table = Table(num_players=2, nemesis=True, content=content).hero(0, "asa", active=True).area("ogre")
    table.supply("samurai_treasures", "izanami").supply("ninja_treasures", "").hand(0, "okiku")
    table.play("NEMESIS_DUEL", "PASS")
    assert table.decision == "NEMESIS_DECK 0"
    table.play("DECK samurai_treasures", "PASS")
    assert table.status("asa") == st.EXHAUSTED and table.keys(table.s.removed) == ["izanami"]


def test_d158_a_loot_condition_that_was_met_is_not_lost_with_its_hero():
    away = {"skills": [{"on": "deploy", "do": [{"op": "send_hero"}]}]}
    loot = [{"event": "deploy", "do": [{"op": "loot", "deck": "own"}]}]
    content = made(reinforcements={"away": away}, heroes={"asa": {"loot": loot}})
    table = Table(num_players=2, content=content).hero(0, "asa", active=True).hand(0, "away")
    before = int(table.s.supply_size[2])
    table.play("PLAY away", "HERO asa")
    assert table.heroes_of(0) == [] and table.s.supply_size[2] == before - 1


def test_r044_a_nemesis_beaten_in_round_1_is_followed_in_the_end_phase():
    table = Table(boss_rush=True)
    now, then, *_ = table.content["nemeses"]
    table.hero(0, "aiko", active=True).area(now).hero_deck(then)
    table.s.turn, table.s.hit_points = 0, 1
    table.hand(0, "izanami").play("WOUND", "CARD izanami").on_to("MAIN 0")
    assert table.s.nemesis == -1
    table.play("END_TURN")
    assert table.s.nemesis == table.character(then)


def test_r058_an_optional_discard_is_asked_of_every_hand():
    discard = {"op": "discard", "class": "ninja", "optional": True}
    picky = {"skills": [{"on": "deploy", "do": [{"op": "each", "do": [discard]}]}]}
    content = made(reinforcements={"picky": picky})
    for hand in ("tae_masamune", "okiku"):
        table = Table(num_players=2, content=content).hand(0, "picky").hand(1, hand).play("PLAY picky")
        assert table.decision == "HAND_CARD 1" and table.can("PASS")
        assert table.can("CARD okiku") == (hand == "okiku")


def test_r076_an_exhausted_nemesis_cannot_be_challenged():
    table = Table(boss_rush=True, content=made(heroes={"asa": {"atk": 20, "action": DUEL}})).hero(0, "asa", active=True)
    now = next(iter(table.content["nemeses"]))
    table.area(now)
    table.s.status[table.character(now)] = st.EXHAUSTED
    assert table.play("HERO_SKILL asa").decision == "MAIN 0" and table.s.duel_winner == -1
