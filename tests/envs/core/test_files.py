"""Files: on a disk that is full, what was there stays and the error names the file; and their names in order."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from shugyo.envs.core.files import append_whole, stems, write_whole

resource = pytest.importorskip("resource", reason="the size of files can be limited on POSIX alone")


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> None:
    """No byte reaches the disk any more."""

    def refuse(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", refuse)


@pytest.mark.usefixtures("full")
@pytest.mark.parametrize("write", [write_whole, append_whole])
def test_a_full_disk_is_told_with_the_name_of_the_file(write, tmp_path: Path):
    path = tmp_path / "results.json"
    path.write_text("old\n")
    with pytest.raises(OSError, match=r"No space left on device: '.*/results\.json'$") as caught:
        write(path, "new\n")
    assert caught.value.filename == str(path)
    assert [file.name for file in tmp_path.iterdir()] == ["results.json"] and path.read_text() == "old\n"


@pytest.mark.parametrize("write", [write_whole, append_whole])
def test_the_name_told_is_that_of_the_file_and_of_no_other(write, tmp_path: Path):
    with pytest.raises(FileNotFoundError) as caught:
        write(tmp_path / "none" / "results.json", "new")
    assert caught.value.filename == str(tmp_path / "none" / "results.json")


def test_a_line_for_which_there_is_room_in_part_is_taken_back(tmp_path: Path):
    path = tmp_path / "games.jsonl"
    path.write_text("first\n")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len("first\nsec"), hard))  # the system writes so much and then refuses
    try:
        with pytest.raises(OSError, match=r"games\.jsonl") as caught:
            append_whole(path, "second\n")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert caught.value.errno == errno.EFBIG and path.read_text() == "first\n"
    append_whole(path, b"second\n")
    assert path.read_text() == "first\nsecond\n"


def test_files_are_listed_in_order_by_what_stands_before_their_ending(tmp_path: Path):
    for name in ("b.toml", "a.toml", "README.md", "a.toml.bak", "c.d.toml"):
        (tmp_path / name).write_text("")
    assert stems(tmp_path, ".toml") == ["a", "b", "c.d"] and stems(tmp_path, ".csv") == []
