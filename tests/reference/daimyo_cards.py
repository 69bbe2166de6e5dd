"""Cards, characters, story cards and players' areas of the Daimyo's Fall reference, as plain objects.

Copies of a card are one object that occurs several times in lists.
"""

from __future__ import annotations

from typing import Any

from .daimyo_config import (
    ASIDE,
    CLASSES,
    GONE,
    HERO,
    HERO_DECK,
    MON,
    NEMESIS,
    READY,
    REGALIA,
    REINFORCEMENT,
    SLOTS,
    TREASURE,
    Setup,
)

Entry = dict[str, Any]


class Card:
    """One type of card."""

    def __init__(self, number: int, kind: str, key: str, entry: Entry) -> None:
        self.number, self.kind, self.key, self.entry = number, kind, key, entry
        self.cls: str | None = entry.get("class")
        self.cost: int = entry.get("cost", 0)
        self.worth: int = entry["mon"] if kind == MON else 0
        sell = entry.get("sell", "-")
        self.sell: int | None = None if sell == "-" else sell
        self.vp: int = entry.get("vp", 0)
        self.petals: int = entry.get("petals", 0)
        self.skills: list[Entry] = entry.get("skills", [])
        self.equip: Entry | None = entry.get("equip")
        self.changes_setsuko: bool = entry.get("changes_setsuko", False)

    def __repr__(self) -> str:
        return self.key

    @property
    def is_prize(self) -> bool:
        """Whether it is a treasure, of a class or a regalia."""
        return self.kind in (TREASURE, REGALIA)

    @property
    def deck(self) -> int | None:
        """Number of its domain deck."""
        if self.kind == MON:
            return None
        if self.kind == REGALIA:
            return 4
        return CLASSES.index(self.cls) + (2 if self.kind == TREASURE else 0)

    def bonus(self, name: str) -> int:
        """What deploying it brings: ``draw``, ``mon``, ``deployments`` or ``trade_points``."""
        return self.entry.get(name, 0)

    def skills_on(self, moment: str) -> list[Entry]:
        """Its skills of one kind, in their order."""
        return [skill for skill in self.skills if skill["on"] == moment]

    def skill_on(self, moment: str) -> Entry | None:
        """Its only skill of a kind, if it has one."""
        return next(iter(self.skills_on(moment)), None)

    def fits(self, kind: str | None, cls: str | None) -> bool:
        """Whether it is of that kind and class, where one is asked for."""
        return kind in (None, self.kind) and cls in (None, self.cls)


def settled(program: list[Entry], cls: str) -> list[Entry]:
    """A loot condition's program with the class of its loot, which is the hero's, settled; not in others' blocks."""
    result = []
    for one in program:
        if one["op"] == "loot" and one["deck"] in ("own", "other"):
            one = {**one, "deck": cls if one["deck"] == "own" else {"samurai": "ninja", "ninja": "samurai"}[cls]}
        elif one["op"] in ("may", "if"):
            one = {**one, **{block: settled(one[block], cls) for block in ("do", "otherwise") if block in one}}
        elif one["op"] == "choose":
            one = {**one, "options": [{**option, "do": settled(option["do"], cls)} for option in one["options"]]}
        result.append(one)
    return result


class Trigger:
    """Something that listens to events: a loot condition or a passive skill."""

    def __init__(self, source: Character | Story, entry: Entry, loot: bool) -> None:
        self.source, self.entry, self.loot = source, entry, loot
        self.seen = 0  # matching events of this turn
        self.program: list[Entry] = settled(entry["do"], source.cls) if loot else entry["do"]

    def fires(self) -> bool:
        """Count one more matching event; tell whether it sets the program off."""
        self.seen += 1
        nth, limit = self.entry.get("nth"), self.entry.get("limit")
        if nth is not None:
            return self.seen == nth
        return limit is None or self.seen <= limit


class Character:
    """A hero or a nemesis."""

    def __init__(self, number: int, kind: str, key: str, entry: Entry) -> None:
        self.number, self.kind, self.key, self.entry = number, kind, key, entry
        self.cls: str = entry["class"]
        self.atk: int = entry.get("atk", 0)
        self.defense: int = entry["def"]
        self.vp: int = entry.get("vp", 0)
        self.petals: int = entry["petals"]
        self.action: Entry | None = entry.get("action")
        self.modifiers: list[Entry] = entry.get("modifiers", [])
        loot = [Trigger(self, trigger, True) for trigger in entry.get("loot", [])]
        self.triggers = loot + [Trigger(self, trigger, False) for trigger in entry.get("passive", [])]
        self.place: int | str = GONE  # a seat, or a name of config
        self.status = READY
        self.used = 0
        self.equipment: list[Card] = []
        self.became: Character | None = None  # her other form

    @property
    def now(self) -> Character:
        """Whom the programs mean that she began: she, or what she has become (R1)."""
        return self.became if self.place == GONE and self.became is not None else self

    def __repr__(self) -> str:
        return self.key


class Story:
    """A story card with its two faces."""

    def __init__(self, key: str, entry: Entry, in_play: bool) -> None:
        self.key, self.expansion, self.in_play = key, entry["expansion"], in_play
        self.face = 0
        self.faces: list[Entry] = entry["faces"]
        self._triggers = [[Trigger(self, t, False) for t in face.get("triggers", [])] for face in self.faces]

    @property
    def triggers(self) -> list[Trigger]:
        """Those of the face that lies up."""
        return self._triggers[self.face] if self.in_play else []

    @property
    def all_triggers(self) -> list[Trigger]:
        """Those of both faces."""
        return self._triggers[0] + self._triggers[1]

    @property
    def modifiers(self) -> list[Entry]:
        """Those of the face that lies up."""
        return self.faces[self.face].get("modifiers", []) if self.in_play else []


class Deployed:
    """A card on a player's field."""

    def __init__(self, card: Card) -> None:
        self.card, self.status = card, READY


class Player:
    """What lies before one player."""

    def __init__(self, seat: int, deck: list[Card]) -> None:
        self.seat = seat
        self.deck = deck
        self.hand: list[Card] = []
        self.discard: list[Card] = []
        self.field: list[Deployed] = []
        self.slots: list[Character | None] = [None] * SLOTS
        self.active: Character | None = None
        self.returned = 0  # treasures, over the game (R1)
        self.wounds = 0  # inflicted on the nemesis that is face up
        self.shown: list[Card] = []  # cards of the hand that everybody can name

    @property
    def heroes(self) -> list[Character]:
        """Own heroes by slot."""
        return [hero for hero in self.slots if hero is not None]

    @property
    def ready_heroes(self) -> list[Character]:
        """Those that are not exhausted."""
        return [hero for hero in self.heroes if hero.status == READY]

    @property
    def cls(self) -> str | None:
        """Class of the active hero."""
        return self.active.cls if self.active else None

    def out_of_hand(self, card: Card) -> None:
        """A card leaves the hand for all to see."""
        self.hand.remove(card)
        if card in self.shown:
            self.shown.remove(card)

    def put_away(self, card: Card) -> None:
        """Hand to discard pile."""
        self.out_of_hand(card)
        self.discard.append(card)

    def exhaust(self, hero: Character, status: int) -> None:
        """Turn an own hero: the token and the equipment come off."""
        hero.status = status
        self.strip(hero)

    def strip(self, hero: Character) -> None:
        """Take the token and the equipment off an own hero."""
        if self.active is hero:
            self.active = None
        self.discard += hero.equipment
        hero.equipment = []

    def all_cards(self) -> list[Card]:
        """Every card that the player owns."""
        equipped = [card for hero in self.heroes for card in hero.equipment]
        return [*self.deck, *self.hand, *self.discard, *(lying.card for lying in self.field), *equipped]


def make_cards(content: Entry) -> list[Card]:
    """All types, kind by kind and by their printed numbers."""
    kinds = {"mon": MON, "reinforcements": REINFORCEMENT, "treasures": TREASURE, "regalia": REGALIA}
    entries = [(kind, key, entry) for table, kind in kinds.items() for key, entry in by_number(content[table])]
    return [Card(number, *what) for number, what in enumerate(entries)]


def by_number(table: Entry) -> list[tuple[str, Entry]]:
    """Entries of a table in the order of their printed numbers."""
    return sorted(table.items(), key=lambda item: (item[1]["number"], item[0]))


def copies_in_deck(card: Card, content: Entry, setup: Setup) -> int:
    """Copies of a card that the domain decks begin with (R6; expansions' treasures)."""
    if card.kind == MON:
        return 0
    expansion, rules = card.entry.get("expansion", 0), content["rules"]
    mixed = rules["mix_expansion_treasures"] and card.is_prize
    if expansion and expansion not in setup.expansions and not mixed:
        return 0
    sets = 5 if rules["R6"] == "box" else setup.players
    copies = card.entry.get("copies", {REINFORCEMENT: 6, TREASURE: 2, REGALIA: 1}[card.kind])
    return copies - sets * card.entry.get("starters", 0)


def make_characters(content: Entry, setup: Setup) -> list[Character]:
    """Heroes, then nemeses, each where the set-up finds it."""
    entries = [(HERO, key, entry) for key, entry in by_number(content["heroes"])]
    entries += [(NEMESIS, key, entry) for key, entry in by_number(content["nemeses"])]
    characters = [Character(number, *what) for number, what in enumerate(entries)]
    for character in characters:
        entry = character.entry
        expansion = entry.get("expansion", 0)
        if expansion and expansion not in setup.expansions:
            character.place = GONE
        elif character.kind == NEMESIS:
            character.place = HERO_DECK if setup.nemesis or setup.boss_rush else GONE
        else:
            character.place = ASIDE if entry.get("set_aside", False) or expansion else HERO_DECK
    return characters


def make_stories(content: Entry, setup: Setup) -> list[Story]:
    """The story cards by expansion, those of the game in play."""
    entries = sorted(content["stories"].items(), key=lambda item: item[1]["expansion"])
    return [Story(key, entry, entry["expansion"] in setup.expansions) for key, entry in entries]
