"""How a game of Daimyo's Fall looks, as plain text in boxes.

::

    ┌─ daimyo · round, whose turn ───────────────────────────────────────── viewer ─┐
    │ petals, what the player in turn has left                                      │
    ├─ samurai reinforcements ─────────────┬─ ninja reinforcements ─────────────────┤
    │ pool, deck, discard pile             │ the same                               │
    ├─ treasures and nemesis ──────────────┼─ hero area ────────────────────────────┤
    ├─ the players, two in a row ──────────┼────────────────────────────────────────┤
    │ heroes with their equipment          │                                        │
    │ field, hand, deck, discard pile      │                                        │
    ├─ a duel, or a battle with a nemesis ─┴────────────────────────────────────────┤
    ├─ the pending decision, or the final standing ─────────────────────────────────┤
    └───────────────────────────────────────────────────────────────────────────────┘

A viewer is shown what that seat knows and nothing else: every line reads only what `redact` keeps for the seat. Of
another seat that is how many cards are in hand and deck, and which cards are in both together.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core.boxes import FULL, HALF, Panel, draw, entry
from ..core.phrases import count, player_name
from . import state as st
from .figures import fight_value, treasure_count, victory_points
from .names import card_name, character_name, story_title
from .words import CLASS_NAMES, DECISION_WORDS, occasion

LEGEND = "★ active hero  8/4 ATK/DEF as they count now"
STATUS_NAMES = ("ready", "exhausted", "ravaged")


@dataclass(frozen=True)
class View:
    """Whose eyes look at the record.

    Attributes:
        seat: the viewer, −1 for the public view.
        reveal: everything is shown.
    """

    seat: int
    reveal: bool

    def sees(self, seat: int) -> bool:
        """Whether the hand and the secret choices of a seat are open."""
        return self.reveal or self.seat == seat


def render(state: Any, tables: Any, viewer: int | None = None, reveal: bool = False) -> str:
    """The state as text of 99 columns.

    Args:
        state: the record, or one redacted for ``viewer``.
        tables: the content.
        viewer: a seat, or None for what everybody knows.
        reveal: shows all cards, whoever looks.
    """
    seats = int(tables.num_seats)
    if viewer is not None and not 0 <= viewer < seats:
        raise ValueError(f"viewer {viewer}: this game has the seats 0 … {seats - 1}")
    view = View(-1 if viewer is None else int(viewer), reveal)
    rows = [
        (_header(state, tables, view),),
        (_reinforcements(state, tables, st.SAMURAI), _reinforcements(state, tables, st.NINJA)),
        (_treasures(state, tables), _hero_area(state, tables, view)),
    ]
    for seat in range(0, seats, 2):
        pair = range(seat, min(seat + 2, seats))
        rows.append(tuple(_player(state, tables, s, view, HALF if len(pair) == 2 else FULL) for s in pair))
    if fight := _fight(state, tables, view):
        rows.append((fight,))
    return draw([*rows, (_standing(state, tables) if state.over else _decision(state, tables, view),)], LEGEND)


def card_list(tables: Any, counts: Any) -> str:
    """Cards by type, such as ``"Mon ×3 · Hiroko"``."""
    return " · ".join(
        card_name(tables, int(k)) + (f" ×{counts[k]}" if counts[k] > 1 else "") for k in np.flatnonzero(counts)
    )


def _pile(tables: Any, size: int, counts: Any) -> str:
    """How many cards, and which."""
    return count(size, "card") + (f": {card_list(tables, counts)}" if size else "")


# ---- the turn -------------------------------------------------------------------------------------------------------
def _header(state: Any, tables: Any, view: View) -> Panel:
    """Round, petals, what the player in turn has left, story cards."""
    title = "daimyo" + (" · Boss Rush" if tables.boss_rush else "")
    if state.over:
        title += f" · the end, after {count(int(state.turn), 'round')}"
    elif state.decision == st.START_HERO:
        title += " · setting up"
    else:
        title += f" · round {state.turn + 1}, turn of {player_name(state.current)}"
    looking = "public view" if view.seat < 0 else f"as {player_name(view.seat)} sees it"
    lines = entry("petals", _petals(state, tables))
    if not state.over and state.decision != st.START_HERO:
        lines += entry("turn", _resources(state))
    for story, face in enumerate(state.story_face):
        if tables.stories[story] and face >= 0:
            lines += entry("story", story_title(tables, 2 * story + int(face)))
    return Panel(title, lines, "all cards open" if view.reveal else looking)


def _petals(state: Any, tables: Any) -> str:
    """How many are left, and what follows."""
    text = f"{state.petals} of {tables.petals_start} left"
    return text + (": the game ends with this round" if state.last_petal and not state.over else "")


def _resources(state: Any) -> str:
    """What the player in turn has to spend, and what was deployed."""
    parts = [
        f"{state.mon} mon",
        count(int(state.deployments), "deployment"),
        count(int(state.trade_points), "trade point"),
    ]
    if state.discount:
        parts.append(f"purchases cost {state.discount} less")
    deployed = [f"{n} {name}" for n, name in zip(state.deployed, ("samurai", "ninja", "regalia"), strict=True) if n]
    return ", ".join(parts) + (f"; deployed: {', '.join(deployed)}" if deployed else "")


# ---- the domain -----------------------------------------------------------------------------------------------------
def _reinforcements(state: Any, tables: Any, side: int) -> Panel:
    """Pool, deck and discard pile of a class."""
    lines = []
    for card in state.pool[side]:
        text = "–" if card < 0 else f"{card_name(tables, int(card))} ({tables.card_cost[card]} mon)"
        lines += entry("" if lines else "pool", text, HALF)
    lines += entry("deck", count(int(state.supply_size[st.REINFORCEMENTS + side]), "card"), HALF)
    size = int(state.pile_size[side])
    top = f", on top {card_name(tables, int(state.pile[side, size - 1]))}" if size else ""
    lines += entry("discarded", count(size, "card") + top, HALF)
    return Panel(f"{CLASS_NAMES[side]} reinforcements", lines)


def _treasures(state: Any, tables: Any) -> Panel:
    """The treasure decks, and the nemesis that is out."""
    sizes = [f"{name} {state.supply_size[st.TREASURES + side]}" for side, name in enumerate(CLASS_NAMES)]
    lines = entry("decks", ", ".join([*sizes, f"regalia {state.supply_size[st.REGALIA]}"]), HALF)
    lines += entry("removed", card_list(tables, state.removed), HALF)
    c = int(state.nemesis)
    if c < 0:
        return Panel("treasures", lines)
    status = f", {STATUS_NAMES[state.status[c]]}" if state.status[c] else ""
    total = (
        tables.character_boss_hit_points[c] if tables.boss_rush else tables.num_seats + tables.character_extra_hit[c]
    )
    lines += entry("nemesis", f"{character_name(tables, c)}{status}", HALF)
    lines += entry("", f"{_class(tables, c)}, DEF {fight_value(state, tables, c, st.DEF)}", HALF)
    lines += entry("", f"{state.hit_points} of {count(total, 'hit point')} left", HALF)
    wounds = [f"{player_name(seat)} {n}" for seat, n in enumerate(state.wounds) if n]
    lines += entry("", f"wounds: {', '.join(wounds)}" if wounds else "", HALF)
    lines += entry("", f"under it: {card_list(tables, state.wound_cards)}" if state.wound_cards.any() else "", HALF)
    return Panel("treasures, nemesis", lines)


def _class(tables: Any, c: int) -> str:
    """The class of a character."""
    return CLASS_NAMES[tables.character_class[c]]


def _hero_area(state: Any, tables: Any, view: View) -> Panel:
    """Heroes that can be bought, and the hero deck."""
    lines = []
    for c in map(int, np.flatnonzero((state.place == st.AREA) & (tables.character_kind == st.HERO))):
        petals = count(int(tables.character_petals[c]), "petal")
        values = f"{tables.character_cost[c]}/{tables.character_def[c]}, {tables.character_vp[c]} VP, {petals}"
        lines += _wrapped(f"{character_name(tables, c)}, {_class(tables, c)} {values}", HALF)
    deck = count(int(state.hero_deck_size), *(("nemesis", "nemeses") if tables.boss_rush else ("card",)))
    if view.reveal and (inside := np.flatnonzero(state.place == st.HERO_DECK)).size:
        deck += ": " + " · ".join(character_name(tables, int(c)) for c in inside)
    lines += entry("deck", deck, HALF)
    if state.beaten:
        beaten = np.flatnonzero(state.place == st.BEATEN)
        lines += entry("beaten", " · ".join(character_name(tables, int(c)) for c in beaten), HALF)
    return Panel("nemeses" if tables.boss_rush else "hero area", lines)


def _wrapped(text: str, width: int) -> list[str]:
    """A text whose further lines are set in."""
    return textwrap.wrap(text, width - 1, subsequent_indent="    ")


# ---- the players ----------------------------------------------------------------------------------------------------
def _player(state: Any, tables: Any, seat: int, view: View, width: int) -> Panel:
    """Heroes and cards of a seat."""
    title = [player_name(seat) + (" (you)" if seat == view.seat else "")]
    if state.first == seat and tables.num_seats > 1:
        title.append("first player")
    title.append(f"{victory_points(state, tables, seat)} VP")
    lines = []
    for slot, c in enumerate(state.heroes[seat]):
        if c >= 0:
            lines += _wrapped(_hero(state, tables, seat, slot), width)
    for status in range(3):
        cards = state.field[seat, status]
        lines += entry("field" if status == st.READY else STATUS_NAMES[status], card_list(tables, cards), width)
    for label, text in _cards(state, tables, seat, view):
        lines += entry(label, text, width)
    return Panel(" · ".join(title), lines)


def _hero(state: Any, tables: Any, seat: int, slot: int) -> str:
    """A hero, how she fights, her state, her equipment."""
    c = int(state.heroes[seat, slot])
    values = "/".join(str(fight_value(state, tables, c, stat)) for stat in (st.ATK, st.DEF))
    parts = [f"{'★' if state.active[seat] == c else ' '} {character_name(tables, c)}, {_class(tables, c)} {values}"]
    if state.status[c]:
        parts.append(STATUS_NAMES[state.status[c]])
    if tables.character_program[c, st.ACTION] >= 0 and state.used[c] >= tables.character_uses[c]:
        parts.append("skill used")
    if state.equipped[seat, slot].any():
        parts.append(f"with {card_list(tables, state.equipped[seat, slot])}")
    return ", ".join(parts)


def _cards(state: Any, tables: Any, seat: int, view: View) -> list[tuple[str, str]]:
    """(label, text) of hand, deck and discard pile."""
    hand, deck = int(state.hand_size[seat]), int(state.deck_size[seat])
    discard = ("discarded", _pile(tables, int(state.discard_size[seat]), state.discard[seat]))
    if view.sees(seat):
        cards = (("hand", hand, state.hand[seat]), ("deck", deck, state.deck[seat]))
        return [*((label, _pile(tables, size, counts)) for label, size, counts in cards), discard]
    known = f", known: {card_list(tables, state.shown[seat])}" if state.shown[seat].any() else ""
    both = state.hand[seat].astype(int) + state.deck[seat]
    return [
        ("hand", count(hand, "card") + known),
        ("deck", count(deck, "card")),
        ("hand+deck", card_list(tables, both)),
        discard,
    ]


# ---- what is going on -----------------------------------------------------------------------------------------------
def _fight(state: Any, tables: Any, view: View) -> Panel | None:
    """The duel, or the battle with the nemesis."""
    kinds = state.tasks[: state.task_count, st.KIND]
    if state.over:
        return None
    if st.T_BATTLE in kinds:
        return Panel("battle with the nemesis", _battle(state, tables, view))
    if st.T_DUEL in kinds and state.attacker >= 0:
        sides = ((state.attacker, st.ATK), (state.defender, st.DEF))
        return Panel("duel", [line for party, stat in sides for line in entry(*_side(state, tables, int(party), stat))])
    return None


def _side(state: Any, tables: Any, party: int, stat: int) -> tuple[str, str]:
    """(label, text) of one side of a fight."""
    c = int(state.duelist[party])
    label = ("attacker", "defender")[stat]
    value, boost = fight_value(state, tables, c, stat), int(state.boost[party])
    total = f"{('ATK', 'DEF')[stat]} {value + boost}" + (f" = {value} + {boost}" if boost else "")
    said = {st.FORCED_WIN: ", wins", st.NEGATED: ", negated"}.get(int(state.forced[party]), "")
    name = character_name(tables, c)
    return label, (name if party == st.THE_NEMESIS else f"{name} of {player_name(party)}") + f", {total}{said}"


def _battle(state: Any, tables: Any, view: View) -> list[str]:
    """Who fights, and the boosts that lie open to the viewer."""
    lines = []
    for seat in range(tables.num_seats):
        if state.duelist[seat] >= 0:
            lines += entry(*_side(state, tables, seat, st.ATK))
    lines += entry(*_side(state, tables, st.THE_NEMESIS, st.DEF))
    secret = state.decision in (st.BATTLE_FOR, st.BATTLE_BOOST)
    for seat in range(tables.num_seats):
        if state.battle_for[seat] >= 0 and (view.sees(seat) or not secret):
            card = int(state.battle_card[seat])
            what = f" with {card_name(tables, card)}" if card >= 0 else ""
            whom = character_name(tables, int(state.duelist[state.battle_for[seat]]))
            lines += entry("boosts", f"{player_name(seat)} boosts {whom}{what}")
    return lines


def _decision(state: Any, tables: Any, view: View) -> Panel:
    """Who decides what."""
    seat, decision = int(state.seat), int(state.decision)
    if decision == st.BATTLE_BOOST and not view.sees(seat):
        decision = st.BATTLE_FOR  # whom a seat boosts stays hidden, and so does that it has chosen
    why = occasion(state, tables)
    return Panel("to decide", [f"{player_name(seat)} {DECISION_WORDS[decision]}" + (f" ({why})" if why else "")])


def _standing(state: Any, tables: Any) -> Panel:
    """Places at the end: victory points, then treasures."""
    if state.foul:
        return Panel("the end", [f"{player_name(state.foul - 1)} forfeits by an illegal action"])
    if tables.boss_rush:
        text = f"{count(int(state.beaten), 'nemesis', 'nemeses')} beaten, {count(int(state.petals), 'petal')} left"
        return Panel("the end" + ", by a limit" * state.truncated, [text])
    ranked = []
    for seat in range(tables.num_seats):
        ranked.append(((-victory_points(state, tables, seat), -treasure_count(state, tables, seat)), seat))
    ranked.sort()
    keys = [key for key, _ in ranked]
    lines = [
        f"{keys.index(key) + 1}. {player_name(seat)}   {-key[0]} VP, {count(-key[1], 'treasure')}"
        for key, seat in ranked
    ]
    return Panel("the end" + ", by a limit" * state.truncated, lines)
