"""The entries of the content files: cards, characters, story cards, and the numbers of the rules, as typed records.

EFFECTS.md describes the files. Every fact that is not designed by us is named in ``source`` with where it comes from.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from .effects import ClassName, KindName, Program
from .state import EVENT_NAMES, STATS  # noqa: F401  (EventName and StatName below repeat them; a test compares)

EventName = Literal[
    "main_phase", "deploy", "discard", "return", "sell", "purchase", "trade", "draw", "gain_mon", "loot",
    "start_duel", "attacked", "win_duel", "exhaust", "recover", "refresh", "petals", "end_phase", "reveal",
    "nemesis_beaten", "cleanse",
]  # fmt: skip
StatName = Literal[
    "atk", "def", "hand_size", "deployments", "trade_points", "mon", "reinforcement_cost", "hero_cost", "sell"
]
Origin = Literal["rulebook", "preview", "inferred"]  # all other facts are designed by us
Points = Annotated[int, Meta(ge=0, le=20)]
Small = Annotated[int, Meta(ge=0, le=9)]


class Entry(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What all entries have.

    Attributes:
        number: printed number of the card; unique in the box.
        name: its name.
        source: ``{fact: origin}`` of the facts that are known, e.g. ``{name = "rulebook", deployments = "rulebook"}``.
        expansion: 1 or 2, the story card it belongs to; 0 the core game.
    """

    number: Annotated[int, Meta(ge=1, le=200)]
    name: Annotated[str, Meta(min_length=1, max_length=40)]
    source: dict[str, Origin] = {}
    expansion: Annotated[int, Meta(ge=0, le=2)] = 0


class Skill(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A skill of a card.

    Attributes:
        on: ``deploy``, when it is deployed, after its bonuses; ``discard`` / ``return``: from the hand, that card being
            the cost; ``duel``: when it is discarded as a boost; ``interrupt``: from the hand in another player's turn,
            when ``event`` happens, the card being discarded (or returned, ``cost``).
        icon: class that the active hero must have (in a duel: the boosted hero).
        may: the player may leave a deploy skill out; without it the skill is mandatory.
        event, cost: of an interrupt.
        do: the program.
    """

    on: Literal["deploy", "discard", "return", "duel", "interrupt"]
    icon: ClassName | None = None
    may: bool = False
    event: Literal["start_duel", "loot", "deploy", "purchase", "reveal", "end_phase"] | None = None
    cost: Literal["discard", "return"] = "discard"
    do: Program


class Modifier(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A number that is changed while the source is in play.

    Attributes:
        stat: which; ``reinforcement_cost`` and ``hero_cost`` change purchases, ``sell`` each sale, the others
            what the turn begins with.
        n: by how much.
        active: only while the hero is the active one.
    """

    stat: StatName
    n: Annotated[int, Meta(ge=-9, le=9)]
    active: bool = False


class Equip(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The card may be equipped to a hero when it is deployed, with modifiers for that hero and its owner."""

    icon: ClassName | None = None
    modifiers: Annotated[list[Modifier], Meta(min_length=1, max_length=4)]


class Card(Entry, kw_only=True):
    """What reinforcements, treasures and regalia have.

    Attributes:
        cost: purchase cost, also what the card adds as a boost.
        sell: mon for selling it, or ``"-"``: it cannot be sold.
        vp: victory points.
        draw, mon, deployments, trade_points: the bonuses of deploying it.
        skills: at most one for each ``on`` but ``deploy`` and ``duel``, of which there may be several.
        equip: if it can be equipped.
    """

    cost: Points
    sell: Small | Literal["-"]
    vp: Annotated[int, Meta(ge=0, le=20)] = 0
    draw: Small = 0
    mon: Small = 0
    deployments: Small = 0
    trade_points: Small = 0
    skills: list[Skill] = []
    equip: Equip | None = None


class MonCard(Entry, kw_only=True):
    """A mon card.

    Attributes:
        mon: what it is worth.
        starters: copies in each starting deck.
    """

    mon: Annotated[int, Meta(ge=1, le=9)]
    starters: Annotated[int, Meta(ge=0, le=10)]


class Reinforcement(Card, kw_only=True):
    """A reinforcement.

    Attributes:
        copies: in the box, all starting decks included.
        starters: copies in each starting deck.
    """

    class_: ClassName = msgspec.field(name="class")
    copies: Annotated[int, Meta(ge=1, le=40)] = 6
    starters: Annotated[int, Meta(ge=0, le=10)] = 0


class Treasure(Card, kw_only=True):
    """A treasure of a class.

    Attributes:
        petals: removed when it is deployed.
        copies: in the box.
        changes_setsuko: returning it changes Setsuko's form (R1).
    """

    class_: ClassName = msgspec.field(name="class")
    petals: Small = 0
    copies: Annotated[int, Meta(ge=1, le=9)] = 2
    changes_setsuko: bool = False


class Regalium(Card, kw_only=True):
    """A regalia card: a treasure without a class."""

    petals: Small = 0
    copies: Annotated[int, Meta(ge=1, le=9)] = 1
    changes_setsuko: bool = False


class Trigger(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A loot condition or a passive skill: what happens when something happens.

    Attributes:
        event: see the table of events.
        whose: ``own``: of the owner; ``others``: of another player; ``any``.
        class_: only for cards or heroes of that class.
        kind: only for cards of that kind, or heroes.
        nth: fires once a turn, when so many of these events have happened in it.
        limit: fires at most so often a turn.
        do: the program. The owner controls it (of a nemesis or story card: the player who acted).
    """

    event: EventName
    whose: Literal["own", "others", "any"] = "own"
    class_: ClassName | None = msgspec.field(name="class", default=None)
    kind: KindName | Literal["hero"] | None = None
    nth: Annotated[int, Meta(ge=1, le=20)] | None = None
    limit: Annotated[int, Meta(ge=1, le=9)] | None = None
    do: Program


class Pays(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """What the action of a hero costs, paid in full before it.

    Attributes:
        mon, trade_points: of the turn.
        discard: cards of the hand, of that kind and class where given.
        exhaust: the hero herself becomes exhausted.
    """

    mon: Small = 0
    trade_points: Small = 0
    discard: Annotated[int, Meta(ge=0, le=5)] = 0
    kind: KindName | None = None
    class_: ClassName | None = msgspec.field(name="class", default=None)
    exhaust: bool = False


class Action(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A skill that a hero's owner may activate in the main phase.

    Attributes:
        pays: its cost.
        active: only while she is the active hero.
        uses: times a turn.
        do: the program.
    """

    pays: Pays = Pays()
    active: bool = False
    uses: Annotated[int, Meta(ge=1, le=9)] = 1
    do: Program


class Hero(Entry, kw_only=True):
    """A hero.

    Attributes:
        atk: purchase cost and attack value.
        def_: sell value and defense value.
        vp, petals: as printed.
        beginner: one of the six of the beginners' variant.
        set_aside: not in the hero deck at set-up.
        other_form: key of the hero that she becomes (R1).
        loot: loot conditions.
        passive: passive skills.
        modifiers: numbers that she changes.
        action: a skill to be activated.
    """

    class_: ClassName = msgspec.field(name="class")
    atk: Annotated[int, Meta(ge=1, le=20)]
    def_: Annotated[int, Meta(ge=0, le=20)] = msgspec.field(name="def")
    vp: Small
    petals: Small
    beginner: bool = False
    set_aside: bool = False
    other_form: str | None = None
    loot: Annotated[list[Trigger], Meta(max_length=3)] = []
    passive: Annotated[list[Trigger], Meta(max_length=3)] = []
    modifiers: list[Modifier] = []
    action: Action | None = None


class Nemesis(Entry, kw_only=True):
    """A nemesis.

    Attributes:
        def_: defense value.
        extra_hit: whether her hit points are the number of players + 1, instead of the number of players.
        boss_hit_points: hit points in Boss Rush.
        petals: as printed.
        reveal, passive, modifiers, reward: her skills; passive effects and modifiers affect every player.
    """

    class_: ClassName = msgspec.field(name="class")
    def_: Annotated[int, Meta(ge=0, le=30)] = msgspec.field(name="def")
    extra_hit: bool
    boss_hit_points: Annotated[int, Meta(ge=1, le=30)]
    petals: Small
    reveal: Program = []
    passive: Annotated[list[Trigger], Meta(max_length=3)] = []
    modifiers: list[Modifier] = []
    reward: Program


class Face(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """One face of a story card; its effects affect every player."""

    title: str
    triggers: Annotated[list[Trigger], Meta(max_length=3)] = []
    modifiers: list[Modifier] = []


class Story(Entry, kw_only=True):
    """A story card. The first face lies up at the beginning."""

    faces: Annotated[list[Face], Meta(min_length=2, max_length=2)]


class Rules(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """``[rules]``: numbers, and the rule options named after their rulings in RULES.md."""

    petals: Annotated[list[Annotated[int, Meta(ge=1, le=127)]], Meta(min_length=5, max_length=5)]
    hand_size: Annotated[int, Meta(ge=1, le=10)]
    deployments: Annotated[int, Meta(ge=1, le=9)]
    trade_costs: Annotated[list[Annotated[int, Meta(ge=1, le=9)]], Meta(min_length=3, max_length=3)]
    send_back_cost: Annotated[int, Meta(ge=1, le=9)]
    nemeses_in_deck: Annotated[int, Meta(ge=1, le=5)]
    treasures_for_setsuko: Annotated[int, Meta(ge=1, le=20)]
    max_turns: Annotated[int, Meta(ge=1, le=200)]
    turn_guard: Annotated[int, Meta(ge=20, le=2000)]
    mix_expansion_treasures: bool
    R2: Literal["second", "first"]
    R6: Literal["box", "deck"]
    R16: Literal["flowchart", "either"]
    R26: Literal["with_purchase", "any_time"]


class DaimyoContent(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The merged content."""

    rules: Rules
    mon: dict[str, MonCard]
    reinforcements: dict[str, Reinforcement]
    treasures: dict[str, Treasure]
    regalia: dict[str, Regalium]
    heroes: dict[str, Hero]
    nemeses: dict[str, Nemesis]
    stories: dict[str, Story]
