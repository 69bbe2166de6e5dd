"""The tables of the board: Spaces, tokens, Tests, missions, Recollections. Part of `filling`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..core.content import ContentError
from . import state
from .cards import Test
from .names import encoded
from .picture import cut_map
from .state import STATS

if TYPE_CHECKING:
    from .filling import Filler

SIZES = ("large", "medium", "small")
TOKEN_KINDS = {
    "courtiers": state.COURTIER_TOKEN,
    "evidence": state.EVIDENCE,
    "parchments": state.PARCHMENT,
    "chests": state.CHEST,
    "tests": state.TEST_TOKEN,
    "objects": state.OBJECT_TOKEN,
}
BOARD = (
    *("num_spaces", "num_areas", "num_tiles", "num_doors", "space_x", "space_y", "space_area", "space_tile"),
    *("space_kind", "space_mark", "space_near", "space_near_door", "area_tile", "area_near", "area_near_door"),
    *("area_distance", "tile_prohibited", "tile_adjacent", "door_closed", "sight", "sight_spaces", "sight_doors"),
)
"""Fields that the tables take over from the board."""


def fill_board(filler: Filler) -> None:
    """Fills all that has to do with the board."""
    t, palace = filler.t, filler.cast.palace
    for field in BOARD:
        t[field] = getattr(palace.board, field)
    for space, name in enumerate(palace.spaces):
        t.space_name[space] = encoded(name)
    for tile, name in enumerate(palace.tiles):
        t.tile_name[tile] = encoded(name)
    cut_map(t, palace)
    areas = palace.board.space_area[: palace.board.num_spaces]
    t.area_size[: palace.board.num_areas] = np.bincount(areas, minlength=palace.board.num_areas)
    t.area_first[1:] = np.cumsum(t.area_size)[:-1]
    t.area_spaces[: len(areas)] = range(len(areas))  # Spaces are numbered in the order of their Areas
    _fill_tokens(filler)
    _fill_faces(filler)
    _fill_missions(filler)
    _fill_tests(filler)
    _fill_memoirs(filler)


# ---- tokens ---------------------------------------------------------------------------------------------------------
def _fill_tokens(filler: Filler) -> None:
    t, cast = filler.t, filler.cast
    t.num_tokens = len(cast.tokens)
    for token, (kind, space) in enumerate(cast.tokens):
        t.token_kind[token] = TOKEN_KINDS[kind]
        t.token_start[token] = space
    if cast.scenario.investigation:
        for token, key in enumerate(cast.scenario.courtiers):  # the first tokens
            clue = cast.clues.index(key)
            t.token_clue[token] = clue
            t.clue_token[clue] = token


def _fill_faces(filler: Filler) -> None:
    """The numbers on tokens; those of a Courtier's token are in the row of its own number, as they are not drawn."""
    t, tokens = filler.t, filler.everything.tokens
    rows: list[tuple[int, tuple[int, ...]]] = []
    if filler.cast.scenario.investigation:
        for key in filler.cast.scenario.courtiers:
            clue = filler.everything.clues[key]
            rows.append((state.COURTIER_TOKEN, (clue.difficulty or 0, clue.cards or 0, 0, 0)))
    for kind, faces in ((state.EVIDENCE, tokens.evidence), (state.PARCHMENT, tokens.parchments)):
        rows += [(kind, (face.difficulty, face.cards, *face.back)) for face in faces]
    rows += [(state.CHEST, (face.difficulty, face.cards, face.keep, 0)) for face in tokens.chests]
    for row, (kind, numbers) in enumerate(rows):
        t.face_kind[row] = kind
        t.faces[row] = numbers


# ---- missions and Tests ---------------------------------------------------------------------------------------------
def _fill_missions(filler: Filler) -> None:
    t, cast = filler.t, filler.cast
    for m, key in enumerate(cast.missions):
        mission = filler.everything.missions[key]
        t.mission_name[m] = encoded(mission.name)
        t.mission_exists[m] = 1
        t.mission_needs[m] = [_steps(filler, key, side) for side in ("heroes", "oni")]
        t.mission_decides[m] = mission.decides or key == cast.scenario.objective
        t.mission_scheme[m] = key == cast.scenario.scheme
        t.mission_program[m] = filler.place_program(mission.end)
        t.mission_size[m] = -1 if mission.size is None else SIZES.index(mission.size)
        filler.add_source(state.MISSION_SOURCE + m, (), mission.triggers)
        if mission.tile is not None:
            t.tile_mission[cast.palace.tiles.index(mission.tile)] = m


def _steps(filler: Filler, key: str, side: str) -> int:
    """How much progress completes a mission for a side, with the Heroes that there are."""
    needed: int | dict[Any, int] = getattr(filler.everything.missions[key], side)
    if isinstance(needed, int):
        return needed
    count = str(filler.t.num_heroes)
    if count not in needed:
        thing = f"missions.{key}.{side} has no number for {count} Heroes"
        remedy = f"give one number for all, or one for each number of Heroes: {{ {count} = … }}"
        raise ContentError(thing, filler.content.place("missions", key, side), remedy)
    return needed[count]


def _fill_tests(filler: Filler) -> None:
    """Tests of Interaction Spaces: of the Tile's own mission, of a mission without Tile, of the scenario.

    What the scenario itself names belongs to its objective or scheme, if there is one.
    """
    t, cast = filler.t, filler.cast
    main = cast.scenario.objective or cast.scenario.scheme
    scenarios_own = cast.missions.index(main) if main else -1
    for space, name in cast.palace.interactions.items():
        tile = cast.palace.tiles[cast.palace.board.space_tile[space]]
        for m, key in enumerate(cast.missions):
            mission = filler.everything.missions[key]
            if mission.tile in (tile, None) and name in mission.tests:
                _fill_test(filler, t, space, mission.tests[name], m)
        if t.test_stat[space] < 0 and name in cast.scenario.tests:
            _fill_test(filler, t, space, cast.scenario.tests[name], scenarios_own)
    for name, test in cast.scenario.test_tokens.items():
        _fill_test(filler, t, cast.palace.spaces.index(name), test, scenarios_own)


def _fill_test(filler: Filler, t: Any, space: int, test: Test, mission: int) -> None:
    t.test_stat[space] = STATS.index(test.stat)
    t.test_difficulty[space] = test.n
    t.test_direct[space] = test.direct
    t.test_program[space] = filler.place_program(test.do)
    t.test_mission[space] = mission


def _fill_memoirs(filler: Filler) -> None:
    """Sizes of the Recollections, in the order of the rows of ``state.memoir``."""
    t, memoirs = filler.t, filler.cast.scenario.memoirs
    names = ("unmasked", "defeated", "escaped", "alarm", "embarrassing", "defamatory", "dishonorable")
    for row, name in enumerate(names):
        t.memoir_size[row] = SIZES.index(getattr(memoirs, name))
    t.memoir_size[state.MISSION_MEMOIR : state.HERO_MEMOIR] = t.mission_size
    t.memoir_size[state.HERO_MEMOIR : state.HERO_MEMOIR + t.num_heroes] = SIZES.index(memoirs.hero)
