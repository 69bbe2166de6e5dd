"""Chapter 14, Terminology: D137 to D143, D145 to D150; R32, R74. Interrupts (D144) have a file of their own."""

from __future__ import annotations

import pytest
from rules.daimyo.box import on, op, probe, seated, skill
from rules.daimyo.position import Table

from shugyo.envs.daimyo import state as st

DRAW = op("draw")
STATUSES = (st.READY, st.EXHAUSTED, st.RAVAGED)


def lying(table: Table, seat: int, key: str) -> list[int]:
    """Copies of a card in a field: ready, exhausted, ravaged."""
    return [int(table.s.field[seat, status, table.card(key)]) for status in STATUSES]


# ---- cleanse, cost --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("status", STATUSES)
def test_d137_a_cleansed_card_goes_to_its_owners_discard_pile(status):
    table = (
        probe(op("cleanse", whose="others")).field(1, "crown5", status).play("PLAY probe", "PLAYER 1", "CARD crown5")
    )
    assert lying(table, 1, "crown5") == [0, 0, 0]
    assert table.keys(table.s.discard[1]) == ["crown5"] and table.s.discard_size[0] == 0


def test_d138_the_cost_comes_before_the_effect():
    # The card is in the discard pile, which becomes the deck, when its own skill draws.
    table = seated(reinforcements={"red3": {"skills": [skill("discard", DRAW)]}}).hand(0, "red3")
    table.play("DISCARD_SKILL red3")
    assert table.keys(table.s.hand[0]) == ["red3"] and table.s.discard_size[0] == 0


def test_d138_a_hero_pays_before_her_effect():
    action = {"pays": {"discard": 1, "mon": 2}, "do": [DRAW]}
    table = seated(heroes={"asa": {"action": action}}).hand(0, "red3")
    table.s.mon = 2
    table.play("HERO_SKILL asa")
    assert table.decision == "HAND_CARD 0" and table.s.mon == 0
    assert table.keys(table.play("CARD red3").s.hand[0]) == ["red3"]


# ---- discard, return, draw ------------------------------------------------------------------------------------------
def test_d139_a_discarded_card_goes_from_the_hand_to_the_own_discard_pile():
    table = probe(op("discard")).hand(0, "red3 mon").hand(1, "red6").play("PLAY probe")
    assert table.choices() == ["CARD mon", "CARD red3"]
    table.play("CARD red3")
    assert table.keys(table.s.hand[0]) == ["mon"] and table.keys(table.s.discard[0]) == ["red3"]


def test_d139_effects_and_costs_discard_and_nothing_else():
    # asa loots at each discard. Discards: an effect, a hand skill's cost. None: mon spent, cards moved, cards deployed.
    given = {
        "heroes": {"asa": {"loot": [on("discard", op("loot", deck="regalia"))]}},
        "reinforcements": {"violet4": {"skills": [skill("discard", op("mon"))]}},
    }
    table = probe(op("discard"), **given).hand(0, "mon red3 violet4")
    looted = []
    for names in (["PLAY mon"], ["DISCARD_SKILL violet4"], ["PLAY probe", "CARD red3"]):
        before = int(table.s.supply_size[4])
        table.play(*names)
        looted.append(before - int(table.s.supply_size[4]))
    assert looted == [0, 1, 1]
    table = seated(**given).hand(0, "red3").turn_of(0).play("CARD red3")
    assert table.keys(table.s.hand[0]) == ["red3"]  # moved, and drawn again
    assert table.s.supply_size[4] == 2


@pytest.mark.parametrize(("key", "deck"), [("crown5", 2), ("lamp4", 3), ("orb7", 4)])
def test_d140_a_returned_treasure_goes_to_its_deck(key, deck):
    table = probe(op("return")).hand(0, key)
    before = int(table.s.supply_size[deck])
    table.play("PLAY probe", f"CARD {key}")
    assert table.s.hand_size[0] == 0 and table.s.discard_size[0] == 0
    assert table.s.supply_size[deck] == before + 1


@pytest.mark.parametrize(("key", "cls"), [("red3", 0), ("violet4", 1)])
def test_d140_a_returned_reinforcement_goes_to_the_domain_pile_of_its_class(key, cls):
    table = probe(op("return")).hand(0, key).pile(("samurai", "ninja")[cls], "red6" if cls == 0 else "violet5")
    table.play("PLAY probe", f"CARD {key}")
    assert table.s.pile_size.tolist() == [2, 0][:: 1 if cls == 0 else -1]
    assert table.s.pile[cls, 1] == table.card(key)  # on top


def test_d141_an_extra_draw_takes_a_card_of_the_deck_and_loot_conditions_may_ask_for_it():
    heroes = {"asa": {"loot": [on("draw", op("loot", deck="regalia"))]}}
    table = probe(op("draw", n=2), heroes=heroes).deck(0, "red3 red3 red3").play("PLAY probe")
    assert table.keys(table.s.hand[0]) == ["red3", "red3"] and table.s.deck_size[0] == 1
    assert table.s.supply_size[4] == 0  # of two regalia


def test_d141_drawing_in_the_starting_phase_fulfils_no_condition():
    heroes = {"asa": {"loot": [on("draw", op("loot", deck="regalia"))]}}
    table = seated(heroes=heroes).deck(0, "red3 red3 red3 red3 red3").turn_of(0).on_to("MAIN 0")
    assert table.s.hand_size[0] == 5 and table.s.supply_size[4] == 2


# ---- equip ----------------------------------------------------------------------------------------------------------
EQUIP = {"crown5": {"equip": {"modifiers": [{"stat": "atk", "n": 2}]}}}


def test_d142_a_card_may_be_equipped_right_after_it_was_deployed():
    table = seated(treasures=EQUIP).hero(0, "gin").hand(0, "crown5").play("PLAY crown5")
    assert table.decision == "EQUIP 0" and table.choices() == ["HERO asa", "HERO gin", "PASS"]
    table.play("HERO gin")
    assert table.keys(table.s.equipped[0, 1]) == ["crown5"] and lying(table, 0, "crown5") == [0, 0, 0]


def test_d142_equipment_stays_when_the_field_is_cleaned_up():
    table = seated(treasures=EQUIP).field(0, "red3").equip(0, "asa", "crown5").turn_of(0)
    table.on_to("MAIN 0")
    assert table.keys(table.s.equipped[0, 0]) == ["crown5"]
    assert table.keys(table.s.hand[0]) == ["red3"]


def test_d142_a_card_that_is_not_equipped_is_cleaned_up():
    table = seated(treasures=EQUIP).hand(0, "crown5").play("PLAY crown5", "PASS")
    assert lying(table, 0, "crown5") == [1, 0, 0]
    table.turn_of(0).on_to("MAIN 0")
    assert table.keys(table.s.hand[0]) == ["crown5"]


def test_d143_equipment_of_an_exhausted_hero_goes_to_the_discard_pile():
    table = probe(op("exhaust", what="hero"), treasures=EQUIP).hero(1, "gin")
    table.equip(1, "emi", "crown5").equip(1, "gin", "crown5").play("PLAY probe", "HERO emi")
    assert table.keys(table.s.discard[1]) == ["crown5"]
    assert table.keys(table.s.equipped[1, 0]) == [] and table.keys(table.s.equipped[1, 1]) == ["crown5"]


def test_r074_only_own_ready_heroes_each_with_any_number_of_cards():
    table = seated(treasures=EQUIP).hero(0, "gin", status=st.EXHAUSTED).hero(0, "dai", status=st.RAVAGED)
    table.hand(0, "crown5 crown5").equip(0, "asa", "crown5")
    table.s.deployments = 2
    table.play("PLAY crown5")
    assert table.choices() == ["HERO asa", "PASS"]
    table.play("HERO asa", "PLAY crown5", "HERO asa")
    assert table.keys(table.s.equipped[0, 0]) == ["crown5", "crown5", "crown5"]


# ---- ravaged, recover -----------------------------------------------------------------------------------------------
def test_d145_a_ravaged_card_and_hero_are_exhausted_for_two_turns():
    table = seated().hero(0, "gin", status=st.RAVAGED).field(0, "red3", st.RAVAGED)
    statuses = []
    for _ in range(3):
        statuses.append((table.status("gin"), lying(table, 0, "red3")))
        table.turn_of(0).on_to("MAIN 0")
    assert statuses == [(st.RAVAGED, [0, 0, 1]), (st.EXHAUSTED, [0, 1, 0]), (st.READY, [1, 0, 0])]


@pytest.mark.parametrize(("status", "drawn"), [(st.RAVAGED, 0), (st.EXHAUSTED, 1)])
@pytest.mark.parametrize("what", ["hero", "card"])
def test_d145_d146_a_ravaged_thing_that_recovers_is_exhausted_and_not_recovered(what, status, drawn):
    heroes = {"asa": {"passive": [on("recover", DRAW)]}}
    table = probe(op("recover", what=what), heroes=heroes).deck(0, "red6").hero(0, "gin")
    if what == "hero":
        table.s.status[table.character("gin")] = status
        table.play("PLAY probe", "HERO gin")
        assert table.status("gin") == status - 1
    else:
        table.field(0, "red3", status).play("PLAY probe", "PLAYER 0", "CARD red3")
        assert lying(table, 0, "red3")[status - 1] == 1
    assert table.s.hand_size[0] == drawn


def test_d146_what_is_not_exhausted_cannot_recover():
    table = probe(op("recover", what="hero"), op("recover")).hero(0, "gin").field(0, "red3").play("PLAY probe")
    assert table.decision == "MAIN 0"


def test_d146_cards_and_heroes_recover_in_the_starting_phase():
    heroes = {"asa": {"passive": [on("recover", op("petals"))]}}
    table = seated(heroes=heroes).hero(0, "gin", status=st.EXHAUSTED).field(0, "red3 red3", st.EXHAUSTED)
    table.turn_of(0).on_to("MAIN 0")
    assert table.status("gin") == st.READY and lying(table, 0, "red3") == [2, 0, 0]
    assert table.s.petals == 40 - 3  # two cards and a hero


def test_r032_which_of_several_copies():
    def field(*do: dict) -> Table:
        table = probe(*do)
        for status in STATUSES:
            table.field(0, "red3", status)
        return table.equip(0, "asa", "red3")

    choice = ("PLAYER 0", "CARD red3")
    exhaust = op("exhaust", whose="self")
    table = field(exhaust).play("PLAY probe", *choice)
    assert lying(table, 0, "red3") == [0, 2, 1]
    table = field(op("recover")).play("PLAY probe", *choice)
    assert lying(table, 0, "red3") == [2, 0, 1]
    table = field(op("recover", n=3)).play("PLAY probe", *choice, *choice, *choice)
    assert lying(table, 0, "red3") == [3, 0, 0]
    table = field(op("cleanse", n=2)).play("PLAY probe", *choice, *choice)
    assert lying(table, 0, "red3") == [1, 0, 0]
    table = field(op("exhaust", whose="self", ravage=True)).play("PLAY probe", *choice)
    assert lying(table, 0, "red3") == [0, 1, 2]


@pytest.mark.parametrize("do", [op("exhaust", whose="self"), op("recover"), op("cleanse")])
def test_r032_equipment_is_no_target(do):
    # The only deployed card is the probe itself, which is ready.
    table = probe(do).equip(0, "asa", "red3").play("PLAY probe")
    if do["op"] != "recover":
        table.play("PLAYER 0")
        assert table.choices() == ["CARD probe"]
    else:
        assert table.decision == "MAIN 0"


# ---- refresh --------------------------------------------------------------------------------------------------------
def test_d147_pool_and_pile_are_shuffled_into_the_deck_and_new_cards_revealed():
    table = probe(op("refresh", what="samurai")).pool("samurai", "red3 red3").pile("samurai", "red6 red6 red6")
    table.supply("samurai_reinforcements", "red3").pool("ninja", "violet4").pile("ninja", "violet5")
    table.play("PLAY probe")
    pool = [table.cards[k] for k in table.s.pool[0]]
    deck = table.keys(table.s.supply)
    assert len(pool) == 4 and table.s.pile_size[0] == 0 and table.s.supply_size[0] == 2
    left = [key for key in deck if key in ("red3", "red6")]
    assert sorted([*pool, *left]) == ["red3", "red3", "red3", "red6", "red6", "red6"]
    assert table.s.pool[1, 0] == table.card("violet4") and table.s.pile_size[1] == 1


def test_d147_the_new_cards_are_drawn_from_all_of_them():
    pools = set()
    for seed in range(20):
        table = probe(op("refresh", what="samurai"), seed=seed).pool("samurai", "red3 red3 red3 red3")
        table.pile("samurai", "red6 red6").supply("samurai_reinforcements", "red6 red6").play("PLAY probe")
        pools.add(sum(int(k) == table.card("red6") for k in table.s.pool[0]))
    assert len(pools) > 2


@pytest.mark.parametrize(("lying_there", "after"), [((), ["gin"]), (("haru",), ["gin", "haru"])])
def test_d148_a_refresh_of_the_heroes_reveals_one_new_hero(lying_there, after):
    table = probe(op("refresh", what="heroes"), num_players=3).area(*lying_there).hero_deck("gin").play("PLAY probe")
    assert table.in_area() == after and table.s.petals == 44


def test_d148_a_full_area_gets_nobody():
    table = probe(op("refresh", what="heroes")).area("haru", "dai").hero_deck("gin").play("PLAY probe")
    assert table.in_area() == ["dai", "haru"] and table.s.petals == 40


# ---- Setsuko --------------------------------------------------------------------------------------------------------
FORMS = {
    "asa": {"other_form": "botan"},
    "botan": {"set_aside": True, "petals": 3},
}


def setsuko(hand: str, treasures: dict | None = None) -> Table:
    """asa's other form is botan; seat 0 may return cards of its hand."""
    return probe(op("return", n=3, optional=True), heroes=FORMS, treasures=treasures or {}).hand(0, hand)


@pytest.mark.parametrize("seed", range(3))
def test_d149_the_second_form_is_set_aside(seed):
    table = Table(bare=False, num_players=5, seed=seed)
    assert table.s.place[table.character("setsuko_revenant_despair")] == st.ASIDE
    assert table.s.place[table.character("setsuko_soul_ablaze")] in (*range(5), st.HERO_DECK, st.AREA)


def test_d150_the_third_treasure_returned_changes_her_form():
    table = setsuko("crown5 lamp4 orb7").play("PLAY probe", "CARD crown5", "CARD lamp4")
    assert table.heroes_of(0) == ["asa"]
    assert table.play("CARD orb7").heroes_of(0) == ["botan"]


def test_d150_reinforcements_do_not_count():
    table = setsuko("red3 red3 crown5 lamp4").play("PLAY probe", "CARD red3", "CARD red3", "CARD crown5")
    assert table.heroes_of(0) == ["asa"] and table.s.returned[0] == 1


def test_d150_returning_izanami_changes_her_at_once():
    table = setsuko("crown5", {"crown5": {"changes_setsuko": True}}).play("PLAY probe", "CARD crown5")
    assert table.heroes_of(0) == ["botan"]
    # … as the shipped card does:
    table = Table(num_players=2).hero(0, "setsuko_soul_ablaze").hand(0, "izanami").play("RETURN_SKILL izanami")
    assert table.heroes_of(0) == ["setsuko_revenant_despair"]
