"""Scenarios as text: what there is, and the map of one with all that is on it when the game begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from .board import Palace, draw, legend
from .board.links import NONE
from .casting import Cast, cast
from .content import OkkoOptions, build_tables, load
from .english import hero_counts
from .scenarios import OkkoContent, Scenario
from .sentences import name_of_test

SIGNS = (
    "a1   a Space of Area a             :  ...  a white line",
    "!    an Interaction Space          =  ===  an open door",
    "###  solid                         x  xxx  a closed door",
    "t T  reinforcements of Mortal Thralls, +1, and +3 with three Heroes or more",
    "c C  reinforcements of Supernatural Creatures, likewise",
)
"""What the drawing means."""
TOKENS = {
    "courtiers": "Courtier",
    "evidence": "Evidence",
    "parchments": "Parchment",
    "chests": "Chest",
    "tests": "Test token",
    "objects": "Objective token",
}
"""Tokens by the key that puts them on the map; the first two letters are their sign."""


class Thing(NamedTuple):
    """Something that stands on a Space: its sign in the drawing, what it is, the Space."""

    sign: str
    words: str
    space: int


class Listed(NamedTuple):
    """A scenario in a list.

    Attributes:
        key, name: of the scenario.
        heroes: for how many: "1, 2 or 3 Heroes".
        investigation: whether there is one.
    """

    key: str
    name: str
    heroes: str
    investigation: bool


def scenarios(options: OkkoOptions) -> list[Listed]:
    """The scenarios of the content."""
    found = load(options).convert(OkkoContent).scenarios
    return [Listed(key, one.name, hero_counts(one), one.investigation) for key, one in found.items()]


def most_heroes(options: OkkoOptions, key: str) -> int:
    """The most Heroes that a scenario is for."""
    return max(map(int, load(options).convert(OkkoContent).scenarios[key].heroes))


def map_text(options: OkkoOptions) -> str:
    """The map of a scenario: two drawings, of Spaces and of what stands on them, and a legend.

    Raises:
        ContentError: content that cannot be played with.
        OptionError: there is no such scenario, or it is not for so many Heroes.
    """
    build_tables(options)  # refuses what cannot be played
    content = load(options)
    everything = content.convert(OkkoContent)
    played = cast(content, everything, options.scenario, options.heroes, options.num_heroes)
    things = list(_things(everything, played))
    palace, scenario = played.palace, played.scenario
    kind = "investigation" if scenario.investigation else "no investigation"
    parts = [
        f"{scenario.name} ({options.scenario})\n{kind}, for {hero_counts(scenario)}; here with {options.num_heroes}",
        draw(palace),
        "\n".join(SIGNS),
        "Tiles\n" + _indented(legend(palace)),
        "Areas and where they lead\n" + _indented("\n".join(_areas(palace))),
        draw(palace, {thing.space: thing.sign for thing in things}),
        "On the map\n" + _indented("\n".join(f"{one.sign:4}{palace.spaces[one.space]}: {one.words}" for one in things)),
    ]
    tests = list(_tests(everything, scenario, played))
    return "\n\n".join([*parts, *(["Tests\n" + _indented("\n".join(tests))] if tests else [])])


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.splitlines())


def _areas(palace: Palace) -> Iterator[str]:
    """Each Area with those next to it: "gate.a, 4 Spaces: gate.b, gallery.b (door)"."""
    board = palace.board
    for area, name in enumerate(palace.areas):
        ways = dict.fromkeys(zip(board.area_near[area].tolist(), board.area_near_door[area].tolist(), strict=True))
        told = []
        for other, door in ways:
            if other != NONE:
                how = "" if door == NONE else " (closed door)" if board.door_closed[door] else " (door)"
                told.append(palace.areas[other] + how)
        size = int((board.space_area[: board.num_spaces] == area).sum())
        yield f"{name}, {size} {'Space' if size == 1 else 'Spaces'}: {', '.join(told)}"


# ---- what stands on it ----------------------------------------------------------------------------------------------
def _things(content: OkkoContent, played: Cast) -> Iterator[Thing]:
    """Heroes, agents, tokens, in this order; signs that begin alike are numbered."""
    numbers: Counter[str] = Counter()

    def thing(head: str, words: str, space: int) -> Thing:
        numbers[head] += 1
        number = numbers[head]
        return Thing(f"{head if number < 10 else head[0]}{number}", words, space)

    standing = played.palace.standing
    for key, space in zip(played.heroes, standing.heroes, strict=False):
        yield thing("H", content.heroes[key].name, space)
    used = played.scenario.agents.get(str(len(played.heroes)), {})  # type: ignore[call-overload]
    for key, spaces in standing.figures.items():
        for space in spaces[: used.get(key)]:
            yield thing(content.kinds[key].name[:2], content.kinds[key].name, space)
    courtiers = iter(played.scenario.courtiers)
    for kind, space in played.tokens:
        words = TOKENS[kind]
        if kind == "courtiers":
            words += f": {content.clues[next(courtiers)].name}"
        yield thing(TOKENS[kind][:2], words, space)


def _tests(content: OkkoContent, scenario: Scenario, played: Cast) -> Iterator[str]:
    """Tests of Interaction Spaces and Test tokens: "cells.a1, West Cell: MIGHT Test of 8 (Those Who …)"."""
    palace = played.palace
    for space, name in palace.interactions.items():
        tile = palace.tiles[palace.board.space_tile[space]]
        found = [
            (one, content.missions[one].name) for one in played.missions if content.missions[one].tile in (tile, None)
        ]
        tests = [
            (content.missions[key].tests[name], named) for key, named in found if name in content.missions[key].tests
        ]
        tests = tests or [(scenario.tests[name], "")] * (name in scenario.tests)
        for test, named in tests:
            of = f" ({named})" if named else ""
            yield f"{palace.spaces[space]}, {name}: {name_of_test(test.stat, test.n, test.direct)}{of}"
    for name, test in scenario.test_tokens.items():
        yield f"{name}, Test token: {name_of_test(test.stat, test.n, test.direct)}"
