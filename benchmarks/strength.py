"""Matches: how strong players are against each other.

Every deal is played once in each *seating*, so that nobody gains from better cards or a better seat, and the deal is
the unit of all statistics. Deal d of seed s is what slot d of a vector env plays first after ``reset(seed=s)``.

Who sits where, with P players and S seats::

    P = S            seating r: player p has seat (p + r) mod S
    P = 2 < S        seating r: player 0 has seat r, player 1 all others

Where seats differ in what they are (one Oni, several heroes), players take turns in the sides instead: two players play
each deal twice, once each way round. With one player for each seat, or ``fixed``, everybody stays where the list says.

Chance is keyed by deal, seating and seat: results depend neither on how many games are played at once nor on the number
of threads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ..envs.core.batch import RANDOM, choose, first_illegal, random_action
from ..envs.core.engine import Slots, check_threads
from ..envs.core.game import Game, GameSpec, Player
from ..envs.core.kernel import kernel
from ..envs.core.options import CommonOptions
from ..envs.core.players import actions_of, find_player, introduce, make_batch, scripted_names
from ..envs.core.playing import play_to_end
from ..envs.core.rng import PLAYER, fold, python_word, slot_key, word
from ..envs.core.sides import Side, has_roles, places_of, role, seats_named, seats_of, sides_of
from ..envs.core.spec import make_spec

AT_ONCE = 2048
"""Games played at once unless told otherwise."""

Progress = Callable[[int], None]


@dataclass(frozen=True)
class Match:
    """Who plays what.

    Args:
        game: the game.
        options: its options.
        players: two of them, or one for each seat; a name or a Player.
        deals: how many deals are played, each in all seatings.
        seed: of deals and players, an integer >= 0.
        fixed: only the first seating is played: player p keeps place p.

    Raises:
        ValueError: a wrong number of players, deals < 1, an unknown name.
    """

    game: Game
    options: CommonOptions
    players: Sequence[str | Player]
    deals: int
    seed: int
    fixed: bool = False

    def __post_init__(self) -> None:
        if self.deals < 1:
            raise ValueError(f"a match needs at least one deal, not {self.deals}")
        fold(self.seed)  # complains
        _ = self.seats  # complains

    @cached_property
    def spec(self) -> GameSpec:
        """The game with its options settled."""
        return make_spec(self.game, self.options)

    @cached_property
    def seats(self) -> NDArray[np.int64]:
        """(R, S): which player sits there, by seating and seat."""
        places, count = self.places, len(self.players)
        if has_roles(self.spec) and count == self.spec.num_seats > len(sides_of(self.spec)):
            return np.arange(count)[None, :]
        if has_roles(self.spec) and count != len(places):
            raise ValueError(
                f"a game of {' against '.join(place.name for place in places)} takes {len(places)} players, one for "
                f"each side, or {self.spec.num_seats}, one for each seat, not {count}"
            )
        table = seatings(count, len(places))
        by_seat = np.zeros((len(table), self.spec.num_seats), np.int64)
        for number, place in enumerate(places):
            by_seat[:, list(place.seats)] = table[:, number, None]
        return by_seat[:1] if self.fixed else by_seat

    @cached_property
    def places(self) -> list[Side]:
        """What players take turns in: seats; sides where they differ in what they are, unless each seat has its own."""
        each_its_own = len(self.players) == self.spec.num_seats
        return seats_of(self.spec) if each_its_own else places_of(self.spec)

    @property
    def names(self) -> list[str]:
        """Names of the players."""
        return [one if isinstance(one, str) else one.name for one in self.players]


def match_of(
    game: Game, options: CommonOptions, player: str | Player, opponent: str | Player, seat: str, deals: int, seed: int
) -> tuple[Match, int]:
    """A match of two, in which the first plays only what it was trained for.

    Args:
        game, options, deals, seed: of the match.
        player, opponent: who plays.
        seat: ``"each"``, or whose role the first player keeps: an agent's or a side's name.

    Returns:
        The match, and the first player's number in it.
    """
    spec = make_spec(game, options)
    if seat == "each" or not has_roles(spec):
        return Match(game, options, (player, opponent), deals, seed), 0
    own = role(spec.agents[seats_named(spec, seat)[0]])
    number = [role(spec.agents[place.seats[0]]) for place in places_of(spec)].index(own)
    players = [opponent] * len(places_of(spec))
    players[number] = player
    return Match(game, options, players, deals, seed, fixed=True), number


@dataclass(frozen=True)
class Played:
    """The games of a match. P deals, R seatings, S seats.

    Attributes:
        returns: (P, R, S) float32.
        score: (P, R, S) float32.
        lengths: (P, R) int64, decisions; forced ones are not counted.
        truncated: (P, R) bool, ended by a limit.
        actions: by game (deal · R + seating), what was decided in it; empty unless recorded.
    """

    returns: NDArray[np.float32]
    score: NDArray[np.float32]
    lengths: NDArray[np.int64]
    truncated: NDArray[np.bool_]
    actions: dict[int, list[int]] = field(default_factory=dict)


def seatings(num_players: int, num_seats: int) -> NDArray[np.int64]:
    """(R, S): which player sits there, by seating and seat.

    Raises:
        ValueError: neither two players nor one for each seat.
    """
    turn = np.arange(num_seats)
    if num_players == num_seats:
        return (turn[None, :] - turn[:, None]) % num_seats
    if num_players == 2:
        return (turn[None, :] != turn[:, None]).astype(np.int64)
    wanted = "two" if num_seats == 2 else f"two (the second then fills the other seats) or {num_seats}"
    raise ValueError(f"a game of {num_seats} seats takes {wanted} players, not {num_players}")


def play_match(
    match: Match,
    *,
    at_once: int = AT_ONCE,
    num_threads: int = 1,
    record: bool = False,
    progress: Progress | None = None,
) -> Played:
    """Plays all games of a match.

    Args:
        match: who plays what.
        at_once: how many games to play at once, more or less.
        num_threads: how many threads to use.
        record: keep the actions.
        progress: called with the number of games finished so far.

    Raises:
        IllegalActionError: a player did something illegal.
    """
    check_threads(num_threads)
    rounds, seats = match.seats.shape
    played = Played(
        np.zeros((match.deals, rounds, seats), np.float32),
        np.zeros((match.deals, rounds, seats), np.float32),
        np.zeros((match.deals, rounds), np.int64),
        np.zeros((match.deals, rounds), np.bool_),
    )
    players = _players(match)
    scripted = all(isinstance(player, int) for player in players)
    size = max(1, at_once // rounds)
    for first in range(0, match.deals, size):
        table = _Table(match, players, range(first, min(first + size, match.deals)), num_threads)
        if scripted and not record:
            table.play_inside()
        else:
            table.play_stepwise(played.actions if record else None)
        table.write_down(played)
        if progress is not None:
            progress(table.deals.stop * rounds)
    return played


def _players(match: Match) -> list[int | Player]:
    """The players, started; a scripted one as its policy kind."""
    names = scripted_names(match.game)
    players: list[int | Player] = []
    for number, given in enumerate(match.players):
        if isinstance(given, str) and given in names:
            players.append(names.index(given))
            continue
        player = find_player(match.game, given)
        introduce(player, match.spec, match.seed, number)
        players.append(player)
    return players


@kernel
def draw(own, games, decisions, mask, words, actions):
    """The random words of scripted players, and the actions of the random one, as in the kernel `play`.

    Args:
        own: (B,) uint64, keys of the players.
        games: (B,) uint64, keys of the slots, which are in their episode 0.
        decisions: (B,) int64, how many decisions the game has seen.
        mask: (B, A) int8.
        words: (B,) uint64, written.
        actions: (B,) int32, written.
    """
    for i in range(own.shape[0]):
        key = word(own[i], games[i], 0)
        words[i] = word(key, PLAYER, decisions[i])
        actions[i] = random_action(mask[i], key, decisions[i])


class _Table:
    """A number of deals, played in all seatings at once: row = seating · D + place of the deal among these D.

    Args:
        match: who plays what.
        players: from `_players`.
        deals: which deals.
        num_threads: how many threads to use.
    """

    def __init__(self, match: Match, players: list[int | Player], deals: range, num_threads: int) -> None:
        rounds, seats = match.seats.shape
        self.match, self.players, self.deals = match, players, deals
        self.row_seats = np.repeat(match.seats, len(deals), axis=0)  # (rows, S): which player sits there
        self.games = np.arange(deals.start, deals.stop)[None, :] * rounds + np.arange(rounds)[:, None]
        self.games = self.games.ravel()  # (rows,): deal · R + seating
        self.kinds = np.array([player if isinstance(player, int) else -1 for player in players], np.int32)
        base = fold(match.seed)
        keys = [[python_word(python_word(base, PLAYER, r), PLAYER, s) for s in range(seats)] for r in range(rounds)]
        self.keys = np.array(keys, np.uint64)  # (R, S): chance of the scripted players
        self.lengths = np.zeros(len(self.games), np.int64)
        self.slots = Slots(
            match.game, match.spec.tables, len(self.games), autoreset=False, shaping=False, num_threads=num_threads
        )
        self.slots.keys[:] = np.tile(np.array([slot_key(match.seed, deal) for deal in deals], np.uint64), rounds)
        self.slots.restart(self.slots.everywhere)

    def play_inside(self) -> None:
        """Plays scripted players without leaving the kernel."""
        count, threads = len(self.deals), self.slots.num_threads
        cuts = [count * t // threads for t in range(threads + 1)]
        jobs = [
            (seating, slice(seating * count + start, seating * count + stop))
            for seating in range(len(self.keys))
            for start, stop in pairwise(cuts)
        ]
        with ThreadPoolExecutor(threads) as pool:
            for _ in pool.map(lambda job: self._play_part(*job), jobs):
                pass

    def _play_part(self, seating: int, part: slice) -> None:
        play_to_end(self.slots, part, self.kinds[self.row_seats[part]], self.keys[seating], self.lengths)

    def play_stepwise(self, actions: dict[int, list[int]] | None) -> None:
        """Plays any players, all games in step.

        Args:
            actions: receives what was decided, by game.
        """
        slots, rows = self.slots, np.arange(len(self.games))
        returns, score = slots.returns.copy(), slots.score.copy()
        begun = np.zeros_like(self.row_seats, np.bool_)
        while (running := slots.states["over"] == 0).any():
            seat = slots.out[:, 0].astype(np.int64)
            owner = self.row_seats[rows, seat]
            for number, player in enumerate(self.players):
                acting = np.flatnonzero(running & (owner == number))
                if acting.size:
                    first = ~begun[acting, seat[acting]]
                    slots.actions[acting] = self._act(player, acting, seat[acting], first)
                    begun[acting, seat[acting]] = True
            if (bad := int(first_illegal(slots.mask, slots.actions, running))) >= 0:
                raise slots.illegal_action(bad, f"player {self.match.names[owner[bad]]}", int(slots.actions[bad]))
            if actions is not None:
                for row in np.flatnonzero(running).tolist():
                    actions.setdefault(int(self.games[row]), []).append(int(slots.actions[row]))
            slots.advance(slots.actions, running)
            self.lengths[running] += 1
            ended = slots.out[:, 3] != 0
            returns[ended], score[ended] = slots.returns[ended], slots.score[ended]
        slots.returns[:], slots.score[:] = returns, score

    def _act(
        self, player: int | Player, rows: NDArray[np.int64], seat: NDArray[np.int64], first: NDArray[np.bool_]
    ) -> NDArray[np.int32]:
        if isinstance(player, int):
            return self._act_scripted(player, rows, seat)
        batch = make_batch(self.slots, rows, player, first)
        return actions_of(player, replace(batch, slot=self.games[rows].astype(np.int32)))

    def _act_scripted(self, kind: int, rows: NDArray[np.int64], seat: NDArray[np.int64]) -> NDArray[np.int32]:
        """What `play` would have done, from the same random words."""
        slots = self.slots
        states, mask = slots.states[rows], slots.mask[rows]
        words, actions = np.zeros(len(rows), np.uint64), np.zeros(len(rows), np.int32)
        draw(
            self.keys[rows // len(self.deals), seat], slots.keys[rows], states["decisions"].copy(), mask, words, actions
        )
        if kind != RANDOM:
            choose(states, slots.tables, np.full(len(rows), kind, np.int32), words, mask, actions)
        return actions

    def write_down(self, played: Played) -> None:
        """Puts the results in their places."""
        slots, shape = self.slots, (len(self.keys), len(self.deals))
        deals = slice(self.deals.start, self.deals.stop)
        played.returns[deals] = slots.returns.reshape(*shape, -1).swapaxes(0, 1)
        played.score[deals] = slots.score.reshape(*shape, -1).swapaxes(0, 1)
        played.lengths[deals] = self.lengths.reshape(shape).T
        played.truncated[deals] = (slots.states["truncated"] != 0).reshape(shape).T
