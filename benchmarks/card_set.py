"""Measures the card set of daimyo by play among scripted players, and tells whether it keeps to its bars.

    python -m shugyo.benchmarks.card_set                      # a quick look: 2 000 games a row
    python -m shugyo.benchmarks.card_set --games 20000 --threads 2 --page envs/daimyo/BALANCE.md
    python -m shugyo.benchmarks.card_set --set heroes.aiko.atk=7 --only "4 players" --player rusher

A row is a variant of the game and the player that all seats use; where heroes are not judged it has a quarter of the
games. Intervals are 95 %: Wilson's, the unit being the game.
The page that --page names gets the tables between its markers; --out keeps all figures as JSON.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console
from rich.progress import Progress

from ..envs.core.content import ContentError
from ..envs.core.options import parse_options
from ..envs.core.spec import make_spec
from ..envs.daimyo.game import GAME
from ..envs.daimyo.names import card_name, character_name
from .card_play import Watched, watch
from .intervals import Estimate, bounded_estimate
from .measured import (
    Verdict,
    bar_table,
    check_arguments,
    content_of,
    content_words,
    joined,
    parser_of,
    quantiles,
    table,
    write_between,
)
from .results import ResultsError, write_json

SEED = 2_000_000
"""Of the published figures; the set was tuned on seeds up to a million."""


class Variant(NamedTuple):
    """One way to play.

    Attributes:
        name: for people.
        options: of daimyo.
        judged: whether the bar on starting heroes applies; the other variants play a quarter of the games.
    """

    name: str
    options: dict[str, Any]
    judged: bool = False


VARIANTS = (
    Variant("2 players", {"num_players": 2}, judged=True),
    Variant("3 players", {"num_players": 3}),
    Variant("4 players", {"num_players": 4}, judged=True),
    Variant("5 players", {"num_players": 5}),
    Variant("beginners, 2 players", {"num_players": 2, "heroes": "beginner"}),
    Variant("beginners, 4 players", {"num_players": 4, "heroes": "beginner"}),
    Variant("both expansions, 2 players", {"num_players": 2, "expansions": (1, 2)}),
    Variant("both expansions, 4 players", {"num_players": 4, "expansions": (1, 2)}),
    Variant("nemesis, 2 players", {"num_players": 2, "nemesis": True}),
    Variant("nemesis, 4 players", {"num_players": 4, "nemesis": True}),
    Variant("Boss Rush", {"boss_rush": True}),
)
JUDGED = tuple(variant.name for variant in VARIANTS if variant.judged)

# ---- the bars -------------------------------------------------------------------------------------------------------
ROUNDS = (12, 30)
HERO_SHARE = (0.7, 1.4)  # of fair; the whole interval
CARD_USE = 0.01  # of games in which a card is bought, looted or otherwise come by
SEAT_SHARE = 1.15  # of fair, at most
AT_LIMIT = 0.01  # of games
BOSSES = (2, 4)  # median of nemeses beaten in Boss Rush


class Figures(NamedTuple):
    """What a row comes to. Shares are relative to fair: 1 is what chance gives.

    Attributes:
        games: played.
        rounds: 5 %, 50 % and 95 % quantile.
        decisions: mean of a game.
        per_turn: mean decisions of a turn.
        at_limit: share of games that a limit ended.
        score: mean victory points of a seat.
        seats: by place in the turn order.
        heroes: starting hero: number of games and share.
        cards: card: share of games in which somebody came by it, mean copies of a seat at the end, and the share of
            wins of those who own one at the end.
        starters: cards of the starting decks, whose use no purchase tells.
        beaten, revealed: quartiles of nemeses a game.
    """

    games: int
    rounds: tuple[float, ...]
    decisions: float
    per_turn: float
    at_limit: float
    score: float
    seats: list[Estimate]
    heroes: dict[str, tuple[int, Estimate]]
    cards: dict[str, tuple[float, float, float]]
    starters: list[str]
    beaten: tuple[float, ...]
    revealed: tuple[float, ...]


def figures(seen: Watched, tables: Any) -> Figures:
    """Sums games up.

    Args:
        seen: the games.
        tables: the record of their rules and cards.
    """
    n, s = seen.share.shape
    cards, heroes = {}, {}
    for k in range(int(tables.num_cards)):
        if tables.card_copies[k] > 0:
            owners = seen.share[seen.kept[:, :, k] > 0]
            used = float(seen.gained[:, :, k].any(axis=1).mean())
            lift = float(owners.mean()) * s if owners.size else 0.0
            cards[card_name(tables, k)] = (used, float(seen.kept[:, :, k].mean()), lift)
    for c in range(int(tables.num_characters)):
        if (shares := seen.share[seen.hero == c]).size:
            heroes[character_name(tables, c)] = (shares.size, relative(shares, s))
    turns = np.maximum(1, seen.rounds * s)
    return Figures(
        games=n,
        rounds=quantiles(seen.rounds, 5, 50, 95),
        decisions=float(seen.decisions.mean()),
        per_turn=float(seen.decisions.sum() / turns.sum()),
        at_limit=float(seen.truncated.mean()),
        score=float(seen.score.mean()),
        seats=[relative(seen.share[seen.position == place], s) for place in range(s)] if s > 1 else [],
        heroes=heroes if s > 1 else {},
        cards=cards,
        starters=[card_name(tables, k) for k in range(int(tables.num_cards)) if tables.card_starters[k] > 0],
        beaten=quantiles(seen.beaten, 25, 50, 75),
        revealed=quantiles(seen.revealed, 25, 50, 75),
    )


def relative(shares: np.ndarray, num_seats: int) -> Estimate:
    """A mean share of first places, and its interval, as a multiple of the fair one."""
    return Estimate(*(num_seats * value for value in bounded_estimate(shares, 0.0, 1.0, 1)))


# ---- bars -----------------------------------------------------------------------------------------------------------
def verdicts(variant: str, player: str, found: Figures) -> Iterator[Verdict]:
    """The bars of one row."""
    name = f"{variant}, {player}"
    low, middle, high = found.rounds
    span = f"{low:.0f}, median {middle:.0f}, {high:.0f}"
    between = f"last {ROUNDS[0]} to {ROUNDS[1]} rounds"
    yield Verdict(f"the median game {between}", name, span, ROUNDS[0] <= middle <= ROUNDS[1])
    yield Verdict(f"nine games of ten {between}", name, span, ROUNDS[0] <= low and high <= ROUNDS[1])
    yield Verdict(
        f"under {AT_LIMIT:.0%} of games reach a limit", name, f"{found.at_limit:.2%}", found.at_limit < AT_LIMIT
    )
    if found.seats:
        most = max(found.seats)
        yield Verdict(f"no seat above {SEAT_SHARE} of fair", name, f"{most.mean:.3f}", most.mean <= SEAT_SHARE)
        used, card = min((used, card) for card, (used, _, _) in found.cards.items() if card not in found.starters)
        yield Verdict(
            f"each card but those of the starting decks is come by in at least {CARD_USE:.0%} of games",
            name,
            f"{card} {used:.1%}",
            used >= CARD_USE,
        )
    if variant in JUDGED:
        ends = [(share.low, share.high, hero) for hero, (_, share) in found.heroes.items()]
        bottom, top = min(ends), max(ends, key=lambda end: end[1])
        yield Verdict(
            f"each starting hero wins {HERO_SHARE[0]} to {HERO_SHARE[1]} of fair, interval included", name,
            f"{bottom[2]} from {bottom[0]:.2f}, {top[2]} to {top[1]:.2f}",
            HERO_SHARE[0] <= bottom[0] and top[1] <= HERO_SHARE[1],
        )  # fmt: skip
    if not found.seats:
        yield Verdict(
            f"{BOSSES[0]} to {BOSSES[1]} nemeses beaten (median)", name, f"{found.beaten[1]:.0f}",
            BOSSES[0] <= found.beaten[1] <= BOSSES[1],
        )  # fmt: skip


# ---- the page -------------------------------------------------------------------------------------------------------
def page(rows: dict[tuple[str, str], Figures], judged: list[Verdict], command: str, facts: str) -> str:
    """The tables in Markdown.

    Args:
        rows: by variant and player.
        judged: all verdicts.
        command: what made them.
        facts: rules hash and the like.
    """
    parts = [f"Made by `{command}`; {facts}.", "## The bars", *bar_table(judged), "## Length and seats"]
    parts += length_table(rows)
    parts += ["## Starting heroes", *hero_table(rows), "## Nemeses", *nemesis_table(rows)]
    parts += ["## Cards", *card_table(rows)]
    return joined(parts)


def length_table(rows: dict[tuple[str, str], Figures]) -> list[str]:
    """Rounds, decisions, seats."""
    heads = ["variant", "player", "games", "rounds 5 / 50 / 95 %", "decisions a game", "a turn", "at a limit"]
    lines = []
    for (name, player), found in rows.items():
        spans = " / ".join(f"{value:.0f}" for value in found.rounds)
        seats = ", ".join(f"{share.mean:.2f}" for share in found.seats) or "–"
        numbers = [f"{found.decisions:.0f}", f"{found.per_turn:.1f}", f"{found.at_limit:.2%}", f"{found.score:.1f}"]
        lines.append([name, player, str(found.games), spans, *numbers, seats])
    return table([*heads, "mean score", "share of wins by place in the turn order, 1 = fair"], lines)


def hero_table(rows: dict[tuple[str, str], Figures]) -> list[str]:
    """Share of wins by starting hero."""
    columns = [(key, found) for key, found in rows.items() if key[0] in JUDGED]
    names = list(dict.fromkeys(hero for _, found in columns for hero in found.heroes))
    lines = []
    for hero in names:
        cells = []
        for _, found in columns:
            games, share = found.heroes.get(hero, (0, Estimate(0, 0, 0)))
            cells.append(f"{share.mean:.2f} ({share.low:.2f}–{share.high:.2f}; {games})" if games else "–")
        lines.append([hero, *cells])
    return table(["starting hero", *[f"{name}, {player}" for (name, player), _ in columns]], lines)


def nemesis_table(rows: dict[tuple[str, str], Figures]) -> list[str]:
    """Nemeses revealed and beaten a game."""
    lines = []
    for (name, player), found in rows.items():
        if max(found.revealed) > 0:
            quartiles = [" / ".join(f"{v:.0f}" for v in values) for values in (found.revealed, found.beaten)]
            lines.append([name, player, *quartiles])
    return table(["variant", "player", "revealed a game, quartiles", "beaten"], lines)


def card_table(rows: dict[tuple[str, str], Figures]) -> list[str]:
    """Use and lift of each card."""
    columns = [(key, found) for key, found in rows.items() if key[0] in JUDGED]
    names = list(dict.fromkeys(card for _, found in columns for card in found.cards))
    lines = [
        [card, *[f"{100 * found.cards[card][0]:.0f} % / {found.cards[card][2]:.2f}" for _, found in columns]]
        for card in names
    ]
    return table(["come by in … of games / wins of its owners", *[f"{a}, {b}" for (a, b), _ in columns]], lines)


# ---- the command ----------------------------------------------------------------------------------------------------
def arguments(given: list[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = parser_of("card_set", __doc__, SEED)
    parser.add_argument(
        "--games", type=int, default=2000, help="games of a row (a quarter where heroes are not judged); default 2000"
    )
    parser.add_argument("--player", action="append", choices=GAME.scripted, help="only this player; may be repeated")
    parser.add_argument("--only", action="append", choices=[v.name for v in VARIANTS], help="only this variant")
    args = parser.parse_args(given)
    check_arguments(parser, args, ("--only", "--player"))
    return args


def command_of(args: argparse.Namespace) -> str:
    """The command that makes the same figures again: all that they depend on."""
    parts = [f"python -m shugyo.benchmarks.card_set --games {args.games} --seed {args.seed}"]
    parts += [f"--player {player}" for player in args.player or ()] + [f'--only "{name}"' for name in args.only or ()]
    return " ".join([*parts, *content_words(args)])


def main(given: list[str] | None = None) -> int:
    """Plays, prints the tables, and writes the files.

    Returns:
        0 if all bars hold, 1 if one is missed.
    """
    args = arguments(given)
    content = content_of(args, GAME.name)
    started = time.perf_counter()
    rows: dict[tuple[str, str], Figures] = {}
    judged: list[Verdict] = []
    rules_hash = ""
    for variant in VARIANTS:
        if args.only and variant.name not in args.only:
            continue
        options = {**variant.options, **content}
        spec = make_spec(GAME, parse_options(GAME.options_type, GAME.env_id, options))
        for player in args.player or GAME.scripted:
            with Progress(console=Console(stderr=True), transient=True) as bar:
                games = args.games if variant.judged else max(1, args.games // 4)
                task = bar.add_task(f"{variant.name}, {player}", total=games)
                seen = watch(
                    options, player, games, args.seed, num_threads=args.threads,
                    progress=lambda done, bar=bar, task=task: bar.update(task, completed=done),
                )  # fmt: skip
            found = rows[variant.name, player] = figures(seen, spec.tables[0])
            judged += verdicts(variant.name, player, found)
        rules_hash = rules_hash or spec.rules_hash
    command = command_of(args)
    text = page(rows, judged, command, f"rules {rules_hash}")
    print(text)
    print(f"{time.perf_counter() - started:.0f} s", file=sys.stderr)
    if args.page is not None:
        write_between(args.page, text)
    if args.out is not None:
        data = [{"variant": name, "player": player, **found._asdict()} for (name, player), found in rows.items()]
        write_json(args.out, {"command": command, "rules_hash": rules_hash, "seed": args.seed, "rows": data})
    return 0 if all(verdict.holds for verdict in judged) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (ContentError, ResultsError, ValueError) as error:
        print(f"card_set: {error}", file=sys.stderr)
        sys.exit(2)
