"""Whether everybody can get to everything that a scenario sets up: nobody is locked out, no Test is nowhere.

Looked at as the game begins: doors as they stand then, tokens where they lie, no figures. Who moves is slow: as many
Areas in one move as the lowest SPEED of the Heroes (at least one), and needs a free Space that is no reinforcement
Space to end it (A18, B26). Clue tokens, Chests, Test tokens and objects are used from an adjacent Space (A33, B91),
the Tests of Tiles on their Interaction Spaces.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..core.explain import nearest
from .board import Board, Palace
from .board.links import NONE
from .board.where import Place, Where
from .casting import TOKENS, missions
from .scenarios import OkkoContent, Scenario

WHAT = {
    "courtiers": "the Courtier's token",
    "evidence": "the Evidence token",
    "parchments": "the Parchment token",
    "chests": "the Chest",
    "test_tokens": "the Test token",
    "objects": "the object",
}
"""What lies on a Space, by the key that says so."""
Goal = tuple[str, str, int]
"""What somebody has to get to: the key below the scenario that puts it there, what it is, its Space."""


def check_tests(content: OkkoContent, key: str, palace: Palace, place: Place) -> None:
    """Refuses Tests whose Interaction Space is not on the map.

    Raises:
        ContentError: the first one.
    """
    scenario = content.scenarios[key]
    for mission in missions(scenario):
        tile = content.missions[mission].tile
        there = _interactions(palace, tile)
        for name in content.missions[mission].tests:
            where = Where(f"missions.{mission}.tests", place)
            if name not in there:
                on = f"the Tile {tile}" if tile else f"the map of scenarios.{key}"
                raise where.wrong(f"there is no Interaction Space {name!r} on {on}", _known(name, there))
    there = _interactions(palace, None)
    for name in scenario.tests:
        if name not in there:
            where = Where(f"scenarios.{key}.tests", place)
            raise where.wrong(f"there is no Interaction Space {name!r} on this map", _known(name, there))


def check_reach(content: OkkoContent, key: str, palace: Palace, place: Place) -> None:
    """Refuses a scenario in which a Hero cannot get to everything.

    Args:
        content: all of it.
        key: of the scenario.
        palace: its map.
        place: ``Content.place``, for errors.

    Raises:
        ContentError: the first Hero and thing.
    """
    scenario, board = content.scenarios[key], palace.board
    tokens = list(_tokens(scenario, palace))
    taken = {space for _, _, space in tokens}
    speed = max(1, min(hero.speed for hero in content.heroes.values()))
    free = {space for space in range(board.num_spaces) if board.space_mark[space] == 0 and space not in taken}
    for start in palace.standing.heroes:
        areas = _areas_in_reach(board, int(board.space_area[start]), free, speed)
        standing = {space for space in free if int(board.space_area[space]) in areas}
        out_of_reach = [goal for goal in tokens if standing.isdisjoint(_beside(board, goal[2]))]
        out_of_reach += [goal for goal in _tests(content, scenario, palace) if goal[2] not in standing]
        for at, what, space in out_of_reach:
            thing = f"a Hero who begins on {palace.spaces[start]} cannot get to {what} at {palace.spaces[space]}"
            remedy = "open a door, clear a Space beside it, or move one of the two"
            raise Where(f"scenarios.{key}.{at}", place).wrong(thing, remedy)


# ---- what there is to get to ----------------------------------------------------------------------------------------
def _tokens(scenario: Scenario, palace: Palace) -> Iterator[Goal]:
    """What lies on the map and is used from beside it."""
    for kind in TOKENS:
        yield from ((f"map.things.{kind}", WHAT[kind], space) for space in getattr(palace.standing, kind))
    for kind in ("test_tokens", "objects"):
        yield from ((kind, WHAT[kind], palace.spaces.index(name)) for name in getattr(scenario, kind))


def _tests(content: OkkoContent, scenario: Scenario, palace: Palace) -> Iterator[Goal]:
    """The Tests of Tiles, which are made where they stand."""
    named = [("tests", None, scenario.tests)]
    named += [("map", record.tile, record.tests) for record in map(content.missions.get, missions(scenario)) if record]
    for at, tile, tests in named:
        for name, spaces in _interactions(palace, tile).items():
            if name in tests:
                yield from ((at, f"the Test {name!r}", space) for space in spaces)


def _interactions(palace: Palace, tile: str | None) -> dict[str, list[int]]:
    """``{name: Interaction Spaces}``, on one Tile or on all."""
    found: dict[str, list[int]] = {}
    for space, name in palace.interactions.items():
        if tile in (None, palace.tiles[palace.board.space_tile[space]]):
            found.setdefault(name, []).append(space)
    return found


def _known(name: str, there: dict[str, list[int]]) -> str:
    return (
        nearest(name, list(there)) if there else "mark one by ! in the drawing of a Tile, and name it in interactions"
    )


# ---- ways -----------------------------------------------------------------------------------------------------------
def _areas_in_reach(board: Board, start: int, free: set[int], speed: int) -> set[int]:
    """The Areas in which somebody who begins in an Area can ever end a move, that one included."""
    roomy = {int(board.space_area[space]) for space in free}
    found, edge = {start}, [start]
    while edge:
        reached = _one_move(board, edge.pop(), roomy, speed)
        edge += sorted(reached - found)
        found |= reached
    return found


def _one_move(board: Board, start: int, roomy: set[int], speed: int) -> set[int]:
    """The Areas with room that a move leads to. Full ones can be crossed, but not to enter a prohibited Tile (B28)."""
    seen, edge = {start}, {start}
    for _ in range(speed):
        edge = {
            other
            for area in edge
            for other in _ways_out(board, area)
            if other in roomy or not _enters_prohibited(board, area, other)
        } - seen
        seen |= edge
    return seen & roomy


def _ways_out(board: Board, area: int) -> Iterator[int]:
    for other, door in zip(board.area_near[area].tolist(), board.area_near_door[area].tolist(), strict=True):
        if other != NONE and (door == NONE or not board.door_closed[door]):
            yield other


def _enters_prohibited(board: Board, area: int, other: int) -> bool:
    tile = board.area_tile[other]
    return bool(board.tile_prohibited[tile]) and board.area_tile[area] != tile


def _beside(board: Board, space: int) -> Iterator[int]:
    for other, door in zip(board.space_near[space].tolist(), board.space_near_door[space].tolist(), strict=True):
        if other != NONE and (door == NONE or not board.door_closed[door]):
            yield other
