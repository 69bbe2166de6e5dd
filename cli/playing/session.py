"""A game between a person and players that can be taken back, saved and resumed.

Each decision of an opponent is a run of its own: the player is started for it, with a seed that follows from the
game's and from the number of the decision. So it answers the same to the same game, after an undo and after a resume
as well, whatever chance it uses. What a player would remember from one decision to the next it does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...agents.registry import make_player
from ...envs.core.engine import Slots
from ...envs.core.game import Game, Player
from ...envs.core.options import CommonOptions
from ...envs.core.players import actions_of, find_player, introduce, make_batch, scripted_names
from ...envs.core.replay import Replay, make_replay
from ...envs.core.spec import make_spec

HINTS = 1 << 32
"""Numbers of runs from here on are hints: they share no chance with the opponents."""


class Session:
    """A running game.

    Args:
        game, options, seed: which deal.
        own: the person's seats.
        against: names of the players of the other seats, in the order of the seats; a single name stands for all.

    Attributes:
        spec: the game with its options settled.
        slots: one slot, in which the game runs.
        past: (snapshot of the slot before the action, the action), from the start of the game.
        against: name of the player by seat.

    Raises:
        ValueError: a seat that there is not, an unknown player, or another number of players than of seats.
    """

    def __init__(
        self, game: Game, options: CommonOptions, seed: int, own: tuple[int, ...], against: Sequence[str]
    ) -> None:
        self.game, self.options, self.seed, self.own = game, options, seed, own
        self.spec = make_spec(game, options)
        seats = range(self.spec.num_seats)
        if not set(own) <= set(seats) or len(set(own)) < len(own):
            raise ValueError(f"own must name seats from 0 to {seats[-1]}, each once, not {list(own)}")
        others = [seat for seat in seats if seat not in own]
        names = list(against) * len(others) if len(against) == 1 else list(against)
        if len(names) != len(others):
            whom = ", ".join(self.spec.agents[seat] for seat in others) or "nobody"
            raise ValueError(f"--against names {len(names)} players; give one, or one for each of: {whom}")
        self.against = dict(zip(others, names, strict=True))
        found = {name: player_named(game, name) for name in dict.fromkeys(names)}
        self.players = {seat: found[name] for seat, name in self.against.items()}
        for number, player in enumerate(found.values()):
            introduce(player, self.spec, seed, number)  # what does not fit the game is refused before it begins
        self.slots = Slots(game, self.spec.tables, 1, autoreset=False, shaping=False)
        self.slots.set_game(seed, 0, 0)
        self.past: list[tuple[dict[str, np.ndarray], int]] = []

    # ---- looking ----------------------------------------------------------------------------------------------------
    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.slots.states[0]["over"])

    @property
    def seat(self) -> int:
        """Who is to act."""
        return int(self.slots.out[0, 0])

    @property
    def actions(self) -> list[int]:
        """What has been decided, in order."""
        return [action for _, action in self.past]

    def legal(self) -> list[int]:
        """The legal actions of the seat to act."""
        return np.flatnonzero(self.slots.mask[0]).tolist()

    def name(self, action: int) -> str:
        """An action of the seat to act in words."""
        return self.game.action_name(self.slots.states[0], self.slots.tables[0], action)

    def picture(self, seat: int) -> str:
        """What a seat sees."""
        return self.game.render(self.slots.states[0], self.slots.tables[0], seat, False)

    def digest(self) -> str:
        """32 hex digits that tell the state from any other."""
        return self.slots.digest(0)

    def since_own(self) -> list[tuple[Any, int]]:
        """(state before, action) of the last own decision and of all after it; of all if there is no own one yet."""
        start = self._last_own()
        return [(snapshot["states"][0], action) for snapshot, action in self.past[max(start, 0) :]]

    def replay(self) -> Replay:
        """The final line of play."""
        return make_replay(self.game, self.options, seed=self.seed, actions=self.actions)

    # ---- playing ----------------------------------------------------------------------------------------------------
    def play(self, action: int) -> None:
        """Plays an action of the seat to act.

        Raises:
            IllegalActionError: it is not legal.
        """
        if not 0 <= action < self.spec.num_actions or not self.slots.mask[0, action]:
            who = self.spec.agents[self.seat]
            by = f", player {self.against[self.seat]}" if self.seat in self.against else ""
            raise self.slots.illegal_action(0, who + by, action)
        self.past.append((self.slots.snapshot(), action))
        self.slots.actions[0] = action
        self.slots.advance(self.slots.actions, self.slots.everywhere)

    def answer(self) -> None:
        """Has the player of the seat to act decide.

        Raises:
            PlayerError, IllegalActionError: it does not keep to the protocol.
        """
        self.play(self.choice_of(self.players[self.seat], len(self.past)))

    def choice_of(self, player: Player, number: int) -> int:
        """What a player would do for the seat to act. ``number``: of the run; the same for the same choice."""
        introduce(player, self.spec, self.seed, number)
        return int(actions_of(player, self.batch(player))[0])

    def batch(self, player: Player) -> Any:
        """What a player is told of the pending decision."""
        return make_batch(self.slots, np.zeros(1, np.int64), player, np.ones(1, np.bool_))

    def undo(self) -> bool:
        """Takes back all since the last own decision, and that too. Returns whether there was one."""
        last = self._last_own()
        if last < 0:
            return False
        snapshot, _ = self.past[last]
        with self.slots.first_call("taking back"):
            self.slots.restore(snapshot)
        del self.past[last:]
        return True

    def _last_own(self) -> int:
        """Where in the past the last own decision is, −1 if there is none."""
        seats = [int(snapshot["states"][0]["seat"]) for snapshot, _ in self.past]
        return max((number for number, seat in enumerate(seats) if seat in self.own), default=-1)


def player_named(game: Game, name: str) -> Player:
    """A player of the game itself, or one of the registry.

    Raises:
        ValueError: nobody has that name.
    """
    return find_player(game, name) if name in scripted_names(game) else make_player(name)
