"""Positions for the tests of the strategy phase, the end of a round and what belongs to no one figure.

A `Table` is a game on a small palace made by hand, so that a test depends on no content: four Tiles in a row, 0 to 3,
with six Spaces each (Tile t has 6·t … 6·t + 5 and one Area). Adjacent Spaces are neighbours in number::

    Tile 0: Heroes on 0, 1 …; 4 reinforces thralls (+1)      Tile 1: Courtiers' tokens on 7, 8, 9; 10 thralls (+3)
    Tile 2: 16 reinforces creatures (+1)                     Tile 3: 22 reinforces creatures (+3)

Activations and programs are left out: `activations` notes whose turn it was. Actions are named by the words of `NAMES`
and a number: ``TILE 2``, ``KIND 0``, ``LEFT 3``, ``PASS``. A number of ``NODE`` is 16 · tree + position.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from rules.okko.plain import Rules

from shugyo.envs.okko import state as st

NAMES = {
    "SLOT": 20, "HERO": 25, "TILE": 29, "KIND": 45, "NODE": 57, "LEFT": 89, "RIGHT": 97, "CARD": 105, "WOUND": 113,
    "ITEM": 129, "EVENT": 169, "CLUE": 201, "COMPANION": 225, "OWN_TALENT": 249, "FIGURE": 261, "SPACE": 301,
}  # fmt: skip
"""Written out from the table of actions, not imported: a renumbering must fail here."""
ASHIGARU, SAMURAI, NINJA, BAKEMONO, ONI_A, ONI_B = range(6)
KINDS = [  # type, rank, figures
    (st.THRALL, st.MINION, 4), (st.THRALL, st.LIEUTENANT, 1), (st.CREATURE, st.MINION, 2),
    (st.CREATURE, st.LIEUTENANT, 1), (st.CREATURE, st.DEMON, 1), (st.CREATURE, st.DEMON, 1),
]  # fmt: skip
COURTIERS, ONI_CLUES, COMPLICATION = (0, 1, 2), (4, 5), 7
WEAKNESS, TECHNIQUE_ONLY = 7, 6  # of each Hero's Action cards
THRALL_NODES = {0: (1, []), 1: (2, [0]), 2: (3, [1]), 3: (3, [1]), 4: (3, [1]), 5: (4, [2]), 6: (4, [3]), 7: (4, [4])}
CREATURE_NODES = {0: (1, []), 1: (2, [0]), 2: (2, [0]), 3: (2, [0]), 4: (3, [1]), 5: (3, [2]), 6: (3, [3])}
"""``{position: (column, linked to)}``, the shape of A4."""
LISTENER = st.MISSIONS - 1  # a mission that answers events and is never completed


# ---- tables ---------------------------------------------------------------------------------------------------------
def lay_board(t) -> None:
    """Four Tiles of six Spaces in a row."""
    t.num_spaces, t.num_areas, t.num_tiles, t.num_doors = 24, 4, 4, 3
    spaces = np.arange(24)
    t.space_x[:24] = spaces
    t.space_tile[:24] = t.space_area[:24] = spaces // 6
    for space, kind, mark in ((4, 2, 1), (10, 2, 3), (16, 3, 1), (22, 3, 3)):
        t.space_kind[space], t.space_mark[space] = kind, mark
    t.space_near[:] = t.space_near_door[:] = t.area_near[:] = t.area_near_door[:] = -1
    for space in range(24):
        near = [other for other in (space - 1, space + 1) if 0 <= other < 24]
        t.space_near[space, : len(near)] = near
    for tile in range(4):
        t.area_first[tile], t.area_size[tile], t.area_tile[tile] = 6 * tile, 6, tile
        near = [other for other in (tile - 1, tile + 1) if 0 <= other < 4]
        t.area_near[tile, : len(near)] = near
        t.tile_adjacent[tile, near] = 1
    t.area_spaces[:24] = spaces
    t.sight[:] = 1
    t.tile_mission[:] = -1


def lay_figures(t, heroes: int) -> None:
    """Heroes of STAMINA 3 on the first Spaces, the supply of agents."""
    t.figure_kind[:] = t.figure_start[:] = -1
    t.figure_start[:heroes] = range(heroes)
    t.hero_stat[:, [st.SPEED, st.MIGHT, st.DEFENSE, st.GUILE, st.STAMINA]] = (2, 3, 3, 4, 3)
    t.companion_stat[:, [st.SPEED, st.MIGHT, st.DEFENSE, st.ACTIONS, st.STAMINA]] = (2, 2, 3, 2, 2)
    t.companion_clue[:] = -1
    first = st.AGENT_FIGURE
    for kind, (type_, rank, count) in enumerate(KINDS):
        t.kind_first[kind], t.kind_count[kind], t.kind_type[kind], t.kind_rank[kind] = first, count, type_, rank
        t.kind_stat[kind, [st.SPEED, st.MIGHT, st.DEFENSE, st.ACTIONS, st.STAMINA]] = (2, 2, 3, 2, 2)
        t.figure_kind[first : first + count] = kind
        t.figure_type[first : first + count] = type_
        first += count


def lay_cards(t) -> None:
    """Eight Action cards each, of which one is the Weakness and one a technique only; decks; Clue cards and tokens."""
    for card in range(st.CARDS):
        number = card % st.HERO_CARDS
        t.card_sides[card] = {WEAKNESS: 1, TECHNIQUE_ONLY: 2}.get(number, 3)
        t.card_weakness[card] = number == WEAKNESS
    t.wound_exists[:] = 1
    t.event_exists[:12] = 1
    t.item_owner[:] = st.IN_DECK
    t.clue_program[:] = t.clue_companion[:] = t.clue_token[:] = t.clue_oni[:] = t.token_clue[:] = t.token_start[:] = -1
    t.num_tokens = 3
    for clue in COURTIERS:
        t.clue_kind[clue], t.clue_token[clue] = st.COURTIER_CLUE, clue
        t.token_kind[clue], t.token_start[clue], t.token_clue[clue] = st.COURTIER_TOKEN, 7 + clue, clue
    for clue, kind in zip(ONI_CLUES, (ONI_A, ONI_B), strict=True):
        t.clue_kind[clue], t.clue_oni[clue] = st.ONI_CLUE, kind
    t.clue_kind[COMPLICATION] = st.COMPLICATION


def lay_track_and_dice(t) -> None:
    """The trees, and the faces of B101."""
    for tree, nodes in enumerate((THRALL_NODES, CREATURE_NODES)):
        for node, (column, links) in nodes.items():
            t.node_column[tree, node] = column
            t.node_from[tree, node] = sum(1 << link for link in links)
    t.die_hits[0], t.die_hits[1], t.die_hits[2] = (0, 0, 1, 1, 1, 1), (0, 1, 1, 2, 2, 1), (0, 0, 1, 1, 2, 2)
    t.die_push[:, 4] = 1
    t.die_reroll[:, 5] = 1


def tables(heroes: int, investigation: bool, **rules: int):
    """Content for that number of Heroes; `rules` are fields of the tables."""
    t = np.zeros(1, st.TABLES)[0]
    t.num_heroes, t.num_seats, t.investigation = heroes, 1 + heroes, investigation
    t.max_turns, t.max_decisions, t.hero_actions = 12, 20000, 3
    t.summon_cost, t.summon_figures, t.events_drawn, t.wounds_to_eliminate = 2, 2, 2, 3
    t.points[:] = (4, 2, 1)
    t.memoir_size[:] = 2
    t.memoir_size[[st.UNMASKED, st.DEFEATED, st.ESCAPED]] = (1, 0, 0)
    t.mission_program[:] = t.mission_size[:] = t.source_action[:] = t.stat_modifiers[:] = t.event_triggers[:] = -1
    t.test_stat[:] = t.test_program[:] = t.test_mission[:] = t.event_program[:] = t.goal_tile[:] = -1
    t.goal_needs[:] = 1
    lay_board(t)
    lay_figures(t, heroes)
    lay_cards(t)
    lay_track_and_dice(t)
    for name, value in rules.items():
        t[name] = value
    return t


RULES = Rules()
OTHERS = {st.T_HERO: "hero", st.T_ONI: "oni", st.T_PROGRAM: "program"}


class Table:
    """One game, set up by the rules and carried on by hand.

    Args:
        heroes: how many there are.
        investigation: whether there is one.
        key: of its random words.
        rules: fields of the tables that differ.

    Attributes:
        s, t: state and tables.
        activations: whose turns have been: ``"hero 0"``, ``"oni"``; a program of nobody is a ``"program"``.
    """

    def __init__(self, heroes: int = 2, investigation: bool = True, key: int = 1, **rules: int):
        self.t = tables(heroes, investigation, **rules)
        self.s = np.zeros(1, st.STATE)[0]
        self.key = key
        self.activations: list[str] = []

    def set_up(self) -> Table:
        RULES.setup.set_up(self.s, self.t, self.key)
        return self

    def start(self) -> Table:
        """Sets up and goes on to the first question."""
        return self.set_up().go()

    def at(self, stage: int, number: int = 1, phase: int = st.ACTIVATIONS) -> Table:
        """Sets up, and goes to a stage of a round at once; the next `go` begins there."""
        self.set_up()
        self.s.task_count = 1
        self.s.turn = number - 1
        self.s.phase = phase
        self.s.tasks[0, st.STAGE] = stage
        return self

    def do(self, function, *args: Any) -> Any:
        """Calls a function of the rules on the record."""
        return RULES.do(function, self.s, self.t, *args)

    def go(self) -> Table:
        """Carries on until somebody is asked or the game is over."""
        self.carry_on()
        while self.s.depth == 0 and self.s.over == 0:
            kind, figure = (int(self.s.tasks[self.s.task_count - 1, i]) for i in (st.KIND, st.FIGURE))
            self.activations.append(OTHERS[kind] if figure < 0 else f"{OTHERS[kind]} {figure}")
            self.s.task_count -= 1
            self.activated()
            self.carry_on()
        return self

    def carry_on(self) -> None:
        """Until somebody is asked, the game is over, or one of `OTHERS` is on top; what answers events waits."""
        RULES.carry_on(self.s, self.t, OTHERS, "wait")

    def activated(self) -> None:
        """What happens in the turn that was noted last; tests put their own in its place."""

    @property
    def decision(self) -> str:
        """What is asked, and whom."""
        return f"{st.DECISIONS[self.s.decision]} {self.s.seat}" if self.s.depth else "nothing"

    def choices(self) -> list[str]:
        """The legal actions by name."""
        return [name_of(action) for action in RULES.legal(self.s, self.t)]

    def play(self, *names: str) -> Table:
        """Plays actions, which must be legal, and goes on after each."""
        for name in names:
            assert name in self.choices(), (name, self.decision, self.choices())
            RULES.answer(self.s, self.t, number_of(name))
            self.go()
        return self

    def on_to(self, *decisions: str) -> Table:
        """Plays the first choice (PASS where it is one) until one of these is asked or the game is over."""
        self.go()
        while self.s.over == 0 and self.decision not in decisions:
            self.play(self.choices()[0])
        return self

    # ---- what lies where --------------------------------------------------------------------------------------------
    def listen(self, *events: int) -> Table:
        """From now on `heard` tells which of these events have happened."""
        self.t.mission_exists[LISTENER] = 1
        self.s.live[st.MISSION_SOURCE + LISTENER] = 1
        for event in events:
            self.t.trigger_source[event] = st.MISSION_SOURCE + LISTENER
            self.t.trigger[event] = (event, 3, 0, 0, 0, -1)
            self.t.event_triggers[event, 0] = event
        return self

    def heard(self) -> list[str]:
        """The events that have happened, in order."""
        return [st.EVENT_NAMES[row[0]] for row in self.s.queue[: self.s.queue_size]]

    def stand(self, figure: int, space: int) -> Table:
        self.s.at[figure] = space
        self.s.occupant[space] = figure
        return self

    def hand(self, *events: int) -> Table:
        """The Oni's hand; all other cards lie in the deck."""
        self.s.event_place[:] = np.where(self.t.event_exists != 0, st.EVENT_DECK, 0)
        self.s.event_place[list(events)] = st.EVENT_HAND
        self.s.hand_size = len(events)
        return self

    def hide(self, nature: int, identity: int) -> Table:
        """The secret Clue cards."""
        for clue in (int(self.s.nature), int(self.s.identity)):
            self.s.clue_place[clue] = st.CLUE_DECK
        self.s.nature, self.s.identity = nature, identity
        self.s.clue_place[[nature, identity]] = st.CLUE_SECRET
        return self

    def wounds(self, hero: int, place: int, *wounds: int) -> Table:
        """Wounds of a Hero."""
        self.s.wound_owner[list(wounds)] = hero
        self.s.wound_place[list(wounds)] = place
        return self

    def kill(self, hero: int) -> Table:
        """The Hero is out of the game."""
        self.s.occupant[self.s.at[hero]] = -1
        self.s.at[hero] = -1
        self.s.alive[hero] = 0
        return self


def number_of(name: str) -> int:
    """The number of an action."""
    word, _, number = name.partition(" ")
    return {"PASS": 0, "YES": 1}[word] if not number else NAMES[word] + int(number)


def name_of(action: int) -> str:
    """The name of an action."""
    if action < 2:
        return ("PASS", "YES")[action]
    word = max((name for name in NAMES if NAMES[name] <= action), key=NAMES.__getitem__)
    return f"{word} {action - NAMES[word]}"
