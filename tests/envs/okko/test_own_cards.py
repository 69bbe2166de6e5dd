"""`shugyo content` with a folder of okko's: what differs is told, what cannot be played is refused with its line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from shugyo.cli import FAILED, main

Capture = pytest.CaptureFixture[str]


def test_check_tells_the_new_texts_of_cards_and_of_positions_of_trees(tmp_path: Path, capsys: Capture):
    (tmp_path / "trees.toml").write_text(
        "[trees.thralls.volley]\n"
        'modifiers = [{ stat = "hits", n = 2, when = "ranged" }]\n'
        '[trees.thralls.rice]\nname = "Rice for All"\ncolumn = 4\nfrom = ["oath_of_blood"]\n'
        'modifiers = [{ stat = "speed" }]\n',
        "utf-8",
    )
    assert main(["content", "check", "okko", str(tmp_path), "--option", "scenario=vigil"]) == 0
    out = re.sub(r" +\n", "\n", capsys.readouterr().out)
    assert "2 entries differ from what okko_v0 ships" in " ".join(out.split())
    assert "changed  trees.thralls.volley: Volley\n    modifiers: see the text\n" in out
    assert "      Each Mortal Thrall has +2 hits at range.\n      After Bowmen.\n" in out
    assert "added    trees.thralls.rice: Rice for All\n    tree thralls, column 4\n" in out
    assert "note: 9 trees.thralls, copies counted; the shipped box holds 8" in out
    assert "it can be played: 2 combinations of options were tried" in out  # with one Hero and with two


def test_check_of_a_scenario_that_is_for_fewer_heroes_than_the_default(tmp_path: Path, capsys: Capture):
    (tmp_path / "scenarios.toml").write_text('[scenarios.vigil]\nname = "Watch"\n', "utf-8")
    words = ("content", "check", "okko", str(tmp_path), "--option", "scenario=vigil")
    assert main(words) == 0
    assert "it can be played: 2 combinations of options were tried" in capsys.readouterr().out
    assert main([*words, "--option", "num_heroes=3"]) == FAILED
    assert "scenario 'vigil' is not for num_heroes=3; for: 1, 2" in capsys.readouterr().err


def test_export_writes_files_that_are_as_shipped(tmp_path: Path, capsys: Capture):
    folder = tmp_path / "whole"
    assert main(["content", "export", "okko", str(folder)]) == 0
    assert f"shugyo content check okko {folder}" in capsys.readouterr().out
    assert main(["content", "check", "okko", str(folder), "--option", "scenario=vigil"]) == 0
    assert "no entries differ" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("items", "[items.katana]\ncopies = 99\n", "items.toml:2: items.katana.copies = 99 is not possible"),
        ("items", "[items.katana]\ncopyes = 2\n",
         "items.toml:2: there is no items.katana.copyes; did you mean items.katana.copies?"),
        ("items", '[items.katana]\nmodifiers = [{ stat = "mihgt" }]\n', "items.toml:2: items.katana.modifiers[0].stat"),
        ("cards", '[cards.noburo_leap.talent]\ndo = [{ op = "hits", n = 2 }]\n',
         "cards.toml:2: cards.noburo_leap.talent.do[0] = 'hits' is not possible here"),
        ("item", "", "item.toml: okko has no file of this name; did you mean items.toml?"),
    ],
)  # fmt: skip
def test_errors_name_file_line_and_entry(name: str, text: str, complaint: str, tmp_path: Path, capsys: Capture):
    (tmp_path / f"{name}.toml").write_text(text, "utf-8")
    assert main(["content", "check", "okko", str(tmp_path)]) == FAILED
    assert f"{tmp_path}/{complaint}" in capsys.readouterr().err
