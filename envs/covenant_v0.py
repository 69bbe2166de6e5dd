"""Covenant: two mages fight a conflict over tricks, the others look on as the Council and bid to protect the commons.

==================  ===================================================================================================
agents              ``player_0`` … ``player_4``, as many as ``num_players`` (2 to 5); all stay to the end
actions             ``Discrete(145)``, one flat space for all decisions, with exact masks
observations        ``(1212,)`` float32 in [−1, 1] (default) or int8; its blocks: `observation_layout`
rewards             at the end: place by score, mapped linearly from +1 (first) to −1 (last), ties averaged; zero-sum
score               Renown, less twice the Blame if the covenant has fallen; in a single conflict, tricks won
end                 after the last season, when the covenant falls, or by ``max_turns`` (seasons), *truncated* then
hidden              hands, face-down cards, the order of the deck, what was discarded unseen
chance              set-up of the mages, first player, shuffles, Insight's random picks
modes               ``"year"``: 2 to 5 players, seasons of conflicts; ``"conflict"``: one conflict of two players;
                    ``"mini"``: a conflict small enough to enumerate
==================  ===================================================================================================

The rules are ``envs/covenant/RULES.md``, what the environment makes of them ``envs/covenant/README.md``. A game in
which every agent picks at random::

    from shugyo.envs import covenant_v0

    env = covenant_v0.env(num_players=3)
    env.reset(seed=42)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        over = terminated or truncated
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

Version history: v0, the first.
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
