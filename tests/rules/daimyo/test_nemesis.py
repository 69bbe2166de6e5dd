"""Chapter 12, the nemesis variant: D107 to D114, D122; R9, R21, R23, R24, R51, R70, R73."""

from __future__ import annotations

import pytest
from rules.daimyo.box import card, on, op, skill, small
from rules.daimyo.nemeses import fate, out, revealed, second_in_turn, variant
from rules.daimyo.position import Table

from shugyo.envs.daimyo import state as st

NEMESES = ("oni", "nue", "tengu", "yurei", "kappa")


# ---- the nemesis card -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("num_players", [2, 5])
def test_d107_three_of_the_five_lie_in_the_hero_deck(num_players):
    table = Table(bare=False, num_players=num_players, nemesis=True)
    kinds = table.t.character_kind == st.NEMESIS
    assert kinds.sum() == 5
    assert (table.s.place[kinds] == st.HERO_DECK).sum() == 3 and (table.s.place[kinds] == st.GONE).sum() == 2


def test_d107_without_the_variant_there_are_none():
    table = Table(bare=False, num_players=2)
    assert (table.s.place[table.t.character_kind == st.NEMESIS] == st.GONE).all()


@pytest.mark.parametrize(("nemesis", "left"), [("oni", 38), ("nue", 37), ("tengu", 39)])
def test_d108_petals_are_removed_when_a_nemesis_is_revealed(nemesis, left):
    assert revealed(nemesis).s.petals == left


def test_d109_a_nemesis_cannot_be_bought():
    table = out("oni").area("chiyo")
    table.s.mon = 99
    assert [name for name in table.choices() if name.startswith("BUY_HERO")] == ["BUY_HERO chiyo"]


@pytest.mark.parametrize(("others", "area"), [((), ["haru", "oni"]), (("gin",), ["gin", "oni"])])
def test_d109_it_stays_and_counts_for_the_hero_cap(others, area):
    table = out("oni").area(*others).hero_deck("haru").play("END_TURN").on_to("MAIN 1")
    assert table.in_area() == area


@pytest.mark.parametrize("seed", range(4))
def test_d110_a_second_nemesis_is_shuffled_back_and_another_card_revealed(seed):
    table = out("oni", num_players=3, seed=seed).hero_deck("tengu", "nue", "haru").play("END_TURN")
    assert table.in_area() == ["haru", "oni"]
    assert fate(table, "tengu") == fate(table, "nue") == st.HERO_DECK
    assert table.s.petals == 45 - 1  # R21: only haru's petal fell


@pytest.mark.parametrize(("hero", "hits"), [("dai", 0), ("fuji", 0), ("asa", 1)])
def test_d111_a_hit_takes_an_atk_higher_than_def(hero, hits):
    # 4, 5 and 6 against 5.
    table = out("oni", fighters=f"{hero} emi").play("NEMESIS_DUEL")
    assert table.s.hit_points == 2 - hits


@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
@pytest.mark.parametrize(("nemesis", "extra"), [("oni", 0), ("nue", 1)])
def test_d112_hit_points_are_the_number_of_players_or_one_more(num_players, nemesis, extra):
    table = revealed(nemesis, num_players=num_players, hands=("red3",))
    assert table.s.hit_points == num_players + extra


def test_d113_the_reveal_skill_is_carried_out_when_it_is_revealed():
    reveal = [op("each", who="all", do=[op("discard")])]
    table = revealed("oni", nemeses={"oni": {"reveal": reveal}}, hands=("red3 red6", "violet4"))
    assert table.decision == "HAND_CARD 0"
    table.play("CARD red3", "CARD violet4")
    assert table.keys(table.s.hand[0]) == ["red6"] and table.s.hand_size[1] == 0


def test_d114_the_passive_skill_works_as_long_as_it_is_out():
    nemeses = {"oni": {"passive": [on("sell", op("petals"))], "modifiers": [{"stat": "sell", "n": -1}]}}
    table = variant(nemeses=nemeses, hands=("red6 red6 red6",))
    table.play("SELL red6")
    assert table.s.petals == 40 and table.s.mon == 3
    table.area("oni").play("SELL red6")
    assert table.s.petals == 39 and table.s.mon == 3 + 2
    table.s.hit_points = 1
    table.play("NEMESIS_DUEL", "PASS", "SELL red6")
    assert table.s.petals == 39 and table.s.mon == 5 + 3


# ---- single duels ---------------------------------------------------------------------------------------------------
def test_d122_a_player_may_fight_it_in_the_own_main_phase():
    table = variant()
    assert not table.can("NEMESIS_DUEL")
    table.area("oni")
    assert table.can("NEMESIS_DUEL")
    assert table.play("NEMESIS_DUEL").s.wounds[0] == 1
    table.play("END_TURN").on_to("MAIN 1")
    assert table.can("NEMESIS_DUEL")


def test_d122_it_takes_an_active_hero():
    assert not variant(fighters="– emi").hero(0, "asa").area("oni").can("NEMESIS_DUEL")


def test_r023_the_duel_may_be_started_once_a_turn():
    table = out("oni").play("NEMESIS_DUEL")
    assert table.s.hit_points == 1 and not table.can("NEMESIS_DUEL")
    assert table.play("END_TURN").on_to("MAIN 1").play("END_TURN").on_to("MAIN 0").can("NEMESIS_DUEL")


def test_r023_r009_the_player_boosts_as_in_any_duel_and_the_nemesis_by_one_treasure():
    # 4 against 8: 10 after the first boost, 8 + 1 for the nemesis, 13 after the second.
    table = out("yurei", fighters="dai emi", hands=("red6 red3 mon",)).supply("samurai_treasures", "rag1")
    table.play("NEMESIS_DUEL")
    assert table.decision == "BOOST 0" and not table.can("CARD mon")
    table.play("CARD red6")
    assert table.decision == "NEMESIS_DECK 0" and table.choices() == ["DECK samurai_treasures"]
    table.supply("ninja_treasures", "lamp4").play("DECK samurai_treasures")
    assert table.decision == "BOOST 0"
    assert table.s.boost[st.THE_NEMESIS] == 1 and table.keys(table.s.removed) == ["rag1"]
    table.play("CARD red3")
    assert table.decision == "MAIN 0" and table.s.hit_points == 2  # of three; there was no second treasure
    assert table.s.supply_size[3] == 1


def test_r023_the_nemesis_is_boosted_after_a_pass_too():
    # 6 against 5 and rag's 1.
    table = out("oni", hands=("red3",)).supply("samurai_treasures", "rag1").play("NEMESIS_DUEL", "PASS")
    table.play("DECK samurai_treasures")
    assert table.decision == "BOOST 0"
    assert table.play("PASS").status("asa") == st.EXHAUSTED and table.s.hit_points == 2


def test_r023_empty_decks_add_nothing():
    table = out("oni").play("NEMESIS_DUEL")
    assert table.decision == "MAIN 0" and table.s.hit_points == 1 and table.keys(table.s.removed) == []


def test_r051_the_attacker_chooses_the_deck():
    table = out("oni", num_players=3).turn_of(1).on_to("MAIN 1")
    table.supply("ninja_treasures", "moth2").supply("samurai_treasures", "crown5").play("NEMESIS_DUEL")
    assert table.decision == "NEMESIS_DECK 1"
    assert table.choices() == ["DECK ninja_treasures", "DECK samurai_treasures"]


def test_r051_a_tie_exhausts_the_attacker_only():
    table = out("oni", fighters="botan emi").play("NEMESIS_DUEL")
    assert table.status("botan") == st.EXHAUSTED and table.active(0) is None
    assert table.status("oni") == st.READY and table.s.hit_points == 2 and table.s.wounds[0] == 0


# ---- rulings on the reveal ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", range(8))
def test_r021_no_nemesis_is_revealed_at_set_up(seed):
    table = small(2, bare=False, nemesis=True, seed=seed, rules={"nemeses_in_deck": 5})
    assert table.s.nemesis == -1 and len(table.in_area()) == 1
    assert all(fate(table, key) == st.HERO_DECK for key in NEMESES)
    assert table.s.petals == 40 - 3  # one for each of the two players' heroes and for that of the area


def test_r021_with_nemeses_only_nothing_is_revealed():
    table = out("oni", num_players=3).hero_deck("tengu", "kappa").play("END_TURN").on_to("MAIN 1")
    assert table.in_area() == ["oni"] and table.s.petals == 45 and table.s.hero_deck_size == 2


@pytest.mark.parametrize("wanted", [1, 3, 5])
def test_r024_how_many_nemeses_is_an_option(wanted):
    table = small(2, bare=False, nemesis=True, rules={"nemeses_in_deck": wanted})
    assert sum(fate(table, key) == st.HERO_DECK for key in NEMESES) == wanted


def test_r024_which_nemeses_is_drawn_at_random():
    chosen = set()
    for seed in range(40):
        table = small(2, bare=False, nemesis=True, seed=seed)
        chosen.add(tuple(key for key in NEMESES if fate(table, key) == st.HERO_DECK))
    assert {key for keys in chosen for key in keys} == set(NEMESES)
    assert len(chosen) > 5  # of the ten possible


def test_r024_hit_points_do_not_depend_on_removed_petals():
    # Not a single petal has been removed.
    table = revealed("kappa", nemeses={"kappa": {"petals": 0}}, hands=("red3",))
    assert table.s.petals == 40 and table.s.hit_points == 2


def test_r070_the_reveal_is_answered_then_her_skill_runs_then_the_battle_begins():
    # An answer to the reveal draws a card; the reveal skill makes all discard; then hands are moved.
    passive = {"emi": {"passive": [on("reveal", op("draw"), whose="any")]}}
    reveal = {"oni": {"reveal": [op("each", who="all", do=[op("discard")])]}}
    table = variant(fighters="asa emi", heroes=passive, nemeses=reveal, hands=("red3", ""), decks="violet4 violet5")
    table.hero_deck("oni").play("END_TURN")
    assert table.decision == "HAND_CARD 0" and table.s.hand_size[1] == 1
    table.play("CARD red3")
    assert table.decision == "HAND_CARD 1"
    table.play(table.choices()[0])
    assert table.s.hand_size[:2].tolist() == [3, 2] and table.decision == "BATTLE_FOR 0"


def test_r070_her_skill_is_controlled_by_the_player_in_turn():
    reveal = {"oni": {"reveal": [op("draw")]}}
    table = second_in_turn(nemeses=reveal, decks="red6 " * 6).hero_deck("oni")
    drawn = table.s.hand_size[:3].copy()
    table.play("END_TURN")
    assert (table.s.hand_size[:3] - drawn).tolist() == [0, 1, 0] and table.decision == "MOVE 1"


def test_r073_a_nemesis_is_no_target_and_nothing_modifies_its_def():
    # 6 against 5; all heroes are exhausted but her.
    exhaust = {"probe": card(skill("deploy", op("exhaust", n=9, what="hero", whose="anybody", ravage=True)))}
    table = out("oni", hands=("probe",), reinforcements=exhaust).play("PLAY probe", "HERO asa", "HERO emi")
    assert table.decision == "MAIN 0" and table.status("oni") == st.READY
    faces = [{"title": "One", "modifiers": [{"stat": "def", "n": 5}]}, {"title": "Two"}]
    given = {"stories": {"masks": {"faces": faces}}, "expansions": (1,)}
    table = out("oni", nemeses={"oni": {"modifiers": [{"stat": "def", "n": 3}]}}, **given).play("NEMESIS_DUEL")
    assert table.s.hit_points == 1
