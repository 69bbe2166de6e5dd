from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from shugyo.agents.registry import make_player, player_names
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
