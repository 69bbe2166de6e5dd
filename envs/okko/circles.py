"""Triggers that could set each other off without end.

A trigger *sets off* another one if its program can raise the event that the other answers. Whose the event would be,
and whether it can come to it, is not looked at, so that no circle is missed; a ``limit`` ends any.
"""

from __future__ import annotations

from . import effects
from .cards import Trigger
from .effects import Instruction, Program
from .programs import Path, blocks

HARM = frozenset({"harmed", "eliminate", "eliminated"})
RAISED: dict[type[Instruction], frozenset[str]] = {
    effects.Damage: HARM,
    effects.Wound: frozenset({"eliminated"}),
    effects.Attack: HARM | {"attack", "attacked", "roll", "hit"},
    effects.Clue: frozenset({"clue", "join"}),
    effects.Item: frozenset({"item"}),
    effects.Test: frozenset({"test", "pass", "fail"}),
    effects.Corrupt: frozenset({"corrupt"}),
    effects.Summon: frozenset({"summon"}),
    effects.Kami: frozenset({"join"}),
}
"""Events that an instruction can raise, besides those of its blocks. ``alarm`` and ``battle`` happen once in a game."""


def circle(triggers: list[tuple[Path, Trigger]], complications: list[Program]) -> list[Path]:
    """The triggers of a circle, each setting off the next and the last one the first; empty if there is none.

    Args:
        triggers: all of the content, with where they stand.
        complications: programs that drawing a Clue card can bring about.
    """
    endless = [(path, trigger) for path, trigger in triggers if trigger.limit is None]
    drawn = frozenset(event for program in complications for event in raised(program, frozenset()))
    follows = [
        [j for j, (_, second) in enumerate(endless) if second.event in events]
        for _, first in endless
        for events in [raised(first.do, drawn)]
    ]
    for start in range(len(endless)):
        chain = _way_back(follows, start, [start], set())
        if chain:
            return [endless[i][0] for i in chain]
    return []


def raised(program: Program, drawn: frozenset[str]) -> frozenset[str]:
    """Events that a program can raise; ``drawn``: those that a Clue card can bring about besides its own."""
    events: frozenset[str] = frozenset()
    for one in program:
        events |= RAISED.get(type(one), frozenset())
        if isinstance(one, effects.Clue):
            events |= drawn
        for _, block in blocks(one):
            events |= raised(block, drawn)
    return events


def _way_back(follows: list[list[int]], start: int, chain: list[int], seen: set[int]) -> list[int]:
    """A chain that begins at the start and may go on there."""
    for following in follows[chain[-1]]:
        if following == start:
            return chain
        if following not in seen:
            seen.add(following)
            found = _way_back(follows, start, [*chain, following], seen)
            if found:
                return found
    return []
