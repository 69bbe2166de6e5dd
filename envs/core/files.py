"""Files: written whole or not at all, added to likewise, and listed."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.resources.abc import Traversable
from pathlib import Path


def write_whole(path: str | os.PathLike[str], data: bytes | str) -> None:
    """Replaces a file in one move, after its bytes have reached the disk.

    Args:
        path: an earlier file of that name is replaced; its folder must exist.
        data: the content; text is written as UTF-8.

    Raises:
        OSError: it cannot be written; it names the file, and the earlier one is then as it was.
    """
    path = Path(path)
    with naming(path):
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with open(handle, "wb") as file:
                file.write(_bytes(data))
                file.flush()
                os.fsync(file.fileno())
            os.chmod(name, 0o666 & ~_umask())  # temporary files are made for their owner alone
            os.replace(name, path)
        except BaseException:
            with suppress(FileNotFoundError):
                os.unlink(name)
            raise


def append_whole(path: str | os.PathLike[str], data: bytes | str) -> None:
    """Adds to the end of a file, and waits until that has reached the disk.

    Args:
        path: made if it is missing; its folder must exist. Nobody else may write to it meanwhile.
        data: what is added; text is written as UTF-8.

    Raises:
        OSError: it cannot be written; it names the file, which is then as it was.
    """
    with naming(path), open(path, "ab", buffering=0) as file:
        size, rest = file.tell(), memoryview(_bytes(data))
        try:
            while rest:
                rest = rest[file.write(rest) :]  # a disk that is almost full takes a part
            os.fsync(file.fileno())
        except BaseException:
            with suppress(OSError):
                file.truncate(size)
            raise


def stems(folder: Traversable, suffix: str) -> list[str]:
    """Names of the files with this ending, such as ``".toml"``, in order and without it."""
    return sorted(file.name.removesuffix(suffix) for file in folder.iterdir() if file.name.endswith(suffix))


@contextmanager
def naming(path: str | os.PathLike[str]) -> Iterator[None]:
    """Around writing: an OSError tells of this file, whatever file or none the system has named."""
    try:
        yield
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, os.fspath(path)) from error


def _bytes(data: bytes | str) -> bytes:
    return data.encode() if isinstance(data, str) else data


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
