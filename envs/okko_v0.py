"""Okko Chronicles: one Oni behind a courtier's mask against a team of one to four demon hunters in the Palace of Mists.

==================  ===================================================================================================
agents              ``oni_0``, ``hero_0`` … ``hero_3``: the Oni and ``num_heroes`` Heroes (1 to 4); all stay to the end
actions             ``Discrete(493)``, one flat space for all decisions, with exact masks
observations        ``(5855,)`` float32 in [−1, 1] (default) or int8; its blocks: `observation_layout`
rewards             at the end: +1 for the winning side, −1 for the other, 0 for a draw; all Heroes get the same
score               points of the Memoirs: of the Oni the red ones, of every Hero the blue ones of the team
end                 the Final Battle is resolved, the scenario's objective reached, no Hero left; or by ``max_turns``
                    (rounds), *truncated* then: the Oni has escaped
hidden              nature and identity of the Oni; its Event cards; the Heroes' plans and Clue cards; the order of
                    decks; what is under Chests
chance              set-up, dice, decks
variants            ``scenario="initiation"``, ``"vigil"`` (no investigation), ``"investigation"``, ``"masks"``;
                    ``heroes=("okko", "setsuka")``; ``content={"rules": {"A31": "oni"}}``
==================  ===================================================================================================

The rulebook gives the procedure; cards, maps and scenarios were designed for this suite, around the facts that it
tells: see chapter 26 of RULES.md. The rules are ``envs/okko/RULES.md``, the language of the cards
``envs/okko/EFFECTS.md``, that of the maps ``envs/okko/MAPS.md``. A game in which every agent picks at random::

    from shugyo.envs import okko_v0

    env = okko_v0.env(num_heroes=2)
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

_MODULE = GameModule(f"{__package__}.okko.game")


class Options(CommonKeywords, total=False):
    """Options by keyword, besides the common ones.

    Attributes:
        num_heroes: 1 … 4 (default 4), as far as the scenario allows.
        scenario: key of a scenario (default ``"investigation"``).
        heroes: keys of the Heroes who play, in the order of their seats; those of the scenario if left out.
    """

    num_heroes: int
    scenario: str
    heroes: Sequence[str]


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
