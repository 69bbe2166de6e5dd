"""What the games of a match say of its players."""

from __future__ import annotations

import csv
import io
import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..envs.core.sides import side_numbers, wins
from .intervals import Estimate, bounded_estimate, mean_estimate
from .results import versions
from .strength import Match, Played

FORMAT = 1


class Line(NamedTuple):
    """How a player did, in all places or in one.

    Attributes:
        win_share: of the sides' wins; the sides with the highest return of a game share one win.
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
        by_place: by player and place: a seat; in a game with roles a side.
        ties: share of the games won by several sides.
        decisions: mean number in a game; forced ones are not counted.
        truncated: share of the games ended by a limit.
    """

    fair_share: float
    players: list[Line]
    by_place: list[list[Line | None]]
    ties: float
    decisions: float
    truncated: float


def summarize(match: Match, played: Played) -> Summary:
    """The numbers of a match."""
    side = side_numbers(match.spec)
    shares, players = wins(played.returns, side), range(len(match.players))
    weights = 1 / np.array([(side == one).sum() for one in side])  # a side counts once, whatever its size

    def line(where: NDArray[np.bool_]) -> Line | None:
        """``where``: (R, S), the seats in question; None if there are none."""
        if not where.any():
            return None
        games = int(where.any(axis=1).sum())
        share, returns, score = (
            np.average(values[:, where], axis=1, weights=np.broadcast_to(weights, where.shape)[where])
            for values in (shares, played.returns, played.score)
        )
        return Line(bounded_estimate(share, 0, 1, games), bounded_estimate(returns, -1, 1, games), mean_estimate(score))

    def at(seats: tuple[int, ...]) -> NDArray[np.bool_]:
        return np.isin(np.arange(match.spec.num_seats), seats)

    lines = [line(match.seats == player) for player in players]
    return Summary(
        fair_share=1 / len(np.unique(side)),
        players=[one for one in lines if one is not None],
        by_place=[[line((match.seats == player) & at(place.seats)) for place in match.places] for player in players],
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
                "by_seat": {place.name: _line(at) for place, at in zip(match.places, by_place, strict=True) if at},
            }
            for name, line, by_place in zip(match.names, summary.players, summary.by_place, strict=True)
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
    side = side_numbers(match.spec)
    shares, agents, names = wins(played.returns, side), match.spec.agents, match.names
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
