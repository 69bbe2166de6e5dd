from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest
import torch
from games import COVENANT, LANTERNS
from rich.console import Console
from safetensors.torch import save_file

from shugyo.agents.checkpoint import (
    PLAYER,
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
from shugyo.agents.training.ppo import SeatPPO
from shugyo.agents.training.run import DivergedError, Run
from shugyo.agents.training.train import train

SPEC = COVENANT.vector_env({"mode": "conflict"}, 1, "same_step", 1, False).game_spec
HEADER = {"kind": "training", "network": {"hidden": [4]}, **identities([SPEC])}
TENSORS = {"policy.a": torch.arange(6.0).reshape(2, 3), "pool.0.a": torch.zeros(2), "random.torch": torch.ones(3)}


def written(folder: Path) -> Path:
    path = folder / "checkpoint.safetensors"
    write(path, HEADER, TENSORS)
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


GOOD = {"format": 2, **HEADER}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "its header is no JSON: Expecting property name"),
        ("[" * 100_000, "its header is no JSON: "),
        ("[2]", "its header does not say its format"),
        (json.dumps(HEADER), "its header does not say its format"),
        *(
            (json.dumps({key: value for key, value in GOOD.items() if key != name}), f"required field `{name}`")
            for name in ("kind", "game", "games", "network")
        ),
        (json.dumps({**GOOD, "game": ["covenant_v0"]}), r"Expected `object`, got `array` - at `\$.game`"),
        (json.dumps({**GOOD, "games": []}), r"Expected `array` of length >= 1 - at `\$.games`"),
        (json.dumps({**GOOD, "games": [7]}), r"Expected `object`, got `int` - at `\$.games"),
        (json.dumps({**GOOD, "network": {}}), "required field `hidden`"),
        (json.dumps({**GOOD, "network": {"hidden": "wide"}}), "Expected `array`, got `str`"),
        (json.dumps({**GOOD, "seat": None}), "Expected `str`, got `null`"),
    ],
)
def test_trap_c5_a_damaged_header_is_refused_with_the_name_of_the_file(tmp_path, text, message):
    path = tmp_path / "damaged.safetensors"
    save_file(TENSORS, path, {"shugyo": text})
    with pytest.raises(CheckpointError, match=rf"damaged\.safetensors is damaged: .*{message}"):
        read(path)


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
    write(tmp_path / "checkpoint.safetensors", {**HEADER, "seat": "each"}, tensors)
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


def test_an_exported_player_replaces_no_checkpoint(tmp_path):
    path = written(tmp_path)
    (tmp_path / "backup.safetensors").write_bytes(before := path.read_bytes())
    (tmp_path / "again").mkdir()
    (tmp_path / "link").symlink_to(path)
    for source, target in (
        (tmp_path, path),
        (path, tmp_path / "again" / ".." / path.name),
        (tmp_path, tmp_path / "link"),
        (tmp_path, tmp_path / "again" / path.name),
        (tmp_path, tmp_path / PLAYER),
        (tmp_path / "backup.safetensors", path),
        (tmp_path / "backup.safetensors", tmp_path / "backup.safetensors"),
    ):
        with pytest.raises(CheckpointError, match=r"is not written: .* give the player's file another name"):
            export_player(source, target)
    assert path.read_bytes() == before == (tmp_path / "backup.safetensors").read_bytes()
    assert not list((tmp_path / "again").iterdir())


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


# ------------------------------------------------------------------------------------------------- checkpoints of runs
def quietly(config, folder: Path, **more):
    return train(config, folder, console=Console(file=io.StringIO()), **more)


def test_a_state_of_training_that_is_not_whole_is_refused(tiny, tmp_path):
    quietly(tiny, tmp_path)
    path = tmp_path / "checkpoint.safetensors"
    header, tensors = read(path)
    bad = tensors | {"policy.action_net.bias": tensors["policy.action_net.bias"] * np.nan}
    training = {key: value for key, value in header["training"].items() if key != "pool"}
    for altered, held, message in (
        ({key: value for key, value in header.items() if key != "training"}, tensors, "not whole: KeyError"),
        ({**header, "training": training}, tensors, "not whole: KeyError"),
        ({**header, "training": [1]}, tensors, "not whole: TypeError"),
        (header, {name: value for name, value in tensors.items() if name != "random.torch"}, "not whole: KeyError"),
        (header, tensors | {"random.torch": torch.zeros(3)}, "not whole: TypeError"),
        (header, tensors | {"optimizer.x.step": torch.zeros(1)}, "not whole: ValueError"),
        (header, bad, "holds weights that are not finite"),
    ):
        write(path, altered, held)
        with pytest.raises(CheckpointError, match=rf"checkpoint\.safetensors .*{message}"):
            Run(tiny, tmp_path).restore()


def test_a_run_of_another_seat_is_not_resumed(tiny, tmp_path):
    quietly(tiny, tmp_path)
    before = (tmp_path / "checkpoint.safetensors").read_bytes()
    other = msgspec.structs.replace(tiny, seat="player_1")
    with pytest.raises(CheckpointError, match=r"was trained to play each, the settings say seat = 'player_1':"):
        quietly(other, tmp_path, resume=True)
    assert (tmp_path / "checkpoint.safetensors").read_bytes() == before


def test_a_learner_that_has_diverged_does_not_replace_its_last_good_checkpoint(tiny, tmp_path, changed, monkeypatch):
    quietly(tiny, tmp_path)
    before = (tmp_path / "checkpoint.safetensors").read_bytes()
    update = SeatPPO.train

    def spoiled(model):
        update(model)
        model.policy.action_net.weight.data[0, 0] = np.nan

    monkeypatch.setattr(SeatPPO, "train", spoiled)
    longer = changed(tiny, "budget", steps=1024)
    calm = changed(longer, "snapshots", every_updates=1000)
    last = changed(tiny, "budget", steps=640)  # nobody asks the network after its only update
    kept = r"lower ppo\.learning_rate or ppo\.max_grad_norm; the last good checkpoint is kept at .*/checkpoint\."
    for config in (longer, calm, last):
        with pytest.raises(DivergedError, match=rf"the learner has diverged: after \d+ decisions .*{kept}"):
            quietly(config, tmp_path, resume=True)
        assert (tmp_path / "checkpoint.safetensors").read_bytes() == before
    with pytest.raises(DivergedError, match=kept):  # the untrained one
        quietly(calm, tmp_path / "new")


def test_other_errors_while_learning_stay_what_they_are(tiny, tmp_path, monkeypatch):
    def fail(model):
        raise ValueError("something else")

    monkeypatch.setattr(SeatPPO, "train", fail)
    with pytest.raises(ValueError, match=r"^something else$"):
        quietly(tiny, tmp_path)
