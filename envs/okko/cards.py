"""The entries of the content files: Heroes, agents, all that is printed on a card, as typed records.

`scenarios` has the rest: tokens, dice, missions, scenarios, rules, and the content as a whole.
EFFECTS.md tells what modifiers, triggers and programs mean. Every fact that is not designed by us is named in
``source`` with where it comes from. All entries stand in tables of named entries, ``[items.katana]``; entries name each
other by these keys.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from .board.records import Name
from .effects import AttributeName, ClassName, FoeName, Number, Program, Signed, Small, StatName, TypeName

EventName = Literal[
    "round", "activation", "move", "attack", "roll", "attacked", "hit", "harmed", "eliminate", "eliminated", "test",
    "pass", "fail", "sneak", "clue", "open", "item", "alarm", "corrupt", "summon", "join", "battle", "end", "take",
]  # fmt: skip
Origin = Literal["rulebook", "public", "inferred"]  # all other facts are designed by us
Source = dict[str, Origin]
SlotName = Literal["right_hand", "left_hand", "both_hands", "clothing", "supplies"]
Copies = Annotated[int, Meta(ge=1, le=16)]


# ---- what entries are made of ---------------------------------------------------------------------------------------
class Modifier(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What a source changes as long as it works.

    Attributes:
        stat: ``speed``, ``might``, ``defense``, ``guile``, ``actions`` are added to the printed value (``might`` > 0:
            Action dice, < 0: fewer Combat dice); ``hits``, ``damage`` of an Attack; ``stealth`` in Sneak Tests;
            ``figures`` more of a summoning. The rest mean yes, with n = 1: ``ranged``, ``legendary``, ``ghostly``,
            ``swift``, ``swap_dice``, ``push``.
        n: by how much, not 0.
        scope: whom it concerns.
        when: in what circumstances.
        arg: the number that ``pack`` (figures of the kind) and ``wounded`` (Damage tokens) ask for.
        foe: in an Attack, only with such an opponent.
    """

    stat: StatName
    n: Signed = 1
    scope: Literal["self", "adjacent", "area", "side", "foes_adjacent", "foes_area"] = "self"
    when: Literal[
        "always", "attacking", "melee", "ranged", "defending", "testing", "investigating", "sneaking", "pack",
        "corrupted", "wounded", "alone", "battle",
    ] = "always"  # fmt: skip
    arg: Number = 1
    foe: FoeName | None = None


class Trigger(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A program that answers an event.

    Attributes:
        event: which; see the table of EFFECTS.md.
        whose: ``own``: the event's figure is the bearer; ``friend``: a friend or the bearer; ``foe``: an opponent.
        foe: type of the other figure (of events without one: of the figure).
        may: the bearer's player is asked.
        limit: at most so often a round.
        do: the program.
    """

    event: EventName
    whose: Literal["own", "friend", "foe", "any"] = "own"
    foe: FoeName | None = None
    may: bool = False
    limit: Number | None = None
    do: Program


class Effect(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What a talent or a card does.

    Attributes:
        modifiers, triggers: what works by itself.
        cost: what using ``do`` costs: an Action, an Action and once a round, or nothing; None if there is no ``do``.
        do: the program of an Action.
    """

    modifiers: list[Modifier] = []
    triggers: list[Trigger] = []
    cost: Literal["action", "unique", "free"] | None = None
    do: Program = []


class Talent(Effect, kw_only=True):
    """A natural talent.

    Attributes:
        name: its name.
    """

    name: Name


class Technique(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A Secret Technique, or the penalties of a Wound: changes till the end of the round.

    Attributes:
        speed, might, defense, guile, actions: by how much; agents have no GUILE, Heroes' ACTIONS can change too.
    """

    speed: Signed = 0
    might: Signed = 0
    defense: Signed = 0
    guile: Signed = 0
    actions: Signed = 0


class Test(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """An Attribute Test of a Tile or a Test token.

    Attributes:
        stat: the Attribute.
        n: the Difficulty.
        direct: whether it is a Direct Test.
        do: what a success does.
    """

    stat: AttributeName = "guile"
    n: Number
    direct: bool = False
    do: Program


# ---- entries --------------------------------------------------------------------------------------------------------
class Entry(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What all entries have.

    Attributes:
        name: what is printed on it, at most 40 bytes.
        source: ``{fact: origin}`` of the facts that are known, e.g. ``{name = "rulebook", speed = "inferred"}``.
    """

    name: Name
    source: Source = {}


class Goal(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A Personal Mission: an event that is to happen so often.

    Attributes:
        name: its name.
        event, whose, foe: what is counted; see `Trigger`.
        tile: name of the Tile that the Hero must stand on then, e.g. ``"Archive"``; None for any.
        n: how often.
    """

    name: Name
    event: EventName
    whose: Literal["own", "friend", "foe", "any"] = "own"
    foe: FoeName | None = None
    tile: str | None = None
    n: Number = 1


class Hero(Entry, kw_only=True):
    """``[heroes.KEY]``.

    Attributes:
        class_: ``class`` in TOML.
        speed, might, defense, guile, stamina: Attributes.
        supplies: places in Supplies.
        talents: natural talents.
        items: ``{item: slot}`` of the starting Equipment.
        followers: companions (kind ``follower``) of which the Hero begins with one; none if empty.
        goals: the four Personal Missions, by what the Combat die shows: no hit, one hit, push, reroll.
    """

    class_: ClassName = msgspec.field(name="class")
    speed: Small
    might: Number
    defense: Number
    guile: Small
    stamina: Number
    supplies: Annotated[int, Meta(ge=0, le=6)]
    talents: Annotated[list[Talent], Meta(min_length=1, max_length=3)]
    items: dict[str, SlotName] = {}
    followers: list[str] = []
    goals: Annotated[list[Goal], Meta(min_length=4, max_length=4)]


class Card(Entry, kw_only=True):
    """``[cards.KEY]``: an Action card.

    Attributes:
        hero: whose it is.
        number: 1 to 8, unique among the Hero's cards.
        icon: one of the six icons.
        weakness: it is the Weakness, laid to the left only, which heals when revealed (O107).
        technique: what it does laid to the right; None: it cannot be laid there.
        talent: what it does laid to the left; None: it cannot be laid there.
    """

    hero: str
    number: Annotated[int, Meta(ge=1, le=8)]
    icon: Literal["speed", "attack", "defense", "guile", "coordination", "weakness"]
    weakness: bool = False
    technique: Technique | None = None
    talent: Effect | None = None


class Wound(Entry, kw_only=True):
    """``[wounds.KEY]``.

    Attributes:
        technique: its penalties in the round in which it is laid.
        copies: of the card.
    """

    technique: Technique
    copies: Copies = 1


class Item(Effect, kw_only=True):
    """``[items.KEY]``: an Equipment card. What it does (see `Effect`) works in its slot, for a Hero of its classes.

    Attributes:
        name, source: as in `Entry`.
        slot: where it works; ``hand``: in either hand.
        classes: who can use it.
        legendary: what it does hurts who is ghostly; of a card for the hands also the Attacks that it is for: ranged
            ones if it lets make them, melee ones if it changes them, or all.
        copies: of the card.
    """

    name: Name
    source: Source = {}
    slot: Literal["hand", "both_hands", "clothing", "supplies"]
    classes: Annotated[list[ClassName], Meta(min_length=1)]
    legendary: bool = False
    copies: Copies = 1


class Companion(Entry, kw_only=True):
    """``[companions.KEY]``: a Follower, a Kami, or a Courtier as Follower.

    Attributes:
        kind: which of the three.
        speed, might, defense, actions, stamina: Attributes.
        talent: its talent.
    """

    kind: Literal["follower", "kami", "courtier"]
    speed: Small
    might: Small
    defense: Number
    actions: Number
    stamina: Number
    talent: Effect


class Kind(Entry, kw_only=True):
    """``[kinds.KEY]``: a Character card of agents.

    Attributes:
        type: Mortal Thrall or Supernatural Creature.
        rank: ``demon`` for the Oni, whose cards come last.
        figures: how many there are.
        speed, might, defense, actions, stamina: Attributes.
        talents: natural talents.
    """

    type: TypeName
    rank: Literal["minion", "lieutenant", "demon"]
    figures: Annotated[int, Meta(ge=1, le=16)]
    speed: Small
    might: Number
    defense: Number
    actions: Number
    stamina: Number
    talents: Annotated[list[Talent], Meta(min_length=1, max_length=3)]


class Event(Entry, kw_only=True):
    """``[events.KEY]``: an Event card.

    Attributes:
        technique: for the figures of the Character card that it is laid beside.
        do: the Special Effect. Self is nobody; ``friend`` is a friend of the Oni's agents.
        copies: of the card.
    """

    technique: Technique
    do: Program
    copies: Copies = 1


class Clue(Entry, kw_only=True):
    """``[clues.KEY]``: a Clue card.

    Attributes:
        kind: what it names.
        difficulty, cards: of a Courtier: what is on the token.
        do: of a Courtier, what playing the card does (self: the Hero who is activated); of a Complication, what
            drawing it does (self: the Hero who drew it).
        companion: companion (kind ``courtier``) that a Courtier may become.
        oni: of an Oni, the kind (rank ``demon``) that it is.
        modifiers: of an Oni, its penalties in the Final Battle if its nature was named.
    """

    kind: Literal["courtier", "oni", "complication"]
    difficulty: Number | None = None
    cards: Number | None = None
    do: Program = []
    companion: str | None = None
    oni: str | None = None
    modifiers: list[Modifier] = []


class Node(Entry, kw_only=True):
    """``[trees.thralls.KEY]``, ``[trees.creatures.KEY]``: a position of an Enhancement tree.

    Attributes:
        column: its column.
        after: ``from`` in TOML: positions of the column before to which it is linked; empty in column 1.
        modifiers, triggers: what it gives; the bearer is each agent of the type.
    """

    column: Annotated[int, Meta(ge=1, le=4)]
    after: list[str] = msgspec.field(name="from", default=[])
    modifiers: list[Modifier] = []
    triggers: list[Trigger] = []


class Trees(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """``[trees]``: the two trees, by the keys of their positions."""

    thralls: dict[str, Node]
    creatures: dict[str, Node]
