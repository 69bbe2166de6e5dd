"""What a player would do in the person's place."""

from __future__ import annotations

import sys
from typing import NamedTuple

import numpy as np

from ...agents.registry import player_names
from ...envs.core.game import Game, Player
from ...envs.core.players import introduce, scripted_names
from .session import HINTS, Session

SEARCH = "ismcts:400"
BEST = 3
"""How many moves a hint of a search names."""


class Hint(NamedTuple):
    """A move that is recommended.

    Attributes:
        action: the move.
        share: of the search's visits that it got, 0 … 1; None if the player does not search.
        value: the return to be expected, −1 … 1; likewise.
    """

    action: int
    share: float | None = None
    value: float | None = None


def default_adviser(game: Game) -> str:
    """A search if there is one, else the strongest scripted player."""
    kinds = {name.partition(":")[0] for name in player_names()}
    return SEARCH if SEARCH.partition(":")[0] in kinds else scripted_names(game)[-1]


def hints_of(session: Session, player: Player) -> list[Hint]:
    """What the player recommends to the seat to act, the best first.

    A player whose module offers ``search_values(player, batch) → visits (B, A), values (B, A)`` is asked for those:
    `BEST` moves with their values. Any other one is asked for its move.
    """
    search_values = getattr(sys.modules[type(player).__module__], "search_values", None)
    if search_values is None:
        return [Hint(session.choice_of(player, HINTS + len(session.past)))]
    introduce(player, session.spec, session.seed, HINTS + len(session.past))
    visits, values = (np.asarray(found)[0] for found in search_values(player, session.batch(player)))
    tried = [action for action in session.legal() if visits[action] > 0]
    best = sorted(tried, key=lambda action: (visits[action], values[action]), reverse=True)[:BEST]
    return [Hint(action, float(visits[action] / visits.sum()), float(values[action])) for action in best]
