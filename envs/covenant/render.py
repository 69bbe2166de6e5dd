"""How a game of covenant looks, as plain text in boxes.

::

    ┌─ covenant · season and conflict ───────────────────────────────────── viewer ─┐
    │ stake, types, tricks                                                          │
    ├─ mage of P ──────────────────────────┬─ mage of A ────────────────────────────┤
    │ sheet, and during a trick            │ the same                               │
    │ what lies there, its value, the hand │                                        │
    ├─ the others' mages, two in a row ────┴────────────────────────────────────────┤
    ├─ covenant ────────────────────────────────────────────────────────────────────┤
    ├─ cards: deck and discard pile ────────────────────────────────────────────────┤
    ├─ the pending decision, or the final standing ─────────────────────────────────┤
    └───────────────────────────────────────────────────────────────────────────────┘

A viewer is shown what that seat knows and nothing else: every line reads only what `redact` keeps for the seat.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ..core.boxes import FULL, HALF, Panel, draw, entry
from ..core.phrases import count, player_name
from . import state as st
from .words import (
    BLOCK_NAMES,
    DECISION_WORDS,
    RESOURCE_NAMES,
    SIDE_NAMES,
    STAKE_NAMES,
    SUIT_SYMBOLS,
    TRAIT_NAMES,
    TYPE_NAMES,
    card_name,
    season_name,
    side_of,
    track_name,
)

LEGEND = "● free  ○ used  ✗ Harmed"
SHEET_COLUMNS = (12, 8, 11, 8, 5)


@dataclass(frozen=True)
class View:
    """Whose eyes look at the record.

    Attributes:
        seats: bits of the seats that must all know a card for it to be shown.
        side: the side on which the viewer fights, −1 if none.
        seat: the viewer, −1 for the public view.
        reveal: everything is shown.
    """

    seats: int
    side: int
    seat: int
    reveal: bool

    def knows(self, state: Any, card: int) -> bool:
        """Whether the place of a card is known."""
        own = self.side >= 0 and state.zone[card] in (st.HAND + self.side, st.TRICK + self.side)
        return self.reveal or own or int(state.known[card]) & self.seats == self.seats

    def sees_hand(self, side: int) -> bool:
        """Whether the whole hand of a side lies open."""
        return self.reveal or self.side == side


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
    seat = -1 if viewer is None else int(viewer)
    view = View((1 << seats) - 1 if seat < 0 else 1 << seat, side_of(state, seat), seat, reveal)
    panels = _mages(state, tables, view)
    if len(panels) % 2:
        panels.append(Panel("covenant", _covenant(state)))
    rows = [(_header(state, tables, view),), *zip(panels[::2], panels[1::2], strict=True)]
    if seats % 2 == 0 and state.covenant_value.any():
        resources = "   ".join(" ".join(line.split()) for line in _covenant(state))
        rows.append((Panel("covenant", textwrap.wrap(resources, FULL - 1)),))
    if _dealt(state):
        rows.append((_piles(state, tables, view),))
    return draw([*rows, (_standing(state, tables) if state.over else _decision(state, view),)], LEGEND)


def _dealt(state: Any) -> bool:
    """Whether a trick is being played."""
    return not state.over and st.COMMIT <= state.decision <= st.CRAFT_TAKE


# ---- the conflict ---------------------------------------------------------------------------------------------------
def _header(state: Any, tables: Any, view: View) -> Panel:
    """Season, fighters, stake, types, tricks."""
    title, seats = "covenant", int(tables.num_seats)
    if tables.mode != st.MODE_YEAR:
        title += " · a single conflict"
    elif state.over:
        title += f" · the end, after {count(int(state.turn), 'season')}"
    elif state.decision == st.MEETING:
        title += f" · {season_name(int(state.turn))}, Council Meeting"
    else:
        title += f" · {season_name(int(state.turn))}, conflict {(state.conflict - 1) % seats + 1} of {seats}"
    looking = "public view" if view.seat < 0 else f"as {player_name(view.seat)} sees it"
    lines = _conflict(state, tables) if state.fighter[0] >= 0 else []
    return Panel(title, lines, "all cards open" if view.reveal else looking)


def _conflict(state: Any, tables: Any) -> list[str]:
    """What the header tells of the conflict."""
    p, a = (player_name(seat) if seat >= 0 else "" for seat in state.fighter)
    lines = entry("conflict", f"{p} against {a}" if a else f"{p} is Protagonist; no Antagonist yet")
    if state.stake >= 0:
        lines += entry("stake", _stake(state))
    lines += entry("types", _types(state, tables))
    if not (_dealt(state) or state.over):
        return lines
    score = f"{state.wins[0]} to {state.wins[1]}, {tables.tricks_to_win} to win"
    if _dealt(state):
        score += f" · trick {sum(state.wins) + 1}, {(p, a)[state.leader]} leads"
    return lines + entry("tricks", score)


def _stake(state: Any) -> str:
    """What P fights for, as far as it is said."""
    name, what = STAKE_NAMES[state.stake], int(state.stake_what)
    if state.stake == st.KIND_FEUD:
        rival = f" with {player_name(state.rival)}" if state.rival >= 0 else ""
        return f"{name}{rival}" + (f" over {TRAIT_NAMES[what]}" if what >= 0 else "")
    if what < 0:
        return name
    if state.stake == st.KIND_AMBITION:
        return f"{name} on {track_name(what)}"
    return f"{name} of {RESOURCE_NAMES[what]}"


def _types(state: Any, tables: Any) -> str:
    """The types named so far, and what they are worth."""
    named = [int(t) for t in state.types if t >= 0]
    worth = [f"{SUIT_SYMBOLS[t]} +{tables.type_bonus * named.count(t)}" for t in dict.fromkeys(named) if t < 4]
    if st.MAGIC_TYPE in named:
        worth.append("Magic counts" + (" twice" if named.count(st.MAGIC_TYPE) == 2 else ""))
    return " and ".join(TYPE_NAMES[t] for t in named) + (f": {', '.join(worth)}" if worth else "")


# ---- mages, and what lies before them -------------------------------------------------------------------------------
def _mages(state: Any, tables: Any, view: View) -> list[Panel]:
    """The fighters, then the others in seat order."""
    fighters = [int(seat) for seat in state.fighter] if min(state.fighter) >= 0 else []
    order = fighters + [seat for seat in range(tables.num_seats) if seat not in fighters]
    panels = [_mage(state, seat, view) for seat in order]
    if fighters and _dealt(state):
        for side, lines in enumerate(_table(state, tables, view)):
            panels[side].lines.extend(lines)
    return panels


def _mage(state: Any, seat: int, view: View) -> Panel:
    """A player's sheet and counters."""
    side = side_of(state, seat)
    title = [player_name(seat) + (" (you)" if seat == view.seat else "")]
    if min(state.fighter) >= 0 or side >= 0:
        title.append(SIDE_NAMES[side] if side >= 0 else "Council")
    lines = ["".join(cell.ljust(w) for cell, w in zip(("", *BLOCK_NAMES), SHEET_COLUMNS, strict=True))]
    for trait, name in enumerate(TRAIT_NAMES):
        tracks = range(trait, st.TRACKS, 4)
        cells = [_points(state.value[seat, k], state.harm[seat, k], state.spent[seat, k]) for k in tracks]
        label = f"{SUIT_SYMBOLS[trait]} {name}"
        lines.append("".join(cell.ljust(w) for cell, w in zip((label, *cells), SHEET_COLUMNS, strict=True)))
    counters = {"Magic": state.magic, "votes": state.votes, "Renown": state.renown, "Blame": state.blame}
    lines.append("   ".join(f"{name} {values[seat]}" for name, values in counters.items()))
    return Panel(" · ".join(title), lines)


def _points(value: int, harm: int, spent: int) -> str:
    """A track, point by point: free, used, Harmed; ``"·"`` if it has none."""
    free = value - harm - spent
    if value > 6:
        return f"{free}●{spent}○{harm}✗"
    return "●" * free + "○" * spent + "✗" * harm or "·"


def _table(state: Any, tables: Any, view: View) -> tuple[list[str], list[str]]:
    """The lines of both fighters from the trick card to the hand, kept level with each other."""
    columns: tuple[list[str], list[str]] = ([""], [""])
    for (label, p), (_, a) in zip(*(_before(state, tables, view, side) for side in range(2)), strict=True):
        blank = "–" if label and (p or a) else ""
        entries = [entry(label, text or blank, HALF) for text in (p, a)]
        for column, lines in zip(columns, entries, strict=True):
            column.extend(lines + [""] * (max(map(len, entries)) - len(lines)))
    return columns


def _before(state: Any, tables: Any, view: View, side: int) -> list[tuple[str, str]]:
    """(label, text) of all that lies before one fighter, and of the hand."""
    return [
        ("trick card", _trick_card(state, view, side)),
        ("Aiding", _cards(state, st.AIDING + side)),
        ("Vigor", _cards(state, st.VIGOR_CARD + side)),
        ("struck by", _cards(state, st.ITEM_CARD + side)),
        ("value", _value(state, tables, side)),
        ("hand", _hand(state, view, side)),
        ("", _held_by_other(state, view, side)),
        ("", _marks(state, side)),
    ]


def _names(state: Any, cards: Iterable[int]) -> str:
    """Cards by current suit, each from the lowest rank up."""
    ordered = sorted(cards, key=lambda card: (state.suit[card], card % 13, card))
    return " ".join(card_name(int(card), int(state.suit[card])) for card in ordered)


def _cards(state: Any, zone: int) -> str:
    """The cards of a zone that lies open."""
    return _names(state, (card for card in range(st.CARDS) if state.zone[card] == zone))


def _trick_card(state: Any, view: View, side: int) -> str:
    """The trick card of a side, as far as it may be seen."""
    if not state.committed[side]:
        return ""
    if not state.revealed and (not view.sees_hand(side) or state.trick_card[side] < 0):
        return "face down"
    return _names(state, state.trick_card[side : side + 1]) + ("" if state.revealed else " (face down)")


def _value(state: Any, tables: Any, side: int) -> str:
    """C58: what the side's cards are worth, part by part."""
    if not (state.revealed and state.committed[side]):
        return ""
    card = int(state.trick_card[side])
    rank = card % 13 + 2
    parts = {
        "types": int(tables.type_bonus) * list(state.types).count(state.suit[card]),
        "Magic": int(state.magic_bonus[side]),
        "Aiding": int(tables.aid_value) * int(state.aiding[side]),
        "Vigor": int(state.vigor_rank[side]),
        "Items": -int(state.item_rank[side]),
    }
    said = "".join(f" {'−' if n < 0 else '+'}{abs(n)} {name}" for name, n in parts.items() if n)
    total = f"{rank + sum(parts.values())}".replace("-", "−")
    return f"{total} = {rank}{said}" if said else total


def _hand(state: Any, view: View, side: int) -> str:
    """The hand if it is open to the viewer, else the number of its cards."""
    number = count(int(state.hand_size[side]), "card")
    return f"{number}: {_cards(state, st.HAND + side)}" if view.sees_hand(side) and state.hand_size[side] else number


def _held_by_other(state: Any, view: View, side: int) -> str:
    """What is known of a hidden hand. A known card may be the one that lies face down: nobody else can tell."""
    if view.sees_hand(side):
        return ""
    hidden = (st.HAND + side,) if state.revealed else (st.HAND + side, st.TRICK + side)
    known = [card for card in range(st.CARDS) if state.zone[card] in hidden and view.knows(state, card)]
    parts = [f"known: {_names(state, known)}"] if known else []
    unseen = [f"{n} {SUIT_SYMBOLS[suit]}" for suit, n in enumerate(state.unseen_suits[side]) if n]
    if unseen:
        parts.append(f"unseen, at least: {', '.join(unseen)}")
    return "; ".join(parts)


def _marks(state: Any, side: int) -> str:
    """What one fighter has done or forgone in this trick."""
    uses = list(state.craft).count(side)
    marks = [
        ("free Aiding card used", state.aided[side]),
        ("may not Claim", state.banned[side]),
        ("Craft announced" + (" twice" if uses == 2 else ""), uses),
        ("has passed", state.decision == st.WINDOW and state.passes and state.acting != side),
        ("has won the trick", state.winner == side),
    ]
    return ", ".join(text for text, applies in marks if applies)


# ---- what belongs to all --------------------------------------------------------------------------------------------
def _covenant(state: Any) -> list[str]:
    """The five resources."""
    tracks = zip(state.covenant_value, state.covenant_harm, state.covenant_spent, strict=True)
    return [f"{name.ljust(9)} {_points(*track)}" for name, track in zip(RESOURCE_NAMES, tracks, strict=True)]


def _piles(state: Any, tables: Any, view: View) -> Panel:
    """Deck and discard pile, as far as they are known."""
    first, size = int(state.deck_next), int(state.deck_size)
    text = count(size, "card")
    if view.reveal and size:
        text += ", from the top: " + " ".join(card_name(int(card)) for card in state.deck[first : first + size])
    lines = entry("deck", text)
    laid = sum(st.AIDING <= zone <= st.ITEM_CARD + 1 for zone in state.zone)
    number = max(0, int(tables.in_deck.sum() - size - state.hand_size.sum() - state.committed.sum() - laid))
    piled = (st.DISCARD, st.BURIED)
    known = [card for card in range(st.CARDS) if state.zone[card] in piled and view.knows(state, card)]
    text = count(number, "card") + (": " + _names(state, known) if known else "")
    if number > len(known):
        text += f", {number - len(known)} of them unseen"
    return Panel("cards", lines + entry("discarded", text))


def _decision(state: Any, view: View) -> Panel:
    """Who decides what."""
    seat, decision = int(state.seat), int(state.decision)
    if st.WINDOW < decision <= st.GIVE_BACK and not view.reveal and view.seat != seat:
        decision = int(state.stack[0, 0])  # choices within an action tell of the hand
    said = DECISION_WORDS[decision]
    if decision == st.COMPANION_SUIT and state.pending_card >= 0 and (view.reveal or view.seat == seat):
        said += f" of {_names(state, [state.pending_card])}"
    lines = [f"{player_name(seat)} {said}"]
    if decision in (st.BID_OPEN, st.BID_ANSWER, st.CLAIM_WHAT):
        lines.append(_auction(state))
    return Panel("to decide", lines)


def _auction(state: Any) -> str:
    """How the Claim stands."""
    claimer = player_name(state.fighter[state.acting])
    if state.bidder < 0:
        return f"{claimer} Claims; no offer stands"
    votes = count(int(state.offer), "vote")
    if state.offer_by_claimer:
        return f"{claimer} offers {votes} if {player_name(state.bidder)} lets the Claim happen"
    return f"{player_name(state.bidder)} offers {votes} if {claimer} gives up the Claim"


def _standing(state: Any, tables: Any) -> Panel:
    """C118: places at the end; in the modes of a single conflict by tricks won."""
    if state.foul:
        return Panel("the end", [f"{player_name(state.foul - 1)} forfeits by an illegal action"])
    ranked = []
    for seat in range(tables.num_seats):
        if tables.mode != st.MODE_YEAR:
            ranked.append(((-int(state.wins[side_of(state, seat)]),), seat))
            continue
        blame = int(state.blame[seat])
        score = int(state.renown[seat]) - int(state.fallen) * int(tables.blame_price) * blame
        ranked.append(((-score, blame, -int(state.votes[seat])), seat))
    ranked.sort()
    keys = [key for key, _ in ranked]
    lines = [f"{keys.index(key) + 1}. {player_name(seat)}   score {-key[0]}".replace("-", "−") for key, seat in ranked]
    return Panel("the covenant has fallen" if state.fallen else "the end" + ", by a limit" * state.truncated, lines)
