"""The instructions of effect programs, as TOML writes them (EFFECTS.md), each a typed record.

A program is an array of tables, each with the key ``op``::

    do = [{ op = "target", whose = "foe", where = "adjacent", do = [{ op = "damage", whom = "target" }] }]

``whom`` is ``"self"`` (the bearer; default), ``"other"`` (the other figure of the event) or ``"target"`` (chosen or
visited last). ``n`` is 1 to 9, where it says so also ``"count"``: the register.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Number = Annotated[int, Meta(ge=1, le=9)]
Signed = Annotated[int, Meta(ge=-9, le=9)]
Small = Annotated[int, Meta(ge=0, le=9)]
Times = Number | Literal["count"]  # "count": what the last instruction marked ● below has set
StatName = Literal[
    "speed", "might", "defense", "guile", "actions", "hits", "damage", "stealth", "figures",
    "ranged", "legendary", "ghostly", "swift", "swap_dice", "push",
]  # fmt: skip
AttributeName = Literal["speed", "might", "defense", "guile"]
ConditionName = Literal["bleeding", "poisoned", "stunned", "amputee"]
ClassName = Literal["samurai", "ronin", "hinin", "mahotsukai"]
TypeName = Literal["thrall", "creature"]
FoeName = Literal["thrall", "creature", "lieutenant", "demon", "hero"]
Whom = Literal["self", "other", "target"]
Whose = Literal["friend", "foe", "any"]
Where = Literal["self", "adjacent", "area", "tile", "sight", "anywhere"]


class Instruction(msgspec.Struct, forbid_unknown_fields=True, tag_field="op"):
    """What all instructions share: ``op`` says which it is."""


class Target(Instruction, tag="target", kw_only=True):
    """The controller chooses a figure, and the block is carried out with it as target (●).

    Attributes:
        whose: as seen from self; ``friend`` includes self.
        where: seen from self; ``sight``: with a line of sight that nobody but walls and closed doors interrupts.
        foe: only figures of that type.
        optional: the controller may choose nobody.
        do: the block.
    """

    whose: Whose = "foe"
    where: Where = "anywhere"
    foe: FoeName | None = None
    optional: bool = False
    do: list[AnyInstruction]


class Each(Instruction, tag="each", kw_only=True):
    """The block is carried out for each such figure, in the order of the numbers; fields as in ``target``."""

    whose: Whose = "foe"
    where: Where = "anywhere"
    foe: FoeName | None = None
    do: list[AnyInstruction]


class Damage(Instruction, tag="damage"):
    """n Damage tokens (●)."""

    n: Times = 1
    whom: Whom = "self"


class Heal(Instruction, tag="heal"):
    """Takes n Damage tokens off (●)."""

    n: Times = 1
    whom: Whom = "self"


class Condition(Instruction, tag="condition"):
    """The figure gets a condition, worse side up."""

    name: ConditionName
    whom: Whom = "self"


class Cure(Instruction, tag="cure"):
    """A condition goes."""

    name: Literal["bleeding", "poisoned", "stunned"]
    whom: Whom = "self"


class Stat(Instruction, tag="stat"):
    """A stat changes.

    Attributes:
        stat: which; see `cards.Modifier`.
        n: by how much, not 0.
        whom: whose, with ``until = "round"``.
        until: ``round``: till the end of the round; ``activation``: for all figures of the activated Character card of
            the Oni, till the end of this activation, or for the Hero or companion who acts.
    """

    stat: StatName
    n: Signed
    whom: Whom = "self"
    until: Literal["round", "activation"] = "round"


class Hits(Instruction, tag="hits"):
    """In answers to ``attack``, ``attacked``, ``roll``: n more hits."""

    n: Signed


class Reroll(Instruction, tag="reroll"):
    """In answers to ``roll``: the dice that show no hit are rolled again, once."""


class Shield(Instruction, tag="shield"):
    """In answers to ``attack``, ``attacked``, ``roll``: this Attack does no damage."""


class Attack(Instruction, tag="attack"):
    """Self makes an Attack, without an Action.

    Attributes:
        kind: ``melee``, ``ranged`` or ``any``: the controller chooses among all targets.
        might: more Action dice.
        hits: more hits.
        damage: more Damage tokens.
    """

    kind: Literal["melee", "ranged", "any"] = "any"
    might: Small = 0
    hits: Small = 0
    damage: Small = 0


class Move(Instruction, tag="move"):
    """The figure is moved by the rules of movement, n Areas at most; the controller chooses."""

    n: Times = 1
    whom: Whom = "self"


class Place(Instruction, tag="place"):
    """The figure is put on a free, allowed Space, seen from self; the controller chooses."""

    where: Literal["adjacent", "area", "tile", "anywhere"] = "adjacent"
    whom: Whom = "self"


class Push(Instruction, tag="push"):
    """The figure is pushed away from self (A25)."""

    whom: Literal["other", "target"] = "target"


class Actions(Instruction, tag="actions"):
    """Self has n more Actions in the present activation."""

    n: Times = 1


class Events(Instruction, tag="events"):
    """The Oni draws n Event cards; n < 0: discards, cards of its choice."""

    n: Signed


class Clue(Instruction, tag="clue"):
    """The Hero draws n Clue cards."""

    n: Times = 1


class Item(Instruction, tag="item"):
    """The Hero draws n Equipment cards and keeps ``keep`` of them."""

    n: Number = 1
    keep: Number = 1


class Wound(Instruction, tag="wound"):
    """The Hero draws a Wound."""

    whom: Whom = "self"


class Recall(Instruction, tag="recall"):
    """The Hero takes n Action cards of the own discard pile back to the hand (●)."""

    n: Times = 1


class Test(Instruction, tag="test", kw_only=True):
    """Self, a Hero, makes an Attribute Test of Difficulty n, without an Action.

    Attributes:
        stat: the Attribute.
        n: the Difficulty.
        direct: whether it is a Direct Test.
        do: what a success does; may be empty if ``otherwise`` is not.
        otherwise: what a failure does.
    """

    stat: AttributeName = "guile"
    n: Number
    direct: bool = False
    do: list[AnyInstruction] = []
    otherwise: list[AnyInstruction] = []


class If(Instruction, tag="if", kw_only=True):
    """The block is carried out if the condition holds; exactly one condition is given.

    Attributes:
        done: the register is at least n.
        round: the round is n or later.
        wounded: self has a Damage token.
        corrupted: self stands on a corrupted Tile.
        alarm: the alarm has been raised.
        battle: the Final Battle has begun.
        alone: no friend is adjacent to self.
        heroes: at least n Heroes live.
        adjacent_foes: at least n opponents are adjacent to self.
        class_: self is a Hero of that class.
        otherwise: the block that is carried out if the condition does not hold.
    """

    done: Number | None = None
    round: Annotated[int, Meta(ge=1, le=12)] | None = None
    wounded: Literal[True] | None = None
    corrupted: Literal[True] | None = None
    alarm: Literal[True] | None = None
    battle: Literal[True] | None = None
    alone: Literal[True] | None = None
    heroes: Number | None = None
    adjacent_foes: Number | None = None
    class_: ClassName | None = msgspec.field(name="class", default=None)
    do: list[AnyInstruction]
    otherwise: list[AnyInstruction] = []


class May(Instruction, tag="may"):
    """The controller is asked whether the block is carried out."""

    do: list[AnyInstruction]


class Choose(Instruction, tag="choose"):
    """One of two or three blocks, each an array: ``options = [[…], […]]``."""

    options: Annotated[list[list[AnyInstruction]], Meta(min_length=2, max_length=3)]


class Count(Instruction, tag="count"):
    """Sets the register (●)."""

    what: Literal["adjacent_foes", "adjacent_friends", "damage", "events", "corrupted", "heroes"]


class Token(Instruction, tag="token"):
    """The controller moves a token to a free Space at most n Areas away; ``clue`` is any Clue token, Courtiers too."""

    kind: Literal["courtier", "clue", "chest"] = "clue"
    n: Number = 1


class Corrupt(Instruction, tag="corrupt"):
    """The Oni moves a Corruption token to a Tile without one."""


class Summon(Instruction, tag="summon"):
    """The Oni puts up to n figures of one kind of that type on reinforcement Spaces, without cost."""

    type: TypeName
    n: Number = 1


class Kami(Instruction, tag="kami"):
    """The Hero summons a Kami of those not in play."""


class Alarm(Instruction, tag="alarm"):
    """The alarm is raised."""


class Progress(Instruction, tag="progress"):
    """Of a mission's own programs: n steps for a side."""

    side: Literal["heroes", "oni"]
    n: Number = 1


class OpenDoors(Instruction, tag="open_doors"):
    """All closed doors on the border of self's Tile, or inside it, are opened."""


class DiscardSelf(Instruction, tag="discard_self"):
    """The Equipment card whose program it is goes to the discard pile."""


AnyInstruction = (
    Target
    | Each
    | Damage
    | Heal
    | Condition
    | Cure
    | Stat
    | Hits
    | Reroll
    | Shield
    | Attack
    | Move
    | Place
    | Push
    | Actions
    | Events
    | Clue
    | Item
    | Wound
    | Recall
    | Test
    | If
    | May
    | Choose
    | Count
    | Token
    | Corrupt
    | Summon
    | Kami
    | Alarm
    | Progress
    | DiscardSelf
    | OpenDoors
)
Program = list[AnyInstruction]
