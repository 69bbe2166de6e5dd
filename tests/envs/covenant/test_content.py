from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from shugyo.envs.core.content import ContentError, content_hash, read_overlay, set_path, shipped
from shugyo.envs.core.options import OptionError, parse_options
from shugyo.envs.covenant.content import CovenantContent, CovenantOptions, build_tables, load
from shugyo.envs.covenant.state import MAX_SEATS, TABLES


def options(**given: Any) -> CovenantOptions:
    return parse_options(CovenantOptions, "covenant_v0", given)


def tables(**given: Any) -> dict[str, Any]:
    """The tables as plain numbers and lists."""
    row = build_tables(options(**given))[0][0]
    return {name: row[name].tolist() for name in TABLES.names}


def content_of(**given: Any) -> dict[str, Any]:
    return build_tables(options(**given))[1]


def changed(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    return {name: after[name] for name in before if before[name] != after[name]}


# What the rules page says, in the order of its rules.
YEAR = {
    "num_seats": 2,  # C1
    "in_deck": [1] * 52,  # C6
    "reshuffle": 1,  # C14
    "track_limit": [5] * 4 + [3] * 8 + [1] * 4 + [3],  # C21, C31
    "covenant_limit": 6,  # C33
    "votes_limit": 30,  # C35
    "votes_opposing": 2,  # C37
    "votes_trick": 1,  # C37
    "votes_start": 5,  # C38
    "fixed_types": [-1, -1],  # C40
    "type_bonus": 2,  # C42
    "hand_size": 7,  # C46
    "tricks_to_win": 3,  # C47
    "craft_limit": 2,  # C68
    "random_insight": 1,  # C71
    "aid_value": 2,  # C72
    "price_card": [2, 1],  # C73
    "price_restore": 5,  # C74
    "price_swap": 10,  # C79
    "trait_values": [3, 2, 2, 1],  # C102
    "companion_values": [1, 0, 0, 0],  # C102
    "item_values": [0, 1, 0, 0],  # C102
    "asset_values": [0, 0, 1, 0],  # C102
    "magic_start": 1,  # C102
    "covenant_start": [2] * 5,  # C103
    "random_first": 1,  # C104
    "seasons": 4,  # C105
    "renown_stake": [1, 2, 1, 1],  # C108, C109, C110, P6
    "renown_opposing": 1,  # C111
    "price_mend": 3,  # C115
    "renown_mend": 1,  # C115
    "covenant_fall": 3,  # C116
    "blame_price": 2,  # C118
    "mode": 0,
    "side": [0, 1, 0, 0, 0],
    "auto_forced": 1,
    "max_turns": 2**31 - 1,
    "max_decisions": 20_000,
}


# ------------------------------------------------------------------------------------------------- shipped numbers
def test_year():
    assert tables() == YEAR


def test_conflict_differs_by_votes_and_covenant():
    assert changed(YEAR, tables(mode="conflict")) == {"mode": 1, "votes_start": 0, "covenant_start": [0] * 5}


def test_mini_is_small():
    low_clubs_and_spades = [1, 1, 1] + [0] * 10 + [0] * 26 + [1, 1, 1] + [0] * 10
    assert changed(YEAR, tables(mode="mini")) == {
        "mode": 2,
        "in_deck": low_clubs_and_spades,
        "reshuffle": 0,
        "hand_size": 2,
        "tricks_to_win": 1,
        "fixed_types": [0, 3],  # Vigor, Insight
        "random_first": 0,
        "random_insight": 0,
        "votes_start": 0,
        "votes_opposing": 0,
        "votes_trick": 0,
        "trait_values": [1] * 4,
        "companion_values": [0] * 4,
        "item_values": [0] * 4,
        "asset_values": [0] * 4,
        "magic_start": 0,
        "covenant_start": [0] * 5,
    }


@pytest.mark.parametrize(("players", "start"), [(2, 2), (3, 2), (4, 3), (5, 3)])
def test_seats(players: int, start: int):
    assert changed(YEAR, tables(num_players=players)) == {
        key: value
        for key, value in {
            "num_seats": players,
            "side": list(range(players)) + [0] * (MAX_SEATS - players),
            "covenant_start": [start] * 5,
        }.items()
        if value != YEAR[key]
    }


def test_the_frame_follows_the_options():
    given = tables(auto_forced=False, max_turns=3, max_decisions=500)
    assert changed(YEAR, given) == {"auto_forced": 0, "max_turns": 3, "max_decisions": 500}


NUMBERS = [f"{table}.{key}" for table, keys in shipped("covenant").items() if table != "modes" for key in keys]
AT_CAPACITY = {"votes.limit", "conflict.craft_limit"}


@pytest.mark.parametrize("path", [path for path in NUMBERS if path != "conflict.fixed_types"])
def test_every_number_reaches_one_field_of_the_tables(path: str):
    table, key = path.split(".")
    value = shipped("covenant")[table][key]
    if isinstance(value, list):
        new: Any = value[1:] if table == "deck" else value[::-1]
    elif isinstance(value, bool):
        new = not value
    else:
        new = value - 1 if path in AT_CAPACITY else value + 1
    beside = {"deck": {"reshuffle": False}} if path == "conflict.random_insight" else {}  # refused without it
    assert len(changed(tables(content=beside), tables(content={**beside, table: {key: new}}))) == 1


# ------------------------------------------------------------------------------------------------- user content
def test_folder_and_dict_give_the_same(tmp_path: Path):
    (tmp_path / "rules.toml").write_text("rules.aid_value = 3\n[modes.mini]\nrules.tricks_to_win = 2\n", "utf-8")
    values = {"rules": {"aid_value": 3}, "modes": {"mini": {"rules": {"tricks_to_win": 2}}}}
    for mode in ("year", "mini"):
        assert tables(mode=mode, content=tmp_path) == tables(mode=mode, content=values)
    assert content_of(content=tmp_path) == content_of(content=values)


def test_a_top_value_holds_in_every_mode():
    given = {"rules": {"aid_value": 3, "tricks_to_win": 2}, "votes": {"start": 4}}
    for mode in ("year", "conflict", "mini"):
        found = tables(mode=mode, content=given)
        assert (found["aid_value"], found["tricks_to_win"], found["votes_start"]) == (3, 2, 4)


def test_a_value_of_one_mode_stays_there_and_wins():
    given = {"rules": {"tricks_to_win": 4}, "modes": {"mini": {"rules": {"tricks_to_win": 2, "aid_value": 1}}}}
    found = {mode: tables(mode=mode, content=given) for mode in ("year", "conflict", "mini")}
    assert {mode: row["tricks_to_win"] for mode, row in found.items()} == {"year": 4, "conflict": 4, "mini": 2}
    assert {mode: row["aid_value"] for mode, row in found.items()} == {"year": 2, "conflict": 2, "mini": 1}


def test_set_path_is_content():
    overlay = set_path(read_overlay("covenant", {"rules": {"aid_value": 3}}), "rules.seasons=2")
    assert changed(YEAR, tables(content=overlay)) == {"aid_value": 3, "seasons": 2}
    with pytest.raises(
        ContentError, match=r"^--set: rules\.seasons = 0 is not possible; allowed: an integer from 1 to"
    ):
        tables(content=set_path(overlay, "rules.seasons=0"))


@pytest.mark.parametrize("mode", ["year", "conflict", "mini"])
def test_merged_content_given_back_is_the_same_game(mode: str):
    given = {"rules": {"tricks_to_win": 2}, "modes": {"mini": {"votes": {"trick": 1}}}}
    merged = json.loads(json.dumps(content_of(content=given)))
    assert tables(mode=mode, content=merged) == tables(mode=mode, content=given)
    assert content_of(content=merged) == merged


# ------------------------------------------------------------------------------------------------- rules hash
def test_hash_does_not_depend_on_seats_and_mode():
    every = [content_of(num_players=n) for n in (2, 3, 4, 5)] + [content_of(mode=m) for m in ("conflict", "mini")]
    assert len({content_hash(1, content) for content in every}) == 1


def test_hash_tells_different_games_apart():
    # The second writes down the shipped value of a year, and so changes mini alone.
    given = [
        None,
        {"rules": {"tricks_to_win": 3}},
        {"rules": {"tricks_to_win": 4}},
        {"deck": {"ranks": list(range(2, 14))}},
    ]
    assert len({content_hash(1, content_of(content=content)) for content in given}) == len(given)


def test_hash_is_of_what_holds_not_of_how_it_was_written():
    assert content_hash(1, content_of(content={"rules": {"aid_value": 2}})) == content_hash(1, content_of())


# ------------------------------------------------------------------------------------------------- what is refused
@pytest.mark.parametrize(
    ("content", "words"),
    [
        ({"rules": {"hand_sise": 3}}, ["there is no rules.hand_sise", "did you mean rules.hand_size?"]),
        ({"modes": {"mimi": {}}}, ["there is no modes.mimi", "did you mean modes.mini?"]),
        (
            {"modes": {"mini": {"rules": {"hand": 2}}}},
            ["there is no modes.mini.rules.hand", "modes.mini.rules.hand_size?"],
        ),
        ({"modes": 3}, ["modes = 3", "it is a table of conflict, mini"]),
        ({"modes": {"mini": 3}}, ["modes.mini = 3", "it is a table of"]),
        ({"rules": {"enabled": False}}, ["there is no rules.enabled"]),
        ({"rules": {"hand_size": -1}}, ["rules.hand_size = -1", "from 1 to 26"]),
        ({"rules": {"hand_size": 27}}, ["rules.hand_size = 27", "from 1 to 26"]),
        ({"rules": {"hand_size": "seven"}}, ["rules.hand_size = 'seven'", "from 1 to 26"]),
        ({"rules": {"tricks_to_win": 0}}, ["rules.tricks_to_win = 0", "from 1 to 7"]),
        ({"rules": {"tricks_to_win": 8}}, ["rules.tricks_to_win = 8", "from 1 to 7"]),
        ({"rules": {"seasons": 51}}, ["rules.seasons = 51", "from 1 to 50"]),
        ({"rules": {"aid_value": 128}}, ["rules.aid_value = 128", "from 0 to 127"]),
        ({"conflict": {"craft_limit": 3}}, ["conflict.craft_limit = 3", "from 0 to 2"]),
        ({"conflict": {"random_first": 1}}, ["conflict.random_first = 1", "true or false"]),
        ({"conflict": {"fixed_types": ["vigor", "craft"]}}, ["conflict.fixed_types", "mode year", "0 names"]),
        ({"conflict": {"fixed_types": ["vigour"]}}, ["conflict.fixed_types[0] = 'vigour'", '"vigor"']),
        ({"deck": {"suits": []}}, ["deck.suits = []"]),
        ({"deck": {"suits": ["swords"]}}, ["deck.suits[0] = 'swords'", '"clubs", "diamonds", "hearts", "spades"']),
        ({"deck": {"ranks": [1, 2]}}, ["deck.ranks[0] = 1", "from 2 to 14"]),
        ({"deck": {"ranks": [2, 3, 4, 4]}}, ["deck.ranks = [2, 3, 4, 4]", "once"]),
        ({"deck": {"ranks": [2, 3, 4]}}, ["rules.hand_size = 7", "12 cards", "at most 6"]),
        ({"votes": {"limit": 31}}, ["votes.limit = 31", "from 0 to 30"]),
        ({"votes": {"start": 31}}, ["votes.start = 31", "from 0 to 30"]),
        ({"votes": {"limit": 4}}, ["votes.start = 5 is above votes.limit = 4"]),
        ({"votes": {"price_swap": 0}}, ["votes.price_swap = 0", "from 1 to 127"]),
        ({"mage": {"trait_values": [1, 2, 3]}}, ["mage.trait_values = [1, 2, 3]", "an array of 4"]),
        ({"mage": {"trait_values": [6, 0, 0, 0]}}, ["mage.trait_values = [6, 0, 0, 0] is above mage.trait_limit = 5"]),
        ({"mage": {"companion_values": [4, 0, 0, 0]}}, ["above mage.companion_limit = 3"]),
        ({"mage": {"item_values": [4, 0, 0, 0]}}, ["above mage.item_limit = 3"]),
        ({"mage": {"asset_values": [2, 0, 0, 0]}}, ["above mage.asset_limit = 1"]),
        ({"mage": {"magic": 4}}, ["mage.magic = 4 is above mage.magic_limit = 3", "at most 3"]),
        ({"mage": {"trait_limit": 128}}, ["mage.trait_limit = 128", "from 0 to 127"]),
        ({"covenant": {"start": [2, 2, 3, 7]}}, ["covenant.start = [2, 2, 3, 7] is above covenant.limit = 6"]),
        ({"covenant": {"fall": 0}}, ["covenant.fall = 0", "from 1 to 6"]),
        ({"renown": {"stewardship": 11}}, ["renown.stewardship = 11", "from 0 to 10"]),
    ],
)
def test_content_beyond_what_can_be_played(content: dict, words: list[str]):
    with pytest.raises(ContentError) as caught:
        tables(content=content)
    assert all(word in str(caught.value) for word in ["content dict: ", *words]), str(caught.value)


@pytest.mark.parametrize("given", [["vigor"], []])
def test_mini_needs_both_types(given: list[str]):
    with pytest.raises(ContentError, match=r"conflict\.fixed_types = .* \(mode mini\); allowed: 2 names"):
        tables(mode="mini", content={"modes": {"mini": {"conflict": {"fixed_types": given}}}})


def test_errors_name_the_file(tmp_path: Path):
    file = tmp_path / "rules.toml"
    for text in (
        "rules.hand_size = 99",
        "rules.hand_size = 4",
        "rules.hand_sise = 1",
        "modes.mini.rules.hand_size = 4",
    ):
        file.write_text(text, "utf-8")
        with pytest.raises(ContentError, match=r"^.*rules\.toml: ") as caught:
            tables(mode="mini", content=tmp_path)
        assert caught.value.place == str(file)


def test_a_key_that_is_missing_is_named():
    content = load(options())
    del content.data["votes"]["limit"]
    with pytest.raises(ContentError, match=r"shipped content of covenant: votes\.limit is missing"):
        content.convert(CovenantContent)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"num_players": 1}, ["num_players=1", "from 2 to 5"]),
        ({"num_players": 6}, ["num_players=6", "from 2 to 5"]),
        ({"num_players": 3, "mode": "conflict"}, ["num_players=3", "mode='conflict'", "2 players"]),
        ({"num_players": 5, "mode": "mini"}, ["num_players=5", "mode='mini'", "2 players"]),
        ({"mode": "campaign"}, ["mode='campaign'", '"conflict", "mini", "year"']),
    ],
)
def test_options_that_are_refused(given: dict, words: list[str]):
    with pytest.raises(OptionError) as caught:
        options(**given)
    assert all(word in str(caught.value) for word in ["covenant_v0", *words]), str(caught.value)


# ------------------------------------------------------------------------------------------------- the array
def test_copies_of_the_tables_are_of_the_same_compiled_type():
    # A read-only array is another type to the compiler, and neither pickle nor deepcopy keeps the mark.
    built = build_tables(options())[0]
    assert built.shape == (1,)
    assert built.dtype == TABLES
    for copied in (built, copy.deepcopy(built), pickle.loads(pickle.dumps(built))):
        assert copied.flags.writeable
        assert np.array_equal(copied, built)
