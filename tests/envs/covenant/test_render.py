"""How a game looks, and that nobody is shown more than they know."""

from __future__ import annotations

import re

import numpy as np
import pytest
from numba import njit

from shugyo.envs.core.batch import determinize_seats, redact_seats
from shugyo.envs.core.engine import Slots
from shugyo.envs.covenant import state as st
from shugyo.envs.covenant.actions import NUM_ACTIONS
from shugyo.envs.covenant.content import CovenantOptions, build_tables
from shugyo.envs.covenant.game import GAME
from shugyo.envs.covenant.render import render
from shugyo.envs.covenant.rules.trick import trick_value
from shugyo.envs.covenant.words import RANK_NAMES, SUIT_SYMBOLS, action_name, card_name

ALL = 0b111  # bits of three seats
SEATS = [None, 0, 1, 2]

WINDOW = """\
┌─ covenant · Summer, conflict 2 of 3 ────────────────────────────────────── as player_1 sees it ─┐
│ conflict   player_1 against player_0                                                            │
│ stake      Ambition on Influence Item                                                           │
│ types      Vigor and Influence: ♣ +2, ♥ +2                                                      │
│ tricks     1 to 0, 3 to win · trick 2, player_1 leads                                           │
├─ player_1 (you) · Protagonist ─────────────────┬─ player_0 · Antagonist ────────────────────────┤
│             Trait   Companion  Item    Asset   │             Trait   Companion  Item    Asset   │
│ ♣ Vigor     ●○      ●          ·       ·       │ ♣ Vigor     ●●●     ●          ·       ·       │
│ ♦ Craft     ●●●     ·          ○       ·       │ ♦ Craft     ●✗      ·          ●       ·       │
│ ♥ Influence ●●      ·          ·       ●       │ ♥ Influence ●●      ·          ·       ●       │
│ ♠ Insight   ●       ·          ·       ·       │ ♠ Insight   ●       ·          ·       ·       │
│ Magic 1   votes 5   Renown 0   Blame 0         │ Magic 1   votes 5   Renown 2   Blame 1         │
│                                                │                                                │
│ trick card 9♣                                  │ trick card K♠                                  │
│ Aiding     –                                   │ Aiding     2♦                                  │
│ Vigor      3♣ 4♣                               │ Vigor      –                                   │
│ struck by  5♣                                  │ struck by  –                                   │
│ value      15 = 9 +2 types +11 Vigor −7 Items  │ value      15 = 13 +2 Aiding                   │
│ hand       4 cards: 6♣ J♦ 2♠→♥ K♥              │ hand       5 cards                             │
│                                                │            known: 10♦; unseen, at least: 1 ♠   │
│                                                │            free Aiding card used, has passed   │
├─ player_2 · Council ───────────────────────────┼─ covenant ─────────────────────────────────────┤
│             Trait   Companion  Item    Asset   │ Servants  ●●                                   │
│ ♣ Vigor     ●●●     ●          ·       ·       │ Coffers   ○✗                                   │
│ ♦ Craft     ●●      ·          ●       ·       │ Relations ●●                                   │
│ ♥ Influence ●●      ·          ·       ●       │ Archives  ●●                                   │
│ ♠ Insight   ●       ·          ·       ·       │ Essences  ●●                                   │
│ Magic 1   votes 5   Renown 1   Blame 0         │                                                │
├─ cards ────────────────────────────────────────┴────────────────────────────────────────────────┤
│ deck       33 cards                                                                             │
│ discarded  4 cards: Q♣ 3♠, 2 of them unseen                                                     │
├─ to decide ─────────────────────────────────────────────────────────────────────────────────────┤
│ player_1 acts or passes                                                                         │
└────────────────────────────────────────────────────────────────────── ● free  ○ used  ✗ Harmed ─┘"""

THE_END = """\
┌─ covenant · the end, after 3 seasons ───────────────────────────────────────────── public view ─┐
├─ player_0 ─────────────────────────────────────┬─ player_1 ─────────────────────────────────────┤
│             Trait   Companion  Item    Asset   │             Trait   Companion  Item    Asset   │
│ ♣ Vigor     ·       ·          ·       ·       │ ♣ Vigor     ·       ·          ·       ·       │
│ ♦ Craft     ·       ·          ·       ·       │ ♦ Craft     ·       ·          ·       ·       │
│ ♥ Influence ·       ·          ·       ·       │ ♥ Influence ·       ·          ·       ·       │
│ ♠ Insight   ·       ·          ·       ·       │ ♠ Insight   ·       ·          ·       ·       │
│ Magic 0   votes 0   Renown 4   Blame 3         │ Magic 0   votes 1   Renown 0   Blame 1         │
├─ player_2 ─────────────────────────────────────┼─ player_3 ─────────────────────────────────────┤
│             Trait   Companion  Item    Asset   │             Trait   Companion  Item    Asset   │
│ ♣ Vigor     ·       ·          ·       ·       │ ♣ Vigor     ·       ·          ·       ·       │
│ ♦ Craft     ·       ·          ·       ·       │ ♦ Craft     ·       ·          ·       ·       │
│ ♥ Influence ·       ·          ·       ·       │ ♥ Influence ·       ·          ·       ·       │
│ ♠ Insight   ·       ·          ·       ·       │ ♠ Insight   ·       ·          ·       ·       │
│ Magic 0   votes 2   Renown 0   Blame 1         │ Magic 0   votes 1   Renown 0   Blame 1         │
├─ covenant ─────────────────────────────────────┴────────────────────────────────────────────────┤
│ Servants ✗   Coffers ✗   Relations ✗   Archives ✗   Essences ✗                                  │
├─ the covenant has fallen ───────────────────────────────────────────────────────────────────────┤
│ 1. player_2   score −2                                                                          │
│ 2. player_1   score −2                                                                          │
│ 2. player_3   score −2                                                                          │
│ 4. player_0   score −2                                                                          │
└────────────────────────────────────────────────────────────────────── ● free  ○ used  ✗ Harmed ─┘"""


# ---- positions ------------------------------------------------------------------------------------------------------
def make_tables(seats: int = 3) -> np.record:
    tables = np.zeros(1, st.TABLES)[0]
    tables.num_seats = seats
    tables.tricks_to_win, tables.type_bonus, tables.aid_value, tables.blame_price = 3, 2, 2, 2
    tables.in_deck[:] = 1
    return tables


def blank() -> np.record:
    state = np.zeros(1, st.STATE)[0]
    state.suit[:] = np.arange(st.CARDS) // 13
    for field in ("fighter", "stake", "stake_what", "rival", "types", "trick_card", "craft"):
        state[field] = -1
    state.winner = state.pending_card = state.pending_suit = state.bidder = -1
    return state


def put(state: np.record, names: str, zone: int, known: int) -> list[int]:
    cards = [13 * SUIT_SYMBOLS.index(name[-1]) + RANK_NAMES.index(name[:-1]) for name in names.split()]
    state.zone[cards], state.known[cards] = zone, known
    return cards


@pytest.fixture
def window() -> np.record:
    """The trick of W1 at 15 to 15: player_1 against player_0, player_2 looks on."""
    state = blank()
    state.turn, state.conflict = 1, 5
    state.fighter[:], state.types[:], state.wins[:] = (1, 0), (st.VIGOR, st.INFLUENCE), (1, 0)
    state.stake, state.stake_what = st.KIND_AMBITION, st.ITEM + st.INFLUENCE
    state.votes[:3], state.renown[:3], state.blame[:3], state.magic[:3] = 5, (2, 0, 1), (1, 0, 0), 1
    state.value[:3, :4] = (3, 2, 2, 1)
    state.value[1, :4] = (2, 3, 2, 1)
    state.value[:3, [st.COMPANION, st.ITEM + 1, st.ASSET + 2]] = 1
    state.harm[0, 1] = 1
    state.spent[1, [0, st.ITEM + 1]] = 1
    state.covenant_value[:] = 2
    state.covenant_spent[1] = state.covenant_harm[1] = 1
    state.trick_card[:] = put(state, "9♣", st.TRICK, ALL) + put(state, "K♠", st.TRICK + 1, ALL)
    state.committed[:] = 1
    state.revealed = 1
    put(state, "4♣ 3♣", st.VIGOR_CARD, ALL)
    put(state, "5♣", st.ITEM_CARD, ALL)
    put(state, "2♦", st.AIDING + 1, ALL)
    state.vigor_rank[0], state.item_rank[0], state.aiding[1], state.aided[1] = 11, 7, 1, 1
    put(state, "6♣ K♥ J♦", st.HAND, 0b010)
    state.suit[put(state, "2♠", st.HAND, 0b010)] = st.HEARTS
    put(state, "7♥ A♠ 3♥ 8♠", st.HAND + 1, 0b001)
    put(state, "10♦", st.HAND + 1, 0b011)
    state.unseen_suits[1, st.SPADES] = 1
    state.hand_size[:], state.deck_size = (4, 5), 33
    put(state, "Q♣ 3♠", st.DISCARD, ALL)
    put(state, "J♠ Q♠", st.BURIED, 0)
    state.deck[:33] = np.flatnonzero(state.zone == st.DECK)
    state.decision, state.seat, state.passes = st.WINDOW, 1, 1
    return state


@pytest.fixture
def face_down(window: np.record) -> np.record:
    """The same fighters before the reveal; player_1 knows one card of player_0: the one that lies face down."""
    for zone in range(st.TRICK, st.OUT):
        window.zone[window.zone == zone] = st.DISCARD
    window.trick_card[:] = put(window, "9♣", st.TRICK, 0b010) + put(window, "10♦", st.TRICK + 1, 0b011)
    for field in ("vigor_rank", "item_rank", "aiding", "aided", "revealed", "passes"):
        window[field] = 0
    window.hand_size[1] = 4
    window.decision = st.CONCEDE
    return window


def unseen_cards(state: np.record, viewer: int | None) -> list[str]:
    """Names of the cards that a viewer cannot place."""
    bits = ALL if viewer is None else 1 << viewer
    return [card_name(card) for card in range(st.CARDS) if state.known[card] & bits != bits]


# ---- what it looks like ---------------------------------------------------------------------------------------------
def test_a_trick_in_the_window(window):
    assert render(window, make_tables(), 1, False) == WINDOW


def test_the_end_after_the_fall():
    state = blank()
    state.turn, state.over, state.fallen, state.decision = 3, 1, 1, st.MEETING
    state.renown[0], state.blame[:4], state.votes[:4] = 4, (3, 1, 1, 1), (0, 1, 2, 1)
    state.covenant_value[:] = state.covenant_harm[:] = 1
    assert render(state, make_tables(4), None, False) == THE_END


@pytest.mark.parametrize("viewer", SEATS)
def test_nobody_sees_more_than_they_know(window, face_down, viewer):
    for state in (window, face_down):
        text = render(state, make_tables(), viewer, False)
        shown = set(re.findall(r"(?:\d+|[JQKA])[♣♦♥♠]", text))
        assert shown
        assert shown.isdisjoint(unseen_cards(state, viewer))


def test_a_face_down_card_is_seen_by_its_owner_only(face_down):
    said = "9♣ (face down)"
    assert [said in render(face_down, make_tables(), viewer, False) for viewer in SEATS] == [False, False, True, False]
    assert render(face_down, make_tables(), None, False).count("face down") == 2


def test_a_known_card_does_not_tell_where_it_is(face_down):
    before = render(face_down, make_tables(), 1, False)
    assert "known: 10♦" in before
    put(face_down, "10♦", st.HAND + 1, 0b011)
    face_down.trick_card[1] = put(face_down, "7♥", st.TRICK + 1, 0b001)[0]
    assert render(face_down, make_tables(), 1, False) == before


def test_revealed_all_cards_are_shown(window):
    text = render(window, make_tables(), None, True)
    assert {card_name(card) for card in range(st.CARDS)} <= set(re.split(r"[\s,→]+", text))
    assert "33 cards, from the top: " in text


def test_own_buried_cards_are_listed(window):
    put(window, "J♠", st.BURIED, 0b010)
    assert "4 cards: Q♣ 3♠ J♠, 1 of them unseen" in render(window, make_tables(), 1, False)


def test_an_auction(window):
    window.decision, window.seat, window.bidder, window.offer = st.BID_ANSWER, 1, 2, 3
    assert "player_2 offers 3 votes if player_1 gives up the Claim" in render(window, make_tables(), 0, False)
    window.seat, window.offer_by_claimer = 2, 1
    assert "player_1 offers 3 votes if player_2 lets the Claim happen" in render(window, make_tables(), 0, False)


def test_the_card_a_companion_changes_is_shown_to_its_owner_only(window):
    window.decision, window.pending_card, window.pending_suit = st.COMPANION_SUIT, 4, st.CLUBS
    window.stack[0] = st.WINDOW, window.seat
    texts = [render(window, make_tables(), viewer, False) for viewer in SEATS]
    assert ["names the new suit of 6♣" in text for text in texts] == [False, False, True, False]
    # Whether there was a choice of cards tells of the hand: the others see an action that is not complete.
    assert ["player_1 acts or passes" in text for text in texts] == [True, True, False, True]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"stake": st.NO_STAKE, "stake_what": -1}, "Renown alone"),
        ({"stake": st.KIND_FEUD, "rival": 2, "stake_what": -1}, "Feud with player_2"),
        ({"stake": st.KIND_FEUD, "rival": 2, "stake_what": st.CRAFT}, "Feud with player_2 over Craft"),
        ({"stake": st.KIND_STEWARDSHIP, "stake_what": st.ESSENCES}, "Stewardship of Essences"),
        ({"types": (st.CRAFT, st.CRAFT)}, "Craft and Craft: ♦ +4"),
        ({"types": (st.MAGIC_TYPE, st.CRAFT)}, "Magic and Craft: ♦ +2, Magic counts"),
        ({"decision": st.TYPE, "types": (st.MAGIC_TYPE, -1)}, "names a type"),
        ({"decision": st.VOLUNTEER, "fighter": (1, -1)}, "player_1 is Protagonist; no Antagonist yet"),
        ({"decision": st.MEETING, "fighter": (-1, -1)}, "Summer, Council Meeting"),
        ({"over": 1, "foul": 3}, "player_2 forfeits"),
        ({"over": 1, "truncated": 1}, "the end, by a limit"),
        ({"winner": 0, "decision": st.CRAFT_TAKE, "craft": (0, 0)}, "Craft announced twice"),
        ({"value": 100}, "100●0○0✗"),
    ],
)
def test_what_else_is_said(window, fields, said):
    for name, value in fields.items():
        window[name] = value
    text = render(window, make_tables(), None, False)
    assert said in " ".join(text.split())
    assert {len(line) for line in text.splitlines()} == {99}


def test_a_viewer_who_is_not_there_is_refused(window):
    with pytest.raises(ValueError, match="viewer 3: this game has the seats 0 … 2"):
        render(window, make_tables(), 3, False)


# ---- whole games ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("seats", "mode"), [(2, "year"), (3, "year"), (5, "year"), (2, "conflict"), (2, "mini")])
def test_in_random_games_renders_and_names_hold_what_the_seat_knows(seats, mode):
    tables = build_tables(CovenantOptions(num_players=seats, mode=mode))[0]
    slots = Slots(GAME, tables, 4, autoreset=False, shaping=False)
    slots.begin(seats)
    rng = np.random.default_rng(seats)
    for turn in range(700):
        running = slots.states["over"] == 0
        slots.actions[running] = [rng.choice(np.flatnonzero(mask)) for mask in slots.mask[running]]
        slots.advance(slots.actions, running)
        if turn % 10 == 0 or mode != "year":
            check(slots, int(rng.integers(seats)), tables)
        if not running.any():
            break


@njit
def trick_values(states, tables, out):
    for i in range(states.shape[0]):
        for side in range(2):
            out[i, side] = 0
            if states[i].revealed != 0 and states[i].trick_card[side] >= 0:
                out[i, side] = trick_value(states[i], tables[0], side)


def check(slots: Slots, seat: int, tables: np.ndarray) -> None:
    """Compares full, redacted and sampled records: what is shown to a seat, and what actions are called."""
    viewers = np.full(slots.num_slots, seat, np.int32)
    redacted, sampled = slots.states.copy(), slots.states.copy()
    redact_seats(redacted, slots.tables, viewers)
    determinize_seats(sampled, slots.tables, viewers, np.arange(1, slots.num_slots + 1, dtype=np.uint64))
    values = np.zeros((slots.num_slots, 2), np.int64)
    trick_values(slots.states, slots.tables, values)
    for full, *others, value in zip(slots.states, redacted, sampled, values, strict=True):
        text = render(full, tables[0], seat, False)
        for looked in (text, render(full, tables[0], None, False), render(full, tables[0], None, True)):
            assert {len(line) for line in looked.splitlines()} == {99}
        assert [render(other, tables[0], seat, False) for other in others] == [text, text]
        if full.over or not full.revealed:
            continue
        for side in np.flatnonzero(full.committed):
            said = f"{value[side]}".replace("-", "−")
            assert re.search(rf"value {{6}}{said} ", text)
        if full.seat == seat:
            names = [[action_name(state, tables[0], a) for a in range(NUM_ACTIONS)] for state in (full, *others)]
            assert names[0] == names[1] == names[2]
            assert len(set(names[0])) == NUM_ACTIONS
