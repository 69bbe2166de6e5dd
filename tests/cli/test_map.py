"""`shugyo map`: the list of scenarios, and the map of one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from shugyo.cli import FAILED, main
from shugyo.envs.core.content import shipped

Capture = pytest.CaptureFixture[str]
SCENARIOS = shipped("okko")["scenarios"]


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")


def printed(capsys: Capture, words: str) -> str:
    assert main(["map", *words.split()]) == 0
    return capsys.readouterr().out


def refused(capsys: Capture, words: str) -> str:
    assert main(["map", *words.split()]) == FAILED
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and err.startswith("error: ")
    return err


def drawings(out: str) -> list[list[str]]:
    """The lines of the two drawings: of Spaces, and of what stands on them."""
    parts = [part.splitlines() for part in out.split("\n\n")]
    return [part for part in parts if re.match(r" *[A-Za-z]---", part[0])]


def test_without_a_scenario_they_are_listed(capsys: Capture):
    out = printed(capsys, "okko")
    for key, entry in SCENARIOS.items():
        numbers = "1 or 2 Heroes" if len(entry["heroes"]) == 2 else "1, 2, 3 or 4 Heroes"
        searched = "yes" if entry.get("investigation", True) else "no"
        assert re.search(rf"│ {key} +│ {entry['name']} +│ {numbers} +│ {searched} +│", out)


def test_a_map_is_drawn_twice_with_a_legend(capsys: Capture):
    out = printed(capsys, "okko initiation")
    assert out.startswith("The Garrison at the Gate (initiation)\nno investigation, for 1 or 2 Heroes; here with 2\n")
    spaces, things = drawings(out)
    assert len(spaces) == len(things) == 9 and max(map(len, out.splitlines())) <= 80
    assert spaces[0] == things[0] and spaces[0].startswith("A---")
    for letter, key, name in (("A", "gate", "Great Gate"), ("B", "dojo", "Dojo"), ("c", "gallery", "Long Gallery")):
        assert f"\n  {letter} {key}: {name}" in out
    signs = dict(re.findall(r"^  (\w+) +(\w+\.\w\d): ", out, re.M))
    assert (
        signs["H1"] == "gate.a1"
        and signs["Sa1"] == "dojo.d2"
        and signs["Ch2"] == "dojo.a4"
        and signs["Te1"] == "dojo.a1"
    )
    assert all(any(sign in line for line in things) for sign in signs)
    assert not any(sign in line for sign in signs for line in spaces)
    assert "  Sa1 dojo.d2: Samurai\n" in out and "  H2  gate.a2: Noburo\n" in out
    difficulty = SCENARIOS["initiation"]["test_tokens"]["dojo.a1"]["n"]
    assert f"\nTests\n  dojo.a1, Test token: MIGHT Test of {difficulty}\n" in out
    for meaning in ("an Interaction Space", "a white line", "an open door", "a closed door", "Mortal Thralls", "solid"):
        assert meaning in out


def test_areas_tell_where_they_lead(capsys: Capture):
    out = printed(capsys, "okko initiation")
    areas = dict(re.findall(r"^  ([a-z_]+\.[a-z]), \d+ Spaces?: (.*)$", out, re.M))
    assert areas["gallery.a"] == "gate.c (door), gallery.b"
    for area, ways in areas.items():
        for other in re.findall(r"[a-z_]+\.[a-z]", ways):
            assert area in re.findall(r"[a-z_]+\.[a-z]", areas[other])


def test_fewer_heroes_leave_figures_and_start_spaces_empty(capsys: Capture):
    def kinds(words: str) -> list[str]:
        return sorted(re.findall(r"^  (H|As|Sa|Yu)\d* +\w+\.\w\d: ", printed(capsys, words), re.M))

    entry = SCENARIOS["investigation"]
    for n in "14":
        agents = entry["agents"][n]
        expected = {"H": int(n), "As": agents["ashigaru"], "Sa": agents["samurai"], "Yu": agents["yurei"]}
        assert min(expected.values()) > 0
        found = kinds(f"okko investigation --num-heroes {n}")
        assert {sign: found.count(sign) for sign in expected} == expected
    assert kinds("okko investigation") == kinds("okko investigation --num-heroes 4")  # the most, unless said


def test_clue_tokens_courtiers_and_tests_of_missions(capsys: Capture):
    out = printed(capsys, "okko masks")
    entry = SCENARIOS["masks"]
    courtiers = re.findall(r"^  Co\d (\S+): Courtier: (.*)$", out, re.M)
    names = [shipped("okko")["clues"][key]["name"] for key in entry["courtiers"]]
    assert courtiers == list(zip(entry["map"]["things"]["courtiers"], names, strict=True))
    for sign, key in (("Ev", "evidence"), ("Pa", "parchments"), ("Ch", "chests")):
        assert re.findall(rf"^  {sign}\d (\S+): ", out, re.M) == entry["map"]["things"][key]
    assert "\n  cells.a1, West Cell: MIGHT Test of 8 (Those Who Were Forgotten)\n" in out


def test_a_map_of_ones_own_with_a_closed_door(tmp_path: Path, capsys: Capture):
    (tmp_path / "scenarios.toml").write_text('[scenarios.vigil.map]\nclosed = [["kitchens.b", "service.a"]]\n', "utf-8")
    out = printed(capsys, f"okko vigil --content {tmp_path} --set scenarios.vigil.name=Watch")
    assert out.startswith("Watch (vigil)\n")
    assert "  service.a, 2 Spaces: kitchens.b (closed door), kitchens.d (door), service.c\n" in out
    row = next(line for line in drawings(out)[0] if line.startswith("|a2  a3 =b2  b3 "))
    assert row.startswith("|a2  a3 =b2  b3 xa1 :c1")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("okko vigl", "there is no scenario 'vigl'; there are initiation, vigil, investigation, masks"),
        ("okko vigil --num-heroes 3", "scenario 'vigil' is not for num_heroes=3; for: 1, 2"),
        ("okko vigil --num-heroes 9", "num_heroes=9 is not possible; allowed: an integer from 1 to 4"),
        ("okko --num-heroes 2", "--num-heroes needs a scenario"),
        ("okko --content nowhere", "nowhere: the content folder does not exist"),
        ("daimyo", "daimyo_v0 has no maps; okko has"),
        ("oko", "no game 'oko'; did you mean okko_v0?"),
    ],
)
def test_what_is_not_there(words: str, complaint: str, capsys: Capture):
    assert complaint in refused(capsys, words)
