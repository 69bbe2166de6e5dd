"""The entries of the content files: tokens, dice, missions, scenarios, rules, and the content as a whole.

`cards` has Heroes, agents and all that is printed on a card; `board.records` tiles and maps.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from .board.records import ScenarioMap, Spot, Tile
from .cards import Card, Clue, Companion, Entry, Event, Hero, Item, Kind, Test, Trees, Trigger, Wound
from .effects import Number, Program, Small

Size = Literal["large", "medium", "small"]
HeroCount = Literal["1", "2", "3", "4"]
Steps = Annotated[int, Meta(ge=0, le=99)]


class ClueFace(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """An Evidence or Parchment token.

    Attributes:
        difficulty, cards: on its upper side.
        back: ``[difficulty, cards]`` on the other.
    """

    difficulty: Number
    cards: Number
    back: Annotated[list[Number], Meta(min_length=2, max_length=2)]


class ChestFace(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A Chest token.

    Attributes:
        difficulty, cards: on its upper side.
        keep: how many of the cards may be kept, under it.
    """

    difficulty: Number
    cards: Number
    keep: Number


class Tokens(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """``[tokens]``: the tokens that are drawn at set-up."""

    evidence: list[ClueFace]
    parchments: list[ClueFace]
    chests: list[ChestFace]


class Sides(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The numbers on a Condition token; the worse is at least the weaker."""

    weaker: Number
    worse: Number


class Conditions(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """``[conditions]``: Bleeding's are 1 and 1, Amputee has none."""

    bleeding: Sides
    poisoned: Sides
    stunned: Sides


class DieFace(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A face of a Combat or Action die; the reroll symbol counts one hit by itself: ``hits = 1, reroll = true``."""

    hits: Annotated[int, Meta(ge=0, le=3)]
    push: bool = False
    reroll: bool = False


class Dice(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """``[dice]``: the six faces of each."""

    combat: Annotated[list[DieFace], Meta(min_length=6, max_length=6)]
    action: Annotated[list[DieFace], Meta(min_length=6, max_length=6)]
    test: Annotated[list[Annotated[int, Meta(ge=0, le=6)]], Meta(min_length=6, max_length=6)]


class Mission(Entry, kw_only=True):
    """``[missions.KEY]``: a Mission Tile's reference card, a scheme, or the objective of a scenario.

    Attributes:
        tile: name of the Mission Tile; None for a scheme or an objective.
        tests: ``{name of an interaction space: Test}``; they are over when the mission is completed.
        triggers: what answers events; self is nobody.
        end: what is done in step 9 of the end phase.
        heroes, oni: how much progress completes it for that side, for any number of Heroes or ``{"2": steps, …}`` by
            their number; 0: that side cannot.
        size: of its Recollection; None: it has none.
        decides: completing it ends the game, and that side wins.
    """

    tile: str | None = None
    tests: dict[str, Test] = {}
    triggers: list[Trigger] = []
    end: Program = []
    heroes: Steps | dict[HeroCount, Steps] = 0
    oni: Steps | dict[HeroCount, Steps] = 0
    size: Size | None = None
    decides: bool = False


class Memoirs(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Sizes of the Recollections of a scenario; those of missions stand with the missions.

    Attributes:
        unmasked, defeated, escaped, alarm, embarrassing, defamatory, dishonorable: see RULES.md, chapter 24.
        hero: each Hero's.
    """

    unmasked: Size
    defeated: Size
    escaped: Size
    alarm: Size
    embarrassing: Size
    defamatory: Size
    dishonorable: Size
    hero: Size


class Scenario(Entry, kw_only=True):
    """``[scenarios.KEY]``.

    Attributes:
        map: the palace and what stands on it (MAPS.md); ``things.courtiers`` in the order of ``courtiers``. With fewer
            Heroes the last of ``things.heroes`` stay empty.
        heroes: ``{"2": [hero, hero], …}``: for which numbers of Heroes it is, and who plays unless the option says.
        agents: ``{"2": {kind: figures}}``: with so many Heroes only the first so many spaces of a kind are used.
        kinds: Character cards of agents in the game (but for the Oni); all if left out.
        investigation: whether there is one.
        courtiers: Clue cards of the Courtiers who take part.
        suspects: ``{"2": number}``: with so many Heroes only the first so many Courtiers take part.
        missions: missions of the Mission Tiles, in the order in which they are worked off.
        scheme: mission with whose completion by the Oni it appears (A42).
        objective: without an investigation, the mission that decides.
        tests: ``{name of an interaction space: Test}`` of Tiles that are no Mission Tiles.
        test_tokens: ``{space: Test}`` of Test tokens. Like ``tests`` they belong to the objective or scheme, if any.
        objects: spaces of Objective tokens.
        memoirs: sizes of the Recollections.
    """

    map: ScenarioMap
    heroes: dict[HeroCount, list[str]]
    agents: dict[HeroCount, dict[str, Annotated[int, Meta(ge=0, le=16)]]] = {}
    kinds: list[str] = []
    investigation: bool = True
    courtiers: list[str] = []
    suspects: dict[HeroCount, Annotated[int, Meta(ge=1, le=24)]] = {}
    missions: list[str] = []
    scheme: str | None = None
    objective: str | None = None
    tests: dict[str, Test] = {}
    test_tokens: dict[Spot, Test] = {}
    objects: list[Spot] = []
    memoirs: Memoirs


class Rules(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """``[rules]``: the numbers of B104, and the rule options named after their rulings in RULES.md.

    Attributes:
        max_turns: rounds after which the game ends (A10).
        summon_cost, summon_figures: Event cards for a summoning, and figures it brings (A14).
        events_drawn: Event cards that the Oni draws in the end phase.
        hero_actions: Actions of a Hero's activation.
        wounds_to_eliminate: Wounds in hand that eliminate.
        recollections: points of a large, a medium and a small one.
        A1, A5, A8, A9, A31, A35: see RULES.md, section 28.19.
    """

    max_turns: Annotated[int, Meta(ge=1, le=99)]
    summon_cost: Annotated[int, Meta(ge=0, le=9)]
    summon_figures: Number
    events_drawn: Small
    hero_actions: Number
    wounds_to_eliminate: Number
    recollections: Annotated[list[Annotated[int, Meta(ge=0, le=99)]], Meta(min_length=3, max_length=3)]
    A1: Literal["adjacent", "any"]
    A5: Literal["tile", "space"]
    A8: Literal["unmasked", "all"]
    A9: Literal["draw", "final_battle"]
    A31: Literal["random", "oni"]
    A35: Literal["reveal", "end"]


class OkkoContent(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The merged content. The order of entries in a table is that of the files."""

    rules: Rules
    dice: Dice
    conditions: Conditions
    tokens: Tokens
    trees: Trees
    heroes: dict[str, Hero]
    cards: dict[str, Card]
    wounds: dict[str, Wound]
    items: dict[str, Item]
    companions: dict[str, Companion]
    kinds: dict[str, Kind]
    events: dict[str, Event]
    clues: dict[str, Clue]
    missions: dict[str, Mission]
    scenarios: dict[str, Scenario]
    tiles: dict[str, Tile]
    corridors: dict[str, Tile]
