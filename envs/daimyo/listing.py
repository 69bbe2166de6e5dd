"""All cards, characters and story cards with what is printed on them: for looking them up, and as tables of the README.

They tell the numbers that action ids and observation blocks go by, what is printed on the cards, and their texts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import msgspec

from ..core.cards import CHANGED, Card
from . import state
from .cards import DaimyoContent, Entry, Hero, MonCard, Nemesis, Regalium, Treasure
from .content import (
    CARD_TABLES,
    CHARACTER_TABLES,
    DaimyoOptions,
    build_tables,
    cards_in_order,
    characters_in_order,
)
from .wording import card_text, hero_text, nemesis_text, story_text

NOTHING = "–"
CARD_FACTS = ("cost", "sell", "VP", "petals", "copies")
CHARACTER_FACTS = ("ATK", "DEF", "VP", "petals")
OWN_FIELDS = ("number", "name", "source")  # attributes of a `Card`, not among its facts


def cards(content: dict[str, Any], tables: Any) -> list[Card]:
    """Everything with a name on it.

    Args:
        content: the merged content as plain data.
        tables: the tables record, which says what is in the game.
    """
    return [replace(card, in_game=_is_in_game(card, tables), source=_origins(card)) for card in _all(content)]


def texts(content: dict[str, Any]) -> dict[str, str]:
    """What is printed on each card, hero, nemesis and story card, by its name; ``content`` as for `cards`."""
    said = {}
    for card in _all(content):
        heads = CARD_FACTS if card.kind in CARD_TABLES else CHARACTER_FACTS
        facts = ", ".join(f"{head} {cell}" for head in heads if (cell := card.row.get(head, NOTHING)) != NOTHING)
        said[_title(card)] = card.text if card.index is None else f"{_kind(card)}; {facts}\n{card.text}"
    return said


def sections(content: dict[str, Any]) -> dict[str, list[str]]:
    """Markdown rows by the name of their section; ``content`` as for `cards`."""
    everything = _all(content)
    in_decks = [card for card in everything if card.kind in CARD_TABLES]
    characters = [card for card in everything if card.kind in CHARACTER_TABLES]
    stories = [(_title(card), card.text) for card in everything if card.index is None]
    return {
        "cards": _numbered(("k", "card"), CARD_FACTS, in_decks),
        "characters": _numbered(("h", "character"), CHARACTER_FACTS, characters),
        "stories": _table(("story card", "text"), stories),
    }


# ---- the README -----------------------------------------------------------------------------------------------------
def _numbered(names: tuple[str, str], heads: tuple[str, ...], those: list[Card]) -> list[str]:
    rows = [
        (card.index, card.name, _kind(card), *(card.row.get(head, NOTHING) for head in heads), card.text)
        for card in those
    ]
    return _table((*names, "kind", *heads, "text"), rows)


def _table(heads: tuple[str, ...], rows: list[tuple[Any, ...]]) -> list[str]:
    lines = [heads, ("---",) * len(heads), *rows]
    return [f"| {' | '.join(str(cell).replace(chr(10), '<br>') for cell in line)} |" for line in lines]


def _kind(card: Card) -> str:
    """What the card is, its class included: "samurai treasure"; heroes are told by their class alone."""
    nouns = {"reinforcements": "reinforcement", "treasures": "treasure", "nemeses": "nemesis", "heroes": ""}
    return f"{card.row.get('class', '')} {nouns.get(card.kind, card.kind)}".strip()


def _title(card: Card) -> str:
    """Its name; before that of a story card the number by which the options call it."""
    return f"{card.row['expansion']}. {card.name}" if card.kind == "stories" else card.name


# ---- the cards ------------------------------------------------------------------------------------------------------
def _is_in_game(card: Card, tables: Any) -> bool:
    if card.kind in CARD_TABLES:
        return bool(tables.card_copies[card.index] + tables.card_starters[card.index] > 0)
    if card.kind in CHARACTER_TABLES:
        return bool(tables.character_place[card.index] != state.GONE)
    return bool(tables.stories[card.facts["expansion"] - 1])


@cache
def _as_shipped() -> dict[tuple[str, str], Card]:
    return {(card.kind, card.key): card for card in _all(build_tables(DaimyoOptions())[1])}


def _origins(card: Card) -> dict[str, str]:
    """Where its facts are from; a value that was changed is not where the shipped one is from."""
    origins, known = dict(card.source), _as_shipped().get((card.kind, card.key), card)
    was, now = ({**one.facts, "number": one.number, "name": one.name} for one in (known, card))
    for fact, origin in card.source.items():
        field = fact.partition(".")[0]
        if was[field] != now[field] and known.source.get(fact) == origin:
            origins[fact] = CHANGED
    return origins


def _all(content: dict[str, Any]) -> list[Card]:
    everything = msgspec.convert(content, DaimyoContent)
    found = [*_cards(everything), *_characters(everything), *_stories(everything)]
    return [replace(card, facts=_facts(content[card.kind][card.key])) for card in found]


def _facts(entry: dict[str, Any]) -> dict[str, Any]:
    return {field: value for field, value in entry.items() if field not in OWN_FIELDS}


def _card(kind: str, key: str, entry: Entry, row: dict[str, Any], text: str, index: int | None = None) -> Card:
    if entry.expansion:
        row = {**row, "expansion": entry.expansion}
    return Card(kind, key, entry.name, row, text, {}, dict(entry.source), entry.number, index)


def _cards(content: DaimyoContent) -> Iterator[Card]:
    for k, (table, key, card) in enumerate(cards_in_order(content)):
        if isinstance(card, MonCard):
            row: dict[str, Any] = {"copies": f"{card.starters} each"}
        else:
            row = {} if isinstance(card, Regalium) else {"class": card.class_}
            row |= {"cost": card.cost, "sell": NOTHING if card.sell == "-" else card.sell, "VP": card.vp}
            row |= {"petals": card.petals} if isinstance(card, (Treasure, Regalium)) else {}
            row |= {"copies": card.copies}
        yield _card(table, key, card, row, card_text(content, key), k)


def _characters(content: DaimyoContent) -> Iterator[Card]:
    for h, (table, key, one) in enumerate(characters_in_order(content)):
        if isinstance(one, Hero):
            row = {"class": one.class_, "ATK": one.atk, "DEF": one.def_, "VP": one.vp, "petals": one.petals}
            text = hero_text(content, key)
        else:
            row = {"class": one.class_, "DEF": one.def_, "petals": one.petals}
            text = f"{_hit_points(one)}\n{nemesis_text(content, key)}"
        yield _card(table, key, one, row, text, h)


def _hit_points(nemesis: Nemesis) -> str:
    players = "players + 1" if nemesis.extra_hit else "players"
    return f"Hit points: {players}, in Boss Rush {nemesis.boss_hit_points}."


def _stories(content: DaimyoContent) -> Iterator[Card]:
    for key, story in sorted(content.stories.items(), key=lambda item: item[1].expansion):
        yield _card("stories", key, story, {}, story_text(content, key))
