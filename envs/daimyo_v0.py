"""Daimyo's Fall: deck-building for the treasures of Yamashiro, with heroes who loot, duel and fall with the last petal.

==================  ===================================================================================================
agents              ``player_0`` … ``player_4``, ``num_players`` of them (2 to 5; 1 in Boss Rush); all stay to the end
actions             ``Discrete(504)``, one flat space for all decisions, cards by type, with exact masks
observations        ``(4023,)`` float32 in [−1, 1] (default) or int8; its blocks: `observation_layout`
rewards             at the end: place by victory points, mapped linearly from +1 (first) to −1 (last), ties averaged;
                    zero-sum. Boss Rush: 2 · (nemeses beaten + petals left / 50) / 6 − 1
score               victory points; in Boss Rush nemeses beaten + petals left / 50
end                 after the round in which the last petal falls, or by ``max_turns`` (rounds), *truncated* then
hidden              hands; how a seat's cards divide into hand and deck; the order of decks; boosts against a nemesis
                    until all have chosen; which nemeses lie in the hero deck
chance              first player, heroes, shuffles
variants            ``heroes="beginner"``, ``nemesis=True``, ``boss_rush=True`` (one player), ``expansions=(1, 2)``
==================  ===================================================================================================

The cards are designed for this suite, around the facts that the rulebook tells: see the end of RULES.md. The rules are
``envs/daimyo/RULES.md``, the language of the cards ``envs/daimyo/EFFECTS.md``, what the environment makes of them
``envs/daimyo/README.md``. A game in which every agent picks at random::

    from shugyo.envs import daimyo_v0

    env = daimyo_v0.env(num_players=3)
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

_MODULE = GameModule(f"{__package__}.daimyo.game")


class Options(CommonKeywords, total=False):
    """Options by keyword, besides the common ones.

    Attributes:
        num_players: 2 … 5 (default 4; 1 in Boss Rush).
        heroes: ``"random"`` (default), or ``"beginner"``: each player chooses one of the six beginners' heroes.
        nemesis: nemeses lie in the hero deck.
        boss_rush: one player against five nemeses.
        expansions: story cards in play, of 1 and 2.
    """

    num_players: int
    heroes: Literal["random", "beginner"]
    nemesis: bool
    boss_rush: bool
    expansions: Sequence[int]


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
    """Digest of the rules version and the merged content, rule options included; seats and variants are not in it."""
    return _MODULE.rules_hash(options)


def __getattr__(name: str) -> Any:
    if name == "GAME":
        return _MODULE.game
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
