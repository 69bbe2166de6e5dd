"""Tables of all cards, characters and story cards for the README.

They tell the numbers that action ids and observation blocks go by, what is printed on the cards, and their texts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from .cards import DaimyoContent, Hero, MonCard, Regalium
from .content import cards_in_order, characters_in_order
from .wording import card_text, hero_text, nemesis_text, story_text

NOTHING = "–"
CARD_HEADS = ("k", "card", "kind", "cost", "sell", "VP", "petals", "copies", "text")
CHARACTER_HEADS = ("h", "character", "kind", "ATK", "DEF", "VP", "petals", "text")


def sections(content: dict[str, Any]) -> dict[str, list[str]]:
    """Markdown rows by the name of their section; ``content`` is the merged content as plain data."""
    everything = msgspec.convert(content, DaimyoContent)
    return {
        "cards": _table(CARD_HEADS, _cards(everything)),
        "characters": _table(CHARACTER_HEADS, _characters(everything)),
        "stories": _table(("story card", "text"), _stories(everything)),
    }


def texts(content: dict[str, Any]) -> dict[str, str]:
    """What is printed on each card, hero, nemesis and story card, by its name; ``content`` as for `sections`."""
    everything = msgspec.convert(content, DaimyoContent)
    said: dict[str, str] = {}
    for heads, rows in ((CARD_HEADS, _cards(everything)), (CHARACTER_HEADS, _characters(everything))):
        for row in rows:
            facts = ", ".join(
                f"{head} {cell}" for head, cell in zip(heads[3:-1], row[3:-1], strict=True) if cell != NOTHING
            )
            said[row[1]] = f"{row[2]}; {facts}\n{row[-1]}"
    return said | dict(_stories(everything))


def _table(heads: tuple[str, ...], rows: Iterator[tuple[Any, ...]]) -> list[str]:
    lines = [heads, ("---",) * len(heads), *rows]
    return [f"| {' | '.join(str(cell).replace(chr(10), '<br>') for cell in line)} |" for line in lines]


def _cards(content: DaimyoContent) -> Iterator[tuple[Any, ...]]:
    for k, (table, key, card) in enumerate(cards_in_order(content)):
        text = card_text(content, key)
        if isinstance(card, MonCard):
            yield k, card.name, "mon", *[NOTHING] * 4, f"{card.starters} each", text
            continue
        kind = "regalia" if isinstance(card, Regalium) else f"{card.class_} {table.removesuffix('s')}"
        petals = getattr(card, "petals", NOTHING)
        sell = NOTHING if card.sell == "-" else card.sell
        yield k, card.name, kind, card.cost, sell, card.vp, petals, card.copies, text


def _characters(content: DaimyoContent) -> Iterator[tuple[Any, ...]]:
    for h, (_, key, one) in enumerate(characters_in_order(content)):
        if isinstance(one, Hero):
            yield h, one.name, one.class_, one.atk, one.def_, one.vp, one.petals, hero_text(content, key)
        else:
            players = "players + 1" if one.extra_hit else "players"
            points = f"Hit points: {players}, in Boss Rush {one.boss_hit_points}."
            text = f"{points}\n{nemesis_text(content, key)}"
            yield h, one.name, f"{one.class_} nemesis", NOTHING, one.def_, NOTHING, one.petals, text


def _stories(content: DaimyoContent) -> Iterator[tuple[Any, ...]]:
    for key, story in sorted(content.stories.items(), key=lambda item: item[1].expansion):
        yield f"{story.expansion}. {story.name}", story_text(content, key)
