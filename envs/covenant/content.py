"""What may be configured in covenant: the options, the numbers with their ranges, and the tables made of them.

The shipped numbers, each with its rule, stand in ``configs/covenant/rules.toml``; this file says what may stand there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal, get_args

import msgspec
import numpy as np
from msgspec import Meta

from ..core.content import DICT, Content, ContentError, Table, combine, merge, read_overlay, shipped
from ..core.options import LARGEST, CommonOptions
from .state import (
    ASSET,
    CARDS,
    COMPANION,
    ITEM,
    MAGIC_SHEET,
    MAX_SEATS,
    MAX_VOTES,
    MODES,
    RESOURCES,
    TABLES,
    TRAIT,
)

MAX_DECISIONS = 20_000
SuitName = Literal["clubs", "diamonds", "hearts", "spades"]
TypeName = Literal["vigor", "craft", "influence", "insight", "magic"]

# ---- what the state can hold ----------------------------------------------------------------------------------------
Points = Annotated[int, Meta(ge=0, le=127)]  # tracks, Magic, bonuses: 8 bits
Votes = Annotated[int, Meta(ge=0, le=MAX_VOTES)]
# A price above the limit of votes switches the action off; a price of 0 would allow it without end.
Price = Annotated[int, Meta(ge=1, le=127)]
# With at most 50 seasons, these keep the Renown of a player and the votes minted in a game within 16 bits.
Small = Annotated[int, Meta(ge=0, le=10)]
FourValues = Annotated[list[Points], Meta(min_length=4, max_length=4)]


class CovenantOptions(CommonOptions, kw_only=True, frozen=True):
    """Options of covenant.

    Attributes:
        num_players: seats, 2 to 5.
        mode: ``"year"``, the whole game; ``"conflict"``, one conflict of two players; ``"mini"``, a tiny one.
    """

    game = "covenant"

    num_players: Annotated[int, Meta(ge=2, le=MAX_SEATS)] = 2
    mode: Literal["year", "conflict", "mini"] = "year"

    def __post_init__(self) -> None:
        """Checks what no single option can tell."""
        if self.mode != "year" and self.num_players != 2:
            raise ValueError(f"num_players={self.num_players} does not fit mode={self.mode!r}, which is for 2 players")


class Strict(msgspec.Struct, forbid_unknown_fields=True):
    """A table of content: all keys must be there, and no others."""


class Rules(Strict):
    """``[rules]``."""

    hand_size: Annotated[int, Meta(ge=1, le=CARDS // 2)]
    tricks_to_win: Annotated[int, Meta(ge=1, le=7)]
    aid_value: Points
    seasons: Annotated[int, Meta(ge=1, le=50)]


class Conflict(Strict):
    """``[conflict]``."""

    type_bonus: Points
    craft_limit: Annotated[int, Meta(ge=0, le=2)]
    fixed_types: Annotated[list[TypeName], Meta(max_length=2)]
    random_first: bool
    random_insight: bool


class Deck(Strict):
    """``[deck]``: every rank in every suit."""

    suits: Annotated[list[SuitName], Meta(min_length=1, max_length=4)]
    ranks: Annotated[list[Annotated[int, Meta(ge=2, le=14)]], Meta(min_length=1, max_length=13)]
    reshuffle: bool


class VoteNumbers(Strict):
    """``[votes]``."""

    start: Votes
    limit: Votes
    opposing: Small
    trick: Small
    price_card: Price
    price_card_antagonist: Price
    price_restore: Price
    price_swap: Price
    price_mend: Price


class Mage(Strict):
    """``[mage]``."""

    trait_values: FourValues
    companion_values: FourValues
    item_values: FourValues
    asset_values: FourValues
    magic: Points
    trait_limit: Points
    companion_limit: Points
    item_limit: Points
    asset_limit: Points
    magic_limit: Points


class CovenantSheet(Strict):
    """``[covenant]``."""

    start: FourValues
    limit: Points
    fall: Annotated[int, Meta(ge=1, le=RESOURCES + 1)]


class Renown(Strict):
    """``[renown]``."""

    ambition: Small
    stewardship: Small
    feud: Small
    no_stake: Small
    opposing: Small
    mend: Small
    blame_price: Small


class Numbers(Strict):
    """All numbers that one mode is played with."""

    rules: Rules
    conflict: Conflict
    deck: Deck
    votes: VoteNumbers
    mage: Mage
    covenant: CovenantSheet
    renown: Renown


class Modes(Strict):
    """``[modes]``: in the files only what differs, here complete."""

    conflict: Numbers
    mini: Numbers


class CovenantContent(Numbers):
    """The merged content: the numbers of a year at the top, those of the other modes below ``modes``."""

    modes: Modes


def build_tables(options: CovenantOptions) -> tuple[np.ndarray, dict[str, Any]]:
    """The tables that the rules read, and the merged content that they were made of.

    The merged content does not depend on seats and mode. The array stays writable, because pickle and deepcopy would
    drop a read-only mark, and numba compiles every kernel anew for an array that has it.

    Returns:
        tables: (1,) of `TABLES`.
        content: plain data.

    Raises:
        ContentError: content that cannot be played with.
    """
    content = load(options)
    everything = content.convert(CovenantContent)
    numbers = everything if options.mode == "year" else getattr(everything.modes, options.mode)
    _check(numbers, options, content)
    tables = np.zeros(1, TABLES)
    _fill_frame(tables[0], options)
    _fill_conflict(tables[0], numbers)
    _fill_year(tables[0], numbers, options.num_players)
    return tables, msgspec.to_builtins(everything)


# ---- merging --------------------------------------------------------------------------------------------------------
def load(options: CovenantOptions) -> Content:
    """Shipped and user content merged, every mode complete."""
    data = shipped(options.game)
    differences = data.pop("modes")
    data["modes"] = {mode: merge(data, changes, "shipped content") for mode, changes in differences.items()}
    overlay = read_overlay(options.game, options.content)
    for source, part in overlay.parts:
        merge(data, part, source)  # refuses what no mode knows
    return Content(options.game, merge(data, _in_every_mode(overlay, list(differences)), DICT), overlay)


def _in_every_mode(overlay: Table, modes: list[str]) -> Table:
    """An overlay whose top tables also hold below each mode, under what it says of the mode itself."""
    top = {key: value for key, value in overlay.items() if key != "modes"}
    return {**top, "modes": combine(dict.fromkeys(modes, top), overlay.get("modes", {}))}


# ---- checks that span several numbers -------------------------------------------------------------------------------
def _check(numbers: Numbers, options: CovenantOptions, content: Content) -> None:
    for problem, remedy, *keys in _problems(numbers, options.mode):
        in_mode = [f"modes.{options.mode}.{key}" for key in keys]
        raise ContentError(f"{problem} (mode {options.mode})", content.place(*in_mode, *keys), remedy)


def _problems(numbers: Numbers, mode: str) -> Iterator[tuple[str, ...]]:
    """(what is wrong, what would be right, keys that may be the cause) of each contradiction."""
    deck, hand_size = numbers.deck, numbers.rules.hand_size
    for key, names in (("deck.suits", deck.suits), ("deck.ranks", deck.ranks)):
        if len(set(names)) < len(names):
            yield f"{key} = {names} names something twice", "name each once", key
    cards = len(deck.suits) * len(deck.ranks)
    if 2 * hand_size > cards:
        problem = f"rules.hand_size = {hand_size} takes more for two hands than the {cards} cards of the deck"
        yield problem, f"allowed: at most {cards // 2}", "rules.hand_size", "deck.ranks", "deck.suits"
    types, needed = numbers.conflict.fixed_types, 2 if mode == "mini" else 0  # in mini nobody is asked, else everybody
    if len(types) != needed:
        yield f"conflict.fixed_types = {types} is not possible", f"allowed: {needed} names", "conflict.fixed_types"
    if deck.reshuffle and not numbers.conflict.random_insight:
        problem = "conflict.random_insight = false goes by the order of the deal, which deck.reshuffle = true undoes"
        yield problem, "allowed: with deck.reshuffle = false", "conflict.random_insight", "deck.reshuffle"
    for key, values, limit_key, limit in _starts(numbers):
        if max(values) > limit:
            given = values[0] if len(values) == 1 else values
            yield f"{key} = {given} is above {limit_key} = {limit}", f"allowed: at most {limit}", key, limit_key


def _starts(numbers: Numbers) -> Iterator[tuple[str, list[int], str, int]]:
    """(key, values, key of the limit, limit) of all that a game begins with."""
    mage = numbers.mage
    yield "votes.start", [numbers.votes.start], "votes.limit", numbers.votes.limit
    yield "mage.trait_values", mage.trait_values, "mage.trait_limit", mage.trait_limit
    yield "mage.companion_values", mage.companion_values, "mage.companion_limit", mage.companion_limit
    yield "mage.item_values", mage.item_values, "mage.item_limit", mage.item_limit
    yield "mage.asset_values", mage.asset_values, "mage.asset_limit", mage.asset_limit
    yield "mage.magic", [mage.magic], "mage.magic_limit", mage.magic_limit
    yield "covenant.start", numbers.covenant.start, "covenant.limit", numbers.covenant.limit


# ---- the tables -----------------------------------------------------------------------------------------------------
def _fill_frame(t: Any, options: CovenantOptions) -> None:
    """What the options say."""
    t.num_seats = options.num_players
    t.auto_forced = options.auto_forced
    t.max_turns = options.max_turns or LARGEST
    t.max_decisions = options.max_decisions or MAX_DECISIONS
    t.side[: options.num_players] = range(options.num_players)
    t.mode = MODES.index(options.mode)


def _fill_conflict(t: Any, numbers: Numbers) -> None:
    """What one conflict is fought with."""
    rules, conflict, deck, votes = numbers.rules, numbers.conflict, numbers.deck, numbers.votes
    t.hand_size = rules.hand_size
    t.tricks_to_win = rules.tricks_to_win
    t.aid_value = rules.aid_value
    t.type_bonus = conflict.type_bonus
    t.craft_limit = conflict.craft_limit
    t.fixed_types = [get_args(TypeName).index(name) for name in conflict.fixed_types] or -1
    t.random_first = conflict.random_first
    t.random_insight = conflict.random_insight
    t.reshuffle = deck.reshuffle
    for suit in deck.suits:
        for rank in deck.ranks:
            t.in_deck[13 * get_args(SuitName).index(suit) + rank - 2] = 1
    t.votes_start = votes.start
    t.votes_limit = votes.limit
    t.votes_opposing = votes.opposing
    t.votes_trick = votes.trick
    t.price_card = votes.price_card, votes.price_card_antagonist
    t.price_restore = votes.price_restore
    t.price_swap = votes.price_swap
    t.price_mend = votes.price_mend


def _fill_year(t: Any, numbers: Numbers, num_players: int) -> None:
    """Sheets, and what a year is worth."""
    mage, covenant, renown = numbers.mage, numbers.covenant, numbers.renown
    t.seasons = numbers.rules.seasons
    t.trait_values = mage.trait_values
    t.companion_values = mage.companion_values
    t.item_values = mage.item_values
    t.asset_values = mage.asset_values
    t.magic_start = mage.magic
    t.track_limit[TRAIT:COMPANION] = mage.trait_limit
    t.track_limit[COMPANION:ITEM] = mage.companion_limit
    t.track_limit[ITEM:ASSET] = mage.item_limit
    t.track_limit[ASSET:MAGIC_SHEET] = mage.asset_limit
    t.track_limit[MAGIC_SHEET] = mage.magic_limit
    t.covenant_start = covenant.start[num_players - 2]
    t.covenant_limit = covenant.limit
    t.covenant_fall = covenant.fall
    t.renown_stake = renown.ambition, renown.stewardship, renown.feud, renown.no_stake
    t.renown_opposing = renown.opposing
    t.renown_mend = renown.mend
    t.blame_price = renown.blame_price
