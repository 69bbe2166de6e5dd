"""Players by name. Torch is loaded for learned players only."""

from __future__ import annotations

import importlib
from importlib.metadata import entry_points
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ..envs import GAMES
from ..envs.core.game import Batch, Game, GameSpec, Player
from ..envs.core.players import ENTRY_POINTS, ScriptedPlayer, scripted_names
from .baselines import baseline_names

SCRIPTED = ("random", "greedy", "heuristic")
"""Names of scripted players; which of them a game has its README tells."""
LEARNED = ("ppo:PATH",)
SEARCHING = ("ismcts:N", "flat:N")
"""Players that look ahead; what more can stand in their names is told in `search.options`."""


class NamedPlayer:
    """The scripted player of that name of whichever game it is started for.

    Args:
        name: one of `SCRIPTED`.
    """

    observation_dtype = "int8"

    def __init__(self, name: str) -> None:
        self.name = name
        self.needs: set[Literal["observation", "state"]] = set() if name == "random" else {"state"}

    def start(self, game: GameSpec, seed: int) -> None:
        """Looks the game's own player up.

        Raises:
            ValueError: the game is not one of the suite, or has no such player.
        """
        if game.env_id not in GAMES:
            raise ValueError(f"{game.env_id} is not a game of the suite ({', '.join(GAMES)})")
        module = importlib.import_module(f"..envs.{game.env_id}", __package__)
        found: Game = module.GAME
        if self.name not in scripted_names(found):
            raise ValueError(f"{game.env_id} has no player {self.name!r}; there are {', '.join(scripted_names(found))}")
        self._player = ScriptedPlayer(found, self.name)
        self._player.start(game, seed)

    def act(self, batch: Batch) -> NDArray[np.int32]:
        """(B,) legal actions."""
        return self._player.act(batch)


def make_player(name: str) -> Player:
    """A player by its name.

    Args:
        name: ``"random"``, ``"greedy"``, ``"heuristic"``; ``"ppo:PATH"``, a checkpoint, the folder of a training run or
            a shipped player's name; ``"ismcts:400"`` or ``"flat:50"`` (see `search.options.parse_name`); or a name of
            which the part before the first colon is declared in the entry-point group ``shugyo.players``.

    Raises:
        ValueError: nobody has that name, or its checkpoint is not to be used.
    """
    kind, _, rest = name.partition(":")
    if name in SCRIPTED:
        return NamedPlayer(name)
    if kind == "ppo":
        if not rest:
            raise ValueError("'ppo' needs the path of a checkpoint or of a training run: ppo:PATH")
        from .learned import PpoPlayer

        return PpoPlayer(rest)
    if kind in {entry.partition(":")[0] for entry in SEARCHING}:
        from .search.player import SearchPlayer

        return SearchPlayer(name)
    others = entry_points(group=ENTRY_POINTS)
    if kind in others.names and kind not in SCRIPTED:
        return others[kind].load()(name)
    raise ValueError(f"there is no player {name!r}; there are {', '.join(player_names())}")


def player_names() -> list[str]:
    """Names that `make_player` knows; those of other distributions by the part before the colon."""
    shipped = [f"ppo:{name}" for name in baseline_names()]
    own = {entry.partition(":")[0] for entry in (*SCRIPTED, *LEARNED, *SEARCHING)}
    return [*SCRIPTED, *LEARNED, *shipped, *SEARCHING, *sorted(set(entry_points(group=ENTRY_POINTS).names) - own)]
