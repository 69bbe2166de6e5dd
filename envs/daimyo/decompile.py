"""Rows of the tables → the instructions that they were made of: the way back of `compile`.

The tables hold programs as rows only; this is how their English (`phrases`) is told of a program that is running.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from . import compile as forward
from . import effects, ops
from .effects import Instruction, Program

Row = Sequence[int]


def _names(numbers: dict[Any, int]) -> dict[int, Any]:
    """A table of `compile` turned round."""
    return {number: name for name, number in numbers.items()}


CLASSES = {**_names(forward.CLASSES), forward.ANY_CLASS: None}
KINDS = {**_names(forward.KINDS), forward.ANY_KIND: None}
TARGETS, WHOSE = _names(forward.TARGETS), _names(forward.WHOSE)
LOOTED, REFRESHED = _names(forward.LOOTED), _names(forward.REFRESHED)
PLAIN = _names(forward.PLAIN)


def instructions(code: Any, start: int, end: int) -> Program:
    """The instructions of the rows ``start`` … ``end − 1``, which are a whole block.

    Args:
        code: ``tables.code``.
        start: the first row.
        end: the row behind the last one.
    """
    found: list[Any] = []
    while start < end:
        one, start = _instruction(code, start)
        found.append(one)
    return found


def options(code: Any, at: int) -> list[effects.Option]:
    """The options of the CHOOSE in row ``at``."""
    return _choose(code, at)[0].options


def _times(n: int) -> effects.Times:
    return "count" if n == forward.AS_COUNTED else n


# ---- instructions without blocks ------------------------------------------------------------------------------------
SIMPLE: dict[int, Callable[[Row], Instruction]] = {
    ops.DISCARD_CARDS: lambda r: effects.Discard(_times(r[1]), KINDS[r[2]], CLASSES[r[3]], bool(r[4])),
    ops.RETURN_CARDS: lambda r: effects.Return(_times(r[1]), KINDS[r[2]], CLASSES[r[3]], bool(r[4])),
    ops.LOOT: lambda r: effects.Loot(LOOTED[r[1]]),
    ops.EXHAUST_FIELD: lambda r: effects.Exhaust(_times(r[1]), TARGETS[r[2]], WHOSE[r[3]], bool(r[4])),
    ops.RECOVER_FIELD: lambda r: effects.Recover(_times(r[1]), TARGETS[r[2]], WHOSE[r[3]]),
    ops.CLEANSE_FIELD: lambda r: effects.Cleanse(_times(r[1]), WHOSE[r[2]]),
    ops.TAKE: lambda r: effects.Take(_times(r[1]), CLASSES[r[2]], r[3]),
    ops.REFRESH: lambda r: effects.Refresh(REFRESHED[r[1]]),
    ops.DUEL: lambda r: effects.Duel(r[1]),
    ops.COUNT: lambda r: effects.Count(ops.COUNTS[r[1]]),
}


def _instruction(code: Any, at: int) -> tuple[Instruction, int]:
    """The instruction that begins in a row, and the row behind it."""
    row = [int(value) for value in code[at]]
    if row[0] in BLOCKS:
        return BLOCKS[row[0]](code, at)
    if row[0] in SIMPLE:
        return SIMPLE[row[0]](row), at + 1
    kind = PLAIN[row[0]]
    return kind(n=_times(row[1])) if "n" in kind.__struct_fields__ else kind(), at + 1


# ---- instructions with blocks ---------------------------------------------------------------------------------------
def _may(code: Any, at: int) -> tuple[effects.May, int]:
    end = at + 1 + int(code[at, 1])
    return effects.May(instructions(code, at + 1, end)), end


def _if(code: Any, at: int) -> tuple[effects.If, int]:
    """A block that ends in a jump over rows has an ``otherwise``; that of a last option jumps over none."""
    number, value, length = (int(operand) for operand in code[at, 1:4])
    name = ops.CONDITIONS[number]
    given = {"class": CLASSES.get(value), "won": True, "hand_empty": True}.get(name, value)
    condition = {"class_" if name == "class" else name: given}
    end = at + 1 + length
    if code[end - 1, 0] != ops.JUMP or code[end - 1, 1] == 0:
        return effects.If(**condition, do=instructions(code, at + 1, end)), end
    beyond = end + int(code[end - 1, 1])
    do, otherwise = instructions(code, at + 1, end - 1), instructions(code, end, beyond)
    return effects.If(**condition, do=do, otherwise=otherwise), beyond


def _choose(code: Any, at: int) -> tuple[effects.Choose, int]:
    found, start = [], at + 1
    for _ in range(int(code[at, 1])):
        end = start + 1 + int(code[start, 2])
        found.append(effects.Option(icon=CLASSES[int(code[start, 1])], do=instructions(code, start + 1, end - 1)))
        start = end
    return effects.Choose(found), start


def _each(code: Any, at: int) -> tuple[effects.Each, int]:
    end = at + 1 + int(code[at, 2])
    return effects.Each(who="all" if code[at, 1] else "others", do=instructions(code, at + 1, end - 1)), end


def _target(code: Any, at: int) -> tuple[effects.Target, int]:
    end = at + 1 + int(code[at, 2])
    return effects.Target(who="actor" if code[at, 1] else "chosen", do=instructions(code, at + 1, end - 1)), end


BLOCKS: dict[int, Callable[[Any, int], tuple[Instruction, int]]] = {
    ops.MAY: _may,
    ops.IF: _if,
    ops.CHOOSE: _choose,
    ops.EACH: _each,
    ops.TARGET: _target,
}
