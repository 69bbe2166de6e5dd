"""Content: the numbers and named entries of a game that a study may change, as TOML or as a dict.

What ships lies in ``configs/<game>/*.toml``; all files of a game together are one table of tables. A user lays
*overlays* over it: a dict, or a folder with files of the same names. Merging goes by key path::

    rules.aid_value = 3           a value or an array replaces the shipped one
    [cards.spear]                 in a table of named entries (the game says which those are) a new name adds an entry,
    enabled = false               and this drops one
    rules.aid_vallue = 3          everything else that the shipped content does not have is an error

The merged data is then converted to the game's msgspec Structs, which say type and range of each number. Whatever is
wrong raises `ContentError` with the thing, its place and what would be right.
"""

from __future__ import annotations

import copy
import hashlib
import json
import os
import re
import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import numpy as np

from .explain import allowed, fields_at, nearest, type_at, value_at

T = TypeVar("T")
Table = dict[str, Any]
UserContent = Mapping[str, Any] | str | os.PathLike[str] | None

DICT, SET = "content dict", "--set"  # places of what was not read from a file
BARE_WORD = re.compile(r"[A-Za-z_][\w.:/-]*")


class ContentError(ValueError):
    """Content that a game cannot be played with.

    Attributes:
        thing: what is wrong.
        place: the file, with the line where it is known, or that it was given as a dict.
        remedy: what would be right.
    """

    def __init__(self, thing: str, place: str, remedy: str) -> None:
        super().__init__(thing, place, remedy)  # all three, so that worker processes can send it
        self.thing, self.place, self.remedy = thing, place, remedy

    def __str__(self) -> str:
        return f"{self.place}: {self.thing}; {self.remedy}"


# ---- reading --------------------------------------------------------------------------------------------------------
def shipped(game: str) -> Table:
    """The shipped content of a game: the tables of all its files, a copy of the caller's own."""
    return copy.deepcopy(dict(Overlay(list(_shipped_files(game).items()))))


class Overlay(Table):
    """What a user gave as content, as one dict that remembers where each part of it stands.

    Attributes:
        parts: (place, overlay) in the order in which they are laid over each other.
    """

    def __init__(self, parts: list[tuple[str, Table]]) -> None:
        super().__init__()
        self.parts = parts
        for _, part in parts:
            self.update(combine(self, part))

    def __reduce__(self) -> tuple[Any, ...]:
        return Overlay, (self.parts,)


def read_overlay(game: str, content: UserContent) -> Overlay:
    """Reads what a user gave as ``content``: a folder's files, or a dict.

    Raises:
        ContentError: no such folder, a file that the game does not have, or one that is not TOML.
    """
    if content is None or isinstance(content, Overlay):
        return content or Overlay([])
    if isinstance(content, Mapping):
        return Overlay([(DICT, _plain(content, ""))])
    folder = Path(content).expanduser()
    names = list(_shipped_files(game))
    if not folder.is_dir():
        state = "is not a folder" if folder.exists() else "does not exist"
        raise ContentError(f"the content folder {state}", str(folder), "give a folder with TOML files, or a dict")
    files = sorted(folder.glob("*.toml"))
    if not files:
        raise ContentError("the content folder holds no TOML file", str(folder), f"{game} reads {_listed(names)}")
    for file in files:
        if file.name not in names:
            raise ContentError(f"{game} has no file of this name", str(file), nearest(file.name, names))
    return Overlay([(str(file), _parse(file.read_bytes(), str(file))) for file in files])


@cache
def _shipped_files(game: str) -> dict[str, Table]:
    """``{file name: table}``, in the order of the names."""
    folder = resources.files(f"{__name__.rsplit('.', 3)[0]}.configs.{game}")
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    return {file.name: _parse(file.read_bytes(), f"configs/{game}/{file.name}") for file in files}


def _parse(text: bytes, place: str) -> Table:
    """Parses a TOML file; an error names the line."""
    try:
        return tomllib.loads(text.decode("utf-8"))
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise ContentError("the file is not UTF-8", f"{place}:{line}", "save it in that encoding") from None
    except tomllib.TOMLDecodeError as error:
        found = re.search(r" \(at line (\d+), column \d+\)", str(error))
        line = found[1] if found else str(text.rstrip().count(b"\n") + 1)
        problem = re.sub(r" \(at .*\)$", "", str(error))
        raise ContentError(f"not TOML: {problem}", f"{place}:{line}", "mend the syntax") from None


def _plain(value: Any, path: str) -> Any:
    """A dict as a TOML file would have given it: text keys, lists, Python's own numbers."""
    if isinstance(value, Mapping):
        for key in value:
            if not isinstance(key, str):
                raise ContentError(f"the key {key!r} in {path or 'the top table'} is not text", DICT, "use text keys")
        return {key: _plain(item, _join(path, key)) for key, item in value.items()}
    if isinstance(value, (list, tuple, np.ndarray)):
        return [_plain(item, path) for item in value]
    return value.item() if isinstance(value, np.generic) else value


# ---- merging --------------------------------------------------------------------------------------------------------
def merge(base: Table, overlay: Table, source: str, entries: Collection[str] = ()) -> Table:
    """Lays an overlay over content.

    Args:
        base: content; stays as it is.
        overlay: tables with the keys to replace, add or drop.
        source: where the overlay stands, for errors.
        entries: key paths of the tables of named entries, in which an overlay may add and drop entries.

    Returns:
        The merged content, sharing nothing with either.

    Raises:
        ContentError: a key that the base does not know, a table where a value belongs, or the reverse.
    """
    return copy.deepcopy(_merge(base, overlay, source, entries, ""))


def combine(under: Mapping[str, Any], over: Mapping[str, Any]) -> Table:
    """Two overlays as one; where both set a key, ``over`` wins. Nothing is checked."""
    result = dict(under)
    for key, value in over.items():
        below = result.get(key)
        if isinstance(below, Mapping) and isinstance(value, Mapping):
            result[key] = combine(below, value)
        else:
            result[key] = value
    return result


def set_path(overlay: Mapping[str, Any], assignment: str) -> Overlay:
    """An overlay with one more key set, from text such as ``rules.aid_value=3``.

    Args:
        overlay: stays as it is.
        assignment: a key path and a TOML value; a bare word is taken as text.

    Raises:
        ContentError: the text is no such assignment.
    """
    parts = overlay.parts if isinstance(overlay, Overlay) else [(DICT, dict(overlay))]
    error = ContentError(f"cannot read {assignment!r}", SET, "write key.path=value with a TOML value or a bare word")
    key, equals, word = (part.strip() for part in assignment.partition("="))
    if not key or key.startswith("#") or not equals or "\n" in assignment:
        raise error
    for text in (f"{key} = {word}", f"{key} = {json.dumps(word)}"):
        try:
            return Overlay([*parts, (SET, tomllib.loads(text))])
        except tomllib.TOMLDecodeError:
            if not BARE_WORD.fullmatch(word):
                break
    raise error


def _merge(base: Table, overlay: Table, source: str, entries: Collection[str], path: str) -> Table:
    result = dict(base)
    for key, value in overlay.items():
        here = _join(path, key)
        if key not in base:
            result[key] = _new_entry(base, key, value, source, path in entries, here)
        elif path in entries and isinstance(value, dict) and value.get("enabled") is False:
            del result[key]
        elif isinstance(base[key], dict) != isinstance(value, dict):
            remedy = f"it is a table of {_listed(base[key])}" if isinstance(base[key], dict) else "it is a single value"
            raise ContentError(f"{here} = {value!r} has the wrong form", source, remedy)
        elif isinstance(value, dict):
            inner = _enabled(value, source, here) if path in entries else value
            result[key] = _merge(base[key], inner, source, entries, here)
        else:
            result[key] = value
    return result


def _new_entry(base: Table, key: str, value: Any, source: str, may_add: bool, here: str) -> Any:
    """What an overlay adds under a key that the base does not have, if it may."""
    dropped = isinstance(value, dict) and value.get("enabled") is False
    if not may_add or dropped:
        raise ContentError(f"there is no {here}", source, nearest(key, list(base), here.removesuffix(key)))
    if not isinstance(value, dict):
        raise ContentError(f"{here} = {value!r} is not an entry", source, "an entry is a table")
    return _enabled(value, source, here)


def _enabled(entry: Table, source: str, here: str) -> Table:
    """An entry without its ``enabled = true``."""
    if entry.get("enabled", True) is not True:
        raise ContentError(f"{here}.enabled = {entry['enabled']!r} is not possible", source, "allowed: true or false")
    return {key: value for key, value in entry.items() if key != "enabled"}


# ---- merged content -------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Content:
    """Merged content of a game, and who said what in it.

    Attributes:
        game: the game's name, ``"covenant"``.
        data: the merged content.
        overlay: what the user gave.
    """

    game: str
    data: Table
    overlay: Overlay

    def place(self, *paths: str) -> str:
        """Where the user set one of the key paths; the shipped content if nowhere."""
        return self._place([path.split(".") for path in paths])

    def _place(self, paths: list[list[str]]) -> str:
        for path in paths:
            for source, part in reversed(self.overlay.parts):
                if value_at(part, path) is not None:
                    return source
        return f"shipped content of {self.game}"

    def convert(self, struct: type[T]) -> T:
        """The data as the game's Struct.

        Raises:
            ContentError: a wrong type, a number out of range, a missing or an unknown key.
        """
        try:
            return msgspec.convert(self.data, struct)
        except msgspec.ValidationError as error:
            raise self._explain(str(error), struct) from None

    def _explain(self, message: str, struct: type) -> ContentError:
        """A message such as "Expected `int` <= 26 - at `$.rules.hand_size`" in our words."""
        problem, _, where = message.partition(" - at ")
        steps: list[str] = re.findall(r"\.([^.\[\]]+)|\[(\d+|\.\.\.)\]", where.strip("`"))
        path = [name or index for name, index in steps]
        while "..." in path:  # msgspec does not say which entry of a named table it was
            at = path.index("...")
            path[at] = self._entry_that_fails(path[:at], struct, message)
        place = self._place([path])
        name = "".join(f"[{step}]" if step.isdigit() else f".{step}" for step in path).lstrip(".")
        field = re.search(r"field `(.+)`", problem)
        if field and "missing" in problem:
            return ContentError(f"{_join(name, field[1])} is missing", place, "give it a value")
        if field:
            remedy = nearest(field[1], fields_at(struct, path, self.data), _join(name, ""))
            return ContentError(f"there is no {_join(name, field[1])}", place, remedy)
        value = value_at(self.data, path)
        remedy = f"allowed: {allowed(type_at(struct, path, self.data))}"
        return ContentError(f"{name} = {value!r} is not possible", place, remedy)

    def _entry_that_fails(self, table: list[str], struct: type, message: str) -> str:
        """The first name in a table of named entries that alone makes the conversion fail with this message."""
        for name in value_at(self.data, table):
            data = copy.deepcopy(self.data)
            entries = value_at(data, table)
            only = entries[name]
            entries.clear()
            entries[name] = only
            try:
                msgspec.convert(data, struct)
            except msgspec.ValidationError as error:
                if str(error) == message:
                    return name
        raise AssertionError("one of the entries was refused")


def content_hash(rules_version: int, content: Mapping[str, Any]) -> str:
    """Digest of the rules in force: 32 hex digits over the rules version and the merged content."""
    text = json.dumps([rules_version, content], sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


# ---- small helpers --------------------------------------------------------------------------------------------------
def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)
