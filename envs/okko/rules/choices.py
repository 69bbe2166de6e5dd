"""The choices that programs ask for: figures, Spaces, Tiles, tokens, cards, lost talents (EFFECTS.md, *Programs*).

The instruction at STAGE of the program on top says what is asked. An answer does the work and goes on to the next
instruction, or leaves what it has chosen in LEFT_TO_DO: the token that is moved; the Tile whose Corruption token is
moved, and with ``rules.A5`` = ``space`` also ``TILES`` · (1 + the Tile it goes to).
"""

from __future__ import annotations

from ...core.kernel import compiled
from ...core.stack import push
from .. import actions as act
from .. import ops
from ..state import (
    COMPANIONS,
    COUNT,
    EVENT_DISCARD,
    EVENT_HAND,
    EVENTS,
    FIGURE,
    FIGURES,
    HAND,
    HERO_CARDS,
    KIND,
    LEFT_TO_DO,
    ONI_SEAT,
    STAGE,
    T_SUMMON,
    TALENTS,
    TARGET_SPACE,
    TARGET_TILE,
    TILES,
    TOKENS,
    A,
    B,
)
from .battle import legal_appearance, play_appearance
from .companion import join
from .corruption import can_take, lay_token
from .effects_on_cards import can_shift, in_shift, is_recallable
from .effects_on_figures import can_go, has_talent, lose_talent
from .interpreter import pass_over_target
from .program import next_row, whom
from .seen import fits, hero_of
from .spaces import free, put
from .tasks import top
from .usable import kami_waits


@compiled
def row_on_top(state, tables):
    """The instruction that asks."""
    return tables.code[top(state)[STAGE]]


# ---- TARGET_FIGURE --------------------------------------------------------------------------------------------------
@compiled
def legal_target_figure(state, tables, mask):
    """``target``: a figure that fits; nobody if it is optional."""
    task, row = top(state), row_on_top(state, tables)
    mask[act.PASS] = row[4] != 0
    for figure in range(FIGURES):
        if fits(state, tables, task, row, figure):
            mask[act.FIGURE_NAME + figure] = 1


@compiled
def play_target_figure(state, tables, action):
    """The block is carried out with that figure as target; the register is 1."""
    task, row = top(state), row_on_top(state, tables)
    if action == act.PASS:
        pass_over_target(task, row)
    else:
        next_row(task)
        task[A] = action - act.FIGURE_NAME
        task[COUNT] = 1


# ---- TARGET_SPACE ---------------------------------------------------------------------------------------------------
@compiled
def legal_target_space(state, tables, mask):
    """``place``, ``push`` (which may be declined, B40), ``token``, ``corrupt``; and where the Oni appears (B81)."""
    task = top(state)
    if task[KIND] == T_SUMMON:
        legal_appearance(state, tables, mask)
        return
    row = row_on_top(state, tables)
    mask[act.PASS] = row[0] == ops.PUSH_AWAY
    for space in range(tables.num_spaces):
        if row[0] == ops.MOVE_TOKEN:
            fit = in_shift(state, tables, row, int(task[LEFT_TO_DO]), space)
        elif row[0] == ops.CORRUPT:
            fit = tables.space_tile[space] == task[LEFT_TO_DO] // TILES - 1 and free(state, tables, space)
        else:
            fit = can_go(state, tables, task, row, space)
        mask[act.SPACE_NAME + space] = fit


@compiled
def play_target_space(state, tables, action):
    """The figure or token goes there."""
    task = top(state)
    if task[KIND] == T_SUMMON:
        play_appearance(state, tables, action)
        return
    row, space, chosen = row_on_top(state, tables), action - act.SPACE_NAME, int(task[LEFT_TO_DO])
    next_row(task)
    if action == act.PASS:
        return
    if row[0] == ops.MOVE_TOKEN:
        shift_token(state, chosen, space)
    elif row[0] == ops.CORRUPT:
        lay_token(state, tables, chosen % TILES, chosen // TILES - 1, space)
    else:
        put(state, whom(task, row[2] if row[0] == ops.PLACE_FIGURE else row[1]), space)


@compiled
def shift_token(state, token, space):
    """B32: a token is placed on another Space. B43: the Penalty tokens of a Chest go with it."""
    old = int(state.token_at[token])
    state.penalties[space] = state.penalties[old]
    state.penalties[old] = 0
    state.token_on[old] = -1
    state.token_at[token] = space
    state.token_on[space] = token


# ---- TARGET_TOKEN ---------------------------------------------------------------------------------------------------
@compiled
def legal_target_token(state, tables, mask):
    """``token``: those that can be moved, by their Spaces."""
    row = row_on_top(state, tables)
    for token in range(TOKENS):
        if can_shift(state, tables, row, token):
            mask[act.SPACE_NAME + state.token_at[token]] = 1


@compiled
def play_target_token(state, tables, action):
    """Where it goes is asked next."""
    task = top(state)
    task[LEFT_TO_DO] = state.token_on[action - act.SPACE_NAME]
    push(state, TARGET_SPACE, task[B])


# ---- TARGET_TILE ----------------------------------------------------------------------------------------------------
@compiled
def legal_target_tile(state, tables, mask):
    """``corrupt``: the Tile whose token is moved; then one without a token (B70)."""
    origin = top(state)[LEFT_TO_DO]
    for tile in range(tables.num_tiles):
        fit = state.corrupted[tile] != 0 if origin < 0 else can_take(state, tables, tile)
        mask[act.TILE_NAME + tile] = fit


@compiled
def play_target_tile(state, tables, action):
    """The token is named, then where it goes; with ``rules.A5`` = ``space`` its Space is asked as well."""
    task, tile = top(state), action - act.TILE_NAME
    origin = int(task[LEFT_TO_DO])
    if origin < 0:
        task[LEFT_TO_DO] = tile
        push(state, TARGET_TILE, ONI_SEAT)
    elif tables.corruption_on_space != 0:
        task[LEFT_TO_DO] = origin + TILES * (1 + tile)
        push(state, TARGET_SPACE, ONI_SEAT)
    else:
        next_row(task)
        lay_token(state, tables, origin, tile, -1)


# ---- TARGET_CARD ----------------------------------------------------------------------------------------------------
@compiled
def legal_target_card(state, tables, mask):
    """``events``: the Oni's hand; ``recall``: the own discard pile; ``kami``: the Kami that are not in play (B62)."""
    task, row = top(state), row_on_top(state, tables)
    if row[0] == ops.DRAW_EVENTS:
        for event in range(EVENTS):
            mask[act.EVENT_NAME + event] = state.event_place[event] == EVENT_HAND
    elif row[0] == ops.RECALL:
        first = hero_of(state, task[FIGURE]) * HERO_CARDS
        for i in range(HERO_CARDS):
            mask[act.CARD_NAME + i] = is_recallable(state, task, first + i)
    else:
        for companion in range(COMPANIONS):
            if tables.companion_kami[companion] != 0 and kami_waits(state, companion):
                mask[act.COMPANION_NAME + companion] = 1


@compiled
def play_target_card(state, tables, action):
    """The card is discarded, taken back to the hand, or comes into play; the Space of a Kami is asked next."""
    task, row = top(state), row_on_top(state, tables)
    if row[0] == ops.DRAW_EVENTS:
        state.event_place[action - act.EVENT_NAME] = EVENT_DISCARD
        state.hand_size -= 1
        task[LEFT_TO_DO] -= 1
    elif row[0] == ops.RECALL:
        state.card_place[hero_of(state, task[FIGURE]) * HERO_CARDS + action - act.CARD_NAME] = HAND
        task[LEFT_TO_DO] -= 1
        task[COUNT] += 1
    else:
        next_row(task)
        join(state, tables, action - act.COMPANION_NAME, hero_of(state, task[FIGURE]))


# ---- LOST_TALENT ----------------------------------------------------------------------------------------------------
@compiled
def legal_lost_talent(state, tables, mask):
    """O205: a natural talent that the figure still has."""
    figure = whom(top(state), row_on_top(state, tables)[2])
    for i in range(TALENTS):
        mask[act.OWN_TALENT + i] = has_talent(state, tables, figure, i)


@compiled
def play_lost_talent(state, tables, action):
    """O205: it is lost for good."""
    task = top(state)
    figure = whom(task, row_on_top(state, tables)[2])
    next_row(task)
    lose_talent(state, tables, figure, action - act.OWN_TALENT)
