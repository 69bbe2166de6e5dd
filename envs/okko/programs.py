"""Which programs can be carried out where: the part of `checks` that reads instructions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from . import effects
from .compile import conditions
from .effects import Instruction, Program

Path = tuple[str, ...]

COUNTED = (effects.Target, effects.Damage, effects.Heal, effects.Recall, effects.Count, effects.Test)
"""Instructions that set the register."""
IN_ATTACK = ("attack", "attacked", "roll")
WITH_OTHER = ("attack", "attacked", "roll", "hit", "harmed", "eliminate", "eliminated")
"""Events that have another figure."""
OF_A_HERO = (effects.Clue, effects.Item, effects.Recall, effects.Kami)
OF_A_FIGURE = (effects.Attack, effects.Actions, effects.Push, effects.OpenDoors)
ABOUT_SELF = ("wounded", "corrupted", "alone", "adjacent_foes", "class")
"""Conditions of ``if``."""
COUNTED_ON_SELF = ("adjacent_foes", "adjacent_friends", "damage")
YES_OR_NO = ("ranged", "legendary", "ghostly", "swift", "swap_dice", "push")
"""Stats that are there or not."""


class Problem:
    """Something that content may not say.

    Attributes:
        thing: what is wrong.
        remedy: what would be right.
        paths: keys that may be the cause.
    """

    def __init__(self, thing: str, remedy: str, *paths: Path) -> None:
        self.thing, self.remedy, self.paths = thing, remedy, paths


@dataclass(frozen=True)
class Context:
    """Where a program stands.

    Attributes:
        who: what self is; ``"nobody"`` in Events and missions.
        event: that it answers, if any.
        mission: whether it belongs to a mission.
        item: whether it belongs to an Equipment card.
    """

    who: Literal["hero", "companion", "agent", "nobody"]
    event: str | None = None
    mission: bool = False
    item: bool = False


def shown(path: Path) -> str:
    """A path as errors show it: ``items.katana.triggers[1].do[0]``."""
    return "".join(f"[{step}]" if step.isdigit() else f".{step}" for step in path).lstrip(".")


def op_of(instruction: Instruction) -> str:
    """The name of an instruction in TOML."""
    return str(instruction.__struct_config__.tag)


def program_problems(path: Path, program: Program, context: Context) -> Iterator[Problem]:
    """All that is wrong with a program.

    Args:
        path: where it stands.
        program: its instructions.
        context: what kind of program it is.
    """
    yield from _block_problems(path, program, context, set(), inside=False)


def _block_problems(path: Path, block: Program, context: Context, known: set[str], inside: bool) -> Iterator[Problem]:
    """Adds to ``known`` what the block leaves for instructions that follow it: a ``"register"``, a ``"target"``."""
    if not block:
        yield Problem(f"{shown(path)} is an empty block", "give it an instruction", path)
    for i, one in enumerate(block):
        here = (*path, str(i))
        yield from _misplaced(here, one, context, inside)
        yield from _about_nobody(here, one, context)
        yield from _about_others(here, one, context, known)
        yield from _wrong_numbers(here, one)
        yield from _inner_problems(here, one, context, known, inside)
        if isinstance(one, COUNTED):
            known.add("register")
        if isinstance(one, (effects.Target, effects.Each)):
            known.add("target")


def _inner_problems(path: Path, one: Instruction, context: Context, known: set[str], inside: bool) -> Iterator[Problem]:
    """Problems in the blocks of an instruction; none of them follows another."""
    before = set(known)
    loop = isinstance(one, (effects.Target, effects.Each))
    if loop:
        before.add("target")
    if isinstance(one, (effects.Target, effects.Test)):
        before.add("register")
    for way, block in blocks(one):
        left = set(before)
        yield from _block_problems((*path, *way), block, context, left, inside or loop)
        known |= left


def blocks(one: Instruction) -> list[tuple[Path, Program]]:
    """(path below the instruction, block) of all its blocks."""
    match one:
        case effects.Choose(options=options):
            return [(("options", str(i)), option) for i, option in enumerate(options)]
        case effects.Test(do=do, otherwise=otherwise):
            both = [(("do",), do), (("otherwise",), otherwise)]
            return [(way, block) for way, block in both if block] or both[:1]
        case effects.If(do=do, otherwise=otherwise) if otherwise:
            return [(("do",), do), (("otherwise",), otherwise)]
        case effects.May(do=do) | effects.If(do=do) | effects.Each(do=do) | effects.Target(do=do):
            return [(("do",), do)]
    return []


def _misplaced(path: Path, one: Instruction, context: Context, inside: bool) -> Iterator[Problem]:
    """An instruction that this kind of program cannot carry out."""
    thing = f"{shown(path)} = {op_of(one)!r} is not possible here"
    if isinstance(one, (effects.Hits, effects.Shield)) and context.event not in IN_ATTACK:
        yield Problem(thing, f"allowed: in triggers of {', '.join(IN_ATTACK)}", path)
    if isinstance(one, effects.Reroll) and context.event != "roll":
        yield Problem(thing, "allowed: in triggers of roll", path)
    if isinstance(one, effects.Progress) and not context.mission:
        yield Problem(thing, "allowed: in a mission's own programs", path)
    if isinstance(one, effects.DiscardSelf) and not context.item:
        yield Problem(thing, "allowed: in programs of items", path)
    if isinstance(one, effects.Test) and context.who != "hero":
        yield Problem(thing, "allowed: in programs of Heroes and their cards; only Heroes make Tests", path)
    if isinstance(one, OF_A_HERO) and context.who not in ("hero", "companion"):
        yield Problem(thing, "allowed: in programs of Heroes, their cards and companions", path)
    if isinstance(one, effects.Wound) and one.whom == "self" and context.who != "hero":
        yield Problem(f"{thing} with whom = 'self'", "only Heroes draw Wounds: name other or target", path)
    if isinstance(one, (effects.Target, effects.Each)) and inside:
        yield Problem(
            f"{shown(path)} = {op_of(one)!r} stands inside target or each", "let them follow each other", path
        )


def _about_nobody(path: Path, one: Instruction, context: Context) -> Iterator[Problem]:
    """What speaks of self where there is none, or asks for the class of somebody who has none."""
    if context.who == "nobody":
        about_self = isinstance(one, OF_A_FIGURE)
        if isinstance(one, effects.Stat):
            about_self |= one.whom == "self" and one.until == "round"
        else:
            about_self |= getattr(one, "whom", None) == "self"
        about_self |= getattr(one, "where", "anywhere") != "anywhere"
        about_self |= isinstance(one, effects.If) and bool(set(conditions(one)) & set(ABOUT_SELF))
        about_self |= isinstance(one, effects.Count) and one.what in COUNTED_ON_SELF
        if about_self:
            thing = f"{shown(path)} = {op_of(one)!r} speaks of self, and there is none"
            yield Problem(
                thing, "in Events and missions self is nobody: use target or each with where = 'anywhere'", path
            )
    elif context.who != "hero" and isinstance(one, effects.If) and one.class_:
        yield Problem(f"{shown(path)} asks for a class, which only Heroes have", "leave class out", path)


def _about_others(path: Path, one: Instruction, context: Context, known: set[str]) -> Iterator[Problem]:
    """What asks for a figure or a number that nothing before it has set."""
    whom, at = getattr(one, "whom", None), f"{shown(path)} = {op_of(one)!r}"
    if whom == "other" and context.event not in WITH_OTHER:
        yield Problem(
            f"{at} speaks of other, and there is none", f"allowed: in triggers of {', '.join(WITH_OTHER)}", path
        )
    if whom == "target" and "target" not in known:
        yield Problem(f"{at} speaks of a target, and none was chosen", "put it into target or each", path)
    asks = isinstance(one, effects.If) and one.done is not None
    if (asks or getattr(one, "n", None) == "count") and "register" not in known:
        names = ", ".join(str(counted.__struct_config__.tag) for counted in COUNTED)
        yield Problem(f"{at} asks for what was counted, and nothing has been", f"put one of {names} before it", path)


def _wrong_numbers(path: Path, one: Instruction) -> Iterator[Problem]:
    """What says too much, too little, or nothing."""
    if isinstance(one, effects.If) and len(conditions(one)) != 1:
        given = ", ".join(conditions(one)) or "none"
        yield Problem(f"{shown(path)} needs one condition, and has {given}", "give exactly one", path)
    if isinstance(one, (effects.Stat, effects.Hits, effects.Events)) and one.n == 0:
        yield Problem(f"{shown((*path, 'n'))} = 0 does nothing", "allowed: −9 to 9, but not 0", (*path, "n"))
    if isinstance(one, effects.Stat):
        yield from flag_problems(path, one.stat, one.n)
    if isinstance(one, effects.Item) and one.keep > one.n:
        yield Problem(f"{shown(path)} keeps {one.keep} of {one.n} cards", "keep at most n", (*path, "keep"))


def flag_problems(path: Path, stat: str, n: int) -> Iterator[Problem]:
    """Stats that mean yes or no have n = 1."""
    if stat in YES_OR_NO and n != 1:
        yield Problem(f"{shown((*path, 'n'))} = {n} is not possible with stat = {stat!r}", "allowed: 1", (*path, "n"))
