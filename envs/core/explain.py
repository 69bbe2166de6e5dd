"""What a typed field allows, in words, and the nearest right name for a wrong one. Used when something was refused."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import Any

from msgspec import inspect


def nearest(name: str, known: Sequence[str], prefix: str = "") -> str:
    """A remedy for a name that does not exist: the most similar one, or else all there are.

    Args:
        name: the wrong name.
        known: the right ones.
        prefix: what to write before each.
    """
    close = difflib.get_close_matches(name, known, n=1)
    return f"did you mean {prefix}{close[0]}?" if close else f"there are {', '.join(prefix + one for one in known)}"


def allowed(info: Any) -> str:
    """What values a type takes, in words.

    Args:
        info: from `type_at`.
    """
    match info:
        case inspect.Metadata(type=inner, extra_json_schema=extra):
            return (extra or {}).get("description") or allowed(inner)
        case inspect.UnionType(types=types):
            return " or ".join(allowed(one) for one in types)
        case inspect.LiteralType(values=values):
            return ("one of " if len(values) > 1 else "") + ", ".join(f'"{value}"' for value in values)
        case inspect.FloatType(gt=bound) if bound is not None:
            return f"a number above {bound}"
        case inspect.IntType(ge=low, le=high):
            return _between("an integer", low, high)
        case inspect.FloatType(ge=low, le=high):
            return _between("a number", low, high)
        case inspect.ListType(item_type=item, min_length=low, max_length=high):
            count = f"{low}" if low == high and low is not None else "any number"
            return f"an array of {count}, each {allowed(item)}"
        case inspect.BoolType():
            return "true or false"
        case inspect.NoneType():
            return "None"
        case inspect.StrType():
            return "text"
        case _:
            return "a table"


def type_at(struct: type, path: Sequence[str]) -> Any:
    """The msgspec type at a path of keys and indices below a Struct."""
    info: Any = inspect.type_info(struct)
    for step in path:
        match _bare(info):
            case inspect.StructType(fields=fields):
                info = next(field.type for field in fields if field.name == step)
            case inspect.DictType(value_type=inner) | inspect.ListType(item_type=inner):
                info = inner
    return info


def fields_at(struct: type, path: Sequence[str]) -> list[str]:
    """The keys of the Struct at a path."""
    info = _bare(type_at(struct, path))
    return [field.name for field in info.fields] if isinstance(info, inspect.StructType) else []


def _bare(info: Any) -> Any:
    return info.type if isinstance(info, inspect.Metadata) else info


def _between(what: str, low: float | None, high: float | None) -> str:
    if low is not None and high is not None:
        return f"{what} from {low} to {high}"
    if low is not None:
        return f"{what}, at least {low}"
    return what if high is None else f"{what}, at most {high}"
