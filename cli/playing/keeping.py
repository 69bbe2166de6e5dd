"""Saves of games with a person: JSON that holds the way to the position, not the position.

The game is played again when it is resumed and compared with what was written down, so that a save of other rules or
other content is noticed, and no file can put the game into a position that play does not lead to.
"""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from ...envs.core.files import write_whole
from ...envs.core.game import Game
from ...envs.core.options import parse_options
from ...envs.core.replay import Replay, ReplayError, verify_replay
from .session import Session

FORMAT = 1


class SaveError(ValueError):
    """A file that is not a save, or one of a game that plays otherwise here."""


class Save(msgspec.Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A game that is to go on.

    Attributes:
        format: of the file.
        own: the person's seats.
        against: names of the other seats' players, in the order of the seats.
        game: env id, rules hash, options, seed, actions and digests.
    """

    format: int = FORMAT
    own: list[int]
    against: list[str]
    game: Replay


def write_save(path: str | os.PathLike[str], session: Session) -> None:
    """Writes a game as far as it has been played; the file appears whole or not at all.

    Raises:
        OSError: it cannot be written.
    """
    save = Save(own=list(session.own), against=list(session.against.values()), game=session.replay())
    write_whole(path, msgspec.json.encode(save) + b"\n")


def read_save(path: str | os.PathLike[str]) -> Save:
    """Reads a save, without looking whether it plays here.

    Raises:
        SaveError: it is none.
    """
    try:
        save = msgspec.json.decode(Path(path).read_bytes(), type=Save)
    except msgspec.DecodeError as error:
        raise SaveError(f"{path}: not a save of `shugyo play`, or damaged: {error}") from None
    if save.format != FORMAT:
        raise SaveError(f"{path}: the save has format {save.format}; this version reads format {FORMAT}")
    return save


def resume(path: str | os.PathLike[str], save: Save, game: Game) -> Session:
    """The game as it was when it was saved.

    Args:
        path: of the file, for the message.
        save: from `read_save`.
        game: whose game it is.

    Raises:
        SaveError: it was played under other rules, or plays otherwise here.
    """
    try:
        verify_replay(save.game, game)
    except ReplayError as error:
        raise SaveError(f"{path}: the game cannot go on here: {error}") from None
    if not save.own:
        raise SaveError(f"{path}: own is empty; it must name a seat at least")
    try:
        options = parse_options(game.options_type, game.env_id, save.game.options)
        session = Session(game, options, save.game.seed, tuple(save.own), save.against)
    except ValueError as error:
        raise SaveError(f"{path}: {error}") from None
    for action in save.game.actions:
        session.play(action)
    return session
