"""Chapter 12, the common battle with a nemesis: D115 to D121; R22, R39, R52, R64, R67, R69."""

from __future__ import annotations

import pytest
from rules.daimyo.box import card, on, op, skill
from rules.daimyo.nemeses import fate, out, revealed, second_in_turn, variant

from shugyo.envs.daimyo import state as st


# ---- the common battle ----------------------------------------------------------------------------------------------
def test_d115_first_all_move_and_draw_up_to_five():
    table = revealed("oni", hands=("red3 red3", "mon violet4"), decks="red6 red6 red6 red6 red6 red6")
    assert table.decision == "MOVE 0"
    table.play("CARD red3", "PASS")
    assert table.keys(table.s.hand[0]) == ["red3", "red6", "red6", "red6", "red6"]
    assert table.keys(table.s.discard[0]) == ["red3"]
    assert table.decision == "MOVE 1"
    table.play("PASS")
    assert table.keys(table.s.hand[1]) == ["mon", "red6", "red6", "red6", "violet4"]
    assert table.decision == "BATTLE_FOR 0"


def test_d116_who_has_an_active_hero_must_fight_and_who_has_none_cannot():
    # botan's 5 does not beat 5; gin would have, with 8, but is not active.
    table = variant(3, fighters="botan – –").hero(1, "gin").hero_deck("oni").play("END_TURN")
    assert table.status("botan") == st.EXHAUSTED and table.status("gin") == st.READY
    assert table.s.hit_points == 3


def test_d116_without_active_heroes_there_is_no_fight():
    table = variant(fighters="– –", hands=("red3", "red3")).hero(0, "gin").hero_deck("oni")
    table.play("END_TURN", "PASS", "PASS")
    assert table.decision == "END_REFRESH 0"
    assert table.s.nemesis == table.character("oni") and table.s.hit_points == 2


@pytest.mark.parametrize(("target", "hits"), [("PLAYER 0", 0), ("PLAYER 1", 1)])
def test_d117_a_boost_goes_to_the_own_hero_or_to_another(target, hits):
    # dai has 4 and haru too; seat 1's boost makes one of them 10 against 8, the other one loses.
    table = revealed("yurei", fighters="dai haru", hands=("", "red6")).play("PASS")
    assert table.decision == "BATTLE_FOR 1" and table.choices() == ["PLAYER 0", "PLAYER 1"]
    table.play(target, "CARD red6")
    winner = ("haru", "dai")[hits]
    assert table.status(winner) == st.READY and table.status({"haru": "dai", "dai": "haru"}[winner]) == st.EXHAUSTED
    assert table.s.wounds[:2].tolist() == [hits, 1 - hits]
    assert table.keys(table.s.discard[1]) == ["red6"]


def test_d117_one_reinforcement_or_treasure_each_or_none():
    table = revealed("yurei", hands=("red3 mon crown5 orb7", "red3")).play("PASS", "PASS", "PLAYER 0")
    assert table.choices() == ["CARD crown5", "CARD orb7", "CARD red3", "PASS"]
    table.play("CARD red3")
    assert table.decision == "BATTLE_FOR 1"  # nobody is asked twice


def test_d117_all_choose_at_the_same_time():
    table = revealed("yurei", hands=("red3 red6", "violet4 violet5")).play("PASS", "PASS")
    before = table.states.copy()
    seen = []
    for player, boost in (("PLAYER 0", "CARD red3"), ("PLAYER 1", "CARD red6"), ("PLAYER 1", "PASS")):
        table.states[:] = before
        table.play(player, boost)
        assert table.decision == "BATTLE_FOR 1" and table.s.hand_size[0] == 2
        seen.append(table.observation(1).tolist())
    assert seen[0] == seen[1] == seen[2]  # what seat 0 chose is hidden from seat 1
    table.play("PLAYER 0", "CARD violet4")
    assert table.s.hand_size[:2].tolist() == [2, 1]


def test_d118_the_nemesis_is_boosted_by_the_top_card_of_a_chosen_treasure_deck():
    # 6 against 5; the crown makes it 10.
    table = variant().hero_deck("oni").supply("samurai_treasures", "crown5").supply("ninja_treasures", "moth2")
    table.play("END_TURN")
    assert table.decision == "NEMESIS_DECK 0"
    assert table.choices() == ["DECK ninja_treasures", "DECK samurai_treasures"]
    table.play("DECK samurai_treasures")
    assert table.status("asa") == table.status("emi") == st.EXHAUSTED and table.s.hit_points == 2
    assert table.keys(table.s.removed) == ["crown5"] and table.s.supply_size.tolist()[2:4] == [0, 1]


@pytest.mark.parametrize(("card_name", "hits"), [("rag1", 2), ("lamp4", 0)])
def test_d118_its_price_is_added_to_def(card_name, hits):
    # 6 against 4: with rag 5, with lamp 8. nue has one hit point more than there are players.
    table = variant(nemeses={"nue": {"def": 4}}).hero_deck("nue")
    deck = "samurai" if card_name == "rag1" else "ninja"
    table.supply(f"{deck}_treasures", card_name).play("END_TURN", f"DECK {deck}_treasures")
    assert table.s.hit_points == 3 - hits


def test_d119_each_player_whose_atk_is_higher_deals_a_wound():
    # 6, 5 and 8 against 5.
    table = revealed("oni", num_players=3, fighters="asa botan chiyo")
    assert table.s.wounds[:3].tolist() == [1, 0, 1] and table.s.hit_points == 1


def test_d120_the_heroes_of_those_who_lost_are_exhausted():
    table = revealed("oni", num_players=3, fighters="asa botan chiyo")
    assert [table.status(key) for key in ("asa", "botan", "chiyo")] == [st.READY, st.EXHAUSTED, st.READY]
    assert [table.active(seat) for seat in range(3)] == ["asa", None, "chiyo"]


def test_d121_without_hit_points_it_is_defeated_and_leaves():
    # Two players, two hit points, 6 and 6 against 4.
    table = revealed("kappa")
    assert fate(table, "kappa") == st.BEATEN and table.s.nemesis == -1 and table.s.beaten == 1
    assert table.in_area() == [] and table.s.area_size == 0


@pytest.mark.parametrize(("wounds", "looting"), [((0, 0), [1, 0]), ((0, 1), [1, 1]), ((1, 0), [1, 0])])
def test_d121_who_has_dealt_a_wound_gets_the_reward(wounds, looting):
    # Seat 0 deals the last wound; the reward is a regalia card, once, whatever the number of wounds.
    table = out("oni", nemeses={"oni": {"reward": [op("loot", deck="regalia")]}})
    table.s.hit_points, table.s.wounds[:2] = 1, wounds
    table.play("NEMESIS_DUEL")
    assert table.s.discard_size[:2].tolist() == looting


# ---- rulings on the battle ------------------------------------------------------------------------------------------
def test_r022_hands_are_refilled_in_turn_order_from_the_player_in_turn():
    table = second_in_turn(hands=("red3", "red3", "red3")).hero_deck("oni").play("END_TURN")
    asked = []
    for _ in range(3):
        asked.append(table.decision)
        table.play("PASS")
    assert asked == ["MOVE 1", "MOVE 2", "MOVE 0"] and table.decision == "BATTLE_FOR 1"


def test_r022_the_player_in_turn_chooses_the_class_for_all():
    table = second_in_turn().hero_deck("oni")
    table.supply("samurai_treasures", "rag1").supply("ninja_treasures", "lamp4").play("END_TURN")
    assert table.decision == "NEMESIS_DECK 1"
    table.play("DECK ninja_treasures")
    # 6, 6 and 5 against 5 + 4, one treasure for all of them
    assert table.s.hit_points == 3 and table.s.supply_size.tolist()[2:4] == [1, 0]


def test_r022_a_tie_is_a_loss():
    table = revealed("oni", fighters="botan fuji")
    assert table.status("botan") == table.status("fuji") == st.EXHAUSTED and table.s.hit_points == 2


def test_r022_rewards_come_in_turn_order():
    # All three hit; the only ninja treasures go to seats 1 and 2.
    table = second_in_turn(nemeses={"kappa": {"def": 0}}).hero_deck("kappa").supply("regalia", "")
    table.supply("ninja_treasures", "lamp4 lamp4 lamp4").play("END_TURN", "DECK ninja_treasures")
    assert table.s.beaten == 1
    assert table.s.discard_size[:3].tolist() == [0, 1, 1]


def test_r067_who_fought_without_dealing_a_wound_gets_no_reward():
    # 6 and 5 against 5; seat 0 deals the missing wounds in later duels.
    table = revealed("oni", fighters="asa botan", nemeses={"oni": {"reward": [op("loot", deck="regalia")]}})
    assert table.s.wounds[:2].tolist() == [1, 0]
    table.s.hit_points = 1
    table.play("PASS").turn_of(0).on_to("MAIN 0").play("NEMESIS_DUEL")
    assert table.s.beaten == 1 and table.s.discard_size[:2].tolist() == [1, 0]


def test_r069_without_an_active_hero_the_battle_is_over_after_the_refill():
    table = variant(fighters="– –", hands=("red3", "red3"), decks="red6").hero_deck("oni")
    table.supply("ninja_treasures", "moth2").play("END_TURN", "PASS", "PASS")
    assert table.decision == "END_REFRESH 0" and table.s.hand_size[:2].tolist() == [2, 2]
    assert table.s.nemesis == table.character("oni") and table.s.supply_size[3] == 1


def knack(*do: dict, **more) -> dict[str, dict]:
    return {"knack": card(skill("duel", *do, **more), cost=1, number=91, name="Knack")}


def test_r039_boosts_and_duel_skills_count_for_the_chosen_hero():
    # dai's 4, 1 and 4 against 8; haru's 4 gets nothing of it.
    table = revealed("yurei", fighters="dai haru", hands=("", "knack"), reinforcements=knack(op("boost", n=4)))
    table.play("PASS", "PLAYER 1", "CARD knack")
    assert table.s.wounds[:2].tolist() == [1, 0] and table.status("haru") == st.EXHAUSTED


def test_r039_the_icon_asks_for_the_class_of_the_chosen_hero():
    # dai is a samurai, haru a ninja; the player who boosts is the ninja's.
    given = {"reinforcements": knack(op("win_duel"), icon="samurai"), "fighters": "dai haru", "hands": ("", "knack")}
    for player, wounds in (("PLAYER 1", [1, 0]), ("PLAYER 0", [0, 0])):
        table = revealed("yurei", **given).play("PASS", player, "CARD knack")
        assert table.s.wounds[:2].tolist() == wounds


def test_r039_a_won_fight_is_a_hit_and_a_negated_one_has_no_result():
    given = {"fighters": "dai haru", "hands": ("", "knack")}
    table = revealed("yurei", reinforcements=knack(op("win_duel")), **given).play("PASS", "PLAYER 1", "CARD knack")
    assert table.s.wounds[:2].tolist() == [1, 0] and table.s.hit_points == 2
    assert [table.status(key) for key in ("dai", "haru")] == [st.READY, st.EXHAUSTED]
    table = revealed("yurei", reinforcements=knack(op("negate_duel")), **given).play("PASS", "PLAYER 1", "CARD knack")
    assert table.s.wounds[:2].tolist() == [0, 0] and table.s.hit_points == 3
    assert [table.status(key) for key in ("dai", "haru")] == [st.READY, st.EXHAUSTED]


def test_r039_the_battle_is_won_by_event_and_begun_without_one():
    # asa would remove a petal at each duel won, two at each one begun, four at each attack.
    events = (("win_duel", 1), ("start_duel", 2), ("attacked", 4))
    passive = {"asa": {"passive": [on(event, op("petals", n=n)) for event, n in events]}}
    table = revealed("oni", fighters="asa botan", heroes=passive)
    assert table.s.petals == 40 - 2 - 1


@pytest.mark.parametrize("current", [0, 1, 2])
def test_r052_the_defeat_is_an_event_of_the_first_in_turn_order_who_dealt_a_wound(current):
    # All three hit; each hero would remove so many petals: asa 1, chiyo 2, gin 4.
    petals = {"asa": 1, "chiyo": 2, "gin": 4}
    passive = {key: {"passive": [on("nemesis_beaten", op("petals", n=n))]} for key, n in petals.items()}
    table = variant(3, "asa chiyo gin", heroes=passive).turn_of(current).on_to(f"MAIN {current}")
    table.hero_deck("oni").play("END_TURN")
    assert table.s.beaten == 1 and table.s.petals == 45 - 2 - [1, 2, 4][current]


def test_r064_the_refill_triggers_nothing():
    hero = {"passive": [on("draw", op("petals"))]}
    table = revealed("oni", fighters="asa emi", heroes={"asa": hero, "emi": hero}, decks="red3 red3 red3 red3 red3")
    assert table.s.hand_size[:2].tolist() == [5, 5] and table.s.petals == 38
