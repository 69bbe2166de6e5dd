"""`shugyo cards`. What is asserted of single cards stands in the rulebook, so that other content does not change it."""

from __future__ import annotations

import json
import re

import pytest

from shugyo.cli import FAILED, main
from shugyo.envs.core.content import shipped

KINDS = ("reinforcements", "treasures", "regalia", "heroes", "nemeses", "stories")
Capture = pytest.CaptureFixture[str]


def printed(capsys: Capture, words: str) -> str:
    assert main(["cards", *words.split()]) == 0
    return capsys.readouterr().out


def listed(capsys: Capture, words: str) -> list[dict]:
    return json.loads(printed(capsys, f"{words} --json"))


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def test_all_cards_are_listed_by_kind_in_80_columns(capsys: Capture):
    out = printed(capsys, "daimyo")
    content = shipped("daimyo")
    heads = dict(re.findall(r"^(\w+) \((\d+)\) *$", out, re.M))
    assert {kind: int(heads[kind]) for kind in KINDS} == {kind: len(content[kind]) for kind in KINDS}
    for kind in KINDS:
        for entry in content[kind].values():
            assert re.search(rf"^ *{entry['number']} +{re.escape(entry['name'].split()[0])}", out, re.M)
    assert max(map(len, out.splitlines())) <= 80


def test_texts_stand_below_their_cards_in_80_columns(capsys: Capture):
    out = printed(capsys, "daimyo --texts")
    assert re.search(r"^ 19  Shizuka: samurai, cost \d+, sell .*\n(       .+\n)+ 20  ", out, re.M)
    assert "[samurai] win the duel" in out  # square brackets are text, no markup
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize("word", ["Shizuka", "shizuka", "SHIZU", "19"])
def test_a_card_shows_all_its_facts_with_their_sources_and_its_text(word: str, capsys: Capture):
    out = printed(capsys, f"daimyo {word}")
    assert out.startswith("Shizuka, number 19\nreinforcements.shizuka; ")
    rows = re.findall(r"^ (\S+) +(.*?) +(\w+) *$", out, re.M)
    facts = {fact: (value, source) for fact, value, source in rows}
    assert facts["mon"] == ("2", "rulebook") and facts["class"] == ("samurai", "inferred")
    assert facts["deployments"] == ("0", "rulebook")
    assert facts["cost"][1] == "designed" and facts["vp"][1] == "designed"
    assert "+2 mon." in out and "negate the" in out


def test_a_part_of_a_fact_may_be_known(capsys: Capture):
    out = printed(capsys, "daimyo hiroko")
    assert re.search(r"^ skills +see the text +designed *\n skills.icon +rulebook *$", out, re.M)


def test_several_names_and_one_card_once(capsys: Capture):
    found = listed(capsys, "daimyo setsuko 1 soul michiko")
    names = [card["name"] for card in found]
    assert names == ["Setsuko, Soul Ablaze", "Setsuko, Revenant Despair", "Michiko"]


def test_a_whole_name_is_preferred_to_a_part(capsys: Capture):
    assert [card["key"] for card in listed(capsys, "daimyo mon")] == ["mon"]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("shizoka", "none of these cards has 'shizoka' as its number or in its name; the nearest are Shizuka"),
        ("masamume", "the nearest are Tae Masamune"),
        ("xyzzy", "`shugyo cards daimyo` lists those there are"),
        ("999", "none of these cards has '999'"),
        ("shizuka --kind heroes", "none of these cards has 'shizuka'"),
        ("--kind tresures", "--kind 'tresures': did you mean treasures?"),
        ("--class monk", "--class 'monk': there are samurai, ninja"),
        ("--kind regalia --class ninja", "--class 'ninja': these cards have none"),
        ("--find xyzzy", "--find 'xyzzy': none of these cards has it"),
        ("--set reinforcements.hiroko.cost=99", "reinforcements.hiroko.cost = 99 is not possible"),
        ("--content nowhere", "the content folder does not exist"),
    ],
)
def test_what_is_not_there(words: str, complaint: str, capsys: Capture):
    assert main(["cards", "daimyo", *words.split()]) == FAILED
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
    assert complaint in err


def test_filters(capsys: Capture):
    everything = listed(capsys, "daimyo")
    ninja = listed(capsys, "daimyo --kind treasures --class ninja")
    assert ninja == [c for c in everything if c["kind"] == "treasures" and c["facts"]["class"] == "ninja"] != []
    found = listed(capsys, "daimyo --find NEGATE")
    assert found == [c for c in everything if "negate" in f"{c['name']} {c['text']}".lower()]
    assert {"Shizuka"} <= {c["name"] for c in found} < {c["name"] for c in everything}
    assert "negate" in printed(capsys, "daimyo --find negate")


def test_json_holds_all_that_the_content_says(capsys: Capture):
    found = {(card["kind"], card["key"]): card for card in listed(capsys, "daimyo")}
    content = shipped("daimyo")
    assert set(found) == {(kind, key) for kind in ("mon", *KINDS) for key in content[kind]}
    for (kind, key), card in found.items():
        entry = content[kind][key]
        assert (card["number"], card["name"]) == (entry["number"], entry["name"])
        assert card["source"] == entry.get("source", {})
        plain = {name for name, value in entry.items() if not isinstance(value, (dict, list)) and name in card["facts"]}
        assert {name: card["facts"][name] for name in plain} == {name: entry[name] for name in plain}
        assert set(entry) - {"number", "name", "source"} <= set(card["facts"])
        assert card["text"] or kind == "regalia"


def test_a_changed_value_does_not_keep_the_source_of_the_shipped_one(capsys: Capture):
    def sources(*more: str) -> dict[str, str]:
        assert main(["cards", "daimyo", "shizuka", "--json", *more]) == 0
        (card,) = json.loads(capsys.readouterr().out)
        return card["source"]

    shipped_sources = sources()
    assert shipped_sources["mon"] == shipped_sources["name"] == "rulebook"
    assert sources("--set", "reinforcements.shizuka.mon=5") == {**shipped_sources, "mon": "changed"}
    assert sources("--set", "reinforcements.shizuka.mon=2") == shipped_sources
    own = ("--set", "reinforcements.shizuka.mon=5", "--set", 'reinforcements.shizuka.source.mon="preview"')
    assert sources(*own) == {**shipped_sources, "mon": "preview"}


def test_own_values_are_shown(capsys: Capture):
    words = "daimyo hiroko --set reinforcements.hiroko.cost=13 --set reinforcements.hiroko.source.cost=preview"
    assert re.search(r"^ cost +13 +preview *$", printed(capsys, words), re.M)


@pytest.mark.parametrize(
    ("options", "kinds"),
    [
        ("--num-players 3", {"nemeses": False, "stories": False}),
        ("--option nemesis=true", {"nemeses": True, "stories": False}),
        ("--option boss_rush=true", {"nemeses": True, "stories": False}),
        ("--option expansions=[1]", {"nemeses": False, "stories": True}),
    ],
)
def test_options_leave_the_cards_of_such_a_game(options: str, kinds: dict[str, bool], capsys: Capture):
    found = listed(capsys, f"daimyo {options}")
    assert {kind: any(card["kind"] == kind for card in found) for kind in kinds} == kinds
    expansions = {card["facts"]["expansion"] for card in found}
    assert expansions == ({0, 1} if "expansions" in options else {0})


def test_the_suits_of_covenant(capsys: Capture):
    out = printed(capsys, "covenant")
    assert re.search(r"^ clubs +♣ +Vigor +Servants +2 3 4 5 6 7 8 9 10 J Q K A *$", out, re.M)
    assert [card["key"] for card in listed(capsys, "covenant --mode mini")] == ["clubs", "spades"]
    assert re.search(r"^ trait +Influence +seed *$", printed(capsys, "covenant hearts"), re.M)


def test_a_game_without_cards(monkeypatch: pytest.MonkeyPatch, capsys: Capture):
    from dataclasses import replace

    from shugyo.cli import cards
    from shugyo.envs import covenant_v0

    monkeypatch.setattr(cards, "find_game", lambda name: replace(covenant_v0.GAME, cards=None))
    assert main(["cards", "covenant"]) == FAILED
    assert "covenant_v0 has no cards; `shugyo content export covenant FOLDER`" in capsys.readouterr().err
