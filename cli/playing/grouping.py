"""Legal moves in groups that read well: eighty names with the same verb become one title and a few columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Family:
    """Moves that begin alike.

    Attributes:
        title: the words that all share, ``…`` where they differ; empty for moves that are like no other.
        moves: (index of the move, the words in which it differs; all its words if there is no title).
    """

    title: str
    moves: tuple[tuple[int, str], ...]


def group_moves(names: Sequence[str]) -> list[Family]:
    """Groups moves by their first words.

    Args:
        names: of the moves, all different.

    Returns:
        First the family without a title, if any move is like no other; then the others by their first moves. Each
        move is in exactly one family.
    """
    by_verb: dict[str, list[int]] = {}
    for index, name in enumerate(names):
        by_verb.setdefault(name.split(" ", 1)[0], []).append(index)
    families, single = [], []
    for same in by_verb.values():
        family = _family(names, same)
        if len(same) > 1 and family.title:
            families.append(family)
        else:
            single += [(index, names[index]) for index in same]
    return [Family("", tuple(single)), *families] if single else families


def _family(names: Sequence[str], indices: Sequence[int]) -> Family:
    """Moves with the same first word; no title if one of them has no other word."""
    words = [names[index].split(" ") for index in indices]
    room = min(map(len, words)) - 1  # a word of each move is left to tell it by
    before = _shared(words, room)
    after = _shared([one[::-1] for one in words], room - before)
    title = " ".join(words[0][:before])
    if after:
        title += " … " + " ".join(words[0][-after:])
    rest = (" ".join(one[before : len(one) - after]) for one in words)
    return Family(title, tuple(zip(indices, rest, strict=True)))


def _shared(words: Sequence[Sequence[str]], most: int) -> int:
    """How many first words all have in common, at most ``most``."""
    for position in range(most):
        if any(one[position] != words[0][position] for one in words):
            return position
    return max(most, 0)


def reading_order(families: Sequence[Family]) -> list[int]:
    """Indices of the moves as they stand on the screen: the first of them is number 1 there."""
    return [index for family in families for index, _ in family.moves]


def find_moves(names: Sequence[str], text: str) -> list[int]:
    """Indices of the moves in whose names all words of ``text`` are found, in capitals or not."""
    wanted = text.casefold().split()
    return [index for index, name in enumerate(names) if all(word in name.casefold() for word in wanted)]
