"""What lies on the table of the Daimyo's Fall reference, how it moves, and what notices it."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from .daimyo_cards import (
    Card,
    Character,
    Deployed,
    Entry,
    Player,
    Story,
    Trigger,
    copies_in_deck,
    make_cards,
    make_characters,
    make_stories,
)
from .daimyo_config import (
    AREA,
    ASIDE,
    GONE,
    HERO,
    HERO_DECK,
    POOL,
    READY,
    REINFORCEMENT,
    Ask,
    Chance,
    Ended,
    Question,
    Setup,
)

Play = Generator[Question, int, Any]
"""A part of the game that asks questions on its way and is sent the answers."""

DUEL_EVENTS = ("start_duel", "attacked", "win_duel")


@dataclass
class Waiting:
    """A triggered program that has not run yet."""

    program: list[Entry]
    controller: int
    actor: int
    source: Character | Story | None


@dataclass
class Poll:
    """Interrupts that have to be asked for."""

    event: str
    actor: int


class Fight:
    """A duel, or a common battle, that is going on."""

    def __init__(self, attacker: int, defender: int) -> None:
        self.attacker, self.defender = attacker, defender
        self.duelists: dict[int, Character] = {}  # by party
        self.boost: dict[int, int] = {}
        self.decided: dict[int, str] = {}  # "won" or "negated"

    def enter(self, party: int, duelist: Character, bonus: int = 0) -> None:
        """A party joins with its fighter."""
        self.duelists[party], self.boost[party] = duelist, bonus


class Table:
    """Zones, counters, events. The subclasses add what players do."""

    def __init__(self, content: Entry, setup: Setup, chance: Chance) -> None:
        self.rules: Entry = content["rules"]
        self.setup, self.chance = setup, chance
        self.cards = make_cards(content)
        self.characters = make_characters(content, setup)
        self.stories = make_stories(content, setup)
        starters = [card for card in self.cards for _ in range(card.entry.get("starters", 0))]
        self.players = [Player(seat, list(starters)) for seat in range(setup.players)]
        self.decks: list[list[Card]] = [[], [], [], [], []]
        for card in self.cards:
            for _ in range(copies_in_deck(card, content, setup)):
                self.decks[card.deck].append(card)
        self.pools: list[list[Card | None]] = [[None] * POOL, [None] * POOL]
        self.piles: list[list[Card]] = [[], []]  # the top last
        self.removed: list[Card] = []
        self.petals = self.petals_start = self.rules["petals"][setup.players - 1]
        self.last_petal = False
        self.nemesis: Character | None = None
        self.hit_points = 0
        self.beaten = 0
        self.wound_cards: list[Card] = []
        self.in_fight = False  # a duel or a common battle has begun
        self.battle_due = False  # a common battle is to follow
        self.fight: Fight | None = None  # with its fighters, once they stand
        self.queue: list[Waiting | Poll] = []
        skills = [card.skill_on("interrupt") for card in self.cards]
        self.interrupted = {skill["event"] for skill in skills if skill}
        self.current = self.turn = self.turn_decisions = 0
        self.reset_turn()

    def reset_turn(self) -> None:
        """Forget what is counted by turn."""
        self.mon = self.deployments = self.trade_points = self.discount = 0
        self.deployed: list[Card] = []
        self.fought = self.hero_bought = False
        self.duel_winner: int | None = None
        self.turn_decisions = 0
        for source in [*self.characters, *self.stories]:
            for trigger in source.all_triggers if isinstance(source, Story) else source.triggers:
                trigger.seen = 0
        for character in self.characters:
            character.used = 0

    @property
    def fighting(self) -> bool:
        """Whether no other fight may begin."""
        return self.in_fight or self.battle_due

    # ---- asking -----------------------------------------------------------------------------------------------------
    def ask(self, seat: int, decision: int, legal: list[int]) -> Play:
        """Let a seat choose; R13 ends what goes on for too long."""
        if self.turn_decisions >= self.rules["turn_guard"]:
            for way_out in (2,) if decision == Ask.MAIN else (0,):
                if way_out in legal:
                    legal = [way_out]
        action = yield Question(seat, decision, sorted(set(legal)))
        return action

    def clockwise(self, seat: int) -> list[int]:
        """All seats, from this one on."""
        return [(seat + steps) % self.setup.players for steps in range(self.setup.players)]

    def after(self, seat: int) -> list[int]:
        """All other seats, clockwise."""
        return self.clockwise(seat)[1:]

    def relative(self, seat: int, viewer: int) -> int:
        """How many places a seat is away from the viewer, clockwise."""
        return (seat - viewer) % self.setup.players

    # ---- cards ------------------------------------------------------------------------------------------------------
    def draw(self, player: Player) -> bool:
        """One card from the player's deck (R8); whether there was one."""
        if not player.deck:
            if not player.discard:
                return False
            player.deck, player.discard = player.discard, []
            player.shown = list(player.hand)  # what is not in the new deck is in the hand
        player.deck.sort(key=lambda card: card.number)
        player.hand.append(player.deck.pop(self.chance.draw_card(player.seat, len(player.deck))))
        return True

    def refill_hand(self, player: Player) -> None:
        """Draw up to the hand size."""
        size = max(1, self.rules["hand_size"] + self.modifier(player.seat, "hand_size"))
        while len(player.hand) < size and self.draw(player):
            pass

    def draw_extra(self, player: Player, count: int) -> None:
        """Draw by an effect."""
        for _ in range(count):
            if not self.draw(player):
                break
            self.happen("draw", player.seat)

    def draw_from_deck(self, deck: int) -> Card | None:
        """The top card of a domain deck (R8)."""
        cards = self.decks[deck]
        if deck < 2 and not cards:
            cards += self.piles[deck]
            self.piles[deck] = []
        if not cards:
            return None
        cards.sort(key=lambda card: card.number)
        return cards.pop(self.chance.draw_from_deck(deck, len(cards)))

    def fill_pool(self, cls: int) -> None:
        """Reveal reinforcements where places are empty."""
        for place in range(POOL):
            if self.pools[cls][place] is None:
                self.pools[cls][place] = self.draw_from_deck(cls)

    def refresh_pool(self, cls: int) -> None:
        """Shuffle pool and discard pile of a class into its deck, and reveal new cards."""
        self.decks[cls] += [card for card in self.pools[cls] if card is not None] + self.piles[cls]
        self.piles[cls], self.pools[cls] = [], [None] * POOL
        self.fill_pool(cls)

    def pool_cards(self) -> list[Card]:
        """What lies in the pools."""
        return [card for pool in self.pools for card in pool if card is not None]

    def take_from_pool(self, card: Card) -> None:
        """A card leaves its pool, and another one takes its place; who calls has put it somewhere."""
        pool = self.pools[card.deck]
        pool[pool.index(card)] = None
        self.fill_pool(card.deck)

    def back_to_domain(self, card: Card) -> None:
        """A sold or returned card: reinforcements to their discard pile, the others into their deck (R5)."""
        if card.kind == REINFORCEMENT:
            self.piles[card.deck].append(card)
        else:
            self.decks[card.deck].append(card)

    def discard(self, player: Player, card: Card) -> None:
        """A discard from the hand, as a cost or effect."""
        player.put_away(card)
        self.happen("discard", player.seat, card)

    def give_back(self, player: Player, card: Card, under_nemesis: bool = False) -> None:
        """A return from the hand; R1 looks whether Setsuko changes."""
        player.out_of_hand(card)
        if under_nemesis:
            self.wound_cards.append(card)
        else:
            self.back_to_domain(card)
        self.happen("return", player.seat, card)
        if not card.is_prize:
            return
        player.returned += 1
        if card.changes_setsuko or player.returned >= self.rules["treasures_for_setsuko"]:
            for slot, hero in enumerate(player.slots):
                if hero is not None:
                    self.change_form(player, slot, hero)

    def loot(self, player: Player, deck: int) -> bool:
        """The top treasure of a deck goes to the discard pile; whether there was one."""
        card = self.draw_from_deck(deck)
        if card is None:
            return False
        player.discard.append(card)
        self.happen("loot", player.seat, card)
        return True

    # ---- resources --------------------------------------------------------------------------------------------------
    def gain_mon(self, seat: int, count: int) -> None:
        """Mon for the player in turn."""
        if seat == self.current:
            self.mon += count
            for _ in range(count):
                self.happen("gain_mon", seat)

    def remove_petals(self, count: int, actor: int | None) -> None:
        """Petals fall; without an actor nothing notices."""
        count = min(count, self.petals)
        self.petals -= count
        self.last_petal = self.last_petal or self.petals == 0
        if actor is not None:
            for _ in range(count):
                self.happen("petals", actor)
        if self.setup.boss_rush and self.petals == 0:
            raise Ended

    def modifier(self, seat: int, stat: str) -> int:
        """Sum of what changes a number of a player."""
        player = self.players[seat]
        return self.world_modifier(stat) + sum(self.own_modifier(player, h, stat) for h in player.ready_heroes)

    def own_modifier(self, player: Player, hero: Character, stat: str) -> int:
        """What a hero and her equipment contribute."""
        given = list(hero.modifiers)
        for card in hero.equipment:
            given += card.equip["modifiers"]
        fits = [m["n"] for m in given if m["stat"] == stat and (player.active is hero or not m.get("active", False))]
        return sum(fits)

    def world_modifier(self, stat: str) -> int:
        """What the nemesis and the story cards contribute."""
        sources = [*([self.nemesis] if self.nemesis_works else []), *self.stories]
        return sum(m["n"] for source in sources for m in source.modifiers if m["stat"] == stat)

    # ---- characters -------------------------------------------------------------------------------------------------
    @property
    def nemesis_works(self) -> bool:
        """Whether a nemesis is face up whose skills count."""
        return self.nemesis is not None and self.nemesis.status == READY

    def lying(self, place: int | str) -> list[Character]:
        """The characters in a place."""
        return [character for character in self.characters if character.place == place]

    def area_heroes(self) -> list[Character]:
        """The heroes of the hero area."""
        return [hero for hero in self.lying(AREA) if hero.kind == HERO]

    @property
    def area_full(self) -> bool:
        """Whether the hero cap is reached; a nemesis counts."""
        return len(self.lying(AREA)) >= self.setup.players

    def draw_character(self, nemesis_allowed: bool) -> Character | None:
        """The top of the hero deck; a nemesis that may not come now is shuffled back (R21), as if it were not there."""
        deck = [character for character in self.lying(HERO_DECK) if nemesis_allowed or character.kind == HERO]
        return deck[self.chance.draw_hero(len(deck))] if deck else None

    def settle(self, player: Player, slot: int, hero: Character) -> None:
        """A hero takes a place of a player."""
        player.slots[slot], hero.place, hero.status = hero, player.seat, READY

    def leave(self, player: Player, hero: Character, place: str) -> None:
        """A hero of a player goes elsewhere."""
        player.strip(hero)
        player.slots[player.slots.index(hero)] = None
        hero.place, hero.status = place, READY
        for living in self.characters:  # R75: an undead form is set aside, and the living one goes
            if living.kind == HERO and living.entry.get("other_form") == hero.key:
                hero.place, living.place, living.status = ASIDE, place, READY

    def change_form(self, player: Player, slot: int, hero: Character) -> None:
        """R1: a hero becomes her other form, if that one is set aside."""
        forms = [c for c in self.characters if c.kind == HERO and c.key == hero.entry.get("other_form")]
        if not forms or forms[0].place != ASIDE:
            return
        other = forms[0]
        other.place, other.status, other.used, other.equipment = player.seat, hero.status, hero.used, hero.equipment
        player.slots[slot] = other
        if player.active is hero:
            player.active = other
        hero.place, hero.status, hero.used, hero.equipment = GONE, READY, 0, []
        if self.fight is not None:
            for party, duelist in self.fight.duelists.items():
                if duelist is hero:
                    self.fight.duelists[party] = other
        hero.became = other

    # ---- events -----------------------------------------------------------------------------------------------------
    def happen(self, event: str, actor: int, about: Card | Character | None = None, cause: int | None = None) -> None:
        """Something happened: triggers and interrupts that answer it are put in line.

        Args:
            event: what.
            actor: whose event it is.
            about: what it is about.
            cause: who caused it, if somebody else.
        """
        cause = actor if cause is None else cause
        for seat in self.clockwise(actor):
            for hero in self.players[seat].ready_heroes:
                for trigger in hero.triggers:
                    if self.concerns(trigger, seat, event, actor) and matches(trigger, event, about):
                        self.put_in_line(trigger, seat, cause)
        world = list(self.nemesis.triggers) if self.nemesis_works else []
        for trigger in world + [trigger for story in self.stories for trigger in story.triggers]:
            if matches(trigger, event, about):
                self.put_in_line(trigger, actor, cause)
        if event in self.interrupted:
            self.queue.append(Poll(event, actor))

    def put_in_line(self, trigger: Trigger, controller: int, cause: int) -> None:
        """A trigger has met its event."""
        if trigger.fires():
            self.queue.append(Waiting(trigger.program, controller, cause, trigger.source))

    def concerns(self, trigger: Trigger, owner: int, event: str, actor: int) -> bool:
        """Whether a hero's trigger is about this player's doing, and may work now (R18)."""
        whose = trigger.entry.get("whose", "own")
        if (whose == "own" and actor != owner) or (whose == "others" and actor == owner):
            return False
        if not trigger.loot:
            return True
        outside = event in DUEL_EVENTS or actor != owner
        return self.players[owner].active is trigger.source and (owner == self.current or outside)


def matches(trigger: Trigger, event: str, about: Card | Character | None) -> bool:
    """Whether the event is the one that a trigger names, about the kind of thing that it names."""
    if trigger.entry["event"] != event:
        return False
    cls, kind = trigger.entry.get("class"), trigger.entry.get("kind")
    return cls in (None, getattr(about, "cls", None)) and kind in (None, getattr(about, "kind", None))


def turned(lying: list[Deployed], statuses: tuple[int, ...]) -> list[Deployed]:
    """Those that lie in one of the given ways, the first way first."""
    return [deployed for status in statuses for deployed in lying if deployed.status == status]
