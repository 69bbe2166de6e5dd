"""What entries say of each other, and whether a scenario fits its map: part of `checks`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..core.explain import nearest
from . import state
from .cards import Hero, Item
from .casting import missions
from .programs import Path, Problem, shown
from .scenarios import OkkoContent, Scenario

MANY_TOKENS = state.TOKENS
SLOTS = {
    "hand": ("right_hand", "left_hand", "supplies"),
    "both_hands": ("both_hands", "supplies"),
    "clothing": ("clothing", "supplies"),
    "supplies": ("supplies",),
}
"""Slots where a card of each kind may lie (O90)."""


def unknown(path: Path, key: str, known: Mapping[str, Any]) -> Iterator[Problem]:
    """A key that names no entry."""
    if key not in known:
        yield Problem(f"{shown(path)} names {key!r}, which is not there", nearest(key, list(known)), path)


# ---- Heroes and their cards -----------------------------------------------------------------------------------------
def hero_problems(content: OkkoContent) -> Iterator[Problem]:
    """Heroes with what they begin with, and their Action cards."""
    for key, hero in content.heroes.items():
        yield from _equipment_problems(content, ("heroes", key, "items"), hero)
        for follower in hero.followers:
            path = ("heroes", key, "followers")
            yield from unknown(path, follower, content.companions)
            if follower in content.companions and content.companions[follower].kind != "follower":
                yield Problem(f"{shown(path)} names {follower!r}, who is no Follower", "name Followers only", path)
        numbers = sorted(card.number for card in content.cards.values() if card.hero == key)
        weaknesses = sum(card.weakness for card in content.cards.values() if card.hero == key)
        if not numbers or len(set(numbers)) < len(numbers):
            thing = f"the Action cards of heroes.{key} have the numbers {numbers}"
            yield Problem(thing, "give each a number of its own, 1 to 8", ("cards",), ("heroes", key))
        if weaknesses != 1:
            thing = f"heroes.{key} has {weaknesses} Weakness cards"
            yield Problem(thing, "exactly one card of each Hero has weakness = true", ("cards",), ("heroes", key))
    for key, card in content.cards.items():
        path = ("cards", key)
        yield from unknown((*path, "hero"), card.hero, content.heroes)
        if card.technique is None and card.talent is None:
            yield Problem(f"{shown(path)} can be laid on no side", "give it a technique or a talent", path)
        if card.weakness and (card.technique is not None or card.talent is None):
            yield Problem(f"{shown(path)} is a Weakness", "it has a talent and no technique (O107)", path)


def _equipment_problems(content: OkkoContent, path: Path, hero: Hero) -> Iterator[Problem]:
    """B2: each starting card must be legal where it lies, and all at once."""
    for key, slot in hero.items.items():
        yield from unknown(path, key, content.items)
        if key not in content.items:
            continue
        item: Item = content.items[key]
        if slot not in SLOTS[item.slot]:
            allowed = f"allowed: {', '.join(SLOTS[item.slot])}"
            yield Problem(f"{shown((*path, key))} = {slot!r} is no place for it", allowed, (*path, key))
        if slot != "supplies" and hero.class_ not in item.classes:
            thing = f"{shown((*path, key))} is for {', '.join(item.classes)}"
            yield Problem(thing, "it can lie in Supplies only", (*path, key))
        owners = sum(key in other.items for other in content.heroes.values())
        if owners > item.copies:
            thing = f"{owners} Heroes begin with {key!r}, of which there are {item.copies}"
            yield Problem(thing, f"raise items.{key}.copies", path, ("items", key))
    slots = list(hero.items.values())
    hands = 2 * slots.count("both_hands") + slots.count("right_hand") + slots.count("left_hand")
    single = max((slots.count(slot) for slot in ("right_hand", "left_hand", "clothing")), default=0)
    if hands > 2 or single > 1 or slots.count("supplies") > hero.supplies:
        yield Problem(f"{shown(path)} puts too many cards in one place", "see supplies, and two hands", path)


# ---- agents, clues, trees -------------------------------------------------------------------------------------------
def reference_problems(content: OkkoContent) -> Iterator[Problem]:
    """Kinds, Clue cards, positions of the trees."""
    for key, kind in content.kinds.items():
        path = ("kinds", key)
        if kind.rank == "demon" and (kind.type != "creature" or kind.figures != 1):
            yield Problem(f"{shown(path)} is an Oni", "it is one figure, a creature", path)
    for key, clue in content.clues.items():
        path = ("clues", key)
        if clue.companion is not None:
            yield from unknown((*path, "companion"), clue.companion, content.companions)
            companion = content.companions.get(clue.companion)
            if clue.kind != "courtier" or (companion is not None and companion.kind != "courtier"):
                thing = f"{shown(path)}.companion = {clue.companion!r} is not possible"
                yield Problem(thing, "a Courtier may become a companion of kind 'courtier'", path)
        if (clue.oni is not None) != (clue.kind == "oni"):
            yield Problem(f"{shown(path)}: oni does not fit kind = {clue.kind!r}", "an Oni's card names its kind", path)
        elif clue.oni is not None and (clue.oni not in content.kinds or content.kinds[clue.oni].rank != "demon"):
            demons = [name for name, kind in content.kinds.items() if kind.rank == "demon"]
            yield Problem(f"{shown(path)}.oni = {clue.oni!r} is no Oni", nearest(clue.oni, demons), (*path, "oni"))
        if clue.kind == "courtier" and (clue.difficulty is None or clue.cards is None):
            yield Problem(f"{shown(path)} lacks what is on the token", "give it difficulty and cards", path)
        if clue.modifiers and clue.kind != "oni":
            yield Problem(f"{shown(path)} has modifiers", "only an Oni's card has them: its penalty", path)
        if clue.do and clue.kind == "oni":
            yield Problem(f"{shown(path)} has a program", "an Oni's card has modifiers only", path)
    for tree in ("thralls", "creatures"):
        nodes = getattr(content.trees, tree)
        for key, node in nodes.items():
            yield from _node_problems(("trees", tree, key, "from"), node.after, node.column, nodes)


def _node_problems(path: Path, after: list[str], column: int, nodes: Mapping[str, Any]) -> Iterator[Problem]:
    for before in after:
        yield from unknown(path, before, nodes)
        if before in nodes and nodes[before].column != column - 1:
            thing = f"{shown(path)} names {before!r}, which is not in column {column - 1}"
            yield Problem(thing, "name positions of the column before", path)
    if bool(after) != (column > 1):
        remedy = "in column 1 none, else at least one of the column before"
        yield Problem(f"{shown(path)} does not fit column {column}", remedy, path)


# ---- scenarios ------------------------------------------------------------------------------------------------------
def scenario_problems(content: OkkoContent) -> Iterator[Problem]:
    """What a scenario names must be there, and its map must have a place for everybody."""
    for key, scenario in content.scenarios.items():
        path = ("scenarios", key)
        yield from _cast_problems(content, path, scenario)
        yield from _agent_problems(content, path, scenario)
        yield from _token_problems(content, path, scenario)
        yield from _investigation_problems(content, path, scenario)
        named = missions(scenario)
        for field, keys in (
            ("missions", scenario.missions),
            ("scheme", [scenario.scheme]),
            ("objective", [scenario.objective]),
        ):
            for mission in filter(None, keys):
                yield from unknown((*path, field), mission, content.missions)
        if len(named) > state.MISSIONS or len(set(named)) < len(named):
            yield Problem(f"{shown(path)} has the missions {named}", f"at most {state.MISSIONS}, each once", path)
        yield from _mission_tile_problems(content, path, scenario)


def _cast_problems(content: OkkoContent, path: Path, scenario: Scenario) -> Iterator[Problem]:
    if not scenario.heroes:
        yield Problem(f"{shown((*path, 'heroes'))} is empty", 'say who plays: { "1" = ["okko"], … }', (*path, "heroes"))
    for count, names in scenario.heroes.items():
        at = (*path, "heroes", count)
        for hero in names:
            yield from unknown(at, hero, content.heroes)
        if len(names) != int(count) or len(set(names)) < len(names):
            yield Problem(
                f"{shown((*path, 'heroes'))}.{count} names {len(names)} Heroes", f"name {count}, each once", at
            )
        if int(count) > len(scenario.map.things.heroes):
            thing = f"{shown(path)}.map.things.heroes has {len(scenario.map.things.heroes)} spaces"
            yield Problem(thing, f"{count} Heroes need as many", (*path, "map", "things", "heroes"))


def _agent_problems(content: OkkoContent, path: Path, scenario: Scenario) -> Iterator[Problem]:
    for kind in scenario.kinds:
        yield from unknown((*path, "kinds"), kind, content.kinds)
    for kind, spaces in scenario.map.things.figures.items():
        at = (*path, "map", "things", "figures", kind)
        yield from unknown(at, kind, content.kinds)
        if kind not in content.kinds:
            continue
        if len(spaces) > content.kinds[kind].figures:
            yield Problem(f"{shown(at)} has {len(spaces)} figures", f"there are {content.kinds[kind].figures}", at)
        if content.kinds[kind].rank == "demon":
            yield Problem(f"{shown(at)} is an Oni", "it is not on the board at the start (O127)", at)
        elif scenario.kinds and kind not in scenario.kinds:
            yield Problem(f"{shown(at)} is not among the kinds of the scenario", "name it in kinds", at)
    for count, kinds in scenario.agents.items():
        for kind in kinds:
            yield from unknown((*path, "agents", count), kind, scenario.map.things.figures)


def _token_problems(content: OkkoContent, path: Path, scenario: Scenario) -> Iterator[Problem]:
    things, tokens = scenario.map.things, content.tokens
    for kind in ("evidence", "parchments", "chests"):
        needed, there = len(getattr(things, kind)), len(getattr(tokens, kind))
        if needed > there:
            at = (*path, "map", "things", kind)
            yield Problem(
                f"{shown(at)} has {needed} spaces", f"there are {there} of tokens.{kind}", at, ("tokens", kind)
            )
    faces = len(scenario.courtiers) + len(tokens.evidence) + len(tokens.parchments) + len(tokens.chests)
    if faces > MANY_TOKENS:
        yield Problem(f"there are {faces} tokens with numbers", f"allowed: at most {MANY_TOKENS}", ("tokens",), path)


def _investigation_problems(content: OkkoContent, path: Path, scenario: Scenario) -> Iterator[Problem]:
    things = scenario.map.things
    for clue in scenario.courtiers:
        yield from unknown((*path, "courtiers"), clue, content.clues)
        if clue in content.clues and content.clues[clue].kind != "courtier":
            yield Problem(
                f"{shown(path)}.courtiers names {clue!r}, who is none", "name Courtiers", (*path, "courtiers")
            )
    if len(things.courtiers) != len(scenario.courtiers) or len(set(scenario.courtiers)) < len(scenario.courtiers):
        thing = f"{shown(path)} has {len(scenario.courtiers)} Courtiers and {len(things.courtiers)} spaces for them"
        yield Problem(thing, "name each Courtier once, and a space for each", path)
    if scenario.investigation:
        if not scenario.courtiers or not any(clue.kind == "oni" for clue in content.clues.values()):
            yield Problem(
                f"{shown(path)} has nobody to be found out", "it needs Courtiers, and Clue cards of Oni", path
            )
        if scenario.objective is not None:
            thing = f"{shown((*path, 'objective'))} is not possible with an investigation"
            yield Problem(thing, "the Final Battle ends it", (*path, "objective"))
    else:
        if things.courtiers or things.evidence or things.parchments:
            yield Problem(f"{shown(path)} has Clue tokens", "without an investigation there are none (B7)", path)
        if scenario.objective is None:
            thing = f"{shown(path)} has no investigation and no objective"
            yield Problem(thing, "name the mission that decides", (*path, "objective"))


def _mission_tile_problems(content: OkkoContent, path: Path, scenario: Scenario) -> Iterator[Problem]:
    """The Mission Tile of each mission must lie on the map."""
    lying = set()
    for piece in scenario.map.pieces.values():
        tile = content.tiles.get(piece.tile) or content.corridors.get(piece.tile)
        side = tile and getattr(tile, piece.side)
        if side:
            lying.add(side.name)
    for key in missions(scenario):
        mission = content.missions.get(key)
        if mission is not None and mission.tile is not None and mission.tile not in lying:
            thing = f"{shown(path)} has the mission {key!r}, whose Tile {mission.tile!r} does not lie on its map"
            yield Problem(thing, nearest(mission.tile, sorted(lying)), (*path, "missions"))
