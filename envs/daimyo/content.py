"""What may be configured in Daimyo's Fall: the options, and the tables made of the content files.

``configs/daimyo/*.toml`` hold the shipped content; `cards` and `effects` say what may stand there, EFFECTS.md what it
means. `checks` refuses what cannot be played, `compile` turns programs into rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
import numpy as np
from msgspec import Meta

from ..core.content import DICT, Content, ContentError, Table, combine, merge, read_overlay, shipped
from ..core.options import CommonOptions
from . import state
from .cards import DaimyoContent, Entry, Hero, Modifier, MonCard, Nemesis, Regalium, Reinforcement, Treasure, Trigger
from .checks import check
from .compile import CLASSES, Row, action, class_number, kind_number, loot_condition, program, skills
from .effects import ClassName
from .names import encoded
from .state import MAX_SEATS, TABLES

MAX_DECISIONS = 100_000
DEFAULT_PLAYERS = 4
CARD_TABLES = {
    "mon": state.MON,
    "reinforcements": state.REINFORCEMENT,
    "treasures": state.TREASURE,
    "regalia": state.REGALIUM,
}
CHARACTER_TABLES = {"heroes": state.HERO, "nemeses": state.NEMESIS}
ENTRIES = (*CARD_TABLES, *CHARACTER_TABLES, "stories")
FIRST_DECK = {
    state.MON: state.NO_DECK,
    state.REINFORCEMENT: state.REINFORCEMENTS,
    state.TREASURE: state.TREASURES,
    state.REGALIUM: state.REGALIA,
}
WHOSE_EVENT = {"own": 0, "others": 1, "any": 2}
NOTHING = -1
StockCard = Reinforcement | Treasure | Regalium


class DaimyoOptions(CommonOptions, kw_only=True, frozen=True):
    """Options of Daimyo's Fall.

    Attributes:
        num_players: seats, 2 to 5; None for 4, or for the 1 of Boss Rush.
        heroes: ``"random"``, or ``"beginner"``: each player chooses one of the beginners' heroes.
        nemesis: the variant in which nemeses lie in the hero deck.
        boss_rush: the variant for one player against all nemeses.
        expansions: story cards in play, 1 and 2.
    """

    game = "daimyo"

    num_players: Annotated[int, Meta(ge=1, le=MAX_SEATS)] | None = None
    heroes: Literal["random", "beginner"] = "random"
    nemesis: bool = False
    boss_rush: bool = False
    expansions: Annotated[tuple[Literal[1, 2], ...], Meta(description="a sequence of 1 and 2, or an empty one")] = ()

    def __post_init__(self) -> None:
        """Checks what no single option can tell."""
        if self.boss_rush:
            if self.num_players not in (None, 1):
                raise ValueError(f"num_players={self.num_players} does not fit boss_rush=True, which is for 1 player")
            if self.heroes != "random":
                raise ValueError("heroes='beginner' does not fit boss_rush=True, whose heroes are drawn at random")
            if self.nemesis:
                raise ValueError("nemesis=True does not fit boss_rush=True, which has rules of its own for nemeses")
        elif self.num_players == 1:
            raise ValueError("num_players=1 is possible with boss_rush=True only; allowed without it: 2 to 5")
        if len(set(self.expansions)) < len(self.expansions):
            raise ValueError(f"expansions={self.expansions} names one twice; name each once")
        if self.num_players is None:  # settled, so that leaving it out and giving it are the same options
            msgspec.structs.force_setattr(self, "num_players", 1 if self.boss_rush else DEFAULT_PLAYERS)

    @property
    def num_seats(self) -> int:
        """Seats in play."""
        assert self.num_players is not None, "settled when the options were made"
        return self.num_players


def build_tables(options: DaimyoOptions) -> tuple[np.ndarray, dict[str, Any]]:
    """The tables that the rules read, and the merged content that they were made of.

    The merged content does not depend on the options. The array stays writable, because pickle and deepcopy would drop
    a read-only mark, and numba compiles every kernel anew for an array that has it.

    Returns:
        tables: (1,) of `TABLES`.
        content: plain data.

    Raises:
        ContentError: content that cannot be played with.
    """
    content = load(options)
    everything = content.convert(DaimyoContent)
    check(content, everything, options)
    tables = np.zeros(1, TABLES)
    Filler(tables[0], options, content, everything).fill()
    return tables, msgspec.to_builtins(everything)


# ---- merging --------------------------------------------------------------------------------------------------------
def load(options: DaimyoOptions) -> Content:
    """Shipped and user content merged."""
    data = shipped(options.game)
    overlay = read_overlay(options.game, options.content)
    for source, part in overlay.parts:
        merge(_opened(data, part), part, source, ENTRIES)  # refuses what the content does not have
    return Content(options.game, merge(_opened(data, overlay), overlay, DICT, ENTRIES), overlay)


def _opened(data: Table, overlay: Table) -> Table:
    """The content with each entry ready for all that the overlay says of it.

    Most fields of an entry have a default that the files leave out, so that merging cannot know which exist. What an
    overlay says of an entry is put in here, and `Content.convert` refuses the fields that an entry does not have.
    """
    opened = dict(data)
    for table in ENTRIES:
        given = overlay.get(table)
        if isinstance(given, dict):
            known = {key: entry for key, entry in given.items() if key in data[table] and isinstance(entry, dict)}
            opened[table] = combine(data[table], {key: _without_enabled(entry) for key, entry in known.items()})
    return opened


def _without_enabled(entry: Table) -> Table:
    return {key: value for key, value in entry.items() if key != "enabled"}


# ---- the order of cards and characters ------------------------------------------------------------------------------
def cards_in_order(content: DaimyoContent) -> list[tuple[str, str, StockCard | MonCard]]:
    """(table, key, entry) of all cards; the place in the list is the number of the card."""
    return [(table, *item) for table in CARD_TABLES for item in _by_number(getattr(content, table))]


def characters_in_order(content: DaimyoContent) -> list[tuple[str, str, Hero | Nemesis]]:
    """(table, key, entry) of all characters; the place in the list is the number of the character."""
    return [(table, *item) for table in CHARACTER_TABLES for item in _by_number(getattr(content, table))]


def _by_number(entries: dict[str, Any]) -> list[tuple[str, Any]]:
    return sorted(entries.items(), key=lambda item: (item[1].number, item[0]))


# ---- the tables -----------------------------------------------------------------------------------------------------
class Filler:
    """Fills one tables record.

    Attributes:
        t: the record, all zeros at the beginning.
        options, content, everything: what it is filled from.
        code: rows of all programs so far.
        triggers: how many there are so far.
    """

    def __init__(self, t: Any, options: DaimyoOptions, content: Content, everything: DaimyoContent) -> None:
        self.t, self.options, self.content, self.everything = t, options, content, everything
        self.code: list[Row] = []
        self.triggers = 0

    def fill(self) -> None:
        """Fills every field."""
        self._fill_options()
        self._fill_rules()
        self._fill_unused()
        for number, (table, _, card) in enumerate(cards_in_order(self.everything)):
            self._fill_card(number, CARD_TABLES[table], card)
        for number, (table, _, character) in enumerate(characters_in_order(self.everything)):
            self._fill_character(number, CHARACTER_TABLES[table], character)
        for story in self.everything.stories.values():
            for face, content in enumerate(story.faces):
                number = 2 * (story.expansion - 1) + face
                self.t.story_title[number] = encoded(content.title)
                self._fill_source(state.CHARACTERS + number, content.modifiers, (), content.triggers)
        self.t.code[: len(self.code)] = self.code

    def _fill_options(self) -> None:
        t, options = self.t, self.options
        t.num_seats = options.num_seats
        t.auto_forced = options.auto_forced
        t.max_turns = options.max_turns or self.everything.rules.max_turns
        t.max_decisions = options.max_decisions or MAX_DECISIONS
        t.side[: options.num_seats] = range(options.num_seats)
        t.boss_rush = options.boss_rush
        t.beginner = options.heroes == "beginner"
        t.nemesis_variant = options.nemesis
        for expansion in options.expansions:
            t.stories[expansion - 1] = 1

    def _fill_rules(self) -> None:
        t, rules = self.t, self.everything.rules
        t.petals_start = rules.petals[self.options.num_seats - 1]
        t.hand_size = rules.hand_size
        t.base_deployments = rules.deployments
        t.turn_guard = rules.turn_guard
        t.both_boost = rules.R16 == "flowchart"
        t.give_up_any_time = rules.R26 == "any_time"
        t.nemeses_in_deck = rules.nemeses_in_deck
        t.trade_cost = rules.trade_costs
        t.send_back_cost = rules.send_back_cost
        t.treasures_for_setsuko = rules.treasures_for_setsuko
        t.first_reveal_round = 1 if rules.R2 == "second" else 0

    def _fill_unused(self) -> None:
        """Gives the rows that no entry fills, and the columns that an entry may leave out, their value for nothing."""
        t = self.t
        t.card_class = state.NO_CLASS
        t.card_deck = state.NO_DECK
        t.character_place = state.GONE
        for field in (
            *("card_sell", "card_program", "card_icon", "card_event"),
            *("character_class", "character_other_form", "character_program"),
            *("source_triggers", "trigger_source", "trigger_event", "trigger_class", "trigger_program"),
        ):
            t[field] = NOTHING
        t.character_pays_kind[:, 1] = NOTHING

    def _fill_card(self, k: int, kind: int, card: StockCard | MonCard) -> None:
        t = self.t
        t.num_cards += 1
        t.card_name[k] = encoded(card.name)
        t.card_kind[k] = kind
        t.card_copies[k] = self._copies(card)
        t.card_starters[k] = getattr(card, "starters", 0)
        if isinstance(card, MonCard):
            t.card_bonus[k, 1] = card.mon
            return
        t.card_class[k] = state.NO_CLASS if isinstance(card, Regalium) else class_number(card.class_)
        t.card_deck[k] = FIRST_DECK[kind] + (0 if kind == state.REGALIUM else t.card_class[k])
        t.card_cost[k] = card.cost
        t.card_sell[k] = NOTHING if card.sell == "-" else card.sell
        t.card_vp[k] = card.vp
        t.card_petals[k] = getattr(card, "petals", 0)
        t.card_changes_setsuko[k] = getattr(card, "changes_setsuko", False)
        t.card_bonus[k] = card.draw, card.mon, card.deployments, card.trade_points
        self._fill_skills(k, card)

    def _copies(self, card: StockCard | MonCard) -> int:
        """Copies in the domain deck at set-up (R6)."""
        if isinstance(card, MonCard):
            return 0
        mixed = not isinstance(card, Reinforcement) and self.everything.rules.mix_expansion_treasures
        if not (mixed or self._plays(card)):
            return 0
        starting_decks = MAX_SEATS if self.everything.rules.R6 == "box" else self.options.num_seats
        return card.copies - starting_decks * getattr(card, "starters", 0)

    def _plays(self, entry: Entry) -> bool:
        """Whether the core game, or the expansion that the entry belongs to, is played."""
        return entry.expansion == 0 or entry.expansion in self.options.expansions

    def _fill_skills(self, k: int, card: StockCard) -> None:
        t = self.t
        several = {"deploy": state.ON_DEPLOY, "duel": state.ON_DUEL}
        for on, column in several.items():
            those = [skill for skill in card.skills if skill.on == on]
            if those:
                t.card_program[k, column] = self._place(skills(those))
        single = {"discard": state.ON_DISCARD, "return": state.ON_RETURN, "interrupt": state.ON_INTERRUPT}
        for skill in card.skills:
            if skill.on in single:
                t.card_program[k, single[skill.on]] = self._place(program(skill.do))
                t.card_icon[k, single[skill.on]] = class_number(skill.icon)
            if skill.event is not None:
                event = state.EVENT_NAMES.index(skill.event)
                t.card_event[k] = event
                t.card_interrupt_returns[k] = skill.cost == "return"
                if t.card_copies[k] + t.card_starters[k] > 0:
                    t.interrupt_events |= 1 << event
        if card.equip is not None:
            t.card_program[k, state.ON_EQUIP] = 0  # a mark: there is nothing to carry out
            t.card_icon[k, state.ON_EQUIP] = class_number(card.equip.icon)
            for modifier in card.equip.modifiers:
                t.card_stat[k, state.STATS.index(modifier.stat)] += modifier.n

    def _fill_character(self, c: int, kind: int, character: Hero | Nemesis) -> None:
        t = self.t
        t.num_characters += 1
        t.character_name[c] = encoded(character.name)
        t.character_kind[c] = kind
        t.character_class[c] = CLASSES[character.class_]
        t.character_def[c] = character.def_
        t.character_petals[c] = character.petals
        t.character_expansion[c] = character.expansion
        if isinstance(character, Nemesis):
            self._fill_nemesis(c, character)
        else:
            self._fill_hero(c, character)

    def _fill_hero(self, c: int, hero: Hero) -> None:
        t = self.t
        t.character_cost[c] = hero.atk
        t.character_vp[c] = hero.vp
        t.character_beginner[c] = hero.beginner
        aside = hero.set_aside or hero.expansion > 0
        t.character_place[c] = (state.ASIDE if aside else state.HERO_DECK) if self._plays(hero) else state.GONE
        if hero.other_form is not None:
            keys = [key for _, key, _ in characters_in_order(self.everything)]
            t.character_other_form[c] = keys.index(hero.other_form)
        if hero.action is not None:
            pays = hero.action.pays
            t.character_program[c, state.ACTION] = self._place(action(pays, hero.action.do))
            t.character_pays[c] = pays.mon, pays.trade_points, pays.discard, pays.exhaust
            t.character_pays_kind[c] = kind_number(pays.kind), class_number(pays.class_)
            t.character_must_be_active[c] = hero.action.active
            t.character_uses[c] = hero.action.uses
        self._fill_source(c, hero.modifiers, hero.loot, hero.passive, hero.class_)

    def _fill_nemesis(self, c: int, nemesis: Nemesis) -> None:
        t = self.t
        t.character_extra_hit[c] = nemesis.extra_hit
        t.character_boss_hit_points[c] = nemesis.boss_hit_points
        wanted = self.options.nemesis or self.options.boss_rush
        t.character_place[c] = state.HERO_DECK if wanted and self._plays(nemesis) else state.GONE
        if nemesis.reveal:
            t.character_program[c, state.REVEAL] = self._place(program(nemesis.reveal))
        t.character_program[c, state.REWARD] = self._place(program(nemesis.reward))
        self._fill_source(c, nemesis.modifiers, (), nemesis.passive)

    def _fill_source(
        self,
        source: int,
        modifiers: list[Modifier],
        loot: Sequence[Trigger],
        passive: list[Trigger],
        cls: ClassName | None = None,
    ) -> None:
        """What has passive effects. ``cls``: of a hero; of anything else it does not matter whose an event is."""
        for modifier in modifiers:
            self.t.source_stat[source, int(modifier.active), state.STATS.index(modifier.stat)] += modifier.n
        rows = [loot_condition(trigger.do, cls) for trigger in loot if cls]
        rows += [program(trigger.do) for trigger in passive]
        for place, (trigger, its_rows) in enumerate(zip([*loot, *passive], rows, strict=True)):
            self.t.source_triggers[source, place] = self.triggers
            self._fill_trigger(source, trigger, its_rows, 2 if cls is None else WHOSE_EVENT[trigger.whose])
            self.t.trigger_loot[self.triggers - 1] = place < len(loot)

    def _fill_trigger(self, source: int, trigger: Trigger, rows: list[Row], others: int) -> None:
        t, number = self.t, self.triggers
        if number == state.TRIGGERS:
            raise self._too_long("triggers", state.TRIGGERS)
        self.triggers += 1
        event = state.EVENT_NAMES.index(trigger.event)
        t.source_events[source] |= 1 << event
        t.trigger_source[number] = source
        t.trigger_event[number] = event
        t.trigger_others[number] = others
        t.trigger_class[number] = class_number(trigger.class_)
        t.trigger_kind[number] = state.HERO_KIND if trigger.kind == "hero" else kind_number(trigger.kind)
        t.trigger_nth[number] = trigger.nth or 0
        t.trigger_limit[number] = trigger.limit or 0
        t.trigger_program[number] = self._place(rows)

    def _place(self, rows: list[Row]) -> int:
        """Appends a program to the code, and says where it begins."""
        start = len(self.code)
        self.code += rows
        if len(self.code) > state.CODE:
            raise self._too_long("instructions of all programs together", state.CODE)
        return start

    def _too_long(self, what: str, most: int) -> ContentError:
        return ContentError(f"there are too many {what}", self.content.place(*ENTRIES), f"allowed: at most {most}")
