"""Everything with a name on it and what is printed there: for looking it up, and as tables of the README.

Kinds are the tables of the content. The numbers that action ids and observation blocks go by depend on the options:
Heroes and missions have theirs by the scenario.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import msgspec
import numpy as np

from ..core.cards import CHANGED, Card
from ..core.explain import value_at
from .content import OkkoOptions, build_tables
from .english import hero_counts, text_of
from .names import encoded
from .scenarios import OkkoContent
from .state import HERO_CARDS, NODES
from .wording import technique_text

NOTHING = "–"
OWN_FIELDS = ("number", "name", "source")  # attributes of a `Card`, not among its facts
COMPANION_NAMES = {"follower": "Follower", "kami": "Kami", "courtier": "Courtier"}
TOKEN_NAMES = {"evidence": "Evidence", "parchments": "Parchments", "chests": "Chests"}
SHORT = {"speed": "SPD", "might": "MGT", "defense": "DEF", "guile": "GUI", "actions": "ACT", "stamina": "STA"}
"""Attributes as the heads of narrow columns."""
NAMES = {
    "heroes": "hero_name",
    "wounds": "wound_name",
    "items": "item_name",
    "companions": "companion_name",
    "kinds": "kind_name",
    "trees.thralls": "node_name",
    "events": "event_name",
    "clues": "clue_name",
    "missions": "mission_name",
}
"""Where the tables hold the names of the entries of a kind."""
Row = dict[str, str | int]


def cards(content: dict[str, Any], tables: Any) -> list[Card]:
    """Everything with a name on it.

    Args:
        content: the merged content as plain data.
        tables: the tables record, which says what is in the game and by what number it goes there.
    """
    return [replace(_numbered(card, tables), source=_origins(card)) for card in _all(content)]


def texts(content: dict[str, Any]) -> dict[str, str]:
    """What is printed on each card, Hero, agent and mission, by its name; ``content`` as for `cards`.

    Where several have a name, all they say stands below it.
    """
    said: dict[str, str] = {}
    for card in _all(content):
        facts = ", ".join(f"{head} {cell}" for head, cell in card.row.items() if cell != NOTHING)
        text = f"{card.kind}; {facts}\n{card.text}" if facts else f"{card.kind}\n{card.text}"
        said[card.name] = f"{said[card.name]}\n\n{text}" if card.name in said else text
    return said


def sections(content: dict[str, Any]) -> dict[str, list[str]]:
    """Markdown tables by the name of their section; ``content`` as for `cards`."""
    everything = _all(content)
    of = {kind: [card for card in everything if card.kind == kind] for kind in LISTED}
    return {
        "heroes": _table(of["heroes"]),
        "cards": _table(of["cards"]),
        "wounds": _table(of["wounds"]),
        "items": _table(of["items"]),
        "companions": _table(of["companions"]),
        "agents": _table(of["kinds"]),
        "trees": _table([*of["trees.thralls"], *of["trees.creatures"]]),
        "events": _table(of["events"]),
        "clues": _table(of["clues"]),
        "missions": _table(of["missions"]),
        "scenarios": _table(of["scenarios"]),
        "tokens": _table([*of["tokens"], *of["conditions"]]),
    }


def _table(those: list[Card]) -> list[str]:
    heads = list(dict.fromkeys(head for card in those for head in card.row))
    names = ("name", *heads, "text")
    rows = [(card.name, *(card.row.get(head, NOTHING) for head in heads), card.text) for card in those]
    lines = [names, ("---",) * len(names), *rows]
    return [f"| {' | '.join(str(cell).replace(chr(10), '<br>') for cell in line)} |" for line in lines]


# ---- what stands beside a name --------------------------------------------------------------------------------------
def _attributes(entry: Any) -> Row:
    return {SHORT[name]: getattr(entry, name) for name in SHORT if hasattr(entry, name)}


def _hero_row(content: OkkoContent, entry: Any) -> Row:
    return {"class": entry.class_, **_attributes(entry), "Supplies": entry.supplies}


def _item_row(content: OkkoContent, entry: Any) -> Row:
    slot = {"hand": "hand", "both_hands": "both hands", "clothing": "Clothing", "supplies": "Supplies"}[entry.slot]
    return {"slot": slot, "for": ", ".join(entry.classes), "copies": entry.copies}


def _clue_row(content: OkkoContent, entry: Any) -> Row:
    oni = content.kinds[entry.oni].name if entry.oni else NOTHING
    return {"kind": {"courtier": "Courtier", "oni": "Oni", "complication": "Complication"}[entry.kind], "Oni": oni}


def _mission_row(content: OkkoContent, entry: Any) -> Row:
    return {"Tile": entry.tile or NOTHING}


ROWS: dict[str, Callable[[OkkoContent, Any], Row]] = {
    "heroes": _hero_row,
    "cards": lambda content, entry: {"Hero": content.heroes[entry.hero].name, "icon": entry.icon},
    "wounds": lambda content, entry: {"penalty": technique_text(entry.technique), "copies": entry.copies},
    "items": _item_row,
    "companions": lambda content, entry: {"kind": COMPANION_NAMES[entry.kind], **_attributes(entry)},
    "kinds": lambda content, entry: {
        "type": entry.type,
        "rank": entry.rank,
        "figures": entry.figures,
        **_attributes(entry),
    },
    "trees.thralls": lambda content, entry: {"tree": "thralls", "column": entry.column},
    "trees.creatures": lambda content, entry: {"tree": "creatures", "column": entry.column},
    "events": lambda content, entry: {"technique": technique_text(entry.technique), "copies": entry.copies},
    "clues": _clue_row,
    "missions": _mission_row,
    "scenarios": lambda content, entry: {"Heroes": hero_counts(entry).removesuffix("es").removesuffix(" Hero")},
}
LISTED = (*ROWS, "conditions", "tokens")
"""The kinds, in the order in which they are listed."""


# ---- the cards ------------------------------------------------------------------------------------------------------
def _all(content: dict[str, Any]) -> list[Card]:
    everything = msgspec.convert(content, OkkoContent)
    return [*_entries(content, everything), *_tokens(content, everything)]


def _entries(content: dict[str, Any], everything: OkkoContent) -> Iterator[Card]:
    for kind, row_of in ROWS.items():
        named = everything
        for step in kind.split("."):
            named = getattr(named, step)
        plain = value_at(content, kind.split("."))
        for key, entry in named.items():  # type: ignore[attr-defined]
            facts = {field: value for field, value in plain[key].items() if field not in OWN_FIELDS}
            number = getattr(entry, "number", None)
            text = text_of(everything, kind, entry)
            yield Card(kind, key, entry.name, row_of(everything, entry), text, facts, dict(entry.source), number)


def _tokens(content: dict[str, Any], everything: OkkoContent) -> Iterator[Card]:
    for key in everything.conditions.__struct_fields__:
        sides = getattr(everything.conditions, key)
        text = text_of(everything, "conditions", (key, sides))
        row: Row = {"worse side": sides.worse, "weaker side": sides.weaker}
        yield Card("conditions", key, key.capitalize(), row, text, content["conditions"][key], {})
    for key in everything.tokens.__struct_fields__:
        faces = getattr(everything.tokens, key)
        row = {"tokens": len(faces)}
        facts = {"faces": content["tokens"][key]}
        yield Card("tokens", key, TOKEN_NAMES[key], row, text_of(everything, "tokens", faces), facts, {})


@cache
def _as_shipped() -> dict[tuple[str, str], Card]:
    return {(card.kind, card.key): card for card in _all(build_tables(OkkoOptions())[1])}


def _origins(card: Card) -> dict[str, str]:
    """Where its facts are from; a value that was changed is not where the shipped one is from."""
    origins, known = dict(card.source), _as_shipped().get((card.kind, card.key), card)
    was, now = ({**one.facts, "number": one.number, "name": one.name} for one in (known, card))
    for fact, origin in card.source.items():
        field = fact.partition(".")[0]
        if was.get(field) != now.get(field) and known.source.get(fact) == origin:
            origins[fact] = CHANGED
    return origins


# ---- in a game ------------------------------------------------------------------------------------------------------
def _numbered(card: Card, tables: Any) -> Card:
    """The card with its number in action ids and observation blocks, and whether the game has it."""
    index = _index(card, tables)
    return replace(card, index=index, in_game=_is_in_game(card, index, tables))


def _index(card: Card, tables: Any) -> int | None:
    """Its number; of several copies that of the first; None if there is none under the options."""
    if card.kind == "cards":
        hero = _row_of(tables.hero_name, str(card.row["Hero"]))
        return None if hero is None else hero * HERO_CARDS + (card.number or 0) - 1
    if card.kind == "trees.creatures":
        row = _row_of(tables.node_name[NODES:], card.name)
        return None if row is None else NODES + row
    return _row_of(tables[NAMES[card.kind]], card.name) if card.kind in NAMES else None


def _row_of(names: Any, name: str) -> int | None:
    """The first row of a field of the tables that holds a name."""
    rows = np.flatnonzero((names == encoded(name)).all(1))
    return int(rows[0]) if len(rows) else None


def _is_in_game(card: Card, index: int | None, tables: Any) -> bool:
    if card.kind in ("heroes", "cards", "missions"):
        return index is not None
    if card.kind == "kinds":
        return bool(tables.kind_count[index] > 0)
    if card.kind == "clues":
        return bool(tables.clue_kind[index] > 0)
    if card.kind == "companions":
        return card.row["kind"] != COMPANION_NAMES["courtier"] or bool(tables.companion_clue[index] >= 0)
    return True
