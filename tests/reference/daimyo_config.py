"""Ids, set-up and chance interface of the Daimyo's Fall reference.

Rulings are named R1 … R30 as on the rules page of the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

SAMURAI, NINJA = "samurai", "ninja"
CLASSES = (SAMURAI, NINJA)
MON, REINFORCEMENT, TREASURE, REGALIA = "mon", "reinforcement", "treasure", "regalia"
HERO, NEMESIS = "hero", "nemesis"
READY, EXHAUSTED, RAVAGED = range(3)  # how far a field card or a hero is turned
THE_NEMESIS = 5  # as a party of a duel; seats are the others
SLOTS = 3  # heroes of a player
POOL = 4  # face-up reinforcements of a class
AREA, HERO_DECK, ASIDE, GONE, BEATEN = "area", "hero deck", "aside", "gone", "beaten"  # where nobody's heroes are
ON_THE_WAY = "on the way"  # a new hero while its owner has to let another one go


class Ask:
    """Decision numbers."""

    START_HERO, MOVE, ACTIVE, MAIN, TRADE_CARD, SEND_BACK, WOUND_CARD, EXCHANGE, EQUIP, END_REFRESH = range(10)
    DUEL_TARGET, BOOST, INTERRUPT, MAY, OPTION, TARGET_PLAYER, HAND_CARD, FIELD_CARD, FIELD_HERO = range(10, 19)
    SEND_HERO, POOL_CARD, AREA_HERO, DECK, BATTLE_FOR, BATTLE_BOOST, NEMESIS_DECK = range(19, 26)


class Act:
    """Action ids; those that come in ranges are given by their base."""

    PASS, YES, END_TURN = 0, 1, 2
    TRADE = 3  # + 0 samurai, 1 ninja, 2 regalia
    SEND_BACK_HERO, NEMESIS_DUEL, WOUND = 6, 7, 8
    DECK_NAME = 9  # + domain deck
    PLAYER = 14  # + relative seat
    OPTION_NAME = 19
    BUY_TOP = 22  # + class
    PLAY, SELL_CARD, DISCARD_SKILL, RETURN_SKILL, BUY, CARD = 24, 88, 152, 216, 280, 344  # + card
    BUY_HERO, HERO_SKILL, HERO_NAME = 408, 440, 472  # + character
    END = 504


@dataclass(frozen=True)
class Setup:
    """How a game is played, beside its content.

    Attributes:
        players: seats.
        beginner: heroes are chosen among the beginners' (R28), instead of drawn.
        nemesis: with the nemesis variant.
        boss_rush: the solo variant.
        expansions: numbers of the story cards in play.
        max_turns: rounds after which the game is cut; None: those of the content.
    """

    players: int = 2
    beginner: bool = False
    nemesis: bool = False
    boss_rush: bool = False
    expansions: tuple[int, ...] = ()
    max_turns: int | None = None


class Chance(Protocol):
    """Source of everything random. Each choice is an index below ``count``."""

    def first_player(self, seats: int) -> int:
        """Seat of the first player (R7)."""

    def draw_hero(self, count: int) -> int:
        """Which character of the hero deck is drawn; they lie by ascending number."""

    def nemesis_out(self, turn: int, count: int) -> int:
        """Which nemesis of those still in is left out of the game (R24), for the ``turn``-th to leave."""

    def draw_card(self, seat: int, count: int) -> int:
        """Which card of a player's deck is drawn; they lie by ascending number, copies beside each other."""

    def draw_from_deck(self, deck: int, count: int) -> int:
        """Which card of a domain deck is drawn, likewise."""


@dataclass
class Question:
    """What a seat has to decide."""

    seat: int
    decision: int
    legal: list[int]


class Ended(Exception):
    """The game is over at once, in the middle of whatever was going on."""
