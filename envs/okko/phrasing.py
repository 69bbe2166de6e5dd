"""The words of generated English: how figures, stats and numbers are called, and clauses put together.

The reader is the player of the bearer: a clause without subject is what the reader does ("draw 2 Clue cards"). A
`Voice` says how self and the event's other figure are called.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from ..core.phrases import count

THAT = "that figure"
"""The figure that was chosen or visited last."""
TYPES = {
    "thrall": "Mortal Thrall",
    "creature": "Supernatural Creature",
    "lieutenant": "Lieutenant",
    "demon": "Oni",
    "hero": "Hero",
}
OTHERS = {
    "attack": "the target",
    "roll": "the target",
    "hit": "the target",
    "attacked": "the attacker",
    "harmed": "whoever caused it",
    "eliminate": "the eliminated figure",
    "eliminated": "whoever caused it",
}
"""What the other figure of an event is called."""
ODD_VERBS = {"be": "is", "have": "has", "do": "does", "can": "can"}
FLAGS = {
    "ranged": ("can", "make ranged Attacks"),
    "legendary": ("make", "legendary Attacks"),
    "ghostly": ("can", "be harmed only by legendary Attacks and effects"),
    "swift": ("can", "move past opponents without stopping"),
    "swap_dice": ("roll", "Action dice in place of Combat dice"),
    "push": ("can", "push without a push symbol"),
}
"""Stats that are there or not: verb, and what follows it."""


@dataclass(frozen=True)
class Voice:
    """How a text calls the figures of a program.

    Attributes:
        me: self: ``"you"``, ``"this figure"``, ``"it"``; empty if there is nobody.
        mine: what belongs to self.
        kind: what self is, as in `programs.Context`.
        oni: whether all is seen from the Oni's side.
        player: who makes the choices.
        other: the event's other figure; empty if there is none.
        answers: whether the program answers an event.
    """

    me: str
    mine: str
    kind: str = "hero"
    oni: bool = False
    player: str = "you"
    other: str = ""
    answers: bool = False

    @property
    def subject(self) -> str:
        """Self before its verb; nothing where the reader is told to do it."""
        return "" if self.me == "you" else self.me

    @property
    def itself(self) -> str:
        """Self where something is done to it."""
        return "yourself" if self.me == "you" else self.me


HERO = Voice("you", "your")
COMPANION = Voice("this figure", "its", "companion")
AGENT = Voice("this figure", "its", "agent", oni=True, player="the Oni")
EACH_AGENT = Voice("it", "its", "agent", oni=True, player="the Oni")
THE_ONI = Voice("the Oni", "its", "agent", oni=True, player="the Oni")
EVENT = Voice("", "", "nobody", oni=True, player="the Oni")
MISSION = Voice("", "", "nobody", oni=True, player="whose event it is")


@dataclass(frozen=True)
class Clause:
    """Something that somebody does.

    Attributes:
        subject: who; empty for the reader.
        verb, rest: what.
        tail: for how long, or in what circumstances.
    """

    subject: str
    verb: str
    rest: str
    tail: str = ""


# ---- clauses --------------------------------------------------------------------------------------------------------
def joined(clauses: Sequence[Clause]) -> str:
    """Clauses of one subject as one: "that figure heals 1 Damage and becomes Stunned"."""
    subject = clauses[0].subject
    return f"{subject} {verbs(clauses, subject)}".strip()


def verbs(clauses: Sequence[Clause], subject: str) -> str:
    """What the clauses do. A verb is not said twice running, and what holds for all of them stands at the end."""
    tails = {clause.tail for clause in clauses}
    common = f" {clauses[0].tail}" if len(tails) == 1 and clauses[0].tail else ""
    told = []
    for verb, those in groupby(clauses, key=lambda clause: clause.verb):
        rests = [clause.rest if common else f"{clause.rest} {clause.tail}".strip() for clause in those]
        told.append((verb if is_plural(subject) else third_person(verb), rests))
    whole = [f"{verb} {listed(rests)}" for verb, rests in told]
    if len(whole) > 1 and any(len(rests) > 1 for _, rests in told):
        return f"{', '.join(whole[:-1])}, and {whole[-1]}{common}"
    return listed(whole) + common


def is_plural(subject: str) -> bool:
    """Whether the verb stays as it is: for the reader, and for several."""
    return subject in ("", "you", "the Heroes") or " and " in subject


def third_person(verb: str) -> str:
    """The verb of a third person: "draws", "passes"."""
    return ODD_VERBS.get(verb, f"{verb}es" if verb.endswith(("s", "sh")) else f"{verb}s")


def sentences(parts: Sequence[str]) -> str:
    """Parts as sentences; the first letter of the first stays small."""
    return ". ".join([parts[0], *map(capital, parts[1:])]) + "."


# ---- words ----------------------------------------------------------------------------------------------------------
def noun_of(whose: str, foe: str | None, voice: Voice) -> str:
    """What figures are called by side and type: "opponent", "Hero", "friendly Lieutenant"."""
    if foe is None:
        friend = "agent of the Oni" if voice.kind == "nobody" else "friend"
        return {"friend": friend, "foe": "opponent", "any": "figure", "own": "figure"}[whose]
    natural = "any" if whose == "any" else "foe" if voice.oni == (foe == "hero") else "friend"
    side = "" if whose in (natural, "own") else {"friend": "friendly ", "foe": "opposing "}[whose]
    return side + TYPES[foe]


def place_of(where: str, voice: Voice) -> str:
    """Where a figure is, as seen from self: " adjacent to you", " in your Area"; empty for anywhere."""
    return {
        "adjacent": f" adjacent to {voice.me}",
        "area": f" in {voice.mine} Area",
        "tile": f" on {voice.mine} Tile",
        "sight": f" in {voice.mine} line of sight",
        "anywhere": "",
    }[where]


def stat_words(stat: str, n: int, verb: str = "get", bare: bool = False) -> tuple[str, str]:
    """(verb, what follows it) of a change of a stat; ``bare``: when it holds is said elsewhere."""
    if stat in FLAGS:
        return FLAGS[stat]
    sign = signed(n)
    match stat:
        case "actions":
            return verb, f"{sign} {'Action' if abs(n) == 1 else 'Actions'}"
        case "hits":
            return verb, f"{sign} {'hit' if abs(n) == 1 else 'hits'}{'' if bare else ' in Attacks'}"
        case "damage":
            return verb, f"{sign} Damage{'' if bare else ' in Attacks'}"
        case "stealth":
            return verb, f"{sign} SPEED{'' if bare else ' in Sneak Tests'}"
        case "figures":
            return verb, f"{sign} {'figure' if abs(n) == 1 else 'figures'} in each summoning"
    return verb, f"{sign} {stat.upper()}"


def amount(n: int | str, one: str, many: str = "") -> str:
    """A number and its noun; 1 for what is multiplied by the register."""
    return count(1 if n == "count" else int(n), one, many)


def signed(n: int) -> str:
    """A number with its sign: "+2", "−1"."""
    return f"{n:+d}".replace("-", "−")


def with_article(noun: str) -> str:
    """A noun with its article."""
    return f"{'an' if noun[0] in 'aeiouAEIOU' else 'a'} {noun}"


def listed(words: Sequence[str]) -> str:
    """Words in a row: "a, b and c"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def capital(text: str) -> str:
    """The text with its first letter large."""
    return text[:1].upper() + text[1:]
