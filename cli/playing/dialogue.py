"""Asking a person: commands, moves, and what is said to input that is neither."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping
from pathlib import Path

from ...envs.core.game import Player
from ...envs.core.phrases import count
from ...envs.core.progress import notice_if_slow
from ...envs.core.sides import sides_of, wins
from .grouping import find_moves, group_moves, reading_order
from .hints import Hint, hints_of
from .keeping import write_save
from .screen import Screen
from .session import Session
from .telling import Teller

PATIENCE = 2.0
"""Seconds after which it is said that somebody thinks."""
LONG = 40
"""Characters of a wrong input that are repeated."""
HELP = """\
  number    play that move
  words     list the moves in whose names all of these words are found
  m         list all moves, and the position
  u         take back: go to your last decision before this one
  h         hint: what {adviser} would do
  s [FILE]  save; `shugyo play --resume FILE` goes on
  q         leave
  ?         this list{cards}"""


class Stopped(Exception):
    """The person leaves."""


class Dialogue:
    """A game with a person.

    Args:
        session: the game.
        adviser: gives hints.
        texts: what is printed on the cards, by name.
        file: where to save; None until the person names a file.
    """

    def __init__(self, session: Session, adviser: Player, texts: Mapping[str, str], file: Path | None) -> None:
        self.session, self.adviser, self.texts, self.file = session, adviser, texts, file
        self.screen = Screen()
        self.teller = Teller(session.game, session.spec.tables)

    def run(self) -> None:
        """Plays to the end.

        Raises:
            Stopped: the person leaves.
        """
        session = self.session
        while not session.over:
            if session.seat in session.own:
                self._decide()
            else:
                name = session.spec.agents[session.seat]
                with notice_if_slow(f"{name} ({session.against[session.seat]}) is thinking …", PATIENCE):
                    session.answer()
        self._show(session.own[0])
        self.screen.say(f"\n{self._result()}", "bold")

    # ---- a decision -------------------------------------------------------------------------------------------------
    def _decide(self) -> None:
        """Shows the position and asks until a move is played or taken back."""
        session = self.session
        legal = session.legal()
        names = [session.name(action) for action in legal]
        families = group_moves(names)
        order = reading_order(families)
        self._show(session.seat)
        self._list(names, whole=False)
        while True:
            line = self._ask(len(legal))
            command, _, rest = line.partition(" ")
            match command.lower():
                case "":
                    continue
                case _ if number := _number(line, len(legal)):
                    return session.play(legal[order[number - 1]])
                case "u" if not rest:
                    if session.undo():
                        return None
                    self.screen.say("there is no decision of yours to take back")
                case "h" if not rest:
                    self._hint(legal, names)
                case "s":
                    self._save(rest.strip())
                case "q" if not rest:
                    raise Stopped
                case "m" if not rest:
                    self._show(session.seat)
                    self._list(names, whole=True)
                case _ if line.startswith("?"):
                    self._explain(line[1:].strip())
                case _ if len(line) > 1 and not line.isdecimal() and (found := find_moves(names, line)):
                    self.screen.found(families, names, found)
                case _:
                    self.screen.say(
                        f"{line[:LONG]!r} is no move here; give a number from 1 to {len(legal)}, "
                        "part of a move's name, or ? for help"
                    )

    def _ask(self, moves: int) -> str:
        """A line from the person.

        Raises:
            Stopped: there are no more.
        """
        line = self.screen.ask(f"1 … {moves}, part of a name, u h s q m or ?: ")
        if line is None:
            raise Stopped
        return line

    def _show(self, seat: int) -> None:
        """The position and what has led to it, as a seat may know them."""
        session = self.session
        self.screen.position(session.picture(seat))
        told, acted = [], False
        for state, action in session.since_own():
            actor = int(state["seat"])
            acted |= actor in session.own
            if (words := self.teller.words(state, action, actor if actor in session.own else seat)) is not None:
                told.append((self._who(actor), words))
        self.screen.happened("since your last decision" if acted else "so far", told)

    def _who(self, seat: int) -> str:
        return "you" if self.session.own == (seat,) else self.session.spec.agents[seat]

    def _list(self, names: list[str], *, whole: bool) -> None:
        """Whose decision it is, and the moves."""
        session = self.session
        decision = session.game.decisions[session.slots.states[0]["decision"]].lower().replace("_", " ")
        who = "you decide" if len(session.own) == 1 else f"you decide for {session.spec.agents[session.seat]}"
        self.screen.question(f"{who}: {decision}, {count(len(names), 'move')}")
        self.screen.moves(group_moves(names), whole=whole)

    # ---- commands ---------------------------------------------------------------------------------------------------
    def _hint(self, legal: list[int], names: list[str]) -> None:
        with notice_if_slow(f"{self.adviser.name} is thinking …", PATIENCE):
            hints = hints_of(self.session, self.adviser)
        place = {index: number for number, index in enumerate(reading_order(group_moves(names)), 1)}
        self.screen.say(f"{self.adviser.name} would play")
        for hint in hints:
            index = legal.index(hint.action)
            self.screen.say(f"  {place[index]:3}  {names[index]}{_worth(hint)}")

    def _save(self, name: str) -> bool:
        """Saves under a name, or else where the game was saved before. Returns whether it could."""
        file = Path(os.path.expanduser(name)) if name else self.file
        if file is None:
            self.screen.say("s and the name of a file saves the game there")
            return False
        try:
            if file.exists() and (self.file is None or file.resolve() != self.file.resolve()):
                raise ValueError("there is such a file already")
            write_save(file, self.session)
        except (OSError, ValueError) as error:  # ValueError: also of a name that no file can have
            reason = error.strerror if isinstance(error, OSError) else error
            self.screen.say(f"{file}: not saved: {reason}; give another name")
            return False
        self.file = file
        self.screen.say(f"saved: {file}; `shugyo play --resume {shlex.quote(str(file))}` goes on")
        return True

    def _explain(self, part: str) -> None:
        """The commands, or the texts of the cards with that part in their names."""
        if not part:
            cards = "\n  ?NAME     what is printed on the cards with that in their names" if self.texts else ""
            self.screen.say(HELP.format(adviser=self.adviser.name, cards=cards))
        elif not self.texts:
            self.screen.say("this game has no cards with texts; ? alone is for help")
        else:
            found = [f"{name}: {text}" for name, text in self.texts.items() if part.casefold() in name.casefold()]
            self.screen.say("\n".join(found) or f"no card has {part!r} in its name")

    def leave(self) -> None:
        """Saves if it is known where, or else asks for it until that succeeds."""
        if (self.file is not None and self._save("")) or not self.session.past:
            return
        while name := self.screen.ask("a file to save the game to, or Enter for none: "):
            if self._save(name):
                return

    def _result(self) -> str:
        """How the game has ended."""
        session, returns = self.session, self.session.slots.returns[0]
        of_seat = {seat: number for number, side in enumerate(sides_of(session.spec)) for seat in side.seats}
        share = wins(returns[None], session.spec.tables[0]["side"][: session.spec.num_seats])[0]
        own = share[session.own[0]]
        verdict = "you have won" if own == 1 else "you share the victory" if own > 0 else "you have lost"
        if len({of_seat[seat] for seat in session.own}) > 1:
            verdict = "you have played several sides"
        table = ", ".join(f"{name} {value:+.2f}" for name, value in zip(session.spec.agents, returns, strict=True))
        by_limit = " by a limit" if session.slots.states[0]["truncated"] else ""
        return f"the game is over{by_limit}: {verdict}; returns: {table}"


def _number(line: str, most: int) -> int:
    """The number from 1 to ``most`` that a line is, or 0 if it is none."""
    return int(line) if line.isdecimal() and len(line) <= len(str(most)) and 1 <= int(line) <= most else 0


def _worth(hint: Hint) -> str:
    """What a search found of a move."""
    if hint.share is None or hint.value is None:
        return ""
    return f"   ({hint.share:.0%} of the search, expected return {hint.value:+.2f})"
