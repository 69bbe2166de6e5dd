"""Shipped files as they are, and the lines of what stands in a TOML file."""

from __future__ import annotations

from pathlib import Path

import pytest

from shugyo.envs.core.content import ContentError, shipped
from shugyo.envs.core.content_files import line_of, shipped_files, with_line

TEXT = """\
# a comment with a.b = 3
top.level = 1

[heroes.aiko]          # 4
atk = 5
loot = [
  { event = "sell" },
]
source.loot = "rulebook"  # 9
[ heroes . "two words".action ]
uses = 2

[[stories.masks.faces]]   # 13
title = "heroes.aiko.def = 3"
[[stories.masks.faces]]
title = "b"               # 16
[stories]
gate.number = 3           # 18
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (["top", "level"], 2),
        (["top"], None),
        (["heroes", "aiko"], 4),
        (["heroes", "aiko", "atk"], 5),
        (["heroes", "aiko", "def"], 4),
        (["heroes", "aiko", "loot", "0", "event"], 6),
        (["heroes", "aiko", "source", "loot"], 9),
        (["heroes", "two words", "action", "uses"], 11),
        (["stories", "masks", "faces", "0", "title"], 14),
        (["stories", "masks", "faces", "1"], 15),
        (["stories", "masks", "faces", "1", "title"], 16),
        (["stories", "gate", "number"], 18),
        (["heroes", "amba", "atk"], None),
        (["stories"], 17),
    ],
)
def test_the_line_of_a_key(path: list[str], line: int | None):
    assert line_of(TEXT, path) == line


def test_an_error_gets_the_line_of_the_first_key_that_the_file_has(tmp_path: Path):
    file = tmp_path / "heroes.toml"
    file.write_text(TEXT, "utf-8")
    for thing, place in (
        ("heroes.amba.atk = 5 is also that of heroes.aiko.atk", f"{file}:5"),
        ("stories.masks.faces[1].title = 3 is not possible", f"{file}:16"),
        ("there are 12 heroes", str(file)),
        ("heroes.amba.atk = 5 is not possible", str(file)),
    ):
        found = with_line(ContentError(thing, str(file), "remedy"))
        assert (found.thing, found.place, found.remedy) == (thing, place, "remedy")
    error = ContentError("heroes.aiko.atk = 5", "content dict", "remedy")
    assert with_line(error) is error


@pytest.mark.parametrize("game", ["covenant", "daimyo"])
def test_shipped_files_are_what_the_game_reads(game: str, tmp_path: Path):
    from shugyo.envs.core.content import read_overlay

    files = shipped_files(game)
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    assert dict(read_overlay(game, tmp_path)) == shipped(game)
    assert list(files) == sorted(files)
