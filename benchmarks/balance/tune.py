"""Searches content values that bring figures to their targets, and checks what was found on other deals and players.

A candidate is a value for each factor with a range, levels or multiples. Its loss is the weighted sum, over targets and
players, of ``((figure − target) / within)²``; as the square of a noisy figure is too large by its variance on average,
that is taken off. The search is noise-aware in four ways:

* all candidates play the same deals, block by block, so that they differ by what they are and not by luck;
* a candidate falls out after a block if its loss is then clearly above that of the best (two standard errors of both);
* a candidate that is proposed again plays further blocks instead of the same once more;
* the best few are played again on deals that no candidate has met, since the best of many was also the luckiest.

The winner and the game as it is are then played on held-out deals by the study's players and by a second family of
players that the search has not seen. The sampler is Optuna's tree-structured Parzen estimator (Bergstra, Bardenet,
Bengio and Kégl, 2011). A run with the same settings goes the same way; what it has played stands in the ledger.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ...envs.core.content import ContentError
from ...envs.core.options import OptionError
from ..results import versions, write_json
from ..watching import Progress
from .designs import Point, levels_of, make_point
from .effects import Value, effect_of, value_of
from .figures import Sums
from .playing import Ledger, Table, cell_of
from .results import finite
from .settings import Base, Factor, Playing, Study, StudyError, Target

LEDGER = "tuning.jsonl"
SEARCH, FINAL, HELD_OUT = 1, 2, 3
"""Deals of the phases have seeds of their own: study's seed · 10 + phase, blocks of the search further apart."""
CLEARLY = 2.0
"""Standard errors by which a candidate has to be worse to fall out."""


@dataclass(frozen=True)
class Loss:
    """How far a candidate is from the targets.

    Attributes:
        value: 0 at the targets, up to noise; it can be negative.
        error: its standard error.
    """

    value: float
    error: float

    def clearly_above(self, other: Loss) -> bool:
        """Whether it is worse than another beyond doubt."""
        return self.value - other.value > CLEARLY * math.hypot(self.error, other.error)


@dataclass
class Candidate:
    """Values for the factors and what is known of them.

    Attributes:
        point: the game at these values.
        blocks: played so far.
        sums: by player and target's figure: of all blocks together.
        loss: by these.
    """

    point: Point
    blocks: int = 0
    sums: dict[str, Sums] = field(default_factory=dict)
    loss: Loss = Loss(math.inf, math.inf)


@dataclass(frozen=True)
class Check:
    """A target on held-out deals.

    Attributes:
        player: who played.
        searched: whether the search used these players.
        figure, target, within: the target.
        before, after: the figure in the game as it is and in the tuned one.
        verdict: ``"reached"`` if the interval of ``after`` lies within the target's bounds, ``"missed"`` if outside,
            else ``"not settled"``: more games would tell.
    """

    player: str
    searched: bool
    figure: str
    target: float
    within: float
    before: Value
    after: Value
    verdict: str


@dataclass(frozen=True)
class Tuned:
    """What a search found.

    Attributes:
        title, question: of the study.
        values: by factor, what the game has and what is proposed.
        checks: on held-out deals.
        trials, pruned, refused: candidates proposed, those that fell out, those that the game refused.
        finalists: (values, loss in the search, loss on fresh deals).
        rules_hash, tuned_hash: of the game as it is, and tuned.
        seed: of the study.
        games: played in all.
        seconds: that playing took.
        command: that makes the same search.
        versions: of Python and libraries.
    """

    title: str
    question: str
    values: dict[str, tuple[Any, Any]]
    checks: list[Check]
    trials: int
    pruned: int
    refused: int
    finalists: list[tuple[str, Loss, Loss]]
    rules_hash: str
    tuned_hash: str
    seed: int
    games: int
    seconds: float
    command: str
    versions: dict[str, str]

    @property
    def words(self) -> list[str]:
        """What to give other commands to play the tuned game, as far as it is another."""
        return [f"--set {key}={json.dumps(new)}" for key, (old, new) in self.values.items() if new != old]

    @property
    def reached(self) -> bool:
        """Whether all targets are reached with the players of the search and with the others."""
        return all(check.verdict == "reached" for check in self.checks)


def most_games(study: Study) -> int:
    """The most games that a search plays."""
    settings, players = study.tune, len(study.players)
    if settings is None:
        return 0
    search = (settings.trials + settings.finalists) * settings.blocks * settings.games * players
    second = len(settings.second) * (settings.second_games or study.games)
    return search + 2 * (second + sum(study.games_of(playing) for playing in study.playing))


# ---- loss -----------------------------------------------------------------------------------------------------------
def loss_of(sums: Mapping[str, Sums], targets: Sequence[Target]) -> Loss:
    """The loss by figures of some games, its bias by noise taken off.

    Args:
        sums: by player; figures in the order of the targets.
        targets: what they shall become.
    """
    value = variance = 0.0
    for played in sums.values():
        for f, target in enumerate(targets):
            effect = effect_of([(1.0, played)], f)
            if not np.isfinite(effect.estimate) or len(effect.errors) < 2:
                return Loss(math.inf, math.inf)
            noise = float(effect.errors.var(ddof=1)) / len(effect.errors) / target.within**2
            off = (effect.estimate - target.value) / target.within
            value += target.weight * (off**2 - noise)
            variance += target.weight**2 * (4 * max(0.0, off**2 - noise) * noise + 2 * noise**2)
    return Loss(value / len(sums), math.sqrt(variance) / len(sums))


def together(first: Sums | None, second: Sums) -> Sums:
    """Sums of two sets of games with the same figures."""
    if first is None:
        return second
    total, weight = (np.vstack([getattr(first, name), getattr(second, name)]) for name in ("total", "weight"))
    return Sums(first.names, total, weight, second.fair, first.games + second.games, {})


# ---- the search -----------------------------------------------------------------------------------------------------
class Search:
    """A search under way.

    Args:
        base: the game of the study, which has a table ``[tune]``.
        folder: for the ledger and what was found.
        num_threads: for the games.
        progress: called with the number of games finished so far.

    Raises:
        StudyError: there is nothing to tune.
        LedgerError, ResultsError: see `playing.Ledger`.
    """

    def __init__(self, base: Base, folder: Path, *, num_threads: int = 1, progress: Progress | None = None) -> None:
        study = base.study
        if study.tune is None or not study.factors:
            raise StudyError("the study has nothing to tune; give it factors with ranges, and a table [tune]")
        self.base, self.study, self.settings = base, study, study.tune
        self._spaces = [space_of(base, factor) for factor in study.factors]
        self.table = Table(Ledger(folder / LEDGER, base.spec.rules_hash), num_threads, progress)
        self.candidates: dict[str, Candidate] = {}
        self.pruned = self.refused = 0

    def run(self, command: str) -> Tuned:
        """Searches, chooses and validates.

        Args:
            command: that makes the same search.

        Raises:
            StudyError: the game refused every candidate.
        """
        self._propose_all()
        ranked = sorted((c for c in self.candidates.values() if c.blocks), key=lambda c: c.loss.value)
        if not ranked:
            raise StudyError("the game refused every candidate; narrow the ranges of the factors")
        finals = [(c, self._fresh_loss(c)) for c in ranked[: self.settings.finalists]]
        winner = min(finals, key=lambda pair: pair[1].value)[0]
        study, checks = self.study, self._validate(winner.point)
        return Tuned(
            title=study.title,
            question=study.question,
            values={f.name: (self.base.value(f), winner.point.levels[n]) for n, f in enumerate(study.factors)},
            checks=checks,
            trials=self.settings.trials,
            pruned=self.pruned,
            refused=self.refused,
            finalists=[(candidate.point.label, candidate.loss, loss) for candidate, loss in finals],
            rules_hash=self.base.spec.rules_hash,
            tuned_hash=winner.point.rules_hash,
            seed=study.seed,
            games=self.table.played + self.table.known,
            seconds=round(self.table.seconds, 1),
            command=command,
            versions=versions("scipy", "optuna", "torch"),
        )

    def _propose_all(self) -> None:
        import optuna

        optuna.logging.set_verbosity(optuna.logging.WARNING)
        sampler = optuna.samplers.TPESampler(seed=self.study.seed % 2**32, n_startup_trials=min(10, self._third))
        search = optuna.create_study(sampler=sampler)
        search.enqueue_trial({str(n): space.start for n, space in enumerate(self._spaces)})  # the game as it is
        for _ in range(self.settings.trials):
            trial = search.ask()
            levels = {n: space.suggest(trial, str(n)) for n, space in enumerate(self._spaces)}
            loss, kept = self._evaluate(levels)
            if not math.isfinite(loss.value):
                search.tell(trial, state=optuna.trial.TrialState.FAIL)
            elif kept:
                search.tell(trial, loss.value)
            else:
                trial.report(loss.value, 1)
                search.tell(trial, state=optuna.trial.TrialState.PRUNED)

    @property
    def _third(self) -> int:
        return max(2, self.settings.trials // 3)

    def _evaluate(self, levels: dict[int, Any]) -> tuple[Loss, bool]:
        """Plays a candidate, or a known one further; whether it stays among the best."""
        try:
            point = make_point(self.base, 1 + len(self.candidates), levels)
        except (OptionError, ContentError):  # values that do not go together: no candidate
            self.refused += 1
            return Loss(math.inf, math.inf), False
        candidate = self.candidates.setdefault(point.label, Candidate(point))
        for _ in range(self.settings.blocks):
            self._play_block(candidate)
            others = [one.loss for one in self.candidates.values() if one is not candidate]
            best = min(others, key=lambda loss: loss.value, default=candidate.loss)
            if candidate.loss.clearly_above(best):
                self.pruned += 1
                return candidate.loss, False
        return candidate.loss, True

    def _play_block(self, candidate: Candidate) -> None:
        seed = (self.study.seed + 1_000_003 * candidate.blocks) * 10 + SEARCH
        for playing in self.study.playing:
            sums = self._play(candidate.point, playing, seed, self.settings.games)
            candidate.sums[playing.name] = together(candidate.sums.get(playing.name), sums)
        candidate.blocks += 1
        candidate.loss = loss_of(candidate.sums, self.settings.targets)

    def _play(self, point: Point, playing: Playing, seed: int, games: int) -> Sums:
        names = [target.figure for target in self.settings.targets]
        sums = self.table.sums(cell_of(self.base, point, playing, seed, games, names), point.label)
        if absent := [name for name in names if name not in sums.names]:
            raise StudyError(f"there is no figure {absent[0]!r} in these games; there are {', '.join(sums.names)}")
        return sums.picked(names)

    def _fresh_loss(self, candidate: Candidate) -> Loss:
        games, seed = self.settings.games * self.settings.blocks, self.study.seed * 10 + FINAL
        fresh = {p.name: self._play(candidate.point, p, seed, games) for p in self.study.playing}
        return loss_of(fresh, self.settings.targets)

    def _validate(self, tuned: Point) -> list[Check]:
        """The game as it is and the tuned one on held-out deals, by the players of the search and by others."""
        before, seed = make_point(self.base, 0, {}), self.study.seed * 10 + HELD_OUT
        second = [Playing(all=name, games=self.settings.second_games) for name in self.settings.second]
        checks = []
        for playing in [*self.study.playing, *second]:
            games = self.study.games_of(playing)
            sums = [self._play(point, playing, seed, games) for point in (before, tuned)]
            for f, target in enumerate(self.settings.targets):
                old, new = (value_of(p.label, playing.name, s, f) for p, s in zip((before, tuned), sums, strict=True))
                verdict, searched = settled(new, target), playing not in second
                checks.append(
                    Check(playing.name, searched, target.figure, target.value, target.within, old, new, verdict)
                )
        return checks


def settled(value: Value, target: Target) -> str:
    """Whether a figure is known to be at its target, or not to be."""
    low, high = target.value - target.within, target.value + target.within
    if low <= value.low and value.high <= high:
        return "reached"
    return "missed" if value.high < low or high < value.low else "not settled"


# ---- where a factor is searched -------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Space:
    """The values that a factor may take.

    Attributes:
        start: what the game has.
        choices: values one by one; empty for a range.
        low, high: of a range.
        whole: whether it holds whole numbers only.
    """

    start: Any
    choices: tuple[Any, ...] = ()
    low: float = 0.0
    high: float = 0.0
    whole: bool = False

    def suggest(self, trial: Any, name: str) -> Any:
        """A value for a trial of Optuna."""
        if self.choices:
            return self.choices[trial.suggest_categorical(name, list(range(len(self.choices))))]
        if self.whole:
            return trial.suggest_int(name, int(self.low), int(self.high))
        return trial.suggest_float(name, self.low, self.high)


def space_of(base: Base, factor: Factor) -> Space:
    """Where a factor is searched: its range, or its levels and what the game has.

    Raises:
        StudyError: a range for what is no number, or one that does not hold what the game has.
    """
    value = base.value(factor)
    if factor.range is None:
        return Space(0, (value, *levels_of(base, factor)))
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise StudyError(f"factor {factor.name}: a range is for numbers, not {value!r}; give levels")
    low, high = factor.range
    if not low <= value <= high:
        raise StudyError(f"factor {factor.name}: range = {factor.range} leaves out what the game has, {value!r}")
    return Space(value, (), low, high, isinstance(value, int))


# ---- files ----------------------------------------------------------------------------------------------------------
def write_tuned(tuned: Tuned, folder: Path) -> Path:
    """Writes tuning.json; returns its path."""
    write_json(folder / "tuning.json", finite({"kind": "balance tuning", **asdict(tuned)}))
    return folder / "tuning.json"
