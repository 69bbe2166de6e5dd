"""What watched games of okko come to, and the bars that the scenarios are held against."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from ..envs.okko import state as st
from ..envs.okko.names import decoded
from .intervals import Estimate, bounded_estimate
from .measured import Verdict, quantiles
from .scenario_play import DRAW, ENDS, LIMIT, ONI_WINS, Watched

BATTLES = ("none", "unmasked", "third wrong Accusation", "round 8", "scheme")
"""How the Final Battle began, by number."""
RECOLLECTIONS = ("unmasked", "defeated", "escaped", "alarm", "embarrassing", "defamatory", "dishonorable")
TOKENS = {
    st.EVIDENCE: "Evidence",
    st.PARCHMENT: "Parchment",
    st.COURTIER_TOKEN: "Courtiers",
    st.CHEST: "Chests",
}

# ---- the bars -------------------------------------------------------------------------------------------------------
ONI_SHARE = (0.35, 0.65)  # of decided games
ROUNDS = (3, 12)
DRAWS = 0.15  # of games, below
AT_LIMIT = 0.02  # of games, below
CARD_USE = 0.01  # of the games of at least one row
STRENGTH = 0.9  # of wins against random players, above


class Figures(NamedTuple):
    """What a row comes to. Shares are of its games; ``{name: …}`` of what is in the game.

    Attributes:
        games: played.
        decided: of them, without draws.
        oni: the Oni's share of decided games.
        draws, limit: share of draws, of games that the last round ended.
        points: mean of the Heroes, of the Oni.
        rounds: 5 %, 50 % and 95 % quantile.
        decisions: mean of a game.
        battles, ends: how the Final Battle began, how the game ended.
        memoirs: Recollections, blue and red; of a Hero: the Personal Mission fulfilled, the Hero eliminated.
        missions: completed by the Heroes, by the Oni.
        nature, alarm: the nature of the Oni was found out; the alarm was raised.
        cards: Action cards: laid left, laid right, either; None for a side that the card does not have.
        events: Event cards: laid as a technique, played for the Special Effect, either.
        items: Equipment: owned, working where it lay.
        companions, nodes: in play; Enhancements taken.
        tokens: successful investigations of a game, by kind; Chests opened.
        summoned: agents that came after the set-up, of a game, by kind.
        sneaks, surrounded: entries into prohibited Tiles, and times that a Hero was surrounded, of a game.
    """

    games: int
    decided: int
    oni: Estimate
    draws: float
    limit: float
    points: tuple[float, float]
    rounds: tuple[float, ...]
    decisions: float
    battles: dict[str, float]
    ends: dict[str, float]
    memoirs: dict[str, tuple[float, float]]
    missions: dict[str, tuple[float, float]]
    nature: float
    alarm: float
    cards: dict[str, tuple[float | None, float | None, float]]
    events: dict[str, tuple[float, float, float]]
    items: dict[str, tuple[float, float]]
    companions: dict[str, float]
    nodes: dict[str, float]
    tokens: dict[str, float]
    summoned: dict[str, float]
    sneaks: float
    surrounded: float


class Strength(NamedTuple):
    """Wins of a player of one side against random players on the other; a draw is half a win.

    Attributes:
        oni: of the Oni, against random Heroes.
        heroes: of the Heroes, against a random Oni.
    """

    oni: Estimate
    heroes: Estimate


def figures(seen: Watched, tables: Any) -> Figures:
    """Sums games up.

    Args:
        seen: the games.
        tables: the record of their rules and content.
    """
    decided = seen.winner[seen.winner != DRAW]
    cards, events, items = numbers_of(tables)
    either = seen.left | seen.right, seen.technique | seen.effect
    used = {name: shares(n, seen.left, seen.right, either[0]) for name, n in cards.items()}
    has = {name: (tables.card_sides[n[0]] & 1, tables.card_sides[n[0]] & 2) for name, n in cards.items()}
    missions = {decoded(tables.mission_name[m]): m for m in np.flatnonzero(tables.mission_exists)}
    kinds = np.flatnonzero((tables.kind_count > 0) & (tables.kind_rank != st.DEMON))
    rows = {name: row for row, name in enumerate(RECOLLECTIONS)} if tables.investigation else {}
    rows |= {name: st.MISSION_MEMOIR + m for name, m in missions.items() if tables.mission_size[m] >= 0}
    rows |= {decoded(tables.hero_name[h]): st.HERO_MEMOIR + h for h in range(int(tables.num_heroes))}
    return Figures(
        games=len(seen.winner),
        decided=len(decided),
        oni=bounded_estimate(decided == ONI_WINS, 0.0, 1.0, 1) if decided.size else Estimate(0.0, 0.0, 1.0),
        draws=share(seen.winner == DRAW),
        limit=share(seen.end == LIMIT),
        points=(float(seen.points[:, 0].mean()), float(seen.points[:, 1].mean())),
        rounds=quantiles(seen.rounds, 5, 50, 95),
        decisions=float(seen.decisions.mean()),
        battles={name: share(seen.battle == b) for b, name in enumerate(BATTLES)} if tables.investigation else {},
        ends={name: share(seen.end == e) for e, name in enumerate(ENDS)},
        memoirs={name: sides(seen.memoir[:, row]) for name, row in rows.items()},
        missions={name: sides(seen.completed[:, m]) for name, m in missions.items()},
        nature=share(seen.nature_known),
        alarm=share(seen.alarm),
        cards={
            name: (left if has[name][0] else None, right if has[name][1] else None, most)
            for name, (left, right, most) in used.items()
        },
        events={name: shares(n, seen.technique, seen.effect, either[1]) for name, n in events.items()},
        items={name: shares(n, seen.owned, seen.works) for name, n in items.items()},
        companions=by_name(tables.companion_name, seen.companion),
        nodes=by_name(tables.node_name, seen.node),
        tokens={name: float(seen.investigated[:, kind].mean()) for kind, name in TOKENS.items()},
        summoned={decoded(tables.kind_name[k]): share(seen.summoned[:, k]) for k in kinds},
        sneaks=float(seen.sneaks.mean()),
        surrounded=float(seen.surrounded.mean()),
    )


def numbers_of(tables: Any) -> tuple[dict[str, list[int]], ...]:
    """``{name: numbers}`` of Action cards, Event cards and Equipment in the game; copies of a card are one name."""
    found: tuple[dict[str, list[int]], ...] = ({}, {}, {})
    for c in np.flatnonzero(tables.card_sides):
        hero = decoded(tables.hero_name[c // st.HERO_CARDS])
        found[0].setdefault(f"{hero}: {decoded(tables.card_name[c])}", []).append(int(c))
    for which, (exists, names) in enumerate(
        ((tables.event_exists, tables.event_name), (tables.item_exists, tables.item_name)), 1
    ):
        for number in np.flatnonzero(exists):
            found[which].setdefault(decoded(names[number]), []).append(int(number))
    return found


def share(seen: Any) -> float:
    """Of games."""
    return float(np.mean(seen))


def shares(numbers: list[int], *seen: np.ndarray) -> Any:
    """Of games, for each array: shares of those in which one of the numbers was seen."""
    return tuple(share(np.any(one[:, numbers], axis=1)) for one in seen)


def sides(colours: np.ndarray) -> tuple[float, float]:
    """Shares of blue and of red."""
    return share(colours == st.BLUE), share(colours == st.RED)


def by_name(names: np.ndarray, seen: np.ndarray) -> dict[str, float]:
    """The mean of each column that has a name."""
    named = {number: decoded(name) for number, name in enumerate(names)}
    return {name: share(seen[:, number]) for number, name in named.items() if name}


def wins(seen: Watched, side: int) -> Estimate:
    """A side's share of wins; a draw is half a win.

    Args:
        seen: the games.
        side: ONI_WINS or HEROES_WIN.
    """
    return bounded_estimate((seen.winner == side) + 0.5 * (seen.winner == DRAW), 0.0, 1.0, 1)


# ---- verdicts -------------------------------------------------------------------------------------------------------
def verdicts(row: str, found: Figures) -> Iterator[Verdict]:
    """The bars of one row, those on the use of cards apart."""
    low, middle, high = found.rounds
    yield Verdict(
        f"the Oni wins {ONI_SHARE[0]:.0%} to {ONI_SHARE[1]:.0%} of decided games", row,
        f"{found.oni.mean:.1%} ({found.oni.low:.1%}–{found.oni.high:.1%})",
        found.decided > 0 and ONI_SHARE[0] <= found.oni.mean <= ONI_SHARE[1],
    )  # fmt: skip
    yield Verdict(
        f"nine games of ten last {ROUNDS[0]} to {ROUNDS[1]} rounds", row,
        f"{low:.0f}, median {middle:.0f}, {high:.0f}", ROUNDS[0] <= low and high <= ROUNDS[1],
    )  # fmt: skip
    yield Verdict(f"draws are under {DRAWS:.0%} of games", row, f"{found.draws:.1%}", found.draws < DRAWS)
    yield Verdict(
        f"the last round ends under {AT_LIMIT:.0%} of games", row, f"{found.limit:.2%}", found.limit < AT_LIMIT
    )


def strength_verdicts(row: str, player: str, found: Strength) -> Iterator[Verdict]:
    """The bars on a player of both sides against random ones."""
    bar = f"{player} wins over {STRENGTH:.0%} against random players"
    yield Verdict(bar, f"{row}, as the Oni", f"{found.oni.mean:.1%}", found.oni.mean > STRENGTH)
    yield Verdict(bar, f"{row}, as the Heroes", f"{found.heroes.mean:.1%}", found.heroes.mean > STRENGTH)


def use_verdicts(rows: Mapping[str, Figures]) -> Iterator[Verdict]:
    """The bars on cards: each is used in enough games of at least one row."""
    for what, used in most_used(rows).items():
        for card, (row, most) in used.items():
            bar = f"each {what} is used in at least {CARD_USE:.0%} of games of some row"
            yield Verdict(bar, card, f"{most:.2%} ({row})" if most else "never", most >= CARD_USE)


def most_used(rows: Mapping[str, Figures]) -> dict[str, dict[str, tuple[str, float]]]:
    """``{sort: {card: (row, share)}}``: the row in which a card is used in most games; Equipment counts as it works."""
    found: dict[str, dict[str, tuple[str, float]]] = {"Action card": {}, "Event card": {}, "Equipment card": {}}
    for row, figures in rows.items():
        for used, cards in zip(found.values(), (figures.cards, figures.events, figures.items), strict=True):
            for card, values in cards.items():
                if card not in used or values[-1] > used[card][1]:
                    used[card] = row, values[-1]
    return found
