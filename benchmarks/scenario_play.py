"""Games of okko, watched: who wins and how it ends, what is used on the way.

The Oni is played by one player, all Heroes by another. Which games: see `watching`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..envs.okko import state as st
from ..envs.okko.game import GAME
from .watching import Progress, Running, in_parts

LOOK = 1
"""Decisions of a game between two looks.

Decisions with a single legal action are played in between and never looked at. So what comes and goes within one
decision and the forced ones after it is not seen: a figure that is eliminated and summoned again, a Hero who passes
through a prohibited Tile without a stop, a technique of the Oni's last card that is laid and shuffled back at once.
"""
AT_ONCE = 500
"""Games played at once by a thread."""

ONI_WINS, HEROES_WIN, DRAW = range(3)
ENDS = (
    "Oni eliminated", "Oni escaped", "no Hero left", "objective of the Heroes", "objective of the Oni", "last round",
)  # fmt: skip
ELIMINATED, ESCAPED, NO_HERO, HEROES_OBJECTIVE, ONI_OBJECTIVE, LIMIT = range(len(ENDS))
"""LIMIT: the last round has passed (A10), or the limit of decisions was met (B102)."""

PLAYING_EVENTS = (st.ONI_FIGURE, st.ONI_ACTION, st.EVENT)
"""Decisions in which an Event card may leave the hand for its Special Effect."""
SURROUNDING = (st.SURROUND_FIGURE, st.SURROUND_SPACE, st.SURROUND_ATTACK)


@dataclass(frozen=True)
class Watched:
    """What was seen of N games; everything by its number in `state`.

    Attributes:
        winner: (N,) int64, ONI_WINS, HEROES_WIN or DRAW.
        points: (N, 2) float32, of the Heroes and of the Oni.
        rounds: (N,) int64, begun; the one in which the game ended included.
        decisions: (N,) int64, decisions that were a choice.
        battle: (N,) int64, how the Final Battle began; NO_BATTLE if it did not.
        end: (N,) int64, number of `ENDS`.
        memoir: (N, MEMOIRS) int64, 0, BLUE or RED.
        completed: (N, MISSIONS) int64, likewise.
        alarm, nature_known: (N,) bool.
        left, right: (N, CARDS) bool, Action cards laid for their talent, for their technique.
        technique, effect: (N, EVENTS) bool, Event cards laid as a technique, played for their Special Effect.
        owned, works: (N, ITEMS) bool, Equipment that belonged to a Hero, that lay where it works (B47).
        companion: (N, COMPANIONS) bool, in a Hero's slot.
        node: (N, TREES * NODES) bool, Enhancements taken.
        investigated: (N, OBJECT_TOKEN + 1) int64, successes by kind of token: Clue tokens, Chests opened.
        summoned: (N, KINDS) int64, agents that came to the board after the set-up, the Oni apart.
        sneaks: (N,) int64, times that a Hero stands on a prohibited Tile and did not before.
        surrounded: (N,) int64, times that the Oni was asked who surrounds a Hero.
        lead_changes: (N,) int64, how often the side in front by points changed.
    """

    winner: NDArray[np.int64]
    points: NDArray[np.float32]
    rounds: NDArray[np.int64]
    decisions: NDArray[np.int64]
    battle: NDArray[np.int64]
    end: NDArray[np.int64]
    memoir: NDArray[np.int64]
    completed: NDArray[np.int64]
    alarm: NDArray[np.bool_]
    nature_known: NDArray[np.bool_]
    left: NDArray[np.bool_]
    right: NDArray[np.bool_]
    technique: NDArray[np.bool_]
    effect: NDArray[np.bool_]
    owned: NDArray[np.bool_]
    works: NDArray[np.bool_]
    companion: NDArray[np.bool_]
    node: NDArray[np.bool_]
    investigated: NDArray[np.int64]
    summoned: NDArray[np.int64]
    sneaks: NDArray[np.int64]
    surrounded: NDArray[np.int64]
    lead_changes: NDArray[np.int64]


def watch(
    options: Mapping[str, Any],
    oni: str,
    heroes: str,
    games: int,
    seed: int,
    *,
    num_threads: int = 1,
    progress: Progress | None = None,
) -> Watched:
    """Plays games and watches them; the result does not depend on the number of threads.

    Args:
        options: of okko.
        oni, heroes: players of the two sides, by name.
        games, seed, num_threads, progress: as for `in_parts`.

    Raises:
        ValueError: no such player, no games.
        OptionError, ContentError: wrong options.
    """
    return in_parts(
        _watch, GAME, options, [oni, heroes], games, seed, at_once=AT_ONCE, num_threads=num_threads, progress=progress
    )


def _watch(running: Running) -> Watched:
    states, tables = running.slots.states, running.slots.tables
    use = Use(states, tables[0])
    while (going := np.flatnonzero(states["over"] == 0)).size:
        use.remember(going)
        running.play_on(LOOK)
        running.look()
        use.look()
    oni = running.returns[:, st.ONI_SEAT]
    return Watched(
        winner=np.select([oni > 0, oni < 0], [ONI_WINS, HEROES_WIN], DRAW),
        points=running.score[:, [st.ONI_SEAT + 1, st.ONI_SEAT]],
        rounds=np.minimum(states["turn"] + 1, tables[0]["max_turns"]),
        decisions=running.decisions,
        battle=states["battle"].copy(),
        end=ends(states, tables[0]),
        memoir=states["memoir"].astype(np.int64),
        completed=states["completed"].astype(np.int64),
        alarm=states["alarm"] != 0,
        nature_known=states["nature_known"] != 0,
        lead_changes=running.lead_changes,
        **use.found,
    )


def ends(states: np.ndarray, tables: Any) -> NDArray[np.int64]:
    """(N,) numbers of `ENDS`: how finished games ended.

    Args:
        states: (N,) records of finished games.
        tables: the record of their rules and content.
    """
    decided = (states["completed"] * (tables["mission_decides"] != 0)).max(axis=1)
    nature = np.maximum(states["nature"], 0)
    figure = tables["kind_first"][np.maximum(tables["clue_oni"][nature], 0)]
    gone = (states["battle"] != st.NO_BATTLE) & (states["at"][np.arange(len(states)), figure] < 0)
    return np.select(
        [states["truncated"] != 0, decided == st.BLUE, decided == st.RED, ~states["alive"].any(axis=1), gone],
        [LIMIT, HEROES_OBJECTIVE, ONI_OBJECTIVE, NO_HERO, ELIMINATED],
        ESCAPED,
    )


class Use:
    """What is used in games under way, seen by looking at them again and again.

    Args:
        states: (N,) records, which the games change.
        tables: the record of their rules and content.

    Attributes:
        found: the arrays of `Watched` that tell of use, by name.
    """

    def __init__(self, states: np.ndarray, tables: Any):
        n = len(states)
        self._states, self._tables = states, tables
        self._demons = tables["kind_rank"] == st.DEMON
        of_kind = np.arange(st.KINDS)[None, :] == tables["figure_kind"][:, None]
        self._of_kind = (of_kind & ~self._demons).astype(np.int64)  # (FIGURES, KINDS)
        self._of_token = (np.arange(st.OBJECT_TOKEN + 1)[None, :] == tables["token_kind"][:, None]).astype(np.int64)
        yes = {
            "left": st.CARDS, "right": st.CARDS, "technique": st.EVENTS, "effect": st.EVENTS, "owned": st.ITEMS,
            "works": st.ITEMS, "companion": st.COMPANIONS, "node": st.TREES * st.NODES,
        }  # fmt: skip
        self.found: dict[str, Any] = {name: np.zeros((n, size), np.bool_) for name, size in yes.items()}
        self.found["investigated"] = np.zeros((n, st.OBJECT_TOKEN + 1), np.int64)
        self.found["summoned"] = np.zeros((n, st.KINDS), np.int64)
        self.found["sneaks"], self.found["surrounded"] = np.zeros(n, np.int64), np.zeros(n, np.int64)
        self._going = np.arange(n)

    def remember(self, going: NDArray[np.int64]) -> None:
        """How games stand before they go on.

        Args:
            going: which of them will go on.
        """
        self._going = going
        names = ("at", "event_place", "token_flipped", "token_at", "decision", "phase")
        self._before = {name: self._states[name][going] for name in names}

    def look(self) -> None:
        """Adds what is seen in the games that went on."""
        now = {name: self._states[name][self._going] for name in LOOKED_AT}
        self._look_at_cards(now)
        self._look_at_board(now)

    def _add(self, name: str, seen: np.ndarray) -> None:
        self.found[name][self._going] |= seen

    def _look_at_cards(self, now: dict[str, np.ndarray]) -> None:
        before = self._before
        self._add("left", now["card_place"] == st.LEFT)
        self._add("right", now["card_place"] == st.RIGHT)
        self._add("technique", (now["event_place"] == st.EVENT_LAID) & (now["event_kind"] >= 0))
        played = np.isin(before["decision"], PLAYING_EVENTS)[:, None]
        left_hand = (before["event_place"] == st.EVENT_HAND) & (now["event_place"] != st.EVENT_HAND)
        self._add("effect", played & left_hand)
        self._add("owned", now["item_owner"] >= 0)
        self._add("works", now["live"][:, st.ITEM_SOURCE : st.ITEM_SOURCE + st.ITEMS] != 0)
        held = now["companion"][:, :, None] == np.arange(st.COMPANIONS)
        self._add("companion", held.any(axis=1))
        self._add("node", now["node"].reshape(len(self._going), -1) != 0)

    def _look_at_board(self, now: dict[str, np.ndarray]) -> None:
        before, found, going = self._before, self.found, self._going
        playing = (before["phase"] != st.SETTING_UP)[:, None]
        turned = (before["token_flipped"] == 0) & (now["token_flipped"] != 0)
        gone = (before["token_at"] >= 0) & (now["token_at"] < 0)
        removable = np.isin(self._tables["token_kind"], (st.EVIDENCE, st.PARCHMENT, st.CHEST))
        found["investigated"][going] += (turned.astype(np.int64) + (gone & removable)) @ self._of_token
        found["summoned"][going] += (playing & (before["at"] < 0) & (now["at"] >= 0)).astype(np.int64) @ self._of_kind
        old, new = before["at"][:, : st.HEROES], now["at"][:, : st.HEROES]
        tile_of, prohibited = self._tables["space_tile"], self._tables["tile_prohibited"]
        entered = playing & (old >= 0) & (new >= 0) & (tile_of[old] != tile_of[new]) & (prohibited[tile_of[new]] > 0)
        found["sneaks"][going] += entered.sum(axis=1)
        asked = np.isin(now["decision"], SURROUNDING) & ~np.isin(before["decision"], SURROUNDING)
        found["surrounded"][going] += asked


LOOKED_AT = (
    "at", "card_place", "companion", "decision", "event_kind", "event_place", "item_owner", "live", "node",
    "token_at", "token_flipped",
)  # fmt: skip
