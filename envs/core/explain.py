"""What a typed field allows, in words, and the nearest right name for a wrong one. Used when something was refused."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
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
            return " or ".join(dict.fromkeys(allowed(one) for one in types))
        case inspect.LiteralType(values=values):
            return ("one of " if len(values) > 1 else "") + ", ".join(f'"{value}"' for value in values)
        case inspect.FloatType(gt=bound) if bound is not None:
            return f"a number above {bound}"
        case inspect.IntType(ge=low, le=high):
            return _between("an integer", low, high)
        case inspect.FloatType(ge=low, le=high):
            return _between("a number", low, high)
        case inspect.ListType(item_type=item, min_length=low, max_length=high):
            return f"an array of {_count(low, high)}, each {allowed(item)}"
        case inspect.BoolType():
            return "true or false"
        case inspect.NoneType():
            return "None"
        case inspect.StrType(min_length=low, max_length=high):
            return "text" if low is None and high is None else f"text of {_count(low, high)} characters"
        case _:
            return "a table"


def type_at(struct: type, path: Sequence[str], data: Any = None) -> Any:
    """The msgspec type at a path of keys and indices below a Struct.

    Args:
        struct: where the path begins.
        path: the steps.
        data: what was given for the Struct; its tags say which of several tables a step leads into.
    """
    info: Any = inspect.type_info(struct)
    for step in path:
        match _member(_bare(info), data):
            case inspect.StructType(fields=fields):
                info = next(field.type for field in fields if field.encode_name == step)
            case inspect.DictType(value_type=inner) | inspect.ListType(item_type=inner):
                info = inner
            case inspect.UnionType(types=types):  # the tag itself is wrong, or missing
                tags = [str(one.tag) for one in types if isinstance(one, inspect.StructType)]
                return inspect.LiteralType(tuple(sorted(tags)))
        data = value_at(data, [step])
    return info


def fields_at(struct: type, path: Sequence[str], data: Any = None) -> list[str]:
    """The keys of the Struct at a path."""
    info = _member(_bare(type_at(struct, path, data)), value_at(data, path))
    return [field.encode_name for field in info.fields] if isinstance(info, inspect.StructType) else []


def value_at(data: Any, path: Sequence[str]) -> Any:
    """The value at a path of keys and indices, None if there is none."""
    for step in path:
        if isinstance(data, list) and step.isdigit() and int(step) < len(data):
            data = data[int(step)]
        elif isinstance(data, Mapping) and step in data:
            data = data[step]
        else:
            return None
    return data


def _member(info: Any, data: Any) -> Any:
    """The type of a union that the data are of, as far as a step can lead into it; any other type is given back."""
    if not isinstance(info, inspect.UnionType):
        return info
    inner = [_bare(one) for one in info.types]
    structs = [one for one in inner if isinstance(one, inspect.StructType)]
    if len(structs) > 1:
        given = data if isinstance(data, Mapping) else {}
        return next((one for one in structs if given.get(one.tag_field) == one.tag), info)
    return next(
        (one for one in inner if isinstance(one, (inspect.StructType, inspect.DictType, inspect.ListType))), info
    )


def _bare(info: Any) -> Any:
    return info.type if isinstance(info, inspect.Metadata) else info


def _count(low: int | None, high: int | None) -> str:
    """How long an array or a text may be."""
    if low is not None and high is not None:
        return f"{low}" if low == high else f"{low} to {high}"
    if low is not None:
        return f"at least {low}"
    return "any number" if high is None else f"at most {high}"


def _between(what: str, low: float | None, high: float | None) -> str:
    if low is not None and high is not None:
        return f"{what} from {low} to {high}"
    if low is not None:
        return f"{what}, at least {low}"
    return what if high is None else f"{what}, at most {high}"
