"""Chapter 19: the end of the round (O193 to O212, A20, A35, A37, B63, B85 to B88), stages APPEARING to ONI_CARDS.

Besides, what draws Wounds and Event cards at any time. Column FIGURE of T_ROUND: the Hero who may reorganise. Cards
laid this round work until the round is closed, though they have been discarded (O212): see sources.py.
"""

from __future__ import annotations

from ...core.kernel import compiled
from ...core.rng import below
from ...core.stack import push
from .. import actions as act
from ..state import (
    AMPUTEE,
    BY_ROUND,
    DISCARDED,
    E_END,
    END_PHASE,
    EVENT_DECK,
    EVENT_DISCARD,
    EVENT_DRAWS,
    EVENT_HAND,
    EVENT_LAID,
    EVENTS,
    FIGURE,
    FIGURES,
    HAND,
    HERO_CARDS,
    LEFT,
    NOWHERE,
    REORGANISE,
    RIGHT,
    STAGE,
    STAMINA,
    WOUND_DRAWS,
    WOUNDS,
    A,
)
from .accuse import advance_accusations
from .battle import begin_battle
from .corruption import LAST_ROUND, round_in_play
from .events import emit
from .figures import printed
from .harm import eliminate
from .items import begin_reorganising, has_item
from .stages import (
    ACCUSING,
    ANSWERING,
    APPEARING,
    DISCARDING,
    FALLING,
    FALLING_AGAIN,
    NEW_HANDS,
    RECOVERING,
    REORGANISING,
    WOUNDING,
)
from .strategy import next_living
from .tasks import top


@compiled
def advance_round_end(state, tables):
    """O194: one of the steps 1 to 8, each for all before the next (B85)."""
    task = top(state)
    stage = int(task[STAGE])
    if stage == ACCUSING:
        advance_accusations(state, tables, task)
        return
    if stage == REORGANISING:
        ask_reorganising(state, tables, task)
        return
    task[STAGE] = stage + 1
    if stage == APPEARING:
        appear_in_round_8(state, tables, task)
    elif stage == ANSWERING:
        task[FIGURE] = -1
        emit(state, tables, E_END, -1, -1)
    elif stage == DISCARDING:
        discard_laid(state, tables)
    elif stage == WOUNDING:
        turn_damage_to_wounds(state, tables)
    elif stage == RECOVERING:
        pass_conditions(state)
    elif stage in (FALLING, FALLING_AGAIN):
        for h in range(tables.num_heroes):
            check_wounds(state, tables, h)
    elif stage == NEW_HANDS:
        take_back(state, tables)
    else:  # ONI_CARDS
        refill_oni(state, tables)


# ---- steps 1 to 4 ---------------------------------------------------------------------------------------------------
@compiled
def appear_in_round_8(state, tables, task):
    """O191, A8, B7: with an investigation the Oni appears now, at the beginning of the end phase of round 8."""
    state.phase = END_PHASE
    task[A] = 0
    if round_in_play(state) == LAST_ROUND:
        begin_battle(state, tables, BY_ROUND)


@compiled
def ask_reorganising(state, tables, task):
    """O195: each living Hero with a card, in seat order, may reorganise."""
    hero = next_living(state, tables, int(task[FIGURE]))
    task[FIGURE] = hero
    if hero < 0:
        task[STAGE] = DISCARDING
    elif has_item(state, hero):
        push(state, REORGANISE, 1 + hero)


@compiled
def legal_reorganise(state, tables, mask):
    """O195: yes or no."""
    mask[act.PASS] = 1
    mask[act.YES] = 1


@compiled
def play_reorganise(state, tables, action):
    """O195: without an Action; the cards are laid down again one by one."""
    if action == act.YES:
        begin_reorganising(state, tables, int(top(state)[FIGURE]))


@compiled
def discard_laid(state, tables):
    """O196, A35: laid Action cards and Wounds go to their Hero's discard pile; by the option a Weakness heals now."""
    for h in range(tables.num_heroes):
        for card in range(h * HERO_CARDS, (h + 1) * HERO_CARDS):
            if state.card_place[card] == LEFT or state.card_place[card] == RIGHT:
                if tables.card_weakness[card] != 0 and tables.weakness_at_end != 0:
                    heal_by_weakness(state, tables, h)
                state.card_place[card] = DISCARDED
    for wound in range(WOUNDS):
        if state.wound_place[wound] == RIGHT:
            state.wound_place[wound] = DISCARDED


@compiled
def heal_by_weakness(state, tables, hero):
    """O107: as many Damage tokens as the Hero's STAMINA come off, or all if there are fewer."""
    state.damage[hero] = max(0, int(state.damage[hero]) - int(printed(state, tables, hero, STAMINA)))


# ---- steps 5 to 8 ---------------------------------------------------------------------------------------------------
@compiled
def turn_damage_to_wounds(state, tables):
    """O197, O198: each Hero with at least STAMINA Damage tokens discards that many and draws one Wound.

    B86: whoever has drawn one in this round already keeps the tokens.
    """
    for h in range(tables.num_heroes):
        stamina = int(printed(state, tables, h, STAMINA))
        if state.alive[h] != 0 and state.damage[h] >= stamina and state.wounded[h] == 0:
            state.damage[h] -= stamina
            take_wound(state, tables, h)


@compiled
def take_wound(state, tables, hero):
    """O197: a random Wound of the deck goes to the Hero's hand; nothing if the deck is empty."""
    count = 0
    for wound in range(WOUNDS):
        count += in_wound_deck(state, tables, wound)
    if count == 0:
        return
    n = below(state.key, WOUND_DRAWS, state.draws[WOUND_DRAWS], count)
    state.draws[WOUND_DRAWS] += 1
    for wound in range(WOUNDS):
        if in_wound_deck(state, tables, wound):
            if n == 0:
                state.wound_owner[wound] = hero
                state.wound_place[wound] = HAND
                state.wounded[hero] = 1
                return
            n -= 1


@compiled
def in_wound_deck(state, tables, wound):
    """B100: the Wound lies in the deck. Those out of the game keep the number of their Hero (B87)."""
    return tables.wound_exists[wound] != 0 and state.wound_place[wound] == NOWHERE and state.wound_owner[wound] < 0


@compiled
def draw_wound(state, tables, hero):
    """A37, O198, B86: an effect makes the Hero draw a Wound, the first of the round only; three eliminate at once."""
    if state.wounded[hero] == 0:
        take_wound(state, tables, hero)
        check_wounds(state, tables, hero)


@compiled
def check_wounds(state, tables, hero):
    """O206, A37: a Hero with three Wounds in hand is eliminated."""
    n = 0
    for wound in range(WOUNDS):
        n += state.wound_owner[wound] == hero and state.wound_place[wound] == HAND
    if n >= tables.wounds_to_eliminate and state.alive[hero] != 0 and state.over == 0:
        eliminate(state, tables, hero, -1)


@compiled
def pass_conditions(state):
    """O200, A20, B88: of all figures; weaker sides are discarded, then the others are turned over; Amputee stays."""
    for figure in range(FIGURES):
        for condition in range(AMPUTEE):
            state.condition[figure, condition] = max(0, int(state.condition[figure, condition]) - 1)


@compiled
def take_back(state, tables):
    """O208: a living Hero without Action cards in hand takes back the whole discard pile, Wounds included."""
    for h in range(tables.num_heroes):
        if state.alive[h] == 0 or has_card(state, h):
            continue
        for card in range(h * HERO_CARDS, (h + 1) * HERO_CARDS):
            if state.card_place[card] == DISCARDED:
                state.card_place[card] = HAND
        for wound in range(WOUNDS):
            if state.wound_owner[wound] == h and state.wound_place[wound] == DISCARDED:
                state.wound_place[wound] = HAND


@compiled
def has_card(state, hero):
    """O207, O208: an Action card is left in the hand; Wounds are none."""
    for card in range(hero * HERO_CARDS, (hero + 1) * HERO_CARDS):
        if state.card_place[card] == HAND:
            return True
    return False


@compiled
def refill_oni(state, tables):
    """O136, O210: techniques are discarded, then the Oni draws."""
    for event in range(EVENTS):
        if state.event_place[event] == EVENT_LAID:
            state.event_place[event] = EVENT_DISCARD
            state.event_kind[event] = -1
    draw_events(state, tables, tables.events_drawn)


@compiled
def draw_events(state, tables, n):
    """O137, B65: n random cards of the deck to the Oni's hand; whenever it runs out it is made of the discard pile."""
    for _ in range(n):
        if count_events(state, EVENT_DECK) == 0:  # the discard pile was empty too when the last card was drawn
            renew_events(state)
        count = count_events(state, EVENT_DECK)
        if count == 0:
            return
        drawn = below(state.key, EVENT_DRAWS, state.draws[EVENT_DRAWS], count)
        state.draws[EVENT_DRAWS] += 1
        for event in range(EVENTS):
            if state.event_place[event] == EVENT_DECK:
                if drawn == 0:
                    state.event_place[event] = EVENT_HAND
                    state.hand_size += 1
                    break
                drawn -= 1
        if count == 1:
            renew_events(state)


@compiled
def renew_events(state):
    """O137: the discard pile becomes the deck."""
    for event in range(EVENTS):
        if state.event_place[event] == EVENT_DISCARD:
            state.event_place[event] = EVENT_DECK


@compiled
def count_events(state, place):
    """B98: how many Event cards are at a place."""
    n = 0
    for event in range(EVENTS):
        n += state.event_place[event] == place
    return n
