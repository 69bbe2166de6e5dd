"""Setsuko's two forms: the rulings R1 and R53."""

from __future__ import annotations

import pytest
from rules.daimyo.position import Table, made

from shugyo.envs.daimyo import state as st

LIVING, REVENANT = "setsuko_soul_ablaze", "setsuko_revenant_despair"
RETURN = {"returner": {"action": {"uses": 9, "do": [{"op": "return"}]}}}
CARDS = {
    "heroes": {**RETURN, LIVING: {"action": {"uses": 2, "do": [{"op": "deployments"}]}, "loot": []}},
    "treasures": {"relic": {"vp": 1, "skills": [{"on": "return", "do": [{"op": "mon"}]}]}},
}


def with_setsuko(seat: int = 0, returned: int = 0, active: bool = True, **options) -> Table:
    """Seat 0 in turn with a hero who lets it return cards; Setsuko at a seat that has returned so many treasures."""
    given = {"num_players": 2, "content": made(**CARDS), **options}
    table = Table(**given).hero(0, "returner").hero(seat, LIVING, active=active)
    table.s.returned[seat] = returned
    return table.hand(0, "relic relic relic relic izanami tea_bowl hiroko hiroko hiroko")


def give_back(table: Table, *keys: str) -> Table:
    for key in keys:
        table.play("HERO_SKILL returner", f"CARD {key}")
    return table


def changed(table: Table, seat: int = 0) -> bool:
    """Whether the second form is there and the first is not; half a change fails."""
    forms = [key for key in (LIVING, REVENANT) if key in table.heroes_of(seat)]
    assert len(forms) == 1
    return forms == [REVENANT]


def test_r1_the_first_form_is_in_the_deck_and_the_second_aside():
    places = [Table().s.place[Table().character(key)] for key in (LIVING, REVENANT)]
    assert places == [st.HERO_DECK, st.ASIDE]


def test_r1_the_third_returned_treasure_changes_her():
    table = with_setsuko()
    assert not changed(give_back(table, "relic", "tea_bowl"))  # regalia are treasures
    assert changed(give_back(table, "relic"))
    assert table.s.place[table.character(LIVING)] == st.GONE
    assert table.s.place[table.character(REVENANT)] == 0


def test_r1_reinforcements_do_not_count():
    assert not changed(give_back(with_setsuko(returned=2), "hiroko", "hiroko", "hiroko"))


@pytest.mark.parametrize("name", ["RETURN_SKILL relic", "SELL relic", "PLAY relic"])
def test_r1_returning_as_a_cost_counts_and_selling_does_not(name):
    assert changed(with_setsuko(returned=2).play(name)) == name.startswith("RETURN")


def test_r1_izanami_changes_her_at_once():
    assert changed(give_back(with_setsuko(), "izanami"))


def test_r1_izanami_with_her_own_skill():
    content = made(**CARDS)
    content["treasures"]["izanami"] = {"skills": [{"on": "return", "do": [{"op": "mon"}]}]}
    assert changed(with_setsuko(content=content).play("RETURN_SKILL izanami"))


def test_r1_counted_over_the_whole_game():
    table = give_back(with_setsuko(), "relic", "relic").on_to("MAIN 1").on_to("MAIN 0")
    assert table.s.returned[0] == 2
    assert changed(give_back(table.hand(0, "relic"), "relic"))


def test_r1_what_others_return_does_not_count():
    table = with_setsuko(seat=1, returned=2)
    assert not changed(give_back(table, "relic", "relic", "relic", "izanami"), 1)
    assert table.s.returned[:2].tolist() == [4, 2]


def test_r1_she_keeps_her_state():
    table = with_setsuko(returned=2)
    slot = table.heroes_of(0).index(LIVING)
    table.s.mon = 20  # whatever her own skill costs
    table.play(f"HERO_SKILL {LIVING}")
    give_back(table, "relic")
    assert table.heroes_of(0).index(REVENANT) == slot and table.active(0) == REVENANT
    assert table.s.used[table.character(REVENANT)] == 1


@pytest.mark.parametrize("status", [st.EXHAUSTED, st.RAVAGED])
def test_r1_an_exhausted_one_stays_so(status):
    table = with_setsuko(returned=2, active=False)
    table.s.status[table.character(LIVING)] = status
    assert changed(give_back(table, "relic"))
    assert table.status(REVENANT) == status and table.active(0) is None


def test_r1_inactive_she_stays_inactive():
    table = give_back(with_setsuko(returned=2, active=False), "relic")
    assert changed(table) and table.active(0) is None


def test_r1_the_number_is_a_rule():
    content = made(**CARDS, rules={"treasures_for_setsuko": 1})
    assert changed(give_back(with_setsuko(content=content), "relic"))


def test_r1_once_changed_she_remains():
    table = give_back(with_setsuko(returned=2), "relic", "relic", "izanami")
    assert changed(table) and table.s.place[table.character(LIVING)] == st.GONE


def test_r53_nobody_is_revealed_no_petals_fall_and_equipment_stays():
    table = with_setsuko(returned=2).equip(0, LIVING, "izanami")
    petals, size = table.s.petals, table.s.hero_deck_size
    assert changed(give_back(table, "relic"))
    assert (table.s.petals, table.s.hero_deck_size, table.s.area_size) == (petals, size, 0)
    slot = table.heroes_of(0).index(REVENANT)
    assert table.keys(table.s.equipped[0, slot]) == ["izanami"] and table.s.equipped_size[0] == 1
    assert "izanami" not in table.keys(table.s.discard[0])


def test_r53_her_own_triggers_of_a_reveal_do_not_fire():
    content = made(**CARDS)
    content["heroes"]["returner"] |= {"passive": [{"event": "reveal", "whose": "any", "do": [{"op": "mon"}]}]}
    table = give_back(with_setsuko(returned=2, content=content), "relic")
    assert changed(table) and table.s.mon == 0


def test_r53_who_gets_her_later_changes_her_with_the_next_return():
    table = Table(num_players=2, content=made(**CARDS)).hero(0, "returner").area(LIVING).hand(0, "relic hiroko")
    table.s.returned[0], table.s.mon = 3, 20
    table.play(f"BUY_HERO {LIVING}")
    assert not changed(table)
    assert not changed(give_back(table, "hiroko"))  # no treasure
    assert changed(give_back(table, "relic"))
