"""The end of a round in the Okko Chronicles reference: steps 4 to 8 of O194, without the programs of talents."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from .okko_combat import leave_board
from .okko_position import Figure

HAND, LEFT, RIGHT, DISCARD, DECK, LAID, OUT, COURTIERS = (
    "hand", "left", "right", "discard", "deck", "laid", "out", "courtiers",
)  # fmt: skip
FOLLOWER, KAMI, COURTIER = "follower", "kami", "courtier"
ACTION_CARD, WOUND = "action", "wound"

Draw = Callable[[str, list[int]], int]
"""A random card of those given, for ``"wounds"`` or ``"events"``."""


@dataclass
class Hero:
    """One Hero.

    Attributes:
        figure: the Hero's.
        companion: the figure of the companion, None without one.
        companion_kind: FOLLOWER, KAMI or COURTIER.
        cards: ``{(ACTION_CARD or WOUND, number): HAND, LEFT, RIGHT, DISCARD or OUT}``.
        weakness: the number of the Weakness among the Action cards.
        items: Equipment.
        alive: still in play.
        wounded: has drawn a Wound in this round.
    """

    figure: Figure
    cards: dict[tuple[str, int], str]
    weakness: int = -1
    items: set[int] = field(default_factory=set)
    companion: Figure | None = None
    companion_kind: str = ""
    companion_place: str = ""
    alive: bool = True
    wounded: bool = False

    def lying(self, kind: str, *places: str) -> list[int]:
        """Numbers of the cards of a kind at these places."""
        return [number for (of, number), place in self.cards.items() if of == kind and place in places]


@dataclass
class RoundEnd:
    """The table when the Heroes have reorganised their Equipment.

    Attributes:
        heroes: in seat order.
        figures: all figures of both sides.
        wound_deck: Wounds that nobody has.
        events: Event cards: DECK, HAND, LAID or DISCARD.
        discarded_items: Equipment discarded here.
        battle: the Final Battle has begun.
        weakness_heals: ``rules.A35`` is ``end``.
        events_drawn, wounds_to_eliminate: of the rules (B104).
        draw: a random card.
    """

    heroes: list[Hero]
    figures: list[Figure]
    wound_deck: set[int]
    events: dict[int, str]
    battle: bool
    draw: Draw
    weakness_heals: bool = False
    events_drawn: int = 2
    wounds_to_eliminate: int = 3
    discarded_items: set[int] = field(default_factory=set)
    escape_open: bool = False
    eliminated: list[int] = field(default_factory=list)  # Heroes by seat
    over: bool = False

    def living(self) -> list[Hero]:
        """In seat order (B85)."""
        return [hero for hero in self.heroes if hero.alive]

    def run(self) -> None:
        """Steps 4 to 8, each for all Heroes before the next (B85); nothing more once no Hero is left (B84)."""
        self.discard_laid()
        self.turn_damage_to_wounds()
        self.pass_conditions()
        for step in (self.eliminate_wounded, self.take_back, self.eliminate_wounded, self.refill):
            if not self.over:
                step()

    def discard_laid(self) -> None:
        """*Step 4* (O196, A35)."""
        for hero in self.living():
            if self.weakness_heals and hero.weakness in hero.lying(ACTION_CARD, LEFT):
                heal(hero.figure)
            for card, place in hero.cards.items():
                if place in (LEFT, RIGHT):
                    hero.cards[card] = DISCARD

    def turn_damage_to_wounds(self) -> None:
        """*Step 5* (O197, O198, B86): with one Wound drawn in the round already all tokens stay."""
        for hero in self.living():
            if hero.wounded or hero.figure.damage < hero.figure.stamina:
                continue
            hero.figure.damage -= hero.figure.stamina
            if self.wound_deck:
                wound = self.draw("wounds", sorted(self.wound_deck))
                self.wound_deck.remove(wound)
                hero.cards[WOUND, wound] = HAND
                hero.wounded = True

    def pass_conditions(self) -> None:
        """*Step 6* (O200, A20, B88): weaker sides go, then worse sides are turned; Amputee stays (O205)."""
        for figure in self.figures:
            for name, side in list(figure.conditions.items()):
                if name == "amputee":
                    continue
                if side == 1:
                    del figure.conditions[name]
                else:
                    figure.conditions[name] = 1

    def eliminate_wounded(self) -> None:
        """*Step 7* (O206, A37): three Wounds in hand."""
        for hero in self.living():
            if len(hero.lying(WOUND, HAND)) >= self.wounds_to_eliminate:
                self.eliminate(hero)

    def take_back(self) -> None:
        """*Step 7* (O207, O208): who holds no Action card takes back the discard pile, Wounds included."""
        for hero in self.living():
            if not hero.lying(ACTION_CARD, HAND):
                for card, place in hero.cards.items():
                    if place == DISCARD:
                        hero.cards[card] = HAND

    def eliminate(self, hero: Hero) -> None:
        """O206, A11, B64, B87."""
        hero.alive = False
        self.eliminated.append(self.heroes.index(hero))
        leave_board(hero.figure)
        if hero.companion is not None:
            leave_board(hero.companion)
            hero.companion = None
            hero.companion_place = {FOLLOWER: OUT, KAMI: DECK, COURTIER: COURTIERS}[hero.companion_kind]
        hero.cards = dict.fromkeys(hero.cards, OUT)
        self.discarded_items |= hero.items
        hero.items = set()
        self.escape_open = self.escape_open or self.battle
        self.over = not self.living()

    def refill(self) -> None:
        """*Step 8* (O136, O137, O210, B65)."""
        for card, place in self.events.items():
            if place == LAID:
                self.events[card] = DISCARD
        for _ in range(self.events_drawn):
            self.renew()
            deck = sorted(card for card, place in self.events.items() if place == DECK)
            if not deck:
                return
            self.events[self.draw("events", deck)] = HAND
            self.renew()

    def renew(self) -> None:
        """O137: where no card is left in the Event deck, the discard pile is the deck at once."""
        if DECK not in self.events.values():
            self.events = {card: DECK if place == DISCARD else place for card, place in self.events.items()}


def heal(figure: Figure) -> None:
    """O107: as many Damage tokens as its STAMINA, or all if there are fewer."""
    figure.damage -= min(figure.damage, figure.stamina)
