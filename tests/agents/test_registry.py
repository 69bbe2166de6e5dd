from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest

from shugyo.agents.registry import make_player, player_names
from shugyo.agents.search.player import SearchPlayer
from shugyo.envs import covenant_v0


def test_random_plays_legally():
    games = covenant_v0.vector_env(8, mode="conflict")
    played = games.play_out(make_player("random"), 1, seed=1)
    assert (np.abs(played.returns[:, 0]) == 1).all()


@pytest.mark.parametrize("name", ["", "nobody", "heuristics", "random:", "greedy:2"])
def test_an_unknown_name_is_told_with_all_there_are(name):
    with pytest.raises(ValueError, match=r"there is no player .*random, greedy, heuristic, ppo:PATH"):
        make_player(name)


def test_ppo_needs_a_path():
    with pytest.raises(ValueError, match="ppo:PATH"):
        make_player("ppo")


def test_a_missing_checkpoint_is_named(tmp_path):
    with pytest.raises(ValueError, match=r"there is no checkpoint at .*nothing"):
        make_player(f"ppo:{tmp_path / 'nothing'}")


def test_names_are_listed_once():
    names = player_names()
    assert len(names) == len(set(names))
    assert {"random", "heuristic", "ppo:PATH"} <= set(names)


def test_scripted_players_load_no_torch():
    code = "from shugyo.agents.registry import make_player; make_player('random')"
    code += "\nimport sys; assert 'torch' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("name", ["ismcts", "ismcts:50,c=1", "flat:50"])
def test_searching_players_are_made_by_their_names(name):
    player = make_player(name)
    assert isinstance(player, SearchPlayer)
    assert player.name == name
    with pytest.raises(ValueError, match="has no option 'x'"):
        make_player(f"{name.partition(':')[0]}:x=1")


def test_searching_players_are_listed_and_declared():
    assert {"ismcts:N", "flat:N"} <= set(player_names())
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]
    declared = project["entry-points"]["shugyo.players"]
    assert {declared.get(kind) for kind in ("ismcts", "flat")} == {"shugyo.agents.registry:make_player"}
