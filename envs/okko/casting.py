"""Who and what is in a game, in the order of its numbers: the keys of the content by the numbers of `state`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from msgspec.structs import replace

from ..core.content import Content
from ..core.explain import nearest
from .board import Palace, build, read_sides
from .board.where import Where
from .scenarios import OkkoContent, Scenario


@dataclass(frozen=True, eq=False)
class Cast:
    """The keys of entries; the place in a list is the number.

    Attributes:
        scenario: the scenario that is played, with the Courtiers who take part with so many Heroes.
        palace: its map.
        heroes: in the order of the seats.
        items, wounds, events: a key for each copy of a card.
        companions, clues: of all there are in the content.
        kinds: likewise; the Oni last.
        missions: of the Mission Tiles, then the scheme, then the objective.
        trees: positions of the thralls' and of the creatures' tree, by column.
        tokens: ``(kind, space)`` in the order Courtiers, Evidence, Parchments, Chests, Test tokens, objects; ``kind``
            is a key of `Things` (or ``"tests"``, ``"objects"``).
    """

    scenario: Scenario
    palace: Palace
    heroes: list[str]
    items: list[str]
    wounds: list[str]
    events: list[str]
    companions: list[str]
    clues: list[str]
    kinds: list[str]
    missions: list[str]
    trees: tuple[list[str], list[str]]
    tokens: list[tuple[str, int]]


TOKENS = ("courtiers", "evidence", "parchments", "chests")
MOST_DOORS = 12  # as many as the box holds (O8)


def cast(content: Content, everything: OkkoContent, key: str, heroes: tuple[str, ...], num_heroes: int) -> Cast:
    """The cast of a scenario.

    Args:
        content, everything: the merged content, as data and as records.
        key: of the scenario.
        heroes: who plays; empty for those of the scenario.
        num_heroes: how many.

    Raises:
        ContentError: a map that cannot be played on or has too many doors, a token on a Space that is not there or is
            taken.
    """
    scenario = everything.scenarios[key]
    palace = build(read_sides(everything.tiles, everything.corridors, content.place), key, scenario.map, content.place)
    where = Where(f"scenarios.{key}", content.place)
    if palace.board.num_doors > MOST_DOORS:
        remedy = f"allowed: at most {MOST_DOORS}; draw white lines in place of doors inside tiles, or lay fewer tiles"
        raise where.below("map").wrong(f"there are {palace.board.num_doors} doors", remedy)
    _check_spots(scenario, palace, where)
    scenario = replace(scenario, courtiers=scenario.courtiers[: scenario.suspects.get(str(num_heroes))])  # type: ignore[call-overload]
    standing = {kind: getattr(palace.standing, kind) for kind in TOKENS}
    standing["courtiers"] = standing["courtiers"][: len(scenario.courtiers)]
    tokens = [(kind, space) for kind in TOKENS for space in standing[kind]]
    tokens += [("tests", palace.spaces.index(name)) for name in scenario.test_tokens]
    tokens += [("objects", palace.spaces.index(name)) for name in scenario.objects]
    return Cast(
        scenario=scenario,
        palace=palace,
        heroes=list(heroes or scenario.heroes[str(num_heroes)]),  # type: ignore[index]
        items=copies(everything.items),
        wounds=copies(everything.wounds),
        events=copies(everything.events),
        companions=list(everything.companions),
        clues=list(everything.clues),
        kinds=sorted(everything.kinds, key=lambda kind: everything.kinds[kind].rank == "demon"),
        missions=missions(scenario),
        trees=(by_column(everything.trees.thralls), by_column(everything.trees.creatures)),
        tokens=tokens,
    )


def _check_spots(scenario: Scenario, palace: Palace, where: Where) -> None:
    """Test tokens and objects lie on Spaces of the map that nothing else is on."""
    standing = palace.standing
    taken = {*standing.heroes, *(space for kind in TOKENS for space in getattr(standing, kind))}
    taken |= {space for spaces in standing.figures.values() for space in spaces}
    for kind in ("test_tokens", "objects"):
        for name in getattr(scenario, kind):
            if name not in palace.spaces:
                raise where.below(kind).wrong(f"there is no space {name} on this map", nearest(name, palace.spaces))
            if palace.spaces.index(name) in taken:
                raise where.below(kind).wrong(f"{name} is already taken", "one thing stands on a space")
            taken.add(palace.spaces.index(name))


def copies(entries: Mapping) -> list[str]:
    """The key of each entry as often as there are copies of the card."""
    return [key for key, entry in entries.items() for _ in range(entry.copies)]


def missions(scenario: Scenario) -> list[str]:
    """The missions of a scenario, in the order in which they are worked off (B89)."""
    return [*scenario.missions, *(key for key in (scenario.scheme, scenario.objective) if key)]


def by_column(tree: Mapping) -> list[str]:
    """The positions of a tree, the first column first."""
    return sorted(tree, key=lambda key: tree[key].column)
