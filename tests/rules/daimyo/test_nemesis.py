"""Chapter 12, the nemesis variant: D107 to D122; R9, R21 to R24, R39, R51, R52, R64."""

from __future__ import annotations

import pytest
from rules.daimyo.box import card, on, op, skill, small
from rules.daimyo.position import Table

from shugyo.envs.daimyo import state as st

NEMESES = ("oni", "nue", "tengu", "yurei", "kappa")


def variant(num_players: int = 2, heroes: str = "", hands: tuple[str, ...] = (), decks: str = "", **given) -> Table:
    """A seated table of the nemesis variant; ``heroes``: active ones by seat, – for none; ``decks``: of each player.

    The treasure decks of the classes are empty, so that a nemesis has no boost; the pools hold a card, so that the end
    phase asks for it and every turn can be looked at when it ends.
    """
    table = small(num_players, nemesis=True, heroes=given.pop("heroes_that", {}), **given)
    for seat, key in enumerate((heroes or "asa emi botan fuji chiyo").split()[:num_players]):
        if key != "–":
            table.hero(seat, key, active=True)
    for seat in range(num_players):
        table.hand(seat, (*hands, *[""] * num_players)[seat]).deck(seat, decks)
    return table.supply("samurai_treasures", "").supply("ninja_treasures", "").pool("samurai", "red3")


def revealed(nemesis: str, **given) -> Table:
    """Seat 0 has ended its turn and the nemesis has come; the battle has begun."""
    return variant(**given).hero_deck(nemesis).play("END_TURN")


def out(nemesis: str, **given) -> Table:
    """The nemesis has been out for a while, seat 0 is in its main phase."""
    return variant(**given).area(nemesis)


def fate(table: Table, key: str) -> int:
    return int(table.s.place[table.character(key)])


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
    table = out("oni", heroes=f"{hero} emi").play("NEMESIS_DUEL")
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
    table = variant(3, heroes="botan – –").hero(1, "gin").hero_deck("oni").play("END_TURN")
    assert table.status("botan") == st.EXHAUSTED and table.status("gin") == st.READY
    assert table.s.hit_points == 3


def test_d116_without_active_heroes_there_is_no_fight():
    table = variant(heroes="– –", hands=("red3", "red3")).hero(0, "gin").hero_deck("oni")
    table.play("END_TURN", "PASS", "PASS")
    assert table.decision == "END_REFRESH 0"
    assert table.s.nemesis == table.character("oni") and table.s.hit_points == 2


@pytest.mark.parametrize(("target", "hits"), [("PLAYER 0", 0), ("PLAYER 1", 1)])
def test_d117_a_boost_goes_to_the_own_hero_or_to_another(target, hits):
    # dai has 4 and haru too; seat 1's boost makes one of them 10 against 8, the other one loses.
    table = revealed("yurei", heroes="dai haru", hands=("", "red6")).play("PASS")
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
    table = revealed("oni", num_players=3, heroes="asa botan chiyo")
    assert table.s.wounds[:3].tolist() == [1, 0, 1] and table.s.hit_points == 1


def test_d120_the_heroes_of_those_who_lost_are_exhausted():
    table = revealed("oni", num_players=3, heroes="asa botan chiyo")
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
    assert not variant(heroes="– emi").hero(0, "asa").area("oni").can("NEMESIS_DUEL")


def test_r023_the_duel_may_be_started_once_a_turn():
    table = out("oni").play("NEMESIS_DUEL")
    assert table.s.hit_points == 1 and not table.can("NEMESIS_DUEL")
    assert table.play("END_TURN").on_to("MAIN 1").play("END_TURN").on_to("MAIN 0").can("NEMESIS_DUEL")


def test_r023_r009_the_player_boosts_as_in_any_duel_and_the_nemesis_by_one_treasure():
    # 4 against 8: 10 after the first boost, 8 + 1 for the nemesis, 13 after the second.
    table = out("yurei", heroes="dai emi", hands=("red6 red3 mon",)).supply("samurai_treasures", "rag1")
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
    table = out("oni", heroes="botan emi").play("NEMESIS_DUEL")
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


# ---- rulings on the battle ------------------------------------------------------------------------------------------
def second_in_turn(**given) -> Table:
    """Three players, the turn of seat 1."""
    return variant(3, **given).turn_of(1).on_to("MAIN 1")


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
    table = revealed("oni", heroes="botan fuji")
    assert table.status("botan") == table.status("fuji") == st.EXHAUSTED and table.s.hit_points == 2


def test_r022_rewards_come_in_turn_order():
    # All three hit; the only ninja treasures go to seats 1 and 2.
    table = second_in_turn(nemeses={"kappa": {"def": 0}}).hero_deck("kappa").supply("regalia", "")
    table.supply("ninja_treasures", "lamp4 lamp4 lamp4").play("END_TURN", "DECK ninja_treasures")
    assert table.s.beaten == 1
    assert table.s.discard_size[:3].tolist() == [0, 1, 1]


def test_r067_who_fought_without_dealing_a_wound_gets_no_reward():
    # 6 and 5 against 5; seat 0 deals the missing wounds in later duels.
    table = revealed("oni", heroes="asa botan", nemeses={"oni": {"reward": [op("loot", deck="regalia")]}})
    assert table.s.wounds[:2].tolist() == [1, 0]
    table.s.hit_points = 1
    table.play("PASS").turn_of(0).on_to("MAIN 0").play("NEMESIS_DUEL")
    assert table.s.beaten == 1 and table.s.discard_size[:2].tolist() == [1, 0]


def test_r069_without_an_active_hero_the_battle_is_over_after_the_refill():
    table = variant(heroes="– –", hands=("red3", "red3"), decks="red6").hero_deck("oni")
    table.supply("ninja_treasures", "moth2").play("END_TURN", "PASS", "PASS")
    assert table.decision == "END_REFRESH 0" and table.s.hand_size[:2].tolist() == [2, 2]
    assert table.s.nemesis == table.character("oni") and table.s.supply_size[3] == 1


def test_r070_the_reveal_is_answered_then_her_skill_runs_then_the_battle_begins():
    # An answer to the reveal draws a card; the reveal skill makes all discard; then hands are moved.
    passive = {"emi": {"passive": [on("reveal", op("draw"), whose="any")]}}
    reveal = {"oni": {"reveal": [op("each", who="all", do=[op("discard")])]}}
    table = variant(heroes="asa emi", heroes_that=passive, nemeses=reveal, hands=("red3", ""), decks="violet4 violet5")
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


def knack(*do: dict, **more) -> dict[str, dict]:
    return {"knack": card(skill("duel", *do, **more), cost=1, number=91, name="Knack")}


def test_r039_boosts_and_duel_skills_count_for_the_chosen_hero():
    # dai's 4, 1 and 4 against 8; haru's 4 gets nothing of it.
    table = revealed("yurei", heroes="dai haru", hands=("", "knack"), reinforcements=knack(op("boost", n=4)))
    table.play("PASS", "PLAYER 1", "CARD knack")
    assert table.s.wounds[:2].tolist() == [1, 0] and table.status("haru") == st.EXHAUSTED


def test_r039_the_icon_asks_for_the_class_of_the_chosen_hero():
    # dai is a samurai, haru a ninja; the player who boosts is the ninja's.
    given = {"reinforcements": knack(op("win_duel"), icon="samurai"), "heroes": "dai haru", "hands": ("", "knack")}
    for player, wounds in (("PLAYER 1", [1, 0]), ("PLAYER 0", [0, 0])):
        table = revealed("yurei", **given).play("PASS", player, "CARD knack")
        assert table.s.wounds[:2].tolist() == wounds


def test_r039_a_won_fight_is_a_hit_and_a_negated_one_has_no_result():
    given = {"heroes": "dai haru", "hands": ("", "knack")}
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
    table = revealed("oni", heroes="asa botan", heroes_that=passive)
    assert table.s.petals == 40 - 2 - 1


@pytest.mark.parametrize("current", [0, 1, 2])
def test_r052_the_defeat_is_an_event_of_the_first_in_turn_order_who_dealt_a_wound(current):
    # All three hit; each hero would remove so many petals: asa 1, chiyo 2, gin 4.
    petals = {"asa": 1, "chiyo": 2, "gin": 4}
    passive = {key: {"passive": [on("nemesis_beaten", op("petals", n=n))]} for key, n in petals.items()}
    table = variant(3, "asa chiyo gin", heroes_that=passive).turn_of(current).on_to(f"MAIN {current}")
    table.hero_deck("oni").play("END_TURN")
    assert table.s.beaten == 1 and table.s.petals == 45 - 2 - [1, 2, 4][current]


def test_r064_the_refill_triggers_nothing():
    hero = {"passive": [on("draw", op("petals"))]}
    table = revealed("oni", heroes="asa emi", heroes_that={"asa": hero, "emi": hero}, decks="red3 red3 red3 red3 red3")
    assert table.s.hand_size[:2].tolist() == [5, 5] and table.s.petals == 38
