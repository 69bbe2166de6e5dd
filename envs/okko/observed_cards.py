"""Blocks about cards: Action cards, Wounds, Equipment, missions of the Heroes; Event and Clue cards."""

from __future__ import annotations

from ..core.kernel import compiled
from . import state as st
from .blocks import LAYOUT, SLOTS
from .knowledge import plans_hidden, secret_known, techniques_hidden
from .writing import mark, saturate

_at = LAYOUT.offset
AT_ACTION_CARDS, AT_LAID, AT_WOUNDS, AT_WOUNDS_OUT = (
    _at[name] for name in ("action_cards", "laid", "wounds", "wounds_out")
)
AT_ITEMS, AT_ITEMS_OPEN, AT_TURNED_UP, AT_USED, AT_FIRED = (
    _at[name] for name in ("items", "items_open", "turned_up", "used", "fired")
)
AT_DISCARDED_ITEM, AT_WOUNDED, AT_GOAL, AT_GOAL_COUNT, AT_GOAL_DONE = (
    _at[name] for name in ("discarded_item", "wounded", "goal", "goal_count", "goal_done")
)
AT_COMPANION, AT_FACE_DOWN, AT_COMPANION_GONE, AT_ORDER, AT_POSITION = (
    _at[name] for name in ("companion", "face_down", "companion_gone", "order", "position")
)
AT_EVENT_HAND, AT_EVENT_LAID, AT_EVENT_DISCARD, AT_TECHNIQUES = (
    _at[name] for name in ("event_hand", "event_laid", "event_discard", "techniques")
)
AT_HAND_SIZE, AT_EVENT_PLAYED, AT_SECRET = (_at[name] for name in ("hand_size", "event_played", "secret"))
AT_CLUE_HELD, AT_CLUES_HELD, AT_CLUE_OPEN, AT_ACCUSED, AT_ACCUSATIONS = (
    _at[name] for name in ("clue_held", "clues_held", "clue_open", "accused", "accusations")
)


# ---- the Heroes -----------------------------------------------------------------------------------------------------
@compiled
def write_action_cards(state, seat, out):
    """Action cards and Wounds; of laid ones the Oni sees only how many lie on which side until their reveal (A40)."""
    hidden = plans_hidden(state, seat)
    shown = not hidden
    for card in range(st.CARDS):
        place = state.card_place[card]
        left, right = place == st.LEFT, place == st.RIGHT
        out[AT_ACTION_CARDS + card] = (place == st.HAND) | (hidden & (left | right))
        out[AT_ACTION_CARDS + st.CARDS + card] = shown & left
        out[AT_ACTION_CARDS + 2 * st.CARDS + card] = shown & right
        out[AT_ACTION_CARDS + 3 * st.CARDS + card] = place == st.DISCARDED
    for card in range(st.CARDS):
        if state.card_place[card] == st.LEFT:
            out[AT_LAID + 2 * (card // st.HERO_CARDS)] += 1
        elif state.card_place[card] == st.RIGHT:
            out[AT_LAID + 2 * (card // st.HERO_CARDS) + 1] += 1
    for wound in range(st.WOUNDS):
        hero, place = int(state.wound_owner[wound]), int(state.wound_place[wound])
        if hero < 0:
            continue
        if state.alive[hero] == 0:
            out[AT_WOUNDS_OUT + wound] = 1
            continue
        row = 0 if place == st.HAND else 2
        if place == st.RIGHT:
            out[AT_LAID + 2 * hero + 1] += 1  # B10
            row = 0 if hidden else 1
        out[AT_WOUNDS + (3 * hero + row) * st.WOUNDS + wound] = 1


@compiled
def write_items(state, tables, out):
    """Equipment, which all know (B46)."""
    for hero in range(st.HEROES):
        row = AT_ITEMS + st.ITEMS * hero
        for item in range(st.ITEMS):
            slot = 1 + state.item_slot[item] if state.item_slot[item] >= 0 else SLOTS
            out[row + item] = slot if state.item_owner[item] == hero else 0
    for item in range(st.ITEMS):
        owner = state.item_owner[item]
        out[AT_ITEMS_OPEN + item] = 1 if owner == st.IN_DISCARD else 2 if owner == st.DRAWN else 0
    for source in range(st.SOURCES):
        out[AT_USED + source] = state.used[source]
    for trigger in range(st.TRIGGERS):
        out[AT_FIRED + trigger] = state.fired[trigger]


@compiled
def write_heroes(state, tables, seat, out):
    """Personal Missions, companions, the order of activation."""
    for hero in range(tables.num_heroes):
        mark(out, AT_TURNED_UP, int(state.turned_up[hero]))
        out[AT_DISCARDED_ITEM + hero] = state.discarded_item[hero] != 0
        out[AT_WOUNDED + hero] = state.wounded[hero] != 0
        out[AT_GOAL + st.GOALS * hero + int(state.goal[hero])] = 1
        out[AT_GOAL_COUNT + hero] = saturate(int(state.goal_count[hero]))
        out[AT_GOAL_DONE + hero] = state.goal_done[hero] != 0
        mark(out, AT_COMPANION + st.COMPANIONS * hero, int(state.companion[hero]))
        out[AT_FACE_DOWN + hero] = state.face_down[hero] != 0
        if seat != st.ONI_SEAT or hero < state.position:  # here the number is a position
            mark(out, AT_ORDER + st.HEROES * hero, int(state.order[hero]))
    for companion in range(st.COMPANIONS):
        out[AT_COMPANION_GONE + companion] = state.companion_gone[companion]
    out[AT_POSITION] = state.position


# ---- the Oni --------------------------------------------------------------------------------------------------------
@compiled
def write_events(state, tables, seat, out):
    """Event cards: the hand for the Oni alone, techniques face down until their reveal (B98)."""
    own, shown = seat == st.ONI_SEAT, not techniques_hidden(state, seat)
    for event in range(st.EVENTS):
        place = state.event_place[event]
        out[AT_EVENT_HAND + event] = own & (place == st.EVENT_HAND)
        out[AT_EVENT_DISCARD + event] = place == st.EVENT_DISCARD
        out[AT_EVENT_LAID + event] = 2 + state.event_kind[event] if shown & (place == st.EVENT_LAID) else 0
    for event in range(st.EVENTS):
        if state.event_place[event] == st.EVENT_LAID and state.event_kind[event] >= 0:
            out[AT_TECHNIQUES + int(state.event_kind[event])] += 1
    out[AT_HAND_SIZE] = saturate(int(state.hand_size))
    out[AT_EVENT_PLAYED] = state.event_played != 0


@compiled
def write_clues(state, tables, seat, to_come, out):
    """Clue cards and Accusations; ``to_come``: cards that the seat takes for drawn."""
    held, own = to_come, seat != st.ONI_SEAT
    for clue in range(st.CLUES):
        place = state.clue_place[clue]
        held += place == st.CLUE_HELD
        out[AT_CLUE_HELD + clue] = own & (place == st.CLUE_HELD)
        was = 2 if place == st.CLUE_OUT else 3 if place == st.CLUE_JOINED else 0
        out[AT_CLUE_OPEN + clue] = 1 if place == st.CLUE_PLAYED else was
        out[AT_ACCUSED + clue] = state.accused[clue]
    out[AT_CLUES_HELD] = held
    if secret_known(state, seat, st.ONI_CLUE):
        mark(out, AT_SECRET, int(state.nature))
    if secret_known(state, seat, st.COURTIER_CLUE):
        mark(out, AT_SECRET, int(state.identity))
    out[AT_ACCUSATIONS] = state.wrong
    out[AT_ACCUSATIONS + 1] = state.nature_known != 0
