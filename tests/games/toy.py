"""Lanterns: a small game with all that the shells have to cope with, so that they are tested on more than one game.

Twenty lanterns, four each of brightness 1 … 5; every seat is dealt three. In each of three rounds the seats, starting
with the leader, put one lantern each face down; then all are revealed, and the brightest one that nobody equals scores
the round's pot (no one does if all are equalled) and its owner leads the next round. Instead of putting a lantern
down, a seat may once a game look at the top of the deck, and then swap it for a lantern of its hand, which is buried
face down, or keep what it has.

Hidden: hands, the deck, buried lanterns, lanterns face down. Nested decision: the swap. Forced decision: the last
lantern of a seat that has looked. Random: the deal, and the scripted player ``coin``. With ``teams`` on, seat 0 is
the lord and plays alone against all others, the guests.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from shugyo.envs.core.game import Game
from shugyo.envs.core.kernel import compiled
from shugyo.envs.core.layout import Block, Layout
from shugyo.envs.core.margins import margins
from shugyo.envs.core.options import CommonOptions
from shugyo.envs.core.rng import SAMPLE, below, shuffle, word
from shugyo.envs.core.stack import pop, push, replace
from shugyo.envs.core.verbs import COMMON_STATE, COMMON_TABLES, MAX_SEATS, Verbs, record_type, register

RANKS = 5
LANTERNS = 4 * RANKS
HAND = 3
NONE, HIDDEN = -1, RANKS  # what lies before a seat, besides a rank 0 … 4

LAY = 0  # + rank: put it down, or, in TRADE, bury it
LOOK = RANKS
KEEP = RANKS + 1
NUM_ACTIONS = RANKS + 2

DECISIONS = ("PLAY", "TRADE")
PLAY, TRADE = 0, 1
GREEDY, COIN = 1, 2
DEAL = 0  # purpose of random words

# The cache of compiled kernels is stamped with the sources of the package, which this file is not part of; a field
# named after its content makes each version of it another type, compiled anew.
VERSION = hashlib.blake2b(Path(__file__).read_bytes(), digest_size=4).hexdigest()

STATE = record_type(
    COMMON_STATE
    + [
        ("deck", "i1", (LANTERNS,)),  # ranks in order; what has been dealt stays listed
        ("deck_next", "i1"),
        ("hand", "i1", (MAX_SEATS, RANKS)),  # lanterns by rank
        ("hand_size", "i1", (MAX_SEATS,)),
        ("laid", "i1", (MAX_SEATS,)),  # face down: a rank, NONE, or HIDDEN in a redacted record
        ("laid_count", "i1"),
        ("shown", "i1", (MAX_SEATS, RANKS)),  # revealed so far
        ("buried", "i1", (MAX_SEATS,)),  # NONE, a rank, or HIDDEN
        ("looked", "i1", (MAX_SEATS,)),
        ("seen", "i1", (MAX_SEATS,)),  # the rank seen on top while it still lies there, NONE otherwise
        ("points", "i1", (MAX_SEATS,)),
        ("leader", "i1"),
        (f"version_{VERSION}", "i1"),
    ]
)
TABLES = record_type(COMMON_TABLES + [("pot", "i4", (HAND,)), ("teams", "i4")])


def _share_of_pots(tables: Any) -> float:
    return 1.0 / max(1, sum(tables.pot))


LAYOUT = Layout(
    [
        Block("turn", (1,), HAND, "rounds completed"),
        Block("seats", (1,), MAX_SEATS, "seats in play"),
        Block("decision", (len(DECISIONS),), 1, "one-hot: the pending decision"),
        Block("acting", (MAX_SEATS,), 1, "one-hot: who is to act, by relative seat"),
        Block("hand", (RANKS,), HAND, "own lanterns by brightness"),
        Block("laid", (RANKS,), 1, "one-hot: the own lantern face down"),
        Block("seen", (RANKS,), 1, "one-hot: the top of the deck, if seen"),
        Block("buried", (RANKS,), 1, "one-hot: the lantern that oneself buried"),
        Block("shown", (MAX_SEATS, RANKS), HAND, "lanterns revealed so far, by relative seat"),
        Block("looked", (MAX_SEATS,), 1, "who has looked at the deck, by relative seat"),
        Block("points", (MAX_SEATS,), 100, "points, by relative seat", scale=_share_of_pots),
    ]
)
AT = LAYOUT.offset
O_DECISION, O_ACTING, O_HAND, O_LAID, O_SEEN = AT["decision"], AT["acting"], AT["hand"], AT["laid"], AT["seen"]
O_BURIED, O_SHOWN, O_LOOKED, O_POINTS = AT["buried"], AT["shown"], AT["looked"], AT["points"]


# ---- the verbs ------------------------------------------------------------------------------------------------------
@compiled
def _reset(state, tables, key):
    state.key = key
    state.decisions = 0
    state.turn = 0
    state.over = 0
    state.truncated = 0
    state.foul = 0
    state.depth = 0
    state.stack[:, :] = 0
    for i in range(LANTERNS):
        state.deck[i] = i // 4
    shuffle(state.deck, LANTERNS, key, DEAL, 0)
    state.hand[:, :] = 0
    state.shown[:, :] = 0
    state.hand_size[:] = 0
    state.laid[:] = NONE
    state.laid_count = 0
    state.buried[:] = NONE
    state.looked[:] = 0
    state.seen[:] = NONE
    state.points[:] = 0
    state.deck_next = 0
    for seat in range(tables.num_seats):
        for _ in range(HAND):
            state.hand[seat, state.deck[state.deck_next]] += 1
            state.deck_next += 1
        state.hand_size[seat] = HAND
    state.leader = 0
    push(state, PLAY, 0)


@compiled
def _legal(state, tables, mask):
    mask[:] = 0
    for rank in range(RANKS):
        if state.hand[state.seat, rank] > 0:
            mask[LAY + rank] = 1
    if state.decision == TRADE:
        mask[KEEP] = 1
    elif state.looked[state.seat] == 0 and state.deck_next < LANTERNS:
        mask[LOOK] = 1


@compiled
def _step(state, tables, action):
    seat = state.seat
    if action == LOOK:
        state.looked[seat] = 1
        state.seen[seat] = state.deck[state.deck_next]
        push(state, TRADE, seat)
    elif state.decision == TRADE:
        if action != KEEP:
            state.hand[seat, action] -= 1
            state.buried[seat] = action
            state.hand[seat, state.deck[state.deck_next]] += 1
            state.deck_next += 1
            state.seen[:] = NONE
        pop(state)
    else:
        state.hand[seat, action] -= 1
        state.hand_size[seat] -= 1
        state.laid[seat] = action
        state.laid_count += 1
        if state.laid_count == tables.num_seats:
            _reveal(state, tables)
        else:
            replace(state, PLAY, (seat + 1) % tables.num_seats)


@compiled
def _reveal(state, tables):
    winner, best = -1, -1
    for seat in range(tables.num_seats):
        equals = 0
        for other in range(tables.num_seats):
            if state.laid[other] == state.laid[seat]:
                equals += 1
        if equals == 1 and state.laid[seat] > best:
            winner, best = seat, state.laid[seat]
    for seat in range(tables.num_seats):
        state.shown[seat, state.laid[seat]] += 1
        state.laid[seat] = NONE
    if winner >= 0:
        state.points[winner] += tables.pot[state.turn]
        state.leader = winner
    state.laid_count = 0
    state.turn += 1
    if state.turn == HAND:
        pop(state)
        state.over = 1
    else:
        replace(state, PLAY, state.leader)


@compiled
def _observe(state, tables, seat, out):
    out[:] = 0
    out[0] = state.turn
    out[1] = tables.num_seats
    out[O_DECISION + state.decision] = 1
    for relative in range(tables.num_seats):
        other = (seat + relative) % tables.num_seats
        out[O_ACTING + relative] = other == state.seat
        for rank in range(RANKS):
            out[O_SHOWN + RANKS * relative + rank] = state.shown[other, rank]
        out[O_LOOKED + relative] = state.looked[other]
        out[O_POINTS + relative] = min(100, state.points[other])
    for rank in range(RANKS):
        out[O_HAND + rank] = state.hand[seat, rank]
        out[O_LAID + rank] = state.laid[seat] == rank
        out[O_SEEN + rank] = state.seen[seat] == rank
        out[O_BURIED + rank] = state.buried[seat] == rank


@compiled
def _redact(state, tables, seat):
    state.key = 0
    for i in range(LANTERNS):
        state.deck[i] = HIDDEN
    if state.seen[seat] != NONE:
        state.deck[state.deck_next] = state.seen[seat]
    for other in range(tables.num_seats):
        if other == seat:
            continue
        state.hand[other, :] = 0
        state.seen[other] = NONE
        if state.laid[other] != NONE:
            state.laid[other] = HIDDEN
        if state.buried[other] != NONE:
            state.buried[other] = HIDDEN


@compiled
def _determinize(state, tables, seat, key):
    _redact(state, tables, seat)
    state.key = word(key, SAMPLE, 0)
    left = np.full(RANKS, 4, np.int8)  # lanterns whose place the seat does not know
    for rank in range(RANKS):
        left[rank] -= state.hand[seat, rank]
        left[rank] -= state.laid[seat] == rank
        left[rank] -= state.buried[seat] == rank
        left[rank] -= state.seen[seat] == rank
        for other in range(tables.num_seats):
            left[rank] -= state.shown[other, rank]
    pool = np.zeros(LANTERNS, np.int8)
    count = 0
    for rank in range(RANKS):
        for _ in range(left[rank]):
            pool[count] = rank
            count += 1
    shuffle(pool, count, key, SAMPLE, 1)
    at = 0
    for other in range(tables.num_seats):
        if other == seat:
            continue
        for _ in range(state.hand_size[other]):
            state.hand[other, pool[at]] += 1
            at += 1
        if state.laid[other] == HIDDEN:
            state.laid[other] = pool[at]
            at += 1
        if state.buried[other] == HIDDEN:
            state.buried[other] = pool[at]
            at += 1
    for i in range(state.deck_next, LANTERNS):
        if state.deck[i] == HIDDEN:
            state.deck[i] = pool[at]
            at += 1
    if state.decision == TRADE and state.seat != seat:
        state.seen[state.seat] = state.deck[state.deck_next]


@compiled
def _outcome(state, tables, returns, score):
    n = tables.num_seats
    for seat in range(n):
        score[seat] = state.points[seat]
    if tables.teams != 0:
        most = 0
        for seat in range(1, n):
            most = max(most, state.points[seat])
        lord = np.sign(state.points[0] - most)
        for seat in range(n):
            returns[seat] = lord if seat == 0 else -lord
        return
    for seat in range(n):
        better, equal = 0, 0
        for other in range(n):
            better += state.points[other] > state.points[seat]
            equal += state.points[other] == state.points[seat]
        returns[seat] = 1 - 2 * (better + 0.5 * (equal - 1)) / (n - 1)


@compiled
def _policy(state, tables, seat, kind, key):
    if state.decision == TRADE:
        top = state.seen[seat]
        for rank in range(RANKS):
            if state.hand[seat, rank] > 0 and rank < top:
                return LAY + rank
        return KEEP
    if kind == COIN:
        n = below(key, 0, 0, state.hand_size[seat])
        for rank in range(RANKS):
            n -= state.hand[seat, rank]
            if n < 0:
                return LAY + rank
    if state.looked[seat] == 0 and state.deck_next < LANTERNS:
        return LOOK
    for i in range(RANKS):
        if state.hand[seat, RANKS - 1 - i] > 0:
            return LAY + RANKS - 1 - i
    return KEEP


@compiled
def _estimate(state, tables, values):
    score = np.zeros(MAX_SEATS, np.float32)
    _outcome(state, tables, values, score)
    if state.over == 0:
        margins(tables, score, 5.0, values)


# ---- options, words, pictures ---------------------------------------------------------------------------------------
class Options(CommonOptions, kw_only=True, frozen=True):
    """Options of the toy game."""

    game: ClassVar[str] = "lanterns"

    num_players: int = 3
    teams: bool = False


def build_tables(options: Options) -> tuple[np.ndarray, dict[str, Any]]:
    """Options to tables and content; the only thing to be configured is ``rules.pot``."""
    content: dict[str, Any] = {"rules": {"pot": [1, 2, 3]} | (options.content or {}).get("rules", {})}
    tables = np.zeros(1, TABLES)
    row = tables[0]
    row.num_seats = options.num_players
    row.auto_forced = options.auto_forced
    row.max_turns = 100 if options.max_turns is None else options.max_turns
    row.max_decisions = 1000 if options.max_decisions is None else options.max_decisions
    row.teams = options.teams
    row.pot[:] = content["rules"]["pot"]
    for seat in range(options.num_players):
        row.side[seat] = min(seat, 1) if options.teams else seat
    return tables, content


def agents(tables: Any) -> list[str]:
    """Agent names by seat."""
    if tables.teams:
        return ["lord_0"] + [f"guest_{i}" for i in range(tables.num_seats - 1)]
    return [f"player_{i}" for i in range(tables.num_seats)]


def action_name(state: Any, tables: Any, action: int) -> str:
    """An action in words."""
    if action == LOOK:
        return "look at the top of the deck"
    if action == KEEP:
        return "keep the hand"
    return f"{'bury' if state.decision == TRADE else 'put down'} a lantern of brightness {action + 1}"


def render(state: Any, tables: Any, viewer: int | None, reveal: bool) -> str:
    """The table, as seen by a seat, by everybody, or with everything open."""
    lines = [f"round {state.turn + 1}, leader {state.leader}, deck {LANTERNS - state.deck_next}"]
    for seat in range(tables.num_seats):
        shown = "".join(str(rank + 1) * int(state.shown[seat, rank]) for rank in range(RANKS))
        line = f"seat {seat}: {state.points[seat]} points, shown {shown or '-'}, {state.hand_size[seat]} in hand"
        line += f", {'a lantern' if state.laid[seat] != NONE else 'nothing'} down"
        if reveal or seat == viewer:
            line += f", hand {state.hand[seat].tolist()}, laid {state.laid[seat]}, buried {state.buried[seat]}"
            line += f", seen {state.seen[seat]}"
        lines.append(line)
    if reveal:
        lines.append(f"deck {state.deck[state.deck_next :].tolist()}")
    return "\n".join(lines)


register(STATE, Verbs(_reset, _legal, _step, _observe, _redact, _determinize, _outcome, _policy, _estimate))
GAME = Game(
    module=__name__,
    env_id="lanterns_v0",
    rules_version=1,
    state_type=STATE,
    tables_type=TABLES,
    num_actions=NUM_ACTIONS,
    layout=LAYOUT,
    decisions=DECISIONS,
    scripted=("greedy", "coin"),
    options_type=Options,
    build_tables=build_tables,
    agents=agents,
    action_name=action_name,
    render=render,
)
