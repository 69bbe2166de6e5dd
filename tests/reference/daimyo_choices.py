"""Who is meant while a program of the Daimyo's Fall reference runs, and what its players are asked to choose."""

from __future__ import annotations

from dataclasses import dataclass

from .daimyo_cards import Card, Character, Player, Story
from .daimyo_config import Act, Ask
from .daimyo_table import Play, Table, turned


@dataclass
class Context:
    """Who is meant while a program runs.

    Attributes:
        controller: seat whose program it is.
        affected: seat that draws, pays and chooses.
        actor: seat that caused what the program answers.
        source: hero, nemesis or story card whose program it is.
        party: in a (duel) skill, whose fighter was boosted.
        register: how many the last counting instruction did.
    """

    controller: int
    affected: int
    actor: int
    source: Character | Story | None = None
    party: int | None = None
    register: int = 0


def of(controller: int, source: Character | Story | None = None) -> Context:
    """The context of a program that answers nobody."""
    return Context(controller, controller, controller, source)


class Choices(Table):
    """Asks for one of several things; where there is none, nobody is asked."""

    def choose_player(self, chooser: int, seats: list[int]) -> Play:
        """One of several seats, none if there are none."""
        if not seats:
            return None
        named = {Act.PLAYER + self.relative(seat, chooser): seat for seat in seats}
        return named[(yield from self.ask(chooser, Ask.TARGET_PLAYER, list(named)))]

    def choose_hero(self, seat: int, decision: int, heroes: list[Character]) -> Play:
        """One of several characters, none if there are none."""
        if not heroes:
            return None
        action = yield from self.ask(seat, decision, [Act.HERO_NAME + hero.number for hero in heroes])
        return self.characters[action - Act.HERO_NAME]

    def choose_hand_card(self, player: Player, cards: list[Card], optional: bool = False) -> Play:
        """One of several cards of the hand, none if there are none or if it is left out."""
        if not cards and not (optional and player.hand):  # R58: whether she could is her secret
            return None
        legal = [Act.PASS] if optional else []
        action = yield from self.ask(player.seat, Ask.HAND_CARD, legal + [Act.CARD + card.number for card in cards])
        return None if action == Act.PASS else self.cards[action - Act.CARD]

    def choose_deck(self, seat: int, decks: list[int], decision: int = Ask.DECK) -> Play:
        """One of several domain decks, none if there are none."""
        if not decks:
            return None
        return (yield from self.ask(seat, decision, [Act.DECK_NAME + deck for deck in decks])) - Act.DECK_NAME

    def seats_meant(self, whose: str, context: Context) -> list[int]:
        """The seats that an instruction is about."""
        seats = self.clockwise(context.affected)
        return {"self": seats[:1], "others": seats[1:], "anybody": seats, "actor": [context.actor]}[whose]

    def choose_deployed(self, whose: str, statuses: tuple[int, ...], context: Context) -> Play:
        """A card of somebody's field that lies in one of the given ways, first whose, then which."""
        seats = [s for s in self.seats_meant(whose, context) if turned(self.players[s].field, statuses)]
        owner = yield from self.choose_player(context.affected, seats)
        if owner is None:
            return None
        lying = turned(self.players[owner].field, statuses)
        legal = [Act.CARD + deployed.card.number for deployed in lying]
        action = yield from self.ask(context.affected, Ask.FIELD_CARD, legal)
        chosen = next(deployed for deployed in lying if deployed.card.number == action - Act.CARD)
        return owner, chosen

    def choose_turned(self, what: str, whose: str, statuses: tuple[int, ...], context: Context) -> Play:
        """A field card or a hero that lies in one of the given ways: (owner, which)."""
        if what == "card":
            return (yield from self.choose_deployed(whose, statuses, context))
        owners = [self.players[seat] for seat in self.seats_meant(whose, context)]
        heroes = [hero for player in owners for hero in player.heroes if hero.status in statuses]
        chosen = yield from self.choose_hero(context.affected, Ask.FIELD_HERO, heroes)
        return None if chosen is None else (chosen.place, chosen)
