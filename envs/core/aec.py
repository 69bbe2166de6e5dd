"""A game as a PettingZoo AEC environment: one agent after the other, in the order in which the game asks them."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import logger
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Dict, Discrete
from pettingzoo import AECEnv

from . import save
from .batch import advance
from .engine import Slots
from .game import Game, GameSpec
from .options import CommonOptions
from .rng import SAMPLE, fold, fresh_seed, python_word
from .spaces import masked_space, metadata
from .spec import make_spec

if TYPE_CHECKING:
    from .replay import Replay

Observation = dict[str, Any]


class AecEnv(AECEnv[str, Observation, int]):
    """The bare environment: fast, and trusting. Illegal actions are the caller's fault; `CheckedEnv` finds them.

    Observations are ``{"observation": (D,) float32 or int8, "action_mask": (A,) int8}``, new arrays each time. Only
    the agent to act has anything in its mask. ``infos[agent]`` holds ``"action_mask"`` and the plain ``"score"``.
    Rewards come at the end of the game, unless shaped. All agents stay to the end, then all end together.

    Attributes:
        game_spec: the game with its options settled.
        seed: the seed of the running game, None before the first reset.
        possible_agents: agent names by seat.
        actions: what has been decided in the running game; None after `determinize`.
    """

    def __init__(self, game: Game, options: CommonOptions) -> None:
        super().__init__()
        self.game, self.options = game, options
        self.game_spec: GameSpec = make_spec(game, options)
        self.render_mode = options.render_mode
        self.metadata = metadata(game, is_parallelizable=False)
        self.possible_agents = list(self.game_spec.agents)
        self.observation_spaces = {agent: masked_space(game, self.game_spec) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(game.num_actions) for agent in self.possible_agents}  # type: ignore
        self.seed: int | None = None
        self.agents: list[str] = []
        self.actions: list[int] | None = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._shaping = options.reward_shaping is not None
        self._float = options.observation_dtype == "float32"
        self._slots = Slots(game, self.game_spec.tables, 1, autoreset=False, shaping=self._shaping, keep_score=True)
        self._out, self._obs, self._mask = self._slots.out[0], self._slots.obs[0], self._slots.mask[0]
        self._score, self._actions = self._slots.standing[0], self._slots.actions
        self._arguments = self._slots.arguments(self._actions, self._slots.everywhere)
        self._no_mask = np.zeros_like(self._mask)
        self._over = False
        self._moves = 0  # steps and resets; tells whether a loop over `agent_iter` moved on
        self._infos: dict[str, dict[str, Any]] = {}

    # ---- PettingZoo -------------------------------------------------------------------------------------------------
    def observation_space(self, agent: str) -> Dict:
        """The space of `observe`, the same object at every call."""
        return self.observation_spaces[agent]  # type: ignore[return-value]

    def action_space(self, agent: str) -> Discrete:  # type: ignore[override]
        """All actions of the game; masks say which are legal. The same object at every call."""
        return self.action_spaces[agent]  # type: ignore[return-value]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a game.

        Args:
            seed: any integer >= 0: the same game as slot 0 of a vector env with this seed. None: the next episode of
                the last seed, or a seed from the operating system if there was none.
            options: ignored.
        """
        if seed is None and self.seed is not None:
            self._slots.begin_next(self._slots.everywhere)
        else:
            seed = fresh_seed() if seed is None else seed
            self._slots.set_game(seed, 0, 0)
            self.seed = int(seed)
        self.agents, self.actions = self.possible_agents[:], []
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._over = False
        self._turn_to(int(self._out[0]))
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """Plays an action of the agent to act; once the game is over, takes None from each agent in turn.

        Raises:
            ValueError: None from a living agent, or anything else from a dead one.
        """
        if self._over:
            self._dead_step(action)
            return
        if action is None:
            raise ValueError(f"{self.agent_selection} is alive: step(None) is only for agents whose game has ended")
        self._actions[0] = action
        if self.actions is not None:
            self.actions.append(action)
        advance(*self._arguments)
        seat, _, _, ended = self._out.tolist()
        if ended or self._shaping:
            self._pay()
        self._turn_to(seat)
        if ended:
            self._finish()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """What an agent knows now, in arrays of the caller's own."""
        seat = self._seats[agent]
        if seat == self._seat:
            obs, mask = self._obs, self._mask
        else:
            obs, mask = self._slots.observe(np.array([seat]))[0], self._no_mask
        obs = self._slots.scaled(obs) if self._float else obs.copy()
        return {"observation": obs, "action_mask": mask.copy()}

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Observation (None without ``observe``), summed reward, terminated, truncated, info of the agent to act."""
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self._info(agent),
        )

    @property
    def infos(self) -> dict[str, dict[str, Any]]:  # type: ignore[override]
        """``{agent: {"action_mask": (A,) int8, "score": float}}``, made when asked for."""
        for agent in self.agents:
            self._info(agent)
        return self._infos

    def render(self, *, reveal: bool = False) -> str | None:
        """The public view as text; ``"human"`` prints it.

        Args:
            reveal: show what is hidden, too.
        """
        if self.render_mode is None:
            logger.warn("render() gives nothing: the environment was made without render_mode")
            return None
        text = self._draw(None, reveal)
        if self.render_mode == "ansi":
            return text
        print(text, flush=True)
        return None

    # ---- Shugyo -----------------------------------------------------------------------------------------------------
    @property
    def episode(self) -> int:
        """Number of the running game under its seed."""
        return int(self._slots.episodes[0])

    def render_for(self, agent: str) -> str:
        """The game as text, as an agent sees it."""
        return self._draw(self._seats[agent], False)

    def legal_actions(self, agent: str) -> list[int]:
        """The agent's legal actions, none unless it is to act."""
        self._need_reset()
        return np.flatnonzero(self._mask).tolist() if self._seats[agent] == self._seat else []

    def action_name(self, action: int) -> str:
        """An action in words, as it would be meant now."""
        self._need_reset()
        return self.game.action_name(self._slots.states[0], self._slots.tables[0], operator.index(action))

    def state_digest(self) -> str:
        """32 hex digits that tell this state of the game from any other."""
        self._need_reset()
        return self._slots.digest(0)

    def save(self) -> bytes:
        """The running game, to be read by `load` of an environment with the same rules and options."""
        self._need_reset()
        return save.pack(self.game_spec, "aec", self._slots.snapshot(), self._progress())

    def load(self, data: bytes) -> None:
        """Goes on with a saved game.

        Raises:
            SaveError: not a save of this game, these rules and options, or damaged; nothing changes then.
        """
        snapshot, progress = save.unpack(data, self.game_spec, "aec", self._slots.snapshot())
        self._slots.restore(snapshot)
        self._resume(progress)

    def clone(self) -> AecEnv:
        """An independent environment in the same state."""
        other = object.__new__(type(self))
        AecEnv.__init__(other, self.game, self.options)
        if self.seed is not None:
            other._slots.restore(self._slots.snapshot())
            other._resume(self._progress())
        return other

    def determinize(self, agent: str, seed: int | None = None) -> None:
        """Replaces all that an agent does not know by a sample that fits what it knows, in place.

        Args:
            agent: who is to notice nothing.
            seed: of the sample; None for one from the operating system.
        """
        self._need_reset()
        key = python_word(fold(fresh_seed() if seed is None else seed), SAMPLE, 0)
        self._slots.determinize(np.array([self._seats[agent]], np.int32), np.array([key], np.uint64))
        self._infos, self.actions = {}, None

    def replay(self) -> Replay:
        """The game so far, to be written with `write_replays`.

        Raises:
            ValueError: it went through `determinize`, so that its seed no longer leads there.
        """
        from .replay import make_replay  # which needs the vector env, and that this module

        self._need_reset()
        if self.actions is None or self.seed is None:
            raise ValueError("a game that went through determinize() has no replay")
        return make_replay(self.game, self.options, seed=self.seed, episode=self.episode, actions=self.actions)

    # ---- inner workings ---------------------------------------------------------------------------------------------
    def _turn_to(self, seat: int) -> None:
        self._seat = seat
        self.agent_selection = self.possible_agents[seat]
        self._infos = {}
        self._moves += 1

    def _pay(self) -> None:
        """Rewards of one step; whoever has acted begins a new sum."""
        self._cumulative_rewards[self.agent_selection] = 0.0
        for agent, reward in zip(self.agents, self._slots.rewards[0].tolist(), strict=True):
            self.rewards[agent] = reward
            self._cumulative_rewards[agent] += reward

    def _finish(self) -> None:
        _, terminated, truncated, _ = self._out.tolist()
        self.terminations = dict.fromkeys(self.agents, bool(terminated))
        self.truncations = dict.fromkeys(self.agents, bool(truncated))
        self._over = True
        self.agent_selection = self.agents[0]

    def _dead_step(self, action: int | None) -> None:
        if not self.agents:
            raise ResetNeeded("the game is over and all agents are done: call reset() before step()")
        if action is not None:
            raise ValueError("when an agent is dead, the only valid action is None")
        self._moves += 1
        agent = self.agents.pop(0)
        for by_agent in (self.terminations, self.truncations, self.rewards, self._cumulative_rewards, self._infos):
            by_agent.pop(agent, None)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.agents:
            self.agent_selection = self.agents[0]

    def _info(self, agent: str) -> dict[str, Any]:
        info = self._infos.get(agent)
        if info is None:
            seat = self._seats[agent]
            mask = self._mask if seat == self._seat else self._no_mask
            info = {"action_mask": mask.copy(), "score": self._score.item(seat)}
            self._infos[agent] = info
        return info

    def _draw(self, viewer: int | None, reveal: bool) -> str:
        self._need_reset()
        return self.game.render(self._slots.states[0], self._slots.tables[0], viewer, reveal)

    def _need_reset(self) -> None:
        if self.seed is None:
            raise ResetNeeded("call reset() first")

    def _progress(self) -> dict[str, Any]:
        """What a running environment holds besides its slots, as plain data."""
        return {
            "seed": self.seed,
            "actions": None if self.actions is None else [int(action) for action in self.actions],
            "agents": self.agents[:],
            "selection": self.agent_selection,
            "rewards": self.rewards.copy(),
            "cumulative": self._cumulative_rewards.copy(),
            "terminations": self.terminations.copy(),
            "truncations": self.truncations.copy(),
            "over": self._over,
        }

    def _resume(self, progress: dict[str, Any]) -> None:
        self._turn_to(int(self._out[0]))
        self.seed, self.actions = progress["seed"], progress["actions"]
        self.agents, self.agent_selection = progress["agents"], progress["selection"]
        self.rewards, self._cumulative_rewards = progress["rewards"], progress["cumulative"]
        self.terminations, self.truncations = progress["terminations"], progress["truncations"]
        self._over = progress["over"]

    def __reduce__(self) -> tuple:
        state = (self._slots.snapshot(), self._progress()) if self.seed is not None else None
        return _restored, (type(self), self.game, self.options), (state, self.observation_spaces, self.action_spaces)

    def __setstate__(self, whole: tuple) -> None:
        state, self.observation_spaces, self.action_spaces = whole
        if state is not None:
            self._slots.restore(state[0])
            self._resume(state[1])


def _restored(kind: type[AecEnv], game: Game, options: CommonOptions) -> AecEnv:
    return kind(game, options)
