"""How well the games' estimates predict, and how their weights were fitted.

Scripted players `heuristic` play, with a random decision now and then so that lopsided positions come up too. Positions
are taken on the way, and what `estimate` says of each is compared with the returns at the end: by the mean squared
error (the Brier score of a game that is won or lost is a quarter of it) and the correlation, beside those of the plain
score and of always saying 0.

    python -m shugyo.benchmarks.estimates covenant --games 400 --seed 1
    python -m shugyo.benchmarks.estimates covenant --games 1000 --seed 7 --fit

With ``--fit`` the weights are fitted by least squares to the returns and printed, for the game's `estimate.py`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from ..envs.core.batch import RANDOM, outcomes, play
from ..envs.core.game import Game
from ..envs.core.kernel import OPTIONS, kernel
from ..envs.core.options import parse_options
from ..envs.core.rng import slot_keys
from ..envs.core.verbs import estimate

NOISE = 0.3
"""How often a position is followed by a random decision in its game."""
STAGES = 4
"""Equal parts of a game, by its decisions."""
RIDGE = 0.01
"""Keeps a weight that hardly matters near the value that stands in the code."""
PLAIN = {"covenant": 4.0, "daimyo": 12.0, "okko": 6.0}
"""The lead in the plain score that is taken for tanh(1) of a return."""


@dataclass(frozen=True)
class Setting:
    """A way to play a game.

    Attributes:
        options: of the game.
        look: decisions between two positions, on the average.
    """

    options: dict[str, Any]
    look: int


@dataclass(frozen=True)
class Model:
    """A set of weights of a game's `estimate.py`.

    Attributes:
        weights: name of the constant.
        judge: name of the function that takes them.
        settings: where they hold.
        where: states → (N,) bool, the positions in which they hold.
    """

    weights: str
    judge: str
    settings: Sequence[Setting]
    where: Callable[[np.ndarray], NDArray[np.bool_]] = field(default=lambda states: np.ones(len(states), np.bool_))


_YEAR = [Setting({"num_players": n}, 15 * n) for n in range(2, 6)]
_DAIMYO = [Setting({"num_players": n}, 20 * n) for n in range(2, 6)]
_DAIMYO.append(Setting({"num_players": 4, "nemesis": True, "expansions": (1, 2)}, 70))
_RACES = [Setting({"scenario": s, "num_heroes": n}, 7 * n) for s in ("initiation", "vigil") for n in (1, 2)]
_HUNTS = [Setting({"scenario": s, "num_heroes": n}, 11 * n) for s in ("investigation", "masks") for n in range(1, 5)]
MODELS = {
    "covenant": [
        Model("YEAR", "judge", _YEAR),
        Model("CONFLICT", "judge", [Setting({"mode": "conflict"}, 5)]),
        Model("MINI", "judge", [Setting({"mode": "mini"}, 1)]),
    ],
    "daimyo": [Model("DUEL", "judge", _DAIMYO), Model("RUSH", "judge_rush", [Setting({"boss_rush": True}, 15)])],
    "okko": [
        Model("OBJECTIVE", "judge_race", _RACES),
        Model("SEARCH", "judge_hunt", _HUNTS, lambda states: states["battle"] == 0),
        Model("BATTLE", "judge_hunt", _HUNTS, lambda states: states["battle"] != 0),
    ],
}


class Positions(NamedTuple):
    """Positions of games, and what became of them. N positions, S seats.

    Attributes:
        tables: (1,) tables record.
        states: (N,) state records.
        returns: (N, S) float32, at the end of the position's game.
        stage: (N,) int64, the part of the game that it is taken from, 0 … `STAGES` − 1.
    """

    tables: np.ndarray
    states: np.ndarray
    returns: NDArray[np.float32]
    stage: NDArray[np.int64]


# ---- positions ------------------------------------------------------------------------------------------------------
def collect(game: Game, setting: Setting, games: int, seed: int) -> Positions:
    """Plays games and takes positions on the way.

    Args:
        game: which.
        setting: how.
        games: how many.
        seed: of deals and players, an integer >= 0.
    """
    tables, _ = game.build_tables(parse_options(game.options_type, game.env_id, setting.options))
    seats = int(tables[0]["num_seats"])
    states = np.zeros(games, game.state_type)
    states["over"] = 1  # `play` begins episode 0 of each slot; another entry point would have to be compiled too
    keys, episodes = slot_keys(seed, games), np.full(games, -1, np.int64)
    player_keys = np.arange(1, seats + 1, dtype=np.uint64)
    mask = np.zeros((games, game.num_actions), np.int8)
    returns, score = np.zeros((2, games, seats), np.float32)
    played = np.zeros(games, np.int64)
    rng = np.random.default_rng(seed)
    heuristic = np.full((games, seats), 1 + game.scripted.index("heuristic"), np.int32)

    def go_on(kinds: NDArray[np.int32], budget: int, begin: int = 0) -> None:
        play(states, tables, keys, episodes, kinds, player_keys, budget, begin, mask, returns, score, played)

    go_on(heuristic, 1, 1)
    taken, where = [], []
    while (running := np.flatnonzero(states["over"] == 0)).size:
        taken.append(states[running])
        where.append(running)
        go_on(np.where(rng.random((games, 1)) < NOISE, RANDOM, heuristic).astype(np.int32), 1)
        go_on(heuristic, int(rng.integers(1, 2 * setting.look)))
    found, slot = np.concatenate(taken), np.concatenate(where)
    stage = STAGES * found["decisions"] // np.maximum(1, states["decisions"][slot])
    return Positions(tables, found, returns[slot], np.minimum(STAGES - 1, stage))


@kernel
def estimates(states, tables, values):
    """What a game's verb says. ``states``: (N,) records; ``tables``: (1,) record; ``values``: (N, S) float32."""
    for i in range(states.shape[0]):
        estimate(states[i], tables[0], values[i])


def estimated(positions: Positions) -> NDArray[np.float32]:
    """(N, S) float32, what `estimate` says."""
    values = np.zeros_like(positions.returns)
    estimates(positions.states, positions.tables, values)
    return values


def plain(positions: Positions, scale: float) -> NDArray[np.float32]:
    """(N, S) float32, what the plain score says: of each seat the mean of tanh(lead / scale) over its opponents."""
    returns, score, values = (np.zeros_like(positions.returns) for _ in range(3))
    outcomes(positions.states, positions.tables, returns, score)
    side = positions.tables[0]["side"][: score.shape[1]]
    for seat in range(score.shape[1]):
        others = side != side[seat]
        if others.any():
            values[:, seat] = np.tanh((score[:, [seat]] - score[:, others]) / scale).mean(axis=1)
    return values


# ---- figures --------------------------------------------------------------------------------------------------------
def error(values: NDArray[np.float32], returns: NDArray[np.float32]) -> float:
    """The mean squared error."""
    return float(np.mean((values.astype(np.float64) - returns) ** 2))


def correlation(values: NDArray[np.float32], returns: NDArray[np.float32]) -> float:
    """Between values and returns, 0 where one does not vary."""
    if np.ptp(values) == 0 or np.ptp(returns) == 0:
        return 0.0
    return float(np.corrcoef(values.ravel(), returns.ravel())[0, 1])


def table(name: str, positions: Positions) -> list[str]:
    """Lines of a Markdown table: one for each stage, and one for all."""
    lines = []
    guesses = [np.zeros_like(positions.returns), plain(positions, PLAIN[name]), estimated(positions)]
    for stage in (*range(STAGES), None):
        part = positions.stage == stage if stage is not None else np.ones(len(positions.stage), np.bool_)
        if not part.any():
            continue
        errors = [f"{error(values[part], positions.returns[part]):.3f}" for values in guesses]
        ties = [f"{correlation(values[part], positions.returns[part]):.2f}" for values in guesses[1:]]
        label = "all" if stage is None else f"{stage + 1}"
        lines.append(f"| {label} | {part.sum()} | {' | '.join(errors)} | {' | '.join(ties)} |")
    return lines


def report(game: Game, games: int, seed: int) -> None:
    """Prints how well the estimate predicts, in every setting of the game."""
    head = "| quarter | positions | error of 0 | of the plain score | of the estimate | correlation, plain | estimate |"
    settings = {str(setting.options): setting for model in MODELS[game.name] for setting in model.settings}
    for words, setting in settings.items():
        lines = table(game.name, collect(game, setting, games, seed))
        print(f"\n{game.name} {words}\n\n{head}\n|---:|---:|---:|---:|---:|---:|---:|", *lines, sep="\n", flush=True)


# ---- fitting --------------------------------------------------------------------------------------------------------
def judging(judge: Any) -> Callable[..., None]:
    """A compiled loop over positions for a function of an `estimate.py` that takes weights."""

    @numba.njit(**OPTIONS)
    def judged(states, tables, weights, values):
        for i in range(states.shape[0]):
            judge(states[i], tables[0], weights, values[i])

    return judged


def fit(module: ModuleType, model: Model, samples: Sequence[Positions]) -> Any:
    """Fits weights to returns by least squares; every setting counts by the number of its positions.

    Args:
        module: the game's `estimate.py`.
        model: which weights.
        samples: positions of the model's settings.

    Returns:
        The weights, of the type of the constant.
    """
    start = getattr(module, model.weights)
    judged = judging(getattr(module, model.judge))
    chosen = []
    for sample in samples:
        part = model.where(sample.states)
        chosen.append((sample.states[part], sample.tables, sample.returns[part]))

    def residuals(vector: NDArray[np.float64]) -> NDArray[np.float64]:
        missed = [RIDGE * (vector - np.array(start))]
        for states, tables, returns in chosen:
            values = np.zeros_like(returns)
            judged(states, tables, type(start)(*map(float, vector)), values)
            missed.append((values.astype(np.float64) - returns).ravel() / np.sqrt(returns.shape[1]))
        return np.concatenate(missed)

    return type(start)(*least_squares(residuals, np.array(start), diff_step=1e-3, max_nfev=40).x)


def refit(game: Game, games: int, seed: int) -> None:
    """Prints fitted weights of all models of the game."""
    module = import_module(f"..envs.{game.name}.scripted.estimate", __package__)
    known: dict[str, Positions] = {}
    for model in MODELS[game.name]:
        for setting in model.settings:
            if str(setting.options) not in known:
                known[str(setting.options)] = collect(game, setting, games, seed)
        found = fit(module, model, [known[str(setting.options)] for setting in model.settings])
        numbers = ", ".join(f"{name}={value:.3g}" for name, value in found._asdict().items())
        print(f"{model.weights} = {type(found).__name__}({numbers})", flush=True)


def main(given: list[str] | None = None) -> int:
    """Plays, and prints tables or weights."""
    parser = argparse.ArgumentParser(
        prog="python -m shugyo.benchmarks.estimates", description="How well estimates predict."
    )
    parser.add_argument("game", choices=sorted(MODELS))
    parser.add_argument("--games", type=int, default=400, metavar="N", help="games in each setting")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of deals and players")
    parser.add_argument("--fit", action="store_true", help="fit the weights anew and print them")
    args = parser.parse_args(given)
    if args.games < 1 or args.seed < 0:
        parser.error("--games must be at least 1, and --seed not negative")
    game = import_module(f"..envs.{args.game}.game", __package__).GAME
    (refit if args.fit else report)(game, args.games, args.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
