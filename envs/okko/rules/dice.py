"""Dice (O9, O72 to O76, B37, B101): each side has a stream of random words of its own."""

from __future__ import annotations

from ...core.kernel import compiled
from ...core.rng import below
from ..ops import ACTION_DIE, COMBAT_DIE
from ..state import DICE

FACES = 6


@compiled
def roll(state, tables, side, die):
    """O9, A24: rolls one die of a side.

    Args:
        state, tables: records.
        side: THE_HEROES or THE_ONI.
        die: COMBAT_DIE, ACTION_DIE or TEST_DIE.

    Returns:
        The face, 0 to 5; ``tables.die_hits[die, face]`` is what it shows.
    """
    face = below(state.key, DICE + side, state.dice[side], FACES)
    state.dice[side] += 1
    return face


@compiled
def roll_die(state, tables, side, die):
    """O76, B37: rolls a Combat or Action die, and again as long as it shows the reroll symbol, which is one hit.

    Returns:
        (its hits, its push symbols).
    """
    hits, pushes = 0, 0
    again = True
    while again:
        face = roll(state, tables, side, die)
        again = tables.die_reroll[die, face] != 0
        hits += 1 if again else int(tables.die_hits[die, face])
        pushes += int(tables.die_push[die, face])
    return hits, pushes


@compiled
def roll_pool(state, tables, side, combat, action):
    """O72, O73, O75, A24: rolls Combat and Action dice together, the Combat dice first.

    Returns:
        (hits of all, push symbols of all, Combat dice without a hit, Action dice without a hit).
    """
    hits, pushes, blank_combat, blank_action = 0, 0, 0, 0
    for _ in range(combat):
        of_one, push = roll_die(state, tables, side, COMBAT_DIE)
        hits += of_one
        pushes += push
        blank_combat += of_one == 0
    for _ in range(action):
        of_one, push = roll_die(state, tables, side, ACTION_DIE)
        hits += of_one
        pushes += push
        blank_action += of_one == 0
    return hits, pushes, blank_combat, blank_action
