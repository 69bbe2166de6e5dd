"""The figures of a study: what is counted of watched games, and summed up in bunches of deals.

Every figure is a ratio of two sums over games, ``total / weight``: a mean has the number of games below, the win share
of a hero the number of seats that began with it. A bunch holds the games of some consecutive deals. Bunches are
independent of each other as deals are, and as the same deals lie in a bunch whatever was changed in the game, points of
a study are compared bunch by bunch.

A figure's name is its group, or ``group: thing``: ``"rounds"``, ``"seat: 1"``, ``"hero: Aiko"``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...envs.core.explain import nearest

BUNCHES = 200
"""The most bunches that a study's games are summed up in."""


class Group(NamedTuple):
    """What the figures of a group are.

    Attributes:
        words: what is measured; ``{}`` stands for the thing.
        unit: of the values.
        fair: whether 1 is what chance gives equal seats, so that a figure can be off without a comparison.
        share: whether values are shares of games or seats.
        margin: the smallest difference that matters unless a study says otherwise.
        relative: whether the margin is a part of the value (0.1: a tenth of it).
        games: names of the games that have it; empty for all.
    """

    words: str
    unit: str
    fair: bool = False
    share: bool = False
    margin: float = 0.1
    relative: bool = False
    games: tuple[str, ...] = ()


FAIR = "× fair"
GROUPS = {
    "seat": Group("wins of place {} in the turn order", FAIR, fair=True, games=("covenant", "daimyo")),
    "side": Group("wins of the {}", FAIR, fair=True, games=("okko",)),
    "hero": Group("wins of seats that begin with {}", FAIR, fair=True, games=("daimyo",)),
    "rounds": Group("rounds of a game", "rounds", relative=True),
    "decisions": Group("decisions of a game", "decisions", relative=True),
    "decisions a turn": Group("decisions of a turn", "decisions", relative=True),
    "lead changes": Group("changes of who is alone in front", "a game", relative=True),
    "winning margin": Group("points of the winner above the next", "points", relative=True),
    "limit": Group("games that a limit ended", "of games", share=True, margin=0.02),
    "draws": Group("games without a single winner", "of games", share=True, margin=0.02),
    "fall": Group("games in which the covenant falls", "of games", share=True, margin=0.05, games=("covenant",)),
    "bought": Group("seats that came by {}", "of seats", share=True, margin=0.05, games=("daimyo",)),
    "played": Group("{} played", "of seats", share=True, margin=0.05, games=("daimyo", "okko")),
    "lift": Group("wins of who had or used {}", FAIR, games=("daimyo", "okko")),
}
CARDS = ("bought", "played", "lift")


def group_of(figure: str) -> Group:
    """The group of a figure."""
    return GROUPS[figure.partition(":")[0]]


def in_words(figure: str) -> str:
    """A figure for people."""
    return group_of(figure).words.format(figure.partition(":")[2].strip())


def chosen(names: Collection[str], wanted: Collection[str]) -> list[str]:
    """Those of some figures that are wanted, by group or one by one, in their order.

    Args:
        names: figures.
        wanted: groups and figures.
    """
    return [name for name in names if name in wanted or name.partition(":")[0] in wanted]


def check(game: str, wanted: Collection[str]) -> None:
    """Makes sure that a game has figures of these groups.

    Raises:
        ValueError: it has not.
    """
    known = [name for name, group in GROUPS.items() if not group.games or game in group.games]
    for figure in wanted:
        if figure.partition(":")[0] not in known:
            raise ValueError(f"{game} has no figure {figure!r}; {nearest(figure.partition(':')[0], known)}")


# ---- sums -----------------------------------------------------------------------------------------------------------
class Tally(NamedTuple):
    """One figure, game by game.

    Attributes:
        total, weight: (N,) numbers.
        fair: what chance gives, as a share of wins; NaN where nothing is fair. Values are multiples of it.
    """

    total: NDArray[Any]
    weight: NDArray[Any]
    fair: float = float("nan")


@dataclass(frozen=True)
class Sums:
    """Figures of the games of one point of a study and one player.

    Attributes:
        names: F figures.
        total, weight: (B, F) float64, by bunch of deals.
        fair: (F,) float64, the share of wins that a value of 1 stands for; NaN where the figure is none.
        games: how many were played.
        lengths: number of games by rounds.
    """

    names: list[str]
    total: NDArray[np.float64]
    weight: NDArray[np.float64]
    fair: NDArray[np.float64]
    games: int
    lengths: dict[int, int]

    def picked(self, names: list[str]) -> Sums:
        """The same of some figures only; one that is not there has no weight."""
        at = {name: place for place, name in enumerate(self.names)}
        empty = np.zeros((len(self.total), 1))
        places = [at.get(name, len(self.names)) for name in names]
        total, weight = (np.hstack([sums, empty])[:, places] for sums in (self.total, self.weight))
        return Sums(names, total, weight, np.append(self.fair, np.nan)[places], self.games, self.lengths)

    @cached_property
    def weights(self) -> NDArray[np.float64]:
        """(F,) of all games together."""
        return self.weight.sum(axis=0)

    @cached_property
    def values(self) -> NDArray[np.float64]:
        """(F,) the figures; NaN where nothing was counted."""
        with np.errstate(invalid="ignore", divide="ignore"):
            return self.total.sum(axis=0) / self.weights

    @cached_property
    def errors(self) -> NDArray[np.float64]:
        """(B, F) errors of the figures by bunch, see `effects`; NaN where nothing was counted."""
        with np.errstate(invalid="ignore", divide="ignore"):
            return (self.total - self.values * self.weight) / (self.weights / len(self.weight))

    @cached_property
    def bunches(self) -> NDArray[np.int64]:
        """(F,) in how many bunches something was counted."""
        return (self.weight > 0).sum(axis=0)


def summed(tallies: dict[str, Tally], rounds: NDArray[np.int64]) -> Sums:
    """Sums games up.

    Args:
        tallies: by figure.
        rounds: (N,) of the games, in the order of their deals.
    """
    games = len(rounds)
    cuts = bunch_starts(games)
    total = [np.add.reduceat(one.total.astype(np.float64), cuts) for one in tallies.values()]
    weight = [np.add.reduceat(one.weight.astype(np.float64), cuts) for one in tallies.values()]
    counts = zip(*(part.tolist() for part in np.unique(rounds, return_counts=True)), strict=True)
    fair = np.array([one.fair for one in tallies.values()])
    return Sums(list(tallies), np.stack(total, 1), np.stack(weight, 1), fair, games, dict(counts))


def bunch_starts(games: int) -> NDArray[np.int64]:
    """(B,) where the bunches of so many deals begin."""
    bunches = min(BUNCHES, games)
    return np.arange(bunches) * games // bunches


# ---- what is counted, by game ---------------------------------------------------------------------------------------
def win_tallies(
    group: str, things: dict[str, NDArray[Any]], share: NDArray[np.float64], fair: float
) -> dict[str, Tally]:
    """Wins of the seats for which something holds, as a multiple of fair.

    Args:
        group: of the figures.
        things: by name, (N, S) bool, the seats.
        share: (N, S), of the first place.
        fair: share of wins of equals.
    """
    return {
        f"{group}: {name}": Tally((share * seats).sum(axis=1) / fair, seats.sum(axis=1), fair)
        for name, seats in things.items()
    }


def means(**by_game: NDArray[Any]) -> dict[str, Tally]:
    """Means over games; ``_`` in a name stands for a blank."""
    ones = np.ones(len(next(iter(by_game.values()))))
    return {name.replace("_", " "): Tally(values, ones) for name, values in by_game.items()}


def of_all_games(seen: Any, share: NDArray[np.float64], score: NDArray[Any], turns: NDArray[Any]) -> dict[str, Tally]:
    """What every game has.

    Args:
        seen: watched games.
        share: (N, P) of the first place, by party: seats, or sides where seats win together.
        score: (N, P).
        turns: (N,).
    """
    found = means(rounds=seen.rounds, decisions=seen.decisions, lead_changes=seen.lead_changes, limit=seen.truncated)
    found["decisions a turn"] = Tally(seen.decisions, np.maximum(1, turns))
    if share.shape[1] > 1:
        ordered = np.sort(score, axis=1)
        found |= means(draws=share.max(axis=1) < 1, winning_margin=ordered[:, -1] - ordered[:, -2])
    return found


def of_places(seen: Any, fair: float) -> dict[str, Tally]:
    """Wins by place in the turn order, 1 the first."""
    places = {str(place + 1): seen.position == place for place in range(seen.position.shape[1])}
    return win_tallies("seat", places, seen.share, fair)


def covenant(seen: Any, tables: Any, wanted: Collection[str]) -> dict[str, Tally]:
    """Figures of covenant, see `year_play`."""
    found = of_all_games(seen, seen.share, seen.score, seen.conflicts)
    return found | of_places(seen, 1 / int(tables.num_seats)) | means(fall=seen.fallen)


def daimyo(seen: Any, tables: Any, wanted: Collection[str]) -> dict[str, Tally]:
    """Figures of daimyo, see `card_play`."""
    from ...envs.daimyo.names import card_name, character_name

    seats = int(tables.num_seats)
    found = of_all_games(seen, seen.share, seen.score, seen.rounds * seats)
    if seats == 1:  # Boss Rush is lost or won by nobody but the game
        return found
    heroes = np.unique(seen.hero)
    by_hero = {character_name(tables, int(hero)): seen.hero == hero for hero in heroes[heroes >= 0]}
    found |= of_places(seen, 1 / seats) | win_tallies("hero", by_hero, seen.share, 1 / seats)
    for card in np.flatnonzero(tables.card_copies[: int(tables.num_cards)] > 0):
        name, owners = card_name(tables, int(card)), seen.kept[:, :, card] > 0
        if wanted_card("lift", name, wanted):
            found |= win_tallies("lift", {name: owners}, seen.share, 1 / seats)
        found |= {
            f"{group}: {name}": Tally(seats_of[:, :, card].sum(axis=1), np.full(len(owners), seats))
            for group, seats_of in (("bought", seen.gained), ("played", seen.played))
            if wanted_card(group, name, wanted)
        }
    return found


def okko(seen: Any, tables: Any, wanted: Collection[str]) -> dict[str, Tally]:
    """Figures of okko, see `scenario_play`: sides win, and all Heroes together are who used a card of theirs."""
    from ..scenario_play import DRAW, HEROES_WIN, ONI_WINS

    by_side = {"Oni": seen.winner == ONI_WINS, "Heroes": seen.winner == HEROES_WIN}
    draw = (seen.winner == DRAW) / 2
    share = np.stack([won + draw for won in by_side.values()], 1)
    found = of_all_games(_Limited(seen), share, seen.points, seen.rounds * int(tables.num_seats))
    ones = np.ones(len(draw))
    found |= {f"side: {side}": Tally((won + draw) * 2, ones, 0.5) for side, won in by_side.items()}
    for name, used, owner in _okko_cards(seen, tables):
        if wanted_card("played", name, wanted):
            found[f"played: {name}"] = Tally(used, ones)
        if wanted_card("lift", name, wanted):
            found[f"lift: {name}"] = Tally(2 * (by_side[owner] + draw) * used, used, 0.5)
    return found


class _Limited:
    """Watched games of okko under the names that the other games have."""

    def __init__(self, seen: Any) -> None:
        from ..scenario_play import LIMIT

        self.rounds, self.decisions, self.lead_changes = seen.rounds, seen.decisions, seen.lead_changes
        self.truncated = seen.end == LIMIT


def _okko_cards(seen: Any, tables: Any) -> Iterator[tuple[str, NDArray[np.bool_], str]]:
    """(name, (N,) whether it was used, whose it is); copies of a card are one name."""
    from ..scenario_figures import numbers_of

    kinds = numbers_of(tables)
    used = (seen.left | seen.right, "Heroes"), (seen.technique | seen.effect, "Oni"), (seen.works, "Heroes")
    for cards, (by_number, owner) in zip(kinds, used, strict=True):
        for name, numbers in cards.items():
            yield name, by_number[:, numbers].any(axis=1), owner


def wanted_card(group: str, name: str, wanted: Collection[str]) -> bool:
    """Whether a figure of a card is asked for: there are many, so that only those are kept."""
    return group in wanted or f"{group}: {name}" in wanted


TALLIES: dict[str, Callable[[Any, Any, Collection[str]], dict[str, Tally]]] = {
    "covenant": covenant,
    "daimyo": daimyo,
    "okko": okko,
}
"""(watched games, tables record, wanted groups and figures) → figures, by game."""
