"""How likely Attacks and Tests succeed (O75 to O77, O84, O85): exact, by adding up dice one after the other."""

from __future__ import annotations

import numpy as np

from ...core.kernel import compiled
from ..ops import ACTION_DIE, COMBAT_DIE, TEST_DIE
from ..rules.dice import FACES


@compiled
def hit_chance(tables, combat, action, needed):
    """The chance that an Attack pool makes at least so many hits; rerolls count one hit and go on (O76).

    Args:
        tables: record.
        combat, action: how many Combat and Action dice.
        needed: hits, bonuses of the attacker taken off; 0 and less always succeeds.
    """
    if needed <= 0:
        return 1.0
    below = np.zeros(needed)  # chance of each total that is not enough
    below[0] = 1.0
    one = np.zeros(needed)
    for die in (COMBAT_DIE, ACTION_DIE):
        one_attack_die(tables, die, one)
        for _ in range(combat if die == COMBAT_DIE else action):
            add_die(below, one)
    return 1.0 - below.sum()


@compiled
def test_chance(tables, dice, value):
    """The chance that so many Test dice show at most ``value``.

    Args:
        tables: record.
        dice: how many, which is the Difficulty less Penalty tokens.
        value: of the Attribute.
    """
    if value < 0:
        return 0.0
    total, one = np.zeros(value + 1), np.zeros(value + 1)
    total[0] = 1.0
    for face in range(FACES):
        shown = int(tables.die_hits[TEST_DIE, face])
        if shown <= value:
            one[shown] += 1.0 / FACES
    for _ in range(dice):
        add_die(total, one)
    return total.sum()


@compiled
def one_attack_die(tables, die, one):
    """Writes the chances of a Combat or Action die's hits into ``one``: 0, 1, … less than its length."""
    one[:] = 0.0
    again = 0.0
    for face in range(FACES):
        if tables.die_reroll[die, face] != 0:
            again += 1.0 / FACES
        elif tables.die_hits[die, face] < one.size:
            one[tables.die_hits[die, face]] += 1.0 / FACES
    for hits in range(1, one.size):
        one[hits] += again * one[hits - 1]


@compiled
def add_die(total, one):
    """Adds a die to a total, both given by the chances of 0, 1, …; what does not fit is left out."""
    for sum_ in range(total.size - 1, -1, -1):
        chance = 0.0
        for shown in range(sum_ + 1):
            chance += one[shown] * total[sum_ - shown]
        total[sum_] = chance
