"""What content must fulfil beyond types and ranges: each refusal names the entry, the place inside it, and a remedy.

EFFECTS.md lists what is refused. `programs` looks at one program after the other, `circles` at triggers that could set
each other off without end, `references` at what entries say of each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..core.content import Content, ContentError
from ..core.explain import nearest
from . import state
from .cards import Effect, Modifier, Trigger
from .casting import copies
from .circles import circle
from .programs import Context, Path, Problem, flag_problems, program_problems, shown
from .references import hero_problems, reference_problems, scenario_problems
from .scenarios import OkkoContent

NAMED = ("heroes", "cards", "wounds", "items", "companions", "kinds", "events", "clues", "missions", "scenarios")
CAPACITY = {
    "wounds": state.WOUNDS,
    "items": state.ITEMS,
    "companions": state.COMPANIONS,
    "kinds": state.KINDS,
    "events": state.EVENTS,
    "clues": state.CLUES,
}


def check(content: Content, everything: OkkoContent) -> None:
    """Refuses content that cannot be played with.

    Raises:
        ContentError: the first problem.
    """
    for problem in problems(everything):
        places = [".".join(path) for path in problem.paths]
        raise ContentError(problem.thing, content.place(*places), problem.remedy)


def problems(content: OkkoContent) -> Iterator[Problem]:
    """All problems: names and numbers, what entries say of each other, then what they do."""
    for table in (*NAMED, "trees.thralls", "trees.creatures"):
        for key, entry in entries(content, table).items():
            yield from _text_problems((*table.split("."), key), entry)
    yield from _tile_problems(content)
    yield from _box_problems(content)
    yield from _dice_problems(content)
    yield from _token_problems(content)
    yield from hero_problems(content)
    yield from reference_problems(content)
    yield from scenario_problems(content)
    triggers: list[tuple[Path, Trigger]] = []
    for path, effect, context in sources(content):
        yield from _effect_problems(path, effect, context)
        triggers += [((*path, "triggers", str(i)), one) for i, one in enumerate(effect.triggers)]
    for path, program, context in programs(content):
        yield from program_problems(path, program, context)
    found = circle(triggers, [clue.do for clue in content.clues.values() if clue.kind == "complication"])
    if found:
        chain = ", which sets off ".join(shown(path) for path in (*found[1:], found[0]))
        yield Problem(f"{shown(found[0])} could go on without end: it sets off {chain}", "give one a limit", *found)


def entries(content: OkkoContent, table: str) -> Mapping[str, Any]:
    """The entries of a table, ``"items"`` or ``"trees.thralls"``."""
    found: Any = content
    for step in table.split("."):
        found = getattr(found, step)
    return found


# ---- what has effects -----------------------------------------------------------------------------------------------
def sources(content: OkkoContent) -> Iterator[tuple[Path, Effect, Context]]:
    """(path, effect, context) of all that has modifiers, triggers or an action."""
    for table, who in (("heroes", "hero"), ("kinds", "agent")):
        for key, entry in entries(content, table).items():
            for i, talent in enumerate(entry.talents):
                yield (table, key, "talents", str(i)), talent, Context(who)  # type: ignore[arg-type]
    for key, card in content.cards.items():
        if card.talent is not None:
            yield ("cards", key, "talent"), card.talent, Context("hero")
    for key, item in content.items.items():
        yield ("items", key), item, Context("hero", item=True)
    for key, companion in content.companions.items():
        yield ("companions", key, "talent"), companion.talent, Context("companion")
    for tree in ("thralls", "creatures"):
        for key, node in getattr(content.trees, tree).items():
            effect = Effect(modifiers=node.modifiers, triggers=node.triggers)
            yield ("trees", tree, key), effect, Context("agent")
    for key, clue in content.clues.items():
        yield ("clues", key), Effect(modifiers=clue.modifiers), Context("agent")
    for key, mission in content.missions.items():
        yield ("missions", key), Effect(triggers=mission.triggers), Context("nobody", mission=True)


def programs(content: OkkoContent) -> Iterator[tuple[Path, Any, Context]]:
    """(path, program, context) of programs that belong to no source."""
    for key, event in content.events.items():
        yield ("events", key, "do"), event.do, Context("nobody")
    for key, clue in content.clues.items():
        if clue.do:
            yield ("clues", key, "do"), clue.do, Context("hero")
    for key, mission in content.missions.items():
        if mission.end:
            yield ("missions", key, "end"), mission.end, Context("nobody", mission=True)
        for name, test in mission.tests.items():
            yield ("missions", key, "tests", name, "do"), test.do, Context("hero", mission=True)
    for key, scenario in content.scenarios.items():
        for table in ("tests", "test_tokens"):
            for name, test in getattr(scenario, table).items():
                mission = bool(scenario.objective or scenario.scheme)
                yield ("scenarios", key, table, name, "do"), test.do, Context("hero", mission=mission)


def _effect_problems(path: Path, effect: Effect, context: Context) -> Iterator[Problem]:
    for i, one in enumerate(effect.modifiers):
        yield from _modifier_problems((*path, "modifiers", str(i)), one)
    for i, one in enumerate(effect.triggers):
        at = (*path, "triggers", str(i))
        if context.mission and one.event == "end":
            yield Problem(f"{shown(at)} answers the end of the round", "a mission has the program end for that", at)
        within = Context(context.who, one.event, context.mission, context.item)
        yield from program_problems((*at, "do"), one.do, within)
    if effect.do or effect.cost:
        if not (effect.do and effect.cost):
            given = "do, but no cost" if effect.do else "a cost, but no do"
            yield Problem(f"{shown(path)} has {given}", "an action has both: cost = 'action', 'unique' or 'free'", path)
        if effect.do:
            yield from program_problems((*path, "do"), effect.do, context)


def _modifier_problems(path: Path, one: Modifier) -> Iterator[Problem]:
    if one.n == 0:
        yield Problem(f"{shown((*path, 'n'))} = 0 does nothing", "allowed: −9 to 9, but not 0", (*path, "n"))
    yield from flag_problems(path, one.stat, one.n)
    if one.arg != 1 and one.when not in ("pack", "wounded"):
        yield Problem(f"{shown((*path, 'arg'))} means nothing", "allowed with when = 'pack', 'wounded'", (*path, "arg"))


# ---- names and numbers ----------------------------------------------------------------------------------------------
def _text_problems(path: Path, entry: Any) -> Iterator[Problem]:
    yield from _too_long((*path, "name"), entry.name)
    for i, talent in enumerate(getattr(entry, "talents", ())):
        yield from _too_long((*path, "talents", str(i), "name"), talent.name)
    fields = entry.__struct_encode_fields__
    for fact in entry.source:
        if fact.split(".")[0] not in fields:
            thing = f"{shown((*path, 'source'))} speaks of {fact!r}, which the entry does not have"
            yield Problem(thing, nearest(fact, fields), (*path, "source"))


def _too_long(path: Path, text: str) -> Iterator[Problem]:
    size = len(text.encode())
    if not 0 < size <= state.NAME:
        yield Problem(f"{shown(path)} = {text!r} has {size} bytes", f"allowed: 1 to {state.NAME}", path)
    if not text.isprintable():
        yield Problem(f"{shown(path)} = {text!r} holds control characters", "allowed: printable text", path)


def _tile_problems(content: OkkoContent) -> Iterator[Problem]:
    """Sides have names, and Spaces are named after the key of their tile: gate.a1."""
    most = state.NAME - len(".a1")
    for table in ("tiles", "corridors"):
        for key, tile in entries(content, table).items():
            if (size := len(key.encode())) > most:
                yield Problem(f"{table}.{key} has a key of {size} bytes", f"allowed: at most {most}", (table, key))
            for side in ("front", "back"):
                if (drawn := getattr(tile, side)) is not None:
                    yield from _too_long((table, key, side, "name"), drawn.name)


def _box_problems(content: OkkoContent) -> Iterator[Problem]:
    for table, most in CAPACITY.items():
        all_entries = entries(content, table)
        count = len(copies(all_entries)) if table in ("wounds", "items", "events") else len(all_entries)
        if count > most:
            yield Problem(f"there are {count} {table}", f"allowed: at most {most}", (table,))
    figures = sum(kind.figures for kind in content.kinds.values())
    if figures > state.FIGURES - state.AGENT_FIGURE:
        thing = f"there are {figures} figures of agents"
        yield Problem(thing, f"allowed: at most {state.FIGURES - state.AGENT_FIGURE}", ("kinds",))
    for tree in ("trees.thralls", "trees.creatures"):
        if len(entries(content, tree)) > state.NODES:
            yield Problem(f"{tree} has too many positions", f"allowed: at most {state.NODES}", tuple(tree.split(".")))
    for table in NAMED:
        first: dict[str, Path] = {}
        for key, entry in entries(content, table).items():
            path = (table, key, "name")
            if table != "cards" and entry.name in first:
                thing = f"{shown(path)} = {entry.name!r} is also that of {shown(first[entry.name][:2])}"
                yield Problem(thing, "give each a name of its own", path, first[entry.name])
            first.setdefault(entry.name, path)


def _dice_problems(content: OkkoContent) -> Iterator[Problem]:
    """B37: a die that shows nothing but rerolls never stops; B88: the worse side of a token is no better."""
    for name in ("combat", "action"):
        if all(face.reroll for face in getattr(content.dice, name)):
            path = ("dice", name)
            yield Problem(f"{shown(path)} shows nothing but rerolls", "give it another face", path)
    for name in ("bleeding", "poisoned", "stunned"):
        sides, path = getattr(content.conditions, name), ("conditions", name)
        if sides.worse < sides.weaker:
            thing = f"{shown(path)} has {sides.worse} on its worse side and {sides.weaker} on the weaker one"
            yield Problem(thing, "the worse is at least the weaker", path)


def _token_problems(content: OkkoContent) -> Iterator[Problem]:
    """B6: who sees the upper side of a Clue token knows the other one."""
    for table in ("evidence", "parchments"):
        known: dict[tuple[int, int], tuple[Path, list[int]]] = {}
        for i, face in enumerate(getattr(content.tokens, table)):
            path = ("tokens", table, str(i), "back")
            other, back = known.setdefault((face.difficulty, face.cards), (path, face.back))
            if back != face.back:
                thing = f"{shown(path)} = {face.back}, but {shown(other)} = {back}, and their upper sides are alike"
                yield Problem(thing, "what is alike above is alike below", path, other)
