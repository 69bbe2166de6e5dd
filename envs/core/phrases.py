"""Small pieces of text that the games share."""

from __future__ import annotations


def player_name(seat: int) -> str:
    """Name of a seat, the same as its agent's."""
    return f"player_{int(seat)}"


def count(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun, in the plural where it belongs; ``plural`` where that is not an s more."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"
