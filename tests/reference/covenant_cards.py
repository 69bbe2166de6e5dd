"""Where the cards are: deck, hands, the cards before each fighter, discards."""

from __future__ import annotations

from dataclasses import dataclass, field

from .covenant_config import A, Chance, Config, P, printed_suit


@dataclass
class Front:
    """Everything that lies before one fighter during a trick (C79)."""

    trick: int = -1
    aiding: list[int] = field(default_factory=list)
    vigor: list[int] = field(default_factory=list)
    struck: list[int] = field(default_factory=list)  # Item cards against this trick card
    magic: int = 0  # bonus the trick card got at the reveal (C45)

    def cards(self) -> list[int]:
        """All cards lying here."""
        own = [] if self.trick < 0 else [self.trick]
        return own + self.aiding + self.vigor + self.struck


class Cards:
    """The deck shared by both fighters and every place a card can be (C6, C13)."""

    def __init__(self, config: Config, chance: Chance) -> None:
        """Start with all cards gathered.

        Args:
            config: Gives the deck and whether discards may be reshuffled.
            chance: Orders the deck.
        """
        self.config = config
        self.chance = chance
        self.gather()

    def gather(self) -> None:
        """Bring every card back to the deck with its printed suit (C12, C13)."""
        self.deck = sorted(self.config.deck)  # the first card is drawn first
        self.dealt_order: list[int] = []
        self.suit = [printed_suit(card) for card in range(52)]
        self.hands: list[set[int]] = [set(), set()]
        self.fronts = [Front(), Front()]
        self.seen: set[int] = set()
        self.unseen: set[int] = set()

    def deal(self) -> None:
        """Shuffle, then deal both hands, Protagonist first (C13, C46, 5.6)."""
        self.deck = list(self.chance.shuffle(sorted(self.deck)))
        self.dealt_order = list(self.deck)
        for _ in range(self.config.hand_size):
            for side in (P, A):
                self.draw(side)

    def can_draw(self) -> bool:
        """Whether any card is left to draw (C14)."""
        return bool(self.deck) or (self.config.reshuffle and bool(self.seen | self.unseen))

    def draw(self, side: int, suit: int | None = None) -> bool:
        """Draw a card; an empty deck is formed anew from the discards (C14).

        Args:
            side: Fighter who draws.
            suit: New current suit of the card, or None to leave it (C96, C97).

        Returns:
            Whether there was a card to draw.
        """
        if not self.can_draw():
            return False
        if not self.deck:
            self.deck = list(self.chance.shuffle(sorted(self.seen | self.unseen)))
            self.seen, self.unseen = set(), set()
        card = self.deck.pop(0)
        if suit is not None:
            self.suit[card] = suit
        self.hands[side].add(card)
        return True

    def discard(self, cards: list[int], seen: bool) -> None:
        """Put cards on the discard pile; changed suits end there (C12, C81)."""
        for card in cards:
            self.suit[card] = printed_suit(card)
            (self.seen if seen else self.unseen).add(card)

    def discard_from_hand(self, side: int, cards: list[int], seen: bool) -> None:
        """Move cards of a hand to the discard pile."""
        self.hands[side] -= set(cards)
        self.discard(cards, seen)

    def clear_fronts(self, seen: bool) -> None:
        """Discard all that still lies on the table (C81)."""
        for side in (P, A):
            self.discard(self.fronts[side].cards(), seen)
            self.fronts[side] = Front()

    def held(self, side: int, suit: int | None = None) -> list[int]:
        """Sorted hand of a fighter, all of it or the cards of one current suit (C11)."""
        return sorted(c for c in self.hands[side] if suit is None or self.suit[c] == suit)

    def trick_suit(self, side: int) -> int:
        """Current suit of the trick card before a fighter (C50, C79)."""
        return self.suit[self.fronts[side].trick]

    def swap_fronts(self) -> None:
        """Let everything on the table change sides (C79)."""
        self.fronts.reverse()

    def first_dealt(self, side: int) -> int:
        """Card of a hand that lay highest in the deck at the deal (5.5 mini)."""
        return min(self.hands[side], key=self.dealt_order.index)

    def listed(self, cards: list[int]) -> list[list[int]]:
        """Cards with their current suits, as plain pairs."""
        return [[card, self.suit[card]] for card in cards]
