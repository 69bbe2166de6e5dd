"""Cards and a scenario of one's own: CONTENT.md shows how, wrong ones are refused, nobody is locked out."""

from __future__ import annotations

import copy
import io
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec import inspect

from shugyo.cli import main
from shugyo.envs import okko_v0
from shugyo.envs.core.content import ContentError
from shugyo.envs.core.options import parse_options
from shugyo.envs.okko import state as st
from shugyo.envs.okko.board import capacity
from shugyo.envs.okko.cards import Card, Hero
from shugyo.envs.okko.casting import MOST_DOORS
from shugyo.envs.okko.content import OkkoOptions, build_tables

PAGE = Path(__file__).resolve().parents[3] / "envs" / "okko" / "CONTENT.md"
Capture = pytest.CaptureFixture[str]


def blocks() -> list[tuple[str, str]]:
    """(language, text) of the page's blocks, in order."""
    return re.findall(r"```(\w+)\n(.*?)```", PAGE.read_text("utf-8"), re.S)


def page_content() -> dict[str, Any]:
    """All that the page's TOML blocks say, as one overlay."""
    return tomllib.loads("\n".join(text for language, text in blocks() if language == "toml"))


def changed(path: str, value: Any) -> dict[str, Any]:
    """The page's content with another value at a path: ``"scenarios/lanterns/heroes"``."""
    content = copy.deepcopy(page_content())
    *way, last = path.split("/")
    below = content
    for key in way:
        below = below.setdefault(key, {})
    below[last] = value
    return content


def tables(content: dict[str, Any], num_heroes: int = 2) -> Any:
    options = {"scenario": "lanterns", "num_heroes": num_heroes, "content": content}
    return build_tables(parse_options(OkkoOptions, "okko_v0", options))[0][0]


def refusal(content: dict[str, Any]) -> str:
    with pytest.raises(ContentError) as error:
        tables(content)
    return str(error.value)


def drawn(text: str, *instead: tuple[str, str]) -> str:
    """A drawing with other lines."""
    for old, new in instead:
        assert text.count(old) == 1
        text = text.replace(old, new)
    return text


COURT = page_content()["tiles"]["lantern_court"]["front"]["drawing"]
HALL = page_content()["tiles"]["reed_hall"]["front"]["drawing"]
COURT_DRAWING, HALL_DRAWING = "tiles/lantern_court/front/drawing", "tiles/reed_hall/front/drawing"


# ------------------------------------------------------------------------------------------------- the page
def test_what_the_page_shows_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture):
    """All blocks in order, in an empty folder; the files that they name grow from block to block."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    for language, text in blocks():
        match language:
            case "toml":
                file = Path(re.match(r"# (mine/\w+\.toml)\n", text)[1])
                file.parent.mkdir(exist_ok=True)
                with file.open("a", encoding="utf-8") as out:
                    out.write(text)
            case "sh":
                for line in text.splitlines():
                    shugyo, *words = shlex.split(line)
                    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
                    assert shugyo == "shugyo" and main(words) == 0, line
            case "python":
                exec(text, {})
    assert {language for language, _ in blocks()} == {"toml", "sh", "python"}
    out = capsys.readouterr().out
    assert "changed  items.katana: Katana\n" in out and "added    items.tessen: Iron Fan\n" in out
    assert "dropped  items.smoke_bombs: Smoke Bombs\n" in out
    assert "You have +2 MIGHT in melee and +1 DEFENSE when attacked." in out
    assert "Technique (laid right): +2 SPEED and +1 MIGHT." in out  # laid over: the MIGHT is as shipped
    assert "added    scenarios.lanterns: The Last Lantern\n" in out
    assert "it can be played: 14 combinations of options were tried" in out
    assert "C lantern_court: Court of Lanterns, b5 Great Lantern" in out
    assert "lantern_court.b5, Great Lantern: GUILE Test of 3 (Put Out the Light)" in out


@pytest.mark.parametrize("num_heroes", [1, 2])
def test_the_scenario_is_played_to_the_end_by_random_players(num_heroes: int):
    content = page_content()
    ends = set()
    for seed in range(6):
        env = okko_v0.env(num_heroes=num_heroes, scenario="lanterns", content=content, max_turns=20)
        env.reset(seed=seed)
        rng = np.random.default_rng(seed)
        returns = dict.fromkeys(env.agents, 0.0)
        truncated = True
        while env.agents:
            observation, reward, terminated, truncated, _ = env.last()
            returns[env.agent_selection] += reward
            over = terminated or truncated
            env.step(None if over else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
        assert len(returns) == num_heroes + 1
        assert not truncated  # decided by the mission, or because nobody is left
        assert {returns[f"hero_{h}"] for h in range(num_heroes)} == {-returns["oni_0"]}
        ends.add(returns["oni_0"])
    assert ends <= {-1.0, 1.0}


def test_who_is_on_the_map():
    t = tables(page_content(), 1)
    names = [bytes(name).rstrip(b"\0").decode() for name in t.tile_name[: t.num_tiles]]
    assert sorted(names) == ["Court of Lanterns", "Hall of Reeds"]
    ashigaru = [int(space) for space in t.figure_start[st.AGENT_FIGURE : st.AGENT_FIGURE + 10] if space >= 0]
    assert [bytes(t.space_name[space]).rstrip(b"\0") for space in ashigaru] == [b"lantern_court.b7", b"reed_hall.c1"]
    ashigaru = [space for space in tables(page_content(), 2).figure_start[st.AGENT_FIGURE :][:10] if space >= 0]
    assert len(ashigaru) == 3


def test_the_limits_on_the_page():
    rows = dict(re.findall(r"^\| ([\w ,]+) \| (\d+) \|$", PAGE.read_text("utf-8").partition("## Limits")[2], re.M))
    talents = {field.name: field for field in inspect.type_info(Hero).fields}["talents"]  # type: ignore[attr-defined]
    (number,) = [field for field in inspect.type_info(Card).fields if field.name == "number"]  # type: ignore[attr-defined]
    assert {name: int(most) for name, most in rows.items()} == {
        "Heroes in a game": st.HEROES,
        "Action cards of a Hero": number.type.le,
        "natural talents of a Hero or kind of agents": talents.type.max_length,
        "Equipment cards, copies counted": st.ITEMS,
        "Wounds, copies counted": st.WOUNDS,
        "Event cards, copies counted": st.EVENTS,
        "Clue cards": st.CLUES,
        "Followers, Kami and Courtiers as Followers": st.COMPANIONS,
        "kinds of agents": st.KINDS,
        "figures of agents": st.FIGURES - st.AGENT_FIGURE,
        "positions of a tree": st.NODES,
        "missions of a scenario": st.MISSIONS,
        "tokens with numbers": st.TOKENS,
        "tiles and corridors of a map": capacity.TILES,
        "Areas of a map": capacity.AREAS,
        "Spaces of a map": capacity.SPACES,
        "doors of a map": MOST_DOORS,
        "modifiers of all entries": st.MODIFIERS,
        "triggers of all entries": st.TRIGGERS,
        "rows of all programs": st.CODE,
        "bytes of a name": st.NAME,
    }


# ------------------------------------------------------------------------------------------------- wrong ones
LANTERNS, THINGS = "scenarios/lanterns", "scenarios/lanterns/map/things"
TEST = {"stat": "guile", "n": 3, "do": [{"op": "clue"}]}


@pytest.mark.parametrize(
    ("path", "value", "complaint"),
    [
        (f"{LANTERNS}/heroes", {"2": ["okko"]}, "scenarios.lanterns.heroes.2 names 1 Heroes; name 2, each once"),
        (f"{LANTERNS}/heroes", {"1": ["oko"]}, "names 'oko', which is not there; did you mean okko?"),
        (f"{LANTERNS}/objective", "put_out_the_lihgt", "which is not there; did you mean put_out_the_light?"),
        (f"{THINGS}/chests", ["lantern_court.c9"], "there is no space lantern_court.c9 on this map; did you mean"),
        (f"{THINGS}/chests", ["lantern_court.a1"], "lantern_court.a1 is already taken by heroes"),
        (f"{THINGS}/heroes", ["lantern_court.c2", "reed_hall.a1"], "lantern_court.c2 is a reinforcement space"),
        (f"{LANTERNS}/map/pieces/H", {"tile": "reed_hal"}, "there is no tile or corridor reed_hal; did you mean"),
        (f"{LANTERNS}/map/pieces/H", {"tile": "reed_hall", "turn": 90}, "meets a wall of reed_hall"),
        (f"{LANTERNS}/map/layout", "CCCCHHHH\n" * 3, "C is not drawn as 4 lines of 4 letters"),
        (f"{LANTERNS}/map/closed", [["reed_hall.a", "reed_hall.b"]], "there is no door between reed_hall.a and"),
        (f"{LANTERNS}/objects", ["reed_hall.a9"], "scenarios.lanterns.objects: there is no space reed_hall.a9"),
        (f"{LANTERNS}/objects", ["lantern_court.c1"], "scenarios.lanterns.objects: lantern_court.c1 is already taken"),
        (f"{LANTERNS}/test_tokens", {"reed_hall.z1": TEST}, "scenarios.lanterns.test_tokens: there is no space"),
        (f"{LANTERNS}/tests", {"Grate Lantern": TEST}, "scenarios.lanterns.tests: there is no Interaction Space"),
        ("missions/put_out_the_light/tests", {"Signal Fier": TEST},
         "missions.put_out_the_light.tests: there is no Interaction Space 'Signal Fier' on the map of "
         "scenarios.lanterns; did you mean Signal Fire?"),
        (COURT_DRAWING, drawn(COURT, ("b5!", "b5?")), "tiles.lantern_court.front.drawing, line 6"),
    ],
)  # fmt: skip
def test_a_wrong_scenario_is_refused_with_its_place(path: str, value: Any, complaint: str):
    said = refusal(changed(path, value))
    assert said.startswith("content dict: ") and complaint in said


def test_a_test_of_a_mission_tile_stands_on_that_tile():
    content = changed("missions/put_out_the_light/tile", "Hall of Reeds")
    assert refusal(content) == (
        "content dict: missions.put_out_the_light.tests: there is no Interaction Space 'Great Lantern' on the Tile "
        "Hall of Reeds; there are Signal Fire"
    )


def test_check_names_file_and_line(tmp_path: Path, capsys: Capture):
    for language, text in blocks():
        if language == "toml":
            file = tmp_path / Path(re.match(r"# mine/(\w+\.toml)\n", text)[1])
            with file.open("a", encoding="utf-8") as out:
                out.write(text)
    file = tmp_path / "scenarios.toml"
    text = file.read_text("utf-8").replace('chests = ["lantern_court.c1"]', 'chests = ["lantern_court.c5"]')
    file.write_text(text, "utf-8")
    line = text.splitlines().index('chests = ["lantern_court.c5"]') + 1
    assert main(["content", "check", "okko", str(tmp_path)]) != 0
    out, err = capsys.readouterr()
    assert out == "" and err.startswith(
        f"error: {file}:{line}: scenarios.lanterns.map.things.chests: there is no space"
    )
    assert "(with num_heroes=1, scenario='lanterns')" in err


# ------------------------------------------------------------------------------------------------- nobody locked out
CLOSED = [["lantern_court.b", "reed_hall.a"]]


def locked(path: str, value: Any) -> str:
    """The refusal of a scenario in which somebody is locked out, without the remedy."""
    said = refusal(changed(path, value))
    place, complaint, remedy = said.partition(": ")[0], said.partition(": ")[2], said.rpartition("; ")[2]
    assert place == "content dict" and remedy == "open a door, clear a Space beside it, or move one of the two"
    return complaint.rpartition("; ")[0]


@pytest.mark.parametrize("scenario", ["initiation", "vigil", "investigation", "masks"])
def test_in_the_shipped_scenarios_nobody_is_locked_out(scenario: str):
    shipped = okko_v0.GAME.build_tables(OkkoOptions())[1]["scenarios"]
    assert set(shipped) == {"initiation", "vigil", "investigation", "masks"}
    for count in shipped[scenario]["heroes"]:
        build_tables(OkkoOptions(scenario=scenario, num_heroes=int(count)))


def test_a_closed_door_locks_a_test_away():
    """The only door lies between the two halves; what one cannot get to first is told: tokens, then Tests."""
    assert locked(f"{LANTERNS}/map/closed", CLOSED) == (
        "scenarios.lanterns.map: a Hero who begins on lantern_court.a1 cannot get to the Test 'Signal Fire' at "
        "reed_hall.c3"
    )


@pytest.mark.parametrize(
    ("key", "what"),
    [
        ("map/things/chests", "the Chest"),
        ("objects", "the object"),
    ],
)
def test_a_closed_door_locks_tokens_away(key: str, what: str):
    content = changed(f"{LANTERNS}/{key}", ["reed_hall.a3"])
    content["scenarios"]["lanterns"]["map"]["closed"] = CLOSED
    at = key.replace("/", ".")
    assert f"scenarios.lanterns.{at}: a Hero who begins on lantern_court.a1 cannot get to {what} at reed_hall.a3" in (
        refusal(content)
    )


def test_a_test_token_is_used_from_beside_it():
    content = changed(f"{LANTERNS}/test_tokens", {"reed_hall.a3": TEST | {"do": [{"op": "heal"}]}})
    tables(content)
    content["scenarios"]["lanterns"]["map"]["closed"] = CLOSED
    assert "scenarios.lanterns.test_tokens: a Hero who begins on lantern_court.a1 cannot get to the Test token" in (
        refusal(content)
    )


def test_each_start_counts():
    content = changed(f"{THINGS}/heroes", ["reed_hall.a1", "lantern_court.a2"])
    content["scenarios"]["lanterns"]["map"]["closed"] = CLOSED
    assert "a Hero who begins on reed_hall.a1 cannot get to the Chest at lantern_court.c1" in refusal(content)


def test_a_token_hemmed_in_by_tokens_and_reinforcement_spaces():
    """c3 has the neighbours b5 … b7 above it, the thralls' Space c2 and the creatures' Space c4."""
    free = ["lantern_court.c3"]
    tables(changed(f"{THINGS}/chests", free))
    content = changed(f"{LANTERNS}/objects", ["lantern_court.b6", "lantern_court.b7"])
    content["scenarios"]["lanterns"]["map"]["things"]["chests"] = free
    content["scenarios"]["lanterns"]["agents"] = {}
    content["scenarios"]["lanterns"]["map"]["things"]["figures"] = {}
    tables(content)  # from b5
    content["scenarios"]["lanterns"]["objects"].append("lantern_court.b5")
    assert "cannot get to the Chest at lantern_court.c3" in refusal(content)


def test_a_test_under_a_token_cannot_be_made():
    assert locked(f"{LANTERNS}/objects", ["reed_hall.c3"]).endswith("the Test 'Signal Fire' at reed_hall.c3")


FULL = ["lantern_court.b1", "lantern_court.b2", "lantern_court.b4", "lantern_court.b6"]
"""Tokens on the Court's middle Area that leave the Great Lantern's Space and b3 free."""


def test_an_area_full_of_tokens_is_crossed_by_who_is_fast_enough():
    """The Court's middle Area lies between the start and everything else, and is two Areas away from the Hall."""
    content = changed("missions/put_out_the_light/tests", {"Signal Fire": {**TEST, "do": [{"op": "heal"}]}})
    content["scenarios"]["lanterns"]["agents"] = {}
    content["scenarios"]["lanterns"]["map"]["things"] |= {"figures": {}, "chests": []}
    content["scenarios"]["lanterns"]["objects"] = [*FULL, "lantern_court.b3", "lantern_court.b5"]
    tables(content)  # b7 is free
    content["scenarios"]["lanterns"]["objects"] += ["lantern_court.b7"]
    assert refusal_or_none(content) == ""  # the slowest Hero has SPEED 2: over the full Area into the Hall
    content["heroes"] = {"noburo": {"speed": 1}}
    assert "a Hero who begins on lantern_court.a1 cannot get to" in refusal_or_none(content)


def test_a_prohibited_tile_is_entered_only_where_there_is_room():
    """B28: of the full Area one would have to be caught in."""
    content = changed("missions/put_out_the_light/tests", {"Great Lantern": {**TEST, "do": [{"op": "heal"}]}})
    content["scenarios"]["lanterns"]["agents"] = {}
    content["scenarios"]["lanterns"]["map"]["things"] |= {
        "figures": {},
        "chests": [],
        "heroes": ["reed_hall.c5", "reed_hall.c6"],
    }
    content["scenarios"]["lanterns"]["objects"] = [*FULL, "lantern_court.b3", "lantern_court.b7"]
    tables(content)  # the Great Lantern's Space is free
    content["tiles"]["lantern_court"]["front"]["prohibited"] = 3
    tables(content)
    content["scenarios"]["lanterns"]["objects"] += ["lantern_court.b5"]
    content["missions"]["put_out_the_light"]["tests"] = {"Signal Fire": {**TEST, "do": [{"op": "heal"}]}}
    assert "a Hero who begins on reed_hall.c5 cannot get to the object" in refusal_or_none(content)
    content["tiles"]["lantern_court"]["front"]["prohibited"] = 0
    assert refusal_or_none(content) == ""


def refusal_or_none(content: dict[str, Any]) -> str:
    try:
        tables(content)
    except ContentError as error:
        return str(error)
    return ""
