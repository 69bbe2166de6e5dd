from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest

from shugyo.envs.core.content import ContentError, content_hash, set_path, shipped
from shugyo.envs.core.options import OptionError, parse_options, plain
from shugyo.envs.daimyo import cards, state
from shugyo.envs.daimyo.cards import DaimyoContent
from shugyo.envs.daimyo.content import DaimyoOptions, build_tables, cards_in_order, characters_in_order, load
from shugyo.envs.daimyo.names import card_name, character_name, story_title

DRAW = [{"op": "draw"}]
CARD = {"number": 190, "name": "Toy", "class": "samurai", "cost": 3, "sell": 1}
TREASURE = {"number": 191, "name": "Toy Box", "class": "ninja", "cost": 3, "sell": "-"}
REGALIUM = {"number": 192, "name": "Toy Crown", "cost": 3, "sell": 2}
HERO = {"number": 193, "name": "Toy Hero", "class": "ninja", "atk": 4, "def": 3, "vp": 2, "petals": 1}
NEMESIS = {
    "number": 194,
    "name": "Toy Foe",
    "class": "ninja",
    "def": 5,
    "extra_hit": True,
    "boss_hit_points": 7,
    "petals": 2,
    "reward": DRAW,
}


def options(**given: Any) -> DaimyoOptions:
    return parse_options(DaimyoOptions, "daimyo_v0", given)


def tables(**given: Any) -> Any:
    return build_tables(options(**given))[0][0]


def content_of(**given: Any) -> dict[str, Any]:
    return build_tables(options(**given))[1]


def plain_tables(**given: Any) -> dict[str, Any]:
    row = tables(**given)
    return {name: row[name].tolist() for name in state.TABLES.names}


def changed(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    return {name: after[name] for name in before if before[name] != after[name]}


def card(name: str, **given: Any) -> tuple[Any, int]:
    """The tables, and the number of the card of that name."""
    t = tables(**given)
    return t, [card_name(t, k) for k in range(t.num_cards)].index(name)


def character(name: str, **given: Any) -> tuple[Any, int]:
    t = tables(**given)
    return t, [character_name(t, c) for c in range(t.num_characters)].index(name)


def refused(**given: Any) -> ContentError:
    with pytest.raises(ContentError) as caught:
        tables(**given)
    return caught.value


# ------------------------------------------------------------------------------------------------- options
@pytest.mark.parametrize(
    ("given", "seats"),
    [({}, 4), ({"num_players": 2}, 2), ({"boss_rush": True}, 1), ({"boss_rush": True, "num_players": 1}, 1)],
)
def test_seats(given: dict, seats: int):
    assert options(**given).num_seats == seats
    assert tables(**given).num_seats == seats
    assert tables(**given).side.tolist() == [*range(seats), *[0] * (5 - seats)]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"num_players": 6}, ["num_players=6", "from 1 to 5"]),
        ({"num_players": 0}, ["num_players=0", "from 1 to 5"]),
        ({"num_players": 1}, ["num_players=1", "boss_rush=True only", "2 to 5"]),
        ({"num_players": 2, "boss_rush": True}, ["num_players=2", "boss_rush=True", "1 player"]),
        ({"heroes": "beginner", "boss_rush": True}, ["heroes='beginner'", "boss_rush=True"]),
        ({"nemesis": True, "boss_rush": True}, ["nemesis=True", "boss_rush=True"]),
        ({"heroes": "expert"}, ["heroes='expert'", '"beginner", "random"']),
        ({"expansions": (1, 1)}, ["expansions=(1, 1)", "once"]),
        ({"expansions": (3,)}, ["expansions=(3,)", "1 and 2"]),
        ({"expansions": 1}, ["expansions=1", "1 and 2"]),
        ({"nemesis": 1}, ["nemesis=1", "true or false"]),
        ({"expansion": (1,)}, ["'expansion'", "did you mean expansions?"]),
    ],
)
def test_options_that_are_refused(given: dict, words: list[str]):
    with pytest.raises(OptionError) as caught:
        options(**given)
    assert all(word in str(caught.value) for word in ["daimyo_v0", *words]), str(caught.value)


def test_options_go_through_json():
    given = options(expansions=[2, 1], num_players=3, nemesis=True)
    again = options(**json.loads(json.dumps(plain(given))))
    assert again == given
    assert again.expansions == (2, 1)


def test_the_frame_follows_the_options():
    before = plain_tables()
    assert (before["auto_forced"], before["max_turns"], before["max_decisions"]) == (1, 40, 100_000)
    after = plain_tables(auto_forced=False, max_turns=3, max_decisions=500)
    assert changed(before, after) == {"auto_forced": 0, "max_turns": 3, "max_decisions": 500}


def test_beginners_choose_heroes():
    assert changed(plain_tables(), plain_tables(heroes="beginner")) == {"beginner": 1}


def test_nemeses_lie_in_the_deck_in_their_variant():
    before, after = plain_tables(), plain_tables(nemesis=True)
    assert set(changed(before, after)) == {"nemesis_variant", "character_place"}
    for kind, was, now in zip(
        before["character_kind"], before["character_place"], after["character_place"], strict=True
    ):
        assert (was, now) == (state.GONE, state.HERO_DECK) if kind == state.NEMESIS else was == now


def test_boss_rush_is_for_one_seat():
    after = changed(plain_tables(nemesis=True, num_players=2), plain_tables(boss_rush=True))
    assert set(after) - {"side"} == {"num_seats", "boss_rush", "nemesis_variant", "petals_start"}
    assert (after["boss_rush"], after["nemesis_variant"], after["petals_start"]) == (1, 0, 50)


@pytest.mark.parametrize(("seats", "petals"), [(2, 40), (3, 45), (4, 50), (5, 50)])
def test_petals_follow_the_seats(seats: int, petals: int):
    assert tables(num_players=seats).petals_start == petals


# ------------------------------------------------------------------------------------------------- rules
@pytest.mark.parametrize(
    ("rule", "value", "field", "number"),
    [
        ("hand_size", 6, "hand_size", 6),
        ("deployments", 2, "base_deployments", 2),
        ("trade_costs", [2, 3, 4], "trade_cost", [2, 3, 4]),
        ("send_back_cost", 3, "send_back_cost", 3),
        ("nemeses_in_deck", 2, "nemeses_in_deck", 2),
        ("treasures_for_setsuko", 4, "treasures_for_setsuko", 4),
        ("max_turns", 30, "max_turns", 30),
        ("turn_guard", 100, "turn_guard", 100),
        ("petals", [9, 9, 9, 7, 9], "petals_start", 7),
        ("R2", "first", "first_reveal_round", 0),
        ("R16", "either", "both_boost", 0),
    ],
)
def test_each_rule_reaches_one_field(rule: str, value: Any, field: str, number: Any):
    assert changed(plain_tables(), plain_tables(content={"rules": {rule: value}})) == {field: number}


@pytest.mark.parametrize(("r6", "seats", "copies"), [("box", 2, 6), ("box", 5, 6), ("deck", 2, 15), ("deck", 5, 6)])
def test_r6_where_unused_starters_stay(r6: str, seats: int, copies: int):
    t, k = card("Tae Masamune", content={"rules": {"R6": r6}}, num_players=seats)
    assert (t.card_copies[k], t.card_starters[k]) == (copies, 3)


# ------------------------------------------------------------------------------------------------- order
def test_cards_stand_by_kind_then_number():
    content = load(options()).convert(DaimyoContent)
    t = tables()
    entries = cards_in_order(content)
    kinds = ("mon", "reinforcements", "treasures", "regalia")
    order = [(kinds.index(table), entry.number) for table, _, entry in entries]
    assert order == sorted(order)
    assert len(order) == t.num_cards
    assert [card_name(t, k) for k in range(t.num_cards)] == [entry.name for _, _, entry in entries]
    assert t.card_kind[: t.num_cards].tolist() == [kind + 1 for kind, _ in order]


def test_characters_are_heroes_by_number_then_nemeses():
    content = load(options()).convert(DaimyoContent)
    t = tables()
    entries = characters_in_order(content)
    order = [(table, entry.number) for table, _, entry in entries]
    assert order == sorted(order)  # "heroes" stands before "nemeses"
    assert [character_name(t, c) for c in range(t.num_characters)] == [entry.name for _, _, entry in entries]
    kinds = [state.HERO if table == "heroes" else state.NEMESIS for table, _ in order]
    assert t.character_kind[: t.num_characters].tolist() == kinds


def test_unused_rows_stand_for_nothing():
    t = tables()
    unused, nobody = slice(t.num_cards, None), slice(t.num_characters, None)
    assert (t.card_kind[unused] == state.UNUSED).all()
    assert (t.card_class[unused] == state.NO_CLASS).all()
    for field in ("card_sell", "card_deck", "card_event", "card_program", "card_icon"):
        assert (t[field][unused] == -1).all(), field
    assert (t.character_place[nobody] == state.GONE).all()
    for field in ("character_class", "character_other_form", "character_program"):
        assert (t[field][nobody] == -1).all(), field
    assert (t.character_pays_kind[nobody] == [0, -1]).all()
    last = t.source_triggers.max()
    assert (t.trigger_program[last + 1 :] == -1).all()
    assert (t.source_triggers[nobody.start : state.CHARACTERS] == -1).all()
    assert card_name(t, state.CARDS - 1) == character_name(t, state.CHARACTERS - 1) == ""


# ------------------------------------------------------------------------------------------------- one entry
def test_a_mon_card():
    t, k = card("Mon")
    assert (t.card_kind[k], t.card_class[k], t.card_deck[k], t.card_sell[k]) == (state.MON, state.NO_CLASS, -1, -1)
    assert (t.card_copies[k], t.card_starters[k], t.card_bonus[k].tolist()) == (0, 4, [0, 1, 0, 0])
    assert (t.card_program[k] == -1).all()


def test_a_reinforcement():
    numbers = {"vp": 2, "draw": 1, "mon": 2, "deployments": 3, "trade_points": 4, "copies": 5}
    t, k = card("Toy", content={"reinforcements": {"toy": {**CARD, **numbers}}})
    assert (t.card_kind[k], t.card_class[k], t.card_deck[k]) == (state.REINFORCEMENT, state.SAMURAI, 0)
    assert (t.card_cost[k], t.card_sell[k], t.card_vp[k], t.card_petals[k]) == (3, 1, 2, 0)
    assert (t.card_copies[k], t.card_starters[k], t.card_bonus[k].tolist()) == (5, 0, [1, 2, 3, 4])


def test_a_treasure():
    t, k = card("Toy Box", content={"treasures": {"toy": {**TREASURE, "petals": 2, "changes_setsuko": True}}})
    assert (t.card_kind[k], t.card_class[k], t.card_deck[k]) == (state.TREASURE, state.NINJA, 3)
    assert (t.card_sell[k], t.card_petals[k], t.card_copies[k], t.card_changes_setsuko[k]) == (-1, 2, 2, 1)


def test_a_regalia_card():
    t, k = card("Toy Crown", content={"regalia": {"toy": REGALIUM}})
    assert (t.card_kind[k], t.card_class[k], t.card_deck[k], t.card_copies[k]) == (state.REGALIUM, state.NO_CLASS, 4, 1)


def test_equipment():
    modifiers = [{"stat": "atk", "n": 3}, {"stat": "sell", "n": -1}, {"stat": "atk", "n": 1}]
    t, k = card("Toy Crown", content={"regalia": {"toy": {**REGALIUM, "equip": {"modifiers": modifiers}}}})
    assert t.card_stat[k].tolist() == [4, 0, 0, 0, 0, 0, 0, 0, -1]
    assert (t.card_program[k, state.ON_EQUIP], t.card_icon[k, state.ON_EQUIP]) == (0, -1)
    equip = {"modifiers": modifiers, "icon": "ninja"}
    t, k = card("Toy Crown", content={"regalia": {"toy": {**REGALIUM, "equip": equip}}})
    assert t.card_icon[k, state.ON_EQUIP] == state.NINJA


def test_an_interrupt_is_listened_for_only_if_the_card_is_in_the_game():
    skill = {"on": "interrupt", "event": "purchase", "cost": "return", "icon": "samurai", "do": DRAW}
    toy = {**TREASURE, "expansion": 1, "skills": [skill]}
    dropped = {k: {"skills": []} for k, e in shipped("daimyo")["treasures"].items() if "purchase" in str(e)}
    bit = 1 << state.E_PURCHASE
    for expansions, listens in (((), False), ((1,), True)):
        t, k = card("Toy Box", content={"treasures": {**dropped, "toy": toy}}, expansions=expansions)
        assert bool(t.interrupt_events & bit) is listens
        assert (t.card_event[k], t.card_interrupt_returns[k]) == (state.E_PURCHASE, 1)
        assert t.card_icon[k, state.ON_INTERRUPT] == state.SAMURAI
        assert t.card_program[k, state.ON_INTERRUPT] >= 0


def test_a_hero():
    toy = {
        **HERO,
        "beginner": True,
        "modifiers": [{"stat": "def", "n": 2}, {"stat": "hand_size", "n": -1, "active": True}],
        "action": {
            "pays": {
                "mon": 1,
                "trade_points": 2,
                "discard": 3,
                "kind": "treasure",
                "class": "samurai",
                "exhaust": True,
            },
            "active": True,
            "uses": 4,
            "do": DRAW,
        },
    }
    t, c = character("Toy Hero", content={"heroes": {"toy": toy}})
    assert (t.character_class[c], t.character_cost[c], t.character_def[c]) == (state.NINJA, 4, 3)
    assert (t.character_vp[c], t.character_petals[c], t.character_beginner[c]) == (2, 1, 1)
    assert (t.character_place[c], t.character_expansion[c], t.character_other_form[c]) == (state.HERO_DECK, 0, -1)
    assert t.character_pays[c].tolist() == [1, 2, 3, 1]
    assert t.character_pays_kind[c].tolist() == [state.TREASURE, state.SAMURAI]
    assert (t.character_must_be_active[c], t.character_uses[c]) == (1, 4)
    assert t.source_stat[c].tolist() == [[0, 2, 0, 0, 0, 0, 0, 0, 0], [0, 0, -1, 0, 0, 0, 0, 0, 0]]
    assert (t.character_program[c] >= 0).tolist() == [True, False, False]


def test_triggers():
    loot = {"event": "return", "whose": "others", "class": "ninja", "kind": "reinforcement", "nth": 3, "do": DRAW}
    passive = {"event": "purchase", "whose": "any", "kind": "hero", "limit": 2, "do": DRAW}
    t, c = character("Toy Hero", content={"heroes": {"toy": {**HERO, "loot": [loot], "passive": [passive]}}})
    first, second = t.source_triggers[c, :2].tolist()
    assert second == first + 1
    assert (t.source_triggers[c, 2:] == -1).all()
    assert t.source_events[c] == 1 << state.E_RETURN | 1 << state.E_PURCHASE
    columns = ("source", "event", "loot", "others", "class", "kind", "nth", "limit")
    found = [[int(t[f"trigger_{column}"][i]) for column in columns] for i in (first, second)]
    assert found == [
        [c, state.E_RETURN, 1, 1, state.NINJA, state.REINFORCEMENT, 3, 0],
        [c, state.E_PURCHASE, 0, 2, -1, 5, 0, 2],
    ]
    assert t.trigger_program[second] == t.trigger_program[first] + 2  # after DRAW, END


def test_a_nemesis():
    toy = {**NEMESIS, "modifiers": [{"stat": "atk", "n": -1}], "passive": [{"event": "draw", "nth": 1, "do": DRAW}]}
    t, c = character("Toy Foe", content={"nemeses": {"toy": toy}}, nemesis=True)
    assert (t.character_kind[c], t.character_class[c], t.character_def[c]) == (state.NEMESIS, state.NINJA, 5)
    assert (t.character_extra_hit[c], t.character_boss_hit_points[c], t.character_petals[c]) == (1, 7, 2)
    assert (t.character_program[c] >= 0).tolist() == [False, False, True]
    assert t.trigger_others[t.source_triggers[c, 0]] == 2
    assert t.source_stat[c, 0, state.ATK] == -1
    assert t.character_place[c] == state.HERO_DECK


def test_a_story_card():
    t = tables(expansions=(2,))
    content = load(options()).convert(DaimyoContent)
    story = next(story for story in content.stories.values() if story.expansion == 2)
    assert t.stories.tolist() == [0, 1]
    for face in range(2):
        source = state.CHARACTERS + 2 + face
        assert story_title(t, 2 + face) == story.faces[face].title
        numbers = t.source_triggers[source][t.source_triggers[source] >= 0]
        assert [state.EVENT_NAMES[t.trigger_event[i]] for i in numbers] == [
            trigger.event for trigger in story.faces[face].triggers
        ]
        assert (t.trigger_others[numbers] == 2).all()
        for modifier in story.faces[face].modifiers:
            assert t.source_stat[source, 0, state.STATS.index(modifier.stat)] == modifier.n


# ------------------------------------------------------------------------------------------------- expansions
@pytest.mark.parametrize(("expansions", "copies"), [((), 0), ((1,), 2), ((2,), 0), ((1, 2), 2)])
def test_cards_of_an_expansion_are_there_with_it(expansions: tuple, copies: int):
    t, k = card("Toy Box", content={"treasures": {"toy": {**TREASURE, "expansion": 1}}}, expansions=expansions)
    assert t.card_copies[k] == copies


@pytest.mark.parametrize("mix", [False, True])
def test_treasures_of_expansions_can_be_mixed_into_any_game(mix: bool):
    given = {
        "rules": {"mix_expansion_treasures": mix},
        "treasures": {"toy": {**TREASURE, "expansion": 1}},
        "regalia": {"crown": {**REGALIUM, "expansion": 2}},
        "reinforcements": {"soldier": {**CARD, "expansion": 2}},
    }
    copies = [
        card(name, content=given)[0].card_copies[card(name, content=given)[1]] for name in ("Toy Box", "Toy Crown")
    ]
    assert copies == ([2, 1] if mix else [0, 0])
    t, k = card("Toy", content=given)
    assert t.card_copies[k] == 0


@pytest.mark.parametrize(
    ("changes", "expansions", "place"),
    [
        ({}, (), state.HERO_DECK),
        ({"set_aside": True}, (), state.ASIDE),
        ({"expansion": 2}, (), state.GONE),
        ({"expansion": 2, "set_aside": True}, (1,), state.GONE),
        ({"expansion": 2}, (2,), state.ASIDE),
    ],
)
def test_where_a_hero_is_at_set_up(changes: dict, expansions: tuple, place: int):
    t, c = character("Toy Hero", content={"heroes": {"toy": {**HERO, **changes}}}, expansions=expansions)
    assert t.character_place[c] == place
    assert t.character_expansion[c] == changes.get("expansion", 0)


def test_the_other_form_of_setsuko():
    t, c = character("Setsuko, Soul Ablaze")
    other = t.character_other_form[c]
    assert character_name(t, other) == "Setsuko, Revenant Despair"
    assert t.character_place[other] == state.ASIDE
    assert (np.delete(t.character_other_form, c) == -1).all()


# ------------------------------------------------------------------------------------------------- user content
def test_an_entry_can_be_added_changed_and_dropped():
    before = tables()
    given = {
        "reinforcements": {"toy": CARD, "michiko": {"cost": 9, "draw": 4}, "katsu": {"enabled": False}},
        "heroes": {"aiko": {"modifiers": [], "action": {"do": DRAW}}},
    }
    t, k = card("Michiko", content=given)
    names = {card_name(t, k) for k in range(t.num_cards)}
    assert names == {card_name(before, k) for k in range(before.num_cards)} - {"Katsu"} | {"Toy"}
    assert (t.card_cost[k], t.card_bonus[k, 0], t.card_bonus[k, 2]) == (9, 4, 1)
    t, c = character("Aiko", content=given)
    assert (t.source_stat[c] == 0).all()
    assert t.character_program[c, state.ACTION] >= 0


def test_a_field_can_be_taken_away_by_none():
    t, c = character("Orora", content={"heroes": {"orora": {"action": None}}})
    assert t.character_program[c, state.ACTION] == -1


def test_folder_and_dict_give_the_same(tmp_path: Path):
    (tmp_path / "reinforcements.toml").write_text(
        '[reinforcements.katsu]\nsell = "-"\nsource.sell = "preview"\n', "utf-8"
    )
    (tmp_path / "rules.toml").write_text("rules.R16 = 'either'\n", "utf-8")
    values = {"reinforcements": {"katsu": {"sell": "-", "source": {"sell": "preview"}}}, "rules": {"R16": "either"}}
    assert plain_tables(content=tmp_path) == plain_tables(content=values)
    assert content_of(content=tmp_path) == content_of(content=values)


def test_set_path_is_content():
    t, k = card("Katsu", content=set_path({}, "reinforcements.katsu.vp=7"))
    assert t.card_vp[k] == 7


def test_merged_content_given_back_is_the_same_game():
    given = {"heroes": {"orora": {"action": None}, "toy": HERO}, "rules": {"R6": "deck"}}
    merged = json.loads(json.dumps(content_of(content=given)))
    assert content_of(content=merged) == merged
    assert plain_tables(content=merged) == plain_tables(content=given)


def test_hash_does_not_depend_on_the_options():
    every = [content_of(num_players=n) for n in (2, 3, 4, 5)]
    every += [content_of(boss_rush=True), content_of(nemesis=True, expansions=(1, 2)), content_of(heroes="beginner")]
    assert len({content_hash(1, content) for content in every}) == 1


def test_hash_tells_different_games_apart():
    given = [None, {"rules": {"R6": "deck"}}, {"reinforcements": {"katsu": {"vp": 7}}}, {"heroes": {"toy": HERO}}]
    assert len({content_hash(1, content_of(content=content)) for content in given}) == len(given)


def test_hash_is_of_what_holds_not_of_how_it_was_written():
    written = {"rules": {"R6": "box"}, "mon": {"mon": {"expansion": 0, "enabled": True}}}
    assert content_hash(1, content_of(content=written)) == content_hash(1, content_of())


# ------------------------------------------------------------------------------------------------- what is refused
def many(entry: dict, count: int) -> dict[str, dict]:
    numbers = [n for n in range(1, 201) if n not in USED]
    return {f"toy_{i}": {**entry, "number": numbers[i], "name": f"Toy {i}"} for i in range(count)}


USED = {
    entry["number"] for table, entries in shipped("daimyo").items() if table != "rules" for entry in entries.values()
}
FULL_LOOT = [{"event": "draw", "nth": 1, "do": DRAW}] * 3


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ({"rules": {"hand_sise": 3}}, ["there is no rules.hand_sise", "did you mean rules.hand_size?"]),
        ({"rules": {"R6": "table"}}, ["rules.R6 = 'table'", '"box", "deck"']),
        ({"rules": {"petals": [1, 2]}}, ["rules.petals = [1, 2]", "an array of 5"]),
        ({"reinforcement": {}}, ["there is no reinforcement", "did you mean reinforcements?"]),
        ({"reinforcements": {"katsuu": {"enabled": False}}}, ["no reinforcements.katsuu", "reinforcements.katsu?"]),
        ({"reinforcements": {"katsu": 3}}, ["reinforcements.katsu = 3", "it is a table"]),
        ({"reinforcements": {"toy": {"cost": 3}}}, ["reinforcements.toy.number is missing"]),
        ({"reinforcements": {"katsu": {"cots": 3}}}, ["no reinforcements.katsu.cots", "reinforcements.katsu.cost?"]),
        ({"reinforcements": {"katsu": {"cost": 21}}}, ["reinforcements.katsu.cost = 21", "from 0 to 20"]),
        ({"reinforcements": {"katsu": {"sell": "+"}}}, ["reinforcements.katsu.sell = '+'", "from 0 to 9", '"-"']),
        ({"heroes": {"aiko": {"def": "x"}}}, ["heroes.aiko.def = 'x'", "from 0 to 20"]),
        ({"heroes": {"aiko": {"class": "monk"}}}, ["heroes.aiko.class = 'monk'", '"ninja", "samurai"']),
        ({"heroes": {"aiko": {"loot": FULL_LOOT + FULL_LOOT}}}, ["heroes.aiko.loot", "an array"]),
        (
            {"heroes": {"aiko": {"source": {"soul": "preview"}}}},
            ["heroes.aiko.source speaks of 'soul'"],
        ),
        ({"heroes": {"toy": {**HERO, "name": "Toy é" + 35 * "o"}}}, ["heroes.toy.name", "41 bytes", "1 to 40"]),
        ({"heroes": {"toy": {**HERO, "name": "Aiko"}}}, ["heroes.toy.name = 'Aiko'", "heroes.aiko", "of its own"]),
        ({"heroes": {"toy": {**HERO, "number": 3}}}, ["heroes.toy.number = 3", "heroes.aiko", "of its own"]),
        ({"heroes": {"toy": {**HERO, "other_form": "aik"}}}, ["heroes.toy.other_form = 'aik'", "did you mean aiko?"]),
        (
            {"heroes": {"toy": {**HERO, "other_form": "aiko"}}},
            ["heroes.toy.other_form = 'aiko'", "aside", "heroes.aiko.set_aside = true"],
        ),
        (
            {"heroes": {"toy": {**HERO, "other_form": "setsuko_revenant_despair"}}},
            ["heroes.toy.other_form", "also that of setsuko_soul_ablaze"],
        ),
        ({"treasures": many(TREASURE, 64)}, [" cards", "at most 64"]),
        ({"heroes": many(HERO, 32)}, [" characters", "at most 32"]),
        ({"reinforcements": {"toy": {**CARD, "copies": 40}}}, ["samurai reinforcements", "at most 96 copies"]),
        (
            {"reinforcements": {"toy": {**CARD, "copies": 9, "starters": 2}}},
            ["reinforcements.toy.copies = 9", "5 starting decks", "at least 10"],
        ),
        (
            {"reinforcements": {"toy": {**CARD, "copies": 9, "starters": 1, "expansion": 1}}},
            ["reinforcements.toy is a starter", "expansion 1", "core game"],
        ),
        ({"mon": {"mon": {"expansion": 2}}}, ["mon.mon is a starter", "core game"]),
        (
            {"heroes": {"toy": {**HERO, "action": {"pays": {"kind": "treasure"}, "do": DRAW}}}},
            ["heroes.toy.action.pays says which cards", "set discard"],
        ),
        (
            {
                "heroes": {
                    "toy": {**HERO, "action": {"pays": {"discard": 1, "kind": "regalia", "class": "ninja"}, "do": DRAW}}
                }
            },
            ["heroes.toy.action.pays", "regalia of a class"],
        ),
        (
            {"nemeses": {"toy": {**NEMESIS, "modifiers": [{"stat": "atk", "n": 1, "active": True}]}}},
            ["nemeses.toy.modifiers[0].active", "of a hero"],
        ),
        (
            {"regalia": {"toy": {**REGALIUM, "equip": {"modifiers": [{"stat": "def", "n": 1, "active": True}]}}}},
            ["regalia.toy.equip.modifiers[0].active", "of a hero"],
        ),
        ({"regalia": {"toy": {**REGALIUM, "equip": {"modifiers": []}}}}, ["regalia.toy.equip.modifiers = []"]),
        ({"regalia": {"toy": {**REGALIUM, "equip": 3}}}, ["regalia.toy.equip = 3", "a table or None"]),
    ],
)
def test_content_beyond_what_can_be_played(content: dict, words: list[str]):
    error = refused(content=content)
    assert all(word in str(error) for word in ["content dict: ", *words]), str(error)


def test_stories_that_are_refused():
    key, story = next(iter(shipped("daimyo")["stories"].items()))
    error = refused(content={"stories": {key: {"expansion": 0}}})
    assert f"stories.{key}.expansion = 0 is not possible; allowed: 1 or 2" in str(error)
    error = refused(content={"stories": {key: {"expansion": 3 - story["expansion"]}}})
    assert "give it another" in str(error)
    faces = copy.deepcopy(story["faces"])
    faces[1]["title"] = ""
    error = refused(content={"stories": {key: {"faces": faces}}})
    assert f"stories.{key}.faces[1].title = '' has 0 bytes; allowed: 1 to 40" in str(error)
    error = refused(content={"stories": {key: {"faces": faces[:1]}}})
    assert f"stories.{key}.faces = " in str(error)


def test_more_triggers_than_there_is_room_for():
    full = {"loot": FULL_LOOT, "passive": FULL_LOOT}
    heroes = {**dict.fromkeys(shipped("daimyo")["heroes"], full), **many({**HERO, **full}, 4)}
    error = refused(content={"heroes": heroes})
    assert str(error) == "content dict: there are too many triggers; allowed: at most 128"


def test_more_instructions_than_there_is_room_for():
    error = refused(content={"regalia": {"toy": {**REGALIUM, "skills": [{"on": "deploy", "do": DRAW * 3072}]}}})
    assert "too many instructions of all programs together; allowed: at most 3072" in str(error)


@pytest.mark.parametrize(
    ("keep", "given", "words"),
    [
        (4, {}, ["there are 4 heroes", "needed are 5"]),
        (2, {"boss_rush": True}, ["there are 2 heroes", "needed are 3"]),
    ],
)
def test_too_few_heroes(keep: int, given: dict, words: list[str]):
    heroes = [key for key, hero in shipped("daimyo")["heroes"].items() if not hero.get("set_aside")]
    without = {key: {"enabled": False} for key in heroes if key != "setsuko_soul_ablaze"}
    for key in heroes[1:keep]:
        del without[key]
    error = refused(content={"heroes": without}, **given)
    assert all(word in str(error) for word in ["content dict", *words]), str(error)
    tables(content={"heroes": {key: value for key, value in without.items() if key != heroes[keep]}}, **given)


def test_too_few_beginners():
    beginners = [key for key, hero in shipped("daimyo")["heroes"].items() if hero.get("beginner")]
    without = {"heroes": {key: {"beginner": False} for key in beginners[2:]}}
    tables(content=without, heroes="beginner", num_players=2)
    error = refused(content=without, heroes="beginner", num_players=3)
    assert "there are 2 heroes for beginners" in str(error)


def test_variants_need_their_cards():
    without = {"nemeses": {key: {"enabled": False} for key in shipped("daimyo")["nemeses"]}}
    tables(content=without)
    for given in ({"nemesis": True}, {"boss_rush": True}):
        assert "there is no nemesis" in str(refused(content=without, **given))
    stories = {key: {"enabled": False} for key, one in shipped("daimyo")["stories"].items() if one["expansion"] == 2}
    tables(content={"stories": stories}, expansions=(1,))
    assert "no story card with expansion = 2" in str(refused(content={"stories": stories}, expansions=(1, 2)))


def test_errors_name_the_file(tmp_path: Path):
    file = tmp_path / "reinforcements.toml"
    for text in ("cost = 99", "cots = 1", "name = 'Shizuka'", "skills = [{ on = 'discard', do = [] }]"):
        file.write_text(f"[reinforcements.katsu]\n{text}\n", "utf-8")
        assert refused(content=tmp_path).place == str(file)


# ------------------------------------------------------------------------------------------------- names of numbers
def test_content_and_state_name_the_same_events_and_stats():
    assert get_args(cards.EventName) == state.EVENT_NAMES
    assert get_args(cards.StatName) == state.STATS


def test_names_survive_as_bytes():
    name = "Ōoka, 40 bytes in all: " + 8 * "é"
    assert len(name.encode()) == 40
    t, _ = card(name, content={"reinforcements": {"toy": {**CARD, "name": name}}})
    assert (t.card_name[:, -1] != 0).sum() == 1


# ------------------------------------------------------------------------------------------------- the array
def test_copies_of_the_tables_are_of_the_same_compiled_type():
    # A read-only array is another type to the compiler, and neither pickle nor deepcopy keeps the mark.
    built = build_tables(options())[0]
    assert built.shape == (1,)
    assert built.dtype == state.TABLES
    for copied in (built, copy.deepcopy(built), pickle.loads(pickle.dumps(built))):
        assert copied.flags.writeable
        assert np.array_equal(copied, built)


# ---- what a game could not begin with, or a terminal not show -------------------------------------------------------
def test_content_without_starting_cards_is_refused():
    content = {kind: {key: {"enabled": False} for key in shipped("daimyo")[kind]} for kind in ("mon", "reinforcements")}
    with pytest.raises(ContentError, match="a starting deck is empty"):
        tables(content=content)


def test_control_characters_in_a_name_are_refused():
    with pytest.raises(ContentError, match="control characters; allowed: printable text"):
        tables(content={"reinforcements": {"hiroko": {"name": "Hi\x1b[31m"}}})


def test_the_length_of_an_array_is_told():
    one = {"op": "choose", "options": [{"do": [{"op": "draw"}]}]}
    with pytest.raises(ContentError, match="allowed: an array of 2 to 3, each a table"):
        tables(content={"reinforcements": {"hiroko": {"skills": [{"on": "deploy", "do": [one]}]}}})


def test_the_number_of_players_is_settled():
    assert plain(options()) == plain(options(num_players=4))
    assert plain(options(boss_rush=True)) == plain(options(boss_rush=True, num_players=1))
