"""The files behind a game's content: the shipped ones as they are, and the line on which something stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib import resources
from pathlib import Path

from .content import ContentError
from .files import write_whole

WORD = re.compile(r'"([^"]*)"|([\w-]+)')
DOTTED = r'(?:"[^"]*"|[\w-]+)(?:\s*\.\s*(?:"[^"]*"|[\w-]+))*'
HEADER = re.compile(rf"\s*(\[\[?)\s*({DOTTED})\s*\]")
ASSIGNMENT = re.compile(rf"\s*({DOTTED})\s*=")
KEY_PATH = re.compile(r"[A-Za-z_][\w-]*(?:\.[\w-]+|\[\d+\])+")


# ---- shipped files --------------------------------------------------------------------------------------------------
def shipped_files(game: str) -> dict[str, bytes]:
    """``{name: bytes}`` of the TOML files that a game ships, comments and all, in the order of the names."""
    folder = resources.files(f"{__name__.rsplit('.', 3)[0]}.configs.{game}")
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    return {file.name: file.read_bytes() for file in files}


def export_content(game: str, folder: Path) -> list[Path]:
    """Writes the shipped files of a game into a folder, which is made if it does not exist.

    Each file appears whole or not at all, and if one cannot be written, none stays.

    Returns:
        The files.

    Raises:
        ContentError: the folder holds a file of one of the names, or is no folder.
        OSError: something cannot be written.
    """
    files = {folder / name: data for name, data in shipped_files(game).items()}
    taken = [path.name for path in files if path.exists()]
    if taken:
        what = f"{taken[0]} and {len(taken) - 1} more files" if len(taken) > 1 else taken[0]
        raise ContentError(f"{what} would be overwritten", str(folder), "name a new folder, or remove them")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise ContentError("a part of the path is a file", str(folder), "name a new folder") from None
    begun: list[Path] = []
    try:
        for path, data in files.items():
            begun.append(path)
            write_whole(path, data)
    except BaseException:
        for path in begun:
            with suppress(FileNotFoundError):
                path.unlink()
        raise
    return begun


# ---- lines ----------------------------------------------------------------------------------------------------------
def with_line(error: ContentError) -> ContentError:
    """The same error, its place with the line of the file if that can be told."""
    file = Path(error.place)
    if not file.is_file():
        return error
    text = file.read_text("utf-8")
    for found in KEY_PATH.finditer(error.thing):
        line = line_of(text, re.findall(r"[\w-]+", found[0]))
        if line is not None:
            return ContentError(error.thing, f"{error.place}:{line}", error.remedy)
    return error


def line_of(text: str, path: Sequence[str]) -> int | None:
    """The line of a TOML file on which a key stands, or the table or array that holds it.

    Args:
        text: the file, which is valid TOML.
        path: keys, and the numbers of entries of arrays.

    Returns:
        The line, from 1; None if the file says nothing of the first two keys.
    """
    best, line = min(2, len(path)) - 1, None
    for number, place in _places(text):
        if best < len(place) <= len(path) and list(path[: len(place)]) == place:
            best, line = len(place), number
    return line


def _places(text: str) -> Iterator[tuple[int, list[str]]]:
    """(line, path) of each table header and assignment, by what a line begins with."""
    table: list[str] = []
    arrays: dict[tuple[str, ...], int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        header, assignment = HEADER.match(line), ASSIGNMENT.match(line)
        if header:
            table = _words(header[2])
            if header[1] == "[[":
                key = tuple(table)
                arrays[key] = arrays.get(key, -1) + 1
                table = [*table, str(arrays[key])]
            yield number, table
        elif assignment:
            yield number, [*table, *_words(assignment[1])]


def _words(dotted: str) -> list[str]:
    return [quoted or bare for quoted, bare in WORD.findall(dotted)]
