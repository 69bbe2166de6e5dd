"""Made-up tournaments and studies of plausible size."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from shugyo.benchmarks.intervals import Estimate, bounded_estimate
from shugyo.benchmarks.pages.page import Page, Provenance
from shugyo.benchmarks.pages.study_page import Measure, Study, study_page
from shugyo.benchmarks.pages.tournament_page import Tournament, tournament_page
from shugyo.benchmarks.tournaments.games import Games

PLAYERS = ("random", "greedy", "heuristic", "ppo:covenant-year", "ismcts:200")
STRENGTH = (-1.6, -0.5, 0.1, 0.5, 0.65)
TABLES = {"2 seats": 2, "3 seats": 3, "5 seats": 5}


@dataclass(frozen=True)
class Payoff:
    players: Sequence[str]
    share: np.ndarray
    low: np.ndarray
    high: np.ndarray
    deals: np.ndarray
    fair: float = 0.5


def games_of(
    players: Sequence[str] = PLAYERS, strength: Sequence[float] = STRENGTH, tables: dict[str, int] = TABLES,
    deals: int = 100, seat_bonus: float = 0.15, seed: int = 0,
) -> Games:  # fmt: skip
    """Each pair plays each deal at each table in all rotations: one against copies of the other."""
    chance = np.random.default_rng(seed)
    pairs = [(a, b) for a in range(len(players)) for b in range(a)]
    most = max(tables.values())
    columns: dict[str, list[np.ndarray]] = {name: [] for name in ("table", "deal", "player", "side", "share", "length")}
    for number, seats in enumerate(tables.values()):
        which, deal, rotation = (
            axis.ravel() for axis in np.meshgrid(range(len(pairs)), range(deals), range(seats), indexing="ij")
        )
        one, other = np.array(pairs)[which].T
        player = np.repeat(other[:, None], seats, axis=1)
        player[np.arange(len(player)), rotation] = one
        appeal = np.array(strength)[player] + seat_bonus * (np.arange(seats) == 0)
        luck = chance.gumbel(size=player.shape)
        winner = (appeal + luck).argmax(axis=1)
        share = np.zeros(player.shape)
        share[np.arange(len(player)), winner] = 1
        pad = ((0, 0), (0, most - seats))
        columns["table"].append(np.full(len(player), number))
        columns["deal"].append(number * deals + deal)
        columns["player"].append(np.pad(player, pad, constant_values=-1))
        columns["side"].append(np.pad(np.tile(np.arange(seats), (len(player), 1)), pad, constant_values=-1))
        columns["share"].append(np.pad(share, pad))
        columns["length"].append(chance.negative_binomial(12, 0.12, len(player)) + 20 * seats)
    parts = {name: np.concatenate(values) for name, values in columns.items()}
    here = parts["player"] >= 0
    blank = np.where(here, 0.0, np.nan)
    truncated = np.zeros(len(here), bool)
    return Games(
        players=list(players), tables=list(tables), rank=blank + 1.5, score=blank + 10, truncated=truncated, **parts
    )


def payoff_of(games: Games) -> Payoff:
    """Shares of two against each other, scaled so that equals have a half."""
    many = len(games.players)
    share, low, high = (np.full((many, many), np.nan) for _ in range(3))
    deals = np.zeros((many, many), np.int64)
    for a, b in np.argwhere(np.tri(many, k=-1)):
        met = ((games.player == a).any(axis=1)) & ((games.player == b).any(axis=1))
        if not met.any():
            continue
        part = games.select(met)
        seats = part.player == a
        won = [np.bincount(part.deal, (part.share * one).sum(axis=1)) for one in (seats, part.player == b)]
        sat = [np.bincount(part.deal, one.sum(axis=1)) for one in (seats, part.player == b)]
        rate = [w[s > 0] / s[s > 0] for w, s in zip(won, sat, strict=True)]
        values = rate[0] / (rate[0].mean() + rate[1].mean())
        share[a, b], low[a, b], high[a, b] = bounded_estimate(np.clip(values, 0, 1), 0, 1, 4)
        share[b, a], low[b, a], high[b, a] = 1 - share[a, b], 1 - high[a, b], 1 - low[a, b]
        deals[a, b] = deals[b, a] = len(values)
    return Payoff(games.players, share, low, high, deals)


def minima_of(payoff: Any) -> list[SimpleNamespace]:
    """The least share of who met somebody."""
    found = []
    for one, name in enumerate(payoff.players):
        if not np.isnan(payoff.share[one]).all():
            worst = int(np.nanargmin(payoff.share[one]))
            share = Estimate(*(float(part[one, worst]) for part in (payoff.share, payoff.low, payoff.high)))
            found.append(SimpleNamespace(player=name, opponent=payoff.players[worst], share=share))
    return found


def provenance_of() -> Provenance:
    return Provenance(
        commands=["shugyo tournament configs/tournaments/covenant.toml --processes 2"],
        rules={"covenant_v0": "5d1c0e3b9f7a4c21"},
        seeds={"deals": 7},
        versions={"python": "3.11.2", "shugyo": "0.1.0", "numpy": "2.1.0", "numba": "0.62.0"},
        date=datetime(2026, 5, 4, 12, 30, tzinfo=UTC),
        seconds=742.0,
        machine="2 processes",
    )


def tournament_of(games: Games, strength: Sequence[float] = STRENGTH, **more: Any) -> Tournament:
    """A page's worth of results; the ratings are what the players were made with."""
    rating = np.array(strength[: len(games.players)]) * 400 / np.log(10)
    rating = rating - rating.mean()
    half = 30 + 0.05 * np.abs(rating)
    payoff = payoff_of(games)
    ratings = SimpleNamespace(players=games.players, rating=rating, low=rating - half, high=rating + half)
    return Tournament(
        **{
            "title": "Covenant cup",
            "game": "covenant_v0",
            "games": games,
            "payoff": payoff,
            "ratings": ratings,
            "minima": minima_of(payoff),
            "provenance": provenance_of(),
        }
        | more
    )


def band(values: Sequence[float], half: float) -> SimpleNamespace:
    value = np.array(values)
    return SimpleNamespace(value=value, low=np.maximum(value - half, 0), high=np.minimum(value + half, 1))


@pytest.fixture(scope="session")
def games() -> Games:
    return games_of()


@pytest.fixture(scope="session")
def tournament(games: Games) -> Tournament:
    payoffs = {name: payoff_of(games.select(games.table == number)) for number, name in enumerate(games.tables)}
    cycle = SimpleNamespace(
        players=("heuristic", "ppo:covenant-year", "ismcts:200"), share=(0.55, 0.53, 0.51), low=(0.51, 0.48, 0.46),
        high=(0.59, 0.58, 0.56), sure=False,
    )  # fmt: skip
    return tournament_of(
        games,
        payoffs=payoffs,
        intransitivity=SimpleNamespace(
            explained=Estimate(0.94, 0.9, 0.97), p_value=0.31, cycles=[cycle], sure=0, triples=10
        ),
        masses={
            "α-rank": band([0, 0, 0.02, 0.28, 0.7], 0.2),
            "Nash average": band([0, 0, 0, 0.2, 0.8], 0.15),
        },
        advice=["To tell players apart whose shares differ by 5 points takes about 780 deals; 300 were played."],
    )


@pytest.fixture(scope="session")
def cup(tournament: Tournament) -> Page:
    """The page of the tournament."""
    return tournament_page(tournament)


@pytest.fixture(scope="session")
def minima() -> Callable[..., list[SimpleNamespace]]:
    """``minima(payoff)``."""
    return minima_of


@pytest.fixture(scope="session")
def make_tournament() -> Callable[..., Tournament]:
    """``make_tournament(players=…, …)``: of games made with those arguments."""

    def make(more: dict[str, Any] | None = None, **options: Any) -> Tournament:
        return tournament_of(games_of(**options), options.get("strength", STRENGTH), **more or {})

    return make


FACTORS = {
    "heroes.aiko.atk": ("3", ["2", "4"]),
    "treasures.rider.cost": ("5", ["4", "6"]),
    "rules.hand_size": ("5", ["4", "6"]),
    "nemeses.lord.life": ("12", ["10", "14"]),
}
STRENGTHS = ("greedy", "heuristic")
HEROES = ("Aiko", "Benkei", "Chiyo", "Date", "Ema")


def study_of(more: dict[str, Any] | None = None) -> Study:
    """Four things changed, each in two ways, among players of two strengths."""
    chance = np.random.default_rng(3)
    measures = [
        *(
            Measure(f"hero: {name}", f"wins of seats that begin with {name}", "hero", name, "× fair", fair=1.0)
            for name in HEROES
        ),
        Measure("rounds", "rounds of a game", "rounds", "", "rounds"),
        Measure("draws", "games without a single winner", "draws", "", "of games", share=True),
    ]
    scale = {"hero": 0.05, "rounds": 0.4, "draws": 0.004}
    base = {"hero": 1.0, "rounds": 14.2, "draws": 0.021}
    effects, across, values = [], [], []

    def compare(factor: str, level: str, measure: Measure, truth: Sequence[float], baseline: float) -> None:
        shown = []
        for player, true in zip(STRENGTHS, truth, strict=True):
            spread = scale[measure.group]
            estimate = float(true * spread + chance.normal(0, spread / 3))
            p = float(min(1.0, 60 * np.exp(-((3 * estimate / spread) ** 2) / 2)))
            shown.append(p < 0.05)
            effects.append(
                SimpleNamespace(
                    factor=factor, level=level, figure=measure.name, player=player, estimate=estimate,
                    low=estimate - spread * 0.65, high=estimate + spread * 0.65, p=p, baseline=baseline,
                    value=baseline + estimate,
                )
            )  # fmt: skip
        verdict = "holds" if all(shown) else "depends on the players" if any(shown) else "too few games to tell"
        across.append(SimpleNamespace(factor=factor, level=level, figure=measure.name, verdict=verdict))

    for number, hero in enumerate(measures[:5]):
        compare("", "as it is", hero, ((3.0, 4.0) if number == 0 else (-1.2, -0.4) if number == 3 else (0, 0)), 1.0)
    for factor, (_, levels) in FACTORS.items():
        for way, level in enumerate(levels):
            for measure in measures:
                strong = factor == "heroes.aiko.atk" and measure.name == "hero: Aiko"
                long = factor == "rules.hand_size" and measure.name == "rounds"
                truth = (4 * (2 * way - 1), 6 * (2 * way - 1)) if strong else (0, 3 * (1 - 2 * way)) if long else (0, 0)
                compare(factor, level, measure, truth, base[measure.group])
    for measure in measures:
        for player in STRENGTHS:
            value, spread = base[measure.group], scale[measure.group]
            values.append(
                SimpleNamespace(
                    point="as it is", figure=measure.name, player=player, value=value, low=value - spread / 2,
                    high=value + spread / 2,
                )
            )  # fmt: skip
    lengths = {
        ("as it is", player): dict(
            zip(*map(np.ndarray.tolist, np.unique(chance.poisson(12 + at, 2000), return_counts=True)), strict=True)
        )
        for at, player in enumerate(STRENGTHS)
    }
    return Study(
        **{
            "title": "Heroes of Daimyo's Fall",
            "question": "Is Aiko too strong, and which number would mend it?",
            "answer": "For players of every strength: heroes.aiko.atk = 2 brings the wins of Aiko from "
            "1.17 to 0.95 × fair. Only for strong players, hands of four cards make the game longer.",
            "game": "daimyo_v0",
            "design": "One factor at a time.",
            "factors": [SimpleNamespace(name=n, baseline=b, levels=levels) for n, (b, levels) in FACTORS.items()],
            "players": STRENGTHS,
            "measures": measures,
            "effects": effects,
            "across": across,
            "shown": ("holds", "depends on the players"),
            "meanings": {
                "holds": "shown for players of every strength, in the same direction",
                "depends on the players": "shown for some players, and others differ",
                "too few games to tell": "not shown, and the intervals reach beyond the difference that matters",
            },
            "values": values,
            "lengths": lengths,
            "reference": "as it is",
            "games": 36000,
            "correction": "p-values are corrected together by Holm's method: the chance that a study without effects "
            "names one is at most 5 %.",
            "advice": ["About 5,400 deals a point would tell a tenth of fair."],
            "provenance": provenance_of(),
        }
        | (more or {})
    )


@pytest.fixture(scope="session")
def study() -> Study:
    return study_of()


@pytest.fixture(scope="session")
def balance(study: Study) -> Page:
    """The page of the study."""
    return study_page(study)


@pytest.fixture(scope="session")
def make_study() -> Callable[..., Study]:
    """``make_study({…})``: with other attributes."""
    return study_of
