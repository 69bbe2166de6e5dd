"""The ``shugyo`` command. Each subcommand is a module of this package with ``Args`` and ``run``.

A module is imported only when its command is given, and brings in what it needs only when it runs: ``--help`` answers
at once.
"""

from __future__ import annotations

import importlib
import io
import sys
from collections.abc import Sequence

from ..benchmarks.faults import FAILED, run_command
from ..benchmarks.faults import INTERRUPTED as INTERRUPTED

COMMANDS = {
    "envs": "list the games: sizes, seats and options",
    "warmup": "compile the games for this machine",
    "cards": "show the cards of a game, their texts, and where their facts come from",
    "map": "print the map of a scenario",
    "content": "write the shipped content into a folder; check content of your own",
    "train": "train a player",
    "export": "write a trained player as a small file to pass on",
    "play": "play a game yourself",
    "match": "play players against each other on the same deals",
    "tournament": "play many players against each other, on all cores or machines, and rate them",
    "exploit": "train an opponent against a frozen player: how much does it win, at least?",
    "balance": "study what changes of a game do to its balance, or tune it",
    "replay": "show recorded games, and check that they still play the same",
    "bench": "measure speed",
    "demo": "train a player for a few minutes and tell how strong it is",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command.

    Args:
        arguments: the words after ``shugyo``; None for those of the process.

    Returns:
        The exit status: 0, `FAILED` if something was not as it has to be, `INTERRUPTED` after Ctrl-C.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that knows ASCII only shows a ? for what it cannot
            stream.reconfigure(errors="replace")
    name, *rest = list(sys.argv[1:] if arguments is None else arguments) or [""]
    return run_command(lambda: _answer(name, rest), "\nshugyo: stopped")


def _answer(name: str, rest: Sequence[str]) -> int:
    if name in ("", "help", "-h", "--help"):
        print(overview(), flush=True)
        return 0 if name else FAILED
    if name == "--version":
        from importlib.metadata import version

        print(f"shugyo {version('shugyo')}")
        return 0
    return run(name, rest)


def run(name: str, arguments: Sequence[str]) -> int:
    """Parses the arguments of one command and runs it.

    Raises:
        ValueError: there is no such command, or whatever goes wrong in it.
    """
    if name not in COMMANDS:
        import difflib

        close = difflib.get_close_matches(name, COMMANDS, n=1)
        remedy = f"did you mean {close[0]}?" if close else f"there are {', '.join(COMMANDS)}"
        raise ValueError(f"shugyo has no command {name!r}; {remedy}")
    import tyro

    command = importlib.import_module(f".{name}", __package__)
    given = tyro.cli(
        command.Args,
        prog=f"shugyo {name}",
        description=command.__doc__,
        args=arguments,
        config=(tyro.conf.FlagCreatePairsOff,),
    )
    return command.run(given) or 0


def overview() -> str:
    """What ``shugyo --help`` prints."""
    width = max(map(len, COMMANDS))
    return "\n".join(
        [
            "usage: shugyo COMMAND …          shugyo COMMAND --help tells of a command",
            "",
            "Reinforcement-learning environments for tabletop games: train players, measure them, study the games.",
            "",
            *(f"  {name:{width}}  {what}" for name, what in COMMANDS.items()),
            "",
            "Examples:",
            "  shugyo envs",
            "  shugyo match covenant heuristic random --pairs 500",
            "  shugyo demo",
            "",
            "SHUGYO_DEBUG=1 shows where in the program an error came up.",
        ]
    )
