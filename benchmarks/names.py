"""What stands behind names: games, settings, and the files of trained players."""

from __future__ import annotations

import hashlib
import tomllib
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from .. import envs
from ..envs.core.explain import nearest
from ..envs.core.files import stems
from ..envs.core.game import Game


def find_game(name: str) -> Game:
    """A game of the suite by its id, or by its name without the version.

    Raises:
        ValueError: there is none.
    """
    for env_id in envs.GAMES:
        if name in (env_id, env_id.rpartition("_v")[0]):
            return getattr(envs, env_id).GAME
    raise ValueError(f"there is no game {name!r}; {nearest(name, envs.GAMES)}")


def shipped_names(kind: str) -> list[str]:
    """Names of settings that come along; ``kind``: a folder of configs, such as ``"balance"``."""
    return stems(_folder(kind), ".toml")


def read_named(kind: str, what: str, name: str, error: type[ValueError]) -> dict[str, Any]:
    """Settings that come along, or those of a file of one's own.

    Args:
        kind: as for `shipped_names`.
        what: they are of, for errors: ``"study"``.
        name: one of `shipped_names`, or a path.
        error: what is raised if there is no such file, or if it is no TOML.
    """
    names = shipped_names(kind)
    if name not in names and not Path(name).is_file():
        if name.endswith(".toml"):
            raise error(f"there is no file {name}")
        raise error(f"there is no {what} {name!r}; there are {', '.join(names)}, or give a path")
    file = _folder(kind) / f"{name}.toml" if name in names else Path(name)
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except ValueError as wrong:  # also what is no text
        raise error(f"{what} {name}: {wrong}") from None


def _folder(kind: str) -> Traversable:
    return resources.files(f"{__name__.rsplit('.', 2)[0]}.configs.{kind}")


def stamped(name: str) -> str:
    """A player's name; of a trained one with a digest of its file, so that results of older weights do not count."""
    kind, _, path = name.partition(":")
    if kind != "ppo" or not path:  # "ppo" alone is nobody's name, which `find_player` says
        return name
    if missing(name):
        return f"{name} missing"
    from ..agents.checkpoint import find

    return f"{name} {hashlib.blake2b(find(path).read_bytes(), digest_size=6).hexdigest()}"


def missing(name: str) -> str:
    """Why a trained player is not there (yet); empty if it is there, or if the name is not one of a trained player."""
    kind, _, path = name.partition(":")
    if kind != "ppo" or not path:
        return ""
    from ..agents.checkpoint import CheckpointError, find

    try:
        find(path)
    except CheckpointError as error:
        return str(error)
    return ""
