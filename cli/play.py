"""Plays a game with you at the terminal.

You see what your seat may know, what the others did as far as it may know that, and pick from the legal moves. At any
decision ? lists the commands: take back, hint, save and others.

Examples:
  shugyo play covenant
  shugyo play daimyo --num-players 3 --as 1 --against heuristic rusher
  shugyo play okko --as heroes --option num_heroes=2
  shugyo play covenant --against ppo:runs/first --mode conflict --save mine.json
  shugyo play --resume mine.json
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from tyro.conf import Positional, arg

from .games import GameOptions, find_game, options_of, unless

if TYPE_CHECKING:
    from .playing.session import Session


@dataclass(kw_only=True)
class Args(GameOptions):
    """Arguments of ``shugyo play``."""

    game: Positional[Annotated[str | None, unless("GAME")]] = None
    """The game, such as covenant; a save knows it."""

    as_: Annotated[str | None, unless("SEAT", name="as", aliases=("--seat",))] = None
    """Your seat: a number from 0, an agent's name such as hero_1, or heroes for all of them; by default 0."""

    against: Annotated[tuple[str, ...], arg(metavar="PLAYER …", help_behavior_hint="")] = ()
    """Who plays the other seats: one for all, or one for each in order; by default the strongest scripted player."""

    seed: Annotated[int | None, unless("N")] = None
    """Which deal; by default one that nobody has seen."""

    hint: Annotated[str | None, unless("PLAYER")] = None
    """Who gives hints; by default a search, or else the strongest scripted player."""

    save: Annotated[Path | None, unless("FILE")] = None
    """Where to save the game if you leave it, and with the command s."""

    resume: Annotated[Path | None, unless("FILE")] = None
    """Go on with a saved game; it is saved there again, if --save names no other file."""

    replays: Annotated[Path | None, unless("FILE")] = None
    """Record the final line of play here: *.jsonl or *.jsonl.gz."""


def run(args: Args) -> None:
    """Plays a game."""
    from ..benchmarks.results import check_writable
    from ..envs.core.players import introduce
    from ..envs.core.replay import check_name, write_replays
    from .playing.dialogue import Dialogue, Stopped
    from .playing.hints import default_adviser
    from .playing.session import player_named

    for file in (args.save, args.replays):
        if file is not None:
            check_writable(file)
    if args.replays is not None:
        check_name(args.replays)
    kept = args.save or args.resume
    if kept is not None and args.replays is not None and kept.resolve() == args.replays.resolve():
        raise ValueError(f"{kept} cannot hold both the saved game and its replay; name another file")
    if args.save is not None and args.save.exists() and args.save != args.resume:
        way = f"--resume {shlex.quote(str(args.save))}"
        raise ValueError(f"{args.save} exists already: go on with it by {way}, or name another file")
    session = _new(args) if args.resume is None else _resumed(args, args.resume)
    game = session.game
    adviser = player_named(game, args.hint or default_adviser(game))
    introduce(adviser, session.spec, session.seed, 0)
    texts = game.texts(game.build_tables(session.options)[1]) if game.texts else {}
    dialogue = Dialogue(session, adviser, texts, kept)
    try:
        dialogue.run()
    except Stopped:
        dialogue.leave()
        print("\nstopped")
    except BaseException:  # Ctrl-C, or a player that does not keep to the rules
        if dialogue.file is not None:
            print()
            dialogue.leave()
        raise
    finally:
        if args.replays is not None:
            write_replays(args.replays, [session.replay()])
            print(f"written: {args.replays}")


def _new(args: Args) -> Session:
    """A game from its beginning."""
    from ..envs.core.players import scripted_names
    from ..envs.core.rng import fresh_seed
    from ..envs.core.sides import seats_named
    from ..envs.core.spec import make_spec
    from .playing.session import Session

    if args.game is None:
        raise ValueError("name a game, such as `shugyo play covenant`, or go on with a saved one by --resume FILE")
    game = find_game(args.game)
    options = options_of(game, args)
    seat = args.as_ or "0"
    own = seats_named(make_spec(game, options), int(seat) if seat.isdecimal() else seat)
    seed = fresh_seed() if args.seed is None else args.seed
    return Session(game, options, seed, own, list(args.against) or [scripted_names(game)[-1]])


def _resumed(args: Args, file: Path) -> Session:
    """A game from a save.

    Raises:
        ValueError: something is asked for that the save has settled, or the save does not fit.
    """
    from .playing.keeping import read_save, resume

    settled = {
        "--as": args.as_,
        "--against": args.against or None,
        "--seed": args.seed,
        "--num-players": args.num_players,
        "--mode": args.mode,
        "--option": args.option or None,
        "--content": args.content,
        "--set": args.assignments or None,
    }
    if given := [name for name, value in settled.items() if value is not None]:
        raise ValueError(f"--resume goes on with the game as it was begun; leave out {', '.join(given)}")
    save = read_save(file)
    game = find_game(save.game.env_id)
    if args.game is not None and find_game(args.game) is not game:
        raise ValueError(f"{file} is a game of {game.env_id}, not of {args.game}")
    return resume(file, save, game)
