"""What the games of a match say of its players."""

from __future__ import annotations

import csv
import io
import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .intervals import Estimate, bounded_estimate, mean_estimate
from .results import versions
from .strength import Match, Played

FORMAT = 1


class Line(NamedTuple):
    """How a player did, in all seats or in one.

    Attributes:
        win_share: of the seats' wins; the seats with the highest return of a game share one win.
        returns: from −1 to 1.
        score: the game's own points.
    """

    win_share: Estimate
    returns: Estimate
    score: Estimate


class Summary(NamedTuple):
    """A match in numbers. Intervals are 95 % over the deals.

    Attributes:
        fair_share: the win share of equal players.
        players: by player.
        by_seat: by player and seat.
        ties: share of the games won by several seats.
        decisions: mean number in a game; forced ones are not counted.
        truncated: share of the games ended by a limit.
    """

    fair_share: float
    players: list[Line]
    by_seat: list[list[Line]]
    ties: float
    decisions: float
    truncated: float


def wins(returns: NDArray[np.float32]) -> NDArray[np.float64]:
    """Win shares (…, S) for returns (…, S): 1 for the only winner, 1/k for each of k."""
    best = returns == returns.max(axis=-1, keepdims=True)
    return best / best.sum(axis=-1, keepdims=True)


def summarize(match: Match, played: Played) -> Summary:
    """The numbers of a match."""
    shares, seats = wins(played.returns), range(match.spec.num_seats)
    players = range(len(match.players))

    def line(where: NDArray[np.bool_]) -> Line:
        """``where``: (R, S), the seats in question."""
        games = int(where.any(axis=1).sum())
        share, returns, score = (values[:, where].mean(axis=1) for values in (shares, played.returns, played.score))
        return Line(bounded_estimate(share, 0, 1, games), bounded_estimate(returns, -1, 1, games), mean_estimate(score))

    return Summary(
        fair_share=1 / len(seats),
        players=[line(match.seats == player) for player in players],
        by_seat=[[line((match.seats == player) & (np.array(seats) == seat)) for seat in seats] for player in players],
        ties=float((shares.max(axis=-1) < 1).mean()),
        decisions=float(played.lengths.mean()),
        truncated=float(played.truncated.mean()),
    )


def as_data(match: Match, played: Played, summary: Summary) -> dict[str, Any]:
    """The content of a result file: what was played, and what came out. The same match gives the same file."""
    spec = match.spec
    deals, rounds, _ = played.returns.shape
    return {
        "format": FORMAT,
        "kind": "match",
        "env_id": spec.env_id,
        "rules_hash": spec.rules_hash,
        "options": dict(spec.options),
        "players": match.names,
        "seats": match.seats.tolist(),
        "seed": match.seed,
        "deals": deals,
        "games": deals * rounds,
        "fair_share": summary.fair_share,
        "results": [
            {
                "player": name,
                **_line(line),
                "by_seat": {agent: _line(at) for agent, at in zip(spec.agents, by_seat, strict=True)},
            }
            for name, line, by_seat in zip(match.names, summary.players, summary.by_seat, strict=True)
        ],
        "ties": summary.ties,
        "decisions_per_game": summary.decisions,
        "ended_by_limit": summary.truncated,
        "versions": versions(),
    }


def games_csv(match: Match, played: Played) -> str:
    """A table with a row for each game and seat, as text."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(
        ["deal", "seating", "seat", "agent", "player", "return", "score", "win_share", "decisions", "ended_by_limit"]
    )
    shares, agents, names = wins(played.returns), match.spec.agents, match.names
    for deal, seating, seat in np.ndindex(played.returns.shape):
        table.writerow(
            [
                deal,
                seating,
                seat,
                agents[seat],
                names[match.seats[seating, seat]],
                float(played.returns[deal, seating, seat]),
                float(played.score[deal, seating, seat]),
                float(shares[deal, seating, seat]),
                int(played.lengths[deal, seating]),
                int(played.truncated[deal, seating]),
            ]
        )
    return out.getvalue()


def _line(line: Line) -> dict[str, Any]:
    return {"win_share": _estimate(line.win_share), "return": _estimate(line.returns), "score": _estimate(line.score)}


def _estimate(estimate: Estimate) -> dict[str, float | None]:
    """An end that is not known is None."""
    return {name: value if math.isfinite(value) else None for name, value in estimate._asdict().items()}
