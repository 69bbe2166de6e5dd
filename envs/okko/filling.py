"""The tables, of a scenario's cast: figures and cards, with what they do. `filling_board` does the rest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..core.content import Content, ContentError
from . import state
from .cards import Effect, Item, Modifier, Talent, Trigger
from .casting import Cast
from .compile import COSTS, Row, answer, class_bits, modifier, program, technique, trigger
from .effects import Program
from .filling_board import fill_board
from .names import encoded
from .scenarios import OkkoContent
from .state import CLASS_NAMES, HERO_CARDS, STATS

NOTHING = -1
ICONS = ("speed", "attack", "defense", "guile", "coordination", "weakness")
RANKS = ("minion", "lieutenant", "demon")
TYPES = {"thrall": state.THRALL, "creature": state.CREATURE}
SLOTS = {
    "right_hand": state.RIGHT_HAND,
    "left_hand": state.LEFT_HAND,
    "both_hands": state.BOTH_HANDS,
    "clothing": state.CLOTHING,
    "supplies": state.SUPPLIES,
}
CLUE_KINDS = {"courtier": state.COURTIER_CLUE, "oni": state.ONI_CLUE, "complication": state.COMPLICATION}
LEFT_SIDE, RIGHT_SIDE = 1, 2
"""Bits of ``card_sides``."""


class Filler:
    """Fills one tables record.

    Attributes:
        t: the record, all zeros at the beginning, but for what the options say.
        content, everything, cast: what it is filled from.
        code: rows of all programs so far.
        sources: ``{source: (modifiers, triggers)}``, placed at the end, in the order of the sources.
    """

    def __init__(self, t: Any, content: Content, everything: OkkoContent, cast: Cast) -> None:
        self.t, self.content, self.everything, self.cast = t, content, everything, cast
        self.code: list[Row] = []
        self.sources: dict[int, tuple[Sequence[Modifier], Sequence[Trigger]]] = {}

    def fill(self) -> None:
        """Fills every field."""
        self._fill_unused()
        self._fill_rules()
        self._fill_heroes()
        self._fill_action_cards()
        self._fill_items()
        self._fill_companions()
        self._fill_kinds()
        self._fill_decks()
        self._fill_clues()
        self._fill_trees()
        fill_board(self)
        self._fill_sources()
        self.t.code[: len(self.code)] = self.code

    def place(self, rows: list[Row]) -> int:
        """Appends a program to the code, and says where it begins."""
        start = len(self.code)
        self.code += rows
        if len(self.code) > state.CODE:
            raise self._too_many("instructions of all programs together", state.CODE)
        return start

    def place_program(self, instructions: Program) -> int:
        """The same for instructions; −1 for none."""
        return self.place(program(instructions)) if instructions else NOTHING

    def add_source(self, source: int, modifiers: Sequence[Modifier], triggers: Sequence[Trigger]) -> None:
        """What a source changes and answers."""
        self.sources[source] = modifiers, triggers

    # ---- options and rules ------------------------------------------------------------------------------------------
    def _fill_unused(self) -> None:
        """Gives the rows that no entry fills, and the columns that an entry may leave out, their value for nothing."""
        t = self.t
        for field in (
            *("tile_mission", "figure_kind", "figure_type", "figure_start", "companion_clue", "item_owner"),
            *("event_program", "clue_program", "clue_companion", "clue_token", "clue_oni", "token_start"),
            *("token_clue", "test_stat", "test_program", "test_mission", "mission_program", "mission_size"),
            *("memoir_size", "source_action", "stat_modifiers", "event_triggers", "goal_tile"),
        ):
            t[field] = NOTHING

    def _fill_rules(self) -> None:
        t, rules = self.t, self.everything.rules
        t.investigation = self.cast.scenario.investigation
        t.hero_actions = rules.hero_actions
        t.summon_cost = rules.summon_cost
        t.summon_figures = rules.summon_figures
        t.events_drawn = rules.events_drawn
        t.wounds_to_eliminate = rules.wounds_to_eliminate
        t.points[:] = rules.recollections
        t.corruption_anywhere = rules.A1 == "any"
        t.corruption_on_space = rules.A5 == "space"
        t.round8_blocks_all = rules.A8 == "all"
        t.tie_to_battle = rules.A9 == "final_battle"
        t.oni_picks = rules.A31 == "oni"
        t.weakness_at_end = rules.A35 == "end"
        numbers = self.everything.conditions
        for condition, sides in enumerate((numbers.bleeding, numbers.poisoned, numbers.stunned)):
            t.condition_penalty[condition] = 0, sides.weaker, sides.worse
        dice = self.everything.dice
        for die, faces in enumerate((dice.combat, dice.action)):
            t.die_hits[die] = [face.hits for face in faces]
            t.die_push[die] = [face.push for face in faces]
            t.die_reroll[die] = [face.reroll for face in faces]
        t.die_hits[2] = dice.test

    # ---- figures ----------------------------------------------------------------------------------------------------
    def _fill_heroes(self) -> None:
        t = self.t
        for h, key in enumerate(self.cast.heroes):
            hero = self.everything.heroes[key]
            t.hero_name[h] = encoded(hero.name)
            t.hero_class[h] = CLASS_NAMES.index(hero.class_)
            t.hero_supplies[h] = hero.supplies
            stats(t.hero_stat[h], hero, ("speed", "might", "defense", "guile"))
            t.hero_stat[h, state.ACTIONS] = self.everything.rules.hero_actions
            for i, talent in enumerate(hero.talents):
                self._fill_talent(h * state.TALENTS + i, state.HERO_SOURCE + h * state.TALENTS + i, talent)
            for follower in hero.followers:
                t.hero_chooses[h, self.cast.companions.index(follower)] = 1
            t.figure_type[h] = state.HERO_TYPE
            t.figure_type[state.COMPANION_FIGURE + h] = state.COMPANION_TYPE
            t.figure_start[h] = self.cast.palace.standing.heroes[h]
            for i, goal in enumerate(hero.goals):
                t.goal_needs[h, i] = goal.n
                counted = Trigger(event=goal.event, whose=goal.whose, foe=goal.foe, do=[])
                self.add_source(state.GOAL_SOURCE + h * state.GOALS + i, (), [counted])
                if goal.tile is not None:
                    tiles = self.cast.palace.tiles
                    t.goal_tile[h, i] = tiles.index(goal.tile) if goal.tile in tiles else -2

    def _fill_kinds(self) -> None:
        t, scenario, figure = self.t, self.cast.scenario, state.AGENT_FIGURE
        starts = self.cast.palace.standing.figures
        used = scenario.agents.get(str(t.num_heroes), {})  # type: ignore[call-overload]
        for k, key in enumerate(self.cast.kinds):
            kind = self.everything.kinds[key]
            t.kind_name[k] = encoded(kind.name)
            t.kind_first[k] = figure
            t.kind_type[k] = TYPES[kind.type]
            t.kind_rank[k] = RANKS.index(kind.rank)
            stats(t.kind_stat[k], kind, ("speed", "might", "defense", "actions"))
            for i, talent in enumerate(kind.talents):
                name = (state.HEROES + k) * state.TALENTS + i
                self._fill_talent(name, state.KIND_SOURCE + k * state.TALENTS + i, talent)
            demon = kind.rank == "demon"
            if scenario.investigation if demon else not scenario.kinds or key in scenario.kinds:
                t.kind_count[k] = kind.figures
                t.figure_kind[figure : figure + kind.figures] = k
                t.figure_type[figure : figure + kind.figures] = t.kind_type[k]
                spaces = starts.get(key, ())[: used.get(key)]
                t.figure_start[figure : figure + len(spaces)] = spaces
            figure += kind.figures

    def _fill_companions(self) -> None:
        t = self.t
        for c, key in enumerate(self.cast.companions):
            companion = self.everything.companions[key]
            t.companion_name[c] = encoded(companion.name)
            stats(t.companion_stat[c], companion, ("speed", "might", "defense", "actions"))
            t.companion_kami[c] = companion.kind == "kami"
            self._fill_effect(state.COMPANION_SOURCE + c, companion.talent)

    # ---- cards ------------------------------------------------------------------------------------------------------
    def _fill_action_cards(self) -> None:
        t = self.t
        for card in self.everything.cards.values():
            if card.hero not in self.cast.heroes:
                continue
            c = self.cast.heroes.index(card.hero) * HERO_CARDS + card.number - 1
            t.card_name[c] = encoded(card.name)
            t.card_icon[c] = ICONS.index(card.icon)
            t.card_weakness[c] = card.weakness
            t.card_stat[c] = technique(card.technique)
            t.card_sides[c] = RIGHT_SIDE * (card.technique is not None)
            if card.talent is not None:
                t.card_sides[c] += LEFT_SIDE
                self._fill_effect(state.CARD_SOURCE + c, card.talent)

    def _fill_items(self) -> None:
        t = self.t
        for i, key in enumerate(self.cast.items):
            item = self.everything.items[key]
            t.item_name[i] = encoded(item.name)
            t.item_exists[i] = 1
            t.item_kind[i] = SLOTS["right_hand" if item.slot == "hand" else item.slot]
            t.item_classes[i] = class_bits(item.classes)
            self._fill_effect(state.ITEM_SOURCE + i, item)
            t.source_legendary[state.ITEM_SOURCE + i] = item.legendary
            if item.legendary and item.slot in ("hand", "both_hands"):
                self.add_source(state.ITEM_SOURCE + i, [*item.modifiers, legendary(item)], item.triggers)
        left = list(enumerate(self.cast.items))
        for h, hero in enumerate(self.cast.heroes):
            for key, slot in self.everything.heroes[hero].items.items():
                i = next(i for i, name in left if name == key)
                left.remove((i, key))
                t.item_owner[i], t.item_slot[i] = h, SLOTS[slot]

    def _fill_decks(self) -> None:
        t = self.t
        for w, key in enumerate(self.cast.wounds):
            wound = self.everything.wounds[key]
            t.wound_name[w] = encoded(wound.name)
            t.wound_exists[w] = 1
            t.wound_stat[w] = technique(wound.technique)
        programs = {key: self.place_program(event.do) for key, event in self.everything.events.items()}
        for e, key in enumerate(self.cast.events):
            event = self.everything.events[key]
            t.event_name[e] = encoded(event.name)
            t.event_exists[e] = 1
            t.event_stat[e] = technique(event.technique)
            t.event_program[e] = programs[key]

    def _fill_clues(self) -> None:
        t, scenario = self.t, self.cast.scenario
        for c, key in enumerate(self.cast.clues):
            clue = self.everything.clues[key]
            t.clue_name[c] = encoded(clue.name)
            if not scenario.investigation or (clue.kind == "courtier" and key not in scenario.courtiers):
                continue
            t.clue_kind[c] = CLUE_KINDS[clue.kind]
            t.clue_program[c] = self.place_program(clue.do)
            if clue.companion is not None:
                t.clue_companion[c] = self.cast.companions.index(clue.companion)
                t.companion_clue[t.clue_companion[c]] = c
            if clue.oni is not None:
                t.clue_oni[c] = self.cast.kinds.index(clue.oni)
                self.add_source(state.CLUE_SOURCE + c, clue.modifiers, ())

    def _fill_trees(self) -> None:
        t = self.t
        trees = (self.everything.trees.thralls, self.everything.trees.creatures)
        for tree, (keys, nodes) in enumerate(zip(self.cast.trees, trees, strict=True)):
            for n, key in enumerate(keys):
                node = nodes[key]
                t.node_name[tree * state.NODES + n] = encoded(node.name)
                t.node_column[tree, n] = node.column
                t.node_from[tree, n] = sum(1 << keys.index(before) for before in node.after)
                self.add_source(state.NODE_SOURCE + tree * state.NODES + n, node.modifiers, node.triggers)

    # ---- what they do -----------------------------------------------------------------------------------------------
    def _fill_talent(self, name: int, source: int, talent: Talent) -> None:
        self.t.talent_name[name] = encoded(talent.name)
        self._fill_effect(source, talent)

    def _fill_effect(self, source: int, effect: Effect) -> None:
        self.t.source_cost[source] = COSTS[effect.cost]
        self.t.source_action[source] = self.place_program(effect.do)
        self.add_source(source, effect.modifiers, effect.triggers)

    def _fill_sources(self) -> None:
        """Modifiers and triggers, in the order of the sources, which is the order of B57."""
        modifiers = triggers = 0
        for source, (changes, answers) in sorted(self.sources.items()):
            self.t.source_legendary[source] |= any(one.stat == "legendary" for one in changes)
            for one in changes:
                if modifiers == state.MODIFIERS:
                    raise self._too_many("modifiers", state.MODIFIERS)
                self.t.modifier_source[modifiers] = source
                self.t.modifier[modifiers] = modifier(one)
                self._append(self.t.stat_modifiers[self.t.modifier[modifiers, 0]], modifiers, "modifiers of one stat")
                modifiers += 1
            for one in answers:
                if triggers == state.TRIGGERS:
                    raise self._too_many("triggers", state.TRIGGERS)
                self.t.trigger_source[triggers] = source
                self.t.trigger[triggers] = trigger(one, self.place(answer(one)) if one.do else NOTHING)
                self._append(self.t.event_triggers[self.t.trigger[triggers, 0]], triggers, "triggers of one event")
                triggers += 1

    def _append(self, row: Any, number: int, what: str) -> None:
        """Writes a number to the first empty place of a row."""
        empty = (row == NOTHING).nonzero()[0]
        if not len(empty):
            raise self._too_many(what, len(row))
        row[empty[0]] = number

    def _too_many(self, what: str, most: int) -> ContentError:
        place = self.content.place("items", "cards", "heroes", "kinds", "companions", "trees", "events", "clues")
        return ContentError(f"there are too many {what}", place, f"allowed: at most {most}")


def legendary(item: Item) -> Modifier:
    """O246: a legendary card for the hands makes those Attacks legendary that it is for: melee, ranged ones, or all."""
    shoots = any(one.stat == "ranged" for one in item.modifiers)
    strikes = any(one.when == "melee" for one in item.modifiers)
    return Modifier(stat="legendary", when="attacking" if shoots == strikes else "ranged" if shoots else "melee")


def stats(row: Any, entry: Any, names: tuple[str, ...]) -> None:
    """Writes printed values to a row of (NUM_STATS + 1,), STAMINA last."""
    for name in names:
        row[STATS.index(name)] = getattr(entry, name)
    row[state.STAMINA] = entry.stamina
