"""The scripted players of covenant.

greedy
    Draws what it can and plays high. It Claims every covenant resource that is free (it never Harms one), buys cards with
    all its votes, commits its highest card, and while it is losing a trick uses what it has: Trait, Item, Aiding card.
    It never concedes. A yardstick: it stays as it is.

heuristic
    Weighs what it pays against what it gains, one action ahead. A trick that can be won is won by the cheapest set of cards
    and tracks, with a margin over one Aiding card if that is to be had; otherwise it passes. It commits its strongest card
    if that should win; if not it throws its worst one and concedes the trick for a fresh hand. It spends votes on mending
    the covenant, which is Renown, and Harms the covenant for cards only as far as it would not lose by the fall.

Both read nothing but what `redact` keeps for their seat, and answer any pending decision with a legal action.
"""

from __future__ import annotations

import numpy as np

from ..core.kernel import compiled
from ..core.rng import below
from . import actions as act
from .rules.cards import bonus, is_face, rank
from .rules.claim import usable
from .rules.conflict import can_feud, can_feud_in, can_grow, can_tend, is_magic_contest, stake_possible
from .rules.moves import companion_target, trait_ready, wanted_suit
from .rules.sheets import can_overuse, free
from .rules.trick import trick_value, trick_winner
from .state import (
    AMBITION,
    ANTAGONIST,
    ASSET,
    BID_OPEN,
    CARDS,
    CLAIM_WHAT,
    COMMIT,
    COMPANION,
    COMPANION_CARD,
    COMPANION_SUIT,
    CONCEDE,
    CRAFT,
    CRAFT_TAKE,
    ESSENCES,
    FACE_CARD,
    FEUD_TRAIT,
    GIVE_BACK,
    HAND,
    INFLUENCE,
    INSIGHT,
    ITEM,
    KIND_AMBITION,
    KIND_FEUD,
    KIND_STEWARDSHIP,
    MAGIC_SHEET,
    MAGIC_TYPE,
    MEETING,
    MODE_YEAR,
    RESOURCES,
    RESTORE,
    RIVAL,
    SELECT_AID,
    SELECT_ITEM,
    SELECT_VIGOR,
    STAKE_KIND,
    STEWARDSHIP,
    SUITS,
    TRACKS,
    TYPE,
    VIGOR,
    VOLUNTEER,
    WINDOW,
)

SCRIPTED = ("greedy", "heuristic")

# The numbers of the heuristic player, settled by letting variants of it play each other.
NEVER = 1e6  # the cost of what cannot be done
GOAL = 13  # a card of this strength should win its trick …
VIGOR_FEAR = 1  # … and of this more if the opponent can use Vigor, and again by half the bonus of a club
HOPELESS = 11  # a trick with a card below this strength is conceded
RESERVE = 9  # votes kept for the meeting
PLENTY = 15  # votes from which a bid is affordable
RISK = 1.5  # how many Harms a rival is trusted not to inflict, for each one that would still bring the covenant down


@compiled
def policy(state, tables, seat, kind, key):
    """The action of a scripted player for the pending decision.

    Args:
        seat: who is to act.
        kind: 1 greedy, 2 heuristic.
        key: uint64, breaks ties.
    """
    if kind == 1:
        return greedy(state, tables, seat)
    return heuristic(state, tables, seat, key)


# ---- what both look at ----------------------------------------------------------------------------------------------
@compiled
def worth(state, tables, card):
    """Rank and type bonus of a card."""
    return rank(card) + bonus(state, tables, state.suit[card])


@compiled
def extreme(state, tables, side, suit, sign):
    """The hand card of highest (``sign`` 1) or lowest (−1) worth, of one suit or of any (−1); −1 if there is none."""
    best = -1
    for c in range(CARDS):
        if state.zone[c] == HAND + side and (suit < 0 or state.suit[c] == suit):
            if best < 0 or sign * (worth(state, tables, c) - worth(state, tables, best)) > 0:
                best = c
    return best


@compiled
def unclaimed(state, r):
    """A Claim of this resource would Harm nothing."""
    return free(state.covenant_value, state.covenant_harm, state.covenant_spent, r) >= 1 and (
        r != ESSENCES or is_magic_contest(state)
    )


@compiled
def can_take(state, side):
    """A Claim is legal for certain, and need not Harm anything."""
    for r in range(RESOURCES):
        if unclaimed(state, r):
            return state.banned[side] == 0 and state.deck_size > 0
    return False


@compiled
def best_card(state):
    """Craft: the trick card of higher rank that is still there."""
    won, lost = state.trick_card[state.winner], state.trick_card[1 - state.winner]
    if won < 0 and lost < 0:
        return act.PASS
    return act.TAKE_WINNING if won >= 0 and (lost < 0 or rank(won) >= rank(lost)) else act.TAKE_LOSING


# ---- greedy ---------------------------------------------------------------------------------------------------------
@compiled
def greedy(state, tables, seat):
    """The yardstick; also answers for the heuristic player where there is little to weigh."""
    decision, side = state.decision, state.acting
    if decision == COMMIT or decision == WINDOW:
        return greedy_move(state, tables, seat, side)
    if SELECT_VIGOR <= decision <= SELECT_ITEM:
        if state.selected >= 1 and trick_winner(state, tables) == side:
            return act.PASS
        if decision != SELECT_AID:
            return act.CARD + extreme(state, tables, side, wanted_suit(state), 1)
        return act.CARD + extreme(state, tables, side, -1, -1)
    if decision == COMPANION_CARD:
        if state.revealed != 0 and state.suit[state.trick_card[side]] == state.pending_suit:
            return act.CARD + state.trick_card[side]
        return act.CARD + extreme(state, tables, side, state.pending_suit, 1)
    if decision == GIVE_BACK:
        return act.CARD + extreme(state, tables, side, -1, -1)
    if decision == CRAFT_TAKE:
        return best_card(state)
    if decision == MEETING:
        for r in range(RESOURCES):
            if state.covenant_harm[r] > 0 and state.votes[seat] >= tables.price_mend:
                return act.RESOURCE + r
    if decision == VOLUNTEER:
        return act.VOLUNTEER_NOW
    if decision == CONCEDE or decision == BID_OPEN or decision == MEETING:
        return act.PASS
    return greedy_choice(state, tables, seat)


@compiled
def greedy_move(state, tables, seat, side):
    """Draw, then commit the highest card, or in the window use the first thing that helps."""
    if can_take(state, side):
        return act.CLAIM
    if state.votes[seat] >= tables.price_card[side] and state.deck_size > 0:
        return act.BUY_CARD
    if state.decision == COMMIT:
        return act.CARD + extreme(state, tables, side, -1, 1)
    value, harm, spent = state.value[seat], state.harm[seat], state.spent[seat]
    own, struck = state.suit[state.trick_card[side]], state.suit[state.trick_card[1 - side]]
    losing = trick_winner(state, tables) != side
    if trait_ready(state, tables, side, own) and (losing or own == CRAFT or own == INSIGHT):
        if free(value, harm, spent, own) >= 1:
            return act.TRAIT_POINT
        if free(value, harm, spent, ASSET + own) >= 1:
            return act.TRAIT_ASSET
    if losing and state.held[side, struck] >= 1 and free(value, harm, spent, ITEM + struck) >= 1:
        return act.ITEM_USE
    if losing and state.aided[side] == 0 and state.hand_size[side] >= 1:
        return act.CARD + extreme(state, tables, side, -1, -1)
    return act.PASS


@compiled
def greedy_choice(state, tables, seat):
    """The first of the things to be chosen, counted from the one it likes best; else it accepts."""
    decision = state.decision
    if decision == STAKE_KIND:
        if stake_possible(state, tables, KIND_STEWARDSHIP):
            return act.KIND + KIND_STEWARDSHIP
        return act.KIND + (KIND_AMBITION if stake_possible(state, tables, KIND_AMBITION) else KIND_FEUD)
    if decision == TYPE or decision == COMPANION_SUIT or decision == CLAIM_WHAT:
        best, top = -1, -1
        for s in range(RESOURCES):
            if decision == TYPE:
                good = state.value[seat, s] if s < SUITS else -1
            elif decision == COMPANION_SUIT:
                good = bonus(state, tables, s) if s < SUITS and s != state.pending_suit else -1
            else:
                good = bonus(state, tables, s) + 1000 * unclaimed(state, s) if usable(state, s) else -1
            if good > top:
                best, top = s, good
        return best + (act.TYPE_NAME if decision == TYPE else act.RESOURCE if decision == CLAIM_WHAT else act.SUIT)
    if decision == STEWARDSHIP:
        for r in range(RESOURCES):
            if can_tend(state, tables, r):
                return act.RESOURCE + r
    if decision == RIVAL:
        for j in range(1, tables.num_seats):
            if can_feud(state, seat, (seat + j) % tables.num_seats):
                return act.RIVAL_NAME + j - 1
    for k in range(MAGIC_SHEET, -1, -1):
        if decision == AMBITION and can_grow(state, tables, seat, k):
            return act.SHEET + k
        if decision == RESTORE and k < TRACKS and state.spent[seat, k] >= 1:
            return act.SHEET + k
        if decision == FEUD_TRAIT and k < SUITS and can_feud_in(state, seat, state.rival, k):
            return act.SHEET + k
    for c in range(CARDS):
        if decision == FACE_CARD and is_face(c) and state.zone[c] == HAND + state.acting:
            return act.CARD + c
    return act.ACCEPT


# ---- heuristic ------------------------------------------------------------------------------------------------------
@compiled
def heuristic(state, tables, seat, key):
    """Weighs cost and gain; see the module's docstring."""
    decision, side = state.decision, state.acting
    if decision == COMMIT:
        return prepare(state, tables, seat, side)
    if decision == CONCEDE:
        mine = strength(state, tables, seat, side, state.trick_card[side])
        lost_anyway = state.wins[1 - side] == tables.tricks_to_win - 1
        return act.CONCEDE_TRICK if mine < HOPELESS and not lost_anyway and refill(state, side) else act.PASS
    if decision == WINDOW:
        return window(state, tables, seat, side)
    if SELECT_VIGOR <= decision <= SELECT_ITEM:
        own = np.int64(state.suit[state.trick_card[side]])
        _, action = scheme(state, tables, seat, side, own, 2 if decision == SELECT_ITEM else 1)
        if action >= act.CARD or state.selected >= 1:
            return action
        return act.CARD + extreme(state, tables, side, -1 if decision == SELECT_AID else wanted_suit(state), -1)
    if decision == COMPANION_SUIT and state.revealed != 0:
        _, suit = conversion(state, tables, seat, side)
        if suit >= 0 and suit != state.pending_suit:
            return act.SUIT + suit
    if decision == CLAIM_WHAT:
        return act.RESOURCE + claim_what(state, tables, seat)
    if decision == TYPE:
        return act.TYPE_NAME + name_type(state, tables, seat, key)
    if decision == BID_OPEN and state.votes[seat] >= 1:
        return bid(state, tables, seat)
    if decision == MEETING:
        return mend(state, tables, seat)
    return greedy(state, tables, seat)


# ---- before the trick
@compiled
def name_type(state, tables, seat, key):
    """The Trait in which it has most more uses than the opponent, or Magic where its own is higher."""
    rival = state.fighter[0] + state.fighter[1] - seat
    start = below(key, 0, 0, SUITS)
    best, top = 0, -1e9
    for i in range(SUITS):
        t = (start + i) % SUITS
        lead = free(state.value[seat], state.harm[seat], state.spent[seat], t) + state.value[seat, ASSET + t]
        lead -= free(state.value[rival], state.harm[rival], state.spent[rival], t) + state.value[rival, ASSET + t]
        if lead > top:
            best, top = t, 1.0 * lead
    return MAGIC_TYPE if 2 * (state.magic[seat] - state.magic[rival]) > top else best


@compiled
def prepare(state, tables, seat, side):
    """Claim, buy with what need not be kept, then commit the strongest card if it should win, else the worst."""
    if can_take(state, side):
        return act.CLAIM
    if state.banned[side] == 0 and state.deck_size > 0 and may_harm(state, tables, seat):
        return act.CLAIM
    reserve = 3 * tables.price_mend if tables.mode == MODE_YEAR else 0
    if state.deck_size > 0 and state.votes[seat] - tables.price_card[side] >= reserve:
        return act.BUY_CARD
    rival, best, top = state.fighter[1 - side], -1, 0.0
    goal = GOAL
    if free(state.value[rival], state.harm[rival], state.spent[rival], VIGOR) + state.value[rival, ASSET] >= 1:
        goal += VIGOR_FEAR + bonus(state, tables, VIGOR) // 2
    for c in range(CARDS):
        if state.zone[c] == HAND + side:
            mine = strength(state, tables, seat, side, c)
            if best < 0 or mine > top:
                best, top = c, mine
    if top < goal and state.wins[1 - side] < tables.tricks_to_win - 1:
        best = extreme(state, tables, side, -1, -1)
    return act.CARD + best


@compiled
def strength(state, tables, seat, side, card):
    """What a trick card is worth with the Magic and the Trait that come with it."""
    suit, rival = np.int64(state.suit[card]), state.fighter[1 - side]
    times = (state.types[0] == MAGIC_TYPE) + (state.types[1] == MAGIC_TYPE)
    total = worth(state, tables, card) + times * (state.magic[seat] - state.magic[rival]) + 0.0
    cost, _ = payment(state, tables, seat, suit, -1)
    if cost == NEVER:
        return total
    if suit == VIGOR:
        clubs = 0
        for c in range(CARDS):
            if c != card and state.zone[c] == HAND + side and state.suit[c] == VIGOR:
                clubs += worth(state, tables, c)
        return total + min(14.0, clubs / 2)
    if suit == INFLUENCE:
        return total + 1
    return total + (2 if state.wins[1 - side] < tables.tricks_to_win - 1 else 0)  # Craft, Insight: for later tricks


@compiled
def refill(state, side):
    """Conceding would bring a whole new hand."""
    return state.deck_size > state.hand_size[side]


# ---- what a play costs
@compiled
def price(state, tables, seat, k):
    """Cost of a use of an own track, and whether it is an over-use; that only when nothing comes after."""
    value, harm, spent = state.value[seat], state.harm[seat], state.spent[seat]
    last = tables.mode != MODE_YEAR or state.conflicts_over == tables.num_seats - 1  # of the season: all comes back
    if free(value, harm, spent, k) >= 1:
        return 0.3 if last else 4.0, False
    final = last and (tables.mode != MODE_YEAR or state.turn >= min(tables.seasons, tables.max_turns) - 1)
    if final and k < ASSET and can_overuse(value, harm, spent, k):
        return 0.8, True
    return NEVER, False


@compiled
def payment(state, tables, seat, trait, struck):
    """The cheapest way to pay for a Trait (C51): cost, action. ``struck``: suit of the opponent's card, −1 if unknown."""
    cost, _ = price(state, tables, seat, ASSET + trait)
    if cost < NEVER:
        return cost, act.TRAIT_ASSET
    cost, over = price(state, tables, seat, trait)
    return cost, act.TRAIT_OVERUSE if over else act.TRAIT_POINT


@compiled
def keep(state, tables, card):
    """What a hand card is worth for later tricks."""
    return 0.6 + 0.2 * max(0, worth(state, tables, card) - 9)


@compiled
def cover(state, tables, side, suit, need, used):
    """Hand cards (of a suit at their worth, or, with −1, of any as Aiding cards) that gain ``need``.

    The cheapest card that is enough, otherwise the best one and so on. ``used`` has a bit for each card not to be taken.

    Returns:
        what is still missing, the cost, the first card (−1 if there is none).
    """
    cost, first = 0.0, -1
    while need > 0:
        best, best_gain, best_cost = -1, 0, 0.0
        for c in range(CARDS):
            if state.zone[c] == HAND + side and (suit < 0 or state.suit[c] == suit) and (used >> c) & 1 == 0:
                gain = worth(state, tables, c) if suit >= 0 else tables.aid_value
                loss = keep(state, tables, c)
                shown, best_shown = min(gain, need), min(best_gain, need)
                if best < 0 or shown > best_shown or (shown == best_shown and loss < best_cost):
                    best, best_gain, best_cost = c, gain, loss
        if best < 0:
            break
        used |= 1 << best
        cost += best_cost
        need -= best_gain
        if first < 0:
            first = best
    return need, cost, first, used


@compiled
def plan(state, tables, seat, side, own, need, stage):
    """The cheapest way to gain ``need`` by a free Aiding card, the Item, and Vigor or Influence.

    Args:
        own: suit of the own trick card, as it is or as a Companion would make it.
        stage: 0 in the window, 1 while cards for the Trait are chosen, 2 while cards for the Item are.

    Returns:
        the cost (`NEVER` if there is no way) and the first action.
    """
    struck = np.int64(state.suit[state.trick_card[1 - side]])
    trait_cost, trait_action = 0.0, act.PASS
    if stage == 0:
        trait_cost, trait_action = payment(state, tables, seat, own, struck)
    if stage == 2 or (own != VIGOR and own != INFLUENCE):
        trait_cost = NEVER
    item_cost, over = 0.0, False
    if stage != 2:
        item_cost, over = price(state, tables, seat, ITEM + struck)
    best, action = NEVER, act.PASS
    aid = extreme(state, tables, side, -1, -1) if state.aided[side] == 0 else -1
    for way in range(1, 8):  # bits: Trait, Item, Aiding card
        if way & 4 != 0 and aid < 0:
            continue
        missing, cost, used, first, card = need, 0.0, 0, act.PASS, 0
        if way & 4 != 0:
            missing, cost, used = need - tables.aid_value, keep(state, tables, aid), 1 << aid
            first = act.CARD + aid if stage == 0 else act.PASS
        if way & 2 != 0:
            missing, more, card, used = cover(state, tables, side, struck, missing, used)
            cost += item_cost + more
            if stage != 1:
                first = act.CARD + card if stage == 2 else act.ITEM_OVERUSE if over else act.ITEM_USE
        if way & 1 != 0 and card >= 0:
            missing, more, card, used = cover(state, tables, side, own if own == VIGOR else -1, missing, used)
            cost += trait_cost + more
            first = trait_action if stage == 0 else act.CARD + card
        if card >= 0 and missing <= 0 and cost < best:
            best, action = cost, first
    return best, action


@compiled
def scheme(state, tables, seat, side, own, stage):
    """`plan` for winning the trick, beyond the reach of an Aiding card in reply if that can be done."""
    mine, other = state.trick_card[side], state.trick_card[1 - side]
    need = trick_value(state, tables, 1 - side) - trick_value(state, tables, side)
    need += bonus(state, tables, state.suit[mine]) - bonus(state, tables, own)
    need += rank(mine) < rank(other) or (rank(mine) == rank(other) and side != ANTAGONIST)  # C60
    reply = tables.aid_value if state.aided[1 - side] == 0 and state.hand_size[1 - side] >= 1 else 0
    for target in (need + reply, need):
        if target <= 0:
            return 0.0, act.PASS
        cost, action = plan(state, tables, seat, side, own, target, stage)
        if cost < NEVER:
            return cost, action
    return NEVER, act.PASS


@compiled
def conversion(state, tables, seat, side):
    """The suit that a Companion should give the own trick card (−1: none), and what winning costs then."""
    own, best, suit = np.int64(state.suit[state.trick_card[side]]), NEVER, -1
    for s in range(SUITS):
        if s != own:
            cost, _ = scheme(state, tables, seat, side, s, 0)
            if cost < best:
                best, suit = cost, s
    return best, suit


@compiled
def window(state, tables, seat, side):
    """Insight whenever it gains a card; win what can be won; announce Craft; pass."""
    other = 1 - side
    own, struck = np.int64(state.suit[state.trick_card[side]]), np.int64(state.suit[state.trick_card[other]])
    cost, pay = payment(state, tables, seat, own, struck)
    low = extreme(state, tables, side, -1, -1)
    if own == INSIGHT and cost < NEVER and state.hand_size[other] >= 1 and low >= 0 and worth(state, tables, low) <= 10:
        return pay
    losing = trick_winner(state, tables) != side
    if losing:
        best, action = scheme(state, tables, seat, side, own, 0)
        change, suit = conversion(state, tables, seat, side)
        once, over = price(state, tables, seat, COMPANION + own)
        if change + once < best:
            best, action = change + once, own + (act.COMPANION_OVERUSE if over else act.COMPANION_USE)
        if best < NEVER:
            return action
    if own == CRAFT and cost < NEVER and trait_ready(state, tables, side, CRAFT):
        a, b = rank(state.trick_card[side]), rank(state.trick_card[other])
        goes_on = state.wins[other if losing else side] < tables.tricks_to_win - 1
        if goes_on and (max(a, b) if state.craft[0] < 0 else min(a, b)) >= 8:
            return pay
    return act.PASS


# ---- the covenant ---------------------------------------------------------------------------------------------------
@compiled
def until_fall(state, tables, extra):
    """Fewest Harms that would still bring the covenant down, after one more of resource ``extra`` (−1: none)."""
    total, taken = 0, 0
    for _ in range(tables.covenant_fall):
        best, least = -1, 1000
        for r in range(RESOURCES):
            left = np.int64(state.covenant_value[r]) - state.covenant_harm[r] - (r == extra)
            if state.covenant_value[r] >= 1 and (taken >> r) & 1 == 0 and left < least:
                best, least = r, left
        if best < 0:
            return 1000
        taken |= 1 << best
        total += least
    return total


@compiled
def fall_lead(state, tables, seat, more):
    """Own score less the best other one, were the covenant to fall now with ``more`` own Blame."""
    best = -1000
    for other in range(tables.num_seats):
        if other != seat:
            best = max(best, state.renown[other] - tables.blame_price * state.blame[other])
    return state.renown[seat] - tables.blame_price * (state.blame[seat] + more) - best


@compiled
def least_harm(state):
    """The resource that can best bear a Harm, −1 if none can be Harmed."""
    best, top = -1, -1
    for r in range(RESOURCES):
        left = np.int64(state.covenant_value[r]) - state.covenant_harm[r]
        if usable(state, r) and not unclaimed(state, r) and left > top:
            best, top = r, left
    return best


@compiled
def may_harm(state, tables, seat):
    """Whether a Harm can be risked: it would not lose by the fall, even if rivals shared in bringing it about."""
    r = least_harm(state)
    if r < 0:
        return False
    trust = RISK * tables.blame_price * until_fall(state, tables, r) / (tables.num_seats - 1)
    return fall_lead(state, tables, seat, 1) + trust > 0


@compiled
def claim_what(state, tables, seat):
    """A free resource, by type bonus and best for Vigor; otherwise the one that can best bear a Harm."""
    best, top = least_harm(state), -1
    for r in range(RESOURCES):
        if unclaimed(state, r):
            good = 0
            if r != ESSENCES:
                cost, _ = payment(state, tables, seat, r, -1)
                good = 1 + bonus(state, tables, r) + 3 * (r == VIGOR and cost < NEVER)
            if good > top:
                best, top = r, good
    return best


@compiled
def bid(state, tables, seat):
    """One vote, if votes are plentiful and the claimer is not behind, or if the Claim may bring a fall that loses."""
    harmless = False
    for r in range(RESOURCES):
        harmless |= unclaimed(state, r)
    if not harmless and until_fall(state, tables, -1) <= 1 and fall_lead(state, tables, seat, 0) <= 0:
        return act.OFFER + 1
    if state.votes[seat] >= PLENTY and state.renown[state.fighter[state.acting]] >= state.renown[seat]:
        return act.OFFER + 1
    return act.PASS


@compiled
def mend(state, tables, seat):
    """Mend the covenant as long as the votes last, but not where the fall is won by letting it happen."""
    good = fall_lead(state, tables, seat, 0) > 0
    best, top = -1, -1
    for r in range(RESOURCES):
        if state.votes[seat] >= tables.price_mend and state.covenant_harm[r] > 0:
            whole = state.covenant_harm[r] == state.covenant_value[r]
            value = whole != good  # a wholly Harmed one first if the fall must be averted, last if not
            if value > top and not (whole and good and until_fall(state, tables, -1) <= 0):
                best, top = r, np.int64(value)
    return act.PASS if best < 0 else act.RESOURCE + best
