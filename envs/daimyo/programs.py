"""Which programs can be carried out where: the part of `checks` that reads instructions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from . import effects
from .compile import conditions
from .effects import Instruction, Program

Path = tuple[str, ...]

COUNTED = (
    effects.Discard,
    effects.Return,
    effects.Loot,
    effects.Exhaust,
    effects.Recover,
    effects.Cleanse,
    effects.Take,
    effects.SendHero,
    effects.GainHero,
    effects.Count,
)
"""Instructions that set the count register."""
OF_A_HERO = ("loot", "passive", "action")
ONLY_IN: dict[type[Instruction], tuple[tuple[str, ...], str]] = {
    effects.Boost: (("duel",), "a skill with on = 'duel'"),
    effects.WinDuel: (("duel",), "a skill with on = 'duel'"),
    effects.ReturnSelf: (OF_A_HERO, "a hero's own programs"),
    effects.ExhaustSelf: (OF_A_HERO, "a hero's own programs"),
    effects.Flip: (("story",), "a story card"),
    effects.Bring: (("story",), "a story card"),
}
NO_DUEL = ("duel", "interrupt", "reveal", "reward")
IN_TURN = ("attacked",)  # own events that somebody else has caused


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
        where: ``on`` of a skill, ``"loot"``, ``"passive"``, ``"action"``, ``"reveal"``, ``"reward"``, ``"nemesis"`` or
            ``"story"``.
        actor: whether the event that it answers can be caused by somebody other than the controller.
        event: that event.
    """

    where: str
    actor: bool = False
    event: str | None = None


def shown(path: Path) -> str:
    """A path as errors show it: ``reinforcements.shizuka.skills[1].do[0]``."""
    return "".join(f"[{step}]" if step.isdigit() else f".{step}" for step in path).lstrip(".")


def op_of(instruction: Instruction) -> str:
    """The name of an instruction in TOML."""
    return str(instruction.__struct_config__.tag)


def program_problems(path: Path, program: Program, context: Context, *, counted: bool = False) -> Iterator[Problem]:
    """All that is wrong with a program.

    Args:
        path: where it stands.
        program: its instructions.
        context: what kind of program it is.
        counted: whether the count register is set before it begins.
    """
    yield from _block_problems(path, program, context, {"count"} if counted else set(), inside=False)


def _block_problems(path: Path, block: Program, context: Context, known: set[str], inside: bool) -> Iterator[Problem]:
    """Adds to ``known`` what the block leaves for instructions that follow it."""
    if not block:
        yield Problem(f"{shown(path)} is an empty block", "give it an instruction", path)
    for i, one in enumerate(block):
        here = (*path, str(i))
        yield from _misplaced(here, one, context, inside)
        yield from _without_register(here, one, known)
        yield from _contradictory(here, one)
        yield from _inner_problems(here, one, context, known, inside)
        if isinstance(one, COUNTED):
            known.add("count")
        if isinstance(one, effects.Duel):
            known.add("duel")


def _inner_problems(path: Path, one: Instruction, context: Context, known: set[str], inside: bool) -> Iterator[Problem]:
    """Problems in the blocks of an instruction; none of them follows another."""
    before = set(known)
    inside = inside or isinstance(one, (effects.Each, effects.Target))
    for way, block in blocks(one):
        left = set(before)
        yield from _block_problems((*path, *way), block, context, left, inside)
        known |= left


def blocks(one: Instruction) -> list[tuple[Path, Program]]:
    """(path below the instruction, block) of all its blocks."""
    match one:
        case effects.Choose(options=options):
            return [(("options", str(i), "do"), option.do) for i, option in enumerate(options)]
        case effects.If(do=do, otherwise=otherwise) if otherwise:
            return [(("do",), do), (("otherwise",), otherwise)]
        case effects.May(do=do) | effects.If(do=do) | effects.Each(do=do) | effects.Target(do=do):
            return [(("do",), do)]
    return []


def _misplaced(path: Path, one: Instruction, context: Context, inside: bool) -> Iterator[Problem]:
    """An instruction that this kind of program cannot carry out."""
    op, where = op_of(one), context.where
    at = shown(path)
    kinds, in_words = ONLY_IN.get(type(one), ((where,), ""))
    if where not in kinds:
        yield Problem(f"{at} = {op!r} is not possible here", f"allowed: in {in_words}", path)
    ends_a_duel = where == "duel" or (where == "interrupt" and context.event == "start_duel")
    if isinstance(one, effects.NegateDuel) and not ends_a_duel:
        remedy = "allowed: in a skill with on = 'duel', and in an interrupt of start_duel"
        yield Problem(f"{at} = {op!r} is not possible here", remedy, path)
    if isinstance(one, effects.Duel) and where in NO_DUEL:
        yield Problem(f"{at} = {op!r} is not possible here", f"allowed: anywhere but in {', '.join(NO_DUEL)}", path)
    if inside and isinstance(one, (effects.Each, effects.Target)):
        yield Problem(f"{at} = {op!r} stands inside each or target", "let them follow each other", path)
    if "actor" in (getattr(one, "whose", None), getattr(one, "who", None)) and not context.actor:
        remedy = "allowed: in interrupts, and in a hero's triggers on what others do"
        yield Problem(f"{at} = {op!r} is about the actor, and there is none", remedy, path)


def _without_register(path: Path, one: Instruction, known: set[str]) -> Iterator[Problem]:
    """What asks for something that nothing before it has set."""
    asks_done = isinstance(one, effects.If) and one.done is not None
    keeps_done = isinstance(one, effects.Count) and one.what == "done"
    if "count" not in known and (asks_done or keeps_done or getattr(one, "n", None) == "count"):
        thing = f"{shown(path)} = {op_of(one)!r} asks for what was counted, and nothing has been"
        yield Problem(thing, f"put one of {', '.join(map(_tag, COUNTED))} before it", path)
    if isinstance(one, effects.If) and one.won and "duel" not in known:
        yield Problem(f"{shown(path)} asks who won, and there was no duel", "put duel before it", path)


def _contradictory(path: Path, one: Instruction) -> Iterator[Problem]:
    """What says too much, or too little."""
    if isinstance(one, effects.If) and len(conditions(one)) != 1:
        given = ", ".join(conditions(one)) or "none"
        yield Problem(f"{shown(path)} needs one condition, and has {given}", "give exactly one", path)
    if getattr(one, "kind", None) == "regalia" and getattr(one, "class_", None):
        yield Problem(f"{shown(path)} asks for regalia of a class", "regalia have none: leave class out", path)


def _tag(instruction: type[Instruction]) -> str:
    return str(instruction.__struct_config__.tag)
