"""Reference engine of Daimyo's Fall: plain, slow, readable.

This module has the game from set-up to scoring. Everything that asks is a generator: it yields a ``Question`` and is
sent the answer, so that the rules read in the order in which they are played. The parts, each built on the one before:
``daimyo_config`` ids and options, ``daimyo_cards`` what lies on the table, ``daimyo_table`` how it moves and what
notices it, ``daimyo_choices`` what is asked, ``daimyo_effects`` programs, ``daimyo_duel``, ``daimyo_nemesis``,
``daimyo_turn``.
"""

from __future__ import annotations

from .daimyo_cards import Character, Entry
from .daimyo_choices import of
from .daimyo_config import (
    AREA,
    ASIDE,
    GONE,
    HERO,
    HERO_DECK,
    NEMESIS,
    Act,
    Ask,
    Chance,
    Ended,
    Question,
    Setup,
)
from .daimyo_table import Play
from .daimyo_turn import Turns

__all__ = ["Act", "Ask", "Chance", "Game", "Setup"]

BOSSES = 5  # nemeses of a Boss Rush


class Game(Turns):
    """A game of Daimyo's Fall; ``seat`` has to answer ``decision`` until ``over``.

    Args:
        content: the merged content, as plain dicts.
        setup: who plays, and with what.
        chance: source of everything random.
    """

    def __init__(self, content: Entry, setup: Setup, chance: Chance) -> None:
        super().__init__(content, setup, chance)
        self.over = self.truncated = False
        self.max_turns = setup.max_turns or self.rules["max_turns"]
        self.first = chance.first_player(setup.players)
        self.current = self.first
        self.course = self.play()
        self.question = Question(-1, -1, [])
        self.advance(None)

    # ---- interface --------------------------------------------------------------------------------------------------
    @property
    def seat(self) -> int:
        """Who is asked."""
        return self.question.seat

    @property
    def decision(self) -> int:
        """What is asked."""
        return self.question.decision

    def legal(self) -> list[int]:
        """Sorted legal actions."""
        return list(self.question.legal)

    def step(self, action: int) -> None:
        """Carry out one decision.

        Raises:
            ValueError: the action is not legal now.
        """
        if action not in self.question.legal:
            raise ValueError(f"action {action} is not legal for decision {self.decision}")
        self.turn_decisions += 1
        self.advance(action)

    def advance(self, action: int | None) -> None:
        """Play on to the next question."""
        try:
            self.question = self.course.send(action)
        except (StopIteration, Ended):
            self.end()

    def cut(self) -> None:
        """Stop in the middle, as a guard on the number of decisions does."""
        self.truncated = True
        self.end()

    def end(self) -> None:
        """Nobody has a decision any more."""
        self.over = True
        self.question = Question(-1, -1, [])
        self.course.close()

    # ---- set-up -----------------------------------------------------------------------------------------------------
    def play(self) -> Play:
        """The whole game."""
        self.take_nemeses_out()
        for cls in (0, 1):
            self.fill_pool(cls)
        if self.setup.boss_rush:
            yield from self.set_up_boss_rush()
        else:
            yield from self.give_heroes()
            self.place_area_hero()
        yield from self.play_rounds()

    def take_nemeses_out(self) -> None:
        """Leave only as many nemeses as play (R24)."""
        places = BOSSES if self.setup.boss_rush else self.rules["nemeses_in_deck"]
        nemeses = [character for character in self.lying(HERO_DECK) if character.kind == NEMESIS]
        for turn in range(len(nemeses) - places):
            out = nemeses.pop(self.chance.nemesis_out(turn, len(nemeses)))
            out.place = GONE
        self.bosses = len(nemeses)

    def give_heroes(self) -> Play:
        """A first hero for everybody, drawn in turn order or chosen in reverse (R28)."""
        order = [self.players[seat] for seat in self.clockwise(self.first)]
        if not self.setup.beginner:
            for player in order:
                hero = self.draw_character(False)
                self.settle(player, 0, hero)
            return
        for player in reversed(order):
            beginners = [c for c in self.characters if c.entry.get("beginner", False)]
            free = [hero for hero in beginners if hero.place in (HERO_DECK, ASIDE)]
            hero = yield from self.choose_hero(player.seat, Ask.START_HERO, free)
            self.settle(player, 0, hero)
            self.take_other_form_out(hero)

    def take_other_form_out(self, hero: Character) -> None:
        """A hero who would become one that is taken leaves the deck."""
        for other in self.lying(HERO_DECK):
            if other.entry.get("other_form") == hero.key:
                other.place = GONE

    def place_area_hero(self) -> None:
        """The first hero of the area; the petals of all face-up heroes fall (R3), unnoticed."""
        drawn = self.draw_character(False)
        if drawn is not None:
            drawn.place = AREA
        owned = [hero for player in self.players for hero in player.heroes]
        self.remove_petals(sum(hero.petals for hero in [*owned, *self.area_heroes()]), None)

    def set_up_boss_rush(self) -> Play:
        """Three heroes, a deck of nemeses, and the first of them (R29)."""
        deck = [hero for hero in self.lying(HERO_DECK) if hero.kind == HERO]
        for slot in range(len(self.players[0].slots)):
            hero = deck.pop(self.chance.draw_hero(len(deck)))
            self.settle(self.players[0], slot, hero)
        for hero in deck:
            hero.place = GONE
        drawn = self.draw_character(True)
        drawn.place = AREA
        self.begin_nemesis(drawn)
        self.remove_petals(drawn.petals, None)
        yield from self.run(drawn.entry.get("reveal", []), of(0, drawn))
        yield from self.drain()

    # ---- rounds and end ---------------------------------------------------------------------------------------------
    def play_rounds(self) -> Play:
        """Round after round until the last petal has fallen."""
        while True:
            for seat in self.clockwise(self.first):
                yield from self.play_turn(seat)
            self.turn += 1
            if self.last_petal:
                return
            if self.turn >= self.max_turns:
                self.truncated = True
                return

    def score(self) -> list[float]:
        """Victory points; in Boss Rush nemeses and what is left of the petals."""
        if self.setup.boss_rush:
            return [self.beaten + self.petals / self.petals_start]
        return [float(self.victory_points(seat)) for seat in range(self.setup.players)]

    def victory_points(self, seat: int) -> int:
        """Those of all cards and heroes of a player."""
        player = self.players[seat]
        return sum(thing.vp for thing in [*player.all_cards(), *player.heroes])

    def returns(self) -> list[float]:
        """Final ranks mapped evenly from +1 to -1, ties averaged; zeros before the end."""
        count = self.setup.players
        if not self.over:
            return [0.0] * count
        if self.setup.boss_rush:
            return [2 * self.score()[0] / (BOSSES + 1) - 1]
        prizes = [sum(card.is_prize for card in player.all_cards()) for player in self.players]
        keys = list(zip(self.score(), prizes, strict=True))
        ahead = [sum(other > key for other in keys) for key in keys]
        tied = [sum(other == key for other in keys) - 1 for key in keys]
        return [1.0 - 2.0 * (a + t / 2) / (count - 1) for a, t in zip(ahead, tied, strict=True)]
