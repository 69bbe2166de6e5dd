"""Cards of an owner: a folder is all it takes, nothing is compiled for it, and CONTENT.md shows how."""

from __future__ import annotations

import io
import json
import re
import shlex
from pathlib import Path

import numpy as np
import pytest
import tyro
from msgspec import inspect

from shugyo.cli import main, train
from shugyo.envs import daimyo_v0
from shugyo.envs.core.kernel import KERNELS, UNCOMPILED
from shugyo.envs.daimyo import state
from shugyo.envs.daimyo.cards import Face, Hero, Nemesis
from shugyo.envs.daimyo.content import DaimyoOptions, build_tables
from shugyo.envs.daimyo.listing import texts

PAGE = Path(__file__).resolve().parents[3] / "envs" / "daimyo" / "CONTENT.md"
SHIPPED = build_tables(DaimyoOptions())[1]
MICHIKO, IZANAMI = SHIPPED["reinforcements"]["michiko"], SHIPPED["treasures"]["izanami"]
FILES = {
    "reinforcements.toml": f"""
[reinforcements.michiko]
cost = {MICHIKO["cost"] + 1}

[reinforcements.tae_masamune]
skills = [{{ on = "deploy", do = [{{ op = "count", what = "heroes" }}, {{ op = "petals", n = "count" }}] }}]

[reinforcements.newcomer]
number = 199
name = "Newcomer"
class = "ninja"
copies = 20
cost = 1
sell = 0
draw = 1
""",
    "treasures.toml": f"[treasures.izanami]\nmon = {(IZANAMI['mon'] + 1) % 10}\ntrade_points = 4\n",
    "heroes.toml": """
[heroes.aiko]
loot = [{ event = "sell", kind = "treasure", nth = 7, do = [{ op = "loot", deck = "regalia" }] }]
""",
}
CHANGED = {"Michiko", "Tae Masamune", "Izanami-no-Mikoto", "Aiko", "Newcomer"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Five cards of an owner: a cost, a program, a new card, bonuses, a loot condition."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def test_check_finds_the_five_cards(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["content", "check", "daimyo", str(folder)]) == 0
    out = capsys.readouterr().out
    entries = re.findall(r"^(changed|added|dropped) +(\S+):", out, re.M)
    assert entries == [
        ("changed", "reinforcements.tae_masamune"),
        ("changed", "reinforcements.michiko"),
        ("added", "reinforcements.newcomer"),
        ("changed", "treasures.izanami"),
        ("changed", "heroes.aiko"),
    ]
    assert f"cost: {MICHIKO['cost']} → {MICHIKO['cost'] + 1}" in out
    assert "Remove 1 petal for each hero you have." in out
    assert daimyo_v0.rules_hash(content=folder) in out and daimyo_v0.rules_hash() in out


def test_the_texts_of_these_cards_change_and_of_no_others(folder: Path):
    before, after = texts(SHIPPED), texts(build_tables(DaimyoOptions(content=str(folder)))[1])
    assert {name for name in after if after[name] != before.get(name)} == CHANGED
    assert set(before) <= set(after)
    assert after["Newcomer"] == "ninja reinforcement; cost 1, sell 0, VP 0, copies 20\n+1 card."
    assert "for the 7th time in a turn, loot 1 regalia" in after["Aiko"]


def play_all_ways(content: Path | None) -> None:
    """A game in the checked environment, games in the vector environment, whole games in one call."""
    rng = np.random.default_rng(5)
    env = daimyo_v0.env(num_players=2, content=content)
    env.reset(seed=5)
    while env.agents:
        observation, _, terminated, truncated, _ = env.last()
        over = terminated or truncated
        env.step(None if over else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    venv = daimyo_v0.vector_env(4, num_players=3, content=content)
    venv.reset(seed=5)
    venv.step(venv.slots.mask.argmax(axis=1))
    venv.play_out(["heuristic", "random", "random"], 1)


@pytest.mark.skipif(UNCOMPILED, reason="about compiled code")
def test_nothing_is_compiled_for_cards_of_ones_own(folder: Path):
    play_all_ways(None)
    before = {kernel.__name__: list(kernel.signatures) for kernel in KERNELS}
    assert before["advance"]
    play_all_ways(folder)
    assert {kernel.__name__: list(kernel.signatures) for kernel in KERNELS} == before


def test_a_whole_game_is_played_with_the_new_card_and_the_new_program(folder: Path):
    venv = daimyo_v0.vector_env(1, num_players=2, content=folder, autoreset="disabled")
    venv.reset(seed=1)
    state, tables = venv.slots.states[0], venv.slots.tables[0]
    fallen: dict[str, int] = {}
    while not state["over"]:
        names = {
            venv.game.action_name(state, tables, action): action
            for action in np.flatnonzero(venv.slots.mask[0]).tolist()
        }
        wishes = ("deploy Newcomer", "buy Newcomer", "deploy", "spend")
        name = next((name for wish in wishes for name in names if name.startswith(wish)), min(names))
        petals = int(state["petals"])
        venv.step(np.array([names[name]]))
        fallen.setdefault(name, petals - int(state["petals"]))
    assert fallen["deploy Tae Masamune"] == 1  # for the one hero that a player begins with
    assert fallen["deploy Okiku, Genin of Iga"] == 0
    assert {"buy Newcomer for 1 mon", "deploy Newcomer"} <= set(fallen)


# ------------------------------------------------------------------------------------------------- the page
def run_commands(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs the commands of a block; training is only asked whether it would understand."""
    for line in text.splitlines():
        shugyo, *words = shlex.split(line)
        assert shugyo == "shugyo", line
        monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
        if words[0] == "train":
            assert tyro.cli(train.Args, args=words[1:]).content == Path("mine")
        else:
            assert main(words) == 0, line


def test_what_the_page_shows_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """All blocks in order, in an empty folder; the files that they name grow from block to block."""
    monkeypatch.chdir(tmp_path)
    languages = set()
    for language, text in re.findall(r"```(\w+)\n(.*?)```", PAGE.read_text("utf-8"), re.S):
        languages.add(language)
        match language:
            case "toml":
                file = Path(re.match(r"# (mine/\w+\.toml)\n", text)[1])
                file.parent.mkdir(exist_ok=True)
                with file.open("a", encoding="utf-8") as out:
                    out.write(text)
            case "sh":
                run_commands(text, monkeypatch)
            case "python":
                exec(text, {})
    assert languages == {"toml", "sh", "python"}
    out = capsys.readouterr().out
    assert "changed  reinforcements.hiroko: Hiroko, number 22" in out
    assert "dropped  reinforcements.shichi: " in out and "added    reinforcements.shichi_printed: " in out
    assert "199  Second Bowl: ninja, cost 2" in out


def test_the_limits_on_the_page():
    rows = dict(re.findall(r"^\| ([\w ,]+) \| (\d+) \|$", PAGE.read_text("utf-8").partition("## Limits")[2], re.M))
    fields = {
        struct: {field.name: field for field in inspect.type_info(struct).fields} for struct in (Hero, Nemesis, Face)
    }
    passive = {fields[Hero]["passive"].type.max_length, fields[Nemesis]["passive"].type.max_length}
    passive.add(fields[Face]["triggers"].type.max_length)
    assert {name: int(most) for name, most in rows.items()} == {
        "types of cards": state.CARDS,
        "heroes and nemeses together": state.CHARACTERS,
        "story cards, of two faces each": state.STORIES,
        "copies of reinforcements of a class": state.PILE,
        "loot conditions of a hero": fields[Hero]["loot"].type.max_length,
        "passive skills of a hero or nemesis, triggers of a face": max(passive),
        "triggers of all heroes, nemeses and faces": state.TRIGGERS,
        "rows of all programs": state.CODE,
        "bytes of a name": state.NAME,
    }
    assert len(passive) == 1


def test_replays_hold_the_cards_that_were_played(folder: Path, tmp_path: Path):
    file = tmp_path / "games.jsonl"
    words = f"match daimyo random random --num-players 2 --pairs 1 --content {folder} --replays {file}"
    assert main(words.split()) == 0
    assert "newcomer" in json.loads(file.read_text("utf-8").splitlines()[0])["options"]["content"]["reinforcements"]
    assert main(["replay", str(file)]) == 0
