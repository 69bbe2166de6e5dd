"""Programs in English: what a list of instructions does, told to the player of the bearer.

`phrasing` has the words. `wording` tells modifiers, triggers and whole entries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from ..core.phrases import count
from . import effects
from .compile import conditions
from .effects import Instruction, Program
from .phrasing import (
    THAT,
    TYPES,
    Clause,
    Voice,
    amount,
    joined,
    listed,
    noun_of,
    place_of,
    sentences,
    signed,
    stat_words,
    verbs,
    with_article,
)

COMPLEX = (effects.Target, effects.Each, effects.Test, effects.If, effects.May, effects.Choose)
"""Instructions with blocks of their own."""
TOKEN_WORDS = {"courtier": "a Courtier's token", "clue": "a Clue token", "chest": "a Chest"}


@dataclass(frozen=True)
class Counted:
    """What the register holds.

    Attributes:
        one, many: the noun.
        done: what was done so often; empty where things are counted that are there.
    """

    one: str
    many: str
    done: str = ""

    def each(self) -> str:
        """The noun after "for each"."""
        return f"{self.one} {self.done}".strip()

    def at_least(self, n: int) -> str:
        """The condition that there are so many."""
        be = "are" if n > 1 else "is"
        if not self.done:
            return f"there {be} at least {count(n, self.one, self.many)}"
        was = "were" if n > 1 and self.one != self.many else "was"
        return f"at least {count(n, self.one, self.many)} {was} {self.done}"


COUNTS = {
    "adjacent_foes": Counted("opponent adjacent to {}", "opponents adjacent to {}"),
    "adjacent_friends": Counted("friend adjacent to {}", "friends adjacent to {}"),
    "damage": Counted("Damage on {}", "Damage on {}"),
    "events": Counted("Event card in the Oni's hand", "Event cards in the Oni's hand"),
    "corrupted": Counted("corrupted Tile", "corrupted Tiles"),
    "heroes": Counted("living Hero", "living Heroes"),
}
"""By what ``count`` counts; the braces are self."""
COUNTING: dict[type[Instruction], Counted] = {
    effects.Target: Counted("figure", "figures", "chosen"),
    effects.Test: Counted("Test", "Tests", "passed"),
    effects.Damage: Counted("Damage", "Damage", "dealt this way"),
    effects.Heal: Counted("Damage", "Damage", "healed this way"),
    effects.Recall: Counted("Action card", "Action cards", "taken back this way"),
}
"""What other instructions leave in the register."""


class Teller:
    """Tells one program from its beginning; remembers what was counted last."""

    def __init__(self, voice: Voice) -> None:
        self.voice = voice
        self.counted = Counted("", "")

    def told(self, program: Program) -> str:
        """A whole program in sentences, of which the first begins small: it follows a colon or a comma."""
        return sentences(self.parts(program))

    def offered(self, program: Program) -> str:
        """A whole program that the player may leave out."""
        return f"{self._offer(program)}."

    def parts(self, block: Program) -> list[str]:
        """The clauses of a block; neighbours of one subject share one."""
        return [run if isinstance(run, str) else joined(run) for run in self._runs(block)]

    # ---- blocks -----------------------------------------------------------------------------------------------------
    def _runs(self, block: Program) -> Iterator[str | list[Clause]]:
        """Neighbours of one subject as clauses; instructions with blocks as text."""
        run: list[Clause] = []
        for one in block:
            if isinstance(one, effects.Count):
                counted = COUNTS[one.what]
                self.counted = Counted(counted.one.format(self.voice.me), counted.many.format(self.voice.me))
                continue
            clause = None if isinstance(one, COMPLEX) else self._plain(one)
            if run and (clause is None or clause.subject != run[-1].subject):
                yield run
                run = []
            if clause is None:
                yield self._complex(one)
            else:
                run.append(clause)
        if run:
            yield run

    def _block(self, block: Program) -> str:
        """A block inside an instruction; in brackets if it could be mistaken for a part of what follows."""
        parts = self.parts(block)
        return parts[0] if len(parts) == 1 else f"({'; '.join(parts)})"

    def _offer(self, block: Program) -> str:
        runs = list(self._runs(block))
        first = runs[0]
        if len(runs) == 1 and not isinstance(first, str) and first[0].subject in ("", self.voice.me):
            return f"{first[0].subject or self.voice.player} may {verbs(first, '')}"
        parts = "; ".join(run if isinstance(run, str) else joined(run) for run in runs)
        return f"{self.voice.player} may have this done: {parts}"

    def _complex(self, one: Instruction) -> str:
        match one:
            case effects.Target(do=do):
                head = f"{'you may ' if one.optional else ''}choose {self._figure(one, 'a')}"
                self.counted = COUNTING[effects.Target]
                return f"{head}: {'; '.join(self.parts(do))}"
            case effects.Each(do=do):
                return self._each(one, do)
            case effects.Test():
                return self._test(one)
            case effects.If(do=do, otherwise=otherwise):
                text = f"if {self._condition(one)}, {self._block(do)}"
                return f"{text}; otherwise, {self._block(otherwise)}" if otherwise else text
            case effects.May(do=do):
                return self._offer(do)
            case effects.Choose(options=options):
                return "choose one: " + " ".join(f"• {self._block(option)}" for option in options)
        raise AssertionError(one)

    def _each(self, one: effects.Each, do: Program) -> str:
        """The figures are named as the subject of the first clause if it is about them, else before the whole."""
        who = self._figure(one, "each")
        told = "; ".join(self.parts(do))
        if told.startswith(f"{THAT} "):
            return who + told.removeprefix(THAT)
        return f"for {who.removesuffix(',')}: {told}"

    def _test(self, one: effects.Test) -> str:
        self.counted = COUNTING[effects.Test]
        told = [f"if you pass, {self._block(one.do)}"] if one.do else []
        told += [f"if you fail, {self._block(one.otherwise)}"] if one.otherwise else []
        return f"make a {name_of_test(one.stat, one.n, one.direct)}: {'; '.join(told)}"

    # ---- figures ----------------------------------------------------------------------------------------------------
    def _figure(self, one: effects.Target | effects.Each, article: str) -> str:
        """Who is asked for: "an opponent adjacent to you", "each friend in your Area, you included,"."""
        noun, voice = noun_of(one.whose, one.foe, self.voice), self.voice
        if one.where == "self":
            return voice.itself if article == "a" else voice.me
        named = (with_article(noun) if article == "a" else f"{article} {noun}") + place_of(one.where, voice)
        if not voice.me or one.foe is not None or one.whose != "friend" or one.where == "adjacent":
            return named
        return f"{voice.itself} or {named}" if article == "a" else f"{named}, {voice.me} included,"

    def _whom(self, whom: str) -> str:
        """The subject of what happens to a figure."""
        if whom == "self":
            return self.voice.subject
        return self.voice.other if whom == "other" else THAT

    # ---- conditions -------------------------------------------------------------------------------------------------
    def _condition(self, one: effects.If) -> str:
        (name,) = conditions(one)
        value: Any = getattr(one, "class_" if name == "class" else name)
        me, you = self.voice.me, self.voice.me == "you"
        match name:
            case "done":
                return self.counted.at_least(value)
            case "round":
                return f"it is round {value} or later"
            case "wounded":
                return f"{me} {'have' if you else 'has'} Damage"
            case "corrupted":
                return f"{me} {'stand' if you else 'stands'} on a corrupted Tile"
            case "alarm":
                return "the alarm has been raised"
            case "battle":
                return "the Final Battle has begun"
            case "alone":
                return f"no friend is adjacent to {me}"
            case "heroes":
                return f"at least {count(value, 'Hero', 'Heroes')} {'is' if value == 1 else 'are'} alive"
            case "adjacent_foes" if value == 1:
                return f"an opponent is adjacent to {me}"
            case "adjacent_foes":
                return f"at least {value} opponents are adjacent to {me}"
        return f"{me} {'are' if you else 'is'} a {value}"

    # ---- instructions without blocks --------------------------------------------------------------------------------
    def _plain(self, one: Instruction) -> Clause:
        """An instruction as a clause. What it counts is remembered after its own number is told."""
        clause = PLAIN[type(one)](self, one)
        if getattr(one, "n", None) == "count":
            clause = replace(clause, rest=f"{clause.rest} for each {self.counted.each()}")
        self.counted = COUNTING.get(type(one), self.counted)
        return clause

    def _damage(self, one: effects.Damage | effects.Heal) -> Clause:
        verb = "suffer" if isinstance(one, effects.Damage) else "heal"
        return Clause(self._whom(one.whom), verb, amount(one.n, "Damage", "Damage"))

    def _condition_token(self, one: effects.Condition | effects.Cure) -> Clause:
        if isinstance(one, effects.Cure):
            return Clause(self._whom(one.whom), "lose", f"the condition {one.name.capitalize()}")
        return Clause(self._whom(one.whom), "become", "an Amputee" if one.name == "amputee" else one.name.capitalize())

    def _stat(self, one: effects.Stat) -> Clause:
        verb, rest = stat_words(one.stat, one.n)
        if one.until == "round":
            return Clause(self._whom(one.whom), verb, rest, "this round")
        if self.voice.kind in ("agent", "nobody"):
            subject = "each figure of the activated Character card"
        else:
            subject = "the figure that acts" if self.voice.answers else self.voice.subject
        return Clause(subject, verb, rest, "until the end of the activation")

    def _hits(self, one: effects.Hits) -> Clause:
        return Clause("this Attack", "get", f"{signed(one.n)} {'hit' if abs(one.n) == 1 else 'hits'}")

    def _attack(self, one: effects.Attack) -> Clause:
        kind = {"melee": "a melee Attack", "ranged": "a ranged Attack", "any": "an Attack"}[one.kind]
        bonus = [f"+{one.might} MIGHT"] if one.might else []
        bonus += [f"+{count(one.hits, 'hit')}"] if one.hits else []
        bonus += [f"+{one.damage} Damage"] if one.damage else []
        return Clause(self.voice.subject, "make", kind + (f" with {listed(bonus)}" if bonus else ""))

    def _move(self, one: effects.Move) -> Clause:
        far = f"up to {amount(one.n, 'Area')}"
        if one.whom == "self":
            return Clause(self.voice.subject, "move", far)
        return Clause("", "move", f"{self._whom(one.whom)} {far}")

    def _place(self, one: effects.Place) -> Clause:
        whom = self.voice.itself if one.whom == "self" else self._whom(one.whom)
        spaces = {
            "adjacent": f"a free Space adjacent to {self.voice.me}",
            "area": f"a free Space of {self.voice.mine} Area",
            "tile": f"a free Space of {self.voice.mine} Tile",
            "anywhere": "any free Space",
        }
        return Clause("", "put", f"{whom} on {spaces[one.where]}")

    def _push(self, one: effects.Push) -> Clause:
        return Clause("", "push", f"{self._whom(one.whom)} away from {self.voice.me}")

    def _actions(self, one: effects.Actions) -> Clause:
        return Clause(self.voice.subject, "get", f"{amount(one.n, 'more Action')} in this activation")

    def _events(self, one: effects.Events) -> Clause:
        cards = count(abs(one.n), "Event card")
        return Clause("the Oni", "draw", cards) if one.n > 0 else Clause("the Oni", "discard", f"{cards} of its choice")

    def _of_hero(self, verb: str, rest: str) -> Clause:
        """What the Hero does: self, or whose companion self is."""
        return Clause("" if self.voice.kind == "hero" else "its Hero", verb, rest)

    def _item(self, one: effects.Item) -> Clause:
        kept = "" if one.n == one.keep else f", of which {one.keep} may be kept"
        return self._of_hero("draw", count(one.n, "Equipment card") + kept)

    def _token(self, one: effects.Token) -> Clause:
        return Clause("", "move", f"{TOKEN_WORDS[one.kind]} to a free Space up to {count(one.n, 'Area')} away")

    def _summon(self, one: effects.Summon) -> Clause:
        figures = count(one.n, TYPES[one.type]) + " of one kind" * (one.n > 1)
        return Clause("the Oni", "put", f"up to {figures} on reinforcement Spaces")

    def _progress(self, one: effects.Progress) -> Clause:
        return Clause("the Heroes" if one.side == "heroes" else "the Oni", "advance", count(one.n, "step"))


def name_of_test(stat: str, n: int, direct: bool) -> str:
    """A Test: "Direct GUILE Test of 3"."""
    return f"{'Direct ' * direct}{stat.upper()} Test of {n}"


def _always(subject: str, verb: str, rest: str) -> Callable[[Teller, Any], Clause]:
    return lambda teller, one: Clause(subject, verb, rest)


PLAIN: dict[type[Instruction], Callable[[Teller, Any], Clause]] = {
    effects.Damage: Teller._damage,
    effects.Heal: Teller._damage,
    effects.Condition: Teller._condition_token,
    effects.Cure: Teller._condition_token,
    effects.Stat: Teller._stat,
    effects.Hits: Teller._hits,
    effects.Reroll: _always("", "roll", "the dice that show no hit again, once"),
    effects.Shield: _always("this Attack", "do", "no Damage"),
    effects.Attack: Teller._attack,
    effects.Move: Teller._move,
    effects.Place: Teller._place,
    effects.Push: Teller._push,
    effects.Actions: Teller._actions,
    effects.Events: Teller._events,
    effects.Clue: lambda teller, one: teller._of_hero("draw", amount(one.n, "Clue card")),
    effects.Item: Teller._item,
    effects.Wound: lambda teller, one: Clause(teller._whom(one.whom), "draw", "a Wound"),
    effects.Recall: lambda teller, one: teller._of_hero(
        "take", f"{amount(one.n, 'Action card')} back from the discard pile"
    ),
    effects.Token: Teller._token,
    effects.Corrupt: _always("the Oni", "move", "a Corruption token to a Tile without one"),
    effects.Summon: Teller._summon,
    effects.Kami: lambda teller, one: teller._of_hero("summon", "a Kami that is not in play"),
    effects.Alarm: _always("the alarm", "be", "raised"),
    effects.Progress: Teller._progress,
    effects.OpenDoors: lambda teller, one: Clause("", "open", f"all doors of {teller.voice.mine} Tile"),
    effects.DiscardSelf: _always("", "discard", "this card"),
}
"""What each instruction without blocks says."""
