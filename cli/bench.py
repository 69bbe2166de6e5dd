"""Measures how fast the games are on this machine.

Figures are decisions a second under random legal play. Use a machine that does nothing else: the CPU column is far
below the number of threads where something else took part of the time. A full run takes about five minutes a game.

Examples:
  shugyo bench --quick
  shugyo bench covenant --json results/speed.json
  shugyo bench --peers
"""

from __future__ import annotations

import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

from rich.console import Console
from rich.table import Table
from tyro.conf import Positional, arg

from .games import find_games, unless


@dataclass(kw_only=True)
class Args:
    """Arguments of ``shugyo bench``."""

    games: Positional[Annotated[tuple[str, ...], arg(metavar="[GAME …]", help_behavior_hint="")]] = ()
    """Which games; all of them if left out."""

    quick: bool = False
    """Measure for moments only: whether it works, not how fast it is."""

    peers: bool = False
    """Measure other suites, too, as far as they are installed."""

    json: Annotated[Path | None, unless("FILE")] = None
    """Write the figures here, as JSON."""


def run(args: Args) -> None:
    """Measures, prints tables and writes the file."""
    from ..benchmarks import machine, speed
    from ..benchmarks.peers import peers
    from ..benchmarks.results import check_writable, write_json

    if args.json is not None:
        check_writable(args.json)
    games = find_games(args.games)
    effort = speed.QUICK if args.quick else speed.FULL
    data: dict[str, Any] = {"kind": "speed", "effort": asdict(effort), "machine": machine.facts()}
    data["copied_bytes_per_second"] = machine.copy_speed()
    data["games"] = [speed.report(game, effort, _note) for game in games]
    data["peers"] = []
    for peer in peers(effort) if args.peers else ():
        _note(f"{peer.name}: {peer.reason or peer.how}")
        data["peers"].append(asdict(peer))
    show(data)
    if args.json is not None:
        write_json(args.json, data)
        Console().print(f"written: {args.json}", highlight=False, soft_wrap=True)


def show(data: dict[str, Any]) -> None:
    """Prints the figures as tables."""
    console = Console(highlight=False)
    facts, copied = data["machine"], data["copied_bytes_per_second"]
    console.print(f"{facts['cpu']}, {facts['cores']} cores; copies {copied / 1e9:.1f} GB/s from memory on one of them")
    for game in data["games"]:
        console.print()
        console.print(_speed_table(game, copied))
        lengths, startup = game["random_games"], game["startup"]
        console.print(
            f"random games: {lengths['mean_decisions']:.0f} decisions, at most {lengths['longest']}; "
            f"{lengths['ended_by_limit']:.2%} of {lengths['games']} ended by a limit"
        )
        console.print(
            f"first step after {startup['cold']:.1f} s with an empty cache, {startup['warm']:.2f} s with a full one; "
            f"import shugyo.envs {startup['import']:.2f} s"
        )
    if data["peers"]:
        console.print()
        console.print(_peer_table(data["peers"]))


def _speed_table(game: dict[str, Any], copied: float) -> Table:
    limit = copied / game["bytes_per_step"]
    table = Table(title=f"{game['env_id']}: decisions a second", title_justify="left")
    table.add_column("what")
    for name in ("threads", "a second", "goal", "CPU", "of copy limit"):
        table.add_column(name, justify="right")
    for row in game["rates"]:
        share = f"{row['per_second'] / limit / row['threads']:.0%}" if row["name"].startswith("vector") else ""
        goal = f"{row['goal']:,.0f}" if row["goal"] else ""
        rate = f"{row['per_second']:,.0f}"
        table.add_row(row["name"], str(row["threads"]), rate, goal, f"{row['cpu']:.2f}", share)
    table.caption = (
        "CPU: seconds of CPU time a second. Copy limit: as often as a core can copy the "
        f"{game['bytes_per_step']} bytes of state, observation and mask."
    )
    table.caption_justify = "left"
    return table


def _peer_table(peers: list[dict[str, Any]]) -> Table:
    table = Table(title="peers: decisions a second, one core", title_justify="left")
    for name in ("who", "how"):
        table.add_column(name)
    for name in ("a second", "CPU"):
        table.add_column(name, justify="right")
    for peer in peers:
        if peer["per_second"] is None:
            table.add_row(peer["name"], peer["reason"], "", "")
        else:
            table.add_row(peer["name"], peer["how"], f"{peer['per_second']:,.0f}", f"{peer['cpu']:.2f}")
    return table


def _note(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
