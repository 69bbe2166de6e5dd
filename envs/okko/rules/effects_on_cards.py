"""What programs do to cards, tokens and the table: draws, Clues, Corruption, summoning, missions (EFFECTS.md)."""

from __future__ import annotations

from ...core.kernel import compiled
from ...core.stack import push
from .. import ops
from ..state import (
    CARDS,
    COMPANION_SOURCE,
    COUNT,
    COURTIER_TOKEN,
    DISCARDED,
    EVIDENCE,
    FIGURE,
    HERO_CARDS,
    ITEM_SOURCE,
    LEFT_TO_DO,
    ONI_SEAT,
    PARCHMENT,
    SOURCE,
    TARGET_CARD,
    TARGET_TILE,
    TARGET_TOKEN,
    TOKENS,
    B,
    C,
)
from .alarm import raise_alarm
from .clues import begin_clues
from .corruption import can_take
from .items import discard_item, draw_items
from .missions import progress
from .program import amount, next_row, whom
from .round_end import draw_events, draw_wound
from .seen import hero_of, is_hero
from .spaces import free, open_doors, tile_of
from .summon import begin_free_summon
from .usable import can_summon_kami


@compiled
def run_on_cards(state, tables, task, row):
    """DRAW_EVENTS to RECALL and MOVE_TOKEN to OPEN_DOORS. What asks for a choice stays; `choices` goes on."""
    op = row[0]
    if op == ops.DRAW_EVENTS and row[1] < 0:
        run_discards(state, task, row)
    elif op == ops.RECALL:
        run_recall(state, task, row)
    elif op == ops.MOVE_TOKEN or op == ops.CORRUPT or op == ops.SUMMON_KAMI:
        if not ask_about_table(state, tables, task, row):
            next_row(task)
    else:
        next_row(task)
        if op <= ops.DRAW_WOUND:
            run_draws(state, tables, task, row)
        else:
            run_on_table(state, tables, task, row)


@compiled
def run_draws(state, tables, task, row):
    """Event, Clue, Equipment and Wound cards."""
    op = row[0]
    if op == ops.DRAW_EVENTS:
        draw_events(state, tables, row[1])
    elif op == ops.DRAW_WOUND:
        hero = whom(task, row[1])
        if is_hero(state, hero):
            draw_wound(state, tables, hero)
    else:
        hero = hero_of(state, task[FIGURE])
        if hero >= 0 and op == ops.DRAW_CLUES:
            begin_clues(state, tables, hero, amount(task, row[1]))
        elif hero >= 0:
            draw_items(state, tables, hero, row[1], row[2])


@compiled
def run_on_table(state, tables, task, row):
    """Summoning without cost, doors, the alarm, missions, an Equipment card that is used up."""
    op = row[0]
    if op == ops.SUMMON_NOW:
        begin_free_summon(state, tables, row[1], row[2])
    elif op == ops.OPEN_DOORS:
        if task[FIGURE] >= 0:
            open_doors(state, tables, tile_of(state, tables, int(task[FIGURE])))
    elif op == ops.RAISE_ALARM:
        raise_alarm(state, tables, int(task[FIGURE]))
    elif op == ops.PROGRESS:
        if task[C] >= 0:
            progress(state, tables, int(task[C]), row[1], row[2])
    elif ITEM_SOURCE <= task[SOURCE] < COMPANION_SOURCE:
        item = int(task[SOURCE]) - ITEM_SOURCE
        if state.item_owner[item] >= 0:
            discard_item(state, tables, item)


# ---- cards that are chosen ------------------------------------------------------------------------------------------
@compiled
def run_discards(state, task, row):
    """``events`` with n < 0: the Oni chooses the cards of its hand, one by one."""
    if task[LEFT_TO_DO] < 0:
        task[LEFT_TO_DO] = -row[1]
    if task[LEFT_TO_DO] > 0 and state.hand_size > 0:
        push(state, TARGET_CARD, ONI_SEAT)
    else:
        next_row(task)


@compiled
def run_recall(state, task, row):
    """``recall``: the cards of the own discard pile, one by one; the register counts them."""
    if task[LEFT_TO_DO] < 0:
        task[LEFT_TO_DO] = amount(task, row[1])
        task[COUNT] = 0
    if task[LEFT_TO_DO] > 0 and can_recall(state, task):
        push(state, TARGET_CARD, task[B])
    else:
        next_row(task)


@compiled
def can_recall(state, task):
    """Whether an Action card lies in the Hero's discard pile."""
    for card in range(CARDS):
        if is_recallable(state, task, card):
            return True
    return False


@compiled
def is_recallable(state, task, card):
    """Whether it is an Action card of the discard pile of the Hero whose program it is."""
    return state.card_place[card] == DISCARDED and card // HERO_CARDS == hero_of(state, task[FIGURE])


# ---- tokens and Tiles that are chosen -------------------------------------------------------------------------------
@compiled
def ask_about_table(state, tables, task, row):
    """MOVE_TOKEN, CORRUPT, SUMMON_KAMI: asks for the token, the Tile or the card; False if there is none."""
    if row[0] == ops.SUMMON_KAMI:
        hero = hero_of(state, task[FIGURE])
        if hero < 0 or not can_summon_kami(state, tables, hero):  # B60, B62
            return False
        push(state, TARGET_CARD, task[B])
        return True
    if row[0] == ops.CORRUPT:
        if state.frozen != 0:  # A12
            return False
        if not has_corrupted(state, tables, True) or not has_corrupted(state, tables, False):  # B70
            return False
        push(state, TARGET_TILE, ONI_SEAT)
        return True
    for token in range(TOKENS):
        if can_shift(state, tables, row, token):
            push(state, TARGET_TOKEN, task[B])
            return True
    return False


@compiled
def has_corrupted(state, tables, corrupted):
    """Whether there is a Tile with a Corruption token, or one that can take it."""
    for tile in range(tables.num_tiles):
        if state.corrupted[tile] != 0 if corrupted else can_take(state, tables, tile):
            return True
    return False


@compiled
def can_shift(state, tables, row, token):
    """Whether MOVE_TOKEN can move that token: it is of the kind, on the board, and has a Space to go to."""
    if token >= tables.num_tokens or state.token_at[token] < 0:
        return False
    kind = tables.token_kind[token]
    if row[1] == ops.ANY_CLUE_TOKEN:
        if kind != EVIDENCE and kind != COURTIER_TOKEN and kind != PARCHMENT:
            return False
    elif kind != row[1]:
        return False
    for space in range(tables.num_spaces):
        if in_shift(state, tables, row, token, space):
            return True
    return False


@compiled
def in_shift(state, tables, row, token, space):
    """Whether a Space is free, without a Test, which a token would close, and at most so many Areas from the token."""
    here = tables.space_area[state.token_at[token]]
    far = tables.area_distance[here, tables.space_area[space]]
    return 0 <= far <= row[2] and tables.test_stat[space] < 0 and free(state, tables, space)
