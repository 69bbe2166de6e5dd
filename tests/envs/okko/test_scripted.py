"""The scripted players of Okko Chronicles, on both sides: legal, honest about what they see, repeatable, and strong."""

from __future__ import annotations

import numpy as np
import pytest
from games.batches import Play, check_players_on_the_way

from shugyo.envs.okko.game import GAME
from shugyo.envs.okko.scripted import SCRIPTED

RANDOM, HEURISTIC = 0, 1
SETUPS = [
    {"num_heroes": 2},
    {"num_heroes": 4, "scenario": "masks", "content": {"rules": {"A31": "oni"}}},
    {"num_heroes": 1, "scenario": "initiation", "auto_forced": False},
    {"num_heroes": 2, "scenario": "vigil"},
]
ROWS = [
    *((scenario, n) for scenario in ("initiation", "vigil") for n in (1, 2)),
    *((scenario, n) for scenario in ("investigation", "masks") for n in (1, 2, 3, 4)),
]
each_setup = pytest.mark.parametrize("options", SETUPS, ids=str)


def oni_share(scenario: str, heroes: int, kinds: tuple[int, int], games: int) -> float:
    """The Oni's share of wins, a draw counting half; ``kinds``: of the Oni and of all Heroes."""
    play = Play(GAME, {"scenario": scenario, "num_heroes": heroes}, games, 8)
    returns = play.play_out(np.tile([kinds[0]] + [kinds[1]] * heroes, (games, 1)))
    return float((returns[:, 0].mean() + 1) / 2)


def test_names():
    assert GAME.scripted == SCRIPTED == ("heuristic",)


@each_setup
@pytest.mark.parametrize("mover", [RANDOM, HEURISTIC, None], ids=["random", "heuristic", "mixed"])
def test_actions_are_legal_blind_to_secrets_and_repeatable(options, mover):
    """Whoever brought the position about: the players are asked for an action in it, on the record and redacted."""
    check_players_on_the_way(GAME, {**options, "max_turns": 6}, mover, n=6)


@each_setup
def test_a_game_plays_the_same_again(options):
    first, second = Play(GAME, options, 20, 6), Play(GAME, options, 20, 6)
    kinds = np.random.default_rng(5).integers(0, 2, (20, first.seats))
    assert np.array_equal(first.play_out(kinds), second.play_out(kinds))
    assert first.states.tobytes() == second.states.tobytes()


@pytest.mark.parametrize(("scenario", "heroes"), [("vigil", 2), ("investigation", 2), ("masks", 4)])
def test_strength_at_a_glance(scenario, heroes):
    assert oni_share(scenario, heroes, (HEURISTIC, RANDOM), 60) >= 0.85
    assert oni_share(scenario, heroes, (RANDOM, HEURISTIC), 60) <= 0.15


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "heroes"), ROWS)
def test_strength(scenario, heroes):
    """The bar of the balance: over 90 % against random players, less what chance does to 300 games."""
    assert oni_share(scenario, heroes, (HEURISTIC, RANDOM), 300) >= 0.88
    assert oni_share(scenario, heroes, (RANDOM, HEURISTIC), 300) <= 0.12
