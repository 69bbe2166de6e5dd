"""The file that a tournament is kept in: one JSON line for each thing that happened, only ever appended to.

=========  ============================================================================================================
``run``    somebody began to play, or went on: when, how, with which versions
``match``  who plays what: all that its games depend on, the number of the block apart, and a digest of it
``block``  the games of one block of one match
=========  ============================================================================================================

A block counts once, whoever played it and how often. A last line without its end, as a kill leaves it, is dropped; any
other line that is not as it should be is refused.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from ..journal import Journal, LedgerError
from ..strength import Played

Numbers = Sequence[int | float]


class Run(msgspec.Struct, tag_field="kind", tag="run", forbid_unknown_fields=True, frozen=True):
    """Somebody began to play, or went on.

    Attributes:
        began: date and time, UTC, ISO 8601.
        how: what played, such as ``"2 processes"``.
        versions: of the libraries.
    """

    began: str
    how: str
    versions: dict[str, str]


class Head(msgspec.Struct, tag_field="kind", tag="match", forbid_unknown_fields=True, frozen=True):
    """Who plays what: all that the games of a match depend on, the number of the block apart.

    Attributes:
        match: digest of all that follows.
        env_id: the game.
        options: its options, all of them, defaults filled in.
        rules_hash: of rules and content.
        players: by name; a trained one with a digest of its file.
        seats: R × S, which player sits there, by seating and seat.
        seed: of the tournament.
        deals: of a block.
    """

    match: str
    env_id: str
    options: dict[str, Any]
    rules_hash: str
    players: list[str]
    seats: list[list[int]]
    seed: int
    deals: int

    def digest(self) -> str:
        """16 hex digits over everything but ``match``."""
        data = {name: getattr(self, name) for name in self.__struct_fields__ if name != "match"}
        return hashlib.blake2b(msgspec.json.encode(data, order="deterministic"), digest_size=8).hexdigest()

    @property
    def games(self) -> int:
        """Games of a block."""
        return self.deals * len(self.seats)


class Block(msgspec.Struct, tag_field="kind", tag="block", forbid_unknown_fields=True, frozen=True):
    """The games of one block: U deals, R seatings, S seats.

    Attributes:
        match: digest of the head.
        block: its number, from 0.
        returns, score: U · R · S numbers, by deal, seating and seat.
        lengths: U · R decisions.
        truncated: which games (deal · R + seating) were ended by a limit.
        seconds: that they took.
    """

    match: str
    block: Annotated[int, msgspec.Meta(ge=0)]
    returns: Numbers
    score: Numbers
    lengths: list[int]
    truncated: list[int]
    seconds: float


def block_of(match: str, block: int, played: Played, seconds: float) -> Block:
    """What came out, as a line of the file."""
    return Block(
        match,
        block,
        _short(played.returns),
        _short(played.score),
        played.lengths.ravel().tolist(),
        np.flatnonzero(played.truncated).tolist(),
        round(seconds, 4),
    )


def _short(values: NDArray[np.float32]) -> Numbers:
    """The shortest numbers that give the same float32 again."""
    flat = values.ravel()
    if (whole := flat.astype(np.int64) == flat).all():
        return flat.astype(np.int64).tolist()
    return [int(value) if is_whole else float(str(value)) for value, is_whole in zip(flat, whole, strict=True)]


@dataclass
class Written:
    """What stands in the file.

    Attributes:
        runs: in order.
        heads: by digest.
        blocks: by digest of the head and number.
    """

    runs: list[Run] = field(default_factory=list)
    heads: dict[str, Head] = field(default_factory=dict)
    blocks: dict[str, dict[int, Block]] = field(default_factory=dict)

    @property
    def seconds(self) -> float:
        """Of one core, that all blocks took."""
        return sum(block.seconds for blocks in self.blocks.values() for block in blocks.values())

    def take(self, line: Run | Head | Block) -> None:
        """Another line.

        Raises:
            ValueError: it does not go with those before it.
        """
        if isinstance(line, Run):
            self.runs.append(line)
        elif isinstance(line, Head):
            if line.digest() != line.match:
                raise ValueError("the digest is of another match")
            self.heads[line.match] = line
        else:
            head = self.heads.get(line.match)
            if head is None:
                raise ValueError("the match that it belongs to is not in the lines above")
            seats = len(head.seats[0])
            if {len(line.returns), len(line.score)} != {head.games * seats} or len(line.lengths) != head.games:
                raise ValueError("its games are not as many as a block of its match has")
            self.blocks.setdefault(line.match, {}).setdefault(line.block, line)


_decoder = msgspec.json.Decoder(Run | Head | Block)


def read_ledger(path: Path) -> Written:
    """Reads the file; a missing one is empty.

    Raises:
        LedgerError: a line is damaged.
    """
    return Ledger(path, ()).written


class Ledger(Journal):
    """The file of a tournament, open for more.

    Args:
        path: may be missing.
        heads: the matches that are to be played.

    Attributes:
        written: what stood in the file.

    Raises:
        LedgerError: a line is damaged, or there are games of such a match under other rules.
    """

    def __init__(self, path: Path, heads: Iterable[Head]) -> None:
        self.heads = {head.match: head for head in heads}
        self.written = Written()
        super().__init__(path, lambda line: self.written.take(_decoder.decode(line)))
        self._refuse_other_rules()
        strange = sum(
            len(blocks) * self.written.heads[match].games
            for match, blocks in self.written.blocks.items()
            if match not in self.heads
        )
        if strange:
            self.notes.append(
                f"{path}: {strange:,} games are of other players (or weights), tables, seeds or blocks than those of "
                "these settings and are left out"
            )
        self._known = {match: set(self.written.blocks.get(match, ())) for match in self.heads}

    def known(self, match: str) -> set[int]:
        """Numbers of the blocks that were played. ``match``: digest of one of ``heads``."""
        return self._known[match]

    def begin(self, run: Run) -> None:
        """Writes down that somebody plays, and the matches that are not in the file yet."""
        new = [head for match, head in self.heads.items() if match not in self.written.heads]
        self.append(map(msgspec.json.encode, [run, *new]))

    def add(self, match: str, lines: Mapping[int, bytes]) -> None:
        """Appends blocks and makes sure that they are on the disk; what was known already is not written again.

        Args:
            match: digest of their match.
            lines: `Block` as JSON, by the number of the block.
        """
        new = {block: line for block, line in lines.items() if block not in self._known[match]}
        self.append(new.values())
        self._known[match] |= new.keys()

    def _refuse_other_rules(self) -> None:
        now = {(head.env_id, _text(head.options)): head.rules_hash for head in self.heads.values()}
        for head in self.written.heads.values():
            rules = now.get((head.env_id, _text(head.options)), head.rules_hash)
            if rules != head.rules_hash:
                raise LedgerError(
                    f"{self.path} holds games of {head.env_id} under the rules {head.rules_hash}, which are {rules} "
                    "now; results of different rules are never mixed: begin in another folder, or move the file away"
                )


def _text(options: Mapping[str, Any]) -> bytes:
    return msgspec.json.encode(options, order="deterministic")
