"""Games on disk: who decided what, and digests by which to notice that a game no longer plays the same.

A file holds one game a line, as JSON (``.jsonl``, or ``.jsonl.gz`` compressed). A game is its seed, slot and episode,
its options and its actions; forced decisions, which the engine plays, are not among them.
"""

from __future__ import annotations

import gzip
import importlib
import os
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import ArrayLike

from .batch import FOUL
from .engine import Slots
from .files import write_whole
from .game import Game
from .options import CommonOptions, parse_options
from .spec import make_spec
from .vector import Step, VectorEnv

FORMAT = 1
INTERVAL = 32


class ReplayError(ValueError):
    """A replay that cannot be read, or that does not play as it did."""


class Replay(msgspec.Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """One game.

    Attributes:
        format: of the file.
        env_id, rules_hash, options: which game.
        seed, slot, episode: which deal.
        actions: what was decided, in order; ``FOUL`` stands for an illegal action.
        over: whether the game had ended.
        truncated: whether a limit ended it.
        returns, score: by seat.
        digests: of the state before the actions number 0, `INTERVAL`, 2 × `INTERVAL`, … and after the last.
    """

    format: int = FORMAT
    env_id: str
    rules_hash: str
    options: dict[str, Any]
    seed: int
    slot: int
    episode: int
    actions: list[int]
    over: bool
    truncated: bool
    returns: list[float]
    score: list[float]
    digests: list[str]


class _Course:
    """A game played again, action by action."""

    def __init__(self, game: Game, options: CommonOptions, seed: int, slot: int, episode: int) -> None:
        self.spec = make_spec(game, options)
        self.slots = Slots(game, self.spec.tables, 1, autoreset=False, shaping=False, keep_score=True)
        self.slots.set_game(seed, slot, episode)

    def play(self, action: int) -> None:
        """Plays one action.

        Raises:
            ReplayError: it is not legal.
        """
        slots = self.slots
        if action != FOUL and not (0 <= action < self.spec.num_actions and slots.mask[0, action]):
            raise ReplayError(f"{slots.action_name(0, action)} is not legal")
        slots.actions[0] = action
        slots.advance(slots.actions, slots.everywhere)

    def result(self) -> dict[str, Any]:
        """The fields of a `Replay` that follow from the game's end."""
        _, terminated, truncated, _ = self.slots.out[0].tolist()
        return {
            "over": bool(terminated or truncated),
            "truncated": bool(truncated),
            "returns": self.slots.returns[0].tolist(),
            "score": self.slots.standing[0].tolist(),
        }


def make_replay(
    game: Game, options: CommonOptions, *, seed: int, slot: int = 0, episode: int = 0, actions: Iterable[int]
) -> Replay:
    """The replay of a game, made by playing it again.

    Raises:
        ReplayError: an action is not legal.
    """
    course = _Course(game, options, seed, slot, episode)
    actions = [int(action) for action in actions]
    digests = []
    for number, action in enumerate(actions):
        if number % INTERVAL == 0:
            digests.append(course.slots.digest(0))
        course.play(action)
    return Replay(
        env_id=game.env_id,
        rules_hash=course.spec.rules_hash,
        options=course.spec.options,  # type: ignore[arg-type]
        seed=seed,
        slot=slot,
        episode=episode,
        actions=actions,
        digests=[*digests, course.slots.digest(0)],
        **course.result(),
    )


class Recorder:
    """Collects the replays of the games that end in a vector env.

    Args:
        env: just reset; from now on step it through the recorder.

    Attributes:
        replays: of the games that have ended, in order.
    """

    def __init__(self, env: VectorEnv) -> None:
        self.env = env
        self.replays: list[Replay] = []
        self._actions: list[list[int]] = [[] for _ in range(env.num_envs)]

    def step(self, actions: ArrayLike, where: ArrayLike | None = None) -> Step:
        """`VectorEnv.step`, recorded."""
        episodes = self.env.slots.episodes.tolist()
        result = self.env.step(actions, where)
        played = range(self.env.num_envs) if where is None else np.flatnonzero(where).tolist()
        for slot in played:
            self._actions[slot].append(int(self.env.played[slot]))
        for slot in np.flatnonzero(result[4]["ended"]).tolist():
            place = self._place(slot) | {"episode": episodes[slot]}
            self.replays.append(make_replay(self.env.game, self.env.options, actions=self._actions[slot], **place))
            self._actions[slot] = []
        return result

    def _place(self, slot: int) -> dict[str, int]:
        seed = self.env.seed
        if seed is None:
            raise ResetNeeded("call reset() first")
        return {"seed": seed, "slot": slot} if isinstance(seed, int) else {"seed": seed[slot], "slot": 0}


def write_replays(path: str | os.PathLike[str], replays: Iterable[Replay]) -> None:
    """Writes replays, a line each; the file appears whole or not at all.

    Args:
        path: ends in ``.jsonl`` or ``.jsonl.gz``.
        replays: in the order of the lines.

    Raises:
        ValueError: another ending.
    """
    path = Path(path)
    check_name(path)
    data = b"".join(msgspec.json.encode(replay) + b"\n" for replay in replays)
    if path.suffix == ".gz":
        data = gzip.compress(data, mtime=0)
    write_whole(path, data)


def read_replays(path: str | os.PathLike[str], *, verify: bool = True, game: Game | None = None) -> list[Replay]:
    """Reads replays.

    Args:
        path: ends in ``.jsonl`` or ``.jsonl.gz``.
        verify: play every game again and compare.
        game: whose games they are; None for what the lines say.

    Raises:
        ReplayError: with file, line and, where a game plays otherwise than it did, the step.
    """
    path = Path(path)
    check_name(path)
    replays = []
    try:
        data = path.read_bytes()
        lines = (gzip.decompress(data) if path.suffix == ".gz" else data).splitlines()
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise ReplayError(f"{path}: the file is damaged or cut short: {error}") from None
    for number, line in enumerate(lines, 1):
        try:
            replay = msgspec.json.decode(line, type=Replay)
            if verify:
                verify_replay(replay, game)
        except (msgspec.DecodeError, ReplayError) as error:
            raise ReplayError(f"{path}, line {number}: {error}") from None
        replays.append(replay)
    return replays


def verify_replay(replay: Replay, game: Game | None = None) -> None:
    """Plays a game again and compares what was written down.

    Raises:
        ReplayError: it plays otherwise, or was played under other rules.
    """
    course = _course_of(replay, game)
    for number, action in enumerate(replay.actions):
        if number % INTERVAL == 0:
            _compare(replay, number // INTERVAL, number, course)
        try:
            course.play(action)
        except ReplayError as error:
            raise ReplayError(f"step {number}: {error}") from None
    _compare(replay, len(replay.digests) - 1, len(replay.actions), course)
    for name, value in course.result().items():
        if getattr(replay, name) != value:
            raise ReplayError(f"step {len(replay.actions)}: {name} was {getattr(replay, name)}, now it is {value}")


def replay_frames(
    replay: Replay, *, seat: int | None = None, reveal: bool = False, game: Game | None = None
) -> Iterator[str]:
    """A game as pictures, from its start to its end.

    Args:
        replay: the game.
        seat: whose view; None for the public one. There is a picture of each of its own decisions and of the end, so
            that nothing tells whether others were asked; the public view has one wherever it has changed.
        reveal: show what is hidden, and a picture of every step.
        game: whose game it is; None for what the replay says.
    """
    course = _course_of(replay, game)
    slots = course.slots

    def draw() -> str:
        return slots.game.render(slots.states[0], slots.tables[0], seat, reveal)

    frame = draw()
    yield frame
    for action in replay.actions:
        course.play(action)
        before, frame = frame, draw()
        own = slots.states[0]["over"] or slots.out[0, 0] == seat
        if reveal or (own if seat is not None else frame != before):
            yield frame


def _course_of(replay: Replay, game: Game | None) -> _Course:
    if replay.format != FORMAT:
        raise ReplayError(f"the replay has format {replay.format}; this version reads format {FORMAT}")
    game = game or _game_named(replay.env_id)
    if replay.env_id != game.env_id:
        raise ReplayError(f"a game of {replay.env_id}, not of {game.env_id}")
    try:
        options = parse_options(game.options_type, game.env_id, replay.options)
        course = _Course(game, options, replay.seed, replay.slot, replay.episode)
    except (ValueError, OverflowError) as error:  # OptionError and ContentError are such
        raise ReplayError(f"its options are not possible here: {error}") from None
    if replay.rules_hash != course.spec.rules_hash:
        raise ReplayError(f"played under rules {replay.rules_hash}, here they are {course.spec.rules_hash}")
    return course


def _compare(replay: Replay, index: int, step: int, course: _Course) -> None:
    if not 0 <= index < len(replay.digests) or replay.digests[index] != course.slots.digest(0):
        raise ReplayError(f"step {step}: the state is not what it was when the game was recorded")


def check_name(path: Path) -> None:
    """Raises ValueError if a file of that name cannot hold replays."""
    if not path.name.endswith((".jsonl", ".jsonl.gz")):
        raise ValueError(f"a file of replays is named *.jsonl or *.jsonl.gz, not {path.name}")


def _game_named(env_id: str) -> Game:
    from .. import GAMES

    if env_id not in GAMES:
        raise ReplayError(f"there is no game {env_id}; there are {', '.join(GAMES)}")
    return importlib.import_module(f"{__name__.rsplit('.', 2)[0]}.{env_id.rpartition('_v')[0]}.game").GAME
