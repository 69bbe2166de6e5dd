"""One seat of a game as a Gymnasium environment; the other seats are played inside."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Discrete
from numpy.typing import NDArray

from .batch import FOUL
from .engine import Slots
from .game import Game, GameSpec, Player
from .options import CommonOptions
from .players import actions_of, by_seat, make_batch, seat_players, start_players
from .rng import LEARNER, fresh_seed, python_word
from .sides import seats_named
from .spaces import flat_space, metadata
from .spec import make_spec

THE_SLOT = np.zeros(1, np.int64)
Result = tuple[NDArray[Any], float, bool, bool, dict[str, Any]]


class GymEnv(gymnasium.Env[NDArray[Any], int]):
    """The learner's seat, from one of its decisions to the next.

    Observations are (D,) float32 or int8, new arrays each time. ``info`` holds ``"action_mask"`` (A,) int8, ``"seat"``
    (of the learner, or of the hero it plays now) and the plain ``"score"``. The reward is what the learner's seat has
    gained since its last decision.

    Args:
        game: the game.
        options: its options.
        opponents: a player's name, a Player, or one for each seat (the learner's entries are not used).
        seat: an index, an agent's name, ``"heroes"`` where there are any (the learner decides for all of them), or
            None: drawn for each episode from the seed.

    Attributes:
        game_spec: the game with its options settled.
        learners: the seats that the learner plays in this episode.

    Raises:
        ValueError: an opponent is unknown or cannot play this game, or there is another number of them than of seats.
        OptionError: there is no such seat.
    """

    def __init__(
        self,
        game: Game,
        options: CommonOptions,
        *,
        opponents: str | Player | Sequence[str | Player] = "random",
        seat: int | str | None = None,
    ) -> None:
        self.game, self.options = game, options
        self.game_spec: GameSpec = make_spec(game, options)
        self.render_mode = options.render_mode
        self.metadata = metadata(game)
        self.observation_space = flat_space(game, self.game_spec)
        self.action_space = Discrete(game.num_actions)  # type: ignore[assignment]
        self.players = seat_players(game, by_seat(opponents, self.game_spec.num_seats, "opponents"))
        self.learners: tuple[int, ...] = ()
        self._wanted = None if seat is None else seats_named(self.game_spec, seat)
        self._float = options.observation_dtype == "float32"
        self._shaping = options.reward_shaping is not None
        self._slots = Slots(game, self.game_spec.tables, 1, autoreset=False, shaping=self._shaping, keep_score=True)
        self._over = True
        self._begun = False
        start_players(self.players, self.game_spec, self._slots)  # who cannot play this game is refused now

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Starts a game and plays on to the learner's first decision.

        Args:
            seed: an integer >= 0, of the deals, the drawn seats and the scripted opponents; None: the next episode.
            options: ignored.
        """
        super().reset(seed=seed)
        slots = self._slots
        if seed is None and self._begun:
            slots.begin_next(slots.everywhere)
        else:
            slots.set_game(fresh_seed() if seed is None else seed, 0, 0)
            start_players(self.players, self.game_spec, slots)
        self._begun, self._over = True, False
        self._undecided = set(range(slots.num_seats))
        self.learners = self._wanted or (self._draw_seat(),)
        self._play_others()
        if self._over:  # without a single decision of the learner's
            return self.reset(options=options)
        self._show()
        return self._observation(), self._info()

    def step(self, action: int) -> Result:
        """Plays the learner's action, then the others up to the learner's next decision or the end.

        Raises:
            ResetNeeded: there is no running game.
            TypeError: the action is not an integer.
            IllegalActionError: it is not legal, and the option ``on_illegal`` is ``"raise"``; nothing has changed.
        """
        slots = self._slots
        if self._over:
            raise ResetNeeded("call reset() before step()")
        action = operator.index(action)
        if not (0 <= action < self.game.num_actions and slots.mask[0, action]):
            if self.options.on_illegal == "raise":
                raise slots.illegal_action(0, self.game_spec.agents[slots.out[0, 0]], action)
            action = FOUL
        reward = self._play(action) + self._play_others()
        self._show()
        _, terminated, truncated, _ = slots.out[0].tolist()
        return self._observation(), reward, bool(terminated), bool(truncated), self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """(A,) bool, the legal actions."""
        return self._slots.mask[0] != 0

    def render(self) -> str | None:  # type: ignore[override]
        """The game as the learner sees it, as text; ``"human"`` prints it after every step by itself."""
        if self.render_mode is None or not self._begun:
            gymnasium.logger.warn("render() gives nothing without a render_mode, or before reset()")
            return None
        text = self.game.render(self._slots.states[0], self._slots.tables[0], self._seat(), False)
        if self.render_mode == "ansi":
            return text
        print(text, flush=True)
        return None

    # ---- inner workings ---------------------------------------------------------------------------------------------
    def _draw_seat(self) -> int:
        word = python_word(int(self._slots.keys[0]), LEARNER, int(self._slots.episodes[0]))
        return (word >> 32) * self._slots.num_seats >> 32

    def _play(self, action: int) -> float:
        """Plays an action; what the learner gained by it."""
        slots = self._slots
        slots.actions[0] = action
        slots.advance(slots.actions, slots.everywhere)
        self._over = bool(slots.out[0, 3])
        if not (self._over or self._shaping):
            return 0.0
        rewards = slots.rewards[0].tolist()
        return sum(rewards[seat] for seat in self.learners) / len(self.learners)

    def _play_others(self) -> float:
        """Plays until the learner is to act or the game is over; what the learner gained meanwhile."""
        slots, reward = self._slots, 0.0
        while not self._over and (seat := int(slots.out[0, 0])) not in self.learners:
            player = self.players[seat]
            batch = make_batch(slots, THE_SLOT, player, np.array([seat in self._undecided]))
            self._undecided.discard(seat)
            self._over = True  # should the player fail, there is no game to go on with
            action = int(actions_of(player, batch)[0])
            if action < 0 or not slots.mask[0, action]:
                raise slots.illegal_action(0, f"opponent {player.name}", action)
            self._over = False
            reward += self._play(action)
        return reward

    def _seat(self) -> int:
        """The learner's seat to act; its first once another's action has ended the game."""
        seat = int(self._slots.out[0, 0])
        return seat if seat in self.learners else self.learners[0]

    def _observation(self) -> NDArray[Any]:
        acting = self._slots.out[0, 0] == self._seat()
        obs = self._slots.obs.copy() if acting else self._slots.observe(np.array([self._seat()]))
        return self._slots.scaled(obs)[0] if self._float else obs[0]

    def _info(self) -> dict[str, Any]:
        seat = self._seat()
        score = float(self._slots.standing[0, seat])
        return {"action_mask": self._slots.mask[0].copy(), "seat": seat, "score": score}

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()
