"""Chapter 11, Duels: D93 to D106; R9, R11, R16, R17, R19, R20, R38, R47, R49, R50, R58."""

from __future__ import annotations

import pytest
from rules.daimyo.box import card, on, op, probe, seated, skill
from rules.daimyo.position import Table

from shugyo.envs.daimyo import state as st

DUEL = op("duel")
DRAW = op("draw")


def facing(attacker: str, defender: str, hands: tuple[str, str] = ("", ""), active: bool = True, **given) -> Table:
    """A duel of seat 0's active hero against a hero of seat 1, up to the first boost; each deck holds a red6."""
    do = given.pop("do", (DUEL,))
    table = probe(*do, **given).deck(0, "red6").deck(1, "red6")
    for seat, hero in enumerate((attacker, defender)):
        table.s.place[table.s.heroes[seat, 0]] = st.HERO_DECK
        table.s.heroes[seat], table.s.active[seat] = -1, -1
        table.hero(seat, hero, active=seat == 0 or active).hand(seat, hands[seat])
    return table.play("PLAY probe", f"HERO {defender}")


def outcome(table: Table) -> str:
    """Who won the duel that is over: its winner's seat, tie, or nothing at all."""
    assert table.s.attacker == -1
    ready = [all(table.s.status[c] == st.READY for c in table.s.heroes[seat] if c >= 0) for seat in range(2)]
    return {(True, False): "attacker", (False, True): "defender", (False, False): "tie", (True, True): "nothing"}[
        (ready[0], ready[1])
    ]


def duel_card(*do: dict, cost: int = 2, **more) -> dict[str, dict]:
    """A reinforcement ``knack`` with this (duel) skill."""
    return {"knack": card(skill("duel", *do, **more), cost=cost, number=91, name="Knack")}


# ---- who fights -----------------------------------------------------------------------------------------------------
def test_d093_a_duel_is_started_by_a_skill():
    table = probe(DUEL)
    assert not any("DUEL" in name for name in table.choices())
    table.play("PLAY probe")
    assert table.decision == "DUEL_TARGET 0"


def test_d093_a_duel_is_fought_by_two_heroes_of_two_players():
    table = probe(DUEL, num_players=3).hero(0, "dai").play("PLAY probe")
    assert table.choices() == ["HERO botan", "HERO emi"]  # those of the seats 1 and 2, none of seat 0
    table.play("HERO botan")
    assert (table.s.status != st.READY).sum() == 1  # botan lost 5 to 6; emi and dai had no part in it
    assert table.status("botan") == st.EXHAUSTED


def test_d094_only_active_heroes_are_attacked():
    table = probe(DUEL, num_players=3).hero(1, "gin").hero(2, "haru").play("PLAY probe")
    assert table.choices() == ["HERO botan", "HERO emi"]


def test_d094_the_active_hero_attacks():
    # asa, with 6, is active; dai, with 4, would not win against emi's 4.
    table = probe(DUEL).hero(0, "dai").play("PLAY probe", "HERO emi")
    assert outcome(table) == "attacker"


def test_d095_without_active_heroes_any_hero_of_the_others_is_attacked():
    table = probe(DUEL, num_players=3).hero(0, "dai").hero(1, "gin")
    table.s.active[1] = -1
    before = table.states.copy()
    assert table.play("PLAY probe").choices() == ["HERO botan"]  # seat 2 still has one
    table.states[:] = before
    table.s.active[2] = -1
    assert table.play("PLAY probe").choices() == ["HERO botan", "HERO emi", "HERO gin"]


def test_d096_without_an_active_hero_no_duel_begins():
    table = probe(DUEL, op("mon"))
    table.s.active[0] = -1
    table.play("PLAY probe")
    assert table.decision == "MAIN 0" and table.s.mon == 1


# ---- the comparison -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("attacker", "defender", "winner"),
    [
        ("asa", "emi", "attacker"),  # 6 against 4
        ("asa", "fuji", "attacker"),  # 6 against 5
        ("asa", "haru", "defender"),  # 6 against 7
        ("dai", "fuji", "defender"),  # 4 against 5
        ("chiyo", "haru", "attacker"),  # 8 against 7
        ("botan", "fuji", "tie"),  # 5 against 5
        ("dai", "emi", "tie"),  # 4 against 4
    ],
)
def test_d097_atk_is_compared_with_def(attacker, defender, winner):
    assert outcome(facing(attacker, defender)) == winner


@pytest.mark.parametrize(("boost", "winner"), [("red3", "tie"), ("violet4", "attacker"), ("rag1", "defender")])
def test_d098_a_boost_adds_the_price_of_the_card_to_atk(boost, winner):
    # 4 against 7.
    table = facing("dai", "haru", (boost, ""))
    assert table.decision == "BOOST 0"
    table.play(f"CARD {boost}")
    assert outcome(table) == winner
    assert table.keys(table.s.discard[0]) == [boost] and table.s.hand_size[0] == 0


@pytest.mark.parametrize(("boost", "winner"), [("moth2", "attacker"), ("red3", "tie"), ("orb7", "defender")])
def test_d098_or_to_def(boost, winner):
    # 8 against 5.
    table = facing("chiyo", "fuji", ("", boost))
    assert table.decision == "BOOST 1"
    table.play(f"CARD {boost}")
    assert outcome(table) == winner
    assert table.keys(table.s.discard[1]) == [boost] and table.s.hand_size[1] == 0


def test_d098_reinforcements_and_treasures_of_the_hand_boost():
    table = facing("asa", "emi", ("red3 crown5 orb7", "lamp4")).discard(0, "violet4")
    assert table.choices() == ["CARD crown5", "CARD orb7", "CARD red3", "PASS"]


def test_d099_attacker_and_defender_boost_in_turn_one_card_at_a_time():
    table = facing("asa", "emi", ("red3 red3 red3", "violet4 violet4"))
    asked = []
    for name in ("CARD red3", "CARD violet4", "CARD red3", "CARD violet4", "CARD red3"):
        asked.append(table.decision)
        table.play(name)
    assert asked == ["BOOST 0", "BOOST 1", "BOOST 0", "BOOST 1", "BOOST 0"]
    assert outcome(table) == "attacker"  # 6 + 9 against 4 + 8


def test_d099_either_may_do_nothing():
    table = facing("asa", "emi", ("red3", "violet4"))
    assert table.can("PASS") and table.play("PASS").can("PASS")


def test_d100_when_the_defender_does_nothing_the_duel_is_decided():
    table = facing("dai", "haru", ("red6 red6", "violet4"))
    table.play("CARD red6")
    assert table.decision == "BOOST 1" and table.s.attacker == 0
    table.play("PASS")
    assert outcome(table) == "attacker" and table.keys(table.s.hand[0]) == ["red6"]


def test_d101_a_duel_skill_runs_right_after_its_price_was_added():
    # 4 against 7: the price of 2 and the skill's 2 make it 8; the card is drawn before the defender is asked.
    table = facing("dai", "haru", ("knack", "red3"), reinforcements=duel_card(op("boost", n=2), DRAW))
    table.play("CARD knack")
    assert table.decision == "BOOST 1" and table.keys(table.s.hand[0]) == ["red6"]
    assert outcome(table.play("PASS")) == "attacker"


def test_d101_duel_skills_are_for_boosts_only():
    table = seated(reinforcements=duel_card(DRAW)).hand(0, "knack").deck(0, "red6").play("PLAY knack")
    assert table.decision == "MAIN 0" and table.s.hand_size[0] == 0


# ---- the result -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("attacker", "defender", "loser"), [("asa", "emi", 1), ("dai", "haru", 0)])
def test_d102_the_loser_is_exhausted_and_loses_her_token(attacker, defender, loser):
    table = facing(attacker, defender)
    heroes = [attacker, defender]
    assert table.active(loser) is None and table.status(heroes[loser]) == st.EXHAUSTED
    assert table.active(1 - loser) == heroes[1 - loser] and table.status(heroes[1 - loser]) == st.READY


def test_d103_a_tie_exhausts_both_and_nobody_wins():
    both = {"loot": [on("win_duel", op("loot", deck="regalia"))]}
    do = (DUEL, op("if", won=True, do=[op("mon", n=3)]))
    table = facing("botan", "fuji", heroes={"botan": both, "fuji": both}, do=do)
    assert outcome(table) == "tie" and table.active(0) is table.active(1) is None
    assert table.s.mon == 0 and table.s.discard_size[:2].tolist() == [0, 0]


@pytest.mark.parametrize(("defender", "mon"), [("emi", 3), ("haru", 1), ("fuji", 3)])
def test_d104_the_program_goes_on_after_the_duel_and_knows_its_result(defender, mon):
    do = (DUEL, op("if", won=True, do=[op("mon", n=3)], otherwise=[op("mon", n=1)]))
    table = facing("asa", defender, do=do)
    assert table.decision == "MAIN 0" and table.s.mon == mon


def test_d104_a_duel_of_before_is_no_duel_won():
    # The second probe's duel ends in a tie.
    do = (DUEL, op("if", won=True, do=[op("mon", n=3)]))
    table = facing("asa", "emi", ("probe", ""), do=do).hero(1, "haru", active=True)
    table.play("PASS")
    table.s.deployments = 1
    assert table.s.mon == 3
    assert table.play("PLAY probe", "HERO haru").s.mon == 3


@pytest.mark.parametrize("side", [0, 1])
def test_d105_a_duel_skill_may_win_whatever_the_numbers(side):
    # 4 against 7 and 8 against 3: the side that boosts would lose.
    attacker, defender = (("dai", "haru"), ("chiyo", "gin"))[side]
    hands = ("knack", "") if side == 0 else ("", "knack")
    table = facing(attacker, defender, hands, reinforcements=duel_card(op("win_duel"))).play("CARD knack")
    assert outcome(table) == ("attacker", "defender")[side] and table.active(1 - side) is None


@pytest.mark.parametrize("side", [0, 1])
def test_d106_a_duel_skill_may_negate_the_duel(side):
    hands = ("knack", "") if side == 0 else ("", "knack")
    do = (DUEL, op("if", won=True, do=[op("mon", n=3)], otherwise=[op("mon")]))
    given = {"reinforcements": duel_card(op("negate_duel")), "do": do}
    table = facing("chiyo", "gin", hands, **given).play("CARD knack")
    assert outcome(table) == "nothing" and [table.active(0), table.active(1)] == ["chiyo", "gin"]
    assert table.s.mon == 1


# ---- rulings on boosts ----------------------------------------------------------------------------------------------
def test_r009_the_printed_price_counts():
    # 4 against 7: violet4 boosts by 4 though it costs 1 to buy.
    cheap = {"dai": {"modifiers": [{"stat": "reinforcement_cost", "n": -3}]}}
    table = facing("dai", "haru", ("violet4", ""), heroes=cheap).play("CARD violet4")
    assert outcome(table) == "attacker"


def test_r009_mon_cannot_boost():
    assert facing("asa", "emi", ("mon red3", "")).choices() == ["CARD red3", "PASS"]


@pytest.mark.parametrize("hand", ["mon", "mon mon"])
def test_r058_a_hand_of_cards_that_cannot_boost_is_asked_all_the_same(hand):
    table = facing("asa", "emi", (hand, hand))
    assert table.decision == "BOOST 0" and table.choices() == ["PASS"]
    table.play("PASS")
    assert table.decision == "BOOST 1" and table.choices() == ["PASS"]


def test_r058_an_empty_hand_counts_as_a_pass():
    assert facing("asa", "emi", ("", "red3")).decision == "BOOST 1"
    assert facing("asa", "emi").decision == "MAIN 0"


def test_r016_the_defender_is_asked_after_a_pass_of_the_attacker():
    # 6 against 4; the defender makes it 8, and the attacker, asked again, 9.
    table = facing("asa", "emi", ("red3", "violet4")).play("PASS")
    assert table.decision == "BOOST 1"
    table.play("CARD violet4")
    assert table.decision == "BOOST 0"
    assert outcome(table.play("CARD red3")) == "attacker"


def test_r016_either_pass_ends_the_boosts_by_option():
    given = {"rules": {"R16": "either"}}
    assert outcome(facing("asa", "emi", ("red3", "violet4"), **given).play("PASS")) == "attacker"
    table = facing("asa", "emi", ("red3", "violet4 violet4"), **given).play("CARD red3", "PASS")
    assert outcome(table) == "attacker"
    # Boosts go on as long as nobody passes.
    table = facing("asa", "emi", ("red3 red3", "violet4 violet4"), **given).play("CARD red3", "CARD violet4")
    assert table.decision == "BOOST 0" and outcome(table.play("PASS")) == "attacker"  # 9 against 8


@pytest.mark.parametrize("side", [0, 1])
def test_r017_a_boost_is_a_discard(side):
    hero = {"passive": [on("discard", DRAW)]}
    hands = ("red3", "") if side == 0 else ("", "red3")
    table = facing("asa", "emi", hands, heroes={"asa": hero, "emi": hero})
    table.play("CARD red3")
    assert table.keys(table.s.hand[side]) == ["red6"] and table.s.hand_size[1 - side] == 0


def test_r017_a_boost_fulfils_loot_conditions_on_discards():
    hero = {"asa": {"loot": [on("discard", op("loot", deck="regalia"))]}}
    table = facing("asa", "emi", ("red3", ""), heroes=hero).supply("regalia", "orb7").play("CARD red3")
    assert table.keys(table.s.discard[0]) == ["orb7", "red3"]


def test_r050_no_boosts_after_the_duel_is_decided():
    for do in ("win_duel", "negate_duel"):
        table = facing("dai", "haru", ("knack red6", "red6"), reinforcements=duel_card(op(do))).play("CARD knack")
        assert table.decision == "MAIN 0" and table.s.attacker == -1
        assert table.keys(table.s.hand[0]) == table.keys(table.s.hand[1]) == ["red6"]


def test_r050_several_skills_of_a_card_run_until_the_duel_is_decided():
    skills = [skill("duel", op("win_duel"), icon="samurai"), skill("duel", op("negate_duel"), DRAW)]
    given = {"reinforcements": {"knack": card(*skills, number=91, name="Knack")}}
    table = facing("dai", "haru", ("knack", ""), **given).play("CARD knack")
    assert outcome(table) == "attacker" and table.s.hand_size[0] == 0
    table = facing("gin", "haru", ("knack", ""), **given).play("CARD knack")
    assert outcome(table) == "nothing" and table.keys(table.s.hand[0]) == ["red6"]


# ---- rulings on targets and icons -----------------------------------------------------------------------------------
def test_r019_exhausted_heroes_may_be_attacked_when_nobody_has_an_active_hero():
    table = probe(DUEL, op("if", won=True, do=[op("mon", n=2)]))
    table.s.active[1] = -1
    table.s.status[table.character("emi")] = st.RAVAGED
    table.hero(1, "gin", status=st.EXHAUSTED).play("PLAY probe")
    assert table.choices() == ["HERO emi", "HERO gin"]
    table.play("HERO emi")
    assert table.s.mon == 2 and table.status("emi") == st.RAVAGED  # who loses is not changed by it


def test_r019_an_exhausted_hero_who_loses_is_not_exhausted_again():
    hero = {"asa": {"passive": [on("exhaust", DRAW)]}}
    table = probe(DUEL, heroes=hero).deck(0, "red3")
    table.s.active[1] = -1
    table.s.status[table.character("emi")] = st.EXHAUSTED
    table.play("PLAY probe", "HERO emi")
    assert table.status("emi") == st.EXHAUSTED and table.s.hand_size[0] == 0


@pytest.mark.parametrize(("defender", "drawn"), [("botan", ["red6"]), ("fuji", [])])
def test_r020_the_icon_asks_for_the_class_of_the_boosted_hero(defender, drawn):
    # The defender's hero is not active: what counts is that she fights.
    given = {"reinforcements": duel_card(DRAW, icon="samurai")}
    table = facing("emi", defender, ("", "knack"), active=False, **given).play("CARD knack")
    if drawn:
        table.play("PASS")
    assert table.keys(table.s.hand[1]) == drawn


@pytest.mark.parametrize(("option", "result"), [("OPTION 0", "defender"), ("OPTION 1", "nothing")])
def test_r038_shizuka_wins_or_negates_for_a_samurai(option, result):
    table = facing("chiyo", "asa", ("", "shizuka"), reinforcements={"shizuka": {}}).play("CARD shizuka")
    assert table.decision == "OPTION 1" and table.choices() == ["OPTION 0", "OPTION 1"]
    assert outcome(table.play(option)) == result


def test_r038_shizuka_can_only_negate_for_a_ninja():
    table = facing("chiyo", "gin", ("", "shizuka"), reinforcements={"shizuka": {}}).play("CARD shizuka")
    assert outcome(table) == "nothing"


# ---- rulings on events ----------------------------------------------------------------------------------------------
def test_r011_what_winning_brings_goes_to_the_winner_attacker_or_defender():
    hero = {"loot": [on("win_duel", op("loot", deck="regalia"))]}
    heroes = dict.fromkeys(("asa", "emi", "haru"), hero)
    for defender, winner in (("emi", 0), ("haru", 1)):
        table = facing("asa", defender, heroes=heroes)
        assert table.s.discard_size[winner] == 1 and table.s.discard_size[1 - winner] == 0


@pytest.mark.parametrize(("attacker", "defender", "who"), [("asa", "emi", 0), ("asa", "haru", 1), ("botan", "fuji", 0)])
def test_r047_exhaustion_is_an_event_of_the_winner_and_on_a_tie_of_the_attacker(attacker, defender, who):
    # A second hero of each player draws at each exhaustion of her own.
    hero = {"passive": [on("exhaust", DRAW)]}
    table = probe(DUEL, heroes={"chiyo": hero, "gin": hero}).hero(0, "chiyo").hero(1, "gin")
    for seat, key in enumerate((attacker, defender)):
        if table.heroes_of(seat)[0] != key:
            table.hero(seat, key, active=True)
    for seat in range(2):
        table.deck(seat, "red3 red3 red3")
    table.play("PLAY probe", f"HERO {defender}")
    drawn = 2 if attacker == "botan" else 1
    assert table.s.hand_size[:2].tolist() == [drawn if seat == who else 0 for seat in range(2)]


def test_r049_the_start_and_the_attack_are_events_before_any_boost():
    heroes = {"asa": {"passive": [on("start_duel", DRAW)]}, "emi": {"loot": [on("attacked", op("loot", deck="ninja"))]}}
    table = facing("asa", "emi", ("red3", "red3"), heroes=heroes)
    assert table.decision == "BOOST 0"
    assert table.keys(table.s.hand[0]) == ["red3", "red6"] and table.s.discard_size[1] == 1


def test_r049_only_the_attacker_starts_and_only_the_defender_is_attacked():
    heroes = {"asa": {"passive": [on("attacked", DRAW)]}, "emi": {"passive": [on("start_duel", DRAW)]}}
    table = facing("asa", "emi", heroes=heroes)
    assert table.s.hand_size[:2].tolist() == [0, 0]


def test_r049_an_interrupt_may_negate_the_duel_before_any_boost():
    parry = card(skill("interrupt", op("negate_duel"), event="start_duel"), number=92, name="Parry")
    table = facing("asa", "emi", ("red3", "parry"), reinforcements={"parry": parry})
    assert table.decision == "INTERRUPT 1"
    table.play("CARD parry")
    assert table.decision == "MAIN 0" and outcome(table) == "nothing"
    assert table.keys(table.s.hand[0]) == ["red3"]
