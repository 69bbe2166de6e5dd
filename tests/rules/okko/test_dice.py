"""B101, the dice: what Attacks and Tests succeed with them, reckoned from the faces; O251, E6, E15."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from rules.okko.boards_g import HALL, one_tile
from rules.okko.position_g import ACTION, COMBAT, RULES, TEST, Game

from shugyo.envs.core.content import shipped
from shugyo.envs.core.rng import python_word
from shugyo.envs.okko import state as st

FAR = 24
"""More hits are not told apart."""
Odds = dict[int, Fraction]


def one_die(hits: tuple[int, ...], reroll: tuple[int, ...]) -> Odds:
    """How likely a die that is rolled again shows each number of hits: P(n) = faces of n / 6 + P(n − 1) / 6."""
    odds: Odds = {}
    faces = Counter(n for n, again in zip(hits, reroll, strict=True) if not again)
    for n in range(FAR):
        odds[n] = Fraction(faces[n], 6) + Fraction(sum(reroll), 6) * odds.get(n - 1, 0)
    return odds


def together(*dice: Odds) -> Odds:
    total: Odds = {0: Fraction(1)}
    for die in dice:
        more: Odds = {}
        for a, p in total.items():
            for b, q in die.items():
                more[a + b] = more.get(a + b, Fraction(0)) + p * q
        total = more
    return total


C, A = one_die(COMBAT[0], COMBAT[2]), one_die(ACTION[0], ACTION[2])
T = {n: Fraction(TEST.count(n), 6) for n in range(3)}


def success(combat: int, action: int, defense: int) -> float:
    """The part of Attacks with that many dice that make at least DEFENSE hits."""
    pool = together(*[C] * combat, *[A] * action)
    return float(1 - sum(p for n, p in pool.items() if n < defense))


@pytest.mark.parametrize(
    ("combat", "action", "defense", "part"),
    [
        (3, 4, 7, 0.76),  # Okko against Hiroji-San (E13)
        (4, 2, 5, 0.79),  # Noburo against a Ninja (E15)
        (2, 0, 2, 0.52),
        (3, 0, 2, 0.78),
        (2, 0, 3, 0.15),
        (3, 0, 3, 0.44),
        (2, 1, 3, 0.64),
        (2, 0, 4, 0.035),
        (3, 0, 4, 0.16),
        (2, 2, 4, 0.71),
        (3, 0, 5, 0.05),
        (4, 0, 5, 0.16),
        (3, 1, 5, 0.30),
        (3, 2, 5, 0.65),
        (3, 2, 7, 0.22),
        (4, 4, 7, 0.85),
        (0, 3, 4, 0.67),  # Powerful Blow
        (0, 3, 5, 0.42),
    ],
)
def test_b101_attacks_succeed_as_often_as_the_design_says(combat, action, defense, part):
    assert success(combat, action, defense) == pytest.approx(part, abs=0.005)


@pytest.mark.parametrize(("dice", "value", "part"), [(8, 7, 0.42), (4, 2, 0.19), (3, 3, 0.63), (2, 2, 0.67)])
def test_b101_e015_tests_succeed_as_often_as_the_design_says(dice, value, part):
    total = together(*[T] * dice)
    assert float(sum(p for n, p in total.items() if n <= value)) == pytest.approx(part, abs=0.005)


def mean(odds: Odds) -> float:
    return float(sum(n * p for n, p in odds.items()))


def test_b101_e006_the_means_are_those_of_the_worked_examples():
    assert (mean(C), mean(A), mean(T)) == pytest.approx((0.8, 1.4, 1.0))
    assert (mean(together(*[A] * 3)), mean(together(*[C] * 3))) == pytest.approx((4.2, 2.4))


def test_b101_o251_the_shipped_dice_have_these_faces():
    dice = shipped("okko")["dice"]
    for name, (hits, push, reroll) in (("combat", COMBAT), ("action", ACTION)):
        faces = [(face["hits"], face.get("push", False), face.get("reroll", False)) for face in dice[name]]
        assert Counter(faces) == Counter(zip(hits, map(bool, push), map(bool, reroll), strict=True))
    assert sorted(dice["test"]) == list(TEST)


def test_b101_o076_the_rules_roll_these_odds():
    """Two Combat dice and an Action die: all sequences of faces in which no die is rolled more than three times."""
    game, roll_pool = Game(one_tile(HALL)), RULES.dice.roll_pool
    found: Odds = {}

    def go(faces: tuple[int, ...]) -> None:
        game.undiced().dice(*faces)
        try:
            hits, *_ = roll_pool(game.s, game.t, st.THE_HEROES, 2, 1)
        except IndexError:  # one die more is wanted
            if faces[-3:] != (5, 5, 5):
                for face in range(6):
                    go((*faces, face))
        else:
            found[hits] = found.get(hits, Fraction(0)) + Fraction(1, 6 ** len(faces))

    go(())
    expected = together(C, C, A)
    for n in range(6):
        assert float(found[n]) == pytest.approx(float(expected[n]), abs=0.01)
    assert float(sum(found.values())) > 0.98


def test_b101_each_side_draws_from_a_stream_of_its_own():
    words = [[python_word(7, st.DICE + side, n) >> 32 for n in range(300)] for side in (st.THE_HEROES, st.THE_ONI)]
    faces = [[word * 6 >> 32 for word in row] for row in words]
    assert faces[0] != faces[1]
    assert all(set(row) == set(range(6)) for row in faces)
