"""Content of Okko Chronicles: options, merging, what is refused, and the tables that come of it."""

from __future__ import annotations

from itertools import count
from typing import Any

import msgspec
import numpy as np
import pytest

from shugyo.envs.core.content import ContentError
from shugyo.envs.core.options import OptionError, parse_options
from shugyo.envs.okko import checks, names, ops
from shugyo.envs.okko import state as st
from shugyo.envs.okko.content import OkkoOptions, build_tables, load
from shugyo.envs.okko.scenarios import OkkoContent

SHIPPED = load(OkkoOptions()).convert(OkkoContent)
SETUPS = [(key, int(n)) for key, scenario in SHIPPED.scenarios.items() for n in scenario.heroes]
MEMOIRS = dict.fromkeys(
    ("unmasked", "defeated", "escaped", "alarm", "embarrassing", "defamatory", "dishonorable", "hero"), "small"
)
ROOM = """
+---+---+---+---+
|a1  a2  a3  a4 |
+...............+
|b1  b2  b3! b4t|
+               +
|b5  b6  b7  b8 |
+               +
|b9             |
+---+---+---+---+
""".lstrip("\n")


def tables(**options: Any) -> Any:
    """The tables record of some options."""
    return build_tables(parse_options(OkkoOptions, "okko_v0", options))[0][0]


def own_scenario(**fields: Any) -> dict[str, Any]:
    """An overlay with a scenario ``duel`` of one Tile, for one Hero, and whatever else is given for it."""
    things = {"heroes": ["room.a1"], "figures": {"ashigaru": ["room.b1", "room.b2"]}, "chests": ["room.a4"]}
    scenario = {
        "name": "Duel",
        "heroes": {"1": ["okko"]},
        "investigation": False,
        "objective": "duel",
        "memoirs": MEMOIRS,
        "map": {"layout": "RRRR\n" * 4, "pieces": {"R": {"tile": "room"}}, "things": things},
        "test_tokens": {"room.b9": {"n": 2, "do": [{"op": "progress", "side": "heroes"}]}},
        "objects": ["room.b8"],
    }
    mission = {
        "name": "The Duel",
        "heroes": 1,
        "tests": {"Bell": {"stat": "might", "n": 5, "direct": True, "do": [{"op": "alarm"}]}},
        "triggers": [{"event": "alarm", "do": [{"op": "progress", "side": "oni"}]}],
        "end": [{"op": "progress", "side": "oni", "n": 2}],
        "oni": 9,
        "size": "medium",
    }
    room = {"front": {"name": "Room", "drawing": ROOM, "interactions": {"b3": "Bell"}}}
    return {"scenarios": {"duel": {**scenario, **fields}}, "missions": {"duel": mission}, "tiles": {"room": room}}


def refusal(overlay: dict[str, Any]) -> str:
    """The error of an overlay."""
    with pytest.raises(ContentError) as error:
        tables(content=overlay)
    return str(error.value)


# ---- shipped content ------------------------------------------------------------------------------------------------
def test_shipped_content_is_not_refused():
    assert [problem.thing for problem in checks.problems(SHIPPED)] == []


@pytest.mark.parametrize(("scenario", "num_heroes"), SETUPS)
def test_each_scenario_can_be_built_for_its_numbers_of_heroes(scenario: str, num_heroes: int):
    t = tables(scenario=scenario, num_heroes=num_heroes)
    assert (t.num_heroes, t.num_seats) == (num_heroes, num_heroes + 1)
    assert (t.figure_start[:num_heroes] >= 0).all() and (t.figure_start[num_heroes:8] == -1).all()
    assert t.investigation == SHIPPED.scenarios[scenario].investigation
    starts = t.figure_start[t.figure_start >= 0]
    tokens = t.token_start[: t.num_tokens]
    assert len(set(starts) | set(tokens)) == len(starts) + len(tokens)
    assert (np.diff(t.trigger_source[: (t.event_triggers >= 0).sum()]) >= 0).all()  # B57


def test_the_content_is_returned_whatever_the_options():
    one, other = (build_tables(OkkoOptions(num_heroes=n))[1] for n in (2, 4))
    assert one == other and set(one["heroes"]) == set(SHIPPED.heroes)


# ---- options --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_heroes": 5}, "num_heroes=5"),
        ({"scenario": "investigaton"}, "did you mean"),
        ({"scenario": "initiation", "num_heroes": 4}, "not for num_heroes=4; for: 1, 2"),
        ({"num_heroes": 1, "heroes": ("oko",)}, "'oko'"),
        ({"heroes": ("okko",)}, "does not fit num_heroes=4"),
        ({"num_heroes": 2, "heroes": ("okko", "okko")}, "twice"),
    ],
)
def test_options_that_do_not_fit_are_refused(options: dict[str, Any], message: str):
    with pytest.raises(OptionError, match=r"okko|scenario|heroes") as error:
        tables(**options)
    assert message in str(error.value)


def test_b001_heroes_sit_in_the_order_of_the_option():
    t = tables(num_heroes=2, heroes=("setsuka", "okko"))
    assert [names.decoded(t.hero_name[h]) for h in range(4)] == ["Setsuka", "Okko", "", ""]
    assert t.hero_class[0] == st.CLASS_NAMES.index("hinin")


def test_limits_and_sides():
    t = tables()
    assert (t.max_turns, t.max_decisions) == (12, 20_000)
    assert list(t.side) == [1, 0, 0, 0, 0]
    assert tables(max_turns=3).max_turns == 3


@pytest.mark.parametrize(
    ("option", "value", "field"),
    [
        ("A1", "any", "corruption_anywhere"),
        ("A5", "space", "corruption_on_space"),
        ("A8", "all", "round8_blocks_all"),
        ("A9", "final_battle", "tie_to_battle"),
        ("A31", "oni", "oni_picks"),
        ("A35", "end", "weakness_at_end"),
    ],
)
def test_rule_options_are_content(option: str, value: str, field: str):
    assert tables()[field] == 0
    assert tables(content={"rules": {option: value}})[field] == 1


# ---- tables ---------------------------------------------------------------------------------------------------------
def test_figures_are_numbered_kind_by_kind_with_the_oni_last():
    t = tables()
    kinds = list(SHIPPED.kinds.values())
    ordered = sorted(kinds, key=lambda kind: kind.rank == "demon")
    first = count(8)
    for k, kind in enumerate(ordered):
        assert names.decoded(t.kind_name[k]) == kind.name and t.kind_count[k] == kind.figures
        for i in range(kind.figures):
            figure = next(first)
            assert (t.figure_kind[figure], t.kind_first[k] + i) == (k, figure)
        printed = t.kind_stat[k]
        assert list(printed[[st.SPEED, st.MIGHT, st.DEFENSE, st.ACTIONS, st.STAMINA]]) == [
            kind.speed, kind.might, kind.defense, kind.actions, kind.stamina,
        ]  # fmt: skip


def test_o140_agents_start_as_the_scenario_says():
    t = tables(content=own_scenario(agents={"1": {"ashigaru": 1}}), scenario="duel", num_heroes=1)
    assert (t.figure_start[8:] >= 0).sum() == 1
    t = tables(content=own_scenario(), scenario="duel", num_heroes=1)
    assert (t.figure_start[8:] >= 0).sum() == 2


def test_kinds_that_a_scenario_leaves_out_have_no_figures():
    t = tables(content=own_scenario(kinds=["ashigaru"]), scenario="duel", num_heroes=1)
    assert (t.kind_count > 0).sum() == 1
    assert (t.figure_kind >= 0).sum() == SHIPPED.kinds["ashigaru"].figures


def test_action_cards_have_their_sides():
    t = tables()
    for h, hero in enumerate(SHIPPED.scenarios["investigation"].heroes["4"]):
        for card in (card for card in SHIPPED.cards.values() if card.hero == hero):
            c = h * 8 + card.number - 1
            sides = (card.talent is not None) + 2 * (card.technique is not None)
            assert (names.decoded(t.card_name[c]), t.card_sides[c]) == (card.name, sides)
            assert t.card_weakness[c] == card.weakness
    assert t.card_weakness.sum() == 4


def test_starting_equipment_lies_with_its_hero_the_rest_in_the_deck():
    t = tables(num_heroes=1, heroes=("noburo",))
    names_of = {names.decoded(t.item_name[i]): i for i in range(st.ITEMS)}
    for key, slot in SHIPPED.heroes["noburo"].items.items():
        i = names_of[SHIPPED.items[key].name]
        assert t.item_owner[i] == 0
        assert t.item_slot[i] == ("right_hand", "left_hand", "both_hands", "clothing", "supplies").index(slot)
    assert (t.item_owner[: t.item_exists.sum()] == -1).sum() == t.item_exists.sum() - len(
        SHIPPED.heroes["noburo"].items
    )


def test_copies_of_a_card_are_numbers_of_their_own():
    wounds = {key: {"copies": 1} for key in SHIPPED.wounds}
    first = next(iter(wounds))
    t = tables(content={"wounds": {**wounds, first: {"copies": 3}}})
    assert t.wound_exists.sum() == len(wounds) + 2
    assert names.decoded(t.wound_name[2]) == SHIPPED.wounds[first].name


def test_legendary_cards_for_the_hands_make_attacks_legendary():
    items = {key: {"legendary": False, "modifiers": []} for key in SHIPPED.items}
    items["naginata"] = {"legendary": True}
    haori = next(key for key, item in SHIPPED.items.items() if item.slot == "clothing")
    items[haori] = {"legendary": True, "modifiers": []}
    t = tables(content={"items": items})
    found = t.stat_modifiers[st.LEGENDARY]
    sources = [int(t.modifier_source[m]) - st.ITEM_SOURCE for m in found[found >= 0]]
    of_items = [names.decoded(t.item_name[i]) for i in sources if 0 <= i < st.ITEMS]
    assert of_items == [SHIPPED.items["naginata"].name]


def test_o022_clues_of_courtiers_who_take_part():
    t = tables()
    scenario = SHIPPED.scenarios["investigation"]
    courtiers = (t.clue_kind == st.COURTIER_CLUE).nonzero()[0]
    assert {names.decoded(t.clue_name[c]) for c in courtiers} == {SHIPPED.clues[key].name for key in scenario.courtiers}
    for c in courtiers:
        token = int(t.clue_token[c])
        assert t.token_clue[token] == c and t.token_kind[token] == st.COURTIER_TOKEN
        assert t.face_kind[token] == st.COURTIER_TOKEN and t.faces[token, 0] > 0  # the row of its own number
    oni = (t.clue_kind == st.ONI_CLUE).nonzero()[0]
    assert {int(t.kind_rank[t.clue_oni[c]]) for c in oni} == {st.DEMON}


def test_b007_without_an_investigation_there_are_no_clues():
    t = tables(scenario="initiation", num_heroes=1)
    assert not t.clue_kind.any()
    assert not (t.token_kind == st.COURTIER_TOKEN).any()
    assert (t.kind_count[t.kind_rank == st.DEMON] == 0).all()


def test_trees_are_linked_by_positions():
    t = tables()
    for tree, nodes in enumerate((SHIPPED.trees.thralls, SHIPPED.trees.creatures)):
        numbers = {names.node_name(t, tree, n): n for n in range(st.NODES)}
        for node in nodes.values():
            n = numbers[node.name]
            before = {nodes[key].name for key in node.after}
            assert t.node_column[tree, n] == node.column
            assert {name for name, other in numbers.items() if t.node_from[tree, n] >> other & 1} == before


def test_an_own_scenario_with_tests_tokens_and_an_objective():
    t = tables(content=own_scenario(), scenario="duel", num_heroes=1)
    spaces = {names.decoded(t.space_name[s]): s for s in range(t.num_spaces)}
    bell, token = spaces["room.b3"], spaces["room.b9"]
    assert (t.test_stat[bell], t.test_difficulty[bell], t.test_direct[bell]) == (st.MIGHT, 5, 1)
    assert t.code[t.test_program[bell], 0] == ops.RAISE_ALARM and t.test_mission[bell] == 0
    assert (t.test_stat[token], t.test_difficulty[token], t.test_mission[token]) == (st.GUILE, 2, 0)
    assert list(t.token_kind[: t.num_tokens]) == [st.CHEST, st.TEST_TOKEN, st.OBJECT_TOKEN]
    assert list(t.token_start[: t.num_tokens]) == [spaces["room.a4"], token, spaces["room.b8"]]
    assert (t.mission_exists[0], t.mission_decides[0], t.mission_scheme[0]) == (1, 1, 0)
    assert list(t.mission_needs[0]) == [1, 9] and t.memoir_size[st.MISSION_MEMOIR] == 1
    assert tuple(t.code[t.mission_program[0], :3]) == (ops.PROGRESS, st.THE_ONI, 2)
    area = t.space_area[bell]
    first = t.area_first[area]
    assert bell in t.area_spaces[first : first + t.area_size[area]]
    assert t.area_size[: t.num_areas].sum() == t.num_spaces


def test_what_completes_a_mission_may_depend_on_the_number_of_heroes():
    content = own_scenario(heroes={"1": ["okko"], "2": ["okko", "noburo"]})
    content["scenarios"]["duel"]["map"]["things"]["heroes"] = ["room.a1", "room.a2"]
    content["missions"]["duel"]["oni"] = {"1": 9, "2": 7}
    needs = [tables(content=content, scenario="duel", num_heroes=n).mission_needs[0].tolist() for n in (1, 2)]
    assert needs == [[1, 9], [1, 7]]
    content["missions"]["duel"]["oni"] = {"2": 7}
    with pytest.raises(ContentError, match=r"missions\.duel\.oni has no number for 1 Heroes; .* \{ 1 = … \}"):
        tables(content=content, scenario="duel", num_heroes=1)


def test_with_few_heroes_some_courtiers_stay_away():
    content = {"scenarios": {"investigation": {"suspects": {"2": 3}}}}
    two, four = (tables(content=content, scenario="investigation", num_heroes=n) for n in (2, 4))
    there = SHIPPED.scenarios["investigation"].courtiers
    for t, names_there in ((two, there[:3]), (four, there)):
        kinds = t.token_kind[: t.num_tokens].tolist()
        assert kinds.count(st.COURTIER_TOKEN) == len(names_there)
        playing = {names.decoded(t.clue_name[c]) for c in np.flatnonzero(t.clue_kind == st.COURTIER_CLUE)}
        assert playing == {SHIPPED.clues[key].name for key in names_there}
        assert (t.faces[t.face_kind == st.COURTIER_TOKEN][:, 0] > 0).all()


def test_a_personal_mission_may_name_a_tile():
    goals = [{"name": f"Goal {i}", "event": "open", "tile": tile} for i, tile in enumerate(("Room", "Nowhere"))]
    goals += [{"name": f"Goal {i}", "event": "open", "n": i} for i in (2, 3)]
    overlay = {**own_scenario(), "heroes": {"okko": {"goals": goals}}}
    t = tables(content=overlay, scenario="duel", num_heroes=1)
    assert list(t.goal_tile[0]) == [0, -2, -1, -1]
    assert list(t.goal_needs[0]) == [1, 1, 2, 3]


# ---- overlays -------------------------------------------------------------------------------------------------------
def test_an_overlay_may_set_what_an_entry_leaves_out():
    key = next(iter(SHIPPED.trees.thralls))
    modifiers = [{"stat": "defense", "n": 4}]
    t = tables(content={"trees": {"thralls": {key: {"modifiers": modifiers}}}})
    changed = t.stat_modifiers[st.DEFENSE]
    of_tree = [m for m in changed[changed >= 0] if st.NODE_SOURCE <= t.modifier_source[m] < st.CLUE_SOURCE]
    assert [int(t.modifier[m, 1]) for m in of_tree].count(4) == 1


def test_an_overlay_may_not_set_what_no_entry_has():
    assert "heroes.okko.luck" in refusal({"heroes": {"okko": {"luck": 1}}})


# ---- what is refused ------------------------------------------------------------------------------------------------
DRAWN = msgspec.to_builtins(SHIPPED.tiles["gate"].front) | {"name": "Own"}


@pytest.mark.parametrize(
    ("overlay", "message"),
    [
        ({"heroes": {"okko": {"items": {"katanna": "right_hand"}}}}, "heroes.okko.items names 'katanna'"),
        ({"heroes": {"okko": {"followers": ["nobody"]}}}, "heroes.okko.followers names 'nobody'"),
        ({"heroes": {"noburo": {"items": {"naginata": "clothing"}}}}, "is no place for it"),
        ({"heroes": {"noburo": {"class": "hinin"}}}, "it can lie in Supplies only"),
        ({"heroes": {"noburo": {"supplies": 0}}}, "too many cards in one place"),
        ({"heroes": {"okko": {"source": {"speeed": "public"}}}}, "speaks of 'speeed'"),
        ({"heroes": {"okko": {"name": "Noburo"}}}, "is also that of heroes"),
        ({"heroes": {"okko": {"name": 41 * "o"}}}, "is not possible; allowed: text of 1 to 40 characters"),
        ({"heroes": {"okko": {"name": 21 * "ō"}}}, "has 42 bytes; allowed: 1 to 40"),
        ({"tiles": {"gate": {"back": {"name": 21 * "ō"}}}}, "has 42 bytes; allowed: 1 to 40"),
        ({"corridors": {"gallery": {"front": {"name": "a\nb"}}}}, "holds control characters"),
        ({"tiles": {38 * "g": {"front": DRAWN}}}, f"tiles.{38 * 'g'} has a key of 38 bytes; allowed: at most 37"),
        ({"kinds": {"ashigaru": {"figures": 16}}}, "figures of agents"),
        ({"dice": {"combat": [{"hits": 1, "reroll": True}] * 6}}, "nothing but rerolls"),
        (
            {"tokens": {"evidence": [{"difficulty": 2, "cards": 1, "back": [3, n]} for n in (1, 2)]}},
            "upper sides are alike",
        ),
        ({"conditions": {"stunned": {"weaker": 3, "worse": 1}}}, "the worse is at least the weaker"),
        ({"rules": {"A1": "anywhere"}}, "rules.A1"),
        ({"tokens": {"chests": []}}, "there are 0 of tokens.chests"),
        ({"scenarios": {"investigation": {"courtiers": []}}}, "0 Courtiers"),
        ({"scenarios": {"investigation": {"objective": "cells"}}}, "is not possible with an investigation"),
        (own_scenario(objective=None), "has no investigation and no objective"),
        (own_scenario(heroes={"2": ["okko"]}), "names 1 Heroes"),
        (own_scenario(heroes={"2": ["okko", "noburo"]}), "2 Heroes need as many"),
        (own_scenario(kinds=["samurai"]), "not among the kinds of the scenario"),
        (own_scenario(missions=["cells"]), "does not lie on its map"),
    ],
)
def test_content_that_cannot_be_played_is_refused(overlay: dict[str, Any], message: str):
    assert message in refusal(overlay)


CARD = {"hero": "okko", "number": 1, "name": "Card", "icon": "speed"}


@pytest.mark.parametrize(
    ("card", "message"),
    [
        ({}, "can be laid on no side"),
        ({"talent": {"cost": "action"}}, "has a cost, but no do"),
        ({"talent": {"do": [{"op": "heal"}]}}, "has do, but no cost"),
        ({"talent": {"modifiers": [{"stat": "speed", "n": 0}]}}, "talent.modifiers[0].n = 0 does nothing"),
        ({"talent": {"modifiers": [{"stat": "ranged", "n": 2}]}}, "is not possible with stat = 'ranged'"),
        ({"talent": {"modifiers": [{"stat": "speed", "arg": 2}]}}, "arg means nothing"),
        ({"talent": {"triggers": [{"event": "move", "do": []}]}}, "talent.triggers[0].do is an empty block"),
        ({"technique": {"might": 1}, "weakness": True, "icon": "weakness"}, "is a Weakness"),
    ],
)
def test_cards_that_cannot_be_played_are_refused(card: dict[str, Any], message: str):
    key = next(key for key, one in SHIPPED.cards.items() if one.hero == "okko" and one.number == 1)
    overlay = {"cards": {key: {"enabled": False}}}
    content = load(OkkoOptions(content=overlay)).data
    content["cards"]["own"] = {**CARD, **card}
    found = [problem.thing for problem in checks.problems(msgspec.convert(content, OkkoContent))]
    assert any(message in thing for thing in found)


def test_triggers_without_end_are_refused():
    talent = {"name": "Endless", "triggers": [{"event": "harmed", "do": [{"op": "damage"}]}]}
    assert "could go on without end" in refusal({"heroes": {"okko": {"talents": [talent]}}})
