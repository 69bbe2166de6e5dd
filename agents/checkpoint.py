"""Weights and training states as files: safetensors with a JSON header. Nothing is unpickled.

A file holds named tensors and one header, which says for which game they are and how they came about:

========================  ===========================================================================================
``kind``                  ``"training"``: all that a run needs to go on; ``"player"``: the policy alone
``game``                  what must agree where the weights are used and is the same for all its tables, see `identity`
``games``                 the game's own options of each table it was trained at; one of them must agree
``network``               ``hidden``: widths of the layers; ``advisor``: the name of who advises it, if anybody
``seat``                  what was trained: ``"each"`` seat, an agent's name, or a side's (``"heroes"``)
``card``                  what whoever passes a player on says of it, see `export_player`
``training``              decisions, minutes, updates, the pool of opponents, …
``config``                the settings of the run
``versions``              of the libraries that wrote it
========================  ===========================================================================================

Tensor names begin with what they belong to: ``policy.``, ``optimizer.``, ``pool.<name>.``, ``random.``,
``games.<table>.``.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save

from ..envs.core.files import write_whole
from ..envs.core.game import GameSpec
from ..envs.core.options import CommonOptions
from .baselines import baseline_file, baseline_names

FORMAT = 2
CHECKPOINT, PLAYER = "checkpoint.safetensors", "player.safetensors"
"""Names in the folder of a run: all that is needed to go on with it, and its player alone."""
HEADER = "shugyo"
"""The metadata entry that holds the header."""
LIBRARIES = ("shugyo", "torch", "stable-baselines3", "sb3-contrib", "numpy", "numba", "safetensors")
Tensors = dict[str, torch.Tensor]


class CheckpointError(ValueError):
    """A file that is no checkpoint, is damaged, or belongs to something else."""


class Network(msgspec.Struct):
    """What a header says of the network."""

    hidden: Annotated[list[Annotated[int, msgspec.Meta(ge=1)]], msgspec.Meta(min_length=1)]
    advisor: str | None = None


class Header(msgspec.Struct):
    """What every header has; see the top of this file."""

    kind: Literal["training", "player"]
    game: dict[str, Any]
    games: Annotated[list[dict[str, Any]], msgspec.Meta(min_length=1)]
    network: Network
    seat: str = "each"


# ---- what it is for -------------------------------------------------------------------------------------------------
def identity(spec: GameSpec) -> dict[str, Any]:
    """What must agree between where weights were trained and where they are used.

    Rules and content are in the hash. Of the options those count that change what a seat meets: the game's own. The
    scales of the observation's blocks, which depend on options, do not count: a network has its own among its weights.
    """
    own = {name: value for name, value in spec.options.items() if name not in CommonOptions.__struct_fields__}
    blocks = [[name, view.shape, view.low, view.high] for name, view in spec.layout.items()]
    return {
        "env_id": spec.env_id,
        "rules_hash": spec.rules_hash,
        "options": json.loads(json.dumps(own)),
        "num_actions": spec.num_actions,
        "observation_size": max(view.slice.stop for view in spec.layout.values()),
        "observation_layout": hashlib.blake2b(json.dumps(blocks).encode(), digest_size=8).hexdigest(),
    }


def identities(specs: Sequence[GameSpec]) -> dict[str, Any]:
    """The part of a header that says for which games the weights are: ``"game"`` and ``"games"``.

    Args:
        specs: the games of a run's tables; at least one.

    Raises:
        CheckpointError: they differ in more than the game's own options, so that no network can play them all.
    """
    first, *others = [identity(spec) for spec in specs]
    common = _common(first)
    for number, other in enumerate(others, 1):
        if differing := [key for key in common if _common(other)[key] != common[key]]:
            parts = [f"{key} is {_words(other[key])}, {_words(first[key])} at table 0" for key in differing]
            raise CheckpointError(f"table {number} is of another game than table 0: {'; '.join(parts)}")
    return {"game": common, "games": [one["options"] for one in (first, *others)]}


def check_identity(header: Mapping[str, Any], spec: GameSpec, path: Path) -> None:
    """Refuses weights of another game, other rules, another layout, or options they were not trained with.

    Raises:
        CheckpointError: it names each thing that differs, with both values.
    """
    there, tables, here = header["game"], header["games"], identity(spec)
    differing = [key for key in _common(here) if there.get(key) != here[key]]
    if "env_id" in differing:
        differing = ["env_id"]  # the rest follows from it
    parts = [f"{key}: {_words(there.get(key))} in the checkpoint, {_words(here[key])} here" for key in differing]
    remedy = ""
    if "env_id" not in differing and here["options"] not in tables:
        known = " or ".join(_words(options) for options in tables)
        parts.append(f"options: {known} in the checkpoint, {_words(here['options'])} here")
        remedy = _remedy(tables, here["options"])
    if parts:
        raise CheckpointError(f"{path} does not fit: {'; '.join(parts)}{remedy}")


def _common(identified: Mapping[str, Any]) -> dict[str, Any]:
    """What of an identity all tables of a run have in common."""
    return {key: value for key, value in identified.items() if key != "options"}


def _remedy(tables: Sequence[Mapping[str, Any]], here: Mapping[str, Any]) -> str:
    """How to make an environment that the weights fit: by the fewest changes."""
    changes = [{key: value for key, value in options.items() if here.get(key) != value} for options in tables]
    fewest = min(changes, key=len)
    flags = "".join(f" --option {key}={json.dumps(value)}" for key, value in fewest.items())
    return f"; make the environment with such options, on the command line{flags}" if fewest else ""


def versions() -> dict[str, str]:
    """Versions of Python and of the libraries that matter."""
    return {"python": platform.python_version()} | {name: version(name) for name in LIBRARIES}


def digest(tensors: Mapping[str, torch.Tensor]) -> str:
    """32 hex digits over names and values."""
    total = hashlib.blake2b(digest_size=16)
    for name in sorted(tensors):
        total.update(name.encode())
        total.update(tensors[name].detach().cpu().contiguous().numpy().tobytes())
    return total.hexdigest()


# ---- writing --------------------------------------------------------------------------------------------------------
def write(path: Path, header: Mapping[str, Any], tensors: Mapping[str, torch.Tensor], *, half: bool = False) -> None:
    """Writes a checkpoint; at any moment the path holds the old file or the whole new one.

    Args:
        path: the file; its folder must exist.
        header: plain data; ``format`` and ``versions`` are added.
        tensors: by name.
        half: write float matrices as float16, in half the space; vectors, such as scales and biases, stay exact.

    Raises:
        CheckpointError: a weight is too large for float16.
        OSError: it cannot be written; what was there before still is.
    """
    text = json.dumps({"format": FORMAT, "versions": versions(), **header})
    values = {name: tensor.detach().cpu().contiguous() for name, tensor in tensors.items()}
    if half:
        values = {name: _halved(name, value) for name, value in values.items()}
    write_whole(path, save(values, {HEADER: text}))


def export_player(
    source: str | os.PathLike[str], path: Path, *, half: bool = True, card: Mapping[str, Any] | None = None
) -> None:
    """Writes the player of a run as a file to be passed on: the policy alone.

    Args:
        source: the folder of a run, or a checkpoint file.
        path: the new file; its folder must exist.
        half: weights as float16, see `write`; they are computed with in float32 all the same.
        card: plain data that says where the player comes from and how strong it is; becomes the header's ``"card"``.

    Raises:
        CheckpointError: there is no checkpoint, it cannot be read or written so, or the new file has its name.
        OSError: the file cannot be written.
    """
    file = find(source)
    own = (path.resolve().parent / CHECKPOINT).is_file() and path.name == PLAYER
    if path.name == CHECKPOINT or own or path.resolve() == file.resolve():
        raise CheckpointError(
            f"{path} is not written: that is a run's own checkpoint or player, or the file to be read; give the "
            "player's file another name"
        )
    header, tensors = read(file, ("policy.",))
    made = {key: value for key, value in header.items() if key not in ("format", "versions")}
    write(path, {**made, "kind": "player", "card": dict(card or {})}, tensors, half=half)


def _halved(name: str, value: torch.Tensor) -> torch.Tensor:
    if value.ndim < 2 or not value.is_floating_point():
        return value
    made = value.half()
    if not made.isfinite().all():
        raise CheckpointError(f"{name} holds weights beyond the range of float16, ±65,504: write them with half=False")
    return made


# ---- reading --------------------------------------------------------------------------------------------------------
def find(path: str | os.PathLike[str]) -> Path:
    """The checkpoint file that a path means: itself, the one in the folder of a run, or a shipped player's by its name.

    Raises:
        CheckpointError: there is none.
    """
    given = Path(path)
    file = given / CHECKPOINT if given.is_dir() else given
    if file.is_file():
        return file
    if (shipped := baseline_file(str(path))) is not None:
        return shipped
    raise CheckpointError(f"there is no checkpoint at {file}; shipped players: {', '.join(baseline_names()) or 'none'}")


def read_header(path: Path) -> dict[str, Any]:
    """The header alone.

    Raises:
        CheckpointError: no checkpoint of this suite, damaged, or of a format that this version does not read.
    """
    header, _ = read(path, ())
    return header


def read(path: Path, prefixes: tuple[str, ...] = ("",)) -> tuple[dict[str, Any], Tensors]:
    """Header and tensors.

    Args:
        path: the file.
        prefixes: only tensors whose name begins with one of these are read.

    Raises:
        CheckpointError: no checkpoint of this suite, damaged, or of a format that this version does not read.
    """
    try:
        with safe_open(path, framework="pt") as file:
            header = _header(file.metadata(), path)
            tensors = {name: file.get_tensor(name) for name in file.keys() if name.startswith(prefixes)}  # noqa: SIM118
    except SafetensorError as error:
        raise CheckpointError(f"{path} is no safetensors file, or it is cut short: {error}") from None
    return header, tensors


def part(tensors: Mapping[str, torch.Tensor], prefix: str) -> Tensors:
    """The tensors of one prefix, without it."""
    return {name.removeprefix(prefix): tensor for name, tensor in tensors.items() if name.startswith(prefix)}


def _header(metadata: Mapping[str, str] | None, path: Path) -> dict[str, Any]:
    if HEADER not in (metadata or {}):
        raise CheckpointError(f"{path} is a safetensors file, but not one that `shugyo train` wrote")
    try:
        header = json.loads(metadata[HEADER])  # type: ignore[index]
    except (ValueError, RecursionError) as error:
        raise CheckpointError(f"{path} is damaged: its header is no JSON: {error}") from None
    if not isinstance(header, dict) or "format" not in header:
        raise CheckpointError(f"{path} is damaged: its header does not say its format")
    if header["format"] != FORMAT:
        raise CheckpointError(f"{path} has format {header['format']}; this version of shugyo reads format {FORMAT}")
    try:
        msgspec.convert(header, Header)
    except msgspec.ValidationError as error:
        raise CheckpointError(f"{path} is damaged: in its header: {error}") from None
    return header


def _words(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}={inner!r}" for key, inner in value.items()) or "nothing"
    return repr(value) if value is not None else "missing"
