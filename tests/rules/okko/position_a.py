"""Positions of activations, made by hand: an open hall drawn in letters, and what stands in it.

A drawing has one letter for each Space, the letter of its Area; nothing is between neighbours. Spaces are numbered row
by row. Only the procedures of activations, Tests, Equipment and Clue cards are carried out here: a move, an Attack or a
program is named, and the test says when it is over. What happens is noted in ``events``.
"""

from __future__ import annotations

import numpy as np
from rules.okko.plain import Rules

from shugyo.envs.core.rng import python_word
from shugyo.envs.okko import actions as act
from shugyo.envs.okko import ops
from shugyo.envs.okko import state as st

ASHIGARU, NINJA, DEMON = range(3)
FIGURES_OF = {ASHIGARU: (8, 9, 10), NINJA: (11, 12), DEMON: (13,)}
TEST_FACES = (0, 0, 1, 1, 2, 2)  # B101
WATCHER = st.MISSION_SOURCE + st.MISSIONS - 1  # a mission that answers every event


RULES = Rules()
PROCEDURES = {st.T_HERO, st.T_COMPANION, st.T_ONI, st.T_TEST, st.T_ITEMS, st.T_CLUES}
LEFT = set(range(1, st.T_SUMMON + 1)) - PROCEDURES
"""Kinds of tasks that are only named."""
JOIN, RECEIVE, LAY = 101, 102, 103  # besides the kinds of tasks: what `start` can begin


# ---- the position ---------------------------------------------------------------------------------------------------
class Position:
    """A position. Methods that set something up return the position.

    Args:
        drawing: lines of letters; capitals are Areas of Tile 1, others of Tile 0.
        heroes: how many; Hero h stands on Space h unless `stand` puts it elsewhere.
    """

    def __init__(self, drawing: str = "aaaaaa aaaaaa", heroes: int = 2):
        self.s, self.t = RULES.records()
        self.rows = drawing.split()
        self.events: list[tuple[str, int]] = []
        self.next_row = 1  # of the code; row 0 is END
        self.s.phase = st.ACTIVATIONS
        self.t.num_heroes, self.t.num_seats, self.t.hero_actions = heroes, heroes + 1, 3
        self.t.max_turns, self.t.investigation, self.t.events_drawn = 12, 1, 2
        self._build()
        self._fill(heroes)

    def _build(self) -> None:
        t = self.t
        cells = {(x, y): row[x] for y, row in enumerate(self.rows) for x in range(len(row))}
        number = {cell: i for i, cell in enumerate(cells)}
        areas = sorted(set(cells.values()))
        t.num_spaces, t.num_areas, t.num_tiles = len(cells), len(areas), 2
        t.area_distance[...] = 1
        first = 0
        for a, letter in enumerate(areas):
            inside = [number[c] for c in cells if cells[c] == letter]
            t.area_first[a], t.area_size[a], t.area_tile[a] = first, len(inside), letter.isupper()
            t.area_spaces[first : first + len(inside)] = inside
            first += len(inside)
            t.area_distance[a, a] = 0
            touched = {areas.index(cells[n]) for c in cells if cells[c] == letter for n in beside(c) if n in cells}
            for i, other in enumerate(sorted(touched - {a})):
                t.area_near[a, i] = other
        for (x, y), s in number.items():
            t.space_x[s], t.space_y[s] = x, y
            t.space_area[s], t.space_tile[s] = areas.index(cells[x, y]), cells[x, y].isupper()
            near = [number[n] for n in beside((x, y)) if n in number]
            t.space_near[s, : len(near)] = near
            for (u, v), r in number.items():
                t.sight[s, r] = 1
                for (p, q), m in number.items():
                    if m not in (s, r) and (u - x) * (q - y) == (v - y) * (p - x):
                        if min(x, u) <= p <= max(x, u) and min(y, v) <= q <= max(y, v):
                            t.sight_spaces[s, r, m // 64] |= np.uint64(1 << m % 64)

    def _fill(self, heroes: int) -> None:
        s, t = self.s, self.t
        for kind, figures in FIGURES_OF.items():
            t.kind_first[kind], t.kind_count[kind] = figures[0], len(figures)
            t.kind_type[kind] = st.THRALL if kind == ASHIGARU else st.CREATURE
            t.kind_rank[kind] = st.DEMON if kind == DEMON else st.MINION
            t.kind_stat[kind, [st.SPEED, st.MIGHT, st.DEFENSE, st.ACTIONS, st.STAMINA]] = 2, 2, 3, 2, 1
            t.figure_kind[list(figures)] = kind
        t.hero_stat[:, [st.SPEED, st.MIGHT, st.DEFENSE, st.GUILE, st.STAMINA]] = 2, 4, 3, 3, 3
        t.hero_supplies[:], t.hero_class[:] = 2, range(4)
        t.die_hits[ops.TEST_DIE] = TEST_FACES
        t.mission_exists[WATCHER - st.MISSION_SOURCE] = 1
        for event in range(st.NUM_EVENTS):
            t.trigger_source[event] = WATCHER
            t.trigger[event] = event, ops.ANYBODY, ops.ANY_FOE, 0, 0, 0
            t.event_triggers[event, 0] = event
        for h in range(heroes):
            s.alive[h] = 1
            self.stand(h, h)

    # ---- setting up ------------------------------------------------------------------------------------------------
    def stand(self, figure: int, space: int) -> Position:
        """The figure stands there."""
        if self.s.at[figure] >= 0:
            self.s.occupant[self.s.at[figure]] = -1
        self.s.at[figure], self.s.occupant[space] = space, figure
        return self

    def token(self, token: int, kind: int, space: int, faces: tuple = (0, 0, 0, 0)) -> Position:
        """A token lies there; its numbers are in the row of the same number."""
        self.t.num_tokens = max(int(self.t.num_tokens), token + 1)
        self.t.token_kind[token], self.t.faces[token] = kind, faces
        self.s.token_face[token], self.s.token_at[token], self.s.token_on[space] = token, space, token
        return self

    def item(self, item: int, kind: int, owner: int, slot: int = -1, classes: int = 15) -> Position:
        """An Equipment card of a Hero, or of the deck or the discard pile."""
        self.t.item_exists[item], self.t.item_kind[item], self.t.item_classes[item] = 1, kind, classes
        self.s.item_owner[item], self.s.item_slot[item] = owner, slot
        return self

    def program(self, *rows: tuple) -> int:
        """A program of these instructions; its first row."""
        start = self.next_row
        for row in rows:
            self.t.code[self.next_row, : len(row)] = row
            self.next_row += 1
        self.next_row += 1  # END
        return start

    def action(self, source: int, cost: int, *rows: tuple) -> Position:
        """What the source does for that cost (`usable`)."""
        self.t.source_action[source], self.t.source_cost[source] = self.program(*rows), cost
        return self

    def clue(self, clue: int, kind: int, place: int = st.CLUE_DECK, program: bool = False, joins: int = -1) -> Position:
        """A Clue card."""
        self.t.clue_kind[clue], self.s.clue_place[clue] = kind, place
        self.t.clue_program[clue] = self.program((ops.RAISE_ALARM,)) if program else -1
        self.t.clue_companion[clue] = joins
        if joins >= 0:
            self.t.companion_clue[joins] = clue
        return self

    def follower(self, card: int, owner: int, space: int, kami: bool = False, actions: int = 1) -> Position:
        """A companion of that Hero on the board."""
        self.card(card, kami, actions)
        self.s.companion[owner] = card
        return self.stand(st.COMPANION_FIGURE + owner, space)

    def card(self, card: int, kami: bool = False, actions: int = 1) -> Position:
        """What is printed on a companion's card."""
        self.t.companion_kami[card] = kami
        self.t.companion_stat[card, [st.SPEED, st.MIGHT, st.DEFENSE, st.ACTIONS, st.STAMINA]] = 2, 2, 2, actions, 2
        return self

    def event(self, event: int, place: int = st.EVENT_HAND) -> Position:
        """An Event card."""
        self.t.event_exists[event], self.s.event_place[event] = 1, place
        self.t.event_program[event] = self.program((ops.RAISE_ALARM,))
        self.s.hand_size += place == st.EVENT_HAND
        return self

    def dice(self, *totals_ok) -> Position:
        """Looks for a key with which the Test dice to come show what each function accepts of their values."""
        side = st.DICE + st.THE_HEROES
        for key in range(100_000):
            words = (python_word(key, side, i) >> 32 for i in range(int(self.s.dice[st.THE_HEROES]), 99))
            shown = [TEST_FACES[w * 6 >> 32] for w in words]
            if all(fits(shown) for fits in totals_ok):
                self.s.key = key
                return self
        raise AssertionError("no such dice")

    # ---- playing ---------------------------------------------------------------------------------------------------
    def start(self, what: int, *numbers: int) -> Position:
        """Begins a procedure with the numbers that it takes, and carries it on."""
        RULES.sources.refresh_sources(self.s, self.t)
        begin = {
            st.T_TEST: RULES.attribute_tests.begin_test,
            st.T_CLUES: RULES.clues.begin_clues,
            st.T_ITEMS: RULES.items.draw_items,
            LAY: RULES.items.begin_reorganising,
            RECEIVE: RULES.items.begin_receiving,
            JOIN: RULES.companion.join,
        }
        if what in begin:
            begin[what](self.s, self.t, *numbers)
        else:
            RULES.tasks.push_task(self.s, what, *numbers)
        return self.go()

    def go(self) -> Position:
        """Carries on as far as it goes; events that were answered are noted."""
        while True:
            RULES.carry_on(self.s, self.t, LEFT, "stop")
            if self.s.queue_size == 0:
                return self
            for row in self.s.queue[: self.s.queue_size]:
                self.events.append((st.EVENT_NAMES[row[0]], int(row[3])))
            self.s.queue[...] = 0
            self.s.queue_size = 0

    def play(self, *actions: int) -> Position:
        """Actions one after the other; each must be legal."""
        for action in actions:
            assert action in self.choices(), (self.asked(), action, self.choices())
            RULES.answer(self.s, self.t, action)
            self.go()
        return self

    def done(self, kind: int) -> Position:
        """The procedure of somebody else on top, which is of that kind, is over."""
        assert self.doing() == kind and self.s.depth == 0, (self.doing(), kind)
        self.s.tasks[self.s.task_count - 1] = 0
        self.s.task_count -= 1
        return self.go()

    # ---- looking ---------------------------------------------------------------------------------------------------
    def asked(self) -> str:
        """The name of the decision that is pending, or nothing."""
        return st.DECISIONS[self.s.decision] if self.s.depth else ""

    def choices(self) -> set[int]:
        """What is legal."""
        return set(RULES.legal(self.s, self.t))

    def doing(self) -> int:
        """The kind of the task on top, 0 for none."""
        return int(self.s.tasks[self.s.task_count - 1, st.KIND]) if self.s.task_count else 0

    def task(self) -> np.ndarray:
        """The task on top."""
        return self.s.tasks[self.s.task_count - 1]

    def named(self, base: int, size: int) -> set[int]:
        """Which of the choices from ``base`` on are legal, as numbers from 0."""
        return {i - base for i in self.choices() if base <= i < base + size}

    def slots(self) -> set[int]:
        """PLACE_ITEM: the slots that may be chosen."""
        return self.named(act.SLOT, 5)

    def spaces(self) -> set[int]:
        """The Spaces that may be chosen."""
        return self.named(act.SPACE_NAME, st.SPACES)


def beside(cell: tuple[int, int]) -> list[tuple[int, int]]:
    """The eight neighbours of a square."""
    x, y = cell
    return [(x + i, y + j) for j in (-1, 0, 1) for i in (-1, 0, 1) if (i, j) != (0, 0)]
