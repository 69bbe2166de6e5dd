"""The scripted players of covenant: legal, honest about what they see, repeatable, and as strong as they claim."""

from __future__ import annotations

import numpy as np
import pytest
from games.batches import Play, check_players_on_the_way, win_share

from shugyo.envs.covenant.game import GAME
from shugyo.envs.covenant.scripted import SCRIPTED

RANDOM, GREEDY, HEURISTIC = 0, 1, 2
SETUPS = [
    *({"num_players": n} for n in (2, 3, 4, 5)),
    {"mode": "conflict"},
    {"mode": "mini"},
    {"auto_forced": False},
    {"num_players": 3, "content": {"conflict": {"craft_limit": 0}, "rules": {"aid_value": 0}, "covenant": {"fall": 6}}},
]
each_setup = pytest.mark.parametrize("options", SETUPS, ids=str)


def test_names():
    assert GAME.scripted == SCRIPTED == ("greedy", "heuristic")


# ---------------------------------------------------------------------------------------- every position on the way
@each_setup
@pytest.mark.parametrize("mover", [RANDOM, GREEDY, HEURISTIC, None], ids=["random", "greedy", "heuristic", "mixed"])
def test_actions_are_legal_blind_to_secrets_and_repeatable(options, mover):
    """Whoever brought the position about: both players are asked for an action in it, on the record and redacted."""
    check_players_on_the_way(GAME, options, mover)


@each_setup
def test_a_game_plays_the_same_again(options):
    first, second = Play(GAME, options, 20, 6), Play(GAME, options, 20, 6)
    kinds = np.random.default_rng(5).integers(0, 3, (20, first.seats))
    assert np.array_equal(first.play_out(kinds), second.play_out(kinds))
    assert first.states.tobytes() == second.states.tobytes()


# ------------------------------------------------------------------------------------------------------- strength
def test_strength_at_a_glance():
    assert win_share(GAME, HEURISTIC, RANDOM, 300) >= 0.95
    assert win_share(GAME, HEURISTIC, GREEDY, 300) >= 0.65
    assert win_share(GAME, GREEDY, RANDOM, 300) >= 0.90


@pytest.mark.slow
def test_strength_of_two():
    assert win_share(GAME, HEURISTIC, RANDOM, 1_000) >= 0.98
    assert win_share(GAME, HEURISTIC, GREEDY, 1_000) >= 0.75
    assert win_share(GAME, GREEDY, RANDOM, 1_000) >= 0.90


@pytest.mark.slow
def test_strength_in_a_single_conflict():
    assert win_share(GAME, HEURISTIC, GREEDY, 2_000, mode="conflict") > 0.55
    assert win_share(GAME, HEURISTIC, RANDOM, 2_000, mode="conflict") >= 0.90


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5])
def test_strength_among_more(players):
    assert win_share(GAME, HEURISTIC, GREEDY, 400, num_players=players) > 1.5 / players
    assert win_share(GAME, HEURISTIC, RANDOM, 400, num_players=players) >= 0.90
