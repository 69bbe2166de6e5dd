"""Chapter 13, Boss Rush: D123 to D136; R29, R43, R44, R51, R55, R56."""

from __future__ import annotations

import pytest
from rules.daimyo.box import card, on, op, skill, small
from rules.daimyo.position import Table

from shugyo.envs.daimyo import state as st

PETALS = {"oni": 2, "nue": 3, "tengu": 1, "yurei": 2, "kappa": 1}  # as the small box has them
DUEL = op("duel")


def hunt(nemesis: str | None = "oni", hand: str = "", **given) -> Table:
    """The main phase of the only player: asa (samurai, 6/4) is active, emi too is hers; this nemesis is face up.

    The treasure decks of the classes are empty; the pools hold a card, so that the end phase asks for it.
    """
    given.setdefault("reinforcements", {"probe": card(skill("deploy", DUEL))})
    table = small(None, boss_rush=True, **given).hero(0, "asa", active=True).hero(0, "emi").hand(0, hand)
    if nemesis:
        table.area(nemesis)
    return table.supply("samurai_treasures", "").supply("ninja_treasures", "").pool("samurai", "red3")


def fate(table: Table, key: str) -> int:
    return int(table.s.place[table.character(key)])


# ---- set-up ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", range(4))
def test_d123_one_player_three_heroes_and_a_deck_of_five_nemeses(seed):
    table = small(None, bare=False, boss_rush=True, seed=seed)
    assert table.num_players == 1 and len(table.heroes_of(0)) == 3
    kinds = table.t.character_kind
    deck = [kinds[c] for c in range(len(table.characters)) if table.s.place[c] == st.HERO_DECK]
    assert deck == [st.NEMESIS] * 4  # the fifth is face up: R44


def test_d123_heroes_and_the_order_of_the_nemeses_are_random():
    tables = [small(None, bare=False, boss_rush=True, seed=seed) for seed in range(30)]
    assert len({tuple(sorted(table.heroes_of(0))) for table in tables}) > 10
    assert {table.in_area()[0] for table in tables} == set(PETALS)


@pytest.mark.parametrize("seed", range(3))
def test_d124_the_domain_begins_with_fifty_petals(seed):
    # Of these the first nemesis takes hers; R29: the three heroes take none.
    table = small(None, bare=False, boss_rush=True, seed=seed)
    assert table.s.petals == 50 - PETALS[table.in_area()[0]]


def test_d124_it_is_won_with_all_nemeses_defeated():
    table = hunt("kappa", "lamp4").hero_deck()
    table.s.beaten = 4
    table.play("WOUND", "CARD lamp4")
    assert table.decision == "OVER" and table.s.beaten == 5 and table.s.petals == 50


def test_d125_all_else_is_the_normal_game():
    table = hunt("oni", "red6 red3 crown5 mon")
    assert table.s.deployments == 1 and table.s.trade_points == 0
    table.play("SELL red6", "PLAY mon")
    assert table.s.mon == 4 and table.s.pile_size[0] == 1
    table.play("BUY red3", "PLAY red3")
    assert table.s.mon == 1 and table.s.deployments == 0
    table.s.trade_points = 3
    table.supply("regalia", "orb7").play("TRADE regalia", "CARD crown5")
    assert table.keys(table.s.discard[0]) == ["mon", "orb7", "red3"]
    table.play("END_TURN", "PASS")
    assert table.decision == "ACTIVE 0" and table.s.hand_size[0] == 4  # what there was to be drawn


def test_d125_deployed_treasures_remove_petals():
    table = hunt("oni", "crown5", treasures={"crown5": {"petals": 3}}).play("PLAY crown5")
    assert table.s.petals == 47


# ---- the nemesis attacks --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("nemesis", ["oni", "nue"])
def test_d126_after_the_turn_the_petals_of_the_nemesis_are_removed(nemesis):
    table = hunt(nemesis).play("END_TURN")
    assert table.decision == "END_REFRESH 0" and table.s.petals == 50
    assert table.play("PASS").s.petals == 50 - PETALS[nemesis]


def test_d127_petals_come_back_by_its_hit_points():
    # oni has 6 hit points in Boss Rush.
    table = hunt("oni", "orb7 lamp4")
    table.s.petals = 30
    table.play("WOUND", "CARD orb7")
    assert table.s.petals == 30
    assert table.play("WOUND", "CARD lamp4").s.petals == 36


@pytest.mark.parametrize(("nemesis", "points"), [("oni", 6), ("nue", 4), ("yurei", 8)])
def test_d128_hit_points_of_its_own(nemesis, points):
    table = hunt(None).hero_deck(nemesis).play("END_TURN")
    assert table.in_area() == [nemesis] and table.s.hit_points == points


# ---- wounds ---------------------------------------------------------------------------------------------------------
def test_d129_treasures_of_the_hand_deal_as_many_wounds_as_they_have_vp():
    table = hunt("yurei", "crown5 lamp4 red6").play("WOUND")
    assert table.decision == "WOUND_CARD 0" and table.choices() == ["CARD crown5", "CARD lamp4"]
    assert table.play("CARD crown5").s.hit_points == 6
    assert table.play("WOUND", "CARD lamp4").s.hit_points == 3
    assert table.keys(table.s.hand[0]) == ["red6"] and not table.can("WOUND")


def test_d129_nothing_else_harms_it():
    table = hunt("oni", "probe red6").field(0, "crown5").discard(0, "lamp4")
    assert not table.can("WOUND")
    table.play("PLAY probe", "CARD red6")
    assert table.status("oni") == st.EXHAUSTED and table.s.hit_points == 6


def test_d130_superfluous_vp_have_no_effect():
    # 4 VP and 4 VP against 6 hit points; the next nemesis comes unharmed.
    table = hunt("oni", "orb7 orb7").hero_deck("yurei")
    table.play("WOUND", "CARD orb7", "WOUND", "CARD orb7")
    assert fate(table, "oni") == st.BEATEN and table.s.beaten == 1
    assert table.play("END_TURN").s.hit_points == 8


def test_d131_treasures_lie_under_the_nemesis_and_go_back_when_it_is_defeated():
    reward = {"oni": {"reward": [op("mon")]}}
    table = hunt("oni", "orb7 lamp4", nemeses=reward).supply("regalia", "").hero_deck("nue")
    table.play("WOUND", "CARD orb7")
    assert table.keys(table.s.wound_cards) == ["orb7"] and table.s.supply_size[4] == 0
    assert table.s.discard_size[0] == 0
    table.play("WOUND", "CARD lamp4")
    assert table.keys(table.s.wound_cards) == [] and table.s.supply_size.tolist()[2:] == [0, 1, 1]
    assert table.s.supply[table.card("orb7")] == table.s.supply[table.card("lamp4")] == 1


# ---- duels ----------------------------------------------------------------------------------------------------------
def test_d132_a_duel_is_fought_against_the_nemesis():
    table = hunt("oni", "probe red3").supply("samurai_treasures", "rag1").play("PLAY probe")
    assert table.decision == "BOOST 0"  # nobody is chosen
    table.play("PASS")
    assert table.decision == "NEMESIS_DECK 0"
    table.play("DECK samurai_treasures", "CARD red3")
    # 6 and 3 against 5 and 1
    assert table.status("oni") == st.EXHAUSTED and table.status("asa") == st.READY


def test_d132_without_a_nemesis_there_is_no_duel():
    table = hunt(None, "probe red3").play("PLAY probe")
    assert table.decision == "MAIN 0" and table.status("asa") == st.READY


def test_d132_who_loses_is_exhausted():
    table = hunt("nue", "probe").play("PLAY probe")  # 6 against 7
    assert table.status("asa") == st.EXHAUSTED and table.active(0) is None and table.status("nue") == st.READY


def test_r051_a_tie_exhausts_both():
    table = hunt("tengu", "probe").play("PLAY probe")  # 6 against 6
    assert table.status("asa") == table.status("tengu") == st.EXHAUSTED
    assert table.s.hit_points == 5


def test_d133_while_exhausted_it_does_not_attack_and_its_skills_are_ignored():
    nemeses = {"oni": {"passive": [on("sell", op("petals"))], "modifiers": [{"stat": "sell", "n": -1}]}}
    table = hunt("oni", "probe red6 red6", nemeses=nemeses).play("SELL red6")
    assert table.s.petals == 49 and table.s.mon == 2
    table.play("PLAY probe", "PASS", "SELL red6")
    assert table.s.petals == 49 and table.s.mon == 2 + 3
    table.play("END_TURN", "PASS")
    assert table.s.petals == 49


def test_d134_it_recovers_at_the_end_of_the_next_starting_phase():
    table = hunt("oni", "probe").play("PLAY probe", "END_TURN", "PASS")
    table.on_to("ACTIVE 0")
    assert table.status("oni") == st.EXHAUSTED
    assert table.play("HERO asa").decision == "MAIN 0" and table.status("oni") == st.READY
    assert table.play("END_TURN", "PASS").s.petals == 48


@pytest.mark.parametrize("boss_rush", [True, False])
def test_d135_who_would_be_returned_is_ravaged_instead(boss_rush):
    # No Nobunaga, as shipped but for the price of her action and what else it does.
    action = {"pays": {"mon": 0}, "do": [op("return_self")]}
    options = {"boss_rush": True} if boss_rush else {"num_players": 2}
    table = small(heroes={"no_nobunaga": {"action": action}}, **{"num_players": None, **options})
    table.hero(0, "no_nobunaga", active=True).play("HERO_SKILL no_nobunaga")
    if boss_rush:
        assert table.heroes_of(0) == ["no_nobunaga"] and table.status("no_nobunaga") == st.RAVAGED
    else:
        assert table.heroes_of(0) == [] and fate(table, "no_nobunaga") == st.HERO_DECK
    assert table.active(0) is None


# ---- the end --------------------------------------------------------------------------------------------------------
def test_d136_it_ends_when_the_last_petal_is_removed_by_the_attack():
    table = hunt("oni")
    table.s.petals = 2
    assert table.play("END_TURN", "PASS").decision == "OVER"
    assert table.s.petals == 0 and table.s.truncated == 0


def test_d136_or_by_anything_else_at_once():
    table = hunt("oni", "red3", reinforcements={"red3": {"skills": [skill("deploy", op("petals", n=3))]}})
    table.s.petals = 3
    assert table.play("PLAY red3").decision == "OVER"


def test_d136_not_while_a_petal_is_left():
    table = hunt("oni")
    table.s.petals = 3
    assert table.play("END_TURN", "PASS").s.petals == 1 and table.decision != "OVER"


def test_d136_or_when_all_nemeses_are_defeated():
    table = hunt("kappa", "lamp4").hero_deck("oni")
    assert table.play("WOUND", "CARD lamp4").decision == "MAIN 0"  # one is left
    table = hunt("kappa", "lamp4").hero_deck()
    assert table.play("WOUND", "CARD lamp4").decision == "OVER"


# ---- rulings --------------------------------------------------------------------------------------------------------
def test_r029_a_nemesis_that_comes_removes_its_petals_and_attacks_after_that_end_phase():
    table = hunt(None).hero_deck("oni").play("END_TURN")
    assert table.decision == "END_REFRESH 0" and table.s.petals == 48
    assert table.play("PASS").s.petals == 46


def test_r029_a_wound_is_a_return():
    heroes = {"asa": {"loot": [on("return", op("draw"), kind="treasure")]}}
    table = hunt("yurei", "crown5", heroes=heroes).deck(0, "red3").play("WOUND", "CARD crown5")
    assert table.s.returned[0] == 1 and table.keys(table.s.hand[0]) == ["red3"]


def test_r029_a_treasure_without_vp_may_be_returned_for_no_wound():
    table = hunt("oni", "rag1 pot0").play("WOUND", "CARD rag1", "WOUND", "CARD pot0")
    assert table.s.hit_points == 6 and table.keys(table.s.wound_cards) == ["pot0", "rag1"]


def test_r029_petals_never_exceed_fifty():
    table = hunt("oni", "orb7 lamp4").hero_deck("nue")
    table.s.petals = 47
    assert table.play("WOUND", "CARD orb7", "WOUND", "CARD lamp4").s.petals == 50


def test_r029_no_hero_area_and_no_purchase_of_heroes():
    table = hunt("oni").hero_deck("nue")
    table.s.mon = table.s.trade_points = 99
    assert not [name for name in table.choices() if "HERO" in name or name == "SEND_BACK"]


@pytest.mark.parametrize("do", [op("send_hero"), op("gain_hero"), op("refresh", what="heroes")])
def test_r068_what_needs_a_hero_area_does_nothing(do):
    # The nemesis is face up in either case, or none is.
    for nemesis in ("oni", None):
        skills = [skill("deploy", do, op("mon"))]
        table = hunt(nemesis, "red3", reinforcements={"red3": {"skills": skills}}).hero_deck("nue").play("PLAY red3")
        assert table.decision == "MAIN 0" and table.s.mon == 1
        assert table.heroes_of(0) == ["asa", "emi"] and table.in_area() == ([nemesis] if nemesis else [])
        assert table.s.petals == 50


def test_r068_heroes_of_a_story_card_do_not_come():
    faces = [{"title": "One", "triggers": [on("sell", op("bring"), op("flip"))]}, {"title": "Two"}]
    more = {"stories": {"masks": {"faces": faces}}, "heroes": {"hanae": {}}, "expansions": (1,)}
    table = hunt("oni", "red3", **more).hero_deck("nue").play("SELL red3")
    assert fate(table, "hanae") == st.ASIDE and table.s.hero_deck_size == 1 and table.s.story_face[0] == 1


def test_r043_treasures_are_returned_in_the_main_phase():
    table = hunt("yurei", "crown5")
    assert table.can("WOUND")
    assert not table.play("END_TURN").can("WOUND")
    table.play("PASS")
    assert table.decision == "MOVE 0" and not table.can("WOUND")
    assert table.on_to("MAIN 0").can("WOUND")
    table = hunt(None, "crown5")
    assert not table.can("WOUND")


def test_r044_the_first_nemesis_is_revealed_at_set_up_with_its_reveal_skill():
    reveal = {key: {"reveal": [op("petals", n=5)]} for key in PETALS}
    table = small(None, bare=False, boss_rush=True, nemeses=reveal)
    (nemesis,) = table.in_area()
    assert table.s.petals == 50 - PETALS[nemesis] - 5
    assert table.s.nemesis == table.character(nemesis)


def test_r044_the_next_one_comes_in_the_end_phase():
    table = hunt("kappa", "lamp4 crown5").hero_deck("nue").play("WOUND", "CARD lamp4")
    assert table.in_area() == [] and not table.can("WOUND")
    assert table.play("END_TURN").in_area() == ["nue"]


@pytest.mark.parametrize(("beaten", "petals", "score"), [(0, 50, 1.0), (2, 25, 2.5), (5, 10, 5.2), (3, 0, 3.0)])
def test_r055_the_score_is_the_nemeses_and_the_share_of_petals(beaten, petals, score):
    table = hunt("oni")
    table.s.beaten, table.s.petals = beaten, petals
    assert table.result()[1] == pytest.approx([score])


@pytest.mark.parametrize(("beaten", "petals", "expected"), [(0, 0, -1.0), (5, 50, 1.0), (2, 50, 0.0), (1, 25, -0.5)])
def test_r056_returns_of_boss_rush_are_in_proportion(beaten, petals, expected):
    table = hunt("oni")
    table.s.beaten, table.s.petals, table.s.over = beaten, petals, 1
    assert table.result()[0] == pytest.approx([expected])
