"""Compares what the Okko Chronicles engines say of the course of the game: end of a round, track, Memoirs."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import okko_kernels as kernels
from .okko_memoirs import BLUE, DRAW, HEROES, ONI, Memoirs, returns
from .okko_pair import FIRST_NODE, FIRST_SPACE, FIRST_TILE, PASS, SPACES, Pair, same
from .okko_position import Figure, Position
from .okko_reader import (
    BY_ROUND,
    CARD_PLACES,
    EVENT_DRAWS,
    EVENT_PLACES,
    FIRST_COMPANION,
    IN_DISCARD,
    STATS,
    WOUND_DRAWS,
)
from .okko_round_end import COURTIERS, DISCARD, KAMI, OUT, WOUND, Hero, RoundEnd
from .okko_shaken import shake_cards, shake_memoirs
from .okko_track import CREATURES, THRALLS, Track

CORRUPTION_TOKEN, CORRUPTION_TILE, CORRUPTION_SPACE, ENHANCEMENT, SUMMON, PLAN_FIRST, REORGANISE = 3, 4, 5, 6, 7, 10, 38
MOVE_SPACE, SNEAK_SPACE, SURROUND_FIGURE, SURROUND_SPACE = 18, 27, 28, 29
HERO_ACTION, TEST_PLACE = 17, 20
INVESTIGATE, OPEN_CHEST, TRY_TEST = TESTS = 5, 6, 7
EVIDENCE, COURTIER, PARCHMENT, CHEST = 1, 2, 3, 4
FIRST_FIGURE, CLUE_PLAYED, NODES, RED_ROW = 261, 3, 16, 2


class Rounds(Pair):
    """What is compared in the course of a game."""

    track: Track | None = None
    due: list[int] | None = None
    asked = origin = tile = None

    # ---- the end of a round -----------------------------------------------------------------------------------------
    def compare_round_end(self, state: np.ndarray) -> None:
        """Steps 4 to 8, from a state at which a Hero is asked whether to reorganise."""
        state, table = state.copy(), self.table
        shake_cards(table, state[0], self.rng)
        kernels.refresh(state[0], self.still[0])
        expected, before = table.round_end(state[0]), state.copy()
        expected.run()
        while state["decision"][0] == REORGANISE and state["depth"][0] and not state["over"][0]:
            kernels.do_step(state[0], self.still[0], PASS)
        for seat, hero in enumerate(expected.heroes):
            self.same_hero(before[0], state[0], seat, hero)
        for figure in expected.figures:
            self.same_figure("end of the round", state[0], figure)
        self.same_decks(state[0], expected)
        self.same_elimination(state[0], expected)
        if not state["over"][0]:
            self.same_closing(before[0], state[0], expected)
        self.seen["ends of rounds"] += 1

    def same_hero(self, before: Any, state: Any, seat: int, hero: Hero) -> None:
        """Cards, Wounds, companion."""
        same(f"Hero {seat} lives", bool(state["alive"][seat]), hero.alive)
        for (kind, card), place in hero.cards.items():
            if kind == WOUND:  # those of an eliminated Hero are out of the game on the Hero's discard pile (B87)
                place = place if hero.alive else DISCARD
                same(f"owner of Wound {card}", int(state["wound_owner"][card]), seat)
            found = state["wound_place" if kind == WOUND else "card_place"][card]
            same(f"{kind} card {card} of Hero {seat}", CARD_PLACES[found], place)
        same(f"Hero {seat} has a companion", state["companion"][seat] >= 0, hero.companion is not None)
        if hero.companion_place:
            card = int(before["companion"][seat])
            gone = bool(state["companion_gone"][card])
            clue = int(self.still[0]["companion_clue"][card])
            if hero.companion_place == COURTIERS:
                same(f"Courtier {clue}", int(state["clue_place"][clue]), CLUE_PLAYED)
            else:
                same(f"companion {card} is out of the game", gone, hero.companion_place == OUT)
            self.seen[f"eliminated with {hero.companion_kind}"] += 1

    def same_decks(self, state: Any, expected: RoundEnd) -> None:
        """Wounds, Events, and how many cards were drawn."""
        exist = self.still[0]["wound_exists"].nonzero()[0].tolist()
        deck = {wound for wound in exist if state["wound_owner"][wound] < 0}
        same("Wound deck", deck, expected.wound_deck)
        places = {event: EVENT_PLACES[state["event_place"][event]] for event in expected.events}
        same("Events", places, expected.events)
        same("hand", int(state["hand_size"]), list(places.values()).count("hand"))
        used = expected.draw.__self__.used
        for stream in (WOUND_DRAWS, EVENT_DRAWS):
            same(f"draws {stream}", int(state["draws"][stream]), used[stream])

    def same_elimination(self, state: Any, expected: RoundEnd) -> None:
        """What an eliminated Hero leaves behind."""
        for item in expected.discarded_items:
            same(f"item {item}", int(state["item_owner"][item]), IN_DISCARD)
        if expected.over:
            same("over without Heroes", bool(state["over"]), True)
        same("escape open", bool(state["escape_open"]), expected.escape_open)
        sizes = self.still[0]["memoir_size"]
        withheld = self.table.content["rules"]["A8"] == "all" and state["battle"] == BY_ROUND
        for seat in expected.eliminated:
            row = len(sizes) - 4 + seat
            red = 0 <= sizes[row] < 3 and not withheld
            same(f"Recollection of Hero {seat}", int(state["memoir"][row]), RED_ROW if red else 0)
            self.seen["eliminated"] += 1
        self.seen["all eliminated"] += expected.over

    def same_closing(self, before: Any, state: Any, expected: RoundEnd) -> None:
        """O212, O34, B63: what lasts for the round is over; Kami that have not acted are turned face down."""
        for name in ("mods", "kind_mods", "used", "wounded"):
            same(name, int(np.abs(state[name]).sum()), 0)
        for seat, hero in enumerate(expected.heroes):
            same(f"turned up by Hero {seat}", int(state["turned_up"][seat]), -1)
            if hero.companion is not None and hero.companion_kind == KAMI:
                late = not before["acted"][FIRST_COMPANION + seat]
                same(f"Kami of Hero {seat}", bool(state["face_down"][seat]), bool(before["face_down"][seat]) or late)
                self.seen["Kami"] += 1

    # ---- the track --------------------------------------------------------------------------------------------------
    def follow_track(self, state: np.ndarray, legal: list[int]) -> None:
        """Follows the Oni's open step: what is asked must be due, and what is due be asked, and done."""
        asked = int(state["decision"][0])
        if self.track is None or self.track.round != int(state["turn"][0]) + 1:
            self.track, self.origin = self.table.track(state[0], self.table.position(state[0])), None
            due = [CORRUPTION_TOKEN] if self.track.moves() else [CORRUPTION_TILE] if self.track.places() else []
            self.due = due + ([ENHANCEMENT] if self.track.enhancements() else [])
        elif self.asked in (CORRUPTION_TOKEN, CORRUPTION_TILE, CORRUPTION_SPACE, ENHANCEMENT):
            self.note_answer(self.asked, self.action)
        self.asked, track = asked, self.track
        what = f"round {track.round}, {track.corrupted}, {track.left} left"
        if asked in (CORRUPTION_TOKEN, CORRUPTION_TILE, CORRUPTION_SPACE, ENHANCEMENT):
            same(f"{what}: question", asked, self.due[0] if self.due else None)
            same(f"{what}: choices", set(legal), self.choices(state[0], asked))
            self.seen[f"asked {asked}"] += 1
        elif self.due is not None and self.phase_is_open(state[0]):
            same(f"{what}: nothing more is due", self.due, [])
            after = self.table.track(state[0], self.table.position(state[0]))
            for name in ("corrupted", "left", "trees", "frozen"):
                same(f"{what}: {name}", getattr(after, name), getattr(track, name))
            self.due = None

    @staticmethod
    def phase_is_open(state: Any) -> bool:
        """Whether what is asked belongs to the Oni's summoning or the first plan; nothing has run in between."""
        return int(state["decision"]) in (SUMMON, PLAN_FIRST)

    def choices(self, state: Any, asked: int) -> set[int]:
        """The actions that a question of the track allows."""
        track = self.track
        if asked == CORRUPTION_TOKEN:
            return {PASS} | {FIRST_TILE + tile for tile in track.moves()}
        if asked == CORRUPTION_TILE:
            return {FIRST_TILE + t for t in (track.places() if self.origin is None else track.moves()[self.origin])}
        if asked == CORRUPTION_SPACE:
            free = self.table.track(state, self.table.position(state)).room[self.tile]
            return {FIRST_SPACE + self.table.number[space] for space in free}
        trees = (THRALLS, CREATURES)
        return {FIRST_NODE + trees.index(tree) * NODES + node for tree, node in track.enhancements()}

    def note_answer(self, asked: int, action: int) -> None:
        """What the last answer does, and what is asked next."""
        spaces = self.table.content["rules"]["A5"] == "space"
        self.due.pop(0)
        if asked == CORRUPTION_TOKEN and action != PASS:
            self.origin = action - FIRST_TILE
            self.due.insert(0, CORRUPTION_TILE)
        elif asked == CORRUPTION_TILE:
            self.tile = action - FIRST_TILE
            if spaces:
                self.due.insert(0, CORRUPTION_SPACE)
            else:
                self.track.lay(self.tile, self.origin)
        elif asked == CORRUPTION_SPACE:
            self.track.lay(self.tile, self.origin)
        elif asked == ENHANCEMENT:
            tree, node = divmod(action - FIRST_NODE, NODES)
            self.track.trees[(THRALLS, CREATURES)[tree]][node].taken = True

    # ---- what is asked of moves and Attacks --------------------------------------------------------------------------
    def compare_choices(self, state: np.ndarray, legal: list[int]) -> None:
        """MOVE_SPACE, SNEAK_SPACE, SURROUND_FIGURE and SURROUND_SPACE as they are asked in a game."""
        asked, position = int(state["decision"][0]), self.table.position(state[0])
        task = state["tasks"][0, state["task_count"][0] - 1].tolist()
        figure = position.figures[task[2]]
        if asked == TEST_PLACE and self.action not in TESTS:
            return
        if asked == TEST_PLACE:
            expected = self.places(state[0], position, figure)
        elif asked == MOVE_SPACE:
            expected = position.reach(figure, task[6], task[9] == 1)
        elif asked == SNEAK_SPACE:
            expected = position.room(figure, position.map.areas[task[10]])
        elif asked == SURROUND_FIGURE:
            thralls, free = position.coming(figure)
            same("thralls that come", set(legal), {FIRST_FIGURE + thrall for thrall in thralls if free})
            expected = set()
        else:
            expected = position.coming(figure)[1]
        if asked != SURROUND_FIGURE:
            same(f"Spaces of decision {asked}", self.table.names(spaces_in(legal)), expected)
        self.seen[f"asked {asked}"] += 1

    def arm(self, state: np.ndarray) -> None:
        """The Hero who acts can make ranged Attacks till the end of the round."""
        hero = int(state["tasks"][0, state["task_count"][0] - 1, 2])
        state["mods"][0, hero, STATS.index("ranged")] = 1

    def places(self, state: Any, position: Position, hero: Figure) -> set[str]:
        """O83, O87, A33, B45: where the Hero can make a Test of the kind that the last action named."""
        table, tables = self.table, self.still[0]
        lying = {
            table.spaces[space]: (int(tables["token_kind"][token]), bool(state["token_flipped"][token]))
            for token, space in enumerate(state["token_at"].tolist())
            if space >= 0
        }
        if self.action == OPEN_CHEST:
            return position.beside(hero, {space for space, (kind, _) in lying.items() if kind == CHEST})
        if self.action == INVESTIGATE:
            clues = {space for space, (kind, _) in lying.items() if kind in (EVIDENCE, COURTIER, PARCHMENT)}
            return position.beside(hero, clues - {space for space in clues if lying[space] == (COURTIER, True)})
        found = set()
        ranged = np.zeros(16, np.int8)
        kernels.test_changes(state, tables, hero.number, 0, ranged)
        for space in np.flatnonzero(tables["test_stat"][: len(table.spaces)] >= 0).tolist():
            name, mission = table.spaces[space], int(tables["test_mission"][space])
            if state["passed"][space] or (mission >= 0 and state["completed"][mission]):
                continue
            here = position.beside(hero, {name}) if name in lying else name == hero.space
            afar = STATS[tables["test_stat"][space]] == "might" and ranged[STATS.index("ranged")] > 0
            if here or (afar and position.in_sight(hero, name)):
                found.add(name)
                self.seen["Test from afar"] += not here
        return found

    # ---- Memoirs ----------------------------------------------------------------------------------------------------
    def compare_memoirs(self, state: np.ndarray) -> None:
        """Points at any time, and how a game ends whose Final Battle ends now."""
        state, heroes = state.copy(), int(self.still[0]["num_heroes"])
        shake_memoirs(self.table, state[0], self.rng)
        state["depth"] = 0
        expected = self.table.memoirs(state[0])
        self.same_points(state, expected, None)
        escaped = self.rng.random() < 0.5
        expected.finish(escaped)
        kernels.do_end(state[0], self.still[0], int(escaped))
        found = self.table.memoirs(state[0])
        same("Recollections", found.pages, expected.pages)
        winner = expected.winner(escaped, self.table.content["rules"]["A9"] == "final_battle")
        self.same_points(state, expected, winner)
        assert state["over"][0] == 1 and heroes > 0
        self.seen[f"winner {winner}"] += 1
        self.seen["Personal Missions"] += BLUE in expected.pages.values() and bool(expected.fulfilled)

    def same_points(self, state: np.ndarray, expected: Memoirs, winner: str | None) -> None:
        """Scores and returns by seat; nobody has won yet without a winner."""
        heroes = int(self.still[0]["num_heroes"])
        found = np.zeros((2, heroes + 1), np.float32)
        kernels.do_outcome(state[0], self.still[0], found[0], found[1])
        same(f"scores of {expected}", found[1].tolist(), expected.scores(heroes))
        wanted = returns(winner or DRAW, heroes)
        assert winner in (None, DRAW, HEROES, ONI)
        same(f"returns of {expected}", found[0].tolist(), wanted)


def spaces_in(legal: list[int]) -> np.ndarray:
    """(SPACES,) flags of the Spaces that the legal actions name."""
    flags = np.zeros(SPACES, np.int8)
    flags[[action - FIRST_SPACE for action in legal if action >= FIRST_SPACE]] = 1
    return flags
