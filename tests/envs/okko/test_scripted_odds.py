"""The odds that the scripted players of Okko Chronicles reckon with, against the tables of the design and the dice."""

from __future__ import annotations

import numpy as np
import pytest

from shugyo.envs.core.kernel import kernel
from shugyo.envs.core.options import parse_options
from shugyo.envs.core.spec import make_spec
from shugyo.envs.okko.game import GAME
from shugyo.envs.okko.scripted import odds


@kernel
def hit(tables, combat, action, needed):
    """`odds.hit_chance` with the tables of a game."""
    return odds.hit_chance(tables[0], combat, action, needed)


@kernel
def passed(tables, dice, value):
    """`odds.test_chance` with the tables of a game."""
    return odds.test_chance(tables[0], dice, value)


@pytest.fixture(scope="module")
def tables() -> np.ndarray:
    return make_spec(GAME, parse_options(GAME.options_type, GAME.env_id, {})).tables


@pytest.mark.parametrize(
    ("combat", "action", "defense", "part"),
    [
        (3, 4, 7, 0.76),
        (4, 2, 5, 0.79),
        (2, 0, 2, 0.52),
        (3, 0, 2, 0.78),
        (2, 1, 3, 0.64),
        (3, 0, 4, 0.16),
        (2, 2, 4, 0.71),
        (3, 2, 7, 0.22),
        (4, 4, 7, 0.85),
        (0, 3, 4, 0.67),
        (0, 3, 5, 0.42),
    ],
)
def test_b101_attacks_succeed_as_often_as_the_design_says(tables, combat, action, defense, part):
    assert hit(tables, combat, action, defense) == pytest.approx(part, abs=0.006)


@pytest.mark.parametrize(("dice", "value", "part"), [(8, 7, 0.42), (4, 2, 0.19), (3, 3, 0.63), (2, 2, 0.67)])
def test_b101_tests_succeed_as_often_as_the_design_says(tables, dice, value, part):
    assert passed(tables, dice, value) == pytest.approx(part, abs=0.006)


def test_o075_no_hits_are_always_made_and_no_dice_make_none(tables):
    assert hit(tables, 0, 0, 0) == 1.0
    assert hit(tables, 2, 1, -3) == 1.0
    assert hit(tables, 0, 0, 1) == 0.0


def test_o076_a_die_that_is_rolled_again_can_make_any_number_of_hits(tables):
    again = int(tables[0].die_reroll[0].sum())
    assert hit(tables, 1, 0, 5) == pytest.approx((again / 6) ** 4 * hit(tables, 1, 0, 1))


def test_o085_a_test_that_cannot_fail_succeeds_and_one_below_0_fails(tables):
    assert passed(tables, 3, 6) == pytest.approx(1.0)
    assert passed(tables, 0, 0) == 1.0
    assert passed(tables, 0, -1) == 0.0
