"""Positions for the rule tests: set up a table by hand, play actions by name, read the record.

A test states a position in the rulebook's words and the result that the rulebook demands::

    table = Table(num_players=2)                                   # seat 0 in its main phase, nothing on the table
    table.hero(0, "nene", active=True).hand(0, "hiroko katsu")
    table.play("PLAY hiroko")
    assert table.s.deployments == 1

Cards and characters are named by their keys in the content files. Action names are those of ``actions.py`` with the
card, character, class, deck or number after a space: ``PLAY hiroko``, ``SELL hiroko``, ``DISCARD_SKILL shizuka``,
``RETURN_SKILL izanami``, ``BUY katsu``, ``BUY_TOP ninja``, ``CARD hiroko``, ``BUY_HERO ran``, ``HERO_SKILL aiko``,
``HERO ran``, ``TRADE regalia``, ``DECK ninja_treasures``, ``PLAYER 1``, ``OPTION 0``, ``PASS``, ``YES``, ``END_TURN``,
``SEND_BACK``, ``NEMESIS_DUEL``, ``WOUND``.
"""

from __future__ import annotations

import numpy as np

from shugyo.envs.core import batch
from shugyo.envs.core.content import shipped
from shugyo.envs.core.options import parse_options
from shugyo.envs.daimyo import state as st
from shugyo.envs.daimyo.actions import NUM_ACTIONS
from shugyo.envs.daimyo.content import DaimyoOptions, build_tables
from shugyo.envs.daimyo.game import GAME

CLASSES = ["samurai", "ninja"]
DECKS = ["samurai_reinforcements", "ninja_reinforcements", "samurai_treasures", "ninja_treasures", "regalia"]
PLAIN = {"PASS": 0, "YES": 1, "END_TURN": 2, "SEND_BACK": 6, "NEMESIS_DUEL": 7, "WOUND": 8}
BY_CARD = {"PLAY": 24, "SELL": 88, "DISCARD_SKILL": 152, "RETURN_SKILL": 216, "BUY": 280, "CARD": 344}
BY_CHARACTER = {"BUY_HERO": 408, "HERO_SKILL": 440, "HERO": 472}
"""Written out from the action table of the rules, not imported: a renumbering must fail here."""
PLAIN_CARD = {"class": "samurai", "cost": 3, "sell": 1}
PLAIN_ENTRIES = {
    "reinforcements": PLAIN_CARD,
    "treasures": PLAIN_CARD,
    "regalia": {"cost": 3, "sell": 1},
    "heroes": {"class": "samurai", "atk": 5, "def": 5, "vp": 0, "petals": 0},
    "nemeses": {
        "class": "ninja",
        "def": 5,
        "extra_hit": False,
        "boss_hit_points": 5,
        "petals": 0,
        "reward": [{"op": "draw"}],
    },
}


def made(**tables) -> dict:
    """Content with new entries, so that a test depends on no card of the set: ``made(heroes={"maid": {"atk": 6}})``.

    What a new entry leaves out is plain: a hero of 5 ATK and 5 DEF, a samurai card that costs 3 and does nothing.
    An entry of the set, and all other tables, change only what they name.
    """
    known = shipped("daimyo")
    content, number = {table: dict(entries) for table, entries in tables.items()}, 160
    for table, plain in PLAIN_ENTRIES.items():
        for key in content.get(table, {}):
            if key not in known[table]:
                content[table][key] = {"number": number, "name": key, **plain, **content[table][key]}
                number += 1
    return content


class Table:
    """One game.

    Args:
        bare: seat 0 in its main phase with one deployment; no hands, decks, heroes, pools, piles; all treasures in
            their decks; every character in the hero deck. Without it the game stands at its first decision.
        auto_forced: as in the environment; off, so that a test sees every decision.
        seed: of the game (that ``bare`` then overwrites).
        **options: of the environment: num_players, nemesis, boss_rush, expansions, heroes, content, max_turns …
    """

    def __init__(self, bare=True, auto_forced=False, seed=0, **options):
        given = {"auto_forced": auto_forced, **options}
        tables, self.content = _built(given)
        self.tables = tables.copy()
        self.t = self.tables[0]
        self.num_players = int(self.t.num_seats)
        numbers = [self.content[kind] for kind in ("mon", "reinforcements", "treasures", "regalia")]
        self.cards = [key for table in numbers for key in _by_number(table)]
        self.characters = _by_number(self.content["heroes"]) + _by_number(self.content["nemeses"])
        self.states = np.zeros(1, st.STATE)
        self._keys = np.array([seed], np.uint64)
        self._episodes = np.zeros(1, np.int64)
        self._mask = np.zeros((1, NUM_ACTIONS), np.int8)
        self._advance(batch.RESET)
        if bare:
            self._clear()

    # ---- names ------------------------------------------------------------------------------------------------------
    def card(self, key: str) -> int:
        """Number of a card."""
        return self.cards.index(key)

    def character(self, key: str) -> int:
        """Number of a hero or nemesis."""
        return self.characters.index(key)

    def action(self, text: str) -> int:
        """An action by name, as in the module's docstring."""
        name, _, detail = text.partition(" ")
        if name in PLAIN:
            return PLAIN[name]
        if name in BY_CARD:
            return BY_CARD[name] + self.card(detail)
        if name in BY_CHARACTER:
            return BY_CHARACTER[name] + self.character(detail)
        if name == "TRADE":
            return 3 + [*CLASSES, "regalia"].index(detail)
        if name == "DECK":
            return 9 + DECKS.index(detail)
        if name == "BUY_TOP":
            return 22 + CLASSES.index(detail)
        return {"PLAYER": 14, "OPTION": 19}[name] + int(detail)

    # ---- setting up -------------------------------------------------------------------------------------------------
    def hand(self, seat: int, keys: str) -> Table:
        """Puts cards into a hand: ``"hiroko hiroko mon"``."""
        return self._put(self.s.hand[seat], self.s.hand_size, seat, keys)

    def deck(self, seat: int, keys: str) -> Table:
        """… into a deck."""
        return self._put(self.s.deck[seat], self.s.deck_size, seat, keys)

    def discard(self, seat: int, keys: str) -> Table:
        """… onto a discard pile."""
        return self._put(self.s.discard[seat], self.s.discard_size, seat, keys)

    def field(self, seat: int, keys: str, status: int = st.READY) -> Table:
        """Deployed cards."""
        for key in keys.split():
            self.s.field[seat, status, self.card(key)] += 1
        return self

    def hero(self, seat: int, key: str, active: bool = False, status: int = st.READY) -> Table:
        """Gives a seat a hero, in its lowest free slot."""
        c = self.character(key)
        self._leave_deck(c)
        slot = list(self.s.heroes[seat]).index(-1)
        self.s.heroes[seat, slot], self.s.place[c], self.s.status[c] = c, seat, status
        if active:
            self.s.active[seat] = c
        return self

    def equip(self, seat: int, hero: str, keys: str) -> Table:
        """Equips cards to a hero."""
        slot = list(self.s.heroes[seat]).index(self.character(hero))
        for key in keys.split():
            self.s.equipped[seat, slot, self.card(key)] += 1
            self.s.equipped_size[seat] += 1
        return self

    def area(self, *keys: str) -> Table:
        """Heroes, or a nemesis (with her hit points), in the hero area."""
        for key in keys:
            c = self.character(key)
            self._leave_deck(c)
            self.s.place[c] = st.AREA
            self.s.area_size += 1
            if self.t.character_kind[c] == st.NEMESIS:
                self.s.nemesis = c
                boss, extra = self.t.character_boss_hit_points[c], self.t.character_extra_hit[c]
                self.s.hit_points = boss if self.t.boss_rush else self.num_players + extra
        return self

    def hero_deck(self, *keys: str) -> Table:
        """Exactly these characters are in the hero deck; the others that were there are gone."""
        for c in range(len(self.characters)):
            if self.s.place[c] == st.HERO_DECK:
                self.s.place[c] = st.GONE
        for key in keys:
            self.s.place[self.character(key)] = st.HERO_DECK
        self.s.hero_deck_size = len(keys)
        return self

    def pool(self, cls: str, keys: str) -> Table:
        """Cards of a pool, at most four."""
        row = self.s.pool[CLASSES.index(cls)]
        row[:] = -1
        for i, key in enumerate(keys.split()):
            row[i] = self.card(key)
        return self

    def pile(self, cls: str, keys: str) -> Table:
        """Discard pile of the domain, the top card last."""
        c, cards = CLASSES.index(cls), [self.card(key) for key in keys.split()]
        self.s.pile[c] = -1
        self.s.pile[c, : len(cards)] = cards
        self.s.pile_size[c] = len(cards)
        return self

    def supply(self, deck: str, keys: str) -> Table:
        """Exactly these cards are in a face-down deck of the domain."""
        d = DECKS.index(deck)
        self.s.supply[self.t.card_deck == d] = 0
        for key in keys.split():
            assert self.t.card_deck[self.card(key)] == d, f"{key} does not belong to {deck}"
            self.s.supply[self.card(key)] += 1
        self.s.supply_size[d] = len(keys.split())
        return self

    # ---- reading ----------------------------------------------------------------------------------------------------
    @property
    def s(self):
        """The record; fields may be read and written."""
        return self.states[0]

    @property
    def decision(self) -> str:
        """Name of the pending decision, with the seat that is asked: ``"MAIN 0"``; ``"OVER"`` at the end."""
        return "OVER" if self.s.over else f"{st.DECISIONS[self.s.decision]} {self.s.seat}"

    def legal(self) -> set[int]:
        """Ids of the legal actions, from the record as it is now."""
        batch.legal_masks(self.states, self.tables, self._mask)
        return set(np.flatnonzero(self._mask[0]).tolist())

    def can(self, text: str) -> bool:
        """Whether the named action is legal."""
        return self.action(text) in self.legal()

    def choices(self) -> list[str]:
        """Keys of the cards and characters (and other names) that can be chosen, sorted: of CARD, HERO, PLAYER …"""
        names = []
        for a in sorted(self.legal()):
            family = [(base, name, self.cards) for name, base in BY_CARD.items()]
            family += [(base, name, self.characters) for name, base in BY_CHARACTER.items()]
            for base, name, keys in sorted(family, reverse=True):
                if a >= base:
                    names.append(f"{name} {keys[a - base]}")
                    break
            else:
                plain = {number: name for name, number in PLAIN.items()}
                plain |= {3 + i: f"TRADE {name}" for i, name in enumerate([*CLASSES, "regalia"])}
                plain |= {9 + i: f"DECK {name}" for i, name in enumerate(DECKS)}
                plain |= {14 + i: f"PLAYER {i}" for i in range(5)} | {19 + i: f"OPTION {i}" for i in range(3)}
                plain |= {22 + i: f"BUY_TOP {name}" for i, name in enumerate(CLASSES)}
                names.append(plain[a])
        return sorted(names)

    def keys(self, counts) -> list[str]:
        """The cards of a zone as sorted keys: ``table.keys(table.s.hand[0])``."""
        return sorted(key for k, key in enumerate(self.cards) for _ in range(int(counts[k])))

    def keys_of_pile(self, cls: str) -> list[str]:
        """The discard pile of a class in the domain, the top card last."""
        c = CLASSES.index(cls)
        return [self.cards[k] for k in self.s.pile[c, : self.s.pile_size[c]]]

    def fact(self, key: str, field: str):
        """A number or text of a card or character, so that a test need not repeat what was designed."""
        return next(entries[key][field] for entries in self.content.values() if key in entries)

    def heroes_of(self, seat: int) -> list[str]:
        """Keys of a seat's heroes by slot."""
        return [self.characters[c] for c in self.s.heroes[seat] if c >= 0]

    def in_area(self) -> list[str]:
        """Keys of the characters in the hero area, sorted."""
        return sorted(key for c, key in enumerate(self.characters) if self.s.place[c] == st.AREA)

    def active(self, seat: int) -> str | None:
        """Key of the active hero."""
        return self.characters[self.s.active[seat]] if self.s.active[seat] >= 0 else None

    def status(self, key: str) -> int:
        """Status of a character."""
        return int(self.s.status[self.character(key)])

    def result(self) -> tuple[list[float], list[float]]:
        """(returns, score) by seat."""
        returns, score = np.zeros((2, 1, self.num_players), np.float32)
        batch.outcomes(self.states, self.tables, returns, score)
        return returns[0].tolist(), score[0].tolist()

    def observation(self, seat: int) -> np.ndarray:
        """What a seat is shown, in the layout of the game."""
        out = np.zeros((1, GAME.layout.size), np.int8)
        batch.observe_seats(self.states, self.tables, np.array([seat], np.int32), out)
        return out[0]

    # ---- playing ----------------------------------------------------------------------------------------------------
    def play(self, *names: str) -> Table:
        """Plays actions by name for whoever is to act; an illegal one fails the test."""
        for name in names:
            if self.action(name) not in self.legal():
                raise AssertionError(f"{name} is illegal at {self.decision}: {self.choices()}")
            self._advance(self.action(name))
        return self

    def on_to(self, decision: str) -> Table:
        """Plays on to a decision, doing as little as possible: passes, ends turns, else takes the first choice."""
        for _ in range(200):
            if self.decision == decision:
                return self
            self.play(next((name for name in ("PASS", "END_TURN") if self.can(name)), self.choices()[0]))
        raise AssertionError(f"{decision} is not reached")

    def turn_of(self, seat: int) -> Table:
        """The turn of that seat begins (its starting phase)."""
        self._ask_nothing()
        self.s.current = seat
        self.s.tasks[0, :] = [st.T_TURN, 0, seat, seat, -1, 0, -1, seat, -1, -1]
        self._run()
        return self

    # ---- inside -----------------------------------------------------------------------------------------------------
    def _put(self, row, sizes, seat, keys) -> Table:
        for key in keys.split():
            row[self.card(key)] += 1
            sizes[seat] += 1
        return self

    def _leave_deck(self, c: int) -> None:
        if self.s.place[c] == st.HERO_DECK:
            self.s.hero_deck_size -= 1

    def _ask_nothing(self) -> None:
        s = self.s
        s.tasks[:], s.task_count, s.queue[:], s.queue_size = 0, 1, 0, 0
        s.depth, s.stack[:] = 0, 0

    def _run(self) -> None:
        """Lets the engine run on to its next decision: a pass at an empty decision of a turn that begins."""
        s = self.s
        s.stack[0] = st.END_REFRESH, s.current  # a pass there does nothing but go on
        s.depth, s.decision, s.seat = 1, st.END_REFRESH, s.current
        self._advance(0)
        s.turn_decisions = 0

    def _clear(self) -> None:
        s, t = self.s, self.t
        for zone in (s.hand, s.deck, s.discard, s.field, s.equipped, s.shown, s.status, s.used, s.returned, s.wounds):
            zone[:] = 0
        for sizes in (s.hand_size, s.deck_size, s.discard_size, s.equipped_size, s.pile_size, s.seen, s.deployed):
            sizes[:] = 0
        s.pool[:], s.pile[:], s.heroes[:], s.active[:] = -1, -1, -1, -1
        s.supply[:] = t.card_copies
        s.supply_size[:] = [int(t.card_copies[t.card_deck == d].sum()) for d in range(5)]
        s.place[:] = t.character_place
        s.hero_deck_size = int((s.place == st.HERO_DECK).sum())
        s.area_size, s.nemesis, s.hit_points, s.beaten, s.fought = 0, -1, 0, 0, 0
        s.hero_bought = 0
        s.petals, s.last_petal, s.turn = t.petals_start, 0, 1
        s.first, s.current, s.turn_decisions = 0, 0, 0
        s.mon, s.deployments, s.trade_points, s.discount = 0, 1, 0, 0
        s.duel_winner, s.attacker = -1, -1
        self._ask_nothing()
        s.tasks[0, :] = [st.T_TURN, 4, 0, 0, -1, 0, -1, 0, -1, -1]
        s.stack[0] = st.MAIN, 0
        s.depth, s.decision, s.seat = 1, st.MAIN, 0

    def _advance(self, code: int) -> None:
        n = self.num_players
        sums, out = np.zeros((5, 1, n), np.float32), np.zeros((1, 4), np.int8)
        obs, final = np.zeros((1, GAME.layout.size), np.int8), np.zeros((1, n, GAME.layout.size), np.int8)
        batch.advance(
            self.states, self.tables, self._keys, self._episodes, np.array([code], np.int32), np.ones(1, np.bool_),
            np.zeros(3, np.int32), out, sums, obs, self._mask, final,
        )  # fmt: skip


_BUILT: dict[str, tuple] = {}


def _built(given: dict) -> tuple:
    """Tables and content of these options; most tests share theirs with others."""
    key = repr(given)
    if key not in _BUILT:
        _BUILT[key] = build_tables(parse_options(DaimyoOptions, "daimyo_v0", given))
    return _BUILT[key]


def _by_number(table: dict) -> list[str]:
    return sorted(table, key=lambda key: (table[key]["number"], key))
