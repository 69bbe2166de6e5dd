"""Cards on the move: hands, decks and discard piles of the seats, and the decks, pools and piles of the domain."""

from __future__ import annotations

from ...core.kernel import compiled
from ...core.rng import below
from ..state import (
    CARDS,
    DECK_DRAWS,
    DRAWS,
    E_DISCARD,
    E_DRAW,
    E_LOOT,
    E_MON,
    E_PETALS,
    POOL,
    READY,
    REINFORCEMENT,
    REINFORCEMENTS,
)
from .events import emit


@compiled
def nth_copy(counts, n):
    """The type of the n-th copy (from 0) of a multiset, counted in ascending order of types; −1 if there are fewer."""
    for k in range(CARDS):
        n -= counts[k]
        if n < 0:
            return k
    return -1


# ---- a seat's deck, hand and discard pile ---------------------------------------------------------------------------
@compiled
def draw(state, tables, seat):
    """D-rule on drawing: the top card of the deck to the hand; an empty deck is first made of the discard pile (R8).

    Returns:
        Whether there was a card.
    """
    if state.deck_size[seat] == 0:
        if state.discard_size[seat] == 0:
            return False
        for k in range(CARDS):
            state.deck[seat, k] = state.discard[seat, k]
            state.discard[seat, k] = 0
            state.shown[seat, k] = state.hand[seat, k]  # all that was neither there nor on the field
        state.deck_size[seat] = state.discard_size[seat]
        state.discard_size[seat] = 0
    k = nth_copy(state.deck[seat], below(state.key, DRAWS + seat, state.draws[seat], state.deck_size[seat]))
    state.draws[seat] += 1
    state.deck[seat, k] -= 1
    state.deck_size[seat] -= 1
    state.hand[seat, k] += 1
    state.hand_size[seat] += 1
    return True


@compiled
def draw_extra(state, tables, seat, n):
    """Extra cards: the only draws that count for loot."""
    for _ in range(n):
        if not draw(state, tables, seat):
            return
        emit(state, tables, E_DRAW, seat, -1, 1)


@compiled
def leave_hand(state, seat, k):
    """A card leaves the hand in the open; it may have been one that all knew of."""
    state.hand[seat, k] -= 1
    state.hand_size[seat] -= 1
    state.shown[seat, k] = max(0, int(state.shown[seat, k]) - 1)


@compiled
def to_discard(state, seat, k):
    """A card comes to the seat's discard pile."""
    state.discard[seat, k] += 1
    state.discard_size[seat] += 1


@compiled
def discard_card(state, tables, seat, k):
    """Terminology, Discard: from the hand to the discard pile, by a skill or as a boost (R17)."""
    leave_hand(state, seat, k)
    to_discard(state, seat, k)
    emit(state, tables, E_DISCARD, seat, k, 1)


@compiled
def give_to_domain(state, tables, k):
    """R5: a reinforcement comes on top of its class's discard pile, a treasure or regalia into its deck."""
    if tables.card_kind[k] == REINFORCEMENT:
        on_pile(state, tables.card_class[k], k)
    else:
        to_supply(state, tables, k)


@compiled
def gain_mon(state, tables, seat, n):
    """Mon gained in the seat's own turn; they are lost when it ends."""
    if seat == state.current and n > 0:
        state.mon += n
        emit(state, tables, E_MON, seat, -1, n)


# ---- the domain -----------------------------------------------------------------------------------------------------
@compiled
def to_supply(state, tables, k):
    """A card is shuffled into its face-down deck."""
    state.supply[k] += 1
    state.supply_size[tables.card_deck[k]] += 1


@compiled
def from_supply(state, tables, deck):
    """The top card of a face-down deck of the domain, −1 if it is empty."""
    if state.supply_size[deck] == 0:
        return -1
    n = below(state.key, DECK_DRAWS + deck, state.deck_draws[deck], state.supply_size[deck])
    state.deck_draws[deck] += 1
    for k in range(tables.num_cards):
        if tables.card_deck[k] == deck:
            n -= state.supply[k]
            if n < 0:
                state.supply[k] -= 1
                state.supply_size[deck] -= 1
                return k
    return -1


@compiled
def on_pile(state, cls, k):
    """On top of the class's discard pile in the domain."""
    state.pile[cls, state.pile_size[cls]] = k
    state.pile_size[cls] += 1


@compiled
def off_pile(state, cls):
    """The top card of the class's discard pile."""
    state.pile_size[cls] -= 1
    k = int(state.pile[cls, state.pile_size[cls]])
    state.pile[cls, state.pile_size[cls]] = -1
    return k


@compiled
def shuffle_pile(state, tables, cls):
    """The class's discard pile goes into its deck."""
    while state.pile_size[cls] > 0:
        to_supply(state, tables, off_pile(state, cls))


@compiled
def fill_pool(state, tables, cls):
    """Each empty place of a pool gets a card; an empty deck is first made of the discard pile (R8)."""
    for i in range(POOL):
        if state.pool[cls, i] < 0:
            if state.supply_size[REINFORCEMENTS + cls] == 0:
                shuffle_pile(state, tables, cls)
            state.pool[cls, i] = from_supply(state, tables, REINFORCEMENTS + cls)


@compiled
def take_from_pool(state, tables, k):
    """A card of the pools is taken away and its place filled; of equal ones the first."""
    cls = tables.card_class[k]
    for i in range(POOL):
        if state.pool[cls, i] == k:
            state.pool[cls, i] = -1
            break
    return cls


@compiled
def refresh_pool(state, tables, cls):
    """Terminology, Refresh: pool and discard pile are shuffled into the deck, new cards revealed."""
    for i in range(POOL):
        if state.pool[cls, i] >= 0:
            to_supply(state, tables, int(state.pool[cls, i]))
            state.pool[cls, i] = -1
    shuffle_pile(state, tables, cls)
    fill_pool(state, tables, cls)


@compiled
def loot(state, tables, seat, deck):
    """Hero card anatomy 4: the top card of a treasure deck to the discard pile. Returns whether there was one (R8)."""
    k = from_supply(state, tables, deck)
    if k < 0:
        return False
    to_discard(state, seat, k)
    emit(state, tables, E_LOOT, seat, k, 1)
    return True


@compiled
def lose_petals(state, tables, n):
    """Petals leave the domain; the last one triggers the end. Returns how many fell."""
    n = min(n, state.petals)
    state.petals -= n
    if n > 0 and state.petals == 0:
        state.last_petal = 1
        if tables.boss_rush != 0:
            state.over = 1  # Boss Rush, End of the game
    return n


@compiled
def remove_petals(state, tables, actor, n):
    """Petals fall by the doing of a player."""
    emit(state, tables, E_PETALS, actor, -1, lose_petals(state, tables, n))


@compiled
def clean_up(state, seat):
    """Starting phase 1: what is deployed and not exhausted goes to the discard pile."""
    for k in range(CARDS):
        n = state.field[seat, READY, k]
        state.discard[seat, k] += n
        state.discard_size[seat] += n
        state.field[seat, READY, k] = 0
