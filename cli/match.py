"""Plays players against each other and tells how strong they are.

Every deal is played in all seatings: nobody gains from better cards or a better seat. With two players in a game of
more seats, the first sits in one seat and the second fills the others. Intervals are 95 % over the deals.

In okko two players play each deal both ways round, as the Oni and as all Heroes; --oni-player and --hero-player keep
them where they are, and so does one player for each seat.

Players are random, the game's scripted players (heuristic, …), searches (ismcts:200, flat:50), or trained: ppo:PATH.
A search takes seconds a game: play few pairs.

Examples:
  shugyo match covenant heuristic random
  shugyo match covenant heuristic random --num-players 4 --pairs 1000 --seed 7
  shugyo match covenant ppo:runs/first heuristic --out results/first.json --csv results/first.csv
  shugyo match okko --oni-player heuristic --hero-player random --option num_heroes=2
  shugyo match covenant heuristic heuristic --set rules.aid_value=3 --replays runs/games.jsonl.gz --pairs 10
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from rich.console import Console
from rich.table import Table
from tyro.conf import Positional, arg

from .games import GameOptions, find_game, options_of, progress_bar, unless

if TYPE_CHECKING:
    from ..benchmarks.strength import Match, Played
    from ..benchmarks.summary import Line, Summary
    from ..envs.core.game import Game
    from ..envs.core.options import CommonOptions

DEALS = 500
NUMBERS = ("win share [95 %]", "return [95 %]", "score")
NAME = 12
"""Width that a column of names keeps however narrow the terminal is."""


@dataclass(kw_only=True)
class Args(GameOptions):
    """Arguments of ``shugyo match``."""

    game: Positional[Annotated[str, arg(metavar="GAME")]]
    """The game, such as covenant."""

    players: Positional[Annotated[tuple[str, ...], arg(metavar="[PLAYER …]", help_behavior_hint="")]] = ()
    """Two players, or one for each seat."""

    oni_player: Annotated[str | None, unless("PLAYER")] = None
    """In okko: who plays the Oni, in all games."""

    hero_player: Annotated[str | None, unless("PLAYER")] = None
    """In okko: who plays all Heroes, in all games."""

    pairs: Annotated[int | None, unless("N", aliases=["--deals"])] = None
    """Deals to play, each in all seatings; 500 if neither this nor --games is given."""

    games: Annotated[int | None, unless("N")] = None
    """Games to play, rounded up to whole deals."""

    seed: int = 0
    """Which deals; also of the players' own chance."""

    threads: int = 1
    """Threads; the results do not depend on it."""

    out: Annotated[Path | None, unless("FILE")] = None
    """Write the results here, as JSON."""

    csv: Annotated[Path | None, unless("FILE")] = None
    """Write a row for each game and seat here."""

    replays: Annotated[Path | None, unless("FILE")] = None
    """Record all games here: *.jsonl or *.jsonl.gz."""


def run(args: Args) -> None:
    """Plays the match, prints it and writes the files."""
    from ..benchmarks.results import check_writable, write_json
    from ..benchmarks.strength import play_match
    from ..benchmarks.summary import as_data, games_csv, summarize
    from ..envs.core.files import write_whole
    from ..envs.core.replay import check_name

    files = [path for path in (args.out, args.csv, args.replays) if path is not None]
    for path in files:
        check_writable(path)
    if len({path.resolve() for path in files}) < len(files):
        raise ValueError("--out, --csv and --replays name the same file; each needs one of its own")
    if args.replays is not None:
        check_name(args.replays)
    game = find_game(args.game)
    options = options_of(game, args)
    match = _match(args, game, options)
    with progress_bar(f"{game.env_id}: games", match.deals * len(match.seats)) as progress:
        played = play_match(match, num_threads=args.threads, record=args.replays is not None, progress=progress)
    summary = summarize(match, played)
    try:
        show(match, played, summary)
    finally:  # a full disk does not take away what is shown, nor a reader who has gone the files
        if args.out is not None:
            write_json(args.out, as_data(match, played, summary))
        if args.csv is not None:
            write_whole(args.csv, games_csv(match, played))
        if args.replays is not None:
            _write_replays(args.replays, match, played)
    for path in (args.out, args.csv, args.replays):
        if path is not None:
            Console().print(f"written: {path}", highlight=False, soft_wrap=True)


def _match(args: Args, game: Game, options: CommonOptions) -> Match:
    """What is to be played.

    Raises:
        ValueError: players are missing, too many, or named in both ways.
    """
    from ..benchmarks.strength import Match
    from ..envs.core.sides import has_roles
    from ..envs.core.spec import make_spec

    by_role = {"--oni-player": args.oni_player, "--hero-player": args.hero_player}
    given = [player for player in by_role.values() if player is not None]
    if not given:
        match = Match(game, options, args.players, 1, args.seed)
        return replace(match, deals=_deals(args, len(match.seats)))
    if args.players:
        raise ValueError("name the players in a row, or by --oni-player and --hero-player; not both")
    for flag, player in by_role.items():
        if player is None:
            raise ValueError(f"{flag} is missing: who plays the other side?")
    if not has_roles(make_spec(game, options)):
        raise ValueError(f"{game.env_id} has neither Oni nor Heroes: name the players in a row")
    return Match(game, options, given, _deals(args, 1), args.seed, fixed=True)


def _deals(args: Args, rounds: int) -> int:
    if args.pairs is not None and args.games is not None:
        raise ValueError("--pairs and --games both say how much to play; give one of them")
    if args.games is not None:
        return -(-args.games // rounds)
    return DEALS if args.pairs is None else args.pairs


def _write_replays(path: Path, match: Match, played: Played) -> None:
    from ..envs.core.replay import make_replay, write_replays

    rounds = len(match.seats)
    replays = (
        make_replay(match.game, match.options, seed=match.seed, slot=game // rounds, actions=played.actions[game])
        for game in range(match.deals * rounds)
    )
    write_replays(path, replays)


def show(match: Match, played: Played, summary: Summary) -> None:
    """Prints a match as tables."""
    from ..envs.core.phrases import count

    deals, rounds, _ = played.returns.shape
    console = Console(highlight=False)
    letters = [chr(ord("A") + number) for number in range(len(match.names))]
    by_player = [
        ([f"{letter}  {name}"], line) for letter, name, line in zip(letters, match.names, summary.players, strict=True)
    ]
    by_place = [
        ([place.name, letter], line)
        for number, place in enumerate(match.places)
        for letter, lines in zip(letters, summary.by_place, strict=True)
        if (line := lines[number]) is not None
    ]
    title = f"{match.spec.env_id}: {count(deals, 'deal')} × {count(rounds, 'seating')}"
    where = "by seat" if len(match.places) == len(match.spec.agents) else "by side"
    tables = _table(title, ["player"], by_player), _table(where, ["seat", "player"], by_place)
    least = [sum((column.min_width or 0) + len("│  ") for column in table.columns) + len("│") for table in tables]
    console.width = max(console.width, *least)
    for table in tables:
        console.print(table)
    console.print(
        f"{count(deals * rounds, 'game')} of {summary.decisions:.1f} decisions; a fair share of the wins is "
        f"{summary.fair_share:.1%}; {summary.ties:.1%} ties; {summary.truncated:.1%} ended by a limit"
    )
    console.print(f"seed {match.seed}, rules {match.spec.rules_hash}")


def _table(title: str, heads: list[str], rows: list[tuple[list[str], Line]]) -> Table:
    """A table in which names are folded where the terminal is narrow; columns of numbers keep their width."""
    table = Table(title=title, title_justify="left")
    texts = [[*names, *_cells(line)] for names, line in rows]
    for number, head in enumerate([*heads, *NUMBERS]):
        width = max(map(len, (head, *(row[number] for row in texts))))
        if number < len(heads):
            table.add_column(head, overflow="fold", min_width=min(width, NAME))
        else:
            table.add_column(head, justify="right", no_wrap=True, min_width=width)
    for row in texts:
        table.add_row(*row)
    return table


def _cells(line: Line) -> list[str]:
    share, returns, score = line
    return [
        f"{share.mean:.1%} [{share.low:.1%}, {share.high:.1%}]",
        f"{returns.mean:+.2f} [{returns.low:+.2f}, {returns.high:+.2f}]",
        f"{score.mean:.2f}",
    ]
