"""What environments say of themselves in Gymnasium's terms."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict

from .game import Game, GameSpec

RENDER_MODES = ("human", "ansi")


def metadata(game: Game, **more: Any) -> dict[str, Any]:
    """The entries that all environments of a game have, and more."""
    return {"name": game.env_id, "render_modes": list(RENDER_MODES), "render_fps": 1, **more}


def flat_space(game: Game, spec: GameSpec) -> Box:
    """The (D,) space of observations alone."""
    dtype = np.dtype(spec.options["observation_dtype"])
    low, high = game.layout.bounds(dtype.name, spec.tables[0])
    return Box(low, high, dtype=dtype.type)


def masked_space(game: Game, spec: GameSpec) -> Dict:
    """The space of ``{"observation": (D,), "action_mask": (A,) int8}``."""
    return Dict({"observation": flat_space(game, spec), "action_mask": Box(0, 1, (game.num_actions,), np.int8)})
