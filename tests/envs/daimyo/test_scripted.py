"""The scripted player of Daimyo's Fall: legal, honest about what it sees, repeatable, and better than random."""

from __future__ import annotations

import numpy as np
import pytest
from games.batches import Play, check_players_on_the_way, win_share

from shugyo.envs.daimyo.game import GAME
from shugyo.envs.daimyo.scripted import SCRIPTED

RANDOM, HEURISTIC = 0, 1
SETUPS = [
    {"num_players": 2},
    {"num_players": 5, "heroes": "beginner"},
    {"num_players": 3, "nemesis": True, "expansions": (1, 2), "auto_forced": False},
    {"boss_rush": True},
]
each_setup = pytest.mark.parametrize("options", SETUPS, ids=str)


def test_names():
    assert GAME.scripted == SCRIPTED == ("heuristic",)


@each_setup
@pytest.mark.parametrize("mover", [RANDOM, HEURISTIC, None], ids=["random", "heuristic", "mixed"])
def test_actions_are_legal_blind_to_secrets_and_repeatable(options, mover):
    """Whoever brought the position about: the player is asked for an action in it, on the record and redacted."""
    check_players_on_the_way(GAME, {**options, "max_turns": 15}, mover, n=6)


@each_setup
def test_a_game_plays_the_same_again(options):
    first, second = Play(GAME, options, 20, 6), Play(GAME, options, 20, 6)
    kinds = np.random.default_rng(5).integers(0, 2, (20, first.seats))
    assert np.array_equal(first.play_out(kinds), second.play_out(kinds))
    assert first.states.tobytes() == second.states.tobytes()


@pytest.mark.parametrize("players", [2, 4])
def test_strength_at_a_glance(players):
    assert win_share(GAME, HEURISTIC, RANDOM, 150, num_players=players) >= 0.85


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_strength(players):
    assert win_share(GAME, HEURISTIC, RANDOM, 1_000, num_players=players) >= 0.9
