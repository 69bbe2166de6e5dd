"""Games as bytes. Nothing is unpickled, so that a file can run no code.

The checksum tells damage. It is no signature: a save that somebody forged with care is trusted like any other.

::

    "SHUGYO" | format, 2 bytes | length of the header, 4 bytes | header, JSON | arrays, raw | checksum, 16 bytes

The header says which game, rules and options the arrays belong to, and their shapes. All integers are little-endian.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from .game import GameSpec

MAGIC = b"SHUGYO"
FORMAT = 1
CHECKSUM = 16
PRESENTATION = ("render_mode", "observation_dtype", "on_illegal")
"""Options that do not change the game. Content is compared by the rules hash instead."""


class SaveError(ValueError):
    """Bytes that are not a save of this game under these rules and options."""


def pack(spec: GameSpec, kind: str, arrays: Mapping[str, np.ndarray], progress: Mapping[str, Any]) -> bytes:
    """Writes a save.

    Args:
        spec: the game.
        kind: which environment it belongs to, ``"aec"`` or ``"vector"``.
        arrays: what `Slots.snapshot` gives.
        progress: the environment's own part, as data that JSON can hold.
    """
    header = {
        "env_id": spec.env_id,
        "kind": kind,
        "rules_hash": spec.rules_hash,
        "options": _options(spec),
        "arrays": _shapes(arrays),
        "progress": progress,
    }
    text = json.dumps(header).encode()
    parts = [MAGIC, FORMAT.to_bytes(2, "little"), len(text).to_bytes(4, "little"), text]
    parts += [array.tobytes() for array in arrays.values()]
    data = b"".join(parts)
    return data + _checksum(data)


def unpack(
    data: bytes, spec: GameSpec, kind: str, like: Mapping[str, np.ndarray]
) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Reads a save.

    Args:
        data: from `pack`.
        spec, kind: what it must be a save of.
        like: arrays of the names, types and shapes that it must hold.

    Returns:
        The arrays and the environment's own part.

    Raises:
        SaveError: damaged, or of something else; it says what.
    """
    header, body = _split(data)
    for key, what in (("env_id", "the game"), ("kind", "the kind of environment")):
        if header[key] != (here := {"env_id": spec.env_id, "kind": kind}[key]):
            raise SaveError(f"{what} differs: the save is of {header[key]!r}, this is {here!r}")
    there, here = header["options"], _options(spec)
    differing = [
        f"{name}={there.get(name)!r}, here {here.get(name)!r}"
        for name in here | there
        if there.get(name) != here.get(name)
    ]
    if differing:
        raise SaveError(f"the options differ: the save has {'; '.join(differing)}")
    if header["rules_hash"] != spec.rules_hash:
        raise SaveError(
            f"the rules or the content differ: the save has rules hash {header['rules_hash']}, "
            f"here it is {spec.rules_hash}"
        )
    if header["arrays"] != _shapes(like):
        raise SaveError(f"the arrays differ: the save has {header['arrays']}, here they are {_shapes(like)}")
    arrays, start = {}, 0
    for name, array in like.items():
        end = start + array.nbytes
        arrays[name] = np.frombuffer(body[start:end], array.dtype).reshape(array.shape)
        start = end
    return arrays, header["progress"]


def _split(data: bytes) -> tuple[dict[str, Any], bytes]:
    """Header and arrays of intact bytes."""
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise SaveError(f"a save is bytes, not {type(data).__name__}")
    data = bytes(data)
    if not data.startswith(MAGIC):
        raise SaveError("these bytes are not a save of Shugyo")
    if (found := int.from_bytes(data[6:8], "little")) != FORMAT:
        raise SaveError(f"the save has format {found}; this version reads format {FORMAT}")
    if len(data) < 12 + CHECKSUM or _checksum(data[:-CHECKSUM]) != data[-CHECKSUM:]:
        raise SaveError("the save is damaged or cut short: its checksum does not fit")
    start = 12 + int.from_bytes(data[8:12], "little")
    try:
        header = json.loads(data[12:start])
    except ValueError:
        raise SaveError("the save is damaged: its header is not JSON") from None
    missing = [key for key in ("env_id", "kind", "options", "rules_hash", "arrays", "progress") if key not in header]
    if not isinstance(header, dict) or missing:
        raise SaveError(f"the save is damaged: its header lacks {', '.join(missing) or 'everything'}")
    return header, data[start:-CHECKSUM]


def _options(spec: GameSpec) -> dict[str, Any]:
    kept = {name: value for name, value in spec.options.items() if name not in (*PRESENTATION, "content")}
    return json.loads(json.dumps(kept))  # tuples become lists, as on the way through a file


def _shapes(arrays: Mapping[str, np.ndarray]) -> dict[str, list]:
    """Type and shape by name; a record type stands for itself by a digest of its fields."""
    return {name: [_type_name(array.dtype), *array.shape] for name, array in arrays.items()}


def _type_name(dtype: np.dtype) -> str:
    if dtype.names is None:
        return dtype.str
    return "record " + hashlib.blake2b(repr((dtype.descr, dtype.itemsize)).encode(), digest_size=8).hexdigest()


def _checksum(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=CHECKSUM).digest()
