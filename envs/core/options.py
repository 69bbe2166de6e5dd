"""The options that all games have, and how an environment's keyword arguments become options."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, TypeVar

import msgspec
import numpy as np
from msgspec import Meta

from .content import read_overlay
from .explain import allowed, nearest, type_at

LARGEST = 2**31 - 1
Count = Annotated[int, Meta(ge=1, le=LARGEST)]


class OptionError(ValueError):
    """An option that does not exist, or a value that it does not take."""


class CommonOptions(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, frozen=True):
    """Options of every game. `parse_options` makes and checks them.

    Attributes:
        render_mode: what ``render()`` gives: None for nothing, ``"ansi"`` for text, ``"human"`` to print it.
        content: a dict or a folder of TOML files, laid over the shipped content.
        observation_dtype: ``"float32"`` in [−1, 1], or the ``"int8"`` entries behind it.
        max_turns: rounds after which the game is cut off; None for its natural end.
        max_decisions: decisions after which it is cut off; None for the game's own guard.
        auto_forced: whether the engine plays a decision that has one legal action.
        on_illegal: whether an illegal action raises or ends the game against its side.
        reward_shaping: None, or ``"score"`` for small rewards along the way.
    """

    game: ClassVar[str]
    """The game's name, which is also the folder of its shipped content."""

    render_mode: Literal["ansi", "human"] | None = None
    content: Annotated[
        dict[str, Any] | str | None, Meta(description="None, a dict, or the path of a folder with TOML files")
    ] = None
    observation_dtype: Literal["float32", "int8"] = "float32"
    max_turns: Count | None = None
    max_decisions: Count | None = None
    auto_forced: bool = True
    on_illegal: Literal["raise", "terminate"] = "raise"
    reward_shaping: Literal["score"] | None = None


Options = TypeVar("Options", bound=CommonOptions)


def parse_options(options_type: type[Options], env_id: str, given: Mapping[str, Any], **defaults: Any) -> Options:
    """Checked options of a game.

    Args:
        options_type: the game's options.
        env_id: ``"covenant_v0"``, for errors.
        given: what the user gave.
        **defaults: for what the user did not give, where they differ from the type's own.

    Raises:
        OptionError: an unknown option or a value that is not allowed.
        ContentError: a content folder that cannot be read. It is read here, once: later changes of it have no effect.
    """
    known = options_type.__struct_fields__
    for name in given:
        if name not in known:
            raise OptionError(f"{env_id} has no option {name!r}; {nearest(name, known)}")
    if given.get("render_mode") == "rgb_array":
        raise OptionError(f"{env_id}: render_mode='rgb_array' is not available yet; use 'ansi' or 'human'")
    values = {name: _plain(value) for name, value in {**defaults, **given}.items()}
    for name, value in values.items():
        if isinstance(value, set | frozenset):
            raise OptionError(f"{env_id}: {name}={value!r} is not possible: a set has no order; give a list or a tuple")
    try:
        options = msgspec.convert(values, options_type)
    except msgspec.ValidationError as error:
        raise OptionError(f"{env_id}: {_explain(str(error), options_type, values)}") from None
    if options.content is None:
        return options
    return msgspec.structs.replace(options, content=read_overlay(options_type.game, values["content"]))


def plain(options: CommonOptions) -> dict[str, Any]:
    """All options as data that JSON can hold; a content folder as what was read from it."""
    content = None if options.content is None else dict(read_overlay(options.game, options.content))
    data = msgspec.json.decode(msgspec.json.encode(msgspec.structs.replace(options, content=None)))
    return {**data, "content": content}


def _plain(value: Any) -> Any:
    if isinstance(value, np.generic):
        return value.item()
    return os.fspath(value) if isinstance(value, os.PathLike) else value


def _explain(message: str, options_type: type, values: dict[str, Any]) -> str:
    """The library's message in our words. One without a path comes from the type's own checks and is clear already."""
    found = re.search(r" - at .*`\$\.(\w+)", message)
    if not found:
        return message
    name = found[1]
    return f"{name}={values[name]!r} is not possible; allowed: {allowed(type_at(options_type, [name]))}"
