"""Positions for the rule tests: set up a table by hand, play actions by name, read the record.

A test states a position in the rulebook's words and the result that the rulebook demands::

    table = Table(types="Vigor Influence", hands=("9C 4C 3C", "KS 5C 2D"))
    table.play("CARD 9C", "CARD KS", "PASS", "PASS")        # commit, commit, nobody concedes

Cards are written rank then suit letter: ``9C``, ``10D``, ``QH``, ``AS``. Action names are those of ``actions.py``, with
the number, suit, track or card after a space: ``OFFER 2``, ``SUIT H``, ``SHEET 3``, ``RESOURCE 0``, ``TYPE Magic``,
``RIVAL 1``, ``COMPANION_USE H``, ``CARD 9C``, ``KIND Feud``.
"""

from __future__ import annotations

import numpy as np

from shugyo.envs.core import batch
from shugyo.envs.core.options import parse_options
from shugyo.envs.covenant import state as st
from shugyo.envs.covenant.actions import NUM_ACTIONS
from shugyo.envs.covenant.content import CovenantOptions, build_tables
from shugyo.envs.covenant.game import GAME

SUIT_LETTERS = "CDHS"
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
TYPES = ["Vigor", "Craft", "Influence", "Insight", "Magic"]
KINDS = ["Ambition", "Stewardship", "Feud"]
PLAIN = {
    "PASS": 0, "CONCEDE": 1, "VOLUNTEER": 2, "ACCEPT": 3, "CLAIM": 4, "BUY_CARD": 5, "RESTORE_BY_VOTES": 6,
    "RESTORE_BY_FACE": 7, "SWAP": 8, "TRAIT_POINT": 9, "TRAIT_ASSET": 10, "TRAIT_OVERUSE": 11, "TRAIT_HARM": 12,
    "ITEM_USE": 13, "ITEM_OVERUSE": 14, "TAKE_WINNING": 15, "TAKE_LOSING": 16,
}  # fmt: skip
"""Written out from the action table of the rules, not imported: a renumbering must fail here."""


def card(text: str) -> int:
    """``"9C"`` → 7."""
    return 13 * SUIT_LETTERS.index(text[-1]) + RANKS.index(text[:-1])


def cards(text: str) -> list[int]:
    """``"9C KS"`` → [7, 50]."""
    return [card(word) for word in text.split()]


def action(text: str) -> int:
    """An action by name, as in the module's docstring."""
    name, _, detail = text.partition(" ")
    if name in PLAIN:
        return PLAIN[name]
    base = {"COMPANION_USE": 17, "COMPANION_OVERUSE": 21, "SUIT": 25}
    if name in base:
        return base[name] + SUIT_LETTERS.index(detail)
    if name == "TYPE":
        return 29 + TYPES.index(detail)
    if name == "KIND":
        return 34 + KINDS.index(detail)
    if name == "CARD":
        return 93 + card(detail)
    return {"RIVAL": 36, "SHEET": 41, "RESOURCE": 58, "OFFER": 62}[name] + int(detail)


class Table:
    """One game, set up at the beginning of a trick (or, with ``hands=None``, at the beginning of the game).

    Args:
        num_players, mode, content, max_turns: options of the environment.
        hands: hand cards of P and of A.
        types: conflict types named by P and A.
        fighters: seats of P and A.
        leader: side that leads (0 P, 1 A).
        wins: tricks already won by P and A.
        deck: the next cards to be drawn; the other unused cards follow in ascending order, or, with ``only=True``, lie
            face up in the discard pile.
        only: see ``deck``.
        auto_forced: as in the environment; off, so that a test sees every decision.
        seed: of the game that is then overwritten.
    """

    def __init__(
        self, num_players=2, mode="year", hands=("2C 3C", "2D 3D"), types="Vigor Craft", fighters=(0, 1), leader=0,
        wins=(0, 0), deck="", only=False, content=None, max_turns=None, auto_forced=False, seed=0,
    ):  # fmt: skip
        given = {"num_players": num_players, "mode": mode, "auto_forced": auto_forced, "content": content}
        if max_turns is not None:
            given["max_turns"] = max_turns
        self.tables, self.content = build_tables(parse_options(CovenantOptions, "covenant_v0", given))
        self.states = np.zeros(1, st.STATE)
        self.num_players = num_players
        self._keys = np.array([seed], np.uint64)
        self._episodes = np.zeros(1, np.int64)
        self._mask = np.zeros((1, NUM_ACTIONS), np.int8)
        self._advance(batch.RESET)
        if hands is not None:
            self._begin_trick(hands, types, fighters, leader, wins, deck, only)

    # ---- reading ----------------------------------------------------------------------------------------------------
    @property
    def s(self):
        """The record; fields may be read and written."""
        return self.states[0]

    @property
    def decision(self) -> str:
        """Name of the pending decision."""
        return st.DECISIONS[self.s.decision]

    def legal(self) -> set[int]:
        """Ids of the legal actions, from the record as it is now."""
        batch.legal_masks(self.states, self.tables, self._mask)
        return set(np.flatnonzero(self._mask[0]).tolist())

    def can(self, text: str) -> bool:
        """Whether the named action is legal."""
        return action(text) in self.legal()

    def cards_in(self, zone: int) -> set[int]:
        """Cards of a zone, e.g. ``table.cards_in(st.HAND + 0)``."""
        return set(np.flatnonzero(self.s.zone == zone).tolist())

    def hand(self, side: int) -> set[int]:
        """Hand of P (0) or A (1)."""
        return self.cards_in(st.HAND + side)

    def result(self) -> tuple[list[float], list[float]]:
        """(returns, score) by seat."""
        returns, score = np.zeros((2, 1, self.num_players), np.float32)
        batch.outcomes(self.states, self.tables, returns, score)
        return returns[0].tolist(), score[0].tolist()

    def observation(self, seat: int) -> np.ndarray:
        """int8 observation of a seat."""
        out = np.zeros((1, GAME.layout.size), np.int8)
        batch.observe_seats(self.states, self.tables, np.array([seat], np.int32), out)
        return out[0]

    def block(self, seat: int, name: str) -> np.ndarray:
        """One block of a seat's observation, in its shape."""
        view = GAME.layout.view(self.tables[0])[name]
        return self.observation(seat)[view.slice].reshape(view.shape)

    # ---- playing ----------------------------------------------------------------------------------------------------
    def play(self, *names: str) -> Table:
        """Plays actions by name for whoever is to act; an illegal one fails the test."""
        for name in names:
            if action(name) not in self.legal():
                raise AssertionError(
                    f"{name} is illegal at {self.decision} of seat {self.s.seat}: {sorted(self.legal())}"
                )
            self._advance(action(name))
        return self

    def tracks(self, seat: int, **values: tuple[int, int, int]) -> Table:
        """Sets tracks to (V, H, S): ``table.tracks(0, t0=(3, 0, 1))``."""
        for name, (v, h, s) in values.items():
            k = int(name[1:])
            self.s.value[seat, k], self.s.harm[seat, k], self.s.spent[seat, k] = v, h, s
        return self

    def track(self, seat: int, k: int) -> tuple[int, int, int]:
        """(V, H, S) of a track."""
        return int(self.s.value[seat, k]), int(self.s.harm[seat, k]), int(self.s.spent[seat, k])

    def covenant(self, r: int) -> tuple[int, int, int]:
        """(V, H, S) of a covenant resource."""
        return int(self.s.covenant_value[r]), int(self.s.covenant_harm[r]), int(self.s.covenant_spent[r])

    def set_covenant(self, r: int, v: int, h: int, s: int) -> Table:
        """Sets a covenant resource."""
        self.s.covenant_value[r], self.s.covenant_harm[r], self.s.covenant_spent[r] = v, h, s
        return self

    # ---- inside -----------------------------------------------------------------------------------------------------
    def _advance(self, code: int) -> None:
        n = self.num_players
        sums, out = np.zeros((5, 1, n), np.float32), np.zeros((1, 4), np.int8)
        obs, final = np.zeros((1, GAME.layout.size), np.int8), np.zeros((1, n, GAME.layout.size), np.int8)
        batch.advance(
            self.states, self.tables, self._keys, self._episodes, np.array([code], np.int32), np.ones(1, np.bool_),
            np.zeros(3, np.int32), out, sums, obs, self._mask, final,
        )  # fmt: skip

    def _begin_trick(self, hands, types, fighters, leader, wins, deck, only) -> None:
        s = self.s
        s.conflict, s.conflicts_over, s.stake, s.stake_what, s.rival, s.asked = 1, 0, st.NO_STAKE, -1, -1, 0
        s.fighter[:], s.wins[:], s.leader, s.acting = fighters, wins, leader, leader
        s.types[:] = [TYPES.index(t) for t in types.split()]
        s.zone[:], s.known[:], s.shuffles, s.picks = st.DECK, 0, 1, 0
        for side in (0, 1):
            for c in cards(hands[side]):
                s.zone[c], s.known[c] = st.HAND + side, 1 << fighters[side]
        order = cards(deck)
        rest = [c for c in range(52) if s.zone[c] == st.DECK and c not in order]
        if only:
            s.zone[rest], s.known[rest] = st.DISCARD, (1 << self.num_players) - 1
            s.discard_size, rest = len(rest), []
        order += rest
        s.deck[:] = 0
        s.deck[: len(order)] = order
        s.deck_next, s.deck_size = 0, len(order)
        s.depth, s.decision, s.seat = 1, st.COMMIT, fighters[leader]
        s.stack[:] = 0
        s.stack[0] = st.COMMIT, fighters[leader]
        self.refresh()

    def refresh(self) -> None:
        """Recounts the hands after zones or suits were changed by hand."""
        for side in (0, 1):
            held = self.s.suit[self.s.zone == st.HAND + side]
            self.s.hand_size[side] = len(held)
            self.s.held[side] = np.bincount(held, minlength=4)
