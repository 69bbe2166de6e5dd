"""The players that come with the suite."""

import importlib

import numpy as np
import pytest

from shugyo.agents.baselines import baseline_file, baseline_names
from shugyo.agents.checkpoint import CheckpointError, find, identities, read_header, write
from shugyo.agents.learned import PpoPlayer
from shugyo.agents.registry import player_names
from shugyo.cli import FAILED, main
from shugyo.envs import covenant_v0

MOST = 2_000_000
"""Bytes of a shipped file."""


def test_a_path_goes_before_a_shipped_name(tmp_path, monkeypatch):
    monkeypatch.setattr("shugyo.agents.checkpoint.baseline_file", lambda name: tmp_path / "shipped")
    (tmp_path / "own").write_bytes(b"")
    assert find(tmp_path / "own") == tmp_path / "own"
    assert find("nothing-of-this-name") == tmp_path / "shipped"


def test_an_unknown_name_is_told_what_is_shipped():
    assert baseline_file("nobody") is None
    with pytest.raises(CheckpointError, match=r"there is no checkpoint at nobody; shipped players: "):
        PpoPlayer("nobody")


def test_shipped_players_are_listed():
    assert {f"ppo:{name}" for name in baseline_names()} <= set(player_names())


@pytest.mark.parametrize("name", baseline_names())
def test_a_shipped_player_is_small_has_a_card_and_is_of_the_shipped_rules(name):
    file = baseline_file(name)
    assert file is not None and file.stat().st_size <= MOST
    card = file.with_suffix(".md").read_text("utf-8")
    header = read_header(file)
    assert header["kind"] == "player"
    game = importlib.import_module(f"shugyo.envs.{header['game']['env_id']}")
    assert header["game"]["rules_hash"] == game.rules_hash(), "train it anew: make its run again from its settings"
    assert header["game"]["rules_hash"] in card, "the card is of another file"


@pytest.mark.parametrize("name", [name for name in baseline_names() if name.startswith("covenant")])
def test_a_shipped_player_plays_all_its_tables(name):
    header = read_header(find(name))
    for options in header["games"]:
        env = covenant_v0.vector_env(4, observation_dtype="int8", **options)
        env.reset(seed=5)
        played = env.play_out(f"ppo:{name}", 1)
        assert np.isfinite(played.returns).all() and (played.lengths > 0).all()


# ------------------------------------------------------------------------------------------------- shugyo export
def test_export_writes_a_player(tmp_path, capsys):
    import torch

    spec = covenant_v0.vector_env(1, mode="conflict").game_spec
    tensors = {"policy.a": torch.randn(30, 20), "pool.0.a": torch.randn(300, 200)}
    header = {"kind": "training", "seat": "each", "network": {"hidden": [20]}, **identities([spec])}
    write(tmp_path / "checkpoint.safetensors", header, tensors)
    small, full = tmp_path / "new" / "small.safetensors", tmp_path / "full.safetensors"
    assert main(["export", str(tmp_path), str(small)]) == 0
    assert main(["export", str(tmp_path), str(full), "--full"]) == 0
    assert "it plays as ppo:" in capsys.readouterr().out
    assert read_header(small)["kind"] == "player"
    assert small.stat().st_size < full.stat().st_size < 10_000
    before = (tmp_path / "checkpoint.safetensors").read_bytes()
    assert main(["export", str(tmp_path), str(tmp_path / "checkpoint.safetensors")]) == FAILED
    assert "give the player's file another name" in capsys.readouterr().err
    assert (tmp_path / "checkpoint.safetensors").read_bytes() == before


def test_export_of_nothing_says_so(tmp_path, capsys):
    assert main(["export", str(tmp_path), str(tmp_path / "x.safetensors")]) == FAILED
    assert "there is no checkpoint at" in capsys.readouterr().err
