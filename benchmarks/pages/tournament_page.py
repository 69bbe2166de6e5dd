"""The page of a tournament: who is strongest, by how much, and whether that can be believed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from markupsafe import Markup

from . import figures, findings
from .data import Data, games_data
from .inputs import Band, Intransitivity, Minimum, Payoff, Ratings
from .page import Figure, Page, Prose, Provenance, Section, Table
from .tallies import Tally, fair_share, tally, tally_by_opponent
from .words import NONE, PARTS, RATING, SHARE, Cell, code, count, duration, estimate_cell, listed

if TYPE_CHECKING:
    from ..ratings.population import RolePopulation
    from ..tournaments.games import Games


EQUALLY = "The mean over the opponents, each counting the same however often it was met, with 95 % intervals."
"""How to read shares by player: who meets weak players more often is no better for it."""


@dataclass(frozen=True)
class Tournament:
    """What a tournament's page is made of. Everything by player has the order of ``games.players``.

    Attributes:
        title: its name.
        game: id of the environment.
        games: that were finished, at least one.
        payoff: who did how well against whom.
        ratings: of all tables together.
        minima: of the players who met somebody, the least share of ``payoff``.
        provenance: with one rules hash.
        question: what was asked; nothing: who is strongest.
        ahead: whether ``payoff`` and its minima say how often somebody finished ahead, ties half; if not, they are
            parts of the wins.
        places: by table the names of the sides, such as ``["Oni", "Heroes"]``; where it says nothing: seat 1, seat 2, …
        payoffs: by name of a table its own matrix of the parts of the wins, where there are several.
        intransitivity: of all tables together.
        masses: by name of a method (``"α-rank"``, ``"Nash average"``) what part it gives each player.
        populations: in a game of two sides that differ, what one population for each comes to; its players go by their
            own names, whatever the side.
        advice: sentences on how many games it takes.
    """

    title: str
    game: str
    games: Games
    payoff: Payoff
    ratings: Ratings
    minima: Sequence[Minimum]
    provenance: Provenance
    question: str = ""
    ahead: bool = False
    places: Sequence[Sequence[str]] = ()
    payoffs: Mapping[str, Payoff] = field(default_factory=dict)
    intransitivity: Intransitivity | None = None
    masses: Mapping[str, Band] = field(default_factory=dict)
    populations: RolePopulation | None = None
    advice: Sequence[str] = ()

    def __post_init__(self) -> None:
        names = list(self.games.players)
        for what, found in (("payoff", self.payoff), ("ratings", self.ratings), *self.payoffs.items()):
            if list(found.players) != names:
                raise ValueError(
                    f"{what}: its players are {list(found.players)}, those of the games {names}; name them alike"
                )
        hashes = sorted(set(self.provenance.rules.values()))
        if len(hashes) != 1:
            raise ValueError(
                f"games under {len(hashes)} rules hashes ({', '.join(hashes)}) cannot stand on one page; "
                "keep results of each version of the rules in a file of its own"
            )


def tournament_page(tournament: Tournament) -> Page:
    """The page of a tournament; `write_page` writes it."""
    games = tournament.games
    order = findings.order_of(tournament.ratings)
    facts = [
        (f"{games.deal.size:,}", "games"),
        (f"{np.unique(games.deal).size:,}", "deals"),
        (f"{len(games.players)}", "players"),
        (duration(tournament.provenance.seconds), "of play"),
    ]
    sections = [_strength(tournament, order), _pairs(tournament, order), *_cycles(tournament)]
    sections += [*_populations(tournament), _seats(tournament), *_tables(tournament, order), _lengths(games)]
    sections += _enough(tournament)
    return Page(
        kind=f"Tournament · {tournament.game}",
        title=tournament.title,
        question=tournament.question or f"Who plays {tournament.game.rpartition('_v')[0] or tournament.game} best?",
        answer=_answer(tournament),
        warnings=findings.warnings(games, tournament.payoff, tournament.ratings),
        facts=facts,
        sections=sections,
        provenance=tournament.provenance,
        data=_data(tournament),
    )


def _answer(tournament: Tournament) -> Markup:
    """Who is strongest; where sides differ, on each of them: who plays one side never meets the others on it."""
    ratings, minima = tournament.ratings, {one.player: one for one in tournament.minima}
    if not tournament.places:
        return findings.answer(tournament.payoff, ratings, tournament.minima, tournament.ahead)
    games, words = tournament.games, []
    takes = "finishes ahead in {} of the games" if tournament.ahead else "takes {} of the wins"
    for side, name in enumerate(_places(tournament, 0)):
        here = set(np.unique(games.player[games.side == side]).tolist())
        first, *others = [one for one in findings.order_of(ratings) if one in here]
        close = [one for one in others if not ratings.high[one] < ratings.low[first]]
        least = minima[ratings.players[first]]
        doubt = Markup()
        if close:
            doubt = Markup(", not told from that of {},").format(
                listed([code(ratings.players[p]) for p in close], "or")
            )
        words.append(
            Markup("As {}, {} has the highest rating of {}{}: against its hardest opponent, {}, it {}.").format(
                name,
                code(ratings.players[first]),
                count(len(here), "player"),
                doubt,
                code(least.opponent),
                takes.format(SHARE.estimate(*least.share)),
            )
        )
    return Markup(" ").join(words)


# ------------------------------------------------------------------------------------------------------------ sections
def _strength(tournament: Tournament, order: Sequence[int]) -> Section:
    ratings = tournament.ratings
    drawing = figures.ratings(list(ratings.players), ratings.rating, ratings.low, ratings.high)
    minima, rows = {one.player: one for one in tournament.minima}, []
    for place, one in enumerate(order, start=1):
        rating = estimate_cell(RATING, ratings.rating[one], ratings.low[one], ratings.high[one])
        least = minima.get(ratings.players[one])
        worst = [estimate_cell(SHARE, *least.share), code(least.opponent)] if least else [Cell(NONE), NONE]
        masses = [_band_cell(band, one) for band in tournament.masses.values()]
        rows.append([str(place), code(ratings.players[one]), rating, *worst, *masses])
    head = ["", "player", "rating", "least share", "against", *tournament.masses]
    return Section(
        "How strong are they?",
        findings.gap(ratings),
        [
            Figure(
                drawing,
                "Ratings in points, with 95 % intervals over deals. 100 points more mean 64 % of the wins between two, "
                "200 points 76 %. A hollow dot cannot be told from the mean of the field.",
            ),
            Table(head, rows, words=(0, 1, 4), caption=_masses_caption(tournament), stacked=True),
        ],
    )


def _pairs(tournament: Tournament, order: Sequence[int]) -> Section:
    payoff = tournament.payoff
    parts: list[Prose | Figure | Table] = [
        Figure(
            _matrix(payoff, order, "Share of the wins, row against column"),
            f"{_measured(tournament)}, with the 95 % interval. Bold: apart from the {SHARE.text(payoff.fair, 0)} of "
            "equals. Blue: more than they have; red: less.",
        )
    ]
    parts += [
        Table(
            *_pair_rows(one, order),
            fold=f"Wins at one table: {name}",
            caption=f"Share of the wins, with 95 % intervals; equals have {SHARE.text(one.fair, 0)}.",
        )
        for name, one in tournament.payoffs.items()
    ]
    return Section("Who beats whom?", findings.settled(payoff), parts)


def _cycles(tournament: Tournament) -> list[Section]:
    """Whether one scale tells the whole story."""
    found = tournament.intransitivity
    if found is None:
        return []
    rows = []
    for cycle in found.cycles:
        a, b, c = map(code, cycle.players)
        links = zip(cycle.share, cycle.low, cycle.high, strict=True)
        way = Markup("{} → {} → {} → {}").format(a, b, c, a)
        rows.append([way, *(estimate_cell(SHARE, *map(float, link)) for link in links), "yes" if cycle.sure else "no"])
    head = ["each beats the next", "first", "second", "third", "shown"]
    caption = "How often the one finishes ahead of the next, ties half. The intervals hold for all circles together."
    parts = [Table(head, rows, caption=caption, stacked=True)] if rows else []
    return [Section("Is strength a ladder?", findings.ladder_words(found), parts)]


def _populations(tournament: Tournament) -> list[Section]:
    """Who would come to play each side if those who do better there were copied."""
    found = tournament.populations
    if found is None:
        return []
    bands = found.first, found.second
    most = np.nanmax([band.value for band in bands], axis=0)
    rows = [
        [code(found.players[one]), *(_band_cell(band, one) for band in bands)]
        for one in np.argsort(-most, kind="stable")
    ]
    first, second = np.unravel_index(np.argmax(found.profiles), found.profiles.shape)
    words = Markup("The most lasting pair, {} of the time: {} as {}, {} as {}. There {} finishes ahead in {}.").format(
        PARTS.text(found.profiles[first, second]),
        code(found.players[first]),
        found.roles[0],
        code(found.players[second]),
        found.roles[1],
        found.roles[0],
        SHARE.text(found.share[first, second]),
    )
    caption = (
        "What part of the time each player makes up the population of a side, with 95 % intervals over deals, if who "
        "does better against the population of the other side is copied (α-rank of two populations). Where an interval "
        "is wide, chance decides."
    )
    head = ["player", *(f"as {role}" for role in found.roles)]
    return [Section("Who would play each side in the end?", words, [Table(head, rows, caption=caption)])]


def _seats(tournament: Tournament) -> Section:
    """By place of each table, over all players: everybody sits everywhere equally often."""
    games, groups, words, folded = tournament.games, [], [], []
    for number, table in enumerate(games.tables):
        part = games.select(games.table == number)
        if part.deal.size == 0:
            continue
        fair, names = fair_share(part), _places(tournament, number)
        tallies = [tally(part, part.side == place) for place in range(len(names))]
        rows = [(name, found.share) for name, found in zip(names, tallies, strict=True) if found]
        groups.append((table, rows, fair))
        words.append(findings.seat_words(table, rows, fair))
        folded.append(_seat_table(tournament, part, table, names))
    figure = Figure(
        figures.shares(groups, "Share of the wins by place"),
        "How far the share of the wins lies above or below that of equals, all players together; beside it the share "
        "itself, with 95 % intervals over deals. A hollow dot cannot be told from fair.",
    )
    return Section("Does it matter where one sits?", " ".join(words), [figure, *folded])


def _seat_table(tournament: Tournament, part: Games, table: str, names: Sequence[str]) -> Table:
    rows = []
    for one in findings.order_of(tournament.ratings):
        own = part.player == one
        found = [tally_by_opponent(part, own & (part.side == place)) for place in range(len(names))]
        if any(found):
            rows.append([code(part.players[one]), *map(_tally_cell, found)])
    return Table(["player", *names], rows, fold=f"By player: {table}", caption=f"Share of the wins. {EQUALLY}")


def _tables(tournament: Tournament, order: Sequence[int]) -> list[Section]:
    """Whether the order is the same at all tables."""
    games = tournament.games
    parts = [(name, games.select(games.table == number)) for number, name in enumerate(games.tables)]
    parts = [(name, part) for name, part in parts if part.deal.size]
    if len(parts) < 2:
        return []
    rows = [
        [code(games.players[one]), *(_tally_cell(tally_by_opponent(part, part.player == one)) for _, part in parts)]
        for one in order
    ]
    head = ["player", *(f"{name} (fair {SHARE.text(fair_share(part), 0)})" for name, part in parts)]
    caption = f"Share of the wins of each seat that the player had. {EQUALLY}"
    return [
        Section(
            "Is it the same at every table?", _unlike(tournament), [Table(head, rows, caption=caption, stacked=True)]
        )
    ]


def _lengths(games: Games) -> Section:
    parts = [(name, games.length[games.table == number]) for number, name in enumerate(games.tables)]
    parts = [(name, lengths) for name, lengths in parts if lengths.size]
    ties = float((np.nanmax(games.share, axis=1) < 1).mean())
    return Section(
        "How long do games last?",
        f"Half of the games take no more than {np.median(games.length):,.0f} decisions. {findings.part_words(ties)} "
        f"more than one winner. {findings.part_words(float(games.truncated.mean()), 'was', 'were')} ended by a limit.",
        [
            Figure(
                figures.histograms(parts, "decisions in a game"),
                "Forced moves are not counted. The line is the median.",
            )
        ],
    )


def _enough(tournament: Tournament) -> list[Section]:
    if not tournament.advice:
        return []
    return [Section("Were these enough games?", "", [Prose(sentence) for sentence in tournament.advice])]


# --------------------------------------------------------------------------------------------------------------- parts
def _cell(payoff: Payoff, one: int, other: int) -> Cell:
    return estimate_cell(SHARE, payoff.share[one, other], payoff.low[one, other], payoff.high[one, other])


def _tally_cell(found: Tally | None) -> Cell:
    return estimate_cell(SHARE, *found.share) if found else Cell(NONE)


def _matrix(payoff: Payoff, order: Sequence[int], title: str) -> Any:
    by = np.ix_(order, order)
    share, low, high = (np.asarray(one)[by] for one in (payoff.share, payoff.low, payoff.high))
    return figures.matrix([payoff.players[one] for one in order], share, low, high, payoff.fair, title)


def _pair_rows(payoff: Payoff, order: Sequence[int]) -> tuple[list[str], list[list[str | Cell]]]:
    names = [code(payoff.players[one]) for one in order]
    rows = [
        [names[place], *(Cell("·") if one == other else _cell(payoff, one, other) for other in order)]
        for place, one in enumerate(order)
    ]
    return ["player", *names], rows


def _places(tournament: Tournament, table: int) -> list[str]:
    games = tournament.games
    sides = int(games.side[games.table == table].max()) + 1
    names = list(tournament.places[table]) if table < len(tournament.places) else []
    if names and len(names) != sides:
        raise ValueError(f"table {games.tables[table]!r} has {sides} sides, and {len(names)} names are given for them")
    return names or [f"seat {one + 1}" for one in range(sides)]


def _unlike(tournament: Tournament) -> str:
    """Whether shares of different players at a table come from different opponents."""
    if tournament.places:  # who has the same side has the same opponents
        return ""
    for payoff in tournament.payoffs.values():
        here = np.asarray(payoff.deals).any(axis=1)
        if (np.asarray(payoff.deals)[np.ix_(here, here)] == 0).sum() > here.sum():
            return "At some tables not everybody met everybody: there, shares of different players do not compare."
    return ""


def _measured(tournament: Tournament) -> str:
    if tournament.ahead:
        return "How often, in percent, the row’s player finished ahead of the column’s, ties half"
    return "Percent of the wins of the row’s player against the column’s"


def _masses_caption(tournament: Tournament) -> str:
    words = "The least share against anybody is what a player can be sure of."
    if tournament.masses:
        words += f" {' and '.join(tournament.masses)}: a player’s part of a population in which the better spread."
    return words


def _band_cell(band: Band, one: int) -> Cell:
    return estimate_cell(PARTS, *(float(part[one]) for part in (band.value, band.low, band.high)))


def _data(tournament: Tournament) -> list[Data]:
    payoff, ratings = tournament.payoff, tournament.ratings
    names = list(payoff.players)
    pairs = [(a, b) for a, b in np.ndindex(payoff.share.shape) if a != b]
    masses = {name: band.value for name, band in tournament.masses.items()}
    return [
        Data(
            "ratings",
            "a player, in points with mean 0",
            {"player": names, "rating": ratings.rating, "low": ratings.low, "high": ratings.high, **masses},
        ),
        Data(
            "payoff",
            f"a player against another; equals have a share of {payoff.fair:.3g}",
            {
                "player": [names[a] for a, _ in pairs],
                "opponent": [names[b] for _, b in pairs],
                **{what: [float(getattr(payoff, what)[p]) for p in pairs] for what in ("share", "low", "high")},
                "deals": [int(payoff.deals[p]) for p in pairs],
            },
        ),
        games_data(tournament.games),
    ]
