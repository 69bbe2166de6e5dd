"""The English on cards, Heroes, agents, missions and all else that has a name, generated from their records.

`wording` tells modifiers, triggers and Tests, `sentences` programs. A text has a line for each thing it tells.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ..core.phrases import count
from .cards import Card, Clue, Companion, Event, Hero, Item, Kind, Node, Wound
from .filling import legendary
from .phrasing import (
    AGENT,
    COMPANION,
    EACH_AGENT,
    EVENT,
    HERO,
    MISSION,
    THE_ONI,
    TYPES,
    capital,
    listed,
)
from .scenarios import ChestFace, ClueFace, Mission, OkkoContent, Scenario, Sides
from .sentences import Teller
from .wording import effect_lines, goal_line, modifier_text, technique_text, test_line, trigger_text

DIE_FACES = ("no hit", "one hit", "push", "reroll")
"""What the Combat die shows for each of a Hero's Personal Missions."""
SLOT_WORDS = {
    "right_hand": "right hand",
    "left_hand": "left hand",
    "both_hands": "both hands",
    "clothing": "Clothing",
    "supplies": "Supplies",
}
LOWERED = {"poisoned": "DEFENSE", "stunned": "SPEED"}
"""What a condition lowers."""


def text_of(content: OkkoContent, table: str, entry: Any) -> str:
    """The text of an entry.

    Args:
        content: the whole content, for names.
        table: the table that it stands in: ``"items"``, ``"trees.thralls"``, ``"conditions"``, ``"tokens"``.
        entry: its record.
    """
    return "\n".join(LINES[table](content, entry))


# ---- Heroes and what they hold --------------------------------------------------------------------------------------
def hero_lines(content: OkkoContent, hero: Hero) -> list[str]:
    """Natural talents, what the Hero begins with, Personal Missions."""
    lines = [f"{talent.name}: {' '.join(effect_lines(talent, HERO))}" for talent in hero.talents]
    items = [f"{content.items[key].name} ({SLOT_WORDS[slot]})" for key, slot in hero.items.items()]
    if items:
        lines.append(f"Begins with {listed(items)}.")
    if hero.followers:
        lines.append(f"Begins with a Follower: {' or '.join(content.companions[key].name for key in hero.followers)}.")
    lines.append("Personal Mission, by the Combat die:")
    return lines + [f"{face}: {goal_line(goal, HERO)}" for face, goal in zip(DIE_FACES, hero.goals, strict=True)]


def card_lines(content: OkkoContent, card: Card) -> list[str]:
    """An Action card: the technique of its right side, the talent of its left one."""
    lines = [f"Technique (laid right): {technique_text(card.technique)}."] if card.technique else []
    if card.talent is not None:
        side = "Weakness (laid left only)" if card.weakness else "Talent (laid left)"
        lines.append(f"{side}: {' '.join(effect_lines(card.talent, HERO))}")
    if card.weakness:
        lines.append("Heals as much Damage as the Hero's STAMINA.")
    return lines


def wound_lines(content: OkkoContent, wound: Wound) -> list[str]:
    """A Wound."""
    return [f"In the round in which it is laid: {technique_text(wound.technique)}."]


def item_lines(content: OkkoContent, item: Item) -> list[str]:
    """An Equipment card."""
    lines = []
    if item.legendary and item.slot in ("hand", "both_hands"):
        lines = [modifier_text([legendary(item)], HERO)]
    elif item.legendary:
        lines = ["Damage that it deals is legendary."]
    return lines + effect_lines(item, HERO)


def companion_lines(content: OkkoContent, companion: Companion) -> list[str]:
    """A Follower, Kami or Courtier as Follower."""
    return effect_lines(companion.talent, COMPANION)


# ---- agents, and what the Oni holds ---------------------------------------------------------------------------------
def kind_lines(content: OkkoContent, kind: Kind) -> list[str]:
    """Natural talents of a kind of agents."""
    return [f"{talent.name}: {' '.join(effect_lines(talent, AGENT))}" for talent in kind.talents]


def event_lines(content: OkkoContent, event: Event) -> list[str]:
    """An Event card: as a technique, and its Special Effect."""
    technique = f"Technique (laid beside a Character card): {technique_text(event.technique)}."
    return [technique, f"Special Effect: {Teller(EVENT).told(event.do)}"]


def clue_lines(content: OkkoContent, clue: Clue) -> list[str]:
    """A Clue card: a Courtier, an Oni, a Complication."""
    if clue.kind == "oni":
        return [f"In the Final Battle, if its nature was named: {small(modifier_text(clue.modifiers, THE_ONI))}"]
    told = Teller(HERO).told(clue.do) if clue.do else "nothing happens."
    if clue.kind == "complication":
        return [f"When drawn: {told}"]
    lines = [f"Token: Difficulty {clue.difficulty}, {count(clue.cards or 0, 'Clue card')}."]
    lines.append(f"Played when an activation begins: {told}")
    if clue.companion is not None:
        lines.append(f"When drawn, may become the Follower {content.companions[clue.companion].name}.")
    return lines


def node_lines(type_name: str) -> Callable[[OkkoContent, Node], list[str]]:
    """A position of the Enhancement tree of a type."""

    def lines(content: OkkoContent, node: Node) -> list[str]:
        everyone = f"each {TYPES[type_name]}"
        told = [modifier_text(node.modifiers, replace(EACH_AGENT, me=everyone))] if node.modifiers else []
        told += [f"{capital(everyone)}: {small(trigger_text(one, EACH_AGENT))}" for one in node.triggers]
        tree = content.trees.thralls if type_name == "thrall" else content.trees.creatures
        after = [f"After {' or '.join(tree[key].name for key in node.after)}."] if node.after else []
        return [*told, *after]

    return lines


# ---- missions and scenarios -----------------------------------------------------------------------------------------
def mission_lines(content: OkkoContent, mission: Mission) -> list[str]:
    """A mission: its Tests, what moves it on, what completes it."""
    lines = [test_line(name, test, HERO) for name, test in mission.tests.items()]
    lines += [trigger_text(one, MISSION) for one in mission.triggers]
    if mission.end:
        lines.append(f"At the end of each round: {Teller(MISSION).told(mission.end)}")
    sides = [(mission.heroes, "the Heroes"), (mission.oni, "the Oni")]
    needed = [f"by {side} with {steps_text(n)}" for n, side in sides if n]
    won = " That side wins the game." if mission.decides else ""
    lines.append(f"Completed {' or '.join(needed)}.{won}" if needed else "Cannot be completed.")
    if mission.size is not None:
        lines.append(f"Leaves a {mission.size} Recollection.")
    return lines


def steps_text(needed: int | Mapping[Any, int]) -> str:
    """Steps that complete a mission: "5 steps", or "9 steps (1 Hero), 12 steps (2 Heroes)"."""
    if isinstance(needed, int):
        return count(needed, "step")
    by_heroes = sorted(needed.items())
    return ", ".join(f"{count(n, 'step')} ({count(int(heroes), 'Hero', 'Heroes')})" for heroes, n in by_heroes)


def scenario_lines(content: OkkoContent, scenario: Scenario) -> list[str]:
    """A scenario: for whom it is, who takes part, its missions and Tests."""
    lines = [f"For {hero_counts(scenario)}."]
    if scenario.investigation:
        lines.append(f"Courtiers: {'; '.join(content.clues[key].name for key in scenario.courtiers)}.")
        lines += [
            f"With {count(int(heroes), 'Hero', 'Heroes')} only the first {n} of them."
            for heroes, n in sorted(scenario.suspects.items())
        ]
    else:
        lines.append("Without an investigation.")
    named = [(scenario.missions, "Missions"), ([scenario.scheme], "Scheme"), ([scenario.objective], "Objective")]
    for keys, head in named:
        names = [content.missions[key].name for key in keys if key]
        lines += [f"{head}: {'; '.join(names)}."] if names else []
    tests = {**scenario.tests, **{f"Test token at {space}": test for space, test in scenario.test_tokens.items()}}
    return lines + [test_line(name, test, HERO) for name, test in tests.items()]


def hero_counts(scenario: Scenario) -> str:
    """For how many Heroes a scenario is: "1, 2 or 3 Heroes"."""
    *first, last = sorted(scenario.heroes)
    return f"{', '.join(first)} or {last} Heroes" if first else count(int(last), "Hero", "Heroes")


# ---- tokens ---------------------------------------------------------------------------------------------------------
def condition_lines(name: str, sides: Sides) -> list[str]:
    """A Condition token; ``name`` is its key."""
    if name == "bleeding":
        return [f"{sides.worse} Damage with each Attack that the figure makes; on the weaker side {sides.weaker}."]
    return [f"−{sides.worse} {LOWERED[name]}; on the weaker side −{sides.weaker}."]


def token_lines(content: OkkoContent, faces: list[ClueFace | ChestFace]) -> list[str]:
    """Clue tokens or Chests."""
    lines = []
    for face in faces:
        if isinstance(face, ChestFace):
            cards = f"{count(face.cards, 'Equipment card')}, of which {face.keep} may be kept"
            lines.append(f"Difficulty {face.difficulty}: {cards}.")
        else:
            other = f"turned over, Difficulty {face.back[0]}: {face.back[1]}"
            lines.append(f"Difficulty {face.difficulty}: {count(face.cards, 'Clue card')}; {other}.")
    return lines


LINES: dict[str, Callable[[OkkoContent, Any], list[str]]] = {
    "heroes": hero_lines,
    "cards": card_lines,
    "wounds": wound_lines,
    "items": item_lines,
    "companions": companion_lines,
    "kinds": kind_lines,
    "trees.thralls": node_lines("thrall"),
    "trees.creatures": node_lines("creature"),
    "events": event_lines,
    "clues": clue_lines,
    "missions": mission_lines,
    "scenarios": scenario_lines,
    "conditions": lambda content, named: condition_lines(*named),
    "tokens": token_lines,
}
"""By table: what makes the lines of an entry."""


def small(text: str) -> str:
    """The text with its first letter small."""
    return text[:1].lower() + text[1:]
