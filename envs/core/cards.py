"""A card as somebody looks it up: what is printed on it, and where every fact of it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

DESIGNED = "designed"
"""The origin of each fact of which ``source`` says nothing: it was designed for this suite."""

CHANGED = "changed"
"""The origin of a fact that content of one's own changed without saying where its value is from."""


@dataclass(frozen=True)
class Card:
    """A card of a game, a character, or whatever else it lays on the table with a name on it.

    Attributes:
        kind: the table of the content that it stands in: ``"treasures"``.
        key: its key in that table.
        name: its name.
        row: the few facts that stand beside the name in an overview, by what is written above them.
        text: what it does, in lines.
        facts: all that the content says of it, by field, apart from the attributes here.
        source: ``{fact: origin}`` of the facts that are not `DESIGNED`; ``"skills.icon"`` is a part of a fact.
        number: the printed number; None if it has none.
        index: the number that actions and observations know it by; None if they do not.
        in_game: whether a game under the options has it.
    """

    kind: str
    key: str
    name: str
    row: Mapping[str, str | int]
    text: str
    facts: Mapping[str, Any]
    source: Mapping[str, str]
    number: int | None = None
    index: int | None = None
    in_game: bool = True
