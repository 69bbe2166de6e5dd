"""What a fighter may do in Prepare and in the action window, apart from Claims (C50–C51, C61–C79)."""

from __future__ import annotations

from ...core.kernel import compiled
from ...core.stack import pop, push, replace
from .. import actions as act
from ..state import (
    AIDING,
    ASSET,
    CARDS,
    COMMIT,
    COMPANION,
    COMPANION_CARD,
    COMPANION_SUIT,
    CRAFT,
    FACE_CARD,
    GIVE_BACK,
    HAND,
    INFLUENCE,
    INSIGHT,
    ITEM,
    ITEM_CARD,
    RESTORE,
    SELECT_AID,
    SELECT_ITEM,
    SELECT_VIGOR,
    SUITS,
    TRACKS,
    TRAIT,
    VIGOR,
    VIGOR_CARD,
    WINDOW,
)
from .cards import (
    can_draw,
    change_suit,
    discard,
    draw,
    everyone,
    forget,
    from_hand,
    is_face,
    leaves_unseen,
    pick,
    reveal,
    to_hand,
)
from .claim import can_claim, play_claim
from .sheets import can_overuse, free, overuse, pay_votes, restorable, suffer, use
from .trick import action_done, lay, play_commit, play_pass, swap_table


# ---- what is legal --------------------------------------------------------------------------------------------------
@compiled
def legal_moves(state, tables, mask):
    """COMMIT and WINDOW: the PREP and WINDOW marks of RULES.md."""
    seat, side = state.seat, state.acting
    votes = state.votes[seat]
    window = state.decision == WINDOW
    mask[act.BUY_CARD] = votes >= tables.price_card[side] and can_draw(state, tables)
    if restorable(state, seat):
        mask[act.RESTORE_BY_VOTES] = votes >= tables.price_restore
        mask[act.RESTORE_BY_FACE] = state.hand_size[side] >= (1 if window else 2) and has_face(state, side)  # C76
    mask[act.CLAIM] = can_claim(state, tables)
    for s in range(SUITS):
        if companion_target(state, side, s):
            k = COMPANION + s
            mask[act.COMPANION_USE + s] = free(state.value[seat], state.harm[seat], state.spent[seat], k) >= 1
            mask[act.COMPANION_OVERUSE + s] = can_overuse(state.value[seat], state.harm[seat], state.spent[seat], k)
    if window:
        legal_in_window(state, tables, mask)
    if not window or state.aided[side] == 0:  # C54, C72
        legal_hand(state, side, mask)


@compiled
def legal_in_window(state, tables, mask):
    """What needs to know the cards that were played."""
    seat, side = state.seat, state.acting
    value, harm, spent = state.value[seat], state.harm[seat], state.spent[seat]
    mask[act.PASS] = 1
    mask[act.SWAP] = state.votes[seat] >= tables.price_swap
    own = state.suit[state.trick_card[side]]
    struck = state.suit[state.trick_card[1 - side]]
    if trait_ready(state, tables, side, own):
        k = TRAIT + own
        mask[act.TRAIT_POINT] = free(value, harm, spent, k) >= 1
        mask[act.TRAIT_ASSET] = free(value, harm, spent, ASSET + own) >= 1
        mask[act.TRAIT_OVERUSE] = can_overuse(value, harm, spent, k)
        mask[act.TRAIT_HARM] = (  # C63, with V >= 1
            value[k] >= 1
            and free(value, harm, spent, k) == 0
            and struck != own
            and harm[TRAIT + struck] < value[TRAIT + struck]
        )
    if state.held[side, struck] >= 1:  # C77
        mask[act.ITEM_USE] = free(value, harm, spent, ITEM + struck) >= 1
        mask[act.ITEM_OVERUSE] = can_overuse(value, harm, spent, ITEM + struck)


@compiled
def trait_ready(state, tables, side, trait):
    """C50, C64, C66, C68, C71: the precondition of each Trait, its cost apart."""
    if trait == VIGOR:
        return state.held[side, VIGOR] >= 1
    if trait == CRAFT:
        return tables.craft_limit > 0 and state.craft[tables.craft_limit - 1] < 0
    if trait == INFLUENCE:
        return state.hand_size[side] >= 1
    return state.hand_size[1 - side] >= 1


@compiled
def companion_target(state, side, suit):
    """C78: a card of that suit in hand or, in the window, the own trick card."""
    if state.held[side, suit] >= 1:
        return True
    return state.decision == WINDOW and state.suit[state.trick_card[side]] == suit


@compiled
def has_face(state, side):
    """C75: whether a face card is in hand."""
    for suit in range(SUITS):
        for c in range(13 * suit + 9, 13 * suit + 12):
            if state.zone[c] == HAND + side:
                return True
    return False


@compiled
def legal_hand(state, side, mask):
    """Any card of the hand."""
    for c in range(CARDS):
        mask[act.CARD + c] = state.zone[c] == HAND + side


@compiled
def legal_suit(state, side, suit, mask):
    """Any card of the hand that has that current suit."""
    for c in range(CARDS):
        mask[act.CARD + c] = (state.zone[c] == HAND + side) & (state.suit[c] == suit)


@compiled
def legal_detail(state, tables, mask):
    """The decisions that complete an action: which cards, which track, which suit."""
    side = state.acting
    if state.decision <= SELECT_ITEM:
        mask[act.PASS] = state.selected >= 1  # C65
        if state.decision == SELECT_AID:
            legal_hand(state, side, mask)
        else:
            legal_suit(state, side, wanted_suit(state), mask)
    elif state.decision == COMPANION_CARD:
        legal_suit(state, side, state.pending_suit, mask)
        own = state.trick_card[side]
        if state.revealed != 0 and state.suit[own] == state.pending_suit:
            mask[act.CARD + own] = 1
    elif state.decision == COMPANION_SUIT:
        for s in range(SUITS):
            mask[act.SUIT + s] = s != state.pending_suit
    elif state.decision == FACE_CARD:
        for c in range(CARDS):
            mask[act.CARD + c] = (state.zone[c] == HAND + side) & is_face(c)
    elif state.decision == RESTORE:
        for k in range(TRACKS):
            mask[act.SHEET + k] = state.spent[state.seat, k] >= 1
    else:
        legal_hand(state, side, mask)  # GIVE_BACK


@compiled
def wanted_suit(state):
    """The suit of the cards that may be chosen for Vigor or for an Item."""
    if state.decision == SELECT_VIGOR:
        return VIGOR
    return state.suit[state.trick_card[1 - state.acting]]


# ---- what happens ---------------------------------------------------------------------------------------------------
@compiled
def play_move(state, tables, action):
    """One action of COMMIT or WINDOW."""
    seat, side = state.seat, state.acting
    if action >= act.CARD:
        if state.decision == COMMIT:
            play_commit(state, tables, action - act.CARD)
        else:
            state.aided[side] = 1  # C72
            lay(state, tables, action - act.CARD, AIDING, side)
            action_done(state)
    elif action == act.PASS:
        play_pass(state, tables)
    elif action == act.CLAIM:
        play_claim(state, tables)
    elif action == act.BUY_CARD:  # C73
        pay_votes(state, seat, tables.price_card[side])
        draw(state, tables, side)
        action_done(state)
    elif action == act.RESTORE_BY_VOTES:  # C74
        pay_votes(state, seat, tables.price_restore)
        push(state, RESTORE, seat)
    elif action == act.RESTORE_BY_FACE:  # C75
        push(state, FACE_CARD, seat)
    elif action == act.SWAP:  # C79
        pay_votes(state, seat, tables.price_swap)
        swap_table(state)
        action_done(state)
    elif action >= act.COMPANION_USE:
        begin_companion(state, action)
    elif action >= act.ITEM_USE:
        begin_item(state, action)
    else:
        begin_trait(state, tables, action)


@compiled
def begin_companion(state, action):
    """C78, C23: the Companion is used or over-used."""
    seat = state.seat
    if action >= act.COMPANION_OVERUSE:
        state.pending_suit = action - act.COMPANION_OVERUSE
        overuse(state.harm[seat], state.spent[seat], COMPANION + state.pending_suit)
    else:
        state.pending_suit = action - act.COMPANION_USE
        use(state.spent[seat], COMPANION + state.pending_suit)
    push(state, COMPANION_CARD, seat)


@compiled
def begin_item(state, action):
    """C77, C23: the Item of the suit of the opponent's trick card is used or over-used."""
    seat = state.seat
    k = ITEM + state.suit[state.trick_card[1 - state.acting]]
    if action == act.ITEM_OVERUSE:
        overuse(state.harm[seat], state.spent[seat], k)
    else:
        use(state.spent[seat], k)
    state.selected = 0
    push(state, SELECT_ITEM, seat)


@compiled
def begin_trait(state, tables, action):
    """C51, C61, C63: the Trait of the own trick card is paid for, and works."""
    seat, side = state.seat, state.acting
    trait = state.suit[state.trick_card[side]]
    if action == act.TRAIT_POINT:
        use(state.spent[seat], TRAIT + trait)
    elif action == act.TRAIT_ASSET:
        use(state.spent[seat], ASSET + trait)
    elif action == act.TRAIT_OVERUSE:
        overuse(state.harm[seat], state.spent[seat], TRAIT + trait)
    else:
        struck = state.suit[state.trick_card[1 - side]]
        suffer(state.value[seat], state.harm[seat], state.spent[seat], TRAIT + struck)
    state.selected = 0
    if trait == VIGOR:
        push(state, SELECT_VIGOR, seat)
    elif trait == INFLUENCE:
        push(state, SELECT_AID, seat)
    elif trait == INSIGHT:
        take_by_insight(state, tables)
    else:  # C68: announced, settled after the resolution
        state.craft[0 if state.craft[0] < 0 else 1] = side
        action_done(state)


@compiled
def take_by_insight(state, tables):
    """C71: a random card comes over; the Council sees neither it nor what is given back."""
    side, other = state.acting, 1 - state.acting
    both = (1 << state.fighter[0]) | (1 << state.fighter[1])
    card = pick(state, tables, other)
    goes_over(state, tables, card, other, both)
    from_hand(state, card, HAND + side)
    to_hand(state, card, side, both)
    push(state, GIVE_BACK, state.seat)


@compiled
def goes_over(state, tables, card, side, both):
    """P20: a hand card of ``side`` goes to the other fighter; the Council, if there is one, does not see which."""
    if both == everyone(tables):
        reveal(state, tables, card, side)
    else:
        leaves_unseen(state, side)
        forget(state, side, both)


@compiled
def play_detail(state, tables, action):
    """One choice within an action; the action is complete when none is left."""
    if state.decision <= SELECT_ITEM:
        play_select(state, tables, action)
        return
    if state.decision == COMPANION_CARD:
        state.pending_card = action - act.CARD
        replace(state, COMPANION_SUIT, state.seat)
        return
    if state.decision == FACE_CARD:  # C75: face up
        card = action - act.CARD
        from_hand(state, card, HAND)
        reveal(state, tables, card, state.acting)
        discard(state, tables, card)
        replace(state, RESTORE, state.seat)
        return
    if state.decision == COMPANION_SUIT:
        convert(state, tables, action - act.SUIT)
    elif state.decision == RESTORE:  # C29
        state.spent[state.seat, action - act.SHEET] -= 1
    else:
        give_back(state, tables, action - act.CARD)
    pop(state)
    action_done(state)


@compiled
def play_select(state, tables, action):
    """C65: one card after another, then stop; it ends by itself when nothing is left to choose."""
    side = state.acting
    if action != act.PASS:
        if state.decision == SELECT_VIGOR:
            lay(state, tables, action - act.CARD, VIGOR_CARD, side)
        elif state.decision == SELECT_AID:
            lay(state, tables, action - act.CARD, AIDING, side)
        else:
            lay(state, tables, action - act.CARD, ITEM_CARD, 1 - side)
        state.selected += 1
        left = state.hand_size[side] if state.decision == SELECT_AID else state.held[side, wanted_suit(state)]
        if left > 0:
            return
        state.decisions += 1  # as if it had been passed: the count must not tell whether a choice was left
    state.selected = 0
    pop(state)
    action_done(state)


@compiled
def convert(state, tables, suit):
    """C78, C11: the chosen card changes suit. For a hand card the others learn only that some card did."""
    side, old, card = state.acting, state.pending_suit, state.pending_card
    if state.zone[card] == HAND + side:
        counted = state.unseen_suits[side, old]
        for c in range(CARDS):
            if state.zone[c] == HAND + side and state.suit[c] == old:
                counted += int(state.known[c] == everyone(tables))
                state.known[c] = 1 << state.seat
        state.unseen_suits[side, old] = max(0, counted - 1)  # P21
        state.unseen_suits[side, suit] += 1
    change_suit(state, card, suit)
    state.pending_card = -1
    state.pending_suit = -1


@compiled
def give_back(state, tables, card):
    """C71: a card of choice goes to the opponent, who knows it."""
    side, other = state.acting, 1 - state.acting
    both = (1 << state.fighter[0]) | (1 << state.fighter[1])
    goes_over(state, tables, card, side, both)
    from_hand(state, card, HAND + other)
    to_hand(state, card, other, both)
