"""Turns that many tests take alike: both commit, a trick without any action, a game played at random."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from rules.covenant.position import Table


def commit(table: Table, of_p: str, of_a: str) -> Table:
    """Both commit, the leader first."""
    both = [f"CARD {of_p}", f"CARD {of_a}"]
    return table.play(*(both if table.s.leader == 0 else reversed(both)))


def trick(table: Table, of_p: str, of_a: str) -> Table:
    """A whole trick in which nobody does anything but lay a card."""
    return commit(table, of_p, of_a).play("PASS", "PASS", "PASS", "PASS")


def values(table: Table) -> list[int]:
    """Trick values of P and of A, as everybody sees them."""
    return table.block(int(table.s.fighter[0]), "trick_value").tolist()


def random_play(table: Table, seed: int, most: int = 20_000) -> Iterator[int]:
    """Plays at random to the end of the game (or ``most`` decisions); yields each action before it is played."""
    rng = np.random.default_rng(seed)
    for _ in range(most):
        if table.s.over:
            return
        code = int(rng.choice(sorted(table.legal())))
        yield code
        table._advance(code)
