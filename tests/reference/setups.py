"""The set-ups in which the two engines of covenant are compared: modes, players, and changed numbers.

Each is told twice, to the compiled engine as content and to the reference as fields of ``Config``: a number that one of
them reads wrongly, or not at all, shows.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from typing import Any

from .covenant import Config
from .lockstep import DECISIONS, Lockstep


@dataclass(frozen=True)
class Setup:
    """One way to play.

    Attributes:
        name: how tests list it.
        players, mode: of both engines.
        games: random games to compare in all.
        scripted: games of the built-in players to compare in all.
        numbers: fields of the reference's ``Config`` that differ.
        content: the same for the compiled engine.
        limits: ``max_turns`` and ``max_decisions``.
        without: names of `Lockstep.seen` that cannot occur, or hardly, beyond those that the mode rules out.
        events: names of `Lockstep.seen` that must occur beside decisions and actions.
        at_least: how often each of them must occur in all games, and in a quarter of the games.
    """

    name: str
    players: int
    games: int
    scripted: int = 0
    mode: str = "year"
    numbers: dict[str, Any] = field(default_factory=dict)
    content: dict[str, Any] = field(default_factory=dict)
    limits: dict[str, int] = field(default_factory=dict)
    without: tuple[Any, ...] = ()
    events: tuple[str, ...] = ()
    at_least: tuple[int, int] = (3, 0)

    def lockstep(self) -> Lockstep:
        """Both engines, set up."""
        config = Config.for_mode(self.mode, self.players)
        for name, value in self.numbers.items():
            assert hasattr(config, name), name
            setattr(config, name, value)
        return Lockstep(config, content=self.content, **self.limits)

    def expected(self) -> set[Any]:
        """What has to occur in the games of this set-up taken together."""
        if "max_decisions" in self.limits:  # it may end before anything
            return set(self.events)
        names = {*EVERYTHING, *self.events}
        if self.mode == "year" and self.players == 2:
            names -= COUNCIL
        elif self.mode != "year":
            names -= YEAR | COUNCIL
        return {name for name in names if not {name, name[0], name[-1]} & set(self.without)}


def _pairs(decisions: str, families: str) -> set[tuple[str, str]]:
    return set(product(decisions.split(), families.split()))


EVERYTHING = (
    _pairs("STAKE_KIND", "AMBITION STEWARDSHIP FEUD")
    | _pairs("AMBITION FEUD_TRAIT RESTORE MEETING", "SHEET")
    | _pairs("STEWARDSHIP CLAIM_WHAT MEETING", "RESOURCE")
    | _pairs("RIVAL", "RIVAL")
    | _pairs("VOLUNTEER", "PASS VOLUNTEER")
    | _pairs("TYPE", "TYPE")
    | _pairs("COMMIT WINDOW", "CARD BUY_CARD RESTORE_BY_VOTES RESTORE_BY_FACE COMPANION_USE COMPANION_OVERUSE CLAIM")
    | _pairs("CONCEDE", "PASS CONCEDE")
    | _pairs("WINDOW", "PASS SWAP ITEM_USE ITEM_OVERUSE")
    | _pairs("VIGOR CRAFT INFLUENCE INSIGHT WINDOW", "BY_POINT BY_ASSET BY_OVERUSE BY_OPPOSED_HARM")
    | _pairs("SELECT_VIGOR SELECT_AID SELECT_ITEM", "PASS CARD")
    | _pairs("COMPANION_CARD FACE_CARD GIVE_BACK", "CARD")
    | _pairs("COMPANION_SUIT", "SUIT")
    | _pairs("BID_OPEN", "PASS OFFER")
    | _pairs("BID_ANSWER", "ACCEPT OFFER")
    | _pairs("CRAFT_TAKE", "PASS TAKE_WINNING TAKE_LOSING")
    | _pairs("MEETING", "PASS")
)
"""All (decision, family of actions) there are, and all (Trait, payment)."""

COUNCIL = {pair for pair in EVERYTHING if pair[0] in ("VOLUNTEER", "BID_OPEN", "BID_ANSWER")}
YEAR = {pair for pair in EVERYTHING if pair[0] in (*DECISIONS[:5], "MEETING")}
CLAIMS = ("CLAIM", "CLAIM_WHAT", "RESTORE_BY_VOTES", "SWAP")  # what a poor fighter of a single conflict cannot do
EVENTS = ("free draw", "concession decides", "Craft after a tie", "second Craft", "covenant Harmed", "Essences", "fall")
AUCTIONS = ("auction of three offers or more", "bought off", "claimer pays")
TINY = (
    "CRAFT", "INFLUENCE", "CRAFT_TAKE", "SELECT_AID", "SELECT_ITEM", "COMPANION_CARD", "COMPANION_SUIT", "FACE_CARD",
    "RESTORE", "TYPE", "BUY_CARD", "RESTORE_BY_FACE", "COMPANION_USE", "COMPANION_OVERUSE", "ITEM_USE", "ITEM_OVERUSE",
    "BY_ASSET", ("SELECT_VIGOR", "PASS"), ("VIGOR", "BY_OVERUSE"), ("VIGOR", "BY_OPPOSED_HARM"), *CLAIMS,
)  # fmt: skip
"""What mode mini lacks."""
RARE = (("VIGOR", "BY_OVERUSE"), ("VIGOR", "BY_OPPOSED_HARM"), ("SELECT_ITEM", "PASS"), "ITEM_OVERUSE", "SWAP")
"""What a set-up with few games need not show."""


def _deck(*ranks: int) -> tuple[int, ...]:
    return tuple(card for card in range(52) if card % 13 + 2 in ranks)


SETUPS = [
    # ---- as shipped
    Setup("year-2", 2, 260, 80, events=EVENTS, at_least=(20, 4)),
    Setup("year-3", 3, 240, 60, events=EVENTS + AUCTIONS, at_least=(20, 4)),
    Setup("year-4", 4, 160, 40, events=EVENTS + AUCTIONS, at_least=(20, 4)),
    Setup("year-5", 5, 120, 40, events=EVENTS + AUCTIONS, at_least=(20, 4)),
    Setup("conflict", 2, 500, 100, "conflict", without=CLAIMS, events=EVENTS[:4]),
    Setup("mini-1", 2, 300, 60, "mini", without=TINY),
    Setup("mini-2", 2, 300, 60, "mini", {"tricks_to_win": 2}, {"rules": {"tricks_to_win": 2}}, without=TINY),
    # ---- the rule options
    Setup("hand-5", 2, 60, 10, numbers={"hand_size": 5}, content={"rules": {"hand_size": 5}}),
    Setup("tricks-2", 3, 60, 10, numbers={"tricks_to_win": 2}, content={"rules": {"tricks_to_win": 2}}),
    Setup("aid-3", 2, 60, 10, numbers={"aid_value": 3}, content={"rules": {"aid_value": 3}}),
    Setup("seasons-2", 4, 40, 10, numbers={"seasons": 2}, content={"rules": {"seasons": 2}}),
    Setup("one-season", 4, 40, 10, limits={"max_turns": 1}),
    Setup("cut-conflict", 2, 60, 0, "conflict", limits={"max_decisions": 25}),
    Setup("cut-year", 3, 60, limits={"max_decisions": 150}),
    # ---- other numbers
    Setup(
        "rich-covenant", 3, 40, 10, numbers={"covenant": (5,) * 5, "covenant_limit": 7},
        content={"covenant": {"start": [5, 5, 5, 5], "limit": 7}}, events=(*AUCTIONS, "reshuffle"),
    ),
    Setup(
        "many-votes", 5, 30, 10, numbers={"start_votes": 12}, content={"votes": {"start": 12}},
        events=AUCTIONS,
    ),
    Setup(
        "rich-conflict", 2, 200, 30, "conflict", {"covenant": (3,) * 5, "start_votes": 15},
        {"covenant": {"start": [3, 3, 3, 3]}, "votes": {"start": 15}},
        events=("reshuffle", "covenant Harmed", "Essences"),
    ),
    Setup(
        "small-deck", 3, 40, 10, numbers={"deck": _deck(2, 3, 11, 14), "covenant": (4,) * 5},
        content={"deck": {"ranks": [2, 3, 11, 14]}, "covenant": {"start": [4, 4, 4, 4]}}, events=("reshuffle",),
    ),
    Setup(
        "no-reshuffle", 2, 60, 10,
        numbers={"hand_size": 3, "tricks_to_win": 4, "deck": _deck(2, 12), "reshuffle": False},
        content={"rules": {"hand_size": 3, "tricks_to_win": 4}, "deck": {"ranks": [2, 12], "reshuffle": False}},
        without=(("SELECT_VIGOR", "PASS"), *RARE), events=("trick lost without a card",),
    ),
    Setup(
        "strong-mages", 2, 100, 20, "conflict",
        {
            "trait_values": (5, 5, 4, 3), "companion_values": (3, 2, 2, 1), "item_values": (3, 3, 2, 1),
            "asset_values": (1, 1, 1, 0), "magic": 3, "start_votes": 30,
        },
        {
            "mage": {
                "trait_values": [5, 5, 4, 3], "companion_values": [3, 2, 2, 1], "item_values": [3, 3, 2, 1],
                "asset_values": [1, 1, 1, 0], "magic": 3,
            },
            "votes": {"start": 30},
        },
        without=("CLAIM", "CLAIM_WHAT", "BY_OVERUSE", "BY_OPPOSED_HARM"), events=("votes lost",),
    ),
    Setup(
        "all-at-limits", 3, 40, 10,
        numbers={
            "trait_values": (0,) * 4, "companion_values": (2,) * 4, "item_values": (2,) * 4, "asset_values": (1,) * 4,
            "trait_limit": 0, "companion_limit": 2, "item_limit": 2, "magic": 2, "magic_limit": 2, "covenant_limit": 2,
            "covenant": (2,) * 5,
        },
        content={
            "mage": {
                "trait_values": [0] * 4, "companion_values": [2] * 4, "item_values": [2] * 4, "asset_values": [1] * 4,
                "trait_limit": 0, "companion_limit": 2, "item_limit": 2, "magic": 2, "magic_limit": 2,
            },
            "covenant": {"start": [2] * 4, "limit": 2},
        },
        without=("AMBITION", "FEUD", "RIVAL", "FEUD_TRAIT", "BY_POINT", "BY_OVERUSE", "BY_OPPOSED_HARM"),
        events=("no stake possible",),
    ),
    Setup(
        "all-numbers", 4, 60, 10,
        numbers={
            "hand_size": 6, "tricks_to_win": 4, "aid_value": 1, "seasons": 3, "type_bonus": 3, "craft_limit": 1,
            "start_votes": 9, "vote_cap": 20, "antagonist_votes": 3, "trick_votes": 2, "buy_price": 1,
            "buy_price_antagonist": 2, "restore_price": 4, "swap_price": 7, "mend_price": 2,
            "trait_values": (4, 3, 1, 0), "companion_values": (0, 2, 1, 0), "item_values": (1, 0, 0, 2),
            "asset_values": (0, 1, 1, 2), "magic": 2, "trait_limit": 6, "companion_limit": 4, "item_limit": 2,
            "asset_limit": 3, "magic_limit": 4, "covenant": (4,) * 5, "covenant_limit": 5, "fall_count": 2,
            "ambition_renown": 3, "stewardship_renown": 1, "feud_renown": 2, "bare_renown": 4, "antagonist_renown": 2,
            "mend_renown": 2, "blame_cost": 3,
        },
        content={
            "rules": {"hand_size": 6, "tricks_to_win": 4, "aid_value": 1, "seasons": 3},
            "conflict": {"type_bonus": 3, "craft_limit": 1},
            "votes": {
                "start": 9, "limit": 20, "opposing": 3, "trick": 2, "price_card": 1, "price_card_antagonist": 2,
                "price_restore": 4, "price_swap": 7, "price_mend": 2,
            },
            "mage": {
                "trait_values": [4, 3, 1, 0], "companion_values": [0, 2, 1, 0], "item_values": [1, 0, 0, 2],
                "asset_values": [0, 1, 1, 2], "magic": 2, "trait_limit": 6, "companion_limit": 4, "item_limit": 2,
                "asset_limit": 3, "magic_limit": 4,
            },
            "covenant": {"start": [1, 2, 4, 3], "limit": 5, "fall": 2},
            "renown": {
                "ambition": 3, "stewardship": 1, "feud": 2, "no_stake": 4, "opposing": 2, "mend": 2, "blame_price": 3,
            },
        },
    ),
    Setup(
        "ordered-insight", 2, 100, 10, "conflict", {"insight_by_deck_order": True, "reshuffle": False},
        {"conflict": {"random_insight": False}, "deck": {"reshuffle": False}}, without=(*CLAIMS, *RARE),
    ),
    Setup(
        "no-craft", 2, 100, 10, "conflict", {"craft_limit": 0}, {"conflict": {"craft_limit": 0}},
        without=("CRAFT", "CRAFT_TAKE", *CLAIMS, *RARE),
    ),
]  # fmt: skip
