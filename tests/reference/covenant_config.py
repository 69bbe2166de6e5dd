"""Numbers, decision and action ids, and the chance interface of the covenant reference.

Rule numbers (C1..C119) are those of the covenant rules page; plain section numbers too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

P, A = 0, 1  # sides: Protagonist, Antagonist (C3)
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)  # suits, and their Traits and resources (C9, C10)
VIGOR, CRAFT, INFLUENCE, INSIGHT, MAGIC = range(5)  # conflict types (C40, C44)
ESSENCES = 4  # the suitless covenant resource (C10)
TRAITS, COMPANIONS, ITEMS, ASSETS = 0, 4, 8, 12  # first track of each block (C18)
MAGIC_SHEET = 16  # sheet index that means the Magic rating
AMBITION_STAKE, STEWARDSHIP_STAKE, FEUD_STAKE = range(3)


class Ask:
    """Decision numbers: the table of section 7, counted from zero."""

    STAKE_KIND, AMBITION, STEWARDSHIP, RIVAL, FEUD_TRAIT, VOLUNTEER, TYPE = range(7)
    COMMIT, CONCEDE, WINDOW, SELECT_VIGOR, SELECT_AID, SELECT_ITEM = range(7, 13)
    COMPANION_CARD, COMPANION_SUIT, FACE_CARD, RESTORE, GIVE_BACK = range(13, 18)
    BID_OPEN, BID_ANSWER, CLAIM_WHAT, CRAFT_TAKE, MEETING = range(18, 23)


class Act:
    """Action ids of section 8.1; ids that come in ranges are given by their base."""

    PASS, CONCEDE, VOLUNTEER, ACCEPT, CLAIM, BUY_CARD = range(6)
    RESTORE_BY_VOTES, RESTORE_BY_FACE, SWAP = range(6, 9)
    BY_POINT, BY_ASSET, BY_OVERUSE, BY_OPPOSED_HARM = range(9, 13)
    ITEM_USE, ITEM_OVERUSE, TAKE_WINNING, TAKE_LOSING = range(13, 17)
    COMPANION_USE, COMPANION_OVERUSE, SUIT, TYPE, KIND = 17, 21, 25, 29, 34
    RIVAL = 36  # + relative seat 1..4
    SHEET, RESOURCE = 41, 58
    OFFER = 62  # + votes offered, 1..30
    CARD = 93


def rank(card: int) -> int:
    """Printed rank, 2..14 with the ace high (C7)."""
    return card % 13 + 2


def printed_suit(card: int) -> int:
    """Suit a card has before anything changes it (C11)."""
    return card // 13


def is_face(card: int) -> bool:
    """Whether the card is a jack, queen or king (C8)."""
    return 11 <= rank(card) <= 13


class Chance(Protocol):
    """Source of everything random; a checker can feed it recorded outcomes."""

    def first_player(self, num_players: int) -> int:
        """Seat of the first player (C104); in mode ``conflict`` the Protagonist."""

    def traits(self, seat: int) -> list[int]:
        """Order of one mage's Traits, best first (C102)."""

    def shuffle(self, cards: list[int]) -> list[int]:
        """Order of the given sorted cards; the first one is drawn first (C13, C14)."""

    def insight(self, hand: list[int]) -> int:
        """Card that Insight takes from the given sorted hand (C71)."""


@dataclass
class Config:
    """Every number of the game, with the values of the rules page as defaults.

    Modes other than ``year`` change several numbers at once: use :meth:`for_mode`.
    """

    num_players: int = 2  # C1
    mode: str = "year"  # section 5.5
    # The conflict.
    hand_size: int = 7  # C46
    tricks_to_win: int = 3  # C47
    aid_value: int = 2  # C72
    type_bonus: int = 2  # C42, C43
    craft_limit: int = 2  # C68
    deck: tuple[int, ...] = tuple(range(52))  # C6
    reshuffle: bool = True  # C14
    fixed_types: tuple[int, int] | None = None  # 5.5 mini: no TYPE decisions
    insight_by_deck_order: bool = False  # 5.5 mini: no chance after the deal
    # Mages and their limits (C21, C31, C102).
    trait_values: tuple[int, int, int, int] = (3, 2, 2, 1)
    companion_values: tuple[int, int, int, int] = (1, 0, 0, 0)  # by place in the order of Traits
    item_values: tuple[int, int, int, int] = (0, 1, 0, 0)
    asset_values: tuple[int, int, int, int] = (0, 0, 1, 0)
    magic: int = 1
    trait_limit: int = 5
    companion_limit: int = 3
    item_limit: int = 3
    asset_limit: int = 1
    magic_limit: int = 3
    # The covenant (C33, C103, C116); None stands for the value by number of players.
    covenant: tuple[int, ...] | None = None
    covenant_limit: int = 6
    fall_count: int = 3
    # Votes (C35, C37, C38) and prices (C73, C74, C79, C115).
    start_votes: int = 5
    vote_cap: int = 30
    antagonist_votes: int = 2
    trick_votes: int = 1
    buy_price: int = 2
    buy_price_antagonist: int = 1
    restore_price: int = 5
    swap_price: int = 10
    mend_price: int = 3
    # The year and its Renown (C105, C108..C111, C115, C118).
    seasons: int = 4
    ambition_renown: int = 1
    stewardship_renown: int = 2
    feud_renown: int = 1
    bare_renown: int = 1  # 5.6: no stake was possible
    antagonist_renown: int = 1
    mend_renown: int = 1
    blame_cost: int = 2

    def __post_init__(self) -> None:
        """Check mode and players, and fill in the covenant's starting values."""
        if self.mode not in ("year", "conflict", "mini"):
            raise ValueError(f"unknown mode {self.mode!r}")
        if not 2 <= self.num_players <= 5 or (self.mode != "year" and self.num_players != 2):
            raise ValueError(f"{self.num_players} players do not fit mode {self.mode!r}")
        if self.covenant is None:
            self.covenant = ((self.num_players + 2) // 2,) * 5  # ceil((n + 1) / 2)

    @classmethod
    def for_mode(cls, mode: str, num_players: int = 2) -> Config:
        """Defaults of a mode (section 5.5).

        Args:
            mode: ``year``, ``conflict`` or ``mini``.
            num_players: Number of seats; the two short modes need 2.

        Returns:
            A fresh configuration.
        """
        config = cls(num_players=num_players, mode=mode)
        if mode in ("conflict", "mini"):
            config.covenant = (0,) * 5
            config.start_votes = 0
        if mode == "mini":
            config.hand_size, config.tricks_to_win = 2, 1
            config.deck = (0, 1, 2, 39, 40, 41)  # 2..4 of clubs and of spades
            config.reshuffle, config.insight_by_deck_order = False, True
            config.fixed_types = (VIGOR, INSIGHT)
            config.trait_values = (1, 1, 1, 1)
            config.companion_values = config.item_values = config.asset_values = (0, 0, 0, 0)
            config.magic = config.antagonist_votes = config.trick_votes = 0
        return config

    def track_limit(self, track: int) -> int:
        """Highest value of a sheet entry, Magic included (C21, C31)."""
        limits = (self.trait_limit, self.companion_limit, self.item_limit, self.asset_limit)
        return (*limits, self.magic_limit)[track // 4]
