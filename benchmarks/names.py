"""What stands behind names: games, and the files of trained players."""

from __future__ import annotations

import hashlib

from .. import envs
from ..envs.core.explain import nearest
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
