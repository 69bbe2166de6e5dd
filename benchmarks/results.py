"""Result files: written whole or not at all, and telling under which versions they came about."""

from __future__ import annotations

import json
import os
import platform
import tempfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from ..envs.core.files import write_whole

LIBRARIES = ("shugyo", "numpy", "numba", "gymnasium", "pettingzoo")


class ResultsError(ValueError):
    """A place where no result can be written."""


def versions(*more: str) -> dict[str, str]:
    """Versions of Python and of the installed libraries that a result may depend on.

    Args:
        *more: distributions to name besides the usual ones; what is not installed is left out.
    """
    found = {"python": platform.python_version()}
    for name in (*LIBRARIES, *more):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def check_writable(path: str | os.PathLike[str]) -> Path:
    """Makes sure, before any work, that a file can be written later; makes the folder if it is missing.

    Args:
        path: the file to be.

    Returns:
        The path.

    Raises:
        ResultsError: it is a folder, or its folder cannot be made or written.
    """
    path = Path(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path.parent):
            pass
        if path.is_dir():
            raise IsADirectoryError
    except OSError as error:
        if isinstance(error, (FileExistsError, NotADirectoryError)):
            reason = "a part of its path is a file"
        else:
            reason = "it is a folder" if isinstance(error, IsADirectoryError) else error.strerror
        raise ResultsError(f"{path}: cannot be written ({reason}); name a file in a folder of yours") from None
    return path


def write_json(path: str | os.PathLike[str], data: Any) -> None:
    """Writes data that JSON can hold; the file appears whole or not at all."""
    write_whole(path, json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False) + "\n")
