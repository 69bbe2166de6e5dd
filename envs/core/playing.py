"""Playing games to their ends inside, with players for all seats."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .batch import first_illegal, play
from .engine import Slots
from .game import GameSpec, Player
from .players import actions_of, by_seat, make_batch, scripted_names, seat_players, start_players
from .rng import PLAYER, python_word

BUDGET = 100_000
"""Decisions a slot plays in one kernel call, so that an interrupt gets through now and then."""


@dataclass(frozen=True)
class PlayedOut:
    """Results of finished games. N slots, E episodes, S seats.

    Attributes:
        returns: (N, E, S) float32.
        score: (N, E, S) float32.
        lengths: (N, E) int64, decisions played; forced ones are not counted.
        truncated: (N, E) bool, ended by a limit.
    """

    returns: NDArray[np.float32]
    score: NDArray[np.float32]
    lengths: NDArray[np.int64]
    truncated: NDArray[np.bool_]


def play_on(
    slots: Slots,
    part: slice,
    kinds: NDArray[np.int32],
    keys: NDArray[np.uint64],
    played: NDArray[np.int64],
    budget: int = BUDGET,
) -> None:
    """Plays slots on by scripted players without leaving the kernel, at most ``budget`` decisions each.

    Args:
        slots: the games.
        part: which slots.
        kinds: (len(part), S) policy kinds.
        keys: (S,) of the players' chance.
        played: (N,), raised by the decisions that were played.
        budget: decisions a slot.
    """
    play(
        slots.states[part],
        slots.tables,
        slots.keys[part],
        slots.episodes[part],
        kinds,
        keys,
        budget,
        0,
        slots.mask[part],
        slots.returns[part],
        slots.score[part],
        played[part],
    )


def play_to_end(
    slots: Slots, part: slice, kinds: NDArray[np.int32], keys: NDArray[np.uint64], played: NDArray[np.int64]
) -> None:
    """Plays slots to their ends; an interrupt gets through now and then. Arguments as for `play_on`."""
    while not slots.states["over"][part].all():
        play_on(slots, part, kinds, keys, played)


def play_out(slots: Slots, spec: GameSpec, policy: str | Player | Sequence[str | Player], episodes: int) -> PlayedOut:
    """Plays the games (slot, episode), episode = 0 … E − 1, of all slots to their ends.

    Args:
        slots: keys say which games; whatever runs there is given up, and all slots rest afterwards.
        spec: the game.
        policy: a name or a Player for all seats, or one for each.
        episodes: E.

    Raises:
        ValueError: an unknown name, a wrong number of players, E < 1, or an illegal action of a player.
    """
    if episodes < 1:
        raise ValueError(f"episodes must be an integer >= 1, not {episodes!r}")
    policies = by_seat(policy, slots.num_seats, "policy")
    names = scripted_names(slots.game)
    autoreset, slots.flags[0] = int(slots.flags[0]), 0
    n, s = slots.num_slots, slots.num_seats
    results = PlayedOut(
        np.zeros((n, episodes, s), np.float32),
        np.zeros((n, episodes, s), np.float32),
        np.zeros((n, episodes), np.int64),
        np.zeros((n, episodes), np.bool_),
    )
    try:
        if all(isinstance(one, str) and one in names for one in policies):
            _play_scripted(slots, [names.index(one) for one in policies], results)  # type: ignore[arg-type]
        else:
            _play_players(slots, spec, seat_players(slots.game, policies), results)
    finally:
        slots.flags[0] = autoreset
    return results


def _play_scripted(slots: Slots, kinds: list[int], results: PlayedOut) -> None:
    """All seats by built-in policies: without leaving the kernel."""
    n = slots.num_slots
    by_slot = np.tile(np.array(kinds, np.int32), (n, 1))
    keys = np.array([python_word(int(slots.keys[0]), PLAYER, seat) for seat in range(slots.num_seats)], np.uint64)
    played = np.zeros(n, np.int64)
    parts = [slice(n * t // slots.num_threads, n * (t + 1) // slots.num_threads) for t in range(slots.num_threads)]

    def run(part: slice) -> None:
        play_to_end(slots, part, by_slot[part], keys, played)

    with ThreadPoolExecutor(slots.num_threads) as threads:
        for episode in range(results.lengths.shape[1]):
            slots.episodes[:] = episode
            slots.restart(slots.everywhere)
            played[:] = 0
            with slots.first_call("the scripted players"):
                list(threads.map(run, parts))
            _note(slots, episode, slots.everywhere, results)
            results.lengths[:, episode] = played


def _play_players(slots: Slots, spec: GameSpec, players: list[Player], results: PlayedOut) -> None:
    """Seats by any players: all slots in step, one batch for each player."""
    start_players(players, spec, slots)
    distinct = list({id(player): player for player in players}.values())
    owner = np.array([[player is one for one in distinct].index(True) for player in players])
    for episode in range(results.lengths.shape[1]):
        slots.episodes[:] = episode
        slots.restart(slots.everywhere)
        begun = np.zeros((slots.num_slots, slots.num_seats), np.bool_)
        while (running := slots.states["over"] == 0).any():
            seats = slots.out[:, 0]
            for number, player in enumerate(distinct):
                rows = np.flatnonzero(running & (owner[seats] == number))
                if rows.size:
                    batch = make_batch(slots, rows, player, ~begun[rows, seats[rows]])
                    slots.actions[rows] = actions_of(player, batch)
                    begun[rows, seats[rows]] = True
            if (bad := int(first_illegal(slots.mask, slots.actions, running))) >= 0:
                culprit = players[seats[bad]].name
                raise slots.illegal_action(bad, f"player {culprit}", int(slots.actions[bad]))
            slots.advance(slots.actions, running)
            results.lengths[running, episode] += 1
            _note(slots, episode, slots.out[:, 3].view(np.bool_), results)


def _note(slots: Slots, episode: int, ended: NDArray[np.bool_], results: PlayedOut) -> None:
    """Writes down the games that have just ended."""
    results.returns[ended, episode] = slots.returns[ended]
    results.score[ended, episode] = slots.score[ended]
    results.truncated[ended, episode] = slots.states["truncated"][ended] != 0
