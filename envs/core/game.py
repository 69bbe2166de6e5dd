"""What the shells need to know of a game, and of a player.

A `Game` is the verbs plus names: everything that is written once for all games (environments, replays, training,
benchmarks) takes one. A `GameSpec` is a game with its options settled; it is what players are told.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from .cards import Card
from .layout import BlockView, Layout


@dataclass(frozen=True)
class Game:
    """One game, as the shells see it.

    Pickled by reference, like a function.

    Attributes:
        env_id: ``"covenant_v0"``.
        rules_version: raised with every change of behaviour; part of the rules hash.
        state_type, tables_type: record types.
        num_actions: A.
        layout: the observation blocks.
        decisions: names of the decision kinds, by their number.
        scripted: names of the scripted players; the policy kind of the k-th is k + 1 (0 is uniform random).
        options_type: msgspec Struct of the game's options (a subclass of ``CommonOptions``).
        build_tables: validated options → (tables (1,), the merged content as plain data).
        agents: tables record → agent names by seat.
        action_name: (state, tables, action) → the action in words.
        render: (state, tables, viewer, reveal) → text; ``viewer`` is a seat or None for the public view.
        module: the name of the module whose attribute ``GAME`` this is.
        texts: merged content → what is printed on each card, by its name; None for a game without such cards.
        cards: (merged content, tables record) → all cards as somebody looks them up; None for a game without any.
    """

    env_id: str
    rules_version: int
    state_type: np.dtype
    tables_type: np.dtype
    num_actions: int
    layout: Layout
    decisions: tuple[str, ...]
    scripted: tuple[str, ...]
    options_type: type
    build_tables: Callable[[Any], tuple[np.ndarray, dict[str, Any]]]
    agents: Callable[[Any], list[str]]
    action_name: Callable[[Any, Any, int], str]
    render: Callable[[Any, Any, int | None, bool], str]
    module: str
    texts: Callable[[dict[str, Any]], dict[str, str]] | None = None
    cards: Callable[[dict[str, Any], Any], list[Card]] | None = None

    @property
    def name(self) -> str:
        """The id without its version: ``"covenant"``."""
        return self.env_id.rsplit("_v", 1)[0]

    def __deepcopy__(self, memo: dict) -> Game:
        return self

    def __reduce__(self) -> tuple:
        return _game_of, (self.module,)


def _game_of(module: str) -> Game:
    return importlib.import_module(module).GAME


@dataclass(frozen=True)
class GameSpec:
    """A game with its options settled: what a player is told before the first decision.

    Attributes:
        env_id: ``"covenant_v0"``.
        options: all options as plain data, defaults filled in.
        tables: (1,) record array of the validated content, for the player's own use: an environment keeps a copy.
        rules_hash: digest of rules version and merged content.
        layout: ``{block: (slice, shape, low, high, scale, meaning)}``.
        agents: agent names by seat.
        num_actions: A.
    """

    env_id: str
    options: Mapping[str, Any]
    tables: np.ndarray
    rules_hash: str
    layout: Mapping[str, BlockView]
    agents: tuple[str, ...]
    num_actions: int

    @property
    def num_seats(self) -> int:
        """S, the seats in play."""
        return len(self.agents)


@dataclass
class Batch:
    """Decisions that a player is asked for at once; B rows, in no meaningful order.

    Attributes:
        observation: (B, D) in the player's ``observation_dtype``, or None if it does not need observations.
        mask: (B, A) int8, each row with at least one 1.
        seat: (B,) int32, the seat to act.
        slot: (B,) int32, which game; stable through a game.
        first: (B,) bool, whether this is the player's first decision in that game and seat.
        states: (B,) state records **redacted for the row's seat**, or None if the player does not need states.
    """

    observation: NDArray[Any] | None
    mask: NDArray[np.int8]
    seat: NDArray[np.int32]
    slot: NDArray[np.int32]
    first: NDArray[np.bool_]
    states: np.ndarray | None


class Player(Protocol):
    """Whoever picks actions.

    An action may not depend on the order of the rows, nor on other rows.

    Attributes:
        name: how results list it.
        needs: which of ``"observation"`` and ``"state"`` the batch must carry.
        observation_dtype: ``"int8"`` or ``"float32"``.
    """

    name: str
    needs: set[Literal["observation", "state"]]
    observation_dtype: str

    def start(self, game: GameSpec, seed: int) -> None:
        """Called once before the first batch of a run."""
        ...

    def act(self, batch: Batch) -> NDArray[np.int32]:
        """(B,) legal actions."""
        ...
