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
    export_player,
    find,
    identities,
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
    write(path, {"kind": "training", **identities([SPEC])}, TENSORS)
    return path


def test_what_was_written_is_read(tmp_path):
    header, tensors = read(written(tmp_path))
    assert header["kind"] == "training" and {"options": header["games"][0], **header["game"]} == identity(SPEC)
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


@pytest.mark.parametrize("number", [1, 99])
def test_trap_c5_another_format_is_refused(tmp_path, number):
    path = tmp_path / "other.safetensors"
    save_file(TENSORS, path, {"shugyo": json.dumps({"format": number})})
    with pytest.raises(CheckpointError, match=f"has format {number}; this version of shugyo reads format 2"):
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


# ------------------------------------------------------------------------------------------------- several tables
def test_a_file_of_several_tables_fits_each_of_them_and_no_other(tmp_path):
    header = {"kind": "player", **identities([other_spec(num_players=n) for n in (2, 4)])}
    for seats in (2, 4):
        check_identity(header, other_spec(num_players=seats), tmp_path)
    message = (
        r"does not fit: options: num_players=2, mode='year' or num_players=4, mode='year' in the checkpoint, "
        r"num_players=3, mode='year' here; make the environment with such options, .* --option num_players=2$"
    )
    with pytest.raises(CheckpointError, match=message):
        check_identity(header, other_spec(num_players=3), tmp_path)
    with pytest.raises(CheckpointError, match=r"does not fit: rules_hash: '\w+' in the checkpoint, '\w+' here$"):
        check_identity(header, other_spec(num_players=4, content={"rules": {"aid_value": 3}}), tmp_path)


def test_tables_of_different_rules_make_no_file():
    with pytest.raises(CheckpointError, match="table 1 is of another game than table 0: rules_hash is"):
        identities([SPEC, other_spec(mode="conflict", content={"rules": {"aid_value": 3}})])


# ------------------------------------------------------------------------------------------------- files to pass on
def test_an_exported_player_is_the_policy_alone_at_half_the_size(tmp_path):
    tensors = {"policy.a": torch.randn(300, 200), "policy.b": torch.randn(200), "pool.0.a": torch.randn(300, 200)}
    write(tmp_path / "checkpoint.safetensors", {"kind": "training", "seat": "each", **identities([SPEC])}, tensors)
    whole, half = tmp_path / "whole.safetensors", tmp_path / "half.safetensors"
    export_player(tmp_path, whole, half=False)
    export_player(tmp_path, half, card={"games": 3})
    header, made = read(half)
    assert (header["kind"], header["seat"], header["card"]) == ("player", "each", {"games": 3})
    assert digest(read(whole)[1]) == digest({name: tensors[name] for name in ("policy.a", "policy.b")})
    assert set(made) == {"policy.a", "policy.b"}
    assert made["policy.a"].dtype == torch.float16 and torch.equal(made["policy.a"], tensors["policy.a"].half())
    assert torch.equal(made["policy.b"], tensors["policy.b"]), "scales and biases are not rounded"
    assert half.stat().st_size < 0.55 * whole.stat().st_size
    check_identity(header, SPEC, half)


def test_weights_beyond_float16_are_not_written_as_such(tmp_path):
    with pytest.raises(
        CheckpointError, match=r"policy\.a holds weights beyond the range of float16, ±65,504: write them"
    ):
        write(tmp_path / "x.safetensors", {}, {"policy.a": torch.full((2, 2), 1e5)}, half=True)
    assert not list(tmp_path.iterdir())


def test_scales_that_follow_from_options_do_not_matter():
    few, many = other_spec(num_players=2), other_spec(num_players=5)
    assert few.layout["conflicts_over"].scale != many.layout["conflicts_over"].scale
    assert {**identity(few), "options": 0} == {**identity(many), "options": 0}


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
