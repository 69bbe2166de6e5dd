"""Players for the shells: the scripted ones of every game, and how names become players."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from importlib.metadata import entry_points
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from .batch import RANDOM, choose, decision_keys
from .engine import Slots
from .game import Batch, Game, GameSpec, Player
from .rng import PLAYER, fold, python_word
from .verbs import MAX_SEATS

ENTRY_POINTS = "shugyo.players"
SCRIPTED_SOMEWHERE = ("random", "greedy", "heuristic")
"""Entry points for players that a game may bring along; who has them `scripted_names` tells."""


class PlayerError(ValueError):
    """A player that does not keep to the protocol."""


def scripted_names(game: Game) -> tuple[str, ...]:
    """Names of the players that a game brings along; the index of a name is its policy kind."""
    return ("random", *game.scripted)


class ScriptedPlayer:
    """A player that a game brings along.

    Its randomness is keyed by seed, slot, seat and how often it has decided there, so that an action depends neither
    on the order of the rows nor on other games.

    Args:
        game: the game.
        name: one of `scripted_names`.
    """

    observation_dtype = "int8"

    def __init__(self, game: Game, name: str) -> None:
        self.name = name
        self.kind = scripted_names(game).index(name)
        self.needs: set[Literal["observation", "state"]] = set() if self.kind == RANDOM else {"state"}
        self._state_type = game.state_type

    def start(self, game: GameSpec, seed: int) -> None:
        """Forgets earlier decisions. ``seed``: an integer >= 0."""
        self._tables = game.tables
        self._key = np.uint64(python_word(fold(seed), PLAYER, 0))
        self._decided = np.zeros((0, MAX_SEATS), np.int64)

    def act(self, batch: Batch) -> NDArray[np.int32]:
        """(B,) legal actions."""
        rows = len(batch.slot)
        missing = int(batch.slot.max(initial=-1)) + 1 - len(self._decided)
        if missing > 0:
            self._decided = np.pad(self._decided, ((0, missing), (0, 0)))
        keys, actions = np.empty(rows, np.uint64), np.empty(rows, np.int32)
        decision_keys(self._key, batch.slot, batch.seat, self._decided, keys)
        states = np.zeros(rows, self._state_type) if batch.states is None else batch.states
        choose(states, self._tables, np.full(rows, self.kind, np.int32), keys, batch.mask, actions)
        return actions


def find_player(game: Game, policy: str | Player) -> Player:
    """A player by its name; a Player is returned as it is.

    Args:
        game: the game.
        policy: one of `scripted_names`, or a name of which the part before the first colon is an entry point of the
            group ``shugyo.players``: a function from the whole name to a Player.

    Raises:
        ValueError: nobody has that name.
    """
    if not isinstance(policy, str):
        return policy
    if policy in scripted_names(game):
        return ScriptedPlayer(game, policy)
    others = entry_points(group=ENTRY_POINTS)
    kind = policy.partition(":")[0]
    if kind in others.names:
        return others[kind].load()(policy)
    more = [f"{name}:…" for name in sorted(set(others.names) - set(SCRIPTED_SOMEWHERE))]
    raise ValueError(f"{game.env_id} has no player {policy!r}; there are {', '.join([*scripted_names(game), *more])}")


def by_seat(policy: str | Player | Sequence[str | Player], num_seats: int, what: str) -> list[str | Player]:
    """One policy for each of the seats.

    Raises:
        ValueError: a sequence of another length, or what is no player.
    """
    if isinstance(policy, str) or not isinstance(policy, Sequence):
        policy = [policy] * num_seats
    if len(policy) != num_seats:
        raise ValueError(f"{what} must be one player, or {num_seats} of them, not {len(policy)}")
    for one in policy:
        if not isinstance(one, str) and not callable(getattr(one, "act", None)):
            raise ValueError(f"{what} must be names of players, or Players with start() and act(), not {one!r}")
    return list(policy)


def seat_players(game: Game, policies: Sequence[str | Player]) -> list[Player]:
    """Players by seat; seats with the same name share one, so that it decides for all of them at once."""
    named = {policy: find_player(game, policy) for policy in policies if isinstance(policy, str)}
    return [named[policy] if isinstance(policy, str) else policy for policy in policies]


def introduce(player: Player, spec: GameSpec, base: int, number: int) -> None:
    """Starts a player with a description of the game that is its own, and a seed that is a one-way hash.

    `word` can be undone, so a seed made with it would give the keys of all games away. A small ``base`` can still be
    found by trying, from this seed as from the cards of a deal: who measures players that may cheat takes a large one.

    Args:
        player: starts.
        spec: the game; what the player does to its copy changes nothing.
        base: whatever the games are keyed by.
        number: tells the players of one run apart.
    """
    digest = hashlib.blake2b(f"{base}/{number}".encode(), digest_size=8, person=b"player").digest()
    own = replace(spec, tables=spec.tables.copy(), options=deepcopy(dict(spec.options)), layout=dict(spec.layout))
    player.start(own, int.from_bytes(digest, "little"))


def start_players(players: Sequence[Player], spec: GameSpec, slots: Slots) -> None:
    """Starts each player once, with a seed that follows from the slots'."""
    for seat, player in enumerate(players):
        if all(player is not other for other in players[:seat]):
            introduce(player, spec, int(slots.keys[0]), seat)


def actions_of(player: Player, batch: Batch) -> NDArray[np.int32]:
    """What a player does: (B,) int32; numbers that are no action at all become −1.

    Raises:
        PlayerError: it gave something else than B integers.
    """
    given = np.asarray(player.act(batch))
    rows, actions = batch.mask.shape
    if given.dtype.kind not in "iu" or given.shape != (rows,):
        raise PlayerError(
            f"player {player.name}: act() must return {rows} integers, shape ({rows},), "
            f"not {given.dtype} of shape {given.shape}"
        )
    return np.where((given >= 0) & (given < actions), given, -1).astype(np.int32)


def make_batch(slots: Slots, rows: NDArray[np.int64], player: Player, first: NDArray[np.bool_]) -> Batch:
    """What a player is told of the slots in which it is to act.

    Args:
        slots: the games.
        rows: (B,) slot numbers.
        player: decides what the batch carries.
        first: (B,) bool.
    """
    observation = None
    if "observation" in player.needs:
        observation = slots.obs[rows]
        if player.observation_dtype == "float32":
            observation = slots.scaled(observation)
    return Batch(
        observation=observation,
        mask=slots.mask[rows],
        seat=slots.out[rows, 0].astype(np.int32),
        slot=rows.astype(np.int32),
        first=first,
        states=slots.redacted(rows) if "state" in player.needs else None,
    )
