"""Blocks about cards: Action cards, Wounds, Equipment, missions of the Heroes; Event and Clue cards."""

from __future__ import annotations

from ..core.kernel import compiled
from . import state as st
from .blocks import LAYOUT, SLOTS
from .knowledge import plans_hidden, secret_known, techniques_hidden
from .writing import copy, mark, saturate

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
    for card in range(st.CARDS):
        place = int(state.card_place[card])
        if place == st.LEFT or place == st.RIGHT:
            out[AT_LAID + 2 * (card // st.HERO_CARDS) + place - st.LEFT] += 1
            place = st.HAND if hidden else place
        if place != st.NOWHERE:
            out[AT_ACTION_CARDS + st.CARDS * (place - st.HAND) + card] = 1
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
    for item in range(st.ITEMS):
        owner = int(state.item_owner[item])
        if owner >= 0:
            slot = int(state.item_slot[item])
            out[AT_ITEMS + st.ITEMS * owner + item] = 1 + slot if slot >= 0 else SLOTS
        elif owner == st.IN_DISCARD:
            out[AT_ITEMS_OPEN + item] = 1
        elif owner == st.DRAWN:
            out[AT_ITEMS_OPEN + item] = 2
    copy(state.used, st.SOURCES, out, AT_USED)
    copy(state.fired, st.TRIGGERS, out, AT_FIRED)


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
    copy(state.companion_gone, st.COMPANIONS, out, AT_COMPANION_GONE)
    out[AT_POSITION] = state.position


# ---- the Oni --------------------------------------------------------------------------------------------------------
@compiled
def write_events(state, tables, seat, out):
    """Event cards: the hand for the Oni alone, techniques face down until their reveal (B98)."""
    hidden = techniques_hidden(state, seat)
    for event in range(st.EVENTS):
        place, kind = int(state.event_place[event]), int(state.event_kind[event])
        if place == st.EVENT_HAND:
            out[AT_EVENT_HAND + event] = seat == st.ONI_SEAT
        elif place == st.EVENT_DISCARD:
            out[AT_EVENT_DISCARD + event] = 1
        elif place == st.EVENT_LAID:
            if kind >= 0:
                out[AT_TECHNIQUES + kind] += 1
            if not hidden:
                out[AT_EVENT_LAID + event] = 2 + kind
    out[AT_HAND_SIZE] = saturate(int(state.hand_size))
    out[AT_EVENT_PLAYED] = state.event_played != 0


@compiled
def write_clues(state, tables, seat, to_come, out):
    """Clue cards and Accusations; ``to_come``: cards that the seat takes for drawn."""
    held = to_come
    for clue in range(st.CLUES):
        place = int(state.clue_place[clue])
        if place == st.CLUE_HELD:
            held += 1
            out[AT_CLUE_HELD + clue] = seat != st.ONI_SEAT
        elif place == st.CLUE_PLAYED:
            out[AT_CLUE_OPEN + clue] = 1
        elif place == st.CLUE_OUT:
            out[AT_CLUE_OPEN + clue] = 2
        elif place == st.CLUE_JOINED:
            out[AT_CLUE_OPEN + clue] = 3
    out[AT_CLUES_HELD] = held
    copy(state.accused, st.CLUES, out, AT_ACCUSED)
    if secret_known(state, seat, st.ONI_CLUE):
        mark(out, AT_SECRET, int(state.nature))
    if secret_known(state, seat, st.COURTIER_CLUE):
        mark(out, AT_SECRET, int(state.identity))
    out[AT_ACCUSATIONS] = state.wrong
    out[AT_ACCUSATIONS + 1] = state.nature_known != 0
