"""Programs as TOML writes them → the rows that the interpreter reads. `ops` says what each row means.

Rows are made from the inside out: a block's length is known before the instruction that may skip it is written, so
that every number of rows to skip is counted, never mended afterwards. All are relative to the row that follows.
"""

from __future__ import annotations

from collections.abc import Sequence

from . import effects, ops
from .cards import Pays, Skill
from .effects import ClassName, Instruction, KindName, Program
from .state import NINJA, REGALIUM, REINFORCEMENT, SAMURAI, TREASURE

Row = tuple[int, int, int, int, int]

CLASSES: dict[ClassName, int] = {"samurai": SAMURAI, "ninja": NINJA}
KINDS: dict[KindName, int] = {"reinforcement": REINFORCEMENT, "treasure": TREASURE, "regalia": REGALIUM}
TARGETS = {"card": ops.CARD_TARGET, "hero": ops.HERO_TARGET}
LOOTED = {**CLASSES, "regalia": 2, "own": ops.LOOT_OWN, "other": ops.LOOT_OTHER, "choice": ops.LOOT_CHOSEN}
REFRESHED = {**CLASSES, "choice": ops.REFRESH_CHOSEN, "heroes": ops.REFRESH_HEROES}
WHOSE = {"self": ops.SELF, "others": ops.OTHERS, "anybody": ops.ANYBODY, "actor": ops.ACTED}
ANY_CLASS, ANY_KIND = -1, 0
AS_COUNTED = -1  # n of an instruction: what the count register holds


def class_number(name: ClassName | None) -> int:
    """A class as the rows and tables write it; −1 for any."""
    return ANY_CLASS if name is None else CLASSES[name]


def kind_number(name: KindName | None) -> int:
    """A kind of card as the rows and tables write it; 0 for any."""
    return ANY_KIND if name is None else KINDS[name]


# ---- whole programs -------------------------------------------------------------------------------------------------
def program(instructions: Program) -> list[Row]:
    """The rows of a program, END included."""
    return [*block(instructions), row(ops.END)]


def loot_condition(instructions: Program, cls: ClassName) -> list[Row]:
    """The rows of a loot condition of a hero of that class.

    The class of her loot is settled here, for she was the active hero when the condition was met, and may be it no
    longer when the program runs. Blocks for other players go by those players' heroes.
    """
    rows, others = [], 0
    for one in program(instructions):
        others += (one[0] in (ops.EACH, ops.TARGET)) - (one[0] in (ops.END_EACH, ops.END_TARGET))
        if one[0] == ops.LOOT and one[1] in (ops.LOOT_OWN, ops.LOOT_OTHER) and others == 0:
            rows.append(row(ops.LOOT, CLASSES[cls] if one[1] == ops.LOOT_OWN else 1 - CLASSES[cls]))
        else:
            rows.append(one)
    return rows


def skills(those: Sequence[Skill]) -> list[Row]:
    """The rows of several skills that are carried out in order, each if its class counts and its owner wishes."""
    rows: list[Row] = []
    for skill in those:
        inner = block(skill.do)
        if skill.may:
            inner = [row(ops.MAY, len(inner)), *inner]
        if skill.icon or skill.on == "duel":  # a (duel) skill also asks whether its fight goes on
            inner = [row(ops.ICON, class_number(skill.icon), len(inner)), *inner]
        rows += inner
    return [*rows, row(ops.END)]


def action(pays: Pays, instructions: Program) -> list[Row]:
    """The rows of a hero's action: the hand cards that it costs are discarded by its first instruction."""
    cost = row(ops.DISCARD_CARDS, pays.discard, kind_number(pays.kind), class_number(pays.class_))
    return [cost] * (pays.discard > 0) + program(instructions)


def block(instructions: Program) -> list[Row]:
    """The rows of instructions that follow each other."""
    return [one for instruction in instructions for one in rows_of(instruction)]


def row(op: int, *operands: int) -> Row:
    """One row, the operands that are not given 0."""
    a, b, c, d = (*operands, 0, 0, 0, 0)[:4]
    return op, int(a), int(b), int(c), int(d)


# ---- one instruction ------------------------------------------------------------------------------------------------
PLAIN: dict[type[Instruction], int] = {
    effects.Draw: ops.DRAW,
    effects.Mon: ops.GAIN_MON,
    effects.Deployments: ops.DEPLOY_MORE,
    effects.TradePoints: ops.TRADE_MORE,
    effects.Petals: ops.REMOVE_PETALS,
    effects.RestorePetals: ops.RESTORE_PETALS,
    effects.Boost: ops.BOOST_BY,
    effects.Discount: ops.DISCOUNT,
    effects.WinDuel: ops.WIN_DUEL,
    effects.NegateDuel: ops.NEGATE_DUEL,
    effects.SendHero: ops.SEND,
    effects.GainHero: ops.GAIN_HERO,
    effects.ReturnSelf: ops.LEAVE,
    effects.ExhaustSelf: ops.TIRE,
    effects.Flip: ops.FLIP,
    effects.Bring: ops.BRING,
}
"""Instructions that are one row, with ``n`` as its operand if they have one."""


def rows_of(instruction: Instruction) -> list[Row]:
    """The rows of one instruction."""
    match instruction:
        case effects.Discard() as one:
            return [row(ops.DISCARD_CARDS, times(one), kind_number(one.kind), class_number(one.class_), one.optional)]
        case effects.Return() as one:
            return [row(ops.RETURN_CARDS, times(one), kind_number(one.kind), class_number(one.class_), one.optional)]
        case effects.Loot() as one:
            return [row(ops.LOOT, LOOTED[one.deck])]
        case effects.Exhaust() as one:
            return [row(ops.EXHAUST_FIELD, times(one), TARGETS[one.what], WHOSE[one.whose], one.ravage)]
        case effects.Recover() as one:
            return [row(ops.RECOVER_FIELD, times(one), TARGETS[one.what], WHOSE[one.whose])]
        case effects.Cleanse() as one:
            return [row(ops.CLEANSE_FIELD, times(one), WHOSE[one.whose])]
        case effects.Take() as one:
            return [row(ops.TAKE, times(one), class_number(one.class_), one.cost)]
        case effects.Refresh() as one:
            return [row(ops.REFRESH, REFRESHED[one.what])]
        case effects.Duel() as one:
            return [row(ops.DUEL, one.atk)]
        case effects.Count() as one:
            return [row(ops.COUNT, ops.COUNTS.index(one.what))]
        case effects.May() | effects.If() | effects.Choose() | effects.Each() | effects.Target() as one:
            return _with_blocks(one)
        case one:
            op = PLAIN[type(one)]
            return [row(op, times(one)) if hasattr(one, "n") else row(op)]


def times(instruction: Instruction) -> int:
    """The operand n."""
    n = instruction.n  # type: ignore[attr-defined]
    return AS_COUNTED if n == "count" else n


def condition(one: effects.If) -> tuple[str, int | str | bool]:
    """(name in `ops.CONDITIONS`, its value) of the one condition that is given."""
    return next(iter(conditions(one).items()))


def conditions(one: effects.If) -> dict[str, int | str | bool]:
    """All conditions that are given; `checks` sees to it that it is one."""
    values = {name: getattr(one, "class_" if name == "class" else name) for name in ops.CONDITIONS}
    return {name: value for name, value in values.items() if value is not None}


# ---- instructions with blocks ---------------------------------------------------------------------------------------
def _with_blocks(instruction: Instruction) -> list[Row]:
    match instruction:
        case effects.May(do=do):
            inner = block(do)
            return [row(ops.MAY, len(inner)), *inner]
        case effects.If() as one:
            return _if(one)
        case effects.Choose(options=options):
            return _choose(options)
        case effects.Each(who=who, do=do):
            inner = block(do)
            closed = [*inner, row(ops.END_EACH, len(inner))]
            return [row(ops.EACH, who == "all", len(closed)), *closed]
        case effects.Target(who=who, do=do):
            closed = [*block(do), row(ops.END_TARGET)]
            return [row(ops.TARGET, who == "actor", len(closed)), *closed]
    raise AssertionError(instruction)


def _if(one: effects.If) -> list[Row]:
    name, value = condition(one)
    number = CLASSES[value] if name == "class" else int(value)  # type: ignore[index]
    inner, otherwise = block(one.do), block(one.otherwise)
    if otherwise:
        inner = [*inner, row(ops.JUMP, len(otherwise))]
    return [row(ops.IF, ops.CONDITIONS.index(name), number, len(inner)), *inner, *otherwise]


def _choose(options: list[effects.Option]) -> list[Row]:
    rows: list[Row] = []
    for option in reversed(options):  # the jump behind the last block is as long as what has been written
        inner = [*block(option.do), row(ops.JUMP, len(rows))]
        rows = [row(ops.OPTION_ROW, class_number(option.icon), len(inner)), *inner, *rows]
    return [row(ops.CHOOSE, len(options)), *rows]
