"""Names of cards, characters and story cards, read from the tables, which hold them as UTF-8 bytes."""

from __future__ import annotations

from typing import Any

import numpy as np

from .state import NAME


def encoded(name: str) -> np.ndarray:
    """A name as the tables hold it, (NAME,) uint8 filled up with zeros; the name must fit."""
    return np.frombuffer(name.encode().ljust(NAME, b"\0"), np.uint8)


def card_name(tables: Any, card: int) -> str:
    """The name of a card, empty if there is no such card."""
    return _decoded(tables.card_name[card])


def character_name(tables: Any, character: int) -> str:
    """The name of a hero or nemesis, empty if there is no such character."""
    return _decoded(tables.character_name[character])


def story_title(tables: Any, face: int) -> str:
    """The title of a face, 2 · story card + 0 or 1; empty if there is none."""
    return _decoded(tables.story_title[face])


def _decoded(name: np.ndarray) -> str:
    return bytes(name).rstrip(b"\0").decode()
