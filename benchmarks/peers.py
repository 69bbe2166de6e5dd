"""Other suites, timed in the same run: figures move between machines and days, and only such a comparison counts."""

from __future__ import annotations

import importlib
import random
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from .speed import Effort, measure

OPEN_SPIEL = ("hearts", "spades", "euchre", "skat", "leduc_poker", "backgammon")
UNIFORM_CHANCE = ("spades", "skat")
"""Of these, games whose chance outcomes are all equally likely."""
PGX = ("leduc_holdem", "connect_four", "sparrow_mahjong")
LENGTHS = 100
"""Random games that are played to tell how many decisions one has."""
GAMES = 10
"""Games between two looks at the clock."""


@dataclass(frozen=True)
class Peer:
    """A peer's figure, or why there is none.

    Attributes:
        name: suite and game.
        how: what was run.
        per_second: decisions a second of wall time, the median of the runs; None where it could not be run.
        cpu: CPU seconds for each second of wall time.
        reason: why not.
    """

    name: str
    how: str
    per_second: float | None
    cpu: float = 0.0
    reason: str = ""


def peers(effort: Effort) -> Iterator[Peer]:
    """Times what is installed."""
    for suite, measured in (("open_spiel", _open_spiel), ("pettingzoo", _pettingzoo), ("pgx", _pgx)):
        try:
            yield from measured(effort)
        except ImportError as error:
            yield Peer(suite, "", None, reason=f"not installed: {error}")


def _rate(name: str, how: str, work: Callable[[], int], effort: Effort) -> Peer:
    work()
    rate = measure(name, 1, work, effort)
    return Peer(name, how, rate.per_second, rate.cpu)


# ---- OpenSpiel ------------------------------------------------------------------------------------------------------
def _open_spiel(effort: Effort) -> Iterator[Peer]:
    import pyspiel  # pyright: ignore[reportMissingImports]  # optional: measured where it is installed

    for name in OPEN_SPIEL:
        game = pyspiel.load_game(name)
        yield _rate(f"open_spiel {name}", "random games in C++, no observations", _rollouts(pyspiel, game), effort)
    from open_spiel.python.observation import make_observation  # pyright: ignore[reportMissingImports]

    for name in UNIFORM_CHANCE:
        game = pyspiel.load_game(name)
        work = _python_loop(game, make_observation(game))
        yield _rate(f"open_spiel {name}", "from Python, NumPy observation every step", work, effort)


def _rollouts(pyspiel: Any, game: Any) -> Callable[[], int]:
    """Whole games by bots in C++; how many decisions they have follows from games played before."""
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(game.num_players())]

    def play(seed: int) -> Any:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed)
        return state

    mean = statistics.fmean(sum(move.player >= 0 for move in play(s).full_history()) for s in range(LENGTHS))
    seed = LENGTHS

    def work() -> int:
        nonlocal seed
        for _ in range(GAMES):
            play(seed)
            seed += 1
        return round(GAMES * mean)

    return work


def _python_loop(game: Any, observation: Any) -> Callable[[], int]:
    """A game played from Python; ``observation`` writes into a NumPy array."""
    rng = random.Random(0).random

    def work() -> int:
        state, count = game.new_initial_state(), 0
        while not state.is_terminal():
            legal = state.legal_actions()
            if not state.is_chance_node():
                observation.set_from(state, state.current_player())
                count += 1
            state.apply_action(legal[int(rng() * len(legal))])
        return count

    return work


# ---- PettingZoo -----------------------------------------------------------------------------------------------------
def _pettingzoo(effort: Effort) -> Iterator[Peer]:
    from pettingzoo.classic import connect_four_v3, tictactoe_v3

    for module in (tictactoe_v3, connect_four_v3):
        work = _agent_loop(module.env())
        yield _rate(f"pettingzoo {module.__name__.rpartition('.')[2]}", "the documented AEC loop", work, effort)


def _agent_loop(env: Any) -> Callable[[], int]:
    def work() -> int:
        env.reset()
        count = 0
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            env.step(env.action_space(agent).sample(observation["action_mask"]))
            count += 1
        return count

    return work


# ---- pgx ------------------------------------------------------------------------------------------------------------
def _pgx(effort: Effort, batch: int = 1024, steps: int = 100) -> Iterator[Peer]:
    jax, pgx = importlib.import_module("jax"), importlib.import_module("pgx")
    for name in PGX:
        work = _scan(jax, pgx.make(name), batch, steps)
        started = time.perf_counter()
        work()
        compiled = f"jitted scan with observations, batch {batch}, compiled in {time.perf_counter() - started:.0f} s"
        yield _rate(f"pgx {name}", compiled, work, effort)


def _scan(jax: Any, env: Any, batch: int, steps: int) -> Callable[[], int]:
    auto_reset = importlib.import_module("pgx.experimental").auto_reset
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry: Any, key: Any) -> Any:
        state, total = carry
        pick, other = jax.random.split(key)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        action = jax.random.categorical(pick, logits, axis=1)
        state = step(state, action, jax.random.split(other, batch))
        return (state, total + state.observation.sum()), None

    @jax.jit
    def play(state: Any, key: Any) -> Any:
        return jax.lax.scan(one, (state, 0.0), jax.random.split(key, steps))[0]

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), batch))
    key = jax.random.PRNGKey(1)

    def work() -> int:
        nonlocal state, key
        key, now = jax.random.split(key)
        state, total = play(state, now)
        total.block_until_ready()
        return batch * steps

    return work
