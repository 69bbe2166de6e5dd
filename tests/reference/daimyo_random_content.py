"""Content of Daimyo's Fall whose programs are drawn at random, so that effects meet that no designer would combine.

What cannot be carried out is refused by the loader, entry by entry, and drawn again.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, get_args

from shugyo.envs.core.content import ContentError
from shugyo.envs.core.options import parse_options
from shugyo.envs.daimyo.cards import EventName, StatName
from shugyo.envs.daimyo.content import DaimyoOptions, build_tables

Entry = dict[str, Any]

CLASSES = ("samurai", "ninja")
KINDS = ("reinforcement", "treasure", "regalia")
INTERRUPTED = ("start_duel", "loot", "deploy", "purchase", "reveal", "end_phase")
CARD_TABLES = ("reinforcements", "treasures", "regalia")
TRIES = 4  # at an entry that is refused

ANYWHERE = (
    "draw", "mon", "deployments", "trade_points", "discard", "return", "loot", "exhaust", "recover", "cleanse", "take",
    "refresh", "petals", "restore_petals", "send_hero", "gain_hero", "discount", "count",
)  # fmt: skip
ELSEWHERE = {
    "starts duels": ("duel", "duel"),
    "duel skill": ("boost", "win_duel", "negate_duel"),
    "hero": ("return_self", "exhaust_self"),
    "story": ("flip", "bring"),
}
"""Instructions that only programs of a certain place may have."""
CHOICES: dict[str, dict[str, tuple]] = {
    "loot": {"deck": ("samurai", "ninja", "regalia", "own", "other", "choice")},
    "exhaust": {"what": ("card", "hero"), "ravage": (True, False)},
    "recover": {"what": ("card", "hero")},
    "take": {"cost": (3, 5, 20)},
    "refresh": {"what": ("samurai", "ninja", "choice", "heroes", "heroes")},
    "duel": {"atk": (0, 2, 5)},
    "discard": {"optional": (True, False)},
    "return": {"optional": (True, False)},
    "count": {
        "what": ("samurai_deployed", "ninja_deployed", "heroes", "treasures_in_hand", "exhausted_enemies", "done")
    },
}
"""Keys of instructions that take one of a few values."""
REPEATED = {"draw", "mon", "deployments", "trade_points", "discard", "return", "exhaust", "recover", "cleanse", "take"}
REPEATED |= {"petals", "restore_petals", "boost"}
FILTERED = {"discard": ("kind", "class"), "return": ("kind", "class"), "take": ("class",)}
TARGETING = {"exhaust", "recover", "cleanse"}
CONDITIONS: dict[str, tuple] = {
    "done": (1, 2), "class": CLASSES, "hand_empty": (True,), "heroes": (1, 2, 3), "petals_at_most": (10, 30),
    "treasures_in_hand": (1,), "deployed": (1, 2, 3), "won": (True,),
}  # fmt: skip


class Writer:
    """Writes entries."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def chance(self, probability: float) -> bool:
        """Yes with that probability."""
        return self.random.random() < probability

    def some(self, *counts: int) -> range:
        """A loop of one of these lengths."""
        return range(self.random.choice(counts))

    # ---- programs ---------------------------------------------------------------------------------------------------
    def program(self, depth: int, *place: str) -> list[Entry]:
        """A program, or a block of one, with blocks up to that depth. ``place``: what may stand there."""
        return [self.instruction(depth, place) for _ in self.some(1, 1, 2, 3)]

    def instruction(self, depth: int, place: tuple[str, ...]) -> Entry:
        """One instruction."""
        names = [*ANYWHERE, *(name for where in place for name in ELSEWHERE.get(where, ()))]
        if depth > 0:
            names += ["may", "if", "if", "choose", *(() if "inside" in place else ("each", "target"))]
        op = self.random.choice(names)
        entry: Entry = {"op": op} | {key: self.random.choice(values) for key, values in CHOICES.get(op, {}).items()}
        if op in REPEATED:
            entry["n"] = "count" if self.chance(0.2) else self.random.choice((1, 1, 1, 2, 3))
        for key in FILTERED.get(op, ()):
            if self.chance(0.3):
                entry[key] = self.random.choice(KINDS if key == "kind" else CLASSES)
        if op in TARGETING:
            actor = ("actor",) if "answers" in place else ()
            entry["whose"] = self.random.choice(("self", "others", "anybody", *actor))
        return entry | self.blocks(op, depth - 1, place)

    def blocks(self, op: str, depth: int, place: tuple[str, ...]) -> Entry:
        """What only instructions with blocks have."""
        if op == "may":
            return {"do": self.program(depth, *place)}
        if op == "if":
            condition = self.random.choice(list(CONDITIONS))
            entry = {condition: self.random.choice(CONDITIONS[condition]), "do": self.program(depth, *place)}
            return entry | ({"otherwise": self.program(depth, *place)} if self.chance(0.5) else {})
        if op == "choose":
            return {"options": [self.icon(0.4) | {"do": self.program(depth, *place)} for _ in self.some(2, 3)]}
        if op == "each":
            return {"who": self.random.choice(("others", "all")), "do": self.program(depth, "inside", *place)}
        if op == "target":
            actor = ("actor",) if "answers" in place else ()
            return {"who": self.random.choice(("chosen", *actor)), "do": self.program(depth, "inside", *place)}
        return {}

    def icon(self, probability: float) -> Entry:
        """An icon, or none."""
        return {"icon": self.random.choice(CLASSES)} if self.chance(probability) else {}

    # ---- parts of entries -------------------------------------------------------------------------------------------
    def trigger(self, *place: str) -> Entry:
        """A loot condition or passive skill."""
        entry: Entry = {
            "event": self.random.choice(get_args(EventName)),
            "whose": self.random.choice(("own", "own", "others", "any")),
            "do": self.program(2, "answers", "starts duels", *place),
        }
        if self.chance(0.25):
            entry["class"] = self.random.choice(CLASSES)
        if self.chance(0.25):
            entry["kind"] = self.random.choice((*KINDS, "hero"))
        if self.chance(0.85):
            entry[self.random.choice(("limit", "limit", "nth"))] = self.random.choice((1, 2, 3))
        return entry

    def modifiers(self, active: float) -> list[Entry]:
        """Changed numbers."""
        return [
            {
                "stat": self.random.choice(get_args(StatName)),
                "n": self.random.choice((-2, -1, 1, 2)),
                **({"active": True} if self.chance(active) else {}),
            }
            for _ in self.some(1, 2)
        ]

    def skill(self, on: str) -> Entry:
        """A skill of a card."""
        entry = {"on": on, **self.icon(0.4)}
        if on == "duel":
            return entry | {"do": self.program(2, "duel skill")}
        if on != "interrupt":
            may = {"may": True} if on == "deploy" and self.chance(0.3) else {}
            return entry | may | {"do": self.program(2, "starts duels")}
        event, do = self.random.choice(INTERRUPTED), self.program(2, "answers")
        negate = [{"op": "negate_duel"}] if event == "start_duel" else []
        return entry | {"event": event, "cost": self.random.choice(("discard", "return")), "do": do + negate}

    # ---- entries ----------------------------------------------------------------------------------------------------
    def card(self) -> Entry:
        """A reinforcement, treasure or regalia."""
        moments = ("deploy", "deploy", "discard", "return", "duel", "duel", "interrupt")
        return {
            "skills": [self.skill(on) for on in moments if self.chance(0.45)],
            "draw": self.random.choice((0, 1, 2)),
            "mon": self.random.choice((0, 1, 3)),
            "deployments": self.random.choice((0, 1, 1, 2)),
            "trade_points": self.random.choice((0, 0, 1, 2)),
            **({"equip": {"modifiers": self.modifiers(0)}} if self.chance(0.25) else {}),
        }

    def hero(self) -> Entry:
        """A hero."""
        pays = {"mon": 2, "trade_points": 1, "discard": 1, "exhaust": True}
        action = {
            "pays": {key: value for key, value in pays.items() if self.chance(0.3)},
            "active": self.chance(0.3),
            "uses": self.random.choice((1, 2, 3)),
            "do": self.program(2, "hero", "starts duels"),
        }
        return {
            "loot": [self.trigger("hero") for _ in self.some(1, 2)],
            "passive": [self.trigger("hero") for _ in self.some(0, 1, 2)],
            "modifiers": self.modifiers(0.4),
            **({"action": action} if self.chance(0.8) else {}),
        }

    def nemesis(self) -> Entry:
        """A nemesis."""
        passive = [self.trigger() for _ in self.some(1, 2)]
        return {
            "reveal": self.program(1),
            "passive": passive,
            "reward": self.program(1),
            "modifiers": self.modifiers(0),
        }

    def story(self) -> Entry:
        """A story card."""
        faces = ("one", "other")
        triggers = [[self.trigger("story") for _ in range(2)] for _ in faces]
        return {"faces": [{"title": t, "triggers": triggers[i]} for i, t in enumerate(faces)]}


def random_content(seed: int) -> Entry:
    """Content in which nearly every entry does something else than it did."""
    writer, overlay = Writer(seed), {}
    shipped = built({})
    writers: dict[str, Callable[[], Entry]] = dict.fromkeys(CARD_TABLES, writer.card)
    writers |= {"heroes": writer.hero, "nemeses": writer.nemesis, "stories": writer.story}
    names = [(table, key) for table in writers for key in shipped[table]]
    writer.random.shuffle(names)
    for table, key in names:
        for _ in range(TRIES):
            more = {**overlay, table: {**overlay.get(table, {}), key: writers[table]()}}
            try:
                built(more)
            except ContentError:
                continue
            overlay = more
            break
    return overlay


def built(content: Entry) -> Entry:
    """The merged content.

    Raises:
        ContentError: it cannot be played with.
    """
    options = {"content": content, "nemesis": True, "expansions": (1, 2)}
    return build_tables(parse_options(DaimyoOptions, "daimyo_v0", options))[1]
