"""The instructions of effect programs, as TOML writes them (EFFECTS.md), each a typed record.

A program is an array of tables, each with the key ``op``::

    do = [{ op = "draw", n = 1 }, { op = "may", do = [{ op = "discard" }, { op = "mon", n = 2 }] }]

`compile` turns programs into rows for the interpreter, `wording` into English.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from .ops import MAX_REPEAT

Number = Annotated[int, Meta(ge=1, le=MAX_REPEAT)]
Times = Number | Literal["count"]  # "count": the count register (op "count", or what was done last)
ClassName = Literal["samurai", "ninja"]
KindName = Literal["reinforcement", "treasure", "regalia"]
Whose = Literal["self", "others", "anybody", "actor"]


class Instruction(msgspec.Struct, forbid_unknown_fields=True, tag_field="op"):
    """What all instructions share: ``op`` says which it is."""


class Draw(Instruction, tag="draw"):
    """The affected player draws n extra cards."""

    n: Times = 1


class Mon(Instruction, tag="mon"):
    """The player whose turn it is gains n mon, if that is the affected player."""

    n: Times = 1


class Deployments(Instruction, tag="deployments"):
    """… n more deployments."""

    n: Times = 1


class TradePoints(Instruction, tag="trade_points"):
    """… n trade points."""

    n: Times = 1


class Discard(Instruction, tag="discard"):
    """The affected player discards n cards of the hand; fewer if there are no more, or as wished if ``optional``."""

    n: Times = 1
    kind: KindName | None = None
    class_: ClassName | None = msgspec.field(name="class", default=None)
    optional: bool = False


class Return(Instruction, tag="return"):
    """The affected player returns n cards of the hand, likewise."""

    n: Times = 1
    kind: KindName | None = None
    class_: ClassName | None = msgspec.field(name="class", default=None)
    optional: bool = False


class Loot(Instruction, tag="loot"):
    """The affected player loots a treasure. ``own``: of the class of that player's active hero."""

    deck: Literal["samurai", "ninja", "regalia", "own", "other", "choice"]


class Exhaust(Instruction, tag="exhaust"):
    """The affected player chooses n field cards, or heroes, which become exhausted (or ravaged)."""

    n: Times = 1
    what: Literal["card", "hero"] = "card"
    whose: Whose = "others"
    ravage: bool = False


class Recover(Instruction, tag="recover"):
    """The affected player recovers n field cards or heroes."""

    n: Times = 1
    what: Literal["card", "hero"] = "card"
    whose: Whose = "self"


class Cleanse(Instruction, tag="cleanse"):
    """The affected player sends n field cards to their owners' discard piles."""

    n: Times = 1
    whose: Whose = "self"


class Take(Instruction, tag="take"):
    """The affected player takes n reinforcements of the pools that cost at most so much, for nothing."""

    n: Times = 1
    class_: ClassName | None = msgspec.field(name="class", default=None)
    cost: Annotated[int, Meta(ge=1, le=20)] = 20


class Refresh(Instruction, tag="refresh"):
    """The reinforcements of a class, or the heroes, are refreshed."""

    what: Literal["samurai", "ninja", "choice", "heroes"]


class Petals(Instruction, tag="petals"):
    """n petals are removed from the domain."""

    n: Times = 1


class RestorePetals(Instruction, tag="restore_petals"):
    """n petals come back to the domain, never more than it began with; a last petal fallen stays fallen."""

    n: Times = 1


class Duel(Instruction, tag="duel"):
    """The affected player starts a duel, with so much more ATK. Afterwards ``won`` can be asked."""

    atk: Annotated[int, Meta(ge=0, le=9)] = 0


class Boost(Instruction, tag="boost"):
    """In a (duel) skill: n more for the hero who was boosted."""

    n: Times = 1


class WinDuel(Instruction, tag="win_duel"):
    """In a (duel) skill: the boosted hero wins at once."""


class NegateDuel(Instruction, tag="negate_duel"):
    """In a (duel) skill, or an interrupt of ``start_duel``: the duel is negated."""


class SendHero(Instruction, tag="send_hero"):
    """The affected player sends one of their heroes to the hero area, which may then exceed its limit."""


class GainHero(Instruction, tag="gain_hero"):
    """The affected player takes a hero of the hero area, for nothing."""


class ReturnSelf(Instruction, tag="return_self"):
    """The hero whose effect this is is shuffled into the hero deck; in Boss Rush she is ravaged instead."""


class ExhaustSelf(Instruction, tag="exhaust_self"):
    """The hero whose effect this is becomes exhausted."""


class Discount(Instruction, tag="discount"):
    """Each purchase of this turn costs n less, never below 0."""

    n: Number = 1


class May(Instruction, tag="may"):
    """The affected player may have the block carried out."""

    do: list[AnyInstruction]


class If(Instruction, tag="if", kw_only=True):
    """The block is carried out if the condition holds; exactly one condition is given.

    Attributes:
        done: the last counted instruction did at least so much.
        won: the affected player won the last duel of this program.
        class_: the class of the affected player's active hero.
        hand_empty: the affected player holds no card.
        heroes, treasures_in_hand: … has at least so many.
        petals_at_most: so many are left in the domain.
        deployed: at least so many cards were deployed this turn.
        otherwise: the block that is carried out if the condition does not hold.
    """

    done: Number | None = None
    won: Literal[True] | None = None
    class_: ClassName | None = msgspec.field(name="class", default=None)
    hand_empty: Literal[True] | None = None
    heroes: Number | None = None
    petals_at_most: Annotated[int, Meta(ge=0, le=50)] | None = None
    treasures_in_hand: Number | None = None
    deployed: Number | None = None
    do: list[AnyInstruction]
    otherwise: list[AnyInstruction] = []


class Option(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """One option of a choice; with an icon it is there only for a hero of that class."""

    icon: ClassName | None = None
    do: list[AnyInstruction]


class Choose(Instruction, tag="choose"):
    """The affected player chooses one of two or three blocks."""

    options: Annotated[list[Option], Meta(min_length=2, max_length=3)]


class Each(Instruction, tag="each", kw_only=True):
    """The block is carried out for each other player in turn order (or for all, from the controller on)."""

    who: Literal["others", "all"] = "others"
    do: list[AnyInstruction]


class Target(Instruction, tag="target", kw_only=True):
    """The block is carried out for another player: one whom the controller chooses, or the one who acted."""

    who: Literal["chosen", "actor"] = "chosen"
    do: list[AnyInstruction]


class Count(Instruction, tag="count"):
    """Sets the count register, for ``n = "count"``."""

    what: Literal["samurai_deployed", "ninja_deployed", "heroes", "treasures_in_hand", "exhausted_enemies", "done"]


class Flip(Instruction, tag="flip"):
    """The story card whose effect this is turns over."""


class Bring(Instruction, tag="bring"):
    """The set-aside heroes of the story card whose effect this is are shuffled into the hero deck."""


AnyInstruction = (
    Draw
    | Mon
    | Deployments
    | TradePoints
    | Discard
    | Return
    | Loot
    | Exhaust
    | Recover
    | Cleanse
    | Take
    | Refresh
    | Petals
    | RestorePetals
    | Duel
    | Boost
    | WinDuel
    | NegateDuel
    | SendHero
    | GainHero
    | ReturnSelf
    | ExhaustSelf
    | Discount
    | May
    | If
    | Choose
    | Each
    | Target
    | Count
    | Flip
    | Bring
)
Program = list[AnyInstruction]
