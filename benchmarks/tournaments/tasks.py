"""What a tournament plays, in pieces that anybody can play anywhere with the same result.

Who meets at a table, with S seats::

    S = 2            every two players, each deal in both seatings
    S > 2            every two players twice: one against copies of the other in all other seats, and the other way
                     round, each deal once for each seat of the one
    line-ups         every S different players, each deal in S rotations
    roles            everybody who plays the one side against everybody who plays the other, itself as well

A *fixture* is such a match without its deals. Its deals come in blocks: block b of a tournament of seed s is what
`strength.play_match` plays with the seed ``s · 1,000,000 + b``, for all fixtures of a table the same. What comes out of
a block depends on the fixture and b alone (save for a search that is limited by time).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import combinations, count, product
from typing import Any

import msgspec
import numpy as np

from ...envs.core.batch import sample_actions
from ...envs.core.engine import Slots
from ...envs.core.explain import nearest
from ...envs.core.game import Game, GameSpec, Player
from ...envs.core.options import CommonOptions, parse_options
from ...envs.core.players import actions_of, find_player, introduce, make_batch, scripted_names
from ...envs.core.sides import has_roles, places_of, side_numbers
from ...envs.core.spec import make_spec
from ..names import find_game, stamped
from ..strength import Match, play_match
from .ledger import Head, block_of
from .settings import Settings, TableSettings, TournamentError

SEEDS_APART = 1_000_000
"""Between the seeds of two tournaments: as many blocks have deals of their own."""
TASTE = 8
"""Decisions of the games that are played to have everything compiled."""


@lru_cache(maxsize=64)
def settled(env_id: str, options: str) -> tuple[Game, CommonOptions, GameSpec]:
    """A game with its options. ``options``: as JSON."""
    game = find_game(env_id)
    parsed: CommonOptions = parse_options(game.options_type, env_id, msgspec.json.decode(options))
    return game, parsed, make_spec(game, parsed)


@dataclass(frozen=True)
class BlockMatch(Match):
    """A match of which the game is settled already: a table's blocks and pairs differ in seed and players alone."""

    ready: GameSpec = field(kw_only=True)

    @cached_property
    def spec(self) -> GameSpec:
        """The game with its options settled."""
        return self.ready


@dataclass(frozen=True)
class Fixture:
    """Players that meet at a table.

    Attributes:
        table: its number.
        env_id: the game.
        options: all of its options, as JSON.
        rules_hash: of rules and content.
        players: by name, in the order of `strength.Match`.
        stamps: the same, trained ones with a digest of their file.
        fixed: whether everybody keeps its place.
        seed: of the tournament.
        deals: of a block.
        blocks: how many are to be played.
    """

    table: int
    env_id: str
    options: str
    rules_hash: str
    players: tuple[str, ...]
    stamps: tuple[str, ...]
    fixed: bool
    seed: int
    deals: int
    blocks: int

    def __str__(self) -> str:
        return f"{self.env_id}: {' against '.join(self.players)}"

    def match(self, block: int, players: Sequence[str | Player] = ()) -> BlockMatch:
        """One block of it. ``players``: instead of their names."""
        game, options, spec = settled(self.env_id, self.options)
        seed = self.seed * SEEDS_APART + block
        return BlockMatch(game, options, players or self.players, self.deals, seed, self.fixed, ready=spec)

    @cached_property
    def head(self) -> Head:
        """It as a line of the ledger."""
        options, seats = msgspec.json.decode(self.options), self.match(0).seats.tolist()
        head = Head("", self.env_id, options, self.rules_hash, list(self.stamps), seats, self.seed, self.deals)
        return msgspec.structs.replace(head, match=head.digest())


# ---- what is to be played -------------------------------------------------------------------------------------------
def fixtures_of(settings: Settings, deals: int | None = None) -> list[Fixture]:
    """All that is to be played, table by table.

    Args:
        settings: of the tournament.
        deals: of a pair, instead of what the settings say; players' limits hold all the same.

    Raises:
        TournamentError: a table asks for what the game does not have, or two are the same.
    """
    game, found, seen = find_game(settings.game), [], {}
    for number, table in enumerate(settings.tables):
        try:
            options = parse_options(game.options_type, game.env_id, table.options)
            spec = make_spec(game, options)
            text = msgspec.json.encode(dict(spec.options), order="deterministic").decode()
            if text in seen:
                raise TournamentError(f"it is the same as table {seen[text]!r}; make one of the two")
            seen[text] = table.title
            most = deals or table.deals or settings.deals
            for players in _meetings(settings, table, spec):
                wanted = min([most, *(settings.limits.get(name, most) for name in players)])
                found.append(
                    Fixture(
                        table=number,
                        env_id=spec.env_id,
                        options=text,
                        rules_hash=spec.rules_hash,
                        players=players,
                        stamps=tuple(map(stamped, players)),
                        fixed=has_roles(spec),
                        seed=settings.seed,
                        deals=settings.block,
                        blocks=-(-wanted // settings.block),
                    )
                )
        except ValueError as error:
            raise TournamentError(f"table {table.title!r}: {error}") from None
    return found


def _meetings(settings: Settings, table: TableSettings, spec: GameSpec) -> Iterator[tuple[str, ...]]:
    """Who meets; the order of the names in the settings does not matter."""
    players = sorted(settings.players if table.players is None else table.players)
    seats = spec.num_seats
    if len(set(side_numbers(spec).tolist())) < 2:
        raise TournamentError("nobody plays against anybody here; a tournament needs at least two sides")
    if has_roles(spec):
        yield from _by_role(table, players, spec)
        return
    if table.sides:
        raise TournamentError("sides are for games in which seats differ in what they are; name players")
    if len(players) < 2:
        raise TournamentError(f"a tournament needs at least two players, not {len(players)}")
    yield from combinations(players, 2)
    if seats > 2:
        yield from ((other, one) for one, other in combinations(players, 2))
    if table.lineups:
        if not 2 < seats <= len(players):
            raise TournamentError(
                f"line-ups need more than two seats and at least as many players; there are {seats} seats and "
                f"{len(players)} players"
            )
        yield from combinations(players, seats)


def _by_role(table: TableSettings, players: list[str], spec: GameSpec) -> Iterator[tuple[str, ...]]:
    places = [place.name for place in places_of(spec)]
    if table.lineups:
        raise TournamentError("line-ups are for games without roles")
    for name in table.sides:
        if name not in places:
            raise TournamentError(f"there is no side {name!r}; {nearest(name, places)}")
    who = [sorted(table.sides.get(place, [])) if table.sides else players for place in places]
    for place, names in zip(places, who, strict=True):
        if not names:
            raise TournamentError(f"nobody plays {place}; give players, or sides with the players of each")
    yield from product(*who)


# ---- whether it can be played ---------------------------------------------------------------------------------------
def look_up(fixtures: Sequence[Fixture], tables: Sequence[TableSettings]) -> None:
    """Makes sure, before the first game, that everybody can play where it is to play. On the way all gets compiled.

    Args:
        fixtures: what is to be played.
        tables: of the settings.

    Raises:
        TournamentError: nobody has that name, or the player is damaged, or not for this game, these options or a seat.
    """
    for number, table in enumerate(tables):
        look_up_table(table.title, [fixture.match(0) for fixture in fixtures if fixture.table == number])


def look_up_table(title: str, matches: Sequence[Match]) -> None:
    """Does so for a table.

    Args:
        title: for errors.
        matches: of players by name, all of the same game and options; there may be none.

    Raises:
        TournamentError: as `look_up`.
    """
    if not matches:
        return
    try:
        _try_players(matches)
        _taste(matches)
    except ValueError as error:
        raise TournamentError(f"table {title!r}: {error}") from None


def _try_players(matches: Sequence[Match]) -> None:
    """Asks everybody once in each of its seats, in a game that goes on at random."""
    game, spec = matches[0].game, matches[0].spec
    at: list[set[str]] = [set() for _ in range(spec.num_seats)]
    for match in matches:
        for seating in match.seats.tolist():
            for seat, player in enumerate(seating):
                at[seat].add(match.names[player])
    players = {name: find_player(game, name) for name in sorted(set.union(*at))}
    for player in players.values():
        introduce(player, spec, 0, 0)
    slots = Slots(game, spec.tables, 1, autoreset=False, shaping=False)
    slots.set_game(0, 0, 0)
    row, first = np.zeros(1, np.int64), np.ones(1, np.bool_)
    for step in count():
        seat = int(slots.out[0, 0])
        for name in sorted(at[seat]):
            (action,) = actions_of(players[name], make_batch(slots, row, players[name], first)).tolist()
            if action < 0 or not slots.mask[0, action]:
                raise slots.illegal_action(0, f"player {name}", action)
        at[seat] = set()
        sample_actions(slots.mask, np.uint64(0), step, slots.actions)
        slots.advance(slots.actions, slots.everywhere)
        if slots.states["over"][0] or not any(at):
            break


def _taste(matches: Sequence[Match]) -> None:
    """Plays the first decisions of a match of scripted players, and of one with others, with kernels to be compiled."""
    scripted = scripted_names(matches[0].game)
    kinds = {sum(name in scripted for name in match.names): match for match in matches}
    kinds.pop(0, None)  # others have been asked
    for match in kinds.values():
        short = msgspec.structs.replace(match.options, max_decisions=TASTE)
        play_match(Match(match.game, short, match.players, 1, 0, match.fixed))


# ---- playing --------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Task:
    """Some blocks of a fixture, for one process at a time."""

    fixture: Fixture
    blocks: tuple[int, ...]


@dataclass(frozen=True)
class Done:
    """A task that was played.

    Attributes:
        lines: by block its line of the ledger.
        seconds: that it took.
    """

    lines: dict[int, bytes]
    seconds: float


def play_task(task: Task) -> Done:
    """Plays a task on one thread.

    Raises:
        TournamentError: rules or weights are others here than where the task comes from, or a player failed.
    """
    fixture, begun = task.fixture, time.monotonic()
    game, _, spec = settled(fixture.env_id, fixture.options)
    if spec.rules_hash != fixture.rules_hash:
        raise TournamentError(f"{fixture}: the rules are {spec.rules_hash} here, not {fixture.rules_hash}")
    for name, stamp in zip(fixture.players, fixture.stamps, strict=True):
        if (here := stamped(name)) != stamp:
            raise TournamentError(f"{stamp} is {here} now; play a copy that does not change (shugyo export)")
    names = scripted_names(game)
    lines = {}
    try:
        players = [name if name in names else find_player(game, name) for name in fixture.players]
        _keep_to_one_thread()
        for block in task.blocks:
            block_begun = time.monotonic()
            played = play_match(fixture.match(block, players))
            result = block_of(fixture.head.match, block, played, time.monotonic() - block_begun)
            lines[block] = msgspec.json.encode(result)
    except ValueError as error:
        raise TournamentError(f"{fixture}: {error}") from None
    return Done(lines, time.monotonic() - begun)


def _keep_to_one_thread() -> None:
    torch: Any = sys.modules.get("torch")
    if torch is not None:
        torch.set_num_threads(1)
