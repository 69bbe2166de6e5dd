"""Plays a game with you at the terminal.

You see what your seat may know, and pick from the legal actions by number; q ends the game.

Examples:
  shugyo play covenant
  shugyo play covenant --opponents random --seat 1 --num-players 3
  shugyo play okko --seat heroes --option num_heroes=2
  shugyo play covenant --opponents ppo:runs/first --mode conflict --replays runs/mine.jsonl
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from tyro.conf import Positional, arg

from .games import GameOptions, find_game, options_of, unless

if TYPE_CHECKING:
    from ..envs.core.engine import Slots
    from ..envs.core.game import Game, Player


@dataclass(kw_only=True)
class Args(GameOptions):
    """Arguments of ``shugyo play``."""

    game: Positional[Annotated[str, arg(metavar="GAME")]]
    """The game, such as covenant."""

    opponents: Annotated[str | None, unless("PLAYER")] = None
    """Who plays the other seats; by default the strongest scripted player."""

    seat: Annotated[str, arg(metavar="SEAT")] = "0"
    """Your seat: a number from 0, an agent's name such as hero_1, or heroes for all of them."""

    seed: Annotated[int | None, unless("N")] = None
    """Which deal; by default one that nobody has seen."""

    replays: Annotated[Path | None, unless("FILE")] = None
    """Record the game here: *.jsonl or *.jsonl.gz."""


class Stopped(Exception):
    """You do not want to go on."""


def run(args: Args) -> None:
    """Plays a game."""
    from ..benchmarks.results import check_writable
    from ..envs.core.engine import Slots
    from ..envs.core.players import find_player, introduce, scripted_names
    from ..envs.core.replay import check_name, make_replay, write_replays
    from ..envs.core.rng import fresh_seed
    from ..envs.core.sides import seats_named
    from ..envs.core.spec import make_spec

    if args.replays is not None:
        check_writable(args.replays)
        check_name(args.replays)
    game = find_game(args.game)
    options = options_of(game, args)
    spec = make_spec(game, options)
    own = seats_named(spec, int(args.seat) if args.seat.isdecimal() else args.seat)
    seed = fresh_seed() if args.seed is None else args.seed
    player = find_player(game, args.opponents or scripted_names(game)[-1])
    introduce(player, spec, seed, 0)
    slots = Slots(game, spec.tables, 1, autoreset=False, shaping=False)
    slots.set_game(seed, 0, 0)
    actions: list[int] = []
    try:
        texts = game.texts(game.build_tables(options)[1]) if game.texts else {}
        _play(slots, own, player, actions, texts)
        _show(game, slots, own[0])
        returns = ", ".join(f"{name} {value:+.2f}" for name, value in zip(spec.agents, slots.returns[0], strict=True))
        print(f"\nthe game is over; returns: {returns}")
    except Stopped:
        print("\nstopped")
    if args.replays is not None:
        write_replays(args.replays, [make_replay(game, options, seed=seed, actions=actions)])
        print(f"written: {args.replays}")


def _play(slots: Slots, own: tuple[int, ...], player: Player, actions: list[int], texts: dict[str, str]) -> None:
    """Plays to the end; ``actions`` receives what was decided; ``texts`` tell what is printed on the cards."""
    import numpy as np

    from ..envs.core.players import actions_of, make_batch

    begun: set[int] = set()
    while not slots.states[0]["over"]:
        seat = int(slots.out[0, 0])
        if seat in own:
            action = _ask(slots, seat, texts)
        else:
            batch = make_batch(slots, np.zeros(1, np.int64), player, np.array([seat not in begun]))
            action = int(actions_of(player, batch)[0])
            if action < 0 or not slots.mask[0, action]:
                raise slots.illegal_action(0, f"player {player.name}", action)
            begun.add(seat)
        slots.actions[0] = action
        slots.advance(slots.actions, slots.everywhere)
        actions.append(action)


def _ask(slots: Slots, own: int, texts: dict[str, str]) -> int:
    """Your choice, and before it the texts of cards that you ask for.

    Raises:
        Stopped: you have had enough.
    """
    import numpy as np

    game, state, tables = slots.game, slots.states[0], slots.tables[0]
    legal = np.flatnonzero(slots.mask[0]).tolist()
    _show(game, slots, own)
    print(f"\n{game.decisions[state['decision']]}: you can")
    for number, action in enumerate(legal, 1):
        print(f"  {number:3}  {game.action_name(state, tables, action)}")
    while True:
        print(f"1 … {len(legal)}, {'? and part of a name, ' if texts else ''}or q: ", end="", flush=True)
        line = sys.stdin.readline()
        word = line.strip().lower()
        if not line or word == "q":
            raise Stopped
        if word.isdecimal() and 1 <= int(word) <= len(legal):
            return legal[int(word) - 1]
        if texts and word.startswith("?"):
            found = [f"{name}: {text}" for name, text in texts.items() if word[1:].strip() in name.lower()]
            print("\n".join(found) or f"no card has {word[1:].strip()!r} in its name")
        elif word:
            print(f"{line.strip()!r} is none of the numbers")


def _show(game: Game, slots: Slots, own: int) -> None:
    print("\n" + "─" * 76)
    print(game.render(slots.states[0], slots.tables[0], own, False))
