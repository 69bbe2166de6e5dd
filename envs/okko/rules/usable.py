"""Talents and cards that cost an Action or are FREE: when they can be used, and their use (O103, O104, B48, B58, B59).

B58 asks whether a program can do something. `useful` looks through its instructions for one that could at this moment,
on both sides of each condition and for each figure that could be chosen. An effect marked FREE is used once a round at
most, like a UNIQUE ACTION: without end it could be used again and again.
"""

from __future__ import annotations

from ...core.kernel import compiled
from ...core.stack import push
from .. import actions as act
from .. import ops
from ..state import (
    AGENT_FIGURE,
    CARD_SOURCE,
    CARDS,
    CLUE_DECK,
    CLUES,
    COMPANION_FIGURE,
    COMPANIONS,
    DISCARDED,
    EVENT_DECK,
    EVENT_DISCARD,
    EVENTS,
    FIGURE,
    FIGURES,
    HERO_CARDS,
    HERO_SOURCE,
    HEROES,
    IN_DECK,
    IN_DISCARD,
    ITEMS,
    KIND_SOURCE,
    TALENT,
    TALENTS,
)
from .attack import any_target_with
from .figures import matches_foe, seat_of, side_of
from .program import push_program
from .seen import within
from .sources import bears
from .spaces import adjacent, allowed, has_closed_door, tile_of
from .stats import hurts
from .tasks import top

ACTION, UNIQUE_ACTION, FREE = 1, 2, 3  # `source_cost`


@compiled
def can_use(state, tables, source, figure):
    """Whether the figure, whose activation goes on, can use the action of that source of its own now.

    O103: for an Action; O104, B59: a UNIQUE ACTION once a round, counted for the card; B58: only if it does something.
    """
    start = int(tables.source_action[source])
    if start < 0 or state.live[source] == 0 or not bears(state, tables, source, figure):
        return False
    cost = tables.source_cost[source]
    if cost != FREE and state.actions_left[figure] <= 0:
        return False
    if cost != ACTION and state.used[source] != 0:
        return False
    return useful(state, tables, start, source, figure)


@compiled
def use(state, tables, source, figure):
    """B21: the Action is spent; then the program of the talent or card runs."""
    if tables.source_cost[source] != FREE:
        state.actions_left[figure] -= 1
    if tables.source_cost[source] != ACTION:
        state.used[source] = 1
    push_program(state, tables.source_action[source], source, figure, -1)


# ---- TALENT ---------------------------------------------------------------------------------------------------------
@compiled
def talent_source(tables, figure, i):
    """The source that is talent i of a figure, as `actions.OWN_TALENT` counts them; −1 if it has no such talent."""
    if figure >= AGENT_FIGURE:
        return KIND_SOURCE + int(tables.figure_kind[figure]) * TALENTS + i if i < TALENTS else -1
    if i < TALENTS:
        return HERO_SOURCE + figure * TALENTS + i
    return CARD_SOURCE + figure * HERO_CARDS + i - TALENTS


@compiled
def usable_talent(state, tables, figure, i):
    """O103, O104: whether a Hero or agent can use its talent i now, a natural one or a card laid to the left."""
    source = talent_source(tables, figure, i)
    return source >= 0 and can_use(state, tables, source, figure)


@compiled
def has_talent(state, tables, figure):
    """Whether the figure can use any of its talents now."""
    for i in range(TALENTS + HERO_CARDS):
        if usable_talent(state, tables, figure, i):
            return True
    return False


@compiled
def begin_talent(state, tables, figure):
    """The talent that can be used is used; with several the figure's seat is asked which."""
    found, count = 0, 0
    for i in range(TALENTS + HERO_CARDS):
        if usable_talent(state, tables, figure, i):
            found = i
            count += 1
    if count > 1:
        push(state, TALENT, seat_of(figure))
    else:
        use(state, tables, talent_source(tables, figure, found), figure)


@compiled
def legal_talent(state, tables, mask):
    """The talents that the figure of the task on top can use."""
    figure = int(top(state)[FIGURE])
    for i in range(TALENTS + HERO_CARDS):
        mask[act.OWN_TALENT + i] = usable_talent(state, tables, figure, i)


@compiled
def play_talent(state, tables, action):
    """O103: the talent chosen is used."""
    figure = int(top(state)[FIGURE])
    use(state, tables, talent_source(tables, figure, action - act.OWN_TALENT), figure)


# ---- B58 ------------------------------------------------------------------------------------------------------------
@compiled
def useful(state, tables, start, source, figure):
    """Whether an instruction of the program could do something for that figure at this moment."""
    i = int(start)
    while tables.code[i, 0] != ops.END:
        row = tables.code[i]
        if row[0] == ops.TARGET or row[0] == ops.EACH:
            for other in range(FIGURES):
                if state.at[other] >= 0 and fits(state, tables, row, figure, other):
                    for j in range(i + 1, i + 1 + row[5]):
                        if works(state, tables, tables.code[j], source, figure, other):
                            return True
            i += int(row[5])
        elif works(state, tables, row, source, figure, -1):
            return True
        i += 1
    return False


@compiled
def fits(state, tables, row, figure, other):
    """Whether TARGET or EACH takes in that figure: it is on the board, whose it is, where it stands, what it is."""
    space = int(state.at[other])
    if space < 0 or not matches_foe(state, tables, row[3], other):
        return False
    if row[1] != ops.ANYBODY and (side_of(figure) == side_of(other)) != (row[1] == ops.FRIEND):
        return False
    return within(state, tables, figure, row[2], space)


@compiled
def works(state, tables, row, source, figure, target):
    """Whether one instruction could do something; what only directs others, or answers Attacks, never could.

    Args:
        state, tables: records.
        row: the instruction.
        source: what the program belongs to.
        figure: whose program it is.
        target: the figure chosen, −1 none.
    """
    op = row[0]
    if op == ops.HEAL or op == ops.CURE:
        whom = target if row[2] == ops.CHOSEN else figure
        if whom < 0:
            return False
        return state.damage[whom] > 0 if op == ops.HEAL else state.condition[whom, row[1]] > 0
    if op == ops.DAMAGE_BY:
        whom = target if row[2] == ops.CHOSEN else figure
        return whom < 0 or hurts(state, tables, source, whom)
    if op == ops.CONDITION or op == ops.PUSH_AWAY:
        return True
    if op == ops.CHANGE_STAT or ops.MOVE_NOW <= op <= ops.MORE_ACTIONS:
        return True
    if op == ops.ATTACK_NOW:
        return any_target_with(state, tables, figure, int(row[1]), int(row[2]))
    if ops.DRAW_EVENTS <= op <= ops.RECALL:
        return works_on_cards(state, tables, row, figure)
    if op == ops.SUMMON_KAMI:
        return can_summon_kami(state, tables, figure)
    if op == ops.RAISE_ALARM:
        return state.alarm == 0
    if op == ops.OPEN_DOORS:
        return has_closed_door(state, tables, tile_of(state, tables, figure))
    return op == ops.TEST_NOW or op == ops.PROGRESS or ops.MOVE_TOKEN <= op <= ops.SUMMON_NOW


@compiled
def works_on_cards(state, tables, row, figure):
    """`works` for what draws or discards cards: whether there is one."""
    op = row[0]
    if op == ops.DRAW_EVENTS:
        if row[1] < 0:
            return state.hand_size > 0
        for event in range(EVENTS):
            if state.event_place[event] in (EVENT_DECK, EVENT_DISCARD):
                return True
    elif op == ops.DRAW_CLUES:
        for clue in range(CLUES):
            if state.clue_place[clue] == CLUE_DECK:
                return True
    elif op == ops.DRAW_ITEMS:
        for item in range(ITEMS):
            if state.item_owner[item] in (IN_DECK, IN_DISCARD):
                return True
    elif op == ops.RECALL:
        for card in range(CARDS):
            if figure < HEROES and card // HERO_CARDS == figure and state.card_place[card] == DISCARDED:
                return True
    else:
        return True  # DRAW_WOUND
    return False


@compiled
def can_summon_kami(state, tables, hero):
    """B60, B62: the slot is free, a Kami is not in play, and there is a Space beside the Hero."""
    if hero >= HEROES or state.companion[hero] >= 0 or not has_space_beside(state, tables, hero):
        return False
    for companion in range(COMPANIONS):
        if tables.companion_kami[companion] != 0 and kami_waits(state, companion):
            return True
    return False


@compiled
def has_space_beside(state, tables, hero):
    """O14, B62: whether a companion could stand beside the Hero."""
    at = int(state.at[hero])
    for space in range(tables.num_spaces):
        if allowed(state, tables, COMPANION_FIGURE + hero, space) and adjacent(state, tables, at, space):
            return True
    return False


@compiled
def kami_waits(state, companion):
    """B62, B64: whether that Kami is not in play (an eliminated one may come again)."""
    for hero in range(HEROES):
        if state.companion[hero] == companion:
            return False
    return True
