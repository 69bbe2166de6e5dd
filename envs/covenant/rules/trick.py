"""The course of a trick (C46–C60, C67–C70, C80–C81, C99)."""

from __future__ import annotations

from ...core.kernel import compiled
from ...core.stack import pop, push, replace
from .. import actions as act
from ..state import (
    AIDING,
    ANTAGONIST,
    CARDS,
    COMMIT,
    CONCEDE,
    CRAFT_TAKE,
    DECK,
    HAND,
    ITEM_CARD,
    MAGIC_TYPE,
    PROTAGONIST,
    TRICK,
    TYPE,
    WINDOW,
)
from .cards import (
    bonus,
    bury,
    can_draw,
    discard,
    draw,
    everyone,
    forget,
    from_hand,
    leaves_unseen,
    rank,
    reveal,
    shuffle_into_deck,
    times_named,
    to_hand,
)
from .sheets import mint_votes
from .year import clear_table, end_conflict


@compiled
def play_type(state, tables, action):
    """C40, C41: P, then A name a type; then the cards are dealt."""
    named = action - act.TYPE_NAME
    if state.types[0] < 0:
        state.types[0] = named
        replace(state, TYPE, state.fighter[ANTAGONIST])
    else:
        state.types[1] = named
        pop(state)
        deal(state, tables)


@compiled
def deal(state, tables):
    """C13, C46, C48: a fresh shuffle, then P and A are dealt alternately; hands are not refilled later."""
    shuffle_into_deck(state, DECK, DECK)
    for _ in range(tables.hand_size):
        draw(state, tables, PROTAGONIST)
        draw(state, tables, ANTAGONIST)
    next_trick(state, tables)


@compiled
def next_trick(state, tables):
    """C49, C52, C53: begins tricks until one is to be played, or the conflict is decided."""
    while state.wins[0] < tables.tricks_to_win and state.wins[1] < tables.tricks_to_win:
        clear_table(state)
        leader = state.leader
        for k in range(2):
            side = leader if k == 0 else 1 - leader
            if state.hand_size[side] == 0 and can_draw(state, tables):
                draw(state, tables, side)
        if state.hand_size[0] > 0 and state.hand_size[1] > 0:
            state.acting = leader
            push(state, COMMIT, state.fighter[leader])
            return
        award(state, tables, PROTAGONIST if state.hand_size[1] == 0 and state.hand_size[0] > 0 else ANTAGONIST)
    end_conflict(state, tables, PROTAGONIST if state.wins[0] >= tables.tricks_to_win else ANTAGONIST)


@compiled
def award(state, tables, winner):
    """C37, C52: the trick is won; A is paid for it; the winner leads the next one."""
    state.wins[winner] += 1
    state.leader = winner
    if winner == ANTAGONIST:
        mint_votes(state, tables, state.fighter[ANTAGONIST], tables.votes_trick)


@compiled
def end_trick(state, tables, winner):
    """C99: the conflict ends at once with the deciding trick."""
    pop(state)
    award(state, tables, winner)
    next_trick(state, tables)


# ---- commit and concede ---------------------------------------------------------------------------------------------
@compiled
def play_commit(state, tables, card):
    """C53, C54: a card is laid face down; after the leader the follower prepares."""
    side = state.acting
    from_hand(state, card, TRICK + side)
    state.trick_card[side] = card
    state.committed[side] = 1
    state.acting = 1 - side
    if side == state.leader:
        replace(state, COMMIT, state.fighter[state.acting])
    else:
        replace(state, CONCEDE, state.fighter[state.acting])


@compiled
def play_concede(state, tables, action):
    """C55: the leader, then the follower may concede; otherwise the cards are revealed."""
    side = state.acting
    if action == act.CONCEDE_TRICK:
        concede(state, tables, side)
    elif side == state.leader:
        state.acting = 1 - side
        replace(state, CONCEDE, state.fighter[state.acting])
    else:
        reveal_trick(state, tables)


@compiled
def concede(state, tables, side):
    """C80, C81: both trick cards and the hand go unseen; as many cards are drawn, and one more."""
    other = 1 - side
    leaves_unseen(state, other)
    forget(state, other, 1 << state.fighter[other])
    bury(state, state.trick_card[other])
    bury(state, state.trick_card[side])
    gone = state.hand_size[side]
    for c in range(CARDS):
        if state.zone[c] == HAND + side:
            from_hand(state, c, HAND + side)
            bury(state, c)
    state.unseen_suits[side, :] = 0
    for _ in range(gone + 1):
        if can_draw(state, tables):
            draw(state, tables, side)
    end_trick(state, tables, other)


@compiled
def reveal_trick(state, tables):
    """C45, C56: both cards are turned up; the Magic bonus is fixed now."""
    state.revealed = 1
    for side in range(2):
        reveal(state, tables, state.trick_card[side], side)
        state.magic_bonus[side] = state.magic[state.fighter[side]] * times_named(state, MAGIC_TYPE)
    state.acting = state.leader
    replace(state, WINDOW, state.fighter[state.leader])


# ---- the window and the resolution ----------------------------------------------------------------------------------
@compiled
def action_done(state):
    """C57: after a complete action in the window the other fighter acts; in Prepare the same one goes on (C53).

    Called with the base decision (COMMIT or WINDOW) on top of the stack.
    """
    if state.decision == WINDOW:
        state.passes = 0
        state.acting = 1 - state.acting
        replace(state, WINDOW, state.fighter[state.acting])


@compiled
def play_pass(state, tables):
    """C57: two passes in a row end the window."""
    state.passes += 1
    if state.passes < 2:
        state.acting = 1 - state.acting
        replace(state, WINDOW, state.fighter[state.acting])
    else:
        resolve(state, tables)


@compiled
def trick_value(state, tables, side):
    """C58, C59: rank and bonuses of the trick card, Aiding, Vigor, less the Items played against it."""
    card = state.trick_card[side]
    own = rank(card) + bonus(state, tables, state.suit[card]) + state.magic_bonus[side]
    return own + tables.aid_value * state.aiding[side] + state.vigor_rank[side] - state.item_rank[side]


@compiled
def trick_winner(state, tables):
    """C58, C60: the higher value; on a tie the higher printed rank of the trick card; then A."""
    p, a = trick_value(state, tables, PROTAGONIST), trick_value(state, tables, ANTAGONIST)
    if p == a:
        p, a = rank(state.trick_card[PROTAGONIST]), rank(state.trick_card[ANTAGONIST])
    return PROTAGONIST if p > a else ANTAGONIST


@compiled
def resolve(state, tables):
    """Step 5 of the trick, then step 6: announced Craft uses, clean-up."""
    state.winner = trick_winner(state, tables)
    state.craft_done = 0
    next_craft(state, tables)


@compiled
def next_craft(state, tables):
    """C69, C70: the announcements are settled in their order; then the table is cleared (C81)."""
    if state.craft_done < tables.craft_limit and state.craft[state.craft_done] >= 0:
        state.acting = state.craft[state.craft_done]
        replace(state, CRAFT_TAKE, state.fighter[state.acting])
        return
    for c in range(CARDS):
        if TRICK <= state.zone[c] < ITEM_CARD + 2:
            discard(state, tables, c)
    end_trick(state, tables, state.winner)


@compiled
def legal_craft(state, tables, mask):
    """C70: a trick card that still lies there, or none."""
    mask[act.PASS] = 1
    mask[act.TAKE_WINNING] = state.trick_card[state.winner] >= 0
    mask[act.TAKE_LOSING] = state.trick_card[1 - state.winner] >= 0


@compiled
def play_craft(state, tables, action):
    """C67: the card goes to the hand of the announcer, known to all."""
    if action != act.PASS:
        side = state.winner if action == act.TAKE_WINNING else 1 - state.winner
        card = state.trick_card[side]
        state.trick_card[side] = -1
        state.committed[side] = 0
        to_hand(state, card, state.acting, everyone(tables))
    state.craft_done += 1
    next_craft(state, tables)


@compiled
def swap_table(state):
    """C79: all that lies before the fighters changes sides, with its modifiers."""
    for c in range(CARDS):
        zone = state.zone[c]
        if TRICK <= zone < ITEM_CARD + 2:
            state.zone[c] = zone + 1 if (zone - TRICK) % 2 == 0 else zone - 1
    for row in (state.trick_card, state.magic_bonus, state.aiding):
        row[0], row[1] = row[1], row[0]
    for row in (state.vigor_rank, state.item_rank):
        row[0], row[1] = row[1], row[0]


@compiled
def lay(state, tables, card, zone, side):
    """A hand card is played face up into a zone of ``side`` (AIDING, VIGOR_CARD or ITEM_CARD)."""
    owner = state.zone[card] - HAND
    worth = rank(card) + bonus(state, tables, state.suit[card])  # C65, C77: with its type bonus
    from_hand(state, card, zone + side)
    reveal(state, tables, card, owner)
    if zone == AIDING:
        state.aiding[side] += 1
    elif zone == ITEM_CARD:
        state.item_rank[side] += worth
    else:
        state.vigor_rank[side] += worth
