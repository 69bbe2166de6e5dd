"""Triggers that could set each other off without end.

A trigger *sets off* another one if its program can raise the event that the other answers. What a program may raise is
overestimated where it depends on the game (a duel, a nemesis that is revealed), so that no circle is missed; triggers
with ``nth`` or ``limit`` end by themselves, and interrupts are decisions that cost a card each.
"""

from __future__ import annotations

from typing import NamedTuple

from . import effects
from .cards import DaimyoContent, Trigger
from .effects import Instruction, Program
from .programs import Path, blocks

OWN, OTHERS = frozenset({"own"}), frozenset({"others"})
BOTH = OWN | OTHERS
CARDS = frozenset({"mon", "reinforcement", "treasure", "regalia"})
TREASURES = frozenset({"treasure", "regalia"})
HERO = frozenset({"hero"})
NOTHING: frozenset[str] = frozenset()


class Event(NamedTuple):
    """An event that a program may raise.

    Attributes:
        name: of the event.
        whose: seen from the controller.
        about: kinds of what it can be about.
        class_: the class of that, if it is known.
    """

    name: str
    whose: frozenset[str]
    about: frozenset[str] = NOTHING
    class_: str | None = None


class Link(NamedTuple):
    """A trigger that can fire any number of times.

    Attributes:
        path: where it stands.
        trigger: it.
        everyones: a trigger of a nemesis or a story card: it does not matter whose the event is.
    """

    path: Path
    trigger: Trigger
    everyones: bool


def circle(content: DaimyoContent) -> list[Path]:
    """The triggers of a circle, each setting off the next and the last one the first; empty if there is none."""
    links = [link for link in _links(content) if link.trigger.nth is None and link.trigger.limit is None]
    raised = _Raised(content)
    follows = [
        [j for j, second in enumerate(links) if any(_answers(first, event, second) for event in events)]
        for first in links
        for events in [raised.by_program(first.trigger.do, OWN)]
    ]
    for start in range(len(links)):
        chain = _way_back(follows, start, [start], set())
        if chain:
            return [links[i].path for i in chain]
    return []


def _links(content: DaimyoContent) -> list[Link]:
    result: list[Link] = []
    for key, hero in content.heroes.items():
        for field, triggers in (("loot", hero.loot), ("passive", hero.passive)):
            result += [Link(("heroes", key, field, str(i)), one, False) for i, one in enumerate(triggers)]
    for key, nemesis in content.nemeses.items():
        result += [Link(("nemeses", key, "passive", str(i)), one, True) for i, one in enumerate(nemesis.passive)]
    for key, story in content.stories.items():
        for f, face in enumerate(story.faces):
            path = ("stories", key, "faces", str(f), "triggers")
            result += [Link((*path, str(i)), one, True) for i, one in enumerate(face.triggers)]
    return result


def _answers(first: Link, event: Event, second: Link) -> bool:
    """Whether the second trigger may fire at an event that the first one's program raises."""
    trigger = second.trigger
    if trigger.event != event.name:
        return False
    if trigger.kind is not None and trigger.kind not in event.about:
        return False
    if trigger.class_ is not None and event.class_ not in (None, trigger.class_):
        return False
    same_owner = first.path[:2] == second.path[:2] and not second.everyones
    return not same_owner or trigger.whose == "any" or trigger.whose in event.whose


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


class _Raised:
    """What programs may raise; the programs that a duel or a nemesis carries out belong to what brings them about."""

    def __init__(self, content: DaimyoContent) -> None:
        decks = (content.reinforcements, content.treasures, content.regalia)
        cards = [card for deck in decks for card in deck.values()]
        self.duel_skills = [skill.do for card in cards for skill in card.skills if skill.on == "duel"]
        self.nemeses = [program for one in content.nemeses.values() for program in (one.reveal, one.reward)]
        self.busy: set[str] = set()

    def by_program(self, program: Program, who: frozenset[str]) -> set[Event]:
        """``who``: whether the affected player is the controller."""
        return {event for one in program for event in self._by_instruction(one, who)}

    def _by_instruction(self, one: Instruction, who: frozenset[str]) -> set[Event]:
        match one:
            case effects.Draw():
                return {Event("draw", who)}
            case effects.Mon():
                return {Event("gain_mon", who)}
            case effects.Discard(kind=kind, class_=class_):
                return {Event("discard", who, frozenset({kind}) if kind else CARDS, class_)}
            case effects.Return(kind=kind, class_=class_):
                return {Event("return", who, frozenset({kind}) if kind else CARDS, class_)}
            case effects.Loot(deck=deck):
                return {_loot(deck, who)}
            case effects.Exhaust(what=what):
                return {Event("exhaust", OWN, HERO if what == "hero" else CARDS)}
            case effects.Recover(what=what, whose=whose):
                return {Event("recover", who if whose == "self" else BOTH, HERO if what == "hero" else CARDS)}
            case effects.Cleanse():
                return {Event("cleanse", OWN, CARDS)}
            case effects.Petals():
                return {Event("petals", OWN)}
            case effects.Refresh(what=what):
                return {Event("refresh", OWN)} | (self._by_reveal() if what == "heroes" else set())
            case effects.Duel():
                return self._by_duel()
        if isinstance(one, effects.Each):
            who = BOTH if one.who == "all" else OTHERS
        elif isinstance(one, effects.Target):
            who = OTHERS
        return {event for _, block in blocks(one) for event in self.by_program(block, who)}

    def _by_duel(self) -> set[Event]:
        names = ("start_duel", "attacked", "win_duel")
        return {Event(name, BOTH) for name in names} | {Event("exhaust", BOTH, HERO)} | self._by_boosts()

    def _by_boosts(self) -> set[Event]:
        return {Event("discard", BOTH, CARDS)} | self._once("boosts", self.duel_skills)

    def _by_reveal(self) -> set[Event]:
        events = {Event("reveal", BOTH, HERO), Event("petals", BOTH)}
        if not self.nemeses:
            return events
        battle = {Event("win_duel", BOTH), Event("nemesis_beaten", BOTH)} | self._by_boosts()
        return events | battle | self._once("reveal", self.nemeses)

    def _once(self, what: str, programs: list[Program]) -> set[Event]:
        """What programs raise; nothing if that is being found out already: a circle adds nothing to a sum of sets."""
        if what in self.busy:
            return set()
        self.busy.add(what)
        events = {event for program in programs for event in self.by_program(program, BOTH)}
        self.busy.remove(what)
        # seen from the controller of the first program, those of others may be anybody's
        return {event._replace(whose=BOTH) for event in events}


def _loot(deck: str, who: frozenset[str]) -> Event:
    if deck == "regalia":
        return Event("loot", who, frozenset({"regalia"}))
    return Event("loot", who, frozenset({"treasure"}), deck if deck in ("samurai", "ninja") else None)
