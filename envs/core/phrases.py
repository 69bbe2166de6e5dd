"""Small pieces of text that the games share."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

Group = tuple[int, Callable[[Any, Any, int], str]]
"""The first action of a family, and what names one of it: (state, tables, number within the family) → words."""


def action_in_words(game: str, groups: Sequence[Group], num_actions: int, state: Any, tables: Any, action: int) -> str:
    """The name of an action by the family it belongs to.

    Args:
        game: for the error.
        groups: the families, by ascending first action.
        num_actions: A.
        state, tables: records.
        action: 0 … A − 1.

    Raises:
        ValueError: if there is no action of that number.
    """
    number = operator.index(action)
    if not 0 <= number < num_actions:
        raise ValueError(f"{game} has no action {number}: actions are 0 … {num_actions - 1}")
    first, words = next(group for group in reversed(groups) if group[0] <= number)
    return words(state, tables, number - first)


def player_name(seat: int) -> str:
    """Name of a seat, the same as its agent's."""
    return f"player_{int(seat)}"


def count(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun, in the plural where it belongs; ``plural`` where that is not an s more."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"
