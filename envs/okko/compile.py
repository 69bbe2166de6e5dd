"""Programs, modifiers and triggers as TOML writes them → the rows that the rules read. `ops` says what each row means.

Rows are made from the inside out: a block's length is known before the instruction that may skip it is written, so
that every number of rows to skip is counted, never mended afterwards. All are relative to the row that follows, but
for END_TARGET and END_EACH, whose operand leads back to the head of the block.
"""

from __future__ import annotations

from . import effects, ops
from .cards import Modifier, Technique, Trigger
from .effects import ClassName, Instruction, Program
from .state import (
    CHEST,
    CLASS_NAMES,
    CONDITION_NAMES,
    COURTIER_TOKEN,
    CREATURE,
    EVENT_NAMES,
    MIGHT_DOWN,
    NUM_STATS,
    STATS,
    SUMMONED,
    THE_HEROES,
    THE_ONI,
    THRALL,
)

Row = tuple[int, int, int, int, int, int]

WHOM = {"self": ops.SELF, "other": ops.OTHER, "target": ops.CHOSEN}
WHOSE = {"friend": ops.FRIEND, "foe": ops.FOE, "any": ops.ANYBODY, "own": ops.OWN}
WHERE = {
    "self": ops.ON_SELF,
    "adjacent": ops.ADJACENT,
    "area": ops.IN_AREA,
    "tile": ops.ON_TILE,
    "sight": ops.IN_SIGHT,
    "anywhere": ops.ANYWHERE,
}
FOES = {
    None: ops.ANY_FOE,
    "thrall": ops.FOE_THRALL,
    "creature": ops.FOE_CREATURE,
    "lieutenant": ops.FOE_LIEUTENANT,
    "demon": ops.FOE_DEMON,
    "hero": ops.FOE_HERO,
}
UNTIL = {"round": ops.TILL_ROUND, "activation": ops.TILL_ACTIVATION}
ATTACK_KINDS = {"melee": ops.MELEE, "ranged": ops.RANGED, "any": ops.ANY_KIND}
TYPES = {"thrall": THRALL, "creature": CREATURE}
SIDES = {"heroes": THE_HEROES, "oni": THE_ONI}
TOKEN_KINDS = {"clue": ops.ANY_CLUE_TOKEN, "courtier": COURTIER_TOKEN, "chest": CHEST}
CONDITIONS = (
    "done", "round", "wounded", "corrupted", "alarm", "battle", "alone", "heroes", "adjacent_foes", "class",
)  # fmt: skip
"""Conditions of ``if``, in the order of `ops`."""
COUNTS = ("adjacent_foes", "adjacent_friends", "damage", "events", "corrupted", "heroes")
"""What ``count`` counts, in the order of `ops`."""
SCOPES = ("self", "adjacent", "area", "side", "foes_adjacent", "foes_area")
WHENS = (
    "always", "attacking", "melee", "ranged", "defending", "testing", "investigating", "sneaking", "pack", "corrupted",
    "wounded", "alone", "battle",
)  # fmt: skip
COSTS = {None: 0, "action": 1, "unique": 2, "free": 3}


# ---- stats ----------------------------------------------------------------------------------------------------------
def change(stat: str, n: int) -> tuple[int, int]:
    """(stat, n) as the rules keep it: penalties of MIGHT are apart, counted upwards (A23)."""
    if stat == "might" and n < 0:
        return MIGHT_DOWN, -n
    return (SUMMONED if stat == "figures" else STATS.index(stat)), n


def technique(one: Technique | None) -> list[int]:
    """A technique as a row of stats, (NUM_STATS,)."""
    row = [0] * NUM_STATS
    if one is not None:
        for stat in one.__struct_fields__:
            which, n = change(stat, getattr(one, stat))
            row[which] += n
    return row


def modifier(one: Modifier) -> tuple[int, int, int, int, int, int]:
    """A modifier as the tables hold it: stat, n, scope, when, argument, foe."""
    stat, n = change(one.stat, one.n)
    return stat, n, SCOPES.index(one.scope), WHENS.index(one.when), one.arg, FOES[one.foe]


def trigger(one: Trigger, start: int) -> tuple[int, int, int, int, int, int]:
    """A trigger as the tables hold it: event, whose, foe, may, limit, program."""
    event = EVENT_NAMES.index(one.event)
    return event, WHOSE[one.whose], FOES[one.foe], int(one.may), one.limit or 0, start


def class_bits(names: list[ClassName]) -> int:
    """A set of classes: bit i is class i of `CLASS_NAMES`."""
    return sum(1 << CLASS_NAMES.index(name) for name in set(names))


# ---- whole programs -------------------------------------------------------------------------------------------------
def program(instructions: Program) -> list[Row]:
    """The rows of a program, END included."""
    return [*block(instructions), row(ops.END)]


def answer(one: Trigger) -> list[Row]:
    """The rows of a trigger's program; with ``may`` its first row asks."""
    inner = block(one.do)
    if one.may:
        inner = [row(ops.MAY, len(inner)), *inner]
    return [*inner, row(ops.END)]


def block(instructions: Program) -> list[Row]:
    """The rows of instructions that follow each other."""
    return [one for instruction in instructions for one in rows_of(instruction)]


def row(op: int, *operands: int) -> Row:
    """One row, the operands that are not given 0."""
    a, b, c, d, e = (*operands, 0, 0, 0, 0, 0)[:5]
    return op, int(a), int(b), int(c), int(d), int(e)


# ---- one instruction ------------------------------------------------------------------------------------------------
PLAIN: dict[type[Instruction], int] = {
    effects.Damage: ops.DAMAGE_BY,
    effects.Heal: ops.HEAL,
    effects.Hits: ops.HITS_BY,
    effects.Reroll: ops.REROLL,
    effects.Shield: ops.SHIELD,
    effects.Move: ops.MOVE_NOW,
    effects.Push: ops.PUSH_AWAY,
    effects.Actions: ops.MORE_ACTIONS,
    effects.Events: ops.DRAW_EVENTS,
    effects.Clue: ops.DRAW_CLUES,
    effects.Wound: ops.DRAW_WOUND,
    effects.Recall: ops.RECALL,
    effects.Corrupt: ops.CORRUPT,
    effects.Kami: ops.SUMMON_KAMI,
    effects.Alarm: ops.RAISE_ALARM,
    effects.DiscardSelf: ops.DISCARD_SELF,
    effects.OpenDoors: ops.OPEN_DOORS,
}
"""Instructions that are one row, with ``n`` and ``whom`` as its operands if they have them."""


def rows_of(instruction: Instruction) -> list[Row]:
    """The rows of one instruction."""
    match instruction:
        case effects.Condition(name=name, whom=whom):
            return [row(ops.CONDITION, CONDITION_NAMES.index(name), WHOM[whom])]
        case effects.Cure(name=name, whom=whom):
            return [row(ops.CURE, CONDITION_NAMES.index(name), WHOM[whom])]
        case effects.Stat() as one:
            return [row(ops.CHANGE_STAT, *change(one.stat, one.n), WHOM[one.whom], UNTIL[one.until])]
        case effects.Attack() as one:
            return [row(ops.ATTACK_NOW, ATTACK_KINDS[one.kind], one.might, one.hits, one.damage)]
        case effects.Place(where=where, whom=whom):
            return [row(ops.PLACE_FIGURE, WHERE[where], WHOM[whom])]
        case effects.Item(n=n, keep=keep):
            return [row(ops.DRAW_ITEMS, n, keep)]
        case effects.Token(kind=kind, n=n):
            return [row(ops.MOVE_TOKEN, TOKEN_KINDS[kind], n)]
        case effects.Summon() as one:
            return [row(ops.SUMMON_NOW, TYPES[one.type], one.n)]
        case effects.Progress(side=side, n=n):
            return [row(ops.PROGRESS, SIDES[side], n)]
        case effects.Count(what=what):
            return [row(ops.COUNT_UP, COUNTS.index(what))]
    if type(instruction) in PLAIN:
        return [row(PLAIN[type(instruction)], *operands(instruction))]
    return _with_blocks(instruction)


def operands(instruction: Instruction) -> list[int]:
    """``n`` and ``whom``, as far as the instruction has them."""
    found = []
    if hasattr(instruction, "n"):
        n = instruction.n  # type: ignore[attr-defined]
        found.append(ops.AS_COUNTED if n == "count" else n)
    if hasattr(instruction, "whom"):
        found.append(WHOM[instruction.whom])  # type: ignore[attr-defined]
    return found


def conditions(one: effects.If) -> dict[str, int | str | bool]:
    """All conditions that are given; `programs` sees to it that it is one."""
    values = {name: getattr(one, "class_" if name == "class" else name) for name in CONDITIONS}
    return {name: value for name, value in values.items() if value is not None}


# ---- instructions with blocks ---------------------------------------------------------------------------------------
def _with_blocks(instruction: Instruction) -> list[Row]:
    match instruction:
        case effects.Target() as one:
            return _loop(ops.TARGET, ops.END_TARGET, one, one.optional)
        case effects.Each() as one:
            return _loop(ops.EACH, ops.END_EACH, one, False)
        case effects.May(do=do):
            inner = block(do)
            return [row(ops.MAY, len(inner)), *inner]
        case effects.Test() as one:
            inner, otherwise = _alternatives(one)
            operands = STATS.index(one.stat), one.n, one.direct, len(inner), len(inner) + len(otherwise)
            return [row(ops.TEST_NOW, *operands), *inner, *otherwise]
        case effects.If() as one:
            name, value = next(iter(conditions(one).items()))
            number = CLASS_NAMES.index(str(value)) if name == "class" else int(value)
            inner, otherwise = _alternatives(one)
            return [row(ops.IF, CONDITIONS.index(name), number, len(inner)), *inner, *otherwise]
        case effects.Choose(options=options):
            return _choose(options)
    raise AssertionError(instruction)


def _loop(op: int, end: int, one: effects.Target | effects.Each, optional: bool) -> list[Row]:
    inner = block(one.do)
    length = len(inner) + 1
    head = row(op, WHOSE[one.whose], WHERE[one.where], FOES[one.foe], optional, length)
    return [head, *inner, row(end, length)]


def _alternatives(one: effects.If | effects.Test) -> tuple[list[Row], list[Row]]:
    """The two blocks; the first leads behind the second, if there is one."""
    inner, otherwise = block(one.do), block(one.otherwise)
    if otherwise:
        inner = [*inner, row(ops.JUMP, len(otherwise))]
    return inner, otherwise


def _choose(options: list[Program]) -> list[Row]:
    """Each block has a head; who comes to the head of the next one goes on behind the last."""
    rows: list[Row] = []
    for option in reversed(options):
        inner = block(option)
        rows = [row(ops.OPTION, len(inner), len(inner) + len(rows)), *inner, *rows]
    return [row(ops.CHOOSE, len(options)), *rows]
