"""`shugyo content`: the shipped files in a folder, and a folder of one's own against them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from shugyo.cli import FAILED, main
from shugyo.envs import covenant_v0, daimyo_v0
from shugyo.envs.core import content_files

CONFIGS = Path(__file__).resolve().parents[2] / "configs"
Capture = pytest.CaptureFixture[str]
FIXED = ("--option", "num_players=2", "--option", "expansions=[1]")  # fewer variants, where they do not matter
OWN = """
[reinforcements.michiko]
cost = 13

[reinforcements.hiroko]
skills = [{ on = "deploy", do = [{ op = "draw", n = 7 }] }]

[reinforcements.katsu]
enabled = false

[reinforcements.shichi]
name = "Shichi"

[reinforcements.newcomer]
number = 199
name = "Newcomer"
class = "ninja"
cost = 3
sell = 1
mon = 4
"""


def folder_of(folder: Path, **files: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text, "utf-8")
    return folder


def checked(capsys: Capture, *words: str | Path) -> str:
    assert main(["content", "check", *map(str, words)]) == 0
    return capsys.readouterr().out


def refused(capsys: Capture, *words: str | Path) -> str:
    assert main(["content", *map(str, words)]) == FAILED
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and err.startswith("error: ")
    return err


# ------------------------------------------------------------------------------------------------- export
@pytest.mark.parametrize("game", ["covenant", "daimyo"])
def test_export_writes_the_shipped_files_as_they_are(game: str, tmp_path: Path, capsys: Capture):
    folder = tmp_path / "new" / "mine"
    assert main(["content", "export", game, str(folder)]) == 0
    shipped = {file.name: file.read_bytes() for file in (CONFIGS / game).glob("*.toml")}
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == shipped
    out = capsys.readouterr().out
    assert all(name in out for name in shipped) and f"shugyo content check {game} {folder}" in out
    out = checked(capsys, game, folder, *FIXED[: 4 if game == "daimyo" else 2])
    assert "no entries differ" in out
    assert out.count("all is as shipped, so that the file may be left out") == len(shipped)


def test_export_overwrites_nothing(tmp_path: Path, capsys: Capture):
    folder_of(tmp_path, heroes="# mine\n", notes="# mine\n")
    assert "heroes.toml would be overwritten; name a new folder" in refused(capsys, "export", "daimyo", tmp_path)
    assert {file.name: file.read_text("utf-8") for file in tmp_path.iterdir()} == {
        "heroes.toml": "# mine\n",
        "notes.toml": "# mine\n",
    }
    (tmp_path / "heroes.toml").unlink()
    assert main(["content", "export", "daimyo", str(tmp_path)]) == 0
    assert (tmp_path / "notes.toml").read_text("utf-8") == "# mine\n"
    capsys.readouterr()
    assert "heroes.toml and " in refused(capsys, "export", "daimyo", tmp_path)


@pytest.mark.parametrize("path", ["file", "file/mine"])
def test_export_needs_a_folder(path: str, tmp_path: Path, capsys: Capture):
    (tmp_path / "file").write_text("mine", "utf-8")
    assert "a part of the path is a file; name a new folder" in refused(capsys, "export", "daimyo", tmp_path / path)
    assert (tmp_path / "file").read_text("utf-8") == "mine"


def test_a_broken_off_export_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture):
    written: list[Path] = []

    def write(path: Path, data: bytes) -> None:
        if len(written) == 2:
            raise OSError(28, "No space left on device", str(path))
        path.write_bytes(data)
        written.append(path)

    monkeypatch.setattr(content_files, "write_whole", write)
    assert "No space left on device" in refused(capsys, "export", "daimyo", tmp_path)
    assert len(written) == 2 and not list(tmp_path.iterdir())


# ------------------------------------------------------------------------------------------------- check
def test_check_tells_what_differs(tmp_path: Path, capsys: Capture):
    folder = folder_of(tmp_path / "mine", reinforcements=OWN, rules="[rules]\nhand_size = 8\n")
    out = checked(capsys, "daimyo", folder, *FIXED)
    assert "5 entries differ from what daimyo_v0 ships" in " ".join(out.split())
    assert re.search(r"^changed  rules\.hand_size: 5 → 8$", out, re.M)
    assert re.search(r"^changed  reinforcements\.michiko: Michiko, number 33\n    cost: \d+ → 13 *$", out, re.M)
    assert re.search(r"^    skills: see the text *\n(      .*\n)*      Draw 7 cards\. *$", out, re.M)
    assert re.search(r"^dropped  reinforcements\.katsu: Katsu, number 27$", out, re.M)
    assert re.search(
        r"^added    reinforcements\.newcomer: Newcomer, number 199\n    ninja, cost 3, .*\n      \+4 mon\. *$",
        out,
        re.M,
    )
    assert f"rules {daimyo_v0.rules_hash(content=folder)} (shipped: {daimyo_v0.rules_hash()})" in out


def test_check_notes_what_is_odd(tmp_path: Path, capsys: Capture):
    folder = folder_of(tmp_path, reinforcements=OWN, heroes="heroes.aiko.enabled = false\n", treasures="")
    out = checked(capsys, "daimyo", folder, *FIXED)
    assert re.search(r"reinforcements\.toml: as shipped, and may be left out: reinforcements\.shichi$", out, re.M)
    assert re.search(r"treasures\.toml: all is as shipped, so that the file may be left out$", out, re.M)
    heroes, shipped = re.search(
        r"^note: (\d+) heroes, copies counted; the shipped box holds (\d+)$", out, re.M
    ).groups()
    assert int(heroes) == int(shipped) - 1
    assert "heroes.toml" not in out


def test_check_of_a_game_of_numbers(tmp_path: Path, capsys: Capture):
    out = checked(capsys, "covenant", folder_of(tmp_path, rules="rules.aid_value = 3\n"))
    assert "changed  rules.aid_value: 2 → 3\n" in out
    assert re.search(r"^changed  modes\.mini\n    rules\.aid_value: 2 → 3 *$", out, re.M)
    assert covenant_v0.rules_hash(content=tmp_path) in out


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("heroes", "[heroes.aiko]\natk = \n", "heroes.toml:2: not TOML: "),
        ("heroes", "# mine\n\n[heroes.aiko]\natk = 99\n", "heroes.toml:4: heroes.aiko.atk = 99 is not possible"),
        ("heroes", "[heroes.aiko]\natc = 4\n", "heroes.toml:2: there is no heroes.aiko.atc; did you mean"),
        ("heroes", "[heroes.x]\n\n", "heroes.toml:1: heroes.x.number is missing"),
        (
            "stories",
            '[[stories.masks.faces]]\ntitle = "a"\n[[stories.masks.faces]]\ntitle = "b"\nmodifiers = 3\n',
            "stories.toml:5: stories.masks.faces[1].modifiers = 3 is not possible; allowed: an array",
        ),
        (
            "reinforcements",
            '[reinforcements.katsu]\nskills = [\n  { on = "deploy", do = [{ op = "win_duel" }] },\n]\n',
            "reinforcements.toml:2: reinforcements.katsu.skills[0].do[0]",
        ),
        ("hero", "", "hero.toml: daimyo has no file of this name; did you mean heroes.toml?"),
    ],
)
def test_errors_name_file_line_and_entry(name: str, text: str, complaint: str, tmp_path: Path, capsys: Capture):
    folder_of(tmp_path, **{name: text})
    assert f"{tmp_path}/{complaint}" in refused(capsys, "check", "daimyo", tmp_path)


def test_a_folder_that_is_not_there(tmp_path: Path, capsys: Capture):
    assert "the content folder does not exist" in refused(capsys, "check", "daimyo", tmp_path / "nowhere")
    assert "holds no TOML file; daimyo reads heroes.toml" in refused(capsys, "check", "daimyo", tmp_path)
    assert "no game 'daimio'; did you mean daimyo_v0?" in refused(capsys, "check", "daimio", tmp_path)


def test_every_variant_has_to_be_playable_unless_it_is_left_out(tmp_path: Path, capsys: Capture):
    from shugyo.envs.core.content import shipped

    dropped = "".join(f"{key}.enabled = false\n" for key in shipped("daimyo")["nemeses"])
    folder_of(tmp_path, nemeses=f"[nemeses]\n{dropped}")
    error = refused(capsys, "check", "daimyo", tmp_path)
    assert "nemeses.toml: there is no nemesis (with " in error and "=True)" in error
    out = checked(capsys, "daimyo", tmp_path, "--option", "nemesis=false", "--option", "boss_rush=false")
    assert "0 nemeses, copies counted; the shipped box holds 5" in out
    assert "it can be played: 32 combinations" in out
