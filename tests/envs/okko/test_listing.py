"""Everything with a name on it, as it is looked up: numbers, what is in the game, sources of facts, tables, texts."""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np
import pytest

from shugyo.cli import main
from shugyo.envs.core.cards import CHANGED, Card
from shugyo.envs.core.content import shipped
from shugyo.envs.core.options import parse_options
from shugyo.envs.okko.content import OkkoOptions, build_tables
from shugyo.envs.okko.game import GAME
from shugyo.envs.okko.listing import LISTED, cards, sections, texts
from shugyo.envs.okko.names import decoded
from shugyo.envs.okko.state import HERO_CARDS, NODES

Capture = pytest.CaptureFixture[str]


def listed(**options: Any) -> tuple[dict[tuple[str, str], Card], Any]:
    """Cards by kind and key, and the tables record."""
    made, content = build_tables(parse_options(OkkoOptions, "okko_v0", options))
    return {(card.kind, card.key): card for card in cards(content, made[0])}, made[0]


def test_all_entries_are_listed():
    found, _ = listed()
    content = shipped("okko")
    tables = [*(name for name in LISTED if "." not in name and name != "tokens"), "tokens"]
    expected = {(table, key) for table in tables for key in content[table]}
    expected |= {(f"trees.{tree}", key) for tree in content["trees"] for key in content["trees"][tree]}
    assert set(found) == expected
    assert GAME.cards is cards and GAME.texts is texts


def test_numbers_are_those_of_actions_and_observations():
    found, t = listed(num_heroes=2, scenario="masks")  # Okko and Setsuka
    assert [found["heroes", key].index for key in ("okko", "setsuka", "noburo")] == [0, 1, None]
    assert found["cards", "setsuka_petal_dance"].index == HERO_CARDS and found["cards", "noburo_leap"].index is None
    fields = {"items": "item_name", "events": "event_name", "clues": "clue_name", "kinds": "kind_name"}
    fields |= {"companions": "companion_name", "wounds": "wound_name", "cards": "card_name", "heroes": "hero_name"}
    for (kind, _), card in found.items():
        if kind in fields and card.index is not None:
            assert decoded(t[fields[kind]][card.index]) == card.name
    copies = [i for i, name in enumerate(t.item_name) if decoded(name) == "Katana"]
    assert len(copies) == 2 and found["items", "katana"].index == copies[0]
    rending = found["trees.creatures", "rending"].index
    assert rending is not None and rending >= NODES and decoded(t.node_name[rending]) == "Rending"


def test_options_leave_what_such_a_game_has():
    found, _ = listed(num_heroes=2, scenario="vigil")  # no investigation; Noshin and Setsuka
    there = {path for path, card in found.items() if card.in_game}
    assert {key for kind, key in there if kind == "heroes"} == {"noshin", "setsuka"}
    assert {key for kind, key in there if kind == "kinds"} == {"yurei", "ninja", "bakemono"}
    assert {key for kind, key in there if kind == "missions"} == {"lay_them_to_rest"}
    assert {key.partition("_")[0] for kind, key in there if kind == "cards"} == {"noshin", "setsuka"}
    assert not [key for kind, key in there if kind == "clues"]
    assert ("companions", "lady_aoi") not in there and ("companions", "hi_pyre") in there
    found, _ = listed()  # an investigation with six of the Courtiers
    clues = {key for (kind, key), card in found.items() if kind == "clues" and card.in_game}
    courtiers = set(shipped("okko")["scenarios"]["investigation"]["courtiers"])
    others = {key for key, clue in shipped("okko")["clues"].items() if clue["kind"] != "courtier"}
    assert clues == courtiers | others
    assert not np.any([found["companions", "gonbei"].in_game, not found["companions", "lady_aoi"].in_game])


def test_a_changed_value_does_not_keep_the_source_of_the_shipped_one():
    naginata = {"classes": ["samurai", "ronin"]}
    found, _ = listed(content={"items": {"naginata": naginata}})
    assert found["items", "naginata"].source == {"name": "rulebook", "slot": "inferred", "classes": CHANGED}
    found, _ = listed(content={"items": {"naginata": {**naginata, "source": {"classes": "public"}}}})
    assert found["items", "naginata"].source["classes"] == "public"


def test_texts_by_name_where_two_have_the_same():
    _, content = build_tables(OkkoOptions())
    said = texts(content)
    assert said["Katana"] == "items; slot hand, for samurai, ronin, copies 2\nYou have +3 MIGHT in melee."
    companion, clue = said["Lady Aoi"].split("\n\n")
    assert companion.startswith("companions; kind Courtier, SPD 1, ") and clue.startswith(
        "clues; kind Courtier\nToken: "
    )


def test_tables_of_the_readme_have_a_row_for_each_entry():
    _, content = build_tables(OkkoOptions())
    tables = sections(content)
    assert tables["items"][0] == "| name | slot | for | copies | text |"
    assert len(tables["items"]) == 2 + len(content["items"])
    assert len(tables["trees"]) == 2 + sum(map(len, content["trees"].values()))
    assert "| Deep Cut | −1 DEFENSE | 4 | In the round in which it is laid: −1 DEFENSE. |" in tables["wounds"]
    for rows in tables.values():
        assert len({row.count(" | ") for row in rows[2:]}) == 1 and not any("\n" in row for row in rows)


# ------------------------------------------------------------------------------------------------- the command
def test_the_command_lists_all_groups_in_80_columns(monkeypatch: pytest.MonkeyPatch, capsys: Capture):
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["cards", "okko"]) == 0
    out = capsys.readouterr().out
    content = shipped("okko")
    heads = dict(re.findall(r"^([\w.]+) \((\d+)\) *$", out, re.M))
    assert set(heads) == set(LISTED)
    assert int(heads["cards"]) == len(content["cards"]) and int(heads["trees.thralls"]) == len(
        content["trees"]["thralls"]
    )
    assert max(map(len, out.splitlines())) <= 80


def test_the_command_shows_a_card_with_the_source_of_its_facts(capsys: Capture):
    assert main(["cards", "okko", "leap"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Leap, number 3\ncards.noburo_leap; 10 in actions and observations\n")
    facts = dict(re.findall(r"^ (\w+) .* (\w+) *$", out, re.M))
    assert facts["name"] == "public" and facts["icon"] == "designed"
    assert main(["cards", "okko", "bakemono", "--json"]) == 0
    (card,) = json.loads(capsys.readouterr().out)
    assert card["source"]["figures"] == "rulebook" and card["facts"]["might"] == 4
