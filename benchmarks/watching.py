"""Games that are watched while players play them: many at once, in parts that threads share.

Game d of seed s is what slot d of a vector env plays first after ``reset(seed=s)``. The players' own chance is keyed by
seed, game and seat as well: what is seen of a game depends neither on the games beside it nor on the number of threads.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..envs.core.batch import LOOK, first_illegal, outcomes
from ..envs.core.engine import Slots
from ..envs.core.game import Game, GameSpec, Player
from ..envs.core.options import parse_options
from ..envs.core.players import actions_of, find_player, introduce, make_batch, scripted_names
from ..envs.core.playing import play_on
from ..envs.core.rng import PLAYER, fold, python_word, slot_key
from ..envs.core.sides import sides_of, wins
from ..envs.core.spec import make_spec

Progress = Callable[[int], None]
W = TypeVar("W")
NOBODY = -1


@dataclass(frozen=True)
class Seen:
    """What is seen of N games of S seats, whatever the game.

    Attributes:
        share: (N, S) float64, of the first place: 1 for who won alone, 1/m for each of m winners.
        score: (N, S) float32, the game's own.
        decisions: (N,) int64, decisions that were a choice.
        truncated: (N,) bool, ended by a limit.
        lead_changes: (N,) int64, how often somebody else than before was alone in front by score.
    """

    share: NDArray[np.float64]
    score: NDArray[np.float32]
    decisions: NDArray[np.int64]
    truncated: NDArray[np.bool_]
    lead_changes: NDArray[np.int64]


class Running:
    """Games under way.

    Args:
        game: the game.
        spec: the game with its options settled.
        games: the numbers of the games.
        seed: which, an integer >= 0.
        players: by name, one for each seat. Scripted players play without leaving the kernel.

    Attributes:
        slots: the games as they stand.
        decisions: (N,) int64, decisions played so far that were a choice.
        returns, score: (N, S) float32, as of the last `look`; returns are zeros while a game runs.
        lead_changes: (N,) int64, how often somebody else than before was alone in front, as far as it was seen.

    Raises:
        ValueError: nobody has such a name, or the player is not for this game.
    """

    def __init__(self, game: Game, spec: GameSpec, games: range, seed: int, players: Sequence[str]):
        self.slots = Slots(game, spec.tables, len(games), autoreset=False, shaping=False)
        self.slots.keys[:] = [slot_key(seed, number) for number in games]
        scripted = scripted_names(game)
        kinds = [scripted.index(name) if name in scripted else NOBODY for name in players]
        self._names, self._numbers = list(players), np.array(games, np.int32)
        self._others = {name: find_player(game, name) for name in dict.fromkeys(players) if name not in scripted}
        for number, player in enumerate(self._others.values()):
            introduce(player, spec, seed, number)
        self.slots.restart(self.slots.everywhere)
        self.decisions = np.zeros(len(games), np.int64)
        self._kinds = np.tile(np.array(kinds, np.int32), (len(games), 1))
        chance = python_word(fold(seed), PLAYER, 0)
        self._keys = np.array([python_word(chance, PLAYER, seat) for seat in range(len(kinds))], np.uint64)
        self._begun = np.zeros((len(games), len(kinds)), np.bool_)
        self.returns, self.score = np.zeros_like(self.slots.returns), np.zeros_like(self.slots.score)
        self.lead_changes = np.zeros(len(games), np.int64)
        self._leader = np.full(len(games), NOBODY)
        self._first_seats = [side.seats[0] for side in sides_of(spec)]

    def play_on(self, budget: int) -> None:
        """Plays each game on by at most so many decisions; players that are not scripted take one of them each."""
        play_on(self.slots, slice(None), self._kinds, self._keys, self.decisions, budget)
        if self._others:
            self._ask_others()

    def look(self) -> None:
        """Brings returns and score up to date, and sees who leads."""
        outcomes(self.slots.states, self.slots.tables, self.returns, self.score)
        by_side = self.score[:, self._first_seats]
        best = by_side == by_side.max(axis=1, keepdims=True)
        leader = np.where(best.sum(axis=1) == 1, best.argmax(axis=1), self._leader)
        self.lead_changes += (leader != self._leader) & (self._leader != NOBODY)
        self._leader = leader

    def seen(self) -> dict[str, Any]:
        """The entries of `Seen`, once all games are over."""
        return {
            "share": wins(self.returns),
            "score": self.score.copy(),
            "decisions": self.decisions,
            "truncated": self.slots.states["truncated"] != 0,
            "lead_changes": self.lead_changes,
        }

    def _ask_others(self) -> None:
        """One decision in each game in which a player that is not scripted is to act."""
        slots = self.slots
        seats = slots.states["seat"].astype(np.int64)
        waiting = (slots.states["over"] == 0) & (self._kinds[np.arange(slots.num_slots), seats] == NOBODY)
        if not waiting.any():
            return
        slots.actions[:] = LOOK
        slots.advance(slots.actions, waiting)  # the kernel `play` leaves observations as they were
        for name, player in self._others.items():
            mine = np.array([own == name for own in self._names])
            rows = np.flatnonzero(waiting & mine[seats])
            if rows.size:
                slots.actions[rows] = self._decide(player, rows, seats[rows])
        if (bad := int(first_illegal(slots.mask, slots.actions, waiting))) >= 0:
            raise slots.illegal_action(bad, f"player {self._names[seats[bad]]}", int(slots.actions[bad]))
        slots.advance(slots.actions, waiting)
        self.decisions[waiting] += 1

    def _decide(self, player: Player, rows: NDArray[np.int64], seats: NDArray[np.int64]) -> NDArray[np.int32]:
        batch = make_batch(self.slots, rows, player, ~self._begun[rows, seats])
        self._begun[rows, seats] = True
        return actions_of(player, replace(batch, slot=self._numbers[rows]))


def in_parts(
    watch: Callable[[Running], W],
    game: Game,
    options: Mapping[str, Any],
    players: Sequence[str],
    games: int,
    seed: int,
    *,
    at_once: int,
    num_threads: int,
    progress: Progress | None,
) -> W:
    """Watches games part by part, and puts what was seen together.

    Args:
        watch: plays games to their ends; returns a dataclass of arrays, their first axis the games.
        game: the game.
        options: of the game.
        players: by name, in the order of the seats; the last one has all seats that are left.
        games: how many, at least 1.
        seed: which, an integer >= 0.
        at_once: games of a part.
        num_threads: parts watched at the same time; the result does not depend on it.
        progress: called with the number of games finished so far.

    Raises:
        ValueError: no such player, no games.
        OptionError, ContentError: wrong options.
    """
    if games < 1:
        raise ValueError(f"games must be an integer >= 1, not {games!r}")
    spec = make_spec(game, parse_options(game.options_type, game.env_id, dict(options)))
    seated = [*players, *[players[-1]] * (spec.num_seats - len(players))]
    size = min(at_once, -(-games // num_threads))
    parts = [range(first, min(first + size, games)) for first in range(0, games, size)]
    found: list[Any] = []
    done = 0
    with ThreadPoolExecutor(num_threads) as pool:
        seen_of = pool.map(lambda part: watch(Running(game, spec, part, seed, seated)), parts)
        for part, seen in zip(parts, seen_of, strict=True):
            found.append(seen)
            done += len(part)
            if progress is not None:
                progress(done)
    names = [field.name for field in fields(found[0])]
    return type(found[0])(**{name: np.concatenate([getattr(part, name) for part in found]) for name in names})
