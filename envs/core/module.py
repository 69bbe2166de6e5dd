"""What every ``<game>_v0`` module offers, written once. Importing it is cheap: numba comes with the first game."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from os import PathLike

    from .aec import AecEnv
    from .checked import CheckedEnv
    from .game import Game, Player
    from .gym_env import GymEnv
    from .layout import BlockView
    from .vector import VectorEnv


class CommonKeywords(TypedDict, total=False):
    """Options of every game, by keyword.

    Attributes:
        render_mode: None, ``"ansi"`` (``render()`` gives text) or ``"human"`` (every step prints it).
        content: a dict or a folder of TOML files, laid over the shipped content.
        observation_dtype: ``"float32"`` in [−1, 1] (default), or the ``"int8"`` entries behind it.
        max_turns: rounds after which the game is cut off; None for its natural end.
        max_decisions: decisions after which it is cut off, a guard against faults; None for the game's own.
        auto_forced: whether the engine plays a decision that has one legal action (default True).
        on_illegal: ``"raise"``, or ``"terminate"``: the game ends, −1 for the offender's side. The default is
            ``"raise"``, and for ``gym_env`` ``"terminate"``.
        reward_shaping: None, or ``"score"``: 0.01 × the change of own score minus the other sides' mean, every step.
    """

    render_mode: Literal["ansi", "human"] | None
    content: Mapping[str, Any] | str | PathLike[str] | None
    observation_dtype: Literal["float32", "int8"]
    max_turns: int | None
    max_decisions: int | None
    auto_forced: bool
    on_illegal: Literal["raise", "terminate"]
    reward_shaping: Literal["score"] | None


class GameModule:
    """The functions of one game's module.

    Args:
        module: name of the module with the attribute ``GAME``, such as ``"shugyo.envs.covenant.game"``.
    """

    def __init__(self, module: str) -> None:
        self.module = module

    @property
    def game(self) -> Game:
        """The game; the first access imports it."""
        return importlib.import_module(self.module).GAME

    def options(self, given: Mapping[str, Any], **defaults: Any) -> Any:
        """Checked options."""
        from .options import parse_options

        return parse_options(self.game.options_type, self.game.env_id, given, **defaults)

    def raw_env(self, given: Mapping[str, Any]) -> AecEnv:
        """The bare PettingZoo AEC environment."""
        from .aec import AecEnv

        return AecEnv(self.game, self.options(given))

    def env(self, given: Mapping[str, Any]) -> CheckedEnv:
        """The PettingZoo AEC environment, calls and actions checked."""
        from .checked import CheckedEnv

        return CheckedEnv(self.raw_env(given))

    def vector_env(
        self,
        given: Mapping[str, Any],
        num_envs: int,
        autoreset: Literal["same_step", "disabled"],
        num_threads: int,
        copy: bool,
    ) -> VectorEnv:
        """N games at once."""
        from .vector import VectorEnv

        options = self.options(given)
        return VectorEnv(self.game, options, num_envs, autoreset=autoreset, num_threads=num_threads, copy=copy)

    def gym_env(
        self, given: Mapping[str, Any], opponents: str | Player | Sequence[str | Player], seat: int | str | None
    ) -> GymEnv:
        """One seat as a Gymnasium environment."""
        from .gym_env import GymEnv

        return GymEnv(self.game, self.options(given, on_illegal="terminate"), opponents=opponents, seat=seat)

    def observation_layout(self, given: Mapping[str, Any]) -> dict[str, BlockView]:
        """The observation's blocks."""
        tables, _ = self.game.build_tables(self.options(given))
        return self.game.layout.view(tables[0])

    def rules_hash(self, given: Mapping[str, Any]) -> str:
        """Digest of the rules version and the merged content."""
        from .spec import make_spec

        return make_spec(self.game, self.options(given)).rules_hash
