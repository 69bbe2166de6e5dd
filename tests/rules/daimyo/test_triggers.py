"""Chapter 15, what sets programs off: D179 to D183; R18, R33, R40, R63."""

from __future__ import annotations

import pytest
from rules.daimyo.box import card, on, op, probe, seated, skill, small, story

from shugyo.envs.daimyo import state as st

DRAW, MON, PETAL = op("draw"), op("mon"), op("petals")


# ---- triggers -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("whose", "petals"), [("own", [1, 0]), ("others", [0, 1]), ("any", [1, 1])])
def test_d179_whose_event(whose, petals):
    # asa's owner sells, then the other player.
    table = seated(heroes={"asa": {"passive": [on("sell", PETAL, whose=whose)]}}).hand(0, "red3").play("SELL red3")
    fallen = [40 - int(table.s.petals)]
    table.turn_of(1).on_to("MAIN 1").hand(1, "red3").play("SELL red3")
    fallen.append(40 - int(table.s.petals) - fallen[0])
    assert fallen == petals


@pytest.mark.parametrize(
    ("asks", "fits"),
    [
        ({}, ["crown5", "orb7", "red3", "violet4"]),
        ({"class_": "ninja"}, ["violet4"]),
        ({"class_": "samurai"}, ["crown5", "red3"]),
        ({"kind": "reinforcement"}, ["red3", "violet4"]),
        ({"kind": "treasure"}, ["crown5"]),
        ({"kind": "regalia"}, ["orb7"]),
        ({"kind": "treasure", "class_": "ninja"}, []),
    ],
)
def test_d179_class_and_kind(asks, fits):
    found = []
    for key in ("crown5", "orb7", "red3", "violet4"):
        table = seated(heroes={"asa": {"passive": [on("sell", PETAL, **asks)]}}).hand(0, key).play(f"SELL {key}")
        found += [key] if table.s.petals == 39 else []
    assert found == fits


def test_d179_kind_hero():
    passive = [on("purchase", PETAL, kind="hero"), on("purchase", op("petals", n=4), kind="reinforcement")]
    table = seated(heroes={"asa": {"passive": passive}}).pool("samurai", "red3").area("gin")
    table.s.mon = 20
    assert table.play("BUY red3").s.petals == 36
    assert table.play("BUY_HERO gin").s.petals == 35


@pytest.mark.parametrize(("revealed", "petals"), [("gin", 40 - 1 - 5), ("oni", 40 - 2)])
def test_d179_a_nemesis_is_no_hero(revealed, petals):
    passive = [on("reveal", op("petals", n=5), kind="hero")]
    table = seated(heroes={"asa": {"passive": passive}}, nemesis=True).hero_deck(revealed).pool("samurai", "red3")
    assert table.play("END_TURN").on_to("END_REFRESH 0").s.petals == petals


def test_r063_regalia_have_no_class():
    asks = [on("sell", PETAL, class_=cls) for cls in ("samurai", "ninja")]
    table = seated(heroes={"asa": {"passive": asks}}).hand(0, "orb7").play("SELL orb7")
    assert table.s.petals == 40
    counting = (op("count", what="samurai_deployed"), op("mon", n="count"))
    more = (op("count", what="ninja_deployed"), op("mon", n="count"))
    table = probe(*counting, *more).hand(0, "pot0")
    table.s.deployments = 2
    assert table.play("PLAY pot0", "PLAY probe").s.mon == 1  # the probe itself, a samurai
    table = probe(op("discard", class_="samurai"), op("discard", class_="ninja")).hand(0, "orb7").play("PLAY probe")
    assert table.decision == "MAIN 0"


@pytest.mark.parametrize(
    ("often", "fires"),
    [({}, [1, 1, 1, 1]), ({"nth": 1}, [1, 0, 0, 0]), ({"nth": 3}, [0, 0, 1, 0]), ({"limit": 2}, [1, 1, 0, 0])],
)
def test_d180_nth_and_limit(often, fires):
    table = seated(heroes={"asa": {"passive": [on("sell", PETAL, **often)]}}).hand(0, "red3 red3 red3 red3")
    fallen = []
    for _ in range(4):
        before = int(table.s.petals)
        fallen.append(before - int(table.play("SELL red3").s.petals))
    assert fallen == fires


def test_d180_only_matching_events_are_counted():
    passive = [on("sell", PETAL, class_="ninja", nth=2)]
    table = seated(heroes={"asa": {"passive": passive}}).hand(0, "red3 violet4 violet4")
    assert table.play("SELL violet4", "SELL red3").s.petals == 40
    assert table.play("SELL violet4").s.petals == 39


@pytest.mark.parametrize(("status", "petals"), [(st.READY, 39), (st.EXHAUSTED, 40), (st.RAVAGED, 40)])
def test_d181_exhausted_and_ravaged_heroes_have_no_triggers(status, petals):
    table = seated(heroes={"gin": {"passive": [on("sell", PETAL)]}}).hero(0, "gin", status=status).hand(0, "red3")
    assert table.play("SELL red3").s.petals == petals


@pytest.mark.parametrize("source", ["nemesis", "story"])
def test_d182_nemesis_and_story_card_are_controlled_by_who_caused_the_event(source):
    # Whoever is looting draws, in the turn of seat 0 and of seat 1; and seat 1 in that of seat 0.
    trigger = on("loot", DRAW)
    reinforcements = {"probe": card(skill("deploy", op("each", who="all", do=[op("loot", deck="ninja")])))}
    if source == "story":
        table = story(trigger, reinforcements=reinforcements)
    else:
        table = seated(nemeses={"oni": {"passive": [trigger]}}, nemesis=True, reinforcements=reinforcements).area("oni")
    table.supply("ninja_treasures", "lamp4 lamp4 lamp4").hand(0, "probe").deck(0, "red3 red3").deck(1, "red3 red3")
    assert table.play("PLAY probe").s.hand_size[:2].tolist() == [1, 1]


def test_d183_triggered_programs_wait_for_the_end_of_the_running_one():
    # The discard sets off a draw, which comes after the program's own question and its last instruction.
    passive = [on("discard", op("may", do=[DRAW]))]
    do = (op("discard"), op("may", do=[PETAL]), MON)
    table = probe(*do, heroes={"asa": {"passive": passive}}).hand(0, "red3").play("PLAY probe", "CARD red3")
    assert table.decision == "MAY 0"
    table.play("YES")
    assert table.s.petals == 39 and table.s.mon == 1 and table.decision == "MAY 0"
    table.play("YES")
    assert table.s.hand_size[0] == 1 and table.decision == "MAIN 0"


def test_d183_or_till_it_comes_to_a_duel():
    passive = [on("discard", DRAW)]
    table = probe(op("discard"), op("duel"), MON, heroes={"asa": {"passive": passive}}).hand(0, "red3").deck(0, "red6")
    table.play("PLAY probe", "CARD red3", "HERO emi")
    assert table.decision == "BOOST 0" and table.keys(table.s.hand[0]) == ["red6"] and table.s.mon == 0


def test_d183_or_to_a_common_battle():
    passive = [on("discard", DRAW)]
    table = probe(op("discard"), op("refresh", what="heroes"), MON, heroes={"asa": {"passive": passive}}, nemesis=True)
    table.hand(0, "red3").deck(0, "red6").hero_deck("oni").play("PLAY probe", "CARD red3")
    assert table.decision == "MOVE 0" and table.keys(table.s.hand[0]) == ["red6"] and table.s.mon == 0


# ---- loot conditions ------------------------------------------------------------------------------------------------
LOOT = op("loot", deck="regalia")


@pytest.mark.parametrize(
    ("affected", "event", "whose", "loots"),
    [
        (1, "draw", "own", 0),
        (1, "draw", "any", 0),
        (1, "discard", "own", 0),
        (2, "draw", "own", 0),
        (2, "draw", "any", 1),
        (2, "discard", "others", 1),
    ],
)
def test_r018_in_the_own_turn_or_about_what_others_do(affected, event, whose, loots):
    # In seat 0's turn seat 1, whose active hero emi is, or seat 2 draws a card and discards it.
    heroes = {"emi": {"loot": [on(event, LOOT, whose=whose)]}}
    table = probe(op("target", do=[DRAW, op("discard")]), num_players=3, heroes=heroes).deck(affected, "red3")
    table.play("PLAY probe", f"PLAYER {affected}", "CARD red3")
    assert 2 - table.s.supply_size[4] == loots


@pytest.mark.parametrize(("event", "whose"), [("loot", "others"), ("attacked", "own"), ("win_duel", "own")])
def test_r018_duels_attacks_and_the_doings_of_others_count_in_their_turn(event, whose):
    table = probe(LOOT, op("duel"), heroes={"haru": {"loot": [on(event, LOOT, whose=whose)]}})
    table.hero(1, "haru", active=True).supply("regalia", "pot0 orb7 orb7").play("PLAY probe", "HERO haru")
    assert table.s.discard_size[1] == 1


def test_r018_starting_a_duel_in_the_turn_of_another_player_counts():
    table = probe(op("target", do=[op("duel")]), heroes={"emi": {"loot": [on("start_duel", LOOT)]}})
    table.play("PLAY probe", "PLAYER 1", "HERO asa")
    assert table.s.discard_size[1] == 1


def test_r018_skills_that_are_no_loot_conditions_work_in_any_turn():
    table = probe(op("target", do=[DRAW]), heroes={"emi": {"passive": [on("draw", PETAL)]}}).deck(1, "red3")
    assert table.play("PLAY probe", "PLAYER 1").s.petals == 39


# ---- the order ------------------------------------------------------------------------------------------------------
def test_r040_the_order_of_what_one_event_triggers():
    # Everything asks whether to remove a petal; whoever is asked shows what runs. Seat 1 deploys.
    asks = op("may", do=[PETAL])
    heroes = {key: {"passive": [on("deploy", asks, whose="any")]} for key in ("asa", "emi", "botan", "gin")}
    faces = [{"title": "One", "triggers": [on("deploy", op("discard"))]}, {"title": "Two"}]
    answer = card(skill("interrupt", DRAW, event="deploy"), number=91, name="Answer")
    given = {"stories": {"masks": {"faces": faces}}, "expansions": (1,), "nemesis": True, "heroes": heroes}
    nemeses = {"oni": {"passive": [on("deploy", op("exhaust", whose="self"))]}}
    table = seated(3, nemeses=nemeses, reinforcements={"answer": answer}, **given).hero(1, "gin").area("oni")
    table.turn_of(1).on_to("MAIN 1").hand(1, "red3 red6").hand(0, "answer").play("PLAY red3")
    order = []
    while table.decision != "MAIN 1":
        order.append(table.decision)
        table.play("PASS" if table.can("PASS") else table.choices()[0])
    # seat 1 with two heroes, seat 2, seat 0; the nemesis; the story card; the interrupt
    assert order == [
        "MAY 1",
        "MAY 1",
        "MAY 2",
        "MAY 0",
        "TARGET_PLAYER 1",
        "FIELD_CARD 1",
        "HAND_CARD 1",
        "INTERRUPT 0",
    ]


def test_r040_heroes_of_a_seat_by_slot():
    heroes = {"asa": {"passive": [on("sell", op("may", do=[PETAL]))]}, "gin": {"passive": [on("sell", op("discard"))]}}
    for slots, order in ((("asa", "gin"), ["MAY 0", "HAND_CARD 0"]), (("gin", "asa"), ["HAND_CARD 0", "MAY 0"])):
        table = small(heroes=heroes).hero(0, slots[0]).hero(0, slots[1]).hero(1, "emi").hand(0, "red3 red3 red3")
        table.play("SELL red3")
        found = []
        while table.decision != "MAIN 0":
            found.append(table.decision)
            table.play("PASS" if table.can("PASS") else "CARD red3")
        assert found == order


def test_r040_events_in_the_order_in_which_they_happened():
    # A sale: the card is sold first, then the mon is gained.
    passive = [on("gain_mon", op("discard"), nth=1), on("sell", op("may", do=[PETAL]))]
    table = seated(heroes={"asa": {"passive": passive}}).hand(0, "red3 red3").play("SELL red3")
    assert table.decision == "MAY 0" and table.play("PASS").decision == "HAND_CARD 0"


def asked_until_main(table) -> list[str]:
    """The kinds of decisions up to the next one of the main phase; each is answered by as little as possible."""
    kinds = []
    while not table.decision.startswith("MAIN"):
        kinds.append(table.decision.split()[0])
        table.play("PASS" if table.can("PASS") else table.choices()[0])
    return kinds


def test_r040_equal_events_do_not_overtake_others():
    # A draw, a mon, a draw.
    passive = [on("draw", op("may", do=[PETAL])), on("gain_mon", op("discard"))]
    table = probe(DRAW, MON, DRAW, heroes={"asa": {"passive": passive}}).deck(0, "red3 red3").play("PLAY probe")
    assert asked_until_main(table) == ["MAY", "HAND_CARD", "MAY"]


@pytest.mark.parametrize("way", ["PLAY mon", "PLAY violet4", "SELL violet4", "PLAY probe", "modifier"])
def test_r033_every_single_mon_is_an_event_of_its_own(way):
    # 3 mon each: a mon card, a bonus, a sale, an effect, a modifier.
    passive = [on("gain_mon", op("may", do=[PETAL])), on("gain_mon", op("petals", n=5), nth=3)]
    modifiers = [{"stat": "mon", "n": 3 if way == "modifier" else 0}]
    given = {
        "mon": {"mon": {"mon": 3}},
        "reinforcements": {"violet4": {"mon": 3, "sell": 3}},
        "heroes": {"asa": {"passive": passive, "modifiers": modifiers}},
    }
    table = probe(op("mon", n=3), **given).hand(0, "mon violet4")
    if way == "modifier":
        table.turn_of(0).on_to("ACTIVE 0").play("HERO asa")
    else:
        table.play(way)
    assert asked_until_main(table) == ["MAY", "MAY", "MAY"]
    assert table.s.mon == 3 and table.s.petals == 35
