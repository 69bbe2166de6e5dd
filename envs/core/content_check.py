"""A user's content against the shipped one: whether every variant of the game can be played with it, and what differs.

The merged content of a game does not depend on its options, but what is asked of it does: five players need more
heroes than two. So the tables are made for every variant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, combinations, product
from types import MappingProxyType
from typing import Any

import numpy as np
from msgspec import inspect

from .content import ContentError, Overlay, UserContent, combine, read_overlay, shipped
from .content_files import with_line
from .game import Game
from .options import CommonOptions, OptionError, parse_options

MOST_VALUES = 20
"""An option of more values than this stays at its default."""
ABSENT = object()
"""In a `Change`: there is nothing."""

Path = tuple[str, ...]


@dataclass(frozen=True)
class Change:
    """A value that differs, or a table or value that only one side has.

    Attributes:
        path: its keys.
        old, new: the values, or `ABSENT`.
    """

    path: Path
    old: Any
    new: Any


# ---- every variant --------------------------------------------------------------------------------------------------
def check_variants(game: Game, options: CommonOptions, fixed: Mapping[str, Any]) -> tuple[np.ndarray, Any, int]:
    """Makes the tables of every variant of a game.

    Args:
        game: the game.
        options: the options to begin with, and their content.
        fixed: options that are not varied, as they were given.

    Returns:
        The tables (1,) and the merged content under ``options``, or the first variant if the content has no game for
        them; and how many variants there are.

    Raises:
        ContentError: a variant cannot be played; the first, which it names unless it is that of ``options``.
        OptionError: the content has no game for the options that are fixed.
    """
    built, refused, count = None, None, 0
    try:
        built = game.build_tables(options)
    except ContentError as error:
        raise with_line(error) from None
    except OptionError as error:  # such as a scenario that is for fewer
        refused = error
    for given in variants(game, fixed, options.content):
        try:
            tables = game.build_tables(
                parse_options(game.options_type, game.env_id, {**given, "content": options.content})
            )
        except OptionError:
            continue
        except ContentError as error:
            said = ", ".join(f"{name}={value!r}" for name, value in given.items() if value != getattr(options, name))
            thing = f"{error.thing} (with {said})" if said else error.thing
            raise with_line(ContentError(thing, error.place, error.remedy)) from None
        built = built or tables
        count += 1
    if built is None:
        assert refused is not None
        raise refused
    return *built, count


def variants(game: Game, fixed: Mapping[str, Any], user_content: UserContent = None) -> Iterator[dict[str, Any]]:
    """All combinations of a game's own options that it takes, apart from those that are fixed.

    Args:
        game: the game.
        fixed: options that are not varied.
        user_content: laid over the shipped content, whose keys some options name.
    """
    content = combine(shipped(game.name), read_overlay(game.name, user_content))
    own = [
        field
        for field in inspect.type_info(game.options_type).fields  # type: ignore[attr-defined]
        if field.name not in (*CommonOptions.__struct_fields__, *fixed) and choices(field.type, content)
    ]
    for values in product(*(choices(field.type, content) for field in own)):
        given = {**fixed, **{field.name: value for field, value in zip(own, values, strict=True)}}
        try:
            parse_options(game.options_type, game.env_id, given)
        except OptionError:
            continue
        yield given


def choices(info: Any, content: Mapping[str, Any] = MappingProxyType({})) -> list[Any]:
    """The values of a type that are to be tried; none if there are too many.

    Args:
        info: the type. Text with ``extra={"table": …}`` is a key of that table.
        content: plain data, as it is merged but for what it says of ``enabled``.
    """
    match info:
        case inspect.Metadata(extra={"table": str(table)}):
            return [key for key, entry in content[table].items() if entry.get("enabled", True)]
        case inspect.Metadata(type=inner):
            return choices(inner, content)
        case inspect.UnionType(types=types):
            return [value for one in types for value in choices(one, content)]
        case inspect.BoolType():
            return [False, True]
        case inspect.LiteralType(values=values):
            return list(values)
        case inspect.IntType(ge=int(low), le=int(high)) if high - low < MOST_VALUES:
            return list(range(low, high + 1))
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            values = choices(item, content)
            return list(chain.from_iterable(combinations(values, n) for n in range(len(values) + 1)))
        case _:
            return []


# ---- what differs ---------------------------------------------------------------------------------------------------
def changes(old: Mapping[str, Any], new: Mapping[str, Any], path: Path = ()) -> Iterator[Change]:
    """What differs between two merged contents; tables are compared key by key, arrays as a whole."""
    for key in dict.fromkeys([*old, *new]):
        here, before, after = (*path, key), old.get(key, ABSENT), new.get(key, ABSENT)
        if isinstance(before, Mapping) and isinstance(after, Mapping):
            yield from changes(before, after, here)
        elif before is ABSENT or after is ABSENT or before != after:
            yield Change(here, before, after)


def idle_entries(overlay: Overlay, found: list[Change]) -> dict[str, tuple[list[str], int]]:
    """What an overlay says without changing anything.

    Args:
        overlay: the user's content.
        found: what differs between the shipped and the merged content.

    Returns:
        ``{place: (key paths of two steps that are as shipped, how many it says in all)}``.
    """
    changed = {change.path[:2] for change in found}
    idle = {}
    for place, part in overlay.parts:
        said = [(table, key) for table, entries in part.items() if isinstance(entries, Mapping) for key in entries]
        idle[place] = ([".".join(path) for path in said if path not in changed], len(said))
    return idle


def shipped_content(game: Game) -> tuple[np.ndarray, dict[str, Any]]:
    """The tables (1,) and the merged content that a game is shipped with."""
    return game.build_tables(parse_options(game.options_type, game.env_id, {}))
