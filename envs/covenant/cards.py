"""The cards of covenant as somebody looks them up: the suits of the deck, for the rank is the same in each of them."""

from __future__ import annotations

from typing import Any

from ..core.cards import Card
from .words import RANK_NAMES, RESOURCE_NAMES, SUIT_NAMES, SUIT_SYMBOLS, TRAIT_NAMES

SEED = {"trait": "seed", "resource": "seed"}  # C9, C10


def cards(content: dict[str, Any], tables: Any) -> list[Card]:
    """The suits: whose they are, and which cards of them the deck of the chosen mode holds.

    Args:
        content: not looked at; the tables hold the numbers of the mode.
        tables: the tables record.
    """
    ranks = len(RANK_NAMES)
    found = []
    for suit, name in enumerate(SUIT_NAMES):
        there = tables.in_deck[ranks * suit : ranks * (suit + 1)]
        held = [rank for rank, present in zip(RANK_NAMES, there, strict=True) if present]
        facts = {"trait": TRAIT_NAMES[suit], "resource": RESOURCE_NAMES[suit], "ranks": " ".join(held)}
        text = f"Ranks {tables.type_bonus} higher for each naming of {TRAIT_NAMES[suit]} as a type of the conflict."
        row = {"suit": SUIT_SYMBOLS[suit], **facts}
        found.append(Card("suits", name, name, row, text, facts, SEED, in_game=bool(held)))
    return found
