"""Programs in English: what `wording` puts on cards.

An instruction that stands alone is a verb with what follows it, put together with its neighbours: "draw 2 cards and
gain 1 mon". One with blocks makes a sentence of its own. `Voice` says whom it speaks of: a program begins with "you",
a block of ``each`` or ``target`` tells of another player.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..core.phrases import count
from . import effects
from .compile import condition
from .effects import Instruction, Program

FREE_TAKE = 20  # cost of `take` that excludes no card
COMPLEX = (effects.May, effects.If, effects.Choose, effects.Each, effects.Target)


@dataclass(frozen=True)
class Voice:
    """Whom an instruction speaks of.

    Attributes:
        subject: what stands before its verb; nothing when the reader is told to do it.
        pronoun, possessive: for the same player.
        third: whether the verb takes an s.
    """

    subject: str
    pronoun: str
    possessive: str
    third: bool = False


YOU = Voice("", "you", "your")
THEY = Voice("they", "they", "their")


@dataclass(frozen=True)
class Counted:
    """What the count register holds.

    Attributes:
        one, many: the noun.
        which: words that follow it.
        did: the verb of the instruction that has counted; none if a ``count`` has.
    """

    one: str
    many: str
    which: str
    did: str = ""

    @classmethod
    def done(cls, did: str, one: str, many: str = "") -> Counted:
        """What an instruction has done so many times."""
        return cls(one, many or f"{one}s", f"{did} this way", did)


PAID = Counted.done("discarded", "card")  # what a hero's action has cost


class Teller:
    """Tells one program from its beginning; remembers what was counted last."""

    def __init__(self, counted: Counted | None = None) -> None:
        self.counted = counted or Counted("time", "times", "that was done")

    def sentences(self, program: Program) -> str:
        """A whole program; its first letter is small, since it follows a colon."""
        parts = [part[1:-1] if part.startswith("(") else part for part in self._parts(program, YOU)]
        return ". ".join([parts[0], *map(capital, parts[1:])]) + "."

    def offered(self, program: Program) -> str:
        """A whole program that the player may leave out."""
        if any(isinstance(one, COMPLEX) for one in program):
            return f"You may do all of this: {self.sentences(program)}"
        return f"You may {self.sentences(program)}"

    # ---- blocks -----------------------------------------------------------------------------------------------------
    def _parts(self, block: Program, voice: Voice) -> list[str]:
        """The clauses of a block: neighbours without blocks of their own share one."""
        parts: list[str] = []
        run: list[tuple[str, str]] = []
        for one in block:
            then = THEY if voice.third and (parts or run) else voice  # who has been named is "they"
            if isinstance(one, COMPLEX):
                parts += self._clause(run, THEY if voice.third and parts else voice)
                parts.append(self._complex(one, then))
                run = []
            elif isinstance(one, effects.Count):
                self._count(one, then)
            else:
                run.append(self._plain(one, voice))
        parts += self._clause(run, THEY if voice.third and parts else voice)
        return parts or ["nothing happens"]

    def _clause(self, verbs: list[tuple[str, str]], voice: Voice) -> list[str]:
        """One clause for several verbs; none for no verb."""
        told = [f"{third_person(verb) if voice.third else verb} {rest}".strip() for verb, rest in verbs]
        return [f"{voice.subject} {listed(told)}".strip()] if told else []

    def _block(self, block: Program, voice: Voice) -> str:
        """A block inside an instruction; in brackets if it could be mistaken for a part of what follows."""
        parts = self._parts(block, voice)
        return parts[0] if len(parts) == 1 else f"({'; '.join(parts)})"

    def _complex(self, one: Instruction, voice: Voice) -> str:
        match one:
            case effects.May(do=do):
                if any(isinstance(inner, COMPLEX) for inner in do):
                    return f"if {voice.pronoun} wish: {self._block(do, voice)}"
                return f"{voice.subject or 'you'} may {self._block(do, Voice('', voice.pronoun, voice.possessive))}"
            case effects.If(do=do, otherwise=otherwise):
                inner = YOU if voice.pronoun == "you" else THEY
                text = f"if {self._condition(one, voice)}, {self._block(do, inner)}"
                return f"{text}; otherwise, {self._block(otherwise, inner)}" if otherwise else text
            case effects.Choose(options=options):
                verb = third_person("choose") if voice.third else "choose"
                told = [
                    f"• {icon(option.icon)}{self._block(option.do, Voice('', *_names(voice)))}" for option in options
                ]
                return f"{voice.subject} {verb} one: {' '.join(told)}".strip()
            case effects.Each(who=who, do=do):
                return self._of_others("each player, you first," if who == "all" else "each other player", do)
            case effects.Target(who=who, do=do):
                return self._of_others("the acting player" if who == "actor" else "another player of your choice", do)
        raise AssertionError(one)

    def _of_others(self, subject: str, block: Program) -> str:
        """A block for other players: it names them before its first verb, or before the whole."""
        if isinstance(block[0], (effects.If, effects.May)):
            return f"{subject.rstrip(',')}: {self._block(block, THEY)}"
        return self._block(block, Voice(subject, "they", "their", third=True))

    # ---- what is counted --------------------------------------------------------------------------------------------
    def _count(self, one: effects.Count, voice: Voice) -> None:
        counts = {
            "samurai_deployed": Counted("samurai card", "samurai cards", "deployed this turn"),
            "ninja_deployed": Counted("ninja card", "ninja cards", "deployed this turn"),
            "heroes": Counted("hero", "heroes", f"{voice.pronoun} have"),
            "treasures_in_hand": Counted("treasure or regalia", "treasures and regalia", f"in {voice.possessive} hand"),
            "exhausted_enemies": Counted(
                "exhausted or ravaged hero", "exhausted or ravaged heroes", "of other players"
            ),
        }
        self.counted = counts.get(one.what, self.counted)

    def _condition(self, one: effects.If, voice: Voice) -> str:
        name, value = condition(one)
        pronoun, possessive = voice.pronoun, voice.possessive
        match name:
            case "done" if self.counted.did:
                return f"{pronoun} {self.counted.did} {at_least(value, self.counted.one, self.counted.many)}"
            case "done":
                verb = "is" if value == 1 else "are"
                noun = self.counted.one if value == 1 else self.counted.many
                return f"there {verb} at least {value} {noun} {self.counted.which}"
            case "won":
                return f"{pronoun} won the duel"
            case "class":
                return f"{possessive} active hero is a {value}"
            case "hand_empty":
                return f"{possessive} hand is empty"
            case "heroes":
                return f"{pronoun} have {at_least(value, 'hero', 'heroes')}"
            case "petals_at_most":
                return f"at most {amount(value, 'petal')} {'is' if value == 1 else 'are'} left"
            case "treasures_in_hand":
                return f"{pronoun} hold {at_least(value, 'treasure or regalia', 'treasures and regalia')}"
            case _:
                return f"at least {amount(value, 'card')} {'was' if value == 1 else 'were'} deployed this turn"

    # ---- instructions without blocks --------------------------------------------------------------------------------
    def _plain(self, one: Instruction, voice: Voice) -> tuple[str, str]:
        """(verb, what follows it). What the instruction counts is remembered after its own number is told."""
        verb, rest, counted = self._verb(one, voice)
        if getattr(one, "n", None) == "count":
            rest = f"{rest} for each {self.counted.one} {self.counted.which}"
        self.counted = counted or self.counted
        return verb, rest

    def _verb(self, one: Instruction, voice: Voice) -> tuple[str, str, Counted | None]:
        match one:
            case effects.Discard() | effects.Return():
                return _from_hand(one)
            case effects.Loot(deck=deck):
                return "loot", _looted(deck, voice), Counted.done("looted", "treasure")
            case effects.Exhaust() | effects.Recover() | effects.Cleanse():
                return _on_field(one, voice)
            case effects.Take(class_=class_, cost=cost):
                noun = spaced(class_, "reinforcement")
                limit = "" if cost == FREE_TAKE else f" of cost {cost} or less"
                rest = f"{amount(one.n, noun)}{limit} from the pools for nothing"
                return "take", rest, Counted(noun, f"{noun}s", "taken this way", "took")
            case effects.SendHero():
                rest = f"1 of {voice.possessive} heroes to the hero area"
                return "send", rest, Counted("hero", "heroes", "sent away this way", "sent away")
            case effects.GainHero():
                return (
                    "take",
                    "1 hero of the hero area for nothing",
                    Counted("hero", "heroes", "taken this way", "took"),
                )
            case _:
                return *_simple(one), None


def _simple(one: Instruction) -> tuple[str, str]:
    """Instructions that neither choose nor count."""
    n = getattr(one, "n", 1)
    match one:
        case effects.Draw():
            return "draw", amount(n, "card")
        case effects.Mon():
            return "gain", amount(n, "mon", "mon")
        case effects.Deployments():
            return "gain", amount(n, "deployment")
        case effects.TradePoints():
            return "gain", amount(n, "trade point")
        case effects.Refresh(what="heroes"):
            return "refresh", "the heroes"
        case effects.Refresh(what="choice"):
            return "refresh", "the samurai or the ninja reinforcements"
        case effects.Refresh(what=what):
            return "refresh", f"the {what} reinforcements"
        case effects.Petals():
            return "remove", amount(n, "petal")
        case effects.RestorePetals():
            return "put", f"{amount(n, 'petal')} back"
        case effects.Duel(atk=atk):
            return "start", f"a duel with +{atk} ATK" if atk else "a duel"
        case effects.Boost():
            return "boost", f"by {1 if n == 'count' else n} more"
        case effects.WinDuel():
            return "win", "the duel for the boosted hero"
        case effects.NegateDuel():
            return "negate", "the duel"
        case effects.ReturnSelf():
            return "shuffle", "this hero into the hero deck (Boss Rush: ravage this hero)"
        case effects.ExhaustSelf():
            return "exhaust", "this hero"
        case effects.Discount():
            return "pay", f"{n} mon less for each purchase this turn"
        case effects.Flip():
            return "turn", "this story card over"
        case effects.Bring():
            return "shuffle", "the set-aside heroes of this story into the hero deck"
    raise AssertionError(one)


def _from_hand(one: effects.Discard | effects.Return) -> tuple[str, str, Counted]:
    noun, plural = card_noun(one.kind, one.class_)
    up_to = "up to " if one.optional else ""
    verb = "discard" if isinstance(one, effects.Discard) else "return"
    return verb, up_to + amount(one.n, noun, plural), Counted.done(f"{verb}ed", noun, plural)


def _looted(deck: str, voice: Voice) -> str:
    decks = {
        "regalia": "1 regalia",
        "own": f"1 treasure of the class of {voice.possessive} active hero",
        "other": f"1 treasure of the class that {voice.possessive} active hero does not have",
        "choice": "1 samurai or ninja treasure",
    }
    return decks.get(deck, f"1 {deck} treasure")


def _on_field(one: effects.Exhaust | effects.Recover | effects.Cleanse, voice: Voice) -> tuple[str, str, Counted]:
    hero = getattr(one, "what", "card") == "hero"
    noun, plural = ("hero", "heroes") if hero else ("deployed card", "deployed cards")
    verb = "ravage" if getattr(one, "ravage", False) else type(one).__name__.lower()
    past = f"{verb}{'d' if verb.endswith('e') else 'ed'}"
    others = "of another player" if one.n in (1, "count") else "of other players"
    owners = {"others": others, "anybody": "of any player", "actor": "of the acting player"}
    if one.whose == "self":
        number = 1 if one.n == "count" else one.n
        rest = f"{number} of {voice.possessive} {plural}"
    else:
        rest = f"{amount(one.n, noun, plural)} {owners[one.whose]}"
    return verb, rest, Counted.done(past, noun, plural)


# ---- words ----------------------------------------------------------------------------------------------------------
def amount(n: int | str, one: str, many: str = "") -> str:
    """A number and its noun; 1 for what is multiplied by the count register."""
    return count(1 if n == "count" else int(n), one, many)


def at_least(n: int | str | bool, one: str, many: str) -> str:
    """With a noun, in short where it is one: "a card", "at least 2 cards"."""
    return with_article(one) if n == 1 else f"at least {n} {many}"


def with_article(noun: str) -> str:
    """An article and the noun; regalia go without."""
    if noun.startswith("regalia"):
        return noun
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def card_noun(kind: str | None, class_: str | None) -> tuple[str, str]:
    """(one, many) cards of a kind and class."""
    noun = spaced(class_, kind or "card")
    return noun, noun if kind == "regalia" else f"{noun}s"


def spaced(*words: str | None) -> str:
    """The words that there are, with spaces."""
    return " ".join(word for word in words if word)


def icon(class_: str | None) -> str:
    """A class icon, to be put before what asks for it."""
    return f"[{class_}] " if class_ else ""


def third_person(verb: str) -> str:
    """The verb of a third person: "draws", "refreshes"."""
    return f"{verb}es" if verb.endswith("sh") else f"{verb}s"


def listed(words: Sequence[str]) -> str:
    """Words in a row: "a, b and c"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def capital(text: str) -> str:
    """The text with its first letter large."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """A clause as a sentence."""
    return f"{capital(text)}."


def _names(voice: Voice) -> tuple[str, str]:
    return voice.pronoun, voice.possessive
