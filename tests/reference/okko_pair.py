"""Both Okko Chronicles engines, set up alike, and the positions that both are asked about."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from shugyo.envs.core.options import parse_options
from shugyo.envs.okko.content import OkkoOptions, build_tables
from shugyo.envs.okko.game import GAME

from . import okko_kernels as kernels
from .okko_position import Figure
from .okko_reader import FIRST_AGENT, Table
from .okko_shaken import shake_board
from .one_game import OneGame

SPACES, AREAS, ACTIONS = 192, 64, GAME.num_actions
PASS, FIRST_TILE, FIRST_NODE, FIRST_SPACE = 0, 29, 57, 301  # of the actions


def same(what: str, found: Any, expected: Any) -> None:
    """Fails with both sides of a difference."""
    assert found == expected, f"{what}: engine {found}, reference {expected}"


class Pair:
    """Both engines, set up alike.

    Args:
        scenario: its key.
        heroes: how many.
        **rules: rule options.

    Attributes:
        table: the reference's view of the record.
        seen: how often what has occurred in the comparisons.
    """

    def __init__(self, scenario: str, heroes: int, **rules: str) -> None:
        given = {"scenario": scenario, "num_heroes": heroes, "auto_forced": False, "content": {"rules": rules}}
        tables, content = build_tables(parse_options(OkkoOptions, "okko_v0", given))
        self.game = OneGame(GAME, tables)
        self.table = Table(tables, content, scenario)
        self.still = tables.copy()  # without the programs of talents and missions
        self.still["event_triggers"] = -1
        self.still["mission_program"] = -1
        self.seen: Counter[str] = Counter()
        self.rng = random.Random(0)
        self.action = PASS  # the last one

    # ---- playing ----------------------------------------------------------------------------------------------------
    def states(self, seed: int) -> Iterator[np.ndarray]:
        """Plays a game at random; every state at which somebody is asked, as (1,) record."""
        rng, game = random.Random(f"okko {seed}"), self.game
        self.rng = random.Random(f"shaken {seed}")
        game.begin(seed)
        while not game.get("over"):
            yield game.slots.states
            legal = game.legal()
            busy = [action for action in legal if action != PASS]
            self.action = rng.choice(busy if busy and rng.random() < 0.8 else legal)
            game.step(self.action)

    def prohibit(self, most: float) -> None:
        """Makes some Tiles prohibited, for both engines, in games and comparisons."""
        tiles, share = self.table.map.tiles, self.rng.random() * most
        prohibited = {tile: 6 for tile in tiles if self.rng.random() < share}
        self.table.map.prohibited = prohibited
        for tables in (self.still, self.game.slots.tables):
            tables["tile_prohibited"][0, : len(tiles)] = [prohibited.get(tile, 0) for tile in tiles]

    def shaken(self, state: np.ndarray) -> np.ndarray:
        """A copy, shaken, at which nobody is asked."""
        state = state.copy()
        shake_board(self.table, state[0], self.rng)
        kernels.refresh(state[0], self.still[0])
        state["depth"] = 0
        return state

    # ---- figures ----------------------------------------------------------------------------------------------------
    def value(self, figure: Figure, name: str, printed: int, changes: int) -> int:
        """An Attribute: the printed value, its modifiers, and what a condition takes away."""
        condition = {"speed": "stunned", "defense": "poisoned"}.get(name, "")
        side = figure.conditions.get(condition, 0)
        penalty = self.table.content["conditions"][condition][("weaker", "worse")[side - 1]] if side else 0
        return max(0, printed + changes - penalty)

    def is_oni(self, figure: int) -> bool:
        """Whether a figure is a Greater Demon."""
        return figure >= FIRST_AGENT and self.table.tables["kind_rank"][self.table.tables["figure_kind"][figure]] == 2

    def same_figure(self, what: str, state: Any, expected: Figure) -> None:
        """Where a figure stands, its damage and conditions."""
        found = self.table.figure(state, expected.number)
        for name in ("space", "damage", "conditions"):
            same(f"{what}: {name} of {expected.number}", getattr(found, name), getattr(expected, name))
