"""The page of tables on the scenarios of okko."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .intervals import Estimate
from .measured import Verdict, bar_table, joined, table
from .scenario_figures import Figures, Strength, most_used

Rows = Mapping[str, Figures]
NONE = "–"


def page(rows: Rows, strengths: Mapping[str, Strength], judged: list[Verdict], command: str, facts: str) -> str:
    """The tables in Markdown.

    Args:
        rows: figures by row.
        strengths: against random players, by row; may be empty.
        judged: all verdicts.
        command: what made them.
        facts: players, rules hash and the like.
    """
    parts = [f"Made by `{command}`; {facts}.", "## The bars", *bar_table(judged)]
    parts += ["## Who wins, and how long it takes", *course_table(rows, strengths)]
    parts += ["## How it ends", *end_table(rows)]
    parts += ["## Recollections", *memoir_table(rows), "## Missions", *mission_table(rows)]
    parts += ["## The palace", *palace_table(rows)]
    parts += ["## Action cards", *card_table(rows, "Action card", "talent (left)", "technique (right)")]
    parts += ["## Event cards", *card_table(rows, "Event card", "technique", "Special Effect")]
    parts += ["## Equipment", *card_table(rows, "Equipment card", "owned", "works")]
    parts += ["## Companions", *named_table("in play", rows, lambda found: found.companions, percent)]
    parts += ["## Enhancements", *named_table("taken", rows, lambda found: found.nodes, percent)]
    parts += ["## Summoning", *named_table("figures in a game", rows, lambda found: found.summoned, mean)]
    return joined(parts)


def percent(value: float | None) -> str:
    """A share, with a decimal where it is small; a dash where there is nothing to count."""
    if value is None:
        return NONE
    return f"{100 * value:.0f} %" if value >= 0.0995 or value == 0 else f"{100 * value:.1f} %"


def mean(value: float) -> str:
    """A mean number."""
    return f"{value:.2f}"


def interval(share: Estimate) -> str:
    """A share with its interval."""
    return f"{100 * share.mean:.1f} % ({100 * share.low:.1f}–{100 * share.high:.1f})"


def course_table(rows: Rows, strengths: Mapping[str, Strength]) -> list[str]:
    """Wins, draws, points, rounds, decisions, and strength against random players."""
    heads = ["row", "games", "the Oni's share of decided games", "draws", "last round", "points of Heroes / Oni"]
    heads += ["rounds 5 / 50 / 95 %", "decisions a game", "as the Oni against random", "as the Heroes"]
    lines = []
    for row, found in rows.items():
        points, rounds = (" / ".join(form) for form in ([f"{p:.1f}" for p in found.points], whole(found.rounds)))
        against = [interval(share) for share in strengths[row]] if row in strengths else [NONE, NONE]
        cells = [interval(found.oni), percent(found.draws), percent(found.limit), points, rounds]
        lines.append([row, str(found.games), *cells, f"{found.decisions:.0f}", *against])
    return table(heads, lines)


def whole(values: tuple[float, ...]) -> list[str]:
    """Numbers without decimals."""
    return [f"{value:.0f}" for value in values]


def end_table(rows: Rows) -> list[str]:
    """How the Final Battle began, how the game ended."""
    battles = list(dict.fromkeys(name for found in rows.values() for name in found.battles))
    ends = list(dict.fromkeys(name for found in rows.values() for name in found.ends))
    lines = []
    for row, found in rows.items():
        began = [percent(found.battles[name]) if found.battles else NONE for name in battles]
        lines.append([row, *began, *(percent(found.ends[name]) for name in ends)])
    return table(["row", *(f"battle: {name}" for name in battles), *(f"end: {name}" for name in ends)], lines)


def memoir_table(rows: Rows) -> list[str]:
    """Recollections, blue and red."""
    return named_table("blue / red", rows, lambda found: found.memoirs, both)


def mission_table(rows: Rows) -> list[str]:
    """Missions completed by either side."""
    return named_table("by the Heroes / by the Oni", rows, lambda found: found.missions, both)


def both(values: tuple[float, float]) -> str:
    """Two shares in one cell."""
    return " / ".join(map(percent, values))


def palace_table(rows: Rows) -> list[str]:
    """Investigations, Chests, Sneaking, alarm."""
    kinds = list(dict.fromkeys(name for found in rows.values() for name in found.tokens))
    lines = []
    for row, found in rows.items():
        cells = [*(mean(found.tokens[name]) for name in kinds), mean(found.sneaks), mean(found.surrounded)]
        lines.append([row, *cells, percent(found.nature), percent(found.alarm)])
    heads = [*kinds, "prohibited Tiles entered", "Heroes surrounded"]
    return table(["in a game", *heads, "games with the nature found out", "with the alarm"], lines)


def card_table(rows: Rows, sort: str, first: str, second: str) -> list[str]:
    """Use of each card: the mean over the rows that have it, and the row in which it is used most."""
    of_row: Callable[[Figures], Mapping[str, tuple[float | None, ...]]] = {
        "Action card": lambda found: found.cards,
        "Event card": lambda found: found.events,
        "Equipment card": lambda found: found.items,
    }[sort]
    lines = []
    for card, (row, most) in most_used(rows)[sort].items():
        values = [of_row(found)[card] for found in rows.values() if card in of_row(found)]
        means = [
            percent(None if None in side else sum(side) / len(side)) for side in list(zip(*values, strict=True))[:2]
        ]
        lines.append([card, *means, f"{percent(most)} ({row})" if most else "never"])
    return table([sort, f"{first}, mean of rows", f"{second}, mean of rows", "used most, in … of games"], lines)


def named_table(head: str, rows: Rows, of_row: Callable, form: Callable) -> list[str]:
    """Names down, rows across; a dash where a row does not have it."""
    names = list(dict.fromkeys(name for found in rows.values() for name in of_row(found)))
    lines = []
    for name in names:
        lines.append([name, *(form(of_row(found)[name]) if name in of_row(found) else NONE for found in rows.values())])
    return table([head, *rows], lines)
