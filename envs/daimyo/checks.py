"""What content must fulfil beyond types and ranges: each refusal names the entry, the place inside it, and a remedy.

EFFECTS.md lists what is refused. `programs` looks at one program after the other, `circles` at triggers that could set
each other off without end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..core.content import Content, ContentError
from ..core.explain import nearest
from . import state
from .cards import (
    DaimyoContent,
    Entry,
    Hero,
    Modifier,
    MonCard,
    Nemesis,
    Regalium,
    Reinforcement,
    Skill,
    Story,
    Treasure,
    Trigger,
)
from .circles import circle
from .programs import IN_TURN, Context, Path, Problem, program_problems, shown

if TYPE_CHECKING:
    from .content import DaimyoOptions

CARDS = ("mon", "reinforcements", "treasures", "regalia")
CHARACTERS = ("heroes", "nemeses")
ONCE = ("discard", "return", "interrupt")  # skills of which a card can have one each
ABOUT_CARDS = {
    **dict.fromkeys(("deploy", "discard", "return", "sell", "purchase", "exhaust", "recover", "cleanse")),
    "trade": ("treasure", "regalia"),
    "loot": ("treasure", "regalia"),
}
"""Events that are about a card, and the kinds that it can have; None for all."""
ABOUT_HEROES = ("purchase", "exhaust", "recover", "reveal")
ABOUT_NEMESES = ("reveal", "nemesis_beaten")


def check(content: Content, everything: DaimyoContent, options: DaimyoOptions) -> None:
    """Refuses content that cannot be played with, or not with these options.

    Raises:
        ContentError: the first problem.
    """
    for problem in problems(everything, options):
        places = [".".join(path) for path in problem.paths]
        raise ContentError(problem.thing, content.place(*places), problem.remedy)


def problems(content: DaimyoContent, options: DaimyoOptions) -> Iterator[Problem]:
    """All problems, those of single entries first."""
    for table in (*CARDS, *CHARACTERS, "stories"):
        for key, entry in getattr(content, table).items():
            yield from _entry_problems((table, key), entry)
    yield from _box_problems(content)
    yield from _story_problems(content)
    yield from _form_problems(content)
    yield from circle_problems(content)
    yield from _option_problems(content, options)


# ---- the box as a whole ---------------------------------------------------------------------------------------------
def _box_problems(content: DaimyoContent) -> Iterator[Problem]:
    if not any(card.starters for card in (*content.mon.values(), *content.reinforcements.values())):
        thing = "no card has starters, so that a starting deck is empty and nobody has anything to decide"
        yield Problem(thing, "give some mon or reinforcement starters", ("mon",), ("reinforcements",))
    for what, tables, most in (("cards", CARDS, state.CARDS), ("characters", CHARACTERS, state.CHARACTERS)):
        count = sum(len(getattr(content, table)) for table in tables)
        if count > most:
            yield Problem(f"there are {count} {what}", f"allowed: at most {most}", *[(table,) for table in tables])
    yield from _twice(content, "number", (*CARDS, *CHARACTERS, "stories"))
    yield from _twice(content, "name", CARDS)
    yield from _twice(content, "name", CHARACTERS)
    for name in ("samurai", "ninja"):
        those = {key: card for key, card in content.reinforcements.items() if card.class_ == name}
        count = sum(card.copies for card in those.values())
        if count > state.PILE:
            paths = [("reinforcements", key, "copies") for key in those]
            yield Problem(f"there are {count} {name} reinforcements", f"allowed: at most {state.PILE} copies", *paths)


def _twice(content: DaimyoContent, field: str, tables: tuple[str, ...]) -> Iterator[Problem]:
    """Entries that share what must tell them apart."""
    first: dict[Any, Path] = {}
    for table in tables:
        for key, entry in getattr(content, table).items():
            value, path = getattr(entry, field), (table, key, field)
            if value in first:
                thing = f"{shown(path)} = {value!r} is also that of {shown(first[value][:2])}"
                yield Problem(thing, f"give each a {field} of its own", path, first[value])
            first.setdefault(value, path)


def _story_problems(content: DaimyoContent) -> Iterator[Problem]:
    first: dict[int, Path] = {}
    for key, story in content.stories.items():
        path = ("stories", key, "expansion")
        if story.expansion == 0:
            yield Problem(f"{shown(path)} = 0 is not possible", "allowed: 1 or 2, the expansion that it opens", path)
        elif story.expansion in first:
            other = first[story.expansion]
            yield Problem(
                f"{shown(path)} = {story.expansion} is also that of {other[1]}", "give it another", path, other
            )
        first[story.expansion] = path


def _form_problems(content: DaimyoContent) -> Iterator[Problem]:
    """R1: what a hero becomes lies aside until then, and belongs to her alone."""
    taken: dict[str, str] = {}
    for key, hero in content.heroes.items():
        if hero.other_form is None:
            continue
        path = ("heroes", key, "other_form")
        other = content.heroes.get(hero.other_form)
        if other is None:
            remedy = nearest(hero.other_form, list(content.heroes))
            yield Problem(f"{shown(path)} = {hero.other_form!r} is no hero", remedy, path)
        elif not other.set_aside:
            remedy = f"set heroes.{hero.other_form}.set_aside = true"
            yield Problem(f"{shown(path)} = {hero.other_form!r} does not lie aside at set-up", remedy, path)
        elif hero.other_form in taken:
            thing = f"{shown(path)} = {hero.other_form!r} is also that of {taken[hero.other_form]}"
            yield Problem(thing, "give each a form of her own", path)
        taken[hero.other_form] = key


def circle_problems(content: DaimyoContent) -> Iterator[Problem]:
    """Triggers that could set each other off without end."""
    found = circle(content)
    if found:
        chain = ", which sets off ".join(shown(path) for path in (*found[1:], found[0]))
        yield Problem(
            f"{shown(found[0])} could go on without end: it sets off {chain}", "give one nth or limit", *found
        )


# ---- what the options ask for ---------------------------------------------------------------------------------------
def _option_problems(content: DaimyoContent, options: DaimyoOptions) -> Iterator[Problem]:
    heroes = [hero for hero in content.heroes.values() if hero.expansion in (0, *options.expansions)]
    nemeses = [nemesis for nemesis in content.nemeses.values() if nemesis.expansion in (0, *options.expansions)]
    in_deck = sum(not (hero.set_aside or hero.expansion) for hero in heroes)
    needed = state.HERO_SLOTS if options.boss_rush else options.num_seats + 1
    if in_deck < needed:
        why = "the heroes of the player" if options.boss_rush else "one for each player and one for the domain"
        remedy = f"needed are {needed}: {why}"
        yield Problem(f"there are {in_deck} heroes to be drawn at set-up", remedy, ("heroes",))
    beginners = sum(hero.beginner for hero in heroes)
    if options.heroes == "beginner" and beginners < options.num_seats:
        remedy = f"heroes='beginner' with {options.num_seats} players needs as many; set beginner = true"
        yield Problem(f"there are {beginners} heroes for beginners", remedy, ("heroes",))
    if (options.nemesis or options.boss_rush) and not nemeses:
        yield Problem("there is no nemesis", "add one, or play without nemesis and boss_rush", ("nemeses",))
    for expansion in options.expansions:
        if all(story.expansion != expansion for story in content.stories.values()):
            thing = f"there is no story card with expansion = {expansion}"
            yield Problem(thing, f"add one, or leave {expansion} out of expansions", ("stories",))


# ---- one entry ------------------------------------------------------------------------------------------------------
def _entry_problems(path: Path, entry: Entry) -> Iterator[Problem]:
    yield from _text_problems(path, entry)
    if isinstance(entry, MonCard):
        yield from _expansion_problems(path, entry)
    elif isinstance(entry, (Reinforcement, Treasure, Regalium)):
        yield from _card_problems(path, entry)
    elif isinstance(entry, Hero):
        yield from _hero_problems(path, entry)
    elif isinstance(entry, Nemesis):
        yield from _nemesis_problems(path, entry)
    elif isinstance(entry, Story):
        for i, face in enumerate(entry.faces):
            at = (*path, "faces", str(i))
            yield from _too_long((*at, "title"), face.title)
            yield from _modifier_problems((*at, "modifiers"), face.modifiers, may_be_active=False)
            yield from _triggers_problems((*at, "triggers"), face.triggers, "story")


def _text_problems(path: Path, entry: Entry) -> Iterator[Problem]:
    yield from _too_long((*path, "name"), entry.name)
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


def _expansion_problems(path: Path, entry: Entry) -> Iterator[Problem]:
    """What starting decks hold must be there in each game."""
    if getattr(entry, "starters", 0) and entry.expansion:
        thing = f"{shown(path)} is a starter and belongs to expansion {entry.expansion}"
        yield Problem(thing, "a starter belongs to the core game", (*path, "expansion"), (*path, "starters"))


def _card_problems(path: Path, card: Reinforcement | Treasure | Regalium) -> Iterator[Problem]:
    yield from _expansion_problems(path, card)
    starters, copies = getattr(card, "starters", 0), card.copies
    if copies < state.MAX_SEATS * starters:
        thing = f"{shown((*path, 'copies'))} = {copies} is too few for {state.MAX_SEATS} starting decks"
        remedy = f"allowed with {starters} starters: at least {state.MAX_SEATS * starters}"
        yield Problem(thing, remedy, (*path, "copies"), (*path, "starters"))
    counts = Counter(skill.on for skill in card.skills)
    for on in ONCE:
        if counts[on] > 1:
            thing = f"{shown((*path, 'skills'))} holds {counts[on]} skills with on = {on!r}"
            yield Problem(thing, "a card has at most one of them", (*path, "skills"))
    for i, skill in enumerate(card.skills):
        yield from _skill_problems((*path, "skills", str(i)), skill)
    if card.equip is not None:
        yield from _modifier_problems((*path, "equip", "modifiers"), card.equip.modifiers, may_be_active=False)


def _skill_problems(path: Path, skill: Skill) -> Iterator[Problem]:
    if skill.may and skill.on not in ("deploy", "duel"):
        remedy = f"leave it out: nobody has to use a skill with on = {skill.on!r}"
        yield Problem(f"{shown((*path, 'may'))} = true is not possible", remedy, (*path, "may"))
    if skill.on == "interrupt" and skill.event is None:
        yield Problem(f"{shown(path)} interrupts no event", "set event", path)
    if skill.on != "interrupt":
        for field, given in (("event", skill.event is not None), ("cost", skill.cost != "discard")):
            if given:
                at = (*path, field)
                yield Problem(f"{shown(at)} is not possible", "allowed: with on = 'interrupt'", at)
    context = Context(skill.on, actor=skill.on == "interrupt", event=skill.event)
    yield from program_problems((*path, "do"), skill.do, context)


def _modifier_problems(path: Path, modifiers: list[Modifier], *, may_be_active: bool) -> Iterator[Problem]:
    for i, modifier in enumerate(modifiers):
        if modifier.active and not may_be_active:
            at = (*path, str(i), "active")
            yield Problem(f"{shown(at)} = true is not possible", "allowed: in the modifiers of a hero", at)


def _hero_problems(path: Path, hero: Hero) -> Iterator[Problem]:
    yield from _modifier_problems((*path, "modifiers"), hero.modifiers, may_be_active=True)
    yield from _triggers_problems((*path, "loot"), hero.loot, "loot")
    yield from _triggers_problems((*path, "passive"), hero.passive, "passive")
    if hero.action is None:
        return
    pays, at = hero.action.pays, (*path, "action", "pays")
    if not pays.discard and (pays.kind or pays.class_):
        yield Problem(f"{shown(at)} says which cards, but not how many", "set discard", at)
    if pays.kind == "regalia" and pays.class_:
        yield Problem(f"{shown(at)} asks for regalia of a class", "regalia have none: leave class out", at)
    yield from program_problems((*path, "action", "do"), hero.action.do, Context("action"), counted=pays.discard > 0)


def _nemesis_problems(path: Path, nemesis: Nemesis) -> Iterator[Problem]:
    yield from _modifier_problems((*path, "modifiers"), nemesis.modifiers, may_be_active=False)
    yield from _triggers_problems((*path, "passive"), nemesis.passive, "nemesis")
    if nemesis.reveal:
        yield from program_problems((*path, "reveal"), nemesis.reveal, Context("reveal"))
    yield from program_problems((*path, "reward"), nemesis.reward, Context("reward"))


def _triggers_problems(path: Path, triggers: list[Trigger], where: str) -> Iterator[Problem]:
    for i, trigger in enumerate(triggers):
        at = (*path, str(i))
        if trigger.nth is not None and trigger.limit is not None:
            yield Problem(f"{shown(at)} has both nth and limit", "nth fires once a turn: leave limit out", at)
        yield from _about_problems(at, trigger)
        own = trigger.whose == "own" and trigger.event not in IN_TURN
        actor = where in ("loot", "passive") and not own
        yield from program_problems((*at, "do"), trigger.do, Context(where, actor=actor, event=trigger.event))


def _about_problems(path: Path, trigger: Trigger) -> Iterator[Problem]:
    """What the event is about must be able to have the class and the kind asked for."""
    event, kind, at = trigger.event, trigger.kind, (*path, "kind")
    if kind == "hero":
        possible = event in ABOUT_HEROES
    elif kind is not None:
        possible = event in ABOUT_CARDS and kind in (ABOUT_CARDS[event] or (kind,))
    else:
        possible = True
    if not possible:
        yield Problem(f"{shown(at)} = {kind!r} never happens with event = {event!r}", "leave kind out", at)
    if trigger.class_ is None:
        return
    at = (*path, "class")
    if event not in (*ABOUT_CARDS, *ABOUT_HEROES, *ABOUT_NEMESES):
        yield Problem(f"{shown(at)} asks for a class, which {event!r} does not have", "leave class out", at)
    if kind == "regalia":
        yield Problem(f"{shown(at)} asks for regalia of a class", "regalia have none: leave class out", at)
