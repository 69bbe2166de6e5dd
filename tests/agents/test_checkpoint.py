from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from games import COVENANT, LANTERNS
from safetensors.torch import save_file

from shugyo.agents.checkpoint import (
    CheckpointError,
    check_identity,
    digest,
    find,
    identity,
    part,
    read,
    read_header,
    write,
)

SPEC = COVENANT.vector_env({"mode": "conflict"}, 1, "same_step", 1, False).game_spec
TENSORS = {"policy.a": torch.arange(6.0).reshape(2, 3), "pool.0.a": torch.zeros(2), "random.torch": torch.ones(3)}


def written(folder: Path) -> Path:
    path = folder / "checkpoint.safetensors"
    write(path, {"kind": "training", "game": identity(SPEC)}, TENSORS)
    return path


def test_what_was_written_is_read(tmp_path):
    header, tensors = read(written(tmp_path))
    assert header["kind"] == "training" and header["game"] == identity(SPEC)
    assert digest(tensors) == digest(TENSORS)
    assert set(header["versions"]) >= {"python", "torch", "sb3-contrib", "shugyo"}
    assert list(part(read(find(tmp_path), ("policy.",))[1], "policy.")) == ["a"]


def test_a_digest_tells_names_values_and_shapes_apart():
    kinds = [{"a": torch.ones(2)}, {"b": torch.ones(2)}, {"a": torch.zeros(2)}, {"a": torch.ones(3)}]
    assert len({digest(tensors) for tensors in kinds}) == 4


# ------------------------------------------------------------------------------------------------- C5: what is refused
@pytest.mark.parametrize("keep", [0, 5, 100, -1])
def test_trap_c5_a_truncated_file_is_refused_in_words(tmp_path, keep):
    path = written(tmp_path)
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(CheckpointError, match=r"checkpoint\.safetensors is no safetensors file, or it is cut short"):
        read(path)


def test_trap_c5_a_pickle_is_refused_and_not_opened(tmp_path):
    path = tmp_path / "model.pt"
    torch.save({"a": torch.ones(2)}, path)
    with pytest.raises(CheckpointError, match="no safetensors file"):
        read(path)


def test_trap_c5_a_safetensors_file_of_somebody_else_is_refused(tmp_path):
    path = tmp_path / "other.safetensors"
    save_file(TENSORS, path, {"format": "pt"})
    with pytest.raises(CheckpointError, match="not one that `shugyo train` wrote"):
        read_header(path)


def test_trap_c5_another_format_is_refused(tmp_path):
    path = tmp_path / "new.safetensors"
    save_file(TENSORS, path, {"shugyo": json.dumps({"format": 99})})
    with pytest.raises(CheckpointError, match="format 99; this version of shugyo reads format 1"):
        read_header(path)


def test_trap_c5_a_missing_file_is_named(tmp_path):
    with pytest.raises(CheckpointError, match=r"no checkpoint at .*checkpoint\.safetensors"):
        find(tmp_path)


def other_spec(**options):
    return COVENANT.vector_env(options, 1, "same_step", 1, False).game_spec


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        (other_spec(mode="year"), r"options: num_players=2, mode='conflict' in the checkpoint, .* mode='year' here"),
        (
            other_spec(mode="conflict", content={"rules": {"aid_value": 3}}),
            r"rules_hash: '\w+' in the checkpoint, '\w+'",
        ),
        (replace(SPEC, num_actions=7), "num_actions: 145 in the checkpoint, 7 here"),
        (
            replace(SPEC, layout={"decision": SPEC.layout["decision"]}),
            "observation_size: 1212 in .* observation_layout",
        ),
        (
            LANTERNS.vector_env({}, 1, "same_step", 1, False).game_spec,
            "env_id: 'covenant_v0' in .* 'lanterns_v0' here$",
        ),
    ],
)
def test_trap_c5_a_checkpoint_for_something_else_is_refused_naming_what_differs(tmp_path, spec, message):
    header = read_header(written(tmp_path))
    with pytest.raises(CheckpointError, match=message):
        check_identity(header, spec, tmp_path)


def test_presentation_does_not_matter():
    spec = other_spec(mode="conflict", observation_dtype="int8", on_illegal="terminate", render_mode="ansi")
    assert identity(spec) == identity(SPEC)


# ------------------------------------------------------------------------------------------------- nothing is lost
def test_a_failed_write_leaves_the_old_file(tmp_path, monkeypatch):
    path = written(tmp_path)
    before = path.read_bytes()

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write(path, {"kind": "training"}, TENSORS)
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == [path.name]


KILLED = """
import os, sys
from pathlib import Path
import torch
from shugyo.agents.checkpoint import write
os.fsync = lambda _: os.kill(os.getpid(), 9)
write(Path(sys.argv[1]), {"kind": "training"}, {"a": torch.zeros(1000)})
"""


def test_a_process_killed_while_writing_leaves_the_old_file(tmp_path):
    path = written(tmp_path)
    before = path.read_bytes()
    done = subprocess.run([sys.executable, "-c", KILLED, str(path)])
    assert done.returncode == -9
    assert path.read_bytes() == before
    assert digest(read(path)[1]) == digest(TENSORS)
