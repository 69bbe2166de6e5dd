"""What a seat sees: named blocks, in order, and the one function that writes them.

Seats are relative: index 0 is the observer, 1 the next in seat order, …; absent seats are zero. Sides are own side
first for a fighter, and P, A for the Council.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.kernel import compiled
from ..core.layout import Block, Layout
from .rules.trick import trick_value
from .state import (
    AIDING,
    BID_OPEN,
    BURIED,
    CARDS,
    CLAIM_WHAT,
    DECISIONS,
    DISCARD,
    GIVE_BACK,
    HAND,
    ITEM_CARD,
    MAX_SEATS,
    RESOURCES,
    SUITS,
    TRACKS,
    TRICK,
    VIGOR_CARD,
    WINDOW,
)

SEAT_BLOCK = 60
SIDE_BLOCK = 217


def _of_track_limit(tables: Any) -> float:
    """Scale under which the highest limit of any track is 1 (C21)."""
    return 1 / max(1, int(max(tables.track_limit[:TRACKS])))


LAYOUT = Layout(
    [
        Block(
            "decision",
            (len(DECISIONS),),
            1,
            "one-hot of the pending decision (of another seat's choices within an action: the action)",
        ),
        Block("season", (1,), 127, "season, 0 for the first", scale=lambda t: 1 / max(1, int(t.seasons))),
        Block(
            "conflicts_over", (1,), 127, "conflicts of this season already over", scale=lambda t: 1 / int(t.num_seats)
        ),
        Block("players", (4,), 1, "one-hot of the number of players, 2 … 5"),
        Block("stake_kind", (3,), 1, "one-hot: Ambition, Stewardship, Feud"),
        Block("stake_sheet", (TRACKS + 1,), 1, "one-hot: track of an Ambition (16 = Magic) or Trait of a Feud"),
        Block("stake_resource", (RESOURCES,), 1, "one-hot: resource of a Stewardship"),
        Block("stake_rival", (MAX_SEATS,), 1, "one-hot: relative seat of the rival"),
        Block("types", (2, 5), 1, "one-hot each: type named by P, by A"),
        Block("tricks", (2,), 127, "tricks won by P, by A", scale=lambda t: 1 / int(t.tricks_to_win)),
        Block("trick", (1,), 127, "tricks already played", scale=lambda t: 1 / (2 * int(t.tricks_to_win) - 1)),
        Block("piles", (2,), CARDS, "cards in the deck, in the discard pile"),
        Block("passed", (1,), 1, "one pass has just been made in the window"),
        Block("offer", (2,), 30, "standing offer; 30 if the claimer made it, else 0"),
        Block("claimer", (MAX_SEATS,), 1, "one-hot: relative seat of the claimer during an auction"),
        Block("bidder", (MAX_SEATS,), 1, "one-hot: relative seat of the bidder"),
        Block("companion_suit", (SUITS,), 1, "one-hot: suit that a pending Companion converts"),
        Block("seat_present", (MAX_SEATS,), 1, "the seat is in play"),
        Block("seat_role", (MAX_SEATS, 3), 1, "one-hot: P, A, Council"),
        Block("seat_leads", (MAX_SEATS,), 1, "leads the trick"),
        Block(
            "seat_value",
            (MAX_SEATS, TRACKS),
            127,
            "V of the tracks: Traits, Companions, Items, Assets",
            scale=_of_track_limit,
        ),
        Block("seat_harm", (MAX_SEATS, TRACKS), 127, "H of the tracks", scale=_of_track_limit),
        Block("seat_spent", (MAX_SEATS, TRACKS), 127, "S of the tracks", scale=_of_track_limit),
        Block("seat_magic", (MAX_SEATS,), 127, "Magic", scale=lambda t: 1 / max(1, int(t.track_limit[TRACKS]))),
        Block("seat_votes", (MAX_SEATS,), 30, "Council Votes"),
        Block("seat_renown", (MAX_SEATS,), 127, "Renown", low=-127, scale=1 / 32),
        Block("seat_blame", (MAX_SEATS,), 127, "Blame", scale=1 / 16),
        Block("seat_hand", (MAX_SEATS,), CARDS, "cards in hand", scale=1 / 16),
        Block("seat_banned", (MAX_SEATS,), 1, "may not Claim in this trick"),
        Block("seat_aided", (MAX_SEATS,), 1, "has played the free Aiding card"),
        Block(
            "covenant",
            (3, RESOURCES),
            127,
            "V, H, S of Servants, Coffers, Relations, Archives, Essences",
            scale=lambda t: 1 / max(1, int(t.covenant_limit)),
        ),
        Block("hand", (SUITS, CARDS), 1, "own hand: current suit, card"),
        Block("trick_card", (2, CARDS), 1, "by side: trick card, where known to the observer"),
        Block("trick_suit", (2, SUITS), 1, "by side: current suit of that card"),
        Block("face_down", (2,), 1, "by side: a trick card lies face down"),
        Block("aiding_count", (2,), CARDS, "by side: Aiding cards", scale=1 / 8),
        Block("aiding", (2, CARDS), 1, "by side: Aiding cards lying there"),
        Block("vigor", (2, CARDS), 1, "by side: Vigor cards lying there"),
        Block("items", (2, CARDS), 1, "by side: Item cards played against its trick card"),
        Block("craft", (2,), 2, "by side: Craft uses announced"),
        Block("magic_bonus", (2,), 127, "by side: Magic bonus of the trick card", scale=1 / 8),
        Block("trick_value", (2,), 127, "by side: present value of the trick", low=-127, scale=1 / 32),
        Block("discards", (CARDS,), 1, "cards known to lie in the discard pile"),
        Block("known_cards", (2, CARDS), 1, "cards known to be in the possession of P, of A"),
        Block(
            "unseen_suits", (2, SUITS), CARDS, "at least so many unseen cards of that suit held by P, by A", scale=1 / 8
        ),
    ]
)
SIZE = LAYOUT.size

_at = LAYOUT.offset
AT_DECISION, AT_SEASON, AT_ROUND, AT_PLAYERS = _at["decision"], _at["season"], _at["conflicts_over"], _at["players"]
AT_STAKE, AT_SHEET, AT_RESOURCE = _at["stake_kind"], _at["stake_sheet"], _at["stake_resource"]
AT_RIVAL, AT_TYPES, AT_TRICKS, AT_TRICK = _at["stake_rival"], _at["types"], _at["tricks"], _at["trick"]
AT_PILES, AT_PASSED, AT_OFFER = _at["piles"], _at["passed"], _at["offer"]
AT_CLAIMER, AT_BIDDER, AT_COMPANION = _at["claimer"], _at["bidder"], _at["companion_suit"]
AT_PRESENT, AT_ROLE, AT_LEADS = _at["seat_present"], _at["seat_role"], _at["seat_leads"]
AT_VALUE, AT_HARM, AT_SPENT = _at["seat_value"], _at["seat_harm"], _at["seat_spent"]
AT_MAGIC, AT_VOTES, AT_RENOWN, AT_BLAME = _at["seat_magic"], _at["seat_votes"], _at["seat_renown"], _at["seat_blame"]
AT_COUNT, AT_BANNED, AT_AIDED = _at["seat_hand"], _at["seat_banned"], _at["seat_aided"]
AT_COVENANT, AT_HAND, AT_TRICK_CARD = _at["covenant"], _at["hand"], _at["trick_card"]
AT_TRICK_SUIT, AT_FACE_DOWN, AT_AIDING_COUNT = _at["trick_suit"], _at["face_down"], _at["aiding_count"]
AT_AIDING, AT_VIGOR, AT_ITEMS, AT_CRAFT = _at["aiding"], _at["vigor"], _at["items"], _at["craft"]
AT_MAGIC_BONUS, AT_TRICK_VALUE, AT_DISCARDS = _at["magic_bonus"], _at["trick_value"], _at["discards"]
AT_KNOWN, AT_UNSEEN = _at["known_cards"], _at["unseen_suits"]


@compiled
def observe(state, tables, seat, out):
    """Writes the observation of ``seat``. ``out``: (SIZE,) int8."""
    out[:] = 0
    write_course(state, tables, seat, out)
    for k in range(tables.num_seats):
        write_seat(state, (seat + k) % tables.num_seats, k, out)
    for r in range(RESOURCES):
        out[AT_COVENANT + r] = state.covenant_value[r]
        out[AT_COVENANT + RESOURCES + r] = state.covenant_harm[r]
        out[AT_COVENANT + 2 * RESOURCES + r] = state.covenant_spent[r]
    own = 1 if state.fighter[1] == seat else 0
    for k in range(2):
        write_side(state, tables, seat, own if k == 0 else 1 - own, k, out)
    write_cards(state, seat, out)


@compiled
def saturate(x):
    """An integer that fits int8."""
    return min(127, max(-127, x))


@compiled
def shown_decision(state, seat):
    """The pending decision as ``seat`` may see it.

    Which card another fighter is choosing within an action, and whether there is still a choice, depends on that
    fighter's hand: others see the enclosing COMMIT or WINDOW instead.
    """
    if state.seat != seat and WINDOW < state.decision <= GIVE_BACK:
        return state.stack[0, 0]
    return state.decision


@compiled
def write_course(state, tables, seat, out):
    """Decision, season, stake, types, tricks, piles, auction: all public."""
    n = tables.num_seats
    if state.over == 0:
        out[AT_DECISION + shown_decision(state, seat)] = 1
    out[AT_SEASON] = state.turn
    out[AT_ROUND] = state.conflicts_over
    out[AT_PLAYERS + n - 2] = 1
    if 0 <= state.stake < 3:
        out[AT_STAKE + state.stake] = 1
        if state.stake_what >= 0:
            out[(AT_RESOURCE if state.stake == 1 else AT_SHEET) + state.stake_what] = 1
        if state.rival >= 0:
            out[AT_RIVAL + (state.rival - seat) % n] = 1
    for k in range(2):
        if state.types[k] >= 0:
            out[AT_TYPES + 5 * k + state.types[k]] = 1
        out[AT_TRICKS + k] = state.wins[k]
    out[AT_TRICK] = state.wins[0] + state.wins[1]
    out[AT_PILES] = state.deck_size
    out[AT_PILES + 1] = state.discard_size
    out[AT_PASSED] = state.passes == 1
    if state.pending_suit >= 0:
        out[AT_COMPANION + state.pending_suit] = 1
    if state.over == 0 and BID_OPEN <= state.decision <= CLAIM_WHAT:
        out[AT_CLAIMER + (state.fighter[state.acting] - seat) % n] = 1
    if state.bidder >= 0:
        out[AT_OFFER] = state.offer
        out[AT_OFFER + 1] = 30 * state.offer_by_claimer
        out[AT_BIDDER + (state.bidder - seat) % n] = 1


@compiled
def write_seat(state, other, k, out):
    """One player's sheet and role, at relative seat ``k``: all public."""
    out[AT_PRESENT + k] = 1
    copy_row(state.value[other], AT_VALUE + TRACKS * k, out)
    copy_row(state.harm[other], AT_HARM + TRACKS * k, out)
    copy_row(state.spent[other], AT_SPENT + TRACKS * k, out)
    out[AT_MAGIC + k] = state.magic[other]
    out[AT_VOTES + k] = state.votes[other]
    out[AT_RENOWN + k] = saturate(state.renown[other])
    out[AT_BLAME + k] = saturate(state.blame[other])
    if state.fighter[0] != other and state.fighter[1] != other:
        out[AT_ROLE + 3 * k + 2] = 1
        return
    side = 0 if state.fighter[0] == other else 1
    out[AT_ROLE + 3 * k + side] = 1
    out[AT_LEADS + k] = state.leader == side
    out[AT_COUNT + k] = state.hand_size[side]
    out[AT_BANNED + k] = state.banned[side]
    out[AT_AIDED + k] = state.aided[side]


@compiled
def copy_row(row, at, out):
    """One row of tracks."""
    target = out[at : at + TRACKS]
    for t in range(TRACKS):
        target[t] = row[t]


@compiled
def write_side(state, tables, seat, side, k, out):
    """What lies before one fighter; a face-down card only for who put it there."""
    card = state.trick_card[side]
    if state.committed[side] != 0:
        if state.revealed == 0:
            out[AT_FACE_DOWN + k] = 1
        if state.revealed != 0 or state.fighter[side] == seat:
            out[AT_TRICK_CARD + CARDS * k + card] = 1
            out[AT_TRICK_SUIT + SUITS * k + int(state.suit[card])] = 1
        if state.revealed != 0:
            out[AT_TRICK_VALUE + k] = saturate(trick_value(state, tables, side))
            out[AT_MAGIC_BONUS + k] = saturate(state.magic_bonus[side])
    out[AT_CRAFT + k] = int(state.craft[0] == side) + int(state.craft[1] == side)
    if state.aiding[side] > 0:
        out[AT_AIDING_COUNT + k] = state.aiding[side]
        flag_zone(state, AIDING + side, AT_AIDING + CARDS * k, out)
    if state.vigor_rank[side] > 0:
        flag_zone(state, VIGOR_CARD + side, AT_VIGOR + CARDS * k, out)
    if state.item_rank[side] > 0:
        flag_zone(state, ITEM_CARD + side, AT_ITEMS + CARDS * k, out)


@compiled
def flag_zone(state, zone, at, out):
    """Ones for the cards of a zone; int8 comparisons on a slice let the loop run on vector instructions."""
    wanted = np.int8(zone)
    row = out[at : at + CARDS]
    for c in range(CARDS):
        row[c] = state.zone[c] == wanted


@compiled
def write_cards(state, seat, out):
    """Own hand, cards known to be with either fighter, known discards, and the public counts of C98."""
    bit = np.uint8(1 << seat)
    for side in range(2):
        hand, trick = np.int8(HAND + side), np.int8(TRICK + side)
        if state.revealed != 0 or state.fighter[side] == seat:
            trick = hand  # that card is shown elsewhere
        row = out[AT_KNOWN + CARDS * side : AT_KNOWN + CARDS * (side + 1)]
        for c in range(CARDS):
            here = (state.zone[c] == hand) | (state.zone[c] == trick)
            row[c] = here & ((state.known[c] & bit) != 0)
        if state.fighter[side] == seat:
            write_hand(state, hand, out)
        for s in range(SUITS):
            out[AT_UNSEEN + SUITS * side + s] = state.unseen_suits[side, s]
    for c in range(CARDS):
        discarded = (state.zone[c] == np.int8(DISCARD)) | (state.zone[c] == np.int8(BURIED))
        out[AT_DISCARDS + c] = discarded & ((state.known[c] & bit) != 0)


@compiled
def write_hand(state, hand, out):
    """Own hand by current suit."""
    for s in range(SUITS):
        suit = np.int8(s)
        row = out[AT_HAND + CARDS * s : AT_HAND + CARDS * (s + 1)]
        for c in range(CARDS):
            row[c] = (state.zone[c] == hand) & (state.suit[c] == suit)
