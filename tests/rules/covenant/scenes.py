"""Shorthands for positions: bare sheets, the way into the window and out of a conflict, what a seat can see."""

from __future__ import annotations

import numpy as np
from rules.covenant.position import RANKS, SUIT_LETTERS, Table, action

from shugyo.envs.covenant import state as st


def bare(**given) -> Table:
    """A table whose sheets, votes and covenant are nought, so that a test grants exactly what it is about.

    Unless types are given, both fighters named Magic; with ratings of 0 no card has a bonus then.
    """
    words = " ".join([*(given.get("hands") or ()), given.get("deck", "")]).split()
    assert len(set(words)) == len(words), "a card stands in two places"
    table = Table(**{"types": "Magic Magic", **given})
    s = table.s
    for field in ("value", "harm", "spent", "magic", "votes", "covenant_value", "covenant_harm", "covenant_spent"):
        s[field][:] = 0
    s.first = s.fighter[0]
    return table


def name(c: int) -> str:
    """7 → ``"9C"``."""
    return RANKS[c % 13] + SUIT_LETTERS[c // 13]


def ids(*names: str) -> set[int]:
    """Ids of actions by name, to compare with ``table.legal()``."""
    return {action(text) for text in names}


def show(table: Table, p: str, a: str) -> Table:
    """P commits one card and A the other, nobody concedes: the leader's first turn in the window."""
    order = (p, a) if table.s.leader == 0 else (a, p)
    return table.play(*(f"CARD {c}" for c in order), "PASS", "PASS")


def close(table: Table) -> Table:
    """Two passes in a row."""
    return table.play("PASS", "PASS")


def give_up(table: Table, loser: int) -> Table:
    """Both sides commit their lowest card, and side ``loser`` concedes."""
    for _ in range(2):
        table.play(f"CARD {name(min(table.hand(int(table.s.acting))))}")
    return table.play("CONCEDE") if table.s.acting == loser else table.play("PASS", "CONCEDE")


def last_of_season(table: Table) -> Table:
    """Makes the present conflict the last one of its season, with the first player that this takes."""
    table.s.conflicts_over = table.num_players - 1
    table.s.first = (table.s.fighter[0] + 1) % table.num_players
    return table


def strip(table: Table, *, keep: str = "") -> Table:
    """Takes all cards of the deck and the discard pile out of the game, save those in ``keep``, which form the deck."""
    s = table.s
    s.zone[(s.zone == st.DECK) | (s.zone == st.DISCARD)] = st.OUT
    kept = [13 * SUIT_LETTERS.index(word[-1]) + RANKS.index(word[:-1]) for word in keep.split()]
    s.zone[kept] = st.DECK
    s.deck[: len(kept)] = kept
    s.deck_next, s.deck_size, s.discard_size = 0, len(kept), 0
    return table


def value(table: Table, side: int) -> int:
    """Trick value of a side, as its own fighter sees it."""
    return int(table.block(int(table.s.fighter[side]), "trick_value")[0])


def known(table: Table, seat: int, side: int) -> set[int]:
    """Cards that a seat knows to be in the possession of P (0) or A (1)."""
    return set(np.flatnonzero(table.block(seat, "known_cards")[side]).tolist())


def seen_discards(table: Table, seat: int) -> set[int]:
    """Cards that a seat knows to lie in the discard pile."""
    return set(np.flatnonzero(table.block(seat, "discards")).tolist())


def counts(table: Table, seat: int, side: int) -> list[int]:
    """Unseen cards by suit that a seat knows P (0) or A (1) to hold."""
    return table.block(seat, "unseen_suits")[side].tolist()


def discarded(table: Table) -> set[int]:
    """Cards of the discard pile, seen or not."""
    return table.cards_in(st.DISCARD) | table.cards_in(st.BURIED)
