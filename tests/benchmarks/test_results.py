from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from shugyo.benchmarks import results
from shugyo.benchmarks.results import ResultsError, check_writable, versions, write_json
from shugyo.envs.core.files import write_whole


def test_json_is_written_whole(tmp_path: Path):
    write_json(tmp_path / "a.json", {"name": "é", "values": [1, None]})
    assert json.loads((tmp_path / "a.json").read_text("utf-8")) == {"name": "é", "values": [1, None]}
    assert [file.name for file in tmp_path.iterdir()] == ["a.json"]


@pytest.mark.skipif(os.name != "posix", reason="permissions are those of POSIX")
def test_files_have_the_usual_permissions(tmp_path: Path):
    write_whole(tmp_path / "ours", "")
    (tmp_path / "usual").write_text("")
    modes = {stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("ours", "usual")}
    assert len(modes) == 1


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "a.json"
    path.write_text("old")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(results.os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(path, "new")
    assert path.read_text() == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["a.json"]


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_numbers_that_are_not_json_are_refused(value: float, tmp_path: Path):
    with pytest.raises(ValueError, match="JSON"):
        write_json(tmp_path / "a.json", [value])
    assert not list(tmp_path.iterdir())


def test_folder_is_made_and_the_file_is_not(tmp_path: Path):
    path = check_writable(tmp_path / "new" / "deep" / "a.json")
    assert path.parent.is_dir()
    assert not list(path.parent.iterdir())


def test_places_that_cannot_be_written(tmp_path: Path):
    (tmp_path / "file").write_text("mine")
    with pytest.raises(ResultsError, match="a part of its path is a file"):
        check_writable(tmp_path / "file" / "a.json")
    with pytest.raises(ResultsError, match="it is a folder"):
        check_writable(tmp_path)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="needs a user whom permissions bind")
def test_folder_without_permission(tmp_path: Path):
    tmp_path.chmod(0o500)
    with pytest.raises(ResultsError, match="Permission denied"):
        check_writable(tmp_path / "a.json")


def test_versions_name_what_is_installed():
    assert {"python", "shugyo", "numpy", "numba"} <= set(versions("no-such-distribution"))
    assert "no-such-distribution" not in versions("no-such-distribution")
