"""Chance outcomes of a game of the compiled engine: the random words of its key, counted by stream."""

from __future__ import annotations

from collections import Counter

from shugyo.envs.core.rng import python_word

# Streams, written out rather than imported: a renumbering shall be noticed here.
FIRST_PLAYER, HEROES, NEMESES, DRAWS, DECK_DRAWS = 0, 1, 2, 8, 16


class KeyChance:
    """Answers the reference's questions about chance as the compiled engine does.

    Args:
        key: of the game.

    Attributes:
        drawn: how many words of each stream have been used.
    """

    def __init__(self, key: int) -> None:
        self.key = key
        self.drawn: Counter[int] = Counter()

    def below(self, stream: int, count: int) -> int:
        """The next word of a stream, as a number below ``count``."""
        word = python_word(self.key, stream, self.drawn[stream])
        self.drawn[stream] += 1
        return (word >> 32) * count >> 32

    def first_player(self, seats: int) -> int:
        """Seat of the first player."""
        return self.below(FIRST_PLAYER, seats)

    def draw_hero(self, count: int) -> int:
        """A character of the hero deck."""
        return self.below(HEROES, count)

    def nemesis_out(self, turn: int, count: int) -> int:
        """A nemesis that does not play."""
        assert self.drawn[NEMESES] == turn
        return self.below(NEMESES, count)

    def draw_card(self, seat: int, count: int) -> int:
        """A card of a player's deck."""
        return self.below(DRAWS + seat, count)

    def draw_from_deck(self, deck: int, count: int) -> int:
        """A card of a domain deck."""
        return self.below(DECK_DRAWS + deck, count)
