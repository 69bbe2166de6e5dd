"""Positions made by hand for the rules of the ground: movement, sneaking, Attacks, stats, damage.

A test draws its board and says who stands where, in the rulebook's words; no content is loaded. The rules run as plain
Python, so that nothing is compiled for it. Dice show what the test says, and events are written down, not answered::

    game = Game(one_tile(HALL))
    game.stand("okko", "x.a1").stand("ninja 0", "x.a2").dice(HIT, HIT, HIT)
    game.attack("okko", "ninja 0")
    assert game.where("ninja 0") == ""
"""

from __future__ import annotations

from typing import Any

import numpy as np
from rules.okko.plain import Rules

from shugyo.envs.okko import actions as act
from shugyo.envs.okko import ops
from shugyo.envs.okko import state as st
from shugyo.envs.okko.board import Palace

HEROES = ("okko", "noburo", "noshin", "setsuka")
AGENTS = {
    "ashigaru": (st.THRALL, st.MINION, 10, {"speed": 2, "might": 2, "defense": 3, "actions": 2}, 1),
    "samurai": (st.THRALL, st.MINION, 5, {"speed": 2, "might": 3, "defense": 4, "actions": 2}, 2),
    "hiroji": (st.THRALL, st.LIEUTENANT, 1, {"speed": 2, "might": 4, "defense": 7, "actions": 2}, 4),
    "ninja": (st.CREATURE, st.MINION, 5, {"speed": 3, "might": 2, "defense": 5, "actions": 2}, 1),
    "bakemono": (st.CREATURE, st.LIEUTENANT, 1, {"speed": 1, "might": 4, "defense": 5, "actions": 2}, 4),
    "oni": (st.CREATURE, st.DEMON, 1, {"speed": 2, "might": 5, "defense": 6, "actions": 3}, 8),
}
"""``{kind: (type, rank, figures, printed stats, STAMINA)}``; Hiroji-San and the Ninja are as the rulebook has them."""
HERO_STATS = {
    "okko": ({"speed": 2, "might": 3, "defense": 4, "guile": 3}, 4),
    "noburo": ({"speed": 2, "might": 4, "defense": 4, "guile": 2}, 4),
    "noshin": ({"speed": 2, "might": 2, "defense": 3, "guile": 4}, 3),
    "setsuka": ({"speed": 3, "might": 3, "defense": 4, "guile": 3}, 3),
}
COMBAT = ((0, 0, 1, 1, 1, 1), (0, 0, 0, 0, 1, 0), (0, 0, 0, 0, 0, 1))
ACTION = ((0, 1, 1, 2, 2, 1), (0, 0, 0, 0, 1, 0), (0, 0, 0, 0, 0, 1))
TEST = (0, 0, 1, 1, 2, 2)
"""B101: hits, push symbols and reroll symbols by face."""
BLANK, HIT, HIT_AND_PUSH, REROLL = 0, 2, 4, 5
"""Faces of a Combat die. Of an Action die 0 is blank, 2 one hit, 3 two, 4 two with push, 5 reroll."""


_events: list[tuple[str, int, int]] = []
_faces: list[int] = []
_rolled: list[int] = []


def _emit(state: Any, tables: Any, event: int, figure: int, other: int) -> None:
    _events.append((st.EVENT_NAMES[event], figure, other))


def _roll(state: Any, tables: Any, side: int, die: int) -> int:
    state.dice[side] += 1
    _rolled.append(die)
    return _faces.pop(0)


RULES = Rules(emit=_emit, roll=_roll)


# ---- games ----------------------------------------------------------------------------------------------------------
class Game:
    """One game on a board of its own.

    Args:
        board: the palace.
        heroes: how many Heroes play; they wait beside the board.
    """

    def __init__(self, board: Palace, heroes: int = 4):
        self.board = board
        self.s, self.t = RULES.records()
        self.t.memoir_size[:] = 0  # large
        self.modifiers = 0
        _events.clear()
        _faces.clear()
        _rolled.clear()
        for name in st.TABLES.names:
            if hasattr(board.board, name):
                self.t[name] = getattr(board.board, name)
        order = sorted(range(len(board.spaces)), key=lambda space: board.board.space_area[space])
        self.t.area_spaces[: len(order)] = order
        areas = [int(board.board.space_area[space]) for space in order]
        for area in range(len(board.areas)):
            self.t.area_first[area], self.t.area_size[area] = areas.index(area), areas.count(area)
        self.s.closed[:] = board.board.door_closed
        self.s.active_kind, self.s.nature, self.s.identity = -1, -1, -1
        self.t.num_heroes, self.t.hero_actions, self.t.investigation = heroes, 3, 1
        self.s.alive[:heroes] = 1
        self.t.points[:] = 4, 2, 1
        self.s.phase = st.ACTIVATIONS
        self._print_heroes()
        self._print_agents()
        self._print_dice()

    def _print_heroes(self) -> None:
        for hero, name in enumerate(HEROES):
            stats, stamina = HERO_STATS[name]
            self._print(self.t.hero_stat[hero], stats, stamina)
            self.t.hero_class[hero] = hero
        self.t.figure_type[: st.HEROES] = st.HERO_TYPE
        self.t.figure_type[st.HEROES : st.AGENT_FIGURE] = st.COMPANION_TYPE
        self._print(self.t.companion_stat[0], {"speed": 2, "might": 2, "defense": 3, "actions": 2}, 2)

    def _print_agents(self) -> None:
        figure = st.AGENT_FIGURE
        for kind, (type_, rank, count, stats, stamina) in enumerate(AGENTS.values()):
            self.t.kind_first[kind], self.t.kind_count[kind] = figure, count
            self.t.kind_type[kind], self.t.kind_rank[kind] = type_, rank
            self._print(self.t.kind_stat[kind], stats, stamina)
            self.t.figure_kind[figure : figure + count] = kind
            self.t.figure_type[figure : figure + count] = type_
            figure += count

    def _print_dice(self) -> None:
        for die, (hits, push, reroll) in enumerate((COMBAT, ACTION)):
            self.t.die_hits[die], self.t.die_push[die], self.t.die_reroll[die] = hits, push, reroll
        self.t.die_hits[ops.TEST_DIE] = TEST
        self.t.condition_penalty[:] = [[0, 1, 1], [0, 1, 2], [0, 1, 2], [0, 0, 0]]

    @staticmethod
    def _print(row: Any, stats: dict[str, int], stamina: int) -> None:
        row[:] = 0
        for name, value in stats.items():
            row[st.STATS.index(name)] = value
        row[st.STAMINA] = stamina

    # ---- names ------------------------------------------------------------------------------------------------------
    def figure(self, name: str) -> int:
        """``"okko"``, ``"okko's"`` (his companion), ``"ninja 0"``."""
        if name in HEROES:
            return HEROES.index(name)
        if name.endswith("'s"):
            return st.COMPANION_FIGURE + HEROES.index(name[:-2])
        kind, _, number = name.partition(" ")
        return int(self.t.kind_first[list(AGENTS).index(kind)]) + int(number or 0)

    def name(self, figure: int) -> str:
        """The other way round."""
        if figure < st.AGENT_FIGURE:
            return HEROES[figure % st.HEROES] + ("'s" if figure >= st.COMPANION_FIGURE else "")
        kind = int(self.t.figure_kind[figure])
        number = f" {figure - int(self.t.kind_first[kind])}" if self.t.kind_count[kind] > 1 else ""
        return list(AGENTS)[kind] + number

    def space(self, name: str) -> int:
        """``"x.a1"``"""
        return self.board.spaces.index(name)

    def area(self, name: str) -> int:
        """``"x.a"``"""
        return self.board.areas.index(name)

    def where(self, figure: str) -> str:
        """The Space on which the figure stands, empty off the board."""
        space = int(self.s.at[self.figure(figure)])
        return self.board.spaces[space] if space >= 0 else ""

    def marked(self) -> list[str]:
        """The Spaces marked in ``reach``."""
        return [name for space, name in enumerate(self.board.spaces) if self.s.reach[space]]

    @property
    def rolled(self) -> list[int]:
        """The dice that were rolled, one after the other: ops.COMBAT_DIE and so on."""
        return list(_rolled)

    @property
    def events(self) -> list[tuple]:
        """What has happened: (event, figure, other), by name."""
        return [(event, *(self.name(who) if who >= 0 else "" for who in both)) for event, *both in _events]

    # ---- setting up -------------------------------------------------------------------------------------------------
    def stand(self, figure: str, space: str) -> Game:
        """The figure stands there."""
        number = self.figure(figure)
        if st.COMPANION_FIGURE <= number < st.AGENT_FIGURE:
            self.s.companion[number - st.COMPANION_FIGURE] = number - st.COMPANION_FIGURE
            self.t.companion_stat[number - st.COMPANION_FIGURE] = self.t.companion_stat[0]
        RULES.spaces.put(self.s, number, self.space(space))
        return self

    def token(self, number: int, space: str, kind: int = st.EVIDENCE) -> Game:
        """A token lies there."""
        self.t.token_kind[number] = kind
        self.s.token_at[number] = self.space(space)
        self.s.token_on[self.space(space)] = number
        return self

    def corrupt(self, tile: str) -> Game:
        """A Corruption token lies on the Tile."""
        self.s.corrupted[self.board.tiles.index(tile)] = 1
        return self

    def dice(self, *faces: int) -> Game:
        """What the next dice show."""
        _faces.extend(faces)
        return self

    def undiced(self) -> Game:
        """No dice are left."""
        _faces.clear()
        return self

    def modifier(self, source: int, stat: int, n: int, scope=ops.SCOPE_SELF, when=ops.ALWAYS, arg=0, foe=0) -> Game:
        """A source that works has a modifier."""
        m, row = self.modifiers, self.t.stat_modifiers[stat]
        self.modifiers += 1
        self.t.modifier_source[m], self.t.modifier[m] = source, (stat, n, scope, when, arg, foe)
        row[np.flatnonzero(row < 0)[0]] = m
        self.s.live[source] = 1
        return self

    def talent(self, figure: str, stat: int, n: int = 1, **more: int) -> Game:
        """The Hero's, the companion's, or the kind's first natural talent is this modifier."""
        number = self.figure(figure)
        if number < st.COMPANION_FIGURE:
            source = st.HERO_SOURCE + st.TALENTS * number
        elif number < st.AGENT_FIGURE:
            source = st.COMPANION_SOURCE + number - st.COMPANION_FIGURE
        else:
            source = st.KIND_SOURCE + st.TALENTS * int(self.t.figure_kind[number])
        return self.modifier(source, stat, n, **more)

    # ---- asking the rules -------------------------------------------------------------------------------------------
    def ask(self, name: str, *given: Any) -> Any:
        """Calls ``module.function`` with state, tables and the rest; figures, Spaces and Areas by name."""
        module, _, function = name.partition(".")
        return getattr(getattr(RULES, module), function)(self.s, self.t, *(self._number(one) for one in given))

    def _number(self, one: Any) -> Any:
        if not isinstance(one, str):
            return one
        if one in self.board.spaces:
            return self.space(one)
        return self.area(one) if one in self.board.areas else self.figure(one)

    def reach(self, figure: str, areas: int, swift: int = 0) -> list[str]:
        """The Spaces on which a move may end."""
        assert self.ask("moves.mark_reach", figure, areas, swift) == len(self.marked())
        return self.marked()

    def areas(self, figure: str, areas: int, swift: int = 0) -> list[str]:
        """The Areas of those Spaces."""
        return sorted({space[:-1] for space in self.reach(figure, areas, swift)})

    # ---- playing ----------------------------------------------------------------------------------------------------
    def move(self, figure: str, to: str = "", areas: int = -1, by_action: int = 1) -> Game:
        """The figure begins a move; with ``to`` that is chosen."""
        self.ask("moves.begin_move", figure, areas, by_action)
        self.run()
        return self.choose(to) if to else self

    def attack(self, attacker: str, target: str = "", kind=ops.MELEE, might=0, hits=0, damage=0) -> Game:
        """The figure attacks; without target it is asked for one."""
        self.ask("attack.begin_attack", attacker, target or -1, kind, might, hits, damage)
        return self.run()

    def step(self) -> None:
        """One stage of the task on top."""
        RULES.run.advance(self.s, self.t, int(self.s.tasks[self.s.task_count - 1, st.KIND]))

    def run(self) -> Game:
        """Up to the next decision, or the end."""
        RULES.carry_on(self.s, self.t)
        return self

    @property
    def decision(self) -> str:
        """What is asked, and of whom: ``"MOVE_SPACE 1"``; empty when nothing is."""
        return f"{st.DECISIONS[self.s.decision]} {self.s.seat}" if self.s.depth else ""

    def choices(self) -> list[str]:
        """The legal actions by name: Spaces, figures, ``"PASS"``."""
        return [self._action(action) for action in RULES.legal(self.s, self.t)]

    def _action(self, action: int) -> str:
        if action >= act.SPACE_NAME:
            return self.board.spaces[action - act.SPACE_NAME]
        return self.name(action - act.FIGURE_NAME) if action >= act.FIGURE_NAME else "PASS"

    def choose(self, *names: str) -> Game:
        """Plays the actions one after the other; each must be legal."""
        for name in names:
            assert name in self.choices()
            action = act.PASS
            if name in self.board.spaces:
                action = act.SPACE_NAME + self.space(name)
            elif name != "PASS":
                action = act.FIGURE_NAME + self.figure(name)
            RULES.answer(self.s, self.t, action)
            self.run()
        return self
