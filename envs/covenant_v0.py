"""Covenant: the trick conflicts of the mages' covenant, for two to five players.

Rules, numbered and with their sources: ``envs/covenant/RULES.md``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from .core.module import CommonKeywords, GameModule

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Unpack

    from .core.aec import AecEnv
    from .core.checked import CheckedEnv
    from .core.game import Player
    from .core.gym_env import GymEnv
    from .core.layout import BlockView
    from .core.vector import VectorEnv

_MODULE = GameModule(f"{__package__}.covenant.game")


class Options(CommonKeywords, total=False):
    """Options by keyword, besides the common ones.

    Attributes:
        num_players: 2 … 5 (default 2).
        mode: ``"year"`` (default), ``"conflict"`` or ``"mini"`` (2 players).
    """

    num_players: int
    mode: Literal["year", "conflict", "mini"]


def env(**options: Unpack[Options]) -> CheckedEnv:
    """A PettingZoo AEC environment that checks the order of calls and every action."""
    return _MODULE.env(options)


def raw_env(**options: Unpack[Options]) -> AecEnv:
    """The same environment without the checks."""
    return _MODULE.raw_env(options)


def vector_env(
    num_envs: int,
    *,
    autoreset: Literal["same_step", "disabled"] = "same_step",
    num_threads: int = 1,
    copy: bool = False,
    **options: Unpack[Options],
) -> VectorEnv:
    """``num_envs`` games, one kernel call a step; see `VectorEnv`."""
    return _MODULE.vector_env(options, num_envs, autoreset, num_threads, copy)


def gym_env(
    opponents: str | Player | Sequence[str | Player] = "random",
    seat: int | str | None = None,
    **options: Unpack[Options],
) -> GymEnv:
    """One seat as a Gymnasium environment, the others played inside; see `GymEnv`."""
    return _MODULE.gym_env(options, opponents, seat)


def observation_layout(**options: Unpack[Options]) -> dict[str, BlockView]:
    """``{block: (slice, shape, low, high, scale, meaning)}`` of the flat observation."""
    return _MODULE.observation_layout(options)


def rules_hash(**options: Unpack[Options]) -> str:
    """Digest of the rules version and the merged content, rule options included; seats and mode are not in it."""
    return _MODULE.rules_hash(options)


def __getattr__(name: str) -> Any:
    if name == "GAME":
        return _MODULE.game
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
