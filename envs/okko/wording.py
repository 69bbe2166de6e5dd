"""The English of modifiers, triggers, talents, techniques and Tests, generated from their records.

`sentences` tells the programs, `english` whole entries. A text has one line for the modifiers, one for each trigger,
and one for what costs an Action.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ..core.phrases import count
from .cards import Effect, Goal, Modifier, Technique, Test, Trigger
from .phrasing import (
    OTHERS,
    TYPES,
    Clause,
    Voice,
    capital,
    is_plural,
    joined,
    listed,
    noun_of,
    stat_words,
    third_person,
    with_article,
)
from .sentences import Teller, name_of_test

COSTS = {"action": "Action", "unique": "Unique Action", "free": "Free, once a round"}
"""What stands before a program that is used."""
SCOPES: dict[str, Callable[[Voice], str]] = {
    "self": lambda voice: voice.me,
    "adjacent": lambda voice: f"each friend adjacent to {voice.me}",
    "area": lambda voice: f"{voice.me} and each friend in {voice.mine} Area",
    "side": lambda voice: f"each figure of {voice.mine} side",
    "foes_adjacent": lambda voice: f"each opponent adjacent to {voice.me}",
    "foes_area": lambda voice: f"each opponent in {voice.mine} Area",
}
WHENS = {
    "always": "",
    "attacking": "when attacking",
    "defending": "when attacked",
    "melee": "in melee",
    "ranged": "at range",
    "testing": "in Attribute Tests",
    "investigating": "in Investigation Tests",
    "sneaking": "in Sneak Tests",
    "corrupted": "on a corrupted Tile",
    "alone": "without an adjacent friend",
    "battle": "in the Final Battle",
}
"""When a modifier holds; those that ask for a number are put together."""
MANY = {
    "thrall": "Mortal Thralls",
    "creature": "Supernatural Creatures",
    "lieutenant": "Lieutenants",
    "demon": "the Oni",
    "hero": "Heroes",
}
"""Types of opponents, several of them."""
OF_HEROES = ("test", "pass", "fail", "sneak", "clue", "open", "item", "take")
"""Events whose figure is a Hero."""
AGAINST = ("attack", "roll", "hit", "attacked", "eliminate")
"""Events whose ``foe`` is the other figure."""
EVENTS = {
    "move": ("move", "by an Action"),
    "attack": ("attack", "{}"),
    "roll": ("roll", "the dice of an Attack{}"),
    "attacked": ("be", "attacked{}"),
    "hit": ("hit", "{}"),
    "harmed": ("suffer", "Damage"),
    "eliminate": ("eliminate", "{}"),
    "eliminated": ("be", "eliminated"),
    "test": ("declare", "an Attribute Test"),
    "pass": ("pass", "an Attribute Test"),
    "fail": ("fail", "an Attribute Test"),
    "sneak": ("pass", "a Sneak Test"),
    "clue": ("draw", "a Clue card"),
    "open": ("open", "a Chest"),
    "item": ("get", "an Equipment card"),
    "take": ("take", "an object"),
    "alarm": ("raise", "the alarm"),
    "summon": ("be", "brought to the board"),
    "join": ("come", "into play"),
}
"""Events that somebody takes part in: the verb, and what follows it; the braces are the other figure."""
PLAIN_EVENTS = {
    "round": "the activation phase begins",
    "corrupt": "a Corruption token is placed or moved",
    "battle": "the Final Battle begins",
    "end": "the end phase begins, after Accusations",
}
"""Events that are everybody's."""
POSSESSIVES = {"you": "your", "it": "its"}
PREPOSITIONS = {"roll": " on ", "attacked": " by "}
"""What stands before the other figure."""


# ---- techniques and modifiers ---------------------------------------------------------------------------------------
def technique_text(technique: Technique) -> str:
    """What a Secret Technique or Wound changes: "+2 MIGHT and −1 SPEED"."""
    changed = [(stat, getattr(technique, stat)) for stat in technique.__struct_fields__ if getattr(technique, stat)]
    return listed([stat_words(stat, n)[1] for stat, n in changed] or ["nothing"])


def modifier_text(modifiers: Sequence[Modifier], voice: Voice) -> str:
    """All modifiers of a source, in a sentence for each scope: "You have +2 MIGHT in melee."."""
    clauses = [_modified(one, voice) for one in modifiers]
    told = []
    for subject in dict.fromkeys(clause.subject for clause in clauses):
        those = [clause for clause in clauses if clause.subject == subject]
        those.sort(key=lambda clause: not clause.tail)  # what always holds comes last: no circumstance before it is its
        told.append(f"{capital(joined(those))}.")
    return " ".join(told)


def _modified(one: Modifier, voice: Voice) -> Clause:
    when = _when(one, voice)
    if one.stat == "figures":
        who = f" of {voice.me.removeprefix('each ')}s" if voice.me.startswith("each ") else ""
        return Clause(f"each summoning{who}", "bring", f"{count(one.n, 'more figure')}", when)
    verb, rest = stat_words(one.stat, one.n, "have", bare=bool(when) or one.stat == "stealth")
    if one.stat == "stealth":
        when = f"in Sneak Tests {when}".strip() if one.when != "sneaking" else when
    return Clause(SCOPES[one.scope](voice), verb, rest, when)


def _when(one: Modifier, voice: Voice) -> str:
    against = MANY[one.foe] if one.foe else ""
    match one.when:
        case "pack":
            others = count(one.arg, "other figure")
            target, it = TYPES[one.foe] if one.foe else "target", "you" if voice.me == "you" else "it"
            own = "your" if it == "you" else "its"
            return (
                f"when attacking {with_article(target)} adjacent to {it}, with at least {others} of {own} kind "
                f"adjacent to that {target}"
            )
        case "wounded":
            text = f"once {'you have' if SCOPES[one.scope](voice) == 'you' else 'it has'} at least {one.arg} Damage"
        case "attacking" if against:
            return f"when attacking {against}"
        case "defending" if against:
            return f"when attacked by {against}"
        case _:
            text = WHENS[one.when]
    return f"{text} against {against}".strip() if against else text


# ---- events and triggers --------------------------------------------------------------------------------------------
def event_clause(event: str, whose: str, foe: str | None, voice: Voice) -> str:
    """What happens: "you hit a Supernatural Creature", "the activation phase begins".

    Args:
        event, whose, foe: as in a trigger.
        voice: of whoever bears it.
    """
    if event in PLAIN_EVENTS:
        return PLAIN_EVENTS[event]
    if event == "alarm" and (whose == "any" or not voice.me):
        return "the alarm is raised"
    who = _who(event, whose, None if event in AGAINST else foe, voice)
    if event == "activation":
        return POSSESSIVES.get(who, f"{who}'s") + " activation begins"
    verb, rest = EVENTS[event]
    if event in AGAINST:
        other = ""
        if foe is not None:
            other = PREPOSITIONS.get(event, "") + with_article(TYPES[foe])
        elif event not in PREPOSITIONS:
            other = "a figure" if event == "eliminate" else "an opponent"
        rest = rest.format(other)
    conjugated = "are" if who == "you" and verb == "be" else verb if is_plural(who) else third_person(verb)
    return f"{who} {conjugated} {rest}"


def _who(event: str, whose: str, foe: str | None, voice: Voice) -> str:
    """The figure of an event."""
    whose = whose if voice.me else "any"
    if whose == "own":
        return voice.me
    if foe is None and event in OF_HEROES:
        return "you or another Hero" if whose == "friend" and voice.kind == "hero" else "a Hero"
    if foe is None and event == "join":
        return "a Follower or Kami"
    someone = with_article(noun_of(whose, foe, voice))
    return f"{voice.me} or {someone}" if whose == "friend" and foe is None else someone


def often(limit: int | None) -> str:
    """How often at most: " (once a round)"; empty without a limit."""
    if limit is None:
        return ""
    return " (once a round)" if limit == 1 else f" (at most {limit} times a round)"


def trigger_text(trigger: Trigger, voice: Voice) -> str:
    """A trigger: "When you hit a Hero (once a round), draw 1 Clue card."."""
    event = event_clause(trigger.event, trigger.whose, trigger.foe, voice)
    teller = Teller(replace(voice, other=OTHERS.get(trigger.event, ""), answers=True))
    told = teller.offered(trigger.do) if trigger.may else teller.told(trigger.do)
    return f"When {event}{often(trigger.limit)}{':' if '. ' in told else ','} {told}"


# ---- what is made of them -------------------------------------------------------------------------------------------
def effect_lines(effect: Effect, voice: Voice) -> list[str]:
    """What a talent or card does: a line for its modifiers, for each trigger, and for its action."""
    lines = [modifier_text(effect.modifiers, voice)] if effect.modifiers else []
    lines += [trigger_text(one, voice) for one in effect.triggers]
    if effect.cost is not None:
        lines.append(f"{COSTS[effect.cost]}: {Teller(voice).told(effect.do)}")
    return lines


def test_line(name: str, test: Test, voice: Voice) -> str:
    """A Test that stands somewhere: "Stage, GUILE Test of 4: the Heroes advance 2 steps."."""
    return f"{name}, {name_of_test(test.stat, test.n, test.direct)}: {Teller(voice).told(test.do)}"


def goal_line(goal: Goal, voice: Voice) -> str:
    """A Personal Mission: "The Hunt Goes On: you eliminate a figure, 4 times."."""
    where = f" on the Tile {goal.tile}" if goal.tile else ""
    times = f", {goal.n} times" if goal.n > 1 else ""
    return f"{goal.name}: {event_clause(goal.event, goal.whose, goal.foe, voice)}{where}{times}."
