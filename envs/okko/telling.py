"""What a program does in a few words, for choices that are about it: ``"2 Damage, Stunned"``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from . import ops
from .naming import CONDITION_WORDS
from .state import STATS

Row = Sequence[int]


def _times(row: Row, noun: str) -> str:
    return f"{'as many' if row[1] == ops.AS_COUNTED else row[1]} {noun}"


def _stat(row: Row) -> str:
    name = STATS[row[1]]
    return "MIGHT −" + str(row[2]) if name == "might_down" else f"{name.replace('_', ' ').upper()} {row[2]:+d}"


WORDS: dict[int, Callable[[Row], str]] = {
    ops.TARGET: lambda row: "choose a figure",
    ops.EACH: lambda row: "each figure there",
    ops.DAMAGE_BY: lambda row: _times(row, "Damage"),
    ops.HEAL: lambda row: "heal " + _times(row, "Damage"),
    ops.CONDITION: lambda row: CONDITION_WORDS[row[1]],
    ops.CURE: lambda row: f"no longer {CONDITION_WORDS[row[1]]}",
    ops.CHANGE_STAT: _stat,
    ops.HITS_BY: lambda row: f"{row[1]:+d} hits",
    ops.REROLL: lambda row: "roll blank dice again",
    ops.SHIELD: lambda row: "the Attack does no damage",
    ops.ATTACK_NOW: lambda row: "make an Attack",
    ops.MOVE_NOW: lambda row: "move " + _times(row, "Areas"),
    ops.PLACE_FIGURE: lambda row: "place the figure",
    ops.PUSH_AWAY: lambda row: "push the figure away",
    ops.MORE_ACTIONS: lambda row: _times(row, "more Actions"),
    ops.DRAW_EVENTS: lambda row: f"{'draw' if row[1] > 0 else 'discard'} {abs(row[1])} Event cards",
    ops.DRAW_CLUES: lambda row: _times(row, "Clue cards"),
    ops.DRAW_ITEMS: lambda row: f"draw {row[1]} Equipment cards, keep {row[2]}",
    ops.DRAW_WOUND: lambda row: "draw a Wound",
    ops.RECALL: lambda row: "take back " + _times(row, "Action cards"),
    ops.TEST_NOW: lambda row: f"a {STATS[row[1]].upper()} Test of {row[2]}",
    ops.MOVE_TOKEN: lambda row: "move a token",
    ops.CORRUPT: lambda row: "move a Corruption token",
    ops.SUMMON_NOW: lambda row: f"bring {row[2]} agents",
    ops.SUMMON_KAMI: lambda row: "summon a Kami",
    ops.RAISE_ALARM: lambda row: "raise the alarm",
    ops.PROGRESS: lambda row: f"{row[2]} steps of the mission",
    ops.DISCARD_SELF: lambda row: "discard the card",
    ops.OPEN_DOORS: lambda row: "open the doors of the Tile",
}
"""By opcode; those that only direct others say nothing."""


def told(code: Any, start: int, end: int) -> str:
    """The rows ``start`` … ``end − 1`` of ``tables.code`` in words."""
    rows = [[int(value) for value in code[i]] for i in range(start, end)]
    return ", ".join(WORDS[row[0]](row) for row in rows if row[0] in WORDS)


def option_told(code: Any, at: int, k: int) -> str:
    """Option k of the CHOOSE in row ``at``; empty if there is none."""
    if code[at, 0] != ops.CHOOSE or k >= code[at, 1]:
        return ""
    head = at + 1
    for _ in range(k):
        head += 1 + int(code[head, 1])
    return told(code, head + 1, head + 1 + int(code[head, 1]))
