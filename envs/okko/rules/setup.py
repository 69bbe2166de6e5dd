"""Chapter 2: setting up (O10 to O25, A2, A31, B1 to B8).

T_SETUP asks what is chosen before the first round: STAGE is `NAMING`, then `FOLLOWERS` with FIGURE the Hero whose turn
it is. T_ROUND waits below. The Space of a Follower is asked by companion.py.
"""

from __future__ import annotations

import numpy as np

from ...core.kernel import compiled
from ...core.rng import below
from ...core.stack import push
from .. import actions as act
from ..ops import COMBAT_DIE
from ..state import (
    ABSENT,
    AGENT_FIGURE,
    CHEST,
    CLUE_DECK,
    CLUE_SECRET,
    CLUES,
    COMPANIONS,
    COURTIER,
    COURTIER_CLUE,
    COURTIER_TOKEN,
    DOORS,
    EVENT_DECK,
    EVENTS,
    EVIDENCE,
    FIGURE,
    FIGURES,
    FOLLOWER_CARD,
    HAND,
    HERO_CARDS,
    HEROES,
    ITEMS,
    MISSION_DICE,
    ONI_CLUE,
    ONI_SEAT,
    PARCHMENT,
    SECRETS,
    SETTING_UP,
    STAGE,
    T_ROUND,
    T_SETUP,
    TOKEN_DRAWS,
    TOKENS,
)
from .companion import join
from .corruption import CORRUPTION_TOKENS
from .round_end import draw_events
from .sources import refresh_sources
from .spaces import put
from .strategy import next_living
from .tasks import pop_task, push_task, top

NAMING, FOLLOWERS = range(2)
FACES = 6


# ---- the blank record -----------------------------------------------------------------------------------------------
@compiled
def blank(state):
    """Zeroes what belongs to the game as a whole, and −1 where nothing is."""
    state.decisions = 0
    state.turn = 0
    state.seat = 0
    state.decision = 0
    state.over = 0
    state.truncated = 0
    state.foul = 0
    state.depth = 0
    state.stack[:, :] = 0
    state.phase = SETTING_UP
    state.alarm = 0
    state.frozen = 0
    state.battle = 0
    state.escape_open = 0
    state.winner = 0
    state.position = 0
    state.order[:] = -1
    state.clue_place[:] = 0
    state.accused[:] = 0
    state.wrong = 0
    state.nature_known = 0
    state.nature = -1
    state.identity = -1
    state.event_place[:] = 0
    state.event_kind[:] = -1
    state.hand_size = 0
    state.node[:, :] = 0
    state.progress[:, :] = 0
    state.completed[:] = 0
    state.memoir[:] = 0
    state.live[:] = 0
    state.tasks[:, :] = 0
    state.task_count = 0
    state.queue[:, :] = 0
    state.queue_size = 0
    state.reach[:] = 0
    state.draws[:] = 0
    state.dice[:] = 0
    state.fired[:] = 0
    state.wounded[:] = 0


@compiled
def blank_board(state):
    """The same of the board, its figures and the Heroes' cards."""
    state.at[:] = -1
    state.occupant[:] = -1
    state.token_at[:] = -1
    state.token_on[:] = -1
    state.token_face[:] = -1
    state.token_flipped[:] = 0
    state.bearer[:] = -1
    state.penalties[:] = 0
    state.passed[:] = 0
    state.corrupted[:] = 0
    state.corruption_space[:] = -1
    state.tokens_left = CORRUPTION_TOKENS
    state.closed[:] = 0
    state.damage[:] = 0
    state.condition[:, :] = 0
    state.lost[:] = 0
    state.mods[:, :] = 0
    state.actions_left[:] = 0
    state.acted[:] = 0
    state.kind_mods[:, :] = 0
    state.activated[:] = 0
    state.active_kind = -1
    state.active_mods[:] = 0
    state.event_played = 0
    state.alive[:] = 0
    state.card_place[:] = 0
    state.wound_place[:] = 0
    state.wound_owner[:] = -1
    state.turned_up[:] = -1
    state.item_owner[:] = ABSENT
    state.item_slot[:] = -1
    state.used[:] = 0
    state.discarded_item[:] = 0
    state.goal[:] = 0
    state.goal_count[:] = 0
    state.goal_done[:] = 0
    state.companion[:] = -1
    state.face_down[:] = 0
    state.companion_gone[:] = 0


# ---- all that is not chosen -----------------------------------------------------------------------------------------
@compiled
def set_up(state, tables, key):
    """Everything up to the first choice.

    Args:
        state, tables: records; the state may hold anything.
        key: uint64, the key of the game.
    """
    blank(state)
    blank_board(state)
    state.key = np.uint64(key)
    lay_out_board(state, tables)
    seat_heroes(state, tables)
    deal_decks(state, tables)
    if tables.investigation != 0:
        hide_oni(state, tables)
    draw_events(state, tables, tables.num_heroes)
    refresh_sources(state, tables)
    push_task(state, T_ROUND, -1)
    push_task(state, T_SETUP, -1)


@compiled
def lay_out_board(state, tables):
    """O12, O17 to O20, B8: doors, figures and tokens as the scenario says; what Evidence, Parchments, Chests show."""
    for door in range(DOORS):
        state.closed[door] = tables.door_closed[door]
    for figure in range(FIGURES):
        playing = tables.figure_kind[figure] >= 0 if figure >= AGENT_FIGURE else figure < tables.num_heroes
        if playing and tables.figure_start[figure] >= 0:
            put(state, figure, int(tables.figure_start[figure]))
    for token in range(tables.num_tokens):
        space = int(tables.token_start[token])
        if space >= 0:
            state.token_at[token] = space
            state.token_on[space] = token
        if tables.token_kind[token] == COURTIER_TOKEN:
            state.token_face[token] = token  # a Courtier's numbers are the Courtier's own
    for kind in (EVIDENCE, PARCHMENT, CHEST):
        draw_faces(state, tables, kind)


@compiled
def draw_faces(state, tables, kind):
    """O20: each token of a kind on the board is one of those of the box, at random, none twice."""
    for token in range(tables.num_tokens):
        if tables.token_kind[token] != kind:
            continue
        count = 0
        for face in range(TOKENS):
            count += face_left(state, tables, kind, face)
        if count == 0:
            return
        n = below(state.key, TOKEN_DRAWS, state.draws[TOKEN_DRAWS], count)
        state.draws[TOKEN_DRAWS] += 1
        for face in range(TOKENS):
            if face_left(state, tables, kind, face):
                if n == 0:
                    state.token_face[token] = face
                    break
                n -= 1


@compiled
def face_left(state, tables, kind, face):
    """O20: the token of the box is of that kind and has not been drawn."""
    if tables.face_kind[face] != kind:
        return False
    for token in range(tables.num_tokens):
        if state.token_face[token] == face:
            return False
    return True


@compiled
def seat_heroes(state, tables):
    """O10, O15, O16, B3: the Heroes live, hold their Action cards and have a Personal Mission by the roll of a die."""
    for h in range(tables.num_heroes):
        state.alive[h] = 1
        for card in range(h * HERO_CARDS, (h + 1) * HERO_CARDS):
            if tables.card_sides[card] != 0:
                state.card_place[card] = HAND
        if tables.investigation != 0:
            state.goal[h] = rolled_goal(tables, below(state.key, MISSION_DICE, h, FACES))


@compiled
def rolled_goal(tables, face):
    """B3: no hit, a hit, push, reroll: the four results in the order of the card's missions."""
    if tables.die_reroll[COMBAT_DIE, face] != 0:
        return 3
    if tables.die_push[COMBAT_DIE, face] != 0:
        return 2
    return 1 if tables.die_hits[COMBAT_DIE, face] > 0 else 0


@compiled
def deal_decks(state, tables):
    """O11, O24, O25, B2: starting Equipment lies in its slots; all other cards are in their decks."""
    for item in range(ITEMS):
        if tables.item_exists[item] != 0:
            state.item_owner[item] = tables.item_owner[item]
            state.item_slot[item] = tables.item_slot[item] if tables.item_owner[item] >= 0 else -1
    for event in range(EVENTS):
        state.event_place[event] = EVENT_DECK if tables.event_exists[event] != 0 else 0
    if tables.investigation != 0:
        for clue in range(CLUES):
            state.clue_place[clue] = CLUE_DECK if tables.clue_kind[clue] != 0 else 0


@compiled
def hide_oni(state, tables):
    """O22, A31: nature and identity are drawn; by the option the Oni chooses the identity."""
    state.nature = random_clue(state, tables, ONI_CLUE)
    state.clue_place[state.nature] = CLUE_SECRET
    if tables.oni_picks == 0:
        hide_behind(state, random_clue(state, tables, COURTIER_CLUE))


@compiled
def hide_behind(state, clue):
    """O22: that Courtier is the identity of the Oni."""
    state.identity = clue
    state.clue_place[clue] = CLUE_SECRET


@compiled
def random_clue(state, tables, kind):
    """O22: a random Clue card of a kind out of the deck, −1 if there is none."""
    count = 0
    for clue in range(CLUES):
        count += tables.clue_kind[clue] == kind
    n = below(state.key, SECRETS, state.draws[SECRETS], count)
    state.draws[SECRETS] += 1
    for clue in range(CLUES):
        if tables.clue_kind[clue] == kind:
            if n == 0:
                return clue
            n -= 1
    return -1


# ---- what is chosen -------------------------------------------------------------------------------------------------
@compiled
def advance_setup(state, tables):
    """A31, O13, B4: the Oni's Courtier, if it chooses; then in seat order the Heroes who begin with a Follower."""
    task = top(state)
    if task[STAGE] == NAMING:
        task[STAGE] = FOLLOWERS
        if tables.investigation != 0 and state.identity < 0:
            push(state, COURTIER, ONI_SEAT)
        return
    hero = next_living(state, tables, int(task[FIGURE]))
    task[FIGURE] = hero
    if hero < 0:
        pop_task(state)
        return
    for companion in range(COMPANIONS):
        if can_follow(state, tables, hero, companion):
            push(state, FOLLOWER_CARD, 1 + hero)
            return


@compiled
def legal_courtier(state, tables, mask):
    """A31: a Courtier of the scenario."""
    for clue in range(CLUES):
        if tables.clue_kind[clue] == COURTIER_CLUE:
            mask[act.CLUE_NAME + clue] = 1


@compiled
def play_courtier(state, tables, action):
    """A31: the Oni is this one."""
    hide_behind(state, action - act.CLUE_NAME)


@compiled
def can_follow(state, tables, hero, companion):
    """B4: a Follower card that the Hero's entry names and that nobody has taken."""
    if tables.hero_chooses[hero, companion] == 0:
        return False
    for other in range(HEROES):
        if state.companion[other] == companion:
            return False
    return True


@compiled
def legal_follower_card(state, tables, mask):
    """O13, B4: the Follower cards open to the Hero."""
    hero = int(top(state)[FIGURE])
    for companion in range(COMPANIONS):
        if can_follow(state, tables, hero, companion):
            mask[act.COMPANION_NAME + companion] = 1


@compiled
def play_follower_card(state, tables, action):
    """O13, O14: the card goes to the Follower slot, its figure beside the Hero."""
    join(state, tables, action - act.COMPANION_NAME, int(top(state)[FIGURE]))
