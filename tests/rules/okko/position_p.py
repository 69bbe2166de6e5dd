"""Positions made by hand for programs and triggers: a small board, two Heroes, a few agents, no content.

The rules run as plain Python, dice show what the test says, other draws take the first card there is. Programs and
triggers are written as in TOML::

    game = Game()
    game.stand(OKKO, 0).stand(NINJA, 1)
    game.play('{ op = "target", do = [{ op = "damage", whom = "target" }] }', OKKO)
    game.answer(act.FIGURE_NAME + NINJA)

The board is a grid of 6 by 3 Spaces; Space x + 6 · y is in column x and row y::

    Area  0 | 0 | 1 | 1 | 2 | 2     Tile 0 has the Areas 0 and 1, Tile 1 the Area 2; 17 is a thralls' reinforcement
          0   1   2   3   4   5     Space, 16 a creatures'. All see each other.
          6   7   8   9  10  11
         12  13  14  15  16  17
"""

from __future__ import annotations

import tomllib
from typing import Any

import msgspec
from rules.okko.plain import Rules

from shugyo.envs.okko import actions as act
from shugyo.envs.okko import state as st
from shugyo.envs.okko.cards import Modifier, Trigger
from shugyo.envs.okko.compile import answer, modifier, program, trigger
from shugyo.envs.okko.effects import Program

OKKO, NOBURO, THIRD, FOURTH, MONK = 0, 1, 2, 3, 4  # the Monk is Okko's companion
ASHIGARU, SECOND_ASHIGARU, THIRD_ASHIGARU, NINJA, SECOND_NINJA, ONI = range(8, 14)
THRALLS, NINJAS, DEMONS = range(3)  # kinds
COLUMNS, ROWS = 6, 3
BLANK, HIT = 0, 2
"""Faces of a Combat die."""
_faces: list[int] = []


def _roll(state: Any, tables: Any, side: int, die: int) -> int:
    return _faces.pop(0)


RULES = Rules(roll=_roll, below=lambda key, purpose, index, n: 0)


class Game:
    """One position.

    Attributes:
        state, tables: the records.
    """

    def __init__(self) -> None:
        self.state, self.tables = RULES.records()
        self.state.alive[:2] = 1
        self.length, self.triggers, self.modifiers = 1, 0, 0  # row 0 of the code is END
        self._lay_board()
        self._print_cards()
        _faces.clear()

    def _lay_board(self) -> None:
        t, spaces = self.tables, COLUMNS * ROWS
        t.num_spaces, t.num_areas, t.num_tiles = spaces, 3, 2
        t.area_tile[:3] = 0, 0, 1
        t.sight[:spaces, :spaces] = 1
        order = []
        for area in range(3):
            t.area_first[area], t.area_size[area] = len(order), 2 * ROWS
            order += [x + COLUMNS * y for y in range(ROWS) for x in (2 * area, 2 * area + 1)]
        t.area_spaces[:spaces] = order
        for one in range(3):
            near = [other for other in (one - 1, one + 1) if 0 <= other < 3]
            t.area_near[one, : len(near)] = near
            t.area_distance[one, :3] = [abs(one - other) for other in range(3)]
        for space in range(spaces):
            x, y = space % COLUMNS, space // COLUMNS
            t.space_x[space], t.space_y[space] = x, y
            t.space_area[space], t.space_tile[space] = x // 2, x // 4
            near = [a + COLUMNS * b for a in range(COLUMNS) for b in range(ROWS) if max(abs(a - x), abs(b - y)) == 1]
            t.space_near[space, : len(near)] = near
        t.tile_adjacent[0, 1] = t.tile_adjacent[1, 0] = 1
        for space, kind in ((17, st.THRALL), (16, st.CREATURE)):
            t.space_kind[space], t.space_mark[space] = kind, 1

    def _print_cards(self) -> None:
        t = self.tables
        t.num_heroes, t.num_seats, t.max_turns = 2, 3, 12
        t.hero_actions, t.wounds_to_eliminate = 3, 3
        t.hero_class[:2] = 1, 0  # a ronin and a samurai
        t.hero_stat[:2, :5] = 2, 3, 0, 2, 3
        t.hero_stat[:2, st.STAMINA] = 4
        t.figure_type[:] = -1
        t.figure_type[:2] = st.HERO_TYPE
        t.talent_name[0, 0] = t.talent_name[1, 0] = t.talent_name[3, 0] = 65  # Okko has two, Noburo one
        for kind, (first, count, type_, rank) in enumerate(
            [(8, 3, st.THRALL, st.MINION), (11, 2, st.CREATURE, st.MINION), (13, 1, st.CREATURE, st.DEMON)]
        ):
            t.kind_first[kind], t.kind_count[kind] = first, count
            t.kind_type[kind], t.kind_rank[kind] = type_, rank
            t.kind_stat[kind, :6] = 2, 2, 0, 2, 0, 2
            t.kind_stat[kind, st.STAMINA] = 3
            t.figure_kind[first : first + count] = kind
            t.figure_type[first : first + count] = type_
        t.companion_stat[:3, :6] = 2, 2, 0, 2, 0, 2
        t.companion_stat[:3, st.STAMINA] = 2
        t.companion_kami[1:3] = 1  # 0 is the Monk, 1 and 2 are Kami
        t.die_hits[:2] = (0, 0, 1, 1, 1, 1), (0, 1, 1, 2, 2, 1)
        t.die_hits[2] = 0, 0, 1, 1, 2, 2
        t.condition_penalty[:3] = (0, 1, 1), (0, 1, 2), (0, 1, 2)

    # ---- setting up -------------------------------------------------------------------------------------------------
    def stand(self, figure: int, space: int) -> Game:
        """The figure stands there; the Monk's card lies in Okko's slot."""
        RULES.spaces.put(self.state, figure, space)
        if figure == MONK:
            self.state.companion[OKKO] = 0
        RULES.sources.refresh_sources(self.state, self.tables)
        return self

    def code(self, rows: list) -> int:
        """Writes rows to the tables, and says where they begin."""
        start = self.length
        self.tables.code[start : start + len(rows)] = rows
        self.length += len(rows)
        return start

    def answers(self, source: int, text: str) -> int:
        """Gives a source a trigger, the inner part of a TOML table; returns its number."""
        one = msgspec.convert(tomllib.loads(f"it = {{ {text} }}")["it"], Trigger)
        t, number = self.tables, self.triggers
        t.trigger_source[number] = source
        t.trigger[number] = trigger(one, self.code(answer(one)) if one.do else -1)
        row = t.event_triggers[st.EVENT_NAMES.index(one.event)]
        row[(row < 0).nonzero()[0][0]] = number
        self.triggers += 1
        self.state.live[source] = 1
        return number

    def changes(self, source: int, text: str) -> None:
        """Gives a source a modifier, likewise."""
        one = modifier(msgspec.convert(tomllib.loads(f"it = {{ {text} }}")["it"], Modifier))
        t, number = self.tables, self.modifiers
        t.modifier_source[number], t.modifier[number] = source, one
        row = t.stat_modifiers[one[0]]
        row[(row < 0).nonzero()[0][0]] = number
        self.modifiers += 1
        self.state.live[source] = 1

    def dice(self, *faces: int) -> Game:
        """The next faces that are rolled, of any die."""
        _faces.extend(faces)
        return self

    # ---- playing ----------------------------------------------------------------------------------------------------
    def play(self, text: str, figure: int, other: int = -1, source: int = -1) -> Game:
        """Carries a program out, instructions as in TOML, until it asks or has ended."""
        instructions = msgspec.convert(tomllib.loads(f"do = [{text}]")["do"], Program)
        RULES.program.push_program(self.state, self.code(program(instructions)), source, figure, other)
        return self.run()

    def emit(self, event: str, figure: int = -1, other: int = -1) -> Game:
        """An event happens; who answers it is only put in line."""
        RULES.events.emit(self.state, self.tables, st.EVENT_NAMES.index(event), figure, other)
        return self

    def run(self) -> Game:
        """Goes on until somebody is asked or nothing is left to be done."""
        RULES.carry_on(self.state, self.tables)
        return self

    @property
    def asked(self) -> str:
        """The decision that is pending, empty for none."""
        return st.DECISIONS[self.state.decision] if self.state.depth > 0 else ""

    def legal(self) -> set[int]:
        """The actions of who is asked."""
        return set(RULES.legal(self.state, self.tables))

    def figures(self) -> set[int]:
        """The figures among the legal actions."""
        return {action - act.FIGURE_NAME for action in self.legal() if act.FIGURE_NAME <= action < act.SPACE_NAME}

    def spaces(self) -> set[int]:
        """The Spaces among them."""
        return {action - act.SPACE_NAME for action in self.legal() if action >= act.SPACE_NAME}

    def answer(self, action: int) -> Game:
        """Who is asked answers; the game goes on."""
        assert action in self.legal(), f"{action} is not legal in {self.asked}"
        RULES.answer(self.state, self.tables, action)
        return self.run()

    def damage(self, figure: int) -> int:
        """Damage tokens on a figure."""
        return int(self.state.damage[figure])


def ended(game: Game) -> bool:
    """Whether nothing is asked and nothing is left to be done."""
    return game.state.depth == 0 and game.state.task_count == 0
