"""What the numbers of a tournament come to, in sentences."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from markupsafe import Markup

from ..intervals import LEVEL, Estimate
from .inputs import Intransitivity, Minimum, Payoff, Ratings
from .words import SHARE, chance, code, count, listed

if TYPE_CHECKING:
    from ..tournaments.games import Games

FEW = 30
"""Deals of a pair below which an interval is not to be trusted."""
NAMED = 3
"""Players that a sentence names."""


def order_of(ratings: Ratings) -> list[int]:
    """Numbers of the players, the strongest first."""
    return np.argsort(-np.asarray(ratings.rating), kind="stable").tolist()


def answer(payoff: Payoff, ratings: Ratings, minima: Sequence[Minimum], ahead: bool) -> Markup:
    """Who is first, how sure that is, and its least share over the panel.

    Args:
        payoff, ratings: in one order of players.
        minima: of the players who met somebody.
        ahead: whether shares say how often somebody finished ahead, and not its part of the wins.
    """
    names = list(payoff.players)
    first, *others = order_of(ratings)
    name, least = code(names[first]), {one.player: one for one in minima}.get(names[first])
    if least is None:
        return Markup("{} met nobody else.").format(name)
    takes = "finishes ahead in {} of the games" if ahead else "takes {} of the wins"
    lost = [one for one in others if payoff.high[first, one] < payoff.fair]
    if lost:
        worst = min(lost, key=lambda one: payoff.share[first, one])
        head = Markup("{} has the highest rating, yet {} beats it: against that player it only ").format(
            name, code(names[worst])
        )
        return head + Markup(takes + ".").format(_share(payoff, first, worst))
    never = [one for one in others if math.isnan(payoff.share[first, one])]
    unmet = Markup(" It never met {}.").format(listed([code(names[one]) for one in never], "or")) if never else ""
    unsure = [one for one in others if one not in never and not payoff.low[first, one] > payoff.fair]
    if unsure:
        who = [Markup("{} ({})").format(code(names[one]), _share(payoff, first, one)) for one in unsure[:NAMED]]
        who += [count(len(unsure) - NAMED, "other")] if len(unsure) > NAMED else []
        head = Markup("{} has the highest rating, but too few games were played to tell it from {}.")
        return head.format(name, listed(who, "or")) + unmet
    strongest = Markup("{} is the strongest of {}").format(name, count(len(names), "player"))
    if never:
        strongest = Markup("{} has the highest rating and beats everybody whom it met").format(name)
    head = strongest + Markup(": against its hardest opponent, {}, it ").format(code(least.opponent))
    return head + Markup(takes + ".").format(SHARE.estimate(*least.share)) + unmet


def warnings(games: Games, payoff: Payoff, ratings: Ratings) -> list[str | Markup]:
    """What makes the results doubtful."""
    found: list[str | Markup] = []
    met = payoff.deals[np.triu_indices(len(payoff.players), 1)]
    met = met[met > 0]
    if met.size and met.min() < FEW:
        least = count(int(met.min()), "deal")
        found.append(f"Some pairs met on only {least}. Trust no interval below {FEW}.")
    limits = float(games.truncated.mean())
    if limits > 0.01:
        found.append(f"{SHARE.text(limits)} of the games were ended by a limit and not by the rules.")
    ends = zip(ratings.players, ratings.low, ratings.high, strict=True)
    unbounded = [code(name) for name, low, high in ends if not (math.isfinite(low) and math.isfinite(high))]
    if unbounded:
        found.append(Markup("Nothing bounds the rating of {}: no win or no loss was seen.").format(listed(unbounded)))
    return found


def gap(ratings: Ratings) -> Markup:
    """From the first to the last."""
    order = [one for one in order_of(ratings) if math.isfinite(ratings.rating[one])]
    if len(order) < 2:
        return Markup("There are not two players to compare.")
    points = float(ratings.rating[order[0]] - ratings.rating[order[-1]])
    first, last = (code(ratings.players[one]) for one in (order[0], order[-1]))
    return Markup("{} lie between {} and {}.").format(count(round(points), "point"), first, last)


def settled(payoff: Payoff) -> str:
    """How many pairs are decided."""
    pairs = [(a, b) for a, b in np.ndindex(payoff.share.shape) if a < b and payoff.deals[a, b] > 0]
    told = sum(not payoff.low[pair] <= payoff.fair <= payoff.high[pair] for pair in pairs)
    if told == len(pairs):
        return f"It is settled who is better in {'the one pair' if told == 1 else f'all {told} pairs'} that met."
    rest = "it is open" if told == 0 else f"it is settled for {told}"
    return f"Of {count(len(pairs), 'pair')} that met, {rest} who is better; more games would tell more."


def seat_words(table: str, rows: Sequence[tuple[str, Estimate]], fair: float) -> str:
    """The place that is farthest from fair, if any can be told from it."""
    apart = [(name, share) for name, share in rows if not share.low <= fair <= share.high]
    if not apart:
        return f"{table}: no place can be told from the fair {SHARE.text(fair, 0)}."
    name, share = max(apart, key=lambda row: abs(row[1].mean - fair))
    return f"{table}: {name} takes {SHARE.estimate(*share)} of the wins, where {SHARE.text(fair, 0)} would be fair."


def part_words(share: float, one: str = "has", many: str = "have") -> str:
    """``"2.0% of the games have"``, ``"No game has"``."""
    return f"{SHARE.text(share)} of the games {many}" if share > 0 else f"No game {one}"


def _share(payoff: Payoff, one: int, other: int) -> str:
    return SHARE.estimate(payoff.share[one, other], payoff.low[one, other], payoff.high[one, other])


def ladder_words(found: Intransitivity) -> str:
    """Whether one scale tells the whole story."""
    words = []
    if math.isfinite(found.explained.mean):
        words.append(
            f"One scale of strength explains {SHARE.estimate(*found.explained)} of the differences in results."
        )
    if found.p_value < 1 - LEVEL:
        words.append(f"The rest is more than chance (p {chance(found.p_value)}).")
    elif found.triples:
        words.append(f"Chance accounts for the rest (p {chance(found.p_value)}).")
    if not found.triples:
        words.append("No three players have all met each other, so that no circle of three can be seen.")
    elif found.sure:
        words.append(f"Circles of three players, each beating the next, that are beyond chance: {found.sure}.")
    else:
        words.append(f"No circle of three players is shown among {count(found.triples, 'triple')} that met.")
    return " ".join(words)
