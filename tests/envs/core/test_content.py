from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import msgspec
import numpy as np
import pytest
from msgspec import Meta

from shugyo.envs.core.content import (
    Content,
    ContentError,
    Overlay,
    combine,
    content_hash,
    merge,
    read_overlay,
    set_path,
    shipped,
)

BASE = {
    "rules": {"hand": 5, "ranks": [1, 2, 3]},
    "cards": {"spear": {"cost": 2, "text": {"name": "Yari"}}, "bow": {"cost": 3}},
}


class Card(msgspec.Struct, forbid_unknown_fields=True):
    cost: Annotated[int, Meta(ge=0, le=9)]
    text: dict[str, str] = {}


class Rules(msgspec.Struct, forbid_unknown_fields=True):
    hand: Annotated[int, Meta(ge=1, le=7)]
    ranks: list[Annotated[int, Meta(ge=1)]]


class Toy(msgspec.Struct, forbid_unknown_fields=True):
    rules: Rules
    cards: dict[str, Card]


def laid_over(overlay: dict, source: str = "content dict") -> Content:
    data = merge(BASE, overlay, source, entries=("cards",))
    return Content("toy", data, Overlay([(source, overlay)]))


def refused(overlay: dict) -> ContentError:
    with pytest.raises(ContentError) as caught:
        laid_over(overlay, "mine.toml").convert(Toy)
    return caught.value


# ------------------------------------------------------------------------------------------------- merging
def test_a_value_replaces_one_number_and_leaves_its_neighbours():
    assert merge(BASE, {"rules": {"hand": 6}}, "x")["rules"] == {"hand": 6, "ranks": [1, 2, 3]}


def test_arrays_are_replaced_not_joined():
    assert merge(BASE, {"rules": {"ranks": [9]}}, "x")["rules"]["ranks"] == [9]


def test_tables_merge_deep():
    cards = merge(BASE, {"cards": {"spear": {"text": {"name": "Spear"}}}}, "x")["cards"]
    assert cards == {"spear": {"cost": 2, "text": {"name": "Spear"}}, "bow": {"cost": 3}}


def test_merging_leaves_both_sides_alone():
    base, overlay = copy.deepcopy(BASE), {"rules": {"ranks": [4]}}
    merged = merge(base, overlay, "x")
    merged["rules"]["ranks"].append(5)
    merged["cards"]["bow"]["cost"] = 0
    assert base == BASE
    assert overlay == {"rules": {"ranks": [4]}}


def test_enabled_false_drops_a_named_entry():
    assert list(laid_over({"cards": {"bow": {"enabled": False}}}).data["cards"]) == ["spear"]


def test_enabled_true_keeps_it_and_does_not_stay_in_the_content():
    assert laid_over({"cards": {"bow": {"enabled": True}}}).data == BASE


def test_a_named_entry_can_be_added():
    cards = laid_over({"cards": {"sling": {"cost": 1}}}).convert(Toy).cards
    assert cards["sling"] == Card(cost=1)


@pytest.mark.parametrize(
    ("overlay", "words"),
    [
        ({"rules": {"hnad": 3}}, ["there is no rules.hnad", "did you mean rules.hand?"]),
        ({"ruls": {}}, ["there is no ruls", "did you mean rules?"]),
        ({"rules": {"zzz": 3}}, ["there is no rules.zzz", "there are rules.hand, rules.ranks"]),
        ({"rules": {"enabled": False}}, ["there is no rules.enabled"]),
        ({"cards": {"bwo": {"enabled": False}}}, ["there is no cards.bwo", "did you mean cards.bow?"]),
        ({"cards": {"sling": 4}}, ["cards.sling = 4", "an entry is a table"]),
        ({"cards": {"bow": {"enabled": "no"}}}, ["cards.bow.enabled = 'no'", "true or false"]),
        ({"cards": {"bow": {"csot": 1}}}, ["there is no cards.bow.csot", "did you mean cards.bow.cost?"]),
        (
            {"cards": {"spear": {"text": {"nmae": "a"}}}},
            ["cards.spear.text.nmae", "did you mean cards.spear.text.name?"],
        ),
        ({"rules": 3}, ["rules = 3", "it is a table of hand, ranks"]),
        ({"rules": {"hand": {"a": 1}}}, ["rules.hand = {'a': 1}", "it is a single value"]),
    ],
)
def test_what_merging_refuses(overlay: dict, words: list[str]):
    error = refused(overlay)
    assert error.place == "mine.toml"
    assert all(word in str(error) for word in ["mine.toml", *words]), str(error)


# ------------------------------------------------------------------------------------------------- conversion
@pytest.mark.parametrize(
    ("overlay", "words"),
    [
        ({"rules": {"hand": -1}}, ["rules.hand = -1", "an integer from 1 to 7"]),
        ({"rules": {"hand": 8}}, ["rules.hand = 8", "an integer from 1 to 7"]),
        ({"rules": {"hand": "5"}}, ["rules.hand = '5'", "an integer from 1 to 7"]),
        ({"rules": {"hand": 5.0}}, ["rules.hand = 5.0", "an integer from 1 to 7"]),
        ({"rules": {"hand": True}}, ["rules.hand = True", "an integer from 1 to 7"]),
        ({"rules": {"ranks": 3}}, ["rules.ranks = 3", "an array"]),
        ({"rules": {"ranks": [1, 0]}}, ["rules.ranks[1] = 0", "an integer, at least 1"]),
        ({"cards": {"a.b": {"cost": 99}}}, ["cards.a.b.cost = 99", "an integer from 0 to 9"]),
        ({"cards": {"sling": {}}}, ["cards.sling.cost is missing"]),
        ({"cards": {"sling": {"cost": 1, "csot": 1}}}, ["no cards.sling.csot", "did you mean cards.sling.cost?"]),
        ({"cards": {"bow": {"cost": 99}}}, ["cards.bow.cost = 99"]),
    ],
)
def test_what_conversion_refuses(overlay: dict, words: list[str]):
    error = refused(overlay)
    assert error.place == "mine.toml"
    assert all(word in str(error) for word in words), str(error)


class Hit(msgspec.Struct, forbid_unknown_fields=True, tag="hit", tag_field="op"):
    n: Annotated[int, Meta(ge=1, le=3)] = 1


class Pick(msgspec.Struct, forbid_unknown_fields=True, tag="pick", tag_field="op"):
    class_: str | None = msgspec.field(name="class", default=None)
    do: list[Hit | Pick] = []


class Deck(msgspec.Struct, forbid_unknown_fields=True):
    spells: dict[str, list[Hit | Pick]]
    traps: dict[str, list[Hit | Pick]] = {}


@pytest.mark.parametrize(
    ("spell", "words"),
    [
        ([{"op": "hit", "n": 4}], ["spells.b[0].n = 4", "an integer from 1 to 3"]),
        ([{"op": "pick", "do": [{"op": "hit", "n": 0}]}], ["spells.b[0].do[0].n = 0", "an integer from 1 to 3"]),
        ([{"op": "hit"}, {"op": "pick", "class": 3}], ["spells.b[1].class = 3", "allowed: text or None"]),
        ([{"op": "pick", "clas": "x"}], ["there is no spells.b[0].clas", "did you mean spells.b[0].class?"]),
        ([{"op": "hti"}], ["spells.b[0].op = 'hti'", 'allowed: one of "hit", "pick"']),
        ([{"n": 1}], ["spells.b[0].op is missing"]),
        ([3], ["spells.b[0] = 3", "allowed: a table"]),
    ],
)
def test_a_table_of_several_kinds_is_explained_by_its_tag(spell: list, words: list[str]):
    data = {"spells": {"a": [{"op": "hit"}], "b": spell}, "traps": {"c": [{"op": "trip"}]}}
    with pytest.raises(ContentError) as caught:
        Content("toy", data, Overlay([])).convert(Deck)
    assert all(word in str(caught.value) for word in words), str(caught.value)


def test_a_dropped_table_that_must_be_there_is_missing():
    content = Content("toy", {"rules": BASE["rules"]}, Overlay([]))
    with pytest.raises(ContentError, match=r"shipped content of toy: cards is missing"):
        content.convert(Toy)


def test_place_names_the_last_part_that_set_the_key():
    parts = [
        ("a.toml", {"rules": {"hand": 1}}),
        ("b.toml", {"rules": {"ranks": [1]}}),
        ("c.toml", {"rules": {"hand": 2}}),
    ]
    content = Content("toy", BASE, Overlay(parts))
    assert content.place("rules.hand") == "c.toml"
    assert content.place("rules.ranks") == "b.toml"
    assert content.place("cards.bow", "rules.ranks") == "b.toml"
    assert content.place("cards.bow") == "shipped content of toy"


def test_errors_survive_the_way_from_a_worker_process():
    error = pickle.loads(pickle.dumps(ContentError("a thing", "a place", "a remedy")))
    assert isinstance(error, ValueError)
    assert (error.thing, error.place, error.remedy) == ("a thing", "a place", "a remedy")
    assert str(error) == "a place: a thing; a remedy"


# ------------------------------------------------------------------------------------------------- reading
def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text, "utf-8")
    return folder


def test_shipped_content_is_the_callers_own():
    shipped("covenant")["rules"]["hand_size"] = 99
    assert shipped("covenant")["rules"]["hand_size"] == 7


def test_a_folder_and_a_dict_say_the_same(tmp_path: Path):
    folder = write(tmp_path, rules="[rules]\naid_value = 3\n[mage]\ntrait_values = [4, 3, 2, 1]\n")
    values = {"rules": {"aid_value": 3}, "mage": {"trait_values": [4, 3, 2, 1]}}
    assert read_overlay("covenant", folder) == read_overlay("covenant", str(folder)) == values
    assert read_overlay("covenant", values) == values
    assert read_overlay("covenant", None) == {}


def test_numpy_values_and_tuples_in_a_dict_become_plain():
    given = {"rules": {"aid_value": np.int8(3), "x": np.arange(2), "y": (np.float32(0.5), True)}}
    read = read_overlay("covenant", given)
    assert read == {"rules": {"aid_value": 3, "x": [0, 1], "y": [0.5, True]}}
    assert type(read["rules"]["aid_value"]) is int
    assert type(read["rules"]["x"][0]) is int


def test_keys_of_a_dict_must_be_text():
    with pytest.raises(ContentError, match=r"content dict: the key 3 in rules is not text"):
        read_overlay("covenant", {"rules": {3: 1}})


def test_a_missing_folder_is_named(tmp_path: Path):
    with pytest.raises(ContentError, match=r"nowhere: the content folder does not exist; give a folder"):
        read_overlay("covenant", tmp_path / "nowhere")


def test_a_file_is_no_folder(tmp_path: Path):
    with pytest.raises(ContentError, match=r"rules\.toml: the content folder is not a folder"):
        read_overlay("covenant", write(tmp_path, rules="") / "rules.toml")


def test_a_folder_without_toml_is_no_content(tmp_path: Path):
    (tmp_path / "README.md").write_text("nothing", "utf-8")
    with pytest.raises(ContentError, match=r"holds no TOML file; covenant reads rules\.toml"):
        read_overlay("covenant", tmp_path)


def test_a_file_name_that_is_not_shipped(tmp_path: Path):
    with pytest.raises(
        ContentError, match=r"rule\.toml: covenant has no file of this name; did you mean rules\.toml\?"
    ):
        read_overlay("covenant", write(tmp_path, rule=""))


@pytest.mark.parametrize(
    ("text", "line"),
    [("[rules]\naid_value = 3\nhand_size 7\n", 3), ("[rules]\nx = [1,\n", 2), ("a = 1\na = 2\n", 2), ("a = '", 1)],
)
def test_a_syntax_error_names_file_and_line(tmp_path: Path, text: str, line: int):
    with pytest.raises(ContentError, match=rf"rules\.toml:{line}: not TOML: \w"):
        read_overlay("covenant", write(tmp_path, rules=text))


def test_a_file_in_another_encoding_is_named(tmp_path: Path):
    (tmp_path / "rules.toml").write_bytes(b"# ok\n# \xe9t\xe9\n")
    with pytest.raises(ContentError, match=r"rules\.toml:2: the file is not UTF-8"):
        read_overlay("covenant", tmp_path)


def test_an_overlay_is_copied_with_its_places(tmp_path: Path):
    overlay = read_overlay("covenant", write(tmp_path, rules="[rules]\naid_value = 3\n"))
    for other in (copy.deepcopy(overlay), pickle.loads(pickle.dumps(overlay))):
        assert other == overlay == {"rules": {"aid_value": 3}}
        assert other.parts == overlay.parts == [(str(tmp_path / "rules.toml"), {"rules": {"aid_value": 3}})]


# ------------------------------------------------------------------------------------------------- key.path=value
@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("rules.aid_value=3", {"rules": {"aid_value": 3}}),
        (" rules.aid_value = -3 ", {"rules": {"aid_value": -3}}),
        ("rules.R6=deck", {"rules": {"R6": "deck"}}),
        ("rules.R6='two words'", {"rules": {"R6": "two words"}}),
        ("deck.reshuffle=false", {"deck": {"reshuffle": False}}),
        ("deck.ranks=[2, 3]", {"deck": {"ranks": [2, 3]}}),
        ('cards."iron fist".cost=2', {"cards": {"iron fist": {"cost": 2}}}),
        ("a=1.5", {"a": 1.5}),
    ],
)
def test_set_path_reads(text: str, result: dict):
    assert set_path({}, text) == result


@pytest.mark.parametrize("text", ["", "a", "=3", "a=", "a=[1", "a=3x", "a='x", "[a]=2", "#a=2", "a=1\nb=2", "a b=1"])
def test_set_path_refuses(text: str):
    with pytest.raises(ContentError, match=r"write key\.path=value"):
        set_path({}, text)


def test_set_path_lies_over_what_was_there_and_is_named_in_errors():
    first = {"rules": {"hand": 2, "ranks": [1]}}
    overlay = set_path(set_path(first, "rules.hand=3"), "cards.bow.cost=4")
    assert overlay == {"rules": {"hand": 3, "ranks": [1]}, "cards": {"bow": {"cost": 4}}}
    assert first == {"rules": {"hand": 2, "ranks": [1]}}
    content = Content("toy", BASE, overlay)
    assert content.place("rules.hand") == "--set"
    assert content.place("rules.ranks") == "content dict"


def test_combine_lets_the_upper_one_win():
    assert combine({"a": {"b": 1, "c": 2}, "d": 3}, {"a": {"b": 9}, "d": {"e": 4}}) == {
        "a": {"b": 9, "c": 2},
        "d": {"e": 4},
    }


# ------------------------------------------------------------------------------------------------- digest
def test_hash_is_of_rules_version_and_content_in_any_order():
    digest = content_hash(1, {"a": 1, "b": {"c": [1, 2], "d": True}})
    assert digest == content_hash(1, {"b": {"d": True, "c": (1, 2)}, "a": 1})
    assert len(digest) == 32
    different = [
        content_hash(2, {"a": 1, "b": {"c": [1, 2], "d": True}}),
        content_hash(1, {"a": 1, "b": {"c": [2, 1], "d": True}}),
        content_hash(1, {"a": 1, "b": {"c": [1, 2], "d": False}}),
        content_hash(1, {"a": 1, "b": {"c": [1, 2]}}),
    ]
    assert len({digest, *different}) == 5


def test_hash_is_pinned():
    # Saves, replays and results carry it: it may not change with a release of Python or of a library.
    assert content_hash(1, {"name": "Yōkai", "numbers": [1, -2, 0.5, True]}) == "2b87cb4f22f4de2d29f1dc746cddb005"


def test_reading_content_does_not_load_numba():
    code = "import sys, shugyo.envs.core.content, shugyo.envs.core.options; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
