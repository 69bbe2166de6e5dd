"""Chapter 3: the strategy phase (O26 to O38, A13, A22, A36, A40, B9 to B12), stages CORRUPTING to LAYING of T_ROUND.

Columns of T_ROUND here: FIGURE the Hero who plans, A the Event card that is being laid; corruption.py uses A and B.
"""

from __future__ import annotations

from ...core.kernel import compiled
from ...core.stack import push
from .. import actions as act
from ..state import (
    BOTH_HANDS,
    EVENT_LAID,
    EVENTS,
    FIGURE,
    HAND,
    HERO_CARDS,
    HEROES,
    INITIATIVE,
    ITEMS,
    KINDS,
    LEFT,
    ONI_SEAT,
    OPEN_STEP,
    PLAN_FIRST,
    PLAN_SECOND,
    PLANS,
    RIGHT,
    STAGE,
    TECHNIQUE,
    TECHNIQUE_CARD,
    TECHNIQUES,
    TURN_UP,
    WOUNDS,
    A,
)
from .corruption import begin_corruption, begin_enhancement
from .figures import team_seat
from .sources import refresh_sources
from .stages import (
    CORRUPTING,
    ENHANCING,
    FIRST_CARD,
    HAND_CARD,
    LAYING,
    REVEALING,
    SECOND_CARD,
    STACKING,
    SUMMONING,
)
from .summon import begin_summoning, mark_events
from .tasks import top


@compiled
def advance_strategy(state, tables):
    """O27: the Oni's open step, the Heroes' plans, the Oni's techniques; one stage of it.

    In the open step come a Corruption token, an Enhancement token, each if it is due, and summoning (O28).
    """
    task = top(state)
    stage = int(task[STAGE])
    if stage == CORRUPTING:
        state.phase = OPEN_STEP
        task[STAGE] = ENHANCING
        begin_corruption(state, tables)
    elif stage == ENHANCING:
        task[STAGE] = SUMMONING
        begin_enhancement(state, tables)
    elif stage == SUMMONING:
        task[STAGE] = FIRST_CARD
        task[FIGURE] = -1
        begin_summoning(state, tables)
    elif stage == STACKING:
        stack_initiative(state, tables, task)
    elif stage == LAYING:
        lay_techniques(state, tables, task)
    else:
        plan(state, tables, task, stage)


# ---- the Heroes' plans ----------------------------------------------------------------------------------------------
@compiled
def plan(state, tables, task, stage):
    """O29, B9: each living Hero in seat order: a first card, a second one, the Hand card; then the Initiative cards."""
    hero = int(task[FIGURE])
    if stage == FIRST_CARD:
        state.phase = PLANS
        hero = next_living(state, tables, hero)
        task[FIGURE] = hero
        if hero < 0:
            task[STAGE] = STACKING
        else:
            task[STAGE] = SECOND_CARD
            push(state, PLAN_FIRST, 1 + hero)
    elif stage == SECOND_CARD:
        task[STAGE] = HAND_CARD
        push(state, PLAN_SECOND, 1 + hero)
    else:
        task[STAGE] = FIRST_CARD
        for item in range(ITEMS):
            if in_hands(state, hero, item):
                push(state, TURN_UP, 1 + hero)
                return


@compiled
def next_living(state, tables, hero):
    """O29: the next living Hero in seat order, −1 if there is none."""
    for h in range(hero + 1, tables.num_heroes):
        if state.alive[h] != 0:
            return h
    return -1


@compiled
def mark_cards(state, tables, mask, hero):
    """O31, O32: the Action cards of the Hero's hand, on each side that the card has."""
    for i in range(HERO_CARDS):
        card = hero * HERO_CARDS + i
        if state.card_place[card] == HAND:
            mask[act.PLAN_LEFT + i] = tables.card_sides[card] & 1
            mask[act.PLAN_RIGHT + i] = tables.card_sides[card] >> 1 & 1


@compiled
def lay_card(state, hero, action):
    """O31: an Action card goes to the left or to the right of the Character card, face down."""
    if action >= act.PLAN_RIGHT:
        state.card_place[hero * HERO_CARDS + action - act.PLAN_RIGHT] = RIGHT
    else:
        state.card_place[hero * HERO_CARDS + action - act.PLAN_LEFT] = LEFT


@compiled
def legal_plan_first(state, tables, mask):
    """O30: an Action card."""
    mark_cards(state, tables, mask, int(top(state)[FIGURE]))


@compiled
def play_plan_first(state, tables, action):
    """O30, O31: lays it."""
    lay_card(state, int(top(state)[FIGURE]), action)


@compiled
def legal_plan_second(state, tables, mask):
    """A36, O33: another Action card, a Wound of the hand, or none."""
    hero = int(top(state)[FIGURE])
    mask[act.PASS] = 1
    mark_cards(state, tables, mask, hero)
    for wound in range(WOUNDS):
        if state.wound_owner[wound] == hero and state.wound_place[wound] == HAND:
            mask[act.WOUND_NAME + wound] = 1


@compiled
def play_plan_second(state, tables, action):
    """A36, B10: lays it; a Wound to the right."""
    if action >= act.WOUND_NAME:
        state.wound_place[action - act.WOUND_NAME] = RIGHT
    elif action != act.PASS:
        lay_card(state, int(top(state)[FIGURE]), action)


@compiled
def in_hands(state, hero, item):
    """O89: the item lies in a Hand slot of the Hero."""
    return state.item_owner[item] == hero and state.item_slot[item] <= BOTH_HANDS


@compiled
def legal_turn_up(state, tables, mask):
    """O34, A22: one card of the Hand slots, or none."""
    hero = int(top(state)[FIGURE])
    mask[act.PASS] = 1
    for item in range(ITEMS):
        if in_hands(state, hero, item):
            mask[act.ITEM_NAME + item] = 1


@compiled
def play_turn_up(state, tables, action):
    """O34: it works till the end of the round."""
    if action != act.PASS:
        state.turned_up[top(state)[FIGURE]] = action - act.ITEM_NAME
        refresh_sources(state, tables)


# ---- the order of activation ----------------------------------------------------------------------------------------
@compiled
def living(state, tables):
    """O37, O209: how many Heroes live."""
    n = 0
    for h in range(tables.num_heroes):
        n += state.alive[h] != 0
    return n


@compiled
def stack_initiative(state, tables, task):
    """O35: the team places the Initiative cards of the living Heroes, one position at a time."""
    for position in range(living(state, tables)):
        if state.order[position] < 0:
            push(state, INITIATIVE, team_seat(state))
            return
    task[STAGE] = LAYING
    state.phase = TECHNIQUES


@compiled
def legal_initiative(state, tables, mask):
    """O35: a living Hero who is not yet placed."""
    for h in range(tables.num_heroes):
        placed = False
        for position in range(HEROES):
            placed = placed or state.order[position] == h
        if state.alive[h] != 0 and not placed:
            mask[act.HERO_NAME + h] = 1


@compiled
def play_initiative(state, tables, action):
    """O35: the Hero gets the next position."""
    for position in range(HEROES):
        if state.order[position] < 0:
            state.order[position] = action - act.HERO_NAME
            return


# ---- the Oni's techniques -------------------------------------------------------------------------------------------
@compiled
def lay_techniques(state, tables, task):
    """O36, O37, A13: the Oni may lay Event cards as techniques, as many as there are living Heroes."""
    laid = 0
    for event in range(EVENTS):
        laid += state.event_place[event] == EVENT_LAID
    may = False
    for kind in range(KINDS):
        may = may or has_figure(state, tables, kind)
    if may and state.hand_size > 0 and laid < living(state, tables):
        push(state, TECHNIQUE, ONI_SEAT)
    else:
        task[STAGE] = REVEALING


@compiled
def has_figure(state, tables, kind):
    """B11: at least one figure of the Character card is on the board."""
    first = tables.kind_first[kind]
    for figure in range(first, first + tables.kind_count[kind]):
        if state.at[figure] >= 0:
            return True
    return False


@compiled
def legal_technique(state, tables, mask):
    """O36: an Event card of the hand; or the Oni has laid enough."""
    mask[act.PASS] = 1
    mark_events(state, mask)


@compiled
def play_technique(state, tables, action):
    """O36: beside which Character card is asked next; after a pass the techniques are done."""
    task = top(state)
    if action == act.PASS:
        task[STAGE] = REVEALING
    else:
        task[A] = action - act.EVENT_NAME
        push(state, TECHNIQUE_CARD, ONI_SEAT)


@compiled
def legal_technique_card(state, tables, mask):
    """B11: a Character card with a figure on the board."""
    for kind in range(KINDS):
        if has_figure(state, tables, kind):
            mask[act.KIND_NAME + kind] = 1


@compiled
def play_technique_card(state, tables, action):
    """O36, A13: the card lies there face down; several may lie beside one."""
    event = int(top(state)[A])
    state.event_place[event] = EVENT_LAID
    state.event_kind[event] = action - act.KIND_NAME
    state.hand_size -= 1
