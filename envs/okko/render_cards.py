"""The panels of Heroes, the Oni and Clue cards, as far as a viewer knows them. Part of `render`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core.boxes import FULL, Panel, entry
from ..core.phrases import count
from . import knowledge, naming
from . import state as st


@dataclass(frozen=True)
class View:
    """Whose eyes look at the record.

    Attributes:
        seat: the viewer, −1 for the public view.
        reveal: everything is shown.
    """

    seat: int
    reveal: bool

    def hides_plans(self, state: Any) -> bool:
        """Whether laid cards of the Heroes lie face down."""
        return not self.reveal and knowledge._plans_hidden(state, self.seat)

    def hides_techniques(self, state: Any) -> bool:
        """Whether the Oni's techniques do."""
        return not self.reveal and knowledge._techniques_hidden(state, self.seat)

    def knows_secret(self, state: Any, kind: int) -> bool:
        """Whether the nature (ONI_CLUE) or the identity (COURTIER_CLUE) is known."""
        return self.reveal or knowledge._secret_known(state, self.seat, kind)


def _listed(numbers: Iterable, name: Callable[[Any, int], str], tables: Any) -> str:
    """Things by name: ``"Rope · Inro"``."""
    return " · ".join(name(tables, int(number)) for number in numbers)


# ---- Heroes ---------------------------------------------------------------------------------------------------------
def hero_panel(state: Any, tables: Any, hero: int, view: View, width: int) -> Panel:
    """One Hero."""
    title = f"{naming.hero_name(tables, hero)}, H{hero + 1}" + " (you)" * (view.seat == 1 + hero)
    if not state.alive[hero]:
        return Panel(f"{title} · eliminated", [])
    lines = entry("figure", _condition(state, tables, hero), width)
    for label, text in _cards(state, tables, hero, view):
        lines += entry(label, text, width)
    lines += entry("Equipment", _equipment(state, tables, hero), width)
    lines += entry("companion", _companion(state, tables, hero), width)
    needs = int(tables.goal_needs[hero, state.goal[hero]])
    done = "fulfilled" if state.goal_done[hero] else f"{state.goal_count[hero]} of {needs}"
    lines += entry("mission", f"number {state.goal[hero] + 1}, {done}", width)
    return Panel(title, lines)


def _condition(state: Any, tables: Any, figure: int) -> str:
    """Where a figure stands and how it fares."""
    if figure < st.HEROES:
        stamina = tables.hero_stat[figure, st.STAMINA]
    elif figure < st.AGENT_FIGURE:
        stamina = tables.companion_stat[max(0, int(state.companion[figure - st.COMPANION_FIGURE])), st.STAMINA]
    else:
        stamina = tables.kind_stat[tables.figure_kind[figure], st.STAMINA]
    at = int(state.at[figure])
    parts = [naming.space_name(tables, at) if at >= 0 else "off the board"]
    parts.append(f"{state.damage[figure]}/{stamina} Damage")
    for condition, side in enumerate(state.condition[figure]):
        if side:
            parts.append(naming.CONDITION_WORDS[condition] + " (weaker side)" * int(side == 1))
    if state.actions_left[figure] > 0:
        parts.append(count(int(state.actions_left[figure]), "Action"))
    changed = [f"{name.upper()} {n:+d}" for name, n in zip(st.STATS, state.mods[figure], strict=True) if n]
    return ", ".join([*parts, *(name.replace("_", " ") for name in changed)])


def _cards(state: Any, tables: Any, hero: int, view: View) -> list[tuple[str, str]]:
    """(label, text) of Action cards and Wounds by place; laid ones only by their number, if the viewer is the Oni."""
    own = np.arange(hero * st.HERO_CARDS, (hero + 1) * st.HERO_CARDS)
    places, mine = state.card_place[own], state.wound_owner == hero

    def cards(*there: int) -> str:
        actions = _listed(own[np.isin(places, there)], naming.card_name, tables)
        wounds = _listed(np.flatnonzero(mine & np.isin(state.wound_place, there)), naming.wound_name, tables)
        return " · ".join(filter(None, (actions, wounds)))

    discarded = ("discarded", cards(st.DISCARDED))
    if not view.hides_plans(state):
        laid = [("left", cards(st.LEFT)), ("right", cards(st.RIGHT))]
        return [("hand", cards(st.HAND)), *laid, discarded]
    left = int((places == st.LEFT).sum())
    right = int((places == st.RIGHT).sum() + (mine & (state.wound_place == st.RIGHT)).sum())
    return [
        ("hand, laid", cards(st.HAND, st.LEFT, st.RIGHT)),
        ("laid", f"{left} to the left, {right} to the right"),
        discarded,
    ]


def _equipment(state: Any, tables: Any, hero: int) -> str:
    """Cards with their slots."""
    found = []
    for item in np.flatnonzero(state.item_owner == hero):
        slot = int(state.item_slot[item])
        where = naming.SLOT_NAMES[slot] if slot >= 0 else "in the air"
        up = ", turned up" if state.turned_up[hero] == item else ""
        found.append(f"{naming.item_name(tables, int(item))} ({where}{up})")
    return " · ".join(found)


def _companion(state: Any, tables: Any, hero: int) -> str:
    """The Follower or Kami."""
    companion = int(state.companion[hero])
    if companion < 0:
        return ""
    down = ", face down" * bool(state.face_down[hero])
    figure = _condition(state, tables, st.COMPANION_FIGURE + hero)
    return f"{naming.companion_name(tables, companion)}{down}, f{hero + 1}, {figure}"


# ---- the Oni --------------------------------------------------------------------------------------------------------
def oni_panel(state: Any, tables: Any, view: View) -> Panel:
    """Hand, techniques, Corruption track, agents that are hurt."""
    title = "the Oni" + " (you)" * (view.seat == st.ONI_SEAT)
    lines = entry("is", _secret(state, tables, view))
    hand = count(int(state.hand_size), "Event card")
    if state.hand_size and (view.reveal or view.seat == st.ONI_SEAT):
        hand += ": " + _listed(np.flatnonzero(state.event_place == st.EVENT_HAND), naming.event_name, tables)
    lines += entry("hand", hand)
    for kind in range(st.KINDS):
        laid = np.flatnonzero((state.event_place == st.EVENT_LAID) & (state.event_kind == kind))
        if laid.size:
            cards = _listed(laid, naming.event_name, tables)
            shown = count(len(laid), "technique") if view.hides_techniques(state) else cards
            lines += entry("technique", f"{naming.kind_name(tables, kind)}: {shown}")
    lines += entry(
        "discarded", _listed(np.flatnonzero(state.event_place == st.EVENT_DISCARD), naming.event_name, tables)
    )
    lines += entry("activated", _listed(np.flatnonzero(state.activated), naming.kind_name, tables))
    lines += entry("enhanced", _listed(np.flatnonzero(state.node.ravel()), naming.node_name, tables))
    for figure in range(st.AGENT_FIGURE, st.FIGURES):
        if state.at[figure] >= 0 and _changed(state, figure):
            name = naming.figure_name(state, tables, figure)
            lines += entry("agent", f"{name}: {_condition(state, tables, figure)}")
    return Panel(title, lines)


def _secret(state: Any, tables: Any, view: View) -> str:
    """Nature and identity, as far as they are known."""
    found = []
    for kind, clue in ((st.ONI_CLUE, int(state.nature)), (st.COURTIER_CLUE, int(state.identity))):
        if clue >= 0 and view.knows_secret(state, kind):
            found.append(naming.clue_name(tables, clue))
    return ", as ".join(found)


def _changed(state: Any, figure: int) -> bool:
    """Whether there is something to tell of an agent besides where it stands."""
    return bool(
        state.damage[figure]
        or state.condition[figure].any()
        or state.mods[figure].any()
        or state.actions_left[figure] > 0
    )


# ---- Clue cards -----------------------------------------------------------------------------------------------------
def clues_panel(state: Any, tables: Any, view: View) -> Panel:
    """What the Heroes hold, what lies open, whom they have accused."""
    asking = -1 if view.reveal else knowledge._asking_task(state, view.seat)
    held = np.flatnonzero(state.clue_place == st.CLUE_HELD)
    number = len(held) + knowledge._cards_to_come(state, tables, asking)
    text = count(number, "card")
    if (view.reveal or view.seat > st.ONI_SEAT) and len(held):
        text += ": " + _listed(held, naming.clue_name, tables)
    lines = entry("held", text, FULL)
    places = (("played", st.CLUE_PLAYED), ("went out", st.CLUE_OUT), ("follow", st.CLUE_JOINED))
    for label, place in places:
        lines += entry(label, _listed(np.flatnonzero(state.clue_place == place), naming.clue_name, tables))
    lines += entry("accused", _listed(np.flatnonzero(state.accused == 1), naming.clue_name, tables))
    return Panel("Clue cards", lines)
